"""The order by risk over the whole worklist, in the window."""

import pytest
from PySide6.QtCore import Qt

from chartveil.gui.risk_queue.panel import QueueColumn

pytestmark = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")


def test_places_of_all_documents_are_gone_through_from_the_riskiest_down(searched, open_window):
    person = open_window(searched)
    window, queue = person.window, person.window.review_page.risk_queue
    window.resume_worklist(window.service.worklists()[0].id)
    person.until(lambda: person.review is not None)
    person.press("Ctrl+R")
    assert queue.isVisible()
    model = queue.table.model()
    assert model.rowCount() > 10
    risks = [model.entry(i).risk for i in range(model.rowCount())]
    assert risks == sorted(risks, reverse=True)
    assert len({model.entry(i).row for i in range(model.rowCount())}) > 1
    last = model.entry(model.rowCount() - 1)
    queue.table.selectRow(model.rowCount() - 1)
    queue.table.setFocus()
    person.press("Return")
    person.until(lambda: window.document.row is not None and window.document.row.row == last.row)
    person.until(
        lambda: window.document.current_item is not None and window.document.current_item.id == last.item
    )
    before = model.rowCount()
    window.review_page.document.setFocus()
    window.review_commands.accept()
    person.until(lambda: model.rowCount() == before - 1)
    assert model.index(0, QueueColumn.PLACE).data(Qt.ItemDataRole.AccessibleTextRole)
    person.press("Ctrl+R")
    assert not queue.isVisible()
    assert window.review_page.document.view.hasFocus(), "one goes on where one was"


def test_the_list_follows_a_search_and_says_nothing_is_left_only_when_nothing_is(open_window, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    for n in range(6):
        text = f"Patient: Milan Horvat, DOB 4/{n + 1}/1961.\nSeen by Dr. Okonjo.\n"
        (notes / f"note-{n}.txt").write_text(text)
    person = open_window(tmp_path / "home")
    window, queue = person.window, person.window.review_page.risk_queue
    window.begin_worklist([notes])
    person.until(lambda: window.is_reviewing)
    person.press("Ctrl+R")
    assert queue.nothing.text() == "Nothing to look at so far: 6 documents are not searched yet."
    assert queue.share.text() == "No risk found"
    model = queue.table.model()
    person.until(lambda: model.rowCount() > 0)
    queue.table.selectRow(model.rowCount() - 1)
    chosen = model.entry(model.rowCount() - 1)
    person.searched()
    person.until(lambda: {model.entry(n).row for n in range(model.rowCount())} == {1, 2, 3, 4, 5, 6})
    at = model.entry(queue.table.currentIndex().row())
    assert (at.row, at.item) == (chosen.row, chosen.item), "the place one was at stays"
    assert queue.share.text() == "0 % of the risk looked at"
    assert "Nothing is left" in queue.nothing.text()


def test_a_document_is_signed_off_and_opened_again_from_the_list(searched, open_window):
    person = open_window(searched)
    window = person.window
    window.resume_worklist(window.service.worklists()[0].id)
    person.until(lambda: person.review is not None)
    person.press("N")
    while window.service.row(window.document.row.row).counts.doubtful:
        person.press("Return")
        person.press("N")
    row = window.document.row.row
    window.review_page.worklist.focus_list()
    person.press("Ctrl+Return")
    person.until(lambda: window.service.row(row).signed_by == "Ada")
    person.until(lambda: window.document.row.row != row)  # it goes on by itself
    window.document.open(row)
    person.until(lambda: window.document.row.row == row)
    window.review_page.worklist.focus_list()
    person.press("Ctrl+Shift+Return")
    person.until(lambda: not window.service.row(row).signed_by)
