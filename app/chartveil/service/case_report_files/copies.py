"""Copies of notes under a policy of case reports: all notes of a patient are written as one case."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from chartveil.case_report.building import CaseTools, build_case
from chartveil.case_report.indirect_facts.finder import find_facts
from chartveil.case_report.indirect_facts.occupations import occupation_ladder
from chartveil.case_report.model import AlteredNote, CaseDecisions, CaseNote
from chartveil.case_report.patients import PatientGroup, group_by_patient, header_patient, note_type_of
from chartveil.case_report.reading import CaseReader, SearchSettings
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.decision import Decision, Verdict
from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.domain.span import Replacement
from chartveil.formats.base import PagedFormat
from chartveil.release.input_files import InputLoader, read_documents
from chartveil.release.job import FileTask, ProcessingJob, ReviewedSpans


@dataclass(frozen=True, slots=True)
class _ReadDocument:
    """A document of a task, and what a reviewer decided about it."""

    task: int
    document: Document
    has_pages: bool
    reviewed: ReviewedSpans | None


def with_case_copies(job: ProcessingJob, tasks: Sequence[FileTask]) -> list[FileTask]:
    """The tasks with what stands in each of their documents. Patients are told apart by the tasks, by tables,
    else by the headers of the notes.

    A file that cannot be read stays as it is: the run tells why.

    Args:
        job: what is done; it ``writes_a_case``.
        tasks: all files of the run.

    Raises:
        StageError: if a note cannot be searched.
    """
    read = list(_read(job, tasks))
    tools = CaseTools(find_facts, occupation_ladder)
    reader: CaseReader | None = None
    written: dict[int, dict[str, ReviewedSpans]] = {}
    by_patient: dict[str, list[_ReadDocument]] = {}
    for r in read:
        by_patient.setdefault(tasks[r.task].patient_id or r.document.patient_id or "", []).append(r)
    for patient, documents in by_patient.items():
        notes = {r.document.id: _reviewed_note(r.document, r.reviewed) for r in documents if r.reviewed}
        if unseen := [(r.document, r.has_pages) for r in documents if r.reviewed is None]:
            reader = reader or CaseReader(
                job.read_options,
                SearchSettings(tools=tools),
                pipeline=build_pipeline(
                    job.policy, site=job.site_lists, patients=job.patients_file, models=job.models
                ),
            )
            notes |= {note.id: note for note, _ in reader.search(unseen)}
        ordered = [notes[r.document.id] for r in documents]
        groups = [PatientGroup("", tuple(notes))] if patient else group_by_patient(ordered)
        altered: dict[str, AlteredNote] = {}
        for group in groups:
            ours = [n for n in ordered if n.id in group.notes]
            case = build_case(ours, CaseDecisions(patient=group.name), tools=tools)
            altered |= {n.note.id: n for n in case.notes}
        for r in documents:
            note = altered[r.document.id]
            spans = r.reviewed or _as_reviewed(note.note)
            made = tuple(
                Replacement(a.start, a.end, a.text, a.label)
                for a in note.alterations
                if not any(a.start < end and start < a.end for start, end in spans.kept_ranges)
            )
            part = r.document.source.part
            written.setdefault(r.task, {})[part] = replace(spans, written=made)
    return [replace(t, reviewed=written[i]) if i in written else t for i, t in enumerate(tasks)]


def _read(job: ProcessingJob, tasks: Sequence[FileTask]) -> Iterator[_ReadDocument]:
    with InputLoader(job.read_options.limits, job.read_options.pages.passwords) as loader:
        for number, task in enumerate(tasks):
            try:
                _, form, documents = read_documents(task.ref, job.read_options, loader)
            except InputError:
                continue
            for document in documents:
                reviewed = (task.reviewed or {}).get(document.source.part)
                yield _ReadDocument(number, document, isinstance(form, PagedFormat), reviewed)


def _reviewed_note(document: Document, reviewed: ReviewedSpans | None) -> CaseNote:
    assert reviewed is not None
    text = document.text
    return CaseNote(
        document.id,
        text,
        reviewed.spans,
        note_type=document.note_type or note_type_of(text),
        given_date=document.date.isoformat() if document.date else "",
        patient=header_patient(text, reviewed.spans),
        ordinary=reviewed.kept_ranges,
    )


def _as_reviewed(note: CaseNote) -> ReviewedSpans:
    """What the policy takes, as if it was decided."""
    now = dt.datetime.now(dt.UTC)
    decisions = tuple(Decision(span, Verdict.ACCEPTED, "policy", now) for span in note.spans)
    return ReviewedSpans(note.id, note.spans, note.ordinary, decisions=decisions, recovered=note.recovered)
