"""Measures the whole pipeline with and without a new member, and says whether the member is worth having."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from chartveil.detection.model_choice import ModelChoice, ModelProfile
from chartveil.detection.models.devices import choose_device
from chartveil.detection.models.ensemble import EnsembleDetector
from chartveil.detection.models.harmless_lines import HarmlessLines
from chartveil.detection.models.manifest import EnsembleMember, load_members
from chartveil.detection.pipeline import DetectionPipeline
from chartveil.domain.labels import Label
from chartveil.evaluation.metrics import evaluate
from chartveil.evaluation.pairing import GoldAndPrediction, run_pipeline
from chartveil.evaluation.result import EvaluationResult, MatchMeasure
from chartveil.formats.annotations.document import AnnotatedDocument
from chartveil.system.machine import usable_cores

ALLOWED_PRECISION_LOSS = 0.01
ACCEPTANCE_RULE = (
    "A model is added when, on the documents held back, the whole pipeline finds more of the marked words "
    f"with it than without, and precision falls by no more than {ALLOWED_PRECISION_LOSS * 100:g} point."
)
THRESHOLDS = (0.3, 0.5, 0.7, 0.85, 0.95)
_USUAL = 0.5
_MOST_DOCUMENTS = 100
"""Documents that a threshold is chosen by: more change little and take long."""


def keeps_precision(before: EvaluationResult, after: EvaluationResult) -> bool:
    """Whether precision falls by no more than the rule allows."""
    was, is_now = (1.0 if r.full.precision is None else r.full.precision for r in (before, after))
    return is_now >= was - ALLOWED_PRECISION_LOSS


def is_better(before: EvaluationResult, after: EvaluationResult) -> bool:
    """``RULE``."""
    return after.full.counts.found > before.full.counts.found and keeps_precision(before, after)


@dataclass(frozen=True, slots=True)
class TriedThreshold:
    """A threshold that was tried.

    Attributes:
        threshold: of the new member.
        full: the whole pipeline with it, by word under full cover.
    """

    threshold: float
    full: MatchMeasure


class MemberTrial:
    """The pipeline as the site uses it, to which a member may be added.

    Args:
        pipeline: rules and lists alone, with the site's policy.
        labels: those that the gold marks. What is found of another label counts where it lies on a mark, and
            is not counted where it does not.
        models: how the ensemble is run, and where the site's models lie.
        bundled: list of our own models.

    Raises:
        ResourceError: if a list of models is not valid.
        InputError: if the device cannot be used.
    """

    def __init__(
        self,
        pipeline: DetectionPipeline,
        labels: Sequence[Label],
        models: ModelChoice,
        *,
        bundled: Path,
    ) -> None:
        self._labels = frozenset(labels)
        self._counted = tuple(label for label in Label if pipeline.policy.is_identifier(label))
        self._pipeline = pipeline
        self._members = tuple(m for m in load_members(bundled, models.site_models) if m.enabled)
        self._device = choose_device(models.device)
        self._threads = models.threads or usable_cores()
        self._inclusion = HarmlessLines.bundled()

    def measure(
        self,
        documents: Sequence[AnnotatedDocument],
        candidate: EnsembleMember | None = None,
        *,
        resamples: int = 1000,
    ) -> EvaluationResult:
        """The pipeline on documents: with today's members, and with the candidate where one is given.

        Args:
            documents: gold.
            candidate: a member that takes part besides.
            resamples: for the intervals; 0 for none.

        Raises:
            StageError: if the pipeline fails on a document.
            ResourceError: if a model cannot be loaded.
        """
        members = self._members if candidate is None else (*self._members, candidate)
        if not members:
            return self._evaluated(run_pipeline(documents, self._pipeline.propose), resamples)
        ensemble = EnsembleDetector(
            members,
            device=self._device,
            threads=self._threads,
            inclusion=self._inclusion,
            profile=ModelProfile.QUICK,
            weights=self._pipeline.judge.calibration.weights,
        )
        try:
            ensemble.load()
            pairs = run_pipeline(documents, _with_ensemble(self._pipeline, ensemble).propose)
            return self._evaluated(pairs, resamples)
        finally:
            ensemble.close()

    def choose_threshold(
        self,
        documents: Sequence[AnnotatedDocument],
        candidate: EnsembleMember,
    ) -> tuple[float, tuple[TriedThreshold, ...]]:
        """The threshold that finds most within the precision that ``RULE`` allows, and all that were tried.

        Of equals the more precise, then the one nearest to that of our own members. Where none keeps to the
        precision, the highest is taken.

        Args:
            documents: neither learned from nor held back.
            candidate: the new member.
        """
        documents = documents[:_MOST_DOCUMENTS]
        before = self.measure(documents, resamples=0)
        tried: list[tuple[float, EvaluationResult]] = []
        for threshold in THRESHOLDS:
            member = replace(candidate, threshold=threshold)
            tried.append((threshold, self.measure(documents, member, resamples=0)))
        good = [(t, r) for t, r in tried if keeps_precision(before, r)] or tried[-1:]
        best, _ = max(
            good, key=lambda c: (c[1].full.counts.found, c[1].full.precision or 0.0, -abs(c[0] - _USUAL))
        )
        return best, tuple(TriedThreshold(t, r.full) for t, r in tried)

    def _evaluated(self, pairs: Sequence[GoldAndPrediction], resamples: int) -> EvaluationResult:
        counting = [self._counting(p) for p in pairs]
        return evaluate(counting, labels=self._counted, resamples=resamples)

    def _counting(self, pair: GoldAndPrediction) -> GoldAndPrediction:
        kept = tuple(
            s for s in pair.predicted if s.label in self._labels or any(s.overlaps(g) for g in pair.gold)
        )
        return replace(pair, predicted=kept)


def _with_ensemble(pipeline: DetectionPipeline, ensemble: EnsembleDetector) -> DetectionPipeline:
    """As ``build_pipeline`` sets it up, with other members."""
    judge = replace(pipeline.judge, networks=ensemble)
    return replace(pipeline, detectors=(*pipeline.detectors, ensemble), judge=judge)
