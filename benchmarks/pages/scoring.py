"""How well a made page was read and would be covered: counts of one page, which can be added up."""

from __future__ import annotations

import statistics
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from benchmarks.pages.canvas import rect_around_words
from benchmarks.pages.synthetic_page import PEN_STROKE, GoldWord, SyntheticPage
from chartveil.domain.geometry import Rect
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import RegionKind
from chartveil.evaluation.stats import (
    Interval,
    MatchCounts,
    bootstrap_intervals,
    proportion_interval,
    recall,
)

_ALIKE = str.maketrans("‘’`´“”‐‑‒–—−·•∙", "''''\"\"------···")
"""Characters that look alike and count as the same."""
_BARED = 0.9
"""Of a word with less of its ink covered than this somebody may read something."""


@dataclass(frozen=True, slots=True)
class ReaderOutput:
    """What a reader made of a page, in pixels of the page's picture.

    Attributes:
        words: texts with their places, in the order of the text; padded if the reader pads them.
        regions: what it would cover besides.
        ordered: whether the order of the words means anything.
    """

    words: tuple[tuple[str, Rect], ...]
    regions: tuple[tuple[RegionKind, Rect], ...] = ()
    ordered: bool = True


@dataclass(frozen=True, slots=True)
class MissedWord:
    """A word that was not read right.

    Attributes:
        word: as drawn.
        read: what was read at its place; empty if nothing was.
        covered: whether a region stands over most of it.
    """

    word: GoldWord
    read: str
    covered: bool


@dataclass(frozen=True, slots=True)
class PageScore:
    """Counts of one page. ``found`` of ``gold`` in each tally.

    Attributes:
        letters: errors (as found) of characters (as gold), blanks between words included.
        words: words whose letters were read at their place.
        parted: of those with a letter or digit, words that were also read as a word by themselves.
        labels: words of identifiers by label, as ``words``.
        stamped: words that lie under or in others' ink, as ``words``; part of ``words`` too.
        ink: pixels of identifiers' ink, covered.
        bared: words of identifiers with less than nine tenths of their ink covered (as found).
        lost: lines of which nothing was read and that no region covers (as found).
        false_regions: regions of unread text under which every word was read and no pen has drawn.
        reversed_pairs: neighbouring words of a block that were read in the wrong order (as found).
        torn_pairs: neighbouring words of a block with words from elsewhere read between them (as found).
        missed: words that were not found.
    """

    letters: MatchCounts
    words: MatchCounts
    parted: MatchCounts
    labels: dict[Label, MatchCounts]
    stamped: MatchCounts
    ink: MatchCounts
    bared: MatchCounts
    lost: MatchCounts
    false_regions: int
    reversed_pairs: MatchCounts
    torn_pairs: MatchCounts
    missed: tuple[MissedWord, ...]


def comparable_text(text: str) -> str:
    """The letters that count: case, and what is no letter or digit at the ends, aside."""
    text = unicodedata.normalize("NFKC", text).translate(_ALIKE).casefold()
    inner = [i for i, c in enumerate(text) if c.isalnum()]
    return text[inner[0] : inner[-1] + 1] if inner else ""


def edit_distance(a: str, b: str) -> int:
    """Levenshtein's: the fewest single characters to put in, take out or change."""
    if not a or not b:
        return len(a) + len(b)
    codes = np.array([ord(c) for c in b])
    steps = np.arange(len(b) + 1)
    row = steps.copy()
    for i, c in enumerate(a, 1):
        best = np.minimum(row[1:] + 1, row[:-1] + (codes != ord(c)))
        # What is put in from the left costs one a character: a running minimum of cost less position.
        row = np.minimum.accumulate(np.concatenate(([i], best)) - steps) + steps
    return int(row[-1])


def score_page(page: SyntheticPage, reading: ReaderOutput) -> PageScore:
    """How well a page was read."""
    truth = [w for w in page.words if comparable_text(w.text)]
    overlaps = _Overlaps(truth, reading)
    found = [overlaps.found(i) for i in range(len(truth))]
    alone = sum(overlaps.alone(i) >= 0 for i in range(len(truth)))
    right = [f >= 0 for f in found]
    stamped = _stamped(truth)
    by_label: dict[Label, MatchCounts] = {}
    for w, ok in zip(truth, right, strict=True):
        if w.label is not None:
            by_label[w.label] = by_label.get(w.label, MatchCounts()) + MatchCounts(1, int(ok))
    ink, bared = _covered(page, reading)
    missed = tuple(
        MissedWord(w, overlaps.text_at(i), overlaps.region_over(w.place))
        for i, w in enumerate(truth)
        if not right[i]
    )
    reversed_pairs, torn = _order(truth, found) if reading.ordered else (MatchCounts(), MatchCounts())
    return PageScore(
        letters=_letters(page.words, reading),
        words=MatchCounts(len(truth), sum(right)),
        parted=MatchCounts(len(truth), alone),
        labels=by_label,
        stamped=MatchCounts(sum(stamped), sum(s and r for s, r in zip(stamped, right, strict=True))),
        ink=ink,
        bared=bared,
        lost=_lost(truth, overlaps),
        false_regions=_false_regions(page, missed, reading),
        reversed_pairs=reversed_pairs,
        torn_pairs=torn,
        missed=missed,
    )


def _edges(places: Sequence[Rect]) -> NDArray[np.float64]:
    """Left, top, right, bottom of each, in rows."""
    rows = [(p.left, p.top, p.right, p.bottom) for p in places]
    return np.array(rows, np.float64).reshape(-1, 4)


def _shared(place: Rect, edges: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Width and height of what a place shares with each of many; at most 0 where it shares nothing."""
    across = np.minimum(place.right, edges[:, 2]) - np.maximum(place.left, edges[:, 0])
    down = np.minimum(place.bottom, edges[:, 3]) - np.maximum(place.top, edges[:, 1])
    return across, down


class _Overlaps:
    """Which read words stand where true ones do."""

    def __init__(self, truth: Sequence[GoldWord], reading: ReaderOutput) -> None:
        self._truth, self._reading = truth, reading
        self._read = _edges([p for _, p in reading.words])
        self._regions = _edges([p for _, p in reading.regions])
        self._heights = self._read[:, 3] - self._read[:, 1]

    def near(self, place: Rect, share: float = 0.5) -> list[int]:
        """Read words that stand beside or over a place on its line, from left to right.

        Args:
            share: of the lower one's height that both have in common at least.
        """
        across, down = _shared(place, self._read)
        level = down >= share * np.minimum(self._heights, place.height)
        here = np.nonzero(level & (across > 0))[0]
        return [int(i) for i in here[np.argsort(self._read[here, 0], kind="stable")]]

    def found(self, i: int) -> int:
        """Index of the read word that the true one's letters begin in; -1 if they were not read there.

        Letters of a read word are taken to be spread evenly over its place; half the height and a tenth of
        the word's width are granted on each side.
        """
        word, sought = self._truth[i], comparable_text(self._truth[i].text)
        by_itself = self.alone(i)
        if by_itself >= 0:
            return by_itself
        letters: list[str] = []
        homes: list[int] = []
        for j in self.near(word.place):
            text, place = self._reading.words[j]
            text = unicodedata.normalize("NFKC", text).translate(_ALIKE).casefold()
            slack = 0.5 * word.place.height + 0.1 * place.width
            for k, c in enumerate(text):
                middle = place.left + (k + 0.5) * place.width / len(text)
                if word.place.left - slack <= middle <= word.place.right + slack:
                    letters.append(c)
                    homes.append(j)
        at = "".join(letters).find(sought)
        return homes[at] if at >= 0 else -1

    def alone(self, i: int) -> int:
        """Index of the read word that is the true one and nothing else, over half of its width; else -1."""
        place, sought = self._truth[i].place, comparable_text(self._truth[i].text)
        across, _ = _shared(place, self._read)
        same = (
            j
            for j in self.near(place)
            if across[j] >= 0.5 * place.width and comparable_text(self._reading.words[j][0]) == sought
        )
        return next(same, -1)

    def text_at(self, i: int) -> str:
        """What was read at a true word's place."""
        return " ".join(self._reading.words[j][0] for j in self.near(self._truth[i].place, 0.3))

    def region_over(self, place: Rect) -> bool:
        """Whether a region stands over half of a place."""
        across, down = _shared(place, self._regions)
        area = np.maximum(across, 0) * np.maximum(down, 0)
        return bool((area >= 0.5 * place.width * place.height).any())


def _letters(words: Sequence[GoldWord], reading: ReaderOutput) -> MatchCounts:
    """Errors and characters, line by line; a read word belongs to the line it shares most with."""
    lines: dict[int, list[GoldWord]] = {}
    for w in words:
        lines.setdefault(w.line, []).append(w)
    edges = _edges([w.place for w in words])
    line_of = [w.line for w in words]
    read: dict[int, list[tuple[float, str]]] = {}
    astray = 0
    for text, place in reading.words:
        across, down = _shared(place, edges)
        area = np.maximum(across, 0) * np.maximum(down, 0)
        if not area.any():
            astray += len(text)
            continue
        shares: dict[int, float] = {}
        for k in np.nonzero(area)[0]:
            shares[line_of[k]] = shares.get(line_of[k], 0.0) + float(area[k])
        read.setdefault(max(shares, key=lambda n: shares[n]), []).append((place.left, text))
    errors, characters = astray, 0
    for number, line in lines.items():
        true = " ".join(w.text for w in line).translate(_ALIKE)
        seen = " ".join(t for _, t in sorted(read.get(number, []))).translate(_ALIKE)
        errors += edit_distance(true, seen)
        characters += len(true)
    return MatchCounts(characters, errors)


def _stamped(truth: Sequence[GoldWord]) -> list[bool]:
    """Whether each word shares a tenth of its place, or of another's, with a word of another block."""
    edges = _edges([w.place for w in truth])
    blocks = np.array([w.block for w in truth])
    areas = (edges[:, 2] - edges[:, 0]) * (edges[:, 3] - edges[:, 1])
    out = []
    for w in truth:
        across, down = _shared(w.place, edges)
        area = np.maximum(across, 0) * np.maximum(down, 0)
        least = np.minimum(areas, w.place.width * w.place.height)
        out.append(bool(((area > 0.1 * least) & (blocks != w.block)).any()))
    return out


def _covered(page: SyntheticPage, reading: ReaderOutput) -> tuple[MatchCounts, MatchCounts]:
    """Ink of identifiers under the places of words read as part of them, or under regions."""
    wanted = [w for w in page.words if w.label is not None]
    edges = _edges([p for _, p in reading.words])
    widths, heights = edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]
    over = np.zeros(page.owners.shape, bool)
    for w in wanted:
        across, down = _shared(w.place, edges)
        # Padding makes small places large: half of the narrower one and half of the lower one make a part.
        part = (across >= 0.5 * np.minimum(widths, w.place.width)) & (across > 0)
        part &= (down >= 0.5 * np.minimum(heights, w.place.height)) & (down > 0)
        for k in np.nonzero(part)[0]:
            _fill(over, reading.words[k][1])
    for _, place in reading.regions:
        _fill(over, place)
    size = int(page.owners.max(initial=0)) + 1
    total = np.bincount(page.owners.ravel(), minlength=size)
    hidden = np.bincount(page.owners[over], minlength=size)
    ink = MatchCounts(sum(int(total[w.number]) for w in wanted), sum(int(hidden[w.number]) for w in wanted))
    bared = sum(bool(hidden[w.number] < _BARED * total[w.number]) for w in wanted)
    return ink, MatchCounts(len(wanted), bared)


def _fill(mask: NDArray[np.bool_], place: Rect) -> None:
    """Marks the pixels that a box painted at a place would cover."""
    top, left = max(0, round(place.top)), max(0, round(place.left))
    mask[top : max(0, round(place.bottom)), left : max(0, round(place.right))] = True


def _lost(truth: Sequence[GoldWord], overlaps: _Overlaps) -> MatchCounts:
    """Lines over whose words nothing was read and no region stands."""
    lines: dict[int, list[GoldWord]] = {}
    for w in truth:
        lines.setdefault(w.line, []).append(w)
    lost = sum(
        not any(overlaps.near(w.place, 0.3) or overlaps.region_over(w.place) for w in line)
        and not overlaps.region_over(rect_around_words(line))
        for line in lines.values()
    )
    return MatchCounts(len(lines), lost)


def _false_regions(page: SyntheticPage, missed: Sequence[MissedWord], reading: ReaderOutput) -> int:
    """Regions of unread text that touch no word that was missed and no stroke of a pen."""
    edges = _edges([m.word.place for m in missed])
    false = 0
    for kind, place in reading.regions:
        if kind in (RegionKind.UNREAD, RegionKind.HANDWRITING):
            across, down = _shared(place, edges)
            top, left = max(0, int(place.top)), max(0, int(place.left))
            under = page.owners[top : int(place.bottom) + 1, left : int(place.right) + 1]
            false += not (((across > 0) & (down > 0)).any() or (under == PEN_STROKE).any())
    return false


def _order(truth: Sequence[GoldWord], found: Sequence[int]) -> tuple[MatchCounts, MatchCounts]:
    """Neighbours of a block that were read in the wrong order, and such that were torn apart."""
    at = [(w, f) for w, f in zip(truth, found, strict=True) if f >= 0]
    homes = np.array(sorted({f for _, f in at}))
    pairs = reversed_ = torn = 0
    for (a, i), (b, j) in pairwise(at):
        if a.block < 0 or a.block != b.block:
            continue
        pairs += 1
        if j < i:
            reversed_ += 1
        elif j > i:
            torn += bool(np.searchsorted(homes, j) - np.searchsorted(homes, i) > 1)
    return MatchCounts(pairs, reversed_), MatchCounts(pairs, torn)


@dataclass(frozen=True, slots=True)
class MeasuredShare:
    """So many of so many.

    Attributes:
        found, gold: counts.
        interval: of 95 %, by bootstrap over pages; where all or none are found, the exact one, which takes
            words for independent. None with fewer than two pages or nothing to count.
    """

    found: int
    gold: int
    interval: Interval | None

    @property
    def value(self) -> float | None:
        """The share; None where nothing was to be found."""
        return self.found / self.gold if self.gold else None


@dataclass(frozen=True, slots=True)
class PageScoreSummary:
    """Of pages; the shares are those of :class:`PageScore`.

    Attributes:
        pages: how many.
        letters: the character error rate.
        false_regions: a page, on average.
        seconds: to read a page: least, median, most; None where nothing was timed.
    """

    pages: int
    letters: MeasuredShare
    words: MeasuredShare
    parted: MeasuredShare
    stamped: MeasuredShare
    ink: MeasuredShare
    bared: MeasuredShare
    lost: MeasuredShare
    reversed_pairs: MeasuredShare
    torn_pairs: MeasuredShare
    labels: dict[Label, MeasuredShare]
    false_regions: float
    seconds: tuple[float, float, float] | None


_SHARES = ("letters", "words", "parted", "stamped", "ink", "bared", "lost", "reversed_pairs", "torn_pairs")


def summarize_scores(scores: Sequence[PageScore], seconds: Sequence[float] = ()) -> PageScoreSummary:
    """Adds up the scores of pages.

    Raises:
        ValueError: without pages.
    """
    if not scores:
        raise ValueError("there are no pages to add up")
    tallies: dict[str, list[MatchCounts]] = {name: [getattr(s, name) for s in scores] for name in _SHARES}
    labels = sorted({label for s in scores for label in s.labels})
    tallies |= {f"label {label}": [s.labels.get(label, MatchCounts()) for s in scores] for label in labels}
    intervals = bootstrap_intervals(tallies)
    shares = {name: _share(tallies[name], intervals[name][0]) for name in tallies}
    return PageScoreSummary(
        pages=len(scores),
        labels={label: shares[f"label {label}"] for label in labels},
        false_regions=sum(s.false_regions for s in scores) / len(scores),
        seconds=(min(seconds), statistics.median(seconds), max(seconds)) if seconds else None,
        **{name: shares[name] for name in _SHARES},
    )


def _share(tallies: Sequence[MatchCounts], interval: Interval | None) -> MeasuredShare:
    total = sum(tallies, MatchCounts())
    share = recall(total)
    if interval is not None and share in (0, 1):
        interval = proportion_interval(total.found, total.gold)
    return MeasuredShare(total.found, total.gold, interval)
