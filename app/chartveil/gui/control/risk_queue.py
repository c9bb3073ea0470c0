"""The list by risk: filled, and kept in step with what is decided."""

from __future__ import annotations

from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.document import DocumentController
from chartveil.gui.risk_queue.panel import PAGE_SIZE
from chartveil.review.model import DocumentRow, Reading
from chartveil.review.risk import share_of_risk_seen
from chartveil.service.risk_queue import RiskQueueEntry, decided_items, undecided_places, unseen_stretches


class RiskQueueController(Controller):
    """Fills the list of places by risk, and drops what is decided."""

    def __init__(self, parts: WindowParts, document: DocumentController) -> None:
        super().__init__(parts)
        self._document = document
        self._panel = self._page.risk_queue
        self._fetched = 0
        self._stretches: dict[tuple[int, int], RiskQueueEntry] = {}
        self._panel.entry_chosen.connect(self._go_to)
        self._panel.more_requested.connect(self._fetch_more)
        self._panel.closed.connect(self.close)

    @property
    def is_open(self) -> bool:
        """Whether the list is shown."""
        return not self._panel.isHidden()

    def toggle(self) -> None:
        """Shows the list, or the worklist again."""
        if self.is_open:
            self.close()
            return
        self._page.show_queue(True)
        self._fill()
        self._panel.setFocus()

    def close(self) -> None:
        """Shows the worklist in the list's place, and gives the keyboard back to the open document."""
        self._page.show_queue(False)
        if self._document.row is not None:
            self._page.focus_document()
        else:
            self._page.worklist.focus_list()

    def update_rows(self, rows: list[DocumentRow]) -> None:
        """Drops what was decided in a document that changed; fills the list anew after many."""
        if not self.is_open:
            return
        if len(rows) > 1:
            self._fill()
            return
        for row in rows:
            self._panel.remove_entries((row.row, item) for item in decided_items(self._service, row.row))
        self._show_risk_seen()

    def _fill(self) -> None:
        entries = undecided_places(self._service, Reading.FIRST, PAGE_SIZE)
        self._fetched = len(entries)
        # Second readings and resolutions are few: they come at once. Stretches without any span stand among
        # the spans, by what a look at them is worth.
        for reading in (Reading.SECOND, Reading.RESOLVED):
            entries += undecided_places(self._service, reading, PAGE_SIZE)
        self._stretches = {(e.row, e.item): e for e in unseen_stretches(self._service, PAGE_SIZE)}
        self._panel.set_entries(sorted([*entries, *self._stretches.values()], key=lambda e: -e.risk))
        self._show_risk_seen()

    def _show_risk_seen(self) -> None:
        self._panel.set_risk_seen(share_of_risk_seen([self._service.total_counts()]))

    def _go_to(self, row: int, item: int) -> None:
        """To a place. A stretch counts as looked at when somebody goes there."""
        stretch = self._stretches.get((row, item))
        if stretch is None or stretch.block is None:
            self._document.open(row, item)
            return
        self._document.open_at(row, stretch.block.start, stretch.block.end)
        self._service.mark_block_seen(stretch.block)
        self._panel.remove_entries([(row, item)])

    def _fetch_more(self) -> None:
        entries = undecided_places(self._service, Reading.FIRST, PAGE_SIZE, self._fetched)
        self._fetched += len(entries)
        self._panel.append_entries(entries)
