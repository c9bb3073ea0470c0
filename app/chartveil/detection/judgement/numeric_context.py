"""Tells from the rest of the document what figures and letters stand for.

``5/7`` is five days in a text that writes ``x 2/52``, and a date in one that writes ``5/7/19``; ``4/5`` is a
strength in a line on power. ``S U R G I C A L`` is one word. A pattern that sees a line cannot tell; these
readings are worked out once a text (``TokenizedText.cached``).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import regex

from chartveil.domain.tokenized_text import TokenizedText, fold

TextRanges = tuple[tuple[int, int], ...]

_PART = regex.compile(r"(?<![\d/.\p{L}])(\d{1,2})(?:-\d{1,2})?/(7|12|52)(?![\d/\p{L}])")
_MOST = {7: 14, 12: 24, 52: 52}
"""Longest span of time written in parts of a week, a year and a year's weeks."""
_TAKEN = regex.compile(
    r"(?i)(?:\b(?:od|bd|tds|qds|qid|tid|bid|nocte|mane|stat|prn|hrly|hourly|mc|tca|opd|r/v|rv|review in|in|x|"
    r"past|last|every|each)|(?<!\p{L})x|[~><])[ .]{0,2}\Z"
)
"""Words before a duration and never before a day of the month."""
_ON_A_DAY = regex.compile(
    r"(?i)(?:\b(?:on|dated?|d\.?o\.?b\.?|since|from|until|till?|seen|visit|due|booked|appt|by|dos|doi|lmp|edd|"
    r"mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day)[ .:]{0,3}|"
    r"^[ \t*•|>(-]{0,8}|\d/\d{1,2} ?(?:[-–,&+]|and|to) ?)\Z",
    regex.MULTILINE,
)
_BEHIND = 16
_FAR = 1 << 62


@dataclass(frozen=True, slots=True)
class DurationFractions:
    """Works out which pairs of figures are spans of time: ``5/7`` for five days, ``3/12`` for 3 months."""

    def make(self, view: TokenizedText) -> TextRanges:
        """Their ranges, in order; none where the text does not write so."""
        text = view.text
        found = [m for m in _PART.finditer(text) if 0 < int(m[1]) <= _MOST[int(m[2])]]
        sure = {m.start() for m in found if m[2] == "52" or _TAKEN.search(_before(text, m.start()))}
        if not sure:
            return ()
        return tuple(
            m.span() for m in found if m.start() in sure or not _ON_A_DAY.search(_before(text, m.start()))
        )


DURATION_FRACTIONS = DurationFractions()

_OF_FIVE = regex.compile(r"(?<![\d/.\p{L}])[0-5](?: ?[-+])?/5[-+]?(?![\d/])")
_ON_STRENGTH = regex.compile(
    r"(?i)\b(?:strength|power|motor|mmt|myotomes?|grip|resisted|abduction|adduction|flexion|extension|"
    r"dorsiflexion|deltoids?|biceps|triceps|quads?|quadriceps|hamstrings?|ilio?psoas|jobe|empty can|neuro|"
    r"weakness|muscles?|apb|fdi|adm|ehl|fhl|tib(?:ialis)? ant(?:erior)?)\b"
)
_NEAR = 90


@dataclass(frozen=True, slots=True)
class MuscleStrengthGrades:
    """Works out which ``n/5`` grade a muscle's strength: those in a line on strength."""

    def make(self, view: TokenizedText) -> TextRanges:
        """Their ranges, in order."""
        text = view.text
        found = []
        for m in _OF_FIVE.finditer(text):
            line = max(text.rfind("\n", 0, m.start()) + 1, m.start() - _NEAR)
            if _ON_STRENGTH.search(text, line, m.start()):
                found.append(m.span())
        return tuple(found)


MUSCLE_STRENGTH_GRADES = MuscleStrengthGrades()

_SNELLEN = regex.compile(r"(?<![\d/.\p{L}-])6/(?:4|5|6|9|12|18|24|36|60)(?![\d/]|\.\d)")
_NO_DAY_OF_JUNE = ("6/36", "6/60")


@dataclass(frozen=True, slots=True)
class MetreAcuities:
    """Works out which fractions of six are visual acuities: ``6/9`` where ``6/36`` or ``6/60`` stands too."""

    def make(self, view: TokenizedText) -> TextRanges:
        """Their ranges, in order; none where the text holds no acuity that is no day of June."""
        found = list(_SNELLEN.finditer(view.text))
        if not any(m[0] in _NO_DAY_OF_JUNE for m in found):
            return ()
        return tuple(m.span() for m in found if not _SAYS_DAY.search(_before(view.text, m.start())))


METRE_ACUITIES = MetreAcuities()

_TOOTH = regex.compile(
    r"(?<![\d.,/:#-])[1-4][1-8](?=[ ]{1,4}(?:-|[MODBLIP]{1,5}\b|(?i:ok|crown|cr|comp|composite|amal|amalgam|"
    r"pfm|pfz|rct|post|br|bridge|missing|miss|x|gold|veneer|inlay|onlay|sealant|caries|sound|root|implant|impl|"
    r"unerupted|extracted|extn|absent)\b))"
)
_LEAST_TEETH = 4


@dataclass(frozen=True, slots=True)
class ToothChart:
    """Works out which numbers are teeth (ISO 3950), each with its state: ``17 MOD   16 crown``."""

    def make(self, view: TokenizedText) -> TextRanges:
        """Their ranges, in order; none where fewer than four stand in the text."""
        found = [m.span() for m in _TOOTH.finditer(view.text)]
        return tuple(found) if len(found) >= _LEAST_TEETH else ()


TOOTH_CHART = ToothChart()

_DOTTED = regex.compile(r"(?<![\w.,/:+-])(?:[01]\d|2[0-3])\.[0-5]\d(?![\w%]|[.,/:-]\d)")
_SAYS_TIME = regex.compile(r"(?i)(?:\b(?:at|from|to|till?|until|by|since|around|about)[ ]{1,2}|@ ?)\Z")
_HOURS = regex.compile(r"[ ]?(?:h(?:rs?)?|[ap]\.?m)\b")
_LATEST_MONTH = 12


@dataclass(frozen=True, slots=True)
class DottedTimes:
    """Works out which pairs of figures with a point between them are times of day: ``21.10`` in a text that
    writes ``to 05.35`` or ``14.10 hrs``."""

    def make(self, view: TokenizedText) -> TextRanges:
        """Their ranges, in order; none where the text writes no time so."""
        text = view.text
        found = list(_DOTTED.finditer(text))
        sure = any(
            _HOURS.match(text, m.end())
            or (int(m[0][3:]) > _LATEST_MONTH and _SAYS_TIME.search(_before(text, m.start())))
            for m in found
        )
        if not sure:
            return ()
        return tuple(
            m.span()
            for m in found
            if not _SAYS_DAY.search(_before(text, m.start())) or _SAYS_TIME.search(_before(text, m.start()))
        )


DOTTED_TIMES = DottedTimes()

_OF_MOST = regex.compile(r"(?<![\d/.\p{L}-])(\d{1,3})/(\d{1,3})(?![\d/\p{L}])")
_SAYS_DAY = regex.compile(
    r"(?i)\b(?:on|dated?|since|from|until|till?|seen|due|appt|by|dos|lmp|next|last)[ .:]{0,3}\Z"
)
_NEXT_SCORE = 34
"""Most characters between two scores of a row."""
_ENDS = regex.compile(r"\.\s|\n[^\n]*\n|\A\P{L}*\Z")
"""Separators of two scores: the end of a sentence, two ends of lines, or no word between them, as between
dates."""
_LEAST_SCORES = 3
_MOST_OF_ALL = (4, 18)
"""Lowest and highest maximum of a scale that a row of scores shares."""


@dataclass(frozen=True, slots=True)
class ScoreRows:
    """Works out which pairs of figures are scores side by side: ``attention 18/18, memory 22/26, fluency
    11/14``, ``8/9 inattentive, 7/9 hyperactive, teacher 6/9``. Of a row at least two are no days, or all have
    one maximum."""

    def make(self, view: TokenizedText) -> TextRanges:
        """Their ranges, in order."""
        text = view.text
        rows: list[list[regex.Match[str]]] = [[]]
        for m in _OF_MOST.finditer(text):
            last = rows[-1][-1] if rows[-1] else None
            if last is not None and (
                m.start() - last.end() > _NEXT_SCORE or _ENDS.search(text[last.end() : m.start()])
            ):
                rows.append([])
            rows[-1].append(m)
        return tuple(
            m.span()
            for row in rows
            if _are_scores(row)
            for m in row
            if not _SAYS_DAY.search(_before(text, m.start()))
        )


SCORE_ROWS = ScoreRows()


def _are_scores(row: list[regex.Match[str]]) -> bool:
    pairs = [(int(m[1]), int(m[2])) for m in row]
    if len(pairs) < _LEAST_SCORES or any(x > y for x, y in pairs):
        return False
    most = {y for _, y in pairs}
    if len(most) == 1 and len(set(pairs)) > 1 and _MOST_OF_ALL[0] <= min(most) <= _MOST_OF_ALL[1]:
        return True
    return sum(x == 0 or x > 12 or y > 31 for x, y in pairs) >= 2


_SPACED = regex.compile(r"(?<![^\s])[\p{L}01](?:[ ]{1,5}[\p{L}01&]){4,}(?![^\s.:,])")
_WORD_GAP = regex.compile(r"[ ]{2,}")
_FIGURES = str.maketrans({"0": "o", "1": "i"})
_PLACES = frozenset(
    "hospital hospitals clinic clinics center centre institute infirmary hospice health healthcare memorial "
    "associates medical university college school county city saint inc company pharmacy".split()
)
"""Words of a letterhead, which names somebody or some place."""


@dataclass(frozen=True, slots=True)
class LetterSpacedHeadings:
    """Works out which letters parted by blanks spell a heading: ``S U R G I C A L   N O T E``.

    Attributes:
        is_common: tells whether a folded word is an ordinary word of the language.
    """

    is_common: Callable[[str], bool]

    def make(self, view: TokenizedText) -> TextRanges:
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


def is_inside_range(ranges: TextRanges, start: int, end: int) -> bool:
    """Whether one of the ranges, which are in order and apart, holds ``[start, end)``."""
    at = bisect_right(ranges, (start, _FAR)) - 1
    return at >= 0 and end <= ranges[at][1]


# Times of day at the heads of lines: ``1625 ARRIVED``, ``2015 DAUGHTER AT BEDSIDE``.


_CLOCK_AT_LINE_START = regex.compile(
    r"^[ \t|*-]{0,4}((?:[01]\d|2[0-3])[0-5]\d)(?=[ \t:|-]+\p{L})", regex.MULTILINE
)
_MIN_LINES = 3
_FIRST_YEAR, _LAST_YEAR = 1900, 2049


@dataclass(frozen=True, slots=True)
class ClockColumn:
    """Works out where a text's lines begin with times of day (``TokenizedText.cached``)."""

    def make(self, view: TokenizedText) -> frozenset[int]:
        """Where each time begins; none where the figures may be years, or do not run on as times do."""
        found = [(m.start(1), int(m[1])) for m in _CLOCK_AT_LINE_START.finditer(view.text)]
        sure = sum(not _FIRST_YEAR <= figures <= _LAST_YEAR for _, figures in found)
        steps = [b - a for (_, a), (_, b) in pairwise(found)]
        falls = sum(step < 0 for step in steps)  # midnight may pass once
        counted = sum(step == 1 for step in steps)  # numbers of patients, of specimens
        if len(found) < _MIN_LINES or sure * 2 < len(found) or falls > 1 or counted * 2 > len(steps):
            return frozenset()
        return frozenset(at for at, _ in found)


CLOCK_COLUMN = ClockColumn()
