"""First step: whose notes they are, in what order, and from which day all others are counted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QProgressBar, QWidget

from chartveil.case_report.model import CaseReport, DayRange, IndexEvent, IndexKind
from chartveil.case_report.reading import ReadProgress
from chartveil.domain.paths import resources_folder
from chartveil.gui.case_report.days import days_from_text, days_text
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import ValueComboBox, batch_fill, read_only_cell, refill, row_table
from chartveil.gui.widgets.layouts import column, named, row, scroll_area, text_label
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.service.case_reports import CaseRequest

_WIDTH = 1040
_NAMES = 152


class NotesPage(QWidget):
    """Asks for a patient's notes, then shows them by date, with what does not fit together.

    Keys while the table of notes has the keyboard: X another patient's note, P this patient's, D
    the note's day.

    Args:
        prompts: ask for files and folders.

    Signals:
        bring_in_requested: a ``CaseRequest``.
        more_requested: files with further notes of the open case.
        stop_requested: to give up reading the notes.
        patient_named: who the notes are of.
        index_chosen: the ``IndexEvent`` that is day 0.
        other_patient_said: id of a note, and whether it is another patient's; None for what the headers tell.
        note_dated: id of a note, and the ``DayRange`` it was written on; None for what was found.
        prose_requested: to the next step.
        place_requested: id of a note and offset in it, of what does not fit together.
    """

    bring_in_requested = Signal(object)
    more_requested = Signal(list)
    stop_requested = Signal()
    patient_named = Signal(str)
    index_chosen = Signal(object)
    other_patient_said = Signal(str, object)
    note_dated = Signal(str, object)
    prose_requested = Signal()
    place_requested = Signal(str, int)

    def __init__(self, prompts: UserPrompts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prompts = prompts
        self._case: CaseReport | None = None
        self.folder, self.patient = QLineEdit(), QLineEdit()
        self._reading = (_ReadingLine(self.stop_requested.emit), _ReadingLine(self.stop_requested.emit))
        """Below the form, and below the notes of a case that get more."""
        self._build()
        self.ask_notes()

    # What the window tells

    def ask_notes(self) -> None:
        """Begins with a new case."""
        self._case = None
        self._form.show()
        self._found.hide()
        self.folder.clear()
        self.patient.clear()
        self.show_busy(False)
        self.show_problem("")
        self.setFocusProxy(self.folder)
        self.folder.setFocus()

    def show_busy(self, busy: bool) -> None:
        """Shows that notes are being brought in, or that none are."""
        for button in (self.begin, self.sample, self.more):
            button.setEnabled(not busy)
        for line in self._reading:
            line.show_busy(busy)

    def show_progress(self, told: ReadProgress) -> None:
        """Shows how far the notes are that are being brought in."""
        for line in self._reading:
            line.show_progress(told)

    def show_problem(self, said: str) -> None:
        """Shows why notes cannot be brought in; empty for nothing."""
        for label in (self.problem, self.problem_with_more):
            label.setText(said)
            label.setVisible(bool(said))

    def show_case(self, case: CaseReport) -> None:
        """Shows the notes of a case, what is day 0, and what does not fit together."""
        before = self._case if self._case is not None and self._case.id == case.id else None
        if before is None:
            self.show_problem("")
        known = {each.note.id for each in before.notes} if before is not None else set()
        had, self._case = self._current_note(), case
        new = next((each.note.id for each in case.notes if known and each.note.id not in known), "")
        self._form.hide()
        self._found.show()
        self.setFocusProxy(self.table)
        notes = counted_text(len(case.notes), self.tr("1 note"), self.tr("{n} notes"))
        patients = len(case.patients)
        left_out = len(case.decisions.other_patient)
        others = self.tr("{n} left out as another patient's").format(n=left_out) if left_out else ""
        self._head.setText(" · ".join(filter(None, (notes, others))))
        self.all_again.setVisible(bool(left_out))
        said = {
            0: self.tr("No header says who they are of."),
            1: self.tr("All headers that name a patient name the same one."),
        }.get(
            patients,
            self.tr("The headers name {n} patients: see the notes with ⚠.").format(n=patients),
        )
        same = len(case.decisions.same_patient & {each.note.id for each in case.notes})
        if patients == 1 and same:
            one, many = self.tr("1 note is"), self.tr("{n} notes are")
            told = self.tr("{notes} this patient's as you said; all other headers name the same one.")
            said = told.format(notes=counted_text(same, one, many))
        self._patients.setText(said)
        set_style_property(self._patients, "role", "danger" if patients > 1 else "muted")
        refill(self.named_patient, case.decisions.patient)
        self._show_index(case)
        self._show_notes(case, new or had)
        self._show_problems(case)

    def _show_index(self, case: CaseReport) -> None:
        self.index.clear_values()
        chosen = case.index
        for proposal in case.proposals:
            self.index.add_value(f"{_index_text(proposal)}: {proposal.reason}", proposal)
        at = next((i for i, p in enumerate(case.proposals) if p == chosen), -1)
        if at < 0 and chosen is not None:
            self.index.add_value(_index_text(chosen), chosen)
            at = self.index.count() - 1
        self.index.select_value(self.index.values[at] if at >= 0 else None)
        self.index.setEnabled(self.index.count() > 0)
        refill(self.day_zero, "")

    def _show_notes(self, case: CaseReport, had: str) -> None:
        others = {note for c in case.contradictions if c.kind == "patient" for note, _, _ in c.places}
        with batch_fill(self.table):
            self.table.setRowCount(len(case.notes))
            for at, each in enumerate(case.notes):
                when = days_text(each.when) if each.when else self.tr("no day known")
                file = one_line(f"{each.note.name} {each.note.part}".strip())
                header = one_line(each.note.patient)
                if each.note.id in others:
                    header = f"⚠ {header}"
                cells = (str(each.number), when, each.heading, header, file)
                for k, text in enumerate(cells):
                    self.table.setItem(at, k, read_only_cell(text, text))
        ids = [each.note.id for each in case.notes]
        if ids:
            self.table.setCurrentCell(ids.index(had) if had in ids else 0, 0)

    def _show_problems(self, case: CaseReport) -> None:
        self.problems.clear()
        notes = {each.note.id: each for each in case.notes}
        said = []
        self._places: list[tuple[str, int] | None] = []
        for each in case.contradictions:
            places = [(note, start, end) for note, start, end in each.places if note in notes]
            # What is written there tells more than where it stands; a note as a whole has no words.
            told = [
                self.tr("note {n}").format(n=notes[note].number)
                + (f": “{one_line(notes[note].note.text[start:end])}”" if end > start else "")
                for note, start, end in places
            ]
            said.append(f"⚠ {each.words}" + (f" ({'; '.join(told)})" if told else ""))
            self._places.append(places[0][:2] if places else None)
        said += [f"• {r}" for r in case.remarks]
        said += [f"✕ {one_line(name)}: {why}" for name, why in case.unread]
        self.problems.addItems(said)
        self.problems.setVisible(bool(said))
        self._problems_head.setText(
            counted_text(len(said), self.tr("1 thing to look at"), self.tr("{n} things to look at"))
            if said
            else self.tr("Nothing contradicts itself")
        )

    # What the user does

    def _begin(self) -> None:
        text = self.folder.text().strip()
        if not text:
            self.show_problem(self.tr("Give the folder with the patient's notes, or one file."))
            self.folder.setFocus()
        elif self.begin.isEnabled():
            self.show_problem("")
            path = Path(text).expanduser()
            self.bring_in_requested.emit(CaseRequest((path,), patient=self.patient.text().strip()))

    def _begin_sample(self) -> None:
        self.folder.setText(str(resources_folder() / "case_report" / "sample"))
        self._begin()

    def _choose_folder(self) -> None:
        chosen = self._prompts.folder(self, self.folder.accessibleName())
        if chosen is not None:
            self.folder.setText(str(chosen))
        self.folder.setFocus()

    def _add_more(self) -> None:
        self.show_problem("")
        chosen = self._prompts.files(self, self.tr("Further notes of this patient"))
        if chosen:
            self.more_requested.emit(chosen)

    def _go_to_problem(self, at: int) -> None:
        place = self._places[at] if 0 <= at < len(self._places) else None
        if place is not None:
            self.place_requested.emit(*place)

    def _current_note(self) -> str:
        at = self.table.currentRow()
        notes = self._case.notes if self._case is not None else ()
        return notes[at].note.id if 0 <= at < len(notes) else ""

    def _say_other(self, other: bool) -> None:
        note = self._current_note()
        if note:
            self.other_patient_said.emit(note, other)
            self.table.setFocus()

    def _take_back(self) -> None:
        """Brings the notes back that were said to be another patient's."""
        if self._case is not None:
            for note in sorted(self._case.decisions.other_patient):
                self.other_patient_said.emit(note, None)

    def _name_patient(self) -> None:
        if self._case is not None and self.named_patient.text().strip() != self._case.decisions.patient:
            self.named_patient.setModified(False)
            self.patient_named.emit(self.named_patient.text().strip())

    def _date_note(self) -> None:
        note, text = self._current_note(), self.note_day.text().strip()
        when = days_from_text(text)
        self._said_day.setText("" if when or not text else self.tr("Write a day as 2019-03-04."))
        if note and (when is not None or not text):
            self.note_day.clear()
            self.note_dated.emit(note, when)
            self.table.setFocus()

    def _set_day_zero(self) -> None:
        when = days_from_text(self.day_zero.text().strip())
        if when is None or not when.is_exact:
            self._said_zero.setText(self.tr("Write a day as 2019-03-04."))
            return
        self._said_zero.setText("")
        self.day_zero.setModified(False)
        kind = self.kind.value
        self.index_chosen.emit(IndexEvent(kind, when.first, wording=choice_name(kind)))

    # How it is made

    def _build(self) -> None:
        inside = QWidget()
        inside.setMaximumWidth(_WIDTH)
        self._form = self._make_form()
        self._found = self._make_found()
        column(self._form, (self._found, 1), ..., parent=inside, margins=(24, 16, 24, 16))
        page = QWidget()
        row((..., 1), (inside, 100), (..., 1), parent=page, margins=0)
        column(scroll_area(page), parent=self, margins=0)
        for key, work in (
            ("X", partial(self._say_other, True)),
            ("P", partial(self._say_other, False)),
            ("D", self.note_day.setFocus),
        ):
            shortcut = QShortcut(QKeySequence(key), self.table, work)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)

    def _make_form(self) -> QFrame:
        form = QFrame()
        form.setProperty("card", True)
        self.begin = push_button(self.tr("&Bring in"), self._begin, look="primary")
        self.sample = push_button(
            self.tr("Try the sample"),
            self._begin_sample,
            tip=self.tr("Seven notes about a person who never lived"),
        )
        self.problem = text_label("", "danger", plain=True)
        intro = self.tr(
            "All notes of one patient, in any format that Chartveil reads. They are read, never changed. "
            "Dates become intervals from one day, names become roles, and each fact by which somebody may "
            "know the patient is for you to decide."
        )
        folder = push_button(self.tr("Folder…"), self._choose_folder, name=self.tr("Notes: folder…"))
        self.folder.returnPressed.connect(self._begin)
        self.folder.textChanged.connect(lambda _: self.show_problem(""))
        self.patient.returnPressed.connect(self._begin)
        self.patient.setPlaceholderText(self.tr("only where the notes' headers do not say"))
        column(
            text_label(self.tr("Which patient's notes?"), "title"),
            text_label(intro, "muted"),
            8,
            _line(self.tr("&Folder or file"), self.folder, folder),
            _line(self.tr("&Patient's name"), self.patient),
            8,
            self.problem,
            row(self.begin, self.sample, (self._reading[0], 1), ..., gap=16),
            parent=form,
            margins=24,
            gap=8,
        )
        return form

    def _make_found(self) -> QFrame:
        found = QFrame()
        found.setProperty("card", True)
        self._head, self._patients = text_label("", "title"), text_label("", "muted")
        self.named_patient = QLineEdit()
        self.named_patient.editingFinished.connect(self._name_patient)
        self.index = named(ValueComboBox(), self.tr("Day 0"))
        self.index.activated.connect(lambda _: self.index_chosen.emit(self.index.value))
        self.index.setMinimumContentsLength(40)
        self.kind = named(ValueComboBox(), self.tr("Kind of day 0"))
        for kind in IndexKind:
            self.kind.add_value(choice_name(kind), kind)
        self.kind.setCurrentIndex(0)
        self.day_zero, self.note_day = QLineEdit(), QLineEdit()
        for field in (self.day_zero, self.note_day):
            field.setPlaceholderText(self.tr("2019-03-04"))
            field.setMaximumWidth(200)
        self.day_zero.returnPressed.connect(self._set_day_zero)
        self.note_day.returnPressed.connect(self._date_note)
        self._said_zero, self._said_day = text_label("", "warning"), text_label("", "warning")
        heads = ("", self.tr("Day"), self.tr("Becomes"), self.tr("Header says"), self.tr("File"))
        self.table = row_table(list(heads), self.tr("Notes by date"), stretch=4)
        self.table.setMinimumHeight(200)
        self._problems_head = text_label("", "heading")
        self.problems = named(QListWidget(), self.tr("What to look at"))
        self.problems.setWordWrap(True)
        self.problems.setMinimumHeight(96)
        self.problems.itemActivated.connect(lambda item: self._go_to_problem(self.problems.row(item)))
        self.problems.setToolTip(self.tr("Enter or a double click goes there"))
        other = push_button(
            self.tr("Another patient's   X"),
            partial(self._say_other, True),
            tip=self.tr("Leaves this note out of the case"),
        )
        self.same = push_button(
            self.tr("This patient's   P"),
            partial(self._say_other, False),
            tip=self.tr("Keeps this note in the case, whatever name its header seems to give"),
        )
        self.more = push_button(
            self.tr("&Add notes…"),
            self._add_more,
            tip=self.tr("Further notes of this patient; what is decided stays, and day 0 too"),
        )
        self.problem_with_more = text_label("", "danger", plain=True)
        self.all_again = push_button(self.tr("Take all notes again"), self._take_back, quiet=True)
        use = push_button(self.tr("Use this day"), self._set_day_zero)
        set_day = push_button(self.tr("Set"), self._date_note, name=self.tr("Set the note's day"))
        to_prose = push_button(self.tr("&Read the prose"), self.prose_requested.emit, look="primary")
        column(
            row(self._head, (self._patients, 1), gap=16),
            _line(self.tr("&Patient's name"), self.named_patient),
            _line(self.tr("&Day 0 is"), self.index),
            row(
                _line(self.tr("or an&other day"), self.day_zero), self.kind, use, self._said_zero, ..., gap=8
            ),
            8,
            (self.table, 2),
            self.problem_with_more,
            row(self.more, (self._reading[1], 1), ..., gap=16),
            row(
                other,
                self.same,
                self.all_again,
                16,
                _line(self.tr("&Note's day   D"), self.note_day),
                set_day,
                self._said_day,
                ...,
                gap=8,
            ),
            8,
            self._problems_head,
            (self.problems, 1),
            8,
            row(to_prose, ...),
            parent=found,
            margins=24,
            gap=8,
        )
        return found


class _ReadingLine(QWidget):
    """How far notes are that are being brought in, and a way to stop it.

    Args:
        stop: what ``Stop`` does.
    """

    def __init__(self, stop: Callable[[], object]) -> None:
        super().__init__()
        self._count = text_label("", "muted", wrap=False)
        self._bar = named(QProgressBar(), self.tr("Reading the notes"))
        self._bar.setTextVisible(False)
        button = push_button(self.tr("S&top"), stop)
        row((self._bar, 1), self._count, button, parent=self, margins=0, gap=8)

    def show_busy(self, busy: bool) -> None:
        """Shows that something is read, or hides."""
        self.setVisible(busy)
        self._bar.setRange(0, 0)
        self._count.setText(self.tr("Reading…"))

    def show_progress(self, told: ReadProgress) -> None:
        """Shows how far it is."""
        self._bar.setRange(0, told.of)
        self._bar.setValue(told.done)
        files = self.tr("{n} of {m} files").format(n=f"{told.done:,}", m=f"{told.of:,}")
        self._count.setText(self.tr("Searching the notes…") if told.is_searched else files)


def _line(name: str, field: QWidget, *more: QWidget) -> QWidget:
    """A field with its name before it."""
    label = text_label(name, wrap=False)
    label.setBuddy(named(field, name.replace("&", "").rstrip(" DX").strip()))
    label.setMinimumWidth(_NAMES)
    line = QWidget()
    row(label, (field, 1), *more, parent=line, margins=0, gap=8)
    return line


def _index_text(index: IndexEvent) -> str:
    return f"{index.wording or choice_name(index.kind)} ({days_text(_one_day(index.date))})"


def _one_day(day: dt.date) -> DayRange:
    return DayRange(day, day)
