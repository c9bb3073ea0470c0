"""What front ends show of a spot-check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chartveil.domain.labels import Label
from chartveil.spot_check.bounds import ReadersTest
from chartveil.spot_check.layers import NoteLayer
from chartveil.spot_check.originals import OriginalComparison
from chartveil.spot_check.verdict import TwoReaders, Verdict
from chartveil.store.spot_checks.records import (
    Adjudication,
    Arm,
    LeakMark,
    NoteAnswer,
    NoteReading,
    SpotCheckStage,
)


@dataclass(frozen=True, slots=True)
class SpotCheckSummary:
    """One line in the list of spot-checks.

    Attributes:
        id, title, stage, created: as of ``SpotCheckFacts``.
        notes: of the release.
        drawn: notes to read in all arms.
        read: of these, answered by any reader.
        outcome: of the last report; empty before.
    """

    id: int
    title: str
    stage: SpotCheckStage
    created: str
    notes: int
    drawn: int
    read: int
    outcome: str


@dataclass(frozen=True, slots=True)
class OriginalsSummary:
    """How far originals belong to a release.

    Attributes:
        matched: notes with an original.
        compared: some of these, whose text was looked at.
        unlike: those whose original shares too few words, or lacks their part.
    """

    matched: int
    compared: int
    unlike: int


@dataclass(frozen=True, slots=True)
class FrameSummary:
    """The content of a release, in counts.

    Attributes:
        notes, patients, words: in all; patients are those that files name.
        empty: notes without a word.
        repeated: notes with the text of an earlier one.
        left_out: places of files that are in no statement, and why.
        own_release: what our own record says of the release; empty where it says nothing.
        originals: how far the originals belong to it; None without.
        counts: notes by ``format``, ``folder``, ``type``, ``month``, ``length``.
    """

    notes: int
    patients: int
    words: int
    empty: int
    repeated: int
    left_out: tuple[tuple[str, str], ...]
    own_release: str
    originals: OriginalsSummary | None
    counts: Mapping[str, tuple[tuple[str, int], ...]]


@dataclass(frozen=True, slots=True)
class PlanPreview:
    """The cost and the bounds of a plan.

    Attributes:
        size: units to read in the random arm.
        population: units of the release.
        hours: of all readers and arms.
        pace: words a minute.
        measured: whether the pace is that of this spot-check's readers.
        bounds: leaking units found, and the share that is then not excluded, for readers who miss nothing.
            By strata, where they count most.
        strata: name, notes, and notes drawn of each stratum.
        room: notes that are not drawn. Each may hold a planted leak, no other one does.
    """

    size: int
    population: int
    hours: float
    pace: float
    measured: bool
    bounds: tuple[tuple[int, float], ...]
    strata: tuple[tuple[str, int, int], ...]
    room: int


_ENOUGH = 1.5
"""Times the best bound that planted leaks should give at most."""


@dataclass(frozen=True, slots=True)
class PlantedCost:
    """The cost and the bound of a number of planted leaks.

    Attributes:
        planted: known leaks.
        hours: of all readers, to read them.
        bound: share that is not excluded if no leak is found and the readers find as many of those planted as
            is expected.
        times_best: how many times the bound that readers of a known sensitivity would have.
    """

    planted: int
    hours: float
    bound: float
    times_best: float

    @property
    def is_enough(self) -> bool:
        """Whether more would make the bound little narrower."""
        return self.bound < 1 and self.times_best <= _ENOUGH


@dataclass(frozen=True, slots=True)
class NotePosition:
    """A note in the order of reading.

    Attributes:
        position: from 0.
        number: of the note in the frame.
        answer: of this reader.
        marks: of this reader.
    """

    position: int
    number: int
    answer: NoteAnswer | None
    marks: int


@dataclass(frozen=True, slots=True)
class ShownNote:
    """A note as a reader sees it.

    Attributes:
        position, number: as of ``NotePosition``.
        place: of the note in the release; it may leak as well.
        layers: the text first, then what else is read.
        reading: what this reader did with it.
        why: in the targeted arm, why the machine suspects the note, without a place; else empty.
        beside: its original, what was replaced and what of it stands still; None without.
    """

    position: int
    number: int
    place: str
    layers: tuple[NoteLayer, ...]
    reading: NoteReading
    why: tuple[str, ...] = ()
    beside: OriginalComparison | None = None

    @property
    def marks(self) -> tuple[LeakMark, ...]:
        """Places that this reader marked."""
        return self.reading.marks


@dataclass(frozen=True, slots=True)
class Hint:
    """A place that the machine suspects.

    Attributes:
        start, end, layer: where.
        label: what it may be.
        why: for people.
    """

    start: int
    end: int
    layer: int
    label: Label | None
    why: str


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """How far a reader is in an arm.

    Attributes:
        read, total: notes.
        words_a_minute: of this reader, measured; None before there is anything to measure.
        seconds_left: at that pace, or at the usual one.
    """

    read: int
    total: int
    words_a_minute: float | None
    seconds_left: float


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A note that needs an adjudicator: readers differ, or one is unsure.

    Attributes:
        arm, position, number, place: which note.
        readings: by reader.
        adjudication: where it was given.
    """

    arm: Arm
    position: int
    number: int
    place: str
    readings: tuple[tuple[str, NoteReading], ...]
    adjudication: Adjudication | None


@dataclass(frozen=True, slots=True)
class ArmResult:
    """The finds of an arm that gives no bound.

    Attributes:
        drawn, read, found: notes drawn, read, and found to leak (or to have lost clinical words).
        least, most: interval of the share found, where the notes were drawn at random; else None.
    """

    drawn: int
    read: int
    found: int
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True, slots=True)
class FoundLeak:
    """A note that leaks.

    Attributes:
        arm, position, number, place: which note.
        marks: of all readers.
    """

    arm: Arm
    position: int
    number: int
    place: str
    marks: tuple[LeakMark, ...]


@dataclass(frozen=True, slots=True)
class VerdictSheet:
    """All that a spot-check shows so far.

    Attributes:
        verdict: on the random arm, with the readers' sensitivity where it was tested.
        untested: the bound for readers who miss nothing; None if too little was read.
        readers: how all readers together did on planted leaks; None where it was not tested.
        by_reader: the same of each reader.
        two_readers: how far the first two agree; None with fewer.
        targeted, over_removal: the other arms.
        leaks: settled ones of all arms, and what was found in notes with planted leaks besides these.
        hours: that were read, by reader.
        curve: units read, and the bound shown then by whoever looks at any time.
    """

    verdict: Verdict
    untested: float | None
    readers: ReadersTest | None
    by_reader: tuple[tuple[str, ReadersTest], ...]
    two_readers: TwoReaders | None
    targeted: ArmResult
    over_removal: ArmResult
    leaks: tuple[FoundLeak, ...]
    hours: tuple[tuple[str, float], ...]
    curve: tuple[tuple[int, float], ...]
