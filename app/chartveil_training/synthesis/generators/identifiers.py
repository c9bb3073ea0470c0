"""What text makers ask of a source of identifiers, so that they need not know where surfaces come from."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from chartveil.domain.labels import Label
from chartveil.lexicon.calendar import calendar_words, ordinal_suffix
from chartveil_training.synthesis.generators.handles import HandleGenerator
from chartveil_training.synthesis.generators.lists import IdentifierLists
from chartveil_training.synthesis.generators.names import NameGenerator
from chartveil_training.synthesis.generators.numbers import NumberGenerator, number_words
from chartveil_training.synthesis.generators.organizations import OrganizationGenerator
from chartveil_training.synthesis.generators.places import PlaceGenerator
from chartveil_training.synthesis.generators.random_draws import chance

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


# Surfaces for templates, drawn from lists.


_MONTHS = calendar_words().months["en"]
_GENDER_OF_STYLE = {SurfaceStyle.FEMALE: "F", SurfaceStyle.MALE: "M"}


class ListIdentifierGenerator:
    """Draws surfaces in a form; see ``IdentifierGenerator``.

    Args:
        lists: names, places and words.
    """

    def __init__(self, lists: IdentifierLists) -> None:
        self._lists = lists
        self._names = NameGenerator(lists)
        self._numbers = NumberGenerator(lists.words)
        self._places = PlaceGenerator(lists)
        self._organizations = OrganizationGenerator(lists, self._places)
        self._handles = HandleGenerator(lists, self._names)

    def person(self, rng: random.Random, female: bool | None = None) -> FictionalPerson:
        """Somebody whose names are of one origin, mostly."""
        origin = self._names.origin(rng)
        other = origin if chance(rng, 0.88) else self._names.origin(rng)
        gender = None if female is None else "F" if female else "M"
        return FictionalPerson(
            self._names.given_name(rng, origin, gender), self._names.family_name(rng, other), female
        )

    def surface(self, label: Label, rng: random.Random, style: SurfaceStyle = SurfaceStyle.ANY) -> str:
        """A surface of the label in the form asked for, where the label has it."""
        if label in PERSON_LABELS:
            return self._name(label, rng, style)
        if label is Label.DATE:
            return self._date(rng, style)
        if label is Label.AGE:
            return _age(rng, style)
        if label is Label.USERNAME:
            return self._handles.username(rng)
        if label is Label.EMAIL:
            return self._handles.email(rng)
        if label is Label.URL:
            return self._handles.url(rng)
        if label is Label.PROFESSION:
            return self._organizations.profession(rng)
        if label in (Label.HOSPITAL, Label.ORGANIZATION):
            care = label is Label.HOSPITAL
            draw = self._organizations.hospital if care else self._organizations.organization
            return _short(draw(rng), rng) if style is SurfaceStyle.SHORT else draw(rng)
        return self._place(label, rng, style) or self._numbers.make(label, rng)

    def _place(self, label: Label, rng: random.Random, style: SurfaceStyle) -> str:
        places = self._places
        if label is Label.CITY:
            return places.city(rng)
        if label is Label.STREET:
            return places.street(rng)
        if label is Label.LOCATION_OTHER:
            return places.landmark(rng)
        if label is Label.STATE:
            return places.state(
                rng,
                "XX"
                if style is SurfaceStyle.SHORT or (style is SurfaceStyle.ANY and chance(rng, 0.4))
                else "",
            )
        if label is Label.COUNTRY:
            return places.country(rng, "XX" if style is SurfaceStyle.SHORT else "")
        return ""

    def _name(self, label: Label, rng: random.Random, style: SurfaceStyle) -> str:
        person = self.person(rng, {SurfaceStyle.FEMALE: True, SurfaceStyle.MALE: False}.get(style))
        if style in _GENDER_OF_STYLE:
            style = SurfaceStyle.FIRST
        if style is SurfaceStyle.FIRST and label is not Label.DOCTOR and chance(rng, 0.15):
            return self._names.nickname(rng, person.first)
        if style is SurfaceStyle.ANY:
            usual = {
                Label.DOCTOR: (4, 3, 1, 1, 1),
                Label.RELATIVE: (3, 1, 5, 0, 0),
                Label.PATIENT: (5, 3, 2, 2, 0),
            }
            forms = (
                SurfaceStyle.FULL,
                SurfaceStyle.LAST,
                SurfaceStyle.FIRST,
                SurfaceStyle.REVERSED,
                SurfaceStyle.INITIALS,
            )
            style = rng.choices(forms, usual[label])[0]
        return person.name_as(rng, style)

    def _date(self, rng: random.Random, style: SurfaceStyle) -> str:
        if style is SurfaceStyle.ANY:
            forms = (
                SurfaceStyle.NUMERIC,
                SurfaceStyle.FULL,
                SurfaceStyle.MONTH_DAY,
                SurfaceStyle.MONTH_YEAR,
                SurfaceStyle.MONTH,
                SurfaceStyle.YEAR,
            )
            style = rng.choices(forms, (6, 3, 2, 2, 1, 1))[0]
            if chance(rng, 0.04):
                return self._lists.draw_word("dates.holidays", rng)
        day = dt.date(1988, 1, 1) + dt.timedelta(rng.randrange(365 * 40))
        return format_day(day, rng, style)


def format_day(day: dt.date, rng: random.Random, style: SurfaceStyle) -> str:
    """A day in one of the ways people write it, or the part of it that the form names."""
    y, m, d = day.year, day.month, day.day
    name = _MONTHS[m - 1] if chance(rng, 0.6) else _MONTHS[m - 1][:3] + rng.choice(["", "", "."])
    short = f"{y % 100:02d}"
    nth = f"{d}{ordinal_suffix(d)}"
    if style is SurfaceStyle.YEAR:
        return rng.choice([str(y)] * 6 + ["'" + short])
    if style is SurfaceStyle.MONTH:
        return _MONTHS[m - 1] if chance(rng, 0.8) else _MONTHS[m - 1][:3]
    if style is SurfaceStyle.MONTH_YEAR:
        return rng.choice(
            [f"{name} {y}"] * 4
            + [f"{name}, {y}", f"{name} of {y}", f"{m}/{y}", f"{m:02d}/{y}", f"{name} '{short}"]
        )
    if style is SurfaceStyle.MONTH_DAY:
        return rng.choice(
            [
                f"{name} {d}",
                f"{name} {nth}",
                f"{d} {name}",
                f"{m}/{d}",
                f"{nth} of {_MONTHS[m - 1]}",
                f"{m:02d}/{d:02d}",
                f"{m}-{d}",
            ]
        )
    if style is SurfaceStyle.NUMERIC:
        return rng.choice(
            [f"{m:02d}/{d:02d}/{y}"] * 3
            + [
                f"{m}/{d}/{y}",
                f"{m}/{d}/{short}",
                f"{m:02d}/{d:02d}/{short}",
                f"{m:02d}-{d:02d}-{y}",
                f"{y}-{m:02d}-{d:02d}",
            ]
            + [
                f"{d:02d}/{m:02d}/{y}",
                f"{d:02d}.{m:02d}.{y}",
                f"{d}.{m}.{short}",
                f"{m}-{d}-{short}",
                f"{y}/{m:02d}/{d:02d}",
            ]
            + [f"{y}{m:02d}{d:02d}", f"{m:02d}.{d:02d}.{short}", f"{d:02d}{_MONTHS[m - 1][:3].upper()}{y}"]
        )
    return rng.choice(
        [f"{name} {d}, {y}"] * 3
        + [
            f"{d} {name} {y}",
            f"{name} {nth}, {y}",
            f"{name} {d} {y}",
            f"{d}-{_MONTHS[m - 1][:3]}-{y}",
            f"{nth} {name} {y}",
        ]
        + [f"{nth} of {_MONTHS[m - 1]} {y}", f"{d}-{_MONTHS[m - 1][:3]}-{short}"]
    )


def _age(rng: random.Random, style: SurfaceStyle) -> str:
    years = min(rng.randrange(1, 100), rng.randrange(18, 105))
    if style is SurfaceStyle.ANY and chance(rng, 0.08):
        return number_words(years)
    return str(years)


def _short(name: str, rng: random.Random) -> str:
    """A name as people say it: its first word or two, or its initials."""
    words = [w for w in name.replace(",", " ").split() if w[:1].isalpha()]
    if len(words) < 2:
        return name
    if len(words) > 2 and chance(rng, 0.35):
        return "".join(w[0] for w in words if w[0].isupper()) or name
    first = words[0]
    if first in {
        "The",
        "St.",
        "St",
        "Mount",
        "Mt.",
        "Fort",
        "New",
        "North",
        "South",
        "East",
        "West",
        "San",
        "Los",
    }:
        return " ".join(words[:2])
    return first
