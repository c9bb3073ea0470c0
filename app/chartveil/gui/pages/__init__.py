"""The pages of a document as they were printed, beside its text."""

from chartveil.gui.pages.panel import PagePanel, page_image

__all__ = ["PagePanel", "page_image"]
