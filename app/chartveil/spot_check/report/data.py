"""The data of a spot-check report: enough to recompute it, and no text of the release."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, astuple, dataclass, field, replace
from typing import Any

from chartveil.spot_check.reading import frame_line
from chartveil.spot_check.sampling import (
    CommittedSeed,
    DrawnSample,
    FrameEntry,
    SamplingPlan,
    Strata,
    length_class,
)
from chartveil.store.record_verifier import canonical

FORMAT = "chartveil-spot-check 1"


@dataclass(frozen=True, slots=True)
class NoteFacts:
    """A note of the frame, as far as a draw may hang on it.

    Attributes:
        stratum: what it counts with.
        content, patient, folder: keyed hashes, in hex.
        words, format, note_type, month: as of ``store.spot_checks.records.FramedNote``.
    """

    stratum: str
    content: str
    patient: str = ""
    words: int = 0
    format: str = ""
    folder: str = ""
    note_type: str = ""
    month: str = ""

    def belongs(self, strata: Strata) -> bool:
        """Whether the stratum is that of the facts; of a folder, whose name is not shown, it may be any."""
        named = {
            Strata.NONE: "",
            Strata.FORMAT: self.format,
            Strata.TYPE: self.note_type,
            Strata.MONTH: self.month,
            Strata.LENGTH: length_class(self.words),
        }
        return self.stratum == named.get(strata, self.stratum)


@dataclass(frozen=True, slots=True)
class LeakPlace:
    """The place of a confirmed leak, without its text.

    Attributes:
        note: number in the frame.
        label: kind of identifier; empty where the reader named none.
        kind: whole, part, indirect, layout or metadata.
        layer: which part of the note, 0 for its text.
        start, end: place in the layer, in characters; equal where the whole note is meant.
        after_hints: whether the reader had seen what the program suspects.
    """

    note: int
    label: str
    kind: str
    layer: int = 0
    start: int = 0
    end: int = 0
    after_hints: bool = False


@dataclass(frozen=True, slots=True)
class ReaderFacts:
    """The results of one reader in the random arm.

    Attributes:
        name: as the reader gave it.
        answers: number of a note and whether it leaks, for each note that was answered.
        seconds: spent on them.
        words: in them.
        planted, found: known leaks put into reading copies, and how many the reader marked.
        days: of the first and the last note that was opened, ISO 8601; empty where none was.
        hints: notes for which the program's suspicions were shown, after the blind answer.
    """

    name: str
    answers: tuple[tuple[int, bool], ...]
    seconds: float = 0.0
    words: int = 0
    planted: int = 0
    found: int = 0
    hints: int = 0
    days: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class SearchFacts:
    """A search of the whole release for something that leaked.

    Attributes:
        kind: what was searched: a text, a form of number, a line.
        label: kind of identifier.
        notes: notes of the release that hold it.
        strata: name, notes that hold it, and notes in all.
        unread: files that could not be read this time.
    """

    kind: str
    label: str
    notes: int
    strata: tuple[tuple[str, int, int], ...] = ()
    unread: int = 0


@dataclass(frozen=True, slots=True)
class ArmFacts:
    """Notes that were read and enter no bound.

    Attributes:
        drawn, read, leaking: notes of the targeted arm.
        removed_read, removed_in, places_lost: notes looked at for clinical words that were lost, those that
            lost some, and at how many places.
    """

    drawn: int = 0
    read: int = 0
    leaking: int = 0
    removed_read: int = 0
    removed_in: int = 0
    places_lost: int = 0


@dataclass(frozen=True, slots=True)
class ReportData:
    """Everything that a report says, or is computed from.

    Attributes:
        title: name of the spot-check.
        made: when, in UTC, ISO 8601.
        version: of the program.
        signer: fingerprint of the key that signs.
        release: what is known of the release, e.g. that it is one of our own; lines for people.
        notes: the frame.
        frame, commitment, seed: hashes and seed of the draw, in hex.
        plan: what was to be shown.
        choices: what was read besides, JSON that the commitment binds too.
        looks: units drawn at each look.
        draws: how many draws of this release the record knows, this one included.
        answers: number of a note of the random arm and whether it leaks, as settled; none where it was not
            read or is not settled.
        leaks: where confirmed leaks stand, of both arms.
        readers: those who read.
        planted, found: known leaks in reading copies and how many of them were found, as they enter the
            bound; 0 where readers were not tested.
        adjudicated: numbers of the notes on which somebody had the last word.
        left_out: why files are in no statement, and how many.
        searches: of the rest of the release.
        arms: notes that enter no bound.
        later: what happened after a report: leaks told, repairs; lines for people.
    """

    title: str
    made: str
    version: str
    signer: str
    release: tuple[str, ...]
    notes: tuple[NoteFacts, ...]
    frame: str
    plan: SamplingPlan
    choices: str
    commitment: str
    seed: str
    looks: tuple[int, ...]
    draws: int
    answers: tuple[tuple[int, bool], ...]
    leaks: tuple[LeakPlace, ...] = ()
    readers: tuple[ReaderFacts, ...] = ()
    planted: int = 0
    found: int = 0
    adjudicated: tuple[int, ...] = ()
    left_out: tuple[tuple[str, int], ...] = ()
    searches: tuple[SearchFacts, ...] = ()
    arms: ArmFacts = field(default_factory=ArmFacts)
    later: tuple[str, ...] = ()

    def entries(self) -> tuple[FrameEntry, ...]:
        """The frame, as sampling needs it."""
        return tuple(FrameEntry(i, "", n.patient, n.stratum, n.words) for i, n in enumerate(self.notes))

    def sample(self) -> DrawnSample:
        """What was drawn.

        Raises:
            ValueError: if the seed is none.
        """
        seed = CommittedSeed(bytes.fromhex(self.seed), self.frame, f"{self.plan.as_text()}\n{self.choices}")
        return DrawnSample(self.entries(), self.plan, seed, self.looks)

    def frame_hash(self) -> str:
        """Hash of the frame, as ``spot_check.reading`` makes it when a release is brought in."""
        total = hashlib.sha256()
        for number, n in enumerate(self.notes):
            facts = (n.content, n.patient, n.words, n.format, n.folder, n.note_type, n.month)
            total.update(frame_line(number, facts))
        return total.hexdigest()

    def as_text(self) -> str:
        """One line of canonical JSON, the same for equal data."""
        facts = asdict(replace(self, notes=())) | {"format": FORMAT, "plan": json.loads(self.plan.as_text())}
        facts["notes"] = [list(astuple(n)) for n in self.notes]
        return canonical(facts)

    @classmethod
    def from_text(cls, text: str) -> ReportData:
        """The data that ``as_text`` wrote.

        Raises:
            ValueError, TypeError, KeyError: if it is none.
        """
        facts: dict[str, Any] = json.loads(text)
        if facts.pop("format") != FORMAT:
            raise ValueError("the data of another format")
        facts["plan"] = SamplingPlan.from_text(json.dumps(facts["plan"]))
        facts["notes"] = tuple(NoteFacts(*note) for note in facts["notes"])
        facts["leaks"] = tuple(LeakPlace(**x) for x in facts["leaks"])
        facts["readers"] = tuple(
            ReaderFacts(
                **{
                    **x,
                    "answers": tuple((n, leaks) for n, leaks in x["answers"]),
                    "days": (x["days"][0], x["days"][1]),
                }
            )
            for x in facts["readers"]
        )
        facts["searches"] = tuple(
            SearchFacts(**{**x, "strata": tuple((a, b, c) for a, b, c in x["strata"])})
            for x in facts["searches"]
        )
        facts["arms"] = ArmFacts(**facts["arms"])
        for name in ("answers", "left_out"):
            facts[name] = tuple((a, b) for a, b in facts[name])
        for name in ("release", "looks", "later", "adjudicated"):
            facts[name] = tuple(facts[name])
        return cls(**facts)
