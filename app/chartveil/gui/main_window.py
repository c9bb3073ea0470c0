"""The window: its pages and menus, the controllers, and who hears whom."""

from __future__ import annotations

import base64
import platform
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QByteArray, Qt, qVersion
from PySide6.QtGui import QAction, QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QMessageBox, QStackedWidget, QWidget

from chartveil import __version__
from chartveil.domain.paths import resources_folder
from chartveil.gui.commands.actions import CommandActions
from chartveil.gui.commands.keymap import KeyMap, Menu
from chartveil.gui.commands.shortcut_sheet import ShortcutSheetDialog
from chartveil.gui.control.access import AccessController
from chartveil.gui.control.boxes import BoxController
from chartveil.gui.control.bulk import BulkDecisions
from chartveil.gui.control.case_report.session import CaseReportSession
from chartveil.gui.control.controller import WindowParts
from chartveil.gui.control.detection import DetectionController
from chartveil.gui.control.document import DocumentController
from chartveil.gui.control.export import ExportController
from chartveil.gui.control.gold_evaluation import GoldEvaluationController
from chartveil.gui.control.pages import PagesController
from chartveil.gui.control.passages import PassageController
from chartveil.gui.control.preview import PreviewController
from chartveil.gui.control.record import RecordController
from chartveil.gui.control.review_commands import ReviewCommands
from chartveil.gui.control.risk_queue import RiskQueueController
from chartveil.gui.control.second_reading import SecondReadingController
from chartveil.gui.control.settings import SettingsController
from chartveil.gui.control.sign_off import SignOffController
from chartveil.gui.control.spot_check.session import SpotCheckSession
from chartveil.gui.control.undo import UndoController
from chartveil.gui.control.worklists import WorklistController
from chartveil.gui.preferences import PageViewMode, Preferences
from chartveil.gui.review.footer import FooterState
from chartveil.gui.review.page import ReviewPage
from chartveil.gui.spot_check.steps import summary_text
from chartveil.gui.start.page import StartPage
from chartveil.gui.tables.controller import TableColumnsController
from chartveil.gui.tasks import BackgroundTasks
from chartveil.gui.theme.switcher import ThemeSwitcher
from chartveil.gui.widgets.file_dialogs import UserPrompts, ask_files, ask_folder
from chartveil.gui.widgets.fitted_dialog import room_on_screen
from chartveil.gui.widgets.layouts import column, text_label
from chartveil.gui.widgets.notices import NoticeBar
from chartveil.review.model import DocumentRow, DocumentState
from chartveil.service import decisions
from chartveil.service import sign_off as signing
from chartveil.service.review_service import ReviewService, describe_evidence

if TYPE_CHECKING:
    from chartveil.gui.case_report.page import CaseReportPage
    from chartveil.gui.control.case_report.controller import CaseReportController
    from chartveil.gui.control.spot_check.controller import SpotCheckController
    from chartveil.gui.spot_check.page import SpotCheckPage

JobPage = TypeVar("JobPage", "SpotCheckPage", "CaseReportPage")
JobController = TypeVar("JobController", "SpotCheckController", "CaseReportController")

_STATUS_WIDTH = 560
"""Pixels for how the worklist is worked on, beside the menus."""
_STATUS_BETWEEN = " · "
_OF_DOCUMENT = frozenset("find find-next find-previous preview copy zoom-in zoom-out zoom-reset".split())
"""Commands of other menus than Decide, Span and Go to that need an open document."""
_OF_WORKLIST = "report columns close-worklist pause filter risk-queue next-pane previous-pane"
"""Commands that need an open worklist alone."""


class MainWindow(QMainWindow):
    """Puts the panels and their controllers together.

    Args:
        service: open, without a worklist.
        preferences: how the window looks and works.
        theme_switcher: gives the application its theme.
    """

    def __init__(
        self, service: ReviewService, preferences: Preferences, theme_switcher: ThemeSwitcher
    ) -> None:
        super().__init__()
        # Never a document's name: titles show up in task bars, recordings and logs.
        self.setWindowTitle("Chartveil")
        self.setMinimumSize(1024, 640)
        self.service = service
        self.theme_switcher = theme_switcher
        with theme_switcher.style_set_last():
            self._make_panels(preferences)
            self._build()
            self._make_controllers(preferences)
            self._connect_commands()
        self._connect_start()
        self._connect_document()
        self._connect_review()
        self._show_preferences(preferences)
        self._restore(preferences)
        self.settings.find_device()
        self.show_start()

    def _make_panels(self, preferences: Preferences) -> None:
        themes = self.theme_switcher.window_theme
        self.tasks = BackgroundTasks(self)
        self.commands = CommandActions(self, KeyMap(preferences.keys), themes.icons)
        self.notice_bar = NoticeBar(self)
        self.start_page = StartPage(themes, self)
        self.review_page = ReviewPage(themes, describe_evidence, self)
        self.cover = QStackedWidget(self)

    def _make_controllers(self, preferences: Preferences) -> None:
        parts = WindowParts(
            self.service,
            self.tasks,
            self.review_page,
            self.notice_bar,
            self.theme_switcher.window_theme,
            self.commands,
            self,
        )
        self.settings = SettingsController(parts, preferences)
        self.access = AccessController(parts, self.settings, self.cover)
        self.record = RecordController(parts)
        self.gold_evaluation = GoldEvaluationController(parts, self.settings)
        self.worklists = WorklistController(parts, self.settings, self.start_page)
        self.detection = DetectionController(parts)
        self.document = DocumentController(parts)
        self.second_reading = SecondReadingController(parts, self.document)
        self.preview = PreviewController(parts, self.document)
        self.pages = PagesController(parts, self.document, self.preview)
        self.boxes = BoxController(parts, self.document, self.pages)
        self.passages = PassageController(parts, self.document, self.boxes)
        self.bulk_decisions = BulkDecisions(parts, self.document)
        self.review_commands = ReviewCommands(parts, self.document, self.bulk_decisions)
        self.sign_off = SignOffController(
            parts, self.document, self.boxes, self.passages, self.second_reading
        )
        self.undo = UndoController(parts, self.document, self.passages)
        self.risk_queue = RiskQueueController(parts, self.document)
        self.export = ExportController(parts)
        self.columns = TableColumnsController(parts)
        self.spot_check_session = SpotCheckSession(parts, self.settings)
        self.case_report_session = CaseReportSession(parts, self.settings)
        self._parts = parts
        self._jobs: list[SpotCheckController | CaseReportController] = []

    # Jobs: made when first needed, as their pages have two thirds of the window's widgets

    @cached_property
    def spot_check_page(self) -> SpotCheckPage:
        """The pages of a spot-check."""
        from chartveil.gui.spot_check.page import SpotCheckPage

        return self._add_job_page(SpotCheckPage)

    @cached_property
    def spot_check(self) -> SpotCheckController:
        """Drives the pages of a spot-check."""
        from chartveil.gui.control.spot_check.controller import SpotCheckController

        job = SpotCheckController(self._parts, self.spot_check_session, self.spot_check_page)
        return self._add_job(job, self.spot_check_page, self.fill_spot_checks)

    @cached_property
    def case_report_page(self) -> CaseReportPage:
        """The pages of a case report."""
        from chartveil.gui.case_report.page import CaseReportPage

        return self._add_job_page(CaseReportPage)

    @cached_property
    def case_report(self) -> CaseReportController:
        """Drives the pages of a case report."""
        from chartveil.gui.control.case_report.controller import CaseReportController

        job = CaseReportController(self._parts, self.case_report_session, self.case_report_page)
        return self._add_job(job, self.case_report_page, self.fill_case_reports)

    def _add_job_page(self, make: type[JobPage]) -> JobPage:
        with self.theme_switcher.style_set_last():
            page = make(self.theme_switcher.window_theme, UserPrompts(), self)
            self.page_stack.addWidget(page)
        for text in page.text_views:
            text.copied.connect(self.access.note_copy)
        return page

    def _add_job(
        self, job: JobController, page: QWidget, fill_start_page: Callable[[], None]
    ) -> JobController:
        job.opened.connect(partial(self.show_job, page))
        job.closed.connect(self.show_start)
        job.changed.connect(fill_start_page)
        self._jobs.append(job)
        return job

    # Pages

    def show_start(self) -> None:
        """Shows the start page, with worklists and settings as they are now."""
        self.page_stack.setCurrentWidget(self.start_page)
        self.show_status()
        self.worklists.fill_start_page()
        self.fill_spot_checks()
        self.fill_case_reports()
        self.update_enabled()
        self.record.record_events()

    def fill_spot_checks(self) -> None:
        """Shows on the start page which spot-checks there are."""
        self.start_page.spot_checks.show_jobs(
            [(s.id, s.title, summary_text(s)) for s in self.spot_check_session.summaries()]
        )

    def fill_case_reports(self) -> None:
        """Shows on the start page which case reports there are."""
        self.start_page.case_reports.show_jobs(self.case_report_session.summaries())

    def show_job(self, page: QWidget) -> None:
        """Shows the pages of the open spot-check or case report."""
        self.page_stack.setCurrentWidget(page)
        self.show_status()
        self.update_enabled()

    def show_review(self) -> None:
        """Shows the page on which the open worklist is reviewed."""
        self.page_stack.setCurrentWidget(self.review_page)
        self.update_enabled()

    @property
    def is_reviewing(self) -> bool:
        """Whether a worklist is open."""
        return self.page_stack.currentWidget() is self.review_page

    # Worklists

    def begin_worklist(self, paths: Sequence[Path], *, anew: bool = True) -> None:
        """Makes a worklist of files and folders, and begins to search them.

        With ``anew`` false an earlier worklist of exactly these files is resumed, if there is one.
        """
        if not self._show_running_export():
            self.worklists.begin(paths, anew=anew)

    def show_new_worklist(self) -> None:
        """Shows the worklist that was made, and begins to search it."""
        self._show_worklist()
        self._begin_search()

    def resume_worklist(self, worklist: int) -> None:
        """Opens a worklist where it was left."""
        if self._show_running_export() or not self.worklists.open(worklist):
            return
        self._show_worklist()
        bookmark = self.service.bookmark()
        readable = [r.row for r in self.service.rows() if r.document_id]
        if bookmark is not None and bookmark[0] in readable:
            self.document.open(*bookmark)
        elif readable:
            self.document.open(readable[0])
        self._begin_search()

    def _begin_search(self) -> None:
        """Searches what waits; where that is tables alone, their columns are shown before."""

        def search() -> None:
            if not self.detection.running:
                self.detection.start()

        if not self.columns.open_first(search):
            search()

    def _show_worklist(self) -> None:
        self.columns.leave()
        self.detection.abandon()
        self.document.close(self.tr("The first document opens as soon as it is searched."))
        self.review_page.worklist.set_rows(())  # forgets where the keyboard was in the one before
        self.review_page.worklist.set_rows(self.service.rows())
        self.review_page.worklist.show_all()
        if self.risk_queue.is_open:
            self.risk_queue.close()
        self.show_review()
        self.refresh()
        self.review_page.focus_document()

    def close_worklist(self) -> None:
        """Back to the start page; everything is stored."""
        if self._show_running_export():
            return
        self._leave_worklist()
        self.review_page.worklist.set_rows(())
        self.show_start()

    def _leave_worklist(self) -> None:
        self.review_page.pages.view.editor.commit()
        self.columns.leave()
        self.detection.abandon()
        self.document.close()
        self.service.worklist = 0

    def _show_running_export(self) -> bool:
        """Whether an export is under way, which needs the worklist it began with; shows it then."""
        if self.export.running:
            self.export.open_dialog()
        return self.export.running

    def open_files(self) -> None:
        """Asks for files, and makes a worklist of them."""
        chosen = ask_files(self, self.tr("Open files"))
        if chosen:
            self.begin_worklist(chosen)

    def open_folder(self) -> None:
        """Asks for a folder, and makes a worklist of it."""
        chosen = ask_folder(self, self.tr("Open a folder"))
        if chosen:
            self.begin_worklist([chosen])

    # What changed

    def update_rows(self, rows: list[DocumentRow]) -> None:
        """Shows documents whose figures changed."""
        self.review_page.worklist.update_rows(rows)
        self.risk_queue.update_rows(rows)
        self.refresh()

    def refresh(self) -> None:
        """Shows the figures in the footer, the status and the commands as they are now."""
        self.review_page.footer.show_state(self._footer_state())
        self.show_status()
        self.update_enabled()
        self.record.record_events()

    def _footer_state(self) -> FooterState:
        service, row, review = self.service, self.document.row, self.document.review
        if not service.worklist:
            return FooterState()
        second_reading, disagreements = self.second_reading.reading_state(row)
        return FooterState(
            worklist_counts=service.total_counts(),
            document_state=row.state if row is not None and review is not None else None,
            must_decide=signing.must_decide(service, review),
            blocking_spans=signing.count_undecided_spans(service, review) if review is not None else 0,
            blocking_boxes=len(self.boxes.blocking_boxes()) if review is not None else 0,
            undecided_boxes=len(self.boxes.undecided_boxes) if review is not None else 0,
            blocking_passages=len(self.passages.blocking()),
            signed_by=" · ".join(filter(None, (row.signed_by, row.second_by))) if row is not None else "",
            second_reading=second_reading,
            disagreements=disagreements,
            exportable_files=self.export.exportable_count(),
        )

    def document_opened(self, row: int) -> None:
        """Follows the document that is shown now; 0 for none."""
        self.review_page.worklist.set_current(row or None)
        self.review_page.show_message("")
        self.refresh()
        # The keyboard goes to the document, unless someone is typing a filter.
        if row and not self.review_page.left_pane.isAncestorOf(self.focusWidget() or self):
            self.review_page.focus_document()

    def open_first_ready(self, row: int) -> None:
        """Opens a document that can be read now, where none is open."""
        if self.document.row is None:
            self.document.open(row)

    def _say_why_empty(self) -> None:
        """While nothing is searched, where there is no document to show."""
        if self.detection.running or self.document.row is not None or not self.service.worklist:
            return
        states = self.service.state_counts()
        if not states or any(s.is_searched for s in states):
            return
        waiting = self.tr("Detection has stopped. “Go on”, below the list, searches what waits.")
        failed = self.tr("No document could be read. The list at the left says why, and what to do.")
        self.document.close(waiting if states.get(DocumentState.WAITING) else failed)

    def go_to_leak(self, row: int, start: int, end: int) -> None:
        """To a place that the leak check stopped at."""
        self.preview.close()
        self.second_reading.close()
        self.activateWindow()
        self.review_page.document.view.setFocus()
        said = self.tr("{withdraw} reopens it, then {mark} marks the place, {reject} leaves it in the text.")
        keys = self.commands.shortcut_text
        named = said.format(withdraw=keys("withdraw"), mark=keys("add"), reject=keys("reject"))
        self.document.open_at(row, start, end, named)

    def show_status(self) -> None:
        """How the open worklist is worked on, at the right of the menus."""
        if self.access.is_locked:
            self._say_status([self.tr("locked")], "")
            return
        if not self.is_reviewing or not self.service.worklist:
            self._say_status([self.access.status()], self.tr("What opens your worklists: {0}"))
            return
        reviewer = self.service.settings.reviewer or self.tr("no reviewer named")
        device = self.settings.device or self.tr("device not known yet")
        offline = self.tr("offline")
        parts = (self.service.policy.title, device, offline, self.access.status(), reviewer)
        about = self.tr("Policy, device, network, what opens it, reviewer: {0}")
        self._say_status(parts, about, spare=(offline, device))

    def _say_status(self, parts: Sequence[str], about: str, spare: Sequence[str] = ()) -> None:
        """Shows how the worklist is worked on; all of it in the tool tip and to screen readers.

        Args:
            parts: what is said, in order.
            about: for screen readers, with a place for the parts.
            spare: those that are left out first where there is no room for all.
        """
        metrics, width = self.status_label.fontMetrics(), self._room_for_status()
        shown = list(parts)
        for part in spare:
            if metrics.horizontalAdvance(_STATUS_BETWEEN.join(shown)) > width:
                shown.remove(part)
        line = _STATUS_BETWEEN.join(shown)
        self.status_label.setText(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width))
        self.status_label.setToolTip(_STATUS_BETWEEN.join(parts))
        self.status_label.setAccessibleName(about.format(", ".join(parts)) or line)
        # The bar asks for the size of its corner only when it is given one.
        self.status_label.setFixedHeight(self.menuBar().actionGeometry(self.menuBar().actions()[0]).height())
        self.menuBar().setCornerWidget(self.status_label, Qt.Corner.TopRightCorner)
        self.status_label.show()

    def _room_for_status(self) -> int:
        """Pixels that the menus leave, none of which may be out of sight."""
        bar = self.menuBar()
        menus, metrics = bar.actions(), bar.fontMetrics()
        widths = [metrics.horizontalAdvance(menu.text().replace("&", "")) for menu in menus]
        # The first two are always in sight, and the others are set as they are.
        first, second = bar.actionGeometry(menus[0]).x(), bar.actionGeometry(menus[1]).x()
        end = first + sum(widths) + (second - first - widths[0]) * len(menus)
        label = self.status_label
        padding = label.sizeHint().width() - label.fontMetrics().horizontalAdvance(label.text())
        return max(0, min(_STATUS_WIDTH, self.width() - end - padding))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible() and event.oldSize().width() != event.size().width():
            self.show_status()

    def update_enabled(self) -> None:
        """Greys the commands that cannot be done now, and ticks those that are on."""
        service, document, pages = self.service, self.document, self.pages
        is_open, row, boxes = self.is_reviewing, document.row, document.page_review
        has_document = is_open and document.review is not None
        is_free = has_document and not document.is_signed
        has_pages = has_document and pages.has_pages
        is_box_chosen = is_free and has_pages and self.review_page.pages.selected_box is not None
        has_unread = any(not p.is_read for p in self.passages.passages)
        undo, redo = decisions.history(service) if service.worklist else (None, None)
        enabled = {
            c.id: has_document
            for c in self.commands.keymap.commands
            if c.menu in (Menu.DECIDE, Menu.SPAN, Menu.GO) or c.id in _OF_DOCUMENT
        }
        for ids, can_be_done in (
            (_OF_WORKLIST, is_open),
            ("export", bool(service.worklist) and not self.worklists.is_searching_files),
            ("resume", not service.worklist and bool(service.worklists())),
            ("spot-check case-report", not is_open),
            ("stop", is_open and self.detection.running),
            ("next-document previous-document", is_open and row is not None),
            ("withdraw", has_document and document.is_signed),
            ("disagreements", has_document and row is not None and bool(row.second_by)),
            ("undo", undo is not None),
            ("redo", redo is not None),
            ("read-passage", is_free and has_unread),
            ("page-view pages-only", has_pages),
            ("turn-right turn-left page-strip", has_pages and pages.pages_shown),
            ("drop-box cover-pages cover-documents", is_box_chosen),
            ("next-box previous-box", has_pages and boxes is not None and bool(boxes.boxes)),
            ("draw-box", has_pages and is_free),
        ):
            enabled |= dict.fromkeys(ids.split(), can_be_done)
        is_locked = self.access.is_locked
        all_commands = [c.id for c in self.commands.keymap.commands]
        can = {id: not is_locked and enabled.get(id, True) for id in all_commands}
        self.commands.set_enabled(can | {"quit": True})
        self.commands.set_checked(
            {
                "pause": self.detection.paused,
                "preview": self.preview.is_open,
                "page-view": self.pages.pages_shown and not self.pages.pages_alone,
                "pages-only": self.pages.pages_alone,
                "page-strip": self.settings.preferences.strip,
                "draw-box": self.review_page.pages.view.editor.drawing,
                "risk-queue": self.risk_queue.is_open,
                "text-cursor": self.review_page.document.view.caret_mode,
                "wrap": self.settings.preferences.wrap,
                "mono": self.settings.preferences.mono,
                "full-screen": self.isFullScreen(),
            }
        )

    # Preferences

    def apply_preferences(self, preferences: Preferences) -> None:
        """Puts changed preferences into effect, also in the open worklist."""
        self._show_preferences(preferences)
        self.review_page.show_message("")  # what was missing may be there now
        if self.service.worklist:
            self.worklists.apply_preferences()
            self.document.reload_if_reading_changed()
            self.refresh()
        if not self.is_reviewing:
            self.worklists.fill_start_page()

    def _show_preferences(self, preferences: Preferences) -> None:
        page = self.review_page
        self.theme_switcher.apply(preferences)
        self.commands.update(KeyMap(preferences.keys), self.theme_switcher.window_theme.icons)
        view = page.document.view
        view.set_text_size(preferences.font_size)
        view.set_monospace(preferences.mono)
        view.set_wrap(preferences.wrap)
        view.set_zoom(round(preferences.zoom * 100))
        page.preview.set_text_font(view.text_font)
        page.preview.set_wrap(preferences.wrap)
        self.pages.set_mode(preferences.pages)
        page.pages.show_thumbnails(preferences.strip)
        shown = {c.id: self.commands.shortcut_text(c.id) for c in self.commands.keymap.commands}
        page.inspector.set_keys(shown)
        page.pages.set_keys(shown)
        page.passages.set_key(shown["read-passage"])
        page.footer.set_keys(shown["preview"], shown["sign-off"], shown["export"])
        page.worklist.set_filter_keys(shown["filter"])
        self.start_page.set_keys(shown["open-files"], shown["open-folder"])

    def _show_locked(self, locked: bool) -> None:
        self.show_status()
        self.update_enabled()
        if not locked and self.is_reviewing:
            self.review_page.focus_document()

    def next_theme(self) -> None:
        """Changes to the next theme in turn."""
        appearance = self.theme_switcher.next_appearance(self.settings.preferences.appearance)
        self.settings.change_preferences(appearance=appearance)

    def show_keys(self) -> None:
        """Shows every command with its keys."""
        sheet = ShortcutSheetDialog(self.commands.keymap, self.review_commands.label_keys(), self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.show()

    def show_about(self) -> None:
        """Shows version, parts and licences over the window, until the user closes it."""
        box = QMessageBox(self)
        box.setWindowTitle(self.tr("About Chartveil"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        said = self.tr("Chartveil {version}: de-identifies clinical documents on this machine.")
        more = self.tr(
            "Nothing leaves this machine: no account, no telemetry, no network access.\n\n"
            "Python {python}, Qt {qt}. Apache License 2.0; what it contains of others is in NOTICE."
        )
        box.setText(said.format(version=__version__))
        box.setInformativeText(more.format(python=platform.python_version(), qt=qVersion()))
        box.exec()

    def step_pane(self, step: int) -> None:
        """Moves the keyboard to the next pane; with -1 to the one before."""
        panes = self.review_page.panes() if self.is_reviewing else [self.start_page]
        move_focus_to_pane(panes, self.focusWidget(), step)

    # Building

    def _build(self) -> None:
        self.page_stack = QStackedWidget(self)
        self.page_stack.addWidget(self.start_page)
        self.page_stack.addWidget(self.review_page)
        whole = QWidget(self)
        column(self.notice_bar, (self.page_stack, 1), parent=whole, margins=0, gap=0)
        self.cover.addWidget(whole)
        self.setCentralWidget(self.cover)
        self.status_label = text_label("", "muted", wrap=False)
        # Margins of its own are lost when the style changes.
        self.status_label.setStyleSheet("QLabel { padding-right: 16px; }")
        self.menuBar().setCornerWidget(self.status_label, Qt.Corner.TopRightCorner)
        self.commands.fill_menu_bar(self.menuBar())
        for pane in (self.review_page.document, self.review_page.inspector, self.review_page.pages):
            self.commands.add_review_shortcuts(pane)

    def _connect_commands(self) -> None:
        """Says what each command of the menus does."""
        settings, pages = self.settings, self.pages
        work: dict[str, Callable[[], object]] = {
            "open-files": self.open_files,
            "open-folder": self.open_folder,
            "resume": self.worklists.resume_last,
            "pause": self.detection.toggle_pause,
            "stop": self.detection.stop,
            "export": self.export.open_dialog,
            "report": self.export.show_report,
            "record": self.record.open,
            "columns": self.columns.open,
            "gold": self.gold_evaluation.open,
            "spot-check": lambda: self.spot_check.begin(),
            "case-report": lambda: self.case_report.begin(),
            "lock": self.access.lock,
            "settings": settings.open,
            "close-worklist": self.close_worklist,
            "quit": self.close,
            "undo": self.undo.undo,
            "redo": self.undo.redo,
            "filter": self.review_page.worklist.focus_filter,
            "sign-off": self.sign_off.sign_off,
            "withdraw": self.sign_off.withdraw,
            "risk-queue": self.risk_queue.toggle,
            "disagreements": self.second_reading.show_disagreements,
            "next-pane": lambda: self.step_pane(1),
            "previous-pane": lambda: self.step_pane(-1),
            "preview": self.preview.toggle,
            "page-view": partial(pages.toggle, PageViewMode.BESIDE, PageViewMode.TEXT),
            "pages-only": partial(pages.toggle, PageViewMode.ALONE, PageViewMode.BESIDE),
            "page-strip": lambda: settings.change_preferences(strip=not settings.preferences.strip),
            "wrap": lambda: settings.change_preferences(wrap=not settings.preferences.wrap),
            "mono": lambda: settings.change_preferences(mono=not settings.preferences.mono),
            "theme": self.next_theme,
            "full-screen": lambda: self.showNormal() if self.isFullScreen() else self.showFullScreen(),
            "keys": self.show_keys,
            "about": self.show_about,
            **self.review_commands.commands(),
        }
        work |= self.boxes.commands(dict(work))
        work |= self.passages.commands(work["next-undecided"])
        for id, done in work.items():
            self.commands.connect(id, partial(self._run_command, done))

    def _run_command(self, work: Callable[[], object]) -> None:
        self.review_page.show_message("")  # it was about what came before
        work()
        if self.isVisible():  # it may have been closed by that
            self.update_enabled()

    def _connect_start(self) -> None:
        """The start page, worklists and settings."""
        start, settings, worklists = self.start_page, self.settings, self.worklists
        start.files_dropped.connect(self.begin_worklist)
        start.open_files_requested.connect(self.open_files)
        start.open_folder_requested.connect(self.open_folder)
        start.samples_chosen.connect(lambda: self.begin_worklist([resources_folder() / "samples"]))
        start.run_options.settings_requested.connect(settings.open)
        start.spot_checks.begin_requested.connect(lambda: self.spot_check.begin())
        start.spot_checks.open_requested.connect(lambda id: self.spot_check.open(id))
        start.spot_checks.remove_requested.connect(lambda id: self.spot_check.forget(id))
        start.case_reports.begin_requested.connect(lambda: self.case_report.begin())
        start.case_reports.open_requested.connect(lambda id: self.case_report.open(id))
        start.case_reports.remove_requested.connect(lambda id: self.case_report.forget(id))
        worklists.resume_requested.connect(self.resume_worklist)
        worklists.created.connect(self.show_new_worklist)
        worklists.worklists_changed.connect(self.show_start)
        settings.device_found.connect(self.show_status)
        settings.device_found.connect(self._preload_descriptions)
        settings.preferences_changed.connect(self.apply_preferences)
        settings.preferences_changed.connect(self.access.apply)
        self.access.locked_changed.connect(self._show_locked)
        settings.access_changed.connect(self.access.refresh)
        settings.access_changed.connect(self.show_status)

    def _connect_document(self) -> None:
        """What follows the open document, in the order in which it must."""
        document, second, preview, pages = self.document, self.second_reading, self.preview, self.pages
        document.opened.connect(second.follow_document)
        document.opened.connect(pages.follow_document)
        document.opened.connect(preview.follow_document)
        document.opened.connect(self.document_opened)
        for refresh in (second.refresh, pages.refresh, preview.refresh):
            document.items_changed.connect(refresh)
        # The message about the last decision does not hold for the next.
        document.items_changed.connect(lambda: self.review_page.show_message(""))
        document.boxes_changed.connect(pages.refresh)
        document.boxes_changed.connect(preview.refresh)
        document.boxes_changed.connect(self.boxes.show_changes)
        for source in (document, self.detection, second, self.export):
            source.rows_changed.connect(self.update_rows)

    def _connect_review(self) -> None:
        """The panels of the review page, and the other controllers."""
        page, footer, settings = self.review_page, self.review_page.footer, self.settings
        self.detection.first_document_ready.connect(self.open_first_ready)
        self.detection.progressed.connect(self.update_enabled)
        self.detection.progressed.connect(self._say_why_empty)
        self.detection.ended.connect(self.refresh)
        self.detection.rows_changed.connect(self.document.count_again)
        self.detection.rows_changed.connect(self.risk_queue.follow_search)
        self.detection.ended.connect(self.document.forget_surrogates)
        self.detection.ended.connect(self.preview.refresh)
        self.boxes.state_changed.connect(self.update_enabled)
        self.export.leak_place_chosen.connect(self.go_to_leak)
        self.pages.mode_changed.connect(lambda mode: settings.save_quietly(pages=mode))
        page.pages.thumbnails_toggled.connect(lambda on: settings.change_preferences(strip=on))
        page.worklist.document_chosen.connect(self.document.open)
        view = page.document.view
        for copied in (view.copied, page.preview.copied):
            copied.connect(self.access.note_copy)
        view.zoom_changed.connect(lambda percent: settings.save_quietly(zoom=percent / 100))
        view.zoom_changed.connect(lambda _: page.preview.set_text_font(view.text_font))
        view.caret_mode_changed.connect(self.update_enabled)
        footer.requested.connect(self._run_from_footer)

    def _run_from_footer(self, id: str) -> None:
        """Gives the document the keyboard first: a button that is hidden by what it does would hand it on to
        whatever comes next."""
        self.review_page.focus_document()
        others: dict[str, Callable[[], object]] = {
            "boxes": self.boxes.next_undecided_box,
            "blocker": self.sign_off.go_to_blocker,
            "second-reading": self.second_reading.begin,
        }
        others.get(id, partial(self.commands.trigger, id))()

    def _preload_descriptions(self) -> None:
        """In the background. What is wrong with them is shown when they are needed."""
        self.tasks.run(self.service.preload_descriptions, lambda _: None, lambda _: None)

    # Its own size and end

    def _restore(self, preferences: Preferences) -> None:
        self.resize(1440, 900)
        if preferences.geometry:
            self.restoreGeometry(QByteArray(base64.b64decode(preferences.geometry)))
        if preferences.layout:
            self.review_page.main_splitter.restoreState(QByteArray(base64.b64decode(preferences.layout)))

    def fit_to_screen(self) -> None:
        """Makes the window no larger than the screen has room for."""
        room = room_on_screen(self)
        # Everything at one and a half times its size leaves a small screen less than the usual least.
        self.setMinimumSize(self.minimumSize().boundedTo(room))
        self.resize(self.size().boundedTo(room))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Every decision is stored already: only what runs has to be stopped."""
        if self.export.running:
            self.export.dialog.close()
            event.ignore()
            return
        geometry, layout = self.saveGeometry(), self.review_page.main_splitter.saveState()
        self.settings.save_quietly(geometry=_base64(geometry), layout=_base64(layout))
        self.hide()  # what runs may take seconds to end
        self.worklists.stop_search()
        for job in self._jobs:
            job.leave()
        self._leave_worklist()
        self.access.close()
        self.tasks.close()
        self.spot_check_session.close_store()
        self.case_report_session.close_store()
        self.service.close()
        super().closeEvent(event)

    def action(self, id: str) -> QAction:
        """The action of a command, by the command's id."""
        return self.commands.action(id)


def _base64(data: QByteArray) -> str:
    return base64.b64encode(data.data()).decode("ascii")


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
    if pane.focusPolicy() != Qt.FocusPolicy.NoFocus or pane.focusProxy() is not None:
        pane.setFocus(Qt.FocusReason.TabFocusReason)
    else:
        first = next((w for w in pane.findChildren(QWidget) if _takes_keys(w)), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)


def _takes_keys(widget: QWidget) -> bool:
    policy = widget.focusPolicy()
    return bool(policy & Qt.FocusPolicy.TabFocus) and widget.isVisible() and widget.isEnabled()
