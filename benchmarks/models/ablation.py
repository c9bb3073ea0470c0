"""What each part of the pipeline adds: the whole, and what is left without a part, over the same gold."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from chartveil.detection.detector import Detector
from chartveil.detection.model_choice import ModelChoice
from chartveil.detection.models.ensemble import EnsembleDetector
from chartveil.detection.models.harmless_lines import HarmlessLines
from chartveil.detection.pipeline import DetectionPipeline
from chartveil.domain.labels import Label
from chartveil.evaluation.metrics import evaluate
from chartveil.evaluation.pairing import run_pipeline
from chartveil.evaluation.result import EvaluationResult
from chartveil.formats.annotations.document import AnnotatedDocument


@dataclass(frozen=True, slots=True)
class AblationRow:
    """One pipeline.

    Attributes:
        name: its name.
        result: what it found.
        seconds: that it took for all documents.
    """

    name: str
    result: EvaluationResult
    seconds: float


def ablation_rows(
    documents: Sequence[AnnotatedDocument],
    whole: DetectionPipeline,
    models: ModelChoice,
    *,
    labels: Collection[Label],
) -> list[AblationRow]:
    """The whole pipeline and each of its :func:`pipeline_variants` over the same gold.

    Each row loads its own models before its time is taken: what another row's models remember would make
    it look fast, and all of them together would not fit in a small machine's memory.

    Args:
        documents: gold.
        whole: as it is used.
        models: that ``whole`` was built with.
        labels: that count.

    Raises:
        StageError, InputError, ResourceError: from a pipeline.
    """
    rows = []
    for name, pipeline in pipeline_variants(whole, models):
        ensemble = _ensemble(pipeline.detectors)
        if ensemble is not None:
            ensemble.load()
        try:
            began = time.perf_counter()
            pairs = run_pipeline(documents, pipeline.propose)
            seconds = time.perf_counter() - began
        finally:
            if ensemble is not None:
                ensemble.close()
        rows.append(AblationRow(name, evaluate(pairs, labels=labels), seconds))
    return rows


def pipeline_variants(
    whole: DetectionPipeline, models: ModelChoice
) -> Iterator[tuple[str, DetectionPipeline]]:
    """The whole pipeline, and what is left when a stage, a detector or a model is taken out.

    A detector or model is ``alone`` without recovery and propagation too.
    """
    detectors = whole.detectors
    ensemble = _ensemble(detectors)

    def of(*chosen: Detector, alone: bool = False) -> DetectionPipeline:
        fewer = replace(whole, detectors=chosen, judge=replace(whole.judge, networks=_ensemble(chosen)))
        return replace(fewer, recovery=None, propagation=False) if alone else fewer

    yield "whole", whole
    if ensemble is not None:
        rest = [d for d in detectors if d is not ensemble]
        yield " + ".join(d.name for d in rest), of(*rest)
    yield "without recovery", replace(whole, recovery=None)
    yield "without propagation", replace(whole, propagation=False)
    for detector in detectors:
        if detector is not ensemble:  # what is left without it stands above
            yield f"without {detector.name}", of(*(d for d in detectors if d is not detector))
    for detector in detectors:
        yield f"{detector.name} alone", of(detector, alone=True)
    if ensemble is None or len(ensemble.members) < 2:
        return
    for member in ensemble.members:
        fewer = _with_members(ensemble, models, leaving_out=member.name)
        yield f"without member {member.name}", of(*(fewer if d is ensemble else d for d in detectors))
    for member in ensemble.members:
        yield f"member {member.name} alone", of(_with_members(ensemble, models, only=member.name), alone=True)


def _ensemble(detectors: Sequence[Detector]) -> EnsembleDetector | None:
    return next((d for d in detectors if isinstance(d, EnsembleDetector)), None)


def _with_members(
    ensemble: EnsembleDetector, models: ModelChoice, *, only: str = "", leaving_out: str = ""
) -> EnsembleDetector:
    """An ensemble of some members of another, otherwise as ``build_ensemble`` makes it."""
    return EnsembleDetector(
        [m for m in ensemble.members if m.name != leaving_out and only in ("", m.name)],
        device=models.device,
        threads=models.threads,
        inclusion=HarmlessLines.bundled(),
        weights=ensemble.weights,
    )
