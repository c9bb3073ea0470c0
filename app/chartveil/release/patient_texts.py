"""Reads the texts of all patients of a run before the first file is worked on.

No word of any of them may become a surrogate of its patient, in whichever file and process that is drawn.
Pages that hold no text are passed over: OCR would take longer than all else.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial

from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.document import Document
from chartveil.domain.patient_source import PatientSourceKind
from chartveil.domain.tables.column_plan import TablePlan
from chartveil.formats.base import Format, PagedFormat, SourceFile
from chartveil.formats.endings import TABLE_FORMATS, is_named_as
from chartveil.formats.pdf.opening import layer_text
from chartveil.formats.tables.table_format import TableFormat, patient_column
from chartveil.release.file_processor import limited
from chartveil.release.input_files import (
    InputLoader,
    documents_of,
    library_errors_explained,
    load_with_format,
)
from chartveil.release.job import FileOutcome, FileTask, ProcessingJob
from chartveil.release.patients import PatientFinder, stated_patient
from chartveil.release.tables.row_patients import TableWords
from chartveil.release.worker_processes import choose_processes, work_on_files
from chartveil.store.keys import key_id
from chartveil.store.workspace import Workspace
from chartveil.surrogates.context import scope_of
from chartveil.surrogates.lists import load_surrogate_lists
from chartveil.surrogates.patient_words import hashes_of, words_to_avoid
from chartveil.system.time_limit import LimitMoved, allow_more_time

_MOST_FILES_IN_ONE_PROCESS = 50
"""One process reads so many before several could have begun."""


def with_patient_words(
    job: ProcessingJob,
    tasks: Sequence[FileTask],
    workspace: Workspace,
    processes: int,
    cancelled: Callable[[], bool],
    *,
    apart: bool = False,
) -> list[FileTask]:
    """The files, each with what is known of the words of its patients' texts, which is kept for later runs.

    A file that cannot be read stays as it is: the run tells why.

    Args:
        job: what is done with them.
        tasks: the files.
        workspace: knows what earlier runs read of these patients.
        processes, cancelled, apart: as of ``worker_processes.process_files``.

    Raises:
        Cancelled: when ``cancelled`` says so.
        ChartveilError: if the work cannot begin at all, or the workspace fails.
    """
    read = [n for n, task in enumerate(tasks) if draws_for_patients(job, task)]
    if not read:
        return list(tasks)
    of_file: dict[int, tuple[str, ...]] = {}
    found: dict[str, array[int]] = {}
    make = partial(TextReader, job)
    processes = min(processes, choose_processes(len(read), _MOST_FILES_IN_ONE_PROCESS))
    with closing(work_on_files(make, [tasks[n] for n in read], processes, cancelled, apart=apart)) as texts:
        for n, hashes in zip(read, texts, strict=True):
            if isinstance(hashes, FileOutcome):
                continue  # a long table that can be read after all gathers its words itself
            told = stated_patient(job.read_options, tasks[n]) or job.read_options.patient_id
            of_file[n] = tuple(hashes) or ((told,) if told else ())
            for patient in of_file[n]:
                found.setdefault(patient, array("I")).extend(hashes.get(patient, ()))
    known = workspace.patient_words(key_id(job.key), found)
    return [
        replace(task, words={patient: known[patient] for patient in of_file.get(n, ())})
        for n, task in enumerate(tasks)
    ]


def draws_for_patients(job: ProcessingJob, task: FileTask) -> bool:
    """Whether surrogates are drawn for a file of which patients are known, or may be once it is read."""
    if job.for_review or not job.draws_surrogates:
        return False
    if task.reviewed is not None and all(r.written is not None for r in task.reviewed.values()):
        return False
    options = job.read_options
    told = task.patient_id or options.patient_id or job.patients_file is not None
    return (
        bool(told)
        or options.patients_from.kind is not PatientSourceKind.COLUMN
        or is_named_as(task.ref.name, TABLE_FORMATS)
    )


class TextReader:
    """Reads files for the words of their patients.

    Args:
        job: how they are read.
        time_limit_moved: as of ``FileProcessor``.
    """

    def __init__(self, job: ProcessingJob, *, time_limit_moved: LimitMoved = lambda *_: None) -> None:
        self._job = job
        self._moved = time_limit_moved
        pipeline = None
        if job.patients_file is not None:
            pipeline = build_pipeline(job.policy, patients=job.patients_file, models=None)
        self._pipeline = pipeline
        self._finder = PatientFinder(job.read_options, pipeline)
        self._loader = InputLoader(job.read_options.limits, job.read_options.pages.passwords)
        self._lists = load_surrogate_lists()

    def process(self, task: FileTask) -> Mapping[str, array[int]] | FileOutcome:
        """The hashes of the words of a file, by patient; an outcome with the failure of one that cannot be
        read."""
        return limited(task, self._job.read_options.limits, self._moved, self._read)

    def close(self) -> None:
        """Closes the archive that was read last."""
        self._loader.close()

    def _read(self, task: FileTask) -> Mapping[str, array[int]]:
        file, form = load_with_format(task.ref, self._job.read_options, self._loader)
        if isinstance(form, TableFormat):
            return self._rows(task, file, form)
        words: dict[str, set[int]] = {}
        for document in self._finder.with_patients(task, self._documents(file, form)):
            if document.patient_id is not None:
                words.setdefault(document.patient_id, set()).update(self._hashes(document))
        return {patient: array("I", sorted(hashes)) for patient, hashes in words.items()}

    def _rows(self, task: FileTask, file: SourceFile, form: TableFormat) -> Mapping[str, array[int]]:
        """The same of a table, row by row."""
        options = self._job.read_options
        with library_errors_explained(file, form):
            opened = form.open(file, options)
            plans = [TablePlan((), patient_column(head, options), head.part) for head in opened.heads]
            words = TableWords(self._job, plans, task, form.name, self._pipeline)
            for row in opened.rows():
                allow_more_time(options.limits.seconds_per_row)
                words.add([row])
        return words.hashes

    def _documents(self, file: SourceFile, form: Format) -> Sequence[Document]:
        options = self._job.read_options
        if not isinstance(form, PagedFormat):
            return documents_of(file, form, options)
        text = layer_text(file, options) if form.name == "pdf" else ""
        return [Document(text, file.source(form.name), patient_id=options.patient_id)]

    def _hashes(self, document: Document) -> Iterable[int]:
        return hashes_of(self._job.key, scope_of(document), words_to_avoid(document.text, self._lists))
