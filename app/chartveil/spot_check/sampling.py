"""Draws the units of a release that are read: strata, sizes, and a draw that cannot be repeated until it
suits.

A seed is drawn by the program and its hash is shown **before** anything is drawn; the seed itself is shown
afterwards. Both bind the frame and the plan, so neither can be changed once the sample is known.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import secrets
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property


@dataclass(frozen=True, slots=True)
class FrameEntry:
    """A note of the release, as far as sampling needs it.

    Attributes:
        number: its place in the frame, from 0.
        content: SHA-256 of its text, in hex.
        patient: whose it is; notes without a patient each count as a patient of their own.
        stratum: what it is sampled with, e.g. its type; empty where nothing is known.
        words: how long it is.
    """

    number: int
    content: str
    patient: str = ""
    stratum: str = ""
    words: int = 0


class Unit(StrEnum):
    """What the statement counts."""

    NOTE = "note"
    PATIENT = "patient"


class Design(StrEnum):
    """How units are drawn."""

    SIMPLE = "simple"
    """Every unit with the same chance."""
    STRATIFIED = "stratified"
    """So many of each stratum, by how many notes it has and how long they are."""
    ONE_A_PATIENT = "one-a-patient"
    """Patients with the same chance, and one note of each: more patients are seen in the same time. The
    statement is about a note drawn from a patient drawn at random."""


class Strata(StrEnum):
    """What notes are grouped by."""

    NONE = "none"
    FORMAT = "format"
    FOLDER = "folder"
    TYPE = "type"
    """The note's type, as its file tells it."""
    MONTH = "month"
    LENGTH = "length"
    """Under 100, 300, 1,000 words, or more."""


@dataclass(frozen=True, slots=True)
class SamplingPlan:
    """What is to be shown, and how it is drawn. Fixed before the draw.

    Attributes:
        bound: share of leaking units that is to be excluded, between 0 and 1.
        alpha: chance of a wrong statement that is accepted, e.g. .05.
        unit: what the statement counts.
        design: how units are drawn; ``STRATIFIED`` and ``ONE_A_PATIENT`` go with notes.
        size: units to read.
        floor: units of each stratum at least, as far as it has them; one or more.
        strata: what notes are grouped by; for ``STRATIFIED`` it says what is drawn of, else what is told
            apart in the results.

    Raises:
        ValueError: for a plan that cannot be.
    """

    bound: float
    alpha: float = 0.05
    unit: Unit = Unit.NOTE
    design: Design = Design.SIMPLE
    size: int = 0
    floor: int = 10
    strata: Strata = Strata.NONE

    def __post_init__(self) -> None:
        if not (0 < self.bound < 1 and 0 < self.alpha < 1):
            raise ValueError("a bound and an error lie between 0 and 1")
        if self.unit is Unit.PATIENT and self.design is not Design.SIMPLE:
            raise ValueError("patients are drawn with the same chance each")
        if self.size < 0 or self.floor < 1:
            raise ValueError("a sample of less than nothing, or a stratum of which none is read")

    def as_text(self) -> str:
        """One line of JSON, the same for equal plans: what the seed's hash binds."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> SamplingPlan:
        """The plan that ``as_text`` wrote.

        Raises:
            ValueError, TypeError, KeyError: if it is none.
        """
        facts = json.loads(text)
        kinds = {"unit": Unit, "design": Design, "strata": Strata}
        return cls(**{**facts, **{k: kind(facts[k]) for k, kind in kinds.items()}})


@dataclass(frozen=True, slots=True)
class CommittedSeed:
    """A seed whose hash was shown before the draw.

    Attributes:
        seed: 32 random bytes.
        frame: SHA-256 of the frame, in hex (``reading.frame_line``).
        plan: the plan, and what is read besides, as text.
    """

    seed: bytes
    frame: str
    plan: str

    @classmethod
    def drawn(cls, frame: str, plan: str) -> CommittedSeed:
        """A new one from the system's source of randomness."""
        return cls(secrets.token_bytes(32), frame, plan)

    @property
    def commitment(self) -> str:
        """To be shown before the draw, in hex. Tells nothing of the seed."""
        parts = (b"chartveil spot-check 1", self.frame.encode(), self.plan.encode())
        return hmac.new(self.seed, b"\0".join(parts), hashlib.sha256).hexdigest()

    def rank(self, kind: str, name: str) -> bytes:
        """Place of something in the drawn order: sort by it."""
        return hmac.digest(self.seed, f"{self.commitment}\0{kind}\0{name}".encode(), hashlib.sha256)


def stratum_totals(entries: Iterable[FrameEntry]) -> dict[str, tuple[int, int]]:
    """Notes and words of each stratum."""
    notes: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for e in entries:
        notes[e.stratum] += 1
        words[e.stratum] += e.words
    return {s: (notes[s], words[s]) for s in sorted(notes)}


def sizes_by_stratum(totals: Mapping[str, tuple[int, int]], size: int, floor: int) -> dict[str, int]:
    """Notes to draw of each stratum: by ``notes x log10(mean words)``, largest remainders first.

    The weighting follows Murugadoss et al. (medRxiv 2024.06.20.24308896). Each stratum gets ``floor`` notes
    first, as far as it has them; the whole may then be larger than ``size``.

    Args:
        totals: notes and words of each stratum (``stratum_totals``).
        size, floor: as of ``SamplingPlan``.
    """
    notes = {s: n for s, (n, _) in totals.items()}
    weights = {s: n * max(1.0, math.log10(max(10.0, words / n))) for s, (n, words) in totals.items()}
    sizes = {s: min(n, floor) for s, n in notes.items()}
    wanted = min(size, sum(notes.values()))
    while (missing := wanted - sum(sizes.values())) > 0:
        open_strata = [s for s in notes if sizes[s] < notes[s]]
        for s, more in _shared_out(missing, {s: weights[s] for s in open_strata}).items():
            sizes[s] = min(notes[s], sizes[s] + more)
    return dict(sorted(sizes.items()))


def _shared_out(total: int, weights: Mapping[str, float]) -> dict[str, int]:
    """Whole shares of a total by weight; what is left over goes to the largest remainders."""
    whole = sum(weights.values())
    exact = {s: total * w / whole for s, w in weights.items()}
    shares = {s: int(x) for s, x in exact.items()}
    left = total - sum(shares.values())
    for s in sorted(exact, key=lambda s: (shares[s] - exact[s], s))[:left]:
        shares[s] += 1
    return shares


_LENGTHS = ((100, "under 100 words"), (300, "100 to 299 words"), (1000, "300 to 999 words"))


def length_class(words: int) -> str:
    """The stratum of a note by its length."""
    return next((name for most, name in _LENGTHS if words < most), "1,000 words and more")


def patients(entries: Iterable[FrameEntry]) -> dict[str, list[FrameEntry]]:
    """Notes by patient; a note without one is a patient of its own."""
    by_patient: dict[str, list[FrameEntry]] = defaultdict(list)
    for e in entries:
        by_patient[f"patient {e.patient}" if e.patient else f"note {e.number}"].append(e)
    return by_patient


def drawn_order(
    entries: Sequence[FrameEntry], plan: SamplingPlan, seed: CommittedSeed
) -> list[tuple[FrameEntry, ...]]:
    """All units in the order in which they would be read; a sample is the beginning of it.

    Args:
        entries: the frame.
        plan: what was fixed.
        seed: the seed committed to for this frame and plan.

    Returns:
        Units: one note each, or all notes of a patient. With strata, those of the planned sample first.
    """
    by_rank = sorted(entries, key=lambda e: seed.rank("note", str(e.number)))
    if plan.unit is Unit.PATIENT or plan.design is Design.ONE_A_PATIENT:
        groups = patients(by_rank)
        order = sorted(groups, key=lambda name: seed.rank("patient", name))
        whole = plan.unit is Unit.PATIENT
        return [tuple(groups[name]) if whole else (groups[name][0],) for name in order]
    if plan.design is Design.SIMPLE:
        return [(e,) for e in by_rank]
    left = Counter(sizes_by_stratum(stratum_totals(entries), plan.size, plan.floor))
    first: list[tuple[FrameEntry, ...]] = []
    rest: list[tuple[FrameEntry, ...]] = []
    for e in by_rank:
        (first if left[e.stratum] > 0 else rest).append((e,))
        left[e.stratum] -= 1
    return first + rest


@dataclass(frozen=True)
class DrawnSample:
    """What was drawn of a release.

    Attributes:
        entries: the frame.
        plan: what is to be shown.
        seed: what the draw followed.
        looks: how many units had been drawn at each time the sample was made larger, the first included.
    """

    entries: tuple[FrameEntry, ...]
    plan: SamplingPlan
    seed: CommittedSeed
    looks: tuple[int, ...]

    @cached_property
    def order(self) -> list[tuple[FrameEntry, ...]]:
        """All units of the release in the order in which they would be read."""
        return drawn_order(self.entries, self.plan, self.seed)

    @cached_property
    def population(self) -> int:
        """Units of the release: notes or patients, as the design draws them."""
        by_patient = self.plan.unit is Unit.PATIENT or self.plan.design is Design.ONE_A_PATIENT
        return len(patients(self.entries)) if by_patient else len(self.entries)

    @cached_property
    def strata(self) -> dict[str, int]:
        """Notes of each stratum, in the order of their names."""
        return dict(sorted(Counter(e.stratum for e in self.entries).items()))

    def units(self) -> list[tuple[FrameEntry, ...]]:
        """The units drawn so far, in the order of reading."""
        return self.order[: self.looks[-1]]


def first_look(entries: Sequence[FrameEntry], plan: SamplingPlan) -> int:
    """How many units a plan draws first."""
    if plan.design is Design.STRATIFIED:
        return sum(sizes_by_stratum(stratum_totals(entries), plan.size, plan.floor).values())
    by_patient = plan.unit is Unit.PATIENT or plan.design is Design.ONE_A_PATIENT
    return min(plan.size, len(patients(entries)) if by_patient else len(entries))
