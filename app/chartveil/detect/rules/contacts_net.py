"""Rules for e-mail, web and network addresses."""

from __future__ import annotations

from typing import Any

import regex

from chartveil.detect.rules import checks
from chartveil.detect.rules.engine import Prefilter, Rule, Veto
from chartveil.detect.rules.gates import PatternStarts
from chartveil.domain import Label

_DIGIT_CLASS = f"[{checks.DIGIT_LOOKALIKES}]"

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
    before = m.string[max(0, m.start() - 16) : m.start()]
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
        rf"(?<![\w.]|[vV] ?){_DIGIT_CLASS}{{1,3}}(?:\.{_DIGIT_CLASS}{{1,3}}){{3}}(?![\w]|\.\w)",
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
