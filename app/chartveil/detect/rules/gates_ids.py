"""Gates of the rules for numbers and logins. Each follows from the pattern's first characters or from words
it must hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from chartveil.detect.rules.engine import Gate
from chartveil.detect.rules.gates import Starts, Words
from chartveil.words import View


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

    def make(self, view: View) -> list[int]:
        """The places, in order."""
        figures = view.figures
        return [
            i
            for m in re.finditer(self.run, view.text)
            if figures.count("0", m.start(), m.end()) >= self.digits
            for i in range(m.start(), m.end() - self.length + 1)
        ]


GATES: Final[dict[str, Gate]] = {
    "SSN-SHAPE": Gate(shapes=("000-00-0000", *(a + b for a in "Xx*" for b in "Xx*"))),
    "SSN-MISREAD": Gate(misread=("000-00", "000 -00", "000- 00", "000 - 00")),
    "HEALTHPLAN-HICN": Gate(misread=("000-00-0000",)),
    "IDNUM-DIN": Gate(misread=("00 000000",)),
    "HEALTHPLAN-MBI": Gate(starts=Starts("[1-9](?=[A-Z][0-9A-Z][0-9]-?[A-Z])")),
    "HEALTHPLAN-NHS": Gate(
        shapes=("000 000 0000", "000-000-0000", "000 000-0000", "000-000 0000"),
        starts=Starts("0(?=00[ -]000[ -]0000)", "figures"),
    ),
    "LICENSE-DEA": Gate(shapes=("0000000",), starts=Starts("[A-Z](?=[A-Z9][0-9]{7})")),
    "LICENSE-NPI": Gate(shapes=("0000000000",)),
    "LICENSE-CLIA": Gate(shapes=("00D0000000",)),
    "VEHICLE-VIN": Gate(starts=Starts("[0-9A-HJ-NPR-Z](?=[0-9A-HJ-NPR-Z]{16})")),
    "VEHICLE-PLATE": Gate(
        somewhere=Starts(
            r"[ptvcsr](?<![a-z0-9_].)(?=(?:lates?|ickup|arks?|ag|ruck|axi|ractor|eh(?:icle)?|an|ar|uv|edan"
            r"|eg(?:istration)?)(?![a-z0-9_]))",
            "lowered",
        ),
        starts=Starts("[A-Z0-9](?<![A-Za-z0-9_-].)(?=[A-Z0-9][A-Z0-9 -])"),
    ),
    "ACCOUNT-IBAN": Gate(starts=Starts("[A-Z](?=[A-Z][0-9]{2}[ ]?[A-Z0-9]{4}[ ]?[A-Z0-9]{4})")),
    "ACCOUNT-CARD": Gate(
        shapes=(
            *("0000 0000 0000 0", "0000-0000-0000-0", "0000000000000"),
            *("0000 000000", "0000-000000", "000000 00000", "000000-00000"),
        ),
    ),
    "DEVICE-UDI": Gate(any_of=("(21)",)),
    "IDNUM-UID": Gate(shapes=(".000000",)),
    "IDNUM-PATHOLOGY": Gate(shapes=("00-000",)),
    "IDNUM-MIXED": Gate(shapes=("0",), starts=_Numbers("[A-Z0-9/-]{5,}", 5, 5)),
    "IDNUM-DIGITS": Gate(
        shapes=("0000000", "00-0"),
        starts=Starts("0(?<![A-Za-z0_/.^,+(-].)(?=0{6}|0{1,5}-0)", "figures"),
    ),
    "IDNUM-MISREAD": Gate(misread=("000000",), starts=_Numbers("[A-Z0-9l]{6,}", 6, 4)),
    "IDNUM-SERIES": Gate(shapes=("-000",)),
    "HL7-PID": Gate(any_of=("pid|",)),
    "HL7-PID-SHORT": Gate(any_of=("pid|",)),
    "HL7-MSH": Gate(any_of=("msh|",)),
    "HL7-VISIT": Gate(any_of=("pv1|",)),
    "HL7-ORDER": Gate(any_of=("obr|", "orc|")),
    "HL7-PLAN": Gate(any_of=("in1|",)),
    "CDA-ID": Gate(any_of=("extension=",)),
    "USERNAME-CUE": Gate(
        any_of=(
            *("user", "log", "uid", "netid", "sign", "sig ", "sig:", "e/s", "/es/", "entered", "keyed"),
            *("typed", "edited", "svc"),
        ),
        starts=Starts(
            "u(?=ser|id)|l(?=og)|s(?=ession|vc)|n(?=etid)|c(?=o-?sign)|e(?=ntered|dited|[- ]?sig|/s|lectron)"
            "|k(?=eyed)|t(?=yped)|/(?=es/)|p(?=t login)|m(?=y login)|h(?=is login|er login)",
            "lowered",
        ),
    ),
    "USERNAME-BY": Gate(
        starts=Starts(
            "b(?=y)(?<![a-z].)|c(?=losed [0-9]|linician)|s(?=igned [0-9]|ent to)|_(?=by)"
            "|l(?=og closed|ast edit)|o(?=ffline review)|a(?=gent)",
            "lowered",
        ),
    ),
    "USERNAME-LOG": Gate(shapes=("0:00",)),
    "USERNAME-ALONE": Gate(somewhere=Starts("[0-9](?<=[a-z].)|_(?<=[a-z].)")),
}

_CODES: Final = Words(("cpt", "icd", "hcpcs", "loinc", "ndc", "rxnorm", "rxcui", "snomed"))
_PRODUCTS: Final = Words(("lot", "exp", "ref", "model", "catalog", "p/n", "part"))

VETO_GATES: Final[dict[str, Gate]] = {
    "ID-NOT-CODE": Gate(starts=_CODES),
    "ID-NOT-LOT": Gate(starts=_PRODUCTS),
    "ID-NOT-TRIAL": Gate(any_of=("nct", "rs", "cosm", "cosv", "nm_", "np_", "enst", "chr")),
}
