"""Case reports: one patient's notes are brought in, decided about, and written. What front ends call."""

from __future__ import annotations

import datetime as dt
import json
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from chartveil.case_report import serialization
from chartveil.case_report.building import CaseTools, build_case
from chartveil.case_report.indirect_facts.finder import find_facts
from chartveil.case_report.indirect_facts.occupations import occupation_ladder
from chartveil.case_report.model import (
    CaseNote,
    CaseReport,
    Consent,
    DateStyle,
    DayRange,
    FactDecision,
    IndexEvent,
    IndirectFact,
)
from chartveil.case_report.patients import group_by_patient
from chartveil.case_report.reading import CaseReader, ProgressCallback, ReadResult, SearchSettings
from chartveil.case_report.times.finding import FormMatches
from chartveil.domain.errors import InputError
from chartveil.domain.paths import UserPaths
from chartveil.formats.base import ReadOptions
from chartveil.store.case_reports.store import CaseReportStore, DecisionStep, StoredCase
from chartveil.store.own_key import open_own_key
from chartveil.store.workspace import open_workspace
from chartveil.store.workspace_records import ReviewEvent


@dataclass(frozen=True, slots=True)
class CaseRequest:
    """The files of a new case.

    Attributes:
        inputs: files and folders.
        title: of the case; the first input's name when empty.
        patient: who they are of, where their headers do not tell. PHI.
        site_lists: folder with the site's own dictionaries.
        dossiers: the site's file of patients.
    """

    inputs: tuple[Path, ...]
    title: str = ""
    patient: str = ""
    site_lists: Path | None = None
    dossiers: Path | None = None

    def as_json(self) -> str:
        """As it is stored, with absolute paths."""
        facts = {k: str(v.absolute()) if isinstance(v, Path) else v for k, v in asdict(self).items()}
        return json.dumps({**facts, "inputs": [str(p.absolute()) for p in self.inputs]})

    @classmethod
    def from_json(cls, text: str) -> CaseRequest:
        """What ``as_json`` wrote."""
        facts = json.loads(text)
        paths = {k: Path(facts[k]) if facts[k] else None for k in ("site_lists", "dossiers")}
        return cls(**{**facts, **paths, "inputs": tuple(map(Path, facts["inputs"]))})


@dataclass(frozen=True, slots=True)
class _StoredNotes:
    """What was brought in: notes, the indirect facts found in them, and files that could not be read; and
    where the notes tell of times, once that was looked for."""

    notes: tuple[CaseNote, ...]
    facts: tuple[IndirectFact, ...]
    unread: tuple[tuple[str, str], ...]
    times: FormMatches = field(default_factory=FormMatches)

    def facts_of(self, notes: Sequence[CaseNote]) -> list[IndirectFact]:
        """Those of some of the notes."""
        ids = {note.id for note in notes}
        return [fact for fact in self.facts if fact.note in ids]


class CaseReportService:
    """One user's case reports. May be called from any thread.

    ``case`` gives a case as it stands; every ``decide_*`` stores one step before it returns, and ``undo``
    takes the last one back. ``bring_in`` may take a minute; nothing is stored where it is cancelled.

    Args:
        user_paths: where they lie; the folder and a key are made at first use.
        own_key: the user's, where it is open already.

    Raises:
        KeyFileError, StoreError: if key or store cannot be used; StoreError from every method.
    """

    def __init__(self, user_paths: UserPaths, own_key: bytes = b"") -> None:
        self.user_paths = user_paths
        self.own_key = own_key or open_own_key(user_paths)
        self.store = CaseReportStore(user_paths.case_reports_file, self.own_key)
        self._lock = threading.RLock()
        self._notes: dict[int, _StoredNotes] = {}

    def close(self) -> None:
        """Closes the store."""
        self.store.close()

    def cases(self) -> list[StoredCase]:
        """All case reports, the latest first."""
        return self.store.cases()

    def bring_in(
        self,
        request: CaseRequest,
        progress: ProgressCallback = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
        options: ReadOptions | None = None,
        *,
        apart: bool = False,
    ) -> int:
        """Reads the notes, searches them, and keeps both; gives the number of the new case.

        Args:
            request: what is brought in.
            progress: told how far the notes are.
            cancelled: asked between files.
            options: how files are read.
            apart: read and search in processes of their own, for a caller with a window to draw.

        Raises:
            InputError: if no file can be read.
            Cancelled: if it was; nothing is kept.
            StageError: if the search for indirect facts fails; nothing is kept.
        """
        found = _reader(request, options, apart=apart).read(request.inputs, progress, cancelled)
        if not found.notes:
            where = str(request.inputs[0])
            why = found.unread[0][1] if found.unread else "holds no file that can be read."
            itself = why.removeprefix(f"{where}: ")
            raise InputError(
                f"no note could be read: {why}" if found.unread and itself == why else itself,
                where=where,
                remedy="Give the folder with the patient's notes.",
            )
        title = request.title or request.inputs[0].name
        id = self.store.add(title, request.as_json(), _lines(found, found.unread))
        if request.patient:
            self.decide_patient(id, request.patient)
        return id

    def add_notes(
        self,
        id: int,
        inputs: Sequence[Path],
        progress: ProgressCallback = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
        options: ReadOptions | None = None,
        *,
        apart: bool = False,
    ) -> int:
        """Brings more notes into a case; gives how many it had not yet.

        All notes are searched together again, as they were read: the files of those that the case has are
        not looked at. Decisions stay, and what was day 0 stays it.

        Args:
            id: of the case.
            inputs: files and folders.
            progress, cancelled, options, apart: as for ``bring_in``.

        Raises:
            InputError: if no file can be read, or none holds a note that the case lacks; nothing is changed.
            Cancelled: if it was; nothing is changed.
            StageError: if a note cannot be searched; nothing is changed.
            ValueError: if there is no such case.
        """
        request = CaseRequest.from_json(self.store.facts(id).request)
        had = self._stored_notes(id)
        found = _reader(request, options, apart=apart).read(inputs, progress, cancelled, had.notes)
        new = len(found.notes) - len(had.notes)
        if new <= 0:
            raise InputError(
                f"no note could be read: {found.unread[0][1]}"
                if found.unread
                else "holds no note that the case lacks.",
                where=str(inputs[0]),
                remedy="Give the files with the patient's further notes.",
            )
        case = self.case(id)
        if case.decisions.index is None and case.index is not None:
            self.decide_index(id, case.index)
        seen = {name for name, _ in found.unread} | {note.name for note in found.notes}
        unread = [(name, why) for name, why in had.unread if name not in seen]
        self.store.set_notes(id, _lines(found, (*unread, *found.unread)))
        with self._lock:
            self._notes.pop(id, None)
        return new

    def forget(self, id: int) -> None:
        """Forgets a case with its notes and all decisions. The audit record stays."""
        self.store.remove(id)
        with self._lock:
            self._notes.pop(id, None)

    def rename(self, id: int, title: str) -> None:
        """Gives a case another title."""
        self.store.set_title(id, title)

    def case(self, id: int) -> CaseReport:
        """A case as it stands.

        Raises:
            ValueError: if there is none.
        """
        facts = self.store.facts(id)
        kept = self._stored_notes(id)
        decisions = serialization.decisions_from_json(self.store.decisions(id))
        tools = CaseTools(kept.facts_of, occupation_ladder, kept.times)
        return build_case(kept.notes, decisions, id=id, title=facts.title, unread=kept.unread, tools=tools)

    def _stored_notes(self, id: int) -> _StoredNotes:
        with self._lock:
            if id not in self._notes:
                lines = [json.loads(line) for line in self.store.notes(id)]
                unread = tuple((x["unread"][0], x["unread"][1]) for x in lines if "unread" in x)
                found = [serialization.note_from_json(x) for x in lines if "unread" not in x]
                notes = tuple(note for note, _ in found)
                facts = tuple(fact for _, of_note in found for fact in of_note)
                self._notes = {id: _StoredNotes(notes, facts, unread)}
            return self._notes[id]

    def record(self, id: int, kind: str, by: str, facts: Mapping[str, Any]) -> None:
        """Writes an entry of a case into the audit record.

        Raises:
            StoreError: if it cannot be written.
        """
        event = ReviewEvent(secrets.token_hex(8), kind, by, {"case_report": id, **facts})
        with open_workspace(self.user_paths, key=self.own_key) as workspace:
            workspace.record_events([event])

    def signed_entries(self, kinds: Sequence[str]) -> list[dict[str, Any]]:
        """Entries of the audit record of these kinds, of all cases (``Workspace.signed_entries``)."""
        with open_workspace(self.user_paths, key=self.own_key) as workspace:
            return workspace.signed_entries(kinds)

    # Decisions; each is one step

    def _decide(self, id: int, kind: str, key: str, value: Any) -> None:
        self.store.decide(id, kind, key, None if value is None else serialization.decision_to_json(value))

    def decide_patient(self, id: int, name: str) -> None:
        """Says who the notes are of, where their headers do not tell."""
        self._decide(id, serialization.PATIENT, "", name or None)

    def decide_other_patient(self, id: int, note: str, *, other: bool | None) -> None:
        """Says that a note is of another patient, and is left out of the case; or that it is this one's,
        whatever its header names; None for what the headers tell."""
        self._decide(id, serialization.OTHER_PATIENT, note, other)

    def leave_others_out(self, id: int) -> int:
        """Leaves out the notes whose headers name another patient than the decided; gives their number."""
        notes = self._stored_notes(id).notes
        decisions = self.case(id).decisions
        groups = group_by_patient(notes, decisions.patient, decisions.same_patient)
        others = [note for group in groups[1:] for note in group.notes]
        for note in others:
            self.decide_other_patient(id, note, other=True)
        return len(others)

    def decide_index(self, id: int, index: IndexEvent | None) -> None:
        """Picks the event that is day 0, one of the proposals or another; None for the first of them."""
        self._decide(id, serialization.INDEX, "", index)

    def decide_note_date(self, id: int, note: str, when: DayRange | None) -> None:
        """Says when a note was written; None for what was found."""
        self._decide(id, serialization.NOTE_DATE, note, when)

    def decide_date(self, id: int, event: str, when: DayRange | None) -> None:
        """Says when an event (``DatedEvent.key``) was; None for what was found."""
        self._decide(id, serialization.DATE, event, when)

    def decide_fact(self, id: int, fact: str, decision: FactDecision | None) -> None:
        """Decides about an indirect fact (``IndirectFact.key``); None makes it open again.

        Raises:
            ValueError: if a fact is kept without a reason.
        """
        if decision is not None and decision.choice == "keep" and not decision.reason.strip():
            raise ValueError("a fact is kept with a reason")
        self._decide(id, serialization.FACT, fact, decision)

    def mark_fact(self, id: int, fact: IndirectFact) -> None:
        """Adds a fact that a person saw."""
        self._decide(id, serialization.OWN_FACT, fact.key, fact)

    def decide_person(self, id: int, person: str, role: str, consent: Consent, why: str = "") -> None:
        """Sets role and consent of a person (``Person.key``).

        Raises:
            ValueError: if consent is not needed and no reason is given.
        """
        if consent is Consent.NOT_NEEDED and not why.strip():
            raise ValueError("why consent is not needed is said")
        self._decide(id, serialization.PERSON, person, [role, consent, why])

    def decide_wording(self, id: int, note: str, start: int, end: int, text: str | None) -> None:
        """Replaces a range of a note's original text by the author's own words; None takes them back."""
        self._decide(id, serialization.WORDING, f"{note}:{start}-{end}", text)

    def decide_style(self, id: int, style: DateStyle) -> None:
        """Sets how exact days are written."""
        self._decide(id, serialization.STYLE, "", style)

    def decide_assumptions(self, id: int, assumptions: Mapping[str, object]) -> None:
        """Sets the assumptions of the estimate."""
        self._decide(id, serialization.ASSUMPTIONS, "", dict(assumptions))

    def decide_profile(self, id: int, profile: str) -> None:
        """Sets the journal's profile by which the case is checked."""
        self._decide(id, serialization.PROFILE, "", profile)

    def decide_affiliation(self, id: int, affiliation: str) -> None:
        """Sets the author's affiliation, which stands above the article: what it names counts as a place."""
        self._decide(id, serialization.AFFILIATION, "", affiliation.strip())

    def decide_searched(self, id: int, phrase: str, seen: str | None) -> None:
        """Stores what a search engine showed for a phrase of the search list; None for not searched."""
        self._decide(id, serialization.SEARCHED, phrase, seen)

    def undo(self, id: int) -> DecisionStep | None:
        """Takes the last decision back and gives what it was about; None where there is none."""
        return self.store.undo(id)

    def redo(self, id: int) -> DecisionStep | None:
        """Makes again the decision that was taken back last, and gives what it is about; None where there is
        none."""
        return self.store.redo(id)

    def can_undo_redo(self, id: int) -> tuple[bool, bool]:
        """Whether there is a decision to undo, and one to redo."""
        return self.store.can_undo_redo(id)


def _reader(request: CaseRequest, options: ReadOptions | None, *, apart: bool) -> CaseReader:
    settings = SearchSettings(request.site_lists, request.dossiers, find_facts=find_facts)
    return CaseReader(options or ReadOptions(), settings, apart=apart)


def _lines(found: ReadResult, unread: Iterable[tuple[str, str]]) -> list[str]:
    """Notes and unread files as they are stored."""
    lines = [serialization.note_to_json(note, found.facts[note.id]) for note in found.notes]
    return lines + [json.dumps({"unread": [name, why]}, ensure_ascii=False) for name, why in unread]


def day(text: str) -> DayRange:
    """The day that ``2019-03-04`` names; the month for ``2019-03``, the year for ``2019``.

    Raises:
        ValueError: if it is none of them.
    """
    parts = [int(p) for p in text.strip().split("-")]
    if len(parts) == 3:
        date = dt.date(*parts)
        return DayRange(date, date)
    if len(parts) == 2:
        first = dt.date(parts[0], parts[1], 1)
        return DayRange(first, (first + dt.timedelta(31)).replace(day=1) - dt.timedelta(1))
    (year,) = parts
    return DayRange(dt.date(year, 1, 1), dt.date(year, 12, 31))
