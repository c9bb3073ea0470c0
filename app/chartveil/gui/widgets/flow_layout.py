"""Widgets in lines that break where the room ends."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget


def flow(*widgets: QWidget, gap: int = 8) -> QWidget:
    """Widgets in lines that break where the room ends."""
    made = QWidget()
    layout = FlowLayout(made, gap)
    for widget in widgets:
        layout.addWidget(widget)
    policy = made.sizePolicy()
    policy.setHeightForWidth(True)
    made.setSizePolicy(policy)
    return made


class FlowLayout(QLayout):
    """Lays out widgets as words of a text. Hidden ones take no room.

    Args:
        gap: between widgets and between lines, in logical pixels.
    """

    def __init__(self, parent: QWidget | None = None, gap: int = 4) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem, /) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int, /) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int, /) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int, /) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect, /) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Height of all lines; moves the widgets if asked, each to the middle of its line."""
        y, parent = rect.top(), self.parentWidget()
        direction = parent.layoutDirection() if parent else Qt.LayoutDirection.LeftToRight
        for line in self._lines(rect.width()):
            x, height = rect.left(), max(item.sizeHint().height() for item in line)
            for item in line if move else ():
                hint = item.sizeHint()
                size = QSize(min(hint.width(), rect.width()), hint.height())
                place = QRect(QPoint(x, y + (height - size.height()) // 2), size)
                item.setGeometry(QStyle.visualRect(direction, rect, place))
                x += size.width() + self._gap
            y += height + self._gap
        return max(0, y - self._gap - rect.top())

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        left = -1
        for item in self._items:
            if not item.isEmpty():
                left -= item.sizeHint().width() + self._gap
                if left < 0:
                    lines.append([])
                    left = width - item.sizeHint().width()
                lines[-1].append(item)
        return lines
