"""Makes the files: each slot with several canaries, one file each, the same bytes for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.hostile_files.notes import make_note
from benchmarks.hostile_files.people import Canary, CanaryKind, Person, make_canary, make_person
from benchmarks.hostile_files.slot import Content, Slot
from benchmarks.hostile_files.slots import ALL_SLOTS, SLOW_FORMATS

_FORMS = (CanaryKind.EMAIL, CanaryKind.SSN, CanaryKind.PHONE)
_OTHERS = (CanaryKind.MRN, CanaryKind.BIRTH_DATE, CanaryKind.ADDRESS, CanaryKind.PHONE)


class Known(StrEnum):
    """From where the program can know whom to look for."""

    NOTE = "note"
    """The note tells the patient's name."""
    DOSSIER = "dossier"
    """The site's file of patients has the patient, and the file bears the number in its name."""


@dataclass(frozen=True, slots=True)
class HostileFile:
    """A file with a canary.

    Attributes:
        name: of the file.
        slot: where the canary stands.
        canary: what stands there.
        known: from where the program can know the patient.
        data: the bytes.
        lines: of the note.
    """

    name: str
    slot: Slot
    canary: Canary
    known: Known
    data: bytes
    lines: tuple[str, ...]

    @property
    def sought(self) -> tuple[Canary, ...]:
        """What must not be in the copy: the canary, and the name where the note tells it."""
        name = make_canary(CanaryKind.NAME, self.canary.person)
        return (self.canary, name) if self.known is Known.NOTE else (self.canary,)


def make_files(seed: int, slots: Sequence[Slot] = ALL_SLOTS) -> list[HostileFile]:
    """Every slot with its canaries: the name and an e-mail known from the note and from the file of patients,
    one more form, and one kind that only the file of patients tells.

    Args:
        seed: the same gives the same bytes.
        slots: which.
    """
    files: list[HostileFile] = []
    numbers: set[str] = set()
    for slot in slots:
        draw = random.Random(f"{seed} {slot.format} {slot.name} {slot.suffix}")  # noqa: S311 - repeatable
        wanted = [(CanaryKind.NAME, Known.DOSSIER)]
        if slot.format not in SLOW_FORMATS:
            wanted += [
                (CanaryKind.NAME, Known.NOTE),
                (draw.choice(_FORMS), draw.choice(list(Known))),
                (draw.choice(_OTHERS), Known.DOSSIER),
            ]
        for number, (kind, known) in enumerate(wanted):
            if kind in slot.kinds:
                file = _make(slot, kind, known, draw, number)
                while file.canary.person.mrn in numbers:  # which two patients of a site do not share
                    file = _make(slot, kind, known, draw, number)
                numbers.add(file.canary.person.mrn)
                files.append(file)
    return files


def _make(slot: Slot, kind: CanaryKind, known: Known, draw: random.Random, number: int) -> HostileFile:
    person = make_person(draw)
    canary = make_canary(kind, person)
    lines = make_note(draw)
    if known is Known.NOTE:
        lines = (f"Patient: {person.name}.", *lines)
    label = re.sub(r"[^a-z0-9]+", "-", slot.name.lower()).strip("-")[:40]
    # Words of a slot's name may stand beside each other in two: the number of the slot tells them apart.
    stem = f"{slot.format}-{label}-{number}"
    name = (
        f"{person.mrn}_{stem}{slot.suffix}"
        if known is Known.DOSSIER
        else f"{stem}-{person.house}{slot.suffix}"
    )
    return HostileFile(name, slot, canary, known, slot.make(Content(lines, canary)), lines)


def dossier_people(files: Sequence[HostileFile]) -> list[Person]:
    """The patients that the site's file has to hold."""
    return [f.canary.person for f in files if f.known is Known.DOSSIER]
