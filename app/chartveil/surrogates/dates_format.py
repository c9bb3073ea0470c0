"""Writes a date the way another was written: separators, padding, case, language, abbreviation."""

from __future__ import annotations

import datetime as dt
import re
from itertools import pairwise

from chartveil.surrogates.calendar_words import (
    ABBREVIATIONS,
    HOLIDAYS,
    MONTHS,
    ORDINALS,
    WEEKDAY_ABBREVIATIONS,
    WEEKDAYS,
    WRITTEN,
    ordinal_suffix,
)
from chartveil.surrogates.dates_model import ParsedDate, Part, Piece
from chartveil.surrogates.shape import Case, case_of, with_case
from chartveil.words import fold

_MONTHLY = frozenset((Part.MONTH, Part.MONTH_NAME, Part.MONTH_ABBREVIATION, Part.DAY))
_NEAR = 3
"""Days from a holiday within which a surrogate for a holiday names one."""


def write_date(
    parsed: ParsedDate, new: dt.date, avoid: frozenset[str] = frozenset(), *, padded: bool = False
) -> str:
    """The new date in the form of the old: the same parts in the same order and style.

    Args:
        parsed: the old date.
        new: the new one.
        avoid: folded words not to be written: a month whose name is a person's too (``May``) is written
            shorter, longer, or as its number.
        padded: numbers below ten get a zero where the old date does not tell (``12/30``).
    """
    pads = _pads(parsed, otherwise=padded)
    return "".join(_piece(p, parsed, new, avoid, pads=pads) for p in parsed.pieces)


def pads_numbers(parsed: ParsedDate) -> bool | None:
    """Whether a date writes days or months below ten with a zero; None where it holds none."""
    numbers = [p.text for p in parsed.pieces if p.part in (Part.MONTH, Part.DAY)]
    if any(n.startswith("0") for n in numbers):
        return True
    return False if any(len(n) == 1 for n in numbers) else None


def _piece(piece: Piece, parsed: ParsedDate, new: dt.date, avoid: frozenset[str], *, pads: bool) -> str:
    text, part = piece.text, piece.part
    if part is Part.LITERAL:
        return text
    if part is Part.YEAR:
        return f"{new.year:04d}"
    if part is Part.YEAR2:
        return f"{new.year % 100:02d}"
    if part in (Part.MONTH, Part.DAY):
        value = new.month if part is Part.MONTH else new.day
        # A zero in front shows that the writer pads; two digits of ten and more do not tell.
        padded = text.startswith("0") or (len(text) == 2 and pads)
        return f"{value:02d}" if padded else str(value)
    if part is Part.SUFFIX:
        suffix = ordinal_suffix(new.day)
        return suffix.upper() if text.isupper() else suffix
    if part is Part.DAY_WORD:
        return with_case(ORDINALS[new.day - 1], case_of(text))
    if part is Part.HOLIDAY:
        return _holiday(text, new, avoid)
    return _named(piece, parsed, new, avoid)


def _pads(parsed: ParsedDate, *, otherwise: bool) -> bool:
    """Whether numbers below ten are padded: as this date does it, else as its form usually goes."""
    told = pads_numbers(parsed)
    if told is not None:
        return told
    numbers = [p.text for p in parsed.pieces if p.part in (Part.MONTH, Part.DAY)]
    years = [p.text for p in parsed.pieces if p.part in (Part.YEAR, Part.YEAR2)]
    first = next((p.part for p in parsed.pieces if p.part is not Part.LITERAL), None)
    glued = any(
        a.part is not Part.LITERAL and b.part in _MONTHLY
        for a, b in pairwise(p for p in parsed.pieces if p.part is not Part.SUFFIX)
    )
    full = len(numbers) == 2 and any(len(y) == 4 for y in years)
    return (
        glued
        or first is Part.YEAR
        or full
        or (otherwise and any(p.part is Part.MONTH for p in parsed.pieces))
    )


def _named(piece: Piece, parsed: ParsedDate, new: dt.date, avoid: frozenset[str]) -> str:
    text, language = piece.text, piece.language
    case = case_of(text)
    if piece.part is Part.WEEKDAY:
        return with_case(WEEKDAYS[language][new.weekday()], case)
    if piece.part is Part.WEEKDAY_ABBREVIATION:
        return with_case(WEEKDAY_ABBREVIATIONS[new.weekday()], case)
    short = piece.part is Part.MONTH_ABBREVIATION or (len(text) == 3 and _tight(piece, parsed))
    name = (ABBREVIATIONS if short else MONTHS)[language][new.month - 1]
    if short and new.month == 9 and language == "en" and len(text) == 4:
        name = "Sept"
    names = (name, ABBREVIATIONS[language][new.month - 1], MONTHS[language][new.month - 1], str(new.month))
    return with_case(next(n for n in names if fold(n) not in avoid), case)


def _tight(piece: Piece, parsed: ParsedDate) -> bool:
    """Whether ``May`` is an abbreviation here: nothing but a hyphen or slash parts it from a number."""
    at = next(i for i, p in enumerate(parsed.pieces) if p is piece)
    around = parsed.pieces[max(0, at - 1) : at] + parsed.pieces[at + 1 : at + 2]
    return any(p.part is not Part.LITERAL or p.text in "-/." for p in around)


def _holiday(text: str, new: dt.date, avoid: frozenset[str]) -> str:
    """A holiday within ``_NEAR`` days of the new date, else month and day, which keeps intervals true."""
    case = case_of("".join(c for c in text if c.isalpha()))
    case = Case.TITLE if case is Case.MIXED else case
    for name, spelled in WRITTEN:
        near = abs((HOLIDAYS[name](new.year) - new).days) <= _NEAR
        if near and avoid.isdisjoint(re.findall(r"[a-z]+", fold(spelled))):
            return spelled if case is Case.TITLE else with_case(spelled, case)
    names = (MONTHS["en"][new.month - 1], ABBREVIATIONS["en"][new.month - 1])
    month = next((n for n in names if fold(n) not in avoid), None)
    return with_case(f"{month} {new.day}" if month else f"{new.month}/{new.day}", case)
