"""Gathers what a report on a worklist tells."""

from __future__ import annotations

from collections import Counter

from chartveil import __version__
from chartveil.domain import Label
from chartveil.errors import InputError
from chartveil.review.agreement import ReaderAgreement
from chartveil.review.model import DecisionState
from chartveil.review.risk import share_of_risk_seen
from chartveil.service.desk import ReviewService
from chartveil.service.facts import run_facts
from chartveil.service.report_data import LabelCount, ReportData, SecondReadingSummary, WrittenFile
from chartveil.service.second import compare_readings
from chartveil.store.workspace import Workspace


def gather_report_data(desk: ReviewService) -> ReportData:
    """What there is to tell of the open worklist, without names of documents or patients."""
    rows = desk.rows()
    facts = run_facts(desk.processing_job())
    tally = desk.store.item_tallies(desk.worklist)
    counts: dict[Label, Counter[DecisionState]] = {}
    decided: Counter[str] = Counter()
    undecided = 0
    for t in tally:
        counts.setdefault(t.label, Counter())[t.state] += t.item_count
        if t.state.decided:
            decided[t.by or "reviewer"] += t.item_count
        elif t.state is DecisionState.PROPOSED:
            undecided += t.item_count
    documents: dict[int, list[str]] = {}
    for row in rows:
        if row.document_id:
            documents.setdefault(row.file, []).append(row.document_id)
    exports = desk.store.exports(desk.worklist)
    return ReportData(
        title="De-identification",
        created=desk.timestamp(),
        app_version=__version__,
        policy=desk.policy.name,
        policy_sha256=desk.policy.sha256,
        mode=desk.settings.mode,
        dictionaries_sha256=facts.dictionaries_sha256,
        key_id=facts.key_id,
        models_sha256=facts.models_sha256,
        reviewers=tuple(sorted({r.signed_by for r in rows if r.signed_by})),
        states=Counter(r.state for r in rows),
        labels=tuple(_label_count(label, counts[label]) for label in Label if label in counts),
        decided=dict(sorted(decided.items())),
        undecided=undecided,
        risk_seen=share_of_risk_seen(r.counts for r in rows),
        second=_second_reading_summary(desk),
        files=tuple(WrittenFile(e.name, e.sha256, tuple(documents.get(e.file, ()))) for e in exports),
        leak_checked_files=len({e.file for e in exports}),
        leak_blocked_files=_count_leak_blocked(desk, {e.file for e in exports}),
    )


def _label_count(label: Label, states: Counter[DecisionState]) -> LabelCount:
    taken = sum(n for state, n in states.items() if state.taken_out)
    return LabelCount(
        label,
        taken,
        states[DecisionState.ADDED],
        states[DecisionState.REJECTED],
        states[DecisionState.RECOVERED],
    )


def _count_leak_blocked(desk: ReviewService, written: set[int]) -> int:
    """Files of the worklist that the leak check kept back and that were not written since."""
    with Workspace(desk.user_paths.workspace_file) as workspace:
        blocked = workspace.files_blocked_by("LeakError")
    files = desk.store.files(desk.worklist)
    return sum(f.file not in written and f.sha256 in blocked for f in files)


def _second_reading_summary(desk: ReviewService) -> SecondReadingSummary | None:
    """What the second readers did; None where nobody read a second time. Reads their documents again."""
    rows = [r for r in desk.rows() if r.second_by and r.signed_by]
    if not rows:
        return None
    total, disagreements, settled, read = ReaderAgreement(), 0, 0, 0
    for row in rows:
        try:
            found = compare_readings(desk, row.row, desk.loading_work(row)().document)
        except InputError:
            continue  # the file is gone since: its words cannot be counted
        read += 1
        total += found
        disagreements += len(found.disagreements)
        if row.resolved:
            settled += len(found.disagreements)
    return SecondReadingSummary(
        readers=tuple(sorted({r.second_by for r in rows})),
        documents=read,
        words=total.words,
        kappa=total.kappa,
        kappa_labelled=total.kappa_labelled,
        disagreements=disagreements,
        resolved=settled,
    )
