"""Days, months and years: the numbers and words that stand for them, misread ones too."""

from __future__ import annotations

from typing import Final

EARLIEST_YEAR: Final = 1880
LATEST_YEAR: Final = 2059

# Figures as scanners misread them, without regard to case where case does not tell.
_FIGURES: Final = str.maketrans("OoQDlIi|!SsZzBgqG", "00001111155228996")
_DAYS_IN_MONTH: Final = (0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def read_number(text: str) -> int | None:
    """The number that figures, some of them perhaps misread, stand for; None if they stand for none."""
    plain = text.translate(_FIGURES)
    return int(plain) if plain.isdecimal() and plain.isascii() else None


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


MONTHS: Final = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

MONTHS_SHORT: Final = ("jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov", "dec")

MONTHS_MISSPELT: Final = (
    "janurary", "janaury", "januray", "febuary", "feburary", "februrary", "febraury", "apirl", "arpil",
    "agust", "augest", "augst", "setember", "septemeber", "septmber", "ocotber", "octobar", "novemeber",
    "novmber", "decemeber", "decmber",
)  # fmt: skip

# Months of the languages that turn up in letters from abroad; with and without accents. Those that are
# English words or names as well (mars, mai, abril is not) count only beside a day or a year.
MONTHS_FOREIGN: Final = (
    # Spanish
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "setiembre",
    "octubre", "noviembre", "diciembre",
    # French
    "janvier", "février", "fevrier", "févr", "fév", "mars", "avril", "mai", "juin", "juillet", "août", "aout",
    "septembre", "octobre", "novembre", "décembre", "déc",
    # German
    "januar", "jänner", "februar", "märz", "juni", "juli", "oktober", "dezember", "okt", "dez",
    # Portuguese
    "janeiro", "fevereiro", "março", "maio", "junho", "julho", "setembro", "outubro", "novembro", "dezembro",
    # Italian
    "gennaio", "febbraio", "aprile", "maggio", "giugno", "luglio", "settembre", "ottobre", "dicembre",
)  # fmt: skip

_READ_AS: Final = str.maketrans("i1|0", "lllo")


def _read(word: str) -> str:
    """The word with what a scanner confuses made one: ``Novernber``, ``Apri1`` and ``0ct`` read as meant."""
    return word.lower().translate(_READ_AS).replace("rn", "m")


_READ: Final = frozenset(_read(w) for w in (*MONTHS, *MONTHS_SHORT, *MONTHS_MISSPELT))
_EXACT: Final = frozenset((*MONTHS, *MONTHS_SHORT))
_FOREIGN: Final = frozenset(MONTHS_FOREIGN)


def month_kind(word: str) -> str:
    """What kind of month the word is: ``plain``, ``misread`` (or misspelt), ``foreign``, or nothing."""
    low = word.lower()
    if low in _EXACT:
        return "plain"
    if low in _FOREIGN:
        return "foreign"
    return "misread" if _read(low) in _READ or (low[-1:] in "1|" and _read(low[:-1]) in _READ) else ""
