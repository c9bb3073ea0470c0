"""Reads from a note's header whose note it is, and groups the notes of a case by patient."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from chartveil.case_report.model import CaseNote
from chartveil.case_report.times.finding import find_times
from chartveil.case_report.vocabulary import role_words
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold

_HEAD = 1200
"""Characters in which a header may stand."""
_NAME_FIELD = re.compile(
    r"(?:^|[\n\t|]|  )[ \t]*(?:patient(?:['’]s)?(?: name)?|pt(?: name)?|name|re|regarding|resident|client)"
    r"[ \t]*[:#][ \t]*(?:mr\.?|mrs\.?|ms\.?|miss|master)?[ \t]*$",
    re.IGNORECASE,
)
_NUMBER_FIELD = re.compile(
    r"(?:mrn|m\.r\.n\.|medical record(?: (?:number|no\.?|#))?|hospital (?:number|no\.?)|"
    r"nhs(?: (?:number|no\.?))?|"
    r"chart(?: (?:number|no\.?|#))?|patient (?:id|number|no\.?)|ur(?: (?:number|no\.?))?)\W{0,3}$",
    re.IGNORECASE,
)
_TITLE = re.compile(r"^(?:mr|mrs|ms|miss|master|dr)\.?\s+", re.IGNORECASE)
_ENTRY = re.compile(
    r"[ \t]*(?:\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{4}-\d\d-\d\d|"
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|\d{1,2}(?:st|nd|rd|th)?[ ]"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b",
    re.IGNORECASE,
)
"""How a line of a log begins."""
_TYPES = re.compile(
    r"\b(discharge summary|progress note|clinic (?:note|letter|visit)|operative (?:note|report)|"
    r"operation note|history and physical|h&p|admission note|"
    r"emergency (?:department )?(?:note|record)|ed note|consultation|"
    r"consult note|nursing note|radiology report|imaging report|ct report|mri report|pathology report|"
    r"laboratory report|telephone (?:encounter|note)|referral letter|"
    r"follow-up (?:note|letter|visit)|outpatient (?:letter|note)|"
    r"therapy note|social work note|procedure note|transfer summary|death summary|"
    r"autopsy report|portal message|birth record|delivery note|triage note|physiotherapy note)s?\b",
    re.IGNORECASE,
)
"""Names of kinds of notes, as they are written at their head."""


def note_type_of(text: str) -> str:
    """The kind of a note as its head names it, in small letters; empty where it names none."""
    found = _TYPES.search(text[:_HEAD])
    return found[1].lower().replace("h&p", "history and physical") if found else ""


def header_patient(text: str, spans: Sequence[Span]) -> str:
    """Whom a note's header names as its patient; empty where it names none."""
    names = [s for s in spans if s.label is Label.PATIENT and s.start < _HEAD]
    for span in names:
        if _NAME_FIELD.search(text[: span.start]):
            return span.text(text)
    head = text[: _header_end(text)]
    for span in names:
        several = "," in span.text(text) or " " in span.text(text)
        if several and span.end <= len(head) and not _is_providers(head, span.start):
            return span.text(text)
    return ""


def _header_end(text: str) -> int:
    """Where the entries of a log begin: whom they name wrote or saw, and is not whose log it is."""
    lines = [m for m in re.finditer(r"[^\n]+", text[:_HEAD]) if m[0].strip()]
    return next((m.start() for m in lines[1:] if _ENTRY.match(m[0])), _HEAD)


def _is_providers(text: str, start: int) -> bool:
    """Whether a word for who treats stands before a name, in its line and its field."""
    before = re.split(r"[\n\t|/;.]| {3,}", text[:start].removesuffix(" ").removesuffix("."))[-1]
    found = _provider_before().search(before)
    # ``Resident`` heads the notes of a nursing home too.
    return found is not None and found[1].lower() != "resident"


@cache
def _provider_before() -> re.Pattern[str]:
    """A word for who treats or for kin, before a name or its title."""
    words = role_words()
    fields = "|".join(map(re.escape, words.provider_fields))
    title = r"(?:(?:mr|mrs|ms|miss|dr|prof)\.?)?"
    return re.compile(
        rf"(?<![\w-])({words.provider}|{words.kin}|{fields})(?:s|['’]s)?[ ]?[:,–-]?[ ]*{title}[ ]*$",
        re.IGNORECASE,
    )


def record_numbers(note: CaseNote) -> frozenset[str]:
    """Record numbers of the patient that a note's header gives, without separators."""
    return frozenset(
        re.sub(r"\W", "", s.text(note.text)).casefold()
        for s in note.spans
        if s.label in (Label.MRN, Label.HEALTHPLAN)
        and s.start < _HEAD
        and _NUMBER_FIELD.search(note.text[: s.start])
    )


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name, folded, family name last."""
    plain = _TITLE.sub("", name.strip())
    if "," in plain:
        family, _, given = plain.partition(",")
        plain = f"{given} {family}"
    return tuple(w for w in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", fold(plain)) if w)


def may_be_one(a: str, b: str) -> bool:
    """Whether two names may be one person's: one has no word that the other, or an initial in it, denies."""
    first, second = sorted((name_words(a), name_words(b)), key=len)
    if not first:
        return True
    # ``C. Berg`` is no ``Colm``: an initial tells nobody without a whole word beside it.
    return any(len(x) > 1 and any(len(y) > 1 and _same(x, y) for y in second) for x in first) and all(
        any(_same(x, y) or (1 in (len(x), len(y)) and x[0] == y[0]) for y in second) for x in first
    )


def _same(a: str, b: str) -> bool:
    return a == b or _near(a, b)


def _near(a: str, b: str) -> bool:
    """Whether two long words differ by one letter, as a typing error does."""
    return min(len(a), len(b)) >= 5 and SequenceMatcher(None, a, b, autojunk=False).ratio() >= 0.85


def _births(note: CaseNote) -> set[tuple[int | None, int | None, int | None]]:
    """Dates of birth that a note's head gives."""
    head = note.text[:_HEAD]
    return {
        (e.year, e.month, e.day)
        for e in find_times(head, [s for s in note.spans if s.end <= len(head)])
        if e.day and e.year and (e.birth or e.field in ("dob", "date of birth", "d.o.b", "birth date"))
    }


@dataclass(frozen=True, slots=True)
class PatientGroup:
    """Notes that are of one patient, as far as their headers tell.

    Attributes:
        name: the longest that a header gives; empty where none does. PHI.
        notes: their ids.
    """

    name: str
    notes: tuple[str, ...]


def group_by_patient(
    notes: Iterable[CaseNote], named: str = "", ours: Collection[str] = ()
) -> list[PatientGroup]:
    """Groups notes by patient, the largest group first. A note that names nobody belongs to it.

    Args:
        notes: of the case.
        named: the patient as a person said; names like it come first.
        ours: ids of notes that are the patient's, as a person said, whatever their headers name.
    """
    groups: list[tuple[list[str], set[str], list[str]]] = []
    births: list[set[tuple[int | None, int | None, int | None]]] = []
    nameless: list[str] = []
    for note in notes:
        numbers = record_numbers(note)
        if note.id in ours or (not note.patient and not numbers):
            nameless.append(note.id)
            continue
        born = _births(note)
        for (names, known, ids), days in zip(groups, births, strict=True):
            # A name changes by marriage; the day of birth and the given name do not.
            given = name_words(note.patient)[:1]
            same_birth = bool(born & days) and any(given == name_words(n)[:1] for n in names)
            same_number = bool(numbers & known) or same_birth
            denied = bool(numbers and known and not same_number)
            same_name = bool(note.patient) and any(may_be_one(note.patient, n) for n in names)
            if same_number or (same_name and not denied) or (same_name and len(name_words(note.patient)) > 1):
                names.append(note.patient)
                known |= numbers
                days |= born
                ids.append(note.id)
                break
        else:
            groups.append(([note.patient], set(numbers), [note.id]))
            births.append(born)
    found = [PatientGroup(max(names, key=len), tuple(ids)) for names, _, ids in groups]
    found.sort(key=lambda g: (not (named and g.name and may_be_one(g.name, named)), -len(g.notes)))
    if not found:
        return [PatientGroup(named, tuple(nameless))] if nameless else []
    first = found[0]
    return [PatientGroup(named or first.name, (*first.notes, *nameless)), *found[1:]]
