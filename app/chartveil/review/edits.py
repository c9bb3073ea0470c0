"""What each decision does to items, on a plan. ``DocumentReview`` tells what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chartveil.domain import Label, Span
from chartveil.errors import ReviewError
from chartveil.review.index import item_key
from chartveil.review.model import DecisionState, ReviewItem
from chartveil.review.plan import EditPlan, labelled_by_reviewer, resized, with_merged_evidence
from chartveil.review.ranges import without_outer_blanks
from chartveil.review.risk import was_found, was_recovered

_GO_ON_REMEDY = "Go on to the next span."
_OTHER_ENDS_REMEDY = "Choose other ends, or add the text anew."


def accept(plan: EditPlan, items: Sequence[ReviewItem]) -> None:
    undecided = [i for i in items if i.state not in (DecisionState.ACCEPTED, DecisionState.ADDED)]
    _require(undecided, "every span chosen is accepted already.", _GO_ON_REMEDY)
    _take_each(plan, undecided)


def take_recovered(plan: EditPlan, items: Sequence[ReviewItem]) -> None:
    given_back = [i for i in items if i.state is DecisionState.RECOVERED]
    _require(
        given_back, "nothing chosen was given back.", "Choose spans that stay in the text as medical terms."
    )
    _take_each(plan, given_back)


def reject(plan: EditPlan, items: Sequence[ReviewItem]) -> None:
    kept = [i for i in items if i.state is not DecisionState.REJECTED]
    _require(kept, "every span chosen is rejected already.", _GO_ON_REMEDY)
    for item in kept:
        if item.state is DecisionState.ADDED and not was_found(item.span):
            plan.remove_item(item)
        else:
            plan.set_item(replace(item, state=DecisionState.REJECTED))


def reopen(plan: EditPlan, items: Sequence[ReviewItem]) -> None:
    decided = [i for i in items if i.state.decided and was_found(i.span)]
    _require(
        decided, "nothing chosen was found and then decided.", "Reject a span that you added, to remove it."
    )
    blocked = True
    for item in decided:
        state = DecisionState.RECOVERED if was_recovered(item.span) else DecisionState.PROPOSED
        blocked = not _plan_item(plan, replace(item, state=state, by="", at="")) and blocked
    _require(not blocked, *_TEXT_TAKEN)


def relabel(plan: EditPlan, items: Sequence[ReviewItem], label: Label) -> None:
    done = (DecisionState.ACCEPTED, DecisionState.ADDED)
    changed = [i for i in items if i.span.label is not label or i.state not in done]
    _require(changed, "every span chosen has this label and is accepted.", _GO_ON_REMEDY)
    _take_each(plan, [_labelled(i, label) for i in changed])


def resize(plan: EditPlan, item: ReviewItem, start: int, end: int) -> None:
    start, end = without_outer_blanks(plan.text, start, max(start, end))
    _require(start < end, "nothing would be left of the span.", _OTHER_ENDS_REMEDY)
    _require(
        (start, end) != (item.span.start, item.span.end),
        "the span has these ends already, or a neighbour stands there.",
        _OTHER_ENDS_REMEDY,
    )
    span = labelled_by_reviewer(resized(item.span, start, end), item.span.label)
    _take_each(plan, [replace(item, span=span)])


def split(plan: EditPlan, item: ReviewItem, at: int) -> None:
    span = item.span
    inside = span.start < at < span.end
    left = without_outer_blanks(plan.text, span.start, at if inside else span.start)
    right = without_outer_blanks(plan.text, at if inside else span.end, span.end)
    _require(
        left[0] < left[1] and right[0] < right[1],
        "the span cannot be parted there.",
        "Choose a place between two of its words.",
    )
    plan.set_item(replace(item, span=resized(span, *left)))
    plan.split_off(item, *right)


def join(plan: EditPlan, items: Sequence[ReviewItem]) -> None:
    _require(len(items) > 1, "there is nothing to join.", "Choose two spans or more.")
    items = sorted(items, key=item_key)
    start, end = items[0].span.start, max(i.span.end for i in items)
    between = [i for i in plan.touching(start, end) if i.state.taken_out and i not in items]
    _require(
        all(start <= i.span.start and i.span.end <= end for i in between),
        "another span stands across the end of these.",
        "Choose that one too.",
    )
    parts = sorted([*items, *between], key=item_key)
    surest = min(items, key=lambda i: (not i.state.decided, -i.span.score, i.span.start))
    first = items[0]
    whole = with_merged_evidence(
        Span(start, end, surest.span.label, max(p.span.score for p in parts)), [p.span for p in parts]
    )
    state = (
        DecisionState.ADDED if all(p.state is DecisionState.ADDED for p in parts) else DecisionState.ACCEPTED
    )
    for part in parts:
        if part.id != first.id:
            plan.remove_item(part)
    plan.make_room(start, end, first.id)
    plan.set_item(replace(first, span=labelled_by_reviewer(whole, whole.label), state=state))


def add(plan: EditPlan, start: int, end: int, label: Label) -> None:
    start, end = max(start, 0), min(end, len(plan.text))
    start, end = without_outer_blanks(plan.text, start, max(start, end))
    _require(start < end, "there is nothing but blanks there.", "Select the text to be marked.")
    touched = plan.touching(start, end)
    exact = [i for i in touched if (i.span.start, i.span.end) == (start, end)]
    if exact:
        relabel(plan, [min(exact, key=lambda i: (not i.state.taken_out, i.id))], label)
        return
    carried = _carried(touched, start, end, label)
    if carried is None:
        plan.make_room(start, end)
        plan.add_item(labelled_by_reviewer(Span(start, end, label, 1.0), label), DecisionState.ADDED)
        return
    plan.make_room(start, end, carried.id)
    span = labelled_by_reviewer(resized(carried.span, start, end), label)
    plan.set_item(replace(carried, span=span, state=DecisionState.ADDED))


def annotate(plan: EditPlan, item: ReviewItem, note: str) -> None:
    note = note.strip()
    _require(note != item.note, "the span has this note already.", _GO_ON_REMEDY)
    plan.set_item(replace(item, note=note))


def _carried(touched: Sequence[ReviewItem], start: int, end: int, label: Label) -> ReviewItem | None:
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


_TEXT_TAKEN = (
    "another span takes this text already.",
    "Resize or reject that one first.",
)


def _take_each(plan: EditPlan, items: Sequence[ReviewItem]) -> None:
    """Takes items with the ranges and labels given, those left out that another item is in the way of.

    Raises:
        ReviewError: if that is all.
    """
    free = False
    for item in items:
        state = DecisionState.ADDED if item.state is DecisionState.ADDED else DecisionState.ACCEPTED
        free = _plan_item(plan, replace(item, state=state)) or free
    _require(free, *_TEXT_TAKEN)


def _plan_item(plan: EditPlan, item: ReviewItem) -> bool:
    """Plans an item, others that are left in the text giving way where it is taken. False where one that is
    taken is in its way."""
    before = plan.planned_item(item.id)
    if before is None:  # it gave way to one that was taken just before
        return True
    if item.state.taken_out and (not before.state.taken_out or item_key(before) != item_key(item)):
        start, end = item.span.start, item.span.end
        if not plan.is_free(start, end, item.id):
            return False
        plan.make_room(start, end, item.id)
    plan.set_item(item)
    return True


def _labelled(item: ReviewItem, label: Label) -> ReviewItem:
    if item.span.label is label:
        return item
    return replace(item, span=labelled_by_reviewer(item.span, label))


def _require(condition: object, what: str, remedy: str) -> None:
    if not condition:
        raise ReviewError(what, remedy=remedy)
