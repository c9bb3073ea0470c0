"""Pipelines over gold, and what is printed: numbers always, document text only on request."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console, RenderableType

from chartveil.cli.evaluation_tables import render_agreement, render_findings, render_table
from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document
from chartveil.domain.errors import InputError, StageError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.evaluation.agreement import annotator_agreement
from chartveil.evaluation.metrics import evaluate
from chartveil.evaluation.pairing import GoldAndPrediction, ProposalFunction, plain_document, run_pipeline
from chartveil.evaluation.result import EvaluationResult
from chartveil.formats.annotations.document import AnnotatedDocument
from chartveil.formats.annotations.inline import read_inline

GOLD = [
    read_inline("Dr. [[DOCTOR|Ann Poe]] saw [[PATIENT|Bo]].", "n1", "n1.note"),
    read_inline("[[PATIENT|Bo]] is 71\nand \x1b[31mwell.", "n2", "n2.note"),
]


def finds(*words: str) -> ProposalFunction:
    """A pipeline that takes every one of the words for a doctor's name."""

    def pipeline(document: Document) -> Proposal:
        evidence = (Evidence(EvidenceKind.RULE, "WORD[/]"),)
        spans = [
            Span(document.text.index(w), document.text.index(w) + len(w), Label.DOCTOR, 0.9, evidence)
            for w in words
            if w in document.text
        ]
        return Proposal(document.id, tuple(sorted(spans)))

    return pipeline


def printed(renderable: RenderableType, width: int = 160) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(renderable)
    return out.getvalue()


def test_a_label_that_a_document_does_not_mark_is_wrong_nowhere_and_right_on_a_mark() -> None:
    first, second = GOLD
    half = replace(first, unmarked=frozenset((Label.DOCTOR,)))
    pairs = run_pipeline([half, second], finds("Ann", "saw", "71"))
    assert [[s.text(p.text) for s in p.predicted] for p in pairs] == [["Ann"], ["71"]]


def test_a_pipeline_that_fails_ends_the_run() -> None:
    def broken(document: Document) -> Proposal:
        raise StageError("rules", "a pattern timed out.", document.id)

    with pytest.raises(StageError, match="timed out"):
        run_pipeline(GOLD, broken)
    with pytest.raises(StageError, match="another document"):
        run_pipeline(GOLD, lambda d: Proposal("0" * 16, ()))
    with pytest.raises(StageError, match="past the text's end"):
        run_pipeline(GOLD, lambda d: Proposal(d.id, (Span(0, 999, Label.DATE, 1.0),)))
    with pytest.raises(InputError, match="no text to run a pipeline on"):
        plain_document(AnnotatedDocument("n", None, (), sha256="0" * 64))


def result() -> tuple[EvaluationResult, dict[str, str]]:
    pairs = run_pipeline(GOLD, finds("Ann", "71"))
    return evaluate(pairs, remarks=("n1: a remark",)), {p.id: p.text for p in pairs}


def test_tables_hold_numbers_and_no_text() -> None:
    found, _ = result()
    text = printed(render_table(found)) + printed(render_findings(found))
    assert "word, fully covered" in text
    assert "1 / 4" in text
    assert "2 of 2 documents leaked: with 95 % confidence" in text
    assert "Note: n1: a remark" in text
    assert "partly covered" in text
    assert "WORD[/]" in text
    for word in ("Ann", "Poe", "well"):
        assert word not in text


def test_context_is_shown_on_request_and_cannot_steer_the_terminal() -> None:
    found, texts = result()
    text = printed(render_findings(found, texts), width=200)
    assert "Dr. ⟦Ann Poe⟧ saw Bo." in text
    assert "⟦71⟧⏎and ␛[31mwell." in text
    assert "\x1b" not in text
    assert "Misses: 3 marks" in text
    short = printed(render_findings(found, texts, most=1), width=200)
    assert "Misses: 3 marks" in short
    assert "⟦Bo⟧" not in short


def test_numbers_are_whole_in_a_narrow_terminal() -> None:
    found, _ = result()
    narrow = printed(render_table(found), width=72)
    assert "…" not in narrow
    assert max(map(len, narrow.splitlines())) <= 72


def test_clean_documents_are_told_with_their_bound() -> None:
    pair = GoldAndPrediction("n", "Bo", (Span(0, 2, Label.PATIENT, 1.0),), (Span(0, 2, Label.PATIENT, 1.0),))
    pairs = [GoldAndPrediction(f"n{i}", pair.text, pair.gold, pair.predicted) for i in range(50)]
    text = printed(render_table(evaluate(pairs, resamples=10)))
    assert "0 of 50 documents leaked: with 95 % confidence at most 5.8% do." in text
    assert "No document was looked at." in printed(render_table(evaluate([])))


def test_agreement_table() -> None:
    pairs = run_pipeline(GOLD, finds("Ann", "71"))
    assert "kappa, identifier or not" in printed(render_agreement(annotator_agreement(pairs)))
