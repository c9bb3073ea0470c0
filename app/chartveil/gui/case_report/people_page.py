"""Third step: everybody whom the notes speak of, by what name the prose calls them, and who agreed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHeaderView, QLineEdit, QWidget

from chartveil.case_report.model import CaseReport, Consent, Person
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_meaning, choice_name
from chartveil.gui.widgets.form import batch_fill, read_only_cell, refill, row_table
from chartveil.gui.widgets.layouts import column, named, row, text_label


class PeoplePage(QWidget):
    """A register: role, names as they stand, consent, and why none is needed.

    Keys while the table has the keyboard: 1 to 5 consent, R the role.

    Signals:
        person_decided: key of a ``Person``, role, ``Consent``, and why.
    """

    person_decided = Signal(str, str, object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._people: tuple[Person, ...] = ()
        self._waiting: Consent | None = None
        self._filling = False
        self.role, self.why = QLineEdit(), QLineEdit()
        self._build()
        self.setFocusProxy(self.table)

    def show_case(self, case: CaseReport) -> None:
        """Shows the people of a case."""
        had = self._current()
        self._filling = True
        self._people = case.people
        with batch_fill(self.table):
            self.table.setRowCount(len(self._people))
            for at, person in enumerate(self._people):
                cells = (
                    person.role,
                    one_line(", ".join(person.names)),
                    choice_name(person.kind),
                    str(len(person.mentions)),
                    f"{_SIGNS[person.consent]} {choice_name(person.consent)}",
                    one_line(person.why),
                )
                for k, text in enumerate(cells):
                    self.table.setItem(at, k, read_only_cell(text, text))
        keys = [p.key for p in self._people]
        if keys:
            self.table.setCurrentCell(keys.index(had.key) if had is not None and had.key in keys else 0, 0)
        self._filling = False
        now = self._current()
        same = had is not None and now is not None and had.key == now.key
        if not same:
            self._waiting = None
        self._show_current(refill if same else None)

    def _current(self) -> Person | None:
        at = self.table.currentRow()
        return self._people[at] if 0 <= at < len(self._people) else None

    def _show_current(self, show: Callable[[QLineEdit, str], None] | None = None) -> None:
        person = self._current()
        show = show or QLineEdit.setText
        if self._waiting is None:
            self.message.setText("")
        show(self.role, person.role if person is not None else "")
        show(self.why, person.why if person is not None else "")
        for field in (self.role, self.why, *self.choices.values()):
            field.setEnabled(person is not None)

    def _say(self, consent: Consent) -> None:
        person, why = self._current(), self.why.text().strip()
        if person is None:
            return
        if consent is Consent.NOT_NEEDED and not why:
            self.message.setText(self.tr("Say why consent is not needed, then press Enter."))
            self._waiting = consent
            self.why.setFocus()
            return
        self._waiting = None
        self.message.setText("")
        for field in (self.role, self.why):
            field.setModified(False)
        self.person_decided.emit(person.key, self.role.text().strip() or person.role, consent, why)

    def _enter(self) -> None:
        person = self._current()
        if person is not None:
            self._say(self._waiting or person.consent)
            self.table.setFocus()

    def _build(self) -> None:
        heads = (
            self.tr("In the prose"),
            self.tr("In the notes"),
            self.tr("Who"),
            self.tr("Places"),
            self.tr("Consent"),
            self.tr("Why, or by whom"),
        )
        self.table = row_table(list(heads), self.tr("People"), stretch=5)
        # Somebody with many names would leave no room for why.
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.currentCellChanged.connect(self._moved)
        self.why.setPlaceholderText(self.tr("by whom and when it was given, or why none is needed"))
        for field in (self.role, self.why):
            field.returnPressed.connect(self._enter)
        self.choices = {
            consent: push_button(
                f"{choice_name(consent)}   {n}", partial(self._say, consent), tip=choice_meaning(consent)
            )
            for n, consent in enumerate(Consent, 1)
        }
        self.message = text_label("", "warning")
        keys: list[tuple[str, Callable[[], object]]] = [
            (str(n), partial(self._say, consent)) for n, consent in enumerate(Consent, 1)
        ]
        for key, work in (*keys, ("R", self.role.setFocus)):
            shortcut = QShortcut(QKeySequence(key), self.table, work)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        intro = self.tr(
            "Every living person whom the article tells of has to agree to it, also relatives. What is told "
            "of somebody who refused is left out. The patient reads the article before it is sent in."
        )
        role, why = (text_label(t, wrap=False) for t in (self.tr("&Role   R"), self.tr("&Why, or by whom")))
        role.setBuddy(named(self.role, self.tr("Role")))
        why.setBuddy(named(self.why, self.tr("Why, or by whom")))
        column(
            text_label(self.tr("People in this case"), "title"),
            text_label(intro, "muted"),
            (self.table, 1),
            row(role, (self.role, 1), 8, why, (self.why, 2), gap=8),
            row(text_label(self.tr("Consent"), wrap=False), *self.choices.values(), self.message, ..., gap=8),
            parent=self,
            margins=(24, 16, 24, 16),
            gap=8,
        )

    def _moved(self) -> None:
        if self._filling:
            return
        self._waiting = None
        self._show_current()


_SIGNS = {
    Consent.OPEN: "○",
    Consent.ASKED: "…",
    Consent.GIVEN: "✓",
    Consent.REFUSED: "✕",
    Consent.NOT_NEEDED: "–",
}
