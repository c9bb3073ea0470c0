"""The pages of a document as they were printed, beside its text."""

from chartveil.gui.pages.panel import PagePanel, to_image

__all__ = ["PagePanel", "to_image"]
