"""States, colours, paths and pictures of a page's content, as far as they are known without doubt; see
``pdf_vectors_walk``."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from chartveil.formats.pdf.vectors.page_items import (
    Colour,
    GlyphCode,
    Matrix,
    NotSafeAsVectors,
    PageItem,
    PdfRect,
    PlacedImage,
    Segment,
    Shape,
    Stroke,
    TextRun,
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


# Follows the operators of a page's content, as far as they are known without doubt.


_MOST_ITEMS = 50_000
_SPOKEN = ("/ActualText", "/Alt", "/E")
_PATHS = frozenset("m l c v y h re W W* n f F f* S s B B* b b*".split())


def codes_by_font(page: Any) -> tuple[dict[str, set[int]], dict[str, int]]:
    """The codes that a page shows by the name of each font in its resources, and the bytes of each code.

    Raises:
        Unfit: as ``walk`` does.
    """
    used: dict[str, set[int]] = {}
    for item in read_page_items(page, lambda *_: 0.0):
        if isinstance(item, TextRun):
            used.setdefault(item.font, set()).update(g.code for g in item.glyphs)
    fonts = page.resources["/Font"] if used else {}
    return used, {name: _code_length(fonts[name]) for name in used}


def read_page_items(page: Any, width: Callable[[str, int], float]) -> list[PageItem]:
    """What a page paints, in its order.

    Args:
        page: of pikepdf.
        width: advance of a code in thousandths of the font size, by the name of its font and the code.

    Raises:
        Unfit: if anything of it is not known.
    """
    import pikepdf

    walker = _ContentInterpreter(page.resources, width)
    try:
        read = pikepdf.parse_content_stream(page)
    except pikepdf.PdfError:
        raise NotSafeAsVectors("content that cannot be read") from None
    for instruction in read:
        if isinstance(instruction, pikepdf.ContentStreamInlineImage):
            raise NotSafeAsVectors("inline picture")
        walker.step(str(instruction.operator), list(instruction.operands))
    if walker.open_states:
        raise NotSafeAsVectors("unbalanced states")
    return walker.items


class _ContentInterpreter(GraphicsInterpreter):
    def __init__(self, resources: Any, width: Callable[[str, int], float]) -> None:
        super().__init__(resources)
        self._width = width
        self._line: Matrix = self._state.ctm
        self._fonts: dict[str, int] = {}
        self._shows = 0

    def step(self, operator: str, operands: list[Any]) -> None:
        known = _OPERATORS.get(operator)
        if known is None:
            raise NotSafeAsVectors("operator that is not known")
        count, method = known
        if count is not None and len(operands) != count:
            raise NotSafeAsVectors("operands that are not those of their operator")
        if operator not in _PATHS and self._path:
            raise NotSafeAsVectors("path in pieces")
        method(self, operands)
        if len(self.items) > _MOST_ITEMS:
            raise NotSafeAsVectors("too many items")

    # Text

    def _begin(self, _: list[Any]) -> None:
        if self._matrix is not None:
            raise NotSafeAsVectors("text in text")
        self._matrix = self._line = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

    def _end(self, _: list[Any]) -> None:
        if self._matrix is None:
            raise NotSafeAsVectors("text without a beginning")
        self._matrix = None

    def _take_font(self, operands: list[Any]) -> None:
        name = str(operands[0])
        if name not in self._fonts:
            self._fonts[name] = _code_length(self._resource("/Font", operands))
        self._set(font=name, size=parse_number(operands[1]))

    def _mode(self, operands: list[Any]) -> None:
        mode = int(parse_number(operands[0]))
        if mode not in (0, 1, 2, 3):
            raise NotSafeAsVectors("text that clips")
        self._set(mode=mode)

    def _move(self, x: float, y: float) -> None:
        if self._matrix is None:
            raise NotSafeAsVectors("text without a beginning")
        self._line = self._matrix = multiply_matrices((1.0, 0.0, 0.0, 1.0, x, y), self._line)

    def _place(self, operands: list[Any]) -> None:
        if self._matrix is None:
            raise NotSafeAsVectors("text without a beginning")
        self._line = self._matrix = parse_matrix(operands)

    def _move_with_leading(self, operands: list[Any]) -> None:
        self._set(leading=-parse_number(operands[1]))
        self._move(*map(parse_number, operands))

    def _next_line(self, _: Sequence[Any] = ()) -> None:
        self._move(0.0, -self._state.leading)

    def _next_show(self, operands: list[Any]) -> None:
        self._next_line()
        self._show(operands)

    def _spaced_show(self, operands: list[Any]) -> None:
        self._set(words=parse_number(operands[0]), chars=parse_number(operands[1]))
        self._next_show(operands[2:])

    def _show(self, operands: list[Any]) -> None:
        self._array([operands])

    def _array(self, operands: list[Any]) -> None:
        import pikepdf

        state = self._state
        if self._matrix is None or not state.font:
            raise NotSafeAsVectors("text without a beginning")
        length = self._fonts[state.font]
        placed: list[GlyphCode] = []
        for part in operands[0]:
            if not isinstance(part, pikepdf.String):
                self._advance(-parse_number(part) / 1000 * state.size * state.stretch)
                continue
            codes = bytes(part)
            if len(codes) % length:
                raise NotSafeAsVectors("text that cannot be decoded")
            for at in range(0, len(codes), length):
                code = int.from_bytes(codes[at : at + length], "big")
                whole = self._rendering()
                placed.append(GlyphCode(code, whole[4], whole[5]))
                gap = state.chars + (state.words if length == 1 and code == 32 else 0.0)
                wide = self._width(state.font, code) / 1000
                self._advance((wide * state.size + gap) * state.stretch)
        if placed:
            a, b, c, d, _, _ = self._rendering()
            stroke = self._pen() if state.mode in (1, 2) else None
            self.items.append(
                TextRun(
                    self._shows,
                    state.font,
                    tuple(placed),
                    (a, b, c, d),
                    state.mode,
                    state.fill,
                    state.line,
                    stroke,
                    state.clip,
                )
            )
            self._shows += 1

    def _advance(self, x: float) -> None:
        assert self._matrix is not None
        self._matrix = multiply_matrices((1.0, 0.0, 0.0, 1.0, x, 0.0), self._matrix)

    def _rendering(self) -> Matrix:
        """From a glyph's space, in shares of the font size, to the page's."""
        assert self._matrix is not None
        s = self._state
        return multiply_matrices(
            multiply_matrices((s.size * s.stretch, 0.0, 0.0, s.size, 0.0, s.rise), self._matrix), s.ctm
        )

    # Marks

    def _mark(self, operands: list[Any]) -> None:
        """Marked content is dropped; layers and texts that take the place of what is shown are not known."""
        import pikepdf

        if str(operands[0]) == "/OC":
            raise NotSafeAsVectors("form or layer")
        properties = operands[1] if len(operands) > 1 else None
        if isinstance(properties, pikepdf.Name):
            properties = self._resource("/Properties", operands[1:])
        if properties is not None and (
            any(key in properties for key in _SPOKEN) or properties.get("/Type") in ("/OCG", "/OCMD")
        ):
            raise NotSafeAsVectors("text that stands for another")

    def _nothing(self, _: list[Any]) -> None:
        """What has no effect that a screen shows."""


def _code_length(font: Any) -> int:
    """Bytes of a code of a font.

    Raises:
        Unfit: if its codes are not known to have one length, or its glyphs are drawn by operators.
    """
    import pikepdf

    kind = str(font.get("/Subtype"))
    if kind in ("/Type1", "/TrueType", "/MMType1"):
        return 1
    encoding = font.get("/Encoding")
    if kind == "/Type0" and isinstance(encoding, pikepdf.Name) and encoding == "/Identity-H":
        return 2
    raise NotSafeAsVectors("font that is not known")


def _setter(name: str) -> Callable[[_ContentInterpreter, list[Any]], None]:
    return lambda w, o: w._set(**{name: parse_number(o[0])})


def _stroked(name: str, kind: type = float) -> Callable[[_ContentInterpreter, list[Any]], None]:
    return lambda w, o: w._stroke(**{name: kind(parse_number(o[0]))})


_Method = Callable[[_ContentInterpreter, list[Any]], None]
_OPERATORS: dict[str, tuple[int | None, _Method]] = {
    "q": (0, _ContentInterpreter._save),
    "Q": (0, _ContentInterpreter._restore),
    "cm": (6, _ContentInterpreter._transform),
    "gs": (1, _ContentInterpreter._external),
    "w": (1, _stroked("width")),
    "J": (1, _stroked("cap", int)),
    "j": (1, _stroked("join", int)),
    "M": (1, _stroked("miter")),
    "d": (2, _ContentInterpreter._dash),
    "i": (1, _ContentInterpreter._nothing),
    "ri": (1, _ContentInterpreter._nothing),
    "cs": (1, lambda w, o: w._space(o, fill=True)),
    "CS": (1, lambda w, o: w._space(o, fill=False)),
    "m": (2, lambda w, o: w._add("m", o)),
    "l": (2, lambda w, o: w._add("l", o)),
    "c": (6, lambda w, o: w._add("c", o)),
    "v": (4, _ContentInterpreter._first_curve),
    "y": (4, lambda w, o: w._add("c", [*o, *o[2:]])),
    "h": (0, lambda w, o: w._add("h", o)),
    "re": (4, _ContentInterpreter._rectangle),
    "W": (0, _ContentInterpreter._clip),
    "W*": (0, _ContentInterpreter._clip),
    "Do": (1, _ContentInterpreter._object),
    "BT": (0, _ContentInterpreter._begin),
    "ET": (0, _ContentInterpreter._end),
    "Tf": (2, _ContentInterpreter._take_font),
    "Tc": (1, _setter("chars")),
    "Tw": (1, _setter("words")),
    "Tz": (1, lambda w, o: w._set(stretch=parse_number(o[0]) / 100)),
    "TL": (1, _setter("leading")),
    "Ts": (1, _setter("rise")),
    "Tr": (1, _ContentInterpreter._mode),
    "Td": (2, lambda w, o: w._move(parse_number(o[0]), parse_number(o[1]))),
    "TD": (2, _ContentInterpreter._move_with_leading),
    "Tm": (6, _ContentInterpreter._place),
    "T*": (0, _ContentInterpreter._next_line),
    "Tj": (1, _ContentInterpreter._show),
    "TJ": (1, _ContentInterpreter._array),
    "'": (1, _ContentInterpreter._next_show),
    '"': (3, _ContentInterpreter._spaced_show),
    "BMC": (1, _ContentInterpreter._mark),
    "BDC": (2, _ContentInterpreter._mark),
    "EMC": (0, _ContentInterpreter._nothing),
    "MP": (1, _ContentInterpreter._mark),
    "DP": (2, _ContentInterpreter._mark),
}
for _name, _count in (("g", 1), ("rg", 3), ("k", 4)):
    for _operator in (_name, _name.upper()):
        _OPERATORS[_operator] = (_count, lambda w, o, op=_operator: w._colour(op)(o))  # type: ignore[misc]
for _operator in ("sc", "scn"):
    _OPERATORS[_operator] = (None, lambda w, o: w._component(o, fill=True))
    _OPERATORS[_operator.upper()] = (None, lambda w, o: w._component(o, fill=False))
for _operator, _fill, _line, _close in (
    ("n", "", False, False),
    ("f", "f", False, False),
    ("F", "f", False, False),
    ("f*", "f*", False, False),
    ("S", "", True, False),
    ("s", "", True, True),
    ("B", "f", True, False),
    ("B*", "f*", True, False),
    ("b", "f", True, True),
    ("b*", "f*", True, True),
):
    _OPERATORS[_operator] = (
        0,
        lambda w, o, f=_fill, drawn=_line, c=_close: w._paint(f, line=drawn, close=c)(o),  # type: ignore[misc]
    )
