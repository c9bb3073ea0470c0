"""The foot of the window: how much is left to decide, and what comes after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from chartveil.domain.policy import MustDecide
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import Theme
from chartveil.review.model import DocumentState, ReviewCounts
from chartveil.service.worklist_report import whole_percent

_GAP = 8


class SecondReadingState(StrEnum):
    """How far the second reading of the document is."""

    OFF = "off"
    """None is wanted."""
    AWAITING_FIRST = "later"
    """The first reader has not signed off."""
    AWAITING_SECOND = "open"
    """It waits for a second reader."""
    READING = "reading"
    """Whoever is at the window is the second reader."""
    HAS_DISAGREEMENTS = "differ"
    """Both have signed off; places are left to settle."""
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class FooterState:
    """What the footer shows.

    Attributes:
        worklist_counts: sums over all documents.
        document_state: of the open document; None without one.
        must_decide: what the policy wants decided.
        blocking_spans: items of the open document that keep it from being signed off.
        blocking_boxes: on its pages, that keep it from being signed off.
        blocking_passages: in a language or script that detection does not cover, left to read before that.
        undecided_boxes: on its pages, that nobody has decided, whether they keep it from that or not.
        signed_by: who signed it off; empty before.
        second_reading: how far its second reading is.
        disagreements: places on which the readers differ, not settled.
        exportable_files: files whose documents are all signed off.
    """

    worklist_counts: ReviewCounts = field(default_factory=ReviewCounts)
    document_state: DocumentState | None = None
    must_decide: MustDecide = MustDecide.DOUBTFUL
    blocking_spans: int = 0
    blocking_boxes: int = 0
    blocking_passages: int = 0
    undecided_boxes: int = 0
    signed_by: str = ""
    second_reading: SecondReadingState = SecondReadingState.OFF
    disagreements: int = 0
    exportable_files: int = 0

    @property
    def is_readable(self) -> bool:
        """Whether a document is open whose text can be shown."""
        return self.document_state is not None and self.document_state.is_searched

    @property
    def blockers(self) -> int:
        """How many spans, boxes and passages keep the document from being signed off."""
        return self.blocking_spans + self.blocking_boxes + self.blocking_passages

    @property
    def is_signed(self) -> bool:
        """Whether the reading that is open is signed off."""
        reading = self.second_reading is SecondReadingState.READING
        return self.document_state is not None and self.document_state.is_signed and not reading


class Footer(QFrame):
    """Counts of the worklist at the left, what can be done at the right.

    Signals:
        undecided_requested, doubtful_requested: to the next of them.
        boxes_requested: to the next undecided box of the open document.
        queue_requested: the order by risk.
        preview_requested, export_requested: their windows.
        sign_off_requested, reopen_requested: for the open document.
        blocker_requested: to the first item or box that keeps the document from being signed off.
        second_requested: to begin the second reading.
        disagreements_requested: to settle what the readers differ on.
    """

    undecided_requested = Signal()
    doubtful_requested = Signal()
    boxes_requested = Signal()
    queue_requested = Signal()
    preview_requested = Signal()
    export_requested = Signal()
    sign_off_requested = Signal()
    reopen_requested = Signal()
    blocker_requested = Signal()
    second_requested = Signal()
    disagreements_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._state = FooterState()
        self._keys: dict[QPushButton, str] = {}
        self._texts: dict[QPushButton, str] = {}
        self._build()
        self.set_theme(theme)
        self.show_state(self._state)

    def set_theme(self, theme: Theme) -> None:
        """Buttons that lead somewhere look like links, by line and by colour."""
        link = f"QPushButton {{ color: {theme.accent.name()}; text-decoration: underline; }}"
        for button in (self.second, self.reason):
            button.setStyleSheet(link)

    def set_keys(self, preview: str, sign_off: str, export: str) -> None:
        """Shows the keys of the three commands in tooltips, as the system writes them; empty for none."""
        self._keys = {self.preview: preview, self.sign_off: sign_off, self.export: export}
        self.show_state(self._state)

    def show_state(self, state: FooterState) -> None:
        """Shows counts, and what can be done now."""
        self._state = state
        self._show_counts(state.worklist_counts)
        self._show_boxes(state.undecided_boxes)
        self._show_second(state)
        self._show_sign_off(state)
        self.preview.setEnabled(state.is_readable)
        self._tell(self.preview, self.tr("Shows what the document becomes, beside the original."))
        self.export.setEnabled(state.exportable_files > 0)
        ready = (
            self.tr("1 file is ready: all its documents are signed off.")
            if state.exportable_files == 1
            else self.tr("{n} files are ready: all their documents are signed off.").format(
                n=f"{state.exportable_files:,}"
            )
        )
        nothing = self.tr("Nothing is ready yet: a file goes out when all its documents are signed off.")
        self._tell(self.export, ready if state.exportable_files else nothing)
        self._fit()

    def _show_counts(self, counts: ReviewCounts) -> None:
        share = whole_percent(counts.risk_seen / counts.risk) if counts.risk > 0 else 100
        self.undecided.setText(self.tr("Undecided {n}").format(n=f"{counts.undecided:,}"))
        self._tell(
            self.undecided,
            self.tr(
                "Spans of the whole worklist that nobody has decided. Without a decision they are taken as "
                "proposed, where the policy lets them. Goes to the next."
            ),
        )
        self.doubtful.setText(self.tr("doubtful {n}").format(n=f"{counts.doubtful:,}"))
        self._tell(
            self.doubtful,
            self.tr(
                "Undecided spans with a score below the policy's line of doubt, on which models disagree, "
                "that one of several models took alone, or that may be a medical term. Goes to the next."
            ),
        )
        shown = f"{share} %" if counts.spans or counts.recovered else "–"
        self.risk.setText(self.tr("risk looked at {share}").format(share=shown))
        self.risk.setEnabled(shown != "–")
        self._tell(
            self.risk,
            self.tr(
                "Share of the worklist's risk that lies in spans you or others have decided. Risk says what "
                "is most worth a look; it is no probability. Opens the list ordered by risk."
            ),
        )
        self.undecided.setEnabled(counts.undecided > 0)
        self.doubtful.setEnabled(counts.doubtful > 0)

    def _show_boxes(self, n: int) -> None:
        said = self.tr("1 undecided box here") if n == 1 else self.tr("{n} undecided boxes here")
        self.boxes.setText(said.format(n=f"{n:,}"))
        self._tell(
            self.boxes,
            self.tr(
                "Boxes on the pages of the open document that nobody has decided. The other numbers count "
                "spans. Goes to the next."
            ),
        )

    def _show_second(self, state: FooterState) -> None:
        differ = (
            self.tr("Settle 1 disagreement")
            if state.disagreements == 1
            else self.tr("Settle {n} disagreements").format(n=f"{state.disagreements:,}")
        )
        words = {
            SecondReadingState.OFF: "",
            SecondReadingState.AWAITING_FIRST: self.tr("A second reader follows"),
            SecondReadingState.AWAITING_SECOND: self.tr("Read as second reader"),
            SecondReadingState.READING: self.tr("You are the second reader"),
            SecondReadingState.HAS_DISAGREEMENTS: differ
            if state.disagreements
            else self.tr("All disagreements settled"),
            SecondReadingState.SETTLED: self.tr("Second reading settled"),
        }
        tips = {
            SecondReadingState.OFF: "",
            SecondReadingState.AWAITING_FIRST: self.tr(
                "When you have signed off, another person reads the document anew."
            ),
            SecondReadingState.AWAITING_SECOND: self.tr(
                "Begins with what was found, without the first reader's decisions."
            ),
            SecondReadingState.READING: self.tr(
                "The first reader's decisions are hidden until you sign off."
            ),
            SecondReadingState.HAS_DISAGREEMENTS: self.tr("Lists what the two readers decided differently.")
            if state.disagreements
            else self.tr("The document can be signed off once more, and then go out."),
            SecondReadingState.SETTLED: self.tr("Nothing is left on which the two readers differ."),
        }
        acts = state.second_reading is SecondReadingState.AWAITING_SECOND or (
            state.second_reading is SecondReadingState.HAS_DISAGREEMENTS and state.disagreements > 0
        )
        self.second_state.setText("" if acts else words[state.second_reading])
        self.second_state.setVisible(bool(self.second_state.text()))
        _describe(self.second_state, words[state.second_reading], tips[state.second_reading])
        self.second.setText(words[state.second_reading])
        self.second.setVisible(acts)
        self._tell(self.second, tips[state.second_reading])

    def _show_sign_off(self, state: FooterState) -> None:
        signed = state.is_signed
        self.sign_off.setText(self.tr("Reopen") if signed else self.tr("Sign off"))
        set_style_property(self.sign_off, "primary", not signed)
        hindrance = self._hindrance(state)
        self.sign_off.setEnabled(not hindrance)
        blocked = state.is_readable and not signed and state.blockers > 0
        self.reason.setVisible(blocked)
        self.reason.setText(hindrance)
        self._tell(self.reason, self.tr("Goes to the first of them."))
        self.state.setVisible(not blocked and bool(hindrance or signed))
        if signed and state.signed_by:
            said = self.tr("Signed off by {name}").format(name=state.signed_by)
        else:
            said = self.tr("Signed off") if signed else hindrance
        self.state.setText(said)
        if signed:
            tip = self.tr("Takes the sign-off back, so that decisions can be changed.")
        else:
            tip = hindrance or self.tr("Says that you have read the document and answer for it.")
        self._tell(self.sign_off, tip)

    def _hindrance(self, state: FooterState) -> str:
        """Why the document cannot be signed off; empty where it can, or is."""
        if state.document_state is None:
            return self.tr("No document is open")
        if state.document_state in (DocumentState.WAITING, DocumentState.DETECTING):
            return self.tr("The document is still being searched")
        if state.document_state is DocumentState.FAILED:
            return self.tr("The document could not be read")
        if state.is_signed or not state.blockers:
            return ""
        n = state.blocking_spans
        if not n and not state.blocking_boxes:
            if state.blocking_passages == 1:
                return self.tr("1 passage in another language is unread – go to it")
            said = self.tr("{n} passages in other languages are unread – go to the first")
            return said.format(n=f"{state.blocking_passages:,}")
        if not n:
            if state.blocking_boxes == 1:
                return self.tr("1 box on its pages is undecided – go to it")
            said = self.tr("{n} boxes on its pages are undecided – go to the first")
            return said.format(n=f"{state.blocking_boxes:,}")
        if state.must_decide is MustDecide.DOUBTFUL:
            if n == 1:
                return self.tr("1 doubtful span is undecided – go to it")
            return self.tr("{n} doubtful spans are undecided – go to the first").format(n=f"{n:,}")
        if n == 1:
            return self.tr("1 span is undecided – go to it")
        return self.tr("{n} spans are undecided – go to the first").format(n=f"{n:,}")

    def _sign_or_reopen(self) -> None:
        (self.reopen_requested if self._state.is_signed else self.sign_off_requested).emit()

    def _build(self) -> None:
        self.undecided = self._button(self.undecided_requested.emit, quiet=True)
        self.doubtful = self._button(self.doubtful_requested.emit, quiet=True)
        self.boxes = self._button(self.boxes_requested.emit, quiet=True)
        self.risk = self._button(self.queue_requested.emit, quiet=True)
        self.saved = QLabel(self.tr("Saved"), self)
        self.saved.setProperty("role", "small")
        _describe(
            self.saved,
            self.saved.text(),
            self.tr("Every decision is stored on this machine, encrypted, at the moment it is made."),
        )
        self.second_state = QLabel(self)
        self.second_state.setProperty("role", "small")
        self.second = self._button(self._second_act, quiet=True)
        self.reason = self._button(self.blocker_requested.emit, quiet=True)
        self.state = QLabel(self)
        self.state.setProperty("role", "muted")
        self.preview = self._button(self.preview_requested.emit, self.tr("Preview"))
        self.sign_off = self._button(self._sign_or_reopen)
        self.export = self._button(self.export_requested.emit, self.tr("Export…"))

        self._actions = QHBoxLayout()
        self._actions.setSpacing(8)
        for widget in (self.state, self.reason, self.preview, self.sign_off, self.export):
            self._actions.addWidget(widget)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 8, 16, 8)
        layout.setSpacing(_GAP)
        layout.addLayout(self._left())
        layout.addStretch(1)
        layout.addLayout(self._actions)

    def _left(self) -> QBoxLayout:
        """Counts, then the second reading and what is saved: beside them, or below where there is no room."""
        self._counts = QHBoxLayout()
        self._counts.setSpacing(0)
        for button in (self.undecided, self.doubtful, self.risk, self.boxes):
            if button is not self.undecided:
                dot = QLabel("·", self)
                dot.setProperty("role", "muted")
                self._counts.addWidget(dot)
            self._counts.addWidget(button)
        self._boxes_dot = dot
        self._counts.addStretch(1)
        self._remarks = QHBoxLayout()
        self._remarks.setSpacing(_GAP)
        self._remarks.setContentsMargins(8, 0, 0, 0)
        for widget in (self.saved, self.second_state, self.second):
            self._remarks.addWidget(widget)
        self._remarks.addStretch(1)
        self._both = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._both.setSpacing(_GAP)
        self._both.addLayout(self._counts)
        self._both.addLayout(self._remarks)
        return self._both

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._least(), super().minimumSizeHint().height())

    def _least(self) -> int:
        """Width that is needed without the boxes, which give way where there is less."""
        counts = self._counts.sizeHint().width()
        if not self.boxes.isHidden():
            counts -= self._boxes_width()
        rest = self._actions.sizeHint().width() + 3 * _GAP + 8 + 16
        return max(counts, self._remarks.sizeHint().width()) + rest

    def _boxes_width(self) -> int:
        return self.boxes.sizeHint().width() + self._boxes_dot.sizeHint().width()

    def _fit(self) -> None:
        fits = self._state.undecided_boxes > 0 and self._least() + self._boxes_width() <= self.width()
        for widget in (self.boxes, self._boxes_dot):
            widget.setVisible(fits)
        needed = self._least() + (self._boxes_width() if fits else 0) + _GAP
        needed += min(self._counts.sizeHint().width(), self._remarks.sizeHint().width())
        direction = QBoxLayout.Direction
        self._both.setDirection(direction.LeftToRight if self.width() >= needed else direction.TopToBottom)

    def _second_act(self) -> None:
        differ = self._state.second_reading is SecondReadingState.HAS_DISAGREEMENTS
        (self.disagreements_requested if differ else self.second_requested).emit()

    def _button(self, act: Callable[[], object], text: str = "", *, quiet: bool = False) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("quiet", quiet)
        button.setAutoDefault(False)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: act())
        return button

    def _tell(self, button: QPushButton, tip: str) -> None:
        keys = self._keys.get(button, "")
        _describe(button, button.text().removesuffix("…"), tip, keys)


def _describe(widget: QWidget, name: str, tip: str, keys: str = "") -> None:
    """Meaning for the mouse and for screen readers alike."""
    widget.setAccessibleName(name)
    widget.setAccessibleDescription(f"{tip} {keys}".strip())
    widget.setToolTip(f"{tip} ({keys})" if keys else tip)
