"""States, with the city and the postal code beside them, and countries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import regex

from chartveil.detect.rules import places_tables as tables
from chartveil.detect.rules.names_grown import CueMatch, Range, first_letter_run, single_match
from chartveil.detect.rules.places_cities import follows_address, follows_person_name, read_city_before
from chartveil.domain import Label

_CITY_LABEL, _STATE, _ZIP_LABEL, _COUNTRY = Label.CITY, Label.STATE, Label.ZIP, Label.COUNTRY


def _by_head(names: Iterable[str]) -> dict[str, list[str]]:
    """The names under their first word in small letters, longest first."""
    heads: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda n: (-len(n), n)):
        head = regex.match(r"[\p{L}]+", name)
        if head:
            heads.setdefault(head[0].lower(), []).append(name)
    return heads


_STATE_FORMS = _by_head(tables.STATES | tables.STATE_CODES | tables.STATE_ABBREVIATIONS)
_COUNTRY_FORMS = _by_head(tables.COUNTRIES)
STATE_FIRST_WORDS = frozenset(
    first_letter_run(n)
    for s in tables.STATES | tables.STATE_CODES | tables.STATE_ABBREVIATIONS
    for n in (s, s.upper())
)
COUNTRY_FIRST_WORDS = frozenset(first_letter_run(n) for c in tables.COUNTRIES for n in (c, c.upper()))

_ZIP_AFTER = regex.compile(
    r"\.?,?(?:[ \t]{1,8}|[ ]?[-–] |[ \t]*\r?\n[ \t]*|"
    r"(?=\d{5}))(?P<zip>(?:\d[\dOolISB]{3}[\dOolISB](?:[-–][\dOolI]{4})?|"
    r"[lOI][\dOolI]{4}(?:-[\dOolI]{4})?|\d{3} ?\d{3}|\d{4})(?![\p{L}\d/:]))",
    regex.VERSION1,
)
_ENDS = regex.compile(
    r"\.?[ \t]*(?:[,;:()\[\]|\r\n\t./]|$|  |\d|[-–—] )|\.? (?:on|in|and|with|for|who|where|at|by|to|"
    r"from|since|when|via|after|is|was|he|she|phone|ph|tel)\b|\.? {1,3}(?:[Pp]h|PH|[Tt]el|TEL|[Ff]ax|"
    r"FAX|ZIP|[Zz]ip|VOICE|USA|Phone|PHONE)\b",
    regex.VERSION1,
)
_PLACE_CUE = regex.compile(
    r"(?:\b(?:in|from|to|of|near|visit(?:ed|ing)?|via|leaving|outside|across|for|born|State|STATE|"
    r"state|IN|FROM|TO|OF|NEAR|in rural|northern|southern|eastern|western|upstate|central)|[Ss]tate:|"
    r"STATE:|ST:)[ ]{1,3}(?:the )?\Z|[Ss]tate: *\Z",
    regex.VERSION1 | regex.REVERSE,
)
_ORG_AFTER = regex.compile(
    r"[ ](?:University|State|Hospital|Medical|Children|General|Health|Clinic|Avenue|Street|St\b|Ave|Rd|"
    r"Road|Blvd|College|School|Department|"
    r"Dept|Board|Heart|Scale|Tech|Law|Medicaid|UNIVERSITY|HOSPITAL|MEDICAL|AVE|ST\b|STREET|Post|Cat\b|"
    r"Card|blue|Post|Methodist|Baptist|Presbyterian|Hold|Mutual|Farm)",
    regex.VERSION1,
)
_PERSON_BEFORE = regex.compile(
    r"(?:\b(?:Dr|Mr|Mrs|Ms|Miss|DR|MR|MRS|MS|Prof)\.? ?|\p{Lu}\.[ ]?|\p{Lu}\p{Ll}+ )\Z",
    regex.VERSION1 | regex.REVERSE,
)


def _form_at(text: str, at: int, forms: dict[str, list[str]], head: str) -> tuple[str, int] | None:
    """The longest name of the table that stands at ``at``, as the table has it, and its end."""
    for name in forms.get(head.lower(), ()):
        piece = text[at : at + len(name)]
        if piece == name or (len(name) > 3 and piece == name.upper()):
            after = text[at + len(name) : at + len(name) + 1]
            if not after.isalnum() or (after.isdigit() and len(name) == 2):
                return name, at + len(name)
    return None


_IN_BEFORE = regex.compile(r"(?<!\p{L})(?:in|from|near)\Z", regex.VERSION1)
_AFTER_IN = frozenset(
    "TX KY NY NJ FL GA OH TN NC SC VA WV WI MN IA KS NE SD ND MT WY UT NV AZ NM AR WA AK RI NH VT".split()
)
"""Codes of states that stand for nothing else in a chart: with the blank left out, ``inKY`` is one, and
``inCT`` is a scan."""


def read_state(m: Any, text: str) -> Iterable[CueMatch]:
    """``Cutbank Falls, MT 59488``: city, state and ZIP, each a mark of its own."""
    form = _form_at(text, m.start(), _STATE_FORMS, m["word"])
    if form is None:
        return ()
    name, end = form
    start = m.start()
    full = name in tables.STATES
    caps = text[start:end].isupper()
    if name in tables.STATE_ABBREVIATIONS and name not in tables.STATES:
        end += text.startswith(".", end)
    if text[start - 1 : start].isalnum() and not (text[start - 1].islower() and caps):
        return ()
    z = _ZIP_AFTER.match(text, end)
    zipped = z is not None and _zip_fits(z["zip"], name, z[0])
    comma, city = read_city_before(text, start)
    glued = text[start - 1 : start].isalpha()
    glued_to_in = (
        glued and name in _AFTER_IN and _IN_BEFORE.search(text, max(0, start - 6), start) is not None
    )
    if not glued_to_in and not _state_stands(
        text, (start, end), name, full=full, zipped=zipped, comma=comma, city=city
    ):
        return ()
    if glued and not zipped and not glued_to_in:
        return ()
    ranges: dict[Label, tuple[Range, ...]] = {_STATE: ((start, end),)}
    if city is not None and (comma or zipped):
        ranges[_CITY_LABEL] = (city,)
    if zipped and z is not None:
        ranges[_ZIP_LABEL] = (z.span("zip"),)
    return (CueMatch(ranges),)


_SALINES = frozenset(("NS", "NB"))
"""Codes that a figure behind them makes something else: ``NS 500``, ``NS1``."""
_NEED_CODE = frozenset({"ACT", "WA", "SA", "NT", "VIC", "TAS", "AS", "VI"}) - {"WA"}
"""Codes that count only with a postal code after them."""


def _zip_fits(code: str, state: str, whole: str) -> bool:
    digits = code.replace(" ", "").replace("-", "")
    australian = state in ("NSW", "VIC", "QLD", "TAS", "ACT", "WA", "SA", "NT") or state in (
        "New South Wales", "Victoria", "Queensland", "Tasmania", "South Australia", "Western Australia",
    )  # fmt: skip
    if len(digits) == 4:
        return australian
    if len(digits) == 6 or " " in code:
        return state in tables.STATES and len(state) > 4
    if "\n" in whole and len(digits) not in (5, 9):
        return False
    return sum(c.isdigit() for c in digits) * 2 > len(digits) and len(digits) in (5, 9)


def _state_stands(
    text: str, where: Range, name: str, *, full: bool, zipped: bool, comma: bool, city: Range | None
) -> bool:
    """Whether the word is a state here."""
    start, end = where
    medical = tables.MEDICAL_AFTER_STATE_CODE.get(name.upper())
    if medical is not None and not zipped and regex.match(medical, text[end : end + 8]):
        return False
    before = text[max(0, start - 24) : start]
    cue = _PLACE_CUE.search(before) is not None
    if name in ("ID", "MD") and (city is None or regex.search(r"\b(?:Dr|DR)\b", before)):
        return False
    if not zipped and name in _SALINES and regex.match(r" ?[\d(]", text[end : end + 2]):
        return False
    if zipped and (city is not None or full or cue or before.rstrip().endswith((",", "*", "|"))):
        return True
    if zipped and name not in tables.MISLEADING_CODES:
        return True
    if full:
        if _ORG_AFTER.match(text, end):
            return False
        if name in tables.STATES_NEEDING_CUE:
            return (comma and city is not None) or (cue and _ENDS.match(text, end) is not None)
        return not _PERSON_BEFORE.search(before) or comma
    if cue and regex.search(r"[Ss]tate: *\Z|STATE: *\Z|ST: *\Z", before):
        return True
    if before.endswith("(") and text[end - 1] == "." and text.startswith(")", end):
        return True
    if name in _NEED_CODE:
        return False
    if city is None or not comma or _ENDS.match(text, end) is None:
        return (
            name not in tables.MISLEADING_CODES
            and city is not None
            and not comma
            and follows_address(text, city[0])
            and _ENDS.match(text, end) is not None
        )
    town = text[city[0] : city[1]]
    if name in tables.MISLEADING_CODES or name in (
        "Me",
        "Miss",
        "Pa",
        "La",
        "Md",
        "Ill",
        "Del",
        "Man",
        "Va",
        "Ga",
        "Cal",
    ):
        return follows_address(text, city[0]) or (
            not town.isupper()
            and name not in ("MD", "PA", "MA", "MS", "CT", "DO", "DC", "RI", "AS")
            and not follows_person_name(text, city[0])
        )
    return not town.isupper() or follows_address(text, city[0]) or name in tables.STATE_ABBREVIATIONS


def read_country(m: Any, text: str) -> Iterable[CueMatch]:
    """A country by its name, unless it is somebody's name or part of another term."""
    form = _form_at(text, m.start(), _COUNTRY_FORMS, m["word"])
    if form is None:
        return ()
    name, end = form
    start = m.start()
    before = text[max(0, start - 24) : start]
    if before[-1:].isalnum() or before.endswith(("New ", "NEW ", "-")):
        return ()
    after = regex.match(r"[ ]([\p{L}]+)", text[end : end + 20])
    if after and after[1].lower() in tables.NOT_AFTER_COUNTRY:
        return ()
    if name in tables.COUNTRIES_NEEDING_CUE:
        cue = regex.search(
            r"\b(?:in|from|to|of|visit(?:ed|ing)?|via|leaving|outside|born|near|left|Nat:|IN|FROM|TO|"
            r"OF|moved|country:?|Country:|COUNTRY:)[ ]{1,3}(?:the |THE |rural |northern |southern "
            r")?\Z",
            before,
        )
        if name in ("US", "U.S.") and not regex.search(
            r"\b(?:in|to|from|in|the|IN|TO|THE) (?:the |THE )?\Z", before
        ):
            return ()
        if name in ("US", "U.S.") and not (
            regex.search(r"(?:the|THE|to|in) \Z", before) and not (after and after[1] in ("guided", "showed"))
        ):
            return ()
        if cue is None and not regex.search(r"\p{L}[.]?, ?\Z", before):
            return ()
        if after and after[1][0].isupper() and not after[1].isupper() and name not in ("US", "U.S.", "UK"):
            return ()
    elif _PERSON_BEFORE.search(before) and not regex.search(r"(?:In|From|To|The|Of) \Z", before):
        return ()
    return single_match(_COUNTRY, (start, end))
