"""Countries by name and code, and the towns that a text says are in one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from chartveil.domain.resource_files import word_lists
from chartveil.domain.tokenized_text import fold

_OTHER_THINGS_TOO = frozenset("chad georgia jordan".split())
"""Countries whose names behind a comma are as likely a state or a person."""


@cache
def country_codes() -> dict[str, str]:
    """Folded name of a country → its code (ISO 3166-1)."""
    codes = word_lists("surrogates.toml", "the words of surrogates")["countries"]["codes"]
    return {fold(name): code for name, _, code in (entry.partition(":") for entry in codes)}


@cache
def country_names() -> dict[str, str]:
    """Code of a country → its folded name."""
    return {code: name for name, code in country_codes().items()}


def towns_abroad(text: str) -> Iterator[tuple[str, str]]:
    """Each folded name that may stand before a country, as a town, with the country's code: ``Akureyri,
    Iceland``, ``Tralee, Co. Kerry, Ireland``."""
    for m in _pattern().finditer(text):
        code, town = country_codes()[fold(m["country"])], fold(m["town"])
        # ``From Riyadh, Saudi Arabia``: which words are the town nobody can say here.
        yield from ((name, code) for name in {town, town.rpartition(" ")[2]})


@cache
def _pattern() -> re.Pattern[str]:
    named = (re.escape(n) for n in country_codes() if n not in _OTHER_THINGS_TOO)
    names = sorted(named, key=len, reverse=True)
    town = r"(?P<town>[^\W\d_a-z][\w'’-]+(?:[ ][^\W\d_a-z][\w'’-]+)?)"
    return re.compile(rf"{town},(?:[ ]Co(?:unty|\.)[ ]\w+,)?[ \t]*(?P<country>(?i:{'|'.join(names)}))\b")
