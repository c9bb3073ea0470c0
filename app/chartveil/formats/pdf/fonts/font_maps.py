"""Fonts of a PDF whose map to Unicode may lie where trying each of their characters once would not show it.

Told from the file alone: a font that the file does not hold draws what its encoding names, so that its map
must say the same; and of a font that it does hold no two codes may say the same letter.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from chartveil.formats.pdf.opening import open_apart

_SECTION = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_RANGE = re.compile(rb"<([^<>]*)>\s*<([^<>]*)>\s*(?:<([^<>]*)>|\[([^\[\]]*)\])")
_CHAR = re.compile(rb"<([^<>]*)>\s*<([^<>]*)>")
_HEX = re.compile(rb"<([^<>]*)>")
_MOST_CODES = 65_536
_TAG = re.compile(r"^[A-Z]{6}\+")
"""Of a font of which the file holds some letters (ISO 32000-2, 9.9.2)."""
_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
_BASES = {"/WinAnsiEncoding": "cp1252", "/MacRomanEncoding": "mac_roman"}
_SIGNS = 2
"""Codes of a font that may say the same sign or blank, as hyphens have two."""
_DIGITS = dict(
    zip("zero one two three four five six seven eight nine".split(), "0123456789", strict=True)
)  # fmt: skip

_Map: TypeAlias = Mapping[int, str]
"""Codes with the characters that they say or draw."""


def doubtful_fonts(data: bytes, passwords: Sequence[str] = ()) -> frozenset[str]:
    """Names of the fonts of a PDF that are not to be believed, as PDFium has them.

    Args:
        data: the file; one that cannot be taken apart has none.
    """
    if b"/ToUnicode" not in data and b"/ObjStm" not in data and b"#" not in data:
        return frozenset()
    import pikepdf

    pdf = open_apart(data, passwords)
    if pdf is None:
        return frozenset()
    with pdf:
        fonts = (o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/ToUnicode" in o)
        return frozenset(_doubtful(fonts))


def font_name(name: str) -> str:
    """The name of a font without the tag of a file that holds a part of it."""
    return _TAG.sub("", name)


def _doubtful(fonts: Iterator[Any]) -> Iterator[str]:
    import pikepdf

    held: dict[tuple[str, int], set[tuple[bytes, ...]]] = defaultdict(set)
    for font in fonts:
        name = font_name(str(font.get("/BaseFont", "/"))[1:])
        try:
            inner = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
            descriptor = inner.get("/FontDescriptor", {})
            file = next((descriptor[k] for k in _FILES if k in descriptor), None)
            cmap = font["/ToUnicode"].read_bytes()
            said = _said(cmap)
            if file is None:
                drawn = _drawn(font)
                lies = any(drawn.get(code, char) != char for code, char in said.items())
            else:
                lies = any(n > (1 if _is_letter(c) else _SIGNS) for c, n in Counter(said.values()).items())
                # Two fonts of one file are not told apart where their letters are tried.
                ways = (font.get("/Encoding"), inner.get("/CIDToGIDMap"))
                held[name, len(file.read_bytes())].add((cmap, *map(_bytes, ways)))
        except (pikepdf.PdfError, AttributeError, TypeError, ValueError, LookupError):
            lies = True
        if lies:
            yield name
    yield from (name for (name, _), ways in held.items() if len(ways) > 1)


def _bytes(value: Any) -> bytes:
    """What an entry of a font says, to be compared."""
    import pikepdf

    if value is None:
        return b""
    return value.read_bytes() if isinstance(value, pikepdf.Stream) else bytes(value.unparse())


def _said(cmap: bytes) -> _Map:
    """What a map says of each code; what cannot be seen is left out."""
    found: dict[int, str] = {}

    def take(code: int, text: bytes) -> None:
        char = bytes.fromhex(text.decode("ascii")).decode("utf-16-be", "replace")
        if char.isprintable():
            found[code] = char

    for kind, body in _SECTION.findall(cmap):
        if kind == b"char":
            for code, text in _CHAR.findall(body):
                take(int(code, 16), text)
            continue
        for first, last, start, texts in _RANGE.findall(body):
            low, high = int(first, 16), min(int(last, 16), int(first, 16) + _MOST_CODES)
            if texts:
                for code, text in zip(range(low, high + 1), _HEX.findall(texts), strict=False):
                    take(code, text)
            elif len(start.strip()) == 4:
                for code in range(low, high + 1):
                    take(code, b"%04X" % (int(start, 16) + code - low & 0xFFFF))
    return found


def _drawn(font: Any) -> _Map:
    """The letters and figures that a font of one byte a code draws which the file does not hold; of others
    nothing is known, and all that they say is doubted."""
    if "/DescendantFonts" in font:
        return dict.fromkeys(range(_MOST_CODES), "")
    encoding = font.get("/Encoding", "/StandardEncoding")
    named = encoding.get("/Differences", []) if hasattr(encoding, "keys") else []
    base = str(encoding.get("/BaseEncoding", "")) if hasattr(encoding, "keys") else str(encoding)
    letters = bytes(range(256)).decode(_BASES.get(base, "latin-1"), "replace")
    drawn = {code: char for code, char in enumerate(letters) if _is_letter(char)}
    code = 0
    for item in named:
        if isinstance(item, int):
            code = item
            continue
        glyph = str(item)[1:]
        char = _DIGITS.get(glyph, glyph)
        drawn.pop(code, None)
        if _is_letter(char):
            drawn[code] = char
        code += 1
    return drawn


def _is_letter(char: str) -> bool:
    """Whether it is a letter or figure of ASCII."""
    return len(char) == 1 and char.isascii() and char.isalnum()
