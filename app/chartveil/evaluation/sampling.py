"""How many documents to look at, and which.

Sizes follow Murugadoss et al., "Scaling text de-identification using locally augmented ensembles"
(medRxiv 2024.06.20.24308896): a group of notes counts with documents x log10(average words), so that long
notes weigh more, yet not in proportion; every group gives at least k documents.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stratum:
    """A group of documents, by note type and period for one.

    Attributes:
        name: what tells it from the others.
        documents: how many there are.
        average_words: mean number of words of a document.
    """

    name: str
    documents: int
    average_words: float

    @property
    def adjusted_size(self) -> float:
        """documents x log10(average words); 0 where the average is one word or fewer."""
        return self.documents * math.log10(self.average_words) if self.average_words > 1 else 0.0


def stratified_sizes(strata: Sequence[Stratum], *, size: int = 10_000, least: int = 10) -> dict[str, int]:
    """Sample size of each stratum: min(documents, max(least, adjusted share x size)).

    The share is rounded to the nearest whole number, halves up. The sum may differ from ``size``: small
    strata give at least ``least``, and none gives more than it has.

    Args:
        strata: with names of their own.
        size: documents wanted in all (S of the paper, 10,000 there).
        least: fewest of a stratum (k of the paper, 10 there).

    Raises:
        ValueError: for a negative number, or two strata of one name.
    """
    if size < 0 or least < 0 or any(s.documents < 0 or s.average_words < 0 for s in strata):
        raise ValueError("sizes and counts cannot be negative")
    if len({s.name for s in strata}) != len(strata):
        raise ValueError("two strata have the same name")
    total = math.fsum(s.adjusted_size for s in strata)
    sizes = {}
    for s in strata:
        share = s.adjusted_size / total * size if total else 0.0
        sizes[s.name] = min(s.documents, max(least, math.floor(share + 0.5)))
    return sizes


@dataclass(frozen=True, slots=True)
class SampleCandidate:
    """A document that may be drawn.

    Attributes:
        document_id: its id.
        patient_id: whose it is; None where not known (then it counts as a patient of its own).
    """

    document_id: str
    patient_id: str | None = None


def draw_sample(candidates: Iterable[SampleCandidate], size: int, *, seed: str) -> list[str]:
    """Ids of the drawn documents, sorted. As many patients as can be: a second document of a patient is
    drawn only when every patient has given one.

    The order of drawing is that of SHA-256 over seed and id: the same seed draws the same documents,
    whatever the order they come in.

    Raises:
        ValueError: if the size is negative, or two candidates have the same id.
    """
    pool = list(candidates)
    if size < 0:
        raise ValueError("a sample cannot be negative")
    if len({c.document_id for c in pool}) != len(pool):
        raise ValueError("two candidates have the same id")
    by_hash = sorted(pool, key=lambda c: (_hash(seed, c.document_id), c.document_id))
    turns: dict[str, int] = {}
    rounds = []
    for c in by_hash:
        patient = f"p{c.patient_id}" if c.patient_id is not None else f"d{c.document_id}"
        rounds.append((turns.get(patient, 0), c.document_id))
        turns[patient] = turns.get(patient, 0) + 1
    ordered = sorted(range(len(pool)), key=lambda i: (rounds[i][0], i))
    return sorted(rounds[i][1] for i in ordered[:size])


def _hash(seed: str, document_id: str) -> str:
    return hashlib.sha256(f"{seed}\0{document_id}".encode("utf-8", "surrogatepass")).hexdigest()
