"""Chips that choose which documents are shown, each with how many there are."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.widgets.flow_layout import FlowLayout
from chartveil.gui.worklist.wording import state_icon
from chartveil.review.model import DocumentState

_LEAST = 240


class FilterChip(QPushButton):
    """A word and a number; on or off."""

    def __init__(self, word: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._word = word
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_number(0)

    def show_number(self, n: int) -> None:
        """Shows how many documents the chip stands for."""
        self.setText(f"{self._word} {n:,}")
        self.setAccessibleName(self.text())


class FilterChips(QWidget):
    """One chip a state, one for doubt, and one for all.

    Signals:
        changed: another choice.
    """

    changed = Signal()

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        layout = FlowLayout(self)
        self._choices: dict[DocumentState | None, FilterChip] = {
            state: FilterChip(choice_name(state), self)
            for state in DocumentState
            if state is not DocumentState.DETECTING
        }
        self._all = FilterChip(self.tr("All"), self)
        self._all.setChecked(True)
        self._all.clicked.connect(self.clear)
        self._doubtful = FilterChip(self.tr("Doubtful"), self)
        self._doubtful.setToolTip(self.tr("Only documents with a doubtful span that is not decided"))
        self._choices[None] = self._doubtful
        layout.addWidget(self._all)
        for chip in self._choices.values():
            layout.addWidget(chip)
            chip.hide()
            chip.toggled.connect(self._toggled)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        themes.changed.connect(self._set_icons)
        self._set_icons()

    def _set_icons(self) -> None:
        icons, side = self._themes.icons, max(12, round(self.fontMetrics().height() * 0.85))
        for state, chip in self._choices.items():
            icon = QIcon(state_icon(icons, state))
            on = state_icon(icons, state, icons.theme.on_selection).pixmap(side)
            icon.addPixmap(on, QIcon.Mode.Normal, QIcon.State.On)
            chip.setIconSize(QSize(side, side))
            chip.setIcon(icon)

    def sizeHint(self) -> QSize:
        # The layout's own hint allows for one chip a line.
        return QSize(_LEAST, self.heightForWidth(_LEAST))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _toggled(self) -> None:
        self._all.setChecked(not any(chip.isChecked() for chip in self._choices.values()))
        self.changed.emit()

    def selected_states(self) -> frozenset[DocumentState]:
        """States whose chips are on; none for all. Documents in detection count as waiting."""
        on = {s for s, chip in self._choices.items() if s is not None and chip.isChecked()}
        if DocumentState.WAITING in on:
            on.add(DocumentState.DETECTING)
        return frozenset(on)

    def doubtful_only(self) -> bool:
        """Whether only documents with a doubtful span are asked for."""
        return self._doubtful.isChecked()

    def show_counts(self, states: Mapping[DocumentState, int], doubtful: int, *, anew: bool) -> None:
        """Shows how many there are. A chip comes with its first document, and stays.

        Args:
            states: of the documents.
            doubtful: documents with a doubtful span.
            anew: whether this is another worklist, in which chips without documents are not shown.
        """
        numbers: dict[DocumentState | None, int] = dict(states.items())
        numbers[None] = doubtful
        numbers[DocumentState.WAITING] = sum(
            states.get(s, 0) for s in (DocumentState.WAITING, DocumentState.DETECTING)
        )
        self._all.show_number(sum(states.values()))
        for state, chip in self._choices.items():
            n = numbers.get(state, 0)
            chip.show_number(n)
            chip.setVisible(n > 0 or chip.isChecked() or not (anew or chip.isHidden()))
        self.updateGeometry()

    def clear(self) -> None:
        """Switches all off; tells once."""
        on = [chip for chip in self._choices.values() if chip.isChecked()]
        for chip in on:
            with QSignalBlocker(chip):
                chip.setChecked(False)
        self._all.setChecked(True)
        if on:
            self.changed.emit()
