"""Finds dates that no form could parse. They are removed, and shown as uncertain.

Nothing that may be a date is to stay because no form knows it. Words of other languages, feasts without a
rule, terms of schools, weekdays and months that no form reads, and days in figures are taken here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from chartveil.case_report.times.expressions import FormContext, TimeExpression, TimeKind
from chartveil.case_report.times.lookalikes import BEHIND_DAY
from chartveil.case_report.times.number_words import month_number
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml
from chartveil.domain.span import Span
from chartveil.lexicon.calendar import is_day

_MONTHS = re.compile(
    r"\b(?:January|February|April|June|July|August|September|October|November|December|Jan|Feb|Aug|Sept?|Oct|Nov|"
    r"Dec)\b(?!['’]?s\b)"
)
"""May and March are other words more often."""
_DOTTED = re.compile(
    r"(?<![\d/.:+-])(\d{1,2})\.(0?[1-9]|1[0-2])(?![\d/+-]|\.\d|\s?(?:[x×%]|[a-zµ]*g\b|[cmµ]?m\b|[lL]\b))"
)
_DOTTED_FULL = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}\.(?:19|20)?\d\d(?![\d.])")
_STRENGTH = re.compile(r"\s?(?:T\b|Tesla|slices?\b|MHz|mSv)")
"""Behind the strength of a machine: ``MRI 1.5 T``."""
_DAY_WORD = " Day"


@dataclass(frozen=True)
class _Left:
    """The patterns of ``unparsed_dates.toml``, compiled."""

    weekdays: tuple[tuple[int, re.Pattern[str]], ...]
    months: tuple[tuple[int, re.Pattern[str]], ...]
    named: re.Pattern[str]
    school: re.Pattern[str]
    no_day: frozenset[str]
    sat_and_sun: re.Pattern[str]
    dotted_before: re.Pattern[str]
    dotted_surely: re.Pattern[str]


@cache
def _left() -> _Left:
    data = read_toml(
        resources_folder() / "case_report" / "unparsed_dates.toml", "the words that lead to a calendar"
    )

    def any_of(patterns: Sequence[str]) -> str:
        return "(?:" + "|".join(patterns) + ")"

    def numbered(table: dict[str, Any], first: int) -> tuple[tuple[int, re.Pattern[str]], ...]:
        """Each day or month with its words of all languages."""
        columns = enumerate(zip(*table.values(), strict=True), first)
        return tuple((n, re.compile(rf"\b{any_of(words)}(?!\w)")) for n, words in columns)

    def not_before(words: Sequence[str]) -> str:
        return rf"(?!\.?\s*[:=]?\s*\d|\.?\s+{any_of(words)}(?!\w)|[-’'\w])"

    none = data["no_weekday"]
    return _Left(
        numbered(data["weekdays"], 0),
        numbered(data["months"], 1),
        re.compile(rf"(?<!\w){any_of([*data['named']['days'], *data['named']['feasts']])}(?!\w)"),
        re.compile(rf"(?<!\w){any_of(data['named']['school'])}(?!\w)"),
        frozenset(data["no_day"]["words"]),
        re.compile(
            r"(?<!O2 )(?<!% )(?<![\w-])"
            rf"(?:(?P<sat>Sat){not_before(none['sat'])}|Sun{not_before(none['sun'])})"
        ),
        *(
            re.compile(rf"(?<!\w){any_of(data['dotted'][which])}[ ]?:?[ ]$", re.IGNORECASE)
            for which in ("before", "surely")
        ),
    )


def find_unparsed_dates(
    context: FormContext, read: Sequence[TimeExpression], others: Sequence[Span]
) -> Iterator[TimeExpression]:
    """The dates that no form could parse, in no order.

    Args:
        context: the note.
        read: what was read of it.
        others: names and other spans that are no times.
    """
    text = context.text
    taken = [(e.start, e.end) for e in read]

    def free(start: int, end: int) -> bool:
        # What was taken for a name inside several words is a part of them: ``1st wk of hols``.
        several = " " in text[start:end]
        names = [(s.start, s.end) for s in others if not (several and start <= s.start and s.end <= end)]
        return all(end <= a or b <= start for a, b in (*taken, *names))

    for e in _candidates(context):
        if free(e.start, e.end):
            taken.append((e.start, e.end))
            yield e
    for m in _left().named.finditer(text):
        start = _start_of_name(m)
        if start is not None and free(start, m.end()):
            taken.append((start, m.end()))
            yield TimeExpression(start, m.end(), TimeKind.UNREAD)


def _start_of_name(m: re.Match[str]) -> int | None:
    """Where the name of a day begins, without the words before it that are no part of it (``Since Show
    Day``); None where nothing of it is left."""
    if _DAY_WORD not in m.group():
        return m.start()
    words = m.group().split(" ")
    while words and words[0] in _left().no_day:
        words.pop(0)
    return m.end() - len(" ".join(words)) if len(words) > 1 else None


def _candidates(context: FormContext) -> Iterator[TimeExpression]:
    """Weekdays, months, parts of the school year and days in figures."""
    text, left = context.text, _left()
    for number, pattern in left.weekdays:
        for m in pattern.finditer(text):
            yield TimeExpression(*m.span(), TimeKind.WEEKDAY, number=number)
    for m in left.school.finditer(text):
        yield TimeExpression(*m.span(), TimeKind.UNREAD)
    for m in left.sat_and_sun.finditer(text):
        yield TimeExpression(*m.span(), TimeKind.WEEKDAY, number=5 if m["sat"] else 6)
    for m in _DOTTED.finditer(text):
        if (e := _dotted(m, context)) is not None:
            yield e
    for m in _MONTHS.finditer(text):
        yield TimeExpression(*m.span(), TimeKind.DATE, month=month_number(m.group()))
    for number, pattern in left.months:
        for m in pattern.finditer(text):
            yield TimeExpression(*m.span(), TimeKind.DATE, month=number)


def _dotted(m: re.Match[str], context: FormContext) -> TimeExpression | None:
    """``scan 23.8``, ``Jumamosi 6.5.``: a day and month behind a word for one, where the notes write days so
    or the day is told elsewhere; behind a picture, which has no value, anywhere. None for values."""
    text, day, month = context.text, int(m[1]), int(m[2])
    if not is_day(month, day) or BEHIND_DAY.search(text[max(0, m.start() - 12) : m.start()]):
        return None
    written = f"{day}/{month}" in context.known_days
    so_written = written or _DOTTED_FULL.search(text) is not None
    surely = _left().dotted_surely.search(text[max(0, m.start() - 14) : m.start()])
    if surely and not _STRENGTH.match(text, m.end()):
        return TimeExpression(*m.span(), TimeKind.DATE, month=month, day=day)
    weekday = any(p.search(text, max(0, m.start() - 14), m.start()) for _, p in _left().weekdays)
    if not weekday and not (
        so_written and _left().dotted_before.search(text[max(0, m.start() - 14) : m.start()])
    ):
        return None
    return TimeExpression(*m.span(), TimeKind.DATE, month=month, day=day)
