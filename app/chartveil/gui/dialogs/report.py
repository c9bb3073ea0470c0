"""The report on the screen, on paper and in files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMarginsF,
    QRectF,
    QSaveFile,
    QSizeF,
    Qt,
    QUrl,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QTextBrowser, QWidget

from chartveil.domain.errors import OutputError
from chartveil.gui.theme.colors import ThemeName, theme_by_name
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import column, named, row, text_label

PathChooser = Callable[[str, str], Path | None]
"""Asks for a path to write to, by a suggested name and a filter of endings; None where he gives none."""

_MARGIN = 18.0
"""Of a page, in millimetres."""
_FOOT = 18.0
"""Height of the line with the page's number, in points."""
_POINTS = 72
_SHORT = 0.5
"""Part of a page up to which a section is held together."""
_FEW_BLOCKS = 6
"""Paragraphs and cells that have to stand with a heading on its page."""


class PaperSize(StrEnum):
    """What the PDF and the print are laid out for."""

    A4 = "A4"
    LETTER = "Letter"


class ReportView(QWidget):
    """Shows a report as it will print, dark on white in every theme; saves it and prints it.

    Args:
        choose_path: asks the user for a path.
        paper: what to print on, to begin with.

    Signals:
        failed: an ``OutputError``; nothing was written.
        closed: the user is done with it.
    """

    failed = Signal(object)
    closed = Signal()

    def __init__(
        self,
        choose_path: PathChooser,
        *,
        paper: PaperSize = PaperSize.A4,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._choose_path = choose_path
        self._html = ""
        self._title = ""
        self._build(paper)

    def set_report(self, html: str, title: str) -> None:
        """Shows a report.

        Args:
            html: a whole page (``service.worklist_report.report_html``).
            title: free of PHI: it stands on every page and suggests the name of the file.
        """
        self._html = html
        self._title = title
        self._page.setHtml(html)
        for button in (self._save_html, self._save_pdf, self._print):
            button.setEnabled(True)
        self._page.setFocus()

    @property
    def paper(self) -> PaperSize:
        """What the user chose to print on."""
        return PaperSize(self._paper.currentData())

    def pdf(self) -> bytes:
        """The report as a PDF with numbered pages."""
        return report_pdf(self._html, self._title, self.paper, self.tr("Page {page} of {pages}"))

    def _build(self, paper: PaperSize) -> None:
        self._page = named(_Page(self), self.tr("Report"))
        self._save_html = push_button(self.tr("Save as &HTML…"), self._ask_html)
        self._save_pdf = push_button(self.tr("Save as &PDF…"), self._ask_pdf)
        self._print = push_button(self.tr("P&rint…"), self._ask_printer)
        for button in (self._save_html, self._save_pdf, self._print):
            button.setEnabled(False)
        tip = self.tr("What the PDF and the print are laid out for")
        self._paper = named(QComboBox(), self.tr("Paper"), tip=tip)
        self._paper.addItem(self.tr("A4"), PaperSize.A4)
        self._paper.addItem(self.tr("US Letter"), PaperSize.LETTER)
        self._paper.setCurrentIndex(self._paper.findData(paper))
        paper_label = QLabel(self.tr("Pap&er"))
        paper_label.setBuddy(self._paper)
        self._said = text_label("", "muted", wrap=False)
        files = (self._save_pdf, self._save_html, self._print)
        close = push_button(self.tr("&Close"), self.closed.emit)
        bar = row(
            *files, 16, paper_label, self._paper, 16, (self._said, 1), close, margins=(16, 8, 16, 8), gap=8
        )
        column(bar, (self._page, 1), parent=self, margins=0, gap=0)
        self.setTabOrder(self._page, self._save_pdf)

    def _ask_html(self) -> None:
        path = self._choose_path("report.html", self.tr("Web page (*.html)"))
        if path is not None:
            self._write(path, self._html.encode())

    def _ask_pdf(self) -> None:
        path = self._choose_path("report.pdf", self.tr("PDF (*.pdf)"))
        if path is not None:
            self._write(path, self.pdf())

    def _write(self, path: Path, data: bytes) -> None:
        """Writes a file whole or not at all."""
        file = QSaveFile(str(path))
        written = file.open(QIODevice.OpenModeFlag.WriteOnly) and file.write(data) == len(data)
        if not (written and file.commit()):
            reason = file.errorString()
            self.failed.emit(
                OutputError(
                    self.tr("cannot be written ({reason}).").format(reason=reason),
                    where=str(path),
                    remedy=self.tr("Choose another folder, or close the program that has the file open."),
                )
            )
            return
        self._said.setText(self.tr("Saved as {name}").format(name=path.name))
        self._said.setToolTip(str(path))

    def _ask_printer(self) -> None:
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageLayout(_layout(self.paper))
        printer.setDocName(self._title)
        dialog = QPrintDialog(printer, self)
        footer = self.tr("Page {page} of {pages}")
        dialog.accepted.connect(lambda: paint_report(printer, self._html, self._title, footer))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.show()


class _Page(QTextBrowser):
    """The report's page. It follows no link and fetches nothing, whatever is in it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(24)
        light = theme_by_name(ThemeName.LIGHT)
        self.setStyleSheet(
            f"QTextBrowser {{ background: {light.page.name()}; color: {light.text.name()};"
            f" selection-background-color: {light.selection.name()};"
            f" selection-color: {light.on_selection.name()}; }}"
        )

    def loadResource(self, type: int, name: QUrl | str) -> Any:
        return None


def _layout(paper: PaperSize) -> QPageLayout:
    size = QPageSize.PageSizeId.A4 if paper is PaperSize.A4 else QPageSize.PageSizeId.Letter
    margins = QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    return QPageLayout(
        QPageSize(size), QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter
    )


def report_pdf(html: str, title: str, paper: PaperSize, footer: str = "Page {page} of {pages}") -> bytes:
    """A report as a PDF.

    Args:
        html: a whole page.
        title: of the document; also at the foot of each page.
        paper: what to lay it out for.
        footer: with ``{page}`` and ``{pages}``.
    """
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("Chartveil")
    writer.setPageLayout(_layout(paper))
    paint_report(writer, html, title, footer)
    buffer.close()
    return bytes(data.data())


def paint_report(device: QPagedPaintDevice, html: str, title: str, footer: str) -> int:
    """Draws a report on the pages of a printer or a PDF.

    Returns:
        How many pages it took.
    """
    painter = QPainter(device)
    document = QTextDocument()
    document.setDocumentMargin(0)
    # Laid out in the device's own dots, in which sizes of text and borders come out true.
    document.documentLayout().setPaintDevice(device)
    document.setHtml(html)
    _set_headings(document)
    dots = device.logicalDpiY() / _POINTS
    body = device.pageLayout().paintRect(QPageLayout.Unit.Point)
    size = QSizeF(body.width() * dots, (body.height() - _FOOT) * dots)
    document.setPageSize(size)
    _keep_sections_whole(document, size.height())
    pages = document.pageCount()
    for page in range(pages):
        if page:
            device.newPage()
        top = page * size.height()
        painter.save()
        painter.translate(0, -top)
        document.drawContents(painter, QRectF(0, top, size.width(), size.height()))
        painter.restore()
        foot = QRectF(0, size.height(), size.width(), _FOOT * dots)
        _paint_foot(painter, foot, title, footer.format(page=page + 1, pages=pages))
    painter.end()
    return pages


def _set_headings(document: QTextDocument) -> None:
    """Drops what makes a heading larger relative to its surroundings: it has a size of its own, and on a
    device of many dots the two together come out as a few dots."""
    for block in _blocks(document):
        if block.blockFormat().headingLevel() and not block.begin().atEnd():
            chars = block.begin().fragment().charFormat()
            if not chars.hasProperty(QTextFormat.Property.FontPointSize):
                continue
            chars.clearProperty(QTextFormat.Property.FontSizeAdjustment)
            cursor = QTextCursor(block)
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            cursor.setCharFormat(chars)


def _keep_sections_whole(document: QTextDocument, page: float) -> None:
    """Begins a section on a new page where it would be cut and is short, or would leave its heading alone.

    Args:
        document: laid out in pages.
        page: height of a page, in the document's dots.
    """
    for block in _blocks(document):
        if block.blockFormat().headingLevel() != 2:
            continue
        layout = document.documentLayout()
        top = layout.blockBoundingRect(block).top()
        rooms = [layout.blockBoundingRect(b) for b in _section_after(block)]
        bottom = max((r.bottom() for r in rooms), default=top)
        here = int(top // page)
        cut = int(bottom // page) > here
        # A table shows what it is about when its head and a row or two stand with it.
        few = sum(int(r.top() // page) == here for r in rooms) < _FEW_BLOCKS
        if cut and (bottom - top < page * _SHORT or few):
            form = block.blockFormat()
            form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            QTextCursor(block).setBlockFormat(form)
            # A break alone does not lay out anew all that follows.
            document.markContentsDirty(0, document.characterCount())


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _section_after(heading: QTextBlock) -> Iterator[QTextBlock]:
    """The blocks between a heading and the next."""
    block = heading.next()
    while block.isValid() and not block.blockFormat().headingLevel():
        yield block
        block = block.next()


def _paint_foot(painter: QPainter, foot: QRectF, title: str, number: str) -> None:
    font = QFont(painter.font())
    font.setPointSizeF(8)
    painter.setFont(font)
    painter.setPen(theme_by_name(ThemeName.LIGHT).muted)
    room = int(foot.width() * 0.75)
    name = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, room)
    bottom = Qt.AlignmentFlag.AlignBottom
    painter.drawText(foot, bottom | Qt.AlignmentFlag.AlignLeft, name)
    painter.drawText(foot, bottom | Qt.AlignmentFlag.AlignRight, number)
