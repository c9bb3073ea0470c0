"""Searches a whole release for a confirmed leak: its words, its form, or its line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import regex

from chartveil.domain.errors import InputError
from chartveil.spot_check.layers import NoteLayer

_SECONDS = 5.0
"""For one layer of a note; a search that takes longer is an error, not a note without a hit."""
_DIGITS = regex.compile(r"\d+")
_LEAST = 3
"""Letters and digits that must be left of a text or line to search for: fewer stand everywhere."""


class SearchKind(StrEnum):
    """The kinds of searches."""

    TEXT = "the same words"
    FORM = "the same form"
    """Digits for digits and letters for letters: ``AB-1234`` finds ``XY-0815``."""
    LINE = "the same line around it"
    """What stands before and after it in its line, whatever its numbers: the header of a template."""


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """The query of a search.

    Attributes:
        kind: how.
        text: the words, the identifier whose form counts, or the line with ``before`` and ``after``.
        before, after: of a line, what stands around what leaks.
        label: what leaks; empty where that is not known.
    """

    kind: SearchKind
    text: str
    before: str = ""
    after: str = ""
    label: str = ""

    def __post_init__(self) -> None:
        held = f"{self.before}{self.after}" if self.kind is SearchKind.LINE else self.text
        if self.kind is SearchKind.FORM and not any(map(str.isdecimal, held)):
            raise InputError(
                "a form without a digit stands everywhere.", remedy="Search for the words, or the line."
            )
        if sum(map(str.isalnum, held)) < _LEAST:
            raise InputError(
                "there is too little to search for: it stands everywhere.",
                remedy=f"Search for something with {_LEAST} letters or digits at least.",
            )

    @classmethod
    def of_leak(cls, kind: SearchKind, text: str, start: int, end: int, label: str = "") -> SearchQuery:
        """The query of a place in a text.

        Raises:
            InputError: if too little is left to search for.
        """
        leak = text[start:end].strip()
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        before, after = text[first:start].strip(), text[end : last if last >= 0 else len(text)].strip()
        return (
            cls(kind, leak, before, after, label) if kind is SearchKind.LINE else cls(kind, leak, label=label)
        )

    def pattern(self) -> regex.Pattern[str]:
        """What finds it: blanks count as one, capitals as small letters unless the form tells them apart."""
        if self.kind is SearchKind.LINE:
            middle = r"[^\n]*?"
            before, after = (_DIGITS.sub(r"\\d+", _words(part)) for part in (self.before, self.after))
            whole = rf"^[^\S\n]*{before}{middle}{after}[^\S\n]*$"
            return regex.compile(whole, regex.IGNORECASE | regex.MULTILINE)
        if self.kind is SearchKind.FORM:
            return regex.compile(rf"(?<!\w){''.join(map(_form, self.text))}(?!\w)")
        return regex.compile(rf"(?<!\w){_words(self.text)}(?!\w)", regex.IGNORECASE)


def _words(text: str) -> str:
    return r"\s+".join(regex.escape(word) for word in text.split())


def _form(character: str) -> str:
    if character.isdecimal():
        return r"\d"
    if character.isalpha():
        return r"\p{Lu}" if character.isupper() else r"\p{Ll}" if character.islower() else r"\p{L}"
    return r"\s+" if character.isspace() else regex.escape(character)


def is_found(pattern: regex.Pattern[str], layers: Iterable[NoteLayer]) -> bool:
    """Whether any layer of a note holds it.

    Raises:
        TimeoutError: if it takes too long.
    """
    return any(pattern.search(layer.text, timeout=_SECONDS) for layer in layers)
