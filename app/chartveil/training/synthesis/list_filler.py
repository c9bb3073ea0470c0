"""Surfaces for templates, drawn from lists."""

from __future__ import annotations

import datetime as dt
import random

from chartveil.domain import Label
from chartveil.surrogates.calendar_words import MONTHS, ordinal_suffix
from chartveil.training.synthesis.draw import chance
from chartveil.training.synthesis.fill_handles import HandleFiller
from chartveil.training.synthesis.fill_names import NameFiller
from chartveil.training.synthesis.fill_numbers import NumberFiller, number_words
from chartveil.training.synthesis.fill_organizations import OrganizationFiller
from chartveil.training.synthesis.fill_places import PlaceFiller
from chartveil.training.synthesis.filler import PEOPLE, Person, Style
from chartveil.training.synthesis.lists import FillLists

_MONTHS = MONTHS["en"]
_BORN_OF = {Style.FEMALE: "F", Style.MALE: "M"}


class ListFiller:
    """Draws surfaces in a form; see ``Filler``.

    Args:
        lists: names, places and words.
    """

    def __init__(self, lists: FillLists) -> None:
        self._lists = lists
        self._names = NameFiller(lists)
        self._numbers = NumberFiller(lists.words)
        self._places = PlaceFiller(lists)
        self._organizations = OrganizationFiller(lists, self._places)
        self._handles = HandleFiller(lists, self._names)

    def person(self, rng: random.Random, female: bool | None = None) -> Person:
        """Somebody whose names are of one origin, mostly."""
        origin = self._names.origin(rng)
        other = origin if chance(rng, 0.88) else self._names.origin(rng)
        gender = None if female is None else "F" if female else "M"
        return Person(self._names.given(rng, origin, gender), self._names.family(rng, other), female)

    def surface(self, label: Label, rng: random.Random, style: Style = Style.ANY) -> str:
        """A surface of the label in the form asked for, where the label has it."""
        if label in PEOPLE:
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
            return _short(draw(rng), rng) if style is Style.SHORT else draw(rng)
        return self._place(label, rng, style) or self._numbers.make(label, rng)

    def _place(self, label: Label, rng: random.Random, style: Style) -> str:
        places = self._places
        if label is Label.CITY:
            return places.city(rng)
        if label is Label.STREET:
            return places.street(rng)
        if label is Label.LOCATION_OTHER:
            return places.landmark(rng)
        if label is Label.STATE:
            return places.state(
                rng, "XX" if style is Style.SHORT or (style is Style.ANY and chance(rng, 0.4)) else ""
            )
        if label is Label.COUNTRY:
            return places.country(rng, "XX" if style is Style.SHORT else "")
        return ""

    def _name(self, label: Label, rng: random.Random, style: Style) -> str:
        person = self.person(rng, {Style.FEMALE: True, Style.MALE: False}.get(style))
        if style in _BORN_OF:
            style = Style.FIRST
        if style is Style.FIRST and label is not Label.DOCTOR and chance(rng, 0.15):
            return self._names.nickname(rng, person.first)
        if style is Style.ANY:
            usual = {
                Label.DOCTOR: (4, 3, 1, 1, 1),
                Label.RELATIVE: (3, 1, 5, 0, 0),
                Label.PATIENT: (5, 3, 2, 2, 0),
            }
            forms = (Style.FULL, Style.LAST, Style.FIRST, Style.REVERSED, Style.INITIALS)
            style = rng.choices(forms, usual[label])[0]
        return person.say(rng, style)

    def _date(self, rng: random.Random, style: Style) -> str:
        if style is Style.ANY:
            forms = (Style.NUMERIC, Style.FULL, Style.MONTH_DAY, Style.MONTH_YEAR, Style.MONTH, Style.YEAR)
            style = rng.choices(forms, (6, 3, 2, 2, 1, 1))[0]
            if chance(rng, 0.04):
                return self._lists.word("dates.holidays", rng)
        day = dt.date(1988, 1, 1) + dt.timedelta(rng.randrange(365 * 40))
        return write_day(day, rng, style)


def write_day(day: dt.date, rng: random.Random, style: Style) -> str:
    """A day in one of the ways people write it, or the part of it that the form names."""
    y, m, d = day.year, day.month, day.day
    name = _MONTHS[m - 1] if chance(rng, 0.6) else _MONTHS[m - 1][:3] + rng.choice(["", "", "."])
    short = f"{y % 100:02d}"
    nth = f"{d}{ordinal_suffix(d)}"
    if style is Style.YEAR:
        return rng.choice([str(y)] * 6 + ["'" + short])
    if style is Style.MONTH:
        return _MONTHS[m - 1] if chance(rng, 0.8) else _MONTHS[m - 1][:3]
    if style is Style.MONTH_YEAR:
        return rng.choice(
            [f"{name} {y}"] * 4
            + [f"{name}, {y}", f"{name} of {y}", f"{m}/{y}", f"{m:02d}/{y}", f"{name} '{short}"]
        )
    if style is Style.MONTH_DAY:
        return rng.choice(
            [
                f"{name} {d}",
                f"{name} {nth}",
                f"{d} {name}",
                f"{m}/{d}",
                f"the {nth} of {_MONTHS[m - 1]}",
                f"{m:02d}/{d:02d}",
                f"{m}-{d}",
            ]
        )
    if style is Style.NUMERIC:
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
        + [f"the {nth} of {_MONTHS[m - 1]} {y}", f"{d}-{_MONTHS[m - 1][:3]}-{short}"]
    )


def _age(rng: random.Random, style: Style) -> str:
    years = min(rng.randrange(1, 100), rng.randrange(18, 105))
    if style is Style.ANY and chance(rng, 0.08):
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
