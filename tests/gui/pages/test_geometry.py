"""Pages in their column, turned and zoomed: boxes stay where they are seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from chartveil.gui.pages.contents import PAGE_GAP, PAGE_MARGIN, PageGeometry
from chartveil.review.page_review import PageArea
from gui.pages.boxes_help import LAYOUT, MARKS, SHIFT, around, at, drag, near, pixels

PAGES = ((100.0, 200.0), (80.0, 100.0))


@pytest.mark.parametrize("turns", [0, 1, 2, 3, -1, 5])
def test_what_is_turned_comes_back(turns):
    geometry = PageGeometry(((400.0, 300.0),))
    geometry.set_scale(1.5)
    geometry.rotate(0, turns)
    there = geometry.to_rect(PageArea(0, 10, 20, 60, 50))
    assert geometry.page_rect(0).contains(there)
    assert near(geometry.to_area(0, there), 10, 20, 60, 50)


def test_a_quarter_to_the_right_brings_the_upper_left_to_the_upper_right():
    geometry = PageGeometry(((400.0, 300.0),))
    geometry.rotate(0, 1)
    shown, page = geometry.to_rect(PageArea(0, 0, 0, 10, 20)), geometry.page_rect(0)
    assert (page.width(), page.height()) == (300, 400)
    assert (shown.width(), shown.height()) == pytest.approx((20, 10))
    assert (shown.right(), shown.top()) == pytest.approx((page.right(), page.top()))


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_on_turned_pages_boxes_are_drawn_where_they_are_seen(panel, said, turns):
    panel.view.rotate_page(turns)
    drag(panel, at(panel, 110, 105), at(panel, 200, 180), SHIFT)
    (area,) = said.drawn
    assert near(area, 110, 105, 200, 180), around(area)


def test_arrows_move_a_box_as_it_is_seen(qtbot, panel, said):
    panel.view.rotate_page(1)
    panel.view.show_box(0)
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
    panel.set_boxes(())
    panel.view.set_page_image(0, image)
    panel.view.rotate_page(1)
    word = QRectF(at(panel, 20, 32), at(panel, 60, 20)).normalized()
    assert word.height() > word.width()
    assert pixels(panel, word)(word.width() / 2, word.height() / 2).lightness() < 60
    panel.view.rotate_page(-1)
    assert at(panel, 0, 0).x() < at(panel, 400, 0).x()


def upright(panel, page):
    """Whether a page stands as it was read."""
    width, height = LAYOUT.pages[page]
    rect = panel.view.area_rect(PageArea(page, 0, 0, width, height))
    return (rect.width() > rect.height()) == (width > height)


def test_only_the_page_in_sight_is_turned(panel):
    panel.view.go_to_page(1)
    panel.view.rotate_page(1)
    assert [upright(panel, page) for page in (0, 1)] == [True, False]
    panel.set_items(())
    panel.set_boxes(MARKS)
    assert not upright(panel, 1), "as long as the document is shown"


def test_ctrl_and_wheel_zooms(panel):
    before = panel.view.box_rect(0).width()
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
    assert panel.view.box_rect(0).width() > before


def test_pages_stand_below_each_other_in_the_middle():
    geometry = PageGeometry(PAGES)
    geometry.set_scale(2.0)
    assert geometry.page_rect(0) == QRectF(PAGE_MARGIN, PAGE_MARGIN, 200, 400)
    geometry.viewport_width = 1000
    assert geometry.page_rect(1) == QRectF(420, PAGE_MARGIN + 400 + PAGE_GAP, 160, 200)
    assert list(geometry.visible_pages(0, 10)) == [0]
    assert list(geometry.visible_pages(0, 450)) == [0, 1]
    assert list(PageGeometry(()).visible_pages(0, 100)) == []
