"""Combines the answers of all readers, and gives the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chartveil.domain.errors import InputError
from chartveil.evaluation.stats import lower_bound, upper_bound
from chartveil.service.spot_checks.draws import SampleDraws
from chartveil.spot_check.adjudication import final_answer, marks_in_release, needs_adjudication, readers_test
from chartveil.spot_check.bounds import (
    SequentialBound,
)
from chartveil.spot_check.check_views import (
    ArmResult,
    Disagreement,
    FoundLeak,
    VerdictSheet,
)
from chartveil.spot_check.sampling import (
    DrawnSample,
    SamplingPlan,
)
from chartveil.spot_check.verdict import Answer, TwoReaders, compare_readers, judge
from chartveil.store.spot_checks.records import (
    Adjudication,
    Arm,
    DrawnNote,
    NoteAnswer,
    NoteReading,
)
from chartveil.store.spot_checks.store import SpotCheckStore
from chartveil.system.clock import utc_timestamp


class SpotCheckVerdicts:
    """Settled answers and verdicts of one user's spot-checks.

    Args:
        store: of the spot-checks.
        draws: what was drawn.
    """

    def __init__(self, store: SpotCheckStore, draws: SampleDraws) -> None:
        self._store = store
        self._draws = draws

    def _readings(self, id: int, arm: Arm) -> dict[str, dict[int, NoteReading]]:
        return {reader: self._store.readings(id, reader, arm) for reader in self._store.readers(id)}

    def disagreements(self, id: int) -> tuple[Disagreement, ...]:
        """Notes that need a last word, or have one, in the order of reading."""
        readers = self._store.facts(id).choices.readers
        found = []
        for arm in Arm:
            needed = _needed(arm, readers)
            by_reader = self._readings(id, arm)
            adjudications = self._store.adjudications(id, arm)
            for d in self._store.drawn(id, arm):
                of_note = [(name, r[d.position]) for name, r in by_reader.items() if d.position in r]
                if d.planted is None and (
                    d.position in adjudications or needs_adjudication((r for _, r in of_note), needed)
                ):
                    (note,) = self._store.notes(id, [d.note])
                    found.append(
                        Disagreement(
                            arm, d.position, d.note, note.place, tuple(of_note), adjudications.get(d.position)
                        )
                    )
        return tuple(found)

    def adjudicate(self, id: int, arm: Arm, position: int, leak: bool | None, by: str, reason: str) -> None:
        """Gives the last word on a note; None takes it back.

        Raises:
            InputError: without a name or a reason.
        """
        if leak is None:
            self._store.set_adjudication(id, arm, position, None)
            return
        if not by.strip() or not reason.strip():
            raise InputError("a last word has a name and a reason.", remedy="Say who settles it, and why.")
        now = utc_timestamp()
        self._store.set_adjudication(id, arm, position, Adjudication(leak, by.strip(), reason.strip(), now))

    def final_answers(self, id: int, arm: Arm) -> dict[int, bool | None]:
        """Whether each note of an arm leaks, by position; None where readers differ or are missing. Notes
        with planted leaks are left out."""
        needed = _needed(arm, self._store.facts(id).choices.readers)
        by_reader = self._readings(id, arm)
        last = self._store.adjudications(id, arm)
        return {
            d.position: final_answer(
                (r[d.position] for r in by_reader.values() if d.position in r), last.get(d.position), needed
            )
            for d in self._store.drawn(id, arm)
            if d.planted is None
        }

    def verdict(self, id: int) -> VerdictSheet:
        """All that the spot-check shows so far.

        Raises:
            InputError: before the draw.
        """
        sample = self._draws.sample(id)
        facts = self._store.facts(id)
        drawn = self._store.drawn(id, Arm.RANDOM)
        leaks = self.final_answers(id, Arm.RANDOM)
        by_reader = self._readings(id, Arm.RANDOM)
        answers = {
            d.note: Answer(leaks[d.position], _kind(by_reader, d.position))
            for d in drawn
            if d.planted is None
        }
        test, each = readers_test(drawn, by_reader, facts.choices.readers)
        verdict = judge(sample, answers, test)
        return VerdictSheet(
            verdict,
            judge(sample, answers).bound if test else verdict.bound,
            test,
            each,
            self._two_readers(drawn, by_reader),
            self._arm_result(id, Arm.TARGETED),
            self._arm_result(id, Arm.OVER_REMOVAL),
            self._leaks(id),
            tuple((reader, self._hours(id, reader)) for reader in self._store.readers(id)),
            _curve(sample, answers, verdict.units),
        )

    def _two_readers(
        self, drawn: Sequence[DrawnNote], by_reader: Mapping[str, Mapping[int, NoteReading]]
    ) -> TwoReaders | None:
        if len(by_reader) < 2:
            return None
        first, second = (
            {
                d.note: Answer(None if r.answer is None else r.answer is not NoteAnswer.CLEAN)
                for d in drawn
                if d.planted is None
                for r in [readings.get(d.position, NoteReading())]
            }
            for readings in list(by_reader.values())[:2]
        )
        return compare_readers(first, second)

    def _arm_result(self, id: int, arm: Arm) -> ArmResult:
        said = self.final_answers(id, arm).values()
        read, found = sum(s is not None for s in said), sum(s is True for s in said)
        if arm is Arm.TARGETED or not read:
            return ArmResult(len(said), read, found)
        alpha = SamplingPlan.from_text(self._store.facts(id).plan).alpha / 2
        return ArmResult(
            len(said), read, found, lower_bound(found, read, alpha), upper_bound(found, read, alpha)
        )

    def _leaks(self, id: int) -> tuple[FoundLeak, ...]:
        found = []
        for arm in (Arm.RANDOM, Arm.TARGETED):
            answers = self.final_answers(id, arm)
            by_reader = self._readings(id, arm)
            for d in self._store.drawn(id, arm):
                marks = tuple(
                    m
                    for r in by_reader.values()
                    if d.position in r
                    for m in marks_in_release(d.planted, r[d.position].marks)
                )
                if answers.get(d.position) or (d.planted is not None and marks):
                    (note,) = self._store.notes(id, [d.note])
                    found.append(FoundLeak(arm, d.position, d.note, note.place, marks))
        return tuple(found)

    def _hours(self, id: int, reader: str) -> float:
        return sum(r.seconds for arm in Arm for r in self._store.readings(id, reader, arm).values()) / 3600


def _needed(arm: Arm, readers: int) -> int:
    """How many have to read a note of an arm; one is enough where nothing hangs on it."""
    return readers if arm is Arm.RANDOM else 1


def _kind(by_reader: Mapping[str, Mapping[int, NoteReading]], position: int) -> str:
    marks = [m for r in by_reader.values() if position in r for m in r[position].marks]
    return str(marks[0].kind) if marks else ""


def _curve(sample: DrawnSample, answers: Mapping[int, Answer], units: int) -> tuple[tuple[int, float], ...]:
    """Bounds that hold whenever one looks, as reading went on; at most 200 points."""
    test = SequentialBound(units, sample.plan.alpha, sample.plan.bound)
    points, leaking = [], 0
    drawn = sample.units()
    step = max(1, len(drawn) // 200)
    for read, unit in enumerate(drawn, 1):
        said = [answers[e.number].leak for e in unit]
        if True not in said and None in said:
            break
        leaking += True in said
        if read % step == 0 or read == len(drawn):
            points.append((read, test.upper_bound(read, leaking) / units))
    return tuple(points)
