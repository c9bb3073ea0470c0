"""Columns of tables in the window, chosen by keys."""

import json

import pytest

from chartveil.domain.paths import UserPaths
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings

TABLE = "MRN,Full name,Visit date,Quorn,Result value,Comment\n" + "".join(
    f"0{n},Greta Quarzbrenner,2024-01-1{n % 10},{n}.{n}9,{n}.5,Seen well again today.\n" for n in range(1, 12)
)


@pytest.fixture
def person(open_window, tmp_path, pipelines_kept):
    (tmp_path / "t.csv").write_text(TABLE)
    desk = ReviewService(UserPaths(tmp_path / "home"))
    desk.create_worklist([tmp_path / "t.csv"], WorklistSettings(reviewer="Ada", jobs=1))
    for found in desk.detection_work(desk.pending_files())(lambda: False):
        desk.record_detection(found)
    desk.close()
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
