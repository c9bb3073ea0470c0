"""The right pane: one span, every reason for it, and what can be done with it."""

from chartveil.gui.inspector.panel import InspectorPanel

__all__ = ["InspectorPanel"]
