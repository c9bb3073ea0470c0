"""Has PDFium draw the fonts that every PDF reader has (Helvetica, Times, Courier, and Arial, which it takes
for Helvetica) with those that it brings along, and never with ones of the computer that have such a name, so
that the same page looks the same everywhere. Other fonts that a file does not hold are still the computer's:
those of PDFium have the Latin letters of Western Europe only."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

_STANDARD = frozenset(
    {"Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique", "Courier", "Courier-Bold"}
    | {"Courier-Oblique", "Courier-BoldOblique", "Times-Roman", "Times-Bold", "Times-Italic"}
    | {"Times-BoldItalic"}
)
"""The standard fonts that hold text (ISO 32000-1, 9.6.2.2)."""


@cache
def use_own_fonts() -> Any:
    """Takes effect for fonts that are loaded after it. The caller holds PDFium.

    Returns:
        What PDFium asks for fonts of the computer, which must stay as long as PDFium does.
    """
    import pypdfium2.raw as raw

    info = raw.FPDF_GetDefaultSystemFontInfo()
    callback = dict(raw.FPDF_SYSFONTINFO._fields_)["MapFont"]
    of_computer = callback(ctypes.cast(info.contents.MapFont, ctypes.c_void_p).value)

    def font_for(
        this: Any, weight: int, italic: int, charset: int, pitch: int, face: Any, exact: Any
    ) -> int | None:
        name = ctypes.cast(face, ctypes.c_char_p).value or b""
        if name.decode("latin-1") in _STANDARD:
            return None
        found: int | None = of_computer(this, weight, italic, charset, pitch, face, exact)
        return found

    info.contents.MapFont = kept = callback(font_for)
    raw.FPDF_SetSystemFontInfo(info)
    return info, kept
