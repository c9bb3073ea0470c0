"""A document with its proposal and replacements: its outcome, and what leaked of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chartveil.detection.model_choice import PatientMatch
from chartveil.detection.normalised.disguised import DisguisedSearch
from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document
from chartveil.domain.errors import LeakError
from chartveil.domain.page_layout import Region
from chartveil.domain.replacement_offsets import ReplacementOffsets
from chartveil.domain.span import Evidence, EvidenceKind, Replacement, Span, apply_replacements
from chartveil.domain.text_ranges import MergedRanges
from chartveil.domain.tokenized_text import fold
from chartveil.domain.uncovered_passage import UncoveredPassage
from chartveil.formats.annotations.document import (
    AnnotatedDocument,
    annotated_proposal,
    annotated_replacements,
)
from chartveil.release.job import DocumentOutcome
from chartveil.release.leak_check import LeakCheck, LeakFinding, changed_spans
from chartveil.review.unmarked_blocks import find_unmarked_blocks


@dataclass(frozen=True)
class DeidentifiedDocument:
    """A document with its proposal and replacements.

    Attributes:
        kept_ranges: ranges that stay in the text because a person said so, or as an ordinary use of a word.
        recovered_ranges: ranges that stay as medical terms.
        keeps_original: whether nothing is replaced in what is written.
        regions: parts of its pages that are covered, as a reviewer decided; None where nobody did.
        patient_match: how many patients of the site's file it may be of; None where that was not asked.
        passages: in a language or script that detection does not cover.
        read_passages: ranges of those that a reviewer has read.
    """

    document: Document
    proposal: Proposal
    replacements: tuple[Replacement, ...]
    kept_ranges: tuple[tuple[int, int], ...] = ()
    recovered_ranges: tuple[tuple[int, int], ...] = ()
    keeps_original: bool = False
    regions: tuple[Region, ...] | None = None
    patient_match: PatientMatch | None = None
    passages: tuple[UncoveredPassage, ...] = ()
    read_passages: frozenset[tuple[int, int]] = frozenset()

    @property
    def spans(self) -> tuple[Span, ...]:
        """Spans that are taken."""
        return self.proposal.spans

    @property
    def changes(self) -> list[Replacement]:
        """The replacements that change the text; an age under 90, for one, may stay as it is."""
        text = self.document.text
        return [r for r in self.replacements if r.text != text[r.start : r.end]]

    @property
    def recovered(self) -> tuple[Span, ...]:
        """Spans that stay as medical terms."""
        return self.proposal.recovered

    @property
    def output_text(self) -> str:
        """The text with its replacements."""
        return apply_replacements(self.document.text, self.replacements)

    @property
    def replaced_spans(self) -> list[Span]:
        """Spans whose text does not stay as it was."""
        return changed_spans(self.document.text, self.spans, self.replacements)

    @property
    def covered_ranges(self) -> list[tuple[int, int]]:
        """Ranges that go with the parts of pages that they stand on."""
        return [(r.start, r.end) for r in self.replacements if r.label is None]

    @property
    def covered_regions(self) -> tuple[Region, ...]:
        """Parts of its pages that are covered: as decided, else all that were found."""
        if self.regions is not None or self.document.layout is None:
            return self.regions or ()
        return self.document.layout.regions

    @property
    def unread_passages(self) -> list[UncoveredPassage]:
        """Passages that detection does not cover and nobody has read."""
        return [p for p in self.passages if (p.start, p.end) not in self.read_passages]

    def leaks(
        self, check: LeakCheck, output: str, elsewhere: DisguisedSearch | None = None
    ) -> list[LeakFinding]:
        """The findings of the leak check in the document's output text.

        Args:
            check: the leak check.
            output: the text as it is in the output.
            elsewhere: as of ``LeakCheck.check_text``.
        """
        ranges = self.kept_ranges, self.recovered_ranges
        return check.check_text(
            self.document, self.spans, self.replacements, output, *ranges, elsewhere=elsewhere
        )

    def outcome(self, *, for_review: bool) -> DocumentOutcome:
        """The facts that leave this process, without text."""
        d = self.document
        outcome = DocumentOutcome(
            d.id,
            d.source.part,
            len(d.text),
            self.spans,
            self.recovered,
            regions=self.covered_regions,
            patient_match=self.patient_match,
            passages=self.passages,
            left_out=d.left_out,
            hidden_words=d.layout.hidden_words if d.layout is not None else (),
        )
        if not for_review:
            return outcome
        return replace(
            outcome,
            patient=d.patient_id or "",
            note_type=d.note_type or "",
            surfaces=tuple(fold(s.text(d.text)) for s in (*self.spans, *self.recovered)),
            blocks=tuple(find_unmarked_blocks(d.text, [*self.spans, *self.recovered])),
            page_sizes=d.layout.pages if d.layout is not None else (),
        )

    def annotated(self) -> AnnotatedDocument:
        """The document for an annotation format: the de-identified text, or the original in mode spans."""
        if self.keeps_original:
            return annotated_proposal(self.document, self.proposal)
        return annotated_replacements(self.document.id, self.document.text, self.replacements)


def with_leaked_spans(proposal: Proposal, found: Sequence[Span]) -> Proposal:
    """The proposal with those spans of the leak check that the merge gave to a label the policy keeps.

    ``Lee`` of a kept ``Dr. Lee`` is taken all the same where the patient is called Lee.
    """
    if not found:
        return proposal
    known = MergedRanges((s.start, s.end) for s in (*proposal.spans, *proposal.recovered))
    more: list[Span] = []
    for f in sorted(found):
        if not known.touches(f.start, f.end) and not (more and f.start < more[-1].end):
            more.append(f)
    return replace(proposal, spans=tuple(sorted((*proposal.spans, *more))))


def leaks_as_spans(findings: Sequence[LeakFinding], places: ReplacementOffsets) -> list[Span]:
    """Leaks outside the replaced places as spans of the original."""
    spans = []
    for f in findings:
        if f.kind == "altered" or places.touches_replacement(f.start, f.end):
            continue
        start = places.to_original(f.start)
        evidence = Evidence(EvidenceKind.LEAK_CHECK, "leak-check", f.label, 0.9, detail=f"seen as {f.kind}")
        spans.append(Span(start, start + f.end - f.start, f.label, 0.9, (evidence,)))
    return spans


def leak_error(document: DeidentifiedDocument, findings: Sequence[LeakFinding]) -> LeakError:
    """The error for what the leak check found, with its places in the original."""
    back = ReplacementOffsets(document.replacements)
    places, told = [], []
    for f in findings:
        on_page = ""
        if f.kind != "altered" and not back.touches_replacement(f.start, f.end):
            start = back.to_original(f.start)
            places.append((start, start + f.end - f.start))
            layout = document.document.layout
            on_page = layout.place_of(*places[-1]) if layout is not None else ""
        told.append(f"{f} ({on_page})" if on_page else str(f))
    return LeakError(document.document.id, tuple(told), tuple(places))
