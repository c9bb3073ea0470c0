"""The shape of a text: its affixes, the case of its letters, the kinds of its characters."""

from __future__ import annotations

import re
import unicodedata
from enum import Enum

from chartveil.surrogates.keyed_random import KeyedRandom

MASK_CHARACTER = "█"
"""U+2588 FULL BLOCK stands for every character that is not white space in mode ``mask``."""

DIGITS_READ_AS_LETTERS = str.maketrans("015|", "olsl")
"""Digits that scanning makes of letters, with the letters."""

_POSSESSIVE = re.compile(r"(?:['’][sS]|(?<=[sS])['’])$")
_LEAD = re.compile(r"^[\s\"'“”‘’(\[{<,;:*]+")
_TRAIL = re.compile(r"[\s\"“”(\[\]{}<>,;:!?)*]+$")
_NEAR_DIGITS = str.maketrans("OoQIl|SZB", "000111528")
_LOOKS_NUMERIC = re.compile(r"[\dOolI|SZB]+")
_SPECIAL = str.maketrans("øØłŁđĐðÐıəƏħ", "oOlLdDdDiaAh")


class LetterCase(Enum):
    """How a word's letters stand."""

    LOWER = 0
    UPPER = 1
    TITLE = 2
    MIXED = 3


def letter_case_of(word: str) -> LetterCase:
    """Case style of a word; one capital letter alone counts as title case."""
    if word.islower():
        return LetterCase.LOWER
    if word.isupper():
        return LetterCase.UPPER if _two_letters(word) else LetterCase.TITLE
    letters = "".join(c for c in word if c.isalpha())
    if not letters or (letters[0].isupper() and letters[1:].islower()):
        return LetterCase.TITLE
    return LetterCase.MIXED


def _two_letters(word: str) -> bool:
    return sum(c.isalpha() for c in word) > 1


def apply_letter_case(word: str, case: LetterCase) -> str:
    """A word that is given in its natural case (``McKay``), in the case style asked for. Mixed case counts as
    title case."""
    if case is LetterCase.LOWER:
        return word.lower()
    if case is LetterCase.UPPER:
        return word.upper()
    return word[:1].upper() + word[1:]


def with_case_of(original: str, word: str) -> str:
    """A word in natural case, written in the case of the word that it replaces."""
    return apply_letter_case(word, letter_case_of(original))


def split_affixes(text: str) -> tuple[str, str, str]:
    """Leading punctuation and blanks, the core, and what follows: possessive, punctuation, blanks.

    The core is never empty unless the text has no letter or digit.
    """
    lead = m.group() if (m := _LEAD.match(text)) else ""
    core = text[len(lead) :]
    tail = m.group() if (m := _TRAIL.search(core)) else ""
    core = core[: len(core) - len(tail)]
    if m := _POSSESSIVE.search(core):
        tail = m.group() + tail
        core = core[: m.start()]
    while tail[:1] == ")" and core.count("(") > core.count(")"):
        core, tail = core + ")", tail[1:]
    if not any(c.isalnum() for c in core):
        return "", text, ""
    return lead, core, tail


def mask_text(text: str) -> str:
    """``MASK`` for each character that is not white space; same length, line breaks kept."""
    return "".join(c if c.isspace() else MASK_CHARACTER for c in text)


def strip_accents(text: str) -> str:
    """The text without accents; letters that Unicode does not take apart, such as ø, by a table."""
    if text.isascii():
        return text
    text = text.translate(_SPECIAL).replace("ß", "ss").replace("æ", "ae").replace("þ", "th")
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def misread_letters_to_digits(text: str, *, lone: bool = False) -> str:
    """Letters that stand for digits in scanned text, as digits: ``O3/l4`` → ``03/14``. Same length.

    ``O``, ``l``, ``I`` and ``|`` count in a run that holds a digit, ``S``, ``Z`` and ``B`` only between
    digits, so that prefixes such as ``S19-`` stay. With ``lone`` (dates) a run without any digit counts too,
    unless it touches a letter.
    """
    if text.isdecimal() or text.isalpha():
        return text

    def read(m: re.Match[str]) -> str:
        run = m.group()
        if run.isdecimal():
            return run
        before, after = text[: m.start()][-1:], text[m.end() : m.end() + 1]
        if not any(c.isdecimal() for c in run):
            return run.translate(_NEAR_DIGITS) if lone and not (before.isalpha() or after.isalpha()) else run
        # ``08SEP``: letters at an end of the run that touch other letters belong to those.
        edges = "OolI|SZB" if before.isalpha() else "SZB"
        head = len(run) - len(run.lstrip(edges))
        edges = "" if lone else "SZB"
        if after.isalpha() and text[m.end() : m.end() + 2].lower() not in ("st", "nd", "rd", "th"):
            edges = "OolI|SZB"
        tail = len(run.rstrip(edges)) if edges else len(run)
        return run[:head] + run[head:tail].translate(_NEAR_DIGITS) + run[tail:]

    return _LOOKS_NUMERIC.sub(read, text)


def misread_digits_to_letters(word: str) -> str:
    """Digits that stand for letters in a scanned word, as letters: ``Wessingt0n`` → ``Wessington``."""
    if "l" in word and len(word) > 2 and word.replace("l", "").isupper():
        word = word.replace("l", "I")
    if word.isalpha():
        return word
    letters = sum(c.isalpha() for c in word)
    wrong = sum(c in "015|" for c in word)
    if letters < 2 or letters < wrong or any(c.isdecimal() and c not in "015" for c in word):
        return word
    mended = word.translate(DIGITS_READ_AS_LETTERS)
    return mended.upper() if sum(c.isupper() for c in word) > letters / 2 and letters > 2 else mended


def randomize_characters(
    text: str, stream: KeyedRandom, *, keep_masked: bool = True, hexadecimal: bool = False
) -> str:
    """Random characters of the same class in the place of each letter and digit; the rest stays.

    Leading zeros of a run of digits stay zeros and its first other digit is never zero, so that a
    number keeps its number of places; runs of two or more ``x``, ``X`` (masks of the source) stay.
    """
    out: list[str] = []
    leading = True
    only_zeros = not set(text) & set("123456789")
    for i, c in enumerate(text):
        if c.isdecimal():
            if leading and c == "0" and not only_zeros:
                out.append("0")
            else:
                out.append("123456789"[stream.below(9)] if leading else stream.digit())
                leading = False
            continue
        leading = True
        if c.isalpha():
            if keep_masked and c in "xX" and c in text[max(0, i - 1) : i] + text[i + 1 : i + 2]:
                out.append(c)
            else:
                letter = "ABCDEF"[stream.below(6)] if hexadecimal else stream.letter()
                out.append(letter if c.isupper() else letter.lower())
        else:
            # Other numerals, such as ¼ and ², become digits.
            out.append(stream.digit() if c.isalnum() else c)
    return "".join(out)


def length_class(word: str) -> int:
    """0 for up to four letters, 1 for five to seven, 2 for more."""
    n = len(word)
    return 0 if n <= 4 else 1 if n <= 7 else 2


def with_spacing_of(original: str, words: list[str]) -> str:
    """The words with the white space of the original between them; no line break is lost."""
    gaps = re.findall(r"\s+", original.strip())
    out = words[0]
    for i, word in enumerate(words[1:]):
        out += (gaps[i] if i < len(gaps) else " ") + word
    rest = "".join(gaps[len(words) - 1 :])
    breaks = "".join(c for c in rest if c in "\r\n\u2028\u2029\x0b\x0c\x85")
    return out + breaks
