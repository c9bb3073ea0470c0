"""Month, weekday, ordinal and holiday words, as tables (never the process-wide locale)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

MONTH_NAMES: dict[str, tuple[str, ...]] = {
    "en": tuple(
        "January February March April May June July August September October November December".split()
    ),
    "es": tuple(
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
    ),
    "fr": tuple(
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
    ),
    "de": tuple("Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()),
    "pt": tuple(
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split()
    ),
    "it": tuple(
        "gennaio febbraio marzo aprile maggio giugno luglio agosto "
        "settembre ottobre novembre dicembre".split()
    ),
    "nl": tuple(
        "januari februari maart april mei juni juli augustus september oktober november december".split()
    ),
    "sv": tuple(
        "januari februari mars april maj juni juli augusti september oktober november december".split()
    ),
    "ga": (
        "Eanáir", "Feabhra", "Márta", "Aibreán", "Bealtaine", "Meitheamh", "Iúil", "Lúnasa",
        "Meán Fómhair", "Deireadh Fómhair", "Samhain", "Nollaig",
    ),
}  # fmt: skip
MONTH_ABBREVIATIONS: dict[str, tuple[str, ...]] = {
    "en": tuple("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()),
    "es": tuple("ene feb mar abr may jun jul ago sep oct nov dic".split()),
    "fr": tuple("janv févr mars avr mai juin juil août sept oct nov déc".split()),
    "de": tuple("Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez".split()),
    "pt": tuple("jan fev mar abr mai jun jul ago set out nov dez".split()),
    "it": tuple("gen feb mar apr mag giu lug ago set ott nov dic".split()),
    "nl": tuple("jan feb mrt apr mei jun jul aug sep okt nov dec".split()),
    "sv": tuple("jan feb mars apr maj juni juli aug sep okt nov dec".split()),
    "ga": tuple("Ean Feabh Márta Aib Beal Meith Iúil Lún MFómh DFómh Samh Noll".split()),
}
WEEKDAY_NAMES: dict[str, tuple[str, ...]] = {
    "en": tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()),
    "es": tuple("lunes martes miércoles jueves viernes sábado domingo".split()),
    "fr": tuple("lundi mardi mercredi jeudi vendredi samedi dimanche".split()),
    "de": tuple("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split()),
}
WEEKDAY_ABBREVIATIONS = tuple("Mon Tue Wed Thu Fri Sat Sun".split())

_UNITS = "first second third fourth fifth sixth seventh eighth ninth".split()
ORDINAL_WORDS: tuple[str, ...] = (
    *_UNITS,
    *"tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth".split(),
    "nineteenth",
    "twentieth",
    *(f"twenty-{u}" for u in _UNITS),
    "thirtieth",
    "thirty-first",
)
"""``ORDINALS[0]`` is ``first``."""


def ordinal_suffix(day: int) -> str:
    """``st``, ``nd``, ``rd`` or ``th``."""
    return "th" if 11 <= day % 100 <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def easter_sunday(year: int) -> dt.date:
    """Easter Sunday of the Gregorian calendar (Meeus/Jones/Butcher, Astronomical Algorithms, 1991)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return dt.date(year, month, day + 1)


def _nth(month: int, weekday: int, n: int) -> Callable[[int], dt.date]:
    """The nth weekday (0 is Monday) of a month; the last for n = -1."""

    def on(year: int) -> dt.date:
        if n > 0:
            first = dt.date(year, month, 1)
            return first + dt.timedelta((weekday - first.weekday()) % 7 + 7 * (n - 1))
        last = dt.date(year + month // 12, month % 12 + 1, 1) - dt.timedelta(1)
        return last - dt.timedelta((last.weekday() - weekday) % 7)

    return on


def _fixed(month: int, day: int) -> Callable[[int], dt.date]:
    return lambda year: dt.date(year, month, day)


def _from_easter(days: int) -> Callable[[int], dt.date]:
    return lambda year: easter_sunday(year) + dt.timedelta(days)


HOLIDAYS: dict[str, Callable[[int], dt.date]] = {
    "new year's day": _fixed(1, 1),
    "new year's eve": _fixed(12, 31),
    "new year's": _fixed(1, 1),
    "new years": _fixed(1, 1),
    "martin luther king day": _nth(1, 0, 3),
    "mlk day": _nth(1, 0, 3),
    "groundhog day": _fixed(2, 2),
    "super bowl sunday": _nth(2, 6, 2),
    "super bowl": _nth(2, 6, 2),
    "valentine's day": _fixed(2, 14),
    "valentine's": _fixed(2, 14),
    "presidents' day": _nth(2, 0, 3),
    "mardi gras": _from_easter(-47),
    "ash wednesday": _from_easter(-46),
    "st. patrick's day": _fixed(3, 17),
    "st patrick's day": _fixed(3, 17),
    "palm sunday": _from_easter(-7),
    "good friday": _from_easter(-2),
    "easter": _from_easter(0),
    "easter sunday": _from_easter(0),
    "easter monday": _from_easter(1),
    "april fools' day": _fixed(4, 1),
    "april fools": _fixed(4, 1),
    "fat tuesday": _from_easter(-47),
    "st. joseph's day": _fixed(3, 19),
    "st. stephen's day": _fixed(12, 26),
    "bonfire night": _fixed(11, 5),
    "hogmanay": _fixed(12, 31),
    "anzac day": _fixed(4, 25),
    "may day": _fixed(5, 1),
    "cinco de mayo": _fixed(5, 5),
    "mother's day": _nth(5, 6, 2),
    "victoria day": _nth(5, 0, 3),
    "pentecost": _from_easter(49),
    "memorial day": _nth(5, 0, -1),
    "juneteenth": _fixed(6, 19),
    "father's day": _nth(6, 6, 3),
    "canada day": _fixed(7, 1),
    "fourth of july": _fixed(7, 4),
    "4th of july": _fixed(7, 4),
    "independence day": _fixed(7, 4),
    "bastille day": _fixed(7, 14),
    "labor day": _nth(9, 0, 1),
    "labour day": _nth(9, 0, 1),
    "columbus day": _nth(10, 0, 2),
    "halloween": _fixed(10, 31),
    "all saints'": _fixed(11, 1),
    "all saints' day": _fixed(11, 1),
    "guy fawkes night": _fixed(11, 5),
    "veterans day": _fixed(11, 11),
    "veterans' day": _fixed(11, 11),
    "armistice day": _fixed(11, 11),
    "remembrance day": _fixed(11, 11),
    "thanksgiving": _nth(11, 3, 4),
    "thanksgiving day": _nth(11, 3, 4),
    "black friday": lambda year: _nth(11, 3, 4)(year) + dt.timedelta(1),
    "christmas": _fixed(12, 25),
    "christmas day": _fixed(12, 25),
    "xmas": _fixed(12, 25),
    "christmas eve": _fixed(12, 24),
    "boxing day": _fixed(12, 26),
    "waitangi day": _fixed(2, 6),
    "australia day": _fixed(1, 26),
    # Feasts of other calendars, at the middle of their season: only their place in the year is used.
    "lunar new year": _fixed(2, 5),
    "tet": _fixed(2, 5),
    "passover": _fixed(4, 10),
    "ramadan": _fixed(4, 15),
    "eid": _fixed(5, 10),
    "rosh hashanah": _fixed(9, 20),
    "yom kippur": _fixed(9, 29),
    "diwali": _fixed(11, 1),
    "hanukkah": _fixed(12, 15),
    "kwanzaa": _fixed(12, 26),
}
"""Folded name → its date in a year."""

HOLIDAY_SPELLINGS: tuple[tuple[str, str], ...] = (
    ("new year's day", "New Year's Day"),
    ("valentine's day", "Valentine's Day"),
    ("st. patrick's day", "St. Patrick's Day"),
    ("easter sunday", "Easter Sunday"),
    ("mother's day", "Mother's Day"),
    ("memorial day", "Memorial Day"),
    ("fourth of july", "Fourth of July"),
    ("labor day", "Labor Day"),
    ("columbus day", "Columbus Day"),
    ("halloween", "Halloween"),
    ("veterans day", "Veterans Day"),
    ("thanksgiving", "Thanksgiving"),
    ("christmas eve", "Christmas Eve"),
    ("christmas day", "Christmas Day"),
)
"""Holidays that a surrogate may name, with their spelling."""
