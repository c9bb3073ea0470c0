"""Gates of the rules for names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from chartveil.detection.rules.engine import Prefilter
from chartveil.detection.rules.prefilters.match_starts import (
    CAPITAL,
    SMALL,
    LeadUpStarts,
    PatternStarts,
    WordStarts,
)
from chartveil.domain.tokenized_text import TokenizedText

_ENTRY_END = re.compile(r"[ \t/–—-](?:[^\W\d_]{2,4}|(?:[^\W\d_]\.){2,3})(?:,? [A-Za-z][A-Za-z0-9-]{1,8})?\Z")
_TAIL = 24
_BLANKS = 64


@dataclass(frozen=True, eq=False)
class _EntryEnds:
    """Where initials at the end of a line may begin, the blanks and dashes before them included."""

    def make(self, view: TokenizedText) -> list[int]:
        """The places, in order."""
        text = view.text
        found: list[int] = []
        start = 0
        while start <= len(text):
            stop = text.find("\n", start)
            stop = len(text) if stop < 0 else stop
            end = stop
            while end > start and text[end - 1] in " \t\r":
                end -= 1
            m = _ENTRY_END.search(text, max(start, end - _TAIL), end)
            if m is not None:
                last = m.start()
                first = last
                while first > max(start, last - _BLANKS) and text[first - 1] in " \t/–—-":
                    first -= 1
                found += range(first, end)
            start = stop + 1
        return found


_PROFESSION: Final = (
    r"(?:md|do|[lr]n|lpn|lvn|cna|[a-z]?np|arnp|aprn|pa|pa-c|dpm|od|dds|dmd|phd|psyd|pharmd|rph|d?pt|otr?|slp|r?rt"
    r"|msw|l[cm]sw|lmft|lpc|cma|cnm|crna|emt|emt-p|nrp|volunteer|ms[34]|pgy-?[0-9]|r[1-5]|cprs|dc|ma)"
)
_BEFORE_COMMA: Final = r"(?=[^,\n\t:;|()0-9]{0,300},)"

PREFILTERS: Final[dict[str, Prefilter]] = {
    "NAME-KIN-AFTER": Prefilter(
        starts=PatternStarts(r"[ ,](?= ?\(| (?:his|her|their|the|my|pt's|patient's|HIS|HER|PT'S) )")
    ),
    "NAME-LAST-FIRST": Prefilter(
        starts=PatternStarts(CAPITAL + r"(?<![^\n\t |].)(?<![^\s#>*•·).] .)" + _BEFORE_COMMA)
    ),
    "NAME-INITIAL": Prefilter(starts=PatternStarts(CAPITAL + r"(?<![A-Za-z0-9.'/&-].)(?=\.)")),
    "NAME-LOWER-INITIAL": Prefilter(starts=PatternStarts(SMALL + rf"(?<![A-Za-z0-9.].)(?=\. ?{SMALL}{{3}})")),
    "NAME-TYPIST": Prefilter(starts=PatternStarts(r"[A-Z](?<!\S.)(?=[A-Z]{1,3} ?[/:;] ?[a-z]{2})")),
    "NAME-DICTATED": Prefilter(starts=PatternStarts(r"[DTR](?<![A-Za-z].)(?=[:.][ \t]{0,300}[0-9OlI])")),
    "NAME-LISTED": Prefilter(
        starts=PatternStarts(
            CAPITAL + r"(?<![^\s|*•)-].)(?<![,.;:] .)(?<![^0-9][A-Za-z] .)(?=[^,\n\t:;|()0-9]{1,100},)"
        )
    ),
    "NAME-ROOM": Prefilter(
        starts=LeadUpStarts(
            PatternStarts(" (?<=[^ ].)(?= {0,99}[0-9]{1,3} ?[MFmf](?![A-Za-z0-9_]))"), back=0, line=True
        )
    ),
    "NAME-NICK": Prefilter(
        starts=LeadUpStarts(
            PatternStarts(r" (?=[\"“])"), back=400, start=r"[^\x00-@\[-`{-\x7f](?<![A-Za-z0-9.].)"
        )
    ),
    "NAME-SPELLED": Prefilter(starts=PatternStarts(r"(?<![A-Za-z0-9'-])[^\W\d_](?=[- ][^\W\d_](?![^\W_]))")),
    "NAME-INITIALS-END": Prefilter(starts=_EntryEnds()),
    "NAME-SMALL-INITIAL": Prefilter(starts=PatternStarts(SMALL + rf"(?=\. ?{SMALL})(?<![A-Za-z0-9.'].)")),
    "NAME-SMALL-CREDENTIAL": Prefilter(
        starts=LeadUpStarts(
            PatternStarts(rf" (?={_PROFESSION}[ \t]{{0,30}}(?:[,;/(]|\r?\n|\Z|  ))", "lowered"),
            back=110,
            start=r"[:/(.]",
            line=True,
        )
    ),
    "NAME-SMALL-PATIENT": Prefilter(
        starts=LeadUpStarts(
            PatternStarts(
                r" (?<=[a-z.,'\x80-\U0010ffff-].)(?= {0,99}(?:dob|d\.o\.b|mrn|hrn|hosp no|chart"
                r"|[0-9]{1,3} ?(?:y/?o|[mf])(?![a-z0-9_])|[0-9]{2}, |[0-9]{1,2}[/-][0-9]{1,2}[/-][0-9]))"
            ),
            back=160,
            start=r"[prf/](?=t |atient |e:? |or | )",
            line=True,
        )
    ),
    "NAME-SMALL-TITLE": Prefilter(
        starts=PatternStarts(
            rf"[dmp](?=(?:r|octor|rs|s|iss|rof)(?:\.? |\.[ \t]*\r?\n){SMALL})(?<![A-Za-z0-9].)"
        )
    ),
    "NAME-SMALL-STAFF": Prefilter(
        starts=PatternStarts(
            r"[ncrlpifmsath](?=(?:urse|haplain|p|a|n|pn|na|ntern|ellow|esident|idwife|w|harmd|ech|ospice aide"
            rf"|ide) {SMALL})(?<![A-Za-z0-9].)"
        )
    ),
}

VETO_PREFILTERS: Final[dict[str, Prefilter]] = {
    "NAME-NOT-NAME": Prefilter(
        starts=WordStarts(
            (
                *(
                    "columbia",
                    "dr. p",
                    "dr p",
                    "dr. s",
                    "dr s",
                    "sister mary",
                    "sister act",
                    "mr. c",
                    "mr c",
                    "father's d",
                ),
                *("mother's d", "nurse p", "baby e", "mrs. d", "mrs d", "uncle ben", "uncle sam", "aunt j"),
                *("little d", "mother n", "meals on"),
            )
        )
    ),
}
