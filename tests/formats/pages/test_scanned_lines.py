"""Boxes on scans: looks by the words around, lines set anew on shaded paper with grain, rules that go on."""

from dataclasses import replace

import numpy as np
import pytest

from chartveil.domain.geometry import Rect
from chartveil.domain.labels import Label
from chartveil.formats.pages.box_drawing import RedactionBox, burn_boxes
from chartveil.formats.pages.estimated_styles import EstimatedStyles
from chartveil.formats.pages.lettering import TypesetText, WordStyle, blurred_ink, ink_of, text_width
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.formats.pages.paper import Paper
from chartveil.ocr.options import BoxStyle

DPI = 200
SCALE = DPI / 72
LINES = [
    ["The", "patient", "Vandersteen", "was", "seen", "here", "again", "today"],
    ["She", "takes", "metformin", "twice", "daily", "and", "feels", "better"],
    ["Her", "daughter", "drove", "her", "home", "after", "this", "visit"],
]


def scan(lines=LINES, face="Helvetica", size=11.0, blur=0.7, blank=0.28, leading=24.0):
    """A scanned page, and the words with places as OCR tells them: with blanks on all sides."""
    texts, words = [], []
    for row, line in enumerate(lines):
        x, base = 40.0, 50.0 + leading * row
        for word in line:
            texts.append(TypesetText(word, WordStyle(face, size, x, base)))
            width = text_width(word, face) * size
            words.append((word, Rect(x - 2, base - 0.9 * size, x + width + 2, base + 0.35 * size)))
            x += width + blank * size
    shape = (60 * len(lines) + 120, 1200)
    shade = np.linspace(190, 235, shape[1])[None, :] + np.random.default_rng(1).normal(0, 3, shape)
    ink = blurred_ink(ink_of(texts, shape, DPI, crisp=False), blur).astype(float) / 255
    return (shade * (1 - ink) + 40 * ink).clip(0, 255).astype(np.uint8), words


def burnt(page, words, text, old="Vandersteen", extra=()):
    (place,) = [rect for word, rect in words if word == old]
    kept = [(word, rect) for word, rect in words if word != old]
    cover = place.grown(0.5, 0.5)
    word_styles = EstimatedStyles(kept, PagePicture(0, page, DPI).wiped([cover]), [place])
    box = RedactionBox(cover, Label.PATIENT, text, place, ((old, place),), word_styles.of(place))
    kept_places = [rect for _, rect in kept] + list(extra)
    done = burn_boxes(
        page, DPI, [box], BoxStyle.SURROGATE, kept_places, glued=frozenset(), tight=word_styles.tight
    )
    return done, place


def inked(page, rect):
    part = page[
        int(rect.top * SCALE) : int(rect.bottom * SCALE), int(rect.left * SCALE) : int(rect.right * SCALE)
    ]
    return np.flatnonzero((part < 130).any(axis=0)) / SCALE + rect.left


def test_what_follows_moves_and_keeps_a_blank_though_places_overlap():
    page, words = scan()
    done, place = burnt(page, words, "Ng")
    (was,) = [rect for word, rect in words if word == "was"]
    now = done.moved[was]
    assert now.left < was.left - 30
    line = Rect(30, place.top, 400, place.bottom)
    blanks = [np.diff(inked(p, line)) for p in (page, done.picture)]
    before, after = ([gap for gap in gaps if gap > 2] for gaps in blanks)
    assert len(after) == len(before), "as many blanks, as wide as before"
    assert max(after) < max(before) + 1


def test_nothing_of_what_stood_there_has_a_part_in_the_page():
    page, words = scan()
    other = page.copy()
    rect = next(rect for word, rect in words if word == "Vandersteen").grown(0.5, 0.5)
    rows, columns = PagePicture(0, page, DPI).pixels(rect)
    # The outermost pixels tell the paper at its edges.
    other[rows.start + 1 : rows.stop - 1, columns.start + 1 : columns.stop - 1] = 77
    one, two = (burnt(p, words, "Okonkwo")[0].picture for p in (page, other))
    assert (one == two).all()


@pytest.mark.parametrize("face", ["Helvetica", "Times-Roman"])
def test_the_look_is_that_of_the_words_around(face):
    page, words = scan(face=face)
    done = EstimatedStyles([w for w in words if w[0] != "Vandersteen"], PagePicture(0, page, DPI))
    word_style = done.of(next(rect for word, rect in words if word == "Vandersteen"))
    assert word_style.face == face
    assert word_style.size == pytest.approx(11, abs=0.8)
    assert word_style.baseline == pytest.approx(50, abs=0.8)
    assert 0.3 < word_style.blur < 1.1


def test_a_bold_line_gets_bold_letters():
    page, words = scan()
    bold, more = scan([["Regarding:", "Vandersteen", "and", "his", "record"]], face="Helvetica-Bold")
    page = np.vstack([page, bold])
    down = 60 * len(LINES) + 120
    words = [w for w in words if w[0] != "Vandersteen"] + [(t, r.moved(0, down / SCALE)) for t, r in more]
    word_styles = EstimatedStyles([w for w in words if w[0] != "Vandersteen"], PagePicture(0, page, DPI))
    places = dict(words)
    assert word_styles.of(places["Vandersteen"]).face == "Helvetica-Bold"
    assert word_styles.of(places["metformin"]).face == "Helvetica"


def test_a_rule_in_the_place_of_a_word_makes_no_letter_larger():
    page, words = scan()
    y = round((50 + 4) * SCALE)
    page[y : y + 3, 40:1100] = 60
    words = [(w, Rect(r.left, r.top, r.right, r.bottom + 3) if r.top < 50 else r) for w, r in words]
    done, place = burnt(page, words, "Okonkwo")
    kept = EstimatedStyles([w for w in words if w[0] != "Vandersteen"], PagePicture(0, page, DPI))
    assert kept.of(place).size == pytest.approx(11, abs=1)
    rule = done.picture[y : y + 3, int(place.left * SCALE) : int(place.right * SCALE)]
    assert (rule < 140).mean() > 0.9, "and it goes on below the new word"


def test_paper_goes_on_with_its_shade_and_grain():
    page, _ = scan([[]])
    hole = np.zeros(page.shape, bool)
    hole[40:80, 300:900] = True
    old = page.copy().astype(float)
    page[hole] = 0
    paper = Paper(page, hole)
    filled = paper.filling(hole).astype(float).reshape(40, 600)
    assert paper.grain == pytest.approx(3, abs=0.6)
    assert abs(filled.mean() - old[hole].mean()) < 1
    assert np.abs(filled.mean(axis=0) - old[40:80, 300:900].mean(axis=0)).max() < 6
    assert filled.std() == pytest.approx(old[hole].std(), rel=0.25)


def test_tails_of_the_line_above_stay_where_a_box_reaches_into_it():
    page, words = scan([["gypsy", "gypsy", "gypsy"], ["The", "patient", "Vandersteen", "here"]], leading=12)
    words = [(w, Rect(r.left, r.top - 1, r.right, r.bottom) if w == "Vandersteen" else r) for w, r in words]
    done, place = burnt(page, words, "Ng")
    rows = slice(int(place.top * SCALE), int(52.4 * SCALE))
    tails = page[rows, int(40 * SCALE) : int(130 * SCALE)] < 120
    assert tails.sum() > 20, "the box reaches over them"
    assert ((done.picture[rows, int(40 * SCALE) : int(130 * SCALE)] < 120) == tails).all()


def test_tails_of_a_word_that_is_covered_do_not_stay_in_the_box_below_it():
    """Though its own box leaves them out."""
    page, words = scan([["gypsy", "and"], ["The", "patient", "Vandersteen", "here"]], leading=12)
    above, below = (rect for word, rect in words if word in ("gypsy", "The"))
    below = Rect(above.left, below.top - 1, above.right, below.bottom)
    above = Rect(above.left, above.top, above.right, below.top)
    tails = tuple(
        slice(int(a * SCALE) + 1, int(b * SCALE)) for a, b in ((below.top, 52.4), (below.left, below.right))
    )
    assert (page[tails] < 120).sum() > 20
    kept = [(word, rect) for word, rect in words if word not in ("gypsy", "The")]
    word_styles = EstimatedStyles(kept, PagePicture(0, page, DPI).wiped([above, below]), [above, below])
    word_style = replace(word_styles.of(below), ink=(255, 255, 255))
    boxes = [RedactionBox(below, Label.PATIENT, "X", word_style=word_style), RedactionBox(above, None)]
    done = burn_boxes(page, DPI, boxes, BoxStyle.SURROGATE, tight=word_styles.tight)
    assert not (done.picture[tails] < 120).any()


def test_values_of_one_row_have_one_size_and_stand_on_one_line():
    """Though OCR gives one a taller place than the other."""
    page, words = scan()
    page = np.vstack([page, scan([[]])[0]])
    fields = [Rect(40 + 90 * k, 130 - k % 2, 100 + 90 * k, 144 + k % 3) for k in range(6)]
    word_styles = EstimatedStyles(words, PagePicture(0, page, DPI), fields)
    found = [word_styles.of(place) for place in fields]
    assert len({(word_style.size, word_style.baseline) for word_style in found}) == 1


def test_letters_on_a_dark_field_are_white():
    page, words = scan()
    page = np.vstack([page, scan([[]])[0]])
    field = Rect(40, 130, 110, 145)
    page[int(120 * SCALE) : int(155 * SCALE)] = 30
    assert EstimatedStyles(words, PagePicture(0, page, DPI), [field]).of(field).ink == (255, 255, 255)
    place = dict(words)["metformin"]
    assert max(EstimatedStyles(words, PagePicture(0, page, DPI)).of(place).ink) < 80


def test_the_line_of_a_faxs_sender_keeps_its_one_width():
    page, words = scan()
    sender = ["FROM:", "OTTER", "CREEK", "14:07", "PAGE", "001/003"]
    fax, more = scan([sender], face="Courier", blank=0.6)
    down = page.shape[0] / SCALE
    page = np.vstack([page, fax])
    words += [(w, r.moved(0, down)) for w, r in more]
    name = next(r for w, r in words if w == "CREEK")
    word_styles = EstimatedStyles([w for w in words if w[0] != "CREEK"], PagePicture(0, page, DPI), [name])
    assert word_styles.of(name).face == "Courier"
    assert word_styles.of(name).size == pytest.approx(11, abs=1)
    assert word_styles.of(dict(words)["metformin"]).face == "Helvetica"


def test_bold_words_of_a_column_say_nothing_of_the_next():
    bold, captions = scan([["Patient"], ["Address"], ["Telephone"]], face="Helvetica-Bold")
    page, words = scan([["Ann"], ["Mill", "Lane"], ["and", "others", "of", "this", "place"]])
    page = np.hstack([bold[:, :400], page[:, :800]])
    right = 400 / SCALE
    words = captions + [(w, r.moved(right, 0)) for w, r in words if w != "Ann"]
    field = Rect(40 + right, 40, 60 + right, 53)
    word_styles = EstimatedStyles(words, PagePicture(0, page, DPI), [field])
    assert word_styles.of(field).face == "Helvetica"


def test_a_letterhead_of_which_no_word_stays_is_bold():
    page, words = scan()
    head = Rect(40, 14, 140, 33)
    word_styles = EstimatedStyles(words, PagePicture(0, page, DPI), [head])
    assert word_styles.of(head).face == "Helvetica-Bold"


def test_a_word_at_the_margin_begins_where_other_lines_do():
    page, words = scan()
    words = [w for w in words if w[0] != "She"]
    margin = 40.0
    (first,) = [r for w, r in scan()[1] if w == "She"]
    more, others = scan([["There"], ["Thus"], ["Then"], ["Those"]])
    page = np.vstack([page, more])
    words += [(w, r.moved(0, page.shape[0] / SCALE - more.shape[0] / SCALE)) for w, r in others]
    word_styles = EstimatedStyles(words, PagePicture(0, page, DPI), [first])
    assert word_styles.of(first.moved(-1.5, 0)).x == pytest.approx(word_styles.of(first).x, abs=0.1)
    assert word_styles.of(first).x == pytest.approx(margin, abs=0.8)


def test_a_line_of_which_no_word_stays_is_as_large_as_the_next():
    page, words = scan(leading=15)
    left = [(w, r) for w, r in words if not 55 < r.bottom < 75]
    for height in (14, 15, 16):
        head = Rect(40, 54, 140, 54 + height)
        assert EstimatedStyles(left, PagePicture(0, page, DPI), [head]).of(head).size == pytest.approx(
            11.4, abs=0.2
        )
