"""The lines around the document: which it is, what was just done, what detection and copies leave out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from chartveil.domain.uncovered_passage import named_counts
from chartveil.domain.wording import capitalized
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import row, text_label
from chartveil.review.model import ReviewPassage

_LEAST = 160
"""Pixels for the name and the facts beside a long message, with the margins."""


class TitleBar(QFrame):
    """Name, facts behind it, and at the end what there is to say. Where there is no room for all of it, name
    and facts are cut in their middle first: the message is there to be read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        self.title, self.facts, self.message = ElidedText(), ElidedText(), ElidedText()
        parts = ((self.title, "heading"), (self.facts, "muted"), (self.message, "muted"))
        for part, role in parts:
            part.setProperty("role", role)
            part.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        margins = (2 * GRID_UNIT, GRID_UNIT, 2 * GRID_UNIT, GRID_UNIT)
        row(self.title, self.facts, ..., self.message, parent=self, margins=margins, gap=2 * GRID_UNIT)

    def show_title(self, name: str, facts: str) -> None:
        """Shows which document is open, and what is known of it; both empty for none."""
        self.title.show_text(name)
        self.facts.show_text(facts)

    def show_message(self, text: str) -> None:
        """Shows a short sentence until the next; empty for none. Errors begin it in small letters."""
        self.message.show_text(capitalized(text))
        self._make_room()

    def minimumSizeHint(self) -> QSize:
        """As narrow as without a message, which takes what room there is."""
        return QSize(_LEAST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        room = max(0, self.width() - _LEAST)
        self.message.setMinimumWidth(min(self.message.sizeHint().width(), room))


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


class SecondReaderBanner(QFrame):
    """Tells the second reader why decisions are missing, above the document. Hidden to begin with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("remark", True)
        text = self.tr(
            "You are the second reader: the first reader's decisions are hidden until you sign off."
        )
        row(text_label(text), parent=self, margins=(16, 8, 16, 8))
        self.setAccessibleName(text)
        self.hide()


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
