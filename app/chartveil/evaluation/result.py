"""What an evaluation found: frozen, free of document text, and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chartveil.domain.labels import Label, LabelRisk
from chartveil.evaluation.stats import Interval, MatchCounts, f1, precision, recall

_WORD_MEASURES = ("full", "lenient", "full_same", "lenient_same")
_SPAN_MEASURES = ("exact", "exact_same", "overlap", "overlap_same")
MEASURES = (*_WORD_MEASURES, *_SPAN_MEASURES)
"""Ways to count, by the names that ``EvaluationResult`` has for them: by word, then by span."""
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class MatchMeasure:
    """Counts, and 95 % intervals of the rates over documents (None where not worked out or not defined).

    ``recall``, ``precision`` and ``f1`` are None where nothing was there to be found or predicted.
    """

    counts: MatchCounts
    recall_interval: Interval | None = None
    precision_interval: Interval | None = None
    f1_interval: Interval | None = None

    @property
    def recall(self) -> float | None:
        """Found of gold."""
        return recall(self.counts)

    @property
    def precision(self) -> float | None:
        """Right of predicted."""
        return precision(self.counts)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of recall and precision."""
        return f1(self.counts)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        out: dict[str, Any] = {
            "gold": self.counts.gold,
            "found": self.counts.found,
            "predicted": self.counts.predicted,
            "right": self.counts.right,
        }
        for name in ("recall", "precision", "f1"):
            out[name] = _rounded(getattr(self, name))
            interval = getattr(self, f"{name}_interval")
            if interval is not None:
                out[f"{name}_interval"] = _ends(interval)
        return out


@dataclass(frozen=True, slots=True)
class LabelMeasures:
    """One label or group: gold of it for recall, predictions of it for precision.

    Attributes:
        name: label or group.
        full, lenient: by word, under any label.
        full_same: by word under full cover, with the same label (also for a group: the very label).
        exact_same: by span, same range and same label.
    """

    name: str
    full: MatchMeasure
    lenient: MatchMeasure
    full_same: MatchMeasure
    exact_same: MatchMeasure

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "name": str(self.name),
            "full": self.full.to_dict(),
            "lenient": self.lenient.to_dict(),
            "full_same": self.full_same.to_dict(),
            "exact_same": self.exact_same.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class RiskLeaks:
    """Leaks of one level of risk.

    Attributes:
        risk: level.
        marks, missed_marks: gold marks of that risk, and those of which a word was missed.
        words, missed_words: the same by word.
        documents: documents with a miss of that risk.
    """

    risk: LabelRisk
    marks: int
    missed_marks: int
    words: int
    missed_words: int
    documents: int

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "risk": self.risk.value,
            "marks": self.marks,
            "missed_marks": self.missed_marks,
            "words": self.words,
            "missed_words": self.missed_words,
            "documents": self.documents,
        }


@dataclass(frozen=True, slots=True)
class LeakCounts:
    """Documents in which at least one gold word was not fully covered.

    Attributes:
        documents: looked at.
        leaking, leaking_high: with a leak; with a leak of a label of high risk.
        share_interval, high_interval: 95 % Clopper-Pearson interval of the share; None without documents.
        by_risk: one row a level.
    """

    documents: int
    leaking: int
    share_interval: Interval | None
    leaking_high: int
    high_interval: Interval | None
    by_risk: tuple[RiskLeaks, ...]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "documents": self.documents,
            "leaking": self.leaking,
            "share_interval": self.share_interval and _ends(self.share_interval),
            "leaking_high": self.leaking_high,
            "high_interval": self.high_interval and _ends(self.high_interval),
            "by_risk": [row.to_dict() for row in self.by_risk],
        }


@dataclass(frozen=True, slots=True)
class MissedSpan:
    """A gold mark of which at least one word was not fully covered.

    Attributes:
        document_id: may hold PHI where files are named so.
        start, end, label: the mark.
        parts: ranges of the words, or marked parts of words, that were missed.
        words: how many words the mark has.
        partly_covered: some character of the mark was covered.
        recovered: the place was found, and recovered as a medical term.
    """

    document_id: str
    start: int
    end: int
    label: Label
    parts: tuple[tuple[int, int], ...]
    words: int
    partly_covered: bool
    recovered: bool

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "document": self.document_id,
            "start": self.start,
            "end": self.end,
            "label": self.label.value,
            "risk": self.label.info.risk.value,
            "parts": [list(p) for p in self.parts],
            "words": self.words,
            "partly": self.partly_covered,
            "given_back": self.recovered,
        }


@dataclass(frozen=True, slots=True)
class ExtraSpan:
    """A predicted span of which at least one word overlaps no gold mark.

    Attributes:
        document_id: may hold PHI where files are named so.
        start, end, label, score: the span.
        parts: ranges of the words, or parts of words, that are wrong.
        evidence: names of the rules, models and lists that spoke for it.
    """

    document_id: str
    start: int
    end: int
    label: Label
    parts: tuple[tuple[int, int], ...]
    score: float
    evidence: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "document": self.document_id,
            "start": self.start,
            "end": self.end,
            "label": self.label.value,
            "parts": [list(p) for p in self.parts],
            "score": round(self.score, 4),
            "evidence": list(self.evidence),
        }


@dataclass(frozen=True, slots=True)
class LabelConfusion:
    """Words found in full of one gold label that predictions of another label touch."""

    gold: Label
    predicted: Label
    words: int

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"gold": self.gold.value, "predicted": self.predicted.value, "words": self.words}


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """An evaluation.

    Attributes:
        documents, characters, words: looked at.
        labels_counted: labels that counted on both sides.
        full, lenient: by word, any label; every marked character covered, or one.
        full_same, lenient_same: the same with the right label.
        exact, exact_same: by span, same range (and label).
        overlap, overlap_same: by span, at least one character in common (under the same label).
        labels, groups: rows of those that occur, in the order of the domain.
        leaks: documents with leaks, and leaks by risk.
        confusions: labels taken for others, most frequent first.
        misses, extras: by document and place.
        remarks: of the readers.
    """

    documents: int
    characters: int
    words: int
    labels_counted: tuple[Label, ...]
    full: MatchMeasure
    lenient: MatchMeasure
    full_same: MatchMeasure
    lenient_same: MatchMeasure
    exact: MatchMeasure
    exact_same: MatchMeasure
    overlap: MatchMeasure
    overlap_same: MatchMeasure
    labels: tuple[LabelMeasures, ...]
    groups: tuple[LabelMeasures, ...]
    leaks: LeakCounts
    confusions: tuple[LabelConfusion, ...]
    misses: tuple[MissedSpan, ...]
    extras: tuple[ExtraSpan, ...]
    remarks: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """For JSON: keys in fixed order, rates rounded to six digits, no document text."""
        return {
            "documents": self.documents,
            "characters": self.characters,
            "words": self.words,
            "labels_counted": [label.value for label in self.labels_counted],
            "word": {name: getattr(self, name).to_dict() for name in _WORD_MEASURES},
            "span": {name: getattr(self, name).to_dict() for name in _SPAN_MEASURES},
            "labels": [row.to_dict() for row in self.labels],
            "groups": [row.to_dict() for row in self.groups],
            "leaks": self.leaks.to_dict(),
            "confusions": [c.to_dict() for c in self.confusions],
            "misses": [m.to_dict() for m in self.misses],
            "extras": [e.to_dict() for e in self.extras],
            "remarks": list(self.remarks),
        }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def _ends(interval: Interval) -> list[float]:
    return [round(interval.low, _DIGITS), round(interval.high, _DIGITS)]
