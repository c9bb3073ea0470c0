"""How far detection is, and the buttons that stop it and let it go on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from chartveil.gui.theme.tokens import GRID_UNIT
from chartveil.gui.worklist.words import time_left_text

_FIXED = "\u00a0"


class DetectionProgress(QFrame):
    """Shown while documents wait for detection.

    Signals:
        pause_requested, resume_requested, cancel_requested: what the user wants.
    """

    pause_requested = Signal()
    resume_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        self._text = QLabel(self)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress of detection"))
        self._pause = QPushButton(self.tr("Pause"), self)
        self._pause.setToolTip(self.tr("Stops after the documents that are under way; nothing is lost"))
        self._go_on = QPushButton(self.tr("Go on"), self)
        self._go_on.setToolTip(self.tr("Goes on with the documents that wait"))
        self._cancel = QPushButton(self.tr("Cancel"), self)
        self._cancel.setToolTip(self.tr("Stops detection; documents that wait stay in the list"))
        self._text.setWordWrap(True)
        # Room for two lines at all times: a text that breaks moves nothing.
        self._text.setMinimumHeight(2 * self._text.fontMetrics().height())
        line = QHBoxLayout()
        line.setSpacing(GRID_UNIT // 2)
        line.addWidget(self._text, 1)
        for button, signal in (
            (self._pause, self.pause_requested),
            (self._go_on, self.resume_requested),
            (self._cancel, self.cancel_requested),
        ):
            button.setAutoDefault(False)
            button.setAccessibleName(button.text())
            button.clicked.connect(signal)
            line.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID_UNIT + 4, GRID_UNIT, GRID_UNIT, GRID_UNIT)
        layout.setSpacing(GRID_UNIT // 2)
        layout.addWidget(self._bar)
        layout.addLayout(line)
        self.hide()

    @property
    def text(self) -> str:
        """What is said of the progress."""
        return self._text.text().replace(_FIXED, " ")

    def set_progress(
        self, done: int, total: int, seconds_left: float | None, running: bool, paused: bool
    ) -> None:
        """Shows how far it is; hides when nothing waits and nothing runs.

        Args:
            done, total: documents.
            seconds_left: None while that is not known.
            running: whether documents are being searched now.
            paused: whether the user paused; while ``running``, the last ones are still under way.
        """
        parts = [f"{done:,}/{total:,}"]
        if paused:
            parts.append(self.tr("pausing…") if running else self.tr("paused"))
        elif not running:
            parts.append(self.tr("stopped"))
        elif seconds_left is not None:
            parts.append(time_left_text(seconds_left))
        else:
            parts.append(self.tr("detecting…"))
        # Breaks between the parts only.
        self._text.setText(f"{_FIXED}· ".join(part.replace(" ", _FIXED) for part in parts))
        self._bar.setRange(0, max(1, total))
        self._bar.setValue(done)
        self._bar.setAccessibleDescription(self.text)
        going = running and not paused
        self._pause.setVisible(going)
        self._go_on.setVisible(not going)
        self._cancel.setVisible(running or paused)
        self.setVisible(running or paused or done < total)
