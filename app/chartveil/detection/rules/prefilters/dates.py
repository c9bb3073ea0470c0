"""Gates of the date rules. Each follows from the pattern's first characters or from words it must hold."""

from __future__ import annotations

from typing import Final

from chartveil.detection.rules.engine import Prefilter
from chartveil.detection.rules.prefilters.match_starts import DigitRunStarts, PatternStarts, WordStarts

_X: Final = "[0-9OoQlIi|SZzB]"
_PAIR: Final = rf"{_X}?[ \t]?[/.\-–][ \t]?{_X}{{1,2}}[ \t]?[/.\-–][ \t]?{_X}"
_SEP: Final = r"[ \t]?[/.–-][ \t]?"
_SHORT: Final = rf"{_X}?[/-]{_X}"
_MONTH: Final = r"(?:j[auä]|f[eé]|m[aä]|a[pubgorv]|se|[o0][cktu]|no|d[eéi]|en|g[ei]|lu)"
_MONTH_WORDS: Final = WordStarts(
    (
        *(f"j{a}{n}" for a in "auä" for n in "nli1|"),
        *(f"f{e}{b}" for e in "eé" for b in "bv"),
        *(f"m{a}{r}" for a in "aä" for r in "ryig"),
        *("apr", "api", "aug", "abr", "ago", "agu", "aou", "aoû", "arp", "avr", "sep", "set"),
        *(f"{o}{c}" for o in "o0" for c in ("ct", "kt", "tt", "co", "ut")),
        *("nov", "ene", "gen", "giu", "lug"),
        *(f"d{e}{c}" for e in "eéi" for c in "cz"),
    )
)  # as MONTH_LIKE begins
_ORDINALS: Final = (
    *("twent", "thirt", "tent", "elevent", "twelft", "four", "fif", "six", "seven", "eigh", "nin"),
    *("first", "second", "third"),
)
_HOLIDAYS: Final = tuple(
    "christ|cinco|cyber m|chanuk|canuk|candle|chinese new|corpus|xmas|x-mas|thanks g|thanksg|twelfth n|tết"
    "|new year|nochebuena|navratri|nowruz|noël|hallowe|hogmanay|hanuk|holi|hmong new|fourth of|4ourth of"
    "|fth of|4th of|fat tues|4at tues|feast of|4east of|juneteenth|april fool|all saint|all soul|ash wed"
    "|action de|valentine|st. |st |saint|shrove|superbowl|super bowl|sukkot|shavuot|songkran|sangrand|easter"
    "|eid|epiphany|good fri|guy f|black fri|bayram|bonfire|burns n|bakrid|palm sun|pentecost|passover|purim"
    "|whit sun|whit mon|whitsun|maundy|mardi|michaelmas|mawlid|matariki|ides of|rosh|ramadan|yom|diwali"
    "|deepavali|día de|dia de|day of rec|kwanzaa|lunar new|onam".split("|")
)  # as HOLIDAY begins

PREFILTERS: Final[dict[str, Prefilter]] = {
    "DATE-NUMERIC": Prefilter(
        starts=DigitRunStarts(" \t/.-–", rf"[0-9]{{1,2}}{_SEP}[0-9]{{1,2}}{_SEP}[0-9]{{2}}")
    ),
    "DATE-ISO": Prefilter(starts=PatternStarts(rf"[12lI](?<![A-Za-z0-9].)(?=[890O]{_X}{{2}}[ \t]?[/.\-–])")),
    "DATE-STAMP": Prefilter(shapes=("00000000",)),
    "DATE-SIX-FIGURES": Prefilter(shapes=("000000", "00 00 00")),
    "DATE-MONTH-DAY": Prefilter(starts=DigitRunStarts("/", "[0-9]{1,2}/[0-9]")),
    "DATE-MONTH-DASH-DAY": Prefilter(starts=DigitRunStarts("-", "[0-9]{1,2}-[0-9]")),
    "DATE-RANGE-END": Prefilter(starts=DigitRunStarts("/", "[0-9]{1,2}/[0-9]{1,2}[ ]?[-–]")),
    "DATE-MONTH-YEAR": Prefilter(
        starts=PatternStarts(
            r"[O0-9](?<![A-Za-z0-9].)(?<![0-9][./,:-].)(?=[0-9]?[ ]?[/-][ ]?[12l3-9][0-9O]|[0-9]{3}[/-][01])"
        ),
    ),
    "DATE-DAY-MONTH-DOT": Prefilter(starts=DigitRunStarts(".", r"[0-9]{1,2}\.[0-9]{1,2}\.")),
    "DATE-YEAR": Prefilter(
        starts=PatternStarts(
            r"[1lI](?<![0-9/$#].)(?<![0-9][.,:/–-].)(?=9[0-9OoliIsSzZB]{2})"
            r"|[2Z](?<![0-9/$#].)(?<![0-9][.,:/–-].)(?=[0O][0-4OoliIZ][0-9OoliIsSzZB])"
        ),
    ),
    "DATE-YEAR-SHIFTED": Prefilter(shapes=("0000",)),
    "DATE-SCHOOL-YEAR": Prefilter(starts=DigitRunStarts(" -–/", "[0-9]{4}[ ]?[-–/][ ]?[0-9]{2}")),
    "DATE-SHORT-YEAR": Prefilter(starts=PatternStarts("['’`](?=[0-9OlI][0-9OlISZ])")),
    "DATE-MISREAD": Prefilter(
        starts=PatternStarts(
            rf"[0-9OoQlIiSZzB](?<![A-Za-z0-9_].)(?={_PAIR})|\|(?<=[A-Za-z0-9_].)(?={_PAIR})"
        ),
    ),
    "DATE-MISREAD-SHORT": Prefilter(
        starts=PatternStarts(rf"[0-9OoQlIiSZzB](?<![A-Za-z0-9_./-].)(?={_SHORT})|\|(?={_SHORT})"),
    ),
    "DATE-SLIP": Prefilter(
        starts=DigitRunStarts("/.-", "[0-9]{1,4}/[0-9/]|[0-9]{1,2}[.-][0-9]{1,2}[./-][0-9]{4}")
    ),
    "DATE-MONTH-FIRST": Prefilter(starts=_MONTH_WORDS),
    "DATE-MONTH-GLUED": Prefilter(
        starts=PatternStarts(r"[JFMASOND](?<![\sA-Z0-9].)(?=an|eb|ar|pr|ay|un|ul|ug|ep|ct|ov|ec)")
    ),
    "DATE-MONTH-DAY-RANGE": Prefilter(
        starts=DigitRunStarts(
            "snrt, -–&a",
            r"[0-9]{1,2}(?:st|nd|rd|th)?(?:,\s[0-9]|,?[ ]?(?:[-–&]|to|through|and))",
        )
    ),
    "DATE-DAY-FIRST": Prefilter(
        starts=PatternStarts(
            r"[0-9olisz](?<![a-z0-9_/:.-].)(?=[0-9olisz]?(?:st|nd|rd|th)?[ \t\r\n./,-]{0,8}"
            rf"(?:(?:day of|of|de) )?{_MONTH})",
            "lowered",
        ),
    ),
    "DATE-YEAR-MONTH-NAME": Prefilter(
        starts=PatternStarts(rf"[12](?<![a-z0-9].)(?=[0-9]{{3}}[-/. ]{_MONTH})", "lowered")
    ),
    "DATE-MONTH": Prefilter(starts=_MONTH_WORDS),
    "DATE-IN-WORDS-DAY-FIRST": Prefilter(
        any_of=("th of ", "first of ", "second of ", "third of ", " day of ")
    ),
    "DATE-YEAR-IN-WORDS": Prefilter(any_of=("nineteen", "two thousand", "two-thousand")),
    "DATE-ORDINAL": Prefilter(
        starts=PatternStarts(
            "t(?<![a-z0-9./-].)(?=he[ \n]{1,3}[1-3li]?[0-9loi](?:st|nd|rd|th))"
            "|[0-9loi](?<![a-z0-9./-].)(?=[0-9loi]?(?:st|nd|rd|th)(?![a-z0-9]))",
            "lowered",
        ),
    ),
    "DATE-ORDINAL-WORD": Prefilter(starts=WordStarts(tuple(f"the {word}" for word in _ORDINALS))),
    "DATE-HOLIDAY": Prefilter(starts=WordStarts(_HOLIDAYS)),
    "DATE-HOLIDAY-DAY": Prefilter(starts=WordStarts(("day",))),
}

_AT_PAIR: Final = DigitRunStarts("/", "[0-9]{1,3}/[0-9]")

VETO_PREFILTERS: Final[dict[str, Prefilter]] = {
    **{
        f"DATE-NOT-{name}": Prefilter(starts=_AT_PAIR)
        for name in ("SCORE", "UNIT", "SMALL", "PRESSURE", "DOSE")
    },
    "DATE-NOT-STRENGTH-RUN": Prefilter(shapes=("0/0",), starts=PatternStarts("0(?=0?/0)", "digits_zeroed")),
    "DATE-NOT-SPINE": Prefilter(starts=PatternStarts("[CTLS](?=-?[0-9]{1,2}[/–-])")),
}
