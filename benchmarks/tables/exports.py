"""Nine exports as small clinics make them, with what may become of each column.

``HELD_OUT`` names those that no rule was written from: they were written before the rules of
``resources/formats/column_kinds.toml`` and looked at for their figures alone.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable
from dataclasses import dataclass, field

Maker = Callable[[random.Random, "Visit"], str]

HELD_OUT = ("referrals", "registry", "flowsheet", "immunisations", "billing")

_FIRST = (
    "Maren Tobias Odalys Keith Wanda Priya Hung Leticia Bernard Saoirse Omar Daniel Ruth Imani Yusuf".split()
)
_LAST = (
    "Holloway Brandt Quesada Nakamura Osei Petrov Lindqvist Marchetti Delgado Whitcomb Abernathy Farouk "
    "Castellano Ngo Bergstrom"
).split()
_DOCTORS = ("Dr. Helen Voss", "Samuel Adeyemi MD", "Lin, Grace NP", "Dr. R. Castellanos", "P. Okonkwo, DO")
_CITIES = (
    ("Dayton", "OH", "45402"),
    ("Yuma", "AZ", "85364"),
    ("Bangor", "ME", "04401"),
    ("Salem", "OR", "97301"),
)
_TESTS = (
    ("Hemoglobin A1c", "4548-4", "%", "4.0-5.6", (4.8, 11.2)),
    ("Glucose", "2345-7", "mg/dL", "70-99", (62, 320)),
    ("Creatinine", "2160-0", "mg/dL", "0.6-1.2", (0.5, 4.1)),
    ("Potassium", "2823-3", "mmol/L", "3.5-5.1", (3.0, 6.0)),
    ("TSH", "3016-3", "uIU/mL", "0.4-4.0", (0.1, 9.0)),
)
_DIAGNOSES = (
    ("E11.9", "Type 2 diabetes mellitus without complications"),
    ("I10", "Essential (primary) hypertension"),
    ("J45.40", "Moderate persistent asthma, uncomplicated"),
    ("M54.50", "Low back pain, unspecified"),
    ("F41.1", "Generalized anxiety disorder"),
    ("K21.9", "GERD without esophagitis"),
)
_PROCEDURES = ("99213", "99214", "99203", "83036", "90471", "36415", "93000", "G0439")
_COMMENTS = (
    "Called {first} {last} at {phone}, left a message with her daughter.",
    "Pt prefers mornings. Works at the Harlan County Courthouse.",
    "{first} asked for a refill of lisinopril, sent to the pharmacy on Elm St.",
    "No answer.",
    "Interpreter needed. Reach husband {first2} {last}, {phone}.",
    "Mr. {last} says the swelling is better since {date}.",
    "Follow up in 3 months with Dr. Voss.",
)
_VACCINES = (
    ("Influenza, injectable, quadrivalent", "158", "Sanofi Pasteur"),
    ("MMR", "03", "Merck and Co., Inc."),
    ("Tdap", "115", "GlaxoSmithKline"),
    ("COVID-19, mRNA, LNP-S", "208", "Pfizer, Inc"),
)


@dataclass(frozen=True)
class Visit:
    """What the cells of one row are made from."""

    number: int
    mrn: str
    first: str
    last: str
    birth: tuple[int, int, int]
    day: tuple[int, int, int]
    phone: str
    place: tuple[str, str, str]
    test: tuple[str, str, str, str, tuple[float, float]]
    diagnosis: tuple[str, str]
    vaccine: tuple[str, str, str]
    age: int


@dataclass(frozen=True)
class Column:
    """A column and what may become of it.

    Attributes:
        header: its name.
        make: makes a cell.
        good: operators with which it is safe and useful.
        unsafe: whether ``keep`` would show an identifier.
    """

    header: str
    make: Maker
    good: tuple[str, ...]
    unsafe: bool = True


@dataclass(frozen=True)
class Export:
    """One export."""

    name: str
    columns: tuple[Column, ...]
    delimiter: str = ","
    titles: tuple[str, ...] = field(default=())

    def table(self, rows: int, seed: int = 1) -> tuple[list[str], list[list[str]]]:
        """Headers and rows."""
        rng = random.Random(f"{self.name}/{seed}")  # noqa: S311 - repeatable
        patients = [_patient(rng, n) for n in range(max(3, rows // 4))]
        made = []
        for n in range(rows):
            visit = _visit(rng, n, rng.choice(patients))
            made.append([c.make(rng, visit) for c in self.columns])
        return [c.header for c in self.columns], made

    def csv(self, rows: int, seed: int = 1) -> bytes:
        """The export as a file."""
        header, body = self.table(rows, seed)
        out = io.StringIO()
        for title in self.titles:
            out.write(title + "\r\n")
        writer = csv.writer(out, delimiter=self.delimiter)
        writer.writerow(header)
        writer.writerows(body)
        return out.getvalue().encode("utf-8")


def _patient(
    rng: random.Random, n: int
) -> tuple[str, str, str, tuple[int, int, int], str, tuple[str, str, str]]:
    birth = (rng.randint(1931, 2018), rng.randint(1, 12), rng.randint(1, 28))
    phone = f"({rng.randint(201, 989)}) 555-{rng.randint(100, 199):04d}"
    return f"{400000 + n * 37}", rng.choice(_FIRST), rng.choice(_LAST), birth, phone, rng.choice(_CITIES)


def _visit(
    rng: random.Random, n: int, patient: tuple[str, str, str, tuple[int, int, int], str, tuple[str, str, str]]
) -> Visit:
    mrn, first, last, birth, phone, place = patient
    day = (rng.choice((2023, 2024)), rng.randint(1, 12), rng.randint(1, 28))
    return Visit(
        n, mrn, first, last, birth, day, phone, place, rng.choice(_TESTS), rng.choice(_DIAGNOSES),
        rng.choice(_VACCINES), day[0] - birth[0],
    )  # fmt: skip


def _us(day: tuple[int, int, int]) -> str:
    return f"{day[1]:02d}/{day[2]:02d}/{day[0]}"


def _short(day: tuple[int, int, int]) -> str:
    return f"{day[1]}/{day[2]}/{day[0] % 100:02d}"


def _iso(day: tuple[int, int, int]) -> str:
    return f"{day[0]}-{day[1]:02d}-{day[2]:02d}"


def _comment(rng: random.Random, v: Visit) -> str:
    return rng.choice(_COMMENTS).format(
        first=v.first, last=v.last, first2=rng.choice(_FIRST), phone=v.phone, date=_us(v.day)
    )


def _pick(*values: str) -> Maker:
    return lambda rng, _: rng.choice(values)


def _number(low: float, high: float, digits: int = 0) -> Maker:
    return lambda rng, _: f"{rng.uniform(low, high):.{digits}f}"


def _result(rng: random.Random, v: Visit) -> str:
    low, high = v.test[4]
    return rng.choice((f"{rng.uniform(low, high):.1f}",) * 8 + ("<0.5", "See note", "Hemolyzed"))


def _id(prefix: str, digits: int) -> Maker:
    return lambda rng, _: f"{prefix}{rng.randint(10 ** (digits - 1), 10**digits - 1)}"


_KEPT = ("keep",)
_CODE = ("pseudonym", "hash", "encrypt")
_GONE = ("text", "empty", "drop", "pseudonym", "hash", "encrypt", "mask")
_DATED = ("shift-date", "band")
_AGED = ("top-code", "band")


def _kept(header: str, make: Maker) -> Column:
    return Column(header, make, _KEPT, unsafe=False)


EXPORTS = (
    Export(
        "appointments",
        (
            Column("Appt ID", _id("A", 6), _CODE),
            Column("MRN", lambda _, v: v.mrn, _CODE),
            Column("Patient Name", lambda _, v: f"{v.last}, {v.first}", _GONE),
            Column("DOB", lambda _, v: _us(v.birth), _DATED),
            Column("Phone", lambda _, v: v.phone, _GONE),
            Column("Appt Date", lambda _, v: _us(v.day), _DATED),
            _kept("Time", lambda rng, _: f"{rng.randint(8, 16)}:{rng.choice(('00', '15', '30', '45'))}"),
            _kept("Duration (min)", _pick("15", "20", "30", "45")),
            Column("Provider", _pick(*_DOCTORS), _GONE),
            _kept("Visit Type", _pick("New Patient", "Follow Up", "Physical", "Telehealth", "Nurse Visit")),
            _kept("Status", _pick("Completed", "No Show", "Cancelled", "Arrived", "Rescheduled")),
            Column("Comments", _comment, ("text", "empty")),
        ),
    ),
    Export(
        "labs",
        (
            Column("patient_id", lambda _, v: f"P{v.mrn}", _CODE),
            Column("accession_no", _id("24-", 7), _CODE),
            Column(
                "collected_at",
                lambda rng, v: f"{_iso(v.day)} {rng.randint(7, 18):02d}:{rng.randint(0, 59):02d}",
                _DATED,
            ),
            _kept("test_name", lambda _, v: v.test[0]),
            _kept("loinc", lambda _, v: v.test[1]),
            _kept("result_value", _result),
            _kept("units", lambda _, v: v.test[2]),
            _kept("ref_range", lambda _, v: v.test[3]),
            _kept("abn_flag", _pick("", "H", "L", "HH", "")),
            Column("ordering_provider", _pick(*_DOCTORS), _GONE),
            Column("lab_comment", _comment, ("text", "empty")),
        ),
    ),
    Export(
        "claims",
        (
            Column("ClaimNumber", _id("CLM", 9), _CODE),
            Column("MemberID", _id("XZ", 9), _CODE),
            Column("SubscriberName", lambda _, v: f"{v.first} {v.last}", _GONE),
            Column("PatientDOB", lambda _, v: _iso(v.birth), _DATED),
            _kept("Sex", _pick("M", "F")),
            Column("ServiceDate", lambda _, v: _iso(v.day), _DATED),
            _kept("CPT", _pick(*_PROCEDURES)),
            _kept("Modifier", _pick("", "25", "59", "", "")),
            _kept("DxCode1", lambda _, v: v.diagnosis[0]),
            _kept("DxDesc1", lambda _, v: v.diagnosis[1]),
            _kept("ChargeAmt", _number(20, 900, 2)),
            _kept("PaidAmt", _number(0, 400, 2)),
            _kept("PlaceOfService", _pick("11", "02", "22")),
            Column("RenderingNPI", _id("1", 9), _GONE),
            Column(
                "PayerName",
                _pick("Medicare", "Aetna", "Blue Cross of Ohio", "Self Pay"),
                ("keep", *_GONE),
                unsafe=False,
            ),
        ),
        delimiter=";",
    ),
    Export(
        "messages",
        (
            Column("msg_id", _id("", 8), _CODE),
            Column("pt_mrn", lambda _, v: v.mrn, _CODE),
            Column(
                "sent",
                lambda rng, v: f"{_iso(v.day)}T{rng.randint(7, 18):02d}:{rng.randint(0, 59):02d}:00",
                _DATED,
            ),
            Column("from", lambda _, v: f"{v.first} {v.last}", _GONE),
            Column("to", _pick(*_DOCTORS, "Front Desk"), _GONE),
            Column(
                "subject",
                _pick("Refill request", "Test results", "Question about my visit", "Appointment"),
                ("text", "keep"),
                unsafe=False,
            ),
            Column("body", _comment, ("text", "empty")),
            _kept("read", _pick("Y", "N")),
        ),
        delimiter="\t",
    ),
    Export(
        "referrals",
        (
            Column("Referral #", _id("R-", 6), _CODE),
            Column("Chart No", lambda _, v: v.mrn, _CODE),
            Column("Last Name", lambda _, v: v.last, _GONE),
            Column("First Name", lambda _, v: v.first, _GONE),
            Column("Birth Date", lambda _, v: _short(v.birth), _DATED),
            Column("Home Phone", lambda _, v: v.phone, _GONE),
            Column("Referred By", _pick(*_DOCTORS), _GONE),
            Column(
                "Referred To",
                _pick("Valley Cardiology Associates", "Dr. Ines Falk", "Mercy Orthopedics"),
                _GONE,
            ),
            _kept("Specialty", _pick("Cardiology", "Orthopedics", "Dermatology", "GI")),
            _kept("Priority", _pick("Routine", "Urgent", "STAT")),
            _kept("ICD-10", lambda _, v: v.diagnosis[0]),
            Column(
                "Reason for Referral",
                lambda rng, v: f"{v.diagnosis[1]}. {_comment(rng, v)}",
                ("text", "empty"),
            ),
            Column("Date Sent", lambda _, v: _short(v.day), _DATED),
            _kept("Auth Required", _pick("Yes", "No")),
            Column("Insurance ID", _id("W", 9), _GONE),
        ),
        titles=("Open referrals - Elm Street Family Practice", "Printed by M. Brandt 03/04/2024", ""),
    ),
    Export(
        "registry",
        (
            Column("StudyID", lambda _, v: f"DM-{v.mrn}", _CODE),
            Column("Initials", lambda _, v: v.first[0] + v.last[0], _GONE),
            Column("Age", lambda _, v: str(v.age), _AGED),
            _kept("Gender", _pick("Male", "Female")),
            _kept("Ethnicity", _pick("Hispanic or Latino", "Not Hispanic or Latino", "Unknown")),
            Column("Zip", lambda _, v: v.place[2], ("zip3", "empty", "drop")),
            Column("County", _pick("Montgomery", "Penobscot", "Marion"), _GONE),
            Column("DateOfDx", lambda _, v: _iso(v.day), _DATED),
            _kept("DiabetesType", _pick("Type 1", "Type 2", "Gestational")),
            _kept("HbA1c", _number(4.8, 12, 1)),
            _kept("BMI", _number(18, 45, 1)),
            _kept("Smoker", _pick("Never", "Former", "Current")),
            _kept("LDL", _number(40, 210)),
            _kept("On_Statin", _pick("1", "0")),
            Column("Employer", _pick("Harlan County Schools", "Kroger", "retired", "Delta Steel"), _GONE),
        ),
    ),
    Export(
        "flowsheet",
        (
            Column("MRN", lambda _, v: v.mrn, _CODE),
            Column("CSN", _id("1000", 6), _CODE),
            Column(
                "Recorded",
                lambda rng, v: f"{_us(v.day)} {rng.randint(0, 23):02d}{rng.randint(0, 59):02d}",
                _DATED,
            ),
            _kept("BP", lambda rng, _: f"{rng.randint(90, 180)}/{rng.randint(50, 110)}"),
            _kept("Pulse", _number(48, 130)),
            _kept("Resp", _number(10, 28)),
            _kept("Temp (F)", _number(96, 103, 1)),
            _kept("SpO2", _number(86, 100)),
            _kept("Pain Score", _number(0, 10)),
            _kept("O2 Device", _pick("Room air", "Nasal cannula", "Non-rebreather")),
            _kept("Wt kg", _number(40, 140, 1)),
            Column("Charted By", _pick("M. Reyes RN", "T. Lund CNA", "Abby Stone RN"), _GONE),
            Column(
                "Rm/Bed", _pick("412-A", "407-B", "ICU 3"), ("keep", "empty", "drop", "pseudonym", "review")
            ),
        ),
    ),
    Export(
        "immunisations",
        (
            Column("PatID", lambda _, v: v.mrn, _CODE),
            Column("FullName", lambda _, v: f"{v.first} {v.last}", _GONE),
            Column("DateOfBirth", lambda _, v: _us(v.birth), _DATED),
            Column("AdminDate", lambda _, v: _us(v.day), _DATED),
            _kept("Vaccine", lambda _, v: v.vaccine[0]),
            _kept("CVX", lambda _, v: v.vaccine[1]),
            _kept("Mfr", lambda _, v: v.vaccine[2]),
            Column("LotNumber", _id("U", 5), ("keep", *_CODE), unsafe=False),
            _kept("Site", _pick("Left deltoid", "Right deltoid", "LA", "RT")),
            _kept("Route", _pick("IM", "SC", "IN")),
            _kept("DoseNumber", _pick("1", "2", "3")),
            Column("AdministeredBy", _pick("Kim Tran RN", "J. Pollard MA"), _GONE),
            Column("GuardianName", lambda rng, v: f"{rng.choice(_FIRST)} {v.last}", _GONE),
            Column(
                "Street",
                lambda rng, _: (
                    f"{rng.randint(10, 4000)} {rng.choice(('Elm St', 'Larkspur Ave', 'County Rd 9'))}"
                ),
                _GONE,
            ),
            Column("City", lambda _, v: v.place[0], _GONE),
            Column("State", lambda _, v: v.place[1], (*_GONE, "keep"), unsafe=False),
        ),
    ),
    Export(
        "billing",
        (
            Column("Acct#", _id("", 7), _CODE),
            Column("Guarantor", lambda _, v: f"{v.last.upper()} {v.first.upper()}", _GONE),
            Column("Svc Dt", lambda _, v: _short(v.day), _DATED),
            _kept("Proc", _pick(*_PROCEDURES)),
            _kept("Units", _pick("1", "2")),
            _kept("Dx", lambda _, v: v.diagnosis[0]),
            _kept("Charge", lambda rng, _: f"${rng.uniform(20, 2400):,.2f}"),
            _kept("Ins Pmt", lambda rng, _: f"${rng.uniform(0, 400):,.2f}"),
            _kept("Adj", lambda rng, _: f"(${rng.uniform(0, 90):,.2f})"),
            _kept("Balance", _number(0, 900, 2)),
            Column(
                "Mailing Address",
                lambda rng, v: f"{rng.randint(10, 4000)} Elm St, {v.place[0]}, {v.place[1]} {v.place[2]}",
                _GONE,
            ),
            Column("Email", lambda _, v: f"{v.first.lower()}.{v.last.lower()}@example.org", _GONE),
            Column(
                "SSN",
                lambda rng, _: f"{rng.randint(900, 999)}-{rng.randint(10, 99)}-{rng.randint(1000, 9999)}",
                _GONE,
            ),
            Column("Last Stmt", lambda _, v: _short(v.day), _DATED),
            Column("Notes", _comment, ("text", "empty")),
        ),
        delimiter="|",
    ),
)
"""The exports, in the order they were written."""
