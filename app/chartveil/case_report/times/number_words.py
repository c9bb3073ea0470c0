"""Parses numbers, years, months and weekdays, in figures or words."""

from __future__ import annotations

import re

from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import ORDINAL_WORDS
from chartveil.surrogates.dates.parsing import calendar_names
from chartveil.surrogates.spoken_numbers import number_from_words


def year_of(text: str | None, pivot: int) -> int | None:
    """The year that figures are, those of two digits the latest before ``pivot``; None for no text."""
    if not text:
        return None
    digits = re.sub(r"\D", "", text)
    if len(digits) == 4:
        return int(digits)
    year = pivot // 100 * 100 + int(digits)
    return year if year < pivot else year - 100


def ordinal_number(text: str) -> int:
    """The number of ``3rd`` or ``third``."""
    digits = re.match(r"\d+", text)
    return int(digits.group()) if digits else ORDINAL_WORDS.index(text.lower()) + 1


def number_of(text: str) -> int:
    """The number of ``3``, ``three``, ``a`` or ``a couple of``; 0 for other words."""
    plain = text.lower().strip()
    if plain.isdecimal():
        return int(plain)
    if plain in ("a", "an", "one"):
        return 1
    if plain == "a couple of":
        return 2
    if plain == "a few":
        return 3
    return number_from_words(plain) or 0


def month_number(word: str) -> int:
    """The number of a month from its name."""
    return calendar_names()[fold(word).rstrip(".")][1]


def weekday_number(text: str) -> int:
    """The number of the first weekday of a text, from 0 for Monday."""
    word = re.search(r"[A-Za-z]{3,}", text)
    assert word is not None
    return calendar_names()[fold(word.group())][1]
