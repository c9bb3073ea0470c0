"""An annotated document: a text, or its hash, with marks. All annotation formats read into it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement, Span, apply_replacements


def text_sha256(text: str) -> str:
    """SHA-256 of a text in UTF-8, in hex; the same as ``Document.sha256``."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class AnnotatedDocument:
    """A text with marks.

    Attributes:
        id: file name without ending, or what the file calls the document. May hold PHI.
        text: the text the offsets count in; None where the file holds offsets alone.
        spans: the marks, sorted by range and label. Gold marks have score 1.
        recovered: what was found and recovered, sorted; empty for gold.
        sha256: of the text; worked out where there is a text, else it must be given.
        where: the file, and the line or part of it, for messages to the user.
        remarks: what the reader had to interpret, free of document text.
        patient: the patient it is about, where that is known beside its marks. PHI.
        unmarked: labels that nobody looked for, so that a word without a mark may still bear one.

    Raises:
        ValueError: if a mark reaches past the text, or if there is neither text nor hash.
    """

    id: str
    text: str | None
    spans: tuple[Span, ...]
    recovered: tuple[Span, ...] = ()
    sha256: str = ""
    where: str = ""
    remarks: tuple[str, ...] = ()
    patient: str = ""
    unmarked: frozenset[Label] = frozenset()

    def __post_init__(self) -> None:
        for name in ("spans", "recovered"):
            object.__setattr__(self, name, tuple(sorted(getattr(self, name))))
        if self.text is not None:
            object.__setattr__(self, "sha256", text_sha256(self.text))
            last = max((s.end for s in (*self.spans, *self.recovered)), default=0)
            if last > len(self.text):
                raise ValueError(f"a mark ends at {last}, past the text of {len(self.text)} characters")
        elif not self.sha256:
            raise ValueError("an annotated document needs its text or its hash")


def annotated_proposal(document: Document, proposal: Proposal, name: str = "") -> AnnotatedDocument:
    """A document with what detection proposes for it, ready for a writer.

    Raises:
        ValueError: if the proposal is for another document.
    """
    if proposal.document_id != document.id:
        raise ValueError("the proposal is for another document")
    return AnnotatedDocument(name or document.id, document.text, proposal.spans, proposal.recovered)


def annotated_replacements(name: str, text: str, replacements: Sequence[Replacement]) -> AnnotatedDocument:
    """The de-identified text with marks where replacements stand; one that is empty or of no kind leaves no
    mark.

    Raises:
        ValueError: if replacements overlap, are not sorted, or reach past the text.
    """
    new = apply_replacements(text, list(replacements))
    spans = []
    moved = 0
    for r in replacements:
        if r.text and r.label is not None:
            spans.append(Span(r.start + moved, r.start + moved + len(r.text), r.label, 1.0))
        moved += len(r.text) - (r.end - r.start)
    return AnnotatedDocument(name, new, tuple(spans))
