"""Patterns for the ages of persons in notes: ``62-year-old``, ``M/34``, ``dead at 54``, ``twins 9``.

``<<name>>`` in a form stands for the words of that list of ``resources/case_report/age_words.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from chartveil.domain.resource_files import word_lists

_ONES = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SPELLED = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES)}))?|{'|'.join(_TEENS)}|{'|'.join(_ONES)}|a hundred)"
)
_TEEN = "|".join(_TEENS)
NUMBER = (
    rf"(?<![\d.,/:-])(?:\d{{1,3}}(?:\.\d(?!\d)|[ ]?½|[ ]1/2|[ ]and[ ]a[ ]half)?(?![/:]\d)|"
    rf"\b{_SPELLED}(?:[ -]and[ -]a[ -]half)?\b)"
)
"""A number of years, months, weeks or days; no part of a longer one, of a date, a time or a ratio."""
UNIT = r"(?:years?|yrs?|months?|mths?|mos?|weeks?|wks?|days?)"
_PART = (
    r"(?:,?\s*(?:and\s+)?(?<!\d)\d{1,2}\s?(?:months?|mths?|mos?|m|weeks?|wks?|w|days?|d)"
    r"\b(?:\s+and\s+a\s+half)?|\s+\d{1,2}/12\b)"
)
"""Further parts behind the years or months: ``12 yrs 10 months``."""
_AGE = rf"(?P<age>(?P<n>{NUMBER})(?:\s?(?P<unit>{UNIT}|y(?:/?o)?)\b{_PART}?)?)"
_MILESTONES, _ILLNESSES = "<<milestones>>", "<<illnesses>>"
_EVENTS, _CHILDHOOD = "<<events>>", "<<childhood>>"
_KIN = r"(?:(?:ex-|step|half-|grand|great-grand|foster\s)?(?:<<kin>>)|(?:ex-)?(?:<<partners>>)|<<others>>)"
_SMALL = "(?:<<small>>)"
_KIN_PLURAL = "(?:(?:grand|step)?(?:<<children>>)|<<several>>)"
_NAMES = (
    r"(?-i:[A-Z][a-z'’]{2,}(?:-[A-Z][a-z'’]+)?(?:[ ](?:[A-Z]\.?[ ])?[A-Z][a-z'’]+(?:-[A-Z][a-z'’]+)?){0,2})"
)
_BEHIND = r"(?=\s*(?:[,;)]|$|\n|\.(?!\d))|\s+(?:today|now|as\s+of)\b)"
"""Text that may follow an age that is mentioned in passing: ``Kirsten, 24, will``."""
NO_AGE = (
    r"(?!\s?(?:\d|[%°/:]|a\.?m\b|p\.?m\b|h\b|hrs?\b|hours?|o.?clock|weeks?|wks?|days?|months?|mths?|"
    r"mos?\b|mins?\b|"
    r"minutes?|s\b|secs?\b|seconds?|mg|mcg|ml|mmol|mm|cm|kg|g\b|bpm|units?|iu\b|degrees?|deg\b|l\b|x\b|to\b|"
    r"of\b|per\b|this\s+(?:morning|afternoon|evening)|in\s+the\s+(?:morning|afternoon|evening)|tonight|"
    r"(?:\s?(?:,|&|and|or|-|–)\s?\d{1,3})+\s?(?:mos?|months?|mths?|wks?|weeks?|hrs?|hours?|h|days?|"
    r"d)\b|"
    r"times|gestation|post|later|ago|and\s+\d))"
)
"""After a bare number: what makes it a time of day, a measure, a duration."""
_ID_FIELD = r"(?:M\.?R\.?N\b|DOB\b|D\.O\.B|(?:IP|OP|CR|Reg|Hosp\w*|UR|UHID|NHS|CHI)(?:[ ]?(?:No|#|:)|[ ]\d))"
_NO_SIZE = r"(?!\s*(?:<<sizes>>)\b)"
_NO_FEVER = (
    r"(?<!fever \d{3} F)(?<!temp \d{3} F)(?<!T \d{3} F)(?<!fever \d{2} F)(?<!of \d{3} F)(?<!to \d{3} F)"
    r"(?<!> \d{3} F)(?<!>\d{3} F)(?<!< \d{3} F)(?<!Tmax \d{3} F)"
)
"""``fever 101 F`` is no age and sex."""
_YEARS = r"(?:y|yrs?|years?|yo)\b\.?"
_FORMS = (
    ("twelfths", rf"\b(?:(?:aged?|{_SMALL}|{_KIN})\s*[:,]?\s*(?:is\s+|was\s+|now\s+)*)"
                 r"(?P<n>\d{1,2})/(?P<part>12|52)\b"),
    ("twelfths", r"(?<![\w/.])(?P<n>\d{1,2})/(?P<part>12|52)(?=[\s-]*(?:old|of\s+age)\b|\s*/\s?[MF]\b)"),
    ("twelfths", r"(?<![\w/.])(?P<n>\d{1,2})/(?P<part>7)(?=[\s-]*(?:old|of\s+age)\b)"),
    ("twelfths", r"(?<![\w/.])(?P<n>\d{1,2})/(?P<part>12|52)"
                 r"(?=[ ]{1,4}(?-i:[MF])(?:[ ]*$|[ ]*\n|[ ]{2}|,))"),
    ("twelfths", rf"\b(?:{_CHILDHOOD}|fits?|seizure|walk\w*|sat|smil\w+|talk\w*|wean\w*)\b"
                 r"[^.;\n]{0,25}?\b(?:at|from|since|by)\s+(?P<n>\d{1,2})/(?P<part>12|52)\b"),
    ("twelfths", r"\bcorrected\s+(?:age\s+)?(?:to\s+)?(?P<n>\d{1,2})(?:[½¼¾]|\.\d)?/(?P<part>7|12|52)\b"),
    ("hours", r"\bage\s+(?:at|on)\s+(?:<<moments>>)\b\s*[:=]?\s*"
              r"(?P<age>(?P<n>\d{1,3})\s?(?P<unit>minutes?|mins?|hours?|hrs?|h)\b)"),
    ("hours", r"(?<![\d.,/:-])(?P<age>(?P<n>\d{1,3})\s?(?P<unit>minutes?|mins?|hours?|hrs?|h))"
              r"(?=[\s-]+(?:of\s+(?:age|life)|old)\b)"),
    ("plain", rf"\bage\s+(?:at|on)\s+(?:<<moments>>)\b\s*[:=]?\s*"
              rf"(?P<age>(?P<n>\d{{1,3}})\s?(?P<unit>{UNIT}|y|m|w|d)\b)"),
    ("plain", r"(?<![\w/.-])(?P<age>(?P<n>\d{1,3})\s?(?P<unit>y)(?:rs?|ears?)?,?\s?\d{1,2}\s?"
              r"m(?:os?|ths?|onths?)?)\b(?!\s{0,4}/?\s?(?-i:[MF])\b)(?!\s*(?:ago|later|post|after|of|"
              r"survival|follow|duration|"
              r"history|since))"),
    ("plain", rf"\((?P<age>(?P<n>{NUMBER})\s?(?P<unit>{UNIT})\b)"
              r"(?=\s+(?:old\s+)?(?:today|tomorrow|yesterday|now)\b)(?![^)]*\b(?:since|post|after|ago)\b)"),
    ("plain", r"(?<![\w/.-])(?P<age>(?P<n>[1-9]\d)[ -]?ish)\b(?P<unit>)"),
    ("plain", r"\b(?:SVD|NVD|FTND|FTNVD|LSCS|EMCS|EMLSCS|ELCS|C/?S|A/W|alive)\b[^\n\d]{0,30}?,\s*"
              r"(?P<age>(?P<n>\d{1,2})\s?(?P<unit>yrs?|years?|months?|mths?)\b)(?=\s*(?:$|\n|[,;.)]))"),
    ("plain", rf"\b(?:measles|MMR|BCG|penta\w*|varicella|chicken\s?pox|mumps)\s+"
              rf"(?P<age>(?P<n>{NUMBER})\s?(?P<unit>months?|mths?|mos?|years?|yrs?)\b)"
              r"(?!\s*(?:ago|later|due|post))"),
    ("milestone", rf"\b(?P<what>{_MILESTONES})\b"
                  rf"[^.;:\n\d]{{0,20}}?(?P<age>(?P<n>{NUMBER})\s?(?P<unit>{UNIT})\b)"
                  r"(?!\s*(?:ago|later|post|after|before|of\b|delay|behind))"),
    ("of life", rf"(?<!first )(?<!last )(?<!every )(?P<n>{NUMBER})\s+(?P<unit>days?|weeks?|months?)"
                r"\s+of\s+life\b"),
    ("kin sexed", rf"\b{_KIN}\s*[,:]?\s*(?P<n>\d{{1,3}})\s?/\s?(?-i:[MF])\b"),
    ("listed", rf"\b(?:aged?|ages)\s+(?P<n>{NUMBER})(?P<rest>(?:\s*(?:,\s*and|,|&|and)\s*{NUMBER}){{2,}})"
               rf"(?:\s?(?P<unit>{UNIT})\b)?(?!\s*[%/])"),
    ("plain", r"(?<![\w/.+-])(?P<age>(?P<n>\d{1,2})(?P<unit>)[ ]\d{1,2}/12)\b"
              r"(?!\s*(?:ago|later|history|post|after))"),
    ("twelfths", r"\b(?:measles|MMR|vaccin\w*|imm\w*|BCG|penta\w*|OPV)\b[^.;\n]{0,30}?"
                 r"\b\d{1,2}/12\s*(?:and|&|,)\s*(?P<n>\d{1,2})/(?P<part>12)\b"),
    ("old", rf"(?P<n>{NUMBER})(?P<join>[\s-]*)(?P<unit>{UNIT}){_PART}?(?P<join2>[\s-]+)(?:olds?|of\s+age)"
            rf"\b"),
    ("infant", rf"(?P<n>{NUMBER})\s?(?P<unit>wks?|mos?|weeks?|months?)(?:\s\d{{1,2}}\s?(?:wks?|weeks?|d|"
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
    ("sexed", r"(?:(?<=[ ]{2})|(?<=\n)|(?<=\t)|(?<=, )|(?<=\| ))(?P<n>\d{1,3})[ ]?"
              rf"(?P<y>days?|weeks?|wks?|months?|mths?){_PART}?(?:[ ]{{1,6}}|[ ]?[,/|\t][ ]?)"
              r"(?-i:(?P<sex>M|F|Male|Female|MALE|FEMALE)\b)(?=[ ]{2}|[ ]*(?:[,;/|\t\n]|$))"),
    ("plain", r"\b(?:DOB|D\.O\.B\.?|born|date of birth)[ :]*"
              r"\d{1,2}[./-](?:\d{1,2}|[a-z]{3})[./-]\d{2,4}[ ,]{1,6}"
              rf"(?P<age>(?P<n>{NUMBER})\s?(?P<unit>{UNIT}))\b(?=[ ]*(?:[(,;.\n|]|$|[ ]{{2}}))"),
    ("plain", rf"(?P<age>(?P<n>{NUMBER})\s?(?P<unit>years?|yrs?|y)\b{_PART}?)(?=\s*,?\s*{_ID_FIELD})"),
    ("plain", rf"\b(?:{_SMALL}|{_KIN})(?:,| of|:)?\s+(?P<age>(?P<n>{NUMBER})\s?(?P<unit>{UNIT}|y)\b{_PART}?)"
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
    ("plain", rf"\bwhen\s+(?:s?he|they|we|i|pt|the\s+(?:patient|child)|"
              rf"(?!(?:<<values>>)\b)(?-i:[A-Z][a-z'’-]{{2,}}))\s+(?:was|were)\s+"
              rf"(?:only\s+|about\s+|just\s+|around\s+)?(?P<age>(?P<n>\d{{1,2}}|"
              rf"{_SPELLED}))\b(?![.,]\d){NO_AGE}"),
    ("plain", r"(?:(?<=\n)|^)[ \t]*(?-i:[A-Z][a-z'’-]+)\s+(?P<age>(?P<n>\d{1,2}))(?=,?\s+\(?(?:std|class|"
              r"form|grade|"
              r"yr|year|primary|P|JSS|SSS)\.?\s?\d)"),
    ("plain", r"(?:(?<=\n)|^)[ \t]*(?P<age>(?P<n>[1-9]\d)),[ ](?=\d{1,2}(?:\+\d)?[ ]?(?:weeks?|wks?|"
              r"days?|months?|/40|/52|/12)"
              r"[ ](?:post|after|pregnant|gest|into|s/p)|G\d|P\d|(?:<<told_of>>)\b)"),
    ("plain", r"\b(?:<<goes_on>>)\b[^.;\n\d]{0,24}?\b(?:to|until|till)"
              r"\s+(?:the\s+)?(?:age\s+)?(?P<age>(?P<n>[1-9]\d))"
              r"(?=\s*(?:\((?:(?:in|by|i\.e\.)\s)?(?:[A-Z][a-z]{2,8}\s)?(?:19|20)\d\d|\byears\s+old))"),
    ("corrected", r"\b(?P<unit>months?|mths?|weeks?|wks?)\s*\((?P<n>\d{1,2})(?:[ ]?[½¼¾]|[ ]1/2|"
                  r"\.\d)?\s+corrected\b"),
    ("infant", r"(?<![\w.+])(?P<n>\d{1,3})\s?(?P<unit>days?|d|weeks?|wks?)(?=(?:[,;]\s*\(?|\s*\()(?:PMA|"
               r"PCA|CGA|post-?menstrual|"
               r"post-?conceptional|corr\w*\s+(?:age|GA))\b)"),
    ("listed", rf"\b(?:twins|triplets|bubs|babies)\s*(?:are\s+|now\s+|turned\s+)*(?P<n>{NUMBER})"
               rf"\s?(?P<unit>{UNIT})\b"
               r"(?=\s+(?:last|this|next|today|tomorrow|yesterday|on|now|already)\b)"),
    ("plain", rf"\bwhen\s+(?:s?he\s+was\s+)?(?P<age>(?P<n>{NUMBER})\s?(?P<unit>months?|mths?|mos?|years?|"
              rf"yrs?)\b)"
              r"(?!\s*(?:pregnant|gestation|later|post|after|ago|in|into))"),
    ("listed", rf"\b(?:twins|triplets)\s*[,(:]?\s*(?:aged\s+|both\s+|now\s+)?(?P<n>{NUMBER})"
               rf"(?:\s?(?P<unit>{UNIT})\b)?"
               r"(?=\s*(?:[,;)]|\.(?:\s|$)|$|\n))"),
    ("listed", rf"\b{_KIN_PLURAL}\s*[,:]?\s*\(?(?:(?:are|were)\s+)?(?:now\s+|both\s+|aged?\s+)?"
               rf"(?P<n>{NUMBER})(?P<rest>(?:\s*(?:,|&|and|,\s*and)\s*{NUMBER})+)(?:\s?(?P<unit>{UNIT})\b)?"
               r"(?=\s*(?:[,;)]|\.(?:\s|$)|$|\n)|\s+(?:visit|live|stay|help|come|now|at\s+home)\b)"),
    ("plain", r"\d{1,2}[./-](?:\d{1,2}|[a-z]{3})[./-]\d{2,4}[ ]{0,3}\((?P<age>(?P<n>\d{1,3})\s?"
              r"(?P<unit>years?|yrs?|y)\b)[ ]?\)"),
    ("plain", r"(?-i:\b(?:Para|para|P|G)\s?\d)[^,;.\n]{0,10},\s*"
              r"(?P<age>(?P<n>\d{2})\s?(?P<unit>years?|yrs?|y))\b(?=\s*(?:[,;\n]|\.(?!\d)|$))"),
    ("plain", r"(?<![\w/.-])(?P<age>(?P<n>\d{2})\s?(?P<unit>years?|yrs?|y))\b"
              r"(?=[ ]{0,4},?[ ]{0,4}(?-i:P\d|G\d|Para\b|para\b))"),
    ("plain", r"\b(?:mat(?:ernal)?|mother['’]?s?)[ ](?:hx|history|details)[ ]?[:,-][ ]?"
              r"(?P<age>(?P<n>\d{2})\s?(?P<unit>years?|yrs?|y)\b)"),
    ("plain", rf"\bs?he(?:\s+is|['’]s)\s+(?P<age>(?P<n>{_SPELLED}(?:[ -]and[ -]a[ -]half)?))"
              r"(?=\s+now\b)"),
    ("listed", rf"\b(?:s?he|who)\s+(?:was|is)\s+(?P<n>{NUMBER})(?P<rest>(?:\s+(?:or|and)\s+{NUMBER})+)"
               rf"(?:\s?(?P<unit>{UNIT})\b)?(?!\s*[%/])"),
    ("at", rf"\b(?:at|until|before|after|since|from|by|of)\s+(?:the\s+)?ages?\s+(?:of\s+)?(?P<n>{NUMBER})"
           rf"(?:(?:\s*(?P<and>-|–|to|and|,)\s*)(?P<n2>{NUMBER}))?(?:\s+(?P<unit>{UNIT})\b)?"),
    ("aged", rf"\b(?:aged?|age of|age (?:was|is)|ages)(?P<sep>\s*[:=]?\s*)(?:(?:about|around|"
             rf"approx\.?|~)\s*)?(?P<n>{NUMBER})"
             r"(?!\d|\s*(?:%|/|mg|years? of))"
             rf"(?:(?:\s*(?P<and>-|–|to|and|,)\s*)(?P<n2>{NUMBER})(?![\d/%]|\s*(?:mg|ml)))?"
             rf"(?:(?P<gap>[\s-]*)(?P<unit>{UNIT})\b{_PART}?(?P<old>\s+old)?|(?P<y>\s?y(?:rs?)?)"
             rf"\b{_PART}?)?"),
    ("age field", rf"\b(?:age|alter)(?:\s*\((?:yrs?|years?)\))?\s*[:=-]\s*(?P<n>\d{{1,3}})"
                  rf"(?:\s*(?P<unit>{UNIT}|y/?o?)\b{_PART}?)?"),
    ("turned", rf"\b(?:turn(?:ed|s|ing)?|just turned)\s+(?P<n>{NUMBER})\b"
               rf"(?!\s*(?:degrees|°|times|%|{UNIT}|mg|ml|off|over|hours?))"),
    ("birthday", r"\b(?:on|at|around|before|after|since|by|near)?\s*(?P<who>her|his|their|the)\s+"
                 r"(?P<n>\d{1,3}(?:st|nd|rd|th)|[a-z]+(?:[- ][a-z]+)?th|first|second|third|"
                 r"[a-z]+-(?:first|second|third))"
                 r"\s+birthday\b"),
    ("birthday of", rf"\b{_KIN}['’]s\s+(?P<n>\d{{1,3}}(?:st|nd|rd|th))(?:\s+birthday\b|"
                    r"(?=\s+(?:on|in|at|party|this|next)\b|\s*[.,;?!)]))"),
    ("life", r"\b(?:day|week|month)s?\s+of\s+life\s*#?\s*(?P<n>\d{1,3})\b|"
             r"\bDOL\s*#?\s*(?P<n3>\d{1,3})\b"),
    ("at n", rf"\b(?:{_ILLNESSES})\b"
             rf"[^.;\n]{{0,30}}?\b(?:at|aged)\s+(?P<n>\d{{1,2}}|{_SPELLED})(?=\s*(?:[.,;)\n]|$|from\b|"
             rf"of\b|after\b|and\b)|\s?(?:yrs?|years?)\s*(?:[.,;)\n]|$))"),
    ("at n", r"\b(?:audiology|hearing(?:[ ]test)?|MMR|pre-?school[ ]\w+|booster)[ ]"
             r"(?:review[ ]|again[ ])?at[ ](?P<n>[1-6])(?=[ ]?(?:[;,)\n]|\.(?!\d)|$))"),
    ("plain", rf"(?<![\w/.-])(?P<age>(?P<n>\d{{1,3}})\s?(?P<unit>years?|yrs?|y))\b"
              rf"(?=[ ]?\((?:her[ ]|his[ ]|the[ ])?{_KIN}[,)])"),
    ("plain", r"(?:(?<=\n)|^)[ \t]*(?P<age>(?P<n>[1-9]\d)\s?(?P<unit>yrs?|years?))"
              r"(?=\.?[ ]{1,2}(?-i:[A-Z][a-z]))"),
    ("at n", rf"\b(?:{_EVENTS})\b[^.;:\n]{{0,40}}?\bat\s+(?P<n>(?<![\d.])\d{{1,2}}\b|{_SPELLED}\b)"
             rf"(?![.,]\d){NO_AGE}"),
    ("at n", rf"\bat\s+(?P<n>{_TEEN})(?:\s+to\s+(?P<n2>{_TEEN}))?(?=\s*(?:[.,;)\n]|$))"),
    ("plain", rf"\b(?:menarche|menopause)\s*(?:[-:@,(]\s*)?(?P<age>(?P<n>\d{{2}}))\b{NO_AGE}"),
    ("plain", rf"\b(?:{_CHILDHOOD})\b(?:(?!due|vacc|dose)[^.;:\n]){{0,20}}?\bat\s+(?:about\s+)?"
              rf"(?P<age>(?P<n>{NUMBER})\s?(?P<unit>months?|mths?|mos?|years?|yrs?)\b)"
              r"(?!\s*(?:pregnant|gestation|later|post|after|ago|follow|of\s+(?:treatment|therapy)))"),
    ("infant", rf"(?<![+\d])(?P<n>{NUMBER})\s+(?P<unit>{UNIT})"
               rf"(?:\s+(?:and\s+)?{NUMBER}\s+(?:months?|weeks?|days?))?\s+corrected\b"),
    ("infant", r"\bcorr(?:ected)?\.?\s+(?:age\s+|CA\s+)?"
               r"(?:(?:is|now|almost|nearly|about|approx\.?|just over|~)\s+)*"
               rf"(?P<n>{NUMBER})(?:\+\d)?\s?(?P<unit>weeks?|wks?|months?|mths?|mo)\b"),
    ("of infant", rf"(?<![\w.+/-])(?P<age>(?P<n>{NUMBER})\s?(?P<unit>days?|weeks?|wks?|months?|mths?))\b"
                  r"(?=\s+(?:old\s+)?today\b(?!\s+(?:since|post|after|on|of|into)\b)|"
                  r"\s*\((?:corr|CGA|PMA|PCA)\b)"),
    ("of infant", rf"\b(?:<<infancy>>)\b[^.;:\n\d]{{0,24}}?\bat\s+(?:about\s+)?"
                  rf"(?P<age>(?P<n>{NUMBER})\s?(?P<unit>days?|weeks?|wks?|months?|mths?))\b"
                  r"(?!\s*(?:pregnant|gestation|later|post|after|ago|follow|intervals?|of\s+(?:treatment|therapy)))"),
    ("infant", rf"\b(?:is\s+)?now\s+(?P<n>{NUMBER})(?:\s+and\s+a\s+half)?"
               rf"(?:\s+(?P<unit>{UNIT})\b(?:\s+(?:and\s+)?{NUMBER}\s+(?:months?|weeks?|"
               rf"days?))?)?(?=\s*[.,;\n])"),
    ("school", r"\b(?:in\s+)?(?-i:Year|Yr)\s+(?P<n>[1-9]|1[0-3])\b"
               r"(?!\s*(?:of|after|post|follow|data|survival))"),
    ("class", r"(?P<lead>\b(?:in|studying\s+in|of)\s+)?(?<!\w)(?-i:[Ss]td|STD)\.?\s+(?P<class>[1-9]|"
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
              r"dose|treatment|deviations?|teach\w*))"),
    ("grade", r"\b(?:in|since|during|until|through)\s+grade\s+(?P<grade>[1-9]|1[0-2])\b"
              r"(?!\s*(?:of|to|or|-|–|disease|tumou?r|toxicit\w+|pain)\b)"),
)  # fmt: skip
_THING_NOUN = r"[\s-]+(?:<<things>>)\b"
DEVELOPMENT = re.compile(
    r"(?:^|[\n.;]|[ \t]{2})[ \t]*(?:dev|development(?:al)?|milestones)(?:[ ](?:history|hx|milestones)"
    r")?[ ]?[:.-][ \t]*"
    r"(?P<told>[^\n]{1,300}?)(?=\n|$|(?<=\.)[ ]+[A-Z][A-Za-z ]{2,24}:)",
    re.IGNORECASE,
)
MILESTONE = re.compile(
    rf"(?P<age>(?P<n>{NUMBER})\s?(?P<unit>{UNIT}|[ymw])\b)(?!\s*(?:ago|later|delay|behind|correct|gestation|"
    rf"pre-?term|of\b))",
    re.IGNORECASE,
)
"""``Dev: walked 13 mo, sentences 2 yrs``: behind the name of this field all is told by age."""
BESIDE_NAME = re.compile(
    rf"[ ](?:is|was)[ ](?:now[ ]|only[ ]|just[ ]|nearly[ ]|almost[ ])?(?P<age3>(?P<n3>[1-9]\d?))"
    rf"(?=[ ](?:and|now|when|today|with|years)\b|,[ ](?!\d)|\.(?!\d)|[;)]|$|\n)|"
    rf"(?:[ ]{{1,3}}\(?|,[ ]|[ ]?\()(?:now[ ]|aged[ ]|nearly[ ]|almost[ ]|just[ ])?{_AGE}"
    rf"(?:(?=[ ]{{2}}|[ ]?(?:[,;)\n]|\.(?!\d))|[ ](?:today|now|as[ ]of)\b)|(?=[ ]+(?:{_ID_FIELD}|male|"
    rf"female|M\b|F\b)))|"
    rf"[ ]{{4,40}}(?P<age2>(?P<n2>\d{{1,3}}))(?=[ ]+(?:{_ID_FIELD}|male\b|female\b|[MF]\b))",
    re.IGNORECASE,
)
"""``Odhran, 13 weeks,``: an age right behind a name."""


@dataclass(frozen=True)
class AgeForms:
    """The forms that need lists of words.

    Attributes:
        forms: in the order in which they are looked for, each with the name of what writes its band.
        thing_behind: what is so old and no person, behind the age.
        grades: what is written for a grade of school.
    """

    forms: tuple[tuple[str, re.Pattern[str]], ...]
    thing_behind: re.Pattern[str]
    grades: Mapping[str, str]


@cache
def age_forms() -> AgeForms:
    """The forms with their words, read once a process.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    tables = word_lists("case_report/age_words.toml", "the list of words beside ages")
    grades = tables["grades"]
    lists = {
        name: "|".join(words)
        for section in ("people", "told", "no_age")
        for name, words in tables[section].items()
    }

    def compiled(form: str) -> re.Pattern[str]:
        return re.compile(re.sub(r"<<(\w+)>>", lambda m: lists[m[1]], form), re.IGNORECASE)

    return AgeForms(
        tuple((name, compiled(form)) for name, form in _FORMS),
        compiled(_THING_NOUN),
        {grade: words for words, of in grades.items() for grade in of},
    )
