"""Checks of dates with words: months, days by number, holidays.

A check returns the score of a match, or None to drop it (see ``engine.MatchCheck``).
"""

from __future__ import annotations

import itertools
from typing import Any, Final

from chartveil.detection.rules.context import (
    compiled,
    line_after,
    line_before,
    match,
    on_one_line,
    search,
    text_before,
)
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.calendar import has_letters, is_year, month_kind, read_number

_MONTH_BEFORE: Final = (
    r"(?i)\b(?:in|since|last|this|early|late|mid|until|til|till|by|of|from|through|thru|every|next|"
    r"around|about|end of"
    r"|beginning of|before|after|during|between|to|and|or|due|for|a|previous|prior|following|as of|seen|"
    r"each|on)[ -]$"
)
_MONTH_AFTER: Final = (
    r"(?i)\s*(?:,? ?(?:and )?(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|e|"
    r"y|ust|tember|ober|ember)?\b|of\s(?:last|this|next|that|the)\b|last year|this year|next year|"
    r"[-–/]\s*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"
)
_NAME_AFTER: Final = r"[ ,]*\p{Lu}\p{Ll}+"


def check_month(m: Any, view: TokenizedText) -> float | None:
    """A month by itself, or with its day and year in words."""
    return check_bare_month(m, view) if m["n"] is None else _month_words(m)


def check_bare_month(m: Any, _view: TokenizedText) -> float | None:
    """A month by itself. Those that are ordinary words, names or short forms want a preposition."""
    word = m["mon"]
    kind = month_kind(word)
    if kind not in ("plain", "misread"):
        return None
    plain = word.lower()
    ahead = on_one_line(text_before(m, 20)).replace("  ", " ")
    behind = line_after(m)
    cue = bool(search(_MONTH_BEFORE, ahead)) or bool(match(_MONTH_AFTER, behind))
    if plain in ("may", "march", "august"):
        if (
            word == "MAY"
            and not search(_SURE_CUE_BEFORE, ahead)
            and match(r"[ ](?:NOT|BE|HAVE|\p{Lu}{3,})", behind)
        ):
            return None  # AND MAY PLAY
        if word.istitle() and (search(_POSSESSIVE_BEFORE, ahead) or search(_SURE_CUE_BEFORE, ahead)):
            return 0.6
        if not cue or (plain != "august" and word.islower() and not search(_SURE_CUE_BEFORE, ahead)):
            if (
                plain == "march"
                and cue
                and match(r"[ ]?[.,;)]|$", behind)
                and search(_SURE_CUE_BEFORE, ahead)
            ):
                return 0.6
            return 0.45 if word.istitle() and plain != "may" and ahead.strip() else None
        return 0.75
    if len(plain) <= 4 and plain not in ("june", "july"):
        if cue and (word.istitle() or search(_SURE_CUE_BEFORE, ahead)):
            return 0.8
        if word.isupper() and not (ahead + behind).isupper():
            return None  # APR, OCT, SEP, MAR: an operation, a test, sepsis, a record
        if plain in ("mar", "oct", "sep", "dec", "jan") and not (
            word.istitle() and match(r"\s*(?:[;,.):/]|$)", behind)
        ):
            return None
        return 0.45
    if plain in ("april", "june"):
        return 0.85 if cue or not match(_NAME_AFTER, behind) else 0.4
    return 0.9 if cue else 0.8


_POSSESSIVE_BEFORE: Final = r"\b(?:her|his|my|their|our|your|the|pending)[ ]$"
_SURE_CUE_BEFORE: Final = (
    r"(?i)\b(?:in|since|last|early|late|mid|until|til|till|by|of|from|through|thru|next|this)[ -]$"
)


def check_month_first(m: Any, _view: TokenizedText) -> float | None:
    """A month with a day, a year or both behind it."""
    day, year, word = m["d"], m["y"], m["mon"]
    kind = month_kind(word)
    if not kind or (kind == "foreign" and (year is None or len(year) != 4)):
        return None
    if day is not None:
        if "\n" in m[0][: m.start("d") - m.start()] and match(r"[.)][ ]", line_after(m, 3)):
            return None  # due Nov. and in the next line the item: 4. Refill
        if len(word) > 5 and m[0][len(word) : len(word) + 2] == ". ":
            return None  # a sentence ends: revisit in December. 4. Refill
        value = read_number(day)
        if value is not None and year is None and 60 <= value <= 99 and day.isdecimal():
            return 0.7  # FEB 97
        if value is None or not 1 <= value <= 31:
            return None
        if not any(c.isdigit() for c in day) and day not in (
            "l",
            "ll",
            "lO",
            "lo",
            "Il",
            "II",
            "lZ",
            "lS",
            "ZO",
        ):
            return None
        if day in ("l", "I") and word.lower() == "may":
            return None
        if year is None and word in ("may", "mar", "march", "dec", "sun") and m["ord"] is None:
            return 0.6 if not match(r"\s*(?:mg|tabs?|times|weeks?|days?|h)\b", line_after(m)) else None
        return 0.7 if has_letters(day) else 0.97
    if year is not None and read_number(year) is not None:
        return 0.95 if is_year(year) else None
    return None


def check_day_first(m: Any, _view: TokenizedText) -> float | None:
    """A day, a month and perhaps a year, run together or parted."""
    value = read_number(m["d"])
    if not month_kind(m["mon"]) or value is None or not 1 <= value <= 31:
        return None
    if not any(c.isdigit() for c in m["d"] + (m["y"] or "")):
        return None
    word, year = m["mon"], m["y"]
    if year is not None:
        return 0.7 if has_letters(m["d"] + year) else 0.97
    if word.lower() in ("may", "march", "mar", "sept", "sep", "dec", "oct") and not m["ord"]:
        behind = line_after(m)
        if word.islower() and match(r"\s+\p{Ll}{2,}", behind):
            return 0.45 if word != "may" else None
        if word.isupper() and word in ("OCT", "MAR", "SEP"):
            return 0.6
    return 0.6 if has_letters(m["d"]) else 0.93


_NOT_DAYS: Final = (
    r"(?i)[ -]*(?:\+|/|and\b|through|to|or|,|-)?[ -]*(?:\d+(?:st|nd|rd|th)?[ -]*)?(?:toes?|digits?|"
    r"fingers?|ribs?|nerve|cranial|cn\b|dose|grade|met|mtp|pip|dip"
    r"|mcp|mc\b|mt\b|ray|degree|deg\b|line|trimester|trim\b|intercostal|ics|space|ventricle|percentile|"
    r"%|centile|gen|generation"
    r"|edition|ed\b|floor|fl\b|st\b|street|ave|avenue|time|attempt|shift|visit|person|opinion|look|"
    r"stage|molar|tooth|birthday|week|wk"
    r"|day|month|mo\b|year|yr|hour|attack|episode|fall|admission|cycle|course|child|pregnancy|baby|"
    r"infantry|battalion|bn\b"
    r"|party|row|one\b|of\s(?:\d|three|four|two|five)|needle|ecg|ekg|bp\b|lachm|midwife|cousin|heart|"
    r"sound|quarter|half|place|year|lumbar|thoracic|vertebra|cervical|metacarpal|metatarsal"
    r"|web|toe|night|ring|session|stroke|mi\b|set|round|pass|trial|call|page|choice|son|daughter|wife|"
    r"husband|marriage|of all|century|name|hospital|year-|avenue|kidney|stent|graft|ptx|surgery|"
    r"operation|biopsy|bottle|bag|liter|unit|step|class|division|brigade|ward|rate|order|block|av\b|"
    r"lead|sister|brother|parity)"
)
_DAY_CUE: Final = (
    r"(?i)\b(?:(?:mon|tues?|weds?|thurs?|thu|thur|fri|sat|sun|(?:mon|tues|wednes|thurs|thur|fri|satur|"
    r"sun)day)[ ,]+(?:the )?"
    r"|due |(?:on|until|til|till|by|since|from|before|after|between|of|and|to|for|around|about|through|"
    r"thru) the )$"
)


_OF_MONTH: Final = r"(?i)\s+(?:(?:day )?of\s+)?(?:jan|feb|mar|apr|may|ju[nl1]|aug|sep|oct|nov|dec)\p{L}*"


def check_ordinal_day(m: Any, _view: TokenizedText) -> float | None:
    """``the 9th``, ``Mon 21st``: a day of a month, unless what follows is counted."""
    day = m["d"]
    value = read_number(day)
    if value is None or not 1 <= value <= 31:
        return None
    ahead, behind = line_before(m, 20), line_after(m, 30)
    if match(_NOT_DAYS, behind) or match(_OF_MONTH, behind):
        return None
    with_the = m[0][:3].lower() == "the"
    if search(_DAY_CUE, ahead + ("the " if with_the else "")):
        return 0.8
    if with_the:
        return 0.6 if not match(r"[ ]+\p{Ll}{3,}", behind) or value > 12 else 0.4
    return (
        0.45
        if search(r"(?i)\b(?:on|until|til|till|by|since|due|and|out|from|through|thru)[ ]$", ahead)
        else None
    )


def check_named_month(m: Any, _view: TokenizedText) -> float | None:
    """A month by name in a shape that leaves no doubt, if the word is a month."""
    kind = month_kind(m["mon"])
    return {"plain": 0.9, "misread": 0.7, "foreign": 0.8}.get(kind)


def _month_words(m: Any) -> float | None:
    """A month with numbers in words behind it; ``may one`` and ``march two`` are none."""
    if not month_kind(m["mon"]):
        return None
    ordinal = m["n"].lower().endswith(("th", "st", "nd", "rd")) or m["n"].lower() in (
        "first",
        "second",
        "third",
    )
    if ordinal or len(compiled(r"[ -]").findall(m[0])) >= 3:
        return 0.85
    return None if m["mon"].lower() in ("may", "march", "mar", "dec", "sep") else 0.6


def check_day_range(m: Any, _view: TokenizedText) -> float | None:
    """The second day of a range within a month."""
    days = [int(d) for d in (m["d"], *(c.rstrip("stndrhSTNDRH") for c in m.captures("DATE"))) if len(d) < 3]
    month = search(r"(\p{L}{3,})\.?\s?$", line_before(m, 14))
    rises = month is not None and all(a < b for a, b in itertools.pairwise(days))
    return 0.8 if month and month_kind(month[1]) and rises and days[0] >= 1 and days[-1] <= 31 else None


_DOUBTFUL_HOLIDAYS: Final = frozenset(
    {"holi", "tết", "noël", "epiphany", "purim", "eid", "pentecost", "ramadan", "new year"}
)


def check_holiday(m: Any, _view: TokenizedText) -> float | None:
    """A named day. Short names that are also people's or other words count less."""
    name = m.captures("DATE")[0]
    word = name.lower()
    if word in _DOUBTFUL_HOLIDAYS:
        if name.isupper() and len(name) < 4 and match(r"[:=#\d]", line_after(m, 1)):
            return None  # EID: 118, the number of an electrocardiograph
        return 0.6 if name[:1].isupper() else 0.45
    if name.islower() and word.startswith(("flag", "youth", "heritage", "republic", "victoria")):
        return None
    return 0.9


def check_ordinal_words(m: Any, _view: TokenizedText) -> float | None:
    """A day of the month in words, unless what follows is counted."""
    behind = line_after(m, 30)
    if match(_NOT_DAYS, behind) or match(_OF_MONTH, behind):
        return None
    return (
        0.55
        if match(
            r"[ ]+(?:at|in|with|by|and|around|about|to|for|when|my|he|she|i|we|after|before)\b|[ ]*$|[.,;:)]",
            behind,
        )
        else None
    )
