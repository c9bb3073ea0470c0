"""What two readers disagree on, settled one after the other by one key each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QShortcut, QShowEvent, QTextCharFormat
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QTableWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import ElidedText, label_text, one_line
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.widgets.form import batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layouts import column, named, row, scroll_area, text_label
from chartveil.review.agreement import Disagreement
from chartveil.review.model import ReviewItem
from chartveil.service.worklist_report import kappa_word


class Resolution(StrEnum):
    """The reader whose decision is taken."""

    FIRST = "first"
    SECOND = "second"
    OWN = "own"
    """Neither's: it was decided anew in the document."""


def _item_text(item: ReviewItem | None, text: str) -> tuple[str, str]:
    """What a reader decided, and about which text: both for one line."""
    if item is None:
        return QCoreApplication.translate("Disputes", "left in the text"), ""
    return label_text(item.span.label), one_line(item.span.text(text))


_AROUND = 300
"""Characters of the document shown on either side of a place."""
_CONTEXT = 96
"""Pixels for three lines of it."""
_STANDS = 0
"""The column that says whose decision stands."""


class DisagreementsPage(QWidget):
    """Disagreements at the left, the current one in its context at the right.

    Keys while the list has the keyboard: 1 first, 2 second, 3 own, arrows to move.

    Signals:
        chosen: index of the disagreement in those given, and its ``Resolution``.
        closed: back to the document; what is settled stays.

    Attributes:
        resolutions: whose decision stands at each; None where it is not settled.
    """

    chosen = Signal(int, object)
    closed = Signal()

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._text = ""
        self._places: list[Disagreement] = []
        self.resolutions: list[Resolution | None] = []
        self._build()
        themes.changed.connect(self._show_current)
        self.setTabOrder(self.table, self.first.button)

    def set_disagreements(
        self,
        text: str,
        disagreements: Sequence[tuple[Disagreement, Resolution | None]],
        kappa: float | None,
        first_by: str,
        second_by: str,
    ) -> None:
        """Shows the disagreements on one document.

        Args:
            text: of the document.
            disagreements: in order of the text, with whose decision stands.
            kappa: Cohen's kappa by word of the two readings; None where it is not defined.
            first_by, second_by: names of the readers.
        """
        self._text = text
        self._places = [place for place, _ in disagreements]
        self.resolutions = [resolution for _, resolution in disagreements]
        with batch_fill(self.table):
            self.table.setRowCount(len(disagreements))
            for number, (place, resolution) in enumerate(disagreements):
                self._show_resolution(number, resolution)
                self._set_cell(number, 1, one_line(text[place.start : place.end]))
                self._set_cell(number, 2, _item_text(place.first, text)[0])
                self._set_cell(number, 3, _item_text(place.second, text)[0])
        self.first.set_reader(self.tr("First reader"), first_by)
        self.second.set_reader(self.tr("Second reader"), second_by)
        self._show_kappa(kappa)
        self._show_progress()
        if disagreements:
            self.table.selectRow(self._next_open(-1) or 0)
        self._show_current()
        self.table.setFocus()

    def _show_resolution(self, number: int, resolution: Resolution | None) -> None:
        self._set_cell(number, _STANDS, choice_name(resolution) if resolution else self.tr("open"))

    def _set_cell(self, row: int, column: int, text: str) -> None:
        cell = read_only_cell(text)
        heading = self.table.model().headerData(column, Qt.Orientation.Horizontal)
        cell.setData(Qt.ItemDataRole.AccessibleTextRole, f"{heading}: {text}")
        self.table.setItem(row, column, cell)

    def set_resolution(self, number: int, resolution: Resolution | None) -> None:
        """Shows what was stored about a disagreement, e.g. after an undo."""
        self.resolutions[number] = resolution
        self._show_resolution(number, resolution)
        self._show_progress()
        self._show_current()

    def _next_open(self, after: int) -> int | None:
        """Row of the next disagreement that is not settled, from the one after ``after`` on and around."""
        n = len(self.resolutions)
        order = [(after + 1 + i) % n for i in range(n)]
        return next((i for i in order if self.resolutions[i] is None), None)

    def _choose(self, resolution: Resolution) -> None:
        row = self.table.currentRow()
        if row < 0:
            return
        self.set_resolution(row, resolution)
        self.chosen.emit(row, resolution)
        following = self._next_open(row)
        if following is not None and resolution is not Resolution.OWN:
            self.table.selectRow(following)

    def _show_current(self) -> None:
        row = self.table.currentRow()
        is_any = 0 <= row < len(self._places)
        for widget in (self.first, self.second, self.own):
            widget.setVisible(is_any)
        if not is_any:
            self._kind.setText(self.tr("The two readers agree on every place."))
            self.context.clear()
            return
        place, resolution = self._places[row], self.resolutions[row]
        self._kind.setText(choice_name(place.kind))
        self.first.show_item(place.first, self._text, resolution is Resolution.FIRST)
        self.second.show_item(place.second, self._text, resolution is Resolution.SECOND)
        self._show_context(place.start, place.end)

    def _show_context(self, start: int, end: int) -> None:
        """The range in the middle of what stands around it. The text is put in as text, never as HTML."""
        before = max(0, start - _AROUND)
        after = min(len(self._text), end + _AROUND)
        plain, marked = QTextCharFormat(), QTextCharFormat()
        plain.setForeground(self._themes.theme.text)
        marked.setForeground(self._themes.theme.text)
        marked.setBackground(self._themes.theme.found)
        marked.setFontUnderline(True)
        marked.setUnderlineColor(QColor(self._themes.theme.accent))
        self.context.clear()
        cursor = self.context.textCursor()
        cursor.insertText(("…" if before else "") + self._text[before:start], plain)
        at = cursor.position()
        cursor.insertText(self._text[start:end], marked)
        cursor.insertText(self._text[end:after] + ("…" if after < len(self._text) else ""), plain)
        cursor.setPosition(at)
        self.context.setTextCursor(cursor)
        self.context.ensureCursorVisible()

    def _show_kappa(self, kappa: float | None) -> None:
        if kappa is None:
            text = self.tr("Agreement: not defined, as both readers put all words into one class.")
        else:
            text = self.tr("Agreement {kappa}: {word}").format(kappa=f"{kappa:.2f}", word=kappa_word(kappa))
        self.kappa.setText(text)

    def _show_progress(self) -> None:
        total = len(self.resolutions)
        settled = sum(r is not None for r in self.resolutions)
        self.bar.setMaximum(max(1, total))
        self.bar.setValue(settled if total else 1)
        self.count.setText(
            self.tr("{settled} of {total} settled").format(settled=f"{settled:,}", total=f"{total:,}")
        )
        self.done.setEnabled(settled == total)

    def _build(self) -> None:
        head = text_label(self.tr("What the two readers decided differently"), "title")
        meaning = self.tr(
            "Cohen's kappa by word, identifier or not: 1 where both decide alike, 0 where they do no better "
            "than chance. Words for it: Landis and Koch, Biometrics 1977."
        )
        self.kappa = text_label("", "heading")
        self.kappa.setAccessibleDescription(meaning)
        self.kappa_meaning = text_label(meaning, "muted")
        content = QWidget()
        column(
            column(head, self.kappa, self.kappa_meaning, gap=4),
            (row((self._list(), 1), (self._detail(), 1), gap=16), 1),
            self._foot(),
            parent=content,
            margins=16,
            gap=16,
        )
        # In a low window it is scrolled: both decisions are to be seen whole.
        column((scroll_area(content), 1), parent=self, margins=0)

    def _list(self) -> QTableWidget:
        columns = [self.tr("Stands"), self.tr("Text"), self.tr("First reader"), self.tr("Second reader")]
        self.table = row_table(columns, self.tr("Disagreements"), stretch=1)
        self.table.setWordWrap(False)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.table.currentCellChanged.connect(self._show_current)
        for key, resolution in zip("123", Resolution, strict=True):
            shortcut = QShortcut(QKeySequence(key), self.table, partial(self._choose, resolution))
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        return self.table

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.table.verticalHeader().setMinimumSectionSize(self.fontMetrics().height() * 2)

    def _detail(self) -> QVBoxLayout:
        self._kind = text_label()
        self.context = named(_Context(), self.tr("The place in the document"))
        self.context.setReadOnly(True)
        self.context.setTabChangesFocus(True)
        self.first = _Card(self.tr("&1  Take the first's"), partial(self._choose, Resolution.FIRST))
        self.second = _Card(self.tr("&2  Take the second's"), partial(self._choose, Resolution.SECOND))
        self.own = push_button(
            self.tr("&3  Decide anew in the document…"), partial(self._choose, Resolution.OWN)
        )
        return column(
            self._kind,
            (self.context, 1),
            row((self.first, 1), (self.second, 1), gap=16),
            row(self.own, ...),
            gap=8,
        )

    def _foot(self) -> QHBoxLayout:
        self.count = text_label(wrap=False)
        self.bar = named(QProgressBar(), self.tr("Disagreements settled"))
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(160)
        back = push_button(self.tr("&Back to the document"), self.closed.emit)
        self.done = push_button(self.tr("&Finish"), self.closed.emit, look="primary")
        self.done.setAccessibleDescription(self.tr("All disagreements are settled."))
        return row(self.bar, self.count, ..., back, self.done, gap=8)


class _Context(QTextEdit):
    """Takes what room is left, three lines at least: a text's own wish would push the rest out of sight."""

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), _CONTEXT)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), _CONTEXT)


class _Card(QFrame):
    """What one reader decided, and the button that takes it."""

    def __init__(self, text: str, choose: Callable[[], object]) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._reader = ElidedText()
        self._reader.setProperty("role", "muted")
        self._label = text_label("", "heading")
        self._text = ElidedText()
        self.button = push_button(text, choose, checkable=True)
        parts = (self._reader, self._label, self._text, 4, row(self.button, ...))
        column(*parts, parent=self, margins=(16, 8, 16, 16), gap=4)

    def set_reader(self, role: str, name: str) -> None:
        """Shows whose decision it is; an empty name where nobody is named."""
        self._reader.show_text(f"{role}: {name}" if name else role)

    def show_item(self, item: ReviewItem | None, text: str, stands: bool) -> None:
        """Shows what the reader decided.

        Args:
            item: what the reader takes out; None where the text is left.
            text: of the document.
            stands: whether this decision was chosen.
        """
        label, words = _item_text(item, text)
        self._label.setText(label)
        self._text.show_text(words)
        self.button.setChecked(stands)
        self.button.setAccessibleDescription(f"{self._reader.full_text}, {label} {words}".strip())
