"""Draws a page: its picture, the spans and boxes on it, and what is under way with one."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from chartveil.gui.pages import drawing
from chartveil.gui.pages.editor import BoxEditor
from chartveil.gui.pages.pictures import PageImageCache
from chartveil.gui.pages.shown import PageContents
from chartveil.gui.theme.tokens import Theme, ThemeName, theme_by_name
from chartveil.review.marks import box_area

PAPER_THEME = theme_by_name(ThemeName.LIGHT)
"""Its colours: paper is white in every theme."""


def draw_page(
    painter: QPainter,
    look: Theme,
    shown: PageContents,
    pictures: PageImageCache,
    editor: BoxEditor,
    page: int,
) -> None:
    """Draws one page where it stands in the column."""
    sheet = shown.geometry
    rect = sheet.page_rect(page)
    painter.fillRect(rect, QColor(Qt.GlobalColor.white))
    image = pictures.image(page)
    if image is not None:
        _draw_picture(painter, rect, image, sheet.rotation(page))
    else:
        waits = QCoreApplication.translate("PageView", "Page {n} is being drawn…").format(n=page + 1)
        painter.setPen(PAPER_THEME.muted)
        inner = rect.adjusted(24, 24, -24, -24)
        painter.drawText(inner, int(Qt.TextFlag.TextWordWrap), pictures.error(page) or waits)
    for item, place in shown.item_areas(page):
        drawing.draw_span(painter, PAPER_THEME, item, sheet.to_rect(place), doubtful=shown.is_doubtful(item))
    _draw_marks(painter, shown, editor, page)
    if shown.ringed_range is not None and editor.selected is None:
        for place in shown.areas_of(*shown.ringed_range):
            if place.page == page:
                drawing.draw_ring(painter, PAPER_THEME, sheet.to_rect(place))
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


def _draw_marks(painter: QPainter, shown: PageContents, editor: BoxEditor, page: int) -> None:
    selected, draft = editor.selected, editor.draft
    for mark in editor.boxes:
        if mark.region.page == page and not (mark is selected and editor.is_moving_selected):
            drawing.draw_box(painter, PAPER_THEME, mark, editor.rect_of(mark))
    for place in shown.struck_words.get(page, ()):
        drawing.draw_strikethrough(painter, PAPER_THEME, shown.geometry.to_rect(place))
    if draft is not None and draft.page == page:
        drawing.draw_draft(painter, PAPER_THEME, shown.geometry.to_rect(draft))
    if selected is not None and selected.region.page == page:
        rect = shown.geometry.to_rect(draft or box_area(selected))
        drawing.draw_ring(painter, PAPER_THEME, rect)
        drawing.draw_handles(painter, PAPER_THEME, rect)
