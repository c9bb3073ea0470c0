"""Has made pages read, and brings what is known of them to where the reader says it stands."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchmarks.pages.degradation import warped_page
from benchmarks.pages.scoring import ReaderOutput
from benchmarks.pages.synthetic_page import SyntheticPage
from chartveil.ocr.engine_interface import OcrEngine, Picture
from chartveil.ocr.page_reading import OcrPage, read_page_picture_with, turn_as_read

_MARK = 15
"""Half the side of the marks that show how a page was turned, in pixels."""


def read_by_engine(
    page: SyntheticPage, engine: OcrEngine
) -> Callable[[], tuple[SyntheticPage, ReaderOutput]]:
    """Reads the page by an engine alone; the answer is what is yet to be done, which takes no engine."""
    lines = engine.read(page.picture, page.dpi)
    words = tuple((w.text, w.place) for line in lines for w in line.words)
    return lambda: (page, ReaderOutput(words, ordered=False))


def read_as_document(
    page: SyntheticPage, first: OcrEngine, second: OcrEngine | None = None
) -> Callable[[], tuple[SyntheticPage, ReaderOutput]]:
    """Reads the page as documents are read; the answer moves what is known of it to how it was turned."""
    read = read_page_picture_with(page.picture, page.dpi, first, second)
    return lambda: (_turned_alike(page, read), _reading(read))


def _reading(read: OcrPage) -> ReaderOutput:
    words = tuple((read.text[w.start : w.end], w.place) for w in read.words)
    return ReaderOutput(words, tuple((r.kind, r.place) for r in read.regions))


def _turned_alike(page: SyntheticPage, read: OcrPage) -> SyntheticPage:
    """The page turned as it was to be read."""
    high, wide = read.picture.shape[:2]
    matrix = affine_map_of(lambda picture: turn_as_read(picture, read.reading), page.owners.shape)
    return warped_page(page, matrix, (wide, high))


def affine_map_of(turn: Callable[[Picture], Picture], shape: tuple[int, ...]) -> NDArray[np.float64]:
    """The affine map (2 x 3, from old to new pixels) that a change of pictures amounts to.

    It is seen by what becomes of black marks on white, so that it holds for any turn and any way of rounding.
    """
    high, wide = shape
    old, new = [], []
    for x, y in ((wide // 3, high // 3), (2 * wide // 3, high // 3), (wide // 3, 2 * high // 3)):
        blank = np.full((high, wide), 255, np.uint8)
        blank[y - _MARK : y + _MARK + 1, x - _MARK : x + _MARK + 1] = 0
        seen = 255.0 - turn(blank)
        seen[seen < 2] = 0.0
        total = seen.sum()
        columns, rows = np.arange(seen.shape[1]), np.arange(seen.shape[0])
        new.append((seen.sum(axis=0) @ columns / total, seen.sum(axis=1) @ rows / total))
        old.append((x, y, 1.0))
    return np.linalg.solve(np.array(old), np.array(new)).T
