"""What is marked as unread: no line is lost in silence, and clean pages stay clean."""

from __future__ import annotations

import pytest

from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import RegionKind
from chartveil.ocr import preprocessing as photo
from chartveil.ocr.engine_interface import OcrLine, OcrWord
from chartveil.ocr.unread_regions import (
    PictureRegion,
    is_gibberish,
    merge_regions,
    page_ink,
    unread_regions,
    unsure_word_regions,
)
from ocr.pages_help import (
    FakeEngine,
    Sheet,
    as_lines,
    dark_bar,
    faxed,
    form,
    letter,
    photographed,
    results,
    scanned,
    scrawl,
    two_columns,
)

PAGES = [letter, form, results, two_columns]
LOOKS = {"clean": lambda p: p, "scan": scanned, "fax": faxed, "photo": photographed}


def doubts_of(picture, lines):
    words = [w for line in lines for w in line.words]
    return unread_regions(
        page_ink(photo.to_grey(picture), photo.ink_mask(photo.to_grey(picture)), words), lines
    )


def share_inside(place, regions):
    """Share of a place that regions cover, as if they did not overlap."""
    inside = 0.0
    for r in regions:
        across = min(place.right, r.place.right) - max(place.left, r.place.left)
        down = min(place.bottom, r.place.bottom) - max(place.top, r.place.top)
        inside += max(0.0, across) * max(0.0, down)
    return inside / (place.width * place.height)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("page", PAGES)
def test_pages_that_were_read_hold_no_doubt(page, look):
    sheet = page()
    assert doubts_of(LOOKS[look](sheet.picture), as_lines(sheet.words)) == []


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("page", PAGES)
def test_each_line_that_is_left_out_is_marked(page, look):
    sheet = page()
    picture = LOOKS[look](sheet.picture)
    lines = as_lines(sheet.words)
    for n, left in enumerate(lines):
        found = doubts_of(picture, [line for k, line in enumerate(lines) if k != n])
        for word in left.words:
            if len(word.text) > 1:
                assert share_inside(word.place, found) > 0.8, (n, look)


def test_an_unread_word_within_a_line_is_marked():
    sheet = letter()
    lines = as_lines(sheet.words)
    line = next(n for n in lines if len(n.words) > 6)
    gone = line.words[3]
    short = OcrLine(tuple(w for w in line.words if w is not gone), line.place)
    found = doubts_of(sheet.picture, [short if n is line else n for n in lines])
    assert len(found) == 1
    assert share_inside(gone.place, found) > 0.5


def test_two_digits_in_a_cell_are_marked():
    sheet = results()
    lines = [n for n in as_lines(sheet.words) if n.text != "98"]
    (region,) = doubts_of(sheet.picture, lines)
    assert region.kind is RegionKind.UNREAD


def test_a_line_found_and_not_read_is_marked_where_it_holds_ink():
    sheet = letter()
    first, *rest = as_lines(sheet.words)
    white = OcrLine((), Rect(700, 690, 980, 740))
    found = doubts_of(sheet.picture, [OcrLine((), first.place), white, *rest])
    assert len(found) == 1
    assert share_inside(first.place, found) == pytest.approx(1.0)


def test_two_rows_read_as_one_line_are_marked():
    sheet = letter()
    lines = as_lines(sheet.words)
    upper, lower = (n for n in lines if len(n.words) > 6 and n.place.top > 240 and n.place.top < 330)
    both = Rect(upper.place.left, upper.place.top, upper.place.right, lower.place.bottom)
    words = tuple(
        OcrWord(w.text, Rect(w.place.left, both.top, w.place.right, both.bottom), 0.9) for w in upper.words
    )
    rest = [n for n in lines if n not in (upper, lower)]
    assert any(
        share_inside(lower.place, [r]) > 0.9 for r in doubts_of(sheet.picture, [*rest, OcrLine(words, both)])
    )


def test_white_letters_on_a_bar_that_were_not_read_are_marked():
    sheet = letter(1000, 900)
    read = as_lines(sheet.words)
    dark_bar(sheet, 60, 770, 800, "Confidential for Walter Nguyen")
    assert doubts_of(sheet.picture, as_lines(sheet.words)) == []
    found = doubts_of(sheet.picture, read)
    assert found
    assert all(r.place.top > 760 for r in found)
    name = sheet.words[-1].place
    assert share_inside(name, found) > 0.8


def test_handwriting_that_was_not_read_is_marked_as_such():
    sheet = letter(1000, 900)
    lines = as_lines(sheet.words)
    place = scrawl(sheet, 260, 730, 380, 90)
    (region,) = doubts_of(sheet.picture, lines)
    assert region.kind is RegionKind.HANDWRITING
    assert share_inside(place, [region]) > 0.95


def test_rules_frames_ticks_bullets_and_specks_are_no_text():
    sheet = Sheet(1000, 700)
    sheet.write(60, 40, "Known allergies and earlier operations")
    sheet.table(60, 120, (200, 300), [("", "")] * 4)
    sheet.rule(60, 400, 900, 400, 4)
    sheet.pen.rectangle((560, 120, 940, 330), outline=0, width=3)
    for n in range(5):
        sheet.pen.rectangle((60 + n * 60, 430, 84 + n * 60, 454), outline=0, width=2)
        sheet.pen.ellipse((60 + n * 60, 490, 70 + n * 60, 500), fill=0)
    sheet.pen.rectangle((560, 440, 800, 560), fill=40)
    assert doubts_of(faxed(sheet.picture, specks=0.001), as_lines(sheet.words)) == []


def test_words_that_are_not_believed():
    def word(text, confidence):
        return OcrWord(text, Rect(0, 0, 10, 10), confidence)

    sure, poor, odd = word("Nguyen", 0.9), word("lmm", 0.4), word("x#¤~", 0.7)
    ticked = word("☐Smoker", 0.45)
    assert [r.score for r in unsure_word_regions([sure, poor, odd, ticked])] == [0.6, 0.3]


@pytest.mark.parametrize(
    "text", ["Nguyen", "00482913", "O'Brien-Shaw", "(555)", "12.0", "mg/dL", "A1c", "STAT", "a@b.org"]
)
def test_words_and_codes_are_no_gibberish(text):
    assert not is_gibberish(text)


@pytest.mark.parametrize("text", ["#¤~x", "aBcDeF", "hjkl mnb".replace(" ", ""), "ɐɹ"])
def test_gibberish(text):
    assert is_gibberish(text)


def test_overlapping_regions_become_one():
    a = PictureRegion(Rect(0, 0, 10, 10), RegionKind.UNREAD, 0.5)
    b = PictureRegion(Rect(8, 0, 20, 10), RegionKind.HANDWRITING, 0.6)
    c = PictureRegion(Rect(30, 0, 40, 10), RegionKind.UNREAD, 0.6)
    bar = PictureRegion(Rect(9, 0, 12, 10), RegionKind.BARCODE, 1.0)
    whole = PictureRegion(Rect(0, 0, 20, 10), RegionKind.HANDWRITING, 0.6)
    assert set(merge_regions([a, b, c])) == {whole, c}
    assert len(merge_regions([b, bar])) == 2


def single(text, left, top, *, width=16.0, sure=0.95):
    place = Rect(left, top, left + width, top + 20.0)
    return OcrLine((OcrWord(text, place, sure),), place)


def test_a_line_of_which_few_wide_characters_were_read_is_marked():
    page = Sheet(400, 200).picture
    assert [r.place for r in doubts_of(page, [single("l", 50, 50, width=240, sure=0.57)])] == [
        Rect(50, 50, 290, 70)
    ]
    assert doubts_of(page, [single("Margaret Holloway", 50, 50, width=240, sure=0.8)]) == []


@pytest.mark.parametrize(
    ("letters", "beside", "is_word"),
    [
        ("HOLLOWAY", [], True),
        ("HLHLHH", [], False),
        ("12345", [], False),
        ("ABCDE", ["fever", "cough"], False),
    ],
)
def test_letters_below_each_other_are_a_word(letters, beside, is_word):
    lines = [single(c, 200, 20 + 36 * n) for n, c in enumerate(letters)]
    lines += [single(text, 230, 20 + 36 * n, width=70) for n, text in enumerate(beside)]
    found = doubts_of(Sheet(400, 400).picture, lines)
    assert [r.place for r in found] == ([Rect(200, 20, 216, 40 + 36 * 7)] if is_word else [])


def test_no_page_is_too_empty():
    assert doubts_of(Sheet(300, 200).picture, FakeEngine().lines) == []
