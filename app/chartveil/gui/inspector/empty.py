"""What the inspector shows while no span is chosen: how to move and decide."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from chartveil.gui.parts import short_key_text


class NoSpanHint(QWidget):
    """Teaches the keys that a reviewer needs first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = QLabel(self.tr("No span chosen"))
        title.setProperty("role", "heading")
        hint = QLabel(
            self.tr("Click a mark in the text, or use the keyboard. Nothing is decided until you decide it.")
        )
        hint.setWordWrap(True)
        hint.setProperty("role", "muted")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(title)
        layout.addWidget(hint)
        layout.addSpacing(8)
        layout.addLayout(self._grid)
        layout.addStretch()

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """Shows keys by id of command; those without a key are left out."""
        while (taken := self._grid.takeAt(0)) is not None:
            if (widget := taken.widget()) is not None:
                widget.deleteLater()
        row = 0
        for command, words in self._lessons():
            if not keys.get(command):
                continue
            key, what = QLabel(short_key_text(keys[command])), QLabel(words)
            key.setAccessibleName(keys[command])
            key.setObjectName("key")
            what.setWordWrap(True)
            self._grid.addWidget(key, row, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(what, row, 1)
            row += 1

    def _lessons(self) -> list[tuple[str, str]]:
        return [
            ("next", self.tr("next span")),
            ("previous", self.tr("previous span")),
            ("next-doubtful", self.tr("next doubtful span")),
            ("next-undecided", self.tr("next undecided span")),
            ("accept", self.tr("accept, and go on")),
            ("reject", self.tr("reject, and go on")),
            ("relabel", self.tr("another label, then its letter")),
            ("add", self.tr("mark the selected text")),
            ("undo", self.tr("undo, without end")),
            ("keys", self.tr("all keys")),
        ]
