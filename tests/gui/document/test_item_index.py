"""Items by place."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.gui.document.item_index import ItemIndex
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
