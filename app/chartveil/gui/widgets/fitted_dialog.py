"""Dialogs that are no larger than the screen, whatever is in them and however large it is drawn."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QDialog, QLayout, QWidget

from chartveil.gui.widgets.layouts import column, scroll_area

_FRAME = QSize(16, 40)
"""Room that a system takes for the frame of a window, about."""


def room_on_screen(widget: QWidget) -> QSize:
    """The room for a window on the screen of a widget: not every system keeps a window from being larger."""
    return widget.screen().availableGeometry().size() - _FRAME


class FittedDialog(QDialog):
    """As large as what it holds, and no larger than the screen: what has no room there is scrolled.

    It grows with what comes up in it later, such as a line that says what is wrong.
    """

    def setVisible(self, visible: bool) -> None:
        if visible and not self.isVisible():
            self.ensurePolished()
            self.setMinimumSize(self.minimumSize().boundedTo(room_on_screen(self)))
            self._fit()
        super().setVisible(visible)

    def event(self, event: QEvent) -> bool:
        heard = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest and self.isVisible():
            self._fit()
        return heard

    def _fit(self) -> None:
        layout, room = self.layout(), room_on_screen(self)
        if layout is None:
            return
        layout.activate()
        wanted = self.size()
        if not self.isVisible() and not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            # As Qt does where nobody gave a size, but Qt stops at two thirds of the screen and cuts the rest.
            wanted = self.sizeHint().expandedTo(self.minimumSize())
            wanted.setHeight(max(layout.totalHeightForWidth(wanted.width()), self.minimumHeight()))
        least = layout.totalMinimumSize()
        # Lines that wrap need a height that goes with the width, which the least size does not heed.
        least.setHeight(
            max(least.height(), layout.totalMinimumHeightForWidth(min(wanted.width(), room.width())))
        )
        wanted = wanted.expandedTo(least).boundedTo(room)
        if wanted != self.size():
            self.resize(wanted)
        if least != least.boundedTo(room):
            self._scroll(layout)

    def _scroll(self, layout: QLayout) -> None:
        content, focused = QWidget(), self.focusWidget()
        content.setLayout(layout)
        column((scroll_area(content), 1), parent=self, margins=0)
        if focused is not None:
            focused.setFocus()
