"""``python -m benchmarks.spot_check``: how often the bound of a spot-check holds, and how wide it is."""

from __future__ import annotations

import argparse
import itertools
import math
import time
from functools import cache

import numpy as np
from numpy.typing import NDArray

from chartveil.spot_check.bounds import (
    ReadersTest,
    SequentialBound,
    StratumResult,
    finite_upper_bound,
    leaking_share_bound,
    sample_size,
)
from chartveil.spot_check.sampling import Design, FrameEntry, sizes_by_stratum

ALPHA = 0.05
RATES = (0.001, 0.005, 0.01, 0.02, 0.05)
CLUSTERS = ("none", "patients", "templates")
SENSITIVITIES = (0.3, 0.6, 0.9, 1.0)
PLANTED = 40
STRATA = (2500, 1500, 700, 300)
LENGTHS = (120, 400, 900, 60)
NOTES = sum(STRATA)
PATIENTS = 600
READ = sample_size(0.01, ALPHA)


def made_release(
    rng: np.random.Generator, rate: float, clusters: str
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Which notes leak, and whose each is. Patients have from one note to some forty.

    Leaks of patients: one in three leaks in all notes of a patient together. Of templates: all leaks stand in
    one stratum, in notes written from a few templates.
    """
    patient = rng.choice(PATIENTS, NOTES, p=_patient_weights())
    leaking = max(1, round(rate * NOTES))
    leaks = np.zeros(NOTES, bool)
    if clusters == "none":
        leaks[rng.choice(NOTES, leaking, replace=False)] = True
    elif clusters == "patients":
        for p in rng.permutation(PATIENTS):
            notes = np.flatnonzero(patient == p)[: leaking - int(leaks.sum())]
            leaks[notes[: max(1, len(notes) // 3)] if rng.random() < 2 / 3 else notes] = True
            if leaks.sum() >= leaking:
                break
    else:
        stratum = rng.choice(len(STRATA), p=np.array(STRATA) / NOTES)
        first = sum(STRATA[:stratum])
        size = min(leaking, STRATA[stratum])
        leaks[rng.integers(first, first + STRATA[stratum] - size + 1) + np.arange(size)] = True
    return leaks, patient


@cache
def _patient_weights() -> NDArray[np.float64]:
    weights = 1.0 / np.arange(1, PATIENTS + 1) ** 0.6
    return np.asarray(weights / weights.sum(), dtype=np.float64)


@cache
def planned_sizes() -> tuple[int, ...]:
    """Notes read of each stratum where the design is stratified."""
    entries, number = [], 0
    for s, (size, words) in enumerate(zip(STRATA, LENGTHS, strict=True)):
        for _ in range(size):
            entries.append(FrameEntry(number, "", "", str(s), words))
            number += 1
    return tuple(sizes_by_stratum(entries, READ, 20).values())


@cache
def bound(strata: tuple[tuple[int, int, int], ...], readers: tuple[int, int] | None) -> float:
    """The product's bound; the same results come again and again."""
    return leaking_share_bound(
        [StratumResult(*s) for s in strata], ALPHA, ReadersTest(*readers) if readers else None
    )


def one_release(
    rng: np.random.Generator, rate: float, clusters: str, design: Design, sensitivity: float
) -> tuple[float, float]:
    """What is true of a made release, and the bound that a spot-check of it states."""
    leaks, patient = made_release(rng, rate, clusters)
    seen = leaks & (rng.random(NOTES) < sensitivity)
    readers = None if sensitivity == 1 else (PLANTED, int(rng.binomial(PLANTED, sensitivity)))
    if design is Design.STRATIFIED:
        strata, first = [], 0
        for size, read in zip(STRATA, planned_sizes(), strict=True):
            drawn = first + rng.choice(size, read, replace=False)
            strata.append((size, read, int(seen[drawn].sum())))
            first += size
        return float(leaks.mean()), bound(tuple(strata), readers)
    if design is Design.ONE_A_PATIENT:
        there = np.unique(patient)
        counts = np.bincount(patient, minlength=PATIENTS)[there]
        truth = float((np.bincount(patient, leaks, PATIENTS)[there] / counts).mean())
        read = min(READ, len(there))
        whose = rng.choice(there, read, replace=False)
        found = sum(bool(seen[rng.choice(np.flatnonzero(patient == p))]) for p in whose)
        # Which note of a patient is read is chance too, so patients count as put back.
        return truth, bound(((len(there) * 1000, read, found),), readers)
    drawn = rng.choice(NOTES, READ, replace=False)
    return float(leaks.mean()), bound(((NOTES, READ, int(seen[drawn].sum())),), readers)


def main() -> None:
    """Prints a row for each cell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--releases", type=int, default=2000, help="made releases in each cell")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    started = time.process_time()
    allowance = 3 * math.sqrt(ALPHA * (1 - ALPHA) / args.releases)
    worst, failed = 1.0, 0
    best = {x: finite_upper_bound(NOTES, READ, x, ALPHA) / NOTES for x in range(READ + 1)}
    print(
        f"{NOTES} notes, {READ} read, {PLANTED} planted if readers miss some, {args.releases} releases a cell"
    )
    print("rate    clusters   design          reader   held    mean bound   to the best")
    for i, (rate, clusters, design, sensitivity) in enumerate(
        itertools.product(RATES, CLUSTERS, Design, SENSITIVITIES)
    ):
        rng = np.random.default_rng((args.seed, i))
        results = [one_release(rng, rate, clusters, design, sensitivity) for _ in range(args.releases)]
        held = sum(truth <= stated + 1e-12 for truth, stated in results) / len(results)
        mean = sum(stated for _, stated in results) / len(results)
        worst = min(worst, held)
        failed += held < 1 - ALPHA - allowance
        ratio = ""
        if clusters == "none":
            # The best possible: a simple sample read by one who misses as many, were that number known.
            known = rng.hypergeometric(
                round(rate * NOTES), NOTES - round(rate * NOTES), READ, size=args.releases
            )
            ideal = sum(best[int(rng.binomial(k, sensitivity))] for k in known) / len(known) / sensitivity
            ratio = f"{mean / ideal:.2f}"
        print(f"{rate:<7} {clusters:<10} {design:<15} {sensitivity:<8} {held:.4f}  {mean:.5f}      {ratio}")
    print(
        f"least {worst:.4f}; {failed} cells below {1 - ALPHA - allowance:.4f}\n"
        + sequential(args.releases, args.seed)
    )
    print(f"{time.process_time() - started:.0f} s of processor")


def sequential(releases: int, seed: int) -> str:
    """How often the sequential bound fails at any of fifty looks."""
    rng = np.random.default_rng((seed, 10**6))
    leaking, test = round(0.01 * NOTES), SequentialBound(NOTES, ALPHA, 0.01)
    stated = cache(test.upper_bound)
    broken = 0
    for _ in range(releases):
        order = np.zeros(NOTES, int)
        order[rng.choice(NOTES, leaking, replace=False)] = 1
        found = np.cumsum(order)
        broken += any(stated(n, int(found[n - 1])) < leaking for n in range(20, 1001, 20))
    return f"sequential bound at 50 looks: held in {1 - broken / releases:.4f}"


if __name__ == "__main__":
    main()
