"""First step: which release is checked, and what was found in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QLineEdit, QListWidget, QProgressBar, QWidget

from chartveil.gui.theme.application import set_style_property
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import ValueComboBox, batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layouts import column, named, row, scroll_area, text_label
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.service.spot_checks.releases import BringInRequest
from chartveil.spot_check.check_views import FrameSummary
from chartveil.spot_check.sampling import Strata

_WIDTH = 880
_MOST = 500
"""Lines of a list that are shown; how many there are is said above it."""


class BringInPage(QWidget):
    """Asks for a release and what goes with it, then shows what is in it.

    Args:
        prompts: ask for files and folders.

    Signals:
        bring_in_requested: a ``BringInRequest``.
        stop_requested: to give up reading the release.
        plan_requested: to the next step.
    """

    bring_in_requested = Signal(object)
    stop_requested = Signal()
    plan_requested = Signal()
    verify_requested = Signal()

    def __init__(self, prompts: UserPrompts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prompts = prompts
        self._counts: Mapping[str, tuple[tuple[str, int], ...]] = {}
        self.release, self.originals, self.crosswalk, self.dossiers, self.site_lists = self._fields = tuple(
            QLineEdit() for _ in range(5)
        )
        self.title = QLineEdit()
        self.title.setPlaceholderText(self.tr("none: a number and the day, never the folder's name"))
        self._build()
        self.release.textChanged.connect(self._check)
        self.ask_release()

    # What the window tells

    def ask_release(self) -> None:
        """Begins with a new spot-check."""
        self._form.show()
        self._found.hide()
        for field in (self.title, *self._fields):
            field.clear()
        self.show_busy(False)
        self.show_problem("")
        self._check()
        self.setFocusProxy(self.release)
        self.release.setFocus()

    def show_busy(self, busy: bool, files: int = 0) -> None:
        """Shows how many files are read so far, or that none are being read."""
        self._busy.setVisible(busy)
        self.begin.setEnabled(not busy and bool(self.release.text().strip()))
        self._count.setText(
            counted_text(files, self.tr("1 file read"), self.tr("{n} files read"))
            if files
            else self.tr("Reading…")
        )

    def show_problem(self, said: str) -> None:
        """Shows why a release cannot be brought in; empty for nothing."""
        self.problem.setText(said)
        self.problem.setVisible(bool(said))

    def show_frame(self, frame: FrameSummary) -> None:
        """Shows what is in the release that was brought in."""
        self._form.hide()
        self._found.show()
        notes = counted_text(frame.notes, self.tr("1 note"), self.tr("{n} notes"))
        patients = counted_text(frame.patients, self.tr("1 patient"), self.tr("{n} patients"))
        self._head.setText(f"{notes} · {patients}" if frame.patients else notes)
        for label, said in (
            (self._origin, frame.own_release),
            (self._originals_found, self._said_originals(frame)),
            (self._doubts, self._said_doubts(frame)),
        ):
            label.setText(said)
            label.setVisible(bool(said))
        self._counts = frame.counts
        self.grouping.clear_values()
        for name in frame.counts:
            self.grouping.add_value(self.tr("By {name}").format(name=choice_name(Strata(name))), name)
        self.grouping.setCurrentIndex(0)
        self._show_counts()
        self.left_out.clear()
        self.left_out.addItems([f"{place}: {why}" for place, why in frame.left_out[:_MOST]])
        self._left_out_head.setText(
            counted_text(
                len(frame.left_out),
                self.tr("1 file was left out; nothing is said about it"),
                self.tr("{n} files were left out; nothing is said about them"),
            )
            if frame.left_out
            else self.tr("No file was left out")
        )
        self.left_out.setVisible(bool(frame.left_out))
        self.setFocusProxy(self.to_plan)
        if self.isVisible():
            self.to_plan.setFocus()

    def _said_originals(self, frame: FrameSummary) -> str:
        found = frame.originals
        if found is None:
            return ""
        unlike = counted_text(found.unlike, self.tr("1 does not match"), self.tr("{n} do not match"))
        set_style_property(self._originals_found, "role", "danger" if found.unlike else "muted")
        said = self.tr("{matched} of {notes} notes have an original; {compared} were compared, and {unlike}.")
        return said.format(
            matched=f"{found.matched:,}",
            notes=f"{frame.notes:,}",
            compared=f"{found.compared:,}",
            unlike=unlike,
        )

    def _said_doubts(self, frame: FrameSummary) -> str:
        repeated = counted_text(
            frame.repeated,
            self.tr("1 note has the text of another"),
            self.tr("{n} notes have the text of another"),
        )
        empty = counted_text(frame.empty, self.tr("1 is empty"), self.tr("{n} are empty"))
        said = ((repeated, frame.repeated), (empty, frame.empty))
        return " · ".join(text for text, n in said if n)

    def _show_counts(self) -> None:
        rows = self._counts.get(self.grouping.value, ()) if self._counts else ()
        with batch_fill(self.counts):
            self.counts.setRowCount(min(len(rows), _MOST))
            for at, (name, notes) in enumerate(rows[:_MOST]):
                self.counts.setItem(at, 0, read_only_cell(name or self.tr("not known")))
                self.counts.setItem(at, 1, read_only_cell(f"{notes:,}"))

    # What the user does

    def _check(self) -> None:
        self.begin.setEnabled(bool(self.release.text().strip()) and self._busy.isHidden())

    def _begin(self) -> None:
        if not self.begin.isEnabled():
            return
        release, originals, crosswalk, dossiers, site_lists = map(self._path, self._fields)
        if release is not None:
            self.bring_in_requested.emit(
                BringInRequest(
                    release,
                    self.title.text().strip(),
                    originals=originals,
                    crosswalk=crosswalk,
                    dossiers=dossiers,
                    site_lists=site_lists,
                    patient_folders=self.patient_folders.isChecked(),
                )
            )

    def _path(self, field: QLineEdit) -> Path | None:
        text = field.text().strip()
        return Path(text).expanduser() if text else None

    def _choose(self, field: QLineEdit, folder: bool) -> None:
        ask = self._prompts.folder if folder else self._prompts.file
        chosen = ask(self, field.accessibleName())
        if chosen is not None:
            field.setText(str(chosen))
        field.setFocus()

    # How it is made

    def _build(self) -> None:
        inside = QWidget()
        inside.setMaximumWidth(_WIDTH)
        self._form: QFrame = self._make_form()
        self._found: QFrame = self._make_found()
        column(self._form, self._found, ..., parent=inside, margins=(24, 24, 24, 16))
        page = QWidget()
        row((..., 1), (inside, 100), (..., 1), parent=page, margins=0)
        column(scroll_area(page), parent=self, margins=0)

    def _make_form(self) -> QFrame:
        form = QFrame()
        form.setProperty("card", True)
        self.patient_folders = QCheckBox(self.tr("A file's folder names its patient"))
        self.begin = push_button(self.tr("&Bring in"), self._begin, look="primary")
        self.verify = push_button(self.tr("&Verify a signed report…"), self.verify_requested.emit, quiet=True)
        self._count = text_label("", "muted", wrap=False)
        bar = named(QProgressBar(), self.tr("Reading the release"))
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        self._busy = QWidget()
        stop = push_button(self.tr("S&top"), self.stop_requested.emit)
        row((bar, 1), self._count, stop, parent=self._busy, margins=0, gap=8)
        self.problem = text_label("", "danger", plain=True)
        intro = self.tr(
            "A release is a folder, an archive or a table of copies that anybody made, with any tool. It is "
            "read, never changed, and every note of it is numbered and hashed, so that what is judged in the "
            "end is what you bring in now."
        )
        column(
            text_label(self.tr("Which release is to be checked?"), "title"),
            text_label(intro, "muted"),
            8,
            self._field(self.tr("&Release"), self.release, both=True),
            self._field(self.tr("Tit&le in reports"), self.title),
            8,
            text_label(self.tr("Only if you have them"), "heading"),
            self._field(self.tr("&Originals"), self.originals, both=True),
            self._field(self.tr("Cross&walk"), self.crosswalk),
            self._field(self.tr("&Dossiers of patients"), self.dossiers),
            self._field(self.tr("&Site's dictionaries"), self.site_lists, folder=True),
            8,
            self.patient_folders,
            8,
            self.problem,
            row(self.begin, (self._busy, 1), ..., self.verify, gap=16),
            parent=form,
            margins=24,
            gap=8,
        )
        self.release.returnPressed.connect(self._begin)
        return form

    def _field(self, name: str, field: QLineEdit, *, both: bool = False, folder: bool = False) -> QWidget:
        said = name.replace("&", "")
        label = text_label(name, wrap=False)
        label.setBuddy(named(field, said))
        label.setMinimumWidth(160)
        is_path = field is not self.title
        kinds = (
            (self.tr("Folder…"), True, both or folder),
            (self.tr("File…"), False, not folder and is_path),
        )
        buttons = [
            push_button(text, partial(self._choose, field, is_folder), name=f"{said}: {text}")
            for text, is_folder, wanted in kinds
            if wanted
        ]
        line = QWidget()
        row(label, (field, 1), *buttons, parent=line, margins=0, gap=8)
        return line

    def _make_found(self) -> QFrame:
        found = QFrame()
        found.setProperty("card", True)
        self._head = text_label("", "title")
        self._origin, self._doubts = (
            text_label("", "success", plain=True),
            text_label("", "warning", plain=True),
        )
        self._originals_found = text_label("", plain=True)
        self.grouping = named(ValueComboBox(), self.tr("Counts by"))
        self.grouping.setMinimumWidth(160)
        self.grouping.currentIndexChanged.connect(self._show_counts)
        self.counts = row_table([self.tr("Group"), self.tr("Notes")], self.tr("Notes by group"), stretch=0)
        self.counts.setFixedHeight(200)
        self._left_out_head = text_label("", "heading")
        self.left_out = named(QListWidget(), self.tr("Files left out"))
        self.left_out.setFixedHeight(96)
        self.to_plan = push_button(self.tr("&Plan the reading"), self.plan_requested.emit, look="primary")
        column(
            self._head,
            self._origin,
            self._originals_found,
            self._doubts,
            8,
            row(self.grouping, ...),
            self.counts,
            8,
            self._left_out_head,
            self.left_out,
            8,
            row(self.to_plan, ...),
            parent=found,
            margins=24,
            gap=8,
        )
        return found
