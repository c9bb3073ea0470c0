"""The documents of a worklist: order, changes, what is shown, and how fast."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from chartveil.gui.worklist.model import ROW_ROLE, WorklistModel, WorklistOrder, natural_sort_key
from chartveil.review.model import DocumentRow, DocumentState, ReviewCounts


@pytest.fixture
def model(qapp, rows: list[DocumentRow]) -> WorklistModel:
    made = WorklistModel()
    # Qt's own tester watches every change.
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    made.set_rows(rows)
    return made


def numbers(model: WorklistModel) -> list[int]:
    drawn = [model.index(r).data(ROW_ROLE).row for r in range(model.rowCount())]
    assert drawn == model.numbers()
    return drawn


def test_a_row_gives_its_document_and_name(model: WorklistModel) -> None:
    assert model.index(2).data(ROW_ROLE).row == 3
    assert model.index(2).data() == "Émile's letter.docx"


def test_why_a_document_failed_is_in_its_tooltip_and_spoken(model: WorklistModel) -> None:
    for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
        assert "Run text recognition first." in model.index(3).data(role)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (WorklistOrder.STATE, [7, 6, 5, 3, 2, 1, 4]),
        (WorklistOrder.NAME, [5, 3, 6, 2, 1, 4, 7]),
        (WorklistOrder.PATIENT, [2, 1, 3, 5, 4, 6, 7]),
        (WorklistOrder.TYPE, [1, 2, 5, 3, 4, 6, 7]),
        (WorklistOrder.SPANS, [3, 5, 1, 2, 4, 6, 7]),
        (WorklistOrder.UNDECIDED, [3, 5, 1, 2, 4, 6, 7]),
        (WorklistOrder.DOUBTFUL, [3, 5, 1, 2, 4, 6, 7]),
        (WorklistOrder.RISK_SEEN, [5, 3, 1, 2, 4, 6, 7]),
        (WorklistOrder.RISK_LEFT, [5, 3, 1, 2, 4, 6, 7]),
    ],
)
def test_rows_without_a_value_come_last_in_each_order(
    model: WorklistModel, order: WorklistOrder, expected: list[int]
) -> None:
    model.set_order(order)
    assert numbers(model) == expected
    model.set_order(WorklistOrder.AS_ADDED)
    assert numbers(model) == [1, 2, 3, 4, 5, 6, 7]


def test_numbers_in_names_count() -> None:
    assert natural_sort_key("note 2") < natural_sort_key("note 10") < natural_sort_key("Note 11")
    assert natural_sort_key("Émile") == natural_sort_key("emile")


def test_persistent_indexes_follow_their_row(model: WorklistModel) -> None:
    kept = QPersistentModelIndex(model.index(4))
    model.set_order(WorklistOrder.RISK_LEFT)
    assert kept.row() == 0
    assert kept.data(ROW_ROLE).row == 5


def test_a_change_keeps_its_place_until_sorted_again(model: WorklistModel, rows: list[DocumentRow]) -> None:
    model.set_order(WorklistOrder.RISK_LEFT)
    assert not model.order_is_stale
    done = replace(rows[4], state=DocumentState.IN_REVIEW, counts=ReviewCounts(9, 0, 0, 0, 9.0, 9.0))
    model.update_rows([done])
    assert numbers(model)[0] == 5
    assert model.order_is_stale
    assert model.state_counts()[DocumentState.TO_REVIEW] == 0
    assert model.state_counts()[DocumentState.IN_REVIEW] == 2
    assert model.doubtful_count() == 1
    model.set_order(WorklistOrder.RISK_LEFT)
    assert numbers(model)[0] == 3
    assert not model.order_is_stale


def test_new_rows_come_after_the_others_of_their_file(model: WorklistModel, rows: list[DocumentRow]) -> None:
    first = replace(rows[5], state=DocumentState.TO_REVIEW, part="row 1")
    others = [replace(first, row=n, part=f"row {n - 6}") for n in (8, 9)]
    model.update_rows([first, *others])
    assert numbers(model) == [1, 2, 3, 4, 5, 6, 8, 9, 7]
    assert [r.row for r in model.rows] == [1, 2, 3, 4, 5, 6, 8, 9, 7]
    assert model.state_counts()[DocumentState.TO_REVIEW] == 4


def test_a_change_tells_only_of_its_rows(model: WorklistModel, rows: list[DocumentRow]) -> None:
    spans = []
    model.dataChanged.connect(lambda first, last: spans.append((first.row(), last.row())))
    model.update_rows([replace(rows[n], patient="1") for n in (5, 1, 6)])
    assert spans == [(1, 1), (5, 6)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [1, 2, 3, 4, 5, 6, 7]),
        ("note", [1, 2]),
        ("0412", [1, 3]),
        ("LETTER 0412", [1, 3]),
        ("emile", [3]),
        ("discharge  letter", [3]),
        ("nothing", []),
    ],
)
def test_finds_by_name_patient_and_type(model: WorklistModel, text: str, found: list[int]) -> None:
    model.set_filter(text)
    assert numbers(model) == found


def test_finds_by_state_and_doubt(model: WorklistModel) -> None:
    model.set_filter("", [DocumentState.WAITING, DocumentState.FAILED])
    assert numbers(model) == [4, 7]
    model.set_filter("", doubtful=True)
    assert numbers(model) == [3, 5]
    model.set_filter("0412", doubtful=True)
    assert numbers(model) == [3]


def test_the_same_filter_again_does_nothing(model: WorklistModel, qtbot) -> None:
    assert model.set_filter("note")
    with qtbot.assertNotEmitted(model.modelReset):
        assert not model.set_filter(" NOTE ")


def test_sorts_what_is_shown_and_keeps_the_current_row(model: WorklistModel) -> None:
    model.set_filter("", [DocumentState.TO_REVIEW, DocumentState.IN_REVIEW])
    assert numbers(model) == [3, 5]
    kept = QPersistentModelIndex(model.index(0))
    model.set_order(WorklistOrder.RISK_LEFT)
    assert numbers(model) == [5, 3]
    assert kept.row() == 1


def test_rows_come_and_go_as_they_change(model: WorklistModel, rows: list[DocumentRow]) -> None:
    model.set_filter("", [DocumentState.TO_REVIEW])
    assert numbers(model) == [5]
    found = [replace(r, state=DocumentState.TO_REVIEW, counts=ReviewCounts(3, 3)) for r in rows[5:]]
    model.update_rows([*found, replace(rows[4], state=DocumentState.IN_REVIEW)])
    assert numbers(model) == [6, 7]
    model.update_rows([replace(rows[0], state=DocumentState.TO_REVIEW)])
    assert numbers(model) == [1, 6, 7]


def test_parts_of_a_table_come_in_place(model: WorklistModel, rows: list[DocumentRow]) -> None:
    first = replace(rows[5], state=DocumentState.TO_REVIEW)
    model.set_filter("handover")
    model.update_rows([first, *(replace(first, row=n) for n in range(8, 11))])
    assert numbers(model) == [6, 8, 9, 10]
    model.update_rows([replace(first, row=n) for n in range(11, 60)])
    assert numbers(model) == [6, *range(8, 60)]


def test_the_row_that_is_read_stays(model: WorklistModel, rows: list[DocumentRow]) -> None:
    model.set_filter("", [DocumentState.TO_REVIEW])
    model.keep_visible(5)
    model.update_rows([replace(rows[4], state=DocumentState.SIGNED_OFF)])
    assert numbers(model) == [5]
    model.keep_visible(2)
    assert numbers(model) == [2]
    model.keep_visible(None)
    assert numbers(model) == []


def test_neighbours_are_those_that_are_shown(model: WorklistModel) -> None:
    model.set_filter("", [DocumentState.EXPORTED, DocumentState.TO_REVIEW, DocumentState.WAITING])
    assert model.neighbour(1, 1) == 5
    assert model.neighbour(7, -1) == 5
    assert model.neighbour(7, 1) is None
    assert model.neighbour(1, -1) is None
    assert model.neighbour(3, 1) == 5
    assert model.neighbour(99, 1) is None


def test_ten_thousand_documents(qapp, many: list[DocumentRow], capsys) -> None:
    model = WorklistModel()

    def took(what: Callable[[], object]) -> str:
        began = time.perf_counter()
        what()
        return f"{1000 * (time.perf_counter() - began):.0f} ms"

    told = [f"set_rows {took(lambda: model.set_rows(many))}"]
    assert model.rowCount() == 10_000
    for text, n in (("note 77", None), ("discharge", None), ("0412 letter", None), ("", 10_000)):
        told.append(f"filter {text!r} {took(lambda text=text: model.set_filter(text))}")
        assert n is None or model.rowCount() == n
    told.append(f"by risk {took(lambda: model.set_order(WorklistOrder.RISK_LEFT))}")
    told.append(f"by name {took(lambda: model.set_order(WorklistOrder.NAME))}")
    told.append(f"one change {took(lambda: model.update_rows([replace(many[70], patient='7')]))}")
    assert model.numbers() == list(range(1, 10_001))
    with capsys.disabled():
        print("\n10,000 documents:", ", ".join(told))  # noqa: T201 - the measure is for whoever runs it
