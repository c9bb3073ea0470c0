"""The made hospital through the whole program: files, ``chartveil deid``, its copies read.

Nothing is told of the identifiers, so what detection misses or takes too much of counts too.
"""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from benchmarks.hospital.grading import Told
from benchmarks.hospital.made_hospital import MadeNote
from chartveil.domain.tokenized_text import fold

_COPY = re.compile(
    r"Patient: (?P<full>.+)\nSex: .\nDOB: (?P<date>.+)\nVisit: (?P<date2>.+)\n"
    r"(?:Address: (?P<town>.+), (?P<state>.+) (?P<zip>\S+)\n)?"
    r"(?P<first>.+?) works as (?P<job>.+?) at (?P<employer>.+?) and lives in (?P<town2>.+?)\. "
    r"Nurse wrote (?P<slip>.+?)\. M[rs]s?\. (?P<last>.+?) \((?P<initials>.+?)\) says s?he is better since "
    r"(?P<date3>.+?)\.\nSigned by Dr\. (?P<doctor>.+?)\s*"
)
_COLUMNS = "--patient-column patient_id --id-column note_id --text-column note_text".split()
Hospital = dict[str, list[MadeNote]]
"""Id of a patient → their notes."""


def write_hospital(folder: Path, hospital: Hospital) -> None:
    """Writes each note as a file in its patient's folder, and all of them as ``notes.csv``."""
    rows = [("patient_id", "note_id", "note_text")]
    for patient, notes in hospital.items():
        (folder / patient).mkdir(parents=True, exist_ok=True)
        for n, note in enumerate(notes):
            (folder / patient / f"note{n:02d}.txt").write_text(note.text, encoding="utf-8")
            rows.append((patient, f"{n:02d}", note.text))
    with (folder / "notes.csv").open("w", encoding="utf-8", newline="") as f:
        csv.writer(f).writerows(rows)


def copies_of_folders(folder: Path, hospital: Hospital) -> dict[str, list[str]]:
    """The text of each patient's copies, in the order of the notes, where each patient has a folder."""
    inputs = [str(folder / patient) for patient in hospital]
    walk = folder / "walk.csv"
    out = folder / "copies"
    _deid(folder, [*inputs, "-o", str(out), "--patients-from", "folder", "--crosswalk", str(walk)])
    with walk.open(encoding="utf-8", newline="") as f:
        made = {Path(row["input"]).parts[-2:]: out / row["output"] for row in csv.DictReader(f)}
    return {
        patient: [
            path.read_text(encoding="utf-8") if (path := made.get((patient, f"note{n:02d}.txt"))) else ""
            for n in range(len(notes))
        ]
        for patient, notes in hospital.items()
    }


def copies_of_table(folder: Path, hospital: Hospital) -> dict[str, list[str]]:
    """The same of the table; rows keep their order."""
    out = folder / "table"
    _deid(
        folder,
        [str(folder / "notes.csv"), "-o", str(out), *_COLUMNS],
    )
    (path,) = out.glob("*.csv")
    with path.open(encoding="utf-8", newline="") as f:
        texts = iter([row["note_text"] for row in csv.DictReader(f)])
    return {patient: [next(texts) for _ in notes] for patient, notes in hospital.items()}


def _deid(folder: Path, arguments: list[str]) -> None:
    key = folder / "key"
    key.write_bytes(bytes(range(32)))
    key.chmod(0o600)
    command = [sys.executable, "-m", "chartveil", "deid", *arguments, "--key-file", str(key)]
    environment = dict(os.environ, CHARTVEIL_HOME=str(folder / "home"))
    subprocess.run(command, check=False, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603


def told_by_copies(notes: list[MadeNote], copies: list[str], counts: Counter[str]) -> list[Told]:
    """What each identifier of the notes became, and counts of what is not so, as ``graded`` has them."""
    out: list[Told] = []
    for note, text in zip(notes, copies, strict=True):
        counts["of notes"] += 1
        m = _COPY.fullmatch(text)
        if m is None:
            counts["notes without a copy that can be read"] += 1
            out.append([])
            continue
        made = [part for part in m.groups() if part is not None]
        told = [(tells, value, new) for (*_, tells, value), new in zip(note.marks, made, strict=True)]
        shown = [note.text[start:end] for start, end, *_ in note.marks]
        for (tells, _, new), original in zip(told, shown, strict=True):
            counts[f"of {tells}"] += 1
            counts[f"{tells} left as it was"] += fold(new) == fold(original)
        out.append(told)
    return out
