"""Reads lists and runs of days that share their month or year: ``12, 14 and 19 March``, ``2-10/12``,
``the 3rd to the 7th``, and a day of the month alone (``the 4th``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from chartveil.case_report.times.expressions import FormContext, TimeExpression, TimeKind
from chartveil.case_report.times.lookalikes import NOT_A_DATE, can_only_be_a_day, is_months, is_value, is_verb
from chartveil.case_report.times.number_words import month_number, ordinal_number, year_of
from chartveil.case_report.times.words import MONTH, YEAR
from chartveil.lexicon.calendar import is_day

_OTHER_NUMBERS = re.compile(
    r"\b(?:cycles?|doses?|fractions?|sessions?|days?|no\.?|numbers?|weeks?|visits?|"
    r"courses?|pod|hd|dol|aged?|x)\s*#?$",
    re.IGNORECASE,
)
"""Words before a number that is no day of a month: ``cycles 3 and 4 May``."""
_PLACES = re.compile(r"\b(?:wards?|beds?|rooms?|levels?|bays?|theatres?)\s*#?$", re.IGNORECASE)
_PLURAL = re.compile(r"\s+(?!was\b|has\b|is\b|his\b|this\b)[a-z]+s\b")
"""``June 3 and 7 tablets``"""
_OF_THE_BODY = re.compile(
    r"\b(?:metatars\w+|metacarp\w+|MTs?|MCs?|MCPs?|MTPs?|PIPJ?|ribs?|fingers?|toes?|digits?|nerves?|CN|rays?|ICS|"
    r"centiles?|percentiles?|%iles?|deciles?|growth|trimesters?|ventricle|molars?|"
    r"gravida|pregnanc\w+|vertebra\w*|wt|ht|ofc|hc|bmi)\b|\b(?:weight|height|length|head)\s*$",
    re.IGNORECASE,
)
"""What is counted by ordinals and is no day: ribs, nerves, centiles."""
MEASURED = re.compile(r"\d\s?(?:kg|g|cm|mm)\b[^.;\n]{0,6}\($")
"""Before a centile: ``19.6 kg (12th)``."""
_TELLS_A_DAY = re.compile(
    r"(?:\b(?:on|due|for|through|thru|since|until|till|til|by|of|from|before|after|around|dated|between)\s+(?:the\s+)?|"
    r"\bto\s+the\s+|\band\s+(?:on\s+)?the\s+|\bago, (?:the\s+)?|\bago \((?:the\s+)?)$",
    re.IGNORECASE,
)
_MAY_TELL_A_DAY = re.compile(
    r"(?:^|\n)[ \t\-–•*>]*(?:the\s+)?$|[.;:]\s+(?:the\s+)?$|,\s+the\s+$|"
    r"\b(?:[a-z]{2,}(?:ed|en)|seen|home|done|dose|out|in|off|up|back|again|son|daughter|wife|husband|mother|clinic|"
    r"theatre|surgery|op|scan|CT|MRI|echo|bloods|date|d/c|adm|tests?|swabs?|cultures?)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""The same, of days too great for an order of things (``1st``, ``2nd``)."""
_LEAST_BARE = 4
_HIGHEST_GRADE = 10
"""``7/10`` may be a score, ``7/12`` is none."""


def _is_graded(before: str) -> bool:
    """Whether what stands before numbers makes them grades, scores or shares."""
    return NOT_A_DATE.search(before) is not None and not re.search(r"\bof\s+(?:the\s+)?$", before)


def days_of_list(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``March 3-5, 2019``, ``12, 14 and 19 March``: each of its days; empty where they are none in order."""
    text = m.group()
    month = re.search(MONTH, text, re.IGNORECASE)
    assert month is not None
    before = context.text[max(0, m.start() - 24) : m.start()]
    if _OTHER_NUMBERS.search(before) or _is_graded(before) or is_verb(context.text, *m.span()):
        return []
    year_match = re.search(YEAR + r"$", text, re.IGNORECASE)
    year = year_of(year_match.group(), context.pivot) if year_match else None
    body_end = year_match.start() if year_match else len(text)
    days = [
        d
        for d in re.finditer(r"\d{1,2}(?:st|nd|rd|th)?", text[:body_end], re.IGNORECASE)
        if not month.start() <= d.start() < month.end()
    ]
    number = month_number(month.group())
    if len(days) < 2 or not _in_order(days, number):
        return []
    joins = [text[a.end() : b.start()] for a, b in pairwise(days)]
    if joins[0].strip()[:1] in ",&+a" and _PLACES.search(before):
        return []
    in_brackets = (
        context.text[m.start() - 1 : m.start()] == "(" and context.text[m.end() : m.end() + 1] == ")"
    )
    if all(j.strip() == "," for j in joins) and len(days) < 3 and not in_brackets:
        return []  # ``Ward 3, 12 May``
    month_leads = month.start() == 0
    if month_leads and days[-1].group().isdecimal() and re.match(r"\s+on\s", context.text[m.end() :]):
        return []  # ``21 on June 5 and 12 on June 9``
    if month_leads and "/" in joins and not re.search(r"\d[a-z]", text[:body_end]):
        return []  # ``Jun 5/19``
    if month_leads and days[-1].group().isdecimal() and _PLURAL.match(context.text, m.end()):
        return []
    at = m.start()
    out = []
    for n, d in enumerate(days):
        start = 0 if n == 0 else d.start()
        end = len(text) if n == len(days) - 1 else d.end()
        out.append(
            TimeExpression(at + start, at + end, TimeKind.DATE, year, number, ordinal_number(d.group()))
        )
    return out


def days_of_columns(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``14-Oct  18-Oct  04-Nov``: the days at the head of a table; empty where one of them is none."""
    del context
    out = []
    in_pair = rf"({MONTH})[ -]?(\d{{1,2}})" if m.group()[0].isalpha() else rf"(\d{{1,2}})[ -]?({MONTH})"
    for pair in re.finditer(in_pair, m.group(), re.IGNORECASE):
        day, written = sorted(pair.groups())  # figures stand before letters
        month = month_number(written)
        if not is_day(month, int(day)):
            return []
        start, end = m.start() + pair.start(), m.start() + pair.end()
        out.append(TimeExpression(start, end, TimeKind.DATE, month=month, day=int(day), part="row"))
    return out


def run_of_dates(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``May 28-June 4, 2019``: its two days; empty where they are none."""
    out = []
    for which in ("a", "b"):
        month, day = re.search(MONTH, m[which], re.IGNORECASE), re.search(r"\d{1,2}", m[which])
        year = re.search(YEAR + "$", m[which], re.IGNORECASE)
        assert month is not None
        assert day is not None
        number = month_number(month.group())
        if not is_day(number, int(day.group())):
            return []
        years = year_of(year.group(), context.pivot) if year else None
        out.append(TimeExpression(*m.span(which), TimeKind.DATE, years, number, int(day.group())))
    return out


def days_in_short(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``2-10/12``, ``2, 9, 16/5`` where the day stands first, ``6/3-7`` where the month does: each of its
    days; empty where they may be shares, grades or a duration."""
    text, month = context.text, int(m["m"])
    if (m.start("list") < m.start("m")) != context.day_first:
        return []
    days = list(re.finditer(r"\d+", m["list"]))
    if not _in_order(days, month):
        return []
    before = text[max(0, m.start() - 24) : m.start()]
    if NOT_A_DATE.search(before) or _OTHER_NUMBERS.search(before):
        return []
    year = year_of(m["y"], context.pivot) if m["y"] else None
    if year is None and not _is_told(days, month, m, context):
        return []
    at = m.start("list")
    last = len(days) - 1
    return [
        TimeExpression(
            m.start() if n == 0 else at + d.start(),
            m.end() if n == last else at + d.end(),
            TimeKind.DATE,
            year,
            month,
            int(d.group()),
        )
        for n, d in enumerate(days)
    ]


def _is_told(days: Sequence[re.Match[str]], month: int, m: re.Match[str], context: FormContext) -> bool:
    """Whether figures that share their month are sure to be days of it."""
    text = context.text
    beside = days[-1] if context.day_first else days[0]
    figures = f"{beside.group()}/{m['m']}" if context.day_first else f"{m['m']}/{beside.group()}"
    if context.day_first and is_months(figures, text, m.start(), context):
        return False
    if figures in context.known_days or can_only_be_a_day(figures, text, m.start(), context):
        return True
    if _TELLS_A_DAY.search(text[max(0, m.start() - 20) : m.start()]):
        return True
    if int(days[-1].group()) <= month <= _HIGHEST_GRADE:
        return False  # ``4-5/5``
    in_month = rf"(?:1[3-9]|2\d|3[01])/0?{month}" if context.day_first else rf"0?{month}/(?:1[3-9]|2\d|3[01])"
    return bool(
        re.search(rf"(?<![\d/]){in_month}(?!\d)", text)
        or (context.written_on is not None and context.written_on.month == month)
    )


def _in_order(days: Sequence[re.Match[str]], month: int) -> bool:
    numbers = [ordinal_number(d.group()) for d in days]
    return all(is_day(month, n) for n in numbers) and all(a < b for a, b in pairwise(numbers))


def days_in_figures(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``1/3-1/5``, ``3/6, 5/6``: its days; nothing where they are no days in order, or may be grades of power
    or shares."""
    if NOT_A_DATE.search(context.text[max(0, m.start() - 24) : m.start()]):
        return []
    out, shares = [], []
    for d in re.finditer(r"(\d{1,2})/(\d{1,2})", m.group()):
        shares.append((int(d[1]), int(d[2])))
        if is_value(d.group(), context.text, m.start() + d.start(), context):
            return []
        day, month = shares[-1][:: 1 if context.day_first else -1]
        if not is_day(month, day):
            return []
        a, b = m.start() + d.start(), m.start() + d.end()
        out.append(TimeExpression(a, b, TimeKind.DATE, month=month, day=day))
    ordered = all((a.month, a.day) < (b.month, b.day) for a, b in pairwise(out))
    turns = len(out) == 2 and (out[0].month, out[1].month) == (12, 1)
    same = len({of for _, of in shares}) == 1
    may_be_grades = same and all(n <= of <= _HIGHEST_GRADE for n, of in shares)
    if not (ordered or turns) or may_be_grades:
        return []
    is_run = re.search(r"[-–]|\b(?:to|until|till|through|thru)\b", m.group())
    sure = is_run or any(
        d in context.known_days or can_only_be_a_day(d, context.text, m.start(), context)
        for d in re.findall(r"\d{1,2}/\d{1,2}", m.group())
    )
    return out if sure else []


def days_alone(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``the 4th``, ``20th-22nd``, ``the 3rd and the 5th``: days without their month; empty where they count
    something else."""
    text, start = context.text, m.start()
    days = list(re.finditer(r"\d{1,2}(?:st|nd|rd|th)?", m.group(), re.IGNORECASE))
    numbers = [ordinal_number(d.group()) for d in days]
    around = text[max(text.rfind("\n", 0, start) + 1, start - 60) : m.end() + 40].partition("\n")[0]
    if not all(1 <= n <= 31 for n in numbers) or _OF_THE_BODY.search(around):
        return []
    if MEASURED.search(text[max(0, start - 20) : start]):
        return []
    turns = any(a >= b and not (a > _END_OF_MONTH and b < _BEGIN_OF_MONTH) for a, b in pairwise(numbers))
    before = text[max(0, start - 24) : start]
    if turns or _is_graded(before) or _OTHER_NUMBERS.search(before) or _ANOTHER.search(before):
        return []
    if numbers == [2] and re.match(r"\s+to\b", text[m.end() :]):
        return []  # ``2nd to``: secondary to
    sure = (
        _TELLS_A_DAY.search(before)
        or re.search(r"[ ]{2}$|\t$", before)
        or (len(numbers) > 1 and _NIGHTS.search(before))
    )
    may = _MAY_TELL_A_DAY.search(before) and max(numbers) >= _LEAST_BARE
    if not (sure or may or (len(numbers) > 1 and max(numbers) >= _LEAST_BARE)):
        return []
    return [
        TimeExpression(start + d.start(), start + d.end(), TimeKind.DATE, day=n)
        for d, n in zip(days, numbers, strict=True)
    ]


_END_OF_MONTH, _BEGIN_OF_MONTH = 24, 8
"""A run from a day after the first to one before the second goes on in the next month."""
_ANOTHER = re.compile(
    r"\b(?:his|her|their|its|a|an|every|each|your|my|our|another|one|no)\s+$", re.IGNORECASE
)
"""Words before an ordinal that counts things of one kind: ``her 3rd``."""
_NIGHTS = re.compile(r"\b(?:nights?|overnight|mornings?|evenings?)\s+(?:of\s+)?(?:the\s+)?$", re.IGNORECASE)


def day_in_words(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``on the twenty-first``: a day without its month; empty for the first of things."""
    del context
    number = ordinal_number(re.sub(r"\s", "-", m.group()))
    return [TimeExpression(*m.span(), TimeKind.DATE, day=number)] if number >= _LEAST_BARE else []


def run_of_months(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``Oct-Dec 2018``, ``Nov and Jan``: its two months, the first in the year before where they turn."""
    year = year_of(m["year"], context.pivot) if m["year"] else None
    first, last = month_number(m["a"]), month_number(m["b"])
    before = year - (first > last) if year is not None else None
    lead = m.group()[: m.start("a") - m.start()].strip(" -").lower()
    part = {"early": "early", "beginning": "early", "mid": "mid", "late": "late", "end": "late"}
    return [
        TimeExpression(
            m.start(), m.end("a"), TimeKind.DATE, before, first, part=part.get(lead.split(" ")[0], "")
        ),
        TimeExpression(m.start("b"), m.end(), TimeKind.DATE, year, last),
    ]


_NIGHTS_AGO, _NIGHTS_AHEAD = 12, 2
"""Days around a note within which ``overnight 3/4`` is a night and no date."""


def days_of_night(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``overnight 26/27``, ``night of 3rd-4th``: its two days; empty where they do not follow each other, or
    are rather a day and its month."""
    a, b = int(m["a"]), int(m["b"])
    if b != a + 1 and not (a >= _LAST_OF_SHORTEST and b == 1):
        return []
    figures = re.search(r"\d{1,2}/\d{1,2}", m.group())
    if figures and is_day(a, b) and context.written_on is not None:
        ahead = context.written_on.day - a
        if not -_NIGHTS_AHEAD <= ahead <= _NIGHTS_AGO:
            return []
    return [TimeExpression(*m.span(which), TimeKind.DATE, day=int(m[which])) for which in ("a", "b")]


_LAST_OF_SHORTEST = 28
_NEXT_OF_LIST = re.compile(r"[ ]?[,;][ ]?#(?P<n>\d{1,2})[ ](?P<day>\d{1,2})(?=[ ]?(?:[,;)]|\.(?!\d)|\n|$))")


def with_numbered_days(read: Sequence[TimeExpression], text: str) -> list[TimeExpression]:
    """The expressions with days of a numbered list that share the month before them: ``#1 Mar 1, #2 16``.

    A day that does not follow the one before it is that of the next month.
    """
    out: list[TimeExpression] = []
    for n, e in enumerate(read):
        if out and e.start < out[-1].end:
            continue  # read as a day of the list
        out.append(e)
        until = read[n + 1].end if n + 1 < len(read) else len(text)
        while e.kind is TimeKind.DATE and e.month and e.day and (m := _NEXT_OF_LIST.match(text, e.end)):
            numbered = re.search(r"#(\d{1,2})[ ]$", text[max(0, e.start - 4) : e.start])
            day = int(m["day"])
            if m.end() > until or numbered is None or int(m["n"]) != int(numbered[1]) + 1:
                break
            month = e.month if day > e.day else e.month % 12 + 1
            if not is_day(month, day):
                break
            year = e.year + (month < e.month) if e.year else None
            e = TimeExpression(*m.span("day"), TimeKind.DATE, year, month, day)
            out.append(e)
            until = next((x.end for x in read[n + 1 :] if x.start >= e.end), len(text))
    return out
