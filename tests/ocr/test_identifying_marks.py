"""Barcodes, signatures and pictures on pages."""

from __future__ import annotations

import numpy as np
import pytest

from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import RegionKind
from chartveil.ocr import identifying_marks as marks
from chartveil.ocr import preprocessing as photo
from chartveil.ocr.engine_interface import OcrWord
from chartveil.ocr.unread_regions import page_ink, unread_regions
from ocr.pages_help import as_lines, code, faxed, form, letter, portrait, results, scanned, scrawl, turned


def around(found, place):
    return any(
        r.place.left <= place.left
        and r.place.top <= place.top
        and r.place.right >= place.right
        and r.place.bottom >= place.bottom
        for r in found
    )


def shrunk(place, by):
    return type(place)(place.left + by, place.top + by, place.right - by, place.bottom - by)


def barcodes_of(picture, lines):
    words = [w for line in lines for w in line.words]
    brightness = photo.to_grey(picture)
    return marks.barcode_regions(page_ink(brightness, photo.ink_mask(brightness), words), brightness)


@pytest.mark.parametrize(
    ("kind", "text"), [("QRCode", "MRN-00482913"), ("DataMatrix", "00482913"), ("Code128", "00482913")]
)
@pytest.mark.parametrize("look", [scanned, faxed])
def test_barcodes_are_found_and_covered(kind, text, look):
    sheet = letter(1000, 1000)
    lines = as_lines(sheet.words)
    place = code(sheet, 120, 700, text, kind, 4)
    found = barcodes_of(look(sheet.picture), lines)
    assert found
    assert all(r.kind is RegionKind.BARCODE for r in found)
    # The white around a code is part of its picture.
    assert around(found, shrunk(place, 42 if kind == "Code128" else 18))


def test_a_barcode_that_cannot_be_read_is_known_by_its_bars():
    sheet = letter(1000, 1000)
    lines = as_lines(sheet.words)
    place = code(sheet, 120, 700, "00482913", "Code128", 4)
    sheet.pen.rectangle((place.left, 600, place.left + 90, 1000), fill=255)
    assert marks.decoded_barcodes(sheet.picture) == []
    found = barcodes_of(sheet.picture, lines)
    assert len(found) == 1
    assert found[0].score < 1.0


@pytest.mark.parametrize("page", [letter, form, results])
@pytest.mark.parametrize("look", [scanned, faxed])
def test_text_and_tables_hold_no_marks(page, look):
    sheet = page()
    picture = look(turned(sheet.picture, 0))
    lines = as_lines(sheet.words)
    assert barcodes_of(picture, lines) == []
    assert marks.picture_regions(picture, [w for line in lines for w in line.words]) == []


@pytest.mark.parametrize("look", [lambda p: p, scanned])
def test_a_photograph_is_marked_with_a_low_score(look):
    sheet = letter(1000, 1000)
    words = [w for line in as_lines(sheet.words) for w in line.words]
    place = portrait(sheet, 600, 640)
    (found,) = marks.picture_regions(look(sheet.picture), words)
    assert found.kind is RegionKind.FACE
    assert found.score < 0.5
    assert around([found], shrunk(place, 8))


def test_shaded_fields_and_black_bars_are_no_pictures():
    sheet = letter(1000, 1000)
    sheet.pen.rectangle((60, 640, 460, 900), fill=205)
    sheet.pen.rectangle((560, 640, 900, 900), fill=10)
    assert marks.picture_regions(sheet.picture, []) == []


@pytest.mark.parametrize(
    ("cue", "kind"), [("Signed:", RegionKind.SIGNATURE), ("Remarks:", RegionKind.HANDWRITING)]
)
def test_handwriting_beside_a_cue_is_a_signature(cue, kind):
    sheet = form(1200, 900)
    sheet.write(60, 760, cue)
    lines = as_lines(sheet.words)
    scrawl(sheet, 260, 720, 380, 90)
    words = [w for line in lines for w in line.words]
    found = unread_regions(page_ink(sheet.picture, photo.ink_mask(sheet.picture), words), lines)
    assert [r.kind for r in marks.with_signatures_marked(found, words)] == [kind]


def test_a_photographed_page_is_no_face():
    """Its light falls off, so that it has all tones; words are on it."""
    y, x = np.mgrid[0:1100, 0:850]
    ground = 190 - 130 * np.hypot(x - 250, y - 300) / 900
    page = np.full((2200, 1700), 230, np.uint8)
    page[600:1700, 400:1250] = ground.clip(0, 255)
    words = [OcrWord("pain", Rect(500, 700 + 90 * n, 600, 730 + 90 * n), 0.95) for n in range(5)]
    assert len(marks.picture_regions(page, words[:2])) == 1
    assert marks.picture_regions(page, words) == []


def test_a_large_picture_on_black_without_colours_is_no_face():
    y, x = np.mgrid[0:1100, 0:850]
    body = 220 * np.exp(-((x - 425) ** 2 + (y - 550) ** 2) / 90_000)
    page = np.full((2200, 1700), 250, np.uint8)
    page[600:1700, 400:1250] = body
    assert marks.picture_regions(page, []) == []
    beside = np.stack([page] * 3, axis=2)
    beside[:300] = (40, 90, 200)
    assert marks.picture_regions(beside, []) == [], "colours elsewhere on the page tell nothing"
    coloured = (page[:, :, None] * np.array([1.0, 0.7, 0.5])).astype(np.uint8)
    assert len(marks.picture_regions(coloured, [])) == 1


def grey_picture(share, darkest):
    """A page with a grey picture of so much of it, whose ground is this dark."""
    side = round((share * 2200 * 1700) ** 0.5)
    y, x = np.mgrid[0:side, 0:side] / side
    page = np.full((2200, 1700), 255, np.uint8)
    tones = darkest + (200 - darkest) * np.exp(-((x - 0.5) ** 2 + (y - 0.5) ** 2) / 0.12)
    page[300 : 300 + side, 200 : 200 + side] = tones
    return page


@pytest.mark.parametrize(
    ("share", "darkest", "on_scan", "in_report"),
    [(0.27, 50, False, True), (0.27, 5, True, True), (0.08, 5, False, True), (0.08, 50, False, False),
     (0.04, 5, False, False)],
)  # fmt: skip
def test_a_grey_picture_in_a_report_shows_a_body_where_it_is_large_or_on_black(
    share, darkest, on_scan, in_report
):
    page = grey_picture(share, darkest)
    for program_drawn, is_body in ((False, on_scan), (True, in_report)):
        faces = marks.picture_regions(page, [], program_drawn=program_drawn)
        assert len(marks.body_pictures(page, program_drawn=program_drawn)) == is_body
        assert len(faces) == (not is_body)


def test_a_coloured_picture_in_a_report_may_show_a_face():
    page = (grey_picture(0.27, 50)[:, :, None] * np.array([1.0, 0.75, 0.6])).astype(np.uint8)
    assert marks.body_pictures(page, program_drawn=True) == []
    assert len(marks.picture_regions(page, [], program_drawn=True)) == 1
