"""The right pane: one span, every reason for it, and what can be done with it."""
