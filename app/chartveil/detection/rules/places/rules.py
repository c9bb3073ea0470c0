"""Places that form and cue give away: addresses, cities beside a state, postal codes, countries."""

from __future__ import annotations

from typing import Any

import regex

from chartveil.detection.rules.cue_rules import CueRule, labelled_groups
from chartveil.detection.rules.engine import Rule, Veto
from chartveil.detection.rules.places.addresses import ADDRESS_RULES, STREET_RULES
from chartveil.detection.rules.places.towns import (
    COUNTRY_FIRST_WORDS,
    STATE_FIRST_WORDS,
    read_city_field,
    read_country,
    read_county,
    read_state,
    read_town_after_lives,
    read_zip_and_city,
)
from chartveil.detection.rules.prefilters.match_starts import with_prefilters
from chartveil.detection.rules.prefilters.places import PREFILTERS, VETO_PREFILTERS
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText

_STREET, _CITY, _STATE, _ZIP = Label.STREET, Label.CITY, Label.STATE, Label.ZIP

_LIVES_HEADS = frozenset(
    "lives live lived living resides reside resided residing born raised grew grown moved moving "
    "moves relocated native "
    "originally visiting traveled travelled traveling travelling trip flew flying flown drove driving "
    "drives stay stays "
    "staying stayed home house apartment family working farm back came comes arrived daughter son "
    "sister brother cousin "
    "mother father ranch hails job phone restaurant shop land aunt uncle trailer cabin".split()
)


def _eircode(m: Any, view: TokenizedText) -> float | None:
    """An Eircode. Of letters alone it may be words, of digits alone it needs a county before it, and both the
    end of a line; the word Eircode speaks for any."""
    before = view.text[max(0, m.start() - 40) : m.start()]
    if regex.search(r"(?i)\beircode\b[^\n]{0,24}\Z", before):
        return 0.9
    letters = sum(map(str.isalpha, m["ZIP"][4:]))
    if 0 < letters < 4:
        return 0.75
    if regex.match(r"[ \t]*(?:\r?\n|$|,)", view.text[m.end() : m.end() + 40]) is None:
        return None
    return 0.6 if letters or regex.search(r"Co\.? ", before) else None


_RULES: tuple[Rule, ...] = (
    *STREET_RULES,
    *ADDRESS_RULES,
    CueRule(
        id="PLACE-STATE",
        label=_STATE,
        labels=(_CITY, _STATE, _ZIP),
        pattern=r"(?P<word>\p{L}[\p{L}'’]*)",
        first_words=STATE_FIRST_WORDS,
        score=0.9,
        description="state or province, with the city before and the postal code after",
        read=read_state,
    ),
    CueRule(
        id="PLACE-COUNTRY",
        label=Label.COUNTRY,
        pattern=r"(?P<word>\p{L}[\p{L}'’]*)",
        first_words=COUNTRY_FIRST_WORDS,
        score=0.9,
        description="country by its name",
        source="ISO 3166 short names and everyday variants",
        read=read_country,
    ),
    CueRule(
        id="PLACE-LIVES",
        label=_CITY,
        first_words=_LIVES_HEADS,
        pattern=r"\p{L}+(?: here| back| in| up)?(?: by phone)? (?P<prep>in|to|from|of|near|outside|IN|"
        r"TO|FROM|NEAR|over in|out in|outside of|"
        r"east of|west of|north of|south of|here from|EAST OF|WEST OF|alone in|ALONE IN)(?: the "
        r"(?:city|town|village) of)? (?=\p{Lu})",
        score=0.8,
        description="a town after where somebody lives, was born or came from",
        read=read_town_after_lives,
    ),
    CueRule(
        id="PLACE-CITY-FIELD",
        label=_CITY,
        pattern=r"(?<!\p{L})(?:(?:City|CITY|Town|TOWN|Birthplace|BIRTHPLACE|Place of birth|PLACE OF "
        r"BIRTH|Hometown|Residence|City/St|CITY/ST|Village)[ \t]*:[ \t]*|(?:City|City/St(?:ate)?|"
        r"City, State|CITY/ST)[ ]{1,12}(?=\p{Lu}[\p{L} ]{2,24}, ))(?=\p{Lu})",
        score=0.9,
        description="a town in a field",
        read=read_city_field,
    ),
    CueRule(
        id="PLACE-COUNTY",
        label=_CITY,
        first_words=frozenset("county parish township twp borough shire".split()),
        pattern=r"(?P<word>\p{L}+)(?![\p{L}'’])",
        score=0.85,
        description="a county, parish or township",
        read=read_county,
    ),
    Rule(
        id="PLACE-COUNTY-SHORT",
        label=_CITY,
        pattern=r"(?<=[,:] ?|\bin |\bof )(?P<CITY>\p{Lu}[\p{L}'’]+ (?:Co|CO)\.|(?:Co|CO)\.? "
        r"\p{Lu}[\p{L}]{2,})(?=[,;\n]|$|  | \p{Lu})",
        flags=8,
        score=0.7,
        description="a county in short: Seminole Co., Co. Mayo",
    ),
    CueRule(
        id="PLACE-ZIP",
        label=_ZIP,
        first_words=frozenset({"zip"}),
        pattern=r"(?i:zip)(?: ?[Cc]ode| CODE)?[\"'>]{0,2}[ \t]*[:#=]?[ "
        r"\t]*[\"']?(?P<ZIP>(?=[^\s]*\d[^\s]*\d[^\s]*\d)[\dOolISB]{5}(?:-?[\dOolISB]{4})?)(?![\p{L"
        r"}\d])",
        read=labelled_groups,
        score=0.95,
        description="a ZIP code after its cue",
        source="USPS Publication 28",
    ),
    CueRule(
        id="PLACE-ZIP-CITY",
        label=_ZIP,
        labels=(_CITY, _ZIP),
        pattern=r"(?<=\p{L} {1,2})(?P<ZIP>\d{5}-\d{4}|\d{5}(?=[ \t]*(?:\r?\n|$)))(?![\d\p{L}-])",
        score=0.7,
        description="a town with a ZIP code and no state between",
        read=read_zip_and_city,
    ),
    Rule(
        id="PLACE-POSTCODE-UK",
        label=_ZIP,
        pattern=r"(?<![\p{L}\d./-])(?P<ZIP>(?:[A-Z]{1,2}\d[A-Z\d]?) \d(?!ST|ND|RD|TH|HR|"
        r"PD)[ABD-HJLNP-UW-Z]{2})(?![\p{L}\d])",
        score=0.85,
        description="a British postcode",
        source="Royal Mail, BS 7666",
    ),
    Rule(
        id="PLACE-POSTCODE-CANADA",
        label=_ZIP,
        pattern=r"(?<![\p{L}\d./-])(?!E[1-4]V[1-5]M[1-6])(?P<ZIP>[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ "
        r"-]?\d[ABCEGHJ-NPRSTV-Z]\d)(?![\p{L}\d])",
        score=0.9,
        description="a Canadian postal code",
        source="Canada Post addressing guidelines",
    ),
    Rule(
        id="PLACE-POSTCODE-IRELAND",
        label=_ZIP,
        pattern=r"(?<![\p{L}\d./-])(?P<ZIP>(?:[AC-FHKNPRTV-Y]\d[\dWlO]) "
        r"[AC-FHKNPRTV-Y\d][AC-FHKNPRTV-Y\dO]{3})(?![\p{L}\d])",
        score=0.6,
        description="an Irish Eircode",
        source="Eircode address database guide",
        check=_eircode,
    ),
    Rule(
        id="PLACE-LANDMARK",
        label=Label.LOCATION_OTHER,
        pattern=r"(?<=\b(?:at|in|near|on|to|from|by|around|of|behind|outside|visited|the|via|@) "
        r")(?:the )?(?P<LOCATION_OTHER>(?!(?:The|Dr|Mr|Mrs|Ms|Nursing|National|State|Public|"
        r"Memory|Day|Summer|Local|City|County|Base|Main|General|Surgical|Left|Right|Upper|Lower|"
        r"Care|Central|Sterile|Nurses|Nurse)\b)(?:\p{Lu}[\p{L}'’.\-]+ ){1,3}?"
        r"(?:(?:International |Regional |Municipal |National |State |Public |County |Memorial "
        r")?(?:Airport|Park|Library|Forest|Cemetery)|Marina|Beach|Lake|Campground|Zoo|Stadium|Arena|"
        r"Mall|Reservoir|Dam|Bridge|Trailhead|Islands?|Mountains?|Harbor|Harbour|Pier|Ranch|Speedway|"
        r"Fairgrounds|Museum|Casino|Hotel|Motel|Inn|Hostel|Courthouse|Jail|Prison|Monument|Refuge|"
        r"Canyon|River|Plaza|Lodge|Station|Shelter|Reserve|Range|Camp|Falls|Bay|"
        r"Springs))(?![\p{L}\d])(?! (?:St|Street|Ave|Rd|Road|Dr|Drive|Hospital|Clinic|Medical|Family|"
        r"Health|Elementary|High|School|Church|Home|Nursing|Care|General|,? ?[A-Z]{2} \d))",
        score=0.6,
        description="a named airport, park, library, camp or the like after a word of place",
    ),
    Rule(
        id="PLACE-LANDMARK-BEFORE",
        label=Label.LOCATION_OTHER,
        pattern=r"(?<=\b(?:at|in|near|on|to|from|around|of|across) )(?P<LOCATION_OTHER>(?:Lake|Camp|"
        r"Fort|Mount|"
        r"Mt\.?|Hotel|Isla|Cape) \p{Lu}[\p{L}'’\-]++(?: (?!Hospital|Medical|Clinic|Health|Regional|"
        r"Elementary|Rehab|General|Memorial)\p{Lu}\p{L}++)?+)"
        r"(?! (?:Hospital|Medical|Clinic|Health|Regional|Elementary|Rehab|General|Memorial))",
        score=0.6,
        description="Lake, Camp, Fort or Mount with a name after a word of place",
    ),
)

RULES: tuple[Rule, ...] = with_prefilters(_RULES, PREFILTERS)

_VETOES: tuple[Veto, ...] = (
    Veto(
        id="PLACE-NOT-PLACE",
        labels=frozenset({_CITY, _STATE, Label.COUNTRY, Label.LOCATION_OTHER, _STREET}),
        pattern=r"(?:\b(?:New York Heart|Rocky Mountain spotted|Lyme disease|West Nile|Crimean-Congo|"
        r"Congo red|India ink|Brazil nuts?|Guinea pigs?|"
        r"Minnesota (?:Multiphasic|tube|Living)|California (?:Verbal|King)|Philadelphia (?:chromosome|"
        r"collar)|Miami J|Boston (?:brace|Naming|Scientific|Diagnostic)|Montreal Cognitive|Ottawa "
        r"(?:ankle|knee)|"
        r"Norwegian scabies|Japan(?:ese)? encephalitis|Malta fever|Bethesda (?:system|category|[IV]+)|"
        r"Chicago (?:classification|sky)|Los Angeles (?:grade|classification)|Milwaukee (?:brace|"
        r"shoulder)|Toronto (?:score|brace)|Texas catheter|Michigan (?:Alcohol|Neuropathy)|Oregon "
        r"Health Plan|Mississippi mud|Kentucky Fried|Tennessee whiskey|Manchester (?:score|triage)|"
        r"Oxford (?:score|knee)|Marburg virus|Lassa fever|Turkey (?:sandwich|meat|breast|bacon))\b)",
        max_score=0.95,
        description="scales, tests, braces and diseases called after a place",
    ),
)
VETOES: tuple[Veto, ...] = with_prefilters(_VETOES, VETO_PREFILTERS)
