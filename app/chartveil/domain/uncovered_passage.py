"""Passages in a language or script that detection does not cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from chartveil.domain.errors import InputError
from chartveil.domain.languages import Language
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.domain.wording import counted


@dataclass(frozen=True, slots=True, order=True)
class UncoveredPassage:
    """A stretch of a document in a language or script that rules, lists and models do not cover.

    Detection reads it all the same, but what it misses there is not known.

    Attributes:
        start, end: its range, in code points.
        language: its name in English, e.g. ``German``; empty where the script alone is known.
        script: its name in Unicode, e.g. ``Latin``.

    Raises:
        ValueError: if the range is empty or negative.
    """

    start: int
    end: int
    language: str
    script: str

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"not a range: [{self.start}, {self.end})")

    @property
    def name(self) -> str:
        """What it is in, for people: ``German``, ``Cyrillic script``."""
        return self.language or f"{self.script} script"


class PassageSource(Protocol):
    """Finds the passages of a text in other languages than English."""

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages that rules, lists or models exist for."""
        ...

    def passages(self, view: TokenizedText) -> tuple[UncoveredPassage, ...]:
        """The passages in order, covered or not."""
        ...


def named_counts(counts: Mapping[str, int]) -> str:
    """How many passages are in what, e.g. ``German 2, Cyrillic script 1``."""
    return ", ".join(f"{name} {n}" for name, n in sorted(counts.items(), key=lambda c: (-c[1], c[0])))


def uncovered_passages_error(
    passages: Sequence[UncoveredPassage], where: str, *, reviewed: bool = False
) -> InputError:
    """The error for passages that nobody has read where the policy wants somebody to.

    Args:
        passages: that are not read.
        where: the file.
        reviewed: whether it comes from a worklist, which may be one that an earlier version searched.
    """
    read = "it" if len(passages) == 1 else "each"
    remedy = f"Open it in the window and read {read}"
    if reviewed:
        remedy = f"Withdraw its sign-off and read {read}; where none is marked, begin a new worklist with it"
    return InputError(
        f"holds {counted(len(passages), 'passage')} in a language or script that detection does not cover "
        f"({named_counts(Counter(p.name for p in passages))}), which nobody has read.",
        where=where,
        remedy=f'{remedy}. Or choose a policy whose section [language] has other = "allow".',
    )
