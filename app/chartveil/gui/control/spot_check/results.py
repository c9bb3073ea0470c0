"""The controller of a spot-check's results, its report, and the follow-up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import Signal

from chartveil.gui.control.controller import WindowParts
from chartveil.gui.control.spot_check.session import SpotCheckPart, SpotCheckSession
from chartveil.gui.spot_check.page import SpotCheckPage
from chartveil.gui.spot_check.rest_page import FoundInRest
from chartveil.gui.spot_check.wording import (
    comparison_text,
    report_check_text,
    search_text,
    verdict_text,
)
from chartveil.gui.tasks import Stream
from chartveil.gui.widgets.basic import label_text
from chartveil.gui.widgets.notices import error_text
from chartveil.service.spot_check_report.follow_up import (
    RestSearch,
    compare_repaired,
    report_leak,
    search_rest,
)
from chartveil.service.spot_check_report.writing import WrittenReport, plots, write_report
from chartveil.service.spot_checks.releases import BringInRequest
from chartveil.spot_check.check_views import VerdictSheet
from chartveil.spot_check.release_search import SearchKind, SearchQuery
from chartveil.spot_check.report.files import ReportCheck, check_report
from chartveil.spot_check.sampling import SamplingPlan
from chartveil.store.spot_checks.records import LeakMark

T = TypeVar("T")


class SpotCheckResults(SpotCheckPart):
    """Drives the verdict and the search of the rest.

    Args:
        session: the spot-check that is open.
        pages: shows its steps.

    Signals:
        changed: the list of spot-checks is another.
        extended: there is more to read.
    """

    changed = Signal()
    extended = Signal()

    def __init__(self, parts: WindowParts, session: SpotCheckSession, pages: SpotCheckPage) -> None:
        super().__init__(parts, session, pages)
        self._sheet: VerdictSheet | None = None
        self._search: Stream | None = None
        self._written = ""
        pages.report_check.check_requested.connect(self._verify_report)
        pages.verdict.report_requested.connect(self._write_report)
        pages.verdict.rest_requested.connect(self._show_rest)
        pages.verdict.extend_requested.connect(self._extend)
        rest = pages.rest
        rest.leak_searched.connect(self._search_leak)
        rest.text_searched.connect(self._search_words)
        rest.repaired_chosen.connect(self._compare_repaired)
        rest.published_leak_told.connect(self._tell_leak)
        rest.stop_requested.connect(self._stop_search)

    def leave(self) -> None:
        """Ends what runs for the open spot-check."""
        self._stop_search()
        self._written = ""
        for task in ("verdict", "plots"):
            self._tasks.cancel_latest(f"spot-check {task}")

    def judge(self) -> None:
        """Counts what was read, and shows it."""
        page = self._pages.verdict
        page.show_message(self.tr("Counting…"))
        work = partial(self._checks.verdicts.verdict, self._id)
        self._tasks.run_latest("spot-check verdict", work, self._judged, self._failed)

    def _judged(self, sheet: VerdictSheet) -> None:
        facts = self._checks.facts(self._id)
        open_places = sum(d.adjudication is None for d in self._checks.verdicts.disagreements(self._id))
        self._sheet = sheet
        text = verdict_text(sheet, SamplingPlan.from_text(facts.plan), facts.choices, open_places)
        self._pages.verdict.show_verdict(text)
        page = self._pages.verdict
        page.show_message(self._written, "success")
        release = BringInRequest.from_json(facts.request).release
        page.suggest_folder(release.parent / f"spot-check-{self._id}")
        self._tasks.run_latest(
            "spot-check plots",
            partial(plots, self._checks, self._id),
            page.show_plots,
            self._failed,
        )

    def _write_report(self, folder: Path) -> None:
        page, by = self._pages.verdict, self._session.reviewer
        if not by:
            said = self.tr("Nobody is named who could sign. Enter your name under Settings, Review.")
            page.show_message(said, "warning")
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
                "Passphrase of the annex, shown until this spot-check is closed, kept nowhere: {passphrase}"
            )
            self._written = said.format(
                folder=report.folder, fingerprint=report.fingerprint, passphrase=report.passphrase
            )
            page.show_message(self._written, "success")

        self._tasks.run(partial(write_report, self._checks, self._id, folder, by), written, failed)

    def _verify_report(self, report: Path, key: str) -> None:
        page = self._pages.report_check

        def checked(found: ReportCheck) -> None:
            page.show_found(*report_check_text(found, key))

        def failed(error: Exception) -> None:
            page.show_found(error_text(error), "danger")

        page.show_busy()
        self._tasks.run(partial(check_report, report, key), checked, failed)

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

    def _search_leak(self, leak: tuple[int, LeakMark], kind: SearchKind) -> None:
        (number, mark), id, checks = leak, self._id, self._checks

        def work(*told: Any) -> RestSearch:
            text = checks.releases.layers(id, number)[mark.layer].text
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
        page, by = self._pages.rest, self._session.reviewer
        if self._search is not None:
            return
        page.show_found(FoundInRest("", "muted"))
        page.show_busy(True)
        tell = self._throttled(lambda notes: page.show_busy(True, notes))

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
        by = self._session.reviewer
        more = self._sheet.verdict.more if self._sheet is not None else 0
        extend = self._checks.draws.extend
        if self._attempt(lambda: extend(self._id, more, by)) is not None:
            self.extended.emit()
