"""One document under review: what a reviewer can do with its items, and what that changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from typing import Literal

from chartveil.domain import EvidenceKind, Label
from chartveil.errors import ReviewError
from chartveil.review import edits
from chartveil.review.lookup import DocumentItems
from chartveil.review.model import ItemChange, ReviewItem
from chartveil.review.plan import REVIEWER, EditPlan, items_identical
from chartveil.review.ranges import next_character_edge, next_word_edge


class SpanSide(StrEnum):
    """An edge of a span."""

    START = "start"
    END = "end"


class DocumentReview(DocumentItems):
    """Items of one document in one reading, and the decisions about them.

    What a reviewer does is worked out as changes (``accept``, ``resize``, ...), stored by the caller, and
    then applied (``apply``); to undo it, ``Action.undo_changes`` is applied. An operation changes nothing.

    Items that are taken (``State.taken_out``) never overlap and always lie inside the text. An item that gives
    way to another is among the changes, so that undo brings it back. Operations on several items pass over
    those that they would not change, and raise ReviewError where that leaves nothing to do, or where an id
    is of no item. How to make one: see :class:`chartveil.review.lookup.DocumentItems`.
    """

    def accept(self, ids: Iterable[int]) -> list[ItemChange]:
        """Takes items, whatever was decided before. Items left in the text that they cover give way.

        Raises:
            ReviewError: if all are accepted or added already, or lie in what another item takes.
        """
        return self._made(edits.accept, self._chosen(ids))

    def reject(self, ids: Iterable[int]) -> list[ItemChange]:
        """Leaves items in the text. One that a reviewer added, and nothing else found, goes altogether.

        Raises:
            ReviewError: if all are rejected already.
        """
        return self._made(edits.reject, self._chosen(ids))

    def reopen(self, ids: Iterable[int]) -> list[ItemChange]:
        """Makes items undecided again: proposed, or given back where recovery had done so. Labels and ranges
        stay as they are now.

        Raises:
            ReviewError: if none is decided, or all were added by a reviewer, so that nothing proposes them.
        """
        return self._made(edits.reopen, self._chosen(ids))

    def take_recovered(self, ids: Iterable[int]) -> list[ItemChange]:
        """Takes items after all that were given back as medical terms.

        Raises:
            ReviewError: if none of them is given back, or all lie in what another item takes.
        """
        return self._made(edits.take_recovered, self._chosen(ids))

    def relabel(self, ids: Iterable[int], label: Label) -> list[ItemChange]:
        """Gives items a label, and accepts them; also those that have it already.

        Raises:
            ReviewError: if nothing changes by it, or all lie in what another item takes.
        """
        return self._made(edits.relabel, self._chosen(ids), label)

    def resize(self, id: int, start: int, end: int) -> list[ItemChange]:
        """Gives an item another range, and accepts it.

        The range is cut to the text, stops at the neighbours that are taken, and loses the blanks at its
        ends. Items left in the text that it covers give way.

        Raises:
            ReviewError: if nothing is left of the range, or it stays as it is.
        """
        item = self.item(id)
        low, high = 0, len(self.text)
        for a, b, other in self._table.taken.touching(min(start, item.span.start), max(end, item.span.end)):
            if other == id:
                continue
            if b <= item.span.start:
                low = max(low, b)
            elif a >= item.span.end:
                high = min(high, a)
        return self._made(edits.resize, item, max(start, low), min(end, high))

    def move_edge(
        self, id: int, side: SpanSide, direction: int, by: Literal["word", "character"] = "word"
    ) -> list[ItemChange]:
        """Moves an edge of an item to the next place where it may stand, and accepts the item.

        Args:
            id: of the item.
            side: the edge to move.
            direction: 1 towards the end of the text, -1 towards its start: with the end 1 widens, with the
                start -1.
            by: ``word`` to the nearest edge of a word (``words.word_ranges``), ``character`` to the nearest
                character that is no blank; marks stay with theirs.

        Raises:
            ReviewError: if there is no further place, nothing would be left, or a neighbour stands there.
        """
        span = self.item(id).span
        step = next_word_edge if by == "word" else next_character_edge
        ends = side is SpanSide.END
        at = step(self.text, span.end if ends else span.start, direction, ends=ends)
        start, end = (span.start, at) if ends else (at, span.end)
        if start is None or end is None or start >= end:
            raise ReviewError(
                "the span cannot be widened or narrowed any further.",
                remedy="Reject it, or select the text and add it.",
            )
        return self.resize(id, start, end)

    def split(self, id: int, at: int) -> list[ItemChange]:
        """Parts an item in two, both decided as it was; blanks at the cut belong to neither. The first keeps
        the id and the note.

        Args:
            id: of the item.
            at: offset of the first character of the second part.

        Raises:
            ReviewError: if a part would be empty or blank.
        """
        return self._made(edits.split, self.item(id), at)

    def join(self, ids: Iterable[int]) -> list[ItemChange]:
        """Makes one accepted item of several, from the first's start to the last's end, with all that lies
        between. The label is that of the surest, of a decided one before others.

        Raises:
            ReviewError: if there are fewer than two, or another item stands across an end.
        """
        return self._made(edits.join, self._chosen(ids))

    def add_span(self, start: int, end: int, label: Label) -> list[ItemChange]:
        """Marks a range, without the blanks at its ends.

        An item of just this range is relabelled and accepted. Otherwise items give way: what the range
        covers goes, what sticks out stays with its rest. A proposed item that is covered becomes the new one
        and keeps its id, reasons and note; so does one of the same label that the range narrows, with
        no rest.

        Raises:
            ReviewError: if the range holds nothing but blanks, or is marked so already.
        """
        return self._made(edits.add, start, end, label)

    def annotate(self, id: int, note: str) -> list[ItemChange]:
        """Puts a note on an item; an empty one takes it away. It decides nothing.

        Raises:
            ReviewError: if the item has this note already.
        """
        return self._made(edits.annotate, self.item(id), note)

    def apply(self, changes: Iterable[ItemChange]) -> None:
        """Makes changes of this row and reading, in their order; others are passed over. All or none.

        Raises:
            ReviewError: if an item is not what a change was worked out for, or items that are taken would
                overlap or lie outside the text.
        """
        afters: dict[int, ReviewItem | None] = {}
        for change in changes:
            if change.document != self.row or change.reading is not self.reading:
                continue
            id = change.item
            if not items_identical(afters[id] if id in afters else self._table.get(id), change.before):
                raise _stale_error()
            afters[id] = change.after
        if not self._holds(afters):
            raise _stale_error()
        self._table.update(afters)

    def _holds(self, afters: Mapping[int, ReviewItem | None]) -> bool:
        """Whether the taken items would be disjoint and inside the text."""
        new = [i.span for i in afters.values() if i is not None and i.state.taken_out]
        new.sort(key=lambda s: s.start)
        if any(a.end > b.start for a, b in pairwise(new)):
            return False
        if any(i.span.end > len(self.text) for i in afters.values() if i is not None):
            return False
        taken = self._table.taken
        return all(k[2] in afters for s in new for k in taken.touching(s.start, s.end))

    def _chosen(self, ids: Iterable[int]) -> list[ReviewItem]:
        return [self.item(id) for id in dict.fromkeys(ids)]

    def _made(self, edit: Callable[..., None], *what: object) -> list[ItemChange]:
        plan = EditPlan(self.text, self._table)
        edit(plan, *what)
        return plan.changes(self.row, self.reading)


def stamp_changes(changes: Sequence[ItemChange], by: str, at: str) -> list[ItemChange]:
    """The changes with who made them and when.

    Decided items that come new or change in more than their note are his; a reviewer's reason that comes new
    bears his name.

    Args:
        changes: as an operation gave them.
        by: the reviewer; empty leaves ``reviewer`` in the reasons.
        at: when, in UTC, ISO 8601 with seconds.
    """
    return [replace(c, after=_stamped(c.before, c.after, by, at)) for c in changes]


def _stamped(before: ReviewItem | None, after: ReviewItem | None, by: str, at: str) -> ReviewItem | None:
    if after is None:
        return None
    if before is not None and items_identical(replace(before, note=after.note), after):
        return after
    known = before.evidence if before is not None else ()
    evidence = tuple(
        replace(e, name=by)
        if by and e.kind is EvidenceKind.REVIEWER and e.name == REVIEWER and e not in known
        else e
        for e in after.evidence
    )
    after = replace(after, span=replace(after.span, evidence=evidence))
    return replace(after, by=by, at=at) if after.state.decided else after


def _stale_error() -> ReviewError:
    return ReviewError(
        "the spans have changed since this was asked.", remedy="Open the document again and repeat the step."
    )
