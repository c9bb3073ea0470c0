"""The day that a note was written on."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from chartveil.case_report.model import CaseNote, DayRange
from chartveil.case_report.times.expressions import TimeExpression, TimeKind, is_birth
from chartveil.case_report.times.holidays import days_of, holiday_days
from chartveil.case_report.times.words import time_words

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
    dates = [e for e in times if e.kind is TimeKind.DATE and not is_birth(e) and e.day and e.month]
    full = _without_births([e for e in dates if e.year])
    dates = [e for e in dates if not e.year or e in full]
    fields = time_words().fields
    ways = [
        (fields["seen"], "its date field"),
        (fields["own"], "its date field"),
        (fields["ends"], "the day of discharge"),
    ]
    if "discharge" in note.note_type:
        ways[1:] = reversed(ways[1:])  # and not the date of surgery
    for names, reason in ways:
        if found := _in_field(names, full, dates):
            return written_days(found), found, reason
    if "discharge" in note.note_type or _DEATH_NOTE.search(note.text[:200]):
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
    title = note.text[: len(note.text) - len(note.text.lstrip())] + note.text.lstrip().partition("\n")[0]
    for e in times:
        if e in dates and e.end <= len(title) and _heads_note(note.text, e, dates, admitted=True):
            break  # ``1/21 (moved from MLK Day)``
        if e.kind is TimeKind.HOLIDAY and not e.number and not e.year and e.end <= len(title):
            return None, e, "the holiday at its head"
    for typed in (False, True):
        for e in dates:
            if _heads_note(note.text, e, dates, admitted=True, typed=typed):
                return written_days(e), e, "the first date at its head"
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
_DONE = re.compile(r"\b(?:surgery|cabg|scan)\W*$", re.IGNORECASE)
"""The same, but not in a note's title: ``CT SCAN 6 January``."""


_ENDED = re.compile(r"\b(?:dod|d/c|disch(?:arged?)?|discharge date|died|to)[ :]*$", re.IGNORECASE)
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
    of_visit = not text[: e.start].strip().count("\n") and _VISIT_OF.search(
        text[max(0, e.start - 30) : e.start]
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
    return out


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
    numbers = {n.id: int(m[1]) for n in notes if (m := _NUMBER_OF_FILE.match(n.name))}
    if len(numbers) < len(notes) or len(set(numbers.values())) < len(notes):
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
