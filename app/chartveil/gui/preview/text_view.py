"""A text with its changes marked, before or after. Marks are drawn for what is in sight alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from chartveil.domain.labels import LabelGroup
from chartveil.domain.replacement_offsets import ReplacementOffsets
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.display_offsets import DisplayOffsetMap
from chartveil.gui.widgets.text_view import ReadOnlyTextView, VisibleRows


@dataclass(frozen=True, slots=True)
class PreviewSide:
    """One of the two texts.

    Attributes:
        text: as it is.
        offsets: its characters in what is shown.
        ranges: of the changes, sorted, disjoint, in code points; empty ones where text was taken out.
        groups: of the changes; None for what goes with a part of a page.
    """

    text: str
    offsets: DisplayOffsetMap
    ranges: Sequence[tuple[int, int]]
    groups: Sequence[LabelGroup | None]


@dataclass(frozen=True, slots=True)
class PreparedPreview:
    """Both texts, the way between them, and the item of each change, where there is one."""

    original: PreviewSide
    result: PreviewSide
    changes: ReplacementOffsets
    items: tuple[int | None, ...]


def prepare_preview(
    text: str, replacements: Sequence[Replacement], items: Mapping[tuple[int, int], int]
) -> PreparedPreview:
    """Makes a preview ready. Needs no window: may run in any thread.

    Args:
        text: the original.
        replacements: sorted, disjoint.
        items: id of the item at each replaced range, where there is one.

    Raises:
        ValueError: if replacements overlap, are not sorted, or reach past the text.
    """
    way = ReplacementOffsets(replacements)
    groups = [r.label.group if r.label is not None else None for r in replacements]
    result = apply_replacements(text, list(replacements))
    return PreparedPreview(
        PreviewSide(text, DisplayOffsetMap(text), way.original_ranges, groups),
        PreviewSide(result, DisplayOffsetMap(result), way.output_ranges, groups),
        way,
        tuple(items.get(r) for r in way.original_ranges),
    )


_RADIUS = 2.5


class PreviewText(ReadOnlyTextView):
    """One of the two texts.

    Signals:
        change_clicked: number of the change that was clicked, or on which Enter was pressed.
        scrolled: the text was scrolled.
    """

    change_clicked = Signal(int)
    scrolled = Signal()

    def __init__(self, themes: WindowTheme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(themes, parent)
        self._side = PreviewSide("", DisplayOffsetMap(""), (), ())
        self._current: int | None = None
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.verticalScrollBar().valueChanged.connect(self.scrolled)

    def show_side(self, side: PreviewSide) -> None:
        """Shows a text; the same one as before stays where it is."""
        if side.text != self.text:
            self.set_text(side.text, side.offsets)
        self._side = side
        self._current = None
        self.viewport().update()

    def ring_change(self, change: int | None, *, bring: bool = True) -> None:
        """Rings a change, or none.

        Args:
            change: its number.
            bring: whether to scroll there.
        """
        self._current = change
        if change is not None and bring:
            self.reveal(*self._side.ranges[change])
        self.viewport().update()

    def top_offset(self) -> int:
        """Offset of the first character of the first line in sight."""
        return self.visible_range()[0]

    def change_rect(self, change: int) -> QRectF:
        """Where the first piece of a change is drawn, in the viewport; empty where it is out of sight."""
        return next((rect for k, rect in self._pieces(self.viewport().height()) if k == change), QRectF())

    def paintEvent(self, event: QPaintEvent) -> None:
        pieces = self._pieces(event.rect().bottom() + 1, event.rect().top())
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for k, rect in pieces:
            painter.setPen(Qt.PenStyle.NoPen)
            group = self._side.groups[k]
            painter.setBrush(
                self.themes.theme.groups[group].tint if group is not None else self.themes.theme.border
            )
            painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for k, rect in pieces:
            group = self._side.groups[k]
            ink = self.themes.theme.groups[group].ink if group is not None else self.themes.theme.muted
            painter.setPen(QPen(ink, 1.5))
            y = round(rect.bottom()) - 0.75
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
            if k == self._current:
                painter.setPen(QPen(self.themes.theme.accent, 2))
                painter.drawRoundedRect(rect.adjusted(-1, 0.5, 1, -0.5), _RADIUS, _RADIUS)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            for k, rect in self._pieces(self.viewport().height()):
                if rect.adjusted(-2, 0, 2, 0).contains(event.position()):
                    self.change_clicked.emit(k)
                    return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            offset = self.offsets.offset(self.textCursor().position())
            at = bisect_right(self._side.ranges, offset, key=lambda r: r[0]) - 1
            if at >= 0 and offset <= self._side.ranges[at][1]:
                self.change_clicked.emit(at)
                return
        super().keyPressEvent(event)

    def _pieces(self, bottom: float, top: float = 0.0) -> list[tuple[int, QRectF]]:
        """Changes in a stretch of the viewport: number, and rectangle of each line it is on."""
        return VisibleRows(self, top, bottom).range_rects(self._side.ranges)
