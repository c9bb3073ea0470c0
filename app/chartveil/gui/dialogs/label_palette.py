"""The palette of labels: every label with one key, chosen by that key, by name, or by arrows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
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
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QPushButton, QWidget

from chartveil.domain.labels import LABEL_TABLE, Label, LabelGroup
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import CORNER_RADIUS, label_text, tag_font
from chartveil.gui.widgets.layouts import column, fill, named, row, text_label
from chartveil.gui.widgets.span_wording import label_meaning

_COLUMNS = (
    (LabelGroup.NAME, LabelGroup.DATE, LabelGroup.AGE),
    (LabelGroup.LOCATION, LabelGroup.ORGANIZATION),
    (LabelGroup.CONTACT, LabelGroup.PROFESSION),
    (LabelGroup.ID,),
)
MOST_USED_COUNT = 4
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
    """All labels in groups, in a popup. A label's key chooses it; ``/`` seeks by name.

    Signals:
        chosen: a ``Label``. The palette is closed by then.
    """

    chosen = Signal(object)

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._themes = themes
        self._by_key = {label.info.key: label for label in Label}
        self._all: dict[Label, LabelButton] = {}
        self._often: list[LabelButton] = []
        self.setAccessibleName(self.tr("Labels"))
        self.setProperty("card", True)
        self._filter = named(QLineEdit(), self.tr("Seek a label"))
        self._filter.setPlaceholderText(self.tr("Name or meaning"))
        self._filter.textChanged.connect(self._seek)
        self._filter.installEventFilter(self)
        self._meaning = QLabel()
        self._often_box = QWidget()
        self._often_row = row(..., parent=self._often_box, margins=0, gap=8)
        self._lay_out()

    def open_at(self, place: QPoint, current: Label | None = None, most_used: Sequence[Label] = ()) -> None:
        """Opens the palette.

        Args:
            place: where its upper left corner goes, on the screen; moved as far as it has to fit.
            current: the label that the span has now; it is marked and comes first.
            most_used: labels for the first row, the most used first; four are shown.
        """
        self._filter.clear()
        self._filter.hide()
        for label, button in self._all.items():
            button.set_current(label is current)
        self._show_often(most_used)
        self.adjustSize()
        self.move(self._inside_screen(place))
        self.show()
        first = self._all[current] if current is not None else next(iter((*self._often, *self._all.values())))
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, typed = event.key(), event.text().upper()
        if key == Qt.Key.Key_Escape:
            self.close()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            focused = self.focusWidget()
            if isinstance(focused, LabelButton):
                self._choose(focused.label)
        elif key in _STEPS:
            self._step(*_STEPS[Qt.Key(key)])
        elif typed == "/":
            self._filter.show()
            self.adjustSize()
            self._filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif typed in self._by_key and not event.modifiers() & ~_NO_COMMAND:
            self._choose(self._by_key[typed])
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._filter and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                found = self._found()
                if found:
                    self._choose(found[0].label)
                return True
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Tab) and self._found():
                self._found()[0].setFocus(Qt.FocusReason.TabFocusReason)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._leave_filter()
                return True
        return super().eventFilter(watched, event)

    def _leave_filter(self) -> None:
        self._filter.clear()
        self._filter.hide()
        next(iter(self._all.values())).setFocus(Qt.FocusReason.OtherFocusReason)

    def _seek(self, wanted: str) -> None:
        """Leaves those labels usable whose name or meaning holds what is sought; nothing moves."""
        sought = wanted.strip().casefold()
        for button in (*self._all.values(), *self._often):
            held = f"{label_text(button.label)} {button.label.value} {button.label.info.meaning}".casefold()
            button.setEnabled(sought in held)

    def _found(self) -> list[LabelButton]:
        """Usable labels, those first whose name begins with what is sought."""
        sought = self._filter.text().strip().casefold()
        usable = [b for b in self._all.values() if b.isEnabled()]
        return sorted(usable, key=lambda b: not label_text(b.label).casefold().startswith(sought))

    def _choose(self, label: Label) -> None:
        self.close()
        self.chosen.emit(label)

    def _step(self, across: int, down: int) -> None:
        """Moves to the nearest usable label in a direction."""
        here = self.focusWidget()
        if not isinstance(here, LabelButton):
            return
        at = here.mapTo(self, here.rect().center())
        best: tuple[tuple[int, int], LabelButton] | None = None
        for button in (*self._often, *self._all.values()):
            place = button.mapTo(self, button.rect().center()) - at
            ahead = place.x() * across + place.y() * down
            aside = abs(place.x() * down) + abs(place.y() * across)
            if ahead <= 4 or not button.isEnabled() or (down and aside > button.width() // 2):
                continue
            # Up and down stay in the column; left and right go to what is most level in the next one.
            away = (ahead, aside) if down else (ahead // (button.width() // 2), aside)
            if best is None or away < best[0]:
                best = away, button
        if best is not None:
            best[1].setFocus(Qt.FocusReason.TabFocusReason)

    def _show_often(self, labels: Sequence[Label]) -> None:
        for button in self._often:
            self._often_row.removeWidget(button)
            button.deleteLater()
        self._often = [self._button(label) for label in dict.fromkeys(labels)][:MOST_USED_COUNT]
        for k, button in enumerate(self._often):
            self._often_row.insertWidget(k, button)
        self._often_box.setVisible(bool(self._often))
        self._often_title.setVisible(bool(self._often))

    def _button(self, label: Label) -> LabelButton:
        button = LabelButton(label, self._themes)
        button.clicked.connect(lambda _=False, chosen=label: self._choose(chosen))
        button.highlighted.connect(lambda: self._meaning.setText(label_meaning(label)))
        return button

    def _inside_screen(self, place: QPoint) -> QPoint:
        screen = QGuiApplication.screenAt(place) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        return QPoint(
            max(room.left(), min(place.x(), room.right() - self.width())),
            max(room.top(), min(place.y(), room.bottom() - self.height())),
        )

    def _lay_out(self) -> None:
        self._often_title = _head(self.tr("Most used"))
        columns = row(gap=8)
        for groups in _COLUMNS:
            labels = column(gap=0)
            for group in groups:
                buttons = {label: self._button(label) for label in Label if label.group is group}
                self._all |= buttons
                if labels.count():
                    labels.addSpacing(8)
                fill(labels, _head(LABEL_TABLE.groups[group].title), *buttons.values())
            fill(labels, ...)
            columns.addLayout(labels, 1)
        hint = self.tr("Type a letter · / to seek · arrows and Enter · Esc to leave")
        foot = row((self._meaning, 1), text_label(hint, "muted", wrap=False))
        column(
            self._filter,
            self._often_title,
            self._often_box,
            columns,
            foot,
            parent=self,
            margins=(16, 12, 16, 12),
            gap=8,
        )


def _head(text: str) -> QLabel:
    head = text_label(text, "small", wrap=False)
    head.setContentsMargins(6, 0, 0, 0)
    return head
