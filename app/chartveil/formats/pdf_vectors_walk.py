"""Follows the operators of a page's content, as far as they are known without doubt.

What comes out is a list of what the page paints: shapes, pictures, and codes of glyphs with their places.
Whatever is not known to the last operand (patterns, forms, layers, transparency, clips that are no
rectangles, text that clips, vertical writing) raises ``NotSafeAsVectors``, so that the page is drawn as a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chartveil.formats.pdf_vectors_model import (
    GlyphCode,
    Matrix,
    NotSafeAsVectors,
    PageItem,
    TextRun,
    multiply_matrices,
)
from chartveil.formats.pdf_vectors_states import GraphicsInterpreter, parse_matrix, parse_number

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
