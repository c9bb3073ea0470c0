"""The document in the middle of the window: its text as it is, with spans on it."""

from chartveil.gui.document.panel import DocumentPanel
from chartveil.gui.document.view import DocumentView

__all__ = ["DocumentPanel", "DocumentView"]
