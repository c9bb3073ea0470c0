"""Compares what a case becomes with what is known of its notes."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chartveil.case_report.model import Alteration, AlteredNote, CaseReport

CALENDAR = re.compile(
    r"\b(?:(?:January|February|April|June|July|August|September|October|November|December)\b|March \d|May \d|"
    r"(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.? \d|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|"
    r"Christmas|Thanksgiving|Easter|Halloween|(?:19|20)\d\d-\d\d-\d\d|"
    # Not a gas: ``7.22/61/58``
    r"(?<!\d\.)(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|[12]\d|3[01])/\d{2,4})"
)
"""What still leads to a calendar in an output."""
BROKEN = re.compile(
    r"(?:\(\s*\)|\[\s*\]|,\s*,|\s,(?=\s)|,\s*\.(?!\d)|\.\.(?!\.)|\( |\bthe the\b|\ba an?\b|\ban an?\b|"
    r"\bthe an?\b|\bon on\b|"
    r"\b(?:at|from|to|in|of|by|with|on) *[.,;](?=\s|$)|(?<=[a-z]) \.(?=\s|$)|"
    r"(?<=[a-z0-9)][.!?] )(?<!i\.e\. )(?<!e\.g\. )(?-i:[a-z]{3,})(?=[ ,]))",
    re.IGNORECASE,
)
"""Halves of sentences: empty brackets, stray commas, prepositions before a stop, articles twice."""

ZERO_OF_ITS_OWN = re.compile(
    r"(?:on |at |from |start |since |almost |nearly |about |just |over )*"
    r"(?:(?:day|week|wk|month|D)[ ]?\d+(?:[ ]day[ ]\d+)?[ ](?:of|after|post|from|since)\b|"
    r"\d+(?:st|nd|rd|th)[ ]day[ ]of\b|C\d+D\d+|[\w-]+[ ]day[ ][#]?\d+|"
    r"\d+\s?(?:d|w|wks?|/7|/52|/12)(?:[ ]\+[ ]\d+[ ]days)?[ ]"
    r"(?:later|after|before|prior|post|earlier|PTA|(?:out[ ])?from|since)\b(?![ ](?:now|today)\b)|"
    r"[\w-]+[ ](?:days?|weeks?|months?|years?|wks?|hours?|h)[ ]"
    r"(?:later|after|before|prior|post|earlier|(?:out[ ])?from|since)\b(?![ ](?:now|today)\b))",
    re.IGNORECASE,
)
"""A time that names what it is counted from: an interval already, which stays as it is written."""
AN_AGE = re.compile(
    r"(?:year|class|grade|primary|standard|form|P|S)[ ]?\d{1,2}|\d+(?:st|nd|rd|th)[ ]grade|"
    r"(?:s?he|they)[ ]was[ ].+",
    re.IGNORECASE,
)
"""A school year or an age: it leads to a calendar only with the date of birth, which goes."""


@dataclass
class CaseFigures:
    """What was counted; each list has up to some examples, for whoever mends the rules."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def count(self, what: str, good: bool, example: str) -> None:
        """Counts one thing, good or bad."""
        self.counts[f"{what}: all"] += 1
        if not good:
            self.counts[f"{what}: wrong"] += 1
            self.examples.setdefault(what, []).append(example)

    def add(self, other: CaseFigures) -> None:
        """Adds the figures of another case."""
        self.counts.update(other.counts)
        for what, found in other.examples.items():
            self.examples.setdefault(what, []).extend(found)


def measure_case(case: CaseReport, truth_file: Path) -> CaseFigures:
    """The figures of one case against its truth (JSON as ``made_patients.write_patient`` writes it)."""
    truth = json.loads(truth_file.read_text(encoding="utf-8"))
    notes = {n.note.name: n for n in case.notes}
    out = CaseFigures()
    for entry in truth["dates"]:
        _date(case, notes[entry["file"]], entry, out)
    for entry in truth.get("births", ()):
        note, start, end = _place(notes, entry)
        out.count("births", _covered(note, start, end), _shown(note, entry, start))
    for entry in truth["ages"]:
        note, start, end = _place(notes, entry)
        out.count("ages in bands", _in_band(note, start, end), _shown(note, entry, start))
    for entry in truth["names_places_occupations"]:
        note, start, end = _place(notes, entry)
        out.count(f"names: {entry['kind']}", _covered(note, start, end), _shown(note, entry, start))
    for entry in truth["untouched"]:
        note, start, end = _place(notes, entry)
        touched = [a for a in note.alterations if a.start < end and start < a.end]
        out.count("untouched", not touched, _shown(note, entry, start))
    proposed = [str(p.date) for p in case.proposals]
    out.count("index event among the proposed", truth["index_event"]["date"] in proposed, truth_file.stem)
    right_index = case.index is not None and str(case.index.date) == truth["index_event"]["date"]
    out.count("index event", right_index, f"{truth_file.stem} {case.index and case.index.kind}")
    for note in case.notes:
        for a in note.alterations:
            # What is put in begins with a capital where a sentence does, and has no other.
            named = re.search(r"(?<=\W)[A-Z]", a.text) and not _is_own_text(note, a)
            out.count("alterations that bring in no name", not named, f"{note.note.name}: {a.text!r}")
        kept = [m.group() for m in CALENDAR.finditer(note.text)]
        out.count("notes without a calendar date", not kept, f"{truth_file.stem}/{note.note.name}: {kept}")
        for line in note.text.split("\n"):
            # What its writer left so is no fault of ours.
            broken = next((m for m in BROKEN.finditer(line) if m.group() not in note.note.text), None)
            out.count(
                "lines whole",
                not broken,
                f"{truth_file.stem}/{note.note.name}: {broken and broken.group()!r} in {line.strip()[-190:]}",
            )
    return out


def _date(case: CaseReport, note: AlteredNote, entry: dict[str, Any], out: CaseFigures) -> None:
    start, end = _find(note, entry)
    shown = _shown(note, entry, start)
    out.count("dates gone", _date_gone(note, start, end), shown)
    events = [e for e in case.events if e.note == note.note.id and e.start < end and start < e.end]
    if not events:
        gone = any(a.start <= start and end <= a.end and not a.text for a in note.alterations)
        if gone:
            return  # a signature goes with its line
        if AN_AGE.fullmatch(entry["text"]):
            out.count("ages and school years, by design", True, shown)
            return
        if _is_kept(note, start, end):
            out.count("kept as written, by design", True, shown)
            return
        if CALENDAR.search(entry["text"]) or re.search(r"\d", entry["text"]):
            out.count("dates placed", False, shown)
        else:
            out.count("words without a calendar that stay", True, shown)
        return
    first, last = entry["from"], entry["to"]
    when = events[0].when
    if when is None and (_is_kept(note, start, end) or AN_AGE.fullmatch(entry["text"])):
        kind = "kept as written" if _is_kept(note, start, end) else "ages and school years"
        out.count(f"{kind}, by design", True, shown)
        return
    if first == last:
        good = when is not None and str(when.first) == str(when.last) == first
        if when is not None and when.is_exact:
            out.count("days told as one day", good, shown)
            out.count(f"  {events[0].reason}", good, shown)
        if when is not None and not good and str(when.first) <= first <= str(when.last):
            out.count("days told as a range that holds them", True, shown)
            return
        out.count("dates placed", good, f"{shown} → {when and (str(when.first), str(when.last))} not {first}")
    else:
        good = when is not None and str(when.first) <= last and first <= str(when.last)
        out.count(
            "ranges overlap",
            good,
            f"{shown} → {when and (str(when.first), str(when.last))} not {first}–{last}",
        )


def _is_kept(note: AlteredNote, start: int, end: int) -> bool:
    """Whether a time stands as it was written and names in its own words, or right behind them, what it is
    counted from."""
    altered = any(a.start < end and start < a.end for a in note.alterations)
    words = note.note.text[start : end + 8]
    m = ZERO_OF_ITS_OWN.match(words)
    return not altered and m is not None and m.end() <= end - start + 6


def _date_gone(note: AlteredNote, start: int, end: int) -> bool:
    """Whether the words of a date are gone, or lead to no calendar (``in her twenties``)."""
    written = note.note.text[start:end]
    inside = [a for a in note.alterations if a.start < end and start < a.end]
    leads = re.search(r"\d|[A-Z][a-z]+day|" + CALENDAR.pattern, written)
    return bool(inside) or not leads


def _place(notes: dict[str, AlteredNote], entry: dict[str, Any]) -> tuple[AlteredNote, int, int]:
    note = notes[entry["file"]]
    return (note, *_find(note, entry))


def _find(note: AlteredNote, entry: dict[str, Any]) -> tuple[int, int]:
    text, words = note.note.text, entry["text"]
    at = -1
    for _ in range(entry["nth"]):
        at = text.index(words, at + 1)
    return at, at + len(words)


def _in_band(note: AlteredNote, start: int, end: int) -> bool:
    """Whether an age is altered whole, and what stands for it does not tell the number."""
    numbers = set(re.findall(r"\d+", note.note.text[start:end]))
    inside = [a for a in note.alterations if a.start < end and start < a.end]
    said = [a.text for a in inside if not re.search(r"\d+ to \d+|to \d+-\w+-old|older|more|day", a.text)]
    digits = [m.span() for m in re.finditer(r"\d+", note.note.text[start:end])]
    whole = all(_covered(note, start + a, start + b) for a, b in digits or [(0, end - start)])
    return whole and not any(numbers & set(re.findall(r"\d+", t)) for t in said)


def _is_own_text(note: AlteredNote, a: Alteration) -> bool:
    """Whether the capitals of an alteration stand in the text that it takes the place of."""
    written = note.note.text[a.start : a.end]
    return all(word in written for word in re.findall(r"(?<=\W)[A-Z]\w*", a.text))


def _covered(note: AlteredNote, start: int, end: int) -> bool:
    """Whether every letter and digit of a range is altered."""
    covered: set[int] = set()
    for a in note.alterations:
        covered.update(range(max(a.start, start), min(a.end, end)))
    return all(i in covered for i in range(start, end) if note.note.text[i].isalnum())


def _shown(note: AlteredNote, entry: dict[str, Any], start: int) -> str:
    around = " ".join(note.note.text[max(0, start - 30) : start + len(entry["text"]) + 20].split())
    return f"{note.note.name} [{entry['text']}] in “{around}”"
