"""Spells the characters of a cut-out line by the recogniser of PP-OCR and finds their places by its columns.

Words are parted by gaps in the ink: the recogniser loses some blanks, and sets some where no gap is.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from chartveil.ocr.engine_interface import Picture
from chartveil.ocr.engines.onnx_session import run_network

LINE_HEIGHT = 48
"""Height of the network's input, in pixels."""
_LEAST_WIDTH = 320
"""Narrower lines are filled up: the network was trained so."""


_MOST_WIDTH = 9600
"""Wider lines are squeezed: memory grows with the width."""
_LOOKALIKES = {"0": "Oo", "O": "0", "o": "0", "1": "lI", "l": "1", "I": "1"}
"""Digits and letters of one look: which of them it is, its neighbours say."""
_LIKELY = 0.02
"""Probability from which a twin is believed. Where a digit was one, its twin had less on the pages tried."""
_ENOUGH = 2
"""So many blanks with a gap tell how wide the blanks of a line are."""
_WIDE = 0.85
"""Share of a line's usual blank from which on a gap parts two words."""
_WIDE_ALONE = 0.4
"""The same as a share of the line's height, where the line does not tell its usual blank."""
_NARROW = 0.5
"""Share of the usual blank below which a gap is no blank."""
_RULE = 0.97
"""Share of a column that is ink where an upright rule runs."""
_LEAST = 0.1
"""Share of the line's height below which no gap is a blank."""
_LOOSE = 0.2
"""Share of the line's height by which the place of a character may be off; the network has six columns in a
height."""
_CERTAIN = 0.25
"""Share of the line's height from which on a gap is wide enough for a blank that was spelt."""


@dataclass(frozen=True, slots=True)
class SpelledCharacter:
    """One character.

    Attributes:
        character: also a blank.
        position: where it was seen, as a share of the line's width, from the left.
        confidence: in [0, 1].
        lookalike: the likelier of its twins and how likely that is; empty where none is likely.
        columns: of the network between the character before it and the one after it, [first, end).
    """

    character: str
    position: float
    confidence: float
    lookalike: tuple[str, float] = ("", 0.0)
    columns: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class SpelledLine:
    """A line as the network sees it.

    Attributes:
        characters: from left to right, blanks included.
        probabilities: probability of each class in each column.
    """

    characters: list[SpelledCharacter]
    probabilities: NDArray[np.float32]


def characters_by_class(session: Any) -> list[str]:
    """Characters by class: nothing first, the blank last."""
    listed: str = session.get_modelmeta().custom_metadata_map["character"]
    return ["", *(_plain_numeral(c) for c in listed.splitlines()), " "]


def _plain_numeral(char: str) -> str:
    """A character; of a Roman numeral, as which capitals are misread, the letters that it looks like."""
    return unicodedata.normalize("NFKC", char) if "\u2160" <= char <= "\u217f" else char


def lookalike_classes(letters: list[str]) -> dict[str, int]:
    """The class of each character that may be taken for another of its look."""
    classes = {letter: i for i, letter in enumerate(letters)}
    twins = sorted(set("".join(_LOOKALIKES.values())))
    return {twin: classes[twin] for twin in twins if twin in classes}


def spell_line(session: Any, letters: list[str], twins: Mapping[str, int], line: Picture) -> SpelledLine:
    """Spells a level line (height × width × 3).

    Args:
        letters: characters by class.
        twins: as ``lookalike_classes`` has them.
    """
    height, width = line.shape[:2]
    own = min(max(1, round(LINE_HEIGHT * width / height)), _MOST_WIDTH)
    how = cv2.INTER_AREA if height > LINE_HEIGHT else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(line, (own, LINE_HEIGHT), interpolation=how), np.float32)
    feed = np.zeros((1, 3, LINE_HEIGHT, max(own, _LEAST_WIDTH)), np.float32)
    feed[0, :, :, :own] = (small / 127.5 - 1.0).transpose(2, 0, 1)
    (chances,) = run_network(session, {session.get_inputs()[0].name: feed})
    return SpelledLine(
        with_lookalikes_resolved(_decoded(chances[0], letters, twins, feed.shape[3] / own)), chances[0]
    )


def with_lookalikes_resolved(spelt: list[SpelledCharacter]) -> list[SpelledCharacter]:
    """The same characters, with a digit among letters or a letter among digits given its twin if that is
    likely."""
    out = list(spelt)
    for i, one in enumerate(spelt):
        twin, chance = one.lookalike
        near = [n for n in (spelt[i - 1 : i] + spelt[i + 1 : i + 2]) if n.character.isalnum()]
        if twin and near and all(n.character.isdigit() == twin.isdigit() for n in near):
            # The two share what the network knows of the shape.
            out[i] = replace(one, character=twin, confidence=min(1.0, one.confidence + chance))
    return out


def _decoded(
    chances: NDArray[np.float32], letters: list[str], classes: Mapping[str, int], stretch: float
) -> list[SpelledCharacter]:
    """Characters of a table of columns × classes: neighbours of the same class are one, class 0 is none."""
    best = chances.argmax(axis=1)
    starts = np.flatnonzero(np.diff(best, prepend=-1))
    runs = [
        (int(first), int(end))
        for first, end in zip(starts, [*starts[1:], len(best)], strict=True)
        if best[first]
    ]
    free = [0, *(end for _, end in runs)], [*(first for first, _ in runs[1:]), len(best)]
    out: list[SpelledCharacter] = []
    for n, (first, end) in enumerate(runs):
        peak = int(first + chances[first:end, best[first]].argmax())
        character = letters[best[first]]
        at = (first + end) / 2 / len(best) * stretch
        twins = [
            (float(chances[peak, classes[t]]), t) for t in _LOOKALIKES.get(character, "") if t in classes
        ]
        chance, twin = max(twins, default=(0.0, ""))
        out.append(
            SpelledCharacter(
                character,
                min(float(at), 1.0),
                float(chances[peak, best[first]]),
                (twin, chance) if chance >= _LIKELY else ("", 0.0),
                (free[0][n], free[1][n]),
            )
        )
    return out


@dataclass(frozen=True, slots=True)
class SpelledWord:
    """Characters between two blanks.

    Attributes:
        characters: none of them a blank; never empty.
        left, right: ends of their ink, as shares of the line's width.
    """

    characters: tuple[SpelledCharacter, ...]
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class _Gap:
    """Between two characters: columns without ink, and whether a blank was spelt there (and where)."""

    left: int
    right: int
    blank: float | None

    @property
    def width(self) -> int:
        return self.right - self.left


def split_words(spelt: list[SpelledCharacter], line: Picture) -> list[SpelledWord]:
    """The words of a spelt line, from left to right; blanks are set where its ink has gaps."""
    characters = [s for s in spelt if not s.character.isspace()]
    if not characters:
        return []
    height, width = line.shape[:2]
    dark = _dark(line)
    inky = _inky(dark)
    gaps = _gaps(spelt, characters, inky, height)
    usual = _usual(gaps)
    columns = np.flatnonzero(inky & ~_of_rules(dark))
    first, last = (int(columns[0]), int(columns[-1]) + 1) if len(columns) else (0, width)
    out: list[SpelledWord] = []
    start, left = 0, float(min(first, characters[0].position * width))
    for i, gap in enumerate(gaps):
        if _parts_words(gap, usual, height):
            ends = (gap.left, gap.right) if gap.width else (_between(gap, characters, i, width),) * 2
            out.append(SpelledWord(tuple(characters[start : i + 1]), left / width, ends[0] / width))
            start, left = i + 1, ends[1]
    right = max(last, characters[-1].position * width)
    return [*out, SpelledWord(tuple(characters[start:]), left / width, right / width)]


def _dark(line: Picture) -> NDArray[np.uint8]:
    """Where a line has ink: 1, or 0."""
    grey = cv2.medianBlur(cv2.cvtColor(line, cv2.COLOR_BGR2GRAY), 3)
    _, dark = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    if dark.mean() > 0.5:  # white on black
        dark = 1 - dark
    return np.asarray(dark, np.uint8)


def _inky(dark: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """For each column of a line, whether it has ink of characters."""
    height = len(dark)
    middle = dark[round(0.12 * height) : max(round(0.88 * height), 1)]
    no_rule = middle[middle.mean(axis=1) < 0.7]  # a rule under the line closes every gap
    return np.asarray(no_rule.sum(axis=0) >= max(1, round(0.04 * height)), bool)


def _of_rules(dark: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which columns of a line belong to upright rules, as those of a frame; letters leave room above and
    below."""
    # A rule that leans by a pixel fills no column.
    across = np.ones((1, 3), np.uint8)
    full = cv2.dilate(dark, across).mean(axis=0) >= _RULE
    return np.asarray(cv2.dilate(full.astype(np.uint8)[None], across)[0], bool)


def _gaps(
    spelt: list[SpelledCharacter], characters: list[SpelledCharacter], inky: NDArray[np.bool_], height: int
) -> list[_Gap]:
    """What lies between each character and the next."""
    at = np.asarray([c.position * len(inky) for c in characters])
    blanks = _blanks(spelt)
    # A character is known to be where it is within some columns only: a gap beside a blank is the blank's.
    loose = np.asarray([_LOOSE * height if b is not None else 0.0 for b in blanks])
    edges = np.flatnonzero(np.diff(np.concatenate([[True], inky, [True]]).astype(np.int8)))
    widest = [(0, 0)] * len(blanks)
    for left, right in edges.reshape(-1, 2):
        if left == 0 or right == len(inky):  # the margins
            continue
        share = np.minimum(at[1:] + loose, right) - np.maximum(at[:-1] - loose, left)
        if len(share) and share.max() > 0:
            pair = int(share.argmax())
            if right - left > widest[pair][1] - widest[pair][0]:
                widest[pair] = (int(left), int(right))
    return [_Gap(*ends, blank) for ends, blank in zip(widest, blanks, strict=True)]


def _blanks(spelt: list[SpelledCharacter]) -> list[float | None]:
    """Where a blank was spelt between each character and the next, or None."""
    out: list[float | None] = []
    blank, begun = None, False
    for one in spelt:
        if one.character.isspace():
            blank = one.position
            continue
        if begun:
            out.append(blank)
        blank, begun = None, True
    return out


def _usual(gaps: list[_Gap]) -> float | None:
    """The usual width of a line's blanks, in pixels; None if too few are known."""
    known = [g.width for g in gaps if g.blank is not None and g.width]
    return float(np.median(known)) if len(known) >= _ENOUGH else None


def _parts_words(gap: _Gap, usual: float | None, height: int) -> bool:
    """Whether a gap parts two words."""
    if gap.blank is not None:
        return usual is None or gap.width == 0 or gap.width >= min(_NARROW * usual, _CERTAIN * height)
    wide = _WIDE_ALONE * height if usual is None else _WIDE * usual
    return gap.width >= max(wide, _LEAST * height)


def _between(gap: _Gap, characters: list[SpelledCharacter], i: int, width: int) -> float:
    """Where two words meet whose ink touches."""
    middle = (characters[i].position + characters[i + 1].position) / 2
    return (middle if gap.blank is None else gap.blank) * width
