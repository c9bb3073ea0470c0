import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit

from chartveil.domain.paths import UserPaths
from chartveil.gui.commands.shortcut_sheet import ShortcutSheetDialog
from chartveil.store.own_key import lock_own_key
from chartveil.store.wrapped_key import OpenedBy

GOOD = "correct horse battery staple"

pytestmark = pytest.mark.usefixtures("quick_passphrases")


@pytest.fixture
def person(open_window, searched):
    """Who sits at a window with the samples, whose store opens without a passphrase."""
    person = open_window(searched)
    person.window.resume_worklist(person.window.service.worklists()[0].id)
    person.until(lambda: person.review is not None)
    return person


@pytest.fixture
def guarded(person, searched):
    """The same, after a passphrase was set."""
    service = person.window.service
    lock_own_key(UserPaths(searched), service.own_key, OpenedBy.PASSPHRASE, GOOD)
    person.window.access.refresh()
    return person


def read_on_screen():
    """All texts that can be seen now, titles too."""
    texts = []
    for top in QApplication.topLevelWidgets():
        if top.isVisible():
            texts.append(top.windowTitle())
            for label in top.findChildren(QLabel):
                texts += [label.text(), label.toolTip()] if label.isVisible() else []
            texts += [e.toPlainText() for e in top.findChildren(QPlainTextEdit) if e.isVisible()]
    return " ".join(texts)


def test_the_window_says_what_opens_the_store(person):
    assert "no passphrase on this machine" in person.window.status_label.toolTip()
    person.window.close_worklist()
    assert person.window.status_label.text() == "no passphrase on this machine"


def test_without_a_passphrase_there_is_no_lock_and_the_window_says_why(person):
    person.press("Ctrl+Alt+L")
    assert not person.window.access.is_locked
    assert "give your worklists a passphrase" in read_on_screen()


def test_locked_nothing_is_seen_and_no_command_but_quit_is_heard(guarded):
    text = guarded.review.text[:40]
    window = guarded.window
    assert text in read_on_screen()
    window.show_keys()
    guarded.back()
    guarded.press("Ctrl+Alt+L")
    assert window.access.is_locked
    assert text not in read_on_screen()
    sheets = window.findChildren(ShortcutSheetDialog)
    assert not any(s.isVisible() for s in sheets)
    assert [c.id for c in window.commands.keymap.commands if window.action(c.id).isEnabled()] == ["quit"]
    guarded.type("the wrong one, really\r")
    assert window.access.is_locked
    guarded.until(window.access.lock_page.form.button.isEnabled)
    guarded.type(GOOD + "\r")
    assert not window.access.is_locked
    assert text in read_on_screen()
    assert any(s.isVisible() for s in sheets)
    assert window.action("settings").isEnabled()


def test_what_comes_up_while_it_is_locked_waits(guarded):
    guarded.press("Ctrl+Alt+L")
    guarded.window.show_keys()
    sheet = guarded.window.findChildren(ShortcutSheetDialog)[-1]
    guarded.until(lambda: not sheet.isVisible())
    guarded.window.access.lock_page.form.field.setFocus()
    guarded.type(GOOD + "\r")
    assert sheet.isVisible()


def test_the_window_locks_itself_when_nobody_is_there(guarded):
    access = guarded.window.access
    assert access.idle.interval() == 10 * 60_000
    access.idle.start(20)
    guarded.until(lambda: access.is_locked)


def test_a_copied_original_leaves_the_clipboard(guarded):
    board, access = QGuiApplication.clipboard(), guarded.window.access
    view = guarded.window.review_page.document.view
    view.select(0, 12)
    view.copy()
    assert board.text() == guarded.review.text[:12]
    access.clipboard.start(20)
    guarded.until(lambda: not board.text())
    view.copy()
    guarded.press("Ctrl+Alt+L")
    assert not board.text(), "at the lock"
    board.setText("of another program")
    access.clear_clipboard()
    assert board.text() == "of another program"


def test_a_copied_original_goes_with_the_window(person):
    view = person.window.review_page.document.view
    view.select(0, 12)
    view.copy()
    person.window.close()
    assert not QGuiApplication.clipboard().text()
