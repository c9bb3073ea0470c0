"""Pages as a telephone takes them, portraits on papers, faint print, and tables of results of many kinds."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from benchmarks.hostile_pages.hidden import scan_of
from benchmarks.hostile_pages.sheet import HEIGHT, HostilePage, Place, Sheet, drawn, pdf_of, picture_of


def _jpeg(picture: Any, quality: int = 82) -> bytes:
    out = io.BytesIO()
    picture.convert("RGB").save(out, "JPEG", quality=quality, dpi=(200, 200))
    return out.getvalue()


def _png(picture: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(200, 200))
    return out.getvalue()


def _letter(sheet: Sheet) -> Any:
    return scan_of([f"Patient: {sheet.patient.name}", *sheet.lines], sheet)


def _table_top(rows: int, columns: int, kind: int, rng: Any) -> Any:
    """A table of wood, of stone, dark, light, or with a cloth of squares; rows x columns x 3."""
    import cv2
    import numpy as np

    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    soft = cv2.GaussianBlur(rng.normal(0, 1, (rows, columns)).astype(np.float32), (0, 0), 9)
    soft /= soft.std()
    value: Any
    if kind == 0:
        value = 110 + 22 * np.sin(y / 17 + 2 * soft) + 8 * soft
        tint = (1.1, 0.8, 0.55)
    elif kind == 1:
        value, tint = 165 + 14 * soft, (1.0, 0.98, 0.95)
    elif kind == 2:
        value, tint = 34 + 4 * soft, (0.9, 0.95, 1.1)
    elif kind == 3:
        value, tint = 205 + 4 * soft, (1.0, 1.0, 0.97)
    else:
        squares = ((x // 60).astype(int) + (y // 60).astype(int)) % 2
        value, tint = 90 + 80 * squares + 4 * soft, (1.1, 0.75, 0.75)
    return np.stack([value * t for t in tint], axis=2)


def _photographed(sheet: Sheet, *, fingers: bool) -> bytes:
    """The letter in perspective on a table, in light that falls off, held by fingers or not."""
    import cv2
    import numpy as np
    from PIL import Image

    rng = np.random.default_rng(10 + sheet.variant)
    rows, columns = 2000, 1560
    page = np.asarray(_letter(sheet).resize((1275, 1650)), np.float32)
    before = np.array([[0, 0], [1275, 0], [1275, 1650], [0, 1650]], np.float32)
    spread = (30, 60, 40, 80, 50)[sheet.variant]
    after = before + np.array([140, 170]) + rng.uniform(-spread, spread, (4, 2))
    matrix = cv2.getPerspectiveTransform(before, after.astype(np.float32))
    picture: Any = _table_top(rows, columns, sheet.variant, rng)
    paper = cv2.warpPerspective(page, matrix, (columns, rows), flags=cv2.INTER_AREA)
    shown = cv2.warpPerspective(np.ones_like(page), matrix, (columns, rows), flags=cv2.INTER_LINEAR)
    shadow = cv2.GaussianBlur(np.roll(shown, (12, 14), (0, 1)), (0, 0), 12)
    picture *= (1 - 0.45 * shadow)[:, :, None]
    picture = picture * (1 - shown[:, :, None]) + paper[:, :, None] * shown[:, :, None]
    if fingers:
        edge = after[1] + (after[2] - after[1]) * (0.4 + 0.1 * sheet.variant)
        for step in range(1 + sheet.variant % 3):
            tip = (int(edge[0] - 45), int(edge[1] + 90 * step))
            mask: Any = np.zeros((rows, columns), np.float32)
            cv2.line(mask, tip, (columns + 60, tip[1] + 50), 1.0, 76)
            mask = cv2.GaussianBlur(mask, (0, 0), 3)[:, :, None]
            skin = np.array((205, 150, 125)) * (0.8 + 0.25 * cv2.GaussianBlur(mask, (0, 0), 30))[:, :, None]
            picture = picture * (1 - mask) + skin * mask
    y, x = np.mgrid[0:rows, 0:columns]
    light = 0.62 + 0.4 * np.clip(1 - ((x - 500 - 150 * sheet.variant) ** 2 + (y - 700) ** 2) / 3.4e6, 0, 1)
    picture = picture * light[:, :, None] + rng.normal(0, 3.5, picture.shape)
    return _jpeg(Image.fromarray(picture.clip(0, 255).astype(np.uint8)))


def on_a_table(sheet: Sheet) -> HostilePage:
    """A letter photographed with the table below it, in perspective."""
    return sheet.made(_photographed(sheet, fingers=False), ".jpg", keeps_picture=True)


def held_by_fingers(sheet: Sheet) -> HostilePage:
    """The same, held by fingers at its edge."""
    return sheet.made(_photographed(sheet, fingers=True), ".jpg", keeps_picture=True)


def portrait_of(variant: int, height: int = 400) -> Any:
    """A drawn portrait: head, hair, eyes, mouth and shoulders in soft light, in colour."""
    import cv2
    import numpy as np
    from PIL import Image

    rng = np.random.default_rng(variant)
    rows, columns = 400, 320
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    ground: Any = (np.array((150, 170, 190)) * (0.8 + 0.3 * (y / rows))[:, :, None]).astype(np.float32)
    skin = np.array(((224, 178, 150), (120, 80, 58), (198, 150, 112), (240, 200, 180), (92, 60, 44))[variant])
    hair = np.array(((60, 40, 25), (20, 18, 18), (30, 22, 16), (190, 150, 80), (15, 15, 15))[variant])
    light = (0.72 + 0.4 * np.clip(1 - np.hypot(x - 130, y - 150) / 260, 0, 1))[:, :, None]

    def ellipse(cx: float, cy: float, rx: float, ry: float) -> Any:
        inside = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2
        return np.clip((1.04 - inside) / 0.08, 0, 1)[:, :, None]

    def paint(colour: Any, where: Any, lit: Any = light) -> None:
        nonlocal ground
        ground = ground * (1 - where) + colour * lit * where

    paint(np.array((70, 90, 130)), ellipse(160, 430, 150, 120))
    paint(hair, ellipse(160, 160, 98, 122))
    paint(skin * 0.85, ellipse(160, 300, 42, 70))
    paint(skin, ellipse(160, 185, 80, 105))
    for side in (-1, 1):
        paint(np.array((240, 240, 240)), ellipse(160 + 34 * side, 170, 15, 8))
        paint(np.array((40, 30, 25)), ellipse(160 + 34 * side, 170, 6, 7))
        paint(hair, ellipse(160 + 34 * side, 150, 20, 4))
    paint(skin * 0.75, ellipse(160, 215, 13, 10))
    paint(np.array((150, 70, 70)), ellipse(160, 248, 28, 7))
    ground = cv2.GaussianBlur(ground.astype(np.float32), (0, 0), 1.6) + rng.normal(0, 4, (rows, columns, 3))
    picture = Image.fromarray(ground.clip(0, 255).astype(np.uint8))
    return picture.resize((round(columns * height / rows), height))


def portrait(sheet: Sheet) -> HostilePage:
    """A digital letter with a photograph of the patient."""

    places: list[Place] = []

    def draw(canvas: Any) -> None:
        picture, step = portrait_of(sheet.variant), 20 * sheet.variant
        places.append(drawn(canvas, picture, 400, 330 + step, 110 + step))

    data = sheet.page(draw)
    return sheet.made(data, place=places[0])


def identity_photo(sheet: Sheet) -> HostilePage:
    """A scan of a letter to which a small photograph is pinned."""
    page = _letter(sheet).convert("RGB")
    photo, x, y = portrait_of(sheet.variant, 330 + 40 * sheet.variant), 1250, 900 + 100 * sheet.variant
    page.paste(photo, (x, y))
    left, top, right, bottom = (v * 72 / 200 for v in (x, y, x + photo.width, y + photo.height))

    def show(canvas: Any) -> None:
        drawn(canvas, page, 0, 0, HEIGHT)

    return sheet.made(pdf_of(show), place=(left, top, right, bottom))


def faint_scan(sheet: Sheet) -> HostilePage:
    """A scan with the patient's name in print of 8 to 30 steps of 255 from the paper, pale or yellow."""
    import numpy as np
    from PIL import Image

    page = np.asarray(_letter(sheet).convert("RGB"), np.float32)
    ink = ((220, 220, 220), (250, 250, 205), (238, 238, 238), (226, 240, 250), (241, 241, 241))[sheet.variant]
    words = picture_of(sheet.patient.name, 34 + 2 * sheet.variant, ink=ink, paper=(250, 250, 250), mode="RGB")
    rng = np.random.default_rng(sheet.variant)
    own = np.asarray(words, np.float32) + rng.normal(0, 1.0, (words.height, words.width, 1))
    y, x = 1400 + 80 * sheet.variant, 300
    page[y : y + words.height, x : x + words.width] = own
    return sheet.made(_png(Image.fromarray(page.clip(0, 255).astype(np.uint8))), ".png")


_TABLES: tuple[tuple[tuple[str, ...], ...], ...] = (
    (
        ("Test", "Result", "Unit", "Reference"),
        ("WBC", "11.2", "10^9/L", "4.0-11.0"),
        ("Platelets", "244", "10^9/L", "150-400"),
        ("Hemoglobin", "12.9", "g/dL", "13.5-17.5"),
        ("MCV", "88", "fL", "80-100"),
        ("Ferritin", "210", "ng/mL", "150-400"),
    ),
    (
        ("Time", "BP", "Pulse", "Temp", "SpO2"),
        ("08:00", "120/80", "101", "101 F", "98%"),
        ("12:00", "134/92", "96", "99.1 F", "97%"),
        ("16:00", "118/76", "110", "38.4 C", "95%"),
        ("20:00", "122/70", "92", "100 F", "96%"),
    ),
    (
        ("Na", "K", "Cl", "HCO3", "BUN", "Cr", "Glu"),
        ("139", "4.1", "102", "24", "18", "1.02", "157"),
        ("141", "3.9", "104", "26", "22", "1.14", "101"),
        ("136", "5.2", "99", "21", "31", "1.90", "244"),
    ),
    (
        ("Drug", "Dose", "Level", "Range"),
        ("Vancomycin", "1250 mg", "15.2", "10.0-20.0"),
        ("Tacrolimus", "2 mg", "7.7", "5.0-15.0"),
        ("Digoxin", "125 mcg", "1.1", "0.8-2.0"),
        ("Heparin", "5000 units", "0.44", "0.30-0.70"),
    ),
    (
        ("pH", "pCO2", "pO2", "Lactate", "Base excess"),
        ("7.32", "48", "72", "3.1", "-2.4"),
        ("7.38", "41", "88", "1.9", "-0.6"),
        ("7.41", "39", "95", "1.2", "+0.3"),
    ),
)


def results_table(sheet: Sheet) -> HostilePage:
    """A digital table of counts, vital signs, electrolytes, levels or gases."""
    rows = _TABLES[sheet.variant]

    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 10)
        for i, row in enumerate(rows):
            for k, cell in enumerate(row):
                canvas.drawString(72 + k * 460 / len(row), 480 - 18 * i, cell)

    return sheet.made(sheet.page(draw), kept=_cells(rows))


def scanned_table(sheet: Sheet) -> HostilePage:
    """The same, ruled and scanned."""
    from PIL import ImageDraw

    from benchmarks.pages.fonts import load_font

    rows = _TABLES[sheet.variant]
    page = scan_of([f"Patient: {sheet.patient.name}"], sheet)
    pen, letters = ImageDraw.Draw(page), load_font("sans", 28)
    for i, row in enumerate(rows):
        for k, cell in enumerate(row):
            x, y = 200 + k * 1280 // len(row), 400 + 56 * i
            pen.text((x + 12, y + 10), cell, fill=20, font=letters)
            pen.rectangle((x, y, x + 1280 // len(row), y + 56), outline=40, width=2)
    return sheet.made(_png(page), ".png", kept=_cells(rows))


def _cells(rows: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(word for row in rows for cell in row for word in cell.split())


PHOTOGRAPHS: dict[str, Callable[[Sheet], HostilePage]] = {
    f.__name__: f
    for f in (
        on_a_table, held_by_fingers, portrait, identity_photo, faint_scan, results_table, scanned_table,
    )
}  # fmt: skip
"""What makes each kind of page that a camera took, or that holds a portrait, faint print or results."""
