"""Occupations, and the organisation after one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import regex

from chartveil.detection.rules.cue_rules import CueMatch, single_match
from chartveil.detection.rules.organizations.cued import read_organization_after_cue
from chartveil.detection.rules.words import occupations as jobs
from chartveil.detection.rules.words.people import COMMON_WORDS
from chartveil.domain.labels import Label

_PROFESSION = Label.PROFESSION

OCCUPATION_END_WORDS = jobs.OCCUPATIONS | jobs.HEALTH_OCCUPATIONS
_SURE = (
    r"\b(?:(?:work(?:s|ed|ing)?|employ(?:ed|ment)|job|jobs|position|career|trained|training|retired|"
    r"shifts?|living|begins? [\p{L}\d ]{0,16}|started|volunteers?|moonlights|self-employed|now) as(?: "
    r"an?| the)?|"
    r"occupation(?: is)?:?|occ:|occ|job title:?|profession:?|job:|work:|employment:|works? ?:|sh:|"
    r"trade:|by trade,?|vocation:|"
    r"(?:semi-)?retired|ret'?d|retird|former(?:ly)?(?: an?)?|ex|forrner|longtime|disabled|laid-off|"
    r"unemployed|career|"
    r"(?:year|yr|yrs|y)[ -]?olds?(?:,? (?:right|left)[ -]handed)?(?: (?:male|female|man|woman|"
    r"gentleman|lady))?,?(?: an?)?|"
    r"\d ?y\.?/?o\.?(?: ?[mf]\b| male| female)?,?(?: an?)?|yo(?: [mf]| male| female)?,?(?: an?)?|"
    r"(?:right|left)[ -]handed|\b[MF],|"
    r"job \(|jobs \()\s+(?:\(?)"
)
_LIKELY = (
    r"(?:\b(?:he|she|they|pt|patient|who|and|i|father|mother|husband|wife|son|daughter|brother|sister|"
    r"partner|uncle|aunt|grandfather|it)['’]?(?:s|m| is| was| am| are|'d been| had been| has been)(?: "
    r"(?:now|currently|also|still|once|thirty years|forty years|for years))? (?:an? |the )?|"
    r"\b(?:is|was|am|became|as|were|being|been|be|i'm|years?) an?(?: (?:busy|full-time|part-time|local|"
    r"former|retired|young|professional|semi-retired|freelance|self-employed|widowed|divorced|married|"
    r"single|hard-working|proud))* |\(|, an? |: |social: "
    r"|mom, |\b(?:retired|former) )"
)
_SURE_RE = regex.compile(
    rf"(?:{_SURE})(?:(?:an?|the|retired|former|full-time|part-time|self-employed|now|active|busy|"
    rf"professional|freelance|widowed|semi-retired|(?:right|left|r|l)[ -]hand(?:ed)?(?:[ -]dominant)?|"
    rf"[rl]hd|dominant|and)\s+){{0,3}}\Z|occupation[ .:\t]*\Z|"
    rf"(?:retired|former)\s+\Z",
    regex.VERSION1 | regex.REVERSE | regex.IGNORECASE,
)
_LIKELY_RE = regex.compile(
    rf"(?:{_LIKELY})(?:(?:retired|former|full-time|part-time|now)\s+){{0,2}}\Z",
    regex.VERSION1 | regex.REVERSE | regex.IGNORECASE,
)
_MODIFIER = regex.compile(
    r"(?<![\p{L}\d])[\p{L}][\p{L}\p{M}'’\-/]*(?:s['’])?\s\Z", regex.VERSION1 | regex.REVERSE
)
_NO_MODIFIER = COMMON_WORDS - frozenset(
    "primary night head home school city county street first hospital clinic office nursing social day "
    "family service "
    "staff".split()
) | frozenset(
    "a an the retired former old young year busy single married divorced widowed healthy pleasant mandated "
    "handed r-handed l-handed right-handed left-handed right-hand-dominant left-hand-dominant "
    "right-hand left-hand rhd lhd rh lh dominant".split()
)


def read_occupation(m: Any, text: str) -> Iterable[CueMatch]:
    """``works as a court reporter``, ``retired loom tuner``, ``54-year-old ROOFER``."""
    head = m["word"].lower()
    start, end = m.start(), m.end()
    if text[end : end + 1] in ("'", "’", "-") or text[start - 1 : start] in ("@", "/", "."):
        return ()
    if regex.match(r" \d", text[end : end + 2]):
        return ()
    if regex.match(r"\.? \p{Lu}\p{Ll}+ \p{Lu}\p{Ll}", text[end : end + 60]) and m["word"][0].isupper():
        return ()
    if text[start - 1 : start] == "-":
        lead = regex.search(r"[\p{L}]+-\Z", text[max(0, start - 16) : start])
        if lead is None:
            return ()
        start -= len(lead[0])
    first = start
    health = head in jobs.HEALTH_OCCUPATIONS
    vague = head in jobs.AMBIGUOUS_OCCUPATIONS or health
    for _ in range(4):
        before = text[max(0, first - 72) : first]
        if _SURE_RE.search(before):
            return single_match(_PROFESSION, (first, end))
        compound = first < start and head not in _NOT_COMPOUND and text[first:end].islower() and not health
        if (not vague or compound) and _set_off(before, text[end : end + 2]):
            return single_match(_PROFESSION, (first, end))
        if not health and _LIKELY_RE.search(before) and (not vague or first < start or _closes(before)):
            if vague and not _closes(before):
                return ()
            if before.endswith((": ", "(")) and (vague or not _job_field(before, text, end)):
                return ()
            return single_match(_PROFESSION, (first, end))
        modifier = _MODIFIER.search(text, max(0, first - 24), first)
        if modifier is None or modifier[0].strip().lower() in _NO_MODIFIER:
            return ()
        first = modifier.start()
    return ()


_NOT_COMPOUND = frozenset(
    "layer model officer worker agent carrier reader maker coach driver host historian reporter "
    "candidate".split()
)
"""Vague words that a word before them makes no clearer."""
_SET_OFF = regex.compile(
    r"(?:\p{Ll}\.?|\d|[.\"”]|\)|\p{Lu}{2}), (?:an? |also )?\Z"
    r"|\((?:[^()\n]{0,12}, )?(?:s?he is )?(?:an? )?\Z"
    r"|\p{Ll}'s |\bI'm (?:an?|the) |[:.;,] (?:was|is) (?:an? )?\Z"
    r"|\b(?i:he|she|who|they|and|is|was) (?:is|was|works|worked|been|were) (?:an? |the )?\Z|; (?:an? )?\Z"
    r"|\b(?i:social|soc|sh|occ|work|job)[:.] (?:an? )?\Z|(?<=\.|^) {0,2}(?:Was|Is) (?:an? )?\Z",
    regex.VERSION1 | regex.MULTILINE,
)


def _set_off(before: str, after: str) -> bool:
    """Whether the job stands between commas or brackets, or after what somebody is or was."""
    closed = after[:1] in (",", ".", ";", ")", "\n", "") or after == " ("
    return closed and _SET_OFF.search(before[-24:]) is not None


def _closes(before: str) -> bool:
    """Whether a verb, not a mere comma or bracket, leads to the job."""
    return (
        regex.search(
            r"\b(?:is|was|am|became|were|being|been|he's|she's) an? (?:[\p{L}\-]+ ){0,2}\Z", before, regex.I
        )
        is not None
    )


def _job_field(before: str, text: str, end: int) -> bool:
    """After a bracket the bracket must close, after a colon the heading must speak of work."""
    if before.endswith("("):
        return text[end : end + 1] in (")", ",", ";")
    return (
        regex.search(
            r"\b(?:occupation|occ|job|work|profession|employment|social|sh|soc|trade|title)[^\n:]{0,12}: \Z",
            before,
            regex.I,
        )
        is not None
    )


def read_employer(m: Any, text: str) -> Iterable[CueMatch]:
    """``pastry chef at Salt & Gravel``: the organisation after an occupation."""
    return read_organization_after_cue(m, text) if any(True for _ in read_occupation(m, text)) else ()


def read_occupation_field(m: Any, text: str) -> Iterable[CueMatch]:
    """``Occupation: ration-shop dealer``: the value as a whole."""
    q = _JOB_VALUE.match(text, m.end())
    if q is None:
        return ()
    value = q["value"].rstrip(" .")
    words = value.lower().split()
    if not words or len(words) > 6 or words[0] in _NO_JOB or any(ch.isdigit() for ch in value):
        return ()
    return single_match(_PROFESSION, (q.start("value"), q.start("value") + len(value)))


_JOB_VALUE = regex.compile(
    r"(?:(?i:retired|ret'?d?\.?|former|semi-retired|formerly|disabled|works as|an?) (?:an? "
    r")?)*(?P<value>\p{L}[\p{L}'’\-/]*(?: ?[/&] ?\p{L}+| (?!(?i:at|for|with|from|in|since|who|but|and|"
    r"x|until|on)\b)[\p{L}'’\-/]+){0,4})(?=[ \t]*(?:[,;.()\r\n\t|]|$|  | (?i:at|for|with|from|in|"
    r"since|who|but|until|on|and|x)\b))",
    regex.VERSION1,
)
_NO_JOB = frozenset(
    "tolerated needed usual able well unemployed retired disabled none unknown n/a na student self "
    "self-employed employed not denies "
    "no currently deferred homemaker housewife therapy therapist "
    "full full-time part part-time yes see sedentary unable status history exposure exposures lives "
    "on the he she patient pt child infant minor toddler preschool never other medical related "
    "hazards outcome".split()
)
