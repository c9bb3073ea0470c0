"""The data types of review: items, changes, actions. All are frozen.

An item is a span with what was decided about it. A decision is an action, and an action is a set of
changes, each an item before and after. To undo an action its changes are applied backwards, so that every
action, also a bulk one over many documents, is undone in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Generic, Protocol, TypeAlias, TypeVar

from chartveil.domain.page_layout import Region
from chartveil.domain.span import Span
from chartveil.domain.uncovered_passage import UncoveredPassage


class DecisionState(StrEnum):
    """The state of an item."""

    PROPOSED = "proposed"
    """Found; nobody has decided. It is taken at export, where the policy lets it go undecided."""
    ACCEPTED = "accepted"
    """A reviewer takes it."""
    ADDED = "added"
    """A reviewer marked it himself; nothing had found it so."""
    REJECTED = "rejected"
    """A reviewer leaves it in the text."""
    RECOVERED = "recovered"
    """Found, and recovered as a medical term; stays in the text unless a reviewer takes it."""

    @property
    def taken_out(self) -> bool:
        """Whether its text is replaced at export."""
        return self in (DecisionState.PROPOSED, DecisionState.ACCEPTED, DecisionState.ADDED)

    @property
    def decided(self) -> bool:
        """Whether a reviewer has decided."""
        return self in (DecisionState.ACCEPTED, DecisionState.ADDED, DecisionState.REJECTED)


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A span in review.

    Attributes:
        id: unique in its document and reading, never used again; 0 and up.
        span: as it stands now: relabelled or resized, if it was.
        state: what is decided.
        by: who decided last; empty while nobody has.
        at: when, in UTC, ISO 8601 with seconds; empty while nobody has.
        note: free remark of the reviewer. May hold PHI: kept in the encrypted store alone.
    """

    id: int
    span: Span
    state: DecisionState = DecisionState.PROPOSED
    by: str = ""
    at: str = ""
    note: str = ""


class Reading(StrEnum):
    """Which reading an item belongs to. Two readers decide apart; a third resolves what they differ on."""

    FIRST = "first"
    SECOND = "second"
    RESOLVED = "resolved"


@dataclass(frozen=True, slots=True)
class PageBox:
    """A box on a page in review; its state says whether what is below it goes. None is ever ``RECOVERED``.

    Attributes:
        id: unique among the boxes of its document and reading.
        region: place and kind, as they stand now.
        state: what is decided.
        by, at: as of ``ReviewItem``.
    """

    id: int
    region: Region
    state: DecisionState = DecisionState.PROPOSED
    by: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class ReviewPassage:
    """A passage that detection does not cover, in review.

    Attributes:
        id: unique among the passages of its document and reading.
        passage: where it is, and what it is in.
        by, at: who has read it and when, as of ``ReviewItem``; ``at`` is empty while nobody has.
    """

    id: int
    passage: UncoveredPassage
    by: str = ""
    at: str = ""

    @property
    def is_read(self) -> bool:
        """Whether a person has read it."""
        return bool(self.at)


class Reviewable(Protocol):
    """Anything a reviewer decides about: an item, a box on a page, a passage, or one of them as it is
    stored."""

    @property
    def id(self) -> int:
        """Unique in its document and reading."""
        ...


T = TypeVar("T", bound=Reviewable)


@dataclass(frozen=True)  # with slots as well, Python 3.11 cannot make one by an alias (ItemChange)
class Change(Generic[T]):
    """An item, a box on a page, or a passage, before and after.

    Attributes:
        document: row of the document in its worklist.
        reading: whose items or boxes.
        before: None where it is new.
        after: None where it goes.

    Raises:
        ValueError: if both are None, or have two ids.
    """

    document: int
    reading: Reading
    before: T | None
    after: T | None

    def __post_init__(self) -> None:
        if len({x.id for x in (self.before, self.after) if x is not None}) != 1:
            raise ValueError("a change of nothing, or of two")

    @property
    def id(self) -> int:
        """Id of the item or box."""
        subject = self.after if self.after is not None else self.before
        assert subject is not None
        return subject.id

    def inverse(self) -> Change[T]:
        """The change that undoes this one."""
        return Change(self.document, self.reading, self.after, self.before)


ItemChange: TypeAlias = Change[ReviewItem]
BoxChange: TypeAlias = Change[PageBox]
PassageChange: TypeAlias = Change[ReviewPassage]


class ActionKind(StrEnum):
    """The kinds of a reviewer's actions; also the key of its name in menus."""

    ACCEPT = "accept"
    REJECT = "reject"
    RELABEL = "relabel"
    RESIZE = "resize"
    SPLIT = "split"
    JOIN = "join"
    ADD = "add"
    TAKE_RECOVERED = "take-back"
    MEDICAL_TERM = "never"
    """Medical: reject this phrase here and wherever it stands in the worklist."""
    REOPEN = "reopen"
    """Back to undecided."""
    NOTE = "note"
    BULK = "bulk"
    RESOLVE = "resolve"
    COVER = "cover"
    """Boxes on pages: what is below them goes."""
    LEAVE = "leave"
    """Boxes on pages: what is below them stays, and drawn ones go."""
    DRAW = "draw"
    MOVE = "move"
    """A box on a page, moved or given another size."""
    READ = "read"
    """A passage that detection does not cover, read."""


@dataclass(frozen=True, slots=True)
class ReviewAction:
    """Changes that a reviewer made at once, and undoes at once.

    Attributes:
        kind: what it was.
        by: the reviewer.
        at: when, in UTC, ISO 8601 with seconds.
        changes, box_changes, passage_changes: of items, of boxes on pages, and of passages, each in order;
            together at least one.
        focus: document and item, or box where it changes boxes alone, the reviewer was at, to go back to when
            it is undone.
    """

    kind: ActionKind
    by: str
    at: str
    changes: tuple[ItemChange, ...] = ()
    focus: tuple[int, int] | None = None
    box_changes: tuple[BoxChange, ...] = ()
    passage_changes: tuple[PassageChange, ...] = ()

    def __post_init__(self) -> None:
        if not (self.changes or self.box_changes or self.passage_changes):
            raise ValueError("an action without changes")

    @property
    def documents(self) -> tuple[int, ...]:
        """Rows of the documents it touches, each once, in order."""
        every: tuple[ItemChange | BoxChange | PassageChange, ...] = (
            *self.changes,
            *self.box_changes,
            *self.passage_changes,
        )
        return tuple(dict.fromkeys(c.document for c in every))

    def inverse(self) -> ReviewAction:
        """The action that undoes this one."""
        return replace(
            self,
            changes=_undone(self.changes),
            box_changes=_undone(self.box_changes),
            passage_changes=_undone(self.passage_changes),
        )


def _undone(changes: tuple[Change[T], ...]) -> tuple[Change[T], ...]:
    return tuple(c.inverse() for c in reversed(changes))


class DocumentState(StrEnum):
    """How far a document of a worklist is."""

    WAITING = "waiting"
    DETECTING = "detecting"
    TO_REVIEW = "to review"
    IN_REVIEW = "in review"
    SIGNED_OFF = "signed off"
    EXPORTED = "exported"
    FAILED = "failed"

    @property
    def is_signed(self) -> bool:
        """Whether the document is signed off, exported or not."""
        return self in (DocumentState.SIGNED_OFF, DocumentState.EXPORTED)

    @property
    def is_searched(self) -> bool:
        """Whether detection has read the document and found what it finds: it can be opened."""
        return self.is_signed or self in OPEN_STATES


OPEN_STATES = (DocumentState.TO_REVIEW, DocumentState.IN_REVIEW)
"""Searched, and not signed off."""
FINISHED_STATES = (DocumentState.SIGNED_OFF, DocumentState.EXPORTED)
"""States of documents in which nothing is left to review."""


@dataclass(frozen=True, slots=True)
class ReviewCounts:
    """Items of one document in one reading.

    Attributes:
        spans: taken or left, without those recovered.
        undecided: of these, not decided.
        doubtful: of the undecided, below the policy's line of doubt.
        recovered: left in the text as medical terms.
        risk: sum of the items' risks (``review.risk``).
        risk_seen: of that, of items that were decided.
    """

    spans: int = 0
    undecided: int = 0
    doubtful: int = 0
    recovered: int = 0
    risk: float = 0.0
    risk_seen: float = 0.0


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One document of a worklist, as the list shows it.

    Attributes:
        row: its number in the worklist, from 1; stable.
        file: number of its file in the worklist; several rows of a table share one.
        name: file name, with the part for a row of a table. May hold PHI: for the window only.
        format: name of the file's format; empty before it was read.
        part: of the file; empty for a whole file.
        patient: the patient it is about, where known. PHI.
        note_type: where known.
        characters: length of its text.
        state: how far it is.
        reason: why it failed, for the user; names the file, never quotes text.
        counts: of the reading that is open.
        signed_by, signed_at: first reader's sign-off; empty before.
        second_by, second_at: second reader's; empty before.
        resolved: whether a second reading's disagreements are settled (true without a second reading).
        document_id: ``Document.id``; empty before it was read.
        unread_passages: of the reading that is open, in a language or script that detection does not cover.
    """

    row: int
    file: int
    name: str
    format: str = ""
    part: str = ""
    patient: str = ""
    note_type: str = ""
    characters: int = 0
    state: DocumentState = DocumentState.WAITING
    reason: str = ""
    counts: ReviewCounts = field(default_factory=ReviewCounts)
    signed_by: str = ""
    signed_at: str = ""
    second_by: str = ""
    second_at: str = ""
    resolved: bool = True
    document_id: str = ""
    unread_passages: int = 0
