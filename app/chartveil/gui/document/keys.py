"""Keys that the document view answers to. All others go on to the window, whose commands they are."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

_Key = Qt.Key
_Mod = Qt.KeyboardModifier
_MOVES = frozenset(
    {
        _Key.Key_Left,
        _Key.Key_Right,
        _Key.Key_Up,
        _Key.Key_Down,
        _Key.Key_Home,
        _Key.Key_End,
        _Key.Key_PageUp,
        _Key.Key_PageDown,
    }
)


class ViewCommand(Enum):
    """What a key asks of the view."""

    TOGGLE_CARET = auto()
    """Caret on or off."""
    CARET_OFF = auto()
    """Caret off."""
    MOVE_CARET = auto()
    """Caret or selection to another place."""
    SELECT_ALL = auto()
    COPY = auto()
    ZOOM_IN = auto()
    ZOOM_OUT = auto()
    ZOOM_RESET = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    TOP = auto()
    BOTTOM = auto()


def view_command(event: QKeyEvent, *, caret: bool, selected: bool) -> ViewCommand | None:
    """What a key asks of the view; None where it is not the view's.

    Args:
        event: key press or shortcut override.
        caret: whether the caret is on.
        selected: whether text is selected.
    """
    key = _Key(event.key())
    # The number pad is no other keyboard.
    modifiers = event.modifiers() & ~_Mod.KeypadModifier
    plain, control = modifiers == _Mod.NoModifier, modifiers == _Mod.ControlModifier
    if caret and key in _MOVES and not modifiers & (_Mod.AltModifier | _Mod.MetaModifier):
        return ViewCommand.MOVE_CARET
    if caret and event.matches(QKeySequence.StandardKey.SelectAll):
        return ViewCommand.SELECT_ALL
    if caret and plain and key == _Key.Key_Escape:
        return ViewCommand.CARET_OFF
    if selected and event.matches(QKeySequence.StandardKey.Copy):
        return ViewCommand.COPY
    # On some keyboards plus is a shifted key.
    if key in _ZOOM and modifiers & ~_Mod.ShiftModifier == _Mod.ControlModifier:
        return _ZOOM[key]
    if control:
        return {_Key.Key_Home: ViewCommand.TOP, _Key.Key_End: ViewCommand.BOTTOM}.get(key)
    if plain:
        return {
            _Key.Key_F7: ViewCommand.TOGGLE_CARET,
            _Key.Key_PageUp: ViewCommand.PAGE_UP,
            _Key.Key_PageDown: ViewCommand.PAGE_DOWN,
        }.get(key)
    return None


_ZOOM = {
    _Key.Key_Plus: ViewCommand.ZOOM_IN,
    _Key.Key_Equal: ViewCommand.ZOOM_IN,
    _Key.Key_Minus: ViewCommand.ZOOM_OUT,
    _Key.Key_0: ViewCommand.ZOOM_RESET,
}
OVERRIDE_SHORTCUTS = frozenset(
    {ViewCommand.MOVE_CARET, ViewCommand.CARET_OFF, ViewCommand.SELECT_ALL, ViewCommand.COPY}
)
"""What the view does even where a command of the window has the same key."""
