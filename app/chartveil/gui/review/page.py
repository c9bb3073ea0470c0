"""The working page: worklist, document, inspector, footer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from chartveil.domain.document import Document
from chartveil.domain.span import Evidence
from chartveil.gui.document.panel import DocumentPanel
from chartveil.gui.inspector.panel import InspectorPanel
from chartveil.gui.pages.panel import PagePanel
from chartveil.gui.preview.panel import PreviewPanel
from chartveil.gui.review.bars import LeftOutLine, PassageBanner, SecondReaderBanner, TitleBar
from chartveil.gui.review.footer import Footer
from chartveil.gui.risk_queue.panel import USUAL_WIDTH, RiskQueuePanel
from chartveil.gui.second_reader.page import DisagreementsPage
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.layouts import column
from chartveil.gui.worklist.panel import WorklistPanel
from chartveil.review.model import DocumentRow, ReviewCounts, ReviewItem

_TEXT = 160
"""Pixels of width that the text keeps beside pages."""
_SIDE_BY_SIDE = 480
"""Pixels of width from which on text and page stand side by side; in fewer neither could be read."""


class _MiddleStack(QStackedWidget):
    """Tells when it has another size."""

    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class ReviewPage(QWidget):
    """Holds the panels and lays them out; knows nothing of what they are for.

    Attributes:
        worklist, risk_queue: at the left, one of them shown.
        title_bar, passages: above the document.
        document, pages: in the middle, the page beside the text where there is one.
        left_out: below them, what of the file is in no copy.
        preview, disagreements: in the middle in the document's place.
        inspector: at the right.
        footer: below.
    """

    def __init__(
        self, themes: WindowTheme, describe: Callable[[Evidence], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.worklist = WorklistPanel(themes, self)
        self.risk_queue = RiskQueuePanel(themes, self)
        self.document = DocumentPanel(themes, self)
        self.pages = PagePanel(themes, self)
        self.preview = PreviewPanel(themes, self)
        self.disagreements = DisagreementsPage(themes, self)
        self.banner = SecondReaderBanner(self)
        self.passages = PassageBanner(self)
        self.left_out = LeftOutLine(self)
        self.inspector = InspectorPanel(themes, describe, self)
        self.footer = Footer(self)
        self.title_bar = TitleBar(self)
        self.left_pane = QWidget(self)
        self.middle_stack = _MiddleStack(self)
        self.main_splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.document_splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._widths: list[int] = []
        self._pages_wanted, self._pages_alone = False, False
        self._build()

    def show_title(self, row: DocumentRow | None, counts: ReviewCounts | None = None) -> None:
        """What is open, above it."""
        if row is None:
            self.title_bar.show_title("", "")
            return
        patient = self.tr("patient {id}").format(id=row.patient) if row.patient else ""
        doubtful = ""
        if counts is not None:  # else nothing of them may be seen
            doubtful = self.tr("{d} of {n} doubtful").format(d=f"{counts.doubtful:,}", n=f"{counts.spans:,}")
        self.title_bar.show_title(row.name, " · ".join(filter(None, (row.note_type, patient, doubtful))))

    def show_message(self, text: str) -> None:
        """A short sentence above the document, until the next."""
        self.title_bar.show_message(text)

    def show_queue(self, shown: bool) -> None:
        """Whether the list by risk stands at the left, in the worklist's place."""
        if shown == self.risk_queue.isVisibleTo(self):
            return
        if shown:
            self._widths = self.main_splitter.sizes()
        self.risk_queue.setVisible(shown)
        self.worklist.setVisible(not shown)
        # The list by risk is wider: what it takes it gives back.
        left, middle, right = self._widths
        wider = max(USUAL_WIDTH - left, 0) if shown else 0
        self.main_splitter.setSizes([left + wider, max(middle - wider, 0), right])

    def show_pages(self, shown: bool, *, alone: bool = False) -> None:
        """Whether the page stands beside the text, or in its place, as it does where both have no room."""
        self._pages_wanted, self._pages_alone = shown, alone
        self._arrange_pages()

    def _arrange_pages(self) -> None:
        had = self.document_splitter.isAncestorOf(self.focusWidget() or self)
        alone = self._pages_alone or self.middle_stack.width() < _SIDE_BY_SIDE
        self.pages.setVisible(self._pages_wanted)
        self.document.setVisible(not (self._pages_wanted and alone))
        if had and not self.document_splitter.isAncestorOf(self.focusWidget() or self):
            self.focus_document()

    def show_document(self) -> None:
        """Shows the document where the preview or the disagreements stood, and gives it the keyboard."""
        self.middle_stack.setCurrentWidget(self.document_splitter)
        self.focus_document()

    def focus_document(self) -> None:
        """Gives the keyboard to the text, or to the page where that stands in its place."""
        (self.pages if self.document.isHidden() else self.document).setFocus()

    def follow_item(self, item: ReviewItem | None, document: Document | None) -> None:
        """Keeps the page and the preview in step with the current item."""
        if item is not None and self.pages.isVisible() and document is not None and document.layout:
            self.pages.show_range(item.span.start, item.span.end)
        if item is not None and self.middle_stack.currentWidget() is self.preview:
            self.preview.set_current_item(item.id)

    def split_offset(self, item: ReviewItem, text: str) -> int | None:
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
        """The panes that F6 goes through, in order."""
        left = self.risk_queue if self.risk_queue.isVisible() else self.worklist
        middle = self.middle_stack.currentWidget()
        shown = [middle]
        if middle is self.document_splitter or middle is None:
            shown = [p for p in (self.document, self.pages) if not p.isHidden()]
        inspector = [self.inspector] if self.inspector.isVisible() else []
        return [p for p in (left, *shown, *inspector, self.footer) if p is not None]

    def _build(self) -> None:
        self.document_splitter.addWidget(self.document)
        self.document_splitter.addWidget(self.pages)
        self.document_splitter.setChildrenCollapsible(False)
        self.document.setMinimumWidth(_TEXT)
        # They have the inspector's room too: the window need not be as wide as for both.
        self.disagreements.setMinimumWidth(_TEXT)
        self.pages.hide()
        self.middle_stack.resized.connect(self._arrange_pages)
        for shown in (self.document_splitter, self.preview, self.disagreements):
            self.middle_stack.addWidget(shown)
        # There two readers' decisions stand side by side: what the inspector says of one span would confuse.
        self.middle_stack.currentChanged.connect(
            lambda _: self.inspector.setVisible(self.middle_stack.currentWidget() is not self.disagreements)
        )
        center = QWidget(self)
        above = (self.title_bar, self.banner, self.passages)
        column(*above, (self.middle_stack, 1), self.left_out, parent=center, margins=0, gap=0)
        # Not a stack: the list by risk is wide, and the worklist shall not be so for it.
        column(self.worklist, self.risk_queue, parent=self.left_pane, margins=0)
        self.risk_queue.hide()
        for pane in (self.left_pane, center, self.inspector):
            self.main_splitter.addWidget(pane)
        self.main_splitter.setStretchFactor(1, 1)
        self.main_splitter.setSizes([320, 760, 320])
        self.main_splitter.setChildrenCollapsible(False)
        column((self.main_splitter, 1), self.footer, parent=self, margins=0, gap=0)
