"""New notes of the parts of several: blocks, lines and sentences exchanged, headers and footers too."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from chartveil_training.samples import IdentifierMark, Sample, join_samples
from chartveil_training.synthesis.generators.random_draws import chance

_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_HEADING = re.compile(r"\n(?=[A-Z][A-Za-z/&() ]{2,28}:)")
_SENTENCE_END = re.compile(r"(?<=[a-z0-9)\]][.!?])\s+(?=[A-Z\"“])")
_LINE_END = re.compile(r"\n")
_LONG_BLOCK = 700
_DENSE = 60
"""Characters for each mark up to which a first or last block is taken for a header or footer."""

_HEADERS, _FOOTERS = 0.5, 0.5
_DROPPED = 0.08
_SWAPPED = 0.2
_ADDED_SHARE = 0.6
_MIXED = 0.5
_LONGEST = 5000


def recombine(notes: Sequence[Sample], rng: random.Random) -> Sample:
    """A note made of one of the notes and of parts of others.

    Nothing is cut inside a mark. People and places are those of the notes that the parts come from: refill
    the result, so that no part keeps names that stand in other notes of the same training set.

    Args:
        notes: at least one.
        rng: decides all.

    Raises:
        ValueError: if there is no note.
    """
    if not notes:
        raise ValueError("nothing to combine")
    base = _draw(notes, rng, lambda n: not _structured(n))
    capitals = base.text.isupper()
    blocks = split_blocks(base)

    def donor() -> list[Sample]:
        return split_blocks(_draw(notes, rng, lambda n: not _structured(n) and n.text.isupper() == capitals))

    header = blocks.pop(0) if len(blocks) > 1 and _is_dense(blocks[0]) else None
    footer = blocks.pop() if len(blocks) > 1 and _is_dense(blocks[-1]) else None
    if chance(rng, _HEADERS):
        header = _edge(donor(), 0) or header
    if chance(rng, _FOOTERS):
        footer = _edge(donor(), -1) or footer
    if len(blocks) > 2:
        blocks = [b for b in blocks if not chance(rng, _DROPPED)] or blocks[:1]
    while chance(rng, _ADDED_SHARE) and sum(len(b.text) for b in blocks) < _LONGEST:
        given = donor()
        blocks.insert(rng.randrange(len(blocks) + 1), rng.choice(given[1:-1] or given))
        if len(blocks) > 12:
            break
    blocks = [_mix(b, rng.choice(donor()), rng) if chance(rng, _MIXED / len(blocks)) else b for b in blocks]
    if len(blocks) > 1 and chance(rng, _SWAPPED):
        i = rng.randrange(len(blocks) - 1)
        blocks[i], blocks[i + 1] = blocks[i + 1], blocks[i]
    parts = [b for b in (header, *blocks, footer) if b is not None and b.text]
    return join_samples(parts, "\n\n" if chance(rng, 0.9) else "\n", "recombined")


def split_blocks(note: Sample) -> list[Sample]:
    """The note cut at blank lines, its long blocks at headings too; the separators are left out."""
    out = []
    for block in split_at_separator(note, _BLANK_LINES):
        out += split_at_separator(block, _HEADING) if len(block.text) > _LONG_BLOCK else [block]
    return out or [note]


def split_at_separator(note: Sample, separator: re.Pattern[str]) -> list[Sample]:
    """The pieces between matches of a separator that touch no mark; empty pieces are left out."""
    edges = [(0, 0)]
    marks = iter(note.marks)
    mark = next(marks, None)
    for m in separator.finditer(note.text):
        while mark is not None and mark.end <= m.start():
            mark = next(marks, None)
        if mark is None or mark.start >= m.end():
            edges.append(m.span())
    edges.append((len(note.text), len(note.text)))
    pieces = [_slice(note, a[1], b[0]) for a, b in pairwise(edges)]
    return [p for p in pieces if p.text.strip()]


def _slice(note: Sample, start: int, end: int) -> Sample:
    marks = tuple(
        IdentifierMark(m.start - start, m.end - start, m.labels)
        for m in note.marks
        if start <= m.start and m.end <= end
    )
    return Sample(note.text[start:end], marks, note.unmarked_labels, note.source)


def _draw(notes: Sequence[Sample], rng: random.Random, fits: Callable[[Sample], bool]) -> Sample:
    """A note that fits, if a few tries find one."""
    note = rng.choice(notes)
    for _ in range(8):
        if fits(note):
            break
        note = rng.choice(notes)
    return note


def _structured(note: Sample) -> bool:
    """Whether the note is data or markup, of which a part alone is no text."""
    return note.text.lstrip()[:1] in ("{", "<", "[")


def _is_dense(block: Sample) -> bool:
    return len(block.marks) > 0 and len(block.text) <= _DENSE * (len(block.marks) + 1)


def _edge(blocks: list[Sample], at: int) -> Sample | None:
    return blocks[at] if _is_dense(blocks[at]) else None


def _mix(block: Sample, other: Sample, rng: random.Random) -> Sample:
    """The block with sentences or lines of another put between its own, or in the place of some."""
    lines = block.text.count("\n") >= 3 and other.text.count("\n") >= 2
    separator, joint = (_LINE_END, "\n") if lines else (_SENTENCE_END, " ")
    own, given = split_at_separator(block, separator), split_at_separator(other, separator)
    if len(own) < 2 or not given:
        return block
    for _ in range(rng.randint(1, min(3, len(given)))):
        at = rng.randrange(len(own))
        piece = rng.choice(given)
        if "\n" in piece.text and not lines:
            continue
        if chance(rng, 0.4):
            own[at] = piece
        else:
            own.insert(at, piece)
    return join_samples(own, joint, block.source)
