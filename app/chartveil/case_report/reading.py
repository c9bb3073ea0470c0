"""Reads the notes of a case and runs detection on all of them together.

Both may be done in processes of their own, as for worklists: a file that brings its process down costs only
itself, and whoever waits has a window to draw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePath
from typing import TypeAlias

from chartveil.case_report.building import CaseTools, FactFinder
from chartveil.case_report.leaks import with_leak_spans
from chartveil.case_report.model import CaseNote, IndirectFact
from chartveil.case_report.patients import header_patient, note_type_of
from chartveil.detection.judgement.mentions import MentionFinder
from chartveil.detection.model_choice import ModelChoice, ModelProfile
from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import StageError
from chartveil.domain.policy import load_policy
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.formats.base import PagedFormat, ReadOptions
from chartveil.release.discovery import discover_inputs
from chartveil.release.file_processor import limited
from chartveil.release.input_files import InputLoader, InputRef, read_documents
from chartveil.release.job import FileOutcome, FileTask
from chartveil.release.leak_check import LeakCheck
from chartveil.release.worker_processes import choose_processes, work_on_files
from chartveil.system.time_limit import LimitMoved

POLICY = "case_report"
_ONE_PATIENT = "case"
"""Stands for the patient while the notes are searched: all of them are of one."""
_IN_ONE_PROCESS = 8
"""Files that one process reads before others help."""
ReadNotes: TypeAlias = tuple[tuple[Document, bool], ...]
"""Documents, and whether each was read from pages."""


@dataclass(frozen=True, slots=True)
class ReadProgress:
    """How many files are read, or how many steps of the search are done.

    Attributes:
        is_searched: whether all files are read and the notes are being searched.
        done, of: files, or steps of the search: two a note, and a last one.
    """

    is_searched: bool
    done: int
    of: int


ProgressCallback: TypeAlias = Callable[[ReadProgress], None]


@dataclass(frozen=True, slots=True)
class ReadResult:
    """The notes that were read, and the files that could not be.

    Attributes:
        notes: each with its spans.
        unread: files that could not be read: name and why.
        facts: indirect facts of notes, by id; empty where nothing finds them.
    """

    notes: tuple[CaseNote, ...]
    unread: tuple[tuple[str, str], ...]
    facts: Mapping[str, tuple[IndirectFact, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The settings of the search in notes. They cross process boundaries.

    Attributes:
        site_lists: folder with the site's own dictionaries.
        dossiers: the site's file of patients.
        tools: what finds facts and ladders for the search for leaks.
        find_facts: what finds the facts that are told; None for none.
    """

    site_lists: Path | None = None
    dossiers: Path | None = None
    tools: CaseTools = field(default_factory=CaseTools)
    find_facts: FactFinder | None = None


class CaseReader:
    """Reads and searches the notes of cases.

    Args:
        options: how files are read.
        settings: what notes are searched with.
        pipeline: finds the spans, in this process; built when not given.
        apart: never work in this process, which has a window to draw.
    """

    def __init__(
        self,
        options: ReadOptions,
        settings: SearchSettings | None = None,
        *,
        pipeline: DetectionPipeline | None = None,
        apart: bool = False,
    ) -> None:
        self._options = options
        self._settings = settings or SearchSettings()
        self._pipeline = pipeline
        self._apart = apart

    def read(
        self,
        inputs: Sequence[Path],
        progress: ProgressCallback = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
        earlier: Sequence[CaseNote] = (),
    ) -> ReadResult:
        """The notes of all files, in the order of discovery; a file that cannot be read costs only itself.

        Args:
            inputs: files and folders.
            progress: told after each file and each step of the search.
            cancelled: asked between them.
            earlier: notes of the case that were read before. They come first, with what the new ones name
                in them; a file that holds no other text than they do gives no note.

        Raises:
            Cancelled: if it was.
            StageError: if a note cannot be searched.
        """
        found = discover_inputs(inputs, self._options.limits)
        unread = [(PurePath(f.path).name, str(f.error)) for f in found.failures]
        documents: list[tuple[Document, bool]] = []
        tasks = [FileTask(ref, number) for number, ref in enumerate(found.refs)]
        processes = choose_processes(len(tasks), _IN_ONE_PROCESS)
        make = partial(NoteReader, self._options)
        with closing(work_on_files(make, tasks, processes, cancelled, apart=self._apart)) as outcomes:
            for task, read in zip(tasks, outcomes, strict=True):
                if isinstance(read, FileOutcome):
                    assert read.failure is not None
                    unread.append((PurePath(task.ref.name).name, read.failure.message))
                else:
                    documents += read
                progress(ReadProgress(False, task.number + 1, len(tasks)))
        had = {note.text for note in earlier}
        new = [(document, has_pages) for document, has_pages in documents if document.text not in had]
        notes = self.search(new, cancelled, progress, earlier)
        return ReadResult(
            tuple(note for note, _ in notes), tuple(unread), {note.id: facts for note, facts in notes}
        )

    def search(
        self,
        read: Sequence[tuple[Document, bool]],
        cancelled: Callable[[], bool] = lambda: False,
        progress: ProgressCallback = lambda _: None,
        earlier: Sequence[CaseNote] = (),
    ) -> list[tuple[CaseNote, tuple[IndirectFact, ...]]]:
        """The notes of one patient with their spans, each with its facts.

        Args:
            read: each document, and whether it was read from pages.
            cancelled: asked between documents.
            progress: told after each step.
            earlier: notes that were read before; they come first.

        Raises:
            Cancelled: if it was.
            StageError: if a note cannot be searched.
        """
        if not read:
            return []
        count = len(earlier) + len(read)
        tasks = [FileTask(InputRef("the search of the notes"), n) for n in range(2 * count + 1)]
        make = partial(NoteSearcher, tuple(read), self._settings, earlier=tuple(earlier))
        if not self._apart:
            make = partial(make, pipeline=self._pipeline)
        found: list[tuple[CaseNote, tuple[IndirectFact, ...]]] = []
        with closing(work_on_files(make, tasks, 1, cancelled, apart=self._apart)) as outcomes:
            for done, outcome in enumerate(outcomes, 1):
                if isinstance(outcome, FileOutcome):
                    assert outcome.failure is not None
                    raise StageError("search", outcome.failure.message)
                found = outcome
                progress(ReadProgress(True, done, len(tasks)))
        return found


class NoteReader:
    """Reads the files of a case in one process; a ``FileWorker``."""

    def __init__(self, options: ReadOptions, time_limit_moved: LimitMoved = lambda *_: None) -> None:
        self._options = options
        self._moved = time_limit_moved
        self._loader = InputLoader(options.limits)

    def close(self) -> None:
        """Closes the archive that was read last."""
        self._loader.close()

    def process(self, task: FileTask) -> ReadNotes | FileOutcome:
        """The documents of a file that hold text; an outcome with the failure where it cannot be read."""
        return limited(task, self._options.limits, self._moved, self._read)

    def _read(self, task: FileTask) -> ReadNotes:
        _, form, documents = read_documents(task.ref, self._options, self._loader)
        return tuple((d, isinstance(form, PagedFormat)) for d in documents if d.text.strip())


class NoteSearcher:
    """Searches all notes of a case in one process, a step a task so that it can be stopped; a ``FileWorker``.

    Of ``n`` documents, the earlier notes before those that were read, task 0 to ``n - 1`` searches each by
    itself, ``n`` to ``2n - 1`` once more for what the others name, and the last gives the notes. A step does
    what those before it have not done, so a process that begins late gives the same.

    Args:
        read: each document, and whether it was read from pages.
        settings: what they are searched with.
        pipeline: finds the spans; built when not given.
        earlier: notes of the case that were read before.
    """

    def __init__(
        self,
        read: ReadNotes,
        settings: SearchSettings,
        pipeline: DetectionPipeline | None = None,
        time_limit_moved: LimitMoved = lambda *_: None,
        earlier: tuple[CaseNote, ...] = (),
    ) -> None:
        del time_limit_moved  # a search has no limit of time
        read = (*((_document_of(note), note.has_pages) for note in earlier), *read)
        characters = sum(len(d.text) for d, _ in read)
        models = ModelChoice(profile=ModelProfile.AUTO).for_texts(len(read), characters)
        self._settings = settings
        self._pipeline = pipeline or build_pipeline(
            load_policy(POLICY), site=settings.site_lists, patients=settings.dossiers, models=models
        )
        self._documents = [replace(d, patient_id=_ONE_PATIENT) for d, _ in read]
        self._read = read
        self._earlier = earlier
        self._views = [TokenizedText(d) for d in self._documents]
        self._proposals: list[Proposal] = []
        self._notes: list[CaseNote] = []
        self._mentions: MentionFinder | None = None

    def close(self) -> None:
        """Nothing is held open."""

    def process(self, task: FileTask) -> list[tuple[CaseNote, tuple[IndirectFact, ...]]]:
        """Does a step; the notes after the last, each with its facts, and nothing after others.

        Raises:
            StageError: if a note cannot be searched.
        """
        count = len(self._documents)
        while len(self._proposals) < min(task.number + 1, count):
            self._proposals.append(self._pipeline.resolve(self._views[len(self._proposals)]))
        while len(self._notes) < min(task.number + 1 - count, count):
            self._notes.append(self._note(len(self._notes)))
        if task.number < 2 * count:
            return []
        check = LeakCheck(self._pipeline.rule_spans, self._pipeline.is_common)
        notes = with_leak_spans(self._notes, check, self._settings.tools)
        find = self._settings.find_facts
        return [(note, tuple(find([note])) if find is not None else ()) for note in notes]

    def _note(self, number: int) -> CaseNote:
        pipeline, view, proposal = self._pipeline, self._views[number], self._proposals[number]
        document, has_pages = self._read[number]
        if len(self._documents) > 1:
            if self._mentions is None:
                naming = list(zip(self._documents, self._proposals, strict=True))
                self._mentions = pipeline.mentions_in(naming)
            proposal = pipeline.resolve(view, mentions=self._mentions)
        passages = pipeline.uncovered_passages(view)
        text = document.text
        if number < len(self._earlier):
            note = self._earlier[number]
        else:
            note = CaseNote(
                document.id,
                text,
                name=PurePath(document.source.path).name,
                part=document.source.part,
                path=document.source.path,
                note_type=document.note_type or note_type_of(text),
                given_date=document.date.isoformat() if document.date else "",
                patient=document.patient_id or header_patient(text, proposal.spans),
                has_pages=has_pages,
            )
        return replace(
            note,
            spans=proposal.spans,
            ordinary=tuple(pipeline.ordinary_ranges(view, proposal)),
            recovered=tuple(pipeline.recovered_ranges(view, proposal)),
            uncovered=tuple(sorted({p.name for p in passages})),
        )


def _document_of(note: CaseNote) -> Document:
    """A note that was read before as a document to be searched again. Its file is not looked at."""
    return Document(note.text, DocumentSource(note.path, POLICY, note.id, note.part))
