"""Relabels days that were found under another label, by their form: ``20-FEB  27-FEB  01-MAR``.

Networks take the head of a table in capitals for names of people, and each day would become a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.span import Span

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|"
    r"Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_YEAR = r"(?:(?:[-/. ]?(?:19|20)\d\d|[-/. ]\d\d)(?!\d))?"
_JOINED = regex.compile(rf"(?i)(?<!\w){_DAY}[-/.]?{_MONTH}{_YEAR}(?!\w)")
"""``20-FEB``, ``05MAR2019``: a day whatever stands beside it."""
_ONE = rf"(?:{_DAY}[-/. ]?{_MONTH}{_YEAR}|{_MONTH}[-/. ]?{_DAY}(?:,?[ ](?:19|20)\d\d)?)"
_EACH = regex.compile(rf"(?i)(?<!\w){_ONE}(?!\w)")
_ROW = regex.compile(rf"(?i){_ONE}(?:(?:[ ]{{2,}}|[ \t]*[\t|,;][ \t]*|[ ]){_ONE})+")
"""Days side by side. One alone in two words may be a name and an age: ``April 12``."""
_SURE_OF_THEIR_OWN = frozenset({LabelGroup.DATE, LabelGroup.ID, LabelGroup.CONTACT})
"""Numbers of records and telephones may hold the letters of a month."""


def with_dates_by_form(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, those of another label that are days in all their text as dates, one for each day.

    Args:
        text: the document.
        spans: disjoint, sorted.
    """
    out: list[Span] = []
    for span in spans:
        written = span.text(text)
        if span.group not in _SURE_OF_THEIR_OWN and (_JOINED.fullmatch(written) or _ROW.fullmatch(written)):
            days = (m.span() for m in _EACH.finditer(written))
            out += (
                replace(span.with_range(span.start + a, span.start + b), label=Label.DATE) for a, b in days
            )
        else:
            out.append(span)
    return out
