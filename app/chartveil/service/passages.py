"""Passages that detection does not cover: lists them, and marks them as read."""

from __future__ import annotations

from dataclasses import replace

from chartveil.domain.errors import ReviewError
from chartveil.domain.policy import OtherLanguages
from chartveil.review.model import (
    ActionKind,
    DocumentRow,
    PassageChange,
    Reading,
    ReviewAction,
    ReviewPassage,
)
from chartveil.service.decisions import StoredDecision, store_decision
from chartveil.service.review_service import ReviewService


def passages_of(service: ReviewService, row: int, reading: Reading) -> list[ReviewPassage]:
    """The passages of a document, with who has read each.

    A resolution stands on two readers who have each read them: nothing is left to read in it.
    """
    asked = Reading.FIRST if reading is Reading.RESOLVED else reading
    return service.store.passages(service.worklist, row, asked)


def unread_passages(service: ReviewService, row: int, reading: Reading) -> list[ReviewPassage]:
    """The passages that have to be read before a reading can be signed off."""
    if service.policy.other_languages is OtherLanguages.ALLOW:
        return []
    return [p for p in passages_of(service, row, reading) if not p.is_read]


def mark_read(service: ReviewService, row: int, reading: Reading, passage: ReviewPassage) -> StoredDecision:
    """Stores that the reviewer has read a passage.

    Raises:
        ReviewError: if it is read already.
        StoreError: if it cannot be stored; nothing is changed then.
    """
    if passage.is_read:
        raise ReviewError("this passage is read already.", remedy="Go on to the next.")
    at, reviewer = service.timestamp(), service.settings.reviewer
    after = replace(passage, by=reviewer, at=at)
    change = PassageChange(row, reading, passage, after)
    return store_decision(service, ReviewAction(ActionKind.READ, reviewer, at, passage_changes=(change,)))


def read_ranges(service: ReviewService, row: DocumentRow) -> frozenset[tuple[int, int]]:
    """Ranges of the passages that all readers of a document have read."""
    passages = passages_of(service, row.row, Reading.FIRST)
    return frozenset((p.passage.start, p.passage.end) for p in passages if p.is_read)
