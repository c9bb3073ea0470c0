"""What each decision does to items, on a plan. ``DocumentReview`` tells what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chartveil.domain import Label, Span
from chartveil.errors import ReviewError
from chartveil.review.index import key_of
from chartveil.review.model import Item, State
from chartveil.review.plan import Plan, by_reviewer, merged_evidence, resized
from chartveil.review.ranges import trimmed
from chartveil.review.risk import was_found, was_given_back

_LEAVE = "Go on to the next span."
_CHOOSE = "Choose other ends, or add the text anew."


def accept(plan: Plan, items: Sequence[Item]) -> None:
    undecided = [i for i in items if i.state not in (State.ACCEPTED, State.ADDED)]
    _need(undecided, "every span chosen is accepted already.", _LEAVE)
    _take_each(plan, undecided)


def take_back(plan: Plan, items: Sequence[Item]) -> None:
    given_back = [i for i in items if i.state is State.RECOVERED]
    _need(
        given_back, "nothing chosen was given back.", "Choose spans that stay in the text as medical terms."
    )
    _take_each(plan, given_back)


def reject(plan: Plan, items: Sequence[Item]) -> None:
    kept = [i for i in items if i.state is not State.REJECTED]
    _need(kept, "every span chosen is rejected already.", _LEAVE)
    for item in kept:
        if item.state is State.ADDED and not was_found(item.span):
            plan.drop(item)
        else:
            plan.put(replace(item, state=State.REJECTED))


def reopen(plan: Plan, items: Sequence[Item]) -> None:
    decided = [i for i in items if i.state.decided and was_found(i.span)]
    _need(
        decided, "nothing chosen was found and then decided.", "Reject a span that you added, to remove it."
    )
    blocked = True
    for item in decided:
        state = State.RECOVERED if was_given_back(item.span) else State.PROPOSED
        blocked = not _set(plan, replace(item, state=state, by="", at="")) and blocked
    _need(not blocked, *_COVERED)


def relabel(plan: Plan, items: Sequence[Item], label: Label) -> None:
    done = (State.ACCEPTED, State.ADDED)
    changed = [i for i in items if i.span.label is not label or i.state not in done]
    _need(changed, "every span chosen has this label and is accepted.", _LEAVE)
    _take_each(plan, [_labelled(i, label) for i in changed])


def resize(plan: Plan, item: Item, start: int, end: int) -> None:
    start, end = trimmed(plan.text, start, max(start, end))
    _need(start < end, "nothing would be left of the span.", _CHOOSE)
    _need(
        (start, end) != (item.span.start, item.span.end),
        "the span has these ends already, or a neighbour stands there.",
        _CHOOSE,
    )
    span = by_reviewer(resized(item.span, start, end), item.span.label)
    _take_each(plan, [replace(item, span=span)])


def split(plan: Plan, item: Item, at: int) -> None:
    span = item.span
    inside = span.start < at < span.end
    left = trimmed(plan.text, span.start, at if inside else span.start)
    right = trimmed(plan.text, at if inside else span.end, span.end)
    _need(
        left[0] < left[1] and right[0] < right[1],
        "the span cannot be parted there.",
        "Choose a place between two of its words.",
    )
    plan.put(replace(item, span=resized(span, *left)))
    plan.part(item, *right)


def join(plan: Plan, items: Sequence[Item]) -> None:
    _need(len(items) > 1, "there is nothing to join.", "Choose two spans or more.")
    items = sorted(items, key=key_of)
    start, end = items[0].span.start, max(i.span.end for i in items)
    between = [i for i in plan.touching(start, end) if i.state.taken and i not in items]
    _need(
        all(start <= i.span.start and i.span.end <= end for i in between),
        "another span stands across the end of these.",
        "Choose that one too.",
    )
    parts = sorted([*items, *between], key=key_of)
    surest = min(items, key=lambda i: (not i.state.decided, -i.span.score, i.span.start))
    first = items[0]
    whole = merged_evidence(
        Span(start, end, surest.span.label, max(p.span.score for p in parts)), [p.span for p in parts]
    )
    state = State.ADDED if all(p.state is State.ADDED for p in parts) else State.ACCEPTED
    for part in parts:
        if part.id != first.id:
            plan.drop(part)
    plan.clear(start, end, first.id)
    plan.put(replace(first, span=by_reviewer(whole, whole.label), state=state))


def add(plan: Plan, start: int, end: int, label: Label) -> None:
    start, end = max(start, 0), min(end, len(plan.text))
    start, end = trimmed(plan.text, start, max(start, end))
    _need(start < end, "there is nothing but blanks there.", "Select the text to be marked.")
    touched = plan.touching(start, end)
    exact = [i for i in touched if (i.span.start, i.span.end) == (start, end)]
    if exact:
        relabel(plan, [min(exact, key=lambda i: (not i.state.taken, i.id))], label)
        return
    carried = _carried(touched, start, end, label)
    if carried is None:
        plan.clear(start, end)
        plan.new(by_reviewer(Span(start, end, label, 1.0), label), State.ADDED)
        return
    plan.clear(start, end, carried.id)
    span = by_reviewer(resized(carried.span, start, end), label)
    plan.put(replace(carried, span=span, state=State.ADDED))


def annotate(plan: Plan, item: Item, note: str) -> None:
    note = note.strip()
    _need(note != item.note, "the span has this note already.", _LEAVE)
    plan.put(replace(item, note=note))


def _carried(touched: Sequence[Item], start: int, end: int, label: Label) -> Item | None:
    """The item that becomes an added one: the proposed one covered that shares most of it, or the one that
    it narrows."""
    for item in touched:
        if (
            item.state.taken
            and item.span.label is label
            and item.span.start <= start
            and end <= item.span.end
        ):
            return item
    covered = [
        i for i in touched if i.state is State.PROPOSED and start <= i.span.start and i.span.end <= end
    ]
    return max(covered, key=lambda i: (i.span.end - i.span.start, -i.span.start), default=None)


_COVERED = (
    "another span takes this text already.",
    "Resize or reject that one first.",
)


def _take_each(plan: Plan, items: Sequence[Item]) -> None:
    """Takes items with the ranges and labels given, those left out that another item is in the way of.

    Raises:
        ReviewError: if that is all.
    """
    free = False
    for item in items:
        state = State.ADDED if item.state is State.ADDED else State.ACCEPTED
        free = _set(plan, replace(item, state=state)) or free
    _need(free, *_COVERED)


def _set(plan: Plan, item: Item) -> bool:
    """Plans an item, others that are left in the text giving way where it is taken. False where one that is
    taken is in its way."""
    before = plan.now(item.id)
    if before is None:  # it gave way to one that was taken just before
        return True
    if item.state.taken and (not before.state.taken or key_of(before) != key_of(item)):
        start, end = item.span.start, item.span.end
        if not plan.is_free(start, end, item.id):
            return False
        plan.clear(start, end, item.id)
    plan.put(item)
    return True


def _labelled(item: Item, label: Label) -> Item:
    if item.span.label is label:
        return item
    return replace(item, span=by_reviewer(item.span, label))


def _need(condition: object, what: str, remedy: str) -> None:
    if not condition:
        raise ReviewError(what, remedy=remedy)
