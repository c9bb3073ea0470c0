"""``python -m benchmarks.spot_check``: how often the bound of a spot-check holds, and how wide it is."""

from __future__ import annotations

import argparse
import csv
import itertools
import math
import time
from dataclasses import astuple, dataclass, fields
from functools import cache
from pathlib import Path

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
from chartveil.spot_check.sampling import Design, FrameEntry, sizes_by_stratum, stratum_totals

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
RESULTS = Path(__file__).with_name("results.csv")


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
    return tuple(sizes_by_stratum(stratum_totals(entries), READ, 20).values())


@cache
def bound(strata: tuple[tuple[int, int, int], ...], readers: tuple[int, int] | None) -> float:
    """The product's bound; the same results come again and again."""
    return leaking_share_bound(
        [StratumResult(*s) for s in strata], ALPHA, ReadersTest(*readers) if readers else None
    )


def one_release(
    rng: np.random.Generator, rate: float, clusters: str, design: Design, sensitivity: float, planted: int
) -> tuple[float, float]:
    """What is true of a made release, and the bound that a spot-check of it states."""
    leaks, patient = made_release(rng, rate, clusters)
    seen = leaks & (rng.random(NOTES) < sensitivity)
    readers = None if sensitivity == 1 else (planted, int(rng.binomial(planted, sensitivity)))
    if design is Design.STRATIFIED:
        strata, first = [], 0
        for size, read in zip(STRATA, planned_sizes(), strict=True):
            drawn = first + rng.choice(size, read, replace=False)
            strata.append((size, read, int(seen[drawn].sum())))
            first += size
        return float(leaks.mean()), bound(tuple(strata), readers)
    if design is Design.ONE_A_PATIENT:
        # One note of each patient by chance: the first of each in a drawn order of all notes.
        order = rng.permutation(NOTES)
        there, first_of = np.unique(patient[order], return_index=True)
        counts = np.bincount(patient, minlength=PATIENTS)[there]
        truth = float((np.bincount(patient, leaks, PATIENTS)[there] / counts).mean())
        read = min(READ, len(there))
        found = int(seen[order[rng.permutation(first_of)[:read]]].sum())
        # Which note of a patient is read is chance too, so patients count as put back.
        return truth, bound(((len(there) * 1000, read, found),), readers)
    drawn = rng.choice(NOTES, READ, replace=False)
    return float(leaks.mean()), bound(((NOTES, READ, int(seen[drawn].sum())),), readers)


@dataclass(frozen=True, slots=True)
class Cell:
    """What many made releases of one kind gave.

    Attributes:
        rate, clusters, design, sensitivity: of the releases and their readers.
        releases: how many there were.
        held: share of them in which the stated bound held.
        mean: mean of the stated bounds.
        to_best: mean bound to the best possible, a simple sample whose readers' sensitivity is known; 0 where
            leaks are clustered.
    """

    rate: float
    clusters: str
    design: Design
    sensitivity: float
    releases: int
    held: float
    mean: float
    to_best: float


CELLS = tuple(itertools.product(RATES, CLUSTERS, Design, SENSITIVITIES))


def one_cell(number: int, releases: int, seed: int, planted: int = PLANTED) -> Cell:
    """Makes, samples and judges the releases of a cell; the same for the same seed."""
    rate, clusters, design, sensitivity = CELLS[number]
    rng = np.random.default_rng((seed, number))
    results = [one_release(rng, rate, clusters, design, sensitivity, planted) for _ in range(releases)]
    held = sum(truth <= stated + 1e-12 for truth, stated in results) / releases
    mean = sum(stated for _, stated in results) / releases
    ratio = 0.0
    if clusters == "none":
        leaking = round(rate * NOTES)
        known = rng.binomial(rng.hypergeometric(leaking, NOTES - leaking, READ, size=releases), sensitivity)
        ratio = mean * sensitivity / float(np.mean([_best(int(x)) for x in known]))
    return Cell(rate, clusters, design, sensitivity, releases, held, mean, ratio)


@cache
def _best(found: int) -> float:
    return finite_upper_bound(NOTES, READ, found, ALPHA) / NOTES


def read_cells(path: Path) -> list[Cell]:
    """The cells that a run wrote; none where there is no file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Cell(
                float(r["rate"]),
                r["clusters"],
                Design(r["design"]),
                float(r["sensitivity"]),
                int(r["releases"]),
                float(r["held"]),
                float(r["mean"]),
                float(r["to_best"]),
            )
            for r in csv.DictReader(file)
        ]


def main() -> None:
    """Works through the cells that the file lacks, and prints a row for each in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--releases", type=int, default=2000, help="made releases in each cell")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--planted", type=int, default=PLANTED, help="known leaks in reading copies")
    parser.add_argument("--clusters", choices=CLUSTERS, help="of leaks; all where none is named")
    parser.add_argument("--minutes", type=float, default=60, help="begin no cell after this time")
    parser.add_argument("--into", type=Path, default=RESULTS, help="cells done, and taken up again")
    args = parser.parse_args()
    started = time.monotonic()
    cells = read_cells(args.into)
    done = {(c.rate, c.clusters, c.design, c.sensitivity) for c in cells}
    wanted = [i for i, cell in enumerate(CELLS) if args.clusters in (None, cell[1])]
    for number in (i for i in wanted if CELLS[i] not in done):
        if time.monotonic() - started > 60 * args.minutes:
            break
        cells.append(one_cell(number, args.releases, args.seed, args.planted))
        with args.into.open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow([f.name for f in fields(Cell)])
            table.writerows(astuple(c) for c in cells)
    print(f"{NOTES} notes, {READ} read, {args.planted} planted if readers miss some")
    print("rate    clusters   design          reader   held    mean bound   to the best")
    for c in cells:
        print(
            f"{c.rate:<7} {c.clusters:<10} {c.design:<15} {c.sensitivity:<8} {c.held:.4f}  {c.mean:.5f}      "
            + (f"{c.to_best:.2f}" if c.to_best else "")
        )
    least = 1 - ALPHA - 3 * math.sqrt(ALPHA * (1 - ALPHA) / args.releases)
    print(
        f"{len(cells)} of {len(wanted)} cells; least {min(c.held for c in cells):.4f}; "
        f"{sum(c.held < least for c in cells)} cells below {least:.4f}"
    )
    if len(cells) == len(wanted):
        print(sequential(args.releases, args.seed))
    print(f"{time.process_time():.0f} s of processor")


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
