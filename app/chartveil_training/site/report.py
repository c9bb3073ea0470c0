"""What is asked of a training at a site and what came of it, as a card and as figures: no document text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartveil import __version__
from chartveil.detection.models.manifest import EnsembleMember
from chartveil.domain.labels import Label
from chartveil.evaluation.result import EvaluationResult
from chartveil.evaluation.stats import Interval
from chartveil_training.site.gold_split import GoldSplit
from chartveil_training.site.job import TrainedNetwork, TrainingJob
from chartveil_training.site.trial import ACCEPTANCE_RULE, TriedThreshold, is_better


@dataclass(frozen=True, slots=True)
class TrainingRequest:
    """What is to be trained.

    Attributes:
        name: of the new member.
        site: folder of the site's models; made when it is not there.
        start: name of a member that came with Chartveil, or ``PRETRAINED_NAME``; empty for the first that
            training can start from.
        held_back: share of the documents to judge by, in (0, 1).
        synthetic: see ``TrainingJob``.
        tokens: sub-words to learn from; 0 to choose by the size of the gold.
        seed: of all that is drawn.
        device: ``auto``, ``cpu`` or ``cuda``.
        out: folder that all files are copied to, whether or not the member is added.
        bundled: list of our own models, if not the usual one.
    """

    name: str
    site: Path
    start: str = ""
    held_back: float = 0.2
    synthetic: float = 0.5
    tokens: int = 0
    seed: int = 1
    device: str = "auto"
    out: Path | None = None
    bundled: Path | None = None


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What would be done; free of document text.

    Attributes:
        request: what it is for.
        split: the documents.
        marks: in all parts, by label.
        job: what would be taught.
        started_from: name of the start.
    """

    request: TrainingRequest
    split: GoldSplit
    marks: Counter[Label]
    job: TrainingJob
    started_from: str


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """What became of it; free of document text.

    Attributes:
        plan: what was done.
        policy: by whose labels it was judged.
        learned: what is known of the model.
        threshold: that was chosen.
        tried: thresholds with their figures, on the documents to choose by.
        before, after: the pipeline on the documents held back, without the member and with it.
        added: the member in its place; None where it is not better.
    """

    plan: TrainingPlan
    policy: str
    learned: TrainedNetwork
    threshold: float
    tried: tuple[TriedThreshold, ...]
    before: EvaluationResult
    after: EvaluationResult
    added: EnsembleMember | None


def format_rate(value: float | None, interval: Interval | None = None) -> str:
    """A rate with its interval, as ``.984 (.970–.992)``."""
    if value is None:
        return "–"
    ends = f" ({_figure(interval.low)}–{_figure(interval.high)})" if interval else ""
    return _figure(value) + ends


def _figure(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1)


def comparison_rows(report: TrainingReport) -> list[tuple[str, str, str]]:
    """What the member changes on the documents held back: name, without it, with it."""
    sides = (report.before, report.after)
    out = [
        (
            "recall by word, fully covered",
            *(format_rate(r.full.recall, r.full.recall_interval) for r in sides),
        ),
        ("precision by word", *(format_rate(r.full.precision, r.full.precision_interval) for r in sides)),
        ("found / marked words", *(f"{r.full.counts.found} / {r.full.counts.gold}" for r in sides)),
        ("right / taken words", *(f"{r.full.counts.right} / {r.full.counts.predicted}" for r in sides)),
        ("documents with a leak", *(f"{r.leaks.leaking} / {r.documents}" for r in sides)),
    ]
    named = [{row.name: row.full for row in r.labels if row.full.counts.gold} for r in sides]
    for name in named[0]:
        found = [side[name].counts.found for side in named]
        if found[0] != found[1]:
            gold = named[0][name].counts.gold
            out.append((f"found of {name}", *(f"{n} / {gold}" for n in found)))
    return [(name, without, with_it) for name, without, with_it in out]


def model_card(report: TrainingReport) -> str:
    """The model card: what the model learned from, how, and its figures."""
    planned, learned = report.plan, report.learned
    parts, job = planned.split, planned.job
    compared = "not compared" if learned.same_class is None else f"{learned.same_class:.2%}"
    voted = ", ".join(label for label in parts.labels if label in learned.classes)
    marks = "  ".join(f"{label} {n}" for label, n in sorted(planned.marks.items()))
    table = "\n".join(
        f"| {name} | {without} | {with_it} |" for name, without, with_it in comparison_rows(report)
    )
    sizes = (
        f"{len(parts.learning)} learned from, {len(parts.threshold_choosing)} to choose the threshold by, "
        f"{len(parts.held_back)} held back"
    )
    verdict = "The rule is met." if is_better(report.before, report.after) else "The rule is not met."
    return f"""# {planned.request.name}

Trained by `chartveil train` (Chartveil {__version__}) on annotated documents of this site. **Its weights have
learned from patients' documents: treat the file as the documents themselves, and never pass it on.**

| | |
|---|---|
| started from | {planned.started_from} |
| documents | {sizes} |
| patients | {parts.patients}, as far as is known |
| marks in all | {marks} |
| trained on | {learned.subwords} sub-words, {job.synthetic_share:.0%} of them of made-up notes |
| seed | {job.seed}; {planned.request.held_back:.0%} held back |
| votes on | {voted} |
| threshold | {report.threshold:g} |
| int8 against float | likeliest class the same: {compared} |

The whole pipeline on the documents held back, policy {report.policy}, 95 % intervals over documents:

| | without | with |
|---|---|---|
{table}

{ACCEPTANCE_RULE} {verdict}
"""


def report_figures(report: TrainingReport) -> dict[str, Any]:
    """Figures for JSON. Misses and extras are left out: they name documents."""
    return {
        "name": report.plan.request.name,
        "started_from": report.plan.started_from,
        "rule": ACCEPTANCE_RULE,
        "met": is_better(report.before, report.after),
        "threshold": report.threshold,
        "tried": [{"threshold": c.threshold, **c.full.to_dict()} for c in report.tried],
        "before": _shown(report.before),
        "after": _shown(report.after),
    }


def _shown(result: EvaluationResult) -> dict[str, Any]:
    whole = result.to_dict()
    return {key: whole[key] for key in ("documents", "words", "word", "span", "labels", "leaks")}
