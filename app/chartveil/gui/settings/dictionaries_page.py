"""Settings: the site's own lists of patients, providers, clinics, addresses."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from chartveil.gui.settings.asking import Asking
from chartveil.gui.settings.data import SiteFacts
from chartveil.gui.settings.page import Page, cell, muted, small, table
from chartveil.gui.theme import UNIT


class DictionariesPage(Page):
    """The folder of lists, what it holds, and how to fill it.

    Signals:
        site_action: ``choose`` with a folder, ``refresh`` with None, ``forget`` with None.
    """

    site_action = Signal(str, object)

    def __init__(self, site: SiteFacts, asking: Asking) -> None:
        super().__init__()
        self._asking = asking
        self.introduce(
            self.tr("Dictionaries"),
            self.tr(
                "Lists of your own make detection sure of the names that matter most: your patients, your "
                "staff, your clinics. They stay in their folder; nothing is copied."
            ),
        )
        self.folder = QLabel()
        self.folder.setWordWrap(True)
        self.choose = QPushButton(self.tr("Choose a folder…"))
        self.choose.clicked.connect(self._choose)
        self.refresh = QPushButton(self.tr("Read again"))
        self.refresh.clicked.connect(lambda: self.site_action.emit("refresh", None))
        self.forget = QPushButton(self.tr("Use no lists"))
        self.forget.clicked.connect(lambda: self.site_action.emit("forget", None))
        row = QHBoxLayout()
        for button in (self.choose, self.refresh, self.forget):
            row.addWidget(button)
        row.addStretch()
        columns = [self.tr("List"), self.tr("Taken for"), self.tr("Entries"), self.tr("Left out")]
        self.lists = table(columns, self.tr("Lists of the folder"), 0)
        self.total = muted("")
        self.content.addWidget(self.folder)
        self.content.addLayout(row)
        self.content.addSpacing(UNIT)
        self.content.addWidget(self.lists, 1)
        self.content.addWidget(self.total)
        self.content.addWidget(
            small(
                self.tr(
                    "A list is a .txt or .tsv file in UTF-8, one entry a line. Its name begins with what it "
                    "holds: patients, relatives, providers, clinics, hospitals, organizations, addresses or "
                    "cities. Ordinary words and entries of one or two letters are left out."
                )
            )
        )
        self.set_site(site)

    def set_site(self, site: SiteFacts) -> None:
        """Shows a folder and its lists, or why they cannot be used."""
        self.say(site.problem, "danger")
        given = site.folder is not None
        self.folder.setText(str(site.folder) if given else self.tr("No folder of your own lists is in use."))
        self.refresh.setEnabled(given)
        self.forget.setEnabled(given)
        self.lists.setVisible(given)
        self.total.setVisible(given)
        self.lists.setRowCount(len(site.lists))
        for row, each in enumerate(site.lists):
            texts = (
                each.name,
                each.label.value,
                f"{each.kept:,}",
                f"{each.dropped:,}" if each.dropped else "–",
            )
            for column, text in enumerate(texts):
                self.lists.setItem(row, column, cell(text))
        kept = sum(x.kept for x in site.lists)
        self.total.setText(
            self.tr("{entries} entries in {lists} lists").format(entries=f"{kept:,}", lists=len(site.lists))
        )

    def _choose(self) -> None:
        folder = self._asking.folder(self, self.tr("Choose the folder of your lists"))
        if folder is not None:
            self.site_action.emit("choose", folder)
