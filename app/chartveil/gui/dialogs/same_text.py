"""One decision about all places of one text, after a look at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QRadioButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from chartveil.domain.labels import Label
from chartveil.gui.theme.colors import Theme
from chartveil.gui.widgets.basic import draw_state_line, label_text, one_line
from chartveil.gui.widgets.item_views import NO_PARENT, Index
from chartveil.gui.widgets.span_wording import state_text
from chartveil.review.model import ActionKind, DecisionState
from chartveil.service.bulk_decisions import DecisionScope, DecisionTarget

PLACE_ROLE = Qt.ItemDataRole.UserRole
translate = QCoreApplication.translate


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
        """What is decided there; None where the text stands unmarked."""
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
    match kind:
        case ActionKind.ACCEPT:
            return place.state not in (DecisionState.ACCEPTED, DecisionState.ADDED)
        case ActionKind.RELABEL:
            return (
                place.state not in (DecisionState.ACCEPTED, DecisionState.ADDED) or place.label is not label
            )
        case ActionKind.TAKE_RECOVERED:
            return place.state is DecisionState.RECOVERED
        case ActionKind.REOPEN:
            return place.state is not None and place.state.decided
        case _:
            return place.state not in (None, DecisionState.REJECTED)


def chosen_at_first(kind: ActionKind, place: SameTextPlace, label: Label | None) -> bool:
    """Whether a place is chosen before the reviewer has looked: not where somebody decided it before."""
    decided = place.state is not None and place.state.decided
    return would_change(kind, place, label) and (not decided or kind is ActionKind.REOPEN)


def current_state_text(place: SameTextPlace) -> str:
    """What a place is now."""
    if place.state is None:
        return translate("SameDialog", "not marked")
    words = state_text(place.state)
    return f"{label_text(place.label)} · {words}" if place.label is not None else words


class SameTextModel(QAbstractTableModel):
    """Places with a check box each; a place that would not change has none.

    Signals:
        chosen_changed: the choice has changed.
    """

    chosen_changed = Signal()

    def __init__(
        self,
        kind: ActionKind,
        label: Label | None,
        places: Sequence[SameTextPlace],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind, self._label = kind, label
        self._all = list(places)
        self._shown = list(range(len(self._all)))
        self._changing = [would_change(kind, t, label) for t in self._all]
        self._chosen = [chosen_at_first(kind, t, label) for t in self._all]

    def show_only(self, wanted: Sequence[bool]) -> None:
        """Shows those of all places that are wanted."""
        self.beginResetModel()
        self._shown = [k for k, want in enumerate(wanted) if want]
        self.endResetModel()
        self.chosen_changed.emit()

    def shown(self) -> list[SameTextPlace]:
        return [self._all[k] for k in self._shown]

    def chosen(self) -> list[SameTextPlace]:
        """Places shown and chosen."""
        return [self._all[k] for k in self._shown if self._chosen[k]]

    def changeable_count(self) -> int:
        """How many of the places shown would change at all."""
        return sum(self._changing[k] for k in self._shown)

    def set_chosen(self, rows: Sequence[int], on: bool) -> None:
        """Chooses rows, or not; those that would not change are passed over."""
        for row in rows:
            k = self._shown[row]
            self._chosen[k] = on and self._changing[k]
        if self._shown:
            last = len(self._shown) - 1
            self.dataChanged.emit(self.index(0, 0), self.index(last, 0), [Qt.ItemDataRole.CheckStateRole])
        self.chosen_changed.emit()

    def is_chosen(self, row: int) -> bool:
        return self._chosen[self._shown[row]]

    def set_context(self, target: DecisionTarget, line: int, before: str, found: str, after: str) -> None:
        """Shows the line of a place whose document was read meanwhile."""
        for at, k in enumerate(self._shown):
            if self._all[k].target == target:
                self._all[k] = replace(self._all[k], line=line, before=before, found=found, after=after)
                changed = self.index(at, PlaceColumn.PLACE)
                self.dataChanged.emit(changed, changed)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(PlaceColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return ("", self.tr("Document"), self.tr("Place"), self.tr("Now"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        k = self._shown[index.row()]
        place = self._all[k]
        if role == PLACE_ROLE:
            return place
        if (
            role == Qt.ItemDataRole.CheckStateRole
            and index.column() == PlaceColumn.CHOSEN
            and self._changing[k]
        ):
            return Qt.CheckState.Checked if self._chosen[k] else Qt.CheckState.Unchecked
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(index.column(), k, place)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._words(index.column(), k, place)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != PlaceColumn.CHOSEN:
            return False
        self.set_chosen([index.row()], Qt.CheckState(value) is Qt.CheckState.Checked)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() == PlaceColumn.CHOSEN and self._changing[self._shown[index.row()]]:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def _words(self, column: int, k: int, place: SameTextPlace) -> str | None:
        match column:
            case PlaceColumn.DOCUMENT:
                return place.target.name
            case PlaceColumn.PLACE:
                return place_text(place)
            case PlaceColumn.NOW:
                stays = "" if self._changing[k] else self.tr(" (stays)")
                return current_state_text(place) + stays
        return None


def place_text(place: SameTextPlace) -> str:
    """Where a place is: its line, or the number of its first character where the document is not read."""
    if not place.found:
        return translate("SameDialog", "character {n}").format(n=f"{place.target.start + 1:,}")
    line = f"{place.line}: " if place.line is not None else ""
    return line + one_line(f"{place.before}{place.found}{place.after}")


class PlaceDelegate(QStyledItemDelegate):
    """Draws the line around a place with the place marked as in the document, always in sight."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(240, max(hint.height(), 28))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        place: SameTextPlace = index.data(PLACE_ROLE)
        if not place.found:
            super().paint(painter, option, index)
            return
        whole = QStyleOptionViewItem(option)
        self.initStyleOption(whole, index)
        whole.text = ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, whole, painter, option.widget)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(option.rect)
        self._line(painter, QRectF(option.rect).adjusted(11, 0, -8, 0), place, whole, selected)
        painter.restore()

    def _line(
        self,
        painter: QPainter,
        rect: QRectF,
        place: SameTextPlace,
        option: QStyleOptionViewItem,
        selected: bool,
    ) -> None:
        font = QFont(option.font)
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        metrics, wide = QFontMetricsF(font), QFontMetricsF(bold)
        ink = self._theme.on_selection if selected else self._theme.text
        muted = ink if selected else self._theme.muted
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        found = wide.elidedText(one_line(place.found), Qt.TextElideMode.ElideMiddle, rect.width() * 0.6)
        number = f"{place.line}  " if place.line is not None else ""
        room = rect.width() - wide.horizontalAdvance(found) - metrics.horizontalAdvance(number) - 4
        before = one_line(place.before)
        width = min(
            metrics.horizontalAdvance(before), max(room * 0.6, room - metrics.horizontalAdvance(place.after))
        )
        before = metrics.elidedText(before, Qt.TextElideMode.ElideLeft, width + 1)
        x = rect.left()
        painter.setFont(font)
        for text, color in ((number, muted), (before, ink)):
            painter.setPen(color)
            painter.drawText(QRectF(x, rect.top(), rect.right() - x, rect.height()), middle, text)
            x += metrics.horizontalAdvance(text)
        mark = QRectF(
            x, rect.center().y() - metrics.height() / 2, wide.horizontalAdvance(found), metrics.height()
        )
        self._mark(painter, mark.adjusted(-1, 0, 1, 0), place, selected)
        painter.setFont(bold)
        painter.setPen(ink)
        painter.drawText(mark.adjusted(0, 0, 4, 0), middle, found)
        x = mark.right() + 1
        painter.setFont(font)
        after = metrics.elidedText(one_line(place.after), Qt.TextElideMode.ElideRight, rect.right() - x)
        painter.drawText(QRectF(x, rect.top(), rect.right() - x, rect.height()), middle, after)

    def _mark(self, painter: QPainter, rect: QRectF, place: SameTextPlace, selected: bool) -> None:
        if place.label is None:
            return
        colors = self._theme.groups[place.label.group]
        if place.state is not None and place.state.taken_out and not selected:
            painter.fillRect(rect, colors.tint)
        ink = self._theme.on_selection if selected else colors.ink
        draw_state_line(painter, place.state, ink, rect.bottomLeft(), rect.right())


_SCOPES = tuple(DecisionScope)
_SHOWN_TEXT = 40


class SameTextDialog(QDialog):
    """Shows every place of a text and what a decision would do there; gives those that were chosen.

    Places that were decided before are not chosen at first; those that would not change cannot be.

    Args:
        kind: ACCEPT, REJECT, RELABEL, NEVER, TAKE_BACK or REOPEN.
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
        self._kind, self._row, self._label = kind, row, label
        self._places = list(places)
        self._patient = next((t.patient for t in self._places if t.target.row == row), "")
        self._model = SameTextModel(kind, label, self._places, self)
        self.setWindowTitle(self.tr("All places of the same text"))
        self._title = QLabel(self._title_words(text))
        self._title.setProperty("role", "heading")
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._scopes = QButtonGroup(self)
        self._table = _Table(self._model, theme)
        self._every = QCheckBox(self.tr("Choose all"))
        self._every.setToolTip(self.tr("Ctrl+A"))
        self._what = QLabel()
        self._what.setWordWrap(True)
        self._buttons = QDialogButtonBox()
        self._do = self._buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self._do.setProperty("primary", True)
        self._do.setDefault(True)
        self._buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self._lay_out(scope)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._model.chosen_changed.connect(self._tell)
        self._scopes.idToggled.connect(self._narrow)
        self._every.clicked.connect(self._choose_every)
        self._narrow(self._scopes.checkedId(), True)
        self._table.setFocus()

    def chosen(self) -> tuple[DecisionTarget, ...]:
        """What the decision is for, in the order in which the places were given."""
        return tuple(place.target for place in self._model.chosen())

    @property
    def scope(self) -> DecisionScope:
        """How far it reaches now."""
        return _SCOPES[self._scopes.checkedId()]

    def set_context(self, target: DecisionTarget, line: int, before: str, found: str, after: str) -> None:
        """Shows the line of a place whose document was read after the dialog opened."""
        self._model.set_context(target, line, before, found, after)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_A and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self._every.click()
            return
        super().keyPressEvent(event)

    def _lay_out(self, scope: DecisionScope) -> None:
        if scope is DecisionScope.PATIENT and not self._patient:
            scope = DecisionScope.DOCUMENT
        row = QHBoxLayout()
        row.setSpacing(16)
        for k, (name, words) in enumerate(
            zip(
                _SCOPES,
                (self.tr("In this document"), self.tr("Of this patient"), self.tr("In the worklist")),
                strict=True,
            )
        ):
            count = sum(self._in_scope(name, t) for t in self._places)
            button = QRadioButton(f"{words} ({count:,})")
            button.setEnabled(name is not DecisionScope.PATIENT or bool(self._patient))
            button.setChecked(name is scope)
            self._scopes.addButton(button, k)
            row.addWidget(button)
        row.addStretch()
        row.addWidget(self._every)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self._title)
        layout.addLayout(row)
        layout.addWidget(self._table, 1)
        layout.addWidget(self._what)
        layout.addWidget(self._buttons)
        self.resize(840, 480)

    def _in_scope(self, scope: DecisionScope, place: SameTextPlace) -> bool:
        if scope is DecisionScope.WORKLIST or place.target.row == self._row:
            return True
        return scope is DecisionScope.PATIENT and bool(self._patient) and place.patient == self._patient

    def _narrow(self, scope: int, on: bool) -> None:
        if on:
            self._model.show_only([self._in_scope(_SCOPES[scope], t) for t in self._places])
            if self._model.rowCount():
                self._table.setCurrentIndex(self._model.index(0, PlaceColumn.PLACE))

    def _choose_every(self, on: bool) -> None:
        self._model.set_chosen(range(self._model.rowCount()), on)

    def _tell(self) -> None:
        """Says what will happen, on the button too."""
        chosen = self._model.chosen()
        whole = self._model.changeable_count()
        here = sum(t.target.row == self._row for t in chosen)
        others = len({t.target.row for t in chosen if t.target.row != self._row})
        self._do.setText(self._button_words(len(chosen)))
        self._do.setEnabled(bool(chosen))
        self._every.setChecked(bool(whole) and len(chosen) == whole)
        self._every.setEnabled(bool(whole))
        if not whole:
            self._what.setText(self.tr("Nothing would change: all of these places are decided so already."))
            return
        parts = [self._outcome(len(chosen), self._model.rowCount())]
        if others:
            elsewhere = (
                self.tr("{n} in {d} other documents") if others > 1 else self.tr("{n} in another document")
            )
            parts.append(
                self.tr("{here} in this document, {elsewhere}.").format(
                    here=f"{here:,}", elsewhere=elsewhere.format(n=f"{len(chosen) - here:,}", d=f"{others:,}")
                )
            )
        unmarked = sum(t.target.item is None for t in chosen)
        if unmarked:
            parts.append(self.tr("Not marked before: {n}.").format(n=f"{unmarked:,}"))
        parts.append(self.tr("One undo takes it all back."))
        self._what.setText(" ".join(parts))

    def _outcome(self, n: int, of: int) -> str:
        label = label_text(self._label) if self._label is not None else ""
        sentence = {
            ActionKind.ACCEPT: self.tr("{n} of {of} places will be accepted and replaced at export."),
            ActionKind.REJECT: self.tr("{n} of {of} places will be rejected and stay in the text."),
            ActionKind.RELABEL: self.tr(
                "{n} of {of} places will be accepted as {label} and replaced at export."
            ),
            ActionKind.MEDICAL_TERM: self.tr("{n} of {of} places will stay in the text, as a medical term."),
            ActionKind.TAKE_RECOVERED: self.tr(
                "{n} of {of} places will be taken back and replaced at export."
            ),
            ActionKind.REOPEN: self.tr("{n} of {of} places will be undecided again."),
        }[self._kind]
        return sentence.format(n=f"{n:,}", of=f"{of:,}", label=label)

    def _button_words(self, n: int) -> str:
        words = {
            ActionKind.ACCEPT: self.tr("Accept {n}"),
            ActionKind.REJECT: self.tr("Reject {n}"),
            ActionKind.RELABEL: self.tr("Relabel {n}"),
            ActionKind.MEDICAL_TERM: self.tr("Leave {n}"),
            ActionKind.TAKE_RECOVERED: self.tr("Take back {n}"),
            ActionKind.REOPEN: self.tr("Reopen {n}"),
        }[self._kind]
        return words.format(n=f"{n:,}")

    def _title_words(self, text: str) -> str:
        line = one_line(text)
        shown = line if len(line) <= _SHOWN_TEXT else f"{line[:20]}…{line[-18:]}"
        words = {
            ActionKind.ACCEPT: self.tr("Accept all places of “{text}”"),
            ActionKind.REJECT: self.tr("Reject all places of “{text}”"),
            ActionKind.RELABEL: self.tr("Make all places of “{text}” {label}"),
            ActionKind.MEDICAL_TERM: self.tr("“{text}” is a medical term: leave it everywhere"),
            ActionKind.TAKE_RECOVERED: self.tr("Take back all places of “{text}”"),
            ActionKind.REOPEN: self.tr("Make all places of “{text}” undecided"),
        }[self._kind]
        return words.format(text=shown, label=label_text(self._label) if self._label is not None else "")


class _Table(QTableView):
    """The places; Space chooses the rows selected, Enter is the dialog's."""

    def __init__(self, model: SameTextModel, theme: Theme) -> None:
        super().__init__()
        self._model = model
        self.setModel(model)
        self.setItemDelegateForColumn(PlaceColumn.PLACE, PlaceDelegate(theme, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setWordWrap(False)
        # Names of documents of one file differ at their ends.
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(self.tr("Places"))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, mode in (
            (PlaceColumn.CHOSEN, QHeaderView.ResizeMode.Fixed),
            (PlaceColumn.DOCUMENT, QHeaderView.ResizeMode.Interactive),
            (PlaceColumn.PLACE, QHeaderView.ResizeMode.Stretch),
            (PlaceColumn.NOW, QHeaderView.ResizeMode.Interactive),
        ):
            header.setSectionResizeMode(column, mode)
        for column, width in ((PlaceColumn.CHOSEN, 40), (PlaceColumn.DOCUMENT, 180), (PlaceColumn.NOW, 200)):
            self.setColumnWidth(column, width)
        self.doubleClicked.connect(self._flip)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            rows = [index.row() for index in self.selectionModel().selectedRows()]
            if rows:
                self._model.set_chosen(rows, not all(self._model.is_chosen(r) for r in rows))
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or event.matches(
            QKeySequence.StandardKey.SelectAll
        ):
            event.ignore()
            return
        super().keyPressEvent(event)

    def _flip(self, index: QModelIndex) -> None:
        self._model.set_chosen([index.row()], not self._model.is_chosen(index.row()))
