"""The colours of the window, and mixtures of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from PySide6.QtGui import QColor, QPalette

from chartveil.domain.labels import LABEL_TABLE, LabelGroup
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml


def mix_colors(a: QColor, b: QColor, part: float) -> QColor:
    """``a`` with ``part`` of ``b`` in it, 0 to 1, channel by channel."""

    def between(x: int, y: int) -> int:
        return round(x + (y - x) * part)

    return QColor(between(a.red(), b.red()), between(a.green(), b.green()), between(a.blue(), b.blue()))


# The tokens that panels draw with. Nobody else names a colour or a distance.


GRID_UNIT = 8
"""The grid, in logical pixels."""


class ThemeName(StrEnum):
    """The themes of the window."""

    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True)
class GroupColors:
    """Colours of a group of labels.

    Attributes:
        ink: for tags, underlines and marks; at least 4.5:1 on ``tint`` and on the page.
        tint: behind the span's text; the page's text keeps at least 4.5:1 on it.
    """

    ink: QColor
    tint: QColor


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of the window.

    Attributes:
        window: background of bars and panels.
        page: background of the document and of lists.
        raised: background of cards, menus, inputs.
        border: lines between panels and around inputs (3:1 against both sides where it bounds an input).
        text, muted: text on any of the three backgrounds; both at least 4.5:1.
        accent, on_accent: primary buttons, the ring around the current span, and text on it.
        focus: ring around what has the keyboard.
        danger, warning, success: text or icon colours for failures, doubts, things done; at least 4.5:1.
        selection, on_selection: chosen rows and text. Muted, danger, warning and success texts keep 4.5:1 on
            it too, so that a row may show them while it is chosen.
        found: behind what a search found; the page's text and every group's ink keep 4.5:1 on it.
        groups: by group of labels.
    """

    name: ThemeName
    dark: bool
    window: QColor
    page: QColor
    raised: QColor
    border: QColor
    text: QColor
    muted: QColor
    accent: QColor
    on_accent: QColor
    focus: QColor
    danger: QColor
    warning: QColor
    success: QColor
    selection: QColor
    on_selection: QColor
    found: QColor
    groups: Mapping[LabelGroup, GroupColors]


def _group_colors(name: ThemeName) -> dict[LabelGroup, GroupColors]:
    """Colours of the groups in a theme, from ``labels.toml``."""
    colors = {group: info.colors[name.value] for group, info in LABEL_TABLE.groups.items()}
    return {group: GroupColors(QColor(ink), QColor(tint)) for group, (ink, tint) in colors.items()}


@cache
def theme_by_name(name: ThemeName) -> Theme:
    """The colours of a theme, from ``resources/window/themes.toml``; the same object each time.

    Raises:
        ResourceError: if the file cannot be read.
    """
    row = read_toml(resources_folder() / "window" / "themes.toml", "the table of colours")[name]
    dark = row.pop("dark")
    colors = {token: QColor(color) for token, color in row.items()}
    return Theme(name=name, dark=dark, groups=_group_colors(name), **colors)


# The colours that Qt's own style draws with.


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
