"""Finds passages in everyday language: they stand out from the language of notes, and no rule names them.

Each word has a weight: how much more often English has it than clinical notes have
(``dictionaries/telling_words``). A run of words whose weights sum to more than a threshold is marked; words
of notes end it. The search knows nothing of meaning, so a person has to look at what it marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import regex

from chartveil.case_report.indirect_facts.flat_text import FlatText
from chartveil.domain.paths import dictionaries_folder
from chartveil.lexicon.dictionary_folder import DictionaryFolder

# Chosen by the totals of marked notes and by flags on plain ones (docs/case-report.md): lower marks more of
# both. In a sentence that speaks of a person less is enough, and less for a phrase than for a single word.
_BIAS = 0.3
_LEAST_PHRASE = 0.2
_LEAST_WORD = 0.35
_LEAST_WITHOUT_PERSON = 0.65
_UNKNOWN = -0.5
_NAME = -0.2
_TOKEN = regex.compile(r"\w+(?:['’]\p{L}+|[.@/]\w+)*|[.;\n]")
_PERSON = regex.compile(
    r"(?i)\b(?:he|she|his|her|him|hers|they|their|patient|mother|father|wife|husband|son|daughter|sister|"
    r"brother|family|parents|partner)\b"
)
_NEGATED = regex.compile(
    r"(?i)\b(?:no|denies|denied|denying|negative|without|not|unremarkable|normal)\b[^.;]*\Z"
)
_LEAST_CAPITALS = 20
_STOPS = ".;\n"


def everyday_passages(prose: FlatText) -> Iterator[tuple[int, int]]:
    """Ranges of the flat text in everyday language, from left to right. They do not overlap.

    Raises:
        ResourceError: if the list of words is missing or was altered.
    """
    weights = _weights()
    total, start, best = 0.0, 0, (0.0, 0, 0)
    for m in _TOKEN.finditer(prose.flat):
        word = m.group()
        if word in _STOPS:
            value = -100.0
        elif not word.replace("'", "").isalpha():
            value = -_BIAS
        elif word[0].isupper() and len(word) > 1 and not _is_ordinary_capital(prose, m.start()):
            value = _NAME
        else:
            value = weights.get(word.lower(), _UNKNOWN) - _BIAS
        if total <= 0:
            total, start = 0.0, m.start()
        total += value
        if total > best[0]:
            best = (total, start, m.end())
        if total <= 0:
            if _is_enough(prose, best):
                yield best[1:]
            best = (0.0, 0, 0)
    if _is_enough(prose, best):
        yield best[1:]


def _is_enough(prose: FlatText, run: tuple[float, int, int]) -> bool:
    """Whether the sum of a run of words passes the threshold of its sentence."""
    total, start, end = run
    if total < _LEAST_PHRASE:
        return False
    if total >= _LEAST_WITHOUT_PERSON:
        return True
    low, high = prose.sentence(start)
    if _NEGATED.search(prose.flat, low, start) or not _PERSON.search(prose.flat, low, high):
        return False
    return total >= _LEAST_WORD or " " in prose.flat[start:end]


def _is_ordinary_capital(prose: FlatText, position: int) -> bool:
    """Whether a capital there says nothing of a name: a sentence or item begins, or all is in capitals."""
    before = prose.flat[max(0, position - 4) : position].rstrip(" \"'(")
    if prose.begins_sentence(position) or before.endswith((":", "-", "–", "•", "/")):
        return True
    start, end = prose.sentence(position)
    return end - start >= _LEAST_CAPITALS and prose.flat[start:end].isupper()


@cache
def _weights() -> dict[str, float]:
    lines = DictionaryFolder(dictionaries_folder()).terms("telling_words")
    return {word: int(tenths) / 10 for word, tenths in (line.split() for line in lines)}
