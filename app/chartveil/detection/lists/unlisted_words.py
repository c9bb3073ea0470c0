"""Words that no list explains: names by exclusion.

A capitalised word within a sentence that is neither an ordinary word, nor a medical one, nor a drug, is a
name more often than not, whether a list of names holds it or not (the idea of the list-based systems since
Neamatullah et al. 2008). Such spans score low: they are doubtful until a rule or a model agrees. Words in
small letters count only in texts that write nearly everything so. Capitalised words right behind such a word,
or behind a listed town, belong to the same name.
"""

from __future__ import annotations

from dataclasses import dataclass

import regex

from chartveil.detection.lists.word_shapes import FUNCTION_WORDS, LOWER, TITLE, UPPER, WordTable
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.lexicon import word_flags as flags

_NOTHING = flags.MEDICAL | flags.NOT_A_NAME | flags.DEVICE_MAKER
_PLACE = flags.CITY | flags.COUNTY
_SENTENCE_START = regex.compile(r"(?:^|[.!?:;\n\r\-*•)\]>\"“]\s*)$")
_LEAST = 3
_TITLES = frozenset(
    "doc dr drs mr mrs ms mx miss missus mister madam madame sir dame sgt cpl pvt spc pfc lt capt cdr "
    "maj ofc dep chaplain coach nurse sister matron prof rev pastor imam rabbi hon atty mgr reg "
    "judge justice "
    "ssg pte rfn csm mama papa opa oma aunt aunty auntie uncle grandma grandpa granny nanay tatay "
    "yiayia gogo "
    "dona doña mme ma'am maam hi hello dear boy girl subscriber anes brgy dist".split()
)
"""Titles and short forms before a name, no part of it and no organisation."""
_FEW_TITLES = 0.05
"""Share of words in title case below which a text is taken to be written in small letters."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """Why a word stands out, and how sure that makes it."""

    detail: str
    score: float
    label: Label


_LISTED_INSIDE = _Kind("capitalised within a sentence; a name, no ordinary word", 0.5, Label.PATIENT)
_PLACE_INSIDE = _Kind("capitalised within a sentence; a place, no ordinary word", 0.55, Label.CITY)
_INSIDE = _Kind("capitalised within a sentence; on no list", 0.35, Label.PATIENT)
_RUN = _Kind("capitalised words with one that is on no list", 0.45, Label.ORGANIZATION)
_LISTED_START = _Kind("begins a sentence; a name, no ordinary word", 0.4, Label.PATIENT)
_LISTED_CAPITALS = _Kind("in capitals; a name, no ordinary word", 0.4, Label.PATIENT)
_LISTED_SMALL = _Kind("in small letters; a name, no ordinary word", 0.35, Label.PATIENT)
_PLACE_SMALL = _Kind("in small letters; a place, no ordinary word", 0.4, Label.CITY)


class UnlistedWordFinder:
    """Finds words that only a name explains, in one text.

    Args:
        words: of the text.
        abbreviations: clinical ones in their own spelling.
        covered: for each word whether another span holds it.
        places: for each word whether it is part of a place found by lists; capitalised words behind it
            belong to its name (``Savannah Cargo Terminal``).
    """

    def __init__(
        self, words: WordTable, abbreviations: frozenset[str], covered: list[bool], places: list[bool]
    ) -> None:
        self._text = words.text
        self._scan = words.scan
        self._abbreviations = abbreviations
        self._shapes = words.shapes
        self._blocked = [a or b or c for a, b, c in zip(words.taken, words.doubtful, covered, strict=True)]
        self._places = places
        titles, small = words.shapes.count(TITLE), words.shapes.count(LOWER)
        self._small_text = titles < _FEW_TITLES * (titles + small)

    def find(self) -> list[Span]:
        """Spans in order of the text; words that belong together are one."""
        found: list[Span] = []
        i, n = 0, len(self._shapes)
        while i < n:
            kind = self._kind(i)
            if kind is None:
                i = self._behind_place(i, found)
                continue
            first, last = i, i
            if self._shapes[i] == TITLE:
                first = self._before(i)
                last = self._behind(i)
            if last > first and kind is not _PLACE_INSIDE:
                kind = _RUN
            found.append(self._span(first, last, kind))
            i = last + 1
        return found

    def _behind_place(self, i: int, found: list[Span]) -> int:
        """Takes capitalised words behind a listed place; gives the next word to look at."""
        if self._places[i]:
            last = self._behind(i)
            alone = last == i + 1 and self._scan.keys[last] == "county"
            if last > i and not self._places[i + 1] and not alone:
                found.append(self._span(i + 1, last, _RUN))
                return last + 1
        return i + 1

    def _behind(self, i: int) -> int:
        """Last of the capitalised words that stand right behind word ``i``."""
        while i + 1 < len(self._shapes) and self._joined_title(i, i + 1):
            i += 1
        return i

    def _before(self, i: int) -> int:
        """The capitalised word right before word ``i`` where it is no medical one, else ``i``."""
        if i == 0 or not self._joined_title(i - 1, i, i - 1):
            return i
        bits = self._scan.flags[i - 1]
        key = self._scan.keys[i - 1]
        if bits & _NOTHING or self._starts_sentence(i - 1) or key in FUNCTION_WORDS or key in _TITLES:
            return i
        return i - 1

    def _joined_title(self, i: int, j: int, looked_at: int | None = None) -> bool:
        """Whether words ``i`` and ``j`` stand together and ``j`` (or that one) is free and in title case."""
        k = j if looked_at is None else looked_at
        gap = self._text[self._scan.ranges[i][1] : self._scan.ranges[j][0]]
        return gap in (" ", "-") and self._shapes[k] == TITLE and not self._blocked[k] and not self._places[k]

    def _starts_sentence(self, i: int) -> bool:
        start = self._scan.ranges[i][0]
        return bool(_SENTENCE_START.search(self._text, max(0, start - 4), start))

    def _kind(self, i: int) -> _Kind | None:
        shape = self._shapes[i]
        if self._blocked[i] or shape not in (LOWER, TITLE, UPPER):
            return None
        bits = self._scan.flags[i]
        start, end = self._scan.ranges[i]
        if bits & _NOTHING or bits >> flags.ZIPF_SHIFT or end - start < _LEAST:
            return None
        if self._scan.keys[i] in _TITLES:
            return None
        word = self._text[start:end]
        if not word.replace("'", "").replace("’", "").isalpha() or word in self._abbreviations:
            return None
        if self._beside_digit(start, end):
            return None
        name, place = bool(bits & flags.NAME), bool(bits & _PLACE)
        if shape == LOWER:
            if not self._small_text or not self._whole(start, end):
                return None
            return _LISTED_SMALL if name else _PLACE_SMALL if place else None
        if shape == UPPER:
            return _LISTED_CAPITALS if name and end - start > _LEAST else None
        if self._starts_sentence(i):
            return _LISTED_START if name else None
        return _LISTED_INSIDE if name else _PLACE_INSIDE if place else _INSIDE

    def _beside_digit(self, start: int, end: int) -> bool:
        """Part of a code (``Lp2``, ``iCAD-3``) rather than a word."""
        text = self._text
        return (start > 0 and (text[start - 1].isdigit() or text[start - 1] == "_")) or (
            end < len(text) and (text[end].isdigit() or text[end] == "_")
        )

    def _whole(self, start: int, end: int) -> bool:
        """Not the tail of a hyphened or dotted word: ``de-identify``, ``e.g``."""
        text = self._text
        return (start == 0 or text[start - 1] not in "-./@") and (end >= len(text) or text[end] not in "-/@")

    def _span(self, first: int, last: int, kind: _Kind) -> Span:
        start, end = self._scan.ranges[first][0], self._scan.ranges[last][1]
        if self._text[end - 2 : end] in ("'s", "’s"):
            end -= 2
        evidence = Evidence(EvidenceKind.DICTIONARY, "unlisted", kind.label, kind.score, detail=kind.detail)
        return Span(start, end, kind.label, kind.score, (evidence,))
