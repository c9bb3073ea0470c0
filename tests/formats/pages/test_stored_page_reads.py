"""What OCR read on the pages of a file: kept as it was, never taken for another page's, and read again where
it is damaged or of another version."""

import json
import zlib

import numpy as np
import pytest

from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import PageReading, RegionKind
from chartveil.formats.pages.content import PageContent, PageRegion, PageWord
from chartveil.formats.pages.ocr_cache import (
    OcrPageCache,
    StoredPageReads,
    current_stored_reads,
    using_stored_reads,
)
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.ocr.options import PageOptions
from chartveil.ocr.page_reading import OcrPage

SHEET = PageContent(
    "Zoë \ud83d Quill",
    (PageWord(0, 3, Rect(1.125, 2, 30.5, 12), 0.75),),
    (612.0, 792.36),
    PageReading("rapidocr", 1, -0.25),
    (PageRegion(Rect(5, 6, 70, 80), RegionKind.SIGNATURE, 0.5),),
    ((4, 5),),
)
PICTURE = np.full((20, 30), 255, np.uint8)


def stored():
    reads = StoredPageReads()
    reads.put(b"\x01", 200.0, SHEET)
    return reads.dump()


def packed(value):
    return zlib.compress(json.dumps(value).encode())


def counting():
    """Reads that count how often a picture is read."""
    asked = []

    def read(picture, dpi, options):
        asked.append(picture.shape)
        return OcrPage("text", (), PageReading("e"), picture, ())

    return OcrPageCache(read=read, version=lambda name: "1"), asked


def test_a_sheet_comes_back_as_it_was():
    again = StoredPageReads(stored())
    assert again.get(b"\x01", 200.0) == SHEET
    assert again.get(b"\x01", 150.0) is None
    assert again.get(b"\x02", 200.0) is None
    assert StoredPageReads().dump() == b""


@pytest.mark.parametrize(
    "damaged",
    [
        stored()[:30],
        b"\0" * 50,
        zlib.compress(b"\xff\xfe{"),
        packed([]),
        packed({"form": 1}),
        packed({"form": 2, "sheets": {"01:200.0": []}}),
        packed({"form": 1, "sheets": {"01:200.0": ["text", [], [1, 2]]}}),
        packed(
            {"form": 1, "sheets": {"01:200.0": ["", [], [1, 2], ["e", 0, 0.0], [[1, 2, 3, 4, "x", 1]], []]}}
        ),
        packed({"form": 1, "sheets": [1]}),
    ],
    ids=[
        "cut",
        "noise",
        "no text",
        "a list",
        "no sheets",
        "newer",
        "a short content",
        "an odd kind",
        "no names",
    ],
)
def test_what_is_damaged_or_of_another_version_is_read_again(damaged):
    reads, asked = counting()
    with using_stored_reads(StoredPageReads(damaged)) as held:
        assert reads.read(PagePicture(0, PICTURE, 200.0), PageOptions()).text == "text"
        assert len(asked) == 1
        assert StoredPageReads(held.dump()).dump() == held.dump() != b""
    assert current_stored_reads() is None


def test_readings_of_another_file_are_not_taken():
    reads, asked = counting()
    with using_stored_reads(StoredPageReads()) as held:
        reads.read(PagePicture(0, PICTURE, 200.0), PageOptions())
    reads.clear()
    other = PICTURE.copy()
    other[3, 3] = 0
    with using_stored_reads(StoredPageReads(held.dump())):
        reads.read(PagePicture(0, PICTURE, 200.0), PageOptions())
        assert len(asked) == 1, "it was kept"
        reads.read(PagePicture(0, other, 200.0), PageOptions())
        # The same bytes in another shape are another page.
        reads.read(PagePicture(0, PICTURE.reshape(30, 20), 200.0), PageOptions())
        assert len(asked) == 3
