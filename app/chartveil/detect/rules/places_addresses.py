"""Addresses in fields, towns before postcodes, roads in small letters and landmarks by their kind."""

from __future__ import annotations

from typing import Any

import regex

from chartveil.detect.rules.engine import Prefilter, Rule
from chartveil.detect.rules.gates import PatternStarts
from chartveil.detect.rules.names_lists import bound_repeats
from chartveil.detect.rules.names_words import CLINICAL_WORDS, COMMON_WORDS
from chartveil.detect.rules.organizations_words import LOWERCASE_COMMON_WORDS
from chartveil.domain import Label
from chartveil.words import TokenizedText

_STREET_LABEL, _CITY_LABEL, _STATE = Label.STREET, Label.CITY, Label.STATE
_OTHER = Label.LOCATION_OTHER

_COMMON = COMMON_WORDS | CLINICAL_WORDS | LOWERCASE_COMMON_WORDS | frozenset(
    "road street lane avenue highway steep busy icy wet rural dirt gravel country side cross one-way "
    "water dog theme amusement skate trailer ball swimming baseball football soccer parking strip shopping "
    "bus train fire gas police lead upper crowded indoor outdoor regional international municipal national "
    "going driving walking running standing lying found fell crashed while near toward old-growth salt sea "
    "offered local downtown midtown uptown grocery big summer day church bible boot band base "
    "basketball hockey "
    "exposure water refugee concentration prison labor army military training football cheer space "
    "fat".split()
)  # fmt: skip
_VALUE_STOPS = frozenset(
    "same none unknown homeless nfa see as above on file declined withheld confidential none/homeless n/a na "
    "health oxygen with alone phone tel meds medications visit visits glucose bp safety".split()
)


def _has_name(*groups: str) -> Any:
    """A check that keeps a match only where no word of these groups is a common one."""

    def check(m: Any, _view: TokenizedText) -> float | None:
        for group in groups:
            for word in regex.findall(r"[\p{L}'’]{2,}", m[group] or ""):
                if word.lower() in _COMMON:
                    return None
        return 0.75

    return check


def _address(m: Any, _view: TokenizedText) -> float | None:
    """An address holds a number or several parts, and does not begin like a remark."""
    value = m["STREET"]
    words = [w.lower() for w in regex.findall(r"\p{L}+", value)]
    if not words or words[0] in _VALUE_STOPS or len(words) > 12:
        return None
    numbered = any(c.isdigit() for c in value)
    return 0.8 if (numbered and len("".join(words)) > 4) or (", " in value and value[0].isupper()) else None


def _check_town(m: Any, view: TokenizedText) -> float | None:
    """A number plate looks like a postcode: no town after a word for a car."""
    before = view.text[max(0, m.start() - 24) : m.end("CITY")].lower()
    if regex.search(r"\b(?:vehicle|veh|rental|plate|car|reg|van|truck|passport)\b", before):
        return None
    code = view.text[m.end() : m.end() + 8]
    if regex.match(r"\p{L}{2,4} \p{L}{3}(?!\w)", code):
        return None  # ON HIS OWN, STE II III, Gr II IVH: no figure
    return None if m["CITY"].split()[-1].lower() in COMMON_WORDS else 0.8


_TOWN = r"\p{Lu}[\p{L}0'’\-]++(?: (?:(?:upon|on|de|le|the|in|under|of) )?\p{Lu}[\p{L}0'’\-]++){0,2}"
_POSTCODE = (
    r"(?:[A-Z]{1,2}[\dOlI][A-Z\dO]? [\dOlI][A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|[AC-FHKNPRTV-Y]\d[\dW] "
    r"[AC-FHKNPRTV-Y\d]{4})(?![\p{L}\d])"
)
_ROADS = (
    r"(?:street|avenue|ave|road|rd|lane|ln|blvd|boulevard|parkway|pkwy|highway|hwy|turnpike|pike|terrace)"
)
_CODES = "TX|FL|NY|NJ|KY|TN|KS|UT|NM|NV|AZ|WV|VT|NH|WI|IA|NE|IL|OH|WY|AK"
_SITES = (
    r"(?:(?:[Bb]ranch )?[Ll]ibrary|RV [Pp]ark|MHP|[Mm]obile [Hh]ome [Pp]ark|[Tt]railer [Pp]ark|"
    r"[Ww]ater [Pp]ark|"
    r"[Aa]irport|[Aa]irstrip|[Aa]irfield|[Cc]emetery|[Cc]ourthouse(?: [Aa]nnex)?|[Ff]airgrounds|[Tt]railhead|"
    r"(?:Cargo |Bus |Ferry )?Terminal|[Mm]all|Lot [A-Z]\b|Annex|State Park|STATE PARK|COURTHOUSE(?: "
    r"ANNEX)?|MALL|AIRPORT|"
    r"MARINA|TRAILER PARK|CEMETERY|[Bb]oat [Rr]amp|[Gg]rain [Ee]levator|[Rr]eservation|Marina|Senior "
    r"Village|Campground|"
    r"[Mm]otel|Airpark|Stadium|Arena|Speedway|Reservoir|[Rr]efugee [Cc]amp|[Aa]pts)"
)

ADDRESS_RULES: tuple[Rule, ...] = (
    Rule(
        id="PLACE-ADDRESS-FIELD",
        label=_STREET_LABEL,
        pattern=bound_repeats(
            r"\b(?:(?i:home address|address|addr|residence|resi|deliver to|mailing address|street "
            r"address)(?:[ "
            r"\t]*[:=]|(?i: is))[ \t]*|(?:(?:Home|HOME|LOC|Loc):|R/o) (?=(?:\d[\w/-]* \p{Lu}|Flat|The "
            r"\p{Lu}|THE|Lot|Unit|Door|Plot|\p{Lu}[\p{L} ]{2,24}"
            r"\d)))(?P<STREET>[\p{L}\d\"'#][^\n|:;]{5,90}?)(?=[ \t]{2,}|\t|\r?\n|$|"
            r"\|| [–—-] |\.(?= \p{Lu}\p{Ll}|\r?\n|$)|;|[. ]+(?i:ph|tel|phone|fax|dob|email|mob|mobile|"
            r"cell|hp)\b)"
        ),
        flags=8,
        prefilter=Prefilter(
            any_of=("addr", "residence", "resi", "deliver to", "home", "r/o", "loc"),
            starts=PatternStarts(
                r"(?<![a-z])(?:a(?=ddr)|r(?=es)|d(?=eliver)|m(?=ailing)|s(?=treet)|h(?=ome)|r(?=/o)|l(?=oc))",
                "lowered",
            ),
        ),
        score=0.8,
        description="the value of a field for an address",
        check=_address,
    ),
    Rule(
        id="PLACE-HOUSE-LANE",
        label=_STREET_LABEL,
        pattern=bound_repeats(
            r"(?P<STREET>(?:(?:Flat|FLAT|Level|LEVEL|Unit|UNIT|Door No\.|H\.No\.|Plot|Stand|The|THE|"
            r"Suite|Floor) ?"
            r"[\p{L}\d'’/\-]{1,14}(?: \p{Lu}[\p{L}0'’]+)?|\p{Lu}[\p{L}'’]+ (?:Cottage|House|Lodge|"
            r"Villa|Farm|Court)),?"
            r"(?: \p{Lu}[\p{L}'’]+ (?:Court|House|Towers?|Maltings|Mansions),)? (?:\d{1,4}[a-z]? "
            r")?\p{Lu}[\p{L}'’]+"
            r"(?: \p{Lu}[\p{L}'’]+)? (?:Lane|Road|Street|Walk|Hill|Row|Close|Court|Drive|Avenue|"
            r"Approach|Mews|Gardens|Way|Place|"
            r"Terrace|Crescent|Rise|Green|Rd|St|Ln|LANE|ROAD|STREET))(?:,[ \t]*(?:\r?\n[ \t]*)?"
            rf"(?P<CITY>{_TOWN}))?(?=[,.\n]|$|  |[ ]+[A-Z]{{1,2}}\d)"
        ),
        flags=8,
        score=0.8,
        description="flat or house name with a lane, a town after it",
    ),
    Rule(
        id="PLACE-TOWN-POSTCODE",
        label=_CITY_LABEL,
        pattern=bound_repeats(
            rf"(?<![\p{{L}}\d.])(?P<CITY>{_TOWN})(?:,?[ ]{{1,3}}|,?[ ]?\r?\n[ \t]*|, (?:East|West|"
            rf"North|South|Co\.) \p{{Lu}}\p{{Ll}}+ |, \p{{Lu}}\p{{Ll}}+shire,? )(?:\(?(?P<STATE>ON|"
            r"QC|BC|AB|SK|MB|NS|NB|NL|PE|YT|NT|NU|Québec|Quebec|Ontario)\)?[ ,]{1,3})?"
            rf"(?={_POSTCODE})"
        ),
        score=0.8,
        description="a town before a British, Irish or Canadian postcode",
        required_characters="0123456789",
        check=_check_town,
    ),
    Rule(
        id="PLACE-TOWN-COUNTY",
        label=_CITY_LABEL,
        pattern=bound_repeats(
            rf"(?P<CITY>{_TOWN})(?:,[ ]|,?[ \t]*\r?\n[ \t]*)(?P<CITY_2>(?:Co\.|County) "
            rf"\p{{Lu}}\p{{Ll}}+)(?=[ \t]*[,.\n]|$)"
        ),
        flags=8,
        prefilter=Prefilter(any_of=("co. ", "county ")),
        score=0.75,
        description="a town before an Irish county",
    ),
    Rule(
        id="PLACE-CITY-STATE-FIELD",
        label=_CITY_LABEL,
        pattern=bound_repeats(
            r"(?i:city/st(?:ate)?|city, ?st(?:ate)?|birthplace|p\.?o\.?b\.?):?[ "
            r"\t]{1,4}(?P<CITY>\p{Lu}[\p{L}'’]+(?: "
            r"\p{Lu}[\p{L}'’]+)?),? (?P<STATE>[A-Z]{2}|\p{Lu}\p{L}{3,})(?=[ \t]{2,}|[ \t]*\r?\n|,| \d)"
        ),
        prefilter=Prefilter(any_of=("city", "birthplace", "pob", "p.o.b")),
        score=0.85,
        description="town and state in one field",
    ),
    Rule(
        id="PLACE-STATE-CODE",
        label=_STATE,
        pattern=bound_repeats(
            rf"(?<=\b(?:in|from|to|of|near|outside|upstate|central|northern|southern|eastern|western) "
            rf")(?P<STATE>{_CODES})"
            r"(?=[.,;:)\n]|$| (?:for|and|with|in|on|to|since|until|where|by|last|this|area|w/|who|x|\d))"
        ),
        flags=8,
        score=0.65,
        description="the postal code of a state after a word of place",
    ),
    Rule(
        id="PLACE-SMALL-STREET",
        label=_STREET_LABEL,
        pattern=bound_repeats(
            r"(?<![\p{L}\d./:-])(?P<STREET>\d{2,6} (?:[nsew]\.? )?(?P<name>\p{Ll}[\p{Ll}'’]{2,}(?: "
            r"\p{Ll}{3,})?|\d{1,3}(?:st|"
            rf"nd|rd|th)) (?:{_ROADS}|(?:st|ct|dr|court|drive|way|place|cir)(?=,|[ "
            rf"\t]*\r?\n))\b\.?(?:,? (?:apt|unit|ste|#) ?[\w-]{{1,5}})?)"
            r"(?:, (?P<CITY>(?!(?:apt|unit)\b)\p{Ll}{4,}(?: \p{Ll}{4,})?)(?=,? [a-z]{2} \d{5}))?"
        ),
        score=0.8,
        description="house number and street in small letters",
        check=_has_name("name"),
    ),
    Rule(
        id="PLACE-SMALL-ROAD",
        label=_STREET_LABEL,
        pattern=bound_repeats(
            r"(?<=\b(?:on|off|near|along|to|at|from|down) )(?P<STREET>(?:[nsew]\.? "
            r")?(?P<name>\p{Ll}{3,}(?: \p{Ll}{3,})?|"
            rf"\d{{1,3}}(?:st|nd|rd|th)) (?:{_ROADS}|st(?=[.,;)]|[ \t]*\r?\n)))(?![\p{{L}}\d'’-])"
        ),
        score=0.7,
        description="a road in small letters after a word of place",
        check=_has_name("name"),
    ),
    Rule(
        id="PLACE-SMALL-ROUTE",
        label=_STREET_LABEL,
        pattern=bound_repeats(
            r"(?<=\b(?:on|off|along|then|onto|address is|down|at|near|to mail to|to|lane,) "
            r")(?P<STREET>(?:\d{1,6} )?"
            r"(?:(?:mm|mp) \d{1,3} )?(?:bia |state |county |us |co )?(?:route|rte|rt|hwy|highway|cr|co "
            r"rd|county road) "
            r"(?:\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten))(?![\p{L}\d.])"
        ),
        score=0.7,
        description="a numbered road in small letters",
    ),
    Rule(
        id="PLACE-CORNER",
        label=_STREET_LABEL,
        pattern=bound_repeats(
            r"(?<=\b(?:at|on|of|near|AT|CNR|corner|mart|by),? ?)(?P<STREET>(?:\d{1,3}(?:st|nd|rd|th)|"
            r"\p{Lu}\p{Ll}{2,}) "
            r"(?:&|and) (?:\d{1,3}(?:st|nd|rd|th)|(?<=\d(?:st|nd|rd|th) (?:&|and) "
            r")\p{Lu}\p{Ll}{2,}))(?= (?:at|in|by|near)|[.,;)]|,|$|\r?\n)"
        ),
        flags=8,
        score=0.7,
        description="a corner of two streets, one of them numbered",
    ),
    Rule(
        id="PLACE-SITE",
        label=_OTHER,
        pattern=bound_repeats(
            r"(?<![\p{L}\d.])(?P<LOCATION_OTHER>(?!(?:The|A|An|This|That|State|Public|County|City|"
            r"Local|School|Hospital|No|Any|"
            r"Visited|Assisted|THE|AT|TO|FROM|IN)\b)(?:\p{Lu}\.? (?:\p{Lu}\. "
            r")?)?(?P<name>\p{Lu}[\p{L}'’\-]+(?: \p{Lu}[\p{L}'’.\-]+){0,2}) "
            rf"{_SITES})(?![\p{{L}}\d])"
        ),
        score=0.7,
        description="a library branch, mobile home park, airport, boat ramp and the like with its name",
        check=lambda m, _view: None if any(w.lower() in _COMMON for w in m["name"].split()) else 0.7,
    ),
    Rule(
        id="PLACE-SMALL-SITE",
        label=_OTHER,
        pattern=bound_repeats(
            r"(?<=\b(?:at|in|near|the|on|to|from|via|by) )(?P<LOCATION_OTHER>(?P<name>\p{Ll}{3,}(?: "
            r"\p{Ll}{3,})?) (?:cemetery|"
            r"airport|airstrip|mall|fairgrounds|courthouse|marina|campground|trailhead|state park|"
            r"reservation|mobile home "
            r"park|trailer park|rv park)|(?:lake|camp|fort|cape|mount|mt\.?) "
            r"(?P<name2>\p{Ll}{4,}))(?![\p{L}\d'’-])"
        ),
        score=0.65,
        description="a landmark in small letters after a word of place",
        check=_has_name("name", "name2"),
    ),
)
"""Rules for addresses and landmarks beyond house number and street."""
