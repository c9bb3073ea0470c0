"""How terms are spelled for comparison.

The key of a phrase is its words, folded as ``chartveil.domain.tokenized_text.fold`` does and without possessive ``'s``,
joined by one blank: ``Swan-Ganz`` is ``swan ganz``, ``Hoehn & Yahr`` is ``hoehn yahr``, ``Bell's palsy`` is
``bell palsy``. This package stands beside ``chartveil.domain.tokenized_text`` and may not import it, hence a second
definition of words; a test holds that both agree.
"""

from __future__ import annotations

import unicodedata

import regex

_WORD = regex.compile(r"[^\W_]\p{M}*(?:[^\W_]|\p{M}|(?<=\w)['’](?=\p{L}))*")
_MARKS = regex.compile(r"\p{M}+")


def word_key(folded: str) -> str:
    """The key of a word that is folded already."""
    return folded[:-2] if folded.endswith("'s") and len(folded) > 3 else folded


def phrase_key(text: str) -> str:
    """The key of a phrase; empty if it holds no word."""
    return " ".join(word_key(_folded(w)) for w in _WORD.findall(text))


def _folded(word: str) -> str:
    if word.isascii():
        return word.lower()
    marked = unicodedata.normalize("NFKD", word.replace("’", "'"))
    return str(_MARKS.sub("", marked).casefold())
