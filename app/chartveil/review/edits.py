"""Works out how a reviewer's decision changes items: where ranges may begin and end, and which items give
way."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from chartveil.domain.errors import ReviewError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import word_ranges
from chartveil.review.model import DecisionState, ItemChange, Reading, ReviewItem
from chartveil.review.sorted_items import SortedItems, item_key

_WINDOW = 64
"""Characters beside an edge in which the next word is first looked for."""
_JOINER = "\u200d"


def without_outer_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without blanks at its ends; start equals end where nothing is left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def remainder(text: str, start: int, end: int, *, cut_start: bool, cut_end: bool) -> tuple[int, int] | None:
    """The rest of a range that was cut, without punctuation at the cut edges; None without letter or
    digit."""
    if not any(c.isalnum() for c in text[start:end]):
        return None
    while cut_start and not text[start].isalnum():
        start += 1
    while cut_end and not text[end - 1].isalnum():
        end -= 1
    return start, end


def next_word_edge(text: str, at: int, direction: int, *, ends: bool) -> int | None:
    """The nearest edge of a word before or behind an offset.

    Args:
        text: of the document.
        at: the offset.
        direction: 1 towards the end of the text, -1 towards its start.
        ends: whether ends of words are wanted, not starts.

    Returns:
        The offset; None where there is none that way.
    """
    width = _WINDOW
    while True:
        low, high = max(0, at - width), min(len(text), at + width)
        edges = [
            (b if ends else a) + low
            for a, b in word_ranges(text[low:high])
            # A word that the window cuts is not known whole.
            if (a > 0 or low == 0) and (b < high - low or high == len(text))
        ]
        beyond = [e for e in edges if (e > at if direction > 0 else e < at)]
        if beyond:
            return min(beyond) if direction > 0 else max(beyond)
        if low == 0 and high == len(text):
            return None
        width *= 4


def next_character_edge(text: str, at: int, direction: int, *, ends: bool) -> int | None:
    """The nearest offset before or behind, at which a range may begin or end: not beside a blank inside it,
    not within a character and its marks. Arguments and result as of :func:`next_word_edge`."""
    while True:
        at += direction
        if not 0 <= at <= len(text):
            return None
        edge = text[at - 1 : at] if ends else text[at : at + 1]
        if edge and not edge.isspace() and not _splits_character(text, at):
            return at


def _splits_character(text: str, at: int) -> bool:
    """Whether an offset lies between a character and a mark that belongs to it."""
    if not 0 < at < len(text):
        return False
    return unicodedata.category(text[at]).startswith("M") or _JOINER in (text[at], text[at - 1])


REVIEWER = "reviewer"
"""Name in a reviewer's evidence until ``stamp_changes`` puts the real one there."""
TEXT_TAKEN = (
    "another span takes this text already.",
    "Resize or reject that one first.",
)


class EditPlan:
    """The items after a decision, planned before anything is changed.

    A plan serves one decision of ``DocumentReview``.

    Args:
        text: of the document.
        table: its items as they are; not changed.
        row, reading: of the document, for the changes.
    """

    def __init__(self, text: str, table: SortedItems, row: int, reading: Reading) -> None:
        self.text = text
        self._table = table
        self._row = row
        self._reading = reading
        self._afters: dict[int, ReviewItem | None] = {}
        self._moved: dict[int, None] = {}
        self._next = table.next_id

    def planned_item(self, id: int) -> ReviewItem | None:
        """The item as planned so far; None where it is gone."""
        return self._afters[id] if id in self._afters else self._table.get(id)

    def set_item(self, item: ReviewItem) -> None:
        """Plans that an item becomes this."""
        before = self._table.get(item.id)
        if before is None or item_key(before) != item_key(item):
            self._moved[item.id] = None
        self._afters[item.id] = item

    def remove_item(self, item: ReviewItem) -> None:
        """Plans that an item goes."""
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
        self.set_item(replace(item, span=span.with_range(*rests[0])))
        for part in rests[1:]:
            self.split_off(item, *part)

    def split_off(self, item: ReviewItem, start: int, end: int) -> None:
        """A new item out of part of another, decided as that was."""
        new = self.add_item(item.span.with_range(start, end), item.state)
        self.set_item(replace(new, by=item.by, at=item.at))

    def changes(self) -> list[ItemChange]:
        """The changes that make it so, those first by which items go or shrink."""
        out = []
        for id, after in self._afters.items():
            before = self._table.get(id)
            if (before is not None or after is not None) and not items_identical(before, after):
                out.append(ItemChange(self._row, self._reading, before, after))
        return sorted(out, key=lambda c: (c.after is not None, c.before is None))

    def take_each(self, items: Sequence[ReviewItem]) -> None:
        """Takes items with the ranges and labels given; passes over those that a taken item is in the way of.

        Raises:
            ReviewError: if that is all.
        """
        free = False
        for item in items:
            state = DecisionState.ADDED if item.state is DecisionState.ADDED else DecisionState.ACCEPTED
            free = self.plan_item(replace(item, state=state)) or free
        require(free, *TEXT_TAKEN)

    def plan_item(self, item: ReviewItem) -> bool:
        """Plans an item; others that are left in the text give way where it is taken.

        Returns:
            False where one that is taken is in its way.
        """
        before = self.planned_item(item.id)
        if before is None:  # it gave way to one that was taken just before
            return True
        if item.state.taken_out and (not before.state.taken_out or item_key(before) != item_key(item)):
            start, end = item.span.start, item.span.end
            if not self.is_free(start, end, item.id):
                return False
            self.make_room(start, end, item.id)
        self.set_item(item)
        return True


def items_identical(a: ReviewItem | None, b: ReviewItem | None) -> bool:
    """Whether two items are equal, their evidence too (which spans leave out when they are compared)."""
    return a == b and (a is None or b is None or a.span.evidence == b.span.evidence)


def labelled_by_reviewer(span: Span, label: Label) -> Span:
    """The span with the label that a reviewer gave it, and evidence of that, which replaces earlier such."""
    kept = tuple(e for e in span.evidence if e.kind is not EvidenceKind.REVIEWER or e.detail)
    return replace(span, label=label, evidence=(*kept, Evidence(EvidenceKind.REVIEWER, REVIEWER, label)))


def with_merged_evidence(whole: Span, parts: list[Span]) -> Span:
    """The span with the evidence of its parts, each once, with the range each was found for."""
    evidence = [e for part in parts for e in part.with_range(whole.start, whole.end).evidence]
    return replace(whole, evidence=tuple(dict.fromkeys(evidence)))


def carried_item(touched: Sequence[ReviewItem], start: int, end: int, label: Label) -> ReviewItem | None:
    """The item that becomes an added one: the proposed one covered that shares most of it, or the one that
    it narrows."""
    for item in touched:
        if (
            item.state.taken_out
            and item.span.label is label
            and item.span.start <= start
            and end <= item.span.end
        ):
            return item
    covered = [
        i
        for i in touched
        if i.state is DecisionState.PROPOSED and start <= i.span.start and i.span.end <= end
    ]
    return max(covered, key=lambda i: (i.span.end - i.span.start, -i.span.start), default=None)


def with_label(item: ReviewItem, label: Label) -> ReviewItem:
    """The item with a label, by a reviewer's word where it had another."""
    if item.span.label is label:
        return item
    return replace(item, span=labelled_by_reviewer(item.span, label))


def require(condition: object, what: str, remedy: str) -> None:
    """Raises ReviewError with what is wrong and the remedy, unless a condition holds."""
    if not condition:
        raise ReviewError(what, remedy=remedy)
