"""The timeline as a drawing: one row an event, ranges as bars, day 0 as a line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from chartveil.case_report.outputs.content import TimelineRow

_LEFT, _WIDTH, _ROW, _TOP = 210, 330, 22, 46
_LONGEST = 64


@dataclass(frozen=True, slots=True)
class DrawingColors:
    """The colours of a timeline, each as ``#rrggbb``.

    Attributes:
        paper: behind it.
        ink, muted: of events, and of their intervals.
        mark: of days and ranges.
        grid: of the line of day 0.
    """

    paper: str
    ink: str
    muted: str
    mark: str
    grid: str


PRINT_COLORS = DrawingColors("#ffffff", "#1b1f24", "#565d67", "#0b5cad", "#d5d9df")
"""Colours of the file that is written, whatever the theme of the window."""


def timeline_svg(rows: Sequence[TimelineRow], caption: str, colors: DrawingColors = PRINT_COLORS) -> str:
    """The drawing as SVG; the same rows give the same bytes.

    Days lie on a scale that is even near day 0 and closer together far from it, so that years before an
    admission leave room for its days.

    Args:
        rows: in order.
        caption: what day 0 is.
        colors: what it is drawn with.
    """
    scale = [_signed_root(d) for r in rows for d in (r.first, r.last)] + [0.0]
    low, high = min(scale), max(scale)
    span = (high - low) or 1.0

    def x(day: int) -> float:
        return round(_LEFT + _WIDTH * (_signed_root(day) - low) / span, 1)

    height = _TOP + _ROW * len(rows) + 20
    width = _LEFT + _WIDTH + 440
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(caption)}</title>",
        f'<rect width="{width}" height="{height}" fill="{colors.paper}"/>',
        f'<text x="12" y="20" fill="{colors.ink}" font-size="14">{escape(caption)}</text>',
        f'<line x1="{x(0)}" y1="{_TOP - 12}" x2="{x(0)}" y2="{height - 12}" '
        f'stroke="{colors.grid}" stroke-width="2"/>',
    ]
    for number, row in enumerate(rows):
        y = _TOP + _ROW * number
        a, b = x(row.first), x(row.last)
        parts.append(
            f'<text x="{_LEFT - 12}" y="{y + 4}" text-anchor="end" fill="{colors.muted}">'
            f"{escape(row.interval)}</text>"
        )
        if row.first == row.last:
            parts.append(f'<circle cx="{a}" cy="{y}" r="5" fill="{colors.mark}"/>')
        else:
            parts.append(
                f'<rect x="{a}" y="{y - 4}" width="{max(round(b - a, 1), 3)}" height="8" rx="4" fill="none" '
                f'stroke="{colors.mark}" stroke-width="2"/>'
            )
        event = (
            row.event if len(row.event) <= _LONGEST else row.event[: _LONGEST - 2].rsplit(" ", 1)[0] + " …"
        )
        parts.append(
            f'<text x="{_LEFT + _WIDTH + 16}" y="{y + 4}" fill="{colors.ink}">{escape(event)}</text>'
        )
    parts.append("</svg>\n")
    return "\n".join(parts)


def _signed_root(day: int) -> float:
    return math.copysign(math.sqrt(abs(day)), day)
