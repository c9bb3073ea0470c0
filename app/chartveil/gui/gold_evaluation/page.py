"""Spans of ours against annotated files: rates by label, and each miss and extra in its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QWidget

from chartveil.domain.labels import Label
from chartveil.evaluation.pairing import GoldAndPrediction
from chartveil.evaluation.result import EvaluationResult, ExtraSpan, MatchMeasure, MissedSpan
from chartveil.evaluation.stats import Interval
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import label_text, one_line
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layered_text_view import LayeredTextView, ShownMark
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.review.model import DecisionState

_MOST = 2_000
"""Misses and extras in the list; how many there are is said above it."""


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """The evaluation of one run.

    Attributes:
        result: the rates.
        pairs: text, gold and spans of each document.
    """

    result: EvaluationResult
    pairs: tuple[GoldAndPrediction, ...]


class GoldEvaluationPage(QWidget):
    """Asks for gold and one or two runs, then shows what was measured.

    Args:
        prompts: ask for files and folders.

    Signals:
        measure_requested: path of the gold, of a run, and of another run or None.
        closed: the user is done with it.
    """

    measure_requested = Signal(object, object, object)
    closed = Signal()

    def __init__(self, themes: WindowTheme, prompts: UserPrompts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prompts = prompts
        self._run: MeasuredRun | None = None
        self._names: list[str] = []
        self._texts: dict[str, GoldAndPrediction] = {}
        self.gold, self.spans, self.other = QLineEdit(), QLineEdit(), QLineEdit()
        self.view = LayeredTextView(themes, self.tr("Text with gold and spans"))
        columns = [
            self.tr("Label"),
            self.tr("Gold words"),
            self.tr("Recall"),
            self.tr("Precision"),
            self.tr("F1"),
            self.tr("Other run, F1"),
            self.tr("Difference"),
        ]
        self.table = row_table(columns, self.tr("Rates by label"), stretch=0)
        self.table.currentCellChanged.connect(self._show_findings)
        self.head = text_label("", "heading", plain=True)
        self.found = text_label("", "muted", plain=True)
        self.findings = named(QListWidget(), self.tr("Misses and extras"))
        self.findings.currentItemChanged.connect(self._show_finding)
        self.measure = push_button(self.tr("&Measure"), self._measure, look="primary")
        self._build()
        self._check()
        self.setFocusProxy(self.gold)

    # What the window tells

    def show_busy(self) -> None:
        """Shows that it is being measured."""
        self.measure.setEnabled(False)
        self._say(self.tr("Reading and counting…"), "muted")

    def show_problem(self, said: str) -> None:
        """Shows why it cannot be measured."""
        self._check()
        self._say(said, "danger")

    def show_runs(self, run: MeasuredRun, other: MeasuredRun | None) -> None:
        """Shows what was measured, of one run or of two side by side."""
        self._check()
        self._run = run
        self._texts = {p.id: p for p in run.pairs}
        result = run.result
        documents = counted_text(result.documents, self.tr("1 document"), self.tr("{n} documents"))
        leaks = result.leaks
        said = self.tr("{documents}. In {n} of them a word of gold is not covered (95 % interval {share}).")
        marked = result.full.counts.gold > 0
        if not marked:
            said = self.tr(
                "{documents}. No word in them is marked as gold: look whether they are the right ones."
            )
        self._say(
            said.format(documents=documents, n=f"{leaks.leaking:,}", share=_share_text(leaks.share_interval)),
            "heading" if marked else "warning",
        )
        rows = [(self.tr("all"), result.full), *((row.name, row.full) for row in result.labels)]
        others = {}
        if other is not None:
            others = {"": other.result.full} | {row.name: row.full for row in other.result.labels}
        self._names = ["", *(row.name for row in result.labels)]
        with batch_fill(self.table):
            self.table.setRowCount(len(rows))
            for at, (name, measure) in enumerate(rows):
                for k, text in enumerate(_cells(name, measure, others.get(self._names[at]))):
                    self.table.setItem(at, k, read_only_cell(text))
        for k in (5, 6):
            self.table.setColumnHidden(k, other is None)
        self.table.setCurrentCell(0, 0)
        self._show_findings()
        self.results.show()
        self.table.setFocus()

    def _say(self, text: str, role: str) -> None:
        set_style_property(self.head, "role", role)
        self.head.setText(text)
        if role == "danger":
            self.results.hide()

    def _show_findings(self) -> None:
        at = self.table.currentRow()
        self.findings.clear()
        self.view.show_layers(())
        if self._run is None or not 0 <= at < len(self._names):
            return
        result, name = self._run.result, self._names[at]
        misses = [m for m in result.misses if not name or m.label == name]
        extras = [e for e in result.extras if not name or e.label == name]
        self.found.setText(
            " · ".join(
                (
                    counted_text(len(misses), self.tr("1 miss"), self.tr("{n} misses")),
                    counted_text(len(extras), self.tr("1 extra"), self.tr("{n} extras")),
                )
            )
        )
        shown: list[MissedSpan | ExtraSpan] = [*misses, *extras]
        for finding in shown[:_MOST]:
            text = one_line(self._texts[finding.document_id].text[finding.start : finding.end])
            kind = self.tr("✕ missed") if isinstance(finding, MissedSpan) else self.tr("+ extra")
            item = QListWidgetItem(f"{kind} · {label_text(finding.label)} · {text}", self.findings)
            item.setData(Qt.ItemDataRole.UserRole, finding)
        self.findings.setCurrentRow(0)

    def _show_finding(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        finding: MissedSpan | ExtraSpan = item.data(Qt.ItemDataRole.UserRole)
        pair = self._texts[finding.document_id]
        self.view.show_layers([(pair.id, pair.text)])
        self.view.show_marks(
            [
                ShownMark(0, span.start, span.end, Label(span.label), line)
                for spans, line in (
                    (pair.gold, DecisionState.ACCEPTED),
                    (pair.predicted, DecisionState.PROPOSED),
                )
                for span in spans
            ]
        )
        self.view.go_to(0, finding.start, finding.end)

    # What the user does

    def _check(self) -> None:
        self.measure.setEnabled(bool(self.gold.text().strip() and self.spans.text().strip()))

    def _measure(self) -> None:
        if self.measure.isEnabled():
            other = self.other.text().strip()
            paths = (Path(t.strip()).expanduser() for t in (self.gold.text(), self.spans.text()))
            self.measure_requested.emit(*paths, Path(other).expanduser() if other else None)

    def _choose(self, field: QLineEdit, ask_folder: bool) -> None:
        ask = self._prompts.folder if ask_folder else self._prompts.file
        chosen = ask(self, field.accessibleName())
        if chosen is not None:
            field.setText(str(chosen))
        field.setFocus()

    # How it is made

    def _build(self) -> None:
        fields = [
            self._field(self.tr("&Gold"), self.gold),
            self._field(self.tr("&Spans of a run"), self.spans),
            self._field(self.tr("Spans of &another run"), self.other),
        ]
        self.other.setPlaceholderText(self.tr("only to compare"))
        intro = self.tr(
            "Files or folders: marked inline, i2b2 XML, brat, JSON Lines, or what “deid --mode spans” wrote. "
            "A word of gold counts as found when every letter of it is covered."
        )
        form = QFrame()
        form.setProperty("card", True)
        column(
            text_label(intro, "muted"),
            *fields,
            row(self.measure, (self.head, 1), gap=16),
            parent=form,
            margins=16,
            gap=8,
        )
        legend = text_label(self.tr("Solid line: gold. Dashed line: the run."), "small", wrap=False)
        self.results = QWidget()
        column(
            (self.table, 3),
            row(self.found, ..., legend),
            (row((self.findings, 2), (self.view, 3), gap=16), 3),
            parent=self.results,
            margins=0,
            gap=8,
        )
        self.results.hide()
        column(
            text_label(self.tr("Evaluate against gold"), "title"),
            form,
            (self.results, 10),
            (..., 1),
            row(..., push_button(self.tr("&Close"), self.closed.emit)),
            parent=self,
            margins=(24, 16, 24, 16),
            gap=12,
        )

    def _field(self, name: str, field: QLineEdit) -> QWidget:
        said = name.replace("&", "")
        label = text_label(name, wrap=False)
        label.setBuddy(named(field, said))
        label.setMinimumWidth(144)
        field.textChanged.connect(self._check)
        field.returnPressed.connect(self._measure)
        parts = [
            push_button(text, partial(self._choose, field, folder), name=f"{said}: {text}")
            for text, folder in ((self.tr("Folder…"), True), (self.tr("File…"), False))
        ]
        line = QWidget()
        row(label, (field, 1), *parts, parent=line, margins=0, gap=8)
        return line


def _cells(name: str, measure: MatchMeasure, other: MatchMeasure | None) -> Sequence[str]:
    rates = (
        (measure.recall, measure.recall_interval),
        (measure.precision, measure.precision_interval),
        (measure.f1, measure.f1_interval),
    )
    difference = "–"
    if other is not None and other.f1 is not None and measure.f1 is not None:
        difference = f"{other.f1 - measure.f1:+.3f}"
    return (
        name.replace("_", " "),
        f"{measure.counts.gold:,}",
        *(f"{_rate_text(rate)} {_interval_text(interval)}".strip() for rate, interval in rates),
        _rate_text(other.f1) if other is not None else "",
        difference if other is not None else "",
    )


def _rate_text(rate: float | None) -> str:
    return "–" if rate is None else f"{rate:.3f}"


def _interval_text(interval: Interval | None) -> str:
    return f"({interval.low:.3f}–{interval.high:.3f})" if interval else ""


def _share_text(interval: Interval | None) -> str:
    return f"{interval.low * 100:.0f} to {interval.high * 100:.0f} %" if interval else "–"
