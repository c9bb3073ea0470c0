"""Boxes on pages, by mouse and keyboard: what the panel shows, and what it says that the user wants."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from chartveil.domain import Box, Label, Layout, Region, RegionKind, Span
from chartveil.gui.pages import PagePanel
from chartveil.gui.pages.turning import turned, turned_back, turned_size
from chartveil.gui.theme import ThemeName, theme
from chartveil.review.marks import Area
from chartveil.review.model import Item, PageMark, State

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
LAYOUT = Layout(
    ((400.0, 300.0), (300.0, 400.0)),
    (
        Box(0, 4, 0, 20, 20, 60, 32),
        Box(5, 9, 0, 110, 110, 150, 122),
        Box(10, 14, 0, 155, 110, 190, 122),
        Box(15, 19, 1, 20, 20, 60, 32),
    ),
)
SIGNATURE = PageMark(0, Region(0, 100, 100, 220, 160, RegionKind.SIGNATURE))
BARCODE = PageMark(1, Region(1, 50, 50, 150, 90, RegionKind.BARCODE))
DRAWN = PageMark(2, Region(0, 250, 200, 330, 240, RegionKind.DRAWN), State.ADDED)
MARKS = (SIGNATURE, DRAWN, BARCODE)


class Said:
    """What a panel said that the user wants."""

    def __init__(self, panel):
        self.drawn, self.placed, self.clicked = [], [], []
        panel.box_drawn.connect(self.drawn.append)
        panel.box_placed.connect(lambda id, area: self.placed.append((id, area)))
        panel.place_clicked.connect(self.clicked.append)


@pytest.fixture
def panel(qtbot):
    shown = PagePanel(theme(ThemeName.LIGHT))
    qtbot.addWidget(shown)
    shown.resize(640, 560)
    shown.set_keys({"next-box": "B", "draw-box": "D"})
    shown.show_document(LAYOUT)
    shown.set_marks(MARKS)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.activateWindow()
    shown.view.setFocus()
    qtbot.waitUntil(shown.view.hasFocus)
    return shown


@pytest.fixture
def said(panel):
    return Said(panel)


def at(panel, x, y, page=0):
    """Where a point of a page is in the viewport."""
    sheet = panel.view._sheet
    return (sheet.rect(Area(page, x, y, x, y)).topLeft() - panel.view._origin()).toPoint()


def drag(panel, begin, end, modifiers=Qt.KeyboardModifier.NoModifier):
    over = panel.view.viewport()
    QTest.mousePress(over, LEFT, modifiers, begin)
    QTest.mouseMove(over, (begin + end) / 2)
    QTest.mouseMove(over, end)
    QTest.mouseRelease(over, LEFT, modifiers, end)


def around(area):
    return round(area.left), round(area.top), round(area.right), round(area.bottom)


def near(area, *edges):
    """Whether edges are as wanted, but for what a pixel is."""
    return (area.left, area.top, area.right, area.bottom) == pytest.approx(edges, abs=1.5)


# Turning


@pytest.mark.parametrize("turns", [0, 1, 2, 3, -1, 5])
def test_what_is_turned_comes_back(turns):
    size, place = (400.0, 300.0), Area(0, 10, 20, 60, 50)
    there = turned(place, size, turns)
    width, height = turned_size(size, turns)
    assert 0 <= there.left < there.right <= width
    assert 0 <= there.top < there.bottom <= height
    assert turned_back(there, size, turns) == place


def test_a_quarter_to_the_right_brings_the_upper_left_to_the_upper_right():
    assert turned(Area(0, 0, 0, 10, 20), (400.0, 300.0), 1) == Area(0, 280, 0, 300, 10)


# How it looks


def pixels(panel, rect):
    image = panel.view.viewport().grab().toImage()
    ratio = image.devicePixelRatio()
    return lambda x, y: image.pixelColor(round((rect.left() + x) * ratio), round((rect.top() + y) * ratio))


def darkness(panel, mark):
    """Least lightness inside a box, and along its upper edge least and most."""
    panel.set_marks([mark])
    rect = panel.view.mark_rect(mark.id).toRect()
    pixel = pixels(panel, rect)
    inside = [pixel(x, y).lightness() for x in range(6, rect.width() - 16) for y in (12, 13, 14, 15)]
    edge = [min(pixel(x, y).lightness() for y in (-1, 0, 1)) for x in range(6, rect.width() - 16)]
    return min(inside), max(inside), min(edge), max(edge)


def test_each_state_has_a_look_of_its_own(panel):
    white = QImage(400, 300, QImage.Format.Format_RGB32)
    white.fill(Qt.GlobalColor.white)
    panel.set_page(0, white)
    dark, light, line, gap = darkness(panel, SIGNATURE)
    assert dark < 230 < light, "hatched while nobody has decided"
    assert line < 120 < 170 < gap, "a line with gaps"
    covered = PageMark(0, SIGNATURE.region, State.ACCEPTED)
    dark, light, line, gap = darkness(panel, covered)
    assert light < 160, "dark where it is to be covered"
    assert gap < 120, "a line without gaps"
    left = PageMark(0, SIGNATURE.region, State.REJECTED)
    dark, light, line, gap = darkness(panel, left)
    assert dark == 255, "what stays visible is seen"
    assert line < 255, "and framed"


def test_words_below_a_covered_box_are_struck(panel):
    white = QImage(400, 300, QImage.Format.Format_RGB32)
    white.fill(Qt.GlobalColor.white)
    panel.set_page(0, white)
    word = panel.view._sheet.rect(Area(0, 110, 110, 150, 122)).translated(-panel.view._origin()).toRect()

    def reds():
        pixel = pixels(panel, word)
        middle = [pixel(word.width() // 2, y) for y in range(word.height())]
        return sum(c.red() > c.blue() + 60 for c in middle)

    assert reds() > 0
    panel.set_marks([PageMark(0, SIGNATURE.region, State.REJECTED)])
    assert reds() == 0, "nothing is struck where the box stays visible"


@pytest.mark.parametrize("name", ThemeName)
def test_every_theme_can_be_put_on(panel, name):
    panel.set_theme(theme(name))
    panel.show_strip(True)
    assert not panel.grab().isNull()


# Choosing


def test_a_click_chooses_a_box_and_says_what_it_is(panel, said):
    QTest.mouseClick(panel.view.viewport(), LEFT, pos=at(panel, 110, 150))
    assert panel.chosen == SIGNATURE
    assert panel.line == "Signature · not decided, will be covered · page 1 · 2 words below · box 1 of 3"
    assert panel.view.accessibleDescription() == panel.line
    assert said.placed == [], "a click moves nothing"
    QTest.mouseClick(panel.view.viewport(), LEFT, pos=at(panel, 30, 26))
    assert panel.chosen is None
    assert said.clicked == [1], "a word beside boxes goes to the text"
    assert panel.line == "3 boxes · 2 not decided · B goes to the next"


def test_what_has_to_be_decided_is_said_so(panel):
    panel.set_marks(MARKS, asked=True)
    panel.view.show_mark(1)
    assert panel.line == "Barcode or QR code · not decided · page 2 · no word below · box 3 of 3"


def test_a_word_goes_before_a_box_that_stays_visible(panel, said):
    panel.set_marks([PageMark(0, SIGNATURE.region, State.REJECTED)])
    QTest.mouseClick(panel.view.viewport(), LEFT, pos=at(panel, 120, 116))
    assert said.clicked == [5]
    QTest.mouseClick(panel.view.viewport(), LEFT, pos=at(panel, 120, 150))
    assert panel.chosen is not None


def test_a_range_of_the_text_takes_the_choice_away(panel):
    panel.view.show_mark(0)
    assert panel.show_range(15, 19)
    assert panel.chosen is None


def test_the_next_box_is_brought_into_sight(panel):
    assert panel.view.editor.following(0) == SIGNATURE
    panel.view.show_mark(2)
    assert panel.view.editor.following(0) == BARCODE
    assert panel.view.editor.following(0, backwards=True) == SIGNATURE
    panel.view.show_mark(1)
    assert panel.view.page == 1
    assert panel.view.viewport().rect().contains(panel.view.mark_rect(1).toRect())
    assert panel.view.editor.following(0) == SIGNATURE, "round at the end"


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
    view.editor.set_drawing(True, view.seen)
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
    panel.view.editor.set_drawing(True, panel.view.seen)
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert said.drawn == []
    assert panel.view.editor.draft is None


def test_nothing_is_drawn_where_boxes_are_locked(panel):
    panel.view.editor.set_drawing(True)
    panel.set_marks(MARKS, locked=True)
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
    panel.view.show_mark(0)
    drag(panel, at(panel, *grip), at(panel, *to))
    (id, area) = said.placed.pop()
    assert (id, area.page) == (0, 0)
    assert near(area, *edges), around(area)


def test_a_handle_never_turns_a_box_over(panel, said):
    panel.view.show_mark(0)
    drag(panel, at(panel, 220, 130), at(panel, 20, 130))
    (_, area) = said.placed.pop()
    assert area.right > area.left


def test_a_burst_of_keys_is_one_step(qtbot, panel, said):
    view = panel.view
    view.show_mark(0)
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
    panel.view.show_mark(0)
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    if end == "key":
        QTest.keyClick(panel.view, Qt.Key.Key_Plus)
    else:
        panel.strip.show()
        panel.strip.setFocus()
    assert [id for id, _ in said.placed] == [0]


def test_escape_leaves_a_box_where_it_was_and_then_nothing_is_chosen(qtbot, panel, said):
    panel.view.show_mark(0)
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    assert panel.view.editor.draft is None
    assert panel.chosen == SIGNATURE
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    assert panel.chosen is None
    qtbot.wait(20)
    assert said.placed == []


def test_arrows_scroll_where_no_box_is_chosen(panel, said):
    panel.resize(640, 240)
    before = panel.view.verticalScrollBar().value()
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert panel.view.verticalScrollBar().value() > before
    assert said.placed == []


# Turned pages and zoom


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_on_turned_pages_boxes_are_drawn_where_they_are_seen(panel, said, turns):
    panel.view.turn(turns)
    drag(panel, at(panel, 110, 105), at(panel, 200, 180), SHIFT)
    (area,) = said.drawn
    assert near(area, 110, 105, 200, 180), around(area)


def test_arrows_move_a_box_as_it_is_seen(qtbot, panel, said):
    panel.view.turn(1)
    panel.view.show_mark(0)
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    panel.view.editor.commit()
    ((_, area),) = said.placed
    assert around(area) == (100, 99, 220, 159), "to the right on a page turned to the right is up"


def test_a_page_is_turned_with_what_is_on_it(panel):
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    for x in range(20, 60):
        for y in range(20, 32):
            image.setPixel(x, y, 0xFF000000)
    panel.set_marks(())
    panel.set_page(0, image)
    panel.view.turn(1)
    word = QRectF(at(panel, 20, 32), at(panel, 60, 20)).normalized()
    assert word.height() > word.width()
    assert pixels(panel, word)(word.width() / 2, word.height() / 2).lightness() < 60
    panel.view.turn(-1)
    assert at(panel, 0, 0).x() < at(panel, 400, 0).x()


def test_only_the_page_in_sight_is_turned(panel):
    panel.view.go_to_page(1)
    panel.view.turn(1)
    sheet = panel.view._sheet
    assert [sheet.turns(p) for p in (0, 1)] == [0, 1]
    panel.set_items(())
    panel.set_marks(MARKS)
    assert sheet.turns(1) == 1, "as long as the document is shown"


def test_ctrl_and_wheel_zooms(panel):
    before = panel.view.mark_rect(0).width()
    over = QPointF(panel.view.rect().center())
    wheel = QWheelEvent(
        over,
        panel.view.mapToGlobal(over),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(panel.view.viewport(), wheel)
    assert panel.view.mark_rect(0).width() > before


# Small pages

MANY = Layout(tuple((600.0, 800.0) for _ in range(300)), ())


def test_small_pages_say_how_far_each_is(panel):
    panel.set_items(
        [Item(0, Span(15, 19, Label.DOCTOR, 0.9)), Item(1, Span(0, 4, Label.DATE, 0.9), State.ACCEPTED)]
    )
    panel.set_marks([PageMark(1, BARCODE.region), PageMark(2, DRAWN.region, State.ADDED)])
    assert panel.strip.said(0) == "Page 1: all decided"
    assert panel.strip.said(1) == "Page 2: 2 to decide"
    panel.set_items(())
    panel.set_marks(())
    assert panel.strip.said(1) == "Page 2: nothing found"


def test_small_pages_lead_and_follow(qtbot, panel):
    panel.show_document(MANY)
    panel.show_strip(True)
    panel.strip.setFocus()
    QTest.keyClick(panel.strip, Qt.Key.Key_Down)
    assert panel.view.page == 1
    panel.view.go_to_page(200)
    assert panel.strip.currentIndex().row() == 200
    place = panel.strip.visualRect(panel.strip.model().index(201, 0)).center()
    QTest.mouseClick(panel.strip.viewport(), LEFT, pos=place)
    assert panel.view.page == 201


def test_small_pictures_are_asked_for_near_what_is_in_sight_and_few_at_once(qtbot, panel):
    asked = []
    panel.thumb_wanted.connect(lambda page, scale: asked.append((page, scale)))
    panel.show_document(MANY)
    panel.show_strip(True)
    qtbot.waitUntil(lambda: len(asked) == 2)
    qtbot.wait(250)
    assert [page for page, _ in asked] == [0, 1], "the next ones wait for these"
    assert asked[0][1] * 800 == pytest.approx(112 * panel.devicePixelRatioF())
    panel.strip.set_thumb(0, QImage(60, 80, QImage.Format.Format_RGB32))
    panel.strip.set_thumb(1, None)
    qtbot.waitUntil(lambda: len(asked) == 4)
    panel.view.go_to_page(250)
    for page, _ in asked[2:]:
        panel.strip.set_thumb(page, QImage(60, 80, QImage.Format.Format_RGB32))
    qtbot.waitUntil(lambda: any(page > 240 for page, _ in asked))
    qtbot.waitUntil(lambda: 0 not in panel.strip.kept)


def test_without_the_strip_no_small_picture_is_asked_for(qtbot, panel):
    asked = []
    panel.thumb_wanted.connect(lambda *given: asked.append(given))
    panel.show_document(MANY)
    qtbot.wait(250)
    assert asked == []
