"""An evaluation for people: tables for a terminal. Document text is shown only by ``render_findings``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from chartveil.domain.display import safe_for_display
from chartveil.evaluation.result import (
    EvaluationResult,
    ExtraSpan,
    LabelMeasures,
    MatchMeasure,
    MissedSpan,
)
from chartveil.evaluation.stats import Interval
from chartveil.review.agreement import ReaderAgreement

_DASH = "–"


def render_table(result: EvaluationResult) -> RenderableType:
    """Summary, labels, groups, leaks and confusions, without any document text."""
    parts: list[RenderableType] = [_summary(result), _rows("Labels", result.labels)]
    if len(result.groups) > 1:
        parts.append(_rows("Groups", result.groups))
    parts += [_leaks(result), _leak_line(result)]
    if result.confusions:
        parts.append(_confusions(result))
    if result.remarks:
        parts.append(Text("\n".join(f"Note: {safe_for_display(r)}" for r in result.remarks)))
    return Group(*parts)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, box=SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False)
    for i, column in enumerate(columns):
        # In a narrow terminal an interval moves below its rate: numbers are never cut off.
        table.add_column(column, justify="left" if i == 0 else "right", overflow="fold")
    return table


def _rate(value: float | None, interval: Interval | None = None) -> str:
    if value is None:
        return _DASH
    ends = f" ({_figure(interval.low)}–{_figure(interval.high)})" if interval else ""
    return f"{_figure(value)}{ends}"


def _figure(value: float) -> str:
    """Three digits, as ``.984``, ``1.000`` and ``-.012``: so that rates and intervals fit a terminal."""
    return f"{value:.3f}".replace("0.", ".", 1)


def _summary(result: EvaluationResult) -> Table:
    title = f"{result.documents} documents, {result.words} words, 95 % intervals over documents"
    table = _table(title, "counted by", "recall", "precision", "F1", "found / gold", "right / predicted")
    rows: tuple[tuple[str, MatchMeasure], ...] = (
        ("word, fully covered", result.full),
        ("word, touched", result.lenient),
        ("word, fully covered, same label", result.full_same),
        ("word, touched, same label", result.lenient_same),
        ("span, same range", result.exact),
        ("span, same range and label", result.exact_same),
        ("span, overlapping", result.overlap),
        ("span, overlapping, same label", result.overlap_same),
    )
    for name, m in rows:
        table.add_row(
            name,
            _rate(m.recall, m.recall_interval),
            _rate(m.precision, m.precision_interval),
            _rate(m.f1, m.f1_interval),
            f"{m.counts.found} / {m.counts.gold}",
            f"{m.counts.right} / {m.counts.predicted}",
        )
    return table


def _rows(title: str, rows: Sequence[LabelMeasures]) -> Table:
    table = _table(
        f"{title}, by word under full cover",
        title[:-1].lower(),
        "recall",
        "touched",
        "same\nlabel",
        "found /\ngold",
        "precision",
        "same\nlabel",
        "right /\npredicted",
    )
    for row in rows:
        counts = row.full.counts
        table.add_row(
            str(row.name),
            _rate(row.full.recall, row.full.recall_interval),
            _rate(row.lenient.recall),
            _rate(row.full_same.recall),
            f"{counts.found} / {counts.gold}",
            _rate(row.full.precision, row.full.precision_interval),
            _rate(row.full_same.precision),
            f"{counts.right} / {counts.predicted}",
        )
    return table


def _leaks(result: EvaluationResult) -> Table:
    table = _table("Leaks by risk", "risk", "missed / marks", "missed / words", "documents")
    for row in result.leaks.by_risk:
        table.add_row(
            row.risk.value,
            f"{row.missed_marks} / {row.marks}",
            f"{row.missed_words} / {row.words}",
            f"{row.documents} / {result.leaks.documents}",
        )
    return table


def _leak_line(result: EvaluationResult) -> Text:
    leaks = result.leaks
    if leaks.share_interval is None:
        return Text("No document was looked at.")
    lines = []
    for what, n, interval in (
        ("leaked", leaks.leaking, leaks.share_interval),
        ("leaked something of high risk", leaks.leaking_high, leaks.high_interval),
    ):
        assert interval is not None
        if n == 0:
            bound = f"at most {interval.high:.1%} do"
        else:
            bound = f"{interval.low:.1%} to {interval.high:.1%} do"
        lines.append(f"{n} of {leaks.documents} documents {what}: with 95 % confidence {bound}.")
    return Text("\n".join(lines) + "\n")


def _confusions(result: EvaluationResult) -> Table:
    table = _table("Labels taken for others (words found)", "gold", "predicted", "words")
    for c in islice(result.confusions, 12):
        table.add_row(c.gold.value, c.predicted.value, str(c.words))
    return table


def render_findings(
    result: EvaluationResult,
    texts: Mapping[str, str] | None = None,
    *,
    most: int | None = None,
) -> RenderableType:
    """The list of misses and extras.

    Args:
        result: of an evaluation.
        texts: text of each document by its id, to show findings in context: that is PHI, so only where the
            user asked for it. None shows places alone.
        most: longest list of each kind; None for all.
    """
    misses = _table(f"Misses: {len(result.misses)} marks", "document", "place", "label", "risk", "words", "")
    _context_column(misses, texts)
    for m in islice(result.misses, most):
        remark = "recovered as medical" if m.recovered else "partly covered" if m.partly_covered else ""
        cells = (
            _name(m.document_id),
            f"{m.start}–{m.end}",
            m.label.value,
            m.label.info.risk.value,
            f"{len(m.parts)} / {m.words}",
            remark,
        )
        misses.add_row(*cells, *_context(texts, m))
    extras = _table(
        f"Extras: {len(result.extras)} spans", "document", "place", "label", "score", "because of"
    )
    _context_column(extras, texts)
    for e in islice(result.extras, most):
        where = (_name(e.document_id), f"{e.start}–{e.end}", e.label.value, f"{e.score:.2f}")
        extras.add_row(*where, Text(safe_for_display(", ".join(e.evidence))), *_context(texts, e))
    return Group(misses, extras)


def _context_column(table: Table, texts: Mapping[str, str] | None) -> None:
    if texts is not None:
        table.add_column("in context", justify="left", overflow="fold")


def _name(document_id: str) -> Text:
    return Text(safe_for_display(document_id))


_CONTEXT = 36
"""Characters that are shown on either side of a finding."""


def _context(texts: Mapping[str, str] | None, found: MissedSpan | ExtraSpan) -> tuple[Text, ...]:
    if texts is None:
        return ()
    text = texts[found.document_id]
    before = text[max(0, found.start - _CONTEXT) : found.start]
    after = text[found.end : found.end + _CONTEXT]
    out = Text(_line(before))
    out.append("⟦")
    at = found.start
    for start, end in found.parts:
        out.append(_line(text[at:start]))
        out.append(_line(text[start:end]), style="bold underline")
        at = end
    out.append(_line(text[at : found.end]))
    out.append("⟧" + _line(after))
    return (out,)


def _line(text: str) -> str:
    return safe_for_display(text).replace("\n", "⏎").replace("\t", " ")


def render_agreement(agreement: ReaderAgreement) -> RenderableType:
    """Counts and Cohen's kappa of two annotators."""
    table = _table("Agreement by word", "what", "value")
    for name, value in (
        ("words", str(agreement.words)),
        ("marked by both", str(agreement.taken_by_both)),
        ("by the first alone", str(agreement.first_only)),
        ("by the second alone", str(agreement.second_only)),
        ("kappa, identifier or not", _rate(agreement.kappa)),
        ("kappa, by label", _rate(agreement.kappa_labelled)),
    ):
        table.add_row(name, value)
    return table
