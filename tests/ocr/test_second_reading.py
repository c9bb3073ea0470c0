from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.geometry import Rect
from chartveil.ocr.engine_interface import OcrLine, OcrWord
from chartveil.ocr.second_reading import merge_readings


def word(text, left, confidence=0.99, top=100, width=80):
    return OcrWord(text, Rect(left, top, left + width, top + 20), confidence)


def line(*words):
    places = [w.place for w in words]
    return OcrLine(words, Rect(places[0].left, places[0].top, max(p.right for p in places), places[0].bottom))


def texts(lines):
    return [found.text for found in lines]


def test_what_both_read_stands_once():
    first = [line(word("Margaret", 0), word("Hobbs", 100))]
    assert merge_readings(first, [line(word("margaret", 2), word("Hobbs,", 99))]) == first


def test_a_line_only_the_second_found_is_added_whole():
    lost = line(word("DOB", 0, top=200), word("03/14/1951", 100, top=200))
    assert merge_readings([line(word("Hobbs", 0))], [lost])[1:] == [lost]


def test_a_word_missing_within_a_line_is_added_at_its_place():
    first = [line(word("Margaret", 0), word("Hobbs", 200))]
    second = [line(word("Margaret", 0), word("Ann", 100), word("Hobbs", 200))]
    (_, added) = merge_readings(first, second)
    assert added.text == "Ann"
    assert added.place == second[0].words[1].place


@pytest.mark.parametrize(("confidence", "kept"), [(0.4, ["Hcbbs", "Hobbs"]), (0.99, ["Hcbbs"])])
def test_another_reading_stands_beside_a_doubtful_one(confidence, kept):
    assert texts(merge_readings([line(word("Hcbbs", 0, confidence))], [line(word("Hobbs", 0, 0.5))])) == kept


def test_parts_of_a_word_that_the_first_read_whole_are_not_added():
    first = [line(word("2023-09-0507:59", 0, 0.3, width=160))]
    assert (
        merge_readings(first, [line(word("2023-09-05", 0, width=90), word("07:59", 100, width=60))]) == first
    )


def test_neighbours_that_boxes_only_touch_are_no_reading_of_a_word():
    first = [line(word("Hobbs", 0, 0.2), word("MRN", 70))]
    assert texts(merge_readings(first, [line(word("Hobb5", 0))])) == ["Hobbs MRN", "Hobb5"]


def test_specks_and_rules_are_not_added():
    assert merge_readings([], [line(word("|", 0)), line(word("—.", 50))]) == []


def test_a_line_the_first_could_not_read_goes_once_it_is_read():
    unread = OcrLine((), Rect(0, 100, 180, 120))
    assert texts(merge_readings([unread], [line(word("Margaret", 0), word("Hobbs", 95))])) == [
        "Margaret Hobbs"
    ]
    assert merge_readings([unread], [line(word("Li", 0, width=20))])[0] == unread


_words = st.builds(
    word,
    st.text("aeio10-", min_size=1, max_size=6),
    st.integers(0, 400),
    st.floats(0, 1),
    st.sampled_from([0, 60, 120]),
    st.integers(10, 120),
)
_lines = st.lists(st.lists(_words, min_size=1, max_size=4).map(lambda w: line(*w)), max_size=4)


@settings(deadline=None, max_examples=60)
@given(_lines, _lines)
def test_nothing_the_first_read_is_lost_and_nothing_found_alone_is_lost(first, second):
    united = merge_readings(first, second)
    assert united[: len(first)] == first
    known = [w.place for found in first for w in found.words]
    said = {w for found in united for w in found.words}
    for found in second:
        for one in found.words:
            apart = all(
                one.place.right <= k.left
                or k.right <= one.place.left
                or one.place.bottom <= k.top
                or k.bottom <= one.place.top
                for k in known
            )
            if apart and any(c.isalnum() for c in one.text):
                assert one in said


@settings(deadline=None, max_examples=60)
@given(_lines)
def test_uniting_with_itself_when_sure_changes_nothing(first):
    sure = [replace(f, words=tuple(replace(w, confidence=1.0) for w in f.words)) for f in first]
    united = merge_readings(sure, sure)
    assert united[: len(sure)] == sure
    assert len(united) == len(sure)
