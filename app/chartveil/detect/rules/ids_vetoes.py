"""Numbers that only look like somebody's: codes, lots, laboratory values, sections of law, trials."""

from __future__ import annotations

from chartveil.detect.rules.engine import Prefilter, Veto
from chartveil.domain import Label

_NUMBERS = frozenset(
    {Label.IDNUM, Label.MRN, Label.LICENSE, Label.ACCOUNT, Label.HEALTHPLAN, Label.DEVICE, Label.SSN}
)

ID_VETOES: tuple[Veto, ...] = (
    Veto(
        "ID-NOT-CODE",
        frozenset({Label.IDNUM, Label.MRN, Label.LICENSE, Label.SSN}),
        r"(?i)\b(?:cpt|icd(?:-?(?:9|10))?(?:-cm)?|hcpcs|loinc|ndc|rxnorm|rxcui|snomed)"
        r"\b(?:[ ]?code[s]?)?[ :#=.]{0,4}"
        r"(?P<not>[A-Z]?\d[\w.-]*(?:,[ ]?[A-Z]?\d[\w.-]*){0,12})",
        0.9,
        "codes of procedures, diagnoses, tests and drugs",
    ),
    Veto(
        "ID-NOT-LOT",
        frozenset({Label.IDNUM, Label.MRN, Label.DEVICE, Label.ACCOUNT}),
        r"(?i)\b(?:lots?|exp|ref|model|catalog(?:ue)?|p/n|part)\b[ ]?(?:no\.?|number|"
        r"#)?[ :#.]{0,3}(?P<not>(?-i:[A-Z0-9]*\d[A-Z0-9-]*))",
        0.7,
        "lot, model and catalogue numbers of products",
    ),
    Veto(
        "ID-NOT-CATALOGUE",
        _NUMBERS,
        r"(?i)\bref\b[ :#]{1,4}(?P<not>(?-i:[A-Z0-9]*\d[A-Z0-9-]*))"
        r"(?=[ \t]{1,12}(?:qty|quantity|lot\b|ea\b|box))",
        0.95,
        "catalogue numbers in a list of supplies: REF 31515 qty 2",
        prefilter=Prefilter(any_of=("ref",)),
    ),
    Veto(
        "ID-NOT-LAB",
        _NUMBERS,
        r"\b(?:(?:Na|NA|K|Cl|CL|CO2|HCO3|BUN|Cr|CR|Ca|CA|Mg|Phos|Glu|GLU|Gluc|WBC|Hgb|HGB|Hct|HCT|Plt|PLT|INR)"
        r"[ :]{1,2}[<>]?\d{1,4}(?:\.\d{1,2})?[HL]?[,;]?[ ]{1,4}){2,20}",
        0.85,
        "laboratory values in a row: Na 134 K 4.9 Cl 101 CO2 21",
    ),
    Veto(
        "ID-NOT-HOLD",
        _NUMBERS,
        r"(?i)\b(?:plan|hold|legal(?: status)?|on an?|w&i|placed on)[: ]{1,4}(?P<not>5[12][1-8]0)(?![\w-])",
        0.85,
        "sections of law by which somebody is held, as in California",
        prefilter=Prefilter(any_of=("51", "52")),
    ),
    Veto(
        "ID-NOT-TRIAL",
        frozenset({Label.IDNUM}),
        r"\bNCT ?\d{8}\b|\b(?:rs|COSM|COSV|NM_|NP_|ENST|chr\d*:)\d+\S*",
        0.9,
        "registered trials, variants and transcripts that anybody may cite",
    ),
)
