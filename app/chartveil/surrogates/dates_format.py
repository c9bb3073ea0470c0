"""Writes a date the way another was written: separators, padding, case, language, abbreviation."""

from __future__ import annotations

import datetime as dt
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
from chartveil.surrogates.dates_parse import ParsedDate, Part, Piece
from chartveil.surrogates.shape import Case, case_of, with_case

_MONTHLY = frozenset((Part.MONTH, Part.MONTH_NAME, Part.MONTH_ABBREVIATION, Part.DAY))
_NEAR = 3
"""Days from a holiday within which a surrogate for a holiday names one."""


def write_date(parsed: ParsedDate, new: dt.date) -> str:
    """The new date in the form of the old: the same parts in the same order and style."""
    return "".join(_piece(p, parsed, new) for p in parsed.pieces)


def _piece(piece: Piece, parsed: ParsedDate, new: dt.date) -> str:
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
        padded = text.startswith("0") or (len(text) == 2 and _pads(parsed))
        return f"{value:02d}" if padded else str(value)
    if part is Part.SUFFIX:
        suffix = ordinal_suffix(new.day)
        return suffix.upper() if text.isupper() else suffix
    if part is Part.DAY_WORD:
        return with_case(ORDINALS[new.day - 1], case_of(text))
    if part is Part.HOLIDAY:
        return _holiday(text, new)
    return _named(piece, parsed, new)


def _pads(parsed: ParsedDate) -> bool:
    """Whether numbers below ten would be padded: no day or month of this date is written with one digit."""
    numbers = [p.text for p in parsed.pieces if p.part in (Part.MONTH, Part.DAY)]
    if any(len(n) == 1 for n in numbers):
        return False
    if any(n.startswith("0") for n in numbers):
        return True
    years = [p.text for p in parsed.pieces if p.part in (Part.YEAR, Part.YEAR2)]
    first = next((p.part for p in parsed.pieces if p.part is not Part.LITERAL), None)
    glued = any(
        a.part is not Part.LITERAL and b.part in _MONTHLY
        for a, b in pairwise(p for p in parsed.pieces if p.part is not Part.SUFFIX)
    )
    return glued or first is Part.YEAR or (len(numbers) == 2 and any(len(y) == 4 for y in years))


def _named(piece: Piece, parsed: ParsedDate, new: dt.date) -> str:
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
    return with_case(name, case)


def _tight(piece: Piece, parsed: ParsedDate) -> bool:
    """Whether ``May`` is an abbreviation here: nothing but a hyphen or slash parts it from a number."""
    at = next(i for i, p in enumerate(parsed.pieces) if p is piece)
    around = parsed.pieces[max(0, at - 1) : at] + parsed.pieces[at + 1 : at + 2]
    return any(p.part is not Part.LITERAL or p.text in "-/." for p in around)


def _holiday(text: str, new: dt.date) -> str:
    """A holiday within ``_NEAR`` days of the new date, else month and day, which keeps intervals true."""
    case = case_of("".join(c for c in text if c.isalpha()))
    for name, spelled in WRITTEN:
        if abs((HOLIDAYS[name](new.year) - new).days) <= _NEAR:
            return spelled if case is Case.TITLE or case is Case.MIXED else with_case(spelled, case)
    written = f"{MONTHS['en'][new.month - 1]} {new.day}"
    return written if case in (Case.TITLE, Case.MIXED) else with_case(written, case)
