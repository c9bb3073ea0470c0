"""Corrects ordinary words with a typing or scanning error.

Such a word is in no list, and so looks like a rare name. ``norma1`` and ``rnother`` are what scanners make of
words; ``verbalzied`` is what hurried fingers make of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.lexicon import Lexicon

MIN_MISREAD_LETTERS = 4
"""Letters that a word misread by a scanner has at least."""
MIN_MISTYPED_LETTERS = 6
"""Letters that a mistyped word has at least: one edit leads from a short name to some word nearly always."""

_COMMON = 30  # Zipf value in tenths
_RATHER_COMMON = 35
_VERY_COMMON = 40
_MOST_READINGS = 256

# What a scanner gives, and what may have stood there.
_CONFUSED = (
    ("0", "o"),
    ("1", "l"),
    ("1", "i"),
    ("5", "s"),
    ("8", "b"),
    ("6", "b"),
    ("9", "g"),
    ("rn", "m"),
    ("m", "rn"),
    ("cl", "d"),
    ("d", "cl"),
    ("vv", "w"),
    ("l", "i"),
    ("i", "l"),
    ("li", "h"),
)
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWELS = "aeiou"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class SpellingCorrector:
    """Tells what ordinary word a word in no list was meant to be.

    Args:
        lexicon: which words are ordinary, and which are names.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def correct_misread(self, word: str, *, small: bool = False) -> str | None:
        """The ordinary word that a scanner made this one of; None if there is none, or if it may as well
        have been a name.

        Args:
            word: folded, without possessive.
            small: whether it is written in small letters where names are not. Then being a rare surname, as
                ``sarne`` is, does not save it.
        """
        if len(word) < MIN_MISREAD_LETTERS or not word.isascii() or not word.isalnum() or word.isdigit():
            return None
        # A figure among letters shows the scanner; letters alone may as well be a rare word or a name.
        least = _COMMON if any(map(str.isdigit, word)) else _RATHER_COMMON
        return self._ordinary(word, misread_originals(word), least, flags.SURNAME_RARE if small else 0)

    def correct_mistyped(self, word: str) -> str | None:
        """The ordinary word that is one slip away from this one: two letters swapped, one left out, put in,
        or exchanged for its neighbour on the keyboard or for another vowel. The first letter is right.

        Args:
            word: folded, without possessive.
        """
        if len(word) < MIN_MISTYPED_LETTERS or not word.isascii() or not word.isalpha():
            return None
        return self._ordinary(word, _one_edit_away(word), _COMMON)

    def _ordinary(self, word: str, meant: Iterable[str], least: int, pass_over: int = 0) -> str | None:
        bits_of = self._lexicon.words
        if bits_of.get(word, 0) & ~pass_over:
            return None
        best, highest = None, -1
        for candidate in meant:
            bits = bits_of.get(candidate, 0)
            if not bits:
                continue
            zipf = bits >> flags.ZIPF_SHIFT
            if _may_be_name(bits, zipf):
                return None
            if (zipf >= least or bits & flags.CLINICAL) and zipf > highest:
                best, highest = candidate, zipf
        return best


def _may_be_name(bits: int, zipf: int) -> bool:
    """Whether a known word names people or places more than anything else."""
    if bits & (
        flags.FIRST_NAME_FREQUENT | flags.SURNAME_FREQUENT | flags.STATE | flags.COUNTRY | flags.CITY_MAJOR
    ):
        return True
    weak = flags.NAME | flags.CITY | flags.COUNTY | flags.COMPANY_WELL_KNOWN
    return bool(bits & weak) and zipf < _VERY_COMMON


def misread_originals(word: str, *, changes: int = _MOST_READINGS) -> list[str]:
    """Words that a scanner may have misread as this one, those with the fewest changes first.

    Args:
        word: folded.
        changes: most places that were misread.
    """
    found = {word: None}
    fresh = [word]
    while fresh and len(found) < _MOST_READINGS and changes > 0:
        changes -= 1
        more = []
        for text in fresh:
            for given, meant in _CONFUSED:
                at = text.find(given)
                while at >= 0:
                    other = text[:at] + meant + text[at + len(given) :]
                    if other not in found and len(found) < _MOST_READINGS:
                        found[other] = None
                        more.append(other)
                    at = text.find(given, at + 1)
        fresh = more
    del found[word]
    return list(found)


def _one_edit_away(word: str) -> Iterator[str]:
    for i in range(1, len(word)):
        head, here, tail = word[:i], word[i], word[i + 1 :]
        if tail and tail[0] != here:
            yield head + tail[0] + here + tail[1:]
        yield head + tail
        for other in _keyboard_neighbours(here):
            yield head + other + tail
    for i in range(1, len(word) + 1):
        for letter in _LETTERS:
            yield word[:i] + letter + word[i:]


def _keyboard_neighbours(letter: str) -> str:
    """Letters left and right of a letter on the keyboard, and other vowels for a vowel."""
    found = _VOWELS.replace(letter, "") if letter in _VOWELS else ""
    for row in _ROWS:
        at = row.find(letter)
        if at >= 0:
            found += row[max(0, at - 1) : at] + row[at + 1 : at + 2]
    return found
