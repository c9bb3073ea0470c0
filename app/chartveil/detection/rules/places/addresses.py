"""Street addresses: house number, street, unit, boxes, roads by number and by name."""

from __future__ import annotations

from typing import Any

import regex

from chartveil.detection.rules.cue_rules import CueRule, labelled_groups
from chartveil.detection.rules.engine import Prefilter, Rule
from chartveil.detection.rules.names.uncued import bound_repeats
from chartveil.detection.rules.prefilters.match_starts import PatternStarts
from chartveil.detection.rules.words import places as tables
from chartveil.detection.rules.words.organizations import LOWERCASE_COMMON_WORDS
from chartveil.detection.rules.words.people import CLINICAL_WORDS, COMMON_WORDS, SPECIALTY_WORDS
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText

_STREET, _CITY = Label.STREET, Label.CITY

_NO_STREET = (COMMON_WORDS | SPECIALTY_WORDS | CLINICAL_WORDS) | frozenset("coli saline".split())
_ROAD_WORDS = frozenset(
    "old north south east west the of and first second third home county church city state college "
    "school hospital "
    "medical office center day will may best long may's university mill in la el de los las del".split()
)
_NO_ROAD = (COMMON_WORDS - _ROAD_WORDS) | frozenset(
    "mg mcg ml cm mm units unit lead leads seg segment elevation depression wave waves days weeks months "
    "hours minutes beats bpm lbs kg cc tabs puffs fr french gauge g l view views lumbar cervical vicryl "
    "monocryl prolene nylon silk chromic vessel pack ppd year yr".split()
)


_NAME_AFTER = regex.compile(r"\.? \p{Lu}\p{L}", regex.VERSION1)
_TOWN_AFTER = regex.compile(r"\.? (?:[NSEW]{1,2}\b| *\p{Lu}[\p{L} ]+,? [A-Z]{2}\b)", regex.VERSION1)


def _road(m: Any, view: TokenizedText) -> float | None:
    """Drops what reads like a street and is a number with clinical words (12 LEAD ST ELEVATION)."""
    name = m["name"]
    parts = [p.lower().strip(".,'’") for p in name.split()]
    if any(p in _NO_ROAD for p in parts):
        return None
    after = view.text[m.end() : m.end() + 24]
    kind = m["type"].rstrip(".").lower()
    if kind == "dr" and _NAME_AFTER.match(after) and not _TOWN_AFTER.match(after):
        return None
    if kind == "st" and regex.match(r"[ -]?(?:elev|dep|seg|change|t wave)", after, regex.I):
        return None
    weak = m.re.groupindex.get("weak") and m["weak"]
    if weak and name.isupper() and not regex.match(r",|[ ]{2}|\r?\n|$", after):
        return None
    return 0.9


_NUM = (
    r"(?:\d[\dOolIS]{0,5}|[lOI]\d[\dOolI]{0,4}|"
    r"[lOI]{1,3}\d{1,4})(?:[A-Za-z](?![\p{L}\d]))?(?:[-/–]\d{1,5}[A-Za-z]?)?(?: ?1/2| ½)?"
)
_DIR = (
    r"(?:(?:[NSEW]|[NS][EW]|North|South|East|West|NORTH|SOUTH|EAST|WEST|N0rth|Northeast|Northwest|"
    r"Southeast|Southwest)(?![\p{L}\d]) ?\.? )"
)
_AFTER_DIR = (
    r"(?: (?:N\.?W|S\.?W|N\.?E|S\.?E|N|S|E|W|North|South|East|West)(?![\p{L}\d])\.?| (?:UP|DOWN|REAR|Rear)\b)"
)
_NAMEWORD = (
    r"(?:(?:St|Mt|Ft|Dr|Is|ST|MT|FT)\. ?|(?:\p{Lu}|[01](?=\p{Ll}))[\p{L}\p{M}\d'’\-]*+\.? |"
    r"\d{1,3}(?:st|nd|rd|th|ST|ND|RD|TH) |(?:of|the|and|de|la|del|las|los|el|y|o|&) )"
)
_UNIT = (
    r"(?:,?[ ]{1,2}(?:(?:[Aa]pt|APT|[Aa]partment|APARTMENT|[Ss]te|STE|[Ss]u[i1]te|SUITE|[Uu]nit|UNIT|"
    r"[Ff]lat|FLAT|[Bb]ldg|BLDG|"
    r"[Bb]uilding|BUILDING|[Tt]ower|[Ll]ot|LOT|[Rr]m|RM|[Rr]oom|[Ss]p|SP|[Ss]pace|TRLR|[Tt]railer|"
    r"[Ff]loor|[Ff]l|FL|[Ss]lot)(?:\.|\b)[ ]?#?[ ]?"
    r"[A-Za-z]?[\dOl]{0,5}(?:-?[A-Za-z\d])?(?![\p{L}\d])|#[ ]?[\w-]{1,6}"
    r"|\d{1,2}(?:st|nd|rd|th) (?:[Ff]loor|[Ff]l\b\.?|fl0or)(?: rear)?|(?:PO|P\.O\.) Box \d+))"
)
_THEN_CITY = (
    r"(?:[ ]?(?:,|[ ]\*)[ \t]*(?:\r?\n[ \t]*)?(?P<CITY>(?!(?:Suite|Apt|Unit|Floor|Ste|Room|Building|Dr|"
    r"Rm|Tower|Bldg|Lot|Level|Flat|Attn|Tel|Ph|Phone|Fax|MD|DO|RN|PO|P\.O|He|She|His|Her|They|The|Who|"
    r"Where|And|But|Lives)\b)"
    r"(?:St\. )?\p{Lu}[\p{L}'’\-]++(?: (?:(?:de|la|of|upon|on|the) )?\p{Lu}[\p{L}'’\-]++){0,2})(?=[ "
    r"]?(?:[,.;)\r\n(]|$|  | \*)|[ ,]+\d|,? [A-Z]{2}\b))?"
)
_TYPE = (
    rf"(?P<type>(?:{tables.STRONG_ROADS})|(?P<weak>(?:{tables.WEAK_ROADS}))(?! "
    rf"(?:{tables.STRONG_ROADS})\b)(?! (?i:(?:st|rd|ave|ln|dr|blvd|road|"
    rf"street))\b))(?![\p{{L}}\d'’])\.?"
)
_TYPE_CAPS = _TYPE.replace("(?:Street", "(?i:Street").replace("(?:Place", "(?i:Place")


def _highway(m: Any, view: TokenizedText) -> float | None:
    """``FM 1960`` and ``CR 12`` need a word of place or a house number; the rest stands alone."""
    text = m["STREET"]
    if text[0].isdigit() or not regex.match(r"(?:FM|CR|RTE|Rte|CO RD)\b", text):
        return 0.85
    before = view.text[max(0, m.start() - 20) : m.start()]
    return (
        0.7
        if regex.search(r"(?:\b(?:on|off|along|near|of|at|to|from|address|lives)) ?\Z", before, regex.I)
        else None
    )


def _rural(m: Any, view: TokenizedText) -> float | None:
    """``RR 16`` is a breathing rate unless an address is spoken of."""
    before = view.text[max(0, m.start() - 36) : m.start()]
    if regex.search(
        r"(?:\b(?:addr|address|lives|home|residence|mail)\b[^\n]{0,24}|#\d+,? )\Z", before, regex.I
    ):
        return 0.7
    return 0.7 if regex.search(r"(?i:Lot|Conc|Site|Comp|Star)|#", m["STREET"]) else None


def _interstate(m: Any, view: TokenizedText) -> float | None:
    """Iodine (I-131) and codes of two signs are no motorways; nor is a form (``Name (as on I-94)``)."""
    if m["STREET"] == "I-94" and regex.search(
        r"(?i)\b(?:form|as|name|record|visa)\b[^\n]{0,12}\Z", view.text[max(0, m.start() - 16) : m.start()]
    ):
        return None
    return None if regex.match(r"I-?1(?:23|24|25|31)\b|[ABMN]\d{1,2}\b", m["STREET"]) else 0.6


def _unit(m: Any, view: TokenizedText) -> float | None:
    """An operating suite is no address."""
    before = view.text[max(0, m.start() - 12) : m.start()]
    return None if regex.search(r"(?:(?i:operative|operating|surgical|procedure)|OR) \Z", before) else 0.8


def _direction(m: Any, _view: TokenizedText) -> float | None:
    """``2 E. Coli`` and ``30 N Saline`` are no addresses."""
    parts = m["name"].lower().split()
    return None if any(p in _NO_STREET for p in parts) or len(m["STREET"].split()[0]) < 2 else 0.8


_FOREIGN_HEADS = frozenset("rue Rue RUE calle Calle CALLE Avenida Rua boul Impasse Chemin chemin".split())

STREET_RULES: tuple[Rule, ...] = (
    Rule(
        id="PLACE-STREET",
        label=_STREET,
        pattern=rf"(?<![\p{{Lu}}\d./#$%\-])(?<!\d[,:])(?P<STREET>(?:(?:Unit|Flat|Apt|Suite|Shop|Lot|Bay|"
        rf"UNIT|FLAT|APT) [\w-]{{1,5}},? )?(?:{_NUM}|One|Two|ONE|Lot \d{{1,4}}) {_DIR}?"
        rf"(?P<name>(?:{_NAMEWORD}){{1,4}}?){_TYPE_CAPS}{_AFTER_DIR}?{_UNIT}{{0,3}}){_THEN_CITY}",
        score=0.9,
        description="house number, street, kind of street, unit",
        source="USPS Publication 28, street suffixes; clinical usage",
        check=_road,
    ),
    Rule(
        id="PLACE-STREET-DIRECTION",
        label=_STREET,
        pattern=rf"(?<![\p{{L}}\d./,:#$%\-])(?P<STREET>{_NUM} (?:[NSEW]|[NS][EW]) ?\.? "
        rf"(?P<name>\p{{Lu}}[\p{{L}}'’]+(?: \p{{Lu}}[\p{{L}}]+)?|\d{{1,3}}(?:st|nd|rd|th|ST|ND|RD|"
        rf"TH)){_UNIT}{{0,2}})(?=,|\r?\n|$|  |\.)",
        score=0.8,
        description="house number, compass direction and street without its kind",
        check=_direction,
    ),
    Rule(
        id="PLACE-STREET-LOWER",
        label=_STREET,
        pattern=r"(?<=\b(?:lives? (?:at|on)|address(?: is)?:?|addr:?|resides at|mail(?:ed)? to|moved "
        r"to|home:|dropped at|to|at) )"
        r"(?P<STREET>\d{1,6} (?:[nsew]\.? )?(?:[a-z][a-z'’]+ |\d{1,3}(?:st|nd|rd|th) ){1,3}?(?:street|"
        r"st|avenue|ave|road|rd|lane|ln|drive|dr|blvd|boulevard|court|ct|"
        r"circle|cir|terrace|ter|parkway|pkwy|pike|highway|hwy|trail|trl|loop|place|pl|way|cr "
        r"\d+)\b\.?(?:,? (?:apt|unit|ste|#) ?[\w-]{1,5})?)",
        score=0.8,
        description="an address in small letters after a cue",
    ),
    Rule(
        id="PLACE-BOX",
        label=_STREET,
        pattern=r"(?<![\p{L}\d])(?P<STREET>(?:(?:P\.?[ ]?[O0]\.?[ ]?|Post Office |p\.?o\.? ?)(?:B[o0]x|"
        r"BOX|box|Drawer|DRAWER)|(?:(?:R\.?R\.?|RT|Rt|Rte|RTE|Route|Rural Route|HC|H\.C\.|Star "
        r"R(?:ou)?te|SR|CMR|PSC|Unit)\.? ?#?\d{1,5}[A-Z]?,? )(?:B[o0]x|BOX|box))"
        r"[ ]?#?[\dOolI][\dOolI\-A-Z]{0,7}(?:,? ?(?:Apt|Unit|#) ?\w{1,4})?)" + _THEN_CITY,
        score=0.95,
        description="post-office box, rural route with box",
        source="USPS Publication 28",
    ),
    Rule(
        id="PLACE-RURAL",
        label=_STREET,
        pattern=r"(?<![\p{L}\d])(?P<STREET>R\.?R\.? ?#? ?\d{1,3}(?:,? (?:Lot|LOT|Conc|Site|"
        r"Comp)[^,\n]{1,24})?|Star R(?:ou)?te \d+|STAR R(?:OU)?TE \d+)(?![\p{L}\d/])",
        score=0.7,
        description="rural route without a box",
        check=_rural,
    ),
    Rule(
        id="PLACE-HIGHWAY",
        label=_STREET,
        pattern=r"(?<![\p{L}\d./])(?P<STREET>(?:\d{1,6} )?(?:County (?:Road|Rd|Rte|Route|Hwy|Highway)|"
        r"COUNTY (?:ROAD|RD)|Co\.? R(?:oa)?d|CO R(?:OA)?D|State (?:Road|Rte|Route|Rt|Hwy|Highway)|"
        r"STATE (?:ROAD|RTE|ROUTE)|US (?:Hwy|Highway|Route)|U\.S\. (?:Hwy|Highway)|Highway|"
        r"HIGHWAY|Hwy|HWY|Route|ROUTE|Rte|RTE|Interstate|Farm Road|Old Route|FM|CR)\.? "
        r"?#?\d{1,5}[A-Z]?(?: (?:N|S|E|W|North|South|East|West)(?![\p{L}\d]))?"
        r"{_UNIT}?)(?!\.?\d|[/%])".replace("{_UNIT}", _UNIT),
        score=0.85,
        description="a numbered road",
        check=_highway,
    ),
    Rule(
        id="PLACE-INTERSTATE",
        label=_STREET,
        pattern=r"(?<=\b(?:on|off|along|from|onto|down|near|of|at|scene:?|ON|OFF|ALONG|FROM|NEAR|AT) "
        r")(?P<STREET>(?:I|US|SR|M|A|B|N)-?\d{1,4}(?: ?[NSEW]B)?(?: (?:at|AT|near|mile|MP|exit) "
        r"(?:MP |mile |exit )?[\w.]+)?)(?= (?:and|bus|in|near|by|when|at|headed|going|north|south|"
        r"east|west)|[.,;)]|\s*$)",
        flags=8,
        score=0.6,
        description="a motorway after a word of place",
        check=_interstate,
    ),
    Rule(
        id="PLACE-ROAD",
        label=_STREET,
        pattern=r"(?<=\b(?:on|off|along|near|down|onto|across|behind|from|outside|at|of|corner of|out|"
        r"up|ON|OFF|NEAR|ALONG|AT|FROM) )(?:the )?"
        rf"(?P<STREET>(?P<name>(?:{_DIR})?(?:\p{{Lu}}[\p{{L}}'’\-]+ |\d{{1,3}}(?:st|nd|rd|th) |MLK |"
        rf"St\. ){{1,3}}?)(?P<type>Street|St|STREET|Avenue|AVENUE|Ave|AVE|Road|ROAD|Rd|RD|Lane|LANE|Ln|"
        rf"LN|Boulevard|Blvd|BLVD|Parkway|Pkwy|PKWY|Pike|PIKE|Highway|Hwy|HWY|Turnpike|Freeway|Drive|"
        rf"DRIVE|Crescent|Terrace)(?![\p{{L}}\d'’])(?:\.(?=[,;])|{_AFTER_DIR})?)(?! (?:Hospital|Clinic|"
        rf"Family|Medical|Baptist|Church|School|Credit|Elementary|Pharmacy|Primary|[Ss]egment))",
        score=0.85,
        description="a road by itself after a word of place",
        check=_road,
    ),
    Rule(
        id="PLACE-ROAD-LINE",
        label=_STREET,
        pattern=r"^[ \t]*(?:\p{Lu}[\p{L}'’]+(?: \p{Lu}[\p{L}'’]+){0,5}, "
        r")?(?P<STREET>(?P<name>(?:\p{Lu}[\p{L}'’\-]+ ){1,3}?)(?P<type>Street|STREET|Avenue|Road|"
        r"ROAD|Lane|LANE|Drive|Square|Hill|Crescent|Terrace|Row|Place|Gardens|St|Rd|Ln|Ave))"
        r"(?:,[ \t]*(?P<CITY>\p{Lu}[\p{L}0'’\-]+(?: \p{Lu}[\p{L}'’\-]+){0,2})(?=,|[ \t]*$|[ ]{2})|(?=[ "
        r"\t]*\r?\n[ \t]*\p{Lu}[\p{L} ]{2,30},? {1,2}(?:[A-Z]{1,2}\d|[A-Z]{2} \d{5})))",
        flags=8,
        score=0.7,
        description="a road on a line of an address, a town after it",
        check=_road,
    ),
    Rule(
        id="PLACE-HL7",
        label=_STREET,
        required_characters="^",
        pattern=r"(?<=[|~])(?P<STREET>\d[^|^~\r\n]{3,60})\^[^|^\r\n]*\^(?P<CITY>[^|"
        r"^\r\n]{2,40})\^(?P<STATE>[A-Z]{2})\^(?P<ZIP>\d{5}(?:-?\d{4})?)",
        score=0.95,
        description="an address with its HL7 separators",
        source="HL7 v2.5, data type XAD",
    ),
    Rule(
        id="PLACE-DATA",
        label=_CITY,
        pattern=r"(?i:[\"<](?P<key>city|town|state|state_?province)[\">](?:[ ]?:[ "
        r"]?\")?)(?P<value>(?P<CITY>(?<=(?i:city|town)\W{1,6})\p{Lu}[^\"<>\r\n]{1,40})|"
        r"(?P<STATE>[A-Z]{2}|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?))(?=[\"<])",
        score=0.95,
        description="city or state as a value in JSON or XML",
    ),
    CueRule(
        id="PLACE-ROAD-FOREIGN",
        label=_STREET,
        first_words=_FOREIGN_HEADS,
        read=labelled_groups,
        pattern=r"(?P<STREET>(?<!\p{L})(?:rue|Rue|RUE|calle|Calle|CALLE|Avenida|Rua|boul\.|"
        r"Impasse|Chemin|chemin)(?: (?:de|du|des|la|las|los|el|del|da|do|di|le|les))*+ "
        r"(?:\p{Lu}\p{Ll}[\p{L}\-'’]+|(?<=RUE |CALLE )\p{Lu}{3,})(?: \p{Lu}[\p{L}\-]+)?(?: "
        r"\d{1,5})?(?:,? (?:[Aa]pt|#) ?[\w-]{1,5})?"
        r")",
        score=0.8,
        description="a street in French, Spanish, Portuguese, Italian, German or Dutch",
    ),
    Rule(
        id="PLACE-UNIT",
        label=_STREET,
        pattern=r"(?<![\p{L}])(?P<STREET>(?:(?:Apt|APT|Apartment|Suite|SUITE|Ste)(?:\. ?| | "
        r"?#)(?:\d{1,5}-?[A-Z]?|[A-Z]\d{0,4})|STE(?:\. ?| )#?\d{3,5})(?![\p{L}\d]))",
        score=0.8,
        description="an apartment or suite by itself",
        check=_unit,
    ),
)
"""Rules for street addresses; some give the town after the street too."""


# Addresses in fields, towns before postcodes, roads in small letters and landmarks by their kind.


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
