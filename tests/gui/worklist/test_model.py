"""The table of documents: columns, order, changes."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from chartveil.gui.worklist.model import (
    COL_DOUBTFUL,
    COL_NAME,
    COL_PATIENT,
    COL_RISK_LEFT,
    COL_RISK_SEEN,
    COL_SPANS,
    COL_STATE,
    COL_TYPE,
    COL_UNDECIDED,
    COLUMNS,
    ROW_ROLE,
    SORT_ROLE,
    UNSORTED,
    WorklistModel,
    natural_sort_key,
)
from chartveil.review.model import DocumentRow, DocumentState, ReviewCounts

DOWN = Qt.SortOrder.DescendingOrder


@pytest.fixture
def model(qapp, rows: list[DocumentRow]) -> WorklistModel:
    made = WorklistModel()
    made.set_rows(rows)
    return made


def numbers(model: WorklistModel) -> list[int]:
    return [r.row for r in model.rows_in_order()]


def shown(model: WorklistModel, place: int) -> list[str]:
    return [model.index(place, column).data() for column in range(COLUMNS)]


def test_a_row_is_shown_in_words(model: WorklistModel) -> None:
    assert shown(model, 2) == [
        "In review", "Émile's letter.docx", "0412", "Discharge summary", "20", "12", "3", "25 %", "4.5",
    ]  # fmt: skip
    assert model.index(2, COL_NAME).data(ROW_ROLE).row == 3
    heads = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(COLUMNS)]
    assert all(heads)
    assert len(set(heads)) == COLUMNS


def test_what_was_not_read_has_no_numbers(model: WorklistModel) -> None:
    assert shown(model, 6) == ["Waiting", "ward round.txt", "", "", "", "", "", "", ""]
    assert model.index(6, COL_SPANS).data(SORT_ROLE) is None


def test_why_a_document_failed_is_in_its_tooltip_and_spoken(model: WorklistModel) -> None:
    for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
        assert "Run text recognition first." in model.index(3, COL_NAME).data(role)


@pytest.mark.parametrize(
    ("column", "order"),
    [
        (COL_STATE, [7, 6, 5, 3, 2, 1, 4]),
        (COL_NAME, [5, 3, 6, 2, 1, 4, 7]),
        (COL_PATIENT, [2, 1, 3, 5, 4, 6, 7]),
        (COL_TYPE, [1, 2, 5, 3, 4, 6, 7]),
        (COL_SPANS, [2, 1, 5, 3, 4, 6, 7]),
        (COL_UNDECIDED, [1, 2, 5, 3, 4, 6, 7]),
        (COL_DOUBTFUL, [1, 2, 5, 3, 4, 6, 7]),
        (COL_RISK_SEEN, [5, 3, 1, 2, 4, 6, 7]),
        (COL_RISK_LEFT, [1, 2, 3, 5, 4, 6, 7]),
    ],
)
def test_sorts_by_each_column(model: WorklistModel, column: int, order: list[int]) -> None:
    model.sort(column)
    assert numbers(model) == order
    model.sort(UNSORTED)
    assert numbers(model) == [1, 2, 3, 4, 5, 6, 7]


def test_rows_without_a_value_come_last_in_both_directions(model: WorklistModel) -> None:
    model.sort(COL_RISK_LEFT, DOWN)
    assert numbers(model) == [5, 3, 1, 2, 4, 6, 7]


def test_numbers_in_names_count() -> None:
    assert natural_sort_key("note 2") < natural_sort_key("note 10") < natural_sort_key("Note 11")
    assert natural_sort_key("Émile") == natural_sort_key("emile")


def test_persistent_indexes_follow_their_row(model: WorklistModel) -> None:
    kept = QPersistentModelIndex(model.index(4, COL_NAME))
    model.sort(COL_RISK_LEFT, DOWN)
    assert kept.row() == 0
    assert kept.data(ROW_ROLE).row == 5


def test_a_change_keeps_its_place_until_sorted_again(model: WorklistModel, rows: list[DocumentRow]) -> None:
    model.sort(COL_RISK_LEFT, DOWN)
    assert not model.order_is_stale
    done = replace(rows[4], state=DocumentState.IN_REVIEW, counts=ReviewCounts(9, 0, 0, 0, 9.0, 9.0))
    model.update_rows([done])
    assert numbers(model)[0] == 5
    assert model.order_is_stale
    assert model.state_counts()[DocumentState.TO_REVIEW] == 0
    assert model.state_counts()[DocumentState.IN_REVIEW] == 2
    assert model.doubtful_count() == 1
    model.sort(COL_RISK_LEFT, DOWN)
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
