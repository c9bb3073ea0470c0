"""Patients and their notes, made by a seed, with every identifier marked."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass, field

from chartveil.domain.labels import Label
from chartveil.lexicon.nicknames import load_nicknames
from chartveil.surrogates.lists import SurrogateLists, UsPlace

ORIGINS = (
    "us", "hispanic", "chinese", "vietnamese", "korean", "japanese", "indian", "arabic", "african", "slavic",
    "italian", "german",
)  # fmt: skip
NOTES_OF_A_PATIENT = 12
_DATES = ("%m/%d/%Y", "%Y-%m-%d", "%B %d, %Y", "%d %b %Y")


@dataclass
class Patient:
    """Who a patient is; ``sex`` F or M, ``place`` with one postal code at least."""

    id: str
    sex: str
    origin: str
    first: str
    last: str
    short: str
    job: str
    employer: str
    place: UsPlace
    born: dt.date
    doctors: tuple[str, ...]


@dataclass
class MadeNote:
    """A note: its text, and (start, end, label, what it tells, its value) of every identifier."""

    text: str = ""
    marks: list[tuple[int, int, Label, str, str]] = field(default_factory=list)

    def add(self, before: str, label: Label, tells: str, text: str, value: str = "") -> MadeNote:
        """The note with some text, and behind it an identifier."""
        self.text += before
        self.marks.append((len(self.text), len(self.text) + len(text), label, tells, value or text))
        self.text += text
        return self


def made_patient(rng: random.Random, lists: SurrogateLists, number: int) -> Patient:
    """A patient; origins take turns."""
    origin = ORIGINS[number % len(ORIGINS)]
    sex = rng.choice("FM")
    listed = sorted(n for n, told in lists.names.items() if told == (sex, origin) and len(n) > 3)
    family = sorted(n for n, told in lists.names.items() if told == ("L", origin))
    first = rng.choice(listed)
    shorts = load_nicknames().get(first, ())
    places = [p for p in lists.us_places if p.zips]
    return Patient(
        f"P{number:04d}",
        sex,
        origin,
        first.title(),
        rng.choice(family).title(),
        rng.choice(shorts) if shorts else first.title(),
        rng.choice(lists.words["professions"]),
        f"{rng.choice(lists.words['lead_words'])} {rng.choice(lists.words['tail_words'])} Foods, Inc.",
        rng.choice(places),
        dt.date(1935, 1, 1) + dt.timedelta(rng.randrange(25_000)),
        tuple(f"{rng.choice(listed).title()} {rng.choice(family).title()}" for _ in range(3)),
    )


def made_notes(rng: random.Random, patient: Patient) -> list[MadeNote]:
    """The notes of a patient over two years, each written in another way."""
    day = dt.date(2021, 1, 1) + dt.timedelta(rng.randrange(300))
    states = patient.place.state
    out = []
    for n in range(NOTES_OF_A_PATIENT):
        day += dt.timedelta(rng.randrange(3, 60))
        note = MadeNote()
        caps = f"{patient.last}, {patient.first}".upper()
        note.add("Patient: ", Label.PATIENT, "full", caps if n % 2 else f"{patient.first} {patient.last}")
        note.add(
            f"\nSex: {patient.sex}\nDOB: ",
            Label.DATE,
            "date",
            patient.born.strftime("%m/%d/%Y"),
            str(patient.born),
        )
        note.add("\nVisit: ", Label.DATE, "date", day.strftime(_DATES[n % 4]), str(day))
        if n % 3 == 0:
            note.add("\nAddress: ", Label.CITY, "town", patient.place.name)
            note.add(", ", Label.STATE, "state", states)
            note.add(" ", Label.ZIP, "zip", rng.choice(patient.place.zips))
        note.add("\n", Label.PATIENT, "first", patient.short if n % 2 else patient.first)
        job = (patient.job, patient.job.title(), f"retired {patient.job}", patient.job.upper())[n % 4]
        note.add(" works as ", Label.PROFESSION, "job", job)
        note.add(
            " at ", Label.ORGANIZATION, "employer", patient.employer if n % 2 else patient.employer.upper()
        )
        note.add(" and lives in ", Label.CITY, "town", patient.place.name)
        at = 1 + n % max(1, len(patient.first) - 2)
        slip = patient.first[:at] + patient.first[at + 1] + patient.first[at] + patient.first[at + 2 :]
        note.add(". Nurse wrote ", Label.PATIENT, "slip", f"{slip} {patient.last}")
        note.add(f". {'Ms.' if patient.sex == 'F' else 'Mr.'} ", Label.PATIENT, "last", patient.last)
        note.add(" (", Label.PATIENT, "initials", patient.first[0] + patient.last[0])
        since = day - dt.timedelta(3)
        note.add(f") says {'she' if patient.sex == 'F' else 'he'} is better since ", Label.DATE, "date",
                 since.strftime(_DATES[(n + 1) % 4]), str(since))  # fmt: skip
        note.add(".\nSigned by Dr. ", Label.DOCTOR, "doctor", patient.doctors[n % 3])
        note.text += "\n"
        out.append(note)
    return out
