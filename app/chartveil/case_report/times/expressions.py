"""An expression of time in a note: a date, a part of one, or words such as ``last March``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from chartveil.case_report.times.words import time_words


class TimeKind(StrEnum):
    """The kinds of expressions of time."""

    DATE = "date"
    """Year, month, day, or some of them."""
    SEASON = "season"
    HOLIDAY = "holiday"
    WEEKDAY = "weekday"
    AGO = "ago"
    DAY_WORD = "day word"
    """``yesterday``: a number of days from the note."""
    PERIOD = "period"
    """``last week``, ``next month``: a whole unit beside the note's own."""
    POSTOPERATIVE = "day after an operation"
    HOSPITAL_DAY = "day in hospital"
    YEARS = "run of years"
    """``the 1990s``, ``the 2018-19 school year``: first and last year."""
    NOTE_DAY = "day of the note's own count"
    """``Day 3`` at the head of a note, and ``since day 1`` in it."""
    TREATMENT_DAY = "day of a treatment"
    """``day 3 of meropenem``: it stays as it is, and has its place in the timeline."""
    HABIT = "habit"
    """``every Tuesday``: no day, but it would tell the weekday of others."""
    UNREAD = "unread"
    """Detection took it for a date; what it means cannot be told."""


COUNTED_DAYS = (TimeKind.POSTOPERATIVE, TimeKind.HOSPITAL_DAY, TimeKind.NOTE_DAY)
"""Counts that say the day they stand for, in a chart or at the head of an entry."""
DAY_ZERO = "day zero"
"""Name of what a count with a sign is told from (``Day +7``): the transplant of marrow."""

DAY_OR_COUNT = "day or count"
"""Part of a date whose figures may be a number of days or months, too: ``TCA 10/7``."""


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """One expression.

    Attributes:
        start, end: its range, with the weekday beside it.
        kind: what it says.
        year, month, day: what is written of them.
        number: of a weekday in its month (``unit`` is ``weekday``), of days (``DAY_WORD``, ``POSTOPERATIVE``,
            ``HOSPITAL_DAY``), units (``AGO``), the weekday from 0, or times a week (``HABIT``, 0 for weekly).
        unit: ``day``, ``week``, ``month``, ``year``; of a run of years its last year.
        name: of a season or holiday, or of the event that a count or weekday is told from.
        relation: ``last``, ``next``, ``this``, ``last year``, ``next year``, ``before last``, ``after next``;
            ``that``, ``following`` and ``previous`` of weekdays, months, seasons and holidays that are seen
            from the time before them, and of months also ``that year`` and ``following year``; of periods
            ``until now`` (``over the past week``) and ``after`` (``the week after``), of a weekend ``the``;
            or empty.
            Of ``AGO`` ``ahead`` (``in two weeks``).
        part: ``early``, ``mid``, ``late``, ``earlier`` and ``later`` (of the note's own week, month or year),
            ``week first`` (of a month), ``week of`` and ``week from`` (of a day), ``about`` and ``exact`` (of
            ``AGO``), ``weekend`` and ``holiday`` (of a holiday), ``loose`` (of a count that may be none) or
            empty.
        birth: whether it is a date of birth.
        field: the field name before it, folded: ``date of service``; empty for none.
        weeks: further from the note, of a weekday: 1 for ``Tuesday week``, -1 for ``last Tuesday week``; of a
            period its units (``the month before last``).
        weekday: from 0, of a date that it stands with, or before or after a holiday; -1 for none.
    """

    start: int
    end: int
    kind: TimeKind
    year: int | None = None
    month: int | None = None
    day: int | None = None
    number: int = 0
    unit: str = ""
    last_year: int = 0
    name: str = ""
    relation: str = ""
    part: str = ""
    birth: bool = False
    field: str = ""
    weekday: int = -1
    weeks: int = 0


@dataclass(frozen=True, slots=True)
class FormContext:
    """The context in which forms are parsed.

    Attributes:
        text: of the note.
        day_first: whether ``4/5/19`` is the fourth of May.
        pivot: years of two digits are read as the latest year before this one.
        known_days: days without a year that are surely dates elsewhere in the case (``3/6``).
        written_on: the note's own day; None where it is not known.
    """

    text: str
    day_first: bool = False
    pivot: int = 2040
    known_days: Collection[str] = ()
    written_on: dt.date | None = None


def is_birth(e: TimeExpression) -> bool:
    """Whether an expression is a date of birth."""
    return e.birth or bool(time_words().fields["births"].fullmatch(e.field))
