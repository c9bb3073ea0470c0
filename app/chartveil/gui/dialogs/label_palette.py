"""The palette of labels: every label with one key, chosen by that key, by name, or by arrows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from chartveil.domain.labels import LABEL_TABLE, Label, LabelGroup
from chartveil.gui.theme.colors import Theme, mix_colors
from chartveil.gui.widgets.basic import CORNER_RADIUS, label_text, tag_font

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
_PALE = 0.45


class LabelButton(QAbstractButton):
    """A label with its key.

    Signals:
        highlighted: it has the keyboard, or the mouse is over it.
    """

    highlighted = Signal()

    def __init__(self, label: Label, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = label
        self._theme = theme
        self._current = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(label.info.meaning)
        self._name()

    def set_current(self, current: bool) -> None:
        """Whether the span has this label now."""
        self._current = current
        self._name()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(168, self.fontMetrics().height() + 12)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.highlighted.emit()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = self._theme.groups[self.label.group]
        whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(self._theme.focus, 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(
            mix_colors(self._theme.raised, self._theme.text, 0.08)
            if self.hasFocus()
            else Qt.BrushStyle.NoBrush
        )
        painter.drawRoundedRect(whole, CORNER_RADIUS, CORNER_RADIUS)
        side = whole.height() - 8
        cap = QRectF(whole.left() + 5, whole.top() + 4, side, side)
        painter.setOpacity(1.0 if self.isEnabled() else 1 - _PALE)
        painter.setPen(QPen(colors.ink, 1))
        painter.setBrush(colors.tint)
        painter.drawRoundedRect(cap, CORNER_RADIUS, CORNER_RADIUS)
        painter.setFont(tag_font(self.font()))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self.label.info.key)
        painter.setFont(self.font())
        painter.setPen(self._theme.text)
        name = QRectF(cap.right() + 8, whole.top(), whole.right() - cap.right() - 10, whole.height())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(name, Qt.AlignmentFlag.AlignLeft | middle, label_text(self.label))
        if self._current:
            painter.drawText(name, Qt.AlignmentFlag.AlignRight | middle, "✓")

    def _name(self) -> None:
        name = f"{label_text(self.label)}, {self.label.info.key}"
        self.setAccessibleName(self.tr("{name}, the label now").format(name=name) if self._current else name)
        self.setAccessibleDescription(self.label.info.meaning)


class LabelPalette(QFrame):
    """All labels in groups, in a popup. A label's key chooses it; ``/`` seeks by name.

    Signals:
        chosen: a ``Label``. The palette is closed by then.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self._by_key = {label.info.key: label for label in Label}
        self._all: dict[Label, LabelButton] = {}
        self._often: list[LabelButton] = []
        self.setAccessibleName(self.tr("Labels"))
        self._filter = QLineEdit()
        self._filter.setPlaceholderText(self.tr("Name or meaning"))
        self._filter.setAccessibleName(self.tr("Seek a label"))
        self._filter.textChanged.connect(self._seek)
        self._filter.installEventFilter(self)
        self._meaning = QLabel()
        self._hint = QLabel(self.tr("Type a letter · / to seek · arrows and Enter · Esc to leave"))
        self._hint.setProperty("role", "muted")
        self._often_box = QWidget()
        self._often_row = QHBoxLayout(self._often_box)
        self._lay_out()
        self._style()

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

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for button in self.findChildren(LabelButton):
            button.set_theme(theme)
        self._style()

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
        button = LabelButton(label, self._theme)
        button.clicked.connect(lambda _=False, chosen=label: self._choose(chosen))
        button.highlighted.connect(lambda told=label: self._meaning.setText(_sentence(told.info.meaning)))
        return button

    def _inside_screen(self, place: QPoint) -> QPoint:
        screen = QGuiApplication.screenAt(place) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        return QPoint(
            max(room.left(), min(place.x(), room.right() - self.width())),
            max(room.top(), min(place.y(), room.bottom() - self.height())),
        )

    def _lay_out(self) -> None:
        self._often_title = self._head(self.tr("Most used"))
        self._often_row.setContentsMargins(0, 0, 0, 0)
        self._often_row.setSpacing(8)
        self._often_row.addStretch()
        columns = QHBoxLayout()
        columns.setSpacing(8)
        for groups in _COLUMNS:
            column = QVBoxLayout()
            column.setSpacing(0)
            for group in groups:
                if column.count():
                    column.addSpacing(8)
                column.addWidget(self._head(LABEL_TABLE.groups[group].title))
                for label in Label:
                    if label.group is group:
                        self._all[label] = self._button(label)
                        column.addWidget(self._all[label])
            column.addStretch()
            columns.addLayout(column, 1)
        foot = QHBoxLayout()
        foot.addWidget(self._meaning, 1)
        foot.addWidget(self._hint)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addWidget(self._filter)
        layout.addWidget(self._often_title)
        layout.addWidget(self._often_box)
        layout.addLayout(columns)
        layout.addLayout(foot)

    def _head(self, text: str) -> QLabel:
        head = QLabel(text)
        head.setProperty("role", "small")
        head.setContentsMargins(6, 0, 0, 0)
        return head

    def _style(self) -> None:
        self.setStyleSheet(
            f"LabelPalette {{ background: {self._theme.raised.name()};"
            f" border: 1px solid {self._theme.border.name()}; }}"
        )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
