"""Digital pages that show the patient where no text layer tells: pictures, shapes, patterns, annotations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.hostile_pages.sheet import (
    HEIGHT,
    HostilePage,
    Place,
    Sheet,
    drawn,
    edited,
    nothing_more,
    outlines,
    path_operators,
    pdf_of,
    picture_of,
)

_SIZES = (16.0, 12.0, 20.0, 14.0, 10.0)


def _with_place(sheet: Sheet, draw: Callable[[Any], Place], **options: Any) -> HostilePage:
    """A page on which a function draws, and tells where."""
    places: list[Place] = []
    data = sheet.page(lambda canvas: places.append(draw(canvas)), **options)
    return sheet.made(data, place=places[0])


def _words(sheet: Sheet) -> Any:
    return picture_of(
        sheet.patient.name, 60, face=("sans", "serif", "mono", "sans bold", "vera")[sheet.variant]
    )


def _look(pdf: Any, sheet: Sheet, *, paths: bool) -> tuple[Any, float, float]:
    """The look of an annotation that shows the name as a picture or as outlines, with its size."""
    import pikepdf

    name = pikepdf.Name
    picture = _words(sheet)
    height = _SIZES[sheet.variant]
    width = picture.width * height / picture.height
    if paths:
        content, resources = path_operators(picture, height / picture.height, height), pikepdf.Dictionary()
    else:
        image = pdf.make_stream(
            picture.tobytes(),
            Type=name.XObject,
            Subtype=name.Image,
            Width=picture.width,
            Height=picture.height,
            ColorSpace=name.DeviceGray,
            BitsPerComponent=8,
        )
        content = f"q {width:.2f} 0 0 {height:.2f} 0 0 cm /I Do Q".encode()
        resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=image))
    look = pdf.make_stream(
        content, Type=name.XObject, Subtype=name.Form, BBox=[0, 0, width, height], Resources=resources
    )
    return look, width, height


def _annotated(sheet: Sheet, subtype: str, *, paths: bool) -> HostilePage:
    import pikepdf

    places: list[Place] = []

    def edit(pdf: Any) -> None:
        look, width, height = _look(pdf, sheet, paths=paths)
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot,
            Subtype=pikepdf.Name(subtype),
            Rect=[90, 300, 90 + width, 300 + height],
            F=4,
            AP=pikepdf.Dictionary(N=look),
            Border=[0, 0, 0],
        )
        pdf.pages[0].Annots = pikepdf.Array([pdf.make_indirect(note)])
        places.append((90, HEIGHT - 300 - height, 90 + width, HEIGHT - 300))

    data = edited(sheet.page(nothing_more), edit)
    return sheet.made(data, place=places[0])


def stamp_picture(sheet: Sheet) -> HostilePage:
    """A stamp whose look is a picture."""
    return _annotated(sheet, "/Stamp", paths=False)


def stamp_outlines(sheet: Sheet) -> HostilePage:
    """A stamp whose look is outlines of letters."""
    return _annotated(sheet, "/Stamp", paths=True)


def link_look(sheet: Sheet) -> HostilePage:
    """A link with a look of its own."""
    return _annotated(sheet, "/Link", paths=sheet.variant % 2 == 1)


def picture_strips(sheet: Sheet) -> HostilePage:
    """A picture in strips, each too low for a word."""

    def draw(canvas: Any) -> Place:
        picture, height = _words(sheet), _SIZES[sheet.variant]
        strips = 4 + sheet.variant
        step = picture.height // strips
        part = height * step / picture.height
        for i in range(strips):
            strip = picture.crop((0, i * step, picture.width, (i + 1) * step))
            place = drawn(canvas, strip, 90, 480 + i * part, part)
        return 90, 480, place[2], 480 + strips * part

    return _with_place(sheet, draw)


def inline_strips(sheet: Sheet) -> HostilePage:
    """The same with inline pictures."""
    places: list[Place] = []

    def edit(pdf: Any) -> None:
        picture, height = _words(sheet), _SIZES[sheet.variant]
        strips = 5
        step = picture.height // strips
        width, part = picture.width * height / picture.height, height * step / picture.height
        out = []
        for i in range(strips):
            strip = picture.crop((0, i * step, picture.width, (i + 1) * step))
            y = 300 - (i + 1) * part
            size = f"/W {strip.width} /H {strip.height} /CS /G /BPC 8 /F /AHx"
            out.append(
                f"q {width:.3f} 0 0 {part:.3f} 90 {y:.3f} cm BI {size} ID {strip.tobytes().hex()}> EI Q"
            )
        pdf.pages[0].contents_add("\n".join(out).encode())
        places.append((90, HEIGHT - 300, 90 + width, HEIGHT - 300 + strips * part))

    data = edited(sheet.page(nothing_more), edit)
    return sheet.made(data, place=places[0])


def turned_text(sheet: Sheet) -> HostilePage:
    """Digital text, and outlines, at an angle."""
    angle = (90, 30, 45, 180, 270)[sheet.variant]

    def draw(canvas: Any) -> None:
        canvas.saveState()
        canvas.translate(300, 300)
        canvas.rotate(angle)
        canvas.setFont("Helvetica", 14)
        canvas.drawString(-90, 0, f"Patient {sheet.patient.name}")
        canvas.restoreState()

    return sheet.made(sheet.page(draw))


def turned_outlines(sheet: Sheet) -> HostilePage:
    """Outlines of letters at an angle."""
    angle = (90, 20, 45, 180, 270)[sheet.variant]

    def draw(canvas: Any) -> Place:
        canvas.saveState()
        canvas.translate(300, 300)
        canvas.rotate(angle)
        canvas.translate(-90, -HEIGHT)
        outlines(canvas, _words(sheet), 0, 0, 14)
        canvas.restoreState()
        return 200, HEIGHT - 400, 400, HEIGHT - 200

    page = _with_place(sheet, draw)
    return sheet.made(page.data)


def letter_paths(sheet: Sheet) -> HostilePage:
    """Letters drawn as paths."""
    return _with_place(sheet, lambda c: outlines(c, _words(sheet), 90, 480, _SIZES[sheet.variant]))


def drawn_font(sheet: Sheet) -> HostilePage:
    """A Type 3 font without a map to Unicode: its letters are procedures."""
    import pikepdf

    places: list[Place] = []

    def edit(pdf: Any) -> None:
        name = pikepdf.Name
        size, letters = _SIZES[sheet.variant], sorted(set(sheet.patient.name.replace(" ", "")))
        procedures, widths = pikepdf.Dictionary(), []
        for i, letter in enumerate(letters):
            picture = picture_of(letter, 60)
            wide = (picture.width - 26) * 1000 // 60
            body = f"{wide} 0 0 -200 1000 1000 d1 1 0 0 1 -200 -250 cm\n".encode() + path_operators(
                picture, 1000 / 60, 1000
            ).replace(b"0 g\n", b"")
            procedures[f"/g{i}"] = pdf.make_stream(body)
            widths.append(wide)
        font = pikepdf.Dictionary(
            Type=name.Font,
            Subtype=name.Type3,
            FontBBox=[0, -200, 1000, 1000],
            FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
            CharProcs=procedures,
            Encoding=pikepdf.Dictionary(
                Type=name.Encoding,
                Differences=pikepdf.Array([1, *(name(f"/g{i}") for i in range(len(letters)))]),
            ),
            FirstChar=1,
            LastChar=len(letters),
            Widths=widths,
            Resources=pikepdf.Dictionary(),
        )
        pdf.pages[0].Resources.Font.T = pdf.make_indirect(font)
        at, shown = 90.0, []
        for letter in sheet.patient.name:
            if letter != " ":
                code = letters.index(letter) + 1
                shown.append(f"1 0 0 1 {at:.2f} 300 Tm <{code:02X}> Tj")
                at += widths[code - 1] * size / 1000
            else:
                at += 0.4 * size
        pdf.pages[0].contents_add(f"BT /T {size} Tf {' '.join(shown)} ET".encode())
        places.append((90, HEIGHT - 300 - size, at, HEIGHT - 300 + 0.2 * size))

    data = edited(sheet.page(nothing_more), edit)
    return sheet.made(data, place=places[0])


def tiling_pattern(sheet: Sheet) -> HostilePage:
    """A rectangle filled with a pattern that shows the name, as digital text or as outlines."""
    import pikepdf

    places: list[Place] = []

    def edit(pdf: Any) -> None:
        name = pikepdf.Name
        height = _SIZES[sheet.variant]
        picture = _words(sheet)
        width = picture.width * height / picture.height
        if sheet.variant % 2:
            content = path_operators(picture, height / picture.height, height)
        else:
            content = (
                f"BT /Z {0.7 * height:.1f} Tf 2 {0.25 * height:.1f} Td ({sheet.patient.name}) Tj ET".encode()
            )
        pattern = pdf.make_stream(
            content,
            Type=name.Pattern,
            PatternType=1,
            PaintType=1,
            TilingType=1,
            BBox=[0, 0, width, height],
            XStep=width,
            YStep=height,
            Matrix=[1, 0, 0, 1, 90, 300],
            Resources=pikepdf.Dictionary(
                Font=pikepdf.Dictionary(
                    Z=pikepdf.Dictionary(Type=name.Font, Subtype=name.Type1, BaseFont=name.Helvetica)
                )
            ),
        )
        pdf.pages[0].Resources.Pattern = pikepdf.Dictionary(P=pattern)
        rows = 1 + sheet.variant % 3
        drawing = f"q /Pattern cs /P scn 90 300 {width:.2f} {rows * height:.2f} re f Q"
        pdf.pages[0].contents_add(drawing.encode())
        places.append((90, HEIGHT - 300 - rows * height, 90 + width, HEIGHT - 300))

    data = edited(sheet.page(nothing_more), edit)
    return sheet.made(data, place=places[0])


def wrong_map(sheet: Sheet) -> HostilePage:
    """A font whose map to Unicode is wrong: for all letters, or for one font of two alone."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    from benchmarks.pages.fonts import font_file

    pdfmetrics.registerFont(TTFont("Mapped", str(font_file("vera"))))

    def draw(canvas: Any) -> None:
        whole = sheet.variant in (0, 3)
        if not whole:
            sheet.note(canvas, named=False)
        canvas.setFont("Mapped", 11)
        lines = [f"Patient: {sheet.patient.name}", *(sheet.lines if whole else ())]
        for i, line in enumerate(lines):
            canvas.drawString(72, HEIGHT - 400 - 22 * i, line)

    def edit(pdf: Any) -> None:
        for item in pdf.objects:
            if hasattr(item, "get") and "/ToUnicode" in item:
                item.ToUnicode.write(_shifted(item.ToUnicode.read_bytes(), 1 + sheet.variant))

    kept = () if sheet.variant in (0, 3) else tuple(w for line in sheet.lines for w in line.split())
    return sheet.made(edited(pdf_of(draw), edit), kept=kept)


def _shifted(cmap: bytes, by: int) -> bytes:
    import re

    def letters(m: Any) -> bytes:
        code = int(m[2], 16)
        low = 97 if 97 <= code <= 122 else 65 if 65 <= code <= 90 else 0
        return b"%s<%04X>" % (m[1], low + (code - low + by) % 26 if low else code)

    def block(m: Any) -> bytes:
        return bytes(m[1] + re.sub(rb"(<[0-9A-Fa-f]+>\s*)<([0-9A-Fa-f]{4})>", letters, m[2]) + m[3])

    cmap = re.sub(rb"(beginbfchar)(.*?)(endbfchar)", block, cmap, flags=re.DOTALL)

    def ranges(m: Any) -> bytes:
        inner = re.sub(rb"<([0-9A-Fa-f]{4})>(?=[\s\]<])", lambda n: letters([0, b"", n[1]]), m[2])
        return bytes(m[1] + inner + m[3])

    return re.sub(rb"(\[)(.*?)(\])", ranges, cmap, flags=re.DOTALL)


def pale_picture(sheet: Sheet) -> HostilePage:
    """A picture of pale or yellow words."""
    ink = ((255, 255, 0), (215, 215, 215), (255, 240, 120), (235, 235, 235), (200, 230, 255))[sheet.variant]
    picture = picture_of(sheet.patient.name, 60, ink=ink, paper=(255, 255, 255), mode="RGB")
    return _with_place(sheet, lambda c: drawn(c, picture, 90, 480, _SIZES[sheet.variant]))


def pale_paths(sheet: Sheet) -> HostilePage:
    """Outlines of letters in pale colours, on white or on a field."""
    grey = (0.85, 0.9, 0.93, 0.8, 0.7)[sheet.variant]

    def draw(canvas: Any) -> Place:
        if sheet.variant >= 3:
            canvas.setFillGray(0.88)
            canvas.rect(60, 260, 400, 80, stroke=0, fill=1)
        canvas.setFillGray(grey)
        return outlines(canvas, _words(sheet), 90, 480, _SIZES[sheet.variant])

    return _with_place(sheet, draw)


def tiny_print(sheet: Sheet) -> HostilePage:
    """Words of 3 to 4 points, as outlines or as a picture."""

    def draw(canvas: Any) -> Place:
        show = outlines if sheet.variant % 2 else drawn
        return show(canvas, _words(sheet), 90, 480, (4.5, 4.5, 5.5, 5.5, 6.0)[sheet.variant])

    return _with_place(sheet, draw)


def watermark(sheet: Sheet) -> HostilePage:
    """The name large and pale across the page: digital, outlines or a picture."""
    angle = (0, 30, 45, 0, 30)[sheet.variant]

    def draw(canvas: Any) -> Place:
        canvas.saveState()
        canvas.translate(120, 250)
        canvas.rotate(angle)
        canvas.setFillGray(0.85)
        if sheet.variant < 2:
            canvas.setFont("Helvetica-Bold", 36)
            canvas.drawString(0, 0, sheet.patient.name)
        else:
            canvas.translate(0, -HEIGHT)
            outlines(canvas, _words(sheet), 0, -40, 44)
        canvas.restoreState()
        return 0, 0, 1, 1

    return sheet.made(_with_place(sheet, draw).data)


def faint_picture(sheet: Sheet) -> HostilePage:
    """A picture whose words differ from their ground by 9 to 30 of 255."""
    paper = (128, 60, 200, 255, 30)[sheet.variant]
    step = (30, 25, 20, 14, 9)[sheet.variant]
    ink = paper - step if paper > 100 else paper + step
    picture = picture_of(sheet.patient.name, 60, ink=ink, paper=paper)
    return _with_place(sheet, lambda c: drawn(c, picture, 90, 480, _SIZES[sheet.variant]))


def picture_in_report(sheet: Sheet) -> HostilePage:
    """A photograph or scan inside of a digital report, with the name burnt in."""
    import numpy as np
    from PIL import Image, ImageDraw

    from benchmarks.pages.fonts import load_font

    rng = np.random.default_rng(sheet.variant)
    rows, columns = 500, 700
    y, x = np.mgrid[0:rows, 0:columns]
    tones = 90 + 60 * np.sin(x / 60 + sheet.variant) * np.cos(y / 45) + rng.normal(0, 8, (rows, columns))
    picture = Image.fromarray(tones.clip(0, 255).astype(np.uint8))
    size = 26 + 3 * sheet.variant
    at = (20, 14 + 100 * sheet.variant)
    ImageDraw.Draw(picture).text(
        at, sheet.patient.name, fill=(255, 0, 255, 255, 0)[sheet.variant], font=load_font("sans bold", size)
    )
    width = load_font("sans bold", size).getlength(sheet.patient.name)
    left, top, height = 90.0, 260.0, 300.0
    scale = height / rows
    place = (
        left + at[0] * scale,
        top + at[1] * scale,
        left + (at[0] + width) * scale,
        top + (at[1] + size) * scale,
    )
    page = _with_place(sheet, lambda c: drawn(c, picture, left, top, height))
    return sheet.made(page.data, place=place)


def text_as_clip(sheet: Sheet) -> HostilePage:
    """Letters as a clipping path that a field is seen through; or an image mask; or a form in a form."""

    def draw(canvas: Any) -> Place:
        size = _SIZES[sheet.variant]
        if sheet.variant % 2:
            canvas.beginForm("inner")
            outlines(canvas, _words(sheet), 0, HEIGHT - 40, size)
            canvas.endForm()
            canvas.beginForm("outer")
            canvas.doForm("inner")
            canvas.endForm()
            canvas.saveState()
            canvas.translate(90, 260)
            canvas.doForm("outer")
            canvas.restoreState()
            return 90, HEIGHT - 300, 90 + _words(sheet).width * size / 60, HEIGHT - 300 + size
        canvas.saveState()
        line = canvas.beginText(90, 300)
        line.setFont("Helvetica", size)
        line.setTextRenderMode(7)
        line.textOut(sheet.patient.name)
        canvas.drawText(line)
        width = canvas.stringWidth(sheet.patient.name, "Helvetica", size)
        canvas.rect(80, 280, width + 20, 60, stroke=0, fill=1)
        canvas.restoreState()
        return 90, HEIGHT - 300 - size, 90 + width, HEIGHT - 300 + 0.2 * size

    return _with_place(sheet, draw)


def other_script(sheet: Sheet) -> HostilePage:
    """A picture of a name in another script: it cannot be read, and must be covered."""
    text = ("Зворивович Квас", "Ζγυράκη Μαρία", "Звук Жорж", "Ξανθός Ψυχή", "Щукин Юрий")[sheet.variant]
    picture = picture_of(text, 60)
    return _with_place(sheet, lambda c: drawn(c, picture, 90, 480, _SIZES[sheet.variant]))


UNREAD: dict[str, Callable[[Sheet], HostilePage]] = {
    f.__name__: f
    for f in (
        stamp_picture, stamp_outlines, link_look, picture_strips, inline_strips, turned_text, turned_outlines,
        letter_paths, drawn_font, tiling_pattern, wrong_map, pale_picture, pale_paths, tiny_print, watermark,
        faint_picture, picture_in_report, text_as_clip, other_script,
    )
}  # fmt: skip
"""What makes each kind of page that shows the patient beside its text layer."""
