"""What all hostile pages are made of: a note with the patient's name, pictures of words, objects of a PDF."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.hostile_files.notes import make_note
from benchmarks.hostile_files.people import Person, make_person

WIDTH, HEIGHT = 612.0, 792.0
"""Of a page, in points."""
Place = tuple[float, float, float, float]
"""Left, top, right, bottom in points from a page's upper left corner."""


@dataclass(frozen=True, slots=True)
class HostilePage:
    """A file and what must become of it.

    Attributes:
        kind, variant: which trick, in which form.
        suffix: of the file.
        data: the bytes.
        patient: known to the site; nothing of this person may be in the copy.
        hidden: somebody whom no page shows and no list knows; nothing of this person may be in the copy.
        place: where the first page shows what no text layer holds; None where the layer has it.
        kept: words that the copy must still say.
        keeps_picture: whether most of the page's picture must stay as it was.
    """

    kind: str
    variant: int
    suffix: str
    data: bytes
    patient: Person
    hidden: Person | None = None
    place: Place | None = None
    kept: tuple[str, ...] = ()
    keeps_picture: bool = False

    @property
    def name(self) -> str:
        """Of the file: the patient's number tells the program whose it is."""
        return f"{self.patient.mrn}_{self.kind}-{self.variant}{self.suffix}"


def nothing_more(canvas: Any) -> None:
    """Draws nothing besides the note."""


class Sheet:
    """One page of a note, and lots for what varies."""

    def __init__(self, kind: str, variant: int, seed: int) -> None:
        self.kind, self.variant = kind, variant
        self.draw = random.Random(f"{seed} {kind} {variant}")  # noqa: S311 - repeatable
        self.patient = make_person(self.draw)
        self.hidden = make_person(self.draw)
        self.lines = make_note(self.draw)

    def note(self, canvas: Any, *, named: bool = True, top: float = 60.0, size: float = 11.0) -> None:
        """Writes the note as digital text, from the top."""
        canvas.setFont("Helvetica", size)
        lines = [f"Patient: {self.patient.name}", *self.lines] if named else self.lines
        for i, line in enumerate(lines):
            canvas.drawString(72, HEIGHT - top - 22 * i, line)

    def page(self, draw: Callable[[Any], None], *, named: bool = True) -> bytes:
        """A PDF of one page: the note, and what a function draws on it."""

        def both(canvas: Any) -> None:
            self.note(canvas, named=named)
            draw(canvas)

        return pdf_of(both)

    def made(self, data: bytes, suffix: str = ".pdf", **facts: Any) -> HostilePage:
        """The page with its facts; the note's words are to be kept."""
        facts.setdefault("kept", tuple(w for line in self.lines for w in line.split()))
        return HostilePage(self.kind, self.variant, suffix, data, self.patient, **facts)


def pdf_of(*pages: Callable[[Any], None], size: tuple[float, float] = (WIDTH, HEIGHT)) -> bytes:
    """A PDF whose pages are drawn by functions of a canvas."""
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size, invariant=True)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def edited(data: bytes, edit: Callable[[Any], None]) -> bytes:
    """A PDF with an edit by pikepdf."""
    import pikepdf

    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        edit(pdf)
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def picture_of(
    text: str, height: int = 40, ink: Any = 0, paper: Any = 255, face: str = "sans", mode: str = "L"
) -> Any:
    """A picture of words, as a Pillow picture."""
    from PIL import Image, ImageDraw

    from benchmarks.pages.fonts import load_font

    letters = load_font(face, round(height * 0.7))
    box = letters.getbbox(text)
    picture = Image.new(mode, (round(box[2]) + height // 2, height), paper)
    ImageDraw.Draw(picture).text((height // 4, height * 0.08), text, fill=ink, font=letters)
    return picture


def drawn(canvas: Any, picture: Any, left: float, top: float, height: float) -> Place:
    """Draws a picture on a canvas, and tells where it stands."""
    from reportlab.lib.utils import ImageReader

    width = picture.width * height / picture.height
    canvas.drawImage(ImageReader(picture), left, HEIGHT - top - height, width, height)
    return left, top, left + width, top + height


def outlines(canvas: Any, picture: Any, left: float, top: float, height: float) -> Place:
    """Draws the dark shapes of a picture as filled paths."""
    scale = height / picture.height
    canvas.drawPath(_path(canvas, picture, left, HEIGHT - top, scale), stroke=0, fill=1, fillMode=0)
    return left, top, left + picture.width * scale, top + height


def _path(canvas: Any, picture: Any, left: float, top: float, scale: float) -> Any:
    path = canvas.beginPath()
    for shape in shapes_of(picture):
        for i, (x, y) in enumerate(shape):
            (path.lineTo if i else path.moveTo)(left + x * scale, top - y * scale)
        path.close()
    return path


def shapes_of(picture: Any) -> list[list[tuple[float, float]]]:
    """The outlines of a picture's dark shapes, in its pixels."""
    import cv2
    import numpy as np

    dark = (np.asarray(picture.convert("L")) < 128).astype(np.uint8)
    found, _ = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    return [[(float(x), float(y)) for x, y in s[:, 0]] for s in found if len(s) > 2]


def path_operators(picture: Any, scale: float, height: float) -> bytes:
    """Content of a stream that fills a picture's dark shapes, from its lower left corner."""
    out = []
    for shape in shapes_of(picture):
        steps = [
            f"{x * scale:.2f} {height - y * scale:.2f} {'l' if i else 'm'}" for i, (x, y) in enumerate(shape)
        ]
        out.append(" ".join([*steps, "h"]))
    return ("0 g\n" + "\n".join(out) + "\nf*\n").encode()
