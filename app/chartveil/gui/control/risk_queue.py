"""The order by risk over the whole worklist."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from chartveil.gui.control.document import DocumentController
from chartveil.gui.review.page import ReviewPage
from chartveil.gui.risk_queue.panel import PAGE_SIZE, RiskQueueEntry
from chartveil.review.model import DocumentRow, Reading
from chartveil.review.risk import share_of_risk_seen
from chartveil.service.review_service import ReviewService
from chartveil.store.worklists.records import UnseenBlock


class RiskQueueController(QObject):
    """Fills the list of places by risk, and follows what is decided.

    Signals:
        shown: whether it is.
    """

    shown = Signal(bool)

    def __init__(
        self, desk: ReviewService, reviewing: DocumentController, page: ReviewPage, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._reviewing = reviewing
        self._page = page
        self._given = 0
        self._blocks: dict[tuple[int, int], UnseenBlock] = {}
        page.risk_queue.entry_chosen.connect(self._go)
        page.risk_queue.more_requested.connect(self._more)
        page.risk_queue.closed.connect(self.close)

    @property
    def is_open(self) -> bool:
        return not self._page.risk_queue.isHidden()

    def toggle(self) -> None:
        if self.is_open:
            self.close()
            return
        self._page.show_queue(True)
        self.refresh()
        self._page.risk_queue.setFocus()
        self.shown.emit(True)

    def close(self) -> None:
        self._page.show_queue(False)
        self._page.worklist.focus_list()
        self.shown.emit(False)

    def refresh(self) -> None:
        """Takes the list anew, as after a decision over many documents."""
        if not self.is_open:
            return
        entries = self._entries(0)
        self._given = len(entries)
        # Second readings and resolutions are few: they come at once. Stretches without any span stand among
        # the spans, by what a look at them is worth.
        for reading in (Reading.SECOND, Reading.RESOLVED):
            entries += self._of_reading(reading, 0)
        entries = sorted([*entries, *self._stretches()], key=lambda e: -e.risk)
        self._page.risk_queue.set_entries(entries)
        self._page.risk_queue.set_risk_seen(share_of_risk_seen([self._desk.total_counts()]))

    def update_rows(self, rows: list[DocumentRow]) -> None:
        """Drops what was decided in documents that changed."""
        if not self.is_open:
            return
        if len(rows) > 1:
            self.refresh()
            return
        for row in rows:
            items = self._desk.store.items(self._desk.worklist, row.row, self._desk.reading_of(row.row))
            self._page.risk_queue.remove_entries((row.row, i.id) for i in items if i.state.decided)
        self._page.risk_queue.set_risk_seen(share_of_risk_seen([self._desk.total_counts()]))

    def _go(self, row: int, item: int) -> None:
        """To a place. A stretch counts as looked at when somebody goes there."""
        block = self._blocks.get((row, item))
        if block is None:
            self._reviewing.open(row, item)
            return
        self._reviewing.open_at(row, block.start, block.end)
        self._desk.mark_block_seen(block)
        self._page.risk_queue.remove_entries([(row, item)])

    def _stretches(self) -> list[RiskQueueEntry]:
        found = self._desk.unseen_blocks(PAGE_SIZE)
        rows = {r.row: r for r in self._desk.store.rows(self._desk.worklist, {b.row for b in found})}
        self._blocks = {(b.row, -1 - b.block): b for b in found}
        text = self.tr("No span here")
        return [
            RiskQueueEntry(row, id, rows[row].name, None, text, reasons=(b.reason,), risk=b.risk)
            for (row, id), b in self._blocks.items()
        ]

    def _more(self) -> None:
        entries = self._entries(self._given)
        self._given += len(entries)
        self._page.risk_queue.append_entries(entries)

    def _entries(self, offset: int) -> list[RiskQueueEntry]:
        return self._of_reading(Reading.FIRST, offset)

    def _of_reading(self, reading: Reading, offset: int) -> list[RiskQueueEntry]:
        risky = self._desk.store.items_by_risk(self._desk.worklist, reading, PAGE_SIZE, offset)
        if reading is not Reading.FIRST:
            # Nobody sees what another reader has left to decide.
            mine = {k.row for k in risky if self._desk.reading_of(k.row) is reading}
            risky = [k for k in risky if k.row in mine]
        rows = {r.row: r for r in self._desk.store.rows(self._desk.worklist, {k.row for k in risky})}
        known = {row: self._desk.items_with_reasons(row, reading) for row in rows}
        entries = []
        for place in risky:
            item, surface, reasons = known[place.row][place.item]
            entries.append(
                RiskQueueEntry(
                    place.row,
                    place.item,
                    rows[place.row].name,
                    item.span.label,
                    surface,
                    reasons=reasons,
                    risk=place.risk,
                )
            )
        return entries
