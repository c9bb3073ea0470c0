"""The steps of a job on one line: its title, a button for each step, what is said of it, and the way out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.flow_layout import flow
from chartveil.gui.widgets.layouts import row


class StepBar(QFrame):
    """The line above the pages of a job.

    Args:
        steps: each with the words of its button, in order.
        said: what is said of the job; broken into lines where there is no room.
        right: what stands before the button that closes, as ``row`` takes it.

    Signals:
        chosen: one of the steps.
        closed: back to the start page.
    """

    chosen = Signal(object)
    closed = Signal()

    def __init__(
        self,
        steps: Mapping[StrEnum, str],
        *right: QWidget | int,
        said: Sequence[QWidget] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        self._title = ElidedText()
        self._title.setProperty("role", "heading")
        self.buttons = {
            step: push_button(name, partial(self.chosen.emit, step), quiet=True, checkable=True)
            for step, name in steps.items()
        }
        close = push_button(self.tr("&Close"), self.closed.emit, tip=self.tr("Everything is stored"))
        # What is said has the room that the title leaves: a number that is cut tells another one.
        told = flow(*said)
        middle = (told, 5) if said else (..., 1)
        items = ((self._title, 1), *self.buttons.values(), 16, middle, *right, close)
        line = row(*items, parent=self, margins=(16, 8, 16, 8), gap=4)
        if said:
            line.setAlignment(told, Qt.AlignmentFlag.AlignVCenter)

    def show_title(self, title: str) -> None:
        """Shows what is open; a folder's name may be a patient's, so here alone."""
        self._title.show_text(title)

    def show_step(self, step: StrEnum, reachable: Collection[StrEnum]) -> None:
        """Shows which step is open, and in which there is something to do."""
        for each, button in self.buttons.items():
            button.setChecked(each is step)
            button.setEnabled(each in reachable)
