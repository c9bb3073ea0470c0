"""Kinds of identifier: the labels, their groups, and what is fixed about each.

All of it is read from ``resources/labels.toml``. Every list of labels in the program is made from that file,
so that a new label is one entry there. The labels are those of i2b2-2014, widened to what HIPAA names.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import EnumMeta, StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from chartveil.domain import paths
from chartveil.domain.errors import ResourceError


class LabelGroup(StrEnum):
    """The groups of labels; one colour each in the window."""

    NAME = "NAME"
    PROFESSION = "PROFESSION"
    LOCATION = "LOCATION"
    ORGANIZATION = "ORGANIZATION"
    AGE = "AGE"
    DATE = "DATE"
    CONTACT = "CONTACT"
    ID = "ID"


class LabelRisk(StrEnum):
    """How far one leaked mention goes towards a person: alone, with one more fact, or with several."""

    HIGH = "high"
    MODERATE = "moderate"
    LOW = "low"


class SurrogateKind(StrEnum):
    """The generator of a label's surrogates."""

    NAME = "name"
    PROFESSION = "profession"
    STREET = "street"
    CITY = "city"
    STATE = "state"
    COUNTRY = "country"
    ZIP = "zip"
    LANDMARK = "landmark"
    ORGANIZATION = "organization"
    AGE = "age"
    DATE = "date"
    PHONE = "phone"
    USERNAME = "username"
    EMAIL = "email"
    URL = "url"
    IP = "ip"
    ID = "id"


class MentionKind(StrEnum):
    """How further mentions of a span are found in a document."""

    PERSON = "person"
    """Any part of the name."""
    PHRASE = "phrase"
    """The whole phrase."""
    EXACT = "exact"
    """The same letters and digits."""
    NONE = "none"
    """Not at all: each date and age is found by itself."""


@dataclass(frozen=True, slots=True)
class GroupInfo:
    """The properties of a group of labels.

    Attributes:
        title: words for people.
        mark: one letter; says again what the colour says.
        colors: ink and tint as ``#RRGGBB``, by theme of the window.
    """

    title: str
    mark: str
    colors: Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class LabelInfo:
    """The properties of a label.

    Attributes:
        group: its group.
        hipaa_number: number of the identifier in 45 CFR 164.514(b)(2)(i), 1 for (A) to 18 for (R);
            None where the rule does not name it (providers, for one).
        risk: how far one leaked mention goes towards a person.
        meaning: one line for people.
        key: its key in the window's list of labels.
        tag: short form over a span.
        i2b2_type: category and TYPE in the 2014 i2b2/UTHealth scheme.
        other_names: what files of annotations call it besides.
        surrogate: what makes its surrogate.
        mentions: how what it names is found again elsewhere in a document.
    """

    group: LabelGroup
    hipaa_number: int | None
    risk: LabelRisk
    meaning: str
    key: str
    tag: str
    i2b2_type: tuple[str, str]
    other_names: tuple[str, ...]
    surrogate: SurrogateKind
    mentions: MentionKind


@dataclass(frozen=True, slots=True)
class LabelTable:
    """The content of a ``labels.toml``: groups and labels in the order of the file."""

    groups: Mapping[LabelGroup, GroupInfo]
    labels: Mapping[str, LabelInfo]


def read_label_table(path: Path) -> LabelTable:
    """Reads groups and labels.

    Args:
        path: a file of the shape of ``resources/labels.toml``.

    Raises:
        ResourceError: if the file cannot be read, an entry is incomplete or unknown, or two labels share a
            key.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        groups = {LabelGroup(name): _group_info(entry) for name, entry in data["groups"].items()}
        labels = {name: _label_info(name, entry) for name, entry in data["labels"].items()}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise ResourceError(
            f"cannot be read ({type(e).__name__}).", where=str(path), remedy=_REMEDY
        ) from None
    except (KeyError, TypeError, ValueError) as e:
        raise ResourceError(f"an entry is wrong: {e}.", where=str(path), remedy=_REMEDY) from None
    missing = [group.value for group in LabelGroup if group not in groups]
    if missing:
        raise ResourceError(f"group {missing[0]} is missing.", where=str(path), remedy=_REMEDY)
    keys = [info.key for info in labels.values()]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise ResourceError(f"two labels have the key {twice}.", where=str(path), remedy=_REMEDY)
    return LabelTable(MappingProxyType(groups), MappingProxyType(labels))


_REMEDY = "Install Chartveil again, or mend the entry: the file says above its first one what each key means."
_REQUIRED = frozenset(("group", "risk", "meaning", "key", "i2b2", "surrogate", "mentions"))
_OPTIONAL = frozenset(("hipaa", "tag", "also"))


def _group_info(entry: dict[str, Any]) -> GroupInfo:
    colors = {theme: (str(ink), str(tint)) for theme, (ink, tint) in entry["colors"].items()}
    return GroupInfo(str(entry["title"]), str(entry["mark"]), MappingProxyType(colors))


def _label_info(name: str, entry: dict[str, Any]) -> LabelInfo:
    if not name.isupper() or not name.isidentifier():
        raise ValueError(f"'{name}' is no name of a label: use capitals and underscores")
    if not _REQUIRED <= entry.keys() <= _REQUIRED | _OPTIONAL:
        odd = sorted((_REQUIRED - entry.keys()) | (entry.keys() - _REQUIRED - _OPTIONAL))
        raise ValueError(f"in {name} the key '{odd[0]}' is missing or not known")
    category, kind = entry["i2b2"]
    return LabelInfo(
        group=LabelGroup(entry["group"]),
        hipaa_number=entry.get("hipaa"),
        risk=LabelRisk(entry["risk"]),
        meaning=str(entry["meaning"]),
        key=str(entry["key"]),
        tag=str(entry.get("tag", name)),
        i2b2_type=(str(category), str(kind)),
        other_names=tuple(entry.get("also", ())),
        surrogate=SurrogateKind(entry["surrogate"]),
        mentions=MentionKind(entry["mentions"]),
    )


LABEL_TABLE = read_label_table(paths.resources_folder() / "labels.toml")
"""The labels of this installation, read when the program starts: nothing works without them."""

if TYPE_CHECKING:

    class _LabelMeta(EnumMeta):
        """Tells type checkers that members come from a file. A test holds that the code names no other."""

        def __getattr__(cls, name: str) -> Label: ...

    class Label(StrEnum, metaclass=_LabelMeta):
        """Kinds of identifier, in the order of ``labels.toml``."""

        @property
        def info(self) -> LabelInfo:
            """What is fixed about this label."""

        @property
        def group(self) -> LabelGroup:
            """Its group."""

else:

    class _LabelBase(StrEnum):
        """Kinds of identifier, in the order of ``labels.toml``."""

        @property
        def info(self) -> LabelInfo:
            """What is fixed about this label."""
            return LABEL_TABLE.labels[self.value]

        @property
        def group(self) -> LabelGroup:
            """Its group."""
            return LABEL_TABLE.labels[self.value].group

    Label = _LabelBase("Label", {name: name for name in LABEL_TABLE.labels}, module=__name__)


def labels_with_mentions(kind: MentionKind) -> frozenset[Label]:
    """The labels whose mentions are found in this way."""
    return frozenset(label for label in Label if label.info.mentions is kind)


LABEL_NUMBERS = {label: i for i, label in enumerate(Label)}
"""Number of each label, in the order of ``labels.toml``."""
PERSON_LABELS = labels_with_mentions(MentionKind.PERSON)
"""Labels of people's names."""
