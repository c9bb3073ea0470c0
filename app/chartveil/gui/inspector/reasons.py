"""The list of reasons in the inspector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from chartveil.domain.labels import LabelGroup
from chartveil.gui.inspector.wording import ReasonRow, ReasonRowKind
from chartveil.gui.theme.colors import Theme
from chartveil.gui.widgets.basic import (
    draw_score_bar,
    draw_tag,
    font_pixels,
    score_text,
    tag_width,
    wrap_lines,
)
from chartveil.gui.widgets.item_views import NO_PARENT, Index

REASON_ROW_ROLE = Qt.ItemDataRole.UserRole
_GAP = 6.0
_INDENT = 8.0
_NUMBER = "1.00"
_BAR = 64.0
_TAG_ROOM = 4.0


class ReasonModel(QAbstractListModel):
    """Rows of reasons; the row itself under ``REASON_ROW_ROLE``."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: list[ReasonRow] = []

    def set_rows(self, rows: Sequence[ReasonRow]) -> None:
        """Takes other rows."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == REASON_ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return (
                row.accessible_text
                if row.kind is not ReasonRowKind.HEADING or role != Qt.ItemDataRole.ToolTipRole
                else None
            )
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren


class _ReasonDelegate(QStyledItemDelegate):
    """Draws a row: a heading, a vote with its bar, or a reason with its words below."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.group = LabelGroup.NAME
        self.width = 260

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: ReasonRow = index.data(REASON_ROW_ROLE)
        line = QFontMetricsF(option.font).height()
        if row.kind is ReasonRowKind.HEADING:
            return QSize(self.width, round(line + (4 if index.row() == 0 else 12)))
        height = line + 6
        if not self._one_line(row, option.font):
            height += line + _TAG_ROOM
        if row.detail:
            small = self._small(option.font)
            lines = wrap_lines(row.detail, small, self.width - _INDENT)
            height += len(lines) * QFontMetricsF(small).height() + 2
        return QSize(self.width, round(height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: ReasonRow = index.data(REASON_ROW_ROLE)
        painter.save()
        view = option.widget
        rect = QRectF(option.rect)
        if isinstance(view, QListView) and view.hasFocus() and view.currentIndex() == index:
            painter.setPen(QPen(self.theme.focus, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 3, 3)
        if row.kind is ReasonRowKind.HEADING:
            font = QFont(option.font)
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(self.theme.text)
            bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft
            painter.drawText(rect.adjusted(2, 0, 0, -2), bottom, row.name)
        else:
            self._reason(painter, rect.adjusted(_INDENT, 2, 0, -2), row, option.font)
        painter.restore()

    def _reason(self, painter: QPainter, rect: QRectF, row: ReasonRow, font: QFont) -> None:
        metrics = QFontMetricsF(font)
        line = QRectF(rect.left(), rect.top(), rect.width(), metrics.height() + 2)
        number = metrics.horizontalAdvance(_NUMBER)
        right = rect.right()
        painter.setFont(font)
        painter.setPen(self.theme.text)
        name = line
        if row.score is not None:
            box = QRectF(right - number, line.top(), number, line.height())
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, score_text(row.score)
            )
            right = box.left() - _GAP
        one_line = self._one_line(row, font)
        if row.kind is ReasonRowKind.VOTE and row.score is not None:
            group = row.label.group if row.label is not None else self.group
            draw_score_bar(
                painter,
                self.theme,
                row.score,
                QRectF(right - _BAR, line.top(), _BAR, line.height()),
                self.theme.groups[group].ink,
            )
            right -= _BAR + _GAP
        if row.label is not None:
            width = tag_width(row.label, font)
            at = right - width if one_line else rect.left()
            top = line.top() if one_line else line.bottom() + 1
            draw_tag(painter, self.theme, row.label, QRectF(at, top, width, line.height()), font)
            right = at - _GAP if one_line else right
        name.setRight(right)
        shown = metrics.elidedText(row.name, Qt.TextElideMode.ElideMiddle, name.width())
        painter.drawText(name, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        if row.detail:
            small = self._small(font)
            step = QFontMetricsF(small).height()
            top = line.bottom() if one_line else line.bottom() + metrics.height() + _TAG_ROOM
            painter.setFont(small)
            painter.setPen(self.theme.muted)
            for words in wrap_lines(row.detail, small, rect.width()):
                painter.drawText(QRectF(rect.left(), top, rect.width() + 4, step), words)
                top += step

    def _one_line(self, row: ReasonRow, font: QFont) -> bool:
        """Whether name, label, bar and score of a reason find room beside each other."""
        if row.label is None:
            return True
        metrics = QFontMetricsF(font)
        needed = metrics.horizontalAdvance(row.name) + tag_width(row.label, font) + 2 * _GAP
        if row.score is not None:
            needed += metrics.horizontalAdvance(_NUMBER)
            needed += _BAR + _GAP if row.kind is ReasonRowKind.VOTE else 0
        return needed <= self.width - _INDENT

    @staticmethod
    def _small(font: QFont) -> QFont:
        small = QFont(font)
        small.setPixelSize(max(11, round(font_pixels(font) - 1)))
        return small


class ReasonList(QListView):
    """The reasons for a span, as high as its rows: the pane around it scrolls.

    Signals:
        offset_requested: offset in the text of another place that a row speaks of.
    """

    offset_requested = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ReasonModel(self)
        self._painter = _ReasonDelegate(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(self._painter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Why: reasons for this span"))
        self.clicked.connect(self._go)

    def set_theme(self, theme: Theme) -> None:
        """Draws the rows in the colours of another theme."""
        self._painter.theme = theme
        self.viewport().update()

    def show_rows(self, rows: Sequence[ReasonRow], group: LabelGroup) -> None:
        """Shows rows; bars of models that agree are in the colour of the item's group."""
        self._painter.group = group
        self._model.set_rows(rows)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        # Keys that move in this list or press its links are its own, though the window has commands on them.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._is_own(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._is_own(event):
            # Letters and the like are commands of the window, not a search in this list.
            event.ignore()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            row: ReasonRow | None = self.currentIndex().data(REASON_ROW_ROLE)
            return row is not None and row.linked_offset is not None
        return event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)

    def _go(self, index: QModelIndex) -> None:
        row: ReasonRow = index.data(REASON_ROW_ROLE)
        if row.linked_offset is not None:
            self.offset_requested.emit(row.linked_offset)

    def _fit(self) -> None:
        """Takes the height that its rows need at its width."""
        if self.viewport().width() != self._painter.width:
            self._painter.width = self.viewport().width()
            self.scheduleDelayedItemsLayout()
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        rows = range(self._model.rowCount())
        height = sum(self._painter.sizeHint(option, self._model.index(k, 0)).height() for k in rows)
        if self.minimumHeight() != height + 2:
            self.setFixedHeight(height + 2)
