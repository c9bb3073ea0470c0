"""``python -m benchmarks.case_report``: case reports of made patients against their truth.

``--patients FOLDER`` measures patients of others: a folder of notes each, with a JSON file beside it.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks.case_report.made_patients import make_patient, write_patient
from benchmarks.case_report.measuring import CaseFigures, measure_case
from chartveil.case_report.building import CaseTools, build_case
from chartveil.case_report.indirect_facts.finder import find_facts
from chartveil.case_report.indirect_facts.occupations import occupation_ladder
from chartveil.case_report.model import CaseDecisions
from chartveil.case_report.reading import POLICY, CaseReader
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.policy import load_policy
from chartveil.formats.base import ReadOptions


def main() -> None:
    """Makes or reads the patients, measures each, prints the figures."""
    parser = argparse.ArgumentParser(prog="benchmarks.case_report", description=__doc__)
    parser.add_argument("--patients", type=Path, help="patients of others")
    parser.add_argument("--made", type=int, default=40, help="made patients")
    parser.add_argument("--first", type=int, default=0, help="seed of the first")
    parser.add_argument("--examples", type=int, default=0, help="examples of each fault")
    parser.add_argument("--facts", action="store_true", help="indirect facts are written as suggested, too")
    asked = parser.parse_args()
    reader = CaseReader(ReadOptions(), pipeline=build_pipeline(load_policy(POLICY)))
    tools = CaseTools(find_facts, occupation_ladder) if asked.facts else CaseTools()
    total, notes = CaseFigures(), 0
    with tempfile.TemporaryDirectory() as made:
        folder = asked.patients or Path(made)
        if asked.patients is None:
            for seed in range(asked.first, asked.first + asked.made):
                write_patient(make_patient(seed), folder / f"m{seed:03}")
        cases = sorted(folder.glob("*.json"))
        for truth in cases:
            read = reader.read([truth.with_suffix("")])
            case = build_case(read.notes, CaseDecisions(), tools=tools)
            notes += len(case.notes)
            total.add(measure_case(case, truth))
    print(f"{len(cases)} patients, {notes} notes")
    for what in sorted({w.rpartition(": ")[0] for w in total.counts}):
        wrong, all_of = total.counts[f"{what}: wrong"], total.counts[f"{what}: all"]
        print(f"{what:<36} {all_of - wrong:>5} of {all_of:>5}")
        for example in total.examples.get(what, [])[: asked.examples]:
            print(f"      {example}")


if __name__ == "__main__":
    main()
