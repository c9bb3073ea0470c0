"""What a document becomes: the original and the result in step, what changed marked in both."""

from chartveil.gui.preview.panel import PreviewPanel
from chartveil.gui.preview.prepared import Prepared, prepare

__all__ = ["Prepared", "PreviewPanel", "prepare"]
