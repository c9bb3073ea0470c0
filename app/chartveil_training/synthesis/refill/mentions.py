"""Reads how a person is mentioned: which word is a given name, a family name, an initial, a nickname."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum, auto

from chartveil.surrogates.name_words import normalize_name_word, split_name_words
from chartveil_training.synthesis.generators.names import NameGenerator


class NamePartKind(Enum):
    """What a piece of a mention is."""

    LITERAL = auto()
    UNRESOLVED = auto()
    """A name alone; given or family name is told by the rest of the document."""
    GIVEN = auto()
    MIDDLE = auto()
    FAMILY = auto()
    BYNAME = auto()
    GENERATION = auto()
    """``Jr``, ``III``."""
    INITIALS = auto()


@dataclass(frozen=True, slots=True)
class NamePart:
    """A piece of a mention.

    Attributes:
        part: what it is.
        text: as written; several words for a family name with particles.
        key: for comparison: folded, scanning errors undone. Letters of initials in lower case.
        initial: only the first letter of the name is written.
    """

    part: NamePartKind
    text: str
    key: str = ""
    initial: bool = False


Mention = tuple[NamePart, ...]

SPELLED_OUT = re.compile(r"[^\W\d_]([ -])[^\W\d_](?:\1[^\W\d_])+")
_GENERATIONS = frozenset("jr sr ii iii iv 2nd 3rd".split())
_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le el al los las bin ibn ben abu ap ter ten zu zur st "
    "ste ni ní nic ui uí ó mhic mac mc y e o".split()
)
_FAMILY_FIRST = frozenset("mac mc ní nic ó uí".split())
_OPENING = frozenset("\"“”'‘’(")
_CLOSING = frozenset("\"“”'‘’).")


@dataclass(frozen=True, slots=True)
class _NameToken:
    text: str
    key: str
    start: int
    end: int

    @property
    def letter(self) -> bool:
        return len(self.text) == 1 and self.text.isalpha()


def read_mention(surface: str, names: NameGenerator) -> Mention:
    """The pieces of a mention in order; their texts joined give the surface.

    Args:
        surface: the text of a mark of a person.
        names: tells given names from family names where the form does not.
    """
    tokens = [_NameToken(w.text, w.norm, w.start, w.end) for w in split_name_words(surface, names)]
    if not tokens:
        return (NamePart(NamePartKind.LITERAL, surface),)
    if SPELLED_OUT.fullmatch(surface):
        return (
            NamePart(NamePartKind.UNRESOLVED, surface, normalize_name_word("".join(t.text for t in tokens))),
        )
    if "," not in surface and _initials(tokens, surface, names):
        kinds = [NamePartKind.INITIALS] * len(tokens)
    else:
        kinds = _kinds(tokens, surface, names)
    return tuple(_pieces(surface, tokens, kinds))


def _initials(tokens: list[_NameToken], surface: str, names: NameGenerator) -> bool:
    """Whether the mention is initials alone: ``jds``, ``S.B.``, ``mk/lw``."""
    if all(t.letter for t in tokens):
        return True
    for token in tokens:
        text = token.text.replace("'", "").replace("’", "")
        misread = not text.isalpha() and not text.isupper()
        if len(text) > 4 or misread or (text.istitle() and len(text) > 1):
            return False
        if len(text) == 4 and set(token.key) & set("aeiouy"):
            return False
        if len(text) == 3 and len(tokens) == 1 and names.is_common_name(token.key):
            return not set(token.key) & set("aeiouy")
    # Several words of two or three letters with blanks between them are a name: ``paw htoo``, ``lim li``.
    return len(tokens) == 1 or "/" in surface or all(len(t.text) <= 2 for t in tokens)


def _kinds(tokens: list[_NameToken], surface: str, names: NameGenerator) -> list[NamePartKind]:
    """What each token is."""
    kinds: list[NamePartKind | None] = [None] * len(tokens)
    for i, t in enumerate(tokens):
        before, after = surface[: t.start][-1:], surface[t.end :][:1]
        quoted = before in _OPENING and after in _CLOSING
        inside = (
            i and kinds[i - 1] is NamePartKind.BYNAME and before == " " and _open_quote(surface[: t.start])
        )
        if t.text.lower() in _GENERATIONS and i > 0:
            kinds[i] = NamePartKind.GENERATION
        elif quoted or inside:
            kinds[i] = NamePartKind.BYNAME
    comma = next((t.end for t in tokens if surface[t.end :].lstrip()[:1] in (",", "^")), None)
    free = [i for i, k in enumerate(kinds) if k is None]
    if comma is not None and any(tokens[i].start > comma for i in free) and tokens[free[0]].end <= comma:
        left = [i for i in free if tokens[i].end <= comma]
        right = [i for i in free if tokens[i].start > comma]
        given = [NamePartKind.GIVEN, *[NamePartKind.MIDDLE] * (len(right) - 1)]
        roles = [NamePartKind.FAMILY] * len(left) + given
        if any(kinds[i] is None for i in right) and len(left) + len(right) == len(free):
            for i, role in zip(free, roles, strict=True):
                kinds[i] = role
    else:
        units = _units(free, tokens, surface)
        roles = _unit_roles(units, tokens, names)
        if len(units) == 1 and NamePartKind.BYNAME in kinds:
            roles = [NamePartKind.FAMILY]
        for unit, role in zip(units, roles, strict=True):
            for i in unit:
                kinds[i] = role
    return [k or NamePartKind.UNRESOLVED for k in kinds]


def _open_quote(head: str) -> bool:
    return sum(head.count(q) for q in '"“”') % 2 == 1


def _units(free: list[int], tokens: list[_NameToken], surface: str) -> list[list[int]]:
    """Indices of tokens grouped into names: hyphenated words, particles with what they lead."""
    units: list[list[int]] = []
    open_particle = False
    for i in free:
        glued = bool(units) and tokens[i].start > 0 and surface[tokens[i].start - 1] in "-‐–"
        if units and (glued or open_particle):
            units[-1].append(i)
        else:
            units.append([i])
        particle = tokens[i].key in _PARTICLES or tokens[i].text.lower() in _PARTICLES
        # A particle leads a family name, so it is none at the start of a mention of two words ("Al Smith").
        leads = len(free) > 2 or tokens[i].text.islower() or tokens[i].text.lower() in _FAMILY_FIRST
        open_particle = particle and i != free[-1] and leads and (len(units) > 1 or len(free) == 2)
    return units


def _unit_roles(units: list[list[int]], tokens: list[_NameToken], names: NameGenerator) -> list[NamePartKind]:
    """Roles of names without a comma between them."""
    n = len(units)
    if n == 0:
        return []
    if n == 1:
        return [NamePartKind.UNRESOLVED]
    first, last = tokens[units[0][0]], tokens[units[-1][-1]]
    family_first = [NamePartKind.FAMILY, NamePartKind.GIVEN, *[NamePartKind.MIDDLE] * (n - 2)]
    given_first = [NamePartKind.GIVEN, *[NamePartKind.MIDDLE] * (n - 2), NamePartKind.FAMILY]
    if last.letter and not first.letter:
        knows = names.is_given_name(first.key) and not (names.is_family_name(first.key) and n > 2)
        return given_first if knows and n == 2 else family_first
    if (
        first.text.isupper()
        and not first.letter
        and not names.is_given_name(first.key)
        and names.is_given_name(tokens[units[1][0]].key)
        and not names.is_family_name(last.key)
    ):
        return family_first
    return given_first


def _pieces(surface: str, tokens: list[_NameToken], kinds: list[NamePartKind]) -> list[NamePart]:
    """Pieces with what stands between them; a family name of several words is one piece."""
    out: list[NamePart] = []
    at = i = 0
    while i < len(tokens):
        j = i + 1
        while (
            j < len(tokens)
            and kinds[j] is kinds[i]
            and kinds[i] in (NamePartKind.FAMILY, NamePartKind.UNRESOLVED, NamePartKind.BYNAME)
        ):
            j += 1
        if kinds[i] is NamePartKind.GIVEN or kinds[i] is NamePartKind.MIDDLE:
            while j < len(tokens) and surface[tokens[j].start - 1] in "-‐" and kinds[j] is kinds[i]:
                j += 1
        start, end = tokens[i].start, tokens[j - 1].end
        if start > at:
            out.append(NamePart(NamePartKind.LITERAL, surface[at:start]))
        text = surface[start:end]
        possessive = re.search(r"['’][sS]$", text)
        if possessive and kinds[i] is not NamePartKind.INITIALS:
            text = text[: possessive.start()]
        key = (
            normalize_name_word(text)
            if possessive
            else " ".join(normalize_name_word(t.text) for t in tokens[i:j])
        )
        if SPELLED_OUT.fullmatch(text):
            key = key.replace(" ", "")
        if kinds[i] is NamePartKind.INITIALS:
            key = "".join(c for c in normalize_name_word(text) if c.isalpha())
        initial = j == i + 1 and tokens[i].letter and kinds[i] is not NamePartKind.INITIALS
        out.append(NamePart(kinds[i], text, key, initial))
        if possessive and kinds[i] is not NamePartKind.INITIALS:
            out.append(NamePart(NamePartKind.LITERAL, possessive.group()))
        at, i = end, j
    if at < len(surface):
        out.append(NamePart(NamePartKind.LITERAL, surface[at:]))
    return out


@dataclass(frozen=True, slots=True)
class MentionContext:
    """What stands around a mention, as far as it tells about the person.

    Attributes:
        titled: ``Dr.``, ``Mr.`` before it: a word alone is a family name.
        behind_kin_word: ``Aunt``, ``Grandma`` before it: a word alone is a given name.
        gender: ``F`` or ``M`` where title, kin word or pronoun tell.
    """

    titled: bool
    behind_kin_word: bool
    gender: str | None


_TITLE = re.compile(
    r"\b(dr|dre|mr|mrs|ms|miss|mx|prof|professor|doctor|sir|madam|nurse|ofc|officer)\.?\s+$", re.I
)
_KIN = re.compile(
    r"\b(?:aunt(?:ie|y)?|uncle|gran(?:ny|ma|dma|dpa|pa)?|nan(?:a|ny)?|tía|tío|cousin)\s+$", re.I
)
_FEMALE = re.compile(
    r"\b(?:mrs|ms|miss|madam|she|her|wife|fiancée|aunty|nana|nan|gran|granny|mummy|mommy|tía|abuela|mother|mom|mum|mama|daughter|sister|aunt|auntie|niece|grandmother|"
    r"grandma|granddaughter|girlfriend|widow|stepmother|girl|woman|lady|female|nun)\b[\s\w,'’(:.-]{0,12}$",
    re.I,
)
_MALE = re.compile(
    r"\b(?:mr|sir|he|his|husband|fiancé|granddad|daddy|tío|abuelo|father|dad|papa|son|brother|uncle|nephew|grandfather|grandpa|grandson|boyfriend|"
    r"widower|stepfather|boy|man|gentleman|male)\b[\s\w,'’(:.-]{0,12}$",
    re.I,
)
_AFTER_FEMALE = re.compile(r"^[^.\n]{0,25}\b(?:she|her|woman|female|girl|lady|daughter|\d\s?F\b)", re.I)
_AFTER_MALE = re.compile(r"^[^.\n]{0,25}\b(?:he|his|man|male|boy|gentleman|\d\s?M\b)", re.I)


def read_context(text: str, start: int, end: int) -> MentionContext:
    """What the words around a mention tell."""
    before, after = text[max(0, start - 40) : start], text[end : end + 40]
    # The nearest word counts, and no word of another sentence.
    before = re.split(r"[.;\n](?!\s*$)(?<!r\.)(?<!rs\.)(?<!s\.)", before)[-1]
    female, male = _FEMALE.search(before), _MALE.search(before)
    gender: str | None = None
    if female or male:
        gender = "F" if (female.start() if female else -1) > (male.start() if male else -1) else "M"
    elif _AFTER_FEMALE.search(after):
        gender = None if _AFTER_MALE.search(after) else "F"
    elif _AFTER_MALE.search(after):
        gender = "M"
    return MentionContext(bool(_TITLE.search(before)), bool(_KIN.search(before)), gender)


def resolve_lone_names(
    mentions: list[Mention],
    contexts: list[MentionContext],
    doctors: list[bool],
    initials: frozenset[str],
    names: NameGenerator,
) -> list[Mention]:
    """The mentions, with each name that stands alone read as a given name, a family name, or initials.

    What other mentions of the document say counts first, then a title before it, then the lists. A provider's
    lone name that the lists do not know is a family name, anyone else's a given name.

    Args:
        mentions: as ``read_mention`` reads them.
        contexts: what stands around each.
        doctors: for each, whether it is a provider.
        initials: those of the people whom the document names in full.
        names: the lists.
    """
    keys: dict[NamePartKind, set[str]] = {
        p: set() for p in (NamePartKind.GIVEN, NamePartKind.FAMILY, NamePartKind.BYNAME)
    }
    for mention in mentions:
        for p in mention:
            if p.part in keys and not p.initial:
                keys[p.part].add(p.key)
    family_words = {w for key in keys[NamePartKind.FAMILY] for w in key.split()} | {
        k + "s" for k in keys[NamePartKind.FAMILY]
    }

    def known(p: NamePart) -> NamePartKind | None:
        """What the names of the document say of a word."""
        if p.key in keys[NamePartKind.BYNAME]:
            return NamePartKind.BYNAME
        given, family = (
            p.key in keys[NamePartKind.GIVEN],
            p.key in keys[NamePartKind.FAMILY] or p.key in family_words,
        )
        if given != family:
            return NamePartKind.GIVEN if given else NamePartKind.FAMILY
        return None

    def kind(p: NamePart, context: MentionContext, doctor: bool) -> NamePartKind:
        if found := known(p):
            return found
        if p.key in initials and not p.text.istitle():
            return NamePartKind.INITIALS
        if context.titled:
            return NamePartKind.FAMILY
        if context.behind_kin_word or any(names.is_nickname(p.key, g) for g in keys[NamePartKind.GIVEN]):
            return NamePartKind.GIVEN
        knows_given, knows_family = names.is_given_name(p.key), names.is_family_name(p.key)
        if knows_given != knows_family:
            return NamePartKind.GIVEN if knows_given else NamePartKind.FAMILY
        return NamePartKind.FAMILY if doctor or " " in p.key else NamePartKind.GIVEN

    def read(p: NamePart, context: MentionContext, doctor: bool) -> NamePart:
        if p.part is NamePartKind.UNRESOLVED:
            return replace(p, part=kind(p, context, doctor))
        if p.part is NamePartKind.INITIALS and len(p.key) > 1 and (found := known(p)):
            return replace(p, part=found)
        return p

    return [
        tuple(read(p, context, doctor) for p in mention)
        for mention, context, doctor in zip(mentions, contexts, doctors, strict=True)
    ]
