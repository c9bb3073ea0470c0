"""The controller of spot-checks: import, plan, and the steps in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import Signal

from chartveil.domain.errors import ChartveilError
from chartveil.gui.control.controller import WindowParts
from chartveil.gui.control.spot_check.reading import SpotCheckReading
from chartveil.gui.control.spot_check.results import SpotCheckResults
from chartveil.gui.control.spot_check.session import SpotCheckPart, SpotCheckSession
from chartveil.gui.spot_check.page import SpotCheckPage
from chartveil.gui.spot_check.steps import SpotCheckStep
from chartveil.gui.tasks import Stream
from chartveil.gui.widgets.file_dialogs import ask_to_confirm
from chartveil.gui.widgets.notices import error_text
from chartveil.service.spot_checks.releases import BringInRequest
from chartveil.spot_check.check_views import PlanPreview
from chartveil.spot_check.sampling import SamplingPlan
from chartveil.store.spot_checks.records import CheckChoices, SpotCheckStage

_STEP_OF_STAGE = {
    SpotCheckStage.FRAMED: SpotCheckStep.PLAN,
    SpotCheckStage.COMMITTED: SpotCheckStep.PLAN,
    SpotCheckStage.READING: SpotCheckStep.READ,
    SpotCheckStage.JUDGED: SpotCheckStep.VERDICT,
}


class SpotCheckController(SpotCheckPart):
    """Drives the pages of one spot-check. Whatever reads files or counts runs beside the window.

    Args:
        session: knows which is open.
        pages: shows its steps.

    Signals:
        opened: the pages are to be shown.
        closed: the user is done with them.
        changed: the list of spot-checks is another.
    """

    opened = Signal()
    closed = Signal()
    changed = Signal()

    def __init__(self, parts: WindowParts, session: SpotCheckSession, pages: SpotCheckPage) -> None:
        super().__init__(parts, session, pages)
        self._reading = SpotCheckReading(parts, session, pages)
        self._results = SpotCheckResults(parts, session, pages)
        self._bringing_in: Stream | None = None
        pages.step_chosen.connect(self._go)
        pages.closed.connect(self.close)
        pages.bring_in.bring_in_requested.connect(self._bring_in)
        pages.bring_in.stop_requested.connect(self._stop_bringing_in)
        pages.bring_in.verify_requested.connect(self._begin_verifying)
        pages.bring_in.plan_requested.connect(partial(self._go, SpotCheckStep.PLAN))
        pages.plan.changed.connect(self._preview)
        pages.plan.freeze_requested.connect(self._freeze)
        pages.plan.draw_requested.connect(self._draw)
        pages.disagreements.closed.connect(partial(self._go, SpotCheckStep.READ))
        pages.rest.closed.connect(partial(self._go, SpotCheckStep.VERDICT))
        pages.rest.fresh_requested.connect(lambda id: self.open(id, SpotCheckStep.PLAN))
        self._results.changed.connect(self.changed)
        self._results.extended.connect(self._reading.choose_random_arm)
        self._results.extended.connect(partial(self._go, SpotCheckStep.READ))

    def begin(self) -> None:
        """Asks which release is to be checked."""
        self.leave()
        self._pages.show_title("")
        self._pages.bring_in.ask_release()
        self._show_step(SpotCheckStep.BRING_IN)
        self.opened.emit()

    def _begin_verifying(self) -> None:
        """Asks which signed report is to be verified."""
        self._pages.report_check.ask()
        self._pages.show_page(self._pages.report_check)

    def open(self, id: int, step: SpotCheckStep | None = None) -> None:
        """Opens a spot-check where it was left, or at a step."""
        facts = self._attempt(lambda: self._checks.facts(id))
        if facts is None:
            return
        self.leave()
        self._session.id = id
        self._pages.show_title(facts.title)
        self._fill_plan()
        self._tasks.run_latest(
            "spot-check frame",
            partial(self._checks.releases.frame, id),
            self._pages.bring_in.show_frame,
            self._failed,
        )
        self._reading.open()
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
            checks = self._attempt(lambda: self._checks)
            if checks is not None:
                self._wait_for(self.tr("Forgetting…"), partial(checks.forget, id), self.changed.emit)

    def close(self) -> None:
        """Back to the start page; everything is stored."""
        self.leave()
        self.closed.emit()

    def leave(self) -> None:
        """Ends what runs for the open spot-check; everything is stored."""
        self._stop_bringing_in()
        self._results.leave()
        self._reading.leave()
        self._session.id = 0
        for task in ("frame", "preview", "planted"):
            self._tasks.cancel_latest(f"spot-check {task}")

    def _show_step(self, step: SpotCheckStep) -> None:
        self._session.step = step
        reachable = {SpotCheckStep.BRING_IN}
        if self._id:
            reachable.add(SpotCheckStep.PLAN)
            if self._checks.facts(self._id).looks:
                reachable |= {SpotCheckStep.READ, SpotCheckStep.VERDICT}
        self._pages.show_step(step, reachable)

    def _go(self, step: SpotCheckStep) -> None:
        self._reading.record_time_spent()
        self._show_step(step)
        if step is SpotCheckStep.READ:
            self._reading.begin()
        elif step is SpotCheckStep.VERDICT:
            self._results.judge()

    def _bring_in(self, request: BringInRequest) -> None:
        page = self._pages.bring_in
        checks = self._attempt(lambda: self._checks)
        if self._bringing_in is not None or checks is None:
            return
        page.show_problem("")
        page.show_busy(True)
        progress = self._throttled(lambda files: page.show_busy(True, files))

        def work(cancelled: Callable[[], bool]) -> Iterator[int]:
            yield checks.releases.bring_in(request, progress, cancelled)

        def ended(error: Exception | None) -> None:
            self._bringing_in = None
            page.show_busy(False)
            if error is not None:
                known = isinstance(error, ChartveilError)
                page.show_problem(error_text(error) if known else "")
                if not known:
                    self._failed(error)

        self._bringing_in = self._tasks.run_stream(work, self._brought_in, ended)

    def _brought_in(self, id: int) -> None:
        self.changed.emit()
        self.open(id, SpotCheckStep.BRING_IN)

    def _stop_bringing_in(self) -> None:
        if self._bringing_in is not None:
            self._bringing_in.stop()

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
                partial(self._checks.draws.preview, self._id, plan, choices),
                partial(self._show_preview, plan, choices),
                self._failed,
            )

    def _show_preview(self, plan: SamplingPlan, choices: CheckChoices, preview: PlanPreview) -> None:
        page = self._pages.plan
        page.show_preview(preview)
        if choices.planted and self._id:
            finds = page.finds.value
            self._tasks.run_latest(
                "spot-check planted",
                partial(
                    self._checks.draws.planted_costs,
                    self._id,
                    preview.size,
                    plan.alpha,
                    choices.readers,
                    finds,
                ),
                page.show_worth,
                self._failed,
            )

    def _freeze(self, plan: SamplingPlan, choices: CheckChoices) -> None:
        by = self._session.reviewer
        if self._attempt(lambda: self._checks.draws.commit(self._id, plan, choices, by)) is not None:
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
                self._go(SpotCheckStep.READ)

        def failed(error: Exception) -> None:
            page.draw.setEnabled(True)
            self._failed(error)

        self._tasks.run(partial(self._checks.draws.draw, id), drawn, failed)
