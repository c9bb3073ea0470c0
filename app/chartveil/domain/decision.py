"""The proposal of a document, and the decisions about it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from chartveil.domain.page_layout import Region
from chartveil.domain.span import Span


@dataclass(frozen=True, slots=True)
class Proposal:
    """The spans that detection proposes for a document.

    Attributes:
        document_id: the document.
        spans: disjoint, sorted: what would be taken.
        recovered: what was found and recovered as a medical term, sorted; each carries the reason.
    """

    document_id: str
    spans: tuple[Span, ...]
    recovered: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        for a, b in zip(self.spans, self.spans[1:], strict=False):
            if a.end > b.start:
                raise ValueError(
                    f"spans overlap or are not sorted: [{a.start}, {a.end}) [{b.start}, {b.end})"
                )


class Verdict(StrEnum):
    """The decision about a span."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about a span.

    Attributes:
        span: the span as decided (relabelled or resized, if it was).
        verdict: what was decided.
        by: reviewer's name, or ``policy`` where nobody looked.
        at: when, in UTC.
        note: free remark of the reviewer; may hold PHI.
    """

    span: Span
    verdict: Verdict
    by: str
    at: dt.datetime
    note: str = ""


@dataclass(frozen=True, slots=True)
class RegionDecision:
    """A decision about a region of a page; ``by`` and ``at`` as of ``Decision``."""

    region: Region
    verdict: Verdict
    by: str
    at: dt.datetime
