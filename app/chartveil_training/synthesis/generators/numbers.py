"""Numbers of people, calls and things, in the shape of another or in a shape of their own."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from chartveil.domain.labels import Label
from chartveil_training.synthesis.generators.random_draws import chance

_SPOKEN = "zero oh one two three four five six seven eight nine".split()
_DIGITS_SPOKEN = "one two three four five six seven eight nine".split()
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def randomised_code(text: str, rng: random.Random, *, letters: bool = True) -> str:
    """Other characters of the same class in the place of each digit and, if wanted, each letter.

    A leading zero mostly stays, as do runs of ``x`` that mask digits.
    """
    out = []
    leading = True
    for i, c in enumerate(text):
        if c.isdecimal():
            if leading and c == "0":
                out.append("0" if chance(rng, 0.85) else rng.choice("123456789"))
            else:
                out.append(rng.choice("123456789" if leading else "0123456789"))
            leading = False
            continue
        leading = not c.isalpha()
        if c.isalpha() and letters and not (c in "xX" and text[i - 1 : i + 2].lower().count("x") > 1):
            new = rng.choice(_LETTERS)
            out.append(new if c.isupper() else new.lower())
        else:
            out.append(c)
    return "".join(out)


def is_spoken_number(text: str) -> bool:
    """Whether a number is written as words: ``five five five oh one``."""
    words = re.findall(r"[a-z]+", text.lower())
    return len(words) > 1 and sum(w in _SPOKEN for w in words) >= len(words) * 0.6


def other_spoken_number(text: str, rng: random.Random) -> str:
    """Other digits in words."""
    return re.sub(
        r"[A-Za-z]+",
        lambda m: rng.choice(_DIGITS_SPOKEN) if m.group().lower() in _SPOKEN else m.group(),
        text,
    )


_CLASSES = {
    "#": "0123456789",
    "%": "123456789",
    "@": _LETTERS,
    "?": _LETTERS.lower(),
    "^": "0123456789" + _LETTERS,
    "~": "0123456789abcdef",
}


def code_from_pattern(rng: random.Random, pattern: str) -> str:
    """A code by pattern.

    ``#`` is a digit, ``%`` a digit but zero, ``@`` a capital, ``?`` a small letter, ``^`` a digit or a
    capital, ``~`` a hexadecimal digit; all other characters stay.
    """
    return "".join(rng.choice(_CLASSES[c]) if c in _CLASSES else c for c in pattern)


_YEAR = re.compile(r"(?<![\w])(?:19|20)\d\d(?=[-/])")
_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]{2}(?:([:-])[0-9A-Fa-f]{2})(?:\1[0-9A-Fa-f]{2}){2,}")
_OCTET = re.compile(r"\d+(?=\.)|(?<=\.)\d+")
_EXTENSION_DIGITS = 4
"""Digits up to which a number keeps its shape, as words around speak of it: ``last four 0917``."""
_WHOLE_NUMBER_DIGITS = 7
"""Digits from which on a telephone number is whole."""
_PREFIX_KEPT = 0.6
_FIRST_YEAR, _LAST_YEAR = 1998, 2026


class NumberGenerator:
    """Draws numbers of a label.

    Args:
        words: categories ``numbers.…`` with patterns of ``code``.
    """

    def __init__(self, words: Mapping[str, tuple[str, ...]]) -> None:
        self._words = words

    def make(self, label: Label, rng: random.Random) -> str:
        """A number in one of the usual shapes of the label."""
        if label in (Label.PHONE, Label.FAX):
            return self._phone(label, rng)
        made = code_from_pattern(rng, rng.choice(self._words[f"numbers.{label.lower()}"]))
        return _OCTET.sub(lambda m: str(int(m.group()) % 256), made) if label is Label.IP else made

    def _phone(self, label: Label, rng: random.Random) -> str:
        roll = rng.random()
        if label is Label.PHONE and roll < 0.1:
            return code_from_pattern(rng, rng.choice(self._words["numbers.phone_short"]))
        category = "numbers.phone_us" if roll < 0.7 else "numbers.phone_world"
        number = code_from_pattern(rng, rng.choice(self._words[category]))
        if label is Label.PHONE and chance(rng, 0.06) and number[-5:].isdecimal():
            number += " " + code_from_pattern(rng, rng.choice(self._words["numbers.phone_more"]))
        return number

    def replacement_for(self, text: str, label: Label, rng: random.Random, other_shape: float) -> str:
        """Another number in the shape of the text; with the probability given in a shape of its own.

        A text of fewer than five digits, such as an extension, keeps its shape, as other text speaks of it.
        """
        if is_spoken_number(text):
            return other_spoken_number(text, rng)
        if label is Label.IP:
            return self.make(label, rng)
        if _HEXADECIMAL.fullmatch(text) and any(c.isalpha() for c in text):
            made = re.sub(r"[0-9A-Fa-f]", lambda _: code_from_pattern(rng, "~"), text)
            return made.upper() if text.isupper() else made
        digits = sum(c.isdecimal() for c in text)
        if (
            digits > _EXTENSION_DIGITS
            and chance(rng, other_shape)
            and (label is not Label.PHONE or digits >= _WHOLE_NUMBER_DIGITS)
        ):
            return self.make(label, rng)
        letters = label not in (Label.PHONE, Label.FAX)
        # A prefix (``S19-``, ``MRN``) mostly stays: a place has one kind of number.
        head = re.match(r"[^\W\d_]+[-. ]?(?=\d)", text) if letters and chance(rng, _PREFIX_KEPT) else None
        at = head.end() if head else 0
        made = text[:at] + randomised_code(text[at:], rng, letters=letters)
        return (
            _YEAR.sub(lambda _: str(rng.randint(_FIRST_YEAR, _LAST_YEAR)), made)
            if _YEAR.search(text)
            else made
        )


_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINAL_ENDS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
                 "nine": "ninth", "twelve": "twelfth"}  # fmt: skip


def number_words(n: int) -> str:
    """A number below 120 in words: ``forty-two``."""
    if n >= 100:
        return "one hundred" + (f" and {number_words(n - 100)}" if n > 100 else "")
    if n < 20:
        return _NUMBERS[n]
    tens = _TENS[n // 10 - 2]
    return f"{tens}-{_NUMBERS[n % 10]}" if n % 10 else tens


def ordinal_words(n: int) -> str:
    """``forty-second``, ``eightieth``."""
    words = number_words(n)
    head, _, last = words.rpartition("-")
    if last in _ORDINAL_ENDS:
        new = _ORDINAL_ENDS[last]
    else:
        new = last[:-1] + "ieth" if last.endswith("y") else last + "th"
    return f"{head}-{new}" if head else new


_WORD_VALUES = {number_words(n).replace("-", " "): n for n in range(111)}
_ORDINAL_VALUES = {ordinal_words(n).replace("-", " "): n for n in range(1, 111)}
_LEADING_NUMBER = re.compile(r"\d+")


def nearby_age(text: str, rng: random.Random, shift: float) -> str:
    """Another age of the same kind: as many decades for a decade, words for words, weeks for weeks.

    Args:
        text: an age as written, ``45``, ``forty-five``, ``40s``, ``3 weeks``, ``38.6``.
        shift: between 0 and 1, the same for all ages of one person, so that ages keep their order.
    """
    low = text.lower().replace("-", " ").strip()
    for values, write in ((_WORD_VALUES, number_words), (_ORDINAL_VALUES, ordinal_words)):
        if low in values:
            made = write(_other_age(values[low], rng, shift))
            made = made if "-" in text or " " not in text else made.replace("-", " ")
            return made.upper() if text.isupper() else made.capitalize() if text[0].isupper() else made
    m = _LEADING_NUMBER.search(text)
    if not m:
        return text
    if re.fullmatch(r"['’]?\d0['’]?s", text):
        return text.replace(m.group(), str(10 * max(1, min(9, int(m.group()) // 10 + rng.randint(-2, 2)))))
    rest = text[m.end() :]
    if rest[:1] in (".", "+", "/", "½", "¼", "¾") or (
        rest.strip() and not rest.strip()[0].isdigit() and rest != "s"
    ):
        n = int(m.group())
        new = str(max(1, n + rng.randint(-min(n, 4), 4)))
        return text[: m.start()] + new + randomised_code(rest, rng, letters=False)
    new = str(_other_age(int(m.group()), rng, shift))
    return (
        text[: m.start()]
        + new.zfill(len(m.group()) if m.group()[0] == "0" else 0)
        + randomised_code(rest, rng, letters=False)
    )


def _other_age(age: int, rng: random.Random, shift: float) -> int:
    """Another age near enough that the note stays plausible."""
    if age <= 3:
        return max(0 if age == 0 else 1, age + rng.choice((-1, 0, 1, 1, 2)))
    if age < 18:
        return max(2, min(17, age + round((shift - 0.5) * 6) + rng.choice((0, 0, 1))))
    if age < 30:
        return max(18, age + round((shift - 0.35) * 20))
    return max(22, min(104, age + round((shift - 0.5) * 36) + rng.choice((0, 0, 0, 1))))
