"""Boxes on pages: what can be decided about them, and that it can be undone."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartveil.domain.errors import ReviewError
from chartveil.domain.page_layout import Region, RegionKind
from chartveil.review.model import DecisionState, PageBox
from chartveil.review.page_review import (
    PageArea,
    PageReview,
    area_on_pages,
    merge_boxes_of_readers,
    scaled_area,
    stamp_boxes,
)

PAGES = ((600.0, 800.0), (600.0, 800.0), (300.0, 400.0))
SIGNATURE = Region(0, 100, 700, 200, 740, RegionKind.SIGNATURE, 0.7)
BARCODE = Region(1, 10, 10, 90, 40, RegionKind.BARCODE)


def review(*marks):
    return PageReview(1, PAGES, marks or (PageBox(0, SIGNATURE), PageBox(1, BARCODE)))


def do(boxes, changes):
    boxes.apply(stamp_boxes(changes, "Ada", "2026-01-02T03:04:05+00:00"))


def states(boxes):
    return {m.id: m.state for m in boxes.boxes}


def test_what_was_found_is_covered_until_somebody_leaves_it():
    boxes = review()
    assert boxes.covered_regions == (SIGNATURE, BARCODE)
    do(boxes, boxes.leave([0]))
    assert boxes.covered_regions == (BARCODE,)
    assert boxes.box(0).by == "Ada"
    assert [m.id for m in boxes.undecided] == [1]
    do(boxes, boxes.cover([0, 1]))
    assert set(states(boxes).values()) == {DecisionState.ACCEPTED}
    do(boxes, boxes.reopen([0]))
    assert (boxes.box(0).state, boxes.box(0).by) == (DecisionState.PROPOSED, "")


def test_a_drawn_box_is_cut_to_its_page_and_goes_when_it_is_left():
    boxes = review()
    do(boxes, boxes.draw([PageArea(2, 250, -20, 900, 30)]))
    drawn = boxes.boxes[-1]
    assert drawn.region == Region(2, 250, 0, 300, 30, RegionKind.DRAWN)
    assert drawn.state is DecisionState.ADDED
    do(boxes, boxes.leave([drawn.id]))
    assert drawn.id not in states(boxes)
    do(boxes, boxes.draw([PageArea(0, 5, 5, 20, 20)]))
    assert boxes.boxes[0].id > drawn.id


def test_a_box_drawn_from_any_corner_is_the_same():
    a, b = review(), review()
    do(a, a.draw([PageArea(0, 50, 60, 10, 20)]))
    do(b, b.draw([PageArea(0, 10, 20, 50, 60)]))
    assert a.boxes == b.boxes


def test_moving_a_box_that_was_found_covers_it():
    boxes = review()
    do(boxes, boxes.reshape(0, PageArea(0, 90, 690, 220, 750)))
    assert boxes.box(0).state is DecisionState.ACCEPTED
    assert boxes.box(0).region == Region(0, 90, 690, 220, 750, RegionKind.SIGNATURE, 0.7)


@pytest.mark.parametrize(
    "ask",
    [
        lambda b: b.leave([9]),
        lambda b: b.reopen([0]),
        lambda b: b.draw([PageArea(0, 10, 10, 11, 90)]),
        lambda b: b.draw([PageArea(0, 700, 10, 790, 90)]),
        lambda b: b.draw([PageArea(3, 10, 10, 90, 90)]),
        lambda b: b.draw([PageArea(0, 100.2, 700, 200, 740)]),
        lambda b: b.reshape(0, PageArea(0, 100, 700, 200.3, 740)),
    ],
)
def test_what_would_change_nothing_is_refused(ask):
    with pytest.raises(ReviewError):
        ask(review())


def test_changes_for_another_state_are_refused_whole():
    boxes = review()
    stale = boxes.leave([0, 1])
    do(boxes, boxes.cover([1]))
    before = boxes.boxes
    with pytest.raises(ReviewError):
        boxes.apply(stale)
    assert boxes.boxes == before


def test_a_place_on_every_page_keeps_its_shares():
    made = area_on_pages(PageArea(0, 60, 80, 120, 160), PAGES, [0, 2])
    assert made == [PageArea(0, 60, 80, 120, 160), PageArea(2, 30, 40, 60, 80)]
    assert scaled_area(made[1], PAGES[2], PAGES[0], 0) == made[0]


def test_of_two_readers_either_covers():
    left = PageBox(0, SIGNATURE, DecisionState.REJECTED, "Ada", "1")
    taken = PageBox(0, SIGNATURE, DecisionState.ACCEPTED, "Ben", "2")
    theirs = PageBox(7, Region(2, 1, 1, 50, 50, RegionKind.DRAWN), DecisionState.ADDED, "Ben", "2")
    gone = PageBox(8, Region(2, 100, 1, 150, 50, RegionKind.DRAWN), DecisionState.REJECTED, "Ben", "2")
    found = merge_boxes_of_readers([left], [taken, theirs, gone])
    assert [(m.id, m.state, m.by) for m in found] == [
        (0, DecisionState.ACCEPTED, "Ben"),
        (1, DecisionState.ADDED, "Ben"),
    ]
    assert merge_boxes_of_readers([left], [PageBox(0, SIGNATURE, DecisionState.REJECTED)]) == [left]
    # Left as it was found, and then drawn over by hand after all.
    drawn = PageBox(3, replace(SIGNATURE, kind=RegionKind.DRAWN), DecisionState.ADDED, "Ben", "2")
    for ours in ([left], []):
        assert [
            m.state
            for m in merge_boxes_of_readers(ours, [PageBox(0, SIGNATURE, DecisionState.REJECTED), drawn])
        ] == [DecisionState.ADDED]


_OPERATIONS = st.one_of(
    st.tuples(st.sampled_from(["cover", "leave", "reopen"]), st.lists(st.integers(0, 6), max_size=3)),
    st.tuples(
        st.sampled_from(["draw", "place"]),
        st.tuples(st.integers(0, 2), *[st.floats(-50, 900, allow_nan=False)] * 4),
        st.integers(0, 6),
    ),
)


@given(st.lists(_OPERATIONS, max_size=12))
def test_any_sequence_is_undone_to_the_start(operations):
    boxes = review()
    done, seen = [], [boxes.boxes]
    for name, *what in operations:
        try:
            if name in ("draw", "place"):
                area = PageArea(*what[0])
                changes = boxes.draw([area]) if name == "draw" else boxes.reshape(what[1], area)
            else:
                changes = getattr(boxes, name)(what[0])
        except ReviewError:
            continue
        do(boxes, changes)
        # What was applied bears a name and a time: it is that which is undone.
        now = {m.id: m for m in boxes.boxes}
        done.append([type(c)(c.document, c.reading, c.before, now.get(c.id)) for c in changes])
        seen.append(boxes.boxes)
        for mark in boxes.boxes:
            r = mark.region
            width, height = PAGES[r.page]
            assert 0 <= r.left < r.right <= width
            assert 0 <= r.top < r.bottom <= height
    for changes in reversed(done):
        assert boxes.boxes == seen.pop()
        boxes.apply([c.inverse() for c in reversed(changes)])
    assert boxes.boxes == seen.pop()
