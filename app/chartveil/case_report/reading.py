"""Reads the notes of a case and searches them together: what one names is found in the others too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from chartveil.case_report.building import CaseTools
from chartveil.case_report.leaks import with_leaks_taken
from chartveil.case_report.model import CaseNote
from chartveil.case_report.patients import header_patient, note_type_of
from chartveil.detection.model_choice import ModelChoice, ModelProfile
from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.document import Document
from chartveil.domain.errors import Cancelled
from chartveil.domain.policy import load_policy
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.formats.base import PagedFormat, ReadOptions
from chartveil.release.discovery import discover_inputs
from chartveil.release.file_processor import limited
from chartveil.release.input_files import InputLoader, read_documents
from chartveil.release.job import FileOutcome, FileTask
from chartveil.release.leak_check import LeakCheck

POLICY = "case_report"
_ONE_PATIENT = "case"
"""Stands for the patient while the notes are searched: all of them are of one."""


@dataclass(frozen=True, slots=True)
class ReadCase:
    """What was read.

    Attributes:
        notes: each with its spans.
        unread: files that could not be read: name and why.
    """

    notes: tuple[CaseNote, ...]
    unread: tuple[tuple[str, str], ...]


class CaseReader:
    """Reads and searches the notes of cases.

    Args:
        options: how files are read.
        site_lists: folder with the site's own dictionaries.
        dossiers: the site's file of patients.
        pipeline: finds the spans; built when not given.
        tools: what finds facts and ladders.
    """

    def __init__(
        self,
        options: ReadOptions,
        site_lists: Path | None = None,
        dossiers: Path | None = None,
        pipeline: DetectionPipeline | None = None,
        tools: CaseTools | None = None,
    ) -> None:
        self._options = options
        self._site = site_lists
        self._dossiers = dossiers
        self._pipeline = pipeline
        self._tools = tools or CaseTools()

    def read(
        self,
        inputs: Sequence[Path],
        progress: Callable[[int, int], None] = lambda *_: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> ReadCase:
        """The notes of all files, in the order of discovery; a file that cannot be read costs only itself.

        Raises:
            Cancelled: if it was.
            StageError: if a note cannot be searched.
        """
        found = discover_inputs(inputs, self._options.limits)
        unread = [(PurePath(f.path).name, str(f.error)) for f in found.failures]
        documents: list[tuple[Document, bool]] = []
        with InputLoader(self._options.limits) as loader:
            for number, ref in enumerate(found.refs):
                if cancelled():
                    raise Cancelled
                task = FileTask(ref, number)
                read = limited(
                    task, self._options.limits, lambda *_: None, lambda t: self._documents(t, loader)
                )
                if isinstance(read, FileOutcome):
                    assert read.failure is not None
                    unread.append((PurePath(ref.name).name, read.failure.message))
                else:
                    documents += read
                progress(number + 1, len(found.refs))
        return ReadCase(tuple(self.search(documents, cancelled)), tuple(unread))

    def _documents(self, task: FileTask, loader: InputLoader) -> list[tuple[Document, bool]]:
        _, form, documents = read_documents(task.ref, self._options, loader)
        return [(d, isinstance(form, PagedFormat)) for d in documents if d.text.strip()]

    def search(
        self, read: Sequence[tuple[Document, bool]], cancelled: Callable[[], bool] = lambda: False
    ) -> list[CaseNote]:
        """The notes of one patient with their spans.

        Args:
            read: each document, and whether it was read from pages.
            cancelled: asked between documents.

        Raises:
            Cancelled: if it was.
            StageError: if a note cannot be searched.
        """
        if not read:
            return []
        characters = sum(len(d.text) for d, _ in read)
        models = ModelChoice(profile=ModelProfile.AUTO).for_texts(len(read), characters)
        pipeline = self._pipeline or build_pipeline(
            load_policy(POLICY), site=self._site, patients=self._dossiers, models=models
        )
        documents = [replace(d, patient_id=_ONE_PATIENT) for d, _ in read]
        views, proposals = [], []
        for document in documents:
            if cancelled():
                raise Cancelled
            views.append(TokenizedText(document))
            proposals.append(pipeline.resolve(views[-1]))
        naming = list(zip(documents, proposals, strict=True))
        mentions = pipeline.mentions_in(naming) if len(naming) > 1 else None
        notes = []
        for view, proposal, (document, has_pages) in zip(views, proposals, read, strict=True):
            if mentions is not None:
                proposal = pipeline.resolve(view, mentions=mentions)
            passages = pipeline.uncovered_passages(view)
            text = document.text
            notes.append(
                CaseNote(
                    document.id,
                    text,
                    proposal.spans,
                    PurePath(document.source.path).name,
                    document.source.part,
                    document.source.path,
                    document.note_type or note_type_of(text),
                    document.date.isoformat() if document.date else "",
                    document.patient_id or header_patient(text, proposal.spans),
                    tuple(pipeline.ordinary_ranges(view, proposal)),
                    tuple(pipeline.recovered_ranges(view, proposal)),
                    has_pages,
                    tuple(sorted({p.name for p in passages})),
                )
            )
        check = LeakCheck(pipeline.rule_spans, pipeline.is_common)
        return with_leaks_taken(notes, check, self._tools)
