"""Measures the models, and the pipeline with parts left out.

    python -m benchmarks.models speed [--notes 20] [--repeat 5]
    python -m benchmarks.models ablation GOLD
    python -m benchmarks.models conditions GOLD

``speed``: how many notes of 2 kB and sentences a second the models of each profile read, and each model by
itself, with one thread and with all cores; median (least to most). ``ablation``: recall and precision by
word under full cover of the whole pipeline and of what is left when a stage, a detector or a model is taken
out. Alone means without recovery and propagation too. ``conditions``: the same of the whole pipeline on the
notes as they are, in capitals, in small letters, misread by a scanner, and with the day of a date first.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median

import click

from benchmarks.models.ablation import ablation_rows
from benchmarks.models.conditions import CONDITIONS, under_condition
from benchmarks.models.speed import make_benchmark_notes, measure_speed
from chartveil.cli.options import device_option, model_choice_on, policy_option, profile_option
from chartveil.detection.models.devices import choose_device
from chartveil.detection.models.harmless_lines import HarmlessLines
from chartveil.detection.models.manifest import load_members
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.labels import Label
from chartveil.domain.paths import UserPaths, models_folder
from chartveil.domain.policy import load_policy
from chartveil.evaluation.gold import load_gold
from chartveil.evaluation.metrics import evaluate
from chartveil.evaluation.pairing import run_pipeline
from chartveil.system.machine import usable_cores

_SPEED = "{:24s} {:>7s} {:>7s}  {:>8s} {:17s} {:>11s} {}"
_ABLATION = "{:32s} {:>7s} {:>9s} {:>7s} {:>8s}"


@click.group()
def measure() -> None:
    """Measure the models, and the pipeline with parts left out."""


@measure.command()
@device_option
@click.option("--notes", type=click.IntRange(1), default=20, show_default=True, help="How many to read.")
@click.option("--repeat", type=click.IntRange(1), default=5, show_default=True, help="How often.")
def speed(device: str, notes: int, repeat: int) -> None:
    """Measure how fast the models read: ours and this user's."""
    taken = choose_device(device)
    print(f"Device {taken.reason}")
    print(_SPEED.format("", "threads", "load s", "notes/s", "", "sentences/s", ""))
    for found in measure_speed(
        load_members(models_folder() / "ensemble.toml", UserPaths.default().models_folder),
        device=taken,
        threads=(1, usable_cores()),
        notes=make_benchmark_notes(notes),
        repeat=repeat,
        inclusion=HarmlessLines.bundled(),
    ):
        cells = []
        for values, digits in ((found.notes_per_second, 2), (found.sentences_per_second, 0)):
            spread = f"({min(values):.{digits}f} to {max(values):.{digits}f})"
            cells += [f"{median(values):.{digits}f}", spread]
        print(_SPEED.format(found.name, str(found.threads), f"{found.load_seconds:.2f}", *cells))


@measure.command()
@click.argument("gold", type=click.Path(exists=True, path_type=Path))
@policy_option
@device_option
@profile_option
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def ablation(gold: Path, policy_name: str, device: str, profile: str, as_json: bool) -> None:
    """Measure the whole pipeline on GOLD, and what is left without each of its parts."""
    policy, models = load_policy(policy_name), model_choice_on(device, profile)
    labels = [label for label in Label if policy.is_identifier(label)]
    rows = ablation_rows(load_gold(gold), build_pipeline(policy, models=models), models, labels=labels)
    if as_json:
        print(json.dumps([{"name": r.name, "seconds": r.seconds, **r.result.to_dict()} for r in rows]))
        return
    print(_ABLATION.format("", "recall", "precision", "leaking", "notes/s"))
    for row in rows:
        full, leaks = row.result.full, row.result.leaks
        rates = ("–" if rate is None else f"{rate:.3f}" for rate in (full.recall, full.precision))
        pace = f"{row.result.documents / row.seconds:.1f}"
        print(_ABLATION.format(row.name, *rates, f"{leaks.leaking} / {leaks.documents}", pace))


@measure.command()
@click.argument("gold", type=click.Path(exists=True, path_type=Path))
@policy_option
@device_option
@profile_option
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of what is drawn.")
def conditions(gold: Path, policy_name: str, device: str, profile: str, seed: int) -> None:
    """Measure the whole pipeline on GOLD as it is, in other letters, misread, and with other dates."""
    policy, models = load_policy(policy_name), model_choice_on(device, profile)
    labels = [label for label in Label if policy.is_identifier(label)]
    documents, pipeline = load_gold(gold), build_pipeline(policy, models=models)
    print(_ABLATION.format("", "recall", "precision", "leaking", "changed"))
    for condition in CONDITIONS:
        changed = under_condition(documents, condition, seed)
        result = evaluate(run_pipeline(changed, pipeline.propose), labels=labels)
        rates = (
            "–" if rate is None else f"{rate:.3f}" for rate in (result.full.recall, result.full.precision)
        )
        leaking = f"{result.leaks.leaking} / {result.leaks.documents}"
        differ = sum(a.text != b.text for a, b in zip(documents, changed, strict=True))
        print(_ABLATION.format(condition, *rates, leaking, str(differ)))


if __name__ == "__main__":
    measure()
