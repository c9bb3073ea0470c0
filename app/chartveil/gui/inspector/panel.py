"""The inspector: what one span is, what it becomes, why it was found, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QStackedLayout,
    QWidget,
)

from chartveil.domain.span import Evidence
from chartveil.domain.wording import score_text
from chartveil.gui.commands.keymap import COMMANDS
from chartveil.gui.inspector.reasons import ReasonText
from chartveil.gui.inspector.wording import decided_by_text, reason_rows, same_text_summary
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import (
    ElidedText,
    KeyButton,
    WrappedText,
    label_meaning,
    score_bar_html,
    short_key_text,
    tag_html,
)
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_meaning
from chartveil.gui.widgets.flow_layout import flow
from chartveil.gui.widgets.layouts import column, named, scroll_area, text_label
from chartveil.review.model import DecisionState, ReviewItem
from chartveil.review.risk import was_found
from chartveil.service.bulk_decisions import DecisionScope

_MARGIN = 16


_FIRST_COMMANDS = "next previous next-doubtful next-undecided accept reject relabel add undo keys".split()


class NoSpanHint(QWidget):
    """A hint while no span is chosen: the keys that a reviewer needs first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        hint = self.tr(
            "Click a mark in the text, or use the keyboard. Nothing is decided until you decide it."
        )
        self._keys = QFormLayout(horizontalSpacing=16)
        self._keys.setLabelAlignment(Qt.AlignmentFlag.AlignRight)
        head = text_label(self.tr("No span chosen"), "heading")
        column(head, text_label(hint, "muted"), 8, self._keys, ..., parent=self, margins=_MARGIN, gap=8)

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """Shows keys by id of command; those without a key are left out."""
        while self._keys.rowCount():
            self._keys.removeRow(0)
        texts = {command.id: command.text for command in COMMANDS}
        for id in _FIRST_COMMANDS:
            if keys.get(id):
                key = named(QLabel(short_key_text(keys[id])), keys[id])
                key.setObjectName("key")
                self._keys.addRow(key, text_label(texts[id]))


class SameTextButtons(QWidget):
    """Buttons that decide about all places of a text, one for each scope, with counts.

    A scope in which it stands once has nothing to decide.

    Signals:
        scope_chosen: a ``DecisionScope``.
    """

    scope_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: dict[DecisionScope, int] = {}
        self._locked = False
        self._words = text_label()
        self._buttons: dict[DecisionScope, QPushButton] = {}
        for scope, text, tip in (
            (DecisionScope.DOCUMENT, self.tr("All here…"), self.tr("Decide all the same in this document.")),
            (DecisionScope.PATIENT, self.tr("Patient…"), self.tr("Decide all the same of this patient.")),
            (DecisionScope.WORKLIST, self.tr("Worklist…"), self.tr("Decide all the same in this worklist.")),
        ):
            button = push_button(text, partial(self.scope_chosen.emit, scope), tip=tip)
            button.setAccessibleDescription(tip)
            self._buttons[scope] = button
        column(self._words, flow(*self._buttons.values(), gap=4), parent=self, margins=0, gap=4)
        self.show_pending()

    def show_pending(self) -> None:
        """Shows that the counts are still to come."""
        self._counts = {}
        self._words.setText(self.tr("Same text: …"))
        self._enable()

    def show_counts(self, here: int, patient: int | None, worklist: int) -> None:
        """Shows how often the text stands in the document, its patient's (None if unknown) and all."""
        self._counts = {
            DecisionScope.DOCUMENT: here,
            DecisionScope.PATIENT: patient or 0,
            DecisionScope.WORKLIST: worklist,
        }
        self._words.setText(same_text_summary(here, patient, worklist))
        self._enable()

    def set_locked(self, locked: bool) -> None:
        """Whether nothing can be decided."""
        self._locked = locked
        self._enable()

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """Shows the key of the command that decides in the document."""
        button, key = self._buttons[DecisionScope.DOCUMENT], keys.get("same", "")
        tip = self.tr("Decide all the same in this document.")
        button.setToolTip(f"{tip} ({key})" if key else tip)
        button.setAccessibleDescription(f"{tip} {key}".strip())

    def _enable(self) -> None:
        for scope, button in self._buttons.items():
            button.setEnabled(not self._locked and self._counts.get(scope, 0) > 1)


def sensible_commands(item: ReviewItem) -> frozenset[str]:
    """Ids of the commands that make sense for an item."""
    wanted = {"relabel", "medical", "note"}
    if item.state in (DecisionState.PROPOSED, DecisionState.REJECTED):
        wanted.add("accept")
    if item.state is not DecisionState.REJECTED:
        wanted.add("reject")
    if item.state is DecisionState.RECOVERED:
        wanted.add("take-back")
    if item.state.decided and was_found(item.span):
        wanted.add("reopen")
    return frozenset(wanted)


class DecisionButtons(QFrame):
    """One button a decision, with its key; those that make no sense for the item cannot be pressed.

    Signals:
        command_requested: id of a command.
    """

    command_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        self._item: ReviewItem | None = None
        self._locked = text_label("", "muted")
        self._locked.hide()
        self._buttons: dict[str, KeyButton] = {}
        grid = QGridLayout()
        grid.setSpacing(6)
        for command, text, tip, place in self._commands():
            button = KeyButton(text, tip)
            button.clicked.connect(lambda _=False, c=command: self.command_requested.emit(c))
            self._buttons[command] = button
            grid.addWidget(button, *place)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        column(self._locked, grid, parent=self, margins=(16, 10, 16, 12), gap=8)

    def show_item(self, item: ReviewItem) -> None:
        """Offers what makes sense for an item."""
        self._item = item
        self._enable()

    def set_locked(self, reason: str) -> None:
        """Stops decisions and says why; empty to allow them again."""
        self._locked.setText(reason)
        self._locked.setVisible(bool(reason))
        self._enable()

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """Shows keys on the buttons, by id of command."""
        for command, button in self._buttons.items():
            button.set_keys(keys.get(command, ""))

    def _enable(self) -> None:
        wanted = (
            sensible_commands(self._item)
            if self._item is not None and not self._locked.text()
            else frozenset()
        )
        for command, button in self._buttons.items():
            button.setEnabled(command in wanted)
        undecided = self._item is not None and self._item.state is DecisionState.PROPOSED
        set_style_property(self._buttons["accept"], "primary", undecided)
        # The two never make sense together, so they share a place.
        recovered = self._item is not None and self._item.state is DecisionState.RECOVERED
        self._buttons["take-back"].setVisible(recovered)
        self._buttons["reopen"].setVisible(not recovered)

    def _commands(self) -> list[tuple[str, str, str, tuple[int, int]]]:
        """Id, name, what it does, row and column."""
        return [
            ("accept", self.tr("Accept"), self.tr("It is an identifier: replace it, and go on."), (0, 0)),
            ("reject", self.tr("Reject"), self.tr("It is none: leave it in the text, and go on."), (0, 1)),
            ("relabel", self.tr("Relabel…"), self.tr("It is an identifier of another kind."), (1, 0)),
            ("medical", self.tr("Medical"), self.tr("A medical term: leave it here and everywhere."), (1, 1)),
            ("take-back", self.tr("Take back"), self.tr("Recovered as medical, but an identifier."), (2, 0)),
            ("reopen", self.tr("Reopen"), self.tr("Forget the decision: undecided again."), (2, 0)),
            ("note", self.tr("Note…"), self.tr("Write a remark; it stays in the worklist."), (2, 1)),
        ]


MIN_WIDTH, MAX_WIDTH = 280, 400
_STATE_LINES = {
    DecisionState.PROPOSED: "dashed",
    DecisionState.ACCEPTED: "solid",
    DecisionState.ADDED: "double",
    DecisionState.RECOVERED: "dotted",
}


class InspectorPanel(QWidget):
    """Shows one item. It decides nothing: what is to happen is asked for by signals.

    Signals:
        command_requested: id of a command (``gui.commands.keymap``) whose button was pressed.
        same_text_requested: the ``DecisionScope`` in which all places of its text are to be decided.
        offset_requested: offset in the text that a reason speaks of and the user wants to see.

    Args:
        themes: colours.
        describe: one line for people about a reason, e.g. what a rule does; empty if there is none.
    """

    command_requested = Signal(str)
    same_text_requested = Signal(object)
    offset_requested = Signal(int)

    def __init__(
        self, themes: WindowTheme, describe: Callable[[Evidence], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._describe = describe
        self._item: ReviewItem | None = None
        self.setMaximumWidth(MAX_WIDTH)
        self.setAccessibleName(self.tr("Span"))
        self._empty = NoSpanHint()
        self._tag = QLabel()
        self._meaning = text_label("", "muted", plain=True)
        self._text = ElidedText()
        self._becomes = WrappedText()
        self._score = QLabel()
        self._state = text_label("", plain=True)
        self._decided = text_label("", "muted", plain=True)
        self._doubt = text_label("", "warning", plain=True)
        self._note = text_label("", plain=True)
        self._place = text_label("", "muted", plain=True)
        self._reasons = ReasonText(themes)
        self._same = SameTextButtons()
        self._decisions = DecisionButtons()
        self._lay_out()
        self._reasons.offset_requested.connect(self.offset_requested)
        themes.changed.connect(self._paint_text)
        self._same.scope_chosen.connect(self.same_text_requested)
        self._decisions.command_requested.connect(self.command_requested)
        self.clear()

    @property
    def item(self) -> ReviewItem | None:
        """The item shown; None while none is."""
        return self._item

    def show_item(
        self, item: ReviewItem, text: str, risk_reasons: Sequence[str] = (), place: str = ""
    ) -> None:
        """Shows an item; what it becomes and how often its text stands elsewhere are set afterwards.

        Args:
            item: of the document.
            text: of the document.
            risk_reasons: short phrases, the weightiest first; empty where nothing speaks against the item.
            place: where it stands on a page; empty where no page shows it.
        """
        other = self._item is None or self._item.id != item.id or self._item.span != item.span
        self._item = item
        span = item.span
        self._meaning.setText(label_meaning(span.label))
        self._text.show_text(span.text(text))
        self._state.setText(choice_meaning(item.state))
        _set_text(self._decided, decided_by_text(item))
        _set_text(
            self._doubt,
            self.tr("Look twice: {reasons}").format(reasons=", ".join(risk_reasons)) if risk_reasons else "",
        )
        _set_text(self._note, self.tr("Note: {note}").format(note=item.note) if item.note else "")
        _set_text(self._place, place)
        self._reasons.show_rows(reason_rows(span, text, self._describe), span.group)
        self._paint_text()
        self._decisions.show_item(item)
        if other:
            self._same.show_pending()
            self._scroll.verticalScrollBar().setValue(0)
        if not item.state.taken_out:
            self.set_surrogate(None, self.tr("stays as it is"))
        elif other:
            self.set_surrogate(None)
        self._pages.setCurrentWidget(self._whole)

    def set_surrogate(self, text: str | None, reason: str = "") -> None:
        """Shows what the item's text becomes.

        Args:
            text: what will stand in its place, which may be nothing; None while it is being made, or where it
                cannot be.
            reason: why it is not there; empty while it is being made.
        """
        if text is None:
            self._becomes.show_text(reason or "…")
            self._becomes.setAccessibleName(reason or self.tr("being made"))
        else:
            self._becomes.show_text(text or self.tr("nothing: it is taken out"))
        set_style_property(self._becomes, "role", "muted" if not text else "heading")

    def set_same_text_counts(self, here: int, patient: int | None, worklist: int) -> None:
        """Shows how often the text stands in this document, in those of its patient (None where the
        patient is not known) and in the whole worklist, this place included."""
        self._same.show_counts(here, patient, worklist)

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """Shows keys, by id of command, as the system writes them."""
        self._empty.set_keys(keys)
        self._same.set_keys(keys)
        self._decisions.set_keys(keys)

    def set_locked(self, reason: str) -> None:
        """Stops decisions and says why, as for a document that is signed off; empty to allow them again."""
        self._same.set_locked(bool(reason))
        self._decisions.set_locked(reason)

    def clear(self) -> None:
        """Shows that no span is chosen, and how to choose one."""
        self._item = None
        self._pages.setCurrentWidget(self._empty)

    def sizeHint(self) -> QSize:
        return QSize(320, 600)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(MIN_WIDTH, 0))

    def _lay_out(self) -> None:
        self._text.setObjectName("original")
        self._note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        facts = QGridLayout()  # a form would forget how high wrapped texts are
        facts.setHorizontalSpacing(12)
        facts.setColumnStretch(1, 1)
        for at, (name, widget) in enumerate(
            (
                (self.tr("becomes"), self._becomes),
                (self.tr("score"), self._score),
                (self.tr("state"), self._state),
            )
        ):
            facts.addWidget(text_label(name, "muted", wrap=False), at, 0)
            facts.addWidget(widget, at, 1)
        facts.addWidget(self._decided, 3, 1)
        content = QWidget()
        column(
            self._tag,
            self._meaning,
            self._text,
            self._place,
            facts,
            self._doubt,
            self._note,
            8,
            self._same,
            8,
            text_label(self.tr("Why"), "heading"),
            self._reasons,
            ...,
            parent=content,
            margins=_MARGIN,
            gap=8,
        )
        self._scroll = scroll_area(content)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._whole = QWidget()
        column((self._scroll, 1), self._decisions, parent=self._whole, margins=0, gap=0)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._whole)

    def _paint_text(self) -> None:
        """Shows the original text as the document does: tint by group, line by state; label and score too."""
        if self._item is None:
            return
        theme, span, state = self._themes.theme, self._item.span, self._item.state
        colors = theme.groups[span.group]
        score = score_text(span.score)
        self._tag.setText(tag_html(span.label, theme))
        self._score.setText(f"{score_bar_html(span.score, colors.ink, theme)} {score}")
        self._score.setAccessibleName(self.tr("Score {score}").format(score=score))
        tint = colors.tint.name() if state.taken_out else "transparent"
        if state is DecisionState.REJECTED:
            border = f"border: 1px solid {theme.border.name()}; border-radius: 3px;"
        else:
            border = f"border: none; border-bottom: 3px {_STATE_LINES[state]} {colors.ink.name()};"
        self._text.setStyleSheet(
            f"#original {{ background: {tint}; {border} padding: 5px 8px; font-weight: 600; }}"
        )


def _set_text(label: QLabel, text: str) -> None:
    """Shows a text; where there is none, the label takes no room."""
    label.setText(text)
    label.setVisible(bool(text))
