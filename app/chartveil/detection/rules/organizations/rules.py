"""Places of care, organisations and occupations that form and cue give away."""

from __future__ import annotations

from chartveil.detection.rules.cue_rules import CueRule, first_letter_run, labelled_groups
from chartveil.detection.rules.engine import Rule, Veto
from chartveil.detection.rules.organizations.cued import (
    CARE_FIRST_WORDS,
    check_unit,
    read_care_name,
    read_organization_after_cue,
    read_organization_name,
)
from chartveil.detection.rules.organizations.occupations import (
    OCCUPATION_END_WORDS,
    read_employer,
    read_occupation,
    read_occupation_field,
)
from chartveil.detection.rules.organizations.uncued import (
    check_hospital_code,
    check_name_after_at,
    read_abbreviations,
    read_word_runs,
)
from chartveil.detection.rules.prefilters.match_starts import with_prefilters
from chartveil.detection.rules.prefilters.places import PREFILTERS, VETO_PREFILTERS
from chartveil.detection.rules.words import organizations as tables
from chartveil.domain.labels import Label

_HOSPITAL, _ORGANIZATION, _PROFESSION = Label.HOSPITAL, Label.ORGANIZATION, Label.PROFESSION

_CUE_HEADS = frozenset(
    "work works worked working employed job coworkers co retired student attends deacon member "
    "volunteers volunteer "
    "employer insurance insurer payer payor carrier school company primary secondary ins supplement "
    "supplemental suppl "
    "health dme agency vendor pharmacy facility hospital clinic practice laboratory lab ordering "
    "treating performing "
    "home sent surgery referring hh nursing snf dialysis".split()
)
_CUE = (
    r"(?:(?P<kind>(?i:work(?:s|ed|ing)? (?:at|for|with)|employed (?:by|at|with)|job (?:at|with)|"
    r"co-?workers? at|retired from|"
    r"student at|attends|deacon at|member of the|volunteers? (?:at|for|with)))[ ]"
    r"|(?P<field>(?i:employer|insurance(?: (?:company|co|plan|name|1|2|#\d|carrier))?|insurer|payer|"
    r"payor|carrier|company|"
    r"primary ins(?:urance)?|secondary ins(?:urance)?|ins(?: \d)?|supplement(?:al)?|suppl|health plan|"
    r"dme|agency|vendor)|School|SCHOOL)"
    r"(?:\.{3,}|[ \t]*[:=])[ \t]{0,12}(?:\r?\n[ \t]{0,8})?"
    r"|(?P<cell>EMPLOYER|Employer|PAYER|PAYOR|Payer|Insurance|INSURANCE|Insurer|CARRIER|SCHOOL|School|"
    r"COMPANY)[ ]{2,20}"
    r"|(?P<care>(?i:pharmacy|facility|hospital|clinic|practice|laboratory|lab|ordering clinic|treating "
    r"hospital|performing lab|"
    r"home health|sent to|surgery center|referring facility|hh|nursing home|snf|dialysis unit))[ "
    r"\t]*[:=][ \t]{0,12})"
    r"(?=\p{Lu}|\d\w* \p{Lu}|the \p{Lu})"
)

_RULES: tuple[Rule, ...] = (
    CueRule(
        id="ORG-CARE",
        label=_HOSPITAL,
        pattern=r"(?P<word>\p{L}+)",
        first_words=CARE_FIRST_WORDS,
        score=0.9,
        description="a name that ends in hospital, clinic, family practice, pharmacy and the like",
        read=read_care_name,
    ),
    CueRule(
        id="ORG-NAME",
        label=_ORGANIZATION,
        pattern=r"(?P<word>\p{L}+)",
        first_words=frozenset(h for h in tables.ORGANIZATION_END_WORDS if h.isalpha()),
        score=0.8,
        description="a name that ends in school, church, company, police department and the like",
        read=read_organization_name,
    ),
    CueRule(
        id="ORG-CUE",
        label=_ORGANIZATION,
        labels=(_ORGANIZATION, _HOSPITAL),
        first_words=_CUE_HEADS,
        pattern=_CUE,
        score=0.85,
        description="an employer, insurer, school or place of care after its cue",
        read=read_organization_after_cue,
    ),
    CueRule(
        id="ORG-INSURER",
        label=_ORGANIZATION,
        first_words=frozenset(first_letter_run(name) for name in tables.INSURERS),
        pattern=r"(?<![\p{L}\d])(?P<ORGANIZATION>\L<insurers>)(?![\p{L}\d])",
        lists={"insurers": sorted(tables.INSURERS)},
        read=labelled_groups,
        score=0.9,
        description="an insurer by name",
    ),
    CueRule(
        id="ORG-CHAIN",
        label=_HOSPITAL,
        first_words=frozenset(first_letter_run(name) for name in tables.CARE_CHAINS),
        pattern=r"(?<![\p{L}\d])(?P<HOSPITAL>\L<chains>)(?: #?\d{2,6})?(?![\p{L}\d]|:|')",
        lists={"chains": sorted(tables.CARE_CHAINS)},
        read=labelled_groups,
        score=0.85,
        description="a pharmacy, laboratory or chain of clinics by name",
    ),
    Rule(
        id="ORG-SAINT",
        label=_HOSPITAL,
        pattern=r"(?<=\b(?:at|to|from|in|via|@|AT|TO|FROM|IN|VIA|[Aa]dmitted|outside) "
        r")(?P<HOSPITAL>(?:St\.?|Saint|Ste\.?|Sainte|Mount|Mt\.?|ST\.?|SAINT|MOUNT|MT\.?|Sacred|"
        r"Holy|SACRED|HOLY|Our Lady of(?: the)?) (?:\p{Lu}\p{Ll}+|"
        r"\p{Lu}{3,})(?:['’][sS])?(?:-\p{Lu}\p{L}+)?)(?![\p{L}'’\-])(?! (?:\p{Lu}\p{Ll}+ )?(?:St|"
        r"Street|Ave|Rd|Road|School|Church|[Vv]alve|Parish|Lutheran|Baptist|County|River|Lake|"
        r"Airport)\b)(?!,? [A-Z]{2} \d)",
        score=0.6,
        description="a saint or mount after a word of place, as hospitals are called",
    ),
    Rule(
        id="ORG-VA",
        label=_HOSPITAL,
        pattern=r"(?<![\p{L}\d.])(?P<HOSPITAL>(?:\p{Lu}\p{L}+ )?VAMC(?: \p{Lu}\p{L}+)?|(?:(?<=\b(?:at|"
        r"the|from|to|AT|THE|FROM|via) )(?:\p{Lu}\p{Ll}+ )?VA(?! (?i:form|benefits|disability|"
        r"rating|claim))(?: (?:[Hh]ospital|[Mm]edical [Cc]enter|[Cc]linic|HOSPITAL|CLINIC))?)|"
        r"(?:\p{Lu}\p{Ll}+ ){1,2}VA (?:[Hh]ospital|[Mm]edical [Cc]enter|[Cc]linic|"
        r"CBOC))(?![\p{L}\d])(?!, | \d{5})",
        score=0.7,
        description="a hospital of the Veterans Affairs",
    ),
    Rule(
        id="ORG-UNIT",
        label=_HOSPITAL,
        pattern=r"(?<![\p{L}\d])(?P<HOSPITAL>\d{1,2}[ -]?(?:North|South|East|West|Tower|NORTH|SOUTH|"
        r"EAST|WEST|TOWER)"
        r"(?: (?:Tower|Wing|TOWER|WING))?|(?:Tower|TOWER|Ward|WARD|Pavilion) \d{1,2}[A-Z]?|"
        r"(?!(?:The|This|That|Labor|Surgical|Medical|General|Cardiac|Maternity|Stroke|"
        r"Isolation)\b)\p{Lu}\p{Ll}+ "
        r"(?:Ward|Pavilion|Wing)(?: \d\w?)?)(?![\p{L}\d])"
        r"(?! (?:\p{Lu}\p{Ll}+ )?(?:St|Street|Ave|Avenue|Rd|Road|Blvd)\b)",
        check=check_unit,
        score=0.75,
        description="a named unit or ward after a word of place",
    ),
    CueRule(
        id="ORG-ABBREVIATION",
        label=_HOSPITAL,
        pattern=r"\A(?=[\s\S])",
        score=0.8,
        description="initials of a place of care that the same document names in full",
        read=read_abbreviations,
    ),
    CueRule(
        id="ORG-RUN",
        label=_HOSPITAL,
        labels=(_HOSPITAL, _ORGANIZATION),
        pattern=r"\A(?=[\s\S])",
        score=0.75,
        description="words of care or business with a name, in a letterhead or field or after at, to, from",
        read=read_word_runs,
    ),
    Rule(
        id="ORG-CODE",
        label=_HOSPITAL,
        pattern=(
            r"(?<![\p{L}\d])(?P<HOSPITAL>[A-Z]{1,4}(?:MC|GH|RH|MH|VH|HC)|[B-DF-HJ-NP-TV-Z]{1,3}CH|"
            r"[A-Z]{2,4}(?=-ED ))(?![\p{L}\d])"
        ),
        score=0.65,
        description="initials of a hospital after a word of place or before a unit",
        check=check_hospital_code,
    ),
    Rule(
        id="ORG-AT",
        label=_HOSPITAL,
        pattern=r"(?<=\b(?:at|@) (?:the )?)(?P<HOSPITAL>\p{Lu}\p{Ll}{2,20}(?:-\p{Lu}\p{Ll}{2,20})?(?: "
        r"\p{Lu}\p{Ll}{1,20}){1,3})(?![\p{L}\d'’-])",
        score=0.6,
        description="two capitalised words and more after at",
        check=check_name_after_at,
    ),
    CueRule(
        id="JOB-HEAD",
        label=_PROFESSION,
        pattern=r"(?P<word>\p{L}+)",
        first_words=OCCUPATION_END_WORDS,
        score=0.8,
        description="an occupation after words that tell of work, age or retirement",
        read=read_occupation,
    ),
    CueRule(
        id="JOB-EMPLOYER",
        label=_ORGANIZATION,
        labels=(_ORGANIZATION, _HOSPITAL),
        pattern=r"(?P<word>\p{L}+)(?P<kind> (?:at|for|with|w/)(?: the)? | \()(?P<care>(?!))?(?=\p{Lu})",
        first_words=OCCUPATION_END_WORDS,
        score=0.7,
        description="an organisation after an occupation",
        read=read_employer,
    ),
    CueRule(
        id="JOB-FIELD",
        label=_PROFESSION,
        first_words=frozenset("occupation profession job occup work works worked working employed".split()),
        pattern=r"(?:(?i:occupation|profession|job title|occup)(?: [Tt]itle| is)?|JOB|Job)(?:[ "
        r"\t]*[:=][ \t]*|\.{3,} ?|[ ]{2,14}|(?<=OCCUPATION) (?=\p{Lu}{4}))(?=\p{L})"
        r"|(?i:(?:work(?:s|ed|ing)?|employed) as (?:(?:an?|the) )?)(?=\p{L})",
        score=0.85,
        description="the value of a field for the occupation, or what follows works as",
        read=read_occupation_field,
    ),
)

RULES: tuple[Rule, ...] = with_prefilters(_RULES, PREFILTERS)

_VETOES: tuple[Veto, ...] = (
    Veto(
        id="ORG-NOT-ORG",
        labels=frozenset({_HOSPITAL, _ORGANIZATION}),
        pattern=r"(?:\b(?:St\.? John'?s [Ww]ort|St\.? Vitus|St\.? Jude(?:'?s)? (?:valve|mechanical|"
        r"pacemaker|ICD|device|medical)|Medic(?:are|aid)(?: (?:Part|Advantage) [A-D]?)?|American "
        r"(?:Heart|Cancer|College|Academy|Society|Diabetes|Board|Medical)[\p{L} ]{0,40}|New York "
        r"Heart Association|World Health Organization|Centers for Disease Control|"
        r"Food and Drug Administration|(?:Glasgow|Rancho Los Amigos|Apgar|Joint Commission|Red Cross|"
        r"Meals on Wheels|Alcoholics Anonymous|Boston Scientific|Johnson (?:&|and) Johnson|Smith (?:&|"
        r"and) Nephew))\b)",
        max_score=0.95,
        description="societies behind guidelines, makers of devices, plants and payers of all",
    ),
    Veto(
        id="JOB-NOT-JOB",
        labels=frozenset({_PROFESSION}),
        pattern=r"(?:\b(?:nonsmoker|non-smoker|smoker|drinker|(?:silent|heterozygous|asymptomatic|gene|"
        r"mutation|sickle cell|hepatitis b) carrier|pace ?maker|peace ?maker|primary caregiver|"
        r"(?:kidney|liver|organ|bone marrow|blood) donor|designated driver|(?:unrestrained|"
        r"restrained|belted) driver|"
        r"(?:poor|good|reliable|unreliable|vague|fair|excellent) (?:historian|reporter|informant|"
        r"candidate)|role model|case manager|social worker|attending physician|consulting surgeon|"
        r"long-distance runner|marathon runner|disease carrier|former (?:smoker|drinker|user)))\b",
        max_score=0.95,
        description="words that end like an occupation and are none",
    ),
)
VETOES: tuple[Veto, ...] = with_prefilters(_VETOES, VETO_PREFILTERS)
