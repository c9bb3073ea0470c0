"""File name endings of formats that are recognised before anything is read: for the amount of text in a
folder, and for tables. The formats take theirs from here; to ask them would import them all."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "text": (".txt", ".text", ".md", ".note", ".log"),
    "html": (".html", ".htm", ".xhtml"),
    "delimited": (".csv", ".psv"),
    "tsv": (".tsv", ".tab"),
    "jsonl": (".jsonl", ".ndjson"),
    "xlsx": (".xlsx", ".xlsm", ".xltx", ".xltm"),
    "parquet": (".parquet", ".pq"),
}
"""File name endings by the format's name, in small letters with the dot."""
PACKED_TABLE_FORMATS: Final = frozenset({"parquet", "xlsx"})
TABLE_FORMATS: Final = frozenset({"delimited", "tsv", "jsonl"}) | PACKED_TABLE_FORMATS
"""Names of the formats whose files are tables, and of those among them whose bytes are packed."""


def is_named_as(file_name: str, formats: Collection[str]) -> bool:
    """Whether a file's ending is one of these formats'.

    Args:
        file_name: its name or path, in letters of any case.
        formats: their names, of those in ``ENDINGS``.
    """
    return file_name.lower().endswith(tuple(ending for name in formats for ending in ENDINGS[name]))
