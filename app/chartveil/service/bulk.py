"""Decisions on many places at once: the same text, or all above a score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from chartveil.domain import Label
from chartveil.errors import ReviewError
from chartveil.review.model import (
    Change,
    Counts,
    DocumentRow,
    DocumentState,
    Item,
    Kind,
    Reading,
    State,
)
from chartveil.review.session import DocumentReview
from chartveil.service import decisions, second
from chartveil.service.decisions import Done
from chartveil.service.desk import Desk
from chartveil.words import fold

_FINISHED = (DocumentState.SIGNED_OFF, DocumentState.EXPORTED)


class Scope(StrEnum):
    """How far a decision reaches."""

    DOCUMENT = "document"
    PATIENT = "patient"
    WORKLIST = "worklist"


@dataclass(frozen=True, slots=True)
class Target:
    """A place that a decision would touch.

    Attributes:
        row: of the document.
        name: of the document. May hold PHI.
        start, end: the place.
        item: what stands there; None for a place that nothing marks yet.
        finished: whether the document is signed off; a decision takes its signature back.
    """

    row: int
    name: str
    start: int
    end: int
    item: Item | None
    finished: bool = False


def same_text(desk: Desk, review: DocumentReview, item: Item, scope: Scope) -> list[Target]:
    """Places of the same text (but for case, accents and blanks), the document under review first.

    In it places that nothing marks are found too; in others only what was found there.
    """
    here = desk.row(review.row)
    found = [_target(here, i) for i in review.same_text(item)]
    found += [Target(review.row, here.name, a, b, None) for a, b in review.unmarked_same(item)]
    found.sort(key=lambda t: (t.start, t.end))
    if scope is Scope.DOCUMENT or (scope is Scope.PATIENT and not here.patient):
        return found
    surface = fold(item.span.text(review.text))
    patient = here.patient if scope is Scope.PATIENT else None
    places = desk.store.same_surface(desk.worklist, surface, review.reading, patient=patient)
    others = _by_row((row, id) for row, id in places if row != review.row)
    rows = {r.row: r for r in desk.store.rows(desk.worklist, others)}
    for row, ids in others.items():
        if not _may_see(desk, rows[row], review.reading):
            continue
        items = {i.id: i for i in desk.store.items(desk.worklist, row, review.reading)}
        found += sorted((_target(rows[row], items[i]) for i in ids), key=lambda t: (t.start, t.end))
    return found


def count_same(desk: Desk, review: DocumentReview, item: Item) -> tuple[int, int, int]:
    """How often the same text stands in this document, in this patient's, and in all."""
    surface = fold(item.span.text(review.text))
    if desk.settings.second_reader:
        return _count_seen(desk, review, item)
    here, of_patient, others = desk.store.count_surface(desk.worklist, surface, review.reading, review.row)
    in_document = here + len(review.unmarked_same(item))
    return in_document, in_document + of_patient, in_document + others


def _count_seen(desk: Desk, review: DocumentReview, item: Item) -> tuple[int, int, int]:
    """As ``count_same`` where two read: only what this reader may see."""
    surface = fold(item.span.text(review.text))
    here = len(review.same_text(item)) + len(review.unmarked_same(item))
    patient = desk.row(review.row).patient
    places = desk.store.same_surface(desk.worklist, surface, review.reading)
    others = _by_row((row, id) for row, id in places if row != review.row)
    of_patient = elsewhere = 0
    for row in desk.rows():
        if row.row in others and _may_see(desk, row, review.reading):
            elsewhere += len(others[row.row])
            of_patient += len(others[row.row]) if patient and row.patient == patient else 0
    return here, here + of_patient, here + elsewhere


def _may_see(desk: Desk, row: DocumentRow, reading: Reading) -> bool:
    """Whether this reader has this reading of a document, and may see what was decided in it."""
    if not desk.settings.second_reader:
        return True
    if not row.signed_by:
        return reading is Reading.FIRST
    return desk.reading(row.row) is reading and not second.is_hidden(desk, row)


def above(desk: Desk, review: DocumentReview | None, score: float, scope: Scope) -> list[Target]:
    """Undecided places with a score of at least ``score``, in the document or in the whole worklist."""
    if scope is Scope.DOCUMENT:
        if review is None:
            return []
        here = desk.row(review.row)
        return [_target(here, i) for i in review.items if _is_sure(i, score)]
    found = []
    for row in desk.rows():
        if row.counts.undecided and row.state not in _FINISHED and not second.is_hidden(desk, row):
            reading = desk.reading(row.row)
            items = desk.store.items(desk.worklist, row.row, reading)
            found += [_target(row, i) for i in items if _is_sure(i, score)]
    return found


def decide(
    desk: Desk,
    kind: Kind,
    targets: Sequence[Target],
    review: DocumentReview | None,
    label: Label | None = None,
) -> Done:
    """Decides on places as one action.

    Args:
        desk: the desk.
        kind: ``ACCEPT``, ``REJECT``, ``NEVER``, ``RELABEL``, ``TAKE_BACK`` or ``REOPEN``.
        targets: the places; those that are so already are passed over.
        review: of the document that is open.
        label: for ``RELABEL``, and for places that nothing marks yet.

    Raises:
        ReviewError: if nothing changes by it.
    """
    changes: list[Change] = []
    counts: dict[tuple[int, Reading], Counts] = {}
    for row, chosen in _grouped(targets).items():
        open_here = review is not None and row == review.row
        of = review if open_here and review is not None else desk.bare(row, desk.reading(row))
        made, after = _changes(of, kind, chosen, label)
        if made:
            changes += made
            counts[row, of.reading] = after
    if not changes:
        raise ReviewError("nothing changes by it.", remedy="All of these places are decided so already.")
    return decisions.decide_many(
        desk, Kind.NEVER if kind is Kind.NEVER else Kind.BULK, changes, counts, review
    )


def _changes(
    review: DocumentReview, kind: Kind, targets: Sequence[Target], label: Label | None
) -> tuple[list[Change], Counts]:
    """What a decision changes in one document, and its counts then. Worked out step by step, each on what the
    last one left."""
    made: list[Change] = []

    def step(work: Callable[[], list[Change]]) -> None:
        try:
            changes = work()
        except ReviewError:
            return  # it is so already, or another place has taken it in
        review.apply(changes)
        made.extend(changes)

    try:
        ids = [t.item.id for t in targets if t.item is not None]
        if ids:
            step(lambda: _on_items(review, kind, ids, label))
        if kind in (Kind.ACCEPT, Kind.RELABEL) and label is not None:
            for t in targets:
                if t.item is None:
                    step(lambda t=t: review.add(t.start, t.end, label))  # type: ignore[misc]
        after = review.counts()
    finally:
        review.apply([c.backwards() for c in reversed(made)])
    return made, after


def _on_items(review: DocumentReview, kind: Kind, ids: list[int], label: Label | None) -> list[Change]:
    if kind is Kind.RELABEL and label is not None:
        return review.relabel(ids, label)
    if kind in (Kind.REJECT, Kind.NEVER):
        return review.reject(ids)
    if kind is Kind.REOPEN:
        return review.reopen(ids)
    return review.accept(ids)


def _is_sure(item: Item, score: float) -> bool:
    return item.state is State.PROPOSED and item.span.score >= score


def _target(row: DocumentRow, item: Item) -> Target:
    return Target(row.row, row.name, item.span.start, item.span.end, item, row.state in _FINISHED)


def _by_row(places: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    out: dict[int, list[int]] = {}
    for row, id in places:
        out.setdefault(row, []).append(id)
    return out


def _grouped(targets: Sequence[Target]) -> dict[int, list[Target]]:
    out: dict[int, list[Target]] = {}
    for t in targets:
        out.setdefault(t.row, []).append(t)
    return out
