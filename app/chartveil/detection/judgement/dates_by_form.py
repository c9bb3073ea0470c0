"""Relabels days that were found under another label, by their form: ``20-FEB  27-FEB  01-MAR``.

Networks take the head of a table in capitals for names of people, and each day would become a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import regex

from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.span import Span
from chartveil.lexicon.calendar import calendar_words

_SURE_OF_THEIR_OWN = frozenset({LabelGroup.DATE, LabelGroup.ID, LabelGroup.CONTACT})
"""Numbers of records and telephones may hold the letters of a month."""


@cache
def _days() -> regex.Pattern[str]:
    """Days side by side, each in one run of signs: ``20-FEB``, ``05MAR2019``. In two words (``April 12``) it
    may be a name and an age."""
    words = calendar_words()
    names = (*words.months.values(), *words.month_abbreviations.values(), words.further_months)
    known = {regex.escape(month) for months in names for month in months}
    month = "|".join(sorted(known, key=lambda m: (-len(m), m)))
    day = rf"(?P<day>(?:0?[1-9]|[12]\d|3[01])[-/.]?(?:{month})(?:[-/.]?(?:19|20)\d\d|[-/.]\d\d)?)"
    return regex.compile(rf"(?i){day}(?:[ \t|,;]+{day})*")


def with_dates_by_form(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, those of another label that are days in all their text as dates, one for each day.

    Args:
        text: the document.
        spans: disjoint, sorted.
    """
    out: list[Span] = []
    for span in spans:
        days = None if span.group in _SURE_OF_THEIR_OWN else _days().fullmatch(text, span.start, span.end)
        out += [span] if days is None else _one_by_one(span, days.spans("day"))
    return out


def _one_by_one(span: Span, days: Sequence[tuple[int, int]]) -> list[Span]:
    return [replace(span.with_range(start, end), label=Label.DATE) for start, end in days]
