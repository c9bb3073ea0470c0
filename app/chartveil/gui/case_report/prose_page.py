"""Second step: the notes as they become, every changed place marked, and a decision about each fact."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QListWidget, QMenu, QWidget

from chartveil.case_report.estimate import Estimate
from chartveil.case_report.model import AlteredNote, CaseReport, FactCategory, IndirectFact
from chartveil.gui.case_report.place_panel import PlacePanel
from chartveil.gui.case_report.places import MarkedPlace, prepared_note
from chartveil.gui.preview.compared_texts import ComparedTexts
from chartveil.gui.preview.text_view import prepare_preview
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import KeyButton
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.widgets.flow_layout import flow
from chartveil.gui.widgets.layouts import column, named, row, scroll_area, text_label

_NOTES = 248


class ProsePage(QWidget):
    """The notes by date at the left, both texts of one, and its current place at the right.

    One key a step while a text has the keyboard; the buttons below name them.

    Attributes:
        panel: shows the current place, and tells what is decided there.

    Signals:
        fact_marked: id of a note, start, end, and the ``FactCategory`` of what a person saw.
    """

    fact_marked = Signal(str, int, int, object)

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._case: CaseReport | None = None
        self._note: AlteredNote | None = None
        self._places: tuple[MarkedPlace, ...] = ()
        self.notes = named(QListWidget(), self.tr("Notes by date"))
        self.texts = ComparedTexts(themes, (self.tr("As it was written"), self.tr("As it becomes")))
        self.panel = PlacePanel()
        self.message = text_label("", "muted")
        self.message.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._build()
        self._hear_keys()
        self.notes.currentRowChanged.connect(self._show_note)
        self.texts.change_clicked.connect(self._show_place)
        self.panel.returned.connect(self.texts.result.setFocus)
        self.texts.show_beside(False)
        self.setFocusProxy(self.texts.result)

    @property
    def note_id(self) -> str:
        """Id of the note that is shown; empty for none."""
        return self._note.note.id if self._note is not None else ""

    # What the window tells

    def show_case(self, case: CaseReport, estimate: Estimate) -> None:
        """Shows a case as it stands; the note and the place that were shown stay.

        Args:
            case: the case.
            estimate: of how many people it fits; the panel says what each wording does to it.
        """
        note = self._note.note.id if self._note is not None else ""
        fact, place = self.panel.fact, self._current_place()
        self._case = case
        self.panel.estimate = estimate
        was = self.notes.blockSignals(True)
        self.notes.clear()
        self.notes.addItems([""] * len(case.notes))
        self._count_undecided(case)
        ids = [each.note.id for each in case.notes]
        self.notes.setCurrentRow(ids.index(note) if note in ids else 0 if ids else -1)
        self.notes.blockSignals(was)
        self._show_note(self.notes.currentRow())
        if note not in ids:  # another case
            self.panel.last_reason = ""
            return
        if fact is not None:
            self._show_fact(next((f for f in case.facts if f.key == fact.key), None))
        elif place is not None:
            at = next((i for i, p in enumerate(self._places) if p.start == place.start), None)
            if at is not None:
                self._show_place(at)

    def show_decided(self, case: CaseReport, decided: str) -> None:
        """Shows that a fact was decided, before its note is worked out anew, and goes on to the next.

        Args:
            case: with the decision; its notes are as they were.
            decided: key of the fact.
        """
        self._case = case
        self._count_undecided(case)
        shown = self.panel.fact
        if shown is not None and shown.key == decided:
            self._show_fact(next((f for f in case.facts if f.key == decided), None))
        self.go_to_undecided()

    def show_fact(self, key: str) -> None:
        """Goes to a fact, in whatever note; nothing where there is none of this key."""
        case = self._case
        fact = next((f for f in case.facts if f.key == key), None) if case is not None else None
        if case is None or fact is None:
            return
        self.notes.setCurrentRow([each.note.id for each in case.notes].index(fact.note))
        self._show_fact(fact)

    def show_offset(self, note: str, offset: int) -> None:
        """Goes to a place of a note's own text, or to the note where nothing is marked there."""
        ids = [each.note.id for each in self._case.notes] if self._case is not None else []
        if note not in ids:
            return
        self.notes.setCurrentRow(ids.index(note))
        at = next((i for i, p in enumerate(self._places) if p.start <= offset < p.end), None)
        if at is not None:
            self._show_place(at)

    def go_to_undecided(self) -> bool:
        """To the next fact that nobody has decided about, in whatever note; false where there is none."""
        case = self._case
        if case is None:
            return False
        order = {each.note.id: at for at, each in enumerate(case.notes)}
        facts = sorted(
            (f for f in case.facts if f.note in order), key=lambda f: (order[f.note], f.start, f.end)
        )
        shown = self.panel.fact
        here = (order.get(self._note.note.id, 0), self._offset()) if self._note is not None else (0, 0)
        if shown is not None and shown.note in order:
            here = (order[shown.note], shown.start)
        left = [f for f in facts if f.decision is None and (shown is None or f.key != shown.key)]
        after = [f for f in left if (order[f.note], f.start) >= here]
        wanted = next(iter(after or left), None)
        if wanted is None:
            said = shown is not None and shown.decision is None
            self.message.setText("" if said else self.tr("✓ Every fact is decided"))
            return False
        self.message.setText("")
        self.notes.setCurrentRow(order[wanted.note])
        self._show_fact(wanted)
        self.texts.result.setFocus()
        return True

    # How it is shown

    def _count_undecided(self, case: CaseReport) -> None:
        """Says of each note how many of its facts are left."""
        for at, each in enumerate(case.notes):
            left = sum(f.decision is None for f in case.facts if f.note == each.note.id)
            sign = f"◆{left}" if left else "✓"
            self.notes.item(at).setText(f"{each.number}  {sign}  {each.heading}")

    def _show_note(self, at: int) -> None:
        case = self._case
        if case is None or not 0 <= at < len(case.notes):
            self._note, self._places = None, ()
            self.texts.show_prepared(prepare_preview("", (), {}))
            self.panel.show_nothing()
            return
        same = self._note is not None and self._note.note.id == case.notes[at].note.id
        self._note = case.notes[at]
        self._places, prepared = prepared_note(case, self._note)
        self.texts.show_prepared(prepared)
        if not same:
            self.panel.show_nothing()

    def _show_place(self, at: int) -> None:
        assert self._note is not None
        self.message.setText("")
        self.texts.ring(at)
        self.panel.show_place(self._places[at], self._places[at].fact, self._note.note.text)

    def _show_fact(self, fact: IndirectFact | None) -> None:
        if fact is None or self._note is None:
            self.panel.show_nothing()
            return
        at = next((i for i, p in enumerate(self._places) if p.start < fact.end and fact.start < p.end), None)
        self.texts.ring(at)
        place = self._places[at] if at is not None else None
        self.panel.show_place(place, fact, self._note.note.text)

    def _current_place(self) -> MarkedPlace | None:
        at = self.texts.current
        return self._places[at] if at is not None and at < len(self._places) else None

    def _offset(self) -> int:
        place = self._current_place()
        return place.start if place is not None else 0

    # What the user does

    def _with_fact(self, work: Callable[[], object]) -> None:
        """Does something about the fact that is shown; says so where none is."""
        if self.panel.fact is None:
            self.message.setText(self.tr("No indirect fact is chosen: N goes to the next undecided one."))
            return
        self.message.setText("")
        work()

    def _take_rung(self, at: int) -> None:
        fact = self.panel.fact
        if fact is not None and at >= len(fact.ladder):
            self.message.setText(self.tr("This fact has {n} wordings.").format(n=len(fact.ladder)))
            return
        self._with_fact(partial(self.panel.take_rung, at))

    def _ask_wording(self) -> None:
        if self.panel.fact is None and self._current_place() is None:
            self.message.setText(self.tr("Choose a marked place first: . and , go from one to the next."))
            return
        self.panel.ask_wording()

    def _ask_day(self) -> None:
        place = self._current_place()
        if place is None or place.event is None:
            self.message.setText(self.tr("No date is chosen: . and , go from place to place."))
            return
        self.panel.ask_day()

    def _step(self, backwards: bool) -> None:
        """To the next marked place; past the last one, to the next note."""
        at = self.texts.current
        if at is None:
            at = -1 if not backwards else len(self._places)
        following = at + (-1 if backwards else 1)
        if 0 <= following < len(self._places):
            self._show_place(following)
            return
        note = self.notes.currentRow() + (-1 if backwards else 1)
        if 0 <= note < self.notes.count():
            self.notes.setCurrentRow(note)
            if self._places:
                self._show_place(len(self._places) - 1 if backwards else 0)

    def _toggle_original(self) -> None:
        self.original.setChecked(not self.original.isChecked())

    def _ask_category(self) -> None:
        """Asks what kind of fact the selected text of either side is."""
        chosen, note = self._selected(), self._note
        if chosen is None or note is None:
            self.message.setText(self.tr("Select what may tell who it is, then press A."))
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key, category in zip("123456789BCDEFGH", FactCategory, strict=True):
            action = menu.addAction(f"&{key}  {choice_name(category)}")
            action.triggered.connect(
                lambda _, category=category: self.fact_marked.emit(note.note.id, *chosen, category)
            )
        self.message.setText("")
        # Else the text's own keys would be heard before the menu's.
        self._listen(False)
        menu.aboutToHide.connect(partial(self._listen, True))
        menu.popup(self.texts.result.mapToGlobal(self.texts.result.rect().center()))

    def _listen(self, to_keys: bool) -> None:
        for shortcut in self._shortcuts:
            shortcut.setEnabled(to_keys)

    def _selected(self) -> tuple[int, int] | None:
        """What is selected, as a range of the original."""
        changes = self.texts.prepared.changes
        if self.texts.original.hasFocus():
            return self.texts.original.selected_range()
        own = self.texts.result.selected_range()
        chosen = (changes.to_original(own[0]), changes.to_original(own[1])) if own else None
        return chosen if chosen is not None and chosen[0] < chosen[1] else None

    # How it is made

    def _build(self) -> None:
        self.original = KeyButton(self.tr("Original"), self.tr("Shows the original beside"), "O")
        self.original.setCheckable(True)
        self.original.toggled.connect(self.texts.show_beside)
        self.take = KeyButton(
            self.tr("Take the suggestion"), self.tr("Takes the suggested wording"), "Return"
        )
        self.take.setProperty("primary", True)
        self.leave = KeyButton(self.tr("Leave out"), self.tr("Leaves the fact out"), "L")
        self.keep = KeyButton(self.tr("Keep…"), self.tr("Keeps it, and asks why it is essential"), "K")
        self.words = KeyButton(self.tr("Own words…"), self.tr("Writes own words for this place"), "W")
        self.dated = KeyButton(self.tr("Day…"), self.tr("Says when it was"), "D")
        self.reopen = KeyButton(self.tr("Undecided"), self.tr("Makes the fact undecided again"), "U")
        self.mark = KeyButton(self.tr("Mark…"), self.tr("Marks what is selected as a fact"), "A")
        self.next_fact = KeyButton(
            self.tr("Next undecided"), self.tr("To the next fact that nobody has decided about"), "N"
        )
        hint = text_label(
            self.tr("1–9 takes a wording · . and , step through all places"), "small", wrap=False
        )
        foot = QFrame()
        foot.setProperty("bar", True)
        keys = (
            self.take, self.leave, self.keep, self.words, self.dated, self.reopen, self.mark,
            self.next_fact, self.original,
        )  # fmt: skip
        column(
            flow(*keys),
            row(hint, (self.message, 1), gap=8),
            parent=foot,
            margins=(16, 8, 16, 8),
            gap=4,
        )
        self.notes.setFixedWidth(_NOTES)
        self.notes.setWordWrap(True)
        self.notes.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        middle = QWidget()
        # In a low window it is scrolled, rather than its ladder pressed flat.
        side = scroll_area(self.panel)
        side.setFixedWidth(self.panel.width() + side.verticalScrollBar().sizeHint().width())
        row(self.notes, (self.texts, 1), side, parent=middle, margins=0, gap=0)
        column((middle, 1), foot, parent=self, margins=0, gap=0)

    def _hear_keys(self) -> None:
        panel = self.panel
        self._shortcuts: list[QShortcut] = []
        steps: list[tuple[str, KeyButton | None, Callable[[], object]]] = [
            ("Return", self.take, partial(self._with_fact, panel.take_suggested)),
            ("Enter", None, partial(self._with_fact, panel.take_suggested)),
            ("L", self.leave, partial(self._with_fact, panel.leave_out)),
            ("K", self.keep, partial(self._with_fact, panel.ask_reason)),
            ("W", self.words, self._ask_wording),
            ("D", self.dated, self._ask_day),
            ("U", self.reopen, partial(self._with_fact, panel.reopen)),
            ("A", self.mark, self._ask_category),
            ("N", self.next_fact, self.go_to_undecided),
            ("O", None, self._toggle_original),
            (".", None, partial(self._step, False)),
            (",", None, partial(self._step, True)),
        ]
        steps += [(str(n), None, partial(self._take_rung, n - 1)) for n in range(1, 10)]
        for keys, button, work in steps:
            for text in (self.texts.original, self.texts.result):
                shortcut = QShortcut(QKeySequence(keys), text, work)
                shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
                self._shortcuts.append(shortcut)
            if button is not None:
                button.clicked.connect(lambda _=False, work=work: (self.texts.result.setFocus(), work()))
