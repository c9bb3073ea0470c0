"""Part of the start page: with what policy and by whom documents are read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QLineEdit, QWidget

from chartveil.domain.policy import ReplacementMode
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.theme.icons import IconSet
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_meaning, choice_name
from chartveil.gui.widgets.layouts import column, fill, named, row, text_label

PolicyChoice = tuple[str, str, str]
"""Name, title, description."""

_LINES = 5
"""Room for the policy's description, so that nothing moves when another is chosen."""


class RunOptionsCard(QFrame):
    """Policy, what takes identifiers' place, reviewer, device.

    Signals:
        changed: what the user chose or wrote, by the name of the preference.
        settings_requested: more of it.
    """

    changed = Signal(object)  # as a dict Qt would make plain texts of enum members
    settings_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.policy = QComboBox(self)
        self.mode = QComboBox(self)
        self.reviewer = QLineEdit(self)
        self.settings = push_button(self.tr("All settings…"), self.settings_requested.emit)
        self._about_policy = _explanation()
        self._meaning = _explanation()
        self._device_sign = QLabel()
        self._device = text_label()
        self._offline_sign = QLabel()
        self._offline = text_label(self.tr("Offline: nothing leaves this machine"))
        self._build()
        for mode in ReplacementMode:
            self.mode.addItem(choice_name(mode), mode.value)
        self.policy.currentIndexChanged.connect(self._show_meaning)
        self.mode.currentIndexChanged.connect(self._show_meaning)
        self.policy.activated.connect(lambda: self.changed.emit({"policy": self.policy.currentData()}))
        self.mode.activated.connect(
            lambda: self.changed.emit({"mode": ReplacementMode(self.mode.currentData())})
        )
        self.reviewer.textEdited.connect(lambda text: self.changed.emit({"reviewer": text.strip()}))
        self.set_device("")
        self._show_meaning()

    def set_icons(self, icons: IconSet) -> None:
        """Shows signs in the colours of a theme."""
        theme, ratio = icons.theme, self.devicePixelRatioF()
        self._device_sign.setPixmap(icons.pixmap("device", 18, ratio, theme.muted))
        self._offline_sign.setPixmap(icons.pixmap("offline", 18, ratio, theme.success))
        self.settings.setIcon(icons.icon("settings"))

    def show_options(
        self, policies: Sequence[PolicyChoice], policy: str, mode: ReplacementMode, reviewer: str
    ) -> None:
        """Shows what there is to choose from, and what is chosen: the id of a policy, and so on."""
        self.policy.clear()
        for name, title, description in policies:
            self.policy.addItem(title, name)
            about = " ".join(description.split())
            self.policy.setItemData(self.policy.count() - 1, about, Qt.ItemDataRole.ToolTipRole)
        self.policy.setCurrentIndex(max(0, self.policy.findData(policy)))
        self.mode.setCurrentIndex(max(0, self.mode.findData(mode.value)))
        self.reviewer.setText(reviewer)
        self._show_meaning()

    def set_device(self, text: str) -> None:
        """Says what models run on; empty while that is not known."""
        self._device.setText(text or self.tr("Looking for the device…"))

    def _show_meaning(self) -> None:
        """What the policy and the mode do."""
        about = str(self.policy.currentData(Qt.ItemDataRole.ToolTipRole) or "")
        self._about_policy.setText(about)
        self._about_policy.setToolTip(about)
        self._meaning.setText(choice_meaning(ReplacementMode(self.mode.currentData())))

    def _build(self) -> None:
        needed = _explanation(self.tr("Needed before you sign off; kept with each decision."))
        self.reviewer.setPlaceholderText(self.tr("Your name"))
        self.policy.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        line = self._about_policy.fontMetrics().height()
        self._about_policy.setMinimumHeight(_LINES * line)
        self._meaning.setMinimumHeight(2 * line)
        layout = column(parent=self, margins=2 * GRID_UNIT, gap=GRID_UNIT // 2)
        for title, control, below in (
            (self.tr("Policy"), self.policy, self._about_policy),
            (self.tr("In place of identifiers"), self.mode, self._meaning),
            (self.tr("Reviewer"), self.reviewer, needed),
        ):
            head = text_label(title, wrap=False)
            head.setBuddy(control)
            named(control, title).setMinimumWidth(120)
            fill(layout, head, control, below, GRID_UNIT + GRID_UNIT // 2)
        layout.addStretch()
        for sign, text in ((self._device_sign, self._device), (self._offline_sign, self._offline)):
            fill(layout, row(sign, (text, 1), gap=GRID_UNIT), GRID_UNIT // 2)
        fill(layout, row(self.settings, ...))
        self.settings.setIconSize(QSize(18, 18))


def _explanation(text: str = "") -> QLabel:
    label = text_label(text, "small", plain=True)
    label.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
    return label
