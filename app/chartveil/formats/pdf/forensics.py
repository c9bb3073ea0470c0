"""Reads all text that a PDF holds anywhere, shown or not, to prove that a copy holds nothing of the original.

It is searched in every object and stream of every revision, in bytes that no object claims, and in pixels.
``unexpected_parts`` tells besides whether a copy has anything that our writer does not write.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator
from typing import Any

from chartveil.domain.entities import unescape_entities
from chartveil.domain.errors import StageError
from chartveil.formats.pdf.content_text import FontDecoders, content_texts
from chartveil.formats.pdf.opening import LARGEST_SIDE
from chartveil.formats.pdf.page_parts import MOST_PARTS
from chartveil.formats.pdf.picture_encoding import MOST_LAYERS
from chartveil.formats.pdf.reader_view import LANGUAGE
from chartveil.formats.pdf.stream_decoding import (
    STREAM_START,
    UnpackBudget,
    decode_stream,
    inflate,
    object_streams,
    stream_filters,
    too_large_error,
    unhex,
)
from chartveil.formats.pdf.writing import glyphless_font

WRITTEN_NAMES = frozenset(
    "Type Catalog Pages Page Kids Count Parent MediaBox Resources Font XObject Image Contents Width "
    "Height BitsPerComponent ColorSpace DeviceGray DeviceRGB Filter DecodeParms FlateDecode DCTDecode "
    "CCITTFaxDecode K Columns Rows Length Length1 Subtype Type0 CIDFontType2 BaseFont Unseen Encoding "
    "Identity-H DescendantFonts ToUnicode CIDSystemInfo Registry Ordering Supplement FontDescriptor "
    "FontName Flags FontBBox ItalicAngle Ascent Descent CapHeight StemV FontFile2 DW CIDToGIDMap Root "
    "Size ID F ImageMask JBIG2Decode Lang PageLabels Nums S St D R r "
    "Outlines Title First Last Prev Next Dest Fit".split()
) | {f"I{number}" for number in range(MOST_LAYERS * MOST_PARTS)}
"""Names with which our PDFs are built."""
KNOWN_NAMES = WRITTEN_NAMES | frozenset(
    "Type1 TrueType Form CropBox Info Prev ObjStm XRef N First W Index".split()
)
WRITTEN_STRINGS = frozenset({"Adobe", "Identity", "UCS"})
_KEY = re.compile(
    rb"/(?:Lang\((?:%s)\)|I[0-9]{1,4}|" % LANGUAGE.pattern.encode()
    + b"|".join(sorted((n.encode() for n in KNOWN_NAMES if not n[1:].isdigit()), reverse=True))
    + rb")(?![A-Za-z0-9])"
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
_PICTURES = 64 * 2**30
"""Bytes of pixels that are looked through in one file."""
_OVERLAP = 100
"""Bytes of a piece of pixels that are looked at again with the next."""
_REVISIONS = 100
_NESTED = 2
"""Depth of PDFs inside PDFs."""
_OBJECT = re.compile(rb"(?<![0-9])([0-9]{1,10})\s+([0-9]{1,5})\s+obj\b")
_LONG_NUMBER = 10_000


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
    if "&" in text and unescape_entities(text) != text:
        yield unescape_entities(text)
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
    """The texts of a JPEG besides its pixels: comments, and metadata of cameras and programs."""
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


def all_text_in(data: bytes) -> Iterator[tuple[str, str]]:
    """All text in a PDF, shown or not, as (where, text); the same text may come more than once.

    ``where`` names a part, as ``page 3``, ``object 12/stream`` or ``revision 1/object 4``, never content.

    Raises:
        StageError: if it cannot be opened, or unpacks to more than can be searched.
    """
    return _PdfTextSearch(data, 0).everything()


class _PdfTextSearch:
    """Looks through one PDF, each object and stream once."""

    def __init__(self, data: bytes, depth: int) -> None:
        self._data = data
        self._depth = depth
        self._budget = UnpackBudget()
        self._pixels = UnpackBudget(_PICTURES)
        self._seen: set[bytes] = set()
        self._streams: set[bytes] = set()
        self._listed: set[int] = set()

    def everything(self) -> Iterator[tuple[str, str]]:
        for _ in object_streams(self._data, self._budget):
            pass  # a bomb is told by unpacking it
        yield from _by_pdfium(self._data)
        yield from self._objects("", self._data)
        ends = [m.end() for m in re.finditer(rb"%%EOF", self._data)]
        if len(ends) > _REVISIONS:
            raise too_large_error()
        for k, end in enumerate(ends[:-1], 1):
            yield from self._objects(f"revision {k}/", self._data[:end], needed=False)
        if {int(m.group(1)) for m in _OBJECT.finditer(self._data)} - self._listed:
            # Without its table a file is searched for objects from its first to its last byte.
            lost = self._data.replace(b"startxref", b"start    ")
            yield from self._objects("unlisted/", lost, needed=False)
        yield from self._between()

    def _objects(self, prefix: str, data: bytes, *, needed: bool = True) -> Iterator[tuple[str, str]]:
        """Every object of a file, and its trailer. One that is not needed and cannot be opened gives
        nothing."""
        import pikepdf

        try:
            pdf = pikepdf.open(io.BytesIO(data))
        except pikepdf.PdfError:
            if needed:
                raise StageError("proof", "it cannot be opened as PDF.") from None
            return
        with pdf:
            fonts = FontDecoders(self._unpacked)
            resources = _resources(pdf)
            for item in pdf.objects:
                number = item.objgen[0]
                self._listed.add(number)
                digest = hashlib.sha256(b"%d %s" % (number, _mark(item))).digest()
                if digest in self._seen:
                    continue
                self._seen.add(digest)
                where = f"{prefix}object {number}"
                yield from ((where, text) for text in _texts(item))
                if isinstance(item, pikepdf.Stream):
                    for text in self._stream(item, resources.get(number), fonts):
                        yield f"{where}/stream", text
            yield from ((f"{prefix}trailer", text) for text in _texts(pdf.trailer))
            for k, page in enumerate(pdf.pages, 1):
                for text in self._joined(page, fonts):
                    yield f"{prefix}page {k}/contents", text

    def _unpacked(self, stream: Any) -> bytes:
        return decode_stream(stream.read_raw_bytes(), stream_filters(stream), self._budget)[0]

    def _joined(self, page: Any, fonts: FontDecoders) -> Iterator[str]:
        """What a page's contents show, of one whose contents come in several streams."""
        import pikepdf

        contents = page.obj.get("/Contents")
        if isinstance(contents, pikepdf.Array):
            parts = [self._unpacked(part) for part in contents if isinstance(part, pikepdf.Stream)]
            yield from content_texts(b"\n".join(parts), page.resources, fonts, surely=True) or ()

    def _stream(self, item: Any, resources: Any, fonts: FontDecoders) -> Iterator[str]:
        """Texts of a stream's content."""
        raw, filters = item.read_raw_bytes(), stream_filters(item)
        self._streams.add(hashlib.sha256(raw.rstrip(b"\r\n")).digest())
        if item.get("/Subtype") == "/Image":
            if filters == ["FlateDecode"]:
                tail = b""
                for piece in inflate(raw, self._pixels, bounded=False):
                    yield from word_like_runs(tail + piece)
                    tail = piece[-_OVERLAP:]
                return
            data, left = decode_stream(raw, filters, self._budget)
            yield from jpeg_metadata_texts(data) if left else ()
            yield from word_like_runs(data)
            return
        data, left = decode_stream(raw, filters, self._budget)
        if _has_predictor(item) and not left:
            data = item.read_bytes()
        yield from self._content(data, item.get("/Resources", resources), fonts, str(item.get("/Type", "")))

    def _content(self, data: bytes, resources: Any, fonts: FontDecoders, kind: str) -> Iterator[str]:
        """Texts of a decoded stream that is no picture."""
        if data == glyphless_font():
            return
        if kind == "/ObjStm":
            yield from syntax_texts(data)
        elif kind == "/XRef":
            yield from word_like_runs(data)
        elif b"begincmap" in data:
            yield CHARACTER_MAP_SYNTAX.sub(" ", data.decode("latin-1"))
        elif data.startswith(b"%PDF-") and self._depth < _NESTED:
            try:
                yield from (text for _, text in _PdfTextSearch(data, self._depth + 1).everything())
            except StageError:
                yield from bytes_as_text(data)
        else:
            texts = content_texts(data, resources, fonts, surely=resources is not None)
            yield from bytes_as_text(data) if texts is None else texts

    def _between(self) -> Iterator[tuple[str, str]]:
        """The bytes outside of streams, and streams that no object told of."""
        at = 0
        outside = []
        fonts = FontDecoders(self._unpacked)
        for match in STREAM_START.finditer(self._data):
            if match.start() < at:
                continue
            end = self._data.find(b"endstream", match.end())
            end = len(self._data) if end < 0 else end
            outside.append(self._data[at : match.start()])
            raw = self._data[match.end() : end]
            at = end
            if hashlib.sha256(raw.rstrip(b"\r\n")).digest() in self._streams:
                continue
            data = b"".join(inflate(raw, self._budget)) or raw
            for text in self._content(data, None, fonts, ""):
                yield "bytes/stream", text
        outside.append(self._data[at:])
        for text in syntax_texts(b"\n".join(outside)):
            yield "bytes", text


def _by_pdfium(data: bytes) -> Iterator[tuple[str, str]]:
    """What PDFium says that each page says."""
    import pypdfium2

    from chartveil.formats.pdf.opening import PDFIUM_LOCK

    with PDFIUM_LOCK:
        try:
            pdf = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError:
            raise StageError("proof", "it cannot be opened as PDF.") from None
    try:
        for number in range(len(pdf)):
            with PDFIUM_LOCK:
                page = pdf[number]
                textpage = page.get_textpage()
                text = textpage.get_text_range()
                textpage.close()
                page.close()
            yield f"page {number + 1}", text
    finally:
        with PDFIUM_LOCK:
            pdf.close()


def _resources(pdf: Any) -> dict[int, Any]:
    """The resources by which each content stream of the pages is read, by number of the stream's object;
    those of forms and looks that have none of their own are the page's."""
    import pikepdf

    found: dict[int, Any] = {}
    for page in pdf.pages:
        own = page.resources
        contents = page.obj.get("/Contents", [])
        streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
        streams += [v for _, v in own.get("/XObject", pikepdf.Dictionary()).items()]
        for stream in streams:
            if isinstance(stream, pikepdf.Stream):
                found.setdefault(stream.objgen[0], own)
    return found


def _mark(item: Any) -> bytes:
    """What tells an object from another of its number."""
    import pikepdf

    if isinstance(item, pikepdf.Stream):
        return bytes(item.stream_dict.unparse()) + hashlib.sha256(item.read_raw_bytes()).digest()
    return bytes(item.unparse(resolved=True))


def _has_predictor(stream: Any) -> bool:
    """Whether rows of the stream are told as differences from those before."""
    return b"/Predictor" in stream.stream_dict.unparse()


def _texts(item: Any, known: frozenset[str] = KNOWN_NAMES) -> Iterator[str]:
    """Strings, names that are not known and long numbers of an object, not of those that it points to."""
    import pikepdf

    left: list[Any] = [item.stream_dict if isinstance(item, pikepdf.Stream) else item]
    while left:
        value = left.pop()
        if isinstance(value, int):
            if abs(value) >= _LONG_NUMBER:
                yield str(value)
        elif isinstance(value, pikepdf.Dictionary):
            entries: list[tuple[str, Any]] = list(value.items())
            for key, held in entries:
                if key[1:] not in known:
                    yield key[1:]
                elif key == "/MediaBox" and isinstance(held, pikepdf.Array):
                    # A page of a plan is more than ten thousand points wide.
                    sides: list[Any] = list(held)
                    left += [side for side in sides if not isinstance(side, int) or side > LARGEST_SIDE]
                    continue
                elif key == "/Lang" and LANGUAGE.fullmatch(str(held)):
                    continue
                elif key == "/Title" and known is WRITTEN_NAMES and bytes(held).startswith(b"\xfe\xff"):
                    continue  # a title of the outline, which is searched as text
                elif key == "/ID":
                    yield from (text for part in held for text in word_like_runs(bytes(part)))
                    continue
                if not getattr(held, "is_indirect", False) and not (
                    key[1:] in known and isinstance(held, int)
                ):
                    left.append(held)
        elif isinstance(value, pikepdf.Array):
            left += [v for v in value if not getattr(v, "is_indirect", False)]
        elif isinstance(value, pikepdf.String):
            if str(value) not in WRITTEN_STRINGS:
                yield from string_in_all_encodings(bytes(value), str(value))
        elif isinstance(value, pikepdf.Name) and str(value)[1:] not in known:
            yield str(value)[1:]


def unexpected_parts(data: bytes) -> list[str]:
    """Where a PDF has more than ``build_pdf`` writes: other keys, strings, objects that nothing uses or no
    table lists, an earlier revision. What hides in such a part need not be readable to be told.

    Raises:
        StageError: if it cannot be opened.
    """
    import pikepdf

    try:
        pdf = pikepdf.open(io.BytesIO(data))
    except pikepdf.PdfError:
        raise StageError("proof", "it cannot be opened as PDF.") from None
    with pdf:
        listed = {item.objgen[0]: item for item in pdf.objects}
        used = _used(pdf.Root)
        found = [
            f"object {k}" for k, item in listed.items() if k not in used or any(_texts(item, WRITTEN_NAMES))
        ]
        if set(pdf.trailer.keys()) - {"/Size", "/Root", "/ID"}:
            found.append("trailer")
    if data.count(b"%%EOF") != 1 or not data.endswith(b"%%EOF\n"):
        found.append("end")
    outside = re.sub(rb"(?<=\nstream\n).*?(?=\nendstream\n)", b"", data, flags=re.DOTALL)
    if {int(m.group(1)) for m in _OBJECT.finditer(outside)} - set(listed) or outside.count(b" obj\n") > len(
        listed
    ):
        found.append("bytes")
    return found


def _used(root: Any) -> set[int]:
    """Numbers of the objects that a reader comes to from the catalog."""
    import pikepdf

    found: set[int] = set()
    left = [root]
    while left:
        value = left.pop()
        if getattr(value, "is_indirect", False):
            if value.objgen[0] in found:
                continue
            found.add(value.objgen[0])
        if isinstance(value, pikepdf.Stream):
            value = value.stream_dict
        if isinstance(value, pikepdf.Dictionary):
            left += [held for _, held in value.items()]
        elif isinstance(value, pikepdf.Array):
            left += list(value)
    return found
