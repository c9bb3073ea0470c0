"""Moves the keyboard from pane to pane."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from chartveil.gui.worklist.panel import WorklistPanel


def move_focus_to_pane(panes: Sequence[QWidget], focused: QWidget | None, step: int) -> None:
    """Gives the keyboard to the next pane, or with a step of -1 to the one before; round at the ends.

    Args:
        panes: in order.
        focused: what has the keyboard.
        step: 1 or -1.
    """
    at = next((i for i, p in enumerate(panes) if focused is not None and p.isAncestorOf(focused)), None)
    if at is None:
        at = next((i for i, p in enumerate(panes) if p is focused), -step if step > 0 else 0)
    pane = panes[(at + step) % len(panes)]
    if isinstance(pane, WorklistPanel):
        pane.focus_list()
    elif pane.focusPolicy() != Qt.FocusPolicy.NoFocus or pane.focusProxy() is not None:
        pane.setFocus(Qt.FocusReason.TabFocusReason)
    else:
        first = next((w for w in pane.findChildren(QWidget) if _takes_keys(w)), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)


def _takes_keys(widget: QWidget) -> bool:
    policy = widget.focusPolicy()
    return bool(policy & Qt.FocusPolicy.TabFocus) and widget.isVisible() and widget.isEnabled()
