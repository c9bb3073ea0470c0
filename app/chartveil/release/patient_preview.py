"""Shows before a batch which patient each file belongs to: a wrong one spoils the dates of a whole set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from chartveil.domain.errors import InputError
from chartveil.domain.patient_source import PatientSourceKind, normalised_patient
from chartveil.formats.base import PagedFormat
from chartveil.formats.registry import format_for
from chartveil.release.input_files import InputLoader, read_documents
from chartveil.release.job import FileTask, ProcessingJob
from chartveil.release.patients import PatientFinder, patients_at_head, stated_patient


@dataclass
class PatientPreview:
    """The patient of each file of a batch. All of it is PHI, for the user alone.

    Attributes:
        files: how many files each patient has.
        without: files with a document of no known patient, whose names and dates agree with no other file's.
        several: files that name more than one patient at their head.
        places: folders that bear a patient's name, where that is what tells the patient.
        numbers: record numbers at the head of a patient's files.
        unread: files of pages, whose patient is told once they are read, and files that cannot be read.
    """

    files: Counter[str] = field(default_factory=Counter)
    without: list[str] = field(default_factory=list)
    several: list[str] = field(default_factory=list)
    places: dict[str, set[str]] = field(default_factory=dict)
    numbers: dict[str, set[str]] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)

    @property
    def warnings(self) -> list[str]:
        """Warnings, a line each."""
        lines = [f"{path}: of no known patient" for path in self.without]
        lines += [f"{path}: names more than one patient at its head" for path in self.several]
        lines += [
            f"{patient}: {len(places)} folders of this name" for patient, places in _several(self.places)
        ]
        above = {
            str(up) for places in self.places.values() for p in places for up in PurePosixPath(p).parents
        }
        lines += [
            f"{patient}: its folder holds those of other patients"
            for patient, places in sorted(self.places.items())
            if not places.isdisjoint(above)
        ]
        lines += [
            f"{patient}: its files bear {len(numbers)} record numbers"
            for patient, numbers in _several(self.numbers)
        ]
        owners: dict[str, set[str]] = {}
        for patient, numbers in self.numbers.items():
            for number in numbers:
                owners.setdefault(number, set()).add(patient)
        lines += [
            f"{number}: the record number of {len(patients)} patients"
            for number, patients in _several(owners)
        ]
        return lines


def _several(groups: dict[str, set[str]]) -> list[tuple[str, set[str]]]:
    return sorted((key, members) for key, members in groups.items() if len(members) > 1)


def preview_patients(
    job: ProcessingJob, tasks: Sequence[FileTask], *, read: bool, each: Callable[[], None] = lambda: None
) -> PatientPreview:
    """Finds the patient of each file.

    Args:
        job: how they are read.
        tasks: the files, with what a person said of them.
        read: whether each is read as well, for its own patients and for what its head says; else its path
            alone counts.
        each: called after each file; may raise to end the search.

    Raises:
        ResourceError: if the site's file of patients cannot be read.
    """
    pipeline = None
    if read and job.patients_file is not None:
        from chartveil.detection.pipeline import build_pipeline

        pipeline = build_pipeline(job.policy, patients=job.patients_file, models=None)
    options = job.read_options
    finder = PatientFinder(options, pipeline)
    found = PatientPreview()
    with closing(InputLoader(options.limits, options.pages.passwords)) as loader:
        for task in tasks:
            if read:
                _read_one(found, finder, job, task, loader)
            else:
                _count(found, task, [stated_patient(options, task)])
            each()
    if options.patients_from.kind is not PatientSourceKind.FOLDER:
        found.places.clear()
    return found


def _read_one(
    found: PatientPreview, finder: PatientFinder, job: ProcessingJob, task: FileTask, loader: InputLoader
) -> None:
    path, options = task.ref.display, job.read_options
    try:
        fmt = format_for(loader.load(task.ref), as_text=options.as_text)
        told = stated_patient(options, task)
        if isinstance(fmt, PagedFormat):
            # OCR takes seconds a page: the preview does without.
            if told is None:
                found.unread.append(path)
            else:
                _count(found, task, [told])
            return
        documents = finder.with_patients(task, read_documents(task.ref, options, loader)[2])
    except InputError:
        found.unread.append(path)
        return
    patients = [normalised_patient(document.patient_id) for document in documents]
    _count(found, task, patients)
    if len(documents) == 1 and not documents[0].source.part:
        at_head = patients_at_head(documents[0].text)
        if len(at_head) > 1:
            found.several.append(path)
        if patients[0] is not None:
            found.numbers.setdefault(patients[0], set()).update(at_head)


def _count(found: PatientPreview, task: FileTask, patients: Sequence[str | None]) -> None:
    path = task.ref.display
    if None in patients:
        found.without.append(path)
    for patient in {p for p in patients if p is not None}:
        found.files[patient] += 1
        found.places.setdefault(patient, set()).add(str(PurePosixPath(path.replace("\\", "/")).parent))
