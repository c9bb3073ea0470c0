"""Ages of persons become bands; ages of anything else, durations, gestation and doses stay as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from chartveil.case_report.model import Alteration, AlterationKind
from chartveil.domain.labels import Label
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml
from chartveil.domain.span import Span
from chartveil.surrogates.ages import number_from_words

_ONES = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SPELLED = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES)}))?|{'|'.join(_TEENS)}|{'|'.join(_ONES)}|a hundred)"
)
_TEEN = "|".join(_TEENS)
_N = rf"(?:\d{{1,3}}|{_SPELLED})"
_UNIT = r"(?:years?|yrs?|months?|mos?|weeks?|wks?|days?)"
_THING_NOUN = re.compile(
    r"[\s-]+(?:scars?|fractures?|stents?|grafts?|prosthes[ie]s|implants?|pacemakers?|shunts?|wounds?|"
    r"injur(?:y|ies)|"
    r"infarcts?|strokes?|haemorrhages?|hemorrhages?|lesions?|burns?|bruises?|hematomas?|films?|scans?|"
    r"studies|study|"
    r"history|hx|surviv\w+|risk|follow[- ]?up|interval|period|course|mortality|data|records?|dog|cat|"
    r"horse|pony|"
    r"house|car|truck|filter|catheter|line|fistula|valve|hip|knee|plate|hardware|clot|thrombus|anastomosis|"
    r"building|apartment|mattress|equipment|device|denture\w*|glasses|whisky|whiskey|wine)\b",
    re.IGNORECASE,
)
_GESTATION = re.compile(
    r"\b(?:weeks?|wks?|months?)(?:\s+(?:and\s+)?\d\s+days?)?[\s-]+(?:pregnant|gestation\w*|gravid|ga\b|"
    r"post-?op|"
    r"post-?partum|into|later|earlier|ago|after|before|prior)",
    re.IGNORECASE,
)
_NO_SIZE = (
    r"(?!\s*(?:units?|catheters?|sheaths?|foley|tubes?|steps|cells|IU|sutures?|drains?|stents?|"
    r"french|pigtail|scopes?)\b)"
)
_NO_FEVER = (
    r"(?<!fever \d{3} F)(?<!temp \d{3} F)(?<!T \d{3} F)(?<!fever \d{2} F)(?<!of \d{3} F)(?<!to \d{3} F)"
)
"""``fever 101 F`` is no age and sex."""
_SEX = r"(?:F|M)\b"
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("old", rf"\b(?P<n>{_N})(?P<join>[\s-]*)(?P<unit>{_UNIT})"
                r"(?:,?\s+(?:and\s+)?\d{1,2}\s+(?:months?|weeks?|days?))?(?P<join2>[\s-]+)olds?\b"),
        ("infant", rf"\b(?P<n>{_N})\s+(?P<unit>weeks|months)\s+\d{{1,2}}\s+(?:weeks?|days?)"
                   r"(?=\s*\([^)]*corrected)"),
        ("infant", rf"\b(?P<n>{_N})\s?(?P<unit>wks?|mos?|weeks?|months?)\s+\d{{1,2}}\s?"
                   r"(?:wks?|weeks?|d|days?)(?=\s+(?:chronologic\w*|old\b|of age|postnatal))"),
        ("yo", r"\b(?P<n>\d{1,3})(?P<gap>[\s-]*)(?P<yo>(?:y/?o|y-o|yr?[\s-]?old|y/?r/?o|m/o|w/o|d/o|yo)\b|"
               r"y\.\s?o\.?(?!\w))"),
        ("yo", r"\b(?P<n>\d{1,3})(?P<gap>\s?)(?P<yo>y|yrs?|years?)(?=\s?/\s?[MF]\b|\s+(?:fe)?male\b|"
               r"\s+(?:wom|m)an\b|"
               r"\s+(?:lady|boy|girl|primip\w*|multip\w*|G\d))"),
        ("kin", r"\b(?:husband|wife|partner|son|daughter|mother|father|mum|mom|dad|brother|sister|baby|"
                r"infant|newborn|neonate|toddler|child|boy|girl)(?:,| of)?\s+(?P<n>\d{1,3})\s?"
                r"(?P<unit>yrs?|years?|y|months?|mos?|weeks?|wks?|days?)\b"
                r"(?!\s+(?:ago|of|since|later|earlier|before|after|history|supply))"),
        ("kin", r"\b(?:toddler|child|boy|girl) of (?P<n>\d{1,2})\b(?!\s*(?:mg|kg|cm|siblings|children))"),
        ("at", rf"\b(?:at|until|before|after|since|from|by|of)\s+(?:the\s+)?ages?\s+(?:of\s+)?(?P<n>{_N})"
               rf"(?:(?:\s*(?P<and>-|–|to|and|,)\s*)(?P<n2>{_N}))?(?:\s+(?P<unit>{_UNIT}))?"),
        ("aged", rf"\b(?:aged?|age of|age (?:was|is)|ages)(?P<sep>\s*[:=]?\s*)(?P<n>{_N})"
                 r"(?!\d|\s*(?:%|/|mg|years? of))"
                 rf"(?:(?:\s*(?P<and>-|–|to|and|,)\s*)(?P<n2>{_N})(?![\d/%]|\s*(?:mg|ml)))?"
                 rf"(?:(?P<gap>[\s-]+)(?P<unit>{_UNIT})(?P<old>\s+old)?|(?P<y>\s?y(?:rs?)?)\b)?"),
        ("twelfths", r"\b(?:aged?|baby|infant|child|boy|girl)\s*:?\s*(?P<n>\d{1,2})/12\b"),
        ("age field", rf"\b(?:age|alter)\s*[:=]\s*(?P<n>\d{{1,3}})(?:\s*(?P<unit>{_UNIT}|y/?o?)\b)?"),
        ("sexed", rf"(?<![\w/.-])(?P<n>\d{{2,3}})\s?(?P<y>y|yr|yo)?\s?(?:/\s?)?(?P<sex>{_SEX})"
                  rf"(?=[\s,.;)/]|$){_NO_SIZE}{_NO_FEVER}"),
        ("sexed", r"(?<![\w/.-])(?P<sex>[FM])\s?/?\s?(?P<n>\d{2})(?=[\s,.;)/]|$)(?![./]\d)"),
        ("turned", rf"\b(?:turn(?:ed|s|ing)?|just turned)\s+(?P<n>{_N})\b"
                   rf"(?!\s*(?:degrees|°|times|%|{_UNIT}|mg|ml|off|over|hours?))"),
        ("birthday", r"\b(?:on|at|around|before|after|since|by|near)?\s*(?P<who>her|his|their|the)\s+"
                     r"(?P<n>\d{1,3}(?:st|nd|rd|th)|[a-z]+(?:[- ][a-z]+)?th|first|second|third|"
                     r"[a-z]+-(?:first|second|third))"
                     r"\s+birthday\b"),
        ("life", r"\b(?:day|week|month)s?\s+of\s+life\s*#?\s*(?P<n>\d{1,3})\b|"
                 r"\bDOL\s*#?\s*(?P<n3>\d{1,3})\b"),
        ("at n", r"\b(?:MI|died|dead|death|cancer|ca|stroke|CVA|diabetes|dx|diagnosed|onset|menarche|"
                 r"menopause|surgery|"
                 r"operation|infarct|dementia|father|mother|brother|sister|uncle|aunt|cousin|grandmother|"
                 r"grandfather)\b"
                 rf"[^.;\n]{{0,30}}?\b(?:at|aged)\s+(?P<n>\d{{1,2}}|{_SPELLED})(?=\s*(?:[.,;)\n]|$|from\b|"
                 rf"of\b|after\b|and\b))"),
        ("at n", rf"\bat\s+(?P<n>{_TEEN})(?:\s+to\s+(?P<n2>{_TEEN}))?(?=\s*(?:[.,;)\n]|$))"),
        ("infant", rf"(?<![+\d])\b(?P<n>{_N})\s+(?P<unit>{_UNIT})"
                   rf"(?:\s+(?:and\s+)?{_N}\s+(?:months?|weeks?|days?))?\s+corrected\b"),
        ("infant", rf"\bcorrected\s+(?:age\s+)?(?P<n>{_N})\s+(?P<unit>weeks?|months?)\b"),
        ("infant", rf"\b(?:is\s+)?now\s+(?P<n>{_N})(?:\s+and\s+a\s+half)?"
                   rf"(?:\s+(?P<unit>{_UNIT})(?:\s+(?:and\s+)?{_N}\s+(?:months?|weeks?|"
                   rf"days?))?)?(?=\s*[.,;\n])"),
        ("school", r"\b(?:in\s+)?(?-i:Year)\s+(?P<n>[1-9]|1[0-3])\b"
                   r"(?!\s*(?:of|after|post|follow|data|survival))"),
        ("grade", r"\b(?P<lead>(?:in|since|during|until|through)\s+)?(?:(?:the|her|his)\s+)?(?P<grade>"
                  r"kindergarten|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|"
                  r"twelfth|1st|2nd|3rd|[4-9]th|1[0-2]th)[\s-]+(?:grade(?P<pupil>r)?|standard)|"
                  r"(?:freshman|sophomore|junior|senior)\s+year(?:\s+of\s+(?:high\s+school|college))?)\b"
                  r"(?![\s-]+(?:tear|burn|murmur|block|prolapse|sprain|injur\w+|lacerations?|disease|of care|"
                  r"dose|treatment|deviations?))"),
        ("grade", r"\b(?:in|since|during|until|through)\s+grade\s+(?P<grade>[1-9]|1[0-2])\b"
                  r"(?!\s*(?:of|to|or|-|–|disease|tumou?r|toxicit\w+|pain)\b)"),
    )
)  # fmt: skip
_GRADES = {
    "kindergarten": "in early childhood",
    **dict.fromkeys(
        "first second third fourth fifth 1st 2nd 3rd 4th 5th 1 2 3 4 5".split(), "at primary-school age"
    ),
    **dict.fromkeys(
        (
            "sixth seventh eighth ninth tenth eleventh twelfth 6th 7th 8th 9th 10th 11th 12th "
            "6 7 8 9 10 11 12"
        ).split(),
        "at secondary-school age",
    ),
    **dict.fromkeys("freshman sophomore junior senior".split(), "as a student"),
}
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

    for name, pattern in _PATTERNS:
        for m in pattern.finditer(text):
            add(_altered(name, m, text))
    for span in spans:
        if span.label is Label.AGE:
            add(_of_span(span, text))
        elif span.label in (Label.PATIENT, Label.RELATIVE) and (beside := _BESIDE_NAME.match(text, span.end)):
            age, unit = _number(beside["n"]), _unit(beside["unit"] or "years")
            if age is not None and age <= 120:
                low, high, unit = age_band(age, unit)
                words = f"{low} to {high}" if high is not None else f"{low} or older"
                named = f" {unit}" if beside["unit"] or unit != "years" else ""
                stop = beside.end("unit") if beside["unit"] else beside.end("n")
                add(_made(beside.start("n"), stop, words + named))
    return sorted(found)


_BESIDE_NAME = re.compile(
    rf"(?:[ ]{{1,3}}\(?|,[ ]|[ ]?\()(?:now[ ]|aged[ ]|nearly[ ]|almost[ ]|just[ ])?(?P<n>{_N})"
    rf"(?:[ ]?(?P<unit>{_UNIT}|y/?o|y)\b)?(?=[ ]{{2}}|[ ]?(?:[,;)\n]|\.(?!\d))|"
    r"[ ](?:Hosp|MRN|DOB|male|female|M\b|F\b))",
    re.IGNORECASE,
)
"""``Odhran, 13 weeks,``: an age right behind a name."""


def _made(start: int, end: int, text: str) -> Alteration:
    return Alteration(start, end, text, AlterationKind.AGE, Label.AGE, "an age as a band")


def _altered(name: str, m: re.Match[str], text: str) -> Alteration | None:
    groups = m.groupdict()
    if name == "grade":
        words = _GRADES[re.split(r"[\s-]", groups["grade"])[0].lower()]
        if groups.get("pupil"):
            words = words.removeprefix("at ").replace(" age", " pupil")
            if text[m.start() - 3 : m.start()] == "an ":
                return _made(m.start() - 3, m.end(), f"a {words}")
        elif groups.get("lead", "") is None and "school" in words:
            words = words.removeprefix("at ").replace("-school age", " school")
        return _made(m.start(), m.end(), words)
    if name == "life":
        unit = {"d": "days", "w": "weeks", "m": "months"}[m.group()[0].lower()]
        number = int(groups["n"] or groups["n3"])
        first, last, unit = age_band(number, unit)
        return _made(m.start(), m.end(), f"age {first} to {last} {unit}")
    if name == "school":
        school = "primary" if int(groups["n"]) < 7 else "secondary"
        lead = (
            ""
            if re.search(r"\b(?:since|until|before|after)\s+$", text[max(0, m.start() - 8) : m.start()])
            else "at "
        )
        return _made(m.start(), m.end(), f"{lead}{school}-school age")
    age = _number(groups["n"])
    if age is None or age > 120:
        return None
    if name == "twelfths":  # ``Age 14/12``: months
        low, high, unit = age_band(age, "months")
        return _made(m.start("n"), m.end(), f"{low} to {high} {unit}")
    number = age
    unit = _unit(groups.get("unit") or groups.get("yo") or groups.get("y") or "years")
    after = text[m.end() : m.end() + 40]
    start, end = m.span()
    if name in ("old", "yo"):
        return _old(m, number, unit, text, after)
    low, high, unit = age_band(number, unit)
    words = f"{low} to {high}" if high is not None else f"{low} or older"
    tail = f" {unit}" if unit != "years" else ""
    if name == "birthday":
        lead = text[start : m.start("who")].strip().lower()
        lead = lead if lead in ("before", "after", "since", "by", "around") else "at"
        return _made(start, end, f"{lead} the age of {words}{tail}")
    if name == "at n":
        if groups.get("n2"):
            last = age_band(_number(groups["n2"]) or number)[1]
            words = f"{low} to {last}"
        return _made(m.start("n"), end, words)
    if name == "infant":
        stop = m.end() if not text[start:end].lower().startswith(("is", "now")) else end
        opening = re.match(r"(?:is\s+)?now\s+|corrected\s+(?:age\s+)?", text[start:end], re.IGNORECASE)
        tail_word = " corrected" if text[start:end].lower().endswith("corrected") else ""
        at = start + (opening.end() if opening else 0)
        if not groups.get("unit") and unit == "years":
            tail = ""
        return _made(at, stop, f"{words}{tail or (' years' if groups.get('unit') else '')}{tail_word}")
    if name == "turned":
        if _THING_NOUN.match(after) or re.match(r"\s*(?:degrees|times|,\d)", after):
            return None
        reached = {"turned": "reached", "turns": "reaches", "turning": "reaching", "turn": "reach"}
        verb = reached[re.findall(r"turn\w*", m.group().lower())[0]]
        at = start + m.group().lower().index("turn")
        return _made(at, m.end("n"), f"{verb} the age of {words}{tail}")
    if name == "sexed":
        sex = groups["sex"].upper()
        if number < 1 or re.match(r"\s*(?:/|\d)", after):
            return None
        noun = {"F": "female", "M": "male"}[sex]
        return _made(start, end, f"{_adjective(low, high, unit)} {noun}")
    if name == "aged" and re.match(r"[\s-]*(?:weeks?|months?|days?)?[\s-]*(?:of\s+)?gestation", after, re.I):
        return None
    if groups.get("n2"):
        other, last, _ = age_band(_number(groups["n2"]) or number, unit)
        end_of = last if last is not None else other
        if groups["and"] in ("and", ","):
            words += f"{' and ' if groups['and'] == 'and' else ', '}{other} to {end_of}"
        else:
            words = f"{low} to {end_of}"
    named = " years" if groups.get("unit") and unit == "years" else tail
    old = " old" if groups.get("old") else ""
    return _made(
        m.start("n"),
        end,
        words.replace(" or older", f"{named} or older") if high is None else f"{words}{named}{old}",
    )


def _old(m: re.Match[str], number: int, unit: str, text: str, after: str) -> Alteration | None:
    """``a 62-year-old woman``, ``62 y/o``, ``62 years old``."""
    if _THING_NOUN.match(after) or re.match(r"[\s-]+(?:history|hx)\b", after, re.IGNORECASE):
        return None
    low, high, unit = age_band(number, unit)
    start, end = m.span()
    predicate = bool(
        re.search(
            r"\b(?:is|was|now|currently|be|turned|at|about|aged)\s+$", text[max(0, start - 12) : start], re.I
        )
    )
    has_noun = bool(re.match(r"[\s-]+[A-Za-z]", after))
    spaced = " " in m.group() and "-" not in m.group() and m.re is _PATTERNS[0][1]
    if spaced and (predicate or not has_noun):
        words = f"{low} to {high} {unit} old" if high is not None else f"{low} {unit} or older"
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


def _adjective(low: int, high: int | None, unit: str) -> str:
    singular = unit.removesuffix("s")
    return f"{low}- to {high}-{singular}-old" if high is not None else f"{low}-or-more-{singular}-old"


def _of_span(span: Span, text: str) -> Alteration | None:
    """An age that detection found in a form of its own: ``62``, ``in her sixties``, ``97+``."""
    written = span.text(text)
    after = text[span.end : span.end + 40]
    if re.search(r"\d0['’]?s\b|ies\b|\bteens?\b|\bteenage", written, re.IGNORECASE):
        return None  # a band already
    if _GESTATION.match(after.lstrip(" -")) or _THING_NOUN.match(after):
        return None
    numbers = list(re.finditer(rf"\b(?:{_N})\b", written, re.IGNORECASE))
    if not numbers:
        return None
    first = numbers[0]
    value = _number(first.group())
    if value is None or value > 120:
        return None
    unit_match = re.match(rf"[\s-]*({_UNIT}|y/?o|[ymwd])\b", written[first.end() :] + after, re.IGNORECASE)
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
    low, high, unit = age_band(value, unit)
    start, end = span.start + first.start(), span.start + first.end()
    return _made(start, end, f"{low} to {high}" if high is not None else f"{low} or more")


def _number(text: str) -> int | None:
    plain = text.lower().strip()
    digits = re.match(r"\d+", plain)
    if digits:
        return int(digits.group())
    return 100 if plain == "a hundred" else number_from_words(plain)


def _unit(text: str) -> str:
    return _LETTERS.get(text.strip()[0].lower(), "years")
