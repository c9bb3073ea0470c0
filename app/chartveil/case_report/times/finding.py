"""Finds every expression of time in a note that leads to a calendar: dates, partial ones, and words such as
``last March``, ``POD 2``, ``two weeks ago``. Durations (``for six months``) lead to none and are not found.

What an expression means is found by ``placing``; here it is only read.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from chartveil.case_report.times.day_lists import MEASURED, with_numbered_days
from chartveil.case_report.times.detected_dates import DAY_ALONE, dates_of_spans
from chartveil.case_report.times.expressions import (
    COUNTED_DAYS,
    DAY_OR_COUNT,
    FormContext,
    TimeExpression,
    TimeKind,
)
from chartveil.case_report.times.forms import read_form
from chartveil.case_report.times.lookalikes import (
    ACUITY,
    BEHIND_DAY,
    COUNT,
    COUNTED_OTHERWISE,
    COUNTED_UNIT,
    LEVELS,
    NAMED_VALUE,
    NOT_A_DATE,
    SCHOOL,
    begins_dated_line,
    can_only_be_a_day,
    is_acuity,
    is_amount,
    is_clock,
    is_day_word,
    is_in_column_of_days,
    is_months,
    is_part_of_week,
    is_row_number,
    is_score,
    is_value,
    may_be_either,
)
from chartveil.case_report.times.number_words import weekday_number
from chartveil.case_report.times.rows import OTHER_COUNT, counted_rows, days_of_rows
from chartveil.case_report.times.unparsed_dates import find_unparsed_dates
from chartveil.case_report.times.words import WEEKDAY, time_words
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.lexicon.calendar import day_or_none, is_day

_BIRTH = re.compile(
    r"\b(?:d\.?\s?o\.?\s?b\.?|born|birth\s?date|date\s+of\s+birth|birthdate|née?|b\.)(?:\s+(?:is|was|on|"
    r"in))*\W*$",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"(?:^|\n|\t| {2,}|[|;,.]\s*|"
    r"(?<=[\d)])[ ])[ \t]*((?:[A-Za-z][\w/&'’-]*[ ]){0,4}[A-Za-z][\w/&'’-]*)[ ]?[:#][ \t]*$"
)
_BARE_FIELD = re.compile(
    r"(?:^|\n|\t| {2,}|[|;]\s*|(?<=[\d)])[ ])[ \t]*(d\.?o\.?[abds]\.?|adm(?:it(?:ted)?|ission)?|"
    r"dis(?:ch(?:arged?)?)?|d/?ch?|(?:initial[ ])?eval(?:uation)?|visit(?: date)?|seen|"
    r"date(?: of (?:visit|service|clinic))?)[ ]+(?:(?:on|of)[ ])?$",
    re.IGNORECASE,
)
"""A field name that no colon ends, at a note's head: ``Admit 10/17/24  Discharge 10/30/24``."""
_FIELD_ENDS = re.compile(
    r"[ ]*(?:$|\n|\t|[ ]{2}|[|;(]|\d{1,2}:?\d\d\b|(?:dis(?:ch)?|d\.?o\.?d|to\b)|(?-i:[A-Z][A-Za-z]))",
    re.IGNORECASE,
)
"""What stands behind the date of such a field."""
_FIELDS_AT_HEAD = 700
"""Characters in which a field may lack its colon."""
_BARE_DAY = re.compile(r"(?<![\w/.:-])(\d{1,2}/\d{1,2})(?![\d/%-]|\.\d|\s*(?:strength|power|pain|mg|ml|cm))")
_PUT_ON_PAPER = re.compile(
    r"\b(?:letter|dated|typed|dictated|rec(?:eived|['’]?d)|printed|sent|e?-?signed|faxed|"
    r"posted|mailed|stamped)[ ]?:?[ ]$",
    re.IGNORECASE,
)
"""Before the day on which a paper was written or sent."""
_BEGINS_COUNT = re.compile(r"\s*(?:=|being|was|is|as)\s*day\s?[01]\b", re.IGNORECASE)
"""``1/12 being day 0``"""


class FormMatches:
    """Where the forms of time match in texts, each text gone through once: a case is built anew after every
    decision, and its texts stay. In another process it begins empty."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[tuple[str, re.Match[str]], ...]] = {}

    def __reduce__(self) -> tuple[type[FormMatches], tuple[()]]:
        return FormMatches, ()

    def of(self, text: str) -> tuple[tuple[str, re.Match[str]], ...]:
        """Names of forms with their matches, in the order of the forms."""
        found = self._found.get(text)
        if found is None:
            found = tuple((name, m) for name, pattern in time_words().forms for m in pattern.finditer(text))
            self._found[text] = found
        return found


def find_times(
    text: str,
    spans: Sequence[Span] = (),
    *,
    day_first: bool = False,
    pivot: int = 2040,
    known_days: Collection[str] = (),
    written_on: dt.date | None = None,
    matches: FormMatches | None = None,
) -> list[TimeExpression]:
    """Every expression of time of a text that leads to a calendar, in order; they do not overlap.

    Args:
        text: of the note.
        spans: what detection found; its dates are read where the grammar here finds none, and each is given
            back, at worst as ``UNREAD``.
        day_first: read ``4/5/19`` as the fourth of May.
        pivot: years of two digits are read as the latest year before this one.
        known_days: days without a year that are surely dates elsewhere in the case (``3/6``): they are dates
            here too.
        written_on: the note's own day; None where it is not known.
        matches: of texts that may be asked for again.
    """
    context = FormContext(text, day_first, pivot, known_days, written_on)
    taken = [
        s
        for s in spans
        if s.label is Label.DATE
        and not is_amount(s, text)
        and not SCHOOL.match(s.text(text))
        and not COUNTED_OTHERWISE.search(text[max(0, s.start - 9) : s.end])
        and not is_part_of_week(s.text(text), text, s.start)
        and not is_acuity(s.text(text), text, s.start)
        and not (day_first and _is_months_alone(s, text, context))
        and not is_clock(s.text(text), text, s.start)
        and not (
            is_value(s.text(text), text, s.start, context)
            and not is_in_column_of_days(s.text(text), text, s.start)
        )
        and not is_score(s, text)
        and not LEVELS.fullmatch(s.text(text).strip())
        and not is_row_number(s, text)
        and not _is_value(s, text)
        and not _is_cell_of_value(s, text)
        and not (
            _SEVERAL.fullmatch(s.text(text)) and OTHER_COUNT.search(text[max(0, s.start - 12) : s.start])
        )
        and not (
            _TWO_DIGITS.fullmatch(s.text(text))
            and not _YEAR_BEFORE.search(text[max(0, s.start - 8) : s.start])
        )
        and not (
            DAY_ALONE.fullmatch(s.text(text).strip(" ()"))
            and MEASURED.search(text[max(0, s.start - 20) : s.start])
        )
        and not (DAY_ALONE.fullmatch(s.text(text).strip()) and COUNTED_UNIT.match(text, s.end))
        and not _RUN_OF_COUNTS.search(text[max(0, s.start - 12) : s.start])
        and not (text[max(0, s.start - 1) : s.start] == "#" and _NUMBER_OF_LIST.match(s.text(text)))
    ]
    others = [
        s
        for s in spans
        if s.label not in (Label.DATE, Label.AGE)
        and (not is_day_word(s.text(text)) or _TITLE_BEFORE.search(text[max(0, s.start - 12) : s.start]))
        and not COUNT.fullmatch(s.text(text).strip())
    ]
    found: list[tuple[int, int, list[TimeExpression]]] = [(e.start, e.end, [e]) for e in counted_rows(text)]
    for name, m in (matches or FormMatches()).of(text):
        if any(s.start < m.end() and m.start() < s.end and not _is_of_feast(name, m, s) for s in others):
            continue
        read = read_form(name, m, context)
        if read:
            found.append((m.start(), max(m.end(), read[-1].end), read))
    either = [s for s in taken if day_first and may_be_either(s.text(text), text, s.start, context)]
    found += [(s.start, s.end, [_day_or_count(s, text)]) for s in either]
    sure = [s for s in taken if s not in either]
    found += dates_of_spans(text, sure, day_first=day_first, pivot=pivot)
    for m in _BARE_DAY.finditer(text):
        if is_part_of_week(m[1], text, m.start()) or is_acuity(m[1], text, m.start()):
            continue
        in_column = is_in_column_of_days(m[1], text, m.start())
        if is_value(m[1], text, m.start(), context) and not in_column:
            continue
        on_paper = _PUT_ON_PAPER.search(text[max(0, m.start() - 14) : m.start()]) is not None
        if day_first and is_months(m[1], text, m.start(), context) and not on_paper:
            continue
        is_sure = (
            _BEGINS_COUNT.match(text, m.end())
            or m[1] in known_days
            or can_only_be_a_day(m[1], text, m.start(), context)
            or _is_in_row(m, context)
            or begins_dated_line(text, m.start())
            or on_paper
            or in_column
        )
        if is_sure and not NOT_A_DATE.search(text[max(0, m.start() - 24) : m.start()]):
            read = _figures(m, context) if in_column else read_form("date", m, context)
            found += [(m.start(), m.end(), read)] if read else []
    known = [e for _, _, read in found for e in read]
    found += [(read[0].start, read[-1].end, read) for read in days_of_rows(context, known)]
    found = [f for f in found if not _is_in_clocks(f[2], text)]
    # The longest at each place; of equals the one that the grammar names first.
    found.sort(key=lambda f: (-(f[1] - f[0]), f[0]))
    kept: list[tuple[int, int, list[TimeExpression]]] = []
    for start, end, read in found:
        if all(end <= a or b <= start for a, b, _ in kept):
            kept.append((start, end, read))
    read_ranges = [(a, b) for a, b, _ in kept]
    for s in taken:
        if not any(a < s.end and s.start < b for a, b in read_ranges):
            kept.append((s.start, s.end, [TimeExpression(s.start, s.end, TimeKind.UNREAD)]))
    out: list[TimeExpression] = []
    read_all = [e for _, _, read in kept for e in read]
    read_all = sorted([*read_all, *find_unparsed_dates(context, read_all, others)], key=lambda e: e.start)
    read_all = _with_years_of_tables(_with_years_of_runs(with_numbered_days(read_all, text), text), text)
    for e in _with_more_counts(read_all, text):
        e = _with_surroundings(e, text)
        if out and e.start < out[-1].end:
            if e.kind is TimeKind.WEEKDAY:
                continue  # it went with the date before it
            if out[-1].kind is TimeKind.WEEKDAY:
                e = replace(e, start=out.pop().start)
                out.append(e)
                continue
            e = replace(e, start=out[-1].end)
        if e.start < e.end:
            out.append(e)
    return out


_TO = re.compile(r"\s*(?:-|–|—|to|until|till|through|thru)\s*(?:the\s+)?", re.IGNORECASE)


def _with_years_of_runs(read: Sequence[TimeExpression], text: str) -> list[TimeExpression]:
    """The first day of a run gets the year that only its last has: ``1st April to 11th May 2016``."""
    out = list(read)
    for n, (a, b) in enumerate(pairwise(read)):
        days = a.kind is b.kind is TimeKind.DATE and a.month and a.day and b.month and b.year
        if days and a.year is None and not a.relation and _TO.fullmatch(text[a.end : b.start]):
            turns = (a.month or 0, a.day or 0) > (b.month or 0, b.day or 31)
            out[n] = replace(a, year=(b.year or 0) - turns)
    return out


_WEEK_OF = re.compile(
    r"\b(?:the\s+)?(w(?:ee)?k\s+(?:of|commencing|beginning|starting)|w/c)\s+(?:on\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
_WEEKDAY_BEFORE = re.compile(rf"\b{WEEKDAY},?[ ](?:the[ ])?\Z", re.IGNORECASE)
_WEEKDAY_AFTER = re.compile(
    rf"(?:,[ ](?:an?[ ])?|[ ]{{0,3}}\((?:an?[ ])?|[ ]){WEEKDAY}(?![a-z])\)?", re.IGNORECASE
)


_YEAR_HEADS = re.compile(r"[ \t]*(?:[A-Za-z][A-Za-z &/()'’-]{0,40}[ \t]+)?(?P<y>(?:19|20)\d\d)[ \t]*:?[ \t]*")
_YEAR_LEADS = re.compile(r"[ \t]*(?P<y>(?:19|20)\d\d)(?::[ \t]|[ \t]{2,}|\t)")
_COLUMN = re.compile(r"[ \t]*(?:[ ]{2}|\t|\|)[ \t|]*")
"""What parts the columns of a row."""


def _with_years_of_tables(read: Sequence[TimeExpression], text: str) -> list[TimeExpression]:
    """Days and months get the year at the head of their block or line (``Results 2018``, ``2018: 12/3``), or
    of the column before them."""
    out = list(read)
    for n, e in enumerate(out):
        if e.kind is not TimeKind.DATE or not e.month or e.year or e.relation:
            continue
        before = out[n - 1] if n else None
        in_row = before is not None and before.kind is TimeKind.DATE and before.year and before.month
        if (year := _year_in_timeline(out, n, text)) is not None:
            out[n] = replace(e, year=year, day=None)
            continue
        if before is not None and in_row and _COLUMN.fullmatch(text[before.end : e.start]):
            turns = (e.month, e.day or 31) < (before.month or 0, before.day or 0)
            out[n] = replace(e, year=(before.year or 0) + turns)
        elif (year := _year_of_block(e, text)) is not None:
            out[n] = replace(e, year=year)
    return out


_FIGURES = re.compile(r"(\d{1,2})/(\d\d)")


def _year_in_timeline(read: Sequence[TimeExpression], n: int, text: str) -> int | None:
    """The year of ``12/17`` that begins a line between lines that begin with years: a month and its year,
    where that lies between them; None for others."""
    e = read[n]
    m = _FIGURES.fullmatch(text, e.start, e.end)
    if m is None or not 1 <= int(m[1]) <= 12 or not _begins_line(e, text):
        return None
    before = next((x for x in reversed(read[:n]) if x.year and _begins_line(x, text)), None)
    after = next((x for x in read[n + 1 :] if x.year and _begins_line(x, text)), None)
    if before is None or after is None or "\n\n" in text[before.end : after.start]:
        return None
    year = 2000 + int(m[2])
    first, last = (before.year or 0, before.month or 1), (after.year or 0, after.month or 12)
    return year if first <= (year, int(m[1])) <= last else None


def _begins_line(e: TimeExpression, text: str) -> bool:
    return not text[text.rfind("\n", 0, e.start + 1) + 1 : e.start].strip()


def _year_of_block(e: TimeExpression, text: str) -> int | None:
    """The year that leads the line of a date, or stands alone at the head of its block; None for none."""
    begin = text.rfind("\n", 0, e.start) + 1
    if leads := _YEAR_LEADS.match(text, begin, e.start):
        return int(leads["y"])
    block = text.rfind("\n\n", 0, e.start) + 1
    for line in reversed(text[block:begin].split("\n")):
        if heads := _YEAR_HEADS.fullmatch(line):
            return int(heads["y"])
    return None


_ROW_OF_DAYS = re.compile(r"[ \t]*(?:[A-Za-z/]{1,12}[ \t]{2,})?(?:\d{1,2}/\d{1,2}(?:[ ]+|[ ]*\t[ ]*|[ ]*$))+")


def _is_in_row(m: re.Match[str], context: FormContext) -> bool:
    """Whether figures stand in a line of days side by side, one of which can only be a day."""
    text = context.text
    begin, end = text.rfind("\n", 0, m.start()) + 1, text.find("\n", m.end())
    line = text[begin : end if end >= 0 else len(text)]
    days = re.findall(r"\d{1,2}/\d{1,2}", line) if _ROW_OF_DAYS.fullmatch(line) else []
    return len(days) > 1 and any(can_only_be_a_day(d, text, m.start(), context) for d in days)


_MORE_COUNTS = re.compile(
    r"(?:\s?[-–]\s?|\s?[,&]\s?|/(?=(?-i:D))|\s+(?:to|through|thru|until|till|and|or)\s+)"
    r"((?:POD|days?\s|(?-i:D)|HD|DOL)?\s?[#+]?(\d{1,3}))(?![\d%]|[/.:]\d|\s?(?:mg|mcg|g|kg|ml|cm|mm|units?|IU|"
    r"days?|weeks?|months?|years?|hours?|h|x|of|tabs?|tablets?|doses?|times|stools?)\b)"
    r"(?=\s*(?:[.,;:)\]/–-]|$)|\s+(?:and|but|she|he|with|then|for|was|were|not|to|after|when|at|"
    r"in|on)\b|[ \t]*\n)",
    re.IGNORECASE,
)
"""A further day of a count: ``POD 3 and 5``, ``DOL 2-4``, ``D2/D10``."""


def _with_more_counts(read: Sequence[TimeExpression], text: str) -> list[TimeExpression]:
    """The expressions with the further days of a run or list of counted ones."""
    out: list[TimeExpression] = []
    for n, e in enumerate(read):
        out.append(e)
        until = read[n + 1].start if n + 1 < len(read) else len(text)
        while e.kind in COUNTED_DAYS and (m := _MORE_COUNTS.match(text, e.end)) and m.end() <= until:
            if int(m[2]) <= e.number:
                break
            e = replace(e, start=m.start(1), end=m.end(1), number=int(m[2]))
            out.append(e)
    return out


def _with_surroundings(e: TimeExpression, text: str) -> TimeExpression:
    """The expression with what stands around it: a weekday that goes with it, a field name, a birth."""
    start, end = e.start, e.end
    short = re.search(r"\b[A-Za-z]{3,4}\.$", text[start:end])
    if text[end - 1] == "." and not (short and re.match(r"\s*[a-z\d,;]", text[end:])):
        end -= 1  # the stop of a sentence, not of an abbreviation
    weekday = e.weekday
    if e.kind is TimeKind.DATE and e.day:
        if inside := re.match(rf"(?:{WEEKDAY})", text[start:end], re.IGNORECASE):
            weekday = weekday_number(inside.group())
        if m := _WEEKDAY_BEFORE.search(text[max(0, start - 14) : start]):
            start -= len(m.group())
            weekday = weekday_number(m.group())
        after = _WEEKDAY_AFTER.match(text, end)
        if after and (after.group().count("(") == after.group().count(")")):
            end = after.end()
            weekday = weekday_number(after.group())
    if (
        e.kind is TimeKind.DATE
        and text[start - 1 : start] in ("'", "’", "‘")
        and text[start : start + 2].isdigit()
    ):
        start -= 1  # ``'98``
    part = e.part
    if e.kind is TimeKind.DATE and e.day and (week := _WEEK_OF.search(text[max(0, start - 26) : start])):
        start -= len(week.group())
        part = "week of" if week[1].lower().endswith("of") else "week from"
    before = text[max(0, start - 60) : start]
    before = before if start > 60 else "\n" + before
    field = _FIELD.search(text[max(0, e.start - 60) : e.start] if e.start > 60 else "\n" + text[: e.start])
    if field is None and e.kind is TimeKind.DATE and e.day and start < _FIELDS_AT_HEAD:
        field = _BARE_FIELD.search(before) if _FIELD_ENDS.match(text, end) else None
    before = text[max(0, e.start - 60) : e.start]
    return replace(
        e,
        start=start,
        end=end,
        birth=e.kind is TimeKind.DATE and (e.birth or bool(_BIRTH.search(before))),
        field=" ".join(field[1].lower().split()) if field else "",
        weekday=weekday,
        part=part,
    )


_TITLE_BEFORE = re.compile(r"\b(?:Drs?|Mr|Mrs|Ms|Miss|Prof|Nurse|MD|Mama|[A-Z])\.?[ ]$")
"""Before somebody who is called by a day: ``MD Friday``."""
_RUN_OF_COUNTS = re.compile(r"\bdays?\s?\d{1,3}\s?[-–]\s?$", re.IGNORECASE)
"""Before the last of ``days 15–22``."""
_NUMBER_OF_LIST = re.compile(r"\d{1,2}[ ]\S")
"""``#4 Apr 20``: the fourth of a list."""
_SEVERAL = re.compile(r"\d{1,2}(?:[ ,]+\d{1,2})+")
_ON_BEHIND = re.compile(r"\s+(?:on|in)\s")
_SCORED_BEFORE = re.compile(r"\b(?:was|is|and|then|score|scored|to|now|of)\s$", re.IGNORECASE)


def _is_value(span: Span, text: str) -> bool:
    """Whether a number that detection took for a day is a value of a day behind it: ``and 12 on Sunday``."""
    written = span.text(text).strip()
    if re.fullmatch(r"\d{1,2}\.\d{1,2}", written):  # ``K 4.7``, ``19-Oct 2.2``
        if BEHIND_DAY.search(text[max(0, span.start - 12) : span.start]):
            return True
        return NAMED_VALUE.search(text[max(0, span.start - 16) : span.start]) is not None
    bare = re.fullmatch(r"\d{1,2}", written) is not None
    return bare and bool(
        _ON_BEHIND.match(text, span.end) and _SCORED_BEFORE.search(text[max(0, span.start - 8) : span.start])
    )


_ROW_OF_VALUES = re.compile(r"[ \t|]*\d{1,2}[/.-]\d{1,2}(?:[/.-](?:20)?\d\d|\.)?(?:[ ]{2}|[ ]*[\t|])")
_CELL_END = re.compile(r"[ ]{2}|[ ]*(?:[\t|\n]|$)")


def _is_cell_of_value(span: Span, text: str) -> bool:
    """Whether a number that detection took for a day stands in a row of a table that begins with its date:
    ``5/9    24    18    4``."""
    begin = text.rfind("\n", 0, span.start) + 1
    bare = re.fullmatch(r"\d{1,3}(?:\.\d+)?", span.text(text).strip()) is not None
    return (
        bare
        and _ROW_OF_VALUES.match(text, begin, span.start) is not None
        and re.search(r"(?:[ ]{2}|[\t|][ ]?)$", text[begin : span.start]) is not None
        and _CELL_END.match(text, span.end) is not None
    )


def _is_of_feast(name: str, m: re.Match[str], span: Span) -> bool:
    """Whether what was taken for a name is a part of the name of a feast: ``Lag BaOmer``."""
    written = m["holiday"] if name in ("holiday", "beside holiday") else None
    inside = m.start() <= span.start and span.end <= m.end()
    return written is not None and " " in written and inside


def _figures(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """Figures as day and month; empty where they are none."""
    day, month = (int(x) for x in m[1].split("/")[:: 1 if context.day_first else -1])
    return [TimeExpression(*m.span(1), TimeKind.DATE, month=month, day=day)] if is_day(month, day) else []


def _is_months_alone(span: Span, text: str, context: FormContext) -> bool:
    """Whether figures that detection took for a date are a number of days, weeks or months, and can be no
    date."""
    written = span.text(text)
    may_be_date = may_be_either(written, text, span.start, context)
    return is_months(written, text, span.start, context) and not may_be_date


def _day_or_count(span: Span, text: str) -> TimeExpression:
    """``TCA 10/7``: the tenth of July, or in ten days."""
    day, month = (int(x) for x in span.text(text).split("/"))
    return TimeExpression(span.start, span.end, TimeKind.DATE, month=month, day=day, part=DAY_OR_COUNT)


_TWO_DIGITS = re.compile(r"[3-9]\d")
_YEAR_BEFORE = re.compile(r"(?:['’‘/.-]|\b(?:in|since|of|until|from|to|and)\s)$", re.IGNORECASE)
"""Before a year of two digits: ``64 in June`` is none."""
_LINE_CLOCK = re.compile(r"(?:^|(?<=\n))[ \t]*((?:[01]\d|2[0-3])[0-5]\d)(?=[ ]{2}|\t|[ ]*\|)")
_FIRST_YEAR, _LAST_YEAR = 1930, 2049


def _is_in_clocks(read: Sequence[TimeExpression], text: str) -> bool:
    """Whether what was read is an hour that begins a line, as others of its block do: ``2000  151/80``."""
    e = read[0]
    begin = text.rfind("\n", 0, e.start + 1) + 1
    here = _LINE_CLOCK.match(text, begin)
    if e.kind is not TimeKind.DATE or e.month or not e.year or here is None or here.start(1) != e.end - 4:
        return False
    first = text.rfind("\n\n", 0, begin) + 1
    last = text.find("\n\n", begin)
    hours = [
        int(m[1]) for m in _LINE_CLOCK.finditer(text, max(first - 1, 0), last if last >= 0 else len(text))
    ]
    return any(not _FIRST_YEAR <= h <= _LAST_YEAR for h in hours)


_MONTH_OF_YEAR = re.compile(r"\b(?:rev(?:ised)?|exp(?:iry|ires)?|version|form|batch)\W*$", re.IGNORECASE)
"""Before a month and its year: ``form rev 07/22``."""


_FULL_DATE = re.compile(r"(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)")
_NAMED_BEFORE = re.compile(rf"({WEEKDAY})\.?,?[ ]?\(?$", re.IGNORECASE)
_NAMED_BEHIND = re.compile(rf"[ ]?[(,]?[ ]?({WEEKDAY})", re.IGNORECASE)
_SURE = 2
"""Votes of a date that can be read in one way alone."""


def votes_for_days_first(text: str) -> int:
    """How far the dates of a text tell that the day stands first (above 0) or the month (below): a whole
    date counts twice, and four times where the weekday beside it fits one of the two alone."""
    votes = 0
    for m in _FULL_DATE.finditer(text):
        a, b = int(m[1]), int(m[3])
        votes += _SURE * ((12 < a <= 31 and b <= 12) - (12 < b <= 31 and a <= 12))
        votes += 2 * _SURE * _vote_of_weekday(m, text)
    for m in _BARE_DAY.finditer(text):
        a, b = (int(x) for x in m[1].split("/"))
        if _MONTH_OF_YEAR.search(text[max(0, m.start() - 12) : m.start()]):
            continue
        if NOT_A_DATE.search(text[max(0, m.start() - 24) : m.start()]):
            continue
        if not ACUITY.search(text[max(0, m.start() - 60) : m.start()]):
            votes += (12 < a <= 31 and 0 < b <= 12) - (12 < b <= 31 and 0 < a <= 12 and a not in (6, 10))
    return votes


def _vote_of_weekday(m: re.Match[str], text: str) -> int:
    """1 where the weekday beside a date is that of the day first, -1 where it is that of the month first."""
    beside = _NAMED_BEFORE.search(text, max(0, m.start() - 12), m.start())
    beside = beside or _NAMED_BEHIND.match(text, m.end())
    a, b, year = int(m[1]), int(m[3]), int(m[4]) + (2000 if len(m[4]) == 2 else 0)
    if beside is None or a == b or not (is_day(b, a) and is_day(a, b)):
        return 0
    named = weekday_number(beside[1])
    fits = [day_or_none(year, month, day) for month, day in ((b, a), (a, b))]
    first, second = (d is not None and d.weekday() == named for d in fits)
    return first - second


_NEAR_DAY, _NO_NEAR_DAY = 10, 45
"""Days to one that is told in words or with its year first."""
_LONGEST_STEP, _NO_STEP = 3, 25
"""Days from one entry of a chart to the next, read the right way and the wrong."""


def votes_of_neighbours(text: str, told: Collection[dt.date]) -> int:
    """The same of dates that can be read in both ways, by the days beside them: a day that is told otherwise
    (``5 Nov 2019`` and ``05/11/19``), and the entry before in a chart (``05/11``, ``06/11``, ``07/11``). One
    vote may be chance.

    Args:
        text: of the note.
        told: days that all notes tell in words, or with the year first.
    """
    votes = 0
    before: tuple[dt.date | None, dt.date | None] = None, None
    for m in sorted([*_FULL_DATE.finditer(text), *_BARE_DAY.finditer(text)], key=lambda m: m.start()):
        is_full = m.re is _FULL_DATE
        a, b = (int(m[1]), int(m[3])) if is_full else (int(x) for x in m[1].split("/"))
        if a == b or not (is_day(b, a) and is_day(a, b)):
            continue
        years = {int(m[4]) + (2000 if len(m[4]) == 2 else 0)} if is_full else {d.year for d in told}
        first, second = (
            min(
                (abs((d - t).days) for y in years for t in told if (d := day_or_none(y, *month_day))),
                default=0,
            )
            for month_day in ((b, a), (a, b))
        )
        nearer = (first <= _NEAR_DAY and second > _NO_NEAR_DAY) - (
            second <= _NEAR_DAY and first > _NO_NEAR_DAY
        )
        # That day itself is no chance; a day near it may be one.
        votes += nearer * (_SURE if not min(first, second) else 1)
        if not text[text.rfind("\n", 0, m.start()) + 1 : m.start()].strip():
            year = max(years, default=2000)
            days = day_or_none(year, b, a), day_or_none(year, a, b)
            steps = [(d - p).days if d and p else _NO_STEP for d, p in zip(days, before, strict=True)]
            votes += (0 < steps[0] <= _LONGEST_STEP and abs(steps[1]) >= _NO_STEP) - (
                0 < steps[1] <= _LONGEST_STEP and abs(steps[0]) >= _NO_STEP
            )
            before = days
    return votes
