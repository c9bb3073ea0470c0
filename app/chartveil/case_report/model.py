"""The data types of a case report. All are frozen; what can change is in ``CaseDecisions``.

The notes of a case are read once and kept. Whatever is shown or written is computed from them and from the
decisions (``CaseDecisions``), so that a decision taken back leaves no trace:

    notes ─► index event, dates ─► timeline
    notes + timeline + people + facts + decisions ─► alterations of each note ─► prose and the other outputs

How to use it
-------------
*Front ends* call ``service.case_reports.CaseReportService`` alone: ``bring_in`` gives a case's number,
``case(id)`` its ``CaseReport`` as it stands, every ``decide_*`` stores one step, ``undo`` takes the last one
back. Draw from the ``CaseReport`` after each call; nothing else holds state.

*Indirect facts* are found by ``case_report.indirect_facts.finder.find_facts(notes) -> tuple[Fact, ...]``: a
fact names a range of a note's text, its category, a reason free of text, and its ladder. ``ladder[0]`` is the
wording as it stands, the last rung always ``LEFT_OUT``; ``suggested`` is the index of the rung to take where
nobody decides. A rung's ``wording`` takes the place of the whole range and must fit its sentence. The range
must not cut a word, and should hold what goes with it when it is left out ("worked as a glassblower").
Ladders of occupations: ``case_report.indirect_facts.occupations.occupation_ladder(text)``, a tuple of rungs.

*The estimate* is ``case_report.estimate.estimate(case: CaseReport, assumptions) -> Estimate``; a rung's
``share`` is the part of the population that the wording still fits, in (0, 1], and None where not known.

Ranges are half open and in code points of the note's text, as those of spans. Texts of notes, names of
people and what was written of a date are PHI: never in logs, errors, or file names.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from chartveil.domain.labels import Label
from chartveil.domain.span import Span

# Notes and dates


@dataclass(frozen=True, slots=True, order=True)
class DayRange:
    """A range of days; both ends belong to it.

    Raises:
        ValueError: if it ends before it begins.
    """

    first: dt.date
    last: dt.date

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError("a range of days ends before it begins")

    @property
    def is_exact(self) -> bool:
        """Whether it is one day."""
        return self.first == self.last

    @property
    def middle(self) -> dt.date:
        """The day in the middle."""
        return self.first + (self.last - self.first) / 2


class Certainty(StrEnum):
    """How a date was placed."""

    WRITTEN = "written"
    """Day, month and year stand there, or nothing is missing (``yesterday`` in a dated note)."""
    PLACED = "placed"
    """The year, or the month, was taken from the note's date and from neighbouring dates."""
    RANGE = "range"
    """Only a range is known: a month, a season, ``two weeks ago``, an age."""
    DECIDED = "decided"
    """A person said so."""


class Basis(StrEnum):
    """What a time was placed by, in words for people; free of text of the note."""

    WRITTEN = "written"
    """Day, month and year; a month, season or feast with its year."""
    YEAR_OF_NOTE = "its year from the note's date"
    YEAR_OF_NEIGHBOUR = "its year from a date near it"
    SAME_DAY = "the same day is written in full elsewhere"
    MONTH_OF_NOTE = "its month from the note's date"
    MONTH_OF_NEIGHBOUR = "its month from its neighbours"
    OF_MONTH = "a weekday or weekend of its month"
    WEEKDAY = "the weekday nearest to the note's date"
    FEAST = "the holiday nearest to the note's date"
    SEASON = "a season beside the note's date"
    OF_NOTE = "counted from the note's date"
    BESIDE = "the time beside it"
    OWN_DAY = "the day of its note or entry"
    OTHER_COUNT = "counted as another count of the notes"
    EVENT = "counted from the event"
    TWO_ZEROS = "counted from an event that is not told"
    TWO_SIDES = "no word tells whether it lies before or after its note"
    TWO_WEEKS = "the weekday is the day beside its note, or that of the week beside it"
    DATE_OR_COUNT = "a date, or a number of days or months"
    TWO_READINGS = "the words around it and the days near it tell different days"
    NOT_TOLD = "nothing tells when"
    DECIDED = "a person said so"


@dataclass(frozen=True, slots=True)
class CaseNote:
    """One note of the case.

    Attributes:
        id: of its document: sixteen hex digits, free of PHI.
        text: as it was read. PHI.
        spans: what detection took for identifiers.
        name: the name of its file. PHI.
        part: which part of the file, as of ``DocumentSource``.
        path: of the file. PHI.
        note_type: e.g. ``discharge summary``; empty where it is not known.
        given_date: its day as the file gives it beside the text (ISO); empty for none. PHI.
        patient: what its header says who it is of; empty where it says nothing. PHI.
        ordinary, recovered: ranges that stay as ordinary uses of a word and as medical terms, for the leak
            check.
        has_pages: whether it was read from pages or a picture, which an output can show covered.
        uncovered: languages of passages that detection is not made for.
    """

    id: str
    text: str = field(repr=False)
    spans: tuple[Span, ...] = ()
    name: str = field(default="", repr=False)
    part: str = ""
    path: str = field(default="", repr=False)
    note_type: str = ""
    given_date: str = field(default="", repr=False)
    patient: str = field(default="", repr=False)
    ordinary: tuple[tuple[int, int], ...] = ()
    recovered: tuple[tuple[int, int], ...] = ()
    has_pages: bool = False
    uncovered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """An expression of time in a note, and when it means.

    Attributes:
        note: id of the note.
        start, end: its range in the note's text.
        written: what stands there. PHI.
        when: the days that it may mean; None where that cannot be told.
        certainty: how it was placed.
        reason: by what, in words free of text: those of a ``Basis``.
        label: the words around it, for the timeline; computed from the altered text, so free of identifiers.
        is_note_date: whether it is the date of its note.
        wording: what stands for it in the output: ``day 5``, ``2 to 3 months before day 0``.
    """

    note: str
    start: int
    end: int
    written: str = field(repr=False)
    when: DayRange | None
    certainty: Certainty
    reason: str = ""
    label: str = ""
    is_note_date: bool = False
    wording: str = ""

    @property
    def key(self) -> str:
        """Names it in decisions."""
        return f"{self.note}:{self.start}"


class IndexKind(StrEnum):
    """The kind of event that is day 0."""

    ADMISSION = "admission"
    FIRST_SYMPTOM = "first symptom"
    BIRTH = "birth"
    OPERATION = "operation"
    DIAGNOSIS = "diagnosis"
    TREATMENT = "start of treatment"
    TRANSPLANT = "transplant"
    INJURY = "injury"
    FIRST_NOTE = "first note"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class IndexEvent:
    """The event that is day 0: all days are counted from it.

    Attributes:
        kind: what it is.
        date: its day, which is day 0. PHI.
        event: key of the ``DatedEvent`` it was taken from; empty for one that a person typed.
        reason: why it is proposed, free of text.
        wording: what it is called in the prose: ``admission``.
    """

    kind: IndexKind
    date: dt.date = field(repr=False)
    event: str = ""
    reason: str = ""
    wording: str = ""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two statements that cannot both hold.

    Attributes:
        kind: ``order`` (a note tells of a day after it was written), ``birth`` (birth dates differ), ``same
            event`` (one event has two days), ``patient`` (the notes name two patients).
        words: what is wrong, for people, without names or dates.
        places: ranges of notes that are in it: note, start, end.
    """

    kind: str
    words: str
    places: tuple[tuple[str, int, int], ...] = ()


# Indirect facts


class FactCategory(StrEnum):
    """The kinds of indirect facts."""

    APPEARANCE = "appearance"
    FAMILY = "family"
    HOUSEHOLD = "household"
    WORK = "work"
    EVENTS = "events and media"
    LAW = "law"
    TRAVEL = "travel"
    ORIGIN = "origin and language"
    SPEECH = "verbatim speech"
    UNIQUE = "only one and first ever"
    ANIMALS = "animals"
    LEISURE = "hobbies and sport"
    RANK = "titles and rank"
    VALUES = "exact sizes and series of values"
    PLACE = "place"
    OTHER = "other"


LEFT_OUT = ""
"""The wording of the last rung of every ladder."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One wording on the ladder of a fact.

    Attributes:
        wording: takes the place of the whole range; ``LEFT_OUT`` removes it.
        meaning: what it says, for people: ``craft worker``, ``left out``.
        share: of the population that it still fits, in (0, 1]; None where that is not known.
        source: where the share is from.
        start, end: the range that the wording takes the place of, where that is more than the fact's own:
            what goes with a fact that is left out, so that its sentence stays whole. None for the fact's.
    """

    wording: str
    meaning: str
    share: float | None = None
    source: str = ""
    start: int | None = None
    end: int | None = None


class FactChoice(StrEnum):
    """What is done with a fact."""

    KEEP = "keep"
    """It is essential: it stays as it stands."""
    GENERALISE = "generalise"
    """A wording of its ladder takes its place."""
    LEAVE_OUT = "leave out"


@dataclass(frozen=True, slots=True)
class FactDecision:
    """A person's decision about a fact.

    Attributes:
        choice: what is done.
        rung: which of the ladder, for ``GENERALISE``.
        reason: one line why it is essential, for ``KEEP``; else empty.
        wording: own wording instead of the rung's; empty for none.
    """

    choice: FactChoice
    rung: int = 0
    reason: str = ""
    wording: str = ""


@dataclass(frozen=True, slots=True)
class IndirectFact:
    """Something by which people who know the patient may know whom the prose is about.

    Attributes:
        note: id of the note.
        start, end: its range.
        category: what it tells.
        reason: why it was marked, free of text: ``only one of its kind``.
        ladder: wordings from as it stands to left out.
        suggested: index of the rung that is taken where nobody decides.
        person: key of the person it tells of; empty for the patient.
        decision: what was decided; None while nobody has.
    """

    note: str
    start: int
    end: int
    category: FactCategory
    reason: str
    ladder: tuple[Rung, ...]
    suggested: int
    person: str = ""
    decision: FactDecision | None = None

    @property
    def key(self) -> str:
        """Names it in decisions; the same as long as the notes are."""
        return f"{self.note}:{self.start}-{self.end}:{self.category.name}"

    @property
    def rung(self) -> int:
        """Index of the rung that is taken as things stand."""
        if self.decision is None:
            return self.suggested
        if self.decision.choice is FactChoice.GENERALISE:
            return self.decision.rung
        return 0 if self.decision.choice is FactChoice.KEEP else len(self.ladder) - 1

    @property
    def altered_range(self) -> tuple[int, int]:
        """The range that the wording takes the place of as things stand: what goes with the fact, too."""
        rung = self.ladder[self.rung]
        if self.decision is not None and self.decision.wording:
            return self.start, self.end
        return (
            self.start if rung.start is None else rung.start,
            self.end if rung.end is None else rung.end,
        )

    @property
    def wording(self) -> str | None:
        """What takes its place as things stand; None where it stays."""
        if self.decision is not None and self.decision.choice is FactChoice.GENERALISE:
            return self.decision.wording or (self.ladder[self.rung].wording if self.rung else None)
        return self.ladder[self.rung].wording if self.rung else None


# People


class PersonKind(StrEnum):
    """The relation of a person to the case."""

    PATIENT = "patient"
    RELATIVE = "relative"
    PROVIDER = "provider"
    OTHER = "other"


class Consent(StrEnum):
    """Whether a person agreed to being written about."""

    OPEN = "open"
    """Nobody has asked."""
    ASKED = "asked"
    GIVEN = "given"
    REFUSED = "refused"
    """Facts about this person are left out."""
    NOT_NEEDED = "not needed"
    """With a reason: ``mentioned by role alone``, ``the next of kin has consented``."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom the notes name or speak of.

    Attributes:
        key: names the person in decisions; the same as long as the notes are. Free of PHI.
        kind: who it is.
        role: the words that stand for the name: ``the patient``, ``her daughter``, ``a second surgeon``.
        names: as they are written in the notes. PHI.
        mentions: where: note, start, end.
        gender: ``f``, ``m``, or empty where the notes do not tell.
        consent: what the person said.
        why: why none is needed, or by whom and when it was given; PHI where a person typed it so.
    """

    key: str
    kind: PersonKind
    role: str
    names: tuple[str, ...] = field(default=(), repr=False)
    mentions: tuple[tuple[str, int, int], ...] = ()
    gender: str = ""
    consent: Consent = Consent.OPEN
    why: str = ""


# What becomes of the notes


class AlterationKind(StrEnum):
    """The reason for an alteration."""

    DATE = "date"
    AGE = "age"
    PERSON = "person"
    PLACE = "place"
    INSTITUTION = "institution"
    OCCUPATION = "occupation"
    CONTACT = "number or contact"
    FACT = "indirect fact"
    OWN = "own wording"
    """A person wrote it."""


@dataclass(frozen=True, slots=True, order=True)
class Alteration:
    """A range of a note's text and what stands for it in the output.

    Attributes:
        start, end: its range.
        text: what stands there instead; empty where it is left out.
        kind: why.
        label: of what was found there; OTHER kinds than identifiers have the nearest one.
        reason: in words free of text.
        source: key of the event, fact or person it is of; empty for none.
    """

    start: int
    end: int
    text: str
    kind: AlterationKind
    label: Label
    reason: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class AlteredNote:
    """A note after its alterations.

    Attributes:
        note: as it was read.
        when: its own day or range; None where that is not known.
        heading: what stands over it: ``Day 5: progress note``.
        alterations: in order; they do not overlap.
        text: with the alterations made.
        number: of its place in the order of dates, from 1.
    """

    note: CaseNote
    when: DayRange | None
    heading: str
    alterations: tuple[Alteration, ...]
    text: str = field(repr=False)
    number: int = 0


# Decisions and the case


class DateStyle(StrEnum):
    """How exact days are written."""

    DAYS = "days"
    """``day 5``."""
    WORDS = "words"
    """``5 days after admission``."""


@dataclass(frozen=True, slots=True)
class CaseDecisions:
    """All decisions of a case, by the key of what was decided about.

    Attributes:
        patient: who the notes are of, where their headers do not tell. PHI.
        other_patient: ids of notes that are of another patient, and are left out.
        same_patient: ids of notes that are of the patient, whatever their headers name.
        index: the event that is day 0; None for the proposed one.
        note_dates: days of notes by id, typed by a person.
        dates: ranges of days by key of the event.
        facts: by key.
        people: role, consent and why, by key of the person.
        wordings: own wordings by ``note:start-end``.
        own_facts: facts that a person marked.
        style: how days are written.
        assumptions: of the estimate, as its module stores them.
        profile: name of the journal's profile.
        searched: phrases of the search list that were worked through, with what was seen.
        affiliation: of the author, as it will stand above the article.
    """

    patient: str = field(default="", repr=False)
    other_patient: frozenset[str] = frozenset()
    same_patient: frozenset[str] = frozenset()
    index: IndexEvent | None = None
    note_dates: Mapping[str, DayRange] = field(default_factory=dict)
    dates: Mapping[str, DayRange] = field(default_factory=dict)
    facts: Mapping[str, FactDecision] = field(default_factory=dict)
    people: Mapping[str, tuple[str, Consent, str]] = field(default_factory=dict)
    wordings: Mapping[str, str] = field(default_factory=dict)
    own_facts: tuple[IndirectFact, ...] = ()
    style: DateStyle = DateStyle.DAYS
    assumptions: Mapping[str, object] = field(default_factory=dict)
    profile: str = ""
    searched: Mapping[str, str] = field(default_factory=dict)
    affiliation: str = ""


@dataclass(frozen=True, slots=True)
class CaseReport:
    """A case report, computed from notes and decisions. The same input gives the same case.

    Attributes:
        id: its number in the store; 0 outside it.
        title: what the user calls it. May be PHI.
        notes: in the order of their dates, altered; those of another patient are not among them.
        patients: names that the headers give, one for each patient that they tell apart. PHI.
        index: day 0; None where no note has a date.
        proposals: index events that may be picked, the likeliest first.
        events: all expressions of time, in the order of the notes.
        contradictions: what cannot be as it is written.
        facts: indirect facts with what was decided.
        people: the register.
        decisions: as they stand.
        unread: files that could not be read: name and why. Names may be PHI.
        remarks: what a person should know, for people: a language that is not covered, no date at all.
    """

    id: int
    title: str = field(repr=False)
    notes: tuple[AlteredNote, ...]
    patients: tuple[str, ...] = field(repr=False)
    index: IndexEvent | None
    proposals: tuple[IndexEvent, ...]
    events: tuple[DatedEvent, ...]
    contradictions: tuple[Contradiction, ...]
    facts: tuple[IndirectFact, ...]
    people: tuple[Person, ...]
    decisions: CaseDecisions
    unread: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    remarks: tuple[str, ...] = ()

    @property
    def undecided(self) -> int:
        """Indirect facts that nobody has decided about."""
        return sum(f.decision is None for f in self.facts)

    @property
    def without_consent(self) -> int:
        """People other than providers whose consent is neither given, nor refused, nor not needed.

        Of who refused nothing is told; of the patient all is, so a patient's refusal settles nothing.
        """
        settled = (Consent.GIVEN, Consent.NOT_NEEDED, Consent.REFUSED)
        return sum(
            p.consent not in settled or (p.consent is Consent.REFUSED and p.kind is PersonKind.PATIENT)
            for p in self.people
            if p.kind is not PersonKind.PROVIDER
        )
