"""Two readers of one document, and an export that the leak check stops."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel

from chartveil.domain.paths import UserPaths
from chartveil.gui.export.dialog import ExportStep
from chartveil.gui.review.footer import SecondReadingState
from chartveil.gui.second_reader.page import Resolution
from chartveil.gui.settings.dialog import SettingsPageName
from chartveil.review.model import DecisionState, DocumentState, Reading
from chartveil.service.review_service import ReviewService

# That the window exports in processes of their own is tested in ``gui/test_window.py``.
pytestmark = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")

NOTE = "06"
"""The sample that is read, by the beginning of its name."""


@pytest.fixture
def for_two(searched):
    """The samples searched, in a worklist that two are to read."""
    service = ReviewService(UserPaths(searched))
    service.open_worklist(service.worklists()[0].id)
    service.change_settings(replace(service.settings, second_reader=True))
    service.close()
    return searched


def row(person):
    return next(r for r in person.window.service.rows() if r.name.startswith(NOTE))


def name_reviewer(person, name):
    """Under Settings, Review."""
    person.press("Ctrl+,")
    dialog = person.window.settings.dialog
    dialog.open_page(SettingsPageName.REVIEW)
    dialog.review.reviewer.selectAll()
    person.qtbot.keyClicks(dialog.review.reviewer, name)
    person.qtbot.keyPress(dialog.review.reviewer, "\r")
    person.click(dialog.close_button)
    person.back()
    assert person.window.service.settings.reviewer == name


def second_state(person):
    return person.window.second_reading.reading_state(row(person))[0]


def read(person, *rejected):
    """Rejects some spans, decides the doubtful ones, and signs."""
    for text in rejected:
        person.go_to(text)
        person.press("Backspace")
    while any(person.review.is_doubtful(i) for i in person.review.items):
        person.press("N")
        person.press("Return")
    person.press("Ctrl+Return")


def test_a_second_reader_decides_apart_and_differences_are_settled(open_window, for_two, tmp_path):
    person = open_window(for_two)
    window = person.window
    person.go_on()
    person.open_row(NOTE)
    assert second_state(person) is SecondReadingState.AWAITING_FIRST
    read(person, "Bryony Falk", "PCC77120934")
    assert row(person).signed_by == "Ada"
    person.open_row(NOTE)
    assert second_state(person) is SecondReadingState.AWAITING_FIRST, "the first reader is no second one"
    assert window.export.exportable_count() == 0

    # Of what Ada decided nothing is shown to Ben, nor can he undo it.
    name_reviewer(person, "Ben")
    person.until(lambda: second_state(person) is SecondReadingState.AWAITING_SECOND)
    assert person.text == ""
    assert person.shown() == {}
    assert window.review_page.title_bar.facts.full_text == "", "no number of what may not be seen"
    person.click(window.review_page.footer.second)
    person.until(lambda: person.review is not None)
    assert person.review.reading is Reading.SECOND
    assert person.decided() == {}
    assert window.review_page.banner.isVisible()
    assert window.review_page.document.view.hasFocus()
    person.press("Ctrl+Z")
    assert "another reader" in person.told()
    assert row(person).signed_by == "Ada"
    assert person.decided() == {}

    # Nor does Ada see Ben's before he has signed.
    person.go_to("Bryony Falk")
    person.press("Return")
    name_reviewer(person, "Ada")
    person.until(lambda: person.review is not None and person.review.reading is Reading.FIRST)
    assert person.find("Bryony Falk").state is DecisionState.REJECTED
    person.press("Ctrl+Shift+Return")
    assert "second reader has begun" in person.told()
    name_reviewer(person, "Ben")
    person.until(lambda: person.review is not None and person.review.reading is Reading.SECOND)
    read(person)
    assert (row(person).signed_by, row(person).second_by) == ("Ada", "Ben")
    person.until(lambda: person.review is not None and person.review.reading is Reading.RESOLVED)
    assert second_state(person) is SecondReadingState.HAS_DISAGREEMENTS

    settle(person)
    person.press("Ctrl+Return")
    assert row(person).state is DocumentState.SIGNED_OFF
    window.document.open(row(person).row)
    person.until(lambda: "Signed off by Ada · Ben" in window.review_page.footer.state.text())
    assert row(person).resolved
    assert window.export.exportable_count() == 1
    out = tmp_path / "out"
    assert export(person, out) == ["✓  06-telephone-encounter.md"]
    text = next(out.glob("*.md")).read_text(encoding="utf-8")
    assert "Bryony Falk" not in text, "settled for the second reader, who took it"
    assert "ID # PCC77120934" in text, "settled for the first reader, who left it"
    assert "Theodora Quill" not in text
    assert person.notices() == []


def settle(person):
    window, page = person.window, person.window.review_page.disagreements
    assert "Settle 2" in window.review_page.footer.second.text()
    person.click(window.review_page.footer.second)
    assert page.isVisible()
    assert page.table.hasFocus()
    assert page.kappa.text().startswith("Agreement 0.9")
    assert {"First reader: Ada", "Second reader: Ben"} <= {w.text() for w in page.findChildren(QLabel)}
    assert page.count.text() == "0 of 2 settled"
    person.press("2")
    person.press("1")
    assert page.count.text() == "2 of 2 settled"
    # An undo is seen here too.
    person.press("Ctrl+Z")
    assert page.count.text() == "1 of 2 settled"
    person.press("Ctrl+Shift+Z")
    assert page.count.text() == "2 of 2 settled"
    assert page.resolutions == [Resolution.SECOND, Resolution.FIRST]
    person.click(page.done)
    assert window.review_page.document.view.hasFocus()


def export(person, out):
    """Through the window of the export; gives the files that it shows at its end, and leaves it open."""
    dialog = person.window.export.dialog
    person.press("Ctrl+E")
    person.qtbot.waitActive(dialog)
    person.type(str(out))
    person.press("Return")
    person.until(lambda: dialog.step is ExportStep.RESULT)
    tree = dialog.result_page.tree
    return [tree.topLevelItem(n).text(0) for n in range(tree.topLevelItemCount())]


def test_an_export_that_would_leak_leads_to_the_place(open_window, searched, tmp_path):
    person = open_window(searched)
    window = person.window
    person.go_on()
    person.open_row(NOTE)
    person.go_to("Theodora Quill")
    person.press("Shift+Left")
    assert person.current() == "Theodora"
    read(person)
    person.until(lambda: window.document.row.name.startswith("10"))
    person.press("Ctrl+P")
    assert window.preview.is_open

    dialog = window.export.dialog
    assert export(person, tmp_path / "out") == ["✕  06-telephone-encounter.md"]
    assert list((tmp_path / "out").glob("*.md")) == []
    assert "mark the place" in dialog.result_page.remedy.text()
    assert dialog.result_page.go.isVisible()
    person.press("Return")
    person.until(lambda: window.document.row.name.startswith(NOTE))
    assert not dialog.isVisible(), "it would cover the place"
    assert person.told().startswith(
        "Ctrl+Shift+Enter reopens it, then A marks the place, Backspace leaves it"
    )
    person.until(lambda: window.review_page.document.view.isVisible())
    begin, end = window.review_page.document.view.selected_range()
    assert person.text[begin:end] == "Quill"
    first, last = window.review_page.document.view.visible_range()
    assert first <= begin < last
    assert row(person).state is DocumentState.SIGNED_OFF

    # It is mended there, and signed again.
    person.back()
    person.press("Ctrl+Shift+Return")
    person.until(lambda: person.review is not None and not window.document.is_signed)
    person.until(lambda: window.review_page.document.view.selected_range() == (begin, end))
    assert person.item is None, "a key that decides takes no span that stands elsewhere"
    person.press("A")
    person.press("D")
    assert person.current() == "Quill"
    person.press("Ctrl+Z")
    assert all(i.span.start != begin for i in person.shown().values())

    # Or it stays, as the reviewer says so.
    window.document.open_at(window.document.row.row, begin, end)
    person.press("Backspace")
    left = next(i for i in person.shown().values() if i.span.start == begin)
    assert (left.state, left.span.text(person.text)) == (DecisionState.REJECTED, "Quill")
    person.press("Ctrl+Return")
    assert row(person).state is DocumentState.SIGNED_OFF
    person.until(lambda: window.document.row.name.startswith("10"))
    assert export(person, tmp_path / "out") == ["✓  06-telephone-encounter.md"]
    (copy,) = (tmp_path / "out").glob("*.md")
    assert copy.read_text().count("Quill") == 1
