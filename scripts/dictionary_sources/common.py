"""What the source modules share: folding, reading, and the shape of a compiled dictionary."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from chartveil.lexicon.term_keys import phrase_key


@dataclass(frozen=True)
class Compiled:
    """A dictionary ready to be written.

    Attributes:
        name: folder under ``dictionaries/``.
        title: one line for people.
        source: where it comes from, with version or date as far as it is known.
        licence: of the source.
        notes: what was taken, dropped or changed.
        files: terms by file name (without ``.txt``); written sorted, one a line.
        rows_read: rows of the source.
    """

    name: str
    title: str
    source: str
    licence: str
    notes: str
    files: dict[str, set[str]] = field(default_factory=dict)
    rows_read: int = 0


def word_key(text: str) -> str | None:
    """The key of a text that is a single word of letters, else None."""
    key = phrase_key(text)
    return key if key.replace("'", "").isalpha() else None


def phrase_keys(texts: Iterable[str]) -> set[str]:
    """Keys of all texts that have one of two characters or more."""
    return {k for k in map(phrase_key, texts) if len(k) > 1}


def table(path: Path, delimiter: str = "\t") -> Iterator[dict[str, str]]:
    """Rows of a table with a header line."""
    with path.open(encoding="utf-8-sig", newline="") as f:
        quoting = csv.QUOTE_NONE if delimiter != "," else csv.QUOTE_MINIMAL
        yield from csv.DictReader(f, delimiter=delimiter, quoting=quoting)


def lines(path: Path) -> list[str]:
    """Lines of a text file without their ends."""
    return path.read_text(encoding="utf-8").splitlines()
