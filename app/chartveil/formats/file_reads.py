"""What OCR read on the pages of one file, to be kept with a worklist.

Reading a page again takes seconds, and another version of an engine, or another processor, may read another
text, on which decisions about this one mean nothing. So what was read when the file was searched is what is
reviewed and written.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from chartveil.formats.pdf_text import Rect
from chartveil.formats.sheets import Sheet, Spot, Word
from chartveil.layout import PageReading, RegionKind

_FORM = 1


class FileReads:
    """Sheets by the picture that they were read on.

    Args:
        data: as ``dump`` gave it; empty to begin with none. What another version of this program made, or
            is damaged, is passed over: the pages are read again, and another text is told by its document's
            id.
    """

    def __init__(self, data: bytes = b"") -> None:
        self._sheets: dict[str, Sheet] = _load(data) if data else {}

    def get(self, digest: bytes, dpi: float) -> Sheet | None:
        """What was read on a picture, if it was."""
        return self._sheets.get(_key(digest, dpi))

    def put(self, digest: bytes, dpi: float, sheet: Sheet) -> None:
        self._sheets[_key(digest, dpi)] = sheet

    def dump(self) -> bytes:
        """All of it, packed; empty where there is none. Holds the text of the pages."""
        if not self._sheets:
            return b""
        data = {"form": _FORM, "sheets": {key: _values(sheet) for key, sheet in self._sheets.items()}}
        return zlib.compress(json.dumps(data, separators=(",", ":")).encode("utf-8", "surrogatepass"))


_NOW: ContextVar[FileReads | None] = ContextVar("reads of the file at hand", default=None)


@contextmanager
def reading_with(reads: FileReads) -> Iterator[FileReads]:
    """Within this context, in this thread, pages are taken from ``reads``; what is not there is read and put
    into it."""
    token = _NOW.set(reads)
    try:
        yield reads
    finally:
        _NOW.reset(token)


def at_hand() -> FileReads | None:
    """The reads of the context, if there is one."""
    return _NOW.get()


def _key(digest: bytes, dpi: float) -> str:
    return f"{digest.hex()}:{round(dpi, 2)}"


def _values(sheet: Sheet) -> list[Any]:
    r = sheet.reading
    return [
        sheet.text,
        [[w.start, w.end, *_edges(w.rect), w.confidence] for w in sheet.words],
        list(sheet.size),
        [r.engine, r.quarter_turns, r.skew],
        [[*_edges(s.rect), str(s.kind), s.score] for s in sheet.spots],
        [list(u) for u in sheet.unseen],
    ]


def _edges(rect: Rect) -> tuple[float, float, float, float]:
    return rect.left, rect.top, rect.right, rect.bottom


def _load(data: bytes) -> dict[str, Sheet]:
    try:
        found = json.loads(zlib.decompress(data).decode("utf-8", "surrogatepass"))
        return {key: _sheet(v) for key, v in found["sheets"].items()} if found["form"] == _FORM else {}
    except (zlib.error, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _sheet(values: list[Any]) -> Sheet:
    text, words, (width, height), (engine, turns, skew), spots, unseen = values
    return Sheet(
        text,
        tuple(Word(start, end, Rect(*edges), sure) for start, end, *edges, sure in words),
        (width, height),
        PageReading(engine, turns, skew),
        tuple(Spot(Rect(*edges), RegionKind(kind), score) for *edges, kind, score in spots),
        tuple((a, b) for a, b in unseen),
    )
