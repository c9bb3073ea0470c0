"""The preview: a document before and after, side by side or the result alone."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QLabel, QPushButton, QWidget

from chartveil.domain.policy import ReplacementMode
from chartveil.gui.preview.compared_texts import ComparedTexts
from chartveil.gui.preview.text_view import PreparedPreview, prepare_preview
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_meaning, choice_name
from chartveil.gui.widgets.flow_layout import flow
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
        self.setAccessibleName(self.tr("Preview"))
        self._modes = QButtonGroup(self)
        self._beside = QCheckBox(self.tr("Original beside"))
        self._beside.setChecked(True)
        self._count = QLabel()
        self._message = text_label()
        self._previous = self._step_button("‹", self.tr("Previous change"))
        self._next = self._step_button("›", self.tr("Next change"))
        self._texts = ComparedTexts(themes, (self.tr("Original"), self.tr("Result")))
        self._texts.copied.connect(self.copied)
        self._lay_out()
        self._modes.idClicked.connect(lambda k: self.mode_changed.emit(list(ReplacementMode)[k].value))
        self._beside.toggled.connect(self._texts.show_beside)
        self._previous.clicked.connect(lambda: self._texts.step(backwards=True))
        self._next.clicked.connect(lambda: self._texts.step())
        self._texts.change_clicked.connect(self._clicked)
        self.show_prepared(prepare_preview("", (), {}))

    @property
    def prepared(self) -> PreparedPreview:
        """What is shown now."""
        return self._texts.prepared

    def show_prepared(self, prepared: PreparedPreview) -> None:
        """Shows a text and what it becomes."""
        same_text = prepared.original.text == self.prepared.original.text
        current = self._current_item() if same_text else None
        self._texts.show_prepared(prepared)
        n = len(prepared.items)
        words = (
            self.tr("{n} changes") if n > 1 else self.tr("1 change") if n else self.tr("Nothing is replaced")
        )
        self._count.setText(words.format(n=f"{n:,}"))
        for button in (self._previous, self._next):
            button.setEnabled(n > 0)
        self._show_message("", "muted")
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
        known = item is not None and item in self.prepared.items
        self._texts.ring(self.prepared.items.index(item) if known else None, bring=bring)

    def set_text_font(self, font: QFont) -> None:
        """The font of documents."""
        self._texts.set_text_font(font)

    def set_wrap(self, wrap: bool) -> None:
        """Whether long lines go on below or run out of sight."""
        self._texts.set_wrap(wrap)

    def _step_button(self, sign: str, name: str) -> QPushButton:
        return push_button(sign, name=name, tip=name, quiet=True)

    def _current_item(self) -> int | None:
        current = self._texts.current
        return self.prepared.items[current] if current is not None else None

    def _show_message(self, message: str, role: str) -> None:
        self._message.setText(message)
        self._message.setVisible(bool(message))
        set_style_property(self._message, "role", role)

    def _clicked(self, change: int) -> None:
        if self.prepared.items[change] is not None:
            self.item_clicked.emit(self.prepared.items[change])

    def _lay_out(self) -> None:
        modes = []
        for k, mode in enumerate(ReplacementMode):
            button = push_button(choice_name(mode), tip=choice_meaning(mode), checkable=True)
            button.setAccessibleDescription(button.toolTip())
            self._modes.addButton(button, k)
            modes.append(button)
        self.set_mode(ReplacementMode.SURROGATE)
        steps = row(self._count, self._previous, self._next, (self._message, 1), ..., gap=8)
        head = column(flow(*modes, self._beside), steps, margins=(16, 8, 16, 8), gap=4)
        column(head, (self._texts, 1), parent=self, margins=0, gap=0)
