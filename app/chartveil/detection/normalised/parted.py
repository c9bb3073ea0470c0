"""Edits that join what was split: letters of a word, digits of a number, halves of a word."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import pairwise

import regex

from chartveil.detection.aligned_reading import TextEdit

_Edits = Iterator[TextEdit]

_LETTERS = regex.compile(
    r"(?<![\p{L}\p{N}])\p{L}"
    r"(?P<s>[ \t]|[ ]{2,3}(?=\p{L}[ ]+\p{L}[ ]+\p{L})"
    r"|[._·•∙*/~+,:;–—-][ ]?|[ ][._·•*/–—-][ ]|\r?\n[ \t]{0,4})"
    r"['’]?\p{L}(?:(?P=s)['’]?\p{L}){1,80}(?![\p{L}\p{N}])"
)
_NEW_WORD = regex.compile(r"(?<=\p{Ll}(?<!Mc|Mac))(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})")


def join_letters(text: str) -> _Edits:
    """Words without what parts each of their letters: ``S m i t h``, ``S.M.I.T.H``. A capital after a small
    letter begins a new one."""
    for m in _LETTERS.finditer(text):
        part = m["s"]
        word = m[0].replace(part, "")
        begins = {n.start() for n in _NEW_WORD.finditer(word)}
        at = m.start()
        for i in range(1, len(word)):
            at += 1
            if text.startswith(part, at):
                yield at, at + len(part), " " if i in begins else ""
                at += len(part)


_BORDER = r"[ \t]?_?[|¦│┃][ \t_]{0,2}|[ ]?\][ ]?\[[ ]?"
_BOXES = regex.compile(
    rf"(?<![\p{{L}}\p{{N}}]|[\p{{L}}\p{{N}}][-.,/'’])(?P<sign>[\p{{L}}\p{{N}}])(?:(?:{_BORDER})(?P<sign>[\p{{L}}\p{{N}}/.@-])){{3,60}}"
    r"(?![\p{L}\p{N}])"
)
_LEAST_BOXED_DIGITS = 9
"""Figures side by side that are no answers: with fewer it takes a field's name before them (``ids.toml``)."""
_LEAST_BOXED_LETTERS = 3
"""Letters that differ, so that a row of ``Y`` and ``N`` is no word."""


def join_boxes(text: str) -> _Edits:
    """Words, dates and long numbers out of the boxes of a form, one sign in each: ``|S|m|i|t|h|``,
    ``[0][3][/][1][2]``."""
    for m in _BOXES.finditer(text):
        said = "".join(m.captures("sign"))
        if said.isdecimal():
            is_one = len(said) >= _LEAST_BOXED_DIGITS and not _ITEM.issuperset(said)
        else:
            is_one = not said.isalpha() or len(set(said)) >= _LEAST_BOXED_LETTERS
        if is_one:
            yield from ((a, b, "") for (_, a), (b, _) in pairwise(m.spans("sign")))


_INLINE = "a|abbr|b|big|code|em|font|i|mark|o:p|s|small|span|strike|strong|sub|sup|tt|u|wbr"
_TAG = regex.compile(
    rf"(?<=[\p{{L}}\p{{N}}/.-])(?:(?i:(?:</?(?:{_INLINE})\b[^<>]{{0,200}}>){{1,20}})"
    r"|(?:<[A-Za-z][^<>]{0,200}>){0,20}+(?:</[A-Za-z][^<>]{0,200}>){0,20}+(?<=>))(?=[\p{L}\p{N}/.-])"
)
"""Tags within a word. One that closes and one that opens are the end of a field and the next field's head
(``</given><family>``), but for tags of HTML that lines are written with."""
_EMPHASIS = regex.compile(r"(?<=\p{L})(?:\*{1,3}|__|~~|`)(?=\p{L})")
_GROUP = regex.compile(
    r"(?<=[\p{L}\p{N}/.-])(?:\}|\{\\[a-z]{1,12}-?\d{0,5}(?:\\[a-z]{1,12}-?\d{0,5}){0,5}[ ]?"
    r"|\\(?:b|i|ul|ulnone|strike|plain|f|fs|cf|highlight|lang|rtlch|ltrch|loch|hich|dbch|sub|super|nosupersub)"
    r"-?\d{0,5}(?:\\[a-z]{1,12}-?\d{0,5}){0,5}[ ])+(?=[\p{L}\p{N}/.-])"
)
"""Marks that RTF and TeX write within a word: ``Whit{\\i combe}``, ``Ele}anor``, ``4471\b0 9203``."""
_BYTE = regex.compile(r"\\'([0-9a-fA-F]{2})")
_CODE = regex.compile(r"\\u(-?\d{1,5})(?:[ ]?\?|[ ](?=[\p{L}}]))")
"""Characters as RTF escapes them."""
_ACCENT = regex.compile(
    r"\{\\(?P<mark>['`^\"~=.])(?P<letter>[A-Za-z])\}|\\(?P<mark>['`^\"~=.cuvHrk])\{(?P<letter>[A-Za-z])\}"
)
_ACCENTS = dict(
    zip(
        "'`^\"~=.cuvHrk",
        "\u0301\u0300\u0302\u0308\u0303\u0304\u0307\u0327\u0306\u030c\u030b\u030a\u0328",
        strict=True,
    )
)
"""Letters with their marks as TeX writes them: ``M\\"{u}ller``."""
_COLOUR = regex.compile(r"\x1b\[[0-9;]{0,20}m")
_BRACKET = regex.compile(r"</?(?=\d)(?<!<(?=\d{1,4}(?:[.,]\d{1,3})?(?![\w.,/-]*\d)))")
"""An opening bracket of a tag before figures, but not the sign of a value: ``K <3.5``, ``under <2 g``."""


def remove_markup(text: str) -> _Edits:
    """Words without the markup that stands in them, as page sources, Markdown and terminals have it."""
    if "<" in text:
        for m in _TAG.finditer(text):
            yield *m.span(), ""
        for m in _BRACKET.finditer(text):
            yield *m.span(), " "
    for m in _EMPHASIS.finditer(text):
        yield *m.span(), ""
    if "\\" in text:
        yield from _plain_typesetting(text)
    if "\x1b" in text:
        for m in _COLOUR.finditer(text):
            yield *m.span(), ""


def _plain_typesetting(text: str) -> _Edits:
    """What RTF and TeX write within words, where a piece of them was pasted into a text."""
    for m in _GROUP.finditer(text):
        yield *m.span(), ""
    for m in _BYTE.finditer(text):
        plain = bytes.fromhex(m[1]).decode("cp1252", "replace")
        if plain.isalnum():
            yield *m.span(), plain
    for m in _CODE.finditer(text):
        code = int(m[1]) % 0x10000
        if not 0xD800 <= code <= 0xDFFF and chr(code).isalnum():
            yield *m.span(), chr(code)
    for m in _ACCENT.finditer(text):
        whole = unicodedata.normalize("NFC", m["letter"] + _ACCENTS[m["mark"]])
        if len(whole) == 1:
            yield *m.span(), whole


_FROM, _TO = r"(?<![\w+]|\d[^\w\n]{1,4})", r"(?!\w|[^\w\n]{1,4}\d)"
_PHONE = regex.compile(
    rf"{_FROM}(?:\+?1(?:[\t_/*~:—]|[ ]{{2,3}}))?[2-9]\d\d(?P<s>[\t_/*~:—]|[ ]{{2,3}}|[ ][/*~—][ ])"
    rf"[2-9]\d\d(?P=s)\d{{4}}{_TO}"
)
_NUMBER = regex.compile(r"(?<![\w.,])\d{2,}(?P<s>[·•∙‧・—_~*])\d{2,}(?:(?P=s)\d{2,}){0,5}(?!\w)")
_SINGLE = regex.compile(
    r"(?<![\w.,]|\d[^\w\n])\d(?P<s>[ \t]{1,3}|[._·•*/~+:;–—-]|[ ][-–—][ ])\d(?:(?P=s)\d){7,14}"
    r"(?![\w%]|[^\w\n]{1,2}\d)"
)
_ITEM = frozenset("01234")
"""Answers to the items of a scale, which stand side by side too."""


def join_digits(text: str) -> _Edits:
    """Numbers with hyphens for other signs between their groups, and without what parts single digits."""
    for pattern in (_PHONE, _NUMBER):
        for m in pattern.finditer(text):
            for a, b in _parts(text, m.span(), m["s"]):
                yield a, b, "-"
    for m in _SINGLE.finditer(text):
        if not _ITEM.issuperset(m[0].replace(m["s"], "")):
            for a, b in _parts(text, m.span(), m["s"]):
                yield a, b, ""


def _parts(text: str, place: tuple[int, int], part: str) -> Iterator[tuple[int, int]]:
    at = text.find(part, *place)
    while at >= 0:
        yield at, at + len(part)
        at = text.find(part, at + len(part), place[1])


_HYPHEN = regex.compile(r"(?<=\p{L}{2})[-‐][ \t]*\r?\n[ \t]{0,8}(?=\p{Ll}{2})")


def join_hyphenated(text: str) -> _Edits:
    """Words that were parted at the end of a line."""
    for m in _HYPHEN.finditer(text):
        yield *m.span(), ""
