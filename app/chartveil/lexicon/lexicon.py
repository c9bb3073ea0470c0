"""The bundled dictionaries, loaded once and asked by word or phrase."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from chartveil.domain import paths
from chartveil.domain.languages import LanguagePart, find_language
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil.lexicon.medical_terms import MedicalClaim, MedicalTerms, read_terms
from chartveil.lexicon.term_keys import phrase_key
from chartveil.lexicon.word_lookup import LookedUpWords, look_up_words

COMMON_ZIPF = 3.0
"""Zipf value from which a word counts as an ordinary one (once in a million words)."""


class Lexicon:
    """Words and phrases with what they are known as.

    Args:
        words: bits by key of single words.
        phrases: bits by key of phrases of two or more words.
        abbreviations: clinical abbreviations in their own spelling.
        medical: eponyms and medical phrases.
    """

    def __init__(
        self,
        words: dict[str, int],
        phrases: dict[str, int],
        abbreviations: frozenset[str],
        medical: MedicalTerms,
    ) -> None:
        self.words = words
        self.phrases = phrases
        self.abbreviations = abbreviations
        self.medical = medical
        self.phrase_lengths = _lengths(phrases)
        self._look_up = _LookUp(words)
        self._claims = _Claims(self)

    @classmethod
    def load(cls, folder: Path | None = None, recovery: Path | None = None) -> Lexicon:
        """Reads the dictionaries.

        Args:
            folder: compiled dictionaries; None for the bundled ones.
            recovery: folder of hand-written terms; None for the bundled ones.

        Raises:
            ResourceError: if a file is missing, altered or not valid.
        """
        store = DictionaryFolder(folder or paths.dictionaries_folder())
        recovery = recovery or find_language().file(LanguagePart.RECOVERY)
        words: dict[str, int] = {}
        phrases: dict[str, int] = {}
        for dictionary, file, bit in flags.FLAG_OF_EACH_FILE:
            _add(words, phrases, store.terms(dictionary, file), bit)
        makers = [phrase_key(term) for term in read_terms(recovery / "terms" / "makers.txt")]
        _add(words, phrases, makers, flags.DEVICE_MAKER)
        for file in store.files("common_words"):
            zipf = int(file.removeprefix("zipf_")) << flags.ZIPF_SHIFT
            _add(words, phrases, store.terms("common_words", file), zipf)
        medical = MedicalTerms.load(recovery, store, words)
        return cls(
            words,
            phrases,
            frozenset(store.terms("abbreviations")),
            medical,
        )

    def zipf(self, folded: str) -> float:
        """Zipf value of a folded word as an ordinary word, 0 to 7.5; 0 for names and unknown words."""
        return (self.words.get(folded, 0) >> flags.ZIPF_SHIFT) / 10

    def flags_of(self, folded: str) -> int:
        """The flags of a folded word (``word_flags``); 0 where no list has it."""
        return self.words.get(folded, 0)

    def is_common(self, folded: str) -> bool:
        """Whether a folded word is so usual, in English or in clinical notes, that its being a name
        somewhere does not make it one elsewhere."""
        bits = self.words.get(folded, 0)
        return (bits >> flags.ZIPF_SHIFT) >= COMMON_ZIPF * 10 or (
            bool(bits & flags.CLINICAL) and not bits & flags.NAME
        )

    def look_up(self, view: TokenizedText) -> LookedUpWords:
        """The view's words prepared for matching; worked out once for each view."""
        found: LookedUpWords = view.cached(self._look_up)
        return found

    def medical_claims(self, view: TokenizedText) -> list[MedicalClaim]:
        """Places that medical terms hold, sorted; worked out once for each view."""
        found: list[MedicalClaim] = view.cached(self._claims)
        return found


@cache
def bundled_lexicon() -> Lexicon:
    """The bundled dictionaries, read once a process.

    Raises:
        ResourceError: if a file is missing, altered or not valid.
    """
    return Lexicon.load()


@dataclass(frozen=True, eq=False)
class _LookUp:
    """Looks the words of a text up (``TokenizedText.cached``)."""

    words: dict[str, int]

    def make(self, view: TokenizedText) -> LookedUpWords:
        return look_up_words(view, self.words)


@dataclass(frozen=True, eq=False)
class _Claims:
    """Finds the places of a text that medical terms hold (``TokenizedText.cached``)."""

    lexicon: Lexicon

    def make(self, view: TokenizedText) -> list[MedicalClaim]:
        return self.lexicon.medical.claims(self.lexicon.look_up(view), view)


def _add(words: dict[str, int], phrases: dict[str, int], keys: list[str], bit: int) -> None:
    several = [key for key in keys if " " in key]
    single = [key for key in keys if " " not in key] if several else keys
    for known, group in ((words, single), (phrases, several)):
        new = dict.fromkeys(group, bit)  # many at a time: most keys stand in one list
        for key in new.keys() & known.keys():
            new[key] |= known[key]
        known.update(new)


def _lengths(phrases: dict[str, int]) -> dict[str, int]:
    """Number of words of the longest phrase by its first word."""
    longest: dict[str, int] = {}
    get = longest.get
    for phrase in phrases:
        first, _, rest = phrase.partition(" ")
        n = rest.count(" ") + 2
        if n > get(first, 0):
            longest[first] = n
    return longest
