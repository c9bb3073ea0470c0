"""Settings: surrogates, pages, device, appearance, review. Each choice counts at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QLabel, QLineEdit, QRadioButton

from chartveil.detection.model_choice import ModelProfile
from chartveil.domain.patient_source import PatientSourceKind
from chartveil.domain.policy import MustDecide, ReplacementMode
from chartveil.gui.preferences import Appearance, Preferences
from chartveil.gui.theme.application import MAX_TEXT_SIZE, MIN_TEXT_SIZE, document_font, set_style_property
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_meaning, choice_name
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import (
    SettingsPage,
    ValueComboBox,
    horizontal_line,
    integer_input,
)
from chartveil.gui.widgets.layouts import fill, row, text_label
from chartveil.ocr.engine_interface import EngineName
from chartveil.ocr.engines.registry import EngineState
from chartveil.ocr.options import BoxStyle, UnreadPolicy
from chartveil.service.site_setup import KnownKey

E = TypeVar("E", bound=StrEnum)


class DeviceChoice(StrEnum):
    """The devices that models may run on."""

    AUTO = "auto"
    CPU = "cpu"


class PreferencePage(SettingsPage):
    """A page of simple choices.

    Signals:
        changed: a dict of attributes of ``Preferences`` with their new values.
    """

    changed = Signal(object)

    def add_choices(
        self, name: str, head: str, values: Iterable[E], chosen: E | None
    ) -> dict[E, QRadioButton]:
        """Adds a heading and a radio button for each value of a preference.

        Args:
            name: attribute of ``Preferences``.
            head: the heading; empty for none.
            values: as they are called and explained in ``words.toml``.
            chosen: the value that holds now; None where that is none of them.
        """
        if head:
            fill(self.content, GRID_UNIT, text_label(head, "heading"))
        buttons: dict[E, QRadioButton] = {}
        group = QButtonGroup(self)
        for value in values:
            button = QRadioButton(choice_name(value))
            button.setChecked(value == chosen)
            button.toggled.connect(lambda on, value=value: self.changed.emit({name: value}) if on else None)
            group.addButton(button)
            self.add_choice(button, choice_meaning(value))
            buttons[value] = button
        return buttons

    def add_check(self, name: str, text: str, checked: bool, why: str = "") -> QCheckBox:
        """Adds a check box for a preference that is on or off.

        Args:
            name: attribute of ``Preferences``.
            text: what it is called.
            checked: whether it is on now.
            why: what it means; empty where that is plain.
        """
        box = QCheckBox(text)
        box.setChecked(checked)
        box.toggled.connect(lambda on: self.changed.emit({name: on}))
        self.add_choice(box, why)
        return box


class DevicePage(PreferencePage):
    """Settings: the device of the models, and how much runs at once."""

    def __init__(self, in_use: str, cores: int, now: Preferences) -> None:
        super().__init__()
        self.set_header(
            self.tr("Device"), self.tr("What the models run on. Nothing leaves this machine either way.")
        )
        if in_use:
            self.content.addWidget(QLabel(self.tr("In use now: {device}").format(device=in_use)))
        self.devices = self.add_choices(
            "device", "", DeviceChoice, next((d for d in DeviceChoice if d == now.device), None)
        )
        self.add_choices("profile", self.tr("How carefully the models read"), ModelProfile, now.profile)
        self.content.addSpacing(GRID_UNIT)
        self.jobs = integer_input(0, max(1, cores), min(now.jobs, cores))
        self.jobs.setSpecialValueText(self.tr("As fits"))
        self.jobs.valueChanged.connect(lambda value: self.changed.emit({"jobs": value}))
        self.add_field(
            self.tr("Documents at once"),
            self.jobs,
            self.tr("More are faster and take more memory. This machine has {n} cores.").format(n=cores),
        )
        self.content.addStretch()


class AppearancePage(PreferencePage):
    """Theme and text."""

    def __init__(self, now: Preferences) -> None:
        super().__init__()
        self.set_header(self.tr("Appearance"), self.tr("How the window and the documents look."))
        self.themes = self.add_choices("appearance", self.tr("Theme"), Appearance, now.appearance)
        fill(self.content, GRID_UNIT, text_label(self.tr("Text"), "heading"))
        self.text_size = integer_input(MIN_TEXT_SIZE, MAX_TEXT_SIZE, now.font_size, self.tr(" px"))
        self.text_size.valueChanged.connect(lambda size: self.changed.emit({"font_size": size}))
        self.add_field(
            self.tr("Size of text"), self.text_size, self.tr("Of documents; the window's text goes with it.")
        )
        widths = self.tr("Documents in letters of one width")
        self.mono = self.add_check("mono", widths, now.mono, self.tr("Columns made with blanks line up."))
        self.wrap = self.add_check("wrap", self.tr("Wrap long lines"), now.wrap)
        self.sample = QLabel(self.tr("Seen on 03/14 by Dr. Okonkwo.  BP 128/76, HR 64, Na 139"))
        self.sample.setAccessibleName(self.tr("Sample of the text of documents"))
        self.sample.setMargin(2 * GRID_UNIT)
        set_style_property(self.sample, "card", True)
        fill(self.content, GRID_UNIT, self.sample, ...)
        self.changed.connect(self._show_sample)
        self._show_sample()

    def _show_sample(self) -> None:
        font: QFont = document_font(mono=self.mono.isChecked(), size=self.text_size.value())
        # A style sheet of its own, as the application's sets the size of all text.
        self.sample.setStyleSheet(f"font-size: {font.pixelSize()}px; font-family: '{font.family()}';")


class ReviewSettingsPage(PreferencePage):
    """Settings: the reviewer, and what a sign-off requires."""

    def __init__(self, now: Preferences) -> None:
        super().__init__()
        self.set_header(
            self.tr("Review"), self.tr("Who answers for the documents, and what a sign-off asks of them.")
        )
        self.reviewer = QLineEdit(now.reviewer)
        self.reviewer.setMinimumWidth(40 * GRID_UNIT)
        self.reviewer.setMaxLength(120)
        self.reviewer.editingFinished.connect(self._rename)
        self._named = now.reviewer
        self.add_field(
            self.tr("Your name"),
            self.reviewer,
            self.tr("It stands under every decision and sign-off, and in the report."),
        )
        self.must_decide = ValueComboBox()
        self.must_decide.add_value(self.tr("As the policy says"), None)
        for each in MustDecide:
            self.must_decide.add_value(choice_name(each), each)
        self.must_decide.select_value(now.must_decide)
        self.must_decide.activated.connect(lambda: self.changed.emit({"must_decide": self.must_decide.value}))
        self.add_field(self.tr("Before a document is signed off, you decide"), self.must_decide)
        self.second = self.add_check(
            "second_reader",
            self.tr("A second reader reads each document too"),
            now.second_reader,
            self.tr(
                "They do not see the first reader's decisions until both are done. What they see "
                "differently is then settled, and how far they agree is shown."
            ),
        )
        self.patients_from = ValueComboBox()
        for kind in (PatientSourceKind.COLUMN, PatientSourceKind.FOLDER, PatientSourceKind.HEADER):
            self.patients_from.add_value(choice_name(kind), kind)
        self.patients_from.select_value(now.patients_from)
        self.patients_from.activated.connect(
            lambda: self.changed.emit({"patients_from": self.patients_from.value})
        )
        self.add_field(
            self.tr("A patient is told by"),
            self.patients_from,
            self.tr("All documents of one patient get one name and one shift of dates. The list shows it."),
        )
        self.content.addWidget(text_label(self.tr("All but the name hold for the next worklist."), "muted"))
        self.content.addStretch()

    def _rename(self) -> None:
        name = " ".join(self.reviewer.text().split())
        if name != self._named:
            self._named = name
            self.changed.emit({"reviewer": name})


class PagesPage(PreferencePage):
    """Scans, faxes and PDFs."""

    def __init__(self, now: Preferences) -> None:
        super().__init__()
        self._now = now
        self.set_header(
            self.tr("Pages"),
            self.tr("PDFs, scans, faxes and photos. All of it holds for the next worklist."),
        )
        # For a reviewer, refusing comes to asking: only the command line tells them apart.
        offered = (UnreadPolicy.COVER, UnreadPolicy.COVER_ALL, UnreadPolicy.ASK)
        chosen = now.unread if now.unread in offered else UnreadPolicy.ASK
        what = self.tr(
            "What no text stands for: handwriting, signatures, faces, barcodes, what looks like unread text"
        )
        self.unread = self.add_choices("unread", what, offered, chosen)
        shows = self.tr("Where an identifier stood, the copy shows")
        self.boxes = self.add_choices("boxes", shows, BoxStyle, now.boxes)
        fill(self.content, GRID_UNIT, text_label(self.tr("Reading scans"), "heading"))
        self.engine, self.second = ValueComboBox(), ValueComboBox()
        self.engine.activated.connect(lambda: self.changed.emit({"ocr": self.engine.value}))
        self.second.activated.connect(lambda: self.changed.emit({"ocr_second": self.second.value}))
        self.add_field(self.tr("Engine"), self.engine)
        self.add_field(
            self.tr("Second engine"),
            self.second,
            self.tr("Reads each page again; what only it finds is added. It takes its time."),
        )
        self.lacking = text_label("", "small")
        self.content.addWidget(self.lacking)
        self.content.addStretch()
        self.set_engines(())

    def set_engines(self, engines: Sequence[EngineState]) -> None:
        """Shows which engines are ready here; the usual one and what is chosen are there in any case."""
        ready = {e.name for e in engines if e.ready} | {EngineName.RAPIDOCR}
        self.engine.clear_values()
        self.second.clear_values()
        self.second.add_value(self.tr("None"), None)
        for name in EngineName:
            if name in ready | {self._now.ocr}:
                self.engine.add_value(choice_name(name), name)
            if name in ready | {self._now.ocr_second}:
                self.second.add_value(choice_name(name), name)
        self.engine.select_value(self._now.ocr)
        self.second.select_value(self._now.ocr_second)
        lacking = [f"{choice_name(e.name)}: {e.message}" for e in engines if not e.ready]
        self.lacking.setText("\n".join([self.tr("Not ready here:"), *lacking]) if lacking else "")
        self.lacking.setVisible(bool(lacking))


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
