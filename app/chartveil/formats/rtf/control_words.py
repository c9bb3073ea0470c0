"""The control words of RTF by what a copy does with them: ``resources/formats/rtf.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml

STYLE_WORDS = {"cs", "ts", "ds"}
"""Words that begin a style where a star stands before them."""

UNLINKED_WORDS = re.compile(
    r"field|fldrslt|flddirty|fldedit|fldlock|fldpriv|object|result|obj[a-z]+|rsltmerge|rsltpict|rslttxt|rsltbmp|"
    r"rsltrtf|rslthtml"
)
"""Words whose removal leaves the result of a field or object as plain text."""

FIELD_WORDS = {"field", "fldrslt", "flddirty", "fldedit", "fldlock", "fldpriv"}

PICTURE_WORDS = {"pict", "picw", "pich", "picwgoal", "pichgoal", "picscalex", "picscaley", "pngblip"}
"""Words of the white picture that stands for every other."""

WITHOUT_NUMBER = {
    "par",
    "pard",
    "plain",
    "sect",
    "sectd",
    "cell",
    "row",
    "nestcell",
    "nestrow",
    "line",
    "tab",
    "page",
}
"""Words that the specification gives no number: what stands there is text that ran into them."""

NUMBERED_ANEW = {"listid"}
"""Words whose numbers are given anew."""

STYLE_NAME = "Style"
"""Name of a style without a built-in name, with a number."""

SHOWN_INSTRUCTION = re.compile(r"\s*(?:EQ|QUOTE|SYMBOL|MACROBUTTON|GOTOBUTTON)\s+", re.IGNORECASE)
"""Fields that show what their instruction says."""

REVISION_WORDS = re.compile(
    r".*rsid.*|revauth.*|revdttm.*|revised|revisions|revprop|revbar|deleted|crauth|crdate|mvf|mvt|mvauth|mvdate"
)
"""Words that tell who changed what, and when."""


@cache
def table(name: str) -> Mapping[str, Any]:
    """A table of ``resources/formats/rtf.toml``: ``characters``, ``structure``, ``fonts`` or ``charsets``."""
    tables = read_toml(resources_folder() / "formats" / "rtf.toml", "the table of RTF control words")
    found: dict[str, Any] = tables[name]
    return found


@cache
def destinations(kind: str) -> frozenset[str]:
    """Control words that begin a destination of a kind, as the table explains."""
    return frozenset(table("destinations")[kind].split())


@cache
def kept_words() -> frozenset[str]:
    """Control words that go into a copy."""
    return frozenset(word for words in table("words").values() for word in words.split())


@cache
def kept_shape_properties() -> frozenset[str]:
    """Properties of drawings that go into a copy, where they are small numbers."""
    return frozenset(table("shapes")["properties"].split())


def words_of_copies() -> Iterator[str]:
    """All words that a copy may hold beside its text."""
    yield STYLE_NAME
    yield from kept_words() | kept_shape_properties()
    yield from table("characters")
    yield from table("structure")
    for kind in table("destinations").keys() - {"dropped"}:
        yield from destinations(kind)
    for words in (STYLE_WORDS, FIELD_WORDS, PICTURE_WORDS, NUMBERED_ANEW):
        yield from words
