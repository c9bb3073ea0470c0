"""A spot-check: its steps on one line, each reachable when there is something to do in it."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from chartveil.gui.spot_check.bring_in_page import BringInPage
from chartveil.gui.spot_check.disagreements_page import SpotDisagreementsPage
from chartveil.gui.spot_check.plan_page import PlanPage
from chartveil.gui.spot_check.reading_page import ReadingPage
from chartveil.gui.spot_check.report_check_page import ReportCheckPage
from chartveil.gui.spot_check.rest_page import RestPage
from chartveil.gui.spot_check.steps import SpotCheckStep
from chartveil.gui.spot_check.verdict_page import VerdictPage
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.layered_text_view import LayeredTextView
from chartveil.gui.widgets.layouts import column
from chartveil.gui.widgets.step_bar import StepBar


class SpotCheckPage(QWidget):
    """The pages of one spot-check, and the way between them.

    Signals:
        step_chosen: a ``SpotCheckStep``.
        closed: back to the start page; everything is stored.
    """

    step_chosen = Signal(object)
    closed = Signal()

    def __init__(self, themes: WindowTheme, prompts: UserPrompts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bring_in = BringInPage(prompts)
        self.plan = PlanPage(themes)
        self.reading = ReadingPage(themes)
        self.verdict = VerdictPage(themes, prompts)
        self.disagreements = SpotDisagreementsPage(themes)
        self.rest = RestPage(prompts)
        self.report_check = ReportCheckPage(prompts)
        self._pages = dict(
            zip(SpotCheckStep, (self.bring_in, self.plan, self.reading, self.verdict), strict=True)
        )
        self._stack = QStackedWidget()
        for page in (*self._pages.values(), self.disagreements, self.rest, self.report_check):
            self._stack.addWidget(page)
        names = (self.tr("&1  Bring in"), self.tr("&2  Plan"), self.tr("&3  Read"), self.tr("&4  Verdict"))
        self._bar = StepBar(dict(zip(SpotCheckStep, names, strict=True)))
        self._bar.chosen.connect(self.step_chosen)
        self._bar.closed.connect(self.closed)
        self.steps = self._bar.buttons
        column(self._bar, (self._stack, 1), parent=self, margins=0, gap=0)

    @property
    def text_views(self) -> tuple[LayeredTextView, ...]:
        """The views of document text, from which text may be copied."""
        return (self.reading.view, self.reading.original, self.disagreements.view)

    def show_title(self, title: str) -> None:
        """Shows which spot-check is open; a folder's name may be a patient's, so here alone."""
        self._bar.show_title(title)

    def show_step(self, step: SpotCheckStep, reachable: Collection[SpotCheckStep]) -> None:
        """Shows a step, and which of them there is something to do in."""
        self._bar.show_step(step, reachable)
        self.show_page(self._pages[step])

    def show_page(self, page: QWidget) -> None:
        """Shows one of the pages, and gives it the keyboard."""
        self._stack.setCurrentWidget(page)
        page.setFocus()
