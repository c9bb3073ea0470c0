"""Reminds the second reader why decisions are missing."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget


class SecondReaderBanner(QFrame):
    """One line above the document. Hidden until ``set_shown``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("remark", True)
        said = self.tr(
            "You are the second reader: the first reader's decisions are hidden until you sign off."
        )
        self.label = QLabel(said, self)
        self.label.setWordWrap(True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.addWidget(self.label, 1)
        self.setAccessibleName(said)
        self.hide()

    def set_shown(self, shown: bool) -> None:
        self.setVisible(shown)
