"""The report on the screen, on paper and in files."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSaveFile, Qt, QUrl, Signal
from PySide6.QtGui import QPagedPaintDevice, QPageSize, QPdfWriter, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QTextBrowser, QWidget

from chartveil.domain.errors import OutputError
from chartveil.gui.theme.colors import ThemeName, theme_by_name
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import column, named, row, text_label

PathChooser = Callable[[str, str], Path | None]
"""Asks for a path to write to, by a suggested name and a filter of endings; None where he gives none."""


class PaperSize(StrEnum):
    """The paper sizes of the PDF and the print."""

    A4 = "A4"
    LETTER = "Letter"


class ReportView(QWidget):
    """Shows a report as it will print, dark on white in every theme; saves it and prints it.

    Args:
        choose_path: asks the user for a path.

    Signals:
        failed: an ``OutputError``; nothing was written.
        closed: the user is done with it.
    """

    failed = Signal(object)
    closed = Signal()

    def __init__(self, choose_path: PathChooser, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choose_path = choose_path
        self._html = ""
        self._title = ""
        self._build()

    def set_report(self, html: str, title: str) -> None:
        """Shows a report.

        Args:
            html: a whole page (``service.worklist_report.report_html``).
            title: free of PHI: the PDF and what is sent to the printer bear it.
        """
        self._html = html
        self._title = title
        self._page.setHtml(html)
        for button in (self._save_html, self._save_pdf, self._print):
            button.setEnabled(True)
        self._page.setFocus()

    def pdf(self) -> bytes:
        """The report as a PDF with numbered pages."""
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setTitle(self._title)
        writer.setCreator("Chartveil")
        writer.setPageSize(self._page_size())
        self._print_on(writer)
        buffer.close()
        return bytes(data.data())

    def _print_on(self, device: QPagedPaintDevice) -> None:
        document = self._page.document().clone(self)
        # A size in pixels, as the window's font has, is next to nothing on a device of many dots.
        font = document.defaultFont()
        font.setPointSizeF(9)
        document.setDefaultFont(font)
        _set_headings(document)
        document.print_(device)
        document.deleteLater()

    def _page_size(self) -> QPageSize:
        is_a4 = self._paper.currentData() == PaperSize.A4
        return QPageSize(QPageSize.PageSizeId.A4 if is_a4 else QPageSize.PageSizeId.Letter)

    def _build(self) -> None:
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
        printer.setPageSize(self._page_size())
        printer.setDocName(self._title)
        dialog = QPrintDialog(printer, self)
        dialog.accepted.connect(lambda: self._print_on(printer))
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


def _set_headings(document: QTextDocument) -> None:
    """Drops what makes a heading larger relative to its surroundings: it has a size of its own, and on a
    device of many dots the two together come out as a few dots."""
    block = document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel() and not block.begin().atEnd():
            chars = block.begin().fragment().charFormat()
            chars.clearProperty(QTextFormat.Property.FontSizeAdjustment)
            cursor = QTextCursor(block)
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            cursor.setCharFormat(chars)
        block = block.next()
