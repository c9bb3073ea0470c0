"""How often a text stands elsewhere, and the ways to decide about all of its places at once."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from chartveil.gui.inspector.words import same_text_summary


class SameTextButtons(QWidget):
    """Counts and a button for each scope; a scope with one place alone has nothing to ask.

    Signals:
        scope_chosen: ``document``, ``patient`` or ``worklist``.
    """

    scope_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: dict[str, int] = {}
        self._locked = False
        self._words = QLabel()
        self._words.setWordWrap(True)
        self._buttons: dict[str, QPushButton] = {}
        self._tips: dict[str, str] = {}
        row = QHBoxLayout()
        row.setSpacing(4)
        for scope, text, tip in (
            ("document", self.tr("All here…"), self.tr("Decide all the same in this document.")),
            ("patient", self.tr("Patient…"), self.tr("Decide all the same of this patient.")),
            ("worklist", self.tr("Worklist…"), self.tr("Decide all the same in this worklist.")),
        ):
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.setProperty("same", True)
            button.setAccessibleDescription(tip)
            button.setToolTip(tip)
            button.clicked.connect(lambda _=False, s=scope: self.scope_chosen.emit(s))
            row.addWidget(button, 1)
            self._buttons[scope] = button
            self._tips[scope] = tip
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._words)
        layout.addLayout(row)
        self.setStyleSheet(
            "QPushButton { padding-left: 5px; padding-right: 5px; }"
            "QPushButton:focus { padding-left: 4px; padding-right: 4px; }"
        )
        self.show_pending()

    def show_pending(self) -> None:
        """Shows that the counts are still to come."""
        self._counts = {}
        self._words.setText(self.tr("Same text: …"))
        self._enable()

    def show_counts(self, here: int, patient: int | None, worklist: int) -> None:
        self._counts = {"document": here, "patient": patient or 0, "worklist": worklist}
        self._words.setText(same_text_summary(here, patient, worklist))
        self._enable()

    def set_locked(self, locked: bool) -> None:
        self._locked = locked
        self._enable()

    def set_keys(self, keys: Mapping[str, str]) -> None:
        button, tip, key = self._buttons["document"], self._tips["document"], keys.get("same", "")
        button.setToolTip(f"{tip} ({key})" if key else tip)
        button.setAccessibleDescription(f"{tip} {key}".strip())

    def _enable(self) -> None:
        for scope, button in self._buttons.items():
            button.setEnabled(not self._locked and self._counts.get(scope, 0) > 1)
