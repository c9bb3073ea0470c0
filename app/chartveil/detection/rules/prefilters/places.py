"""Gates of the rules for places and organisations."""

from __future__ import annotations

from typing import Final

from chartveil.detection.rules.engine import Prefilter
from chartveil.detection.rules.prefilters.match_starts import (
    CAPITAL,
    SMALL,
    AfterWordStarts,
    LeadUpStarts,
    PatternStarts,
    WordStarts,
)

_CAPITAL_OR_DIGIT: Final = r"[^\x00-/:-@\[-\x7f]"
_NUMBER: Final = r"[0-9A-Za-z/ ½–-]{0,20}"
_HOUSE: Final = r"[0-9OolIS]{0,6}[A-Za-z]?(?:[-/–][0-9]{1,5}[A-Za-z]?)?(?: ?1/2| ½)?"
_NAME: Final = (
    rf"(?:{CAPITAL}|[01]{SMALL}|[0-9]{{1,3}}(?:st|nd|rd|th|ST|ND|RD|TH) "
    "|(?:of|the|and|del?|l[ao]s?|el|y|o|&) )"
)
_ROADS_SMALL: Final = "(?:st|av|ro|rd|la|ln|bl|bo|pa|pk|hi|hw|tu|pi|te)"
_SITES_SMALL: Final = (
    "(?:cemet|airp|airs|mall|fairg|courth|marina|campg|trailh|state p|reserv|mobile h|trailer p)"
)
_SITE: Final = WordStarts(
    (
        *("branch l", "library", "rv p", "mhp", "mobile h", "trailer p", "water p", "airp", "airs", "airf"),
        *(
            "cemet",
            "courth",
            "fairg",
            "trailh",
            "cargo t",
            "bus t",
            "ferry t",
            "termi",
            "mall",
            "lot ",
            "annex",
        ),
        *("state p", "marina", "boat r", "grain e", "reserv", "senior v", "campg", "motel", "stadi", "arena"),
        *("speedw", "refug", "apts"),
    )
)

PREFILTERS: Final[dict[str, Prefilter]] = {
    "PLACE-STREET": Prefilter(
        starts=PatternStarts(
            r"[0-9lOIUFASLBT](?<![A-Z0-9./#$%-].)(?=(?:nit|NIT|lat|LAT|pt|PT|uite|hop|ot|ay) [A-Za-z0-9_-]"
            rf"|(?:ne|NE|wo) {_NAME}|ot [0-9]|(?<=[0-9lOI]){_HOUSE} {_NAME})"
        )
    ),
    "PLACE-STREET-DIRECTION": Prefilter(
        starts=PatternStarts(
            rf"[0-9lOI](?<![A-Za-z0-9./,:#$%-].)(?={_NUMBER} [NSEW][EW]? ?\.? {_CAPITAL_OR_DIGIT})"
        )
    ),
    "PLACE-STREET-LOWER": Prefilter(
        starts=AfterWordStarts(
            ("at", "on", "to", "is", "is:", "address", "address:", "addr", "addr:", "home:"),
            "[0-9]{1,6} [a-z0-9]",
        )
    ),
    "PLACE-BOX": Prefilter(any_of=("box", "b0x", "drawer")),
    "PLACE-RURAL": Prefilter(
        starts=PatternStarts(r"[RS](?=\.?R\.? ?#? ?[0-9]|tar R|TAR R)(?<![A-Za-z0-9].)")
    ),
    "PLACE-HIGHWAY": Prefilter(
        starts=PatternStarts(
            r"[0-9CHRSUIFO](?<![A-Za-z0-9./].)(?=(?:(?<=[0-9])[0-9]{0,5} [CHRSUIFO])?(?:ounty|OUNTY|o\.? R"
            r"|O R|tate|TATE|S |\.S\. |ighway|IGHWAY|wy|WY|oute|OUTE|te|TE|nterstate|arm Road|ld Route|M|R)"
            r"[A-Za-z. #]{0,16}[0-9])"
        )
    ),
    "PLACE-INTERSTATE": Prefilter(
        starts=AfterWordStarts(
            ("on", "off", "along", "from", "onto", "down", "near", "of", "at", "scene", "scene:"),
            "(?:I|US|SR|M|A|B|N)-?[0-9]",
        )
    ),
    "PLACE-ROAD": Prefilter(
        starts=AfterWordStarts(
            (
                *("on", "off", "along", "near", "down", "onto", "across", "behind", "from", "outside", "at"),
                *("of", "out", "up"),
            ),
            rf"(?:the )?{_CAPITAL_OR_DIGIT}\S{{0,300}} \.? ?{_CAPITAL_OR_DIGIT}",
        )
    ),
    "PLACE-ROAD-LINE": Prefilter(
        starts=LeadUpStarts(
            PatternStarts(
                r"[SARLDHCTPG](?<= .)(?=(?:treet|TREET|venue|oad|OAD|ane|ANE|rive|quare|ill|rescent|errace|ow"
                r"|lace|ardens|t|d|n|ve)(?![A-Za-z]))"
            ),
            back=0,
            line=True,
        )
    ),
    "PLACE-DATA": Prefilter(any_of=('"city', "<city", '"town', "<town", '"state', "<state")),
    "PLACE-UNIT": Prefilter(
        starts=PatternStarts(r"[AS](?=(?:pt|PT|partment|uite|UITE|te|TE)[. #])(?<![A-Za-z].)")
    ),
    "PLACE-HOUSE-LANE": Prefilter(
        starts=PatternStarts(
            CAPITAL + r"(?<![a-zA-Z].)(?=lat|LAT|evel|EVEL|nit|NIT|oor|\.No|lot|tand|he |HE |uite|loor"
            r"|[^\W\d_]{1,31} (?:Cott|Hous|Lodg|Vill|Farm|Cour))"
        )
    ),
    "PLACE-TOWN-POSTCODE": Prefilter(
        starts=LeadUpStarts(
            PatternStarts(
                r"[A-Z](?=(?:[A-Z]?[0-9OlI][A-Z0-9]? [0-9OlI][A-Z]{2}|[0-9][A-Z] ?[0-9][A-Z][0-9]"
                r"|[0-9][0-9W] [A-Z0-9]{4})(?![A-Za-z0-9]))"
            ),
            back=260,
            start=CAPITAL + "(?<![A-Za-z0-9.].)",
            lines=1,
        )
    ),
    "PLACE-STATE-CODE": Prefilter(
        starts=AfterWordStarts(
            (
                *("in", "from", "to", "of", "near", "outside", "upstate", "central", "northern", "southern"),
                *("eastern", "western"),
            ),
            r"[A-Z]{2}(?:[.,;:) \n]|\Z)",
        )
    ),
    "PLACE-SMALL-STREET": Prefilter(
        starts=PatternStarts("0(?<![A-Za-z0./:-].)(?=0{1,5} [^A-Z])", "digits_zeroed"),
    ),
    "PLACE-SMALL-ROAD": Prefilter(
        starts=AfterWordStarts(
            ("on", "off", "near", "along", "to", "at", "from", "down"),
            rf"(?:[nsew]\.? )?(?:{SMALL}{{3,}}+ (?:{SMALL}{{3,}}+ )?|[0-9]{{1,3}}(?:st|nd|rd|th) )"
            rf"{_ROADS_SMALL}|{SMALL}{{3,}}+ {_ROADS_SMALL}",
        )
    ),
    "PLACE-SMALL-ROUTE": Prefilter(
        starts=AfterWordStarts(
            ("on", "off", "along", "then", "onto", "is", "down", "at", "near", "to", "lane,"),
            "(?:[0-9]{1,6} )?(?:(?:mm|mp) [0-9]{1,3} )?(?:bia |state |county |us |co )?"
            "(?:route|rte|rt|hwy|highway|cr|co rd|county road) ",
        )
    ),
    "PLACE-CORNER": Prefilter(
        shapes=(
            *("0st &", "0nd &", "0rd &", "0th &", "0st and", "0nd and", "0rd and", "0th and", "& 0", "and 0"),
        ),
        starts=PatternStarts(
            _CAPITAL_OR_DIGIT + rf"(?=[0-9]{{0,2}}(?:st|nd|rd|th) (?:&|and) "
            rf"|{SMALL}{{2,30}} (?:&|and) [0-9]{{1,3}}(?:st|nd|rd|th))"
        ),
    ),
    "PLACE-SITE": Prefilter(starts=LeadUpStarts(_SITE, back=160, start=CAPITAL + "(?<![A-Za-z0-9.].)")),
    "PLACE-SMALL-SITE": Prefilter(
        starts=AfterWordStarts(
            ("at", "in", "near", "the", "on", "to", "from", "via", "by"),
            rf"(?:lake|camp|fort|cape|mount|mt\.?) |{SMALL}{{3,}}+ (?:{SMALL}{{3,}}+ )?"
            rf"(?:{_SITES_SMALL}|rv p)"
            rf"|{SMALL}{{3,}}+ {_SITES_SMALL}",
        )
    ),
    "PLACE-CITY-FIELD": Prefilter(
        starts=PatternStarts(
            "[CTBPHRV](?=ity|ITY|own|OWN|irthp|IRTHP|lace of b|LACE OF B|ometown|esidence|illage)"
            "(?<![A-Za-z].)"
        )
    ),
    "PLACE-COUNTY-SHORT": Prefilter(somewhere=PatternStarts(r"C(?=[oO][. ])(?<![A-Za-z].)")),
    "PLACE-ZIP-CITY": Prefilter(
        shapes=(" 00000",), starts=PatternStarts("0(?<= .)(?=0000(?!0))", "digits_zeroed")
    ),
    "PLACE-POSTCODE-UK": Prefilter(
        starts=PatternStarts("[A-Z](?=[A-Z]?[0-9][A-Z0-9]? [0-9][A-Z]{2})(?<![A-Za-z0-9./-].)")
    ),
    "PLACE-POSTCODE-CANADA": Prefilter(
        starts=PatternStarts("[A-Z](?=[0-9][A-Z][ -]?[0-9][A-Z][0-9])(?<![A-Za-z0-9./-].)")
    ),
    "PLACE-POSTCODE-IRELAND": Prefilter(
        starts=PatternStarts("[A-Z](?=[0-9][0-9WlO] [A-Z0-9]{4})(?<![A-Za-z0-9./-].)")
    ),
    "PLACE-LANDMARK": Prefilter(
        starts=AfterWordStarts(
            (
                *(
                    "at",
                    "in",
                    "near",
                    "on",
                    "to",
                    "from",
                    "by",
                    "around",
                    "of",
                    "behind",
                    "outside",
                    "visited",
                ),
                *("the", "via"),
            ),
            rf"(?:the )?{CAPITAL}\S{{1,300}} {CAPITAL}",
            signs=("@",),
        )
    ),
    "PLACE-LANDMARK-BEFORE": Prefilter(
        starts=AfterWordStarts(
            ("at", "in", "near", "on", "to", "from", "around", "of", "across"),
            r"(?:Lake|Camp|Fort|Mount|Mt\.?|Hotel|Isla|Cape) ",
        )
    ),
    "ORG-SAINT": Prefilter(
        starts=AfterWordStarts(
            ("at", "to", "from", "in", "via", "admitted", "outside"),
            "S(?:t|T|aint|AINT|acred|ACRED)|M(?:ount|OUNT|t|T)|H(?:oly|OLY)|Our Lady",
            signs=("@",),
        )
    ),
    "ORG-VA": Prefilter(somewhere=PatternStarts("V(?=A(?![A-Za-z0-9])|AMC)(?<![A-Za-z0-9].)")),
    "ORG-UNIT": Prefilter(
        any_of=("north", "south", "east", "west", "tower", "ward", "pavilion", "wing"),
        starts=PatternStarts(
            _CAPITAL_OR_DIGIT
            + r"(?<![A-Za-z0-9].)(?=[0-9]?[ -]?(?:N[oO]|S[oO]|E[aA]|W[eE]|T[oO])|ower [0-9]|OWER [0-9]"
            rf"|ard [0-9]|ARD [0-9]|avilion [0-9]|{SMALL}++ (?:Ward|Pavilion|Wing))"
        ),
    ),
    "ORG-CODE": Prefilter(
        starts=PatternStarts(r"[A-Z](?<![A-Za-z0-9].)(?=[A-Z]{0,4}(?:[MHC]|[A-Z]-ED )(?:[CH]|[^A-Z]|$))")
    ),
    "ORG-AT": Prefilter(starts=AfterWordStarts(("at", "the"), CAPITAL + SMALL, signs=("@", "@ the"))),
}

VETO_PREFILTERS: Final[dict[str, Prefilter]] = {
    "PLACE-NOT-PLACE": Prefilter(
        starts=WordStarts(
            (
                *("new york h", "rocky m", "lyme d", "west nile", "crimean", "congo red", "india ink"),
                *("brazil nut", "guinea pig", "minnesota", "california", "philadelphia", "miami j", "boston"),
                *(
                    "montreal c",
                    "ottawa",
                    "norwegian",
                    "japan",
                    "malta",
                    "bethesda",
                    "chicago",
                    "los angeles",
                ),
                *("milwaukee", "toronto", "texas c", "michigan", "oregon h", "mississippi", "kentucky f"),
                *("tennessee w", "manchester", "oxford", "marburg", "lassa", "turkey"),
            )
        )
    ),
    "ORG-NOT-ORG": Prefilter(
        starts=WordStarts(
            (
                *(
                    "st. j",
                    "st j",
                    "st. v",
                    "st v",
                    "medica",
                    "american",
                    "new york h",
                    "world h",
                    "centers for",
                ),
                *("food and", "glasgow", "rancho", "apgar", "joint c", "red cross", "meals on", "alcoholics"),
                *("boston s", "johnson", "smith"),
            )
        )
    ),
    "JOB-NOT-JOB": Prefilter(
        starts=WordStarts(
            (
                *(
                    "nonsmoker",
                    "non-smoker",
                    "smoker",
                    "drinker",
                    "silent c",
                    "heterozygous c",
                    "asymptomatic c",
                ),
                *("gene c", "mutation c", "sickle cell c", "hepatitis b c", "pace", "peace", "primary c"),
                *(
                    "kidney d",
                    "liver d",
                    "organ d",
                    "bone marrow d",
                    "blood d",
                    "designated d",
                    "unrestrained d",
                ),
                *(
                    "restrained d",
                    "belted d",
                    "poor ",
                    "good ",
                    "reliable ",
                    "unreliable ",
                    "vague ",
                    "fair ",
                ),
                *("excellent ", "role m", "case m", "social w", "attending p", "consulting s", "long-d"),
                *("marathon", "disease c", "former "),
            )
        )
    ),
}
