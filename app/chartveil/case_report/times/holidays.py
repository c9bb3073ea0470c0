"""Computes the days of holidays and seasons."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Sequence

from chartveil.case_report.model import DayRange
from chartveil.case_report.times.expressions import TimeExpression
from chartveil.case_report.times.moon_feasts import moon_feast, moon_feast_names
from chartveil.case_report.times.words import Stretch, time_words
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import calendar_words, day_of_rule, easter_sunday

DAY = dt.timedelta(1)
_TERMS = {"autumn": (9, 12), "fall": (8, 12), "spring": (1, 4), "summer": (4, 7)}
"""First and last month of terms and semesters at schools."""
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def days_of(year: int, month: int | None, day: int | None) -> DayRange:
    """The days of a year, month or date; of a day that its month has not, the month's last."""
    if month is None:
        return DayRange(dt.date(year, 1, 1), dt.date(year, 12, 31))
    last = calendar.monthrange(year, month)[1]
    if day is None:
        return DayRange(dt.date(year, month, 1), dt.date(year, month, last))
    date = dt.date(year, month, min(day, last))
    return DayRange(date, date)


def season_days(name: str, year: int, *, exact: bool = False, southern: bool = False) -> DayRange:
    """The days of a season or quarter.

    A season over the turn of the year is named by the year it begins or ends in: both are meant where only
    the year is known.

    Args:
        name: of the season.
        year: in which it begins.
        exact: whether only the one that begins in that year is meant.
        southern: whether it is one of the southern half of the world.
    """
    stretch = next((s for s in time_words().stretches if s.name.fullmatch(name)), None)
    if stretch is not None:
        return _stretch_days(stretch, year, southern=southern)
    if re.fullmatch(r"q\d", name):
        month = 3 * int(name[1]) - 2
        return DayRange(dt.date(year, month, 1), days_of(year, month + 2, None).last)
    if name.endswith(("term", "semester")):
        start, end_month = _TERMS[name.split()[0]]
        if name.endswith("semester") and start == 1:
            end_month = 5
        return DayRange(dt.date(year, start, 1), days_of(year, end_month, None).last)
    month = (_SEASONS[name] + 5) % 12 + 1 if southern else _SEASONS[name]
    if month == 12:
        end = days_of(year + 1, 2, None).last
        return DayRange(dt.date(year, 12, 1) if exact else dt.date(year, 1, 1), end)
    return DayRange(dt.date(year, month, 1), days_of(year, month + 2, None).last)


def _stretch_days(stretch: Stretch, year: int, *, southern: bool) -> DayRange:
    first, last = stretch.southern if southern and stretch.southern else (stretch.first, stretch.last)
    if len(first) == 1:
        easter = easter_sunday(year)
        return DayRange(easter + first[0] * DAY, easter + last[0] * DAY)
    return DayRange(dt.date(year, *first), dt.date(year + (last < first), *last))


def days_of_holiday(name: str, year: int, country: str = "") -> list[dt.date]:
    """Each of the days on which a holiday of fixed rules is kept in a year; none for one that the moon
    tells."""
    words = time_words()
    if moon_feast(name, year) is not None:
        return []
    usual = words.also_holidays.get(name) or (calendar_words().holidays[name],)
    rules = words.own_holidays.get(country, {}).get(name, usual)
    if not country and name in words.unsure:
        rules = (*usual, *(rule for of in words.own_holidays.values() for rule in of.get(name, ())))
    return [day_of_rule(rule, year) for rule in rules]


def holiday_days(name: str, year: int, country: str = "") -> DayRange:
    """The day of a holiday in a year; of a feast of a moving calendar, and of one that is kept on several
    days, the days it may be on.

    Args:
        name: of the holiday, folded.
        year: of it.
        country: code of the country that keeps it; empty where it is not known.
    """
    if (feast := moon_feast(name, year)) is not None:
        return feast
    words, days = time_words(), days_of_holiday(name, year, country)
    slack = words.slack.get(name, 0) * DAY
    return DayRange(min(days) - slack, max(days) + slack)


def beside_stretch(e: TimeExpression, stretch: DayRange) -> DayRange:
    """The day, week or weekend before or after a part of the year, which may begin or end some days on either
    side of what is known of it."""
    edge = stretch.last if e.number > 0 else stretch.first
    step = DAY if e.number > 0 else -DAY
    if e.weekday >= 0:
        day = edge + step
        while day.weekday() != e.weekday:
            day += step
        return DayRange(min(day, day - 7 * step), max(day, day - 7 * step))
    if e.unit == "day":
        return DayRange(edge + step, edge + step)
    monday = edge - edge.weekday() * DAY + (7 * DAY if e.number > 0 else -7 * DAY)
    if e.unit == "weekend":
        return (
            DayRange(monday - 2 * DAY, monday - DAY)
            if e.number > 0
            else DayRange(monday + 5 * DAY, monday + 6 * DAY)
        )
    return DayRange(monday, monday + 6 * DAY)


_ALSO_NAMES = frozenset(("easter", "noel", "lent", "vishu", "bihu", "eid", "pentecost", "kwanzaa"))
"""Feasts by which people are called, too."""


def is_feast(written: str) -> bool:
    """Whether a word that begins with a capital is a feast and no name of a person: ``Dussehra``,
    ``Labour Day``."""
    name = " ".join(fold(written).replace("’", "'").split()).removesuffix("'s")
    known = (
        name in time_words().also_holidays or name in moon_feast_names() or name in calendar_words().holidays
    )
    return known and name not in _ALSO_NAMES


def with_weekend(name: str, holiday: DayRange, tail: str) -> DayRange:
    """The days that a word behind a holiday means: ``weekend`` its Saturday, Sunday and what joins them,
    ``holiday`` the Monday where it falls on a weekend. Any other day or range stays."""
    if not holiday.is_exact or not tail:
        return holiday
    day, weekday = holiday.first, holiday.first.weekday()
    if rule := time_words().observed.get(name.removesuffix(" day") + " day"):
        day = day_of_rule(rule, day.year)
        weekday = day.weekday()
    if tail == "holiday":
        day += (7 - weekday) * DAY if weekday >= _SATURDAY else 0 * DAY
        return DayRange(day, day)
    if name.startswith("easter"):
        sunday = easter_sunday(day.year)
        return DayRange(sunday - 2 * DAY, sunday + DAY)
    if _LAST_BEFORE < weekday < _SATURDAY:
        return DayRange(day, day + (6 - weekday) * DAY)
    saturday = day - ((weekday - _SATURDAY) % 7) * DAY
    return DayRange(saturday, max(day, saturday + DAY))


_LAST_BEFORE, _SATURDAY = 2, 5
"""Days of the week from 0: a feast on a Thursday joins the weekend behind it, one before it that ahead."""


def weekday_of_month(month: DayRange, weekday: int, nth: int) -> DayRange:
    """The nth weekday (0 is Monday) of a month, the last for -1."""
    day = day_of_rule([month.first.month, weekday, nth], month.first.year)
    return DayRange(day, day)


def bank_holidays(year: int, month: int | None = None, part: str = "", country: str = "") -> list[DayRange]:
    """The Mondays that are called so in Great Britain and Ireland, elsewhere those of long weekends, in
    order.

    Args:
        year: of them.
        month: in which they lie; None for any.
        part: ``early`` for the first of them, ``late`` for the last.
        country: its code. Where it is none of these two, a month that has several gives one range that holds
            them.
    """
    words = time_words()
    not_here = words.bank_only.get({"gb": "ie", "ie": "gb"}.get(country, ""), ())
    rules = words.long_weekends.get(country) or [r for r in words.bank_holidays if r not in not_here]
    days = sorted(_kept_on(rule, year) for rule in rules)
    days = [d for d in days if month in (None, d.month)]
    days = {"early": days[:1], "late": days[-1:]}.get(part, days)
    if month is not None and len(days) > 1 and country not in words.bank_only:
        return [DayRange(days[0], days[-1])]
    return [DayRange(d, d) for d in days]


def _kept_on(rule: Sequence[int] | int, year: int) -> dt.date:
    """The day of a rule, or the Monday after where a fixed day falls on a weekend."""
    day = day_of_rule(rule, year)
    fixed = not isinstance(rule, int) and len(rule) == 2
    return day + (7 - day.weekday()) * DAY if fixed and day.weekday() >= _SATURDAY else day


def beside_holiday(e: TimeExpression, holiday: DayRange) -> DayRange:
    """The day or week before or after a holiday, where that is what is written."""
    tail = e.part.rpartition(" ")[2]
    if tail in ("weekend", "holiday"):
        holiday = with_weekend(e.name, holiday, tail)
    if not e.number:
        return holiday
    if e.weekday >= 0 and e.weeks:
        monday = holiday.middle - holiday.middle.weekday() * DAY + 7 * e.weeks * DAY
        return DayRange(*[monday + e.weekday * DAY] * 2)
    if e.weekday >= 0:
        step = DAY if e.number > 0 else -DAY
        day = (holiday.last if e.number > 0 else holiday.first) + step if tail else holiday.middle + step
        while day.weekday() != e.weekday:
            day += step
        return DayRange(day, day)
    if e.unit == "week":
        near, far = sorted(
            (holiday.middle + e.number * DAY * 10 // 7, holiday.middle + (1 if e.number > 0 else -1) * DAY)
        )
        return DayRange(near, far)
    return DayRange(holiday.first + e.number * DAY, holiday.last + e.number * DAY)


_WEEKS = {"fi": 0, "1s": 0, "se": 1, "2n": 1, "th": 2, "3r": 2, "fo": 3, "4t": 3}
"""Which week of a month an ordinal means, by its first letters."""


def third_of(days: DayRange, part: str) -> DayRange:
    """The early, middle or late third of a range, or one of the weeks of a month."""
    if part.startswith("half "):
        middle = days.first + (days.last - days.first) / 2
        if (days.first.month, days.first.day, days.last.month) == (1, 1, 12):
            middle = dt.date(days.first.year, 6, 30)
        return DayRange(days.first, middle) if part == "half first" else DayRange(middle + DAY, days.last)
    if part in ("week of", "week from"):
        monday = days.first - (days.first.weekday() if part == "week of" else 0) * DAY
        return DayRange(monday, monday + 6 * DAY)
    if part.startswith("week "):
        number = _WEEKS.get(part.removeprefix("week ")[:2])
        first = days.last - 6 * DAY if number is None else days.first + 7 * number * DAY
        return DayRange(first, first + 6 * DAY)
    length = (days.last - days.first).days + 1
    if part not in ("early", "mid", "late") or length < 6:
        return days
    third = length // 3
    first = days.first + {"early": 0, "mid": third, "late": length - third}[part] * DAY
    last = days.first + {"early": third, "mid": length - third, "late": length}[part] * DAY - DAY
    return DayRange(first, last)
