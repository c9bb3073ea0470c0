"""Cities, counties, states, countries, hospitals and companies by phrase."""

from __future__ import annotations

from chartveil.detection.lists.word_shapes import (
    FUNCTION_WORDS,
    LOWER,
    NOT_BEFORE_NAMES,
    OTHER,
    TITLE,
    UPPER,
    WordTable,
)
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.lexicon import Lexicon

_PLACE_CUES = frozenset(
    "in from to near lives living lived resides residing outside around moved of at visiting visited".split()
)
_HEADS_ORG = frozenset(
    """hospital clinic center centre medical university college school county street st ave avenue rd road
    drive""".split()
)
_LIKE_ABBREVIATION = 3
"""Letters up to which a town in capitals is more likely an abbreviation: ``Admitted to ITU``."""
_COUNTY_WORDS = frozenset(("county", "co", "parish", "borough"))


class ListedPlaceFinder:
    """Finds places and organisations in one text.

    Args:
        lexicon: the lists.
        words: of the text.
    """

    def __init__(self, lexicon: Lexicon, words: WordTable) -> None:
        self._lexicon = lexicon
        self._text = words.text
        self._scan = words.scan
        self._shapes = words.shapes
        self._capitals = words.in_capitals
        self._taken = words.taken
        self._doubtful = words.doubtful

    def find(self) -> tuple[list[Span], list[bool]]:
        """Spans in order of the text, and which words they cover."""
        found: list[Span] = []
        covered = [False] * len(self._shapes)
        lengths = self._lexicon.phrase_lengths
        i, n = 0, len(self._shapes)
        keys, bits = self._scan.keys, self._scan.flags
        while i < n:
            hit = None
            if self._shapes[i] not in (LOWER, OTHER) and not self._taken[i]:
                if keys[i] in lengths:
                    hit = self._phrase(i, lengths[keys[i]])
                if hit is None and bits[i] & _SINGLE:
                    hit = self._word(i)
            if hit is None:
                i += 1
                continue
            last, label, dictionary, score, detail = hit
            start, end = self._scan.ranges[i][0], self._scan.ranges[last][1]
            evidence = Evidence(EvidenceKind.DICTIONARY, dictionary, label, score, detail=detail)
            found.append(Span(start, end, label, score, (evidence,)))
            covered[i : last + 1] = [True] * (last + 1 - i)
            i = last + 1
        return found, covered

    def _phrase(self, i: int, longest: int) -> _Hit | None:
        last = i
        while last - i + 1 < longest and self._scan.joined_to_next[last]:
            last += 1
        for j in range(last, i, -1):
            bits = self._lexicon.phrases.get(" ".join(self._scan.keys[i : j + 1]), 0)
            if bits and not any(self._taken[i : j + 1]) and self._capitalised(i, j):
                hit = self._phrase_hit(i, j, bits)
                if hit is not None:
                    return hit
        return None

    def _capitalised(self, i: int, j: int) -> bool:
        """Whether first and last word, and every longer one, begin with a capital."""
        shapes = self._shapes[i : j + 1]
        if shapes[-1] == LOWER:
            return False
        return all(
            k != LOWER or b - a <= 3 for k, (a, b) in zip(shapes, self._scan.ranges[i : j + 1], strict=True)
        )

    def _phrase_hit(self, i: int, j: int, bits: int) -> _Hit | None:
        if bits & flags.DEVICE_MAKER:
            return None
        ordinary = all(b >> flags.ZIPF_SHIFT >= 30 or b & flags.CLINICAL for b in self._scan.flags[i : j + 1])
        loud = self._capitals[i]
        if bits & flags.HOSPITAL and not (ordinary and loud):
            return j, Label.HOSPITAL, "hospitals", 0.8, "name of a hospital"
        if bits & flags.STATE:
            return j, Label.STATE, "states", 0.8, "name of a state"
        if bits & flags.COUNTRY:
            return j, Label.COUNTRY, "countries", 0.8, "name of a country"
        if bits & flags.CITY:
            if ordinary and not self._place_context(i, j):
                return None
            if self._scan.joined_to_next[j] and self._scan.keys[j + 1] in _HEADS_ORG:
                return None
            return j, Label.CITY, "cities", 0.7 if not ordinary else 0.6, "name of a city"
        if bits & flags.COMPANY_WELL_KNOWN:
            return j, Label.ORGANIZATION, "companies", 0.75, "name of an organisation"
        if bits & flags.COMPANY and not loud and not ordinary:
            return j, Label.ORGANIZATION, "companies", 0.6, "name of a company"
        return None

    def _word(self, i: int) -> _Hit | None:
        bits = self._scan.flags[i]
        if bits & flags.DEVICE_MAKER:
            return None
        zipf = bits >> flags.ZIPF_SHIFT
        usual_name = bits & flags.USUAL_NAME
        placed = self._place_context(i, i)
        following = self._scan.keys[i + 1] if self._scan.joined_to_next[i] else ""
        if (
            bits & (flags.COUNTY | flags.CITY)
            and following in _COUNTY_WORDS
            and self._shapes[i + 1] == self._shapes[i]
        ):
            return i, Label.CITY, "counties", 0.8, "before the word county"
        if following in _HEADS_ORG and self._shapes[i + 1] != LOWER:
            return None
        if bits & (flags.STATE | flags.COUNTRY) and self._attribute(i):
            return None
        if bits & flags.STATE and (not usual_name or placed):
            return i, Label.STATE, "states", 0.75, "name of a state"
        if bits & flags.COUNTRY and zipf < 30 and (not usual_name or placed):
            return i, Label.COUNTRY, "countries", 0.75, "name of a country"
        if bits & flags.CITY:
            return self._city(i, bits, placed=placed)
        if bits & flags.COMPANY_WELL_KNOWN and zipf < 30 and not usual_name:
            return i, Label.ORGANIZATION, "companies", 0.7, "name of an organisation"
        return None

    def _attribute(self, i: int) -> bool:
        """Whether the word stands before a noun or number (``Seattle protocol``) or after an article."""
        if i and self._scan.joined_to_next[i - 1] and self._scan.keys[i - 1] in NOT_BEFORE_NAMES:
            return True
        if i + 1 >= len(self._shapes):
            return False
        start, end = self._scan.ranges[i + 1][0], self._scan.ranges[i][1]
        gap = self._text[end:start]
        if gap == "-":
            return True
        if gap not in (" ", "\n"):
            return False
        following = self._scan.keys[i + 1]
        return self._shapes[i + 1] not in (TITLE, UPPER) and following not in FUNCTION_WORDS

    def _city(self, i: int, bits: int, *, placed: int) -> _Hit | None:
        if placed != 2 and self._attribute(i):
            return None
        if not placed and (self._doubtful[i] or self._capitals[i]):
            return None
        if placed < 2 and self._shapes[i] == UPPER and len(self._scan.keys[i]) <= _LIKE_ABBREVIATION:
            return None
        other_use = bits & (flags.NAME | flags.MEDICAL) or bits >> flags.ZIPF_SHIFT >= 30
        if placed == 2:
            return i, Label.CITY, "cities", 0.8, "before a state"
        if (
            bits & flags.CITY_MAJOR
            and not bits & (flags.USUAL_NAME | flags.MEDICAL)
            and bits >> flags.ZIPF_SHIFT < 30
        ):
            return i, Label.CITY, "cities", 0.7, "name of a large city"
        if (
            placed
            and bits & (flags.CITY_MAJOR | flags.CITY_TOWN)
            and (not other_use or not bits & flags.MEDICAL)
        ):
            if bits >> flags.ZIPF_SHIFT >= 30 or self._capitals[i]:
                return None
            return i, Label.CITY, "cities", 0.6, "after a word of place"
        if placed and not other_use and not self._capitals[i]:
            return i, Label.CITY, "cities", 0.5, "small town after a word of place"
        if bits & flags.CITY_TOWN and not other_use and self._shapes[i] == TITLE:
            return i, Label.CITY, "cities", 0.5, "name of a town"
        return None

    def _place_context(self, i: int, j: int) -> int:
        """2 where a state follows (``Reno, NV``), 1 where a word of place stands before, else 0."""
        k = j + 1
        if k < len(self._shapes):
            gap = self._text[self._scan.ranges[j][1] : self._scan.ranges[k][0]]
            a, b = self._scan.ranges[k]
            if (
                gap in (", ", ",", " ")
                and self._text[a:b] in self._lexicon.state_codes
                and (gap != " " or self._zip(k))
            ):
                return 2
            if (
                gap in (", ", ",")
                and self._scan.flags[k] & (flags.STATE | flags.COUNTRY)
                and self._shapes[k] in (TITLE, UPPER)
            ):
                return 2
        if i and self._scan.keys[i - 1] in _PLACE_CUES and self._scan.joined_to_next[i - 1]:
            return 1
        return 0

    def _zip(self, k: int) -> bool:
        """Whether a ZIP code follows word ``k``."""
        if k + 1 >= len(self._shapes):
            return False
        a, b = self._scan.ranges[k + 1]
        return b - a == 5 and self._text[a:b].isdigit()


_SINGLE = flags.STATE | flags.COUNTRY | flags.CITY | flags.COUNTY | flags.COMPANY_WELL_KNOWN
_Hit = tuple[int, Label, str, float, str]
