"""All keys on one sheet: by menu, with a search, and as a text to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from chartveil.gui.commands.keymap import KeyMap
from chartveil.gui.commands.table import Menu
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT

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


def shortcut_sheet_text(groups: Mapping[str, Sequence[ShortcutRow]]) -> str:
    """The sheet as plain text in two columns, for the clipboard or a printer."""
    width = max((len(keys) for rows in groups.values() for keys, _, _ in rows), default=0)
    lines: list[str] = []
    for heading, rows in groups.items():
        lines += [heading, "-" * len(heading)]
        lines += [f"{keys or '–':{width}}   {name}" for keys, name, _ in rows]
        lines.append("")
    return "\n".join(lines)


class ShortcutSheetDialog(QDialog):
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
        self._shown: list[tuple[str, QLabel, list[QWidget]]] = []
        self._headings: dict[str, QLabel] = {}
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search a command or a key"))
        self.search.setAccessibleName(self.tr("Search a command or a key"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.nothing = QLabel(self.tr("No command has this in its name or its keys."))
        set_style_property(self.nothing, "role", "muted")
        self.nothing.hide()
        self.copy = QPushButton(self.tr("Copy as text"))
        self.copy.setToolTip(self.tr("Copies the whole sheet, to print it"))
        self.copy.clicked.connect(self._copy)
        self.copied = QLabel()
        set_style_property(self.copied, "role", "success")
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.accept)
        close.setDefault(True)
        hint = QLabel(self.tr("Keys can be changed under Settings, Keys."))
        set_style_property(hint, "role", "muted")
        foot = QHBoxLayout()
        foot.addWidget(self.copy)
        foot.addWidget(self.copied)
        foot.addStretch()
        foot.addWidget(hint)
        foot.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT)
        layout.setSpacing(GRID_UNIT)
        layout.addWidget(self.search)
        layout.addWidget(self.nothing)
        layout.addWidget(self._sheet(), 1)
        layout.addLayout(foot)
        self.resize(920, 640)
        self.search.setFocus()

    def _sheet(self) -> QScrollArea:
        inner = QFrame()
        grid = QGridLayout(inner)
        grid.setContentsMargins(2 * GRID_UNIT, GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT)
        grid.setHorizontalSpacing(3 * GRID_UNIT)
        grid.setVerticalSpacing(GRID_UNIT // 2)
        grid.setColumnStretch(2, 1)
        line = 0
        for heading, rows in self._groups.items():
            head = QLabel(heading)
            set_style_property(head, "role", "heading")
            head.setContentsMargins(0, GRID_UNIT if line else 0, 0, 0)
            grid.addWidget(head, line, 0, 1, 3)
            self._headings[heading] = head
            line += 1
            for keys, name, hint in rows:
                shown = QLabel(keys or "–")
                shown.setAccessibleName(self.tr("{keys}: {name}").format(keys=keys, name=name))
                label = QLabel(name)
                about = QLabel(hint)
                about.setWordWrap(True)
                set_style_property(about, "role", "small")
                widgets: list[QWidget] = [shown, label, about] if hint else [shown, label]
                for column, widget in enumerate(widgets):
                    # A long name without a hint takes the hint's room too, or it would widen all names.
                    wide = 2 if widget is widgets[-1] and not hint else 1
                    grid.addWidget(widget, line, column, 1, wide, Qt.AlignmentFlag.AlignTop)
                self._shown.append((f"{keys}\n{name}\n{hint}".casefold(), head, widgets))
                line += 1
        grid.setRowStretch(line, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(self.tr("All keys"))
        set_style_property(inner, "card", True)
        area.setWidget(inner)
        return area

    def _filter(self, wanted: str) -> None:
        """Shows the rows that hold every word."""
        words = wanted.casefold().split()
        filled: set[QLabel] = set()
        for text, head, widgets in self._shown:
            fits = all(w in text for w in words)
            for widget in widgets:
                widget.setVisible(fits)
            if fits:
                filled.add(head)
        for head in self._headings.values():
            head.setVisible(head in filled)
        self.nothing.setVisible(not filled)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(shortcut_sheet_text(self._groups))
        self.copied.setText(self.tr("Copied"))
