"""Pages beside the text, used as a person uses them, on the PDF among the samples."""

from __future__ import annotations

from functools import cache

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QPushButton, QSpinBox

from chartveil.domain.document import Label, Span
from chartveil.domain.errors import InputError
from chartveil.domain.page_layout import PageLayout, PageReading, WordBox
from chartveil.domain.paths import resources_folder
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pages.page_picture import MOST_PIXELS
from chartveil.formats.pdf.format import PdfFormat
from chartveil.gui.pages.contents import PageTextMap
from chartveil.gui.pages.geometry import PAGE_GAP, PAGE_MARGIN, PageColumn
from chartveil.gui.pages.panel import PagePanel, page_image
from chartveil.gui.theme.colors import ThemeName, theme_by_name
from chartveil.ocr.options import PageOptions
from chartveil.review.model import DecisionState, ReviewItem
from chartveil.service.page_pictures import PageSource, render_page
from scan_files import printed, saved
from table_files import lines, pdf_bytes

SAMPLE = resources_folder() / "samples" / "11-consultation.pdf"


@cache
def sample():
    data = SAMPLE.read_bytes()
    (document,) = PdfFormat().read(SourceFile("sample.pdf", data), ReadOptions())
    return data, document


def item(words, state=DecisionState.PROPOSED, id=0, label=Label.DOCTOR):
    text = sample()[1].text
    start = text.index(words)
    return ReviewItem(id, Span(start, start + len(words), label, 0.5), state)


@pytest.fixture
def panel(qtbot):
    shown = PagePanel(theme_by_name(ThemeName.LIGHT))
    qtbot.addWidget(shown)
    shown.resize(560, 420)
    return shown


@pytest.fixture
def drawn(qtbot, panel):
    """The sample, drawn as the window does, but at once."""
    data, document = sample()
    panel.page_image_requested.connect(
        lambda page, scale: panel.set_page_image(page, page_image(render_page(data, page, scale)))
    )
    panel.show_document(
        document.layout, [item("Farzana Rahimi", id=k, state=s) for k, s in enumerate(DecisionState)]
    )
    panel.show()
    qtbot.waitUntil(lambda: panel.view.kept == {0})
    return panel


def press(qtbot, panel, name):
    (found,) = [b for b in panel.findChildren(QPushButton) if b.accessibleName() == name]
    qtbot.mouseClick(found, Qt.MouseButton.LeftButton)


def labels(panel):
    return [w.text() for w in panel.findChildren(QLabel) if w.isVisible()]


# Pictures


def test_a_page_is_drawn_in_its_size():
    data, document = sample()
    width, height = document.layout.pages[0]
    page = render_page(data, 0, 1.5)
    assert page.width == pytest.approx(width * 1.5, abs=1)
    assert page.height == pytest.approx(height * 1.5, abs=1)
    assert len(page.rgb) == page.stride * page.height
    image = page_image(page)
    assert image.pixelColor(1, 1) == Qt.GlobalColor.white
    box = next(b for b in document.layout.boxes if document.text[b.start : b.end] == "Farzana")
    inside = [
        image.pixelColor(x, round((box.top + box.bottom) / 2 * 1.5)).lightness()
        for x in range(round(box.left * 1.5), round(box.right * 1.5))
    ]
    assert min(inside) < 128 < max(inside), "letters stand where the layout says"


def test_no_picture_is_larger_than_allowed():
    page = render_page(sample()[0], 0, 1000)
    assert page.width * page.height <= MOST_PIXELS * 1.01


@pytest.mark.parametrize(("data", "page"), [(b"no pdf", 0), (None, 1), (None, -1)])
def test_what_cannot_be_drawn_is_said(data, page):
    with pytest.raises(InputError) as error:
        render_page(data or sample()[0], page, 1.0)
    assert error.value.remedy


def test_a_scale_of_nothing_is_refused():
    with pytest.raises(ValueError):
        render_page(sample()[0], 0, 0.0)


# Places

LAYOUT = PageLayout(
    ((100.0, 200.0), (80.0, 100.0)),
    (
        WordBox(0, 4, 0, 10, 10, 50, 20),
        WordBox(5, 9, 0, 54, 10, 94, 21),
        WordBox(10, 14, 0, 10, 30, 50, 40),
        WordBox(16, 20, 1, 10, 10, 50, 20),
    ),
)


def test_words_of_a_line_are_one_rectangle_and_lines_are_several():
    boxes = PageTextMap(LAYOUT)
    places = [(p.page, p.left, p.top, p.right, p.bottom) for p in boxes.areas_of(0, 20)]
    assert places == [(0, 10, 10, 94, 21), (0, 10, 30, 50, 40), (1, 10, 10, 50, 20)]


def test_part_of_a_word_is_part_of_its_box():
    (place,) = PageTextMap(LAYOUT).areas_of(1, 3)
    assert (place.left, place.right) == (20, 40)


def test_what_has_no_box_has_no_place():
    boxes = PageTextMap(LAYOUT)
    assert boxes.areas_of(14, 16) == ()
    assert boxes.areas_of(100, 110) == ()


def test_the_character_at_a_place():
    boxes = PageTextMap(LAYOUT)
    assert boxes.offset_at(0, 11, 15) == 0
    assert boxes.offset_at(0, 49, 15) == 3
    assert boxes.offset_at(0, 60, 15) == 5
    assert boxes.offset_at(1, 12, 15) == 16
    assert boxes.offset_at(0, 90, 150) is None
    assert boxes.offset_at(7, 0, 0) is None


def test_pages_stand_below_each_other_in_the_middle():
    column = PageColumn(LAYOUT.pages, 2.0)
    assert column.rect(0, 0) == (PAGE_MARGIN, PAGE_MARGIN, 200, 400)
    assert column.rect(1, 1000) == (420, PAGE_MARGIN + 400 + PAGE_GAP, 160, 200)
    assert list(column.visible_pages(0, 10)) == [0]
    assert list(column.visible_pages(0, 450)) == [0, 1]
    assert list(PageColumn((), 1.0).visible_pages(0, 100)) == []


# The panel


def test_a_document_without_pages_says_so(panel):
    panel.show()
    panel.clear()
    assert "This document has no pages to show: only its text is known." in labels(panel)


def test_a_click_on_a_word_gives_its_place_in_the_text(qtbot, drawn):
    text = sample()[1].text
    place = drawn.view.item_rect(0).center().toPoint()
    with qtbot.waitSignal(drawn.text_clicked) as clicked:
        qtbot.mouseClick(drawn.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    (offset,) = clicked.args
    start = text.index("Farzana Rahimi")
    assert start <= offset < start + len("Farzana Rahimi")
    with qtbot.assertNotEmitted(drawn.text_clicked):
        qtbot.mouseClick(drawn.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 25))


def test_a_range_is_brought_into_sight(drawn):
    last = item("Featherstone", id=9)
    drawn.set_items([last])
    drawn.resize(900, 300)
    assert not drawn.view.viewport().rect().contains(drawn.view.item_rect(9).toRect())
    assert drawn.show_range(last.span.start, last.span.end)
    assert drawn.view.viewport().rect().contains(drawn.view.item_rect(9).toRect())
    assert not drawn.show_range(len(sample()[1].text) + 5, len(sample()[1].text) + 6)
    assert not drawn.grab().isNull()


def test_zoom_by_button_and_by_key(qtbot, drawn):
    before = drawn.view.item_rect(0).width()
    with qtbot.waitSignal(drawn.page_image_requested) as wanted:
        press(qtbot, drawn, "Larger")
    assert wanted.args[0] == 0, "a sharper picture is asked for"
    assert drawn.view.item_rect(0).width() > before
    qtbot.keyClick(drawn.view, Qt.Key.Key_Minus)
    qtbot.keyClick(drawn.view, Qt.Key.Key_Plus)
    assert drawn.view.item_rect(0).width() > before
    qtbot.keyClick(drawn.view, Qt.Key.Key_0)
    assert drawn.view.item_rect(0).width() == pytest.approx(before, abs=0.5)


def test_pages_fill_the_width_when_it_changes(drawn):
    before = drawn.view.item_rect(0).width()
    drawn.resize(1000, 420)
    assert drawn.view.item_rect(0).width() > before * 1.5


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
        panel.set_page_image(page, QImage(60, 80, QImage.Format.Format_RGB32))

    panel.page_image_requested.connect(draw)
    panel.show_document(MANY)
    panel.show()
    qtbot.waitUntil(lambda: panel.view.kept == {0, 1})
    assert panel.show_range(2000, 2005)
    assert panel.view.page == 200
    qtbot.waitUntil(lambda: 200 in panel.view.kept)
    assert len(panel.view.kept) <= 4
    assert len(asked) <= 8
    panel.set_page_image(5, QImage(60, 80, QImage.Format.Format_RGB32))
    assert 5 not in panel.view.kept, "a picture that comes too late is dropped"


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
    assert panel.view.page == 41


def test_a_page_that_cannot_be_drawn_does_not_stop_the_others(panel):
    panel.show_document(MANY)
    panel.show()
    panel.set_page_error(0, "the pages of this file cannot be drawn.")
    assert not panel.grab().isNull()


@pytest.mark.parametrize("name", ThemeName)
def test_every_theme_can_be_put_on(drawn, name):
    drawn.set_theme(theme_by_name(name))
    assert not drawn.grab().isNull()


# Scans


def faxed():
    from chartveil.formats.registry import format_for

    data = (resources_folder() / "samples" / "15-referral-fax.pdf").read_bytes()
    file = SourceFile("fax.pdf", data)
    (document,) = format_for(file).read(file, ReadOptions())
    return data, document


def test_a_page_is_drawn_as_it_was_read():
    data, document = faxed()
    (reading,) = document.layout.readings
    assert reading.skew, "the sample lies askew"
    page = render_page(PageSource(data, readings=document.layout.readings), 0, 1.5)
    width, height = document.layout.pages[0]
    assert (page.width, page.height) == pytest.approx((width * 1.5, height * 1.5), abs=2)
    image = page_image(page)
    box = next(b for b in document.layout.boxes if "Pellworth" in document.text[b.start : b.end])
    row = round((box.top + box.bottom) / 2 * 1.5)
    inside = [
        image.pixelColor(x, row).lightness() for x in range(round(box.left * 1.5), round(box.right * 1.5))
    ]
    assert min(inside) < 140 < max(inside)


@pytest.mark.parametrize("form", ["PNG", "TIFF"])
def test_pages_of_picture_files_are_drawn(form):
    picture = printed(["Seen by Lindahl"])
    more = {"save_all": True, "append_images": [picture]} if form == "TIFF" else {}
    data = saved(picture, form, dpi=(150, 150), **more)
    pages = 2 if form == "TIFF" else 1
    source = PageSource(data, readings=(PageReading("rapidocr", 1),) * pages)
    page = render_page(source, pages - 1, 1.0)
    assert (page.width, page.height) == pytest.approx((200, 450), abs=1), "a quarter round"
    assert page.stride == 3 * page.width
    with pytest.raises(InputError, match=f"no page {pages + 1}"):
        render_page(source, pages, 1.0)


def test_a_protected_file_is_drawn_with_its_password():
    from reportlab.lib.pdfencrypt import StandardEncryption

    data = pdf_bytes(lines("Seen"), encrypt=StandardEncryption("open sesame"))
    options = ReadOptions(pages=PageOptions(passwords=("open sesame",)))
    assert render_page(PageSource(data, options), 0, 0.5).width == pytest.approx(298, abs=1)
    assert "sesame" not in repr(PageSource(data, options))
    with pytest.raises(InputError, match="cannot be drawn"):
        render_page(PageSource(data), 0, 0.5)
