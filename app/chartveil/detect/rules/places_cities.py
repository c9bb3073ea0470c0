"""Cities and counties grown from a word of place, and postal codes behind a city."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import regex

from chartveil.detect.rules import places_tables as tables
from chartveil.detect.rules.names_grown import CueMatch, Range, single_match
from chartveil.detect.rules.names_words import (
    CALENDAR_WORDS,
    CLINICAL_WORDS,
    COMMON_WORDS,
    SPECIALTY_WORDS,
    TITLES,
)
from chartveil.domain import Label

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
