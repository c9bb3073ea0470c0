"""Dates: the dates of a document moved by one number of days, in the form of each or in one style for all."""

from __future__ import annotations

import datetime as dt
import random
import re
from collections.abc import Callable, Sequence

from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import calendar_words, ordinal_suffix
from chartveil.surrogates.dates.formatting import write_date_like
from chartveil.surrogates.dates.parsing import DatePart, ParsedDate, parse_date
from chartveil.surrogates.dates.periods import shift_period
from chartveil.surrogates.text_shape import misread_letters_to_digits
from chartveil_training.synthesis.generators.numbers import randomised_code
from chartveil_training.synthesis.generators.random_draws import chance
from chartveil_training.synthesis.generators.surface_form import match_case

_YEARS_BACK, _YEARS_AHEAD = 16, 9
_LATEST = 2026
_RESTYLED = 0.2
_OTHER_HOLIDAY = 0.8
_LONGEST_RESTYLED = 18
"""Characters of a date that may be written in another style; a longer one has a time of day."""

_NUMERIC = re.compile(r"(\d{1,2})\s?[-/.]\s?(\d{1,2})(?:\s?[-/.]\s?(?:\d{4}|\d{2}))?")
_DIRECTIVE = re.compile(r"%(\w)")
_LONG = (DatePart.MONTH_NAME, DatePart.MONTH_ABBREVIATION)

_SHORTEST_HOLIDAY = 3
_MONTHS, _SHORT_MONTHS = calendar_words().months["en"], calendar_words().month_abbreviations["en"]
_SPOKEN_GROUPS: tuple[tuple[str, ...], ...] = (
    tuple(m.lower() for m in _MONTHS),
    tuple(m.lower() for m in _SHORT_MONTHS),
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    ("tenth", "eleventh", "twelfth", "thirteenth", "fifteenth", "sixteenth", "eighteenth", "twentieth"),
    ("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
)

DateWriter = Callable[[dt.date], str]


def _date_writer(form: str) -> DateWriter:
    """A form of strftime's letters, by our own tables: %B %b %d %e %o %m %n %Y %y."""

    def write(day: dt.date) -> str:
        values = {
            "B": _MONTHS[day.month - 1],
            "b": _SHORT_MONTHS[day.month - 1],
            "d": f"{day.day:02d}",
            "e": str(day.day),
            "o": f"{day.day}{ordinal_suffix(day.day)}",
            "m": f"{day.month:02d}",
            "n": str(day.month),
            "Y": str(day.year),
            "y": f"{day.year % 100:02d}",
        }
        return _DIRECTIVE.sub(lambda m: values[m[1]], form)

    return write


NUMERIC_FORMATS: tuple[str, ...] = tuple(
    "%n/%e/%y %n/%e/%Y %m/%d/%Y %m/%d/%y %m-%d-%Y %m-%d-%y %n-%e-%y %n.%e.%y %m.%d.%Y %d/%m/%Y %d/%m/%y "
    "%d.%m.%Y %d.%m.%y %e.%n.%y %d-%m-%Y %Y-%m-%d %Y/%m/%d %Y.%m.%d %Y%m%d %m%d%y %m%d%Y %d-%b-%Y %d-%b-%y "
    "%d%b%Y %d%b%y %b-%d-%Y %d/%b/%Y %e-%b-%Y".split()
)
WORD_FORMATS: tuple[str, ...] = (
    "%B %e, %Y", "%B %e %Y", "%e %B %Y", "%B %o, %Y", "%o %B %Y", "%o of %B %Y", "%b %e, %Y", "%b. %e, %Y",
    "%b %e %Y", "%e %b %Y", "%o %b %Y", "%o of %B, %Y", "%B %o %Y", "%e. %B %Y", "%b %o, %Y", "%e %B, %Y",
    "%d %b %Y", "%d %b %y", "%e %b %y", "%b %d, %Y",
)  # fmt: skip


class DateShifter:
    """Dates for one document.

    Args:
        texts: the dates of the document as written.
        rng: decides by how much they move and in which style they are written.
        holidays: names of days to take others from.
    """

    def __init__(self, texts: Sequence[str], rng: random.Random, holidays: Sequence[str]) -> None:
        self._rng = rng
        self._holidays = holidays
        self._days_named = frozenset(fold(h).removeprefix("the ") for h in holidays)
        votes = 0
        years = []
        for text in texts:
            if (m := _NUMERIC.fullmatch(misread_letters_to_digits(text, lone=True))) and "." not in text:
                first, second = int(m[1]), int(m[2])
                votes += (first > 12 >= second) - (second > 12 >= first)
            years += [int(y) for y in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", text)]
        self._day_first = votes > 0
        self._year = max(years, default=2018)
        ahead = max(-_YEARS_BACK + 1, min(_YEARS_AHEAD, _LATEST - 1 - self._year))
        whole = 365 * rng.randint(-_YEARS_BACK, ahead)
        self._days = whole + rng.randint(-182, 182) or 1
        self._figures = _date_writer(rng.choice(NUMERIC_FORMATS)) if chance(rng, _RESTYLED) else None
        self._words = _date_writer(rng.choice(WORD_FORMATS)) if chance(rng, _RESTYLED) else None
        self._made: dict[str, str] = {}

    def replacement_for(self, text: str) -> str:
        """The date that stands for another; the same for the same text."""
        made = self._made.get(text)
        if made is None:
            made = self._made[text] = self._fill(text)
        return made

    def _fill(self, text: str) -> str:
        if fold(text).removeprefix("the ") in self._days_named:
            return self._other_day(text)
        parsed = parse_date(text, day_first=self._day_first)
        if parsed is None:
            try:
                moved = shift_period(text, self._days, self._year)
            except (ValueError, OverflowError):
                moved = None
            return moved if moved and moved != text else self._unread(text)
        if parsed.holiday:
            return self._holiday(text, parsed)
        try:
            new = parsed.completed(self._year, 6, 15) + dt.timedelta(self._days)
        except (ValueError, OverflowError):
            return self._unread(text)
        literals = "".join(p.text for p in parsed.pieces if p.part is DatePart.LITERAL)
        if parsed.is_full and not any(c.isdigit() for c in literals) and len(text) <= _LONGEST_RESTYLED:
            form = self._words if any(p.part in _LONG for p in parsed.pieces) else self._figures
            if form:
                return match_case(form(new), text)
        return write_date_like(parsed, new)

    def _holiday(self, text: str, parsed: ParsedDate) -> str:
        pieces = []
        for p in parsed.pieces:
            if p.part is DatePart.HOLIDAY:
                pieces.append(self._other_day(p.text))
            elif p.part in (DatePart.YEAR, DatePart.TWO_DIGIT_YEAR):
                year = (parsed.year or self._year) + round(self._days / 365)
                pieces.append(str(year) if p.part is DatePart.YEAR else f"{year % 100:02d}")
            else:
                pieces.append(p.text)
        return "".join(pieces)

    def _unread(self, text: str) -> str:
        """A date that cannot be read: other figures, other months, or another day with a name."""
        if any(c.isdigit() for c in text):
            return randomised_code(text, self._rng, letters=False)
        spoken = other_spoken_date(text, self._rng)
        return spoken if spoken != text or len(text) < _SHORTEST_HOLIDAY else self._other_day(text)

    def _other_day(self, text: str) -> str:
        """Another day with a name, in the case of the text; now and then the same."""
        if not self._holidays or not chance(self._rng, _OTHER_HOLIDAY):
            return text
        return match_case(self._rng.choice(self._holidays), text)


def other_spoken_date(text: str, rng: random.Random) -> str:
    """A date in words with other words for month, day and year: ``october nine nineteen sixty-two``.

    ``nineteen``, ``twenty`` and ``thousand`` stay, for they may tell the century.
    """

    def other(m: re.Match[str]) -> str:
        word = m.group().lower()
        group = next((g for g in _SPOKEN_GROUPS if word in g), None)
        return match_case(rng.choice(group), m.group()) if group else m.group()

    return re.sub(r"[A-Za-z]+", other, text)
