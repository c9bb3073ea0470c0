"""Blocks input to the window while it waits for something."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QProgressDialog, QWidget


class WaitingDialog(QProgressDialog):
    """Says what is waited for. Whoever opens it ends it.

    Args:
        said: what is under way.
        parent: in the window that waits.
        stop: gives up what is under way; None where that cannot be done.
    """

    def __init__(self, said: str, parent: QWidget, stop: Callable[[], object] | None = None) -> None:
        super().__init__(said, "", 0, 0, parent)
        self.setWindowTitle("Chartveil")
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAutoReset(False)
        self.setAutoClose(False)
        self._window = parent.window()
        self._can_stop = stop is not None
        if stop is None:
            self.setCancelButton(None)
        else:
            self.setCancelButtonText(self.tr("Stop"))
            self.canceled.connect(stop)

    def end(self) -> None:
        """Goes, and gives the window the keyboard back: not every system does so by itself."""
        shown = self.isVisible()
        self.reset()
        self.hide()
        self.deleteLater()
        if shown:
            self._window.activateWindow()

    def reject(self) -> None:
        """Escape: stops what can be stopped."""
        if self._can_stop:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._can_stop:
            super().closeEvent(event)
        else:
            event.ignore()
