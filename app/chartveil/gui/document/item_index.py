"""The items of a document, found by place, without Qt."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, islice

from chartveil.review.model import ReviewItem


def _place(item: ReviewItem) -> tuple[int, int, int]:
    return item.span.start, item.span.end, item.id


class ItemIndex:
    """Items sorted by place, which of them are doubtful, and where each is.

    Args:
        items: of one document, in any order; ranges may overlap.
        is_doubtful: asked once for each item, when it comes or changes.
    """

    def __init__(
        self, items: Iterable[ReviewItem] = (), is_doubtful: Callable[[ReviewItem], bool] | None = None
    ) -> None:
        self._is_doubtful = is_doubtful or (lambda _: False)
        self._items = sorted(items, key=_place)
        self._by_id = {item.id: item for item in self._items}
        self._doubtful = {item.id for item in self._items if self._is_doubtful(item)}
        self._index_ends()

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[ReviewItem]:
        return iter(self._items)

    def get(self, id: int) -> ReviewItem | None:
        """The item of this id; None where there is none."""
        return self._by_id.get(id)

    def is_doubtful(self, item: ReviewItem) -> bool:
        """Whether an item is doubtful, as it was when it came or changed."""
        return item.id in self._doubtful

    def update(self, changed: Iterable[ReviewItem], removed: Iterable[int] = ()) -> None:
        """Takes items in place of those of the same id, or as new ones; drops those removed."""
        moved = False
        for item in changed:
            old = self._by_id.get(item.id)
            if old is not None and _place(old) == _place(item):
                self._items[self._number(old)] = item
            else:
                if old is not None:
                    del self._items[self._number(old)]
                insort(self._items, item, key=_place)
                moved = True
            self._by_id[item.id] = item
            self._doubtful.discard(item.id)
            if self._is_doubtful(item):
                self._doubtful.add(item.id)
        for id in removed:
            old = self._by_id.pop(id, None)
            self._doubtful.discard(id)
            if old is not None:
                del self._items[self._number(old)]
                moved = True
        if moved:
            self._index_ends()

    def starting_between(self, start: int, end: int) -> Iterator[ReviewItem]:
        """Items that begin in ``[start, end)``, in order."""
        return islice(self._items, bisect_left(self._starts, start), bisect_left(self._starts, end))

    def overlapping(self, start: int, end: int) -> list[ReviewItem]:
        """Items that share a character with ``[start, end)``, in order. O(log n) and what is found."""
        first = bisect_right(self._furthest, start)
        last = bisect_left(self._starts, end, lo=first)
        return [item for item in islice(self._items, first, last) if item.span.end > start]

    def at(self, offset: int) -> ReviewItem | None:
        """The item on the character at an offset: one that is taken before one that is left."""
        here = self.overlapping(offset, offset + 1)
        return next((item for item in here if item.state.taken_out), here[0] if here else None)

    def _number(self, item: ReviewItem) -> int:
        return bisect_left(self._items, _place(item), key=_place)

    def _index_ends(self) -> None:
        self._starts = [item.span.start for item in self._items]
        # How far any item up to here goes: where this is past a place, an item may still cover the place.
        self._furthest = list(accumulate((item.span.end for item in self._items), max))
