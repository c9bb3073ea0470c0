"""Records of the worklist store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from chartveil.domain.labels import Label
from chartveil.domain.page_layout import Region, RegionKind
from chartveil.domain.uncovered_passage import UncoveredPassage
from chartveil.review.model import DecisionState, DocumentState, ReviewCounts, ReviewItem
from chartveil.review.unmarked_blocks import UnmarkedBlock


@dataclass(frozen=True, slots=True)
class WorklistInfo:
    """One worklist.

    Attributes:
        title: for the user; may hold PHI (a folder's name).
        created: in UTC, ISO 8601 with seconds.
        settings: JSON of whoever made the worklist; this module does not read it.
    """

    id: int
    title: str
    created: str
    settings: str


@dataclass(frozen=True, slots=True)
class WorklistFile:
    """One file of a worklist.

    Attributes:
        file: its number in the worklist, from 1.
        path, member: where it is; ``member`` leads to it inside archives. May hold PHI.
        sha256, format: empty before it was read.
        state: of its documents, that of the one that is least far.
    """

    file: int
    path: str
    member: tuple[str, ...]
    name: str
    sha256: str
    format: str
    state: DocumentState


@dataclass(frozen=True, slots=True)
class DetectedDocument:
    """One document as detection leaves it.

    Attributes:
        part: of the file; empty for a whole file.
        patient, note_type: empty where not known.
        characters: length of its text.
        items: proposed and recovered.
        surfaces, risks: of each item: its folded text, and its risk in [0, 1].
        blocks: parts of the text without spans that are worth a look.
        pages: width and height of each in points; empty for a document without.
        regions: found on them.
        passages: in a language or script that detection does not cover.
        words: of its text, where its patient is known.

    Raises:
        ValueError: if surfaces and risks are not one an item, or two items share an id.
    """

    part: str
    document_id: str
    patient: str
    note_type: str
    characters: int
    items: tuple[ReviewItem, ...]
    surfaces: tuple[str, ...]
    risks: tuple[float, ...]
    counts: ReviewCounts
    blocks: tuple[UnmarkedBlock, ...] = ()
    pages: tuple[tuple[float, float], ...] = ()
    regions: tuple[Region, ...] = ()
    passages: tuple[UncoveredPassage, ...] = ()
    words: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if not len(self.items) == len(self.surfaces) == len(self.risks):
            raise ValueError("surfaces and risks are not one an item")
        if len({i.id for i in self.items}) < len(self.items):
            raise ValueError("two items share an id")


class RiskyItem(NamedTuple):
    """An undecided item in the queue by risk."""

    row: int
    item: int
    risk: float


class UnseenBlock(NamedTuple):
    """A part of the text without spans that nobody has looked at; ``block`` is its number in its row."""

    row: int
    block: int
    start: int
    end: int
    risk: float
    reason: str


class ItemTally(NamedTuple):
    """The number of items with one label, state and decider (empty where nobody decided)."""

    label: Label
    state: DecisionState
    by: str
    item_count: int


class BoxTally(NamedTuple):
    """The number of boxes on pages with one kind and state."""

    kind: RegionKind
    state: DecisionState
    boxes: int


class PassageTally(NamedTuple):
    """The number of uncovered passages in one language, and how many are read."""

    language: str
    script: str
    passages: int
    read: int


class ExportRecord(NamedTuple):
    """One file that was written."""

    file: int
    name: str
    sha256: str
    at: str


FileLocation = tuple[str, Sequence[str], str]
"""Path, members inside it, and name of a file."""
