"""Reads the text operators of a PDF's content streams, through the fonts that they name.

Every stream with operators counts: of pages, forms, looks of annotations, patterns and drawn fonts, whether
anything shows it or not, in any colour and any render mode.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_GAP = 150.0
"""Thousandths of the font size from which a move between two strings is a blank."""
_OPERATORS = frozenset(
    "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP "
    "n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \"".split()
)
_MOVES = frozenset({"Td", "TD", "Tm", "T*", "'", '"', "ET"})
_MARKS = {
    "grave": "\u0300", "acute": "\u0301", "circumflex": "\u0302", "tilde": "\u0303", "dieresis": "\u0308",
    "ring": "\u030a", "caron": "\u030c", "cedilla": "\u0327", "ogonek": "\u0328", "breve": "\u0306",
}  # fmt: skip
_GLYPHS = {
    "space": " ", "period": ".", "comma": ",", "colon": ":", "semicolon": ";", "hyphen": "-", "minus": "-",
    "slash": "/", "parenleft": "(", "parenright": ")", "at": "@", "underscore": "_", "quotesingle": "'",
    "quoteright": "’", "numbersign": "#", "plus": "+", "ampersand": "&", "germandbls": "ß", "ae": "æ",
    "oe": "œ", "oslash": "ø", "Oslash": "Ø", "lslash": "ł", "dotlessi": "ı", "zero": "0", "one": "1",
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
}  # fmt: skip
_TOKEN = re.compile(rb"<([0-9A-Fa-f\s]*)>|(\[|\])|([A-Za-z]+)")


class FontDecoders:
    """Decodes strings by the fonts of a document, each looked into once."""

    def __init__(self, unpacked: Any) -> None:
        """Takes a function that gives the decoded bytes of a stream object."""
        self._unpacked = unpacked
        self._known: dict[tuple[int, int], _FontDecoder] = {}

    def decoder(self, fonts: Any, name: str) -> _FontDecoder | None:
        """The font that a resource dictionary has under a name."""
        font = fonts.get(name) if fonts is not None else None
        if font is None or not hasattr(font, "get"):
            return None
        key = tuple(font.objgen)
        if key == (0, 0):
            return _FontDecoder(font, self._unpacked)
        if key not in self._known:
            self._known[key] = _FontDecoder(font, self._unpacked)
        return self._known[key]


class _FontDecoder:
    """Tells the characters of a string's codes."""

    def __init__(self, font: Any, unpacked: Any) -> None:
        import pikepdf

        self._wide = font.get("/Subtype") == "/Type0"
        self._map: dict[bytes, str] = {}
        self._lengths: tuple[int, ...] = (2,) if self._wide else (1,)
        to_unicode = font.get("/ToUnicode")
        if isinstance(to_unicode, pikepdf.Stream):
            self._map = read_unicode_map(unpacked(to_unicode))
            self._lengths = tuple(sorted({len(k) for k in self._map}, reverse=True)) or self._lengths
        encoding = font.get("/Encoding")
        if isinstance(encoding, pikepdf.Dictionary) and "/Differences" in encoding:
            code = 0
            for entry in encoding.Differences:
                if isinstance(entry, pikepdf.Name):
                    self._map.setdefault(bytes([code & 255]), _glyph(str(entry)[1:]))
                    code += 1
                else:
                    code = int(entry)

    def text(self, codes: bytes) -> str:
        """The characters; those that no map tells are taken as of a western or a wide encoding."""
        out = []
        at = 0
        while at < len(codes):
            for length in self._lengths:
                char = self._map.get(codes[at : at + length])
                if char is not None:
                    break
            else:
                length = self._lengths[-1]
                part = codes[at : at + length]
                char = part.decode("utf-16-be" if len(part) == 2 else "cp1252", "replace")
            out.append(char)
            at += length
        return "".join(out)


def _glyph(name: str) -> str:
    """The character of a glyph's name."""
    if match := re.fullmatch(r"uni([0-9A-F]{4})|u([0-9A-F]{4,6})", name):
        value = int(match.group(1) or match.group(2), 16)
        return chr(value) if value < 0x110000 else ""
    if name in _GLYPHS or len(name) == 1:
        return _GLYPHS.get(name, name)
    mark = _MARKS.get(name[1:], "")
    return unicodedata.normalize("NFC", name[0] + mark) if mark else ""


def read_unicode_map(data: bytes) -> dict[bytes, str]:
    """Codes and their characters from a ToUnicode map."""
    found: dict[bytes, str] = {}
    for kind, body in re.findall(rb"beginbf(char|range)(.*?)endbf", data, re.DOTALL):
        items: list[bytes | str] = []
        for digits, bracket, _ in _TOKEN.findall(body):
            digits = re.sub(rb"\s", b"", digits)
            items.append(bracket.decode() if bracket else bytes.fromhex(digits.decode()[: len(digits) & ~1]))
        if kind == b"char":
            for code, chars in zip(items[::2], items[1::2], strict=False):
                if isinstance(code, bytes) and isinstance(chars, bytes):
                    found[code] = chars.decode("utf-16-be", "replace")
        else:
            _read_ranges(items, found)
    return found


def _read_ranges(items: list[bytes | str], found: dict[bytes, str]) -> None:
    at = 0
    while at + 2 < len(items):
        first, last, to = items[at : at + 3]
        at += 3
        if not (isinstance(first, bytes) and isinstance(last, bytes)):
            continue
        low, high = (
            int.from_bytes(first, "big"),
            min(int.from_bytes(last, "big"), int.from_bytes(first, "big") + 65_535),
        )
        if isinstance(to, bytes):
            for k in range(low, high + 1):
                value = (int.from_bytes(to, "big") + k - low).to_bytes(len(to) + 1, "big")[1:]
                found[k.to_bytes(len(first), "big")] = value.decode("utf-16-be", "replace")
            continue
        k = low
        while at < len(items) and items[at] != "]":
            chars = items[at]
            if isinstance(chars, bytes):
                found[k.to_bytes(max(len(first), 3), "big")[-len(first) :]] = chars.decode(
                    "utf-16-be", "replace"
                )
            k, at = k + 1, at + 1
        at += 1


def content_texts(data: bytes, resources: Any, fonts: FontDecoders, *, surely: bool) -> list[str] | None:
    """Texts of a content stream: what it shows, strings of its marks, words that are no operators.

    Args:
        data: the decoded stream.
        resources: its dictionary of resources; None without.
        fonts: of its document.
        surely: whether it is known to be a content stream.

    Returns:
        None if it does not read as one.
    """
    steps = _steps(data)
    strange = {s.operator for s in steps} - _OPERATORS
    if not steps or (strange and not surely):
        return None
    listed = resources.get("/Font") if resources is not None else None
    found = sorted(strange) + [m.decode("latin-1") for m in re.findall(rb"%[^\r\n]{3,}", data)]
    parts, glued = list[str](), list[str]()
    font: _FontDecoder | None = None
    for step in [*steps, _Step("ET", [])]:
        if step.operator == "Tf" and step.operands:
            font = fonts.decoder(listed, str(step.operands[0]))
        elif step.operator in ("Tj", "TJ", "'", '"'):
            text = _line(step.operands, font)
            plain = _line(step.operands, None) if font else ""
            found += [plain] if plain != text and plain.isascii() and plain.isprintable() else []
            parts += ["\n", text] if step.operator in _MOVES else [text]
            glued.append(text.replace(" ", "") if step.operator == "TJ" else text)
        else:
            found += _strings(step.operands)
        if step.operator in _MOVES:
            parts.append("\n")
        if step.operator == "ET":
            found += dict.fromkeys(("".join(parts), "".join(glued)))
            parts, glued = [], []
    return [text for text in found if text.strip()]


@dataclass(frozen=True, slots=True)
class _Step:
    operator: str
    operands: Any


def _steps(data: bytes) -> list[_Step]:
    """The operators of a stream with their operands; none if it is no content stream."""
    import pikepdf

    with pikepdf.new() as scratch, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # most streams that are tried are no content streams
        try:
            return [_step(s) for s in pikepdf.parse_content_stream(pikepdf.Stream(scratch, data))]
        except (pikepdf.PdfError, ValueError, TypeError):
            return []


def _step(read: Any) -> _Step:
    import pikepdf

    if isinstance(read, pikepdf.ContentStreamInlineImage):
        return _Step("BI", [])
    return _Step(str(read.operator), list(read.operands))


def _line(operands: Any, font: _FontDecoder | None) -> str:
    """What one operator shows: strings joined, wide moves between them as blanks."""
    import pikepdf

    out = []
    for operand in operands:
        for item in operand if isinstance(operand, pikepdf.Array) else [operand]:
            if isinstance(item, pikepdf.String):
                codes = bytes(item)
                out.append(font.text(codes) if font else codes.decode("cp1252", "replace"))
            elif isinstance(operand, pikepdf.Array) and -float(item) > _GAP:
                out.append(" ")
    return "".join(out)


def _strings(operands: Any) -> Iterator[str]:
    """Strings that stand in the operands of other operators, as in those of marked content."""
    import pikepdf

    left = list(operands)
    while left:
        item = left.pop()
        if isinstance(item, pikepdf.String):
            yield str(item)
        elif isinstance(item, pikepdf.Array):
            left += list(item)
        elif isinstance(item, pikepdf.Dictionary):
            left += [value for _, value in item.items()]
