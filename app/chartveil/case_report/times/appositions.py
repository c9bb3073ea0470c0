"""Merges times beside each other that mean one day: ``Sunday, POD 5``, ``six weeks ago, on May 1``."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from chartveil.case_report.model import Basis, Certainty, DayRange
from chartveil.case_report.times.events import DatedNote, PlacedTime
from chartveil.case_report.times.expressions import COUNTED_DAYS, TimeKind, is_birth
from chartveil.case_report.times.holidays import DAY, days_of, season_days, third_of

_APPOSITION = re.compile(
    r"(?:[ ]?[,(][ ](?:the[ ])?|[ ]\((?:the[ ])?|[ ]?[=–-][ ]?|[ ]{1,5}|\t)"
    r"(?:(?:i\.?e\.?|viz\.?|namely),?[ ])?(?:an?[ ])?"
)
_AGO_IN = re.compile(r",?\s+(?:back\s+)?(?:in|on|around|about|during)\s+(?:the\s+)?")
_EXACT_KINDS = (TimeKind.DATE, *COUNTED_DAYS)


def with_appositions(note: DatedNote, *, southern: bool) -> DatedNote:
    """A weekday right beside a date or a counted day is that day: ``Sunday, POD 5``, ``15 October, the
    Thursday after Thanksgiving``.

    Args:
        note: with its times.
        southern: whether seasons are those of the southern half of the world.
    """
    times = list(note.times)
    for n, (a, b) in enumerate(pairwise(note.times)):
        between = note.note.text[a.expression.end : b.expression.start]
        beside = _APPOSITION.fullmatch(between) or (
            a.expression.kind is TimeKind.AGO and _AGO_IN.fullmatch(between)
        )
        if (named := _named_by_date(a, b, between)) is not None:
            times[n], times[n + 1] = named
        elif _is_equated(a, b, between):
            times[n] = replace(a, when=b.when, certainty=Certainty.PLACED, basis=Basis.BESIDE)
        elif (day := _beside_feast(a, b, between)) is not None:
            times[n] = replace(a, when=day, certainty=Certainty.PLACED, basis=Basis.BESIDE)
        elif (day := _last_weekday(times[n], b, between)) is not None:
            times[n + 1] = replace(b, when=day, certainty=Certainty.PLACED, basis=Basis.BESIDE)
        elif (day := _first_weekday(a, b, between)) is not None:
            times[n] = replace(a, when=day, certainty=Certainty.PLACED, basis=Basis.BESIDE)
        elif beside and _is_same_day(a, b):
            times[n] = replace(a, when=b.when, certainty=Certainty.PLACED, basis=Basis.BESIDE)
        elif beside and (weeks_ago := _weekday_of_weeks(a, b)) is not None:
            times[n], times[n + 1] = weeks_ago
        elif Certainty.DECIDED not in (a.certainty, b.certainty) and _is_count_of_row(a, b, between):
            times[n + 1] = _counted(a, b)
        elif beside and Certainty.DECIDED not in (a.certainty, b.certainty):
            times[n + 1] = _beside(a, b, southern=southern) or times[n + 1]
    for n, t in enumerate(times):
        e = t.expression
        weekday = e.number if e.kind is TimeKind.WEEKDAY else e.weekday
        if e.kind not in (TimeKind.WEEKDAY, TimeKind.HOLIDAY) or weekday < 0 or e.year:
            continue
        if e.relation and not (e.relation == "that" and _NAMED_BEHIND.match(note.note.text, e.end)):
            continue
        if t.certainty is Certainty.DECIDED:
            continue
        for other in (*times[n + 1 : n + 2], *times[max(n - 1, 0) : n]):
            first, second = sorted((e, other.expression), key=lambda x: x.start)
            kinds = (*_EXACT_KINDS, TimeKind.HOLIDAY) if e.kind is TimeKind.WEEKDAY else _EXACT_KINDS
            day = other.when if other.expression.kind in kinds else None
            fits = day is not None and day.is_exact and day.first.weekday() == weekday
            if fits and _APPOSITION.fullmatch(note.note.text[first.end : second.start]):
                times[n] = replace(t, when=day, certainty=Certainty.PLACED, basis=Basis.BESIDE)
                break
    # ``in two weeks, on the 26th``: the date says it.
    told_twice = {
        a.expression.start
        for a, b in pairwise(times)
        if a.expression.relation == "ahead" and a.basis == Basis.BESIDE and a.when == b.when
    }
    return replace(note, times=tuple(t for t in times if t.expression.start not in told_twice))


_EQUATES = re.compile(r"(?:[ ][\w-]+){0,3}[ ]?=[ ]?")


def _is_equated(a: PlacedTime, b: PlacedTime, between: str) -> bool:
    """Whether a count is said to be the date behind it: ``Day 1 of effective abx = 4/8``."""
    counted = a.expression.kind in (*COUNTED_DAYS, TimeKind.TREATMENT_DAY)
    dated = b.expression.kind is TimeKind.DATE and b.when is not None and b.when.is_exact
    return counted and dated and a.certainty is not Certainty.DECIDED and bool(_EQUATES.fullmatch(between))


_BEFORE_FEAST = re.compile(
    r"(?:[ ](?:morning|afternoon|evening|night))?,[ ](?:just[ ])?(before|after)[ ](?:the[ ])?", re.IGNORECASE
)


def _beside_feast(a: PlacedTime, b: PlacedTime, between: str) -> DayRange | None:
    """The weekday that is told by the holiday behind it: ``on the Saturday night, before Whit Sunday``."""
    m = _BEFORE_FEAST.fullmatch(between)
    kinds = a.expression.kind is TimeKind.WEEKDAY and b.expression.kind is TimeKind.HOLIDAY
    if m is None or not kinds or b.when is None or not b.when.is_exact or a.certainty is Certainty.DECIDED:
        return None
    step = -DAY if m[1].lower() == "before" else DAY
    day = b.when.first + step
    while day.weekday() != a.expression.number:
        day += step
    return DayRange(day, day)


_OCCASION = re.compile(r"(?:[ ][a-z]+)?(?:,[ ](?:the[ ])?|[ ]\((?:the[ ])?)")
"""Between a feast, or a day that no calendar has, and its date: ``Thanksgiving dinner, Sunday the 13th``."""
_LONGEST_FEAST, _LONGEST_BREAK = 5 * DAY, 18 * DAY
_BREAK = re.compile(r"[ ](?:fortnight|holidays?|hols|break|vacation|recess)\b", re.IGNORECASE)


def _named_by_date(a: PlacedTime, b: PlacedTime, between: str) -> tuple[PlacedTime, PlacedTime] | None:
    """A feast, or a day that no calendar has, and the date or weekday behind it that says which day it was:
    ``on opening day, Nov 20``, ``on Dhulivandan, last Thursday``; None where it is not that."""
    if not _OCCASION.fullmatch(between) or Certainty.DECIDED in (a.certainty, b.certainty):
        return None
    first, second = a.expression, b.expression
    tells = second.kind is TimeKind.DATE or (second.kind is TimeKind.WEEKDAY and second.relation)
    if not tells or b.when is None or not b.when.is_exact or is_birth(second):
        return None
    unread = first.kind is TimeKind.UNREAD
    feast = first.kind is TimeKind.HOLIDAY and a.when is not None
    if feast and a.when is not None and second.kind is TimeKind.DATE:
        around = _LONGEST_BREAK if _BREAK.match(between) else _LONGEST_FEAST
        feast = a.when.first - around <= b.when.first <= a.when.last + around
    if not (unread or (feast and second.kind is TimeKind.DATE)):
        return None
    return replace(a, when=b.when, certainty=Certainty.PLACED, basis=Basis.BESIDE), b


_NAMED_BEHIND = re.compile(r"[ ]\(")
"""``on the Monday (Easter Monday)``"""
_RUN = re.compile(r"\s?(?:-|–|/|to|until|through)\s?")


def _first_weekday(a: PlacedTime, b: PlacedTime, between: str) -> DayRange | None:
    """The first of two weekdays that are a run whose last is known: ``Monday to Thursday last week``."""
    weekdays = a.expression.kind is b.expression.kind is TimeKind.WEEKDAY
    if not weekdays or not _RUN.fullmatch(between.lower()) or a.certainty is Certainty.DECIDED:
        return None
    if b.when is None or not b.when.is_exact or a.expression.relation:
        return None
    follows = (b.expression.number - a.expression.number) % 7 == 1
    is_open = a.when is not None and not a.when.is_exact and follows  # ``the night of Sat/Sun``
    if not (b.expression.relation or is_open):
        return None
    day = b.when.first - ((b.expression.number - a.expression.number) % 7 or 7) * DAY
    return DayRange(day, day)


def _last_weekday(a: PlacedTime, b: PlacedTime, between: str) -> DayRange | None:
    """The last of two weekdays that are a run whose first is known: ``fever Thu-Sat``."""
    weekdays = a.expression.kind is b.expression.kind is TimeKind.WEEKDAY
    if not weekdays or not _RUN.fullmatch(between.lower()) or b.certainty is Certainty.DECIDED:
        return None
    if a.when is None or not a.when.is_exact or b.expression.relation or b.expression.unit:
        return None
    day = a.when.first + ((b.expression.number - a.expression.number) % 7 or 7) * DAY
    return DayRange(day, day)


def _is_same_day(a: PlacedTime, b: PlacedTime) -> bool:
    """Whether a number of weeks ago is the day that stands beside it: ``six weeks ago, on May 1``."""
    if a.when is None or b.when is None:
        return False
    ago = a.expression.kind is TimeKind.AGO and b.expression.kind is TimeKind.DATE
    exact = b.when.is_exact and a.certainty is not Certainty.DECIDED
    return ago and exact and a.when.first <= b.when.first <= a.when.last


def _weekday_of_weeks(a: PlacedTime, b: PlacedTime) -> tuple[PlacedTime, PlacedTime] | None:
    """Weeks ago and the weekday beside it, as one day: ``3 weeks ago (Tues)``; None where it is not that."""
    first, second = a.expression, b.expression
    if first.kind is not TimeKind.AGO or second.kind is not TimeKind.WEEKDAY or second.relation:
        return None
    if a.when is None or first.unit not in ("day", "week") or Certainty.DECIDED in (a.certainty, b.certainty):
        return None
    if first.unit == "day" and a.when.is_exact and a.when.first.weekday() != second.number:
        return None
    day = a.when.middle + ((second.number - a.when.middle.weekday() + 3) % 7 - 3) * DAY
    both = DayRange(day, day)
    placed = [replace(t, when=both, certainty=Certainty.PLACED, basis=Basis.BESIDE) for t in (a, b)]
    return placed[0], placed[1]


_HOUR = re.compile(r"[ \t|]*(?:(?:[01]\d|2[0-3])[:.h]?[0-5]\d[ \t|]+)?|[ ]?[(]")
"""Between a date and its count: nothing, the hour of a row or entry, or a bracket (``23/08 (day 5)``)."""


def _is_count_of_row(a: PlacedTime, b: PlacedTime, between: str) -> bool:
    """Whether the second of two times is the count that a row of a chart has beside its date:
    ``26/5   D4   38.1``."""
    exact = a.expression.kind is TimeKind.DATE and a.when is not None and a.when.is_exact
    counts = (*COUNTED_DAYS, TimeKind.TREATMENT_DAY)
    exact = exact and not is_birth(a.expression)
    return exact and b.expression.kind in counts and bool(between) and _HOUR.fullmatch(between) is not None


def _counted(a: PlacedTime, b: PlacedTime) -> PlacedTime:
    return replace(b, when=a.when, certainty=Certainty.PLACED, basis=Basis.BESIDE)


def _beside(a: PlacedTime, b: PlacedTime, *, southern: bool) -> PlacedTime | None:
    """The second of two times as the first tells it: ``Burns Night (the 25th)``, ``a year ago, in May``."""
    first, second = a.expression, b.expression
    if a.when is None:
        return None
    if is_birth(first):
        return None
    told_by_date = second.kind in COUNTED_DAYS and first.kind in (TimeKind.DATE, TimeKind.WEEKDAY)
    if b.when is None and a.when.is_exact and (second.kind is TimeKind.TREATMENT_DAY or told_by_date):
        return _counted(a, b)
    if first.kind is TimeKind.AGO and b.when is not None and b.when.is_exact:
        return None
    years_ago = first.kind is TimeKind.AGO and first.unit == "year" and not (second.year or second.relation)
    if years_ago and second.kind is TimeKind.SEASON:
        middle = a.when.middle
        seasons = [
            season_days(second.name, y, exact=True, southern=southern)
            for y in range(middle.year - 2, middle.year + 2)
        ]
        season = third_of(min(seasons, key=lambda c: abs(c.middle - middle)), second.part)
        return replace(b, when=season, basis=Basis.YEAR_OF_NEIGHBOUR)
    if second.kind is not TimeKind.DATE or second.year or is_birth(second):
        return None
    day_alone = second.day is not None and second.month is None
    if first.kind is TimeKind.HOLIDAY and day_alone and a.when.is_exact and a.when.first.day == second.day:
        return replace(b, when=a.when, certainty=Certainty.PLACED, basis=Basis.BESIDE)
    if years_ago and second.month and second.day is None:
        middle = a.when.middle
        years = (middle.year - 1, middle.year, middle.year + 1)
        month = min((days_of(y, second.month, None) for y in years), key=lambda c: abs(c.middle - middle))
        return replace(b, when=month, basis=Basis.YEAR_OF_NEIGHBOUR)
    return None
