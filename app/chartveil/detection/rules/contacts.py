"""Rules for telephone and fax numbers, e-mail and web addresses, and network addresses."""

from __future__ import annotations

from typing import Any

import regex

from chartveil.detection.rules import checks
from chartveil.detection.rules.context import text_before
from chartveil.detection.rules.engine import MatchCheck, Prefilter, Rule, Veto
from chartveil.detection.rules.prefilters.contacts import PREFILTERS, VETO_PREFILTERS
from chartveil.detection.rules.prefilters.match_starts import PatternStarts, with_prefilters
from chartveil.domain import check_digits
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText

_D = f"[{checks.DIGIT_LOOKALIKES}]"

_TOPS = (
    "com org net edu gov mil int info biz io co us uk ca au nz ie de fr in za health care clinic "
    "example test invalid "
    "local nhs app dev me fund tv eu med hospital doctor online site cloud corn exarnple"
).split()
_TLD = "|".join(_TOPS)


def _host(m: Any) -> float | None:
    """A bare host counts with a path, or with a top-level domain that is no English word or unit."""
    host = m["URL"]
    top = regex.split(r"[/?#]", host, maxsplit=1)[0].rsplit(".", 1)[-1].lower()
    if "/" in host:
        return 0.9 if regex.search(r"[A-Za-z]{2}", host.split("/")[0].rsplit(".", 1)[0]) else None
    if top in {"com", "org", "net", "edu", "gov", "example", "uk", "health", "io"}:
        return 0.85 if regex.search(r"[A-Za-z]{3}", host.rsplit(".", 1)[0]) else None
    return None


_IP_CUE = regex.compile(
    r"(?:ip|host|server|node|w(?:or)?k?st(?:atio|n)?|workstation|ws|device|"
    r"terminal|tablet)\W*\Z",
    regex.I,
)
_VERSION = regex.compile(
    r"\b(?:v|ver(?:sion|s)?|software|sw|fw|firmware|build|release|rev|oid)"
    r"[. :=]*\Z",
    regex.I,
)


def _ip(m: Any) -> float | None:
    before = text_before(m, 16)
    if not checks.ipv4(m[0]) or _VERSION.search(before):
        return None
    if len(checks.digits(m[0])) < 4:
        return None
    # 4.1.11.2 may be a section or a version: four short parts want a cue.
    if max(len(p) for p in m[0].split(".")) < 2 and not _IP_CUE.search(before):
        return None
    return 0.95 if _IP_CUE.search(before) else 0.88


NETWORK_RULES: tuple[Rule, ...] = (
    Rule(
        "EMAIL-PLAIN",
        Label.EMAIL,
        r"(?<![\w.+@-])[\w](?:[\w.+'-]*[\w+-])?@[\w](?:[\w-]*\w)?(?:\.[\w-]*\w)*\.[A-Za-z][\w-]*(?<!-)",
        0.98,
        "e-mail address",
        source="RFC 5322, the shapes in use",
        required_characters="@",
    ),
    Rule(
        "EMAIL-BLANKS",
        Label.EMAIL,
        rf"(?<=(?i:e ?-? ?(?:m|rn)ai[l1])[ \t]?[:.]?[ \t]*)(?!(?:ed|from|to|at|is|or|me|us|her|his|him|"
        rf"via|address|on|and|the|for)\b)"
        rf"[\w.+-]+[ ]?(?:[\w.+-]+[ ]?)?@[ ]?[\w-]+(?:[ ]?[\w-]+)?[ ]?"
        rf"(?:\.[ ]?[\w-]+[ ]?)*\.[ ]?(?:{_TLD})(?!\w)"
        rf"|(?<![\w.])[\w.+-]+[ ]?@[ ]?[\w-]+(?:[ ]?\.[ ]?[\w-]+)*[ ]?\.[ ]?(?:{_TLD})(?!\w)",
        0.8,
        "e-mail address broken by blanks",
        required_characters="@",
    ),
    Rule(
        "EMAIL-SPOKEN",
        Label.EMAIL,
        r"(?<![\w.])[\w.+-]++(?=,?[ ][\[(]?(?i:at|dot|underscore|dash|hyphen|period|plus|all|number)\b)"
        r"(?:,?[ ](?i:(?:dot|underscore|dash|hyphen|period|plus|number)[ ][\w-]++|"
        r"all (?:one word|lower ?case))){0,6}+,?[ ][\[(]?(?i:at)[\])]?[ ][\w-]+"
        rf"(?:[ ][\[(]?(?i:dot)[\])]?[ ][\w-]+)*?[ ][\[(]?(?i:dot)[\])]?[ ](?i:{_TLD})(?!\w)",
        0.85,
        "e-mail address in words",
    ),
    Rule(
        "URL-SCHEME",
        Label.URL,
        r"(?i)(?<!\w)(?:https?|ftp|sftp)://[^\s<>\"'\]|)]*[\w/=#]",
        0.98,
        "web address with its scheme",
        source="RFC 3986",
        required_characters=":",
    ),
    Rule(
        "URL-WWW",
        Label.URL,
        r"(?i)(?<![\w/.@])www\.[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s<>\"'\]|)]*[\w/=#])?",
        0.97,
        "web address that begins with www",
        required_characters="wW",
    ),
    Rule(
        "URL-HOST",
        Label.URL,
        rf"\.(?i:{_TLD})(?![\w@-]|\.\w)(?:[/?#][^\s<>\"'\]|)]*[\w/=#])?"
        r"(?<=(?<![\w/.@-])(?P<URL>[A-Za-z\d][A-Za-z\d-]*(?:\.[A-Za-z\d-]+){1,5}(?:[/?#][^\s]*)?))",
        0.85,
        "host name, with or without a path",
        source="RFC 1035",
        check=lambda m, _view: _host(m),
        required_characters=".",
        prefilter=Prefilter(starts=PatternStarts(rf"\.(?=(?:{_TLD})(?![a-z0-9_@-]))", "lowered")),
    ),
    Rule(
        "IP-V4",
        Label.IP,
        rf"(?<![\w.]|[vV] ?){_D}{{1,3}}(?:\.{_D}{{1,3}}){{3}}(?![\w]|\.\w)",
        0.9,
        "IPv4 address",
        source="RFC 791",
        check=lambda m, _view: _ip(m),
        required_characters=".",
    ),
    Rule(
        "IP-V6",
        Label.IP,
        r"(?<![\w:.])(?=[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:]*:)"
        r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:])",
        0.95,
        "IPv6 address",
        source="RFC 4291",
        check=lambda m, _view: 0.95 if checks.ipv6(m[0]) and len(m[0]) > 5 else None,
        required_characters=":",
    ),
    Rule(
        "IP-MAC",
        Label.IP,
        r"\b[0-9A-Fa-f]{2}(?<![:-]..)(?P<s>[:-])[0-9A-Fa-f]{2}(?:(?P=s)[0-9A-Fa-f]{2}){4}(?![\w:-])",
        0.95,
        "hardware (MAC) address",
        source="IEEE 802",
        check=lambda m, _view: 0.95 if regex.search(r"\d", m[0]) else None,
        required_characters=":-",
    ),
)

NETWORK_VETOES: tuple[Veto, ...] = (
    Veto(
        "URL-NOT-PUBLIC",
        frozenset({Label.URL}),
        r"(?i)\b(?:clinicaltrials|cdc|nih|fda|medlineplus|cms|hhs)\.gov\b|\bpubmed\.ncbi\S*|"
        r"\buptodate\.com\b",
        0.9,
        "a public reference that everybody cites",
    ),
)


# Telephone and fax numbers.


_NANP = "North American Numbering Plan (ITU-T E.164, country code 1)"

# What stands before a number and says that it is for fax, or that it is no number to call.
_FAX_BEFORE = regex.compile(
    r"(?<![a-z])(?:f ?a ?x(?:ed)?|fx|facsimile|telefax|telecopier|f(?=[ \t]{0,2}[:.]))"
    r"(?:[ \t]*(?:her|him|them|this|it|back|to|at|is|no|number|num|line|and)"
    r"\b\.?){0,4}[\s.:#=+1\"'(-]{0,12}\Z",
    regex.I,
)
_FAX_SENTENCE = regex.compile(
    r"(?<![a-z])fax(?:ed)?\b(?:[^\n\d.;]|\d{1,2}/\d{1,2}){1,40}(?:\n[^\n\d.;]{0,10})?[\s(]*\Z", regex.I
)
_CALL_WORD = regex.compile(r"(?i)\b(?:call|phone|tel|cell|mobile|pager|ph|voice)\b")
_FAX_AFTER = regex.compile(r"(?i)[ \t]{0,2}(?:[(\[-][ \t]?fax\b|fax[ \t]*(?:\n|\Z))")
_ID_BEFORE = regex.compile(
    r"(?<![a-z])(?:nhs|mrn?|m ?r ?n|chart|acct|account|id|policy|pol|member|mbr|ssn|ss|npi|order|claim|"
    r"case|hic|mbi|nhi|"
    r"uhid|hrn|ur|phn|fin|csn|har|a|dea|lic(?:ense)?|rx|ref|auth|accession|acc|med rec|record|"
    r"serial(?: number| no)?|sn|s/n|sin|iban|"
    r"policy|group|grp|passport|tracking|medicaid|medicare|ohip|hcn|imei|upc|ndc|udi|lot)\.?"
    r"(?:[ \t]*(?:no|nos|number|num|id)\b\.?)?[\s:#=.]{0,12}\Z",
    regex.I,
)


def _is_fax(m: Any) -> bool:
    before = text_before(m, 64)
    if _FAX_BEFORE.search(before):
        return True
    sentence = _FAX_SENTENCE.search(before)
    if sentence is not None and not _CALL_WORD.search(sentence[0]) and not _ID_BEFORE.search(before):
        return True
    return _FAX_AFTER.match(m.string, m.end()) is not None


def _fax(m: Any, _view: TokenizedText) -> float | None:
    if not _is_fax(m):
        return None
    n = len(checks.digits_and_lookalikes(m[0]))
    return 0.96 if 7 <= n <= 15 or regex.fullmatch(r"[a-zA-Z ,-]+", m[0]) else None


def _phone(score: float) -> MatchCheck:
    """Check of a number of telephone shape: not one for fax, not one that an id's cue claims."""

    def check(m: Any, _view: TokenizedText) -> float | None:
        if _is_fax(m) or _ID_BEFORE.search(text_before(m, 40)):
            return None
        return score

    return check


def _ocr(m: Any, view: TokenizedText) -> float | None:
    number = m[0]
    real = len(checks.digits(number))
    if real == len(checks.digits_and_lookalikes(number)) and not regex.search(
        r"\d \d{2}\Z|\d\d \d\Z", number
    ):
        return None  # the plain rules have it
    return _phone(0.85)(m, view) if real >= 4 else None


def _bare_ten(m: Any, view: TokenizedText) -> float | None:
    number = checks.digits(m[0])
    if check_digits.is_npi(number) or checks.looks_like_timestamp(number):
        return None
    return _phone(0.6)(m, view)


def _international(m: Any, view: TokenizedText) -> float | None:
    number = m[0]
    if not (9 if number[0] == "+" else 11) <= len(checks.digits(number)) <= 16:
        return None
    score = _phone(0.8)(m, view)
    return 0.95 if score is not None and checks.is_possible_phone(number) else score


def _trunk(m: Any, view: TokenizedText) -> float | None:
    if _BUSINESS.search(m.string, max(0, m.start() - 8), m.start()):
        return None  # ABN 00 000 000 000
    if not 9 <= len(checks.digits_and_lookalikes(m[0])) <= 12 or len(checks.digits(m[0])) < 5:
        return None
    return _phone(0.75)(m, view)


_SHORT_PUBLIC = frozenset({"911", "988", "999", "112", "000", "111", "101", "411", "211", "311", "811"})
_UNIT_AFTER = regex.compile(
    r"[ \t]?(?:%|(?:mg|mcg|ml|cc|kg|g|lbs?|cm|mm|units?|days?|d|hrs?|hours?|h|min(?:ute)?s?|mins|"
    r"weeks?|wks?|months?|"
    r"mos?|years?|yrs?|times|x|bpm|beats|tabs?|doses?|pm|am|a\.m|p\.m|o'clock|lpm|l)\b)|[/:]\d",
    regex.I,
)


_MEASURE = regex.compile(r"\d{1,3}[./]\d{1,3}|\d{1,2}\.\d+")
_TIME = regex.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
_CALLED_AT = regex.compile(rf"\d{{1,2}}[/-]\d{{1,2}}[ .]+{_TIME.pattern}")
"""A day and a clock time, as lists of calls have them."""


_INTAKE = regex.compile(r"(?<!\w)I/?O:?[ ]*\Z")
_BUSINESS = regex.compile(r"(?<!\w)(?:ABN|ACN|ARBN)[ :]*\Z")


def _cued(m: Any, _view: TokenizedText) -> float | None:
    """Score of digits after a cue: what an extension may be is less than what a telephone must be."""
    number = m["FAX"] or m["PHONE"]
    n = len(checks.digits_and_lookalikes(number))
    if _INTAKE.search(m.string, max(0, m.start() - 8), m.start()):
        return None  # I/O: 1180/3450
    if n == 0 or checks.digits(number) in _SHORT_PUBLIC or _MEASURE.fullmatch(number):
        return None
    if _UNIT_AFTER.match(m.string, m.end()) or checks.looks_like_date(number):
        return None
    if _CALLED_AT.fullmatch(number):
        return None  # Call 8/16 0935
    if m["FAX"]:
        faxed_at = _TIME.fullmatch(number) and "faxed" in text_before(m, 8).lower()
        return 0.95 if n >= 4 and not faxed_at else None
    if m["ext"]:
        if n < 3 and m.string[m.start() - 1] == "#":
            return None  # ext #19: a tooth that was taken out
        if text_before(m, 2) == '="':
            return None  # an attribute of XML
        motion = m["ext"].lower() == "extension" and n < 3  # of a joint, in degrees
        return None if motion else 0.9
    if _TIME.fullmatch(number):
        return None
    if m["tel"]:
        return 0.9 if n >= 4 else (0.6 if n == 3 else None)
    if m["paged"] and 3 <= n <= 6:
        return 0.7
    if _ID_BEFORE.search(text_before(m, 40)):
        return None
    grouped = regex.fullmatch(rf"(?:\d{{1,2}}|{_D}{{3}})[- ]{_D}{{4}}", number)
    return 0.75 if grouped else (0.7 if 7 <= n <= 12 else None)


# A number as it may follow a cue: groups of digits, one blank, hyphen, dot or slash between them.
_FREE = (
    rf"\+?(?:\({_D}{{1,5}}\)[ ]?)?{_D}*\d{_D}*"
    rf"(?:(?:[ ][-.][ ]|[-. /])(?:\({_D}{{1,5}}\)|{_D}{{1,7}})(?![A-Za-z/])){{0,5}}"
)
_GAP = (
    r"(?:[ \t]{0,2}\b(?:no|number|num|nr|is|at|on|me|her|him|us|to|them|line|phone|back|again|for|the|"
    r"if|quest|pls)\b\.?){0,3}"
    r"[ \t]{0,3}[.:#=@(\[\"'-]{0,3}\s{0,6}+"
)
_EXT = r"(?:e ?x ?t(?:ension|en|n)?|poste|pa?ge?r|beeper|beep|bleep|bip|spectralink|vocera|voalte)"
_FAX = r"(?:f ?a ?x(?:ed)?|fx|facsimile|telefax)"
_TEL = (
    r"(?:t[e6][l1i](?:e?ph(?:one|on)?|efon|ef)?|p[hn] ?one?|ph(?:on|n)?(?: ?\([a-z]\))?|mob(?:ile)?|"
    r"ce[l1i]{2}|"
    r"direct(?: line| dial)?|landline|voice(?: ?mail)?|vox|hot ?line|help ?line|whats ?app|"
    r"call ?-?back|cb ?#|"
    r"callbck|handy|tlf|switchboard|desk|office|[hcwotm](?=[ \t]{0,2}:)|control|sms|text(?:ed)?(?: ok)?)"
)
_CALL = (
    r"(?:ca[l1i]{2}(?:ed|s|ing)?|reach(?:ed|able)?|contact|ring|questions?|urgent|our line|house|cb|"
    r"pls|numbe?r)"
)
_CUE_PHONE = (
    rf"(?<!\w)(?=[+(\[]?(?:\d|[OlI][OlI-]{{0,3}}\d))(?<=(?<![A-Za-z])(?i:(?P<ext>{_EXT})|"
    rf"(?P<fax>{_FAX})|(?P<tel>{_TEL})|(?P<paged>page[ds]?)|{_CALL}){_GAP})"
    rf"(?(fax)(?P<FAX>{_FREE})|(?P<PHONE>{_FREE})(?:(?:,[ ]|[ ]?/[ ]?|[ ](?:or|and|&)[ ])"
    rf"(?P<PHONE>{_D}{{3,5}}[ -]{_D}{{3,5}}(?:[ -]{_D}{{3,4}})?)(?!\w))?)"
    r"(?!\w)(?![-/]\d)"
)
_CUE_GLUED = (
    r"(?<=(?<![A-Za-z])(?i:phone|cell|mobile|tel|ph|pgr|pager|ext|cb|call|beeper|bleep)|(?<=[,;/(][ ]?|"
    r"[A-Z]{2}[ ]|[a-z][ ])p(?=\d{4,5}(?!\w)))"
    r"(?P<PHONE>\d{3}[-. ]?\d{3}[-. ]?\d{4}|\d{3}-\d{4}|\d{3,7})(?![-.]?\d)"
    r"|(?<=(?<![A-Za-z])(?i:fax|fx))(?P<FAX>\(?\d{3}[-. )]?\d{3}[-. ]?\d{4}|\d{3}-\d{4})(?![-.]?\d)"
)


_NANP_NUMBER = (
    r"(?:\+?1[-. ]{1,2}|\+1[ ]?)?"
    r"(?:\(\d{3}\)[ \t]{0,2}(?:\r?\n[ \t]{0,8})?-?[ ]?\d{3}|\d{3}(?:[-./ ]|[ ][-.][ ]|"
    r"[-.]?\r?\n[ \t]{0,8})[ ]?\d{3}|\(\d{3}\)\d{3})"
    r"(?:[-. ]|[ ][-.][ ]|[-.]\r?\n[ \t]{0,8})?[ ]?\d{4}"
    r"|(?:\(\d{3}\)|\d{3})[-. ]\d{4}[-. ]\d{3}|\d{6}-\d{4}"
)
_OCR_NUMBER = (
    rf"(?:[1l][-. ])?(?:\({_D}{{3}}\)|{_D}{{3}})(?:[-./ ]{{1,2}}|[ ]-[ ])?(?<=[-./ )])"
    rf"(?:{_D}{{3}}|{_D}{{2}}[ ]{_D})[-. ]{{1,3}}"
    rf"(?:{_D}{{4}}|{_D}{{2}}[ ]{_D}{{2}}|{_D}[ ]{_D}{{3}}|{_D}{{3}}[ ]{_D})(?![A-Za-z\d]|[-/.]\d)"
)
_TRUNK_NUMBER = (
    rf"(?:\([0O]{_D}{{1,4}}\)|[0O]{_D}{{1,4}})[ -]?(?<=[ )-]){_D}{{3,7}}"
    rf"(?:[ -]{_D}{{3,4}}){{0,2}}(?!\w|[-/.]\d|[ ]\d{{3}})"
)
_INTL_NUMBER = r"(?:\+|00)[1-9]\d{0,2}(?:[ ]?\(\d{1,4}\))?(?:[ .-]?\d{1,5}){2,6}(?!\w)"
_SPOKEN = (
    r"(?=[OoZzTtFfSsEeNnDd])(?i:(?:(?:oh|zero|one|two|three|four|five|six|seven|eight|nine|double|"
    r"triple)[ ,-]{0,2}\s?){%s}"
    r"(?:oh|zero|one|two|three|four|five|six|seven|eight|nine))(?!\w)"
)
_LEFT = r"(?<![A-Z\d.]|\d[-./ ]|[A-Z]-|\\)"

_RULES: tuple[Rule, ...] = (
    Rule(
        "PHONE-NANP",
        Label.PHONE,
        rf"{_LEFT}(?:{_NANP_NUMBER})(?![\d]|[-/.]\d)",
        0.95,
        "ten-digit North American number",
        source=_NANP,
        check=_phone(0.95),
        required_characters="0123456789",
    ),
    Rule(
        "PHONE-MIDDLE-DOTS",
        Label.PHONE,
        rf"{_LEFT}(?:\(\d{{3}}\)[ ]?|\d{{3}}[ ]?[·•∙‧・][ ]?)\d{{3}}[ ]?[·•∙‧・][ ]?\d{{4}}(?![\d])",
        0.9,
        "ten-digit North American number parted by dots at middle height, as in letterheads",
        source=_NANP,
        check=_phone(0.9),
        prefilter=Prefilter(any_of=("·", "•", "∙", "‧", "・")),
    ),
    Rule(
        "FAX-NUMBER",
        Label.FAX,
        rf"(?<![A-Z\d.]|\d[-./ ]|[A-Z]-)(?=[+(\d{checks.DIGIT_LOOKALIKES}])"
        rf"(?:(?:{_NANP_NUMBER}|\d{{10}}|\d{{3}}-\d{{4}})(?![\d]|[-/.]\d)|(?<![A-Za-z])"
        rf"(?:{_OCR_NUMBER}|{_TRUNK_NUMBER}|{_INTL_NUMBER}))",
        0.96,
        "number beside the word fax",
        source=_NANP,
        check=_fax,
        required_characters="xXcCF",
    ),
    Rule(
        "FAX-SPOKEN",
        Label.FAX,
        rf"(?<!\w){_SPOKEN % '6,13'}",
        0.8,
        "fax number dictated digit by digit",
        check=_fax,
        required_characters="xX",
    ),
    Rule(
        "PHONE-OCR",
        Label.PHONE,
        rf"(?<![A-Za-z\d.]|\d[-./]){_OCR_NUMBER}",
        0.85,
        "North American number with letters misread for digits",
        source=_NANP,
        check=_ocr,
        required_characters="OolIQSB ",
    ),
    Rule(
        "PHONE-OCR-LOCAL",
        Label.PHONE,
        rf"(?<![\w./-]|\d[ ]|[#:] ?)[2-9]{_D}{{2}}-{_D}{{4}}(?![\w/-]|\.\d)",
        0.6,
        "seven-digit number with letters misread for digits",
        source=_NANP,
        check=_ocr,
        required_characters="OolISB",
    ),
    Rule(
        "PHONE-BARE10",
        Label.PHONE,
        r"(?<![\w.^/-]|[#:] ?)[2-9]\d{2}[2-9]\d{6}(?![\w^-]|\.\d)",
        0.6,
        "ten digits that a telephone number may have",
        source=_NANP,
        check=_bare_ten,
        required_characters="0123456789",
    ),
    Rule(
        "PHONE-LOCAL",
        Label.PHONE,
        r"(?<![\w./-]|\d[ ]|[#:] ?)[2-9]\d{2}-\d{4}(?![\w/-]|\.\d)",
        0.6,
        "seven-digit local number",
        source=_NANP,
        check=_phone(0.6),
        required_characters="-",
    ),
    Rule(
        "PHONE-INTL",
        Label.PHONE,
        rf"(?=[+0])(?<![\w+]){_INTL_NUMBER}",
        0.8,
        "number with country code",
        source="ITU-T E.123 and E.164",
        check=_international,
        required_characters="+0",
    ),
    Rule(
        "PHONE-TRUNK",
        Label.PHONE,
        rf"(?=[(0O])(?<![\w.]|\d[-/ ]){_TRUNK_NUMBER}",
        0.75,
        "number with a leading zero, as Britain, Ireland, Australia, New Zealand, India and others write it",
        source="ITU-T E.123",
        check=_trunk,
        required_characters="0O",
    ),
    Rule(
        "PHONE-VANITY",
        Label.PHONE,
        r"(?<![\w-])(?:1[-. ])?(?:\(8(?:00|33|44|55|66|77|88)\)[ ]?|8(?:00|33|44|55|66|77|88)[-. ])"
        r"(?=[A-Z\d-]*[A-Z]{3})(?=(?:-?[A-Z\d]){7,11}(?!\w))[A-Z\d]{1,11}(?:-[A-Z\d]{2,7}){0,3}(?!\w)",
        0.8,
        "toll-free number spelled with letters",
        source=_NANP,
        required_characters="8",
    ),
    Rule(
        "PHONE-CUE",
        Label.PHONE,
        _CUE_PHONE,
        0.9,
        "number after telephone, cell, pager, extension, call and the like",
        check=_cued,
        required_characters="0123456789",
    ),
    Rule(
        "PHONE-CUE-GLUED",
        Label.PHONE,
        _CUE_GLUED,
        0.85,
        "number written to its cue without a blank",
        required_characters="0123456789",
    ),
    Rule(
        "PHONE-EXT",
        Label.PHONE,
        r"\d{3}[-. ]?\d{4}\)?[ ,]{0,3}(?:(?P<PHONE>[xX](?:\d{2,6}|(?<![ ].)\d))|(?:[xX][. ]|[eE]xt|EXT)"
        r"[. ]{0,2}(?P<PHONE>\d{1,6}))(?!\w)"
        r"|(?P<PHONE>[xX](?<![\w.].)(?:\d-\d{4}|\d{4,5}))(?![\w/.%-]*\d|[ ](?:mg|units?))"
        r"|(?P<PHONE>[xX](?<=(?<!\w)(?i:from|work|wk|desk|office|at|@|call)"
        r"[:]?[^\S\n]?[^\n\d,]{0,16},?[^\S\n].)\d{2,3})"
        r"(?![\w/%-]|\.\d|[ ](?:d|w|h|days?|weeks?|wks?|months?|mo)\b)"
        r"|[xX](?<=(?<!\w)(?i:work|wk|desk|office)[ ].)[ ](?P<PHONE>\d{2,5})(?!\w)",
        0.8,
        "extension after x",
        required_characters="xX",
    ),
    Rule(
        "PHONE-HASH",
        Label.PHONE,
        r"(?<=#)\d-\d{4}(?!\w)|(?<=(?i:\bpaged?\b[^\n#\d]{1,40}#))\d{3,6}(?!\w)",
        0.75,
        "house number or pager after #",
        required_characters="#",
    ),
    Rule(
        "PHONE-SPOKEN",
        Label.PHONE,
        rf"(?<!\w){_SPOKEN % '6,13'}|(?<=(?:(?:number|tel|phone|pager)[ ](?:is[ ])?|"
        rf"ending(?:[ ]in)?[ ]))(?<!\w){_SPOKEN % '3,5'}",
        0.7,
        "number dictated digit by digit",
        check=_phone(0.7),
    ),
    *NETWORK_RULES,
)

_VETOES: tuple[Veto, ...] = (
    *NETWORK_VETOES,
    Veto(
        "PHONE-NOT-CODE",
        frozenset({Label.PHONE}),
        r"(?i)\b(?:cpt|icd(?:-?10)?|hcpcs|loinc|ndc|rxnorm|snomed|nct|lot|ref|model|cat|catalog|part|"
        r"p/n|udi|gtin)\b[ #:.no]{0,6}(?P<not>[\w./-]+)",
        0.8,
        "a code of a procedure, test, drug or product",
    ),
    Veto(
        "PHONE-NOT-RANGE",
        frozenset({Label.PHONE}),
        r"(?i)(?P<not>[2-9]\d{2}-\d{4})[ ]?(?:mg|mcg|ml|cc|cells?|copies|cal|kcal|steps|g|units?|iu|k|"
        r"ng|pg|u)\b",
        0.8,
        "a range of amounts",
    ),
)
RULES = with_prefilters(_RULES, PREFILTERS)
VETOES = with_prefilters(_VETOES, VETO_PREFILTERS)
