"""Recovers single words that only models found: misspelt ordinary words, abbreviations of professions and
care.

Only spans of one word are looked at, and only those that no rule, list of names, dossier or other mention
speaks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import regex

from chartveil.detection.judgement.numeric_context import CLOCK_COLUMN
from chartveil.detection.judgement.spelling_correction import SpellingCorrector
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import PERSON_LABELS, Label, LabelGroup
from chartveil.domain.languages import LanguagePart, find_language
from chartveil.domain.resource_files import read_text, read_toml
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.lexicon import Lexicon
from chartveil.lexicon.term_keys import phrase_key
from chartveil.lexicon.word_lookup import LookedUpWords

_PLACES_OF_CARE = frozenset((Label.HOSPITAL, Label.ORGANIZATION))
_WORDS = frozenset((LabelGroup.NAME, LabelGroup.PROFESSION, LabelGroup.LOCATION, LabelGroup.ORGANIZATION))
_NOT_WORDS = frozenset((Label.USERNAME, Label.ZIP, Label.STREET))
_TITLES = frozenset(
    "doc dr drs mr mrs ms mx miss missus mister madam ofc sgt ssgt cpl spc sgm capt cdr prof mme "
    "student extern intern resident".split()
)
"""Titles and ranks that by themselves are nobody's name. ``Major`` and ``Judge`` are first names too."""
_JOB_ENDINGS = ("er", "or", "ist", "ian", "ant", "man", "men", "ers", "ors", "ists", "eer", "smith", "wright")
_OF_PEOPLE_AND_PLACES = (
    flags.NAME
    | flags.CITY
    | flags.COUNTY
    | flags.STATE
    | flags.COUNTRY
    | flags.HOSPITAL
    | flags.COMPANY
    | flags.COMPANY_WELL_KNOWN
)
_NEAR = 12
_BEFORE_JOBS = frozenset("a an as by ex former job occupation ret retired was works".split())
_PARTS = frozenset(" -&'’")
_VERY_COMMON = 40
_USUAL = 25
"""Zipf value, in tenths, from which a word counts as ordinary."""
_LEAST_AT_A_START = 8
"""Letters of a mistyped word at the start of a sentence; fewer may be a name's."""
_START = regex.compile(r"[\p{Ll}\d)][.!?][ \t\r\n]{1,3}\Z")
_LEAST_ORDINARY = 4
"""Shorter words in small letters are initials as often as not."""
_MEANS_NOBODY = frozenset("me pt pts us self cb bk lvm vm".split())
_FEW_CAPITALS = 0.02
"""Share of words with a capital, abbreviations aside, below which names are written small too."""
_WORD = regex.compile(r"\p{L}{2,}")
_CAPITALISED = regex.compile(r"(?<!\p{L})\p{Lu}(?:\p{Ll}|\p{Lu}{4})")


@dataclass(frozen=True, slots=True)
class AbbreviationLists:
    """Abbreviations by what they stand for; see ``resources/recovery/en/abbreviations.toml``.

    Attributes:
        never_people: nobody's initials, by usage.
        credentials: they stand after a name or before it, and may be initials elsewhere.
        never_places: no place of care or organisation by themselves.
    """

    never_people: frozenset[str]
    credentials: frozenset[str]
    never_places: frozenset[str]


@dataclass(frozen=True, slots=True)
class AdjacentSpans:
    """Starts and ends of spans, to look up neighbours.

    Attributes:
        starts, ends: of those made of words.
        name_ends: where names of people end.
        occupations: ranges of occupations.
    """

    starts: frozenset[int]
    ends: frozenset[int]
    name_ends: frozenset[int]
    occupations: tuple[tuple[int, int], ...]

    @staticmethod
    def from_spans(spans: Sequence[Span]) -> AdjacentSpans:
        """The starts and ends of these spans."""
        worded = [s for s in spans if s.group in _WORDS]
        people = [s for s in worded if s.label in PERSON_LABELS]
        return AdjacentSpans(
            frozenset(s.start for s in worded),
            frozenset(s.end for s in worded),
            frozenset(s.end for s in people),
            tuple((s.start, s.end) for s in worded if s.group is LabelGroup.PROFESSION),
        )

    def touches(self, text: str, start: int, end: int) -> bool:
        """Whether a blank or hyphen alone parts another span from a range, which may be part of that then."""
        before, after = text[max(0, start - 1) : start], text[end : end + 1]
        return (before in _PARTS and start - 1 in self.ends) or (after in _PARTS and end + 1 in self.starts)

    def occupation_is_near(self, start: int, end: int) -> bool:
        """Whether another occupation stands so near that both may be one: ``tool and die maker``."""
        return any(
            0 < start - b <= _NEAR or 0 < a - end <= _NEAR
            for a, b in self.occupations
            if (a, b) != (start, end)
        )


def load_abbreviations(path: Path | None = None) -> AbbreviationLists:
    """Reads ``resources/recovery/en/abbreviations.toml`` or another file of that form.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    path = path or find_language().file(LanguagePart.RECOVERY) / "abbreviations.toml"
    data = read_toml(path, "the list of abbreviations")
    try:
        lists = [frozenset(data[k].split()) for k in ("never_people", "credentials", "never_places")]
    except (KeyError, AttributeError) as e:
        raise ResourceError(
            f"the list of abbreviations lacks {e}.",
            where=str(path),
            remedy="Restore the file, with never_people, credentials and never_places.",
        ) from e
    return AbbreviationLists(*lists)


def load_regional_words() -> frozenset[str]:
    """Reads ``resources/recovery/en/regional.txt``, as keys of words.

    Raises:
        ResourceError: if the file cannot be read.
    """
    path = find_language().file(LanguagePart.RECOVERY) / "regional.txt"
    lines = read_text(path, "the list of everyday words of other regions").splitlines()
    return frozenset(phrase_key(w) for line in lines if not line.startswith("#") for w in line.split())


class SingleWordRecoverer:
    """Finds reasons to recover what models alone take.

    Args:
        lexicon: what words are known as.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._spelling = SpellingCorrector(lexicon)
        self._words = lexicon.words
        self._abbreviations = load_abbreviations()
        self._regional = load_regional_words()

    def recovery_reason(
        self, span: Span, view: TokenizedText, scan: LookedUpWords, word: int, adjacent: AdjacentSpans
    ) -> Evidence | None:
        """Why a span that models alone speak for is recovered; None if it stays.

        Args:
            span: of one word, with nothing beside the word but signs.
            view, scan: of the document.
            word: number of the word in ``scan``.
            adjacent: of the document's spans.
        """
        a, b = scan.ranges[word]
        written = view.text[a:b]
        if span.group in (LabelGroup.DATE, LabelGroup.ID) and a in view.cached(CLOCK_COLUMN):
            return Evidence(EvidenceKind.RECOVERY, "clock-column", detail="time of day at the head of a line")
        if written.isalpha() and (written.isupper() or _small_where_names_are_capitalised(view, a, b)):
            found = self._abbreviation(span, view, a, b, adjacent)
            if found is not None:
                return found
        if span.group in (LabelGroup.NAME, LabelGroup.ORGANIZATION) and scan.keys[word] in _TITLES:
            return Evidence(EvidenceKind.RECOVERY, "titles", detail="title without its name")
        if span.group not in _WORDS or span.label in _NOT_WORDS or adjacent.touches(view.text, a, b):
            return None
        if scan.keys[word] in self._regional:
            detail = "everyday word of English elsewhere, or of another language"
            return Evidence(EvidenceKind.RECOVERY, "regional", detail=detail)
        bits = scan.flags[word]
        if bits & flags.DRUG and not bits & _OF_PEOPLE_AND_PLACES and span.group is not LabelGroup.PROFESSION:
            return Evidence(EvidenceKind.RECOVERY, "drugs", detail="drug that is no name")
        if span.group is LabelGroup.PROFESSION and (
            adjacent.occupation_is_near(a, b) or (word > 0 and scan.keys[word - 1] in _BEFORE_JOBS)
        ):
            return None
        if self._ordinary(span, view, bits, a, b):
            return Evidence(EvidenceKind.RECOVERY, "common_words", detail="ordinary word in small letters")
        return self._disfigured(span, view, scan.keys[word], a, b)

    def _ordinary(self, span: Span, view: TokenizedText, bits: int, a: int, b: int) -> bool:
        """Whether a word is ordinary, nobody's name and no place, and written small among capitals."""
        if span.group is LabelGroup.PROFESSION or not _small_where_names_are_capitalised(view, a, b):
            return False
        if view.text[a:b] in _MEANS_NOBODY:
            return True
        usual = bits >> flags.ZIPF_SHIFT >= _USUAL or bool(bits & flags.CLINICAL)
        return b - a >= _LEAST_ORDINARY and usual and not bits & _OF_PEOPLE_AND_PLACES

    def _abbreviation(
        self, span: Span, view: TokenizedText, a: int, b: int, adjacent: AdjacentSpans
    ) -> Evidence | None:
        written, lists = view.text[a:b].upper(), self._abbreviations
        if span.label in PERSON_LABELS:
            behind_name = view.text[a - 2 : a] == ", " and a - 2 in adjacent.name_ends
            known_for = written in lists.never_people or (written in lists.credentials and behind_name)
        else:
            known_for = (
                span.label in _PLACES_OF_CARE
                and not adjacent.touches(view.text, a, b)
                and (written in lists.never_places or written in lists.never_people)
            )
        if not known_for:
            return None
        return Evidence(EvidenceKind.RECOVERY, "abbreviations", detail="abbreviation of no name or place")

    def _disfigured(self, span: Span, view: TokenizedText, key: str, a: int, b: int) -> Evidence | None:
        small = _small_where_names_are_capitalised(view, a, b)
        meant = self._spelling.correct_misread(key, small=small)
        # Where a figure stands first, nobody knows whether there was a capital: ``1nnocent``.
        name = "misread" if small and view.text[a].isalpha() else "spelling"
        how = "ordinary word, misread by a scanner"
        if meant is None and span.group is not LabelGroup.PROFESSION and self._may_be_slip(view, a, b):
            meant = self._spelling.correct_mistyped(key)
            name, how = "spelling", "ordinary word, mistyped"
            if meant is not None and view.text[a].isupper() and not self._very_common(meant):
                meant = None
        if meant is None or (span.group is LabelGroup.PROFESSION and meant.endswith(_JOB_ENDINGS)):
            return None
        return Evidence(EvidenceKind.RECOVERY, name, detail=how)

    def _very_common(self, word: str) -> bool:
        return self._words.get(word, 0) >> flags.ZIPF_SHIFT >= _VERY_COMMON

    def _may_be_slip(self, view: TokenizedText, a: int, b: int) -> bool:
        """Whether a word is written as names are not, small among capitals or as the label of a field, or is
        a long one at the start of a sentence, where every word has a capital."""
        text = view.text
        if _small_where_names_are_capitalised(view, a, b):
            return True
        if b - a >= _LEAST_AT_A_START and _START.search(text, max(0, a - 4), a):
            return True
        return text[b : b + 1] == ":" and not text[text.rfind("\n", 0, a) + 1 : a].strip(" \t*-•|")


def _small_where_names_are_capitalised(view: TokenizedText, a: int, b: int) -> bool:
    """Whether a word stands in small letters in a text that writes names with capitals."""
    return view.text[a:b].islower() and bool(view.cached(_WRITES_CAPITALS))


@dataclass(frozen=True, slots=True)
class _WritesCapitals:
    """Works out whether a text writes capitals where they belong."""

    def make(self, view: TokenizedText) -> bool:
        words = sum(1 for _ in _WORD.finditer(view.text))
        return sum(1 for _ in _CAPITALISED.finditer(view.text)) > _FEW_CAPITALS * words


_WRITES_CAPITALS = _WritesCapitals()
