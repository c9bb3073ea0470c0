"""Draws: committed, even, and as large as planned."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.spot_check.sampling import (
    CommittedSeed,
    Design,
    FrameEntry,
    SamplingPlan,
    Unit,
    drawn_order,
    patients,
    sizes_by_stratum,
    stratum_totals,
)


def made_frame(count: int = 400) -> list[FrameEntry]:
    rng = random.Random(1)
    kinds = ["progress", "discharge", "letter", ""]
    return [
        FrameEntry(
            i, f"{i:064x}", f"p{rng.randint(0, 60)}" if i % 9 else "", rng.choice(kinds), rng.randint(0, 900)
        )
        for i in range(count)
    ]


def test_the_same_seed_draws_the_same_and_another_does_not() -> None:
    frame = made_frame()
    plan = SamplingPlan(0.05, size=59)
    seed = CommittedSeed.drawn("frame", plan.as_text())
    assert drawn_order(frame, plan, seed) == drawn_order(list(frame), plan, replace(seed))
    assert drawn_order(frame, plan, seed) != drawn_order(
        frame, plan, CommittedSeed.drawn(seed.frame, plan.as_text())
    )


def test_the_commitment_binds_frame_plan_and_seed() -> None:
    plan = SamplingPlan(0.05, size=59)
    seed = CommittedSeed.drawn("frame", plan.as_text())
    others = [
        replace(seed, seed=bytes(32)),
        replace(seed, frame="another"),
        replace(seed, plan=replace(plan, size=60).as_text()),
    ]
    assert len({seed.commitment, *(o.commitment for o in others)}) == 4


def test_every_note_comes_first_about_as_often() -> None:
    frame = made_frame(20)
    plan = SamplingPlan(0.05, size=5)
    drawn: Counter[int] = Counter()
    for i in range(2000):
        seed = CommittedSeed(i.to_bytes(32, "big"), "frame", plan.as_text())
        drawn.update(e.number for (e,) in drawn_order(frame, plan, seed)[:5])
    assert all(abs(drawn[i] - 500) < 5 * 500**0.5 for i in range(20))


@given(st.integers(0, 500), st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_strata_get_their_floor_and_the_whole_its_size(size: int, floor: int) -> None:
    frame = made_frame()
    notes = Counter(e.stratum for e in frame)
    sizes = sizes_by_stratum(stratum_totals(frame), size, floor)
    assert all(min(floor, notes[s]) <= n <= notes[s] for s, n in sizes.items())
    floors = sum(min(floor, n) for n in notes.values())
    assert sum(sizes.values()) == max(floors, min(size, len(frame)))


def test_sizes_follow_notes_and_their_length() -> None:
    frame = [FrameEntry(i, "", "", "short", 10) for i in range(100)]
    frame += [FrameEntry(100 + i, "", "", "long", 1000) for i in range(100)]
    assert sizes_by_stratum(stratum_totals(frame), 80, 0) == {"long": 60, "short": 20}


def test_a_stratified_sample_is_the_beginning_of_its_order() -> None:
    frame = made_frame()
    plan = SamplingPlan(0.05, design=Design.STRATIFIED, size=80, floor=5)
    seed = CommittedSeed.drawn("frame", plan.as_text())
    order = drawn_order(frame, plan, seed)
    assert sorted(e.number for (e,) in order) == list(range(400))
    sizes = sizes_by_stratum(stratum_totals(frame), 80, 5)
    assert Counter(e.stratum for (e,) in order[: sum(sizes.values())]) == Counter(sizes)


def test_one_note_a_patient_and_whole_patients() -> None:
    frame = made_frame()
    by_patient = patients(frame)
    one = SamplingPlan(0.05, design=Design.ONE_A_PATIENT)
    order = drawn_order(frame, one, CommittedSeed.drawn("", one.as_text()))
    assert len(order) == len(by_patient)
    assert len({e.patient or e.number for (e,) in order}) == len(order)
    whole = SamplingPlan(0.05, unit=Unit.PATIENT)
    groups = drawn_order(frame, whole, CommittedSeed.drawn("", whole.as_text()))
    assert sorted(len(g) for g in groups) == sorted(len(g) for g in by_patient.values())
    assert sum(len(g) for g in groups) == len(frame)


def test_plans_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        SamplingPlan(0)
    with pytest.raises(ValueError, match="same chance"):
        SamplingPlan(0.1, unit=Unit.PATIENT, design=Design.STRATIFIED)
    with pytest.raises(ValueError, match="less than nothing"):
        SamplingPlan(0.1, size=-1)
    with pytest.raises(ValueError, match="none is read"):
        SamplingPlan(0.1, floor=0)
