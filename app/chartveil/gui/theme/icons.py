"""Icons of the window: our own drawings, in a colour of the theme, sharp at every scale."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_text
from chartveil.gui.theme.colors import DISABLED_FADE, Theme, mix_colors

_SIZES = (16, 18, 20, 24, 32, 36, 40, 48, 54, 60, 72)
"""In device pixels: the usual sizes at 100, 150, 200 and 300 %."""


class IconSet:
    """Icons in the colours of one theme. Each is drawn once: share it, drawing takes time.

    Args:
        theme: gives the colours.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._made: dict[tuple[str, str], QIcon] = {}

    def icon(self, name: str, color: QColor | None = None) -> QIcon:
        """An icon for buttons and menus; pale where it is disabled.

        Args:
            name: of a file in ``resources/icons``, without ending.
            color: the theme's text colour, if not given. On a primary button: ``theme.on_accent``.

        Raises:
            ResourceError: if there is no such icon.
        """
        ink = color if color is not None else self.theme.text
        key = (name, ink.name())
        if key not in self._made:
            normal, pale = (
                _renderer(name, ink),
                _renderer(name, mix_colors(ink, self.theme.window, DISABLED_FADE)),
            )
            made = QIcon()
            for size in _SIZES:
                drawn = _drawn(normal, size)
                made.addPixmap(drawn, QIcon.Mode.Normal)
                made.addPixmap(drawn, QIcon.Mode.Selected)
                made.addPixmap(_drawn(pale, size), QIcon.Mode.Disabled)
            self._made[key] = made
        return self._made[key]

    def pixmap(self, name: str, size: int, ratio: float = 1.0, color: QColor | None = None) -> QPixmap:
        """One picture of ``size`` logical pixels for a screen of so many device pixels to one of them.

        Raises:
            ResourceError: if there is no such icon.
        """
        ink = color if color is not None else self.theme.text
        made = _drawn(_renderer(name, ink), round(size * ratio))
        made.setDevicePixelRatio(ratio)
        return made


def _renderer(name: str, color: QColor) -> QSvgRenderer:
    drawing = read_text(resources_folder() / "icons" / f"{name}.svg", "the icon")
    return QSvgRenderer(QByteArray(drawing.replace("currentColor", color.name()).encode()))


def _drawn(renderer: QSvgRenderer, size: int) -> QPixmap:
    made = QPixmap(size, size)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return made
