"""The settings: pages beside a list of them. Choices count at once, a changed policy when it is saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from chartveil.gui.commands.keymap import KeyMap
from chartveil.gui.preferences import Preferences
from chartveil.gui.settings.data import (
    EngineRow,
    KeyInfo,
    ModelRow,
    PatientFileInfo,
    PolicyRow,
    SettingsData,
    SiteInfo,
)
from chartveil.gui.settings.dictionaries_page import DictionariesPage
from chartveil.gui.settings.keys_page import KeysPage
from chartveil.gui.settings.models_page import ModelsPage
from chartveil.gui.settings.policy_page import PolicyPage
from chartveil.gui.settings.preference_pages import (
    AppearancePage,
    DevicePage,
    PagesPage,
    ReviewSettingsPage,
)
from chartveil.gui.settings.surrogates_page import SurrogatesPage
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT, Theme
from chartveil.gui.theme.icons import IconSet
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import SettingsPage


class SettingsPageName(StrEnum):
    """The pages, in order; each is the name of its icon too."""

    POLICY = "list"
    SURROGATES = "key"
    DICTIONARIES = "book"
    PAGES = "page"
    MODELS = "settings"
    DEVICE = "device"
    APPEARANCE = "theme"
    KEYS = "keyboard"
    REVIEW = "sign"


class SettingsDialog(QDialog):
    """Shows plain data and says what the user wants; whoever holds it does it and shows what came of it.

    Args:
        data: what to show.
        theme: colours.
        icons: icons of that theme.
        asking: asks for files and folders.
        parent: the window.

    Signals:
        preferences_changed: the new ``Preferences``, whole.
        policy_saved: a ``Policy`` with a name of its own, to be written and then shown with ``set_policies``.
        key_action: see ``SurrogatesPage``; answered with ``set_key``.
        site_action: see ``DictionariesPage``; answered with ``set_site``.
        patients_action: see ``DictionariesPage``; answered with ``set_patients``.
        model_action: see ``ModelsPage``; answered with ``set_models``.
    """

    preferences_changed = Signal(object)
    policy_saved = Signal(object)
    key_action = Signal(str, object)
    site_action = Signal(str, object)
    patients_action = Signal(str, object)
    model_action = Signal(str, object)

    def __init__(
        self,
        data: SettingsData,
        theme: Theme,
        icons: IconSet,
        asking: UserPrompts | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        now = self._preferences = data.preferences
        asking = asking or UserPrompts()
        self.policy = PolicyPage(data.policies, now.policy, now.mode, data.example, theme, asking)
        self.surrogates = SurrogatesPage(now.mode, data.key, asking)
        self.dictionaries = DictionariesPage(data.site, data.patients, asking)
        self.models = ModelsPage(data.models, asking)
        self.pages = PagesPage(now)
        self.device = DevicePage(data.devices, data.device_in_use, data.cores, now)
        self.appearance = AppearancePage(now)
        self.keys = KeysPage(KeyMap(now.keys))
        self.review = ReviewSettingsPage(now)
        self._pages: dict[SettingsPageName, SettingsPage] = {
            SettingsPageName.POLICY: self.policy,
            SettingsPageName.SURROGATES: self.surrogates,
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
        self.set_theme(theme, icons)
        self.resize(1040, 688)
        self.nav.setCurrentRow(0)
        self.nav.setFocus()

    def _connect(self) -> None:
        self.policy.chosen.connect(lambda id: self._prefer({"policy": id}))
        self.policy.saved.connect(self.policy_saved)
        self.surrogates.mode_chosen.connect(lambda mode: self._prefer({"mode": mode}))
        self.surrogates.mode_chosen.connect(self.policy.set_mode)
        self.surrogates.key_action.connect(self.key_action)
        self.dictionaries.site_action.connect(self.site_action)
        self.dictionaries.patients_action.connect(self.patients_action)
        self.models.model_action.connect(self.model_action)
        self.keys.changed.connect(lambda keymap: self._prefer({"keys": keymap.overrides}))
        for page in (self.pages, self.device, self.appearance, self.review):
            page.changed.connect(self._prefer)

    def _build(self) -> None:
        self.nav = QListWidget()
        set_style_property(self.nav, "nav", True)
        self.nav.setAccessibleName(self.tr("Pages of the settings"))
        self.nav.setFixedWidth(24 * GRID_UNIT)
        self.nav.setIconSize(QSize(18, 18))
        self.nav.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.stack = QStackedWidget()
        for page in self._pages.values():
            self.nav.addItem(QListWidgetItem(page.title))
            area = QScrollArea()
            area.setWidgetResizable(True)
            area.setFrameShape(QFrame.Shape.NoFrame)
            area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            area.setWidget(page)
            self.stack.addWidget(area)
        self.nav.currentRowChanged.connect(self.stack.setCurrentIndex)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.close)
        # Enter belongs to the field one is in, never to the button that closes it all.
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.close_button.setAutoDefault(False)
        sides = QHBoxLayout()
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(0)
        left = QVBoxLayout()
        left.setContentsMargins(GRID_UNIT, 2 * GRID_UNIT, GRID_UNIT, GRID_UNIT)
        left.addWidget(self.nav)
        sides.addLayout(left)
        line = QFrame()
        line.setFrameShape(QFrame.Shape.VLine)
        line.setFrameShadow(QFrame.Shadow.Plain)
        sides.addWidget(line)
        sides.addWidget(self.stack, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(2 * GRID_UNIT, GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT)
        foot.addStretch()
        foot.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(sides, 1)
        layout.addLayout(foot)

    def _prefer(self, changes: dict[str, object]) -> None:
        changed = replace(self._preferences, **changes)  # type: ignore[arg-type]
        if changed != self._preferences:
            self._preferences = changed
            self.preferences_changed.emit(changed)

    @property
    def preferences(self) -> Preferences:
        """As they stand in the dialog."""
        return self._preferences

    # What the holder shows

    def open_page(self, name: SettingsPageName) -> None:
        self.nav.setCurrentRow(list(self._pages).index(name))

    def show_remark(self, name: SettingsPageName, text: str, role: str = "warning") -> None:
        """Shows a remark on a page: what went wrong and what to do, or that something is done."""
        self._pages[name].show_remark(text, role)
        if name is SettingsPageName.MODELS:
            self.models.set_busy(False)

    def set_policies(self, rows: Sequence[PolicyRow], current: str) -> None:
        """Shows the policies anew and makes one the choice, after one was saved."""
        self.policy.set_policies(rows, current)
        self._prefer({"policy": current})

    def set_key(self, key: KeyInfo) -> None:
        self.surrogates.set_key(key)
        self._prefer({"key_file": "" if key.is_default else str(key.path)})

    def set_site(self, site: SiteInfo) -> None:
        self.dictionaries.set_site(site)
        if not site.problem:
            self._prefer({"site": "" if site.folder is None else str(site.folder)})

    def set_patients(self, patients: PatientFileInfo) -> None:
        self.dictionaries.set_patients(patients)
        if not patients.problem:
            self._prefer({"patients": "" if patients.file is None else str(patients.file)})

    def set_models(self, models: Sequence[ModelRow]) -> None:
        self.models.set_models(models)

    def set_engines(self, engines: Sequence[EngineRow]) -> None:
        self.pages.set_engines(engines)

    def set_theme(self, theme: Theme, icons: IconSet) -> None:
        """Shows everything in another theme; the style sheet is the application's."""
        self.policy.example.set_theme(theme)
        for row, name in enumerate(self._pages):
            item = self.nav.item(row)
            color: QColor = theme.text
            item.setIcon(icons.icon(name.value, color))
