"""Rules for ages of persons: the number alone, or a decade such as ``90s``."""

from __future__ import annotations

from typing import Any, Final

import regex

from chartveil.detection.rules.ages import checks
from chartveil.detection.rules.ages.checks import MAX_AGE, UNIT_OR_COUNT_AFTER, after_age, before_age
from chartveil.detection.rules.context import match, search
from chartveil.detection.rules.engine import Prefilter, Rule, Veto
from chartveil.detection.rules.prefilters.ages import PREFILTERS, VETO_PREFILTERS
from chartveil.detection.rules.prefilters.match_starts import with_prefilters
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.calendar import NUMBER_WORD

_IGNORE_CASE: Final = regex.IGNORECASE
_DIGITS: Final = "0123456789"

# Ages at which something of a life began or ended, written without ``at`` or ``age``: ``Mother dx 41``,
# ``menarche 12``, ``smoked from 18 to 45``, ``kids 6 and 4``, ``solids 5/12``. Family and social histories
# and notes on infants are full of them.

_ENDS: Final = r"(?=[,.;)\]](?!\d)|[ ]?(?:\r?\n|$)|[ ](?:and|or|but|-|–|\())"
_WHO: Final = (
    r"(?i)\b(?:\p{L}*father|\p{L}*mother|mom|mum|mam|dad|daddy|sister|brother|sib\p{L}*|aunt|uncle|son|"
    r"daughter|cousin|niece|nephew|granda|grand\p{L}+|nan|nana|[mp]g[mf]|[mp]aunt|[mp]uncle|f[ho]h?x?|"
    r"family h\p{L}+)\b[^.;\n]{0,60}$"
)
_CHILDREN: Final = (
    r"(?:kids|children|grandkids|grandchildren|boys|girls|sons|daughters|twins|stepkids|kiddos)"
)


def check_onset_age(m: Any, _view: TokenizedText) -> float | None:
    """``coeliac dx 29``: of a relative, or so written that a list is out of the question."""
    age = int(m["AGE"])
    if not 0 < age <= MAX_AGE or match(UNIT_OR_COUNT_AFTER, after_age(m)):
        return None
    if search(_WHO, before_age(m, 80)):
        return 0.8
    return 0.6 if m[0][:2] == "dx" and 3 < age < 10 else None


def check_disease_age(m: Any, _view: TokenizedText) -> float | None:
    """``PGM: breast CA 58``: of a relative, named in the same clause."""
    if not 15 <= int(m["AGE"]) <= MAX_AGE:
        return None
    return 0.7 if search(_WHO, before_age(m, 70)) else None


def check_age_range(m: Any, _view: TokenizedText) -> float | None:
    """``smoked from 18 to 45``: rising, and no amounts."""
    first, last = m.captures("AGE")
    if first.isdigit() and last.isdigit() and not 7 <= int(first) < int(last) <= MAX_AGE:
        return None
    return (
        None
        if match(UNIT_OR_COUNT_AFTER, after_age(m)) or match(r"[ ]?(?:ppd|pack|drinks)", after_age(m))
        else 0.85
    )


def check_children_ages(m: Any, _view: TokenizedText) -> float | None:
    """``kids 6 and 4``: no hours, no counts."""
    rest = after_age(m)
    if any(int(a) > 70 for a in m.captures("AGE")):
        return None
    if match(r"(?i)[ ]?(?:mos?|months?|wks?|weeks?|yrs?|years?|y/?o)\b(?![ ](?:ago|of))", rest):
        return 0.8
    return None if match(UNIT_OR_COUNT_AFTER, rest) else 0.75


def check_milestone_age(m: Any, _view: TokenizedText) -> float | None:
    """``till three``: ends the clause, behind what a child does, and no time of the day."""
    if match(r"(?i)[ ]?(?:am|pm|o['’]clock|today|this|tomorrow)\b", after_age(m)):
        return None
    return 0.6 if search(_DOES, before_age(m, 40)) else None


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
        required_characters=_DIGITS,
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
        required_characters=_DIGITS,
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
        required_characters=_DIGITS,
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


# Ages with their unit, behind a cue, or behind a name.

_N: Final = r"(?:1[0-1]\d|\d{1,2})(?:[.,]5|½|[ ]1/2)?"
_X: Final = r"(?:[0-9lIOSZ][0-9lIOSZzg]?|1[01][0-9])"  # figures, perhaps misread
_START: Final = r"(?<![\d\p{Lu}]|\d[.,:/\-–]|[$#]|(?<!\p{L})\p{L})"
_OLD: Final = (
    r"(?:y[ ]?[./]?[ ]?o(?!\p{L})\.?|(?:y(?:ea)?r?s?\.?|years?|yaer|yera)[ \-‑]*(?:o[l1I]d|of[ ]age|young)"
    r"|(?:m(?:o|on|onth|os|ths?)?s?|months?|w(?:ee)?ks?|days?|d|m)\.?[ \-‑]*(?:o[l1I]d(?!er)|of[ ]age)|"
    r"m[./]o\.?(?!\p{L})|mo\.[ ]old)"
)
_WITH_UNIT: Final = (
    Rule(
        "AGE-OLD",
        Label.AGE,
        rf"(?=\d){_START}(?:(?P<AGE>{_N})[ ]?(?:-|–|to|or|and)[ ]?)?(?P<AGE>{_N}|"
        rf"{_X})(?:\s{{0,2}}[\-‑]?[ ]?(?:\([A-Za-z]+\)[ ])?)(?i:{_OLD})(?:[ ]?/o)?",
        0.97,
        "a number with its unit and old: 54-year-old, 52 y/o, 6-month-old, 35-45 y/o",
        check=checks.check_unit_and_old,
        required_characters=_DIGITS,
    ),
    Rule(
        "AGE-OLD-MISREAD",
        Label.AGE,
        r"(?<![\p{L}\d])(?P<AGE>[lIOSZ][\dlIOSZ])[ \-]{1,2}(?i:y(?:ea)?rs?|y)"
        r"[ \-/.]{0,2}(?i:o[l1I]d|o)(?!\p{L})",
        0.6,
        "an age with its first figure misread: l9 year old",
        check=checks.check_unit_and_old,
    ),
    Rule(
        "AGE-OLD-WORDS",
        Label.AGE,
        r"(?:years?|yr|months?|weeks?|days?)[\s\-‑]{0,2}(?:old|"
        rf"of[ ]age)(?<=\b(?P<AGE>{NUMBER_WORD})[\s\-‑]{{1,2}}(?:years?|yr|months?|weeks?|"
        r"days?)[\s\-‑]{0,2}(?:old|of[ ]age))",
        0.95,
        "an age in words: ninety-two-year-old",
        flags=_IGNORE_CASE,
    ),
    Rule(
        "AGE-YEARS-SEX",
        Label.AGE,
        rf"{_START}(?P<AGE>{_N})[ ]?-?(?:y(?:ea)?rs?\.?|y\.?|yo|years|mos?\.?|"
        r"months?)[ ]{0,2}(?P<rest>\d{1,2}[ ]?m(?:os?|ths?|onths)?[ ]{0,2})?[,/(]?[ ]{0,3}(?:f|"
        r"m|male|female|man|woman|boy|girl|lady|gentleman|gent|fem|nb)(?![\p{L}\d]|/u\b)",
        0.9,
        "years and sex: 93Y F, 58 yr female",
        flags=_IGNORE_CASE,
        check=checks.check_years_and_sex,
        required_characters=_DIGITS,
    ),
    Rule(
        "AGE-SEX",
        Label.AGE,
        rf"{_START}(?P<AGE>\d{{1,3}})(?P<gap>[ \-]{{0,2}})(?P<sex>[MFmf]|Male|Female|male|female|MALE|"
        r"FEMALE|trans\p{Ll}*|TM|TF|[Mm]an|[Ww]oman|[WwBbHh][MmFf]|AA[MF])(?![\p{L}\d'’°%²]|\.\d|"
        r"-\p{Lu}|/(?!\p{L}))",
        0.8,
        "a number and the sex: 66F, 54 M",
        check=checks.check_number_and_sex,
        required_characters=_DIGITS,
    ),
    Rule(
        "AGE-SEX-FIRST",
        Label.AGE,
        r"(?<![\p{L}\d])(?:M|F|Male|Female|male|female|m|f)(?:[ ]?[,/·|][ ]?|"
        r"[ ]{1,8}~?)(?P<AGE>\d{1,2})(?=[ ]?[,)/|·.]|[ ]?y|\s{2,}|[\n\r]|$)(?![.,/]\d|[ ]?%)",
        0.6,
        "the sex and a number: (M, 54)",
        check=checks.check_sex_first,
        required_characters=_DIGITS,
    ),
    Rule(
        "AGE-YEARS-BARE",
        Label.AGE,
        r"(?<=[ ]{2}|\n[ ]*|[(,][ ]?)(?<!\d[(,][ ]?)(?P<AGE>\d{1,3})[ ]?(?:[yY]|[yY]rs?|"
        r"YRS?)\.?(?=[ ]{2}|[ ]?[,;)/|]|[ ]*$)",
        0.7,
        "years alone, set off by blanks, brackets or commas: (45 y)",
        flags=regex.MULTILINE,
        check=checks.check_bare_years,
        required_characters="yY",
    ),
    Rule(
        "AGE-YEARS-MONTHS",
        Label.AGE,
        rf"{_START}(?P<AGE>\d{{1,2}})[ ]?(?:y(?:ea)?rs?\.?|y|"
        r"years),?[ ](?:and[ ])?(?P<AGE>\d{1,2})[ ]?(?:mos?\.?|m|mths?|months)(?!\p{L})",
        0.75,
        "years and months: 2 y 3 m",
        flags=_IGNORE_CASE,
        check=checks.check_years_and_months,
        required_characters=_DIGITS,
    ),
)

_WITH_CUE: Final = (
    Rule(
        "AGE-LABEL",
        Label.AGE,
        r"(?<!\p{L})age(?:s|d)?(?![\p{L}])(?:[ ]?[/&][ ]?(?:sex|gender|sx|dob|race|"
        r"ht))?(?:[ ](?:at|of|on)[ ](?:camp|visit|death|onset|diagnosis|dx|exam|service|admission|"
        r"menarche|menopause|time|presentation|collection|scan|surgery|delivery))?"
        r"(?:[ ]?\(?(?:yrs?|years|y)\)?)?[\s:=.\-_~|>^]{0,24}(?:of|about|approx\.?|approximately|"
        rf"around|is|only|just|about)?[ ~]?(?P<AGE>{_X}s?)(?![\p{{L}}\d]{{2}}|[\d%]|[./]\d\d|"
        r"-\d\d?/)(?:(?:,[ ]?\d{1,2})*,?[ ]?(?:and|&|to|-|–|or)[ ]?(?P<AGE>\d{1,2})(?![\d/]))?",
        0.95,
        "a number behind the word age: Age: 66, aged 81, ages 5 and 3",
        flags=_IGNORE_CASE,
        check=checks.check_labelled_age,
        required_characters=_DIGITS + "lIOSZ",
    ),
    Rule(
        "AGE-LABEL-WORDS",
        Label.AGE,
        rf"\bage(?:d|[ ]of)?:?[ ](?P<AGE>{NUMBER_WORD})(?!\p{{L}})(?![ ](?:group|appropriate))",
        0.9,
        "an age in words behind the word age: aged seventy-one",
        flags=_IGNORE_CASE,
    ),
    Rule(
        "AGE-DECADE",
        Label.AGE,
        r"(?<![\p{L}\d'’]|\d[.,:/\-])(?P<AGE>(?P<n>[1-9]0)['’]?s)(?![\p{L}\d])",
        0.9,
        "a decade of life: in her 70s, late 40s",
        check=checks.check_decade,
        required_characters=_DIGITS,
    ),
    Rule(
        "AGE-DECADE-WORDS",
        Label.AGE,
        r"(?:ties|teens)(?!\p{L})(?<=\b(?P<AGE>(?P<n>)(?:(?:twen|thir|for|fif|six|seven|eigh|nine)ties|"
        r"teens)))",
        0.9,
        "a decade of life in words: her late forties",
        flags=_IGNORE_CASE,
        check=checks.check_decade,
    ),
    Rule(
        "AGE-DAY-OF-LIFE",
        Label.AGE,
        r"(?i:\bdol[ ]?#?:?[ ]?|\bday[ ]of[ ]life[ ]?#?)(?P<AGE>\d{1,3})(?![\d/])|"
        r"(?<![\d.,:/-])(?P<AGE>\d{1,3})(?=[ ](?:h|hrs?|hours|days|weeks)[ ]of[ ](?:life|age)\b)",
        0.8,
        "day of life of a newborn: DOL 6",
        required_characters=_DIGITS,
    ),
    Rule(
        "AGE-BIRTHDAY",
        Label.AGE,
        r"(?i:birthday)(?<=\b(?P<AGE>[1-9]\d(?:st|nd|rd|th)|(?:twent|thirt|fort|fift|sixt|sevent|eight|"
        r"ninet)ieth|(?:six|eigh)teenth|twenty-first)[ ](?i:birthday))",
        0.7,
        "a birthday by its number: her eightieth birthday",
    ),
    Rule(
        "AGE-OF-YEARS",
        Label.AGE,
        r"\b(?:man|woman|male|female|boy|girl|lady|gentleman|patient|which[ ]is|who[ ]is|"
        r"person)[ ]of[ ](?P<AGE>\d{1,3})(?![\d/.%])",
        0.85,
        "a person of so many years: a man of 46 years",
        flags=_IGNORE_CASE,
        required_characters=_DIGITS,
    ),
    Rule(
        "AGE-DICOM",
        Label.AGE,
        r"(?<![\p{L}\d.])(?P<AGE>[01]\d\d)[YMWD](?![\p{L}\d])",
        0.85,
        "an age as imaging headers write it: 067Y",
        source="DICOM PS3.5, value representation AS",
        required_characters=_DIGITS,
    ),
    Rule(
        "AGE-PERSON-IS",
        Label.AGE,
        r"\b(?:is|was|am|are|now|turn(?:s|ed|ing)?|i['’]m|(?:he|she)['’]s)(?:[ \n]|(?=\d))(?:(?:now|"
        r"only|just|almost|nearly|about|currently|a|an|already|also|"
        rf"turning)[ ]){{0,2}}(?P<AGE>\d{{1,3}}|{NUMBER_WORD})(?![\p{{L}}\d]|[.:/\-–]\d|,\d{{3}}|"
        r"[ ]?[%/x×°])",
        0.8,
        "somebody is so old: she is 33, he turned 90",
        flags=_IGNORE_CASE,
        check=checks.check_person_is,
    ),
    Rule(
        "AGE-AT",
        Label.AGE,
        r"\b(?:at|until|till|since|from|by|with|d\.|alive|living|deceased|died|dec\.)(?:[ \n]|"
        rf"(?=\d))(?:~|about[ ]|around[ ])?(?P<AGE>\d{{1,2}}|{NUMBER_WORD})(?![\p{{L}}\d]|[.,:/\-–]\d|"
        r"[ ]?[%/x×°+])",
        0.75,
        "so old at an event: MI at 52, died at 81",
        flags=_IGNORE_CASE,
        check=checks.check_age_at_event,
    ),
    Rule(
        "AGE-BRACKET",
        Label.AGE,
        r"(?<=[\p{L}.\"”'’\d)][ ]{0,5})\((?:(?i:age|aged|~|now|then|approx\.?|about)[ ]?|"
        r"(?P<name>\p{Lu}[\p{L}'’\-]+(?:[ ]\p{Lu}[\p{L}'’\-]+)?,[ ]))?(?P<AGE>\d[\dSlO]?)"
        r"(?=[),;](?!\d)|[ ](?:and|&)[ ](?P<AGE>\d{1,2})\)|[ ]?(?:y|yo|yrs?|mos?|wks?|months|years|"
        r"weeks|M|F)\b)",
        0.6,
        "a number in brackets behind a name or relative: Mrs. Ruiz (81), her son Kevin (24)",
        check=checks.check_bracketed_age,
        required_characters="(",
    ),
    Rule(
        "AGE-COMMA",
        Label.AGE,
        r"(?<=[\p{L}\d.)\"”]),[ \n]?(?:(?i:approx\.?|about|now|then|age|aged)[ ]|"
        r"~)?(?P<AGE>\d{1,2})(?=,(?!\d)|[.;)](?!\d)|[ ]?$|[ ]{2}|[ ]?(?:/[MF]|[|·—–])|[ ](?:and|-|\.\.|"
        r"\(|(?i:y|yr|yrs|mo|mos|wks|weeks|months|years)\b))",
        0.6,
        "a number between commas behind a name, a relative or a number of the chart: Mr. Xiong, 72, is seen",
        flags=regex.MULTILINE,
        check=checks.check_age_between_commas,
        required_characters=",",
    ),
    Rule(
        "AGE-HEADER",
        Label.AGE,
        r"(?<=\d{2}[ ]?[/|(;,·^]?[ ]{0,6})(?<![\d.][ ]?)(?P<AGE>\d{1,3})(?=[ ]?(?:y|yo|yrs?|y/o|years|"
        r"Y)?[ ]?[/|,·)]?(?:[ ]{0,4}[MFmf]\b|[ ]*$|[ ]{2}))",
        0.7,
        "a number between the date of birth and the sex",
        flags=regex.MULTILINE,
        check=checks.check_header_age,
        required_characters=_DIGITS,
    ),
    Rule(
        "AGE-NAME",
        Label.AGE,
        r"(?<=\p{L}[.\"”)]?(?:[ ]{2,28}|[ ]?[|·-][ ]?|(?<=\p{Lu}[\p{Ll}\p{Lu}]+|"
        r",[ ]\p{Lu}[.])[ ]))~?(?P<AGE>\d[\dg]?)(?=[ ]?[|·;][ ]|,[ ]|[ ]{2,}|[ ]?$|[ ](?:y|yr|yrs|mo|"
        r"mos)\b)",
        0.5,
        "a number behind a name at the top of a note or in a list: Amaral, Zé 61 |",
        flags=regex.MULTILINE,
        check=checks.check_age_after_name,
        required_characters=_DIGITS,
    ),
)

RULES: Final = with_prefilters(_WITH_UNIT + _WITH_CUE + LIFE_EVENT_RULES, PREFILTERS)

_AGE: Final = frozenset({Label.AGE})
_VETOES: Final = (
    Veto(
        "AGE-NOT-GESTATION",
        _AGE,
        r"\b(?:gestation(?:al)?|ga|pma|ega|cga|corrected|post-?menstrual|bone|mental|developmental|"
        r"fetal|dating)(?:[ ]age)?[ :=]{0,3}(?:(?:of|is|was|at|in)[ ])?(?P<not>\d{1,2})",
        0.97,
        "weeks of pregnancy, bone age",
        flags=_IGNORE_CASE,
    ),
    Veto(
        "AGE-NOT-DURATION",
        _AGE,
        r"(?P<not>\d{1,3})(?:\s?-\s?|[ ])?(?:plus[ ]weeks|(?:weeks?|wks?)[ ](?:gestation|ega|pregnant|"
        r"ga\b|estimated|iup|intrauterine)|pack|pk|year[ \-](?:history|hx|risk|survival|follow|"
        r"anniversary|warranty|term|sentence|smok)|yrs?[ ](?:ago|hx|history|prior|apart)|years[ ](?:ago|"
        r"prior|apart|later|since|post))",
        0.97,
        "pack-years, durations and risks over years",
        flags=_IGNORE_CASE,
    ),
    Veto(
        "AGE-NOT-GAUGE",
        _AGE,
        r"(?P<not>\d{1,2})[ ]?(?:F|Fr)[ ](?:\p{L}+[ ]){0,2}?(?:pigtail|sheath|catheters?|cath|foley|"
        r"french|stents?|chest|tubes?|dobhoff|coud[eé]|introducer|drains?|jp|blake|malecot|peg|guide|"
        r"system|hemovac|sl[01]|swartz|oxygenator|3-way|three-way|silastic|quinton|ngt?|dilator|nephrostomy)\b",
        0.97,
        "gauge of a catheter: 10 F pigtail",
        flags=_IGNORE_CASE,
    ),
)
VETOES: Final = with_prefilters(_VETOES, VETO_PREFILTERS)
