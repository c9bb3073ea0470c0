"""What of the open document detection does not cover, above its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from chartveil.domain.uncovered_passage import named_counts
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import row, text_label
from chartveil.review.model import ReviewPassage


class PassageBanner(QFrame):
    """Says what is not covered and how much of it is left to read. Hidden where there is nothing.

    Signals:
        next_requested: to the next passage that is not read.
        read_requested: the current passage is read.
    """

    next_requested = Signal()
    read_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("remark", True)
        self.label = text_label()
        self.next = push_button(
            self.tr("Go to it"), self.next_requested.emit, tip=self.tr("Goes to the next unread passage.")
        )
        self.read = push_button(
            self.tr("Mark as read"),
            self.read_requested.emit,
            tip=self.tr("Says that you have read this passage and marked what identifies a person."),
        )
        row((self.label, 1), self.next, self.read, parent=self, margins=(16, 8, 16, 8), gap=8)
        self.hide()

    def set_key(self, key: str) -> None:
        """Shows the key that marks a passage as read; empty for none."""
        words = self.tr("Mark as read")
        self.read.setText(f"{words} ({key})" if key else words)

    def show_passages(self, passages: Sequence[ReviewPassage], *, locked: bool) -> None:
        """Shows the passages of a document; with ``locked`` nothing can be decided."""
        left = sum(not p.is_read for p in passages)
        names = named_counts(Counter(p.passage.name for p in passages))
        if not left:
            said = self.tr("Not covered by detection: {names}. All of it is read.")
        elif left == 1:
            said = self.tr("Not covered by detection: {names}. Read it and mark what it missed: 1 left.")
        else:
            said = self.tr("Not covered by detection: {names}. Read it and mark what it missed: {n} left.")
        self.label.setText(said.format(names=names, n=f"{left:,}"))
        self.setAccessibleName(self.label.text())
        for button in (self.next, self.read):
            button.setEnabled(left > 0 and not locked)
        self.setVisible(bool(passages))
