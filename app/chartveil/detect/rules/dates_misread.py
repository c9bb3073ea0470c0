"""Checks of dates that a scanner misread or a finger mistyped.

A check returns the score of a match, or None to drop it (see ``engine.Check``).
"""

from __future__ import annotations

from typing import Any, Final

from chartveil.detect.rules.dates_calendar import has_letters, is_day_month, is_year, line_before
from chartveil.detect.rules.dates_figures import CUE_BEFORE_DASH
from chartveil.detect.rules.dates_patterns import LazyPattern, compiled
from chartveil.words import TokenizedText


def check_misread_date(m: Any, _view: TokenizedText) -> float | None:
    """Day, month, year with letters among the figures."""
    whole = m["a"] + m["b"] + m["y"]
    if not has_letters(whole) or sum(c.isdigit() for c in whole) < 1:
        return None
    return 0.55 if is_year(m["y"]) and is_day_month(m["a"], m["b"]) else None


def check_misread_month_day(m: Any, view: TokenizedText) -> float | None:
    """Month and day with a letter among the figures and at least one true figure."""
    a, b = m["a"], m["b"]
    whole = a + b
    if not has_letters(whole) or not any(c.isdigit() for c in whole) or not is_day_month(a, b):
        return None
    if whole[0] in "SsBzi" or (m["s"] == "-" and not CUE_BEFORE_DASH.search(line_before(m, view))):
        return None
    return 0.5


_SLIP_CUE: Final = LazyPattern(
    r"(?i)\b(?:on|since|from|until|dated?|seen|dob|visit|adm\p{L}*|d/c|appt|due|signed)[ :.]*$|^\s*$"
)


def check_mistyped_date(m: Any, view: TokenizedText) -> float | None:
    """A date with a slash too many, one too few, or a month that does not exist."""
    text = m[0]
    if "//" in text:
        parts = [p for p in text.split("/") if p]
        return 0.45 if len(parts) == 3 and is_day_month(parts[0], parts[1]) else None
    cue = bool(_SLIP_CUE.search(line_before(m, view)))
    figures = compiled(r"[/.\-]").split(text)
    if len(figures) == 3 and all(figures):
        if is_day_month(figures[0], figures[1]) and is_year(figures[2]):
            return None
        if len(figures[2]) == 4:
            return 0.45
        return 0.4 if cue else None
    return 0.4 if cue and len(figures) == 2 and _slipped(figures[0], figures[1]) else None


def _slipped(a: str, b: str) -> bool:
    """Whether a slash is lacking: ``0418/19``, ``323/19``, ``3/1719``."""
    if len(a) >= 3 and len(b) in (2, 4):
        return any(is_day_month(a[:i], a[i:]) for i in (1, 2)) and is_year(b)
    return len(b) >= 3 and any(is_day_month(a, b[:i]) and is_year(b[i:]) for i in (1, 2))
