"""The key as words, on the screen and on paper."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPagedPaintDevice, QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QWidget

from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.layouts import column, row, text_label

_COLUMNS = 4


class WordsDialog(FittedDialog):
    """Shows the words of a key with their numbers, and prints them.

    Args:
        words: of the key (``recovery_words``).
        key_id: tells keys apart without telling them.
    """

    def __init__(self, words: Sequence[str], key_id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Words of the key"))
        cells = [f"<td>{at}</td><td><b>{word}</b>&nbsp;&nbsp;</td>" for at, word in enumerate(words, 1)]
        rows = ["".join(cells[at : at + _COLUMNS]) for at in range(0, len(cells), _COLUMNS)]
        table = "<table cellpadding='4'>" + "".join(f"<tr>{r}</tr>" for r in rows) + "</table>"
        about = self.tr(
            "These words are the key {id} of your worklists. Write them down or print them, and keep the "
            "paper where you keep originals, apart from this machine. Nobody needs to ask you for them."
        ).format(id=key_id)
        self.page = QTextDocument(self)
        self.page.setHtml(f"<h2>Chartveil</h2><p>{about}</p>{table}")
        self.shown = text_label(table)
        self.close_button = push_button(self.tr("Close"), self.accept)
        column(
            text_label(about),
            self.shown,
            row(push_button(self.tr("Print…"), self._print), ..., self.close_button),
            parent=self,
            margins=24,
            gap=16,
        )

    def print_to(self, device: QPagedPaintDevice) -> None:
        """Prints the page on a printer or into a PDF."""
        self.page.print_(device)

    def _print(self) -> None:
        printer = QPrinter()
        if QPrintDialog(printer, self).exec():
            self.print_to(printer)
