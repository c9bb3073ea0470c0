"""What a decision about all places of one text would touch: the places, and the table of them."""

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
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from chartveil.domain import Label
from chartveil.gui.parts import draw_state_line, label_text, one_line
from chartveil.gui.theme.tokens import Theme
from chartveil.review.model import ActionKind, DecisionState

_Index = QModelIndex | QPersistentModelIndex
PLACE_ROLE = Qt.ItemDataRole.UserRole
translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class SameTextPlace:
    """One place of the text.

    Attributes:
        row: of its document in the worklist.
        item: id of the item there; None where the text stands unmarked.
        start, end: its range.
        document: name of its document.
        patient: whose it is; empty where nobody knows.
        state, label: of the item; None where there is none.
        line: number of its line, from 1; None where the document is not read.
        before, found, after: the line around it and the text itself; empty where the document is not read.
    """

    row: int
    item: int | None
    start: int
    end: int
    document: str
    patient: str = ""
    state: DecisionState | None = None
    label: Label | None = None
    line: int | None = None
    before: str = ""
    found: str = ""
    after: str = ""


class PlaceColumn(IntEnum):
    CHOSEN = 0
    DOCUMENT = 1
    PLACE = 2
    NOW = 3


def would_change(kind: ActionKind, target: SameTextPlace, label: Label | None) -> bool:
    """Whether a decision would change anything at a place."""
    match kind:
        case ActionKind.ACCEPT:
            return target.state not in (DecisionState.ACCEPTED, DecisionState.ADDED)
        case ActionKind.RELABEL:
            return (
                target.state not in (DecisionState.ACCEPTED, DecisionState.ADDED) or target.label is not label
            )
        case ActionKind.TAKE_RECOVERED:
            return target.state is DecisionState.RECOVERED
        case ActionKind.REOPEN:
            return target.state is not None and target.state.decided
        case _:
            return target.state not in (None, DecisionState.REJECTED)


def chosen_at_first(kind: ActionKind, target: SameTextPlace, label: Label | None) -> bool:
    """Whether a place is chosen before the reviewer has looked: not where somebody decided it before."""
    decided = target.state is not None and target.state.decided
    return would_change(kind, target, label) and (not decided or kind is ActionKind.REOPEN)


def current_state_text(target: SameTextPlace) -> str:
    """What a place is now."""
    if target.state is None:
        return translate("SameDialog", "not marked")
    words = {
        DecisionState.PROPOSED: translate("SameDialog", "proposed"),
        DecisionState.ACCEPTED: translate("SameDialog", "accepted"),
        DecisionState.ADDED: translate("SameDialog", "added"),
        DecisionState.REJECTED: translate("SameDialog", "rejected"),
        DecisionState.RECOVERED: translate("SameDialog", "given back"),
    }[target.state]
    return f"{label_text(target.label)} · {words}" if target.label is not None else words


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
        targets: Sequence[SameTextPlace],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind, self._label = kind, label
        self._all = list(targets)
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

    def set_context(self, row: int, item: int, line: int, before: str, found: str, after: str) -> None:
        """Shows the line of a place whose document was read meanwhile."""
        for at, k in enumerate(self._shown):
            target = self._all[k]
            if (target.row, target.item) == (row, item):
                self._all[k] = replace(target, line=line, before=before, found=found, after=after)
                place = self.index(at, PlaceColumn.PLACE)
                self.dataChanged.emit(place, place)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(PlaceColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return ("", self.tr("Document"), self.tr("Place"), self.tr("Now"))[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        k = self._shown[index.row()]
        target = self._all[k]
        if role == PLACE_ROLE:
            return target
        if (
            role == Qt.ItemDataRole.CheckStateRole
            and index.column() == PlaceColumn.CHOSEN
            and self._changing[k]
        ):
            return Qt.CheckState.Checked if self._chosen[k] else Qt.CheckState.Unchecked
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(index.column(), k, target)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._words(index.column(), k, target)
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != PlaceColumn.CHOSEN:
            return False
        self.set_chosen([index.row()], Qt.CheckState(value) is Qt.CheckState.Checked)
        return True

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() == PlaceColumn.CHOSEN and self._changing[self._shown[index.row()]]:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def _words(self, column: int, k: int, target: SameTextPlace) -> str | None:
        match column:
            case PlaceColumn.DOCUMENT:
                return target.document
            case PlaceColumn.PLACE:
                return place_text(target)
            case PlaceColumn.NOW:
                stays = "" if self._changing[k] else self.tr(" (stays)")
                return current_state_text(target) + stays
        return None


def place_text(target: SameTextPlace) -> str:
    """Where a place is: its line, or the number of its first character where the document is not read."""
    if not target.found:
        return translate("SameDialog", "character {n}").format(n=f"{target.start + 1:,}")
    line = f"{target.line}: " if target.line is not None else ""
    return line + one_line(f"{target.before}{target.found}{target.after}")


class PlaceDelegate(QStyledItemDelegate):
    """Draws the line around a place with the place marked as in the document, always in sight."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(240, max(hint.height(), 28))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        target: SameTextPlace = index.data(PLACE_ROLE)
        if not target.found:
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
        self._line(painter, QRectF(option.rect).adjusted(11, 0, -8, 0), target, whole, selected)
        painter.restore()

    def _line(
        self,
        painter: QPainter,
        rect: QRectF,
        target: SameTextPlace,
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
        found = wide.elidedText(one_line(target.found), Qt.TextElideMode.ElideMiddle, rect.width() * 0.6)
        number = f"{target.line}  " if target.line is not None else ""
        room = rect.width() - wide.horizontalAdvance(found) - metrics.horizontalAdvance(number) - 4
        before = one_line(target.before)
        width = min(
            metrics.horizontalAdvance(before), max(room * 0.6, room - metrics.horizontalAdvance(target.after))
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
        self._mark(painter, mark.adjusted(-1, 0, 1, 0), target, selected)
        painter.setFont(bold)
        painter.setPen(ink)
        painter.drawText(mark.adjusted(0, 0, 4, 0), middle, found)
        x = mark.right() + 1
        painter.setFont(font)
        after = metrics.elidedText(one_line(target.after), Qt.TextElideMode.ElideRight, rect.right() - x)
        painter.drawText(QRectF(x, rect.top(), rect.right() - x, rect.height()), middle, after)

    def _mark(self, painter: QPainter, rect: QRectF, target: SameTextPlace, selected: bool) -> None:
        if target.label is None:
            return
        colors = self._theme.groups[target.label.group]
        if target.state is not None and target.state.taken_out and not selected:
            painter.fillRect(rect, colors.tint)
        ink = self._theme.on_selection if selected else colors.ink
        draw_state_line(painter, target.state, ink, rect.bottomLeft(), rect.right())
