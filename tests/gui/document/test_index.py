"""Items by place, and words and hits in a text."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.document import Label, Span
from chartveil.domain.tokenized_text import word_ranges
from chartveil.gui.document.item_index import ItemIndex
from chartveil.gui.document.search import find_hits, word_at
from chartveil.review.model import DecisionState, ReviewItem


def item(id, start, end, state=DecisionState.PROPOSED):
    return ReviewItem(id, Span(start, end, Label.DOCTOR, 0.5), state)


RANGES = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 15)), max_size=20)


@settings(max_examples=30)
@given(RANGES, st.randoms(use_true_random=False))
def test_what_touches_a_range_is_found_also_after_changes(ranges, rng: random.Random):
    items = {k: item(k, a, a + n) for k, (a, n) in enumerate(ranges)}
    index = ItemIndex(items.values())
    for id in list(items)[::2]:
        start = rng.randrange(40)
        items[id] = item(id, start, start + 1 + rng.randrange(15))
    gone = list(items)[1::4]
    index.update([i for k, i in items.items() if k % 2 == 0], gone)
    items = {k: i for k, i in items.items() if k not in gone}
    assert sorted(i.id for i in index) == sorted(items)
    for a in range(0, 56, 3):
        for b in (a + 1, a + 7):
            expected = {k for k, i in items.items() if i.span.start < b and a < i.span.end}
            assert {i.id for i in index.overlapping(a, b)} == expected


def test_what_is_taken_goes_before_what_is_left():
    index = ItemIndex([item(0, 0, 20, DecisionState.RECOVERED), item(1, 5, 8)])
    assert [found.id if (found := index.at(o)) else None for o in (4, 5, 8, 20)] == [0, 1, 0, None]


def test_doubt_is_asked_again_only_of_what_changed():
    asked = []
    index = ItemIndex([item(0, 0, 2), item(1, 4, 6)], lambda i: asked.append(i.id) or i.span.score < 0.6)
    sure = replace(item(1, 4, 6), span=Span(4, 6, Label.DOCTOR, 0.9))
    index.update([sure])
    assert asked == [0, 1, 1]
    assert [index.is_doubtful(i) for i in index] == [True, False]


@pytest.mark.parametrize("text", ["O'Brien saw Ann-Marie’s x2_y e\u0301t. 3", "naïve\u0301 café—now", "a"])
def test_words_are_those_of_the_engine(text):
    words = word_ranges(text)
    for offset in range(len(text)):
        inside = [w for w in words if w[0] <= offset < w[1]]
        behind = [w for w in words if w[1] == offset]
        assert word_at(text, offset) == (inside or behind or [None])[0]


@pytest.mark.parametrize(
    ("wanted", "options", "hits"),
    [
        ("ndu", {}, ["Ndu", "NDU", "ndu"]),
        ("Ndu", {"case": True}, ["Ndu"]),
        ("ndu", {"whole_word": True}, ["Ndu", "NDU"]),
        ("maria ndu", {}, ["Maria\r\nNdu"]),
        ("(.*)", {}, ["(.*)"]),
        ("  ", {}, []),
        ("nowhere", {}, []),
    ],
)
def test_hits(wanted, options, hits):
    text = "Maria\r\nNdu, NDU-Okonkwo, xndux (.*)"
    assert [text[a:b] for a, b in find_hits(text, wanted, **options)] == hits
