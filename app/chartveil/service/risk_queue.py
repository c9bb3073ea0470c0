"""The undecided places of a worklist by risk, as far as the reviewer may see them."""

from __future__ import annotations

from dataclasses import dataclass

from chartveil.domain.labels import Label
from chartveil.review.model import Reading
from chartveil.service.review_service import ReviewService
from chartveil.store.worklists.records import UnseenBlock


@dataclass(frozen=True, slots=True)
class RiskQueueEntry:
    """One place to look at.

    Attributes:
        row, item: the document in the worklist and the item in it; below 0 for a stretch without any.
        document: its name. May hold PHI: for the window only.
        label: as proposed; None for a stretch in which nothing was found.
        text: of the span; empty for a stretch. PHI.
        reasons: why it is worth a look, the strongest first, free of PHI.
        risk: in [0, 1].
        block: the stretch; None for an item.
    """

    row: int
    item: int
    document: str
    label: Label | None
    text: str
    reasons: tuple[str, ...] = ()
    risk: float = 0.0
    block: UnseenBlock | None = None


def undecided_places(
    service: ReviewService, reading: Reading, limit: int, offset: int = 0
) -> list[RiskQueueEntry]:
    """The undecided items of a reading, the riskiest first.

    Args:
        service: with the open worklist.
        reading: in the second and in a resolution only documents of which the reviewer has that reading are
            looked at: nobody sees what another reader has left to decide.
        limit: how many at most.
        offset: how many of the riskiest are passed over.
    """
    risky = service.store.items_by_risk(service.worklist, reading, limit, offset)
    if reading is not Reading.FIRST:
        own = {k.row for k in risky if service.reading_of(k.row) is reading}
        risky = [k for k in risky if k.row in own]
    names = _document_names(service, {k.row for k in risky})
    items = {row: service.items_with_reasons(row, reading) for row in names}
    entries = []
    for place in risky:
        item, surface, reasons = items[place.row][place.item]
        entries.append(
            RiskQueueEntry(
                place.row,
                place.item,
                names[place.row],
                item.span.label,
                surface,
                reasons=reasons,
                risk=place.risk,
            )
        )
    return entries


def unseen_stretches(service: ReviewService, limit: int) -> list[RiskQueueEntry]:
    """Stretches in which nothing was found and that nobody has looked at, the riskiest first."""
    blocks = service.store.unseen_blocks(service.worklist, limit)
    names = _document_names(service, {b.row for b in blocks})
    return [
        RiskQueueEntry(b.row, -1 - b.block, names[b.row], None, "", reasons=(b.reason,), risk=b.risk, block=b)
        for b in blocks
    ]


def decided_items(service: ReviewService, row: int) -> list[int]:
    """Ids of the items of a document that are decided in the reviewer's reading."""
    items = service.store.items(service.worklist, row, service.reading_of(row))
    return [i.id for i in items if i.state.decided]


def _document_names(service: ReviewService, rows: set[int]) -> dict[int, str]:
    return {r.row: r.name for r in service.store.rows(service.worklist, rows)}
