"""The stored data types of a spot-check."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum

from chartveil.domain.labels import Label


class SpotCheckStage(StrEnum):
    """The stage of a spot-check."""

    FRAMED = "framed"
    """The release was brought in; its frame is frozen."""
    COMMITTED = "committed"
    """The plan is fixed and the seed's hash was shown."""
    READING = "reading"
    """The sample is drawn."""
    JUDGED = "judged"
    """A report was signed."""


class Arm(StrEnum):
    """Why a note is read."""

    RANDOM = "random"
    """Drawn at random: what is found here gives the bound."""
    TARGETED = "targeted"
    """The machine suspects it: finds leaks fast, and says nothing of the rest."""
    OVER_REMOVAL = "over-removal"
    """Drawn at random, and read for clinical words that were lost."""


class LeakKind(StrEnum):
    """The kinds of leaks."""

    WHOLE = "whole"
    PART = "part"
    """A piece of an identifier: initials, a year, half of a number."""
    INDIRECT = "indirect"
    """No identifier by itself, but it tells who it is."""
    LAYOUT = "layout"
    """What was removed can be guessed from its shape or place."""
    METADATA = "metadata"
    """In a file name, a property, a comment, hidden text."""


class NoteAnswer(StrEnum):
    """A reader's answer for a note."""

    CLEAN = "clean"
    LEAK = "leak"
    """In the arm of over-removal: something clinical was lost."""
    UNSURE = "unsure"
    """Somebody else is to decide."""


@dataclass(frozen=True, slots=True)
class FramedFile:
    """A file of a release, as it was when it was brought in.

    Attributes:
        number: from 0.
        path, member: as of ``release.input_files.InputRef``.
        sha256: of its bytes, in hex; empty where it could not be read.
        reason: why it is in no statement; empty where its notes are.
    """

    number: int
    path: str
    member: tuple[str, ...]
    sha256: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FramedNote:
    """A note of a release, as it was when it was brought in.

    Attributes:
        number: from 0.
        file, part: where it lies.
        place: file, below the folder that was given, and part, for people. It may leak itself.
        content: keyed hash of all that is read of it, in hex; empty notes have one too.
        patient: keyed hash of its patient; empty where nobody knows.
        words: of the text.
        format, folder, note_type: as its file tells; empty where it does not.
        month: of its date, as ``2024-03``; empty without one.
        wording: keyed hash of its words alone, in hex: the same for copies in two formats.
    """

    number: int
    file: int
    part: str
    place: str
    content: str
    patient: str = ""
    words: int = 0
    format: str = ""
    folder: str = ""
    note_type: str = ""
    month: str = ""
    wording: str = ""


@dataclass(frozen=True, slots=True)
class CheckChoices:
    """What is read besides the sample. Fixed with the plan.

    Attributes:
        planted: known leaks that are put into reading copies of further notes, to test the readers.
        targeted: notes that the machine suspects most, to read for a search.
        over_removal: notes to read for clinical words that were lost.
        readers: how many read each note, blind to one another.
    """

    planted: int = 0
    targeted: int = 0
    over_removal: int = 0
    readers: int = 1

    def __post_init__(self) -> None:
        if min(self.planted, self.targeted, self.over_removal) < 0 or self.readers < 1:
            raise ValueError("less than nothing is read, or by nobody")


@dataclass(frozen=True, slots=True)
class SpotCheckFacts:
    """A spot-check without its notes.

    Attributes:
        id: in the store.
        title, created: name, and when it was made (ISO, UTC).
        stage: how far it is.
        request: what was brought in, JSON of the service.
        summary: what the frame held, JSON of the service.
        frame: hash of the frame, in hex.
        plan: ``SamplingPlan.as_text``; empty before it is fixed.
        choices: what is read besides.
        commitment: hash of seed, frame and plan, in hex; empty before.
        seed: empty before the draw.
        looks: how many units had been drawn at each time the sample was made larger, the first included.
        outcome: of the last report; empty before.
        report: SHA-256 of the last report, in hex; empty before.
    """

    id: int
    title: str
    created: str
    stage: SpotCheckStage
    request: str
    summary: str
    frame: str
    plan: str
    choices: CheckChoices
    commitment: str
    seed: bytes
    looks: tuple[int, ...]
    outcome: str
    report: str


@dataclass(frozen=True, slots=True)
class PlantedLeak:
    """A known leak in the reading copy of a note; the release does not hold it.

    Attributes:
        layer: which layer of the note it stands in; 0 is the text.
        at: where in the layer, as it is in the release, something was put.
        removed: how many characters stood there.
        text: what was put there.
        start, end: of the identifier, in the reading copy.
        label, kind: what it is.
    """

    layer: int
    at: int
    removed: int
    text: str
    start: int
    end: int
    label: Label
    kind: LeakKind


@dataclass(frozen=True, slots=True)
class DrawnNote:
    """A note to read.

    Attributes:
        position: in the order of reading, from 0.
        note: its number in the frame.
        planted: the known leak that its reading copy holds; None for a note as it is in the release.
    """

    position: int
    note: int
    planted: PlantedLeak | None = None


@dataclass(frozen=True, slots=True)
class LeakMark:
    """A place that a reader marked.

    Attributes:
        id: within the reading.
        start, end: in the layer.
        label: what leaks; None where clinical words were lost.
        kind: how.
        layer: 0 is the text.
        after_hints: whether the reader had asked what the machine suspects.
    """

    id: int
    start: int
    end: int
    label: Label | None
    kind: LeakKind
    layer: int = 0
    after_hints: bool = False


@dataclass(frozen=True, slots=True)
class NoteReading:
    """The reading of one note by one reader.

    Attributes:
        opened: when it was first shown (ISO, UTC); empty before.
        seconds: that it was read, as told with the answers.
        answer: what the reader says; None so far.
        blind: what the reader said before asking for hints; None where none were asked for.
        marks: places that leak.
        hints_asked: how often hints were asked for.
        remark: of the reader. PHI.
    """

    opened: str = ""
    seconds: float = 0.0
    answer: NoteAnswer | None = None
    blind: NoteAnswer | None = None
    marks: tuple[LeakMark, ...] = ()
    hints_asked: int = 0
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The last word on a note.

    Attributes:
        leak: whether it holds one.
        by, reason: whose word, and why.
        at: when (ISO, UTC).
    """

    leak: bool
    by: str
    reason: str
    at: str


def as_json(record: CheckChoices | PlantedLeak | NoteReading | Adjudication) -> str:
    """A record as it is stored."""
    return json.dumps(asdict(record), ensure_ascii=False, separators=(",", ":"))


def planted_from_json(text: str) -> PlantedLeak | None:
    """The planted leak that ``as_json`` wrote; None for nothing."""
    if not text:
        return None
    facts = json.loads(text)
    return PlantedLeak(**{**facts, "label": Label(facts["label"]), "kind": LeakKind(facts["kind"])})


def reading_from_json(text: str) -> NoteReading:
    """The reading that ``as_json`` wrote; a reading not begun for nothing."""
    if not text:
        return NoteReading()
    facts = json.loads(text)
    marks = tuple(
        LeakMark(
            **{
                **m,
                "label": None if m["label"] is None else Label(m["label"]),
                "kind": LeakKind(m["kind"]),
            }
        )
        for m in facts["marks"]
    )
    answers = {k: NoteAnswer(facts[k]) if facts[k] else None for k in ("answer", "blind")}
    return NoteReading(**{**facts, **answers, "marks": marks})
