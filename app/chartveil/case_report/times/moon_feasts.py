"""Days of feasts that hang on the moon: Diwali and those told from it, Holi, Onam, lunar new year, and those
of the Islamic and the Hebrew calendar.

The instant of a new moon is worked out after J. Meeus, Astronomical Algorithms (1991), chapter 49, with
its greatest terms: right to some minutes. Which day a feast is kept on is the rule of most of India or China;
some places keep it a day before or after. Islamic feasts are those of the tabular calendar and a day to
either side, since they begin with the sight of the moon; the Hebrew calendar is worked out by its four rules
for the new year. Both after E. M. Reingold and N. Dershowitz, Calendrical Calculations (2018).
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


def _before_diwali(first: int, last: int, year: int) -> DayRange:
    """Days of the moon that ends with Diwali, counted from the new moon that it begins with."""
    began = _first_new_moon(dt.datetime(year, 10, 17)) - dt.timedelta(_MONTH) + _INDIA
    return DayRange(began.date() + first * _DAY, began.date() + last * _DAY)


def _holi(year: int) -> DayRange:
    """The day of the full moon after Mahashivratri, or the next."""
    full = _first_new_moon(dt.datetime(year, 2, 12, 18)) + dt.timedelta(_MONTH / 2) + _INDIA
    return DayRange(full.date(), full.date() + _DAY)


def _ugadi(year: int) -> DayRange:
    """The first morning after the new moon of the sun's last sign."""
    moon = _first_new_moon(dt.datetime(year, 3, 14, 12)) + _INDIA
    day = moon.date() + (moon.hour >= _SMALL_HOURS) * _DAY
    return DayRange(day, day)


def _after_ugadi(first: int, last: int, year: int) -> DayRange:
    day = _ugadi(year).first
    return DayRange(day + first * _DAY, day + last * _DAY)


def _beside_bhadrapada(first: int, last: int, year: int) -> DayRange:
    """Days from the new moon that falls while the sun is in sidereal Leo."""
    moon = _first_new_moon(dt.datetime(year, 8, 17)) + _INDIA
    return DayRange(moon.date() + first * _DAY, moon.date() + last * _DAY)


def _full_moon_of_shravana(year: int) -> DayRange:
    """The day of the full moon before that new moon, or the one before it."""
    full = _first_new_moon(dt.datetime(year, 8, 17)) - dt.timedelta(_MONTH / 2) + _INDIA
    return DayRange(full.date() - _DAY, full.date())


_SHRAVANA = (280.0, 280.0 + 40 / 3)
"""The stretch of the sky that a day of Onam has the moon in, in degrees of sidereal longitude."""
_SUNRISE_IN_KERALA = dt.timedelta(minutes=45)
"""After midnight UTC."""
_CHINGAM = ((8, 17), (9, 16))
"""First and last day of the sun in sidereal Leo."""


def _moon_longitude(at: dt.datetime) -> float:
    """The sidereal longitude (Lahiri) of the moon in degrees, right to a tenth of one: the greatest terms of
    J. Meeus, Astronomical Algorithms (1991), chapter 45.

    Args:
        at: an instant (UTC, without zone).
    """
    t = (at - dt.datetime(2000, 1, 1, 12)) / _DAY / 36525
    elongation = math.radians(297.8501921 + 445267.1114034 * t)
    sun = math.radians(357.5291092 + 35999.0502909 * t)
    moon = math.radians(134.9633964 + 477198.8675055 * t)
    node = math.radians(93.2720950 + 483202.0175233 * t)
    longitude = (
        218.3164477
        + 481267.88123421 * t
        + 6.288774 * math.sin(moon)
        + 1.274027 * math.sin(2 * elongation - moon)
        + 0.658314 * math.sin(2 * elongation)
        + 0.213618 * math.sin(2 * moon)
        - 0.185116 * math.sin(sun)
        - 0.114332 * math.sin(2 * node)
        + 0.058793 * math.sin(2 * elongation - 2 * moon)
        + 0.057066 * math.sin(2 * elongation - sun - moon)
        + 0.053322 * math.sin(2 * elongation + moon)
    )
    return (longitude - 23.853 - 1.39697 * t) % 360


def _onam(year: int) -> DayRange:
    """The last day of the sun in Leo at whose sunrise the moon is in Shravana."""
    (month, first), (last_month, last) = _CHINGAM
    day = dt.date(year, last_month, last)
    while day > dt.date(year, month, first):
        at = _moon_longitude(dt.datetime.combine(day, dt.time()) + _SUNRISE_IN_KERALA)
        if _SHRAVANA[0] <= at < _SHRAVANA[1]:
            break
        day -= _DAY
    return DayRange(day, day)


_ISLAMIC_EPOCH, _HEBREW_EPOCH = 227015, -1373427
"""The first days of both calendars, as ordinals of ``datetime.date``."""


def _islamic(month: int, day: int, days: int, year: int) -> DayRange:
    """The first ``days`` days from a day of the tabular calendar, and a day to either side, as they lie in a
    year; the first of them where a year has two."""
    islamic = (year - 622) * 33 // 32 - 1
    while (first := _islamic_day(islamic, month, day)).year < year:
        islamic += 1
    return DayRange(first - _DAY, first + days * _DAY)


def _islamic_day(year: int, month: int, day: int) -> dt.date:
    before = 354 * (year - 1) + (3 + 11 * year) // 30 + 29 * (month - 1) + month // 2
    return dt.date.fromordinal(_ISLAMIC_EPOCH - 1 + before + day)


_eid_al_fitr = partial(_islamic, 10, 1, 1)
_eid_al_adha = partial(_islamic, 12, 10, 1)


def _either_eid(year: int) -> DayRange:
    """From the first to the second of the two feasts of a year that are called so."""
    first, second = sorted((_eid_al_fitr(year), _eid_al_adha(year)), key=lambda d: d.first)
    return DayRange(first.first, second.last)


TWO_FEASTS: Mapping[str, tuple[str, str]] = dict.fromkeys(
    ("eid", "sallah", "idd"), ("eid al-fitr", "eid al-adha")
)
"""Names that two feasts of a year have."""


def _hebrew_new_year(year: int) -> dt.date:
    def elapsed(y: int) -> int:
        months = (235 * y - 234) // 19
        days = 29 * months + (12084 + 13753 * months) // 25920
        return days + (3 * (days + 1) % 7 < 3)

    before, this, after = elapsed(year - 1), elapsed(year), elapsed(year + 1)
    late = 2 if after - this == 356 else int(this - before == 382)
    return dt.date.fromordinal(_HEBREW_EPOCH + this + late)


def _from_rosh_hashanah(first: int, last: int, year: int) -> DayRange:
    new_year = _hebrew_new_year(year + 3761)
    return DayRange(new_year + first * _DAY, new_year + last * _DAY)


def _hanukkah(year: int) -> DayRange:
    """The eight days from 25 Kislev, and the evening before."""
    new_year = _hebrew_new_year(year + 3761)
    long = (_hebrew_new_year(year + 3762) - new_year).days % 30 == 25
    first = new_year + (83 + long) * _DAY
    return DayRange(first - _DAY, first + 7 * _DAY)


def _from_orthodox_easter(days: int, year: int) -> DayRange:
    """Days from Easter of the churches that go by the Julian calendar (J. Meeus, chapter 8), until 2099."""
    d = (19 * (year % 19) + 15) % 30
    e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
    month, day = divmod(d + e + 114, 31)
    easter = dt.date(year, month, day + 1) + (13 + days) * _DAY
    return DayRange(easter, easter)


def _lunar_new_year(year: int) -> DayRange:
    day = (_first_new_moon(dt.datetime(year, 1, 20, 16)) + _CHINA).date()
    return DayRange(day, day)


_FEASTS: Mapping[str, Callable[[int], DayRange]] = {
    "diwali": _diwali,
    "deepavali": _diwali,
    "dhanteras": partial(_beside_diwali, -2, -1),
    "bhai dooj": partial(_beside_diwali, 2, 3),
    "mahashivratri": _mahashivratri,
    "holi": _holi,
    **dict.fromkeys(("durga puja", "pujo"), partial(_before_diwali, 6, 10)),
    "karva chauth": partial(_beside_diwali, -11, -10),
    **dict.fromkeys(("chhath", "chhath puja"), partial(_beside_diwali, 6, 7)),
    **dict.fromkeys(("guru nanak jayanti", "gurpurab"), partial(_beside_diwali, 15, 16)),
    **dict.fromkeys(("ugadi", "gudi padwa"), _ugadi),
    **dict.fromkeys(("ram navami", "sri rama navami"), partial(_after_ugadi, 7, 8)),
    **dict.fromkeys(("ganesh chaturthi", "vinayaka chaturthi"), partial(_beside_bhadrapada, 3, 4)),
    **dict.fromkeys(("janmashtami", "krishna janmashtami"), partial(_beside_bhadrapada, -9, -6)),
    **dict.fromkeys(("raksha bandhan", "rakhi"), _full_moon_of_shravana),
    **dict.fromkeys(("onam", "thiruvonam"), _onam),
    "navratri": partial(_before_diwali, 1, 9),
    **dict.fromkeys(("dussehra", "dasara", "vijayadasami"), partial(_before_diwali, 9, 10)),
    **dict.fromkeys(("ramadan", "ramzan", "ramadhan"), partial(_islamic, 9, 1, 30)),
    **dict.fromkeys(("eid al-fitr", "eid ul-fitr", "eid-ul-fitr"), _eid_al_fitr),
    **dict.fromkeys(("eid al-adha", "eid ul-adha", "eid-ul-adha", "bakrid"), _eid_al_adha),
    **dict.fromkeys(("eid", "sallah", "idd"), _either_eid),
    **dict.fromkeys(("idd ul fitr", "idd-ul-fitr", "hari raya", "lebaran", "korite"), _eid_al_fitr),
    **dict.fromkeys(("eid ul-azha", "eid-ul-azha", "idd ul adha", "tabaski", "hari raya haji"), _eid_al_adha),
    **dict.fromkeys(("mawlid", "maulid", "milad un nabi", "milad-un-nabi"), partial(_islamic, 3, 12, 1)),
    **dict.fromkeys(("laylat al-qadr", "lailat al-qadr", "night of power"), partial(_islamic, 9, 27, 1)),
    **dict.fromkeys(("islamic new year", "hijri new year"), partial(_islamic, 1, 1, 1)),
    **dict.fromkeys(("arafah day", "day of arafah"), partial(_islamic, 12, 9, 1)),
    **dict.fromkeys(("ashura", "muharram"), partial(_islamic, 1, 10, 1)),
    "rosh hashanah": partial(_from_rosh_hashanah, -1, 1),
    "yom kippur": partial(_from_rosh_hashanah, 8, 9),
    "sukkot": partial(_from_rosh_hashanah, 13, 21),
    **dict.fromkeys(("kol nidre", "erev yom kippur"), partial(_from_rosh_hashanah, 8, 8)),
    **dict.fromkeys(("erev rosh hashanah", "rosh hashanah eve"), partial(_from_rosh_hashanah, -1, -1)),
    "rosh hashana": partial(_from_rosh_hashanah, -1, 1),
    "hoshana rabbah": partial(_from_rosh_hashanah, 20, 20),
    "shemini atzeret": partial(_from_rosh_hashanah, 21, 21),
    **dict.fromkeys(("simchat torah", "simchas torah"), partial(_from_rosh_hashanah, 21, 22)),
    **dict.fromkeys(
        ("lag baomer", "lag ba'omer", "lag b'omer", "lag la'omer"), partial(_from_rosh_hashanah, -130, -130)
    ),
    **dict.fromkeys(("tisha b'av", "tisha bav", "tish'a b'av"), partial(_from_rosh_hashanah, -52, -50)),
    **dict.fromkeys(("first seder", "seder night"), partial(_from_rosh_hashanah, -164, -164)),
    "second seder": partial(_from_rosh_hashanah, -163, -163),
    "orthodox easter": partial(_from_orthodox_easter, 0),
    "greek easter": partial(_from_orthodox_easter, 0),
    "orthodox good friday": partial(_from_orthodox_easter, -2),
    "purim": partial(_from_rosh_hashanah, -194, -192),
    **dict.fromkeys(("passover", "pesach"), partial(_from_rosh_hashanah, -164, -156)),
    "shavuot": partial(_from_rosh_hashanah, -114, -112),
    **dict.fromkeys(("hanukkah", "chanukah"), _hanukkah),
    **dict.fromkeys(("lunar new year", "chinese new year"), _lunar_new_year),
}


def moon_feast_names() -> frozenset[str]:
    """Folded names of all feasts that are worked out."""
    return frozenset(_FEASTS)


def moon_feast(name: str, year: int) -> DayRange | None:
    """The day of a feast in a year, or the two that it may be on; None for a name that is none of these."""
    return _FEASTS[name](year) if name in _FEASTS else None
