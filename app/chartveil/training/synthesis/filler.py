"""What text makers ask of a source of identifiers, so that they need not know where surfaces come from."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from chartveil.domain import Label

PERSON_LABELS = frozenset((Label.PATIENT, Label.RELATIVE, Label.DOCTOR))
"""Labels of people."""


class SurfaceStyle(StrEnum):
    """The form of a surface. A filler that does not know a form for a label gives any."""

    ANY = "any"
    FULL = "full"
    """``Maria T. Ndu``; ``Quarry Street Family Practice``; ``14 May 2019``."""
    FIRST = "first"
    """``Maria``: given name, of a woman or a man."""
    FEMALE = "female"
    """``Maria``: given name of a woman."""
    MALE = "male"
    """``Tomas``: given name of a man."""
    LAST = "last"
    """``Ndu``, ``Okonkwo-Reyes``."""
    REVERSED = "reversed"
    """``Ndu, Maria T.``"""
    INITIALS = "initials"
    """``mtn``, ``M.T.N.``"""
    SHORT = "short"
    """``Quarry Street``, ``QSFP``: as staff and patients say it."""
    NUMERIC = "numeric"
    """A date in figures, ``02/19/2021``; an age in figures, ``52``."""
    MONTH = "month"
    """A month alone, ``November``."""
    MONTH_YEAR = "month_year"
    """``May 2003``."""
    MONTH_DAY = "month_day"
    """``May 3rd``."""
    YEAR = "year"
    """``2003``."""


class IdentifierGenerator(Protocol):
    """Gives surfaces of identifiers."""

    def surface(self, label: Label, rng: random.Random, style: SurfaceStyle = SurfaceStyle.ANY) -> str:
        """A surface, without title, credential or cue; never empty, without blanks at its edges."""
        ...

    def person(self, rng: random.Random, female: bool | None = None) -> FictionalPerson:
        """Somebody whose names go together; of either sex when None."""
        ...


@dataclass(frozen=True, slots=True)
class FictionalPerson:
    """One person of a document, so that all mentions agree.

    Attributes:
        first, last: names.
        female: None where the name is used for a person whose sex the text does not tell.
    """

    first: str
    last: str
    female: bool | None = None

    @property
    def initials(self) -> str:
        """First letters of all parts, in lower case: ``mor`` of Maria Okonkwo-Reyes."""
        parts = f"{self.first} {self.last}".replace("-", " ").split()
        return "".join(c[0] for p in parts if (c := [x for x in p if x.isalpha()])).lower() or "x"

    def name_as(self, rng: random.Random, style: SurfaceStyle = SurfaceStyle.ANY) -> str:
        """The name in a form; ANY draws one of the usual forms of a document's head."""
        first, last = self.first, self.last
        if style is SurfaceStyle.FIRST:
            return first
        if style is SurfaceStyle.LAST:
            return last
        middle = rng.choice("ABCDEFGHJKLMNPRSTVW")
        if style is SurfaceStyle.REVERSED:
            forms = [f"{last}, {first}", f"{last}, {first} {middle}", f"{last}, {first} {middle}."]
            return rng.choice([*forms, f"{last},{first}", f"{last.upper()}, {first.upper()}"])
        if style is SurfaceStyle.INITIALS:
            letters = self.initials
            return rng.choice([letters, letters.upper(), ".".join(letters.upper()) + "."])
        if style is SurfaceStyle.FULL:
            return rng.choice(
                [f"{first} {last}"] * 3 + [f"{first} {middle}. {last}", f"{first} {middle} {last}"]
            )
        return self.name_as(rng, rng.choice([SurfaceStyle.FULL, SurfaceStyle.FULL, SurfaceStyle.REVERSED]))
