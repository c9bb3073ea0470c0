"""Compares predictions with gold. ``docs/evaluation.md`` defines every number.

Counting is by word (``chartveil.domain.tokenized_text``) and by span. A mark that runs over a part of a word
counts for that part; a mark that holds no word counts as one.

*Full cover* is conservative: a gold word is found only when every marked character of it is covered by
predictions together. *Lenient*: one character is enough. A predicted word is right when the covered part of
it overlaps a gold mark.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from chartveil.domain.labels import Label, LabelGroup, LabelRisk
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import word_ranges
from chartveil.evaluation.pairing import GoldAndPrediction
from chartveil.evaluation.result import (
    MEASURES,
    EvaluationResult,
    ExtraSpan,
    LabelConfusion,
    LabelMeasures,
    LeakCounts,
    MatchMeasure,
    MissedSpan,
    RiskLeaks,
)
from chartveil.evaluation.stats import MatchCounts, bootstrap_intervals, proportion_interval

TextRange = tuple[int, int]


def word_parts(words: Sequence[TextRange], span: Span) -> list[TextRange]:
    """The parts of words that a span covers; the whole span where it covers no word at all.

    Args:
        words: ranges of the text's words, sorted and disjoint.
        span: any range of the same text.
    """
    first = bisect_right(words, span.start, key=lambda w: w[1])
    last = bisect_left(words, span.end, key=lambda w: w[0])
    parts = [(max(a, span.start), min(b, span.end)) for a, b in words[first:last]]
    return parts or [(span.start, span.end)]


class _CoveredCharacters:
    """Which characters of a text some spans cover."""

    def __init__(self, length: int, spans: Iterable[Span]) -> None:
        self._marks = bytearray(length)
        for s in spans:
            self._marks[s.start : s.end] = b"\x01" * (s.end - s.start)

    def all(self, part: TextRange) -> bool:
        return 0 not in self._marks[part[0] : part[1]]

    def any(self, part: TextRange) -> bool:
        return 1 in self._marks[part[0] : part[1]]


class _DocumentCounts:
    """Everything that is counted in one document."""

    def __init__(self, pair: GoldAndPrediction, labels: Collection[Label]) -> None:
        self.pair = pair
        self.gold = [s for s in pair.gold if s.label in labels]
        self.predicted = [s for s in pair.predicted if s.label in labels]
        self.words = word_ranges(pair.text)
        n = len(pair.text)
        self.gold_cover = _CoveredCharacters(n, self.gold)
        self.predicted_cover = _CoveredCharacters(n, self.predicted)
        self.gold_of = {
            x: _CoveredCharacters(n, [s for s in self.gold if s.label is x]) for x in _labels(self.gold)
        }
        self.predicted_of = {
            x: _CoveredCharacters(n, [s for s in self.predicted if s.label is x])
            for x in _labels(self.predicted)
        }
        self.counts: dict[str, list[int]] = {}
        self.misses: list[MissedSpan] = []
        self.extras: list[ExtraSpan] = []
        self.confusions: Counter[tuple[Label, Label]] = Counter()
        self.risk: dict[LabelRisk, list[int]] = {risk: [0, 0, 0, 0] for risk in LabelRisk}
        for span in self.gold:
            self._gold_words(span)
        for span in self.predicted:
            self._predicted_words(span)
        self._spans()

    def tally(self, key: str) -> MatchCounts:
        """The counts under a key: a way to count, alone or with a label (``full/DATE``) or group
        (``full//NAME``)."""
        return MatchCounts(*self.counts.get(key, ()))

    def _keys(self, key: str, label: Label) -> list[list[int]]:
        """The counts (gold, found, predicted, right) that one thing of this label goes to: all, its label's,
        its group's."""
        names = (key, f"{key}/{label}", f"{key}//{label.info.group}")
        return [self.counts.setdefault(name, [0, 0, 0, 0]) for name in names]

    def _add_gold(self, key: str, label: Label, found: bool) -> None:
        for c in self._keys(key, label):
            c[0] += 1
            c[1] += found

    def _add_predicted(self, key: str, label: Label, right: bool) -> None:
        for c in self._keys(key, label):
            c[2] += 1
            c[3] += right

    def _gold_words(self, span: Span) -> None:
        parts = word_parts(self.words, span)
        same = self.predicted_of.get(span.label)
        missing = []
        for part in parts:
            full = self.predicted_cover.all(part)
            self._add_gold("full", span.label, full)
            self._add_gold("lenient", span.label, self.predicted_cover.any(part))
            self._add_gold("full_same", span.label, same is not None and same.all(part))
            self._add_gold("lenient_same", span.label, same is not None and same.any(part))
            if full:
                named = [x for x, cover in self.predicted_of.items() if cover.any(part)]
                self.confusions.update((span.label, x) for x in named)
            else:
                missing.append(part)
        row = self.risk[span.label.info.risk]
        for i, n in enumerate((1, bool(missing), len(parts), len(missing))):
            row[i] += n
        if missing:
            partly = self.predicted_cover.any((span.start, span.end))
            back = any(r.overlaps(span) for r in self.pair.recovered)
            place = (self.pair.id, span.start, span.end, span.label, span.label.info.risk)
            self.misses.append(MissedSpan(*place, tuple(missing), len(parts), partly, back))

    def _predicted_words(self, span: Span) -> None:
        same = self.gold_of.get(span.label)
        wrong = []
        for part in word_parts(self.words, span):
            right = self.gold_cover.any(part)
            right_same = same is not None and same.any(part)
            for key in ("full", "lenient"):
                self._add_predicted(key, span.label, right)
                self._add_predicted(f"{key}_same", span.label, right_same)
            if not right:
                wrong.append(part)
        if wrong:
            names = tuple(dict.fromkeys(e.name for e in span.evidence))
            self.extras.append(
                ExtraSpan(self.pair.id, span.start, span.end, span.label, tuple(wrong), span.score, names)
            )

    def _spans(self) -> None:
        ranges = {(s.start, s.end) for s in self.gold}, {(s.start, s.end) for s in self.predicted}
        exact = (
            {(s.start, s.end, s.label) for s in self.gold},
            {(s.start, s.end, s.label) for s in self.predicted},
        )
        for s in self.gold:
            at, same = (s.start, s.end), self.predicted_of.get(s.label)
            self._add_gold("exact", s.label, at in ranges[1])
            self._add_gold("exact_same", s.label, (*at, s.label) in exact[1])
            self._add_gold("overlap", s.label, self.predicted_cover.any(at))
            self._add_gold("overlap_same", s.label, same is not None and same.any(at))
        for s in self.predicted:
            at, same = (s.start, s.end), self.gold_of.get(s.label)
            self._add_predicted("exact", s.label, at in ranges[0])
            self._add_predicted("exact_same", s.label, (*at, s.label) in exact[0])
            self._add_predicted("overlap", s.label, self.gold_cover.any(at))
            self._add_predicted("overlap_same", s.label, same is not None and same.any(at))


def _labels(spans: Iterable[Span]) -> list[Label]:
    present = {s.label for s in spans}
    return [label for label in Label if label in present]


def evaluate(
    pairs: Sequence[GoldAndPrediction],
    *,
    labels: Collection[Label] = tuple(Label),
    resamples: int = 1000,
    remarks: Sequence[str] = (),
) -> EvaluationResult:
    """Counts predictions against gold.

    Args:
        pairs: documents, in a fixed order.
        labels: those that count; spans of others are left out on both sides, as where a policy keeps them.
        resamples: of the bootstrap over documents; 0 gives no intervals.
        remarks: of the readers, kept with the result.
    """
    counted = [_DocumentCounts(pair, labels) for pair in pairs]
    keys = sorted({key for c in counted for key in c.counts} | set(MEASURES))
    tallies = {key: [c.tally(key) for c in counted] for key in keys}
    # Rows of single labels have an interval for the one number people quote, to keep this quick.
    with_interval = {k: ts for k, ts in tallies.items() if "/" not in k or k.startswith("full/")}
    intervals = bootstrap_intervals(with_interval, resamples=resamples)

    def measure(key: str) -> MatchMeasure:
        total = sum(tallies.get(key, ()), MatchCounts())
        return MatchMeasure(total, *intervals.get(key, (None, None, None)))

    def row(name: str, ending: str) -> LabelMeasures:
        return LabelMeasures(
            name,
            measure(f"full{ending}"),
            measure(f"lenient{ending}"),
            measure(f"full_same{ending}"),
            measure(f"exact_same{ending}"),
        )

    confusions = sum((c.confusions for c in counted), Counter[tuple[Label, Label]]())
    order = list(Label)
    return EvaluationResult(
        documents=len(counted),
        characters=sum(len(c.pair.text) for c in counted),
        words=sum(len(c.words) for c in counted),
        labels_counted=tuple(label for label in Label if label in labels),
        **{name: measure(name) for name in MEASURES},
        labels=tuple(row(x, f"/{x}") for x in Label if f"full/{x}" in tallies),
        groups=tuple(row(x, f"//{x}") for x in LabelGroup if f"full//{x}" in tallies),
        leaks=_leaks(counted),
        confusions=tuple(
            LabelConfusion(g, p, n)
            for (g, p), n in sorted(
                confusions.items(), key=lambda i: (-i[1], order.index(i[0][0]), order.index(i[0][1]))
            )
            if g is not p
        ),
        misses=tuple(m for c in counted for m in c.misses),
        extras=tuple(e for c in counted for e in c.extras),
        remarks=tuple(remarks),
    )


def _leaks(counted: Sequence[_DocumentCounts]) -> LeakCounts:
    n = len(counted)
    leaking = sum(bool(c.misses) for c in counted)
    high = sum(any(m.risk is LabelRisk.HIGH for m in c.misses) for c in counted)
    rows = []
    for risk in LabelRisk:
        marks, missed, words, missed_words = (sum(c.risk[risk][i] for c in counted) for i in range(4))
        documents = sum(any(m.risk is risk for m in c.misses) for c in counted)
        rows.append(RiskLeaks(risk, marks, missed, words, missed_words, documents))
    return LeakCounts(
        n,
        leaking,
        proportion_interval(leaking, n) if n else None,
        high,
        proportion_interval(high, n) if n else None,
        tuple(rows),
    )
