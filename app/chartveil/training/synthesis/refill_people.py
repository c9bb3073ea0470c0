"""Who the people of a document are, as far as its mentions tell."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from chartveil.domain import Label
from chartveil.training.sample import Sample
from chartveil.training.synthesis.fill_names import NameGenerator
from chartveil.training.synthesis.refill_mentions import (
    Mention,
    MentionContext,
    NamePart,
    NamePartKind,
    read_context,
    read_mention,
    resolve_lone_names,
)

PERSON_LABELS = frozenset((Label.PATIENT, Label.RELATIVE, Label.DOCTOR))

_SHE = re.compile(r"\b(?:she|her|female)\b", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|his|male)\b", re.IGNORECASE)
_TITLE_VOTE, _LIST_VOTE = 4, 2


@dataclass(frozen=True, slots=True)
class FullName:
    """Someone who is mentioned with given and family name: the keys of the names."""

    given: str
    middles: tuple[str, ...]
    family: str

    @property
    def initials(self) -> frozenset[str]:
        """The initials that this person may sign with."""
        given, last = self.given[:1], "".join(w[0] for w in self.family.split())
        middle = "".join(m[:1] for m in self.middles)
        return frozenset((given + last[0], given + last[-1], given + last, given + middle + last))


@dataclass(frozen=True, repr=False)
class PeopleOfNote:
    """The people of a document.

    Attributes:
        mentions: start of the mark → what the mention says.
        titled: starts of the marks of providers, and of those with a title before them: there a family name
            may stand alone.
        full_names: those mentioned with given and family name.
        genders: key of a given name → ``F`` or ``M``.
        nicknames: key of a nickname → key of the given name that it is short for.
        givens, families: keys of all given and of all family names.
    """

    mentions: dict[int, Mention]
    titled: frozenset[int]
    full_names: tuple[FullName, ...]
    genders: dict[str, str]
    nicknames: dict[str, str]
    givens: tuple[str, ...]
    families: tuple[str, ...]


def read_people_of_note(note: Sample, names: NameGenerator) -> PeopleOfNote:
    """Reads all mentions of people in a note.

    Args:
        note: marks with other labels are passed over.
        names: tells given names from family names.
    """
    marks = [m for m in note.marks if m.labels[0] in PERSON_LABELS]
    labels = [m.labels[0] for m in marks]
    contexts = [read_context(note.text, m.start, m.end) for m in marks]
    doctors = [label is Label.DOCTOR for label in labels]
    read = [read_mention(note.text[m.start : m.end], names) for m in marks]
    roles = _full_names(read)
    initials = frozenset().union(*(r.initials for r in roles))
    mentions = resolve_lone_names(read, contexts, doctors, initials, names)
    return PeopleOfNote(
        {mark.start: mention for mark, mention in zip(marks, mentions, strict=True)},
        frozenset(m.start for m, c, d in zip(marks, contexts, doctors, strict=True) if d or c.titled),
        _full_names(mentions),
        _genders(note, labels, mentions, contexts, names),
        _nicknames(mentions, names),
        _keys(mentions, NamePartKind.GIVEN),
        _keys(mentions, NamePartKind.FAMILY),
    )


def _keys(mentions: list[Mention], part: NamePartKind) -> tuple[str, ...]:
    """Keys of all names of a kind, in order of appearance."""
    return tuple(dict.fromkeys(p.key for m in mentions for p in m if p.part is part and not p.initial))


def _first_written_out(mention: Mention, part: NamePartKind) -> str | None:
    """Key of the first name of a kind that is written out."""
    return next((p.key for p in mention if p.part is part and not p.initial), None)


def _full_names(mentions: list[Mention]) -> tuple[FullName, ...]:
    found: dict[FullName, None] = {}
    for mention in mentions:
        given, family = (
            _first_written_out(mention, NamePartKind.GIVEN),
            _first_written_out(mention, NamePartKind.FAMILY),
        )
        if given and family:
            found[FullName(given, tuple(p.key for p in mention if p.part is NamePartKind.MIDDLE), family)] = (
                None
            )
    return tuple(found)


def _nicknames(mentions: list[Mention], names: NameGenerator) -> dict[str, str]:
    """Nicknames, beside the given name or elsewhere → the given name."""
    out: dict[str, str] = {}
    for mention in mentions:
        whole = _first_written_out(mention, NamePartKind.GIVEN)
        if whole:
            out |= {p.key: whole for p in mention if p.part is NamePartKind.BYNAME}
    given = _keys(mentions, NamePartKind.GIVEN)
    for a in given:
        for b in given:
            if a != b and a not in out and b not in out and names.is_nickname(a, b):
                out[a] = b
    return out


def _genders(
    note: Sample,
    labels: list[Label],
    mentions: list[Mention],
    contexts: list[MentionContext],
    names: NameGenerator,
) -> dict[str, str]:
    """Gender by given name: a title tells most, then the lists, then words around it, then pronouns."""
    votes: dict[str, Counter[str]] = {}
    family_of: dict[str, str] = {}
    titled: dict[str, Counter[str]] = {}
    patients: set[str] = set()
    for label, mention, context in zip(labels, mentions, contexts, strict=True):
        given = _first_written_out(mention, NamePartKind.GIVEN)
        family: NamePart | None = next((p for p in mention if p.part is NamePartKind.FAMILY), None)
        if given:
            count = votes.setdefault(given, Counter())
            if context.gender:
                count[context.gender] += _TITLE_VOTE if context.titled else 1
            if label is Label.PATIENT:
                patients.add(given)
            if family and label is not Label.RELATIVE:
                family_of[given] = family.key
        elif family and context.gender and context.titled:
            titled.setdefault(family.key, Counter())[context.gender] += _TITLE_VOTE
    women, men = len(_SHE.findall(note.text)), len(_HE.findall(note.text))
    out: dict[str, str] = {}
    for given, count in votes.items():
        count.update(titled.get(family_of.get(given, ""), {}))
        if known := names.gender(given):
            count[known] += _LIST_VOTE
        elif given in patients and women != men:
            count["F" if women > men else "M"] += 1
        if count["F"] != count["M"]:
            out[given] = "F" if count["F"] > count["M"] else "M"
    return out
