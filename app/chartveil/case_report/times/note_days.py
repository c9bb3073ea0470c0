"""Finds the day on which a note was written."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from chartveil.case_report.model import CaseNote, DayRange
from chartveil.case_report.times.expressions import TimeExpression, TimeKind, is_birth
from chartveil.case_report.times.holidays import DAY, days_of, holiday_days
from chartveil.case_report.times.number_words import weekday_number
from chartveil.case_report.times.words import WEEKDAY, time_words

HEAD = 700
"""Characters in which a note's own date may stand without a field name."""
_FILE_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)")
OwnDay: TypeAlias = tuple[DayRange | None, TimeExpression | None, str]
"""Its day, where it was taken from, and why; the day is None where only day and month are known yet."""
_DEATH_NOTE = re.compile(r"\b(?:death|deceased|mortality)\b", re.IGNORECASE)
_BIRTH_NOTE = re.compile(r"\b(?:birth record|delivery|newborn|neonatal)\b", re.IGNORECASE)


def own_day(note: CaseNote, times: Sequence[TimeExpression], said: DayRange | None) -> OwnDay:
    """A note's own day, the expression it was taken from, and where that stands, free of text.

    Args:
        note: as it was read.
        times: its expressions of time.
        said: its day, as a person said; None where nobody has.
    """
    if said is not None:
        return said, None, "a person said so"
    dates = [
        e
        for e in times
        if e.kind is TimeKind.DATE
        and not is_birth(e)
        and e.day
        and e.month
        and not _is_of_paper(e, note.text)
    ]
    dates = [e for e in dates if not _is_in_row(e, dates, note.text)] or dates
    full = _without_births([e for e in dates if e.year])
    dates = [e for e in dates if not e.year or e in full]
    fields = time_words().fields
    ways = [
        (fields["seen"], "its date field"),
        (fields["own"], "its date field"),
        (fields["ends"], "the day of discharge"),
    ]
    ended_stay = "discharge" in note.note_type or "transfer summary" in note.note_type
    if ended_stay:
        ways.reverse()  # and not the date of surgery
    ways.append((fields["received"], "its date field"))
    if run := _run_in_field(dates, note.text):
        return written_days(run), run, "the run of days in its date field"
    for names, reason in ways:
        if found := _in_field(names, full, dates):
            return written_days(found), found, reason
    if ended_stay or _DEATH_NOTE.search(note.text[:200]):
        ended = [
            e for e in full if e.start < HEAD and _ENDED.search(note.text[max(0, e.start - 20) : e.start])
        ]
        if ended:
            return written_days(ended[0]), ended[0], "the day of discharge"
    if (found := _in_field(fields["starts"], full, dates)) and not _is_beside_own(
        note.text, found, full, dates
    ):
        return written_days(found), found, "the day of admission"
    if note.given_date:
        day = dt.date.fromisoformat(note.given_date)
        return DayRange(day, day), None, "the date beside it in its table"
    for admitted in (False, True):
        for e in full:
            if _heads_note(note.text, e, dates, admitted=admitted):
                return written_days(e), e, "the first date at its head"
    if m := _FILE_DATE.search(note.name):
        day = dt.date(int(m[1]), int(m[2]), min(int(m[3]), calendar.monthrange(int(m[1]), int(m[2]))[1]))
        return DayRange(day, day), None, "the name of its file"
    if (month := _month_of_file(note.name)) is not None and not full:
        return month, None, "the month in the name of its file"
    title = note.text[: len(note.text) - len(note.text.lstrip())] + note.text.lstrip().partition("\n")[0]
    for e in times:
        if e in dates and e.end <= len(title) and _heads_note(note.text, e, dates, admitted=True):
            break  # ``1/21 (moved from MLK Day)``
        if e.kind is TimeKind.HOLIDAY and not e.number and not e.year and e.end <= len(title):
            return None, e, "the holiday at its head"
    for typed in (False, True):
        heads = [e for e in dates if _heads_note(note.text, e, dates, admitted=True, typed=typed)]
        # Of a specimen that was received and reported the day of the report.
        heads.sort(key=lambda e: not _REPORTED.search(note.text[max(0, e.start - 14) : e.start]))
        if heads:
            return written_days(heads[0]), heads[0], "the first date at its head"
    if not full and (titled := _month_at_head(note.text, times)):
        return written_days(titled), titled, "the month at its head"
    if (alone := _day_alone_at_head(note.text, times)) is not None:
        return None, alone, "the day of the month at its head"
    signed = [
        e for e in full if e.start > len(note.text) - 400 and _SIGNED.search(note.text[: e.start][-120:])
    ]
    if signed:
        return written_days(signed[-1]), signed[-1], "the day it was signed"
    births = [e for e in times if is_birth(e) and e.year and e.month and e.day]
    if births and _BIRTH_NOTE.search(note.text[:200]):
        return written_days(births[0]), None, "the day of birth"
    past = [e for e in full if not _TO_COME.search(note.text[max(0, e.start - 20) : e.start])]
    if written := [(w, e) for e in past or full if (w := written_days(e)) is not None]:
        latest, e = max(written, key=lambda pair: pair[0])
        return latest, e, "the latest date in it"
    months = [e for e in times if e.kind is TimeKind.DATE and e.month and not e.day and not is_birth(e)]
    if found := next((e for e in months if time_words().fields["own"].fullmatch(e.field)), None):
        return written_days(found), found, "its date field"
    sent = [
        e
        for e in dates
        if e.start > len(note.text) - _FOOT and _SENT.search(note.text[max(0, e.start - 20) : e.start])
    ]
    if sent:
        return None, sent[-1], "the day it was sent"
    return None, None, ""


def _is_in_row(e: TimeExpression, dates: Sequence[TimeExpression], text: str) -> bool:
    """Whether a date stands beside another at the head of a table: none of these is the note's own."""
    return any(
        _ROW_GAP.fullmatch(text[a.end : b.start])
        for d in dates
        if bool(d.year) == bool(e.year)
        for a, b in ((e, d), (d, e))
    )


def _is_of_paper(e: TimeExpression, text: str) -> bool:
    """Whether a date is that of a paper or device: ``certificate valid to 31 March 2026``."""
    return time_words().note_day["papers"].search(text[max(0, e.start - 50) : e.start]) is not None


_RUN_FIELD = re.compile(
    r"(?:^|\n|[ ]{2}|\t)[ \t]*dates?[ ]*:?[ ]*(?:\d{1,2}(?:st|nd|rd|th)?|\d{1,2}[/.-]\d{1,2})[ ]?"
    r"(?:[-–—/&]|to|and)[ ]?$",
    re.IGNORECASE,
)


def _run_in_field(dates: Sequence[TimeExpression], text: str) -> TimeExpression | None:
    """The last day of a run in the date field of a chart: ``Date 8–9 Aug``; None for none."""
    for e in dates:
        if e.start < HEAD and _RUN_FIELD.search(text[max(0, e.start - 40) : e.start]):
            return e
    return None


_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_FILE_MONTH = re.compile(
    rf"(?<![A-Za-z])(?P<name>{'|'.join(_MONTHS)})[a-z]*[-_ .]?(?P<y>(?:19|20)\d\d)(?!\d)|"
    r"(?<!\d)(?P<y2>(?:19|20)\d\d)[-_.](?P<m>0[1-9]|1[0-2])(?![\d])",
    re.IGNORECASE,
)


def _month_of_file(name: str) -> DayRange | None:
    """The month that the name of a file tells: ``feeding-chart-aug-2024.txt``; None for none."""
    if (m := _FILE_MONTH.search(name)) is None:
        return None
    month = int(m["m"]) if m["m"] else _MONTHS.index(m["name"].lower()) + 1
    return days_of(int(m["y"] or m["y2"]), month, None)


_LINES_OF_HEAD = 3
_OF_ANOTHER_TIME = re.compile(
    r"\b(?:in|since|of|until|till|from|by|before|after|last|next|due|born|ago|edd|lmp|to)[ ]+(?:the[ ]+)?$",
    re.IGNORECASE,
)


def _month_at_head(text: str, times: Sequence[TimeExpression]) -> TimeExpression | None:
    """A month with its year in the first lines of a chart (``Results board   April 2024``); None for none,
    and for one in running text."""
    for e in times:
        is_month = e.kind is TimeKind.DATE and e.year and e.month and not e.day and not is_birth(e)
        before = text[: e.start]
        if not is_month or before.lstrip().count("\n") >= _LINES_OF_HEAD:
            continue
        line = before[before.rfind("\n") + 1 :]
        in_text = re.search(r"[a-z0-9][.;]\s", line) or text[e.end : e.end + 2].partition("\n")[0].strip(
            " \t|:)-–—"
        )
        if not in_text and not _OF_ANOTHER_TIME.search(line):
            return e
    return None


_BESIDE_DAY = re.compile(
    rf"[ \t\-–*•]*(?:{WEEKDAY},?)?[ ]*"
    r"(?:(?:night|day|late|early|long|morning|evening|am|pm)[ -]?(?:shift|duty)?\b[,.]?)?[ ]*"
    r"(?:of[ ])?(?:the[ ])?",
    re.IGNORECASE,
)
"""Before the day of the month that heads an entry: ``Sat nightshift 6th``."""


def _day_alone_at_head(text: str, times: Sequence[TimeExpression]) -> TimeExpression | None:
    """A day of the month without its month that begins one of the first lines, as the first entry of a diary;
    None for none."""
    for e in times:
        if e.kind is not TimeKind.DATE or e.month or e.year or not e.day or e.relation or e.part:
            continue
        before = text[: e.start]
        if len([x for x in before.split("\n")[:-1] if x.strip()]) > _LINES_OF_HEAD:
            return None
        if m := _BESIDE_DAY.fullmatch(before, before.rfind("\n") + 1):
            named = re.search(WEEKDAY.replace(r"\b\.?", ""), m.group(), re.IGNORECASE)
            return replace(e, weekday=weekday_number(named.group())) if named else e
    return None


def _is_beside_own(
    text: str, found: TimeExpression, full: Sequence[TimeExpression], dates: Sequence[TimeExpression]
) -> bool:
    """Whether a day of admission that no colon leads (``Adm 3/4``) stands beside the note's own day."""
    if text[: found.start].rstrip().endswith((":", "#")):
        return False
    return any(_heads_note(text, e, dates, admitted=False) for e in full)


_FAR_BACK = 12 * 366
"""Days from which on a date at a note's head, before all others of the note, is a date of birth."""


def _in_field(
    names: re.Pattern[str], full: Sequence[TimeExpression], dates: Sequence[TimeExpression]
) -> TimeExpression | None:
    """The first date behind one of some field names; rather one with its year."""
    return next((e for e in (*full, *dates) if names.fullmatch(e.field)), None)


def _without_births(full: list[TimeExpression]) -> list[TimeExpression]:
    """The full dates of a note without those at its head that lie many years before all others."""
    days = [dt.date.toordinal(written.first) for e in full if (written := written_days(e)) is not None]
    latest = max(days, default=0)
    kept = [
        e
        for e, day in zip(full, days, strict=True)
        if e.field
        or e.start >= HEAD
        or latest - day < _FAR_BACK
        or sum(latest - d >= _FAR_BACK for d in days) > 1
    ]
    return kept or full


_TO_COME = re.compile(
    r"\b(?:thru|through|until|till|til|exp\w*|valid|due|by|next|renew\w*|return|f/?u|follow[- ]?up|"
    r"r/?v|rtc|tca|review|edd|edc|clinic|repeat|rpt|booked|for|planned|auth\w*|rev|batch)\W*$",
    re.IGNORECASE,
)
"""Before a date that is none on which a note was written."""
_FOOT = 250
_SENT = re.compile(
    r"(?:(?:^|\n|[ ]{2}|\t)[ \t]*sent|\b(?:faxed|signed|e-?signed|printed|dictated|typed|written))\W*$",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"\b(?:signed|dictated|typed|entered|authenticated|verified|written)\b", re.IGNORECASE)


_ELSE = re.compile(
    r"\b(?:ed[dc]|lmp|eta|due|born|dob|since|from|of|until|till|dx(?:['’]?d)?|diagnosed|onset|died|operated|by|for|last|"
    r"next|expires?|rpt|repeat|s/p|referral|appointment|appt|implanted|inserted|fitted|placed|commenced|started|collected|drawn|taken|"
    r"injured|transplanted|vaccinated|referred|issued|registered)\W*$",
    re.IGNORECASE,
)
"""Words before a date at a note's head that make it another day than the note's own."""
_VISIT_OF = re.compile(
    r"\b(?:visit|review|clinic|consult(?:ation)?|appointment|seen|letter|note|report|entry|round|session|call|contact)"
    r"[ ](?:of|from|on|dated)[ ](?:the[ ])?$",
    re.IGNORECASE,
)
"""Before the note's own day in its title: ``visit of 12 October 2021``."""
_TYPED = re.compile(
    r"\b(?:printed|typed|dictated|transcribed|faxed|received|reported|collected)\W*$", re.IGNORECASE
)
"""Words before the day that a note was put on paper."""
_REPORTED = re.compile(r"\breport(?:ed|s)?(?: on)?\W*$", re.IGNORECASE)
_DONE = re.compile(r"\b(?:surgery|cabg|scan)\W*$", re.IGNORECASE)
"""The same, but not in a note's title: ``CT SCAN 6 January``."""


_ENDED = re.compile(
    r"\b(?:dod|d/c|disch(?:arged?)?|discharge date|died|to)[ :]*$|"
    r"(?:^|\n|[ ]{2}|\t|[,;|])[ ]*(?:home|out|left)[ :]*$",
    re.IGNORECASE,
)
_ROW_GAP = re.compile(r"[ ]{2,}|[ ]*[\t|][ \t|]*")
"""Between the days of a row."""
_ADMITTED = re.compile(r"\b(?:doa|dos|adm|admit(?:ted)?|admission|arrival)\W*$", re.IGNORECASE)


def _heads_note(
    text: str, e: TimeExpression, dates: Sequence[TimeExpression], *, admitted: bool, typed: bool = False
) -> bool:
    """Whether a date stands at the head of a note as its own: in its first lines and no running text, and not
    the first day of a run (``10-16 March``).

    Args:
        text: of the note.
        e: the date.
        dates: all of the note.
        admitted: whether a day of admission will do.
        typed: whether the day that it was typed or sent will do.
    """
    before = text[max(0, e.start - 14) : e.start]
    if not typed and _TYPED.search(before):
        return False
    of_visit = text[: e.start].strip().count("\n") < _LINES_OF_HEAD and _VISIT_OF.search(
        text[max(0, e.start - 30, text.rfind("\n", 0, e.start) + 1) : e.start]
    )
    if e.start >= HEAD or e.field or (_ELSE.search(before) and not of_visit):
        return False
    if not admitted and _ADMITTED.search(before):
        return False
    if text[: e.start].strip().count("\n") and _DONE.search(before):
        return False
    if any(0 < d.start - e.end < 4 and re.fullmatch(r"\s?[-–]\s?", text[e.end : d.start]) for d in dates):
        return False
    a = text.rfind("\n", 0, e.start) + 1
    b = text.find("\n", e.end)
    line = text[a : b if b >= 0 else len(text)].strip()
    lines_before = [x for x in text[:a].split("\n") if x.strip()]
    before_it = text[a : e.start].strip()
    titled = len(before_it) < 45 and not re.search(
        r"[.;:]|\b(?:she|he|was|is|had|with)\b", before_it, re.IGNORECASE
    )
    if not lines_before and titled:
        return True
    at_edge = not text[a : e.start].strip() or not text[e.end : a + len(line)].strip(" .,:")
    if len(lines_before) < 3 and (len(line) < 110 or not text[a : e.start].strip()):
        return True
    return (at_edge and len(line) < 90) or len(line) < 50


def written_days(e: TimeExpression) -> DayRange | None:
    """The days that a date names by itself; None for one without a year."""
    if e.year is None:
        return None
    return days_of(e.year, e.month, e.day)


def with_years(
    notes: Sequence[CaseNote], own: dict[str, OwnDay], read: Mapping[str, Sequence[TimeExpression]]
) -> dict[str, OwnDay]:
    """Own days without a year get the one that brings them nearest to a full date of their note, else to
    another note."""
    known = [when.middle for when, _, _ in own.values() if when is not None]
    known = known or [w.middle for times in read.values() for e in times if (w := _full(e)) is not None]
    if not known:
        return own
    out = dict(own)
    for note in notes:
        when, e, reason = own[note.id]
        if when is not None or e is None or not (e.name or e.month):
            continue
        near = [
            w.middle for x in read[note.id] if (w := _full(x)) is not None and x.day and not x.field
        ] or known
        years = sorted({d.year + n for d in near for n in (-1, 0, 1)})
        choices = [(y, holiday_days(e.name, y) if e.name else days_of(y, e.month, e.day)) for y in years]
        choices = [c for c in choices if c[1].first.weekday() == e.weekday] or choices
        wrong = {y: _wrong_weekdays(read[note.id], e, y) for y in years}
        least = min(wrong[y] for y, _ in choices)
        told = [d for y, d in choices if wrong[y] == least]
        told = [d for d in told if _keeps_order(note, d, notes, own)] or told
        best = min(told, key=lambda c: (min(abs(c.middle - d) for d in near), c.first))
        out[note.id] = best, e, f"{reason}, its year from the other notes"
    for note in notes:
        when, e, reason = out[note.id]
        if when is not None or e is None or e.name or e.month:
            continue
        if (day := _in_a_month(note, e, read[note.id], notes, out)) is not None:
            out[note.id] = day, e, f"{reason}, its month from the other notes"
    return out


_NEAREST_FILES = 21 * DAY


def between_neighbours(notes: Sequence[CaseNote], own: Mapping[str, OwnDay]) -> dict[str, OwnDay]:
    """Own days, by id, of notes that tell none but whose files are numbered in the order of their days: from
    the day of the note before to that of the note behind, where these lie near each other."""
    numbers = _numbers_of_files(notes)
    dated = sorted(
        (numbers[n.id], when) for n in notes if n.id in numbers and (when := own[n.id][0]) is not None
    )
    days = [when.first for _, when in dated]
    if len(dated) < _FEWEST_NOTES or days != sorted(days):
        return {}
    out: dict[str, OwnDay] = {}
    for n in notes:
        if n.id not in numbers or own[n.id][0] is not None:
            continue
        before = [when.last for number, when in dated if number < numbers[n.id]]
        after = [when.first for number, when in dated if number > numbers[n.id]]
        if before and after and before[-1] <= after[0] <= before[-1] + _NEAREST_FILES:
            out[n.id] = DayRange(before[-1], after[0]), None, "between the notes beside it, by their numbers"
    return out


_FEWEST_NOTES = 4
"""Dated notes from which on numbers in order are no chance."""


def _numbers_of_files(notes: Sequence[CaseNote]) -> dict[str, int]:
    """The numbers of the files, by id; empty where one has none or two share one."""
    numbers = {n.id: int(m[1]) for n in notes if (m := _NUMBER_OF_FILE.match(n.name))}
    return numbers if len(set(numbers.values())) == len(notes) else {}


def _in_a_month(
    note: CaseNote,
    e: TimeExpression,
    times: Sequence[TimeExpression],
    notes: Sequence[CaseNote],
    own: Mapping[str, OwnDay],
) -> DayRange | None:
    """The day of a note that only says which of a month it is, where its weekdays, the numbers of the files
    and the days of the other notes leave one; None where they leave several or none."""
    days = sorted(when.middle for when, _, _ in own.values() if when is not None)
    if not days or e.day is None:
        return None
    first, last = days[0].replace(day=1), days[-1]
    choices, at = [], first
    while at <= last:
        day = days_of(at.year, at.month, e.day).first
        if day.day == e.day:
            choices.append(DayRange(day, day))
        at = (at + 31 * DAY).replace(day=1)
    named = [x for x in (e, *times) if x.kind is TimeKind.DATE and x.day and not x.month and x.weekday >= 0]
    told = [c for c in choices if e.weekday in (-1, c.first.weekday())]
    told = [c for c in told if all(_has_weekday(x, c.first) for x in named)]
    told = [c for c in told if _keeps_order(note, c, notes, own)]
    near = [c for c in told if min(abs(c.first - d) for d in days) <= _NEAR_OTHERS]
    if len(near) > 1 and (beside := _beside_in_order(note, notes, own)) is not None:
        near = [c for c in near if beside.first <= c.first <= beside.last]
    return near[0] if len(near) == 1 and (named or len(told) == 1) else None


def _beside_in_order(note: CaseNote, notes: Sequence[CaseNote], own: Mapping[str, OwnDay]) -> DayRange | None:
    """From the day of the file numbered before a note's to that of the one numbered behind it; None where one
    has no day or they are not in order."""
    numbers = _numbers_of_files(notes)
    ordered = sorted(numbers, key=lambda id: numbers[id])
    at = ordered.index(note.id) if note.id in numbers else 0
    if not 0 < at < len(ordered) - 1:
        return None
    before, after = own[ordered[at - 1]][0], own[ordered[at + 1]][0]
    return DayRange(before.first, after.last) if before and after and before.first <= after.last else None


_NEAR_OTHERS = 14 * DAY
"""A note without its month is written this near to another."""


def _has_weekday(x: TimeExpression, near: dt.date) -> bool:
    """Whether a day of the month, in the month of another or the next, falls on the weekday beside it."""
    months = (near, (near.replace(day=1) + 31 * DAY))
    return any(days_of(m.year, m.month, x.day).first.weekday() == x.weekday for m in months)


def _wrong_weekdays(times: Sequence[TimeExpression], own: TimeExpression, year: int) -> int:
    """How many days of a note that stand with their weekday would be another, were its own day in a year."""
    wrong = 0
    for x in times:
        if x.kind is not TimeKind.DATE or x.year or not (x.month and x.day) or x.weekday < 0 or x.relation:
            continue
        of = days_of(year, own.month or x.month, own.day or 1).first
        near = min(
            (days_of(y, x.month, x.day).first for y in (year - 1, year, year + 1)), key=lambda d: abs(d - of)
        )
        wrong += near.weekday() != x.weekday
    return wrong


_NUMBER_OF_FILE = re.compile(r"(\d{1,3})(?=[-_ ).]{1,2}[A-Za-z]{2})(?!\.\w{2,4}$)")
"""What numbers the files of a case: ``05-ward-round.txt``."""


def _keeps_order(note: CaseNote, day: DayRange, notes: Sequence[CaseNote], own: Mapping[str, OwnDay]) -> bool:
    """Whether a day leaves a note between those that stand before and after it by the numbers of their
    files; True where they have none, or where these are no order of days."""
    if not (numbers := _numbers_of_files(notes)):
        return True
    dated = sorted((numbers[n.id], when.first) for n in notes if (when := own[n.id][0]) is not None)
    days = [d for _, d in dated]
    if days != sorted(days):
        return True
    before = [d for number, d in dated if number < numbers[note.id]]
    after = [d for number, d in dated if number > numbers[note.id]]
    return (not before or before[-1] <= day.last) and (not after or day.first <= after[0])


def _full(e: TimeExpression) -> DayRange | None:
    """The days of a date with year and month that is no date of birth."""
    if e.kind is not TimeKind.DATE or not e.month or is_birth(e):
        return None
    return written_days(e)
