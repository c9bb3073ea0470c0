"""Documents that could not be read: how many, which, why, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QToolButton, QWidget

from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import column, named, text_label
from chartveil.gui.widgets.layouts import row as arranged_row
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.review.model import DocumentRow
from chartveil.service.passwords import needs_password

_MOST = 50
"""Failures listed one by one; the chip for failed documents shows all."""
_HEIGHT = 200
_LEAST = 96


class FailedDocuments(QFrame):
    """A line with how many documents failed, which opens to a list of them. Hidden while none did.

    Signals:
        retry_requested: numbers of rows to read once more.
        password_requested: number of a row whose password is to be asked for.
    """

    retry_requested = Signal(list)
    password_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        # No higher than what is in it, or the list above would lose its room for nothing.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._rows: tuple[DocumentRow, ...] = ()
        self._entries: dict[int, QWidget] = {}
        self.head = QToolButton()
        self.head.setCheckable(True)
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.head.setToolTip(self.tr("Shows which documents, why, and what to do"))
        self.head.toggled.connect(self._toggle)
        self._again = push_button(
            self.tr("Read all again"), lambda: self.retry_requested.emit([r.row for r in self._rows])
        )
        self._area = named(QScrollArea(), self.tr("Documents that could not be read"))
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.hide()
        self._again.hide()
        gap = GRID_UNIT // 2
        column(self.head, self._area, self._again, parent=self, margins=gap, gap=gap)
        self.hide()

    def set_rows(self, failed: Sequence[DocumentRow]) -> None:
        """Shows the documents that failed."""
        if tuple(failed) == self._rows:
            return
        rows = self._rows = tuple(failed)
        self.head.setText(
            counted_text(
                len(rows), self.tr("1 document could not be read"), self.tr("{n} documents could not be read")
            )
        )
        self.head.setAccessibleName(self.head.text())
        self._again.setText(self.tr("Read all again") if len(rows) > 1 else self.tr("Read again"))
        self._entries = {}
        focused = self.focusWidget()
        if focused is not None and self._area.isAncestorOf(focused):
            # The list is made anew: a button that goes while it has the keyboard would leave it to nobody.
            self.head.setFocus()
        if self.head.isChecked():
            self._fill()
        self.setVisible(bool(rows))

    def show_row(self, number: int) -> None:
        """Opens the list at one document."""
        self.head.setChecked(True)
        entry = self._entries.get(number)
        if entry is not None:
            QTimer.singleShot(0, entry, lambda: self._area.ensureWidgetVisible(entry))

    def _toggle(self, on: bool) -> None:
        if on and not self._entries:
            self._fill()
        self._area.setVisible(on)
        self._again.setVisible(on)

    def _fill(self) -> None:
        inside = QWidget()
        self._entries = {row.row: self._entry(row) for row in self._rows[:_MOST]}
        layout = column(
            *self._entries.values(),
            parent=inside,
            margins=(GRID_UNIT, 0, GRID_UNIT, GRID_UNIT),
            gap=GRID_UNIT,
        )
        if len(self._rows) > _MOST:
            more = self.tr("And {n} more.").format(n=f"{len(self._rows) - _MOST:,}")
            layout.addWidget(text_label(more, "small"))
        layout.addStretch()
        self._area.setWidget(inside)
        height = layout.heightForWidth(max(240, self.width() - 3 * GRID_UNIT))
        self._area.setMaximumHeight(min(_HEIGHT, height if height > 0 else inside.sizeHint().height()))
        self._area.setMinimumHeight(min(_LEAST, self._area.maximumHeight()))

    def _entry(self, row: DocumentRow) -> QWidget:
        entry, name = QWidget(), ElidedText()
        name.show_text(row.name)
        font = name.font()
        font.setBold(True)
        name.setFont(font)
        reason = text_label(row.reason, "muted", plain=True)
        reason.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        again = push_button(
            self.tr("Read again"),
            partial(self.retry_requested.emit, [row.row]),
            name=self.tr("Read {name} again").format(name=row.name),
            quiet=True,
        )
        ask = push_button(
            self.tr("Enter password…"),
            partial(self.password_requested.emit, row.row),
            name=self.tr("Enter the password of {name}").format(name=row.name),
            quiet=True,
        )
        if not needs_password(row):
            ask.hide()
        column(arranged_row((name, 1), ask, again), reason, parent=entry, margins=0, gap=2)
        return entry
