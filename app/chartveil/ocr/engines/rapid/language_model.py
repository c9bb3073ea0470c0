"""How likely words are, for engines that waver between two readings: by the bundled dictionaries, and for
words that are in none by which letters follow each other in them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chartveil.domain import paths
from chartveil.lexicon.dictionary_folder import DictionaryFolder

_PRIORS: tuple[tuple[str, str, float], ...] = (
    ("first_names", "frequent", -5.3),
    ("first_names", "rare", -6.3),
    ("surnames", "frequent", -5.0),
    ("surnames", "usual", -6.0),
    ("states", "terms", -5.0),
    ("countries", "terms", -6.0),
    ("counties", "terms", -6.5),
    ("cities", "major", -6.5),
    ("cities", "town", -6.5),
    ("cities", "small", -6.5),
    ("hospitals", "terms", -6.5),
    ("clinical_words", "terms", -5.7),
    ("drugs", "words", -6.5),
    ("abbreviations", "terms", -6.0),
)
"""Dictionary, file, and the common logarithm of how often a word of it stands in clinical text, to the order
of magnitude. Rare surnames are left out: nearly every misspelling is one somewhere."""
_SINGLE = -5.5
"""A letter by itself, and each that is a part of its own in an address or a code: it may be any."""
_NEW = -1.5
"""Log score of a word for being in no dictionary."""
_ACCENT, _ACCENT_OF_NAME = -3.0, -1.5
"""A letter with an accent, in English text: in a word of small letters, or in another one."""
_FOREIGN = -6.0
"""A letter of another script."""
_MIXED = -3.0
"""Capitals within a word."""
_UNITS = frozenset({"mL", "dL", "fL", "mEq", "mmHg", "mU", "kPa"})
"""Those of them that are spelt so, in no dictionary of words."""
_INNER, _ODD_INNER = -1.0, -3.0
"""A sign between letters: one that joins words, addresses and codes, or another one."""
_OUTER, _ODD_OUTER = -1.0, -2.0
"""A sign at the ends of a word: one of the usual ones, or another one."""
_JOINING, _ENDING = frozenset("-./'’@_&+:"), frozenset(".,;:()'\"-")
_BARRED = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "Ø": "O", "Ł": "L", "Đ": "D"})
_PARTS = re.compile(r"[^\W\d_]+|\d+|[\W_]")
_OUTSIDE = re.compile(r"[^a-z]+")
_LETTERS = 26
_START, _END = _LETTERS, _LETTERS + 1
_SMOOTHING = 20.0
"""So much does what is usual after one letter weigh against what was counted after two."""


class LanguageModel:
    """How likely words are in an English clinical text.

    Args:
        words: common logarithms of their probability by words of a-z.
        own_spelling: words that have capitals within.
    """

    def __init__(self, words: dict[str, float], own_spelling: frozenset[str] = frozenset()) -> None:
        self._words = words
        self._own_spelling = own_spelling
        self._after = _letter_trigrams(words)

    @classmethod
    def load(cls, folder: Path | None = None) -> LanguageModel:
        """Reads the dictionaries.

        Args:
            folder: of the compiled ones; None for the bundled ones.

        Raises:
            ResourceError: if a file is missing or altered.
        """
        store = DictionaryFolder(folder or paths.dictionaries_folder())
        words = dict.fromkeys("abcdefghijklmnopqrstuvwxyz", _SINGLE)
        for dictionary, file, prior in _PRIORS:
            _add(words, store.terms(dictionary, file), prior)
        for file in store.files("common_words"):
            # Zipf's value is the logarithm of how often a word stands in a billion; files hold half a step.
            zipf = int(file.removeprefix("zipf_")) / 10 + 0.25
            _add(words, store.terms("common_words", file), zipf - 9)
        return cls(words, frozenset(store.terms("abbreviations")) | _UNITS)

    def word_log_probability(self, text: str) -> float:
        """Common logarithm of the probability of a word made of letters alone."""
        letters, cost = [], 0.0
        accent = _ACCENT if text.islower() else _ACCENT_OF_NAME
        for letter in unicodedata.normalize("NFKD", text.translate(_BARRED)):
            if unicodedata.combining(letter):
                cost += accent
            elif letter.isascii():
                letters.append(letter)
            else:
                cost += _FOREIGN
        cost += accent * sum(a != b for a, b in zip(text, text.translate(_BARRED), strict=True))
        plain = "".join(letters)
        if not (plain.islower() or plain.isupper() or plain.istitle() or plain in self._own_spelling):
            cost += _MIXED
        small = plain.lower()
        return cost + max(self._words.get(small, -np.inf), self._unknown(small))

    def knows_all_words(self, text: str) -> bool:
        """Whether every word between two blanks stands in a dictionary. Single letters do, words with accents
        do not."""
        words = [part for part in _PARTS.findall(text) if part[0].isalpha()]
        return all(word.lower() in self._words for word in words)

    def token_log_probability(self, text: str) -> float:
        """Common logarithm of the probability of what stands between two blanks. Digits count nothing:
        tokens are to be compared that have the same ones."""
        parts = _PARTS.findall(text)
        words = sum(part[0].isalnum() for part in parts)
        out = 0.0
        for n, part in enumerate(parts):
            if part[0].isalpha():
                out += self.word_log_probability(part) if len(part) > 1 or words == 1 else _SINGLE
            elif not part[0].isdigit():
                if 0 < n < len(parts) - 1:
                    out += _INNER if part in _JOINING else _ODD_INNER
                else:
                    out += _OUTER if part in _ENDING else _ODD_OUTER
        return out

    def _unknown(self, small: str) -> float:
        """Of a word of a-z, by its letters."""
        codes = [_START, _START, *(ord(c) - ord("a") for c in small if "a" <= c <= "z"), _END]
        steps = (self._after[a, b, c] for a, b, c in zip(codes, codes[1:], codes[2:], strict=False))
        return _NEW + float(sum(steps))


@cache
def bundled_language_model() -> LanguageModel:
    """The language of the bundled dictionaries, read once a process.

    Raises:
        ResourceError: if a file is missing or altered.
    """
    return LanguageModel.load()


def _add(words: dict[str, float], terms: Iterable[str], prior: float) -> None:
    for term in terms:
        for word in _OUTSIDE.split(term.lower()):
            if word and words.get(word, -np.inf) < prior:
                words[word] = prior


def _letter_trigrams(words: Iterable[str]) -> NDArray[np.float64]:
    """Common logarithm of how likely each letter follows two others, by the kinds of words there are."""
    codes = [n for word in sorted(words) for n in (_START, _START, *(ord(c) - ord("a") for c in word), _END)]
    one = np.asarray(codes, np.int64)
    size = _END + 1
    counts = np.bincount((one[:-2] * size + one[1:-1]) * size + one[2:], minlength=size**3)
    three = counts.reshape(size, size, size).astype(np.float64)
    two = three.sum(axis=0)
    single = two.sum(axis=0)
    single[_START] = 0.0
    single = (single + 1.0) / (single + 1.0).sum()
    two = (two + _SMOOTHING * single) / (two.sum(axis=1, keepdims=True) + _SMOOTHING)
    three = (three + _SMOOTHING * two) / (three.sum(axis=2, keepdims=True) + _SMOOTHING)
    return np.asarray(np.log10(three), np.float64)
