"""Makes pictures of pages for tests: letters drawn by PDFium, then turned, blurred or sent by fax."""

from __future__ import annotations

import io

from table_files import pdf_bytes

FIRST = ["Patient: Augustin Pellworth", "Date of birth: 07/22/1951", "Seen by Dr. Ostrowski in Corvallis"]
SECOND = ["Second page of the letter", "Phone 541-555-0178 before noon"]


def printed(texts, size=(450, 200), dpi=150, points=15, angle=0.0):
    """Lines of letters on white, as a Pillow picture in grey.

    Args:
        size: of the page in points.
        angle: degrees, counter-clockwise, by which it lies askew.
    """
    import pypdfium2

    def draw(canvas):
        canvas.setPageSize(size)
        canvas.setFont("Helvetica", points)
        canvas.translate(size[0] / 2, size[1] / 2)
        canvas.rotate(angle)
        canvas.translate(-size[0] / 2, -size[1] / 2)
        for i, text in enumerate(texts):
            canvas.drawString(30, size[1] - 50 - i * 2.4 * points, text)

    document = pypdfium2.PdfDocument(pdf_bytes(draw))
    try:
        return document[0].render(scale=dpi / 72, grayscale=True).to_pil().convert("L")
    finally:
        document.close()


def saved(picture, form, **options):
    """The bytes of a picture file."""
    out = io.BytesIO()
    picture.save(out, form, **options)
    return out.getvalue()


def fax(*pages, dpi=(204, 98)):
    """A TIFF of black and white pages, coded as faxes are, with fewer rows an inch than columns.

    Args:
        pages: pictures in 204 dpi.
    """
    bits = [p.resize((p.width, round(p.height * dpi[1] / dpi[0]))).convert("1", dither=0) for p in pages]
    return saved(bits[0], "TIFF", save_all=True, append_images=bits[1:], compression="group4", dpi=dpi)


def scan_page(picture, dpi=150, overlay=None):
    """A page for ``pdf_bytes`` that is nothing but a picture, with what else is drawn on it."""
    from reportlab.lib.utils import ImageReader

    size = (picture.width * 72 / dpi, picture.height * 72 / dpi)

    def draw(canvas):
        canvas.setPageSize(size)
        canvas.drawImage(ImageReader(picture), 0, 0, *size)
        if overlay:
            overlay(canvas)

    return draw


def hidden_lines(texts, height=200, points=15, mode=3):
    """Invisible text as other programs' OCR writes it, where ``printed`` has its lines."""

    def draw(canvas):
        canvas.saveState()
        for i, text in enumerate(texts):
            line = canvas.beginText(30, height - 50 - i * 2.4 * points)
            line.setFont("Helvetica", points)
            line.setTextRenderMode(mode)
            line.textLine(text)
            canvas.drawText(line)
        canvas.restoreState()

    return draw
