"""A case report: its steps on one line, and the three numbers that say how far it is."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from chartveil.case_report.estimate import Assumptions, Estimate
from chartveil.case_report.model import CaseReport
from chartveil.gui.case_report.check_page import CheckPage
from chartveil.gui.case_report.figures import fitting_text
from chartveil.gui.case_report.notes_page import NotesPage
from chartveil.gui.case_report.people_page import PeoplePage
from chartveil.gui.case_report.prose_page import ProsePage
from chartveil.gui.case_report.write_page import WritePage
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.layouts import column, text_label
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.gui.widgets.step_bar import StepBar
from chartveil.gui.widgets.text_view import ReadOnlyTextView


class CaseStep(StrEnum):
    """The steps of a case report; the keys Alt+1 to Alt+5 go there."""

    NOTES = "notes"
    PROSE = "prose"
    PEOPLE = "people"
    CHECK = "check"
    WRITE = "write"


class CaseReportPage(QWidget):
    """The pages of one case report, and the way between them.

    Signals:
        step_chosen: a ``CaseStep``.
        undo_requested, redo_requested: of the last decision, on whichever page it was made.
        closed: back to the start page; everything is stored.
    """

    step_chosen = Signal(object)
    undo_requested = Signal()
    redo_requested = Signal()
    closed = Signal()

    def __init__(self, themes: WindowTheme, prompts: UserPrompts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.notes = NotesPage(prompts)
        self.prose = ProsePage(themes)
        self.people = PeoplePage()
        self.check = CheckPage()
        self.write = WritePage(themes, prompts)
        pages = (self.notes, self.prose, self.people, self.check, self.write)
        self._pages: dict[CaseStep, QWidget] = dict(zip(CaseStep, pages, strict=True))
        self._stack = QStackedWidget()
        for page in self._pages.values():
            self._stack.addWidget(page)
        names = (
            self.tr("&1  Notes"),
            self.tr("&2  Prose"),
            self.tr("&3  People"),
            self.tr("&4  Check"),
            self.tr("&5  Write"),
        )
        self.undecided, self.without_consent, self.fit = (
            text_label("", "muted", wrap=False) for _ in range(3)
        )
        self.undo = push_button(
            self.tr("&Undo"), self.undo_requested.emit, tip=self.tr("Undo (Ctrl+Z)"), quiet=True
        )
        self.redo = push_button(
            self.tr("Redo"), self.redo_requested.emit, tip=self.tr("Redo (Ctrl+Shift+Z)"), quiet=True
        )
        for keys, asked in (
            ("Ctrl+Z", self.undo_requested),
            ("Ctrl+Shift+Z", self.redo_requested),
            ("Ctrl+Y", self.redo_requested),
        ):
            shortcut = QShortcut(QKeySequence(keys), self, asked.emit)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        said = (self.undecided, self.without_consent, self.fit)
        self._bar = StepBar(dict(zip(CaseStep, names, strict=True)), 16, self.undo, self.redo, said=said)
        self._bar.chosen.connect(self.step_chosen)
        self._bar.closed.connect(self.closed)
        self.steps = self._bar.buttons
        column(self._bar, (self._stack, 1), parent=self, margins=0, gap=0)

    @property
    def text_views(self) -> tuple[ReadOnlyTextView, ...]:
        """The views of document text, from which text may be copied."""
        return (self.prose.texts.original, self.prose.texts.result)

    def show_title(self, title: str) -> None:
        """Shows which case is open; a folder's name may be a patient's, so here alone."""
        self._bar.show_title(title)

    def show_undo_redo(self, undo: bool, redo: bool) -> None:
        """Shows whether there is a decision to take back, and one to make again."""
        for button, can in ((self.undo, undo), (self.redo, redo)):
            had_focus = button.hasFocus()
            button.setEnabled(can)
            page = self._stack.currentWidget()
            if had_focus and not can and page is not None:
                page.setFocus()

    def show_counts(self, case: CaseReport) -> None:
        """Shows how many facts and people are left."""
        for label, number, one, many in (
            (self.undecided, case.undecided, self.tr("1 fact undecided"), self.tr("{n} facts undecided")),
            (
                self.without_consent,
                case.without_consent,
                self.tr("1 person without consent"),
                self.tr("{n} people without consent"),
            ),
        ):
            label.setText(("" if number else "✓ ") + counted_text(number, one, many))
            set_style_property(label, "role", "warning" if number else "success")

    def show_case(self, case: CaseReport, estimate: Estimate) -> None:
        """Shows a case as it stands, on all pages, and how many people it fits."""
        self.show_title(case.title)
        self.show_counts(case)
        sign, role = ("✓", "success") if estimate.is_low else ("⚠", "warning")
        self.fit.setText(f"{sign} {fitting_text(estimate.k)}")
        set_style_property(self.fit, "role", role)
        self.notes.show_case(case)
        self.prose.show_case(case, estimate)
        self.people.show_case(case)
        self.check.show_estimate(estimate, Assumptions.from_stored(case.decisions.assumptions))
        self.check.show_affiliation(case.decisions.affiliation)

    def show_step(self, step: CaseStep, reachable: Collection[CaseStep]) -> None:
        """Shows a step, and which of them there is something to do in."""
        self._bar.show_step(step, reachable)
        page = self._pages[step]
        self._stack.setCurrentWidget(page)
        page.setFocus()
