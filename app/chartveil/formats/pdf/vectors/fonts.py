"""Shapes and widths of a page's glyphs by their codes.

PDFium tells them by character only, and several codes may stand for one character, or one for several. So
the fonts are put into a PDF of their own, with maps by which each code is a character.
"""

from __future__ import annotations

import ctypes
import io
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from chartveil.formats.pdf.vectors.outline_fonts import GlyphOutline, outline_from_points
from chartveil.formats.pdf.vectors.page_items import NotSafeAsVectors
from chartveil.formats.pdf.writing import character_map

if TYPE_CHECKING:
    import pikepdf

_FIRST = 0x1000
_LAST = 0xD7FF
"""Characters that stand for codes."""
_KINDS = {2: "m", 0: "l", 1: "c"}
"""Kinds of points in PDFium's paths."""
_DRAWN = frozenset(
    "Type Subtype BaseFont FirstChar LastChar Widths FontDescriptor Encoding DescendantFonts".split()
)
"""Entries of a font by which its glyphs are drawn."""


class FontGlyphs:
    """The fonts of a page. Whoever makes, uses and closes it holds PDFium.

    Args:
        source: the file.
        page: one of its pages.
        used: the codes that it shows, by the name of each font in its resources.
        lengths: bytes of a code, by the same names.

    Raises:
        Unfit: if PDFium does not take them.
    """

    def __init__(
        self,
        source: pikepdf.Pdf,
        page: pikepdf.Page,
        used: Mapping[str, set[int]],
        lengths: Mapping[str, int],
    ) -> None:
        import pikepdf
        import pypdfium2
        import pypdfium2.raw as raw

        names = sorted(used)
        self._chars = {
            (name, code): _FIRST + k for name in names for k, code in enumerate(sorted(used[name]))
        }
        if any(char > _LAST for char in self._chars.values()):
            raise NotSafeAsVectors("too many glyphs")
        self._shapes: dict[tuple[str, int], GlyphOutline] = {}
        self._widths: dict[tuple[str, int], float] = {}
        try:
            alone = self._pdf_of_fonts_only(source, page, names, used, lengths)
        except pikepdf.PdfError:
            raise NotSafeAsVectors("font that cannot be read") from None
        self._pdf: Any = pypdfium2.PdfDocument(alone)
        self._page: Any = self._pdf[0]
        count = raw.FPDFPage_CountObjects(self._page.raw)
        objects = [raw.FPDFPage_GetObject(self._page.raw, i) for i in range(count)]
        fonts = [raw.FPDFTextObj_GetFont(o) for o in objects]
        if len(fonts) != len(names) or not all(fonts):
            self.close()
            raise NotSafeAsVectors("font that is missing")
        self._fonts = dict(zip(names, fonts, strict=True))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._page.close()
        self._pdf.close()

    def width(self, font: str, code: int) -> float:
        """Advance of a code in thousandths of the font size."""
        import pypdfium2.raw as raw

        key = (font, code)
        if key not in self._widths:
            wide = ctypes.c_float()
            if not raw.FPDFFont_GetGlyphWidth(
                self._fonts[font], self._chars[key], ctypes.c_float(1000), wide
            ):
                raise NotSafeAsVectors("glyph without a width")
            self._widths[key] = wide.value
        return self._widths[key]

    def outline(self, font: str, code: int) -> GlyphOutline:
        """Outline of a code's glyph."""
        import pypdfium2.raw as raw

        key = (font, code)
        if key in self._shapes:
            return self._shapes[key]
        points: list[tuple[str, float, float]] = []
        path = raw.FPDFFont_GetGlyphPath(self._fonts[font], self._chars[key], ctypes.c_float(1.0))
        x, y = ctypes.c_float(), ctypes.c_float()
        for k in range(raw.FPDFGlyphPath_CountGlyphSegments(path) if path else 0):
            segment = raw.FPDFGlyphPath_GetGlyphPathSegment(path, k)
            kind = _KINDS.get(raw.FPDFPathSegment_GetType(segment))
            if kind is None or not raw.FPDFPathSegment_GetPoint(segment, x, y):
                raise NotSafeAsVectors("glyph without a shape")
            points.append((kind, x.value, y.value))
        self._shapes[key] = outline_from_points(self.width(font, code), points)
        return self._shapes[key]

    def _pdf_of_fonts_only(
        self,
        source: pikepdf.Pdf,
        page: pikepdf.Page,
        names: list[str],
        used: Mapping[str, set[int]],
        lengths: Mapping[str, int],
    ) -> bytes:
        """A PDF of one page that shows a glyph of each font."""
        import pikepdf

        with pikepdf.new() as pdf:
            fonts, shows = pikepdf.Dictionary(), []
            for k, name in enumerate(names):
                font = _copied(pdf, source, page.resources["/Font"][name])
                codes = [(code, chr(self._chars[name, code])) for code in sorted(used[name])]
                font["/ToUnicode"] = pdf.make_stream(character_map(codes, 2 * lengths[name]))
                fonts[f"/F{k}"] = pdf.make_indirect(font)
                shows.append(f"BT /F{k} 1 Tf <{min(used[name]):0{2 * lengths[name]}X}> Tj ET")
            pdf.add_blank_page()
            pdf.pages[0].Resources = pikepdf.Dictionary(Font=fonts)
            pdf.pages[0].Contents = pdf.make_stream("\n".join(shows).encode("ascii"))
            out = io.BytesIO()
            pdf.save(out)
            return out.getvalue()


def _copied(pdf: pikepdf.Pdf, source: pikepdf.Pdf, font: Any) -> Any:
    """A copy of a font's dictionary, with what glyphs are drawn by alone."""
    import pikepdf

    entries = {key: value for key, value in font.items() if key[1:] in _DRAWN}
    return pdf.copy_foreign(source.make_indirect(pikepdf.Dictionary(entries)))
