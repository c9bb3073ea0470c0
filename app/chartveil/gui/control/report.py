"""The report of a worklist, and what this program is."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, qVersion
from PySide6.QtWidgets import QDialog, QMessageBox, QVBoxLayout, QWidget

from chartveil import __version__
from chartveil.domain.errors import ChartveilError
from chartveil.gui.dialogs.report import ReportView
from chartveil.gui.theme.colors import Theme
from chartveil.gui.widgets.file_dialogs import ask_new_file
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_report import gather_report_data, report_html


class ReportController(QObject):
    """Opens the report.

    Signals:
        failed: an error to be told.
    """

    failed = Signal(object)

    def __init__(self, desk: ReviewService, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._desk = desk
        self._theme = theme
        self._window = window
        self.dialog: QDialog | None = None

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def show_report(self) -> None:
        """Shows the report of the open worklist as it stands."""
        try:
            html = report_html(gather_report_data(self._desk))
        except ChartveilError as e:
            self.failed.emit(e)
            return
        dialog = QDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Report"))
        view = ReportView(self._theme, self._choose, parent=dialog)
        view.set_report(html, self.tr("De-identification report"))
        view.failed.connect(self.failed)
        view.closed.connect(dialog.close)
        layout = QVBoxLayout(dialog)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(view)
        dialog.resize(900, 760)
        dialog.destroyed.connect(self._gone)
        self.dialog = dialog
        dialog.show()

    def _gone(self) -> None:
        self.dialog = None

    def _choose(self, name: str, endings: str, then: Callable[[Path], None]) -> None:
        chosen = ask_new_file(self._window, self.tr("Save the report"), name, endings)
        if chosen:
            then(chosen)

    def show_about(self) -> None:
        """Version, parts, licences."""
        box = QMessageBox(self._window)
        box.setWindowTitle(self.tr("About Chartveil"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(
            self.tr("Chartveil {version}: de-identifies clinical documents on this machine.").format(
                version=__version__
            )
        )
        box.setInformativeText(
            self.tr(
                "Nothing leaves this machine: no account, no telemetry, no network access.\n\n"
                "Python {python}, Qt {qt}. Apache License 2.0; what it contains of others is in NOTICE."
            ).format(python=platform.python_version(), qt=qVersion())
        )
        box.exec()
