"""Finds a canary in bytes, however it is written: a reader that shares nothing with the program's own
but the names that surrogates are drawn from.

Bytes are unpacked (zip, deflate, gzip, PDF streams, pictures' chunks), turned into text in several ways, each
text is unescaped in several ways, and what comes out is compared without case, accents and all that parts
letters. What looks like base64, hex, base32 or ascii85 is decoded and goes the same way.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import io
import quopri
import re
import unicodedata
import urllib.parse
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from benchmarks.hostile_files.marks import HOMOGLYPHS
from benchmarks.hostile_files.people import Canary
from chartveil.domain.entities import unescape_entities
from chartveil.surrogates.lists import load_surrogate_lists

_DEPTH = 4
_MOST_UNPACKED = 1 << 24
_LEAST_PART = 5
"""Letters of a name that give it away where it stands in pieces. The issue says four: the syllables here are
rare, yet four of them come up in packed data by chance."""
_NO_PARTS = frozenset({"major"})
"""Parts that are words of every workbook and document: the theme's ``majorFont``."""
_LEAST_DIGITS = 7
_LATIN = {v: chr(k) for k, v in HOMOGLYPHS.items()}
_LATIN_LETTERS = str.maketrans({chr(k): v for k, v in _LATIN.items()})
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-][A-Za-z0-9+/_\s-]{14,}={0,2}")
_BASE32 = re.compile(rb"[A-Z2-7]{16,}={0,6}")
_HEX = re.compile(rb"(?:[0-9A-Fa-f]{2}\s*){8,}")
_ASCII85 = re.compile(rb"<~(.+?)~>", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\n?endstream", re.DOTALL)
_CODES = re.compile(r"(?:\b\d{2,3}\b[\s,;]+){4,}\d{2,3}\b")
_DIGIT_RUN = re.compile(r"\d(?:[^\w]{0,3}\d)+")
_TAG = re.compile(r"<[^<>]{0,4000}>")
_TAG_CHARACTERS = re.compile(r"[\U000E0020-\U000E007E]")
_NO_LETTERS = re.compile(r"[\W_\u3164\u115f\u1160]+")
"""All but letters and figures; fillers of Hangul count as letters and show nothing."""
_ODD = re.compile(r"[\ufffd\x01-\x08\x0e-\x1f\x7f-\x9f]")
_RTF_WORD = re.compile(r"\\\*|\\[A-Za-z]+-?\d* ?|\\[-~_]|[{}]")
_PAIRS: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(r"\\u\{?([0-9A-Fa-f]{4,6})\}?"), 16),
    (re.compile(r"\\x\{?([0-9A-Fa-f]{2,4})\}?"), 16),
    (re.compile(r"\\'([0-9A-Fa-f]{2})"), 16),
    (re.compile(r"\\u(-?\d{1,5}) ?\??"), 10),
    (re.compile(r"_x([0-9A-Fa-f]{4})_"), 16),
    (re.compile(r"\\([0-7]{3})"), 8),
    (re.compile(r"\\([0-9A-Fa-f]{2,6}) ?"), 16),
    (re.compile(r"=([0-9A-Fa-f]{2})"), 16),
    (re.compile(r"#([0-9A-Fa-f]{2})"), 16),
)
"""Escapes, and the base of the number in them."""


def survivors(canaries: Iterable[Canary], data: bytes, *, pieces: bool = True) -> list[str]:
    """What of canaries bytes still hold: ``given name in utf-8 text``; none where nothing does.

    Args:
        canaries: what is looked for.
        data: of a whole file.
        pieces: whether pieces of names and numbers count too.
    """
    wanted = list(canaries)
    found: dict[str, None] = {}
    for where, text in _texts(data, "", _DEPTH):
        for view, seen in _views(text):
            for what in _found(wanted, seen, pieces=pieces):
                found.setdefault(f"{what} {where}{view}".strip())
        if len(found) > 8:
            break
    return list(found)


def _found(canaries: Iterable[Canary], text: str, *, pieces: bool) -> Iterator[str]:
    plain = _plain(text)
    backwards = plain[::-1]
    prose: str | None = None
    figures: list[str] | None = None
    for canary in canaries:
        whole = [w for w in (*canary.words, *canary.numbers) if w in plain or w in backwards]
        yield from (f"{canary.kind}: whole" for _ in whole[:1])
        if whole or not pieces:
            continue
        if prose is None:
            prose = _plain(_without_names(_without_blobs(text))) if _is_text(text) else ""
        if canary.numbers and figures is None:
            figures = _figures(text)
        yield from _pieces(canary, prose, figures or ())


def _figures(text: str) -> list[str]:
    """The digits of each run of digits that signs may part."""
    runs = _DIGIT_RUN.finditer(unicodedata.normalize("NFKC", text))
    return ["".join(c for c in run[0] if c.isdigit()) for run in runs]


def _pieces(canary: Canary, prose: str, figures: Sequence[str]) -> Iterator[str]:
    for word in canary.words:
        parts = (word[i : i + _LEAST_PART] for i in range(len(word) - _LEAST_PART + 1))
        if any(p in prose and p not in _NO_PARTS for p in parts):
            yield f"{canary.kind}: a part"
            return
    for number in canary.numbers:
        if not number.isdigit() or len(number) < _LEAST_DIGITS or canary.kind == "dob":
            continue
        windows = [number[i : i + _LEAST_DIGITS] for i in range(len(number) - _LEAST_DIGITS + 1)]
        for digits in figures:
            # A longer figure holds any other by chance: only one of the number's own length is a part of it.
            if len(digits) <= len(number) and any(w in digits for w in windows):
                yield f"{canary.kind}: a part"
                return


def _plain(text: str) -> str:
    """Letters and figures alone, in small Latin letters."""
    if text.isascii():
        return re.sub(r"[^a-z0-9]+", "", text.lower())
    decomposed = unicodedata.normalize("NFKD", _untagged(text).translate(_LATIN_LETTERS)).casefold()
    # Accents that NFKD parts from their letters are no letters.
    return _NO_LETTERS.sub("", decomposed)


def _untagged(text: str) -> str:
    """Tag characters (U+E0000) as what they stand for."""
    return _TAG_CHARACTERS.sub(lambda m: chr(ord(m[0]) - 0xE0000), text)


def _is_text(text: str) -> bool:
    """Whether it may be written by somebody: in packed data any few letters stand somewhere."""
    head = text[:8000]
    return len(_ODD.findall(head)) * 25 <= len(head)


def _without_blobs(text: str) -> str:
    return re.sub(r"[A-Za-z0-9+/=]{60,}", " ", text)


def _without_names(text: str) -> str:
    """A text without the names that surrogates are drawn from: a canary is none, and a part of one may stand
    in them by chance."""
    names = _surrogate_names()
    return re.sub(r"[^\W\d_]+", lambda m: " " if m[0].lower() in names else m[0], text)


@cache
def _surrogate_names() -> frozenset[str]:
    lists = load_surrogate_lists()
    return frozenset(word for name in (*lists.names, *lists.places) for word in name.lower().split())


def _views(text: str) -> Iterator[tuple[str, str]]:
    """A text as it stands, and with its escapes undone in each way that changes it."""
    yield "", text
    seen = {text}
    steps: list[tuple[str, Callable[[str], str]]] = [
        ("without tags", lambda t: _TAG.sub("", t)),
        ("entities", lambda t: unescape_entities(unescape_entities(t))),
        ("entities without tags", lambda t: unescape_entities(_TAG.sub("", unescape_entities(t)))),
        ("percent", lambda t: urllib.parse.unquote(t, errors="replace")),
        ("quoted-printable", _unquoted),
        ("rtf", _rtf),
        ("numbers", _from_codes),
        ("markdown", lambda t: re.sub(r"\x1b\[[0-9;]*m|[*_`~>|]", "", t)),
        ("utf-7", _utf7),
    ]
    for name, step in steps:
        changed = step(text)
        if changed not in seen:
            seen.add(changed)
            yield f"({name})", changed
    if "\\" in text or "_x" in text or "=" in text or "#" in text:
        for pattern, base in _PAIRS:
            changed = pattern.sub(lambda m, b=base: _char(int(m[1], b)), text)  # type: ignore[misc]
            if changed not in seen:
                seen.add(changed)
                yield "(escapes)", changed


def _char(code: int) -> str:
    code %= 0x110000
    return "" if 0xD800 <= code < 0xE000 else chr(code)


def _unquoted(text: str) -> str:
    if "=" not in text:
        return text
    return quopri.decodestring(text.encode("utf-8", "replace")).decode("utf-8", "replace")


def _rtf(text: str) -> str:
    if "\\" not in text:
        return text
    text = re.sub(r"\\'([0-9A-Fa-f]{2})", lambda m: _char(int(m[1], 16)), text)
    text = re.sub(r"\\u(-?\d{1,6}) ?\??", lambda m: _char(int(m[1])), text)
    return _RTF_WORD.sub("", text)


def _from_codes(text: str) -> str:
    def letters(m: re.Match[str]) -> str:
        return "".join(chr(int(n)) for n in re.findall(r"\d+", m[0]) if 31 < int(n) < 127)

    return _CODES.sub(letters, text)


def _utf7(text: str) -> str:
    if "+A" not in text:
        return text
    try:
        return text.encode("ascii", "replace").decode("utf-7", "replace")
    except UnicodeError:
        return text


def _texts(data: bytes, where: str, depth: int) -> Iterator[tuple[str, str]]:
    """The texts that bytes hold, with where they were found."""
    yield where, data.decode("utf-8", "replace")
    if not data.isascii():
        yield f"{where}latin-1 ", data.decode("latin-1")
        for encoding in ("cp500", "shift_jis", "gb18030"):
            yield f"{where}{encoding} ", data.decode(encoding, "replace")
    if b"\0" in data:
        yield f"{where}without nul ", data.replace(b"\0", b"").decode("latin-1")
        for start in (0, 1):
            yield f"{where}utf-16 ", data[start:].decode("utf-16-le", "replace")
    if depth:
        for name, inner in _unpacked(data):
            yield from _texts(inner, f"{where}{name} ", depth - 1)


def _unpacked(data: bytes) -> Iterator[tuple[str, bytes]]:
    """What is packed or encoded within bytes."""
    if b"PK\x03\x04" in data or b"PK\x05\x06" in data:
        yield from _members(data)
    if b"%PDF-" in data[:2048]:
        yield from _pdf_parts(data)
    for m in _STREAM.finditer(data):
        yield from _inflated("stream", m[1])
    yield from _deflated(data)
    for m in _BASE64.finditer(data):
        run = re.sub(rb"\s", b"", m[0])
        runs = {run, *(part for part in m[0].split() if len(part) >= 16)}
        for one in runs:
            with contextlib.suppress(binascii.Error, ValueError):
                plain = one.replace(b"-", b"+").replace(b"_", b"/").rstrip(b"=")
                yield "base64", base64.b64decode(plain + b"=" * (-len(plain) % 4))
    for m in _BASE32.finditer(data):
        with contextlib.suppress(binascii.Error, ValueError):
            yield "base32", base64.b32decode(m[0] + b"=" * (-len(m[0]) % 8))
    for m in _HEX.finditer(data):
        yield "hex", bytes.fromhex(re.sub(rb"\s", b"", m[0]).decode("ascii"))
    for m in _ASCII85.finditer(data):
        with contextlib.suppress(ValueError):
            yield "ascii85", base64.a85decode(m[1])


def _members(data: bytes) -> Iterator[tuple[str, bytes]]:
    broken = (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError)
    with contextlib.suppress(*broken), zipfile.ZipFile(io.BytesIO(data)) as archive:
        yield "zip comment", archive.comment
        for info in archive.infolist():
            yield "member's name", info.filename.encode() + b"\n" + info.comment + info.extra
            if info.file_size < _MOST_UNPACKED:
                with contextlib.suppress(*broken):
                    yield info.filename, archive.read(info)


def _deflated(data: bytes) -> Iterator[tuple[str, bytes]]:
    for head in (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda", b"\x1f\x8b\x08"):
        at = data.find(head)
        while at >= 0:
            yield from _inflated("deflate", data[at:])
            at = data.find(head, at + 1)


def _inflated(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    for window in (zlib.MAX_WBITS | 32, -zlib.MAX_WBITS):
        try:
            out = zlib.decompressobj(window).decompress(data, _MOST_UNPACKED)
        except zlib.error:
            continue
        if out:
            yield name, out
            return


def _pdf_parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    import pikepdf

    with (
        contextlib.suppress(pikepdf.PdfError, ValueError, RuntimeError),
        pikepdf.open(io.BytesIO(data)) as pdf,
    ):
        for item in pdf.objects:
            if isinstance(item, pikepdf.Stream):
                with contextlib.suppress(pikepdf.PdfError, RuntimeError):
                    yield "pdf stream", item.read_bytes()
            with contextlib.suppress(pikepdf.PdfError, RuntimeError, ValueError):
                yield "pdf object", "\n".join(_strings(item)).encode()
    # Another's reader: whatever it cannot read is nothing.
    with contextlib.suppress(Exception):
        from pypdf import PdfReader

        for page in PdfReader(io.BytesIO(data)).pages:
            yield "pdf text", page.extract_text().encode()


def _strings(item: object, depth: int = 6) -> Iterator[str]:
    """Strings and names within an object of a PDF, not past references."""
    import pikepdf

    if isinstance(item, pikepdf.String | pikepdf.Name):
        yield str(item)
    elif depth and isinstance(item, pikepdf.Array):
        for part in item:
            yield from _strings(part, depth - 1)
    elif depth and isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
        for key, part in item.items():
            yield str(key)
            yield from _strings(part, depth - 1)
