"""Plots as drawings, for a PDF and for a page alike: points with intervals, and lines over a count."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reportlab.graphics import renderSVG
from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, String
from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

INK, MUTED, GRID = HexColor("#1b1f24"), HexColor("#565d67"), HexColor("#d5d9df")
BLUE, ORANGE, RED = HexColor("#0b5cad"), HexColor("#b35900"), HexColor("#b3261e")
_PAPER = "#ffffff"
FONT, BOLD = "Vera", "VeraBd"
"""Fonts that come with reportlab and go into the PDF."""
_SIZE = 7.5
_PLOT_WIDTH = 480.0
"""Points."""


def register_fonts() -> None:
    """Makes the fonts known to reportlab, once or more."""
    for name in (FONT, BOLD):
        registerFont(TTFont(name, f"{name}.ttf"))


@dataclass(frozen=True, slots=True)
class PointRow:
    """A row of a plot of intervals.

    Attributes:
        name: at its left.
        low, value, high: shares; None where nothing was read.
        note: at its right.
    """

    name: str
    low: float | None
    value: float | None
    high: float | None
    note: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a plot.

    Attributes:
        name: in the legend.
        points: count and share, by count.
        color: of the line.
        dashes: lengths of dash and gap in points; empty for a whole line.
        dots: whether each point is marked.
    """

    name: str
    points: Sequence[tuple[float, float]]
    color: HexColor = BLUE
    dashes: tuple[float, ...] = ()
    dots: bool = False


def share_text(share: float) -> str:
    """A share as per cent with as many digits as it needs, rounded up: a bound is never said too small."""
    places = 4 if share < 0.1 else 3
    up = math.ceil(round(share * 10**places, 6)) / 10**places
    return f"{up:.{places - 2}%}"


def interval_plot(rows: Sequence[PointRow], planned: float) -> Drawing:
    """One row a name: the share found with its interval, and a line at the planned bound.

    Args:
        rows: from top to bottom.
        planned: bound that was planned, a share.
    """
    height = 15.0 * len(rows) + 46
    left, right, bottom = 120.0, _PLOT_WIDTH - 108, 30.0
    most = _ceiling(max([planned, *(r.high for r in rows if r.high is not None)]))
    drawing = Drawing(_PLOT_WIDTH, height)
    across = _axis(drawing, most, left, right, bottom, height - 16)
    _upright(drawing, across(planned), bottom, height - 14, f"planned {share_text(planned)}")
    for i, row in enumerate(rows):
        y = height - 25 - 15.0 * i
        drawing.add(_text(left - 6, y - 3, _fitted(row.name, 22), "end"))
        drawing.add(_text(right + 8, y - 3, row.note, color=MUTED))
        if row.low is None or row.value is None or row.high is None:
            continue
        drawing.add(Line(across(row.low), y, across(row.high), y, strokeColor=BLUE, strokeWidth=1.4))
        for end in (row.low, row.high):
            drawing.add(Line(across(end), y - 3, across(end), y + 3, strokeColor=BLUE, strokeWidth=1.4))
        drawing.add(Circle(across(row.value), y, 2.6, fillColor=INK, strokeColor=None))
    return drawing


def curve_plot(
    curves: Sequence[Curve],
    planned: float | None,
    marks: Sequence[float],
    title: str,
    width: float = 480,
    height: float = 190,
    level_name: str = "planned",
    first: float = 0,
    most: float | None = None,
    numbered: Callable[[float], str] = lambda n: f"{n:,.0f}",
) -> Drawing:
    """Shares over a count of units read.

    Args:
        curves: at least one with two points.
        planned: a level line; None without.
        marks: counts at which something was found: ticks at the foot.
        title: of the axis of counts.
        width, height: in points.
        level_name: of the level line.
        first: count at the left.
        most: share at the top; None for as much as the curves need.
        numbered: how counts are written.
    """
    left, right, bottom, top = 44.0, width - 12, 34.0, height - 16
    last = max(x for c in curves for x, _ in c.points)
    if most is None:
        ends = [c.points[-1][1] for c in curves if c.points]
        most = _ceiling(min(1.0, max([*((planned,) if planned else ()), *ends]) * 3))
    drawing = Drawing(width, height)

    def across(x: float) -> float:
        return left + (x - first) / ((last - first) or 1) * (right - left)

    def up(share: float) -> float:
        return bottom + min(share, most) / most * (top - bottom)

    for step in range(5):
        share = most * step / 4
        drawing.add(Line(left, up(share), right, up(share), strokeColor=GRID, strokeWidth=0.5))
        drawing.add(_text(left - 4, up(share) - 3, share_text(share), "end", MUTED))
        count = first + (last - first) * step / 4
        drawing.add(_text(across(count), bottom - 11, numbered(count), "middle", MUTED))
    drawing.add(_text((left + right) / 2, bottom - 24, title, "middle", MUTED))
    if planned is not None:
        drawing.add(Line(left, up(planned), right, up(planned), strokeColor=RED, strokeDashArray=[4, 2]))
        drawing.add(_text(left + 3, up(planned) + 3, f"{level_name} {share_text(planned)}", color=RED))
    for mark in marks:
        drawing.add(Line(across(mark), bottom, across(mark), bottom + 7, strokeColor=RED, strokeWidth=1.2))
    place = left
    for curve in curves:
        shown = [(across(x), up(y)) for x, y in curve.points if y <= most]
        if len(shown) > 1:
            line = PolyLine([v for point in shown for v in point], strokeColor=curve.color, strokeWidth=1.4)
            line.strokeDashArray = list(curve.dashes) or None
            drawing.add(line)
        for x, y in shown if curve.dots or len(shown) == 1 else ():
            drawing.add(Circle(x, y, 2, fillColor=curve.color, strokeColor=None))
        sample = Line(place, top + 9, place + 18, top + 9, strokeColor=curve.color, strokeWidth=1.4)
        sample.strokeDashArray = list(curve.dashes) or None
        drawing.add(sample)
        drawing.add(_text(place + 22, top + 6, curve.name))
        place += 34 + 4.2 * len(curve.name)
    return drawing


def as_svg(drawing: Drawing, description: str) -> str:
    """The drawing as an SVG element for a page.

    Args:
        description: what it shows, for those who do not see it; already escaped for HTML.
    """
    register_fonts()
    text: str = renderSVG.drawToString(drawing)
    body = text[text.index("<svg") :]
    body = body.replace(f"font-family: {FONT}", "font-family: Verdana, 'DejaVu Sans', sans-serif")
    # Qt knows no clip paths, and would paint this one black over all.
    body = re.sub(r"<clipPath.*?</clipPath>", "", body, flags=re.DOTALL)
    body = body.replace("fill: None", "fill: none")  # Qt reads it by the letter
    opening, _, rest = body.partition(">")
    # Of several drawings on one page each has names of its own.
    mark = hashlib.sha256(rest.encode()).hexdigest()[:8]
    for name in ("clip", "group"):
        rest = rest.replace(f'id="{name}"', f'id="{name}-{mark}"').replace(
            f"url(#{name})", f"url(#{name}-{mark})"
        )
    paper = f'<rect width="{drawing.width}" height="{drawing.height}" fill="{_PAPER}"/>'
    return f'{opening} role="img" aria-label="{description}">{paper}{rest}'


@dataclass(frozen=True, slots=True)
class ScreenColors:
    """The colours of a plot on a screen, each as ``#rrggbb``.

    Attributes:
        paper: behind it.
        ink, muted: of texts and points, and of what is said beside.
        grid: of the lines of the axes.
        line, other_line: of the first curve and of intervals, and of another curve.
        level: of what was planned and of where leaks were found.
    """

    paper: str
    ink: str
    muted: str
    grid: str
    line: str
    other_line: str
    level: str


def in_screen_colors(svg: str, colors: ScreenColors) -> str:
    """A drawing of ``as_svg`` in the colours of a screen."""
    shown = (colors.ink, colors.muted, colors.grid, colors.line, colors.other_line, colors.level)
    for printed, color in zip((INK, MUTED, GRID, BLUE, ORANGE, RED), shown, strict=True):
        parts = (int(100 * part) for part in (printed.red, printed.green, printed.blue))
        svg = svg.replace("rgb({}%,{}%,{}%)".format(*parts), color)
    return svg.replace(f'fill="{_PAPER}"', f'fill="{colors.paper}"')


def _axis(
    drawing: Drawing, most: float, left: float, right: float, bottom: float, top: float
) -> Callable[[float], float]:
    def across(share: float) -> float:
        return left + min(share, most) / most * (right - left)

    for step in range(5):
        share = most * step / 4
        drawing.add(Line(across(share), bottom, across(share), top, strokeColor=GRID, strokeWidth=0.5))
        drawing.add(_text(across(share), bottom - 11, share_text(share), "middle", MUTED))
    drawing.add(_text((left + right) / 2, bottom - 24, "share of units read that leak", "middle", MUTED))
    return across


def _upright(drawing: Drawing, x: float, bottom: float, top: float, name: str) -> None:
    drawing.add(Line(x, bottom, x, top, strokeColor=RED, strokeDashArray=[4, 2]))
    drawing.add(_text(x, top + 4, name, "middle", RED))


def _text(x: float, y: float, text: str, anchor: str = "start", color: HexColor = INK) -> String:
    return String(x, y, text, textAnchor=anchor, fontName=FONT, fontSize=_SIZE, fillColor=color)


def _fitted(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _ceiling(share: float) -> float:
    """A round share at or above this one, at most 1."""
    if share <= 0:
        return 0.01
    unit = 10.0 ** math.floor(math.log10(share))
    return min(
        1.0, next(unit * m for m in (1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10) if unit * m >= share * 0.999)
    )
