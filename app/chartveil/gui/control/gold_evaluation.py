"""The window in which spans are measured against gold."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt

from chartveil.domain.labels import Label
from chartveil.domain.policy import Policy, load_policy
from chartveil.evaluation.gold import load_gold
from chartveil.evaluation.metrics import evaluate
from chartveil.evaluation.pairing import pair_documents
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.settings import SettingsController
from chartveil.gui.gold_evaluation.page import GoldEvaluationPage, MeasuredRun
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.layouts import column
from chartveil.gui.widgets.notices import error_text


class GoldEvaluationController(Controller):
    """Measures files that the user names, in the background, and shows what came of it.

    Attributes:
        page: is shown in a window of its own while it is open; None else.
    """

    def __init__(self, parts: WindowParts, settings: SettingsController) -> None:
        super().__init__(parts)
        self._settings = settings
        self.page: GoldEvaluationPage | None = None

    def open(self) -> None:
        """Shows the page, or brings it to the front."""
        if self.page is not None:
            self.page.window().raise_()
            self.page.window().activateWindow()
            return
        dialog = FittedDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Evaluate against gold"))
        page = self.page = GoldEvaluationPage(self._themes, UserPrompts(), dialog)
        page.measure_requested.connect(self._measure)
        page.closed.connect(dialog.close)
        column(page, parent=dialog, margins=0)
        dialog.resize(1180, 800)
        dialog.finished.connect(self._closed)
        dialog.show()

    def _closed(self) -> None:
        self._tasks.cancel_latest("gold")
        self.page = None

    def _measure(self, gold: Path, spans: Path, other: Path | None) -> None:
        page = self.page
        if page is None:
            return
        page.show_busy()
        policy = self._attempt(lambda: load_policy(self._settings.preferences.policy))
        if policy is None:
            page.show_problem(self.tr("The policy that is set cannot be read."))
            return
        self._tasks.run_latest(
            "gold",
            partial(_measure_runs, gold, spans, other, policy),
            lambda runs: page.show_runs(*runs),
            lambda error: page.show_problem(error_text(error)),
        )


def _measure_runs(
    gold: Path, spans: Path, other: Path | None, policy: Policy
) -> tuple[MeasuredRun, MeasuredRun | None]:
    """Counts one run or two against the same gold, over the labels that a policy takes as identifiers."""
    labels = tuple(label for label in Label if policy.is_identifier(label))
    documents = load_gold(gold)

    def measured(run: Path) -> MeasuredRun:
        predicted = load_gold(run)
        pairs = pair_documents(documents, predicted)
        remarks = [f"{d.id}: {r}" for d in (*documents, *predicted) for r in d.remarks]
        return MeasuredRun(evaluate(pairs, labels=labels, remarks=remarks), tuple(pairs))

    return measured(spans), measured(other) if other is not None else None
