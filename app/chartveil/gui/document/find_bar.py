"""Finding text in the document."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

_Key = Qt.Key
_Mod = Qt.KeyboardModifier


class FindBar(QWidget):
    """What is sought, and how; it searches nothing itself.

    Signals:
        search_changed: text, whether case counts, whether whole words only.
        step_requested: 1 for the next hit, -1 for the one before.
        closed: the bar was left.
    """

    search_changed = Signal(str, bool, bool)
    step_requested = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = QLineEdit()
        self.edit.setPlaceholderText(self.tr("Find in this document"))
        self.edit.setAccessibleName(self.tr("Find in this document"))
        self.edit.setClearButtonEnabled(True)
        self.count = QLabel()
        self.count.setAccessibleName(self.tr("Hits"))
        self.count.setMinimumWidth(self.count.fontMetrics().horizontalAdvance(self.tr("0,000 of 0,000")))
        self.previous = self._button("↑", self.tr("Previous hit"), "Shift+F3")
        self.next = self._button("↓", self.tr("Next hit"), "F3")
        self.match_case = QCheckBox(self.tr("Match case"))
        self.whole_words = QCheckBox(self.tr("Whole words"))
        self.close_button = self._button("✕", self.tr("Close the find bar"), "Esc")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 8, 8)
        row.setSpacing(8)
        row.addWidget(self.edit, 1)
        for widget in (
            self.count,
            self.previous,
            self.next,
            self.match_case,
            self.whole_words,
            self.close_button,
        ):
            row.addWidget(widget)
        self.edit.textChanged.connect(self._seek)
        self.match_case.toggled.connect(self._seek)
        self.whole_words.toggled.connect(self._seek)
        self.previous.clicked.connect(self._back)
        self.next.clicked.connect(self._on)
        self.close_button.clicked.connect(self.closed)
        self.show_count(0, None)

    def open(self, text: str = "") -> None:
        """Shows the bar with a text in it, if one is given, and takes the keyboard."""
        self.show()
        if text:
            self.edit.setText(text)
        self.edit.selectAll()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._seek()

    def show_count(self, hits: int, number: int | None) -> None:
        """Says how many hits there are, and which is shown, from 0."""
        if not self.edit.text().strip():
            text = ""
        elif not hits:
            text = self.tr("No hits")
        elif number is None:
            text = self.tr("%n hit(s)", "", hits).replace("(s)", "" if hits == 1 else "s")
        else:
            text = self.tr("{number} of {hits}").format(number=f"{number + 1:,}", hits=f"{hits:,}")
        self.count.setText(text)
        self.previous.setEnabled(hits > 0)
        self.next.setEnabled(hits > 0)

    def _button(self, sign: str, name: str, key: str) -> QToolButton:
        button = QToolButton()
        button.setText(sign)
        button.setAutoRaise(True)
        button.setAccessibleName(name)
        button.setToolTip(f"{name} ({key})")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def _back(self) -> None:
        self.step_requested.emit(-1)

    def _on(self) -> None:
        self.step_requested.emit(1)

    def _seek(self) -> None:
        self.search_changed.emit(self.edit.text(), self.match_case.isChecked(), self.whole_words.isChecked())

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
