"""Pages as they come: photographed, faxed, skewed, in columns, forms, portfolios, results, pictures of
patients."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from benchmarks.hostile_pages.hidden import scan_of
from benchmarks.hostile_pages.sheet import HEIGHT, WIDTH, HostilePage, Sheet, edited, nothing_more, pdf_of

_RANGES = (
    ("Platelets", "244", "150-400"),
    ("Potassium", "4.1", "3.5-5.1"),
    ("Sodium", "139", "135-145"),
    ("Glucose", "157", "70-99"),
    ("Pulse", "101", "60-100"),
    ("Temperature", "101 F", "97-99"),
    ("Ferritin", "21", "15-150"),
    ("Troponin", "0.01", "0.00-0.04"),
)


def _saved(picture: Any, form: str, **options: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, form, **options)
    return out.getvalue()


def _scan(sheet: Sheet) -> Any:
    return scan_of([f"Patient: {sheet.patient.name}", *sheet.lines], sheet)


def photo_letter(sheet: Sheet) -> HostilePage:
    """A letter photographed on a table, askew, in uneven light."""
    import cv2
    import numpy as np
    from PIL import Image

    rng = np.random.default_rng(sheet.variant)
    page = np.asarray(_scan(sheet).resize((1275, 1650)), np.float32)
    y, x = np.mgrid[0:1650, 0:1275]
    page *= 0.55 + 0.4 * np.clip(1 - ((x - 900 + 200 * sheet.variant) ** 2 + (y - 500) ** 2) / 3.2e6, 0, 1)
    before = np.array([[0, 0], [1275, 0], [1275, 1650], [0, 1650]], np.float32)
    after = before * 0.9 + rng.uniform(20, 110, (4, 2)).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(before, after)
    ground = (60, 110, 30, 140, 90)[sheet.variant]
    picture = cv2.warpPerspective(page, matrix, (1300, 1700), flags=cv2.INTER_AREA, borderValue=float(ground))
    picture = picture + rng.normal(0, 4, picture.shape)
    colours = np.stack([picture, picture * 0.97, picture * 0.9], axis=2).clip(0, 255).astype(np.uint8)
    return sheet.made(_saved(Image.fromarray(colours), "JPEG", quality=80), ".jpg")


def fax(sheet: Sheet) -> HostilePage:
    """A fax of 204 x 98 or 204 x 196 dpi."""
    rows = 98 if sheet.variant % 2 else 196
    page = _scan(sheet).resize((round(WIDTH / 72 * 204), round(HEIGHT / 72 * rows)))
    bits = page.point(lambda v: 255 if v > 128 else 0).convert("1", dither=0)
    return sheet.made(_saved(bits, "TIFF", compression="group4", dpi=(204, rows)), ".tif")


def skewed(sheet: Sheet) -> HostilePage:
    """A scan that lies askew, or on its side."""
    angle = (2.0, -3.5, 90.0, 5.0, 180.0)[sheet.variant]
    page = _scan(sheet).rotate(angle, expand=True, fillcolor=250)
    return sheet.made(_saved(page, "PNG", dpi=(200, 200)), ".png")


def three_columns(sheet: Sheet) -> HostilePage:
    """A scan of three narrow columns."""
    from PIL import Image, ImageDraw

    from benchmarks.pages.fonts import load_font

    page = Image.new("L", (1700, 2200), 252)
    pen, letters = ImageDraw.Draw(page), load_font("serif", 26)
    words = f"Patient {sheet.patient.name} {' '.join(sheet.lines)}".split()
    share = len(words) // 3 + 1
    for column in range(3):
        line, y = "", 160
        for word in [*words[column * share : (column + 1) * share], ""]:
            if not word or letters.getlength(f"{line} {word}") > 450:
                pen.text((100 + 520 * column, y), line, fill=10, font=letters)
                line, y = "", y + 40
            line = f"{line} {word}".strip()
    return sheet.made(_saved(page, "PNG", dpi=(200, 200)), ".png")


def form_field(sheet: Sheet) -> HostilePage:
    """A form with a field of several lines, of which one names the patient."""

    def draw(canvas: Any) -> None:
        canvas.drawString(72, 320, "Remarks")
        lines = (
            "warfarin 5 mg at bedtime",
            f"{sheet.patient.name} was told to return",
            "recheck potassium on follow up",
        )
        value = "\n".join(lines)
        canvas.acroForm.textfield(
            name="remarks", value=value, x=72, y=200, width=300, height=60 + 10 * sheet.variant,
            fieldFlags="multiline", fontSize=10 + sheet.variant % 3, borderWidth=1,
        )  # fmt: skip
        canvas.acroForm.textfield(
            name="ward",
            value=f"bed 4, {sheet.patient.surname}",
            x=72,
            y=150,
            width=200,
            height=20,
            fontSize=11,
        )

    kept = "warfarin mg at bedtime was told to return recheck potassium bed".split()
    return sheet.made(sheet.page(draw), kept=(*(w for line in sheet.lines for w in line.split()), *kept))


def portfolio(sheet: Sheet) -> HostilePage:
    """A PDF with files within: their names and their text tell who it is."""

    def edit(pdf: Any) -> None:
        import pikepdf

        inner = pdf_of(lambda canvas: sheet.note(canvas))
        for name, data in (
            (f"{sheet.patient.surname}.txt", f"Seen: {sheet.patient.name}".encode()),
            ("labs.pdf", inner),
        )[: 1 + sheet.variant % 2]:
            pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, data, filename=name)
        if sheet.variant > 2:
            pdf.Root.Collection = pikepdf.Dictionary(Type=pikepdf.Name.Collection, View=pikepdf.Name.D)

    return sheet.made(edited(sheet.page(nothing_more), edit))


def _tones(sheet: Sheet, rows: int = 1200, columns: int = 1000) -> Any:
    import numpy as np

    rng = np.random.default_rng(sheet.variant)
    y, x = np.mgrid[0:rows, 0:columns]
    body = np.exp(-(((x - columns / 2) / (0.33 * columns)) ** 2) - ((y - rows / 2) / (0.42 * rows)) ** 2)
    bones = 40 * np.maximum(0, np.sin(y / (26 + 3 * sheet.variant) + ((x - columns / 2) / 260) ** 2))
    return 12 + body * (120 + bones) + rng.normal(0, 5, (rows, columns))


def _lettered(values: Any, sheet: Sheet, light: int = 235) -> Any:
    import numpy as np
    from PIL import Image, ImageDraw

    from benchmarks.pages.fonts import load_font

    picture = Image.fromarray(np.asarray(values).clip(0, 255).astype(np.uint8))
    pen = ImageDraw.Draw(picture)
    size = 24 + 4 * sheet.variant
    birth = sheet.patient.birth_date
    for i, text in enumerate((sheet.patient.name, f"DOB {birth}", f"MRN {sheet.patient.mrn}")):
        pen.text((24, 20 + i * 1.5 * size), text, fill=light, font=load_font("sans", size))
    pen.text((picture.width - 80, picture.height - 70), "L", fill=light, font=load_font("sans bold", 40))
    return picture


def xray(sheet: Sheet) -> HostilePage:
    """An X-ray with the patient's name, day of birth and number burnt in."""
    picture = _lettered(_tones(sheet), sheet)
    return sheet.made(_saved(picture, "PNG"), ".png", kept=(), keeps_picture=True)


def ultrasound(sheet: Sheet) -> HostilePage:
    """A fan of speckles on black, with a line of text above."""
    import numpy as np

    rng = np.random.default_rng(sheet.variant)
    rows, columns = 900, 1200
    y, x = np.mgrid[0:rows, 0:columns]
    r, a = np.hypot(x - columns / 2, y - 60), np.arctan2(x - columns / 2, y - 60)
    fan = (r > 140) & (r < 780) & (np.abs(a) < 0.7)
    values = 8 + fan * (60 + 50 * np.sin(r / 40 + 3 * a)) * rng.gamma(2, 0.5, (rows, columns))
    picture = _lettered(values, sheet)
    return sheet.made(_saved(picture, "JPEG", quality=90), ".jpg", kept=(), keeps_picture=True)


def ecg(sheet: Sheet) -> HostilePage:
    """An ECG tracing on a pink grid, with the patient's name above."""
    import numpy as np
    from PIL import Image, ImageDraw

    from benchmarks.pages.fonts import load_font

    picture = Image.new("RGB", (1600, 1100), (255, 250, 248))
    pen = ImageDraw.Draw(picture)
    for k in range(0, 1600, 16):
        pen.line([(k, 0), (k, 1100)], fill=(250, 200, 200) if k % 80 else (235, 150, 150))
    for k in range(0, 1100, 16):
        pen.line([(0, k), (1600, k)], fill=(250, 200, 200) if k % 80 else (235, 150, 150))
    x = np.arange(40, 1560)
    for lead in range(4):
        beat = (x % (190 + 10 * sheet.variant)) / 190
        wave = 12 * np.exp(-(((beat - 0.2) / 0.04) ** 2)) + 110 * np.exp(-(((beat - 0.4) / 0.012) ** 2))
        wave += 25 * np.exp(-(((beat - 0.65) / 0.06) ** 2))
        pen.line(
            [(int(a), int(380 + 190 * lead - b)) for a, b in zip(x, wave, strict=True)],
            fill=(20, 20, 20),
            width=2,
        )
    letters = load_font("sans", 30 + 2 * sheet.variant)
    pen.text((60, 40), f"{sheet.patient.name}   MRN {sheet.patient.mrn}", fill=(0, 0, 0), font=letters)
    pen.text((60, 100), "Rate 72  PR 160 ms  QRS 92 ms  sinus rhythm", fill=(0, 0, 0), font=letters)
    return sheet.made(_saved(picture, "PNG"), ".png", kept=("sinus", "rhythm"), keeps_picture=True)


def results(sheet: Sheet) -> HostilePage:
    """A digital table of results with their ranges, or the same on a scan."""
    rows = _RANGES[sheet.variant :] + _RANGES[: sheet.variant]
    if sheet.variant == 4:
        lines = [f"Patient: {sheet.patient.name}", "Test   Result   Reference range"]
        page = scan_of([*lines, *(f"{a}     {b}     {c}" for a, b, c in rows)], sheet)
        data, suffix = _saved(page, "PNG", dpi=(200, 200)), ".png"
    else:

        def draw(canvas: Any) -> None:
            canvas.setFont("Helvetica", 10)
            for i, row in enumerate((("Test", "Result", "Reference range"), *rows)):
                for x, cell in zip((72, 240, 360), row, strict=True):
                    canvas.drawString(x, 480 - 18 * i, cell)

        data, suffix = sheet.page(draw), ".pdf"
    return sheet.made(data, suffix, kept=tuple(w for row in rows for cell in row for w in cell.split()))


def sideways(sheet: Sheet) -> HostilePage:
    """A digital page whose sheet is turned, or whose text runs up the sheet."""

    def draw(canvas: Any) -> None:
        if sheet.variant >= 3:
            canvas.translate(*((WIDTH, 0) if sheet.variant == 3 else (0, HEIGHT)))
            canvas.rotate(90 if sheet.variant == 3 else -90)
            canvas.translate(0, -180)
        sheet.note(canvas)

    def turn(pdf: Any) -> None:
        pdf.pages[0].Rotate = (90, 180, 270, 0, 0)[sheet.variant]

    return sheet.made(edited(pdf_of(draw), turn))


def huge(sheet: Sheet) -> HostilePage:
    """A page of a plotter: metres wide, its words small or as large as the page."""
    factor = (3.0, 5.0, 8.0, 12.0, 17.0)[sheet.variant]

    def draw(canvas: Any) -> None:
        large = sheet.variant % 2 == 0
        if large:
            canvas.scale(factor, factor)
        else:
            canvas.translate(0, HEIGHT * (factor - 1))
        sheet.note(canvas)

    return sheet.made(pdf_of(draw, size=(WIDTH * factor, HEIGHT * factor)))


def deep_tiff(sheet: Sheet) -> HostilePage:
    """A scan as TIFF of 16 bits, with and without a sign, of 32 bits, or of floating points."""
    import numpy as np
    from PIL import Image

    page = np.asarray(_scan(sheet), np.float32) / 255
    values: Any = {
        0: (page * 65535).astype(np.uint16),
        1: (page * 4095).astype(np.uint16),
        2: page.astype(np.float32),
        3: (page * 4000 - 1000).astype(np.float32),
        4: (page * 60000).astype(np.int32),
    }[sheet.variant]
    return sheet.made(_saved(Image.fromarray(values), "TIFF", dpi=(200, 200)), ".tif")


PAPERS: dict[str, Callable[[Sheet], HostilePage]] = {
    f.__name__: f
    for f in (
        photo_letter, fax, skewed, three_columns, form_field, portfolio, xray, ultrasound, ecg, results,
        sideways, huge, deep_tiff,
    )
}  # fmt: skip
"""What makes each kind of page that is hard to read, or easily spoilt."""
