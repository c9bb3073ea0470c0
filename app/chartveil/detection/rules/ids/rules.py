"""Rules for numbers that stand for a person, an event or an object, and for login names."""

from __future__ import annotations

from typing import Any

import regex

from chartveil.detection.rules import checks
from chartveil.detection.rules.engine import MatchCheck, Rule, Veto
from chartveil.detection.rules.ids.cued import CUED_NUMBER_RULE, NUMBER_COLUMN_RULE
from chartveil.detection.rules.ids.logins import LOGIN_RULES
from chartveil.detection.rules.prefilters.ids import PREFILTERS, VETO_PREFILTERS
from chartveil.detection.rules.prefilters.match_starts import with_prefilters
from chartveil.detection.rules.vetoes import ID_VETOES
from chartveil.domain import check_digits
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText

_D = f"[{checks.DIGIT_LOOKALIKES}]"

# Numbers that tell by their own shape what they are.


def _valid(test: Any, valid: float, other: float | None = None) -> MatchCheck:
    """Check that gives one score to a number that passes ``test`` and another, or none, to the rest."""

    def check(m: Any, _view: TokenizedText) -> float | None:
        return valid if test(m[0]) else other

    return check


def _ssn(m: Any, _view: TokenizedText) -> float | None:
    if "x" in m[0].lower() or "*" in m[0]:
        return 0.95
    return 0.95 if checks.ssn(m[0]) else 0.8


def _misread_ssn(m: Any, _view: TokenizedText) -> float | None:
    return 0.75 if 4 <= len(checks.digits(m[0])) < 9 else None


def _vin(m: Any, _view: TokenizedText) -> float | None:
    number = m[0]
    if not any(c.isdecimal() for c in number):
        return None
    if check_digits.is_vin(number):
        return 0.97
    letters = sum(c.isalpha() for c in number)
    return 0.6 if letters >= 3 and 17 - letters >= 5 else None


def _card(m: Any, _view: TokenizedText) -> float | None:
    return 0.8 if check_digits.passes_luhn(m[0]) and 13 <= len(checks.digits(m[0])) <= 19 else None


_VEHICLE = regex.compile(
    r"(?i:\b(?:plates?|tag|veh(?:icle)?|car|truck|pickup|van|suv|sedan|registration|reg|taxi|parks?|"
    r"tractor)\b)"
    r"[^\n\d]{0,40}(?:(?:19|20)\d\d[ ][A-Za-z]{3,12}[ ]{1,3})?\Z"
)


def _plate(m: Any, _view: TokenizedText) -> float | None:
    return 0.75 if _VEHICLE.search(m.string, max(0, m.start() - 64), m.start()) else None


_MISREAD = regex.compile(r"[A-Z]{0,3}(?=[OlI]*\d)[\dOlI]{6,10}[A-Z]?")
_JOINED = regex.compile(r"[\w/.-]")


def _misread(m: Any, _view: TokenizedText) -> float | None:
    if m[0].isalpha() or m[0].isdecimal():
        return None
    n = len(checks.digits(m[0]))
    if not _MISREAD.fullmatch(m[0]) or (m.start() and _JOINED.match(m.string, m.start() - 1)):
        return None
    return 0.55 if n >= 4 and n < len(checks.digits_and_lookalikes(m[0])) >= 6 else None


def _series(m: Any, _view: TokenizedText) -> float | None:
    """Short labels such as GH-0041 count where the text has at least three of them."""
    same = set(regex.findall(rf"(?<![\w-]){regex.escape(m[1])}\d{{3,5}}(?![\w-])", m.string))
    return 0.6 if len(same) >= 3 else None


# What stands before a number of a product, a code or a measurement rather than of somebody.
_NOT_BEFORE = regex.compile(
    r"(?i:\b(?:lot|ref|model|mod|cat|catalog|catalogue|part|p/n|cpt|icd|icd-?10(?:-cm)?|icd-?9|hcpcs|"
    r"loinc|ndc|rxnorm|rxcui|rx ?cui|"
    r"snomed(?: ct)?|nct|protocol|version|ver|software|fw|sw|build|rev|upc|gtin|grant|isbn|doi|pmid|"
    r"omim|code|codes|dx|chr|"
    r"exon|transcript|nm|np|rs|hla|room|rm|bed|bin|zip|gauge|french|interface code|series|omb)\b"
    r"[ \t]*(?:no\.?|number|#|code|codes)?[\s:.#=(-]{0,4})\Z"
)
_AFTER = regex.compile(
    r"[ \t]?(?:%|(?:mg|mcg|ug|g|kg|ml|cc|dl|lbs?|cm|mm|iu|u|units?|meq|mmol|cells?|copies|cfu|/(?:ul|"
    r"mm3|ml|hpf|l)|k/|x10|x 10|"
    r"ng|pg|bpm|steps|kcal|days?|hours?|hz|pf|oz)\b)|\^",
    regex.I,
)
_ICD = regex.compile(r"[A-TV-Z]\d{2}[\dA-Z]{0,4}")
_CODE = regex.compile(
    r"\d{4,5}-\d|\d{4,5}-\d{3,4}-\d{1,2}|(?:NCT|RS|NM|NP|ENST|OMIM|GRCH|CD|HLA|FK|"
    r"COVID)\W?\d+.*|[A-Z]\d{4}",
    regex.I,
)


def _uncued(m: Any, _view: TokenizedText) -> float | None:
    return _without_cue(m.string, m.start(), m.end())


def _without_cue(text: str, start: int, end: int) -> float | None:
    """A long or mixed number without a cue: not a date, a time stamp, a code, a product or an amount."""
    number = text[start:end]
    packed = check_digits.bare_upper(number)
    n = len(checks.digits(number))
    if n < (7 if packed.isdecimal() else 5):
        return None
    if checks.looks_like_date(number) or checks.looks_like_timestamp(number) or _CODE.fullmatch(number):
        return None
    if _ICD.fullmatch(number) and n < 7:
        return None
    if _NOT_BEFORE.search(text, max(0, start - 24), start) or _AFTER.match(text, end):
        return None
    if regex.fullmatch(
        r"(?:[01]\d|2[0-4])[0-5]\d-(?:[01]\d|2[0-4])"
        r"[0-5]\d",
        number,
    ) or not regex.search("[1-9]", number):
        return None
    return 0.65 if not packed.isdecimal() else 0.55


_MIXED = regex.compile(
    r"[A-Z]{1,5}[-/]?\d{4,}(?:-?[A-Z0-9]+){0,3}|[A-Z]{1,5}[-/]?\d{2,}(?:[-/][A-Z0-9]*\d[A-Z0-9]*)+"
    r"|\d+[A-Z]{1,3}\d[A-Z0-9]*(?:-[A-Z0-9]+)*|\d{2,}-[A-Z]{1,3}-\d{3,}"
)
_PRESSURE = regex.compile(r"[A-Z]{2,3}\d{2,3}/\d{2,3}")


def _mixed(m: Any, _view: TokenizedText) -> float | None:
    number = m["IDNUM"]
    if number.isalpha():
        return None
    start, end = m.span("IDNUM")
    if not number[0].islower():
        if not _MIXED.fullmatch(number) or _PRESSURE.fullmatch(number):
            return None
        if start and (m.string[start - 1].isalnum() or m.string[start - 1] in "/.^-_"):
            return None
    return _without_cue(m.string, start, end)


def _pathology(m: Any, _view: TokenizedText) -> float | None:
    text: str = m.string
    if _NOT_BEFORE.search(text, max(0, m.start() - 24), m.start()) or _ICD.fullmatch(m[0]):
        return None
    return 0.75


SHAPE_RULES: tuple[Rule, ...] = (
    Rule(
        "SSN-SHAPE",
        Label.SSN,
        r"(?<![\w-])(?:\d{3}-\d{2}-\d{4}|[Xx*]{3}-?[Xx*]{2}-?\d{4}|[Xx*]{4}[ -][Xx*]{4}[ -]\d{4})"
        r"(?![\w]|-\d)",
        0.95,
        "social security number, also masked",
        source="Social Security Administration: AAA-GG-SSSS",
        check=_ssn,
        required_characters="-Xx*",
    ),
    Rule(
        "SSN-MISREAD",
        Label.SSN,
        rf"(?<![\w-]){_D}{{3}}[ ]?-[ ]?{_D}{{2}}[ ]?-[ ]?{_D}{{4}}(?![\w]|-\w)",
        0.75,
        "social security number with letters misread for digits",
        check=_misread_ssn,
        required_characters="-",
    ),
    Rule(
        "HEALTHPLAN-HICN",
        Label.HEALTHPLAN,
        rf"(?<![\w-]){_D}{{3}}-{_D}{{2}}-{_D}{{4}}-?(?!I)[A-Z]\d?(?![\w-])",
        0.85,
        "old Medicare claim number: a social security number and a letter",
        source="CMS, Health Insurance Claim Number, in use until 2019",
        check=lambda m, _view: 0.85 if len(checks.digits(m[0])) >= 4 else None,
        required_characters="-",
    ),
    Rule(
        "IDNUM-DIN",
        Label.IDNUM,
        rf"(?<![\w-])[A-Z]{_D}{{4}}[ ]?{_D}{{2}}[ ]{_D}{{6}}(?!\w)",
        0.85,
        "donation number of a blood product",
        source="ISBT 128 (ICCBBA), donation identification number",
        required_characters="0123456789",
    ),
    Rule(
        "HEALTHPLAN-MBI",
        Label.HEALTHPLAN,
        r"(?<![\w-])[1-9][A-Z][0-9A-Z]\d-?[A-Z][0-9A-Z]\d-?[A-Z]{2}\d{2}(?![\w-])",
        0.97,
        "Medicare Beneficiary Identifier",
        source="CMS, Understanding the MBI Format",
        check=_valid(checks.mbi, 0.97, 0.7),
        required_characters="0123456789",
    ),
    Rule(
        "HEALTHPLAN-NHS",
        Label.HEALTHPLAN,
        r"(?<![\w.-]|\d[ ])\d{3}[ -]\d{3}[ -]\d{4}(?![\w-]|[ ]\d)",
        0.6,
        "number with the check digit of an NHS number",
        source="NHS Data Dictionary, NHS NUMBER",
        check=_valid(check_digits.is_nhs_number, 0.6),
        required_characters=" -",
    ),
    Rule(
        "LICENSE-DEA",
        Label.LICENSE,
        r"(?<![\w-])[A-Z][A-Z9]\d{7}(?![\w-])",
        0.9,
        "DEA registration number",
        source="DEA Diversion Control Division, check digit",
        check=_valid(check_digits.is_dea_number, 0.9),
        required_characters="0123456789",
    ),
    Rule(
        "LICENSE-NPI",
        Label.LICENSE,
        r"(?<![\w.-])[12]\d{9}(?![\w-]|\.\d)",
        0.7,
        "National Provider Identifier",
        source="CMS, NPI check digit",
        check=_valid(check_digits.is_npi, 0.7),
        required_characters="12",
    ),
    Rule(
        "LICENSE-CLIA",
        Label.LICENSE,
        r"(?<![\w-])\d{2}D\d{7}(?![\w-])",
        0.9,
        "CLIA number of a laboratory",
        source="CMS, Clinical Laboratory Improvement Amendments: NNDNNNNNNN",
        required_characters="D",
    ),
    Rule(
        "VEHICLE-VIN",
        Label.VEHICLE,
        r"\b[0-9A-HJ-NPR-Z]{17}\b(?!-)",
        0.97,
        "vehicle identification number",
        source="49 CFR 565.15",
        check=_vin,
        required_characters="0123456789",
    ),
    Rule(
        "VEHICLE-PLATE",
        Label.VEHICLE,
        r"(?<![\w-])(?:(?:[A-Z]{2}[ ])?(?:[A-Z]{3}[- ]?\d{3,4}|\d{1,2}[A-Z]{2,3}[- ]?\d{2,4}|"
        r"\d[A-Z]{2}[ ]\d{3}|\d{3}[- ]?[A-Z]{3}|[A-Z]{3}-[A-Z]\d{2}|[A-Z]{2}[ -]\d{4}|"
        r"[A-Z]\d{2}[ -]\d[A-Z]{2}|\d{2}-\d{4}[A-Z]?|[A-Z]\d{2}[ -]\d{4}))(?![\w-])",
        0.75,
        "number plate in a phrase about a vehicle",
        check=_plate,
        required_characters="0123456789",
    ),
    Rule(
        "ACCOUNT-IBAN",
        Label.ACCOUNT,
        r"(?<!\w)[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?(?!\w)",
        0.98,
        "bank account number",
        source="ISO 13616",
        check=_valid(checks.iban, 0.98),
        required_characters="0123456789",
    ),
    Rule(
        "ACCOUNT-CARD",
        Label.ACCOUNT,
        r"\b[3-6]\d{3}(?:([ -]?)\d{4}\1\d{4}\1\d{1,7}|[ -]?\d{6}[ -]?\d{5})(?![\w-])",
        0.8,
        "payment card number",
        source="ISO/IEC 7812, Luhn check",
        check=_card,
        required_characters="3456",
    ),
    Rule(
        "DEVICE-UDI",
        Label.DEVICE,
        r"\(21\)[ ]?(?P<DEVICE>[A-Z0-9-]{4,20})",
        0.95,
        "serial number in a unique device identifier",
        source="21 CFR 801.20, GS1 application identifier 21",
        required_characters="(",
    ),
    Rule(
        "IDNUM-UID",
        Label.IDNUM,
        r"(?<![\w.])[12]\.\d{1,3}(?:\.\d+){4,}\.\d{6,}(?:\.\d+)*(?![\w.]\d)",
        0.8,
        "unique identifier of a study, series or image",
        source="DICOM PS3.5 section 9",
        required_characters=".",
    ),
    Rule(
        "IDNUM-PATHOLOGY",
        Label.IDNUM,
        r"(?<![\w/.-])[A-Z]{1,4}-?\d{2}-\d{3,7}(?:-[A-Z0-9]{1,2})?"
        r"(?:[ ][A-Z](?:-?[A-Z0-9])?(?=[\s,;.)]))?(?![\w/]|-\w|\.\d)",
        0.75,
        "accession number of a laboratory: letters, year, serial number",
        check=_pathology,
        required_characters="-",
    ),
    Rule(
        "IDNUM-MIXED",
        Label.IDNUM,
        r"\d{5,14}+(?<=\b(?P<IDNUM>[a-z]{1,2}\d{5,14}))(?!\w)|(?P<IDNUM>[A-Z\d][A-Z\d/-]{4,40}+)"
        r"(?![\w/%]|\.\d)",
        0.65,
        "letters and five or more digits",
        check=_mixed,
        required_characters="0123456789",
    ),
    Rule(
        "IDNUM-DIGITS",
        Label.IDNUM,
        r"(?<![\w/.^,+(-]|\d[ ]|[<>$~] ?)(?:\d{7,14}|\d{2,6}(?:-\d{1,8}){1,4})(?![\w/%^)]|-\w|[.,]\d)",
        0.55,
        "seven or more digits",
        check=_uncued,
        required_characters="0123456789",
    ),
    Rule(
        "IDNUM-MISREAD",
        Label.IDNUM,
        r"[A-Z\dl]{6,14}(?![\w/-])",
        0.55,
        "six or more digits, some misread as letters",
        check=_misread,
        required_characters="OlI",
    ),
    Rule(
        "IDNUM-SERIES",
        Label.IDNUM,
        r"(?<![\w/.-])([A-Z]{2,4}-)\d{3,5}(?![\w/-])",
        0.6,
        "one of several labels of the same make in one text",
        check=_series,
        required_characters="-",
    ),
)


# Numbers in the fields of HL7 version 2 messages and in CDA documents.


_FIELD = r"[^|\r\n]*"
_VALUE = r"[^|^~&\r\n]+"

MESSAGE_RULES: tuple[Rule, ...] = (
    Rule(
        "HL7-PID",
        Label.MRN,
        rf"\bPID\|{_FIELD}\|(?P<MRN>{_VALUE})?{_FIELD}\|(?P<MRN>{_VALUE})?(?:\^[^|~\r\n]*)?"
        rf"(?:~(?:(?P<SSN>{_VALUE})\^[^|~\r\n]*\^SS|(?P<IDNUM>{_VALUE})(?:\^[^|~\r\n]*)?))*{_FIELD}"
        rf"(?:\|{_FIELD}){{14}}\|(?P<ACCOUNT>{_VALUE})?{_FIELD}\|(?P<SSN>{_VALUE})?(?:{_FIELD}\|(?P<LICENSE>{_VALUE})?)?",
        0.95,
        "patient's numbers in an HL7 message",
        source="HL7 v2 chapter 3, PID-2, 3, 18, 19, 20",
        required_characters="|",
    ),
    Rule(
        "HL7-PID-SHORT",
        Label.MRN,
        rf"\bPID\|{_FIELD}\|(?P<MRN>{_VALUE})?{_FIELD}\|(?P<MRN>{_VALUE})?",
        0.9,
        "patient's number in an HL7 message that is cut short",
        source="HL7 v2 chapter 3, PID-2, 3",
        required_characters="|",
    ),
    Rule(
        "HL7-MSH",
        Label.IDNUM,
        rf"\bMSH\|(?:{_FIELD}\|){{6}}(?P<USERNAME>{_VALUE})?{_FIELD}\|{_FIELD}\|(?P<IDNUM>{_VALUE})",
        0.9,
        "control number and user of an HL7 message",
        source="HL7 v2 chapter 2, MSH-8 and MSH-10",
        required_characters="|",
    ),
    Rule(
        "HL7-VISIT",
        Label.IDNUM,
        rf"\bPV1\|(?:{_FIELD}\|){{18}}(?P<IDNUM>{_VALUE})",
        0.9,
        "visit number in an HL7 message",
        source="HL7 v2 chapter 3, PV1-19",
        required_characters="|",
    ),
    Rule(
        "HL7-ORDER",
        Label.IDNUM,
        rf"\b(?:OBR|ORC)\|{_FIELD}\|(?P<IDNUM>{_VALUE})?{_FIELD}\|(?P<IDNUM>{_VALUE})?",
        0.9,
        "order numbers in an HL7 message",
        source="HL7 v2 chapter 4, OBR-2 and OBR-3",
        check=lambda m, _view: 0.9 if regex.search(r"\d{3}", m[0]) else None,
        required_characters="|",
    ),
    Rule(
        "HL7-PLAN",
        Label.HEALTHPLAN,
        rf"\bIN1\|(?:{_FIELD}\|){{7}}(?P<HEALTHPLAN>{_VALUE})?{_FIELD}(?:(?:\|{_FIELD}){{27,28}}\|(?P<HEALTHPLAN>{_VALUE})?)?",
        0.9,
        "group and policy number in an HL7 message",
        source="HL7 v2 chapter 6, IN1-8 and IN1-36",
        required_characters="|",
    ),
    Rule(
        "HL7-PROVIDER",
        Label.LICENSE,
        r"(?<=\|)(?:(?P<LICENSE>\d{10})|(?P<IDNUM>[A-Z]{0,3}\d{3,9}))(?=\^[A-Z][A-Z'-]+\^)|(?<=\^)"
        r"(?P<LICENSE>\d{10})(?=\^NPI)",
        0.9,
        "number of a provider in an HL7 message",
        source="HL7 v2 chapter 2A, XCN",
        required_characters="^",
    ),
    Rule(
        "CDA-ID",
        Label.IDNUM,
        r"(?<=<id\b[^<>]{0,80}extension=\")(?:(?P<MRN>[^\"<>]*\d[^\"<>]*)(?=\"[^<>]*root=\"MRN)"
        r"|(?P<SSN>[^\"<>]+)(?=\"[^<>]*root=\"2\.16\.840\.1\.113883\.4\.1\")"
        r"|(?P<LICENSE>(?<=root=\"2\.16\.840\.1\.113883\.4\.6\"[ ]extension=\")[^\"<>]+)|"
        r"(?P<IDNUM>[^\"<>]*\d[^\"<>]*))",
        0.9,
        "identifier in a clinical document (CDA)",
        source="HL7 CDA R2, II data type",
        required_characters="<",
    ),
)


RULES: tuple[Rule, ...] = with_prefilters(
    (CUED_NUMBER_RULE, NUMBER_COLUMN_RULE, *SHAPE_RULES, *MESSAGE_RULES, *LOGIN_RULES),
    PREFILTERS,
)
VETOES: tuple[Veto, ...] = with_prefilters(ID_VETOES, VETO_PREFILTERS)
