"""The keys page of the settings as a person uses it: keys and clicks in, signals out."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from chartveil.gui.commands.keymap import KeyMap
from chartveil.gui.preferences import Preferences
from chartveil.gui.settings.dialog import SettingsPageName
from gui.settings.settings_help import LEFT


def select(page, id):
    row = [c.id for c in KeyMap().commands].index(id)
    page.table.selectRow(row)
    return row


def press(qtbot, page, key, modifier=Qt.KeyboardModifier.NoModifier):
    page.edit.setFocus()
    QTest.keyClick(page.edit, key, modifier)
    qtbot.waitUntil(page.replace.isEnabled)


def test_a_key_is_changed_and_made_usual_again(opened, qtbot):
    dialog = opened(SettingsPageName.KEYS)
    page = dialog.keys
    row = select(page, "note")
    press(qtbot, page, Qt.Key.Key_O)
    qtbot.mouseClick(page.replace, LEFT)
    assert dialog.told[-1].keys == {"note": ["O"]}
    assert page.table.item(row, 1).text() == "O"
    assert page.table.item(row, 2).text() == "Changed"
    qtbot.mouseClick(page.usual, LEFT)
    assert dialog.told[-1].keys == {}


def test_a_second_key_is_added(opened, qtbot):
    dialog = opened(SettingsPageName.KEYS)
    select(dialog.keys, "note")
    press(qtbot, dialog.keys, Qt.Key.Key_O)
    qtbot.mouseClick(dialog.keys.add, LEFT)
    assert dialog.told[-1].keys == {"note": ["C", "O"]}


def test_a_key_of_another_command_is_asked_about(opened, qtbot, answers):
    dialog = opened(SettingsPageName.KEYS)
    page = dialog.keys
    select(page, "note")
    press(qtbot, page, Qt.Key.Key_L)
    answers.yes = False
    qtbot.mouseClick(page.replace, LEFT)
    assert "'Change the label…'" in answers.questions[-1]
    assert dialog.told == []
    answers.yes = True
    qtbot.mouseClick(page.replace, LEFT)
    assert dialog.told[-1].keys == {"relabel": [], "note": ["L"]}


def test_a_letter_is_refused_where_it_would_be_typed(opened, qtbot):
    dialog = opened(SettingsPageName.KEYS)
    select(dialog.keys, "find")
    press(qtbot, dialog.keys, Qt.Key.Key_Q)
    qtbot.mouseClick(dialog.keys.replace, LEFT)
    assert "heard everywhere" in dialog.keys.remark.text()
    assert dialog.told == []


def test_clashes_that_were_stored_are_shown(opened):
    page = opened(SettingsPageName.KEYS, preferences=Preferences(keys={"note": ["L"]})).keys
    row = select(page, "relabel")
    assert page.table.item(row, 2).text() == "⚠ Clashes"
    assert "L" in page.remark.text()


def test_commands_are_searched(opened, qtbot):
    page = opened(SettingsPageName.KEYS).keys
    qtbot.keyClicks(page.search, "doubtful")
    shown = [r for r in range(page.table.rowCount()) if not page.table.isRowHidden(r)]
    assert len(shown) == 2
