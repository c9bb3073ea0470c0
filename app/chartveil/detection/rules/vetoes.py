"""What looks like a date and is none: pressures, scores, strengths, doses, eyesight, fractions."""

from __future__ import annotations

from typing import Final

import regex

from chartveil.detection.rules.engine import Veto
from chartveil.domain.labels import Label

_DATE: Final = frozenset({Label.DATE})
_I: Final = regex.IGNORECASE
_PAIR: Final = r"(?P<not>\d{1,3}/\d{1,3})(?![\d\p{L}]|/\d)"
_SMALL: Final = r"(?P<not>\d{1,2}/(?:[2-9]|10|12|15|20))(?![\d\p{L}]|/\d)"
_AT_PAIR: Final = r"(?=\d{1,3}/\d)(?<!\d|\d/)"

DATE_VETOES: Final = (
    Veto(
        "DATE-NOT-SCORE",
        _DATE,
        rf"{_AT_PAIR}(?<=\b(?:pain|strength|str|motor|murmur|gr(?:ade)?|gcs|apgars?|score[ds]?|scale|"
        r"phq-?[29]?|gad-?7?|moca|mmse|slums|mms"
        r"|bpp|beighton|mallampati|epworth|ess|leak|banff|rai|headache|severity|intensity|discomfort|"
        r"nausea|anxiety|mood|nps|vas|nrs|tremor"
        r"|monofilament|weinstein|pulses?|reflexes|dtrs?|power|tone|hyper|inattentive|perf|titmus|"
        r"ishihara|cores?|nodes?|cephalic"
        r"|station|waddell|gds|audit|amts?|ehl|ehb|epds|ipss|cravings?|bells|ha|queue|clinimix(?:-e)?|promis|disability|eva|bcva|va|sc|cc|ph|od|os|ou|field|vision|snellen)"
        r"[ :=~(]{0,12}(?:(?:is|was|of|at|now|level|score|held|r|l|right|left|today|systolic|a|an|"
        rf"about|up to)[ :=]{{1,2}}){{0,3}}(?:\d{{1,2}}/\d{{1,2}}[, &]{{0,2}})?){_PAIR}",
        0.8,
        "a score, a strength, a murmur, eyesight: pain 5/10",
        flags=_I,
    ),
    Veto(
        "DATE-NOT-UNIT",
        _DATE,
        rf"{_AT_PAIR}(?P<not>\d{{1,3}}/\d{{1,3}})(?!\d|/\d)[ -]?(?:tabs?|tablets?|tsp|tbsp|cup|caps?|"
        r"pills?|pack|ppd|ppk|mg|mcg|ml|cc|oz|inch|cm|mm|mile|hour|hr|hrs|weeks?"
        r"|wks?|months?|mos?\b|days?|yrs?|strength|murmur|pulses?|systolic|sem|hsm|throughout|bilat|"
        r"bilaterally|intact|muscle|power|motor"
        r"|pain|severity|nodes?|cores?|lns?|bottles|gpc|gnr|distal|proximal"
        r"|saline|ns\b|bid|tid|qd|qid|daily|prn|hs\b|of (?:the|a|an|his|her|what)|on (?:cough|a scale|"
        r"the scale|scale)|dorsi|plantar|grip|delt|biceps|triceps|quads?"
        r"|criteria|questions|items|correct|words|objects|recall|flap|waffle|meals?|lb|kg|throbbing|"
        r"nights|mets|stairs|flat|at rest|trials"
        r"|s/t|history|needle|sitting|standing|supine|years|strand|sutures?|vicryl"
        r"|gal(?:lons?)?\b|fills\b|wells\b|beads\b|dose-reduction|alleles\b|d\.(?!\d))",
        0.8,
        "a fraction or score with its noun behind it: 1/2 tab",
        flags=_I,
    ),
    Veto(
        "DATE-NOT-SMALL",
        _DATE,
        rf"{_AT_PAIR}(?:{_SMALL}[ ]?(?:r|l|left|right|ue|le|rue|lue|rle|lle|pos|neg|positive|negative|"
        r"mssa|mrsa|cons|mid|upper|lower|full|normal"
        rf"|x|up|down|bilat)\b|(?<=\d\d[ ])(?P<not>[0-6]/7)(?!\d|/\d))",
        0.7,
        "a small fraction with a side or a result behind it: 4/5 right; weeks and days of pregnancy",
        flags=_I,
    ),
    Veto(
        "DATE-NOT-PRESSURE",
        _DATE,
        rf"{_AT_PAIR}(?<=\b(?:bp|b/p|sbp|blood pressure|nibp|abp|pressure|pressures|iop|conv|cpap|bipap|"
        r"vent|peep|ratio|niv|on pc|on ps|tono-?pen|gat)[ :=~(]{0,3}"
        r"(?:(?:is|was|of|at|now|lying|sitting|standing|supine|r|l|low|to|s|st|s/t|auto|"
        rf"settings?|pc|ps|niv)[ :=]{{1,2}}){{0,2}}(?:\d{{2,3}}/\d{{2,3}}[, >-]{{1,4}}){{0,3}}){_PAIR}",
        0.8,
        "a blood pressure or ventilator setting",
        flags=_I,
    ),
    Veto(
        "DATE-NOT-DOSE",
        _DATE,
        rf"{_AT_PAIR}(?<=\b(?:augmentin|sinemet|percocet|norco|vicodin|lortab|entresto|advair|symbicort|"
        r"seretide|suboxone|subutex|zubsolv|breo|dulera|anoro"
        r"|septra|bactrim|nph|basal levemir|pip/taz\p{L}*|junel fe|loestrin|carbidopa[/-]levodopa|"
        r"bupren\p{L}*|amox\p{L}*|clav\p{L}*|humalog|novolin|"
        r"novolog|mix|insulin|hctz|diovan|lisinopril|losartan"
        r"|oxycodone|hydrocodone|acetaminophen|apap|combivent|trelegy|ns|d5|page|pg\.?|p\.|dose|sheet|"
        rf"part|copy|step|item|lot|hpv|type|form[ ]\p{{L}}{{1,3}}-?\d*[ ]\(|retry)[ :=#]{{0,2}}){_PAIR}",
        0.8,
        "a dose of two parts, a page of pages: Augmentin 875/125",
        flags=_I,
    ),
    Veto(
        "DATE-NOT-STRENGTH-RUN",
        _DATE,
        r"(?=\d{1,2}/)(?<!\d|\d/)(?:[0-5]/5|\d{1,2}/10|\d/9|1/[1248])(?!\d|/\d)(?:(?:[ ]?[,;+&x][ ]?|"
        r"[ ])(?:[rl]\b|and\b)?[ ]?"
        r"(?:[0-5]/5|\d{1,2}/10|\d/9|1/[1248])(?!\d|/\d))+|24/7|\d{1,2}/\d{1,2}(?=/[-+]\d)",
        0.75,
        "scores side by side: 4/5, 5/5",
    ),
    Veto(
        "DATE-NOT-SPINE",
        _DATE,
        r"\b(?:[CTLS]-?\d{1,2}[/\-–](?:[CTLS]-?)?\d{1,2})\b",
        0.8,
        "vertebral levels: L4/5, C5-6",
    ),
)
