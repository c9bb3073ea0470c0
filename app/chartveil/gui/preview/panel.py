"""The preview: a document before and after, side by side or the result alone."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QLabel,
    QPushButton,
    QSplitter,
    QWidget,
)

from chartveil.domain.policy import ReplacementMode
from chartveil.gui.preview.text_view import PreparedPreview, PreviewText, prepare_preview
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_meaning, choice_name
from chartveil.gui.widgets.layouts import column, row, text_label


class PreviewPanel(QWidget):
    """Shows what it is given. It makes no replacement itself.

    Signals:
        mode_changed: a ``ReplacementMode`` the user wants to see, as its value.
        item_clicked: id of the item whose change was clicked.
        copied: text of the original was copied.
    """

    mode_changed = Signal(str)
    item_clicked = Signal(int)
    copied = Signal()

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = prepare_preview("", (), {})
        self._current: int | None = None
        self._following = False
        self.setAccessibleName(self.tr("Preview"))
        self._modes = QButtonGroup(self)
        self._beside = QCheckBox(self.tr("Original beside"))
        self._beside.setChecked(True)
        self._count = QLabel()
        self._message = text_label()
        self._previous = self._step_button("‹", self.tr("Previous change"))
        self._next = self._step_button("›", self.tr("Next change"))
        self._original = PreviewText(themes, self.tr("Original"))
        self._original.copied.connect(self.copied)
        self._result = PreviewText(themes, self.tr("Result"))
        self._lay_out()
        self._modes.idClicked.connect(lambda k: self.mode_changed.emit(list(ReplacementMode)[k].value))
        self._beside.toggled.connect(self._show_beside)
        self._previous.clicked.connect(lambda: self._go(backwards=True))
        self._next.clicked.connect(lambda: self._go())
        self._original.scrolled.connect(self._follow_original)
        self._result.scrolled.connect(self._follow_result)
        for text in (self._original, self._result):
            text.change_clicked.connect(self._clicked)
        self.show_prepared(self._shown)

    @property
    def prepared(self) -> PreparedPreview:
        """What is shown now."""
        return self._shown

    def show_prepared(self, prepared: PreparedPreview) -> None:
        """Shows a text and what it becomes."""
        same_text = prepared.original.text == self._shown.original.text
        top, current = self._original.top_offset() if same_text else 0, self._current_item()
        self._shown = prepared
        self._following = True
        self._original.show_side(prepared.original)
        self._result.show_side(prepared.result)
        self._original.center(top, share=0.0)
        self._result.center(prepared.changes.to_output(top), share=0.0)
        self._following = False
        n = len(prepared.items)
        words = (
            self.tr("{n} changes") if n > 1 else self.tr("1 change") if n else self.tr("Nothing is replaced")
        )
        self._count.setText(words.format(n=f"{n:,}"))
        for button in (self._previous, self._next):
            button.setEnabled(n > 0)
        self._show_message("", "muted")
        self._current = None
        self.set_current_item(current, bring=False)

    def show_busy(self) -> None:
        """Says that the result is being made; what was shown stays until then."""
        self._show_message(self.tr("The result is being made…"), "muted")

    def show_error(self, message: str) -> None:
        """Says why there is no result, and what to do. What is shown may be of before."""
        self._show_message(message, "danger")

    def set_mode(self, mode: ReplacementMode) -> None:
        """Shows which mode the result is in; asks for nothing."""
        self._modes.button(list(ReplacementMode).index(mode)).setChecked(True)

    def set_current_item(self, item: int | None, *, bring: bool = True) -> None:
        """Rings the change of an item in both texts.

        Args:
            item: id; None, or one that changes nothing, for none.
            bring: whether to scroll there.
        """
        known = item is not None and item in self._shown.items
        self._ring(self._shown.items.index(item) if known else None, bring=bring)

    def _ring(self, change: int | None, *, bring: bool = True) -> None:
        self._current = change
        self._following = True
        for text in (self._original, self._result):
            text.ring_change(change, bring=bring)
        self._following = False

    def set_text_font(self, font: QFont) -> None:
        """The font of documents."""
        for text in (self._original, self._result):
            text.set_text_font(font)

    def set_wrap(self, wrap: bool) -> None:
        """Whether long lines go on below or run out of sight."""
        for text in (self._original, self._result):
            text.set_wrap(wrap)

    def _step_button(self, sign: str, name: str) -> QPushButton:
        return push_button(sign, name=name, tip=name, quiet=True)

    def _current_item(self) -> int | None:
        return self._shown.items[self._current] if self._current is not None else None

    def _show_message(self, message: str, role: str) -> None:
        self._message.setText(message)
        self._message.setVisible(bool(message))
        set_style_property(self._message, "role", role)

    def _clicked(self, change: int) -> None:
        self._ring(change)
        if self._shown.items[change] is not None:
            self.item_clicked.emit(self._shown.items[change])

    def _go(self, backwards: bool = False) -> None:
        """To the next change after the current one, or after the first line in sight."""
        if self._current is not None:
            at = self._shown.changes.original_ranges[self._current][0]
        else:
            at = self._shown.changes.to_original(self._result.top_offset()) - (0 if backwards else 1)
        change = self._shown.changes.next_change(at, backwards)
        if change is not None:
            self._clicked(change)

    def _follow_original(self) -> None:
        self._follow(self._result, self._shown.changes.to_output(self._original.top_offset()))

    def _follow_result(self) -> None:
        self._follow(self._original, self._shown.changes.to_original(self._result.top_offset()))

    def _follow(self, text: PreviewText, offset: int) -> None:
        """Brings the line of an offset to the top of one text, after the other was scrolled."""
        if not self._following and self._beside.isChecked():
            self._following = True
            text.center(offset, share=0.0)
            self._following = False

    def _show_beside(self, beside: bool) -> None:
        self._before.setVisible(beside)
        if beside:
            self._follow_result()

    def _lay_out(self) -> None:
        modes = row(gap=4)
        for k, mode in enumerate(ReplacementMode):
            button = push_button(choice_name(mode), tip=choice_meaning(mode), checkable=True)
            button.setAccessibleDescription(button.toolTip())
            self._modes.addButton(button, k)
            modes.addWidget(button)
        self.set_mode(ReplacementMode.SURROGATE)
        steps = row(self._count, self._previous, self._next, (self._message, 1), ..., gap=8)
        self._before = _pane(self.tr("Original"), self._original)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.addWidget(self._before)
        split.addWidget(_pane(self.tr("Result"), self._result))
        head = column(row(modes, ..., self._beside), steps, margins=(16, 8, 16, 8), gap=4)
        column(head, (split, 1), parent=self, margins=0, gap=0)


def _pane(title: str, text: PreviewText) -> QWidget:
    """A text below its title."""
    pane, head = QWidget(), text_label(title, "small", wrap=False)
    head.setContentsMargins(16, 0, 0, 2)
    column(head, (text, 1), parent=pane, margins=0, gap=0)
    return pane
