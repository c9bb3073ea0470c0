"""Reads the header of a table's column: its role, and whether it may stand in an output.

A header is compared by its words: ``NoteText``, ``note_text`` and ``Note text`` are the same.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import cache

from chartveil.domain.resource_files import word_lists

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")
_PLAIN = re.compile(r"[ -~]{0,80}")
_MOST_DIGITS = 4


@cache
def _words(*lists: str) -> frozenset[str]:
    """The words of lists of ``resources/formats/table_headers.toml``."""
    return frozenset().union(*(_table()["words"][name] for name in lists))


def _table() -> dict[str, dict[str, tuple[str, ...]]]:
    return word_lists("formats/table_headers.toml", "the table of headers")


def harmless_words() -> frozenset[str]:
    """Words that say what a column holds and nothing about a person."""
    return _words("ends_text", "ends_identifier", "harmless")


def header_words(header: str) -> tuple[str, ...]:
    """Words of a header in lower case: ``("note", "text")`` for ``NoteText``."""
    return tuple(word.lower() for word in _WORD.findall(header))


def _ends_in(header: str, last_words: frozenset[str]) -> bool:
    words = [word for word in header_words(header) if not word.isdigit()]
    return bool(words) and words[-1] in last_words


def is_text_header(header: str) -> bool:
    """Whether the header is that of a column of text, by its last word."""
    return _ends_in(header, _words("ends_text"))


def is_identifier_header(header: str) -> bool:
    """Whether the header is that of a column which is not text: a name, an id, a date and the like."""
    return _ends_in(header, _words("ends_identifier"))


def is_harmless_header(header: str) -> bool:
    """Whether the header consists of known words, signs of ASCII and few numbers of at most two digits."""
    return is_made_of(header, harmless_words())


def is_made_of(header: str, words: Container[str]) -> bool:
    """Whether a header consists of such words, signs of ASCII and few numbers of at most two digits."""
    known = all(len(w) <= 2 if w.isdigit() else w in words for w in header_words(header))
    return known and sum(map(str.isdigit, header)) <= _MOST_DIGITS and bool(_PLAIN.fullmatch(header))


def looks_like_header(cell: str) -> bool:
    """Whether a cell could be a column's name: short, on one line, with a letter and few digits."""
    cell = cell.strip()
    digits = sum(c.isdigit() for c in cell)
    return (
        0 < len(cell) <= 60
        and "\n" not in cell
        and "\r" not in cell
        and any(c.isalpha() for c in cell)
        and digits <= 4
        and not cell.endswith((".", ";", ":"))
    )


def find_column(names: Sequence[str], role: str) -> int | None:
    """The column whose header is the likeliest for a role; None if there is none.

    Args:
        names: headers.
        role: ``document_id``, ``note_type`` or ``date``.
    """
    spoken = [" ".join(header_words(name)) for name in names]
    for header in _table()["columns"][role]:
        if header in spoken:
            return spoken.index(header)
    return None
