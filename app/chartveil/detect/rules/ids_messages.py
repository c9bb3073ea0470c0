"""Numbers in the fields of HL7 version 2 messages and in CDA documents."""

from __future__ import annotations

import regex

from chartveil.detect.rules.engine import Rule
from chartveil.domain import Label

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
