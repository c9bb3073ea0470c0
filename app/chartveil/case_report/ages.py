"""Replaces ages of persons by bands. Ages of anything else, durations, gestation and doses stay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from chartveil.case_report.age_forms import (
    BESIDE_NAME,
    DEVELOPMENT,
    MILESTONE,
    NO_AGE,
    NUMBER,
    UNIT,
    age_forms,
)
from chartveil.case_report.model import Alteration, AlterationKind
from chartveil.domain.labels import Label
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml
from chartveil.domain.span import Span
from chartveil.surrogates.spoken_numbers import number_from_words

_GESTATION = re.compile(
    r"\b(?:weeks?|wks?|months?)(?:\s+(?:and\s+)?\d\s+days?)?[\s-]+(?:pregnant|gestation\w*|gravid|ga\b|"
    r"post-?op|"
    r"post-?partum|into|later|earlier|ago|after|before|prior)",
    re.IGNORECASE,
)
_MEASURED = re.compile(r"(?:^|(?<=[\s(]))(?!(?:a|this|is|was)[ ])(?:[a-z]+|\d[\w.,]*)[ ]$")
"""Before a number and a letter: ``6h 12 M`` and ``through 14 F`` are no age and sex, ``Ott 54 F`` is one."""
_LETTERS = {"y": "years", "m": "months", "w": "weeks", "d": "days"}


@cache
def _bands() -> dict[str, Any]:
    return read_toml(resources_folder() / "case_report" / "ages.toml", "the table of age bands")


def age_band(age: int, unit: str = "years") -> tuple[int, int | None, str]:
    """The band of an age: its first and last year (month, week, day), None for no end, and the unit.

    Args:
        age: completed units.
        unit: ``years``, ``months``, ``weeks`` or ``days``.
    """
    table = _bands()
    if unit == "days" and age > 27:
        age, unit = age // 7, "weeks"
    if unit == "weeks" and age > 25:
        age, unit = int(age // 4.35), "months"
    if unit == "months" and age > 23:
        age, unit = age // 12, "years"
    if unit == "years":
        if age < table["years"]["first"]:
            return (0, 11, "months") if age == 0 else (12, 23, "months")
        if age >= table["years"]["oldest"]:
            return table["years"]["oldest"], None, "years"
        width = table["years"]["width"]
        low = max(age // width * width, table["years"]["first"])
        return low, age // width * width + width - 1, "years"
    low, high = next((a, b) for a, b in table[unit]["bands"] if age <= b)
    return low, high, unit


def find_ages(text: str, spans: Sequence[Span] = ()) -> list[Alteration]:
    """Ages of persons with the bands that stand for them, in order; they do not overlap.

    Args:
        text: of the note.
        spans: what detection found; of its ages those are taken that the forms here do not cover.
    """
    found: list[Alteration] = []

    def add(made: Alteration | None) -> None:
        if made is not None and all(made.end <= a.start or a.end <= made.start for a in found):
            found.append(made)

    for name, pattern in age_forms().forms:
        for m in pattern.finditer(text):
            add(_WRITERS[name](m, text))
    for made in _in_age_columns(text):
        add(made)
    for told in DEVELOPMENT.finditer(text):
        for m in MILESTONE.finditer(text, *told.span("told")):
            add(_plain(m, text))
    for span in spans:
        if span.label in (Label.PATIENT, Label.RELATIVE) and (beside := BESIDE_NAME.match(text, span.end)):
            add(_plain(beside, text))
    for span in spans:
        if span.label is Label.AGE:
            add(_of_span(span, text))
    return sorted(found)


def _made(start: int, end: int, text: str) -> Alteration:
    return Alteration(start, end, text, AlterationKind.AGE, Label.AGE, "an age as a band")


@dataclass(frozen=True, slots=True)
class _Told:
    """An age that a form gives: its number, and the unit as it is written; empty for none."""

    number: int
    written: str

    @property
    def band(self) -> tuple[int, int | None, str]:
        return age_band(self.number, _unit(self.written or "years"))

    def words(self, *, unit: bool = False) -> str:
        """The band in words, with its unit where that is no year, or ``unit`` says so."""
        low, high, of = self.band
        named = f" {of}" if unit or self.written or of != "years" else ""
        return f"{low} to {high}{named}" if high is not None else f"{low}{named} or older"


def _told(m: re.Match[str], n: str = "n") -> _Told | None:
    """The age that a match gives; None where it is no age."""
    groups = m.groupdict()
    number = _number(groups[n])
    if number is None or number > 120:
        return None
    return _Told(number, groups.get("unit") or groups.get("y") or "")


def _plain(m: re.Match[str], _text: str) -> Alteration | None:
    """An age without words of its own: ``daughter Kirsten, 24,``."""
    last = next((k for k in ("", "2", "3") if m.groupdict().get(f"age{k}")), "")
    group = f"age{last}"
    told = _told(m, f"n{last}")
    return _made(m.start(group), m.end(group), told.words()) if told else None


def _old(m: re.Match[str], text: str) -> Alteration | None:
    """``a 62-year-old woman``, ``62 y/o``, ``62 years old``."""
    groups = m.groupdict()
    number = _number(groups["n"])
    unit = _unit(groups.get("unit") or groups.get("yo") or "years")
    after = text[m.end() : m.end() + 40]
    if number is None or number > 120 or age_forms().thing_behind.match(after):
        return None
    low, high, unit = age_band(number, unit)
    start, end = m.span()
    predicate = bool(
        re.search(
            r"\b(?:is|was|now|currently|be|turned|at|about|aged)\s+$", text[max(0, start - 12) : start], re.I
        )
    )
    has_noun = bool(re.match(r"[\s-]+[A-Za-z]", after))
    of_age = m.group().lower().endswith("of age")
    spaced = " " in m.group() and "-" not in m.group() and groups.get("join2")
    if of_age or (spaced and (predicate or not has_noun)):
        tail = "of age" if of_age else "old"
        words = f"{low} to {high} {unit} {tail}" if high is not None else f"{low} {unit} or older"
        return _made(start, end, words)
    article = re.search(r"\b(an?)[ ]+$", text[max(0, start - 4) : start], re.IGNORECASE)
    words = _adjective(low, high, unit)
    if article:
        start -= len(article.group())
        right = "an" if str(low).startswith("8") or low in (11, 18) else "a"
        words = f"{right.capitalize() if article[1][0].isupper() else right} {words}"
    if m.group().lower().endswith("olds"):
        words += "s"
    return _made(start, end, words)


def _twelfths(m: re.Match[str], _text: str) -> Alteration | None:
    """``Age 14/12``, ``4/12 old``: months; ``6/52 old``: weeks; ``5/7 old``: days."""
    low, high, unit = age_band(int(m["n"]), {"12": "months", "52": "weeks", "7": "days"}[m["part"]])
    return _made(m.start("n"), m.end(), f"{low} to {high} {unit}")


def _hours(m: re.Match[str], _text: str) -> Alteration | None:
    """``Age at admission 33 minutes``: days, of which none may have passed."""
    hours = int(m["n"]) if m["unit"].lower().startswith("h") else 0
    return _made(m.start("age"), m.end("age"), _Told(hours // 24, "days").words())


_CELL = re.compile(r"(?<!\S)\S+(?:[ ]\S+)*?(?=[ ]{2}|[ ]*\t|[ ]*\||[ ]*$)")
_AGE_CELL = re.compile(
    r"(?P<n>\d{1,3})(?:[½¼¾]|\.\d)?[ ]?"
    rf"(?:/(?P<part>7|52|12)|(?P<unit>{UNIT}|[dwmy]))"
    r"(?:[ ]?\d{1,2}[ ]?(?:days?|weeks?|wks?|months?|mo|[dwm]))?",
    re.IGNORECASE,
)
_HEAD_CELL = re.compile(r"age|age at visit|chron(?:ological)? age|corr(?:ected)? age|CGA", re.IGNORECASE)
_BESIDE_HEAD = 4
"""Characters between where the cell of a column begins and where its head does."""
_FEWEST_HEADS = 3


def _in_age_columns(text: str) -> Iterator[Alteration]:
    """Ages in the column of a table that is headed ``age``, each with its unit: ``20-9   6/52   3.1``."""
    columns: list[int] = []
    at = 0
    for line in text.split("\n"):
        cells = list(_CELL.finditer(line))
        heads = [c.start() for c in cells if _HEAD_CELL.fullmatch(c.group())]
        if heads and len(cells) >= _FEWEST_HEADS:
            columns = heads
        elif not cells:
            columns = []
        for c in cells:
            m = _AGE_CELL.fullmatch(c.group())
            if m is None or not any(abs(c.start() - head) <= _BESIDE_HEAD for head in columns):
                continue
            units = {"7": "days", "52": "weeks", "12": "months"}
            told = _Told(int(m["n"]), units[m["part"]] if m["part"] else m["unit"])
            yield _made(at + c.start(), at + c.end(), told.words(unit=True))
        at += len(line) + 1


def _corrected(m: re.Match[str], _text: str) -> Alteration | None:
    """``6 months (4 1/2 corrected)``: in the unit of the age before it."""
    told = _told(m)
    return _made(m.start("n"), m.end(), f"{told.words()} corrected") if told else None


def _infant(m: re.Match[str], text: str) -> Alteration | None:
    told, start, end = _told(m), m.start(), m.end()
    if told is None:
        return None
    opening = re.match(
        r"(?:is\s+)?now\s+|corr(?:ected)?\.?\s+(?:(?:age|CA|is)\s+)*", text[start:end], re.IGNORECASE
    )
    tail = " corrected" if text[start:end].lower().endswith("corrected") else ""
    return _made(start + (opening.end() if opening else 0), end, told.words() + tail)


_GOES_ON = re.compile(r"\s*(?:/|\d(?!\d?[./-]\d{1,2}[./-](?:\d\d){1,2}\b))")
"""Behind a number and a letter that are no age and sex: ``6h 12 M 5``; a date may stand there."""


def _sexed(m: re.Match[str], text: str) -> Alteration | None:
    """``54F``, ``12Y 2M / M``, ``M/34``."""
    number = _number(m["n"])
    sex, years = m["sex"][0].upper(), m.groupdict().get("y")
    unit = _unit(years or "years")
    if not number or number > 120:
        return None
    before, after = text[max(0, m.start() - 24) : m.start()], text[m.end() : m.end() + 12]
    if not years and ((sex == "F" and number >= _FEVER) or _GOES_ON.match(after) or _MEASURED.search(before)):
        return None
    noun = {"F": "female", "M": "male"}[sex]
    child = " child" if text[m.start() : m.end()].rstrip("hH").endswith("/C") else ""
    return _made(m.start(), m.end(), f"{_adjective(*age_band(number, unit))} {noun}{child}")


def _aged(m: re.Match[str], text: str) -> Alteration | None:
    """``aged 4 and 9``, ``until the age of 50``, ``Age: 12 yrs``."""
    told, groups = _told(m), m.groupdict()
    after = text[m.end() : m.end() + 40]
    if told is None or re.match(r"[\s-]*(?:weeks?|months?|days?)?[\s-]*(?:of\s+)?gestation", after, re.I):
        return None
    words = told.words()
    if groups.get("n2"):
        low, high, unit = told.band
        other, last, _ = age_band(_number(groups["n2"]) or told.number, unit)
        end_of = last if last is not None else other
        tail = f" {unit}" if unit != "years" else ""
        words = f"{low} to {end_of}"
        if groups["and"] in ("and", ","):
            words = f"{low} to {high}{tail}{' and ' if groups['and'] == 'and' else ', '}{other} to {end_of}"
    old = " old" if groups.get("old") and told.band[1] is not None else ""
    return _made(m.start("n"), m.end(), words + old)


def _listed(m: re.Match[str], text: str) -> Alteration | None:
    """``two children (19 and 16)``, ``twins 9``."""
    first, end = m.start("n"), m.end("n")
    words, at = [], first
    if m.groupdict().get("rest"):
        end = m.end("rest")
    for n in re.finditer(NUMBER, text[first:end], re.IGNORECASE):
        told = _told_number(n.group(), m["unit"])
        if told is None:
            return None
        words.append(text[at : first + n.start()] + told.words())
        at = first + n.end()
    said = "".join(words)
    both = re.fullmatch(r"(.+) (and|&|or) (.+)", said)
    if both and both[1] == both[3]:
        said = both[1] if both[2] == "or" else f"both {both[1]}"
    return _made(first, m.end("unit") if m["unit"] else end, said)


def _told_number(written: str, unit: str | None) -> _Told | None:
    number = _number(written)
    return _Told(number, unit or "") if number is not None and number <= 120 else None


def _turned(m: re.Match[str], text: str) -> Alteration | None:
    told, after = _told(m), text[m.end() : m.end() + 40]
    if told is None or age_forms().thing_behind.match(after) or re.match(r"\s*(?:degrees|times|,\d)", after):
        return None
    verb = _REACHED[re.findall(r"turn\w*", m.group().lower())[0]]
    at = m.start() + m.group().lower().index("turn")
    return _made(at, m.end("n"), f"{verb} the age of {told.words()}")


_REACHED = {"turned": "reached", "turns": "reaches", "turning": "reaching", "turn": "reach"}


def _birthday(m: re.Match[str], text: str) -> Alteration | None:
    told = _told(m)
    if told is None:
        return None
    start = m.start() + len(m.group()) - len(m.group().lstrip())
    lead = text[m.start() : m.start("who")].strip().lower()
    lead = lead if lead in ("before", "after", "since", "by", "around") else "at"
    return _made(start, m.end(), f"{lead} the age of {told.words()}")


def _birthday_of(m: re.Match[str], _text: str) -> Alteration | None:
    """``her mother's 80th`` is her mother's birthday."""
    start = m.group().replace("’", "'").index("'s") + m.start()
    return _made(start, m.end(), "'s birthday")


_WALKING = re.compile(r"walk|sat|cruis", re.IGNORECASE)
_WALKS_FROM, _WALKS_TO = 5, 36
"""Months of age within which somebody first sits and walks; other months are those after an operation."""


def _milestone(m: re.Match[str], text: str) -> Alteration | None:
    """``rolled at 5 months``, ``smiled 8 wks``."""
    told = _told(m)
    if told is None:
        return None
    months = _unit(told.written) == "months" and _WALKS_FROM <= told.number <= _WALKS_TO
    return _plain(m, text) if months or not _WALKING.match(m["what"]) else None


def _of_life(m: re.Match[str], _text: str) -> Alteration | None:
    """``at 9 weeks of life``."""
    told = _told(m)
    return _made(m.start(), m.end(), f"{told.words(unit=True)} of life") if told else None


_OF_INFANT = re.compile(
    r"\b(?:neonat\w+|newborn|infant|bab(?:y|ies)|NBU|NICU|SCBU|SCN|KMC|DOL|PMA|CGA|pre-?term|"
    r"prem(?:ie)?|corr(?:ected)?|"
    r"ex[- ]\d{2}(?:\+\d)?|\d{2}\+\d|[bB]/[oO]|birth[ -]?(?:weight|wt)|BWt?|milestones|"
    r"breast-?feed\w*|p(?:a?ed)iatric\w*)\b",
    re.IGNORECASE,
)
_PREGNANT = re.compile(r"\b(?:pregnan\w+|gravid\w*|antenatal|EDD|FHR|fundal|G\d ?P\d)\b", re.IGNORECASE)


def _of_infant(m: re.Match[str], text: str) -> Alteration | None:
    """``13 wks today``, ``ROP screen at 4 weeks``, ``stopped at 8 months``: ages in a note of an infant, and
    weeks of pregnancy or treatment in others."""
    return _plain(m, text) if _OF_INFANT.search(text) and not _PREGNANT.search(text) else None


def _kin_sexed(m: re.Match[str], _text: str) -> Alteration | None:
    """``mother 38/F``."""
    told = _told(m)
    return _made(m.start("n"), m.end(), told.words()) if told else None


def _life(m: re.Match[str], _text: str) -> Alteration | None:
    unit = {"d": "days", "w": "weeks", "m": "months"}[m.group()[0].lower()]
    first, last, unit = age_band(int(m["n"] or m["n3"]), unit)
    return _made(m.start(), m.end(), f"age {first} to {last} {unit}")


def _at_n(m: re.Match[str], _text: str) -> Alteration | None:
    told = _told(m)
    if told is None:
        return None
    low, high, _ = told.band
    if m.groupdict().get("n2"):
        last = age_band(_number(m["n2"]) or told.number)[1]
        return _made(m.start("n"), m.end(), f"{low} to {last}")
    return _made(m.start("n"), m.end(), told.words() if high is not None else f"{low} or older")


def _school(m: re.Match[str], text: str) -> Alteration | None:
    """``in Year 4``: a school year tells an age within a year."""
    school = "primary" if int(m["n"]) < 7 else "secondary"
    told = re.search(r"\b(?:since|until|before|after)\s+$", text[max(0, m.start() - 8) : m.start()])
    return _made(m.start(), m.end(), f"{'' if told else 'at '}{school}-school age")


def _class(m: re.Match[str], _text: str) -> Alteration | None:
    """``studying in Class VII``, ``Std II``."""
    number = int(m["class"]) if m["class"].isdigit() else _ROMAN.get(m["class"].upper())
    if number is None:
        return None
    lead = "studying " if (m["lead"] or "").lower().startswith("stud") else ""
    return _made(m.start(), m.end(), f"{lead}at {'primary' if number < 6 else 'secondary'}-school age")


_ROMAN = {n: i for i, n in enumerate("I II III IV V VI VII VIII IX X XI XII".split(), 1)}


def _grade(m: re.Match[str], text: str) -> Alteration | None:
    groups = m.groupdict()
    words = age_forms().grades[re.split(r"[\s-]", groups["grade"])[0].lower()]
    if groups.get("pupil"):
        words = words.removeprefix("at ").replace(" age", " pupil")
        if text[m.start() - 3 : m.start()] == "an ":
            return _made(m.start() - 3, m.end(), f"a {words}")
    elif groups.get("lead", "") is None and "school" in words:
        words = words.removeprefix("at ").replace("-school age", " school")
    return _made(m.start(), m.end(), words)


_WRITERS: dict[str, Callable[[re.Match[str], str], Alteration | None]] = {
    "plain": _plain,
    "old": _old,
    "yo": _old,
    "twelfths": _twelfths,
    "hours": _hours,
    "infant": _infant,
    "corrected": _corrected,
    "sexed": _sexed,
    "aged": _aged,
    "at": _aged,
    "age field": _aged,
    "listed": _listed,
    "turned": _turned,
    "birthday": _birthday,
    "birthday of": _birthday_of,
    "life": _life,
    "milestone": _milestone,
    "of life": _of_life,
    "of infant": _of_infant,
    "kin sexed": _kin_sexed,
    "at n": _at_n,
    "school": _school,
    "class": _class,
    "grade": _grade,
}
"""The function that writes the age of each form."""
_FEVER = 95
"""An age without ``y`` before F that high is a temperature."""


def _adjective(low: int, high: int | None, unit: str) -> str:
    singular = unit.removesuffix("s")
    return f"{low}- to {high}-{singular}-old" if high is not None else f"{low}-or-more-{singular}-old"


_VALUE_BEFORE = re.compile(
    r"\b(?:from|to|score|level|nadir|peak|max|was|of|last|no\.?|number|words|item|bed|room)[ :]*$|"
    r"[=<>#/~]\s*$",
    re.IGNORECASE,
)
"""Before a bare number that detection took for an age: ``47 (from 29)`` is a value."""


def _of_span(span: Span, text: str) -> Alteration | None:
    """An age that detection found in a form of its own: ``62``, ``in her sixties``, ``97+``."""
    written = span.text(text)
    after = text[span.end : span.end + 40]
    if re.search(r"\d0['’]?s\b|ies\b|\bteens?\b|\bteenage", written, re.IGNORECASE):
        return None  # a band already
    if re.match(r"/\d", after):
        return None  # ``37/7``: a count of days
    if _GESTATION.match(after.lstrip(" -")) or age_forms().thing_behind.match(after):
        return None
    numbers = list(re.finditer(rf"\b(?:{NUMBER})\b", written, re.IGNORECASE))
    if not numbers:
        return None
    first = numbers[0]
    value = _number(first.group())
    if value is None or value > 120:
        return None
    unit_match = re.match(rf"[\s-]*({UNIT}|y/?o|[ymwd])\b", written[first.end() :] + after, re.IGNORECASE)
    unit = _unit(unit_match[1]) if unit_match else "years"
    old = unit_match and re.match(
        r"[\s-]*(?:old|of age|y/?o)", (written[first.end() :] + after)[unit_match.end() :], re.I
    )
    if unit_match and unit != "years" and not old:
        return None  # months and weeks without ``old`` are a duration
    if (
        unit_match
        and not old
        and not re.search(r"\bage[ds]?\b\W*$", text[max(0, span.start - 12) : span.start], re.I)
    ):
        return None  # so are years
    if (
        not unit_match
        and first.end() == len(written)
        and (
            not re.match(NO_AGE, after, re.IGNORECASE)
            or _VALUE_BEFORE.search(text[max(0, span.start - 12) : span.start])
        )
    ):
        return None
    low, high, unit = age_band(value, unit)
    start, end = span.start + first.start(), span.start + first.end()
    return _made(start, end, f"{low} to {high}" if high is not None else f"{low} or more")


def _number(text: str) -> int | None:
    plain = re.sub(r"[ -]and[ -]a[ -]half$", "", text.lower().strip())
    digits = re.match(r"\d+", plain)
    if digits:
        return int(digits.group())
    return 100 if plain == "a hundred" else number_from_words(plain)


def _unit(text: str) -> str:
    return _LETTERS.get(text.strip()[0].lower(), "years")
