"""Agreement of two annotators, of whom the gold is the first and the prediction the second."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from chartveil.evaluation.pairing import GoldAndPrediction
from chartveil.review.agreement import ReaderAgreement, word_agreement


def annotator_agreement(pairs: Iterable[GoldAndPrediction]) -> ReaderAgreement:
    """The agreement of gold and prediction, over all words of all documents."""
    return sum((word_agreement(p.text, p.gold, p.predicted) for p in pairs), ReaderAgreement())


def agreement_as_dict(agreement: ReaderAgreement) -> dict[str, Any]:
    """For JSON: counts of words, and kappa rounded to six digits (None where it is not defined)."""
    kappa, labelled = agreement.kappa, agreement.kappa_labelled
    return {
        "words": agreement.words,
        "both": agreement.taken_by_both,
        "first_only": agreement.first_only,
        "second_only": agreement.second_only,
        "kappa": None if kappa is None else round(kappa, 6),
        "kappa_labelled": None if labelled is None else round(labelled, 6),
    }
