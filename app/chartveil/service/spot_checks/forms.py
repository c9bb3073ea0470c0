"""Kits and forms for readers who read elsewhere."""

from __future__ import annotations

from pathlib import Path

from chartveil.domain.errors import InputError
from chartveil.service.spot_checks.readings import NoteReadings
from chartveil.service.spot_checks.verdicts import SpotCheckVerdicts
from chartveil.spot_check.kit import read_form, write_kit
from chartveil.store.spot_checks.records import (
    Arm,
    NoteAnswer,
)
from chartveil.store.spot_checks.store import SpotCheckStore


class ReadingForms:
    """Writes notes with a form, and takes the form in.

    Args:
        store: of the spot-checks.
        readings, verdicts: where answers and last words go.
    """

    def __init__(self, store: SpotCheckStore, readings: NoteReadings, verdicts: SpotCheckVerdicts) -> None:
        self._store = store
        self._readings = readings
        self._verdicts = verdicts

    def export_kit(self, id: int, reader: str, arm: Arm, folder: Path, *, differing: bool = False) -> int:
        """Writes an arm as files with a form, for who reads elsewhere; gives how many notes there are.

        Args:
            differing: only the notes that need a last word.

        Raises:
            InputError: if there is none, or one is not what it was.
            OutputError: if the folder is not empty or cannot be written.
        """
        positions = self._form_places(id, arm, differing=differing)
        if not positions:
            raise InputError(
                "there is no note to read." if differing else "nothing is drawn of this arm yet.",
                remedy="No reader differs from another." if differing else "Fix the plan and draw first.",
            )
        return write_kit(folder, (self._readings.note(id, reader, arm, position) for position in positions))

    def _form_places(self, id: int, arm: Arm, *, differing: bool) -> dict[int, str]:
        """Places of the notes of a form, by position."""
        if differing:
            return {d.position: d.place for d in self._verdicts.disagreements(id) if d.arm is arm}
        drawn = self._store.drawn(id, arm)
        notes = self._store.notes(id, (d.note for d in drawn))
        return {d.position: note.place for d, note in zip(drawn, notes, strict=True)}

    def import_form(self, id: int, reader: str, arm: Arm, form: Path) -> int:
        """Takes in what a reader filled in; gives how many notes were answered anew.

        What the form leaves empty stays as it is.

        Raises:
            InputError: if the form is of other notes, or an answer cannot be understood; nothing is taken.
        """
        rows = read_form(form, self._form_places(id, arm, differing=False))
        taken = 0
        for position, row in rows.items():
            if row.answer is None or row.answer is self._store.reading(id, reader, arm, position).answer:
                continue
            if row.answer is NoteAnswer.LEAK and row.words:
                place = row.place_in(self._readings.note(id, reader, arm, position).layers)
                if place is not None:
                    layer, start, end = place
                    self._readings.mark(id, reader, arm, position, start, end, row.label, row.kind, layer)
            self._readings.answer(id, reader, arm, position, row.answer, remark=row.remark)
            taken += 1
        return taken

    def import_last_words(self, id: int, by: str, arm: Arm, form: Path) -> int:
        """Takes in the last word on notes that need one, from the form of ``export_kit(differing=True)``.

        The remark of a row is the reason.

        Raises:
            InputError: if the form is of other notes, or a last word has no reason; nothing is taken.
        """
        rows = read_form(form, self._form_places(id, arm, differing=True))
        given = {p: row for p, row in rows.items() if row.answer not in (None, NoteAnswer.UNSURE)}
        if any(not row.remark for row in given.values()):
            raise InputError("a last word needs a reason.", where=str(form), remedy="Write it as a remark.")
        for position, row in given.items():
            self._verdicts.adjudicate(id, arm, position, row.answer is NoteAnswer.LEAK, by, row.remark)
        return len(given)
