"""Finds dates of birth that no word announces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from chartveil.case_report.times.events import DatedNote
from chartveil.case_report.times.expressions import TimeExpression, TimeKind, is_birth
from chartveil.case_report.times.holidays import DAY

_FAR_BACK = 12 * 366 * DAY
"""From here on an exact day at a note's head, beside a name or number, is a date of birth."""
_OLDER_THAN = 2
"""Years after birth from which on a date of birth is no other day of the case."""


def with_known_births(
    read: Mapping[str, Sequence[TimeExpression]],
) -> dict[str, list[TimeExpression]]:
    """The expressions of notes; each date that another place calls that of birth is marked as one, unless the
    case is of an infant, where the day of birth is one of admission, too."""
    births = {
        (e.year, e.month, e.day) for times in read.values() for e in times if is_birth(e) and e.year and e.day
    }
    others = [
        e.year
        for times in read.values()
        for e in times
        if e.kind is TimeKind.DATE and e.year and not is_birth(e)
    ]
    births = {b for b in births if others and max(others) - (b[0] or 0) > _OLDER_THAN}
    return {
        id: [
            replace(e, birth=True)
            if e.kind is TimeKind.DATE and not e.field and (e.year, e.month, e.day) in births
            else e
            for e in times
        ]
        for id, times in read.items()
    }


def with_births(notes: Sequence[DatedNote]) -> list[DatedNote]:
    """Dates of birth that no word tells as such: a day that another note gives as one, and one at the head of
    a note that lies many years before it."""
    known = {t.when for n in notes for t in n.times if is_birth(t.expression) and t.when and t.when.is_exact}
    out = []
    for n in notes:
        times = []
        for t in n.times:
            e = t.expression
            if (
                t.when is not None
                and t.when.is_exact
                and e.kind is TimeKind.DATE
                and e.year
                and not is_birth(e)
            ):
                old = n.when is not None and n.when.first - t.when.first > _FAR_BACK and not e.field
                if t.when in known or (old and e.start < 400 and n.note.text.count("\n", 0, e.start) < 6):
                    t = replace(t, expression=replace(e, birth=True))
            times.append(t)
        out.append(replace(n, times=tuple(times)))
    return out
