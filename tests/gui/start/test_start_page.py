"""The first page, used as a person uses it."""

import warnings
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QPushButton, QWidget

from chartveil.domain.policy import ReplacementMode
from chartveil.gui.start.page import DropOverlay, StartPage, WorklistSummary, relative_time_text

LEFT = Qt.MouseButton.LeftButton
NOW = datetime(2026, 3, 8, 15, 30, tzinfo=timezone(timedelta(hours=2)))
POLICIES = [
    ("broad", "Safe Harbor, and more", "All of them,\nand more."),
    ("bare", "Safe Harbor", "Eighteen."),
]
LISTS = [
    WorklistSummary(7, "Cardiology letters", 50, 9, "2026-03-08T12:05:00+00:00", failed=3),
    WorklistSummary(4, "Samples", 21, 21, "2026-03-07T07:30:00"),
]


def show(
    page: StartPage,
    policies: list = POLICIES,
    policy: str = "broad",
    reviewer: str = "",
    mode: str = "surrogate",
) -> None:
    page.run_options.show_options(policies, policy, ReplacementMode(mode), reviewer)


@pytest.fixture
def page(qtbot, themes) -> StartPage:
    made = StartPage(themes, now=lambda: NOW)
    qtbot.addWidget(made)
    made.resize(1280, 680)
    show(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def seen(page: StartPage, kind: type = QLabel) -> list[str]:
    return [w.text() for w in page.findChildren(kind) if w.isVisible()]


def press(qtbot, page: StartPage, name: str) -> None:
    """Clicks the button with this text, or else with a name that begins so."""
    shown = [b for b in page.findChildren(QPushButton) if b.isVisible()]
    found = [b for b in shown if b.text() == name]
    found = found or [b for b in shown if b.accessibleName().startswith(name)]
    assert len(found) == 1, name
    qtbot.mouseClick(found[0], LEFT)


def choice(page: StartPage, name: str) -> QComboBox:
    return next(c for c in page.findChildren(QComboBox) if c.accessibleName() == name)


def carried(*urls: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(u) for u in urls])
    return data


def enter(page: StartPage, data: QMimeData) -> bool:
    with warnings.catch_warnings():
        # Of the two kinds of point, PySide6 6.11 knows only this one, and later ones warn of it.
        warnings.simplefilter("ignore", DeprecationWarning)
        event = QDragEnterEvent(
            QPoint(9, 9), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier
        )
    event.setAccepted(False)
    QApplication.sendEvent(page, event)
    return event.isAccepted()


def test_the_first_time_the_samples_come_first(qtbot, page: StartPage) -> None:
    assert seen(page, QPushButton)[:1] == ["Try the samples"]
    assert page.focusWidget().text() == "Try the samples"
    assert "Continue where you left" not in seen(page)
    with qtbot.waitSignal(page.samples_chosen):
        press(qtbot, page, "Try the samples")


def test_later_the_last_worklist_comes_first(qtbot, page: StartPage) -> None:
    page.set_worklists(LISTS)
    assert "New here? Begin with the samples" not in seen(page)
    assert "9 of 50 signed off · 3 could not be read · today 14:05" in seen(page)
    assert "21 of 21 signed off · yesterday 09:30" in seen(page)
    with qtbot.waitSignal(page.resume_chosen) as told:
        press(qtbot, page, "Go on with Cardiology")
    assert told.args == [7]
    with qtbot.waitSignal(page.resume_chosen) as told:
        press(qtbot, page, "Go on with Samples")
    assert told.args == [4]
    with qtbot.waitSignal(page.samples_chosen):
        press(qtbot, page, "Try the samples")


def test_a_worklist_can_be_removed(qtbot, page: StartPage) -> None:
    page.set_worklists(LISTS)
    with qtbot.waitSignal(page.remove_chosen) as told:
        press(qtbot, page, "Remove Samples")
    assert told.args == [4]


def test_the_keyboard_goes_from_the_last_worklist_to_the_policy(qtbot, page: StartPage) -> None:
    page.set_worklists(LISTS)
    said = []
    for _ in range(10):
        said.append(page.focusWidget().accessibleName())
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Tab)
    assert said == [
        "Go on with Cardiology letters", "Remove Cardiology letters…", "Open files", "Open folder",
        "Try the samples", "Check a release", "Case report", "Go on with Samples",
        "Remove Samples…", "Policy",
    ]  # fmt: skip


@pytest.mark.parametrize("worklists_last", [False, True])
def test_the_keyboard_goes_through_the_list_of_each_job(qtbot, page: StartPage, worklists_last) -> None:
    if not worklists_last:
        page.set_worklists(LISTS[:1])
    page.case_reports.show_jobs([(1, "a fever", "2 notes"), (2, "a rash", "3 notes")])
    page.spot_checks.show_jobs([(1, "May", "read")])
    if worklists_last:
        page.set_worklists(LISTS[:1])
    page.spot_checks.begin.setFocus()
    said = []
    for _ in range(9):
        said.append(page.focusWidget().accessibleName())
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Tab)
    assert said == [
        "Check a release", "Go on with the check of May", "Forget the check of May…", "Case report",
        "Go on with the case report a fever", "Forget the case report a fever…",
        "Go on with the case report a rash", "Forget the case report a rash…", "Policy",
    ]  # fmt: skip


def test_files_and_folders_are_asked_for(qtbot, page: StartPage) -> None:
    with qtbot.waitSignal(page.open_files_requested):
        press(qtbot, page, "Open files")
    with qtbot.waitSignal(page.open_folder_requested):
        press(qtbot, page, "Open folder")
    with qtbot.waitSignal(page.run_options.settings_requested):
        press(qtbot, page, "All settings…")


def test_files_are_dropped(qtbot, page: StartPage) -> None:
    sign = page.findChild(DropOverlay)
    data = carried("file:///notes/a.txt", "file:///notes", "file:///notes/a.txt")
    assert enter(page, data)
    assert sign.isVisible()
    assert sign.text() == "Let go to open 2 items"
    QApplication.sendEvent(page, QDragLeaveEvent())
    assert not sign.isVisible()
    enter(page, data)
    drop = QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    with qtbot.waitSignal(page.files_dropped) as told:
        QApplication.sendEvent(page, drop)
    assert told.args == [[Path("/notes/a.txt"), Path("/notes")]]
    assert not sign.isVisible()


def test_what_is_no_file_is_not_taken(page: StartPage) -> None:
    assert not enter(page, carried("https://example.org/a.txt"))
    text = QMimeData()
    text.setText("a.txt")
    assert not enter(page, text)
    assert not page.findChild(DropOverlay).isVisible()


def test_the_policy_in_force(qtbot, page: StartPage) -> None:
    assert "All of them, and more." in seen(page)
    box, options = choice(page, "Policy"), page.run_options
    box.setFocus()
    with qtbot.waitSignal(options.changed) as told:
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert told.args == [{"policy": "bare"}]
    assert "Eighteen." in seen(page)
    with qtbot.assertNotEmitted(options.changed):
        show(page, list(reversed(POLICIES)), "bare")
    assert box.currentText() == "Safe Harbor"


def test_what_takes_identifiers_place(qtbot, page: StartPage) -> None:
    box, options = choice(page, "In place of identifiers"), page.run_options
    assert {box.itemData(n) for n in range(box.count())} == {m.value for m in ReplacementMode}
    with qtbot.assertNotEmitted(options.changed):
        show(page, mode="tag")
    assert any("[DOCTOR]" in text for text in seen(page))
    box.setFocus()
    with qtbot.waitSignal(options.changed) as told:
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert told.args[0]["mode"] is ReplacementMode.NUMBERED


def test_who_reads(qtbot, page: StartPage) -> None:
    field, options = page.findChild(QLineEdit), page.run_options
    with qtbot.assertNotEmitted(options.changed):
        show(page, reviewer="R. Sandoval")
    field.selectAll()
    names = []
    options.changed.connect(names.append)
    qtbot.keyClicks(field, "N. F ")
    assert names[-1] == {"reviewer": "N. F"}


def test_says_where_it_runs(page: StartPage) -> None:
    page.run_options.set_device("CPU, 2 cores")
    assert "CPU, 2 cores" in seen(page)
    assert "Offline: nothing leaves this machine" in seen(page)


def test_everything_has_a_name_for_screen_readers(page: StartPage) -> None:
    page.set_worklists(LISTS)
    for widget in page.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            assert widget.accessibleName() or (isinstance(widget, QPushButton) and widget.text()), widget


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ("2026-03-08T12:05:00+00:00", "today 14:05"),
        ("2026-03-07T21:59:00+00:00", "yesterday 23:59"),
        ("2026-03-07T22:00:00", "today 00:00"),
        ("2025-12-31T10:00:00Z", "31 December 2025"),
        ("", ""),
        ("soon", ""),
    ],
)
def test_times(when: str, words: str) -> None:
    assert relative_time_text(when, NOW) == words
