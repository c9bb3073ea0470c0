"""Reflows a line of a page around the words in it that were replaced.

A gap is as wide as the word that stood in it, and so tells much of it (Bland, Iyer, Levchenko 2023, "Story
Beyond the Eye"). So what follows a replaced word on its line moves to where it stands behind the new one,
with usual blanks, and a justified line is justified again.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from chartveil.domain.geometry import Rect

_BLANK = 1.6
"""Widest blank between two words of a run, in heights of its line; columns of a table stand wider apart."""
_APART = 1.2
"""Room that is left before what follows a run, in heights."""
_BEYOND = 1.5
"""Heights by which a line may be longer than all others of the page."""
_GLUED = 0.08
"""Gap between words that belong together, in heights."""
_LEAST, _USUAL, _MOST = 0.22, 0.3, 0.95
"""Blanks in heights: least, of a line that tells none, most."""
_ALIKE = 3.0
"""How much taller a word of a line may be than another."""
_FLUSH = 0.5
"""Points by which lines that end together may differ."""
_FLUSH_SHARE = 0.3
"""Share of a page's lines that end together where text is justified."""


@dataclass(frozen=True, slots=True)
class WordInRun:
    """A word of a run.

    Attributes:
        place: where it stands.
        is_replaced: whether something takes its place.
        is_glued: whether it belongs to the word before it without a blank; None if only the gap tells.
    """

    place: Rect
    is_replaced: bool
    is_glued: bool | None = None


@dataclass(frozen=True, slots=True)
class WordRun:
    """Words that follow each other on a line with blanks between.

    Attributes:
        words: from the left, one of them replaced at least.
        limit: how far to the right they may reach, in points.
        is_flush: whether the line ends where others end, as in justified text.
    """

    words: tuple[WordInRun, ...]
    limit: float
    is_flush: bool

    @property
    def height(self) -> float:
        """The height of its tallest word."""
        return max(w.place.height for w in self.words)

    @property
    def changed(self) -> Rect:
        """What may look different after the reflow: from the first replaced word to the limit."""
        first = min(w.place.left for w in self.words if w.is_replaced)
        top, bottom = (f(v) for f, v in zip((min, max), zip(*self._heights(), strict=True), strict=True))
        return Rect(first, top, max(self.limit, self.words[-1].place.right), bottom)

    def _heights(self) -> list[tuple[float, float]]:
        return [(w.place.top, w.place.bottom) for w in self.words]


def runs_of(words: Iterable[WordInRun]) -> list[WordRun]:
    """The runs of a page that have a replaced word, each replaced word in one of them."""
    lines: list[list[WordInRun]] = []
    ordered = sorted(words, key=lambda w: (w.place.top + w.place.bottom, w.place.left))
    for word in ordered:
        own = next((line for line in reversed(lines[-4:]) if _on_line(line[0].place, word.place)), None)
        if own is None:
            lines.append([word])
        else:
            own.append(word)
    parted = [(line, _parted(line)) for line in (sorted(ws, key=lambda w: w.place.left) for ws in lines)]
    ends = [run[-1].place.right for _, runs in parted for run in runs]
    found = []
    for _, runs in parted:
        for run, following in zip(runs, [*runs[1:], None], strict=True):
            if any(w.is_replaced for w in run):
                found.append(_run(run, following, ends))
    return found


def _on_line(a: Rect, b: Rect) -> bool:
    """Whether two words stand on one line: at one height, and neither turned beside the other."""
    if max(a.height, b.height) > _ALIKE * min(a.height, b.height):
        return False
    return min(a.bottom, b.bottom) - max(a.top, b.top) > 0.5 * min(a.height, b.height)


def _parted(line: Sequence[WordInRun]) -> list[list[WordInRun]]:
    """The words of a line, cut where more than a blank is between them."""
    height = max(w.place.height for w in line)
    runs: list[list[WordInRun]] = []
    reach = 0.0
    for word in line:
        if runs and word.place.left - reach <= _BLANK * height:
            runs[-1].append(word)
        else:
            runs.append([word])
        reach = max(reach, word.place.right) if len(runs[-1]) > 1 else word.place.right
    return runs


def _run(words: Sequence[WordInRun], following: Sequence[WordInRun] | None, ends: Sequence[float]) -> WordRun:
    height = max(w.place.height for w in words)
    right = words[-1].place.right
    flush = sum(abs(end - right) <= _FLUSH for end in ends) > max(2, _FLUSH_SHARE * len(ends))
    if following is not None:
        limit = following[0].place.left - _APART * height
    else:
        limit = max(ends) + _BEYOND * height
    return WordRun(tuple(words), max(limit, right), flush and following is None)


def reflowed_places(run: WordRun, widths: Callable[[float], Sequence[float]]) -> list[Rect] | None:
    """The places of a run's words after its replaced words got other widths; None where they do not fit.

    Args:
        run: words as they stand.
        widths: of the replaced words, from the left, when they are narrowed by a factor.
    """
    for narrowed, blank in ((1.0, None), (0.9, None), (0.9, _LEAST), (0.8, _LEAST)):
        places = _placed(run, widths(narrowed), blank)
        if places[-1].right <= run.limit:
            return _justified(run, places) if run.is_flush else places
    return None


def _placed(run: WordRun, widths: Sequence[float], blank: float | None) -> list[Rect]:
    own = [b.place.left - a.place.right for a, b in pairwise(run.words)]
    parted = [_is_parted(word, gap, run) for word, gap in zip(run.words[1:], own, strict=True)]
    blanks = [gap for gap, blank_before in zip(own, parted, strict=True) if blank_before and gap > 0]
    usual = max(statistics.median(blanks), _GLUED * run.height) if blanks else _USUAL * run.height
    if blank is not None:
        usual = min(usual, blank * run.height)
    left = iter(widths)
    places: list[Rect] = []
    for k, word in enumerate(run.words):
        if not any(w.is_replaced for w in run.words[:k]):
            at = word.place.left
        else:
            at = places[-1].right + (usual if parted[k - 1] else max(own[k - 1], 0.0))
        width = next(left) if word.is_replaced else word.place.width
        places.append(replace(word.place, left=at, right=at + width))
    return places


def _is_parted(word: WordInRun, gap: float, run: WordRun) -> bool:
    """Whether a blank is between a word and the one before it."""
    return gap > _GLUED * run.height if word.is_glued is None else not word.is_glued


def _justified(run: WordRun, places: list[Rect]) -> list[Rect]:
    """The places, with blanks behind the first replaced word so wide that the line ends where it did."""
    first = next(k for k, w in enumerate(run.words) if w.is_replaced)
    gaps = [b.left - a.right for a, b in pairwise(places)]
    blanks = [k for k, gap in enumerate(gaps) if k >= first and _is_parted(run.words[k + 1], gap, run)]
    spare = run.words[-1].place.right - places[-1].right
    wide = [(gaps[k] + spare / len(blanks)) / run.height for k in blanks]
    if not blanks or not all(_LEAST <= blank <= _MOST for blank in wide):
        return places
    moved, by = [places[0]], 0.0
    for k, place in enumerate(places[1:]):
        by += spare / len(blanks) if k in blanks else 0.0
        moved.append(replace(place, left=place.left + by, right=place.right + by))
    return moved
