from unittest.mock import Mock

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from chartveil.domain.paths import UserPaths
from chartveil.gui.access.dialogs import (
    FirstStartDialog,
    RestoreKeyDialog,
    UnlockDialog,
    ask_for_own_key,
)
from chartveil.store.own_key import (
    key_file_facts,
    lock_own_key,
    open_own_key,
    write_key_backup,
)
from chartveil.store.recovery_words import key_to_words
from chartveil.store.wrapped_key import OpenedBy

GOOD = "correct horse battery staple"

pytestmark = pytest.mark.usefixtures("quick_passphrases")


@pytest.fixture
def home(tmp_path):
    return UserPaths(tmp_path / "home")


def shown(qtbot, dialog):
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    dialog.activateWindow()
    return dialog


def typed(text):
    QTest.keyClicks(QApplication.focusWidget(), text)


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def pressed(key):
    QTest.keyClick(QApplication.focusWidget(), key)


def test_the_first_start_makes_a_key_under_a_passphrase_by_keys_alone(qtbot, home):
    dialog = shown(qtbot, FirstStartDialog(home))
    typed("short")
    pressed(Qt.Key.Key_Return)
    assert "12 characters or more" in dialog.problem.text()
    dialog.choice.first.clear()
    typed(GOOD)
    pressed(Qt.Key.Key_Tab)
    typed("another one")
    pressed(Qt.Key.Key_Return)
    assert "not the same" in dialog.problem.text()
    assert not home.key_file.exists()
    dialog.choice.second.clear()
    typed(GOOD)
    pressed(Qt.Key.Key_Return)
    assert dialog.result()
    assert open_own_key(home, GOOD) == dialog.key


def test_no_passphrase_on_this_machine_is_a_choice(qtbot, home):
    dialog = shown(qtbot, FirstStartDialog(home))
    pressed(Qt.Key.Key_Backtab)
    pressed(Qt.Key.Key_Down)
    pressed(Qt.Key.Key_Down)
    assert dialog.choice.opened_by is OpenedBy.NOTHING
    assert not dialog.choice.first.isEnabled()
    dialog.begin.click()
    assert key_file_facts(home).opened_by is OpenedBy.NOTHING
    assert ask_for_own_key(home) == dialog.key, "nothing is asked any more"


def test_a_passphrase_unlocks_and_a_wrong_one_has_to_wait(qtbot, home):
    key = open_own_key(home)
    lock_own_key(home, key, OpenedBy.PASSPHRASE, GOOD)
    dialog = shown(qtbot, UnlockDialog(home))
    typed("not this one at all")
    pressed(Qt.Key.Key_Return)
    assert "not the right one" in dialog.form.problem.text()
    assert not dialog.form.button.isEnabled()
    qtbot.waitUntil(lambda: dialog.form.button.isEnabled() and dialog.form.field.hasFocus())
    typed(GOOD)
    pressed(Qt.Key.Key_Return)
    assert dialog.key == key


def test_the_question_is_no_larger_than_what_it_holds(qtbot, home):
    lock_own_key(home, open_own_key(home), OpenedBy.PASSPHRASE, GOOD)
    dialog = shown(qtbot, UnlockDialog(home))
    assert dialog.height() <= dialog.layout().totalSizeHint().height() + 40


def test_a_passphrase_typed_during_the_wait_goes_nowhere_else_and_is_tried_behind_it(qtbot, home):
    key = open_own_key(home)
    lock_own_key(home, key, OpenedBy.PASSPHRASE, GOOD)
    dialog = shown(qtbot, UnlockDialog(home))
    typed("not this one at all")
    click(qtbot, dialog.form.button)
    assert not dialog.form.button.isEnabled()
    typed(GOOD)  # its blanks would press a button that had got the keyboard
    assert dialog.form.field.text() == GOOD
    assert dialog.form.field.hasFocus()
    dialog.form.field.clear()
    typed("wrong once more")
    pressed(Qt.Key.Key_Return)
    typed(GOOD)  # another one: not added to the one that waits for its answer
    assert dialog.form.field.text() == GOOD
    pressed(Qt.Key.Key_Return)
    assert dialog.key == b"", "not before the wait is over"
    qtbot.waitUntil(lambda: dialog.key == key)


def test_words_bring_a_key_back_and_a_wrong_word_is_told_by_its_place(qtbot, home):
    key = open_own_key(home)
    words = key_to_words(key)
    dialog = shown(qtbot, RestoreKeyDialog(home, "The key file is damaged."))
    assert dialog.problem.text() == "The key file is damaged."
    dialog.choice.choices[OpenedBy.NOTHING].click()
    wrong = [*words[:4], words[5], *words[5:]]
    dialog.words.setPlainText(" ".join(wrong))
    dialog.restore.click()
    assert "Word 5 is another one" in dialog.problem.text()
    dialog.words.setPlainText(" ".join(words))
    dialog.restore.click()
    assert dialog.key == key


def test_a_back_up_file_brings_a_key_back(qtbot, home, tmp_path):
    key = open_own_key(home)
    write_key_backup(tmp_path / "kept", key, GOOD)
    prompts = Mock(file=lambda *_: tmp_path / "kept")
    dialog = shown(qtbot, RestoreKeyDialog(home, prompts=prompts))
    dialog.choice.choices[OpenedBy.NOTHING].click()
    dialog.file.click()
    assert "Type the passphrase of the back-up first" in dialog.problem.text()
    typed(GOOD)
    dialog.file.click()
    dialog.restore.click()
    assert dialog.key == key
