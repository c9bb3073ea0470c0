"""Pages beside the text, used as a person uses them, on the PDF among the samples."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QPushButton, QSpinBox

from chartveil.domain.labels import Label
from chartveil.domain.page_layout import PageLayout, WordBox
from chartveil.domain.span import Span
from chartveil.gui.pages.contents import PageTextMap
from chartveil.gui.pages.panel import PagePanel, page_image
from chartveil.gui.theme.colors import ThemeName
from chartveil.review.model import DecisionState, ReviewItem
from chartveil.service.page_pictures import render_page
from gui.pages.sample_pdf import sample


def item(words, state=DecisionState.PROPOSED, id=0, label=Label.DOCTOR):
    text = sample()[1].text
    start = text.index(words)
    return ReviewItem(id, Span(start, start + len(words), label, 0.5), state)


@pytest.fixture
def panel(qtbot, themes):
    shown = PagePanel(themes)
    qtbot.addWidget(shown)
    shown.resize(560, 420)
    return shown


@pytest.fixture
def drawn(qtbot, panel):
    """The sample, drawn as the window does, but at once."""
    data, document = sample()
    panel.view.page_image_requested.connect(
        lambda page, scale: panel.view.set_page_image(page, page_image(render_page(data, page, scale)))
    )
    panel.show_document(document.layout)
    panel.set_items([item("Farzana Rahimi", id=k, state=s) for k, s in enumerate(DecisionState)])
    panel.show()
    qtbot.waitUntil(lambda: panel.view.cached_pages == {0})
    return panel


def press(qtbot, panel, name):
    (found,) = [b for b in panel.findChildren(QPushButton) if b.accessibleName() == name]
    qtbot.mouseClick(found, Qt.MouseButton.LeftButton)


def labels(panel):
    return [w.text() for w in panel.findChildren(QLabel) if w.isVisible()]


def rect_of(panel, item):
    """Where an item is drawn in the viewport."""
    (area,) = PageTextMap(sample()[1].layout).areas_of(item.span.start, item.span.end)
    return panel.view.area_rect(area)


FIRST = "Farzana Rahimi"


def test_a_document_without_pages_says_so(panel):
    panel.show()
    panel.clear()
    assert "This document has no pages to show: only its text is known." in labels(panel)


def test_a_click_on_a_word_gives_its_place_in_the_text(qtbot, drawn):
    text = sample()[1].text
    place = rect_of(drawn, item(FIRST)).center().toPoint()
    with qtbot.waitSignal(drawn.view.text_clicked) as clicked:
        qtbot.mouseClick(drawn.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    (offset,) = clicked.args
    start = text.index("Farzana Rahimi")
    assert start <= offset < start + len("Farzana Rahimi")
    with qtbot.assertNotEmitted(drawn.view.text_clicked):
        qtbot.mouseClick(drawn.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 25))


def test_a_range_is_brought_into_sight(drawn):
    last = item("Featherstone", id=9)
    drawn.set_items([last])
    drawn.resize(900, 300)
    assert not drawn.view.viewport().rect().contains(rect_of(drawn, last).toRect())
    assert drawn.show_range(last.span.start, last.span.end)
    assert drawn.view.viewport().rect().contains(rect_of(drawn, last).toRect())
    assert not drawn.show_range(len(sample()[1].text) + 5, len(sample()[1].text) + 6)
    assert not drawn.grab().isNull()


def test_zoom_by_button_and_by_key(qtbot, drawn):
    before = rect_of(drawn, item(FIRST)).width()
    with qtbot.waitSignal(drawn.view.page_image_requested) as wanted:
        press(qtbot, drawn, "Larger")
    assert wanted.args[0] == 0, "a sharper picture is asked for"
    assert rect_of(drawn, item(FIRST)).width() > before
    qtbot.keyClick(drawn.view, Qt.Key.Key_Minus)
    qtbot.keyClick(drawn.view, Qt.Key.Key_Plus)
    assert rect_of(drawn, item(FIRST)).width() > before
    qtbot.keyClick(drawn.view, Qt.Key.Key_0)
    assert rect_of(drawn, item(FIRST)).width() == pytest.approx(before, abs=0.5)


def test_pages_fill_the_width_when_it_changes(drawn):
    before = rect_of(drawn, item(FIRST)).width()
    drawn.resize(1000, 420)
    assert rect_of(drawn, item(FIRST)).width() > before * 1.5


def test_keys_scroll(qtbot, drawn):
    bar = drawn.view.verticalScrollBar()
    qtbot.keyClick(drawn.view, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    qtbot.keyClick(drawn.view, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    qtbot.keyClick(drawn.view, Qt.Key.Key_Home)
    assert bar.value() == 0


MANY = PageLayout(
    tuple((600.0, 800.0) for _ in range(300)),
    tuple(WordBox(k * 10, k * 10 + 5, k, 100, 100, 160, 112) for k in range(300)),
)


def test_only_pages_near_the_window_are_asked_for_and_kept(qtbot, panel):
    asked = []

    def draw(page, scale):
        asked.append(page)
        panel.view.set_page_image(page, QImage(60, 80, QImage.Format.Format_RGB32))

    panel.view.page_image_requested.connect(draw)
    panel.show_document(MANY)
    panel.show()
    qtbot.waitUntil(lambda: panel.view.cached_pages == {0, 1})
    assert panel.show_range(2000, 2005)
    assert panel.view.current_page == 200
    qtbot.waitUntil(lambda: 200 in panel.view.cached_pages)
    assert len(panel.view.cached_pages) <= 4
    assert len(asked) <= 8
    panel.view.set_page_image(5, QImage(60, 80, QImage.Format.Format_RGB32))
    assert 5 not in panel.view.cached_pages, "a picture that comes too late is dropped"


def test_the_page_field_follows_and_leads(qtbot, panel):
    panel.show_document(MANY)
    panel.show()
    field = panel.findChild(QSpinBox)
    assert "of 300" in labels(panel)
    panel.show_range(1000, 1005)
    assert field.value() == 101
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "42")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert panel.view.current_page == 41


def test_a_page_that_cannot_be_drawn_does_not_stop_the_others(panel):
    panel.show_document(MANY)
    panel.show()
    panel.view.set_page_error(0, "the pages of this file cannot be drawn.")
    assert not panel.grab().isNull()


@pytest.mark.parametrize("name", ThemeName)
def test_every_theme_can_be_put_on(drawn, name, themes):
    themes.change(name)
    assert not drawn.grab().isNull()
