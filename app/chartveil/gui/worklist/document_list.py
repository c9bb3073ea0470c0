"""The list of documents: one a row, drawn in two lines."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontInfo, QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyleOptionViewItem, QWidget

from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.widgets.item_views import Index, MarkupDelegate, RowTable
from chartveil.gui.worklist.model import ROW_ROLE, WorklistModel
from chartveil.gui.worklist.wording import remaining_text, state_icon, summary_text
from chartveil.review.model import DocumentRow, DocumentState

_BAR = 3
"""Width of the bar at the side of the document that is open."""


class DocumentRowDelegate(MarkupDelegate):
    """Sign and name above; state, patient and type below; what is doubtful and what is left at the end.

    Attributes:
        opened: number of the row that is open in the window; None for none.
    """

    def __init__(self, themes: WindowTheme, parent: QWidget) -> None:
        super().__init__(self._row_markup, parent)
        self.opened: int | None = None
        self._themes = themes

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        side = round(option.fontMetrics.height() * 0.9)
        option.icon = state_icon(self._themes.icons, index.data(ROW_ROLE).state)
        option.decorationSize = QSize(side, side)
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        if index.data(ROW_ROLE).row == self.opened:
            bar = QRect(option.rect.topLeft(), QSize(_BAR, option.rect.height()))
            painter.fillRect(QStyle.visualRect(option.direction, option.rect, bar), self._themes.theme.accent)

    def _row_markup(self, index: Index, font: QFont, width: int) -> str:
        row: DocumentRow = index.data(ROW_ROLE)
        theme, big, small = self._themes.theme, QFont(font), small_font(font)
        big.setBold(row.row == self.opened)
        doubt = f"{row.counts.doubtful:,} ?" if row.counts.doubtful and row.state.is_searched else ""
        text, color = summary_text(row), theme.muted
        if row.state is DocumentState.FAILED:
            # Without the path, which the name above it ends: it would leave no room for what is wrong.
            reason = row.reason.partition(f"{row.name}: ")[2] or row.reason
            text, color = f"{choice_name(row.state)} · {reason}", theme.danger
        middle, right = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight
        above = line_html(row.name, big, None, middle, doubt, theme.warning, width)
        below = line_html(text, small, color, right, remaining_text(row), theme.muted, width)
        return f"{above}{below}"


def line_html(
    text: str, font: QFont, ink: QColor | None, elide: Qt.TextElideMode, end: str, end_ink: QColor, width: int
) -> str:
    """A text as long as there is room, and another at the end.

    A table of its own: in one of two lines, a long end below took its room from the name above, and was cut.
    """
    metrics = QFontMetrics(font)
    room = width - metrics.horizontalAdvance(f"{end}  ") if end else width - 2
    shown = escape(metrics.elidedText(one_line(text), elide, room))
    style = f"font-size:{QFontInfo(font).pixelSize()}px;white-space:pre"
    color = f"color:{ink.name()};" if ink is not None else ""
    weight = "bold" if font.bold() else "normal"
    return (
        f'<table width="100%" cellspacing="0" cellpadding="0">'
        f'<tr><td style="{style};{color}font-weight:{weight}">{shown}</td>'
        f'<td align="right" style="{style};color:{end_ink.name()}">{end}</td></tr></table>'
    )


def small_font(font: QFont) -> QFont:
    """The font of the second line."""
    small = QFont(font)
    small.setPixelSize(max(10, QFontInfo(font).pixelSize() - 1))
    return small


class DocumentList(RowTable):
    """Rows of a worklist; up and down move, Enter or a click opens.

    A table with one column: it lays out 10,000 rows at once, which a list view does not.

    Signals:
        opened: number of the row that the user wants to read.
    """

    opened = Signal(int)

    def __init__(self, themes: WindowTheme, rows: WorklistModel, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Documents"), parent)
        self._rows = rows
        self._current: int | None = None
        self._drawing = DocumentRowDelegate(themes, self)
        self.setModel(rows)
        self.setItemDelegate(self._drawing)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMinimumHeight(120)
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
        lines = QFontMetrics(self.font()).height() + QFontMetrics(small_font(self.font())).height()
        self.verticalHeader().setDefaultSectionSize(lines + 17)

    def _restore(self) -> None:
        """After rows were taken anew: the same current row, or the top."""
        # Else the scroll bar still has the range of the rows before, and stops there.
        self.doItemsLayout()
        if not self._rows.total:
            self._current = None  # numbers of another worklist mean other documents
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
