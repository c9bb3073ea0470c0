"""The bar that finds text in the document."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QToolButton, QWidget

from chartveil.gui.document.search import find_hits
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.flow_layout import flow
from chartveil.gui.widgets.layouts import column, named

_Key = Qt.Key
_Mod = Qt.KeyboardModifier


class FindBar(QWidget):
    """The bar for a search text and its options. The search itself is elsewhere.

    Signals:
        search_changed: something else is sought, or in another way.
        step_requested: 1 for the next hit, -1 for the one before.
        closed: the bar was left.
    """

    search_changed = Signal()
    step_requested = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = named(QLineEdit(), self.tr("Find in this document"))
        self.edit.setPlaceholderText(self.edit.accessibleName())
        self.edit.setClearButtonEnabled(True)
        self.edit.setMinimumWidth(24 * GRID_UNIT)
        self.count = named(QLabel(), self.tr("Hits"))
        self.count.setMinimumWidth(self.count.fontMetrics().horizontalAdvance(self.tr("0,000 of 0,000")))
        self.previous = self._button("↑", self.tr("Previous hit"), "Shift+F3")
        self.next = self._button("↓", self.tr("Next hit"), "F3")
        self.match_case = QCheckBox(self.tr("Match case"))
        self.whole_words = QCheckBox(self.tr("Whole words"))
        self.close_button = self._button("✕", self.tr("Close the find bar"), "Esc")
        steps, ways = (self.previous, self.next), (self.match_case, self.whole_words)
        column(flow(self.edit, self.count, *steps, *ways, self.close_button), parent=self, margins=8)
        self.edit.textChanged.connect(self.search_changed)
        for box in ways:
            box.toggled.connect(self.search_changed)
        self.previous.clicked.connect(lambda: self.step_requested.emit(-1))
        self.next.clicked.connect(lambda: self.step_requested.emit(1))
        self.close_button.clicked.connect(self.closed)
        self.show_count(0, None)

    def open(self, text: str = "") -> None:
        """Shows the bar with a text in it, if one is given, and takes the keyboard."""
        self.show()
        if text:
            self.edit.setText(text)
        self.edit.selectAll()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_changed.emit()

    def hits(self, text: str) -> list[tuple[int, int]]:
        """Where in a text that stands which is sought now."""
        case, whole = self.match_case.isChecked(), self.whole_words.isChecked()
        return find_hits(text, self.edit.text(), case=case, whole_word=whole)

    def show_count(self, hits: int, number: int | None) -> None:
        """Says how many hits there are, and which is shown, from 0."""
        if not self.edit.text().strip():
            text = ""
        elif not hits:
            text = self.tr("No hits")
        elif number is None:
            text = self.tr("1 hit") if hits == 1 else self.tr("{n} hits").format(n=hits)
        else:
            text = self.tr("{number} of {hits}").format(number=f"{number + 1:,}", hits=f"{hits:,}")
        self.count.setText(text)
        self.previous.setEnabled(hits > 0)
        self.next.setEnabled(hits > 0)

    def _button(self, sign: str, name: str, key: str) -> QToolButton:
        button = named(QToolButton(), name, tip=f"{name} ({key})")
        button.setText(sign)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # While one types here, plain keys are letters and not decisions of the window.
            others = event.modifiers() & ~(_Mod.ShiftModifier | _Mod.KeypadModifier)
            function = _Key.Key_F1 <= event.key() <= _Key.Key_F35 and event.key() != _Key.Key_F3
            if not others and not function:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        back = bool(event.modifiers() & _Mod.ShiftModifier)
        match event.key():
            case _Key.Key_Escape:
                self.closed.emit()
            case _Key.Key_Return | _Key.Key_Enter | _Key.Key_F3:
                self.step_requested.emit(-1 if back else 1)
            case _:
                super().keyPressEvent(event)
                return
        event.accept()
