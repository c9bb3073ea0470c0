"""Building blocks of the settings pages."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QHeaderView,
    QLabel,
    QLineEdit,
    QSpinBox,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.basic import plain_tooltip
from chartveil.gui.widgets.layouts import column, fill, named, row, text_label


class SettingsPage(QWidget):
    """A page: title, a sentence on what it is for, a place for remarks, the content."""

    def __init__(self) -> None:
        super().__init__()
        self.content = QVBoxLayout(self)
        self.content.setContentsMargins(3 * GRID_UNIT, 2 * GRID_UNIT, 3 * GRID_UNIT, 2 * GRID_UNIT)
        self.content.setSpacing(GRID_UNIT)
        self._head = text_label("", "title", wrap=False)
        self._intro = text_label("", "muted")
        self.remark = text_label("", plain=True)
        self.remark.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.remark.hide()
        fill(self.content, self._head, self._intro, self.remark, GRID_UNIT)

    @property
    def title(self) -> str:
        return self._head.text()

    def set_header(self, title: str, intro: str) -> None:
        """Says what the page is called and what it is for."""
        self._head.setText(title)
        self._intro.setText(intro)
        self.setAccessibleName(title)

    def show_remark(self, text: str, role: str = "warning") -> None:
        """Shows a remark under the title; an empty text takes it away.

        Args:
            text: for people.
            role: ``warning``, ``danger`` or ``success``.
        """
        set_style_property(self.remark, "role", role)
        self.remark.setText(text)
        self.remark.setVisible(bool(text))

    def add_field(self, name: str, control: QWidget, why: str = "") -> None:
        """Adds a control with its name above and what it means below."""
        label = QLabel(name)
        label.setBuddy(named(control, name, description=why))
        meant = (text_label(why, "small"),) if why else ()
        fill(self.content, label, row(control, ...), *meant, GRID_UNIT)

    def add_choice(self, control: QWidget, why: str = "") -> None:
        """Adds a check box or radio button, which bears its own name, and what it means."""
        pair = column(row(control, ...), gap=0)
        if why:
            control.setAccessibleDescription(why)
            said = text_label(why, "small")
            said.setContentsMargins(4 * GRID_UNIT, 0, 0, 0)
            pair.addWidget(said)
        self.content.addLayout(pair)


def horizontal_line() -> QFrame:
    """A thin line between parts of a page."""
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    return line


class ValueComboBox(QComboBox):
    """A choice that the mouse wheel changes only while it has the keyboard: one may scroll past it."""

    def __init__(self) -> None:
        super().__init__()
        self.values: list[object] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    # The values are kept here: Qt would make plain texts of enum members.
    def add_value(self, text: str, value: object) -> None:
        """Adds an entry; ``value`` is what it stands for."""
        self.values.append(value)
        self.addItem(text)

    @property
    def value(self) -> Any:
        """What the chosen entry stands for; None while none is chosen."""
        return self.values[self.currentIndex()] if self.currentIndex() >= 0 else None

    def select_value(self, value: object) -> None:
        """Chooses the entry of this value, without a signal; none if there is none."""
        was = self.blockSignals(True)
        self.setCurrentIndex(self.values.index(value) if value in self.values else -1)
        self.blockSignals(was)

    def clear_values(self) -> None:
        """Takes all entries away, without a signal."""
        was = self.blockSignals(True)
        self.values.clear()
        self.clear()
        self.blockSignals(was)


def refill(field: QLineEdit, text: str) -> None:
    """Shows a text in a field, except over what a person is typing there."""
    if not (field.hasFocus() and field.isModified()):
        field.setText(text)


def integer_input(least: int, most: int, value: int, unit: str = "") -> QSpinBox:
    """An input for a whole number."""
    box = QSpinBox()
    box.setRange(least, most)
    box.setValue(value)
    box.setSuffix(unit)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    _inset(box)
    return box


def fraction_input() -> QDoubleSpinBox:
    """An input for a number from 0 to 1."""
    box = QDoubleSpinBox()
    box.setRange(0.0, 1.0)
    box.setSingleStep(0.05)
    box.setDecimals(2)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    _inset(box)
    return box


def _inset(box: QAbstractSpinBox) -> None:
    """Room before the number: the style sheet's padding does not reach into a spin box."""
    box.lineEdit().setTextMargins(GRID_UNIT - 2, 0, 0, 0)
    box.setMinimumWidth(14 * GRID_UNIT)


def set_row_table(table: QTableView, name: str) -> None:
    """Makes a table one of whole rows that are read, without lines between them.

    Args:
        table: is also left by the Tab key.
        name: for screen readers.
    """
    table.setAccessibleName(name)
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)


_ITEM_PADDING = 16
"""Pixels at both sides of a cell's text together, as the style sheet has them for items."""


class _WrappedItem(QStyledItemDelegate):
    """Measures texts by the width they are drawn in: Qt forgets the style sheet's padding."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        if option.rect.width() > _ITEM_PADDING:
            option.rect.setWidth(option.rect.width() - _ITEM_PADDING)
        return super().sizeHint(option, index)


class RowTable(QTableWidget):
    """A table of whole rows whose texts wrap. Home and End go to the first and to the last row."""

    def __init__(self, columns: int) -> None:
        super().__init__(0, columns)
        self.setItemDelegate(_WrappedItem(self))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        to_an_end = event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers()
        if not to_an_end or not self.rowCount():
            super().keyPressEvent(event)
            return
        at = 0 if event.key() == Qt.Key.Key_Home else self.rowCount() - 1
        self.setCurrentCell(at, max(0, self.currentColumn()))
        event.accept()


def row_table(columns: list[str], name: str, stretch: int) -> QTableWidget:
    """A table of whole rows, of which one can be chosen; one column takes what room is left."""
    made = RowTable(len(columns))
    set_row_table(made, name)
    made.setHorizontalHeaderLabels(columns)
    made.setSelectionMode(QTableView.SelectionMode.SingleSelection)
    made.setWordWrap(True)
    made.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    made.horizontalHeader().setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
    made.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    return made


@contextlib.contextmanager
def batch_fill(table: QTableWidget) -> Iterator[None]:
    """Measures rows and columns once after all cells are there, not anew at each of them."""
    across, down = table.horizontalHeader(), table.verticalHeader()
    modes = [across.sectionResizeMode(i) for i in range(table.columnCount())]
    across.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    was = table.blockSignals(True)
    try:
        yield
    finally:
        table.blockSignals(was)
        for column, mode in enumerate(modes):
            across.setSectionResizeMode(column, mode)
        down.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)


def read_only_cell(text: str, tip: str = "") -> QTableWidgetItem:
    """A cell that cannot be edited; signs that are not seen, and could turn its text around, are left out."""
    item = QTableWidgetItem("".join(c for c in text if c.isprintable() or c == "\n"))
    item.setFlags(Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled)
    if tip:
        item.setToolTip(plain_tooltip(tip))
    return item
