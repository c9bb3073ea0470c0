"""What the bundled dictionaries know of each word, as one number that is an input of the networks.

A small network cannot remember ninety thousand surnames and twenty thousand drugs, nor need it: told that a
word is a rare surname and no ordinary word, or a drug and a first name both, it decides by the context. What
is known of a word is one of a few answers to each of :data:`GAZETTEER_QUESTIONS`; the answers together make
the number. As features of neural taggers, gazetteers are usually tags joined to a word's vector (Magnolini et
al. 2019, "How to Use Gazetteers for Entity Recognition with Neural Models"); ours are added to it, as letter
shapes are.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from chartveil.domain.tokenized_text import fold, word_ranges
from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.lexicon import Lexicon
from chartveil.lexicon.term_keys import word_key
from chartveil.lexicon.word_lookup import find_joined_words

GAZETTEER_QUESTIONS: tuple[tuple[str, int], ...] = (
    ("ordinary", 5),  # Zipf value: not listed, below 3, 3 to 4, 4 to 5, above
    ("first name", 3),  # no, rare, frequent
    ("surname", 4),  # no, rare, usual, frequent
    ("place", 4),  # no; small town; town or county; big city, state or country
    ("organization", 3),  # no; a company's or hospital's name; a known company or a maker
    ("medical", 4),  # no; word of clinical text or abbreviation; drug; eponym, device, test, scale, phrase
)
"""The questions, and how many answers each has; the first is "nothing known"."""

ANSWER_COUNTS = tuple(size for _, size in GAZETTEER_QUESTIONS)
GAZETTEER_CODE_COUNT = prod(ANSWER_COUNTS)
"""How many numbers there are."""

ANSWER_STEPS = tuple(prod(ANSWER_COUNTS[i + 1 :]) for i in range(len(ANSWER_COUNTS)))
"""The factor of each question's answer in the code."""

_BIG = flags.CITY_MAJOR | flags.STATE | flags.COUNTRY
_MIDDLE = flags.CITY_TOWN | flags.COUNTY
_OF_PHRASES = (
    flags.CITY
    | flags.COUNTY
    | flags.STATE
    | flags.COUNTRY
    | flags.HOSPITAL
    | flags.COMPANY
    | flags.COMPANY_WELL_KNOWN
    | flags.DEVICE_MAKER
    | flags.DRUG
)
"""The flags of phrases, which count for each word of one."""
_MOST_KEPT = 200_000

Answers = tuple[int, ...]


def code_of_answers(answers: Sequence[int]) -> int:
    """The number that answers make."""
    return sum(a * step for a, step in zip(answers, ANSWER_STEPS, strict=True))


class GazetteerFeatures:
    """Tells what is known of the words of a text.

    Args:
        lexicon: the bundled dictionaries.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._kept: dict[str, tuple[str, Answers, int]] = {}
        self._last: tuple[str, NDArray[np.int64], NDArray[np.int64]] | None = None

    def codes(self, text: str, starts: NDArray[np.int64]) -> NDArray[np.int64]:
        """The code of the word that each sub-word belongs to; 0 where it belongs to none.

        Args:
            text: the text as it was written.
            starts: where the sub-words begin, in characters.
        """
        edges, numbers = self._of_words(text)
        if not len(numbers):
            return np.zeros(len(starts), np.int64)
        word = np.searchsorted(edges[:, 0], starts, side="right") - 1
        inside = (word >= 0) & (starts < edges[word, 1])
        return np.where(inside, numbers[word], 0)

    def _of_words(self, text: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Ranges of the words, (words, 2), and the number of each. Members that read a text written otherwise
        ask for it again, so the last answer is kept."""
        kept = self._last
        if kept is not None and kept[0] == text:
            return kept[1], kept[2]
        ranges = word_ranges(text)
        words = [self._word(text[a:b]) for a, b in ranges]
        answers = [of_word for _, of_word, _ in words]
        numbers = np.array([code for _, _, code in words], np.int64)
        for first, last, bits, medical in self._phrases([key for key, _, _ in words], text, ranges):
            more = _answers(bits, medical=3 if medical else 0)
            for i in range(first, last + 1):
                answers[i] = tuple(map(max, answers[i], more))
                numbers[i] = code_of_answers(answers[i])
        edges = np.array(ranges, np.int64).reshape(-1, 2)
        self._last = text, edges, numbers
        return edges, numbers

    def _word(self, written: str) -> tuple[str, Answers, int]:
        """The key of a word, the answers about it and their number."""
        found = self._kept.get(written)
        if found is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            key = word_key(fold(written))
            bits = self._lexicon.words.get(key, 0)
            medical = 0
            if self._lexicon.medical.contains(key):
                medical = 3
            elif bits & flags.DRUG:
                medical = 2
            elif bits & flags.CLINICAL or written in self._lexicon.abbreviations:
                medical = 1
            answers = _answers(bits, medical)
            found = self._kept[written] = (key, answers, code_of_answers(answers))
        return found

    def _phrases(
        self, keys: list[str], text: str, ranges: list[tuple[int, int]]
    ) -> list[tuple[int, int, int, bool]]:
        """First and last word of each known phrase, its bits, whether it is medical. The longest counts."""
        lengths, medical = self._lexicon.phrase_lengths, self._lexicon.medical
        joined: list[bool] | None = None
        found: list[tuple[int, int, int, bool]] = []
        for i, key in enumerate(keys):
            most = max(lengths.get(key, 0), medical.longest_beginning_with(key))
            if most < 2:
                continue
            if joined is None:
                joined = find_joined_words(text, ranges)
            last = i
            while last - i + 1 < most and joined[last]:
                last += 1
            for j in range(last, i, -1):
                phrase = " ".join(keys[i : j + 1])
                bits = self._lexicon.phrases.get(phrase, 0) & _OF_PHRASES
                is_medical = medical.contains(phrase)
                if bits or is_medical:
                    found.append((i, j, bits, is_medical))
                    break
        return found


def _answers(bits: int, medical: int) -> Answers:
    zipf = bits >> flags.ZIPF_SHIFT
    ordinary = 0 if not zipf else 1 if zipf < 30 else 2 if zipf < 40 else 3 if zipf < 50 else 4
    first = 2 if bits & flags.FIRST_NAME_FREQUENT else 1 if bits & flags.FIRST_NAME_RARE else 0
    surname = 0
    for answer, bit in ((3, flags.SURNAME_FREQUENT), (2, flags.SURNAME_USUAL), (1, flags.SURNAME_RARE)):
        if bits & bit:
            surname = answer
            break
    place = 3 if bits & _BIG else 2 if bits & _MIDDLE else 1 if bits & flags.CITY_SMALL else 0
    organization = (
        2
        if bits & (flags.COMPANY_WELL_KNOWN | flags.DEVICE_MAKER)
        else 1
        if bits & (flags.COMPANY | flags.HOSPITAL)
        else 0
    )
    return ordinary, first, surname, place, organization, medical or (2 if bits & flags.DRUG else 0)
