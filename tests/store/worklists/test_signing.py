import pytest

from chartveil.review.model import ActionKind, DecisionState, DocumentState, ItemChange, ReviewAction
from chartveil.store.worklists.store import WorklistStore
from worklists_help import (
    FIRST,
    KEY,
    NOW,
    RESOLVED,
    SECOND,
    counted,
    counts,
    decide,
    filled,
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "worklists.db"


@pytest.fixture
def store(path):
    with WorklistStore(path, KEY) as s:
        yield s


def test_signing_exporting_and_a_change_that_takes_the_signature_away(store):
    wl = filled(store, files=2)
    store.sign_off(wl, 1, "A. Reviewer", NOW)
    row = store.row(wl, 1)
    assert (row.state, row.signed_by, row.signed_at) == (DocumentState.SIGNED_OFF, "A. Reviewer", NOW)
    for file in (1, 2):
        store.record_export(wl, file, [f"{file}.txt", f"{file}.json"], ["e" * 64, "f" * 64], NOW)
    assert [r.state for r in store.rows(wl)] == [DocumentState.EXPORTED, DocumentState.TO_REVIEW]
    assert [(e.file, e.name) for e in store.exports(wl)][:2] == [(1, "1.txt"), (1, "1.json")]
    decide(store, wl, 1, [0])
    row = store.row(wl, 1)
    assert (row.state, row.signed_by, row.signed_at) == (DocumentState.IN_REVIEW, "", "")


def test_a_second_reader_starts_from_the_proposal_and_both_settle_it(store):
    wl = filled(store, files=1)
    proposal = store.items(wl, 1, FIRST)
    decide(store, wl, 1, [0, 1], DecisionState.REJECTED)
    with pytest.raises(ValueError, match="no second reading"):
        store.sign_off(wl, 1, "B", NOW, SECOND)
    store.sign_off(wl, 1, "A", NOW)
    store.start_second_reading(wl, 1)
    row = store.row(wl, 1)
    assert (row.state, row.resolved, row.counts.undecided) == (DocumentState.TO_REVIEW, False, 3)
    assert store.open_reading(wl, 1) is SECOND
    assert store.items(wl, 1, SECOND) == proposal
    assert len(store.items_by_risk(wl, SECOND, 9)) == 3
    with pytest.raises(ValueError, match="already"):
        store.start_second_reading(wl, 1)
    decide(store, wl, 1, [0], DecisionState.ACCEPTED, SECOND)
    assert store.items(wl, 1, FIRST)[0].state is DecisionState.REJECTED
    assert store.row(wl, 1).signed_by == "A"
    with pytest.raises(ValueError, match="two readers"):
        store.sign_off(wl, 1, "C", NOW, RESOLVED)
    store.sign_off(wl, 1, "B", NOW, SECOND)
    row = store.row(wl, 1)
    assert (row.state, row.second_by, row.resolved) == (DocumentState.IN_REVIEW, "B", False)

    begin = ReviewAction(
        ActionKind.RESOLVE, "C", NOW, tuple(ItemChange(1, RESOLVED, None, i) for i in proposal)
    )
    store.apply_action(wl, begin, counted(store, wl), {(1, i.id): "x" for i in proposal})
    assert store.open_reading(wl, 1) is RESOLVED
    store.undo(wl, counted(store, wl))
    assert store.open_reading(wl, 1) is SECOND
    store.redo(wl, counted(store, wl))
    decide(store, wl, 1, [0, 1, 2], DecisionState.ACCEPTED, RESOLVED, ActionKind.RESOLVE)
    store.sign_off(wl, 1, "C", NOW, RESOLVED)
    row = store.row(wl, 1)
    assert (row.state, row.resolved, row.counts) == (
        DocumentState.SIGNED_OFF,
        True,
        counts(store.items(wl, 1, RESOLVED)),
    )
    assert (row.signed_by, row.second_by) == ("A", "B")
    decide(store, wl, 1, [2], DecisionState.REJECTED, SECOND)
    row = store.row(wl, 1)
    assert (row.state, row.resolved, row.signed_by, row.second_by) == (
        DocumentState.IN_REVIEW,
        False,
        "A",
        "",
    )


def test_two_readers_who_agree_settle_it_without_a_resolution(store):
    wl = filled(store, files=1)
    store.sign_off(wl, 1, "A", NOW)
    store.start_second_reading(wl, 1)
    store.sign_off(wl, 1, "B", NOW, SECOND)
    store.sign_off(wl, 1, "B", NOW, RESOLVED)
    assert (store.row(wl, 1).state, store.open_reading(wl, 1)) == (DocumentState.SIGNED_OFF, SECOND)
    store.withdraw_sign_off(wl, 1, SECOND)
    row = store.row(wl, 1)
    assert (row.state, row.resolved, row.signed_by) == (DocumentState.IN_REVIEW, False, "A")
