"""Spans of a document's text, the reasons for them, and what takes their place.

All offsets are in Unicode code points of ``Document.text``; ranges are half open, ``[start, end)``.
Everything here is frozen: a change is ``dataclasses.replace``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from chartveil.domain.labels import Label, LabelGroup


class EvidenceKind(StrEnum):
    """The sources of evidence for or against a span."""

    RULE = "rule"
    MODEL = "model"
    DICTIONARY = "dictionary"
    DOSSIER = "dossier"
    PROPAGATION = "propagation"
    MERGE = "merge"
    RECOVERY = "recovery"
    DOUBT = "doubt"
    """What would have recovered a span that is too sure to be recovered."""
    LEAK_CHECK = "residual"
    REVIEWER = "reviewer"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One reason for a span, or one thing done to it.

    Attributes:
        kind: who speaks.
        name: id of the rule, member, dictionary or pattern, e.g. ``DATE-NUMERIC`` or ``surnames``.
        label: the label it spoke for; None where it spoke for none (recovery, merge).
        score: its own score in [0, 1]; None where it gave none.
        start, end: the range it saw, when that differs from the span's; else None.
        detail: a short remark free of document text, e.g. ``common word beside a cue``.
    """

    kind: EvidenceKind
    name: str
    label: Label | None = None
    score: float | None = None
    start: int | None = None
    end: int | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of a document's text taken for an identifier.

    Raises:
        ValueError: if the range is empty or negative, or the score is outside [0, 1].
    """

    start: int
    end: int
    label: Label
    score: float
    evidence: tuple[Evidence, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"not a range: [{self.start}, {self.end})")
        if not 0.0 <= self.score <= 1.0:
            raise ValueError(f"not a score: {self.score}")

    @property
    def group(self) -> LabelGroup:
        """The group of its label."""
        return self.label.group

    def text(self, document_text: str) -> str:
        """The characters this span covers."""
        return document_text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a character."""
        return self.start < other.end and other.start < self.end

    def with_range(self, start: int, end: int) -> Span:
        """The span with another range; every reason keeps the range that it saw."""
        if (start, end) == (self.start, self.end):
            return self
        seen = tuple(
            e if e.start is not None else replace(e, start=self.start, end=self.end) for e in self.evidence
        )
        return replace(self, start=start, end=end, evidence=seen)

    def with_evidence(self, *more: Evidence) -> Span:
        """The same span with reasons added."""
        return replace(self, evidence=self.evidence + more)


@dataclass(frozen=True, slots=True, order=True)
class Replacement:
    """Text that takes the place of ``[start, end)`` of the original. ``text`` may be empty; ``label`` is None
    for text that goes with the part of a page that it stands on."""

    start: int
    end: int
    text: str
    label: Label | None

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"not a range: [{self.start}, {self.end})")


def apply_replacements(text: str, replacements: tuple[Replacement, ...] | list[Replacement]) -> str:
    """The text with each range replaced.

    Raises:
        ValueError: if replacements overlap, are not sorted, or reach past the text.
    """
    out: list[str] = []
    at = 0
    for r in replacements:
        if r.start < at or r.end > len(text):
            raise ValueError(f"replacements overlap, are not sorted, or reach past the text at {r.start}")
        out += (text[at : r.start], r.text)
        at = r.end
    out.append(text[at:])
    return "".join(out)
