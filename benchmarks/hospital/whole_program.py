"""``python -m benchmarks.hospital.whole_program``: one name and one shift a patient, read from the copies.

The notes of the made hospital go through the whole program three times: as folders, a folder a patient; as
files side by side, whose patients their heads tell; and as one CSV with a column for the patient.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.hospital.made_hospital import Patient, made_notes, made_patient
from chartveil.domain.patient_source import PatientSource
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.tokenized_text import fold
from chartveil.formats.base import ReadOptions
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.job import ProcessingJob
from chartveil.store.workspace import Workspace
from chartveil.surrogates.dates.parsing import parse_date
from chartveil.surrogates.lists import load_surrogate_lists

KEY = bytes(range(32))
_DAYS = re.compile(r"(?m)^(?:DOB|Visit): (.+)$")
_NAME = re.compile(r"(?m)^Patient: (.+)$")
Copies = Iterable[tuple[str, str, str]]
"""Patient, original and copy of each note."""


def released(base: Path, source: str) -> dict[Path, Path]:
    """Releases what lies in ``base / "in"``; the copy of each file."""
    options = ReadOptions(patients_from=PatientSource.parse(source))
    job = ProcessingJob(load_policy(), ReplacementMode.SURROGATE, KEY, base / "out", read_options=options)
    with Workspace(base / "record.sqlite", KEY) as workspace:
        report = run_batch(BatchRequest((base / "in",), job), workspace)
    assert not report.failures, report.failures
    return {Path(f.path): base / "out" / f.outputs[0].name for f in report.files}


def of_files(
    base: Path, source: str, notes: list[tuple[Patient, str]], name: str
) -> Iterator[tuple[str, str, str]]:
    """Copies of the notes as files; ``name`` has places for the patient and the number."""
    patients: dict[Path, Patient] = {}
    for n, (patient, text) in enumerate(notes):
        path = base / "in" / name.format(patient.id, n)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        patients[path] = patient
    for path, copy in released(base, source).items():
        yield patients[path].id, path.read_text("utf-8"), copy.read_text("utf-8")


def of_table(base: Path, notes: list[tuple[Patient, str]]) -> Iterator[tuple[str, str, str]]:
    """Copies of the notes as rows of a CSV."""
    (base / "in").mkdir()
    with (base / "in" / "notes.csv").open("w", encoding="utf-8", newline="") as f:
        rows = [(patient.id, n, text) for n, (patient, text) in enumerate(notes)]
        csv.writer(f).writerows([("patient_id", "note_id", "note_text"), *rows])
    (copy,) = released(base, "column").values()
    with copy.open(encoding="utf-8", newline="") as f:
        for (patient, text), row in zip(notes, csv.DictReader(f), strict=True):
            yield patient.id, text, row["note_text"]


def graded(way: str, copies: Copies) -> dict[str, frozenset[int]]:
    """Prints of how many patients all copies have one shift and one name; the shifts of each."""
    shifts: dict[str, set[int]] = {}
    names: dict[str, set[str]] = {}
    for patient, original, copy in copies:
        days = zip(_DAYS.findall(original), _DAYS.findall(copy), strict=True)
        moved = {_day(b) - _day(a) for a, b in days}
        shifts.setdefault(patient, set()).update(moved)
        match = _NAME.search(copy)
        assert match is not None
        family, comma, given = match[1].partition(",")
        name = f"{given} {family}" if comma else match[1]
        names.setdefault(patient, set()).add(" ".join(fold(name).split()))
    for what, groups in (("one shift, exact in every date", shifts), ("one name", names)):
        print(f"{way:10} {what:32} {sum(len(g) == 1 for g in groups.values())} of {len(groups)}")
    return {patient: frozenset(moved) for patient, moved in shifts.items()}


def _day(text: str) -> int:
    parsed = parse_date(text.strip())
    assert parsed is not None, text
    return parsed.completed(1, 1, 1).toordinal()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--patients", type=int, default=200)
    parser.add_argument("--seed", type=int, default=23)
    args = parser.parse_args()
    rng = random.Random(args.seed)  # noqa: S311
    lists = load_surrogate_lists()
    patients = [made_patient(rng, lists, number) for number in range(args.patients)]
    notes = [(patient, note.text) for patient in patients for note in made_notes(rng, patient)]
    found = []
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        found.append(graded("folders", of_files(base / "a", "folder", notes, "{}/{:05d}.txt")))
        found.append(graded("header", of_files(base / "b", "header", notes, "{1:05d}.txt")))
        (base / "c").mkdir()
        found.append(graded("column", of_table(base / "c", notes)))
    agree = sum(found[0][p] == found[2][p] for p in found[0])
    print(f"folders and column agree about {agree} of {len(found[0])} patients")


if __name__ == "__main__":
    main()
