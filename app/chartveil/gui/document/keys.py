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


class ViewKey(Enum):
    """What a key asks of the view."""

    CARET = auto()
    """Caret on or off."""
    LEAVE = auto()
    """Caret off."""
    MOVE = auto()
    """Caret or selection to another place."""
    ALL = auto()
    COPY = auto()
    LARGER = auto()
    SMALLER = auto()
    USUAL = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    TOP = auto()
    BOTTOM = auto()


def view_key(event: QKeyEvent, *, caret: bool, selected: bool) -> ViewKey | None:
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
        return ViewKey.MOVE
    if caret and event.matches(QKeySequence.StandardKey.SelectAll):
        return ViewKey.ALL
    if caret and plain and key == _Key.Key_Escape:
        return ViewKey.LEAVE
    if selected and event.matches(QKeySequence.StandardKey.Copy):
        return ViewKey.COPY
    # On some keyboards plus is a shifted key.
    if key in _ZOOM and modifiers & ~_Mod.ShiftModifier == _Mod.ControlModifier:
        return _ZOOM[key]
    if control:
        return {_Key.Key_Home: ViewKey.TOP, _Key.Key_End: ViewKey.BOTTOM}.get(key)
    if plain:
        return {
            _Key.Key_F7: ViewKey.CARET,
            _Key.Key_PageUp: ViewKey.PAGE_UP,
            _Key.Key_PageDown: ViewKey.PAGE_DOWN,
        }.get(key)
    return None


_ZOOM = {
    _Key.Key_Plus: ViewKey.LARGER,
    _Key.Key_Equal: ViewKey.LARGER,
    _Key.Key_Minus: ViewKey.SMALLER,
    _Key.Key_0: ViewKey.USUAL,
}
BEFORE_THE_WINDOW = frozenset({ViewKey.MOVE, ViewKey.LEAVE, ViewKey.ALL, ViewKey.COPY})
"""What the view does even where a command of the window has the same key."""
