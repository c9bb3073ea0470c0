"""Part of the start page: one kind of work, its button, and what was begun of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import column, row, text_label


@dataclass(frozen=True, slots=True)
class JobCardWords:
    """The texts of a card.

    Attributes:
        heading: what the work is called; with three dots, its button.
        about: what goes in and what comes out, in a sentence.
        go_on: name of the button that opens one, for screen readers; ``{title}`` is which.
        forget: the same for the one that removes it.
        forget_tip: what that does, for the mouse.
    """

    heading: str
    about: str
    go_on: str
    forget: str
    forget_tip: str


class JobCard(QFrame):
    """A card for one kind of work: its purpose, its button, and what was begun of it.

    Signals:
        begin_requested: a new one is wanted.
        open_requested, remove_requested: id of one that there is.
        filled: there are other buttons.

    Attributes:
        buttons: in the order in which the keyboard comes to them.
    """

    begin_requested = Signal()
    open_requested = Signal(int)
    remove_requested = Signal(int)
    filled = Signal()

    def __init__(self, themes: WindowTheme, words: JobCardWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._words = words
        self._shown: Sequence[tuple[int, str, str]] = ()
        self.setProperty("card", True)
        self.begin = push_button(f"{words.heading}…", self.begin_requested.emit, name=words.heading)
        self.buttons: tuple[QPushButton, ...] = (self.begin,)
        self._list = QWidget()
        self._entries = column(parent=self._list, margins=0, gap=GRID_UNIT)
        column(
            text_label(words.heading, "heading"),
            text_label(words.about, "muted"),
            GRID_UNIT // 2,
            row(self.begin, ...),
            self._list,
            parent=self,
            margins=2 * GRID_UNIT,
            gap=GRID_UNIT,
        )
        themes.changed.connect(lambda: self.show_jobs(self._shown))
        self._list.hide()

    def show_jobs(self, shown: Sequence[tuple[int, str, str]]) -> None:
        """Shows what there is: id, title and how far each is."""
        self._shown = shown
        while (item := self._entries.takeAt(0)) is not None:
            if (entry := item.widget()) is not None:
                entry.deleteLater()
        entries = [self._entry(id, title, far) for id, title, far in shown]
        for entry in entries:
            self._entries.addWidget(entry)
        self.buttons = (self.begin, *(b for entry in entries for b in entry.findChildren(QPushButton)))
        self._list.setVisible(bool(shown))
        self.filled.emit()

    def _entry(self, id: int, title: str, far: str) -> QWidget:
        icons = self._themes.icons
        name, about = ElidedText(), text_label(far, "muted", wrap=False)
        name.show_text(title)
        go_on = push_button(
            self.tr("Open"),
            partial(self.open_requested.emit, id),
            name=self._words.go_on.format(title=title),
        )
        remove = push_button(
            "",
            partial(self.remove_requested.emit, id),
            name=self._words.forget.format(title=title),
            tip=self._words.forget_tip,
            quiet=True,
        )
        remove.setIcon(icons.icon("remove", icons.theme.muted))
        entry = QWidget()
        words = column(name, about, gap=GRID_UNIT // 2)
        row((words, 1), GRID_UNIT, go_on, remove, parent=entry, margins=0, gap=GRID_UNIT)
        return entry
