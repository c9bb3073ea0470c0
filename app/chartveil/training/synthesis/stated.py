"""Ages, dates and jobs that stand in clinical text of others, found by their shape so that they are marked.

What is found here is marked or exchanged; a sentence where something may be one and may not is left out of
training, because an age that bears no mark would teach a model to leave ages alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from chartveil.domain import Label
from chartveil.training.synthesis.filler import SurfaceStyle


@dataclass(frozen=True, slots=True, order=True)
class FoundIdentifier:
    """A range of a sentence that holds an identifier.

    Attributes:
        start, end: the range.
        labels: what it may be.
        style: form that something put in its stead should have.
        entity_key: who or what it is; places of one document with the same key get the same surface. Empty: nobody
            in particular.
        keep_probability: how often the surface stays as it is, in [0, 1].
    """

    start: int
    end: int
    labels: tuple[Label, ...]
    style: SurfaceStyle = SurfaceStyle.ANY
    entity_key: str = ""
    keep_probability: float = 0.0


_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_NUMBER = rf"(?:(?:a|one) hundred(?: and)?(?: (?:{_ONES}))?|(?:{_TENS})(?:[ -](?:{_ONES}))?|{_TEENS}|{_ONES})"
_ORDINAL = (
    rf"(?:(?:twenty|thirty)[ -])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|"
    rf"(?:ten|eleven|twelf|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)th|"
    rf"twentieth|thirtieth|{_TENS}|{_TEENS}"
)
_SPOKEN_YEAR = (
    rf"(?:two thousand(?: and)?(?: (?:(?:{_TENS})(?:[ -](?:{_ONES}))?|{_TEENS}|{_ONES}))?|"
    rf"nineteen (?:(?:{_TENS})(?:[ -](?:{_ONES}))?|{_TEENS})|twenty (?:{_TEENS}|{_TENS}))"
)
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|"
    r"Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_MONTH_ALONE = "(?:January|February|April|June|July|August|September|October|November|December)"
_DAY = r"(?:3[01]|[12]?\d|0[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:19[2-9]\d|20[0-3]\d)"
_TIME_CUE = (
    r"(?:[Ii]n|[Ss]ince|[Uu]ntil|[Oo]f|[Ll]ast|[Tt]his|[Ee]arly|[Ll]ate|[Mm]id|[Bb]y|[Dd]uring|[Ff]rom)"
)
_UNIT = (
    r"(?:cc|mL|ml|mg|mcg|g|gm|grams?|kg|k?cal|[Cc]alories?|units?|IU|mm|cm|rpm|watts?|W|"
    r"cells|feet|hours|hrs|h|calories|people|patients|times|%|/)"
)

_DATES: tuple[tuple[str, SurfaceStyle, float], ...] = (
    (r"(?i:MM/DD/YY(?:YY)?)", SurfaceStyle.NUMERIC, 0.0),
    (r"Month DD,? (?:YYYY|\d{4})", SurfaceStyle.FULL, 0.0),
    (
        r"(?<![\d./-])(?:0?[1-9]|1[0-2])([/-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)?\d\d(?![\d/%-])",
        SurfaceStyle.NUMERIC,
        0.3,
    ),
    (rf"{_MONTH}\.? {_DAY}(?:,? (?:of )?{_YEAR})", SurfaceStyle.FULL, 0.3),
    (rf"(?<![\d.]){_DAY} (?:of )?{_MONTH}(?:,? {_YEAR})?", SurfaceStyle.MONTH_DAY, 0.5),
    (rf"{_MONTH}\.? {_DAY}(?![\d.]|\s*{_UNIT}\b)", SurfaceStyle.MONTH_DAY, 0.3),
    (rf"{_MONTH}\.?,? (?:of )?{_YEAR}", SurfaceStyle.MONTH_YEAR, 0.3),
    (
        rf"{_MONTH},?(?: the)? (?:{_ORDINAL})"
        rf"(?:,?(?: of)? (?:{_SPOKEN_YEAR}|{_YEAR}|(?:O|oh) (?:{_ONES})))?",
        SurfaceStyle.FULL,
        1.0,
    ),
    (
        rf"{_MONTH},?(?: of)? (?:{_SPOKEN_YEAR}|(?:O|oh) (?:{_ONES})|(?:{_TENS}) (?:{_ONES}))",
        SurfaceStyle.FULL,
        1.0,
    ),
    (rf"(?<={_TIME_CUE} )(?:May|March|Sept|Oct|Nov|Dec|Jan|Feb|Aug)(?![\w-])", SurfaceStyle.MONTH, 0.5),
    (rf"\b{_MONTH_ALONE}(?![\w-])", SurfaceStyle.MONTH, 0.4),
    (
        rf"(?<={_TIME_CUE} |[Bb]ack in |[Aa]round )(?:{_SPOKEN_YEAR})(?! (?:{_ONES}|mg|mil))",
        SurfaceStyle.YEAR,
        1.0,
    ),
    (
        r"(?<=(?:[Oo]n|[Dd]ated|[Ff]rom) )(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])(?![\d/%])",
        SurfaceStyle.ANY,
        1.0,
    ),
    (
        r"(?<=(?:[Ii]n|[Ss]ince|[Uu]ntil|HX:,?) |\()(?:0?[1-9]|1[0-2])/[089]\d(?![\d/%])",
        SurfaceStyle.ANY,
        1.0,
    ),
    (r"(?<![\d./])(?:0?[1-9]|1[0-2])/(?:19|20)\d\d(?![\d/%])", SurfaceStyle.MONTH_YEAR, 0.5),
    (rf"(?<![\d./]){_YEAR}/(?:{_YEAR}|\d\d)(?![\d/])", SurfaceStyle.ANY, 1.0),
    (r"(?:(?<=the )'?[4-9]0s|(?:19[2-9]|20[0-2])0'?s)\b", SurfaceStyle.ANY, 1.0),
    (
        rf"(?<![\d#./$-])(?<![Nn]umber |model |Model |of 1:){_YEAR}(?![\d.]*\s*{_UNIT}(?![\w])|[\d/:-])",
        SurfaceStyle.YEAR,
        0.4,
    ),
    (
        r"(?:Thanksgiving|Christmas(?: Eve| Day)?|Halloween|Easter|Labor Day|Memorial Day|Mother's Day|"
        r"New Year'?s?(?: Eve| Day)?|(?:the )?Fourth of July|Valentine's Day)"
        r"(?! (?:tree|dinner tree|farm|card))",
        SurfaceStyle.ANY,
        1.0,
    ),
    (
        r"(?<=[Oo]n the )\d{1,2}(?:st|nd|rd|th)(?=[.,;]| of this month| with| and| at| for)"
        r"(?! and \d+(?:st|nd|rd|th) (?:ribs?|toes?|fingers?|digits?))",
        SurfaceStyle.ANY,
        1.0,
    ),
)

_UNITS_OF_AGE = "years?|yrs?|months?|weeks?|days?|wks?|mos?"
_OLD = rf"(?:[ -](?:1/2|and a half))?(?:[ -]*)(?:{_UNITS_OF_AGE})"
_AGE = rf"(?:\d{{1,3}}(?:[.-]\d(?:/\d)?)?|{_NUMBER})"
_SPOKEN_AGE = rf"(?:{_TENS})(?:[ -](?:{_ONES}))?|{_TEENS}"
_KIN = (
    "mother|father|mom|dad|brothers?|sisters?|sons?|daughters?|aunts?|uncles?|grandmother|grandfather|"
    "grandparents?|parents?|husband|wife|siblings?|children|cousins?|MGM|MGF|PGM|PGF|half-sister|twins?|"
    "nephew|niece"
)
_PEOPLE = r"(?:female|male|man|woman|boy|girl|gentleman|lady)"
_RACE = r"(?:white|black|Caucasian|African[ -]American|Hispanic|Asian)"
_AGES = (
    r"(XX)(?=-year-old)",
    rf"(?<![\d./-])({_AGE}){_OLD}[ -]*(?:old|of age)",
    r"(?<![\d./])(\d{1,3}) ?(?:y/o|Y/O|yo|YO|y\.o\.?|Y\.O\.?)(?![a-z])",
    rf"(?<![\d./])({_AGE})[ -](?:year|yr)[ -]*(?:{_RACE} )?{_PEOPLE}",
    rf"(?<!(?i:gestational|bone|mental|developmental|conceptual) )\b[Aa]ge[sd]?:?,?"
    rf"(?: (?:of|at|is|about|approximately|around|from|was|in|the))*:? ({_AGE}|\d0'?s)\b(?! weeks?' ?gest)",
    rf"\b[Aa]ge[sd]?(?: of)? {_AGE}(?:,? {_AGE})*,?(?: and | or |-| to )({_AGE})\b(?! (?:weeks?|months?) )",
    rf"\b[Aa]ge[sd] {_AGE}, ({_AGE}),? and",
    rf"(?<![\d./])({_AGE})(?:,? and | or ){_AGE}{_OLD}[ -]*old",
    r"(?<![\d./])(\d{1,2})[- ]years?,?[- ](?:and[- ])?(?=\d+[- ](?:month|week)s?[- ]old)",
    r"(?<=years?,?[- ](?:and[- ])?)(\d{1,2})[- ](?:month|week)s?[- ]old",
    r"\bin (?:his|her|their|my|your) (?:early |mid |late |early-|mid-|late-)*"
    r"(\d0'?s|(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties))\b",
    r"(?:died|deceased|expired|passed)(?: [a-z]+){0,4} at (?:about |the age of |age )?"
    rf"({_AGE})\b(?! ?[%:/]| [a-z]*m\b)",
    rf"\b[Tt]urn(?:ed|ing|s)? ({_AGE})(?= (?:in|on|this|last|later|next|years)|[.,?!])",
    r"\b(?:I'm|I am|[Hh]e's|[Hh]e is|[Ss]he's|[Ss]he is|[Yy]ou are|[Yy]ou're)"
    rf"(?: now| only| actually| about)? ({_SPOKEN_AGE}|[1-9]\d)(?=[.,!?]|$| years| now| and (?:I|this|my))",
    rf"\b(?:I|[Hh]e|[Ss]he) was (?:about |only )?({_SPOKEN_AGE})\b(?! (?:pounds|weeks|days|minutes|hours))",
    r"\b[Pp]atient,(?: age)? ([1-9]\d),",
    rf"\b(?:{_KIN}),? (?:is |was |who is |age )?([2-9]\d)(?=[.,;)]| and | with|$)",
)
_MAYBE_AGE = regex.compile(rf"\b(?i:{_KIN})\b")
_TWO_DIGITS = regex.compile(
    r"(?<![\d./#:-])[1-9]\d(?![\d/:%]|\.\d| ?(?:mg|mcg|ml|mL|cc|lb|lbs|pounds|kg|cm|mm|hours|minutes|packs?|"
    r"times|cigarettes|units|degrees|percent|weeks|days|months|years? ago|year history|inches|feet|IU|mEq))"
)

_WORK_CUE = regex.compile(
    r"\b(?:works?|worked|working|employed) (?:[a-z]+ ){0,3}?(?:as|for|at|in|with|by)\b|"
    r"\b(?:job|occupation|profession|career|retired|laid off|self-employed)\b|"
    r"\bformer (?!wife|husband|spouse|partner|boyfriend|girlfriend|heavy|smok|drink|alcohol|tobacco|user)",
    regex.I,
)
_NO_JOB = regex.compile(
    r"\b(?:lab|blood|dental|body) work\b|works? (?:well|out|up|hard|great)\b|"
    r"\bwork(?:ing|ed)? (?:up|with me|on|diagnosis)\b|retired\.|job well|(?:good|great|nice|your) job|"
    r"work(?:ed|s|ing)? for (?:a )?(?:me|him|her|short|while|about|\d)|"
    r"(?:it|this|that|medications?|medicine|not|pump|it's) (?:\w+ )?work",
    regex.I,
)


def find_dates(text: str) -> Iterator[FoundIdentifier]:
    """Dates and their parts; may overlap, the earlier pattern is the surer."""
    for pattern, style, keep in _COMPILED_DATES:
        for m in pattern.finditer(text):
            yield FoundIdentifier(m.start(), m.end(), (Label.DATE,), style, keep_probability=keep)


def find_ages(text: str) -> Iterator[FoundIdentifier]:
    """Ages, the figure or word alone."""
    for pattern in _COMPILED_AGES:
        for m in pattern.finditer(text):
            keep = 0.0 if m[1] == "XX" else 0.3 if m[1].isdigit() and int(m[1]) > 17 else 1.0
            yield FoundIdentifier(
                m.start(1), m.end(1), (Label.AGE,), SurfaceStyle.NUMERIC, keep_probability=keep
            )


# Words that are no part of an occupation's name.
_NO_MODIFIER = frozenset(
    "a an the his her their my your our its i i'm he he's she she's you it is was are were be been being "
    "am as of for with by from to and or in at on off who that which this old year yr male female young "
    "elderly white black right left handed very pleasant healthy retired former current currently "
    "previous previously local married divorced single self employed work works worked working has had "
    "have not no another one two three some any became become drunk needle power also only used saw see "
    "sees if when patient disabled otherwise good great new attending treating consulting "
    "dominant hand".split()
)
_CUES = frozenset(
    "as is was i'm am been be retired semi-retired former employed occupation occupation: job: old "
    "became".split()
)
_BETWEEN = frozenset("a an now currently former formerly primarily".split())
_NO_HEAD = frozenset("of drunk needle line screw".split())


class OccupationFinder:
    """Finds occupations of people.

    Args:
        heads: last words of occupations that no provider has: ``driver``, ``electrician``.
        roles: those that are occupations only behind a cue: ``nurse``, ``social_worker``.
    """

    def __init__(self, heads: Sequence[str], roles: Sequence[str]) -> None:
        words = sorted({w.replace("_", " ") for w in (*heads, *roles)}, key=lambda w: (-len(w), w))
        self._head = regex.compile(
            rf"\b(?:{'|'.join(words)})s?\b(?! (?:side|seat|was then|forceps|procedure))"
        )
        self._sure = frozenset(heads)

    def find(self, text: str) -> Iterator[FoundIdentifier]:
        """Occupations with the words that belong to them: ``high school chemistry teacher``."""
        for m in self._head.finditer(text):
            start = m.start()
            before = text[:start].split(" ")[:-1]
            if text[start - 1 : start] not in {" ", ""} or (before and before[-1].lower() in _NO_HEAD):
                continue
            taken = 0
            while taken < 3 and before and before[-1].isalpha() and before[-1].lower() not in _NO_MODIFIER:
                if before[-1] != before[-1].lower():
                    break
                start -= len(before.pop()) + 1
                taken += 1
            while before and before[-1].lower() in _BETWEEN and before[-1].lower() not in _CUES:
                before.pop()
            word = m[0] if m[0] in self._sure else m[0].removesuffix("s")
            if word in self._sure or (before and before[-1].lower().split("-")[-1] in _CUES):
                yield FoundIdentifier(start, m.end(), (Label.PROFESSION,), keep_probability=1.0)


def may_hold_unfound_age(text: str, taken: list[FoundIdentifier]) -> bool:
    """Whether a bare figure stands beside a word of kinship."""
    if not _MAYBE_AGE.search(text):
        return False
    return any(not any(p.start <= m.start() < p.end for p in taken) for m in _TWO_DIGITS.finditer(text))


def may_hold_unfound_occupation(text: str, taken: list[FoundIdentifier]) -> bool:
    """Whether somebody's work is spoken of and no job was found."""
    if any(Label.PROFESSION in p.labels for p in taken):
        return False
    return bool(_WORK_CUE.search(_NO_JOB.sub(" ", text)))


_COMPILED_DATES = tuple((regex.compile(rf"(?<![A-Za-z])(?:{p})(?![a-z])"), s, k) for p, s, k in _DATES)
_COMPILED_AGES = tuple(regex.compile(p) for p in _AGES)
