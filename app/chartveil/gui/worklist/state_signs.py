"""The sign of each state and of doubt: a shape of its own, so that colour is never the only signal."""

from __future__ import annotations

from PySide6.QtGui import QColor, QIcon

from chartveil.gui.theme.icons import IconSet
from chartveil.review.model import DocumentState

_COLORS = {
    None: "warning",
    DocumentState.WAITING: "muted",
    DocumentState.DETECTING: "muted",
    DocumentState.TO_REVIEW: "accent",
    DocumentState.IN_REVIEW: "accent",
    DocumentState.SIGNED_OFF: "success",
    DocumentState.EXPORTED: "success",
    DocumentState.FAILED: "danger",
}
"""Tokens of the theme, which are readable as text on all its backgrounds."""


def state_icon(icons: IconSet, state: DocumentState | None, ink: QColor | None = None) -> QIcon:
    """The sign of a state, or of doubt where it is None; in its own colour where no other is given."""
    name = f"state-{(state or 'doubtful').replace(' ', '-')}"
    return icons.icon(name, ink or getattr(icons.theme, _COLORS[state]))
