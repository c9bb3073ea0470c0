"""Colours, sizes and the style sheet of the window: light, dark, high contrast."""
