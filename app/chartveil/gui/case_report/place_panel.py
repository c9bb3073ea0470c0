"""The panel of the current place of a note: what it is, why it is altered, and the choices."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from chartveil.case_report.estimate import Estimate, k_by_rung
from chartveil.case_report.model import FactChoice, FactDecision, IndirectFact
from chartveil.gui.case_report.days import days_from_text, days_text
from chartveil.gui.case_report.figures import fitting_text
from chartveil.gui.case_report.places import MarkedPlace
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.widgets.basic import WrappedText, one_line
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.widgets.form import refill
from chartveil.gui.widgets.layouts import column, named, row, text_label

_RUNGS = 144
"""Pixels for three or four wordings at least."""
_WIDTH = 368


class PlacePanel(QWidget):
    """Shows one place, and the ladder of a fact as rungs that a key takes.

    Attributes:
        estimate: of the case that is shown; tells what each rung does. None before there is one.
        last_reason: why the fact before was kept: offered for the next, as many are kept for one reason.

    Signals:
        fact_decided: key of a fact, and its ``FactDecision``; None to make it open again.
        event_dated: key of an event, and the ``DayRange`` it was in; None for what was found.
        worded: the ``MarkedPlace`` and the words that stand for it; None to take them back.
        returned: the keyboard is to go back to the text.
    """

    fact_decided = Signal(str, object)
    event_dated = Signal(str, object)
    worded = Signal(object, object)
    returned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place: MarkedPlace | None = None
        self._fact: IndirectFact | None = None
        self.estimate: Estimate | None = None
        self.last_reason = ""
        self.setFixedWidth(_WIDTH)
        self._build()
        self.show_nothing()

    # What is shown

    def show_nothing(self, said: str = "") -> None:
        """Shows that no place is chosen, and what to do."""
        self._place = self._fact = None
        self.kind.setText("")
        self.written.show_text("")
        self.becomes.show_text("")
        self.why.setText(said or self.tr("Click a marked place, or press N for the next undecided fact."))
        for part in (self.fact_part, self.date_part, self.wording_part):
            part.hide()

    def show_place(self, place: MarkedPlace | None, fact: IndirectFact | None, text: str) -> None:
        """Shows a place, a fact, or both: a fact that another place covers has none of its own.

        Args:
            place: of the note.
            fact: at the place.
            text: the note's own.
        """
        had = (self._fact and self._fact.key, self._place and self._place.start)
        now = (fact and fact.key, place and place.start)
        # The same one again, as the case was worked out anew meanwhile: what is being typed stays.
        show = refill if had[0] == now[0] and (had[0] or had[1] == now[1]) else QLineEdit.setText
        self._place = place
        self._fact = fact
        begin, end = (fact.start, fact.end) if fact else (place.start, place.end) if place else (0, 0)
        self.written.show_text(one_line(text[begin:end]))
        altered = place.alteration if place is not None else None
        stays = altered is None and fact is not None
        becomes = place.becomes if place is not None and altered is not None else ""
        said = self.tr("stays as it stands") if stays else one_line(becomes) or self.tr("left out")
        self.becomes.show_text(f"→ {said}")
        if fact is not None:
            self.kind.setText(f"{_SIGN} {choice_name(fact.category)}")
        elif altered is not None:
            self.kind.setText(choice_name(altered.kind))
        self.why.setText(fact.reason if fact is not None else altered.reason if altered is not None else "")
        self.fact_part.setVisible(fact is not None)
        if fact is not None:
            self._show_ladder(fact, show)
        event = place.event if place is not None else None
        self.date_part.setVisible(event is not None)
        if event is not None:
            when = days_text(event.when) if event.when else self.tr("not known")
            how = ", ".join(filter(None, (choice_name(event.certainty), event.reason)))
            self.when.setText(self.tr("{when} ({how})").format(when=when, how=how))
            show(self.day, "")
        self.said_day.setText("")
        self.wording_part.setVisible(place is not None)
        show(self.wording, "")

    def _show_ladder(self, fact: IndirectFact, show: Callable[[QLineEdit, str], None]) -> None:
        self.rungs.clear()
        decided = fact.decision
        fitting = k_by_rung(fact, self.estimate) if self.estimate is not None else ()
        for at, rung in enumerate(fact.ladder):
            signs = ("●" if at == fact.rung else "○") + (f" {at + 1}" if at < 9 else "")
            suggested = self.tr(" · suggested") if at == fact.suggested else ""
            fits = f" · {fitting_text(fitting[at])}" if fitting else ""
            line = f"{signs}  {rung.meaning}{suggested}{fits}"
            if rung.wording and rung.wording != rung.meaning:
                line += f"\n      {one_line(rung.wording)}"
            item = QListWidgetItem(line, self.rungs)
            item.setData(Qt.ItemDataRole.UserRole, at)
        self.rungs.setCurrentRow(fact.rung)
        if decided is None:
            said, role = self.tr("Not decided: the suggested wording is taken until you say"), "warning"
        elif decided.choice is FactChoice.KEEP:
            said, role = self.tr("✓ Kept: {why}").format(why=decided.reason), "success"
        elif decided.choice is FactChoice.LEAVE_OUT:
            said, role = self.tr("✓ Left out"), "success"
        else:
            said, role = self.tr("✓ Said in other words"), "success"
        self.state.setText(said)
        set_style_property(self.state, "role", role)
        show(self.reason, decided.reason if decided is not None else "")
        self.said_reason.setText("")

    # What the user does

    @property
    def fact(self) -> IndirectFact | None:
        """The fact that is shown."""
        return self._fact

    def take_rung(self, at: int) -> None:
        """Says a fact by one wording of its ladder; the first one needs a reason, the last leaves it out."""
        fact = self._fact
        if fact is None or not 0 <= at < len(fact.ladder):
            return
        if at == 0:
            self.ask_reason()
        elif at == len(fact.ladder) - 1:
            self.leave_out()
        else:
            self.fact_decided.emit(fact.key, FactDecision(FactChoice.GENERALISE, at))

    def take_suggested(self) -> None:
        """Takes the wording that is suggested; where that is to stay, asks why."""
        if self._fact is not None:
            self.take_rung(self._fact.suggested)

    def leave_out(self) -> None:
        """Leaves a fact out."""
        if self._fact is not None:
            self.fact_decided.emit(self._fact.key, FactDecision(FactChoice.LEAVE_OUT))

    def reopen(self) -> None:
        """Makes a fact undecided again."""
        if self._fact is not None and self._fact.decision is not None:
            self.fact_decided.emit(self._fact.key, None)

    def ask_reason(self) -> None:
        """Gives the keyboard to the line that says why a fact is essential."""
        if self._fact is not None:
            if not self.reason.text():
                self.reason.setText(self.last_reason)
                self.reason.setModified(True)  # else it goes when the case is worked out anew
            self.reason.selectAll()
            self.reason.setFocus()

    def ask_wording(self) -> None:
        """Gives the keyboard to the line of own words."""
        if self._place is not None or self._fact is not None:
            self.wording.setFocus()

    def ask_day(self) -> None:
        """Gives the keyboard to the line of the day."""
        if not self.date_part.isHidden():
            self.day.setFocus()

    def _keep(self) -> None:
        why = self.reason.text().strip()
        if self._fact is None:
            return
        if not why:
            self.said_reason.setText(self.tr("Say in one line why the article needs it."))
            return
        self.reason.setModified(False)
        self.last_reason = why
        self.fact_decided.emit(self._fact.key, FactDecision(FactChoice.KEEP, reason=why))
        self.returned.emit()

    def _word(self) -> None:
        text = self.wording.text().strip()
        self.wording.setModified(False)
        if self._fact is not None and text:
            self.fact_decided.emit(
                self._fact.key, FactDecision(FactChoice.GENERALISE, self._fact.suggested, wording=text)
            )
        elif self._place is not None:
            self.worded.emit(self._place, text or None)
        self.returned.emit()

    def _date(self) -> None:
        event = self._place.event if self._place is not None else None
        text = self.day.text().strip()
        when = days_from_text(text)
        if event is None:
            return
        if text and when is None:
            self.said_day.setText(self.tr("Write 2019-03-04, 2019-03, 2019, or two of them with “to”."))
            return
        self.day.setModified(False)
        self.event_dated.emit(event.key, when)
        self.returned.emit()

    # How it is made

    def _build(self) -> None:
        self.kind = text_label("", "heading")
        self.written, self.becomes = WrappedText(), WrappedText()
        self.becomes.setProperty("role", "strong")
        self.why = text_label("", "muted", plain=True)
        self.state = text_label("", "warning", plain=True)
        self.rungs = named(QListWidget(), self.tr("Wordings, from as it stands to left out"))
        self.rungs.setWordWrap(True)
        self.rungs.setMinimumHeight(_RUNGS)
        self.rungs.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rungs.itemActivated.connect(lambda item: self._activate(item))
        self.rungs.itemClicked.connect(lambda item: self._activate(item))
        self.reason, self.wording, self.day = QLineEdit(), QLineEdit(), QLineEdit()
        self.reason.setPlaceholderText(self.tr("essential because …"))
        self.wording.setPlaceholderText(self.tr("own words for this place"))
        self.day.setPlaceholderText(self.tr("2019-03-04, 2019-03, or 2019-03-01 to 2019-03-09"))
        self.said_reason, self.said_day = text_label("", "danger"), text_label("", "danger")
        self.reason.returnPressed.connect(self._keep)
        self.wording.returnPressed.connect(self._word)
        self.day.returnPressed.connect(self._date)
        keep = push_button(self.tr("Keep   K"), self._keep, name=self.tr("Keep it for this reason"))
        self.fact_part, self.date_part, self.wording_part = QWidget(), QWidget(), QWidget()
        column(
            self.state,
            (self.rungs, 1),
            row((named(self.reason, self.tr("Essential because")), 1), keep, gap=8),
            self.said_reason,
            parent=self.fact_part,
            margins=0,
            gap=8,
        )
        self.when = text_label("", plain=True)
        set_day = push_button(self.tr("Set   D"), self._date, name=self.tr("Set the day"))
        column(
            text_label(self.tr("When it was"), "small"),
            self.when,
            row((named(self.day, self.tr("When it was")), 1), set_day, gap=8),
            self.said_day,
            parent=self.date_part,
            margins=0,
            gap=4,
        )
        say = push_button(self.tr("Say so   W"), self._word, name=self.tr("Write own words"))
        row((named(self.wording, self.tr("Own words")), 1), say, parent=self.wording_part, margins=0, gap=8)
        column(
            self.kind,
            self.written,
            self.becomes,
            self.why,
            8,
            (self.fact_part, 1),
            self.date_part,
            self.wording_part,
            ...,
            parent=self,
            margins=(16, 12, 16, 12),
            gap=8,
        )

    def _activate(self, item: QListWidgetItem) -> None:
        self.take_rung(item.data(Qt.ItemDataRole.UserRole))


_SIGN = "◆"
"""Stands before the category of an indirect fact, which so looks unlike an identifier's."""
