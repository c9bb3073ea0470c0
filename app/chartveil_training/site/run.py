"""``chartveil train``: from a site's gold to a member of its ensemble, or to nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from chartveil.detection.model_choice import ModelChoice
from chartveil.detection.models.manifest import EnsembleMember, labels_of_classes, load_members
from chartveil.detection.pipeline import DetectionPipeline
from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import models_folder
from chartveil.formats.annotations.document import AnnotatedDocument
from chartveil_training.site.gold_split import count_marks, sample_from_document, split_gold
from chartveil_training.site.job import (
    PRETRAINED_NAME,
    NetworkTrainer,
    TrainedNetwork,
    TrainingJob,
    TrainingProgress,
)
from chartveil_training.site.member_files import (
    CARD_FILE,
    MODEL_FILE,
    TOKENIZER_FILE,
    add_member,
    check_member_name,
    copy_to_folder,
    draft_folder,
    require_empty_folder,
)
from chartveil_training.site.report import (
    TrainingPlan,
    TrainingReport,
    TrainingRequest,
    model_card,
    report_figures,
)
from chartveil_training.site.trial import MemberTrial, is_better

FIGURES_FILE = "figures.json"
_PRIORITY = 100
_READINGS_OF_EACH_DOCUMENT = 6
_LEAST_TOKENS, _MOST_TOKENS = 200_000, 3_000_000


def plan_training(request: TrainingRequest, documents: Sequence[AnnotatedDocument]) -> TrainingPlan:
    """Parts the gold; nothing is written, and torch is not needed.

    Args:
        request: what is to be trained.
        documents: the site's gold, with its text.

    Raises:
        InputError: if a document has no text, or there are too few.
        ResourceError: if the name is taken, or there is no such model to start from.
        OutputError: if ``out`` is not empty.
    """
    bundled = request.bundled or models_folder() / "ensemble.toml"
    check_member_name(request.name, bundled, request.site)
    if request.out is not None:
        require_empty_folder(request.out)
    start = _starting_member(request.start, bundled, request.site)
    parts = split_gold(documents, request.held_back, request.seed)
    samples = tuple(sample_from_document(d, parts.labels) for d in parts.learning)
    subwords = sum(s.estimated_subwords for s in samples)
    rounds = round(subwords * _READINGS_OF_EACH_DOCUMENT / (1 - request.synthetic))
    job = TrainingJob(
        samples,
        request.synthetic,
        request.tokens or min(max(rounds, _LEAST_TOKENS), _MOST_TOKENS),
        request.seed,
        start,
        device=request.device,
    )
    return TrainingPlan(request, parts, count_marks(documents), job, start.name if start else PRETRAINED_NAME)


def _starting_member(name: str, bundled: Path, site: Path) -> EnsembleMember | None:
    """The member to go on from; None for the pretrained encoder."""
    if name == PRETRAINED_NAME:
        return None
    known = load_members(bundled, site)
    ours = [m for m in known if m.bundled and {"shape_ids", "gap_ids"} <= set(m.inputs)]
    if not name:
        return min(ours, key=lambda m: (m.priority, m.name), default=None)
    for member in ours:
        if member.name == name:
            return member
    if name in {m.name for m in known}:
        # Documents held back now may be among those that a model of the site has learned.
        raise ResourceError(
            "is no model of ours to go on from.",
            where=name,
            remedy=f"Name one that came with Chartveil, or {PRETRAINED_NAME}.",
        )
    raise ResourceError(
        "there is no model of this name.",
        where=name,
        remedy=f"Use {', '.join([*(m.name for m in ours), PRETRAINED_NAME])}.",
    )


def run_training(
    planned: TrainingPlan,
    learner: NetworkTrainer,
    pipeline: DetectionPipeline,
    *,
    tell: Callable[[str], None] = lambda _: None,
    progress: TrainingProgress = lambda *_: None,
) -> TrainingReport:
    """Trains, judges, and adds the member if it is better; leaves nothing behind otherwise, nor on an error.

    Args:
        planned: what to do.
        learner: teaches the job.
        pipeline: rules and lists alone, with the site's policy and its own lists.
        tell: told what is being done.
        progress: told how far the learning is.

    Raises:
        ChartveilError: what any part of it raises.
    """
    request, parts = planned.request, planned.split
    bundled = request.bundled or models_folder() / "ensemble.toml"
    choice = ModelChoice("cpu" if request.device == "cpu" else "auto", site_models=request.site)
    trial = MemberTrial(pipeline, parts.labels, choice, bundled=bundled)
    with draft_folder(request.site) as work:
        tell("measuring what there is today")
        before = trial.measure(parts.held_back)
        tell(f"learning from {len(parts.learning)} documents")
        learned = learner(planned.job, work, progress)
        member = _member(planned, learned, work)
        tell(f"choosing a threshold by {len(parts.threshold_choosing)} documents")
        threshold, tried = trial.choose_threshold(parts.threshold_choosing, member)
        member = replace(member, threshold=threshold)
        tell(f"measuring on {len(parts.held_back)} documents held back")
        after = trial.measure(parts.held_back, member)
        report = TrainingReport(planned, pipeline.policy.name, learned, threshold, tried, before, after, None)
        (work / CARD_FILE).write_text(model_card(report), encoding="utf-8", newline="\n")
        if request.out is not None:
            (work / FIGURES_FILE).write_text(
                json.dumps(report_figures(report), indent=1) + "\n", encoding="utf-8"
            )
            copy_to_folder(work, request.out)
        if not is_better(before, after):
            return report
        return replace(report, added=add_member(member, work, request.site))


def _member(planned: TrainingPlan, learned: TrainedNetwork, work: Path) -> EnsembleMember:
    labels, _ = labels_of_classes(learned.classes, {})
    hashes = [sha256((work / name).read_bytes()).hexdigest() for name in (MODEL_FILE, TOKENIZER_FILE)]
    return EnsembleMember(
        name=planned.request.name,
        file=work / MODEL_FILE,
        sha256=hashes[0],
        tokenizer=work / TOKENIZER_FILE,
        tokenizer_sha256=hashes[1],
        classes=learned.classes,
        labels=labels,
        votes=tuple(label for label in planned.split.labels if label in labels),
        priority=_PRIORITY,
        normalise=learned.normalise,
        inputs=learned.inputs,
        window=learned.window,
        overlap=learned.overlap,
        bundled=False,
    )
