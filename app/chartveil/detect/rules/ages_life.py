"""Ages at which something of a life began or ended, written without ``at`` or ``age``.

``Mother dx 41``, ``menarche 12``, ``smoked from 18 to 45``, ``kids 6 and 4``, ``solids 5/12``: what family
and social histories and notes on infants are full of.
"""

from __future__ import annotations

from typing import Any, Final

import regex

from chartveil.detect.rules.ages_checks import MAX_AGE, UNIT_OR_COUNT_AFTER, text_after, text_before
from chartveil.detect.rules.dates_patterns import LazyPattern, match, search
from chartveil.detect.rules.dates_tables import NUMBER_WORD
from chartveil.detect.rules.engine import Prefilter, Rule
from chartveil.domain import Label
from chartveil.words import TokenizedText

_IGNORE_CASE: Final = regex.IGNORECASE
_FIGURES: Final = "0123456789"
_ENDS: Final = r"(?=[,.;)\]](?!\d)|[ ]?(?:\r?\n|$)|[ ](?:and|or|but|-|–|\())"
_WHO: Final = LazyPattern(
    r"(?i)\b(?:\p{L}*father|\p{L}*mother|mom|mum|mam|dad|daddy|sister|brother|sib\p{L}*|aunt|uncle|son|"
    r"daughter|cousin|niece|nephew|granda|grand\p{L}+|nan|nana|[mp]g[mf]|[mp]aunt|[mp]uncle|f[ho]h?x?|"
    r"family h\p{L}+)\b[^.;\n]{0,60}$"
)
_CHILDREN: Final = (
    r"(?:kids|children|grandkids|grandchildren|boys|girls|sons|daughters|twins|stepkids|kiddos)"
)


def check_onset_age(m: Any, view: TokenizedText) -> float | None:
    """``coeliac dx 29``: of a relative, or so written that a list is out of the question."""
    age = int(m["AGE"])
    if not 0 < age <= MAX_AGE or UNIT_OR_COUNT_AFTER.match(text_after(m, view)):
        return None
    if _WHO.search(text_before(m, view, 80)):
        return 0.8
    return 0.6 if m[0][:2] == "dx" and 3 < age < 10 else None


def check_disease_age(m: Any, view: TokenizedText) -> float | None:
    """``PGM: breast CA 58``: of a relative, named in the same clause."""
    if not 15 <= int(m["AGE"]) <= MAX_AGE:
        return None
    return 0.7 if _WHO.search(text_before(m, view, 70)) else None


def check_age_range(m: Any, view: TokenizedText) -> float | None:
    """``smoked from 18 to 45``: rising, and no amounts."""
    first, last = m.captures("AGE")
    if first.isdigit() and last.isdigit() and not 7 <= int(first) < int(last) <= MAX_AGE:
        return None
    return (
        None
        if UNIT_OR_COUNT_AFTER.match(text_after(m, view))
        or match(r"[ ]?(?:ppd|pack|drinks)", text_after(m, view))
        else 0.85
    )


def check_children_ages(m: Any, view: TokenizedText) -> float | None:
    """``kids 6 and 4``: no hours, no counts."""
    rest = text_after(m, view)
    if any(int(a) > 70 for a in m.captures("AGE")):
        return None
    if match(r"(?i)[ ]?(?:mos?|months?|wks?|weeks?|yrs?|years?|y/?o)\b(?![ ](?:ago|of))", rest):
        return 0.8
    return None if UNIT_OR_COUNT_AFTER.match(rest) else 0.75


def check_milestone_age(m: Any, view: TokenizedText) -> float | None:
    """``till three``: ends the clause, behind what a child does, and no time of the day."""
    if match(r"(?i)[ ]?(?:am|pm|o['’]clock|today|this|tomorrow)\b", text_after(m, view)):
        return None
    return 0.6 if search(_DOES, text_before(m, view, 40)) else None


_DOES: Final = (
    r"(?i)\b(?:talk\p{L}*|walk\p{L}*|dry|wet|speak|spoke|words?|asthma|eczema|wheez\p{L}*|thc|"
    r"smok\p{L}*|drank|nursed|breast-?fed|epilepsy|seizures?|stutter\p{L}*|in care)\b[^.;\n]{0,28}$"
)

LIFE_EVENT_RULES: Final = (
    Rule(
        "AGE-ONSET",
        Label.AGE,
        r"\b(?:dx['’]?d?|diagnosed|onset|sx|died|passed|dec['’]?d|d\.?)[ ](?:@[ ]?|age[ ])?"
        rf"(?P<AGE>\d{{1,2}})(?:{_ENDS}|(?=[ ]\p{{Ll}}))",
        0.8,
        "how old a relative was when something began: father dx 41, coeliac dx 29",
        flags=_IGNORE_CASE,
        check=check_onset_age,
        required_characters=_FIGURES,
        prefilter=Prefilter(
            shapes=("x 0", "X 0", "d 0", "D 0", "t 0", "T 0", "d. 0", "D. 0", "@0", "@ 0", "e 0", "E 0")
        ),
    ),
    Rule(
        "AGE-DISEASE",
        Label.AGE,
        r"\b(?:ca|cancer|mi|cva|stroke|cad|cabg|t[12]?dm2?|chf|copd|dementia|lymphoma|leuk(?:a)?emia|"
        r"melanoma|als|aneurysm|suicide|overdose)[ ](?P<AGE>\d{2})(?=[,.;)](?!\d)|[ ]?(?:\r?\n|$))",
        0.7,
        "a number behind a relative's disease: PGM: breast CA 58",
        flags=_IGNORE_CASE,
        check=check_disease_age,
        required_characters=_FIGURES,
        prefilter=Prefilter(shapes=(" 00",)),
    ),
    Rule(
        "AGE-SPELL",
        Label.AGE,
        r"\b(?:smok\p{L}+|drank|drinking|drug|use[ds]?|using|ppd|navy|army|marines?|air[ ]force|served|"
        r"guard|lived|worked|mined?|fished|married)\b[^.;\n]{0,36}?[ ](?:from|between)[ ](?:age[ ]|ages[ ])?"
        rf"(?P<AGE>\d{{1,2}}|{NUMBER_WORD})[ ](?:to|until|till|and|through)[ ]"
        rf"(?P<AGE>\d{{1,2}}|{NUMBER_WORD})"
        r"(?![\d/:.%-]*\d|\p{L})",
        0.85,
        "from what age to what age: smoked from 18 to 45",
        flags=_IGNORE_CASE,
        check=check_age_range,
        prefilter=Prefilter(any_of=(" from ", " between ")),
    ),
    Rule(
        "AGE-PERIODS",
        Label.AGE,
        r"\b(?:menarche|thelarche|adrenarche|menopaus(?:e|al)|coitarche|periods[ ]from|sexual[ ]debut)"
        rf"(?:[ ](?:at|age|@|about|around))*:?[ ]?~?(?P<AGE>\d{{1,2}}|{NUMBER_WORD})"
        r"(?![\d/:%x-]|\.\d|\p{L})",
        0.85,
        "the age at menarche and the like: menarche 12",
        flags=_IGNORE_CASE,
        prefilter=Prefilter(any_of=("arche", "menopaus", "periods from", "debut")),
    ),
    Rule(
        "AGE-CHILDREN",
        Label.AGE,
        rf"\b{_CHILDREN}(?:[ ](?:s?he|they)[ ]\p{{L}}+)?(?::|,)?[ ]\(?(?P<AGE>\d{{1,2}})"
        r"(?:,[ ](?P<AGE>\d{1,2}))*,?[ ]?(?:and|&|\+|,)[ ]?(?P<AGE>\d{1,2})(?![\d/:%x-]|\.\d|\p{L})",
        0.75,
        "the ages of children: kids 6 and 4",
        flags=_IGNORE_CASE,
        check=check_children_ages,
        required_characters=_FIGURES,
        prefilter=Prefilter(any_of=("kid", "child", "boys", "girls", "sons", "daughters", "twins")),
    ),
    Rule(
        "AGE-TWELFTHS",
        Label.AGE,
        r"\b(?:bf|ff|ebf|breast-?fed|bottle-?fed|solids|weaned|walked|walking|sat|sitting|crawled|smiled|"
        r"talked|words?|cruised|rolled|pulled[ ]to[ ]stand)(?:[ ](?:to|at|from|until|till|by|@))?[ ]"
        r"(?P<AGE>\d{1,2})(?=/(?:12|52)(?![\d/]))",
        0.9,
        "an infant's age in parts of a year, as in Britain and Ireland: solids 5/12",
        flags=_IGNORE_CASE,
        required_characters="/",
        prefilter=Prefilter(shapes=("0/00",)),
    ),
    Rule(
        "AGE-MILESTONE",
        Label.AGE,
        rf"\b(?:till?|until|since|to)[ ](?:about[ ]|around[ ])?(?P<AGE>{NUMBER_WORD}|\d{{1,2}}){_ENDS}",
        0.6,
        "until or since what age a child did something: never talked till three",
        flags=_IGNORE_CASE,
        check=check_milestone_age,
        prefilter=Prefilter(any_of=("til", "since", "to ")),
    ),
    Rule(
        "AGE-CHRONOLOGICAL",
        Label.AGE,
        r"\b(?:CA|[Cc]hronological[ ][Aa]ge|[Cc]hron[.]?[ ][Aa]ge):[ ]{0,3}"
        r"(?P<AGE>\d{1,2}[-;]\d{1,2})(?![\d/-])",
        0.8,
        "years and months of a child that is tested: CA: 10-7",
        required_characters=":",
        prefilter=Prefilter(shapes=(":0-0", ": 0-0", ":00-0", ": 00-0", "0;0")),
    ),
)
