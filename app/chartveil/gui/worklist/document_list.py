"""The list of documents: one a row, drawn in two lines."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetrics, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from chartveil.gui.theme.colors import Theme, mix_colors
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.widgets.item_views import Index, RowTable
from chartveil.gui.worklist.model import ROW_ROLE, WorklistModel
from chartveil.gui.worklist.state_signs import StateSigns
from chartveil.gui.worklist.wording import remaining_text, summary_text
from chartveil.review.model import DocumentRow, DocumentState

_PAD_X = 12
_PAD_Y = 7
_GAP = 6
_BAR = 3
"""Width of the bar at the side of the document that is open."""


class DocumentRowDelegate(QStyledItemDelegate):
    """Sign and name above; state, patient and type below; what is doubtful and what is left at the end.

    Attributes:
        opened: number of the row that is open in the window; None for none.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.opened: int | None = None
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Draws rows in another theme from now on."""
        self._theme = theme
        self._signs = StateSigns(theme)

    def row_height(self, font: QFont) -> int:
        """Height of a row in logical pixels."""
        return QFontMetrics(font).height() + QFontMetrics(small_font(font)).height() + 2 * _PAD_Y + 3

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, self.row_height(option.font))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, DocumentRow):
            return
        painter.save()
        ink = self._paint_back(painter, option, row)
        self._paint_row(painter, option, row, ink)
        painter.restore()

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        if event.type() != QEvent.Type.ToolTip or not index.isValid():
            return super().helpEvent(event, view, option, index)
        # Names come from files: as plain text they cannot bring markup along.
        lines = str(index.data(Qt.ItemDataRole.ToolTipRole)).split("\n")
        QToolTip.showText(event.globalPos(), "<br>".join(escape(line, quote=False) for line in lines), view)
        return True

    def _paint_back(self, painter: QPainter, option: QStyleOptionViewItem, row: DocumentRow) -> QColor | None:
        """Draws the background; returns the ink for all of the row where it is selected."""
        theme, rect = self._theme, option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        back = theme.selection if chosen else theme.page
        if not chosen and option.state & QStyle.StateFlag.State_MouseOver:
            back = mix_colors(theme.page, theme.selection, 0.35)
        painter.fillRect(rect, back)
        painter.setPen(mix_colors(theme.page, theme.border, 0.3))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if row.row == self.opened:
            bar = QStyle.visualRect(option.direction, rect, QRect(rect.topLeft(), QSize(_BAR, rect.height())))
            painter.fillRect(bar, theme.on_selection if chosen else theme.accent)
        if chosen and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme.focus, 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -2))
        return theme.on_selection if chosen else None

    def _paint_row(
        self, painter: QPainter, option: QStyleOptionViewItem, row: DocumentRow, ink: QColor | None
    ) -> None:
        theme = self._theme
        big, small = QFont(option.font), small_font(option.font)
        if row.row == self.opened:
            big.setWeight(QFont.Weight.DemiBold)
        above, below = QFontMetrics(big).height(), QFontMetrics(small).height()
        inner = option.rect.adjusted(_PAD_X, _PAD_Y, -_PAD_X, -_PAD_Y)
        side = max(13, round(above * 0.9))
        self._sign(painter, option, QRect(inner.left(), inner.top(), side, above), row.state, ink)
        first = QRect(inner.left() + side + _GAP, inner.top(), inner.width() - side - _GAP, above)
        second = QRect(first.left(), first.bottom() + 4, first.width(), below)
        if row.counts.doubtful and row.state.is_searched:
            said = f"{row.counts.doubtful:,}"
            self._text_at_end(painter, option, first, small, ink or theme.warning, said)
            side = max(12, round(below * 0.9))
            at = QRect(first.right() + 1 - side, first.top(), side, first.height())
            self._sign(painter, option, at, None, ink)
            first.setWidth(first.width() - side - 2 * _GAP)
        middle = Qt.TextElideMode.ElideMiddle
        self._text(painter, option, first, big, ink or theme.text, one_line(row.name), middle)
        self._text_at_end(painter, option, second, small, ink or theme.muted, remaining_text(row))
        text, color = summary_text(row), theme.muted
        if row.state is DocumentState.FAILED:
            # Without the path, which the name above it ends: it would leave no room for what is wrong.
            reason = row.reason.partition(f"{row.name}: ")[2] or row.reason
            text, color = f"{choice_name(row.state)} · {reason}", theme.danger
        self._text(painter, option, second, small, ink or color, one_line(text))

    def _sign(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        box: QRect,
        state: DocumentState | None,
        ink: QColor | None,
    ) -> None:
        """Draws a sign in the middle of the height of a box, as large as that is wide."""
        side = box.width()
        square = QRect(box.left(), box.top() + (box.height() - side) // 2, side, side)
        self._signs.draw(painter, QStyle.visualRect(option.direction, option.rect, square), state, ink)

    def _text_at_end(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        line: QRect,
        font: QFont,
        color: QColor,
        text: str,
    ) -> None:
        """Writes a text at the end of a line, and leaves the line what room there is before it."""
        if text:
            width = QFontMetrics(font).horizontalAdvance(text) + 1
            box = QRect(line.right() + 1 - width, line.top(), width, line.height())
            self._text(painter, option, box, font, color, text)
            line.setWidth(line.width() - width - _GAP // 2)

    def _text(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        box: QRect,
        font: QFont,
        color: QColor,
        text: str,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        painter.setFont(font)
        painter.setPen(color)
        shown = QFontMetrics(font).elidedText(text, elide, box.width())
        side = QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft)
        flags = int(side | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine)
        painter.drawText(QStyle.visualRect(option.direction, option.rect, box), flags, shown)


def small_font(font: QFont) -> QFont:
    """The font of the second line."""
    small = QFont(font)
    if font.pixelSize() > 0:
        small.setPixelSize(max(10, font.pixelSize() - 1))
    else:
        small.setPointSizeF(max(7.5, font.pointSizeF() - 0.75))
    return small


class DocumentList(RowTable):
    """Rows of a worklist; up and down move, Enter or a click opens.

    A table with one column: it lays out 10,000 rows at once, which a list view does not.

    Signals:
        opened: number of the row that the user wants to read.
    """

    opened = Signal(int)

    def __init__(self, theme: Theme, rows: WorklistModel, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Documents"), parent)
        self._rows = rows
        self._current: int | None = None
        self._drawing = DocumentRowDelegate(theme, self)
        self.setModel(rows)
        self.setItemDelegate(self._drawing)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMinimumHeight(120)
        self.setStyleSheet("QTableView, QTableView:focus { border: none; border-radius: 0; }")
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._set_height()
        rows.modelReset.connect(self._restore)
        self.clicked.connect(self._open)
        self.entered.connect(lambda: self._open(self.currentIndex()))

    @property
    def opened_row(self) -> int | None:
        """Number of the row that is open in the window."""
        return self._drawing.opened

    def set_opened(self, number: int | None) -> None:
        """Marks the row that is open, and goes there if it is shown."""
        self._drawing.opened = number
        self._rows.keep_visible(number)
        if number is not None:
            self._go_to(number)
        self.viewport().update()

    def current_row(self) -> int | None:
        """Number of the row that the keyboard is at."""
        index = self.currentIndex()
        return None if not index.isValid() else int(index.data(ROW_ROLE).row)

    def set_theme(self, theme: Theme) -> None:
        """Draws the list in another theme."""
        self._drawing.set_theme(theme)
        self.viewport().update()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self._current = int(current.data(ROW_ROLE).row)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # The ring is drawn around a row: without a row nobody would see where the keyboard is.
        if not self.currentIndex().isValid() and self._rows.rowCount():
            self.setCurrentIndex(self._rows.index(0))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._set_height()

    def _set_height(self) -> None:
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(self._drawing.row_height(self.font()))

    def _restore(self) -> None:
        """After rows were taken anew: the same current row, or the top."""
        # Else the scroll bar still has the range of the rows before, and stops there.
        self.doItemsLayout()
        if self._current is None or not self._go_to(self._current):
            self.scrollToTop()

    def _go_to(self, number: int) -> bool:
        place = self._rows.position_of(number)
        if place is None:
            return False
        self.setCurrentIndex(self._rows.index(place))
        return True

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(int(index.data(ROW_ROLE).row))
