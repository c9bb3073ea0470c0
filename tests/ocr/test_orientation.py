"""Which way up pages stand, and by how much they lean."""

from __future__ import annotations

import numpy as np
import pytest

from chartveil.domain.geometry import Rect
from chartveil.ocr import orientation as skew
from chartveil.ocr import orientation as turn
from chartveil.ocr import preprocessing as photo
from chartveil.ocr.engine_interface import OcrLine, OcrWord
from ocr.pages_help import (
    FakeEngine,
    Sheet,
    as_lines,
    faxed,
    form,
    letter,
    results,
    scanned,
    turned,
    two_columns,
)


def feet(picture):
    return skew.find_letter_feet(photo.ink_mask(photo.to_grey(picture)))


def lies(picture):
    mask = photo.ink_mask(photo.to_grey(picture))
    return turn.lies_on_its_side(
        skew.find_letter_feet(mask).points, skew.find_letter_feet(np.rot90(mask, -1)).points
    )


@pytest.mark.parametrize("page", [letter, form, results, two_columns])
@pytest.mark.parametrize("degrees", [-24.5, -9.7, -1.3, -0.3, 0.4, 4.6])
def test_skew_is_measured_to_a_tenth_of_a_degree(page, degrees):
    leaning = turned(page().picture, -degrees)
    assert skew.measure_skew(feet(scanned(leaning)).points) == pytest.approx(degrees, abs=0.11)


@pytest.mark.parametrize("page", [letter, form, results])
def test_level_pages_are_level(page):
    assert skew.measure_skew(feet(faxed(page().picture)).points) == 0.0


def test_a_page_without_lines_has_no_skew():
    dice = np.random.default_rng(3)
    assert skew.measure_skew(feet(dice.integers(0, 255, (500, 700), dtype=np.uint8)).points) == 0.0
    assert skew.measure_skew(feet(np.full((300, 300), 255, np.uint8)).points) == 0.0


def test_a_black_border_of_the_glass_does_not_count():
    picture = turned(letter().picture, 3.0)
    picture[:40] = 0
    picture[:, :30] = 0
    assert skew.measure_skew(feet(picture).points) == pytest.approx(-3.0, abs=0.11)


def test_turning_keeps_all_ink_and_leaves_level_pages_alone():
    picture = letter().picture
    assert skew.levelled(picture, 0.0) is picture
    assert turn.turned_by_quarters(picture, 0) is picture
    level = skew.levelled(picture, 4.0)
    assert level.shape[0] > picture.shape[0]
    assert level.shape[1] > picture.shape[1]
    dark = (255.0 - picture).sum()
    assert (255.0 - level).sum() == pytest.approx(dark, rel=0.01)


@pytest.mark.parametrize("page", [letter, form, results, two_columns])
@pytest.mark.parametrize("quarters", [1, 3])
def test_pages_on_their_side_are_known_by_their_ink(page, quarters):
    picture = scanned(turned(page().picture, 1.5))
    assert not lies(picture)
    assert lies(np.ascontiguousarray(np.rot90(picture, quarters)))


def test_tall_lines_tell_that_a_page_lies():
    tall = OcrLine((), Rect(10, 10, 40, 500))
    wide = OcrLine((), Rect(100, 10, 300, 40))
    assert turn.are_lines_vertical([tall, wide])
    assert not turn.are_lines_vertical([tall, wide, wide, wide])
    assert not turn.are_lines_vertical([])


def test_lines_read_well_are_not_read_again():
    sheet = letter()
    engine = FakeEngine()
    assert not turn.is_upside_down(sheet.picture, as_lines(sheet.words, 0.9), engine)
    assert engine.seen == []


def test_lines_read_better_the_other_way_up_stand_on_their_head():
    sheet = letter()
    picture = np.ascontiguousarray(np.rot90(sheet.picture, 2))
    word = OcrLine((OcrWord("clear", Rect(0, 0, 50, 20), 0.95),), Rect(0, 0, 50, 20))
    doubtful = as_lines(sheet.words, 0.4)
    assert turn.is_upside_down(picture, doubtful, FakeEngine([word]))
    assert not turn.is_upside_down(picture, doubtful, FakeEngine(as_lines(sheet.words, 0.45)))
    assert not turn.is_upside_down(picture, doubtful, FakeEngine())


def test_only_the_ten_longest_lines_are_read_again():
    sheet = Sheet(900, 900)
    for n in range(20):
        sheet.write(40, 20 + n * 42, "word " * (1 + n % 5))
    engine = FakeEngine()
    turn.is_upside_down(sheet.picture, as_lines(sheet.words, 0.3), engine)
    (seen,) = engine.seen
    assert seen.shape[0] < 600
