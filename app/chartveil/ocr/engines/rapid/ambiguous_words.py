"""Chooses between readings that the recogniser is unsure of, by what it saw and by the language.

It only ever decides between readings that the network itself holds for possible, and never changes a digit,
nor a number or code that letters are part of.
"""

from __future__ import annotations

import math
import re
import unicodedata
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from chartveil.ocr.engines.rapid.language_model import LanguageModel

_DOUBT, _DOUBT_OF_NEW = 0.95, 0.999
"""Confidence of a word's least certain character below which its other readings are looked at: of any word,
and of one that no dictionary knows."""
_WEIGHT = 0.6
"""Weight of the language against what was seen: neighbouring columns see much of the same, so the network is
less sure than it says. From .6 to 1 the share of words read on faxes moved by less than a tenth of a
percent."""
_POSSIBLE, _POSSIBLE_OF_NEW = 0.01, 0.0001
"""Shares of the likeliest reading's probability below which a reading is dropped. On coarse faxes the network
may be .998 sure of a wrong letter (`Unifled`), so words that no dictionary knows keep more."""
_LEAST = 0.0002
"""Probability of a character in one column below which it is not pursued."""
_BRANCHES = 5
"""Characters of one column that are pursued, at most."""
_BREADTH = 20
"""Readings that are pursued at once."""
_HIDDEN = 0.02
"""Probability of a character in a column that shows none, from which a word may have lost one."""
_SHOWN = 0.5
"""Probability from which a column shows a character, or none."""
_RUNS = re.compile(r"\w+")
_INNER = re.compile(r"(?<=\w)[^\w\s]+(?=\w)")


def is_doubtful(text: str, confidence: float, chances: NDArray[np.float32], language: LanguageModel) -> bool:
    """Whether a word's other readings are to be looked at.

    Args:
        text: as it was spelt.
        confidence: of its least certain character.
        chances, language: as for :func:`likeliest_reading`.
    """
    if confidence >= _DOUBT_OF_NEW:
        return _may_lack_a_character(chances)
    return confidence < _DOUBT or not language.knows_all_words(text) or _may_lack_a_character(chances)


def _may_lack_a_character(chances: NDArray[np.float32]) -> bool:
    """Whether the network nearly saw a character more than it spelt. The confidence of what it spelt does not
    tell: `fro` is certain to the last letter where an `m` of .36 follows.

    Args:
        chances: as for :func:`likeliest_reading`.
    """
    nothing = chances[:, 0]
    for at in np.flatnonzero((nothing > _SHOWN) & (nothing < 1 - _HIDDEN)).tolist():
        column = chances[at].copy()
        column[[0, -1]] = 0.0  # nothing, and the blank between words
        other = int(column.argmax())
        # A character reaches into the columns beside its own.
        beside = chances[max(at - 1, 0) : at + 2, other]
        if column[other] >= _HIDDEN and beside.max() < _SHOWN:
            return True
    return False


def likeliest_reading(
    text: str, chances: NDArray[np.float32], letters: list[str], language: LanguageModel
) -> str:
    """The reading of a word that sight and language together hold for likeliest.

    Args:
        text: as it was spelt.
        chances: probability of each class in each of its columns; blanks at both ends may be part of it.
        letters: characters by class, the first of them none.
        language: how likely words are.
    """
    if not any(c.isascii() and c.isalpha() for c in unicodedata.normalize("NFKD", text)):
        return text
    seen: dict[str, float] = {}
    for reading, chance in possible_readings(chances, letters):
        bare = reading.strip()
        seen[bare] = seen.get(bare, 0.0) + chance
    most = max(seen.values(), default=0.0)
    if most <= 0.0:
        return text
    least = most * (_POSSIBLE if language.knows_all_words(text) else _POSSIBLE_OF_NEW)
    seen[text] = max(seen.get(text, 0.0), least)
    possible = [r for r, chance in seen.items() if chance >= least and _is_other(r, text)]
    if not possible:
        return text
    return max(
        [text, *sorted(possible)],
        key=lambda r: math.log10(seen[r]) + _WEIGHT * language.token_log_probability(r),
    )


def possible_readings(chances: NDArray[np.float32], letters: list[str]) -> list[tuple[str, float]]:
    """Possible texts of the columns, with the probability of each; a beam search over prefixes (Graves 2008,
    7.5).

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
        and (0 <= _length(reading) - _length(text) <= 1 or _joins_strokes(reading, text))
    )


def _joins_strokes(reading: str, text: str) -> bool:
    """Whether two letters of the text are one in the reading: the `rn` of `horne` is the `m` of `home`."""
    first = _same(reading, text)
    last = _same(reading[first:][::-1], text[first:][::-1])
    one, two = reading[first : len(reading) - last], text[first : len(text) - last]
    return len(one) == 1 and len(two) == 2 and (one + two).isalpha() and one not in two


def _same(a: str, b: str) -> int:
    """How many characters both begin with."""
    return next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def _length(text: str) -> int:
    return sum(c.isalnum() for c in text)


def _codes(text: str) -> list[str]:
    return [run for run in _RUNS.findall(text) if any(c.isdigit() for c in run)]
