"""Finds the patient of each row of a table, and the words that all rows of a patient hold."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.tables.column_plan import TablePlan
from chartveil.formats.tables.row_stream import TableRow
from chartveil.release.job import FileTask, ProcessingJob
from chartveil.release.patients import PatientFinder
from chartveil.surrogates.context import scope_of_patient
from chartveil.surrogates.lists import load_surrogate_lists
from chartveil.surrogates.patient_words import NO_WORDS, PatientWords, hashes_of, words_to_avoid

_MOST_CACHED = 20_000
_FEW = 256
"""Hashes of a patient from which on those that came twice are dropped."""


class RowPatients:
    """Tells whose a row is.

    Args:
        job: where patients are looked for.
        plans, task, source: of the table.
        pipeline: with the site's file of patients, where there is one; None without.
    """

    def __init__(
        self,
        job: ProcessingJob,
        plans: Sequence[TablePlan],
        task: FileTask,
        source: DocumentSource,
        pipeline: DetectionPipeline | None,
    ) -> None:
        self._plans = plans
        self._task = task
        self._source = source
        self._finder = PatientFinder(job.read_options, pipeline)
        self._patients: dict[str, str | None] = {}

    def patient_of(self, row: TableRow) -> str | None:
        """The id of the patient; None where nothing tells it."""
        position = self._plans[row.table].patient
        cell = row.cells[position].strip() if position is not None else ""
        if cell not in self._patients:
            if len(self._patients) >= _MOST_CACHED:
                self._patients.clear()
            stub = Document(cell or " ", self._source, patient_id=cell or None)
            (found,) = self._finder.with_patients(self._task, [stub])
            self._patients[cell] = found.patient_id
        return self._patients[cell]


class TableWords:
    """The words of all rows of each patient, in four bytes a word.

    Args:
        job: whose key hashes them.
        plans, task: of the table; of the task, what other files tell of its patients.
        format_name: of the file.
        pipeline: as of ``RowPatients``; made for the site's file of patients where it is not given.
    """

    def __init__(
        self,
        job: ProcessingJob,
        plans: Sequence[TablePlan],
        task: FileTask,
        format_name: str,
        pipeline: DetectionPipeline | None = None,
    ) -> None:
        if pipeline is None and job.patients_file is not None:
            pipeline = build_pipeline(job.policy, patients=job.patients_file, models=None)
        source = DocumentSource(task.ref.display, format_name, "")
        self._patients = RowPatients(job, plans, task, source, pipeline)
        self._key = job.key
        self._is_needed = job.draws_surrogates
        self._known = task.words
        self._lists = load_surrogate_lists()
        self._hashes: dict[str, array[int]] = {}
        self._limits: dict[str, int] = {}

    def add(self, rows: Iterable[TableRow]) -> None:
        """Takes in the words of some rows; none where nothing is invented."""
        if not self._is_needed:
            return
        for row in rows:
            patient = self._patients.patient_of(row)
            if patient is None:
                continue
            words = words_to_avoid("\n".join(row.cells), self._lists)
            held = self._hashes.setdefault(patient, array("I"))
            held.extend(hashes_of(self._key, scope_of_patient(patient), words))
            if len(held) > self._limits.get(patient, _FEW):
                self._hashes[patient] = once = array(held.typecode, sorted(set(held)))
                self._limits[patient] = max(_FEW, 2 * len(once))

    @property
    def hashes(self) -> Mapping[str, array[int]]:
        """The hashes of the words of each patient."""
        return self._hashes

    def of_rows(self, rows: Iterable[TableRow]) -> dict[str, PatientWords]:
        """The known words of the patients of some rows, in this table and elsewhere, by patient."""
        patients = {patient for row in rows if (patient := self._patients.patient_of(row)) is not None}
        return {
            patient: self._known.get(patient, NO_WORDS).with_hashes(self._hashes.get(patient, ()))
            for patient in sorted(patients)
        }
