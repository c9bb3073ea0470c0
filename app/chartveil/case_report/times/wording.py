"""Writes a time as a number of days from the index event, or as a range of them."""

from __future__ import annotations

import datetime as dt
import math
import re
from dataclasses import dataclass

from chartveil.case_report.model import DateStyle, DayRange, IndexEvent, IndexKind
from chartveil.case_report.times.events import PlacedTime
from chartveil.case_report.times.expressions import TimeKind, is_birth

_MONTH_DAYS, _YEAR_DAYS = 30.4375, 365.25
_LONGEST_IN_DAYS = 62
"""Days of a range that is still told by its first and last day."""
_BEFORE = re.compile(r"(?:^|(?<=[^\w]))((?:[A-Za-z]+[ ]+){0,2})$")
_PLACING = frozenset("in on at during over".split())
"""Words before a time that go when the time brings its own."""
_LINKING = frozenset(
    "since from until till by to through thru of before after and or for dated between around about "
    "approximately circa than following per the this that last next approx starting beginning effective "
    "preceding post pre re as via with into past prior vs versus s/p".split()
)
"""Words before a time that stay, and let it follow without ``on``."""
_FROM_A_TIME = frozenset("since until till by to".split())
_BESIDE_A_TIME = frozenset("from before after following between preceding past".split())
"""Words that need a time behind them, not a length of time."""
_ANCHOR = re.compile(r"[ ,]+(?:from|after|s/p|post|status[ -]post|following)\b", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s\b")
_PART_OF_DAY = re.compile(r"[ ]+(morning|afternoon|evening|night)\b", re.IGNORECASE)
_VERB = re.compile(r"[ ]+(?:was|is|will be|had been|fell|came and went)\b", re.IGNORECASE)
"""What follows a time that is the subject: ``Easter was in hospital``."""
_AFTER_NOUN = re.compile(
    r"[ ]+(?!(?:and|or|but|to|with|without|for|from|at|in|on|of|by|after|before|when|while|who|which|that|"
    r"she|he|"
    r"it|they|we|i|you|the|a|an|her|his|their|was|were|is|are|had|has|have|showed|shows|revealed|"
    r"demonstrated|"
    r"because|due|as|than|until|since|through|per|via|not|no|where|there|then|if|so|did|does|will|would|may|"
    r"could|should|can|during|following|secondary|despite|also|came|went|underwent|received|admitted|seen|"
    r"noted|found|presented|developed|started|began|reported)\b)[A-Za-z]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TimeWriter:
    """Writes times of a case.

    Attributes:
        index: day 0; None where no note has a date.
        style: how exact days are written.
    """

    index: IndexEvent | None
    style: DateStyle = DateStyle.DAYS

    @property
    def _event(self) -> str:
        if self.style is DateStyle.DAYS or self.index is None:
            return "day 0"
        return self.index.wording or str(self.index.kind)

    def day(self, date: dt.date) -> str:
        """One day: ``day 5``, ``5 days after admission``."""
        if self.index is None:
            return "an unknown day"
        n = (date - self.index.date).days
        if self.style is DateStyle.DAYS:
            return f"day {n}"
        if n == 0:
            return f"the day of {self._event}"
        return f"{abs(n)} {'day' if abs(n) == 1 else 'days'} {'after' if n > 0 else 'before'} {self._event}"

    def days(self, when: DayRange | None) -> str:
        """A range as a table has it: ``day 5``, ``day -33 to day -3``, ``3 to 5 years before day 0``."""
        if when is None or self.index is None:
            return "not known"
        if when.is_exact:
            return self.day(when.first)
        if (when.last - when.first).days <= _LONGEST_IN_DAYS and self.style is DateStyle.DAYS:
            return f"{self.day(when.first)} to {self.day(when.last)}"
        return self._span(when)

    def _span(self, when: DayRange) -> str:
        """A long range in units that hold it: ``9 to 12 months before day 0``."""
        assert self.index is not None
        a, b = (when.first - self.index.date).days, (when.last - self.index.date).days
        if a < 0 < b:
            if self.style is DateStyle.DAYS:
                return f"day {a} to day {b}"
            near = max(-a, b)
            return f"within {self._upper(near)} of {self._event}"
        near, far = sorted((abs(a), abs(b)))
        side = "before" if a < 0 else "after"
        for unit, length, least in (
            ("year", _YEAR_DAYS, 1096),
            ("month", _MONTH_DAYS, 62),
            ("week", 7, 14),
            ("day", 1, 0),
        ):
            if far >= least:
                low, high = math.floor(near / length), math.ceil(far / length)
                if low == 0:
                    return f"up to {high} {unit}{'s' * (high != 1)} {side} {self._event}"
                return f"{low} to {high} {unit}s {side} {self._event}"
        raise AssertionError("every range has a unit")

    @staticmethod
    def _upper(days: int) -> str:
        for unit, length, least in (
            ("years", _YEAR_DAYS, 1096),
            ("months", _MONTH_DAYS, 62),
            ("weeks", 7, 14),
        ):
            if days >= least:
                return f"{math.ceil(days / length)} {unit}"
        return f"{days} days"

    def write(self, time: PlacedTime, text: str) -> tuple[int, int, str] | None:
        """The range that is rewritten and what stands there instead; None for what stays as it is.

        An empty text means that it is left out (a date of birth, unless birth is day 0).
        """
        e, when = time.expression, time.when
        start, end = e.start, e.end
        if is_birth(e) and (self.index is None or self.index.kind is not IndexKind.BIRTH):
            return (start, end, "")
        if e.kind is TimeKind.TREATMENT_DAY:
            return None
        if e.kind is TimeKind.HABIT:
            return self._habit(e.start, e.end, e.number, text)
        if e.kind is TimeKind.POSTOPERATIVE and _ANCHOR.match(text, end) and not self._is_day(when, e.number):
            return None  # ``POD 24 from the bypass``: its own day 0 stands behind it
        before = _BEFORE.search(text[max(0, start - 30) : start])
        words = before[1].lower().split() if before else []
        last = words[-1] if words else ""
        if when is None or self.index is None:
            return self._unplaced(time, text, words, before[1] if before else "")
        field = bool(e.field)
        if last == "the" and (not _AFTER_NOUN.match(text, end) or not when.is_exact):
            start = _back(text, start, "the")
            last = words[-2] if len(words) > 1 else ""
        if when.is_exact:
            core = self.day(when.first)
            if _POSSESSIVE.match(text, end):
                return start, end, core  # ``Sunday's paper``
            part = _PART_OF_DAY.match(text, end) if e.kind is TimeKind.WEEKDAY else None
            if part is not None:  # ``Saturday night``
                on = "" if last in _LINKING or last == "on" else "on "
                of = "of " if self.style is DateStyle.DAYS else ""
                return start, part.end(), f"{on}the {part[1].lower()} {of}{core}"
            if last in ("at", "in", "during", "over") and _AFTER_NOUN.match(text, end) and not field:
                start = _back(text, start, last)
                core = f"{self._on(core)} {last} the"  # ``on day 94 at the service``
            elif last in _PLACING:
                if last != "on":
                    start = _back(text, start, last)
                    core = self._on(core)
                elif self.style is DateStyle.WORDS:
                    start = _back(text, start, "on")
                    core = self._on(core)
            elif not last and self._is_adverbial(e.kind) and not field and not _VERB.match(text, end):
                core = self._on(core)
            elif last and last not in _LINKING and not text[:start].endswith(("  ", "\t ")):
                core = self._on(core)  # a gap wider than a blank parts columns, not words
            return start, end, core
        linked = last in _LINKING and last != "the"
        if last in _PLACING:
            start = _back(text, start, last)
        words_of = self._range(when, linked=linked, field=field)
        if last in _FROM_A_TIME and words_of[:1].isdecimal():
            words_of = f"about {words_of}"  # ``since about 5 to 7 years before day 0``
        elif last in _FROM_A_TIME and words_of.startswith("up to "):
            words_of = f"some time in the {words_of.removeprefix('up to ')}"
        elif last in _BESIDE_A_TIME and (words_of[:1].isdecimal() or words_of.startswith("up to ")):
            words_of = f"a time {words_of}"
        if last in ("around", "about", "approximately", "circa"):
            words_of = words_of.removeprefix("about ")
        return start, end, words_of

    def _is_day(self, when: DayRange | None, number: int) -> bool:
        """Whether days are day ``number``."""
        return when is not None and self.index is not None and (when.first - self.index.date).days == number

    def _on(self, core: str) -> str:
        return f"on {core}" if core.startswith(("day", "the day")) else core

    @staticmethod
    def _is_adverbial(kind: TimeKind) -> bool:
        return kind in (TimeKind.DAY_WORD, TimeKind.WEEKDAY, TimeKind.AGO, TimeKind.HOLIDAY)

    def _range(self, when: DayRange, *, linked: bool, field: bool) -> str:
        assert self.index is not None
        words = self.days(when)
        if " to day " not in words:
            return words
        first, last = words.split(" to ")
        if linked or field:
            middle = self.day(when.middle)
            return f"about {middle} ({first} to {last})" if not field else words
        return f"between {first} and {last}"

    def _habit(self, start: int, end: int, times: int, text: str) -> tuple[int, int, str]:
        words = {0: "every other week", 1: "weekly", 2: "twice a week", 3: "three times a week"}
        if text[max(0, start - 3) : start].lower() == "on ":
            start -= 3
        return start, end, words.get(times, f"{times} times a week")

    def _unplaced(
        self, time: PlacedTime, text: str, words: list[str], before: str
    ) -> tuple[int, int, str] | None:
        """Without a day 0, or without a place: what leads to no calendar stays, the rest is one time."""
        e = time.expression
        bare = e.kind is TimeKind.NOTE_DAY and text[e.start : e.end].lower().startswith("day ")
        if bare and self.index is not None:
            # It would be read as a day from day 0.
            pass
        elif e.kind in (
            TimeKind.AGO,
            TimeKind.DAY_WORD,
            TimeKind.POSTOPERATIVE,
            TimeKind.HOSPITAL_DAY,
            TimeKind.NOTE_DAY,
        ):
            return None
        if e.kind is TimeKind.PERIOD:
            return None
        start = e.start
        if words and words[-1] == "the":
            start = _back(text, start, "the")
            words = words[:-1]
        last = words[-1] if words else ""
        end = part.end() if (part := _PART_OF_DAY.match(text, e.end)) else e.end
        if e.field:
            return start, end, "not given"
        if last in _PLACING:
            return _back(text, start, last), end, "at one time"
        if last in ("since", "from", "until", "till", "by", "before", "after"):
            return start, end, "a day that is not given"
        known = last in _LINKING or last == "the"
        return start, end, "a day that is not given" if known else "at one time"


def _back(text: str, start: int, word: str) -> int:
    """Where a word stands that ends before ``start``."""
    found = re.search(rf"\b{word}[ ]+$", text[:start], re.IGNORECASE)
    return found.start() if found else start
