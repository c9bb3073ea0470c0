"""Which command does what, and who hears whom. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chartveil.gui.main_window import MainWindow


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
