"""The items of a document, sorted in every order that is needed, with their counts.

Documents of a megabyte with tens of thousands of items are reviewed. A decision must not walk through all of
them, so every order is kept sorted, and counts are kept up with each change.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from chartveil.domain.labels import Label
from chartveil.review.model import DecisionState, ReviewCounts, ReviewItem
from chartveil.review.risk import count_voters, doubt_reasons, item_risk

ItemKey: TypeAlias = tuple[int, int, int]
"""Start, end and id of an item: the order of items."""

_SORT_ANEW_FROM = 256
"""Changes at once from which sorting anew is quicker than putting each in its place."""
RISK_SCALE = 10_000
"""Risks are summed as whole ten-thousandths: such sums are exact, also after undo."""


class SortedRanges:
    """Keys of items, sorted. They may overlap."""

    def __init__(self) -> None:
        self._keys: list[ItemKey] = []
        self._longest = 0

    def replace_all(self, keys: Iterable[ItemKey]) -> None:
        """Takes these keys in place of those it held."""
        self._keys = sorted(keys)
        self._longest = max((end - start for start, end, _ in self._keys), default=0)

    def add(self, key: ItemKey) -> None:
        """Puts a key in its place."""
        insort(self._keys, key)
        self._longest = max(self._longest, key[1] - key[0])

    def remove(self, key: ItemKey) -> None:
        """Takes away a key that is there."""
        del self._keys[bisect_left(self._keys, key)]

    def __iter__(self) -> Iterator[ItemKey]:
        return iter(self._keys)

    def touching(self, start: int, end: int) -> list[ItemKey]:
        """Those that share a character with ``[start, end)``."""
        first = bisect_left(self._keys, (start - self._longest,))
        last = bisect_left(self._keys, (end,))
        return [k for k in self._keys[first:last] if k[1] > start]

    def walk_from(self, offset: int, *, backwards: bool, wrap: bool) -> Iterator[ItemKey]:
        """Those that start after the offset, in order, then, with ``wrap``, the others; backwards, those that
        start before it."""
        keys = self._keys
        if backwards:
            at = bisect_left(keys, (offset,))
            yield from (keys[i] for i in range(at - 1, -1, -1))
            if wrap:
                yield from (keys[i] for i in range(len(keys) - 1, at - 1, -1))
        else:
            at = bisect_left(keys, (offset + 1,))
            yield from (keys[i] for i in range(at, len(keys)))
            if wrap:
                yield from (keys[i] for i in range(at))


def item_key(item: ReviewItem) -> ItemKey:
    """The key of an item."""
    return item.span.start, item.span.end, item.id


class SortedItems:
    """Items of one document in one reading, in every order that is asked for, with their counts.

    It checks nothing: who changes it has checked.

    Args:
        items: in any order, ids unique.
        doubtful: score below which a proposed span is doubtful, in [0, 1].
        voters: how many models vote on each label; None to count those that speak for any item.
        listed: what lists of names hold an item's text as, such as ``a surname``; empty for nothing.
    """

    def __init__(
        self,
        items: Iterable[ReviewItem],
        *,
        doubtful: float,
        voters: Mapping[Label, int] | None,
        listed: Callable[[ReviewItem], str],
    ) -> None:
        every = list(items)
        self._doubtful_below = doubtful
        self.voters = count_voters(i.span for i in every) if voters is None else voters
        self.listed = listed
        self.next_id = 0
        self.every, self.taken, self.left = SortedRanges(), SortedRanges(), SortedRanges()
        self.undecided, self.doubted = SortedRanges(), SortedRanges()
        self._items: dict[int, ReviewItem] = {}
        self._measured: dict[int, tuple[int, bool]] = {}
        self._spans = self._undecided = self._doubtful = self._recovered = self._risk = self._seen = 0
        self._sorted: tuple[ReviewItem, ...] | None = None
        for item in every:
            self._enter(item, self._measure(item), ranged=False)
        self._sort()

    def get(self, id: int) -> ReviewItem | None:
        """The item of this id; None where there is none."""
        return self._items.get(id)

    def __len__(self) -> int:
        return len(self._items)

    @property
    def in_order(self) -> tuple[ReviewItem, ...]:
        """All items by start, end, id."""
        if self._sorted is None:
            self._sorted = tuple(self.items(self.every))
        return self._sorted

    def items(self, keys: Iterable[ItemKey]) -> Iterator[ReviewItem]:
        """The items of keys, in their order."""
        return (self._items[k[2]] for k in keys)

    def is_doubtful(self, item: ReviewItem) -> bool:
        """Whether a proposed item is doubtful (``risk.doubt_reasons``)."""
        if item.state is not DecisionState.PROPOSED:
            return False
        if self._items.get(item.id) is item:
            return self._measured[item.id][1]
        return bool(doubt_reasons(item.span, doubtful=self._doubtful_below, voters=self.voters))

    def counts(self) -> ReviewCounts:
        """Counts and risks of all items."""
        return ReviewCounts(
            spans=self._spans,
            undecided=self._undecided,
            doubtful=self._doubtful,
            recovered=self._recovered,
            risk=self._risk / RISK_SCALE,
            risk_seen=self._seen / RISK_SCALE,
        )

    def update(self, afters: Mapping[int, ReviewItem | None]) -> None:
        """Puts items in the place of those of the same ids; None takes one away."""
        sorted_anew = len(afters) > _SORT_ANEW_FROM
        for id, after in afters.items():
            before = self._items.pop(id, None)
            measured = self._measured.get(id)
            if before is not None:
                self._leave(before, ranged=not sorted_anew)
            if after is not None:
                if measured is None or before is None or not _has_same_risk(before, after):
                    measured = self._measure(after)
                self._enter(after, measured, ranged=not sorted_anew)
        if sorted_anew:
            self._sort()
        self._sorted = None

    def _enter(self, item: ReviewItem, measured: tuple[int, bool], *, ranged: bool) -> None:
        self._items[item.id] = item
        self._measured[item.id] = measured
        self._count(item, 1)
        if ranged:
            for ranges in self._ranges_of(item):
                ranges.add(item_key(item))
        self.next_id = max(self.next_id, item.id + 1)

    def _leave(self, item: ReviewItem, *, ranged: bool) -> None:
        if ranged:
            for ranges in self._ranges_of(item):
                ranges.remove(item_key(item))
        self._count(item, -1)
        del self._measured[item.id]

    def _sort(self) -> None:
        every = list(self._items.values())
        self.every.replace_all(map(item_key, every))
        self.taken.replace_all(item_key(i) for i in every if i.state.taken_out)
        self.left.replace_all(item_key(i) for i in every if not i.state.taken_out)
        self.undecided.replace_all(item_key(i) for i in every if i.state is DecisionState.PROPOSED)
        self.doubted.replace_all(item_key(i) for i in every if self.is_doubtful(i))

    def _ranges_of(self, item: ReviewItem) -> list[SortedRanges]:
        """The orders in which an item of the table stands."""
        ranges = [self.every, self.taken if item.state.taken_out else self.left]
        if item.state is DecisionState.PROPOSED:
            ranges.append(self.undecided)
            if self._measured[item.id][1]:
                ranges.append(self.doubted)
        return ranges

    def _count(self, item: ReviewItem, by: int) -> None:
        """Counts an item in, or with ``by`` -1 out."""
        risk, doubtful = self._measured[item.id]
        if item.state is DecisionState.RECOVERED:
            self._recovered += by
        else:
            self._spans += by
        if item.state is DecisionState.PROPOSED:
            self._undecided += by
            self._doubtful += by * doubtful
        self._risk += by * risk
        if item.state.decided:
            self._seen += by * risk

    def _measure(self, item: ReviewItem) -> tuple[int, bool]:
        """Risk in ten-thousandths, and whether the item is doubtful while it is undecided."""
        risk = item_risk(
            item.span, item.state, doubtful=self._doubtful_below, voters=self.voters, listed=self.listed(item)
        )
        unsure = bool(doubt_reasons(item.span, doubtful=self._doubtful_below, voters=self.voters))
        return round(risk.score * RISK_SCALE), unsure


def _has_same_risk(before: ReviewItem, after: ReviewItem) -> bool:
    """Whether an item before and after surely has one risk: most decisions change the state alone."""
    special = (DecisionState.ADDED, DecisionState.RECOVERED)
    return before.span is after.span and (
        before.state is after.state or (before.state not in special and after.state not in special)
    )
