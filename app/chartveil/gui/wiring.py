"""Which command does what, and who hears whom. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chartveil.gui.main_window import MainWindow


def connect(window: MainWindow) -> None:
    """Connects commands, panels and those who drive them."""
    commands: dict[str, Callable[[], object]] = {
        "open-files": window.open_files,
        "open-folder": window.open_folder,
        "resume": window.worklists.resume_last,
        "pause": window.detecting.toggle,
        "stop": window.detecting.stop,
        "export": window.exporting.ask,
        "report": window.reporting.open,
        "settings": lambda: window.settings.open(window.looks.theme, window.icons),
        "close-worklist": window.close_worklist,
        "quit": window.close,
        "undo": window.undoing.undo,
        "redo": window.undoing.redo,
        "filter": window.page.worklist.focus_filter,
        "risk-queue": window.queueing.toggle,
        "disagreements": window.second.show,
        "next-pane": lambda: window.step_pane(1),
        "previous-pane": lambda: window.step_pane(-1),
        "next-document": lambda: window.deciding.step_document(1),
        "previous-document": lambda: window.deciding.step_document(-1),
        "preview": window.previewing.toggle,
        "page-view": window.previewing.toggle_pages,
        "pages-only": window.previewing.toggle_alone,
        "page-strip": lambda: window.settings.prefer(strip=not window.settings.preferences.strip),
        "wrap": lambda: window.settings.prefer(wrap=not window.settings.preferences.wrap),
        "mono": lambda: window.settings.prefer(mono=not window.settings.preferences.mono),
        "theme": window.next_theme,
        "full-screen": lambda: window.showNormal() if window.isFullScreen() else window.showFullScreen(),
        "keys": window.show_keys,
        "about": window.reporting.about,
        **window.deciding.commands(),
    }
    commands.update(window.marking.commands(dict(commands)))
    for id, action in window.actions_by_id.items():
        action.triggered.connect(partial(_do, window, commands[id]))
    _connect_start(window)
    _connect_review(window)


def _do(window: MainWindow, work: Callable[[], object], _checked: bool = False) -> None:
    work()
    if window.isVisible():  # it may have been closed by that
        window.enable()


def _connect_start(window: MainWindow) -> None:
    start, settings = window.start, window.settings
    start.files_chosen.connect(window.begin)
    start.open_files_requested.connect(window.open_files)
    start.open_folder_requested.connect(window.open_folder)
    start.samples_chosen.connect(lambda: window.begin([window.worklists.samples]))
    start.resume_chosen.connect(window.resume)
    start.remove_chosen.connect(window.worklists.remove)
    start.policy_changed.connect(lambda name: settings.prefer(policy=name))
    start.mode_changed.connect(lambda mode: settings.prefer(mode=window.worklists.mode(mode)))
    start.reviewer_changed.connect(lambda name: settings.prefer(reviewer=name))
    start.settings_requested.connect(window.actions_by_id["settings"].trigger)
    settings.device_found.connect(start.set_device)
    settings.device_found.connect(lambda _: window.show_facts())
    settings.device_found.connect(lambda _: window.tasks.run(window.desk.warm, _nothing, _nothing))
    settings.changed.connect(window.preferences_changed)
    window.worklists.resume_requested.connect(window.resume)
    window.worklists.begun.connect(window.begun)
    window.worklists.changed.connect(window.show_start)
    for source in (settings, window.worklists):
        source.failed.connect(window.failures.show_error)
    window.worklists.noticed.connect(window.failures.show_notice)
    window.detecting.noticed.connect(window.failures.show_notice)


def _connect_review(window: MainWindow) -> None:
    page, footer = window.page, window.page.footer
    for source in (window.reviewing, window.detecting, window.second, window.previewing, window.exporting):
        source.failed.connect(window.failures.show_error)
    for source in (window.reviewing, window.detecting, window.second, window.exporting):
        source.rows_changed.connect(window.take_rows)
    window.reviewing.said.connect(page.say)
    # What was said of the last step is not said of the next.
    window.reviewing.items_changed.connect(lambda: page.say(""))
    window.reviewing.opened.connect(window.opened_document)
    window.unlocking.opened.connect(window.detecting.retry)
    window.detecting.first_ready.connect(window.first_ready)
    window.detecting.moved.connect(window.enable)
    window.detecting.ended.connect(window.refresh)
    window.previewing.pages_changed.connect(
        lambda shown: window.settings.keep(window.deciding.with_pages(shown))
    )
    page.pages.strip_toggled.connect(lambda on: window.settings.prefer(strip=on))
    window.exporting.place_chosen.connect(window.deciding.go_to_place)
    window.exporting.report_requested.connect(window.reporting.open)
    window.reporting.failed.connect(window.failures.show_error)
    page.worklist.document_chosen.connect(window.reviewing.open)
    page.inspector.command_requested.connect(partial(_about_span, window))
    page.inspector.same_requested.connect(window.deciding.same_in)
    page.document.view.word_double_clicked.connect(lambda *_: window.actions_by_id["add"].trigger())
    page.document.view.item_double_clicked.connect(lambda *_: window.actions_by_id["relabel"].trigger())
    page.document.view.context_requested.connect(window.deciding.context_menu)
    page.document.view.zoom_changed.connect(lambda z: window.settings.keep(window.deciding.zoomed(z)))
    page.document.view.zoom_changed.connect(
        lambda _: page.preview.set_text_font(page.document.view.text_font)
    )
    page.document.view.caret_mode_changed.connect(lambda _: window.enable())
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
    footer.boxes_requested.connect(partial(_from_footer, window, window.marking.next_undecided_box))
    footer.blocker_requested.connect(partial(_from_footer, window, window.deciding.go_to_blocker))
    footer.second_requested.connect(partial(_from_footer, window, window.second.begin))


def _from_footer(window: MainWindow, work: Callable[[], object]) -> None:
    """The keyboard goes back to the document first: a button that is hidden by what it does would hand it
    on to whatever comes next."""
    window.page.focus_document()
    work()


def _about_span(window: MainWindow, id: str) -> None:
    """What the inspector offers is about the span it shows, also where a box is chosen."""
    window.page.pages.view.editor.select(None)
    window.actions_by_id[id].trigger()


def _nothing(_: object) -> None:
    """After work that is done for later: what is wrong with it is told when it is needed."""
