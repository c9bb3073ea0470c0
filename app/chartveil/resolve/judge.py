"""Weighs all that speaks for a find at once: votes, rules, lists, how it is written and where it stands.

Thresholds on single voices (``arbitrate``) let pass what each voice alone finds just likely enough. A
logistic model over all of them, fitted on notes that neither networks nor rules had seen, tells better which
finds are none: stacked generalisation (Wolpert 1992, doi:10.1016/S0893-6080(05)80023-1). It only takes away,
and only what it holds for unlikely; what a site's own lists, a dossier, a reviewer or a site's model says is
not asked.

The weights are in ``resources/models/judge.toml``, made by ``scripts/fit_judge.py``.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from chartveil.domain import EvidenceKind, Label, Span
from chartveil.errors import ResourceError
from chartveil.paths import resources
from chartveil.words import View, fold

_SITE = "site/"
"""How the names of a site's own lists begin, in evidence."""
_TRUSTED = frozenset((EvidenceKind.DOSSIER, EvidenceKind.RESIDUAL, EvidenceKind.REVIEWER))
_SURE = 6.9
"""Log odds beyond which a vote says no more: a probability of 0.999."""
_WORDS = re.compile(r"\w+")
_UNIT = re.compile(
    r"[ -]?(?:m[gL]|ml|cm|mm|kg|g|mcg|units?|strength|days?|weeks?|wks?|hours?|hrs?|h|min|months?|mos?|x\d)\b"
)
_CAPITALS = 0.8
"""Share of capitals from which a line's capitals tell nothing of a word."""
LABELS = (
    Label.PATIENT,
    Label.RELATIVE,
    Label.DOCTOR,
    Label.PROFESSION,
    Label.HOSPITAL,
    Label.ORGANIZATION,
    Label.CITY,
    Label.DATE,
    Label.AGE,
    Label.PHONE,
    Label.IDNUM,
)
"""Labels that have a weight of their own."""


class Shares(Protocol):
    """Tells what each network gives any range of a text."""

    def shares(self, view: View, start: int, end: int) -> Sequence[float]:
        """For each of our networks how likely it takes something in the range for an identifier, in [0, 1];
        empty where there are none of ours."""
        ...

    def is_ours(self, member: str) -> bool:
        """Whether the member of this name came with Chartveil."""
        ...


@dataclass(frozen=True)
class Judge:
    """Tells unlikely finds.

    Attributes:
        weights: of the features; one that is missing weighs nothing.
        least: chance of being an identifier below which a find goes, in [0, 1].
    """

    weights: Mapping[str, float]
    least: float

    @staticmethod
    def load(path: Path | None = None) -> Judge:
        """The judge that comes with Chartveil, or that of a file.

        Raises:
            ResourceError: if it is missing or damaged.
        """
        path = path or resources() / "models" / "judge.toml"
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            return Judge({str(k): float(v) for k, v in data["weights"].items()}, float(data["least"]))
        except (OSError, UnicodeDecodeError, KeyError, ValueError, TypeError, AttributeError) as e:
            raise ResourceError(
                f"what finds are weighed by cannot be read ({type(e).__name__}).",
                where=path.name,
                remedy="Install Chartveil again.",
            ) from None

    def chance(self, found: Mapping[str, float]) -> float:
        """Chance that a find with these features is an identifier, in [0, 1]."""
        odds = sum(self.weights.get(name, 0.0) * value for name, value in found.items())
        return 1 / (1 + math.exp(-max(min(odds, 60.0), -60.0)))

    def kept(
        self, view: View, spans: Iterable[Span], networks: Shares, is_common: Callable[[str], bool]
    ) -> list[Span]:
        """The spans that are not unlikely, in the order given.

        Args:
            view: the document.
            spans: merged, of all detectors.
            networks: the models.
            is_common: whether a folded word is an ordinary word of the language.
        """
        return [
            s
            for s in spans
            if is_trusted(s, networks)
            or self.chance(features(view, s, networks.shares(view, s.start, s.end), is_common)) >= self.least
        ]


def is_trusted(span: Span, networks: Shares) -> bool:
    """Whether somebody speaks for a span who is not asked again."""
    return any(
        e.kind in _TRUSTED
        or (e.kind is EvidenceKind.DICTIONARY and e.name.startswith(_SITE))
        or (e.kind is EvidenceKind.MODEL and not networks.is_ours(e.name))
        for e in span.evidence
    )


def features(
    view: View, span: Span, shares: Sequence[float], is_common: Callable[[str], bool]
) -> dict[str, float]:
    """What is weighed of a find, by name; what is not there is 0.

    Args:
        view: the document.
        span: the find, merged.
        shares: of each network, in [0, 1]; none where there are none, which all weighs as no vote.
        is_common: whether a folded word is an ordinary word of the language.
    """
    text, start, end = view.text, span.start, span.end
    surface = text[start:end]
    words = [fold(w) for w in _WORDS.findall(surface)]
    found = {
        "bias": 1.0,
        "votes": _log_odds(sum(shares) / len(shares)) if shares else 0.0,
        "lowest vote": _log_odds(min(shares)) if shares else 0.0,
        "score": span.score,
        "length": min(len(surface), 20) / 10,
    }
    found |= dict.fromkeys(_flags(text, start, end, surface), 1.0)
    found |= dict.fromkeys(_voices(span), 1.0)
    if words and all(is_common(w) for w in words):
        found["ordinary"] = 1.0
    if span.label in LABELS:
        found[f"label {span.label.value}"] = 1.0
    return found


def _voices(span: Span) -> set[str]:
    """Who speaks for a span."""
    found = set()
    for e in span.evidence:
        if e.kind is EvidenceKind.DICTIONARY:
            found.add("unlisted" if e.name == "unlisted" else "list")
        elif e.kind in (EvidenceKind.RULE, EvidenceKind.MODEL):
            found.add(e.kind.value)
    rules = {e.name for e in span.evidence if e.kind is EvidenceKind.RULE}
    if len(rules) > 1:
        found.add("several rules")
    return found


def _flags(text: str, start: int, end: int, surface: str) -> set[str]:
    """How a range is written, and what it stands beside."""
    before, behind = text[start - 1 : start], text[end : end + 1]
    line = text[text.rfind("\n", 0, start) + 1 : _line_end(text, end)]
    letters = [c for c in line if c.isalpha()]
    flags = {
        "capital": surface[:1].isupper(),
        "capitals": surface.isupper() and len(surface) > 1,
        "line of capitals": bool(letters) and sum(c.isupper() for c in letters) > _CAPITALS * len(letters),
        "small": surface.islower(),
        "digits": surface.isdigit(),
        "holds a digit": any(c.isdigit() for c in surface),
        "one or two letters": len(surface) <= 2,
        "several words": " " in surface,
        "behind a slash": before in ("/", "-"),
        "behind a digit": before.isdigit() or before == ".",
        "before a slash": behind in ("/", "%"),
        "before a dash": behind == "-",
        "before a colon": behind == ":",
        "before a unit": _UNIT.match(text, end) is not None,
    }
    return {name for name, is_so in flags.items() if is_so}


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _log_odds(p: float) -> float:
    p = min(max(p, 1e-9), 1 - 1e-9)
    return max(min(math.log(p / (1 - p)), _SURE), -_SURE)
