"""How a sentence is made from a frame, and what is known of it.

A frame is text with slots and marks::

    Seen by [[DOCTOR|$last]] [[DATE|$day]]. {{Braden <9..23>/23}}.

``$day`` stands for a value of that slot, the same wherever it comes again in the sentence; ``<9..23>`` for a
whole number between the two, drawn anew each time. Values may hold slots, numbers and marks themselves.
``[[LABEL|text]]`` is an identifier: it has to go. ``{{text}}`` has to stay. What stands in no mark may do
either: how far a span reaches is told by other measures.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from chartveil.domain.labels import Label

SENTENCES_A_KIND = 300
"""With so many the 95 % interval of a share is at most 12 points wide."""
_SEED = 2014
_ATTEMPTS = 200
"""Draws for one sentence before a kind counts as worn out."""
_FILL = re.compile(r"\$(\w+)|<(\d+)\.\.(\d+)>")
_MARK = re.compile(r"\[\[([A-Z_]+)\|(.+?)\]\]|\{\{(.+?)\}\}", re.DOTALL)


class LetterCase(StrEnum):
    """How a sentence is written."""

    WRITTEN = "as written"
    CAPITALS = "capitals"
    SMALL = "small letters"


@dataclass(frozen=True, slots=True)
class Identifier:
    """What has to go: ``[start, end)`` of the text."""

    start: int
    end: int
    label: Label


@dataclass(frozen=True, slots=True)
class MadeSentence:
    """A sentence, or a note of a few lines, with its truth.

    Attributes:
        kind: name of its kind.
        text: what a program reads.
        identifiers: what has to go, sorted.
        stays: ranges that have to stay, sorted.
        frame: the frame it was made from, as written.
    """

    kind: str
    text: str
    identifiers: tuple[Identifier, ...]
    stays: tuple[tuple[int, int], ...]
    frame: str

    @property
    def marked(self) -> str:
        """The text with its identifiers as ``[[LABEL|text]]``."""
        return self._with_marks([(i.start, i.end, f"[[{i.label}|", "]]") for i in self.identifiers])

    @property
    def truth(self) -> str:
        """The same, and what has to stay as ``{{text}}``."""
        go = [(i.start, i.end, f"[[{i.label}|", "]]") for i in self.identifiers]
        return self._with_marks(sorted(go + [(start, end, "{{", "}}") for start, end in self.stays]))

    def _with_marks(self, marks: Sequence[tuple[int, int, str, str]]) -> str:
        """The text with signs set before and after ranges: start, end, sign before, sign after."""
        out, at = "", 0
        for start, end, before, after in marks:
            out += self.text[at:start] + before + self.text[start:end] + after
            at = end
        return out + self.text[at:]


class Draw:
    """The values of one sentence's slots, drawn when they are first asked for."""

    def __init__(self, rng: random.Random, slots: Mapping[str, Slot]) -> None:
        self.rng = rng
        self._slots = slots
        self._values: dict[str, str] = {}

    def value(self, slot: str) -> str:
        """The value of a slot.

        Raises:
            KeyError: if the kind has no such slot.
        """
        if slot not in self._values:
            source = self._slots[slot]
            drawn = source(self) if callable(source) else self.rng.choice(source)
            self._values[slot] = self.fill(drawn)
        return self._values[slot]

    def fill(self, frame: str) -> str:
        """The frame with its slots and numbers filled in."""

        def filled(match: re.Match[str]) -> str:
            if match[1]:
                return self.value(match[1])
            return str(self.rng.randint(int(match[2]), int(match[3])))

        return _FILL.sub(filled, frame)


Slot: TypeAlias = Sequence[str] | Callable[[Draw], str]
"""Values to choose from, or what makes one."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Sentences of one kind.

    Attributes:
        name: as the command knows it.
        counts: which characters make a sentence right or wrong, for people.
        frames: see the module. Frames and not sentences are drawn evenly.
        small: frames that a person still understands in small letters, without them nothing is so written.
        slots: what the frames' slots stand for.
        goes: labels whose identifiers have to be covered; None for all.
        capitals: whether a tenth is in capitals.
    """

    name: str
    counts: str
    frames: tuple[str, ...]
    slots: Mapping[str, Slot]
    small: tuple[str, ...] = ()
    goes: frozenset[Label] | None = None
    capitals: bool = True
    cases: Mapping[LetterCase, tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        cases = {LetterCase.WRITTEN: self.frames + self.small}
        if self.capitals:
            cases[LetterCase.CAPITALS] = self.frames + self.small
        if self.small:
            cases[LetterCase.SMALL] = self.small
        object.__setattr__(self, "cases", cases)


def make_sentences(kind: Kind, count: int = SENTENCES_A_KIND) -> list[MadeSentence]:
    """So many sentences of a kind, no two of the same text.

    Raises:
        ValueError: if the kind has not so many sentences.
    """
    # Each draw hangs on nothing but the kind's own name, so that a change to one kind leaves the others.
    rng = random.Random(f"{_SEED} {kind.name}")  # noqa: S311  (nothing secret hangs on it)
    order = list(kind.frames + kind.small)
    rng.shuffle(order)
    made: list[MadeSentence] = []
    seen: set[str] = set()
    for number in range(count):
        for attempt in range(_ATTEMPTS):
            case = _letter_case(rng, kind)
            frame = (
                order[(number + attempt) % len(order)]
                if case is LetterCase.WRITTEN
                else rng.choice(kind.cases[case])
            )
            sentence = _read(kind.name, frame, Draw(rng, kind.slots).fill(frame), case)
            if sentence.text not in seen:
                break
        else:
            raise ValueError(f"{kind.name} has only {len(made)} sentences")
        seen.add(sentence.text)
        made.append(sentence)
    return made


def _letter_case(rng: random.Random, kind: Kind) -> LetterCase:
    """A tenth in capitals, a tenth in small letters, where the kind has these."""
    drawn = rng.random()
    if drawn < 0.1 and LetterCase.CAPITALS in kind.cases:
        return LetterCase.CAPITALS
    if drawn >= 0.9 and LetterCase.SMALL in kind.cases:
        return LetterCase.SMALL
    return LetterCase.WRITTEN


def _read(kind: str, frame: str, marked: str, case: LetterCase) -> MadeSentence:
    """The sentence that a filled frame tells of."""
    turns: dict[LetterCase, Callable[[str], str]] = {
        LetterCase.WRITTEN: str,
        LetterCase.CAPITALS: str.upper,
        LetterCase.SMALL: str.lower,
    }
    turn = turns[case]
    text, at = "", 0
    identifiers: list[Identifier] = []
    stays: list[tuple[int, int]] = []
    for mark in _MARK.finditer(marked):
        text += turn(marked[at : mark.start()])
        held = turn(mark[2] or mark[3])
        if mark[1]:
            identifiers.append(Identifier(len(text), len(text) + len(held), Label(mark[1])))
        else:
            stays.append((len(text), len(text) + len(held)))
        text += held
        at = mark.end()
    text += turn(marked[at:])
    if any(sign in text for sign in ("[[", "]]", "{{", "}}", "$")):
        raise ValueError(f"a mark or slot of this frame is not well written: {frame}")
    return MadeSentence(kind, text, tuple(identifiers), tuple(stays), frame)
