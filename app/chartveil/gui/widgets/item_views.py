"""Shared by the models, delegates and views of lists and tables."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QAbstractTextDocumentLayout as TextLayout
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPalette, QTextDocument, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from chartveil.gui.widgets.form import set_row_table

Index = QModelIndex | QPersistentModelIndex
"""The indexes that Qt gives to models and delegates."""
NO_PARENT = QModelIndex()
"""The default parent of rows in a list or table, in signatures that Qt gives."""
PLAIN_KEY = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
"""Modifiers of a key that is pressed alone."""


class RowTable(QTableView):
    """A table of whole rows, of which one is chosen by Enter.

    Args:
        name: for screen readers.

    Signals:
        entered: Enter was pressed.
    """

    entered = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_row_table(self, name)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setWordWrap(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() in PLAIN_KEY:
            self.entered.emit()
            event.accept()
        else:
            super().keyPressEvent(event)


Markup = Callable[[Index, QFont, int], str]
"""Makes the marked-up text of an index, given the font and the width in pixels."""


class MarkupDelegate(QStyledItemDelegate):
    """Draws markup in the cells of a view, in the middle of their height.

    Args:
        markup: makes it; asked for cells in sight alone. What comes from documents it escapes.
        parent: the view.
    """

    def __init__(self, markup: Markup, parent: QWidget) -> None:
        super().__init__(parent)
        self._markup = markup

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        style, kind = option.widget.style(), QStyle.ControlElement.CE_ItemViewItem
        style.drawControl(kind, option, painter, option.widget)
        rect = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, option.widget)
        shown = markup_document(self._markup(index, option.font, rect.width()), option.font, rect.width())
        context = TextLayout.PaintContext()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        ink = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        context.palette.setColor(QPalette.ColorRole.Text, option.palette.color(ink))
        painter.save()
        painter.setClipRect(rect)
        painter.translate(rect.left(), rect.top() + max(0.0, (rect.height() - shown.size().height()) / 2))
        shown.documentLayout().draw(painter, context)
        painter.restore()


def markup_document(markup: str, font: QFont, width: int) -> QTextDocument:
    """Markup laid out in a width; lines break only where the markup lets them."""
    made = QTextDocument()
    made.setDefaultFont(font)
    made.setDocumentMargin(0)
    made.setDefaultTextOption(QTextOption(Qt.AlignmentFlag.AlignLeading))
    made.setHtml(markup)
    made.setTextWidth(width)
    return made
