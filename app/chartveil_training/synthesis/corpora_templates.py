"""The sentence templates of presidio-research (MIT), filled: persons and addresses in everyday requests."""

from __future__ import annotations

import random
from pathlib import Path

import regex

from chartveil.domain.document import Label
from chartveil.domain.errors import InputError, ResourceError
from chartveil_training.samples import Sample, SampleBuilder
from chartveil_training.synthesis.corpora import ANY_PERSON
from chartveil_training.synthesis.generators.identifiers import IdentifierGenerator, SurfaceStyle

TEMPLATES_FILE = "presidio_templates.txt"

_SLOT = regex.compile(r"\{\{?([a-z_]+)\}?\}")
_STREET = regex.compile(r"\{\{building_number\}\} \{\{street_name\}\}(?: \{\{secondary_address\}\})?")
# Templates that hold names of their own, that put a kind of street behind the slot, or that build a longer
# name around one.
_LEFT_OUT = regex.compile(
    r"Metallica|Blink|White Stripes|Hobbit|Princess|Zoolander|Fuse TV|Entertainment Weekly|Labor Day|SELECT|"
    r"Tube Snake|Caution|Zombie|Killed My Baby|European Union|Civil Rights|ABC Business|Guilty|Carry Me|"
    r"film |street_name\}\}? [Ss]t|University of|Orchestra|Country Club|bridge is|liftoff|\ufffd"
)

_ONE: dict[str, tuple[Label, SurfaceStyle]] = {
    "first_name": (Label.RELATIVE, SurfaceStyle.FIRST),
    "first_name_nonbinary": (Label.RELATIVE, SurfaceStyle.FIRST),
    "first_name_female": (Label.RELATIVE, SurfaceStyle.FEMALE),
    "first_name_male": (Label.RELATIVE, SurfaceStyle.MALE),
    "last_name": (Label.PATIENT, SurfaceStyle.LAST),
    "last_name_female": (Label.PATIENT, SurfaceStyle.LAST),
    "last_name_male": (Label.PATIENT, SurfaceStyle.LAST),
    "name": (Label.PATIENT, SurfaceStyle.FULL),
    "name_female": (Label.PATIENT, SurfaceStyle.FULL),
    "name_male": (Label.PATIENT, SurfaceStyle.FULL),
    "person": (Label.DOCTOR, SurfaceStyle.FULL),
    "organization": (Label.ORGANIZATION, SurfaceStyle.ANY),
    "job": (Label.PROFESSION, SurfaceStyle.ANY),
    "age": (Label.AGE, SurfaceStyle.NUMERIC),
    "street": (Label.STREET, SurfaceStyle.ANY),
    "city": (Label.CITY, SurfaceStyle.ANY),
    "state_abbr": (Label.STATE, SurfaceStyle.SHORT),
    "country": (Label.COUNTRY, SurfaceStyle.ANY),
    "zipcode": (Label.ZIP, SurfaceStyle.ANY),
    "postcode": (Label.ZIP, SurfaceStyle.ANY),
    "date_of_birth": (Label.DATE, SurfaceStyle.FULL),
    "date_time": (Label.DATE, SurfaceStyle.FULL),
    "year": (Label.DATE, SurfaceStyle.YEAR),
    "phone_number": (Label.PHONE, SurfaceStyle.ANY),
    "email": (Label.EMAIL, SurfaceStyle.ANY),
    "url": (Label.URL, SurfaceStyle.ANY),
    "ip_address": (Label.IP, SurfaceStyle.ANY),
    "ssn": (Label.SSN, SurfaceStyle.ANY),
    "us_driver_license": (Label.LICENSE, SurfaceStyle.ANY),
    "credit_card_number": (Label.ACCOUNT, SurfaceStyle.ANY),
    "iban": (Label.ACCOUNT, SurfaceStyle.ANY),
}
_PLAIN = {
    "prefix": ("Mr.", "Ms.", "Mrs.", "Dr."),
    "prefix_female": ("Ms.", "Mrs.", "Miss"),
    "prefix_male": ("Mr.", "Mr"),
    "nationality": ("American", "French", "Polish", "Thai", "Mexican", "Nigerian", "Korean", "Turkish"),
    "nation_woman": ("Irish", "Greek", "Peruvian", "Swiss"),
    "nation_plural": ("Canadians", "Poles", "Texans", "Danes"),
    "day_of_week": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"),
}
_NUMBER = regex.compile(r"^\d\S*\s+")


def read_presidio_templates(
    path: Path, filler: IdentifierGenerator, rng: random.Random, rounds: int = 2
) -> list[Sample]:
    """Each template filled ``rounds`` times. Persons bear all labels of people: nobody says who they are.

    Raises:
        ResourceError: if the file is missing.
        InputError: for a slot that is not known; the message names file and line.
    """
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        raise ResourceError(
            "the templates are missing.", where=str(path), remedy="Give the folder that holds the corpora."
        ) from None
    templates = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or _LEFT_OUT.search(line):
            continue
        template = _STREET.sub("{{street}}", line.replace("\\n", "\n").replace("\\,", ",").strip())
        unknown = [s for s in _SLOT.findall(template) if s not in {*_ONE, *_PLAIN, *_MADE}]
        if unknown:
            raise InputError(
                f"line {number} holds the slot {unknown[0]}, which is not known.",
                where=str(path),
                remedy="Rename the slot or drop the line.",
            )
        templates.append(template)
    return [_fill(t, filler, rng) for _ in range(rounds) for t in templates]


_MADE = frozenset(("address", "secondary_address", "street_name", "building_number"))


def _fill(template: str, filler: IdentifierGenerator, rng: random.Random) -> Sample:
    builder = SampleBuilder("presidio templates")
    at = 0
    for slot in _SLOT.finditer(template):
        builder.add(template[at : slot.start()])
        at = slot.end()
        name = slot[1]
        if name in _PLAIN:
            builder.add(rng.choice(_PLAIN[name]))
        elif name == "address":
            _address(builder, filler, rng)
        elif name in _MADE:
            unit = f"{rng.choice(('Apt.', 'Apt', 'Suite', 'Unit', '#'))} {rng.randrange(1, 990)}"
            street = _NUMBER.sub("", filler.surface(Label.STREET, rng))
            made = {"secondary_address": unit, "building_number": str(rng.randrange(1, 9900))}
            builder.add(made.get(name, street), Label.STREET)
        else:
            label, style = _ONE[name]
            builder.add(filler.surface(label, rng, style), *(ANY_PERSON if label in ANY_PERSON else (label,)))
            if name == "date_time" and rng.random() < 0.5:
                builder.add(f" {rng.randrange(1, 13)}:{rng.randrange(60):02d} {rng.choice(('am', 'PM'))}")
    return builder.add(template[at:]).build()


def _address(builder: SampleBuilder, filler: IdentifierGenerator, rng: random.Random) -> None:
    builder.add(filler.surface(Label.STREET, rng), Label.STREET)
    builder.add(rng.choice((", ", "\n", ", "))).add(filler.surface(Label.CITY, rng), Label.CITY)
    if rng.random() < 0.7:
        builder.add(rng.choice((", ", " "))).add(
            filler.surface(Label.STATE, rng, SurfaceStyle.SHORT), Label.STATE
        )
    if rng.random() < 0.7:
        builder.add(" ").add(filler.surface(Label.ZIP, rng), Label.ZIP)
