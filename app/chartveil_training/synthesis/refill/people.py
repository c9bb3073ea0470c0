"""Who the people of a document are, as far as its mentions tell."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import fold
from chartveil_training.samples import Sample
from chartveil_training.synthesis.generators.identifiers import PERSON_LABELS
from chartveil_training.synthesis.generators.names import NameGenerator
from chartveil_training.synthesis.generators.random_draws import chance
from chartveil_training.synthesis.generators.surface_form import match_case
from chartveil_training.synthesis.refill.mentions import (
    SPELLED_OUT,
    Mention,
    MentionContext,
    NamePart,
    NamePartKind,
    read_context,
    read_mention,
    resolve_lone_names,
)

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


# Other people in the place of those of a document; every mention of one of them changes alike.


_RESHAPED = 0.14
_OTHER_ORIGIN = 0.2
_AS_MOST = 0.15
_OTHER_GENERATION = 0.4
_TRIES = 6


class ReplacementPeople:
    """The people that stand for those of one document.

    Args:
        people: those of the document.
        names: where new names come from.
        rng: decides who they are.
        keep: probability that a name stays as it is, in all of its mentions.
    """

    def __init__(
        self, people: PeopleOfNote, names: NameGenerator, rng: random.Random, keep: float = 0.0
    ) -> None:
        self._people = people
        self._names = names
        self._rng = rng
        self._keep = keep
        self._origin = names.origin(rng)
        self._origins: dict[str, str] = {}
        self._given: dict[str, str] = {}
        self._family: dict[str, str] = {}
        self._letters: dict[tuple[str, ...], str] = {}
        self._kept: set[str] = set()
        self._taken: set[str] = set()

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def family_name(self, key: str) -> str:
        """The family name that stands for another, in its natural case."""
        if key not in self._family:
            self._family[key] = self._part_of_family(key) or self._new(
                key, lambda: self._names.family_name(self._rng, self._origin_of(key))
            )
        return self._family[key]

    def _part_of_family(self, key: str) -> str | None:
        """What stands for a word of a longer family name, or for several of one name (``the Quiltys``)."""
        families = self._people.families
        if key.endswith("s") and key[:-1] in families:
            return self.family_name(key[:-1]) + "s"
        whole = next((k for k in families if k != key and key in k.split()), None)
        if whole is None:
            return None
        new = self.family_name(whole)
        parts = new.split("-")
        return parts[min(whole.split().index(key), len(parts) - 1)] if len(parts) > 1 else new

    def given_name(self, key: str) -> str:
        """The given name that stands for another; a short form for a short form."""
        if key not in self._given:
            whole = self._people.nicknames.get(key)
            if whole and whole != key:
                new = self.given_name(whole)
                made = self._new(key, lambda: self._names.nickname(self._rng, new))
            else:
                family = next((r.family for r in self._people.full_names if r.given == key), "")
                alike = not chance(self._rng, _OTHER_ORIGIN)
                origin = self._origin_of(family) if alike else self._names.origin(self._rng)
                gender = self._people.genders.get(key)
                made = self._new(key, lambda: self._names.given_name(self._rng, origin, gender))
            self._given[key] = made
        return self._given[key]

    def _new(self, key: str, draw: Callable[[], str]) -> str:
        """A name that the document does not have yet; now and then the old one."""
        if self._keep > 0 and chance(self._rng, self._keep):
            self._kept.add(key)
            return key.title()
        made = draw()
        for _ in range(_TRIES):
            if fold(made) != key and fold(made) not in self._taken:
                break
            made = draw()
        self._taken.add(fold(made))
        return made

    def _origin_of(self, family: str) -> str:
        """Most people of a document have origins of their own; those without a family name share one."""
        if family not in self._origins:
            alike = not family or chance(self._rng, _AS_MOST)
            self._origins[family] = self._origin if alike else self._names.origin(self._rng)
        return self._origins[family]

    # ── initials ─────────────────────────────────────────────────────────────────────────────────

    def _initial(self, part: NamePart, mention: Mention) -> str:
        """The first letter of the name that stands for the one of which the first letter is written."""
        family = next((p.key for p in mention if p.part is NamePartKind.FAMILY and not p.initial), "")
        given = next((p.key for p in mention if p.part is NamePartKind.GIVEN and not p.initial), "")
        for role in self._people.full_names:
            if part.part is NamePartKind.GIVEN and role.family == family and role.given.startswith(part.key):
                return self.given_name(role.given)[:1]
            if part.part is NamePartKind.FAMILY and role.given == given and role.family.startswith(part.key):
                return self.family_name(role.family)[:1]
        return self._letter(part.part.name, given, family, part.key)

    def _letter(self, *key: str) -> str:
        """A first letter, drawn as names have it; the same for the same key."""
        if key not in self._letters:
            family = key[0] == NamePartKind.FAMILY.name
            draw = self._names.family_name if family else self._names.given_name
            name = draw(self._rng, self._names.origin(self._rng))
            self._letters[key] = next((c for c in name if c.isalpha()), "M").upper()
        return self._letters[key]

    def initials(self, key: str) -> str:
        """Initials, in capitals, of whoever has those in the document; of anybody where nobody has."""
        for role in self._people.full_names:
            if key in role.initials or (len(key) == 3 and key[0] + key[2] in role.initials):
                return self._initials_of(role, key)
        if len(key) == 1:
            given = next((g for g in self._people.givens if g.startswith(key)), None)
            return self.given_name(given)[:1].upper() if given else self._letter("ALONE", key)
        return "".join(self._letter(NamePartKind.FAMILY.name, key, str(i)) for i in range(len(key)))

    def _initials_of(self, role: FullName, key: str) -> str:
        last = [w[0] for w in re.split(r"[-\s]+", self.family_name(role.family)) if w[:1].isalpha()] or ["M"]
        given = self.given_name(role.given)[:1]
        if len(key) == 2:
            return (given + last[-1]).upper()
        middle = [m[:1] for m in role.middles]
        if not middle and key not in role.initials:
            middle = [key[1]]
        letters = [self._letter("MIDDLE", role.given, role.family, m) for m in middle]
        return (given + "".join(letters) + "".join(last)).upper()

    # ── mentions ─────────────────────────────────────────────────────────────────────────────────

    def replacement_for(self, start: int) -> str:
        """The text that stands for the mention whose mark begins at ``start``."""
        mention = self._people.mentions[start]
        text = "".join(self._piece(p, mention) for p in mention)
        if not chance(self._rng, _RESHAPED) or any(p.key in self._kept for p in mention):
            return text
        form = other_name_form(mention, self._rng, titled=start in self._people.titled)
        return text if form is mention else "".join(self._piece(p, form) for p in form)

    def _piece(self, p: NamePart, mention: Mention) -> str:
        if p.part is NamePartKind.LITERAL:
            return p.text
        if p.part is NamePartKind.GENERATION:
            other = chance(self._rng, _OTHER_GENERATION)
            return match_case(self._rng.choice(["Jr", "Sr", "II", "III"]), p.text) if other else p.text
        if p.part is NamePartKind.INITIALS:
            return _like_initials(self.initials(p.key), p.text, alone=len(mention) == 1)
        if p.initial:
            return match_case(self._initial(p, mention), p.text)
        new = self._name(p)
        if p.key in self._kept:
            return p.text
        if m := SPELLED_OUT.fullmatch(p.text):
            letters = m[1].join(c for c in new if c.isalpha())
            return letters.upper() if p.text.isupper() else letters.lower()
        return match_case(new, p.text)

    def _name(self, p: NamePart) -> str:
        if p.part is NamePartKind.FAMILY or (
            p.part is NamePartKind.MIDDLE and p.key in self._people.families
        ):
            return self.family_name(p.key)
        return self.given_name(p.key)


def _like_initials(new: str, old: str, *, alone: bool) -> str:
    """Initials in the case of the old: ``jds``, ``JDS``, ``Jds``."""
    if old.islower():
        return new.lower()
    return new[:1] + new[1:].lower() if alone and old[1:].islower() and old[1:] else new


def other_name_form(mention: Mention, rng: random.Random, *, titled: bool) -> Mention:
    """The mention in another of the forms that may stand in its place, or as it is.

    Args:
        mention: what stands there.
        rng: decides.
        titled: a family name may stand there alone.
    """
    parts = [p for p in mention if p.part is not NamePartKind.LITERAL]
    family = next((p for p in parts if p.part is NamePartKind.FAMILY and not p.initial), None)
    given = next((p for p in parts if p.part is NamePartKind.GIVEN), None)
    if family is None or any(
        p.part in (NamePartKind.INITIALS, NamePartKind.BYNAME) or SPELLED_OUT.fullmatch(p.text) for p in parts
    ):
        return mention
    letter = "a" if family.text.islower() else "A"
    middle = NamePart(NamePartKind.MIDDLE, letter, "", initial=True)
    first = NamePart(NamePartKind.GIVEN, letter, "" if given is None else given.key[:1], initial=True)
    if given is None:
        form = (first, _literal(rng.choice([". ", ". ", ".", " "])), family)
        return form if titled and len(parts) == 1 else mention
    if parts[0] is family:
        return _family_first(family, given, middle, mention, rng)
    if given.initial:
        return mention
    forms: list[Mention] = [
        (given, _literal(" "), middle, _literal(". "), family),
        (given, _literal(" "), middle, _literal(" "), family),
        (given, _literal(" "), family),
    ]
    if titled:
        forms += [(first, _literal(rng.choice([". ", ".", " "])), family), (family,)]
    return rng.choice(forms)


def _family_first(
    family: NamePart, given: NamePart, middle: NamePart, mention: Mention, rng: random.Random
) -> Mention:
    """``Ndu, Maria T.`` and its like, with other signs between the names."""
    old = next((p.text for p in mention if p.part is NamePartKind.LITERAL), " ")
    if "^" in old:
        return (family, _literal("^"), given, *rng.choice([(), (_literal("^"), middle)]))
    joint = rng.choice([", ", ", ", ",", " , "]) if "," in old else old
    tail = rng.choice([(), (_literal(" "), middle), (_literal(" "), middle, _literal("."))])
    return (family, _literal(joint), given, *tail)


def _literal(text: str) -> NamePart:
    return NamePart(NamePartKind.LITERAL, text)
