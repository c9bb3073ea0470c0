"""The places that are left to look at, by risk: those of the whole worklist, the riskiest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from html import escape
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QShowEvent
from PySide6.QtWidgets import QHeaderView, QProgressBar, QStackedLayout, QWidget

from chartveil.domain.wording import score_text
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import (
    label_text,
    one_line,
    plain_tooltip,
    score_bar_html,
    tag_html,
)
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.flow_layout import flow
from chartveil.gui.widgets.item_views import NO_PARENT, Index, MarkupDelegate, RowTable
from chartveil.gui.widgets.layouts import column, named, row, scroll_area, text_label
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.service.risk_queue import RiskQueueEntry
from chartveil.service.worklist_report import whole_percent

PAGE_SIZE = 200
"""Entries that are fetched at a time."""


class QueueColumn(IntEnum):
    """The columns of the table. What else there is to say of a place is drawn and told with it."""

    RISK = 0
    PLACE = 1


def place_text(entry: RiskQueueEntry) -> str:
    """The text of a place in one line; for a stretch that there is no span."""
    return one_line(entry.text) if entry.label is not None else _tr("No span here")


def _facts(entry: RiskQueueEntry) -> dict[str, str]:
    """What is told of a place in one breath, each by its name."""
    facts = {
        _tr("Text"): place_text(entry),
        _tr("Label"): label_text(entry.label) if entry.label is not None else "",
        _tr("Why look"): "; ".join(entry.reasons),
        _tr("Document"): entry.document,
    }
    return {name: fact for name, fact in facts.items() if fact}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Queue", text)


class RiskQueueModel(QAbstractTableModel):
    """Entries by risk under ``UserRole``, fetched by the page: views ask for more as they come to the end.

    Signals:
        more_requested: answer with ``append``; not sent again before that.

    Attributes:
        complete: whether no page is left to fetch.
    """

    more_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[RiskQueueEntry] = []
        self.complete = True
        self._asked = False

    def set_entries(self, entries: Sequence[RiskQueueEntry]) -> None:
        """Shows the first page of entries in place of what was shown."""
        self.beginResetModel()
        self._entries = list(entries)
        self.complete = len(entries) < PAGE_SIZE
        self._asked = False
        self.endResetModel()

    def append(self, entries: Sequence[RiskQueueEntry]) -> None:
        """Adds a page; one that is not full is the last."""
        self._asked = False
        self.complete = len(entries) < PAGE_SIZE
        if not entries:
            return
        at = len(self._entries)
        self.beginInsertRows(NO_PARENT, at, at + len(entries) - 1)
        self._entries += entries
        self.endInsertRows()

    def remove(self, places: Iterable[tuple[int, int]]) -> None:
        """Drops entries that were decided, by document and item."""
        gone = set(places)
        for at in reversed(range(len(self._entries))):
            if (self._entries[at].row, self._entries[at].item) in gone:
                self.beginRemoveRows(NO_PARENT, at, at)
                del self._entries[at]
                self.endRemoveRows()

    def entry(self, row: int) -> RiskQueueEntry:
        """The entry in a row of the table."""
        return self._entries[row]

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(QueueColumn)

    def canFetchMore(self, parent: Index = NO_PARENT) -> bool:
        return not parent.isValid() and not self.complete and not self._asked

    def fetchMore(self, parent: Index = NO_PARENT) -> None:
        if self.canFetchMore(parent):
            self._asked = True
            self.more_requested.emit()

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return _tr("Text") if section == QueueColumn.PLACE else _tr("Risk")
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry, is_place = self._entries[index.row()], index.column() == QueueColumn.PLACE
        match role:
            case Qt.ItemDataRole.UserRole:
                return entry
            case Qt.ItemDataRole.DisplayRole:
                return place_text(entry) if is_place else score_text(entry.risk)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip("\n".join(_facts(entry).values()))
            case Qt.ItemDataRole.AccessibleTextRole:
                told = _facts(entry) if is_place else {_tr("Risk"): score_text(entry.risk)}
                return "; ".join(f"{name}: {fact}" for name, fact in told.items())
        return None


_PAD = 8
USUAL_WIDTH = 480
"""Room for the usual reasons beside a name of a document."""
_LEAST_ROWS = 3
"""Rows that are in sight in the lowest window; what is around the table is scrolled then."""
_NARROWEST = 280


class RiskQueuePanel(QWidget):
    """Share of the risk that was looked at, and the places that are left.

    Signals:
        entry_chosen: row of the document and id of the item to open.
        more_requested: the next page of entries is wanted; answer with ``append_entries``.
        closed: back to the documents.
    """

    entry_chosen = Signal(int, int)
    more_requested = Signal()
    closed = Signal()

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = RiskQueueModel()
        self._model.more_requested.connect(self.more_requested)
        self._themes = themes
        self.setMinimumWidth(_NARROWEST)
        self._build()
        self.set_entries([])
        self.set_risk_seen(None)
        self.set_unsearched(0)

    def set_entries(self, entries: Sequence[RiskQueueEntry]) -> None:
        """Shows the first page, of ``PAGE_SIZE`` entries or fewer, by risk from the highest. The current
        place stays so where it is among them."""
        index = self.table.currentIndex()
        before = self._model.entry(index.row()) if index.isValid() else None
        self._model.set_entries(entries)
        if entries:
            same = before is not None and (before.row, before.item)
            self.table.selectRow(next((n for n, e in enumerate(entries) if (e.row, e.item) == same), 0))
        self._refresh()

    def append_entries(self, entries: Sequence[RiskQueueEntry]) -> None:
        """Adds the next page; an empty or short one is the last."""
        self._model.append(entries)
        self._refresh()

    def remove_entries(self, places: Iterable[tuple[int, int]]) -> None:
        """Drops what was decided, by document and item."""
        self._model.remove(places)
        self._refresh()

    def set_risk_seen(self, share: float | None) -> None:
        """Shows which share of the worklist's risk was looked at, in [0, 1]; None where there is none yet."""
        n = 0 if share is None else whole_percent(share)
        self.bar.setValue(n)
        said = self.tr("{n} % of the risk looked at").format(n=n)
        self.share.setText(self.tr("No risk found") if share is None else said)

    def set_unsearched(self, number: int) -> None:
        """Says how many documents may still bring places, being not searched yet."""
        waiting = counted_text(
            number,
            self.tr("Nothing to look at so far: 1 document is not searched yet."),
            self.tr("Nothing to look at so far: {n} documents are not searched yet."),
        )
        done = self.tr("Nothing is left to look at: every span is decided, or its document signed off.")
        self.nothing.setText(waiting if number else done)

    def _choose(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            entry = self._model.entry(index.row())
            self.entry_chosen.emit(entry.row, entry.item)

    def _start(self) -> None:
        if self._model.rowCount():
            self.table.selectRow(0)
            self._choose()

    def _refresh(self) -> None:
        shown = self._model.rowCount()
        if not shown:
            # All of a page was decided: what comes after it is not seen yet.
            self._model.fetchMore()
        self.start.setEnabled(shown > 0)
        self._pages.setCurrentIndex(0 if shown or not self._model.complete else 1)
        text = counted_text(shown, self.tr("1 place"), self.tr("{n} places"))
        if not self._model.complete:
            text = self.tr("The first {n} places; more follow as you scroll.").format(n=f"{shown:,}")
        self.count.setText(text if shown else "")

    def _build(self) -> None:
        back = push_button(self.tr("&Back"), self.closed.emit, tip=self.tr("Back to the documents"))
        meaning = self.tr(
            "Undecided places of all documents, by how much a second look is worth. Risk weighs doubt by "
            "how far a leak would lead to a person; it is no probability. Enter opens a place."
        )
        self.share = text_label("", "heading", wrap=False)
        self.bar = named(QProgressBar(), self.tr("Risk looked at, in per cent"))
        self.bar.setRange(0, 100)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(96)
        self.start = push_button(self.tr("&Start at the top"), self._start, look="primary")
        self.table = RowTable(self.tr("Places by risk"))
        self.table.setModel(self._model)
        self.table.setItemDelegate(MarkupDelegate(self._markup, self.table))
        self.table.entered.connect(self._choose)
        self.table.doubleClicked.connect(self._choose)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(QueueColumn.PLACE, QHeaderView.ResizeMode.Stretch)
        self.nothing = text_label("", "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedLayout()
        for page in (self.table, self.nothing):
            self._pages.addWidget(page)
        self.count = text_label("", "small")
        content = QWidget()
        column(
            row((text_label(self.tr("Where to look first"), "title"), 1), back, gap=8),
            text_label(meaning, "muted"),
            flow(self.share, self.bar, self.start, gap=16),
            (self._pages, 1),
            self.count,
            parent=content,
            margins=16,
            gap=8,
        )
        column((scroll_area(content), 1), parent=self, margins=0)

    def _markup(self, index: Index, font: QFont, width: int) -> str:
        """Risk as a bar and a number; beside it the text with its label, why to look, the document."""
        entry, theme = self._model.entry(index.row()), self._themes.theme
        if index.column() == QueueColumn.RISK:
            bar = score_bar_html(entry.risk, theme.accent, theme, 24)
            return f"<nobr>{bar} {score_text(entry.risk)}</nobr>"
        metrics, room = QFontMetrics(font), width - _PAD
        tag = tag_html(entry.label, theme) if entry.label is not None else ""
        why, needed = "; ".join(entry.reasons), metrics.horizontalAdvance
        # The reasons come first; the document's name keeps a third, if it needs that.
        left = max(room - needed(why), room // 3)
        name = metrics.elidedText(entry.document, Qt.TextElideMode.ElideMiddle, left)
        why = metrics.elidedText(why, Qt.TextElideMode.ElideRight, room - needed(name))
        room -= needed(f"  {label_text(entry.label)}  ") if entry.label is not None else 0
        bold = QFont(font)
        bold.setBold(True)
        text = QFontMetrics(bold).elidedText(place_text(entry), Qt.TextElideMode.ElideMiddle, room)
        muted = f"color:{theme.muted.name()}"
        return (
            f'<table width="100%" cellspacing="0"><tr><td><b>{escape(text)}</b></td>'
            f'<td align="right">{tag}</td></tr><tr><td style="{muted}">{escape(why)}</td>'
            f'<td align="right" style="{muted}">{escape(name)}</td></tr></table>'
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self.isVisible():
            self._fit()

    def _fit(self) -> None:
        """Widths and heights that go with the size of the text."""
        metrics = self.table.fontMetrics()
        self.table.setColumnWidth(QueueColumn.RISK, 13 * metrics.averageCharWidth())
        height = metrics.height() * 2 + 3 * _PAD
        self.table.verticalHeader().setDefaultSectionSize(height)
        self.table.setMinimumHeight(_LEAST_ROWS * height)
