"""Gates of the rules for numbers and logins. Each follows from the pattern's first characters or from words
it must hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from chartveil.detection.rules.engine import Prefilter
from chartveil.detection.rules.prefilters.match_starts import PatternStarts, WordStarts
from chartveil.domain.tokenized_text import TokenizedText


@dataclass(frozen=True, eq=False)
class _Numbers:
    """Where a number may begin: within a run of its characters that holds as many digits as the check of
    the rule asks for. No match reaches beyond its run.

    Attributes:
        run: pattern of ``re`` for such a run.
        length: least length of a match.
        digits: least number of digits.
    """

    run: str
    length: int
    digits: int

    def make(self, view: TokenizedText) -> list[int]:
        """The places, in order."""
        figures = view.digits_zeroed
        return [
            i
            for m in re.finditer(self.run, view.text)
            if figures.count("0", m.start(), m.end()) >= self.digits
            for i in range(m.start(), m.end() - self.length + 1)
        ]


PREFILTERS: Final[dict[str, Prefilter]] = {
    "SSN-SHAPE": Prefilter(shapes=("000-00-0000", *(a + b for a in "Xx*" for b in "Xx*"))),
    "SSN-MISREAD": Prefilter(misread=("000-00", "000 -00", "000- 00", "000 - 00")),
    "HEALTHPLAN-HICN": Prefilter(misread=("000-00-0000",)),
    "IDNUM-DIN": Prefilter(misread=("00 000000",)),
    "HEALTHPLAN-MBI": Prefilter(starts=PatternStarts("[1-9](?=[A-Z][0-9A-Z][0-9]-?[A-Z])")),
    "HEALTHPLAN-NHS": Prefilter(
        shapes=("000 000 0000", "000-000-0000", "000 000-0000", "000-000 0000"),
        starts=PatternStarts("0(?=00[ -]000[ -]0000)", "digits_zeroed"),
    ),
    "LICENSE-DEA": Prefilter(shapes=("0000000",), starts=PatternStarts("[A-Z](?=[A-Z9][0-9]{7})")),
    "LICENSE-NPI": Prefilter(shapes=("0000000000",)),
    "LICENSE-CLIA": Prefilter(shapes=("00D0000000",)),
    "VEHICLE-VIN": Prefilter(starts=PatternStarts("[0-9A-HJ-NPR-Z](?=[0-9A-HJ-NPR-Z]{16})")),
    "VEHICLE-PLATE": Prefilter(
        somewhere=PatternStarts(
            r"[ptvcsr](?<![a-z0-9_].)(?=(?:lates?|ickup|arks?|ag|ruck|axi|ractor|eh(?:icle)?|an|ar|uv|edan"
            r"|eg(?:istration)?)(?![a-z0-9_]))",
            "lowered",
        ),
        starts=PatternStarts("[A-Z0-9](?<![A-Za-z0-9_-].)(?=[A-Z0-9][A-Z0-9 -])"),
    ),
    "ACCOUNT-IBAN": Prefilter(starts=PatternStarts("[A-Z](?=[A-Z][0-9]{2}[ ]?[A-Z0-9]{4}[ ]?[A-Z0-9]{4})")),
    "ACCOUNT-CARD": Prefilter(
        shapes=(
            *("0000 0000 0000 0", "0000-0000-0000-0", "0000000000000"),
            *("0000 000000", "0000-000000", "000000 00000", "000000-00000"),
        ),
    ),
    "DEVICE-UDI": Prefilter(any_of=("(21)",)),
    "IDNUM-UID": Prefilter(shapes=(".000000",)),
    "IDNUM-PATHOLOGY": Prefilter(shapes=("00-000",)),
    "IDNUM-MIXED": Prefilter(shapes=("0",), starts=_Numbers("[A-Z0-9/-]{5,}", 5, 5)),
    "IDNUM-DIGITS": Prefilter(
        shapes=("0000000", "00-0"),
        starts=PatternStarts("0(?<![A-Za-z0_/.^,+(-].)(?=0{6}|0{1,5}-0)", "digits_zeroed"),
    ),
    "IDNUM-MISREAD": Prefilter(misread=("000000",), starts=_Numbers("[A-Z0-9l]{6,}", 6, 4)),
    "IDNUM-SERIES": Prefilter(shapes=("-000",)),
    "HL7-PID": Prefilter(any_of=("pid|",)),
    "HL7-PID-SHORT": Prefilter(any_of=("pid|",)),
    "HL7-MSH": Prefilter(any_of=("msh|",)),
    "HL7-VISIT": Prefilter(any_of=("pv1|",)),
    "HL7-ORDER": Prefilter(any_of=("obr|", "orc|")),
    "HL7-PLAN": Prefilter(any_of=("in1|",)),
    "CDA-ID": Prefilter(any_of=("extension=",)),
    "USERNAME-CUE": Prefilter(
        any_of=(
            *("user", "log", "uid", "netid", "sign", "sig ", "sig:", "e/s", "/es/", "entered", "keyed"),
            *("typed", "edited", "svc"),
        ),
        starts=PatternStarts(
            "u(?=ser|id)|l(?=og)|s(?=ession|vc)|n(?=etid)|c(?=o-?sign)|e(?=ntered|dited|[- ]?sig|/s|lectron)"
            "|k(?=eyed)|t(?=yped)|/(?=es/)|p(?=t login)|m(?=y login)|h(?=is login|er login)",
            "lowered",
        ),
    ),
    "USERNAME-BY": Prefilter(
        starts=PatternStarts(
            "b(?=y)(?<![a-z].)|c(?=losed [0-9]|linician)|s(?=igned [0-9]|ent to)|_(?=by)"
            "|l(?=og closed|ast edit)|o(?=ffline review)|a(?=gent)",
            "lowered",
        ),
    ),
    "USERNAME-LOG": Prefilter(shapes=("0:00",)),
    "USERNAME-ALONE": Prefilter(somewhere=PatternStarts("[0-9](?<=[a-z].)|_(?<=[a-z].)")),
}

_CODES: Final = WordStarts(("cpt", "icd", "hcpcs", "loinc", "ndc", "rxnorm", "rxcui", "snomed"))
_PRODUCTS: Final = WordStarts(("lot", "exp", "ref", "model", "catalog", "p/n", "part"))

VETO_PREFILTERS: Final[dict[str, Prefilter]] = {
    "ID-NOT-CODE": Prefilter(starts=_CODES),
    "ID-NOT-LOT": Prefilter(starts=_PRODUCTS),
    "ID-NOT-TRIAL": Prefilter(any_of=("nct", "rs", "cosm", "cosv", "nm_", "np_", "enst", "chr")),
}
