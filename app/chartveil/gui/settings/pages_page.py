"""Settings: how pages are read, and what their copies show."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QButtonGroup, QRadioButton

from chartveil.gui.preferences import Preferences
from chartveil.gui.settings import explain
from chartveil.gui.settings.choices_pages import PreferencePage
from chartveil.gui.settings.data import EngineRow
from chartveil.gui.settings.page import ValueComboBox, heading_label, muted_label, small_label
from chartveil.gui.theme.tokens import GRID_UNIT
from chartveil.ocr.model import EngineName
from chartveil.ocr.options import BoxStyle, UnreadPolicy


class PagesPage(PreferencePage):
    """Scans, faxes and PDFs."""

    def __init__(self, now: Preferences) -> None:
        super().__init__()
        self._now = now
        self.set_header(
            self.tr("Pages"),
            self.tr("PDFs, scans, faxes and photos. All of it holds for the next worklist."),
        )
        self.unread: dict[UnreadPolicy, QRadioButton] = {}
        self.boxes: dict[BoxStyle, QRadioButton] = {}
        self.content.addWidget(heading_label(self.tr("What no text stands for")))
        self.content.addWidget(
            muted_label(self.tr("Handwriting, signatures, faces, barcodes, and what looks like unread text."))
        )
        unread = QButtonGroup(self)
        # To a reviewer, refusing comes to asking: it tells them apart at the command line alone.
        for each in (UnreadPolicy.COVER, UnreadPolicy.ASK):
            name, why = explain.unread_description(each)
            button = QRadioButton(name)
            button.setChecked((each is UnreadPolicy.COVER) is (now.unread is UnreadPolicy.COVER))
            button.toggled.connect(lambda on, each=each: self.changed.emit({"unread": each}) if on else None)
            unread.addButton(button)
            self.unread[each] = button
            self.add_choice(button, why)
        self.content.addSpacing(GRID_UNIT)
        self.content.addWidget(heading_label(self.tr("Where an identifier stood, the copy shows")))
        boxes = QButtonGroup(self)
        for style in BoxStyle:
            name, why = explain.box_style_description(style)
            button = QRadioButton(name)
            button.setChecked(style is now.boxes)
            button.toggled.connect(lambda on, each=style: self.changed.emit({"boxes": each}) if on else None)
            boxes.addButton(button)
            self.boxes[style] = button
            self.add_choice(button, why)
        self.content.addSpacing(GRID_UNIT)
        self.content.addWidget(heading_label(self.tr("Reading scans")))
        self.engine, self.second = ValueComboBox(), ValueComboBox()
        self.engine.activated.connect(lambda: self.changed.emit({"ocr": self.engine.value}))
        self.second.activated.connect(lambda: self.changed.emit({"ocr_second": self.second.value}))
        self.add_field(self.tr("Engine"), self.engine)
        self.add_field(
            self.tr("Second engine"),
            self.second,
            self.tr("Reads each page again; what only it finds is added. It takes its time."),
        )
        self.lacking = small_label("")
        self.content.addWidget(self.lacking)
        self.content.addStretch()
        self.set_engines(())

    def set_engines(self, engines: Sequence[EngineRow]) -> None:
        """Shows which engines are ready here; the usual one and what is chosen are there in any case."""
        ready = {e.name for e in engines if e.ready} | {EngineName.RAPIDOCR}
        self.engine.clear_values()
        self.second.clear_values()
        self.second.add_value(self.tr("None"), None)
        for name in EngineName:
            if name in ready | {self._now.ocr}:
                self.engine.add_value(explain.engine_name(name), name)
            if name in ready | {self._now.ocr_second}:
                self.second.add_value(explain.engine_name(name), name)
        self.engine.select_value(self._now.ocr)
        self.second.select_value(self._now.ocr_second)
        lacking = [f"{explain.engine_name(e.name)}: {e.detail}" for e in engines if not e.ready]
        self.lacking.setText("\n".join([self.tr("Not ready here:"), *lacking]) if lacking else "")
        self.lacking.setVisible(bool(lacking))
