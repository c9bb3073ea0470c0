"""Small pages: what they say, where they lead, and which are drawn."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from chartveil.domain.labels import Label
from chartveil.domain.page_layout import PageLayout
from chartveil.domain.span import Span
from chartveil.review.model import DecisionState, PageBox, ReviewItem
from gui.pages.boxes_help import BARCODE, DRAWN, LEFT

MANY = PageLayout(tuple((600.0, 800.0) for _ in range(300)), ())


def test_small_pages_say_how_far_each_is(panel):
    panel.set_items(
        [
            ReviewItem(0, Span(15, 19, Label.DOCTOR, 0.9)),
            ReviewItem(1, Span(0, 4, Label.DATE, 0.9), DecisionState.ACCEPTED),
        ]
    )
    panel.set_boxes([PageBox(1, BARCODE.region), PageBox(2, DRAWN.region, DecisionState.ADDED)])
    assert panel.thumbnails.accessible_text(0) == "Page 1: all decided"
    assert panel.thumbnails.accessible_text(1) == "Page 2: 2 to decide"
    panel.set_items(())
    panel.set_boxes(())
    assert panel.thumbnails.accessible_text(1) == "Page 2: nothing found"


def test_small_pages_lead_and_follow(qtbot, panel):
    panel.show_document(MANY)
    panel.show_thumbnails(True)
    panel.thumbnails.setFocus()
    QTest.keyClick(panel.thumbnails, Qt.Key.Key_Down)
    assert panel.view.current_page == 1
    panel.view.go_to_page(200)
    assert panel.thumbnails.currentIndex().row() == 200
    place = panel.thumbnails.visualRect(panel.thumbnails.model().index(201, 0)).center()
    QTest.mouseClick(panel.thumbnails.viewport(), LEFT, pos=place)
    assert panel.view.current_page == 201


def test_small_pictures_are_asked_for_near_what_is_in_sight_and_few_at_once(qtbot, panel):
    asked, waiting, most, strip = [], [], [], panel.thumbnails

    def note(page, scale):
        asked.append((page, scale))
        waiting.append(page)
        most.append(len(waiting))

    def answer(image):
        """Gives what is waited for now, as often as a busy machine comes to it."""
        for page in waiting[:]:
            waiting.remove(page)
            strip.set_thumbnail(page, image)

    strip.thumbnail_requested.connect(note)
    panel.show_document(MANY)
    panel.show_thumbnails(True)
    qtbot.waitUntil(lambda: len(asked) == 2)
    qtbot.wait(250)
    assert [page for page, _ in asked] == [0, 1], "the next ones wait for these"
    assert asked[0][1] * 800 == pytest.approx(112 * panel.devicePixelRatioF())
    answer(None)
    qtbot.waitUntil(lambda: [page for page, _ in asked[2:]] == waiting != [])
    assert max(most) == 2
    panel.view.go_to_page(250)

    def at_the_other_end():
        answer(QImage(60, 80, QImage.Format.Format_RGB32))
        return any(page > 240 for page, _ in asked) and 0 not in strip.cached_pages

    qtbot.waitUntil(at_the_other_end)


def test_without_the_strip_no_small_picture_is_asked_for(qtbot, panel):
    asked = []
    panel.thumbnails.thumbnail_requested.connect(lambda *given: asked.append(given))
    panel.show_document(MANY)
    qtbot.wait(250)
    assert asked == []
