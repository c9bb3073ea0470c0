"""Dialogs that are no larger than the screen, whatever is in them and however large it is drawn."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QWidget

from chartveil.gui.widgets.layouts import column, scroll_area

_FRAME = QSize(16, 40)
"""Room that a system takes for the frame of a window, about."""


def room_on_screen(widget: QWidget) -> QSize:
    """The room for a window on the screen of a widget: not every system keeps a window from being larger."""
    return widget.screen().availableGeometry().size() - _FRAME


class FittedDialog(QDialog):
    """Fits the screen when it comes up. What has no room there is scrolled: its buttons can be reached."""

    def setVisible(self, visible: bool) -> None:
        if visible and not self.isVisible():
            self._fit()
        super().setVisible(visible)

    def _fit(self) -> None:
        room = room_on_screen(self)
        self.ensurePolished()
        self.setMinimumSize(self.minimumSize().boundedTo(room))
        layout = self.layout()
        if layout is not None:
            layout.activate()
            least = layout.totalMinimumSize()
            height = max(least.height(), layout.totalMinimumHeightForWidth(min(self.width(), room.width())))
            if least.width() > room.width() or height > room.height():
                content = QWidget()
                content.setLayout(layout)
                column((scroll_area(content), 1), parent=self, margins=0)
        if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            self.adjustSize()  # as Qt does where nobody gave a size
        if self.size() != self.size().boundedTo(room):
            self.resize(self.size().boundedTo(room))
