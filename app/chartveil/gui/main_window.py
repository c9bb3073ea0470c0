"""The window: pages, menus, and which command does what."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QAction, QCloseEvent
from PySide6.QtWidgets import QLabel, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from chartveil.gui.commands.keymap import (
    KeyMap,
    Menu,
    add_review_shortcuts,
    make_actions,
    update_actions,
)
from chartveil.gui.commands.shortcut_sheet import ShortcutSheetDialog
from chartveil.gui.control.boxes import BoxController
from chartveil.gui.control.bulk import BulkDecisions
from chartveil.gui.control.detection import DetectionController
from chartveil.gui.control.document import DocumentController
from chartveil.gui.control.export import ExportController
from chartveil.gui.control.passwords import PasswordController
from chartveil.gui.control.preview import PreviewController
from chartveil.gui.control.report import ReportController
from chartveil.gui.control.review_commands import ReviewCommands, SpanDecisions
from chartveil.gui.control.risk_queue import RiskQueueController
from chartveil.gui.control.second_reading import SecondReadingController
from chartveil.gui.control.settings import SettingsController
from chartveil.gui.control.undo import UndoController
from chartveil.gui.control.worklists import WorklistController
from chartveil.gui.preferences import Preferences
from chartveil.gui.review.footer import SaveState
from chartveil.gui.review.page import ReviewPage
from chartveil.gui.start.page import StartPage
from chartveil.gui.tasks import BackgroundTasks
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import Theme
from chartveil.gui.theme.icons import IconSet
from chartveil.gui.theme.switcher import ThemeSwitcher
from chartveil.gui.widgets.file_dialogs import ask_files, ask_folder
from chartveil.gui.widgets.notices import NoticeBar
from chartveil.gui.worklist.panel import WorklistPanel
from chartveil.review.model import DocumentRow
from chartveil.service import decisions
from chartveil.service.review_service import ReviewService

_FACTS = 560
"""Pixels for how the worklist is worked on, beside the menus."""


_OF_DOCUMENT = frozenset("find find-next find-previous preview copy zoom-in zoom-out zoom-reset".split())
"""Commands of other menus than Decide, Span and Go to that need an open document."""


class MainWindow(QMainWindow):
    """Puts the panels and those who drive them together.

    Args:
        service: open, without a worklist.
        preferences: how the window looks and works.
        theme_switcher: gives the application its theme.
    """

    def __init__(self, desk: ReviewService, preferences: Preferences, looks: ThemeSwitcher) -> None:
        super().__init__()
        # Never a document's name: titles show up in task bars, recordings and logs.
        self.setWindowTitle("Chartveil")
        self.setMinimumSize(1024, 640)
        self.service = desk
        self.theme_switcher = looks
        theme = looks.theme
        self.tasks = BackgroundTasks(self)
        self.keymap = KeyMap(preferences.keys)
        self.icons = IconSet(theme)
        self.actions_by_id = make_actions(self, self.keymap, self.icons)
        self.notice_bar = NoticeBar(theme, self)
        self.start_page = StartPage(theme, self)
        self.review_page = ReviewPage(theme, desk.describe, self)
        self.settings = SettingsController(desk.user_paths, preferences, self.tasks, self)
        self.document = DocumentController(desk, self.tasks, self.review_page, self)
        self.span_decisions = SpanDecisions(self.document, self.review_page)
        self.detection = DetectionController(desk, self.tasks, self.review_page.worklist, self)
        self.passwords = PasswordController(desk, self.tasks, self.review_page.worklist, self)
        self.second_reading = SecondReadingController(desk, self.document, self.review_page, self)
        self.bulk_decisions = BulkDecisions(desk, self.tasks, self.document, self)
        self.bulk_decisions.theme = theme
        self.preview = PreviewController(desk, self.tasks, self.document, self.review_page, self)
        self.undo = UndoController(desk, self.document)
        self.boxes = BoxController(self)
        self.risk_queue = RiskQueueController(desk, self.document, self.review_page, self)
        self.export = ExportController(desk, self.tasks, theme, self)
        self.report = ReportController(desk, theme, self)
        self.worklists = WorklistController(desk, self.tasks, self)
        self.review_commands = ReviewCommands(self)
        self._build()
        connect_signals(self)
        self._show_preferences(preferences)
        self._restore(preferences)
        self.settings.find_device()
        self.show_start()

    # Pages

    def show_start(self) -> None:
        """The start page, with worklists and settings as they are now."""
        self.page_stack.setCurrentWidget(self.start_page)
        self.show_status()
        self.worklists.fill_start_page(self.start_page, self.settings.preferences)
        self.update_enabled()

    def show_review(self) -> None:
        self.page_stack.setCurrentWidget(self.review_page)
        self.update_enabled()

    @property
    def is_reviewing(self) -> bool:
        """Whether a worklist is open."""
        return self.page_stack.currentWidget() is self.review_page

    # Worklists

    def begin_worklist(self, paths: Sequence[Path], *, anew: bool = True) -> None:
        """Makes a worklist of files and folders, and begins to search them.

        With ``anew`` false a worklist that there is of exactly these files is gone on with.
        """
        if not self._exports():
            self.worklists.begin(paths, self.settings.preferences, anew=anew)

    def show_new_worklist(self) -> None:
        """Shows the worklist that was made, and begins to search it."""
        self._opened()
        self.detection.start()

    def resume_worklist(self, worklist: int) -> None:
        """Goes on with a worklist where it was left."""
        if not self._exports() and self.worklists.open(worklist, self.settings.preferences):
            self._opened()
            place = self.service.bookmark()
            ready = [r.row for r in self.service.rows() if r.document_id]
            if place is not None and place[0] in ready:
                self.document.open(*place)
            elif ready:
                self.document.open(ready[0])
            self.detection.start()

    def _opened(self) -> None:
        self.detection.abandon()
        self.document.close(self.tr("The first document opens as soon as it is searched."))
        self.review_page.worklist.set_rows(self.service.rows())
        self.review_page.worklist.show_all()
        if self.risk_queue.is_open:
            self.risk_queue.close()
        self.show_review()
        self.refresh()
        self.review_page.focus_document()

    def close_worklist(self) -> None:
        """Back to the start page; everything is stored."""
        if self._exports():
            return
        self.boxes.commit_edits()
        self.detection.abandon()
        self.document.close()
        self.service.worklist = 0
        self.review_page.worklist.set_rows(())
        self.show_start()

    def _exports(self) -> bool:
        """Whether an export is under way, which needs the worklist it began with; shows it then."""
        if self.export.running:
            self.export.open_dialog()
        return self.export.running

    def open_files(self) -> None:
        chosen = ask_files(self, self.tr("Open files"))
        if chosen:
            self.begin_worklist(chosen)

    def open_folder(self) -> None:
        chosen = ask_folder(self, self.tr("Open a folder"))
        if chosen:
            self.begin_worklist([chosen])

    # What changed

    def update_rows(self, rows: list[DocumentRow]) -> None:
        self.review_page.worklist.update_rows(rows)
        self.risk_queue.update_rows(rows)
        self.refresh()

    def refresh(self) -> None:
        """Footer and commands, by the figures as they are."""
        facts = self.review_commands.footer_state()
        self.review_page.footer.show_state(facts)
        self.review_page.footer.show_saved(SaveState.SAVED)
        self.show_status()
        self.update_enabled()

    def document_opened(self, row: int) -> None:
        self.review_page.worklist.set_current(row or None)
        self.review_page.show_message("")
        self.refresh()
        # The keyboard goes to the document, unless someone is typing a filter.
        if row and not self.review_page.left_pane.isAncestorOf(self.focusWidget() or self):
            self.review_page.focus_document()

    def open_first_ready(self, row: int) -> None:
        if self.document.row is None:
            self.document.open(row)

    def show_status(self) -> None:
        """How the open worklist is worked on, at the right of the menus."""
        if not self.is_reviewing or not self.service.worklist:
            self.status_label.setText("")
            return
        reviewer = self.service.settings.reviewer or self.tr("no reviewer named")
        device = self.settings.device or self.tr("device not known yet")
        said = (self.service.policy.title, device, self.tr("offline"), reviewer)
        whole = " · ".join(said)
        self.status_label.setText(
            self.status_label.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideMiddle, _FACTS)
        )
        self.status_label.setToolTip(whole)
        self.status_label.setAccessibleName(
            self.tr("Policy, device, network, reviewer: {0}").format(", ".join(said))
        )
        # The bar asks for the size of its corner only when it is given one.
        self.status_label.setFixedHeight(self.menuBar().actionGeometry(self.menuBar().actions()[0]).height())
        self.menuBar().setCornerWidget(self.status_label, Qt.Corner.TopRightCorner)
        self.status_label.show()

    def update_enabled(self) -> None:
        """Greys what cannot be done now."""
        open_list = self.is_reviewing
        has_document = open_list and self.document.review is not None
        can_undo, can_redo = (
            decisions.history(self.service) if open_list and self.service.worklist else (None, None)
        )
        enabled = {
            "undo": can_undo is not None,
            "redo": can_redo is not None,
            "export": open_list and not self.worklists.is_searching_files,
            "report": open_list,
            "close-worklist": open_list,
            "pause": open_list,
            "stop": open_list and self.detection.running,
            "filter": open_list,
            "risk-queue": open_list,
            "next-pane": open_list,
            "previous-pane": open_list,
            "next-document": open_list and self.document.row is not None,
            "previous-document": open_list and self.document.row is not None,
            "disagreements": has_document and bool(self.document.row and self.document.row.second_by),
            **self.boxes.enabled_commands(),
            "withdraw": has_document and self.document.is_signed,
            "resume": not open_list and bool(self.service.worklists()),
        }
        for id, action in self.actions_by_id.items():
            command = self.keymap.command(id)
            if id in enabled:
                action.setEnabled(enabled[id])
            elif command.menu in (Menu.DECIDE, Menu.SPAN, Menu.GO) or id in _OF_DOCUMENT:
                action.setEnabled(has_document)
        checked = {
            "pause": self.detection.paused,
            "preview": self.preview.is_open,
            "page-view": self.preview.pages_shown and not self.preview.pages_alone,
            "pages-only": self.preview.pages_alone,
            "page-strip": self.settings.preferences.strip,
            "draw-box": self.review_page.pages.view.editor.drawing,
            "risk-queue": self.risk_queue.is_open,
            "text-cursor": self.review_page.document.view.caret_mode,
            "full-screen": self.isFullScreen(),
        }
        for id, on in checked.items():
            self.actions_by_id[id].setChecked(on)

    # Looks

    def _show_preferences(self, preferences: Preferences) -> None:
        """Puts preferences into effect."""
        theme = self.theme_switcher.apply(preferences)
        self.keymap = KeyMap(preferences.keys)
        if theme is not self.icons.theme:
            self._take_theme(theme)
        update_actions(self.actions_by_id, self.keymap, self.icons)
        view = self.review_page.document.view
        view.set_text_size(preferences.font_size)
        view.set_monospace(preferences.mono)
        view.set_wrap(preferences.wrap)
        view.set_zoom(round(preferences.zoom * 100))
        self.review_page.preview.set_text_font(view.text_font)
        self.review_page.preview.set_wrap(preferences.wrap)
        self.actions_by_id["wrap"].setChecked(preferences.wrap)
        self.actions_by_id["mono"].setChecked(preferences.mono)
        shown = {c.id: self.keymap.shortcut_text(c.id) for c in self.keymap.commands}
        self.review_page.inspector.set_keys(shown)
        self.review_page.pages.set_keys(shown)
        self.review_page.pages.show_thumbnails(preferences.strip)
        self.preview.set_page_mode(preferences.pages)
        self.review_page.footer.set_keys(shown["preview"], shown["sign-off"], shown["export"])
        self.review_page.worklist.set_filter_keys(shown["filter"])
        self.start_page.set_keys(shown["open-files"], shown["open-folder"])
        if self.service.worklist:
            self.worklists.apply_preferences(preferences)
            self.document.reload_if_reading_changed()
            self.refresh()

    def _take_theme(self, theme: Theme) -> None:
        self.icons = IconSet(theme)
        for panel in (self.start_page, self.review_page, self.notice_bar, self.export, self.report):
            panel.set_theme(theme)
        self.bulk_decisions.theme = theme
        self.review_commands.set_theme(theme)
        self.settings.set_theme(theme, self.icons)

    def next_theme(self) -> None:
        self.settings.change_preferences(
            appearance=self.theme_switcher.next_appearance(self.settings.preferences.appearance)
        )

    def show_keys(self) -> None:
        sheet = ShortcutSheetDialog(self.keymap, self.review_commands.label_keys(), self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.show()

    def step_pane(self, step: int) -> None:
        """Moves the keyboard from pane to pane."""
        move_focus_to_pane(
            self.review_page.panes() if self.is_reviewing else [self.start_page], self.focusWidget(), step
        )

    # Building

    def _build(self) -> None:
        self.page_stack = QStackedWidget(self)
        self.page_stack.addWidget(self.start_page)
        self.page_stack.addWidget(self.review_page)
        whole = QWidget(self)
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.notice_bar)
        layout.addWidget(self.page_stack, 1)
        self.setCentralWidget(whole)
        self.status_label = QLabel(self)
        # Margins of its own are lost when the style changes.
        self.status_label.setStyleSheet("QLabel { padding-right: 16px; }")
        set_style_property(self.status_label, "role", "muted")
        self.menuBar().setCornerWidget(self.status_label, Qt.Corner.TopRightCorner)
        for menu in Menu:
            shown = self.menuBar().addMenu(menu.display_name)
            for command in self.keymap.commands:
                if command.menu is menu:
                    shown.addAction(self.actions_by_id[command.id])
        for pane in (self.review_page.document, self.review_page.inspector, self.review_page.pages):
            add_review_shortcuts(pane, self.actions_by_id, self.keymap)
        for action in self.actions_by_id.values():
            if action.shortcutContext() == Qt.ShortcutContext.WindowShortcut:
                self.addAction(action)

    def apply_preferences(self, preferences: Preferences) -> None:
        self._show_preferences(preferences)
        if not self.is_reviewing:
            self.worklists.fill_start_page(self.start_page, preferences)

    # Its own size and end

    def _restore(self, preferences: Preferences) -> None:
        self.resize(1440, 900)
        if preferences.geometry:
            self.restoreGeometry(QByteArray(base64.b64decode(preferences.geometry)))
        if preferences.layout:
            self.review_page.main_splitter.restoreState(QByteArray(base64.b64decode(preferences.layout)))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Every decision is stored already: only what runs has to be stopped."""
        if self.export.running:
            self.export.dialog.close()
            event.ignore()
            return
        kept = self.review_commands.preferences_with_layout(
            _base64(self.saveGeometry()), _base64(self.review_page.main_splitter.saveState())
        )
        self.settings.save_quietly(kept)
        self.worklists.stop_search()
        self.boxes.commit_edits()
        self.detection.abandon()
        self.document.close()
        self.service.worklist = 0
        self.tasks.close()
        self.service.close()
        super().closeEvent(event)

    def action(self, id: str) -> QAction:
        return self.actions_by_id[id]

    @property
    def theme(self) -> Theme:
        return self.theme_switcher.theme


def _base64(data: QByteArray) -> str:
    return base64.b64encode(data.data()).decode("ascii")


# Moves the keyboard from pane to pane.


def move_focus_to_pane(panes: Sequence[QWidget], focused: QWidget | None, step: int) -> None:
    """Gives the keyboard to the next pane, or with a step of -1 to the one before; round at the ends.

    Args:
        panes: in order.
        focused: what has the keyboard.
        step: 1 or -1.
    """
    at = next((i for i, p in enumerate(panes) if focused is not None and p.isAncestorOf(focused)), None)
    if at is None:
        at = next((i for i, p in enumerate(panes) if p is focused), -step if step > 0 else 0)
    pane = panes[(at + step) % len(panes)]
    if isinstance(pane, WorklistPanel):
        pane.focus_list()
    elif pane.focusPolicy() != Qt.FocusPolicy.NoFocus or pane.focusProxy() is not None:
        pane.setFocus(Qt.FocusReason.TabFocusReason)
    else:
        first = next((w for w in pane.findChildren(QWidget) if _takes_keys(w)), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)


def _takes_keys(widget: QWidget) -> bool:
    policy = widget.focusPolicy()
    return bool(policy & Qt.FocusPolicy.TabFocus) and widget.isVisible() and widget.isEnabled()


# Which command does what, and who hears whom. Nothing is decided here.


def connect_signals(window: MainWindow) -> None:
    """Connects commands, panels and those who drive them."""
    commands: dict[str, Callable[[], object]] = {
        "open-files": window.open_files,
        "open-folder": window.open_folder,
        "resume": window.worklists.resume_last,
        "pause": window.detection.toggle_pause,
        "stop": window.detection.stop,
        "export": window.export.open_dialog,
        "report": window.report.show_report,
        "settings": lambda: window.settings.open(window.theme_switcher.theme, window.icons),
        "close-worklist": window.close_worklist,
        "quit": window.close,
        "undo": window.undo.undo,
        "redo": window.undo.redo,
        "filter": window.review_page.worklist.focus_filter,
        "risk-queue": window.risk_queue.toggle,
        "disagreements": window.second_reading.show_disagreements,
        "next-pane": lambda: window.step_pane(1),
        "previous-pane": lambda: window.step_pane(-1),
        "next-document": lambda: window.review_commands.step_document(1),
        "previous-document": lambda: window.review_commands.step_document(-1),
        "preview": window.preview.toggle,
        "page-view": window.preview.toggle_pages,
        "pages-only": window.preview.toggle_pages_alone,
        "page-strip": lambda: window.settings.change_preferences(strip=not window.settings.preferences.strip),
        "wrap": lambda: window.settings.change_preferences(wrap=not window.settings.preferences.wrap),
        "mono": lambda: window.settings.change_preferences(mono=not window.settings.preferences.mono),
        "theme": window.next_theme,
        "full-screen": lambda: window.showNormal() if window.isFullScreen() else window.showFullScreen(),
        "keys": window.show_keys,
        "about": window.report.show_about,
        **window.review_commands.commands(),
    }
    commands.update(window.boxes.commands(dict(commands)))
    for id, action in window.actions_by_id.items():
        action.triggered.connect(partial(_run_command, window, commands[id]))
    _connect_start(window)
    _connect_review(window)


def _run_command(window: MainWindow, work: Callable[[], object], _checked: bool = False) -> None:
    work()
    if window.isVisible():  # it may have been closed by that
        window.update_enabled()


def _connect_start(window: MainWindow) -> None:
    start, settings = window.start_page, window.settings
    start.files_dropped.connect(window.begin_worklist)
    start.open_files_requested.connect(window.open_files)
    start.open_folder_requested.connect(window.open_folder)
    start.samples_chosen.connect(lambda: window.begin_worklist([window.worklists.samples_folder]))
    start.resume_chosen.connect(window.resume_worklist)
    start.remove_chosen.connect(window.worklists.remove)
    start.policy_changed.connect(lambda name: settings.change_preferences(policy=name))
    start.mode_changed.connect(lambda mode: settings.change_preferences(mode=window.worklists.mode(mode)))
    start.reviewer_changed.connect(lambda name: settings.change_preferences(reviewer=name))
    start.settings_requested.connect(window.actions_by_id["settings"].trigger)
    settings.device_found.connect(start.set_device)
    settings.device_found.connect(lambda _: window.show_status())
    settings.device_found.connect(
        lambda _: window.tasks.run(window.service.preload_descriptions, _nothing, _nothing)
    )
    settings.preferences_changed.connect(window.apply_preferences)
    window.worklists.resume_requested.connect(window.resume_worklist)
    window.worklists.started.connect(window.show_new_worklist)
    window.worklists.worklists_changed.connect(window.show_start)
    for source in (settings, window.worklists):
        source.failed.connect(window.notice_bar.show_error)
    window.worklists.notice_raised.connect(window.notice_bar.show_notice)
    window.detection.notice_raised.connect(window.notice_bar.show_notice)


def _connect_review(window: MainWindow) -> None:
    page, footer = window.review_page, window.review_page.footer
    for source in (window.document, window.detection, window.second_reading, window.preview, window.export):
        source.failed.connect(window.notice_bar.show_error)
    for source in (window.document, window.detection, window.second_reading, window.export):
        source.rows_changed.connect(window.update_rows)
    window.document.message_posted.connect(page.show_message)
    # What was said of the last step is not said of the next.
    window.document.items_changed.connect(lambda: page.show_message(""))
    window.document.opened.connect(window.document_opened)
    window.passwords.unlocked.connect(window.detection.retry)
    window.detection.first_document_ready.connect(window.open_first_ready)
    window.detection.progressed.connect(window.update_enabled)
    window.detection.ended.connect(window.refresh)
    window.preview.page_mode_changed.connect(
        lambda shown: window.settings.save_quietly(window.review_commands.preferences_with_pages(shown))
    )
    page.pages.thumbnails_toggled.connect(lambda on: window.settings.change_preferences(strip=on))
    window.export.leak_place_chosen.connect(window.review_commands.go_to_place)
    window.export.report_requested.connect(window.report.show_report)
    window.report.failed.connect(window.notice_bar.show_error)
    page.worklist.document_chosen.connect(window.document.open)
    page.inspector.command_requested.connect(partial(_run_span_command, window))
    page.inspector.same_text_requested.connect(window.review_commands.decide_same_text_in)
    page.document.view.word_double_clicked.connect(lambda *_: window.actions_by_id["add"].trigger())
    page.document.view.item_double_clicked.connect(lambda *_: window.actions_by_id["relabel"].trigger())
    page.document.view.context_requested.connect(window.review_commands.context_menu)
    page.document.view.zoom_changed.connect(
        lambda z: window.settings.save_quietly(window.review_commands.preferences_with_zoom(z))
    )
    page.document.view.zoom_changed.connect(
        lambda _: page.preview.set_text_font(page.document.view.text_font)
    )
    page.document.view.caret_mode_changed.connect(lambda _: window.update_enabled())
    for signal, id in (
        (footer.undecided_requested, "next-undecided"),
        (footer.doubtful_requested, "next-doubtful"),
        (footer.queue_requested, "risk-queue"),
        (footer.preview_requested, "preview"),
        (footer.export_requested, "export"),
        (footer.sign_off_requested, "sign-off"),
        (footer.reopen_requested, "withdraw"),
        (footer.disagreements_requested, "disagreements"),
    ):
        signal.connect(partial(_from_footer, window, window.actions_by_id[id].trigger))
    footer.boxes_requested.connect(partial(_from_footer, window, window.boxes.next_undecided_box))
    footer.blocker_requested.connect(partial(_from_footer, window, window.review_commands.go_to_blocker))
    footer.second_requested.connect(partial(_from_footer, window, window.second_reading.begin))


def _from_footer(window: MainWindow, work: Callable[[], object]) -> None:
    """The keyboard goes back to the document first: a button that is hidden by what it does would hand it
    on to whatever comes next."""
    window.review_page.focus_document()
    work()


def _run_span_command(window: MainWindow, id: str) -> None:
    """What the inspector offers is about the span it shows, also where a box is chosen."""
    window.review_page.pages.view.editor.select(None)
    window.actions_by_id[id].trigger()


def _nothing(_: object) -> None:
    """After work that is done for later: what is wrong with it is told when it is needed."""
