"""Second step of the export: how far it is."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from chartveil.gui.export.model import ExportProgress
from chartveil.gui.parts import ElidedText


class ExportProgressPage(QWidget):
    """A bar, the last file, and a button to stop.

    Signals:
        stop_requested: the user wants no more files begun.
    """

    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        head = QLabel(self.tr("Exporting"), self)
        head.setProperty("role", "title")
        self._count = QLabel(self)
        self._left = QLabel(self)
        self._left.setProperty("role", "muted")
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Files exported"))
        self._latest = ElidedText(self)
        self._latest.setProperty("role", "muted")
        remark = QLabel(
            self.tr(
                "Each file is written, read back and searched for what should have gone. "
                "One that fails is not left in the folder."
            ),
            self,
        )
        remark.setProperty("role", "muted")
        remark.setWordWrap(True)
        self.button = QPushButton(self.tr("&Stop"), self)
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self.request_stop)
        above = QHBoxLayout()
        above.addWidget(self._count)
        above.addStretch(1)
        above.addWidget(self._left)
        below = QHBoxLayout()
        below.addStretch(1)
        below.addWidget(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(8)
        layout.addWidget(head)
        layout.addSpacing(8)
        layout.addLayout(above)
        layout.addWidget(self.bar)
        layout.addWidget(self._latest)
        layout.addSpacing(8)
        layout.addWidget(remark)
        layout.addStretch(1)
        layout.addLayout(below)

    def begin(self, total: int) -> None:
        self.button.setEnabled(True)
        self.button.setText(self.tr("&Stop"))
        self.show_progress(ExportProgress(0, total))

    def show_progress(self, progress: ExportProgress) -> None:
        self.bar.setMaximum(max(1, progress.total))
        self.bar.setValue(progress.done)
        self._count.setText(
            self.tr("{done} of {total} files").format(done=f"{progress.done:,}", total=f"{progress.total:,}")
        )
        self._latest.show_text(progress.latest)
        self._left.setText(self._time(progress.seconds_left))

    def request_stop(self) -> None:
        """Asks once: what is under way is finished, so that it is whole."""
        if self.button.isEnabled():
            self.button.setEnabled(False)
            self.button.setText(self.tr("Stopping after this file…"))
            self.stop_requested.emit()

    def _time(self, seconds: float | None) -> str:
        if seconds is None:
            return ""
        if seconds < 60:
            return self.tr("less than a minute left")
        minutes = round(seconds / 60)
        return (
            self.tr("about 1 minute left")
            if minutes == 1
            else self.tr("about {n} minutes left").format(n=f"{minutes:,}")
        )
