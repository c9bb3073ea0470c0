"""What of the open document's file is in no copy, below its text."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from chartveil.domain.uncovered_passage import named_counts
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT


class LeftOutLine(QLabel):
    """A small line with kinds and numbers, to which Tab comes. Hidden where nothing is left out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_style_property(self, "role", "muted")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setContentsMargins(2 * GRID_UNIT, 0, 2 * GRID_UNIT, 0)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def show_counts(self, left_out: Mapping[str, int]) -> None:
        """Shows how many things of which kind are left out."""
        self.setText(self.tr("Left out of the copy: {kinds}").format(kinds=named_counts(left_out)))
        self.setAccessibleName(self.text())
        self.setVisible(bool(left_out))
