"""Chips that choose which documents are shown, each with how many there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QStyle, QWidget

from chartveil.gui.theme.colors import Theme, mix_colors
from chartveil.gui.widgets.flow_layout import FlowLayout
from chartveil.gui.worklist.state_signs import draw_doubt_sign, draw_state_sign, state_color
from chartveil.gui.worklist.wording import document_state_text
from chartveil.review.model import DocumentState

DOUBTFUL_SIGN: Literal["doubt"] = "doubt"
ChipSign = DocumentState | Literal["doubt"]

_LEAST = 240
_PAD = 8
_GAP = 4


class FilterChip(QAbstractButton):
    """A sign, a word and a number; on or off.

    Args:
        sign: a state whose sign is shown, or ``DOUBTFUL_SIGN``; None for no sign.
    """

    def __init__(self, theme: Theme, word: str, sign: ChipSign | None, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind = sign
        self._n = 0
        self.setCheckable(True)
        self.setText(word)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_number(0)

    def show_number(self, n: int) -> None:
        """Shows how many documents the chip stands for."""
        self._n = n
        self.setAccessibleName(f"{self.text()} {n:,}")
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draws the chip in another theme."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        words = metrics.horizontalAdvance(self.text()) + metrics.horizontalAdvance(f"{self._n:,}")
        sign = self._sign() + _GAP if self._kind is not None else 0
        return QSize(words + sign + 2 * _PAD + _GAP + 1, max(24, metrics.height() + 8))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, on = self._theme, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        back = theme.selection if on else theme.raised
        if self.underMouse() and not on:
            back = mix_colors(theme.raised, theme.selection, 0.45)
        painter.setBrush(back)
        painter.setPen(QPen(theme.accent if on else theme.border, 1.6 if on else 1))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.focus, 2))
            painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        self._paint_words(painter, theme.on_selection if on else None)

    def _paint_words(self, painter: QPainter, ink: QColor | None) -> None:
        """Sign, word, number; all in ``ink`` where it is given, for the background is another then."""
        theme, side = self._theme, self._sign()
        inner = self.rect().adjusted(_PAD, 0, -_PAD, 0)
        sign = QRect(inner.left(), inner.center().y() - side // 2, side, side)
        sign = QStyle.visualRect(self.layoutDirection(), self.rect(), sign)
        if isinstance(self._kind, DocumentState):
            draw_state_sign(painter, QRectF(sign), self._kind, ink or state_color(self._kind, theme))
        elif self._kind is not None:
            draw_doubt_sign(painter, QRectF(sign), ink or theme.warning)
        word = inner.adjusted(side + _GAP if side else 0, 0, 0, 0)
        word = QStyle.visualRect(self.layoutDirection(), self.rect(), word)
        middle = Qt.AlignmentFlag.AlignVCenter
        leading = QStyle.visualAlignment(self.layoutDirection(), Qt.AlignmentFlag.AlignLeft)
        trailing = QStyle.visualAlignment(self.layoutDirection(), Qt.AlignmentFlag.AlignRight)
        painter.setPen(ink or theme.text)
        painter.drawText(word, leading | middle, self.text())
        painter.setPen(ink or theme.muted)
        painter.drawText(word, trailing | middle, f"{self._n:,}")

    def _sign(self) -> int:
        """Side of the sign."""
        return 0 if self._kind is None else max(12, round(self.fontMetrics().height() * 0.85))


class FilterChips(QWidget):
    """One chip a state, one for doubt, and one for all.

    Signals:
        changed: another choice.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seen: set[DocumentState] = set()
        layout = FlowLayout(self)
        self._states: dict[DocumentState, FilterChip] = {
            state: FilterChip(theme, document_state_text(state), state, self)
            for state in DocumentState
            if state is not DocumentState.DETECTING
        }
        self.all_chip = FilterChip(theme, self.tr("All"), None, self)
        self.all_chip.setChecked(True)
        self.all_chip.clicked.connect(self.clear)
        self.doubtful_chip = FilterChip(theme, self.tr("Doubtful"), DOUBTFUL_SIGN, self)
        self.doubtful_chip.setToolTip(self.tr("Only documents with a doubtful span that is not decided"))
        layout.addWidget(self.all_chip)
        for chip in self._choices():
            layout.addWidget(chip)
            chip.hide()
            chip.toggled.connect(self._toggled)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        # The layout's own hint allows for one chip a line.
        return QSize(_LEAST, self.heightForWidth(_LEAST))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _choices(self) -> list[FilterChip]:
        return [*self._states.values(), self.doubtful_chip]

    def _toggled(self) -> None:
        self.all_chip.setChecked(not any(chip.isChecked() for chip in self._choices()))
        self.changed.emit()

    def chip(self, state: DocumentState) -> FilterChip:
        """The chip under which a state is; documents in detection count as waiting."""
        return self._states.get(state, self._states[DocumentState.WAITING])

    def selected_states(self) -> frozenset[DocumentState]:
        """States whose chips are on; none for all."""
        on: set[DocumentState] = {s for s, chip in self._states.items() if chip.isChecked()}
        if DocumentState.WAITING in on:
            on.add(DocumentState.DETECTING)
        return frozenset(on)

    def doubtful_only(self) -> bool:
        """Whether only documents with a doubtful span are asked for."""
        return self.doubtful_chip.isChecked()

    def show_counts(self, states: Mapping[DocumentState, int], doubtful: int, *, anew: bool) -> None:
        """Shows how many there are. A chip comes with its first document, and stays.

        Args:
            anew: whether this is another worklist, in which chips without documents are not shown.
        """
        if anew:
            self._seen.clear()
        numbers = dict.fromkeys(self._states, 0)
        for state, n in states.items():
            numbers[state if state in numbers else DocumentState.WAITING] += n
        self._seen |= {state for state, n in numbers.items() if n}
        for state, chip in self._states.items():
            chip.show_number(numbers[state])
            chip.setVisible(state in self._seen or chip.isChecked())
        self.all_chip.show_number(sum(numbers.values()))
        self.doubtful_chip.show_number(doubtful)
        if doubtful or anew:
            self.doubtful_chip.setVisible(bool(doubtful) or self.doubtful_chip.isChecked())
        self.updateGeometry()

    def clear(self) -> None:
        """Switches all off; tells once."""
        on = [chip for chip in self._choices() if chip.isChecked()]
        for chip in on:
            chip.blockSignals(True)
            chip.setChecked(False)
            chip.blockSignals(False)
            chip.update()
        self.all_chip.setChecked(True)
        if on:
            self.changed.emit()

    def set_theme(self, theme: Theme) -> None:
        """Draws all chips in another theme."""
        for chip in (self.all_chip, *self._choices()):
            chip.set_theme(theme)
