"""The figures of a report, computed from its data: whoever has the data computes the same ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from chartveil.domain.labels import LABEL_TABLE, LabelRisk
from chartveil.evaluation.stats import Interval, proportion_interval
from chartveil.spot_check.bounds import ReadersTest, patient_share
from chartveil.spot_check.report.data import LeakPlace, ReportData
from chartveil.spot_check.sampling import Design, DrawnSample, Unit, patients
from chartveil.spot_check.verdict import (
    Answer,
    TwoReaders,
    Verdict,
    anytime_bound,
    compare_readers,
    judge,
    planned_bound,
    stated_bound,
)

_Group = tuple[str, tuple["BoundRow", ...]]
_POINTS, _SLOW_POINTS = 48, 8
"""Points of the line that shows the bound as reading goes on; fewer where each takes a second."""
RISK_WORDS = {
    LabelRisk.HIGH: "direct: points to one person alone",
    LabelRisk.MODERATE: "with one more fact",
    LabelRisk.LOW: "with several more facts",
}


@dataclass(frozen=True, slots=True)
class BoundRow:
    """The bound of one kind of leak.

    Attributes:
        name: of the kind.
        found: units read that hold one.
        plain: bound if readers missed nothing; None where too little was read.
        bound: bound that reckons with what readers miss; None where they were not tested.
    """

    name: str
    found: int
    plain: float | None
    bound: float | None


@dataclass(frozen=True, slots=True)
class StratumRow:
    """The result of reading one stratum, with the exact interval of its share; None where nothing was
    read."""

    name: str
    notes: int
    read: int
    leaking: int
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class PatientBound:
    """The bound for patients.

    Attributes:
        patients: of the release.
        leaking: at most so many have a leaking note, as sure as the bound; None where it does not follow.
        of_notes, share: the estimate for a patient with so many notes, leaks taken as independent.
    """

    patients: int
    leaking: int | None
    of_notes: int
    share: float | None


@dataclass(frozen=True, slots=True)
class ReportResults:
    """The figures of a report.

    Attributes:
        verdict: with the bound that counts.
        plain: the bound if readers missed nothing; the verdict's own where they were not tested.
        rows: bounds by kind of identifier, by risk, and by kind of leak, each under its title.
        strata: what was read of each.
        patients: what follows for them; None where the release names none.
        curve: units read and the bound had reading stopped there as planned.
        anytime: likewise, the bound that holds however often one looks; empty where there is none.
        found_at: units read when each leaking one was found.
        agreement: of the first two readers who share notes; None without.
    """

    verdict: Verdict
    plain: float | None
    rows: tuple[tuple[str, tuple[BoundRow, ...]], ...]
    strata: tuple[StratumRow, ...]
    patients: PatientBound | None
    curve: tuple[tuple[int, float], ...]
    anytime: tuple[tuple[int, float], ...]
    found_at: tuple[int, ...]
    agreement: TwoReaders | None


def results_of(data: ReportData) -> ReportResults:
    """Computes the figures. It may take some seconds where there are strata."""
    sample = data.sample()
    said = dict(data.answers)
    answers = {e.number: Answer(said.get(e.number)) for unit in sample.units() for e in unit}
    readers = ReadersTest(data.planted, data.found) if data.planted else None
    verdict = judge(sample, answers, readers)
    units = sample.units()[: verdict.read]
    leaks = [any(said[e.number] for e in unit if e.number in said) for unit in units]
    plain = verdict.bound if readers is None else stated_bound(sample, leaks, None)[0]
    random_notes = {e.number for unit in units for e in unit}
    found = [leak for leak in data.leaks if leak.note in random_notes]

    def group(title: str, facts: Sequence[tuple[str, str]], name_of: Callable[[LeakPlace], str]) -> _Group:
        return title, tuple(
            row(words, {x.note for x in found if name_of(x) == name}) for name, words in facts
        )

    def row(words: str, notes: set[int]) -> BoundRow:
        leaking = [any(e.number in notes for e in unit) for unit in units]
        tested = stated_bound(sample, leaking, readers)[0] if readers else None
        return BoundRow(words, sum(leaking), stated_bound(sample, leaking, None)[0], tested)

    labels = sorted({leak.label for leak in found})
    kinds = sorted({leak.kind for leak in found})
    rows = (
        group(
            "Kind of identifier",
            [*((x, x or "not told") for x in labels), ("-", "each other kind")],
            lambda leak: leak.label,
        ),
        group("How far it leads to a person", list(RISK_WORDS.items()), lambda leak: _risk(leak.label)),
        group("How it leaked", [(x, x or "not told") for x in kinds], lambda leak: leak.kind),
    )
    curve, anytime = _curves(sample, leaks, readers)
    return ReportResults(
        verdict,
        plain,
        rows,
        tuple(
            StratumRow(
                s.name,
                s.notes,
                s.read,
                s.leaking,
                proportion_interval(s.leaking, s.read) if s.read else None,
            )
            for s in verdict.strata
        ),
        _patients(data, verdict),
        curve,
        anytime,
        tuple(i for i, leaking in enumerate(leaks, 1) if leaking),
        _agreement(data),
    )


def _risk(label: str) -> LabelRisk:
    """How far a label leads to a person; one that nobody named counts as the worst."""
    info = LABEL_TABLE.labels.get(label)
    return info.risk if info else LabelRisk.HIGH


def _curves(
    sample: DrawnSample, leaks: Sequence[bool], readers: ReadersTest | None
) -> tuple[tuple[tuple[int, float], ...], tuple[tuple[int, float], ...]]:
    """The bound after so many units, as if reading had been planned to end there, and the one that holds
    at every look."""
    slow = sample.plan.design is Design.STRATIFIED and readers is not None
    points = _SLOW_POINTS if slow else _POINTS
    counts = sorted({math.ceil(len(leaks) * i / points) for i in range(1, points + 1)}) if leaks else []
    planned = [(n, planned_bound(sample, leaks[:n], readers)) for n in counts]
    may_stop = sample.plan.design is Design.SIMPLE and readers is None
    anytime = tuple((n, anytime_bound(sample, leaks[:n])) for n in counts if may_stop)
    return tuple((n, bound) for n, bound in planned if bound is not None), anytime


def _patients(data: ReportData, verdict: Verdict) -> PatientBound | None:
    if not any(n.patient for n in data.notes):
        return None
    notes = sorted(map(len, patients(data.entries()).values()))
    middle = notes[len(notes) // 2]
    if verdict.bound is None:
        return PatientBound(len(notes), None, middle, None)
    if data.plan.unit is Unit.PATIENT:
        return PatientBound(len(notes), round(verdict.bound * len(notes)), middle, None)
    # One note of each patient says nothing of how many notes leak, so nothing of how many patients have one.
    most = None
    if data.plan.design is not Design.ONE_A_PATIENT:
        most = min(len(notes), math.ceil(verdict.bound * verdict.units - 1e-9))
    return PatientBound(len(notes), most, middle, patient_share(verdict.bound, middle))


def _agreement(data: ReportData) -> TwoReaders | None:
    """Of the two readers who share most notes."""
    best: TwoReaders | None = None
    for a, b in combinations(data.readers, 2):
        first, second = dict(a.answers), dict(b.answers)
        both = first.keys() & second.keys()
        if both and (best is None or len(both) > best.agreement.words):
            best = compare_readers(
                {n: Answer(first[n]) for n in sorted(both)}, {n: Answer(second[n]) for n in sorted(both)}
            )
    return best
