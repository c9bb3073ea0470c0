"""One note, large, with nothing marked; the keys that say what was found in it; and how far reading is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QSplitter,
    QWidget,
)

from chartveil.domain.labels import Label
from chartveil.gui.dialogs.label_palette import LabelPalette
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import ElidedText, KeyButton, label_text, one_line
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_meaning, choice_name
from chartveil.gui.widgets.form import ValueComboBox
from chartveil.gui.widgets.layered_text_view import LayeredTextView, ShownMark
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.gui.widgets.number_wording import counted_text, time_left_text
from chartveil.review.model import DecisionState
from chartveil.spot_check.check_views import Hint, ReadingProgress, ShownNote
from chartveil.spot_check.originals import OriginalComparison
from chartveil.store.spot_checks.records import Arm, LeakKind, LeakMark, NoteAnswer

_SIDE = 320
"""Pixels of the pane beside the note."""


class ReadingPage(QWidget):
    """The page on which a reader reads a note and answers by one key, while the note has the keyboard.

    Space scrolls on, and at the end of the note says that it was read: with a leak where one is marked, else
    without. So no note is answered of which the end was never in sight.

    Signals:
        reader_chosen: name of the one who reads now.
        arm_chosen: the ``Arm`` that is read now.
        step_requested: so many notes on, or back.
        unread_requested: to the next note that has no answer.
        answered: a ``NoteAnswer`` to the note that is shown.
        marked: layer, start, end, ``Label`` and ``LeakKind`` of a leak.
        unmarked: id of a mark that was a mistake.
        kind_chosen: id of a mark, and its ``LeakKind``.
        undo_requested, hints_requested, disagreements_requested: what they say.
    """

    reader_chosen = Signal(str)
    arm_chosen = Signal(object)
    step_requested = Signal(int)
    unread_requested = Signal()
    answered = Signal(object)
    marked = Signal(int, int, int, object, object)
    unmarked = Signal(int)
    kind_chosen = Signal(int, object)
    undo_requested = Signal()
    hints_requested = Signal()
    disagreements_requested = Signal()

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._note: ShownNote | None = None
        self._arm, self._reader = Arm.RANDOM, ""
        self._marks: Sequence[LeakMark] = ()
        self._hints: Sequence[Hint] = ()
        self._palette = LabelPalette(themes, self)
        self._palette.chosen.connect(self._mark)
        self.view = LayeredTextView(themes, self.tr("Note"))
        self.original = LayeredTextView(themes, self.tr("Original of the note"))
        self._build()
        self._hear_keys()
        self.show_original(False)
        self.setFocusProxy(self.view)

    # What the window tells

    def set_readers(self, readers: Sequence[str], current: str, arms: Sequence[Arm], arm: Arm) -> None:
        """Shows who may read, who reads now, and which arm."""
        self.readers.clear()
        self.readers.addItems(list(readers))
        self.readers.setEditText(current)
        self._reader = current
        self.arms.clear_values()
        for each in arms:
            self.arms.add_value(choice_name(each), each)
        self.arms.select_value(arm)
        self._arm = arm
        signs = {Arm.RANDOM: "●", Arm.TARGETED: "▲", Arm.OVER_REMOVAL: "■"}
        self.arm_meaning.setText(f"{signs[arm]} {choice_meaning(arm)}")
        set_style_property(self.arm_meaning, "role", "success" if arm is Arm.RANDOM else "warning")
        lost = arm is Arm.OVER_REMOVAL
        self.leak.show_name(self.tr("Lost here") if lost else self.tr("Leak here…"))
        self.marks_head.setText(self.tr("Clinical words lost") if lost else self.tr("Leaks in this note"))
        self.kinds.setVisible(not lost)

    def set_second_reader(self, wanted: bool) -> None:
        """Shows whether two read the same notes, so that what they differ on can be settled."""
        self.disagreements.setVisible(wanted)

    def show_note(self, note: ShownNote) -> None:
        """Shows a note from its beginning, with the reader's own marks."""
        self._note, self._hints = note, ()
        self._enable_answers(True)
        self.place.show_text(note.place)
        self.view.show_layers([(layer.name, layer.text) for layer in note.layers])
        beside = note.beside
        self.original_button.setVisible(beside is not None)
        self._show_beside(beside)
        self.show_original(self.original_button.isChecked() and beside is not None)
        said = [self.tr("Why the machine suspects this note:"), *(f"– {why}" for why in note.why)]
        self.why.setText("\n".join(said))
        self.why.setVisible(bool(note.why))
        self.show_marks(note.marks)
        self.show_hints(None)
        self.show_message("")
        self.view.setFocus()

    def show_nothing(self, said: str) -> None:
        """Shows why there is no note."""
        self._note = None
        self._enable_answers(False)
        self.place.show_text("")
        self.view.show_layers(())
        self.view.set_text(said)
        self.original_button.hide()
        self.show_original(False)
        self.why.hide()
        self.show_marks(())
        self.show_hints(None)

    def _enable_answers(self, on: bool) -> None:
        for button in (self.done, self.leak, self.unsure, self.hints):
            button.setEnabled(on)

    def show_marks(self, marks: Sequence[LeakMark]) -> None:
        """Shows the leaks that this reader marked in the note."""
        self._marks = marks
        self.mark_list.clear()
        for mark in marks:
            facts = f"{label_text(mark.label)} · {choice_name(mark.kind)}\n" if mark.label else ""
            self._add(self.mark_list, f"{facts}{self._text_of(mark)}", mark)
        self.mark_list.setVisible(bool(marks))
        self.no_marks.setVisible(not marks)
        self._draw()
        self._show_done()

    def show_hints(self, hints: Sequence[Hint] | None) -> None:
        """Shows what the machine suspects; None while it is not to be seen."""
        self._hints = hints or ()
        self.hint_list.clear()
        for hint in self._hints:
            label = f"{label_text(hint.label)} · " if hint.label else ""
            self._add(self.hint_list, f"{label}{self._text_of(hint)}\n{self._found_by(hint)}", hint)
        self.hint_list.setVisible(bool(self._hints))
        self.hint_head.setVisible(hints is not None)
        said = counted_text(
            len(self._hints),
            self.tr("The machine suspects 1 place"),
            self.tr("The machine suspects {n} places"),
        )
        self.hint_head.setText(said if self._hints else self.tr("The machine suspects nothing here"))
        self._draw()

    def _found_by(self, hint: Hint) -> str:
        return self.tr("found by: {how}").format(how=hint.why)

    def show_progress(self, position: int, said: NoteAnswer | None, progress: ReadingProgress) -> None:
        """Shows which note this is, what the reader said of it, and how far reading is."""
        answer = choice_name(said) if said else self.tr("not answered")
        self.answer.setText(answer)
        set_style_property(self.answer, "role", "danger" if said is NoteAnswer.LEAK else "muted")
        pace = progress.words_a_minute
        speed = self.tr("{n} words a minute").format(n=round(pace)) if pace else ""
        left = time_left_text(progress.seconds_left) if progress.read < progress.total else ""
        read = self.tr("{read} of {total} read").format(
            read=f"{progress.read:,}", total=f"{progress.total:,}"
        )
        here = self.tr("Note {n}").format(n=f"{position + 1:,}") if self._note else ""
        self.progress.setText(" · ".join(filter(None, (here, read, speed, left))))
        self.bar.setMaximum(max(1, progress.total))
        self.bar.setValue(progress.read)

    def show_message(self, text: str, role: str = "muted") -> None:
        """A short sentence beside the keys, until the next note."""
        set_style_property(self.message, "role", role)
        self.message.show_text(text)

    def show_original(self, shown: bool) -> None:
        """Shows the original beside the note, or takes it away."""
        self.original_button.setChecked(shown)
        self.original_side.setVisible(shown)
        self._draw()

    # What the reader does

    def go_on(self) -> None:
        """Scrolls on; at the end of the note, says that it was read."""
        if self._note is None:
            return
        if not self.view.is_at_end:
            self.view.page_down()
            self._show_done()
        else:
            self.answered.emit(NoteAnswer.LEAK if self._marks else NoteAnswer.CLEAN)

    def ask_label(self) -> None:
        """Asks for the label of what is selected, or of the word at the caret."""
        if self._note is None:
            return
        if self.view.range_at_caret() is None:
            self.show_message(self.tr("Put the caret on the leak, or select it, then press L."), "warning")
            return
        if self._arm is Arm.OVER_REMOVAL:
            self._mark(None)
        else:
            self._palette.open_at(self.view.caret_place())

    def _mark(self, label: Label | None) -> None:
        place = self.view.range_at_caret()
        if place is not None:
            self.marked.emit(*place, label, LeakKind.METADATA if place[0] else LeakKind.WHOLE)
        self.view.setFocus()

    def _current_mark(self) -> LeakMark | None:
        """The mark at the caret, else the one made last."""
        here = self.view.range_at_caret()
        at = [m for m in self._marks if here and m.layer == here[0] and m.start < here[2] and here[1] < m.end]
        return at[0] if at else max(self._marks, key=lambda m: m.id, default=None)

    def _unmark(self) -> None:
        mark = self._current_mark()
        if mark is not None:
            self.unmarked.emit(mark.id)

    def _choose_kind(self, kind: LeakKind) -> None:
        mark = self._current_mark()
        if mark is not None and mark.kind is not kind:
            self.kind_chosen.emit(mark.id, kind)

    def _unsure(self) -> None:
        if self._note is not None:
            self.answered.emit(NoteAnswer.UNSURE)

    def _choose_reader(self) -> None:
        name = self.readers.currentText().strip()
        if name and (name != self._reader or self._note is None):  # Enter tells it more than once
            self.reader_chosen.emit(name)

    def _toggle_original(self) -> None:
        if not self.original_button.isHidden():
            self.show_original(self.original_side.isHidden())

    def _go_to(self, item: QListWidgetItem) -> None:
        mark = item.data(Qt.ItemDataRole.UserRole)
        self.view.go_to(mark.layer, mark.start, mark.end)
        self.view.setFocus()

    # How it is shown

    def _text_of(self, mark: LeakMark | Hint) -> str:
        assert self._note is not None
        return one_line(self._note.layers[mark.layer].text[mark.start : mark.end])

    def _add(self, shown: QListWidget, said: str, mark: LeakMark | Hint) -> None:
        item = QListWidgetItem(said, shown)
        item.setData(Qt.ItemDataRole.UserRole, mark)

    def _draw(self) -> None:
        if self._note is None:
            return
        own = [ShownMark(m.layer, m.start, m.end, m.label, DecisionState.ACCEPTED) for m in self._marks]
        suspected = [ShownMark(h.layer, h.start, h.end, h.label, DecisionState.PROPOSED) for h in self._hints]
        beside = self._note.beside
        survived = () if beside is None or self.original_side.isHidden() else beside.survived
        stands = [ShownMark(0, start, end, None, DecisionState.RECOVERED) for start, end in survived]
        self.view.show_marks([*own, *suspected, *stands])

    def _show_beside(self, beside: OriginalComparison | None) -> None:
        """The original's text, and below it what took the place of what."""
        self.original.show_layers([("", beside.original)] if beside is not None else ())
        replaced = beside.replaced if beside is not None else ()
        self.replaced.clear()
        for each in replaced:
            becomes = self._note.layers[0].text[each.start : each.end] if self._note is not None else ""
            sign = "" if each.is_identifier else self.tr("  (no identifier)")
            item = QListWidgetItem(f"{one_line(each.original)}  →  {one_line(becomes)}{sign}", self.replaced)
            item.setData(
                Qt.ItemDataRole.UserRole, ShownMark(0, each.start, each.end, None, DecisionState.RECOVERED)
            )
        self.replaced.setVisible(bool(replaced))

    def _show_done(self) -> None:
        at_end = self.view.is_at_end
        n = len(self._marks)
        lost = self._arm is Arm.OVER_REMOVAL
        leaks = (
            counted_text(n, self.tr("1 place, go on"), self.tr("{n} places, go on"))
            if lost
            else counted_text(n, self.tr("1 leak, go on"), self.tr("{n} leaks, go on"))
        )
        said = (leaks if n else self.tr("Nothing here")) if at_end else self.tr("Read on")
        self.done.show_name(said)

    def _build(self) -> None:
        self.readers = named(QComboBox(), self.tr("Reader"))
        self._name = QLineEdit()
        self.readers.setLineEdit(self._name)  # makes it editable
        self.readers.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._name.setPlaceholderText(self.tr("who reads?"))
        self.readers.setMinimumWidth(176)
        self.readers.activated.connect(self._choose_reader)
        self._name.returnPressed.connect(self._choose_reader)
        self.arms = named(ValueComboBox(), self.tr("Arm"))
        self.arms.activated.connect(lambda _: self.arm_chosen.emit(self.arms.value))
        self.arm_meaning = text_label("", "success", wrap=False)
        self.place = ElidedText()
        self.answer = text_label("", "muted", wrap=False)
        head = QFrame()
        head.setProperty("bar", True)
        row(
            *self._named_choices(),
            self.arm_meaning,
            16,
            (self.place, 1),
            self.answer,
            parent=head,
            margins=(16, 8, 16, 8),
            gap=8,
        )
        self.replaced = named(QListWidget(), self.tr("What took the place of what"))
        self.replaced.itemActivated.connect(self._go_to)
        self.replaced.itemClicked.connect(self._go_to)
        self.original_side = QWidget()
        column(
            text_label(self.tr("Original. Marked in the note: what of an identifier still stands."), "small"),
            (self.original, 2),
            text_label(self.tr("What took the place of what"), "small"),
            (self.replaced, 1),
            parent=self.original_side,
            margins=(8, 8, 0, 0),
            gap=4,
        )
        texts = QSplitter()
        texts.addWidget(self.view)
        texts.addWidget(self.original_side)
        texts.setStretchFactor(0, 1)
        texts.setStretchFactor(1, 1)
        column(head, (row((texts, 1), self._side(), gap=0), 1), self._foot(), parent=self, margins=0, gap=0)
        self.view.verticalScrollBar().valueChanged.connect(self._show_done)
        self.view.verticalScrollBar().rangeChanged.connect(self._show_done)

    def _named_choices(self) -> list[QWidget]:
        made: list[QWidget] = []
        for name, choice in ((self.tr("&Reader"), self.readers), (self.tr("&Arm"), self.arms)):
            label = text_label(name, wrap=False)
            label.setBuddy(choice)
            made += [label, choice]
        return made

    def _side(self) -> QWidget:
        self.why = text_label("", "warning", plain=True)
        self.no_marks = text_label(
            self.tr("None marked. Put the caret on a leak, or select it, and press L, then its letter."),
            "muted",
        )
        self.mark_list = named(QListWidget(), self.tr("Leaks in this note"))
        self.hint_head = text_label("", "heading")
        self.hint_list = named(QListWidget(), self.tr("What the machine suspects"))
        for shown in (self.mark_list, self.hint_list):
            shown.setWordWrap(True)
            shown.itemActivated.connect(self._go_to)
            shown.itemClicked.connect(self._go_to)
        kinds = " · ".join(f"{n}\u00a0{choice_name(k)}" for n, k in enumerate(LeakKind, 1))
        self.kinds = text_label(self.tr("Kind of the leak: {kinds}").format(kinds=kinds), "small")
        self.marks_head = text_label("", "heading")
        side = QWidget()
        side.setFixedWidth(_SIDE)
        column(
            self.why,
            self.marks_head,
            self.no_marks,
            (self.mark_list, 1),
            self.kinds,
            8,
            self.hint_head,
            (self.hint_list, 1),
            ...,
            parent=side,
            margins=(16, 12, 16, 12),
            gap=8,
        )
        return side

    def _foot(self) -> QFrame:
        self.done = KeyButton(
            self.tr("Read on"), self.tr("Scrolls on; at the end, says that it was read"), "Space"
        )
        self.leak = KeyButton(self.tr("Leak here…"), self.tr("Marks the word, or what is selected"), "L")
        self.unsure = KeyButton(self.tr("Unsure"), self.tr("Somebody else has to say"), "?")
        self.back = KeyButton(self.tr("Back"), self.tr("To the note before"), "P")
        self.next = KeyButton(
            self.tr("Next"), self.tr("To the next note, without an answer; G: to the next that has none"), "N"
        )
        self.undo = KeyButton(self.tr("Undo"), self.tr("Takes the last step back"), "Ctrl+Z")
        self.hints = KeyButton(
            self.tr("Hints"), self.tr("What the machine suspects, once you have answered; counted apart"), "H"
        )
        self.original_button = KeyButton(self.tr("Original"), self.tr("Shows the original beside"), "O")
        self.original_button.setCheckable(True)
        self.disagreements = push_button(self.tr("&Disagreements…"), self.disagreements_requested.emit)
        self.done.setProperty("primary", True)
        self.bar = named(QProgressBar(), self.tr("Notes read"))
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(120)
        self.progress = text_label("", "muted", wrap=False)
        self.message = ElidedText()
        self.message.setAlignment(Qt.AlignmentFlag.AlignRight)
        foot = QFrame()
        foot.setProperty("bar", True)
        keys = row(
            self.done, self.leak, self.unsure, 16, self.back, self.next, self.undo, 16, self.hints,
            self.original_button, ..., self.disagreements, gap=8,
        )  # fmt: skip
        column(
            row(self.bar, self.progress, (self.message, 1), gap=12),
            keys,
            parent=foot,
            margins=(16, 8, 16, 12),
            gap=8,
        )
        return foot

    def _hear_keys(self) -> None:
        """One key a step, heard while the note has the keyboard; the buttons give it back."""
        steps: list[tuple[str, KeyButton | None, Callable[[], object]]] = [
            ("Space", self.done, self.go_on),
            ("L", self.leak, self.ask_label),
            ("?", self.unsure, self._unsure),
            ("U", None, self._unsure),
            ("P", self.back, partial(self.step_requested.emit, -1)),
            ("N", self.next, partial(self.step_requested.emit, 1)),
            ("G", None, self.unread_requested.emit),
            ("Ctrl+Z", self.undo, self.undo_requested.emit),
            ("H", self.hints, self.hints_requested.emit),
            ("O", self.original_button, self._toggle_original),
            ("Del", None, self._unmark),
            ("Backspace", None, self._unmark),
        ]
        steps += [(str(n), None, partial(self._choose_kind, k)) for n, k in enumerate(LeakKind, 1)]
        for keys, button, work in steps:
            shortcut = QShortcut(QKeySequence(keys), self.view, work)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            if button is not None:
                button.clicked.connect(lambda _=False, work=work: (self.view.setFocus(), work()))
