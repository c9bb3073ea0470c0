"""``chartveil train``: from a site's gold to a member of its ensemble, or to nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from chartveil.detect.choice import ModelChoice
from chartveil.detect.ensemble.manifest import Member, load_manifest, map_classes
from chartveil.errors import ResourceError
from chartveil.formats.annotations import AnnotatedDocument
from chartveil.paths import models
from chartveil.pipeline import Pipeline
from chartveil.training.site.keep import (
    CARD,
    MODEL,
    TOKENIZER,
    check_name,
    check_out,
    copy_out,
    drafting,
    enter,
)
from chartveil.training.site.lesson import PRETRAINED, Learned, Learner, Lesson, Progress
from chartveil.training.site.parts import mark_counts, part_documents, sample_of
from chartveil.training.site.report import Plan, SiteReport, SiteRequest, card, figures
from chartveil.training.site.trial import Trial, better

FIGURES = "figures.json"
_BEHIND_OURS = 100
_SUBWORD = 4.2
"""Characters a sub-word of clinical text, blanks counted."""
_ROUNDS = 6
_LEAST_TOKENS, _MOST_TOKENS = 200_000, 3_000_000


def plan(request: SiteRequest, documents: Sequence[AnnotatedDocument]) -> Plan:
    """Parts the gold; nothing is written, and torch is not needed.

    Args:
        request: what is to be trained.
        documents: the site's gold, with its text.

    Raises:
        InputError: if a document has no text, or there are too few.
        ResourceError: if the name is taken, or there is no such model to start from.
        OutputError: if ``out`` is not empty.
    """
    bundled = request.bundled or models() / "ensemble.toml"
    check_name(request.name, bundled, request.site)
    if request.out is not None:
        check_out(request.out)
    start = _start(request.start, bundled, request.site)
    parts = part_documents(documents, request.held_back, request.seed)
    samples = tuple(sample_of(d, parts.labels) for d in parts.learning)
    subwords = sum(len(s.text) for s in samples) / _SUBWORD
    rounds = round(subwords * _ROUNDS / (1 - request.synthetic))
    lesson = Lesson(
        samples,
        request.synthetic,
        request.tokens or min(max(rounds, _LEAST_TOKENS), _MOST_TOKENS),
        request.seed,
        start,
        device=request.device,
    )
    return Plan(request, parts, mark_counts(documents), lesson, start.name if start else PRETRAINED)


def _start(name: str, bundled: Path, site: Path) -> Member | None:
    """The member to go on from; None for the pretrained encoder."""
    if name == PRETRAINED:
        return None
    known = load_manifest(bundled, site)
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
            remedy=f"Name one that came with Chartveil, or {PRETRAINED}.",
        )
    raise ResourceError(
        "there is no model of this name.",
        where=name,
        remedy=f"Use {', '.join([*(m.name for m in ours), PRETRAINED])}.",
    )


def train(
    planned: Plan,
    learner: Learner,
    pipeline: Pipeline,
    *,
    tell: Callable[[str], None] = lambda _: None,
    progress: Progress = lambda *_: None,
) -> SiteReport:
    """Trains, judges, and adds the member if it is better; leaves nothing behind otherwise, nor on an error.

    Args:
        planned: what to do.
        learner: teaches the lesson.
        pipeline: rules and lists alone, with the site's policy and its own lists.
        tell: told what is being done.
        progress: told how far the learning is.

    Raises:
        ChartveilError: what any part of it raises.
    """
    request, parts = planned.request, planned.parts
    bundled = request.bundled or models() / "ensemble.toml"
    choice = ModelChoice("cpu" if request.device == "cpu" else "auto", site=request.site)
    trial = Trial(pipeline, parts.labels, choice, bundled=bundled)
    with drafting(request.site) as work:
        tell("measuring what there is today")
        before = trial.measure(parts.held)
        tell(f"learning from {len(parts.learning)} documents")
        learned = learner(planned.lesson, work, progress)
        member = _member(planned, learned, work)
        tell(f"choosing a threshold by {len(parts.choosing)} documents")
        threshold, tried = trial.choose(parts.choosing, member)
        member = replace(member, threshold=threshold)
        tell(f"measuring on {len(parts.held)} documents held back")
        after = trial.measure(parts.held, member)
        report = SiteReport(planned, pipeline.policy.name, learned, threshold, tried, before, after, None)
        (work / CARD).write_text(card(report), encoding="utf-8", newline="\n")
        if request.out is not None:
            (work / FIGURES).write_text(json.dumps(figures(report), indent=1) + "\n", encoding="utf-8")
            copy_out(work, request.out)
        if not better(before, after):
            return report
        return replace(report, added=enter(member, work, request.site))


def _member(planned: Plan, learned: Learned, work: Path) -> Member:
    labels, _ = map_classes(learned.classes, {})
    hashes = [sha256((work / name).read_bytes()).hexdigest() for name in (MODEL, TOKENIZER)]
    return Member(
        name=planned.request.name,
        file=work / MODEL,
        sha256=hashes[0],
        tokenizer=work / TOKENIZER,
        tokenizer_sha256=hashes[1],
        classes=learned.classes,
        labels=labels,
        votes=tuple(label for label in planned.parts.labels if label in labels),
        priority=_BEHIND_OURS,
        normalise=learned.normalise,
        inputs=learned.inputs,
        window=learned.window,
        overlap=learned.overlap,
        bundled=False,
    )
