"""Pages made to be read: what is known of them holds, and measures tell good readings from bad ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.pages.canvas import PageCanvas, WordStyle
from benchmarks.pages.degradation import (
    Degradation,
    degraded_page,
    photographed_page,
    rotated_page,
    warped_page,
)
from benchmarks.pages.fonts import FONT_FILES, load_font
from benchmarks.pages.invented_text import InventedFacts, labelled_words
from benchmarks.pages.maker import PAGE_KINDS, make_page
from benchmarks.pages.readers import affine_map_of
from benchmarks.pages.scoring import (
    PageScore,
    ReaderOutput,
    comparable_text,
    edit_distance,
    score_page,
    summarize_scores,
)
from benchmarks.pages.synthetic_page import GoldWord, LabelledText, SyntheticPage
from chartveil.domain.geometry import Rect
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import RegionKind
from chartveil.evaluation.stats import MatchCounts
from chartveil.ocr.engine_interface import Picture

NAME, DAY = Label.PATIENT, Label.DATE


@cache
def clean(kind: str) -> SyntheticPage:
    return make_page(kind)


@cache
def small(dpi: int = 100) -> SyntheticPage:
    """Two lines of one block, a third of another, 3.5 by 1.5 inches."""
    sheet = PageCanvas(dpi, 252, 108)
    sheet.begin_block()
    sheet.line(
        [LabelledText("Seen: "), LabelledText("Milan Horvat", NAME), LabelledText(", well.")],
        20,
        30,
        WordStyle(size=12),
    )
    sheet.line([LabelledText("Born "), LabelledText("3/4/1961", DAY)], 20, 52, WordStyle(size=12))
    sheet.begin_block()
    sheet.line("Copy", 20, 90, WordStyle(size=12))
    return sheet.finished_page()


def perfect(page: SyntheticPage, grown: float = 1.0) -> ReaderOutput:
    """Every word as it is, its place grown a little on each side."""
    return ReaderOutput(tuple((w.text, around(w.place, grown)) for w in page.words))


def around(place: Rect, by: float) -> Rect:
    return Rect(place.left - by, place.top - by, place.right + by, place.bottom + by)


def changed(page: SyntheticPage, change: Callable[[GoldWord], Iterable[str]]) -> ReaderOutput:
    """A reading in which each word becomes some words at its place, or none."""
    words = [(text, around(w.place, 1.0)) for w in page.words for text in change(w)]
    return ReaderOutput(tuple(words))


def dark(page: SyntheticPage, place: Rect) -> float:
    """The darkest of a place, from 0 for black to 255."""
    cut = page.picture[int(place.top) : int(place.bottom), int(place.left) : int(place.right)]
    return float(cut.min())


def no_errors(s: PageScore) -> bool:
    counts = (s.bared.found, s.lost.found, s.false_regions, s.reversed_pairs.found, s.torn_pairs.found)
    return not any(counts) and not s.missed and s.words.found == s.words.gold == s.parted.found


# What is made.


@pytest.mark.parametrize("kind", PAGE_KINDS)
def test_every_kind_shows_words_and_identifiers_in_order_on_the_page(kind: str) -> None:
    page = clean(kind)
    high, wide = page.owners.shape
    assert page.picture.shape[:2] == (high, wide)
    assert len(page.words) >= 60
    assert sum(w.label is not None for w in page.words) >= 15
    assert [w.number for w in page.words] == sorted({w.number for w in page.words})
    for w in page.words:
        assert w.text
        assert not any(c.isspace() for c in w.text)
        assert 0 <= w.place.left < w.place.right <= wide
        assert 0 <= w.place.top < w.place.bottom <= high


@pytest.mark.parametrize("kind", ["letter", "labs", "stamps", "labels"])
def test_the_ink_of_a_word_lies_in_its_place_and_nowhere_else(kind: str) -> None:
    page = clean(kind)
    for w in page.words:
        rows, columns = np.nonzero(page.owners == w.number) if w.number % 9 == 0 else ((), ())
        if len(rows):
            assert (min(columns), min(rows)) == (w.place.left, w.place.top)
            assert (max(columns) + 1, max(rows) + 1) == (w.place.right, w.place.bottom)


def test_dark_pixels_are_ink_that_somebody_owns() -> None:
    page = small()
    inked = page.owners > 0
    assert (page.picture[inked] < 200).all()
    assert (page.picture[~inked] > 150).all()


def test_nothing_that_was_written_is_missing_from_the_page() -> None:
    assert [w.text for w in small().words] == "Seen: Milan Horvat, well. Born 3/4/1961 Copy".split()
    assert [w.label for w in small().words] == [None, NAME, NAME, None, None, DAY, None]
    assert [w.line for w in small().words] == [1, 1, 1, 1, 2, 2, 3]
    assert len({w.block for w in small().words[:6]}) == 1
    assert small().words[-1].block != small().words[0].block


@pytest.mark.parametrize("how", [Degradation.CLEAN, Degradation.SCAN_150, Degradation.FAX])
def test_the_same_seed_gives_the_same_page_and_another_one_another(how: Degradation) -> None:
    first, again = (make_page("cards", how, 3) for _ in range(2))
    assert np.array_equal(first.picture, again.picture)
    assert first.words == again.words
    texts = [w.text for w in first.words]
    assert [w.text for w in make_page("cards", Degradation.CLEAN, 3).words] == texts
    assert [w.text for w in make_page("cards", Degradation.CLEAN, 4).words] != texts


@pytest.mark.parametrize("how", Degradation)
def test_chance_is_the_generators_alone(how: Degradation) -> None:
    first, again = (degraded_page(small(), how, np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(first.picture, again.picture)
    assert first.words == again.words


def test_all_labels_stand_on_some_page() -> None:
    seen = {w.label for kind in PAGE_KINDS for w in clean(kind).words}
    assert seen >= set(Label)


# What befalls pages.


@pytest.mark.parametrize("how", Degradation)
def test_a_degraded_page_is_another_picture_whose_words_are_where_they_are_said_to_be(
    how: Degradation,
) -> None:
    page = degraded_page(small(200), how, np.random.default_rng(5))
    assert np.array_equal(page.picture, small(200).picture) == (how is Degradation.CLEAN)
    assert [w.text for w in page.words] == [w.text for w in small(200).words]
    for w in page.words:
        assert dark(page, w.place) < 110
    beside = page.picture[page.owners.shape[0] // 2 :, page.owners.shape[1] // 2 :]
    assert np.median(beside) > 180


@pytest.mark.parametrize("how", [Degradation.FAX, Degradation.FAX_STANDARD])
def test_a_fax_is_black_and_white_and_a_standard_one_is_coarse(how: Degradation) -> None:
    page = degraded_page(small(200), how, np.random.default_rng(2))
    sharp = np.isin(page.picture, (0, 255)).mean()
    assert sharp > 0.85
    assert page.picture.ndim == 2


def test_skew_moves_places_as_it_moves_ink() -> None:
    page = small(200)
    leaning = rotated_page(page, 2.0)
    # Counter-clockwise: what stands on the left comes down.
    assert leaning.words[0].place.top > page.words[0].place.top
    back = rotated_page(leaning, -2.0)
    for a, b in zip(page.words, back.words, strict=True):
        assert abs(a.place.left - b.place.left) <= 2
        assert abs(a.place.bottom - b.place.bottom) <= 2


def test_a_photo_is_bent_and_coloured_and_keeps_its_words() -> None:
    page = photographed_page(small(200), np.random.default_rng(1))
    assert page.picture.ndim == 3
    assert page.owners.shape > small(200).owners.shape
    assert all(dark(page, w.place) < 110 for w in page.words)


def test_a_word_without_ink_is_left_out() -> None:
    page = small()
    gone = np.where(page.owners == page.words[1].number, 0, page.owners).astype(np.uint16)
    assert [w.text for w in page.after_change(page.picture, gone).words][:2] == ["Seen:", "Horvat,"]


@pytest.mark.parametrize("degrees", [0.0, -3.0, 7.5])
def test_how_pictures_are_turned_is_seen_by_marks(degrees: float) -> None:
    page = small()
    high, wide = page.owners.shape

    def turn(picture: Picture) -> Picture:
        holder = replace(page, picture=picture, words=(), owners=np.zeros(picture.shape[:2], np.uint16))
        return rotated_page(holder, degrees).picture

    matrix = affine_map_of(turn, page.owners.shape)
    assert np.allclose(
        matrix @ (wide / 2 - 0.5, high / 2 - 0.5, 1), (wide / 2 - 0.5, high / 2 - 0.5), atol=0.3
    )
    moved, direct = warped_page(page, matrix, (wide, high)), rotated_page(page, degrees)
    for a, b in zip(moved.words, direct.words, strict=True):
        assert abs(a.place.left - b.place.left) <= 1
        assert abs(a.place.top - b.place.top) <= 1


def test_a_quarter_turn_is_seen_by_marks() -> None:
    matrix = affine_map_of(lambda p: np.ascontiguousarray(np.rot90(p, -1)), (300, 200))
    assert np.allclose(matrix @ (0, 0, 1), (299, 0), atol=0.01)
    assert np.allclose(matrix @ (199, 299, 1), (0, 199), atol=0.01)


# Texts and fonts.


def test_words_take_the_label_of_any_of_their_pieces() -> None:
    pieces = [
        LabelledText("(born "),
        LabelledText("3 May", DAY),
        LabelledText("), "),
        LabelledText("Ada", NAME),
        LabelledText("'s"),
    ]
    assert labelled_words(pieces) == [("(born", None), ("3", DAY), ("May),", DAY), ("Ada's", NAME)]


@given(st.integers(0, 500))
def test_a_filled_template_reads_as_written(seed: int) -> None:
    cast = InventedFacts(random.Random(seed))
    pieces = cast.fill_template("{PATIENT}, born {DATE.birth}, rings {PHONE}.")
    assert "".join(p.text for p in pieces).startswith(f"{cast.value('PATIENT')}, born ")
    assert [p.label for p in pieces if p.label] == [NAME, DAY, Label.PHONE]
    assert cast.value("DATE.birth") == cast.value("DATE.birth")


def test_every_face_has_a_font() -> None:
    assert all(load_font(face, 20).getlength("Milan") > 10 for face in FONT_FILES)


# Measures.


def test_a_perfect_reading_has_no_errors() -> None:
    for page in (small(), clean("letter"), clean("columns"), clean("labels")):
        s = score_page(page, perfect(page))
        assert no_errors(s)
        assert s.letters.found == 0
        assert s.ink.found == s.ink.gold > 0
        assert s.reversed_pairs.gold > 0


def test_case_and_ends_are_set_aside_and_nothing_else() -> None:
    s = score_page(small(), changed(small(), lambda w: [w.text.upper().strip(",.:")]))
    assert no_errors(s)
    s = score_page(
        small(), changed(small(), lambda w: [w.text.replace("3/4", "3.4").replace("Milan", "MiIan")])
    )
    assert [(m.word.text, m.read) for m in s.missed] == [("Milan", "MiIan"), ("3/4/1961", "3.4/1961")]
    assert (s.words, s.parted) == (MatchCounts(7, 5), MatchCounts(7, 5))
    assert s.labels == {NAME: MatchCounts(2, 1), DAY: MatchCounts(1, 0)}


def test_words_read_as_one_are_read_but_not_as_words() -> None:
    page = small()
    a, b = page.words[1], page.words[2]
    joined = Rect(a.place.left, a.place.top, b.place.right, b.place.bottom)
    others = perfect(page).words
    s = score_page(page, ReaderOutput((others[0], ("MilanHorvat,", joined), *others[3:])))
    assert (s.words.found, s.parted.found) == (7, 5)
    assert s.letters.found == 1
    assert s.ink.found == s.ink.gold


def test_the_right_word_at_the_wrong_place_is_not_read() -> None:
    page = small()
    shifted = tuple((t, replace(p, left=p.left + 120, right=p.right + 120)) for t, p in perfect(page).words)
    s = score_page(page, ReaderOutput(shifted))
    assert s.words.found == 0
    assert s.ink.found < s.ink.gold / 2


def test_a_dropped_line_is_lost_unless_a_region_stands_over_it() -> None:
    page = small()
    reading = changed(page, lambda w: [] if w.line == 2 else [w.text])
    s = score_page(page, reading)
    assert (s.lost, s.bared) == (MatchCounts(3, 1), MatchCounts(3, 1))
    assert s.ink.gold - s.ink.found == int((page.owners == page.words[5].number).sum())
    over = Rect(15, page.words[4].place.top - 3, 240, page.words[4].place.bottom + 3)
    s = score_page(page, replace(reading, regions=((RegionKind.UNREAD, over),)))
    assert (s.lost.found, s.bared.found, s.false_regions) == (0, 0, 0)
    assert s.ink.found == s.ink.gold
    assert all(m.covered for m in s.missed)


def test_a_region_over_words_that_were_read_is_false_and_a_barcode_is_none() -> None:
    page = small()
    place = around(page.words[0].place, 2)
    both = ((RegionKind.UNREAD, place), (RegionKind.BARCODE, place), (RegionKind.HANDWRITING, place))
    assert score_page(page, replace(perfect(page), regions=both)).false_regions == 2


def test_a_region_over_a_signature_is_no_false_one() -> None:
    sheet = PageCanvas(100, 252, 108)
    sheet.line("Yours", 20, 30)
    sheet.curve([(150, 80), (170, 60), (190, 80)], 1.5)
    page = sheet.finished_page()
    assert [w.text for w in page.words] == ["Yours"]
    place = Rect(200, 75, 270, 115)
    assert score_page(page, replace(perfect(page), regions=((RegionKind.UNREAD, place),))).false_regions == 0
    aside = replace(place, left=20, right=90)
    assert score_page(page, replace(perfect(page), regions=((RegionKind.UNREAD, aside),))).false_regions == 1


def test_places_that_are_too_small_bare_ink() -> None:
    page = clean("letter")
    s = score_page(page, perfect(page, grown=-2.0))
    assert s.words.found == s.words.gold
    assert 0.4 < s.ink.found / s.ink.gold < 0.95
    assert s.bared.found > 0


def test_a_neighbours_place_does_not_count_as_covering() -> None:
    page = small()
    name = page.words[1]
    wide = Rect(0, 0, name.place.right - name.place.width * 0.6, page.words[0].place.bottom)
    words = (("Seen:", wide), *perfect(page).words[2:])
    assert score_page(page, ReaderOutput(words)).bared.found == 1


def test_the_padded_pieces_of_a_torn_word_cover_it() -> None:
    page = small()
    day = page.words[5].place
    third = day.width / 3
    cuts = [replace(day, left=day.left + i * third, right=day.left + (i + 1) * third) for i in range(3)]
    pieces = tuple((t, around(c, day.height / 2)) for t, c in zip(("3/", "4/1", "961"), cuts, strict=True))
    s = score_page(page, ReaderOutput((*perfect(page).words[:5], *pieces)))
    assert (s.ink.found, s.bared.found) == (s.ink.gold, 0)
    assert (s.words.found, s.parted.found) == (6, 5)


def test_order_is_measured_within_blocks() -> None:
    page = small()
    words = perfect(page).words
    s = score_page(page, ReaderOutput((words[6], *words[:6])))
    assert (s.reversed_pairs.found, s.torn_pairs.found) == (0, 0)
    s = score_page(page, ReaderOutput((words[4], words[5], *words[:4], words[6])))
    assert (s.reversed_pairs, s.torn_pairs.found) == (MatchCounts(5, 1), 0)
    s = score_page(page, ReaderOutput((*words[:2], words[6], *words[2:6])))
    assert (s.reversed_pairs.found, s.torn_pairs.found) == (0, 1)
    s = score_page(page, ReaderOutput((words[4], words[5], *words[:4], words[6]), ordered=False))
    assert s.reversed_pairs == MatchCounts()


def test_words_under_stamps_are_counted_apart() -> None:
    page = clean("stamps")
    s = score_page(page, perfect(page))
    assert 3 <= s.stamped.gold <= 40
    assert score_page(small(), perfect(small())).stamped == MatchCounts()


def test_an_empty_page_and_an_empty_reading_are_no_failure() -> None:
    blank = PageCanvas(100, 100, 100).finished_page()
    s = score_page(blank, ReaderOutput(()))
    assert s.words == s.letters == s.ink == MatchCounts()
    s = score_page(blank, ReaderOutput((("ghost", Rect(5, 5, 50, 20)),)))
    assert s.letters == MatchCounts(0, 5)
    s = score_page(small(), ReaderOutput(()))
    assert (s.words.found, s.lost, s.ink.found) == (0, MatchCounts(3, 3), 0)


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_the_distance_is_levenshteins(a: str, b: str) -> None:
    def slow(a: str, b: str) -> int:
        if not a or not b:
            return len(a) + len(b)
        if a[0] == b[0]:
            return slow(a[1:], b[1:])
        return 1 + min(slow(a[1:], b), slow(a, b[1:]), slow(a[1:], b[1:]))

    assert edit_distance(a, b) == slow(a, b)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("(Ferri),", "ferri"), ("O’Rourke", "o'rourke"), ("···", ""), ("3–4", "3-4"), ("°C", "c")],
)
def test_what_of_a_word_counts(text: str, expected: str) -> None:
    assert comparable_text(text) == expected


def test_pages_are_added_up_with_an_interval() -> None:
    page = small()
    good = score_page(page, perfect(page))
    bad = score_page(page, changed(page, lambda w: [w.text.replace("Milan", "Mlian")]))
    s = summarize_scores([good, bad, good], [1.0, 3.0, 2.0])
    assert (s.words.found, s.words.gold) == (20, 21)
    assert s.words.interval is not None
    assert s.words.interval.low == pytest.approx(6 / 7)
    assert s.words.interval.high == 1.0
    assert s.labels[NAME].value == pytest.approx(5 / 6)
    assert s.seconds == (1.0, 2.0, 3.0)
    assert s.lost.interval is not None
    assert 0 < s.lost.interval.high < 0.5
    with pytest.raises(ValueError):
        summarize_scores([])
