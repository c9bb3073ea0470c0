"""Usual short forms of given names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from chartveil.domain.errors import ResourceError
from chartveil.domain.languages import LanguagePart, find_language
from chartveil.domain.resource_files import read_toml
from chartveil.domain.tokenized_text import fold


@cache
def load_nicknames(language: str = "en", path: Path | None = None) -> Mapping[str, tuple[str, ...]]:
    """Folded given name → its short forms as they are written: ``robert`` → ``Rob``, ``Bob`` …

    Args:
        language: its code.
        path: another file of that form instead.

    Raises:
        ResourceError: if the language has none, or the file is missing or not valid.
    """
    path = path or find_language(language).file(LanguagePart.NICKNAMES)
    table = read_toml(path, "the table of nicknames").get("nicknames")
    if not isinstance(table, dict) or not all(isinstance(v, str) for v in table.values()):
        raise ResourceError(
            "the table of nicknames is not valid.",
            where=str(path),
            remedy='Write [nicknames] and under it a line for each name: Robert = "Rob Bob".',
        )
    return {fold(given): tuple(short.split()) for given, short in table.items()}
