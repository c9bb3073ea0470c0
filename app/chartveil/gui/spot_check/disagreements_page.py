"""Notes on which two readers differ: both answers, and the decision of a third person with name and
reason."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QWidget

from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import label_text
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.widgets.form import batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layered_text_view import LayeredTextView, ShownMark
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.review.model import DecisionState
from chartveil.spot_check.check_views import Disagreement, ShownNote
from chartveil.store.spot_checks.records import NoteReading


class SpotDisagreementsPage(QWidget):
    """A list of notes, the current one with the marks of both readers, and who says what in the end.

    Keys while the list has the keyboard: 1 it leaks, 2 it does not, Delete takes the last word back, arrows
    to move.

    Signals:
        note_requested: the ``Disagreement`` whose note is wanted.
        adjudicated: a ``Disagreement``, whether the note leaks, by whom, and why.
        withdrawn: a ``Disagreement`` that is to be open again.
        closed: back to what was shown before.
    """

    note_requested = Signal(object)
    adjudicated = Signal(object, bool, str, str)
    withdrawn = Signal(object)
    closed = Signal()

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._places: Sequence[Disagreement] = ()
        self.view = LayeredTextView(themes, self.tr("Note with the marks of both readers"))
        columns = [self.tr("Note"), self.tr("First says"), self.tr("Second says"), self.tr("Settled")]
        self.table = row_table(columns, self.tr("Disagreements"), stretch=3)
        self.table.currentCellChanged.connect(self._show_current)
        self.count = text_label("", "muted")
        self.first, self.second = text_label("", plain=True), text_label("", plain=True)
        self.by, self.reason = QLineEdit(), QLineEdit()
        self.reason.setPlaceholderText(self.tr("why, in a few words; no text of the note"))
        self.leaks = push_button(self.tr("1  It leaks"), partial(self._adjudicate, True), look="danger")
        self.clean = push_button(self.tr("2  It does not"), partial(self._adjudicate, False))
        self.withdraw = push_button(self.tr("Take back"), self._withdraw, tip=self.tr("Delete"))
        self.message = text_label("", "warning")
        for key, leaks in (("1", True), ("2", False)):
            shortcut = QShortcut(QKeySequence(key), self.table, partial(self._adjudicate, leaks))
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        for key in ("Del", "Backspace", "Ctrl+Z"):
            shortcut = QShortcut(QKeySequence(key), self.table, self._withdraw)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        self._build()
        self.setFocusProxy(self.table)

    def show_disagreements(self, places: Sequence[Disagreement], adjudicator: str) -> None:
        """Shows the notes on which two readers differ, the first open one chosen."""
        had = self.table.currentRow()
        self._places = places
        if not self.by.text():
            self.by.setText(adjudicator)
        with batch_fill(self.table):
            self.table.setRowCount(len(places))
            for at, place in enumerate(places):
                settled = place.adjudication
                said = self.tr("open")
                if settled is not None:
                    outcome = self.tr("leaks") if settled.leak else self.tr("does not leak")
                    said = f"{outcome} · {settled.by}: {settled.reason}"
                first, second = (_said(r) for _, r in _two(place))
                for k, text in enumerate((f"{place.position + 1:,}", first, second, said)):
                    self.table.setItem(at, k, read_only_cell(text))
        is_open = [p.adjudication is None for p in places]
        self.count.setText(
            self.tr("{settled} of {all} settled").format(
                settled=f"{len(places) - sum(is_open):,}", all=f"{len(places):,}"
            )
            if places
            else self.tr("The two readers say the same of every note that both have read.")
        )
        after = next((i for i in (*range(had, len(places)), *range(len(places))) if i >= 0 and is_open[i]), 0)
        self.table.clearSelection()
        if places:
            self.table.setCurrentCell(after, 0)
        self._show_current()
        self.table.setFocus()

    def show_note(self, place: Disagreement, note: ShownNote) -> None:
        """Shows the note of a disagreement, if it is still the current one."""
        if self._current() != place:
            return
        self.view.show_layers([(layer.name, layer.text) for layer in note.layers])
        self.view.show_marks(
            [
                ShownMark(m.layer, m.start, m.end, m.label, line)
                for (_, reading), line in zip(
                    place.readings, (DecisionState.ACCEPTED, DecisionState.ADDED), strict=False
                )
                for m in reading.marks
            ]
        )
        marks = [m for _, reading in place.readings for m in reading.marks]
        if marks:
            self.view.go_to(marks[0].layer, marks[0].start, marks[0].end)

    def _current(self) -> Disagreement | None:
        at = self.table.currentRow()
        return self._places[at] if 0 <= at < len(self._places) else None

    def _show_current(self) -> None:
        place = self._current()
        self.message.setText("")
        for button in (self.leaks, self.clean):
            button.setEnabled(place is not None)
        self.withdraw.setEnabled(place is not None and place.adjudication is not None)
        if place is None:
            self.first.setText("")
            self.second.setText("")
            self.view.show_layers(())
            return
        lines = (self.tr("one line"), self.tr("two lines"))
        for label, (name, reading), line in zip((self.first, self.second), _two(place), lines, strict=True):
            who = self.tr("{name} ({line})").format(name=name, line=line) if name else self.tr("Nobody else")
            label.setText(f"{who}: {_said(reading)}{_named(reading)}")
        self.note_requested.emit(place)

    def _adjudicate(self, leaks: bool) -> None:
        place, by, reason = self._current(), self.by.text().strip(), self.reason.text().strip()
        if place is None:
            return
        if not by or not reason:
            self.message.setText(self.tr("Name who settles it, and why."))
            (self.reason if by else self.by).setFocus()
            return
        self.reason.clear()
        self.adjudicated.emit(place, leaks, by, reason)

    def _withdraw(self) -> None:
        place = self._current()
        if place is not None and place.adjudication is not None:
            self.withdrawn.emit(place)

    def _build(self) -> None:
        for name, field in ((self.tr("Settled by"), self.by), (self.tr("Reason"), self.reason)):
            named(field, name)
        self.reason.returnPressed.connect(self.table.setFocus)
        self.by.setMaximumWidth(200)
        right = column(
            self.first,
            self.second,
            (self.view, 1),
            row(text_label(self.tr("Settled by"), wrap=False), self.by, (self.reason, 1), gap=8),
            row(self.leaks, self.clean, self.withdraw, self.message, ..., gap=8),
            gap=8,
        )
        column(
            text_label(self.tr("Where the two readers differ"), "title"),
            self.count,
            (row((self.table, 2), (right, 3), gap=16), 1),
            row(..., push_button(self.tr("&Back to reading"), self.closed.emit)),
            parent=self,
            margins=(24, 16, 24, 16),
            gap=8,
        )


def _two(place: Disagreement) -> list[tuple[str, NoteReading]]:
    """The first two readings of a note; an empty one where only one reader has read it."""
    return [*place.readings, ("", NoteReading()), ("", NoteReading())][:2]


def _said(reading: NoteReading) -> str:
    return choice_name(reading.answer) if reading.answer else QCoreApplication.translate("Spot", "not read")


def _named(reading: NoteReading) -> str:
    labels = ", ".join(dict.fromkeys(label_text(m.label) for m in reading.marks if m.label))
    return f" ({labels})" if labels else ""
