"""What OCR read on pictures of pages, kept for a while: a file is read, written and read again."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chartveil.formats.file_reads import current_stored_reads
from chartveil.formats.page_pictures import POINTS_PER_INCH, PagePicture
from chartveil.formats.pdf_text import Rect
from chartveil.formats.sheets import PageContent, PageRegion, PageWord
from chartveil.layout import PageReading
from chartveil.ocr.options import PageOptions

if TYPE_CHECKING:
    from chartveil.ocr.model import Picture, PixelRect
    from chartveil.ocr.page import OcrPage

_CACHE_BYTES = 32 * 2**20
"""Bytes that are kept, roughly: a dense page takes a hundred thousand."""
_BYTES_A_WORD = 240
_BYTES_A_CHARACTER = 4


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
        read: reads a picture, as ``ocr.page.read_page_picture``; that one when not given.
        version: version of an engine by its name; its own when not given.
    """

    def __init__(
        self,
        kept: int = _CACHE_BYTES,
        read: Callable[[Picture, float, PageOptions], OcrPage] | None = None,
        version: Callable[[str, int], str] | None = None,
    ) -> None:
        self._most = kept
        self._read = read or _read
        self._version = version or _version
        self._sheets: OrderedDict[_Key, PageContent] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def read(self, page: PagePicture, options: PageOptions) -> PageContent:
        """The page as OCR reads it, upright and level, with places on it in that state. Reads that are at
        hand (``file_reads``) come before the engine.

        Raises:
            ResourceError: if the engine is not ready.
            StageError: if it fails.
        """
        digest = _digest(page.picture)
        reads = current_stored_reads()
        sheet = reads.get(digest, page.dpi) if reads is not None else None
        if sheet is None:
            sheet = self._read_or_kept(page, options, digest)
            if reads is not None:
                reads.put(digest, page.dpi, sheet)
        return sheet

    def _read_or_kept(self, page: PagePicture, options: PageOptions, digest: bytes) -> PageContent:
        key = _Key(digest, round(page.dpi, 2), self._engines(options))
        with self._lock:
            if key in self._sheets:
                self._sheets.move_to_end(key)
                return self._sheets[key]
        sheet = _sheet_in_points(self._read(page.picture, page.dpi, options), page.dpi)
        with self._lock:
            if key not in self._sheets:
                self._sheets[key] = sheet
                self._bytes += _bytes_of(sheet)
            while self._bytes > self._most:
                self._bytes -= _bytes_of(self._sheets.popitem(last=False)[1])
        return sheet

    def clear(self) -> None:
        """Forgets all that was read."""
        with self._lock:
            self._sheets.clear()
            self._bytes = 0

    def _engines(self, options: PageOptions) -> tuple[str, ...]:
        names = [options.engine] if options.second is None else [options.engine, options.second]
        return tuple(f"{name}:{self._version(name, options.threads)}" for name in names)


def turn_page_as_read(page: PagePicture, reading: PageReading) -> PagePicture:
    """A freshly drawn page, turned as it was when it was read."""
    if not reading.quarter_turns and not reading.skew:
        return page
    from chartveil.ocr.page import turn_as_read as turned

    return PagePicture(page.number, turned(page.picture, reading), page.dpi)


def _read(picture: Picture, dpi: float, options: PageOptions) -> OcrPage:
    from chartveil.ocr.page import read_page_picture

    return read_page_picture(picture, dpi, options)


def _version(name: str, threads: int) -> str:
    from chartveil.ocr.choice import get_engine
    from chartveil.ocr.model import EngineName

    return get_engine(EngineName(name), threads).version


def _digest(picture: Picture) -> bytes:
    import numpy as np

    made = hashlib.sha256(repr(picture.shape).encode())
    made.update(np.ascontiguousarray(picture).data)
    return made.digest()


def _sheet_in_points(read: OcrPage, dpi: float) -> PageContent:
    """In points, without the picture, which would fill the memory."""

    def rect(place: PixelRect) -> Rect:
        edges = (place.left, place.top, place.right, place.bottom)
        return Rect(*(round(v * POINTS_PER_INCH / dpi, 3) for v in edges))

    height, width = read.picture.shape[:2]
    words = (PageWord(w.start, w.end, rect(w.place), w.confidence) for w in read.words)
    return PageContent(
        read.text.replace("\f", "\n"),
        tuple(sorted(words, key=lambda w: (w.start, w.end))),
        (width * POINTS_PER_INCH / dpi, height * POINTS_PER_INCH / dpi),
        read.reading,
        tuple(PageRegion(rect(r.place), r.kind, r.score) for r in read.regions),
    )


def _bytes_of(sheet: PageContent) -> int:
    return _BYTES_A_CHARACTER * len(sheet.text) + _BYTES_A_WORD * (len(sheet.words) + len(sheet.spots) + 4)


OCR_PAGE_CACHE = OcrPageCache()
"""Of this process."""
