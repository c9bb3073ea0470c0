"""Changes in the making: what items will be, worked out before anything is changed."""

from __future__ import annotations

from dataclasses import replace

from chartveil.domain import Evidence, EvidenceKind, Label, Span
from chartveil.review.index import SortedItems, item_key
from chartveil.review.model import DecisionState, ItemChange, Reading, ReviewItem
from chartveil.review.ranges import remainder

REVIEWER = "reviewer"
"""Name in a reviewer's evidence until a stamp puts his own there."""


class EditPlan:
    """What items will be after a decision.

    Args:
        text: of the document.
        table: its items as they are; not changed.
    """

    def __init__(self, text: str, table: SortedItems) -> None:
        self.text = text
        self._table = table
        self._afters: dict[int, ReviewItem | None] = {}
        self._moved: dict[int, None] = {}
        self._next = table.next_id

    def planned_item(self, id: int) -> ReviewItem | None:
        """The item as planned so far; None where it is gone."""
        return self._afters[id] if id in self._afters else self._table.get(id)

    def set_item(self, item: ReviewItem) -> None:
        before = self._table.get(item.id)
        if before is None or item_key(before) != item_key(item):
            self._moved[item.id] = None
        self._afters[item.id] = item

    def remove_item(self, item: ReviewItem) -> None:
        self._afters[item.id] = None

    def add_item(self, span: Span, state: DecisionState) -> ReviewItem:
        """A new item, with an id that was never used."""
        item = ReviewItem(self._next, span, state)
        self._next += 1
        self.set_item(item)
        return item

    def touching(self, start: int, end: int) -> list[ReviewItem]:
        """Items that will share a character with the range, in order."""
        ids = [k[2] for k in self._table.every.touching(start, end)]
        items = [
            item for id in dict.fromkeys((*ids, *self._moved)) if (item := self.planned_item(id)) is not None
        ]
        return sorted((i for i in items if i.span.start < end and start < i.span.end), key=item_key)

    def is_free(self, start: int, end: int, *ours: int) -> bool:
        """Whether no item but ours will take a character of the range."""
        return not any(i.state.taken_out and i.id not in ours for i in self.touching(start, end))

    def make_room(self, start: int, end: int, *ours: int) -> None:
        """Makes all items but ours give way to a range.

        What a range covers goes. Of what sticks out the rest stays as it was decided, so that no text that
        was to be taken is left behind unseen.
        """
        for item in self.touching(start, end):
            if item.id not in ours:
                self._cut(item, start, end)

    def _cut(self, item: ReviewItem, start: int, end: int) -> None:
        span = item.span
        rests = []
        if span.start < start and (
            left := remainder(self.text, span.start, start, cut_start=False, cut_end=True)
        ):
            rests.append(left)
        if end < span.end and (right := remainder(self.text, end, span.end, cut_start=True, cut_end=False)):
            rests.append(right)
        if not rests:
            self.remove_item(item)
            return
        self.set_item(replace(item, span=resized(span, *rests[0])))
        for part in rests[1:]:
            self.split_off(item, *part)

    def split_off(self, item: ReviewItem, start: int, end: int) -> None:
        """A new item out of part of another, decided as that was."""
        new = self.add_item(resized(item.span, start, end), item.state)
        self.set_item(replace(new, by=item.by, at=item.at))

    def changes(self, row: int, reading: Reading) -> list[ItemChange]:
        """The changes that make it so, those first by which items go or shrink."""
        out = []
        for id, after in self._afters.items():
            before = self._table.get(id)
            if (before is not None or after is not None) and not items_identical(before, after):
                out.append(ItemChange(row, reading, before, after))
        return sorted(out, key=lambda c: (c.after is not None, c.before is None))


def items_identical(a: ReviewItem | None, b: ReviewItem | None) -> bool:
    """Whether two items are equal to the last reason (the spans' own equality leaves those out)."""
    return a == b and (a is None or b is None or a.evidence == b.evidence)


def resized(span: Span, start: int, end: int) -> Span:
    """The span with another range; its reasons note the range that they saw."""
    if (start, end) == (span.start, span.end):
        return span
    evidence = tuple(
        e if e.start is not None else replace(e, start=span.start, end=span.end) for e in span.evidence
    )
    return replace(span, start=start, end=end, evidence=evidence)


def labelled_by_reviewer(span: Span, label: Label) -> Span:
    """The span with the label that a reviewer gave it, and his word for it in place of an earlier one."""
    kept = tuple(e for e in span.evidence if e.kind is not EvidenceKind.REVIEWER or e.detail)
    return replace(span, label=label, evidence=(*kept, Evidence(EvidenceKind.REVIEWER, REVIEWER, label)))


def with_merged_evidence(whole: Span, parts: list[Span]) -> Span:
    """The span with the reasons of parts of it, each once, with the range each saw."""
    evidence = [e for part in parts for e in resized(part, whole.start, whole.end).evidence]
    return replace(whole, evidence=tuple(dict.fromkeys(evidence)))
