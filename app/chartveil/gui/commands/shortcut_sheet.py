"""All keys on one sheet: by menu, with a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from PySide6.QtWidgets import QLineEdit, QTextBrowser, QWidget

from chartveil.gui.commands.keymap import KeyMap, Menu
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.layouts import column, named, row, text_label

ShortcutRow = tuple[str, str, str]
"""Keys as shown, name, and what it does."""


def shortcut_rows(
    keymap: KeyMap, more: Mapping[str, Sequence[tuple[str, str]]] | None = None
) -> dict[str, list[ShortcutRow]]:
    """The rows of the sheet by heading.

    Args:
        keymap: which keys there are.
        more: further headings with keys and names, such as the letters of the labels.
    """
    groups: dict[str, list[ShortcutRow]] = {}
    for menu in Menu:
        rows = [
            (keymap.all_shortcuts_text(c.id), c.text, c.tooltip) for c in keymap.commands if c.menu is menu
        ]
        if rows:
            groups[menu] = rows
    for heading, pairs in (more or {}).items():
        groups[heading] = [(keys, name, "") for keys, name in pairs]
    return groups


class ShortcutSheetDialog(FittedDialog):
    """Shows every command with its keys.

    Args:
        keymap: which keys there are.
        more: further headings with keys and names.
        parent: the window.
    """

    def __init__(
        self,
        keymap: KeyMap,
        more: Mapping[str, Sequence[tuple[str, str]]] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("All keys"))
        self._groups = shortcut_rows(keymap, more)
        self.search = named(QLineEdit(), self.tr("Search a command or a key"))
        self.search.setPlaceholderText(self.search.accessibleName())
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show)
        self.sheet = named(QTextBrowser(), self.tr("All keys"))
        close = push_button(self.tr("Close"), self.accept)
        hint = text_label(self.tr("Keys can be changed under Settings, Keys."), "muted", wrap=False)
        foot = row(hint, ..., close)
        column(self.search, (self.sheet, 1), foot, parent=self, margins=2 * GRID_UNIT, gap=GRID_UNIT)
        close.setDefault(True)
        self.resize(920, 640)
        self._show("")
        self.search.setFocus()

    def _show(self, wanted: str) -> None:
        """Shows the rows that hold every word, below their headings."""
        words, shown = wanted.casefold().split(), []
        muted = self.palette().placeholderText().color().name()
        for heading, rows in self._groups.items():
            fits = [each for each in rows if all(word in " ".join(each).casefold() for word in words)]
            if fits:
                shown.append(f'<tr><td colspan="3"><h4>{escape(heading)}</h4></td></tr>')
            for keys, name, about in fits:
                # A long name without more to say takes that room too, or it would widen all names.
                said = f'<td colspan="2">{escape(name)}</td>'
                if about:
                    said = f'<td>{escape(name)}</td><td style="color:{muted}">{escape(about)}</td>'
                shown.append(f"<tr><td>{escape(keys) or '–'}</td>{said}</tr>")
        nothing = f"<p>{self.tr('No command has this in its name or its keys.')}</p>"
        self.sheet.setHtml(f'<table cellpadding="5">{"".join(shown)}</table>' if shown else nothing)
