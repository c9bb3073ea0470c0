"""Caches texts that are repeated in the rows of a table, so that each is detected once."""

from __future__ import annotations

from collections import OrderedDict

from chartveil.domain.document import Document
from chartveil.domain.tokenized_text import TokenizedText

_LONGEST = 4_000
_MOST_VIEWS, _MOST_CHARACTERS = 1_000, 200_000
"""Limits of the cache: that many views, with that many characters, some tens of MiB."""
_MOST_MET = 100_000


class RepeatedTexts:
    """Views of texts, kept from the second time on that a text comes. What is made of a text must hang on
    nothing else of its document.

    Args:
        most: views that are kept.
    """

    def __init__(self, most: int = _MOST_VIEWS) -> None:
        self._most = most
        self._met: set[int] = set()
        self._kept: OrderedDict[str, TokenizedText] = OrderedDict()
        self._characters = 0

    def view(self, document: Document) -> TokenizedText:
        """A view of a document; of a text that came before with what was worked out of it."""
        text = document.text
        if len(text) > _LONGEST:
            return TokenizedText(document)
        if text in self._kept:
            self._kept.move_to_end(text)
            return self._kept[text].of_document(document)
        view = TokenizedText(document)
        if hash(text) in self._met:
            self._keep(text, view)
        elif len(self._met) < _MOST_MET:
            self._met.add(hash(text))
        else:
            self._met = {hash(text)}
        return view

    def _keep(self, text: str, view: TokenizedText) -> None:
        self._kept[text] = view
        self._characters += len(text)
        while len(self._kept) > self._most or self._characters > _MOST_CHARACTERS:
            self._characters -= len(self._kept.popitem(last=False)[0])
