"""Noise of real documents: other case, typing and scanning errors, lost or strange blanks and line ends.

Marks stay with the text they cover: a name that is wrapped, misspelt or misread is still marked, all of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

from chartveil.training.sample import Sample
from chartveil.training.synthesis.draw import chance
from chartveil.training.synthesis.edits import SampleEdit, apply_edits
from chartveil.training.synthesis.noise_letters import (
    in_capitals,
    in_lower_case,
    in_title_case,
    with_scan_errors,
    with_typeset_signs,
    with_typing_errors,
)
from chartveil.training.synthesis.noise_lines import (
    with_column_marks,
    with_lost_blanks,
    with_more_blanks,
    with_windows_line_ends,
    with_wrapped_lines,
    without_line_ends,
    without_punctuation,
)


class NoiseKind(StrEnum):
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


_WEIGHTS: Mapping[NoiseKind, float] = {
    NoiseKind.CAPITALS: 18,
    NoiseKind.LOWER: 15,
    NoiseKind.TYPOS: 13,
    NoiseKind.WRAPPED: 11,
    NoiseKind.SCANNED: 9,
    NoiseKind.LOST_BLANKS: 7,
    NoiseKind.JOINED: 6,
    NoiseKind.DICTATED: 6,
    NoiseKind.TITLE: 4,
    NoiseKind.MORE_BLANKS: 4,
    NoiseKind.COLUMNS: 3,
    NoiseKind.TYPESET: 2,
    NoiseKind.CRLF: 2,
}
_CASE_KINDS = frozenset((NoiseKind.CAPITALS, NoiseKind.LOWER, NoiseKind.TITLE))
_SECOND_KIND_SHARE = 0.35
"""How often a second kind comes on top of the first."""


def add_noise(sample: Sample, rng: random.Random) -> Sample:
    """The sample with one or two kinds of noise, drawn as often as records show them.

    All capitals come with 18 of 100 samples, all small letters with 15.
    """
    kinds = list(_WEIGHTS)
    drawn = rng.choices(kinds, list(_WEIGHTS.values()))
    if chance(rng, _SECOND_KIND_SHARE):
        rest = [k for k in kinds if k not in drawn and k not in _CASE_KINDS]
        drawn += rng.choices(rest, [_WEIGHTS[k] for k in rest])
    order = list(NoiseKind)
    for kind in sorted(drawn, key=order.index):
        sample = add_noise_of_kind(sample, kind, rng)
    return sample


def add_noise_of_kind(sample: Sample, kind: NoiseKind, rng: random.Random) -> Sample:
    """The sample with one kind of noise; how much of it is drawn.

    Marks cover what became of the text they covered, without blanks at their edges. A mark of which
    nothing is left is gone.
    """
    if kind is NoiseKind.CAPITALS:
        return in_capitals(sample)
    if kind is NoiseKind.LOWER:
        return in_lower_case(sample)
    return apply_edits(sample, _KINDS[kind](sample, rng))


_KINDS: Mapping[NoiseKind, Callable[[Sample, random.Random], Iterator[SampleEdit]]] = {
    NoiseKind.JOINED: without_line_ends,
    NoiseKind.DICTATED: without_punctuation,
    NoiseKind.LOST_BLANKS: with_lost_blanks,
    NoiseKind.MORE_BLANKS: with_more_blanks,
    NoiseKind.COLUMNS: with_column_marks,
    NoiseKind.TYPESET: with_typeset_signs,
    NoiseKind.TYPOS: with_typing_errors,
    NoiseKind.SCANNED: with_scan_errors,
    NoiseKind.TITLE: in_title_case,
    NoiseKind.WRAPPED: with_wrapped_lines,
    NoiseKind.CRLF: lambda sample, _: with_windows_line_ends(sample),
}
