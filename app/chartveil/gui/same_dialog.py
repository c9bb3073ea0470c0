"""One decision about all places of one text, after a look at them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
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
    QTableView,
    QVBoxLayout,
    QWidget,
)

from chartveil.domain import Label
from chartveil.gui.parts import label_text, one_line
from chartveil.gui.same_targets import PlaceColumn, PlaceDelegate, SameTextModel, SameTextPlace
from chartveil.gui.theme.tokens import Theme
from chartveil.review.model import ActionKind

__all__ = ["SameTextDialog", "SameTextPlace"]

SCOPES = ("document", "patient", "worklist")
_SHOWN_TEXT = 40


class SameTextDialog(QDialog):
    """Shows every place of a text and what a decision would do there; gives those that were chosen.

    Places that were decided before are not chosen at first; those that would not change cannot be.

    Args:
        kind: ACCEPT, REJECT, RELABEL, NEVER, TAKE_BACK or REOPEN.
        text: the text that all places share, as it stands at the place the reviewer was at.
        targets: all places in the worklist, those of the document first.
        row: of the document the reviewer is in.
        scope: ``document``, ``patient`` or ``worklist``, to begin with.
        theme: colours.
        label: what RELABEL changes to, and what places that are not marked yet become.
    """

    def __init__(
        self,
        kind: ActionKind,
        text: str,
        targets: Sequence[SameTextPlace],
        *,
        row: int,
        theme: Theme,
        scope: str = "document",
        label: Label | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind, self._row, self._label = kind, row, label
        self._targets = list(targets)
        self._patient = next((t.patient for t in self._targets if t.row == row), "")
        self._model = SameTextModel(kind, label, self._targets, self)
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

    def chosen(self) -> tuple[SameTextPlace, ...]:
        """Places the decision is for, in the order they were given."""
        return tuple(self._model.chosen())

    @property
    def scope(self) -> str:
        """``document``, ``patient`` or ``worklist``, as it stands now."""
        return SCOPES[self._scopes.checkedId()]

    def set_context(self, row: int, item: int, line: int, before: str, found: str, after: str) -> None:
        """Shows the line of a place whose document was read after the dialog opened."""
        self._model.set_context(row, item, line, before, found, after)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_A and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self._every.click()
            return
        super().keyPressEvent(event)

    def _lay_out(self, scope: str) -> None:
        row = QHBoxLayout()
        row.setSpacing(16)
        for k, (name, words) in enumerate(
            zip(
                SCOPES,
                (self.tr("In this document"), self.tr("Of this patient"), self.tr("In the worklist")),
                strict=True,
            )
        ):
            count = sum(self._in_scope(name, t) for t in self._targets)
            button = QRadioButton(f"{words} ({count:,})")
            button.setEnabled(name != "patient" or bool(self._patient))
            button.setChecked(name == (scope if scope != "patient" or self._patient else "document"))
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

    def _in_scope(self, scope: str, target: SameTextPlace) -> bool:
        if scope == "document":
            return target.row == self._row
        if scope == "patient":
            return target.row == self._row or (bool(self._patient) and target.patient == self._patient)
        return True

    def _narrow(self, scope: int, on: bool) -> None:
        if on:
            self._model.show_only([self._in_scope(SCOPES[scope], t) for t in self._targets])
            if self._model.rowCount():
                self._table.setCurrentIndex(self._model.index(0, PlaceColumn.PLACE))

    def _choose_every(self, on: bool) -> None:
        self._model.set_chosen(range(self._model.rowCount()), on)

    def _tell(self) -> None:
        """Says what will happen, on the button too."""
        chosen = self._model.chosen()
        whole = self._model.changeable_count()
        here = sum(t.row == self._row for t in chosen)
        others = len({t.row for t in chosen if t.row != self._row})
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
        unmarked = sum(t.item is None for t in chosen)
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
