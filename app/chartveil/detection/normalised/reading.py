"""The normalised reading of a text: what people or machines wrote in disguise, written plainly.

``M&#252;ller``, ``S m i t h``, a Cyrillic letter in a Latin word, invisible characters between letters,
digits in another script: rules, lists and networks that know the plain form know none of these. The reading
holds only the lines that differ, with those beside them, so that a usual note costs nothing more.
"""

from __future__ import annotations

from functools import lru_cache

from chartveil.detection.aligned_reading import AlignedReading, AlignedText
from chartveil.detection.normalised.characters import (
    decode_escapes,
    replace_look_alikes,
    turn_upright,
    write_characters_plainly,
)
from chartveil.detection.normalised.forms import (
    join_characters,
    join_numbers,
    part_joined,
    read_codes,
    turn_round,
)
from chartveil.detection.normalised.parted import (
    join_boxes,
    join_digits,
    join_hyphenated,
    join_letters,
    remove_markup,
)
from chartveil.detection.normalised.spelled import read_spelled
from chartveil.domain.tokenized_text import TokenizedText

NORMALISED_DETAIL = "written in disguise"
"""Remark in the evidence of spans that the normalised reading gave."""

_STEPS = (
    decode_escapes,
    remove_markup,
    turn_upright,
    write_characters_plainly,
    replace_look_alikes,
    turn_round,
    read_codes,
    read_spelled,
    join_characters,
    join_letters,
    join_boxes,
    join_digits,
    join_numbers,
    join_hyphenated,
    part_joined,
)
_MOST_ROUNDS = 4
"""An entity may be written with entities (``&amp;#252;``); nobody goes on like that for long."""
_REACH = 300
"""Most characters of the neighbourhood on either side of a change."""


def normalise(text: str) -> AlignedText | None:
    """The text written plainly, with the way back to it; None where that is the same."""
    aligned: AlignedText | None = None
    for _ in range(_MOST_ROUNDS):
        before = aligned.text if aligned else text
        for step in _STEPS:
            edits = list(step(aligned.text if aligned else text))
            if edits:
                aligned = aligned or AlignedText(text)
                aligned.apply_edits(edits)
        if aligned is None or aligned.text == before:
            break
    return aligned if aligned is not None and aligned.text != text else None


@lru_cache(4096)
def plain_form(text: str) -> str:
    """A short text written plainly."""
    aligned = normalise(text)
    return text if aligned is None else aligned.text


class TextNormaliser:
    """Makes normalised readings, kept with a view (``TokenizedText.cached``)."""

    def make(self, view: TokenizedText) -> AlignedReading | None:
        """The normalised reading of a document; None where it is the text itself."""
        aligned = normalise(view.text)
        if aligned is None:
            return None
        changed = sorted(aligned.changed)
        excerpt = aligned.excerpt(_neighbourhoods(view.text, changed))
        return AlignedReading.of(view.document, excerpt, "normalised", NORMALISED_DETAIL, changed)


def _neighbourhoods(text: str, changed: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges, sorted and apart, of lines that changed, with the line before and the one behind."""
    found: list[tuple[int, int]] = []
    for a, b in changed:
        if found and b <= found[-1][1] - _REACH:
            continue
        start, end = (
            _line_start(text, _line_start(text, a, a) - 1, a),
            _line_end(text, _line_end(text, b, b) + 1, b),
        )
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _line_start(text: str, at: int, changed: int) -> int:
    """Where the line of a place begins, or the word that stands ``_REACH`` before what changed."""
    low = max(0, changed - _REACH)
    start = text.rfind("\n", low, max(at, low)) + 1
    if start == 0 and low > 0:
        start = max(text.find(" ", low, changed), low)
    return start


def _line_end(text: str, at: int, changed: int) -> int:
    high = min(len(text), changed + _REACH)
    end = text.find("\n", min(at, high), high)
    if end < 0:
        end = high if high == len(text) else max(text.rfind(" ", changed, high), changed)
    return end
