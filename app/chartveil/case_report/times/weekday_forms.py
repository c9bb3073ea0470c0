"""Reads forms of weekdays and holidays, and how they lie to the note: ``the Monday before``."""

from __future__ import annotations

import re

from chartveil.case_report.times.expressions import TimeExpression, TimeKind
from chartveil.case_report.times.moon_feasts import moon_feast_names
from chartveil.case_report.times.number_words import month_number, number_of, weekday_number, year_of
from chartveil.case_report.times.words import SHORT_DAYS, time_words
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import calendar_words
from chartveil.surrogates.dates.parsing import read_holiday

_WEEK_GONE = re.compile(r"week (?:gone|past|back|last|just gone)|before last|but one")
"""``Monday week gone``, ``Monday before last``: the Monday a week before the last."""


def read_weekday(m: re.Match[str]) -> TimeExpression:
    """``last Friday``, ``Tuesday week``, ``the Monday before``: its weekday, relation and weeks further."""
    groups = m.groupdict()
    groups["weekday"] = groups["weekday"] or groups.get("weekday2") or groups.get("weekday3") or ""
    lead, tail = (" ".join((groups.get(g) or "").lower().split()) for g in ("rel", "rel2"))
    tail = re.sub(r"\bwk$", "week", tail)
    start, end = m.span()
    if lead in ("on", "since", "until", "by"):
        start, lead = m.start("weekday"), ""
    relation, weeks, unit = relation_of(lead), 0, ""
    if groups.get("before"):
        weekday, weeks = weekday_number(groups["weekday"]), 1 - number_of(groups["before"])
        return TimeExpression(start, end, TimeKind.WEEKDAY, number=weekday, relation="last", weeks=weeks)
    if groups.get("from"):
        weekday, weeks = weekday_number(groups["weekday"]), number_of(groups["from"])
        return TimeExpression(start, end, TimeKind.WEEKDAY, number=weekday, relation="next", weeks=weeks)
    if groups.get("ahead"):
        weekday, weeks = weekday_number(groups["weekday"]), number_of(groups["ahead"])
        return TimeExpression(start, end, TimeKind.WEEKDAY, number=weekday, unit="ahead", weeks=weeks)
    if groups.get("ago"):
        number = weekday_number(groups["weekday"])
        count = -number_of(groups["ago"])
        return TimeExpression(
            start, end, TimeKind.WEEKDAY, number=number, unit="ago", relation="last", weeks=count
        )
    if lead.startswith(("last week", "next week")):
        relation, unit = lead.split()[0], "week"
    elif lead in ("the", "that", "that same"):
        relation = "that"
    elif lead in ("following", "the following", "the next"):
        relation = "following"
    elif lead in ("previous", "the previous"):
        relation = "previous"
    if tail.startswith("of the week "):
        relation, unit = ("last" if "before" in tail else "next"), "week"
        weeks = -1 if relation == "last" else 1
    elif tail.endswith("week") and len(tail) > 4 and "ago" not in tail:
        relation, unit = relation_of(tail.split()[-2]), "week"
    elif tail == "after next":
        relation, weeks = "next", 1
    elif tail in ("week", "fortnight") or lead == "a week on":
        weeks = 2 if tail == "fortnight" else 1
        if relation == "following":
            return TimeExpression(
                start,
                end,
                TimeKind.WEEKDAY,
                number=weekday_number(groups["weekday"]),
                relation=relation,
                weeks=weeks,
            )
        relation, weeks = ("last", -weeks) if relation == "last" else ("next", weeks)
    elif tail.endswith("fortnight ago"):
        relation, weeks, unit = "last", -2, "ago"
    elif "ago" in tail or _WEEK_GONE.match(tail) or lead.startswith("a week"):
        relation, weeks = "last", -1
    elif tail.split()[0:1] in (
        ["before"],
        ["after"],
        ["prior"],
        ["preceding"],
        ["thereafter"],
        ["following"],
    ):
        relation = "previous" if tail.startswith(("before", "pr")) else "following"
    elif tail:
        relation = "next" if tail in ("next", "coming") else "last"
    number = weekday_number(groups["weekday"])
    return TimeExpression(
        start, end, TimeKind.WEEKDAY, number=number, unit=unit, relation=relation, weeks=weeks
    )


THE_FOURTH = ("4th", "fourth")
_SHORT_DAY = re.compile(r" (mon|tue|wed|thu|fri|sat|sun)(?:s|rs)?$")


def holiday_named(written: str) -> str | None:
    """The folded name of a holiday as it is known; None for what is none."""
    if written.lower() in THE_FOURTH:
        return "fourth of july"
    folded = fold(re.sub(r"[\s-]+", " ", written)).replace("’", "'")
    if m := _SHORT_DAY.search(folded):
        folded = folded[: m.start()] + " " + next(d for d in SHORT_DAYS if d.startswith(m[1]))
    if folded in time_words().also_holidays or folded in moon_feast_names():
        # ``the ward's family day`` is no holiday.
        unsure = folded in ("family day", "children's day", "women's day", "heroes' day")
        return folded if written[0].isupper() or not unsure else None
    if folded in calendar_words().holidays or not folded.startswith("st"):
        return folded if folded == "bank holiday" else read_holiday(folded)
    named = f"{folded.replace('st. ', 'st ')} day"  # ``since St Andrew's``
    return named if named in time_words().also_holidays else read_holiday(f"{folded} day")


def holiday_tail(written: str | None) -> str:
    """``weekend`` or ``holiday``, where one of these stands behind a holiday; else nothing."""
    words = (written or "").lower().split()
    if not words or words[0] in ("day", "eve", "dinner", "monday"):
        return ""
    return "weekend" if {"weekend", "w/e", "break"} & set(words) else "holiday"


def read_beside_holiday(m: re.Match[str], pivot: int) -> list[TimeExpression]:
    """``the day before Thanksgiving``, ``the Tuesday after Easter``, ``two days after Christmas``."""
    holiday = holiday_named(m["holiday"])
    if holiday is None:
        return []
    sign = -1 if m["side"].lower() in ("before", "preceding") else 1
    what = m["what"].lower()
    weekday, number, unit = -1, sign, "day"
    weeks = 0
    if m["weekday"]:
        weekday = weekday_number(m["weekday"])
        weeks = sign * what.endswith("week")
    elif what.startswith("week"):
        number, unit = sign * 7, "week"
    elif " " in what:
        number = sign * number_of(what.split()[0]) * (7 if "week" in what else 1)
    year = year_of(m["year"], pivot)
    month = month_number(m["bank_month"]) if m["bank_month"] else None
    return [
        TimeExpression(
            *m.span(),
            TimeKind.HOLIDAY,
            year,
            month,
            number=number,
            unit=unit,
            name=holiday,
            weekday=weekday,
            weeks=weeks,
            part=holiday_tail(m["when"]),
        )
    ]


_NO_FEAST_BEHIND = re.compile(
    r"\s+(?:of|that|is|was|by|on\s+the\s+part|Parish|Church|School|College|Hospital|Road|Street|Ward|Island)\b|:"
)
_NAMED_FURTHER = re.compile(
    r"\b(?!(?:On|Since|After|Before|By|Until|Till|Over|From|Last|Next|This|The|Around|About|Missed|"
    r"Past)\b)[A-Z][\w'’]+[ ]$"
)
"""``Flinders Cup day``: another than the one that is called so."""


def is_common_word(m: re.Match[str], text: str) -> bool:
    """Whether the name of a feast that is a common word means something else: ``Assumption of care``."""
    at, end = m.span("holiday" if m["holiday"] else "holiday2")
    first_of_sentence = re.search(r"(?:^|[.!?\n])\s*$", text[max(0, at - 3) : at]) is not None
    if _NAMED_FURTHER.search(text[max(0, at - 24) : at]):
        return True
    return first_of_sentence or not text[at].isupper() or _NO_FEAST_BEHIND.match(text, end) is not None


# ``Christmas disease``, ``Christmas tree pattern``: no holiday.
IN_NEW_YEAR = re.compile(r"\b(?:in|early in|into) the new year$", re.IGNORECASE)
"""Some time from January on, and no day."""
EPONYMS = re.compile(r"\s*(?:disease|factor|tree|pattern|lights?|eye|rose|cactus)\b", re.IGNORECASE)


def told_relation(word: str) -> str:
    """How a month, season or holiday lies to the time told before it, or to the note."""
    plain = " ".join(word.lower().split())
    if plain in ("that year", "the same year"):
        return "that year"
    if plain in ("the next year", "the following year"):
        return "following year"
    if plain in ("that", "that same", "the same", "the"):
        return "that"
    if plain in ("after", "following", "the following", "the next"):
        return "following"
    if plain in ("before", "previous", "the previous", "the preceding"):
        return "previous"
    return relation_of(word)


def relation_of(word: str) -> str:
    """How a word before a time puts it to the note: ``last``, ``next``, ``this``; empty for others."""
    plain = " ".join(word.lower().split())
    if plain in ("last year", "next year", "before last", "after next"):
        return plain
    if plain in ("last", "past", "the past", "this past", "previous"):
        return "last"
    if plain in ("next", "this coming", "coming", "the coming"):
        return "next"
    return "this" if plain.startswith("this") else ""


def part_named(word: str | None) -> str:
    """The part of a month, week or year that words name: ``early``, ``week first``; empty for none."""
    plain = (word or "").lower().replace("the ", "")
    if plain in ("earlier", "later"):
        return plain
    if plain in ("early", "beginning of", "start of", "beginning", "start"):
        return "early"
    if plain in ("late", "end of", "end"):
        return "late"
    if " half" in plain:
        return f"half {plain.split()[0]}"
    if " week" in plain:
        return f"week {plain.split()[0]}"
    return "mid" if plain in ("mid", "middle of", "middle") else ""
