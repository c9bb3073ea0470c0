"""Numbers as days, months and years, and the text around a match."""

from __future__ import annotations

from typing import Any, Final

from chartveil.words import TokenizedText

EARLIEST_YEAR: Final = 1880
LATEST_YEAR: Final = 2059

# Figures as scanners misread them, without regard to case where case does not tell.
_FIGURES: Final = str.maketrans("OoQDlIi|!SsZzBgqG", "00001111155228996")
_DAYS_IN_MONTH: Final = (0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def read_number(text: str) -> int | None:
    """The number that figures, some of them perhaps misread, stand for; None if they stand for none."""
    plain = text.translate(_FIGURES)
    return int(plain) if plain.isdecimal() and plain.isascii() else None


def has_letters(text: str) -> bool:
    """Whether letters stand among the figures."""
    return any(c.isalpha() or c in "|!" for c in text)


def is_year(text: str) -> bool:
    """Whether the figures are a year of a date: two figures, or four within living memory and plans."""
    value = read_number(text)
    if value is None:
        return False
    return len(text) == 2 or (len(text) == 4 and EARLIEST_YEAR <= value <= LATEST_YEAR)


def is_day_month(a: str, b: str) -> bool:
    """Whether the two numbers are month and day, in either order."""
    x, y = read_number(a), read_number(b)
    if x is None or y is None:
        return False
    return is_day(x, y) or is_day(y, x)


def is_day(month: int, day: int) -> bool:
    """Whether the month has such a day."""
    return 1 <= month <= 12 and 1 <= day <= _DAYS_IN_MONTH[month]


def line_before(m: Any, view: TokenizedText, length: int = 40) -> str:
    """Text of the same line before the match, at most so long."""
    start = m.start()
    text = view.text[max(0, start - length) : start]
    return text[max(text.rfind("\n"), text.rfind("\r")) + 1 :]


def line_after(m: Any, view: TokenizedText, length: int = 24) -> str:
    """Text of the same line after the match, at most so long."""
    text = view.text[m.end() : m.end() + length]
    cut = min((i for i in (text.find("\n"), text.find("\r")) if i >= 0), default=len(text))
    return text[:cut]
