"""Pages as programs print them: letters and reports with fonts, tables, colour and photographs, whose people,
places and dates are invented and known."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, letter
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from benchmarks.pages.fonts import font_file
from benchmarks.pages.invented_text import InventedFacts
from benchmarks.pages.synthetic_page import LabelledText

_LEFT = 64
_TESTS = ("Sodium", "Potassium", "Creatinine", "Haemoglobin", "Glucose", "Calcium", "Albumin")


@dataclass(frozen=True)
class DigitalPage:
    """A PDF of one page, and the identifiers on it."""

    data: bytes
    identifiers: frozenset[LabelledText]


def _flow(
    canvas: Canvas,
    pieces: Sequence[LabelledText],
    font: str,
    size: float,
    top: float,
    width: float,
    *,
    justified: bool = False,
) -> float:
    """Sets pieces as a paragraph, and tells where the next begins."""
    text = "".join(p.text for p in pieces)
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if stringWidth(longer, font, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    for number, shown in enumerate([*lines, line]):
        spare = width - stringWidth(shown, font, size)
        blanks = shown.count(" ")
        started = canvas.beginText(_LEFT, top)
        started.setFont(font, size)
        started.setWordSpace(spare / blanks if justified and blanks and number < len(lines) else 0)
        started.textOut(shown)
        canvas.drawText(started)
        top -= 1.3 * size
    return top - 0.6 * size


def _letter(
    canvas: Canvas, facts: InventedFacts, font: str, size: float, *, justified: bool = False
) -> list[LabelledText]:
    """A letter that fills its page."""
    told = list[LabelledText]()
    top, width = canvas._pagesize[1] - 70, canvas._pagesize[0] - 2 * _LEFT
    for template in (
        "{HOSPITAL}",
        "Patient: {PATIENT}    Born: {DATE.birth}    MRN: {MRN}",
        "Dear Dr. {DOCTOR.last},",
    ):
        pieces = facts.fill_template(template)
        told += pieces
        top = _flow(canvas, pieces, font, size, top, width)
    while top > 150:
        pieces = facts.prose_paragraph(6)
        told += pieces
        top = _flow(canvas, pieces, font, size, top, width, justified=justified)
    pieces = facts.fill_template("Signed by {DOCTOR}, MD, on {DATE}")
    _flow(canvas, pieces, font, size, top, width)
    return [*told, *pieces]


def _results(canvas: Canvas, facts: InventedFacts) -> list[LabelledText]:
    """A table of results with shaded rows, thin lines, red values and small print."""
    told = facts.fill_template("Patient: {PATIENT}    Born: {DATE.birth}    Ordered by: Dr. {DOCTOR.last}")
    canvas.setFillColor(HexColor("#1a3380"))
    canvas.rect(0, canvas._pagesize[1] - 48, canvas._pagesize[0], 48, fill=1, stroke=0)
    canvas.setFillColor(HexColor("#ffffff"))
    canvas.setFont("Helvetica-Bold", 16)
    canvas.drawString(_LEFT, canvas._pagesize[1] - 32, "Laboratory report")
    canvas.setFillColor(HexColor("#000000"))
    _flow(canvas, told, "Helvetica", 9.5, canvas._pagesize[1] - 80, 500)
    for row in range(36):
        y = canvas._pagesize[1] - 120 - 16 * row
        if row % 2:
            canvas.setFillColor(HexColor("#eef0f6"))
            canvas.rect(_LEFT - 4, y - 4, 480, 16, fill=1, stroke=0)
        high = facts.rng.random() < 0.2
        canvas.setFillColor(HexColor("#c00000" if high else "#000000"))
        canvas.setFont("Helvetica", 9)
        low = facts.rng.uniform(1, 50)
        value = f"{low * facts.rng.uniform(0.8, 3):.1f}{' H' if high else ''}"
        day = facts.fill_template("{DATE.short}")
        told += day
        texts = (_TESTS[row % len(_TESTS)], value, "mmol/L", f"{low:.1f} - {2 * low:.1f}", day[0].text)
        for text, x in zip(texts, (0, 120, 200, 280, 400), strict=True):
            canvas.drawString(_LEFT + x, y, text)
        canvas.setStrokeColor(HexColor("#b0b0b0"))
        canvas.setLineWidth(0.25)
        canvas.line(_LEFT - 4, y - 4, _LEFT + 476, y - 4)
    small = facts.fill_template("Printed for {PATIENT} on {DATE}. Values in red are outside of the range.")
    canvas.setFillColor(HexColor("#808080"))
    _flow(canvas, small, "Helvetica", 6, 60, 480)
    return [*told, *small]


def _photographed(canvas: Canvas, facts: InventedFacts) -> list[LabelledText]:
    """A report with a photograph, of the kind of a wound or a slide."""
    chance = np.random.default_rng(facts.rng.randrange(10**6))
    across = np.arange(420)[None, :, None]
    down = np.arange(300)[:, None, None]
    shade = 150 + 50 * np.sin(across / 60) * np.cos(down / 45) + chance.normal(0, 4, (300, 420, 3))
    held = io.BytesIO()
    Image.fromarray((shade * (1, 0.8, 0.7)).clip(0, 255).astype(np.uint8)).save(held, "JPEG", quality=85)
    canvas.drawImage(ImageReader(held), 190, 120, 252, 180)
    told = list[LabelledText]()
    top = 720.0
    for _ in range(3):
        pieces = facts.prose_paragraph(6)
        told += pieces
        top = _flow(canvas, pieces, "Helvetica", 10, top, 484)
    return told


def _shaded(canvas: Canvas, facts: InventedFacts) -> list[LabelledText]:
    """A letter on a shade that fills the page."""
    colours = (HexColor("#e6f2ff"), HexColor("#fff2d9"))
    canvas.linearGradient(0, 0, *canvas._pagesize, colours, extend=True)
    return _letter(canvas, facts, "Helvetica", 10)


def _turned(canvas: Canvas, facts: InventedFacts) -> list[LabelledText]:
    """A letter with a slanted stamp and a line up its margin."""
    told = list[LabelledText]()
    top = 720.0
    for _ in range(2):
        pieces = facts.prose_paragraph(6)
        told += pieces
        top = _flow(canvas, pieces, "Times-Roman", 12, top, 484)
    for place, degrees, font, size, template in (
        ((150, 250), 25, "Helvetica-Bold", 22, "COPY FOR {PATIENT}"),
        ((590, 200), 90, "Courier", 9, "{HOSPITAL}  {DATE}  chart of {PATIENT.last}"),
        ((90, 160), -12, "Times-Italic", 15, "Received {DATE} by {DOCTOR}"),
    ):
        pieces = facts.fill_template(template)
        told += pieces
        canvas.saveState()
        canvas.translate(*place)
        canvas.rotate(degrees)
        canvas.setFillColor(HexColor("#b00020"))
        canvas.setFont(font, size)
        canvas.drawString(0, 0, "".join(p.text for p in pieces))
        canvas.restoreState()
    return told


def _embedded(canvas: Canvas, facts: InventedFacts) -> list[LabelledText]:
    """A letter in a font that the file holds."""
    registerFont(TTFont("Embedded", str(font_file("serif"))))
    return _letter(canvas, facts, "Embedded", 10)


DIGITAL_KINDS: dict[
    str, tuple[tuple[float, float], Callable[[Canvas, InventedFacts], list[LabelledText]]]
] = {
    "letter": (letter, lambda canvas, facts: _letter(canvas, facts, "Times-Roman", 11)),
    "justified": (A4, lambda canvas, facts: _letter(canvas, facts, "Times-Roman", 10, justified=True)),
    "dense": (letter, lambda canvas, facts: _letter(canvas, facts, "Helvetica", 8.5)),
    "typewriter": (letter, lambda canvas, facts: _letter(canvas, facts, "Courier", 10)),
    "embedded": (A4, _embedded),
    "results": (A4, _results),
    "photograph": (letter, _photographed),
    "turned": (letter, _turned),
    "shaded": (letter, _shaded),
}


def make_digital_page(kind: str, seed: int) -> DigitalPage:
    """A page of a kind; the same seed gives the same page."""
    size, draw = DIGITAL_KINDS[kind]
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size, invariant=1)
    told = draw(canvas, InventedFacts(random.Random(f"{kind}:{seed}")))  # noqa: S311 - a seeded page
    canvas.showPage()
    canvas.save()
    return DigitalPage(out.getvalue(), frozenset(p for p in told if p.label is not None))
