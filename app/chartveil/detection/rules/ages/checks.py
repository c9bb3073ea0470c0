"""Checks behind the age rules: is this number the age of a person?

A check returns the score of a match, or None to drop it (see ``engine.MatchCheck``).
"""

from __future__ import annotations

from typing import Any, Final

from chartveil.detection.rules.context import (
    compiled,
    line_after,
    line_around,
    line_before,
    match,
    on_one_line,
    search,
    text_before,
)
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.calendar import has_letters, read_number

MAX_AGE: Final = 115


def before_age(m: Any, length: int = 60) -> str:
    """Text before the match, line ends made blanks."""
    return on_one_line(text_before(m, length))


def after_age(m: Any) -> str:
    """Thirty characters after the age, line ends made blanks."""
    end = m.end("AGE")
    return on_one_line(m.string[end : end + 30])


def age_in_years(m: Any) -> int | None:
    """The age in figures; None for words."""
    return read_number(m.captures("AGE")[-1].rstrip("s").split(".")[0].split("½")[0].split(" ")[0])


def check_unit_and_old(m: Any, view: TokenizedText) -> float | None:
    """A number with ``year old``: sure, but for durations and things that are old."""
    age = age_in_years(m)
    if age is None or age > MAX_AGE:
        return None
    text = m.captures("AGE")[-1]
    if (
        has_letters(text)
        and not any(c.isdigit() for c in text)
        and text.lower() not in ("lo", "ll", "so", "zo")
    ):
        return None
    if match(_THING, view.text[m.end() : m.end() + 24]):
        return 0.4
    if search(r"(?i)\bdays?|\d ?d\b", m[0][len(text) :]) and age > 60:
        return 0.6
    return 0.6 if has_letters(text) else 0.97


_THING: Final = (
    r"(?i)[ ]?(?:fracture|fx|injury|scar|infarct|stroke|wound|house|building|car|truck|roof|hematoma|"
    r"bleed|blood|lesion|study|scan|film"
    r"|images?|graft|hardware|device|implant|crown|prosthesis|meds|script|labs?|sample|specimen|ecg|ekg|"
    r"sutures?)"
)


def check_years_and_sex(m: Any, _view: TokenizedText) -> float | None:
    """Years and sex: ``12 mo m`` may be a dose, ``58 yr F`` is none."""
    age = age_in_years(m)
    return None if age is None or age > MAX_AGE else 0.9


_WIDEST = 34
"""Widest gauge of a catheter in French."""
_GAUGE_BEFORE = (
    r"(?i)(?:\b(?:(?:[clr]f[av]|[cf]fv|ij|radial|femoral|subclavian|brachial)(?: us)?|access|line|drains?|"
    r"catheter|sheath|balloon|after|upsized?)|→)[ ]*$"
)
"""What stands before such a gauge: ``R CFA US 6F``, ``cool after 14F``."""


def check_number_and_sex(m: Any, view: TokenizedText) -> float | None:
    """``66F``: not degrees, French gauge, millions, metres or male pins."""
    age = int(m["AGE"])
    sex = m["sex"]
    if not 0 < age <= MAX_AGE:
        return None
    ahead, rest = before_age(m, 24), view.text[m.end() : m.end() + 20]
    if len(sex) > 1:
        return None if sex.upper() == "BM" and age < 13 else 0.85  # 3 BM a day
    if match(r"/(?:F|W|Th|Sat|Sun)\b", rest) or match(r"[ ](?:below|above|high|tall|drop|from the)\b", rest):
        return None  # 5 mg M/F, a ledge 3 m below
    if (age == 3 and sex == "M" and not m["gap"] and not ahead.endswith("  ")) or search(
        r"(?i)[<>≥≤=]\s?$|\b(?:room|tc-?|outside|water|keep|store\p{L}*)[ ]?$", ahead
    ):
        return None
    if (
        sex == "F"
        and m["gap"]
        and match(r"(?i)[ ,]*(?:outside|inside|acceptable|water|room|\))", rest)
        and 30 < age < 100
    ):
        return None
    if sex == "F" and search(
        r"(?i)\b(?:fridge|refrigerator|freezer|cooler|ambient|thermostat)\b", line_around(m, 80, 40)
    ):
        return None
    if age >= 94 and sex in "Ff" and search(r"(?i)(?:\bt|temp\p{L}*|t?max|fever|tm|of|to)[ :=]*$", ahead):
        return None
    if match(
        (
            r"(?i)[ \-]*(?:\p{L}*sheath|pigtail|cath|foley|french|stent|tube|chest|drain|dobhoff|coude|"
            r"nerve|/s|antrim|introducer|walk|long|deep|apart|max|units|cells|copies|iu|wt|fl|(?:→|->)[ ]?\d|"
            r"impella|iabp|(?:triple|dual|double|single)[ -]lumen|brite|slender|guide|jj|picc|ng\b|ett\b)"
        ),
        rest,
    ):
        return None
    if sex == "F" and age <= _WIDEST and not m["gap"] and search(_GAUGE_BEFORE, ahead):
        return None
    if sex in "mf":
        if m["gap"] and not match(r"[ ]*(?:,|[-|]|with|w/|here|s/p|p/w|hx|\d|\p{L}|$|[\n\r])", rest):
            return None
        if sex == "m" and (
            search(
                r"(?i)\b(?:x|by|at|distance|walk\p{L}*|of|to|depth|height|ran|tug|6mwt?|d2[bn])[ :=]*$", ahead
            )
            or match(r"(?i)[ ](?:from|away|run|swim)\b", rest)
        ):
            return None
        strong = search(
            r"(?:\p{L}|[,|~]|\))[ ]{1,8}$|^[ ]*$|(?:\n|\r)[ ]*$",
            text_before(m, 12),
        )
        return 0.7 if strong else 0.5
    if m["gap"] and sex == "M" and match(r"[ ](?:WF|NaCl|\p{Ll}+ly)", rest):
        return None
    return 0.85 if age >= 18 or not m["gap"] else 0.7


def check_sex_first(m: Any, view: TokenizedText) -> float | None:
    """``(M, 54)``, ``F/23``: not a mean, a fraction or a list of values."""
    age = int(m["AGE"])
    ahead = before_age(m, 12)
    if (
        age == 0
        or ahead.endswith("/")
        or (view.text[m.end() : m.end() + 1] == "." and "  " in m[0])
        or search(r"[\d°][ ]?$|[=<>]\s?$", ahead)
    ):
        return None
    if m[0][0] in "mf" and m[0][1] not in "a":
        return 0.45 if search(r"\p{L}[ ,]+$", ahead) else None
    return 0.65 if "/" in m[0] or "," in m[0] or len(m[0]) > 6 else 0.45


def check_bare_years(m: Any, _view: TokenizedText) -> float | None:
    """``(45 y)``, ``57 y``: set off from the text; time passed has a word before it."""
    age = int(m["AGE"])
    if not 0 < age <= MAX_AGE or search(
        r"(?i)\b(?:for|x|past|over|pack|every|in|within)[ (,]*$", before_age(m, 12)
    ):
        return None
    if age < 16 and search(r"\d[/.-]\d", line_around(m, 80, 40)):
        return None  # how often, in a table of what was done when
    return 0.7 if age >= 16 else 0.5


def check_years_and_months(m: Any, _view: TokenizedText) -> float | None:
    """``2 y 3 m``: an age unless it counts time passed."""
    if search(
        r"(?i)\b(?:for|past|last|x|over|in|within|after|of|duration|every|since|vintage|est\.?|remaining|"
        r"longevity|battery)[ ]$",
        before_age(m, 12),
    ):
        return None
    return None if match(r"(?i)[ ](?:ago|later|history|hx|prior)", line_after(m)) else 0.75


_NOT_AGE_WORD: Final = (
    r"(?i)\b(?:pack|bone|corrected|adjusted|gestational|mental|developmental|brain|heart|lung|vascular|"
    r"mean|median|stone|fetal|gest|maternal coverage|ice|average|avg)[ -]$"
)


def check_labelled_age(m: Any, _view: TokenizedText) -> float | None:
    """A number behind ``age``; between table columns the number may be far away."""
    first = m.captures("AGE")[0].rstrip("s")
    age = read_number(first)
    if age is None or age > MAX_AGE or search(_NOT_AGE_WORD, before_age(m, 24)):
        return None
    if not any(c.isdigit() for c in first):
        colon = search(r"[:=]\s*$", m[0][: m.start("AGE") - m.start()])
        return (
            0.45
            if (colon or len(first) == 2) and first not in ("is", "so", "Is", "I", "So", "Il", "IS", "SO")
            else None
        )
    rest = after_age(m)
    if match(
        r"(?i)[ ]?(?:mg|mcg|ml|cc|kg|lbs?|cm|units|and under|and over|and up|&\s?(?:up|over|under)|\+)", rest
    ):
        return None
    return 0.55 if has_letters(first) else 0.95


_DECADE_BEFORE: Final = (
    r"(?i)\b(?:in (?:his|her|their|my|your|our)|his|her|their|my|early|mid|late|aged?|age|in|~|about|"
    r"approx\.?|around|looks|appears|since (?:his|her)|m|f|male|female|onset|to)[ \-]*~?$|~$"
)
_YEARS_1900: Final = r"(?i)\b(?:the|since the|in the|of the|the (?:early|mid|late))[ -]$"
_VITALS: Final = (
    r"(?i)\b(?:hr|bp|sbp|dbp|map|sats?|spo2|o2|pulse|rate|bpm|fio2|temps?|bs|bg|glucose|fsbs|sugars?|"
    r"lows?|highs?|systolics?|diastolics?|icp|rr|inr|weight|wt|lbs|o2 sat|saturations?|upper|teens?|sat|ef|"
    r"egfr|hgb|plt)\b[^.;]{0,14}$"
)
_DECADE_AFTER: Final = r"(?i)[ ]*(?:m|f|male|female|man|woman|yo|lady|gentleman|guy|y/o)\b"


def check_decade(m: Any, _view: TokenizedText) -> float | None:
    """``70s``: a decade of life, not of the century, seconds or a run of values."""
    start = m.start("AGE")
    ahead = on_one_line(m.string[max(0, start - 32) : start])
    rest = after_age(m)
    if search(_VITALS, ahead) or match(r"(?i)[ ]?(?:/|-|–|bpm|mmhg|%|on ra|systolic|ra\b|on \d)", rest):
        return None
    possessive = search(
        r"(?i)\b(?:his|her|their|my|your|our)[ ](?:(?:early|mid|late|upper)[ \-](?:to[ -]late[ -])?)?$", ahead
    )
    if possessive:
        return 0.92
    if search(_YEARS_1900, ahead):
        return None
    if match(_DECADE_AFTER, rest):
        return 0.8
    if match(r"[ ]{2,}\p{L}", rest) and search(r"[ ]{2,}$", ahead):
        return 0.45
    if search(_DECADE_BEFORE, ahead):
        word = not m["n"]
        if search(r"(?i)\bin[ ]$", ahead):
            return 0.45 if not word else None
        return 0.8
    return None


_SUBJECT: Final = (
    r"(?:\b(?i:she|he|i|you|who|pt|patient|claimant|client|resident|mother|father|mom|mum|mammy|dad|"
    r"sister|brother|son|daughter|wife|husband|man|woman|boy|girl|baby|child|aunt|uncle|grandmother|"
    r"grandfather|niece|nephew|cousin|partner|twin|it)|"
    r"\p{Lu}(?:['’]\p{Lu})?\p{Ll}+(?:[-'’]\p{Lu}\p{Ll}+)*)[ ,]+(?:(?i:now|only|just|also|myself),?[ ])?$"
)
UNIT_OR_COUNT_AFTER: Final = (
    r"(?i)[ ]?(?:mg|mcg|ml|cc|kg|lbs?|pounds|cm|mm|inches|feet|ft|units?|weeks?|wks?|months?|mos?\b|"
    r"days?|hours?|hrs?|h\b|min(?:ute)?s?|sec|percent|%|degrees"
    r"|times|x\b|tabs?|of\b|out of|/|in\b(?=\s\d)|(?:am|pm|a\.m|p\.m|a|p)\b|l\b|litres?|liters?|beats|"
    r"bpm|points?|steps|children|kids|people|meters|metres|miles|km|cigarettes|packs?|ppd|beers"
    r"|drinks|pills|episodes|attacks|patients|cases|g\b|grams?|o['’]clock|on (?:ra|room)|fr\b|french|"
    r"gauge|g\p{L}*ma|mmhg|k\b|m\b(?!,)|cycles|doses|visits|sessions|siblings|brothers|sisters|dollars|"
    r"years? (?:ago|later|in|of|since|into|post|for|with|after|together|sober|clean|married))"
)


def check_person_is(m: Any, view: TokenizedText) -> float | None:
    """``she is 33``: the subject is a person and what follows is no unit."""
    age = age_in_years(m) if m["AGE"][0].isdigit() else None
    rest = after_age(m)
    verb = m[0].split()[0].lower().replace("’", "'")
    if age is not None and not 0 < age <= MAX_AGE:
        return None
    word = age is None
    if (
        word
        and m["AGE"].lower()
        in ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
        and not verb.startswith("turn")
    ):
        return None
    if match(r"(?i)[ ]?(?:days?|weeks?|wks?|months?|mos?)\b", rest) and search(
        r"(?i)\b(?:baby|infant|newborn|twins?)[ ]$", before_age(m, 12)
    ):
        return 0.7
    if match(UNIT_OR_COUNT_AFTER, rest) and not (
        match(r"(?i)[ ]?(?:months?|weeks?|days?|mos?|wks?)\b", rest) and verb == "now"
    ):
        return None
    if verb.startswith("turn"):
        return 0.9 if age is None or age > 10 or search(_SUBJECT, before_age(m, 30)) else 0.5
    if (
        verb == "is"
        and age is not None
        and age >= 15
        and match(r"[,.](?:\s|$)", rest)
        and search(r"\p{L}{3},?[ ]$", before_age(m, 8))
        and not search(_SUBJECT, before_age(m, 30))
    ):
        return 0.45
    subject = verb in ("i'm", "he's", "she's") or bool(search(_SUBJECT, before_age(m, 30)))
    if not subject:
        return 0.6 if verb == "now" and match(r"[,.)]", rest) else None
    raw = view.text[m.end("AGE") : m.end("AGE") + 1]
    pronoun = verb in ("i'm", "he's", "she's") or search(
        r"(?i)\b(?:she|he|i|you|who|pt|patient)[ ](?:(?:now|just|only)[ ])?$", before_age(m, 24)
    )
    ends = (
        raw in ("\n", "\r")
        or pronoun
        or match(
            (
                r"(?i)[ ]?(?:[.,;:)!?]|$|-|–|and\b|now\b|this\b|but\b|years?\b|yrs?\b|y/?o\b|next\b|last\b|"
                r"who\b|with\b|when\b|in (?:jan|feb|mar|apr|may|ju|aug|sep|oct|nov|dec)|or so|\()"
            ),
            rest,
        )
    )
    if not ends:
        return 0.45 if not word and age is not None and age >= 18 else None
    return 0.8 if verb in ("is", "was", "am", "i'm", "he's", "she's", "are", "now") else 0.6


_EVENT: Final = (
    r"(?i)\b(?:bronchiolitis|meningitis|croup|measles|fractured|situ|asq|hives|rash|allerg\p{L}*|crash|accident|mvc|mva|vax|vaccin\p{L}*|burn\p{L}*|bite|tubes|"
    r"died|dead|death|passed|deceased|d\.|cancer|ca|mi|cad|cabg|stroke|cva|dx'?d?|diagnosed|"
    r"diagnosis|onset|menarche|menopause|lmp|carcinoma|melanoma"
    r"|leuk\p{L}*|lymphoma|infarct\p{L}*|attack|surgery|appendectomy|appy|tonsill\p{L}*|t&a|"
    r"hysterectomy|tah|splenectomy|cholecystectomy|thelarche|pacemaker|aneurysm"
    r"|dementia|alzheimer'?s?|diabetes|dm|t[12]d|sids|suicide|drowned|fall|fell|injury|seizures?|"
    r"started|began|first|coitarche|sober|smok\p{L}*|quit|drinking|pregnan\p{L}*"
    r"|married|divorce|retired|immigrated|moved|tumou?r|disease|polyps?|failure|transplant|colonoscopy|"
    r"since|emphysema|copd|tb|als|ms|pd|bipolar|schizophrenia|womb|breast|came|arrived|infection|"
    r"convulsion|reflux|asthma|eczema|wheez\p{L}*|hospitali[sz]ed|pneumonia|rsv|otitis|repaired|"
    r"corrected"
    r"|colon|bowel|prostate|ovarian|lung|lungs|unexpectedly|suddenly|killed|shot|stopped|left|father|"
    r"mother|sister|brother|aunt|uncle|grand\p{L}+|cousin|son|daughter"
    r"|mgm|mgf|pgm|pgf|dad|mom|mum|hip|fracture|nodule|overdose|od|gardasil|cataracts?|hearing|walked|"
    r"talked|crawled|sat|steps|words|toilet|trained|head)\b[^.;\n|]{0,48}$"
)
_EVENT_FAR_NOT: Final = (
    r"(?i)\b(?:rate|hr|bp|temp|weight|wt|map|pacing|set|settings?|level|running|infus\p{L}*|spo2|sat|o2|"
    r"fio2|peep|room|rm|bed|gate|line|lane|taped|mark|cm|depth|dose|doses|iop|low|lows|wak\p{L}*|woke|awake)\b[^.;]{0,12}$"
)


def check_age_at_event(m: Any, _view: TokenizedText) -> float | None:
    """``died at 81``: an event of life before it, no unit or time behind it."""
    rest = after_age(m)
    figure = m["AGE"][0].isdigit()
    age = int(m["AGE"]) if figure else None
    verb = m[0][:2].lower()
    months = match(r"(?i)[ ]?(?:months?|mos?)\b(?![ ](?:ago|of))", rest)
    if months:
        return (
            0.6
            if verb == "at" and (search(_MILESTONE, before_age(m)) or search(_EVENT, before_age(m)))
            else None
        )
    if (match(UNIT_OR_COUNT_AFTER, rest) and not match(r"[ ]of[ ]\p{L}{4}", rest)) or not match(
        (
            r"(?i)[ ]?(?:[.,;:)\]|]|$|-|–|—|and\b|or\b|years\b|yrs\b|in\b|on\b|of\b|from\b|with\b|after\b|"
            r"when\b|\(|but\b|by\b|who\b|through\b|\p{L}{2,})"
        ),
        rest,
    ):
        return None
    if age is not None and age < 3 and not (verb == "at" and age == 2 and match(r"[.,;)]", rest)):
        return None
    ahead = before_age(m, 70)
    if verb in ("d.", "al", "li", "de", "di"):
        return 0.7 if search(_RELATIVE_NEAR, ahead) else None
    if verb == "wi":
        return 0.45 if match(r"[.,;)]", rest) and search(_DIED_WITH, ahead) else None
    if verb != "at":
        return (
            0.45
            if figure
            and int(m["AGE"]) > 9
            and not match(r"(?i)[ ]?\p{L}{2,}", rest)
            and search(_SINCE, ahead)
            else None
        )
    if search(_EVENT_FAR_NOT, ahead) or not search(_EVENT, ahead):
        return None
    soft = not match(r"[ ]?[.,;:)(|]|$", rest)
    return 0.6 if soft or not figure or int(m["AGE"]) <= 24 else 0.8


_DIED_WITH: Final = r"(?i)\b(?:died|dead|death|hemorrhage|haemorrhage|stroke|cancer|born)\b[^.;]{0,32}$"
_SINCE: Final = (
    r"(?i)\b(?:smok\p{L}*|drink\p{L}*|sober|using|since|dm|t[12]dm?|diabetes|asthma|epilepsy|seizures)"
    r"[^.;]{0,16}$"
)
_RELATIVE_NEAR: Final = (
    r"(?i)\b(?:\p{L}*father|\p{L}*mother|rnother|mom|mum|dad|sister|brother|sib\p{L}*|aunt|uncle|son|"
    r"daughter|cousin|parents?|[mp]g[mf]|husband|wife|fhx?)\b[^.;\n]{0,40}$"
)
_MILESTONE: Final = (
    r"(?i)\b(?:words?|steps?|walk\p{L}*|talk\p{L}*|crawl\p{L}*|sat|smil\p{L}*|roll\p{L}*|introduced|"
    r"visit|check|wean\p{L}*|solids|babbl\p{L}*|vaccin\p{L}*|rna|repair\p{L}*|started|"
    r"milestones)\b[^.;]{0,30}$"
)


# Checks of ages that stand behind a name, a relative or a date of birth.


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
_RELATIVE_AHEAD: Final = (
    rf"\b(?i:{_RELATIVE})(?!\p{{L}})(?:[ ,:(]{{1,3}}(?:\p{{Lu}}[\p{{L}}'’.\-]*|"
    r"[\"“”'][^\"“”]{1,12}[\"“”']|\(?\d{1,2}\)?(?:[ ]?(?:and|&))?|\([^)]{1,14}\))){0,5}[ ,]*$"
)
_RELATIVE_LOWER: Final = rf"(?i)\b{_RELATIVE}(?!\p{{L}})[ :]{{0,2}}(?:\p{{L}}+(?:[ ]\p{{L}}\.?)?)?[ ]?$"
_TITLED: Final = (
    r"(?i)\b(?:mr|mrs|ms|miss|mx|master|sr|sra|sister|rev|pt|patient)\.?[ ](?:[\p{L}.'’\-]+[ ]?){0,5}$"
)
_NAMES: Final = (
    r"(?:^|[^\p{L}])(?:\p{Lu}[\p{L}'’\-]{1,},?[ ]|\p{Lu}\.[ ]|(?:de|van|der|da|dos|el|al|bin|la|von|le|"
    r"of)[ ]){1,4}\p{Lu}[\p{L}'’\-]+\.?[ ]?$"
)
_COUNTS: Final = (
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


def check_bracketed_age(m: Any, _view: TokenizedText) -> float | None:
    """``Mrs. Ruiz (81)``: a name or a relative before the bracket; values of tests look alike."""
    age = age_in_years(m)
    ahead, rest = before_age(m, 50), after_age(m)
    if age is None or not 0 < age <= MAX_AGE or search(_COUNTS, ahead):
        return None
    if f"({age - 1})" in ahead and m[0] == f"({age}":
        return None  # the items of a list: (1) Marsh Island (2) Pelican Bay
    if match(r"\((?i:age|aged|now|then)", m[0]):
        return 0.8
    unit = match(r"[ ]?(?:y|yo|yrs?|years)\b", rest)
    if search(_TITLED, ahead) or search(_RELATIVE_AHEAD, ahead) or search(_RELATIVE_LOWER, ahead):
        return 0.8
    if search(_BIRTH, ahead):
        return 0.8
    if has_letters(m.captures("AGE")[-1]) and not unit:
        return None
    if unit:
        return 0.7
    if search(_NAMES, ahead) and not ahead.rstrip().isupper():
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


def check_age_between_commas(m: Any, _view: TokenizedText) -> float | None:
    """``Mr. Xiong, 72, is seen``: behind a name, a relative or the number of the chart."""
    age = int(m["AGE"])
    ahead, rest = before_age(m, 50), after_age(m)
    if age <= 12 and rest.startswith(".") and " " not in m[0] and "\n" not in m[0]:
        return None  # a numbered list run together
    if match(r"[ ]?/[MF]", rest):
        return 0.7
    if age > 12 and match(r"(?i)[ ](?:wks|weeks)\b", rest):
        return None
    if age < 1 or (
        match(UNIT_OR_COUNT_AFTER, rest) and not match(r"(?i)[ ](?:mos?|wks|weeks|months)\b", rest)
    ):
        return None
    if search(_RELATIVE_AHEAD, ahead) or search(_RELATIVE_LOWER, ahead) or search(_TITLED, ahead):
        return 0.8
    if search(r"(?i)\b(?:approx|about|now|then|aged?)\b", m[0]) or match(
        r"[ ]?(?:/[MF]|(?:y|yr|yrs)\b)", rest
    ):
        return 0.65
    if search(r"\([^()]{2,40}\p{L}$", ahead) and rest.startswith(")") and not search(_COUNTS, ahead):
        return 0.5
    if age >= 16 and match(r"[.][ ]\p{Lu}", rest) and search(r"\p{L}{4}$", ahead) and " " in m[0]:
        return 0.45 if not search(_COUNTS, ahead) else None
    if match(r"[ ]?$", rest) and search(r"\b\p{L}\.[ ]?\p{L}\.[ ]\p{L}+$", ahead):
        return 0.5
    if match(r"[.]|[ ]?$", rest) and not search(_NAMES, ahead):
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
    if search(_COUNTS, ahead):
        return None
    if search(r"\d{4}$|[\p{L}]\d{3,}$", ahead):
        return 0.5 if age >= 1 and rest.startswith(",") else None
    if search(_NAMES, ahead):
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


_BIRTH: Final = (
    r"(?i)(?:\d{1,2}[ -]?[a-z]{3,9}[ -]?\d{4}|[\dOlI]{1,2}/[\dOlI]{1,2}/[\dOlI]{4}|dob|birth|born|"
    r"d\.o\.b|\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|[a-z]{3}\p{L}* \d{1,2},? \d{4}|\d{4}-\d\d-\d\d)[^\n\d]{0,6}$"
)


def check_header_age(m: Any, _view: TokenizedText) -> float | None:
    """A number between a date and the sex."""
    age = int(m["AGE"])
    if not 0 < age <= MAX_AGE or not search(_BIRTH, line_before(m, 40)):
        return None
    rest = after_age(m)
    return (
        0.75
        if match(r"[ ]?(?:y|yo|yrs?|y/o|years|Y)?[ ]?[/|,·)]?[ ]{0,4}[MFmf]\b|[ ]?(?:y|Y|yrs?)\b", rest)
        else 0.5
        if search(r"(?i)dob|birth|/[ ]$", line_before(m, 40))
        else None
    )


def check_age_after_name(m: Any, _view: TokenizedText) -> float | None:
    """A number behind two parts of a name, in lists and headers."""
    text = m["AGE"]
    age = read_number(text)
    if age is None or age < 1:
        return None
    ahead = line_before(m, 60)
    rest = after_age(m)
    if rest.startswith(","):
        if age >= 3 and search(r"(?:^|\n)[ ]*[-*•][ ]\p{Lu}\p{Ll}{2,}[ ]$", ahead):
            return None if search(_COUNTS, ahead) else 0.5
        if age >= 18 and search(r"\p{L}\.?[ ]-[ ]$", ahead) and not search(_COUNTS, ahead.rstrip(" -")):
            return 0.45
        return 0.6 if search(_RELATIVE_AHEAD, ahead) and search(r"\p{Ll}[ ]$", ahead) else None
    unit = match(r"[ ](?:y|yr|yrs|mo|mos)\b", rest)
    if has_letters(text) and not unit:
        return None
    if search(r"(?i)\b(?:mr|mrs|ms|miss)\.?[ ]\p{L}[\p{L}'’\-]+[ ]$", ahead) and match(
        r"[ ]{2}|[ ]?[|;]", rest
    ):
        return 0.6
    core = compiled(r"[ |·~-]+$").sub("", ahead)
    if search(_COUNTS, core) or search(r"(?i)\b(?:mg|mcg|units)\b", rest[:8]):
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
            if search(r"(?i)\b(?:pt|patient|name|case \d)\b", ahead) or match(_FIRST_WORDS, ahead)
            else None
        )
    if search(r"\b\p{Lu}\p{L}+$", core) and gap == " " and rest[:2] == " |":
        return 0.5
    return None


_FIRST_WORDS: Final = r"[\s*•\-\d.)]*(?:\p{Lu}[\p{L}'’.\-]+[ ,]{1,2})+[ ]*$"
