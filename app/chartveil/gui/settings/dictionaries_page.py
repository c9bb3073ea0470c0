"""Settings: the site's own lists of patients, providers, clinics, addresses, and its file of patients."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy

from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import (
    SettingsPage,
    heading_label,
    horizontal_line,
    muted_label,
    read_only_cell,
    row_table,
    small_label,
)
from chartveil.service.site_setup import KnownList, KnownPatients


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
        self._prompts = prompts
        self._problems = {"site": "", "patients": ""}
        self.set_header(
            self.tr("Dictionaries"),
            self.tr(
                "Lists of your own make detection sure of the names that matter most: your patients, your "
                "staff, your clinics. They stay where they are; nothing is copied."
            ),
        )
        self._build_lists()
        self.content.addSpacing(GRID_UNIT)
        self.content.addWidget(horizontal_line())
        self.content.addSpacing(GRID_UNIT)
        self._build_patients()

    def _build_lists(self) -> None:
        self.folder = _path()
        self.choose = QPushButton(self.tr("Choose a folder…"))
        self.choose.clicked.connect(self._choose)
        self.refresh = QPushButton(self.tr("Read again"))
        self.refresh.setAccessibleName(self.tr("Read the lists again"))
        self.refresh.clicked.connect(lambda: self.site_action.emit("refresh", None))
        self.forget = QPushButton(self.tr("Use no lists"))
        self.forget.clicked.connect(lambda: self.site_action.emit("forget", None))
        columns = [self.tr("List"), self.tr("Taken for"), self.tr("Entries"), self.tr("Left out")]
        self.lists = row_table(columns, self.tr("Lists of the folder"), 0)
        # It gives way before the page has to be scrolled.
        self.lists.setMinimumHeight(15 * GRID_UNIT)
        self.lists.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.total = muted_label("")
        self.content.addWidget(heading_label(self.tr("Lists")))
        self.content.addWidget(self.folder)
        self.content.addLayout(_row(self.choose, self.refresh, self.forget))
        self.content.addWidget(self.lists, 1)
        self.content.addWidget(self.total)
        self.content.addWidget(
            small_label(
                self.tr(
                    "A list is a .txt or .tsv file in UTF-8, one entry a line. Its name begins with what it "
                    "holds: patients, relatives, providers, clinics, hospitals, organizations, addresses or "
                    "cities. Ordinary words and entries of one or two letters are left out. Your own rules "
                    "lie beside the lists, in rules.toml."
                )
            )
        )

    def _build_patients(self) -> None:
        self.file = _path()
        self.choose_patients = QPushButton(self.tr("Choose a file…"))
        self.choose_patients.clicked.connect(self._choose_patients)
        self.refresh_patients = QPushButton(self.tr("Read again"))
        self.refresh_patients.setAccessibleName(self.tr("Read the file of patients again"))
        self.refresh_patients.clicked.connect(lambda: self.patients_action.emit("refresh", None))
        self.forget_patients = QPushButton(self.tr("Use no file"))
        self.forget_patients.clicked.connect(lambda: self.patients_action.emit("forget", None))
        self.held = muted_label("")
        self.content.addWidget(heading_label(self.tr("Patients")))
        self.content.addWidget(self.file)
        self.content.addLayout(_row(self.choose_patients, self.refresh_patients, self.forget_patients))
        self.content.addWidget(self.held)
        self.content.addWidget(
            small_label(
                self.tr(
                    "A table of your patients (.csv, .tsv or .xlsx), one a row, with a line of column names: "
                    "id, first name, last name, date of birth, MRN, phone, address, relatives and so on. "
                    "What it tells of a document's one patient is looked for in that document alone, also "
                    "misspelt, and is never recovered. A new worklist uses it."
                )
            )
        )

    def set_site(self, folder: Path | None, lists: Sequence[KnownList] = (), problem: str = "") -> None:
        """Shows the folder of the site's lists.

        Args:
            folder: that holds them; None for none.
            lists: what it holds, in order of name.
            problem: why they cannot be used; empty if they can.
        """
        self._show_problem("site", problem)
        given = folder is not None
        self.folder.setText(str(folder) if given else self.tr("No folder of your own lists is in use."))
        self.refresh.setEnabled(given)
        self.forget.setEnabled(given)
        self.lists.setVisible(given)
        self.total.setVisible(given)
        self.lists.setRowCount(len(lists))
        for row, each in enumerate(lists):
            texts = (
                each.name,
                each.label.value,
                f"{each.kept:,}",
                f"{each.dropped:,}" if each.dropped else "–",
            )
            for column, text in enumerate(texts):
                self.lists.setItem(row, column, read_only_cell(text))
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
        given = file is not None
        self.file.setText(str(file) if given else self.tr("No file of patients is in use."))
        self.refresh_patients.setEnabled(given)
        self.forget_patients.setEnabled(given)
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

    def _choose(self) -> None:
        folder = self._prompts.folder(self, self.tr("Choose the folder of your lists"))
        if folder is not None:
            self.site_action.emit("choose", folder)

    def _choose_patients(self) -> None:
        file = self._prompts.file(self, self.tr("Choose the file of your patients"))
        if file is not None:
            self.patients_action.emit("choose", file)


def _path() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    return label


def _row(*buttons: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    for button in buttons:
        row.addWidget(button)
    row.addStretch()
    return row
