"""The sign of each state and of doubt: a shape of its own, so that colour is never the only signal."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter, QPixmap

from chartveil.gui.theme.colors import Theme
from chartveil.gui.theme.icons import IconSet
from chartveil.review.model import DocumentState


class StateSigns:
    """Signs in the colours of one theme; each is drawn once.

    Args:
        theme: gives the colours, which are readable as text on all its backgrounds.
    """

    def __init__(self, theme: Theme) -> None:
        self._icons = IconSet(theme)
        self._drawn: dict[tuple[DocumentState | None, int, float, str], QPixmap] = {}
        self._colors: dict[DocumentState | None, QColor] = {
            None: theme.warning,
            DocumentState.WAITING: theme.muted,
            DocumentState.DETECTING: theme.muted,
            DocumentState.TO_REVIEW: theme.accent,
            DocumentState.IN_REVIEW: theme.accent,
            DocumentState.SIGNED_OFF: theme.success,
            DocumentState.EXPORTED: theme.success,
            DocumentState.FAILED: theme.danger,
        }

    def pixmap(
        self, state: DocumentState | None, side: int, ratio: float, ink: QColor | None = None
    ) -> QPixmap:
        """The sign of a state, or of doubt where it is None.

        Args:
            state: which.
            side: in logical pixels.
            ratio: device pixels to one of them.
            ink: another colour than the sign's own.
        """
        color = ink or self._colors[state]
        key = (state, side, ratio, color.name())
        if key not in self._drawn:
            name = f"state-{(state or 'doubtful').replace(' ', '-')}"
            self._drawn[key] = self._icons.pixmap(name, side, ratio, color)
        return self._drawn[key]

    def draw(self, painter: QPainter, rect: QRect, state: DocumentState | None, ink: QColor | None) -> None:
        """Draws a sign into a square; see ``pixmap``."""
        ratio = painter.device().devicePixelRatio()
        painter.drawPixmap(rect.topLeft(), self.pixmap(state, rect.width(), ratio, ink))
