"""Spells the characters of a cut-out line: the recogniser of PP-OCR, and the way back from its columns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from chartveil.ocr.model import Picture

LINE_HEIGHT = 48
"""Of what the network sees, in pixels."""
_LEAST_WIDTH = 320
"""Narrower lines are filled up: the network was trained so."""


_MOST_WIDTH = 9600
"""Wider lines are squeezed: memory grows with the width."""
_LOOKALIKES = {"0": "Oo", "O": "0", "o": "0", "1": "lI", "l": "1", "I": "1"}
"""Digits and letters of one look: which of them it is, its neighbours say."""
_LIKELY = 0.02
"""Probability from which a twin is believed. Where a digit was one, its twin had less on the pages tried."""


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
    return ["", *listed.splitlines(), " "]


def spell_line(session: Any, letters: list[str], line: Picture) -> SpelledLine:
    """Spells a level line (height × width × 3)."""
    height, width = line.shape[:2]
    own = min(max(1, round(LINE_HEIGHT * width / height)), _MOST_WIDTH)
    how = cv2.INTER_AREA if height > LINE_HEIGHT else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(line, (own, LINE_HEIGHT), interpolation=how), np.float32)
    feed = np.zeros((1, 3, LINE_HEIGHT, max(own, _LEAST_WIDTH)), np.float32)
    feed[0, :, :, :own] = (small / 127.5 - 1.0).transpose(2, 0, 1)
    (chances,) = session.run(None, {session.get_inputs()[0].name: feed})
    return SpelledLine(
        with_lookalikes_resolved(_decoded(chances[0], letters, feed.shape[3] / own)), chances[0]
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


def _decoded(chances: NDArray[np.float32], letters: list[str], stretch: float) -> list[SpelledCharacter]:
    """Characters of a table of columns × classes: neighbours of the same class are one, class 0 is none."""
    best = chances.argmax(axis=1)
    classes = {letter: i for i, letter in enumerate(letters)}
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
