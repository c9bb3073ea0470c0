"""Edits that mend words of a scan by the lexicon: misread letters, lost blanks, words broken in two.

A word that the lexicon knows stays as it is. What an unknown word is mended to is a word that it knows; a
name may be read into a word so, but that only adds a reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import regex

from chartveil.detection.misread.digits import MONTH_PATTERN
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.lexicon import Lexicon
from chartveil.lexicon.term_keys import word_key

_SECONDS = 10.0
_Edits = Iterator[tuple[int, int, str]]

# What a scan has, and what may have stood there; in small letters, the likeliest first.
_CONFUSED = (
    ("0", "o"), ("1", "l"), ("1", "i"), ("|", "l"), ("|", "i"), ("!", "l"), ("5", "s"), ("8", "b"),
    ("6", "g"), ("6", "b"), ("2", "z"), ("9", "g"), ("4", "a"), ("rn", "m"), ("m", "rn"), ("cl", "d"),
    ("d", "cl"), ("vv", "w"), ("w", "vv"), ("l", "i"), ("i", "l"), ("h", "li"), ("li", "h"), ("u", "ii"),
    ("ii", "u"), ("c", "e"), ("e", "c"), ("b", "h"), ("h", "b"), ("u", "n"), ("n", "u"), ("f", "t"),
    ("t", "f"), ("tl", "d"), ("o", "c"), ("a", "o"), ("q", "g"),
)  # fmt: skip
_FOR_DIGIT = {"0": "o", "1": "l", "5": "s", "8": "b", "6": "g", "2": "z", "|": "l", "!": "l"}
_WORD = regex.compile(r"[\p{L}\d][\p{L}\p{M}\d|!'’]*", regex.VERSION1)
_HYPHEN = regex.compile(r"(?<=(\p{L}{2,30}))[-‐][ \t]{0,8}\r?\n[ \t]{0,40}(?=(\p{Ll}{2,30}))", regex.VERSION1)
_CUES = {
    "d0b": "DOB", "do8": "DOB", "d08": "DOB", "dqb": "DOB", "mrm": "MRN", "mrh": "MRN", "55n": "SSN",
    "s5n": "SSN", "5sn": "SSN", "npl": "NPI", "np1": "NPI",
}  # fmt: skip
_COMMON = 30  # Zipf value in tenths
_RATHER_COMMON = 35
_LONGEST = 30
"""Characters of a word, at most; the ways to read one grow with the square of its length."""
_VERY_COMMON = 40
_USUAL = (
    flags.FIRST_NAME_FREQUENT
    | flags.SURNAME_FREQUENT
    | flags.SURNAME_USUAL
    | flags.CITY_MAJOR
    | flags.CITY_TOWN
)
_NAMED = flags.NAME | flags.CITY | flags.COUNTY
_SHORT = frozenset("at in on of to by is an as or he we it no so up my me do if go us am be".split())


class WordMender:
    """Mends words.

    Args:
        lexicon: which words there are.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._bits = lexicon.words
        self._states = lexicon.state_codes
        self._kept: dict[str, str | None] = {}

    # ── words in two parts ───────────────────────────────────────────────────────────────────────────

    def join_broken_words(self, text: str) -> _Edits:
        """Words parted by a hyphen at a line's end, or by a stray blank."""
        for m in _HYPHEN.finditer(text, timeout=_SECONDS):
            a, b = m[1], m[2]
            whole = self._known(a + b)
            # Of two usual words the hyphen may be their own: well-known.
            two = self._usual(a) and self._usual(b) and whole >> flags.ZIPF_SHIFT < _RATHER_COMMON
            if not two and (whole or not (self._known(a) and self._known(b))):
                yield m.start(), m.end(), ""
        words = list(_WORD.finditer(text, timeout=_SECONDS))
        for left, right in pairwise(words):
            if (
                text[left.end() : right.start()] == " "
                and right[0].islower()
                and self._broken(left[0], right[0])
            ):
                yield left.end(), right.start(), ""

    def _broken(self, a: str, b: str) -> bool:
        """Whether two words are parts of one that a blank broke."""
        if (
            not (a.isalpha() and b.isalpha())
            or min(len(a), len(b)) < 2
            or len(a) + len(b) < 5
            or (a.isupper() and len(a) > 1)
        ):
            return False
        whole = self._known(a + b)
        if not whole or (self._usual(a) and self._usual(b)):
            return False
        return bool(whole & (_USUAL | flags.NAME | flags.CITY)) or whole >> flags.ZIPF_SHIFT >= _COMMON

    # ── words ────────────────────────────────────────────────────────────────────────────────────────

    def correct_words(self, text: str) -> _Edits:
        """Words with misread letters, and words of which the blank between them was lost."""
        for m in _WORD.finditer(text, timeout=_SECONDS):
            word = m[0]
            if word.isdigit() or not 3 <= len(word) <= _LONGEST or self._known(word):
                continue
            if word not in self._kept:
                if len(self._kept) > 50_000:
                    self._kept.clear()
                self._kept[word] = self._mend(word)
            mended = self._kept[word]
            if mended is not None and not (" " in mended and _in_address(text, m.start(), m.end())):
                yield from _difference(m.start(), word, mended)

    def _mend(self, word: str) -> str | None:
        """What the word, which the lexicon does not know, is to be read as."""
        cue = _CUES.get(word.lower())
        if cue is not None:
            return cue
        letters = sum(map(str.isalpha, word))
        digits = sum(map(str.isdigit, word))
        if letters < 3 or digits * 2 > letters or len(word) < 4 or not word.isascii():
            return None
        parted = _parted_capital(word, self._known)
        if parted is not None:
            return parted
        code = _CODE.match(word)
        if code is not None and len(word) - code.end() > 3 and self._usual(word[code.end() :]):
            return f"{code[0]} {word[code.end() :]}"
        meant = self._meant(fold(word), name=word[0].isupper() or digits > 0)
        if meant is not None:
            return _cased(meant, word)
        if digits == 0:
            return self._split(word)
        if word[0].isalpha() and word[-1].isalpha() and not word.isupper() and not _NO_SLIP.search(word):
            return _cased("".join(_FOR_DIGIT.get(c, c) for c in word.lower()), word)
        return None

    def _meant(self, word: str, *, name: bool) -> str | None:
        """The likeliest known word that a scanner reads so; with two letters misread only a usual one."""
        first = self._best(_readings(word), 1 if name else 0, _COMMON)
        if first is not None or len(word) < 6:
            return first
        twice = dict.fromkeys(w for r in _readings(word) for w in _readings(r))
        return self._best(twice, 2 if name else 0, _COMMON if len(word) > 6 else _VERY_COMMON)

    def _best(self, candidates: dict[str, None], names: int, least: int) -> str | None:
        """Of words the most frequent; ``names`` is 0 for none, 1 for any, 2 for usual ones."""
        best, highest = None, -1
        for word in candidates:
            bits = self._bits.get(word, 0)
            if not bits:
                continue
            rank = bits >> flags.ZIPF_SHIFT
            if names and bits & _USUAL:
                rank = max(rank, _VERY_COMMON)
            elif bits & (_NAMED | flags.MEDICAL if names == 1 else flags.MEDICAL):
                rank = max(rank, _COMMON)
            if rank >= least and rank > highest:
                best, highest = word, rank
        return best

    def _split(self, word: str) -> str | None:
        """The word as two common ones, where one blank was lost."""
        low = word.lower()
        best, highest = None, 0
        for i in range(2, len(low) - 1):
            a, b = self._frequency(low[:i]), self._frequency(low[i:])
            if min(a, b) > highest:
                best, highest = i, min(a, b)
        return f"{word[:best]} {word[best:]}" if best is not None and len(word) > 5 else None

    def _frequency(self, part: str) -> int:
        if len(part) < 3:
            return _VERY_COMMON if part in _SHORT else 0
        bits = self._bits.get(part, 0)
        zipf = bits >> flags.ZIPF_SHIFT
        if zipf >= (_VERY_COMMON if len(part) == 3 else _COMMON):
            return zipf
        return _COMMON if len(part) > 4 and bits & (_USUAL | flags.MEDICAL) else 0

    def _known(self, word: str) -> int:
        if word.isascii() and word.isalnum():
            return self._bits.get(word.lower(), 0)
        return self._bits.get(word_key(fold(word)), 0)

    def _usual(self, word: str) -> bool:
        bits = self._known(word)
        return len(word) > 1 and (
            bits >> flags.ZIPF_SHIFT >= _COMMON or bool(bits & (_USUAL | flags.MEDICAL))
        )

    # ── marks between words ──────────────────────────────────────────────────────────────────────────

    def correct_punctuation(self, text: str) -> _Edits:
        """Blanks lost behind marks, stops for commas and commas for stops, colons lost or misread."""
        for pattern, new in _MARKS:
            for m in pattern.finditer(text, timeout=_SECONDS):
                yield m.start(), m.end(), new
        for m in _STATE.finditer(text, timeout=_SECONDS):
            if m[1] in self._states:
                yield m.start(), m.start() + 1, ","
        for m in _FIELD.finditer(text, timeout=_SECONDS):
            if not any(map(self._ordinary, m[2].split())):
                yield m.start(1), m.end(1), ": "

    def _ordinary(self, word: str) -> bool:
        bits = self._known(word.strip(".,"))
        return bool(bits & flags.MEDICAL) or (bits >> flags.ZIPF_SHIFT >= _COMMON and not bits & _USUAL)


def _readings(word: str) -> dict[str, None]:
    """What may have stood where a scanner gave this word, with one place changed or all of one digit."""
    found: dict[str, None] = {}
    for given, meant in _CONFUSED:
        at = word.find(given)
        while at >= 0:
            found[word[:at] + meant + word[at + len(given) :]] = None
            at = word.find(given, at + 1)
        if not given.isalpha() and word.count(given) > 1:
            found[word.replace(given, meant)] = None
    return found


def _cased(meant: str, word: str) -> str:
    """The mended word in the case of the word as it was read."""
    letters = [c for c in word if c.isalpha()]
    capitals = sum(map(str.isupper, letters))
    if capitals * 3 >= len(letters) * 2 and len(letters) > 2:
        return meant.upper()
    digit_first = not word[0].isalpha() and word[0] in "0156828|"
    return meant[0].upper() + meant[1:] if word[0].isupper() or digit_first else meant


_PARTICLES = frozenset("mc mac de del di la le van von fitz st du da al el".split())


def _parted_capital(word: str, is_known: Callable[[str], int]) -> str | None:
    """The word parted before a capital within it where a known word stands on one side: ``StreetDiner``."""
    for m in _INNER_CAPITAL.finditer(word):
        left, right = word[: m.start()], word[m.start() :]
        if left.lower() not in _PARTICLES and (is_known(left) or is_known(right)):
            return f"{left} {right}"
    return None


def _in_address(text: str, start: int, end: int) -> bool:
    """Whether a word is a part of a web or mail address."""
    behind = text[end : end + 2]
    return (
        text[start - 1 : start] in ("@", "/", ".")
        or behind[:1] == "@"
        or (behind[:1] == "." and behind[1:].isalnum())
    )


def _difference(start: int, word: str, mended: str) -> _Edits:
    """The edit that makes one of the other, without what they share at both ends."""
    shortest = min(len(word), len(mended))
    head = 0
    while head < shortest and word[head] == mended[head]:
        head += 1
    tail = 0
    while tail < shortest - head and word[-1 - tail] == mended[-1 - tail]:
        tail += 1
    yield start + head, start + len(word) - tail, mended[head : len(mended) - tail]


def _compiled(pattern: str) -> Any:
    return regex.compile(pattern, regex.VERSION1)


_CODE = _compiled(r"\p{Lu}?\d{1,3}(?=\p{Ll}{4})")
_NO_SLIP = _compiled(r"\d{2}|\d\p{Lu}")
"""Figures that are some: a scanner takes one letter for a digit rarely twice on end."""
_INNER_CAPITAL = _compiled(r"(?<=\p{Ll}{2})(?=[\p{Lu}--I]\p{Ll}{2})")
_MARKS = (
    (_compiled(r"(?<=\b(?:Dr|DR|Mr|MR|Mrs|MRS|Ms|MS|Prof|Rev))(?:,[ ]|[.,])(?=\p{Lu})"), ". "),
    (_compiled(r"(?<=[\p{Ll}\d)][,;])(?=\p{L})"), " "),
    (_compiled(r"(?<=\p{L}{2}:)(?=[\p{L}(])"), " "),
    (_compiled(r"(?<=\p{Ll}{2}\.)(?=\p{Lu}\p{Ll})(?<!@\S{0,60})"), " "),
    (_compiled(r"(?<=\))(?=\p{L}{2})"), " "),
    (_compiled(r"(?<=\p{Ll}{2})(?=\([\p{L}\d]{2})"), " "),
    (_compiled(rf"(?i)(?<=\b{MONTH_PATTERN}[ ]\d{{1,2}})\.(?=[ ](?:19|20)\d\d\b)"), ","),
    (_compiled(r"(?<![\p{L}\d])[bhn][tf][tf]p(?=s?://)"), "http"),
    (_compiled(r"(?<=[\p{L}\d])(?:[ ]@[ ]?|@[ ])(?=[\p{L}\d-]{1,40}\.\p{L}{2})"), "@"),
)
_STATE = _compiled(r"(?<=\p{L}{3})\.[ ]([A-Z]{2})(?=[ ]\d{5}(?!\d))")
_FIELD = _compiled(
    r"(?m)(?:^|(?<=[ \t]{2}))(?:Patient(?:[ ]Name)?|PATIENT(?:[ ]NAME)?|Name|NAME|Pt|PT|Attending|ATTENDING|"
    r"Surgeon|SURGEON|Provider|PROVIDER)([ ]?[;.,][ ]?|[ ])"
    r"(\p{Lu}[\p{L}'’-]{1,30}(?:,?[ ]\p{Lu}[\p{L}'’.-]{0,30}){1,3})"
)
