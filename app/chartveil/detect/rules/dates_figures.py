"""Checks of dates in figures: is this a day of the calendar, do the surroundings speak for one?

A check returns the score of a match, or None to drop it (see ``engine.Check``).
"""

from __future__ import annotations

from typing import Any, Final

from chartveil.detect.rules.dates_calendar import (
    EARLIEST_YEAR,
    LATEST_YEAR,
    has_letters,
    is_day,
    is_day_month,
    is_year,
    line_after,
    line_before,
    read_number,
)
from chartveil.detect.rules.dates_habits import date_style
from chartveil.detect.rules.dates_patterns import LazyPattern, compiled, match, search
from chartveil.words import TokenizedText


def check_full_date(m: Any, view: TokenizedText) -> float | None:
    """Three numbers with one separator: a day, a month and a year, in the American or British order."""
    a, b, year = m["a"], m["b"], m["y"]
    if not is_year(year) or not is_day_month(a, b) or _chained(m, view):
        return None
    if "." in m["s"] and _VERSION.search(line_before(m, view, 16)):
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


_VERSION: Final = LazyPattern(
    r"(?i)(?:\bv|\bver|\bversion|\brev|\brelease|\bbuild|\bsoftware|\bfirmware)\.?\s*$"
)


def check_iso_date(m: Any, _view: TokenizedText) -> float | None:
    """Year, month and day; a day that the month lacks is a slip and doubtful."""
    month, day = read_number(m["m"]), read_number(m["d"])
    if month is None or day is None or read_number(m["y"]) is None:
        return None
    if is_day(month, day):
        return 0.6 if has_letters(m[0]) else 0.99
    return 0.45 if 1 <= day <= 12 and 13 <= month <= 31 else None


_ID_CUE: Final = LazyPattern(
    r"(?i)(?:#|\bno\.?|\bid|\bmrn|\bacct|\baccount|\bserial|\bs/n|\bsn|\blot|\bref|\bcase|\bclaim|"
    r"\baccession|\bphone"
    r"|\bfax|\bpager|\btel|\bnpi|\bdea|\bauth|\bfin|\bcsn|\bhar|\bmr)\s*[:#=.]*\s*$"
)
_DATE_CUE: Final = LazyPattern(
    r"(?i)(?:\bd\.?o\.?b\.?|\bborn|\bb\.|\bbirth\s?date|\bbirth|\bdates?|\bdated|\bd\.?o\.?[se]\.?|"
    r"\bdod|\bd\.?o\.?a\.?"
    r"|\badm(?:it(?:ted)?)?|\bdisch(?:arged?)?|\bdict|\btrans|\bsvc|\bcollected|\breceived|\brec'?d|"
    r"\bon|\bsince"
    r"|\bfrom|\buntil|\bvisit|\bseen|\bexp(?:ires)?|\blmp|\bd|\bt|\bdd|\bdt|\btd)\s*[:=./|-]*\s*$"
)


def check_date_stamp(m: Any, view: TokenizedText) -> float | None:
    """Eight figures ``20190304``, perhaps with the time behind."""
    if not is_day(int(m["m"]), int(m["d"])) or not EARLIEST_YEAR <= int(m["y"]) <= LATEST_YEAR:
        return None
    ahead = line_before(m, view, 16)
    if _ID_CUE.search(ahead):
        return None
    if _DATE_CUE.search(ahead) or ahead.endswith(("|", "^", "_", '"', "'")) or m["t"]:
        return 0.95
    return 0.7


def check_short_stamp(m: Any, view: TokenizedText) -> float | None:
    """Six figures ``041719``: a date only beside a cue."""
    a, b, ahead = m["a"], m["b"], line_before(m, view, 16)
    if not is_day_month(a, b):
        return None
    if _BIRTH_CUE.search(ahead):
        return 0.75
    if len(m["y"]) == 4:
        return 0.6 if ahead.endswith(("|", "=", "^", ": ")) and 1900 <= int(m["y"]) <= 2049 else None
    return (
        0.45
        if match(r"[ ](?:[01]\d|2[0-3])[0-5]\d(?!\d)", line_after(m, view))
        or (ahead.endswith("(") and line_after(m, view, 1) == ")")
        else None
    )


_BIRTH_CUE: Final = LazyPattern(
    r"(?i)(?:\bd\.?o\.?b\.?|\bborn|\bbirth\s?date|\bdates?|\bdated|\bd\.?o\.?[se]\.?|\bdo[da]|"
    r"\badm(?:it(?:ted)?)?"
    r"|\bdisch?|\bdict|\btrans|\bsvc|\bdd|\bdt|\bd|\bt|\breviewed|\bcollected|\bvisit|\bseen|\beff|"
    r"\bmohs|\baddendum|\brec'?d|\brun|\bborn|\bsvc)\s*[:=./|]{0,2}[ \t]{0,4}$"
)

_MD_BEFORE: Final = LazyPattern(
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
_MD_AFTER: Final = LazyPattern(
    r"(?i)[):,]*\s*(?:(?:at|@|~)?\s*(?:[01]?\d|2[0-3]):?[0-5]\d(?!\d|\s*(?:mg|ml|cc|mcg))|"
    r"\d{1,2}\s?[ap]\.?m?\b|(?:am|pm|noon)\b"
    r"|(?:to|through|thru|-|–|,|and|&)\s?\d{1,2}/\d{1,2}(?!\d))"
)
_FIRST_ON_LINE: Final = LazyPattern(r"[\s*•|>(\[\-–_#]*(?:\d{1,2}[.)]\s)?$")


def check_month_day(m: Any, view: TokenizedText) -> float | None:
    """Two numbers with a slash. Most are dates; fractions, scores and pressures are not."""
    a, b = m["a"], m["b"]
    if not is_day_month(a, b):
        return None
    x, y = int(a), int(b)
    ahead, behind = line_before(m, view), line_after(m, view)
    if m.start() and view.text[m.start() - 1].isalpha() and not _GLUED.search(ahead):
        return None
    cue = bool(_MD_BEFORE.search(ahead))
    time = bool(_MD_AFTER.match(behind))
    first = bool(_FIRST_ON_LINE.match(ahead)) and behind[:1] in (" ", ":", "", "\t", ")", ",", "|", "-")
    if cue or time:
        return 0.85 if (cue and time) or not _like_fraction(x, y) else 0.75
    if x > 12 and not date_style(view).day_first:
        return None
    if x in date_style(view).months_seen and _LINE_BEFORE.search(ahead):
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


_LINE_BEFORE: Final = LazyPattern(
    r"(?i)\b(?:ij|subclavian|fem(?:oral)?|radial|a-?line|art line|picc|midline|foley|trialysis|quinton|tlc|"
    r"cvc|piv|ett|trach|peg|jp|ngt?|ogt?|chest tube|port|permcath|rectal tube|flexi-?seal|epidural|swan|"
    r"cordis)[ ]$"
)
"""Lines and tubes, behind which a list says on what day they were placed."""

_GLUED: Final = LazyPattern(
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
        if _MD_BEFORE.search(line_before(m, view)) or int(a) in date_style(view).months_seen
        else 0.4
        if y > 10
        else None
    )


def check_dotted_day_month(m: Any, view: TokenizedText) -> float | None:
    """Day and month with two dots: a number at the end of a sentence looks the same."""
    ahead, behind = line_before(m, view), line_after(m, view)
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


CUE_BEFORE_DASH: Final = LazyPattern(
    r"(?i)(?:\b(?:on|since|until|till?|thru|dated?|seen|due|rec'?d|lmp|next|last|dr\.? \p{L}+|mon|tues?|"
    r"weds?|thurs?|thu|fri|sat|sun"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|overread|placed|f/?u here|night of|adm(?:itted)?|"
    r"d/?c'?d|week of|soc|bm|conf)"
    r"|(?<!\d)\d{1,2}-\d{1,2} (?:or|and|to|thru|through))[\s:(]*$"
)
_DASH_AFTER: Final = LazyPattern(r"\s+(?:[01]?\d|2[0-3]):?[0-5]\d(?!\d|\s*(?:mg|ml|cc|mcg))")


def check_month_dash_day(m: Any, view: TokenizedText) -> float | None:
    """Two numbers with a hyphen: mostly a range, so only a cue or the first place on a line makes a date."""
    a, b = m["a"], m["b"]
    if not is_day_month(a, b):
        return None
    ahead, behind = line_before(m, view), line_after(m, view)
    if CUE_BEFORE_DASH.search(ahead) and not match(r"\s*(?:mins?|days|weeks|wks|hours|hrs)\b", behind):
        return 0.7
    if _FIRST_ON_LINE.match(ahead) and (_DASH_AFTER.match(behind) or behind[:2] in (": ", " |")):
        return 0.65
    if len(a) == len(b) == 2 and (_DASH_AFTER.match(behind) or _FIRST_ON_LINE.match(ahead)):
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


def check_month_year(m: Any, view: TokenizedText) -> float | None:
    """``9/2021``, ``2010-03``, and ``11/93``, whose second number can be no day."""
    year, month = read_number(m["y"]), read_number(m["m"])
    if month is None or year is None or not 1 <= month <= 12:
        return None
    if len(m["y"]) == 4:
        return 0.9 if EARLIEST_YEAR <= year <= LATEST_YEAR else None
    if year < 32 or year in (40, 52) or " " in m[0]:
        return None  # 8/40 and 2/52 count weeks
    return 0.8 if _MY_BEFORE.search(line_before(m, view)) else 0.45


_MY_BEFORE: Final = LazyPattern(
    r"(?i)(?:\b(?:in|since|from|until|till?|thru|through|by|dated?|dx'?d?|diagnosed|s/p|onset|ca|c|"
    r"circa|last|repeat"
    r"|surgery|done|of|prior|quit|started|placed)|\()[\s:.]*$"
)
