"""The sheet on a photograph, and what beside it is no handwriting."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import PageReading, RegionKind
from chartveil.ocr import preprocessing
from chartveil.ocr.photographed_sheet import find_sheet
from chartveil.ocr.unread_regions import PictureRegion, page_ink

LEVEL = PageReading("engine")


def photograph(table=90, paper=235):
    """A sheet askew on a table, with a stroke on it, one at its edge and one beside it."""
    picture = np.full((1600, 1200), table, np.uint8)
    sheet = np.array([[150, 170], [1040, 130], [1080, 1450], [120, 1480]], np.int32)
    cv2.fillPoly(picture, [sheet], paper)
    return picture


def stroke(picture, left, top, dark=20):
    points = np.array([[left + 30 * n, top + (40 if n % 2 else 0)] for n in range(7)], np.int32)
    cv2.polylines(picture, [points], False, dark, 5)
    return PictureRegion(Rect(left - 6, top - 6, left + 186, top + 46), RegionKind.HANDWRITING, 0.5)


@pytest.mark.parametrize("table", [30, 90, 195])
def test_what_is_written_on_the_sheet_stays_and_what_the_table_draws_goes(table):
    picture = photograph(table)
    written, beside = stroke(picture, 500, 1300), stroke(picture, 400, 40)
    edge = PictureRegion(Rect(115, 700, 150, 900), RegionKind.HANDWRITING, 0.5)
    page = page_ink(picture, preprocessing.ink_mask(picture), [])
    sheet = find_sheet(picture, LEVEL)
    assert sheet.without_surroundings([written, beside, edge], page) == [written]


def test_a_note_on_light_paper_beside_the_sheet_stays():
    picture = photograph()
    picture[1500:1590, 300:700] = 235
    note = stroke(picture, 400, 1530)
    page = page_ink(picture, preprocessing.ink_mask(picture), [])
    sheet = find_sheet(picture, LEVEL)
    assert sheet is None or sheet.without_surroundings([note], page) == [note]


def test_the_sheet_turns_as_its_page_does():
    picture = np.rot90(photograph(), 1).copy()
    turned = np.rot90(picture, -1).copy()
    written, beside = stroke(turned, 500, 1300), stroke(turned, 400, 40)
    page = page_ink(turned, preprocessing.ink_mask(turned), [])
    sheet = find_sheet(picture, PageReading("engine", 1))
    assert sheet.without_surroundings([written, beside], page) == [written]


def test_scans_and_pictures_on_black_are_no_photographed_sheets():
    scan = np.full((1600, 1200), 245, np.uint8)
    stroke(scan, 500, 1300)
    scan[:, :30] = 20
    assert find_sheet(scan, LEVEL) is None
    y, x = np.mgrid[0:1600, 0:1200]
    body = 200 * np.exp(-((x - 600) ** 2 + (y - 800) ** 2) / 180_000)
    assert find_sheet(body.astype(np.uint8), LEVEL) is None
