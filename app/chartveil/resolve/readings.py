"""What figures and letters stand for, where the rest of the document tells.

``5/7`` is five days in a text that writes ``x 2/52``, and a date in one that writes ``5/7/19``; ``4/5`` is a
strength in a line on power. ``S U R G I C A L`` is one word. A pattern that sees a line cannot tell; these
readings are worked out once a text (``View.keep``).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

import regex

from chartveil.words import View, fold

Ranges = tuple[tuple[int, int], ...]

_PART = regex.compile(r"(?<![\d/.\p{L}])(\d{1,2})(?:-\d{1,2})?/(7|12|52)(?![\d/\p{L}])")
_MOST = {7: 14, 12: 24, 52: 52}
"""Longest span of time written in parts of a week, a year and a year's weeks."""
_TAKEN = regex.compile(
    r"(?i)(?:\b(?:od|bd|tds|qds|qid|tid|bid|nocte|mane|stat|prn|hrly|hourly|mc|tca|opd|r/v|rv|review in|in|x|"
    r"past|last|every|each)|(?<!\p{L})x|[~><])[ .]{0,2}\Z"
)
"""What stands before a span of time and before no day of the month."""
_ON_A_DAY = regex.compile(
    r"(?i)(?:\b(?:on|dated?|d\.?o\.?b\.?|since|from|until|till?|seen|visit|due|booked|appt|by|dos|doi|lmp|edd|"
    r"mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day)[ .:]{0,3}|"
    r"^[ \t*•|>(-]{0,8}|\d/\d{1,2} ?(?:[-–,&+]|and|to) ?)\Z",
    regex.MULTILINE,
)
_BEHIND = 16
_FAR = 1 << 62


@dataclass(frozen=True, slots=True)
class SpansOfTime:
    """Works out which pairs of figures are spans of time: ``5/7`` for five days, ``3/12`` for 3 months."""

    def make(self, view: View) -> Ranges:
        """Their ranges, in order; none where the text does not write so."""
        text = view.text
        found = [m for m in _PART.finditer(text) if 0 < int(m[1]) <= _MOST[int(m[2])]]
        sure = {m.start() for m in found if m[2] == "52" or _TAKEN.search(_before(text, m.start()))}
        if not sure:
            return ()
        return tuple(
            m.span() for m in found if m.start() in sure or not _ON_A_DAY.search(_before(text, m.start()))
        )


SPANS_OF_TIME = SpansOfTime()

_OF_FIVE = regex.compile(r"(?<![\d/.\p{L}])[0-5](?: ?[-+])?/5[-+]?(?![\d/])")
_ON_STRENGTH = regex.compile(
    r"(?i)\b(?:strength|power|motor|mmt|myotomes?|grip|resisted|abduction|adduction|flexion|extension|"
    r"dorsiflexion|deltoids?|biceps|triceps|quads?|quadriceps|hamstrings?|ilio?psoas|jobe|empty can|neuro|"
    r"weakness|muscles?|apb|fdi|adm|ehl|fhl|tib(?:ialis)? ant(?:erior)?)\b"
)
_NEAR = 90


@dataclass(frozen=True, slots=True)
class Strengths:
    """Works out which ``n/5`` grade a muscle's strength: those in a line on strength."""

    def make(self, view: View) -> Ranges:
        """Their ranges, in order."""
        text = view.text
        found = []
        for m in _OF_FIVE.finditer(text):
            line = max(text.rfind("\n", 0, m.start()) + 1, m.start() - _NEAR)
            if _ON_STRENGTH.search(text, line, m.start()):
                found.append(m.span())
        return tuple(found)


STRENGTHS = Strengths()

_SPACED = regex.compile(r"(?<![^\s])[\p{L}01](?:[ ]{1,5}[\p{L}01&]){4,}(?![^\s.:,])")
_WORD_GAP = regex.compile(r"[ ]{2,}")
_FIGURES = str.maketrans({"0": "o", "1": "i"})
_PLACES = frozenset(
    "hospital hospitals clinic clinics center centre institute infirmary hospice health healthcare memorial "
    "associates medical university college school county city saint inc company pharmacy".split()
)
"""Words of a letterhead, which names somebody or some place."""


@dataclass(frozen=True, slots=True)
class SpacedHeadings:
    """Works out which letters parted by blanks spell a heading: ``S U R G I C A L   N O T E``.

    Attributes:
        is_common: tells whether a folded word is an ordinary word of the language.
    """

    is_common: Callable[[str], bool]

    def make(self, view: View) -> Ranges:
        """Ranges of headings that spell ordinary words alone. A letterhead is none, nor is a name."""
        return tuple(m.span() for m in _SPACED.finditer(view.text) if self._ordinary(m[0]))

    def _ordinary(self, spaced: str) -> bool:
        parts = _WORD_GAP.split(spaced)
        if len(parts) == 1:
            return False  # its words cannot be told apart; it may as well be a name spelled out
        words = [fold(p.replace(" ", "").translate(_FIGURES)) for p in parts]
        readings = [{w, w.replace("l", "i")} for w in words]
        if any(not _PLACES.isdisjoint(r) for r in readings):
            return False
        return all(
            w == "&" or len(w) == 1 or any(map(self.is_common, r))
            for w, r in zip(words, readings, strict=True)
        )


def _before(text: str, at: int) -> str:
    return text[max(0, at - _BEHIND) : at]


def inside(ranges: Ranges, start: int, end: int) -> bool:
    """Whether one of the ranges, which are in order and apart, holds ``[start, end)``."""
    at = bisect_right(ranges, (start, _FAR)) - 1
    return at >= 0 and end <= ranges[at][1]
