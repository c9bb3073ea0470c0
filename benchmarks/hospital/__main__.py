"""``python -m benchmarks.hospital``: whether a patient stays one in all notes of a made hospital."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

from benchmarks.hospital.drawn_anew import CHANCES, measure
from benchmarks.hospital.grading import copied, graded
from benchmarks.hospital.made_hospital import ORIGINS, made_notes, made_patient
from benchmarks.hospital.whole_program import (
    copies_of_folders,
    copies_of_table,
    told_by_copies,
    write_hospital,
)
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import load_surrogate_lists


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--patients", type=int, default=200)
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument(
        "--write", type=Path, metavar="FOLDER", help="also write the notes: a folder a patient, a CSV"
    )
    parser.add_argument(
        "--anew",
        action="store_true",
        help="instead: whether a missed name stands out where mentions are drawn anew",
    )
    parser.add_argument(
        "--program",
        choices=("folders", "table"),
        help="through the whole program: needs --write, and takes minutes with 200 patients",
    )
    args = parser.parse_args()
    if args.program and not args.write:
        parser.error("--program needs --write FOLDER")
    lists = load_surrogate_lists()
    if args.anew:
        print("chance   found in its note   found among all notes   mentions that agree")
        for chance in CHANCES:
            note, everywhere, agree = measure(chance, args.patients, args.seed, lists)
            print(f"{chance:6.2f}   {note:17.3f}   {everywhere:21.3f}   {agree:19.3f}")
        return
    rng = random.Random(args.seed)  # noqa: S311
    engine = SurrogateEngine(bytes(range(32)), load_policy(), ReplacementMode.SURROGATE, lists)
    total: Counter[str] = Counter()
    hospital = {}
    patients = []
    for number in range(args.patients):
        patient = made_patient(rng, lists, number)
        patients.append(patient)
        hospital[patient.id] = made_notes(rng, patient)
    if args.write:
        write_hospital(args.write, hospital)
    copies = {}
    if args.program:
        copies = {"folders": copies_of_folders, "table": copies_of_table}[args.program](args.write, hospital)
    for patient in patients:
        notes = hospital[patient.id]
        if args.program:
            told = [t for t in told_by_copies(notes, copies[patient.id], total) if t]
        else:
            told = copied(engine, patient, notes)
        if told:
            total.update(graded(patient, told, lists))
    for what in sorted(k for k in total if not k.startswith("of ")):
        kind = what.removeprefix("origin ")
        of = total.get(f"of {kind}") if kind in ORIGINS else None
        of = of or (total["of triples"] if what == "triples real" else None)
        of = of or total.get(f"of {what.removesuffix(' left as it was')}")
        of = of or (total["of notes"] if what.startswith("notes without") else None)
        of = of or (total["of surrogates"] if what.startswith("surrogates") else args.patients)
        print(f"{what:50} {total[what]:6} of {of:6}  {total[what] / of:.3f}")


if __name__ == "__main__":
    main()
