"""Names of our labels in other schemes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from chartveil.domain.labels import Label

LabelAliases = Mapping[str, Label]
"""Names that a site gives our labels, e.g. ``{"PERSON": Label.PATIENT}``; compared without case."""

NO_ALIASES: LabelAliases = MappingProxyType({})

_OTHER_NAMES = {name: label for label in Label for name in label.info.other_names}

I2B2_TYPES: Mapping[Label, tuple[str, str]] = MappingProxyType(
    {label: label.info.i2b2_type for label in Label}
)
"""Category and TYPE of each label in the 2014 i2b2/UTHealth scheme. The scheme marks names of relatives as
PATIENT."""

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
"""The label for unknown types of a known category: the riskiest of the category, or its catch-all."""

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
