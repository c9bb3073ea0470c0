"""Counts of many pages added up, with intervals by bootstrap over pages."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from chartveil.domain import Label
from chartveil.evaluate.pages.measures import PageScore
from chartveil.evaluate.stats import Interval, Tally, bootstrap, recall, share_interval


@dataclass(frozen=True, slots=True)
class Share:
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
class Summary:
    """Of pages; the shares are those of :class:`PageScore`.

    Attributes:
        pages: how many.
        letters: the character error rate.
        false_regions: a page, on average.
        seconds: to read a page: least, median, most; None where nothing was timed.
    """

    pages: int
    letters: Share
    words: Share
    parted: Share
    stamped: Share
    ink: Share
    bared: Share
    lost: Share
    reversed_pairs: Share
    torn_pairs: Share
    labels: dict[Label, Share]
    false_regions: float
    seconds: tuple[float, float, float] | None


_SHARES = ("letters", "words", "parted", "stamped", "ink", "bared", "lost", "reversed_pairs", "torn_pairs")


def summarize(scores: Sequence[PageScore], seconds: Sequence[float] = ()) -> Summary:
    """Adds up the scores of pages.

    Raises:
        ValueError: without pages.
    """
    if not scores:
        raise ValueError("there are no pages to add up")
    tallies: dict[str, list[Tally]] = {name: [getattr(s, name) for s in scores] for name in _SHARES}
    labels = sorted({label for s in scores for label in s.labels})
    tallies |= {f"label {label}": [s.labels.get(label, Tally()) for s in scores] for label in labels}
    intervals = bootstrap(tallies)
    shares = {name: _share(tallies[name], intervals[name][0]) for name in tallies}
    return Summary(
        pages=len(scores),
        labels={label: shares[f"label {label}"] for label in labels},
        false_regions=sum(s.false_regions for s in scores) / len(scores),
        seconds=(min(seconds), statistics.median(seconds), max(seconds)) if seconds else None,
        **{name: shares[name] for name in _SHARES},
    )


def _share(tallies: Sequence[Tally], interval: Interval | None) -> Share:
    total = sum(tallies, Tally())
    share = recall(total)
    if interval is not None and share in (0, 1):
        interval = share_interval(total.found, total.gold)
    return Share(total.found, total.gold, interval)
