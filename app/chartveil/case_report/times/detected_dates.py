"""Reads dates that detection is sure of, in forms too bare for the grammar: ``3/4``, ``the 9th``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from chartveil.case_report.times.expressions import TimeExpression, TimeKind
from chartveil.case_report.times.number_words import year_of
from chartveil.domain.span import Span
from chartveil.lexicon.calendar import is_day
from chartveil.surrogates.dates.parsing import parse_date

_APOSTROPHES = ("'", "’", "‘")
_YEAR_ALONE = re.compile(r"['’‘]?(?P<y>\d\d)")
_MONTH_AND_YEAR = re.compile(r"(?P<m>0?[1-9]|1[0-2])/(?P<y>\d\d)")
_SPAN_OF_DAYS = re.compile(r"(?P<m>\d{1,2})/(?P<a>\d{1,2})[-–](?P<b>\d{1,2})(?:/(?P<y>\d\d|20\d\d))?")
_CLOCK_BESIDE = re.compile(
    r"(?:(\d{1,2}/\d{1,2})\s+|(.+?)\s*(?:@|\bat\b)\s*|(.+?)\s+(?=\d{4}\s?h))(?:[01]\d|2[0-3])[0-5]\d(?:\s?h\w*)?",
    re.IGNORECASE,
)
_SENTENCE_BESIDE = re.compile(r"[a-z]{3}[.;][ ]+\d{1,2}/(?:7|12|52)$", re.IGNORECASE)
"""``Mon; 4/12``: a duration behind a weekday."""
_VALUE_LAST = re.compile(r"[ ](?:and|,)[ ]\d{1,2}$")
"""``the 14th of Nov and 12 on Twelfth Night``"""
_VALUE_FIRST = re.compile(r"\d{1,3},[ ]+(?=[A-Z][a-z]{2,}\.?[ ](?:19|20)\d\d$)")
_LAST_VALUE = re.compile(r"\b(?:last|was|from|score|scored|previously)[ ]$", re.IGNORECASE)
"""``last 14, June 2023``: a value, and its month."""
_LIST_NUMBER = re.compile(r"\d{1,2}[.)][ ]+(?=(?:19|20)\d\d$)")
"""``1. 2015 - home birth``: the first of a list."""
_JOINS = re.compile(
    r"(\s*(?:[–—;,&|]|(?<!\d)-{1,2}|-{1,2}(?![A-Za-z]{3})|"
    r"\bto\b|\bthrough\b|\bthru\b|\band\b|\bor\b)\s*|[ ]{2,}|\t)"
)
"""Between dates of a run or row; not the dash of ``14-Oct``."""
_THE_FOURTH = re.compile(r"[Tt]he Fourth")
DAY_ALONE = re.compile(r"(?:the\s+)?([0-2]?\d|3[01])(?:st|nd|rd|th)", re.IGNORECASE)


def dates_of_spans(
    text: str, spans: Iterable[Span], *, day_first: bool, pivot: int
) -> Iterator[tuple[int, int, list[TimeExpression]]]:
    """Dates that detection is sure of, in forms too bare for the grammar: ``3/4``, ``the 9th``."""
    for span in spans:
        start, end = span.start, span.end
        core = text[start:end]
        while core and not core[-1].isalnum():
            core, end = core[:-1], end - 1
        if not core or DAY_ALONE.fullmatch(core.strip()):
            m = DAY_ALONE.fullmatch(core.strip()) if core else None
            if m and 1 <= int(m[1]) <= 31:
                yield start, end, [TimeExpression(start, end, TimeKind.DATE, day=int(m[1]))]
            continue
        if (listed := _LIST_NUMBER.match(core)) and not text[text.rfind("\n", 0, start) + 1 : start].strip():
            core, start = core[listed.end() :], start + listed.end()
        if (value := _VALUE_FIRST.match(core)) and _LAST_VALUE.search(text[:start][-12:]):
            core, start = core[value.end() :], start + value.end()
        if (beyond := _SENTENCE_BESIDE.search(core)) is not None:
            core, end = core[: beyond.start() + 3], start + beyond.start() + 3
        if (beyond := _VALUE_LAST.search(core)) is not None and re.match(r"[ ]on\b", text[end:]):
            core, end = core[: beyond.start()], start + beyond.start()
        pieces = _JOINS.split(core)
        if short := _in_short(core, start, text, day_first=day_first, pivot=pivot):
            yield start, end, short
            continue
        if m := _CLOCK_BESIDE.fullmatch(core):  # ``5/10 2016``, ``May 10 @ 2016``: at 20:16
            core = m[1] or m[2] or m[3]
        whole = parse_date(core, day_first=day_first, pivot=pivot)
        if whole is not None and not (len(pieces) > 1 and whole.year is None and whole.day is None):
            if _THE_FOURTH.fullmatch(core) and not re.match(r"\s+of\b", text[end:]):
                yield start, end, [TimeExpression(start, end, TimeKind.HOLIDAY, name="fourth of july")]
            elif whole.holiday:
                yield start, end, [TimeExpression(start, end, TimeKind.HOLIDAY, name=whole.holiday)]
            elif whole.year or whole.month or whole.day:
                e = TimeExpression(start, end, TimeKind.DATE, whole.year, whole.month, whole.day)
                yield start, end, [e]
            continue
        at = start
        read: list[TimeExpression] = []
        for i, piece in enumerate(pieces):
            if i % 2 == 0:
                parsed = parse_date(piece, day_first=day_first, pivot=pivot) if piece.strip() else None
                if parsed is None or not (parsed.year or parsed.month or parsed.day):
                    read = []
                    break
                e = TimeExpression(at, at + len(piece), TimeKind.DATE, parsed.year, parsed.month, parsed.day)
                read.append(e)
            at += len(piece)
        if read:
            yield start, end, _filled(read)


def _in_short(core: str, start: int, text: str, *, day_first: bool, pivot: int) -> list[TimeExpression]:
    """What figures of a date say that are shorter than a day and month: ``'09``, ``06/22`` where the day
    stands first, ``5/9-10``, ``11/24-27/21``; empty for none of these."""
    end = start + len(core)
    if (m := _YEAR_ALONE.fullmatch(core)) and (core[0] in _APOSTROPHES or text[:start][-1:] in _APOSTROPHES):
        return [TimeExpression(start, end, TimeKind.DATE, year_of(m["y"], pivot))]
    if day_first and (m := _MONTH_AND_YEAR.fullmatch(core)) and int(m["y"]) > 12:
        return [TimeExpression(start, end, TimeKind.DATE, year_of(m["y"], pivot), int(m["m"]))]
    if not (m := _SPAN_OF_DAYS.fullmatch(core)):
        return []
    month, a, b = int(m["m"]), int(m["a"]), int(m["b"])
    if not (is_day(month, a) and is_day(month, b) and a < b):
        return []
    year, middle = year_of(m["y"], pivot), start + m.end("a")
    return [
        TimeExpression(start, middle, TimeKind.DATE, year, month, a),
        TimeExpression(middle + 1, end, TimeKind.DATE, year, month, b),
    ]


def _filled(read: list[TimeExpression]) -> list[TimeExpression]:
    """Dates of a run, each with the year or month that only another of them has (``3/4-3/9/19``)."""
    year = next((e.year for e in reversed(read) if e.year), None)
    month = next((e.month for e in read if e.month), None)
    if len(read) > 1 and read[-1].year and not (read[-1].month or read[-1].day):
        last = read.pop()
        read[-1] = replace(read[-1], end=last.end, year=read[-1].year or last.year)
    out: list[TimeExpression] = []
    later: TimeExpression | None = None
    for e in reversed(read):
        e = replace(e, month=e.month or (month if e.day else None))
        told = later.year if later is not None and later.year else year
        if not e.year and told:
            # Of a list that goes on the day in the year before: ``September 12, March 13, 2018``.
            known = later is not None and later.month and later.day and e.month and e.day
            turns = known and later and (e.month or 0, e.day or 0) > (later.month or 0, later.day or 0)
            e = replace(e, year=told - bool(turns))
        out.append(e)
        later = e
    return out[::-1]
