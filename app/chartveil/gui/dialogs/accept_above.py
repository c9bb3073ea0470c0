"""Accepting every undecided span from a score on, after a look at how many there are of each label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDoubleSpinBox, QLabel, QWidget

from chartveil.domain.labels import Label
from chartveil.gui.theme.colors import Theme
from chartveil.gui.widgets.basic import bar_html, tag_html
from chartveil.gui.widgets.buttons import dialog_buttons
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.layouts import column, named, row, scroll_area, text_label
from chartveil.review.model import ReviewItem

_FIRST = 0.95
"""Score to begin with."""
_PAUSE = 40
"""Milliseconds that the score must stand before the spans are counted again."""
_BAR = 130
"""Blanks in the longest bar."""


class AcceptAboveDialog(FittedDialog):
    """Asks for a score, and shows what would be accepted.

    Args:
        count: gives the undecided items with this score or more; asked again whenever the score changes.
        where: what it is about, e.g. ``in this document``.
        theme: colours.
    """

    def __init__(
        self,
        count: Callable[[float], Sequence[ReviewItem]],
        where: str,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._count = count
        self._theme = theme
        self.setWindowTitle(self.tr("Accept all above a score"))
        title = self.tr("Accept every undecided span {where} with this score or more").format(where=where)
        self._spin = named(QDoubleSpinBox(), self.tr("Lowest score"))
        self._spin.setRange(0.0, 1.0)
        self._spin.setSingleStep(0.01)
        self._labels = QLabel()
        self._labels.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._what = text_label()
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._tell)
        buttons, self._do = dialog_buttons(self, "", self.tr("Cancel"))
        head = text_label(title, "heading")
        column(
            head,
            row(self._spin, ...),
            (scroll_area(self._labels), 1),
            self._what,
            buttons,
            parent=self,
            margins=16,
            gap=12,
        )
        self.resize(480, 420)
        self._spin.valueChanged.connect(lambda: self._pause.start())
        self._spin.setValue(_FIRST)
        self._spin.setFocus()
        self._tell()

    def score(self) -> float:
        """The lowest score that is accepted."""
        return round(self._spin.value(), 2)

    def accept(self) -> None:
        # What the last movement asks for is what the button must have said.
        if self._pause.isActive():
            self._pause.stop()
            self._tell()
        if self._do.isEnabled():
            super().accept()

    def _tell(self) -> None:
        items = self._count(self.score())
        self._show_labels(Counter(i.span.label for i in items))
        self._do.setText(self.tr("Accept {n}").format(n=f"{len(items):,}"))
        self._do.setEnabled(bool(items))
        if items:
            words = self.tr("{n} spans will be accepted without a look at each. One undo takes it all back.")
        else:
            words = self.tr("No undecided span has this score. Choose a lower one.")
        self._what.setText(words.format(n=f"{len(items):,}"))

    def _show_labels(self, counts: Counter[Label]) -> None:
        """How many there are of each label, the most first, with a bar each."""
        order = list(Label)
        sorted_counts = sorted(counts.items(), key=lambda c: (-c[1], order.index(c[0])))
        rows = []
        for label, n in sorted_counts:
            bar = bar_html(max(1, _BAR * n // sorted_counts[0][1]), self._theme.groups[label.group].ink)
            tag = tag_html(label, self._theme)
            rows.append(f'<tr><td>{tag}</td><td align="right">{n:,}</td><td>{bar}</td></tr>')
        self._labels.setText(f'<table cellpadding="4">{"".join(rows)}</table>')
        self._labels.setAccessibleName(", ".join(f"{label.value}: {n}" for label, n in sorted_counts))
