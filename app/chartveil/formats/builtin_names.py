"""Names of common fonts, built-in styles and page-number fields, which may stay in a copy.

Any other name of a font or a style, and any other field instruction, is free text that somebody typed.
"""

from __future__ import annotations

import re
from functools import cache

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml

HARMLESS_FIELD = re.compile(
    r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES|SECTION)"
    r"(?:\s+\\\*\s*(?:MERGEFORMAT|CHARFORMAT|Arabic|roman|ROMAN|alphabetic|ALPHABETIC))*\s*"
)
"""Field instructions that say nothing about anybody and stay live."""


@cache
def known_fonts() -> frozenset[str]:
    """Names of common fonts, in small letters."""
    return frozenset(name.strip() for name in _table()["fonts"].replace("\n", " ").split(","))


def is_known_font(name: str) -> bool:
    """Whether the name is that of a common font, in any case, with or without a vertical form's ``@``."""
    return name.strip().strip("\"'").removeprefix("@").casefold() in known_fonts()


@cache
def _styles() -> re.Pattern[str]:
    return re.compile(_table()["styles"], re.VERBOSE | re.IGNORECASE)


def _table() -> dict[str, str]:
    return read_toml(resources_folder() / "formats" / "harmless_names.toml", "the list of harmless names")


def is_builtin_style(name: str) -> bool:
    """Whether the name is that of a style that word processors bring along."""
    return _styles().fullmatch(name.strip()) is not None
