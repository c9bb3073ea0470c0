"""The days that all notes of a case mention."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from chartveil.case_report.model import DayRange
from chartveil.case_report.times.events import DatedNote
from chartveil.case_report.times.expressions import TimeExpression, TimeKind, is_birth
from chartveil.case_report.times.note_days import OwnDay
from chartveil.case_report.times.words import time_words

_MARGIN = dt.timedelta(21)
"""What is told without a year lies, if nothing else tells, between the first and last note, or this near."""


class CaseDays:
    """The days that all notes of a case mention: they tell which year a day and month has."""

    def __init__(
        self,
        read: Mapping[str, Sequence[TimeExpression]],
        own: Mapping[str, OwnDay],
        country: str,
    ) -> None:
        self.country = country
        self.southern = country in time_words().southern
        self.months: dict[int, set[int]] = {}
        for times in read.values():
            for e in times:
                if e.kind is TimeKind.DATE and e.year and e.month and not e.day:
                    self.months.setdefault(e.month, set()).add(e.year)
        self.years: dict[tuple[int, int], set[int]] = {}
        for times in read.values():
            for e in times:
                if e.kind is TimeKind.DATE and e.year and e.month and e.day and not is_birth(e):
                    self.years.setdefault((e.month, e.day), set()).add(e.year)
        days = sorted(when.middle for when, _, _ in own.values() if when is not None)
        self.middle = days[len(days) // 2] if days else None
        self.span = DayRange(days[0] - _MARGIN, days[-1] + _MARGIN) if len(days) > 1 else None

    def within(self, choices: Sequence[DayRange], ref: dt.date | None = None) -> list[DayRange]:
        """Those of some days that lie in the time that the notes tell of; none where the day that they are
        seen from does not, as that of an entry which was added later."""
        span = self.span
        if ref is not None and span is not None and not span.first <= ref <= span.last:
            return []
        return [c for c in choices if span is not None and span.first <= c.middle <= span.last]

    def learn(self, notes: Sequence[DatedNote]) -> bool:
        """Takes over years that a weekday beside day and month tells; says whether there was one."""
        known = len(self.years)
        for n in notes:
            for t in n.times:
                e, day = t.expression, t.when.first if t.when is not None and t.when.is_exact else None
                told = e.kind is TimeKind.DATE and e.day is not None and e.year is None and day is not None
                if told and day is not None and day.weekday() == e.weekday:
                    self.years.setdefault((day.month, day.day), {day.year})
        return len(self.years) > known
