"""Annotated documents: readers and writers of each exchange format side by side.

Inline marks (``[[LABEL|text]]``), i2b2-2014 XML, brat, JSON lines, and the JSON of mode ``spans``.
"""

from chartveil.formats.annotations.brat import read_brat, write_brat
from chartveil.formats.annotations.i2b2 import read_i2b2, write_i2b2
from chartveil.formats.annotations.inline import has_inline_marks, read_inline, write_inline
from chartveil.formats.annotations.jsonl import read_jsonl, write_jsonl
from chartveil.formats.annotations.labels import LabelAliases, label_by_name
from chartveil.formats.annotations.model import (
    AnnotatedDocument,
    annotated_proposal,
    annotated_replacements,
    text_sha256,
)
from chartveil.formats.annotations.spans import (
    document_spans_json,
    format_spans_json,
    read_spans_json,
    table_spans_json,
)

__all__ = [
    "AnnotatedDocument",
    "LabelAliases",
    "annotated_proposal",
    "annotated_replacements",
    "document_spans_json",
    "format_spans_json",
    "has_inline_marks",
    "label_by_name",
    "read_brat",
    "read_i2b2",
    "read_inline",
    "read_jsonl",
    "read_spans_json",
    "table_spans_json",
    "text_sha256",
    "write_brat",
    "write_i2b2",
    "write_inline",
    "write_jsonl",
]
