"""Gates of the rules for telephone numbers and addresses. Each follows from the pattern's first characters
or from words it must hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from chartveil.detection.rules.checks import DIGIT_LOOKALIKES
from chartveil.detection.rules.engine import Prefilter
from chartveil.detection.rules.prefilters.match_starts import PatternStarts, WordStarts
from chartveil.domain.tokenized_text import TokenizedText

_D: Final = f"[{DIGIT_LOOKALIKES}]"
_NEXT: Final = r"[ ,-]{0,2}\s?(?:oh|zero|one|two|three|four|five|six|seven|eight|nine|double|triple)"
_SPOKEN: Final = PatternStarts(
    "(?:"
    + "|".join(
        f"{head}(?<![a-z0-9_].)(?=(?:{tails}){_NEXT})"
        for head, tails in (
            ("o", "h|ne"),
            ("z", "ero"),
            ("t", "wo|hree|riple"),
            ("f", "our|ive"),
            ("s", "ix|even"),
            ("e", "ight"),
            ("n", "ine"),
            ("d", "ouble"),
        )
    )
    + ")",
    "lowered",
)


@dataclass(frozen=True, eq=False)
class _BeforeAt:
    """Where an address may begin: at each run of characters before an ``@``.

    Attributes:
        blanks: how many single blanks it may hold before its ``@``.
    """

    blanks: int

    def make(self, view: TokenizedText) -> list[int]:
        """The places, in order."""
        text = view.text
        found: set[int] = set()
        at = text.find("@")
        while at >= 0:
            blanks = self.blanks
            i = at - 1
            while i >= 0 and text[i] != "@":
                c = text[i]
                if c == " ":
                    blanks -= 1
                    if blanks < 0:
                        break
                elif c.isspace():
                    break
                else:
                    found.add(i)
                i -= 1
            at = text.find("@", at + 1)
        return sorted(found)


_NUMBER: Final = re.compile(
    r"[0-9](?<=[\s.:#=@(\[\"'-].)|[+(\[](?=[0-9OlI])|[OlI](?<=[\s.:#=@(\[\"'-].)(?=[OlI-]{0,3}[0-9])"
)
_GAP: Final = " \t\r\n\x0b\x0c\x1c\x1d\x1e\x1f\x85\u00a0.:#=@([\"'-)"
_FAR_GAP: Final = 24
# The last word of every cue of PHONE-CUE, and the words that may stand between it and the number.
_LAST_WORD: Final = re.compile(
    r"(?<![a-z])(?:[a-z]|(?:e?x)?t(?:ension|en|n)?|poste|pa?ge?r|beeper|bleep|beep|bip|spectralink|vocera"
    r"|voalte|(?:f?a)?x(?:ed)?|fx|facsimile|telefax|t[e6][l1i](?:e?ph(?:one|on)?|efon|ef)?|p[hn]one?|one?"
    r"|ph(?:on|n)?|mob(?:ile)?|ce[l1i]{2}|direct|line|dial|landline|voice(?:mail)?|mail|vox|hotline"
    r"|helpline|(?:whats)?app|ca[l1i]{2}(?:ed|s|ing|back)?|back|cb|callbck|handy|tlf|switchboard|desk"
    r"|office|control|sms|text(?:ed)?|ok|page[ds]?|reach(?:ed|able)?|contact|ring|questions?|urgent|house"
    r"|numbe?r|no|num|nr|is|at|me|her|him|us|to|them|again|for|the|if|quest|pls)\Z"
)
_LONGEST_WORD: Final = 12


@dataclass(frozen=True, eq=False)
class _AfterCue:
    """Where a number may begin after a cue: where the word before it is the last one of a cue."""

    def make(self, view: TokenizedText) -> list[int]:
        """The places, in order."""
        lowered = view.lowered
        found = []
        for m in _NUMBER.finditer(view.text):
            at = m.start()
            lead = lowered[max(0, at - _FAR_GAP - _LONGEST_WORD) : at].rstrip(_GAP)
            if not lead.isascii() or _LAST_WORD.search(lead, max(0, len(lead) - _LONGEST_WORD)):
                found.append(at)
        return found


PREFILTERS: Final[dict[str, Prefilter]] = {
    "PHONE-NANP": Prefilter(
        shapes=("0000", "0-000 0", "000/"),
        starts=PatternStarts(
            r"0(?<![A-Z0.\\].)(?<!0[-./ ].)(?=00[-./ \r\n]|[-. ]{1,2}\(?000|00000-0000)|\((?=000\))|\+(?=0)",
            "digits_zeroed",
        ),
    ),
    "FAX-NUMBER": Prefilter(
        somewhere=PatternStarts("[fF](?=[aA]?[xX]|:| [aA][xX])|F(?= )|[aA](?=(?i:csimile))"),
        starts=PatternStarts(rf"[+(0-9OoQlISB](?<![A-Z0-9.].)(?=[{DIGIT_LOOKALIKES}() .+/\t\r\n-]{{3}})"),
    ),
    "FAX-SPOKEN": Prefilter(any_of=("fax",), starts=_SPOKEN),
    "PHONE-OCR": Prefilter(
        starts=PatternStarts(
            r"0(?<![A-Za-z0.].)(?=00[-./ ]{1,3}00|[-. ]\(?000)|\((?<![A-Za-z0.].)(?=000\))",
            "lookalikes_zeroed",
        ),
    ),
    "PHONE-OCR-LOCAL": Prefilter(misread=("000-0000",)),
    "PHONE-BARE10": Prefilter(shapes=("0000000000",)),
    "PHONE-LOCAL": Prefilter(shapes=("000-0000",)),
    "PHONE-INTL": Prefilter(starts=PatternStarts(r"\+(?=[1-9])|0(?<![A-Za-z0-9_+].)(?=0[1-9])")),
    "PHONE-TRUNK": Prefilter(
        starts=PatternStarts(
            rf"[0O](?<![A-Za-z0-9_.].)(?={_D}{{1,4}}[ -]{_D}{{3}})|\((?=[0O]{_D}{{1,4}}\))",
        ),
    ),
    "PHONE-VANITY": Prefilter(any_of=("800", "833", "844", "855", "866", "877", "888")),
    "PHONE-CUE": Prefilter(starts=_AfterCue()),
    "PHONE-CUE-GLUED": Prefilter(
        starts=PatternStarts(r"[0-9](?<=[elhrtbpx].)|\((?<=x.)(?=[0-9])", "lowered"),
    ),
    "PHONE-EXT": Prefilter(
        starts=PatternStarts(
            r"[0-9](?=[0-9]{2}[-. ]?[0-9]{4}\)?[ ,]{0,3}(?:x|ext))|x(?=[ ]?[0-9])",
            "lowered",
        ),
    ),
    "PHONE-SPOKEN": Prefilter(any_of=("five ", "two ", "one ", "oh ", "zero "), starts=_SPOKEN),
    "EMAIL-PLAIN": Prefilter(starts=_BeforeAt(0)),
    "EMAIL-BLANKS": Prefilter(starts=_BeforeAt(2)),
    "EMAIL-SPOKEN": Prefilter(any_of=(" dot ", "[dot]", "(dot)")),
    "URL-SCHEME": Prefilter(any_of=("://",)),
    "URL-WWW": Prefilter(any_of=("www.",)),
    "IP-V4": Prefilter(
        misread=(".0.", ".00.", ".000."),
        starts=PatternStarts(r"0(?<![A-Za-z0_.].)(?=0{0,2}\.0{1,3}\.0{1,3}\.0)", "lookalikes_zeroed"),
    ),
    "IP-V6": Prefilter(somewhere=PatternStarts(":(?=[0-9A-Fa-f]{0,4}:)")),
    "IP-MAC": Prefilter(
        somewhere=PatternStarts("[:-](?=[0-9A-Fa-f]{2}[:-][0-9A-Fa-f]{2}[:-][0-9A-Fa-f]{2}[:-])"),
    ),
}

_CODES: Final = "cpt icd hcpcs loinc ndc rxnorm snomed nct lot ref model cat part p/n udi gtin".split()

VETO_PREFILTERS: Final[dict[str, Prefilter]] = {
    "URL-NOT-PUBLIC": Prefilter(any_of=(".gov", "pubmed.ncbi", "uptodate.com")),
    "PHONE-NOT-CODE": Prefilter(starts=WordStarts(tuple(_CODES))),
    "PHONE-NOT-RANGE": Prefilter(shapes=("000-0000",)),
}
