"""Notes with their dated times, and the days of events in them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass

from chartveil.case_report.model import Basis, CaseNote, Certainty, DayRange
from chartveil.case_report.times.expressions import TimeExpression, TimeKind, is_birth
from chartveil.case_report.times.sides import Side


@dataclass(frozen=True, slots=True)
class PlacedTime:
    """An expression of time, and the days that it means.

    Attributes:
        expression: as it was read.
        when: the days it may mean; None where that cannot be told.
        certainty: how it was placed.
        basis: what it was placed by.
        side: of the note on which it lies, as the words around it say.
        seen_from: day of the entry or copied text that it stands in; None where it is the note's own.
    """

    expression: TimeExpression
    when: DayRange | None
    certainty: Certainty
    basis: Basis
    side: Side = Side.OPEN
    seen_from: dt.date | None = None


@dataclass(frozen=True, slots=True)
class DatedNote:
    """A note with its own day and all its times.

    Attributes:
        note: as it was read.
        when: its own day; None where it has none.
        own: the expression that it was taken from; None for none.
        reason: where it was taken from, free of text.
        times: in order.
    """

    note: CaseNote
    when: DayRange | None
    own: TimeExpression | None
    reason: str
    times: tuple[PlacedTime, ...] = ()


_ENTRY = re.compile(
    r"^\W*added\W*$|(?:^|[(\s])(?:late entry|addendum|update[d]?|"
    r"add(?:itiona|[’'])?l\.? note|later note|amended|edited|"
    r"follow-?on|postscript|p\.?s\.?)\W*$",
    re.IGNORECASE,
)
_ENTRY_AFTER = re.compile(r"\s*[-–(:]?\s*(?:late entry|addendum|postscript|added)\b", re.IGNORECASE)
_BULLETS = " \t-–*•>|[("
_NUMBERED = re.compile(
    r"[ \t]*\(\d\)[ ]?(?:date)?:?[ ]*$|[ \t|]*\d{1,3}[.)]?(?:[ ]{2,}|[ ]*[\t|][ \t|]*)$|"
    r"[ \t]*(?:#|no\.?[ ]?|session[ ]|visit[ ]|treatment[ ]|fraction[ ]|entry[ ]|ECT )#?\d{1,3}[.:)]?[ \t]*$",
    re.IGNORECASE,
)


_IN_SENTENCE = re.compile(
    r"\s+(?:is|was|are|were|will|would|works|suits|or|and|to|has|had|should|might|may)\b"
)


def runs_on(text: str, end: int) -> bool:
    """Whether a sentence goes on behind a time, which is no heading then: ``2/14 is ok``."""
    return _IN_SENTENCE.match(text, end) is not None


def begins_entry(text: str, start: int) -> bool:
    """Whether a date begins an entry of a note that is a diary, or an addendum: it begins its line, or stands
    behind a word for it."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return not line.strip(_BULLETS) or _ENTRY.search(line) is not None or is_numbered(text, start)


_LED_BY = re.compile(
    r"[ \t>*•–—-]*(?!(?:until|till|by|to|due|for|next|w/c|plan)\b)[A-Za-z][\w/&'’.+–-]*"
    r"(?:[ \t]+(?!(?:until|till|by|to|on|since|due|for|from|of|in|at|next|before|after|w/c|is|was|and)\b)"
    r"[\w/&'’.+–-]+){0,2}[ \t,(–-]*",
    re.IGNORECASE,
)
"""Before the day of a later entry in its line what it is: ``PHONE Sat 4/7``, ``F/U 20/7``, ``Sat–Sun 24``."""
_BEHIND_LED = re.compile(
    r"(?:[ ](?:call|phone|visit|note|review|update))?[)]?"
    r"(?:[ ]?:\s|[ ][–-][ ]|[ ]{2,}[A-Za-z]|"
    r",?[ ](?:at[ ])?(?:(?:[01]?\d|2[0-3])[:.h]?[0-5]\d\b|\d{1,2}[ ]?[ap]\.?m\b))",
    re.IGNORECASE,
)


def leads_entry(text: str, start: int, end: int) -> bool:
    """Whether a date stands behind a word or three at the begin of its line and before a colon, an hour or a
    gap, as the day on which a note goes on: ``PHONE Sat 4/7 22:10 – mouth sores``, ``-- 6/25 call: well``."""
    return leads_line(text, start) and _BEHIND_LED.match(text, end) is not None


_NAMES_ENTRY = re.compile(
    r"\b(?:call(?:s|ed)?|phoned?|tel(?:ephone|econ\w*)?|rang|comments?|note|entry|addendum|update[d]?|cover|messages?|"
    r"e-?mail\w*|progress|rounds?|wr|handover|seen|s/?b)\b",
    re.IGNORECASE,
)
"""What names an entry, beside its day: ``Comment 17 Jan:``, ``6/25 call:``."""


def names_entry(text: str, start: int, end: int) -> bool:
    """Whether the words beside a date that leads its line name an entry, and no visit to come."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    behind = _BEHIND_LED.match(text, end)
    return bool(_NAMES_ENTRY.search(line) or (behind and _NAMES_ENTRY.search(behind.group())))


def leads_line(text: str, start: int) -> bool:
    """Whether a date begins its line, or stands there behind a word or three."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return not line.strip(_BULLETS) or _LED_BY.fullmatch(line) is not None


_SHIFT = (
    r"(?:[ ](?:night|day|late|early|long[ ]day|morning|afternoon|evening|am|pm|AM|PM|noc)"
    r"[ -]?(?:shift|duty|s)?"
    r"(?:[ ]\d{1,2}(?:st|nd|rd|th)(?:[-–/]\d{1,2}(?:st|nd|rd|th))?)?(?=[ ]?:))"
)
_NAMED_SHIFT = re.compile(_SHIFT)
_ALONE = re.compile(rf"{_SHIFT}?(?:[ \t]*(?:\n|$)|[ ]?(?::|[-–—])\s)")
"""Behind the heading of an entry: ``Sun:``, ``Sun dayshift:``, ``Mon AM:``."""


def heads_entry(text: str, start: int, end: int) -> bool:
    """Whether a time is the heading of an entry: alone in its line, or with a colon or dash behind it."""
    return not text[text.rfind("\n", 0, start) + 1 : start].strip(_BULLETS) and bool(_ALONE.match(text, end))


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a time is a paragraph's first line, by itself: ``Thursday`` above what was written that day."""
    first = text[:start].rstrip(" \t").endswith("\n\n")
    return first and not text[end:].partition("\n")[0].strip(" .:") and bool(text[end:].strip())


def names_shift(text: str, end: int) -> bool:
    """Whether the shift of an entry is told behind its weekday: ``Sun dayshift:``, ``Mon AM:``."""
    return _NAMED_SHIFT.match(text, end) is not None


def is_addendum(text: str, start: int, end: int) -> bool:
    """Whether a date stands with a word that says that its entry was added to a note: ``Addendum 3/4:``."""
    at = text.rfind("\n", 0, start) + 1
    line = text[at:start]
    heads = not text[:at].strip()
    begins = not line.strip(_BULLETS) and _ENTRY_AFTER.match(text, end)
    return not heads and bool(begins or _ENTRY.search(line))


_HEADING_WORDS = re.compile(
    r"(?:[ \t,;:|()\[\]–—-]|(?<!\d)\d{1,2}[:.h]?\d\d(?!\d)(?:[ ]?(?:[ap]\.?m\.?|h(?:rs?|ours)?)\b)?|"
    r"\b(?i:day|d|hd|pod|dol|pnd|icu[ ]?d|wk|week)[ ]?#?[ ]?\d{1,3}\b|\b\d\d\+\d\b|"
    r"\b(?i:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?|"
    r"\b(?i:am|pm|ward|rounds?|clinic|visit|review|entry|progress|call|phone|note)\b|"
    r"\b[A-Z][A-Z&/.]{1,11}(?![\w&/.]))*"
)
"""What stands beside the date in the heading of an entry: a weekday, an hour, counts of days, a unit."""


def heads_paragraph(text: str, start: int, end: int) -> bool:
    """Whether a date stands with something else in the heading of a later paragraph, which is an entry of its
    own then: ``7/9/21 HD#6 POD#4``, ``OPD 9/11/20 (Mon)``."""
    at, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    if stop < 0 or not text[:at].rstrip(" \t").endswith("\n\n") or not text[stop:].strip(" \t").strip("\n"):
        return False
    beside = (text[at:start], text[end:stop])
    return any(map(str.strip, beside)) and all(_HEADING_WORDS.fullmatch(part) for part in beside)


def is_numbered(text: str, start: int) -> bool:
    """Whether a date begins an entry of a record that numbers them: ``#3 10/25: 52 s``."""
    return _NUMBERED.match(text[text.rfind("\n", 0, start) + 1 : start]) is not None


_LATER = re.compile(r"\s+(?:\w+\s+){1,3}(?:later|afterwards?|after)\b", re.IGNORECASE)
_TITLE = 120
"""Characters of a note's title."""
_COUNTED = (TimeKind.POSTOPERATIVE, TimeKind.HOSPITAL_DAY)


_ENDS = re.compile(r"\s+(?:off|out|removed|sites?|wounds?|clinic)\b", re.IGNORECASE)
"""``ex fix off 6/3`` is no operation."""
_SINCE_EVENT = re.compile(
    r"\b(?:since|after|following|before|prior to|until|post)[ -](?:the |her |his |their |this |that )?$",
    re.IGNORECASE,
)
"""Before an event from which another is told, and not the day beside it."""
_BEFORE_EVENT = 20
_OPERATION_NOTE = re.compile(
    r"\boperati(?:on|ve)(?:[ ]+(?:note|report|record|summary)\b|[ ]*$)|\bop[ ]note\b|\bprocedure note\b|"
    r"^[ \t]*(?:OT|THEATRE|Theatre|OR)[ ]+(?:\d|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun))|"
    r"\boperation (?:sheet|register|theatre)\b|\boperating list\b|\bOT (?:note|record|sheet)\b|"
    r"\b(?:theat(?:re|er)|surgical|surgery|operating (?:room|theat(?:re|er))|ca?esarean(?: section)?)[ ]"
    r"(?:note|report|record)\b",
    re.IGNORECASE | re.MULTILINE,
)
_TEAM = re.compile(
    r"^[ \t]*(?:surgeons?|procedure|anaesthesia|anesthesia|incision|findings|blood loss|ebl)[ ]?:",
    re.MULTILINE,
)
_OPERATION_HEADING = re.compile(r"^[ \t]*(?:PROCEDURE|OPERATION)(?: PERFORMED)?[ ]?:", re.MULTILINE)


def is_operation_note(note: CaseNote) -> bool:
    """Whether a note tells of an operation on its own day: by its type, its title or its heading."""
    if "operat" in note.note_type:
        return True
    title = "\n".join(note.text.lstrip()[:_TITLE].split("\n")[:2])
    heading = _OPERATION_HEADING.search(note.text)
    return bool(_OPERATION_NOTE.search(title) or heading or len(set(_TEAM.findall(note.text.lower()))) > 1)


def event_days(
    notes: Iterable[DatedNote],
    words: re.Pattern[str],
    *,
    fields: re.Pattern[str] | None = None,
    surgical: bool = False,
    every: bool = False,
) -> list[dt.date]:
    """Days of exact dates that stand with certain words, each once, in order.

    Args:
        notes: of the case.
        words: that stand in the same sentence, or the field name before the date.
        fields: field names that say it too.
        surgical: also the own day of an operative note.
        every: also days of running text where there are some of fields.

    Days of fields and of operative notes count alone where there are some.
    """
    strong: set[dt.date] = set()
    weak: set[dt.date] = set()
    for n in notes:
        times = [
            (t.expression, t.when.first)
            for t in n.times
            if t.when is not None
            and t.when.is_exact
            and not (
                t.side is Side.FUTURE
                and (n.when is None or t.when.first > n.when.last)
                and not is_numbered(n.note.text, t.expression.start)
            )
            and not is_birth(t.expression)
            and not (t.expression.kind is TimeKind.WEEKDAY and t.expression.unit == "event")
        ]
        for e, day in times:
            if e.field and ((fields and fields.fullmatch(e.field)) or words.search(e.field)):
                strong.add(day)
        if surgical and n.when and n.when.is_exact and is_operation_note(n.note):
            strong.add(n.when.first)
            strong |= {
                day for e, day in times if e.kind is TimeKind.DATE and is_numbered(n.note.text, e.start)
            }
        counted = [t.expression for t in n.times if t.expression.kind in _COUNTED]
        for m in words.finditer(n.note.text):
            told_from = any(e.start <= m.start() < e.end for e in counted)
            if told_from or _LATER.match(n.note.text, m.end()) or _ENDS.match(n.note.text, m.end()):
                continue  # ``day 2 post EVT``, ``repair two days later``: the day beside it is another
            # ``no clot on Monday, the third scan since injury``
            told_of = (
                _SINCE_EVENT.search(n.note.text, max(0, m.start() - _BEFORE_EVENT), m.start()) is not None
            )
            near = [
                (max(e.start - m.end(), m.start() - e.end), day)
                for e, day in times
                if not e.field
                and not (told_of and e.start < m.start())
                and not is_addendum(n.note.text, e.start, e.end)
                and e.kind not in _COUNTED
                and _one_clause(n.note.text, m.start(), m.end(), e.start, e.end)
            ]
            if near:
                weak.add(min(near, key=lambda pair: pair[0])[1])
    return sorted(strong | weak if every else strong or weak)


def _one_clause(text: str, a: int, b: int, c: int, d: int) -> bool:
    """Whether two ranges stand in one sentence, near each other, with no other verb's ``and`` between."""
    between = text[b:c] if b <= c else text[d:a]
    return len(between) < 70 and not re.search(
        r"\n|[.;](?=\s)(?<!\bDr\.)(?<!\bMr\.)|\band (?:was|then|had)\b", between
    )
