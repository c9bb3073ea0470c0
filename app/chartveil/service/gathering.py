"""Gathers what a report on a worklist tells."""

from __future__ import annotations

from collections import Counter

from chartveil import __version__
from chartveil.domain import Label
from chartveil.errors import InputError
from chartveil.review.agreement import Agreement
from chartveil.review.model import State
from chartveil.review.risk import share_seen
from chartveil.service.desk import Desk
from chartveil.service.facts import run_facts
from chartveil.service.report_data import LabelCount, ReportData, SecondReading, WrittenFile
from chartveil.service.second import compare
from chartveil.store.workspace import Workspace


def report_data(desk: Desk) -> ReportData:
    """What there is to tell of the open worklist, without names of documents or patients."""
    rows = desk.rows()
    facts = run_facts(desk.job())
    tally = desk.store.tally(desk.worklist)
    counts: dict[Label, Counter[State]] = {}
    decided: Counter[str] = Counter()
    undecided = 0
    for t in tally:
        counts.setdefault(t.label, Counter())[t.state] += t.items
        if t.state.decided:
            decided[t.by or "reviewer"] += t.items
        elif t.state is State.PROPOSED:
            undecided += t.items
    documents: dict[int, list[str]] = {}
    for row in rows:
        if row.document_id:
            documents.setdefault(row.file, []).append(row.document_id)
    exports = desk.store.exports(desk.worklist)
    return ReportData(
        title="De-identification",
        created=desk.now(),
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
        risk_seen=share_seen(r.counts for r in rows),
        second=_second(desk),
        files=tuple(WrittenFile(e.name, e.sha256, tuple(documents.get(e.file, ()))) for e in exports),
        checked=len({e.file for e in exports}),
        stopped=_stopped(desk, {e.file for e in exports}),
    )


def _label_count(label: Label, states: Counter[State]) -> LabelCount:
    taken = sum(n for state, n in states.items() if state.taken)
    return LabelCount(label, taken, states[State.ADDED], states[State.REJECTED], states[State.RECOVERED])


def _stopped(desk: Desk, written: set[int]) -> int:
    """Files of the worklist that the leak check kept back and that were not written since."""
    with Workspace(desk.places.workspace) as workspace:
        blocked = workspace.blocked("LeakError")
    files = desk.store.files(desk.worklist)
    return sum(f.file not in written and f.sha256 in blocked for f in files)


def _second(desk: Desk) -> SecondReading | None:
    """What the second readers did; None where nobody read a second time. Reads their documents again."""
    rows = [r for r in desk.rows() if r.second_by and r.signed_by]
    if not rows:
        return None
    total, disagreements, settled, read = Agreement(), 0, 0, 0
    for row in rows:
        try:
            found = compare(desk, row.row, desk.load(row)().document)
        except InputError:
            continue  # the file is gone since: its words cannot be counted
        read += 1
        total += found
        disagreements += len(found.disagreements)
        if row.resolved:
            settled += len(found.disagreements)
    return SecondReading(
        readers=tuple(sorted({r.second_by for r in rows})),
        documents=read,
        words=total.words,
        kappa=total.kappa,
        kappa_labelled=total.kappa_labelled,
        disagreements=disagreements,
        settled=settled,
    )
