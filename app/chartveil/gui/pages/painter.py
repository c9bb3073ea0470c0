"""Draws a page: its picture, the spans and boxes on it, and what is under way with one."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from chartveil.gui.pages import drawing
from chartveil.gui.pages.editor import MarkEditor
from chartveil.gui.pages.pictures import Pictures
from chartveil.gui.pages.shown import ShownPages
from chartveil.gui.theme import Theme, ThemeName, theme
from chartveil.review.marks import area_of

PAPER = theme(ThemeName.LIGHT)
"""Its colours: paper is white in every theme."""


def draw_page(
    painter: QPainter, look: Theme, shown: ShownPages, pictures: Pictures, editor: MarkEditor, page: int
) -> None:
    """Draws one page where it stands in the column."""
    sheet = shown.sheet
    rect = sheet.page_rect(page)
    painter.fillRect(rect, QColor(Qt.GlobalColor.white))
    image = pictures.image(page)
    if image is not None:
        _draw_picture(painter, rect, image, sheet.turns(page))
    else:
        waits = QCoreApplication.translate("PageView", "Page {n} is being drawn…").format(n=page + 1)
        painter.setPen(PAPER.muted)
        inner = rect.adjusted(24, 24, -24, -24)
        painter.drawText(inner, int(Qt.TextFlag.TextWordWrap), pictures.failure(page) or waits)
    for item, place in shown.pieces(page):
        drawing.draw_item(painter, PAPER, item, sheet.rect(place), doubtful=shown.is_doubtful(item))
    _draw_marks(painter, shown, editor, page)
    if shown.current is not None and editor.selected is None:
        for place in shown.places(*shown.current):
            if place.page == page:
                drawing.draw_ring(painter, PAPER, sheet.rect(place))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(look.border, 1))
    painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5))


def _draw_picture(painter: QPainter, rect: QRectF, image: QImage, turns: int) -> None:
    size = rect.size().transposed() if turns % 2 else rect.size()
    upright = QRectF(QPointF(), size)
    upright.moveCenter(QPointF())
    painter.save()
    painter.translate(rect.center())
    painter.rotate(90 * turns)
    painter.drawImage(upright, image)
    painter.restore()


def _draw_marks(painter: QPainter, shown: ShownPages, editor: MarkEditor, page: int) -> None:
    selected, draft = editor.selected, editor.draft
    for mark in editor.marks:
        if mark.region.page == page and not (mark is selected and editor.moves):
            drawing.draw_mark(painter, PAPER, mark, editor.rect(mark))
    for place in shown.struck.get(page, ()):
        drawing.draw_struck(painter, PAPER, shown.sheet.rect(place))
    if draft is not None and draft.page == page:
        drawing.draw_draft(painter, PAPER, shown.sheet.rect(draft))
    if selected is not None and selected.region.page == page:
        rect = shown.sheet.rect(draft or area_of(selected))
        drawing.draw_ring(painter, PAPER, rect)
        drawing.draw_handles(painter, PAPER, rect)
