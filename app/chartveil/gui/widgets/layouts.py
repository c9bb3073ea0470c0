"""Rows and columns of widgets, and the labels in them, written as they stand in the window."""

from __future__ import annotations

from types import EllipsisType
from typing import TypeVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

Part = QWidget | QLayout | int | EllipsisType
"""A part of a row: a widget, a layout, so many pixels of room, or ``...`` for all room that is left."""
Margins = int | tuple[int, int, int, int]
"""Pixels around a layout: the same at all sides, or left, top, right, bottom."""
W = TypeVar("W", bound=QWidget)
L = TypeVar("L", bound=QBoxLayout)


def row(
    *parts: Part | tuple[Part, int],
    parent: QWidget | None = None,
    margins: Margins | None = None,
    gap: int = -1,
) -> QHBoxLayout:
    """A layout from left to right; see ``fill``."""
    return _arranged(QHBoxLayout(), parts, parent, margins, gap)


def column(
    *parts: Part | tuple[Part, int],
    parent: QWidget | None = None,
    margins: Margins | None = None,
    gap: int = -1,
) -> QVBoxLayout:
    """A layout from top to bottom; see ``fill``.

    Args:
        parts: from above; a pair gives a part and its share of the room that is left.
        parent: the widget that it fills; none for a layout within another.
        margins: pixels around it; the style's own by default.
        gap: pixels between parts; below 0 for the style's own.
    """
    return _arranged(QVBoxLayout(), parts, parent, margins, gap)


def fill(layout: QBoxLayout, *parts: Part | tuple[Part, int]) -> None:
    """Adds parts to a layout in their order."""
    for each in parts:
        part, share = each if isinstance(each, tuple) else (each, 0)
        if isinstance(part, QWidget):
            layout.addWidget(part, share)
        elif isinstance(part, QLayout):
            layout.addLayout(part, share)
        elif isinstance(part, int):
            layout.addSpacing(part)
        else:
            layout.addStretch(share)


def _arranged(
    layout: L,
    parts: tuple[Part | tuple[Part, int], ...],
    parent: QWidget | None,
    margins: Margins | None,
    gap: int,
) -> L:
    if margins is not None:
        layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    layout.setSpacing(gap)
    fill(layout, *parts)
    if parent is not None:
        parent.setLayout(layout)
    return layout


def card(*parts: Part | tuple[Part, int], margins: int = 16) -> QFrame:
    """A frame with parts from top to bottom; see ``column``."""
    frame = QFrame()
    frame.setProperty("card", True)
    column(*parts, parent=frame, margins=margins, gap=8)
    return frame


class _FollowingArea(QScrollArea):
    """Scrolls to what gets the keyboard where that is out of sight, such as a button that came up below."""

    def __init__(self) -> None:
        super().__init__()
        self._settled = QTimer(self, singleShot=True)
        self._settled.timeout.connect(self._follow)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_went)

    def _focus_went(self, _: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            self._settled.start()  # when the layout has its new sizes

    def _follow(self) -> None:
        focused = self.focusWidget()
        if focused is not None and focused.isVisible() and focused.visibleRegion().isEmpty():
            self.ensureWidgetVisible(focused)


def scroll_area(widget: QWidget) -> QScrollArea:
    """A widget as wide as there is room, scrolled where it is higher; the Tab key goes to what is in it."""
    area = _FollowingArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area


def text_label(text: str = "", role: str = "", *, wrap: bool = True, plain: bool = False) -> QLabel:
    """A text in the window.

    Args:
        text: what it says.
        role: as the style sheet knows it: title, heading, small, muted, danger, warning, success.
        wrap: whether it may take several lines.
        plain: whether what looks like markup in it is text: for all that comes from documents and files.
    """
    label = QLabel(text)
    label.setWordWrap(wrap)
    if role:
        label.setProperty("role", role)
    if plain:
        label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def named(widget: W, name: str, *, description: str = "", tip: str = "") -> W:
    """The widget, with its name for screen readers.

    Args:
        widget: that shows no name of its own.
        name: what it is.
        description: more of it, for screen readers.
        tip: what it does, for the mouse.
    """
    widget.setAccessibleName(name)
    if description:
        widget.setAccessibleDescription(description)
    if tip:
        widget.setToolTip(tip)
    return widget
