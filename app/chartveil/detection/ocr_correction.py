"""A second reading of text from OCR, with misread characters corrected.

A scan's text has letters for figures (``O3/04/l961``), wrong marks between them, misread letters in words and
lost blanks, and rules that check what they match do not know an identifier in it. Here it is mended as far as
the form of a number or the lexicon tells how; detection reads the mended text beside the text itself
(``detection.aligned_reading``). A name may be read into a word so, but that only adds a reading.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from chartveil.detection.aligned_reading import AlignedReading, AlignedText, Excerpt
from chartveil.detection.judgement.spelling_correction import misread_originals
from chartveil.domain.document import Document
from chartveil.domain.tokenized_text import TokenizedText, fold
from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.lexicon import Lexicon
from chartveil.lexicon.term_keys import word_key

MENDED_DETAIL = "in a mended reading of the scan"
"""Remark in the evidence of spans that a mended reading gave."""

_Edits = Iterator[tuple[int, int, str]]


class OcrTextCorrector:
    """Mends texts of scans. What it makes is kept with a view (``TokenizedText.cached``).

    Args:
        lexicon: which words there are.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = _WordMender(lexicon)

    def make(self, view: TokenizedText) -> AlignedReading | None:
        """The mended reading of a document; None where no page of it was read by OCR, or nothing is to be
        mended."""
        document = view.document
        if not was_read_by_ocr(document):
            return None
        aligned = AlignedText(document.text, _ranges(document))
        for step in (_mend_tildes, _mend_figures, self._words.mend):
            aligned.apply_edits(step(aligned.text))
        if aligned.text == document.text:
            return None
        return AlignedReading.of(document, Excerpt(aligned.text, aligned), "mended", MENDED_DETAIL)


def was_read_by_ocr(document: Document) -> bool:
    """Whether an OCR engine read a page of the document."""
    return document.layout is not None and any(r.engine for r in document.layout.readings)


def _ranges(document: Document) -> list[tuple[int, int]] | None:
    """Where the text of pages stands that an engine read; None for everywhere.

    A page's text reaches from its first word to the next page's first. Where no word tells, the whole text
    counts.
    """
    layout = document.layout
    assert layout is not None
    if not layout.boxes or all(r.engine for r in layout.readings):
        return None
    starts: list[tuple[int, int]] = []
    for box in layout.boxes:
        if not starts or starts[-1][1] != box.page:
            starts.append((box.start, box.page))
    ends = [start for start, _ in starts[1:]] + [len(document.text)]
    read = [r.engine != "" for r in layout.readings]
    return [(a, b) for (a, page), b in zip(starts, ends, strict=True) if page < len(read) and read[page]]


# Figures: letters become digits only where the whole has the form of a date, a number to ring or the like:
# ``B12`` and ``L5`` are as they should be.


_SECONDS = 10.0
_LETTERS_FOR_DIGITS = str.maketrans("OoQDlIi|!ZzSsBG", "000111111225586")
_TILDE = regex.compile(r"(?<=[\p{L}\d])~(?=[\p{L}\d])", regex.VERSION1)
_D = r"[0-9OoQDlIi|!ZzSsBG]"
_MARK = r"[ ]?[-–/.,~][ ]?"
"""Misreadings of the separator between the parts of a date or number."""
_MARKS = regex.compile(_MARK)
_FIGURES = regex.compile(
    rf"(?<![\p{{L}}\d/.,~-])(?:"
    # Dates.
    rf"(?:{_D}{{1,2}}{_MARK}{_D}{{1,2}}{_MARK}(?:{_D}{{4}}|{_D}{{2}})|{_D}{{4}}{_MARK}{_D}{{2}}{_MARK}{_D}{{2}}"
    # Numbers to ring; the nine figures of a social security number.
    rf"|\(?{_D}{{3}}\)?(?:{_MARK}|[ ]){_D}{{3}}(?:{_MARK}|[ ]){_D}{{4}}"
    rf"|{_D}{{3}}{_MARK}{_D}{{2}}{_MARK}{_D}{{4}}"
    # Other long numbers.
    rf"|{_D}{{3}}[-–~]{_D}{{4}}|{_D}{{5,26}}(?:[-–~]{_D}{{2,8}}){{0,3}})(?![\p{{L}}\d]|[-/]\d)"
    # Ages.
    rf"|{_D}{{2}}(?=(?i:[ -]?(?:years?|yrs?|y/?o)|[ ]?[mf]|y)\b))",
    regex.VERSION1,
)


def _mend_tildes(text: str) -> _Edits:
    """Tildes for hyphens: ``415~555-0134``, ``62~year-old``."""
    for m in _TILDE.finditer(text, timeout=_SECONDS):
        yield m.start(), m.end(), "-"


def _mend_figures(text: str) -> _Edits:
    """Letters for digits, blanks beside marks and wrong marks in what has the form of a number."""
    for m in _FIGURES.finditer(text, timeout=_SECONDS):
        read = m[0]
        letters = sum(c.isalpha() or c in "|!" for c in read)
        if sum(map(str.isdigit, read)) < max(1, letters):
            continue
        # Where two marks differ, one of them was misread.
        slashed = "/" in read
        for mark in _MARKS.finditer(read):
            sign = "/" if slashed else mark[0].strip().translate(_SIGN)
            yield m.start() + mark.start(), m.start() + mark.end(), sign
        for i, c in enumerate(read, m.start()):
            if c.isalpha() or c in "|!":
                yield i, i + 1, c.translate(_LETTERS_FOR_DIGITS)


_SIGN = str.maketrans("~–,", "--.")


# Words: one that the lexicon knows stays as it is, another is mended to one that it knows.


_WORD = regex.compile(r"[\p{L}\d][\p{L}\p{M}\d|!'’]*", regex.VERSION1)
_FOR_DIGIT = {"0": "o", "1": "l", "5": "s", "8": "b", "6": "g", "2": "z", "|": "l", "!": "l"}
_NO_SLIP = regex.compile(r"\d{2}|\d\p{Lu}", regex.VERSION1)
"""Figures that are some: a scanner takes one letter for a digit rarely twice on end."""
_COMMON, _VERY_COMMON = 30, 40  # Zipf values in tenths
_LONGEST = 30
"""Characters of a word, at most; the ways to read one grow with its length."""
_USUAL = (
    flags.FIRST_NAME_FREQUENT
    | flags.SURNAME_FREQUENT
    | flags.SURNAME_USUAL
    | flags.CITY_MAJOR
    | flags.CITY_TOWN
)
_NAMED = flags.NAME | flags.CITY | flags.COUNTY
_SHORT = frozenset("at in on of to by is an as or he we it no so up my me do if go us am be".split())


class _WordMender:
    """Mends misread letters of words, and puts back a blank that was lost between two.

    Args:
        lexicon: which words there are.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._bits = lexicon.words
        self._kept: dict[str, str | None] = {}

    def mend(self, text: str) -> _Edits:
        """Edits that mend the words of a text."""
        for m in _WORD.finditer(text, timeout=_SECONDS):
            word = m[0]
            if word.isdigit() or not 4 <= len(word) <= _LONGEST or self._known(word):
                continue
            if word not in self._kept:
                if len(self._kept) > 50_000:
                    self._kept.clear()
                self._kept[word] = self._meant(word)
            meant = self._kept[word]
            if meant is not None and not (" " in meant and _in_address(text, m.start(), m.end())):
                yield m.start(), m.end(), meant

    def _known(self, word: str) -> int:
        if word.isascii() and word.isalnum():
            return self._bits.get(word.lower(), 0)
        return self._bits.get(word_key(fold(word)), 0)

    def _meant(self, word: str) -> str | None:
        """What the word, which the lexicon does not know, is to be read as."""
        letters = sum(map(str.isalpha, word))
        digits = sum(map(str.isdigit, word))
        if letters < 3 or digits * 2 > letters or not word.isascii():
            return None
        meant = self._likeliest(fold(word), name=word[0].isupper() or digits > 0)
        if meant is not None:
            return _cased(meant, word)
        if digits == 0:
            return self._parted(word)
        if word[0].isalpha() and word[-1].isalpha() and not word.isupper() and not _NO_SLIP.search(word):
            return _cased("".join(_FOR_DIGIT.get(c, c) for c in word.lower()), word)
        return None

    def _likeliest(self, word: str, *, name: bool) -> str | None:
        """Of the known words that a scanner reads so the most frequent; names only where ``name`` says so."""
        best, highest = None, _COMMON - 1
        for candidate in misread_originals(word, changes=1):
            bits = self._bits.get(candidate, 0)
            rank = bits >> flags.ZIPF_SHIFT
            if name and bits & _USUAL:
                rank = max(rank, _VERY_COMMON)
            elif bits & (_NAMED | flags.MEDICAL if name else flags.MEDICAL):
                rank = max(rank, _COMMON)
            if rank > highest:
                best, highest = candidate, rank
        return best

    def _parted(self, word: str) -> str | None:
        """The word as two common ones."""
        low = word.lower()
        best, highest = None, 0
        for i in range(2, len(low) - 1):
            rank = min(self._frequency(low[:i]), self._frequency(low[i:]))
            if rank > highest:
                best, highest = i, rank
        return f"{word[:best]} {word[best:]}" if best is not None and len(word) > 5 else None

    def _frequency(self, part: str) -> int:
        if len(part) < 3:
            return _VERY_COMMON if part in _SHORT else 0
        bits = self._bits.get(part, 0)
        zipf = bits >> flags.ZIPF_SHIFT
        if zipf >= (_VERY_COMMON if len(part) == 3 else _COMMON):
            return zipf
        return _COMMON if len(part) > 4 and bits & (_USUAL | flags.MEDICAL) else 0


def _cased(meant: str, word: str) -> str:
    """The mended word in the case of the word as it was read."""
    letters = [c for c in word if c.isalpha()]
    if sum(map(str.isupper, letters)) * 3 >= len(letters) * 2 and len(letters) > 2:
        return meant.upper()
    return meant[0].upper() + meant[1:] if word[0].isupper() or not word[0].isalpha() else meant


def _in_address(text: str, start: int, end: int) -> bool:
    """Whether a word is a part of a web or mail address."""
    behind = text[end : end + 2]
    return (
        text[start - 1 : start] in ("@", "/", ".")
        or behind[:1] == "@"
        or (behind[:1] == "." and behind[1:].isalnum())
    )
