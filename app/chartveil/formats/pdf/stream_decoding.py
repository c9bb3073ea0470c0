"""Decodes the streams of a PDF within bounds, whatever they unpack to."""

from __future__ import annotations

import binascii
import re
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from chartveil.domain.errors import StageError

_CHUNK = 2**20
STREAM_START = re.compile(rb"(?<!end)stream(?:\r\n|\n|\r)")
_CLEAR, _END = 256, 257
"""Codes of LZW that begin a new table and end the data."""
_NAMES = {"Fl": "FlateDecode", "AHx": "ASCIIHexDecode", "A85": "ASCII85Decode", "RL": "RunLengthDecode"}
_NAMES |= {"LZW": "LZWDecode"}


class UnpackBudget:
    """How much may be unpacked: bombs stop it before they fill the memory.

    Args:
        total_bytes: of all streams together.
        stream_bytes: of one stream.

    Attributes:
        taken: bytes that were unpacked so far.
    """

    def __init__(self, total_bytes: int = 2 * 2**30, stream_bytes: int = 64 * 2**20) -> None:
        self.taken = 0
        self._total = total_bytes
        self.stream_bytes = stream_bytes

    def take_bytes(self, size: int) -> None:
        """Counts bytes.

        Raises:
            StageError: if there are more than may be; what cannot be looked into is not released.
        """
        self.taken += size
        if self.taken > self._total:
            raise too_large_error()

    def check_stream(self, size: int) -> None:
        """Raises StageError if one stream has more bytes than it may."""
        if size > self.stream_bytes:
            raise too_large_error()


def too_large_error() -> StageError:
    """The error for a file that unpacks to more than its budget."""
    return StageError("proof", "it unpacks to more than can be searched.")


def decode_stream(raw: bytes, filters: Sequence[str], budget: UnpackBudget) -> tuple[bytes, tuple[str, ...]]:
    """The stream decoded as far as its filters are known, and the filters that are left.

    Raises:
        StageError: if it unpacks to too much.
    """
    data = raw
    for k, name in enumerate(filters):
        name = _NAMES.get(name, name)
        if name == "FlateDecode":
            data = b"".join(inflate(data, budget))
        elif name == "LZWDecode":
            data = _lzw(data, budget)
        elif name == "ASCIIHexDecode":
            data = unhex(data)
        elif name == "ASCII85Decode":
            data = _ascii85(data)
        elif name == "RunLengthDecode":
            data = _runs(data, budget)
        elif name != "Crypt":
            return data, tuple(filters[k:])
    return data, ()


def inflate(data: bytes, budget: UnpackBudget, *, bounded: bool = True) -> Iterator[bytes]:
    """The content of a zlib stream, a piece at a time; as much as can be read of a damaged one.

    Args:
        bounded: whether the bound of one stream holds, which is not for pixels that are not kept.
    """
    unpacker = zlib.decompressobj()
    size = 0
    left = data
    while left and not unpacker.eof:
        try:
            piece = unpacker.decompress(left, _CHUNK)
        except zlib.error:
            return
        left = unpacker.unconsumed_tail
        if not piece and not left:
            break
        size += len(piece)
        budget.take_bytes(len(piece))
        if bounded:
            budget.check_stream(size)
        yield piece


def stream_filters(stream: Any) -> list[str]:
    """The names of the filters of a stream of pikepdf, in the order in which they are undone."""
    import pikepdf

    given = stream.get("/Filter", stream.get("/F"))
    names = list(given) if isinstance(given, pikepdf.Array) else [given]
    return [str(n)[1:] for n in names if isinstance(n, pikepdf.Name)]


def object_streams(data: bytes, budget: UnpackBudget) -> Iterator[bytes]:
    """What is unpacked as soon as a PDF is opened, and what unpacks from that: streams of objects and of
    their table.

    Raises:
        StageError: at a bomb.
    """
    for match in STREAM_START.finditer(data):
        head = data[max(match.start() - 2048, 0) : match.start()].rpartition(b"obj")[2]
        if b"ObjStm" in head or b"XRef" in head or b"#" in head:
            end = data.find(b"endstream", match.end())
            raw = data[match.end() : end if end >= 0 else None]
            for _ in range(4):
                raw = b"".join(inflate(raw, budget))
                yield raw


def unhex(data: bytes) -> bytes:
    """Bytes of hexadecimal digits up to ``>``; an odd one counts as if a zero followed."""
    digits = re.sub(rb"[^0-9A-Fa-f]", b"", data.partition(b">")[0])
    return binascii.unhexlify(digits + b"0" * (len(digits) % 2))


def _ascii85(data: bytes) -> bytes:
    body = re.sub(rb"[^!-uz]", b"", data.partition(b"~>")[0]).replace(b"z", b"!!!!!")
    out = bytearray()
    for at in range(0, len(body), 5):
        group = body[at : at + 5]
        value = 0
        for digit in group + b"u" * (5 - len(group)):
            value = value * 85 + digit - 33
        out += (value & 0xFFFFFFFF).to_bytes(4, "big")[: max(len(group) - 1, 0)]
    return bytes(out)


def _runs(data: bytes, budget: UnpackBudget) -> bytes:
    out = bytearray()
    at = 0
    while at < len(data) and data[at] != 128:
        length = data[at]
        if length < 128:
            out += data[at + 1 : at + 2 + length]
            at += length + 2
        else:
            out += data[at + 1 : at + 2] * (257 - length)
            at += 2
        budget.check_stream(len(out))
    budget.take_bytes(len(out))
    return bytes(out)


def _lzw(data: bytes, budget: UnpackBudget) -> bytes:
    """Decodes LZW with the early change that PDF has unless it says otherwise (ISO 32000-1, 7.4.4)."""
    out = bytearray()
    table: list[bytes] = []
    before = b""
    width, bits, held = 9, 0, 0
    for byte in data:
        held = (held << 8) | byte
        bits += 8
        if bits < width:
            continue
        bits -= width
        code = held >> bits
        held &= (1 << bits) - 1
        if code == _CLEAR:
            table = [bytes([k]) for k in range(256)] + [b"", b""]
            before, width = b"", 9
            continue
        if code == _END or code > len(table) or not table:
            break
        entry = table[code] if code < len(table) else before + before[:1]
        if before:
            table.append(before + entry[:1])
        out += entry
        budget.check_stream(len(out))
        before = entry
        width = min(12, max(9, (len(table) + 1).bit_length()))
    budget.take_bytes(len(out))
    return bytes(out)
