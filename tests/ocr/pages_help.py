"""Pictures of pages for the tests: drawn word by word, so that each word's ink is known."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import reportlab
from PIL import Image, ImageDraw, ImageFont

from chartveil.domain.geometry import Rect
from chartveil.ocr.engine_interface import EngineName, OcrLine, OcrWord, Picture

FONTS = Path(reportlab.__file__).parent / "fonts"
"""Fonts that come with a library of the tests: what the machine has must not change what is drawn."""


@cache
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """A plain font."""
    return ImageFont.truetype(str(FONTS / ("VeraBd.ttf" if bold else "Vera.ttf")), size)


@cache
def hand_font(size: int) -> ImageFont.FreeTypeFont:
    """A font that looks written by hand."""
    from font_amatic_sc import AmaticSCBold  # type: ignore[attr-defined]

    return ImageFont.truetype(AmaticSCBold, size)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A word as it was drawn: its text, the rectangle of its ink, and the line it belongs to."""

    text: str
    place: Rect
    line: int


@dataclass
class Sheet:
    """A page to draw on. ``words`` tells what stands where."""

    width: int = 1000
    height: int = 700
    paper: int = 255
    words: list[Drawn] = field(default_factory=list)
    lines: int = 0

    def __post_init__(self) -> None:
        self.image = Image.new("L", (self.width, self.height), self.paper)
        self.pen = ImageDraw.Draw(self.image)

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: int = 28,
        bold: bool = False,
        hand: bool = False,
        ink: int = 0,
    ) -> float:
        """Writes a line with its upper left corner at (x, y); gives where it ends."""
        face = hand_font(size) if hand else font(size, bold)
        blank = face.getlength(" ")
        for word in text.split():
            box = self.pen.textbbox((x, y), word, font=face)
            self.pen.text((x, y), word, font=face, fill=ink)
            self.words.append(Drawn(word, Rect(*(float(v) for v in box)), self.lines))
            x += face.getlength(word) + blank
        self.lines += 1
        return x - blank

    def paragraph(self, x: float, y: float, width: float, text: str, size: int = 28) -> float:
        """Writes text broken into lines of at most that width; gives where the next line would begin."""
        row: list[str] = []
        for word in text.split():
            if row and font(size).getlength(" ".join([*row, word])) > width:
                self.write(x, y, " ".join(row), size)
                row, y = [], y + round(size * 1.5)
            row.append(word)
        if row:
            self.write(x, y, " ".join(row), size)
            y += round(size * 1.5)
        return y

    def rule(self, x0: float, y0: float, x1: float, y1: float, width: int = 2) -> None:
        """A line of a table or a frame."""
        self.pen.line((x0, y0, x1, y1), fill=0, width=width)

    def table(
        self, x: float, y: float, columns: Sequence[int], rows: Sequence[Sequence[str]], size: int = 26
    ) -> float:
        """A ruled table; gives where it ends."""
        step = round(size * 1.9)
        right = x + sum(columns)
        for r, row in enumerate(rows):
            at = x
            for width, cell in zip(columns, row, strict=True):
                self.write(at + 10, y + r * step + round(size * 0.35), cell, size)
                at += width
        for r in range(len(rows) + 1):
            self.rule(x, y + r * step, right, y + r * step)
        at = x
        for width in [*columns, 0]:
            self.rule(at, y, at, y + len(rows) * step)
            at += width
        return y + len(rows) * step

    @property
    def picture(self) -> Picture:
        return np.array(self.image, dtype=np.uint8)


PROSE = (
    "The patient was seen in clinic today with a three week history of cough and mild fever. "
    "She denies chest pain or shortness of breath and has not travelled. Her daughter lives "
    "nearby and helps with the shopping. Blood pressure was 142 over 88 and the lungs were clear "
    "on both sides. We discussed the plan at length and she will return in two weeks for review."
)
OTHER = (
    "Laboratory tests were drawn this morning and the results are pending at the time of this note. "
    "He tolerated the procedure well without complications and was moved to the ward in stable "
    "condition. The wound is dry and clean. Physiotherapy will begin tomorrow and the family has "
    "been told about the next steps of the treatment and the likely day of discharge."
)


def letter(width: int = 1000, height: int = 760) -> Sheet:
    """A letter: head, date, address, prose, closing."""
    sheet = Sheet(width, height)
    sheet.write(60, 40, "Harbor Medical Group", 36, bold=True)
    sheet.write(60, 100, "March 14, 2023")
    sheet.write(60, 150, "Dear Dr. Okafor,")
    y = sheet.paragraph(60, 205, width - 120, PROSE)
    sheet.write(60, y + 20, "Sincerely,")
    sheet.write(60, y + 65, "Maria Lindqvist, MD")
    return sheet


def two_columns(width: int = 1200, height: int = 800) -> Sheet:
    """A heading over both columns, then two columns of prose."""
    sheet = Sheet(width, height)
    sheet.write(60, 40, "Discharge instructions for Walter Nguyen of Elm Street", 34, bold=True)
    column = (width - 180) / 2
    sheet.paragraph(60, 120, column, PROSE, 26)
    sheet.paragraph(120 + column, 120, column, OTHER, 26)
    return sheet


def form(width: int = 1200, height: int = 700) -> Sheet:
    """Keys and values side by side, tick boxes, rules to write on."""
    sheet = Sheet(width, height)
    sheet.write(60, 30, "Patient registration form", 36, bold=True)
    rows = [
        ("Name:", "Walter Nguyen", "MRN:", "00482913"),
        ("Date of birth:", "04/12/1951", "Phone:", "(555) 201-3344"),
        ("Address:", "27 Elm Street", "City:", "Springfield"),
        ("Insurance:", "BlueWave Health", "Policy:", "XB-118-2290"),
    ]
    for r, (a, b, c, d) in enumerate(rows):
        y = 110 + r * 62
        sheet.write(60, y, a)
        sheet.write(300, y, b)
        sheet.rule(295, y + 40, 620, y + 40)
        sheet.write(680, y, c)
        sheet.write(820, y, d)
        sheet.rule(815, y + 40, 1140, y + 40)
    for r, question in enumerate(("Smoker", "Allergies", "Previous surgery")):
        y = 380 + r * 60
        sheet.pen.rectangle((60, y + 4, 84, y + 28), outline=0, width=2)
        if r == 1:
            sheet.rule(62, y + 6, 82, y + 26, 3)
            sheet.rule(82, y + 6, 62, y + 26, 3)
        sheet.write(110, y, question)
    sheet.write(60, 600, "Please return this form to the front desk before your visit.", 24)
    return sheet


def results(width: int = 1200, height: int = 640) -> Sheet:
    """A table of results under a head."""
    sheet = Sheet(width, height)
    sheet.write(60, 30, "Laboratory report", 36, bold=True)
    sheet.write(60, 90, "Patient: Walter Nguyen")
    sheet.write(640, 90, "Collected: 03/14/2023")
    sheet.table(
        60,
        160,
        (380, 220, 220, 260),
        (
            ("Test", "Result", "Unit", "Reference"),
            ("Hemoglobin", "13.2", "g/dL", "12.0 - 15.5"),
            ("White cells", "7.1", "K/uL", "4.0 - 11.0"),
            ("Creatinine", "0.9", "mg/dL", "0.6 - 1.1"),
            ("Potassium", "4.4", "mmol/L", "3.5 - 5.1"),
            ("Glucose", "98", "mg/dL", "70 - 99"),
        ),
    )
    sheet.write(60, 540, "Signed electronically by Dr. Priya Raman")
    return sheet


def turned(picture: Picture, degrees: float) -> Picture:
    """Turned counter-clockwise on a sheet that holds it all, as a skewed scan is."""
    image = Image.fromarray(picture)
    fill = 255 if picture.ndim == 2 else (255, 255, 255)
    return np.array(
        image.rotate(degrees, resample=Image.Resampling.BICUBIC, expand=True, fillcolor=fill), dtype=np.uint8
    )


def scanned(
    picture: Picture, seed: int = 1, blur: float = 0.6, noise: float = 6.0, quality: int = 60
) -> Picture:
    """A middling scan: blurred, noisy, compressed."""
    dice = np.random.default_rng(seed)
    soft = cv2.GaussianBlur(picture, (0, 0), blur).astype(np.float32)
    rough = np.clip(soft * 0.94 + 8 + dice.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)
    store = io.BytesIO()
    Image.fromarray(rough).save(store, "JPEG", quality=quality)
    return np.array(Image.open(store), dtype=np.uint8)


def faxed(picture: Picture, seed: int = 1, specks: float = 0.0006) -> Picture:
    """One bit a pixel with specks."""
    dice = np.random.default_rng(seed)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    rough = soft.astype(np.float32) + dice.normal(0, 22, picture.shape)
    bits = np.where(rough > 150, 255, 0).astype(np.uint8)
    bits[dice.random(picture.shape) < specks] = 0
    return bits


def photographed(picture: Picture, seed: int = 1) -> Picture:
    """Light that falls off to one corner, with grain."""
    dice = np.random.default_rng(seed)
    rows, columns = picture.shape[:2]
    across = np.linspace(1.0, 0.45, columns)[None, :] * np.linspace(1.0, 0.6, rows)[:, None]
    lit = picture.astype(np.float32) * across + dice.normal(0, 4, picture.shape) + 6
    return np.clip(lit, 0, 255).astype(np.uint8)


@dataclass
class FakeEngine:
    """Reads what it is told to: lines of words by their places."""

    lines: list[OcrLine] = field(default_factory=list)
    name: EngineName = EngineName.RAPIDOCR
    version: str = "fake"
    seen: list[Picture] = field(default_factory=list)

    def read(self, picture: Picture, dpi: float = 0.0) -> list[OcrLine]:
        self.seen.append(picture)
        return list(self.lines)


def as_lines(words: Sequence[Drawn], confidence: float = 0.99) -> list[OcrLine]:
    """What a faultless engine would read."""
    by_line: dict[int, list[OcrWord]] = {}
    for word in words:
        by_line.setdefault(word.line, []).append(OcrWord(word.text, word.place, confidence))
    return [
        OcrLine(
            tuple(row),
            Rect(
                min(w.place.left for w in row),
                min(w.place.top for w in row),
                max(w.place.right for w in row),
                max(w.place.bottom for w in row),
            ),
        )
        for row in by_line.values()
    ]


def spread(width: int = 1800, height: int = 760) -> Sheet:
    """Two pages side by side, the left one first."""
    sheet = Sheet(width, height)
    half = width // 2
    for left, title, prose in ((0, "Left page", PROSE), (half, "Right page", OTHER)):
        sheet.write(left + 70, 40, title, 34, bold=True)
        sheet.paragraph(left + 70, 110, half - 140, prose, 26)
    return sheet


def scrawl(sheet: Sheet, x: float, y: float, width: float, height: float, seed: int = 3) -> Rect:
    """Draws a signature: one joined stroke of loops; gives where."""
    dice = np.random.default_rng(seed)
    t = np.linspace(0, 1, 240)
    across = x + width * (t + 0.05 * np.sin(t * 38 + dice.random()))
    down = y + height / 2 * (1 + np.sin(t * 44 + dice.random() * 6) * (0.9 - 0.6 * t))
    sheet.pen.line(list(zip(across.tolist(), down.tolist(), strict=True)), fill=20, width=3, joint="curve")
    return Rect(float(across.min()), float(down.min()), float(across.max()), float(down.max()))


def portrait(sheet: Sheet, x: int, y: int, width: int = 240, height: int = 300) -> Rect:
    """Draws what a photograph looks like from afar: smooth tones with grain."""
    dice = np.random.default_rng(5)
    rows, columns = np.mgrid[0:height, 0:width]
    tones = 130 + 60 * np.sin(columns / 31) * np.cos(rows / 47) - rows / 6
    face = ((columns - width / 2) / (width / 3.2)) ** 2 + ((rows - height / 2.3) / (height / 3)) ** 2 < 1
    tones = np.where(face, 205 - ((columns - width / 2.6) / 3) ** 2 / 90, tones) + dice.normal(
        0, 5, tones.shape
    )
    sheet.image.paste(Image.fromarray(np.clip(tones, 0, 255).astype(np.uint8)), (x, y))
    return Rect(float(x), float(y), float(x + width), float(y + height))


def code(
    sheet: Sheet, x: int, y: int, text: str = "MRN-00482913", kind: str = "QRCode", scale: int = 5
) -> Rect:
    """Draws a barcode or QR code; gives where."""
    import zxingcpp

    made = zxingcpp.create_barcode(text, getattr(zxingcpp.BarcodeFormat, kind))
    picture = np.array(zxingcpp.write_barcode_to_image(made, scale=scale))
    sheet.image.paste(Image.fromarray(picture), (x, y))
    return Rect(float(x), float(y), float(x + picture.shape[1]), float(y + picture.shape[0]))


def dark_bar(sheet: Sheet, x: int, y: int, width: int, text: str, size: int = 30) -> None:
    """A heading in white on a black bar."""
    sheet.pen.rectangle((x, y, x + width, y + round(size * 1.9)), fill=0)
    sheet.write(x + 20, y + round(size * 0.35), text, size, bold=True, ink=255)
