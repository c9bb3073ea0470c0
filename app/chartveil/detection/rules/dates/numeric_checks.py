"""Checks of dates in figures: whole, short, misread and mistyped ones, and years by themselves.

A check returns the score of a match, or None to drop it (see ``engine.MatchCheck``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from chartveil.detection.rules.context import compiled, line_after, line_before, match, search
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.calendar import (
    EARLIEST_YEAR,
    LATEST_YEAR,
    has_letters,
    is_day,
    is_day_month,
    is_year,
    read_number,
)


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


@dataclass(frozen=True, slots=True)
class _DateStyleOfText:
    """Reads the style off a text, once for all its matches (``TokenizedText.cached``)."""

    def make(self, view: TokenizedText) -> DateStyle:
        text = view.text
        return DateStyle(
            months_seen=frozenset(int(a) for a in compiled(_SURE).findall(text)),
            day_first=search(_DAY_FIRST, text) is not None,
            uses_hyphens=search(_DASHED, text) is not None,
            lines_begin_with_times=len(compiled(_LINE_BEGINS_WITH_TIME).findall(text)) >= 2,
            times_seen=len(compiled(_CLOCKS).findall(text)),
            has_shifted_years=search(_SHIFTED, text) is not None,
        )


_DATE_STYLE: Final = _DateStyleOfText()


def date_style(view: TokenizedText) -> DateStyle:
    """How the text writes its dates."""
    found: DateStyle = view.cached(_DATE_STYLE)
    return found


# Checks of dates in figures: is this a day of the calendar, do the surroundings speak for one?


def check_full_date(m: Any, view: TokenizedText) -> float | None:
    """Three numbers with one separator: a day, a month and a year, in the American or British order."""
    a, b, year = m["a"], m["b"], m["y"]
    if not is_year(year) or not is_day_month(a, b) or _chained(m, view):
        return None
    if "." in m["s"] and search(_VERSION, line_before(m, 16)):
        return None
    if len(year) == 4:
        return 0.98
    if m["s"].strip() != m["s"] or not m["s"].strip():
        return 0.6
    return {"/": 0.96, "-": 0.85, ".": 0.8}.get(m["s"], 0.6)


def _chained(m: Any, view: TokenizedText) -> bool:
    """Whether the number before is tied on by the same hyphen: part of a longer number."""
    start = m.start()
    return start > 1 and "-" in m["s"] and view.text[start - 1] == "-" and view.text[start - 2].isdigit()


_VERSION: Final = r"(?i)(?:\bv|\bver|\bversion|\brev|\brelease|\bbuild|\bsoftware|\bfirmware)\.?\s*$"


def check_iso_date(m: Any, _view: TokenizedText) -> float | None:
    """Year, month and day; a day that the month lacks is a slip and doubtful."""
    month, day = read_number(m["m"]), read_number(m["d"])
    if month is None or day is None or read_number(m["y"]) is None:
        return None
    if is_day(month, day):
        return 0.6 if has_letters(m[0]) else 0.99
    return 0.45 if 1 <= day <= 12 and 13 <= month <= 31 else None


_ID_CUE: Final = (
    r"(?i)(?:#|\bno\.?|\bid|\bmrn|\bacct|\baccount|\bserial|\bs/n|\bsn|\blot|\bref|\bcase|\bclaim|"
    r"\baccession|\bphone"
    r"|\bfax|\bpager|\btel|\bnpi|\bdea|\bauth|\bfin|\bcsn|\bhar|\bmr)\s*[:#=.]*\s*$"
)
_DATE_CUE: Final = (
    r"(?i)(?:\bd\.?o\.?b\.?|\bborn|\bb\.|\bbirth\s?date|\bbirth|\bdates?|\bdated|\bd\.?o\.?[se]\.?|"
    r"\bdod|\bd\.?o\.?a\.?"
    r"|\badm(?:it(?:ted)?)?|\bdisch(?:arged?)?|\bdict|\btrans|\bsvc|\bcollected|\breceived|\brec'?d|"
    r"\bon|\bsince"
    r"|\bfrom|\buntil|\bvisit|\bseen|\bexp(?:ires)?|\blmp|\bd|\bt|\bdd|\bdt|\btd)\s*[:=./|-]*\s*$"
)


def check_date_stamp(m: Any, _view: TokenizedText) -> float | None:
    """Eight figures ``20190304``, perhaps with the time behind."""
    if not is_day(int(m["m"]), int(m["d"])) or not EARLIEST_YEAR <= int(m["y"]) <= LATEST_YEAR:
        return None
    ahead = line_before(m, 16)
    if search(_ID_CUE, ahead):
        return None
    if search(_DATE_CUE, ahead) or ahead.endswith(("|", "^", "_", '"', "'")) or m["t"]:
        return 0.95
    return 0.7


def check_short_stamp(m: Any, _view: TokenizedText) -> float | None:
    """Six figures ``041719``: a date only beside a cue."""
    a, b, ahead = m["a"], m["b"], line_before(m, 16)
    if not is_day_month(a, b):
        return None
    if search(_BIRTH_CUE, ahead):
        return 0.75
    if len(m["y"]) == 4:
        return 0.6 if ahead.endswith(("|", "=", "^", ": ")) and 1900 <= int(m["y"]) <= 2049 else None
    return (
        0.45
        if match(r"[ ](?:[01]\d|2[0-3])[0-5]\d(?!\d)", line_after(m))
        or (ahead.endswith("(") and line_after(m, 1) == ")")
        else None
    )


_BIRTH_CUE: Final = (
    r"(?i)(?:\bd\.?o\.?b\.?|\bborn|\bbirth\s?date|\bdates?|\bdated|\bd\.?o\.?[se]\.?|\bdo[da]|"
    r"\badm(?:it(?:ted)?)?"
    r"|\bdisch?|\bdict|\btrans|\bsvc|\bdd|\bdt|\bd|\bt|\breviewed|\bcollected|\bvisit|\bseen|\beff|"
    r"\bmohs|\baddendum|\brec'?d|\brun|\bborn|\bsvc)\s*[:=./|]{0,2}[ \t]{0,4}$"
)

_MD_BEFORE: Final = (
    r"(?i)(?:\b(?:on|since|from|until|till?|thru|through|thro|by|dated?|dates?|seen|visits?|appts?|due|"
    r"here|booked|saw me|typed|rec'?d|fill(?:ed)?"
    r"|last|next|lmp|dob|edd|edc|b|mon|tues?|weds?|thurs?|thu|thur|fri|sat|sun|(?:mon|tues|wednes|thurs|"
    r"fri|satur|sun)day"
    r"|labs?|ct|cta|cxr|mri?|pet|echo|cath|ekg|ecg|eeg|egd|bcx|ucx|cx|cxs|us|adm(?:it(?:ted)?)?|"
    r"d/?c'?e?d?|disch(?:arged?)?"
    r"|start(?:ed|ing)?|placed|done|repeat(?:ed)?|w(?:ee)?k of|pod ?#?\d+|hd ?#?\d+|dol ?\d+|day ?\d+|"
    r"postop|sched(?:uled)?"
    r"|appointment|surgery|stopped|ended|resumed|removed|drawn|called|dict(?:ated)?\.?|signed|ordered|"
    r"reviewed|printed"
    r"|faxed|sent|f/?u|follow-?up|recheck|return(?:s|ing)?|rtc|given|held|closed?|exp(?:ires)?|between|"
    r"starting|effective"
    r"|before|after|around|about|w(?:ith|/) (?:dr\.? )?\p{L}+|dr\.? [\p{L}\-]+|copied from|prior|"
    r"night of|morning of|evening of|op|or|doi|dos|completed)"
    r"|(?<!\d)\d{1,2}/\d{1,2}(?:/\d{2,4})?(?:[ ]?(?:,|-|–|&|and|to|through|thru|or|\+|;|until|->|"
    r"→))+)[\s:.(@]*$"
)
_MD_AFTER: Final = (
    r"(?i)[):,]*\s*(?:(?:at|@|~)?\s*(?:[01]?\d|2[0-3]):?[0-5]\d(?!\d|\s*(?:mg|ml|cc|mcg))|"
    r"\d{1,2}\s?[ap]\.?m?\b|(?:am|pm|noon)\b"
    r"|(?:to|through|thru|-|–|,|and|&)\s?\d{1,2}/\d{1,2}(?!\d))"
)
_FIRST_ON_LINE: Final = r"[\s*•|>(\[\-–_#]*(?:\d{1,2}[.)]\s)?$"


def check_month_day(m: Any, view: TokenizedText) -> float | None:
    """Two numbers with a slash. Most are dates; fractions, scores and pressures are not."""
    a, b = m["a"], m["b"]
    if not is_day_month(a, b):
        return None
    x, y = int(a), int(b)
    ahead, behind = line_before(m), line_after(m)
    if m.start() and view.text[m.start() - 1].isalpha() and not search(_GLUED, ahead):
        return None
    cue = bool(search(_MD_BEFORE, ahead))
    time = bool(match(_MD_AFTER, behind))
    first = bool(match(_FIRST_ON_LINE, ahead)) and behind[:1] in (" ", ":", "", "\t", ")", ",", "|", "-")
    if cue or time:
        return 0.85 if (cue and time) or not _like_fraction(x, y) else 0.75
    if x > 12 and not date_style(view).day_first:
        return None
    if x in date_style(view).months_seen and search(_LINE_BEFORE, ahead):
        return 0.81
    if x == y or (_like_fraction(x, y) and len(a) + len(b) < 4):
        if first and len(behind.strip()) > 3 and x != y and y != 7:
            return 0.6
        if (
            search(r"(?:[\"')]|\d,|\b\p{Lu}[\p{L}.-]+),?[ ]$", ahead)
            and behind[:1] in (")", ",", ".")
            and x != y
        ):
            return 0.45
        return 0.5 if int(a) in date_style(view).months_seen else None
    return 0.75 if first or len(a) == len(b) == 2 else 0.6


_LINE_BEFORE: Final = (
    r"(?i)\b(?:ij|subclavian|fem(?:oral)?|radial|a-?line|art line|picc|midline|foley|trialysis|quinton|tlc|"
    r"cvc|piv|ett|trach|peg|jp|ngt?|ogt?|chest tube|port|permcath|rectal tube|flexi-?seal|epidural|swan|"
    r"cordis)[ ]$"
)
"""Lines and tubes, behind which a list says on what day they were placed."""

_GLUED: Final = (
    r"(?i)(?:since|from|for|on|until|till?|thru|by|seen|due|visit|dob|last|next|appt|labs?|f/?u|and|to|"
    r"was|exp)$|\p{Ll}{4}$"
)


def check_range_end(m: Any, view: TokenizedText) -> float | None:
    """The last day of a range whose first day is a date beyond doubt of being a fraction."""
    first, last = compiled(r"[-–]").split(m[0])
    a, b = first.strip().split("/")
    x, y, z = int(a), int(b), int(last)
    if not (1 <= x <= 12 and y < z <= 31 and z - y <= 21) or not is_day_month(a, b):
        return None
    return (
        0.55
        if search(_MD_BEFORE, line_before(m)) or int(a) in date_style(view).months_seen
        else 0.4
        if y > 10
        else None
    )


def check_dotted_day_month(m: Any, _view: TokenizedText) -> float | None:
    """Day and month with two dots: a number at the end of a sentence looks the same."""
    ahead, behind = line_before(m), line_after(m)
    if search(r"\d\.\d+ (?:from|to|until) $", ahead):
        return None  # down to 19.0 from 20.5.
    if search(r"(?i)\b(?:am|on|vom|bis|seit|since|ab|dated|seen|until|from)\s+$", ahead) or not ahead.strip():
        return 0.7
    if match(r"\s*(?:um|bis|–|-|\d{1,2}:\d\d)", behind):
        return 0.6
    return None


def _like_fraction(x: int, y: int) -> bool:
    """Whether x/y is as likely a fraction, a score or a pair of like values as a date."""
    return (
        (x <= y and y in (2, 3, 4, 5, 6, 8, 9, 10)) or x == y or (x, y) in ((24, 7), (2, 7), (3, 7), (3, 12))
    )


CUE_BEFORE_DASH: Final = (
    r"(?i)(?:\b(?:on|since|until|till?|thru|dated?|seen|due|rec'?d|lmp|next|last|dr\.? \p{L}+|mon|tues?|"
    r"weds?|thurs?|thu|fri|sat|sun"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|overread|placed|f/?u here|night of|adm(?:itted)?|"
    r"d/?c'?d|week of|soc|bm|conf)"
    r"|(?<!\d)\d{1,2}-\d{1,2} (?:or|and|to|thru|through))[\s:(]*$"
)
_DASH_AFTER: Final = r"\s+(?:[01]?\d|2[0-3]):?[0-5]\d(?!\d|\s*(?:mg|ml|cc|mcg))"


def check_month_dash_day(m: Any, view: TokenizedText) -> float | None:
    """Two numbers with a hyphen: mostly a range, so only a cue or the first place on a line makes a date."""
    a, b = m["a"], m["b"]
    if not is_day_month(a, b):
        return None
    ahead, behind = line_before(m), line_after(m)
    if search(CUE_BEFORE_DASH, ahead) and not match(r"\s*(?:mins?|days|weeks|wks|hours|hrs)\b", behind):
        return 0.7
    if match(_FIRST_ON_LINE, ahead) and (match(_DASH_AFTER, behind) or behind[:2] in (": ", " |")):
        return 0.65
    if len(a) == len(b) == 2 and (match(_DASH_AFTER, behind) or match(_FIRST_ON_LINE, ahead)):
        return 0.6
    if match(
        (
            r"\s*(?:%|(?:weeks|wks?|days?|d|months|mos?|years|yrs?|hours|hrs?|h|mins?|sec|s|times|x|mg|ml|"
            r"cm|mm|hz|to|reps)\b)"
        ),
        behind,
    ):
        return None
    if len(a) == len(b) == 2 and a[0] == "0":
        return 0.5
    if ahead.endswith("| ") and behind.startswith(" |"):
        return 0.55
    return (
        0.45
        if int(a) <= 12 < int(b) and match(r"[ ]*(?:$|[).;|])", behind) and date_style(view).uses_hyphens
        else None
    )


def check_month_year(m: Any, _view: TokenizedText) -> float | None:
    """``9/2021``, ``2010-03``, and ``11/93``, whose second number can be no day."""
    year, month = read_number(m["y"]), read_number(m["m"])
    if month is None or year is None or not 1 <= month <= 12:
        return None
    if len(m["y"]) == 4:
        return 0.9 if EARLIEST_YEAR <= year <= LATEST_YEAR else None
    if year < 32 or year in (40, 52) or " " in m[0]:
        return None  # 8/40 and 2/52 count weeks
    return 0.8 if search(_MY_BEFORE, line_before(m)) else 0.45


_MY_BEFORE: Final = (
    r"(?i)(?:\b(?:in|since|from|until|till?|thru|through|by|dated?|dx'?d?|diagnosed|s/p|onset|ca|c|"
    r"circa|last|repeat"
    r"|surgery|done|of|prior|quit|started|placed)|\()[\s:.]*$"
)


# Checks of dates that a scanner misread or a finger mistyped.


def check_misread_date(m: Any, _view: TokenizedText) -> float | None:
    """Day, month, year with letters among the figures."""
    whole = m["a"] + m["b"] + m["y"]
    if not has_letters(whole) or sum(c.isdigit() for c in whole) < 1:
        return None
    return 0.55 if is_year(m["y"]) and is_day_month(m["a"], m["b"]) else None


def check_misread_month_day(m: Any, _view: TokenizedText) -> float | None:
    """Month and day with a letter among the figures and at least one true figure."""
    a, b = m["a"], m["b"]
    whole = a + b
    if not has_letters(whole) or not any(c.isdigit() for c in whole) or not is_day_month(a, b):
        return None
    if whole[0] in "SsBzi" or (m["s"] == "-" and not search(CUE_BEFORE_DASH, line_before(m))):
        return None
    return 0.5


_SLIP_CUE: Final = (
    r"(?i)\b(?:on|since|from|until|dated?|seen|dob|visit|adm\p{L}*|d/c|appt|due|signed)[ :.]*$|^\s*$"
)


def check_mistyped_date(m: Any, _view: TokenizedText) -> float | None:
    """A date with a slash too many, one too few, or a month that does not exist."""
    text = m[0]
    if "//" in text:
        parts = [p for p in text.split("/") if p]
        return 0.45 if len(parts) == 3 and is_day_month(parts[0], parts[1]) else None
    cue = bool(search(_SLIP_CUE, line_before(m)))
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


# Checks of years that stand by themselves.


_YEAR_BEFORE: Final = (
    r"(?i)(?:\b(?:in|since|from|until|till?|thru|through|by|dated?|circa|ca\.?|c\.|early|late|mid|year|"
    r"yr|of|after|before"
    r"|about|around|during|between|born|dx|dx'd|diagnosed|approx|class of|last|and|to|or|fall|spring|"
    r"summer|autumn|winter"
    r"|back in|prior to|as of|exp|issued|est\.?|copyright|©|quit|sober|retired|died|onset|placed|done|"
    r"repair|resection)"
    r"|\b(?:19|20)\d\d ?(?:,|-|–|—|/|&|and|to|;)+|['’]\d\d ?-)\s*$"
)
_SIGN_BEFORE: Final = r"[-–~(/,;]\s*$"
_YEAR_NOT_BEFORE: Final = (
    r"(?i)(?:[$£€#=<>×*+]|\b[x×]|\bat|@|\bno\.?|\broom|\brm|\bunit|\bapt|\bbox|\bext\.?|\bpager|\bpgr|"
    r"\bcode|\bmodel|\bwho"
    r"|\bilae|\bicc|\beln|\bgli|\bfigo|\bajcc|\bicd|\bacog|\besc|\bgold|\bgina|\bsystem,?|\bcriteria,?|"
    r"\bact|\btime"
    r"|\bsched(?:uled)?|\bfresenius|\breg\.?|\blot|\bform|\bcpt|\bcal|\bkcal|\bhrs?|\bsuite|\bste|"
    r"\bpick-?up|\bbuild"
    r"|\bready|\bby phone,|\bdtv|\boffice|\bvit(?:amin)?\.? d\d?"
    r"|\bd3|\bcount|\bvolume|\bplt|\bat about|\bq)\s*:?\s*$"
)
_YEAR_NOT_AFTER: Final = (
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
    return bool(search(_YEAR_BEFORE, ahead) or search(_SIGN_BEFORE, ahead))


def check_bare_year(m: Any, view: TokenizedText) -> float | None:
    """Four figures that may be a year: the surroundings decide."""
    year = read_number(m[0][:4])
    if year is None or not 1900 <= year <= 2049:
        return None
    ahead, behind = line_before(m), line_after(m, 40)
    if search(_YEAR_NOT_BEFORE, ahead) or match(_YEAR_NOT_AFTER, behind):
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
    if search(_YEAR_BEFORE, ahead):
        return 0.85 if sure else 0.7
    if search(_SIGN_BEFORE, ahead):
        if year % 100 < 60 and _is_clock(m, view, year):
            return None  # one episode, 1930, redirected
        return 0.85 if sure else 0.7
    if 1930 <= year <= 2029 and search(r"\p{L}[.\"')]?\s+$|^\s*$", ahead):
        return 0.6
    return 0.4


def check_shifted_year(m: Any, view: TokenizedText) -> float | None:
    """A year to come in a note whose whole dates lie there too; a time of the day stands behind ``at``."""
    ahead = line_before(m)
    if not date_style(view).has_shifted_years or search(_YEAR_NOT_BEFORE, ahead):
        return None
    return 0.6 if search(r"\p{L}[.\"')]?\s+$|[(,;]\s?$", ahead) else 0.45


def check_short_year(m: Any, _view: TokenizedText) -> float | None:
    """An apostrophe and two figures: ``CABG '04``; not feet and inches, not minutes."""
    behind = line_after(m, 3)
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
