"""Figures of synthesised text: how varied it is, how medical, and how dense with identifiers."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TextIO

from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import fold, word_ranges
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil_training.samples import IdentifierMark, Sample

_LONGEST_GRAM = 4
_SEVERAL = "several"
_MEDICAL = (
    ("clinical_words", "terms"),
    ("drugs", "words"),
    ("abbreviations", "terms"),
    ("hpo", "terms"),
    ("icd10cm", "terms"),
)
_COMMON = ("zipf_45", "zipf_50", "zipf_55", "zipf_60")


@dataclass(frozen=True, slots=True)
class LabelDensity:
    """Marks of one label.

    Attributes:
        marks: how many.
        per_thousand: marks in 1,000 words of text.
        distinct: different surfaces, folded.
    """

    marks: int
    per_thousand: float
    distinct: int


@dataclass(frozen=True, slots=True)
class SynthesisQuality:
    """Figures of a set of samples.

    Attributes:
        samples, words: how many.
        vocabulary: different words, folded.
        entropy: of the words, in bits; higher is more varied.
        self_bleu: mean BLEU-4 of samples against others, in [0, 1]; lower is more varied (Zhu et al. 2018,
            Texygen). NaN for fewer than two samples.
        medical: share of the words that medical dictionaries hold and that are no everyday words.
        labels: by label, in the order of ``Label``; ``several`` for marks that may be of more than one.
    """

    samples: int
    words: int
    vocabulary: int
    entropy: float
    self_bleu: float
    medical: float
    labels: dict[str, LabelDensity]


def medical_words(store: DictionaryFolder) -> frozenset[str]:
    """Words of the medical dictionaries, folded, without the most common words of English.

    Raises:
        ResourceError: if a dictionary is missing or altered.
    """
    common = {fold(w) for file in _COMMON for w in store.terms("common_words", file)}
    terms = (t for name, file in _MEDICAL for t in store.terms(name, file))
    words = {fold(t[a:b]) for t in terms for a, b in word_ranges(t)}
    return frozenset(w for w in words - common if len(w) > 1 and not w.isdigit())


def measure_quality(
    samples: Sequence[Sample], medical: frozenset[str], rng: random.Random, compared: int = 40
) -> SynthesisQuality:
    """Figures of samples.

    Args:
        samples: at least one.
        medical: words that count as medical; see ``medical_words``.
        rng: draws the samples that are compared with each other.
        compared: how many of them.
    """
    texts = [_words(s) for s in samples]
    counts = Counter(w for words in texts for w in words)
    total = counts.total()
    chosen = rng.sample(range(len(texts)), min(compared, len(texts)))
    return SynthesisQuality(
        samples=len(samples),
        words=total,
        vocabulary=len(counts),
        entropy=-sum(n / total * math.log2(n / total) for n in counts.values()) if total else 0.0,
        self_bleu=self_bleu([texts[i] for i in sorted(chosen)]),
        medical=sum(n for w, n in counts.items() if w in medical) / total if total else 0.0,
        labels=_labels(samples, total),
    )


def _words(sample: Sample) -> list[str]:
    return [fold(sample.text[a:b]) for a, b in word_ranges(sample.text)]


def _labels(samples: Iterable[Sample], words: int) -> dict[str, LabelDensity]:
    marks: Counter[str] = Counter()
    surfaces: dict[str, set[str]] = {}
    for sample in samples:
        for mark in sample.marks:
            name = _name(mark)
            marks[name] += 1
            surfaces.setdefault(name, set()).add(fold(sample.text[mark.start : mark.end]))
    return {
        name: LabelDensity(marks[name], 1000 * marks[name] / words if words else 0.0, len(surfaces[name]))
        for name in (*Label, _SEVERAL)
        if name in marks
    }


def _name(mark: IdentifierMark) -> str:
    return mark.labels[0] if len(mark.labels) == 1 else _SEVERAL


def self_bleu(texts: Sequence[Sequence[str]]) -> float:
    """Mean BLEU-4 of each text with all others as references; NaN for fewer than two texts."""
    if len(texts) < 2:
        return math.nan
    grams = [[_grams(words, n) for n in range(1, _LONGEST_GRAM + 1)] for words in texts]
    scores = []
    for i, own in enumerate(grams):
        others = [g for j, g in enumerate(grams) if j != i]
        lengths = [len(words) for j, words in enumerate(texts) if j != i]
        scores.append(_bleu(own, others, len(texts[i]), lengths))
    return sum(scores) / len(scores)


def _grams(words: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))


def _bleu(
    own: Sequence[Counter[tuple[str, ...]]],
    others: Sequence[Sequence[Counter[tuple[str, ...]]]],
    length: int,
    lengths: Sequence[int],
) -> float:
    """BLEU of one text; orders that match nothing count as half a match (Lin and Och 2004)."""
    logs = 0.0
    for n, counts in enumerate(own):
        total = counts.total()
        if not total:
            return 0.0
        clipped = sum(min(c, max(other[n][g] for other in others)) for g, c in counts.items())
        logs += math.log((clipped or 0.5) / total)
    closest = min(lengths, key=lambda x: (abs(x - length), x))
    brevity = 1.0 if length > closest else math.exp(1 - closest / length)
    return brevity * math.exp(logs / len(own))


def print_quality(figures: SynthesisQuality, out: TextIO) -> None:
    """Writes the figures as a table."""
    rows = [
        ("samples", f"{figures.samples:,}"),
        ("words", f"{figures.words:,}"),
        ("vocabulary", f"{figures.vocabulary:,}"),
        ("entropy, bits a word", f"{figures.entropy:.2f}"),
        ("self-BLEU", f"{figures.self_bleu:.3f}"),
        ("medical words", f"{figures.medical:.1%}"),
    ]
    for name, value in rows:
        out.write(f"{name:<22}{value:>12}\n")
    out.write(f"\n{'label':<16}{'marks':>9}{'per 1,000 words':>18}{'distinct':>11}\n")
    for name, label in figures.labels.items():
        out.write(f"{name:<16}{label.marks:>9,}{label.per_thousand:>18.2f}{label.distinct:>11,}\n")
