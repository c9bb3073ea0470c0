"""Plans and draws what is read of a release, and finds suspicious notes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from math import ceil

from chartveil.detection.model_choice import DEFAULT_MODELS, ModelChoice, ModelProfile
from chartveil.domain.errors import InputError
from chartveil.service.spot_checks.audit import SpotCheckAudit
from chartveil.service.spot_checks.releases import BringInRequest, FramedReleases
from chartveil.spot_check.bounds import bound_by_planted, finite_sample_size
from chartveil.spot_check.check_views import PlanPreview, PlantedCost
from chartveil.spot_check.planted import plant_leak
from chartveil.spot_check.sampling import (
    CommittedSeed,
    Design,
    DrawnSample,
    SamplingPlan,
    Unit,
    first_look,
    sizes_by_stratum,
)
from chartveil.spot_check.suspicion import ABOVE, NETWORK_NOTES, SuspectSearch, find_suspects
from chartveil.spot_check.verdict import bounds_ahead, can_be_larger
from chartveil.store.spot_checks.records import (
    Arm,
    CheckChoices,
    DrawnNote,
    SpotCheckFacts,
    SpotCheckStage,
    as_json,
)
from chartveil.store.spot_checks.store import FIXED, SpotCheckStore

_NOTHING_ELSE = CheckChoices()
_PLANTED = (20, 40, 80, 120, 160, 200)
"""Numbers of planted leaks whose worth is told."""
USUAL_PACE = 250.0
"""Words a minute, before readers were measured."""


class SampleDraws:
    """Plans and draws of one user's spot-checks.

    Args:
        store: of the spot-checks.
        releases: their frames.
        audit: is told of each draw.
    """

    def __init__(self, store: SpotCheckStore, releases: FramedReleases, audit: SpotCheckAudit) -> None:
        self._store = store
        self._releases = releases
        self._audit = audit
        self._lock = threading.Lock()
        self._drawn: dict[tuple[int, tuple[int, ...]], DrawnSample] = {}

    def preview(self, id: int, plan: SamplingPlan, choices: CheckChoices = _NOTHING_ELSE) -> PlanPreview:
        """What a plan costs and shows. A plan of size 0 is one of as many units as its bound needs."""
        totals = self._releases.totals_by_stratum(id, plan.strata)
        notes, words = (sum(column) for column in zip(*totals.values(), strict=True))
        by_patient = plan.unit is Unit.PATIENT or plan.design is Design.ONE_A_PATIENT
        population = self._releases.patients(id) if by_patient else notes
        size = (
            plan.size
            or finite_sample_size(population, int(plan.bound * population), 0, plan.alpha)
            or population
        )
        size = min(size, population)
        strata: dict[str, int] = {}
        if plan.design is Design.STRATIFIED:
            strata = sizes_by_stratum(totals, size, plan.floor)
            size = sum(strata.values())
        sample = size * notes / population if plan.unit is Unit.PATIENT else size
        room = max(0, notes - ceil(sample))
        total = sample + min(choices.planted, room) + choices.targeted + choices.over_removal
        pace = self.pace(id)
        hours = total * (words / notes) / (pace or USUAL_PACE) / 60 * choices.readers
        return PlanPreview(
            size,
            population,
            hours,
            pace or USUAL_PACE,
            pace is not None,
            bounds_ahead(plan, population, size, [(totals[s][0], n) for s, n in strata.items()]),
            tuple((s, n, strata.get(s, 0)) for s, (n, _) in totals.items()),
            room,
        )

    def planted_costs(
        self, id: int, size: int, alpha: float, readers: int, sensitivity: float
    ) -> tuple[PlantedCost, ...]:
        """What several numbers of planted leaks cost and show. Takes a second.

        Args:
            size: units to read in the random arm.
            alpha: error of the statement.
            readers: who read each note.
            sensitivity: share of leaks that they are expected to find together.
        """
        notes, _, words, *_ = self._store.totals(id)
        hours = words / notes / (self.pace(id) or USUAL_PACE) / 60 * readers
        return tuple(
            PlantedCost(n, n * hours, bound, bound / best)
            for n in _PLANTED
            for bound, best in [bound_by_planted(size, n, sensitivity, alpha)]
        )

    def pace(self, id: int) -> float | None:
        """Words a minute of the readers of a spot-check; None before any was measured."""
        return words_a_minute(*self._store.words_read(id))

    def commit(self, id: int, plan: SamplingPlan, choices: CheckChoices = _NOTHING_ELSE, by: str = "") -> str:
        """Fixes the plan, draws the seed, and writes its hash into the audit record.

        Args:
            plan: what is to be shown; of size 0, what ``preview`` makes of it.
            choices: what is read besides.
            by: name of whoever commits.

        Returns:
            The commitment, to be shown before the draw.

        Raises:
            InputError: if the plan is fixed already.
        """
        facts = self._store.facts(id)
        if facts.stage is not SpotCheckStage.FRAMED:
            raise InputError("the plan is fixed already.", remedy=FIXED)
        plan = replace(plan, size=plan.size or self.preview(id, plan, choices).size)
        seed = CommittedSeed.drawn(facts.frame, committed_text(plan, choices))
        self._audit.record(
            id,
            "spot-check-committed",
            by,
            {"frame": facts.frame, "commitment": seed.commitment, "plan": seed.plan},
        )
        self._store.commit(id, plan.as_text(), choices, seed.commitment, seed.seed)
        return seed.commitment

    def sample(self, id: int) -> DrawnSample:
        """What was drawn.

        Raises:
            InputError: before the draw.
        """
        facts = self._store.facts(id)
        if not facts.looks:
            raise InputError("nothing is drawn yet.", remedy="Fix the plan and draw first.")
        with self._lock:
            if (id, facts.looks) not in self._drawn:
                self._drawn = {(id, facts.looks): self._sample(facts, facts.looks)}
            return self._drawn[id, facts.looks]

    def _sample(self, facts: SpotCheckFacts, looks: tuple[int, ...]) -> DrawnSample:
        plan = SamplingPlan.from_text(facts.plan)
        seed = CommittedSeed(facts.seed, facts.frame, committed_text(plan, facts.choices))
        return DrawnSample(self._releases.entries(facts.id, plan.strata), plan, seed, looks)

    def draw(self, id: int) -> str:
        """Draws what is to be read in the random arms; gives the seed, in hex.

        Raises:
            InputError: before the plan is fixed.
        """
        facts = self._store.facts(id)
        if facts.stage is SpotCheckStage.FRAMED:
            raise InputError("the plan is not fixed yet.", remedy="Fix the plan first.")
        if not facts.looks:
            plan = SamplingPlan.from_text(facts.plan)
            units = first_look(self._releases.entries(id, plan.strata), plan)
            sample = self._sample(facts, (units,))
            notes = [e.number for unit in sample.units() for e in unit]
            lost = sorted(
                (e.number for e in sample.entries), key=lambda n: sample.seed.rank("over-removal", str(n))
            )[: facts.choices.over_removal]
            drawn = self._with_planted(id, sample, notes, facts.choices.planted)
            self._store.add_drawn(id, {Arm.RANDOM: drawn, Arm.OVER_REMOVAL: _in_order(lost)}, units)
        return facts.seed.hex()

    def _with_planted(
        self, id: int, sample: DrawnSample, notes: Sequence[int], planted: int
    ) -> list[DrawnNote]:
        """The notes of the sample in their order, with copies of others that hold a known leak between them.

        These others are the last of the drawn order, which a larger sample reaches last. There are fewer
        where the release has no more notes.
        """
        last = (e for unit in reversed(sample.order[sample.looks[-1] :]) for e in unit if e.words)
        copies: list[DrawnNote] = []
        for entry in last:
            if len(copies) == planted:
                break
            (note,) = self._store.notes(id, [entry.number])
            with suppress(InputError):  # a file that is gone says so when it is to be read
                layers = self._releases.layers_of(id, note)
                beside = self._releases.compare_with_original(id, note, layers)
                if beside is None or any(r.is_identifier for r in beside.replaced):
                    replaced = beside.replaced if beside else ()
                    leak = plant_leak(layers, sample.seed.seed, len(copies), replaced)
                    copies.append(DrawnNote(0, entry.number, leak))
        total = len(notes) + len(copies)
        places = sorted(range(total), key=lambda i: sample.seed.rank("planted", str(i)))[: len(copies)]
        at = dict(zip(places, copies, strict=True))
        rest = iter(notes)
        return [replace(at[i], position=i) if i in at else DrawnNote(i, next(rest)) for i in range(total)]

    def extend(self, id: int, by: int, who: str = "") -> int:
        """Draws the next units of the same order.

        Args:
            by: how many more.
            who: name of whoever does it.

        Returns:
            How many units are drawn now.

        Raises:
            InputError: if a larger sample would have no bound.
        """
        sample = self.sample(id)
        if not can_be_larger(sample.plan, tested=self._store.facts(id).choices.planted > 0):
            raise InputError(
                "a sample that was drawn by strata or one note a patient, or holds planted leaks, has no "
                "bound once it is made larger.",
                remedy="Bring the release in anew and plan a larger sample.",
            )
        units = min(len(sample.order), sample.looks[-1] + by)
        if units > sample.looks[-1]:
            self._audit.record(
                id,
                "spot-check-extended",
                who,
                {"commitment": self._store.facts(id).commitment, "units": units},
            )
            more = [e.number for unit in sample.order[sample.looks[-1] : units] for e in unit]
            start = len(self._store.drawn(id, Arm.RANDOM))
            self._store.add_drawn(id, {Arm.RANDOM: _in_order(more, start)}, units)
        return units

    def look_for_suspects(
        self,
        id: int,
        count: int = 0,
        models: ModelChoice = DEFAULT_MODELS,
        progress: Callable[[int], None] = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> int:
        """Searches the release for the most suspicious notes and puts them into the targeted arm.

        All notes are read with rules and lists, then those on top with the networks. Notes of the sample,
        which are read anyway, are left out. Takes minutes.

        Args:
            count: notes to put there; as many as were planned when 0.
            models: that read the notes on top; the slower their profile, the fewer. ``auto`` is ``quick``.
            progress: told how many files were read so far, in both passes.
            cancelled: asked between files.

        Returns:
            How many notes the targeted arm has now.

        Raises:
            Cancelled: if it was; nothing is kept.
            InputError: before the draw.
        """
        facts = self._store.facts(id)
        if not facts.looks:
            raise InputError("nothing is drawn yet.", remedy="Fix the plan and draw first.")
        request = BringInRequest.from_json(facts.request)
        search = SuspectSearch(
            self._releases.reading_options(request),
            request.site_lists,
            request.dossiers,
            self._releases.original_files(id),
        )

        def numbers(file: int) -> dict[str, int]:
            return {n.part: n.number for n in self._store.notes_of_file(id, file)}

        files = [f for f in self._store.files(id) if not f.reason]
        self._store.set_suspicion(id, find_suspects(search, files, numbers, progress, cancelled))
        # The large network finds hardly more here (docs/decisions/0030-stored-spot-checks.md).
        profile = ModelProfile.QUICK if models.profile is ModelProfile.AUTO else models.profile
        models = replace(models, threads=1, profile=profile)
        first = [n for n, _, _ in self._store.most_suspicious(id, NETWORK_NOTES[models.profile])]
        of_file = {n.file for n in self._store.notes(id, first)}
        again = find_suspects(
            replace(search, models=models),
            [f for f in files if f.number in of_file],
            numbers,
            lambda done: progress(len(files) + done),
            cancelled,
        )
        # Above all that only rules and lists have looked at.
        self._store.set_suspicion(id, ((n, ABOVE + weight, why) for n, weight, why in again))
        known = {
            d.note for arm in (Arm.RANDOM, Arm.TARGETED) for d in self._store.drawn(id, arm) if not d.planted
        }
        start = len(self._store.drawn(id, Arm.TARGETED))
        wanted = count or facts.choices.targeted
        ranked = (n for n, _, _ in self._store.most_suspicious(id, wanted + len(known)) if n not in known)
        self._store.add_drawn(id, {Arm.TARGETED: _in_order(list(islice(ranked, wanted)), start)})
        return len(self._store.drawn(id, Arm.TARGETED))


def words_a_minute(words: int, seconds: float) -> float | None:
    """A reader's pace; None where nothing was measured."""
    return words / seconds * 60 if words and seconds else None


def committed_text(plan: SamplingPlan, choices: CheckChoices) -> str:
    """The text that the seed's hash binds besides the frame: plan and choices, a line of JSON each."""
    return f"{plan.as_text()}\n{as_json(choices)}"


def _in_order(notes: list[int], start: int = 0) -> list[DrawnNote]:
    return [DrawnNote(position, note) for position, note in enumerate(notes, start)]
