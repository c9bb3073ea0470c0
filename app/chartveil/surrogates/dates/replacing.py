"""Surrogates of the dates of a document: moved by one shift per patient, years only, or days since an
event."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from chartveil.domain.labels import Label, SurrogateKind
from chartveil.domain.policy import DateMethod, LabelAction, Policy
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import calendar_words
from chartveil.surrogates.context import MAX_DRAWS, SurrogateContext
from chartveil.surrogates.dates.formatting import pads_numbers, write_date_like
from chartveil.surrogates.dates.parsing import ParsedDate, parse_date
from chartveil.surrogates.dates.periods import is_decade, is_year_range, shift_period
from chartveil.surrogates.keyed_random import KeyedRandom
from chartveil.surrogates.text_shape import (
    misread_letters_to_digits,
    randomize_characters,
    split_affixes,
    with_case_of,
    with_spacing_of,
)

UNDATED_TEXT = "a date"
"""Stands for a date without a year where only years stay."""

MAX_YEARS_BACK = 90
"""Years before the document's own year beyond which a date would tell an age over 89 (45 CFR
164.514(b)(2)(i)(C)): moved dates come no earlier, years alone are not shown."""

_RANGE = re.compile(
    r"(\s*(?:[–—]|-{1,2}|\bto\b|\bthrough\b|\bthru\b|\band\b|\bor\b|[&,;])\s*)", re.IGNORECASE
)
_NUMERIC_ORDER = re.compile(r"(\d{1,2})\s?[-/.]\s?(\d{1,2})(?:\s?[-/.]\s?(?:\d{4}|\d{2}))?")
_BIRTH = re.compile(
    r"\b(?:d\.?o\.?b|born|birth(?:\s?date|day)?(?:\s+(?:is|was|on))*|né[e]?)\W*(?:\w{1,4}\W+)?$",
    re.IGNORECASE,
)
_YEAR_RUN = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_WEEKDAYS = r"((?:Mon|Tue|Tues|Wed|Wednes|Thu|Thur|Thurs|Fri|Sat|Satur|Sun)(?:day)?\b)"
_WEEKDAY_BEFORE = re.compile(rf"\b{_WEEKDAYS}\.?,?[ ]?\(?(?:the[ ])?\Z", re.IGNORECASE)
_WEEKDAY_AFTER = re.compile(rf",?[ ]?\(?{_WEEKDAYS}", re.IGNORECASE)
_BOXED = re.compile(r"\d(?:[\s|¦│┃\[\]_]{1,5}[\d/.-]){5,9}")
_BOX_SIGN = re.compile(r"[\d/.-]")
"""A date with each of its signs in a box of a form: ``0|3|1|2|4|8``."""
_FAR_YEARS = 15
_NO_YEAR_KNOWN = 2003
_PIVOT = 2030
"""Last year of two-digit years where the document's date is not known: they are read as 1930 to 2029."""


def shift_days(ctx: SurrogateContext, attempt: int = 0) -> int:
    """The number of days by which all dates of the scope move; never zero.

    Each number of days up to the policy's bound, to either side, is as likely as any other: 730 shifts of a
    year. Whole weeks where weekdays are kept, which leaves 104: who knows one true date, or two dates with
    the weekdays of the week they fell in, then knows all the sooner.
    """
    return drawn_shift(ctx.policy, ctx.random_for("date-shift", *([str(attempt)] if attempt else [])))


def drawn_shift(policy: Policy, stream: KeyedRandom) -> int:
    """The number of days that a stream of random numbers gives under a policy (``shift_days``)."""
    most = policy.date_shift_days
    sign = -1 if stream.below(2) else 1
    if policy.keep_weekday:
        return sign * 7 * (1 + stream.below(most // 7))
    return sign * (1 + stream.below(most))


@dataclass(frozen=True, slots=True)
class _ReadDates:
    """A date span as read: affixes, its parts (one date, or several with what joins them), the joints."""

    lead: str
    core: str
    tail: str
    dates: tuple[ParsedDate, ...]
    joints: tuple[str, ...]


class DateSurrogates:
    """Surrogates for the dates of one document.

    Args:
        ctx: the document; its own date, or else the usual year of its dates, gives yearless dates a year.
    """

    def __init__(self, ctx: SurrogateContext) -> None:
        self._ctx = ctx
        spans = [s for s in ctx.spans if s.label.info.surrogate is SurrogateKind.DATE]
        texts = [_affixes(ctx.span_text(s)) for s in spans]
        self._day_first = _day_first(core for _, core, _ in texts)
        own = ctx.document.date.year if ctx.document.date else None
        self._pivot = own + 2 if own else _PIVOT
        years = [int(y) for _, core, _ in texts for y in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", core)]
        self._birth_pivot = min(self._pivot, max([y for y in years if y >= 2000], default=_PIVOT) + 1)
        self._reads = {s.start: self._read(s, *t) for s, t in zip(spans, texts, strict=True)}
        habits = [pads_numbers(d) for r in self._reads.values() if r for d in r.dates]
        self._padded = habits.count(True) > habits.count(False)
        self._anchor = own or self._usual_year(spans)
        self._main = ctx.document.date or self._latest(spans)
        self._years = self._years_of_days(spans)
        self._contexts = self._month_contexts(spans)
        self._first = self._first_event(spans)
        self._days = self._shift(spans)

    # ── reading ──────────────────────────────────────────────────────────────────────────────────

    def _read(self, span: Span, lead: str, core: str, tail: str) -> _ReadDates | None:
        """The date or dates of a span; None where it is none that we can read."""
        pivot = self._birth_pivot if self._is_birth(span) else self._pivot
        if _BOXED.fullmatch(core):
            core = "".join(_BOX_SIGN.findall(core))
        one = parse_date(core, day_first=self._day_first, pivot=pivot)
        if one:
            return _ReadDates(lead, core, tail, (one,), ())
        if is_year_range(core):
            return None
        pieces = _RANGE.split(core)
        if len(pieces) < 3 or len(pieces) > 9:
            return None
        dates = []
        for text in pieces[::2]:
            parsed = parse_date(text, day_first=self._day_first, pivot=pivot) if text else None
            if parsed is None:
                return None
            dates.append(parsed)
        return _ReadDates(lead, core, tail, tuple(dates), tuple(pieces[1::2]))

    def _usual_year(self, spans: list[Span]) -> int:
        """The year of most full dates that are no birth dates, the latest of equals; else the latest year.

        Years long before the latest that is written in full do not count: they are birth dates that no
        word tells as such.
        """
        full: Counter[int] = Counter()
        others = [_NO_YEAR_KNOWN]
        for span in spans:
            read = self._reads[span.start]
            for date in read.dates if read else ():
                if date.year and date.month and date.day and not self._is_birth(span):
                    full[date.year] += 1
                elif date.year:
                    others.append(date.year)
        if not full:
            return max(others)
        written = [y for y in full if str(y) in self._ctx.document.text]
        latest = max(written or full)
        return max((y for y in full if y > latest - _FAR_YEARS), key=lambda y: (full[y], y))

    def _latest(self, spans: list[Span]) -> dt.date | None:
        """The latest full date of the usual year: near the day the document is of."""
        full = [d for s in spans if (r := self._reads[s.start]) for d in r.dates if d.is_full]
        return max((d.completed(1, 1, 1) for d in full if d.year == self._anchor), default=None)

    def _nearest_year(self, parsed: ParsedDate) -> int:
        """The year that brings a date without one nearest to the document's day."""
        main = self._main
        if main is None:
            return self._anchor
        years = (self._anchor, self._anchor - 1, self._anchor + 1)
        return min(years, key=lambda y: abs(parsed.completed(y, 1, 15) - main))

    def _is_birth(self, span: Span) -> bool:
        """Whether the words before a span say that it is a date of birth."""
        return bool(_BIRTH.search(self._ctx.document.text[max(0, span.start - 24) : span.start]))

    def _years_of_days(self, spans: list[Span]) -> dict[tuple[bool, int, int], int]:
        """(birth or not, month, day) → year of the full dates, so that ``04/12/1950`` and ``born April 12``
        move to one day: a shift over the end of a February depends on the year."""
        out: dict[tuple[bool, int, int], int] = {}
        for span in spans:
            read = self._reads[span.start]
            for date in read.dates if read else ():
                if date.year and date.month and date.day:
                    out.setdefault((self._is_birth(span), date.month, date.day), date.year)
        return out

    def _year_of(self, parsed: ParsedDate, *, birth: bool) -> int:
        """The year of a date without one: that of the same day in full, else the nearest."""
        if parsed.month and parsed.day and not parsed.year:
            for kind in (birth, not birth):
                if year := self._years.get((kind, parsed.month, parsed.day)):
                    return year
        return self._nearest_year(parsed)

    def _month_contexts(self, spans: list[Span]) -> dict[int, tuple[int, int]]:
        """Year and month that stand nearest before each span (else nearest after): for ``the 9th``."""
        out: dict[int, tuple[int, int]] = {}
        own = self._ctx.document.date
        current = (own.year, own.month) if own else None
        waiting: list[int] = []
        for span in spans:
            read = self._reads[span.start]
            dates = read.dates if read else ()
            months = [d for d in dates if d.month]
            if current is None and not months:
                waiting.append(span.start)
            if months and months[0].month:
                current = (months[0].year or self._nearest_year(months[0]), months[0].month)
                out |= dict.fromkeys(waiting, current)
                waiting = []
            out[span.start] = current or (self._anchor, 6)
        return out

    def _whole(self, parsed: ParsedDate, start: int) -> dt.date:
        """The date with what was not written supplied from the document."""
        year, month = self._contexts[start]
        if parsed.month or parsed.year:
            birth = bool(_BIRTH.search(self._ctx.document.text[max(0, start - 24) : start]))
            year = self._year_of(parsed, birth=birth) if parsed.month else self._anchor
        if parsed.day and not parsed.month:
            return parsed.completed(year, month, 15)
        return parsed.completed(year, 7 if parsed.year and not parsed.month else month, 15)

    def _first_event(self, spans: list[Span]) -> dt.date | None:
        """The earliest full date that is no birth date and not long past."""
        found = [
            self._whole(d, s.start)
            for s in spans
            if (r := self._reads[s.start]) and not self._is_birth(s)
            for d in r.dates
            if d.month and d.day and (d.year or self._anchor) > self._anchor - _FAR_YEARS
        ]
        return min(found, default=None)

    def _shift(self, spans: list[Span]) -> int:
        """The shift; where no patient is known it is drawn again while it moves a date onto another."""
        ctx = self._ctx
        if ctx.document.patient_id or ctx.policy.date_method is not DateMethod.SHIFT:
            return shift_days(ctx)
        full = [
            (d, self._whole(d, s.start))
            for s in spans
            if (r := self._reads[s.start])
            for d in r.dates
            if d.month and d.day
        ]
        days = {date for _, date in full}
        for attempt in range(16):
            shift = shift_days(ctx, attempt)
            moved = {_moved(date, shift) for date in days}
            if moved.isdisjoint(days) and not any(self._names_one(date.month) for date in moved):
                return shift
        return shift_days(ctx)

    def _names_one(self, month: int) -> bool:
        """Whether the month's name is a name in the document too (``Dr. May``)."""
        words = calendar_words()
        spelled = {w["en"][month - 1].lower() for w in (words.months, words.month_abbreviations)}
        return not self._ctx.words_of_names.isdisjoint(spelled)

    # ── writing ──────────────────────────────────────────────────────────────────────────────────

    def weekday_moves(self) -> Iterable[tuple[int, int, str]]:
        """Ranges and new texts of the weekdays that stand beside dates and in no span: ``Tue 14 Feb``.

        Their own span would name nobody; but beside a date that moves by no whole weeks they would be wrong.
        """
        moves = self._ctx.treatment(Label.DATE) in (LabelAction.SURROGATE, LabelAction.SHIFT)
        if not moves or self._ctx.policy.date_method is not DateMethod.SHIFT or self._days % 7 == 0:
            return
        text, taken = self._ctx.document.text, self._ctx.spans
        for start, read in self._reads.items():
            if read is None or not any(d.day for d in read.dates):
                continue
            end = start + len(read.lead + read.core + read.tail)
            for m in (
                _WEEKDAY_BEFORE.search(text[max(0, start - 16) : start]),
                _WEEKDAY_AFTER.match(text[end : end + 16]),
            ):
                if m is None:
                    continue
                at = m.start(1) + (max(0, start - 16) if m.end() <= 16 and m.re is _WEEKDAY_BEFORE else end)
                moved = shift_period(m[1], self._days, self._anchor)
                if moved is not None and not any(s.start < at + len(m[1]) and at < s.end for s in taken):
                    yield at, at + len(m[1]), moved

    def replace(self, span: Span) -> str:
        """The surrogate of a date span.

        A year alone may stay (its shift is less than a year), and so may a day of the month alone: another
        would turn ``5/2-3`` into ``4/2-4``. These are the documented exceptions.

        Raises:
            StageError: if none is free.
        """
        read = self._reads[span.start]
        text = self._ctx.span_text(span)
        boxed = _affixes(text)[1]
        if read is not None and read.core != boxed and _BOXED.fullmatch(boxed):
            return read.lead + self._in_boxes(read, span, boxed) + read.tail
        if read is None:
            lead, core, tail = _affixes(text)
            return lead + self._unread(core) + tail
        if is_decade(read.core):
            return text if self._may_show_decade(read.dates[0].year) else self._undated(read)
        method = self._ctx.policy.date_method
        if method is DateMethod.SHIFT:
            made = [self._shifted(d, span.start) for d in read.dates]
        else:
            say = self._year if method is DateMethod.YEAR else self._interval
            made = [say(d, span) for d in read.dates]
            if len(set(made)) == 1:
                return read.lead + with_spacing_of(read.core, made[0].split(" ")) + read.tail
        out = made[0] + "".join(j + m for j, m in zip(read.joints, made[1:], strict=True))
        if method is not DateMethod.SHIFT and "\n" in read.core and "\n" not in out:
            out = with_spacing_of(read.core, out.split(" "))
        return read.lead + out + read.tail

    def _in_boxes(self, read: _ReadDates, span: Span, boxed: str) -> str:
        """A moved date in the boxes of the old one; what else stands for a date is not written in boxes."""
        if self._ctx.policy.date_method is DateMethod.SHIFT and len(read.dates) == 1:
            signs = iter(self._shifted(read.dates[0], span.start))
            made = _BOX_SIGN.sub(lambda _: next(signs, ""), boxed)
            return made + "".join(signs)
        return self._unread(boxed)

    def _may_show_decade(self, year: int | None) -> bool:
        """Whether a decade may stay: none does among intervals, nor one that tells an age over 89."""
        recent = year is None or year >= self._anchor - MAX_YEARS_BACK
        return recent and self._ctx.policy.date_method is not DateMethod.INTERVAL

    def _undated(self, read: _ReadDates) -> str:
        return read.lead + with_spacing_of(read.core, UNDATED_TEXT.split(" ")) + read.tail

    def _shifted(self, parsed: ParsedDate, start: int) -> str:
        old = self._whole(parsed, start)
        new = _moved(old, self._days)
        if new.year < self._anchor - MAX_YEARS_BACK:
            new = new.replace(year=self._anchor - MAX_YEARS_BACK, day=min(new.day, 28))
        written = self._written(parsed, new)
        original = "".join(p.text for p in parsed.pieces)
        alone = parsed.month is None and (parsed.year is None or parsed.day is None)
        if fold(written) != fold(original) or alone:
            return written
        # A month alone, or a shift of whole years on a yearless date: on to the next that differs.
        step = (1 if self._days > 0 else -1) * (1 if parsed.day else 30)
        for n in range(1, 12):
            written = self._written(parsed, _moved(new, step * n))
            if fold(written) != fold(original):
                return written
        raise self._ctx.stage_error("a date did not change")

    def _written(self, parsed: ParsedDate, new: dt.date) -> str:
        return write_date_like(parsed, new, self._ctx.words_of_names, padded=self._padded)

    def _year(self, parsed: ParsedDate, span: Span) -> str:
        if parsed.year is None or parsed.year < self._anchor - MAX_YEARS_BACK + 1:
            return UNDATED_TEXT
        return str(parsed.year)

    def _interval(self, parsed: ParsedDate, span: Span) -> str:
        if self._first is None or self._is_birth(span):
            return UNDATED_TEXT
        date = self._whole(parsed, span.start)
        days = (date - self._first).days
        if parsed.day:
            # A day long before is often an unmarked date of birth, which would tell the age.
            return f"day {days}" if abs(days) < 366 * _FAR_YEARS else UNDATED_TEXT
        if parsed.month:
            return f"month {12 * (date.year - self._first.year) + date.month - self._first.month}"
        return f"year {date.year - self._first.year}"

    def _unread(self, core: str) -> str:
        """A surrogate for what is no date we can read: random digits, another month, or month and day."""
        ctx = self._ctx
        if is_decade(core) and self._may_show_decade(None):
            return core
        if ctx.policy.date_method is not DateMethod.SHIFT:
            years = _YEAR_RUN.findall(core) if ctx.policy.date_method is DateMethod.YEAR else []
            return with_spacing_of(core, [years[0]] if len(years) == 1 else UNDATED_TEXT.split(" "))
        if (moved := shift_period(core, self._days, self._anchor)) is not None:
            return moved
        mended = misread_letters_to_digits(core, lone=True)

        def make(attempt: int) -> str:
            stream = ctx.random_for("date-unread", fold(core), str(attempt))
            month = stream.below(12)
            if any(c.isdecimal() for c in mended) and not re.search(r"[^\W\d_]{4,}", mended):
                return re.sub(
                    r"[^\W\d_]{3,}",
                    lambda m: with_case_of(m.group(), calendar_words().month_abbreviations["en"][month]),
                    self._garbled(mended, stream),
                )
            words = [calendar_words().months["en"][month], str(1 + stream.below(28))]
            return with_spacing_of(core, [with_case_of(core, w) for w in words])

        for attempt in range(MAX_DRAWS):
            made = make(attempt)
            if fold(made) != fold(core):
                return made
        # All its figures are of a year, which a shift of less than a year may leave.
        next_year = _YEAR_RUN.sub(lambda m: str(int(m[0]) + (1 if self._days > 0 else -1)), core)
        if next_year != core:
            return next_year
        raise ctx.stage_error("no free date was found")

    def _garbled(self, text: str, stream: KeyedRandom) -> str:
        """A mistyped date in figures (``09/81/2013``): its year moved, numbers that a calendar holds."""
        bounds = iter((12, 28))

        def number(m: re.Match[str]) -> str:
            if _YEAR_RUN.fullmatch(m.group()):
                return str((dt.date(int(m.group()), 7, 1) + dt.timedelta(self._days)).year)
            bound = next(bounds, None)
            if bound is None or len(m.group()) > 2:
                return randomize_characters(m.group(), stream)
            return f"{1 + stream.below(bound):0{len(m.group())}d}"

        return re.sub(r"\d+", number, text)


def _affixes(text: str) -> tuple[str, str, str]:
    """``split_affixes``, but a possessive and the apostrophe of ``'98`` are parts of the date."""
    lead, core, tail = split_affixes(text)
    if m := re.match(r"['’][sS]", tail):
        core, tail = core + m.group(), tail[m.end() :]
    if lead[-1:] in ("'", "’", "‘") and core[:2].isdecimal():
        lead, core = lead[:-1], lead[-1] + core
    return lead, core, tail


def _moved(date: dt.date, days: int) -> dt.date:
    """The date moved; where the calendar ends, moved the other way."""
    try:
        return date + dt.timedelta(days)
    except OverflowError:
        return date - dt.timedelta(days)


def _day_first(cores: Iterable[str]) -> bool:
    """Whether a document writes days first: more of its dates can only be read so than the other way."""
    votes = 0
    for core in cores:
        m = _NUMERIC_ORDER.fullmatch(misread_letters_to_digits(core, lone=True))
        if m and "." not in core:
            a, b = int(m[1]), int(m[2])
            votes += (12 < a <= 31 and b <= 12) - (12 < b <= 31 and a <= 12)
    return votes > 0
