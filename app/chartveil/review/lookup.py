"""Items of one document, and what is asked of them: where they are, which are doubtful, how many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from chartveil.domain import Label, Span
from chartveil.errors import ReviewError
from chartveil.review.alike import SameTextFinder
from chartveil.review.index import SortedItems, SortedRanges
from chartveil.review.model import DecisionState, Reading, ReviewCounts, ReviewItem
from chartveil.review.risk import ItemRisk, doubt_reasons, item_risk, was_recovered
from chartveil.review.signoff import MustDecide, blocks_sign_off


class DocumentItems:
    """Items of one document in one reading.

    Items that are taken (``State.taken_out``) never overlap and always lie inside the text.

    Args:
        row: of the document in its worklist, from 1.
        text: of the document; offsets are code points of it.
        items: in any order.
        reading: whose items they are.
        doubtful: score below which a proposed span is doubtful, in [0, 1] (``Policy.doubtful``).
        voters: how many models vote on each label; None to count those that speak for any of the items.
        listed: what lists of names hold a text as, with an article (``a surname``), empty for nothing; asked
            with the text of items that were given back. None where nobody can tell.
        next_id: lowest id that was never used; raised to one more than the highest of the items.

    Raises:
        ValueError: if ids are not unique, an item lies outside the text, or items that are taken overlap.
    """

    def __init__(
        self,
        row: int,
        text: str,
        items: Iterable[ReviewItem],
        *,
        reading: Reading = Reading.FIRST,
        doubtful: float = 0.6,
        voters: Mapping[Label, int] | None = None,
        listed: Callable[[str], str] | None = None,
        next_id: int = 0,
    ) -> None:
        self.row = row
        self.text = text
        self.reading = reading
        self._doubtful = doubtful
        self._listed = listed
        every = list(items)
        if len({i.id for i in every}) != len(every):
            raise ValueError("two items have one id")
        self._table = SortedItems(every, doubtful=doubtful, voters=voters, listed=self._listing)
        self._table.next_id = max(self._table.next_id, next_id)
        self._same_text = SameTextFinder(text, self._table)
        if any(i.span.end > len(text) for i in every):
            raise ValueError("an item lies outside the text")
        if any(a[1] > b[0] for a, b in pairwise(self._table.taken)):
            raise ValueError("items that are taken overlap")

    @property
    def items(self) -> tuple[ReviewItem, ...]:
        """All items, by start, end and id. The same tuple until something is applied."""
        return self._table.in_order

    @property
    def next_id(self) -> int:
        """Lowest id that was never used."""
        return self._table.next_id

    def item(self, id: int) -> ReviewItem:
        """The item of this id.

        Raises:
            ReviewError: if there is none (any more).
        """
        item = self._table.get(id)
        if item is None:
            raise ReviewError("the span is not there any more.", remedy="Choose one that is shown.")
        return item

    def item_at(self, offset: int) -> ReviewItem | None:
        """The item that holds the character at an offset: the one that is taken, or else the shortest of
        those left in the text."""
        for ranges in (self._table.taken, self._table.left):
            found = ranges.touching(offset, offset + 1)
            if found:
                return self._table.get(min(found, key=lambda k: (k[1] - k[0], k))[2])
        return None

    def items_touching(self, start: int, end: int) -> list[ReviewItem]:
        """Items that share a character with ``[start, end)``, in order; for an empty range those that hold
        the character there."""
        return list(self._table.items(self._table.every.touching(start, max(end, start + 1))))

    def is_undecided(self, item: ReviewItem) -> bool:
        """Whether nobody has decided about what was proposed."""
        return item.state is DecisionState.PROPOSED

    def is_doubtful(self, item: ReviewItem) -> bool:
        """Whether an item is proposed, and its score is low, models gave it different labels, or one of
        several models alone took it."""
        return self._table.is_doubtful(item)

    def doubt_reasons(self, item: ReviewItem) -> tuple[str, ...]:
        """Why an item is doubtful, as short phrases; empty where it is not."""
        if not self.is_doubtful(item):
            return ()
        return doubt_reasons(item.span, doubtful=self._doubtful, voters=self._table.voters)

    def risk(self, item: ReviewItem) -> ItemRisk:
        """What a second look at an item is worth, and why."""
        return item_risk(
            item.span,
            item.state,
            doubtful=self._doubtful,
            voters=self._table.voters,
            listed=self._listing(item),
        )

    def find_next(
        self, offset: int, wanted: Callable[[ReviewItem], bool], *, backwards: bool = False, wrap: bool = True
    ) -> ReviewItem | None:
        """The first wanted item that starts behind an offset; backwards, the last that starts before it.

        From an item, give its start; from the very beginning of the text, -1.

        Args:
            offset: where to begin.
            wanted: which items count. This review's own ``is_undecided`` and ``is_doubtful`` are answered
                without going through the others.
            backwards: towards the start of the text.
            wrap: go on from the other end; an item at the offset itself then comes last.
        """
        ranges: SortedRanges = self._table.every
        if wanted == self.is_undecided:
            ranges = self._table.undecided
        elif wanted == self.is_doubtful:
            ranges = self._table.doubted
        items = self._table.items(ranges.walk_from(offset, backwards=backwards, wrap=wrap))
        return next((i for i in items if wanted(i)), None)

    def items_with_same_text(self, item: ReviewItem) -> list[ReviewItem]:
        """Items of the same text but for case, accents and white space, in any state, in order; the item
        itself is among them."""
        return self._same_text.items_with_text(self._same_text.folded(item.span.start, item.span.end))

    def unmarked_occurrences(self, item: ReviewItem) -> list[tuple[int, int]]:
        """Ranges of the same text as whole words that no item touches, in order."""
        return self._same_text.unmarked_occurrences(item.span.start, item.span.end)

    def spans_to_replace(self) -> list[Span]:
        """What goes at export: disjoint, sorted."""
        return [i.span for i in self._table.items(self._table.taken)]

    def kept_ranges(self) -> list[tuple[int, int]]:
        """What was found and stays in the text, rejected or given back: disjoint, sorted, without what
        another item takes."""
        found: list[tuple[int, int]] = []
        for start, end, _ in self._table.left:
            at = max(start, found[-1][1]) if found else start
            for a, b, _ in self._table.taken.touching(start, end):
                if at < a:
                    found.append((at, a))
                at = max(at, b)
            if at < end:
                found.append((at, end))
        return found

    def counts(self) -> ReviewCounts:
        """Counts of the items, kept up with every change."""
        return self._table.counts()

    def items_blocking_sign_off(self, must_decide: MustDecide) -> list[ReviewItem]:
        """What keeps the document from being signed off, in order of the text."""
        items = self._table.items(self._table.undecided)
        return [i for i in items if blocks_sign_off(i, must_decide, doubtful=self.is_doubtful(i))]

    def _listing(self, item: ReviewItem) -> str:
        given_back = item.state is DecisionState.RECOVERED or was_recovered(item.span)
        if self._listed is None or not given_back:
            return ""
        return self._listed(item.span.text(self.text))
