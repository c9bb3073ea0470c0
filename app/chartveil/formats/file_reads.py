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
from chartveil.formats.sheets import PageContent, PageRegion, PageWord
from chartveil.layout import PageReading, RegionKind

_VERSION = 1


class StoredPageReads:
    """Sheets by the picture that they were read on.

    Args:
        data: as ``dump`` gave it; empty to begin with none. What another version of this program made, or
            is damaged, is passed over: the pages are read again, and another text is told by its document's
            id.
    """

    def __init__(self, data: bytes = b"") -> None:
        self._sheets: dict[str, PageContent] = _load(data) if data else {}

    def get(self, digest: bytes, dpi: float) -> PageContent | None:
        """What was read on a picture, if it was."""
        return self._sheets.get(_key(digest, dpi))

    def put(self, digest: bytes, dpi: float, sheet: PageContent) -> None:
        self._sheets[_key(digest, dpi)] = sheet

    def dump(self) -> bytes:
        """All of it, packed; empty where there is none. Holds the text of the pages."""
        if not self._sheets:
            return b""
        data = {"form": _VERSION, "sheets": {key: _values(sheet) for key, sheet in self._sheets.items()}}
        return zlib.compress(json.dumps(data, separators=(",", ":")).encode("utf-8", "surrogatepass"))


_CURRENT_READS: ContextVar[StoredPageReads | None] = ContextVar("reads of the file at hand", default=None)


@contextmanager
def using_stored_reads(reads: StoredPageReads) -> Iterator[StoredPageReads]:
    """Within this context, in this thread, pages are taken from ``reads``; what is not there is read and put
    into it."""
    token = _CURRENT_READS.set(reads)
    try:
        yield reads
    finally:
        _CURRENT_READS.reset(token)


def current_stored_reads() -> StoredPageReads | None:
    """The reads of the context, if there is one."""
    return _CURRENT_READS.get()


def _key(digest: bytes, dpi: float) -> str:
    return f"{digest.hex()}:{round(dpi, 2)}"


def _values(sheet: PageContent) -> list[Any]:
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


def _load(data: bytes) -> dict[str, PageContent]:
    try:
        found = json.loads(zlib.decompress(data).decode("utf-8", "surrogatepass"))
        return (
            {key: _sheet_from_values(v) for key, v in found["sheets"].items()}
            if found["form"] == _VERSION
            else {}
        )
    except (zlib.error, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _sheet_from_values(values: list[Any]) -> PageContent:
    text, words, (width, height), (engine, turns, skew), spots, unseen = values
    return PageContent(
        text,
        tuple(PageWord(start, end, Rect(*edges), sure) for start, end, *edges, sure in words),
        (width, height),
        PageReading(engine, turns, skew),
        tuple(PageRegion(Rect(*edges), RegionKind(kind), score) for *edges, kind, score in spots),
        tuple((a, b) for a, b in unseen),
    )
