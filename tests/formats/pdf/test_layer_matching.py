"""A text layer against what OCR read: by place and letters, joined and split words included."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import PageReading, RegionKind
from chartveil.formats.pages.content import PageContent, PageRegion, PageWord
from chartveil.formats.pages.ocr_cache import OcrPageCache, turn_page_as_read
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.formats.pdf import layer_matching as page_match
from chartveil.formats.pdf.reading import PageRotation
from chartveil.ocr.engine_interface import EngineName
from chartveil.ocr.options import PageOptions

SIZE = (300.0, 200.0)


def content(*lines, regions=()):
    """Lines of words at fixed places: 6 points a letter, 20 a line; a line may be (text, first left, top)."""
    text, words, at = "", [], 0
    for n, line in enumerate(lines):
        line, left, top = line if isinstance(line, tuple) else (line, 10.0, 20.0 * n)
        if n:
            text, at = text + "\n", at + 1
        for word in line.split(" "):
            rect = Rect(left, top, left + 6 * len(word), top + 10)
            words.append(PageWord(at, at + len(word), rect, 0.9))
            left, at = left + 6 * len(word) + 6, at + len(word) + 1
        at -= 1
        text += line
    return PageContent(text, tuple(words), SIZE, regions=regions)


def compared(layer, seen):
    placed = page_match.placed_words(layer)
    return page_match.match_words([(t, r) for t, r, _ in placed], page_match.placed_words(seen))


@pytest.mark.parametrize(
    ("layer", "seen"),
    [
        ("Augustin Pellworth, born 1951", "Augustin Pellworth, born 1951"),
        ("Augustin Pellworth, born 1951", "Augustin Pel1worth. bom 1951"),
        ("Augustin Pellworth, born 1951", ("AugustinPellworth,born 1951", 10.0, 0.0)),
        ("2023-09-05 07:59", ("2023-09-0507:59 x", 10.0, 0.0)),
        ("Pellworth", ("Pell worth", 9.0, 0.0)),
    ],
)
def test_readings_of_one_place_agree(layer, seen):
    found = compared(content(layer), content(seen))
    assert found.ocr_agreement > 0.9
    assert set(found.layer_places) == set(range(len(layer.split())))


def test_other_words_in_the_place_or_the_same_elsewhere_do_not_agree():
    assert compared(content("Augustin Pellworth"), content("Kathleen Mortimers")).ocr_agreement == 0.0
    elsewhere = compared(content("Augustin Pellworth"), content(("Augustin Pellworth", 10.0, 90.0)))
    assert (elsewhere.ocr_agreement, elsewhere.layer_agreement, elsewhere.layer_places) == (0.0, 0.0, {})
    assert compared(content("Augustin"), PageContent("", (), SIZE)).ocr_agreement == 1.0, (
        "nothing read says nothing"
    )


def test_places_of_words_grow_to_their_ink():
    layer = content(("Pellworth born", 10.0, 0.0))
    seen = content(("Pellworth born", 8.0, -1.0))
    first, second = compared(layer, seen).layer_places.values()
    assert (first.left, first.top) == (8.0, -1.0)
    assert second.right == layer.words[1].rect.right


def test_what_only_the_picture_shows_comes_below_the_layer():
    layer = content("Dear colleague")
    seen = content("Dear colleague", "RECEIVED Ostrowski", "..")
    made = page_match.layer_with_ocr_words(layer, seen, compared(layer, seen))
    assert made.text == "Dear colleague\nRECEIVED Ostrowski"
    assert [made.text[w.start : w.end] for w in made.words] == made.text.split()
    assert made.words[-1].rect == seen.words[3].rect


def test_regions_that_the_layer_explains_are_dropped():
    layer = content("Dear colleague")
    regions = (
        PageRegion(Rect(10, 0, 70, 10), RegionKind.UNREAD, 0.5),
        PageRegion(Rect(10, 100, 70, 110), RegionKind.UNREAD, 0.5),
        PageRegion(Rect(10, 0, 30, 10), RegionKind.SIGNATURE, 0.5),
    )
    seen = content("Dear", regions=regions)
    assert page_match.layer_with_ocr_words(layer, seen, compared(layer, seen)).regions == regions[1:]


def test_what_only_the_layer_holds_comes_below_what_was_read():
    layer = content("Kathleen Mortimers", "hidden Pellworth", "faint Ostrowski")
    seen = content("Augustin Pellworth")
    found = compared(layer, seen)
    faint = {layer.words[4].rect, layer.words[5].rect}
    made = page_match.ocr_with_layer_words(
        seen, layer, found.layer_words_over_ocr.__contains__, lambda rect: rect if rect in faint else None
    )
    assert made.text == "Augustin Pellworth\nhidden Pellworth\nfaint Ostrowski"
    assert [made.text[a:b] for a, b in made.unseen] == ["hidden", "Pellworth"]
    assert [made.text[w.start : w.end] for w in made.words[2:]] == ["faint", "Ostrowski"]


def test_ink_is_any_difference_and_off_the_page_is_none():
    picture = np.full((100, 100), 255, np.uint8)
    picture[50:52, 50:60] = 240
    page = PagePicture(0, picture, 72.0)
    assert page.has_ink(Rect(45, 45, 70, 60))
    assert not page.has_ink(Rect(5, 5, 30, 30))
    assert not page.has_ink(Rect(150, 150, 180, 180))
    assert not page.has_ink(Rect(-50, -50, -20, -20))


# Turns

READINGS = st.builds(
    PageReading,
    st.just("rapidocr"),
    st.integers(0, 3),
    st.sampled_from([0.0, 0.3, -0.7, 2.5, -9.9]),
)


@settings(deadline=None)
@given(READINGS, st.integers(0, 260), st.integers(0, 160), st.integers(10, 38), st.integers(10, 38))
def test_places_follow_the_picture_when_it_is_turned(reading, left, top, wide, high):
    picture = np.full((200, 300), 255, np.uint8)
    picture[top : top + high, left : left + wide] = 0
    page = PagePicture(0, picture, 72.0)
    turned = turn_page_as_read(page, reading)
    turn = PageRotation(page.size, turned.size, reading)
    rect = Rect(left, top, left + wide, top + high)
    there = turn.drawn_to_read(rect)
    ys, xs = np.nonzero(turned.picture < 128)
    assert abs(xs.min() - there.left) <= 2
    assert abs(xs.max() + 1 - there.right) <= 2
    assert abs(ys.min() - there.top) <= 2
    assert abs(ys.max() + 1 - there.bottom) <= 2
    back = turn.read_to_drawn(there)
    assert back.left <= rect.left + 0.01
    assert back.top <= rect.top + 0.01
    assert back.right >= rect.right - 0.01
    assert back.bottom >= rect.bottom - 0.01


# What was read is kept


class Reader:
    """Stands in for OCR; counts how often it is asked."""

    def __init__(self):
        self.scope_chosen = 0
        self.version = "1"

    def read(self, picture, dpi, options):
        from chartveil.ocr.page_reading import OcrPage, PlacedOcrWord

        self.scope_chosen += 1
        word = PlacedOcrWord(0, 4, Rect(72.0, 36.0, 144.0, 72.0), 0.8)
        return OcrPage("Dear", (word,), PageReading("rapidocr"), picture, ())

    def reads(self, kept=10_000):
        return OcrPageCache(kept, self.read, lambda name: f"{name} {self.version}")


def page(shade, dpi=144.0):
    return PagePicture(0, np.full((144, 288), shade, np.uint8), dpi)


def test_a_page_is_read_once_and_in_points():
    reader = Reader()
    reads = reader.reads()
    first = reads.read(page(255), PageOptions())
    assert first.size == (144.0, 72.0)
    assert first.words == (PageWord(0, 4, Rect(36.0, 18.0, 72.0, 36.0), 0.8),)
    assert reads.read(page(255), PageOptions(passwords=("secret",))) is first
    assert reader.scope_chosen == 1


def test_another_picture_density_engine_or_version_is_read_anew():
    reader = Reader()
    reads = reader.reads()
    reads.read(page(255), PageOptions())
    reads.read(page(254), PageOptions())
    reads.read(page(255, 100.0), PageOptions())
    reads.read(page(255), PageOptions(second=EngineName.TESSERACT))
    assert reader.scope_chosen == 4
    reader.version = "2"
    reads.read(page(255), PageOptions())
    assert reader.scope_chosen == 5


def test_what_was_asked_for_longest_ago_goes_first():
    reader = Reader()
    reads = reader.reads(kept=3000)
    for shade in (1, 2, 1, 3, 1):
        reads.read(page(shade), PageOptions())
    assert reader.scope_chosen == 3
    reads.read(page(2), PageOptions())
    assert reader.scope_chosen == 4
    reads.clear()
    reads.read(page(1), PageOptions())
    assert reader.scope_chosen == 5


def test_many_threads_may_ask():
    from concurrent.futures import ThreadPoolExecutor

    reader = Reader()
    reads = reader.reads(kept=4000)
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda k: reads.read(page(k % 5), PageOptions()).text, range(200)))
    assert set(made) == {"Dear"}
