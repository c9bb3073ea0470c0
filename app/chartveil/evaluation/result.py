"""The result of an evaluation: frozen, free of document text, and as JSON."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from chartveil.domain.labels import Label, LabelRisk
from chartveil.evaluation.stats import Interval, MatchCounts, f1, precision, recall

_WORD_MEASURES = ("full", "lenient", "full_same", "lenient_same")
_SPAN_MEASURES = ("exact", "exact_same", "overlap", "overlap_same")
MEASURES = (*_WORD_MEASURES, *_SPAN_MEASURES)
"""Ways to count, by the names that ``EvaluationResult`` has for them: by word, then by span."""
_DIGITS, _SCORE_DIGITS = 6, 4
_KEYS = {"document_id": "document", "partly_covered": "partly", "recovered": "given_back"}
"""Keys in JSON of fields that have another name here."""


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
        out: dict[str, Any] = _as_json(self.counts)
        for name in ("recall", "precision", "f1"):
            out[name] = _as_json(getattr(self, name))
            interval = getattr(self, f"{name}_interval")
            if interval is not None:
                out[f"{name}_interval"] = _as_json(interval)
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


@dataclass(frozen=True, slots=True)
class MissedSpan:
    """A gold mark of which at least one word was not fully covered.

    Attributes:
        document_id: may hold PHI where files are named so.
        start, end, label, risk: the mark, and how far its label leads to a person.
        parts: ranges of the words, or marked parts of words, that were missed.
        words: how many words the mark has.
        partly_covered: some character of the mark was covered.
        recovered: the place was found, and recovered as a medical term.
    """

    document_id: str
    start: int
    end: int
    label: Label
    risk: LabelRisk
    parts: tuple[tuple[int, int], ...]
    words: int
    partly_covered: bool
    recovered: bool


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


@dataclass(frozen=True, slots=True)
class LabelConfusion:
    """Words found in full of one gold label that predictions of another label touch."""

    gold: Label
    predicted: Label
    words: int


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
        out = {f.name: _as_json(getattr(self, f.name)) for f in fields(self) if f.name not in MEASURES}
        by_word, by_span = (
            {name: getattr(self, name).to_dict() for name in names}
            for names in (_WORD_MEASURES, _SPAN_MEASURES)
        )
        head = ("documents", "characters", "words", "labels_counted")
        return {**{name: out.pop(name) for name in head}, "word": by_word, "span": by_span, **out}


def _as_json(value: Any, digits: int = _DIGITS) -> Any:
    """A value of a result for JSON: records by field, intervals as their two ends, rates rounded."""
    if isinstance(value, MatchMeasure):
        return value.to_dict()
    if isinstance(value, Interval):
        return [_as_json(value.low), _as_json(value.high)]
    if is_dataclass(value):
        return {
            _KEYS.get(f.name, f.name): _as_json(
                getattr(value, f.name), _SCORE_DIGITS if f.name == "score" else _DIGITS
            )
            for f in fields(value)
        }
    if isinstance(value, tuple):
        return [_as_json(v) for v in value]
    if isinstance(value, Enum):
        return value.value
    return round(value, digits) if isinstance(value, float) else value
