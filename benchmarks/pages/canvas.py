"""A sheet of paper that remembers whose ink is where. Places are in points from the upper left corner."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from benchmarks.pages.fonts import load_font
from benchmarks.pages.invented_text import labelled_words
from benchmarks.pages.synthetic_page import PEN_STROKE, GoldWord, LabelledText, SyntheticPage, ink_places
from chartveil.domain.geometry import Rect
from chartveil.domain.labels import Label

InkColour: TypeAlias = tuple[int, int, int]
BLACK: InkColour = (0, 0, 0)
WHITE: InkColour = (255, 255, 255)
_INKED = 80
"""From this much of 255 a pixel at the edge of a letter counts as its ink."""


@dataclass(frozen=True, slots=True)
class WordStyle:
    """How text is drawn: a face of ``fonts``, its size in points, its colour, the distance of its lines as a
    multiple of the size, and of the width of a blank."""

    face: str = "sans"
    size: float = 11.0
    ink: InkColour = BLACK
    leading: float = 1.35
    gap: float = 1.0


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A word before its ink is measured."""

    text: str
    label: Label | None
    line: int
    block: int


class PageCanvas:
    """A page that is being drawn; what is drawn last lies on top.

    Args:
        dpi: pixels an inch.
        width, height: in points.
        colour: False for a picture in grey.
    """

    def __init__(self, dpi: float, width: float = 612, height: float = 792, *, colour: bool = False) -> None:
        self.dpi, self.width, self.height = dpi, width, height
        self._scale = dpi / 72
        size = (round(width * self._scale), round(height * self._scale))
        self._picture = Image.new("RGB" if colour else "L", size, "white")
        self._draw = ImageDraw.Draw(self._picture)
        self._owners = np.zeros((size[1], size[0]), np.uint16)
        self._words: list[_Drawn] = []
        self._line = 0
        self._block = 0
        self._blocks = 0

    def begin_block(self, *, loose: bool = False) -> None:
        """What is drawn from here on is a block of its own; of a loose one the order is not sure."""
        self._blocks += 1
        self._block = -1 if loose else self._blocks

    def measure(self, text: str, style: WordStyle) -> float:
        """Width of text in points."""
        return load_font(style.face, style.size * self._scale).getlength(text) / self._scale

    def line(
        self,
        text: str | Sequence[LabelledText],
        x: float,
        y: float,
        style: WordStyle = WordStyle(),
        *,
        align: float = 0.0,
        same: bool = False,
    ) -> float:
        """Draws one line with its baseline at ``y``.

        Args:
            align: 0 to begin at x, 0.5 to stand around it, 1 to end there.
            same: part of the line drawn before (a cell of the same row).

        Returns:
            Where it ends.
        """
        words = labelled_words([LabelledText(text)] if isinstance(text, str) else text)
        blank = self.measure(" ", style) * style.gap
        widths = [self.measure(w, style) for w, _ in words]
        x -= align * (sum(widths) + blank * max(0, len(words) - 1))
        self._line += not same
        for (word, label), width in zip(words, widths, strict=True):
            self._word(word, label, x, y, style)
            x += width + blank
        return x - blank

    def paragraph(
        self,
        text: str | Sequence[LabelledText],
        x: float,
        y: float,
        width: float,
        style: WordStyle = WordStyle(),
    ) -> float:
        """Draws text broken into lines, the first baseline at ``y``; gives where the next line would be."""
        words = labelled_words([LabelledText(text)] if isinstance(text, str) else text)
        blank = self.measure(" ", style)
        at = x
        self._line += 1
        for word, label in words:
            wide = self.measure(word, style)
            if at > x and at + wide > x + width:
                at, y = x, y + style.size * style.leading
                self._line += 1
            self._word(word, label, at, y, style)
            at += wide + blank
        return y + style.size * style.leading

    def cells(
        self, texts: Sequence[str | Sequence[LabelledText]], xs: Sequence[float], y: float, style: WordStyle
    ) -> None:
        """Draws a row of a table, each cell beginning at its x."""
        for i, (text, x) in enumerate(zip(texts, xs, strict=True)):
            self.line(text, x, y, style, same=i > 0)

    def stamp(
        self, lines: Sequence[Sequence[LabelledText]], x: float, y: float, angle: float, style: WordStyle
    ) -> None:
        """Draws a framed stamp with its middle at (x, y), turned counter-clockwise by degrees."""
        self.begin_block(loose=True)
        step = style.size * style.leading
        side = PageCanvas(self.dpi, 320, 320)
        half = max(side.measure(" ".join(w for w, _ in labelled_words(t)), style) for t in lines) / 2 + 8
        for i, text in enumerate(lines):
            side.line(
                text, 160, 160 + (i - (len(lines) - 1) / 2) * step + style.size * 0.35, style, align=0.5
            )
        high = step * len(lines) / 2 + 4
        side.frame(160 - half, 160 - high, 160 + half, 160 + high, 1.6)
        self._paste(side, x - 160, y - 160, angle, style.ink)

    def rule(
        self, x0: float, y0: float, x1: float, y1: float, width: float = 0.75, ink: InkColour = BLACK
    ) -> None:
        """Draws a straight line."""
        places = [round(v * self._scale) for v in (x0, y0, x1, y1)]
        self._draw.line(places, self._ink(ink), max(1, round(width * self._scale)))

    def frame(self, x0: float, y0: float, x1: float, y1: float, width: float = 0.75) -> None:
        """Draws the sides of a rectangle."""
        places = [round(v * self._scale) for v in (x0, y0, x1, y1)]
        self._draw.rectangle(places, outline=self._ink(BLACK), width=max(1, round(width * self._scale)))

    def fill(self, x0: float, y0: float, x1: float, y1: float, ink: InkColour) -> None:
        """Paints a rectangle."""
        self._draw.rectangle([round(v * self._scale) for v in (x0, y0, x1, y1)], fill=self._ink(ink))

    def tick(self, x: float, y: float, size: float, *, ticked: bool) -> None:
        """Draws a box to tick with its lower left corner at (x, y)."""
        self.frame(x, y - size, x + size, y)
        if ticked:
            self.rule(x + 1.5, y - size + 1.5, x + size - 1.5, y - 1.5, 1.2)
            self.rule(x + 1.5, y - 1.5, x + size - 1.5, y - size + 1.5, 1.2)

    def curve(self, points: Sequence[tuple[float, float]], width: float, ink: InkColour = BLACK) -> None:
        """Draws a line through points, as a pen does; it is no word and may be covered."""
        places = [(px * self._scale, py * self._scale) for px, py in points]
        wide = max(1, round(width * self._scale))
        self._draw.line(places, self._ink(ink), wide, joint="curve")
        mask = Image.new("1", self._picture.size)
        ImageDraw.Draw(mask).line(places, 1, wide, joint="curve")
        self._owners[np.asarray(mask)] = PEN_STROKE

    def finished_page(self) -> SyntheticPage:
        """What was drawn."""
        places = ink_places(self._owners)
        words = tuple(
            GoldWord(n, w.text, places[n], w.label, w.line, w.block)
            for n, w in enumerate(self._words, 1)
            if n in places
        )
        return SyntheticPage(np.asarray(self._picture).copy(), self.dpi, words, self._owners)

    def _word(self, word: str, label: Label | None, x: float, y: float, style: WordStyle) -> None:
        self._words.append(_Drawn(word, label, self._line, self._block))
        face = load_font(style.face, style.size * self._scale)
        left, top, right, bottom = face.getbbox(word, anchor="ls")
        edge = 2
        size = (math.ceil(right - left) + 2 * edge, math.ceil(bottom - top) + 2 * edge)
        mask = Image.new("L", size)
        corner = (math.floor(left) - edge, math.floor(top) - edge)
        ImageDraw.Draw(mask).text((-corner[0], -corner[1]), word, fill=255, font=face, anchor="ls")
        where = (round(x * self._scale) + corner[0], round(y * self._scale) + corner[1])
        self._ink_on(mask, where, style.ink, len(self._words))

    def _ink_on(self, mask: Image.Image, where: tuple[int, int], ink: InkColour, number: int) -> None:
        """Lays a word's ink on the sheet; what falls beside the sheet is lost."""
        self._picture.paste(self._ink(ink), (*where, where[0] + mask.width, where[1] + mask.height), mask)
        shape = np.asarray(mask)
        top, left = max(0, where[1]), max(0, where[0])
        shape = shape[top - where[1] :, left - where[0] :]
        target = self._owners[top : top + shape.shape[0], left : left + shape.shape[1]]
        target[shape[: target.shape[0], : target.shape[1]] >= _INKED] = number

    def _paste(self, other: PageCanvas, x: float, y: float, angle: float, ink: InkColour) -> None:
        """Lays the ink of another sheet on this one, turned about its middle."""
        corner = (round(x * self._scale), round(y * self._scale))
        mask = Image.eval(other._picture, lambda v: 255 - v).rotate(angle, Image.Resampling.BICUBIC)
        self._picture.paste(self._ink(ink), (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
        turned = Image.fromarray(other._owners.astype(np.int32)).rotate(angle, Image.Resampling.NEAREST)
        owners: NDArray[np.int32] = np.array(turned)
        first = len(self._words)
        self._words += [_Drawn(w.text, w.label, self._line + w.line, self._block) for w in other._words]
        self._line += other._line
        top, left = max(0, corner[1]), max(0, corner[0])
        owners = owners[top - corner[1] :, left - corner[0] :]
        target = self._owners[top : top + owners.shape[0], left : left + owners.shape[1]]
        owners = owners[: target.shape[0], : target.shape[1]]
        target[owners > 0] = (owners[owners > 0] + first).astype(np.uint16)

    def _ink(self, ink: InkColour) -> InkColour | int:
        """A colour as the picture wants it."""
        if self._picture.mode == "RGB":
            return ink
        return round(0.299 * ink[0] + 0.587 * ink[1] + 0.114 * ink[2])


def rect_around_words(words: Sequence[GoldWord]) -> Rect:
    """The rectangle around words."""
    return Rect(
        min(w.place.left for w in words),
        min(w.place.top for w in words),
        max(w.place.right for w in words),
        max(w.place.bottom for w in words),
    )
