"""One decision about all places of one text, after a look at them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from html import escape

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QHeaderView,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from chartveil.domain.labels import Label
from chartveil.gui.theme.colors import Theme
from chartveil.gui.widgets.basic import label_text, one_line
from chartveil.gui.widgets.buttons import dialog_buttons
from chartveil.gui.widgets.choice_wording import choice_name, same_text_words
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.form import read_only_cell, set_row_table
from chartveil.gui.widgets.item_views import MarkupDelegate
from chartveil.gui.widgets.layouts import column, text_label
from chartveil.gui.widgets.layouts import row as arranged_row
from chartveil.review.model import ActionKind, DecisionState
from chartveil.service.bulk_decisions import DecisionScope, DecisionTarget

_PLACE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class SameTextPlace:
    """One place of the text, with what is shown of it.

    Attributes:
        target: what a decision would touch there.
        patient: of the document; empty where nobody knows.
        line: number of its line, from 1; None where the document is not read.
        before, found, after: the line around it and the text itself; empty where the document is not read.
    """

    target: DecisionTarget
    patient: str = ""
    line: int | None = None
    before: str = ""
    found: str = ""
    after: str = ""

    @property
    def state(self) -> DecisionState | None:
        """The state of the item there; None where the text stands unmarked."""
        return self.target.item.state if self.target.item is not None else None

    @property
    def label(self) -> Label | None:
        """The label there; None where the text stands unmarked."""
        return self.target.item.span.label if self.target.item is not None else None


class PlaceColumn(IntEnum):
    """The columns of the table, in order."""

    CHOSEN = 0
    DOCUMENT = 1
    PLACE = 2
    NOW = 3


def would_change(kind: ActionKind, place: SameTextPlace, label: Label | None) -> bool:
    """Whether a decision would change anything at a place."""
    accepted = place.state in (DecisionState.ACCEPTED, DecisionState.ADDED)
    match kind:
        case ActionKind.ACCEPT:
            return not accepted
        case ActionKind.RELABEL:
            return not accepted or place.label is not label
        case ActionKind.TAKE_RECOVERED:
            return place.state is DecisionState.RECOVERED
        case ActionKind.REOPEN:
            return place.state is not None and place.state.decided
        case _:
            return place.state not in (None, DecisionState.REJECTED)


def place_markup(place: SameTextPlace, theme: Theme, font: QFont, width: int) -> str:
    """The line around a place with the place marked by its label's colours, always in sight."""
    if not place.found:
        return escape(
            QCoreApplication.translate("SameText", "character {n}").format(n=f"{place.target.start + 1:,}")
        )
    metrics = QFontMetrics(font)
    number = f"{place.line}  " if place.line is not None else ""
    found = metrics.elidedText(one_line(place.found), Qt.TextElideMode.ElideMiddle, width * 6 // 10)
    room = width - metrics.horizontalAdvance(f"{number}{found}  ")
    room = max(room * 6 // 10, room - metrics.horizontalAdvance(place.after))
    before = metrics.elidedText(one_line(place.before), Qt.TextElideMode.ElideLeft, room)
    mark = ""
    if place.label is not None:
        colors = theme.groups[place.label.group]
        taken = place.state is not None and place.state.taken_out
        mark = f"background-color:{colors.tint.name()};color:{colors.ink.name()}" if taken else ""
    return (
        f'<p style="white-space:pre"><span style="color:{theme.muted.name()}">{number}</span>{escape(before)}'
        f'<b style="{mark}">{escape(found)}</b>{escape(one_line(place.after))}</p>'
    )


_SHOWN_TEXT = 40


class SameTextDialog(FittedDialog):
    """Shows every place of a text and what a decision would do there; gives those that were chosen.

    Places that were decided before are not chosen at first; those that would not change cannot be.

    Args:
        kind: ACCEPT, REJECT, RELABEL, MEDICAL_TERM, TAKE_RECOVERED or REOPEN.
        text: the text that all places share, as it stands at the place the reviewer was at.
        places: all places in the worklist, those of the document first.
        row: of the document the reviewer is in.
        scope: how far it reaches to begin with.
        theme: colours.
        label: what RELABEL changes to, and what places that are not marked yet become.
    """

    def __init__(
        self,
        kind: ActionKind,
        text: str,
        places: Sequence[SameTextPlace],
        *,
        row: int,
        theme: Theme,
        scope: DecisionScope = DecisionScope.DOCUMENT,
        label: Label | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._row, self._places = row, list(places)
        self._patient = next((t.patient for t in self._places if t.target.row == row), "")
        if scope is DecisionScope.PATIENT and not self._patient:
            scope = DecisionScope.DOCUMENT
        self.setWindowTitle(self.tr("All places of the same text"))
        words = same_text_words(kind)
        title, self._button_words, self._outcome = words["title"], words["button"], words["outcome"]
        self._label_words = label_text(label) if label is not None else ""
        line = one_line(text)
        shown = line if len(line) <= _SHOWN_TEXT else f"{line[:20]}…{line[-18:]}"
        head = text_label(
            title.format(text=shown, label=self._label_words), "heading", wrap=False, plain=True
        )
        self._table = _Table(kind, label, self._places, theme)
        self._every = QCheckBox(self.tr("Choose all"))
        self._every.setToolTip(self.tr("Ctrl+A"))
        self._what = text_label()
        buttons, self._do = dialog_buttons(self, "", self.tr("Cancel"))
        self._scopes: dict[DecisionScope, QRadioButton] = {}
        for name, text in (
            (DecisionScope.DOCUMENT, self.tr("In this document")),
            (DecisionScope.PATIENT, self.tr("Of this patient")),
            (DecisionScope.WORKLIST, self.tr("In the worklist")),
        ):
            count = sum(self._in_scope(name, t) for t in self._places)
            button = self._scopes[name] = QRadioButton(f"{text} ({count:,})")
            button.setEnabled(name is not DecisionScope.PATIENT or bool(self._patient))
            button.setChecked(name is scope)
            button.toggled.connect(lambda on: self._narrow() if on else None)
        choice = arranged_row(*self._scopes.values(), ..., self._every, gap=16)
        column(head, choice, (self._table, 1), self._what, buttons, parent=self, margins=16, gap=12)
        self.resize(840, 480)
        self._table.itemChanged.connect(self._tell)
        self._every.clicked.connect(self._choose_every)
        self._narrow()
        self._table.setFocus()

    def chosen(self) -> tuple[DecisionTarget, ...]:
        """What the decision is for, in the order in which the places were given."""
        return tuple(self._places[k].target for k in self._table.shown_rows() if self._table.is_chosen(k))

    @property
    def scope(self) -> DecisionScope:
        """How far it reaches now."""
        return next(scope for scope, button in self._scopes.items() if button.isChecked())

    def set_context(self, target: DecisionTarget, line: int, before: str, found: str, after: str) -> None:
        """Shows the line of a place whose document was read after the dialog opened."""
        for k, place in enumerate(self._places):
            if place.target == target:
                self._places[k] = replace(place, line=line, before=before, found=found, after=after)
                self._table.show_place(k, self._places[k])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_A and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self._every.click()
            return
        super().keyPressEvent(event)

    def _in_scope(self, scope: DecisionScope, place: SameTextPlace) -> bool:
        if scope is DecisionScope.WORKLIST or place.target.row == self._row:
            return True
        return scope is DecisionScope.PATIENT and bool(self._patient) and place.patient == self._patient

    def _narrow(self) -> None:
        scope = self.scope
        for k, place in enumerate(self._places):
            self._table.setRowHidden(k, not self._in_scope(scope, place))
        shown = self._table.shown_rows()
        if shown:
            self._table.setCurrentCell(shown[0], PlaceColumn.PLACE)
        self._tell()

    def _choose_every(self, on: bool) -> None:
        self._table.choose(self._table.shown_rows(), on)

    def _tell(self) -> None:
        """Says what will happen, on the button too."""
        chosen, shown = self.chosen(), self._table.shown_rows()
        whole = sum(self._table.can_change(k) for k in shown)
        here = sum(t.row == self._row for t in chosen)
        others = len({t.row for t in chosen if t.row != self._row})
        self._do.setText(self._button_words.format(n=f"{len(chosen):,}"))
        self._do.setEnabled(bool(chosen))
        self._every.setChecked(bool(whole) and len(chosen) == whole)
        self._every.setEnabled(bool(whole))
        if not whole:
            self._what.setText(self.tr("Nothing would change: all of these places are decided so already."))
            return
        n, of = f"{len(chosen):,}", f"{len(shown):,}"
        parts = [self._outcome.format(n=n, of=of, label=self._label_words)]
        if others:
            elsewhere = (
                self.tr("{n} in {d} other documents") if others > 1 else self.tr("{n} in another document")
            )
            parts.append(
                self.tr("{here} in this document, {elsewhere}.").format(
                    here=f"{here:,}", elsewhere=elsewhere.format(n=f"{len(chosen) - here:,}", d=f"{others:,}")
                )
            )
        unmarked = sum(t.item is None for t in chosen)
        if unmarked:
            parts.append(self.tr("Not marked before: {n}.").format(n=f"{unmarked:,}"))
        parts.append(self.tr("One undo takes it all back."))
        self._what.setText(" ".join(parts))


class _Table(QTableWidget):
    """The places, with a check box where a decision would change something. Space chooses the rows selected,
    Enter is the dialog's."""

    def __init__(
        self, kind: ActionKind, label: Label | None, places: Sequence[SameTextPlace], theme: Theme
    ) -> None:
        super().__init__(len(places), len(PlaceColumn))
        self.setHorizontalHeaderLabels(["", self.tr("Document"), self.tr("Place"), self.tr("Now")])
        delegate = MarkupDelegate(lambda index, *room: place_markup(index.data(_PLACE), theme, *room), self)
        self.setItemDelegateForColumn(PlaceColumn.PLACE, delegate)
        set_row_table(self, self.tr("Places"))
        self.setWordWrap(False)
        # Names of documents of one file differ at their ends.
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        header = self.horizontalHeader()
        header.setSectionResizeMode(PlaceColumn.CHOSEN, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(PlaceColumn.PLACE, QHeaderView.ResizeMode.Stretch)
        for at, width in ((PlaceColumn.CHOSEN, 40), (PlaceColumn.DOCUMENT, 180), (PlaceColumn.NOW, 200)):
            self.setColumnWidth(at, width)
        self._boxes: dict[int, QTableWidgetItem] = {}
        for k, place in enumerate(places):
            self._fill(k, kind, label, place)
        self.doubleClicked.connect(lambda index: self.choose([index.row()], not self.is_chosen(index.row())))

    def _fill(self, k: int, kind: ActionKind, label: Label | None, place: SameTextPlace) -> None:
        changes, decided = would_change(kind, place, label), place.state is not None and place.state.decided
        box, stays = read_only_cell(""), ""
        if changes:
            # Not where somebody decided before: the reviewer looks at these first.
            at_first = not decided or kind is ActionKind.REOPEN
            box.setFlags(box.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            box.setCheckState(Qt.CheckState.Checked if at_first else Qt.CheckState.Unchecked)
            self._boxes[k] = box
        else:
            stays = self.tr(" (stays)")
        now = self.tr("not marked")
        if place.state is not None and place.label is not None:
            now = f"{label_text(place.label)} · {choice_name(place.state)}"
        self.setItem(k, PlaceColumn.CHOSEN, box)
        self.setItem(k, PlaceColumn.DOCUMENT, read_only_cell(place.target.name, place.target.name))
        self.setItem(k, PlaceColumn.NOW, read_only_cell(now + stays, now + stays))
        self.show_place(k, place)

    def show_place(self, k: int, place: SameTextPlace) -> None:
        """Shows where a place is: its line, or the number of its first character where that is not read."""
        line = f"{place.line}: " if place.line is not None else ""
        words = line + one_line(f"{place.before}{place.found}{place.after}")
        if not place.found:
            words = self.tr("character {n}").format(n=f"{place.target.start + 1:,}")
        cell = read_only_cell(words, words)
        cell.setData(_PLACE, place)
        self.setItem(k, PlaceColumn.PLACE, cell)

    def shown_rows(self) -> list[int]:
        """Rows in the scope of now."""
        return [k for k in range(self.rowCount()) if not self.isRowHidden(k)]

    def can_change(self, k: int) -> bool:
        """Whether the decision would change anything in a row."""
        return k in self._boxes

    def is_chosen(self, k: int) -> bool:
        """Whether the decision is for the place of a row."""
        return k in self._boxes and self._boxes[k].checkState() is Qt.CheckState.Checked

    def choose(self, rows: Iterable[int], on: bool) -> None:
        """Chooses rows, or not; those that would not change are passed over."""
        boxes = [self._boxes[k] for k in rows if k in self._boxes]
        self.blockSignals(True)
        for box in boxes:
            box.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.blockSignals(False)
        if boxes:
            self.itemChanged.emit(boxes[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            rows = [index.row() for index in self.selectionModel().selectedRows()]
            self.choose(rows, not all(self.is_chosen(k) for k in rows))
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or event.matches(
            QKeySequence.StandardKey.SelectAll
        ):
            event.ignore()
            return
        super().keyPressEvent(event)
