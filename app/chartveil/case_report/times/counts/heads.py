"""Tells where in its note a count stands, and which day it belongs to."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from chartveil.case_report.model import Basis, Certainty, DayRange
from chartveil.case_report.times.events import DatedNote, PlacedTime
from chartveil.case_report.times.expressions import COUNTED_DAYS, TimeExpression, TimeKind
from chartveil.case_report.times.holidays import DAY
from chartveil.case_report.times.note_days import HEAD

COUNTED = (*COUNTED_DAYS, TimeKind.TREATMENT_DAY)
_TITLE = 45
"""Characters of a line from which on a stop or comma makes it running text."""
FIRST_LINES = 200
"""Characters of a note's head."""
NEAR = 60 * DAY
"""A bare ``day 7`` is counted from an event at most this long before its note."""
TOLD_OF = re.compile(
    r"\b(?:on|from|since|by|until|till|after|before|at|to|through|thru|start(?:s|ed|ing)?|stop(?:s|ped)?|due|"
    r"complet\w+|finish\w*|end(?:s|ed)?|for|as)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""What stands before a day of a treatment that is not the note's own."""
SENTENCE = 90


def is_counted(e: TimeExpression) -> bool:
    """Whether an expression counts from an event."""
    return e.kind in COUNTED or (e.kind is TimeKind.WEEKDAY and e.unit == "event")


def is_at_head(e: TimeExpression, note: DatedNote) -> bool:
    """Whether a count from an event, or a weekday, stands in the first two lines of a note."""
    kinds = (TimeKind.POSTOPERATIVE, TimeKind.HOSPITAL_DAY, TimeKind.WEEKDAY)
    return e.kind in kinds and stands_at_head(e, note)


def stands_at_head(e: TimeExpression, note: DatedNote) -> bool:
    """Whether a time stands in the first two lines of a note, and in no sentence."""
    before = note.note.text[: e.start]
    in_sentence = TOLD_OF.search(before[-14:])
    line = _COUNT_BESIDE.sub("", before[before.rfind("\n") + 1 :])
    second = "\n" in before.lstrip()
    runs_on = re.search(r"[.,;]\s" if len(line) > _TITLE else r"[a-z0-9]{3}[.;]\s", line)
    runs_on = runs_on if second or len(line) > _TITLE else None
    in_title = e.start < HEAD and before.lstrip().count("\n") < 2
    return in_title and not in_sentence and not runs_on


_COUNT_BESIDE = re.compile(r"\b(?:POD|PPD|HD|DOL)\s?#?\d+[^.;\n]{0,30}[/,]\s*$", re.IGNORECASE)
"""Another count before one at a head: ``POD 5 debridement / POD 3``."""


def told_on(t: PlacedTime, note: DatedNote) -> dt.date:
    """The day that a time is told on."""
    return t.seen_from or (note.when.last if note.when else dt.date.max)


def in_first_lines(e: TimeExpression, note: DatedNote) -> bool:
    """Whether a count stands in the first lines of a note, where it says which day it is."""
    before = note.note.text[: e.start]
    return e.start < FIRST_LINES and before.lstrip().count("\n") < 4 and not TOLD_OF.search(before[-14:])


_FROM_ONE = re.compile(
    r"\bday of birth\s+(?:is\s+|being\s+|=\s*|as\s+|counts as\s+)+(?:DOL|day)\s?1\b|"
    r"\b(?:DOL|day)\s?1\s*(?:=|is|being)\s*(?:the\s+)?(?:day of )?birth\b",
    re.IGNORECASE,
)


def note_counts_from_one(note: DatedNote) -> bool:
    """Whether a note says that it calls the day of birth day 1."""
    return _FROM_ONE.search(note.note.text) is not None


def placed_on(t: PlacedTime, day: dt.date, basis: Basis) -> PlacedTime:
    """The time on a day, as its neighbours or events tell it."""
    return replace(t, when=DayRange(day, day), certainty=Certainty.PLACED, basis=basis)
