"""Writes a date the way another was written: separators, padding, case, language, abbreviation."""

from __future__ import annotations

import datetime as dt
import re
from itertools import pairwise

from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import ORDINAL_WORDS, calendar_words, ordinal_suffix
from chartveil.surrogates.dates.parsing import ROMAN_MONTHS, DatePart, DatePiece, ParsedDate
from chartveil.surrogates.spoken_numbers import write_spoken_number, write_spoken_year
from chartveil.surrogates.text_shape import apply_letter_case, letter_case_of, with_case_of

_MONTHLY = frozenset((DatePart.MONTH, DatePart.MONTH_NAME, DatePart.MONTH_ABBREVIATION, DatePart.DAY))
_NAMES_OF_MONTHS = frozenset((DatePart.MONTH_NAME, DatePart.MONTH_ABBREVIATION))
_NEAR = 3
"""Days from a holiday within which a surrogate for a holiday names one."""


def write_date_like(
    parsed: ParsedDate, new: dt.date, avoid: frozenset[str] = frozenset(), *, padded: bool = False
) -> str:
    """The new date in the form of the old: the same parts in the same order and style.

    Args:
        parsed: the old date.
        new: the new one.
        avoid: folded words not to be written: a month whose name is a person's too (``April``) is written
            shorter or longer, with the whole date in figures (``2021-05-19``), or where it stands alone is
            the next one.
        padded: numbers below ten get a zero where the old date does not tell (``12/30``).
    """
    named = any(p.part in _NAMES_OF_MONTHS and not _month_names(p, parsed, new, avoid) for p in parsed.pieces)
    if named:
        return _without_name(parsed, new, avoid)
    pads = _pads(parsed, otherwise=padded)
    return "".join(_piece(p, parsed, new, avoid, pads=pads) for p in parsed.pieces)


def pads_numbers(parsed: ParsedDate) -> bool | None:
    """Whether a date writes days or months below ten with a zero; None where it holds none."""
    numbers = [p.text for p in parsed.pieces if p.part in (DatePart.MONTH, DatePart.DAY)]
    if any(n.startswith("0") for n in numbers):
        return True
    return False if any(len(n) == 1 for n in numbers) else None


def _piece(piece: DatePiece, parsed: ParsedDate, new: dt.date, avoid: frozenset[str], *, pads: bool) -> str:
    text, part = piece.text, piece.part
    if part is DatePart.LITERAL:
        return text
    if part is DatePart.YEAR:
        return f"{new.year:04d}"
    if part is DatePart.TWO_DIGIT_YEAR:
        return f"{new.year % 100:02d}"
    if part in (DatePart.MONTH, DatePart.DAY):
        value = new.month if part is DatePart.MONTH else new.day
        # A zero in front shows that the writer pads; two digits of ten and more do not tell.
        padded = text.startswith("0") or (len(text) == 2 and pads)
        return f"{value:02d}" if padded else str(value)
    if part is DatePart.ROMAN_MONTH:
        month = ROMAN_MONTHS[new.month - 1]
        return month.upper() if text.isupper() else month
    if part is DatePart.SUFFIX:
        suffix = ordinal_suffix(new.day)
        return suffix.upper() if text.isupper() else suffix
    if part is DatePart.DAY_WORD:
        word = ORDINAL_WORDS[new.day - 1]
        return with_case_of(text, word if "-" in text or " " not in text else word.replace("-", " "))
    if part is DatePart.DAY_NUMBER_WORD:
        return write_spoken_number(new.day, text)
    if part is DatePart.YEAR_WORDS:
        return write_spoken_year(new.year, text)
    if part is DatePart.HOLIDAY:
        return _holiday(text, new, avoid)
    return _named(piece, parsed, new, avoid)


def _pads(parsed: ParsedDate, *, otherwise: bool) -> bool:
    """Whether numbers below ten are padded: as this date does it, else as its form usually goes."""
    own = pads_numbers(parsed)
    if own is not None:
        return own
    numbers = [p.text for p in parsed.pieces if p.part in (DatePart.MONTH, DatePart.DAY)]
    years = [p.text for p in parsed.pieces if p.part in (DatePart.YEAR, DatePart.TWO_DIGIT_YEAR)]
    first = next((p.part for p in parsed.pieces if p.part is not DatePart.LITERAL), None)
    glued = any(
        a.part is not DatePart.LITERAL and b.part in _MONTHLY
        for a, b in pairwise(p for p in parsed.pieces if p.part is not DatePart.SUFFIX)
    )
    full = len(numbers) == 2 and any(len(y) == 4 for y in years)
    return (
        glued
        or first is DatePart.YEAR
        or full
        or (otherwise and any(p.part is DatePart.MONTH for p in parsed.pieces))
    )


def _named(piece: DatePiece, parsed: ParsedDate, new: dt.date, avoid: frozenset[str]) -> str:
    case = letter_case_of(piece.text)
    words = calendar_words()
    if piece.part is DatePart.WEEKDAY:
        return apply_letter_case(words.weekdays[piece.language][new.weekday()], case)
    if piece.part is DatePart.WEEKDAY_ABBREVIATION:
        return apply_letter_case(words.weekday_abbreviations[new.weekday()], case)
    return apply_letter_case(_month_names(piece, parsed, new, avoid)[0], case)


def _month_names(piece: DatePiece, parsed: ParsedDate, new: dt.date, avoid: frozenset[str]) -> list[str]:
    """The names of the new month that may be written, the one in the form of the old first."""
    text, language = piece.text, piece.language
    words = calendar_words()
    short = words.month_abbreviations[language][new.month - 1]
    names = [short, words.months[language][new.month - 1]]
    if piece.part is not DatePart.MONTH_ABBREVIATION and not (len(text) == 3 and _tight(piece, parsed)):
        names.insert(0, names.pop(1))
    elif short == "Sep" and language == "en" and len(text) == 4:
        names.insert(0, "Sept")
    return [n for n in names if fold(n) not in avoid]


def _without_name(parsed: ParsedDate, new: dt.date, avoid: frozenset[str]) -> str:
    """The new date without its month's name."""
    parts = [p.part for p in parsed.pieces]
    if DatePart.DAY in parts or DatePart.DAY_WORD in parts:
        if parsed.year:
            return new.isoformat()
        day_first = min(parts.index(p) for p in parts if p in (DatePart.DAY, DatePart.DAY_WORD)) < min(
            parts.index(p) for p in parts if p in _NAMES_OF_MONTHS
        )
        return f"{new.day}/{new.month}" if day_first else f"{new.month}/{new.day}"
    if parsed.year:
        return f"{new.month}/{new.year}"
    return write_date_like(parsed, new.replace(day=1) + dt.timedelta(32), avoid)


def _tight(piece: DatePiece, parsed: ParsedDate) -> bool:
    """Whether ``May`` is an abbreviation here: nothing but a hyphen or slash parts it from a number."""
    at = next(i for i, p in enumerate(parsed.pieces) if p is piece)
    around = parsed.pieces[max(0, at - 1) : at] + parsed.pieces[at + 1 : at + 2]
    return any(p.part is not DatePart.LITERAL or p.text in "-/." for p in around)


def _holiday(text: str, new: dt.date, avoid: frozenset[str]) -> str:
    """A holiday within ``_NEAR`` days of the new date, else month and day, which keeps intervals true."""
    case = letter_case_of("".join(c for c in text if c.isalpha()))
    words = calendar_words()
    for name, spelled in words.holiday_spellings.items():
        near = abs((words.holiday(name, new.year) - new).days) <= _NEAR
        if near and avoid.isdisjoint(re.findall(r"[a-z]+", fold(spelled))):
            return apply_letter_case(spelled, case)
    names = (words.months["en"][new.month - 1], words.month_abbreviations["en"][new.month - 1])
    month = next((n for n in names if fold(n) not in avoid), None)
    return apply_letter_case(f"{month} {new.day}" if month else f"{new.month}/{new.day}", case)
