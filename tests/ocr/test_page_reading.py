"""Reading whole pages: turned, level, in order, every word covered, what is not read marked."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import RegionKind
from chartveil.ocr.engine_interface import OcrLine, OcrWord
from chartveil.ocr.options import PageOptions
from chartveil.ocr.page_reading import OcrPage, read_page_picture, read_page_picture_with, turn_as_read
from ocr.pages_help import (
    FakeEngine,
    Sheet,
    as_lines,
    code,
    faxed,
    form,
    letter,
    photographed,
    scanned,
    spread,
    turned,
    two_columns,
)

OPTIONS = PageOptions()


def small_letter() -> Sheet:
    sheet = Sheet(900, 420)
    sheet.write(50, 30, "Harbor Medical Group", 34, bold=True)
    sheet.write(50, 95, "Dear Dr. Okafor, thank you for seeing Walter Nguyen of")
    sheet.write(50, 140, "27 Elm Street in your clinic on the 14th of March. He is")
    sheet.write(50, 185, "much better since the change of his medication and would")
    sheet.write(50, 230, "like to return to work soon. His number is 555-201-3344.")
    sheet.write(50, 300, "Sincerely, Maria Lindqvist")
    return sheet


def recall(sheet: Sheet, text: str) -> float:
    left = text.split()
    found = 0
    for word in sheet.words:
        if word.text in left:
            left.remove(word.text)
            found += 1
    return found / len(sheet.words)


LOOKS = {
    "clean": lambda p: p,
    "fax": faxed,
    "photo": photographed,
    "light on dark": lambda p: 255 - p,
    "skewed": lambda p: scanned(turned(p, 3.2)),
    "half the size": lambda p: cv2.resize(p, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA),
    "in colour": lambda p: np.dstack((p, np.maximum(p, 40), np.maximum(p, 90))),
}


@pytest.mark.parametrize("look", LOOKS)
def test_pages_of_all_looks_are_read(look):
    sheet = small_letter()
    read = read_page_picture(LOOKS[look](sheet.picture), 150, OPTIONS)
    assert recall(sheet, read.text) >= 0.95
    assert read.reading.quarter_turns == 0
    assert read.reading.engine == "rapidocr"
    assert read.regions == ()


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_pages_any_way_up_are_read(quarters):
    sheet = small_letter()
    picture = np.ascontiguousarray(np.rot90(scanned(sheet.picture), quarters))
    read = read_page_picture(picture, 150, OPTIONS)
    assert read.reading.quarter_turns == quarters
    assert read.picture.shape == sheet.picture.shape
    assert recall(sheet, read.text) >= 0.95
    assert read.text.startswith("Harbor Medical Group\nDear Dr. Okafor,")


def test_a_level_page_is_left_as_it_is():
    sheet = small_letter()
    picture = sheet.picture
    before = picture.copy()
    read = read_page_picture_with(picture, 150, FakeEngine(as_lines(sheet.words)))
    assert read.picture is picture
    assert (read.reading.quarter_turns, read.reading.skew) == (0, 0.0)
    assert np.array_equal(picture, before)


def bare_share(sheet: Sheet, read: OcrPage) -> float:
    """Share of the words' ink that lies outside of their own places."""
    dark = sheet.picture < 128
    bare = total = 0
    for drawn in sheet.words:
        d = drawn.place
        own = dark[int(d.top) : int(d.bottom) + 1, int(d.left) : int(d.right) + 1].copy()
        same = [w.place for w in read.words if read.text[w.start : w.end] == drawn.text]
        near = [p for p in same if abs(p.left - d.left) < 30 and abs(p.top - d.top) < 30]
        if not near:
            continue
        total += int(own.sum())
        left, top = int(near[0].left) - int(d.left), int(near[0].top) - int(d.top)
        right, bottom = int(near[0].right) - int(d.left), int(near[0].bottom) - int(d.top)
        own[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = False
        bare += int(own.sum())
    assert total > 0.9 * int(dark.sum())
    return bare / total


@pytest.mark.parametrize("look", [scanned, faxed])
def test_every_word_has_its_range_and_its_ink(look):
    sheet = small_letter()
    read = read_page_picture(look(sheet.picture), 150, OPTIONS)
    assert [read.text[w.start : w.end] for w in read.words] == read.text.split()
    assert bare_share(sheet, read) < 0.001


def test_tight_places_grow_over_the_ink():
    sheet = small_letter()
    lines = []
    for line in as_lines(sheet.words):
        places = [w.place for w in line.words]
        tight = [Rect(p.left + 3, p.top + 3, p.right - 3, p.bottom - 3) for p in places]
        words = [OcrWord(w.text, p, 0.9) for w, p in zip(line.words, tight, strict=True)]
        lines.append(OcrLine(tuple(words), line.place))
    assert bare_share(sheet, read_page_picture_with(sheet.picture, 150, FakeEngine(lines))) < 0.001


def test_places_stay_on_the_page_and_regions_too():
    sheet = Sheet(600, 300)
    sheet.write(2, 0, "Edge Words")
    code(sheet, 440, 160, scale=4)
    read = read_page_picture_with(sheet.picture, 150, FakeEngine(as_lines(sheet.words)))
    for place in [w.place for w in read.words] + [r.place for r in read.regions]:
        assert 0 <= place.left < place.right <= 600
        assert 0 <= place.top < place.bottom <= 300
    assert [r.kind for r in read.regions] == [RegionKind.BARCODE]


def test_a_fresh_drawing_is_turned_in_the_same_way():
    sheet = small_letter()
    scan = np.ascontiguousarray(np.rot90(scanned(turned(sheet.picture, -2.4)), 1))
    read = read_page_picture(scan, 150, OPTIONS)
    assert read.reading.skew == pytest.approx(2.4, abs=0.11)
    assert np.array_equal(turn_as_read(scan, read.reading), read.picture)
    twice = cv2.resize(scan, None, fx=2, fy=2)
    again = turn_as_read(twice, read.reading)
    assert again.shape[0] == pytest.approx(2 * read.picture.shape[0], abs=2)
    assert again.shape[1] == pytest.approx(2 * read.picture.shape[1], abs=2)


def test_the_same_page_is_read_the_same():
    picture = faxed(small_letter().picture)
    first, second = read_page_picture(picture, 150, OPTIONS), read_page_picture(picture.copy(), 150, OPTIONS)
    assert (first.text, first.words, first.reading, first.regions) == (
        second.text,
        second.words,
        second.reading,
        second.regions,
    )


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_blank_pages_have_no_text(shade):
    engine = FakeEngine()
    read = read_page_picture_with(np.full((300, 200, 3), shade, np.uint8), 150, engine)
    assert (read.text, read.words, read.regions) == ("", (), ())


def test_specks_on_a_blank_page_are_no_text():
    read = read_page_picture_with(faxed(np.full((600, 500), 255, np.uint8), specks=0.001), 150, FakeEngine())
    assert (read.text, read.regions) == ("", ())


def test_a_spread_is_read_page_by_page():
    sheet = spread(1300, 640)
    sheet.write(720, 560, "Vandersteen agrees", 26, ink=240)
    sheet.words = sheet.words[:-2]
    read = read_page_picture(sheet.picture, 150, OPTIONS)
    assert "Vandersteen" in read.text, "faint print is read on each"
    words = read.text.split()
    assert recall(sheet, read.text) >= 0.97
    assert words.index("Left") < words.index("three") < words.index("Right") < words.index("Laboratory")
    right = next(w for w in read.words if read.text[w.start : w.end] == "Right")
    assert right.place.left > 650


@pytest.mark.parametrize("page", [form, two_columns, letter])
def test_one_page_is_no_spread(page):
    engine = FakeEngine()
    read_page_picture_with(page().picture, 150, engine)
    assert len(engine.seen) == 1


def test_a_second_engine_adds_what_the_first_left_out():
    sheet = small_letter()
    lines = as_lines(sheet.words)
    first, second = FakeEngine(lines[:-1]), FakeEngine(lines)
    alone = read_page_picture_with(sheet.picture, 150, first)
    assert [r.kind for r in alone.regions] == [RegionKind.UNREAD]
    both = read_page_picture_with(sheet.picture, 150, first, second)
    assert both.text.endswith("Maria Lindqvist")
    assert both.regions == ()
    assert both.reading.engine == "rapidocr+rapidocr"
