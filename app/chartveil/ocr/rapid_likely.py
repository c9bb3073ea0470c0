"""Which of the readings that the recogniser wavers between is a word: what it saw, weighed with the language.

It only ever decides between readings that the network itself holds for possible, and never changes a digit,
nor a number or code that letters are part of.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from chartveil.ocr.language import Language

DOUBT = 0.95
"""Confidence of a word's least certain character below which its other readings are looked at."""
_WEIGHT = 0.6
"""Of the language beside what was seen: neighbouring columns see much of the same, so the network is less
sure than it says. From .6 to 1 the share of words read on faxes moved by less than a tenth of a percent."""
_POSSIBLE = 0.01
"""Of the likeliest reading: what is less likely by what was seen is none."""
_LEAST = 0.004
"""Probability of a character in one column below which it is not pursued."""
_BRANCHES = 5
"""Characters of one column that are pursued, at most."""
_BREADTH = 12
"""Readings that are pursued at once."""
_RUNS = re.compile(r"\w+")
_INNER = re.compile(r"(?<=\w)[^\w\s]+(?=\w)")


def likeliest(text: str, chances: NDArray[np.float32], letters: list[str], language: Language) -> str:
    """The reading of a word that sight and language together hold for likeliest.

    Args:
        text: as it was spelt.
        chances: probability of each class in each of its columns; blanks at both ends may be part of it.
        letters: characters by class, the first of them none.
        language: how likely words are.
    """
    if not any(c.isascii() and c.isalpha() for c in text):
        return text
    seen: dict[str, float] = {}
    for reading, chance in readings(chances, letters):
        bare = reading.strip()
        seen[bare] = seen.get(bare, 0.0) + chance
    most = max(seen.values(), default=0.0)
    if most <= 0.0:
        return text
    seen[text] = max(seen.get(text, 0.0), _POSSIBLE * most)
    possible = [r for r, chance in seen.items() if chance >= _POSSIBLE * most and _is_other(r, text)]
    if not possible:
        return text
    return max([text, *sorted(possible)], key=lambda r: math.log10(seen[r]) + _WEIGHT * language.token(r))


def readings(chances: NDArray[np.float32], letters: list[str]) -> list[tuple[str, float]]:
    """What the columns may say, with the probability of each; a beam search over prefixes (Graves 2008, 7.5).

    Args:
        chances: columns x classes; the first class is no character.
    """
    beam: dict[tuple[int, ...], tuple[float, float]] = {(): (1.0, 0.0)}
    for column in chances:
        likely = np.flatnonzero(column >= _LEAST)
        likely = likely[np.argsort(-column[likely], kind="stable")][:_BRANCHES]
        # For each prefix: how likely it is with nothing in the last column, and with its last character.
        grown: dict[tuple[int, ...], tuple[float, float]] = {}
        for prefix, (closed, open_) in beam.items():
            for n in likely.tolist():
                chance = float(column[n])
                if n == 0:
                    _put(grown, prefix, (closed + open_) * chance, 0.0)
                elif prefix and prefix[-1] == n:
                    _put(grown, prefix, 0.0, open_ * chance)
                    _put(grown, (*prefix, n), 0.0, closed * chance)
                else:
                    _put(grown, (*prefix, n), 0.0, (closed + open_) * chance)
        ranked = sorted(grown.items(), key=lambda item: (-sum(item[1]), item[0]))
        beam = dict(ranked[:_BREADTH])
    return [("".join(letters[n] for n in prefix), sum(chance)) for prefix, chance in beam.items()]


def _put(
    beam: dict[tuple[int, ...], tuple[float, float]], prefix: tuple[int, ...], closed: float, open_: float
) -> None:
    before = beam.get(prefix, (0.0, 0.0))
    beam[prefix] = (before[0] + closed, before[1] + open_)


def _is_other(reading: str, text: str) -> bool:
    """Whether this is another reading of one word, with the same numbers and codes, as many parts, and no
    letter fewer: what is left of a word that no dictionary knows is often one that they do."""
    return (
        reading not in ("", text)
        and not any(c.isspace() for c in reading)
        and _codes(reading) == _codes(text)
        and len(_INNER.findall(reading)) == len(_INNER.findall(text))
        and 0 <= _length(reading) - _length(text) <= 1
    )


def _length(text: str) -> int:
    return sum(c.isalnum() for c in text)


def _codes(text: str) -> list[str]:
    return [run for run in _RUNS.findall(text) if any(c.isdigit() for c in run)]
