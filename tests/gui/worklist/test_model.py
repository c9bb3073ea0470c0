"""The documents of a worklist: order and changes."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from chartveil.gui.worklist.model import ROW_ROLE, WorklistModel, WorklistOrder, natural_sort_key
from chartveil.review.model import DocumentRow, DocumentState, ReviewCounts


@pytest.fixture
def model(qapp, rows: list[DocumentRow]) -> WorklistModel:
    made = WorklistModel()
    made.set_rows(rows)
    return made


def numbers(model: WorklistModel) -> list[int]:
    return [r.row for r in model.rows_in_order()]


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
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    first = replace(rows[5], state=DocumentState.TO_REVIEW, part="row 1")
    others = [replace(first, row=n, part=f"row {n - 6}") for n in (8, 9)]
    model.update_rows([first, *others])
    assert numbers(model) == [1, 2, 3, 4, 5, 6, 8, 9, 7]
    assert [r.row for r in model.rows_as_added()] == [1, 2, 3, 4, 5, 6, 8, 9, 7]
    assert model.state_counts()[DocumentState.TO_REVIEW] == 4
    assert tester.model() is model


def test_a_change_tells_only_of_its_rows(model: WorklistModel, rows: list[DocumentRow]) -> None:
    spans = []
    model.dataChanged.connect(lambda first, last: spans.append((first.row(), last.row())))
    model.update_rows([replace(rows[n], patient="1") for n in (5, 1, 6)])
    assert spans == [(1, 1), (5, 6)]
