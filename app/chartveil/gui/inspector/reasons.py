"""The list of reasons in the inspector."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QResizeEvent, QTextDocument
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from chartveil.domain.labels import LabelGroup
from chartveil.gui.inspector.wording import ReasonRow, ReasonRowKind
from chartveil.gui.theme.colors import Theme
from chartveil.gui.widgets.basic import score_bar_html, score_text, tag_html
from chartveil.gui.widgets.item_views import Index

REASON_ROW_ROLE = Qt.ItemDataRole.UserRole
_HTML = Qt.ItemDataRole.UserRole + 1
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _HtmlDelegate(QStyledItemDelegate):
    """Draws rows that are marked up."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)  # the ring around the row that has the keyboard
        painter.save()
        painter.translate(option.rect.topLeft())
        _laid_out(index.data(_HTML), option.font, option.rect.width()).drawContents(painter)
        painter.restore()


def _laid_out(html: str, font: QFont, width: int) -> QTextDocument:
    made = QTextDocument()
    made.setDefaultFont(font)
    made.setDocumentMargin(3)
    made.setHtml(html)
    made.setTextWidth(width)
    return made


class ReasonList(QListWidget):
    """The reasons for a span, as high as its rows: the pane around it scrolls.

    Signals:
        offset_requested: offset in the text of another place that a row speaks of.
    """

    offset_requested = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: Sequence[ReasonRow] = ()
        self._group = LabelGroup.NAME
        self.setItemDelegate(_HtmlDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QListWidget.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Why: reasons for this span"))
        self.itemClicked.connect(self._go)

    def set_theme(self, theme: Theme) -> None:
        """Draws the rows in the colours of another theme."""
        self._theme = theme
        self.show_rows(self._rows, self._group)

    def show_rows(self, rows: Sequence[ReasonRow], group: LabelGroup) -> None:
        """Shows rows; bars of models that agree are in the colour of the item's group."""
        self._rows, self._group = rows, group
        self.clear()
        for reason in rows:
            item = QListWidgetItem(self)
            item.setData(REASON_ROW_ROLE, reason)
            item.setData(_HTML, self._html(reason))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, reason.accessible_text)
            item.setToolTip(escape(reason.accessible_text))
        self._fit()

    def _html(self, reason: ReasonRow) -> str:
        """A heading; or name and score in one line, and below it another label and what is said."""
        if reason.kind is ReasonRowKind.HEADING:
            return f"<b>{escape(reason.name)}</b>"
        score = score_text(reason.score) if reason.score is not None else ""
        if reason.score is not None and reason.kind is ReasonRowKind.VOTE:
            group = reason.label.group if reason.label is not None else self._group
            score = f"{score_bar_html(reason.score, self._theme, group)}&nbsp;{score}"
        label = f"{tag_html(reason.label, self._theme)} " if reason.label is not None else ""
        said = label + escape(reason.detail)
        muted = f"color:{self._theme.muted.name()};font-size:{max(11, self.fontInfo().pixelSize() - 1)}px"
        return (
            f'<table width="100%" cellpadding="0"><tr><td>{escape(reason.name)}</td>'
            f'<td align="right" style="white-space:nowrap">{score}</td></tr></table>'
            + (f'<div style="{muted}">{said}</div>' if said else "")
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
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
        elif event.key() in _ENTER:
            self._go(self.currentItem())
        else:
            super().keyPressEvent(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if event.key() in _ENTER:
            item = self.currentItem()
            return item is not None and item.data(REASON_ROW_ROLE).linked_offset is not None
        return event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)

    def _go(self, item: QListWidgetItem | None) -> None:
        reason: ReasonRow | None = item.data(REASON_ROW_ROLE) if item is not None else None
        if reason is not None and reason.linked_offset is not None:
            self.offset_requested.emit(reason.linked_offset)

    def _fit(self) -> None:
        """Takes the height that its rows need at its width."""
        width, height = self.viewport().width(), 2
        for item in (self.item(k) for k in range(self.count())):
            size = _laid_out(item.data(_HTML), self.font(), width).size().toSize()
            item.setSizeHint(size)
            height += size.height()
        self.setFixedHeight(height)
