"""Colours, sizes and the style sheet of the window: light, dark, high contrast."""

from chartveil.gui.theme.applying import apply_theme, set_style_property, system_theme
from chartveil.gui.theme.colors import contrast_ratio, mix_colors
from chartveil.gui.theme.palette import qt_palette
from chartveil.gui.theme.sizes import TextSizes, document_font, text_sizes, window_font
from chartveil.gui.theme.stylesheet import stylesheet
from chartveil.gui.theme.tokens import GRID_UNIT, GROUP_MARKS, GroupColors, Theme, ThemeName, theme_by_name

__all__ = [
    "GRID_UNIT",
    "GROUP_MARKS",
    "GroupColors",
    "TextSizes",
    "Theme",
    "ThemeName",
    "apply_theme",
    "contrast_ratio",
    "document_font",
    "mix_colors",
    "qt_palette",
    "set_style_property",
    "stylesheet",
    "system_theme",
    "text_sizes",
    "theme_by_name",
    "window_font",
]
