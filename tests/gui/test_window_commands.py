"""Every command of the menus, on the start page and with a document open."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog

from chartveil.gui.commands.keymap import COMMANDS, Menu

IDS = [c.id for c in COMMANDS]
ON_START = {
    "open-files", "open-folder", "settings", "quit", "wrap", "mono", "theme",
    "full-screen", "keys", "about", "record", "gold", "spot-check", "lock",
}  # fmt: skip
ENDS = {"quit", "close-worklist", "lock", "spot-check", "case-report"}


@pytest.fixture
def asked(monkeypatch):
    """Files are asked for, and nothing is chosen; other dialogs are closed as they come up."""
    questions = []
    for name in ("getOpenFileNames", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, name=name: questions.append(name) or ([], ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: questions.append("folder") or "")
    timer = QTimer()

    def close():
        for dialog in (QApplication.activeModalWidget(), QApplication.activePopupWidget()):
            if dialog is not None and dialog.isVisible():
                questions.append(type(dialog).__name__)
                dialog.close()

    timer.timeout.connect(close)
    timer.start(5)
    yield questions
    timer.stop()


def choose_all(person, ids):
    """Chooses each command that can be; gives those."""
    done = []
    for id in ids:
        action = person.window.action(id)
        if action.isEnabled():
            action.trigger()
            QApplication.processEvents()
            person.until(lambda: QApplication.activePopupWidget() is None)
            document_there(person)
            done.append(id)
    return done


def document_there(person):
    """Waits for the document that a command went to: it is read beside the window."""
    reviewing = person.window.document
    person.until(lambda: reviewing.row is None or reviewing.review is not None)


def test_on_an_empty_start_page(open_window, asked, tmp_path):
    person = open_window(tmp_path / "home")
    done = choose_all(person, [i for i in IDS if i not in ENDS])
    assert set(done) == ON_START - ENDS
    assert {"getOpenFileNames", "folder", "QMessageBox"} <= set(asked)
    assert person.window.isFullScreen()
    assert person.notices() == []
    person.command("quit")
    assert not person.window.isVisible()


def test_with_a_document_open(open_window, asked, searched):
    person = open_window(searched)
    window = person.window
    person.go_on()
    # An order in which each can be done: undo after a decision, and so on.
    order = ["accept", "undo", "redo", "sign-off", *[i for i in IDS if i not in ENDS]]
    done = choose_all(person, order)
    left = set(IDS) - ENDS - set(done)
    paged = {c.id for c in COMMANDS if c.menu is Menu.PAGE} | {"page-view", "pages-only", "page-strip"}
    assert left <= {"stop", "resume", "disagreements", "withdraw", "read-passage", *paged}, left
    assert {"SameTextDialog", "AcceptAboveDialog", "NoteDialog", "LabelPalette", "QMessageBox"} <= set(asked)
    assert person.notices() == []
    person.command("close-worklist")
    assert window.start_page.isVisible()
    person.command("resume")
    person.until(lambda: person.review is not None)
    person.command("quit")
    assert not window.isVisible()


def test_keys_of_the_review_work_by_pressing_them(open_window, asked, searched):
    """Each key that a menu shows for the document does, in the document, what the menu says."""
    person = open_window(searched)
    window = person.window
    person.go_on()
    heard = []
    for id in IDS:
        window.action(id).triggered.connect(lambda _=False, id=id: heard.append(id))
    for command in COMMANDS:
        document_there(person)
        action = window.action(command.id)
        if command.id in ENDS or not action.isEnabled() or not window.commands.keymap.keys(command.id):
            continue
        before = len(heard)
        window.review_page.document.setFocus()
        person.press(window.commands.keymap.keys(command.id)[0])
        view_does_it = command.id in ("zoom-in", "zoom-out", "zoom-reset", "text-cursor", "copy")
        assert heard[before:] == [command.id] or view_does_it, command.id
        person.until(lambda: QApplication.activeModalWidget() is None)
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isVisible():
                dialog.close()
                person.back()
        if window.review_page.document.view.caret_mode:
            window.review_page.document.view.set_caret_mode(False)
        if window.preview.is_open:
            window.preview.close()
    assert len(set(heard)) > 40


def test_a_window_is_no_larger_than_the_screen(open_window, tmp_path):
    window = open_window(tmp_path / "home").window
    room = window.screen().availableGeometry().size()
    for size in ((1440, 900), (1920, 1200), (3000, 700), (1024, 640)):
        window.resize(*size)
        window.fit_to_screen()
        assert window.width() <= room.width(), size
        assert window.height() <= room.height(), size


@pytest.mark.parametrize("reviewer", ["Nora", "Dr. Wilhelmina Achterberg-Trevathan of the ward"])
def test_every_menu_is_in_sight(open_window, searched, reviewer):
    person = open_window(searched, reviewer=reviewer)
    window = person.window
    person.go_on()
    window.setMinimumSize(0, 0)
    bar = window.menuBar()
    for width in (880, 894, 905, 910, 920, 930, 945, 960, 980, 1024, 1100, 1200, 1360, 1920):
        window.resize(width, 700)
        QApplication.processEvents()
        assert window.width() == width
        for menu in bar.actions():
            shown = bar.actionGeometry(menu)
            assert shown.isValid(), (width, menu.text())
            assert shown.right() <= window.status_label.x(), (width, menu.text())
