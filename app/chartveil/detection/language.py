"""Finds passages in another language or script than English, and those that our rules, lists and models do
not cover (``domain.languages``).

Script comes first: letters of another script are counted line by line. What is in Latin script is told
apart by its words: a sentence most of whose words the lists of words know is English, whatever its grammar;
only what is left is given to ``py3langid``. Names, abbreviations, numbers and lists of drugs speak for no
language. Short lines are what the lines around them are; what cannot be told is not marked, and nothing here
keeps detection from a text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

import regex

from chartveil.domain import paths
from chartveil.domain.errors import ResourceError
from chartveil.domain.languages import HOME_LANGUAGE, Language, load_languages
from chartveil.domain.resource_files import read_toml
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.domain.uncovered_passage import UncoveredPassage
from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.lexicon import COMMON_ZIPF

if TYPE_CHECKING:
    from chartveil.lexicon.lexicon import Lexicon
    from chartveil.lexicon.word_lookup import LookedUpWords

_LEAST_WORDS = 4
"""Words from which a sentence tells its language. A name with its parts is shorter."""
_LEAST_SIGNS = 10
"""The same in letters, for scripts without blanks between words: names in them are shorter."""
_KNOWN_SHARE = 0.75
"""Share of words known to the English lists from which a sentence needs no further look: 92 % of the
sentences of English notes have it, none in the other languages of ``tests/cases/languages.toml``."""
_LEAST_PROBABILITY = 0.6
"""Least probability of the likeliest language: lists of abbreviations and drugs stay below it."""
_MOST_HOME = 0.01
"""Probability of English up to which a sentence may be in another language."""
_CAPITALS_SHARE = 0.6
_UNSPACED = frozenset(("Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"))
_JAPANESE = frozenset(("Han", "Hiragana", "Katakana"))
"""Scripts that a Japanese sentence mixes; Han alone is Chinese as a rule."""
_SENTENCE_END = regex.compile(
    r"(?<=[.!?;:][\"'”»)]?)[ \t]+(?=\P{Ll})|(?<=[。！？।])|[\n\r\f\v\u2028\u2029\x85]+"
)
_BLANK_LINE = regex.compile(r"(?:\r\n|[\n\r\u2028\x85])[ \t]*(?:\r\n|[\n\r\u2028\x85])|[\f\v\u2029]")
_NO_LANGUAGE = frozenset(("la", "zxx"))
"""Languages that terms and codes are mistaken for, and that no note is written in."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence, or a line of one.

    Attributes:
        start, end: its range, without blanks at its ends.
        language, script: of the passage that it would be; empty where neither can be told.
        home: whether it is English.
    """

    start: int
    end: int
    language: str = ""
    script: str = ""
    home: bool = False

    @property
    def foreign(self) -> bool:
        return bool(self.script) and not self.home


@dataclass(frozen=True, eq=False)
class PassageFinder:
    """Finds the passages of a text in other languages. May be used from several threads.

    Attributes:
        lexicon: English words, and names.
        languages: that there is something for.
    """

    lexicon: Lexicon
    languages: tuple[Language, ...] = field(default_factory=load_languages)

    def find(self, view: TokenizedText) -> tuple[UncoveredPassage, ...]:
        """The passages that no language covers, in order, disjoint.

        Raises:
            ResourceError: if the table of languages, or the library that tells them apart, is missing.
        """
        covered = [one for one in self.languages if one.is_covered]
        return tuple(
            p for p in self.passages(view) if not any(one.serves(p.language, p.script) for one in covered)
        )

    def passages(self, view: TokenizedText) -> tuple[UncoveredPassage, ...]:
        """The passages in another language than English, covered or not; worked out once for each view.

        Raises:
            ResourceError: as :meth:`find`.
        """
        found: tuple[UncoveredPassage, ...] = view.cached(self)
        return found

    def make(self, view: TokenizedText) -> tuple[UncoveredPassage, ...]:
        """See :class:`chartveil.domain.tokenized_text.Feature`."""
        judge = _SentenceJudge(view.text, self.lexicon.look_up(view))
        sentences = [judge.judged(start, end) for start, end in _sentences(view.text)]
        return tuple(_passages(view.text, _with_neighbours(view.text, sentences)))


_OTHER_LETTERS = regex.compile(r"[\p{L}\p{M}--[\p{Latin}\p{Common}\p{Inherited}]]+", regex.VERSION1)
"""A run of letters of another script than Latin."""


@dataclass(frozen=True)
class _LanguageNames:
    """The table of languages that are told apart (``resources/language_names.toml``)."""

    names: dict[str, str]

    @cached_property
    def classify(self) -> Callable[[str], list[tuple[str, float]]]:
        """Gives the languages of a text with their probabilities, the likeliest first."""
        try:
            from py3langid.langid import MODEL_FILE, LanguageIdentifier
        except ImportError as e:
            raise ResourceError("the library py3langid is missing.", remedy="Install Chartveil again.") from e
        identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
        identifier.set_languages(self.names)
        rank: Callable[[str], list[tuple[str, float]]] = identifier.rank
        return rank


@cache
def _language_names() -> _LanguageNames:
    data = read_toml(paths.resources_folder() / "language_names.toml", "the table of languages")
    return _LanguageNames(dict(data["languages"]))


class _SentenceJudge:
    """Tells what the sentences of one text are in."""

    def __init__(self, text: str, words: LookedUpWords) -> None:
        self._text = text
        self._words = words
        self._starts = [start for start, _ in words.ranges]
        self._known = _language_names()

    def judged(self, start: int, end: int) -> _Sentence:
        """The sentence in a range."""
        text = self._text[start:end]
        found = _Sentence(start, end)
        if not text.isascii():
            script, enough = self._other_script(text)
            if enough:
                return replace(found, script=script)
        words, known = self._evidence(start, end, text)
        if len(words) < _LEAST_WORDS:
            return found
        if known >= _KNOWN_SHARE * len(words):
            return replace(found, script="Latin", home=True)
        language = self._language(text)
        return replace(found, script="Latin", language=language) if language else found

    def _other_script(self, text: str) -> tuple[str, bool]:
        """The script, of those that are not Latin, of most letters; and whether that is a sentence."""
        counts: Counter[str] = Counter()
        words: Counter[str] = Counter()
        for match in _OTHER_LETTERS.finditer(text):
            letters = Counter(map(_script_of, match[0]))
            counts += letters
            # One letter is a symbol: β-blocker, Δ.
            words.update([letters.most_common(1)[0][0]] if len(match[0]) > 1 else ())
        if not counts:
            return "", False
        script = counts.most_common(1)[0][0]
        if script in _JAPANESE:
            signs = sum(counts[s] for s in _JAPANESE)
            return ("Han" if signs == counts["Han"] else "Japanese"), signs >= _LEAST_SIGNS
        return script, (
            counts[script] >= _LEAST_SIGNS if script in _UNSPACED else words[script] >= _LEAST_WORDS
        )

    def _evidence(self, start: int, end: int, text: str) -> tuple[list[str], int]:
        """Words that speak for a language, and how many of them are English or of medicine."""
        letters = sum(map(str.isalpha, text))
        capitals = sum(map(str.isupper, text)) > _CAPITALS_SHARE * letters
        words: list[str] = []
        known = 0
        ranges, bits = self._words.ranges, self._words.flags
        for at in range(bisect_left(self._starts, start), bisect_left(self._starts, end)):
            a, b = ranges[at]
            word = self._text[a:b]
            if b - a < 2 or not word.isalpha() or not (capitals or word.islower()):
                continue
            bit = bits[at]
            if (bit >> flags.ZIPF_SHIFT) >= COMMON_ZIPF * 10 or bit & flags.MEDICAL:
                known += 1
            elif capitals and bit & (flags.NAME | flags.CITY):
                continue
            words.append(word)
        return words, known

    def _language(self, text: str) -> str:
        """Name of the language of a sentence; empty where it is English, or not sure."""
        # Numbers and codes are no word of any language, and the library counts bytes.
        ranking = self._known.classify(regex.sub(r"\S*[\d@/|_^]\S*", " ", text))
        likeliest, probability = ranking[0]
        home = dict(ranking)[HOME_LANGUAGE]
        if likeliest in _NO_LANGUAGE or probability < _LEAST_PROBABILITY or home > _MOST_HOME:
            return ""
        return self._known.names[likeliest]


@cache
def _script_of(letter: str) -> str:
    """Name of a letter's script, for those that a document may hold; else ``other``."""
    return next((s for s in _SCRIPTS if regex.match(rf"\p{{Script={s}}}", letter)), "other")


_SCRIPTS = tuple(
    "Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Devanagari Bengali Gurmukhi Gujarati Oriya Tamil "
    "Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer Mongolian Han "
    "Hiragana Katakana Hangul Bopomofo".split()
)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of the sentences of a text, or of their lines, without blanks at their ends."""
    at = 0
    for end in [*(m.span() for m in _SENTENCE_END.finditer(text)), (len(text), len(text))]:
        piece = text[at : end[0]]
        if inner := piece.strip():
            start = at + len(piece) - len(piece.lstrip())
            yield start, start + len(inner)
        at = end[1]


def _with_neighbours(text: str, sentences: Sequence[_Sentence]) -> list[_Sentence]:
    """The sentences, those that do not tell their language in that of the one before or after them in the
    same paragraph, where that is another than English."""
    out = list(sentences)
    for order in (range(1, len(out)), range(len(out) - 2, -1, -1)):
        for at in order:
            here, beside = out[at], out[at + (1 if order.step < 0 else -1)]
            first, last = (here, beside) if order.step < 0 else (beside, here)
            if beside.foreign and not here.script and not _BLANK_LINE.search(text, first.end, last.start):
                out[at] = replace(here, language=beside.language, script=beside.script)
    return out


def _passages(text: str, sentences: Sequence[_Sentence]) -> Iterator[UncoveredPassage]:
    """Runs of sentences in one language and paragraph, English apart, as one passage each."""
    run: UncoveredPassage | None = None
    for s in sentences:
        joins = (
            run is not None
            and (run.language, run.script) == (s.language, s.script)
            and not _BLANK_LINE.search(text, run.end, s.start)
        )
        if s.foreign and joins:
            assert run is not None
            run = replace(run, end=s.end)
            continue
        if run is not None:
            yield run
        run = UncoveredPassage(s.start, s.end, s.language, s.script) if s.foreign else None
    if run is not None:
        yield run
