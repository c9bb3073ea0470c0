"""Checks of years that stand by themselves.

A check returns the score of a match, or None to drop it (see ``engine.Check``).
"""

from __future__ import annotations

from typing import Any, Final

from chartveil.detect.rules.dates_calendar import has_letters, line_after, line_before, read_number
from chartveil.detect.rules.dates_habits import date_style
from chartveil.detect.rules.dates_patterns import LazyPattern, compiled, match, search
from chartveil.words import TokenizedText

_YEAR_BEFORE: Final = LazyPattern(
    r"(?i)(?:\b(?:in|since|from|until|till?|thru|through|by|dated?|circa|ca\.?|c\.|early|late|mid|year|"
    r"yr|of|after|before"
    r"|about|around|during|between|born|dx|dx'd|diagnosed|approx|class of|last|and|to|or|fall|spring|"
    r"summer|autumn|winter"
    r"|back in|prior to|as of|exp|issued|est\.?|copyright|©|quit|sober|retired|died|onset|placed|done|"
    r"repair|resection)"
    r"|\b(?:19|20)\d\d ?(?:,|-|–|—|/|&|and|to|;)+|['’]\d\d ?-)\s*$"
)
_SIGN_BEFORE: Final = LazyPattern(r"[-–~(/,;]\s*$")
_YEAR_NOT_BEFORE: Final = LazyPattern(
    r"(?i)(?:[$£€#=<>×*+]|\b[x×]|\bat|@|\bno\.?|\broom|\brm|\bunit|\bapt|\bbox|\bext\.?|\bpager|\bpgr|"
    r"\bcode|\bmodel|\bwho"
    r"|\bilae|\bicc|\beln|\bgli|\bfigo|\bajcc|\bicd|\bacog|\besc|\bgold|\bgina|\bsystem,?|\bcriteria,?|"
    r"\bact|\btime"
    r"|\bsched(?:uled)?|\bfresenius|\breg\.?|\blot|\bform|\bcpt|\bcal|\bkcal|\bhrs?|\bsuite|\bste|"
    r"\bpick-?up|\bbuild"
    r"|\bready|\bby phone,|\bdtv|\boffice|\bvit(?:amin)?\.? d\d?"
    r"|\bd3|\bcount|\bvolume|\bplt|\bat about|\bq)\s*:?\s*$"
)
_YEAR_NOT_AFTER: Final = LazyPattern(
    r"(?i)\s*(?:mg|mcg|ml|cc|iu|units?|kcal|calories|cal\b|cells|copies|g\b|grams?|hrs?\b|hours?\b|h\b|"
    r"hz|steps|feet|ft\b"
    r"|lbs?\b|[ap]\.?m\b|%|/|x\b|per\b|eular|acr\b|acc/|aha\b|criteria|edition|guidelines?|"
    r"class(?:ification)?\b|equations"
    r"|days|tabs?|ppm|meters|mm\b|cm\b|nm\b|bpm|watts|patients|people|miles|[A-Z]?\d{0,2}\s*(?:north|"
    r"south|east|west|n|s|e|w|ne|nw|sw|se)?\.?\s*\p{L}+ (?:st|street|ave|avenue|rd|road|blvd|dr|drive|"
    r"ln|lane|way|court|ct|hwy|pkwy)\b)"
)


_TIME_OF_DAY: Final = (
    r"(?<![\d./:,#$\-])(?:[01]\d|2[0-3])[0-5]\d(?![\d./:\-]|,\d|[ ]?(?i:mg|ml|mcg|units?|g|k?cal|cc)\b)"
)


def _is_clock(m: Any, view: TokenizedText, year: int) -> bool:
    """Whether four figures are a time of the day: 19:35 where times are written so, 20:10 in such a line."""
    text = view.text
    start = text.rfind("\n", 0, m.start()) + 1
    stop = text.find("\n", m.end())
    line = text[start : stop if stop >= 0 else len(text)]
    if year >= 2000:
        hours = compiled(_TIME_OF_DAY).findall(line[:400])
        return len(hours) >= 3 and any(h[:2] not in ("19", "20") for h in hours)
    return year >= 1930 and date_style(view).times_seen >= 2


def _cued(ahead: str) -> bool:
    return bool(_YEAR_BEFORE.search(ahead) or _SIGN_BEFORE.search(ahead))


def check_bare_year(m: Any, view: TokenizedText) -> float | None:
    """Four figures that may be a year: the surroundings decide."""
    year = read_number(m[0][:4])
    if year is None or not 1900 <= year <= 2049:
        return None
    ahead, behind = line_before(m, view), line_after(m, view, 40)
    if _YEAR_NOT_BEFORE.search(ahead) or _YEAR_NOT_AFTER.match(behind):
        return None
    if has_letters(m[0][:4]):
        return 0.55
    if not ahead.strip() and date_style(view).lines_begin_with_times:
        return None
    sure = 1930 <= year <= 1999 or not (year % 5 == 0 and year > 2024)
    if m[0].endswith("s"):
        return 0.8
    if year % 100 < 60 and not _cued(ahead) and _is_clock(m, view, year):
        return None  # At Bedside 2010  Depart 2048
    if year % 100 < 60 and (year < 1930 or year > 2029) and not _cued(ahead):
        return None  # as likely 19:15 or 20:45
    if _YEAR_BEFORE.search(ahead):
        return 0.85 if sure else 0.7
    if _SIGN_BEFORE.search(ahead):
        if year % 100 < 60 and _is_clock(m, view, year):
            return None  # one episode, 1930, redirected
        return 0.85 if sure else 0.7
    if 1930 <= year <= 2029 and search(r"\p{L}[.\"')]?\s+$|^\s*$", ahead):
        return 0.6
    return 0.4


def check_shifted_year(m: Any, view: TokenizedText) -> float | None:
    """A year to come in a note whose whole dates lie there too; a time of the day stands behind ``at``."""
    ahead = line_before(m, view)
    if not date_style(view).has_shifted_years or _YEAR_NOT_BEFORE.search(ahead):
        return None
    return 0.6 if search(r"\p{L}[.\"')]?\s+$|[(,;]\s?$", ahead) else 0.45


def check_short_year(m: Any, view: TokenizedText) -> float | None:
    """An apostrophe and two figures: ``CABG '04``; not feet and inches, not minutes."""
    behind = line_after(m, view, 3)
    if match(r"['’\"”°]|\.\d|\d", behind):
        return None
    return 0.75


def check_year_range(m: Any, _view: TokenizedText) -> float | None:
    """Two years with a dash: the second comes after the first and within a lifetime."""
    first = int(m["y"])
    last = m[0].replace(" ", "")[5:]
    second = int(last) if len(last) == 4 else first // 100 * 100 + int(last)
    if not first < second <= first + 70 or not 1900 <= first <= 2049:
        return None
    if len(last) == 2 and second > first + 1 and int(last) <= 12:
        return 0.5
    return 0.8
