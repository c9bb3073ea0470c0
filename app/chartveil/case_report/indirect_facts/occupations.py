"""Occupations by ISCO-08: the group of each, and its ladder (``resources/case_report/occupations.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import regex

from chartveil.case_report.indirect_facts.wording import is_plural, noun_phrase, plural_of
from chartveil.case_report.model import LEFT_OUT, Rung
from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import REINSTALL, read_toml

_SOURCE = "ISCO-08 group; its part of all people is an assumption"
_PATTERNS = ("trade_before", "trade_after", "no_trade_before", "no_trade_after")
_DETERMINER = regex.compile(
    r"(?i)(?:(?P<det>an?|the|his|her|their|one|two|three|several|many) )?(?P<rest>.+)", regex.S
)


@dataclass(frozen=True, slots=True)
class OccupationGroup:
    """A sub-major group of ISCO-08.

    Attributes:
        code: two digits, of which the first is the major group.
        title: as the International Labour Organization publishes it.
        noun, plural: one person of it and several, in prose; no plural for one that adds an s.
        share: part of all people that works or worked in it; an assumption.
        clinical: whether its people also treat the patient, so that most mentions mean no patient.
    """

    code: str
    title: str
    noun: str
    share: float
    plural: str = ""
    clinical: bool = False


@dataclass(frozen=True, slots=True)
class MajorGroup:
    """A major group of ISCO-08; as ``OccupationGroup``."""

    title: str
    noun: str
    plural: str
    share: float


@dataclass(frozen=True)
class Occupations:
    """All occupations that are known.

    Attributes:
        groups: sub-major group by title in small letters.
        major: major group by its digit.
        kept_words: pattern of words before a title that stay: ``retired``.
        also_staff: titles that the notes also use of staff or of things; they count where a trade is told.
        trade_before, trade_after: patterns of what tells a trade beside a title.
        no_trade_before, no_trade_after: patterns of what tells that none is meant.
        workplaces: places that tell an occupation.
        title_share: part of all people that has one single occupation; an assumption.
    """

    groups: Mapping[str, OccupationGroup]
    major: Mapping[str, MajorGroup]
    kept_words: str
    also_staff: frozenset[str]
    trade_before: regex.Pattern[str]
    trade_after: regex.Pattern[str]
    no_trade_before: regex.Pattern[str]
    no_trade_after: regex.Pattern[str]
    workplaces: tuple[str, ...]
    title_share: float

    def group(self, title: str) -> OccupationGroup | None:
        """The group of an occupation: by its whole title, else by its last words (``pipe welder``)."""
        words = title.lower().split()
        for first in range(len(words)):
            rest = " ".join(words[first:])
            for form in singular_forms(rest):
                if form in self.groups:
                    return self.groups[form]
        return None

    def ladder(self, text: str) -> tuple[Rung, ...]:
        """As ``occupation_ladder``."""
        m = _DETERMINER.fullmatch(" ".join(text.split()))
        if not m:
            return (Rung(text, "as it stands"), Rung(LEFT_OUT, "left out", 1.0))
        kept = regex.match(rf"(?i)(?:{self.kept_words}[ -])+", m["rest"])
        before = kept.group() if kept and kept.end() < len(m["rest"]) else ""
        title = m["rest"][len(before) :]
        group = self.group(title)
        rungs = [Rung(text, "as it stands", self.title_share if group else None, _SOURCE if group else "")]
        nouns: list[tuple[str, str, float | None]] = [("worker", "workers", None)]
        if group is not None:
            major = self.major[group.code[0]]
            nouns = [(group.noun, group.plural, group.share), (major.noun, major.plural, major.share)]
        for noun, plural, share in nouns:
            said = _said(m["det"] or "", before, title, noun, plural)
            if all(said != r.wording for r in rungs):
                rungs.append(Rung(said, noun, share, _SOURCE if share else ""))
        return (*rungs, Rung(LEFT_OUT, "left out", 1.0))


def _said(determiner: str, before: str, title: str, noun: str, plural: str) -> str:
    return noun_phrase(determiner, title, before.lower() + noun, before.lower() + (plural or plural_of(noun)))


def singular_forms(title: str) -> tuple[str, ...]:
    """A title in small letters as the list may have it: ``welders`` is ``welder``."""
    forms = [title]
    if title.endswith("men"):
        forms.append(title[:-2] + "an")
    elif is_plural(title):
        forms += [title[:-1], *([title[:-2], title[:-3] + "y"] if title.endswith("es") else [])]
    return tuple(forms)


def occupation_ladder(text: str) -> tuple[Rung, ...]:
    """The ladder of an occupation: ``a glassblower``, ``a craft worker``, ``a manual worker``, left out.

    Args:
        text: as it is written, with or without an article: ``retired glassblowers``. Words such as
            ``retired`` stay, article and number agree. What no group is known of becomes ``worker``.

    Raises:
        ResourceError: if the list of occupations is missing or not valid.
    """
    return occupations().ladder(text)


@cache
def occupations() -> Occupations:
    """The bundled occupations, read once a process.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    path = resources_folder() / "case_report" / "occupations.toml"
    data = read_toml(path, "the list of occupations")
    try:
        return _read(data)
    except (KeyError, TypeError, ValueError, AttributeError) as e:
        raise ResourceError(
            f"the list of occupations is not whole ({type(e).__name__}).", where=str(path), remedy=REINSTALL
        ) from e


def _read(data: Mapping[str, Any]) -> Occupations:
    groups = {}
    for entry in data["group"]:
        titles = entry["occupations"]
        group = OccupationGroup(
            entry["code"],
            entry["title"],
            entry["noun"],
            float(entry["share"]),
            entry.get("plural", ""),
            bool(entry.get("clinical")),
        )
        groups.update(dict.fromkeys(_listed(titles), group))
    kept = "|".join(map(regex.escape, _listed(data["kept_before"])))
    return Occupations(
        groups=groups,
        major={
            code: MajorGroup(m["title"], m["noun"], m.get("plural", ""), float(m["share"]))
            for code, m in data["major"].items()
        },
        kept_words=f"(?:{kept})",
        also_staff=frozenset(_listed(data["mention"]["also_staff"])),
        **{key: regex.compile(f"(?i){data['mention'][key]}") for key in _PATTERNS},
        workplaces=tuple(_listed(data["workplaces"]["words"])),
        title_share=float(data["title_share"]),
    )


def _listed(words: str) -> list[str]:
    return [" ".join(word.split()) for word in words.split(",")]
