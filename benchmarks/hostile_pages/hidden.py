"""Pages whose text layer holds somebody whom the drawn page does not show: what earlier redactions left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.hostile_pages.sheet import (
    HEIGHT,
    WIDTH,
    HostilePage,
    Sheet,
    drawn,
    edited,
    nothing_more,
    pdf_of,
    picture_of,
)

_SIZES = (11.0, 9.0, 14.0, 12.0, 10.0)


def _hidden_text(sheet: Sheet, canvas: Any, *, x: float = 90.0, y: float = 300.0) -> tuple[float, float]:
    """Writes the hidden person's name; gives its width and size."""
    size = _SIZES[sheet.variant]
    canvas.setFont("Helvetica", size)
    text = f"Seen with {sheet.hidden.name} today" if sheet.variant % 2 else sheet.hidden.name
    canvas.drawString(x, y, text)
    return canvas.stringWidth(text, "Helvetica", size), size


def black_bar(sheet: Sheet) -> HostilePage:
    """A black or grey bar is drawn over digital text; in one variant with a word in white on it."""

    def draw(canvas: Any) -> None:
        width, size = _hidden_text(sheet, canvas)
        canvas.setFillGray(0 if sheet.variant != 2 else 0.4)
        canvas.rect(88, 300 - 0.35 * size, width + 4, 1.4 * size, stroke=0, fill=1)
        if sheet.variant == 4:
            canvas.setFillGray(1)
            canvas.drawString(92, 300, "withheld")

    return sheet.made(sheet.page(draw), hidden=sheet.hidden)


def layer_off(sheet: Sheet) -> HostilePage:
    """Text of a layer that is switched off."""
    import pikepdf

    def edit(pdf: Any) -> None:
        group = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=pikepdf.String("Layer")))
        pdf.Root.OCProperties = pikepdf.Dictionary(
            OCGs=[group], D=pikepdf.Dictionary(OFF=[group], Order=[group])
        )
        page = pdf.pages[0]
        page.Resources.Properties = pikepdf.Dictionary(L=group)
        page.Resources.Font.Z = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
        place = f"/Z {_SIZES[sheet.variant]} Tf 90 {300 + sheet.variant} Td"
        text = f"/OC /L BDC BT {place} ({sheet.hidden.name}) Tj ET EMC"
        page.contents_add(text.encode(), prepend=sheet.variant % 2 == 1)

    return sheet.made(edited(sheet.page(nothing_more), edit), hidden=sheet.hidden)


def clipped(sheet: Sheet) -> HostilePage:
    """Text outside of a clipping path."""

    def draw(canvas: Any) -> None:
        canvas.saveState()
        path = canvas.beginPath()
        path.rect(90, 400 if sheet.variant < 4 else 320, 200, 20)
        canvas.clipPath(path, stroke=0, fill=0)
        _hidden_text(sheet, canvas)
        canvas.restoreState()

    return sheet.made(sheet.page(draw), hidden=sheet.hidden)


def off_page(sheet: Sheet) -> HostilePage:
    """Text left of, right of, above or below the page, or outside of its crop box."""
    x, y = ((WIDTH + 40, 300), (-400, 300), (90, -60), (90, HEIGHT + 60), (90, 30))[sheet.variant]

    def crop(pdf: Any) -> None:
        pdf.pages[0].CropBox = [0, 60, WIDTH, HEIGHT]

    data = sheet.page(lambda canvas: _hidden_text(sheet, canvas, x=x, y=y) and None)
    return sheet.made(edited(data, crop) if sheet.variant == 4 else data, hidden=sheet.hidden)


def white_text(sheet: Sheet) -> HostilePage:
    """White text on white, or the colour of a field on the field."""

    def draw(canvas: Any) -> None:
        grey = 1.0
        if sheet.variant >= 3:
            grey = 0.85
            canvas.setFillGray(grey)
            canvas.rect(60, 280, 400, 60, stroke=0, fill=1)
        canvas.setFillGray(grey)
        _hidden_text(sheet, canvas)

    return sheet.made(sheet.page(draw), hidden=sheet.hidden)


def under_picture(sheet: Sheet) -> HostilePage:
    """A picture lies over digital text: a white one, a grey one, or one with a caption."""

    def draw(canvas: Any) -> None:
        width, size = _hidden_text(sheet, canvas)
        over = picture_of(
            "withheld" if sheet.variant % 2 else "", 40, paper=(255, 210, 30)[sheet.variant % 3]
        )
        over = over.resize((round(width * 3), round(size * 5)))
        drawn(canvas, over, 86, HEIGHT - 300 - 1.2 * size, 1.7 * size)

    return sheet.made(sheet.page(draw), hidden=sheet.hidden)


def invisible(sheet: Sheet) -> HostilePage:
    """Text in a render mode that draws nothing, over white paper or over other words."""

    def draw(canvas: Any) -> None:
        line = canvas.beginText(90, 300 if sheet.variant < 3 else HEIGHT - 60 - 22 * 2)
        line.setFont("Helvetica", _SIZES[sheet.variant])
        line.setTextRenderMode(3)
        line.textLine(sheet.hidden.name)
        canvas.drawText(line)

    return sheet.made(sheet.page(draw), hidden=sheet.hidden)


def scan_with_bar(sheet: Sheet) -> HostilePage:
    """A scan on which a name was blacked out, under an invisible text layer that still has it."""
    from PIL import ImageDraw

    hidden = f"Seen with {sheet.hidden.name} today"

    def draw(canvas: Any) -> None:
        page = scan_of([f"Patient: {sheet.patient.name}", *sheet.lines, "Seen with"], sheet)
        y = 60 + 22 * 7
        box = (72 + 45, y - 9, 72 + 45 + 6.2 * len(sheet.hidden.name), y + 4)
        grey = 0 if sheet.variant % 2 == 0 else 255
        ImageDraw.Draw(page).rectangle([v * 200 / 72 for v in box], fill=grey)
        drawn(canvas, page, 0, 0, HEIGHT)
        line = canvas.beginText(72, HEIGHT - 60)
        line.setFont("Helvetica", 11)
        line.setTextRenderMode(3)
        line.setLeading(22)
        for text in [f"Patient: {sheet.patient.name}", *sheet.lines, hidden]:
            line.textLine(text)
        canvas.drawText(line)

    return sheet.made(pdf_of(draw), hidden=sheet.hidden)


def scan_of(lines: list[str], sheet: Sheet) -> Any:
    """A page of lines as a scan of 200 dpi with some grain."""
    import numpy as np
    from PIL import Image, ImageDraw

    from benchmarks.pages.fonts import load_font

    scale = 200 / 72
    page = Image.new("L", (round(WIDTH * scale), round(HEIGHT * scale)), 250)
    pen = ImageDraw.Draw(page)
    for i, line in enumerate(lines):
        pen.text((72 * scale, (60 + 22 * i) * scale - 24), line, fill=20, font=load_font("sans", 28))
    rng = np.random.default_rng(sheet.variant)
    values = np.asarray(page, np.float32) + rng.normal(0, 3, (page.height, page.width))
    return Image.fromarray(values.clip(0, 255).astype(np.uint8))


def hidden_annotation(sheet: Sheet) -> HostilePage:
    """A note or a field that is marked as hidden, or stands off the page."""
    import pikepdf

    def edit(pdf: Any) -> None:
        name = pikepdf.Name
        look = pdf.make_stream(
            f"BT /Z 11 Tf 2 5 Td ({sheet.hidden.name}) Tj ET".encode(),
            Type=name.XObject,
            Subtype=name.Form,
            BBox=[0, 0, 220, 20],
            Resources=pikepdf.Dictionary(
                Font=pikepdf.Dictionary(
                    Z=pikepdf.Dictionary(Type=name.Font, Subtype=name.Type1, BaseFont=name.Helvetica)
                )
            ),
        )
        flags = (2, 32, 2, 34, 0)[sheet.variant]
        x = 90 if sheet.variant < 4 else 900
        note = pikepdf.Dictionary(
            Type=name.Annot,
            Subtype=name.Stamp if sheet.variant % 2 else name.FreeText,
            Rect=[x, 300, x + 220, 320],
            F=flags,
            AP=pikepdf.Dictionary(N=look),
        )
        pdf.pages[0].Annots = pikepdf.Array([pdf.make_indirect(note)])

    return sheet.made(edited(sheet.page(nothing_more), edit), hidden=sheet.hidden)


HIDDEN: dict[str, Callable[[Sheet], HostilePage]] = {
    f.__name__: f
    for f in (
        black_bar, layer_off, clipped, off_page, white_text, under_picture, invisible, scan_with_bar,
        hidden_annotation,
    )
}  # fmt: skip
"""What makes each kind of page that hides somebody."""
