"""Scans on a service: their boxes, places on their pages, and what a copy shows."""

from __future__ import annotations

import numpy as np
import pypdfium2

from chartveil.formats.pdf.opening import PDFIUM_LOCK
from chartveil.review.page_review import PageArea
from chartveil.service import page_boxes


def opened(service, row=1):
    """A document, and the review of its pages."""
    document = service.loading_work(service.row(row))().document
    boxes = page_boxes.page_review(service, row, document)
    assert boxes is not None
    return document, boxes


def place_of(document, text):
    """The area of a word on its page, a little larger."""
    start = document.text.index(text)
    box = next(b for b in document.layout.boxes if b.start <= start < b.end)
    return PageArea(box.page, box.left - 1, box.top - 1, box.right + 1, box.bottom + 1)


def page_of(data, number=0):
    """Text and grey pixels of a page of a PDF, at 72 dpi."""
    with PDFIUM_LOCK:
        pdf = pypdfium2.PdfDocument(data)
        text = pdf[number].get_textpage().get_text_bounded()
        pixels = np.asarray(pdf[number].render(scale=1, grayscale=True).to_pil().convert("L"))
        pdf.close()
    return text, pixels


def darkness(pixels, area):
    """The share of an area, but for its edge, that is dark."""
    part = pixels[round(area.top) + 1 : round(area.bottom) - 1, round(area.left) + 1 : round(area.right) - 1]
    return float((part < 60).mean())
