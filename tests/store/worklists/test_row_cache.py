"""Documents kept in memory: always what is stored, with sums that fit."""

from dataclasses import replace

import pytest

from chartveil.review.model import (
    ActionKind,
    DecisionState,
    DocumentState,
    ItemChange,
    Reading,
    ReviewAction,
    ReviewCounts,
)
from chartveil.store.worklists.store import WorklistStore
from worklists_help import FIRST, KEY, NOW, counted, decide, detected, filled


@pytest.fixture
def store(tmp_path):
    with WorklistStore(tmp_path / "worklists.sqlite", KEY) as s:
        yield s


def in_step(store, wl):
    """Checks what is kept against what is stored, and gives it."""
    kept = store.rows(wl)
    stored = store.rows(wl, [r.row for r in kept])
    assert kept == stored
    total = store.cached_rows(wl).total_counts()
    sums = [sum(values) for values in zip(*(_values(r.counts) for r in stored), strict=True)]
    assert _values(total) == pytest.approx(sums)
    assert store.state_counts(wl) == {s: n for s in DocumentState if (n := sum(r.state is s for r in stored))}
    return kept


def _values(c: ReviewCounts):
    return c.spans, c.undecided, c.doubtful, c.recovered, c.risk, c.risk_seen


def test_rows_follow_everything_that_is_done(store):
    wl = filled(store, files=3)
    other = filled(store, files=2)
    assert len(in_step(store, wl)) == 3
    decide(store, wl, 1, [0, 1])
    before = in_step(store, wl)
    assert before[0].state is DocumentState.IN_REVIEW
    decide(store, wl, 2, [0], state=DecisionState.REJECTED, kind=ActionKind.REJECT)
    in_step(store, wl)
    store.undo(wl, counted(store, wl))
    in_step(store, wl)
    store.redo(wl, counted(store, wl))
    in_step(store, wl)
    assert len(in_step(store, other)) == 2
    version = store.cached_rows(wl).sign_off_version
    store.sign_off(wl, 1, "Ada", NOW)
    assert in_step(store, wl)[0].signed_by == "Ada"
    store.start_second_reading(wl, 1)
    in_step(store, wl)
    store.withdraw_sign_off(wl, 1, FIRST)
    in_step(store, wl)
    assert store.cached_rows(wl).sign_off_version != version
    (file,) = store.add_files(wl, [("/new", (), "new")])
    assert in_step(store, wl)[-1].state is DocumentState.WAITING
    store.set_states(wl, [4], DocumentState.DETECTING)
    in_step(store, wl)
    store.save_failure(wl, file, "", "why")
    assert in_step(store, wl)[-1].reason == "why"
    store.save_detected(wl, file, "a" * 64, "csv", [detected(part=p) for p in ("1", "2", "3")])
    assert len(in_step(store, wl)) == 6
    store.sign_off(wl, 2, "Ada", NOW)
    store.record_export(wl, 2, ["out.txt"], ["b" * 64], NOW)
    assert in_step(store, wl)[1].state is DocumentState.EXPORTED
    store.remove(wl)
    assert in_step(store, other)
    assert store.rows(wl) == []


def test_what_came_to_nothing_is_not_kept(store):
    wl = filled(store, files=1)
    before = in_step(store, wl)

    def fails(touched):
        assert store.rows(wl)[0].state is DocumentState.IN_REVIEW  # inside, what is to be is seen
        raise RuntimeError

    with pytest.raises(RuntimeError):
        decide_with(store, wl, fails)
    assert in_step(store, wl) == before


def decide_with(store, wl, recount):
    item = store.items(wl, 1, FIRST)[0]
    change = ItemChange(1, FIRST, item, replace(item, state=DecisionState.ACCEPTED, by="r", at=NOW))
    store.apply_action(wl, ReviewAction(ActionKind.ACCEPT, "r", NOW, (change,)), recount)


def test_undo_puts_back_the_counts_of_before_without_counting(store):
    wl = filled(store, files=1)
    first = store.row(wl, 1).counts
    own = ReviewCounts(7, 5, 3, 1, 2.5, 0.25)
    decide_with(store, wl, lambda touched: {(1, Reading.FIRST): own})

    def never(touched):
        raise AssertionError("asked to count")

    assert store.undo(wl, never)
    assert store.row(wl, 1).counts == first
    assert store.redo(wl, never)
    assert store.row(wl, 1).counts == own


def test_an_action_that_was_stored_without_counts_is_counted(store):
    wl = filled(store, files=1)
    decide(store, wl, 1, [0])
    with store.database.transaction() as c:
        c.execute("UPDATE actions SET counts = ''")
    asked = []
    recount = counted(store, wl)
    assert store.undo(wl, lambda touched: asked.append(touched) or recount(touched))
    assert asked == [((1, FIRST),)]
