"""Fills the list of places by risk, and updates it after decisions."""

from __future__ import annotations

from PySide6.QtCore import QTimer

from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.document import DocumentController
from chartveil.gui.risk_queue.panel import PAGE_SIZE
from chartveil.review.model import DocumentRow, DocumentState, Reading
from chartveil.review.risk import share_of_risk_seen
from chartveil.service.risk_queue import RiskQueueEntry, decided_items, undecided_places, unseen_stretches

_PAUSE = 500
"""Milliseconds between two looks at what a search has found."""


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
        self._soon = QTimer(self, singleShot=True, interval=_PAUSE)
        self._soon.timeout.connect(self._fill_again)

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
        self._panel.set_entries([])  # it begins at the top
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

    def follow_search(self) -> None:
        """Takes in what is found while the list is shown."""
        if self.is_open and not self._soon.isActive():
            self._soon.start()

    def _fill_again(self) -> None:
        if self.is_open and self._service.worklist:
            self._fill()

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
        counts = self._service.total_counts()
        # Of nothing there is no share, and what is not searched may hold anything.
        self._panel.set_risk_seen(share_of_risk_seen([counts]) if counts.risk > 0 else None)
        states = self._service.state_counts()
        waiting = states.get(DocumentState.WAITING, 0) + states.get(DocumentState.DETECTING, 0)
        self._panel.set_unsearched(waiting)

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
