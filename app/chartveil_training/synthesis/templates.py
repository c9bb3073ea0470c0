"""A small language for sentences with slots, shared by mentions, blocks and negatives.

``{DOCTOR}``        an identifier of that label, a new one each time
``{DOCTOR1.last}``  the document's first doctor, in a form of ``Style``; PATIENT is always the same one
``{he}`` ``{His}``  what agrees with the patient's sex: he, him, his, Mr, man, male, son, husband
``{drug}`` ``{Drug}`` ``{DRUG}`` ``{int 1 99}``  a term or figure that is no identifier; see ``terms``
``[[DOCTOR|Bell]]`` an identifier written out
``<Dictated|DICT>`` one of these, drawn; parts may hold slots and be empty

"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import regex

from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil_training.data_files import REMEDY, read_toml
from chartveil_training.samples import Sample, SampleBuilder
from chartveil_training.synthesis.generators.identifiers import (
    PERSON_LABELS,
    FictionalPerson,
    IdentifierGenerator,
    SurfaceStyle,
)

_TOKEN = regex.compile(
    r"\[\[(?<mark>[A-Z_]+)\|(?<text>[^\]]+)\]\]"
    r"|\{(?<slot>[^{}]+)\}"
    r"|<(?<choice>[^<>|]*(?:\[\[[A-Z_]+\|[^\]]+\]\][^<>|]*)*\|[^<>]*)>"
)
_SLOT = regex.compile(r"(?<label>[A-Z_]+)(?<number>\d?)(?:\.(?<style>[a-z_]+))?")
_GENDER_WORDS = {
    "he": ("he", "she"),
    "him": ("him", "her"),
    "his": ("his", "her"),
    "himself": ("himself", "herself"),
    "Mr": ("Mr.", "Ms."),
    "man": ("man", "woman"),
    "male": ("male", "female"),
    "son": ("son", "daughter"),
    "husband": ("wife", "husband"),
    "M": ("M", "F"),
}

TermSource = Callable[[str, random.Random], str]
"""Gives a surface for the rest of a slot (``1 99`` of ``{int 1 99}``)."""


@dataclass(frozen=True, slots=True)
class _Fixed:
    label: Label
    text: str


@dataclass(frozen=True, slots=True)
class _LabelSlot:
    label: Label
    number: str
    style: SurfaceStyle


@dataclass(frozen=True, slots=True)
class _TermSlot:
    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class _Choice:
    parts: tuple[SentenceTemplate, ...]


class DocumentCast:
    """The people, places and things of one document, so that all its templates speak of the same.

    Args:
        filler: source of surfaces.
        rng: draws them.
        female: sex of the patient; drawn when None.
        terms: by name, what slots in small letters stand for.
    """

    def __init__(
        self,
        filler: IdentifierGenerator,
        rng: random.Random,
        female: bool | None = None,
        terms: Mapping[str, TermSource] | None = None,
    ) -> None:
        self.filler = filler
        self.rng = rng
        self.female = rng.random() < 0.5 if female is None else female
        self._terms = terms or {}
        self._people: dict[str, FictionalPerson] = {}
        self._things: dict[str, str] = {}

    def surface(self, label: Label, number: str = "", style: SurfaceStyle = SurfaceStyle.ANY) -> str:
        """A surface; with a number, or for the patient, one that the whole document keeps."""
        if label is Label.PATIENT or (number and label in PERSON_LABELS):
            return self.person(label, number).name_as(self.rng, style)
        key = f"{label}{number}.{style}"
        if number and key in self._things:
            return self._things[key]
        made = self.filler.surface(label, self.rng, style)
        if number:
            self._things[key] = made
        return made

    def person(self, label: Label, number: str = "") -> FictionalPerson:
        """The document's person of this label and number."""
        key = f"{label}{number}"
        if key not in self._people:
            female = self.female if label is Label.PATIENT else self.rng.random() < 0.5
            self._people[key] = self.filler.person(self.rng, female)
        return self._people[key]

    def slot_word(self, name: str, rest: str) -> str:
        """What a slot in small letters stands for."""
        lowered = name if name in _GENDER_WORDS else name.lower()
        if lowered in _GENDER_WORDS:
            word = _GENDER_WORDS[lowered][self.female]
        else:
            word = self._terms[lowered](rest, self.rng)
        if name == lowered:
            return word
        return word.upper() if name.isupper() else word[:1].upper() + word[1:]


class SentenceTemplate:
    """A sentence with slots, parsed.

    Args:
        text: in the language of this module.
        terms: names that slots in small letters may have.

    Raises:
        ValueError: for a label, form or term that is not known, or a brace without its other half.
    """

    def __init__(self, text: str, terms: Iterable[str] = ()) -> None:
        known = frozenset(terms)
        self.parts: list[str | _Fixed | _LabelSlot | _TermSlot | _Choice] = []
        at = 0
        for token in _TOKEN.finditer(text):
            self._plain(text[at : token.start()])
            at = token.end()
            if token["mark"]:
                self.parts.append(_Fixed(Label(token["mark"]), token["text"]))
            elif token["slot"]:
                self.parts.append(_read_slot(token["slot"], known))
            else:
                self.parts.append(_Choice(tuple(SentenceTemplate(p, known) for p in _split(token["choice"]))))
        self._plain(text[at:])

    def _plain(self, text: str) -> None:
        if "{" in text or "}" in text or "[[" in text:
            raise ValueError("a brace or bracket without its other half")
        if text:
            self.parts.append(text)

    def to_sample(self, cast: DocumentCast) -> Sample:
        """The filled sentence by itself."""
        builder = SampleBuilder()
        self.fill(builder, cast)
        return builder.build()

    def fill(self, builder: SampleBuilder, cast: DocumentCast) -> None:
        """Adds the filled sentence to a sample."""
        for part in self.parts:
            if isinstance(part, str):
                builder.add(part)
            elif isinstance(part, _LabelSlot):
                builder.add(cast.surface(part.label, part.number, part.style), part.label)
            elif isinstance(part, _TermSlot):
                builder.add(cast.slot_word(part.name, part.rest))
            elif isinstance(part, _Fixed):
                builder.add(part.text, part.label)
            else:
                cast.rng.choice(part.parts).fill(builder, cast)


def _split(text: str) -> list[str]:
    """The alternatives, cut at bars outside of marks."""
    return [p.replace("\0", "|") for p in regex.sub(r"\[\[[A-Z_]+\|", _hide_bar, text).split("|")]


def _hide_bar(mark: Any) -> str:
    return str(mark[0]).replace("|", "\0")


def _read_slot(text: str, known: frozenset[str]) -> _LabelSlot | _TermSlot:
    match = _SLOT.fullmatch(text)
    if match and match["label"] in Label.__members__:
        return _LabelSlot(Label(match["label"]), match["number"], SurfaceStyle(match["style"] or "any"))
    name, _, rest = text.partition(" ")
    if name not in _GENDER_WORDS and name.lower() not in {*known, *_GENDER_WORDS}:
        raise ValueError(f"no slot is called {name}")
    return _TermSlot(name, rest)


def read_templates(path: Path, terms: Iterable[str] = ()) -> dict[str, dict[str, Any]]:
    """The tables of a file; lists of strings become lists of templates.

    Raises:
        ResourceError: if the file is missing or not valid, or a template is not; the message names it.
    """
    tables: dict[str, dict[str, Any]] = read_toml(path)
    known = frozenset(terms)
    for table, content in tables.items():
        for key, value in content.items():
            if not isinstance(value, list):
                continue
            for i, text in enumerate(value):
                try:
                    value[i] = SentenceTemplate(text, known)
                except (ValueError, TypeError) as e:
                    raise ResourceError(
                        f"template {i + 1} of {key} in [{table}] cannot be read: {e}.",
                        where=str(path),
                        remedy=REMEDY,
                    ) from e
    return tables
