"""Login names: after a word that announces one, after ``by``, at the head of a log line, with a domain."""

from __future__ import annotations

from typing import Any

import regex

from chartveil.detection.rules.engine import Rule
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText

_LOGIN = (
    r"(?:[a-z](?:[a-z0-9]|[._-](?=[a-zA-Z0-9])){2,23}[A-Z]?"
    r"|[A-Z](?:[A-Z0-9]|[._-](?=[A-Z0-9])){3,23}|[A-Z]{2,6}_[A-Z0-9]+)"
)
_ENDS = r"(?![\w@\\]|['’]|-\w)"

# Two consonants that begin no common English word: with them a login begins (first initial, surname).
_WORD_ONSETS = frozenset(
    "bl br ch cl cr dr dw fl fr gh gl gn gr kn kl kr ph pl pn pr ps rh sc sh sk sl sm sn sp sq st sv "
    "sw th tr ts tw wh wr xy".split()
)
_WORD_ONSETS_3 = frozenset("chl chr phl phr phy sch scl scr shr spl spr squ str thr".split())
_CONSONANTS = frozenset("bcdfghjklmnpqrstvwxz")
_NOT_LOGINS = frozenset(
    "patient nursing nurse staff provider physician doctor family mother father wife husband daughter "
    "phone fax mail email "
    "pharmacy pharm lab laboratory radiology registration reception clerk resident attending intern "
    "student team police "
    "admin administrator system interface user name unknown none self error name password field guest "
    "hand hospital scribe "
    "dictation transcription electronic electronically signed signature paper note report review "
    "reviewed date time the this "
    "that him her them with from cardiology surgery anesthesia ed er icu ems pt md rn lpn np pa pharmd "
    "admission discharge "
    "mom dad son sister brother parent guardian clinic clinician tech technician therapist dr "
    "interpreter telephone ambulance "
    "walking car bus train taxi mouth law protocol order orders policy standing default computer "
    "machine auto automated fiscal "
    "both two three same each all any and not yes no ok here page on in at for has was were are is "
    "mychart portal dragon "
    "flow mri ecg ekg cxr xray ultrasound rapid charge manager director supervisor coordinator chart "
    "records medical".split()
)


def looks_like_login(token: str) -> bool:
    """Whether the token itself tells that it is a login name: a digit, a dot or underscore inside, or a
    beginning such as ``kmoyer`` that no word has."""
    low = token.lower()
    if any(c.isdecimal() for c in low):
        return sum(c.isalpha() for c in low) >= 3
    if "_" in low:
        return True
    if "." in low:
        return min(map(len, low.split("."))) <= 3  # else two sentences without a blank
    if len(low) >= 6 and _CONSONANTS.issuperset(low[:3]) and low[:3] not in _WORD_ONSETS_3:
        return True
    two = low[:2]
    return len(low) >= 5 and two[0] in _CONSONANTS and two[1] in _CONSONANTS and two not in _WORD_ONSETS


_NAME_FOLLOWS = regex.compile(r"[ ](?:[A-Z][A-Za-z.'-]+|[a-z]+ed\b)|,[ ]?[A-Z]")


def _announced(m: Any, _view: TokenizedText) -> float | None:
    """After ``user`` or ``login`` any one word is a login, unless it is a common one or a name goes on."""
    token = m["USERNAME"]
    if token.lower() in _NOT_LOGINS:
        return None
    if looks_like_login(token):
        return 0.9
    if _NAME_FOLLOWS.match(m.string, m.end()) or len(token) < 4:
        return None
    plain_user = m[0].lower().startswith("user ")  # an active computer user making ...
    return None if plain_user and not _CLOSED.match(m.string, m.end()) else 0.6


_CLOSED = regex.compile(r"[ \t]*(?:\Z|[\r\n;,)\].]|[|]|--)|[ ]{2,}|[ \t]+(?:at |on |from |\d)")


def _by(m: Any, _view: TokenizedText) -> float | None:
    token = m["USERNAME"]
    if token.lower() in _NOT_LOGINS:
        return None
    if not looks_like_login(token):
        done = _DONE_BEFORE.search(m.string, max(0, m.start() - 40), m.start())
        return 0.55 if len(token) >= 5 and done and _CLOSED.match(m.string, m.end()) else None
    return 0.75 if _CLOSED.match(m.string, m.end()) else 0.6


def _log_line(m: Any, _view: TokenizedText) -> float | None:
    token = m["USERNAME"]
    return 0.7 if looks_like_login(token) and token.lower() not in _NOT_LOGINS else None


_ANNOUNCE = (
    r"user(?:[ _]?(?:name|id))?|log(?:ged)?[ -]?(?:in|on)(?:[ _]?(?:id|name|as|by))?|session logged as|"
    r"logged as|uid|userid|netid|"
    r"svc acct|co-?signed(?:[ ]by)?|(?:entered|keyed|edited|typed)(?=[ ]?:)|"
    r"e[- ]?sig(?:n(?:ed|ature)?)?(?:[ ]by)?|e/s|/es/|electronically (?:signed|authenticated)"
    r"(?:[ ]by)?|(?:pt|my|his|her) login"
)
_DONE_BEFORE = regex.compile(
    r"(?i)\b(?:(?:print|export|edit|enter|modifi|updat|upload|download)ed|registry entry)\b[^\n.;]{0,28}\Z"
)

LOGIN_RULES: tuple[Rule, ...] = (
    Rule(
        "USERNAME-CUE",
        Label.USERNAME,
        rf"(?=[UuLlSsCcEeKkTtPpMmHhNn/])(?<![A-Za-z])(?i:{_ANNOUNCE})(?![A-Za-z])"
        rf"[\"']?[ \t]{{0,3}}(?:[:=][ \t]{{0,3}})?(?:(?:is|as|by)"
        rf"[ \t])?[\"'(]?(?P<USERNAME>{_LOGIN}){_ENDS}",
        0.9,
        "login name after user, login, e-signed and the like",
        check=_announced,
    ),
    Rule(
        "USERNAME-BY",
        Label.USERNAME,
        rf"(?<![A-Za-z])(?:[Bb]y|BY|(?i:closed|signed)[ ]\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?|sent to|"
        rf"_by|LOG CLOSED|LAST EDIT|Last edit|Offline review|clinician|agent)"
        rf"[ \t]?[:=]?[ \t\n]{{0,2}}(?P<USERNAME>{_LOGIN}){_ENDS}",
        0.75,
        "login name after printed by, entered by and the like",
        check=_by,
    ),
    Rule(
        "USERNAME-LOG",
        Label.USERNAME,
        rf"(?m)^[\[(]?(?:\d{{4}}-\d\d-\d\d[T ])?\d{{1,2}}:\d\d(?::\d\d)?[\])]?"
        rf"(?:[ ]+(?P<USERNAME>{_LOGIN}):[ ]|[ ]{{2,}}(?P<USERNAME>{_LOGIN})[ ]{{2}}"
        rf"|[ ]+\|[^|\n]*\|[ ]+(?P<USERNAME>{_LOGIN})[ ]*$)",
        0.7,
        "login name at the head of a line of a log or a chat",
        check=_log_line,
        required_characters=":",
    ),
    Rule(
        "USERNAME-ALONE",
        Label.USERNAME,
        r"(?m)^[ \t]*(?P<USERNAME>[a-z]{4,14}\d{1,2})[ \t]*$|[ ](?P<USERNAME>[a-z]{5,14}\d{1,2}|"
        r"[a-z]{4,14}_[a-z]{2,4})"
        r"(?=[ ]{1,3}\d{1,2}[/:.]\d\d|[ ]{1,3}\d{4}-\d\d)",
        0.6,
        "login name alone on a line, or before the time of an entry",
        check=_log_line,
    ),
    Rule(
        "USERNAME-HOST",
        Label.USERNAME,
        r"(?<![\w.@])[A-Za-z][\w.-]{4,30}@[A-Za-z][A-Za-z0-9-]{2,30}(?![\w@-]|\.\w)",
        0.85,
        "login name with a host",
        required_characters="@",
    ),
    Rule(
        "USERNAME-DOMAIN",
        Label.USERNAME,
        r"(?<![\w\\])[A-Z][A-Z0-9-]{1,15}\\{1,2}[A-Za-z][\w.-]{2,}\w",
        0.9,
        "login name with a Windows domain",
        required_characters="\\",
    ),
)
