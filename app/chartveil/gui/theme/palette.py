"""The colours that Qt's own style draws with."""

from __future__ import annotations

from PySide6.QtGui import QPalette

from chartveil.gui.theme.colors import mix_colors
from chartveil.gui.theme.tokens import Theme

DISABLED_FADE = 0.45
"""How much of the background is in the text of what cannot be used now."""


def qt_palette(theme: Theme) -> QPalette:
    """A palette for all three colour groups."""
    role = QPalette.ColorRole
    made = QPalette()
    for which, color in (
        (role.Window, theme.window),
        (role.WindowText, theme.text),
        (role.Base, theme.page),
        (role.AlternateBase, mix_colors(theme.page, theme.window, 0.5)),
        (role.Text, theme.text),
        (role.PlaceholderText, theme.muted),
        (role.Button, theme.raised),
        (role.ButtonText, theme.text),
        (role.BrightText, theme.danger),
        (role.ToolTipBase, theme.raised),
        (role.ToolTipText, theme.text),
        (role.Highlight, theme.selection),
        (role.HighlightedText, theme.on_selection),
        (role.Accent, theme.accent),
        (role.Link, theme.accent),
        (role.LinkVisited, theme.accent),
        (role.Light, theme.raised),
        (role.Midlight, mix_colors(theme.window, theme.raised, 0.5)),
        (role.Mid, mix_colors(theme.window, theme.border, 0.5)),
        (role.Dark, theme.border),
        (role.Shadow, mix_colors(theme.window, theme.text, 0.8)),
    ):
        made.setColor(which, color)
    for which in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText, role.HighlightedText):
        made.setColor(
            QPalette.ColorGroup.Disabled, which, mix_colors(theme.text, theme.window, DISABLED_FADE)
        )
    made.setColor(
        QPalette.ColorGroup.Disabled, role.Highlight, mix_colors(theme.window, theme.selection, 0.5)
    )
    return made
