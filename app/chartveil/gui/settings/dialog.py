"""The settings: pages beside a list of them. Choices count at once, a changed policy when it is saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QWidget,
)

from chartveil.gui.access.settings_page import AccessPage
from chartveil.gui.commands.keymap import KeyMap
from chartveil.gui.preferences import Preferences
from chartveil.gui.settings.dictionaries_page import DictionariesPage
from chartveil.gui.settings.keys_page import KeysPage
from chartveil.gui.settings.models_page import ModelsPage
from chartveil.gui.settings.policy_page import ExampleMaker, PolicyPage
from chartveil.gui.settings.preference_pages import (
    AppearancePage,
    DevicePage,
    PagesPage,
    ReviewSettingsPage,
    SurrogatesPage,
)
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.fitted_dialog import FittedDialog
from chartveil.gui.widgets.form import SettingsPage
from chartveil.gui.widgets.layouts import column, named, row, scroll_area
from chartveil.service.site_setup import KnownKey, KnownPolicy
from chartveil.store.wrapped_key import OpenedBy


@dataclass(frozen=True, slots=True)
class SettingsData:
    """The data of the settings when the dialog opens; lists, patients, models and engines are read
    afterwards.

    Attributes:
        preferences: as they are now.
        policies: the policies to choose from; at least one.
        example: makes the example on the policy page.
        key: the surrogate key in use.
        device_in_use: what the models run on, for people; empty while that is not known.
        cores: processor cores that work can be spread over.
        opened_by: what opens the store.
    """

    preferences: Preferences
    policies: Sequence[KnownPolicy]
    example: ExampleMaker
    key: KnownKey
    device_in_use: str = ""
    cores: int = 1
    opened_by: OpenedBy = OpenedBy.NOTHING


class SettingsPageName(StrEnum):
    """The pages, in order; each is the name of its icon too."""

    POLICY = "list"
    SURROGATES = "key"
    ACCESS = "lock"
    DICTIONARIES = "book"
    PAGES = "page"
    MODELS = "settings"
    DEVICE = "device"
    APPEARANCE = "theme"
    KEYS = "keyboard"
    REVIEW = "sign"


class SettingsDialog(FittedDialog):
    """Shows plain data and says what the user wants; whoever holds it does it and shows what came of it.

    Args:
        data: what to show.
        themes: colours and icons.
        prompts: asks for files, folders and confirmation.
        parent: the window.

    Signals:
        preferred: attributes of ``Preferences`` with their new values. What else is wanted the pages say, and
            show what came of it.
    """

    preferred = Signal(object)

    def __init__(
        self,
        data: SettingsData,
        themes: WindowTheme,
        prompts: UserPrompts | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        now = data.preferences
        prompts = prompts or UserPrompts()
        self.policy = PolicyPage(data.policies, now.policy, now.mode, data.example, themes, prompts)
        self.surrogates = SurrogatesPage(now.mode, prompts)
        self.surrogates.set_key(data.key, is_default=not now.key_file)
        self.access = AccessPage(data.opened_by, now, prompts)
        self.dictionaries = DictionariesPage(prompts)
        self.dictionaries.set_site(Path(now.site) if now.site else None)
        self.dictionaries.set_patients(Path(now.patients) if now.patients else None)
        self.models = ModelsPage(prompts)
        self.pages = PagesPage(now)
        self.device = DevicePage(data.device_in_use, data.cores, now)
        self.appearance = AppearancePage(now)
        self.keys = KeysPage(KeyMap(now.keys), prompts)
        self.review = ReviewSettingsPage(now)
        self._pages: dict[SettingsPageName, SettingsPage] = {
            SettingsPageName.POLICY: self.policy,
            SettingsPageName.SURROGATES: self.surrogates,
            SettingsPageName.ACCESS: self.access,
            SettingsPageName.DICTIONARIES: self.dictionaries,
            SettingsPageName.PAGES: self.pages,
            SettingsPageName.MODELS: self.models,
            SettingsPageName.DEVICE: self.device,
            SettingsPageName.APPEARANCE: self.appearance,
            SettingsPageName.KEYS: self.keys,
            SettingsPageName.REVIEW: self.review,
        }
        self._connect()
        self._build()
        self._themes = themes
        themes.changed.connect(self._set_icons)
        self._set_icons()
        self.resize(1040, 688)
        self.nav.setCurrentRow(0)
        self.nav.setFocus()

    def setVisible(self, visible: bool) -> None:
        if visible and not self.isVisible():
            self.ensurePolished()
            # Beside the names of the pages the widest one has room, whatever the size of the text.
            pages = max(page.minimumSizeHint().width() for page in self._pages.values())
            self.resize(max(self.width(), self.nav.width() + pages + 8 * GRID_UNIT), self.height())
        super().setVisible(visible)

    def _connect(self) -> None:
        self.policy.chosen.connect(lambda id: self.preferred.emit({"policy": id}))
        self.surrogates.changed.connect(lambda changes: self.policy.set_mode(changes["mode"]))
        self.keys.changed.connect(lambda keymap: self.preferred.emit({"keys": keymap.overrides}))
        for page in (self.surrogates, self.access, self.pages, self.device, self.appearance, self.review):
            page.changed.connect(self.preferred)

    def _build(self) -> None:
        self.nav = named(QListWidget(), self.tr("Pages of the settings"))
        self.nav.setProperty("nav", True)
        self.nav.setFixedWidth(24 * GRID_UNIT)
        self.nav.setIconSize(QSize(18, 18))
        self.nav.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.stack = QStackedWidget()
        for page in self._pages.values():
            self.nav.addItem(QListWidgetItem(page.title))
            self.stack.addWidget(scroll_area(page))
        self.nav.currentRowChanged.connect(self.stack.setCurrentIndex)
        # Enter belongs to the field one is in, never to the button that closes it all.
        self.close_button = push_button(self.tr("Close"), self.close)
        line = QFrame()
        line.setFrameShape(QFrame.Shape.VLine)
        line.setFrameShadow(QFrame.Shadow.Plain)
        left = column(self.nav, margins=(GRID_UNIT, 2 * GRID_UNIT, GRID_UNIT, GRID_UNIT))
        sides = row(left, line, (self.stack, 1), margins=0, gap=0)
        foot = row(..., self.close_button, margins=(2 * GRID_UNIT, GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT))
        column((sides, 1), foot, parent=self, margins=0, gap=0)

    # What the controller shows

    def open_page(self, name: SettingsPageName) -> None:
        """Goes to a page."""
        self.nav.setCurrentRow(list(self._pages).index(name))

    def show_remark(self, name: SettingsPageName, text: str) -> None:
        """Shows a remark on a page: what went wrong and what to do."""
        self._pages[name].show_remark(text)
        if name is SettingsPageName.MODELS:
            self.models.set_busy(False)

    def _set_icons(self) -> None:
        for at, name in enumerate(self._pages):
            self.nav.item(at).setIcon(self._themes.icons.icon(name.value))
