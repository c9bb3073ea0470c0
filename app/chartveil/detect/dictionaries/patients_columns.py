"""What a column of a file of patients holds, by its header."""

from __future__ import annotations

from enum import StrEnum

from chartveil.domain import Label
from chartveil.formats.headers import header_words


class PatientColumn(StrEnum):
    """What a column holds."""

    ID = "id"
    FULL_NAME = "name"
    FIRST_NAME = "first name"
    MIDDLE_NAME = "middle name"
    LAST_NAME = "last name"
    OTHER_NAME = "other name"
    """Maiden and former names, nicknames."""
    RELATIVE = "relative"
    BIRTH_DATE = "day of birth"
    NUMBER = "number"
    PHONE = "telephone"
    EMAIL = "e-mail"
    ADDRESS = "address"
    CITY = "city"
    ZIP = "postal code"
    EMPLOYER = "employer"
    NOT_USED = "nothing that is looked for"


def _all(text: str) -> frozenset[str]:
    return frozenset(text.split("|"))


_EXACT: tuple[tuple[PatientColumn, frozenset[str]], ...] = (
    (
        PatientColumn.ID,
        _all(
            "id|patient|patient id|patientid|pid|patid|pat id|person|person id|subject|subject id|subjectid|"
            "client|client id|key|study id"
        ),
    ),
    (PatientColumn.FULL_NAME, _all("name|full name|fullname|legal name|display name|names")),
    (
        PatientColumn.FIRST_NAME,
        _all("first|first name|firstname|fname|given|given name|given names|givenname|forename"),
    ),
    (PatientColumn.MIDDLE_NAME, _all("middle|middle name|middle names|middle initial|middlename|mname|mi")),
    (PatientColumn.LAST_NAME, _all("last|last name|lastname|lname|surname|family|family name|familyname")),
    (
        PatientColumn.OTHER_NAME,
        _all(
            "maiden|maiden name|birth name|nickname|nicknames|nick name|preferred|preferred name|alias|"
            "aliases|aka|known as|also known as|former|former name|former names|previous name|"
            "previous names|other name|other names|chosen name|former last name|previous last name|"
            "preferred first name|née|nee"
        ),
    ),
    (
        PatientColumn.BIRTH_DATE,
        _all("dob|date of birth|birth date|birthdate|birthday|born|birth|day of birth|date birth|birth day"),
    ),
    (
        PatientColumn.ADDRESS,
        _all("street|address|addr|home address|street address|mailing address|address line"),
    ),
    (PatientColumn.CITY, _all("city|town|home city|place|municipality|village")),
    (PatientColumn.ZIP, _all("zip|zip code|zipcode|postcode|postal code|post code|postalcode|plz")),
    (
        PatientColumn.EMPLOYER,
        _all("employer|employer name|workplace|place of work|school|company|occupation place"),
    ),
    (
        PatientColumn.NOT_USED,
        _all("sex|gender|age|state|country|race|ethnicity|language|title|suffix|prefix|marital status"),
    ),
)
_NUMBERS: tuple[tuple[Label, frozenset[str]], ...] = (
    (
        Label.MRN,
        _all(
            "mrn|medical record number|medical record|medical record no|record number|chart number|chart|"
            "chart no|hospital number|unit number|patient number|patient no|mrn number|empi|mpi|"
            "hospital id|emr id|mr number|mr no|mr|med rec|med rec no|med rec number|med rec num|mrn no"
        ),
    ),
    (Label.SSN, _all("ssn|social security number|social security|social security no|ss number|ssn number")),
    (
        Label.HEALTHPLAN,
        _all(
            "health plan|health plan number|health plan id|insurance number|insurance id|insurance no|"
            "member id|member number|policy number|policy no|subscriber id|subscriber number|"
            "medicare number|medicare id|medicaid number|medicaid id|beneficiary id|beneficiary number|mbi|"
            "hic|hicn|nhs number|plan number|plan id|health card number|insurance policy number"
        ),
    ),
    (Label.ACCOUNT, _all("account|account number|account no|acct|billing number|account id|acct number")),
)
_PEOPLE = frozenset(
    "relative relatives kin nok mother father spouse wife husband partner guardian son daughter sibling "
    "sister brother parent parents child children caregiver contact contacts family proxy".split()
)
"""Words for people who are close to the patient."""
_STAFF = frozenset(
    "doctor physician provider pcp gp clinician nurse clinic hospital facility department practice insurer "
    "payer pharmacy attending referring author visit encounter appointment order note document "
    "specimen".split()
)
"""Words for columns about somebody or something else."""
_PHONES = frozenset("phone phones telephone tel mobile cell fax cellphone telephones pager landline".split())
_BIRTHS = (
    ("dob",),
    ("d", "o", "b"),
    ("birthdate",),
    ("birthday",),
    ("date", "of", "birth"),
    ("birth", "date"),
)
"""Beginnings of headers that go on with a form: ``DOB (MM/DD/YYYY)``."""
_WHOLE = frozenset("name full last first middle mi initial surname forename given family suffix".split())
"""Words of which ``Name (Last, First)`` is made."""
_EMAILS = frozenset("email mail emails".split())
_ENDS_NUMBER = frozenset("number numbers no nr num id ids identifier".split())
_KINDS = {
    "license": Label.LICENSE, "licence": Label.LICENSE, "driver": Label.LICENSE, "drivers": Label.LICENSE,
    "plate": Label.VEHICLE, "vin": Label.VEHICLE, "vehicle": Label.VEHICLE, "device": Label.DEVICE,
    "implant": Label.DEVICE, "serial": Label.DEVICE, "account": Label.ACCOUNT, "insurance": Label.HEALTHPLAN,
}  # fmt: skip
_OWNER = ("patient", "patients", "pt", "client", "person", "subject", "member", "home", "primary", "current")


def patient_column_of(header: str) -> tuple[PatientColumn, Label | None] | None:
    """What a column holds, and the label of its numbers; None where the header is not known."""
    words = [w for w in header_words(header) if not w.isdigit()]
    return _known(words) or (_known(words[1:]) if len(words) > 1 and words[0] in _OWNER else None)


def _known(words: list[str]) -> tuple[PatientColumn, Label | None] | None:
    if not words:
        return None
    said = " ".join(words)
    for label, names in _NUMBERS:
        if said in names:
            return PatientColumn.NUMBER, label
    for column, names in _EXACT:
        if said in names:
            return column, None
    told = set(words)
    if told & _STAFF:
        return None
    if told & _EMAILS:
        return PatientColumn.EMAIL, None
    if told & _PHONES or said == "contact number":
        return PatientColumn.PHONE, None
    if (
        _WHOLE.issuperset(told)
        and told & {"last", "surname", "family"}
        and told & {"first", "forename", "given"}
    ):
        return PatientColumn.FULL_NAME, None
    if told & _PEOPLE:
        return _of_people(words)
    if any(tuple(words[: len(start)]) == start for start in _BIRTHS):
        return PatientColumn.BIRTH_DATE, None
    if words[-1] in _ENDS_NUMBER or (len(words) <= 2 and words[-1] in _KINDS):
        kinds = [_KINDS[w] for w in words if w in _KINDS]
        return PatientColumn.NUMBER, kinds[0] if kinds else Label.IDNUM
    return None


def _of_people(words: list[str]) -> tuple[PatientColumn, Label | None] | None:
    last = words[-1]
    if last in ("relation", "relationship", "status", "history"):
        return PatientColumn.NOT_USED, None
    if last in ("address", "street"):
        return PatientColumn.ADDRESS, None
    if last in _PEOPLE or last in ("name", "names"):
        return PatientColumn.RELATIVE, None
    return None
