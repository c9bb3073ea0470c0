"""Chartveil: de-identifies clinical documents on the machine they are on."""

__version__ = "0.1.0"
