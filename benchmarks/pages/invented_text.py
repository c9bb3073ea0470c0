"""Invented clinical text: the people, places and numbers of one page, and sentences about them.

In a template ``{PATIENT}`` stands for a value with that label, ``{DATE.birth}`` for a particular one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from benchmarks.pages.synthetic_page import LabelledText
from chartveil.domain.labels import Label

_GIVEN = (
    "Adaeze Milan Ines Tomasz Lucia Bogdan Harriet Yusuf Clementine Oskar Priya Mateo Ingrid Dmitri Rosalind "
    "Wei Fatima Leopold Marisol Kwame Siobhan Anselm Beatriz Hiroshi Guinevere Tobias Zainab Percival Noemi "
    "Alasdair Cordelia Emeka Freja Gideon Isolde Jasper Katya Lorenzo Mirembe Nils"
).split()
_FAMILY = (
    "Okafor Horvat Duarte Wrona Ferri Petrov Whitcombe Demir Fairweather Lindqvist Raman Villalobos "
    "Halvorsen Sokolov Pemberton Zhang Al-Masri Brandt Castellanos Boateng O'Rourke Keller Figueroa Tanaka "
    "Ashdown Vogel Bello Thornquist Marchetti McAllister Hale Nwosu Sorensen Blackwood Delacroix Quill "
    "Ivanova Romano Ssebunya"
).split()
_STREETS = (
    "Granary Street|Old Mill Road|Larkspur Lane|Harbor View Drive|Quarry Hill Road|Cedar Hollow Court|"
    "Ferry Landing Avenue|St. Brendan Way|Tannery Row|Juniper Ridge Boulevard|Copper Beech Terrace|7th Avenue"
).split("|")
_TOWNS = (
    ("Otter Creek", "VT", "05602"),
    ("Maple Harbor", "ME", "04101"),
    ("Silver Bluff", "OR", "97205"),
    ("Larkfield", "CA", "95403"),
    ("Port Ellery", "WA", "98104"),
    ("Grantham Falls", "NY", "12207"),
    ("Pine Hollow", "MN", "55414"),
    ("Redwater", "TX", "78701"),
    ("Kestrel Bay", "FL", "33131"),
    ("New Aldwick", "MA", "02118"),
)
_HOSPITALS = (
    "Otter Creek Regional Hospital|St. Brendan Medical Center|Harborview Orthopedic Clinic|Larkfield Family "
    "Practice|Grantham Falls Memorial Hospital|Silver Bluff Heart Institute|Kestrel Bay Pediatrics"
).split("|")
_COMPANIES = (
    "Green Mountain Mutual|Blue Heron Health Plan|Redwater Benefit Trust|Tidewater Logistics|Rialto Bakery|"
    "Aldwick Unified School District|Copper Beech Insurance"
).split("|")
_JOBS = (
    "pastry chef|roofer|school librarian|welder|bus driver|tax accountant|fisherman|piano teacher"
).split("|")
_LANDMARKS = "Lake Ellery|Camp Wapiti|Larkfield Airport|Founders Park".split("|")
_COUNTRIES = "Portugal|Ghana|Norway|Peru|Croatia".split("|")
_MONTHS = "January February March April May June July August September October November December".split()

_PROSE = (
    "The chest is clear to auscultation on both sides and the heart sounds are regular without murmur.",
    "Blood pressure 138/82, pulse 76 and regular, temperature 98.4 F, respirations 16, saturation 97 %.",
    "There is mild tenderness over the right lower quadrant without guarding or rebound.",
    "Laboratory studies showed hemoglobin 11.2 g/dL, platelets 244, creatinine 1.1 and sodium 139.",
    "The wound is clean, dry and intact; the sutures may be removed in ten days.",
    "Metformin was increased to 1000 mg twice daily and lisinopril was continued at 20 mg.",
    "No known drug allergies apart from a rash with sulfa in childhood.",
    "An echocardiogram showed an ejection fraction of 55 % with mild mitral regurgitation.",
    "The patient denies fever, chills, night sweats, weight loss or change in bowel habit.",
    "Ultrasound of the abdomen was unremarkable except for a small simple cyst of the left kidney.",
    "Physical therapy was started on the second day and was well tolerated.",
    "We discussed the risks and benefits, and all questions were answered.",
    "The gait is steady; strength is 5/5 in all limbs and reflexes are symmetric.",
    "Pain is controlled with acetaminophen; opioids have not been needed since the operation.",
    "Smoking was stopped eight years ago; alcohol is taken on rare occasions.",
    "A repeat magnetic resonance study is advised if the symptoms persist beyond six weeks.",
    "Skin shows no rash; the lymph nodes are not enlarged.",
    "The differential includes early osteoarthritis and a degenerative meniscal tear.",
)
_TOLD = (
    "{PATIENT.title} {PATIENT.last} is a {AGE}-year-old {PROFESSION} from {CITY} who was seen on {DATE}.",
    "{PATIENT.first} was admitted to {HOSPITAL} on {DATE} and went home on {DATE}.",
    "The case was discussed with Dr. {DOCTOR.last} on {DATE}, who will see the patient in clinic.",
    "The daughter, {RELATIVE}, can be reached at {PHONE} after 5 pm.",
    "Records were requested from {HOSPITAL.other} in {CITY.other}, {STATE}, by fax at {FAX}.",
    "An appointment has been made with {DOCTOR.other}, MD, for {DATE}.",
    "The pacemaker, serial number {DEVICE}, was last checked on {DATE}.",
    "The patient works for {ORGANIZATION} and travelled to {COUNTRY} before the illness began.",
    "The mother, {RELATIVE.other}, had breast cancer at the age of {AGE.other}.",
    "Results were sent to {EMAIL} and posted at {URL} under user name {USERNAME}.",
    "The claim was filed with {ORGANIZATION.plan}, member {HEALTHPLAN}, account {ACCOUNT}.",
    "Mr. {RELATIVE.last} drove the patient here from {STREET}, {CITY}, {STATE} {ZIP}.",
    "The fall happened near {LOCATION_OTHER} on {DATE}; the car, plate {VEHICLE}, was damaged.",
    "Specimen {IDNUM} was collected on {DATE} and signed by {DOCTOR}, license {LICENSE}.",
)


class InventedFacts:
    """Who and what a page tells of. The same seed gives the same values in the same order of asking."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._sequence: list[str] = []
        names = rng.sample(_FAMILY, 6)
        given = rng.sample(_GIVEN, 6)
        city, state, post = rng.choice(_TOWNS)
        other_city = rng.choice([t[0] for t in _TOWNS if t[0] != city])
        hospital, other_hospital = rng.sample(_HOSPITALS, 2)
        self._fixed = {
            "PATIENT": f"{given[0]} {names[0]}",
            "PATIENT.first": given[0],
            "PATIENT.last": names[0],
            "PATIENT.list": f"{names[0]}, {given[0]} {rng.choice('ABCDEFGHJKLMRST')}.",
            "DOCTOR": f"{given[1]} {names[1]}",
            "DOCTOR.last": names[1],
            "DOCTOR.other": f"{given[2]} {names[2]}",
            "DOCTOR.initials": f"{given[1][0]}{names[1][0]}",
            "RELATIVE": f"{given[3]} {names[0]}",
            "RELATIVE.other": f"{given[4]} {names[3]}",
            "RELATIVE.last": names[3],
            "HOSPITAL": hospital,
            "HOSPITAL.other": other_hospital,
            "CITY": city,
            "CITY.other": other_city,
            "STATE": state,
            "ZIP": post if rng.random() < 0.7 else f"{post}-{rng.randrange(1000, 9999)}",
            "STREET": f"{rng.randrange(2, 9800)} {rng.choice(_STREETS)}",
            "DATE.birth": _date(rng, 1931, 2004),
            "MRN": self._number("MRN"),
            "PHONE": self._number("PHONE"),
            "EMAIL": f"{given[0][0].lower()}.{re.sub('[^a-z]', '', names[0].lower())}@example.org",
            "ORGANIZATION": rng.choice(_COMPANIES[3:6]),
            "ORGANIZATION.plan": rng.choice(_COMPANIES[:3]),
            "URL": f"www.{hospital.split()[0].lower().strip('.')}-portal.example.org",
            "USERNAME": f"{given[0].lower()}{rng.randrange(10, 99)}",
        }
        self._drawn: dict[str, Callable[[], str]] = {
            "DATE": lambda: _date(rng, 2015, 2025),
            "DATE.short": lambda: f"{self._day('/')}/{rng.randrange(15, 26)}",
            "DATE.time": lambda: f"2023-{self._day('-')}",
            "AGE": lambda: str(rng.randrange(19, 97)),
            "AGE.other": lambda: str(rng.randrange(30, 80)),
            "PROFESSION": lambda: rng.choice(_JOBS),
            "COUNTRY": lambda: rng.choice(_COUNTRIES),
            "LOCATION_OTHER": lambda: rng.choice(_LANDMARKS),
            "PATIENT.any": lambda: f"{rng.choice(_GIVEN)} {rng.choice(_FAMILY)}",
            "DOCTOR.any": lambda: f"{rng.choice(_GIVEN)[0]}. {rng.choice(_FAMILY)}",
            "STREET.any": lambda: f"{rng.randrange(2, 9800)} {rng.choice(_STREETS)}",
        }

    def patient_title(self) -> str:
        """How the patient is addressed; no identifier."""
        return "Ms." if self._fixed["PATIENT.first"][-1] in "ae" else "Mr."

    def value(self, key: str) -> str:
        """A value; what belongs to one person or place is the same each time.

        Raises:
            KeyError: if there is no such value.
        """
        if key in self._fixed:
            return self._fixed[key]
        if key in self._drawn:
            return self._drawn[key]()
        return self._number(key.split(".")[0])

    def _number(self, key: str) -> str:
        """A fresh number of a kind: ``#`` in its shapes is a digit, ``?`` a capital letter."""
        shape = self.rng.choice(_SHAPES[key])
        return "".join(
            self.rng.choice("0123456789") if c == "#"
            else self.rng.choice("ABCDEFGHJKLMNPRSTUVWXYZ") if c == "?"
            else c
            for c in shape
        )  # fmt: skip

    def _day(self, between: str) -> str:
        """A month and a day with two digits each."""
        return f"{self.rng.randrange(1, 13):02}{between}{self.rng.randrange(1, 29):02}"

    def fill_template(self, template: str) -> list[LabelledText]:
        """The template with its holes filled."""
        pieces = []
        for i, part in enumerate(re.split(r"\{([A-Z_]+(?:\.[a-z]+)?)\}", template)):
            if i % 2 == 0:
                pieces.append(LabelledText(part))
            elif part == "PATIENT.title":
                pieces.append(LabelledText(self.patient_title()))
            else:
                pieces.append(LabelledText(self.value(part), Label(part.split(".")[0])))
        return [p for p in pieces if p.text]

    def prose_paragraph(self, sentences: int, naming_share: float = 0.4) -> list[LabelledText]:
        """A paragraph of so many sentences; ``naming_share`` of them name somebody or something.

        No sentence comes again before most others have come.
        """
        pieces: list[LabelledText] = []
        for _ in range(sentences):
            fresh = [
                s for s in (_TOLD if self.rng.random() < naming_share else _PROSE) if s not in self._sequence
            ]
            sentence = self.rng.choice(fresh)
            self._sequence = [*self._sequence[-9:], sentence]
            pieces += (
                [LabelledText(" "), *self.fill_template(sentence)] if pieces else self.fill_template(sentence)
            )
        return pieces


_SHAPES: dict[str, Sequence[str]] = {
    "PHONE": ("(###) 555-01##", "###-555-01##", "###.555.01##", "+1 ### 555 01##"),
    "FAX": ("(###) 555-01##", "###-555-01##", "1-###-555-01##"),
    "MRN": ("#######", "MRN-######", "??##-#####", "00######"),
    "SSN": ("9##-##-####", "XXX-XX-####"),
    "HEALTHPLAN": ("??? #### ####", "W#########", "#???-???-????".replace("?", "#")),
    "ACCOUNT": ("##########", "A-########", "#### #### ####"),
    "LICENSE": ("MD######", "?#######", "D?#######"),
    "VEHICLE": ("??? ####", "#??? ###"),
    "DEVICE": ("SN ???######", "???-######-##"),
    "IDNUM": ("##-??-######", "S##-#####", "#########"),
    "IP": ("10.##.1##.2#",),
    "BIOID": ("FP-########",),
}


def _date(rng: random.Random, first: int, last: int) -> str:
    """A day between two years, written in one of the usual ways."""
    year, month, day = rng.randrange(first, last + 1), rng.randrange(1, 13), rng.randrange(1, 29)
    name = _MONTHS[month - 1]
    return rng.choice(
        (
            f"{month}/{day}/{year}",
            f"{month:02}/{day:02}/{year}",
            f"{year}-{month:02}-{day:02}",
            f"{name} {day}, {year}",
            f"{day} {name[:3]} {year}",
            f"{day:02}-{name[:3].upper()}-{year}",
        )
    )


def in_capitals(pieces: Sequence[LabelledText]) -> list[LabelledText]:
    """The same in capital letters."""
    return [LabelledText(p.text.upper(), p.label) for p in pieces]


def labelled_words(pieces: Sequence[LabelledText]) -> list[tuple[str, Label | None]]:
    """The words with their labels. A word with a labelled part has that label, the first of several."""
    words: list[tuple[str, Label | None]] = []
    open_ = False
    for piece in pieces:
        for part in re.findall(r"\s+|\S+", piece.text):
            if part.isspace():
                open_ = False
            elif open_:
                text, label = words[-1]
                words[-1] = (text + part, label or piece.label)
            else:
                words.append((part, piece.label))
                open_ = True
    return words
