"""What a document becomes: the original and the result in step, what changed marked in both."""

from chartveil.gui.preview.panel import PreviewPanel
from chartveil.gui.preview.prepared import PreparedPreview, prepare_preview

__all__ = ["PreparedPreview", "PreviewPanel", "prepare_preview"]
