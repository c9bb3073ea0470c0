"""A text before and after its changes, side by side and scrolled in step."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QSplitter, QWidget

from chartveil.gui.preview.text_view import PreparedPreview, PreviewText, prepare_preview
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.layouts import column, text_label


class ComparedTexts(QSplitter):
    """Both texts with their changes marked; the original can be put away.

    Args:
        titles: of the original and of the result; the one is said over the text and to screen readers.

    Attributes:
        original, result: the two texts.

    Signals:
        change_clicked: number of the change that was clicked, or stepped to.
        copied: text of the original was copied.
    """

    change_clicked = Signal(int)
    copied = Signal()

    def __init__(self, themes: WindowTheme, titles: tuple[str, str], parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._shown = prepare_preview("", (), {})
        self._current: int | None = None
        self._following = False
        self.original, self.result = (PreviewText(themes, title) for title in titles)
        self.original.copied.connect(self.copied)
        self._before = _pane(titles[0], self.original)
        self.setChildrenCollapsible(False)
        self.addWidget(self._before)
        self.addWidget(_pane(titles[1], self.result))
        self.original.scrolled.connect(self._follow_original)
        self.result.scrolled.connect(self._follow_result)
        for text in (self.original, self.result):
            text.change_clicked.connect(self._choose)

    @property
    def prepared(self) -> PreparedPreview:
        """What is shown now."""
        return self._shown

    @property
    def current(self) -> int | None:
        """Number of the change that is ringed."""
        return self._current

    def show_prepared(self, prepared: PreparedPreview) -> None:
        """Shows a text and what it becomes, with no change ringed. The same text stays where it is."""
        top = self.original.top_offset() if prepared.original.text == self._shown.original.text else 0
        self._shown = prepared
        self._following = True
        self.original.show_side(prepared.original)
        self.result.show_side(prepared.result)
        self.original.center(top, share=0.0)
        self.result.center(prepared.changes.to_output(top), share=0.0)
        self._following = False
        self._current = None

    def ring(self, change: int | None, *, bring: bool = True) -> None:
        """Rings a change in both texts, or none.

        Args:
            change: its number.
            bring: whether to scroll there.
        """
        self._current = change
        self._following = True
        for text in (self.original, self.result):
            text.ring_change(change, bring=bring)
        self._following = False

    def step(self, *, backwards: bool = False) -> bool:
        """To the next change after the current one, or after the first line in sight; false without one."""
        if self._current is not None:
            at = self._shown.changes.original_ranges[self._current][0]
        else:
            at = self._shown.changes.to_original(self.result.top_offset()) - (0 if backwards else 1)
        change = self._shown.changes.next_change(at, backwards)
        if change is not None:
            self._choose(change)
        return change is not None

    def show_beside(self, beside: bool) -> None:
        """Shows the original beside the result, or puts it away."""
        self._before.setVisible(beside)
        if beside:
            self._follow_result()

    def set_text_font(self, font: QFont) -> None:
        """The font of documents."""
        for text in (self.original, self.result):
            text.set_text_font(font)

    def set_wrap(self, wrap: bool) -> None:
        """Whether long lines go on below or run out of sight."""
        for text in (self.original, self.result):
            text.set_wrap(wrap)

    def _choose(self, change: int) -> None:
        self.ring(change)
        self.change_clicked.emit(change)

    def _follow_original(self) -> None:
        self._follow(self.result, self._shown.changes.to_output(self.original.top_offset()))

    def _follow_result(self) -> None:
        self._follow(self.original, self._shown.changes.to_original(self.result.top_offset()))

    def _follow(self, text: PreviewText, offset: int) -> None:
        """Brings the line of an offset to the top of one text, after the other was scrolled."""
        if not self._following and not self._before.isHidden():
            self._following = True
            text.center(offset, share=0.0)
            self._following = False


def _pane(title: str, text: PreviewText) -> QWidget:
    """A text below its title."""
    pane, head = QWidget(), text_label(title, "small", wrap=False)
    head.setContentsMargins(16, 0, 0, 2)
    column(head, (text, 1), parent=pane, margins=0, gap=0)
    return pane
