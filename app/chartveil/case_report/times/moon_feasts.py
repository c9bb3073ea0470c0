"""Days of feasts that hang on the new moon: Diwali and those told from it, Mahashivratri, lunar new year.

The instant of a new moon is worked out after J. Meeus, Astronomical Algorithms (1991), chapter 49, with
its greatest terms: right to some minutes. Which day a feast is kept on is the rule of most of India or China;
some places keep it a day before or after.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Mapping
from functools import partial

from chartveil.case_report.model import DayRange

_DAY = dt.timedelta(1)
_MONTH = 29.530588861
"""Days from one new moon to the next."""
_EPOCH = dt.datetime(2000, 1, 6, 14, 19)  # JDE 2451550.09766, less 64 s of Dynamical Time
_INDIA, _CHINA = dt.timedelta(hours=5.5), dt.timedelta(hours=8)
_DUSK, _NIGHT = dt.timedelta(hours=17), dt.timedelta(hours=20.2)
"""Where the new moon falls between, places differ in whether Diwali is that evening or the one before."""
_FOURTEENTH = dt.timedelta(hours=47)
"""From the beginning of the moon's fourteenth day to the new moon, about."""
_SMALL_HOURS = 6


def new_moon(number: int) -> dt.datetime:
    """The instant (UTC, without zone) of a new moon, numbered from that of 6 January 2000."""
    t = number / 1236.85
    sun = math.radians(2.5534 + 29.10535670 * number)
    moon = math.radians(201.5643 + 385.81693528 * number)
    node = math.radians(160.7108 + 390.67050284 * number)
    e = 1 - 0.002516 * t
    days = (
        _MONTH * number
        + 0.00015437 * t * t
        - 0.40720 * math.sin(moon)
        + 0.17241 * e * math.sin(sun)
        + 0.01608 * math.sin(2 * moon)
        + 0.01039 * math.sin(2 * node)
        + 0.00739 * e * math.sin(moon - sun)
        - 0.00514 * e * math.sin(moon + sun)
        + 0.00208 * e * e * math.sin(2 * sun)
    )
    return _EPOCH + dt.timedelta(days)


def _first_new_moon(after: dt.datetime) -> dt.datetime:
    number = math.floor((after - _EPOCH) / _DAY / _MONTH) - 1
    while new_moon(number) < after:
        number += 1
    return new_moon(number)


def _diwali(year: int) -> DayRange:
    """The evening before the new moon of Kartik, while the sun is in sidereal Libra."""
    moon = _first_new_moon(dt.datetime(year, 10, 17)) + _INDIA
    hour = moon - dt.datetime.combine(moon.date(), dt.time())
    return DayRange(moon.date() - (hour < _NIGHT) * _DAY, moon.date() - (hour < _DUSK) * _DAY)


def _beside_diwali(first: int, last: int, year: int) -> DayRange:
    diwali = _diwali(year)
    return DayRange(diwali.first + first * _DAY, diwali.last + last * _DAY)


def _mahashivratri(year: int) -> DayRange:
    """The night that is the moon's fourteenth before the new moon of Magha."""
    began = _first_new_moon(dt.datetime(year, 2, 12, 18)) + _INDIA - _FOURTEENTH
    return DayRange(began.date() - (began.hour < _SMALL_HOURS) * _DAY, began.date())


def _lunar_new_year(year: int) -> DayRange:
    day = (_first_new_moon(dt.datetime(year, 1, 20, 16)) + _CHINA).date()
    return DayRange(day, day)


_FEASTS: Mapping[str, Callable[[int], DayRange]] = {
    "diwali": _diwali,
    "deepavali": _diwali,
    "dhanteras": partial(_beside_diwali, -2, -1),
    "bhai dooj": partial(_beside_diwali, 2, 3),
    "mahashivratri": _mahashivratri,
    **dict.fromkeys(("lunar new year", "chinese new year"), _lunar_new_year),
}


def moon_feast(name: str, year: int) -> DayRange | None:
    """The day of a feast in a year, or the two that it may be on; None for a name that is none of these."""
    return _FEASTS[name](year) if name in _FEASTS else None
