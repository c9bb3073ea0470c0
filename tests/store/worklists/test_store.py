import time
from dataclasses import replace

import pytest

from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.review.model import (
    ActionKind,
    DecisionState,
    DocumentState,
    ItemChange,
    ReviewAction,
    ReviewCounts,
    ReviewItem,
)
from chartveil.store.worklists.records import RiskyItem
from chartveil.store.worklists.store import WorklistStore
from worklists_help import (
    FIRST,
    KEY,
    NOW,
    RESOLVED,
    SECOND,
    counted,
    decide,
    detected,
    evidence,
    filled,
    item,
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "worklists.db"


@pytest.fixture
def store(path):
    with WorklistStore(path, KEY) as s:
        yield s


def snapshot(store, wl):
    rows = store.rows(wl)
    items = [(r.row, r.counts, store.items(wl, r.row, FIRST)) for r in rows]
    return items, store.items_by_risk(wl, FIRST, 100)


def test_worklists_come_latest_first(store):
    a, b = (store.create(t, '{"mode": "tag"}') for t in "ab")
    store.set_settings(a, "{}")
    assert [(w.id, w.title, w.settings) for w in store.worklists()] == [
        (b, "b", '{"mode": "tag"}'),
        (a, "a", "{}"),
    ]


def test_files_wait_until_their_documents_are_found(store):
    wl = store.create("t", "{}")
    odd = "/data/\udcff.txt"  # a name of bytes that are no text
    assert store.add_files(wl, [("/data/a.zip", ("in", "b.csv"), "b.csv"), (odd, (), "\udcff.txt")]) == [1, 2]
    assert [(r.row, r.state, r.counts) for r in store.rows(wl)] == [
        (1, DocumentState.WAITING, ReviewCounts()),
        (2, DocumentState.WAITING, ReviewCounts()),
    ]
    assert [(f.path, f.member) for f in store.files(wl)] == [("/data/a.zip", ("in", "b.csv")), (odd, ())]
    store.set_states(wl, [1], DocumentState.DETECTING)
    assert store.row(wl, 1).state is DocumentState.DETECTING

    parts = [detected(2, part="row:1", patient="P1"), detected(1, part="row:2"), detected(0, part="row:3")]
    assert store.save_detected(wl, 1, "a" * 64, "csv", parts) == [1, 3, 4]
    rows = store.rows(wl)
    assert [(r.row, r.file, r.name, r.patient) for r in rows] == [
        (1, 1, "b.csv, row 1", "P1"),
        (3, 1, "b.csv, row 2", ""),
        (4, 1, "b.csv, row 3", ""),
        (2, 2, "?.txt", ""),
    ]
    assert rows[0].counts == parts[0].counts
    assert (rows[0].format, rows[0].document_id, rows[0].characters) == ("csv", "0123456789abcdef", 200)
    assert store.items(wl, 1, FIRST) == list(parts[0].items)
    assert [f.state for f in store.files(wl)] == [DocumentState.TO_REVIEW, DocumentState.WAITING]
    with pytest.raises(ValueError, match="found already"):
        store.save_detected(wl, 1, "a" * 64, "csv", parts)
    assert [r.row for r in store.rows(wl, only=[4, 1, 99])] == [1, 4]


def test_a_file_that_failed_can_be_tried_again(store):
    wl = store.create("t", "{}")
    (file,) = store.add_files(wl, [("/a.pdf", (), "a.pdf")])
    store.save_failure(wl, file, "b" * 64, "a.pdf: has a password.")
    assert (store.row(wl, 1).state, store.row(wl, 1).reason) == (
        DocumentState.FAILED,
        "a.pdf: has a password.",
    )
    store.set_states(wl, [1], DocumentState.WAITING)
    assert store.row(wl, 1).reason == ""
    store.save_detected(wl, file, "c" * 64, "pdf", [detected(1)])
    assert store.row(wl, 1).state is DocumentState.TO_REVIEW
    with pytest.raises(ValueError, match="without documents"):
        store.save_detected(wl, file, "c" * 64, "pdf", [])
    with pytest.raises(ValueError, match="signed off"):
        store.set_states(wl, [1], DocumentState.SIGNED_OFF)


def test_items_come_back_with_all_their_reasons(store, path):
    wl = filled(store, files=1)
    store.close()
    with WorklistStore(path, KEY) as again:
        found = again.items(wl, 1, FIRST)
    assert found == [item(0), item(1), item(2)]
    assert [i.span.evidence for i in found] == [evidence()] * 3


def test_an_action_changes_items_counts_and_state_together(store):
    wl = filled(store)
    decide(store, wl, 1, [0, 2])
    assert [i.state for i in store.items(wl, 1, FIRST)] == [
        DecisionState.ACCEPTED,
        DecisionState.PROPOSED,
        DecisionState.ACCEPTED,
    ]
    row = store.row(wl, 1)
    assert (row.state, row.counts.undecided) == (DocumentState.IN_REVIEW, 1)
    assert store.row(wl, 2).state is DocumentState.TO_REVIEW
    assert store.undo_state(wl) == (ActionKind.ACCEPT, None)


def test_undo_and_redo_go_all_the_way_across_restarts_and_over_documents(store, path):
    wl = filled(store, files=3)
    states = [snapshot(store, wl)]
    done = [decide(store, wl, 1, [0, 1])]
    states.append(snapshot(store, wl))
    olds = {row: store.items(wl, row, FIRST) for row in (1, 2, 3)}
    wide = ReviewItem(
        2, Span(20, 31, Label.DOCTOR, 0.75, evidence("wider")), DecisionState.ACCEPTED, "r", NOW, "a note"
    )
    new = item(3, start=60, state=DecisionState.ADDED)
    done.append(
        ReviewAction(
            ActionKind.BULK,
            "r",
            NOW,
            (
                ItemChange(1, FIRST, olds[1][2], wide),
                ItemChange(2, FIRST, olds[2][0], None),
                ItemChange(3, FIRST, None, new),
                ItemChange(3, FIRST, new, replace(new, state=DecisionState.PROPOSED)),
            ),
            (1, 2),
        )
    )
    store.apply_action(wl, done[-1], counted(store, wl), {(1, 2): "wider text", (3, 3): "new"}, {(3, 3): 0.9})
    states.append(snapshot(store, wl))
    assert store.items_with_text(wl, "wider text", FIRST) == [(1, 2)]
    assert RiskyItem(3, 3, 0.9) in states[2][1]

    s = store
    for n in (2, 1):
        s.close()
        s = WorklistStore(path, KEY)
        assert s.undo_state(wl) == (done[n - 1].kind, None if n == 2 else done[1].kind)
        assert s.undo(wl, counted(s, wl)) == done[n - 1]
        assert snapshot(s, wl) == states[n - 1]
    assert s.undo(wl, counted(s, wl)) is None
    assert s.items_with_text(wl, "wider text", FIRST) == []
    assert s.items_with_text(wl, "quillfeather 2", FIRST) == [(1, 2), (2, 2), (3, 2)]
    for n in (1, 2):
        s.close()
        s = WorklistStore(path, KEY)
        again = s.redo(wl, counted(s, wl))
        assert again == done[n - 1]
        assert [c.after.span.evidence for c in again.changes if c.after] == [
            c.after.span.evidence for c in done[n - 1].changes if c.after
        ]
        assert snapshot(s, wl) == states[n]
    assert s.redo(wl, counted(s, wl)) is None
    s.close()


def test_a_new_action_after_undo_ends_what_could_be_redone_and_numbers_are_not_used_again(store):
    wl = filled(store, files=1)
    add = [ItemChange(1, FIRST, None, item(n, state=DecisionState.ADDED)) for n in (3, 4, 5)]

    def do(n):
        action = ReviewAction(ActionKind.ADD, "r", NOW, (add[n],))
        return store.apply_action(wl, action, counted(store, wl), {(1, 3 + n): "x"})

    assert [do(0), do(1)] == [1, 2]
    store.undo(wl, counted(store, wl))
    store.undo(wl, counted(store, wl))
    assert do(2) == 3
    assert store.redo(wl, counted(store, wl)) is None
    assert [i.id for i in store.items(wl, 1, FIRST)] == [0, 1, 2, 5]
    store.undo(wl, counted(store, wl))
    assert store.undo(wl, counted(store, wl)) is None
    assert store.next_item(wl, 1, FIRST) == 6
    assert do(2) == 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (ItemChange(1, FIRST, item(0, state=DecisionState.REJECTED), item(0)), "not as the change has it"),
        (ItemChange(1, FIRST, item(7), None), "not as the change has it"),
        (ItemChange(1, FIRST, None, item(0)), "not as the change has it"),
        (ItemChange(1, FIRST, None, item(3)), "no surface"),
        (ItemChange(1, FIRST, item(0), item(0, length=6)), "no surface"),
        (ItemChange(1, SECOND, None, item(0)), "no second reading"),
        (ItemChange(1, RESOLVED, None, item(0)), "no resolved reading"),
        (ItemChange(9, FIRST, None, item(0)), "no first reading"),
    ],
)
def test_an_action_that_does_not_fit_changes_nothing(store, change, message):
    wl = filled(store, files=2)
    before = snapshot(store, wl)
    first = ItemChange(2, FIRST, item(0), item(0, state=DecisionState.ACCEPTED))
    surfaces = {(9, 0): "x"} | ({(1, 0): "x"} if change.reading is not FIRST else {})
    with pytest.raises(ValueError, match=message):
        store.apply_action(
            wl, ReviewAction(ActionKind.BULK, "r", NOW, (first, change)), counted(store, wl), surfaces
        )
    with pytest.raises(ValueError, match="no counts"):
        store.apply_action(wl, ReviewAction(ActionKind.ACCEPT, "r", NOW, (first,)), {})
    assert snapshot(store, wl) == before
    assert store.undo_state(wl) == (None, None)


def test_what_forbids_an_undo_leaves_it_undone(store):
    wl = filled(store, files=1)
    decide(store, wl, 1, [0])
    before = snapshot(store, wl)

    def fails(touched, _):
        assert store.items(wl, 1, FIRST)[0].state is DecisionState.PROPOSED  # it sees what is to be
        raise RuntimeError

    with pytest.raises(RuntimeError):
        store.undo(wl, counted(store, wl), fails)
    assert snapshot(store, wl) == before
    assert store.undo_state(wl) == (ActionKind.ACCEPT, None)


def test_the_same_text_is_found_in_a_row_in_a_patient_and_everywhere(store):
    wl = store.create("t", "{}")
    other = filled(store, files=1)
    for file, patient in zip(store.add_files(wl, [("/x", (), "x")] * 3), ("P1", "P2", "P1"), strict=True):
        store.save_detected(wl, file, "a" * 64, "text", [detected(patient=patient)])
    assert store.items_with_text(wl, "quillfeather 1", FIRST) == [(1, 1), (2, 1), (3, 1)]
    assert store.items_with_text(wl, "quillfeather", FIRST) == []
    assert store.items_with_text(other, "quillfeather 1", SECOND) == []


def test_the_queue_holds_what_is_undecided_and_not_signed_off_by_risk(store):
    wl = filled(store, files=2)
    assert store.items_by_risk(wl, FIRST, 3) == [
        RiskyItem(1, 2, 0.2),
        RiskyItem(2, 2, 0.2),
        RiskyItem(1, 1, 0.1),
    ]
    assert store.items_by_risk(wl, FIRST, 2, 2) == [RiskyItem(1, 1, 0.1), RiskyItem(2, 1, 0.1)]
    decide(store, wl, 1, [2], DecisionState.REJECTED)
    decide(store, wl, 2, [2], DecisionState.RECOVERED)  # recovered: still to be looked at
    assert store.items_by_risk(wl, FIRST, 2) == [RiskyItem(2, 2, 0.2), RiskyItem(1, 1, 0.1)]
    store.sign_off(wl, 1, "r", NOW)
    assert {r.row for r in store.items_by_risk(wl, FIRST, 9)} == {2}
    store.withdraw_sign_off(wl, 1)
    assert len(store.items_by_risk(wl, FIRST, 9)) == 5
    store.undo(wl, counted(store, wl))
    store.undo(wl, counted(store, wl))
    assert len(store.items_by_risk(wl, FIRST, 9)) == 6


def test_the_place_is_kept_and_a_removed_worklist_is_gone(store, path):
    wl, other = filled(store), filled(store)
    assert store.bookmark(wl) is None
    store.set_bookmark(wl, 2, 1)
    assert store.bookmark(wl) == (2, 1)
    decide(store, wl, 1, [0])
    store.record_export(wl, 1, ["x"], ["y"], NOW)
    store.remove(wl)
    assert [w.id for w in store.worklists()] == [other]
    assert store.rows(wl) == store.files(wl) == store.items(wl, 1, FIRST) == store.exports(wl) == []
    assert store.bookmark(wl) is None
    assert len(store.items(other, 1, FIRST)) == 3
    assert store.create("new", "{}") > other
    store.verify()


def test_questions_to_a_large_worklist_take_no_walk_through_it(store):
    wl = store.create("t", "{}")
    (file,) = store.add_files(wl, [("/t.csv", (), "t.csv")])
    rows = store.save_detected(
        wl,
        file,
        "a" * 64,
        "csv",
        [detected(2, part=f"row:{n}", surface=f"name{n}", risks=(n / 2000, 0.0)) for n in range(2000)],
    )

    def seconds(ask):
        times = []
        for _ in range(3):
            begin = time.process_time()
            ask()
            times.append(time.process_time() - begin)
        return min(times)

    assert seconds(lambda: store.rows(wl)) < 0.1
    assert seconds(lambda: store.row(wl, rows[-1])) < 0.005
    assert seconds(lambda: store.items_by_risk(wl, FIRST, 50)) < 0.005
    assert seconds(lambda: store.items_with_text(wl, "name1999 0", FIRST)) < 0.005
    assert seconds(lambda: decide(store, wl, rows[-1], [0])) < 0.01
