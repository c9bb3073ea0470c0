"""Finds the patient of a document: by its table's column, a person, its path or header, and the site's file.

All documents of one patient get one id here, since surrogates agree by it (``surrogates.engine``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chartveil.detection.lists.birth_dates import DAY_FIRST, MONTH_FIRST, read_birth_date
from chartveil.detection.lists.dossier_names import first_and_last_name
from chartveil.detection.pipeline import DetectionPipeline
from chartveil.domain.document import Document
from chartveil.domain.patient_source import PatientSourceKind, normalised_patient
from chartveil.formats.base import ReadOptions
from chartveil.release.job import FileTask

_HEAD_CHARACTERS = 3000
"""Length of the part of a text that is searched for a header."""
_FIELD = r"(?im)(?:^|[|;\t]|\s{2})[ \t*#]*(?:%s)\b[ \t.*]*(?:[:#=|]|\t| -)[ \t:#*|]*"
_NUMBER = (
    r"(?i)(?<![a-z0-9])(?:%s)(?:[ *]*[:#=|\t][ \t:#*|]*|[ .]+(?=[a-z0-9-]{5}))"
    r"(?P<value>(?=[^\s,;|]*\d)[a-z0-9][a-z0-9./\-]*(?:[ ]\d[\d\-]*)*)"
)
_NUMBERS = tuple(
    re.compile(_NUMBER % words)
    for words in (
        r"m\.?r\.?n\.?(?: number| no\.?)?|med(?:ical)? rec(?:ord)?(?: number| num| no\.?)?"
        r"|mr ?(?:no\.?|(?=#))|(?:chart|record|unit|hospital) ?(?:number|num|no\.?|id|(?=#))",
        r"(?:patient|pt|subject)[ _]?(?:id|no\.?|num|number|identifier|(?=#))|pid",
        r"(?:nhs|chi|health card) (?:number|num|no\.?)",
    )
)
"""Fields that tell a patient, the one that most notes have first; numbers of a visit or account are none."""
_NAME = re.compile(
    _FIELD % r"(?:patient|pt)(?:'?s)?(?:[ ]?name)?|name"
    + r"(?P<value>[^\W\d_][^\n|;\t\d:]{2,60}?)(?=\s{2}|[\n|;\t(\d]|$)"
)
_BIRTH = re.compile(
    _FIELD % r"d\.?o\.?b|date of birth|birth ?date|born(?: on)?" + r"(?P<value>[^\n|;\t]{6,24})"
)


SEVERAL_PATIENTS = "names more than one patient at its head: part it, so that dates agree for each"
"""Remark on a file that holds notes of several patients."""


def patients_at_head(text: str) -> tuple[str, ...]:
    """The patients that the fields at the head of a text name, each once: their record numbers, else their
    patient ids, else each name with the day of birth. More than one where a file holds notes of several."""
    head = text[:_HEAD_CHARACTERS]
    for pattern in _NUMBERS:
        found = {
            p: None for m in pattern.finditer(head) if (p := normalised_patient(m["value"].rstrip(".-/")))
        }
        if found:
            return tuple(found)
    names = [core for m in _NAME.finditer(head) if (core := first_and_last_name(m["value"].strip()))]
    days = [day for m in _BIRTH.finditer(head) if (day := _day(m["value"]))]
    if not names or not days:
        return ()
    if len(set(names)) == len(set(days)) == 1:
        return (" ".join((*names[0], days[0])).upper(),)
    return tuple(dict.fromkeys(" ".join((*n, d)).upper() for n, d in zip(names, days, strict=False)))


def _day(text: str) -> str:
    """A day as one text, however it is written; of two readings the one with the month first."""
    both = read_birth_date(text)
    first = read_birth_date(text, (MONTH_FIRST,)) or read_birth_date(text, (DAY_FIRST,))
    return min(first & both or both).isoformat() if both else ""


def stated_patient(options: ReadOptions, task: FileTask) -> str | None:
    """The patient of a file by a person's word, or else by its path; None where neither tells."""
    return normalised_patient(task.patient_id) or options.patients_from.from_path(task.ref.display)


class PatientFinder:
    """Gives documents their patients.

    Args:
        options: where patients are looked for.
        pipeline: with the site's file of patients, where there is one; None without.
    """

    def __init__(self, options: ReadOptions, pipeline: DetectionPipeline | None) -> None:
        self._options = options
        self._pipeline = pipeline

    def with_patients(self, task: FileTask, documents: Sequence[Document]) -> list[Document]:
        """The documents of a file, each with the id of its patient where one is known.

        Raises:
            StageError: if the search in the site's file fails.
        """
        told = stated_patient(self._options, task)
        found = []
        for document in documents:
            patient = normalised_patient(document.patient_id) or told
            if patient is None and self._options.patients_from.kind is PatientSourceKind.HEADER:
                named = patients_at_head(document.text)
                patient = named[0] if len(named) == 1 else None
            document = replace(document, patient_id=patient)
            known = normalised_patient(self._pipeline.known_patient(document) if self._pipeline else None)
            found.append(replace(document, patient_id=known) if known else document)
        return found


def several_patients(documents: Sequence[Document]) -> bool:
    """Whether a file of prose names more than one patient at its head."""
    return (
        len(documents) == 1 and not documents[0].source.part and len(patients_at_head(documents[0].text)) > 1
    )
