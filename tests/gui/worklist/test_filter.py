"""What is shown of a worklist, and how fast."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPersistentModelIndex
from PySide6.QtTest import QAbstractItemModelTester

from chartveil.gui.worklist.filter import WorklistFilter
from chartveil.gui.worklist.model import ROW_ROLE, WorklistModel, WorklistOrder
from chartveil.review.model import DocumentRow, DocumentState, ReviewCounts


class Table:
    """Model and filter, both watched by Qt's own tester."""

    def __init__(self, rows: list[DocumentRow]) -> None:
        fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
        self.model = WorklistModel()
        self.shown = WorklistFilter(self.model)
        self._testers = [QAbstractItemModelTester(m, fatal) for m in (self.model, self.shown)]
        self.model.set_rows(rows)

    def numbers(self) -> list[int]:
        drawn = [self.shown.index(r, 0).data(ROW_ROLE).row for r in range(self.shown.rowCount())]
        assert drawn == self.shown.numbers()
        return drawn


@pytest.fixture
def table(qapp, rows: list[DocumentRow]) -> Table:
    return Table(rows)


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
def test_finds_by_name_patient_and_type(table: Table, text: str, found: list[int]) -> None:
    table.shown.set_filter(text)
    assert table.numbers() == found


def test_finds_by_state_and_doubt(table: Table) -> None:
    table.shown.set_filter("", [DocumentState.WAITING, DocumentState.FAILED])
    assert table.numbers() == [4, 7]
    table.shown.set_filter("", doubtful=True)
    assert table.numbers() == [3, 5]
    table.shown.set_filter("0412", doubtful=True)
    assert table.numbers() == [3]


def test_the_same_filter_again_does_nothing(table: Table, qtbot) -> None:
    assert table.shown.set_filter("note")
    with qtbot.assertNotEmitted(table.shown.modelReset):
        assert not table.shown.set_filter(" NOTE ")


def test_sorts_what_is_shown_and_keeps_the_current_row(table: Table) -> None:
    table.shown.set_filter("", [DocumentState.TO_REVIEW, DocumentState.IN_REVIEW])
    assert table.numbers() == [3, 5]
    kept = QPersistentModelIndex(table.shown.index(0, 0))
    table.model.set_order(WorklistOrder.RISK_LEFT)
    assert table.numbers() == [5, 3]
    assert kept.row() == 1


def test_rows_come_and_go_as_they_change(table: Table, rows: list[DocumentRow]) -> None:
    table.shown.set_filter("", [DocumentState.TO_REVIEW])
    assert table.numbers() == [5]
    found = [replace(r, state=DocumentState.TO_REVIEW, counts=ReviewCounts(3, 3)) for r in rows[5:]]
    table.model.update_rows([*found, replace(rows[4], state=DocumentState.IN_REVIEW)])
    assert table.numbers() == [6, 7]
    table.model.update_rows([replace(rows[0], state=DocumentState.TO_REVIEW)])
    assert table.numbers() == [1, 6, 7]


def test_parts_of_a_table_come_in_place(table: Table, rows: list[DocumentRow]) -> None:
    first = replace(rows[5], state=DocumentState.TO_REVIEW)
    table.shown.set_filter("handover")
    table.model.update_rows([first, *(replace(first, row=n) for n in range(8, 11))])
    assert table.numbers() == [6, 8, 9, 10]
    table.model.update_rows([replace(first, row=n) for n in range(11, 60)])
    assert table.numbers() == [6, *range(8, 60)]


def test_the_row_that_is_read_stays(table: Table, rows: list[DocumentRow]) -> None:
    table.shown.set_filter("", [DocumentState.TO_REVIEW])
    table.shown.keep_visible(5)
    table.model.update_rows([replace(rows[4], state=DocumentState.SIGNED_OFF)])
    assert table.numbers() == [5]
    table.shown.keep_visible(2)
    assert table.numbers() == [2]
    table.shown.keep_visible(None)
    assert table.numbers() == []


def test_neighbours_are_those_that_are_shown(table: Table) -> None:
    table.shown.set_filter("", [DocumentState.EXPORTED, DocumentState.TO_REVIEW, DocumentState.WAITING])
    assert table.shown.neighbour(1, 1) == 5
    assert table.shown.neighbour(7, -1) == 5
    assert table.shown.neighbour(7, 1) is None
    assert table.shown.neighbour(1, -1) is None
    assert table.shown.neighbour(3, 1) == 5
    assert table.shown.neighbour(99, 1) is None


def test_ten_thousand_documents(qapp, many: list[DocumentRow], capsys) -> None:
    model = WorklistModel()
    shown = WorklistFilter(model)

    def took(what: Callable[[], object]) -> str:
        began = time.perf_counter()
        what()
        return f"{1000 * (time.perf_counter() - began):.0f} ms"

    told = [f"set_rows {took(lambda: model.set_rows(many))}"]
    assert shown.rowCount() == 10_000
    for text, n in (("note 77", None), ("discharge", None), ("0412 letter", None), ("", 10_000)):
        told.append(f"filter {text!r} {took(lambda text=text: shown.set_filter(text))}")
        assert n is None or shown.rowCount() == n
    told.append(f"by risk {took(lambda: model.set_order(WorklistOrder.RISK_LEFT))}")
    told.append(f"by name {took(lambda: model.set_order(WorklistOrder.NAME))}")
    told.append(f"one change {took(lambda: model.update_rows([replace(many[70], patient='7')]))}")
    assert shown.numbers() == list(range(1, 10_001))
    with capsys.disabled():
        print("\n10,000 documents:", ", ".join(told))  # noqa: T201 - the measure is for whoever runs it
