"""Releases with what was decided in them, their records, and whether a record and its copies hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QListWidget, QProgressBar, QWidget

from chartveil.gui.theme.application import set_style_property
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.form import batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.service.release_record import RecordCheck

_SIGN_HOLDS, _SIGN_BROKEN = "✓", "✕"
_MOST_PROBLEMS = 1000
"""Lines that are shown; how many there are is said above them."""


class RecordPage(QWidget):
    """A table of releases, what was decided in the chosen one, and the verdict on a record.

    Signals:
        run_chosen: id of the run whose decisions are wanted.
        writing_requested: the record of a folder of copies is wanted.
        checking_requested: a record is to be checked, with the fingerprint that was told, or an empty one.
        stop_requested: to give up what is under way.
        closed: the user is done with it.
    """

    run_chosen = Signal(str)
    writing_requested = Signal()
    checking_requested = Signal(str)
    stop_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: list[str] = []
        columns = ["Begun (UTC)", "Ended", "Policy", "Files", "Blocked", "Spans", "By"]
        self.table = row_table([self.tr(c) for c in columns], self.tr("Releases"), stretch=2)
        self.table.currentCellChanged.connect(self._choose)
        self.decisions = text_label(plain=True)
        self.verdict = text_label("", "heading", plain=True)
        self.problems = named(QListWidget(), self.tr("What does not hold"))
        self.bar = named(QProgressBar(), self.tr("How far it is"))
        self.bar.setTextVisible(False)
        self.stop = push_button(self.tr("&Stop"), self.stop_requested.emit)
        self.fingerprint = named(
            QLineEdit(),
            self.tr("Fingerprint"),
            tip=self.tr("Of the installation that should have signed, as its owner told you"),
        )
        self.fingerprint.setPlaceholderText(self.tr("fingerprint you were told, if you were told one"))
        self.write = push_button(self.tr("&Write the record of a folder of copies…"), self._ask_to_write)
        self.check = push_button(self.tr("Chec&k a record…"), self._ask_to_check)
        column(
            text_label(self.tr("Record of releases"), "title"),
            (self.table, 3),
            self.decisions,
            row(self.write, ..., gap=8),
            8,
            row(self.check, (self.fingerprint, 1), gap=8),
            row((self.bar, 1), self.stop, gap=8),
            self.verdict,
            (self.problems, 2),
            row(..., push_button(self.tr("&Close"), self.closed.emit)),
            parent=self,
            margins=(24, 24, 24, 16),
            gap=8,
        )
        self._show_busy(False)
        self.problems.hide()

    # What the window tells

    def show_runs(self, runs: Sequence[dict[str, Any]]) -> None:
        """Shows the releases as ``Workspace.runs`` gives them, the latest first and chosen."""
        self._runs = [r["id"] for r in runs]
        ends = {"done": self.tr("done"), "stopped": self.tr("stopped"), "failed": self.tr("failed")}
        with batch_fill(self.table):
            self.table.setRowCount(len(runs))
            for n, run in enumerate(runs):
                by = " · ".join(filter(None, run["by"].values()))
                numbers = (f"{run[k]:,}" for k in ("files", "failures", "spans"))
                begun, ended = run["started"][:19].replace("T", " "), ends.get(run["status"])
                cells = (begun, ended or self.tr("not finished"), run["policy"], *numbers, by)
                for k, text in enumerate(cells):
                    self.table.setItem(n, k, read_only_cell(text))
        if runs:
            self.table.selectRow(0)
        else:
            self.decisions.setText(self.tr("Nothing has been released yet."))
        self.table.setFocus()

    def show_decisions(self, run: str, lines: Sequence[str]) -> None:
        """Shows what was decided in a run, and by whom; passed over where another is chosen by now."""
        if self._runs[self.table.currentRow() : self.table.currentRow() + 1] == [run]:
            self.decisions.setText("\n".join(lines))

    def show_progress(self, done: int, total: int) -> None:
        """Shows how far it is; a total of 0 where nobody knows."""
        self.bar.setMaximum(total)
        self.bar.setValue(done)

    def begin(self, said: str) -> None:
        """Shows that something is under way."""
        self._say(said, "muted")
        self.problems.hide()
        self.show_progress(0, 0)
        self._show_busy(True)
        self.stop.setFocus()

    def end(self, said: str, role: str = "muted") -> None:
        """Shows how it ended, where it is no verdict."""
        self._show_busy(False)
        self._say(said, role)
        self.check.setFocus()

    def show_verdict(self, found: RecordCheck, told: str) -> None:
        """Shows whether a record holds, in a sign, words and colour, and else each thing that does not.

        Args:
            found: what was found.
            told: the fingerprint that the user was told; empty without.
        """
        self._show_busy(False)
        self.problems.clear()
        self.problems.addItems([f"{_SIGN_BROKEN}  {p}" for p in found.problems[:_MOST_PROBLEMS]])
        self.problems.setVisible(bool(found.problems))
        if found.problems:
            said = counted_text(
                len(found.problems),
                self.tr("1 thing is not as it was"),
                self.tr("{n} things are not as they were"),
            )
            self._say(f"{_SIGN_BROKEN}  {self.tr('This does not hold')}: {said}.", "danger")
            self.problems.setCurrentRow(0)
            self.problems.setFocus()
            return
        of = counted_text(found.total, self.tr("its one file"), self.tr("all its {n} files"))
        said = self.tr("The record holds, and so do {of}. Signed by {who}.")
        lines = [f"{_SIGN_HOLDS}  {said.format(of=of, who=found.fingerprint)}"]
        if not told:
            lines.append(
                self.tr("Compare this fingerprint with the one that the maker of the release told you.")
            )
        self._say("\n".join(lines), "success")
        self.check.setFocus()

    # What the user does

    def _choose(self, at: int) -> None:
        if 0 <= at < len(self._runs):
            self.decisions.setText("…")
            self.run_chosen.emit(self._runs[at])

    def _ask_to_write(self) -> None:
        self.writing_requested.emit()

    def _ask_to_check(self) -> None:
        self.checking_requested.emit(self.fingerprint.text().strip())

    def _say(self, text: str, role: str) -> None:
        self.verdict.setText(text)
        set_style_property(self.verdict, "role", role)
        self.verdict.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )

    def _show_busy(self, busy: bool) -> None:
        self.bar.setVisible(busy)
        self.stop.setVisible(busy)
        for widget in (self.write, self.check, self.fingerprint):
            widget.setEnabled(not busy)
