"""The words of ``resources/case_report/roles.toml`` that show people, places and institutions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml


@dataclass(frozen=True)
class RoleWords:
    """The lists, each folded.

    Attributes:
        kin, provider: one pattern each for a word of the list.
        specialties: who practises a specialty.
        degrees: calling by letters after a name.
        provider_fields: role by field name.
        institutions: class, and the pattern that tells it, in order.
        places: class by label.
        region_codes: letters by which a state or province stands behind its town.
        bodies: what stands for an authority or scheme, by its letters.
        departments: what stands behind an institution's name and belongs to it.
        kept_occupations: words that stay.
        general: words of an affiliation that name nothing.
        kept_abbreviations: callings, wards and routines in capitals, which name nothing.
        signature: pattern of a word that stands beside the name of whoever signs.
    """

    kin: str
    provider: str
    specialties: Mapping[str, str]
    degrees: Mapping[str, str]
    provider_fields: Mapping[str, str]
    institutions: tuple[tuple[str, re.Pattern[str]], ...]
    places: Mapping[str, str]
    region_codes: frozenset[str]
    bodies: Mapping[str, str]
    departments: re.Pattern[str]
    kept_occupations: re.Pattern[str]
    general: frozenset[str]
    kept_abbreviations: frozenset[str]
    signature: re.Pattern[str]


@cache
def role_words() -> RoleWords:
    """The lists, read once a process.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    data = read_toml(resources_folder() / "case_report" / "roles.toml", "the list of roles")
    return RoleWords(
        _any_of(data["kin"]["words"]),
        _any_of(data["provider_nouns"]["words"]),
        data["specialties"],
        data["degrees"],
        data["provider_fields"],
        tuple(
            (entry["class"], re.compile(rf"(?<!\w){_any_of(entry['words'])}(?!\w)", re.IGNORECASE))
            for entry in data["institution"]
        ),
        data["places"],
        frozenset(data["regions"]["codes"].split()),
        data["bodies"],
        re.compile(rf"[ ]{_any_of(data['departments']['words'])}(?!\w)"),
        re.compile(_any_of(data["kept_occupations"]["words"]), re.IGNORECASE),
        frozenset(word.strip() for word in data["general"]["words"].split(",")),
        frozenset(word.strip() for word in data["kept_abbreviations"]["words"].split(",")),
        re.compile(
            rf"(?<!\w)(?:{_any_of(data['signature']['words'])}|{_any_of(data['provider_nouns']['words'])}|"
            rf"{_any_of(','.join(data['specialties']))}|{_any_of(','.join(data['degrees']))})(?!\w)",
            re.IGNORECASE,
        ),
    )


def _any_of(words: str) -> str:
    listed = sorted({" ".join(w.split()) for w in words.split(",")}, key=lambda w: (-len(w), w))
    return "(?:" + "|".join(re.escape(w).replace(r"\ ", r"[\s-]") for w in listed if w) + ")"
