"""Colours, sizes and the style sheet of the window: light, dark, high contrast."""

from chartveil.gui.theme.applying import apply, mark, system_theme
from chartveil.gui.theme.colors import contrast, mix
from chartveil.gui.theme.palette import palette
from chartveil.gui.theme.sizes import Sizes, document_font, sizes, window_font
from chartveil.gui.theme.stylesheet import stylesheet
from chartveil.gui.theme.tokens import GROUP_MARKS, UNIT, GroupColors, Theme, ThemeName, theme

__all__ = [
    "GROUP_MARKS",
    "UNIT",
    "GroupColors",
    "Sizes",
    "Theme",
    "ThemeName",
    "apply",
    "contrast",
    "document_font",
    "mark",
    "mix",
    "palette",
    "sizes",
    "stylesheet",
    "system_theme",
    "theme",
    "window_font",
]
