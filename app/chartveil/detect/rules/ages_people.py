"""Checks of ages that stand behind a name, a relative or a date of birth.

A check returns the score of a match, or None to drop it (see ``engine.Check``).
"""

from __future__ import annotations

from typing import Any, Final

from chartveil.detect.rules.ages_checks import (
    MAX_AGE,
    UNIT_OR_COUNT_AFTER,
    age_in_years,
    text_after,
    text_before,
)
from chartveil.detect.rules.dates_calendar import has_letters, line_before, read_number
from chartveil.detect.rules.dates_patterns import LazyPattern, compiled, match, search
from chartveil.words import TokenizedText

_RELATIVE: Final = (
    r"(?:mother|father|mom|mum|dad|mama|papa|sister|brother|son|daughter|dtr|wife|husband|spouse|"
    r"partner|aunt|uncle|cousin|niece|nephew"
    r"|grandson|granddaughter|grandmother|grandfather|grandma|grandpa|grandchild(?:ren)?|children|kids?|"
    r"siblings?|sibs?|sis|bro|twins?"
    r"|boys?|girls?|child|baby|infant|parents?|mgm|pgm|mgf|pgf|fiancée?|boyfriend|girlfriend|roommate|"
    r"neighbou?r|step\p{L}+"
    r"|m-?i-?l|in-law|friend|sons|daughters|brothers|sisters|cousins|half-\p{L}+|donor|caregiver|carer|"
    r"fob|widow|widower|ma|da)"
)
_RELATIVE_AHEAD: Final = LazyPattern(
    rf"\b(?i:{_RELATIVE})(?!\p{{L}})(?:[ ,:(]{{1,3}}(?:\p{{Lu}}[\p{{L}}'’.\-]*|"
    r"[\"“”'][^\"“”]{1,12}[\"“”']|\(?\d{1,2}\)?(?:[ ]?(?:and|&))?|\([^)]{1,14}\))){0,5}[ ,]*$"
)
_RELATIVE_LOWER: Final = LazyPattern(
    rf"(?i)\b{_RELATIVE}(?!\p{{L}})[ :]{{0,2}}(?:\p{{L}}+(?:[ ]\p{{L}}\.?)?)?[ ]?$"
)
_TITLED: Final = LazyPattern(
    r"(?i)\b(?:mr|mrs|ms|miss|mx|master|sr|sra|sister|rev|pt|patient)\.?[ ](?:[\p{L}.'’\-]+[ ]?){0,5}$"
)
_NAMES: Final = LazyPattern(
    r"(?:^|[^\p{L}])(?:\p{Lu}[\p{L}'’\-]{1,},?[ ]|\p{Lu}\.[ ]|(?:de|van|der|da|dos|el|al|bin|la|von|le|"
    r"of)[ ]){1,4}\p{Lu}[\p{L}'’\-]+\.?[ ]?$"
)
_COUNTS: Final = LazyPattern(
    r"(?i)\b(?:level|lvl|page|pg|deauville|fisher|prevnar|audit(?:-c)?|room|rm|bed|bay|box|bldg|"
    r"building|unit|suite|apt|gold|nyha|class|grade|"
    r"stage|type|score|scale|item|step|phase|week|wk|day|cabinet|bus|route"
    r"|no|number|vol|section|part|table|fig|figure|chapter|case|visit|session|cycle|dose|q|ef|gcs|rass|"
    r"hess|fisher|gleason|meld|pgy|ms|size|segment|zone|hb|hgb|k|na|bun|cr"
    r"|wbc|plt|hr|rr|bp|sat|spo2|temp|bmi|phq|gad|epds|moca|mmse|beck|nice|rads|act|sub|total|ferritin|"
    r"tsh|crp|esr|alt|ast|ldh|psa|glu|glucose|ca|cl|hco3|co2|uacr|acr|egfr|ldl|hdl|tg|tc|alb|mg|phos|inr|pap|rvsp|pasp|enox|lovenox|"
    r"enoxaparin|lantus|glargine|l[1-5]|t\d{1,2}|c[1-7]|oct|nov|dec|jan|feb|mar|apr|may|jun|jul|aug|"
    r"sep|sept"
    r"|january|february|march|april|june|july|august|september|october|november|december|mon|tue|wed|"
    r"thu|fri|sat|sun|grp|group|trial|lane|line|lead|floor|ward|pod|hd|x|at|of|to|by)\.?[ ]?$"
)


def check_bracketed_age(m: Any, view: TokenizedText) -> float | None:
    """``Mrs. Ruiz (81)``: a name or a relative before the bracket; values of tests look alike."""
    age = age_in_years(m)
    ahead, rest = text_before(m, view, 50), text_after(m, view)
    if age is None or not 0 < age <= MAX_AGE or _COUNTS.search(ahead):
        return None
    if f"({age - 1})" in ahead and m[0] == f"({age}":
        return None  # the items of a list: (1) Marsh Island (2) Pelican Bay
    if match(r"\((?i:age|aged|now|then)", m[0]):
        return 0.8
    unit = match(r"[ ]?(?:y|yo|yrs?|years)\b", rest)
    if _TITLED.search(ahead) or _RELATIVE_AHEAD.search(ahead) or _RELATIVE_LOWER.search(ahead):
        return 0.8
    if _BIRTH.search(ahead):
        return 0.8
    if has_letters(m.captures("AGE")[-1]) and not unit:
        return None
    if unit:
        return 0.7
    if _NAMES.search(ahead) and not ahead.rstrip().isupper():
        return 0.6
    if search(r"\p{Lu}\p{Ll}{2,}[ ]$", ahead) and (
        match(
            (
                r",[ ](?:\p{Ll}|\p{Lu}\p{Ll})|\)[ ](?:has|have|is|was|did|and[ ]a|will|had|needs|did|"
                r"does|lives|attends|"
                r"came|and[ ]\p{Lu}\p{L}+[ ]\(\d)"
            ),
            rest,
        )
        or search(r"\(\d{1,2}\)[,;]?[ ](?:and[ ]|&[ ])?\p{Lu}\p{L}+[ ]$", ahead)
        or match(r"\),[ ](?:and[ ]|&[ ])?\p{Lu}\p{L}+[ ]\(\d{1,2}\b", rest)
    ):
        return 0.55
    return 0.55 if match(r"[ ]?[MF]\b", rest) else None


def check_age_between_commas(m: Any, view: TokenizedText) -> float | None:
    """``Mr. Xiong, 72, is seen``: behind a name, a relative or the number of the chart."""
    age = int(m["AGE"])
    ahead, rest = text_before(m, view, 50), text_after(m, view)
    if age <= 12 and rest.startswith(".") and " " not in m[0] and "\n" not in m[0]:
        return None  # a numbered list run together
    if match(r"[ ]?/[MF]", rest):
        return 0.7
    if age > 12 and match(r"(?i)[ ](?:wks|weeks)\b", rest):
        return None
    if age < 1 or (
        UNIT_OR_COUNT_AFTER.match(rest) and not match(r"(?i)[ ](?:mos?|wks|weeks|months)\b", rest)
    ):
        return None
    if _RELATIVE_AHEAD.search(ahead) or _RELATIVE_LOWER.search(ahead) or _TITLED.search(ahead):
        return 0.8
    if search(r"(?i)\b(?:approx|about|now|then|aged?)\b", m[0]) or match(
        r"[ ]?(?:/[MF]|(?:y|yr|yrs)\b)", rest
    ):
        return 0.65
    if search(r"\([^()]{2,40}\p{L}$", ahead) and rest.startswith(")") and not _COUNTS.search(ahead):
        return 0.5
    if age >= 16 and match(r"[.][ ]\p{Lu}", rest) and search(r"\p{L}{4}$", ahead) and " " in m[0]:
        return 0.45 if not _COUNTS.search(ahead) else None
    if match(r"[ ]?$", rest) and search(r"\b\p{L}\.[ ]?\p{L}\.[ ]\p{L}+$", ahead):
        return 0.5
    if match(r"[.]|[ ]?$", rest) and not _NAMES.search(ahead):
        return None
    if search(r"\d-\d{2,}$", ahead) and match(r",[ ]\p{Ll}", rest) and age >= 12:
        return 0.5
    if search(
        (
            r"(?i)\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\p{L}*\.? \d{1,2}$|"
            r"\d,[ ]?\d{1,3}$|[<>=]\s?\d+$|\b\d{1,3}$"
        ),
        ahead,
    ):
        return None  # a list of numbers, or the year of a date
    if _COUNTS.search(ahead):
        return None
    if search(r"\d{4}$|[\p{L}]\d{3,}$", ahead):
        return 0.5 if age >= 1 and rest.startswith(",") else None
    if _NAMES.search(ahead):
        return 0.65
    if (
        rest.startswith(",")
        and age >= 12
        and search(r"\p{L}[.)]?$", ahead)
        and match(r",[ ]?[\"“\p{L}]", rest)
    ):
        return 0.5
    if search(r"\p{Lu}\p{Ll}{2,}$", ahead) and match(r"(?:,|;)[ ]", rest):
        return 0.45
    return None


_BIRTH: Final = LazyPattern(
    r"(?i)(?:\d{1,2}[ -]?[a-z]{3,9}[ -]?\d{4}|[\dOlI]{1,2}/[\dOlI]{1,2}/[\dOlI]{4}|dob|birth|born|"
    r"d\.o\.b|\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|[a-z]{3}\p{L}* \d{1,2},? \d{4}|\d{4}-\d\d-\d\d)[^\n\d]{0,6}$"
)


def check_header_age(m: Any, view: TokenizedText) -> float | None:
    """A number between a date and the sex."""
    age = int(m["AGE"])
    if not 0 < age <= MAX_AGE or not _BIRTH.search(line_before(m, view, 40)):
        return None
    rest = text_after(m, view)
    return (
        0.75
        if match(r"[ ]?(?:y|yo|yrs?|y/o|years|Y)?[ ]?[/|,·)]?[ ]{0,4}[MFmf]\b|[ ]?(?:y|Y|yrs?)\b", rest)
        else 0.5
        if search(r"(?i)dob|birth|/[ ]$", line_before(m, view, 40))
        else None
    )


def check_age_after_name(m: Any, view: TokenizedText) -> float | None:
    """A number behind two parts of a name, in lists and headers."""
    text = m["AGE"]
    age = read_number(text)
    if age is None or age < 1:
        return None
    ahead = line_before(m, view, 60)
    rest = text_after(m, view)
    if rest.startswith(","):
        if age >= 3 and search(r"(?:^|\n)[ ]*[-*•][ ]\p{Lu}\p{Ll}{2,}[ ]$", ahead):
            return None if _COUNTS.search(ahead) else 0.5
        if age >= 18 and search(r"\p{L}\.?[ ]-[ ]$", ahead) and not _COUNTS.search(ahead.rstrip(" -")):
            return 0.45
        return 0.6 if _RELATIVE_AHEAD.search(ahead) and search(r"\p{Ll}[ ]$", ahead) else None
    unit = match(r"[ ](?:y|yr|yrs|mo|mos)\b", rest)
    if has_letters(text) and not unit:
        return None
    if search(r"(?i)\b(?:mr|mrs|ms|miss)\.?[ ]\p{L}[\p{L}'’\-]+[ ]$", ahead) and match(
        r"[ ]{2}|[ ]?[|;]", rest
    ):
        return 0.6
    core = compiled(r"[ |·~-]+$").sub("", ahead)
    if _COUNTS.search(core) or search(r"(?i)\b(?:mg|mcg|units)\b", rest[:8]):
        return None
    if unit and ahead.endswith("  "):
        return 0.6 if search(r"\p{Lu}[\p{L}'’\-]+\"?$", core) else None
    last_first = search(
        r"(?:^|[ |:*])\p{Lu}[\p{L}'’\-]+,[ ]?\p{Lu}[\p{L}'’\-.]*(?:[ ]\p{Lu}\.?)?(?:[ ]\"\p{L}+\")?$", core
    )
    gap = ahead[len(core) :]
    if len(gap) >= 2 and search(r"^[ ]*\p{Ll}[\p{Ll}'’\-]+,[ ]?\p{Ll}+$", core):
        return 0.5
    if (
        last_first
        and (len(gap) >= 2 or match(r"[ ]?[|·]|[ ]{2}", rest))
        and match(r"[ ]?[|·]|[ ]{2}|[ ]?$", rest)
    ):
        return 0.5
    if core.isupper() and not search(r"(?i)\b(?:pt|patient|name|case \d)\b", ahead):
        return None
    if (
        len(gap) >= 2
        and not match(r"[ ]+[\d%<>]|[ ]+\(", rest)
        and search(
            (
                r"(?:^|[ :|])(?:\p{Lu}[\p{L}'’.\-]+[ ](?:\"\p{L}+\"[ ])?){1,3}\p{Lu}[\p{L}'’\-]+(?:[ ]sr|"
                r"[ ]jr)?$"
            ),
            core,
        )
    ):
        return (
            0.45
            if search(r"(?i)\b(?:pt|patient|name|case \d)\b", ahead) or _FIRST_WORDS.match(ahead)
            else None
        )
    if search(r"\b\p{Lu}\p{L}+$", core) and gap == " " and rest[:2] == " |":
        return 0.5
    return None


_FIRST_WORDS: Final = LazyPattern(r"[\s*•\-\d.)]*(?:\p{Lu}[\p{L}'’.\-]+[ ,]{1,2})+[ ]*$")
