"""How common words are, as ordinary words: not as names."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from .common import Compiled, lines, word_key

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LEAST_ZIPF = 2.5
_LEAST_CLINICAL = 3
_LEAST_TOLD = 2.3
_MOST_TELLING = 2.0
_UNTOLD = -0.4


@dataclass(frozen=True)
class Usage:
    """What is known of the use of words.

    Attributes:
        zipf: wordfreq's Zipf value of each word with one of 2.5 or more.
        lower: how often a word stood in small letters in the corpora and terms.
        title: how often it stood with a capital in the middle of a sentence.
        names: first names and surnames, with their share in percent as far as it is known.
        places: words that are a city, state or country by themselves.
    """

    zipf: dict[str, float]
    lower: Counter[str]
    title: Counter[str]
    names: dict[str, float]
    places: frozenset[str]

    def common(self, word: str) -> bool:
        """Whether the word is used as an ordinary word, not mainly as a name.

        A word that is also a name needs proof: small letters in real text as often as capitals, or a
        frequency far above what its bearers explain (Smith: 1 % of people, Zipf 4.9).
        """
        zipf = self.zipf.get(word, 0.0)
        low, cap = self.lower[word], self.title[word]
        if word in self.names:
            if low >= 3 and low >= cap:
                return zipf >= _LEAST_ZIPF
            expected = 4.9 + 0.75 * math.log10(max(self.names[word], 0.0005))
            return low >= 1 and low > cap and zipf >= max(3.5, expected + 0.5)
        if word in self.places or cap > low:
            return low >= 3 and low >= cap and zipf >= _LEAST_ZIPF
        return zipf >= 3.0 or (zipf >= _LEAST_ZIPF and low >= 1)

    def known(self, word: str) -> bool:
        """Whether the word has any other use that we know of."""
        return word in self.zipf or word in self.names or word in self.places or self.lower[word] > 0


def _count(text: str, lower: Counter[str], title: Counter[str]) -> None:
    for m in _WORD.finditer(text):
        word = m.group()
        if word.islower():
            lower[word] += 1
        elif (
            len(word) > 1
            and word.istitle()
            and re.match(r"[a-z,] $", text[max(0, m.start() - 2) : m.start()])
        ):
            title[word.lower()] += 1


def usage(data: Path, names: dict[str, float], places: frozenset[str]) -> Usage:
    """Counts words in the clinical texts, the sentences for names, and the terms."""
    from wordfreq import get_frequency_dict

    lower: Counter[str] = Counter()
    title: Counter[str] = Counter()
    for path in sorted((data / "clinical").glob("*.jsonl")):
        for line in lines(path):
            for value in json.loads(line).values():
                if isinstance(value, str):
                    _count(value, lower, title)
    for path in sorted((data / "ner").glob("*.jsonl")):
        for line in lines(path):
            _count(" ".join(json.loads(line)["tokens"]), lower, title)
    for path in sorted((data / "skeletons").glob("*.note")):
        _count(
            re.sub(r"\[\[[A-Z_]+\|.*?\]\]", " ", path.read_text(encoding="utf-8"), flags=re.S), lower, title
        )
    zipf: dict[str, float] = {}
    for word, frequency in get_frequency_dict("en", "large").items():
        key = word_key(word)
        if key is None or key != word:
            continue
        value = math.log10(frequency) + 9
        if value >= _LEAST_ZIPF:
            zipf[word] = value
    return Usage(zipf, lower, title, names, places)


def common_words(use: Usage) -> Compiled:
    """Ordinary words by Zipf class, in steps of one half."""
    files: dict[str, set[str]] = {}
    for word, zipf in use.zipf.items():
        if use.common(word):
            step = min(int(zipf * 2), 12)
            files.setdefault(f"zipf_{step * 5}", set()).add(word)
    return Compiled(
        name="common_words",
        title="Ordinary English words by frequency",
        source="wordfreq 3.1 (Robyn Speer), list 'large' for English; counts of small and capital letters "
        "in mtsamples, MTS-Dialog, our skeleton notes and corpora of names in running text",
        licence="CC BY-SA 4.0 (wordfreq data); counts are our own",
        notes="zipf_45 holds words of Zipf value 4.5 to 5.0, and so on. Words used "
        "mainly as names are left out.",
        files=files,
        rows_read=len(use.zipf),
    )


def clinical_words(data: Path, use: Usage) -> Compiled:
    """Words that clinical text and terms use in small letters."""
    lower: Counter[str] = Counter()
    ignored: Counter[str] = Counter()
    texts = [json.loads(line)["text"] for line in lines(data / "clinical" / "mtsamples.jsonl")]
    texts += [json.loads(line)["text"] for line in lines(data / "clinical" / "mts_dialog_sections.jsonl")]
    for text in texts:
        _count(text, lower, ignored)
    terms: Counter[str] = Counter()
    for name in ("hpo_terms.tsv", "icd10cm_2026_terms.tsv"):
        rows = lines(data / "lists" / name)[1:]
        _count("\n".join(row.split("\t")[1] for row in rows), terms, ignored)
    found = {w for w, n in lower.items() if n >= _LEAST_CLINICAL} | set(terms)
    kept = set()
    for word in found:
        key = word_key(word)
        if (
            key
            and key == word
            and len(word) >= 4
            and not (word in use.names and not use.common(word) and use.title[word] > use.lower[word])
        ):
            kept.add(word)
    return Compiled(
        name="clinical_words",
        title="Words of clinical text",
        source="counts of mtsamples and MTS-Dialog (CC BY 4.0); words of ICD-10-CM 2026 and HPO 2025-01-16",
        licence="counts are our own; ICD-10-CM public domain; HPO: see its terms of use, release 2025-01-16",
        notes=f"Small letters in {_LEAST_CLINICAL} places or more, or in a term. "
        "No text of mtsamples is held.",
        files={"terms": kept},
        rows_read=len(found),
    )


def telling_words(data: Path) -> Compiled:
    """How much more often English has a word than clinical notes have it, in tenths of a power of ten."""
    from wordfreq import get_frequency_dict

    counts: Counter[str] = Counter()
    for path in sorted((data / "clinical").glob("*.jsonl")):
        for line in lines(path):
            for value in json.loads(line).values():
                counts.update(_WORD.findall(str(value).lower()))
    for path in sorted((data / "skeletons").glob("*.note")):
        text = re.sub(r"\[\[[A-Z_]+\|.*?\]\]", " ", path.read_text(encoding="utf-8"), flags=re.S)
        counts.update(_WORD.findall(text.lower()))
    total = sum(counts.values())
    ordinary = {w: math.log10(f) + 9 for w, f in get_frequency_dict("en", "large").items()}
    kept = set()
    for word, zipf in ordinary.items():
        if zipf >= _LEAST_TOLD and word_key(word) == word:
            odds = zipf - math.log10((counts[word] + 0.3) / total * 1e9)
            if counts[word] or odds > _UNTOLD:
                kept.add(f"{word} {round(10 * max(-_MOST_TELLING, min(_MOST_TELLING, odds)))}")
    return Compiled(
        name="telling_words",
        title="Words of ordinary life, against those of clinical notes",
        source="wordfreq 3.1 (Robyn Speer), list 'large' for English; counts in mtsamples, MTS-Dialog and "
        "our skeleton notes without their identifiers",
        licence="CC BY-SA 4.0 (wordfreq data); counts are our own",
        notes="A word and ten times the logarithm to base ten of its share in English over that in notes, "
        "from -20 to 20. No text of the sources is held.",
        files={"terms": kept},
        rows_read=len(ordinary),
    )
