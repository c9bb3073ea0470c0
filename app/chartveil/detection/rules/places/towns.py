"""Cities and counties grown from a word of place, and postal codes behind a city."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import regex

from chartveil.detection.rules.cue_rules import CueMatch, Range, first_letter_run, single_match
from chartveil.detection.rules.words import places as tables
from chartveil.detection.rules.words.people import (
    CALENDAR_WORDS,
    CLINICAL_WORDS,
    COMMON_WORDS,
    SPECIALTY_WORDS,
    TITLES,
)
from chartveil.domain.labels import Label

_CITY, _ZIP = Label.CITY, Label.ZIP

_CITY_WORDS = frozenset(
    "new old san santa los las el la le de st ste ft port fort mount west east north south upper "
    "lower grand city".split()
)
_NO_CITY = (COMMON_WORDS | SPECIALTY_WORDS | CLINICAL_WORDS | CALENDAR_WORDS) - _CITY_WORDS - frozenset(
    "home college orange temple falls fall hand back mass left right range mountain bend".split()
) | frozenset("lic license npi upin dea".split())
_NO_CITY_FIRST = _NO_CITY | frozenset(
    "dr mr mrs ms english spanish home medical lic license medicaid npi instr lot".split()
)
_STRONG = frozenset(tables.STRONG_ROADS.lower().split("|")) | {
    "plaza",
    "pl",
    "place",
    "way",
    "apt",
    "ste",
    "suite",
    "unit",
    "box",
    "rear",
    "floor",
    "fl",
}

_ADDRESS = regex.compile(
    rf"(?:(?:(?<!\p{{L}})(?i:{tables.STRONG_ROADS})\.?(?: [NSEW]{{1,2}}\.?)?|(?:Box|BOX|B0x) [\w-]+|"
    rf"(?:Apt|APT|Ste|STE|Suite|SUITE|Unit|UNIT|#) ?#?[\w-]+|\d{{1,3}}(?:st|nd|rd|th) (?:fl|floor)\.?|"
    r"\d{1,5} (?:\p{Lu}[\p{L}.'’]+ ){1,3}\p{Lu}[\p{L}.'’]+)[ ]{0,3}[,*]?[ \t]*(?:\r?\n[ \t]*)?"
    r"|\b(?:in|from|of|near|to|at|outside|IN|FROM|OF|NEAR|TO|AT|lives|LIVES|City:|CITY:|CITY/ST:|"
    r"Hospital|Center|Clinic|HOSPITAL|CENTER|CLINIC|Inc\.|LLC|University|College|School|\p{Lu}\p{L}+ "
    r"(?:Co|CO)\.),?[ ]{1,5})\Z",
    regex.VERSION1 | regex.REVERSE,
)


def follows_address(text: str, at: int) -> bool:
    """Whether an address or a word of place leads up to the city."""
    return _ADDRESS.search(text, max(0, at - 48), at) is not None


def follows_person_name(text: str, at: int) -> bool:
    """Whether the supposed city is the end of a person's name or of a list."""
    return regex.search(r"[\p{L}.], ?\Z|(?:Dr|Mr|Ms|Mrs)\.? \Z", text[max(0, at - 8) : at]) is not None


_TOKEN_BACK = regex.compile(
    r"(?P<word>\p{Lu}[\p{L}\p{M}'’\-0-9]*+|St\.|Ft\.|Mt\.|ST\.|FT\.|MT\.|(?:de|la|del|of|du|des|sur|"
    r"upon|on|under|the|y))\Z",
    regex.VERSION1,
)
_SPLIT_BACK = regex.compile(r"[^\s,;:()|*]+\Z", regex.VERSION1 | regex.REVERSE)


def read_city_before(text: str, at: int) -> tuple[bool, Range | None]:
    """The city that ends before ``at`` and whether a comma parts the two."""
    sep = regex.search(
        r"(?:(?P<comma>[ ]?,[ \t]*(?:\r?\n[ \t]*)?)|[ \t]{1,3}\(?|\^|)\Z", text[max(0, at - 12) : at]
    )
    if sep is None:
        return False, None
    comma = sep["comma"] is not None
    end = at - len(sep[0])
    if not comma and not sep[0] and not text[end - 1 : end].islower():
        return False, None
    start, count = end, 0
    pos = end
    while count < 4:
        token = _SPLIT_BACK.search(text, max(0, pos - 30), pos)
        if token is None:
            break
        word = token[0]
        low = word.lower().rstrip(".")
        if not _TOKEN_BACK.fullmatch(word):
            break
        if word.isupper() and low not in _CITY_WORDS and low in _NO_CITY:
            break
        if low in _NO_CITY or (low in TITLES and low != "st"):
            break
        if (
            low in _STRONG
            and not (low in ("st", "fort", "mount") and count > 0)
            and not (low in ("park", "heights") and count == 0)
        ):
            break
        if any(c.isdigit() for c in word) and not regex.fullmatch(
            r"\p{Lu}[\p{Ll}]*[01][\p{Ll}]+|[A-Z]+[01][A-Z]+", word
        ):
            break
        start, pos, count = token.start(), token.start(), count + 1
        if text[pos - 1 : pos] != " " or text[pos - 2 : pos] == "  ":
            break
        pos -= 1
    body = text[start:end]
    while (w := regex.match(r"(?:de|la|del|of|du|des|sur|upon|on|under|the|y) ", body)) is not None:
        start += w.end()
        body = text[start:end]
    if count == 0 or len(body) < 3 or body.lower() in _NO_CITY_FIRST:
        return comma, None
    return comma, (start, end)


_PLACE = regex.compile(
    r"(?:(?:St|Ste|Mt|Ft|ST|MT|FT)\. ?)?\p{Lu}[\p{L}\p{M}'’\-]*+(?: (?:(?:de|la|del|du|of|upon|sur|y|"
    r"the) )?\p{Lu}[\p{L}\p{M}'’\-]*+){0,3}",
    regex.VERSION1,
)
_KNOWN = frozenset(n.lower() for n in tables.STATES | tables.COUNTRIES)
_NO_TOWN = regex.compile(
    r"[ ](?:Hospital|Clinic|Medical|School|University|College|Elementary|Church|Health|Center|Centre|"
    r"County|COUNTY|Street|St\b|Ave|Road|Rd|Lane|Pharmacy|Nursing)",
    regex.VERSION1,
)


def _read_town(text: str, at: int) -> Range | None:
    """A town that begins at ``at``."""
    m = _PLACE.match(text, at)
    if m is None:
        return None
    end = at
    for w in regex.finditer(r"\S+", m[0]):
        low = w[0].lower().strip(".'’")
        if low in _NO_CITY or (w[0].isupper() and len(w[0]) < 3):
            break
        end = at + w.end()
    body = text[at:end]
    while regex.search(r" (?:de|la|del|du|of|upon|sur|y|the)\Z", body):
        body = body.rpartition(" ")[0]
        end = at + len(body)
    if body.endswith(("'s", "’s")):
        return None
    if (
        body.lower() in ("home", "college", "back", "left", "right")
        or len(body) < 3
        or body.lower() in _KNOWN
        or body.lower() in TITLES
        or _NO_TOWN.match(text, end)
    ):
        return None
    if body.isupper() and len(body) < 5:
        return None
    return at, end


def read_town_after_lives(m: Any, text: str) -> Iterable[CueMatch]:
    """``lives in Ellwood``, ``born in Lubumbashi``."""
    found = _read_town(text, m.end())
    if found is None:
        return ()
    name = text[found[0] : found[1]]
    if name.isupper() and not m["prep"].isupper():
        return ()
    if regex.match(r" (?:and \p{Lu}|'s)|['’]s", text[found[1] : found[1] + 24]) and m["prep"] in (
        "from",
        "of",
    ):
        return ()
    return single_match(_CITY, found)


def read_city_field(m: Any, text: str) -> Iterable[CueMatch]:
    """``City: Elko``."""
    return single_match(_CITY, _read_town(text, m.end()))


_COUNTY = regex.compile(
    r"(?<![\p{L}.])(?:(?:St|Ste|Mt)\. )?\p{Lu}[\p{L}'’\-]+(?: \p{Lu}[\p{L}'’\-]+)? \Z", regex.VERSION1
)
_NO_COUNTY = (
    frozenset("the this our your every each any other same home outside per and or state local".split())
    | COMMON_WORDS
)
_COUNTY_BODY = regex.compile(
    r" (?:Jail|Behavioral|Fire|Sheriff|Health|Hospital|General|Medical|School|Road|Rd|EMS|Memorial|"
    r"FIRE|SHERIFF|"
    r"HEALTH|ROAD|RD|EMS|HOSPITAL)",
    regex.VERSION1,
)


def read_county(m: Any, text: str) -> Iterable[CueMatch]:
    """``Tallow County``, unless an office of the county is meant."""
    word = m["word"]
    if word.islower() or _COUNTY_BODY.match(text, m.end()):
        return ()
    line = text.rfind("\n", 0, m.start()) + 1
    before = _COUNTY.search(text, max(line, m.start() - 40), m.start())
    if before is None:
        return ()
    start = before.start()
    parts = before[0].split()
    while parts and parts[0].lower().rstrip(".") in _NO_COUNTY:
        start += len(parts.pop(0)) + 1
    if not parts or (word.isupper() and not parts[-1].isupper()):
        return ()
    return single_match(_CITY, (start, m.end()))


def read_zip_and_city(m: Any, text: str) -> Iterable[CueMatch]:
    """``LAURELVILLE 43135`` where an address leads up to it; nine digits need none."""
    comma, city = read_city_before(text, m.start("ZIP"))
    if city is None or comma or text[city[0] : city[1]] == "LOT":
        return ()
    led = follows_address(text, city[0])
    if not led and (
        "-" not in m["ZIP"] or not regex.search(r"(?:[,\n]|  )[ ]?\Z", text[max(0, city[0] - 3) : city[0]])
    ):
        return ()
    return (CueMatch({_CITY: (city,), _ZIP: (m.span("ZIP"),)}),)


# States, with the city and the postal code beside them, and countries.


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
