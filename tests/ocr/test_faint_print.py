"""Faint print on scans: its contrast is stretched and it is read, or it is told."""

from __future__ import annotations

import numpy as np
import pytest

from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import RegionKind
from chartveil.ocr.coloured_print import with_coloured_words
from chartveil.ocr.engine_interface import OcrLine, OcrWord
from chartveil.ocr.faint_print import with_faint_words
from ocr.pages_help import letter, scrawl


class Reader:
    """Reads one word where it is shown dark letters, and keeps what it was shown."""

    name = "reader"

    def __init__(self, confidence=0.95):
        self.shown, self.confidence = [], confidence

    def read(self, picture, dpi):
        self.shown.append(picture)
        rows, columns = np.nonzero(picture < 128)
        found = []
        for line in np.split(rows, np.flatnonzero(np.diff(rows) > 20) + 1):
            place = Rect(float(columns.min()), float(line.min()), float(columns.max()), float(line.max()))
            found.append(OcrLine((OcrWord("Quill", place, self.confidence),), place))
        return found


def faint_page(step, *, colour=None, tops=(400,)):
    """Lines of ten upright strokes that differ little from their paper, and a dark word that was read."""
    page = np.full((900, 800), 245, np.uint8)
    rng = np.random.default_rng(1)
    page = (page + rng.normal(0, 1.5, page.shape)).clip(0, 255).astype(np.uint8)
    page[100:130, 100:300] = 30
    known = [OcrLine((OcrWord("dark", Rect(95, 95, 305, 135), 0.99),), Rect(95, 95, 305, 135))]
    if colour is not None:
        page = np.stack([page] * 3, axis=2)
    for top in tops:
        for left in range(200, 360, 16):
            page[top : top + 26, left : left + 6] = 245 - step if colour is None else colour
    return page, known


@pytest.mark.parametrize(("step", "colour"), [(9, None), (12, None), (30, None), (0, (250, 250, 215))])
def test_faint_print_is_shown_dark_and_read(step, colour):
    page, known = faint_page(step, colour=colour)
    reader = Reader()
    lines, unread = with_faint_words(reader, page, 200, known)
    assert [w.text for line in lines for w in line.words] == ["dark", "Quill"]
    assert unread == []
    place = lines[1].words[0].place
    assert abs(place.left - 200) < 6
    assert abs(place.top - 400) < 6


def test_what_is_still_not_read_is_told():
    page, known = faint_page(12)
    lines, unread = with_faint_words(Reader(confidence=0.4), page, 200, known)
    assert lines == known
    (region,) = unread
    assert region.kind is RegionKind.UNREAD
    assert region.place.left <= 200
    assert region.place.right >= 350


@pytest.mark.parametrize("confidence", [0.95, 0.4])
def test_many_faint_lines_are_read_at_once_and_none_is_passed_over(confidence):
    tops = range(150, 850, 50)
    page, known = faint_page(12, tops=tops)
    reader = Reader(confidence)
    lines, unread = with_faint_words(reader, page, 200, known)
    assert len(reader.shown) == 1
    told = [r.place for r in unread] if confidence < 0.5 else [line.place for line in lines[1:]]
    assert len(told) == len(tops)
    assert all(abs(place.top - top) < 6 for place, top in zip(told, tops, strict=True))


def test_plain_paper_noise_and_dark_print_are_not_read_again():
    page, known = faint_page(0)
    reader = Reader()
    assert with_faint_words(reader, page, 200, known) == (known, [])
    sheet = letter(1000, 1000)
    scrawl(sheet, 260, 720, 380, 90)
    assert with_faint_words(reader, sheet.picture, 200, []) == ([], [])
    assert reader.shown == []


@pytest.mark.parametrize(
    ("ink", "paper", "reads"),
    [((200, 0, 0), (0, 102, 0), 1), ((90, 90, 255), (110, 110, 110), 1), ((20, 20, 20), (245, 240, 230), 0)],
)
def test_print_that_only_a_colour_shows_is_read_in_that_colour(ink, paper, reads):
    page = np.full((300, 600, 3), paper, np.uint8)
    for left in range(100, 260, 16):
        page[100:126, left : left + 6] = ink
    reader = Reader()
    with_coloured_words(reader, page, 200, [])
    assert len(reader.shown) == reads
    assert all(int(np.ptp(shown)) > 100 for shown in reader.shown)
