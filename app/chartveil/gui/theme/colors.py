"""Contrast and mixtures of colours."""

from __future__ import annotations

from PySide6.QtGui import QColor


def luminance(color: QColor) -> float:
    """Relative luminance in [0, 1], by WCAG 2.2."""

    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = linear(color.redF()), linear(color.greenF()), linear(color.blueF())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(a: QColor, b: QColor) -> float:
    """Contrast ratio of two opaque colours, 1 to 21, by WCAG 2.2."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def mix_colors(a: QColor, b: QColor, part: float) -> QColor:
    """``a`` with ``part`` of ``b`` in it, 0 to 1, channel by channel."""

    def between(x: int, y: int) -> int:
        return round(x + (y - x) * part)

    return QColor(between(a.red(), b.red()), between(a.green(), b.green()), between(a.blue(), b.blue()))
