"""The buttons of decisions below the inspector."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from chartveil.gui.parts import KeyButton
from chartveil.review.model import DecisionState, ReviewItem
from chartveil.review.risk import was_found


def sensible_commands(item: ReviewItem) -> frozenset[str]:
    """Ids of the commands that make sense for an item."""
    wanted = {"relabel", "medical", "note"}
    if item.state in (DecisionState.PROPOSED, DecisionState.REJECTED):
        wanted.add("accept")
    if item.state is not DecisionState.REJECTED:
        wanted.add("reject")
    if item.state is DecisionState.RECOVERED:
        wanted.add("take-back")
    if item.state.decided and was_found(item.span):
        wanted.add("reopen")
    return frozenset(wanted)


class DecisionButtons(QFrame):
    """One button a decision, with its key; those that make no sense for the item cannot be pressed.

    Signals:
        command_requested: id of a command.
    """

    command_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        self._item: ReviewItem | None = None
        self._locked = QLabel()
        self._locked.setWordWrap(True)
        self._locked.setProperty("role", "muted")
        self._locked.hide()
        self._buttons: dict[str, KeyButton] = {}
        grid = QGridLayout()
        grid.setSpacing(6)
        for command, text, tip, (row, column) in self._commands():
            button = KeyButton(text)
            button.set_tip(tip)
            button.clicked.connect(lambda _=False, c=command: self.command_requested.emit(c))
            self._buttons[command] = button
            grid.addWidget(button, row, column)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 10, 16, 12)
        layout.setSpacing(8)
        layout.addWidget(self._locked)
        layout.addLayout(grid)

    def show_item(self, item: ReviewItem) -> None:
        self._item = item
        self._enable()

    def set_locked(self, reason: str) -> None:
        self._locked.setText(reason)
        self._locked.setVisible(bool(reason))
        self._enable()

    def set_keys(self, keys: Mapping[str, str]) -> None:
        for command, button in self._buttons.items():
            button.set_keys(keys.get(command, ""))

    def _enable(self) -> None:
        wanted = (
            sensible_commands(self._item)
            if self._item is not None and not self._locked.text()
            else frozenset()
        )
        for command, button in self._buttons.items():
            button.setEnabled(command in wanted)
        undecided = self._item is not None and self._item.state is DecisionState.PROPOSED
        self._buttons["accept"].set_primary(undecided)
        # The two never make sense together, so they share a place.
        given_back = self._item is not None and self._item.state is DecisionState.RECOVERED
        self._buttons["take-back"].setVisible(given_back)
        self._buttons["reopen"].setVisible(not given_back)

    def _commands(self) -> list[tuple[str, str, str, tuple[int, int]]]:
        """Id, name, what it does, row and column."""
        return [
            ("accept", self.tr("Accept"), self.tr("It is an identifier: replace it, and go on."), (0, 0)),
            ("reject", self.tr("Reject"), self.tr("It is none: leave it in the text, and go on."), (0, 1)),
            ("relabel", self.tr("Relabel…"), self.tr("It is an identifier of another kind."), (1, 0)),
            ("medical", self.tr("Medical"), self.tr("A medical term: leave it here and everywhere."), (1, 1)),
            ("take-back", self.tr("Take back"), self.tr("Given back as medical, but an identifier."), (2, 0)),
            ("reopen", self.tr("Reopen"), self.tr("Forget the decision: undecided again."), (2, 0)),
            ("note", self.tr("Note…"), self.tr("Write a remark; it stays in the worklist."), (2, 1)),
        ]
