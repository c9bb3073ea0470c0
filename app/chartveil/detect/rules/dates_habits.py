"""How a text writes its dates: worked out once a text, asked where one date alone cannot tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from chartveil.detect.rules.dates_patterns import compiled, search
from chartveil.words import TokenizedText


@dataclass(frozen=True)
class DateStyle:
    """What a text shows of its way of writing dates.

    Attributes:
        months_seen: first numbers of those ``m/d`` that can be no score: ``3`` where ``3/17`` stands.
        day_first: it writes the day before the month in figures.
        uses_hyphens: it writes whole dates with hyphens.
        lines_begin_with_times: its lines begin with times such as ``0742``.
        times_seen: how many times such as ``0742`` and ``at 1510`` it holds.
        has_shifted_years: it holds whole dates of years to come, as notes do whose dates were shifted.
    """

    months_seen: frozenset[int]
    day_first: bool
    uses_hyphens: bool
    lines_begin_with_times: bool
    times_seen: int
    has_shifted_years: bool


# Kept as long as the view lives, so that a text is looked through once and not once a match.
_STYLES: Final[WeakKeyDictionary[TokenizedText, DateStyle]] = WeakKeyDictionary()

_SURE: Final = r"(?<![\d/.])(\d{1,2})/(?:1[1-9]|2\d|3[01]|\d{1,2}/(?:19|20)?\d\d)(?![\d/])"
_DAY_FIRST: Final = r"(?<![\d/.])(?:1[3-9]|2\d|3[01])[/.-](?:0?[1-9]|1[0-2])(?:[/.-]\d\d|[ .;,:)]|$)"
_DASHED: Final = r"(?<![\d-])(?:0?[1-9]|1[0-2])-(?:[0-2]?\d|3[01])-(?:19|20)?\d\d(?![\d-])"
_LINE_BEGINS_WITH_TIME: Final = r"(?m)^[ \t*|]*(?:0\d|1[0-8]|2[1-3])[0-5]\d(?=[ \t:|-])"
_CLOCKS: Final = (
    r"(?i)(?<![\d./:,#$\-])0[0-9][0-5]\d(?![\d./:\-]|,\d)|"
    r"(?:\b(?:at|by|til|till|until|since|@)[ ]|@)(?:1\d|2[0-3])[0-5]\d(?![\d./:\-]|,\d)|"
    r"\d[/.\-]\d\d(?:\d\d)?[ ](?:1\d|2[0-3])[0-5]\d(?![\d./:\-])"
)

_SHIFTED: Final = (
    r"(?<!\d)(?:20[5-9]\d|21[0-2]\d)-(?:0\d|1[0-2])-[0-3]\d(?!\d)|"
    r"(?<!\d)[01]?\d/[0-3]?\d/(?:20[5-9]\d|21[0-2]\d)(?!\d)"
)


def date_style(view: TokenizedText) -> DateStyle:
    """The habits of the text."""
    known = _STYLES.get(view)
    if known is None:
        text = view.text
        known = DateStyle(
            months_seen=frozenset(int(a) for a in compiled(_SURE).findall(text)),
            day_first=search(_DAY_FIRST, text) is not None,
            uses_hyphens=search(_DASHED, text) is not None,
            lines_begin_with_times=len(compiled(_LINE_BEGINS_WITH_TIME).findall(text)) >= 2,
            times_seen=len(compiled(_CLOCKS).findall(text)),
            has_shifted_years=search(_SHIFTED, text) is not None,
        )
        _STYLES[view] = known
    return known
