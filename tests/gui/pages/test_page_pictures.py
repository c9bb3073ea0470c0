"""Pictures of pages, as the window draws them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from chartveil.domain.errors import InputError
from chartveil.domain.page_layout import PageReading
from chartveil.domain.paths import resources_folder
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pages.page_picture import MOST_PIXELS
from chartveil.gui.pages.panel import page_image
from chartveil.ocr.options import PageOptions
from chartveil.service.page_pictures import PageSource, render_page
from gui.pages.sample_pdf import sample
from scan_files import printed, saved
from table_files import lines, pdf_bytes


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
