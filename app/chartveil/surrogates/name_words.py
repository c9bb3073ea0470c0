"""Splits a name as it is written into words: names, initials, particles, credentials, misspellings."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.name_particles import CREDENTIALS, NAME_PARTICLES, TITLES
from chartveil.lexicon.nicknames import load_nicknames
from chartveil.surrogates.text_shape import DIGITS_READ_AS_LETTERS, strip_accents

_PIECE = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f]|['’](?=[^\W\d_]))*")
_SURNAMES_TOO = frozenset("do ma od pa".split())
"""Credentials that are surnames too: without a comma they are taken so, but where they alone are in capitals
behind two words of a name."""
_GIVEN_TOO = frozenset(("nic",))
"""Particles that are short given names at the head of a name, which no list has."""
_DOTTED_CREDENTIAL = re.compile(r",\s*(?:[A-Z][a-z]?\.\s?){2,4}[A-Z]?\.?$")
_PARTICLE_IS_A_NAME = frozenset(("vietnamese", "chinese", "korean"))
_SERVANT = frozenset("abd abdu abdul abdel abdal abdool abdur abdus abdun abduz".split())
"""How the first part of ``Abd al-Rahman`` is written where the name is parted."""
_ARTICLES = frozenset("al el ul ar ur as us ash ush an un az uz ad ud at ut".split())
_SOLID_SERVANT = re.compile(r"abd[uea](?:l|(?P<sun>[rsnzdt])(?=(?P=sun)))?(?P<of>(?!ll)[^\W\d_]{4,})")
_SYLLABLE_ORIGINS = frozenset(("chinese", "korean", "vietnamese", "japanese"))
"""Origins whose given names are written as one word or in syllables: ``Minjun``, ``Min-jun``, ``Min Jun``."""
_LONGEST_SYLLABLE = 6
_YORUBA_HEADS = ("oluwa", "olu")
"""Beginnings of Yoruba given names that may be left out: ``Kemi`` for ``Oluwakemi``."""
_SLIP_LENGTH = 5
"""Letters from which on a word that differs by one slip from another of the document is that name."""


@dataclass(frozen=True, slots=True)
class NameWord:
    """A word of a mention: its text, its normal form for comparison, and its range in the mention."""

    text: str
    norm: str
    start: int
    end: int


def normalize_name_word(word: str) -> str:
    """A name word for comparison: no case, no accents, digits that scanning made of letters undone."""
    folded = fold(word)
    if not folded.isascii():
        folded = fold(strip_accents(folded))
    if not folded.isalpha():
        folded = folded.translate(DIGITS_READ_AS_LETTERS)
    if len(folded) > 2 and word[0] == "l" and folded[1] not in "aeiouyl'":
        folded = "i" + folded[1:]
    return _of_servant(folded)


def _of_servant(folded: str) -> str:
    """One spelling of the Arabic names that begin with ``Abd al-``; another word as it is."""
    m = _SOLID_SERVANT.fullmatch(folded) if folded.startswith("abd") else None
    return f"abdul{m['of']}" if m else folded


def split_name_words(core: str, known: Container[str]) -> list[NameWord]:
    """The words of a mention; those that a blank cut in two (``Sand hu``, ``Mc Coy``) made whole.

    Args:
        core: the mention without its affixes.
        known: folded names of the lists.
    """
    words: list[NameWord] = []
    for m in _PIECE.finditer(core):
        word = NameWord(m.group(), normalize_name_word(m.group()), m.start(), m.end())
        if words and core[words[-1].end : word.start] == " " and _belongs(words, word, known):
            first = words.pop()
            text = core[first.start : word.end]
            joined = text.replace(" ", "'" if first.text == "O" else "")
            word = NameWord(text, normalize_name_word(joined), first.start, word.end)
        if words and core[words[-1].end : word.start] == "-" and _is_syllables(words[-1], word, known):
            first = words.pop()
            word = NameWord(core[first.start : word.end], first.norm + word.norm, first.start, word.end)
        words.append(word)
    return words


def join_split_names(
    core: str,
    words: list[NameWord],
    names: Mapping[str, tuple[str, str]],
    is_pair: Callable[[str, str], bool],
) -> list[NameWord]:
    """The words of a mention, those that are the parts of one given name made whole: ``Min Jun`` as
    ``minjun``, ``Abd al-Rahman`` as ``abdulrahman``.

    Other double names (``Karl Heinz``, ``Karl-Heinz``) are two: somebody may be called by the first alone.

    Args:
        core: the mention without its affixes.
        words: its words.
        names: folded name → kind and origin, of the lists.
        is_pair: whether two words are known to be the parts of one given name, parted or as one word.
    """
    out: list[NameWord] = []
    words = [piece for word in words for piece in _parted(word, names)]
    at = 0
    while at < len(words):
        end, norm = _servant_at(core, words, at, is_pair) or _syllables_at(core, words, at, names, is_pair)
        first = words[at]
        out.append(NameWord(core[first.start : words[end - 1].end], norm or first.norm, first.start,
                            words[end - 1].end))  # fmt: skip
        at = end
    return out


def _parted(word: NameWord, names: Mapping[str, tuple[str, str]]) -> list[NameWord]:
    """The parts of a double name with a hyphen that is not one of syllables."""
    pieces = list(_PIECE.finditer(word.text))
    if "-" not in word.text or len(pieces) != 2 or names.get(word.norm, ("", ""))[1] in _SYLLABLE_ORIGINS:
        return [replace(word, norm=_of_servant(word.norm))]
    parts = [
        NameWord(m.group(), normalize_name_word(m.group()), word.start + m.start(), word.start + m.end())
        for m in pieces
    ]
    parted = all(part.norm in names for part in parts)
    return parts if parted else [replace(word, norm=_of_servant(word.norm))]


def _servant_at(
    core: str, words: list[NameWord], at: int, is_pair: Callable[[str, str], bool]
) -> tuple[int, str] | None:
    """Where a name such as ``Abd al-Rahman`` that begins there ends, and its one spelling."""
    first = words[at]
    named = at + 1 + (at + 2 < len(words) and words[at + 1].norm in _ARTICLES)
    if first.norm not in _SERVANT or named >= len(words) or len(words[named].norm) < 4:
        return None
    if not _joins(core, words[at : named + 1], " -'’"):
        return None
    of = words[named].norm
    # ``Abdul Rahman`` alone may be a given name and a surname.
    parted = core[first.end : words[at + 1].start] == "-" or named > at + 1 or named + 1 < len(words)
    turned = at > 0 and "," in core[words[at - 1].end : first.start]
    return (named + 1, f"abdul{of}") if parted or turned or is_pair("abdul", of) else None


def _syllables_at(
    core: str,
    words: list[NameWord],
    at: int,
    names: Mapping[str, tuple[str, str]],
    is_pair: Callable[[str, str], bool],
) -> tuple[int, str]:
    """The same of a given name in two syllables; the next word and nothing where there is none."""
    if not is_in_syllables(core, words, at, names):
        return at + 1, ""
    first, second = words[at], words[at + 1]
    before, behind = words[at - 1] if at else None, words[at + 2] if at + 2 < len(words) else None
    if before is not None:
        kind, origin = names.get(before.norm, ("", ""))
        family_first = "," in core[before.end : first.start] or (
            kind[:1] in ("L", "B") and origin in _SYLLABLE_ORIGINS
        )
    else:
        family_first = False
    if before is None and behind is not None and names.get(first.norm, ("", ""))[0] == "L":
        # ``Jin Sun Hee`` may begin with the surname.
        behind = None if is_in_syllables(core, words, at + 1, names) else behind
    whole = family_first or behind is not None or is_pair(first.norm, second.norm)
    return (at + 2, first.norm + second.norm) if whole else (at + 1, "")


def is_in_syllables(core: str, words: list[NameWord], at: int, names: Mapping[str, tuple[str, str]]) -> bool:
    """Whether the word there and the next one may be the two syllables of a listed given name."""
    if at + 1 >= len(words) or not _joins(core, words[at : at + 2], " -"):
        return False
    first, second = words[at].norm, words[at + 1].norm
    if min(len(first), len(second)) < 2 or max(len(first), len(second)) > _LONGEST_SYLLABLE:
        return False
    kind, origin = names.get(first + second, ("L", ""))
    return kind != "L" and origin in _SYLLABLE_ORIGINS and first not in NAME_PARTICLES


def _joins(core: str, words: list[NameWord], between: str) -> bool:
    """Whether nothing but one such sign parts each word from the next."""
    gaps = (core[a.end : b.start] for a, b in pairwise(words))
    return all(len(gap) == 1 and gap in between for gap in gaps)


def split_double_name(
    word: str, names: Mapping[str, tuple[str, str]], is_pair: Callable[[str, str], bool]
) -> tuple[str, str] | None:
    """The two given names that are written as one word (``karlheinz``), where they are known as such and are
    not two syllables of one."""
    kind, origin = names.get(word, ("L", ""))
    if _SOLID_SERVANT.fullmatch(word) or (kind != "L" and origin in _SYLLABLE_ORIGINS):
        return None
    for at in range(2, len(word) - 1):
        first, second = word[:at], word[at:]
        if first in names and second in names and is_pair(first, second):
            return first, second
    return None


def _is_syllables(first: NameWord, second: NameWord, known: Container[str]) -> bool:
    """Whether a hyphen parts the syllables of one name: ``Ji-woo``."""
    return (
        first.norm not in NAME_PARTICLES  # ``Al-Hakim``
        and min(len(first.norm), len(second.norm)) > 1
        and max(len(first.norm), len(second.norm)) <= _LONGEST_SYLLABLE
        and (first.norm + second.norm in known and not (first.norm in known and len(first.norm) > 4))
    )


def _belongs(words: list[NameWord], word: NameWord, known: Container[str]) -> bool:
    """Whether a word is the rest of the one before it."""
    before = words[-1]
    if word.text[0].isupper():
        irish = before.text == "O" and len(words) > 1 and word.norm not in known
        return irish or before.norm == "mc" or (before.norm == "mac" and len(words) > 1)
    if not (word.text.islower() and before.text[0].isupper() and len(word.text) > 1):
        return False
    if not NAME_PARTICLES.union(TITLES, CREDENTIALS).isdisjoint((word.norm, before.norm)):
        return False
    if before.norm + word.norm in known:
        return True
    return word.norm not in known and (len(word.text) <= 4 or len(before.text) <= 2)


def kept_word_starts(
    core: str, words: list[NameWord], names: Mapping[str, tuple[str, str]]
) -> frozenset[int]:
    """The starts of words in a name that stay: titles, credentials, and particles before a name.

    ``das`` stays in ``Maria das Neves`` and not in ``Anita Das``; ``MA`` behind ``Jane Doe,`` and not alone.

    Args:
        core: the mention without its affixes.
        words: its words.
        names: folded name → kind and origin, of the lists.
    """
    kept: set[int] = set()
    dotted = m.start() if (m := _DOTTED_CREDENTIAL.search(core)) else len(core)
    for i, word in enumerate(words):
        following = words[i + 1] if i + 1 < len(words) else None
        joined = following is not None and not re.search(r"[,^;]", core[word.end : following.start])
        if len(words) == 1:
            break
        if word.start > dotted or (word.norm in TITLES and i == 0):
            kept.add(word.start)
        elif word.norm in NAME_PARTICLES and joined and following is not None and len(following.norm) > 1:
            is_given = names.get(word.norm, ("L", ""))[0] != "L" or word.norm in _GIVEN_TOO
            given = i == 0 and word.text[0].isupper() and is_given
            given = given and following.norm not in NAME_PARTICLES
            given = given and core[word.end : following.start] != "-"  # ``Al-Rashid``
            name = next((w for w in words[i + 1 :] if w.norm not in NAME_PARTICLES), following)
            if not given and names.get(name.norm, ("", ""))[1] not in _PARTICLE_IS_A_NAME:
                kept.add(word.start)
        elif word.norm in CREDENTIALS and i > 0 and not joined:
            comma = "," in core[words[i - 1].end : word.start]
            # ``J. Pollard MA`` beside ``POLLARD MA`` and ``Jun Ma``.
            alone = word.text.isupper() and len(words) > 2 and not words[i - 1].text.isupper()
            if comma or alone or word.norm not in _SURNAMES_TOO:
                kept.add(word.start)
    # Several in a row: ``Doe, MD, PhD`` and ``Doe RN BSN``.
    for i in range(len(words) - 2, 0, -1):
        if words[i].norm in CREDENTIALS - _SURNAMES_TOO and words[i + 1].start in kept:
            kept.add(words[i].start)
    return frozenset(kept) if len(kept) < len(words) else frozenset()


def signature_letter_positions(letters: list[str]) -> Iterable[tuple[int, ...]]:
    """The letters of a name with which it is signed, as positions: all, or the first and the last."""
    if len(letters) > 1:
        yield tuple(range(len(letters)))
        yield (0, len(letters) - 1)


def whole_names(
    order: list[str], known: Container[str], beside: Mapping[str, frozenset[str]] | None = None
) -> dict[str, str]:
    """Words of a document that no list knows → the word of it that they are a short form or a slip of.

    ``jax`` → ``jaxon``; ``fontanila`` → ``fontanilla`` where the second is known or comes first; ``lene`` →
    ``leen``, though both are names, where both stand beside the same other word.

    Args:
        order: the name words of the document, normalised, in the order they come.
        known: folded names of the lists.
        beside: name word → the other words of the mentions that it stands in.
    """
    beside = beside or {}
    longer: dict[str, list[tuple[int, str]]] = {}
    for at, word in enumerate(order):
        # Also the first two letters may have changed places.
        for head in {word[0], word[1::-1]}:
            longer.setdefault(head, []).append((at, word))
    out: dict[str, str] = {}
    for at, word in enumerate(order):
        for place, other in (*longer[word[0]], *longer.get(word[:2], ())):
            if other == word or other in out or (abs(len(other) - len(word)) > 1 and len(word) > 4):
                continue
            short = 3 <= len(word) <= 4 and len(other) >= 5 and other.startswith(word)
            swapped = len(word) >= 4 and _swapped(word, other)
            long_enough = min(len(word), len(other)) >= _SLIP_LENGTH
            near = is_misspelling(word, other)
            if word in known:
                # Two letters in the wrong order make a slip also of what somebody is called.
                same = not beside.get(word, frozenset()).isdisjoint(beside.get(other, ()))
                slip = swapped and place < at and (long_enough or same)
            else:
                slip = short or (near and (other in known or place < at))
            if slip:
                out[word] = other
                break
    return out


def is_misspelling(word: str, name: str) -> bool:
    """Whether a word differs from a name by two letters in the wrong order, from four letters on, or by one
    letter less, more or other, from five on; both normalised."""
    if len(word) >= 4 and _swapped(word, name):
        return True
    return min(len(word), len(name)) >= _SLIP_LENGTH and word != name and _one_apart(word, name)


class MisspellingIndex:
    """Names that a word may be a misspelling of, found in a time that does not grow with their number.

    Args:
        words: normalised; of several that may be meant the first is.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._places: dict[str, int] = {}
        self._by_key: dict[str, list[str]] = {}
        for word in words:
            if word not in self._places:
                self._places[word] = len(self._places)
                for key in _shortened(word):
                    self._by_key.setdefault(key, []).append(word)

    def __contains__(self, word: str) -> bool:
        return word in self._places

    def intended(self, word: str) -> str:
        """The name that the word is a misspelling of; empty where of none."""
        near = {w for key in _shortened(word) for w in self._by_key.get(key, ()) if is_misspelling(word, w)}
        return min(near, key=self._places.__getitem__, default="")


def _shortened(word: str) -> set[str]:
    """The word, and it without any one letter: two that are one slip apart share one."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}


def usual_given_name(word: str, known: Mapping[str, tuple[str, str]], gender: str = "") -> str:
    """The given name that a word is the short form or a slip of, alone: ``bob``, ``robret`` → ``robert``.

    Args:
        word: normalised.
        known: folded name → kind and origin, of the lists.
        gender: F, M or empty: which of several (``pat``) is meant.
    """
    full = _given_names().get(word, ())
    fitting = [g for g in full if not gender or known.get(g, ("U", ""))[0][-1] in (gender, "U")]
    if fitting:
        return fitting[0]
    for head in _YORUBA_HEADS:
        if known.get(head + word, ("L", ""))[0] != "L":
            return head + word
    if word in known or len(word) < _SLIP_LENGTH:
        return word
    near = {
        other
        for i in range(1, len(word) - 1)
        if (other := word[:i] + word[i + 1] + word[i] + word[i + 2 :]) in known
        and known[other][0] in ("F", "M")
    }
    return near.pop() if len(near) == 1 else word


def is_short_form(word: str) -> bool:
    """Whether a normalised word is the usual short form of a given name: ``em``, ``bob``."""
    return word in _given_names()


def given_names_of(short: str) -> tuple[str, ...]:
    """The given names that a normalised short form may stand for; none where it is none."""
    return _given_names().get(short, ())


def short_forms(given: str) -> tuple[str, ...]:
    """The usual short forms of a given name in natural case; none where the table has none."""
    return load_nicknames().get(fold(given), ())


@cache
def _given_names() -> dict[str, tuple[str, ...]]:
    """Short form → the given names it may stand for, in the order of the table."""
    table = load_nicknames()
    out: dict[str, tuple[str, ...]] = {}
    for given, shorts in table.items():
        for short in map(normalize_name_word, shorts):
            if short not in table:
                out[short] = (*out.get(short, ()), given)
    return out


def _one_apart(a: str, b: str) -> bool:
    """Whether one letter less, more or other makes one word of the other."""
    if abs(len(a) - len(b)) > 1:
        return False
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    shorter, longer = sorted((a[head:], b[head:]), key=len)
    return longer[1:] == (shorter if len(a) != len(b) else shorter[1:])


def _swapped(a: str, b: str) -> bool:
    """Whether two neighbouring letters in the wrong order make one word of the other."""
    differ = [i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
    return (
        len(a) == len(b) and len(differ) == 2 and a[differ[0] : differ[1] + 1] == b[differ[1]] + b[differ[0]]
    )
