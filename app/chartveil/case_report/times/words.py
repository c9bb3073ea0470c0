"""Loads the forms and words of ``resources/case_report/times.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from chartveil.case_report.times.moon_feasts import moon_feast_names
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml
from chartveil.lexicon.calendar import ORDINAL_WORDS, calendar_words

MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?"
)
WEEKDAY = (
    r"(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|"
    r"Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?"
)
YEAR = r"(?:(?:19|20)\d\d|['’‘]\d\d)(?!\d|\s?h(?:rs?|ours)?\b)"
_BETWEEN_GRADES = (
    r"(?:[\s,:;=|()*~><→–-]|(?:R|L|RT|LT|right|left|bilat\w*|both|static|dynamic|is|was|were|are|and|"
    r"now|only|about|"
    r"at least|grade|to|from|power|strength|throughout|elsewhere|symmetrical|[0-5][+-]?(?:/5)?)(?![\w/]))*"
)
"""Between a muscle and a grade of its power: ``quads R 3-/5, L``."""
_NEAR_SCORE = 30
"""Characters between the name of a score and its value."""
_BESIDE = 20
"""Characters between a word and the date that it tells."""
_PIECE = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True)
class TimeWords:
    """What the file says, compiled without regard to case.

    Attributes:
        forms: kind of expression, and its pattern, in order.
        fields: patterns of whole field names: ``own``, ``received``, ``ends``, ``starts``, ``births``.
        note_day: patterns of what stands before a date by which a note's own day is known: ``papers`` (it is
            none), ``written_later``, and whole field names of ``entry_fields``.
        pairs: patterns of what makes two numbers with a stroke or dash a value: ``before``, ``games``,
            ``open``, ``sentence``, ``graded`` and ``felt`` end where they begin, ``after`` and ``part_of``
            begin where they end; and whole ``shifts``.
        events: patterns of words that tell an event: ``operation``, ``admission``, ``birth``, ``onset``.
        slack: days to either side of a feast of a moving calendar.
        also_holidays: rules of holidays that the calendar has not, by folded name.
        stretches: parts of the year that have a name.
        several: names that several parts of the year have, with theirs.
        once: year, month and day of what was once, by what it is called.
        long_weekends: rules of the Mondays that make long weekends, by code of the country.
        countries: patterns of what tells the country of a case, by its code.
        bank_only: rules of bank holidays that only one country has, by its code.
        own_holidays: rules of holidays that a country keeps on another day than the calendar says, by its
            code; several where its parts differ.
        unsure: holidays that countries keep so far apart that none is meant where the country is not known.
        common_words: feasts that are common words, too.
        observed: rules of the Mondays that are kept for a holiday, whatever day it falls on.
        southern: codes of countries of the southern half of the world.
        bank_holidays: their rules, as ``resources/calendar.toml`` has them.
        side: patterns of words that tell whether a time has passed, by the names of the table ``side``.
        after: patterns of what right after a time tells it: ``results``, ``plans``.
    """

    forms: tuple[tuple[str, re.Pattern[str]], ...]
    fields: Mapping[str, re.Pattern[str]]
    note_day: Mapping[str, re.Pattern[str]]
    pairs: Mapping[str, re.Pattern[str]]
    events: Mapping[str, re.Pattern[str]]
    slack: Mapping[str, int]
    also_holidays: Mapping[str, Sequence[Sequence[int] | int]]
    stretches: tuple[Stretch, ...]
    several: Mapping[str, Sequence[str]]
    once: Mapping[str, Sequence[int]]
    bank_holidays: tuple[list[int] | int, ...]
    long_weekends: Mapping[str, Sequence[Sequence[int] | int]]
    bank_only: Mapping[str, Sequence[list[int] | int]]
    own_holidays: Mapping[str, Mapping[str, Sequence[Sequence[int] | int]]]
    unsure: frozenset[str]
    common_words: frozenset[str]
    observed: Mapping[str, list[int] | int]
    southern: frozenset[str]
    countries: Mapping[str, re.Pattern[str]]
    side: Mapping[str, re.Pattern[str]]
    after: Mapping[str, re.Pattern[str]]


@dataclass(frozen=True)
class Stretch:
    """A part of the year that has a name: holidays of schools, terms, fasts, rains.

    Attributes:
        name: pattern of its names.
        first, last: month and day, or days from Easter Sunday; a last before the first lies in the next year.
        southern: the same in the southern half of the world; empty where it is no other.
    """

    name: re.Pattern[str]
    first: tuple[int, ...]
    last: tuple[int, ...]
    southern: tuple[tuple[int, ...], tuple[int, ...]] | tuple[()]


def _stretch(data: Mapping[str, Any]) -> Stretch:
    south = data.get("southern", ())
    return Stretch(
        re.compile(data["name"].replace("(?-i:", "(?:"), re.IGNORECASE),
        tuple(data["first"]),
        tuple(data["last"]),
        (tuple(south[0]), tuple(south[1])) if south else (),
    )


@cache
def time_words() -> TimeWords:
    """The forms and words, read once a process.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    data = read_toml(resources_folder() / "case_report" / "times.toml", "the forms of time")
    pieces = {
        **data["pieces"],
        "month": MONTH,
        "weekday": WEEKDAY,
        "year": YEAR,
        "holiday": _holidays(data["no_holidays"], data["holidays"]["also"]),
        "stretch": _any_of(f"(?:{s['name']})" for s in data["stretch"]),
        "ordinals": _ordinals(),
        "once": _any_of(
            re.escape(n).replace("'", "['’]?").replace(r"\ ", r"\s+") for n in data["holidays"]["once"]
        ),
    }

    def filled(pattern: str) -> str:
        return _PIECE.sub(lambda m: filled(pieces[m[1]]), pattern)

    return TimeWords(
        tuple((form["kind"], re.compile(filled(form["pattern"]), re.IGNORECASE)) for form in data["form"]),
        {name: re.compile(_any_of(words), re.IGNORECASE) for name, words in data["fields"].items()},
        {
            name: re.compile(_any_of(words), re.IGNORECASE)
            if name.endswith("fields")
            else re.compile(rf"(?<!\w){_any_of(words)}(?!\w)[^.;\n\d]{{0,{_BESIDE}}}$", re.IGNORECASE)
            for name, words in data["note_day"].items()
        },
        {name: _pair_words(name, words) for name, words in data["pairs"].items()},
        {name: _words(words) for name, words in data["events"].items()},
        data["holidays"]["slack"],
        {name: _rules(rule) for name, rule in data["holidays"]["also"].items()},
        tuple(_stretch(s) for s in data["stretch"]),
        data["holidays"]["several"],
        data["holidays"]["once"],
        tuple(data["holidays"]["bank"]),
        data["holidays"]["long_weekends"],
        {code: data["holidays"][f"only_{code}"] for code in ("gb", "ie")},
        {
            code: {name: _rules(rule) for name, rule in rules.items()}
            for code, rules in data["holidays"]["of"].items()
        },
        frozenset(data["holidays"]["unsure"]),
        frozenset(data["holidays"]["common_words"]),
        data["holidays"]["observed"],
        frozenset(data["holidays"]["southern"]),
        {
            code: re.compile(rf"(?<!\w){_any_of(signs)}(?!\w)")
            for code, signs in data["holidays"]["signs"].items()
        },
        {name: _words(words) for name, words in data["side"].items()},
        {name: re.compile(_any_of(words), re.IGNORECASE) for name, words in data["after"].items()},
    )


def _rules(rule: Any) -> tuple[Sequence[int] | int, ...]:
    """One or several rules of a holiday, as several."""
    several = isinstance(rule, list) and isinstance(rule[0], list)
    return tuple(rule) if several else (rule,)


def _any_of(patterns: Iterable[str]) -> str:
    return "(?:" + "|".join(patterns) + ")"


def _pair_words(name: str, patterns: Iterable[str]) -> re.Pattern[str]:
    words = _any_of(patterns)
    if name in ("before", "games", "open"):
        words = rf"(?<!\w){words}[ \t]*$"
    elif name in ("sentence", "felt"):
        words = rf"(?<!\w){words}(?!\w)(?:[^.;\n]|\.\d){{0,{_NEAR_SCORE}}}$"
    elif name == "graded":
        words = rf"(?<!\w){words}(?!\w){_BETWEEN_GRADES}$"
    return re.compile(words, re.IGNORECASE)


def _words(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){_any_of(patterns)}(?!\w)", re.IGNORECASE)


SHORT_DAYS = {
    "monday": "mon(?:day)?", "tuesday": "tues?(?:day)?", "wednesday": "wed(?:nesday)?",
    "thursday": "thu(?:rs)?(?:day)?", "friday": "fri(?:day)?", "saturday": "sat(?:urday)?",
    "sunday": "sun(?:day)?",
}  # fmt: skip
"""Patterns of weekdays as the name of a feast has them: ``Shrove Tues``."""
_DAY_IN_NAME = re.compile(rf"(?<=(\]))({'|'.join(SHORT_DAYS)})$")


def all_feast_names() -> frozenset[str]:
    """Folded names of all holidays and feasts that can be placed."""
    return frozenset({*calendar_words().holidays, *time_words().also_holidays, *moon_feast_names()})


def _holidays(other: str, also: Iterable[str]) -> str:
    left_out = {name.strip() for name in other.split(",")}
    known = {*calendar_words().holidays, "bank holiday", *also, *moon_feast_names()}
    names = sorted((n for n in known if n not in left_out), key=lambda n: (-len(n), n))
    patterns = (re.escape(n).replace("'", "['’]?").replace(r"\ ", r"[\s-]") for n in names)
    return "|".join(_DAY_IN_NAME.sub(lambda m: SHORT_DAYS[m[2]] if m[1] else m.group(), p) for p in patterns)


def _ordinals() -> str:
    return "(?:" + "|".join(sorted(ORDINAL_WORDS, key=lambda w: (-len(w), w))).replace("-", "[- ]") + ")"
