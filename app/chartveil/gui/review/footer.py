"""The foot of the window: how much is left to decide, and what comes after."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from chartveil.domain.policy import MustDecide
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_meaning, choice_name
from chartveil.gui.widgets.flow_layout import FlowLayout
from chartveil.gui.widgets.layouts import named, row, text_label
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.review.model import DocumentState, ReviewCounts
from chartveil.service.worklist_report import whole_percent

_GAP = 8


class SecondReadingState(StrEnum):
    """The state of the second reading of the document."""

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
    """The content of the footer.

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
        """The number of spans, boxes and passages that keep the document from being signed off."""
        return self.blocking_spans + self.blocking_boxes + self.blocking_passages

    @property
    def is_signed(self) -> bool:
        """Whether the reading that is open is signed off."""
        reading = self.second_reading is SecondReadingState.READING
        return self.document_state is not None and self.document_state.is_signed and not reading


class Footer(QFrame):
    """Counts of the worklist at the left, what can be done at the right.

    Signals:
        requested: id of a command; or ``boxes`` for the next undecided box of the open document, ``blocker``
            for what keeps it from being signed off, ``second-reading`` to begin that.
    """

    requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        self._state = FooterState()
        self._keys: dict[QPushButton, str] = {}
        self._build()
        self.show_state(self._state)

    def set_keys(self, preview: str, sign_off: str, export: str) -> None:
        """Shows the keys of the three commands in tooltips, as the system writes them; empty for none."""
        self._keys = {self.preview: preview, self.sign_off: sign_off, self.export: export}
        self.show_state(self._state)

    def show_state(self, state: FooterState) -> None:
        """Shows counts, and what can be done now."""
        self._state = state
        self._show_counts(state.worklist_counts, state.undecided_boxes)
        self._show_second(state)
        self._show_sign_off(state)
        self.preview.setEnabled(state.is_readable)
        tip = self.tr("Shows what the document becomes, beside the original.")
        self._tell(self.preview, self.tr("Preview"), tip)
        ready = counted_text(
            state.exportable_files,
            self.tr("1 file is ready: all its documents are signed off."),
            self.tr("{n} files are ready: all their documents are signed off."),
        )
        nothing = self.tr("Nothing is ready yet: a file goes out when all its documents are signed off.")
        self.export.setEnabled(state.exportable_files > 0)
        self._tell(self.export, self.tr("Export…"), ready if state.exportable_files else nothing)

    def _show_counts(self, counts: ReviewCounts, boxes: int) -> None:
        share = whole_percent(counts.risk_seen / counts.risk) if counts.risk > 0 else 100
        is_any = counts.spans > 0 or counts.recovered > 0
        self.undecided.setEnabled(counts.undecided > 0)
        self.doubtful.setEnabled(counts.doubtful > 0)
        self.risk.setEnabled(is_any)
        self._tell(
            self.undecided,
            self.tr("Undecided {n}").format(n=f"{counts.undecided:,}"),
            self.tr(
                "Spans of the whole worklist that nobody has decided. Without a decision they are taken as "
                "proposed, where the policy lets them. Goes to the next."
            ),
        )
        self._tell(
            self.doubtful,
            self.tr("doubtful {n}").format(n=f"{counts.doubtful:,}"),
            self.tr(
                "Undecided spans with a score below the policy's line of doubt, on which models disagree, "
                "that one of several models took alone, or that may be a medical term. Goes to the next."
            ),
        )
        self._tell(
            self.risk,
            self.tr("risk looked at {share}").format(share=f"{share} %" if is_any else "–"),
            self.tr(
                "Share of the worklist's risk that lies in spans you or others have decided. Risk says what "
                "is most worth a look; it is no probability. Opens the list ordered by risk."
            ),
        )
        self._tell(
            self.boxes,
            counted_text(boxes, self.tr("1 undecided box here"), self.tr("{n} undecided boxes here")),
            self.tr(
                "Boxes on the pages of the open document that nobody has decided. The other numbers count "
                "spans. Goes to the next."
            ),
        )
        self.boxes.setVisible(boxes > 0)

    def _show_second(self, state: FooterState) -> None:
        left = state.disagreements
        words, tip = choice_name(state.second_reading), choice_meaning(state.second_reading)
        if left and state.second_reading is SecondReadingState.HAS_DISAGREEMENTS:
            words = counted_text(left, self.tr("Settle 1 disagreement"), self.tr("Settle {n} disagreements"))
            tip = self.tr("Lists what the two readers decided differently.")
        acts = state.second_reading is SecondReadingState.AWAITING_SECOND or (
            state.second_reading is SecondReadingState.HAS_DISAGREEMENTS and left > 0
        )
        self.second_state.setText("" if acts else words)
        self.second_state.setVisible(bool(words) and not acts)
        named(self.second_state, words, description=tip, tip=tip)
        self.second.setVisible(acts)
        self._tell(self.second, words, tip)

    def _show_sign_off(self, state: FooterState) -> None:
        signed = state.is_signed
        hindrance = self._hindrance(state)
        blocked = state.is_readable and not signed and state.blockers > 0
        set_style_property(self.sign_off, "primary", not signed)
        self.sign_off.setEnabled(not hindrance)
        if signed:
            tip = self.tr("Takes the sign-off back, so that decisions can be changed.")
        else:
            tip = hindrance or self.tr("Says that you have read the document and answer for it.")
        self._tell(self.sign_off, self.tr("Reopen") if signed else self.tr("Sign off"), tip)
        self.reason.setVisible(blocked)
        self._tell(self.reason, hindrance, self.tr("Goes to the first of them."))
        self.state.setVisible(not blocked and bool(hindrance or signed))
        who = self.tr("Signed off by {name}").format(name=state.signed_by)
        self.state.setText((who if state.signed_by else self.tr("Signed off")) if signed else hindrance)

    def _hindrance(self, state: FooterState) -> str:
        """Why the document cannot be signed off; empty where it can, or is."""
        if state.document_state is None:
            return self.tr("No document is open")
        if state.document_state in (DocumentState.WAITING, DocumentState.DETECTING):
            return self.tr("The document is still being searched")
        if state.document_state is DocumentState.FAILED:
            return self.tr("The document could not be read")
        if state.is_signed:
            return ""
        spans = (
            self.tr("1 span is undecided – go to it"),
            self.tr("{n} spans are undecided – go to the first"),
        )
        if state.must_decide is MustDecide.DOUBTFUL:
            spans = (
                self.tr("1 doubtful span is undecided – go to it"),
                self.tr("{n} doubtful spans are undecided – go to the first"),
            )
        boxes = (
            self.tr("1 box on its pages is undecided – go to it"),
            self.tr("{n} boxes on its pages are undecided – go to the first"),
        )
        passages = (
            self.tr("1 passage in another language is unread – go to it"),
            self.tr("{n} passages in other languages are unread – go to the first"),
        )
        return next(
            (
                counted_text(n, one, many)
                for n, (one, many) in (
                    (state.blocking_spans, spans),
                    (state.blocking_boxes, boxes),
                    (state.blocking_passages, passages),
                )
                if n
            ),
            "",
        )

    def _build(self) -> None:
        self.undecided = self._button("next-undecided")
        self.doubtful = self._button("next-doubtful")
        self.boxes = self._button("boxes")
        self.risk = self._button("risk-queue")
        saved = self.tr("Every decision is stored on this machine, encrypted, at the moment it is made.")
        self.saved = text_label(self.tr("Saved"), "small", wrap=False)
        named(self.saved, self.saved.text(), description=saved, tip=saved)
        self.second_state = text_label("", "small", wrap=False)
        self.second = self._button("second-reading")
        self.reason = self._button("blocker")
        self.state = text_label("", "muted", wrap=False)
        self.preview = self._button("preview", quiet=False)
        self.sign_off = self._button("sign-off", quiet=False)
        self.export = self._button("export", quiet=False)
        for button in (self.second, self.reason):
            button.setProperty("link", True)
        left = QWidget()
        flow = FlowLayout(left, _GAP)
        counts = (self.undecided, self.doubtful, self.risk, self.boxes)
        for part in (*counts, self.saved, self.second_state, self.second):
            flow.addWidget(part)
        actions = (self.state, self.reason, self.preview, self.sign_off, self.export)
        row((left, 1), *actions, parent=self, margins=(8, 8, 16, 8), gap=_GAP)

    def _button(self, id: str, *, quiet: bool = True) -> QPushButton:
        button = push_button("", lambda: self.requested.emit(self._command(id)), quiet=quiet)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return button

    def _command(self, id: str) -> str:
        """What a button does now; two of them do something else in the end."""
        if id == "sign-off" and self._state.is_signed:
            return "withdraw"
        if id == "second-reading" and self._state.second_reading is SecondReadingState.HAS_DISAGREEMENTS:
            return "disagreements"
        return id

    def _tell(self, button: QPushButton, text: str, tip: str) -> None:
        """What a button says, and its meaning for the mouse and for screen readers alike."""
        keys = self._keys.get(button, "")
        button.setText(text)
        description, shown = f"{tip} {keys}".strip(), f"{tip} ({keys})" if keys else tip
        named(button, text.removesuffix("…"), description=description, tip=shown)
