"""Annotated documents: readers and writers of each exchange format side by side.

Inline marks (``[[LABEL|text]]``), i2b2-2014 XML, brat, JSON lines, and the JSON of mode ``spans``.
"""
