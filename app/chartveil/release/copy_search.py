"""The search of a written copy that believes nobody.

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
from chartveil.release.copy_strings import UNREAD, CopyString, raw_views, strings_of
from chartveil.release.leak_check import LeakFinding

_RUN = re.compile(r"[^\W\d_]+|\d+")
_ID_WORD_ENDS = re.compile(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])")
_SHORT_WORD, _SHORT_NUMBER = 3, 3
"""Letters and digits from which on a run counts in a text."""
_NAME_WORD, _NAME_NUMBER = 3, 6
"""The same in names and values of markup, which are full of short numbers."""
_LEAST_DIGITS = 5
"""Digits of an original from which on they are looked for alone."""
_ROUND = 100
"""Measures of drawings are long, and multiples of this."""
_LONGEST_ROUND = 8
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
        """What a copy holds and must not.

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
        for string in strings_of(copy, format_name):
            if not string.is_text:
                if string.text in values:  # markup says the same over and over
                    continue
                values.add(string.text)
            for word in _unknown_words(string, known, is_own_word):
                unread.setdefault(word, string.where)
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
        for text in raw_views(copy):
            plain = _plain(text)
            if not any(word in plain for word in sought):  # quicker than to cut it into words
                continue
            for word in sorted(sought.keys() & set(_RUN.findall(plain))):
                found.append(LeakFinding("the bytes of the file", 0, 0, sought.pop(word), "original"))
        return found


class _KnownWords:
    """Words that stand in the texts that were written."""

    def __init__(self, outputs: Iterable[str], strings: Iterable[str]) -> None:
        self.words: set[str] = set()
        for text in (*outputs, *strings):
            self.words |= _word_set(text)
        self._joined: str | None = None
        self._fragments: dict[str, bool] = {}

    def holds_part(self, word: str) -> bool:
        """Whether it is a part of a word: formatting may begin or end within one."""
        if word in self.words:
            return True
        if self._joined is None:
            self._joined = " ".join(sorted(self.words))
        if word not in self._fragments:
            self._fragments[word] = word in self._joined
        return self._fragments[word]


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
    if left and (string.open_ends or UNREAD in text):
        left -= {w for w in _words_at_ends(text, string.open_ends) & left if known.holds_part(w)}
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


def _words_at_ends(text: str, open_ends: bool) -> set[str]:
    """The runs beside a character that could not be read, and those at ends that are open."""
    end = "" if open_ends else " "
    plain = f"{end}{_plain(text)}{end}"
    return {
        m.group()
        for m in _RUN.finditer(plain)
        if {plain[m.start() - 1 : m.start()], plain[m.end() : m.end() + 1]} & {"", UNREAD}
    }


def _standing_in(original: bytes, words: Iterable[str]) -> list[str]:
    """Those of the words that stand somewhere in the original file, as a word or within one."""
    left = set(words)
    found: list[str] = []
    if not left:
        return found
    for text in raw_views(original):
        plain = _plain(text)
        here = left & set(_RUN.findall(plain))
        if len(found) + len(here) < _FINDINGS:
            here |= {word for word in left - here if word in plain}
        found += sorted(here)
        left -= here
        if len(found) >= _FINDINGS:
            break
    return found
