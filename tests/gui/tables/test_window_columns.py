"""Columns of tables in the window, chosen by keys."""

import json

import pytest
from PySide6.QtCore import Qt

from chartveil.domain.paths import UserPaths
from chartveil.review.model import DocumentState
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings

# That the window searches in processes of their own is tested in ``gui/test_window_detection.py``.
pytestmark = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")

TABLE = "MRN,Full name,Visit date,Quorn,Result value,Comment\n" + "".join(
    f"0{n},Greta Quarzbrenner,2024-01-1{n % 10},{n}.{n}9,{n}.5,Seen well again today.\n" for n in range(1, 12)
)


@pytest.fixture
def person(open_window, tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    service = ReviewService(UserPaths(tmp_path / "home"))
    service.create_worklist([tmp_path / "t.csv"], WorklistSettings(reviewer="Ada", jobs=1))
    for found in service.detection_work(service.pending_files())(lambda: False):
        service.record_detection(found)
    service.close()
    person = open_window(tmp_path / "home")
    person.go_on()
    return person


def cells(page, row):
    return [page.table.item(row, k).text() for k in range(page.table.columnCount())]


def test_columns_are_chosen_by_one_key_undone_and_kept(person, tmp_path):
    person.press("Ctrl+Shift+L")
    page = person.window.columns.page
    person.until(lambda: page.table.rowCount() == 6)
    assert cells(page, 0)[:2] == ["Quorn", "review"]
    assert "1 column is not known" in page.said.text()
    assert not page.keep.isEnabled()
    person.qtbot.keyClick(page.table, "k")
    person.until(lambda: "Every column is decided" in page.said.text())
    assert cells(page, 0)[1] == "keep"
    assert page.table.currentRow() == 1
    person.qtbot.keyClick(page.table, "e")
    person.until(lambda: cells(page, 1)[1] == "empty" and set(cells(page, 1)[4].split("\n")) == {"–"})
    page.undo.click()
    person.until(lambda: cells(page, 1)[1] != "empty" and "–" not in cells(page, 1)[4])
    page.keep.click()
    person.until(lambda: person.window.columns.page is None)
    (kept,) = (tmp_path / "home" / "columns").iterdir()
    assert json.loads(kept.read_text())["columns"] == [{"position": 3, "operator": "keep", "label": ""}]
    assert "Quorn" not in kept.read_text()


def test_a_dropped_table_shows_its_columns_before_anything_is_searched(open_window, tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    person = open_window(tmp_path / "home")
    window = person.window
    window.start_page.files_dropped.emit([tmp_path / "t.csv"])
    person.until(lambda: window.columns.page is not None)
    page = window.columns.page
    person.until(lambda: page.table.rowCount() == 6)
    assert page.first.isVisible()
    assert cells(page, 0)[:2] == ["Quorn", "review"]
    assert "Greta Quarzbrenner" in [cells(page, n)[3].split("\n")[0] for n in range(6)]
    assert not window.detection.running
    assert {r.state for r in window.service.rows()} == {DocumentState.WAITING}
    person.qtbot.keyClick(page.table, "k")
    person.until(lambda: cells(page, 0)[1] == "keep")
    person.qtbot.keyClick(page.table, "Z", Qt.KeyboardModifier.ControlModifier)
    person.until(lambda: cells(page, 0)[1] == "review")
    assert page.table.currentRow() == 0
    person.qtbot.keyClick(page.table, "e")
    person.until(lambda: cells(page, 0)[1] == "empty")
    person.qtbot.keyClick(page, "K", Qt.KeyboardModifier.AltModifier)
    person.until(lambda: window.columns.page is None)
    assert len(list((tmp_path / "home" / "columns").iterdir())) == 1
    person.until(lambda: person.review is not None)
    person.searched()


def test_the_columns_wait_again_where_the_window_was_closed_before_the_search(open_window, tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    person = open_window(tmp_path / "home")
    person.window.start_page.files_dropped.emit([tmp_path / "t.csv"])
    person.until(lambda: person.window.columns.page is not None)
    person.command("close-worklist")
    assert person.window.columns.page is None
    assert not person.window.detection.running
    person.command("resume")
    page = person.window.columns.page
    person.until(lambda: page.table.rowCount() == 6)
    person.qtbot.keyClick(page.table, Qt.Key.Key_Return)
    person.until(lambda: person.review is not None)
    assert person.window.columns.page is None
    person.searched()


def test_beside_other_documents_the_search_begins_at_once(open_window, tmp_path):
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "t.csv").write_text(TABLE)
    (folder / "n.txt").write_text("Seen with Greta Quarzbrenner today.")
    person = open_window(tmp_path / "home")
    person.window.begin_worklist([folder])
    person.until(lambda: person.review is not None)
    assert person.window.columns.page is None
    person.searched()


def test_a_choice_in_another_table_is_undone_there(open_window, tmp_path):
    (tmp_path / "a.csv").write_text(TABLE)
    (tmp_path / "b.csv").write_text(TABLE.replace("Quorn", "Zalk").replace("Comment", "Note text"))
    person = open_window(tmp_path / "home")
    person.window.begin_worklist([tmp_path / "a.csv", tmp_path / "b.csv"])
    person.until(lambda: person.window.columns.page is not None)
    page = person.window.columns.page
    person.until(lambda: page.which.count() == 2)
    person.qtbot.keyClick(page.table, "d")
    person.until(lambda: cells(page, 0)[:2] == ["Quorn", "drop"])
    page.which.setCurrentIndex(1)
    page.which.activated.emit(1)
    assert cells(page, 0)[:2] == ["Zalk", "review"]
    page.undo.click()
    person.until(lambda: cells(page, page.table.currentRow())[:2] == ["Quorn", "review"])
    assert page.which.currentIndex() == 0
    page.done.click()
    person.until(lambda: person.review is not None)
    person.searched()
