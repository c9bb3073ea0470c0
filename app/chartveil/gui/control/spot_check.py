"""Spot-checks: brought in, planned, read and judged; what the user does, and what the service says to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import Signal

from chartveil.domain.errors import ChartveilError
from chartveil.domain.labels import Label
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.settings import SettingsController
from chartveil.gui.spot_check.page import SpotCheckPage, Step
from chartveil.gui.spot_check.rest_page import FoundInRest
from chartveil.gui.spot_check.wording import comparison_text, search_text, verdict_text
from chartveil.gui.tasks import Stream
from chartveil.gui.widgets.basic import label_text
from chartveil.gui.widgets.file_dialogs import ask_to_confirm
from chartveil.gui.widgets.notices import error_text
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.service.spot_check_report.follow_up import (
    RestSearch,
    compare_repaired,
    report_leak,
    search_rest,
)
from chartveil.service.spot_check_report.writing import WrittenReport, plots, write_report
from chartveil.service.spot_checks import BringInRequest, SpotCheckService
from chartveil.spot_check.check_views import Disagreement, Hint, ShownNote, SpotCheckSummary, VerdictSheet
from chartveil.spot_check.release_search import SearchKind, SearchQuery
from chartveil.spot_check.sampling import SamplingPlan
from chartveil.store.spot_checks.records import Arm, CheckChoices, LeakKind, Mark, NoteAnswer, Stage

T = TypeVar("T")
_STEP_OF_STAGE = {
    Stage.FRAMED: Step.PLAN,
    Stage.COMMITTED: Step.PLAN,
    Stage.READING: Step.READ,
    Stage.JUDGED: Step.VERDICT,
}
_TELL_EVERY = 0.1
"""Seconds between two counts shown while a release is read."""


class SpotCheckController(Controller):
    """Drives the pages of one spot-check. Whatever reads files or counts runs beside the window.

    Args:
        pages: shows its steps.
        settings: knows who sits at the window.

    Signals:
        opened: the pages are to be shown.
        closed: the user is done with them.
        changed: the list of spot-checks is another.
    """

    opened = Signal()
    closed = Signal()
    changed = Signal()

    def __init__(self, parts: WindowParts, settings: SettingsController, pages: SpotCheckPage) -> None:
        super().__init__(parts)
        self._settings = settings
        self._pages = pages
        self._made: SpotCheckService | None = None
        self._id = 0
        self._step = Step.BRING_IN
        self._reader, self._arm = "", Arm.RANDOM
        self._note: ShownNote | None = None
        self._shown_at = 0.0
        self._more = 0
        self._bringing_in: Stream | None = None
        self._search: Stream | None = None
        self._suspects: Stream | None = None
        self._sheet: VerdictSheet | None = None
        self._connect()

    def _connect(self) -> None:
        pages, reading = self._pages, self._pages.reading
        pages.step_chosen.connect(self._go)
        pages.closed.connect(self.close)
        pages.bring_in.bring_in_requested.connect(self._bring_in)
        pages.bring_in.stop_requested.connect(self._stop_bringing_in)
        pages.bring_in.plan_requested.connect(partial(self._go, Step.PLAN))
        pages.plan.changed.connect(self._preview)
        pages.plan.freeze_requested.connect(self._freeze)
        pages.plan.draw_requested.connect(self._draw)
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
        pages.verdict.report_requested.connect(self._write_report)
        pages.verdict.rest_requested.connect(self._show_rest)
        rest = pages.rest
        rest.leak_searched.connect(self._search_leak)
        rest.text_searched.connect(self._search_words)
        rest.repaired_chosen.connect(self._compare_repaired)
        rest.published_leak_told.connect(self._tell_leak)
        rest.fresh_requested.connect(lambda id: self.open(id, Step.PLAN))
        rest.stop_requested.connect(self._stop_search)
        rest.closed.connect(partial(self._go, Step.VERDICT))
        pages.verdict.extend_requested.connect(self._extend)
        pages.verdict.disagreements_requested.connect(self._show_disagreements)
        pages.disagreements.note_requested.connect(self._show_disputed)
        pages.disagreements.settled.connect(self._settle)
        pages.disagreements.closed.connect(partial(self._go, Step.READ))

    # Which spot-check

    @property
    def _checks(self) -> SpotCheckService:
        """Made when it is first needed.

        Raises:
            KeyFileError, StoreError: if it cannot be.
        """
        if self._made is None:
            self._made = SpotCheckService(self._service.user_paths, self._service.own_key)
        return self._made

    def summaries(self) -> tuple[SpotCheckSummary, ...]:
        """All spot-checks, the latest first; none while there is no store of them."""
        if self._made is None and not self._service.user_paths.spot_checks_file.exists():
            return ()
        return self._try(lambda: self._checks.spot_checks()) or ()

    def begin(self) -> None:
        """Asks which release is to be checked."""
        self.leave()
        self._pages.show_title("")
        self._pages.bring_in.ask_release()
        self._show_step(Step.BRING_IN)
        self.opened.emit()

    def open(self, id: int, step: Step | None = None) -> None:
        """Opens a spot-check where it was left, or at a step."""
        facts = self._try(lambda: self._checks.facts(id))
        if facts is None:
            return
        self.leave()
        self._id = id
        self._pages.show_title(facts.title)
        self._fill_plan()
        self._tasks.run_latest(
            "spot-check frame", partial(self._checks.frame, id), self._pages.bring_in.show_frame, self._failed
        )
        self._reader, self._arm = self._settings.preferences.reviewer.strip(), Arm.RANDOM
        self._go(step or _STEP_OF_STAGE[facts.stage])
        self.opened.emit()

    def forget(self, id: int) -> None:
        """Forgets a spot-check after a question."""
        if ask_to_confirm(
            self._window,
            self.tr("Forget this spot-check?"),
            self.tr(
                "What was read and marked in it goes, and cannot be had back. The release stays as it is, "
                "and so does the audit record."
            ),
            self.tr("Forget"),
            self.tr("Keep"),
        ):
            self._try(lambda: self._checks.forget(id))
            self.changed.emit()

    def close(self) -> None:
        """Back to the start page; everything is stored."""
        self.leave()
        self.closed.emit()

    def close_store(self) -> None:
        """Lets the store go, once nothing runs any more."""
        if self._made is not None:
            self._made.close()
            self._made = None

    def leave(self) -> None:
        """Ends what runs for the open spot-check; everything is stored."""
        self._stop_bringing_in()
        self._stop_search()
        if self._suspects is not None:
            self._suspects.stop()
        self._tell_time()
        self._id, self._note = 0, None
        for task in ("frame", "preview", "note", "progress", "hints", "verdict", "plots"):
            self._tasks.cancel_latest(f"spot-check {task}")
        self._pages.reading.show_nothing("")

    def _try(self, work: Callable[[], T]) -> T | None:
        """Does something that is stored; shows why, and gives None, where it cannot be done."""
        try:
            return work()
        except Exception as e:  # noqa: BLE001 - the border of what a user does; shown without quoting
            self._failed(e)
        return None

    def _failed(self, error: Exception) -> None:
        self._notices.show_error(error)

    # Steps

    def _show_step(self, step: Step) -> None:
        self._step = step
        reachable = {Step.BRING_IN}
        if self._id:
            reachable.add(Step.PLAN)
            if self._checks.facts(self._id).looks:
                reachable |= {Step.READ, Step.VERDICT}
        self._pages.show_step(step, reachable)

    def _go(self, step: Step) -> None:
        self._tell_time()
        self._show_step(step)
        if step is Step.READ:
            self._begin_reading()
        elif step is Step.VERDICT:
            self._judge()

    # Bring in

    def _bring_in(self, request: BringInRequest) -> None:
        page = self._pages.bring_in
        checks = self._try(lambda: self._checks)
        if self._bringing_in is not None or checks is None:
            return
        page.show_problem("")
        page.show_busy(True)
        progress = self._told_now_and_then(lambda files: page.show_busy(True, files))

        def work(cancelled: Callable[[], bool]) -> Iterator[int]:
            yield checks.bring_in(request, progress, cancelled)

        def ended(error: Exception | None) -> None:
            self._bringing_in = None
            page.show_busy(False)
            if error is not None:
                known = isinstance(error, ChartveilError)
                page.show_problem(error_text(error) if known else "")
                if not known:
                    self._failed(error)

        self._bringing_in = self._tasks.run_stream(work, self._brought_in, ended)

    def _told_now_and_then(self, hear: Callable[[int], object]) -> Callable[[int], None]:
        """A callable for another thread; not each of its counts is shown."""
        tell = self._tasks.told_in_window(hear)
        told_at = 0.0

        def progress(count: int) -> None:
            nonlocal told_at
            if time.monotonic() - told_at > _TELL_EVERY:
                told_at = time.monotonic()
                tell(count)

        return progress

    def _brought_in(self, id: int) -> None:
        self.changed.emit()
        self.open(id, Step.BRING_IN)

    def _stop_bringing_in(self) -> None:
        if self._bringing_in is not None:
            self._bringing_in.stop()

    # Plan

    def _fill_plan(self) -> None:
        facts = self._checks.facts(self._id)
        page = self._pages.plan
        if facts.plan:
            page.set_plan(SamplingPlan.from_text(facts.plan), facts.choices)
        else:
            page.set_plan(SamplingPlan(0.01), CheckChoices(planted=20))
        page.show_frozen(facts.commitment, facts.seed.hex() if facts.looks else "")

    def _preview(self, plan: SamplingPlan, choices: CheckChoices) -> None:
        if self._id:
            self._tasks.run_latest(
                "spot-check preview",
                partial(self._checks.preview, self._id, plan, choices),
                self._pages.plan.show_preview,
                self._failed,
            )

    def _freeze(self, plan: SamplingPlan, choices: CheckChoices) -> None:
        by = self._settings.preferences.reviewer.strip()
        if self._try(lambda: self._checks.commit(self._id, plan, choices, by)) is not None:
            self._fill_plan()
            self._pages.plan.setFocus()

    def _draw(self) -> None:
        """Files of notes with planted leaks are read for it, and the notes are told which the machine "
        "suspects."""
        id, page = self._id, self._pages.plan
        page.draw.setEnabled(False)

        def drawn(_: str) -> None:
            page.draw.setEnabled(True)
            if id == self._id:
                self._fill_plan()
                self._go(Step.READ)

        def failed(error: Exception) -> None:
            page.draw.setEnabled(True)
            self._failed(error)

        self._tasks.run(partial(self._checks.draw, id), drawn, failed)

    # Read

    def _begin_reading(self) -> None:
        """Shows the first note that has no answer, or asks who reads."""
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
        self._go_to_unread()

    def _choose_reader(self, name: str) -> None:
        self._tell_time()
        self._reader, self._note = name, None
        self._begin_reading()

    def _choose_arm(self, arm: Arm) -> None:
        self._tell_time()
        self._arm, self._note = arm, None
        self._begin_reading()

    def _go_to_unread(self) -> None:
        page = self._pages.reading
        if not self._reader:
            page.show_nothing(self.tr("Write at the top who reads, then press Enter."))
            page.readers.setFocus()
            return
        places = self._checks.positions(self._id, self._reader, self._arm)
        here = self._note.position if self._note is not None else -1
        order = [*places[here + 1 :], *places[: here + 1]]
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
            page.arms.setFocus()

    def _look_for_suspects(self) -> None:
        """Fills the targeted arm, once: all is read with rules and lists, its top with the networks."""
        if self._suspects is not None:
            return
        id, checks, page = self._id, self._checks, self._pages.reading
        progress = self._told_now_and_then(
            lambda files: page.show_message(
                counted_text(files, self.tr("1 file read"), self.tr("{n} files read"))
            )
        )

        def make(cancelled: Callable[[], bool]) -> Iterator[int]:
            yield checks.look_for_suspects(id, progress=progress, cancelled=cancelled)

        def ended(error: Exception | None) -> None:
            self._suspects = None
            if error is not None:
                self._not_shown(error)

        def found(notes: int) -> None:
            if id == self._id and self._arm is Arm.TARGETED and self._step is Step.READ and notes:
                page.show_message("")
                self._go_to_unread()

        self._suspects = self._tasks.run_stream(make, found, ended)

    def _step_by(self, step: int) -> None:
        total = len(self._checks.positions(self._id, self._reader, self._arm)) if self._reader else 0
        here = self._note.position if self._note is not None else (total if step < 0 else -1)
        if 0 <= here + step < total:
            self._tell_time()
            self._show(here + step)

    def _show(self, position: int) -> None:
        work = partial(self._checks.note, self._id, self._reader, self._arm, position)
        self._tasks.run_latest("spot-check note", work, self._shown, self._not_shown)

    def _shown(self, note: ShownNote) -> None:
        if self._step is Step.READ and self._id:
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
            partial(self._checks.progress, self._id, self._reader, self._arm),
            lambda progress: page.show_progress(position, said, progress),
            self._failed,
        )

    def _seconds(self) -> float:
        """Since the note was shown, or since this was asked last."""
        now = time.monotonic()
        seconds, self._shown_at = now - self._shown_at, now
        return seconds

    def _tell_time(self) -> None:
        """Counts the time that was spent on a note which is left without a new answer."""
        note = self._note
        if note is not None and self._id:
            answer = self._checks.facts(self._id) and note.reading.answer
            self._try(lambda: self._at(note, self._checks.answer)(answer, self._seconds()))

    def _at(self, note: ShownNote, work: Callable[..., T]) -> Callable[..., T]:
        return partial(work, self._id, self._reader, self._arm, note.position)

    def _answer(self, answer: NoteAnswer) -> None:
        note = self._note
        if note is None:
            return

        def work() -> bool:
            self._at(note, self._checks.answer)(answer, self._seconds())
            return True

        if self._try(work):
            self._go_to_unread()

    def _mark(self, layer: int, start: int, end: int, label: Label | None, kind: LeakKind) -> None:
        self._change(lambda at: at(self._checks.mark)(start, end, label, kind, layer))

    def _unmark(self, mark: int) -> None:
        self._change(lambda at: at(self._checks.unmark)(mark))

    def _change_kind(self, mark: int, kind: LeakKind) -> None:
        note = self._note
        old = next((m for m in note.marks if m.id == mark), None) if note is not None else None
        if old is not None:

            def work(at: Callable[..., Callable[..., object]]) -> None:
                at(self._checks.unmark)(mark)
                at(self._checks.mark)(old.start, old.end, old.label, kind, old.layer)

            self._change(work)

    def _change(self, work: Callable[[Callable[..., Callable[..., object]]], object]) -> None:
        """Changes marks of the note that is shown; it stays where it is scrolled to."""
        note = self._note
        if note is None:
            return
        self._try(lambda: work(partial(self._at, note)))
        now = self._try(lambda: self._at(note, self._checks.note)())
        if now is not None:
            self._note = now
            self._pages.reading.show_marks(now.marks)

    def _undo(self) -> None:
        if not self._reader:
            return
        place = self._try(lambda: self._checks.undo(self._id, self._reader))
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
            self._begin_reading()
        self._show(position)

    def _ask_hints(self) -> None:
        """Loads the networks at first, so it may take some seconds."""
        note, page = self._note, self._pages.reading
        if note is not None:
            page.show_message(self.tr("Asking the machine…"))
            self._tasks.run_latest(
                "spot-check hints",
                self._at(note, self._checks.hints),
                lambda hints: self._show_hints(note, hints),
                lambda error: page.show_message(error_text(error), "warning"),
            )

    def _show_hints(self, note: ShownNote, hints: tuple[Hint, ...]) -> None:
        if self._note is not None and self._note.position == note.position:
            self._pages.reading.show_message("")
            self._pages.reading.show_hints(hints)

    # Disagreements

    def _show_disagreements(self) -> None:
        self._tell_time()
        found = self._try(lambda: self._checks.disagreements(self._id))
        if found is not None:
            self._pages.disagreements.show_disagreements(found, self._settings.preferences.reviewer.strip())
            self._pages.show_page(self._pages.disagreements)

    def _show_disputed(self, place: Disagreement) -> None:
        reader = place.readings[0][0]
        work = partial(self._checks.note, self._id, reader, place.arm, place.position)
        self._tasks.run_latest(
            "spot-check note", work, partial(self._pages.disagreements.show_note, place), self._failed
        )

    def _settle(self, place: Disagreement, leaks: bool, by: str, reason: str) -> None:
        self._try(lambda: self._checks.adjudicate(self._id, place.arm, place.position, leaks, by, reason))
        self._show_disagreements()

    # Verdict

    def _judge(self) -> None:
        page = self._pages.verdict
        page.show_message(self.tr("Counting…"))
        work = partial(self._checks.verdict, self._id)
        self._tasks.run_latest("spot-check verdict", work, self._judged, self._failed)

    def _judged(self, sheet: VerdictSheet) -> None:
        facts = self._checks.facts(self._id)
        open_places = sum(d.settled is None for d in self._checks.disagreements(self._id))
        self._sheet = sheet
        self._more = sheet.verdict.more
        text = verdict_text(sheet, SamplingPlan.from_text(facts.plan), facts.choices, open_places)
        self._pages.verdict.show_verdict(text)
        page = self._pages.verdict
        page.show_message("")
        release = BringInRequest.from_json(facts.request).release
        page.suggest_folder(release.parent / f"{release.stem}-spot-check-{self._id}")
        self._tasks.run_latest(
            "spot-check plots", partial(plots, self._checks, self._id), page.show_plots, self._failed
        )

    def _write_report(self, folder: Path) -> None:
        page, by = self._pages.verdict, self._settings.preferences.reviewer.strip()
        if not by:
            page.show_message(self.tr("Say in the settings who signs."), "warning")
            return
        page.show_busy(True)
        page.show_message(self.tr("Signing and writing…"))

        def failed(error: Exception) -> None:
            page.show_busy(False)
            page.show_message(error_text(error), "danger")

        def written(report: WrittenReport) -> None:
            page.show_busy(False)
            self.changed.emit()
            said = self.tr(
                "✓  Signed and written to {folder}\n"
                "Fingerprint of the key, to tell by another way: {fingerprint}\n"
                "Passphrase of the annex, shown once and kept nowhere: {passphrase}"
            )
            page.show_message(
                said.format(
                    folder=report.folder, fingerprint=report.fingerprint, passphrase=report.passphrase
                ),
                "success",
            )

        self._tasks.run(partial(write_report, self._checks, self._id, folder, by), written, failed)

    # The rest of the release, and what comes after it

    def _show_rest(self) -> None:
        # Two readers mark the same place: it is one leak.
        places = {
            (leak.number, m.layer, m.start, m.end): (leak.place, m)
            for leak in (self._sheet.leaks if self._sheet is not None else ())
            for m in leak.marks
        }
        leaks = [
            (f"{label_text(m.label) if m.label else self.tr('leak')} · {place}", (key[0], m))
            for key, (place, m) in places.items()
        ]
        self._pages.rest.show_leaks(leaks, [(kind.value, kind) for kind in SearchKind])
        self._pages.rest.show_found(FoundInRest("", "muted"))
        self._pages.show_page(self._pages.rest)

    def _search_leak(self, leak: tuple[int, Mark], kind: SearchKind) -> None:
        (number, mark), id, checks = leak, self._id, self._checks

        def work(*told: Any) -> RestSearch:
            text = checks.layers(id, number)[mark.layer].text
            query = SearchQuery.of_leak(kind, text, mark.start, mark.end, mark.label or "")
            return search_rest(checks, id, query, *told)

        self._look(work, search_text)

    def _search_words(self, words: str) -> None:
        checks, id = self._checks, self._id
        self._look(
            lambda *told: search_rest(checks, id, SearchQuery(SearchKind.TEXT, words), *told), search_text
        )

    def _tell_leak(self, what: str, told_by: str) -> None:
        checks, id = self._checks, self._id
        self._look(lambda _, *told: report_leak(checks, id, what, "", told_by, *told), search_text)

    def _compare_repaired(self, release: Path) -> None:
        checks, id = self._checks, self._id
        self._look(lambda *told: compare_repaired(checks, id, release, *told), comparison_text)

    def _look(self, work: Callable[..., T], say: Callable[[T], FoundInRest]) -> None:
        """Goes through a release; ``work`` is given who does it, and what tells its progress and its stop."""
        page, by = self._pages.rest, self._settings.preferences.reviewer.strip()
        if self._search is not None:
            return
        page.show_found(FoundInRest("", "muted"))
        page.show_busy(True)
        tell = self._told_now_and_then(lambda notes: page.show_busy(True, notes))

        def make(cancelled: Callable[[], bool]) -> Iterator[T]:
            yield work(by, tell, cancelled)

        def ended(error: Exception | None) -> None:
            self._search = None
            page.show_busy(False)
            if error is not None:
                page.show_found(FoundInRest(error_text(error), "danger"))

        def found(result: T) -> None:
            page.show_found(say(result))
            self.changed.emit()

        self._search = self._tasks.run_stream(make, found, ended)

    def _stop_search(self) -> None:
        if self._search is not None:
            self._search.stop()

    def _extend(self) -> None:
        by = self._settings.preferences.reviewer.strip()
        if self._try(lambda: self._checks.extend(self._id, self._more, by)) is not None:
            self._note = None
            self._arm = Arm.RANDOM
            self._go(Step.READ)
