"""Other people in the place of those of a document; every mention of one of them changes alike."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from chartveil.training.synthesis.draw import chance
from chartveil.training.synthesis.fill_names import NameGenerator
from chartveil.training.synthesis.refill_mentions import SPELLED_OUT, Mention, NamePart, NamePartKind
from chartveil.training.synthesis.refill_people import FullName, PeopleOfNote
from chartveil.training.synthesis.shape import match_case
from chartveil.words import fold

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
