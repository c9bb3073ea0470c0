"""Numbers in words, as dictation writes them: digits, codes that are spelled out, days and years."""

from __future__ import annotations

import re

from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.keyed_random import KeyedRandom
from chartveil.surrogates.text_shape import with_case_of

SPOKEN_DIGIT = re.compile(r"\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b", re.IGNORECASE)
"""A digit spelled as a word, as in a number that was dictated."""
_DIGITS = tuple("zero one two three four five six seven eight nine".split())
_TEENS = tuple(
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(),
)
_TENS = tuple("twenty thirty forty fifty sixty seventy eighty ninety".split())
_UNDER_TWENTY = _DIGITS + _TEENS
_ORDINAL_ENDINGS = {
    "first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight",
    "ninth": "nine", "twelfth": "twelve",
}  # fmt: skip
_CENTURIES = {"eighteen": 1800, "nineteen": 1900, "twenty": 2000}
_SPELLING = tuple(
    "alpha bravo delta echo foxtrot golf hotel india kilo lima papa quebec sierra tango uniform whiskey "
    "yankee zulu".split()
)
"""Words for letters that nobody is called by."""
WORDS_IN_SPELLING = frozenset(
    "and as capital dash dot double for hyphen in is it's letter letters like number point right slash small "
    "space that the then triple uh um".split()
)
"""What is said between the signs of a code, and stays."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_UNIT = "one|two|three|four|five|six|seven|eight|nine"
_UNDER_100 = rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{_UNIT}))?|{'|'.join(_TEENS)}|{_UNIT})"
SPOKEN_YEAR = (
    rf"(?:two[-\s]thousand(?:(?:[-\s]and)?[-\s]{_UNDER_100})?"
    rf"|(?:{'|'.join(_CENTURIES)})[-\s](?:hundred(?:(?:[-\s]and)?[-\s]{_UNDER_100})?|oh[-\s](?:{_UNIT})"
    rf"|(?:{'|'.join(_TENS)})(?:[-\s](?:{_UNIT}))?|{'|'.join(_TEENS)}))\b"
    r"(?![-\s](?:fir|seco|thi|four|fif|six|seven|eigh|nin)(?:st|nd|rd|th)\b)"
)
"""Pattern of a year in words: ``nineteen forty six``, ``two thousand and nine``, ``twenty oh five``."""
SPOKEN_DAY = rf"(?:(?:twenty|thirty)[-\s])?(?:{_UNIT})\b|(?:{'|'.join(_TEENS)}|twenty|thirty)\b"
"""Pattern of the number of a day in words: ``four``, ``twenty five``."""


def redraw_spoken_digits(text: str, stream: KeyedRandom) -> str:
    """The text with its spelled digits drawn anew, each in the case of the old word."""
    return SPOKEN_DIGIT.sub(lambda m: with_case_of(m.group(), stream.choice(_DIGITS)), text)


def redraw_spoken_code(text: str, stream: KeyedRandom) -> str:
    """A code that is spelled out, drawn anew: digits and letters become others, words that stand for a letter
    (``m as in mary``) words of a spelling alphabet; what is said between them stays."""

    def other(m: re.Match[str]) -> str:
        word, folded = m.group(), fold(m.group())
        if folded in WORDS_IN_SPELLING:
            return word
        if len(word) == 1:
            return with_case_of(word, stream.letter())
        if folded in _TEENS or folded in _TENS:
            return with_case_of(word, stream.choice(_TEENS if folded in _TEENS else _TENS))
        return with_case_of(word, stream.choice(_DIGITS if SPOKEN_DIGIT.fullmatch(word) else _SPELLING))

    return _WORD.sub(other, text)


def number_from_words(text: str) -> int | None:
    """The number that words stand for: ``ninety-two`` 92, ``nineties`` 90, ``eightieth`` 80, ``one hundred
    and two`` 102; None where they stand for none."""
    total: int | None = None
    for part in re.split(r"[\s-]+|\band\b", fold(text).strip()):
        if not part:
            continue
        value = _number_from_word(part)
        if value is None:
            return None
        total = value if total is None else total * 100 if value == 100 else total + value
    return total


def _number_from_word(part: str) -> int | None:
    if part == "hundred":
        return 100
    part = _ORDINAL_ENDINGS.get(part, part)
    for stem in (
        part,
        part.removesuffix("th"),
        part.removesuffix("ieth") + "y",
        part.removesuffix("ies") + "y",
    ):
        if stem in _TENS:
            return 20 + 10 * _TENS.index(stem)
        if stem in _UNDER_TWENTY:
            return _UNDER_TWENTY.index(stem)
    # ``seventyone`` without a blank.
    for i, ten in enumerate(_TENS):
        if part.startswith(ten) and (rest := part.removeprefix(ten)) in _DIGITS[1:]:
            return 20 + 10 * i + _DIGITS.index(rest)
    return None


def read_spoken_year(text: str) -> int:
    """The year of a text that ``SPOKEN_YEAR`` matches."""
    words = [w for w in re.split(r"[-\s]+", fold(text)) if w != "and"]
    century = 2000 if words[:2] == ["two", "thousand"] else _CENTURIES[words[0]]
    rest = [w for w in words[1:] if w not in ("thousand", "hundred", "oh")]
    return century + (number_from_words(" ".join(rest)) or 0)


def write_spoken_number(number: int, like: str) -> str:
    """A number under a hundred in words, with the hyphen and the letter case of other words."""
    if number < 20:
        words = _UNDER_TWENTY[number]
    else:
        units = f"{'-' if '-' in like else ' '}{_DIGITS[number % 10]}" if number % 10 else ""
        words = _TENS[number // 10 - 2] + units
    return _in_case_of(like, words)


def write_spoken_year(year: int, like: str) -> str:
    """A year from 1800 to 2099 in words, as another year was written."""
    folded, rest = fold(like), year % 100
    thousand = year >= 2000 and ("thousand" in folded or rest < 10)
    head = "two thousand" if thousand else next(w for w, n in _CENTURIES.items() if n == year - rest)
    if not thousand and (rest == 0 or "hundred" in folded):
        head += " hundred"
    if rest == 0:
        return _in_case_of(like, head)
    plain = " and " if re.search(r"\sand\s", folded) else " "
    joint = plain if " " in head else " " if rest > 9 else " oh "
    return _in_case_of(like, head + joint + write_spoken_number(rest, folded))


def _in_case_of(like: str, words: str) -> str:
    if like.isupper():
        return words.upper()
    return words.title().replace(" And ", " and ") if like.istitle() else words
