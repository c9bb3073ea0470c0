"""Times of day at the heads of lines: ``1625 ARRIVED``, ``2015 DAUGHTER AT BEDSIDE``.

In four figures a time may look like a year. In a log the lines around it tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import regex

from chartveil.words import TokenizedText

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
