"""The outward form of a surface: its case, line breaks and scanning errors, given to another text."""

from __future__ import annotations

import random
import re

from chartveil_training.synthesis.generators.random_draws import chance

_BREAK = re.compile(r"[ \t]*\n\s*")
_SCANNED_WORD = re.compile(r"[^\W\d_][01][^\W\d_]|[^\W\d_]{2}[015]\b|\b[01][^\W\d_]{2}|[a-z]I[a-z]")
_SCANNED_NUMBER = re.compile(r"\d[OolI]|[OolI]\d|\b[OlI]{2}\b")
_LETTERS_MISREAD = (
    ("m", "rn"),
    ("l", "1"),
    ("o", "0"),
    ("I", "l"),
    ("O", "0"),
    ("i", "1"),
    ("S", "5"),
    ("e", "c"),
)


def match_case(text: str, original: str) -> str:
    """The text, given in its natural case, in capitals or small letters where the original is.

    A small l among capitals is a misread I.
    """
    letters = [c for c in original if c.isalpha()]
    if not letters:
        return text
    if all(c.islower() for c in letters):
        return text.lower()
    capitals = sum(c.isupper() for c in letters)
    if capitals > 1 and capitals + letters.count("l") >= len(letters):
        return text.upper()
    return text


def match_line_break(text: str, original: str, rng: random.Random) -> str:
    """The text with a line break of the original in the place of one of its blanks, if it has one."""
    found = _BREAK.search(original)
    if not found:
        return text
    blanks = [i for i, c in enumerate(text) if c == " "]
    if not blanks:
        return text
    at = rng.choice(blanks)
    return text[:at] + found.group() + text[at + 1 :]


def looks_scanned_word(text: str) -> bool:
    """Whether the words hold what scanning makes of letters: ``Wessingt0n``, ``P1atte``."""
    return bool(_SCANNED_WORD.search(text))


def looks_scanned_number(text: str) -> bool:
    """Whether the number holds what scanning makes of digits: ``O3/l4``."""
    return bool(_SCANNED_NUMBER.search(text))


def misread_word(text: str, rng: random.Random) -> str:
    """The text with one or two letters as a scan misreads them; sometimes a blank inside a word."""
    for _ in range(1 + chance(rng, 0.4)):
        letter, read = rng.choice(_LETTERS_MISREAD)
        places = [i for i, c in enumerate(text) if c == letter]
        if places:
            i = rng.choice(places)
            text = text[:i] + read + text[i + 1 :]
    if chance(rng, 0.1):
        inner = [i for i in range(2, len(text) - 2) if text[i - 1].isalnum() and text[i].isalnum()]
        if inner:
            i = rng.choice(inner)
            text = text[:i] + " " + text[i:]
    return text


def misread_number(text: str, rng: random.Random) -> str:
    """The number with most zeros and ones as the letters that a scan takes them for."""
    zero, one = rng.choice("OOo"), rng.choice("lllI")
    return "".join(
        (zero if c == "0" else one if c == "1" else c) if c in "01" and chance(rng, 0.8) else c for c in text
    )
