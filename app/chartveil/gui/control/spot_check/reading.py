"""The controller of reading: notes of a spot-check, and those on which readers differ."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from chartveil.domain.labels import Label
from chartveil.gui.control.controller import WindowParts
from chartveil.gui.control.spot_check.session import SpotCheckPart, SpotCheckSession
from chartveil.gui.spot_check.page import SpotCheckPage
from chartveil.gui.spot_check.steps import SpotCheckStep
from chartveil.gui.tasks import Stream
from chartveil.gui.widgets.notices import error_text
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.spot_check.check_views import Disagreement, Hint, ShownNote
from chartveil.store.spot_checks.records import Arm, LeakKind, NoteAnswer

T = TypeVar("T")


class SpotCheckReading(SpotCheckPart):
    """Drives the reading page and the page of disagreements.

    Args:
        session: the spot-check that is open.
        pages: shows its steps.
    """

    def __init__(self, parts: WindowParts, session: SpotCheckSession, pages: SpotCheckPage) -> None:
        super().__init__(parts, session, pages)
        self._reader, self._arm = "", Arm.RANDOM
        self._note: ShownNote | None = None
        self._shown_at = 0.0
        self._suspects: Stream | None = None
        reading = pages.reading
        reading.reader_chosen.connect(self._choose_reader)
        reading.arm_chosen.connect(self._choose_arm)
        reading.step_requested.connect(self._step_by)
        reading.unread_requested.connect(self._go_to_unread)
        reading.answered.connect(self._answer)
        reading.marked.connect(self._mark)
        reading.unmarked.connect(self._unmark)
        reading.kind_chosen.connect(self._change_kind)
        reading.undo_requested.connect(self._undo)
        reading.hints_requested.connect(self._ask_hints)
        reading.disagreements_requested.connect(self._show_disagreements)
        pages.verdict.disagreements_requested.connect(self._show_disagreements)
        pages.disagreements.note_requested.connect(self._show_disputed)
        pages.disagreements.adjudicated.connect(self._adjudicate)
        pages.disagreements.withdrawn.connect(self._withdraw)

    def open(self) -> None:
        """A spot-check was opened: whoever sits at the window reads the random arm."""
        self._reader = self._session.reviewer
        self.choose_random_arm()

    def choose_random_arm(self) -> None:
        """The random arm is read from now on."""
        self._arm, self._note = Arm.RANDOM, None

    def leave(self) -> None:
        """Ends what runs for the open spot-check; everything is stored."""
        if self._suspects is not None:
            self._suspects.stop()
        self.record_time_spent()
        self._note = None
        for task in ("note", "progress", "hints"):
            self._tasks.cancel_latest(f"spot-check {task}")
        self._pages.reading.show_nothing("")

    def begin(self) -> None:
        """Shows the note that one was at while it has no answer, else the next without one; or asks who
        reads."""
        facts, page = self._checks.facts(self._id), self._pages.reading
        choices = facts.choices
        arms = [
            arm
            for arm, notes in (
                (Arm.RANDOM, 1),
                (Arm.TARGETED, choices.targeted),
                (Arm.OVER_REMOVAL, choices.over_removal),
            )
            if notes
        ]
        readers = list(dict.fromkeys(filter(None, (*self._checks.store.readers(self._id), self._reader))))
        page.set_readers(readers, self._reader, arms, self._arm)
        page.set_second_reader(choices.readers > 1)
        # To pass it over would leave a gap, and what is read behind one does not count.
        self._go_to_unread(after=False)

    def _choose_reader(self, name: str) -> None:
        self.record_time_spent()
        self._reader, self._note = name, None
        self.begin()

    def _choose_arm(self, arm: Arm) -> None:
        self.record_time_spent()
        self._arm, self._note = arm, None
        self.begin()

    def _go_to_unread(self, *, after: bool = True) -> None:
        """Shows the next note without an answer, from behind the one that is shown, or from that one on."""
        page = self._pages.reading
        if not self._reader:
            page.show_nothing(self.tr("Write at the top who reads, then press Enter."))
            page.readers.setFocus()
            return
        places = self._checks.readings.positions(self._id, self._reader, self._arm)
        begin = self._note.position + after if self._note is not None else 0
        order = [*places[begin:], *places[:begin]]
        unread = next((p.position for p in order if p.answer is None), None)
        if unread is not None:
            self._show(unread)
        else:
            self._note = None
            page.show_nothing(
                self.tr(
                    "You have read all notes of this arm. Choose another arm or reader at the top, or go on "
                    "with 4 Verdict (Alt+4)."
                )
                if places
                else self.tr(
                    "Looking for the most suspicious notes. It takes some minutes; close to stop it."
                )
            )
            self._show_progress()
            if not places and self._arm is Arm.TARGETED:
                self._look_for_suspects()
            page.view.setFocus()  # a list would drop down at the next Space of who reads on

    def _look_for_suspects(self) -> None:
        """Fills the targeted arm, once: all is read with rules and lists, its top with the networks."""
        if self._suspects is not None:
            return
        id, checks, page, models = self._id, self._checks, self._pages.reading, self._session.models
        progress = self._throttled(
            lambda files: page.show_message(
                counted_text(files, self.tr("1 file read"), self.tr("{n} files read"))
            )
        )

        def make(cancelled: Callable[[], bool]) -> Iterator[int]:
            yield checks.draws.look_for_suspects(id, models=models, progress=progress, cancelled=cancelled)

        def ended(error: Exception | None) -> None:
            self._suspects = None
            if error is not None:
                self._not_shown(error)

        def found(notes: int) -> None:
            if (
                id == self._id
                and self._arm is Arm.TARGETED
                and self._session.step is SpotCheckStep.READ
                and notes
            ):
                page.show_message("")
                self._go_to_unread()

        self._suspects = self._tasks.run_stream(make, found, ended)

    def _step_by(self, step: int) -> None:
        total = len(self._checks.readings.positions(self._id, self._reader, self._arm)) if self._reader else 0
        here = self._note.position if self._note is not None else (total if step < 0 else -1)
        if 0 <= here + step < total:
            self.record_time_spent()
            self._show(here + step)

    def _show(self, position: int) -> None:
        work = partial(self._checks.readings.note, self._id, self._reader, self._arm, position)
        self._tasks.run_latest("spot-check note", work, self._shown, self._not_shown)

    def _shown(self, note: ShownNote) -> None:
        if self._session.step is SpotCheckStep.READ and self._id:
            self._note, self._shown_at = note, time.monotonic()
            self._pages.reading.show_note(note)
            self._show_progress()

    def _not_shown(self, error: Exception) -> None:
        self._note = None
        self._pages.reading.show_nothing(error_text(error))
        self._show_progress()

    def _show_progress(self) -> None:
        note, page = self._note, self._pages.reading
        position, said = (note.position, note.reading.answer) if note is not None else (-1, None)
        self._tasks.run_latest(
            "spot-check progress",
            partial(self._checks.readings.progress, self._id, self._reader, self._arm),
            lambda progress: page.show_progress(position, said, progress),
            self._failed,
        )

    def _seconds(self) -> float:
        """Since the note was shown, or since this was asked last."""
        now = time.monotonic()
        seconds, self._shown_at = now - self._shown_at, now
        return seconds

    def record_time_spent(self) -> None:
        """Counts the time that was spent on a note which is left without a new answer."""
        note = self._note
        if note is not None and self._id:
            answer = self._checks.facts(self._id) and note.reading.answer
            self._attempt(lambda: self._at(note, self._checks.readings.answer)(answer, self._seconds()))

    def _at(self, note: ShownNote, work: Callable[..., T]) -> Callable[..., T]:
        return partial(work, self._id, self._reader, self._arm, note.position)

    def _answer(self, answer: NoteAnswer) -> None:
        note = self._note
        if note is None:
            return

        def work() -> bool:
            self._at(note, self._checks.readings.answer)(answer, self._seconds())
            return True

        if self._attempt(work):
            self._go_to_unread()

    def _mark(self, layer: int, start: int, end: int, label: Label | None, kind: LeakKind) -> None:
        self._change(lambda at: at(self._checks.readings.mark)(start, end, label, kind, layer))

    def _unmark(self, mark: int) -> None:
        self._change(lambda at: at(self._checks.readings.unmark)(mark))

    def _change_kind(self, mark: int, kind: LeakKind) -> None:
        note = self._note
        old = next((m for m in note.marks if m.id == mark), None) if note is not None else None
        if old is not None:

            def work(at: Callable[..., Callable[..., object]]) -> None:
                at(self._checks.readings.unmark)(mark)
                at(self._checks.readings.mark)(old.start, old.end, old.label, kind, old.layer)

            self._change(work)

    def _change(self, work: Callable[[Callable[..., Callable[..., object]]], object]) -> None:
        """Changes marks of the note that is shown; it stays where it is scrolled to."""
        note = self._note
        if note is None:
            return
        self._attempt(lambda: work(partial(self._at, note)))
        now = self._attempt(lambda: self._at(note, self._checks.readings.note)())
        if now is not None:
            self._note = now
            self._pages.reading.show_marks(now.marks)

    def _undo(self) -> None:
        if not self._reader:
            return
        place = self._attempt(lambda: self._checks.readings.undo(self._id, self._reader))
        if place is None:
            self._pages.reading.show_message(self.tr("There is nothing to take back."))
            return
        arm, position = place
        note = self._note
        if note is not None and (arm, position) == (self._arm, note.position):
            self._change(lambda _: None)
            self._show_progress()
            return
        if arm is not self._arm:
            self._arm = arm
            self.begin()
        self._show(position)

    def _ask_hints(self) -> None:
        """Loads the networks at first, so it may take some seconds."""
        note, page = self._note, self._pages.reading
        if note is not None:
            page.show_message(self.tr("Asking the machine…"))
            self._tasks.run_latest(
                "spot-check hints",
                self._at(note, self._checks.readings.hints),
                lambda hints: self._show_hints(note, hints),
                lambda error: page.show_message(error_text(error), "warning"),
            )

    def _show_hints(self, note: ShownNote, hints: tuple[Hint, ...]) -> None:
        if self._note is not None and self._note.position == note.position:
            self._pages.reading.show_message("")
            self._pages.reading.show_hints(hints)

    def _show_disagreements(self) -> None:
        self.record_time_spent()
        found = self._attempt(lambda: self._checks.verdicts.disagreements(self._id))
        if found is not None:
            self._pages.disagreements.show_disagreements(found, self._session.reviewer)
            self._pages.show_page(self._pages.disagreements)

    def _show_disputed(self, place: Disagreement) -> None:
        reader = place.readings[0][0]
        work = partial(self._checks.readings.note, self._id, reader, place.arm, place.position)
        self._tasks.run_latest(
            "spot-check note", work, partial(self._pages.disagreements.show_note, place), self._failed
        )

    def _withdraw(self, place: Disagreement) -> None:
        take_back = self._checks.verdicts.adjudicate
        self._attempt(lambda: take_back(self._id, place.arm, place.position, None, "", ""))
        self._show_disagreements()

    def _adjudicate(self, place: Disagreement, leaks: bool, by: str, reason: str) -> None:
        self._attempt(
            lambda: self._checks.verdicts.adjudicate(self._id, place.arm, place.position, leaks, by, reason)
        )
        self._show_disagreements()
