"""Accepting every undecided span from a score on, after a look at how many there are of each label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from chartveil.domain.labels import Label
from chartveil.gui.theme.colors import Theme
from chartveil.gui.widgets.basic import draw_tag, tag_width
from chartveil.review.model import ReviewItem

_STEPS = 100
_PAUSE = 40
"""Milliseconds that the score must stand before the spans are counted again."""


class AcceptAboveDialog(QDialog):
    """Asks for a score, and shows what would be accepted.

    Args:
        count: gives the undecided items with this score or more; asked again whenever the score changes.
        where: what it is about, e.g. ``in this document``.
        theme: colours.
        score: to begin with.
    """

    def __init__(
        self,
        count: Callable[[float], Sequence[ReviewItem]],
        where: str,
        theme: Theme,
        score: float = 0.95,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._count = count
        self.setWindowTitle(self.tr("Accept all above a score"))
        title = QLabel(
            self.tr("Accept every undecided span {where} with this score or more").format(where=where)
        )
        title.setProperty("role", "heading")
        title.setWordWrap(True)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(0, _STEPS)
        self._slider.setPageStep(5)
        self._slider.setAccessibleName(self.tr("Lowest score"))
        self._spin = QDoubleSpinBox()
        self._spin.setRange(0.0, 1.0)
        self._spin.setSingleStep(1 / _STEPS)
        self._spin.setDecimals(2)
        self._spin.setAccessibleName(self.tr("Lowest score, as a number"))
        self._labels = _Labels(theme)
        self._what = QLabel()
        self._what.setWordWrap(True)
        self._buttons = QDialogButtonBox()
        self._do = self._buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self._do.setProperty("primary", True)
        self._do.setDefault(True)
        self._buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self._tell)
        self._lay_out(title)
        self._slider.valueChanged.connect(lambda value: self._spin.setValue(value / _STEPS))
        self._spin.valueChanged.connect(self._moved)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._spin.setValue(score)
        self._slider.setFocus()
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

    def _lay_out(self, title: QLabel) -> None:
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self._slider, 1)
        row.addWidget(self._spin)
        scroll = QScrollArea()
        scroll.setWidget(self._labels)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(title)
        layout.addLayout(row)
        layout.addWidget(scroll, 1)
        layout.addWidget(self._what)
        layout.addWidget(self._buttons)
        self.resize(480, 420)

    def _moved(self, score: float) -> None:
        self._slider.setValue(round(score * _STEPS))
        self._pause.start()

    def _tell(self) -> None:
        items = self._count(self.score())
        self._labels.show_counts(Counter(i.span.label for i in items))
        self._do.setText(self.tr("Accept {n}").format(n=f"{len(items):,}"))
        self._do.setEnabled(bool(items))
        if items:
            words = self.tr("{n} spans will be accepted without a look at each. One undo takes it all back.")
        else:
            words = self.tr("No undecided span has this score. Choose a lower one.")
        self._what.setText(words.format(n=f"{len(items):,}"))


class _Labels(QWidget):
    """How many of each label, the most first, with a bar each."""

    _ROW = 26

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._counts: list[tuple[Label, int]] = []

    def show_counts(self, counts: Counter[Label]) -> None:
        order = list(Label)
        self._counts = sorted(counts.items(), key=lambda c: (-c[1], order.index(c[0])))
        self.setMinimumHeight(self._ROW * len(self._counts))
        self.setAccessibleName(", ".join(f"{label.value}: {n}" for label, n in self._counts))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        names = max((tag_width(label, self.font()) for label, _ in self._counts), default=0.0) + 12
        number = self.fontMetrics().horizontalAdvance("000,000")
        most = max((n for _, n in self._counts), default=1)
        for k, (label, n) in enumerate(self._counts):
            row = QRectF(0, k * self._ROW, self.width(), self._ROW)
            draw_tag(painter, self._theme, label, row, self.font())
            room = row.width() - names - number - 8
            bar = QRectF(names, row.center().y() - 4, max(2.0, room * n / most), 8)
            painter.fillRect(bar, self._theme.groups[label.group].ink)
            painter.setPen(self._theme.text)
            painter.drawText(row, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{n:,}")
