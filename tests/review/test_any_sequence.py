"""Whatever a reviewer does in whatever order: what is taken stays disjoint, undo and redo are exact."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.errors import ReviewError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.review.document_review import DocumentReview, SpanSide, WantedItems, stamp_changes
from chartveil.review.model import ActionKind, DecisionState, ReviewAction, ReviewItem

LABELS = [Label.PATIENT, Label.CITY, Label.DATE]
REASONS = {
    DecisionState.PROPOSED: (Evidence(EvidenceKind.MODEL, "general", Label.PATIENT, 0.5),),
    DecisionState.RECOVERED: (
        Evidence(EvidenceKind.MODEL, "places", Label.CITY, 0.5),
        Evidence(EvidenceKind.RECOVERY, "phrases"),
    ),
}
texts = st.text(alphabet="aB é\u0301'.\n-", min_size=20, max_size=60)
offsets = st.integers(-2, 62)
ids = st.lists(st.integers(0, 12), min_size=1, max_size=3)
steps = st.one_of(
    st.tuples(st.sampled_from(["accept", "reject", "reopen", "take_recovered", "join"]), ids),
    st.tuples(st.just("relabel"), ids, st.sampled_from(LABELS)),
    st.tuples(st.just("resize"), st.integers(0, 12), offsets, offsets),
    st.tuples(
        st.just("move_edge"),
        st.integers(0, 12),
        st.sampled_from(SpanSide),
        st.sampled_from([-1, 1]),
        st.sampled_from(["word", "character"]),
    ),
    st.tuples(st.just("split"), st.integers(0, 12), offsets),
    st.tuples(st.just("add_span"), offsets, offsets, st.sampled_from(LABELS)),
    st.tuples(st.just("leave_range"), offsets, offsets),
    st.tuples(st.just("annotate"), st.integers(0, 12), st.sampled_from(["", "a", "b"])),
)


@st.composite
def reviews(draw):
    """A document as detection leaves it; some recovered items overlap."""
    text = draw(texts)
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=12)))
    items = []
    for start, end in pairwise(cuts):
        state = draw(st.sampled_from([None, DecisionState.PROPOSED, DecisionState.RECOVERED]))
        score = draw(st.sampled_from([0.3, 0.9]))
        if state is not None:
            reach = min(len(text), end + 3) if state is DecisionState.RECOVERED else end
            span = Span(start, reach, draw(st.sampled_from(LABELS)), score, REASONS[state])
            items.append(ReviewItem(len(items), span, state))
    return text, items


def whole(review):
    return [(i, i.span.evidence) for i in review.items]


def check(review, text):
    taken = [i for i in review.items if i.state.taken_out]
    assert all(a.span.end <= b.span.start for a, b in pairwise(taken))
    assert all(i.span.end <= len(text) for i in review.items)
    assert [i.span for i in taken] == review.spans_to_replace()
    again = DocumentReview(1, text, review.items, voters={})
    assert review.counts() == again.counts()
    assert [i.id for i in review.items] == [i.id for i in again.items]
    for offset in range(len(text)):
        at, there = review.item_at(offset), review.items_touching(offset, offset + 1)
        assert (at in there) if there else at is None
        assert at is None or at.state.taken_out or not any(i.state.taken_out for i in there)
    undecided = [i for i in review.items if i.state is DecisionState.PROPOSED]
    doubtful = [i for i in undecided if review.is_doubtful(i)]
    for wanted, items in ((WantedItems.UNDECIDED, undecided), (WantedItems.DOUBTFUL, doubtful)):
        after = [i for i in items if i.span.start > 30]
        before = [i for i in items if i.span.start < 30]
        assert review.find_next(30, wanted, wrap=False) == next(iter(after), None)
        assert review.find_next(30, wanted, backwards=True, wrap=False) == next(reversed(before), None)
    left = review.kept_ranges()
    assert all(a[1] <= b[0] for a, b in pairwise(left))
    covered = {o for s in review.spans_to_replace() for o in range(s.start, s.end)}
    assert covered.isdisjoint(o for a, b in left for o in range(a, b))


@settings(max_examples=60, deadline=None)
@given(reviews(), st.lists(steps, max_size=12))
def test_any_sequence_of_decisions(start, todo):
    text, items = start
    review = DocumentReview(1, text, items, voters={})
    begun = whole(review)
    done: list[ReviewAction] = []
    for name, *arguments in todo:
        before = whole(review)
        try:
            changes = getattr(review, name)(*arguments)
        except ReviewError:
            assert whole(review) == before
            continue
        assert whole(review) == before
        changes = stamp_changes(changes, "R", "2024-01-01T00:00:00+00:00")
        letters = sum(c.isalnum() for s in review.spans_to_replace() for c in s.text(text))
        review.apply(changes)
        check(review, text)
        if name in ("accept", "take_recovered", "relabel", "join"):
            # No letter that was to go is left behind unless somebody asks for it.
            assert sum(c.isalnum() for s in review.spans_to_replace() for c in s.text(text)) >= letters
        done.append(ReviewAction(ActionKind.BULK, "R", "t", tuple(changes)))
    end = whole(review)
    for action in reversed(done):
        review.apply(action.inverse().changes)
    check(review, text)
    assert whole(review) == begun
    for action in done:
        review.apply(action.changes)
    check(review, text)
    assert whole(review) == end
