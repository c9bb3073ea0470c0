"""Slots of every format."""

from __future__ import annotations

from benchmarks.hostile_files.slot import Slot
from benchmarks.hostile_files.slots import html, pages, refused, rtf, tables, text, word

ALL_SLOTS: tuple[Slot, ...] = (
    *text.SLOTS,
    *html.SLOTS,
    *rtf.SLOTS,
    *word.SLOTS,
    *tables.SLOTS,
    *refused.SLOTS,
    *pages.SLOTS,
)
"""All of them, formats together."""
FORMATS = tuple(dict.fromkeys(s.format for s in ALL_SLOTS))
"""Names of formats in their order."""
SLOW_FORMATS = frozenset({"pdf", "picture"})
"""Formats whose pages are read by OCR: PDFs have figures of their own."""
