"""Settings: what stands in the place of an identifier, and the key that surrogates come from."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal

from chartveil.domain.policy import ReplacementMode
from chartveil.gui.settings.preference_pages import PreferencePage
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import horizontal_line
from chartveil.gui.widgets.layouts import fill, row, text_label
from chartveil.service.site_setup import KnownKey


class SurrogatesPage(PreferencePage):
    """Mode and key.

    Signals:
        key_action: ``choose`` or ``make`` with a path, ``usual`` with None.
    """

    key_action = Signal(str, object)

    def __init__(self, mode: ReplacementMode, prompts: UserPrompts) -> None:
        super().__init__()
        self._prompts = prompts
        self._key_file = Path()
        self.set_header(
            self.tr("Surrogates"), self.tr("What stands in the place of an identifier, and how it is made.")
        )
        self.modes = self.add_choices("mode", "", ReplacementMode, mode)
        about = self.tr(
            "With the same key the same patient gets the same surrogates in every run. Who holds the "
            "key can tell which surrogate a name has: keep it as safe as the originals."
        )
        self.id, self.place = text_label(wrap=False), text_label("", "muted")
        for label in (self.id, self.place):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.choose = push_button(self.tr("Choose another key…"), self._choose)
        self.make = push_button(self.tr("Make a new key…"), self._make, look="danger")
        self.usual = push_button(
            self.tr("Use your own key"),
            lambda: self.key_action.emit("usual", None),
            tip=self.tr("The key in its usual place, made at the first use"),
        )
        fill(
            self.content,
            GRID_UNIT,
            horizontal_line(),
            text_label(self.tr("Key"), "heading"),
            text_label(about, "muted"),
            self.id,
            self.place,
            GRID_UNIT,
            row(self.choose, self.usual, self.make, ...),
            ...,
        )

    def set_key(self, key: KnownKey, *, is_default: bool) -> None:
        """Shows which key is in use, or why it cannot be.

        Args:
            key: its file, and its id or what is wrong with it.
            is_default: whether it is the user's own key in its usual place.
        """
        if key.problem:
            self.show_remark(key.problem, "danger")
            self.id.setText(self.tr("No key can be used"))
        else:
            self.show_remark("")
            made = self.tr("No key yet: it is made with the first worklist")
            self.id.setText(self.tr("Key {id}").format(id=key.id) if key.id else made)
        self.place.setText(str(key.path))
        self.usual.setVisible(not is_default)
        self._key_file = key.path

    def _choose(self) -> None:
        path = self._prompts.file(self, self.tr("Choose a key file"))
        if path is not None:
            self.key_action.emit("choose", path)

    def _make(self) -> None:
        sure = self._prompts.confirm(
            self,
            self.tr("Make a new key?"),
            self.tr(
                "With a new key every patient gets other surrogates and other dates than before. Documents "
                "that were released already will not match those to come. The present key stays where it is: "
                "keep it if you may ever have to add to an earlier release."
            ),
            self.tr("Make a new key"),
            self.tr("Keep the present key"),
        )
        if not sure:
            return
        name = str(self._key_file.with_name("new-surrogate.key"))
        path = self._prompts.new_file(self, self.tr("Where the new key is to lie"), name)
        if path is not None:
            self.key_action.emit("make", path)
