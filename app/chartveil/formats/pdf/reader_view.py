"""What a reader shows of a PDF beside its pages: language, numbers of pages, titles of an outline.

Language and plain numbers can name nobody, and go into the copy. Whatever else stands there is counted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from chartveil.formats.pdf.annotations import utf16_text
from chartveil.formats.pdf.opening import PDFIUM_LOCK

LANGUAGE = re.compile(r"[a-z]{2}(?:-[A-Z]{2})?")
"""A language as ISO 639-1 has it, with a country or without."""
_ROMAN = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})", re.IGNORECASE)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
OUTLINE_TITLES, PAGE_LABELS = "outline titles", "page labels"
"""Kinds of what is in no copy."""


@dataclass(frozen=True, slots=True)
class PageLabel:
    """The number that a reader shows for a page.

    Attributes:
        style: ``D`` for figures, ``R`` and ``r`` for Roman ones (ISO 32000-1, 12.4.2).
        number: from 1.
    """

    style: str
    number: int


@dataclass(frozen=True, slots=True)
class ReaderView:
    """What a copy keeps of it.

    Attributes:
        language: of the document, as ``en`` or ``en-US``; empty where it is not told.
        labels: of each page; None for one without. Empty where a document has none.
        left_out: how many things of which kind are not kept.
    """

    language: str = ""
    labels: tuple[PageLabel | None, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)


NOTHING_KEPT = ReaderView()


def reader_view(pdf: Any) -> ReaderView:
    """What a reader shows of an opened document."""
    import pypdfium2.raw as raw

    with PDFIUM_LOCK:
        language = utf16_text(partial(raw.FPDFCatalog_GetLanguage, pdf.raw))
        shown = [utf16_text(partial(raw.FPDF_GetPageLabel, pdf.raw, n)) for n in range(len(pdf))]
        titles = sum(1 for _ in pdf.get_toc())
    labels = tuple(page_label(text) if text else None for text in shown)
    lost = sum(1 for text, label in zip(shown, labels, strict=True) if text and label is None)
    return ReaderView(
        language if LANGUAGE.fullmatch(language) else "",
        labels if any(labels) else (),
        {OUTLINE_TITLES: titles, PAGE_LABELS: lost},
    )


def page_label(text: str) -> PageLabel | None:
    """The label that a text is; None for one with words or signs, which may say anything."""
    if _NUMBER.fullmatch(text):
        return PageLabel("D", int(text))
    if text and _ROMAN.fullmatch(text) and text in (text.lower(), text.upper()):
        values = [_VALUES[letter] for letter in text.lower()]
        following = [*values[1:], 0]
        number = sum(-a if a < b else a for a, b in zip(values, following, strict=True))
        return PageLabel("R" if text.isupper() else "r", number)
    return None


def catalog_entries(view: ReaderView) -> str:
    """The entries of a catalog that say it, as PDF writes them."""
    entries = f"/Lang({view.language})" if view.language else ""
    if not view.labels:
        return entries
    ranges = []
    before: PageLabel | None = None
    for page, label in enumerate(view.labels):
        follows = before is not None and label == PageLabel(before.style, before.number + 1)
        if page == 0 or not (follows or label is before is None):
            ranges.append(f"{page}<</S/{label.style}/St {label.number}>>" if label else f"{page}<<>>")
        before = label
    return f"{entries}/PageLabels<</Nums[{' '.join(ranges)}]>>"
