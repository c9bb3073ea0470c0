"""The verdict of a reading: the bound, and what follows by the rule that was fixed with the plan."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from chartveil.evaluation.stats import lower_bound
from chartveil.review.agreement import ReaderAgreement
from chartveil.spot_check.bounds import (
    MOST_FOUND_AHEAD,
    ReadersTest,
    SequentialBound,
    StratumResult,
    bound_with_readers,
    bounds_at,
    finite_sample_size,
    leaking_share_bound,
    missed_by_both,
)
from chartveil.spot_check.sampling import Design, DrawnSample, FrameEntry, SamplingPlan


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reader says of a note.

    Attributes:
        leak: whether it holds an identifier that should have gone; None if it was not read.
        kind, remark: as written in the form.
    """

    leak: bool | None
    kind: str = ""
    remark: str = ""


class Outcome(StrEnum):
    """What is to be done."""

    ACCEPT = "accept"
    """The bound that was to be shown is shown."""
    EXTEND = "extend"
    """It is not, and more reading may show it."""
    DRAW_AFRESH = "draw afresh"
    """It is not, a larger sample may show it, and this one has no bound once it is made larger."""
    REPAIR = "repair"
    """More leaks than the plan allows, or more than further reading could outweigh."""
    READ_ON = "read on"
    """Not enough was read for a statement."""


@dataclass(frozen=True, slots=True)
class StratumFinding:
    """What was read of one stratum."""

    name: str
    notes: int
    read: int
    leaking: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reading shows.

    Attributes:
        units: of the release.
        drawn, read, leaking: units drawn, read in order without a gap, and leaking among those read.
        skipped: units read behind one that was not read: they count for no bound.
        bound: share of leaking units that is not excluded; None if too little was read.
        sequential: whether the bound holds at every moment of reading.
        sensitivity: least sensitivity of the readers that was reckoned with; None where it was not tested.
        outcome: what follows.
        more: units to read on, if none of them leaks, or units of a fresh sample; 0 where that is not the
            question.
        strata: what was read of each stratum, in the order of their names.
        kinds: leaks by kind, as the readers wrote it.
    """

    units: int
    drawn: int
    read: int
    leaking: int
    skipped: int
    bound: float | None
    sequential: bool
    sensitivity: float | None
    outcome: Outcome
    more: int
    strata: tuple[StratumFinding, ...]
    kinds: tuple[tuple[str, int], ...]


def judge(sample: DrawnSample, answers: Mapping[int, Answer], readers: ReadersTest | None = None) -> Verdict:
    """The verdict on what was read.

    A sample read as it was planned gives its exact bound. One that was stopped early or made larger gives the
    wider one that holds whenever one looks; where that is not known (strata, one note a patient, readers who
    were tested) the sample is to be read to its end.

    Args:
        sample: what was drawn.
        answers: the settled answer for every note drawn.
        readers: how the readers did on planted leaks, if they were tested.
    """
    units = sample.units()
    said = leaking_units(units, answers)
    read = said.index(None) if None in said else len(said)
    counted = [leaks is True for leaks in said[:read]]
    leaking = sum(counted)
    bound, sequential = stated_bound(sample, counted, readers)
    outcome, more = _what_follows(sample, read, leaking, bound, readers)
    notes = [e for unit in units[:read] for e in unit]
    leaks = [e for e in notes if answers[e.number].leak]
    kinds = Counter(answers[e.number].kind or "not told" for e in leaks)
    return Verdict(
        sample.population,
        len(units),
        read,
        leaking,
        len(said) - read - said[read:].count(None),
        bound,
        sequential,
        lower_bound(readers.found, readers.planted, sample.plan.alpha / 2) if readers else None,
        outcome,
        more,
        _by_stratum(sample, notes, leaks),
        tuple(sorted(kinds.items(), key=lambda item: (-item[1], item[0]))),
    )


def stated_bound(
    sample: DrawnSample, leaks: Sequence[bool], readers: ReadersTest | None
) -> tuple[float | None, bool]:
    """The bound for one kind of leak or all, and whether it is one that holds at every moment of reading.

    Args:
        sample: what was drawn.
        leaks: whether each unit that was read leaks, in the order of reading.
        readers: how the readers did on planted leaks, if they were tested.

    Returns:
        The bound as a share; None where too little was read for one.
    """
    if len(leaks) == len(sample.units()) and len(sample.looks) == 1:
        return planned_bound(sample, leaks, readers), False
    if leaks and can_be_larger(sample.plan, tested=readers is not None):
        return anytime_bound(sample, leaks), True
    return None, False


def planned_bound(sample: DrawnSample, leaks: Sequence[bool], readers: ReadersTest | None) -> float | None:
    """The bound of a sample that was planned to end here; None before every stratum was read in."""
    if not leaks or (
        sample.plan.design is Design.STRATIFIED
        and {e.stratum for unit in sample.units()[: len(leaks)] for e in unit} != sample.strata.keys()
    ):
        return None
    return leaking_share_bound(_results(sample, leaks), sample.plan.alpha, readers)


def anytime_bound(sample: DrawnSample, leaks: Sequence[bool]) -> float:
    """The bound that holds however often one looks, for readers who miss nothing; simple samples only."""
    test = SequentialBound(sample.population, sample.plan.alpha, sample.plan.bound)
    return test.upper_bound(len(leaks), sum(leaks)) / sample.population


def bounds_ahead(
    plan: SamplingPlan,
    population: int,
    size: int,
    strata: Sequence[tuple[int, int]] = (),
) -> tuple[tuple[int, float], ...]:
    """What a sample would show at 0 to 3 leaking units, for readers who miss nothing.

    Args:
        plan: what is planned.
        population, size: units of the release, and to read.
        strata: population and units to read of each, where the plan draws by strata. Leaking units are taken
            to lie where one counts most, so what is shown will not be more.

    Returns:
        For each number of leaking units, the bound as a share of the population.
    """
    if plan.design is Design.STRATIFIED:
        most = max(range(len(strata)), key=lambda i: strata[i][0] / strata[i][1])
        return tuple(
            (
                found,
                leaking_share_bound(
                    [StratumResult(n, read, found * (i == most)) for i, (n, read) in enumerate(strata)],
                    plan.alpha,
                ),
            )
            for found in range(min(MOST_FOUND_AHEAD, strata[most][1]) + 1)
        )
    larger = _PUT_BACK if plan.design is Design.ONE_A_PATIENT else 1
    return bounds_at(population * larger, size, plan.alpha)


_PUT_BACK = 1000
"""How many times larger a population is taken to be where which note of a patient is read is chance too."""


def _results(sample: DrawnSample, said: Sequence[bool]) -> list[StratumResult]:
    """What the read units, the first of those drawn, say of each stratum or of the whole."""
    if sample.plan.design is Design.STRATIFIED:
        read = [unit[0].stratum for unit in sample.units()[: len(said)]]
        leaking = Counter(s for s, leaks in zip(read, said, strict=True) if leaks)
        read_by = Counter(read)
        return [StratumResult(n, read_by[s], leaking[s]) for s, n in sample.strata.items()]
    larger = _PUT_BACK if sample.plan.design is Design.ONE_A_PATIENT else 1
    return [StratumResult(sample.population * larger, len(said), sum(said))]


def _what_follows(
    sample: DrawnSample,
    read: int,
    leaking: int,
    bound: float | None,
    readers: ReadersTest | None,
) -> tuple[Outcome, int]:
    plan = sample.plan
    if read and lower_bound(leaking, read, plan.alpha) > plan.bound:
        return Outcome.REPAIR, 0
    if bound is not None and bound <= plan.bound:
        return Outcome.ACCEPT, 0
    if read < len(sample.units()):
        return Outcome.READ_ON, len(sample.units()) - read
    if read >= sample.population:
        return Outcome.REPAIR, 0
    if can_be_larger(plan, tested=readers is not None):
        return Outcome.EXTEND, _size_of_larger(sample, read, leaking) - read
    size = _size_of_fresh(sample, leaking, readers)
    return (Outcome.DRAW_AFRESH, size) if size is not None else (Outcome.REPAIR, 0)


def can_be_larger(plan: SamplingPlan, *, tested: bool) -> bool:
    """Whether a sample has a bound once it was made larger.

    Args:
        plan: what it was drawn by.
        tested: whether planted leaks test its readers.
    """
    return plan.design is Design.SIMPLE and not tested


def _size_of_larger(sample: DrawnSample, read: int, leaking: int) -> int:
    """Units to read in all so that no further leak shows the bound that holds at every moment of reading."""
    plan, population = sample.plan, sample.population
    test = SequentialBound(population, plan.alpha, plan.bound)
    sizes = range(read + 1, population)
    wanted = -plan.bound * population
    place = bisect_left(sizes, wanted, key=lambda size: -test.upper_bound(size, leaking))
    return sizes[place] if place < len(sizes) else population


def _size_of_fresh(sample: DrawnSample, leaking: int, readers: ReadersTest | None) -> int | None:
    """Units of a fresh sample that shows the bound if as many leak; None where none would."""
    plan, population = sample.plan, sample.population
    if readers is None:
        return finite_sample_size(population, int(plan.bound * population), leaking, plan.alpha)
    sizes = range(max(leaking, 1), population + 1)
    place = bisect_left(
        sizes, -plan.bound, key=lambda size: -bound_with_readers(leaking, size, readers, plan.alpha)
    )
    return sizes[place] if place < len(sizes) else None


def _by_stratum(
    sample: DrawnSample, read: Sequence[FrameEntry], leaking: Iterable[FrameEntry]
) -> tuple[StratumFinding, ...]:
    read_by, leaking_by = Counter(e.stratum for e in read), Counter(e.stratum for e in leaking)
    return tuple(StratumFinding(s, n, read_by[s], leaking_by[s]) for s, n in sample.strata.items())


def leaking_units(units: Sequence[Iterable[FrameEntry]], answers: Mapping[int, Answer]) -> list[bool | None]:
    """Whether each unit leaks: yes with one leaking note, no if all were read, None if some were not."""
    said = []
    for unit in units:
        leaks = [answers[e.number].leak for e in unit]
        said.append(True if True in leaks else None if None in leaks else False)
    return said


_LEAST_FOR_KAPPA = 5


@dataclass(frozen=True, slots=True)
class TwoReaders:
    """How far two readers of the same notes agree.

    Attributes:
        agreement: by note, a leak being what both may take.
        missed: leaking notes that both missed, as estimated from their overlap.
        unsettled: numbers of the notes on which they disagree.
    """

    agreement: ReaderAgreement
    missed: float
    unsettled: tuple[int, ...]

    @property
    def found(self) -> int:
        """Notes in which either found a leak."""
        a = self.agreement
        return a.taken_by_both + a.first_only + a.second_only

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa; None where fewer than five notes leak, of which one more or less turns it over."""
        return self.agreement.kappa if self.found >= _LEAST_FOR_KAPPA else None

    @property
    def f1(self) -> float | None:
        """Agreement on leaks as F1; None where neither found any."""
        both = self.agreement.taken_by_both
        return 2 * both / (self.found + both) if self.found else None


def compare_readers(first: Mapping[int, Answer], second: Mapping[int, Answer]) -> TwoReaders:
    """Two readers of one sample, over the notes that both read."""
    both_read = [n for n, a in first.items() if a.leak is not None and second[n].leak is not None]
    pairs = Counter((first[n].leak, second[n].leak) for n in both_read)
    both, one, two = pairs[True, True], pairs[True, False], pairs[False, True]
    agreement = ReaderAgreement(
        tuple((("leak" if a else "", "leak" if b else ""), n) for (a, b), n in sorted(pairs.items()))
    )
    unsettled = tuple(n for n in both_read if first[n].leak != second[n].leak)
    return TwoReaders(agreement, missed_by_both(both + one, both + two, both), unsettled)
