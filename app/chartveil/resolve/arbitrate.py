"""Lets the models settle what few speak for.

Two kinds of find are looked at again, each when nothing else speaks for it; a rule, a site's list or a
dossier needs nobody's agreement.

A find of our own lists alone: a word that no list explains is a name more often than not, but not much
more often (``unlisted``), and a name on a list may be a term (``Charles Bonnet``). It stays when the models
give it some weight, far less than they would need to take it by themselves.

A find of models alone: one vote proposes it, as in Murugadoss et al. 2021, at a low threshold; it stays when
the networks agree on average. On held-back notes that finds more at the same precision than a threshold on
one vote (docs/decisions/0011-our-own-models.md). A model that a site added is not asked for agreement: it was
added for what ours do not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from chartveil.domain import EvidenceKind, Span
from chartveil.words import View

_SURE = 0.95
"""Finds of lists alone from this score on need no support."""
_SITE = "site/"
"""How the names of a site's own lists begin, in evidence."""


class Supporter(Protocol):
    """Gives weight to any range of a text."""

    def agreement(self, view: View, start: int, end: int) -> float:
        """How far our networks agree that something in the range is an identifier, in [0, 1]."""
        ...

    def is_ours(self, member: str) -> bool:
        """Whether the member of this name came with Chartveil."""
        ...


def arbitrate(
    view: View, finds: Iterable[Span], supporter: Supporter, *, lists: float, models: float
) -> list[Span]:
    """The finds that stay, in the order given.

    Args:
        view: the document.
        finds: of all detectors.
        supporter: the models.
        lists: agreement that a find of our lists alone needs, in [0, 1].
        models: agreement that a find of our models alone needs, in [0, 1].
    """
    kept = []
    for find in finds:
        needed = _needed(find, supporter, lists, models)
        if needed <= 0 or supporter.agreement(view, find.start, find.end) >= needed:
            kept.append(find)
    return kept


def _needed(find: Span, supporter: Supporter, lists: float, models: float) -> float:
    """The agreement that a find needs; 0 for none."""
    evidence = find.evidence
    if evidence and all(e.kind is EvidenceKind.MODEL for e in evidence):
        return models if all(supporter.is_ours(e.name) for e in evidence) else 0.0
    if find.score < _SURE and evidence and all(e.kind is EvidenceKind.DICTIONARY for e in evidence):
        return 0.0 if any(e.name.startswith(_SITE) for e in evidence) else lists
    return 0.0
