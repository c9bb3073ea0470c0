"""Names of our labels in other schemes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from chartveil.domain.labels import Label

LabelAliases = Mapping[str, Label]
"""Names that a site gives our labels, e.g. ``{"PERSON": Label.PATIENT}``; compared without case."""

NO_ALIASES: LabelAliases = MappingProxyType({})

_OTHER_NAMES = {
    "MEDICALRECORD": Label.MRN,
    "MEDICAL_RECORD": Label.MRN,
    "IPADDR": Label.IP,
    "IPADDRESS": Label.IP,
    "IP_ADDRESS": Label.IP,
    "HEALTH_PLAN": Label.HEALTHPLAN,
}

I2B2_TYPES: Mapping[Label, tuple[str, str]] = MappingProxyType(
    {
        Label.PATIENT: ("NAME", "PATIENT"),
        Label.RELATIVE: ("NAME", "PATIENT"),
        Label.DOCTOR: ("NAME", "DOCTOR"),
        Label.USERNAME: ("NAME", "USERNAME"),
        Label.PROFESSION: ("PROFESSION", "PROFESSION"),
        Label.STREET: ("LOCATION", "STREET"),
        Label.CITY: ("LOCATION", "CITY"),
        Label.STATE: ("LOCATION", "STATE"),
        Label.COUNTRY: ("LOCATION", "COUNTRY"),
        Label.ZIP: ("LOCATION", "ZIP"),
        Label.LOCATION_OTHER: ("LOCATION", "LOCATION-OTHER"),
        Label.HOSPITAL: ("LOCATION", "HOSPITAL"),
        Label.ORGANIZATION: ("LOCATION", "ORGANIZATION"),
        Label.AGE: ("AGE", "AGE"),
        Label.DATE: ("DATE", "DATE"),
        Label.PHONE: ("CONTACT", "PHONE"),
        Label.FAX: ("CONTACT", "FAX"),
        Label.EMAIL: ("CONTACT", "EMAIL"),
        Label.URL: ("CONTACT", "URL"),
        Label.IP: ("CONTACT", "IPADDR"),
        Label.SSN: ("ID", "SSN"),
        Label.MRN: ("ID", "MEDICALRECORD"),
        Label.HEALTHPLAN: ("ID", "HEALTHPLAN"),
        Label.ACCOUNT: ("ID", "ACCOUNT"),
        Label.LICENSE: ("ID", "LICENSE"),
        Label.VEHICLE: ("ID", "VEHICLE"),
        Label.DEVICE: ("ID", "DEVICE"),
        Label.BIOID: ("ID", "BIOID"),
        Label.IDNUM: ("ID", "IDNUM"),
    }
)
"""Category and TYPE of each label in the 2014 i2b2/UTHealth scheme (Stubbs and Uzuner 2015, annotation
guidelines). The scheme marks names of relatives as PATIENT."""

I2B2_CATEGORY_LABELS: Mapping[str, Label] = MappingProxyType(
    {
        "NAME": Label.PATIENT,
        "PROFESSION": Label.PROFESSION,
        "LOCATION": Label.LOCATION_OTHER,
        "AGE": Label.AGE,
        "DATE": Label.DATE,
        "CONTACT": Label.PHONE,
        "ID": Label.IDNUM,
        "OTHER": Label.IDNUM,
    }
)
"""What a type of a known category counts as that we have no label for: the riskiest of the category, or
its catch-all."""

I2B2_TYPE_LABELS: Mapping[str, Label] = MappingProxyType({"DEPARTMENT": Label.HOSPITAL})
"""Types of the scheme that we have no label of their own for, where the fallback would be off."""


def label_by_name(name: str, aliases: LabelAliases = NO_ALIASES) -> Label | None:
    """The label that goes by this name, compared without case, hyphen for underscore; None if none does."""
    key = _key(name)
    for alias, label in aliases.items():
        if _key(alias) == key:
            return label
    if key in Label.__members__:
        return Label(key)
    return _OTHER_NAMES.get(key)


def _key(name: str) -> str:
    return name.strip().upper().replace("-", "_").replace(" ", "_")
