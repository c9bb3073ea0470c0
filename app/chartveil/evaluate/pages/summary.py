"""Counts of many pages added up, with intervals by bootstrap over pages."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from chartveil.domain import Label
from chartveil.evaluate.pages.measures import PageScore
from chartveil.evaluate.stats import Interval, MatchCounts, bootstrap_intervals, proportion_interval, recall


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
