"""One document under review: its items, queries on them, and the decisions of a reviewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from typing import Literal

from chartveil.domain.errors import ReviewError
from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.policy import MustDecide
from chartveil.domain.span import EvidenceKind, Span
from chartveil.review.edits import (
    REVIEWER,
    TEXT_TAKEN,
    EditPlan,
    carried_item,
    items_identical,
    labelled_by_reviewer,
    next_character_edge,
    next_word_edge,
    require,
    with_label,
    with_merged_evidence,
    without_outer_blanks,
)
from chartveil.review.model import DecisionState, ItemChange, Reading, ReviewCounts, ReviewItem
from chartveil.review.risk import ItemRisk, item_risk, was_found, was_recovered
from chartveil.review.same_text import SameTextFinder
from chartveil.review.sorted_items import SortedItems, item_key

_TAKEN_BY_REVIEWER = (DecisionState.ACCEPTED, DecisionState.ADDED)
_GO_ON_REMEDY = "Go on to the next span."
_OTHER_ENDS_REMEDY = "Choose other ends, or add the text anew."
_NAME_LETTERS = 3
"""Letters from which on a word tells one name from another."""


def _is_name(span: Span) -> bool:
    return span.label.info.group is LabelGroup.NAME


def blocks_sign_off(item: ReviewItem, must_decide: MustDecide, *, doubtful: bool) -> bool:
    """Whether an item keeps its document from being signed off.

    A recovered one never does: leaving it in the text is what was proposed, and the order by risk shows where
    that is worth a look.

    Args:
        item: the item.
        must_decide: what the policy wants decided.
        doubtful: whether the item is doubtful.
    """
    if item.state is not DecisionState.PROPOSED or must_decide is MustDecide.NONE:
        return False
    return must_decide is MustDecide.ALL or doubtful


def count_blocking_items(counts: ReviewCounts, must_decide: MustDecide) -> int:
    """How many items of a document keep it from being signed off."""
    if must_decide is MustDecide.NONE:
        return 0
    return counts.undecided if must_decide is MustDecide.ALL else counts.doubtful


class WantedItems(StrEnum):
    """Which items ``DocumentReview.find_next`` looks for."""

    ALL = "all"
    TAKEN = "taken"
    UNDECIDED = "undecided"
    DOUBTFUL = "doubtful"


class SpanSide(StrEnum):
    """An edge of a span."""

    START = "start"
    END = "end"


class DocumentReview:
    """Items of one document in one reading, and the decisions about them.

    What a reviewer does is worked out as changes (``accept``, ``resize``, ...), stored by the caller, and
    then applied (``apply``); to undo it, the changes of ``ReviewAction.inverse`` are. An operation by itself
    changes nothing.

    Items that are taken (``DecisionState.taken_out``) never overlap and always lie inside the text. An item
    that gives way to another is among the changes, so that undo brings it back. Operations on several items
    pass over those that they would not change, and raise ReviewError where that leaves nothing to do, or
    where an id is of no item.

    Args:
        row: of the document in its worklist, from 1.
        text: of the document; offsets are code points of it.
        items: in any order.
        reading: whose items they are.
        doubtful: score below which a proposed span is doubtful, in [0, 1] (``Policy.doubtful``).
        voters: how many models vote on each label; None to count those that speak for any of the items.
        listed: what lists of names hold a text as, with an article (``a surname``), empty for nothing; asked
            with the text of recovered items. None where nobody can tell.
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
        item = self.find_item(id)
        if item is None:
            raise ReviewError("the span is not there any more.", remedy="Choose one that is shown.")
        return item

    def find_item(self, id: int) -> ReviewItem | None:
        """The item of this id; None where there is none."""
        return self._table.get(id)

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

    def is_doubtful(self, item: ReviewItem) -> bool:
        """Whether an item is proposed, and its score is low, models gave it different labels, or one of
        several models alone took it."""
        return self._table.is_doubtful(item)

    def risk(self, item: ReviewItem) -> ItemRisk:
        """The risk of an item, with reasons: how much a second look at it is worth."""
        return item_risk(
            item.span,
            item.state,
            doubtful=self._doubtful,
            voters=self._table.voters,
            listed=self._listing(item),
        )

    def find_next(
        self, offset: int, wanted: WantedItems, *, backwards: bool = False, wrap: bool = True
    ) -> ReviewItem | None:
        """The first wanted item that starts behind an offset; backwards, the last that starts before it.

        From an item, give its start; from the very beginning of the text, -1.

        Args:
            offset: where to begin.
            wanted: which items count.
            backwards: towards the start of the text.
            wrap: go on from the other end; an item at the offset itself then comes last.
        """
        ranges = {
            WantedItems.ALL: self._table.every,
            WantedItems.TAKEN: self._table.taken,
            WantedItems.UNDECIDED: self._table.undecided,
            WantedItems.DOUBTFUL: self._table.doubted,
        }[wanted]
        return next(self._table.items(ranges.walk_from(offset, backwards=backwards, wrap=wrap)), None)

    def items_with_same_text(self, item: ReviewItem) -> list[ReviewItem]:
        """Items of the same text but for case, accents and white space, in any state, in order; the item
        itself is among them."""
        return self._same_text.items_with_text(self._same_text.folded(item.span.start, item.span.end))

    def unmarked_occurrences(self, item: ReviewItem) -> list[tuple[int, int]]:
        """Ranges of the same text as whole words that no item touches, in order."""
        return self._same_text.unmarked_occurrences(item.span.start, item.span.end)

    def spans_to_replace(self) -> list[Span]:
        """The spans that are replaced at export: disjoint, sorted."""
        return [i.span for i in self._table.items(self._table.taken)]

    def kept_ranges(self) -> list[tuple[int, int]]:
        """What was found and stays in the text, rejected or recovered: disjoint, sorted, without what
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
        """The items that keep the document from being signed off, in order of the text."""
        items = self._table.items(self._table.undecided)
        return [i for i in items if blocks_sign_off(i, must_decide, doubtful=self.is_doubtful(i))]

    def items_left_though_taken(self) -> list[ReviewItem]:
        """Items that were found and rejected though the same text is taken elsewhere in the document, or a
        name of which they share a word; in order."""
        taken = [i.span for i in self._table.items(self._table.taken)]
        texts = {self._same_text.folded(s.start, s.end) for s in taken}
        names = {w for s in taken if _is_name(s) for w in self._words(s)}

        def contradicts(span: Span) -> bool:
            return self._same_text.folded(span.start, span.end) in texts or (
                _is_name(span) and not names.isdisjoint(self._words(span))
            )

        rejected = (i for i in self.items if i.state is DecisionState.REJECTED and was_found(i.span))
        return [i for i in rejected if contradicts(i.span)]

    def _words(self, span: Span) -> set[str]:
        return {w for w in self._same_text.folded(span.start, span.end).split() if len(w) >= _NAME_LETTERS}

    def _listing(self, item: ReviewItem) -> str:
        recovered = item.state is DecisionState.RECOVERED or was_recovered(item.span)
        if self._listed is None or not recovered:
            return ""
        return self._listed(item.span.text(self.text))

    # Decisions

    def accept(self, ids: Iterable[int]) -> list[ItemChange]:
        """Takes items, whatever was decided before. Items left in the text that they cover give way.

        Raises:
            ReviewError: if all are accepted or added already, or lie in what another item takes.
        """
        undecided = [i for i in self._chosen(ids) if i.state not in _TAKEN_BY_REVIEWER]
        require(undecided, "every span chosen is accepted already.", _GO_ON_REMEDY)
        return self._taken(undecided)

    def reject(self, ids: Iterable[int]) -> list[ItemChange]:
        """Leaves items in the text. One that a reviewer added, and nothing else found, goes altogether.

        Raises:
            ReviewError: if all are rejected already.
        """
        kept = [i for i in self._chosen(ids) if i.state is not DecisionState.REJECTED]
        require(kept, "every span chosen is rejected already.", _GO_ON_REMEDY)
        plan = self._plan()
        for item in kept:
            if item.state is DecisionState.ADDED and not was_found(item.span):
                plan.remove_item(item)
            else:
                plan.set_item(replace(item, state=DecisionState.REJECTED))
        return plan.changes()

    def reopen(self, ids: Iterable[int]) -> list[ItemChange]:
        """Makes items undecided again: proposed, or recovered where recovery had left them in the text.

        Labels and ranges stay as they are now.

        Raises:
            ReviewError: if none is decided, or all were added by a reviewer, so that nothing proposes them.
        """
        decided = [i for i in self._chosen(ids) if i.state.decided and was_found(i.span)]
        remedy = "Reject a span that you added, to remove it."
        require(decided, "nothing chosen was found and then decided.", remedy)
        plan = self._plan()
        blocked = True
        for item in decided:
            state = DecisionState.RECOVERED if was_recovered(item.span) else DecisionState.PROPOSED
            blocked = not plan.plan_item(replace(item, state=state, by="", at="")) and blocked
        require(not blocked, *TEXT_TAKEN)
        return plan.changes()

    def take_recovered(self, ids: Iterable[int]) -> list[ItemChange]:
        """Takes items that were recovered as medical terms.

        Raises:
            ReviewError: if none of them is recovered, or all lie in what another item takes.
        """
        recovered = [i for i in self._chosen(ids) if i.state is DecisionState.RECOVERED]
        remedy = "Choose spans that stay in the text as medical terms."
        require(recovered, "nothing chosen was recovered.", remedy)
        return self._taken(recovered)

    def relabel(self, ids: Iterable[int], label: Label) -> list[ItemChange]:
        """Gives items a label, and accepts them; also those that have it already.

        Raises:
            ReviewError: if nothing changes by it, or all lie in what another item takes.
        """
        return self._relabelled(self._chosen(ids), label)

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
        start, end = max(start, low), min(end, high)
        start, end = without_outer_blanks(self.text, start, max(start, end))
        require(start < end, "nothing would be left of the span.", _OTHER_ENDS_REMEDY)
        what = "the span has these ends already, or a neighbour stands there."
        require((start, end) != (item.span.start, item.span.end), what, _OTHER_ENDS_REMEDY)
        span = labelled_by_reviewer(item.span.with_range(start, end), item.span.label)
        return self._taken([replace(item, span=span)])

    def move_edge(
        self, id: int, side: SpanSide, direction: int, by: Literal["word", "character"] = "word"
    ) -> list[ItemChange]:
        """Moves an edge of an item to the next place where it may stand, and accepts the item.

        Args:
            id: of the item.
            side: the edge to move.
            direction: 1 towards the end of the text, -1 towards its start: with the end 1 widens, with the
                start -1.
            by: ``word`` to the nearest edge of a word (``word_ranges``), ``character`` to the nearest
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
        item = self.item(id)
        span = item.span
        inside = span.start < at < span.end
        left = without_outer_blanks(self.text, span.start, at if inside else span.start)
        right = without_outer_blanks(self.text, at if inside else span.end, span.end)
        whole = left[0] < left[1] and right[0] < right[1]
        require(whole, "the span cannot be parted there.", "Choose a place between two of its words.")
        plan = self._plan()
        plan.set_item(replace(item, span=span.with_range(*left)))
        plan.split_off(item, *right)
        return plan.changes()

    def join(self, ids: Iterable[int]) -> list[ItemChange]:
        """Makes one accepted item of several, from the first's start to the last's end, with all that lies
        between. The label is that of the surest, of a decided one before others.

        Raises:
            ReviewError: if there are fewer than two, or another item stands across an end.
        """
        items = sorted(self._chosen(ids), key=item_key)
        require(len(items) > 1, "there is nothing to join.", "Choose two spans or more.")
        plan = self._plan()
        start, end = items[0].span.start, max(i.span.end for i in items)
        between = [i for i in plan.touching(start, end) if i.state.taken_out and i not in items]
        inside = all(start <= i.span.start and i.span.end <= end for i in between)
        require(inside, "another span stands across the end of these.", "Choose that one too.")
        parts = sorted([*items, *between], key=item_key)
        surest = min(items, key=lambda i: (not i.state.decided, -i.span.score, i.span.start))
        first = items[0]
        score = max(p.span.score for p in parts)
        whole = with_merged_evidence(Span(start, end, surest.span.label, score), [p.span for p in parts])
        added = all(p.state is DecisionState.ADDED for p in parts)
        for part in parts:
            if part.id != first.id:
                plan.remove_item(part)
        plan.make_room(start, end, first.id)
        state = DecisionState.ADDED if added else DecisionState.ACCEPTED
        plan.set_item(replace(first, span=labelled_by_reviewer(whole, whole.label), state=state))
        return plan.changes()

    def add_span(self, start: int, end: int, label: Label) -> list[ItemChange]:
        """Marks a range, without the blanks at its ends.

        An item of just this range is relabelled and accepted. Otherwise items give way: what the range
        covers goes, what sticks out stays with its rest. A proposed item that is covered becomes the new one
        and keeps its id, reasons and note; so does one of the same label that the range narrows, with
        no rest.

        Raises:
            ReviewError: if the range holds nothing but blanks, or is marked so already.
        """
        start, end = max(start, 0), min(end, len(self.text))
        start, end = without_outer_blanks(self.text, start, max(start, end))
        require(start < end, "there is nothing but blanks there.", "Select the text to be marked.")
        plan = self._plan()
        touched = plan.touching(start, end)
        exact = [i for i in touched if (i.span.start, i.span.end) == (start, end)]
        if exact:
            return self._relabelled([min(exact, key=lambda i: (not i.state.taken_out, i.id))], label)
        carried = carried_item(touched, start, end, label)
        if carried is None:
            plan.make_room(start, end)
            plan.add_item(labelled_by_reviewer(Span(start, end, label, 1.0), label), DecisionState.ADDED)
            return plan.changes()
        plan.make_room(start, end, carried.id)
        span = labelled_by_reviewer(carried.span.with_range(start, end), label)
        plan.set_item(replace(carried, span=span, state=DecisionState.ADDED))
        return plan.changes()

    def leave_range(self, start: int, end: int) -> list[ItemChange]:
        """Says of a range that nothing marks that it stays in the text, without the blanks at its ends.

        It becomes a rejected item, with the label that its text has elsewhere in the document.

        Raises:
            ReviewError: if the range holds nothing but blanks, or an item has some of it.
        """
        start, end = max(start, 0), min(end, len(self.text))
        start, end = without_outer_blanks(self.text, start, max(start, end))
        require(start < end, "there is nothing but blanks there.", "Select the text that is to stay.")
        remedy = "Choose that span, and reject it."
        require(not self.items_touching(start, end), "some of it is marked already.", remedy)
        same = self._same_text.items_with_text(self._same_text.folded(start, end))
        label = next((i.span.label for i in same if i.state.taken_out), Label.IDNUM)
        plan = self._plan()
        plan.add_item(labelled_by_reviewer(Span(start, end, label, 1.0), label), DecisionState.REJECTED)
        return plan.changes()

    def annotate(self, id: int, note: str) -> list[ItemChange]:
        """Puts a note on an item; an empty one takes it away. It decides nothing.

        Raises:
            ReviewError: if the item has this note already.
        """
        item, note = self.item(id), note.strip()
        require(note != item.note, "the span has this note already.", _GO_ON_REMEDY)
        plan = self._plan()
        plan.set_item(replace(item, note=note))
        return plan.changes()

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
            id = change.id
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

    def _relabelled(self, items: Iterable[ReviewItem], label: Label) -> list[ItemChange]:
        changed = [i for i in items if i.span.label is not label or i.state not in _TAKEN_BY_REVIEWER]
        require(changed, "every span chosen has this label and is accepted.", _GO_ON_REMEDY)
        return self._taken([with_label(i, label) for i in changed])

    def _taken(self, items: Sequence[ReviewItem]) -> list[ItemChange]:
        """What changes when items are taken with the ranges and labels that they have here."""
        plan = self._plan()
        plan.take_each(items)
        return plan.changes()

    def _plan(self) -> EditPlan:
        return EditPlan(self.text, self._table, self.row, self.reading)


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
    known = before.span.evidence if before is not None else ()
    evidence = tuple(
        replace(e, name=by)
        if by and e.kind is EvidenceKind.REVIEWER and e.name == REVIEWER and e not in known
        else e
        for e in after.span.evidence
    )
    after = replace(after, span=replace(after.span, evidence=evidence))
    return replace(after, by=by, at=at) if after.state.decided else after


def _stale_error() -> ReviewError:
    return ReviewError(
        "the spans have changed since this was asked.", remedy="Open the document again and repeat the step."
    )
