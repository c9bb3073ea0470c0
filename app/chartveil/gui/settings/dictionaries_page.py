"""Settings: the site's own lists of patients, providers, clinics, addresses, and its file of patients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout

from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import SettingsPage, horizontal_line, read_only_cell, row_table
from chartveil.gui.widgets.layouts import fill, row, text_label
from chartveil.service.site_setup import KnownList, KnownPatients


class _Source(QVBoxLayout):
    """The path of a folder or file in use, and buttons to choose another, to read it again, to give it up.

    Args:
        texts: the heading, and what the three buttons say; what the second reads again, for screen readers.
        act: is called with what is wanted and with what was chosen.
        ask: asks for a path.
    """

    def __init__(
        self, texts: Sequence[str], act: Callable[[str, object], None], ask: Callable[[], Path | None]
    ) -> None:
        super().__init__()
        heading, choose, again, forget, what = texts
        self._act, self._ask = act, ask
        self.path = text_label()
        self.choose = push_button(choose, self._choose)
        self.refresh = push_button(again, lambda: act("refresh", None), name=what)
        self.forget = push_button(forget, lambda: act("forget", None))
        buttons = row(self.choose, self.refresh, self.forget, ...)
        fill(self, text_label(heading, "heading"), self.path, buttons)

    def show_path(self, path: Path | None, nothing: str) -> None:
        """Shows what is in use; without a path, that there is nothing."""
        self.path.setText(str(path) if path is not None else nothing)
        self.refresh.setEnabled(path is not None)
        self.forget.setEnabled(path is not None)

    def _choose(self) -> None:
        path = self._ask()
        if path is not None:
            self._act("choose", path)


class DictionariesPage(SettingsPage):
    """The folder of lists and the file of patients: what they hold, and how to fill them.

    Signals:
        site_action: ``choose`` with a folder, ``refresh`` with None, ``forget`` with None.
        patients_action: the same with a file.
    """

    site_action = Signal(str, object)
    patients_action = Signal(str, object)

    def __init__(self, prompts: UserPrompts) -> None:
        super().__init__()
        self._problems = {"site": "", "patients": ""}
        self.set_header(
            self.tr("Dictionaries"),
            self.tr(
                "Lists of your own make detection sure of the names that matter most: your patients, your "
                "staff, your clinics. They stay where they are; nothing is copied."
            ),
        )
        self.site = _Source(
            (
                self.tr("Lists"),
                self.tr("Choose a folder…"),
                self.tr("Read again"),
                self.tr("Use no lists"),
                self.tr("Read the lists again"),
            ),
            self.site_action.emit,
            lambda: prompts.folder(self, self.tr("Choose the folder of your lists")),
        )
        columns = [self.tr("List"), self.tr("Taken for"), self.tr("Entries"), self.tr("Left out")]
        self.lists = row_table(columns, self.tr("Lists of the folder"), 0)
        # It gives way before the page has to be scrolled.
        self.lists.setMinimumHeight(15 * GRID_UNIT)
        self.lists.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.total = text_label("", "muted")
        about_lists = self.tr(
            "A list is a .txt or .tsv file in UTF-8, one entry a line. Its name begins with what it "
            "holds: patients, relatives, providers, clinics, hospitals, organizations, addresses or "
            "cities. Ordinary words and entries of one or two letters are left out. Your own rules "
            "lie beside the lists, in rules.toml."
        )
        self.patients = _Source(
            (
                self.tr("Patients"),
                self.tr("Choose a file…"),
                self.tr("Read again"),
                self.tr("Use no file"),
                self.tr("Read the file of patients again"),
            ),
            self.patients_action.emit,
            lambda: prompts.file(self, self.tr("Choose the file of your patients")),
        )
        self.held = text_label("", "muted")
        about_patients = self.tr(
            "A table of your patients (.csv, .tsv or .xlsx), one a row, with a line of column names: "
            "id, first name, last name, date of birth, MRN, phone, address, relatives and so on. "
            "What it tells of a document's one patient is looked for in that document alone, also "
            "misspelt, and is never recovered. A new worklist uses it."
        )
        fill(
            self.content,
            self.site,
            (self.lists, 1),
            self.total,
            text_label(about_lists, "small"),
            GRID_UNIT,
            horizontal_line(),
            GRID_UNIT,
            self.patients,
            self.held,
            text_label(about_patients, "small"),
        )

    def set_site(self, folder: Path | None, lists: Sequence[KnownList] = (), problem: str = "") -> None:
        """Shows the folder of the site's lists.

        Args:
            folder: that holds them; None for none.
            lists: what it holds, in order of name.
            problem: why they cannot be used; empty if they can.
        """
        self._show_problem("site", problem)
        self.site.show_path(folder, self.tr("No folder of your own lists is in use."))
        self.lists.setVisible(folder is not None)
        self.total.setVisible(folder is not None)
        self.lists.setRowCount(len(lists))
        for at, each in enumerate(lists):
            texts = (
                each.name,
                each.label.value,
                f"{each.kept:,}",
                f"{each.dropped:,}" if each.dropped else "–",
            )
            for place, text in enumerate(texts):
                self.lists.setItem(at, place, read_only_cell(text))
        kept = sum(x.kept for x in lists)
        self.total.setText(
            self.tr("{entries} entries in {lists} lists").format(entries=f"{kept:,}", lists=len(lists))
        )

    def set_patients(
        self, file: Path | None, patients: KnownPatients | None = None, problem: str = ""
    ) -> None:
        """Shows the site's file of patients.

        Args:
            file: the file; None for none.
            patients: what was read of it; None before that.
            problem: why it cannot be used; empty if it can.
        """
        self._show_problem("patients", problem)
        self.patients.show_path(file, self.tr("No file of patients is in use."))
        self.held.setText(self._patients_text(patients) if patients is not None else "")
        self.held.setVisible(bool(self.held.text()))

    def _patients_text(self, patients: KnownPatients) -> str:
        n = patients.patients
        if not n:
            return ""
        count = self.tr("1 patient.") if n == 1 else self.tr("{n} patients.").format(n=f"{n:,}")
        used = self.tr("Columns in use: {columns}.").format(columns=", ".join(patients.columns))
        return " ".join((count, used, *patients.remarks))

    def _show_problem(self, source: str, problem: str) -> None:
        """Shows what is wrong with the lists or the patients, below the title."""
        self._problems[source] = problem
        self.show_remark("\n".join(p for p in self._problems.values() if p), "danger")
