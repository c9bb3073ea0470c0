"""The controller of case reports: import, decisions, and writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal

from chartveil.case_report import serialization
from chartveil.case_report.estimate import Estimate, estimate
from chartveil.case_report.model import (
    LEFT_OUT,
    CaseReport,
    FactCategory,
    FactDecision,
    IndirectFact,
    Rung,
)
from chartveil.case_report.outputs.content import day_zero, timeline
from chartveil.case_report.outputs.drawing import timeline_svg
from chartveil.case_report.outputs.search_phrases import search_phrases
from chartveil.case_report.profiles import check_profile, journal_profiles
from chartveil.case_report.reading import ProgressCallback
from chartveil.domain.errors import ChartveilError
from chartveil.gui.case_report.page import CaseReportPage, CaseStep
from chartveil.gui.case_report.places import MarkedPlace
from chartveil.gui.case_report.write_page import WriteAnswers
from chartveil.gui.control.case_report.session import CaseReportSession
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.tasks import Stream
from chartveil.gui.widgets.file_dialogs import ask_to_confirm
from chartveil.gui.widgets.notices import Notice, NoticeKind, error_text
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.release.worker_processes import terminate_workers
from chartveil.service.case_report_files.writing import PAGES_REMARK, WrittenCase, refusals, write_case
from chartveil.service.case_reports import CaseReportService, CaseRequest


class CaseReportController(Controller):
    """Drives the pages of one case report. Whatever reads files or computes the case runs beside the window.

    Args:
        session: reaches what is stored.
        pages: shows its steps.

    Signals:
        opened: the pages are to be shown.
        closed: the user is done with them.
        changed: the list of case reports is another.
    """

    opened = Signal()
    closed = Signal()
    changed = Signal()

    def __init__(self, parts: WindowParts, session: CaseReportSession, pages: CaseReportPage) -> None:
        super().__init__(parts)
        self._session = session
        self._pages = pages
        self._id = 0
        self._case: CaseReport | None = None
        self._step = CaseStep.NOTES
        self._written_last = 0
        """Whose answers and messages stand on the last page."""
        self._bringing_in: Stream | None = None
        self._then: Callable[[], object] | None = None
        """What is done once the case is worked out anew."""
        self._connect()

    def _connect(self) -> None:
        pages, notes, prose = self._pages, self._pages.notes, self._pages.prose
        pages.step_chosen.connect(self._go)
        pages.closed.connect(self.close)
        pages.undo_requested.connect(partial(self._take_back, True))
        pages.redo_requested.connect(partial(self._take_back, False))
        notes.bring_in_requested.connect(self._bring_in)
        notes.more_requested.connect(self._add_notes)
        notes.stop_requested.connect(self._stop_bringing_in)
        notes.prose_requested.connect(partial(self._go, CaseStep.PROSE))
        notes.place_requested.connect(self._show_place)
        notes.patient_named.connect(
            lambda name: self._decide(lambda cases: cases.decide_patient(self._id, name))
        )
        notes.index_chosen.connect(
            lambda index: self._decide(lambda cases: cases.decide_index(self._id, index))
        )
        notes.other_patient_said.connect(
            lambda note, other: self._decide(
                lambda cases: cases.decide_other_patient(self._id, note, other=other)
            )
        )
        notes.note_dated.connect(
            lambda note, when: self._decide(lambda cases: cases.decide_note_date(self._id, note, when))
        )
        panel = prose.panel
        panel.fact_decided.connect(self._decide_fact)
        panel.event_dated.connect(
            lambda event, when: self._decide(lambda cases: cases.decide_date(self._id, event, when))
        )
        panel.worded.connect(self._word)
        prose.fact_marked.connect(self._mark)
        pages.check.assumed.connect(
            lambda made: self._decide(lambda cases: cases.decide_assumptions(self._id, made.as_stored()))
        )
        pages.check.profile_chosen.connect(
            lambda name: self._decide(lambda cases: cases.decide_profile(self._id, name))
        )
        pages.check.affiliation_told.connect(
            lambda told: self._decide(lambda cases: cases.decide_affiliation(self._id, told))
        )
        pages.write.write_requested.connect(self._write)
        pages.write.searched.connect(
            lambda phrase, seen: self._decide(lambda cases: cases.decide_searched(self._id, phrase, seen))
        )
        pages.people.person_decided.connect(
            lambda key, role, consent, why: self._decide(
                lambda cases: cases.decide_person(self._id, key, role, consent, why)
            )
        )

    # Which case

    @property
    def _cases(self) -> CaseReportService:
        return self._session.cases

    def begin(self) -> None:
        """Asks whose notes are to be written up."""
        self.leave()
        self._pages.show_title("")
        self._pages.show_undo_redo(False, False)
        self._show_step(CaseStep.NOTES)
        self._pages.notes.ask_notes()
        self.opened.emit()

    def open(self, id: int, step: CaseStep = CaseStep.PROSE) -> None:
        """Opens a case report where it stands."""
        self.leave()
        if id != self._written_last:
            self._pages.write.begin()
            self._written_last = id
        self._id = id
        self._step = step
        self.opened.emit()
        self._refresh(first=True)

    def forget(self, id: int) -> None:
        """Forgets a case report after a question."""
        if ask_to_confirm(
            self._window,
            self.tr("Forget this case report?"),
            self.tr(
                "The notes that were read and all decisions go, and cannot be had back. The files, and what "
                "was written, stay as they are."
            ),
            self.tr("Forget"),
            self.tr("Keep"),
        ):
            cases = self._attempt(lambda: self._cases)
            if cases is not None:
                self._wait_for(self.tr("Forgetting…"), partial(cases.forget, id), self.changed.emit)

    def close(self) -> None:
        """Back to the start page; everything is stored."""
        self.leave()
        self.closed.emit()

    def leave(self) -> None:
        """Ends what runs for the open case; everything is stored."""
        self._stop_bringing_in()
        self._notices.drop_done()
        self._id, self._case = 0, None
        self._tasks.cancel_latest("case report")

    def _failed(self, error: Exception) -> None:
        self._notices.show_error(error)

    # Steps

    def _show_step(self, step: CaseStep) -> None:
        self._step = step
        self._pages.show_step(step, set(CaseStep) if self._id else {CaseStep.NOTES})

    def _go(self, step: CaseStep) -> None:
        self._show_step(step)
        if step is CaseStep.PROSE and self._case is not None and self._pages.prose.panel.fact is None:
            self._pages.prose.go_to_undecided()

    def _show_place(self, note: str, offset: int) -> None:
        self._show_step(CaseStep.PROSE)
        self._pages.prose.show_offset(note, offset)

    def _refresh(self, *, first: bool = False) -> None:
        """Computes the case anew, beside the window, and shows it."""
        id = self._id

        def show(found: tuple[CaseReport, Estimate]) -> None:
            if id != self._id:
                return
            case, fitting = found
            self._case = case
            self._pages.show_case(case, fitting)
            self._show_profile(case)
            self._show_what_is_written(case)
            if first:
                self._go(self._step)
            then, self._then = self._then, None
            if then is not None:
                then()

        def compute() -> tuple[CaseReport, Estimate]:
            case = self._cases.case(id)
            return case, estimate(case)

        self._pages.show_undo_redo(*self._attempt(lambda: self._cases.can_undo_redo(id)) or (False, False))

        self._tasks.run_latest("case report", compute, show, self._failed)

    # Bring in

    def _bring_in(self, request: CaseRequest) -> None:
        self._read_notes(
            lambda cases, tell, cancelled: cases.bring_in(request, tell, cancelled, apart=True),
            self._brought_in,
        )

    def _add_notes(self, files: list[Path]) -> None:
        id = self._id
        self._read_notes(
            lambda cases, tell, cancelled: cases.add_notes(id, files, tell, cancelled, apart=True),
            self._added,
        )

    def _read_notes(
        self,
        read: Callable[[CaseReportService, ProgressCallback, Callable[[], bool]], int],
        done: Callable[[int], None],
    ) -> None:
        """Reads notes beside the window, shows how far it is, and hands on the number it gives."""
        page = self._pages.notes
        cases = self._attempt(lambda: self._cases)
        if self._bringing_in is not None or cases is None:
            return
        self._notices.drop_done()
        page.show_busy(True)
        tell = self._tasks.in_main_thread(page.show_progress)

        def work(cancelled: Callable[[], bool]) -> Iterator[int]:
            yield read(cases, tell, cancelled)

        def ended(error: Exception | None) -> None:
            self._bringing_in = None
            page.show_busy(False)
            if isinstance(error, ChartveilError):
                page.show_problem(error_text(error))
            elif error is not None:
                self._failed(error)

        self._bringing_in = self._tasks.run_stream(work, done, ended, terminate_workers)

    def _brought_in(self, id: int) -> None:
        self.changed.emit()
        self.open(id, CaseStep.NOTES)

    def _added(self, number: int) -> None:
        said = counted_text(number, self.tr("1 note was added."), self.tr("{n} notes were added."))
        self._notices.show_notice(Notice(NoticeKind.DONE, said))
        self.changed.emit()
        self._refresh()

    def _stop_bringing_in(self) -> None:
        if self._bringing_in is not None:
            self._bringing_in.stop()

    # Check

    def _show_profile(self, case: CaseReport) -> None:
        profiles = journal_profiles()
        name = case.decisions.profile if case.decisions.profile in profiles else next(iter(profiles))
        page = self._pages.check
        page.show_profiles({each.name: each.title for each in profiles.values()}, name)
        page.show_checked(check_profile(case, profiles[name]), profiles[name].source)

    # Write

    def _show_what_is_written(self, case: CaseReport) -> None:
        page = self._pages.write
        languages = sorted({name for n in case.notes for name in n.note.uncovered})
        page.show_open(case.undecided, languages, [name for name, _ in case.unread])
        answered = refusals(case, as_suggested=True, uncovered=True, without_unread=True)
        page.show_obstacles([error_text(e) for e in answered])
        rows = timeline(case)
        said = self.tr("Timeline of {n} events").format(n=f"{len(rows):,}")
        page.show_timeline(partial(timeline_svg, rows, day_zero(case)) if rows else None, said)
        page.show_phrases(search_phrases(case), case.decisions.searched)
        page.suggest_folder(Path.home() / self.tr("case report"))

    def _write(self, folder: Path, answers: WriteAnswers) -> None:
        page, id, by = self._pages.write, self._id, self._session.reviewer
        page.show_busy(True)

        def written(made: WrittenCase) -> None:
            page.show_busy(False)
            files = counted_text(len(made.files), self.tr("1 file"), self.tr("{n} files"))
            said = self.tr("✓ {files} in {folder}, signed with the key {fingerprint}")
            lines = [said.format(files=files, folder=made.folder, fingerprint=made.fingerprint)]
            more = [*([PAGES_REMARK] if made.pages else []), *made.untold]
            page.show_message("\n".join([*lines, *more]), "warning" if more else "success")

        def failed(error: Exception) -> None:
            page.show_busy(False)
            known = isinstance(error, ChartveilError)
            page.show_message(error_text(error) if known else "", "danger")
            if not known:
                self._failed(error)

        self._tasks.run(
            partial(write_case, self._cases, id, folder, by, **answers),
            written,
            failed,
        )

    # Decisions; each is stored before the case is shown anew

    def _decide(self, step: Callable[[CaseReportService], object]) -> bool:
        """Stores a decision and has the case worked out anew; whether it is stored."""

        def store() -> bool:
            step(self._cases)
            return True

        if not self._id or not self._attempt(store):
            return False
        self._refresh()
        return True

    def _decide_fact(self, key: str, decision: FactDecision | None) -> None:
        """Stores it and goes on at once: to work the case out anew may take seconds, and keys that are
        pressed meanwhile mean the next fact."""
        case = self._case
        if not self._decide(lambda cases: cases.decide_fact(self._id, key, decision)):
            return
        if case is not None and decision is not None:
            facts = tuple(replace(f, decision=decision) if f.key == key else f for f in case.facts)
            self._case = replace(case, facts=facts)
            self._pages.show_counts(self._case)
            self._pages.prose.show_decided(self._case, key)

    def _word(self, place: MarkedPlace, text: str | None) -> None:
        note = self._pages.prose.note_id
        self._decide(lambda cases: cases.decide_wording(self._id, note, place.start, place.end, text))

    def _mark(self, note: str, start: int, end: int, category: FactCategory) -> None:
        case = self._case
        if case is None:
            return
        text = next(each.note.text for each in case.notes if each.note.id == note)
        ladder = (Rung(text[start:end], self.tr("as it stands")), Rung(LEFT_OUT, self.tr("left out")))
        fact = IndirectFact(note, start, end, category, self.tr("marked by a person"), ladder, 1)
        self._then = partial(self._pages.prose.show_fact, fact.key)
        self._decide(lambda cases: cases.mark_fact(self._id, fact))

    def _take_back(self, back: bool) -> None:
        """Undoes or redoes, and goes to the page where it shows."""

        def take(cases: CaseReportService) -> None:
            step = cases.undo(self._id) if back else cases.redo(self._id)
            if step is not None:
                self._show_step(_PAGE_OF.get(step.kind, CaseStep.PROSE))
                if step.kind in (serialization.FACT, serialization.OWN_FACT):
                    self._then = partial(self._pages.prose.show_fact, step.key)
                elif step.kind in (serialization.DATE, serialization.WORDING):
                    note, _, offset = step.key.partition(":")
                    start = int(offset.partition("-")[0])
                    self._then = partial(self._pages.prose.show_offset, note, start)

        self._decide(take)


_PAGE_OF = {
    serialization.PATIENT: CaseStep.NOTES,
    serialization.OTHER_PATIENT: CaseStep.NOTES,
    serialization.INDEX: CaseStep.NOTES,
    serialization.NOTE_DATE: CaseStep.NOTES,
    serialization.PERSON: CaseStep.PEOPLE,
    serialization.ASSUMPTIONS: CaseStep.CHECK,
    serialization.PROFILE: CaseStep.CHECK,
    serialization.AFFILIATION: CaseStep.CHECK,
    serialization.SEARCHED: CaseStep.WRITE,
}
"""On which page a kind of decision is made; all others in the prose."""
