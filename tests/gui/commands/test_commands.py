"""The commands: their keys, their actions, and the sheet that shows them."""

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMainWindow, QTextEdit, QVBoxLayout, QWidget

from chartveil.domain.paths import resources_folder
from chartveil.gui.commands.actions import CommandActions
from chartveil.gui.commands.keymap import COMMANDS, KeyMap, KeyScope, key_text, keys_allowed
from chartveil.gui.commands.shortcut_sheet import ShortcutSheetDialog, shortcut_rows
from chartveil.gui.theme.colors import ThemeName, theme_by_name
from chartveil.gui.theme.icons import IconSet

ids = [c.id for c in COMMANDS]


def test_no_two_commands_clash_as_they_come():
    assert not any(map(KeyMap().clashing_keys, ids))
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("command", COMMANDS, ids=ids)
def test_every_command_has_a_key_a_name_and_a_sentence(command):
    keymap = KeyMap()
    assert keymap.keys(command.id), "reachable by keyboard"
    assert all(keymap.keys(command.id))
    assert keymap.shortcut_text(command.id)
    assert command.text[0].isupper()
    assert len(command.tooltip) > 10
    assert not command.tooltip.endswith(".")
    assert not command.icon or (resources_folder() / "icons" / f"{command.icon}.svg").is_file()


def test_keys_that_type_are_heard_in_the_document_alone():
    for command in COMMANDS:
        if command.scope is KeyScope.WINDOW:
            assert all(keys_allowed(k, KeyScope.WINDOW) for k in command.keys), command.id
    assert not keys_allowed("A", KeyScope.WINDOW)
    assert not keys_allowed("Return", KeyScope.WINDOW)
    assert not keys_allowed("Shift+A", KeyScope.WINDOW)
    assert keys_allowed("Shift+F6", KeyScope.WINDOW)
    assert keys_allowed("Alt+A", KeyScope.WINDOW)


@pytest.mark.parametrize(
    ("id", "keys"),
    [
        ("accept", "Return"),
        ("reject", "Backspace"),
        ("relabel", "L"),
        ("add", "A"),
        ("medical", "M"),
        ("take-back", "T"),
        ("next", "Down"),
        ("previous", "Up"),
        ("next-doubtful", "N"),
        ("next-undecided", "Tab"),
        ("same", "Shift+Return"),
        ("sign-off", "Ctrl+Return"),
        ("end-right-word", "Shift+Right"),
        ("end-left-word", "Shift+Left"),
        ("start-left-word", "Alt+Shift+Left"),
        ("start-right-word", "Alt+Shift+Right"),
        ("keys", "F1"),
        ("next-pane", "F6"),
    ],
)
def test_the_usual_keys_are_those_of_the_guide(id, keys):
    assert KeyMap().keys(id)[0] == keys


@pytest.mark.parametrize(
    ("keys", "here"),
    [
        ("Ctrl+Shift+Z", "Ctrl+Shift+Z"),
        ("Return", "Enter"),
        ("Alt+Shift+Left", "Alt+Shift+←"),
        ("Ctrl++", "Ctrl++"),
        ("Ctrl+-", "Ctrl+−"),
        ("Ctrl+,", "Ctrl+,"),
        ("PgDown", "Page down"),
        ("Ctrl+K, Ctrl+B", "Ctrl+K, Ctrl+B"),
        ("nonsense", ""),
        ("", ""),
    ],
)
@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has signs of its own")
def test_keys_are_shown_as_they_stand_on_the_keyboard(keys, here):
    assert key_text(keys) == here


def test_a_users_keys_take_the_place_of_the_usual_ones():
    keymap = KeyMap().with_keys("note", ["O"])
    assert keymap.keys("note") == ("O",)
    assert keymap.is_customized("note")
    assert keymap.overrides == {"note": ["O"]}
    assert KeyMap(keymap.overrides).keys("note") == ("O",)
    assert keymap.with_default_keys("note").overrides == {}
    assert KeyMap().keys("note") == ("C",), "a map never changes"


def test_a_command_may_have_no_key():
    keymap = KeyMap({"medical": []})
    assert keymap.keys("medical") == ()
    assert keymap.shortcut_text("medical") == ""
    assert keymap.overrides == {"medical": []}


def test_old_or_damaged_overrides_do_no_harm():
    keymap = KeyMap({"gone": ["X"], "note": ["no such key", "O"], "undo": ["U"]})
    assert keymap.overrides == {"note": ["O"], "undo": []}


def test_a_clash_is_found_within_a_scope_and_with_the_window():
    twice = KeyMap({"note": ["L"]})
    assert {id for id in ids if twice.clashing_keys(id) == ["L"]} == {"relabel", "note"}
    assert [c.id for c in KeyMap().conflicting_commands("L", "note")] == ["relabel"]
    assert [c.id for c in KeyMap().conflicting_commands("Ctrl+F", "note")] == ["find"]
    assert KeyMap().conflicting_commands("L", "relabel") == []


def test_the_beginning_of_another_key_is_a_clash():
    keymap = KeyMap({"note": ["L, K"]})
    assert [c.id for c in keymap.conflicting_commands("L", "relabel")] == ["note"]


def window_with(qtbot, keymap):
    """A window with a place for the document and a field to type in, and its actions."""
    window = QMainWindow()
    qtbot.addWidget(window)
    centre = QWidget()
    layout = QVBoxLayout(centre)
    document, field = QTextEdit(), QLineEdit()
    document.setReadOnly(True)
    layout.addWidget(document)
    layout.addWidget(field)
    window.setCentralWidget(centre)
    commands = CommandActions(window, keymap, IconSet(theme_by_name(ThemeName.LIGHT)))
    commands.fill_menu_bar(window.menuBar())
    commands.add_review_shortcuts(document)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return window, document, field, commands


def test_letters_decide_in_the_document_and_type_elsewhere(qtbot):
    _window, document, field, commands = window_with(qtbot, KeyMap())
    document.setFocus()
    with qtbot.waitSignal(commands.action("relabel").triggered):
        qtbot.keyClick(document, Qt.Key.Key_L)
    with qtbot.waitSignal(commands.action("accept").triggered):
        qtbot.keyClick(document, Qt.Key.Key_Return)
    field.setFocus()
    with qtbot.assertNotEmitted(commands.action("relabel").triggered):
        qtbot.keyClick(field, Qt.Key.Key_L)
    assert field.text() == "l"
    with qtbot.waitSignal(commands.action("find").triggered):
        qtbot.keyClick(field, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)


def test_a_changed_key_is_heard_and_shown_at_once(qtbot):
    _window, document, _, commands = window_with(qtbot, KeyMap())
    assert commands.action("note").toolTip().endswith("(C)")
    commands.update(KeyMap({"note": ["O"]}), IconSet(theme_by_name(ThemeName.LIGHT)))
    assert commands.action("note").toolTip().endswith("(O)")
    document.setFocus()
    with qtbot.waitSignal(commands.action("note").triggered):
        qtbot.keyClick(document, Qt.Key.Key_O)
    with qtbot.assertNotEmitted(commands.action("note").triggered):
        qtbot.keyClick(document, Qt.Key.Key_C)


def test_actions_bear_icons_of_the_theme(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    commands = CommandActions(window, KeyMap(), IconSet(theme_by_name(ThemeName.DARK)))
    assert not commands.action("accept").icon().isNull()
    assert commands.action("wrap").isCheckable()


def test_the_sheet_names_every_command_with_all_its_keys():
    groups = shortcut_rows(KeyMap({"note": []}), {"Labels": [("P", "PATIENT")]})
    names = [name for rows in groups.values() for _, name, _ in rows]
    assert names == [*(c.text for c in COMMANDS), "PATIENT"]


def shown(dialog):
    """Names of the commands that the search leaves, in order."""
    names = {c.text for c in COMMANDS}
    return [line for line in dialog.sheet.toPlainText().splitlines() if line in names]


def test_the_help_sheet_is_searched(qtbot):
    dialog = ShortcutSheetDialog(KeyMap())
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClicks(dialog.search, "doubtful")
    assert shown(dialog) == ["Next doubtful", "Previous doubtful"]
    dialog.search.clear()
    qtbot.keyClicks(dialog.search, "f1")
    assert "All keys" in shown(dialog)
    dialog.search.clear()
    qtbot.keyClicks(dialog.search, "nothing of the kind")
    assert shown(dialog) == []
    assert "No command has this" in dialog.sheet.toPlainText()


def test_a_command_calls_what_it_is_connected_to_only_where_it_is_enabled(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    commands = CommandActions(window, KeyMap(), IconSet(theme_by_name(ThemeName.LIGHT)))
    called = []
    commands.connect("preview", lambda: called.append("preview"))
    commands.trigger("preview")
    commands.set_enabled({"preview": False})
    commands.trigger("preview")
    assert called == ["preview"]
    commands.set_checked({"wrap": True})
    assert commands.action("wrap").isChecked()
