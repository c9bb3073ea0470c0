"""Boxes on pages in the real window: what a person does, and what the store keeps."""

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QMenu, QPushButton

from chartveil.domain.page_layout import RegionKind
from chartveil.gui.dialogs.same_form import SameFormDialog
from chartveil.review.model import DecisionState, DocumentState
from gui.forms_help import FOUND, LEFT, SHIFT, at, begun, drag, near, stored, view_of


def test_boxes_are_decided_by_keyboard(forms):
    person = forms
    person.press("B")
    assert view_of(person).hasFocus()
    assert person.window.review_page.pages.status_text.startswith("Signature")
    person.press("Return")
    assert stored(person)[0] == ("signature", "accepted", 0, 150, 120)
    assert person.window.review_page.pages.status_text.startswith("Barcode"), "on to the next"
    person.press("Backspace")
    assert stored(person)[1] == ("barcode", "rejected", 1, 150, 120)
    assert "Every box" in person.told()
    person.press("U")
    assert stored(person)[1] == FOUND[1]
    person.press("Shift+B")
    person.press("Del")
    assert stored(person)[0][1] == "rejected", "what was found stays visible"
    (by,) = {m.by for m in person.window.document.page_review.boxes if m.state.decided}
    assert by == "Ada"
    while person.window.action("undo").isEnabled():
        person.press("Ctrl+Z")
    assert stored(person) == FOUND
    assert [m.state for m in view_of(person).editor.boxes] == [DecisionState.PROPOSED] * 2
    while person.window.action("redo").isEnabled():
        person.press("Ctrl+Shift+Z")
    assert [s[1] for s in stored(person)] == ["rejected", "proposed"]


def test_spans_and_boxes_have_the_same_keys_each_where_it_is_current(forms):
    person = forms
    assert person.window.review_page.document.view.hasFocus()
    item = person.item
    person.press("Return")
    assert person.shown()[item.id].state is DecisionState.ACCEPTED
    assert stored(person) == FOUND, "in the text Enter is about the span"
    person.press("B")
    buttons = person.window.review_page.inspector.findChildren(QPushButton)
    person.click(next(b for b in buttons if b.accessibleName().startswith("Reject")))
    assert stored(person) == FOUND, "the inspector is about the span it shows"


def test_tab_goes_from_spans_to_boxes_and_back(forms):
    person = forms
    person.press("Tab")
    assert person.window.review_page.pages.selected_box is None, "spans first"
    while person.review.counts().undecided:
        person.press("Return")
    assert person.window.review_page.pages.selected_box is None
    person.press("Tab")
    assert person.window.review_page.pages.selected_box.region.kind is RegionKind.SIGNATURE
    person.press("Tab")
    assert person.window.review_page.pages.selected_box.region.kind is RegionKind.BARCODE
    person.press("Shift+Tab")
    assert person.window.review_page.pages.selected_box.region.kind is RegionKind.SIGNATURE


def test_boxes_are_drawn_moved_and_deleted_by_mouse(forms):
    person = forms
    drag(person, (20, 100), (100, 140), SHIFT)
    assert near(stored(person)[2], ("drawn", "added", 0, 20, 100))
    drag(person, (60, 120), (70, 140))
    assert near(stored(person)[2], ("drawn", "added", 0, 30, 120))
    drag(person, (200, 140), (200, 150))
    assert near(stored(person)[0], ("signature", "accepted", 0, 150, 130)), "what is moved is covered"
    QTest.mouseClick(view_of(person).viewport(), LEFT, pos=at(person, 60, 130))
    person.press("Backspace")
    assert len(stored(person)) == 2, "a drawn one goes"
    person.press("Ctrl+Z", 4)
    assert stored(person) == FOUND


def test_boxes_are_drawn_and_moved_by_keyboard(forms):
    person = forms
    person.press("D")
    person.press("Ctrl+Left", 3)
    person.press("Return")
    (_, _, mark) = stored(person)
    assert mark[:2] == ("drawn", "added")
    person.press("Right", 5)
    person.press("Shift+Down", 2)
    assert stored(person)[2] == mark, "a burst is under way"
    person.press("Ctrl+Z")
    assert stored(person)[2] == mark, "and one step to undo"
    person.press("Ctrl+Shift+Z")
    assert stored(person)[2][3] == mark[3] + 5
    person.press("Ctrl+Z", 2)
    assert stored(person) == FOUND


def test_a_place_on_every_page_is_one_step(forms):
    person = forms
    drag(person, (20, 100), (100, 140), SHIFT)
    person.press("P")
    assert stored(person)[2:] == [("drawn", "added", 0, 20, 100), ("drawn", "added", 1, 20, 100)]
    assert "all 2 pages" in person.told()
    person.press("Ctrl+Z")
    assert len(stored(person)) == 3


def test_a_place_in_other_documents_of_the_form_is_one_step(forms):
    person = forms
    drag(person, (20, 100), (100, 140), SHIFT)

    def answer(dialog):
        listed = dialog.findChild(QListWidget)
        assert [listed.item(n).text() for n in range(listed.count())] == ["b-form.pdf", "c-form.pdf"]
        person.click(dialog.none)
        assert not dialog.go.isEnabled()
        person.click(dialog.all)
        assert dialog.go.text() == "Cover in 2 documents"
        QTest.keyClick(listed, Qt.Key.Key_Down)
        QTest.keyClick(listed, Qt.Key.Key_Space)
        assert dialog.count.text() == "1 of 2 chosen"
        person.click(dialog.go)

    with person.answering(SameFormDialog, answer):
        person.press("Shift+P")
    assert stored(person, 2) == [("drawn", "added", 0, 20, 100)]
    assert stored(person, 3) == []
    assert person.window.service.row(2).state is DocumentState.IN_REVIEW
    assert "Covered in 1 document" in person.told()
    person.press("Ctrl+Z")
    assert stored(person, 2) == []
    assert person.told() == "", "what was said is not true any more"
    person.open_row("c-form")
    person.press("Ctrl+Shift+Z")
    assert len(stored(person, 2)) == 1
    person.until(lambda: person.window.document.row.row == 1)
    assert person.window.review_page.pages.selected_box.region.kind is RegionKind.DRAWN, (
        "back where it was asked"
    )


def test_an_undone_box_is_shown_in_its_document(forms):
    person = forms
    person.press("B", 2)
    person.press("Return")
    person.open_row("b-form")
    person.press("Ctrl+Z")
    person.until(lambda: person.window.document.row.row == 1)
    assert person.window.review_page.pages.selected_box.region.kind is RegionKind.BARCODE
    assert stored(person, 1) == FOUND


def test_what_keys_have_moved_is_kept_when_the_window_closes_at_once(forms, open_window):
    person = forms
    person.press("B")
    person.press("Right", 5)
    assert stored(person) == FOUND
    home = person.window.service.user_paths.folder
    person.window.close()
    again = begun(open_window(home))
    assert stored(again)[0] == ("signature", "accepted", 0, 155, 120)


def test_pages_that_go_from_under_the_mouse_end_what_it_holds(forms):
    person = forms
    over = view_of(person).viewport()
    QTest.mousePress(over, LEFT, pos=at(person, 200, 140))
    QTest.mouseMove(over, at(person, 180, 130))
    QTest.mouseMove(over, at(person, 170, 120))
    assert view_of(person).editor.draft is not None
    view_of(person).zoom(1)
    QTest.mouseMove(over, at(person, 160, 110))
    QTest.mouseRelease(over, LEFT, pos=at(person, 160, 110))
    assert stored(person) == FOUND


def test_the_menu_of_a_box_says_what_can_be_done_with_its_keys(forms):
    person = forms
    person.press("B")
    seen = []

    def look(menu):
        seen.extend((a.text(), a.isEnabled()) for a in menu.actions() if a.text())
        next(a for a in menu.actions() if a.text().startswith("Leave")).trigger()
        menu.close()

    with Popup(look):
        view_of(person).context_requested.emit(QPoint())
    assert ("Cover\tEnter", True) in seen
    assert ("Undecided\tU", False) in seen
    assert ("Delete\tDelete", False) in seen
    assert ("Cover this place on every page\tP", True) in seen
    assert stored(person)[0][1] == "rejected"


class Popup:
    """Within it a menu comes up, which ``act`` is done with."""

    def __init__(self, act):
        self._act = act
        self._timer = QTimer()
        self._timer.setInterval(5)
        self._timer.timeout.connect(self._look)

    def _look(self):
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            self._timer.stop()
            self._act(menu)

    def __enter__(self):
        self._timer.start()

    def __exit__(self, *_):
        self._timer.stop()
