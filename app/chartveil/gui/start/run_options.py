"""Part of the start page: with what policy and by whom documents are read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from chartveil.domain.policy import ReplacementMode
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT, Theme
from chartveil.gui.theme.icons import IconSet

PolicyChoice = tuple[str, str, str]
"""Name, title, description."""

_LINES = 5
"""Room for the policy's description, so that nothing moves when another is chosen."""


class RunOptionsCard(QFrame):
    """Policy, what takes identifiers' place, reviewer, device.

    Signals:
        policy_changed, mode_changed, reviewer_changed: what the user chose or wrote.
        settings_requested: more of it.
    """

    policy_changed = Signal(str)
    mode_changed = Signal(str)
    reviewer_changed = Signal(str)
    settings_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.policy = QComboBox(self)
        self.mode = QComboBox(self)
        self.reviewer = QLineEdit(self)
        self.settings = QPushButton(self.tr("All settings…"), self)
        self._about_policy = self._small()
        self._example = self._small()
        self._device_sign = QLabel(self)
        self._device = QLabel(self)
        self._offline_sign = QLabel(self)
        self._offline = QLabel(self.tr("Offline: nothing leaves this machine"), self)
        self._build()
        for mode, title in self._modes():
            self.mode.addItem(title, mode.value)
        self._show_example()
        self.policy.currentIndexChanged.connect(self._choose_policy)
        self.mode.currentIndexChanged.connect(self._choose_mode)
        self.reviewer.textEdited.connect(lambda text: self.reviewer_changed.emit(text.strip()))
        self.settings.clicked.connect(self.settings_requested)
        self.set_device("")

    def set_theme(self, theme: Theme, icons: IconSet) -> None:
        ratio = self.devicePixelRatioF()
        self._device_sign.setPixmap(icons.pixmap("device", 18, ratio, theme.muted))
        self._offline_sign.setPixmap(icons.pixmap("offline", 18, ratio, theme.success))
        self.settings.setIcon(icons.icon("settings"))

    def set_policies(self, policies: Sequence[PolicyChoice]) -> None:
        """Fills the choice; the policy that was chosen stays, where it is among them."""
        before = self.policy.currentData()
        with QSignalBlocker(self.policy):
            self.policy.clear()
            for name, title, description in policies:
                self.policy.addItem(title, name)
                self.policy.setItemData(
                    self.policy.count() - 1, " ".join(description.split()), Qt.ItemDataRole.ToolTipRole
                )
        self.set_policy(str(before) if before is not None else "")

    def set_policy(self, name: str) -> None:
        """Shows the policy in force."""
        place = self.policy.findData(name)
        with QSignalBlocker(self.policy):
            if place >= 0:
                self.policy.setCurrentIndex(place)
        self._show_description()

    def set_mode(self, mode: str) -> None:
        """Shows what takes identifiers' place: a value of ``ReplacementMode``."""
        place = self.mode.findData(mode)
        with QSignalBlocker(self.mode):
            if place >= 0:
                self.mode.setCurrentIndex(place)
        self._show_example()

    def set_reviewer(self, name: str) -> None:
        self.reviewer.setText(name)

    def set_device(self, text: str) -> None:
        """Says what models run on; empty while that is not known."""
        self._device.setText(text or self.tr("Looking for the device…"))

    def _modes(self) -> tuple[tuple[ReplacementMode, str], ...]:
        return (
            (ReplacementMode.SURROGATE, self.tr("Made-up values")),
            (ReplacementMode.TAG, self.tr("Tags")),
            (ReplacementMode.NUMBERED, self.tr("Numbered tags")),
            (ReplacementMode.MASK, self.tr("Blocks")),
        )

    def _choose_policy(self) -> None:
        self._show_description()
        self.policy_changed.emit(str(self.policy.currentData()))

    def _choose_mode(self) -> None:
        self._show_example()
        self.mode_changed.emit(str(self.mode.currentData()))

    def _show_description(self) -> None:
        text = self.policy.currentData(Qt.ItemDataRole.ToolTipRole) or ""
        self._about_policy.setText(str(text))
        self._about_policy.setToolTip(str(text))

    def _show_example(self) -> None:
        becomes = {
            ReplacementMode.SURROGATE: self.tr("“Maria Ndu, 14 March” becomes “Elena Okafor, 9 May”"),
            ReplacementMode.TAG: self.tr("“Maria Ndu, 14 March” becomes “[PATIENT], [DATE]”"),
            ReplacementMode.NUMBERED: self.tr("“Maria Ndu, 14 March” becomes “[PATIENT-1], [DATE-1]”"),
            ReplacementMode.MASK: self.tr("“Maria Ndu, 14 March” becomes “█████ ███, ██ █████”"),
        }
        self._example.setText(becomes[ReplacementMode(self.mode.currentData())])

    def _small(self) -> QLabel:
        label = QLabel(self)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        set_style_property(label, "role", "small")
        return label

    def _build(self) -> None:
        needed = self._small()
        needed.setText(self.tr("Needed before you sign off; kept with each decision."))
        self.reviewer.setPlaceholderText(self.tr("Your name"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT, 2 * GRID_UNIT)
        layout.setSpacing(GRID_UNIT // 2)
        for title, control, below in (
            (self.tr("Policy"), self.policy, self._about_policy),
            (self.tr("In place of identifiers"), self.mode, self._example),
            (self.tr("Reviewer"), self.reviewer, needed),
        ):
            head = QLabel(title, self)
            head.setBuddy(control)
            control.setAccessibleName(title)
            control.setMinimumWidth(120)
            for widget in (head, control, below):
                layout.addWidget(widget)
            layout.addSpacing(GRID_UNIT + GRID_UNIT // 2)
        self.policy.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        line = self._about_policy.fontMetrics().height()
        self._about_policy.setMinimumHeight(_LINES * line)
        self._example.setMinimumHeight(2 * line)
        layout.addStretch(1)
        for sign, text in ((self._device_sign, self._device), (self._offline_sign, self._offline)):
            text.setWordWrap(True)
            row = QHBoxLayout()
            row.setSpacing(GRID_UNIT)
            row.addWidget(sign)
            row.addWidget(text, 1)
            layout.addLayout(row)
            layout.addSpacing(GRID_UNIT // 2)
        layout.addWidget(self.settings, 0, Qt.AlignmentFlag.AlignLeading)
        self.settings.setIconSize(QSize(18, 18))
        self.settings.setAutoDefault(False)
