"""Finds every expression of time in a note that leads to a calendar: dates, partial ones, and words such as
``last March``, ``POD 2``, ``two weeks ago``. Durations (``for six months``) lead to none and are not found.

What an expression means is found by ``dating``; here it is only read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from chartveil.case_report.times.words import MONTH, WEEKDAY, YEAR, time_words
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import ORDINAL_WORDS, calendar_words, is_day
from chartveil.surrogates.ages import number_from_words
from chartveil.surrogates.dates.parsing import calendar_names, parse_date, read_holiday


class TimeKind(StrEnum):
    """What an expression of time says."""

    DATE = "date"
    """Year, month, day, or some of them."""
    SEASON = "season"
    HOLIDAY = "holiday"
    WEEKDAY = "weekday"
    AGO = "ago"
    DAY_WORD = "day word"
    """``yesterday``: a number of days from the note."""
    PERIOD = "period"
    """``last week``, ``next month``: a whole unit beside the note's own."""
    POSTOPERATIVE = "day after an operation"
    HOSPITAL_DAY = "day in hospital"
    YEARS = "run of years"
    """``the 1990s``, ``the 2018-19 school year``: first and last year."""
    NOTE_DAY = "day of the note's own count"
    """``Day 3`` at the head of a note, and ``since day 1`` in it."""
    TREATMENT_DAY = "day of a treatment"
    """``day 3 of meropenem``: it stays as it is, and has its place in the timeline."""
    HABIT = "habit"
    """``every Tuesday``: no day, but it would tell the weekday of others."""
    UNREAD = "unread"
    """Detection took it for a date; what it means cannot be told."""


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """One expression.

    Attributes:
        start, end: its range, with the weekday beside it.
        kind: what it says.
        year, month, day: what is written of them.
        number: of a weekday in its month (``unit`` is ``weekday``), of days (``DAY_WORD``, ``POSTOPERATIVE``,
            ``HOSPITAL_DAY``), units (``AGO``), the weekday from 0, or times a week (``HABIT``, 0 for weekly).
        unit: ``day``, ``week``, ``month``, ``year``; of a run of years its last year.
        name: of a season or holiday, or of the event that a count or weekday is told from.
        relation: ``last``, ``next``, ``this``, ``last year``, ``next year``; of weekdays also ``that``,
            ``following`` and ``previous``, seen from the time before them, as ``that`` is of months (``in May
            of that year``); or empty.
        part: ``early``, ``mid``, ``late``, ``week first`` (of a month), ``week of`` and ``week from`` (of a
            day), ``about`` and ``exact`` (of ``AGO``), ``weekend`` and ``holiday`` (of a holiday) or empty.
        birth: whether it is a date of birth.
        field: the field name before it, folded: ``date of service``; empty for none.
        weeks: further from the note, of a weekday: 1 for ``Tuesday week``, -1 for ``last Tuesday week``; of a
            period its units (``the month before last``).
        weekday: from 0, of a date that it stands with, or before or after a holiday; -1 for none.
    """

    start: int
    end: int
    kind: TimeKind
    year: int | None = None
    month: int | None = None
    day: int | None = None
    number: int = 0
    unit: str = ""
    last_year: int = 0
    name: str = ""
    relation: str = ""
    part: str = ""
    birth: bool = False
    field: str = ""
    weekday: int = -1
    weeks: int = 0


_BIRTH = re.compile(
    r"\b(?:d\.?\s?o\.?\s?b\.?|born|birth\s?date|date\s+of\s+birth|birthdate|née?|b\.)(?:\s+(?:is|was|on|"
    r"in))*\W*$",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"(?:^|\n|\t| {2,}|[|;,.]\s*|"
    r"(?<=[\d)])[ ])[ \t]*((?:[A-Za-z][\w/&'’-]*[ ]){0,4}[A-Za-z][\w/&'’-]*)[ ]?[:#][ \t]*$"
)
_NOT_A_DATE = re.compile(
    r"\b(?:grade|stage|class|score|apgars?|strength|power|reflexes|murmur|vision|acuity|pain|bp|nyha|gcs|"
    r"type|level|ratio|pulses?|motor|dtrs?|edema|oedema|rated|lymph nodes?|nodes|margins?|cup|tsp|hour|aged?|"
    r"of)\s*"
    r"(?:was|is|of|at|a|:|=)?\s*$",
    re.IGNORECASE,
)
_FALL_DOES = re.compile(r"\s+(?:was|occurred|happened|resulted|led|on|at|from)\b", re.IGNORECASE)
_FALLS = re.compile(
    r"\b(?:the|her|his|their|the patient['’]s|a|any|no|since|first|second|each)\s*$", re.IGNORECASE
)
_UNITS = {"d": "day", "w": "week", "m": "month", "y": "year", "f": "week"}
_SEASON_MONTHS = {"winter": 12, "spring": 3, "summer": 6, "autumn": 9, "fall": 9}
_YEAR_BESIDE = re.compile(
    r"\s+(?:of\s+)?(last|this|next)\s+year\b|\s+last\b(?!\s+(?:week|month|night|visit|seen|\w+ed)\b)",
    re.IGNORECASE,
)
_FRACTION = re.compile(r"\d{1,2}/\d{1,2}")


def is_birth(e: TimeExpression) -> bool:
    """Whether an expression is a date of birth."""
    return e.birth or bool(time_words().fields["births"].fullmatch(e.field))


def find_times(
    text: str,
    spans: Sequence[Span] = (),
    *,
    day_first: bool = False,
    pivot: int = 2040,
    known_days: Collection[str] = (),
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
    """
    taken = [
        s
        for s in spans
        if s.label is Label.DATE
        and not _is_amount(s, text)
        and not _SCHOOL.match(s.text(text))
        and not _COUNTED_OTHERWISE.search(text[max(0, s.start - 9) : s.end])
        and not _is_part_of_week(s.text(text), text, s.start)
        and not _is_acuity(s.text(text), text, s.start)
        and not (day_first and _is_months(s.text(text), text, s.start))
        and not _is_clock(s.text(text), text, s.start)
        and not (_DAY_ALONE.fullmatch(s.text(text).strip()) and _COUNTED_UNIT.match(text, s.end))
    ]
    others = [
        s
        for s in spans
        if s.label not in (Label.DATE, Label.AGE)
        and not _is_day_word(s.text(text))
        and not _COUNT.fullmatch(s.text(text).strip())
    ]
    found: list[tuple[int, int, list[TimeExpression]]] = []
    for name, pattern in time_words().forms:
        for m in pattern.finditer(text):
            if any(s.start < m.end() and m.start() < s.end for s in others):
                continue
            read = _read(name, m, text, day_first=day_first, pivot=pivot)
            if read:
                found.append((m.start(), max(m.end(), read[-1].end), read))
    found += _from_spans(text, taken, day_first=day_first, pivot=pivot)
    for m in _BARE_DAY.finditer(text):
        if _is_part_of_week(m[1], text, m.start()) or _is_acuity(m[1], text, m.start()):
            continue
        if day_first and _is_months(m[1], text, m.start()):
            continue
        begins_count = _BEGINS_COUNT.match(text, m.end())
        if (
            begins_count
            or m[1] in known_days
            or _can_only_be_a_day(m[1], text, m.start(), day_first=day_first)
        ) and not _NOT_A_DATE.search(text[max(0, m.start() - 24) : m.start()]):
            read = _read("date", m, text, day_first=day_first, pivot=pivot)
            found.append((m.start(), m.end(), read))
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
    read_all = sorted((e for _, _, read in kept for e in read), key=lambda e: e.start)
    for e in _with_years_of_runs(read_all, text):
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


def _is_part_of_week(written: str, text: str, at: int) -> bool:
    """Whether a fraction counts days of a week: ``28 4/7 weeks``."""
    return bool(re.fullmatch(r"[0-6]/7", written) and re.search(r"\d[ -]?$", text[max(0, at - 3) : at]))


_BEGINS_COUNT = re.compile(r"\s*(?:=|being|was|is|as)\s*day\s?[01]\b", re.IGNORECASE)
"""``1/12 being day 0``"""
_FOR_DAYS = re.compile(
    r"(?:\b(?:for|over|every|STO|incubation|duration|course|tds|qds|qid|bd|od|nocte|hourly|prn)|[x×])\s*$",
    re.IGNORECASE,
)
_WAIT = re.compile(
    r"\b(?:r/?v|review(?:ed)?|f/?u|follow[- ]?up|leave|for|in|every|over|next|after|x|×|rpt|repeat|course|"
    r"supply|tca|see|rtc|again|recall)\s*$",
    re.IGNORECASE,
)


_NEAR_MONTH = {
    "7": re.compile(r"[/.-]0?[678][/.-](?:20)?\d\d(?!\d)|\b(?:June?|July?|Aug(?:ust)?)\b", re.IGNORECASE),
    "12": re.compile(
        r"[/.-](?:1[12]|0?1)[/.-](?:20)?\d\d(?!\d)|\b(?:Nov(?:ember)?|Dec(?:ember)?|Jan(?:uary)?)\b|"
        r"(?<![\d/])(?:1[3-9]|[23]\d)/1[12]\b",
        re.IGNORECASE,
    ),
}
"""What in a note makes its figures with a stroke and 7 or 12 days of that month, to be on the safe side."""
_COUNTED_ON = re.compile(r"\s+(?:post|after|later|pre|before|prior|history|hx|ago|back)\b", re.IGNORECASE)


def _is_months(written: str, text: str, at: int) -> bool:
    """Whether figures are a number of days, weeks or months: ``R/v 3/12``, ``10/7 post op``."""
    unit = written.partition("/")[2]
    if not re.fullmatch(r"\d{1,2}/(?:7|12|52)", written):
        return False
    if unit in _NEAR_MONTH and _NEAR_MONTH[unit].search(text):
        return False
    waits = _FOR_DAYS if unit == "7" else _WAIT
    return bool(waits.search(text[max(0, at - 14) : at]) or _COUNTED_ON.match(text, at + len(written)))


_MONTHS_OF_YEAR = 12
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3])\.[0-5]\d")
_CLOCK_LINES = re.compile(r"(?:^|\n)[ \t]*(?:[01]?\d|2[0-3])[.:]([0-5]\d)(?:[ \t]*[AP]M)?[ \t]+(?=[A-Za-z2])")


def _is_clock(written: str, text: str, at: int) -> bool:
    """Whether figures that begin a line are an hour, as in a chart whose lines begin with hours.

    Lines that may all begin with a day and its month (``12.03``) begin with that.
    """
    begins = not text[text.rfind("\n", 0, at) + 1 : at].strip()
    minutes = [int(x) for x in _CLOCK_LINES.findall(text)]
    hours = len(minutes) > 1 and any(not 1 <= x <= _MONTHS_OF_YEAR for x in minutes)
    return bool(begins and hours and _CLOCK.fullmatch(written.strip()))


_SNELLEN = re.compile(r"6/(?:4|5|6|9|12|18|24|36|60)|20/\d\d")
_EYES = re.compile(r"\b(?:VA|visual|vision|acuity|eyes?|sees|pinhole|ophthal\w*|snellen)\b", re.IGNORECASE)


def _is_acuity(written: str, text: str, at: int) -> bool:
    """Whether figures tell how well somebody sees, in a line that speaks of it: ``6/9 both``."""
    line = text[max(0, at - 160, text.rfind("\n", 0, at) + 1) : at + 60].partition("\n\n")[0]
    return bool(_SNELLEN.fullmatch(written) and _EYES.search(line))


_FOR = re.compile(r"\b(?:for|in|every|over|after|x|of|next)\s*$", re.IGNORECASE)
_ACUITY = re.compile(
    r"\b(?:VA|visual|vision|acuity|pain|scale|score|rated|strength|power|"
    r"out of)\b[^.\n]{0,40}$",
    re.I,
)


def _can_only_be_a_day(written: str, text: str, at: int, *, day_first: bool) -> bool:
    """Whether two numbers with a stroke are more than a share can be: ``11/4``, ``5/17``.

    ``3/7`` may be three days, ``6/18`` an acuity.
    """
    a, b = (int(x) for x in written.split("/"))
    if not (a and b) or a == b or _ACUITY.search(text[max(0, at - 60) : at]):
        return False
    if day_first:
        # ``18/12`` are months, ``for 13/12`` too.
        in_december = re.search(r"(?<![\d/])\d{1,2}/12/(?:20)?\d\d(?!\d)", text)
        months = b == 12 and (
            (a in (18, 24) and not in_december) or _FOR.search(text[max(0, at - 8) : at]) is not None
        )
        return b < a <= 31 and b <= 12 and not months and written != "24/7"
    return a <= 12 and 12 < b <= 31 and a not in (6, 10)


_COUNTED_OTHERWISE = re.compile(r"\b(?:year|grade|stage|step|week|cycle|class)\s+\d{1,2}$", re.IGNORECASE)


_COUNTED_UNIT = re.compile(r"\s+(?:day|week|month|cycle|dose|week)\b", re.IGNORECASE)
"""``the 6th day of treatment`` is no day of a month."""


_COUNT = re.compile(r"(?:POD|PPD|PND|PBD|HD|DOL|day)\s?#?\d{1,3}", re.IGNORECASE)
"""A counted day that detection took for a name."""


def _is_day_word(written: str) -> bool:
    """Whether what was taken for a name is a weekday or a holiday, and nothing else."""
    word = fold(written.strip(" .,;"))
    whole = word in calendar_names() and word.endswith("day")
    return whole or (word in calendar_words().holidays and (" " in word or word == "nye"))


_SCHOOL = re.compile(r"(?:(?:in\s+)?Year\s+\d{1,2}|\d\d\s?\+\s?\d)$", re.IGNORECASE)
"""A school year by its number tells an age (``ages``); ``27+4`` are weeks and days of gestation."""
_AMOUNT = re.compile(
    r"[ ]?(?:mg|ml|g|kg|cm|mm|mcg|µg|ug|kcal|cal|calories|units?|IU|pg|ng|U|copies|cells|"
    r"steps|bpm|mmol|µmol|umol|%|°)"
    r"(?![A-Za-z])",
    re.IGNORECASE,
)


def _is_amount(span: Span, text: str) -> bool:
    """Whether a number that was taken for a year has a unit: ``ferritin 2011 ng/mL``."""
    return span.text(text).strip().isdecimal() and bool(_AMOUNT.match(text, span.end))


def _from_spans(
    text: str, spans: Iterable[Span], *, day_first: bool, pivot: int
) -> Iterator[tuple[int, int, list[TimeExpression]]]:
    """Dates that detection is sure of, in forms too bare for the grammar: ``3/4``, ``the 9th``."""
    for span in spans:
        start, end = span.start, span.end
        core = text[start:end]
        while core and not core[-1].isalnum():
            core, end = core[:-1], end - 1
        if not core or _DAY_ALONE.fullmatch(core.strip()):
            m = _DAY_ALONE.fullmatch(core.strip()) if core else None
            if m and 1 <= int(m[1]) <= 31:
                yield start, end, [TimeExpression(start, end, TimeKind.DATE, day=int(m[1]))]
            continue
        pieces = re.split(r"(\s*(?:[–—;,&]|-{1,2}|\bto\b|\bthrough\b|\bthru\b|\band\b|\bor\b)\s*)", core)
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
        return [TimeExpression(start, end, TimeKind.DATE, _year(m["y"], pivot))]
    if day_first and (m := _MONTH_AND_YEAR.fullmatch(core)) and int(m["y"]) > 12:
        return [TimeExpression(start, end, TimeKind.DATE, _year(m["y"], pivot), int(m["m"]))]
    if not (m := _SPAN_OF_DAYS.fullmatch(core)):
        return []
    month, a, b = int(m["m"]), int(m["a"]), int(m["b"])
    if not (is_day(month, a) and is_day(month, b) and a < b):
        return []
    year, middle = _year(m["y"], pivot), start + m.end("a")
    return [
        TimeExpression(start, middle, TimeKind.DATE, year, month, a),
        TimeExpression(middle + 1, end, TimeKind.DATE, year, month, b),
    ]


_BARE_DAY = re.compile(r"(?<![\d/.:-])(\d{1,2}/\d{1,2})(?![\d/%-]|\.\d|\s*(?:strength|power|pain|mg|ml|cm))")
_APOSTROPHES = ("'", "’", "‘")
_YEAR_ALONE = re.compile(r"['’‘]?(?P<y>\d\d)")
_MONTH_AND_YEAR = re.compile(r"(?P<m>0?[1-9]|1[0-2])/(?P<y>\d\d)")
_SPAN_OF_DAYS = re.compile(r"(?P<m>\d{1,2})/(?P<a>\d{1,2})[-–](?P<b>\d{1,2})(?:/(?P<y>\d\d|20\d\d))?")
_CLOCK_BESIDE = re.compile(
    r"(?:(\d{1,2}/\d{1,2})\s+|(.+?)\s*(?:@|\bat\b)\s*|(.+?)\s+(?=\d{4}\s?h))(?:[01]\d|2[0-3])[0-5]\d(?:\s?h\w*)?",
    re.IGNORECASE,
)
_THE_FOURTH = re.compile(r"[Tt]he Fourth")
_DAY_ALONE = re.compile(r"(?:the\s+)?([0-2]?\d|3[01])(?:st|nd|rd|th)", re.IGNORECASE)


def _filled(read: list[TimeExpression]) -> list[TimeExpression]:
    """Dates of a run, each with the year or month that only another of them has (``3/4-3/9/19``)."""
    year = next((e.year for e in reversed(read) if e.year), None)
    month = next((e.month for e in read if e.month), None)
    return [replace(e, year=e.year or year, month=e.month or (month if e.day else None)) for e in read]


def _read(name: str, m: re.Match[str], text: str, *, day_first: bool, pivot: int) -> list[TimeExpression]:
    """What a match says; empty where it says nothing after all."""
    start, end = m.span()
    groups = m.groupdict()
    relation = _relation(groups.get("rel") or groups.get("rel2") or "")
    part = _part_of(groups.get("part"))
    if name == "days":
        return _days(m, pivot)
    if name in ("note day", "treatment") and _is_no_day(m, text):
        return []
    if name == "days in figures" and _NOT_A_DATE.search(text[max(0, start - 24) : start]):
        return []
    if name == "days in figures":
        return _days_in_figures(m, day_first=day_first)
    if name == "date":
        fraction = re.search(r"(?<![\d/])\d{1,2}/\d{1,2}$", m.group())
        if fraction and _is_acuity(fraction.group(), text, start + fraction.start()):
            return []
        if _FRACTION.fullmatch(m.group()) and _NOT_A_DATE.search(text[max(0, start - 24) : start]):
            return []
        parsed = parse_date(_without_weekday(m.group()), day_first=day_first, pivot=pivot)
        if parsed is None or not (parsed.month or parsed.year):
            return []
        beside = _YEAR_BESIDE.match(text, end)
        if beside and parsed.year is None:
            end, relation = beside.end(), (beside[1] or "last").lower()
        return [
            TimeExpression(
                start, end, TimeKind.DATE, parsed.year, parsed.month, parsed.day, relation=relation
            )
        ]
    if name == "month":
        return _month(m, relation, part, pivot)
    if name == "season":
        falls = _FALLS.search(text[:start][-20:]) or _FALL_DOES.match(text, end)
        if groups["season"].lower() == "fall" and relation == "last" and falls:
            return []
        year = _year(groups.get("year"), pivot)
        return [
            TimeExpression(
                start, end, TimeKind.SEASON, year, name=groups["season"].lower(), relation=relation, part=part
            )
        ]
    if name == "holiday":
        holiday = _holiday(groups["holiday"])
        if holiday is None or _EPONYMS.match(text, end) or _IN_NEW_YEAR.search(text[:end][-20:]):
            return []
        year = _year(groups.get("year"), pivot)
        month = _month_number(groups["bank_month"]) if groups["bank_month"] else None
        part = {"first": "early", "last": "late"}.get(*[(groups["bank_part"] or "").lower()] * 2) or ""
        part = f"{part} {_holiday_tail(groups['when'])}".strip()
        e = TimeExpression(
            start, end, TimeKind.HOLIDAY, year, month, name=holiday, relation=relation, part=part
        )
        return [e]
    if name == "beside holiday":
        return _beside_holiday(m, pivot)
    if name == "weekday nth":
        weekday = _weekday_number(groups["weekday"])
        return [TimeExpression(start, end, TimeKind.DATE, day=int(groups["n"]), weekday=weekday)]
    if name == "note day":
        number = int(groups["n"] or groups.get("n2") or 0)
        return [TimeExpression(start, end, TimeKind.NOTE_DAY, number=number)]
    if name == "cycle":
        number = int(groups["n"])
        return [TimeExpression(start, end, TimeKind.TREATMENT_DAY, number=number, name=f"c{groups['cycle']}")]
    if name == "habit":
        days = re.findall(WEEKDAY.replace(r"\b\.?", ""), m.group(), re.IGNORECASE)
        times = len(days) or len(re.findall(r"[A-Z][a-z]?", m.group()))
        other = 0 if re.search(r"other|alternate", m.group(), re.IGNORECASE) else times
        return [TimeExpression(start, end, TimeKind.HABIT, number=other)]
    if name == "weekday":
        return [_weekday(m)]
    if name == "weekday of month":
        nth = {"l": -1, "f": 1, "s": 2, "t": 3}.get(groups["nth"][0].lower(), 0) or int(groups["nth"][0])
        nth = 4 if groups["nth"].lower() == "fourth" else nth
        year, month = _year(groups["year"], pivot), _month_number(groups["month"])
        weekday = _weekday_number(groups["weekday"])
        return [
            TimeExpression(
                start, end, TimeKind.DATE, year, month, unit="weekday", weekday=weekday, number=nth
            )
        ]
    if name == "weekday beside event":
        side = "previous" if groups["side"].lower() in ("before", "preceding") else "following"
        number = _weekday_number(groups["weekday"])
        start, end = m.span("weekday")  # ``on day 4 before delivery``
        anchor = groups["anchor"].lower()
        return [
            TimeExpression(
                start, end, TimeKind.WEEKDAY, number=number, unit="event", name=anchor, relation=side
            )
        ]
    if name == "ago short":
        unit = {"7": "day", "52": "week", "12": "month"}[groups["short"]]
        number = int(groups["n"])
        return [TimeExpression(start, end, TimeKind.AGO, number=number, unit=unit, last_year=number)]
    if name == "ago hours":
        number = int(groups["n"]) // 24
        return [TimeExpression(start, end, TimeKind.AGO, number=number, unit="day", last_year=number)]
    if name == "nth of month":
        short = {"u": "last", "p": "next"}.get((groups["short"] or "")[:1].lower(), "this")
        relation = f"{relation or short} month"
        day = _ordinal(re.sub(r"\s", "-", groups["n"] or groups["ord"]))
        return [TimeExpression(start, end, TimeKind.DATE, day=day, relation=relation)]
    if name == "ago":
        return _ago(m)
    if name == "day word":
        return [TimeExpression(start, end, TimeKind.DAY_WORD, number=_word_days(m.group()))]
    if name == "period":
        unit, weeks = (groups["unit"] or groups["unit2"]).lower(), 0
        if groups.get("rel2") or relation == "before last":
            relation, weeks = "last", -1
        elif relation == "after next":
            relation, weeks = "next", 1
        elif unit == "weekend" and (groups["rel"] or "").lower() == "coming":
            weeks = -1
        return [
            TimeExpression(start, end, TimeKind.PERIOD, unit=unit, relation=relation or "last", weeks=weeks)
        ]
    if name == "nth":
        return [TimeExpression(start, end, TimeKind.DATE, day=int(groups["n"]))]
    if name in ("postop", "hospital"):
        kind = TimeKind.POSTOPERATIVE if name == "postop" else TimeKind.HOSPITAL_DAY
        count = groups.get("n") or groups.get("nth") or groups.get("n2") or ""
        event = (groups.get("event") or "").lower()
        if m.group().lower().endswith("of life"):
            event = "birth"
        if groups.get("ord"):
            return [TimeExpression(start, end, kind, number=_ordinal(groups["ord"]), name=event)]
        if groups.get("sign"):
            number = int(count) * (1 if groups["sign"] == "+" else -1)
            return [TimeExpression(start, end, kind, number=number, name="transplant")]
        if event == "dol" or event.endswith("life"):
            event = "birth"
        elif event.startswith(("pbd", "post-burn", "post burn", "postburn")):
            event = "burn"
        elif after := re.match(r"post[\s-]?(transplant|injury|trauma|stroke|arrest|delivery)", event):
            event = after[1]
        elif event.startswith(("pn", "post")):
            event = "partum"
        return [TimeExpression(start, end, kind, number=_number(count), name=event)]
    if name == "treatment":
        number = int(groups["n"] or groups["n2"] or groups["n3"] or groups["n4"])
        return [TimeExpression(start, end, TimeKind.TREATMENT_DAY, number=number, name=_treatment(m))]
    if name == "decade":
        return _decade(m, part)
    if name in ("school", "years"):
        first = int(groups["y"])
        last = int(groups["y2"]) if len(groups["y2"]) == 4 else first // 100 * 100 + int(groups["y2"])
        if not first < last <= first + 60:
            return []
        unit = "school" if name == "school" else "years"
        return [TimeExpression(start, end, TimeKind.YEARS, first, last_year=last, unit=unit)]
    if name == "month in figures":
        return [TimeExpression(start, end, TimeKind.DATE, _year(groups["yy"], pivot), int(groups["m"]))]
    if name == "quarter":
        digits = re.findall(r"\d+", m.group())
        year, quarter = int(max(digits, key=len)), int(min(digits, key=len))
        return [TimeExpression(start, end, TimeKind.SEASON, year, name=f"q{quarter}")]
    year = _year(groups.get("short") or groups["y"], pivot)
    return [TimeExpression(start, end, TimeKind.DATE, year, part=part)]


_LETTER_D = re.compile(r"(?-i:D)#?\d{1,2}\b", re.IGNORECASE)
_NO_DAY = re.compile(
    r"\b(?:duoden\w*|biops\w+|OGD|EGD|\w*scop\w+|gastrectomy|\w*adenectomy|dissection|resection|receptors?|\w*agonists?|"
    r"vitamin|vit|\w*calci\w*|dextrose|dermatomes?|vertebra\w*|thoracic|spine|spinal|level|IU|dimer|60k)\b",
    re.IGNORECASE,
)
"""What stands near a D that is no day: of the duodenum, a vertebra, a vitamin, an operation, a receptor."""


def _is_no_day(m: re.Match[str], text: str) -> bool:
    """Whether what looks like ``D3`` is no day."""
    around = text[max(0, m.start() - 40, text.rfind("\n", 0, m.start()) + 1) : m.end() + 30].partition("\n")[
        0
    ]
    return bool(_LETTER_D.search(m.group()) and _NO_DAY.search(around))


def _month_number(word: str) -> int:
    return calendar_names()[fold(word).rstrip(".")][1]


_WEEK_GONE = re.compile(r"week (?:gone|past|back|last|just gone)|before last|but one")
"""``Monday week gone``, ``Monday before last``: the Monday a week before the last."""


def _weekday(m: re.Match[str]) -> TimeExpression:
    """``last Friday``, ``Tuesday week``, ``the Monday before``: its weekday, relation and weeks further."""
    groups = m.groupdict()
    lead, tail = (" ".join((groups.get(g) or "").lower().split()) for g in ("rel", "rel2"))
    start, end = m.span()
    if lead in ("on", "since", "until", "by"):
        start, lead = m.start("weekday"), ""
    relation, weeks, unit = _relation(lead), 0, ""
    if groups.get("before"):
        weekday, weeks = _weekday_number(groups["weekday"]), 1 - _number(groups["before"])
        return TimeExpression(start, end, TimeKind.WEEKDAY, number=weekday, relation="last", weeks=weeks)
    if groups.get("from"):
        weekday, weeks = _weekday_number(groups["weekday"]), _number(groups["from"])
        return TimeExpression(start, end, TimeKind.WEEKDAY, number=weekday, relation="next", weeks=weeks)
    if groups.get("ago"):
        number = _weekday_number(groups["weekday"])
        count = -_number(groups["ago"])
        return TimeExpression(
            start, end, TimeKind.WEEKDAY, number=number, unit="ago", relation="last", weeks=count
        )
    if lead.startswith(("last week", "next week")):
        relation, unit = lead.split()[0], "week"
    elif lead in ("the", "that", "that same"):
        relation = "that"
    elif lead in ("following", "the following", "the next"):
        relation = "following"
    elif lead in ("previous", "the previous"):
        relation = "previous"
    if tail.endswith("week") and len(tail) > 4 and "ago" not in tail:
        relation, unit = _relation(tail.split()[-2]), "week"
    elif tail == "after next":
        relation, weeks = "next", 1
    elif tail in ("week", "fortnight") or lead == "a week on":
        weeks = 2 if tail == "fortnight" else 1
        relation, weeks = ("last", -weeks) if relation == "last" else ("next", weeks)
    elif "ago" in tail or _WEEK_GONE.match(tail) or lead.startswith("a week"):
        relation, weeks = "last", -1
    elif tail.split()[0:1] in (
        ["before"],
        ["after"],
        ["prior"],
        ["preceding"],
        ["thereafter"],
        ["following"],
    ):
        relation = "previous" if tail.startswith(("before", "pr")) else "following"
    elif tail:
        relation = "next" if tail == "next" else "last"
    number = _weekday_number(groups["weekday"])
    return TimeExpression(
        start, end, TimeKind.WEEKDAY, number=number, unit=unit, relation=relation, weeks=weeks
    )


def _holiday(written: str) -> str | None:
    folded = fold(re.sub(r"[\s-]+", " ", written)).replace("’", "'")
    if folded in calendar_words().holidays or not folded.startswith("st"):
        return folded if folded == "bank holiday" else read_holiday(folded)
    return read_holiday(f"{folded} day")  # ``since St Andrew's``


def _holiday_tail(written: str | None) -> str:
    """``weekend`` or ``holiday``, where one of these stands behind a holiday; else nothing."""
    words = (written or "").lower().split()
    if not words or words[0] in ("day", "eve", "dinner", "monday"):
        return ""
    return "weekend" if {"weekend", "w/e", "break"} & set(words) else "holiday"


def _beside_holiday(m: re.Match[str], pivot: int) -> list[TimeExpression]:
    """``the day before Thanksgiving``, ``the Tuesday after Easter``, ``two days after Christmas``."""
    holiday = _holiday(m["holiday"])
    if holiday is None:
        return []
    sign = -1 if m["side"].lower() in ("before", "preceding") else 1
    what = m["what"].lower()
    weekday, number, unit = -1, sign, "day"
    if m["weekday"]:
        weekday = _weekday_number(m["weekday"])
    elif what.startswith("week"):
        number, unit = sign * 7, "week"
    elif " " in what:
        number = sign * _number(what.split()[0]) * (7 if "week" in what else 1)
    year = _year(m["year"], pivot)
    month = _month_number(m["bank_month"]) if m["bank_month"] else None
    return [
        TimeExpression(
            *m.span(),
            TimeKind.HOLIDAY,
            year,
            month,
            number=number,
            unit=unit,
            name=holiday,
            weekday=weekday,
            part=_holiday_tail(m["when"]),
        )
    ]


def _days(m: re.Match[str], pivot: int) -> list[TimeExpression]:
    """``March 3-5, 2019``: its two days."""
    text = m.group()
    month = re.search(MONTH, text, re.IGNORECASE)
    assert month is not None
    number = calendar_names()[fold(month.group()).rstrip(".")][1]
    year_match = re.search(YEAR + r"$", text, re.IGNORECASE)
    year = _year(year_match.group(), pivot) if year_match else None
    body_end = year_match.start() if year_match else len(text)
    days = [
        d for d in re.finditer(r"\d{1,2}", text[:body_end]) if not month.start() <= d.start() < month.end()
    ]
    if len(days) < 2 or not all(1 <= int(d.group()) <= 31 for d in days):
        return []
    first, last = int(days[0].group()), int(days[-1].group())
    if last <= first and "and" not in text:
        return []
    at = m.start()
    out = []
    for n, d in enumerate(days):
        start = 0 if n == 0 else d.start()
        suffix = re.match(r"st|nd|rd|th", text[d.end() :])
        end = len(text) if n == len(days) - 1 else d.end() + (len(suffix.group()) if suffix else 0)
        out.append(TimeExpression(at + start, at + end, TimeKind.DATE, year, number, int(d.group())))
    return out


def _days_in_figures(m: re.Match[str], *, day_first: bool) -> list[TimeExpression]:
    """``1/3-1/5``: its two days; nothing where they are no days in order, or may be grades of power."""
    out = []
    for which in ("a", "b"):
        day, month = (int(x) for x in m[which].split("/")[:: 1 if day_first else -1])
        if not is_day(month, day):
            return []
        out.append(TimeExpression(*m.span(which), TimeKind.DATE, month=month, day=day))
    (a, b), shares = [(e.month, e.day) for e in out], [m[w].split("/") for w in ("a", "b")]
    may_be_grades = len({of for _, of in shares}) == 1 and all(int(n) <= int(of) <= 10 for n, of in shares)
    return out if a < b and not may_be_grades else []


def _month(m: re.Match[str], relation: str, part: str, pivot: int) -> list[TimeExpression]:
    found = re.search(MONTH, m.group(), re.IGNORECASE)
    assert found is not None
    word = found.group().rstrip(".")
    if word.lower() in ("may", "march", "mar", "dec", "sat") and word.islower() and not relation:
        return []
    number = calendar_names()[fold(word)][1]
    year_match = re.search(YEAR + r"$", m.group())
    year = _year(year_match.group(), pivot) if year_match else None
    start, end = m.span()
    if m.group().endswith(".") and not year:
        end -= 1
    return [TimeExpression(start, end, TimeKind.DATE, year, number, relation=relation, part=part)]


_PARTS_OF_DAY = ("nights", "mornings", "evenings", "afternoons")


def _ago(m: re.Match[str]) -> list[TimeExpression]:
    groups = m.groupdict()
    number = _number(m["n"])
    written = (groups["unit"] or groups["unit2"]).lower()
    unit = "day" if written in _PARTS_OF_DAY else _UNITS[written[0]]
    if written.startswith("fortnight"):
        number *= 2
    last = _number(groups["n2"]) if groups.get("n2") else number
    about = groups.get("about") or m["n"].lower() in ("a couple of", "a few")
    part = "exact" if groups.get("exact") else "about" if about else ""
    return [
        TimeExpression(
            *m.span(), TimeKind.AGO, number=number, unit=unit, last_year=max(last, number), part=part
        )
    ]


def _treatment(m: re.Match[str]) -> str:
    return str(m["event"] or m["event2"] or m["event3"] or m["event4"]).lower()


def _decade(m: re.Match[str], part: str) -> list[TimeExpression]:
    if m["d"]:
        first = int(m["d"])
    elif m["d2"]:
        first = 1900 + int(m["d2"]) if int(m["d2"]) >= 30 else 2000 + int(m["d2"])
    else:
        word = m["dw"].lower().removeprefix("nineteen").strip(" -")
        # ``in her eighties`` is an age.
        if not m.group().lower().startswith("the") or number_from_words(word) is None:
            return []
        first = 1900 + (number_from_words(word) or 0)
    return [TimeExpression(*m.span(), TimeKind.YEARS, first, last_year=first + 9, unit="years", part=part)]


def _word_days(text: str) -> int:
    plain = re.sub(r"\s+", " ", text.lower())
    if "before yesterday" in plain or plain.endswith("before last"):
        return -2
    if "after tomorrow" in plain:
        return 2
    word = re.search(r"today|tomorrow", plain)
    days = {"today": 0, "tomorrow": 1}[word.group()] if word else -1
    weeks = 2 if re.search(r"fortnight|two weeks|2/52", plain) else int("week" in plain)
    further = 7 * weeks
    return days + (further if days >= 0 else -further)


# ``Christmas disease``, ``Christmas tree pattern``: no holiday.
_IN_NEW_YEAR = re.compile(r"\b(?:in|early in|into) the new year$", re.IGNORECASE)
"""Some time from January on, and no day."""
_EPONYMS = re.compile(r"\s*(?:disease|factor|tree|pattern|lights?|eye|rose|cactus)\b", re.IGNORECASE)


def _without_weekday(text: str) -> str:
    return re.sub(rf"^{WEEKDAY},?\s+(?:the\s+)?", "", text, flags=re.IGNORECASE)


def _relation(word: str) -> str:
    plain = " ".join(word.lower().split())
    if plain in ("that year", "the same year"):
        return "that"
    if plain in ("the next year", "the following year", "after", "following"):
        return "following"
    if plain in ("last year", "next year", "before last", "after next"):
        return plain
    if plain in ("last", "past", "the past", "this past", "previous"):
        return "last"
    if plain in ("next", "this coming", "coming", "the coming"):
        return "next"
    return "this" if plain.startswith("this") else ""


def _part_of(word: str | None) -> str:
    plain = (word or "").lower().replace("the ", "")
    if plain in ("early", "beginning of", "start of", "beginning", "start"):
        return "early"
    if plain in ("late", "end of", "end"):
        return "late"
    if " half" in plain:
        return f"half {plain.split()[0]}"
    if " week" in plain:
        return f"week {plain.split()[0]}"
    return "mid" if plain in ("mid", "middle of", "middle") else ""


def _year(text: str | None, pivot: int) -> int | None:
    if not text:
        return None
    digits = re.sub(r"\D", "", text)
    if len(digits) == 4:
        return int(digits)
    year = pivot // 100 * 100 + int(digits)
    return year if year < pivot else year - 100


def _ordinal(text: str) -> int:
    digits = re.match(r"\d+", text)
    return int(digits.group()) if digits else ORDINAL_WORDS.index(text.lower()) + 1


def _number(text: str) -> int:
    plain = text.lower().strip()
    if plain.isdecimal():
        return int(plain)
    if plain in ("a", "an", "one"):
        return 1
    if plain == "a couple of":
        return 2
    if plain == "a few":
        return 3
    return number_from_words(plain) or 0


_WEEK_OF = re.compile(
    r"\b(?:the\s+)?(w(?:ee)?k\s+(?:of|commencing|beginning|starting)|w/c)\s+(?:on\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
_WEEKDAY_BEFORE = re.compile(rf"\b{WEEKDAY},?[ ](?:the[ ])?\Z", re.IGNORECASE)
_WEEKDAY_AFTER = re.compile(
    rf"(?:,[ ](?:an?[ ])?|[ ]{{0,3}}\((?:an?[ ])?|[ ]){WEEKDAY}(?![a-z])\)?", re.IGNORECASE
)


def _with_surroundings(e: TimeExpression, text: str) -> TimeExpression:
    """The expression with what stands around it: a weekday that goes with it, a field name, a birth."""
    start, end = e.start, e.end
    short = re.search(r"\b[A-Za-z]{3,4}\.$", text[start:end])
    if text[end - 1] == "." and not (short and re.match(r"\s*[a-z\d,;]", text[end:])):
        end -= 1  # the stop of a sentence, not of an abbreviation
    weekday = e.weekday
    if e.kind is TimeKind.DATE and e.day:
        if inside := re.match(rf"(?:{WEEKDAY})", text[start:end], re.IGNORECASE):
            weekday = _weekday_number(inside.group())
        if m := _WEEKDAY_BEFORE.search(text[max(0, start - 14) : start]):
            start -= len(m.group())
            weekday = _weekday_number(m.group())
        after = _WEEKDAY_AFTER.match(text, end)
        if after and (after.group().count("(") == after.group().count(")")):
            end = after.end()
            weekday = _weekday_number(after.group())
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
    before = text[max(0, e.start - 60) : e.start]
    field = _FIELD.search(before if e.start > 60 else "\n" + before)
    return replace(
        e,
        start=start,
        end=end,
        birth=e.kind is TimeKind.DATE and (e.birth or bool(_BIRTH.search(before))),
        field=" ".join(field[1].lower().split()) if field else "",
        weekday=weekday,
        part=part,
    )


def _weekday_number(text: str) -> int:
    word = re.search(r"[A-Za-z]{3,}", text)
    assert word is not None
    return calendar_names()[fold(word.group())][1]


def writes_days_first(text: str) -> bool | None:
    """Whether the dates of a text can only be read with the day first; None where they do not tell."""
    votes = 0
    for m in re.finditer(r"(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d\d)(?!\d)", text):
        a, b = int(m[1]), int(m[3])
        votes += 2 * ((12 < a <= 31 and b <= 12) - (12 < b <= 31 and a <= 12))
    for m in _BARE_DAY.finditer(text):
        a, b = (int(x) for x in m[1].split("/"))
        if _NOT_A_DATE.search(text[max(0, m.start() - 24) : m.start()]):
            continue
        if not _ACUITY.search(text[max(0, m.start() - 60) : m.start()]):
            votes += (12 < a <= 31 and 0 < b <= 12) - (12 < b <= 31 and 0 < a <= 12 and a not in (6, 10))
    return None if votes == 0 else votes > 0
