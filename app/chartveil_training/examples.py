"""Samples cut into what a network learns from: windows of sub-words, each with the classes it may have.

A target is a set of classes, not one class: a corpus that marks persons says of a name only that it is a
person, and of any other word only that it is none; it may still be a date. The set is a bit mask, bit
``i`` for class ``i``. A network is asked to put its weight anywhere within the set.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from chartveil.detection.models.encoder import EncodedText, GapBefore, IntArray, TextEncoder
from chartveil.domain.labels import Label
from chartveil_training.samples import Sample

OUTSIDE_CLASS = "O"
MEMBER_CLASSES: tuple[str, ...] = (OUTSIDE_CLASS, *Label)
"""Classes of our own members: no identifier, then every label."""

_SHORTEST_WINDOW = 24
"""Least sub-words that a cut aims at; the end of a text may be shorter."""
_BIT = {label: 1 << (i + 1) for i, label in enumerate(Label)}
_OUTSIDE_BIT = 1


@dataclass(frozen=True, slots=True)
class TrainingExample:
    """A window to learn from; all arrays have the same length, special tokens not included.

    Attributes:
        ids, shapes, gaps, known: as in ``EncodedText``.
        targets: bit mask of the classes that each sub-word may have.
    """

    ids: IntArray
    shapes: IntArray
    gaps: IntArray
    known: IntArray
    targets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ids)


def target_masks(sample: Sample, encoded: EncodedText) -> NDArray[np.int64]:
    """The classes that each sub-word of a sample may have, as bit masks.

    A sub-word that a mark touches bears the mark's labels.
    """
    outside = _OUTSIDE_BIT
    for label in sample.unmarked_labels:
        outside |= _BIT[label]
    found = np.full(len(encoded), outside, dtype=np.int64)
    for mark in sample.marks:
        first = int(np.searchsorted(encoded.ends, mark.start, side="right"))
        last = int(np.searchsorted(encoded.starts, mark.end, side="left"))
        bits = 0
        for label in mark.labels:
            bits |= _BIT[label]
        found[first:last] = bits
    return found


def cut_examples(
    samples: Iterable[Sample],
    encoder: TextEncoder,
    rng: random.Random,
    *,
    longest: int = 94,
) -> Iterator[TrainingExample]:
    """Windows of the samples, of varied lengths, so that a network is at ease with any cut.

    Args:
        samples: texts.
        encoder: of the member to be trained.
        rng: draws the lengths.
        longest: most sub-words in a window, special tokens not counted.
    """
    for sample in samples:
        encoded = encoder.encode(sample.text)
        wanted = target_masks(sample, encoded)
        at = 0
        while at < len(encoded):
            most = longest if rng.random() < 0.7 else rng.randint(_SHORTEST_WINDOW, longest)
            end = _window_end(encoded, at, min(at + most, len(encoded)))
            arrays = (encoded.ids, encoded.shapes, encoded.gaps, encoded.gazetteer_codes, wanted)
            yield TrainingExample(*(a[at:end] for a in arrays))
            at = end


def _window_end(encoded: EncodedText, at: int, end: int) -> int:
    """The last line end in the second half of ``[at, end)``; ``end`` where there is none."""
    if end == len(encoded):
        return end
    lines = np.nonzero(encoded.gaps[at:end] >= GapBefore.LINE)[0]
    if len(lines) and lines[-1] * 2 > end - at:
        return at + int(lines[-1])
    while end - 1 > at and encoded.gaps[end] == GapBefore.NONE:
        end -= 1  # not within a word
    return end


@dataclass(frozen=True, slots=True)
class Batch:
    """Examples of like length side by side, padded, with [CLS] and [SEP]; arrays ``[examples, tokens]``.

    Attributes:
        targets: 0 where nothing is to be learned (special tokens, padding).
    """

    ids: IntArray
    mask: IntArray
    shapes: IntArray
    gaps: IntArray
    known: IntArray
    targets: NDArray[np.int64]


_WIDTHS = (24, 40, 56, 72, 96, 128, 160, 192, 256)
"""Batches come in few shapes only: a CPU's matrix kernels are built anew for each."""


def make_batches(
    found: Sequence[TrainingExample], rng: random.Random, *, tokens: int, cls: int, sep: int, pad: int
) -> list[Batch]:
    """Batches of about ``tokens`` sub-words each, of like length inside, in random order."""
    by_width: dict[int, list[TrainingExample]] = {}
    for example in found:
        length = len(example) + 2
        width = next((w for w in _WIDTHS if w >= length), length)
        by_width.setdefault(width, []).append(example)
    groups: list[tuple[int, list[TrainingExample]]] = []
    for width, alike in sorted(by_width.items()):
        rng.shuffle(alike)
        size = max(tokens // width, 1)
        groups += [(width, alike[i : i + size]) for i in range(0, len(alike), size)]
    rng.shuffle(groups)
    return [_batch(group, width, cls, sep, pad) for width, group in groups]


def _batch(group: Sequence[TrainingExample], width: int, cls: int, sep: int, pad: int) -> Batch:
    shape = (len(group), width)
    ids = np.full(shape, pad, dtype=np.int64)
    mask, shapes, gaps, known, wanted = (np.zeros(shape, dtype=np.int64) for _ in range(5))
    for row, e in enumerate(group):
        n = len(e)
        ids[row, 0], ids[row, n + 1] = cls, sep
        ids[row, 1 : n + 1] = e.ids
        shapes[row, 1 : n + 1] = e.shapes
        gaps[row, 1 : n + 1] = e.gaps
        known[row, 1 : n + 1] = e.known
        wanted[row, 1 : n + 1] = e.targets
        mask[row, : n + 2] = 1
    return Batch(ids, mask, shapes, gaps, known, wanted)


def mask_subwords(batch: Batch, share: float, cover: int, draws: np.random.Generator) -> Batch:
    """A batch with some sub-words out of sight, so that a network learns from what stands around them and
    not a note by heart. Their letter shapes, their gaps and what is known of their words it sees.

    Masking words at random while a tagger learns: e.g. Iyyer et al. 2015 ("word dropout").

    Args:
        batch: of which special tokens and padding stay.
        share: of the sub-words, in [0, 1].
        cover: id that stands in their place.
        draws: which.
    """
    drawn = (draws.random(batch.ids.shape) < share) & (batch.targets != 0)
    return replace(batch, ids=np.where(drawn, cover, batch.ids))
