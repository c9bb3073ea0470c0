"""Text in bytes of a PDF that may be text, that hold the syntax of objects, or that are pixels."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from chartveil.formats.pdf_unpack import unhex

WRITTEN_NAMES = frozenset(
    "Type Catalog Pages Page Kids Count Parent MediaBox Resources Font XObject Image Contents Width "
    "Height BitsPerComponent ColorSpace DeviceGray DeviceRGB Filter DecodeParms FlateDecode DCTDecode "
    "CCITTFaxDecode K Columns Rows Length Length1 Subtype Type0 CIDFontType2 BaseFont Unseen Encoding "
    "Identity-H DescendantFonts ToUnicode CIDSystemInfo Registry Ordering Supplement FontDescriptor "
    "FontName Flags FontBBox ItalicAngle Ascent Descent CapHeight StemV FontFile2 DW CIDToGIDMap Root "
    "Size ID F I".split()
)
"""Names with which our PDFs are built."""
WRITTEN_VECTOR_NAMES = frozenset(
    "CIDFontType0 CIDFontType0C FontFile3 Kept W K H Type1 Helvetica WinAnsiEncoding".split()
    + [f"I{k}" for k in range(50)]
)
"""Names that pages kept as vectors add."""
KNOWN_NAMES = (WRITTEN_NAMES | WRITTEN_VECTOR_NAMES) | frozenset(
    "Type1 TrueType Form CropBox Info Prev ObjStm XRef N First W Index".split()
)
WRITTEN_STRINGS = frozenset({"Adobe", "Identity", "UCS"})
_KEY = re.compile(
    rb"/(?:" + b"|".join(sorted((n.encode() for n in KNOWN_NAMES), reverse=True)) + rb")(?![A-Za-z0-9])"
    rb"(?:\s*\[[-0-9.\sR]*\]|\s*-?[0-9.]+(?:\s+[0-9]+\s+R)?)?"
)
_FILE_ID = re.compile(rb"(?:/ID\s*\[|(?<=>))\s*<([0-9A-Fa-f]{32})>\s*\]?")
_BUILT = re.compile(
    rb"\b[0-9]+ [0-9]+ (?:obj|R)\b|\b(?:endobj|endstream|stream|xref|trailer)\b|startxref\s+[0-9]+|%%EOF|"
    rb"%PDF-[0-9.]+|[0-9]{10} [0-9]{5} [nf]|^[0-9]+ [0-9]+\s*$",
    re.MULTILINE,
)
CHARACTER_MAP_SYNTAX = re.compile(
    r"CIDInit|ProcSet|findresource|begincmap|endcmap|CMapName|CMapType|currentdict|CMap|defineresource|"
    r"Adobe-Identity-UCS|UCS|begincodespacerange|endcodespacerange|(?:begin|end)bf(?:char|range)|"
    r"<[0-9A-Fa-f ]*>|\b[0-9]{1,3}\b|\b(?:dict|dup|def|begin|end|pop)\b|CIDSystemInfo|"
    r"Registry|Ordering|Supplement|Adobe|Identity"
)
_PRINTABLE = re.compile(r"[^\x00-\x1f\x7f-\x9f\ufffd]{3,}")
_WORDS = re.compile(rb"[A-Za-z0-9 .,:'@/()-]{8,}|[A-Za-z]{5,}|[0-9]{6,}")
_WIDE = tuple(re.compile(pattern) for pattern in (rb"(?:[ -~]\x00){5,}", rb"(?:\x00[ -~]){5,}"))


def string_in_all_encodings(raw: bytes, text: str) -> Iterator[str]:
    """A string as PDF reads it, and in the encodings that it may have besides."""
    yield text
    if b"\0" in raw:
        yield from _utf16_runs(raw)
    elif not raw.isascii():
        yield from bytes_as_text(raw)


def bytes_as_text(data: bytes) -> Iterator[str]:
    """Text of bytes that may be text: in UTF-8 or Latin-1, in both orders of UTF-16, XML unescaped."""
    if data.startswith((b"\xfe\xff", b"\xff\xfe")):
        yield data.decode("utf-16", "replace")
        return
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    text = "\n".join(_PRINTABLE.findall(text))
    if text:
        yield text
    if "&" in text and html.unescape(text) != text:
        yield html.unescape(text)
    if b"\0" in data:
        yield from _utf16_runs(data)


def _utf16_runs(data: bytes) -> Iterator[str]:
    """Runs of western letters in UTF-16."""
    for pattern in _WIDE:
        for run in pattern.findall(data):
            yield run.replace(b"\0", b"").decode("ascii")


def word_like_runs(data: bytes) -> Iterator[str]:
    """Runs of bytes that chance would not make, of data that is not text."""
    found = [run.decode("ascii") for run in _WORDS.findall(data)]
    if found:
        yield "\n".join(found)
    yield from _utf16_runs(data)


def jpeg_metadata_texts(data: bytes) -> Iterator[str]:
    """What a JPEG holds besides its pixels: remarks, and what cameras and programs say."""
    at = 2
    while data[:2] == b"\xff\xd8" and at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        size = int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] == 0xFE or 0xE0 <= data[at + 1] <= 0xEF:
            yield from bytes_as_text(data[at + 4 : at + 2 + size])
        at += 2 + max(size, 2)


def syntax_texts(data: bytes) -> Iterator[str]:
    """Text of bytes in which objects are written: as it stands, with its escapes resolved, from hexadecimal
    strings; without what only builds the file."""
    for name in _FILE_ID.findall(data):
        yield from word_like_runs(unhex(name))
    bare = _BUILT.sub(b" ", _KEY.sub(b" ", _FILE_ID.sub(b" ", data)))
    yield from bytes_as_text(bare)
    if b"\\" in bare:
        yield from bytes_as_text(
            re.sub(rb"\\([0-7]{1,3})", lambda m: bytes([int(m.group(1), 8) & 255]), bare)
        )
    for digits in re.findall(rb"<([0-9A-Fa-f\s]{6,})>", bare):
        yield from string_in_all_encodings(unhex(digits), unhex(digits).decode("latin-1"))
    for name in re.findall(rb"/([^\s/<>\[\](){}%]*#[0-9A-Fa-f]{2}[^\s/<>\[\](){}%]*)", bare):
        yield re.sub(rb"#([0-9A-Fa-f]{2})", lambda m: unhex(m.group(1)), name).decode("latin-1")
