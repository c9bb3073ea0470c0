"""Boxes burnt into pictures, and lines set anew around them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.geometry import Rect
from chartveil.domain.labels import Label
from chartveil.formats.pages.box_drawing import RedactionBox, burn_boxes
from chartveil.formats.pages.lettering import TypesetText, WordStyle, drawable_text, ink_of, text_width
from chartveil.ocr.options import BoxStyle

DPI = 300
SCALE = DPI / 72
LOOK = WordStyle("Times-Roman", 11.0, 40.0, 60.0, length=50.0)


def paper(kind="white", size=(400, 1600)):
    """A page of some kind, with something on it."""
    if kind == "colour":
        page = np.full((*size, 3), (250, 240, 230), np.uint8)
        page[300:320, 100:900] = (200, 0, 0)
        return page
    page = np.full(size, 255, np.uint8)
    page[300:320, 100:900] = 0
    if kind == "photographed":
        shade = np.linspace(150, 220, size[1])[None, :] + np.random.default_rng(1).normal(0, 4, size)
        page = np.where(page == 0, 30, shade).clip(0, 255).astype(np.uint8)
    return page


def line_of(words, x=40.0, base=60.0, size=11.0, blank=0.25):
    """A page with a line of words, and their places, tight as a text layer tells them."""
    texts, places = [], []
    for word in words:
        word_style = WordStyle("Times-Roman", size, x, base)
        texts.append(TypesetText(word, word_style))
        width = text_width(word, word_style.face) * size
        places.append(Rect(x, base - 0.7 * size, x + width, base + 0.22 * size))
        x += width + blank * size
    page = paper()
    page[ink_of(texts, page.shape, DPI, crisp=True) > 127] = 0
    return page, places


def box_over(place, text, label=Label.PATIENT, margin=0.5):
    word_style = WordStyle("Times-Roman", 11.0, place.left, 60.0, length=place.width)
    return RedactionBox(place.grown(margin, margin), label, text, place, (("old", place),), word_style)


def pixels(rect):
    return np.s_[
        int(np.floor(rect.top * SCALE)) : int(np.ceil(rect.bottom * SCALE)),
        int(np.floor(rect.left * SCALE)) : int(np.ceil(rect.right * SCALE)),
    ]


@pytest.mark.parametrize("style", list(BoxStyle))
@pytest.mark.parametrize("kind", ["white", "colour", "photographed"])
def test_nothing_of_what_lay_below_a_box_has_a_part_in_the_page(style, kind):
    box = RedactionBox(Rect(39, 50, 91, 64), Label.PATIENT, "Eva Roth", Rect(40, 51, 90, 63), (), LOOK)
    one = paper(kind)
    other = one.copy()
    other[pixels(box.rect)] = 255 - other[pixels(box.rect)]
    burnt = [burn_boxes(page, DPI, [box], style, drawn=kind == "colour").picture for page in (one, other)]
    assert (burnt[0] == burnt[1]).all()
    outside = np.ones(one.shape[:2], bool)
    outside[pixels(box.rect.grown(30, 2))] = False  # a line set anew may be longer
    assert (burnt[0][outside] == one[outside]).all()


def test_the_picture_given_is_left_alone():
    one = paper()
    before = one.copy()
    burn_boxes(one, DPI, [RedactionBox(Rect(20, 70, 50, 80), None)], BoxStyle.BLACK)
    assert (one == before).all()


def test_regions_and_black_boxes_are_black():
    for box in (box_over(Rect(40, 51, 90, 63), "Eva"), RedactionBox(Rect(40, 51, 90, 63), None)):
        assert not burn_boxes(paper(), DPI, [box], BoxStyle.BLACK).picture[pixels(box.rect)].any()


@pytest.mark.parametrize("kind", ["white", "colour", "photographed"])
def test_a_surrogate_has_the_paper_around_it_and_no_frame(kind):
    page = paper(kind)
    box = box_over(Rect(40, 51, 90, 63), "Eva Roth")
    burnt = burn_boxes(page, DPI, [box], BoxStyle.SURROGATE).picture
    inside = burnt[pixels(box.rect)].reshape(-1, 1 if page.ndim == 2 else 3).astype(int)
    usual = np.median(page[100:280, 100:400].reshape(-1, inside.shape[1]), axis=0)
    near = (np.abs(inside - usual) < 40).all(axis=1).mean()
    assert 0.6 < near < 0.97, "paper, and ink on it"


def test_a_blank_stays_where_a_place_reaches_into_it():
    natural = text_width("Duncan", "Times-Roman") * 11
    place = Rect(40, 51, 40 + natural + 4, 63)
    word_style = WordStyle("Times-Roman", 11.0, 43, 60, length=place.right - 43)
    box = RedactionBox(place, Label.PATIENT, "Duncan", place, (), word_style)
    before = paper("photographed")
    burnt = burn_boxes(before, DPI, [box], BoxStyle.SURROGATE).picture
    ink = np.flatnonzero((burnt[pixels(place)] < 120).any(axis=0))
    assert ink.max() / SCALE < place.width - 2.5


def test_a_kind_keeps_the_comma_behind_it_where_that_fits():
    def shown(kinds, width):
        place = Rect(40, 51, 40 + width, 63)
        word_style = WordStyle("Times-Roman", 11.0, 40, 60, length=width)
        box = RedactionBox(place, Label.PATIENT, "", place, (), word_style, kinds)
        return burn_boxes(paper("photographed"), DPI, [box], BoxStyle.LABEL).picture

    wide = text_width("[PATIENT],", "Times-Roman") * 11 + 0.5
    assert (shown("[PATIENT],", wide) != shown("[PATIENT]", wide)).any()
    assert (shown("[PATIENT],", 0.67 * wide) == shown("PATIENT", 0.67 * wide)).all()


def test_what_does_not_fit_is_narrowed_then_abbreviated_then_gives_way_to_its_kind_and_that_to_black():
    def inked(text, width, label=Label.PATIENT):
        place = Rect(40, 51, 40 + width, 63)
        word_style = WordStyle("Times-Roman", 11.0, 40, 60, length=width)
        box = RedactionBox(place, label, text, place, (), word_style)
        # Paper that is no plain one keeps the line from being set anew.
        return burn_boxes(paper("photographed"), DPI, [box], BoxStyle.SURROGATE).picture

    natural = text_width("Benjamin Worthington", "Times-Roman") * 11
    short = text_width("B. Worthington", "Times-Roman") * 11
    assert (inked("Benjamin Worthington", 0.85 * natural) != inked("B. Worthington", 0.85 * natural)).any()
    assert (inked("Benjamin Worthington", 0.9 * short) == inked("B. Worthington", 0.9 * short)).all()
    assert (inked("12/24/1999", 34, Label.DATE) == inked("[DATE]", 34, Label.DATE)).all()
    assert not inked("12/24/1999", 6, Label.DATE)[pixels(Rect(40, 51, 46, 63))].any()
    assert not inked("張偉", 8, Label.DATE)[pixels(Rect(40, 51, 48, 63))].any(), "signs that no font here has"


def test_letters_that_the_fonts_lack_are_shown_without_their_marks():
    assert drawable_text("Dvořák Łukasz Müller") == "Dvorák Lukasz Müller"
    assert drawable_text("張偉") is None


def test_what_follows_moves_to_where_it_stands_behind_the_new_word():
    words = ["Seen:", "Smith", "with", "cough", "today"]
    page, places = line_of(words)
    burnt = burn_boxes(
        page, DPI, [box_over(places[1], "Vandersteen")], BoxStyle.SURROGATE,
        [p for k, p in enumerate(places) if k != 1],
    )  # fmt: skip
    # The page has no wider line, so that the new word is narrowed; with room it would not be.
    assert burnt.moved == {} or places[4] in burnt.moved
    wide, below = line_of(["x" * 60], base=80.0)
    page = np.minimum(page, wide)
    kept = [*(p for k, p in enumerate(places) if k != 1), *below]
    burnt = burn_boxes(page, DPI, [box_over(places[1], "Vandersteen")], BoxStyle.SURROGATE, kept)
    wider = text_width("Vandersteen", "Times-Roman") * 11 - places[1].width
    for place in places[2:]:
        assert burnt.moved[place].left - place.left == pytest.approx(wider, abs=0.8)
    last = burnt.moved[places[4]]
    assert (burnt.picture[pixels(last)] == page[pixels(places[4])])[:, 3:-3].mean() > 0.97


@pytest.mark.parametrize("style", list(BoxStyle))
def test_the_width_of_the_old_word_shows_nowhere_on_a_line_that_is_set_anew(style):
    """Old words of many widths, whose lines look the same afterwards."""
    pages = set()
    for old in ("Lee", "Smith", "Marchetti"):
        page, places = line_of(["Mr.", old, "was", "seen."])
        wide, below = line_of(["x" * 60], base=80.0)
        kept = [p for k, p in enumerate(places) if k != 1]
        box = box_over(places[1], "Ostrowski")
        burnt = burn_boxes(np.minimum(page, wide), DPI, [box], style, [*kept, *below]).picture
        columns = np.flatnonzero((burnt[: int(66 * SCALE)] < 128).any(axis=0))
        pages.add(tuple(np.round(np.diff(columns)[np.diff(columns) > 6] / 3)))
        end = columns[-1]
        pages.add(("end", round(end / 4)))
    assert len(pages) <= 4, "gaps and the line's end are the same, but for a pixel"


def test_a_line_with_something_else_on_it_is_left_in_its_place():
    page, places = line_of(["Name:", "Smith", "Born:"])
    page[int(50 * SCALE) : int(66 * SCALE), int((places[1].right + 1) * SCALE)] = 0
    kept = [places[0], places[2]]
    burnt = burn_boxes(page, DPI, [box_over(places[1], "Ng")], BoxStyle.SURROGATE, kept)
    assert burnt.moved == {}
    assert (burnt.picture[pixels(places[2])] == page[pixels(places[2])]).all()


def test_turned_words_have_turned_boxes():
    word_style = WordStyle("Helvetica-Bold", 14.0, 100.0, 80.0, 30.0, (0, 0, 0), 80.0)
    page = np.full((700, 1200), 255, np.uint8)
    page[ink_of([TypesetText("COPY SMITH", word_style)], page.shape, DPI, crisp=True) > 127] = 0
    around = Rect(95, 30, 180, 90)
    box = RedactionBox(around, Label.PATIENT, "", around, (("COPY SMITH", around),), word_style)
    burnt = burn_boxes(page, DPI, [box], BoxStyle.BLACK).picture
    assert not (burnt[page == 0]).any()
    assert (burnt[pixels(around)] > 0).mean() > 0.35, "what the slanted box does not need stays"


@given(
    st.tuples(*[st.floats(-50, 200, allow_nan=False) for _ in range(4)]),
    st.text(max_size=30),
    st.sampled_from(list(BoxStyle)),
    st.sampled_from([None, Label.PATIENT, Label.LOCATION_OTHER]),
)
@settings(max_examples=60, deadline=None)
def test_any_box_covers_its_place(edges, text, style, label):
    left, right = sorted(edges[:2])
    top, bottom = sorted(edges[2:])
    page = np.full((100, 150), 200, np.uint8)
    covered = burn_boxes(page, 72, [RedactionBox(Rect(left, top, right, bottom), label, text)], style).picture
    rows, columns = np.nonzero(covered != page)
    assert ((rows >= np.floor(top)) & (rows <= np.ceil(bottom))).all()
    assert ((columns >= np.floor(left)) & (columns <= np.ceil(right))).all()
