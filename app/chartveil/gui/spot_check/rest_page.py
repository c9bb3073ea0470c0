"""Searches the whole release for leaks that a sample showed, and offers repair and reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QProgressBar, QWidget

from chartveil.gui.theme.application import set_style_property
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import ValueComboBox, batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layouts import card, column, named, row, scroll_area, text_label
from chartveil.gui.widgets.number_wording import counted_text

_MOST = 500


@dataclass(frozen=True, slots=True)
class FoundInRest:
    """The result of a search or a comparison, in words.

    Attributes:
        head: the result in a sentence.
        role: of the head: success, warning, danger or muted.
        groups: name, notes found, notes in all.
        places: of the notes that were found.
        mended: the spot-check of a mended release, which has to be planned; 0 for none.
    """

    head: str
    role: str
    groups: Sequence[tuple[str, str, str]] = ()
    places: Sequence[str] = ()
    mended: int = 0


class RestPage(QWidget):
    """Search of the whole release, comparison with a repaired one, and leaks told after publication.

    Signals:
        leak_searched: what stands for a confirmed leak, as it was given to ``show_leaks``, and the way to
            search for it.
        text_searched: what was typed.
        repaired_chosen: the folder of the repaired release.
        published_leak_told: what leaked, and who told it.
        fresh_requested: the spot-check of a mended release is to be planned.
        stop_requested: to give up what is under way.
        closed: back to the verdict.
    """

    leak_searched = Signal(object, object)
    text_searched = Signal(str)
    repaired_chosen = Signal(object)
    published_leak_told = Signal(str, str)
    fresh_requested = Signal(int)
    stop_requested = Signal()
    closed = Signal()

    def __init__(self, prompts: UserPrompts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prompts = prompts
        self._leaks: list[object] = []
        self.leaks = named(QListWidget(), self.tr("Confirmed leaks"))
        self.leaks.setWordWrap(True)
        self.leaks.itemActivated.connect(lambda _: self._search_leak())
        self.ways = named(ValueComboBox(), self.tr("How to search for it"))
        self.search = push_button(self.tr("&Search all notes"), self._search_leak, look="primary")
        self.words = named(QLineEdit(), self.tr("Words to search for"))
        self.words.setPlaceholderText(self.tr("a name, a number, a line of a template"))
        self.words.returnPressed.connect(self._search_words)
        self.search_words = push_button(self.tr("Search these &words"), self._search_words)
        self.repaired = named(QLineEdit(), self.tr("Repaired release"))
        self.repaired.returnPressed.connect(self._compare)
        self.compare = push_button(self.tr("Com&pare"), self._compare)
        self.told = named(QLineEdit(), self.tr("What leaked"))
        self.told_by = named(QLineEdit(), self.tr("Told by"))
        self.tell = push_button(self.tr("Search, and add it to the &record"), self._tell)
        self.head = text_label("", "heading", plain=True)
        self.groups = row_table(
            [self.tr("Group"), self.tr("Found"), self.tr("Of")], self.tr("Notes found by group"), stretch=0
        )
        self.places = named(QListWidget(), self.tr("Places"))
        self._mended = 0
        self.fresh = push_button(
            self.tr("Plan a fres&h sample of it"),
            lambda: self.fresh_requested.emit(self._mended),
            look="primary",
        )
        self._build()
        self.show_found(FoundInRest("", "muted"))
        self.setFocusProxy(self.leaks)

    def show_leaks(self, leaks: Sequence[tuple[str, object]], ways: Sequence[tuple[str, object]]) -> None:
        """Shows the confirmed leaks and the ways to search, each as it is called and what it stands for."""
        self._leaks = [value for _, value in leaks]
        self.leaks.clear()
        for said, _ in leaks:
            QListWidgetItem(said, self.leaks)
        self.leaks.setCurrentRow(0)
        self.search.setEnabled(bool(leaks))
        self.ways.clear_values()
        for said, value in ways:
            self.ways.add_value(said, value)
        self.ways.setCurrentIndex(0)
        self.no_leaks.setVisible(not leaks)
        self.leaks.setVisible(bool(leaks))

    def show_busy(self, busy: bool, done: int = 0) -> None:
        """Shows how many notes were looked at so far, or that nothing runs."""
        self._busy.setVisible(busy)
        self._done.setText(counted_text(done, self.tr("1 note"), self.tr("{n} notes")) if done else "")
        for button in (self.search, self.search_words, self.compare, self.tell):
            button.setEnabled(not busy and (button is not self.search or self.leaks.count() > 0))

    def show_found(self, found: FoundInRest) -> None:
        """Shows what was found."""
        self.show_busy(False)
        self.head.setText(found.head)
        set_style_property(self.head, "role", found.role)
        with batch_fill(self.groups):
            self.groups.setRowCount(len(found.groups))
            for at, cells in enumerate(found.groups):
                for k, text in enumerate(cells):
                    self.groups.setItem(at, k, read_only_cell(text))
        self.groups.setVisible(bool(found.groups))
        self.places.clear()
        self.places.addItems(found.places[:_MOST])
        self.places.setVisible(bool(found.places))
        self.fresh.setVisible(found.mended > 0)
        self._mended = found.mended

    def _search_leak(self) -> None:
        at = self.leaks.currentRow()
        if at >= 0 and self.search.isEnabled():
            self.leak_searched.emit(self._leaks[at], self.ways.value)

    def _search_words(self) -> None:
        words = self.words.text().strip()
        if words and self.search_words.isEnabled():
            self.text_searched.emit(words)

    def _compare(self) -> None:
        text = self.repaired.text().strip()
        if text and self.compare.isEnabled():
            self.repaired_chosen.emit(Path(text).expanduser())

    def _choose(self) -> None:
        chosen = self._prompts.folder(self, self.tr("Repaired release"))
        if chosen is not None:
            self.repaired.setText(str(chosen))
        self.repaired.setFocus()

    def _tell(self) -> None:
        what, who = self.told.text().strip(), self.told_by.text().strip()
        if what and who and self.tell.isEnabled():
            self.published_leak_told.emit(what, who)
        else:
            (self.told if not what else self.told_by).setFocus()

    def _build(self) -> None:
        self.no_leaks = text_label(self.tr("No leak was confirmed in what was read."), "muted")
        self._bar = named(QProgressBar(), self.tr("How far it is"))
        self._bar.setRange(0, 0)
        self._bar.setTextVisible(False)
        self._done = text_label("", "muted", wrap=False)
        self._busy = QWidget()
        stop = push_button(self.tr("S&top"), self.stop_requested.emit)
        row((self._bar, 1), self._done, stop, parent=self._busy, margins=0, gap=8)
        for field, said in ((self.told, self.tr("what leaked")), (self.told_by, self.tr("who told it"))):
            field.setPlaceholderText(said)
        browse = push_button(self.tr("&Folder…"), self._choose)
        left = column(
            card(
                text_label(self.tr("Look for a leak in the rest"), "heading"),
                self.no_leaks,
                (self.leaks, 1),
                row((self.ways, 1), self.search, gap=8),
                row((self.words, 1), self.search_words, gap=8),
            ),
            card(
                text_label(self.tr("After repair"), "heading"),
                text_label(
                    self.tr(
                        "Which of the leaks that were found are gone, and what else changed. What is safe to "
                        "say of the repaired release needs a fresh sample."
                    ),
                    "small",
                ),
                row((self.repaired, 1), browse, self.compare, gap=8),
            ),
            card(
                text_label(self.tr("After publication"), "heading"),
                row((self.told, 2), (self.told_by, 1), gap=8),
                row(self.tell, ...),
            ),
            gap=16,
        )
        right = card(self.head, self._busy, row(self.fresh, ...), self.groups, (self.places, 1), ...)
        page = QWidget()
        column(
            (row((left, 1), (right, 1), gap=16), 1),
            row(..., push_button(self.tr("&Back to the verdict"), self.closed.emit)),
            parent=page,
            margins=(24, 24, 24, 16),
            gap=16,
        )
        column(scroll_area(page), parent=self, margins=0)
