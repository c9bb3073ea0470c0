"""Writes the pages of a report as a PDF; the same blocks give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import getFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepInFrame, Paragraph, Spacer, Table

from chartveil.spot_check.report.pages import (
    Block,
    FactTable,
    Grid,
    Plot,
    SignatureLines,
    Text,
    TextStyle,
    VerdictBox,
)
from chartveil.spot_check.report.plots import BOLD, FONT, INK, MUTED, register_fonts
from chartveil.spot_check.verdict import Outcome

_MARGIN = 54
_WIDTH = A4[0] - 2 * _MARGIN
_HEAD = HexColor("#eef0f3")
_LINE = HexColor("#b8bec7")
SIGNATURE_PARTS = ("Name", "Date and place", "Signature")
OUTCOME_COLORS = {
    Outcome.ACCEPT: "#1f6f3d",
    Outcome.EXTEND: "#8a5300",
    Outcome.DRAW_AFRESH: "#8a5300",
    Outcome.REPAIR: "#b3261e",
    Outcome.READ_ON: "#565d67",
}


def _style(name: str, font: str, size: float, **more: object) -> ParagraphStyle:
    return ParagraphStyle(name, fontName=font, fontSize=size, leading=size * 1.42, spaceAfter=4, **more)


_STYLES = {
    TextStyle.TITLE: _style("title", BOLD, 17),
    TextStyle.HEADING: _style("heading", BOLD, 10, spaceBefore=11),
    TextStyle.LEAD: _style("lead", BOLD, 10.5, spaceBefore=8),
    TextStyle.BODY: _style("body", FONT, 8.8),
    TextStyle.SMALL: _style("small", FONT, 7.4, textColor=MUTED),
}
_CELL = ParagraphStyle("cell", fontName=FONT, fontSize=8.2, leading=10.8)
_NAME = ParagraphStyle("name", parent=_CELL, textColor=MUTED)
_TOP = ParagraphStyle("top", parent=_CELL, fontName=BOLD)


def pdf_bytes(pages: Sequence[Sequence[Block]], title: str, footer: str) -> bytes:
    """One page of A4 for each; what would be too long for one is made smaller.

    Args:
        pages: blocks of each page.
        title: of the document, in its properties.
        footer: at the foot of every page, before its number.
    """
    register_fonts()
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1, lang="en")
    canvas.setTitle(_printable(title))
    canvas.setCreator("Chartveil")
    height = A4[1] - 2 * _MARGIN
    for number, blocks in enumerate(pages, 1):
        content: list[Flowable] = []
        for block in blocks:
            content += _flowables(block)
        box = KeepInFrame(_WIDTH, height, content, mode="shrink")
        _, used = box.wrapOn(canvas, _WIDTH, height)
        box.drawOn(canvas, _MARGIN, A4[1] - _MARGIN - used)
        canvas.setFont(FONT, 6.5)
        canvas.setFillColor(MUTED)
        canvas.drawString(_MARGIN, 30, _printable(footer))
        canvas.drawRightString(A4[0] - _MARGIN, 30, f"{number} of {len(pages)}")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _flowables(block: Block) -> list[Flowable]:
    match block:
        case Text(text, style):
            return [Paragraph(_markup(text), _STYLES[style])]
        case VerdictBox(outcome, meaning):
            return [_verdict(outcome, meaning)]
        case FactTable(rows):
            cells = [[Paragraph(_markup(n), _NAME), Paragraph(_markup(v), _CELL)] for n, v in rows]
            lines = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LINEBELOW", (0, 0), (-1, -1), 0.4, _HEAD)]
            return [_table(cells, (105, _WIDTH - 105), lines), Spacer(1, 4)]
        case Grid():
            return [_grid(block), Spacer(1, 4)]
        case Plot(drawing, _):
            return [drawing, Spacer(1, 4)]
        case SignatureLines(roles):
            return [_signatures(roles)]


def _table(cells: list[list[Any]], widths: Sequence[float], style: list[tuple[Any, ...]]) -> Table:
    tight = [("TOPPADDING", (0, 0), (-1, -1), 2), ("BOTTOMPADDING", (0, 0), (-1, -1), 2)]
    sides = [("LEFTPADDING", (0, 0), (-1, -1), 3), ("RIGHTPADDING", (0, 0), (-1, -1), 3)]
    return Table(cells, colWidths=widths, style=[*tight, *sides, *style])


def _grid(grid: Grid) -> Table:
    columns = len(grid.header)
    first = _WIDTH * (0.34 if columns < 6 else 0.2)
    widths = [_WIDTH * share for share in grid.widths]
    widths = widths or [first, *[(_WIDTH - first) / (columns - 1)] * (columns - 1)]
    cells = [[Paragraph(_markup(c), _TOP) for c in grid.header]]
    cells += [[Paragraph(_markup(c), _CELL) for c in row] for row in grid.rows]
    style = [
        ("BACKGROUND", (0, 0), (-1, 0), _HEAD),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, _LINE),
    ]
    table = _table(cells, widths, style)
    table.repeatRows = 1
    return table


def _verdict(outcome: Outcome, meaning: str) -> Table:
    color = HexColor(OUTCOME_COLORS[outcome])
    word = ParagraphStyle("verdict", fontName=BOLD, fontSize=15, leading=19, textColor=white)
    said = ParagraphStyle("meaning", fontName=FONT, fontSize=9, leading=12)
    cells = [[Paragraph(outcome.value.upper(), word), Paragraph(_markup(meaning), said)]]
    style = [
        ("BACKGROUND", (0, 0), (0, 0), color),
        ("BOX", (0, 0), (-1, -1), 1, color),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 7),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 7),
        ("LEFTPADDING", (0, 0), (-1, -1), 10),
    ]
    return Table(cells, colWidths=(125, _WIDTH - 125), style=style)


def _signatures(roles: Sequence[str]) -> Table:
    cells = [
        [Paragraph(_markup(role), _TOP), *(Paragraph(p, _NAME) for p in SIGNATURE_PARTS)] for role in roles
    ]
    style = [
        ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
        ("LINEBELOW", (1, 0), (-1, -1), 0.6, INK),
    ]
    widths = (100, (_WIDTH - 100) * 0.34, (_WIDTH - 100) * 0.26, (_WIDTH - 100) * 0.4)
    return Table(cells, colWidths=widths, rowHeights=38, style=style)


def _markup(text: str) -> str:
    return escape(_printable(text))


def _printable(text: str) -> str:
    """The text with a question mark for each character that the font lacks."""
    known = getFont(FONT).face.charToGlyph
    return "".join(c if ord(c) in known or c == "\n" else "?" for c in text)
