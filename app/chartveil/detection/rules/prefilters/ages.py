"""Gates of the age rules. Each follows from the pattern's first characters or from words it must hold."""

from __future__ import annotations

from typing import Final

from chartveil.detection.rules.engine import Prefilter
from chartveil.detection.rules.prefilters.match_starts import DigitRunStarts, PatternStarts, WordStarts

_HALF: Final = r"(?:[.,]5|½| 1/2)?"
_AFTER_VERB: Final = " \n0123456789"

PREFILTERS: Final[dict[str, Prefilter]] = {
    "AGE-OLD": Prefilter(
        starts=PatternStarts(
            rf"[0-9](?<![0-9$#].)(?=[0-9lioszg]{{0,2}}{_HALF}"
            rf"(?:[ ]?(?:[-–]|to|or|and)[ ]?[0-9lioszg]{{1,3}}{_HALF})?\s{{0,2}}[-‑]?[ ]?[ymwd(])",
            "lowered",
        ),
    ),
    "AGE-OLD-MISREAD": Prefilter(
        starts=PatternStarts("[lIOSZ](?<![A-Za-z0-9].)(?=[0-9lIOSZ][ -]{1,2}[yY])"),
    ),
    "AGE-OLD-WORDS": Prefilter(starts=WordStarts(("year", "yr", "month", "week", "day"))),
    "AGE-YEARS-SEX": Prefilter(starts=DigitRunStarts(".,½ -ym", rf"[0-9]{{1,3}}{_HALF}[ ]?-?[ym]")),
    "AGE-SEX": Prefilter(starts=DigitRunStarts(" -mftwbha", "[0-9]{1,3}[ -]{0,2}[mftwbha]")),
    "AGE-SEX-FIRST": Prefilter(
        starts=PatternStarts(
            "[mf](?<![a-z0-9].)(?=(?:ale|emale)?(?:[ ]?[,/·|][ ]?|[ ]{1,8}~?)[0-9])",
            "lowered",
        ),
    ),
    "AGE-YEARS-BARE": Prefilter(starts=DigitRunStarts(" y", "[0-9]{1,3}[ ]?y")),
    "AGE-YEARS-MONTHS": Prefilter(starts=DigitRunStarts(" y", "[0-9]{1,2}[ ]?y")),
    "AGE-LABEL": Prefilter(starts=PatternStarts("a(?=ge(?:s|d)?(?![a-z]))(?<![a-z].)", "lowered")),
    "AGE-LABEL-WORDS": Prefilter(starts=WordStarts(("age",))),
    "AGE-DECADE": Prefilter(shapes=("0s", "0's", "0?s")),
    "AGE-DECADE-WORDS": Prefilter(any_of=("ties", "teens")),
    "AGE-DAY-OF-LIFE": Prefilter(any_of=("dol", "of life", "of age")),
    "AGE-BIRTHDAY": Prefilter(any_of=("birthday",)),
    "AGE-OF-YEARS": Prefilter(shapes=(" of 0", " OF 0", " Of 0", " oF 0")),
    "AGE-DICOM": Prefilter(starts=DigitRunStarts("ymwd", "[01][0-9]{2}[ymwd]")),
    "AGE-PERSON-IS": Prefilter(
        starts=WordStarts(
            ("is", "was", "am", "are", "now", "turn", "i'", "i’", "he'", "he’", "she'", "she’")
        ),
    ),
    "AGE-AT": Prefilter(
        starts=WordStarts(
            (
                *("at", "until", "till", "since", "from", "by", "with", "d.", "alive", "living", "deceased"),
                *("died", "dec."),
            ),
            then=_AFTER_VERB,
        ),
    ),
    "AGE-COMMA": Prefilter(
        starts=PatternStarts(r",(?=[ \n]?(?:(?:approx\.?|about|now|then|aged?) |~)?[0-9])", "lowered"),
    ),
    "AGE-BRACKET": Prefilter(
        starts=PatternStarts(
            r"\((?=[0-9A-Z~]|[^\x00-\x7f]|(?:[Aa](?i:ged?|pprox|bout)|[Nn](?i:ow)|[Tt](?i:hen)))"
        ),
    ),
    "AGE-HEADER": Prefilter(
        starts=DigitRunStarts(
            " ymf/|,·)\n$",
            "(?<=[ /|(;,·^])[0-9]{1,3}[ ]?(?:years|y/?o|yrs?|y)?[ ]?[/|,·)]?"
            "(?:[ ]{0,4}[mf](?![a-z])|[ ]?\n|[ ]?$|[ ]{2})",
        ),
    ),
    "AGE-NAME": Prefilter(
        starts=PatternStarts(
            "[0-9](?<=[ |·~-].)(?=[0-9g]?(?:[ ]?[|·;]|, |[ ]{2}|[ ]?\n|[ ]?$|[ ][ym]))|~(?=[0-9])"
        ),
    ),
}

VETO_PREFILTERS: Final[dict[str, Prefilter]] = {
    "AGE-NOT-GESTATION": Prefilter(
        starts=WordStarts(
            (
                *("gestation", "ga", "pma", "ega", "cga", "corrected", "post", "bone", "mental"),
                *("developmental", "fetal", "dating"),
            )
        ),
    ),
    "AGE-NOT-DURATION": Prefilter(starts=PatternStarts(r"[0-9](?=[0-9]{0,2}(?:\s?-\s?| )?[pwy])", "lowered")),
    "AGE-NOT-GAUGE": Prefilter(starts=PatternStarts("[0-9](?=[0-9]?[ ]?f)", "lowered")),
}
