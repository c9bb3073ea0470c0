"""The settings window: filled, and what is chosen in it done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from chartveil.domain.errors import ChartveilError
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import Policy
from chartveil.gui.preferences import Preferences, save_preferences
from chartveil.gui.settings.data import SettingsData
from chartveil.gui.settings.dialog import SettingsDialog, SettingsPageName
from chartveil.gui.tasks import BackgroundTasks
from chartveil.gui.theme.colors import Theme
from chartveil.gui.theme.icons import IconSet
from chartveil.ocr.engines.registry import EngineState, engine_states
from chartveil.service import site_setup as setup
from chartveil.system.machine import usable_cores


class SettingsController(QObject):
    """Holds the preferences; opens the window in which they are changed.

    Signals:
        preferences_changed: the new ``Preferences``.
        failed: an error to be told.
        device_found: the line that says what models run on.
    """

    preferences_changed = Signal(object)
    failed = Signal(object)
    device_found = Signal(str)

    def __init__(
        self, places: UserPaths, preferences: Preferences, tasks: BackgroundTasks, window: QWidget
    ) -> None:
        super().__init__(window)
        self._places = places
        self._tasks = tasks
        self._window = window
        self.preferences = preferences
        self._dialog: SettingsDialog | None = None
        self._device = ""
        self._in_dialog = preferences
        self._asked_patients: Path | None = None

    def find_device(self) -> None:
        """Finds what models run on, in the background."""
        work = partial(setup.describe_device, self.preferences.device)
        self._tasks.run_latest("device", work, self._take_device, self.failed.emit)

    def _take_device(self, line: str) -> None:
        self._device = line
        self.device_found.emit(line)

    def change_preferences(self, **changes: object) -> None:
        """Changes preferences and keeps them."""
        self._take(replace(self.preferences, **changes))  # type: ignore[arg-type]

    def save_quietly(self, preferences: Preferences) -> None:
        """Keeps preferences without telling anybody, as for the window's own size."""
        self.preferences = preferences
        try:
            save_preferences(self._places.preferences_file, preferences)
        except ChartveilError as e:
            self.failed.emit(e)

    def _take(self, preferences: Preferences) -> None:
        before = self.preferences
        self.save_quietly(preferences)
        if preferences.device != before.device:
            self.find_device()
        if preferences != before:
            self.preferences_changed.emit(preferences)

    def _take_from_dialog(self, preferences: Preferences) -> None:
        """Takes what was changed there, and leaves what was changed in the window meanwhile."""
        before, self._in_dialog = self._in_dialog, preferences
        names = [f.name for f in fields(Preferences)]
        changed = [n for n in names if getattr(before, n) != getattr(preferences, n)]
        self.change_preferences(**{n: getattr(preferences, n) for n in changed})

    def open(self, theme: Theme, icons: IconSet, page: SettingsPageName | None = None) -> None:
        """Opens the window."""
        if self._dialog is None:
            self._dialog = dialog = SettingsDialog(self._data(), theme, icons, parent=self._window)
            self._in_dialog = self.preferences
            dialog.preferences_changed.connect(self._take_from_dialog)
            dialog.policy_saved.connect(self._save_policy)
            dialog.key_action.connect(self._key)
            dialog.site_action.connect(self._site)
            dialog.patients_action.connect(self._patients)
            dialog.model_action.connect(self._model)
            dialog.finished.connect(self._closed)
            self._look_up_models()
            self._look_up_engines()
            if self.preferences.site:
                self._look_up_site(Path(self.preferences.site))
            if self.preferences.patients:
                self._look_up_patients(Path(self.preferences.patients))
        if page is not None:
            self._dialog.open_page(page)
        self._dialog.show()
        self._dialog.raise_()

    @property
    def device(self) -> str:
        """What models run on; empty while that is not known."""
        return self._device

    @property
    def dialog(self) -> SettingsDialog | None:
        return self._dialog

    def set_theme(self, theme: Theme, icons: IconSet) -> None:
        if self._dialog is not None:
            self._dialog.set_theme(theme, icons)

    def _closed(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None

    def _data(self) -> SettingsData:
        return SettingsData(
            self.preferences,
            setup.known_policies(self._places),
            setup.example_replacements,
            self._known_key(),
            self._device,
            usable_cores(),
        )

    def _save_policy(self, policy: Policy) -> None:
        try:
            path = setup.save_policy(self._places, policy)
        except ChartveilError as e:
            self._tell(SettingsPageName.POLICY, e)
            return
        if self._dialog is not None:
            self._dialog.set_policies(setup.known_policies(self._places), path)
        self.change_preferences(policy=path)

    def _known_key(self) -> setup.KnownKey:
        chosen = self.preferences.key_file
        return setup.known_key(Path(chosen) if chosen else self._places.key_file)

    def _key(self, what: str, path: object) -> None:
        try:
            if what == "make" and path is not None:
                setup.make_key(Path(str(path)))
        except ChartveilError as e:
            self._tell(SettingsPageName.SURROGATES, e)
            return
        self.change_preferences(key_file="" if what == "usual" or path is None else str(path))
        if self._dialog is not None:
            self._dialog.set_key(self._known_key(), is_default=not self.preferences.key_file)

    def _site(self, what: str, folder: object) -> None:
        if what == "forget":
            self.change_preferences(site="")
            if self._dialog is not None:
                self._dialog.set_site(None)
            return
        if what == "choose":
            self.change_preferences(site=str(folder))
        if self.preferences.site:
            self._look_up_site(Path(self.preferences.site))

    def _look_up_site(self, folder: Path) -> None:
        def show(lists: list[setup.KnownList]) -> None:
            if self._dialog is not None:
                self._dialog.set_site(folder, lists)

        def fail(error: Exception) -> None:
            if self._dialog is not None:
                self._dialog.set_site(folder, problem=_said(error))

        self._tasks.run_latest("site", partial(setup.known_site_lists, folder), show, fail)

    def _patients(self, what: str, file: object) -> None:
        if what == "forget":
            self._asked_patients = None
            self.change_preferences(patients="")
            if self._dialog is not None:
                self._dialog.set_patients(None)
        elif what == "choose":
            self._look_up_patients(Path(str(file)))
        elif self.preferences.patients:
            self._look_up_patients(Path(self.preferences.patients))

    def _look_up_patients(self, file: Path) -> None:
        """Reads a file of patients; it is in use from when it could be read."""
        self._asked_patients = file

        def show(read: setup.KnownPatients) -> None:
            if self._asked_patients != file:
                return
            self.change_preferences(patients=str(file))
            if self._dialog is not None:
                self._dialog.set_patients(file, read)

        def fail(error: Exception) -> None:
            if self._dialog is not None and self._asked_patients == file:
                kept = Path(self.preferences.patients) if self.preferences.patients else None
                self._dialog.set_patients(kept, problem=_said(error))

        self._tasks.run_latest("patients", partial(setup.known_patients, file), show, fail)

    def _look_up_models(self, work: Callable[[], list[setup.KnownModel]] | None = None) -> None:
        def show(models: list[setup.KnownModel]) -> None:
            if self._dialog is not None:
                self._dialog.set_models(models)

        work = work or partial(setup.known_models, self._places)
        self._tasks.run_latest("models", work, show, lambda e: self._tell(SettingsPageName.MODELS, e))

    def _look_up_engines(self) -> None:
        def show(states: list[EngineState]) -> None:
            if self._dialog is not None:
                self._dialog.set_engines(states)

        self._tasks.run_latest(
            "engines", engine_states, show, lambda e: self._tell(SettingsPageName.PAGES, e)
        )

    def _model(self, what: str, which: object) -> None:
        places = self._places
        if what == "verify":
            self._look_up_models(partial(setup.verify_models, places))
            return

        def work() -> list[setup.KnownModel]:
            if what == "add":
                setup.add_model(places, Path(str(which)))
            elif what == "remove":
                setup.remove_model(places, str(which))
            else:
                setup.switch_model(places, str(which), on=what == "on")
            return setup.known_models(places)

        self._look_up_models(work)

    def _tell(self, page: SettingsPageName, error: Exception) -> None:
        if self._dialog is not None:
            self._dialog.show_remark(page, _said(error))
        else:
            self.failed.emit(error)


def _said(error: Exception) -> str:
    """What an error says, if it is one of ours; else its kind only, since it may quote text."""
    return str(error) if isinstance(error, ChartveilError) else type(error).__name__
