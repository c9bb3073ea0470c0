"""Finds known strings in a text though their letters are spaced, run together, reversed or numbered.

What a list or an accepted original says is sought among the letters and digits of a text alone:
``Win|ter``, ``NoteWinterBrook2``, ``retniW``, ``87 105 110 116 101 114``; a long number among its digits
alone (``258-x91-4034``). What stands there plainly, as words of its own, is left to those who look for it
with more sense for what it may mean.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.word_disguises import (
    LEAST_BEGINNING,
    LEAST_PART,
    LEAST_REST,
    LEAST_TURNED,
    LEAST_WITHIN,
)

LEAST_WHOLE = 9
"""Letters and digits of a whole string from which on it counts within other words too."""
_LEAST_CUT = 10
"""Letters of a name in pieces from which on it counts where a letter more touches it."""
_CLINICAL_ENDING = re.compile(r"(?:i|ii|ae|ia|ian|ians|ism|ic|oid|iform|like|itis|oma|osis|ella|ite|esque)")
"""What makes a thing of a name: ``Jacksonian``, ``morganella``."""
_LEAST_HALF = 6
"""Letters of the second half of a name of ``LEAST_WITHIN``, parted from the first by a page or a column."""
_FIRST_OF_LINE = re.compile(
    rf"(?:^|[\n\t|])[ \t>|]{{0,6}}(?:\d{{1,4}}[ .:)]{{1,3}})?([^\W\d_A-Z]{{{_LEAST_HALF},40}})(?!\w)"
)
"""A word in small letters that begins a line or a cell, also behind the number of the line."""
_BLOCK = 4096
_WIDE_GAP = re.compile(r"[\W_]{7}")
"""What parts the pieces of a short string no more."""
_DIGIT_GAP = re.compile(r"[\W_]{0,8}(?:[^\W\d_]{1,3}[\W_]{0,8})?")
"""What may stand between two digits of one number."""
_DIGIT = re.compile(r"[0-9]")
_GLUE = re.compile(r"[^\W\d_]['’]$")
_GLUE_BEHIND = re.compile(r"['’](?!s\b)[^\W\d_]", re.IGNORECASE)
"""An apostrophe that makes one word of a name and another word beside it."""
_PLAIN_GAP = re.compile(r"[ \t]{0,2}[-,.;:/]?[ \t]{0,2}(?:\r?\n[ \t]{0,8})?")
_RUNS = re.compile(r"[^\W_]+")
_CODES = re.compile(r"(?<!\w)\d{2,3}(?:[\s,;.:|-]{1,3}\d{2,3}){4,}(?!\w)")
_HEX_CODES = re.compile(r"(?<!\w)(?:0x)?[0-9A-Fa-f]{2}(?:[\s,;:|-]{1,3}(?:0x)?[0-9A-Fa-f]{2}){4,}(?!\w)")
_ASCII_RUN = re.compile(
    r"<[^<>]{0,200}>|\\[ux][0-9A-Fa-f]{0,4}|&\w{1,8};|&?#\s{0,2}x?[0-9A-Fa-f]{1,6};|([A-Za-z0-9]+)"
)
"""Letters and digits, past tags and escapes."""
_FOREIGN = re.compile(r"[<\\&]|[^\x00-\x7f]")
_LETTER = re.compile(r"[^\W\d_]")
_PLAYED = re.compile(r"(?<![\w@$])(?=[\w@$]{0,40}(?:[013457@$]|(\w)\1\1))[\w@$]{5,40}(?![\w@$])")
"""A word with figures for letters (``0k4f0r``) or one letter drawn out (``Okaforrrr``)."""
_FIGURES = [str.maketrans("013457@$", f"o{i}eastas") for i in "il"]
_DRAWN_OUT = re.compile(r"([^\W\d_])\1{2,}")
_NUMBER = re.compile(r"(\d+)")
_HEX_NUMBER = re.compile(r"(?:0x)?([0-9A-Fa-f]{2})(?![0-9A-Fa-f])")


def decode_codes(text: str) -> Iterator[list[tuple[str, int, int]]]:
    """Rows of numbers that may stand for characters of ASCII: each character with the range of its number."""
    for run in _CODES.finditer(text):
        yield [
            (chr(int(m[0])), *m.span()) for m in _NUMBER.finditer(text, *run.span()) if _is_code(int(m[0]))
        ]
    for run in _HEX_CODES.finditer(text):
        codes = _HEX_NUMBER.finditer(text, *run.span())
        yield [(chr(int(m[1], 16)), *m.span()) for m in codes if _is_code(int(m[1], 16))]


def _is_code(number: int) -> bool:
    return 32 <= number < 127


@dataclass(frozen=True, slots=True)
class _Form:
    """What a row of letters and digits stands for: its label, whether it counts within others, and its
    words where it is not turned round."""

    label: Label
    is_whole: bool
    words: tuple[str, ...]


class DisguisedSearch:
    """Seeks known strings in disguise.

    Args:
        sought: strings with their labels, as they are written. Whole names, numbers and addresses of
            ``LEAST_WHOLE`` letters and digits count wherever these follow each other; a single word only
            where it begins and ends a word, or is long.
        is_common: whether a folded word is an ordinary word of the language.
        is_word: whether a folded word is any word but a name; ``is_common`` where not given.
        is_in_lexicon: whether a folded word is any word or name; where not given, none begins with a sought
            one of fewer than ``LEAST_WITHIN`` letters.
    """

    def __init__(
        self,
        sought: Iterable[tuple[str, Label]],
        is_common: Callable[[str], bool],
        is_word: Callable[[str], bool] | None = None,
        is_in_lexicon: Callable[[str], bool] | None = None,
    ) -> None:
        self._is_common = is_common
        self._is_word = is_word or is_common
        self._is_in_lexicon = is_in_lexicon
        self._forms: dict[str, _Form] = {}
        for text, label in sought:
            form = squeezed(text)
            if len(form) < LEAST_PART or (form.isdigit() and len(form) < LEAST_WITHIN):
                continue
            words = tuple(map(fold, _RUNS.findall(text)))
            is_number = any(map(str.isdigit, form)) and len(form) >= LEAST_WITHIN
            is_whole = is_number or (len(form) >= LEAST_WHOLE and len(words) > 1)
            if not is_whole and self._is_word(form):
                continue
            self._forms.setdefault(form, _Form(label, is_whole, words))
            if len(form) < LEAST_TURNED:
                continue
            for turned in {form[::-1], "".join(word[::-1] for word in words)} - {form}:
                if not self._is_word(turned):
                    self._forms.setdefault(turned, _Form(label, is_whole, ()))

    @cached_property
    def _has_numbers(self) -> bool:
        return any(form.isdigit() for form in self._forms)

    @cached_property
    def _automaton(self) -> Any:
        import ahocorasick

        automaton = ahocorasick.Automaton()
        for form in sorted(self._forms):
            automaton.add_word(form, form)
        automaton.make_automaton()
        return automaton

    def find(self, text: str) -> list[tuple[int, int, Label]]:
        """Range and label of each string that stands in a text in disguise; sorted."""
        if not self._forms:
            return []
        found = set()
        row = _SqueezedText(text)
        for last, form in self._automaton.iter(row.text):
            place = self._place(text, row, last - len(form) + 1, last, form)
            if place is not None:
                found.add((*place, self._forms[form].label))
        found.update(self._played_with(text))
        if _FOREIGN.search(text) is not None:
            found.update(self._among_ascii(text))
        found.update(self._among_digits(text))
        for codes in decode_codes(text):
            letters = [(fold(c), a, b) for c, a, b in codes if c.isalnum()]
            for last, form in self._automaton.iter("".join(c for c, _, _ in letters)):
                found.add((letters[last - len(form) + 1][1], letters[last][2], self._forms[form].label))
        halves = [
            h for h in self._second_halves(text) if not any(a <= h[0] and h[1] <= b for a, b, _ in found)
        ]
        return sorted([*found, *halves])

    def _among_digits(self, text: str) -> Iterator[tuple[int, int, Label]]:
        """Numbers between whose digits letters stand: only a long one, which no chance makes."""
        if not self._has_numbers:
            return
        places = [m.start() for m in _DIGIT.finditer(text)]
        for last, form in self._automaton.iter("".join(text[i] for i in places)):
            at = places[last - len(form) + 1 : last + 1]
            start, end = at[0], at[-1] + 1
            whole = not (text[start - 1 : start].isdecimal() or text[end : end + 1].isdecimal())
            inside = text[start:end]
            parted = form.isdigit() and whole and _LETTER.search(inside) is not None
            if parted and all(_DIGIT_GAP.fullmatch(text, a + 1, b) for a, b in pairwise(at)):
                yield start, end, self._forms[form].label

    def _played_with(self, text: str) -> Iterator[tuple[int, int, Label]]:
        """Words that are a sought one but for figures in place of letters, or a letter that is drawn out."""
        for m in _PLAYED.finditer(text):
            word = m[0].lower()
            ways = {word.translate(table) for table in _FIGURES} if _LETTER.search(word) else {word}
            ways |= {_DRAWN_OUT.sub(r"\1" * n, way) for way in ways for n in (1, 2)}
            form = next((f for f in map(fold, sorted(ways)) if f in self._forms and f.isalpha()), None)
            if form is not None and fold(word) != form:
                yield *m.span(), self._forms[form].label

    @cached_property
    def _halves(self) -> dict[str, Label]:
        """Second halves of single words, which are no words."""
        whole = [(f, form.label) for f, form in self._forms.items() if len(form.words) == 1 and f.isalpha()]
        cut = [
            (word[i:], label)
            for word, label in whole
            if len(word) >= LEAST_WITHIN
            for i in range(2, len(word) - _LEAST_HALF + 1)
        ]
        return {half: label for half, label in cut if not self._is_word(half) and not self._is_common(half)}

    def _second_halves(self, text: str) -> Iterator[tuple[int, int, Label]]:
        """What is left of a word behind the end of a page or in the next column (``Pen-``, ``page 2``,
        ``nington``): small letters that are no word and end a sought one."""
        if self._halves:
            for m in _FIRST_OF_LINE.finditer(text):
                if (label := self._halves.get(fold(m[1]))) is not None:
                    yield *m.span(1), label

    def _among_ascii(self, text: str) -> Iterator[tuple[int, int, Label]]:
        """Long strings between whose letters and digits stand tags, escapes, or letters beyond ASCII, as
        damaged characters are."""
        runs = [m for m in _ASCII_RUN.finditer(text) if m[1]]
        places = [i for m in runs for i in range(*m.span())]
        for last, form in self._automaton.iter("".join(m[0] for m in runs).lower()):
            start, end = places[last - len(form) + 1], places[last] + 1
            touched = _goes_on(text, start - 1) or _goes_on(text, end - 1)
            is_long = len(form) >= _LEAST_CUT or (self._forms[form].is_whole and not touched)
            if is_long and squeezed(text[start:end]) != form and not (touched and form.isdigit()):
                yield start, end, self._forms[form].label

    def _place(
        self, text: str, row: _SqueezedText, first: int, last: int, form: str
    ) -> tuple[int, int] | None:
        """Range of what stands for a form, with what it runs into; None where it counts not, or is plain."""
        is_whole = self._forms[form].is_whole
        start, end = row.place(first), row.place(last) + 1
        inside = text[start:end]
        begins, ends = not _goes_on(text, start - 1), not _goes_on(text, end - 1)
        pieces = _RUNS.findall(inside)
        has_its_words = tuple(map(fold, pieces)) == self._forms[form].words
        if _WIDE_GAP.search(inside) is not None and (
            (has_its_words and form.isalpha()) or not (is_whole or len(form) >= LEAST_WITHIN)
        ):
            return None
        is_plain = has_its_words and _is_plainly_parted(inside)
        if begins and ends and is_plain and not _is_glued(text, start, end):
            return None
        if not (begins and ends):
            a, b = _run_around(text, start, end)
            in_number = (not begins and form[0].isdigit()) or (not ends and form[-1].isdigit())
            in_pieces = len(pieces) > 1 and form.isalpha()
            if in_number and not form.isdigit():
                return None
            if in_pieces and (
                len(form) < _LEAST_CUT or any(self._is_word(fold(r)) for r in _RUNS.findall(text[a:b]))
            ):
                return None
            is_long = len(form) >= LEAST_WITHIN or (begins and self._begins_no_word(form, fold(text[a:b])))
            if not is_whole and (not is_long or self._is_word(fold(text[a:b]))):
                return None
        words = [p for p in pieces if len(p) > 1]
        if len(pieces) > 1 and words and not is_whole and all(self._is_common(fold(p)) for p in pieces):
            return None
        return _run_around(text, start, end)

    def _begins_no_word(self, form: str, run: str) -> bool:
        """Whether a name stands at the beginning of letters that make no word and no other name
        (``okaforchi``)."""
        rest = run.removeprefix(form)
        known = self._is_in_lexicon
        return (
            known is not None
            and len(form) >= LEAST_BEGINNING
            and len(rest) >= LEAST_REST
            and _CLINICAL_ENDING.fullmatch(rest) is None
            and not self._is_common(form)
            and not known(run)
        )


class _SqueezedText:
    """Letters and digits of a text alone, folded, with the way back."""

    def __init__(self, text: str) -> None:
        self._source = text
        parts = [squeezed(text[i : i + _BLOCK]) for i in range(0, len(text), _BLOCK)]
        self.text = "".join(parts)
        self._starts = [0]
        for part in parts:
            self._starts.append(self._starts[-1] + len(part))

    def place(self, i: int) -> int:
        """Where the character of the text is that a character here stands for."""
        block = bisect_right(self._starts, i) - 1
        left = i - self._starts[block]
        at = block * _BLOCK
        while True:
            if self._source[at].isalnum():
                left -= len(fold(self._source[at]))
                if left < 0:
                    return at
            at += 1


def squeezed(text: str) -> str:
    """The letters and digits of a text, folded, with nothing between."""
    return fold("".join(filter(str.isalnum, text)))


def _goes_on(text: str, i: int) -> bool:
    """Whether the character at ``i`` and the next one are of one word: two letters but where a capital
    begins a new word, or two digits."""
    if i < 0 or i + 1 >= len(text):
        return False
    a, b = text[i], text[i + 1]
    if a.isdigit() and b.isdigit():
        return True
    return a.isalpha() and b.isalpha() and not (a.islower() and b.isupper())


def _run_around(text: str, start: int, end: int) -> tuple[int, int]:
    while _goes_on(text, start - 1):
        start -= 1
    while _goes_on(text, end - 1):
        end += 1
    return start, end


def _is_glued(text: str, start: int, end: int) -> bool:
    """Whether a letter, digit or underscore touches a range, or an apostrophe with a letter."""
    if any(c.isalnum() or c == "_" for c in (text[start - 1 : start], text[end : end + 1])):
        return True
    before = text[max(start - 2, 0) : start]
    return _GLUE.search(before) is not None or _GLUE_BEHIND.match(text, end) is not None


def _is_plainly_parted(inside: str) -> bool:
    """Whether words are parted as words of a name, number or address are."""
    places = [m.span() for m in _RUNS.finditer(inside)]
    return all(_PLAIN_GAP.fullmatch(inside, a, b) is not None for (_, a), (b, _) in pairwise(places))
