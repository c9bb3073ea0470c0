"""Boxes on pages, by mouse and keyboard: which is chosen, and what the panel says that the user wants."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from chartveil.review.model import DecisionState, PageBox
from gui.pages.boxes_help import BARCODE, LAYOUT, LEFT, MARKS, SHIFT, SIGNATURE, around, at, drag, near

# Choosing


def test_a_click_chooses_a_box_and_says_what_it_is(panel, said):
    QTest.mouseClick(panel.view.viewport(), LEFT, pos=at(panel, 110, 150))
    assert panel.selected_box == SIGNATURE
    assert (
        panel.status_text == "Signature · not decided, will be covered · page 1 · 2 words below · box 1 of 3"
    )
    assert panel.view.accessibleDescription() == panel.status_text
    assert said.placed == [], "a click moves nothing"
    QTest.mouseClick(panel.view.viewport(), LEFT, pos=at(panel, 30, 26))
    assert panel.selected_box is None
    assert said.clicked == [1], "a word beside boxes goes to the text"
    assert panel.status_text == "3 boxes · 2 not decided · B goes to the next"


def test_pages_that_hide_words_are_named(panel):
    panel.show_document(replace(LAYOUT, hidden_words=(0, 7)))
    assert panel.status_text.endswith("Hidden words left out on page 2")
    panel.set_boxes(MARKS)
    assert (
        panel.status_text == "3 boxes · 2 not decided · B goes to the next · Hidden words left out on page 2"
    )
    panel.show_document(LAYOUT)
    assert "Hidden" not in panel.status_text


def test_what_has_to_be_decided_is_said_so(panel):
    panel.set_boxes(MARKS, asked=True)
    panel.view.show_box(1)
    assert panel.status_text == "Barcode or QR code · not decided · page 2 · no word below · box 3 of 3"


def test_a_word_goes_before_a_box_that_stays_visible(panel, said):
    panel.set_boxes([PageBox(0, SIGNATURE.region, DecisionState.REJECTED)])
    QTest.mouseClick(panel.view.viewport(), LEFT, pos=at(panel, 120, 116))
    assert said.clicked == [5]
    QTest.mouseClick(panel.view.viewport(), LEFT, pos=at(panel, 120, 150))
    assert panel.selected_box is not None


def test_a_range_of_the_text_takes_the_choice_away(panel):
    panel.view.show_box(0)
    assert panel.show_range(15, 19)
    assert panel.selected_box is None


def test_the_next_box_is_brought_into_sight(panel):
    assert panel.view.editor.next_box(0) == SIGNATURE
    panel.view.show_box(2)
    assert panel.view.editor.next_box(0) == BARCODE
    assert panel.view.editor.next_box(0, backwards=True) == SIGNATURE
    panel.view.show_box(1)
    assert panel.view.current_page == 1
    assert panel.view.viewport().rect().contains(panel.view.box_rect(1).toRect())
    assert panel.view.editor.next_box(0) == SIGNATURE, "round at the end"


# Drawing


def test_shift_and_drag_draws(panel, said):
    drag(panel, at(panel, 110, 105), at(panel, 200, 180), SHIFT)
    (area,) = said.drawn
    assert area.page == 0
    assert near(area, 110, 105, 200, 180), around(area)
    assert said.placed == [], "the box below is left alone"


def test_drawing_stays_on_the_page_it_began_on(panel, said):
    drag(panel, at(panel, 350, 250), at(panel, 500, 420), SHIFT)
    (area,) = said.drawn
    assert near(area, 350, 250, 400, 300), around(area)


def test_what_is_too_small_is_not_drawn(panel, said):
    drag(panel, at(panel, 20, 60), at(panel, 21, 160), SHIFT)
    QTest.mouseClick(panel.view.viewport(), LEFT, SHIFT, at(panel, 20, 60))
    assert said.drawn == []


def test_the_button_lets_the_mouse_draw_and_escape_ends_it(panel, said):
    button = next(b for b in panel.findChildren(QPushButton) if b.accessibleName() == "Draw boxes")
    QTest.mouseClick(button, LEFT)
    assert button.isChecked()
    assert panel.view.viewport().cursor().shape() == Qt.CursorShape.CrossCursor
    drag(panel, at(panel, 20, 60), at(panel, 90, 90))
    drag(panel, at(panel, 20, 160), at(panel, 90, 190))
    assert len(said.drawn) == 2
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    assert not button.isChecked()
    drag(panel, at(panel, 20, 60), at(panel, 90, 90))
    assert len(said.drawn) == 2


def test_a_box_is_drawn_by_keyboard(panel, said):
    view = panel.view
    view.editor.set_drawing(True, view.visible_rect)
    begin = view.editor.draft
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_Right, SHIFT)
    QTest.keyClick(view, Qt.Key.Key_Up, SHIFT)
    assert said.drawn == []
    QTest.keyClick(view, Qt.Key.Key_Return)
    (area,) = said.drawn
    assert area.left == pytest.approx(begin.left + 10)
    assert area.top == pytest.approx(begin.top + 1)
    assert area.right == pytest.approx(begin.right + 11)
    assert area.bottom == pytest.approx(begin.bottom)
    assert not view.editor.drawing


def test_escape_leaves_what_was_being_drawn(panel, said):
    panel.view.editor.set_drawing(True, panel.view.visible_rect)
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert said.drawn == []
    assert panel.view.editor.draft is None


def test_nothing_is_drawn_where_boxes_are_locked(panel):
    panel.view.editor.set_drawing(True)
    panel.set_boxes(MARKS, locked=True)
    assert not panel.view.editor.drawing
    button = next(b for b in panel.findChildren(QPushButton) if b.accessibleName() == "Draw boxes")
    assert not button.isEnabled()


# Moving and resizing


def test_a_box_is_moved_by_dragging_and_stays_on_its_page(panel, said):
    drag(panel, at(panel, 160, 145), at(panel, 170, 165))
    (id, area) = said.placed.pop()
    assert id == 0
    assert near(area, 110, 120, 230, 180), around(area)
    drag(panel, at(panel, 160, 145), at(panel, 10, 20))
    (_, area) = said.placed.pop()
    assert near(area, 0, 0, 120, 60), around(area)


@pytest.mark.parametrize(
    ("grip", "to", "edges"),
    [
        ((100, 100), (90, 80), (90, 80, 220, 160)),
        ((160, 100), (300, 80), (100, 80, 220, 160)),
        ((220, 100), (240, 110), (100, 110, 240, 160)),
        ((100, 130), (120, 10), (120, 100, 220, 160)),
        ((220, 130), (230, 10), (100, 100, 230, 160)),
        ((100, 160), (80, 190), (80, 100, 220, 190)),
        ((160, 160), (10, 170), (100, 100, 220, 170)),
        ((220, 160), (500, 500), (100, 100, 400, 300)),
    ],
)
def test_each_handle_moves_its_edges(panel, said, grip, to, edges):
    panel.view.show_box(0)
    drag(panel, at(panel, *grip), at(panel, *to))
    (id, area) = said.placed.pop()
    assert (id, area.page) == (0, 0)
    assert near(area, *edges), around(area)


def test_a_handle_never_turns_a_box_over(panel, said):
    panel.view.show_box(0)
    drag(panel, at(panel, 220, 130), at(panel, 20, 130))
    (_, area) = said.placed.pop()
    assert area.right > area.left


def test_a_burst_of_keys_is_one_step(qtbot, panel, said):
    view = panel.view
    view.show_box(0)
    for _ in range(3):
        QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_Left, SHIFT)
    assert said.placed == [], "not while keys come"
    qtbot.waitUntil(lambda: said.placed != [])
    ((id, area),) = said.placed
    assert id == 0
    assert around(area) == (103, 110, 222, 170)


@pytest.mark.parametrize("end", ["key", "blur"])
def test_another_key_or_pane_ends_a_burst_at_once(panel, said, end):
    panel.view.show_box(0)
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    if end == "key":
        QTest.keyClick(panel.view, Qt.Key.Key_Plus)
    else:
        panel.thumbnails.show()
        panel.thumbnails.setFocus()
    assert [id for id, _ in said.placed] == [0]


def test_escape_leaves_a_box_where_it_was_and_then_nothing_is_chosen(qtbot, panel, said):
    panel.view.show_box(0)
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    assert panel.view.editor.draft is None
    assert panel.selected_box == SIGNATURE
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    assert panel.selected_box is None
    qtbot.wait(20)
    assert said.placed == []


def test_arrows_scroll_where_no_box_is_chosen(panel, said):
    panel.resize(640, 240)
    before = panel.view.verticalScrollBar().value()
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert panel.view.verticalScrollBar().value() > before
    assert said.placed == []
