"""Makes patients with notes, and says of every date, age, name and value in them what it is.

A mark in a template is ``{{kind|words}}``; dates are written by ``_Dates`` in one of many forms, and remember the
days they can mean. Seeded: the same seed gives the same patients.
"""

from __future__ import annotations

import calendar
import datetime as dt
import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

_DAY = dt.timedelta(1)
_GIVEN = {
    "f": "Maria Ngozi Eleni Priya Hannah Lucia Mei Fatima Siobhan Ingrid Rosalind Keziah Anouk Beatriz Yuki".split(),
    "m": "Thomas Kwame Andreas Rajesh Daniel Mateo Wei Yusuf Padraig Lars Ambrose Tobias Emre Caetano Hiro".split(),
}
_FAMILY = (
    "Keller Okonkwo Papadakis Raman Whitlock Fuentes Zhang Rahimi Gallagher Solberg Trevathan Abara Lemaire Teixeira "
    "Nakamura Oyelaran Brandt Costigan Ferreira Haddad Ivanov Jurado Kowalski Lindgren Mbeki Novak"
).split()
_TOWNS = (
    "Ashford Bridgeport Colbyville Dunmore Eastleigh Fairhaven Glenrock Harlow Kettering Lynwood Marlborough Norwood"
).split()
_REGIONS = ("Ohio", "Kent", "Vermont", "Yorkshire", "Oregon", "Devon")
_COUNTRIES = ("Kenya", "Portugal", "Vietnam", "Peru", "Turkey", "Ghana")
_HOSPITALS = (
    "St. Brendan's Regional Hospital", "Lakeview Medical Center", "Mercy Children's Hospital",
    "Royal Infirmary of Dunmore", "Northgate University Hospital", "Harbor Community Hospital",
)  # fmt: skip
_EMPLOYERS = ("Corvane Steel", "Bellweather Brewery", "Oakridge Elementary School", "Halden Logistics Ltd")
_WORK = (
    "glassblower", "beekeeper", "bus driver", "welder", "florist", "baker", "carpenter", "librarian", "tailor",
    "electrician",
)  # fmt: skip
_DISEASE = (
    ("pyoderma gangrenosum", "rash"), ("eosinophilic fasciitis", "stiffness"), ("sarcoidosis", "cough"),
    ("Takayasu arteritis", "arm pain"), ("Whipple disease", "diarrhea"), ("relapsing polychondritis", "ear pain"),
)  # fmt: skip
_KIN = {"f": ("daughter", "sister", "mother", "wife"), "m": ("son", "brother", "father", "husband")}
_SPECIALISTS = (
    "rheumatologist",
    "dermatologist",
    "neurologist",
    "nephrologist",
    "cardiologist",
    "pulmonologist",
)


_LIFE = (
    "{she} keeps alpacas behind the house.", "{she} plays the theremin in a trio.", "{she} was on the local news after it.",
    "{she} is one of triplets.", "{she} lives on a houseboat.", "{she} chairs the parish council.", "{she} speaks Frisian.",
    "{she} has a tattoo of a heron across the back.", "{she} is the only lock keeper of the canal.", "{she} served two years in prison.",
    "{she} has come back from a trek in the Andes.", "{she} said, \"It bit me like a cold iron.\"", "{she} carves spoons for a museum.",
    "{her} neighbour drove in a hearse that he repairs.", "The spleen weighed 1,284 g.", "CK 9,120, 14,380, 11,004 and 2,215 U/L.",
)  # fmt: skip
"""What leads people who know somebody to this person."""


@dataclass
class MadeNote:
    """A note: its file name, day, and marked text."""

    file: str
    day: dt.date
    marked: str


@dataclass
class MadePatient:
    """A patient: name, index day, and notes."""

    name: str
    index: dt.date
    notes: list[MadeNote] = field(default_factory=list)


class _Dates:
    """Writes days as a clinician would on a certain day."""

    def __init__(self, rng: random.Random, british: bool) -> None:
        self.rng = rng
        self.british = british

    def full(self, day: dt.date) -> str:
        if self.british:
            forms = (f"{day:%d/%m/%Y}", f"{day.day} {day:%B} {day.year}", f"{day.day} {day:%b} {day.year}")
        else:
            forms = (f"{day:%m/%d/%Y}", f"{day:%B} {day.day}, {day.year}", f"{day.month}/{day.day}/{day:%y}")
        return _mark("date", self.rng.choice(forms), day, day)

    def on(self, day: dt.date, note: dt.date, *, start: bool = False) -> str:
        """A phrase such as ``on March 3`` for an exact day, written on the day ``note``."""
        ago = (note - day).days
        forms: list[tuple[str, str]] = [("on ", self._short(day)), ("on ", self._month_day(day))]
        if 1 < ago < 7:
            forms += [("on ", f"{day:%A}"), ("", f"last {day:%A}"), ("", f"{ago} days ago")]
        if ago == 1:
            forms += [("", "yesterday")]
        if ago > 0 and day.month == note.month and day.year == note.year:
            forms.append(("on the ", _ordinal(day.day)))
        lead, words = self.rng.choice(forms)
        if start:
            lead, words = (
                (lead[:1].upper() + lead[1:], words) if lead else ("", words[:1].upper() + words[1:])
            )
        return lead + _mark("date", words, day, day)

    def _short(self, day: dt.date) -> str:
        return f"{day.day}/{day.month}" if self.british else f"{day.month}/{day.day}"

    def _month_day(self, day: dt.date) -> str:
        if self.british:
            return f"{day.day} {day:%B}"
        return self.rng.choice(
            (f"{day:%B} {day.day}", f"{day:%b} {day.day}", f"{day:%B} {_ordinal(day.day)}")
        )

    def vague(self, note: dt.date) -> str:
        """A phrase for months or years before the note, with the days it can mean."""
        rng = self.rng
        back = rng.randint(2, 9)
        month = _back(note.replace(day=1), back)
        last = dt.date(month.year, month.month, calendar.monthrange(month.year, month.month)[1])
        year = note.year - rng.randint(2, 9)
        summer = note.year - rng.randint(1, 3)
        christmas = dt.date(note.year - 1, 12, 25)
        choices: list[Callable[[], str]] = [
            lambda: "in " + _mark("date", f"{month:%B}", month, last),
            lambda: _mark("date", f"last {month:%B}", month, last),
            lambda: "in " + _mark("date", f"{month:%B} {month.year}", month, last),
            lambda: "in " + _mark("date", str(year), dt.date(year, 1, 1), dt.date(year, 12, 31)),
            lambda: (
                "in "
                + _mark("date", f"the summer of {summer}", dt.date(summer, 6, 1), dt.date(summer, 9, 22))
            ),
            lambda: "at " + _mark("date", f"Christmas {christmas.year}", christmas, christmas),
            lambda: _mark("date", "two weeks ago", note - 18 * _DAY, note - 10 * _DAY),
            lambda: _mark("date", "six months ago", _back(note, 7), _back(note, 5)),
            lambda: _mark("date", "three years ago", _back(note, 44), _back(note, 28)),
        ]
        return rng.choice(choices)()


def _mark(kind: str, words: str, first: dt.date | None = None, last: dt.date | None = None) -> str:
    days = f"|{first}|{last}" if first and last else ""
    return f"{{{{{kind}|{words}{days}}}}}"


def _ordinal(n: int) -> str:
    return f"{n}{'th' if 11 <= n % 100 <= 13 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def _back(day: dt.date, months: int) -> dt.date:
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def make_patient(seed: int, notes: int = 0) -> MadePatient:
    """One patient with six to nine notes; where more are asked for, the further ones are visits to a clinic that
    tell of the patient's life."""
    return _Writer(random.Random(f"case {seed}"), seed).patient(notes)


class _Writer:
    def __init__(self, rng: random.Random, seed: int) -> None:
        self.rng = rng
        self.dates = _Dates(rng, british=seed % 3 == 0)
        self.sex = rng.choice("fm")
        self.given, self.family = rng.choice(_GIVEN[self.sex]), rng.choice(_FAMILY)
        self.age = rng.randint(19, 88)
        self.admitted = dt.date(2015, 1, 1) + dt.timedelta(rng.randint(0, 3000))
        self.operated = self.admitted + rng.randint(1, 4) * _DAY
        self.discharged = self.operated + rng.randint(3, 9) * _DAY
        self.onset = self.admitted - rng.randint(3, 40) * _DAY
        self.birth = dt.date(self.admitted.year - self.age - 1, rng.randint(1, 12), rng.randint(1, 28))
        self.disease, self.symptom = rng.choice(_DISEASE)
        kin_sex = rng.choice("fm")
        self.kin = rng.choice(
            [k for k in _KIN[kin_sex] if k not in ("wife" if self.sex == "f" else "husband",)]
        )
        others = [n for n in _GIVEN[kin_sex] if n != self.given]
        self.kin_name = rng.choice(others)
        families = [f for f in _FAMILY if f != self.family]
        self.doctor, self.surgeon, self.specialist_name = rng.sample(families, 3)
        self.specialist = rng.choice(_SPECIALISTS)
        self.hospital, self.town, self.region = (
            rng.choice(_HOSPITALS),
            rng.choice(_TOWNS),
            rng.choice(_REGIONS),
        )
        self.mrn = f"{rng.randint(10, 99)}-{rng.randint(100, 999)}-{rng.randint(100, 999)}"
        self.phone = f"(555) {rng.randint(200, 989)}-{rng.randint(1000, 9999)}"
        self.work, self.employer = rng.choice(_WORK), rng.choice(_EMPLOYERS)

    # Words that depend on the patient

    @property
    def title(self) -> str:
        return "Mrs." if self.sex == "f" else "Mr."

    @property
    def she(self) -> str:
        return "She" if self.sex == "f" else "He"

    @property
    def her(self) -> str:
        return "her" if self.sex == "f" else "his"

    @property
    def woman(self) -> str:
        return "woman" if self.sex == "f" else "man"

    def patient(self, notes: int) -> MadePatient:
        rng = self.rng
        made = MadePatient(f"{self.given} {self.family}", self.admitted)
        days = sorted({self.admitted + rng.randint(1, 12) * _DAY for _ in range(3)})
        days = [d for d in days if d < self.discharged] or [self.admitted + _DAY]
        plan: list[tuple[str, dt.date, Callable[[dt.date], str]]] = [
            ("referral", self.admitted - rng.randint(1, 3) * _DAY, self.referral),
            ("admission", self.admitted, self.admission),
            ("operation", self.operated, self.operation),
            *(("progress", d, self.progress) for d in days),
            ("discharge", self.discharged, self.discharge),
            ("clinic", self.discharged + rng.randint(20, 60) * _DAY, self.clinic),
            ("clinic", self.discharged + rng.randint(120, 300) * _DAY, self.clinic),
        ]
        while len(plan) < notes:
            plan.append(("visit", plan[-1][1] + rng.randint(9, 40) * _DAY, self.visit))
        for number, (kind, day, write) in enumerate(plan):
            made.notes.append(MadeNote(f"{number:02}-{kind}.txt", day, write(day)))
        return made

    def header(self, kind: str, day: dt.date) -> str:
        forms = (
            "{kind}\nPatient: {name}   MRN: {mrn}   DOB: {birth}\nDate: {day}\n",
            "{{{{hospital|{hospital}}}}}\n{kind}\nName: {name}\nMRN: {mrn}\nDate of service: {day}\n",
            "{kind}\nRe: {name}, DOB {birth}, MRN {mrn}\nDate: {day}\n",
        )
        name = self.rng.choice((
            f"{{{{patient|{self.family}, {self.given}}}}}", f"{{{{patient|{self.given} {self.family}}}}}",
        ))  # fmt: skip
        return self.rng.choice(forms).format(
            kind=kind,
            name=name,
            mrn=f"{{{{id|{self.mrn}}}}}",
            birth=_mark("birth", f"{self.birth:%m/%d/%Y}" if not self.dates.british else f"{self.birth:%d/%m/%Y}"),
            day=self.dates.full(day),
            hospital=self.hospital,
        )  # fmt: skip

    def old(self) -> str:
        return self.rng.choice((
            f"{{{{age|{self.age}}}}}-year-old {self.woman}", f"{{{{age|{self.age}}}}} y/o {self.woman}",
            f"{self.woman} aged {{{{age|{self.age}}}}}",
        ))  # fmt: skip

    def signed(self, day: dt.date) -> str:
        return self.rng.choice((
            f"\nElectronically signed by {{{{doctor|{self.doctor}}}}}, MD on {self.dates.full(day)}\n",
            f"\nYours sincerely,\nDr. {{{{doctor|{self.doctor}}}}}\n", "\n",
        ))  # fmt: skip

    def referral(self, day: dt.date) -> str:
        d, rng = self.dates, self.rng
        work = rng.choice((
            f"{self.she} works as a {{{{occupation|{self.work}}}}}.",
            f"{self.she} is a retired {{{{occupation|{self.work}}}}}.",
            f"{self.she} works at {{{{employer|{self.employer}}}}}.",
        ))  # fmt: skip
        return (
            self.header("REFERRAL LETTER", day)
            + f"\nThank you for seeing {self.title} {{{{patient|{self.family}}}}}, a {self.old()} from "
            f"{{{{place|{self.town}}}}}, {{{{place|{self.region}}}}}. The {self.symptom} began "
            f"{d.on(self.onset, day)} and {self.she.lower()} has taken {{{{keep|prednisolone 20 mg}}}} daily "
            f"{{{{keep|for 6 days}}}}. {work} {self.she} was in {{{{place|{rng.choice(_COUNTRIES)}}}}} {d.vague(day)}.\n"
            + self.signed(day)
        )

    def admission(self, day: dt.date) -> str:
        d, rng = self.dates, self.rng
        value = f"{rng.randint(40, 280)} mg/L"
        return (
            self.header("ADMISSION NOTE", day).replace("Date:", "Date of admission:", 1)
            + f"\n{self.title} {{{{patient|{self.family}}}}} is a {self.old()} with {self.symptom} since "
            f"{d.on(self.onset, day).split('on ', 1)[-1] if rng.random() < 0.5 else d.full(self.onset)}. "
            f"{d.on(self.admitted - _DAY, day, start=True)} a fever of {{{{keep|39.1 C}}}} was noted. {self.her.capitalize()} "
            f"{self.kin} {{{{relative|{self.kin_name}}}}} brought {'her' if self.sex == 'f' else 'him'} in. "
            f"{self.she} had asthma {d.vague(day)} and was well {d.vague(day)}. CRP {{{{keep|{value}}}}}, "
            f"Hb {{{{keep|9.{rng.randint(1, 9)} g/dL}}}}, {{{{keep|2 L}}}} of saline {{{{keep|over 24 hours}}}}.\n"
            f"Plan: Dr. {{{{doctor|{self.surgeon}}}}} will see {'her' if self.sex == 'f' else 'him'}. "
            f"{{{{patient|{self.given}}}}}'s {self.kin} can be reached at {{{{id|{self.phone}}}}}.\n"
            + self.signed(day)
        )

    def operation(self, day: dt.date) -> str:
        return (
            self.header("OPERATIVE NOTE", day)
            + f"Surgeon: Dr. {{{{doctor|{self.surgeon}}}}}\n\nIndication: {self.disease}. {self.title} "
            f"{{{{patient|{self.family}}}}}, a {self.old()}, was admitted {self.dates.on(self.admitted, day)}. Biopsy of "
            "{{keep|4 x 3 cm}} was taken. Cefazolin {{keep|2 g}} was given. Blood loss {{keep|50 mL}}.\n"
        )

    def progress(self, day: dt.date) -> str:
        d, rng = self.dates, self.rng
        pod = (day - self.operated).days
        lead = ""
        if pod > 0:
            lead = _mark("date", f"POD {pod}", day, day) + ". "
        elif day > self.admitted:
            lead = _mark("date", f"Hospital day {(day - self.admitted).days + 1}", day, day) + ". "
        earlier = day - rng.randint(1, 3) * _DAY
        return (
            self.header("PROGRESS NOTE", day)
            + f"\n{lead}{{{{patient|{self.given}}}}} slept well. {d.on(earlier, day, start=True)} "
            f"{self.she.lower()} had a fever of {{{{keep|38.{rng.randint(1, 9)}}}}}. Dr. {{{{doctor|{self.doctor}}}}} saw "
            f"{'her' if self.sex == 'f' else 'him'}. {{{{relative|{self.kin_name}}}}} visited {d.on(day - _DAY, day)}. "
            f"Strength {{{{keep|4/5}}}}. Vancomycin {{{{keep|1 g}}}} every {{{{keep|12 hours}}}} "
            f"{{{{keep|for 5 days}}}}.\n" + self.signed(day)
        )

    def discharge(self, day: dt.date) -> str:
        d = self.dates
        return (
            self.header("DISCHARGE SUMMARY", day)
            + f"Admitted: {d.full(self.admitted)}   Discharged: {d.full(day)}\n\n{self.title} "
            f"{{{{patient|{self.family}}}}} was admitted with {self.symptom} that began {d.on(self.onset, day)}. "
            f"Surgery was done {d.on(self.operated, day)} by Dr. {{{{doctor|{self.surgeon}}}}}. On "
            f"{_mark('date', 'POD 2', self.operated + 2 * _DAY, self.operated + 2 * _DAY)} the drain was removed. "
            f"{self.she} goes home to {{{{place|{self.town}}}}} with {self.her} {self.kin}. Cyclosporine "
            "{{keep|100 mg}} twice daily {{keep|for 3 months}}. Histology showed " + self.disease + ". "
            f"The {self.specialist}, Dr. {{{{doctor|{self.specialist_name}}}}}, agreed.\n" + self.signed(day)
        )

    def clinic(self, day: dt.date) -> str:
        d, rng = self.dates, self.rng
        return (
            self.header("CLINIC NOTE", day)
            + f"\n{{{{patient|{self.given} {self.family}}}}} was reviewed at {{{{hospital|{self.hospital}}}}}. "
            f"{self.she} was admitted on {d.full(self.admitted)} and went home on {d.full(self.discharged)}. "
            f"{d.on(day - rng.randint(2, 6) * _DAY, day, start=True)} {self.she.lower()} fell. The {self.symptom} has gone. "
            f"{self.she} had gout {d.vague(day)}. Ferritin {{{{keep|{rng.randint(1990, 2025)} ng/mL}}}}. Cyclosporine goes on "
            f"{{{{keep|for 6 months}}}}. {{{{patient|{self.family}}}}}'s {self.specialist} is Dr. "
            f"{{{{doctor|{self.specialist_name}}}}}.\n" + self.signed(day)
        )

    def visit(self, day: dt.date) -> str:
        told = self.rng.sample(_LIFE, 2)
        note = self.clinic(day).rstrip("\n").split("\n")
        return "\n".join([*note[:-1], *(s.format(she=self.she, her=self.her) for s in told), note[-1]]) + "\n"


_MARK = re.compile(r"\{\{(\w+)\|([^|{}]*)(?:\|([\d-]+)\|([\d-]+))?\}\}")
_NAMED = frozenset("patient relative doctor hospital place employer occupation id".split())


def write_patient(patient: MadePatient, folder: Path) -> None:
    """Writes the notes into ``folder`` and the truth beside it, as JSON."""
    folder.mkdir(parents=True)
    truth: dict[str, list[dict[str, object]]] = {
        "dates": [], "births": [], "ages": [], "names_places_occupations": [], "untouched": [],
    }  # fmt: skip
    for note in patient.notes:
        text, at, spans = "", 0, []
        for m in _MARK.finditer(note.marked):
            text += note.marked[at : m.start()]
            spans.append((m[1], m[2], len(text), m[3], m[4]))
            text += m[2]
            at = m.end()
        text += note.marked[at:]
        (folder / note.file).write_text(text, encoding="utf-8")
        for kind, words, start, first, last in spans:
            nth = sum(text.startswith(words, i) for i in range(start)) + 1
            entry: dict[str, object] = {"file": note.file, "text": words, "nth": nth}
            if kind == "date":
                truth["dates"].append({**entry, "from": first, "to": last})
            elif kind == "birth":
                truth["births"].append(entry)
            elif kind == "age":
                truth["ages"].append(entry)
            elif kind == "keep":
                truth["untouched"].append(entry)
            else:
                assert kind in _NAMED
                truth["names_places_occupations"].append({**entry, "kind": kind})
    facts = {
        "patient": patient.name,
        "index_event": {"what": "admission", "date": str(patient.index)},
        **truth,
    }
    folder.with_suffix(".json").write_text(json.dumps(facts, indent=1), encoding="utf-8")
