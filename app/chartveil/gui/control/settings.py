"""The controller of the settings: fills their window, applies choices, and stores preferences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal

from chartveil.detection.models.site_models import remove_site_model, set_site_model_enabled
from chartveil.domain.errors import ChartveilError, StoreLockedError
from chartveil.domain.policy import Policy
from chartveil.gui.access.words_dialog import WordsDialog
from chartveil.gui.control.controller import Controller, T, WindowParts
from chartveil.gui.preferences import Preferences, save_preferences
from chartveil.gui.settings.dialog import SettingsData, SettingsDialog, SettingsPageName
from chartveil.gui.widgets.notices import error_text
from chartveil.ocr.engines.registry import engine_states
from chartveil.service import site_setup as setup
from chartveil.store.own_key import key_file_facts, lock_own_key, open_own_key, write_key_backup
from chartveil.store.recovery_words import key_to_words
from chartveil.store.wrapped_key import OpenedBy, key_id
from chartveil.system.machine import usable_cores


class SettingsController(Controller):
    """Holds the preferences; opens the window in which they are changed.

    Attributes:
        preferences: as they are now.
        dialog: the window, while it is open.
        device: what models run on; empty while that is not known.

    Signals:
        preferences_changed: the new ``Preferences``.
        access_changed: what opens the store is another, perhaps.
        device_found: the line that says what models run on.
    """

    preferences_changed = Signal(object)
    device_found = Signal(str)
    access_changed = Signal()

    def __init__(self, parts: WindowParts, preferences: Preferences) -> None:
        super().__init__(parts)
        self._user_paths = self._service.user_paths
        self.preferences = preferences
        self.dialog: SettingsDialog | None = None
        self.device = ""

    def find_device(self) -> None:
        """Finds what models run on, in the background."""
        work = partial(setup.describe_device, self.preferences.device)
        self._tasks.run_latest("device", work, self._take_device, self._notices.show_error)

    def _take_device(self, line: str) -> None:
        self.device = line
        self.device_found.emit(line)

    def change_preferences(self, **changes: object) -> None:
        """Changes preferences and keeps them."""
        self._take(replace(self.preferences, **changes))  # type: ignore[arg-type]

    def save_quietly(self, **changes: object) -> None:
        """Changes preferences and keeps them without ``preferences_changed``, as the window shows them so
        already: its own size, the zoom."""
        self._save(replace(self.preferences, **changes))  # type: ignore[arg-type]

    def _save(self, preferences: Preferences) -> None:
        self.preferences = preferences
        self._attempt(partial(save_preferences, self._user_paths.preferences_file, preferences))

    def _take(self, preferences: Preferences) -> None:
        before = self.preferences
        self._save(preferences)
        if preferences.device != before.device:
            self.find_device()
        if preferences != before:
            self.preferences_changed.emit(preferences)

    def open(self) -> None:
        """Opens the window."""
        if self.dialog is None:
            dialog = SettingsDialog(self._data(), self._themes, parent=self._window)
            self.dialog = dialog
            dialog.preferred.connect(lambda changes: self.change_preferences(**changes))
            dialog.policy.saved.connect(partial(self._save_policy, dialog))
            dialog.surrogates.key_action.connect(partial(self._key, dialog))
            dialog.access.access_action.connect(partial(self._access, dialog))
            dialog.dictionaries.site_action.connect(partial(self._site, dialog))
            dialog.dictionaries.patients_action.connect(partial(self._patients, dialog))
            dialog.models.model_action.connect(self._model)
            dialog.finished.connect(self._closed)
            self._look_up_models(partial(setup.known_models, self._user_paths))
            self._look_up("engines", engine_states, dialog.pages.set_engines, SettingsPageName.PAGES)
            self._look_up_site()
            if self.preferences.patients:
                self._look_up_patients(Path(self.preferences.patients))
        self.dialog.show()
        self.dialog.raise_()

    def _closed(self) -> None:
        # What is still looked up for it is not shown any more.
        for name in ("engines", "models", "site"):
            self._tasks.cancel_latest(name)
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _data(self) -> SettingsData:
        return SettingsData(
            self.preferences,
            setup.known_policies(self._user_paths),
            setup.example_replacements,
            self._known_key(),
            self.device,
            usable_cores(),
            self._opened_by(),
        )

    def _known_key(self) -> setup.KnownKey:
        chosen = self.preferences.key_file
        if chosen:
            return setup.known_key(Path(chosen))
        # The user's own is open, whatever locks its file.
        return setup.KnownKey(self._user_paths.key_file, key_id(self._service.own_key))

    # What the dialog asks for

    def _save_policy(self, dialog: SettingsDialog, policy: Policy) -> None:
        try:
            path = setup.save_policy(self._user_paths, policy)
        except ChartveilError as e:
            dialog.show_remark(SettingsPageName.POLICY, error_text(e))
            return
        dialog.policy.set_policies(setup.known_policies(self._user_paths), path)
        self.change_preferences(policy=path)

    def _key(self, dialog: SettingsDialog, what: str, path: object) -> None:
        try:
            if what == "make" and path is not None:
                setup.make_key(Path(str(path)))
        except ChartveilError as e:
            dialog.show_remark(SettingsPageName.SURROGATES, error_text(e))
            return
        self.change_preferences(key_file="" if what == "usual" or path is None else str(path))
        dialog.surrogates.set_key(self._known_key(), is_default=not self.preferences.key_file)

    def _opened_by(self) -> OpenedBy:
        facts = self._attempt(partial(key_file_facts, self._user_paths))
        return facts.opened_by if facts else OpenedBy.NOTHING

    def _access(self, dialog: SettingsDialog, what: str, value: object) -> None:
        """Changes what opens the store, or backs up its key; only for who knows the present passphrase."""
        paths, key, page = self._user_paths, self._service.own_key, dialog.access
        said = ""
        try:
            if self._opened_by() is OpenedBy.PASSPHRASE:
                open_own_key(paths, page.present.text())
            if what == "lock":
                lock_own_key(paths, key, OpenedBy(str(value)), page.choice.passphrase)
                said = self.tr("Done. Back up the key, if you have not.")
            elif what == "backup":
                write_key_backup(Path(str(value)), key, page.backup_passphrase.text())
                said = self.tr("The back-up is written. Keep it apart from this machine.")
            else:
                WordsDialog(key_to_words(key), key_id(key), dialog).exec()
        except StoreLockedError:
            page.show_remark(self.tr("Type the present passphrase first."))
        except ChartveilError as e:
            page.show_remark(error_text(e), "danger")
        else:
            page.show_opened_by(self._opened_by())
            page.show_remark(said, "success")
            self.access_changed.emit()

    def _site(self, dialog: SettingsDialog, what: str, folder: object) -> None:
        if what == "forget":
            self.change_preferences(site="")
            dialog.dictionaries.set_site(None)
        else:
            if what == "choose":
                self.change_preferences(site=str(folder))
            self._look_up_site()

    def _look_up_site(self) -> None:
        folder, dialog = Path(self.preferences.site), self.dialog
        if not self.preferences.site or dialog is None:
            return
        self._tasks.run_latest(
            "site",
            partial(setup.known_site_lists, folder),
            partial(dialog.dictionaries.set_site, folder),
            lambda error: dialog.dictionaries.set_site(folder, problem=error_text(error)),
        )

    def _patients(self, dialog: SettingsDialog, what: str, file: object) -> None:
        if what == "forget":
            self._tasks.cancel_latest("patients")
            self.change_preferences(patients="")
            dialog.dictionaries.set_patients(None)
        elif what == "choose":
            self._look_up_patients(Path(str(file)))
        elif self.preferences.patients:
            self._look_up_patients(Path(self.preferences.patients))

    def _look_up_patients(self, file: Path) -> None:
        """Reads a file of patients; it is in use from when it could be read, also when the dialog is gone."""

        def show(read: setup.KnownPatients) -> None:
            self.change_preferences(patients=str(file))
            if self.dialog is not None:
                self.dialog.dictionaries.set_patients(file, read)

        def fail(error: Exception) -> None:
            if self.dialog is not None:
                kept = Path(self.preferences.patients) if self.preferences.patients else None
                self.dialog.dictionaries.set_patients(kept, problem=error_text(error))

        self._tasks.run_latest("patients", partial(setup.known_patients, file), show, fail)

    def _model(self, what: str, which: object) -> None:
        user_paths = self._user_paths

        def work() -> list[setup.KnownModel]:
            if what == "verify":
                return setup.verify_models(user_paths)
            if what == "add":
                setup.add_model(user_paths, Path(str(which)))
            elif what == "remove":
                remove_site_model(user_paths.models_folder, str(which))
            else:
                set_site_model_enabled(user_paths.models_folder, str(which), on=what == "on")
            return setup.known_models(user_paths)

        self._look_up_models(work)

    def _look_up_models(self, work: Callable[[], list[setup.KnownModel]]) -> None:
        if self.dialog is not None:
            self._look_up("models", work, self.dialog.models.set_models, SettingsPageName.MODELS)

    def _look_up(
        self, name: str, work: Callable[[], T], show: Callable[[T], object], page: SettingsPageName
    ) -> None:
        """Does something in the background for the dialog, while that is open."""

        def fail(error: Exception) -> None:
            if self.dialog is not None:
                self.dialog.show_remark(page, error_text(error))

        self._tasks.run_latest(name, work, show, fail)
