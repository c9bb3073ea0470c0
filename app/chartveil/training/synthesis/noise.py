"""Noise of real documents: other case, typing and scanning errors, lost or strange blanks and line ends.

Marks stay with the text they cover: a name that is wrapped, misspelt or misread is still marked, all of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

from chartveil.training.sample import Sample
from chartveil.training.synthesis.draw import chance
from chartveil.training.synthesis.edits import Edit, edited
from chartveil.training.synthesis.noise_letters import capitals, lower, scanned, title, typeset, typos
from chartveil.training.synthesis.noise_lines import (
    columns,
    crlf,
    dictated,
    joined,
    lost_blanks,
    more_blanks,
    wrapped,
)


class Noise(StrEnum):
    """A kind of noise, in the order in which kinds are applied together."""

    JOINED = "joined"
    """Line ends lost, as text copied from a viewer."""
    DICTATED = "dictated"
    """Punctuation dropped."""
    LOST_BLANKS = "lost blanks"
    """``2023-09-0507:59``, ``Dr.Smith``."""
    MORE_BLANKS = "more blanks"
    """Two or more blanks for one."""
    COLUMNS = "columns"
    """Tabs or bars for blanks."""
    TYPESET = "typeset"
    """Curly quotes, dashes and fixed blanks, or the plain letters of an old system for accented ones."""
    TYPOS = "typos"
    """Letters swapped, dropped, doubled or struck beside their key."""
    SCANNED = "scanned"
    """``O`` for ``0``, ``rn`` for ``m``, as scans misread them."""
    CAPITALS = "capitals"
    LOWER = "lower"
    TITLE = "title"
    """Title Case Of Everything."""
    WRAPPED = "wrapped"
    """Lines broken at a column, also inside names; some with hyphens, some in the middle of words."""
    CRLF = "crlf"
    """Line ends of Windows."""


_WEIGHTS: Mapping[Noise, float] = {
    Noise.CAPITALS: 18,
    Noise.LOWER: 15,
    Noise.TYPOS: 13,
    Noise.WRAPPED: 11,
    Noise.SCANNED: 9,
    Noise.LOST_BLANKS: 7,
    Noise.JOINED: 6,
    Noise.DICTATED: 6,
    Noise.TITLE: 4,
    Noise.MORE_BLANKS: 4,
    Noise.COLUMNS: 3,
    Noise.TYPESET: 2,
    Noise.CRLF: 2,
}
_CASE = frozenset((Noise.CAPITALS, Noise.LOWER, Noise.TITLE))
_SECOND = 0.35
"""How often a second kind comes on top of the first."""


def noise(sample: Sample, rng: random.Random) -> Sample:
    """The sample with one or two kinds of noise, drawn as often as records show them.

    All capitals come with 18 of 100 samples, all small letters with 15.
    """
    kinds = list(_WEIGHTS)
    drawn = rng.choices(kinds, list(_WEIGHTS.values()))
    if chance(rng, _SECOND):
        rest = [k for k in kinds if k not in drawn and k not in _CASE]
        drawn += rng.choices(rest, [_WEIGHTS[k] for k in rest])
    order = list(Noise)
    for kind in sorted(drawn, key=order.index):
        sample = make_noise(sample, kind, rng)
    return sample


def make_noise(sample: Sample, kind: Noise, rng: random.Random) -> Sample:
    """The sample with one kind of noise; how much of it is drawn.

    Marks cover what became of the text they covered, without blanks at their edges. A mark of which
    nothing is left is gone.
    """
    if kind is Noise.CAPITALS:
        return capitals(sample)
    if kind is Noise.LOWER:
        return lower(sample)
    return edited(sample, _KINDS[kind](sample, rng))


_KINDS: Mapping[Noise, Callable[[Sample, random.Random], Iterator[Edit]]] = {
    Noise.JOINED: joined,
    Noise.DICTATED: dictated,
    Noise.LOST_BLANKS: lost_blanks,
    Noise.MORE_BLANKS: more_blanks,
    Noise.COLUMNS: columns,
    Noise.TYPESET: typeset,
    Noise.TYPOS: typos,
    Noise.SCANNED: scanned,
    Noise.TITLE: title,
    Noise.WRAPPED: wrapped,
    Noise.CRLF: lambda sample, _: crlf(sample),
}
