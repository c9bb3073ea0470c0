"""Agreement of two annotators by word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from chartveil.domain.document import Label, Span
from chartveil.domain.tokenized_text import word_ranges
from chartveil.evaluation.pairing import GoldAndPrediction
from chartveil.evaluation.stats import cohen_kappa

_NOTHING = ""


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """How far two annotators agree.

    Attributes:
        words: compared.
        both, first_only, second_only: words that both, or one alone, took for an identifier.
        kappa: Cohen's kappa of "identifier or not"; None where both used one class only.
        kappa_labelled: the same with the label as the class.
    """

    words: int
    both: int
    first_only: int
    second_only: int
    kappa: float | None
    kappa_labelled: float | None

    def to_dict(self) -> dict[str, Any]:
        rounded = [None if k is None else round(k, 6) for k in (self.kappa, self.kappa_labelled)]
        return {
            "words": self.words,
            "both": self.both,
            "first_only": self.first_only,
            "second_only": self.second_only,
            "kappa": rounded[0],
            "kappa_labelled": rounded[1],
        }


def annotator_agreement(pairs: Sequence[GoldAndPrediction]) -> AnnotatorAgreement:
    """Compares ``gold`` (the first annotator) with ``predicted`` (the second).

    A word belongs to an annotator's class when at least one character of it is marked; its label is the
    one that covers most of it, the earlier in the order of labels where two cover as much.
    """
    first = list(chain.from_iterable(_classes(p.text, p.gold) for p in pairs))
    second = list(chain.from_iterable(_classes(p.text, p.predicted) for p in pairs))
    marks = Counter((bool(a), bool(b)) for a, b in zip(first, second, strict=True))
    return AnnotatorAgreement(
        len(first),
        marks[True, True],
        marks[True, False],
        marks[False, True],
        cohen_kappa([str(bool(a)) for a in first], [str(bool(b)) for b in second]),
        cohen_kappa(first, second),
    )


def _classes(text: str, spans: Iterable[Span]) -> list[str]:
    order = {label: i for i, label in enumerate(Label)}
    todo = sorted(spans)
    out = []
    for start, end in word_ranges(text):
        covered: Counter[Label] = Counter()
        for s in todo:
            if s.start >= end:
                break
            if s.end > start:
                covered[s.label] += min(end, s.end) - max(start, s.start)
        todo = [s for s in todo if s.end > end] if covered else todo
        out.append(min(covered, key=lambda x: (-covered[x], order[x])).value if covered else _NOTHING)
    return out
