"""What a region over a page takes away with it."""

import re

import pytest

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import PageLayout, Region, RegionKind, WordBox
from chartveil.domain.span import Replacement
from chartveil.formats.pages.covered_regions import (
    COVERED_TEXT,
    regions_in_question,
    with_covered_text,
    words_under_regions,
)
from chartveil.formats.pdf.redaction import plan_redaction
from chartveil.ocr.options import PageOptions, UnreadPolicy


def document(text, *places):
    """Words with their places."""
    boxes = [
        WordBox(m.start(), m.end(), 0, *place)
        for m, place in zip(re.finditer(r"\S+", text), places, strict=True)
    ]
    layout = PageLayout(((400.0, 300.0), (400.0, 300.0)), tuple(boxes))
    return Document(text, DocumentSource("a.pdf", "pdf", "0" * 64), layout=layout)


def region(left, top, right, bottom, page=0):
    return Region(page, left, top, right, bottom, RegionKind.DRAWN)


def words(doc, *regions):
    return [doc.text[b.start : b.end] for b in words_under_regions(doc.layout, regions)]


def test_a_word_goes_when_a_good_part_of_it_is_hidden():
    doc = document("one two", (10, 10, 40, 20), (50, 10, 80, 20))
    assert words(doc, region(30, 0, 60, 30)) == ["one", "two"]
    assert words(doc, region(38, 0, 52, 30)) == []
    assert words(doc, region(10, 18.5, 80, 40)) == [], "the line above a box stays"
    assert words(doc, region(10, 17, 80, 40)) == ["one", "two"]
    assert words(doc, region(30, 0, 60, 30, page=1)) == []


def test_a_letter_of_what_was_read_as_one_long_word_is_enough():
    text = "Name:Quillfeather/Ward:East/Room:12/Bed:3/Diet:low"
    doc = document(text, (10, 10, 10 + 5 * len(text), 20))
    assert words(doc, region(34, 9, 45, 21)) == [text], "a fifth of it is far more than the name"
    assert words(doc, region(34, 9, 37, 21)) == []


@pytest.mark.parametrize("text", ["Quillfeather", "Ann Quillfeather\nWard East"])
def test_in_a_large_place_of_several_words_any_of_them_may_be_meant(text):
    """As the value of a form's field, whose words have the place of the field."""
    doc = document(text, *[(10, 10, 260, 110)] * len(text.split()))
    below = region(12, 12, 80, 24)
    assert words(doc, below) == text.split()
    assert words(doc, region(258, 0, 300, 300)) == []
    (plan, _) = plan_redaction(doc, [], PageOptions(), "x", regions=[below])
    assert plan.text_layer_words == ()


def test_what_is_replaced_already_stays_so_and_lines_stay_apart():
    text = "seen Ann Roe today\nagain"
    doc = document(
        text, (10, 10, 40, 20), (45, 10, 65, 20), (70, 10, 90, 20), (95, 10, 130, 20), (10, 30, 40, 40)
    )
    made = [Replacement(5, 12, "Eve Low", Label.PATIENT)]
    found = with_covered_text(doc, made, [region(0, 0, 200, 50)])
    assert found == [
        Replacement(0, 5, COVERED_TEXT, None),
        *made,
        Replacement(12, 18, COVERED_TEXT, None),
        Replacement(19, 24, COVERED_TEXT, None),
    ]
    assert with_covered_text(doc, made, []) == made


def test_much_of_a_page_is_covered_only_where_the_policy_says_so():
    pages = ((400.0, 300.0), (400.0, 300.0))
    small = [region(0, 0, 100, 100, page=1)]
    large = [region(0, 0, 200, 100), region(200, 100, 400, 200)]
    found = [*small, *large]
    assert regions_in_question(pages, found, UnreadPolicy.COVER) == large
    assert regions_in_question(pages, found, UnreadPolicy.COVER_ALL) == []
    assert regions_in_question(pages, found, UnreadPolicy.ASK) == found
    assert regions_in_question(pages, found, UnreadPolicy.REFUSE) == found
    assert regions_in_question(pages, large[:1], UnreadPolicy.COVER) == []
