"""Edits that bring numbers and contact addresses into their usual form: split, glued to a letter, reversed,
or written as codes of characters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import regex

from chartveil.detection.aligned_reading import TextEdit
from chartveil.detection.normalised.disguised import decode_codes

_Edits = Iterator[TextEdit]

_SSN = r"\d{3}-\d{2}-\d{4}"
_PHONE = r"\(\d{3}\) ?\d{3}-\d{4}|\d{3}[-.]\d{3}[-.]\d{4}"
_DATE = r"\d{1,2}/\d{1,2}/\d{4}"
_EMAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_LONG = r"\d{9,14}"
"""Figures that are nobody's measure."""
_NUMBER = regex.compile(rf"(?<!\d)(?:{_SSN}|{_PHONE}|{_DATE}|{_LONG})(?!\d)")
_IN_WORDS = regex.compile(r"(?<!\d_?)\d{3}(_)\d{2,3}(_)\d{4}(?!_?\d)")
_FIELD = regex.compile(r"(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll}{1,20}(?: \p{Ll}{1,20})?:)")
_CONTACT = regex.compile(rf"(?<!\d)(?:{_SSN}|{_PHONE}|{_DATE})(?!\d)|{_EMAIL}")
_GAP = r"(-\r?\n[ \t]{0,4}|[\s|>*_~`]{0,6})"


def _with_gaps(signs: str) -> regex.Pattern[str]:
    """A number of digits (``d``) and signs, between any two of which there may be a gap."""
    pattern = _GAP.join(r"\d" if s == "d" else regex.escape(s) for s in signs)
    return regex.compile(rf"(?<![\w-]){pattern}(?![\w-])")


_GAPPED = tuple(map(_with_gaps, ("ddd-dd-dddd", "(ddd) ddd-dddd", "ddd-ddd-dddd")))
_TURNED = regex.compile(
    r"(?<![\w.])(?:gro|moc|ten|ude|vog|lim|ofni|zib|elpmaxe)\.[\w.-]+@[\w.+-]+"
    r"|(?<![\w-])\d{4}-\d{2}-\d{3}(?![\w-])|(?<![\w-])\d{4}-\d{3} ?\)\d{3}\("
)
_SINGLE = regex.compile(r"(?<!\S)\S(?P<s>[ \t]|\r?\n[ \t]{0,4}|[·•∙|*_.~/—−–-])\S(?:(?P=s)[\S ]){6,80}(?!\S)")


_PIECES = regex.compile(r"(?<!\S)\S{1,3}(?:[ ]{1,3}\S{1,3}){3,60}(?!\S)")
_BRACKETED = regex.compile(r"(?:\[\S\]){6,80}|(?:\(\S\)){6,80}|(?:<\S>){6,80}|(?:\{\S\}){6,80}")


def part_joined(text: str) -> _Edits:
    """Numbers and dates apart from the letter or underscore that touches them, and the head of a field
    from the word before (``WinterPatient: ``)."""
    for m in _FIELD.finditer(text):
        yield m.start(), m.start(), " "
    for m in _NUMBER.finditer(text):
        for at, c in ((m.start(), text[m.start() - 1 : m.start()]), (m.end(), text[m.end() : m.end() + 1])):
            if c.isalpha() or c == "_":
                yield at, at, " "


def join_numbers(text: str) -> _Edits:
    """Social security and telephone numbers without what parts them: one gap, as between two cells, or line
    ends with a hyphen each. With hyphens, where underscores join them to words."""
    for m in _IN_WORDS.finditer(text):
        yield *m.span(1), "-"
        yield *m.span(2), "-"
    for pattern in _GAPPED:
        for m in pattern.finditer(text):
            gaps = [m.span(i) for i, gap in enumerate(m.groups(), 1) if gap]
            if len(gaps) == 1 or all(text[a] == "-" for a, _ in gaps):
                yield from ((a, b, "") for a, b in gaps)


def turn_round(text: str) -> _Edits:
    """E-mail addresses, social security and telephone numbers that are written backwards."""
    for m in _TURNED.finditer(text):
        yield *m.span(), m[0][::-1]


def read_codes(text: str) -> _Edits:
    """The same written as numbers of their characters."""
    for characters in decode_codes(text):
        plain = "".join(c for c, _, _ in characters)
        if _CONTACT.search(plain):
            yield characters[0][1], characters[-1][2], plain


def join_characters(text: str) -> _Edits:
    """The same, and words, with one sign or line end between any two characters."""
    for m in _SINGLE.finditer(text):
        sign = m["s"]
        step = 1 + len(sign)
        plain = m[0][::step]
        if m[0] == sign.join(plain) and _CONTACT.search(plain):
            for i in range(len(plain) - 1):
                at = m.start() + i * step + 1
                yield at, at + len(sign), ""
    for m in _BRACKETED.finditer(text):
        yield *m.span(), m[0][1::3]
    for m in _PIECES.finditer(text):
        places = [i for i in range(*m.span()) if text[i] != " "]
        found = _CONTACT.search("".join(text[i] for i in places))
        if found is not None:
            inside = places[found.start() : found.end()]
            yield from ((a + 1, b, "") for a, b in pairwise(inside) if b > a + 1)
