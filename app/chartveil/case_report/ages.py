"""Ages of persons become bands; ages of anything else, durations, gestation and doses stay as they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
_N = (
    rf"(?<![\d.,/:-])(?:\d{{1,3}}(?:\.\d(?!\d)|[ ]?½|[ ]1/2|[ ]and[ ]a[ ]half)?(?![/:]\d)|"
    rf"\b{_SPELLED}(?:[ -]and[ -]a[ -]half)?\b)"
)
"""A number of years, months, weeks or days; no part of a longer one, of a date, a time or a ratio."""
_UNIT = r"(?:years?|yrs?|months?|mths?|mos?|weeks?|wks?|days?)"
_PART = (
    r"(?:,?\s*(?:and\s+)?(?<!\d)\d{1,2}\s?(?:months?|mths?|mos?|m|weeks?|wks?|w|days?|d)"
    r"\b(?:\s+and\s+a\s+half)?|\s+\d{1,2}/12\b)"
)
"""What stands behind the years or months: ``12 yrs 10 months``."""
_AGE = rf"(?P<age>(?P<n>{_N})(?:\s?(?P<unit>{_UNIT}|y(?:/?o)?)\b{_PART}?)?)"
_KIN = (
    r"(?:(?:ex-|step|half-|grand|great-grand|foster\s)?"
    r"(?:mother|father|mum|mom|mam|dad|son|daughter|brother|sister|child|parent)|"
    r"(?:ex-)?(?:husband|wife|spouse|partner)|husb|dtr|dau|sis|bro|grandma|grandpa|granny|gran|nan|aunt|"
    r"uncle|"
    r"aunty|auntie|niece|nephew|cousin|fianc[ée]e?|boyfriend|girlfriend|neighbou?r|friend|roommate|flatmate|"
    r"carer|caregiver|guardian|widow|widower|twin|sibling)"
)
_SMALL = r"(?:baby|infant|newborn|neonate|toddler|child|boy|girl)"
_KIN_PLURAL = (
    r"(?:(?:grand|step)?(?:children|sons|daughters|kids)|brothers|sisters|siblings|twins|triplets|boys|girls|"
    r"nieces|nephews)"
)
_NAMES = (
    r"(?-i:[A-Z][a-z'’]{2,}(?:-[A-Z][a-z'’]+)?(?:[ ](?:[A-Z]\.?[ ])?[A-Z][a-z'’]+(?:-[A-Z][a-z'’]+)?){0,2})"
)
_BEHIND = r"(?=\s*(?:[,;)]|$|\n|\.(?!\d))|\s+(?:today|now|as\s+of)\b)"
"""What may stand behind an age that is said in passing: ``Kirsten, 24, will``."""
_NO_AGE = (
    r"(?!\s?(?:\d|[%°/:]|a\.?m\b|p\.?m\b|h\b|hrs?\b|hours?|o.?clock|weeks?|wks?|days?|months?|mths?|"
    r"mos?\b|mins?\b|"
    r"minutes?|s\b|secs?\b|seconds?|mg|mcg|ml|mmol|mm|cm|kg|g\b|bpm|units?|iu\b|degrees?|deg\b|l\b|x\b|to\b|"
    r"of\b|per\b|this\s+(?:morning|afternoon|evening)|in\s+the\s+(?:morning|afternoon|evening)|tonight|"
    r"(?:\s?(?:,|&|and|or|-|–)\s?\d{1,3})+\s?(?:mos?|months?|mths?|wks?|weeks?|hrs?|hours?|h|days?|"
    r"d)\b|"
    r"times|gestation|post|later|ago|and\s+\d))"
)
"""After a bare number: what makes it a time of day, a measure, a duration."""
_TOLD_AT = (
    r"died|dead|deaths?|deceased|passed\s+away|detected|diagnos\w+|menarche|menopause|married|widowed|"
    r"orphaned|"
    r"retired|divorced|emigrated|left\s+school|tested|screened"
)
"""What is told with an age rather than with an hour or a value."""
_CHILDHOOD = (
    r"measles|chicken\s?pox|varicella|mumps|rubella|whooping\s+cough|febrile\s+(?:fits?|seizures?|"
    r"convulsions?)|"
    r"first\s+(?:fit|seizure|convulsion|words?|steps?)|single\s+(?:fit|seizure|convulsion)|meningitis|"
    r"bronchiolitis|"
    r"croup|weaned|toilet[\s-]trained"
)
_ID_FIELD = r"(?:M\.?R\.?N\b|DOB\b|D\.O\.B|(?:IP|OP|CR|Reg|Hosp\w*|UR|UHID|NHS|CHI)(?:[ ]?(?:No|#|:)|[ ]\d))"
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
    r"french|pigtail|scopes?|beyond|above|for\s+\d|x\s?\d)\b)"
)
_NO_FEVER = (
    r"(?<!fever \d{3} F)(?<!temp \d{3} F)(?<!T \d{3} F)(?<!fever \d{2} F)(?<!of \d{3} F)(?<!to \d{3} F)"
    r"(?<!> \d{3} F)(?<!>\d{3} F)(?<!< \d{3} F)(?<!Tmax \d{3} F)"
)
"""``fever 101 F`` is no age and sex."""
_YEARS = r"(?:y|yrs?|years?|yo)\b\.?"
_MEASURED = re.compile(r"(?:^|(?<=[\s(]))(?!(?:a|this|is|was)[ ])(?:[a-z]+|\d[\w.,]*)[ ]$")
"""Before a number and a letter: ``6h 12 M`` and ``through 14 F`` are no age and sex, ``Ott 54 F`` is one."""
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("twelfths", rf"\b(?:(?:aged?|{_SMALL}|{_KIN})\s*[:,]?\s*(?:is\s+|was\s+|now\s+)*)"
                     r"(?P<n>\d{1,2})/(?P<part>12|52)\b"),
        ("twelfths", r"(?<![\w/.])(?P<n>\d{1,2})/(?P<part>12|52)(?=[\s-]*(?:old|of\s+age)\b|\s*/\s?[MF]\b)"),
        ("twelfths", r"(?<![\w/.])(?P<n>\d{1,2})/(?P<part>7)(?=[\s-]*(?:old|of\s+age)\b)"),
        ("twelfths", r"(?<![\w/.])(?P<n>\d{1,2})/(?P<part>12|52)"
                     r"(?=[ ]{1,4}(?-i:[MF])(?:[ ]*$|[ ]*\n|[ ]{2}|,))"),
        ("twelfths", rf"\b(?:{_CHILDHOOD}|fits?|seizure|walk\w*|sat|smil\w+|talk\w*|wean\w*)\b"
                     r"[^.;\n]{0,25}?\b(?:at|from|since|by)\s+(?P<n>\d{1,2})/(?P<part>12|52)\b"),
        ("plain", r"(?<![\w/.-])(?P<age>(?P<n>\d{1,3})\s?(?P<unit>y)(?:rs?|ears?)?,?\s?\d{1,2}\s?"
                  r"m(?:os?|ths?|onths?)?)\b(?!\s{0,4}/?\s?(?-i:[MF])\b)(?!\s*(?:ago|later|post|after|of|survival|follow|duration|"
                  r"history|since))"),
        ("plain", rf"\((?P<age>(?P<n>{_N})\s?(?P<unit>{_UNIT})\b)"
                  r"(?=\s+(?:old\s+)?(?:today|tomorrow|yesterday|now)\b)(?![^)]*\b(?:since|post|after|ago)\b)"),
        ("plain", r"(?<![\w/.-])(?P<age>(?P<n>[1-9]\d)[ -]?ish)\b(?P<unit>)"),
        ("plain", r"\b(?:SVD|NVD|FTND|FTNVD|LSCS|EMCS|EMLSCS|ELCS|C/?S|A/W|alive)\b[^\n\d]{0,30}?,\s*"
                  r"(?P<age>(?P<n>\d{1,2})\s?(?P<unit>yrs?|years?|months?|mths?)\b)(?=\s*(?:$|\n|[,;.)]))"),
        ("plain", rf"\b(?:measles|MMR|BCG|penta\w*|varicella|chicken\s?pox|mumps)\s+"
                  rf"(?P<age>(?P<n>{_N})\s?(?P<unit>months?|mths?|mos?|years?|yrs?)\b)"
                  r"(?!\s*(?:ago|later|due|post))"),
        ("milestone", r"\b(?P<what>rolled|smiled|smiles|sat|crawled|walked|walks|talked|babbl\w+|weaned|"
                      r"cruis\w+|potty[- ]trained|toilet[- ]trained|first[ ](?:words?|steps?|tooth|teeth))\b"
                      rf"[^.;:\n\d]{{0,20}}?(?P<age>(?P<n>{_N})\s?(?P<unit>{_UNIT})\b)"
                      r"(?!\s*(?:ago|later|post|after|before|of\b|delay|behind))"),
        ("of life", rf"(?<!first )(?<!last )(?<!every )(?P<n>{_N})\s+(?P<unit>days?|weeks?|months?)"
                    r"\s+of\s+life\b"),
        ("kin sexed", rf"\b{_KIN}\s*[,:]?\s*(?P<n>\d{{1,3}})\s?/\s?(?-i:[MF])\b"),
        ("listed", rf"\b(?:aged?|ages)\s+(?P<n>{_N})(?P<rest>(?:\s*(?:,\s*and|,|&|and)\s*{_N}){{2,}})"
                   rf"(?:\s?(?P<unit>{_UNIT})\b)?(?!\s*[%/])"),
        ("plain", r"(?<![\w/.+-])(?P<age>(?P<n>\d{1,2})(?P<unit>)[ ]\d{1,2}/12)\b"
                  r"(?!\s*(?:ago|later|history|post|after))"),
        ("twelfths", r"\b(?:measles|MMR|vaccin\w*|imm\w*|BCG|penta\w*|OPV)\b[^.;\n]{0,30}?"
                     r"\b\d{1,2}/12\s*(?:and|&|,)\s*(?P<n>\d{1,2})/(?P<part>12)\b"),
        ("old", rf"(?P<n>{_N})(?P<join>[\s-]*)(?P<unit>{_UNIT}){_PART}?(?P<join2>[\s-]+)(?:olds?|of\s+age)"
                rf"\b"),
        ("infant", rf"(?P<n>{_N})\s?(?P<unit>wks?|mos?|weeks?|months?)(?:\s\d{{1,2}}\s?(?:wks?|weeks?|d|"
                   rf"days?))?"
                   r"(?=\s+(?:chronologic\w*|postnatal)\b|\s*\((?:\d[^()\n]*)?(?:corrected|PMA)\b)"),
        ("yo", r"(?<![\d./])\b(?P<n>\d{1,3})(?P<gap>[\s-]*)(?P<yo>(?:y/?o|y-o|yr?[\s-]?old|y/?r/?o|m/o|"
               r"w/o|d/o|yo)\b|"
               r"y\.\s?o\.?(?!\w))"),
        ("yo", r"(?<![\d./])\b(?P<n>\d{1,3})(?P<gap>\s?)(?P<yo>y|yrs?|years?)(?=\s+(?:fe)?male\b|"
               r"\s+(?:wom|m)an\b|"
               r"\s+(?:lady|gentleman|boy|girl|child|primip\w*|multip\w*|G\d))"),
        ("sexed", rf"(?<![\w/.-])(?P<n>\d{{1,3}})\s?(?P<y>{_YEARS}){_PART}?[ \t]{{0,6}}[/,]?[ \t]{{0,6}}"
                  r"(?-i:(?P<sex>M|F|Male|Female|MALE|FEMALE)\b)(?:/?C(?:h)?\b)?(?!\.[ ]?\S)"),
        ("sexed", rf"(?<![\w/.-])(?P<n>\d{{2,3}})\s?(?:/\s?)?(?-i:(?P<sex>[FM])\b)"
                  rf"(?=[\s,.;)/]|$)(?:/C\b)?{_NO_SIZE}{_NO_FEVER}"),
        ("sexed", r"(?<![\w/.-])(?-i:(?P<sex>M|F|Male|Female|MALE|FEMALE))[ \t]{0,4}[/,]?[ \t]{0,4}"
                  rf"(?P<n>\d{{1,3}})\s?(?P<y>{_YEARS}){_PART}?"),
        ("sexed", r"(?<![\w/.-])(?-i:(?P<sex>[FM]))\s?/?\s?(?P<n>\d{2})(?=[\s,.;)/]|$)(?![./]\d)"),
        ("plain", rf"(?P<age>(?P<n>{_N})\s?(?P<unit>years?|yrs?|y)\b{_PART}?)(?=\s*,?\s*{_ID_FIELD})"),
        ("plain", rf"\b(?:{_SMALL}|{_KIN})(?:,| of|:)?\s+(?P<age>(?P<n>{_N})\s?(?P<unit>{_UNIT}|y)\b{_PART}?)"
                  r"(?!\s+(?:ago|of|since|later|earlier|before|after|history|supply|post\w*))"),
        ("plain", rf"\b{_KIN}(?:[,:]?\s+|\s*\(){_NAMES}(?:,\s?|\s?\()(?:(?:now|aged|age|only)\s+|"
                  rf"over\s+[^(),\n]{{0,30}},\s)?"
                  rf"{_AGE}{_BEHIND}"),
        ("plain", rf"\b{_KIN}\s+{_NAMES}\s\([^(),\n\d]{{3,30}},\s{_AGE}{_BEHIND}"),
        ("plain", rf"\b(?!(?:child|twin|sibling)\b){_KIN},?\s+(?P<age>(?P<n>\d{{1,2}}))"
                  r"(?=\s*(?:[,;)]|$|\n|\.(?:\s|$))|\s+(?:alive|healthy|well|living|died|dead|deceased|"
                  r"with|has|had)\b)"),
        ("plain", r"\b(?:toddler|child|boy|girl) of (?P<age>(?P<n>\d{1,2}))\b(?!\s*(?:mg|kg|cm|siblings|"
                  r"children))"),
        ("plain", r"\b(?:s?he|patient|pt|who)(?:\s+(?:is|was|will\s+be|would\s+be)|['’]s)\s+"
                  r"(?:(?:now|only|just|about|almost|nearly|already|barely)\s+)?(?P<age>(?P<n>(?<![\d.])"
                  r"\d{1,3}))"
                  r"(?=\s+(?:now|on|when|today|next|this|and)\b|\s+in\s+(?-i:[A-Z])|\s*(?:[,;)]|\.(?:\s|$)"
                  r"|$|\n))"),
        ("plain", rf"\bwhen\s+(?:s?he\s+was\s+)?(?P<age>(?P<n>{_N})\s?(?P<unit>months?|mths?|mos?|years?|"
                  rf"yrs?)\b)"
                  r"(?!\s*(?:pregnant|gestation|later|post|after|ago|in|into))"),
        ("listed", rf"\b(?:twins|triplets)\s*[,(:]?\s*(?:aged\s+|both\s+|now\s+)?(?P<n>{_N})"
                   rf"(?:\s?(?P<unit>{_UNIT})\b)?"
                   r"(?=\s*(?:[,;)]|\.(?:\s|$)|$|\n))"),
        ("listed", rf"\b{_KIN_PLURAL}\s*[,:]?\s*\(?(?:(?:are|were)\s+)?(?:now\s+|both\s+|aged?\s+)?"
                   rf"(?P<n>{_N})(?P<rest>(?:\s*(?:,|&|and|,\s*and)\s*{_N})+)(?:\s?(?P<unit>{_UNIT})\b)?"
                   r"(?=\s*(?:[,;)]|\.(?:\s|$)|$|\n)|\s+(?:visit|live|stay|help|come|now|at\s+home)\b)"),
        ("plain", r"\d{1,2}[./-](?:\d{1,2}|[a-z]{3})[./-]\d{2,4}[ ]{0,3}\((?P<age>(?P<n>\d{1,3})\s?"
                  r"(?P<unit>years?|yrs?|y)\b)[ ]?\)"),
        ("plain", r"(?<![\w/.-])(?P<age>(?P<n>\d{2})\s?(?P<unit>years?|yrs?|y))\b"
                  r"(?=[ ]{0,4},?[ ]{0,4}(?-i:P\d|G\d|Para\b|para\b))"),
        ("plain", r"\b(?:mat(?:ernal)?|mother['’]?s?)[ ](?:hx|history|details)[ ]?[:,-][ ]?"
                  r"(?P<age>(?P<n>\d{2})\s?(?P<unit>years?|yrs?|y)\b)"),
        ("plain", rf"\bs?he(?:\s+is|['’]s)\s+(?P<age>(?P<n>{_SPELLED}(?:[ -]and[ -]a[ -]half)?))"
                  r"(?=\s+now\b)"),
        ("listed", rf"\b(?:s?he|who)\s+(?:was|is)\s+(?P<n>{_N})(?P<rest>(?:\s+(?:or|and)\s+{_N})+)"
                   rf"(?:\s?(?P<unit>{_UNIT})\b)?(?!\s*[%/])"),
        ("at", rf"\b(?:at|until|before|after|since|from|by|of)\s+(?:the\s+)?ages?\s+(?:of\s+)?(?P<n>{_N})"
               rf"(?:(?:\s*(?P<and>-|–|to|and|,)\s*)(?P<n2>{_N}))?(?:\s+(?P<unit>{_UNIT})\b)?"),
        ("aged", rf"\b(?:aged?|age of|age (?:was|is)|ages)(?P<sep>\s*[:=]?\s*)(?:(?:about|around|"
                 rf"approx\.?|~)\s*)?(?P<n>{_N})"
                 r"(?!\d|\s*(?:%|/|mg|years? of))"
                 rf"(?:(?:\s*(?P<and>-|–|to|and|,)\s*)(?P<n2>{_N})(?![\d/%]|\s*(?:mg|ml)))?"
                 rf"(?:(?P<gap>[\s-]*)(?P<unit>{_UNIT})\b{_PART}?(?P<old>\s+old)?|(?P<y>\s?y(?:rs?)?)"
                 rf"\b{_PART}?)?"),
        ("age field", rf"\b(?:age|alter)(?:\s*\((?:yrs?|years?)\))?\s*[:=-]\s*(?P<n>\d{{1,3}})"
                      rf"(?:\s*(?P<unit>{_UNIT}|y/?o?)\b{_PART}?)?"),
        ("turned", rf"\b(?:turn(?:ed|s|ing)?|just turned)\s+(?P<n>{_N})\b"
                   rf"(?!\s*(?:degrees|°|times|%|{_UNIT}|mg|ml|off|over|hours?))"),
        ("birthday", r"\b(?:on|at|around|before|after|since|by|near)?\s*(?P<who>her|his|their|the)\s+"
                     r"(?P<n>\d{1,3}(?:st|nd|rd|th)|[a-z]+(?:[- ][a-z]+)?th|first|second|third|"
                     r"[a-z]+-(?:first|second|third))"
                     r"\s+birthday\b"),
        ("birthday of", rf"\b{_KIN}['’]s\s+(?P<n>\d{{1,3}}(?:st|nd|rd|th))(?:\s+birthday\b|"
                        r"(?=\s+(?:on|in|at|party|this|next)\b|\s*[.,;?!)]))"),
        ("life", r"\b(?:day|week|month)s?\s+of\s+life\s*#?\s*(?P<n>\d{1,3})\b|"
                 r"\bDOL\s*#?\s*(?P<n3>\d{1,3})\b"),
        ("at n", r"\b(?:MI|died|dead|death|cancer|ca|stroke|CVA|diabetes|dx|diagnosed|onset|menarche|"
                 r"menopause|surgery|"
                 r"operation|infarct|dementia|father|mother|brother|sister|uncle|aunt|cousin|grandmother|"
                 r"grandfather)\b"
                 rf"[^.;\n]{{0,30}}?\b(?:at|aged)\s+(?P<n>\d{{1,2}}|{_SPELLED})(?=\s*(?:[.,;)\n]|$|from\b|"
                 rf"of\b|after\b|and\b))"),
        ("at n", rf"\b(?:{_TOLD_AT})\b[^.;:\n]{{0,40}}?\bat\s+(?P<n>(?<![\d.])\d{{1,2}}\b|{_SPELLED}\b)"
                 rf"(?![.,]\d){_NO_AGE}"),
        ("at n", rf"\bat\s+(?P<n>{_TEEN})(?:\s+to\s+(?P<n2>{_TEEN}))?(?=\s*(?:[.,;)\n]|$))"),
        ("plain", rf"\b(?:menarche|menopause)\s*(?:[-:@,(]\s*)?(?P<age>(?P<n>\d{{2}}))\b{_NO_AGE}"),
        ("plain", rf"\b(?:{_CHILDHOOD})\b(?:(?!due|vacc|dose)[^.;:\n]){{0,20}}?\bat\s+(?:about\s+)?"
                  rf"(?P<age>(?P<n>{_N})\s?(?P<unit>months?|mths?|mos?|years?|yrs?)\b)"
                  r"(?!\s*(?:pregnant|gestation|later|post|after|ago|follow|of\s+(?:treatment|therapy)))"),
        ("infant", rf"(?<![+\d])(?P<n>{_N})\s+(?P<unit>{_UNIT})"
                   rf"(?:\s+(?:and\s+)?{_N}\s+(?:months?|weeks?|days?))?\s+corrected\b"),
        ("infant", rf"\bcorrected\s+(?:age\s+)?(?P<n>{_N})\s+(?P<unit>weeks?|months?)\b"),
        ("infant", rf"\b(?:is\s+)?now\s+(?P<n>{_N})(?:\s+and\s+a\s+half)?"
                   rf"(?:\s+(?P<unit>{_UNIT})\b(?:\s+(?:and\s+)?{_N}\s+(?:months?|weeks?|"
                   rf"days?))?)?(?=\s*[.,;\n])"),
        ("school", r"\b(?:in\s+)?(?-i:Year|Yr)\s+(?P<n>[1-9]|1[0-3])\b"
                   r"(?!\s*(?:of|after|post|follow|data|survival))"),
        ("class", r"(?P<lead>\b(?:in|studying\s+in|of)\s+)?(?<!\w)(?-i:Std|STD)\.?\s+(?P<class>[1-9]|"
                  r"1[0-2]|[IVX]+)\b"),
        ("class", r"(?P<lead>\b(?:in|studying|studies\s+in|in\s+school,)\s+)(?-i:Class|Form)\s+"
                  r"(?P<class>[1-9]|1[0-2]|[IVX]+)\b(?!\s*(?:heart|angina|symptom|dyspn|malocc|\(NYHA|"
                  r"lupus|nephritis|obesity))"),
        ("grade", r"\b(?P<lead>(?:in|since|during|until|through)\s+)?(?:(?:the|her|his)\s+)?(?P<grade>"
                  r"kindergarten|LKG|UKG|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|"
                  r"tenth|eleventh|"
                  r"twelfth|1st|2nd|3rd|[4-9]th|1[0-2]th)[\s-]+(?:grade(?P<pupil>r)?|standard)|"
                  r"(?:freshman|sophomore|junior|senior)\s+year(?:\s+of\s+(?:high\s+school|college))?)\b"
                  r"(?![\s-]+(?:tear|burn|murmur|block|prolapse|sprain|injur\w+|lacerations?|disease|of care|"
                  r"dose|treatment|deviations?))"),
        ("grade", r"\b(?:in|since|during|until|through)\s+grade\s+(?P<grade>[1-9]|1[0-2])\b"
                  r"(?!\s*(?:of|to|or|-|–|disease|tumou?r|toxicit\w+|pain)\b)"),
    )
)  # fmt: skip
_DEVELOPMENT = re.compile(
    r"(?:^|[\n.;]|[ \t]{2})[ \t]*(?:dev|development(?:al)?|milestones)(?:[ ](?:history|hx|milestones)"
    r")?[ ]?[:.-][ \t]*"
    r"(?P<told>[^\n]{1,300}?)(?=\n|$|(?<=\.)[ ]+[A-Z][A-Za-z ]{2,24}:)",
    re.IGNORECASE,
)
_MILESTONE = re.compile(
    rf"(?P<age>(?P<n>{_N})\s?(?P<unit>{_UNIT}|[ymw])\b)(?!\s*(?:ago|later|delay|behind|correct|gestation|"
    rf"pre-?term|of\b))",
    re.IGNORECASE,
)
"""``Dev: walked 13 mo, sentences 2 yrs``: behind the name of this field all is told by age."""
_GRADES = {
    **dict.fromkeys(("kindergarten", "lkg", "ukg"), "in early childhood"),
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
            add(_FORMS[name](m, text))
    for told in _DEVELOPMENT.finditer(text):
        for m in _MILESTONE.finditer(text, *told.span("told")):
            add(_plain(m, text))
    for span in spans:
        if span.label in (Label.PATIENT, Label.RELATIVE) and (beside := _BESIDE_NAME.match(text, span.end)):
            add(_plain(beside, text))
    for span in spans:
        if span.label is Label.AGE:
            add(_of_span(span, text))
    return sorted(found)


_BESIDE_NAME = re.compile(
    rf"(?:[ ]{{1,3}}\(?|,[ ]|[ ]?\()(?:now[ ]|aged[ ]|nearly[ ]|almost[ ]|just[ ])?{_AGE}"
    rf"(?:(?=[ ]{{2}}|[ ]?(?:[,;)\n]|\.(?!\d))|[ ](?:today|now|as[ ]of)\b)|(?=[ ]+(?:{_ID_FIELD}|male|"
    rf"female|M\b|F\b)))|"
    rf"[ ]{{4,40}}(?P<age2>(?P<n2>\d{{1,3}}))(?=[ ]+(?:{_ID_FIELD}|male\b|female\b|[MF]\b))",
    re.IGNORECASE,
)
"""``Odhran, 13 weeks,``: an age right behind a name."""


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
    group = "age" if m["age"] else "age2"
    told = _told(m, "n" if m["age"] else "n2")
    return _made(m.start(group), m.end(group), told.words()) if told else None


def _old(m: re.Match[str], text: str) -> Alteration | None:
    """``a 62-year-old woman``, ``62 y/o``, ``62 years old``."""
    groups = m.groupdict()
    number = _number(groups["n"])
    unit = _unit(groups.get("unit") or groups.get("yo") or "years")
    after = text[m.end() : m.end() + 40]
    if number is None or number > 120 or _THING_NOUN.match(after):
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


def _infant(m: re.Match[str], text: str) -> Alteration | None:
    told, start, end = _told(m), m.start(), m.end()
    if told is None:
        return None
    opening = re.match(r"(?:is\s+)?now\s+|corrected\s+(?:age\s+)?", text[start:end], re.IGNORECASE)
    tail = " corrected" if text[start:end].lower().endswith("corrected") else ""
    return _made(start + (opening.end() if opening else 0), end, told.words() + tail)


def _sexed(m: re.Match[str], text: str) -> Alteration | None:
    """``54F``, ``12Y 2M / M``, ``M/34``."""
    number = _number(m["n"])
    sex, years = m["sex"][0].upper(), m.groupdict().get("y")
    if not number or number > 120:
        return None
    before, after = text[max(0, m.start() - 24) : m.start()], text[m.end() : m.end() + 4]
    if not years and (
        (sex == "F" and number >= _FEVER) or re.match(r"\s*(?:/|\d)", after) or _MEASURED.search(before)
    ):
        return None
    noun = {"F": "female", "M": "male"}[sex]
    child = " child" if text[m.start() : m.end()].rstrip("hH").endswith("/C") else ""
    return _made(m.start(), m.end(), f"{_adjective(*age_band(number))} {noun}{child}")


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
    for n in re.finditer(_N, text[first:end], re.IGNORECASE):
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
    if told is None or _THING_NOUN.match(after) or re.match(r"\s*(?:degrees|times|,\d)", after):
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
    words = _GRADES[re.split(r"[\s-]", groups["grade"])[0].lower()]
    if groups.get("pupil"):
        words = words.removeprefix("at ").replace(" age", " pupil")
        if text[m.start() - 3 : m.start()] == "an ":
            return _made(m.start() - 3, m.end(), f"a {words}")
    elif groups.get("lead", "") is None and "school" in words:
        words = words.removeprefix("at ").replace("-school age", " school")
    return _made(m.start(), m.end(), words)


_FORMS: dict[str, Callable[[re.Match[str], str], Alteration | None]] = {
    "plain": _plain,
    "old": _old,
    "yo": _old,
    "twelfths": _twelfths,
    "infant": _infant,
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
    "kin sexed": _kin_sexed,
    "at n": _at_n,
    "school": _school,
    "class": _class,
    "grade": _grade,
}
"""What writes the age of each form."""
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
    if (
        not unit_match
        and first.end() == len(written)
        and (
            not re.match(_NO_AGE, after, re.IGNORECASE)
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
