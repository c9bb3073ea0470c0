"""The actions of the window: one for each command, with its keys and its icon."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenuBar, QWidget

from chartveil.gui.commands.keymap import KeyMap, KeyScope, Menu
from chartveil.gui.theme.icons import IconSet

_ROLES = {
    "settings": QAction.MenuRole.PreferencesRole,
    "about": QAction.MenuRole.AboutRole,
    "quit": QAction.MenuRole.QuitRole,
}
"""macOS has a place of its own for these."""


class CommandActions:
    """Holds an action for every command and keeps its keys, tooltip and icon up to date.

    Args:
        window: owns the actions, and hears the keys of the scope ``WINDOW``. Keys of the scope ``REVIEW`` are
            heard by the widgets given to ``add_review_shortcuts``.
        keymap: which keys the commands have.
        icons: in the colours of the theme.

    Attributes:
        keymap: the keys in force.
    """

    def __init__(self, window: QWidget, keymap: KeyMap, icons: IconSet) -> None:
        self._actions: dict[str, QAction] = {}
        for command in keymap.commands:
            action = QAction(command.text, window)
            action.setObjectName(command.id)
            action.setCheckable(command.checkable)
            action.setMenuRole(_ROLES.get(command.id, QAction.MenuRole.NoRole))
            if command.scope is KeyScope.WINDOW:
                action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
                window.addAction(action)
            else:
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._actions[command.id] = action
        self.update(keymap, icons)

    def update(self, keymap: KeyMap, icons: IconSet) -> None:
        """Gives the actions their keys, tooltips and icons, after a change of keys or of the theme."""
        self.keymap = keymap
        for command in keymap.commands:
            action = self._actions[command.id]
            action.setShortcuts([QKeySequence(k) for k in keymap.keys(command.id)])
            shown = keymap.shortcut_text(command.id)
            action.setToolTip(f"{command.tooltip} ({shown})" if shown else command.tooltip)
            action.setStatusTip(command.tooltip)
            if command.icon:
                action.setIcon(icons.icon(command.icon))

    def action(self, id: str) -> QAction:
        """The action of a command."""
        return self._actions[id]

    def trigger(self, id: str) -> None:
        """Does what the command does, if it can be done now."""
        self._actions[id].trigger()

    def shortcut_text(self, id: str) -> str:
        """The first key of a command as it stands on the keyboard; empty for none."""
        return self.keymap.shortcut_text(id)

    def connect(self, id: str, work: Callable[[], object]) -> None:
        """Calls ``work`` when the command is chosen."""
        self._actions[id].triggered.connect(partial(_call, work))

    def set_enabled(self, states: Mapping[str, bool]) -> None:
        """Greys the commands that cannot be done now."""
        for id, enabled in states.items():
            self._actions[id].setEnabled(enabled)

    def set_checked(self, states: Mapping[str, bool]) -> None:
        """Ticks the commands that are on."""
        for id, checked in states.items():
            self._actions[id].setChecked(checked)

    def fill_menu_bar(self, bar: QMenuBar) -> None:
        """Adds the menus with their commands."""
        for menu in Menu:
            shown = bar.addMenu(menu)
            for command in self.keymap.commands:
                if command.menu is menu:
                    shown.addAction(self._actions[command.id])

    def add_review_shortcuts(self, widget: QWidget) -> None:
        """Lets a widget, and what is in it, hear the keys of the review: the document, its pages, the
        inspector."""
        for command in self.keymap.commands:
            if command.scope is KeyScope.REVIEW:
                widget.addAction(self._actions[command.id])


def _call(work: Callable[[], object], _checked: bool = False) -> None:
    work()
