"""Lines that are known to hold no identifier, so that the models skip them.

``dictionaries/inclusion/lines.txt`` lists them: one a line, as :func:`normal` makes them; ``#`` begins a
comment. Clinical text says the same again and again ("No acute distress."): Neamatullah et al. 2008 and
Murugadoss et al. 2021 count on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from chartveil.domain.paths import dictionaries_folder
from chartveil.domain.tokenized_text import TokenizedText, fold
from chartveil.lexicon.dictionary_folder import DictionaryFolder


def normalised_line(line: str) -> str:
    """A line for comparison: no case, no accents, single blanks, none at its ends. Signs count."""
    return fold(line).strip()


class HarmlessLines:
    """Harmless lines.

    Args:
        lines: in any form.
    """

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self._lines = frozenset(key for line in lines if (key := normalised_line(line)))

    @staticmethod
    def bundled(store: DictionaryFolder | None = None) -> HarmlessLines:
        """The list that comes with Chartveil. Its hash is checked: an altered list would hide lines from the
        models.

        Args:
            store: holds the list; ours when None.

        Raises:
            ResourceError: if the list is missing or altered.
        """
        return HarmlessLines((store or DictionaryFolder(dictionaries_folder())).terms("inclusion", "lines"))

    def __len__(self) -> int:
        return len(self._lines)

    def ranges(self, view: TokenizedText) -> list[tuple[int, int]]:
        """Ranges of the lines of a text that are listed, in order, disjoint."""
        if not self._lines:
            return []
        text = view.text
        return [(a, b) for a, b in view.line_ranges() if normalised_line(text[a:b]) in self._lines]


def starts_within(starts: NDArray[np.int64], ranges: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """For each start whether it lies in one of the disjoint, sorted ranges."""
    if not ranges:
        return np.zeros(len(starts), np.bool_)
    edges = np.asarray(ranges, np.int64)
    at = np.searchsorted(edges[:, 0], starts, side="right") - 1
    inside: NDArray[np.bool_] = (at >= 0) & (starts < edges[np.maximum(at, 0), 1])
    return inside
