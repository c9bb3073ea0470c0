"""The look of the whole application: style, fonts, palette, and a style sheet on a grid of eight pixels."""

from __future__ import annotations

from dataclasses import dataclass, fields
from string import Template

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication, QWidget

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_text
from chartveil.gui.theme.colors import DISABLED_FADE, Theme, ThemeName, mix_colors, qt_palette

DEFAULT_TEXT_SIZE = 14
MIN_TEXT_SIZE = 11
MAX_TEXT_SIZE = 28
_LARGE = 17
"""Logical pixels of the system's font from which on somebody asked for large letters: usual are 12 to 16."""


@dataclass(frozen=True, slots=True)
class TextSizes:
    """Sizes of text in logical pixels.

    Attributes:
        document: text of documents before zoom; the size that the user chooses.
        body: text of the window.
        small: remarks, column heads, tags.
        heading: heads of sections.
        title: head of a page or dialog.
        icon: of icons beside text.
    """

    document: int
    body: int
    small: int
    heading: int
    title: int
    icon: int


def text_sizes(font_size: int = DEFAULT_TEXT_SIZE) -> TextSizes:
    """All sizes that go with the size of documents' text, which is held between the least and the most."""
    size = max(MIN_TEXT_SIZE, min(MAX_TEXT_SIZE, font_size))
    body = max(MIN_TEXT_SIZE, size - 1)
    return TextSizes(
        document=size,
        body=body,
        small=max(MIN_TEXT_SIZE, size - 2),
        heading=body + 1,
        title=round(body * 1.5),
        icon=round(body * 1.25 / 2) * 2,
    )


def usual_text_size() -> int:
    """The size of documents' text until the user chooses one: larger where the system's letters are large."""
    system = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).pixelSize()
    return DEFAULT_TEXT_SIZE if system < _LARGE else min(system + 1, MAX_TEXT_SIZE)


def window_font(font_size: int = DEFAULT_TEXT_SIZE) -> QFont:
    """The system's font at the size of the window's text."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPixelSize(text_sizes(font_size).body)
    return font


def document_font(*, mono: bool, size: int = DEFAULT_TEXT_SIZE, zoom: float = 1.0) -> QFont:
    """The system's font for documents, monospace or proportional; ``zoom`` 1 is the size itself."""
    kind = QFontDatabase.SystemFont.FixedFont if mono else QFontDatabase.SystemFont.GeneralFont
    font = QFontDatabase.systemFont(kind)
    font.setPixelSize(max(6, round(text_sizes(size).document * zoom)))
    return font


def stylesheet(theme: Theme, font_size: int = DEFAULT_TEXT_SIZE) -> str:
    """The style sheet of the application, from ``resources/window``.

    Args:
        theme: gives the colours.
        font_size: of documents' text in logical pixels; the window's texts and controls follow it.
    """
    size = text_sizes(font_size)
    line = round(size.body * 1.5)
    values: dict[str, object] = {name: color.name() for name, color in style_colors(theme).items()}
    values |= {
        "body": size.body,
        "small": size.small,
        "heading": size.heading,
        "title": size.title,
        "line": line,
        "box": round(size.body * 1.25),
        "round": round(size.body * 1.25) // 2,
        "row": round(size.body * 2.2),
        "controls": (resources_folder() / "icons" / "controls" / theme.name.value).as_posix(),
    }
    parts = ["style.qss", "contrast.qss"] if theme.name is ThemeName.CONTRAST else ["style.qss"]
    folder = resources_folder() / "window"
    return Template("\n".join(read_text(folder / part, "the style") for part in parts)).substitute(values)


def style_colors(theme: Theme) -> dict[str, QColor]:
    """Every colour of the style sheet by name: the tokens, and states mixed from them."""
    own = {f.name: getattr(theme, f.name) for f in fields(theme)}
    return {name: color for name, color in own.items() if isinstance(color, QColor)} | {
        "rule": mix_colors(theme.window, theme.border, 1.0 if theme.name is ThemeName.CONTRAST else 0.4),
        "pale": mix_colors(theme.text, theme.window, DISABLED_FADE),
        "accent_hover": mix_colors(theme.accent, theme.text, 0.16),
        "accent_pressed": mix_colors(theme.accent, theme.text, 0.32),
        "hover": mix_colors(theme.raised, theme.text, 0.06 if not theme.dark else 0.1),
        "pressed": mix_colors(theme.raised, theme.text, 0.12 if not theme.dark else 0.15),
        "window_hover": mix_colors(theme.window, theme.text, 0.07 if not theme.dark else 0.12),
        "row_hover": mix_colors(theme.page, theme.text, 0.04 if not theme.dark else 0.07),
        "off": mix_colors(theme.window, theme.text, 0.05),
    }


def apply_theme(app: QApplication, theme: Theme, font_size: int = DEFAULT_TEXT_SIZE) -> None:
    """Style, font, palette and style sheet of the application; may be called again at any time.

    Args:
        app: the application.
        theme: the theme.
        font_size: of documents' text in logical pixels; the window's text follows it.
    """
    # Qt works out all widgets' styles anew at each step while a style sheet is in force; without one, once.
    app.setStyleSheet("")
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
