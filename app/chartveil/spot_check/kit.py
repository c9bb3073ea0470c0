"""Writes a folder that a reader takes away, and reads the form that comes back.

``notes/0001.txt`` and so on are the notes in the order of reading, each with all that is read of it;
``form.csv`` has a row for each. The kit holds released text and the release's own file names, so it is to be
kept as the release is.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from chartveil.domain.errors import InputError, OutputError
from chartveil.domain.labels import LABEL_TABLE, Label
from chartveil.formats.base import InputLimits
from chartveil.release.input_files import load_file
from chartveil.spot_check.check_views import ShownNote
from chartveil.spot_check.layers import NoteLayer
from chartveil.store.spot_checks.records import LeakKind, NoteAnswer
from chartveil.system.atomic_files import write_file

FORM = "form.csv"
"""Name of the form in a kit."""
_NOTES = "notes"
_COLUMNS = ("note", "place", "leak", "words", "label", "kind", "remark")
_ANSWERS = {
    **dict.fromkeys(("yes", "y", "1"), NoteAnswer.LEAK),
    **dict.fromkeys(("no", "n", "0"), NoteAnswer.CLEAN),
    **dict.fromkeys(("unsure", "?"), NoteAnswer.UNSURE),
}
_SAID = {NoteAnswer.LEAK: "yes", NoteAnswer.CLEAN: "no", NoteAnswer.UNSURE: "unsure", None: ""}


def write_kit(folder: Path, notes: Iterable[ShownNote]) -> int:
    """Writes notes and the form; gives how many there are.

    Raises:
        OutputError: if the folder is not empty or cannot be written.
    """
    if folder.exists() and any(folder.iterdir()):
        raise OutputError("is not empty.", where=str(folder), remedy="Name a new folder for the kit.")
    (folder / _NOTES).mkdir(parents=True, exist_ok=True)
    rows = io.StringIO()
    table = csv.writer(rows, lineterminator="\r\n")
    table.writerow(_COLUMNS)
    count = 0
    for note in notes:
        name = _name(note.position)
        text = "\n\n".join(_with_heading(n, layer) for n, layer in enumerate(note.layers))
        write_file(folder / _NOTES / f"{name}.txt", text.encode())
        if note.beside is not None:
            write_file(folder / _NOTES / f"{name}-original.txt", note.beside.original.encode())
        table.writerow([name, note.place, _SAID[note.reading.answer], "", "", "", note.reading.remark])
        count += 1
    write_file(folder / FORM, rows.getvalue().encode("utf-8-sig"))
    return count


def _name(position: int) -> str:
    return f"{position + 1:04}"


def _with_heading(number: int, layer: NoteLayer) -> str:
    return layer.text if not number else f"----- {layer.name} -----\n{layer.text}"


@dataclass(frozen=True, slots=True)
class FormRow:
    """A reader's answer for a note.

    Attributes:
        answer: None if it was not read.
        words: that leak, as they stand in the note; empty where the reader names none.
        label: what they are; None where the reader does not say.
        kind, remark: as written.
    """

    answer: NoteAnswer | None
    words: str = ""
    label: Label | None = None
    kind: LeakKind = LeakKind.WHOLE
    remark: str = ""

    def place_in(self, layers: Sequence[NoteLayer]) -> tuple[int, int, int] | None:
        """Layer, start and end of the words; None where they stand nowhere."""
        for number, layer in enumerate(layers) if self.words else ():
            start = layer.text.find(self.words)
            if start >= 0:
                return number, start, start + len(self.words)
        return None


def read_form(path: Path, places: Mapping[int, str]) -> dict[int, FormRow]:
    """The answers of a form, by position.

    Args:
        path: the form.
        places: of the notes that it is about, by position, in order.

    Raises:
        InputError: if the form is of other notes, or an answer cannot be understood; it names the row.
    """
    try:
        text = load_file(path, InputLimits()).data.decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
    except (UnicodeDecodeError, csv.Error):
        raise InputError("is not CSV in UTF-8.", where=str(path), remedy="Save it as CSV UTF-8.") from None
    told = [((r.get("note") or "").zfill(4), r.get("place")) for r in rows]
    if told != [(_name(position), place) for position, place in places.items()]:
        raise InputError(
            f"has not the {len(places):,} rows of this kit in their order.",
            where=str(path),
            remedy="Fill in the form that lies in the kit, and sort no rows.",
        )
    return {position: _row(row, path) for position, row in zip(places, rows, strict=True)}


def _row(row: Mapping[str, str | None], path: Path) -> FormRow:
    def cell(name: str) -> str:
        return (row.get(name) or "").strip()

    said, label, kind = cell("leak").lower(), cell("label").upper(), cell("kind").lower() or "whole"
    wrong = ""
    if said and said not in _ANSWERS:
        wrong = "the answer is neither yes, no nor unsure"
    elif label and label not in LABEL_TABLE.labels:
        wrong = "there is no such label"
    elif kind not in {k.value for k in LeakKind}:
        wrong = f"the kind is none of {', '.join(LeakKind)}"
    if wrong:
        raise InputError(
            f"row {row['note']}: {wrong}.",
            where=str(path),
            remedy="Mend the row; leave the answer empty if the note was not read.",
        )
    return FormRow(
        _ANSWERS.get(said), cell("words"), Label(label) if label else None, LeakKind(kind), cell("remark")
    )
