"""Edits that write a word plainly which somebody spelled out, as on the telephone.

``O as in Oscar, K as in Kilo``, ``double f``, ``capital O``, ``Oscar Kilo Alfa``: to networks and lists each
word of such a row is a name or a thing of its own, and the name that they spell is nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from chartveil.detection.aligned_reading import TextEdit

_Edits = Iterator[TextEdit]

_GAP = r"(?:[ \t]{0,3}[,;./–—-]?[ \t]{0,3}(?:\r?\n[ \t]{0,4})?(?:(?:and|then)[ ]{1,2})?)"
_LEAST_SPELLED = 4
"""Letters of a word that is spelled out."""
_ITEM = (
    r"(?P<item>(?:(?:capital|double|triple)[ ])?\b\p{L}\b(?!['’]\p{L})"
    r"(?:[ ]{0,2}[,:(=-]?[ ]{0,2}(?:as[ -]in|for|like|as)[ -]['\"“]?\p{L}{2,14}['\"”]?\)?)?)"
)
_ROW = regex.compile(rf"(?<![\p{{L}}\p{{N}}]){_ITEM}(?:{_GAP}{_ITEM}){{2,40}}(?![\p{{L}}\p{{N}}])", regex.I)
_AS_IN = regex.compile(r"\b(?:as[ -]in|for|like|as)[ -]", regex.I)
_CUE = regex.compile(r"\b(?:double|triple|capital)[ ]\p{L}\b", regex.I)
_CUE_REACH = 40
_CUE_BEFORE = regex.compile(r"\b(?:spell(?:ed|s|ing|t)?|letters?)\b[^\n.]{0,24}$", regex.I)
_TIMES = {"double": 2, "triple": 3}
_ALPHABETS = {
    word: word[0]
    for word in (
        "alfa alpha bravo charlie delta echo foxtrot golf hotel india juliett juliet kilo lima mike november "
        "oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu "
        "adam boy david edward frank george henry ida john king lincoln mary nora ocean paul queen robert "
        "sam tom union william young zebra apple baker dog easy fox how item jig love nan oboe peter roger "
        "sugar tare uncle yoke able cat ice jack nancy"
    ).split()
}
"""Words that stand for their first letter on the telephone and on the air: those of the ICAO, of police and
of armed forces before it, and the first ones of school."""
_WORDS = regex.compile(r"(?<![\p{L}\p{N}'’-])\p{L}{2,9}(?:(?:[ ]|,[ ]?|-)\p{L}{2,9}){3,30}(?![\p{L}\p{N}])")
_WORD = regex.compile(r"\p{L}+")
_LEAST_WORDS = 4


def read_spelled(text: str) -> _Edits:
    """Words that are spelled letter by letter, with words for the letters or signs between them."""
    for m in _ROW.finditer(text):
        items = m.captures("item")
        word = "".join(map(_letters, items))
        before = max(0, m.start() - _CUE_REACH), m.start()
        is_said = _AS_IN.search(m[0]) or _CUE.search(m[0]) or _CUE_BEFORE.search(text, *before)
        if is_said and len(word) >= _LEAST_SPELLED:
            yield *m.span(), word.capitalize()
    for m in _WORDS.finditer(text):
        yield from _of_alphabets(text, *m.span())


def _letters(item: str) -> str:
    """The letters that an item of a row says."""
    first, _, rest = item.partition(" ")
    how_often = _TIMES.get(first.lower(), 1)
    return (rest if len(first) > 1 and rest else item)[0] * how_often


def _of_alphabets(text: str, start: int, end: int) -> _Edits:
    row: list[regex.Match[str]] = []
    for m in [*_WORD.finditer(text, start, end), None]:
        if m is not None and m[0].lower() in _ALPHABETS:
            row.append(m)
            continue
        if len(row) >= _LEAST_WORDS:
            word = "".join(_ALPHABETS[w[0].lower()] for w in row)
            yield row[0].start(), row[-1].end(), word.capitalize()
        row = []
