"""A screen of 1366 by 768 on which everything is drawn at one and a half times its size."""

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QTableView, QWidget

from chartveil.domain.paths import UserPaths
from chartveil.gui import main_window
from chartveil.gui.access.dialogs import FirstStartDialog
from chartveil.gui.settings.dialog import SettingsPageName
from chartveil.gui.widgets import fitted_dialog

ROOM = QSize(1366 * 2 // 3 - 16, 768 * 2 // 3 - 40)

pytestmark = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")


@pytest.fixture
def small_screen(monkeypatch):
    for module in (fitted_dialog, main_window):
        monkeypatch.setattr(module, "room_on_screen", lambda _: ROOM)


@pytest.fixture
def person(open_window, small_screen, searched):
    person = open_window(searched)
    person.window.fit_to_screen()
    person.go_on()
    QApplication.processEvents()
    assert person.window.width() <= ROOM.width()
    return person


def cut_off(root):
    """What has less room than its words need."""
    labels = [w for w in root.findChildren(QLabel) if w.isVisible() and w.wordWrap()]
    buttons = [w for w in root.findChildren(QAbstractButton) if w.isVisible() and w.text()]
    cut = [w.text() for w in labels if w.heightForWidth(w.width()) > w.height() + 1]
    return cut + [w.text() for w in buttons if w.sizeHint().height() > w.height() + 1]


def unnamed(root):
    """What the keyboard comes to and a screen reader has no name for."""
    found = []
    for widget in root.findChildren(QWidget):
        own = widget.focusProxy() is None and not widget.objectName().startswith("qt_")  # parts of Qt's own
        if own and widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            known = QAccessible.queryAccessibleInterface(widget)
            if known is None or not known.text(QAccessible.Text.Name):
                found.append(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}")
    return found


def dialogs():
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]


COMMANDS = [
    "settings",
    "export",
    "report",
    "record",
    "keys",
    "same",
    "note",
    "accept-above",
    "columns",
    "gold",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_button_of_a_dialog_can_be_reached(person, command):
    told = []

    def look(dialog):
        assert dialog.width() <= ROOM.width(), command
        assert dialog.height() <= ROOM.height(), command
        assert cut_off(dialog) == []
        assert unnamed(dialog) == []
        for table in dialog.findChildren(QTableView):
            if table.isVisible() and table.model().rowCount():
                assert table.rowHeight(0) <= table.viewport().height() / 2, table.accessibleName()
        for button in dialog.findChildren(QAbstractButton):
            if button.isVisible() and button.isEnabled() and button.focusPolicy() & Qt.FocusPolicy.TabFocus:
                button.setFocus()
                QTest.qWait(1)  # what is scrolled follows the keyboard
                if not button.isVisible():
                    continue  # what it was about has ended
                shown = button.visibleRegion().boundingRect()
                on_screen = QRect(button.mapTo(dialog, shown.topLeft()), shown.size())
                assert not shown.isEmpty(), button.text()
                assert dialog.rect().contains(on_screen), button.text()
                told.append(button.text())

    action = person.window.action(command)
    if command in ("same", "note", "accept-above"):
        with person.answering(QDialog, look):
            action.trigger()
    else:
        action.trigger()
        person.until(dialogs)
        (dialog,) = dialogs()
        for page in SettingsPageName if command == "settings" else ("",):
            if page:
                dialog.open_page(page)
                assert dialog.stack.currentWidget().horizontalScrollBar().maximum() == 0, page
            QApplication.processEvents()
            look(dialog)
        dialog.close()
    assert told


def test_no_pane_of_the_review_is_wider_than_its_place(person):
    page = person.window.review_page
    for command in ("find", "preview", "preview", "risk-queue"):
        person.command(command)
        QApplication.processEvents()
        person.qtbot.waitUntil(lambda: cut_off(page) == [], timeout=5000)
        for pane in (page.left_pane, page.risk_queue, page.worklist, page.middle_stack, page.inspector):
            if pane.isVisible():
                corner = pane.mapTo(person.window, QPoint(pane.width(), 0))
                assert pane.visibleRegion().boundingRect().width() == pane.width(), (command, pane)
                assert corner.x() <= person.window.width(), (command, pane)
        assert unnamed(page) == []
    assert page.risk_queue.isVisible()


def test_the_wordings_of_a_fact_can_be_read(open_window, small_screen, tmp_path):
    folder = tmp_path / "case"
    folder.mkdir()
    told = "He keeps bees. He is a glassblower. He plays the theremin."
    (folder / "a.txt").write_text(f"DATE: 03/04/2019\nPatient: Bo Ruiz\n\nAdmitted with a fever. {told}\n")
    person = open_window(tmp_path / "home")
    person.window.fit_to_screen()
    page = person.window.case_report_page
    person.press("Ctrl+Shift+K")
    person.until(page.notes.folder.hasFocus)
    person.type(str(folder))
    person.press("Return")
    person.until(lambda: page.notes.table.rowCount() == 1 and page.notes.table.hasFocus())
    person.press("Alt+2")
    panel = page.prose.panel
    person.until(lambda: panel.fact is not None)
    assert panel.rungs.height() >= 3 * panel.rungs.sizeHintForRow(0) or panel.rungs.count() < 3
    for part in (panel.rungs, panel.reason, panel.wording):
        part.setFocus()
        QTest.qWait(1)
        assert not part.visibleRegion().isEmpty(), part.accessibleName()
    for step in "12345":
        person.press(f"Alt+{step}")
        assert unnamed(page) == [], step


def test_the_first_question_is_read_whole_and_so_is_what_is_wrong_with_the_answer(
    qtbot, small_screen, tmp_path
):
    dialog = FirstStartDialog(UserPaths(tmp_path))
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    assert cut_off(dialog) == []
    dialog.begin.click()
    qtbot.waitUntil(lambda: dialog.problem.isVisible() and cut_off(dialog) == [])
    assert dialog.height() <= ROOM.height()
