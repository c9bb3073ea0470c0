"""Fourth step: how many people the case still fits, and what the journal asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from chartveil.case_report.estimate import Assumptions, Estimate
from chartveil.case_report.profiles import CheckedItem, ItemStatus
from chartveil.domain.wording import capitalized
from chartveil.gui.case_report.figures import fitting_text, one_in_text
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.widgets.form import ValueComboBox, batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layouts import card, column, named, row, scroll_area, text_label

_SIGNS = {ItemStatus.MET: "✓", ItemStatus.MISSING: "✕", ItemStatus.PERSON: "☐"}


class CheckPage(QWidget):
    """The estimate with its assumptions open, and a journal's list.

    Signals:
        assumed: the ``Assumptions`` that a person set.
        profile_chosen: name of a journal's profile.
        affiliation_told: what stands above the article as the author's affiliation.
    """

    assumed = Signal(object)
    profile_chosen = Signal(str)
    affiliation_told = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._assumptions = Assumptions()
        self._affiliation = ""
        self._build()
        self.setFocusProxy(self.population)

    # What the window tells

    def show_estimate(self, found: Estimate, assumptions: Assumptions) -> None:
        """Shows how many people fit, and from what that is worked out."""
        self._assumptions = assumptions
        sign = "✓" if found.is_low else "⚠"
        self.head.setText(f"{sign}  {capitalized(fitting_text(found.k))}")
        set_style_property(self.head, "role", "title")
        risk = self.tr("The chance to meet the patient among them is {risk}; {threshold} is taken for low.")
        self.risk.setText(risk.format(risk=_share(found.risk), threshold=_share(found.threshold)))
        self.warnings.setText("\n".join(f"⚠ {each}" for each in found.warnings))
        self.warnings.setVisible(bool(found.warnings))
        self.caveat.setText(found.caveat)
        people = (self.tr("people looked among"), f"{found.people:,}", found.population.source)
        rows = [people, *((f.name, one_in_text(f.share), f.source) for f in found.factors)]
        with batch_fill(self.factors):
            self.factors.setRowCount(len(rows))
            for at, cells in enumerate(rows):
                for k, text in enumerate(cells):
                    self.factors.setItem(at, k, read_only_cell(text, text))
        telling = [f"{f.name} ({one_in_text(f.share)})" for f in found.most_telling]
        self.telling.setText(self.tr("What tells most: {facts}").format(facts=", ".join(telling)))
        self.telling.setVisible(bool(telling))
        if not self.population.hasFocus():
            self.population.setText(f"{assumptions.population}" if assumptions.population else "")
        self.population.setPlaceholderText(f"{found.people:,}")
        self.disease.clear_values()
        chosen = assumptions.disease
        for name in dict.fromkeys((*found.diseases, *([chosen] if chosen else []))):
            self.disease.add_value(name, name)
        self.disease.add_value(self.tr("no disease of the table"), "")
        self.disease.select_value(chosen if chosen is not None else next(iter(found.diseases), ""))
        if not self.prevalence.hasFocus():
            one_in = f"{round(1 / assumptions.prevalence)}" if assumptions.prevalence else ""
            self.prevalence.setText(one_in)

    def show_affiliation(self, affiliation: str) -> None:
        """Shows the author's affiliation as it was told."""
        self._affiliation = affiliation
        if not self.affiliation.hasFocus():
            self.affiliation.setText(affiliation)

    def show_profiles(self, titles: Mapping[str, str], chosen: str) -> None:
        """Shows which journals' lists there are: titles by name."""
        self.profile.clear_values()
        for name, title in titles.items():
            self.profile.add_value(title, name)
        self.profile.select_value(chosen)

    def show_checked(self, items: Sequence[CheckedItem], source: str) -> None:
        """Shows how far the case meets what a journal asks for."""
        missing = sum(i.status is ItemStatus.MISSING for i in items)
        own = sum(i.status is ItemStatus.PERSON for i in items)
        self.checked.setText(
            self.tr("{missing} missing, {own} for you to look at, of {n}").format(
                missing=missing, own=own, n=len(items)
            )
        )
        set_style_property(self.checked, "role", "warning" if missing else "muted")
        self.source.setText(source)
        order = (ItemStatus.MISSING, ItemStatus.PERSON, ItemStatus.MET)
        with batch_fill(self.items):
            self.items.setRowCount(len(items))
            for at, each in enumerate(sorted(items, key=lambda i: order.index(i.status))):
                said = f"{each.item.what} {each.remark}".strip()
                self.items.setItem(at, 0, read_only_cell(_SIGNS[each.status], str(each.status)))
                self.items.setItem(at, 1, read_only_cell(said, said))

    # What the user does

    def _assume(self) -> None:
        stored = self._assumptions.as_stored()
        for name, field in (("population", self.population), ("prevalence", self.prevalence)):
            text = field.text().strip().replace(",", "")
            stored.pop(name, None)
            if text and not (text.isdigit() and int(text)):
                self.problem.setText(self.tr("Write a whole number above 0."))
                field.setFocus()
                return
            if text:
                stored[name] = int(text) if name == "population" else 1 / int(text)
        self.problem.setText("")
        made = Assumptions.from_stored(stored)
        if made != self._assumptions:
            self._assumptions = made  # Enter tells it twice
            self.assumed.emit(made)

    def _tell_affiliation(self) -> None:
        told = " ".join(self.affiliation.text().split())
        if told != self._affiliation:
            self._affiliation = told  # Enter tells it twice
            self.affiliation_told.emit(told)

    def _choose_disease(self) -> None:
        stored = self._assumptions.as_stored() | {"disease": self.disease.value}
        self.assumed.emit(Assumptions.from_stored(stored))

    # How it is made

    def _build(self) -> None:
        self.head = text_label("", "title", wrap=False)
        self.risk, self.caveat = text_label("", plain=True), text_label("", "muted", plain=True)
        self.warnings, self.telling = text_label("", "warning", plain=True), text_label("", plain=True)
        self.problem = text_label("", "danger")
        columns = [self.tr("What"), self.tr("Fits"), self.tr("From")]
        self.factors = row_table(columns, self.tr("What the estimate multiplies"), stretch=2)
        self.factors.setMinimumHeight(180)
        self.population, self.prevalence = QLineEdit(), QLineEdit()
        self.prevalence.setPlaceholderText(self.tr("as the table says"))
        for field in (self.population, self.prevalence):
            field.setMaximumWidth(160)
            field.returnPressed.connect(self._assume)
            field.editingFinished.connect(self._assume)
        self.affiliation = QLineEdit()
        self.affiliation.setPlaceholderText(self.tr("as it will stand above the article"))
        self.affiliation.setToolTip(self.tr("What it names counts as a place and goes out of the notes."))
        self.affiliation.returnPressed.connect(self._tell_affiliation)
        self.affiliation.editingFinished.connect(self._tell_affiliation)
        self.disease = ValueComboBox()
        self.disease.activated.connect(lambda _: self._choose_disease())
        self.profile = ValueComboBox()
        self.profile.activated.connect(lambda _: self.profile_chosen.emit(self.profile.value))
        self.checked, self.source = text_label("", "muted", wrap=False), text_label("", "small", plain=True)
        self.items = row_table(["", self.tr("What is asked for")], self.tr("What is asked for"), stretch=1)
        self.items.setMinimumHeight(180)
        estimate = card(
            text_label(self.tr("How many people fit?"), "heading"),
            self.head,
            self.risk,
            self.warnings,
            self.telling,
            (self.factors, 1),
            _line(self.tr("&People looked among"), self.population),
            _line(self.tr("&Disease"), self.disease),
            _line(self.tr("One &in so many has it"), self.prevalence),
            _line(self.tr("Author's &affiliation"), self.affiliation),
            self.problem,
            self.caveat,
        )
        journal = card(
            text_label(self.tr("What the journal asks for"), "heading"),
            _line(self.tr("&Journal"), self.profile),
            self.checked,
            (self.items, 1),
            self.source,
        )
        page = QWidget()
        row((estimate, 1), (journal, 1), parent=page, margins=(24, 16, 24, 16), gap=16)
        column(scroll_area(page), parent=self, margins=0)


def _share(share: float) -> str:
    return f"{share:.3f}".lstrip("0") if share < 1 else "1"


def _line(name: str, field: QWidget) -> QWidget:
    label = text_label(name, wrap=False)
    label.setBuddy(named(field, name.replace("&", "")))
    label.setMinimumWidth(160)
    line = QWidget()
    row(label, (field, 1), ..., parent=line, margins=0, gap=8)
    return line
