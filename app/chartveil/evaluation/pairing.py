"""Pairs gold with predictions: of files, or of a pipeline that runs now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import InputError, StageError
from chartveil.domain.span import Span
from chartveil.evaluation.gold import check_unique_ids
from chartveil.formats.annotations.document import AnnotatedDocument, text_sha256


@dataclass(frozen=True, slots=True)
class GoldAndPrediction:
    """A text with its gold marks and what was predicted for it.

    Attributes:
        id: of the gold document.
        text: the text both count in.
        gold, predicted: marks, sorted.
        recovered: what the prediction found and left in the text as a medical term.

    Raises:
        ValueError: if a mark reaches past the text.
    """

    id: str
    text: str
    gold: tuple[Span, ...]
    predicted: tuple[Span, ...]
    recovered: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        if max((s.end for s in (*self.gold, *self.predicted)), default=0) > len(self.text):
            raise ValueError("a mark reaches past the text")


def pair_documents(
    gold: Sequence[AnnotatedDocument], predicted: Sequence[AnnotatedDocument]
) -> list[GoldAndPrediction]:
    """Gold and predictions side by side, sorted by the gold's id.

    Documents of the same text (by its hash) belong together, those of the same id first; what is left is
    paired by id, and its text may differ in line ends alone.

    Raises:
        InputError: if a document has no partner, if its partner has another text, or if it cannot be told
            which of several belong together.
    """
    check_unique_ids(gold)
    check_unique_ids(predicted)
    partner = _by_hash(gold, predicted)
    by_id = {p.id: p for p in predicted if p.id not in {q.id for q in partner.values()}}
    for g in gold:
        if g.id not in partner and g.id in by_id:
            partner[g.id] = by_id.pop(g.id)
    _complain("have no prediction", [g for g in gold if g.id not in partner])
    _complain("have no gold document", list(by_id.values()))
    return [_pair(g, partner[g.id]) for g in sorted(gold, key=lambda d: d.id)]


def _by_hash(
    gold: Sequence[AnnotatedDocument], predicted: Sequence[AnnotatedDocument]
) -> dict[str, AnnotatedDocument]:
    """Prediction by the gold's id, for those whose text is the same."""
    out: dict[str, AnnotatedDocument] = {}
    groups: dict[str, tuple[list[AnnotatedDocument], list[AnnotatedDocument]]] = {}
    for side, documents in enumerate((gold, predicted)):
        for d in documents:
            groups.setdefault(d.sha256, ([], []))[side].append(d)
    for left, right in groups.values():
        names = {p.id: p for p in right}
        out.update({g.id: names[g.id] for g in left if g.id in names})
        rest_left = [g for g in left if g.id not in names]
        rest_right = [p for p in right if p.id not in {g.id for g in left}]
        if len(rest_left) == len(rest_right) == 1:
            out[rest_left[0].id] = rest_right[0]
        elif rest_left and rest_right:
            raise InputError(
                f"{len(rest_left)} gold documents and {len(rest_right)} predictions have the same text, and "
                "their names do not tell which belong together.",
                where=rest_left[0].where or rest_left[0].id,
                remedy="Give a gold document and its prediction the same name.",
            )
    return out


def _complain(what: str, left_over: Sequence[AnnotatedDocument]) -> None:
    if left_over:
        names = sorted(d.where or d.id for d in left_over)
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        raise InputError(
            f"{len(names)} documents {what}: {', '.join(names[:5])}{more}.",
            remedy="Give both sides the same documents; they are paired by their text, then by name.",
        )


def _pair(gold: AnnotatedDocument, predicted: AnnotatedDocument) -> GoldAndPrediction:
    spans, text = gold.spans, gold.text
    if gold.sha256 != predicted.sha256:
        moved = _with_line_ends_of(predicted.sha256, text, spans) if text is not None else None
        if moved is None:
            raise InputError(
                "gold and prediction are of different texts.",
                where=f"{gold.where or gold.id} and {predicted.where or predicted.id}",
                remedy="Run the prediction on the text that was marked, without its marks.",
            )
        text, spans = moved
    text = predicted.text if text is None else text
    if text is None:
        raise InputError(
            "neither the gold document nor its prediction holds the text, so words cannot be counted.",
            where=gold.where or gold.id,
            remedy="Give the gold with its text: inline, i2b2, brat, or jsonl with 'text'.",
        )
    for side in (gold, predicted):
        if side.text is None and max((s.end for s in side.spans), default=0) > len(text):
            raise InputError(
                "a span reaches past the text.", where=side.where or side.id, remedy="Write the file anew."
            )
    return GoldAndPrediction(gold.id, text, spans, predicted.spans, predicted.recovered)


def _with_line_ends_of(
    sha256: str, text: str, spans: tuple[Span, ...]
) -> tuple[str, tuple[Span, ...]] | None:
    """Text and spans with other line ends, if some give the text of this hash: editors change them."""
    for end in ("\n", "\r\n", "\r"):
        new, at = _relined(text, end)
        if text_sha256(new) == sha256:
            kept = [s for s in spans if at[s.start] < at[s.end]]
            return new, tuple(replace(s, start=at[s.start], end=at[s.end]) for s in kept)
    return None


def _relined(text: str, end: str) -> tuple[str, list[int]]:
    """The text with every line end written as ``end``, and the new offset of each old one."""
    out: list[str] = []
    at: list[int] = []
    length = 0
    for i, c in enumerate(text):
        at.append(length)
        second = c == "\n" and text[i - 1 : i] == "\r"
        piece = "" if second else end if c in "\r\n" else c
        out.append(piece)
        length += len(piece)
    return "".join(out), [*at, length]


ProposalFunction = Callable[[Document], Proposal]
"""A pipeline: what it proposes for a document."""


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
