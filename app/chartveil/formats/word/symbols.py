"""Characters of symbol fonts as those of Unicode, by ``resources/formats/symbol_fonts.toml``."""

from __future__ import annotations

import re
from functools import cache

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml
from chartveil.formats.safe_xml import replace_illegal_characters

_UNKNOWN = "\ufffd"
_PRIVATE = re.compile("[\uf000-\uf0ff]")


@cache
def _fonts() -> dict[str, dict[int, str]]:
    """What each number of each known symbol font shows."""
    table = read_toml(resources_folder() / "formats" / "symbol_fonts.toml", "the table of symbol fonts")
    return {
        font: {int(first, 16) + i: c for first, shown in runs.items() for i, c in enumerate(shown)}
        for font, runs in table.items()
    }


def shown_symbol(code: str, font: str) -> str:
    """The character that a symbol font shows; U+FFFD where it is not known.

    Args:
        code: its number in hex, with or without the private area that such fonts use (U+F000 to U+F0FF).
        font: its name.
    """
    if not re.fullmatch(r"[0-9A-Fa-f]{1,6}", code) or int(code, 16) > 0x10FFFF:
        return _UNKNOWN
    number = int(code, 16)
    low = number - 0xF000 if 0xF000 <= number <= 0xF0FF else number
    table = _fonts().get(font.strip().casefold())
    if table is not None and low < 0x100:
        return table.get(low, _UNKNOWN)
    if 0xD800 <= low <= 0xDFFF or low < 0x20:
        return _UNKNOWN
    return replace_illegal_characters(chr(low))


def without_private_characters(text: str, font: str) -> str:
    """The text with characters of the private area of a symbol font as what they show."""
    return _PRIVATE.sub(lambda m: shown_symbol(f"{ord(m[0]):04X}", font), text)
