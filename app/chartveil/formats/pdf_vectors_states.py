"""States, colours, paths and pictures of a page's content, as far as they are known without doubt; see
``pdf_vectors_walk``."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from chartveil.formats.pdf_vectors_model import (
    Colour,
    Matrix,
    NotSafeAsVectors,
    PageItem,
    PdfRect,
    PlacedImage,
    Segment,
    Shape,
    Stroke,
    bounding_box,
    multiply_matrices,
    transform_point,
)

_FARTHEST = 1e6
_DEEPEST = 100
_DEVICE = {"DeviceGray": 1, "DeviceRGB": 3, "DeviceCMYK": 4, "CalGray": 1, "CalRGB": 3}
_HARMLESS = frozenset("Type OP op OPM BG BG2 UCR UCR2 TR TR2 HT FL SM SA AIS TK UseBlackPtComp RI".split())
"""Entries of a graphics state that have no bearing on what is shown on a screen, or whose effect the
comparison with the picture tells."""


@dataclass(frozen=True, slots=True)
class GraphicsState:
    """What ``q`` keeps and ``Q`` brings back."""

    ctm: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    clip: PdfRect | None = None
    fill: Colour = ("g", (0.0,))
    line: Colour = ("G", (0.0,))
    fill_space: int = 1
    line_space: int = 1
    stroke: Stroke = field(default_factory=Stroke)
    font: str = ""
    size: float = 0.0
    chars: float = 0.0
    words: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


class GraphicsInterpreter:
    """Follows states, colours, paths and pictures.

    Attributes:
        items: what was painted so far.
    """

    def __init__(self, resources: Any) -> None:
        self.items: list[PageItem] = []
        self._resources = resources
        self._state = GraphicsState()
        self._kept: list[GraphicsState] = []
        self._path: list[Segment] = []
        self._clips = False
        self._matrix: Matrix | None = None
        self._photos = 0

    @property
    def open_states(self) -> int:
        """States and texts that have not ended."""
        return len(self._kept) + (self._matrix is not None)

    def _set(self, **changes: Any) -> None:
        self._state = replace(self._state, **changes)

    # States

    def _save(self, _: list[Any]) -> None:
        if self._matrix is not None or len(self._kept) >= _DEEPEST:
            raise NotSafeAsVectors("states in text")
        self._kept.append(self._state)

    def _restore(self, _: list[Any]) -> None:
        if self._matrix is not None or not self._kept:
            raise NotSafeAsVectors("unbalanced states")
        self._state = self._kept.pop()

    def _transform(self, operands: list[Any]) -> None:
        if self._matrix is not None:
            raise NotSafeAsVectors("states in text")
        self._set(ctm=multiply_matrices(parse_matrix(operands), self._state.ctm))

    def _external(self, operands: list[Any]) -> None:
        entries = self._resource("/ExtGState", operands)
        for key, value in entries.items():
            name = key[1:]
            if name in ("CA", "ca"):
                fit = parse_number(value) == 1
            elif name == "BM":
                fit = str(value) in ("/Normal", "/Compatible")
            elif name == "SMask":
                fit = str(value) == "/None"
            elif name == "LW":
                self._set(stroke=replace(self._state.stroke, width=parse_number(value)))
                fit = True
            else:
                fit = name in _HARMLESS
            if not fit:
                raise NotSafeAsVectors("graphics state that is not known")

    def _resource(self, kind: str, operands: list[Any]) -> Any:
        found = self._resources.get(kind) if self._resources is not None else None
        found = found.get(str(operands[0])) if found is not None else None
        if found is None or not hasattr(found, "items"):
            raise NotSafeAsVectors("resource that is missing")
        return found

    def _stroke(self, **changes: Any) -> None:
        self._set(stroke=replace(self._state.stroke, **changes))

    def _dash(self, operands: list[Any]) -> None:
        lengths = tuple(parse_number(v) for v in operands[0])
        if len(lengths) > 10 or any(v < 0 for v in lengths):
            raise NotSafeAsVectors("dashes that are not known")
        self._stroke(dash=lengths if any(lengths) else (), phase=parse_number(operands[1]))

    def _pen(self) -> Stroke:
        """How lines are drawn at this size.

        Raises:
            Unfit: if they would be uneven, or their ends are not known.
        """
        stroke = self._state.stroke
        if stroke.cap not in (0, 1, 2) or stroke.join not in (0, 1, 2) or stroke.width < 0:
            raise NotSafeAsVectors("lines that are not known")
        return stroke.scaled(_scale(self._state.ctm))

    # Colours

    def _colour(self, operator: str) -> Callable[[list[Any]], None]:
        def take(operands: list[Any]) -> None:
            colour = (operator, tuple(parse_number(v) for v in operands))
            if operator.islower():
                self._set(fill=colour, fill_space=len(operands))
            else:
                self._set(line=colour, line_space=len(operands))

        return take

    def _space(self, operands: list[Any], *, fill: bool) -> None:
        name = str(operands[0])[1:]
        size = _DEVICE.get(name) if name.startswith("Device") else self._listed_space(operands)
        if size is None:
            raise NotSafeAsVectors("colour space that is not known")
        black = (0.0, 0.0, 0.0, 1.0) if size == 4 else (0.0,) * size
        colour = ({1: "g", 3: "rg", 4: "k"}[size], black)
        if fill:
            self._set(fill=colour, fill_space=size)
        else:
            self._set(line=(colour[0].upper(), black), line_space=size)

    def _listed_space(self, operands: list[Any]) -> int | None:
        """How many values a colour of a listed space has, of those that are close to a device's."""
        import pikepdf

        spaces = self._resources.get("/ColorSpace") if self._resources is not None else None
        found = spaces.get(str(operands[0])) if spaces is not None else None
        if isinstance(found, pikepdf.Name):
            return _DEVICE.get(str(found)[1:])
        if not isinstance(found, pikepdf.Array) or not len(found):
            return None
        kind = str(found[0])[1:]
        if kind == "ICCBased" and len(found) == 2 and isinstance(found[1], pikepdf.Stream):
            size = found[1].get("/N")
            return int(size) if size in (1, 3, 4) else None
        return _DEVICE.get(kind) if kind.startswith("Cal") else None

    def _component(self, operands: list[Any], *, fill: bool) -> None:
        size = self._state.fill_space if fill else self._state.line_space
        if len(operands) != size:
            raise NotSafeAsVectors("colour that is not known")
        operator = {1: "g", 3: "rg", 4: "k"}[size]
        self._colour(operator if fill else operator.upper())(operands)

    # Paths

    def _add(self, kind: str, operands: Sequence[Any]) -> None:
        if kind != "m" and not self._path:
            raise NotSafeAsVectors("path without a beginning")
        values = [parse_number(v) for v in operands]
        points = tuple(
            transform_point(self._state.ctm, x, y) for x, y in zip(values[::2], values[1::2], strict=True)
        )
        self._path.append((kind, points))

    def _first_curve(self, operands: list[Any]) -> None:
        """A curve whose first handle is where it begins."""
        self._add("c", [0, 0, *operands])
        begin = self._path[-2][1][-1:] if len(self._path) > 1 else ()
        if not begin:
            raise NotSafeAsVectors("path that goes on after its end")
        self._path[-1] = ("c", begin + self._path[-1][1][1:])

    def _rectangle(self, operands: list[Any]) -> None:
        x, y, w, h = (parse_number(v) for v in operands)
        self._add("m", [x, y])
        for px, py in ((x + w, y), (x + w, y + h), (x, y + h)):
            self._add("l", [px, py])
        self._path.append(("h", ()))

    def _clip(self, _: list[Any]) -> None:
        self._clips = True

    def _paint(self, fill: str, *, line: bool, close: bool = False) -> Callable[[list[Any]], None]:
        def take(_: list[Any]) -> None:
            if close and self._path:
                self._path.append(("h", ()))
            state = self._state
            if self._path and (fill or line):
                stroke = self._pen() if line else None
                colours = (state.fill if fill else None, state.line if line else None)
                self.items.append(Shape(tuple(self._path), fill, *colours, stroke, state.clip))
            if self._clips:
                self._set(clip=_meet(state.clip, _as_clip(self._path)))
            self._path, self._clips = [], False

        return take

    def _object(self, operands: list[Any]) -> None:
        stream = self._resource("/XObject", operands)
        if stream.get("/Subtype") != "/Image" or "/OC" in stream:
            raise NotSafeAsVectors("form or layer")
        if self._matrix is not None:
            raise NotSafeAsVectors("states in text")
        self.items.append(PlacedImage(self._photos, self._state.ctm, self._state.clip))
        self._photos += 1


def parse_number(value: Any) -> float:
    """A number of the content.

    Raises:
        Unfit: if it is none, or out of bounds.
    """
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise NotSafeAsVectors("operands that are not those of their operator") from None
    if not math.isfinite(found) or abs(found) > _FARTHEST:
        raise NotSafeAsVectors("number out of bounds")
    return found


def parse_matrix(operands: list[Any]) -> Matrix:
    a, b, c, d, e, f = (parse_number(v) for v in operands)
    return (a, b, c, d, e, f)


def _scale(ctm: Matrix) -> float:
    """By how much lines are made wider, of a transformation that does so alike in all directions."""
    a, b, c, d, _, _ = ctm
    one, other = math.hypot(a, b), math.hypot(c, d)
    if not one or abs(one - other) > 0.01 * one or abs(a * c + b * d) > 0.01 * one * other:
        raise NotSafeAsVectors("lines of uneven width")
    return one


def _as_clip(path: Sequence[Segment]) -> PdfRect:
    """The rectangle that a path is.

    Raises:
        Unfit: if it is none that stands upright.
    """
    kinds = "".join(kind for kind, _ in path)
    points = [p for _, held in path for p in held]
    if kinds not in ("mlllh", "mlll", "mllll", "mllllh") or not _is_upright(points):
        raise NotSafeAsVectors("clip that is no rectangle")
    return bounding_box(points)


def _is_upright(points: Sequence[tuple[float, float]]) -> bool:
    """Whether each point follows the one before straight across or straight up, and all corners differ."""
    around = [*points[:4], points[0]]
    if len(points) == 5 and math.dist(points[4], points[0]) > 0.001:
        return False
    steps = [(abs(b[0] - a[0]) > 0.001, abs(b[1] - a[1]) > 0.001) for a, b in pairwise(around)]
    turns = [wide for wide, high in steps if wide != high]
    return len(turns) == 4 and turns in ([True, False] * 2, [False, True] * 2)


def _meet(one: PdfRect | None, other: PdfRect) -> PdfRect:
    if one is None:
        return other
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    return (left, bottom, max(left, min(one[2], other[2])), max(bottom, min(one[3], other[3])))
