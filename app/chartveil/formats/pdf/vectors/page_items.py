"""What a page paints, as far as pages are kept as vectors: shapes, pictures and glyphs, in points from the
lower left corner of the page as its content counts them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chartveil.formats.pdf.text_layer import Rect

Matrix = tuple[float, float, float, float, float, float]
Colour = tuple[str, tuple[float, ...]]
"""An operator and its values: ``g``, ``rg`` and ``k`` to fill, in capitals for lines."""
PdfRect = tuple[float, float, float, float]
"""Left, bottom, right, top."""
Point = tuple[float, float]
Segment = tuple[str, tuple[Point, ...]]
"""``m`` begins, ``l`` draws a line, ``c`` a curve of two handles and its end, ``h`` closes."""


class NotSafeAsVectors(Exception):  # noqa: N818 - no error: the page is drawn as a picture instead
    """A page that cannot be kept as vectors; says why in fixed words, never in those of the page."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """How lines are drawn, lengths in points."""

    width: float = 1.0
    cap: int = 0
    join: int = 0
    miter: float = 10.0
    dash: tuple[float, ...] = ()
    phase: float = 0.0

    def scaled(self, by: float) -> Stroke:
        dash = tuple(v * by for v in self.dash)
        return replace(self, width=self.width * by, dash=dash, phase=self.phase * by)


@dataclass(frozen=True, slots=True)
class Shape:
    """A path that is filled (``f`` or ``f*``), or drawn along, or both."""

    path: tuple[Segment, ...]
    rule: str
    fill: Colour | None
    line: Colour | None
    stroke: Stroke | None
    clip: PdfRect | None

    @property
    def bounds(self) -> PdfRect:
        """Of all its points, with half the width of its line."""
        left, bottom, right, top = bounding_box(p for _, points in self.path for p in points)
        half = self.stroke.width / 2 if self.stroke else 0.0
        return (left - half, bottom - half, right + half, top + half)

    def edges(self) -> Iterator[tuple[Point, ...]]:
        """Each line and curve by its points, with those that close a contour."""
        begin = at = (0.0, 0.0)
        for kind, points in self.path:
            if kind == "m":
                if self.fill and at != begin:
                    yield (at, begin)
                begin = at = points[0]
            elif kind == "h":
                if at != begin:
                    yield (at, begin)
                at = begin
            else:
                yield (at, *points)
                at = points[-1]
        if self.fill and at != begin:
            yield (at, begin)

    @property
    def is_straight(self) -> bool:
        """Whether all its edges run straight across or straight up, as those of rules and tables."""
        return all(_is_level(edge) for edge in self.edges())


def _is_level(edge: Sequence[Point]) -> bool:
    return len(edge) == 2 and (abs(edge[0][0] - edge[1][0]) < 0.01 or abs(edge[0][1] - edge[1][1]) < 0.01)


@dataclass(frozen=True, slots=True)
class PlacedImage:
    """A picture: its number among those of the page, and where its unit square lies."""

    number: int
    matrix: Matrix
    clip: PdfRect | None

    @property
    def bounds(self) -> PdfRect:
        return bounding_box(transform_point(self.matrix, x, y) for x in (0.0, 1.0) for y in (0.0, 1.0))


@dataclass(frozen=True, slots=True)
class GlyphCode:
    """A glyph's code, and where it begins on its line."""

    code: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TextRun:
    """What one operator shows.

    Attributes:
        number: among the operators of the page that show any code.
        font: its name in the page's resources.
        glyphs: in their order.
        linear: from shares of the font size to points, without a shift.
        mode: 0 filled, 1 drawn along, 2 both, 3 invisible.
    """

    number: int
    font: str
    glyphs: tuple[GlyphCode, ...]
    linear: tuple[float, float, float, float]
    mode: int
    fill: Colour
    line: Colour
    stroke: Stroke | None
    clip: PdfRect | None


PageItem = Shape | PlacedImage | TextRun


def multiply_matrices(first: Matrix, second: Matrix) -> Matrix:
    """The transformation that does the first, then the second."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def transform_point(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


def bounding_box(points: Iterable[Point]) -> PdfRect:
    held = list(points)
    xs, ys = [x for x, _ in held], [y for _, y in held]
    return (min(xs), min(ys), max(xs), max(ys))


def shared_size(one: PdfRect, other: PdfRect) -> tuple[float, float]:
    """Width and height that two rectangles share; not above zero where they share none."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]),
        min(one[3], other[3]) - max(one[1], other[1]),
    )


def is_inside(inner: PdfRect, outer: PdfRect, slack: float = 0.0) -> bool:
    """Whether a rectangle lies in another, or reaches out by no more than the slack."""
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def to_pdf_rect(rect: Rect, sheet: PdfRect) -> PdfRect:
    """A place from the upper left corner of the page, as its content counts."""
    return (
        rect.left + sheet[0],
        sheet[3] - rect.bottom,
        rect.right + sheet[0],
        sheet[3] - rect.top,
    )
