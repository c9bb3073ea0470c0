"""The working page: worklist, document, inspector, footer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from chartveil.domain import Document, Evidence
from chartveil.gui.document import DocumentPanel
from chartveil.gui.footer import Footer
from chartveil.gui.inspector import Inspector
from chartveil.gui.pages import PagePanel
from chartveil.gui.preview import PreviewPanel
from chartveil.gui.queue_panel import QueuePanel
from chartveil.gui.second_reader import SecondReaderBanner, SecondReaderPage
from chartveil.gui.theme import Theme
from chartveil.gui.title_bar import TitleBar
from chartveil.gui.worklist.panel import WorklistPanel
from chartveil.review.model import DocumentRow, Item

_TEXT = 160
"""Pixels of width that the text keeps beside pages."""


class ReviewPage(QWidget):
    """Holds the panels and lays them out; knows nothing of what they are for.

    Attributes:
        worklist, queue: at the left, one of them shown.
        title: above the document.
        document, pages: in the middle, the page beside the text where there is one.
        preview, second: in the middle in the document's place.
        inspector: at the right.
        footer: below.
    """

    def __init__(
        self, theme: Theme, describe: Callable[[Evidence], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.worklist = WorklistPanel(theme, self)
        self.queue = QueuePanel(theme, self)
        self.document = DocumentPanel(theme, self)
        self.pages = PagePanel(theme, self)
        self.preview = PreviewPanel(theme, self)
        self.second = SecondReaderPage(theme, self)
        self.banner = SecondReaderBanner(self)
        self.inspector = Inspector(theme, describe, self)
        self.footer = Footer(theme, self)
        self.title = TitleBar(self)
        self.left = QWidget(self)
        self.middle = QStackedWidget(self)
        self.across = QSplitter(Qt.Orientation.Horizontal, self)
        self.beside = QSplitter(Qt.Orientation.Horizontal, self)
        self._widths: list[int] = []
        self._build()

    def set_theme(self, theme: Theme) -> None:
        for panel in (
            self.worklist,
            self.queue,
            self.document,
            self.pages,
            self.preview,
            self.second,
            self.inspector,
            self.footer,
        ):
            panel.set_theme(theme)

    def show_title(self, row: DocumentRow | None, note_type: str, doubtful: int, spans: int) -> None:
        """What is open, above it."""
        if row is None:
            self.title.show_title("", "")
            return
        facts = [note_type] if note_type else []
        if row.patient:
            facts.append(self.tr("patient {id}").format(id=row.patient))
        facts.append(self.tr("{d} of {n} doubtful").format(d=f"{doubtful:,}", n=f"{spans:,}"))
        self.title.show_title(row.name, " · ".join(facts))

    def say(self, text: str) -> None:
        """A short sentence above the document, until the next."""
        self.title.say(text)

    def set_second(self, reading: bool) -> None:
        """Whether the second reader's banner is shown."""
        self.banner.set_shown(reading)

    def show_queue(self, shown: bool) -> None:
        """Whether the list by risk stands at the left, in the worklist's place."""
        if shown == self.queue.isVisibleTo(self):
            return
        if shown:
            self._widths = self.across.sizes()
        self.queue.setVisible(shown)
        self.worklist.setVisible(not shown)
        if not shown:
            # The list by risk is wider: what it took it gives back.
            self.across.setSizes(self._widths)

    def show_pages(self, shown: bool, *, alone: bool = False) -> None:
        """Whether the page stands beside the text, or in its place."""
        had = self.document.isAncestorOf(self.focusWidget() or self)
        self.pages.setVisible(shown)
        self.document.setVisible(not (shown and alone))
        if had:
            self.focus_document()

    def focus_document(self) -> None:
        """Gives the keyboard to the text, or to the page where that stands in its place."""
        (self.pages if self.document.isHidden() else self.document).setFocus()

    def follow(self, item: Item | None, document: Document | None) -> None:
        """Keeps the page and the preview in step with the current item."""
        if item is not None and self.pages.isVisible() and document is not None and document.layout:
            self.pages.show_range(item.span.start, item.span.end)
        if item is not None and self.middle.currentWidget() is self.preview:
            self.preview.set_current(item.id)

    def cut_in(self, item: Item, text: str) -> int | None:
        """Where an item is to be split: at the text cursor if that is inside, else at the blank nearest to
        its middle."""
        span = item.span
        view = self.document.view
        if view.caret_mode:
            at = view.offsets.offset(view.textCursor().position())
            if span.start < at < span.end:
                return at
        blanks = [i for i in range(span.start + 1, span.end - 1) if text[i].isspace()]
        if not blanks:
            blanks = [i for i in range(span.start + 1, span.end - 1) if not text[i].isalnum()]
        middle = (span.start + span.end) / 2
        return min(blanks, key=lambda i: (abs(i - middle), i)) + 1 if blanks else None

    def panes(self) -> list[QWidget]:
        """What F6 goes through, in order."""
        left = self.queue if self.queue.isVisible() else self.worklist
        middle = self.middle.currentWidget()
        shown = [middle]
        if middle is self.beside or middle is None:
            shown = [p for p in (self.document, self.pages) if not p.isHidden()]
        inspector = [self.inspector] if self.inspector.isVisible() else []
        return [p for p in (left, *shown, *inspector, self.footer) if p is not None]

    def _build(self) -> None:
        self.beside.addWidget(self.document)
        self.beside.addWidget(self.pages)
        self.beside.setChildrenCollapsible(False)
        self.document.setMinimumWidth(_TEXT)
        self.pages.hide()
        for shown in (self.beside, self.preview, self.second):
            self.middle.addWidget(shown)
        # There two readers' decisions stand side by side: what the inspector says of one span would confuse.
        self.middle.currentChanged.connect(
            lambda _: self.inspector.setVisible(self.middle.currentWidget() is not self.second)
        )
        center = QWidget(self)
        down = QVBoxLayout(center)
        down.setContentsMargins(0, 0, 0, 0)
        down.setSpacing(0)
        down.addWidget(self.title)
        down.addWidget(self.banner)
        down.addWidget(self.middle, 1)
        beside = QVBoxLayout(self.left)
        beside.setContentsMargins(0, 0, 0, 0)
        # Not a stack: the list by risk is wide, and the worklist shall not be so for it.
        beside.addWidget(self.worklist)
        beside.addWidget(self.queue)
        self.queue.hide()
        for pane in (self.left, center, self.inspector):
            self.across.addWidget(pane)
        self.across.setStretchFactor(0, 0)
        self.across.setStretchFactor(1, 1)
        self.across.setStretchFactor(2, 0)
        self.across.setSizes([320, 760, 320])
        self.across.setChildrenCollapsible(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.across, 1)
        whole.addWidget(self.footer)
