"""Keys by which a misspelt word or number matches: typing errors, misread letters, other separators."""

from __future__ import annotations

_CONFUSED = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "8": "b", "6": "b", "9": "g", "q": "g"}
)
_FIGURES = str.maketrans({"o": "0", "d": "0", "l": "1", "i": "1", "z": "2", "s": "5", "b": "8", "g": "9"})


def ocr_key(word: str) -> str:
    """The word with letters that text recognition confuses made one."""
    return word.replace("rn", "m").replace("vv", "w").replace("cl", "d").translate(_CONFUSED)


def typo_keys(word: str) -> set[str]:
    """The word and every spelling with one letter left out.

    Two words are one typing error apart (wrong, missing, added or exchanged letter) only if these sets
    share a member.
    """
    return {word} | {word[:i] + word[i + 1 :] for i in range(len(word))}


def within_one_typo(a: str, b: str) -> bool:
    """Whether two words differ by at most one letter wrong, missing, added, or two neighbours exchanged."""
    if a == b:
        return True
    if len(a) > len(b):
        a, b = b, a
    if len(b) - len(a) > 1:
        return False
    i = 0
    while i < len(a) and a[i] == b[i]:
        i += 1
    if len(a) < len(b):
        return a[i:] == b[i + 1 :]
    return a[i + 1 :] == b[i + 1 :] or (a[i : i + 2] == b[i : i + 2][::-1] and a[i + 2 :] == b[i + 2 :])


def number_key(number: str) -> str:
    """Letters and digits of a number, folded: ``QS-220481`` is ``qs220481``."""
    return "".join(c for c in number.casefold() if c.isalnum())


def without_leading_zeros(key: str) -> str:
    """The key of a number of figures without the zeros before it, which tables drop; others as they are."""
    return key.lstrip("0") or key if key.isdigit() else key


def ocr_number_key(key: str) -> str:
    """The key of a number with letters that are taken for figures as such: of the same length."""
    return key.translate(_FIGURES)


def is_mostly_digits(key: str) -> bool:
    """Whether at least half of a key are figures: a number of which some were misread, not a word."""
    return 2 * sum(map(str.isdigit, key)) >= len(key)
