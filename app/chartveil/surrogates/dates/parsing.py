"""Parses dates as they are written: their parts and the order of these."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import Enum, auto
from functools import lru_cache

from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import ORDINAL_WORDS, calendar_words
from chartveil.surrogates.spoken_numbers import (
    SPOKEN_DAY,
    SPOKEN_YEAR,
    number_from_words,
    read_spoken_year,
)
from chartveil.surrogates.text_shape import misread_letters_to_digits


class DatePart(Enum):
    """What a piece of a date is."""

    LITERAL = auto()
    YEAR = auto()
    TWO_DIGIT_YEAR = auto()
    YEAR_WORDS = auto()
    MONTH = auto()
    MONTH_NAME = auto()
    MONTH_ABBREVIATION = auto()
    ROMAN_MONTH = auto()
    DAY = auto()
    DAY_WORD = auto()
    DAY_NUMBER_WORD = auto()
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
        holiday: folded name of the holiday, if one was named instead.
    """

    year: int | None
    month: int | None
    day: int | None
    pieces: tuple[DatePiece, ...]
    holiday: str | None = None

    @property
    def is_full(self) -> bool:
        """Whether year, month and day were written."""
        return self.year is not None and self.month is not None and self.day is not None

    def completed(self, year: int, month: int, day: int) -> dt.date:
        """The date, with what was not written taken from the arguments.

        A day past the end of its month is the last of it.
        """
        y, m, d = self.year or year, self.month or month, self.day or day
        if self.holiday:
            return calendar_words().holiday(self.holiday, y)
        while True:
            try:
                return dt.date(y, m, d)
            except ValueError:
                d -= 1
                if d < 28:
                    raise


DEFAULT_YEAR_PIVOT = 2040
"""Two-digit years are read as the latest year before this one."""


# Month, weekday and holiday names in a date, also as scanning or typing spoilt them.


_OCR_WORD = str.maketrans("0153", "olse")
_SCANNED = re.compile(r"[A-Za-z]*(?:[01]|rn|[a-z]I)[A-Za-z01]*")
_LEAST_TYPO = 5
"""Letters of a name from which on a letter may be wrong."""

CalendarName = tuple[DatePart, int, str]
"""The kind of a calendar word, its number (month from 1, weekday from 0), and its language."""


@lru_cache(maxsize=1)
def calendar_names() -> dict[str, CalendarName]:
    """Folded month and weekday names of all languages; English first where languages agree."""
    out: dict[str, CalendarName] = {}
    words = calendar_words()
    for language, names in words.months.items():
        for i, name in enumerate(names, 1):
            out.setdefault(fold(name), (DatePart.MONTH_NAME, i, language))
        for i, name in enumerate(words.month_abbreviations[language], 1):
            out.setdefault(fold(name), (DatePart.MONTH_ABBREVIATION, i, language))
    out["sept"] = (DatePart.MONTH_ABBREVIATION, 9, "en")
    out["sec"] = out["min"] = (DatePart.LITERAL, 0, "en")
    for language, names in words.weekdays.items():
        for i, name in enumerate(names):
            out.setdefault(fold(name), (DatePart.WEEKDAY, i, language))
    for i, name in enumerate(words.weekday_abbreviations):
        out[name.lower()] = (DatePart.WEEKDAY_ABBREVIATION, i, "en")
    out |= {
        w: (DatePart.WEEKDAY_ABBREVIATION, i, "en")
        for w, i in (("tues", 1), ("thur", 3), ("thurs", 3), ("weds", 2))
    }
    return out


@lru_cache(maxsize=2048)
def read_calendar_name(folded: str) -> CalendarName | None:
    """The month or weekday a folded word names, one letter in six wrong at most."""
    names = calendar_names()
    found = names.get(folded)
    if found is None and len(folded) >= _LEAST_TYPO:
        close = get_close_matches(folded.translate(_OCR_WORD), names, 1, 0.83)
        found = names[close[0]] if close and len(close[0]) >= _LEAST_TYPO else None
    return found


@lru_cache(maxsize=2048)
def read_holiday(folded: str) -> str | None:
    """The folded name of the holiday that a folded phrase means."""
    holidays = calendar_words().holidays
    if folded in holidays:
        return folded
    close = get_close_matches(folded, holidays, 1, 0.85) if len(folded) >= _LEAST_TYPO else []
    return close[0] if close else None


def repair_month_names(text: str) -> str:
    """The text with month names mended that scanning spoilt (``0ct``, ``Novernber``)."""
    return _SCANNED.sub(_mend_month, text)


def _mend_month(m: re.Match[str]) -> str:
    """A month name with scanning errors (``0ct``, ``Novernber``) mended; anything else as it is."""
    word = m.group()
    if word.isdecimal() or (word.isupper() and word.isalpha()):
        return word
    for mended in (word.translate(str.maketrans("01I", "Oll")), word.replace("rn", "m")):
        found = calendar_names().get(fold(mended))
        if found and found[0] in (DatePart.MONTH_NAME, DatePart.MONTH_ABBREVIATION):
            upper = sum(c.isupper() for c in word[1:]) > 1
            return mended.upper() if upper else mended[0] + mended[1:].lower()
    return word


# Reads dates as clinicians write them, and remembers how each part was written.


_TOKEN = re.compile(
    r"(?P<day>(?:twenty|thirty)[-\s](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b)|"
    rf"(?P<year>\b{SPOKEN_YEAR})|(?P<number>\b(?:{SPOKEN_DAY}))|"
    r"(?P<num>\d+)|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)|(?P<apostrophe>['’‘`´])(?=\s?\d\d)|(?P<other>.)",
    re.DOTALL | re.IGNORECASE,
)
_STAMP = re.compile(
    r"(\d{4})([01]\d)([0-3]\d)(?:([ T_-]?)([012]\d[0-5]\d(?:[0-5]\d)?)(?:\.\d+)?(?:Z|[+-]\d{4})?)?"
)
_TIME = re.compile(
    r"(?:[T\s,@]+|\s+at\s+)\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?\s*(?:[ap]\.?m\.?|Z|[+-]\d\d:?\d\d)?$", re.I
)
ROMAN_MONTHS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_ROMAN_JOINT = r"(?:[ ]?[./-][ ]?|[ ])"
_ROMAN_MONTH = rf"(?P<month>{'|'.join(ROMAN_MONTHS[::-1])})"
_ROMAN = (
    re.compile(
        rf"(?P<day>3[01]|[12]\d|0?[1-9])(?P<s>{_ROMAN_JOINT}){_ROMAN_MONTH}(?P<t>(?P=s))(?P<year>\d{{4}}|\d\d)",
        re.IGNORECASE,
    ),
    re.compile(rf"(?P<day>)(?P<s>){_ROMAN_MONTH}(?P<t>{_ROMAN_JOINT})(?P<year>\d{{4}})", re.IGNORECASE),
)
"""A date with its month in Roman figures, and one of month and year."""
_PARTED_BY_BARS = re.compile(r"\d{1,2}([ ]?\|[ ]?)\d{1,2}\1\d{4}")
"""Bars that are no misread figures of one."""
_FILLER = frozenset(
    "of the de del do da le la el den am year day in on early mid late end beginning week since".split()
)
_NAMED = re.compile(
    r"(?:the\s+)?(?P<h>.+?)(?:,?\s*(?:of\s+)?(?:['’](?=\d\d$))?(?P<y>\d\d|\d{4}))?", re.I | re.S
)
_ORDINAL = {w: i for i, w in enumerate(ORDINAL_WORDS, 1)}


def parse_date(text: str, *, day_first: bool = False, pivot: int = DEFAULT_YEAR_PIVOT) -> ParsedDate | None:
    """Reads one date.

    Args:
        text: the date as written, e.g. ``3/17``, ``03-Mar-19``, ``20190304``, ``'98``, ``the 9th``.
        day_first: read ``4/5/19`` as the fourth of May; dates with dots are read so where both are possible.
        pivot: years of two digits are read as the latest year before this one.

    Returns:
        The date with the way it was written, or None if it is none (``323/19``, ``13/45/2019``).
    """
    tail = m.group() if (m := _TIME.search(text)) and m.start() else ""
    head = text[: len(text) - len(tail)]
    if not (_match_roman(head) or _PARTED_BY_BARS.fullmatch(head)):  # what looks like misread figures is none
        head = misread_letters_to_digits(repair_month_names(head), lone=True)
    mended = head + tail
    reader = _Reader(mended, day_first=day_first, pivot=pivot)
    return reader.read()


def _match_roman(text: str) -> re.Match[str] | None:
    """A whole text as a date with its month in Roman figures."""
    return next((m for form in _ROMAN if (m := form.fullmatch(text))), None)


@dataclass(frozen=True, slots=True)
class _Number:
    """A run of digits among the pieces: where, its value and length, and marks around it."""

    at: int
    text: str
    apostrophe: bool
    ordinal: bool

    @property
    def value(self) -> int:
        return int(self.text)


class _Reader:
    def __init__(self, text: str, *, day_first: bool, pivot: int) -> None:
        self.text = text
        self.day_first = day_first
        self.pivot = pivot
        self.pieces: list[DatePiece] = []
        self.numbers: list[_Number] = []
        self.month: int | None = None
        self.month_at = -1
        self.day: int | None = None
        self.year: int | None = None

    def read(self) -> ParsedDate | None:
        text, tail = self.text, ""
        if (m := _TIME.search(text)) and m.start() > 0:
            text, tail = text[: m.start()], m.group()
        if stamp := self._stamp(text):
            return _with_tail(stamp, tail)
        if roman := self._roman(text):
            return _with_tail(roman, tail)
        if not self._tokens(text):
            return _with_tail(self._holiday(text), tail)
        if not self._assign():
            return None
        if self.year is None and self.month is None and self.day is None:
            return _with_tail(self._holiday(text), tail)
        if self.month is not None and not 1 <= self.month <= 12:
            return None
        if self.day is not None and not 1 <= self.day <= 31:
            return None
        if self.year is not None and not 1800 <= self.year <= 2200:
            return None
        parsed = ParsedDate(self.year, self.month, self.day, tuple(self.pieces))
        return _with_tail(parsed, tail)

    def _stamp(self, text: str) -> ParsedDate | None:
        """``20190304``, with a time of day after it or not; the time stays."""
        m = _STAMP.fullmatch(text)
        if not m:
            return None
        year, month, day = int(m[1]), int(m[2]), int(m[3])
        if not (1850 <= year <= 2150 and 1 <= month <= 12 and 1 <= day <= 31):
            return None
        pieces = (
            DatePiece(DatePart.YEAR, m[1]),
            DatePiece(DatePart.MONTH, m[2]),
            DatePiece(DatePart.DAY, m[3]),
        )
        return _with_tail(ParsedDate(year, month, day, pieces), text[m.end(3) :])

    def _roman(self, text: str) -> ParsedDate | None:
        """``14.III.1951``, ``XI/2025``."""
        m = _match_roman(text)
        if not m:
            return None
        year = DatePart.YEAR if len(m["year"]) == 4 else DatePart.TWO_DIGIT_YEAR
        pieces = [
            DatePiece(DatePart.DAY, m["day"]),
            DatePiece(DatePart.LITERAL, m["s"]),
            DatePiece(DatePart.ROMAN_MONTH, m["month"]),
            DatePiece(DatePart.LITERAL, m["t"]),
            DatePiece(year, m["year"]),
        ]
        month = ROMAN_MONTHS.index(m["month"].lower()) + 1
        day = int(m["day"]) if m["day"] else None
        return ParsedDate(self._full_year(m["year"]), month, day, tuple(p for p in pieces if p.text))

    # ── tokens ───────────────────────────────────────────────────────────────────────────────────

    def _tokens(self, text: str) -> bool:
        """Cuts the text into pieces; False if it holds a word that no date holds."""
        apostrophe = False
        tokens = list(_TOKEN.finditer(text))
        for i, m in enumerate(tokens):
            token = m.group()
            if m["num"]:
                following = tokens[i + 1].group().lower() if i + 1 < len(tokens) else ""
                ordinal = following in ("st", "nd", "rd", "th")
                self.numbers.append(_Number(len(self.pieces), token, apostrophe, ordinal))
                self.pieces.append(DatePiece(DatePart.LITERAL, token))
                apostrophe = False
            elif m["day"]:
                if not self._day_word(token):
                    return False
            elif m["year"] or m["number"]:
                if not self._spoken(m):
                    return False
            elif m["word"]:
                if not self._word(token, after_number=i > 0 and bool(tokens[i - 1]["num"])):
                    return False
            else:
                apostrophe = bool(m["apostrophe"]) or (apostrophe and token.isspace())
                self.pieces.append(DatePiece(DatePart.LITERAL, token))
        return True

    def _word(self, token: str, *, after_number: bool) -> bool:
        folded = fold(token)
        if after_number and folded in ("st", "nd", "rd", "th"):
            self.pieces.append(DatePiece(DatePart.SUFFIX, token))
            return True
        if found := read_calendar_name(folded):
            part, value, language = found
            if part in (DatePart.MONTH_NAME, DatePart.MONTH_ABBREVIATION):
                if self.month is not None:
                    return False
                self.month, self.month_at = value, len(self.pieces)
            self.pieces.append(DatePiece(part, token, language))
            return True
        if folded in _ORDINAL:
            return self._day_word(token)
        if folded in _FILLER or folded == "s":
            self.pieces.append(DatePiece(DatePart.LITERAL, token))
            return True
        return False

    def _day_word(self, token: str) -> bool:
        """``ninth``, ``twenty-first``."""
        if self.day is not None:
            return False
        self.day = _ORDINAL[re.sub(r"\s", "-", fold(token))]
        self.pieces.append(DatePiece(DatePart.DAY_WORD, token))
        return True

    def _spoken(self, m: re.Match[str]) -> bool:
        """``nineteen forty six``, and ``four`` behind the name of a month."""
        text = m.group()
        if m["year"]:
            if self.year is not None:
                return False
            self.year = read_spoken_year(text)
            self.pieces.append(DatePiece(DatePart.YEAR_WORDS, text))
            return True
        if self.month is None or self.day is not None:
            return False
        self.day = number_from_words(text)
        self.pieces.append(DatePiece(DatePart.DAY_NUMBER_WORD, text))
        return self.day is not None

    # ── numbers ──────────────────────────────────────────────────────────────────────────────────

    def _assign(self) -> bool:
        """Says which number is the year, the month, the day; False if they make no date."""
        numbers = self.numbers
        if self.month is not None:
            return self._beside_name(numbers)
        if not numbers:
            return True
        if len(numbers) == 1:
            return self._lone(numbers[0])
        if len(numbers) == 2:
            return self._two(*numbers)
        return len(numbers) == 3 and self._three(*numbers)

    def _beside_name(self, numbers: list[_Number]) -> bool:
        if len(numbers) > 2:
            return False
        rest = list(numbers)
        for n in numbers:
            if len(n.text) == 4 or n.apostrophe or (len(n.text) == 2 and n.value > 31):
                self._set_year(n)
                rest.remove(n)
                break
        if len(rest) == 2:
            if self.month_at < rest[0].at and "-" in "".join(
                p.text for p in self.pieces[rest[0].at + 1 : rest[1].at]
            ):
                return False  # ``June 9-22`` is two days, not a year
            self._set_day(rest[0])
            return len(rest[1].text) == 2 and self._set_year(rest[1])
        if rest:
            return len(rest[0].text) <= 2 and self._set_day(rest[0])
        return True

    def _lone(self, n: _Number) -> bool:
        if n.apostrophe or (len(n.text) == 4 and 1850 <= n.value <= 2150):
            return self._set_year(n)
        if len(n.text) <= 2 and self.day is None:
            if n.value > 31 and not n.ordinal:
                return self._set_year(n)
            return self._set_day(n)
        if len(n.text) in (6, 8):
            return self._run(n)
        return False

    def _run(self, n: _Number) -> bool:
        """``03042019`` and ``030419``: month (or day), day, year without separators."""
        a, b, c = n.text[:2], n.text[2:4], n.text[4:]
        if len(n.text) == 6 and int(a) > 31:
            parts = ((DatePart.TWO_DIGIT_YEAR, a), (DatePart.MONTH, b), (DatePart.DAY, c))
        elif int(a) > 12 or (self.day_first and int(b) <= 12):
            parts = (
                (DatePart.DAY, a),
                (DatePart.MONTH, b),
                (DatePart.YEAR if len(c) == 4 else DatePart.TWO_DIGIT_YEAR, c),
            )
        else:
            parts = (
                (DatePart.MONTH, a),
                (DatePart.DAY, b),
                (DatePart.YEAR if len(c) == 4 else DatePart.TWO_DIGIT_YEAR, c),
            )
        self.pieces[n.at : n.at + 1] = [DatePiece(p, t) for p, t in parts]
        for part, text in parts:
            if part is DatePart.MONTH:
                self.month = int(text)
            elif part is DatePart.DAY:
                self.day = int(text)
            else:
                self.year = self._full_year(text)
        return True

    def _two(self, a: _Number, b: _Number) -> bool:
        if not self._joined(a, b):
            return False
        if len(a.text) == 4:
            return self._set_year(a) and self._set_month(b)
        if len(b.text) == 4 or b.apostrophe or (b.value > 31 and len(b.text) == 2):
            return self._set_month(a) and self._set_year(b)
        first, second = a, b
        if a.value > 12 or (self.day_first and b.value <= 12) or self._dotted(a, b):
            first, second = (b, a) if b.value <= 12 else (a, b)
        if max(len(a.text), len(b.text)) > 2:
            return False
        return self._set_month(first) and self._set_day(second)

    def _three(self, a: _Number, b: _Number, c: _Number) -> bool:
        if not (self._joined(a, b) and self._joined(b, c)) or len(b.text) > 2:
            return False
        if len(a.text) == 4 or (len(a.text) == 2 and a.value > 31 and len(c.text) <= 2):
            month, day = (b, c) if b.value <= 12 else (c, b)
            return len(c.text) <= 2 and self._set_year(a) and self._set_month(month) and self._set_day(day)
        if len(a.text) > 2 or len(c.text) not in (2, 4):
            return False
        day_first = a.value > 12 or (b.value <= 12 and (self.day_first or self._dotted(a, b)))
        month, day = (b, a) if day_first else (a, b)
        return self._set_month(month) and self._set_day(day) and self._set_year(c)

    def _joined(self, a: _Number, b: _Number) -> bool:
        """Whether nothing but separators stands between two numbers."""
        between = "".join(p.text for p in self.pieces[a.at + 1 : b.at])
        return bool(re.fullmatch(r"\s*(?:[-/.,–—\\|;·•_]|\s)\s*['’‘`´]?\s*", between))

    def _dotted(self, a: _Number, b: _Number) -> bool:
        return "." in "".join(p.text for p in self.pieces[a.at + 1 : b.at])

    def _set(self, n: _Number, part: DatePart) -> None:
        self.pieces[n.at] = DatePiece(part, n.text)

    def _set_year(self, n: _Number) -> bool:
        if len(n.text) not in (2, 4):
            return False
        self.year = self._full_year(n.text)
        self._set(n, DatePart.YEAR if len(n.text) == 4 else DatePart.TWO_DIGIT_YEAR)
        return True

    def _full_year(self, text: str) -> int:
        value = int(text)
        if len(text) == 4:
            return value
        century = self.pivot // 100 * 100
        return century + value if century + value < self.pivot else century - 100 + value

    def _set_month(self, n: _Number) -> bool:
        self.month = n.value
        self._set(n, DatePart.MONTH)
        return 1 <= n.value <= 12 and len(n.text) <= 2

    def _set_day(self, n: _Number) -> bool:
        if self.day is not None:
            return False
        self.day = n.value
        self._set(n, DatePart.DAY)
        return 1 <= n.value <= 31

    # ── holidays ─────────────────────────────────────────────────────────────────────────────────

    def _holiday(self, text: str) -> ParsedDate | None:
        m = _NAMED.fullmatch(text.strip())
        if not m:
            return None
        name = read_holiday(fold(m["h"]).strip(" ,."))
        if name is None:
            return None
        lead = len(text) - len(text.lstrip())
        h0, h1 = m.start("h") + lead, m.end("h") + lead
        pieces = [DatePiece(DatePart.LITERAL, text[:h0]), DatePiece(DatePart.HOLIDAY, m["h"])]
        year = None
        if m["y"]:
            y0 = m.start("y") + lead
            year = self._full_year(m["y"])
            part = DatePart.YEAR if len(m["y"]) == 4 else DatePart.TWO_DIGIT_YEAR
            pieces += (DatePiece(DatePart.LITERAL, text[h1:y0]), DatePiece(part, m["y"]))
            h1 = y0 + len(m["y"])
        pieces.append(DatePiece(DatePart.LITERAL, text[h1:]))
        on = calendar_words().holiday(name, year or 2019)
        return ParsedDate(year, on.month, on.day, tuple(p for p in pieces if p.text), holiday=name)


def _with_tail(parsed: ParsedDate | None, tail: str) -> ParsedDate | None:
    if parsed is None or not tail:
        return parsed
    return replace(parsed, pieces=(*parsed.pieces, DatePiece(DatePart.LITERAL, tail)))
