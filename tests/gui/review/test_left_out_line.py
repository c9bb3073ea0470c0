"""What of a file is in no copy stands below its text."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from chartveil.domain.paths import UserPaths
from chartveil.gui.review.bars import LeftOutLine
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings

NOTES = {
    "a.html": b"<!-- by x --><p title='a' onclick='b()'>Seen today, well.</p><script>c()</script>",
    "b.txt": b"Up in a chair.\n",
}


def test_it_is_read_by_keyboard_and_screen_reader_and_hidden_where_nothing_is_left_out(qtbot):
    line = LeftOutLine()
    qtbot.addWidget(line)
    line.show_counts({"attribute": 12, "comment": 1})
    assert line.text() == "Left out of the copy: attribute 12, comment 1"
    assert line.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert QAccessible.queryAccessibleInterface(line).text(QAccessible.Text.Name) == line.text()
    line.show_counts({})
    assert line.isHidden()


def test_the_open_document_has_its_own(open_window, tmp_path, worked_on_here):
    for name, data in NOTES.items():
        (tmp_path / name).write_bytes(data)
    service = ReviewService(UserPaths(tmp_path / "home"))
    service.create_worklist([tmp_path / n for n in NOTES], WorklistSettings(reviewer="Ada", jobs=1))
    job = replace(service.processing_job(), models=None)
    service.processing_job = lambda: job
    for found in service.detection_work(service.pending_files())(lambda: False):
        service.record_detection(found)
    service.close()
    person = open_window(tmp_path / "home")
    person.go_on()
    document, line = person.window.document, person.window.review_page.left_out
    person.until(lambda: document.loaded is not None and line.isVisible() == (document.row.row == 1))
    for row in (2, 1):
        document.open(row)
        person.until(lambda row=row: document.row.row == row and line.isVisible() == (row == 1))
    assert line.text() == "Left out of the copy: attribute 1, comment 1, script 1"
