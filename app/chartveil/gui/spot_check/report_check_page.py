"""A signed report that somebody hands in: whether all that it says holds."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QWidget

from chartveil.gui.theme.application import set_style_property
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.layouts import column, named, row, text_label

_WIDTH = 880
"""Pixels of the card: lines of a report are read best at that."""


class ReportCheckPage(QWidget):
    """Asks for a report, and for the fingerprint that was told by another way; shows what holds.

    Signals:
        check_requested: folder or data file of a report, and the fingerprint as it was typed.
    """

    check_requested = Signal(object, str)

    def __init__(self, prompts: UserPrompts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prompts = prompts
        self.report = named(QLineEdit(), self.tr("Report"))
        self.report.setPlaceholderText(self.tr("its folder, or its file .chartveil-check"))
        self.key = named(QLineEdit(), self.tr("Fingerprint"))
        self.key.setPlaceholderText(self.tr("as the maker of the report told you; may be left empty"))
        for field in (self.report, self.key):
            field.returnPressed.connect(self._check)
        self.check = push_button(self.tr("&Verify"), self._check, look="primary")
        self.head = text_label("", "heading", plain=True)
        self.fingerprint = text_label("", plain=True)
        self.fingerprint.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.findings = named(QListWidget(), self.tr("What does not hold, and what was not compared"))
        self.findings.setWordWrap(True)
        self._build()
        self.ask()
        self.setFocusProxy(self.report)

    def ask(self) -> None:
        """Begins with another report."""
        self.report.clear()
        self.key.clear()
        self.show_found("", "muted")

    def show_busy(self) -> None:
        """Shows that the report is being computed anew."""
        self.show_found(self.tr("Computing it anew…"), "muted")
        self.check.setEnabled(False)

    def show_found(self, head: str, role: str, findings: tuple[str, ...] = (), fingerprint: str = "") -> None:
        """Shows whether the report holds.

        Args:
            head: in a sentence.
            role: of it: success, danger or muted.
            findings: what does not hold, and what was not compared.
            fingerprint: of the key that signed; empty where none did.
        """
        self.check.setEnabled(True)
        self.head.setText(head)
        set_style_property(self.head, "role", role)
        self.findings.clear()
        self.findings.addItems(findings)
        self.findings.setVisible(bool(findings))
        self.fingerprint.setText(
            self.tr("Signed by the key {key}").format(key=fingerprint) if fingerprint else ""
        )
        self.fingerprint.setVisible(bool(fingerprint))

    def _check(self) -> None:
        text = self.report.text().strip()
        if text and self.check.isEnabled():
            self.check_requested.emit(Path(text).expanduser(), self.key.text().strip())

    def _choose(self, folder: bool) -> None:
        ask = self._prompts.folder if folder else self._prompts.file
        chosen = ask(self, self.report.accessibleName())
        if chosen is not None:
            self.report.setText(str(chosen))
        self.report.setFocus()

    def _build(self) -> None:
        labels = [text_label(name, wrap=False) for name in (self.tr("&Report"), self.tr("&Fingerprint"))]
        for label, field in zip(labels, (self.report, self.key), strict=True):
            label.setBuddy(field)
            label.setMinimumWidth(120)
        said = self.tr(
            "Frame, commitment, seed, order of the draw, answers, bounds, signatures and pages are computed "
            "anew and compared. It needs neither the release nor the key that signed."
        )
        card = QFrame()
        card.setProperty("card", True)
        card.setMaximumWidth(_WIDTH)
        column(
            text_label(self.tr("Does a report hold?"), "title"),
            text_label(said, "muted"),
            8,
            row(
                labels[0],
                (self.report, 1),
                push_button(self.tr("Folder…"), lambda: self._choose(True)),
                push_button(self.tr("File…"), lambda: self._choose(False)),
                gap=8,
            ),
            row(labels[1], (self.key, 1), gap=8),
            row(self.check, ...),
            8,
            self.head,
            self.fingerprint,
            (self.findings, 1),
            parent=card,
            margins=24,
            gap=8,
        )
        row((..., 1), (card, 100), (..., 1), parent=self, margins=(24, 24, 24, 16))
