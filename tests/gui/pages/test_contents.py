"""Where ranges of a text stand on pages, and what text stands at a place."""

from __future__ import annotations

from chartveil.domain.page_layout import PageLayout, WordBox
from chartveil.gui.pages.contents import PageTextMap

LAYOUT = PageLayout(
    ((100.0, 200.0), (80.0, 100.0)),
    (
        WordBox(0, 4, 0, 10, 10, 50, 20),
        WordBox(5, 9, 0, 54, 10, 94, 21),
        WordBox(10, 14, 0, 10, 30, 50, 40),
        WordBox(16, 20, 1, 10, 10, 50, 20),
    ),
)


def test_words_of_a_line_are_one_rectangle_and_lines_are_several():
    boxes = PageTextMap(LAYOUT)
    places = [(p.page, p.left, p.top, p.right, p.bottom) for p in boxes.areas_of(0, 20)]
    assert places == [(0, 10, 10, 94, 21), (0, 10, 30, 50, 40), (1, 10, 10, 50, 20)]


def test_part_of_a_word_is_part_of_its_box():
    (place,) = PageTextMap(LAYOUT).areas_of(1, 3)
    assert (place.left, place.right) == (20, 40)


def test_what_has_no_box_has_no_place():
    boxes = PageTextMap(LAYOUT)
    assert boxes.areas_of(14, 16) == ()
    assert boxes.areas_of(100, 110) == ()


def test_the_character_at_a_place():
    boxes = PageTextMap(LAYOUT)
    assert boxes.offset_at(0, 11, 15) == 0
    assert boxes.offset_at(0, 49, 15) == 3
    assert boxes.offset_at(0, 60, 15) == 5
    assert boxes.offset_at(1, 12, 15) == 16
    assert boxes.offset_at(0, 90, 150) is None
    assert boxes.offset_at(7, 0, 0) is None
