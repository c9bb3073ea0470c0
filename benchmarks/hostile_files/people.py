"""People for hostile files: names of syllables that are in no list, with all that tells who they are."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

_BEGINNINGS = (
    "Zvor|Quaz|Xand|Vrel|Jhek|Kvis|Zhum|Thwor|Gwey|Pfroz|Tzaf|Xylb|Vuzk|Qorv|Dvaj|Mjul|Zwick|Gzor".split("|")
)
_MIDDLES = "iv|aj|uk|ezz|ow|yx|oq|uv|az|ik".split("|")
_ENDINGS = "ovik|urek|andoz|ezka|ilgru|ostruv|avenk|ildaj|orsk|ubakh".split("|")
_MONTHS = "January February March April May June July August September October November December".split()


class CanaryKind(StrEnum):
    """What of a person stands in a slot."""

    NAME = "name"
    EMAIL = "email"
    SSN = "ssn"
    PHONE = "phone"
    MRN = "mrn"
    BIRTH_DATE = "dob"
    ADDRESS = "address"


@dataclass(frozen=True, slots=True)
class Person:
    """A patient who never lived."""

    given: str
    surname: str
    domain: str
    street: str
    house: int
    ssn: str
    phone: str
    mrn: str
    birth: tuple[int, int, int]

    @property
    def name(self) -> str:
        """Given name and surname."""
        return f"{self.given} {self.surname}"

    @property
    def email(self) -> str:
        """An address that holds the name."""
        return f"{self.given}.{self.surname}@{self.domain}.org".lower()

    @property
    def address(self) -> str:
        """House number and street."""
        return f"{self.house} {self.street} Street"

    @property
    def birth_date(self) -> str:
        """Day of birth as it is written in notes."""
        year, month, day = self.birth
        return f"{month:02}/{day:02}/{year}"


@dataclass(frozen=True, slots=True)
class Canary:
    """What stands in a slot.

    Attributes:
        kind: of what.
        person: whose.
        text: as a clinician writes it, with the word that says what it is where the bare form does not.
        bare: the same without that word.
    """

    kind: CanaryKind
    person: Person
    text: str
    bare: str

    @property
    def token(self) -> str:
        """Letters and figures alone, for places that take no others."""
        return "".join(c for c in self.bare if c.isalnum())

    @property
    def words(self) -> tuple[str, ...]:
        """Parts in small letters, each of which gives the person away by itself."""
        p = self.person
        of_kind = {
            CanaryKind.NAME: (p.given, p.surname),
            CanaryKind.EMAIL: (p.given, p.surname, p.domain),
            CanaryKind.ADDRESS: (p.street,),
        }
        return tuple(w.lower() for w in of_kind.get(self.kind, ()))

    @property
    def numbers(self) -> tuple[str, ...]:
        """Forms of the number without what parts it, in small letters; none for a name."""
        p = self.person
        if self.kind is CanaryKind.BIRTH_DATE:
            year, month, day = p.birth
            name = _MONTHS[month - 1].lower()
            months = (f"{month:02}", name, name[:3])
            return tuple(
                form
                for m in months
                for form in (f"{m}{day:02}{year}", f"{day:02}{m}{year}", f"{year}{m}{day:02}")
            )
        number = {CanaryKind.SSN: p.ssn, CanaryKind.PHONE: p.phone, CanaryKind.MRN: p.mrn}.get(self.kind, "")
        digits = "".join(c for c in number if c.isdigit())
        return (digits,) if digits else ()


def make_person(draw: random.Random) -> Person:
    """A person by lot; two given the same draw are the same."""

    def word() -> str:
        return draw.choice(_BEGINNINGS) + draw.choice(_MIDDLES) + draw.choice(_ENDINGS)

    names = dict.fromkeys(word() for _ in range(12))
    given, surname, domain, street = list(names)[:4]
    area, exchange = draw.randrange(212, 899), draw.randrange(212, 899)
    ssn = f"{draw.choice(range(101, 665))}-{draw.randrange(11, 99)}-{draw.randrange(1011, 9899)}"
    return Person(
        given=given,
        surname=surname,
        domain=domain.lower(),
        street=street,
        house=draw.randrange(101, 9899),
        ssn=ssn,
        phone=f"({area}) {exchange}-{draw.randrange(1011, 9899)}",
        mrn=str(draw.randrange(30_412_345, 89_876_543)),
        birth=(draw.randrange(1936, 1989), draw.randrange(1, 13), draw.randrange(13, 29)),
    )


def make_canary(kind: CanaryKind, person: Person) -> Canary:
    """What of a person stands in a slot."""
    text, bare = {
        CanaryKind.NAME: (person.name, person.name),
        CanaryKind.EMAIL: (person.email, person.email),
        CanaryKind.SSN: (f"SSN {person.ssn}", person.ssn),
        CanaryKind.PHONE: (f"Phone {person.phone}", person.phone),
        CanaryKind.MRN: (f"MRN {person.mrn}", person.mrn),
        CanaryKind.BIRTH_DATE: (f"DOB {person.birth_date}", person.birth_date),
        CanaryKind.ADDRESS: (person.address, person.address),
    }[kind]
    return Canary(kind, person, text, bare)


def patients_table(people: Sequence[Person]) -> str:
    """A site's file of patients, as ``chartveil deid --patients`` takes it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        "Patient ID,MRN,First name,Last name,Date of birth,SSN,Phone,Email,Street address".split(",")
    )
    for p in people:
        year, month, day = p.birth
        writer.writerow(
            [
                p.mrn,
                p.mrn,
                p.given,
                p.surname,
                f"{year}-{month:02}-{day:02}",
                p.ssn,
                p.phone,
                p.email,
                p.address,
            ]
        )
    return out.getvalue()
