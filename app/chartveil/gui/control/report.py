"""The report of a worklist."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from chartveil.domain.errors import ChartveilError
from chartveil.gui.dialogs.report import ReportView
from chartveil.gui.widgets.file_dialogs import ask_new_file
from chartveil.gui.widgets.notices import NoticeBar
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_report import gather_report_data, report_html


class ReportController(QObject):
    """Opens the report.

    Args:
        service: with the open worklist.
        notices: where errors are shown.
        window: the report stands over it.

    Attributes:
        dialog: the report, while it is open.
    """

    def __init__(self, service: ReviewService, notices: NoticeBar, window: QWidget) -> None:
        super().__init__(window)
        self._service = service
        self._notices = notices
        self._window = window
        self.dialog: QDialog | None = None

    def show_report(self) -> None:
        """Shows the report of the open worklist as it stands."""
        try:
            html = report_html(gather_report_data(self._service))
        except ChartveilError as e:
            self._notices.show_error(e)
            return
        dialog = QDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Report"))
        view = ReportView(self._choose_path, parent=dialog)
        view.set_report(html, self.tr("De-identification report"))
        view.failed.connect(self._notices.show_error)
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

    def _choose_path(self, name: str, endings: str) -> Path | None:
        return ask_new_file(self._window, self.tr("Save the report"), name, endings)
