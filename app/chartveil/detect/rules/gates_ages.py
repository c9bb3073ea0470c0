"""Gates of the age rules. Each follows from the pattern's first characters or from words it must hold."""

from __future__ import annotations

from typing import Final

from chartveil.detect.rules.engine import Gate
from chartveil.detect.rules.gates import Figures, Starts, Words

_HALF: Final = r"(?:[.,]5|½| 1/2)?"
_AFTER_VERB: Final = " \n0123456789"

GATES: Final[dict[str, Gate]] = {
    "AGE-OLD": Gate(
        starts=Starts(
            rf"[0-9](?<![0-9$#].)(?=[0-9lioszg]{{0,2}}{_HALF}"
            rf"(?:[ ]?(?:[-–]|to|or|and)[ ]?[0-9lioszg]{{1,3}}{_HALF})?\s{{0,2}}[-‑]?[ ]?[ymwd(])",
            "lowered",
        ),
    ),
    "AGE-OLD-MISREAD": Gate(
        starts=Starts("[lIOSZ](?<![A-Za-z0-9].)(?=[0-9lIOSZ][ -]{1,2}[yY])"),
    ),
    "AGE-OLD-WORDS": Gate(starts=Words(("year", "yr", "month", "week", "day"))),
    "AGE-YEARS-SEX": Gate(starts=Figures(".,½ -ym", rf"[0-9]{{1,3}}{_HALF}[ ]?-?[ym]")),
    "AGE-SEX": Gate(starts=Figures(" -mftwbha", "[0-9]{1,3}[ -]{0,2}[mftwbha]")),
    "AGE-SEX-FIRST": Gate(
        starts=Starts(
            "[mf](?<![a-z0-9].)(?=(?:ale|emale)?(?:[ ]?[,/·|][ ]?|[ ]{1,8}~?)[0-9])",
            "lowered",
        ),
    ),
    "AGE-YEARS-BARE": Gate(starts=Figures(" y", "[0-9]{1,3}[ ]?y")),
    "AGE-YEARS-MONTHS": Gate(starts=Figures(" y", "[0-9]{1,2}[ ]?y")),
    "AGE-LABEL": Gate(starts=Starts("a(?=ge(?:s|d)?(?![a-z]))(?<![a-z].)", "lowered")),
    "AGE-LABEL-WORDS": Gate(starts=Words(("age",))),
    "AGE-DECADE": Gate(shapes=("0s", "0's", "0?s")),
    "AGE-DECADE-WORDS": Gate(any_of=("ties", "teens")),
    "AGE-DAY-OF-LIFE": Gate(any_of=("dol", "of life", "of age")),
    "AGE-BIRTHDAY": Gate(any_of=("birthday",)),
    "AGE-OF-YEARS": Gate(shapes=(" of 0", " OF 0", " Of 0", " oF 0")),
    "AGE-DICOM": Gate(starts=Figures("ymwd", "[01][0-9]{2}[ymwd]")),
    "AGE-PERSON-IS": Gate(
        starts=Words(("is", "was", "am", "are", "now", "turn", "i'", "i’", "he'", "he’", "she'", "she’")),
    ),
    "AGE-AT": Gate(
        starts=Words(
            (
                *("at", "until", "till", "since", "from", "by", "with", "d.", "alive", "living", "deceased"),
                *("died", "dec."),
            ),
            then=_AFTER_VERB,
        ),
    ),
    "AGE-COMMA": Gate(
        starts=Starts(r",(?=[ \n]?(?:(?:approx\.?|about|now|then|aged?) |~)?[0-9])", "lowered"),
    ),
    "AGE-BRACKET": Gate(
        starts=Starts(r"\((?=[0-9A-Z~]|[^\x00-\x7f]|(?:[Aa](?i:ged?|pprox|bout)|[Nn](?i:ow)|[Tt](?i:hen)))"),
    ),
    "AGE-HEADER": Gate(
        starts=Figures(
            " ymf/|,·)\n$",
            "(?<=[ /|(;,·^])[0-9]{1,3}[ ]?(?:years|y/?o|yrs?|y)?[ ]?[/|,·)]?"
            "(?:[ ]{0,4}[mf](?![a-z])|[ ]?\n|[ ]?$|[ ]{2})",
        ),
    ),
    "AGE-NAME": Gate(
        starts=Starts("[0-9](?<=[ |·~-].)(?=[0-9g]?(?:[ ]?[|·;]|, |[ ]{2}|[ ]?\n|[ ]?$|[ ][ym]))|~(?=[0-9])"),
    ),
}

VETO_GATES: Final[dict[str, Gate]] = {
    "AGE-NOT-GESTATION": Gate(
        starts=Words(
            (
                *("gestation", "ga", "pma", "ega", "cga", "corrected", "post", "bone", "mental"),
                *("developmental", "fetal", "dating"),
            )
        ),
    ),
    "AGE-NOT-DURATION": Gate(starts=Starts(r"[0-9](?=[0-9]{0,2}(?:\s?-\s?| )?[pwy])", "lowered")),
    "AGE-NOT-GAUGE": Gate(starts=Starts("[0-9](?=[0-9]?[ ]?f)", "lowered")),
}
