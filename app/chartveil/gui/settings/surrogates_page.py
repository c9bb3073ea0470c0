"""Settings: what stands in the place of an identifier, and the key that surrogates come from."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QPushButton, QRadioButton

from chartveil.domain.policy import ReplacementMode
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets import policy_wording as explain
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import SettingsPage, heading_label, horizontal_line, muted_label
from chartveil.service.site_setup import KnownKey


class SurrogatesPage(SettingsPage):
    """Mode and key.

    Signals:
        mode_chosen: a ``ReplacementMode``.
        key_action: ``choose`` or ``make`` with a path, ``usual`` with None.
    """

    mode_chosen = Signal(object)
    key_action = Signal(str, object)

    def __init__(self, mode: ReplacementMode, prompts: UserPrompts) -> None:
        super().__init__()
        self._prompts = prompts
        self._key_file = Path()
        self.set_header(
            self.tr("Surrogates"), self.tr("What stands in the place of an identifier, and how it is made.")
        )
        self.modes: dict[ReplacementMode, QRadioButton] = {}
        group = QButtonGroup(self)
        for each in ReplacementMode:
            button = QRadioButton(explain.mode_name(each))
            button.setChecked(each is mode)
            button.toggled.connect(lambda on, each=each: self.mode_chosen.emit(each) if on else None)
            group.addButton(button)
            self.modes[each] = button
            self.add_choice(button, explain.mode_description(each))
        self.content.addSpacing(GRID_UNIT)
        self.content.addWidget(horizontal_line())
        self.content.addWidget(heading_label(self.tr("Key")))
        self.content.addWidget(
            muted_label(
                self.tr(
                    "With the same key the same patient gets the same surrogates in every run. Who holds the "
                    "key can tell which surrogate a name has: keep it as safe as the originals."
                )
            )
        )
        self.id = QLabel()
        self.place = muted_label("")
        for label in (self.id, self.place):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.content.addWidget(label)
        self.choose = QPushButton(self.tr("Choose another key…"))
        self.choose.clicked.connect(self._choose)
        self.make = QPushButton(self.tr("Make a new key…"))
        set_style_property(self.make, "danger", True)
        self.make.clicked.connect(self._make)
        self.usual = QPushButton(self.tr("Use your own key"))
        self.usual.setToolTip(self.tr("The key in its usual place, made at the first use"))
        self.usual.clicked.connect(lambda: self.key_action.emit("usual", None))
        row = QHBoxLayout()
        for widget in (self.choose, self.usual, self.make):
            row.addWidget(widget)
        row.addStretch()
        self.content.addSpacing(GRID_UNIT)
        self.content.addLayout(row)
        self.content.addStretch()

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
