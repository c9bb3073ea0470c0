"""The palette of labels: every label with one key, chosen by that key or by arrows."""

from __future__ import annotations

from functools import partial
from itertools import chain

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QGuiApplication,
    QIcon,
    QKeyEvent,
    QPainter,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from chartveil.domain.labels import LABEL_TABLE, Label, LabelGroup
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import CORNER_RADIUS, label_meaning, label_text, tag_font
from chartveil.gui.widgets.layouts import column, fill, row, text_label

_COLUMNS = (
    (LabelGroup.NAME, LabelGroup.DATE, LabelGroup.AGE),
    (LabelGroup.LOCATION, LabelGroup.ORGANIZATION),
    (LabelGroup.CONTACT, LabelGroup.PROFESSION),
    (LabelGroup.ID,),
)
_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_NO_COMMAND = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
_CAP = 20
"""Pixels of a key's side."""


class LabelButton(QPushButton):
    """A label with its key. What keys do while it has the keyboard is the palette's to say.

    Signals:
        highlighted: it has the keyboard, or the mouse is over it.
    """

    highlighted = Signal()

    def __init__(self, label: Label, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = label
        self.setProperty("quiet", True)
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(168)
        self.setIconSize(QSize(_CAP, _CAP))
        self.setToolTip(label.info.meaning)
        self.setAccessibleDescription(label.info.meaning)
        self._themes = themes
        themes.changed.connect(self._draw_key)
        self._draw_key()
        self.set_current(False)

    def set_current(self, current: bool) -> None:
        """Whether the span has this label now."""
        text = label_text(self.label)
        name = f"{text}, {self.label.info.key}"
        self.setText(f"{text}  ✓" if current else text)
        self.setAccessibleName(self.tr("{name}, the label now").format(name=name) if current else name)

    def _draw_key(self) -> None:
        """Draws the key in the colours of the label's group."""
        colors, ratio = self._themes.theme.groups[self.label.group], self.devicePixelRatioF()
        cap = QPixmap(QSize(_CAP, _CAP) * ratio)
        cap.setDevicePixelRatio(ratio)
        cap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(cap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colors.ink, 1))
        painter.setBrush(colors.tint)
        rect = QRectF(0.5, 0.5, _CAP - 1, _CAP - 1)
        painter.drawRoundedRect(rect, CORNER_RADIUS, CORNER_RADIUS)
        painter.setFont(tag_font(self.font()))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self.label.info.key)
        painter.end()
        self.setIcon(QIcon(cap))

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.highlighted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()


class LabelPalette(QFrame):
    """All labels in groups, in a popup. A label's key chooses it, or arrows and Enter.

    Signals:
        chosen: a ``Label``. The palette is closed by then.
    """

    chosen = Signal(object)

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._by_key = {label.info.key: label for label in Label}
        self._columns: list[list[LabelButton]] = []
        self.setAccessibleName(self.tr("Labels"))
        self.setProperty("card", True)
        self._meaning = QLabel()
        across = row(gap=8)
        for groups in _COLUMNS:
            labels = column(gap=0)
            buttons: list[LabelButton] = []
            for group in groups:
                of_group = [LabelButton(label, themes) for label in Label if label.group is group]
                fill(labels, *((8,) if buttons else ()), _head(LABEL_TABLE.groups[group].title), *of_group)
                buttons += of_group
            fill(labels, ...)
            across.addLayout(labels, 1)
            self._columns.append(buttons)
        for button in chain.from_iterable(self._columns):
            button.clicked.connect(partial(self._choose, button.label))
            button.highlighted.connect(partial(self._meaning.setText, label_meaning(button.label)))
        hint = text_label(self.tr("Type a letter · arrows and Enter · Esc to leave"), "muted", wrap=False)
        column(across, row((self._meaning, 1), hint), parent=self, margins=(16, 12, 16, 12), gap=8)

    def open_at(self, place: QPoint, current: Label | None = None) -> None:
        """Opens the palette.

        Args:
            place: where its upper left corner goes, on the screen; moved as far as it has to fit.
            current: the label that the span has now; it is marked and comes first.
        """
        first = self._columns[0][0]
        for button in chain.from_iterable(self._columns):
            button.set_current(button.label is current)
            first = button if button.label is current else first
        self.adjustSize()
        self.move(self._inside_screen(place))
        self.show()
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, typed, here = event.key(), event.text().upper(), self.focusWidget()
        if key == Qt.Key.Key_Escape:
            self.close()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if isinstance(here, LabelButton):
                self._choose(here.label)
        elif key in _STEPS:
            self._step(*_STEPS[Qt.Key(key)])
        elif typed in self._by_key and not event.modifiers() & ~_NO_COMMAND:
            self._choose(self._by_key[typed])
        else:
            super().keyPressEvent(event)

    def _choose(self, label: Label) -> None:
        self.close()
        self.chosen.emit(label)

    def _step(self, across: int, down: int) -> None:
        """Moves to the label beside, as far as there is one."""
        for x, labels in enumerate(self._columns):
            y = next((y for y, button in enumerate(labels) if button.hasFocus()), None)
            if y is not None:
                labels = self._columns[min(max(x + across, 0), len(self._columns) - 1)]
                labels[min(max(y + down, 0), len(labels) - 1)].setFocus(Qt.FocusReason.TabFocusReason)
                return

    def _inside_screen(self, place: QPoint) -> QPoint:
        screen = QGuiApplication.screenAt(place) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        return QPoint(
            max(room.left(), min(place.x(), room.right() - self.width())),
            max(room.top(), min(place.y(), room.bottom() - self.height())),
        )


def _head(text: str) -> QLabel:
    head = text_label(text, "small", wrap=False)
    head.setContentsMargins(6, 0, 0, 0)
    return head
