"""Gives the whole application one look."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from chartveil.gui.theme.colors import Theme, ThemeName, qt_palette
from chartveil.gui.theme.fonts import DEFAULT_TEXT_SIZE, window_font
from chartveil.gui.theme.stylesheet import stylesheet


def apply_theme(app: QApplication, theme: Theme, font_size: int = DEFAULT_TEXT_SIZE) -> None:
    """Style, font, palette and style sheet of the application; may be called again at any time.

    Args:
        app: the application.
        theme: the theme.
        font_size: of documents' text in logical pixels; the window's text follows it.
    """
    # Fusion looks the same on every system and heeds the palette in all its parts.
    app.setStyle("Fusion")
    app.setFont(window_font(font_size))
    app.setPalette(qt_palette(theme))
    app.setStyleSheet(stylesheet(theme, font_size))


def system_theme(app: QApplication) -> ThemeName:
    """The theme that goes with the system's own choice of light or dark.

    A system that asks for more contrast (Windows, macOS and GNOME can tell) gets the contrast theme.
    """
    hints = app.styleHints()
    preference = hints.accessibility().contrastPreference()
    if preference is Qt.ContrastPreference.HighContrast:
        return ThemeName.CONTRAST
    return ThemeName.DARK if hints.colorScheme() is Qt.ColorScheme.Dark else ThemeName.LIGHT


def set_style_property(widget: QWidget, name: str, value: object) -> None:
    """Sets a property that the style sheet looks at, and draws the widget anew by it.

    Properties: ``primary``, ``danger``, ``quiet`` on buttons; ``role`` on labels (title, heading, strong,
    small, muted, danger, warning, success); ``card``, ``bar``, ``remark`` on frames; ``invalid`` on inputs;
    ``nav`` on lists of pages.
    """
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()
