"""Reads mentions of people: their words, initials, and which word is another one misspelt or cut short."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass

from chartveil.surrogates.shape import strip_accents
from chartveil.words import fold

_PIECE = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f]|['’](?=[^\W\d_]))*")
NAME_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le el al bin ibn ben abu ap ter ten y e zu zur st ste "
    "ni nic ui mhic".split()
)
NAME_SUFFIXES = frozenset("jr sr ii iii iv md rn phd dr mr mrs ms miss prof np mx".split())
_OCR = str.maketrans("015|", "olsl")
_TYPO_LENGTH = 6
"""Letters from which on a name that differs in one letter from another of the document is that name."""


@dataclass(frozen=True, slots=True)
class NameWord:
    """A piece of a mention: its text, folded form, and whether it was read as a particle and so on."""

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
        folded = folded.translate(_OCR)
    if len(folded) > 2 and word[0] == "l" and folded[1] not in "aeiouyl'":
        folded = "i" + folded[1:]
    return folded


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
            word = NameWord(text, normalize_name_word(text.replace(" ", "")), first.start, word.end)
        words.append(word)
    return words


def _belongs(words: list[NameWord], word: NameWord, known: Container[str]) -> bool:
    """Whether a word is the rest of the one before it."""
    before = words[-1]
    if word.text[0].isupper():
        return before.norm == "mc" or (before.norm == "mac" and len(words) > 1)
    if not (word.text.islower() and before.text[0].isupper() and len(word.text) > 1):
        return False
    if word.norm in NAME_PARTICLES or word.norm in NAME_SUFFIXES or before.norm in NAME_PARTICLES:
        return False
    if before.norm + word.norm in known:
        return True
    return word.norm not in known and (len(word.text) <= 4 or len(before.text) <= 2)


def signed_initials(words: list[NameWord]) -> Iterable[str]:
    """The initials that a name of several words is signed with: of all words, of the first and the last."""
    letters = [w.norm[0] for w in words if w.norm not in NAME_SUFFIXES and w.norm not in NAME_PARTICLES]
    if len(letters) > 1:
        yield "".join(letters)
        yield letters[0] + letters[-1]


def resolve_short_names(mentions: list[list[NameWord]], known: Container[str]) -> dict[str, str]:
    """Words that no list knows → the word of the document they are a short form or a typing error of.

    ``jax`` → ``jaxon``; ``fontanila`` → ``fontanilla`` where the second is known or comes first.
    """
    order = list(dict.fromkeys(w.norm for words in mentions for w in words if len(w.norm) > 2))
    longer = [w for w in order if len(w) >= 5]
    out: dict[str, str] = {}
    for at, word in enumerate(order):
        if word in known:
            continue
        for other in longer:
            if other == word or other in out or other[0] != word[0]:
                continue
            short = 3 <= len(word) <= 4 and other.startswith(word)
            earlier = other in known or order.index(other) < at
            if short or (earlier and len(word) >= _TYPO_LENGTH and _one_apart(word, other)):
                out[word] = other
                break
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
