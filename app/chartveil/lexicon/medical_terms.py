"""Finds eponyms and medical phrases in a text.

A place is held by a phrase (``Hoehn & Yahr``), by an eponym with the head word that makes it medical
(``Graves ophthalmopathy``, ``circle of Willis``), or by a term that stands alone (``Babinski``). A term that
is also a usual name of people or places (``Foley``) holds its place only in clinical use: beside one of
the words of ``resources/recovery/en/context.toml`` (``Foley in place``, ``Phalen neg``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from chartveil.domain.errors import ResourceError
from chartveil.domain.resource_files import read_text, read_toml
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil.lexicon.term_keys import phrase_key, word_key
from chartveil.lexicon.word_lookup import LookedUpWords

TERM_LISTS = (
    "devices",
    "tests",
    "scales",
    "software",
    "guidelines",
    "drugs",
    "brands",
    "makers",
    "genes",
    "products",
)
_ALONE = {"no": 0, "possessive": 1, "yes": 2}
_AGE_WORDS = frozenset(
    "y yo yr yrs year years m f male female mo month months day days wk week weeks old".split()
)
_LINKS = frozenset(("of", "de", "von", "van", "the"))


class ClaimStrength(StrEnum):
    """The strength of a medical term's claim on its place."""

    PHRASE = "phrase"
    """Several words, or an eponym with its head: medical also where a word of it is somebody's name."""
    TERM = "term"
    """A single word that is no usual name."""
    CLINICAL_CONTEXT = "context"
    """A single word that is a usual name too, in clinical use."""
    WEAK_CONTEXT = "weak"
    """A single word that is a usual name too, beside a word that stands beside people as well."""
    NO_CONTEXT = "bare"
    """A single word that is a usual name too, with nothing beside it that tells."""


@dataclass(frozen=True, slots=True, order=True)
class MedicalClaim:
    """A place of the text that a medical term holds.

    Attributes:
        start, end: range of the text.
        strength: how firmly.
        dictionary: the dictionary: ``eponyms``, ``devices``, ``hpo``, ...
    """

    start: int
    end: int
    strength: ClaimStrength
    dictionary: str


@dataclass(frozen=True, slots=True)
class _MedicalTerm:
    dictionary: str
    alone: int
    heads: frozenset[str]


@dataclass(frozen=True, slots=True)
class ContextWords:
    """Words that decide whether a word is a name or a term; see ``resources/recovery/en/context.toml``."""

    titles: frozenset[str]
    cues: frozenset[str]
    credentials: frozenset[str]
    clinical_before: frozenset[str]
    clinical_after: frozenset[str]
    weak: frozenset[str]
    clinical_pairs: frozenset[str]
    between: frozenset[str]


class MedicalTerms:
    """Finds the places that medical terms hold.

    Args:
        entries: terms by key.
        context: words that decide.
    """

    def __init__(self, entries: dict[str, _MedicalTerm], context: ContextWords) -> None:
        self._entries = entries
        self.context = context
        self._longest: dict[str, int] = {}
        for key in entries:
            first = key.partition(" ")[0]
            self._longest[first] = max(self._longest.get(first, 0), key.count(" ") + 1)

    @classmethod
    def load(cls, recovery: Path, store: DictionaryFolder, words: dict[str, int]) -> MedicalTerms:
        """Reads eponyms, terms and context.

        Raises:
            ResourceError: if a file is missing or not valid.
        """
        entries: dict[str, _MedicalTerm] = {}
        none: frozenset[str] = frozenset()
        for dictionary in ("icd10cm", "hpo"):
            entry = _MedicalTerm(dictionary, 2, none)
            for term in store.terms(dictionary):
                entries[phrase_key(term)] = entry
        for file in TERM_LISTS:
            entry = _MedicalTerm(file, 2, none)
            for term in read_terms(recovery / "terms" / f"{file}.txt"):
                key = phrase_key(term)
                # A maker known by a name of people (Watson, Lilly) is an exception, not a medical term.
                if file != "makers" or " " in key or not words.get(key, 0) & flags.USUAL_NAME:
                    entries[key] = entry
        _read_eponyms(recovery / "eponyms.toml", entries)
        return cls(entries, read_context_words(recovery / "context.toml"))

    def contains(self, key: str) -> bool:
        """Whether a single word or phrase is an eponym or a term, by itself or beside a head."""
        return key in self._entries

    def longest_beginning_with(self, key: str) -> int:
        """Number of words of the longest term that begins with this one; 0 if none does."""
        return self._longest.get(key, 0)

    def claims(self, scan: LookedUpWords, view: TokenizedText) -> list[MedicalClaim]:
        """Places held in a text, sorted by start; where several begin at one word, the longest."""
        found: list[MedicalClaim] = []
        longest = self._longest
        reach = 0
        for i, key in enumerate(scan.keys):
            n = longest.get(key)
            if n is None or i < reach:
                continue
            claim = self._claim_at(i, n, scan, view)
            if claim is not None:
                found.append(claim[0])
                reach = claim[1]
        found.sort()
        return found

    def _claim_at(
        self, i: int, n: int, scan: LookedUpWords, view: TokenizedText
    ) -> tuple[MedicalClaim, int] | None:
        """The claim of the longest term at word ``i``, and the word after it."""
        last = i
        while last - i + 1 < n and scan.joined_to_next[last]:
            last += 1
        for j in range(last, i - 1, -1):
            entry = self._entries.get(" ".join(scan.keys[i : j + 1]) if j > i else scan.keys[i])
            if entry is None:
                continue
            first, end = self._with_head(i, j, entry, scan)
            start = scan.ranges[first][0]
            stop = scan.ranges[end][1]
            if first < i or end > j:
                return MedicalClaim(start, stop, ClaimStrength.PHRASE, entry.dictionary), end + 1
            if i == j and self._is_score_with_value(i, entry, scan, view):
                return MedicalClaim(start, stop, ClaimStrength.CLINICAL_CONTEXT, entry.dictionary), j + 1
            if entry.alone == 0 or (entry.alone == 1 and not view.folded_words[j].endswith("'s")):
                continue
            return MedicalClaim(start, stop, self._strength(i, j, scan, view, entry), entry.dictionary), j + 1
        return None

    def _with_head(self, i: int, j: int, entry: _MedicalTerm, scan: LookedUpWords) -> tuple[int, int]:
        """First and last word of the term with its head: after it, or ``head of`` before it."""
        heads, keys, joined = entry.heads, scan.keys, scan.joined_to_next
        if not heads:
            return i, j
        k = j
        for _ in range(3):
            if not joined[k]:
                break
            k += 1
            if keys[k] in heads:
                return i, k
            if keys[k] not in self.context.between and not (k == j + 1 and keys[k] in self._entries):
                break
        h = i - 1
        while h >= 0 and i - h <= 2 and joined[h] and keys[h] in _LINKS:
            h -= 1
        if 0 <= h < i - 1 and joined[h] and keys[h] in heads:
            return h, j
        return i, j

    def _is_score_with_value(
        self, i: int, entry: _MedicalTerm, scan: LookedUpWords, view: TokenizedText
    ) -> bool:
        """Whether the name of a score stands before its value (``Braden 17``), not one before an age."""
        if (
            "score" not in entry.heads
            or not scan.joined_to_next[i]
            or not view.text[scan.ranges[i][0]].isupper()
        ):
            return False
        (_, end), (start, stop) = scan.ranges[i], scan.ranges[i + 1]
        value = view.text[start:stop]
        if view.text[end:start] != " " or not (value.isdigit() and len(value) <= 3):
            return False
        if view.text[stop : stop + 2].strip()[:1] in ("/", "-", ":") or scan.keys[i] in self.context.titles:
            return False
        return i + 2 >= len(scan.keys) or scan.keys[i + 2] not in _AGE_WORDS

    def _strength(
        self, i: int, j: int, scan: LookedUpWords, view: TokenizedText, entry: _MedicalTerm
    ) -> ClaimStrength:
        if j > i:
            return ClaimStrength.PHRASE
        bits = scan.flags[i]
        if not bits & (flags.USUAL_NAME | flags.CITY_MAJOR) and not bits & flags.SURNAME_RARE:
            return ClaimStrength.TERM
        if bits & flags.SURNAME_RARE and not bits & flags.USUAL_NAME and entry.dictionary != "makers":
            return ClaimStrength.TERM
        near = self.context
        if view.folded_words[i].endswith("'s") and not bits & (flags.SURNAME_FREQUENT | flags.FIRST_NAME):
            return ClaimStrength.CLINICAL_CONTEXT
        before = scan.keys[i - 1] if i and scan.joined_to_next[i - 1] else ""
        after = scan.keys[i + 1] if scan.joined_to_next[i] else ""
        second = scan.keys[i + 2] if after and scan.joined_to_next[i + 1] else ""
        if f"{after}_{second}" in near.clinical_pairs:
            return ClaimStrength.CLINICAL_CONTEXT
        beside = [
            w for w, words in ((before, near.clinical_before), (after, near.clinical_after)) if w in words
        ]
        if not beside:
            return ClaimStrength.NO_CONTEXT
        return (
            ClaimStrength.WEAK_CONTEXT
            if all(w in near.weak for w in beside)
            else ClaimStrength.CLINICAL_CONTEXT
        )


def read_terms(path: Path) -> list[str]:
    """Terms of a hand-written list: one a line, ``#`` begins a comment line.

    Raises:
        ResourceError: if the file cannot be read.
    """
    lines = read_text(path, "the list of terms").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def read_context_words(path: Path) -> ContextWords:
    """Reads the words that decide between name and term.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    data = read_toml(path, "the file of words of context")
    try:
        fields = {
            name: frozenset(map(word_key, data[name].split())) for name in ContextWords.__dataclass_fields__
        }
    except (KeyError, AttributeError) as e:
        raise ResourceError(
            f"the key {e} is missing or is not text.",
            where=str(path),
            remedy="Add it as a list of words in one text.",
        ) from e
    return ContextWords(**fields)


def _read_eponyms(path: Path, entries: dict[str, _MedicalTerm]) -> None:
    data = read_toml(path, "the list of eponyms")
    try:
        sets = {name: frozenset(text.casefold().split()) for name, text in data["heads"].items()}
        for group in data["group"]:
            heads: frozenset[str] = frozenset()
            for head in group["heads"]:
                heads |= sets.get(head, frozenset((head,)))
            alone = _ALONE[group["alone"]]
            for name in group["names"].replace("\n", " ").split(","):
                _add_eponym(name.strip(), alone, heads, entries)
    except (KeyError, AttributeError, TypeError) as e:
        raise ResourceError(
            f"an entry near {e} is not valid.",
            where=str(path),
            remedy='Each [[group]] needs title, heads, names, and alone = "no", "possessive" or "yes".',
        ) from e


def _add_eponym(name: str, alone: int, heads: frozenset[str], entries: dict[str, _MedicalTerm]) -> None:
    key = phrase_key(name)
    if not key:
        return
    if "-" in name and " " in key:
        alone = 2
    before = entries.get(key)
    if before is not None:
        alone, heads = max(alone, before.alone), heads | before.heads
    entries[key] = _MedicalTerm("eponyms", alone, heads)
