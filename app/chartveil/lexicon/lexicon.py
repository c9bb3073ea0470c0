"""The bundled dictionaries, loaded once and asked by word or phrase."""

from __future__ import annotations

from pathlib import Path
from weakref import WeakKeyDictionary

from chartveil.domain import paths
from chartveil.lexicon import word_flags as known
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil.lexicon.medical_terms import MedicalClaim, MedicalTerms, read_terms
from chartveil.lexicon.term_keys import phrase_key
from chartveil.lexicon.word_lookup import LookedUpWords, WordsOfText, look_up_words

COMMON_ZIPF = 3.0
"""Zipf value from which a word counts as an ordinary one (once in a million words)."""


class Lexicon:
    """Words and phrases with what they are known as.

    Args:
        words: bits by key of single words.
        phrases: bits by key of phrases of two or more words.
        abbreviations: clinical abbreviations in their own spelling.
        state_codes: postal abbreviations of states, in capitals.
        medical: eponyms and medical phrases.
    """

    def __init__(
        self,
        words: dict[str, int],
        phrases: dict[str, int],
        abbreviations: frozenset[str],
        state_codes: frozenset[str],
        medical: MedicalTerms,
    ) -> None:
        self.words = words
        self.phrases = phrases
        self.abbreviations = abbreviations
        self.state_codes = state_codes
        self.medical = medical
        self.phrase_lengths = _lengths(phrases)
        self._scans: WeakKeyDictionary[WordsOfText, LookedUpWords] = WeakKeyDictionary()
        self._claims: WeakKeyDictionary[WordsOfText, list[MedicalClaim]] = WeakKeyDictionary()

    @classmethod
    def load(cls, folder: Path | None = None, resources: Path | None = None) -> Lexicon:
        """Reads the dictionaries.

        Args:
            folder: compiled dictionaries; None for the bundled ones.
            resources: hand-written terms (``recovery/``); None for the bundled ones.

        Raises:
            ResourceError: if a file is missing, altered or not valid.
        """
        store = DictionaryFolder(folder or paths.dictionaries_folder())
        recovery = (resources or paths.resources_folder()) / "recovery"
        words: dict[str, int] = {}
        phrases: dict[str, int] = {}
        for dictionary, file, bit in known.FLAG_OF_EACH_FILE:
            _add(words, phrases, store.terms(dictionary, file), bit)
        for term in read_terms(recovery / "terms" / "makers.txt"):
            _add(words, phrases, [phrase_key(term)], known.DEVICE_MAKER)
        for file in store.files("common_words"):
            zipf = int(file.removeprefix("zipf_")) << known.ZIPF_SHIFT
            get = words.get
            for word in store.terms("common_words", file):
                words[word] = get(word, 0) | zipf
        pool: dict[int, int] = {}
        words = {w: pool.setdefault(v, v) for w, v in words.items()}
        medical = MedicalTerms.load(recovery, store, words)
        return cls(
            words,
            phrases,
            frozenset(store.terms("abbreviations")),
            frozenset(store.terms("states", "abbreviations")),
            medical,
        )

    def bits(self, key: str) -> int:
        """What a word or phrase is known as; 0 if it is not known."""
        return self.words.get(key, 0) or self.phrases.get(key, 0)

    def zipf(self, folded: str) -> float:
        """Zipf value of a folded word as an ordinary word, 0 to 7.5; 0 for names and unknown words."""
        return (self.words.get(folded, 0) >> known.ZIPF_SHIFT) / 10

    def is_common(self, folded: str) -> bool:
        """Whether a folded word is so usual, in English or in clinical notes, that its being a name
        somewhere does not make it one elsewhere."""
        bits = self.words.get(folded, 0)
        return (bits >> known.ZIPF_SHIFT) >= COMMON_ZIPF * 10 or (
            bool(bits & known.CLINICAL) and not bits & known.NAME
        )

    def first_name(self, folded: str) -> bool:
        return bool(self.words.get(folded, 0) & known.FIRST_NAME)

    def surname(self, folded: str) -> bool:
        return bool(self.words.get(folded, 0) & known.SURNAME)

    def look_up(self, view: WordsOfText) -> LookedUpWords:
        """The view's words prepared for matching; worked out once for each view."""
        found = self._scans.get(view)
        if found is None:
            found = self._scans[view] = look_up_words(view, self.words)
        return found

    def medical_claims(self, view: WordsOfText) -> list[MedicalClaim]:
        """Places that medical terms hold, sorted; worked out once for each view."""
        found = self._claims.get(view)
        if found is None:
            found = self._claims[view] = self.medical.claims(self.look_up(view), view)
        return found


def _add(words: dict[str, int], phrases: dict[str, int], keys: list[str], bit: int) -> None:
    for key in keys:
        if " " in key:
            phrases[key] = phrases.get(key, 0) | bit
        else:
            words[key] = words.get(key, 0) | bit


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
