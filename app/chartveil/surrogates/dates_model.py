"""A date as it was written: its parts and their order."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import Enum, auto

from chartveil.surrogates.calendar_words import HOLIDAYS


class DatePart(Enum):
    """What a piece of a date is."""

    LITERAL = auto()
    YEAR = auto()
    TWO_DIGIT_YEAR = auto()
    MONTH = auto()
    MONTH_NAME = auto()
    MONTH_ABBREVIATION = auto()
    DAY = auto()
    DAY_WORD = auto()
    SUFFIX = auto()
    WEEKDAY = auto()
    WEEKDAY_ABBREVIATION = auto()
    HOLIDAY = auto()


@dataclass(frozen=True, slots=True)
class DatePiece:
    """A part of a date as written. ``language`` is set for month and weekday names."""

    part: DatePart
    text: str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class ParsedDate:
    """A date, or the part of one that was written.

    Attributes:
        year, month, day: what was written; None where it was not. A year of two digits is a full
            number here, by the pivot given to ``parse_date``.
        pieces: the text in order; their texts joined give the text (with scanning errors mended).
        either_order: the numbers could as well be day first (or month first).
        holiday: folded name of the holiday, if one was named instead.
    """

    year: int | None
    month: int | None
    day: int | None
    pieces: tuple[DatePiece, ...]
    either_order: bool = False
    holiday: str | None = None

    @property
    def is_full(self) -> bool:
        return self.year is not None and self.month is not None and self.day is not None

    def completed(self, year: int, month: int, day: int) -> dt.date:
        """The date, with what was not written taken from the arguments.

        A day past the end of its month is the last of it.
        """
        y, m, d = self.year or year, self.month or month, self.day or day
        if self.holiday:
            return HOLIDAYS[self.holiday](y)
        while True:
            try:
                return dt.date(y, m, d)
            except ValueError:
                d -= 1
                if d < 28:
                    raise


DEFAULT_YEAR_PIVOT = 2040
"""Two-digit years are read as the latest year before this one."""
