"""Settings: the keys of every command."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLabel, QLineEdit, QVBoxLayout

from chartveil.gui.commands.keymap import Command, KeyMap, key_text, keys_allowed, keys_overlap
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.flow_layout import flow
from chartveil.gui.widgets.form import SettingsPage, batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layouts import column, fill, named, row

_COMMAND, _KEYS, _STATE = range(3)


class KeysPage(SettingsPage):
    """A table of commands, and a place to press new keys for the one that is chosen.

    A key that another command has in the same place is only given after the user says so; the other command
    then loses it. So no two commands ever clash by what is done here.

    Signals:
        changed: a ``KeyMap``.
    """

    changed = Signal(object)

    def __init__(self, keymap: KeyMap, prompts: UserPrompts) -> None:
        super().__init__()
        self._keymap = keymap
        self._prompts = prompts
        self.set_header(
            self.tr("Keys"),
            self.tr("Choose a command and press its new key. Menus and tooltips show what you choose."),
        )
        self.search = named(QLineEdit(), self.tr("Search a command or a key"))
        self.search.setPlaceholderText(self.search.accessibleName())
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.table = row_table(
            [self.tr("Command"), self.tr("Keys"), ""], self.tr("Commands and their keys"), _COMMAND
        )
        self.table.itemSelectionChanged.connect(self._choose)
        fill(self.content, self.search, (self.table, 1), self._editor())
        self._fill()
        self.table.selectRow(0)

    def _editor(self) -> QVBoxLayout:
        self.edit = named(QKeySequenceEdit(), self.tr("Press the new key"))
        self.edit.setMaximumSequenceLength(1)
        self.edit.keySequenceChanged.connect(self._refresh)
        self.replace = push_button(self.tr("Use this key"), lambda: self._ask(False))
        tip = self.tr("The command keeps its other keys too")
        self.add = push_button(self.tr("Add it"), lambda: self._ask(True), tip=tip)
        self.none = push_button(
            self.tr("No key"), lambda: self._give(self._keymap.with_keys(self._command().id, ()))
        )
        self.usual = push_button(self.tr("Usual keys"), self._reset)
        self.all_usual = push_button(
            self.tr("All as usual"), lambda: self._give(KeyMap(commands=self._keymap.commands))
        )
        label = QLabel(self.tr("New key"))
        label.setBuddy(self.edit)
        buttons = (self.replace, self.add, self.none, self.usual)
        return column(row(label, (self.edit, 1)), flow(*buttons, self.all_usual), gap=GRID_UNIT)

    def _fill(self) -> None:
        keymap, commands = self._keymap, self._keymap.commands
        clashes = {c.id: clash for c in commands if (clash := keymap.clashing_keys(c.id))}
        clashing = ", ".join(sorted({key_text(k) for clash in clashes.values() for k in clash}))
        with batch_fill(self.table):
            self.table.setRowCount(len(commands))
            for at, command in enumerate(commands):
                whole = self.tr("{menu}: {command}").format(menu=command.menu, command=command.text)
                keys = self._keymap.all_shortcuts_text(command.id) or "–"
                self.table.setItem(at, _COMMAND, read_only_cell(whole, command.tooltip))
                self.table.setItem(at, _KEYS, read_only_cell(keys))
                state = ""
                if command.id in clashes:
                    state = self.tr("⚠ Clashes")
                elif self._keymap.is_customized(command.id):
                    state = self.tr("Changed")
                self.table.setItem(at, _STATE, read_only_cell(state))
        said = self.tr("More than one command has the key {keys}: none of them hears it.")
        self.show_remark(said.format(keys=clashing) if clashes else "")
        self._filter(self.search.text())
        self._refresh()

    def _filter(self, wanted: str) -> None:
        words = wanted.casefold().split()
        for at, command in enumerate(self._keymap.commands):
            keys = self._keymap.all_shortcuts_text(command.id)
            text = " ".join((command.menu, command.text, command.tooltip, keys))
            self.table.setRowHidden(at, not all(w in text.casefold() for w in words))

    def _command(self) -> Command:
        return self._keymap.commands[max(0, self.table.currentRow())]

    def _choose(self) -> None:
        self.edit.clear()
        self._refresh()

    def _refresh(self) -> None:
        pressed = not self.edit.keySequence().isEmpty()
        id = self._command().id
        self.replace.setEnabled(pressed)
        self.add.setEnabled(pressed and bool(self._keymap.keys(id)))
        self.none.setEnabled(bool(self._keymap.keys(id)))
        self.usual.setEnabled(self._keymap.is_customized(id))
        self.all_usual.setEnabled(bool(self._keymap.overrides))

    def _ask(self, add: bool) -> None:
        """Gives the command the key that was pressed, also instead of those that it has."""
        keys, command, keymap = self.edit.keySequence(), self._command(), self._keymap
        key = keys.toString(QKeySequence.SequenceFormat.PortableText)
        if not keys_allowed(key, command.scope):
            self.show_remark(
                self.tr(
                    "{key} is a key that one types with. This command is heard everywhere: give it a key "
                    "with Ctrl or Alt, or a function key."
                ).format(key=key_text(key))
            )
            return
        holders = keymap.conflicting_commands(key, command.id)
        names = ", ".join(f"'{c.text}'" for c in holders)
        if holders and not self._prompts.confirm(
            self,
            self.tr("{key} is the key of {names}. Use it here?").format(key=key_text(key), names=names),
            self.tr("There it is taken away."),
            self.tr("Use it here"),
            self.tr("Leave it there"),
        ):
            return
        for holder in holders:
            left = [k for k in keymap.keys(holder.id) if not keys_overlap(k, key)]
            keymap = keymap.with_keys(holder.id, left)
        self._give(keymap.with_keys(command.id, (*(keymap.keys(command.id) if add else ()), key)))

    def _reset(self) -> None:
        """Back to the usual keys; asks, where another command was given one of them."""
        id = self._command().id
        for key in self._keymap.default_keys(id):
            if self._keymap.conflicting_commands(key, id):
                self.edit.setKeySequence(QKeySequence(key))
                self._ask(False)
                return
        self._give(self._keymap.with_default_keys(id))

    def _give(self, keymap: KeyMap) -> None:
        self._keymap = keymap
        self.edit.clear()
        self._fill()
        self.changed.emit(keymap)
