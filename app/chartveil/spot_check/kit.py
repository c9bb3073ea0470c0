"""A folder that a reader takes away: the notes to read, a form to fill in, and what proves the draw.

``spot-check.json`` holds frame, plan, commitment and seed; ``notes/0001.txt`` and so on the notes in the
order of reading; ``form.csv`` a row for each. The kit holds released text and the release's own file names,
so it is to be kept as the release is.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError, OutputError
from chartveil.spot_check.frame import FrameOptions, PlacedNote, changed_places, read_frame
from chartveil.spot_check.sampling import (
    CommittedSeed,
    Design,
    DrawnSample,
    FrameEntry,
    SamplingPlan,
    Strata,
    drawn_order,
    first_look,
    frame_hash,
)
from chartveil.spot_check.verdict import Answer
from chartveil.system.atomic_files import write_file

_FACTS = "spot-check.json"
_NOTES = "notes"
FORM = "form.csv"
"""Name of the empty form in a kit."""
_VERSION = 1
_COLUMNS = ("note", "place", "leak", "kind", "remark")
_ANSWERS = {"yes": True, "y": True, "1": True, "no": False, "n": False, "0": False}


@dataclass(frozen=True, slots=True)
class Kit:
    """A spot-check as it was drawn.

    Attributes:
        frame: hash of the frame.
        notes: the frame.
        left_out: files of the release that are no notes, and why.
        options: how notes were told apart.
        plan: what is to be shown.
        seed: what the draw followed.
        looks: how many units had been drawn at each time the sample was made larger, the first included.
    """

    frame: str
    notes: tuple[PlacedNote, ...]
    left_out: tuple[tuple[str, str], ...]
    options: FrameOptions
    plan: SamplingPlan
    seed: CommittedSeed
    looks: tuple[int, ...]

    @property
    def sample(self) -> DrawnSample:
        """What was drawn."""
        return DrawnSample(self.entries, self.plan, self.seed, self.looks)

    @property
    def entries(self) -> tuple[FrameEntry, ...]:
        """What sampling needs of each note."""
        return tuple(n.entry for n in self.notes)

    def units(self) -> list[tuple[FrameEntry, ...]]:
        """The units drawn so far, in the order of reading."""
        return self.sample.units()


def draw_kit(
    release: Path, folder: Path, plan: SamplingPlan, options: FrameOptions, show: Callable[[str, str], None]
) -> Kit:
    """Reads a release, commits to a seed, draws, and writes the kit.

    Args:
        release: what was released.
        folder: the kit's folder, new or empty.
        plan: what is to be shown.
        options: how notes are told apart.
        show: told the frame's hash and the commitment **before** the draw.

    Raises:
        InputError: if the release holds no note.
        OutputError: if the folder is not empty or cannot be written.
    """
    if folder.exists() and any(folder.iterdir()):
        raise OutputError("is not empty.", where=str(folder), remedy="Name a new folder for the kit.")
    frame = read_frame(release, options)
    whole = frame_hash(frame.entries)
    seed = CommittedSeed.drawn(whole, plan)
    show(whole, seed.commitment)
    kit = Kit(whole, frame.notes, frame.left_out, options, plan, seed, (first_look(frame.entries, plan),))
    _write(kit, folder, release)
    return kit


def extend_kit(folder: Path, release: Path, by: int) -> Kit:
    """Draws the next units of the same order and adds them to the kit.

    Raises:
        InputError: if the release is not what it was, or the draw was by strata, whose sizes were fixed.
    """
    kit = load_kit(folder)
    if kit.plan.design is Design.STRATIFIED:
        raise InputError(
            "was drawn by strata of fixed sizes.",
            where=str(folder),
            remedy="Draw anew, or plan with --design simple, which can go on.",
        )
    changed = changes_since(kit, release)
    if changed:
        raise InputError(
            f"is not what was drawn from: {len(changed)} notes changed, came or went.",
            where=str(release),
            remedy="A repaired release needs a fresh draw.",
        )
    units = len(drawn_order(kit.entries, kit.plan, kit.seed))
    looks = (*kit.looks, min(units, kit.looks[-1] + by))
    larger = Kit(kit.frame, kit.notes, kit.left_out, kit.options, kit.plan, kit.seed, looks)
    _write(larger, folder, release, answers=read_form(folder / FORM, kit))
    return larger


def changes_since(kit: Kit, release: Path) -> list[str]:
    """Places of the release that are not what they were when it was drawn from."""
    return changed_places(kit.notes, read_frame(release, kit.options))


def _write(kit: Kit, folder: Path, release: Path, answers: Mapping[int, Answer] | None = None) -> None:
    order = [e.number for unit in kit.units() for e in unit]
    places = {number: place for place, number in enumerate(order, 1)}
    (folder / _NOTES).mkdir(parents=True, exist_ok=True)

    def keep(number: int, document: Document) -> None:
        if number in places:
            write_file(folder / _NOTES / f"{places[number]:04}.txt", document.text.encode())

    read_frame(release, kit.options, keep=keep)
    by_number = {n.entry.number: n.place for n in kit.notes}
    rows = io.StringIO()
    table = csv.writer(rows, lineterminator="\r\n")
    table.writerow(_COLUMNS)
    for number in order:
        a = (answers or {}).get(number, Answer(None))
        said = "" if a.leak is None else "yes" if a.leak else "no"
        table.writerow([f"{places[number]:04}", by_number[number], said, a.kind, a.remark])
    write_file(folder / FORM, rows.getvalue().encode("utf-8-sig"))
    facts = {
        "version": _VERSION,
        "frame": kit.frame,
        "commitment": kit.seed.commitment,
        "seed": kit.seed.seed.hex(),
        "plan": json.loads(kit.plan.as_text()),
        "strata": kit.options.strata,
        "patient_folders": kit.options.patient_folders,
        "looks": kit.looks,
        "left_out": kit.left_out,
        "notes": [[n.place, asdict(n.entry)] for n in kit.notes],
    }
    write_file(folder / _FACTS, json.dumps(facts, ensure_ascii=False, indent=0).encode())


def load_kit(folder: Path) -> Kit:
    """A kit that was drawn, checked: the frame has its hash, and seed and plan give the commitment.

    Raises:
        InputError: if it is not a kit, or was changed.
    """
    path = folder / _FACTS
    try:
        facts = json.loads(path.read_bytes())
        if facts["version"] != _VERSION:
            raise InputError("is of another version.", where=str(path), remedy="Update Chartveil.")
        plan = SamplingPlan.from_text(json.dumps(facts["plan"]))
        notes = tuple(PlacedNote(FrameEntry(**entry), place) for place, entry in facts["notes"])
        options = FrameOptions(Strata(facts["strata"]), bool(facts["patient_folders"]))
        seed = CommittedSeed(bytes.fromhex(facts["seed"]), facts["frame"], plan.as_text())
        left_out = tuple((str(place), str(why)) for place, why in facts["left_out"])
        looks = tuple(int(n) for n in facts["looks"])
        commitment = facts["commitment"]
    except OSError as e:
        raise InputError(
            f"cannot be read ({e.strerror}).", where=str(path), remedy="Name the folder of a kit."
        ) from None
    except (KeyError, TypeError, ValueError, AttributeError) as e:
        raise InputError(
            f"is not the file of a kit ({type(e).__name__}).", where=str(path), remedy="Draw anew."
        ) from None
    kit = Kit(seed.frame, notes, left_out, options, plan, seed, looks)
    if frame_hash(kit.entries) != kit.frame or seed.commitment != commitment or not looks:
        raise InputError(
            "was changed after the draw: frame, plan and seed do not belong together.",
            where=str(path),
            remedy="Take the kit as it was drawn; the commitment was shown before the draw.",
        )
    return kit


def read_form(path: Path, kit: Kit) -> dict[int, Answer]:
    """What a reader filled in, by number of the note in the frame.

    Raises:
        InputError: if the form is not this kit's, or an answer is neither yes nor no; it names the row.
    """
    order = [e.number for unit in kit.units() for e in unit]
    try:
        rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))
    except OSError as e:
        raise InputError(
            f"cannot be read ({e.strerror}).", where=str(path), remedy="Name a form of the kit."
        ) from None
    except (UnicodeDecodeError, csv.Error):
        raise InputError("is not CSV in UTF-8.", where=str(path), remedy="Save it as CSV UTF-8.") from None
    if [r.get("note", "").zfill(4) for r in rows] != [f"{i:04}" for i in range(1, len(order) + 1)]:
        raise InputError(
            f"has not the {len(order):,} rows of this kit in their order.",
            where=str(path),
            remedy="Fill in the form that lies in the kit, and sort no rows.",
        )
    answers = {}
    for number, row in zip(order, rows, strict=True):
        said = (row.get("leak") or "").strip().lower()
        if said and said not in _ANSWERS:
            raise InputError(
                f"row {row['note']}: the answer is neither yes nor no.",
                where=str(path),
                remedy="Write yes or no, or leave it empty if the note was not read.",
            )
        answers[number] = Answer(
            _ANSWERS.get(said), (row.get("kind") or "").strip(), (row.get("remark") or "").strip()
        )
    return answers
