"""Caches what OCR read on pictures of pages: in memory for a while, with a worklist for good.

Reading a page takes seconds, and a file is read, written and read again; so what was read last is kept. With
a worklist it is kept for good: another version of an engine, or another processor, may read another text, on
which decisions about this one mean nothing. So what was read when a file was searched is what is reviewed
and written.
"""

from __future__ import annotations

import hashlib
import json
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chartveil.domain.geometry import POINTS_PER_INCH, Rect
from chartveil.domain.page_layout import PageReading, RegionKind
from chartveil.formats.pages.content import PageContent, PageRegion, PageWord
from chartveil.formats.pages.page_picture import PagePicture, is_black_and_white
from chartveil.ocr.options import PageOptions

if TYPE_CHECKING:
    from chartveil.ocr.engine_interface import EngineName, Picture
    from chartveil.ocr.page_reading import OcrPage


_VERSION = 1
_CACHE_BYTES = 32 * 2**20
"""Bytes that are kept, roughly: a dense page takes a hundred thousand."""
_BYTES_A_WORD = 240
_BYTES_A_CHARACTER = 4


class StoredPageReads:
    """Sheets by the picture that they were read on.

    Args:
        data: as ``dump`` gave it; empty to begin with none. What another version of this program made, or
            is damaged, is passed over: the pages are read again, and another text is told by its document's
            id.
    """

    def __init__(self, data: bytes = b"") -> None:
        self._pages: dict[str, PageContent] = _load(data) if data else {}

    def get(self, digest: bytes, dpi: float) -> PageContent | None:
        """The reading of a picture; None where there is none."""
        return self._pages.get(_key(digest, dpi))

    def put(self, digest: bytes, dpi: float, content: PageContent) -> None:
        """Stores the reading of a picture."""
        self._pages[_key(digest, dpi)] = content

    def dump(self) -> bytes:
        """All of it, packed; empty where there is none. Holds the text of the pages."""
        if not self._pages:
            return b""
        data = {"form": _VERSION, "sheets": {key: _values(content) for key, content in self._pages.items()}}
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


def _values(content: PageContent) -> list[Any]:
    r = content.reading
    return [
        content.text,
        [[w.start, w.end, *_edges(w.rect), w.confidence] for w in content.words],
        list(content.size),
        [r.engine, r.quarter_turns, r.skew],
        [[*_edges(s.rect), str(s.kind), s.score] for s in content.regions],
        [list(u) for u in content.unseen],
    ]


def _edges(rect: Rect) -> tuple[float, float, float, float]:
    return rect.left, rect.top, rect.right, rect.bottom


def _load(data: bytes) -> dict[str, PageContent]:
    try:
        found = json.loads(zlib.decompress(data).decode("utf-8", "surrogatepass"))
        return (
            {key: _content_from_values(v) for key, v in found["sheets"].items()}
            if found["form"] == _VERSION
            else {}
        )
    except (zlib.error, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _content_from_values(values: list[Any]) -> PageContent:
    text, words, (width, height), (engine, turns, skew), regions, unseen = values
    return PageContent(
        text,
        tuple(PageWord(start, end, Rect(*edges), confidence) for start, end, *edges, confidence in words),
        (width, height),
        PageReading(engine, turns, skew),
        tuple(PageRegion(Rect(*edges), RegionKind(kind), score) for *edges, kind, score in regions),
        tuple((a, b) for a, b in unseen),
    )


@dataclass(frozen=True, slots=True)
class _Key:
    """What decides how a page is read."""

    digest: bytes
    dpi: float
    engines: tuple[str, ...]


class OcrPageCache:
    """Reads pictures of pages, and keeps what was read last. May be used from several threads.

    Args:
        kept: bytes of memory, roughly; what was asked for longest ago goes first.
        read: reads a picture, as ``ocr.page_reading.read_page_picture``; that one when not given.
        version: version of an engine by its name; its own when not given.
    """

    def __init__(
        self,
        kept: int = _CACHE_BYTES,
        read: Callable[[Picture, float, PageOptions], OcrPage] | None = None,
        version: Callable[[EngineName], str] | None = None,
    ) -> None:
        self._most = kept
        self._read = read or _read
        self._version = version or _version
        self._pages: OrderedDict[_Key, PageContent] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def read(self, page: PagePicture, options: PageOptions) -> PageContent:
        """The page as OCR reads it, upright and level, with places on it in that state. Reads that are
        stored (``using_stored_reads``) come before the engine.

        Raises:
            ResourceError: if the engine is not ready.
            StageError: if it fails.
        """
        digest = _digest(page.picture)
        reads = current_stored_reads()
        content = reads.get(digest, page.dpi) if reads is not None else None
        if content is None:
            content = self._read_or_kept(page, options, digest)
            if reads is not None:
                reads.put(digest, page.dpi, content)
        return content

    def _read_or_kept(self, page: PagePicture, options: PageOptions, digest: bytes) -> PageContent:
        key = _Key(digest, round(page.dpi, 2), self._engines(options))
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
                return self._pages[key]
        content = _content_in_points(self._read(page.picture, page.dpi, options), page.dpi)
        with self._lock:
            if key not in self._pages:
                self._pages[key] = content
                self._bytes += _bytes_of(content)
            while self._bytes > self._most:
                self._bytes -= _bytes_of(self._pages.popitem(last=False)[1])
        return content

    def clear(self) -> None:
        """Forgets all that was read."""
        with self._lock:
            self._pages.clear()
            self._bytes = 0

    def _engines(self, options: PageOptions) -> tuple[str, ...]:
        names = [options.engine] if options.second is None else [options.engine, options.second]
        return tuple(f"{name}:{self._version(name)}" for name in names)


def turn_page_as_read(page: PagePicture, reading: PageReading) -> PagePicture:
    """A freshly drawn page, turned as it was when it was read. One in black and white stays so."""
    if not reading.quarter_turns and not reading.skew:
        return page
    import numpy as np

    from chartveil.ocr.page_reading import turn_as_read as turned

    picture = turned(page.picture, reading)
    if is_black_and_white(page.picture):
        picture = np.where(picture < 128, 0, 255).astype(np.uint8)
    return PagePicture(page.number, picture, page.dpi, page.corner)


def _read(picture: Picture, dpi: float, options: PageOptions) -> OcrPage:
    from chartveil.ocr.page_reading import read_page_picture

    return read_page_picture(picture, dpi, options)


def _version(name: EngineName) -> str:
    from chartveil.ocr.engines.registry import get_engine

    return get_engine(name).version


def _digest(picture: Picture) -> bytes:
    import numpy as np

    made = hashlib.sha256(repr(picture.shape).encode())
    made.update(np.ascontiguousarray(picture).data)
    return made.digest()


def _content_in_points(read: OcrPage, dpi: float) -> PageContent:
    """In points, without the picture, which would fill the memory."""

    def rect(place: Rect) -> Rect:
        return Rect(*(round(v * POINTS_PER_INCH / dpi, 3) for v in _edges(place)))

    height, width = read.picture.shape[:2]
    words = (PageWord(w.start, w.end, rect(w.place), w.confidence) for w in read.words)
    return PageContent(
        read.text.replace("\f", "\n"),
        tuple(sorted(words, key=lambda w: (w.start, w.end))),
        (width * POINTS_PER_INCH / dpi, height * POINTS_PER_INCH / dpi),
        read.reading,
        tuple(PageRegion(rect(r.place), r.kind, r.score) for r in read.regions),
    )


def _bytes_of(content: PageContent) -> int:
    return _BYTES_A_CHARACTER * len(content.text) + _BYTES_A_WORD * (
        len(content.words) + len(content.regions) + 4
    )


OCR_PAGE_CACHE = OcrPageCache()
"""The cache of this process."""
