"""Normalises terms for comparison.

The key of a phrase is its words (``domain.tokenized_text``), folded, without possessive ``'s``, and joined
by one blank: ``Swan-Ganz`` is ``swan ganz``, ``Hoehn & Yahr`` is ``hoehn yahr``, ``Bell's palsy`` is ``bell
palsy``.
"""

from __future__ import annotations

from chartveil.domain.tokenized_text import fold, word_ranges


def word_key(folded: str) -> str:
    """The key of a word that is folded already."""
    return folded[:-2] if folded.endswith("'s") and len(folded) > 3 else folded


def phrase_key(text: str) -> str:
    """The key of a phrase; empty if it holds no word."""
    if text.isascii() and text.replace(" ", "").isalnum():
        return " ".join(text.lower().split())  # nine in ten terms: the same, and ten times as quick
    return " ".join([word_key(fold(text[a:b])) for a, b in word_ranges(text)])
