"""The window: pages, menus, and which command does what."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QAction, QCloseEvent
from PySide6.QtWidgets import QLabel, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from chartveil.gui.control.acting import SpanActs
from chartveil.gui.control.deciding import Deciding
from chartveil.gui.control.detecting import Detecting
from chartveil.gui.control.exporting import Exporting
from chartveil.gui.control.many import ManyAtOnce
from chartveil.gui.control.marking import Marking
from chartveil.gui.control.previewing import Previewing
from chartveil.gui.control.queueing import Queueing
from chartveil.gui.control.reporting import Reporting
from chartveil.gui.control.reviewing import Reviewing
from chartveil.gui.control.second import SecondReader
from chartveil.gui.control.settings import SettingsControl
from chartveil.gui.control.undoing import Undoing
from chartveil.gui.control.unlocking import Unlocking
from chartveil.gui.control.worklists import Worklists
from chartveil.gui.failures import FailureBar
from chartveil.gui.folders import ask_files, ask_folder
from chartveil.gui.footer import SaveState
from chartveil.gui.help_sheet import HelpSheet
from chartveil.gui.icons import Icons
from chartveil.gui.keys import KeyMap, Menu, actions, hear, update
from chartveil.gui.looks import Looks
from chartveil.gui.panes import step_pane
from chartveil.gui.preferences import Preferences
from chartveil.gui.review_page import ReviewPage
from chartveil.gui.start_page import StartPage
from chartveil.gui.tasks import Tasks
from chartveil.gui.theme import Theme, mark
from chartveil.gui.wiring import connect
from chartveil.review.model import DocumentRow
from chartveil.service import decisions
from chartveil.service.desk import Desk

_FACTS = 560
"""Pixels for how the worklist is worked on, beside the menus."""


_OF_DOCUMENT = frozenset("find find-next find-previous preview copy zoom-in zoom-out zoom-reset".split())
"""Commands of other menus than Decide, Span and Go to that need an open document."""


class MainWindow(QMainWindow):
    """Puts the panels and those who drive them together.

    Args:
        desk: open, without a worklist.
        preferences: how the window looks and works.
        looks: gives the application its theme.
    """

    def __init__(self, desk: Desk, preferences: Preferences, looks: Looks) -> None:
        super().__init__()
        # Never a document's name: titles show up in task bars, recordings and logs.
        self.setWindowTitle("Chartveil")
        self.setMinimumSize(1024, 640)
        self.desk = desk
        self.looks = looks
        theme = looks.theme
        self.tasks = Tasks(self)
        self.keymap = KeyMap(preferences.keys)
        self.icons = Icons(theme)
        self.actions_by_id = actions(self, self.keymap, self.icons)
        self.failures = FailureBar(theme, self)
        self.start = StartPage(theme, self)
        self.page = ReviewPage(theme, desk.describe, self)
        self.settings = SettingsControl(desk.places, preferences, self.tasks, self)
        self.reviewing = Reviewing(desk, self.tasks, self.page, self)
        self.acts = SpanActs(self.reviewing, self.page)
        self.detecting = Detecting(desk, self.tasks, self.page.worklist, self)
        self.unlocking = Unlocking(desk, self.tasks, self.page.worklist, self)
        self.second = SecondReader(desk, self.reviewing, self.page, self)
        self.many = ManyAtOnce(desk, self.tasks, self.reviewing, self)
        self.many.theme = theme
        self.previewing = Previewing(desk, self.tasks, self.reviewing, self.page, self)
        self.undoing = Undoing(desk, self.reviewing)
        self.marking = Marking(self)
        self.queueing = Queueing(desk, self.reviewing, self.page, self)
        self.exporting = Exporting(desk, self.tasks, theme, self)
        self.reporting = Reporting(desk, theme, self)
        self.worklists = Worklists(desk, self.tasks, self)
        self.deciding = Deciding(self)
        self._build()
        connect(self)
        self._show_preferences(preferences)
        self._restore(preferences)
        self.settings.find_device()
        self.show_start()

    # Pages

    def show_start(self) -> None:
        """The start page, with worklists and settings as they are now."""
        self.pages.setCurrentWidget(self.start)
        self.show_facts()
        self.worklists.show_start(self.start, self.settings.preferences)
        self.enable()

    def show_review(self) -> None:
        self.pages.setCurrentWidget(self.page)
        self.enable()

    @property
    def reviews(self) -> bool:
        """Whether a worklist is open."""
        return self.pages.currentWidget() is self.page

    # Worklists

    def begin(self, paths: Sequence[Path], *, anew: bool = True) -> None:
        """Makes a worklist of files and folders, and begins to search them.

        With ``anew`` false a worklist that there is of exactly these files is gone on with.
        """
        if not self._exports():
            self.worklists.begin(paths, self.settings.preferences, anew=anew)

    def begun(self) -> None:
        """Shows the worklist that was made, and begins to search it."""
        self._opened()
        self.detecting.start()

    def resume(self, worklist: int) -> None:
        """Goes on with a worklist where it was left."""
        if not self._exports() and self.worklists.open(worklist, self.settings.preferences):
            self._opened()
            place = self.desk.place()
            ready = [r.row for r in self.desk.rows() if r.document_id]
            if place is not None and place[0] in ready:
                self.reviewing.open(*place)
            elif ready:
                self.reviewing.open(ready[0])
            self.detecting.start()

    def _opened(self) -> None:
        self.detecting.forget()
        self.reviewing.close(self.tr("The first document opens as soon as it is searched."))
        self.page.worklist.set_rows(self.desk.rows())
        self.page.worklist.show_all()
        if self.queueing.open:
            self.queueing.close()
        self.show_review()
        self.refresh()
        self.page.focus_document()

    def close_worklist(self) -> None:
        """Back to the start page; everything is stored."""
        if self._exports():
            return
        self.marking.commit()
        self.detecting.forget()
        self.reviewing.close()
        self.desk.worklist = 0
        self.page.worklist.set_rows(())
        self.show_start()

    def _exports(self) -> bool:
        """Whether an export is under way, which needs the worklist it began with; shows it then."""
        if self.exporting.running:
            self.exporting.ask()
        return self.exporting.running

    def open_files(self) -> None:
        chosen = ask_files(self, self.tr("Open files"))
        if chosen:
            self.begin(chosen)

    def open_folder(self) -> None:
        chosen = ask_folder(self, self.tr("Open a folder"))
        if chosen:
            self.begin([chosen])

    # What changed

    def take_rows(self, rows: list[DocumentRow]) -> None:
        self.page.worklist.update_rows(rows)
        self.queueing.follow(rows)
        self.refresh()

    def refresh(self) -> None:
        """Footer and commands, by the figures as they are."""
        facts = self.deciding.footer_facts()
        self.page.footer.show_facts(facts)
        self.page.footer.show_saved(SaveState.SAVED)
        self.show_facts()
        self.enable()

    def opened_document(self, row: int) -> None:
        self.page.worklist.set_current(row or None)
        self.page.say("")
        self.refresh()
        # The keyboard goes to the document, unless someone is typing a filter.
        if row and not self.page.left.isAncestorOf(self.focusWidget() or self):
            self.page.focus_document()

    def first_ready(self, row: int) -> None:
        if self.reviewing.row is None:
            self.reviewing.open(row)

    def show_facts(self) -> None:
        """How the open worklist is worked on, at the right of the menus."""
        if not self.reviews or not self.desk.worklist:
            self.facts.setText("")
            return
        reviewer = self.desk.settings.reviewer or self.tr("no reviewer named")
        device = self.settings.device or self.tr("device not known yet")
        said = (self.desk.policy.title, device, self.tr("offline"), reviewer)
        whole = " · ".join(said)
        self.facts.setText(self.facts.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideMiddle, _FACTS))
        self.facts.setToolTip(whole)
        self.facts.setAccessibleName(
            self.tr("Policy, device, network, reviewer: {0}").format(", ".join(said))
        )
        # The bar asks for the size of its corner only when it is given one.
        self.facts.setFixedHeight(self.menuBar().actionGeometry(self.menuBar().actions()[0]).height())
        self.menuBar().setCornerWidget(self.facts, Qt.Corner.TopRightCorner)
        self.facts.show()

    def enable(self) -> None:
        """Greys what cannot be done now."""
        open_list = self.reviews
        has_document = open_list and self.reviewing.review is not None
        can_undo, can_redo = (
            decisions.history(self.desk) if open_list and self.desk.worklist else (None, None)
        )
        enabled = {
            "undo": can_undo is not None,
            "redo": can_redo is not None,
            "export": open_list and not self.worklists.looking,
            "report": open_list,
            "close-worklist": open_list,
            "pause": open_list,
            "stop": open_list and self.detecting.running,
            "filter": open_list,
            "risk-queue": open_list,
            "next-pane": open_list,
            "previous-pane": open_list,
            "next-document": open_list and self.reviewing.row is not None,
            "previous-document": open_list and self.reviewing.row is not None,
            "disagreements": has_document and bool(self.reviewing.row and self.reviewing.row.second_by),
            **self.marking.enabled(),
            "withdraw": has_document and self.reviewing.is_signed,
            "resume": not open_list and bool(self.desk.worklists()),
        }
        for id, action in self.actions_by_id.items():
            command = self.keymap.command(id)
            if id in enabled:
                action.setEnabled(enabled[id])
            elif command.group in (Menu.DECIDE, Menu.SPAN, Menu.GO) or id in _OF_DOCUMENT:
                action.setEnabled(has_document)
        checked = {
            "pause": self.detecting.paused,
            "preview": self.previewing.open,
            "page-view": self.previewing.pages_shown and not self.previewing.pages_alone,
            "pages-only": self.previewing.pages_alone,
            "page-strip": self.settings.preferences.strip,
            "draw-box": self.page.pages.view.editor.drawing,
            "risk-queue": self.queueing.open,
            "text-cursor": self.page.document.view.caret_mode,
            "full-screen": self.isFullScreen(),
        }
        for id, on in checked.items():
            self.actions_by_id[id].setChecked(on)

    # Looks

    def _show_preferences(self, preferences: Preferences) -> None:
        """Puts preferences into effect."""
        theme = self.looks.apply(preferences)
        self.keymap = KeyMap(preferences.keys)
        if theme is not self.icons.theme:
            self._take_theme(theme)
        update(self.actions_by_id, self.keymap, self.icons)
        view = self.page.document.view
        view.set_text_size(preferences.font_size)
        view.set_font_choice(preferences.mono)
        view.set_wrap(preferences.wrap)
        view.set_zoom(round(preferences.zoom * 100))
        self.page.preview.set_text_font(view.text_font)
        self.page.preview.set_wrap(preferences.wrap)
        self.actions_by_id["wrap"].setChecked(preferences.wrap)
        self.actions_by_id["mono"].setChecked(preferences.mono)
        shown = {c.id: self.keymap.shown(c.id) for c in self.keymap.commands}
        self.page.inspector.set_keys(shown)
        self.page.pages.set_keys(shown)
        self.page.pages.show_strip(preferences.strip)
        self.previewing.set_pages(preferences.pages)
        self.page.footer.set_keys(shown["preview"], shown["sign-off"], shown["export"])
        self.page.worklist.set_filter_keys(shown["filter"])
        self.start.set_keys(shown["open-files"], shown["open-folder"])
        if self.desk.worklist:
            self.worklists.take_preferences(preferences)
            self.reviewing.reread()
            self.refresh()

    def _take_theme(self, theme: Theme) -> None:
        self.icons = Icons(theme)
        for panel in (self.start, self.page, self.failures, self.exporting, self.reporting):
            panel.set_theme(theme)
        self.many.theme = theme
        self.deciding.set_theme(theme)
        self.settings.set_theme(theme, self.icons)

    def next_theme(self) -> None:
        self.settings.prefer(appearance=self.looks.after(self.settings.preferences.appearance))

    def show_keys(self) -> None:
        sheet = HelpSheet(self.keymap, self.deciding.label_keys(), self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.show()

    def step_pane(self, step: int) -> None:
        """Moves the keyboard from pane to pane."""
        step_pane(self.page.panes() if self.reviews else [self.start], self.focusWidget(), step)

    # Building

    def _build(self) -> None:
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.start)
        self.pages.addWidget(self.page)
        whole = QWidget(self)
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.failures)
        layout.addWidget(self.pages, 1)
        self.setCentralWidget(whole)
        self.facts = QLabel(self)
        # Margins of its own are lost when the style changes.
        self.facts.setStyleSheet("QLabel { padding-right: 16px; }")
        mark(self.facts, "role", "muted")
        self.menuBar().setCornerWidget(self.facts, Qt.Corner.TopRightCorner)
        for menu in Menu:
            shown = self.menuBar().addMenu(menu.shown)
            for command in self.keymap.commands:
                if command.group is menu:
                    shown.addAction(self.actions_by_id[command.id])
        for pane in (self.page.document, self.page.inspector, self.page.pages):
            hear(pane, self.actions_by_id, self.keymap)
        for action in self.actions_by_id.values():
            if action.shortcutContext() == Qt.ShortcutContext.WindowShortcut:
                self.addAction(action)

    def preferences_changed(self, preferences: Preferences) -> None:
        self._show_preferences(preferences)
        if not self.reviews:
            self.worklists.show_start(self.start, preferences)

    # Its own size and end

    def _restore(self, preferences: Preferences) -> None:
        self.resize(1440, 900)
        if preferences.geometry:
            self.restoreGeometry(QByteArray(base64.b64decode(preferences.geometry)))
        if preferences.layout:
            self.page.across.restoreState(QByteArray(base64.b64decode(preferences.layout)))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Every decision is stored already: only what runs has to be stopped."""
        if self.exporting.running:
            self.exporting.dialog.close()
            event.ignore()
            return
        kept = self.deciding.with_layout(_base64(self.saveGeometry()), _base64(self.page.across.saveState()))
        self.settings.keep(kept)
        self.worklists.stop()
        self.marking.commit()
        self.detecting.forget()
        self.reviewing.close()
        self.desk.worklist = 0
        self.tasks.close()
        self.desk.close()
        super().closeEvent(event)

    def action(self, id: str) -> QAction:
        return self.actions_by_id[id]

    @property
    def theme(self) -> Theme:
        return self.looks.theme


def _base64(data: QByteArray) -> str:
    return base64.b64encode(data.data()).decode("ascii")
