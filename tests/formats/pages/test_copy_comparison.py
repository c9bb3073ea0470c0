"""Copies compared with their originals: what has to be read again, and what need not."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import StageError
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import PageLayout, Region, RegionKind, WordBox
from chartveil.domain.span import Replacement
from chartveil.formats.pages import copy_comparison
from chartveil.formats.pages.content import PageContent
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.ocr.options import PageOptions

FONT = ImageFont.load_default(34)
LINES = ("Seen today: Augustin Pellworth, aged 54", "He takes lisinopril 10 mg twice daily.", "Ostrowski")
SIZE = (1000, 500)


def page(*lines, dpi=200):
    image = Image.new("L", SIZE, 255)
    draw = ImageDraw.Draw(image)
    for k, line in enumerate(lines):
        draw.text((40, 40 + 60 * k), line, fill=0, font=FONT)
    return PagePicture(0, np.asarray(image).copy(), dpi)


def document(regions=()):
    boxes, at = [], 0
    for k, line in enumerate(LINES):
        start = 0
        for word in line.split(" "):
            left = 40 + FONT.getlength(line[:start])
            place = (left, 40 + 60 * k + 4, left + FONT.getlength(word), 40 + 60 * k + 42)
            boxes.append(WordBox(at + start, at + start + len(word), 0, *(v * 0.36 for v in place)))
            start += len(word) + 1
        at += len(line) + 1
    layout = PageLayout(((360.0, 180.0),), tuple(boxes), (), tuple(regions))
    return Document("\n".join(LINES), DocumentSource("a.pdf", "pdf", "0" * 64), layout=layout)


DOC = document()
EDITS = [
    Replacement(DOC.text.index(old), DOC.text.index(old) + len(old), new, Label.PATIENT)
    for old, new in (("Augustin Pellworth", "Peter Marsh"), ("Ostrowski", "Lambert"))
]


@pytest.fixture
def asked(monkeypatch):
    """Sizes of the pictures that OCR was asked about."""
    sizes = []

    class Cache:
        def read(self, shown, _):
            sizes.append(shown.picture.shape)
            return PageContent("read", (), (1.0, 1.0))

    monkeypatch.setattr(copy_comparison, "OCR_PAGE_CACHE", Cache())
    return sizes


def compared(copy, regions=(), edits=EDITS, original=None):
    originals = iter([original or page(*LINES)])
    return list(
        copy_comparison.changed_page_texts(DOC, originals, iter([copy]), edits, regions, PageOptions())
    )


def covered(*words, fill=0):
    """The page with boxes over words."""
    shown = page(*LINES)
    for box in DOC.layout.boxes:
        if DOC.text[box.start : box.end] in words:
            place = [round(v / 0.36) for v in (box.left, box.top, box.right, box.bottom)]
            shown.picture[place[1] - 2 : place[3] + 2, place[0] - 2 : place[2] + 2] = fill
    return shown


@pytest.mark.parametrize("fill", [0, 255])
def test_nothing_is_read_where_the_copy_is_as_planned(asked, fill):
    assert compared(covered("Augustin", "Pellworth,", "Ostrowski", fill=fill)) == []
    assert asked == []


@pytest.mark.parametrize("left", ["Augustin", "Pellworth,", "Ostrowski"])
def test_a_word_that_is_not_covered_is_read(asked, left):
    names = {"Augustin", "Pellworth,", "Ostrowski"} - {left}
    read = compared(covered(*names))
    assert {where.partition(",")[0] for where, _ in read} == {"what OCR reads on page 1"}
    assert all("mm from the left and" in where for where, _ in read)


def test_a_word_that_is_found_in_two_ways_is_read_once(asked):
    """It looks as before where it stood, and is seen again on its line."""
    place = next(b for b in DOC.layout.boxes if DOC.text[b.start : b.end] == "Augustin")
    compared(covered("Pellworth,", "Ostrowski"))
    ((height, width, *_),) = asked
    assert width > (place.right - place.left) / 0.36
    assert height > (place.bottom - place.top) / 0.36


def test_two_words_that_are_not_covered_are_both_read(asked):
    read = compared(covered("Pellworth,"))
    assert len(read) == len(asked) == 2


def test_half_a_word_that_is_seen_is_read(asked):
    shown = covered("Augustin", "Ostrowski", "Pellworth,")
    before = page(*LINES).picture
    box = next(b for b in DOC.layout.boxes if DOC.text[b.start : b.end] == "Pellworth,")
    middle = round((box.left + box.right) / 0.72)
    shown.picture[:100, middle : round(box.right / 0.36) + 2] = before[
        :100, middle : round(box.right / 0.36) + 2
    ]
    assert len(compared(shown)) == 1


def test_what_nobody_planned_is_read(asked):
    shown = covered("Augustin", "Pellworth,", "Ostrowski")
    image = Image.fromarray(shown.picture)
    ImageDraw.Draw(image).text((600, 300), "Farouk", fill=0, font=FONT)
    assert compared(PagePicture(0, np.asarray(image), 200))
    gone = covered("Augustin", "Pellworth,", "Ostrowski", "lisinopril", fill=255)
    assert compared(gone)


def test_a_region_that_is_not_covered_is_read(asked):
    region = Region(0, 0, 30, 200, 60, RegionKind.SIGNATURE)
    hidden = covered("Augustin", "Pellworth,", "Ostrowski")
    assert compared(hidden, [region])
    hidden.picture[80:168, :560] = 0
    assert compared(hidden, [region]) == []


def test_a_page_that_is_wholly_another_is_read_whole(asked):
    words = [w * 5 for w in ("another ", "wholly ", "written ", "page ", "of ", "some ", "one ")]
    assert len(compared(page(*words))) == 1
    assert asked == [SIZE[::-1]]


def test_another_number_of_pages_is_no_copy(asked):
    with pytest.raises((StageError, ValueError)):
        list(copy_comparison.changed_page_texts(DOC, iter([]), iter([]), EDITS, (), PageOptions()))
