"""Searches a written copy with readers of its own, without trusting those that made it.

The copy is read by other readers than those that made it (``copy_strings``). Each word in it must stand in a
text that went through detection and replacement, or be one of the format's own words. What is neither, and
stands in the original file, was never read: it blocks the copy, whatever it says. What the copy holds
of an accepted original, decoded in any plausible way, blocks it too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.formats.builtin_names import is_builtin_style, is_known_font
from chartveil.formats.markup_words import own_word_test
from chartveil.release.copy_strings import UNREAD, CopyString, UnreadPartError, copy_strings, raw_views
from chartveil.release.leak_check import LeakFinding

_RUN = re.compile(r"[^\W\d_]+|\d+")
_ID_WORD_ENDS = re.compile(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])")
_SHORT_WORD, _SHORT_NUMBER = 3, 3
"""Letters and digits from which on a run counts in a text."""
_NAME_WORD, _NAME_NUMBER = 3, 6
"""The same in names and values of markup, which are full of short numbers."""
_NUMBER_FORM = re.compile(
    r"(?<!\d)(?:\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4}|\d{3}-\d{2}-\d{4}"
    r"|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}[/.-]\d{1,2}[/.-]\d{1,2})(?![\dT])"
)
"""Telephone numbers, social security numbers and dates: numbers in markup that are no measures."""
_LEAST_DIGITS = 5
"""Digits of an original from which on they are looked for alone."""
_ROUND = 100
"""Measures of drawings are long, and multiples of this."""
_LONGEST_ROUND = 8
_MOST_PIECES = 80
"""Pieces that one word may be in."""
_INVISIBLE = dict.fromkeys(
    (
        0xAD,
        0x34F,
        0x61C,
        0x180E,
        0xFEFF,
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        *range(0xFE00, 0xFE10),
        *range(0xE0000, 0xE0100),
    )
)
_MOST_VALUES = 100_000
"""Values of markup that are remembered, so that each is looked at once or seldom: cells have some."""
_FINDINGS = 20
"""Findings after which the search ends: one is enough to block a copy."""


@dataclass(frozen=True)
class WrittenDocument:
    """A document of a copy: its original, and what was written in its place.

    Attributes:
        text: the original.
        replaced: the spans whose text does not stay.
        output: the text as it was to be written.
    """

    text: str
    replaced: Sequence[Span]
    output: str


@dataclass(frozen=True)
class CopySearch:
    """Searches copies for what no reader saw, and for originals.

    Attributes:
        is_common: whether a folded word is an ordinary word of the language.
    """

    is_common: Callable[[str], bool]

    def search(
        self,
        original: bytes,
        copy: bytes,
        format_name: str,
        documents: Sequence[WrittenDocument],
        own_strings: Iterable[str] = (),
    ) -> list[LeakFinding]:
        """The findings in a copy: text that no reader showed, and originals.

        Args:
            original: the original file.
            copy: the copy, as read back from the disk.
            format_name: format that the copy was written in.
            documents: all documents of the file.
            own_strings: further strings that stay by choice, such as ids and names of columns.
        """
        is_own_word = own_word_test(format_name)
        known = _KnownWords([d.output for d in documents], own_strings)
        unread: dict[str, str] = {}
        values: set[str] = set()
        pieces = _WordsInPieces(known)
        for string in copy_strings(copy, format_name):
            if not string.is_text:
                if string.text in values:  # markup says the same over and over
                    continue
                if len(values) >= _MOST_VALUES:
                    values.clear()
                values.add(string.text)
            elif string.open_ends:
                for word in pieces.add(string.text):
                    unread.setdefault(word, string.where)
            for word in _unknown_words(string, known, is_own_word):
                unread.setdefault(word, string.where)
        for word in pieces.close():
            unread.setdefault(word, "the text")
        found = [
            LeakFinding(unread[word], 0, 0, Label.IDNUM, "unread") for word in _standing_in(original, unread)
        ]
        return (found + self._originals(copy, documents, known, is_own_word))[:_FINDINGS]

    def _originals(
        self,
        copy: bytes,
        documents: Sequence[WrittenDocument],
        known: _KnownWords,
        own: Callable[[str], bool],
    ) -> list[LeakFinding]:
        """Originals and parts of them in the bytes of the copy, however they are encoded."""
        sought: dict[str, Label] = {}
        for document in documents:
            for span in document.replaced:
                for word in _word_set(span.text(document.text)) - known.words:
                    long = len(word) >= (_LEAST_DIGITS if word.isdigit() else _SHORT_WORD)
                    if long and not own(word) and not self.is_common(word):
                        sought[word] = span.label
        if not sought:
            return []
        found = []
        try:
            for text in raw_views(copy):
                plain = _plain(text)
                if not any(word in plain for word in sought):  # quicker than to cut it into words
                    continue
                for word in sorted(sought.keys() & set(_RUN.findall(plain))):
                    found.append(LeakFinding("the bytes of the file", 0, 0, sought.pop(word), "original"))
        except UnreadPartError:
            found.append(LeakFinding("a packed part of the file", 0, 0, Label.IDNUM, "unread"))
        return found


def strings_outside_texts(data: bytes, format_name: str, texts: Iterable[str]) -> Iterator[CopyString]:
    """Strings of a file that stand in none of its texts: properties, comments, hidden text.

    Args:
        data: the file.
        format_name: ``Format.name``.
        texts: what was read of it.
    """
    known = _KnownWords(texts, ())
    is_own_word = own_word_test(format_name)
    pieces = _WordsInPieces(known)
    met: set[str] = set()
    for string in copy_strings(data, format_name):
        if string.is_text and string.open_ends:
            # Formatting parts words: what the pieces come to is told word by word.
            words = [*pieces.add(string.text), *_unknown_words(string, known, is_own_word)]
            if words:
                yield CopyString(string.where, " ".join(words), True)
        elif string.text not in met:
            met.add(string.text)
            if any(_unknown_words(string, known, is_own_word)):
                yield string
    if words := pieces.close():
        yield CopyString("the text", " ".join(words), True)


class _KnownWords:
    """Words that stand in the texts that were written."""

    def __init__(self, outputs: Iterable[str], strings: Iterable[str]) -> None:
        self.words: set[str] = set()
        for text in (*outputs, *strings):
            self.words |= _word_set(text)
        self._joined: str | None = None
        self._fragments: dict[str, bool] = {}

    def holds_part(self, word: str) -> bool:
        """Whether it is a part of a word, the rest of which could not be decoded."""
        if word in self.words:
            return True
        if self._joined is None:
            self._joined = " ".join(sorted(self.words))
        if word not in self._fragments:
            self._fragments[word] = word in self._joined
        return self._fragments[word]


class _WordsInPieces:
    """Words at the ends of strings that follow each other: formatting may begin or end within one.

    Args:
        known: words that were read.
    """

    def __init__(self, known: _KnownWords) -> None:
        self._known = known
        self._pieces: list[str] = []

    def add(self, text: str) -> list[str]:
        """Takes the next string; gives what stood at ends before and makes no words that were read."""
        plain = _plain(text)
        runs = list(_RUN.finditer(plain))
        found: list[str] = []
        if not runs or runs[0].start() > 0:
            found += self.close() if plain else []
        else:
            self._pieces.append(runs[0].group())
            if runs[0].end() < len(plain):
                found += self.close()
        if runs and runs[-1].end() == len(plain) and runs[-1].start() > 0:
            self._pieces.append(runs[-1].group())
        return found

    def close(self) -> list[str]:
        """What waits and makes no words that were read; nothing waits any more."""
        pieces, self._pieces = self._pieces, []
        words = self._known.words
        # Whether the pieces up to here are words, one after another.
        fits = [True]
        for end in range(1, len(pieces) + 1):
            word, fit = "", False
            for start in range(end - 1, max(end - _MOST_PIECES, 0) - 1, -1):
                word = pieces[start] + word
                fit = fits[start] and word in words
                if fit:
                    break
            fits.append(fit)
        if fits[-1]:
            return []
        return [p for p in pieces if p not in words and len(p) >= (_SHORT_WORD, _SHORT_NUMBER)[p.isdigit()]]


def _unknown_words(string: CopyString, known: _KnownWords, own: Callable[[str], bool]) -> Iterator[str]:
    """Words of a string that stand in no text that was written and are none of the format's own."""
    text = string.text
    least = (_SHORT_WORD, _SHORT_NUMBER) if string.is_text else (_NAME_WORD, _NAME_NUMBER)
    if len(text) < min(least):
        return
    left = {w for w in _word_set(text) - known.words if len(w) >= least[w.isdigit()]}
    if not string.is_text:
        left = {w for w in left if not own(w) and not _is_measure(w)}
        if left and _is_builtin_name(text):
            return
        for m in _NUMBER_FORM.finditer(text):
            if not _word_set(m[0]) <= known.words:
                yield m[0]
    if left and string.is_text and string.open_ends:
        left -= _words_beside(text, "")  # they may go on in another string
    if left and UNREAD in text:
        left -= {w for w in _words_beside(text, UNREAD) & left if known.holds_part(w)}
    yield from left


def _is_builtin_name(text: str) -> bool:
    """Whether it names a common font or a built-in style, as such or as an id (``ListBullet2``)."""
    name = text.strip().rstrip(";")
    spaced = _ID_WORD_ENDS.sub(" ", name).replace("-", " ")
    return is_known_font(name) or is_builtin_style(name) or is_builtin_style(spaced)


def _is_measure(word: str) -> bool:
    return word.isdigit() and len(word) <= _LONGEST_ROUND and int(word) % _ROUND == 0


def _plain(text: str) -> str:
    """A text for comparison: without what is not seen, in small letters and plain digits."""
    return fold(text) if text.isascii() else fold(unicodedata.normalize("NFKC", text.translate(_INVISIBLE)))


def _word_set(text: str) -> set[str]:
    """Runs of letters and runs of digits of a text."""
    return set(_RUN.findall(_plain(text)))


def _words_beside(text: str, sign: str) -> set[str]:
    """The runs beside a sign; those at the ends of the text where that is none."""
    plain = _plain(text)
    return {
        m.group()
        for m in _RUN.finditer(plain)
        if sign in (plain[max(m.start() - 1, 0) : m.start()], plain[m.end() : m.end() + 1])
    }


def _standing_in(original: bytes, words: Iterable[str]) -> list[str]:
    """Those of the words that stand somewhere in the original file, as a word or within one."""
    left = set(words)
    found: list[str] = []
    if not left:
        return found
    try:
        for text in raw_views(original):
            plain = _plain(text)
            here = left & set(_RUN.findall(plain))
            if len(found) + len(here) < _FINDINGS:
                here |= {word for word in left - here if word in plain}
            found += sorted(here)
            left -= here
            if len(found) >= _FINDINGS:
                break
    except UnreadPartError:
        found += sorted(left)  # what cannot be opened may hold them
    return found
