"""Runs several pipelines over the same gold, so that each part's share can be seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from chartveil.domain.document import Document, DocumentSource, Label, Proposal, Span
from chartveil.domain.errors import InputError, StageError
from chartveil.evaluation.metrics import evaluate
from chartveil.evaluation.pairing import GoldAndPrediction
from chartveil.evaluation.result import EvaluationResult
from chartveil.formats.annotations.document import AnnotatedDocument

ProposalFunction = Callable[[Document], Proposal]


@dataclass(frozen=True, slots=True)
class AblationRow:
    """One pipeline.

    Attributes:
        name: its name.
        result: what it found.
        seconds: that it took for all documents; not part of ``to_dict``, which is the same on every run.
    """

    name: str
    result: EvaluationResult
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, **self.result.to_dict()}


def plain_document(annotated: AnnotatedDocument) -> Document:
    """The plain text of an annotated document, as a reader would give it to a pipeline.

    Raises:
        InputError: if it has no text.
    """
    if annotated.text is None:
        raise InputError(
            "the document holds no text to run a pipeline on.",
            where=annotated.where or annotated.id,
            remedy="Give gold with its text: inline, i2b2, brat, or jsonl with 'text'.",
        )
    return Document(annotated.text, DocumentSource(annotated.where, "gold", annotated.sha256))


def run_pipeline(gold: Sequence[AnnotatedDocument], pipeline: ProposalFunction) -> list[GoldAndPrediction]:
    """Each gold document beside what the pipeline proposes for it.

    Of the labels that a document does not mark, only what lies on a mark is taken along: of the rest nobody
    can tell whether it is wrong.

    Raises:
        StageError: from the pipeline, or if it answers for another document or past the text's end. A
            failed document is never left out of the count.
        InputError: if a document has no text.
    """
    pairs = []
    for annotated in gold:
        document = plain_document(annotated)
        proposal = pipeline(document)
        if proposal.document_id != document.id:
            raise StageError("evaluate", "the pipeline answered for another document.", document.id)
        if max((s.end for s in proposal.spans), default=0) > len(document.text):
            raise StageError("evaluate", "the pipeline gave a span past the text's end.", document.id)
        spans = tuple(s for s in proposal.spans if _can_be_judged(s, annotated))
        pairs.append(
            GoldAndPrediction(annotated.id, document.text, annotated.spans, spans, proposal.recovered)
        )
    return pairs


def _can_be_judged(span: Span, gold: AnnotatedDocument) -> bool:
    return span.label not in gold.unmarked or any(span.overlaps(g) for g in gold.spans)


def ablate(
    gold: Sequence[AnnotatedDocument],
    pipelines: Sequence[tuple[str, ProposalFunction]],
    *,
    labels: Collection[Label] = tuple(Label),
    resamples: int = 1000,
    seed: int = 2014,
    clock: Callable[[], float] = time.perf_counter,
) -> list[AblationRow]:
    """Each named pipeline over the same gold, in the order given; the first is what others compare with.

    Raises:
        StageError, InputError: as ``run_pipeline``.
        ValueError: if two pipelines have the same name.
    """
    if len({name for name, _ in pipelines}) != len(pipelines):
        raise ValueError("two pipelines have the same name")
    rows = []
    for name, pipeline in pipelines:
        began = clock()
        pairs = run_pipeline(gold, pipeline)
        seconds = clock() - began
        rows.append(
            AblationRow(name, evaluate(pairs, labels=labels, resamples=resamples, seed=seed), seconds)
        )
    return rows
