"""Words in other scripts than Latin that are known to be no names."""

from __future__ import annotations

import unicodedata
from functools import cache

import regex

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_text

_VOWEL_MARKS = regex.compile("[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200c\u200d]")
"""Marks of Hebrew and Arabic that few write; tatweel and joiners, which only draw letters together or
apart."""
_WORD = regex.compile(r"[\p{L}\p{M}]+")


def names_nobody(run: str) -> bool:
    """Whether ``resources/recovery/other_script_words.txt`` has all words of a run, or the run as a phrase.

    Raises:
        ResourceError: if the file is missing.
    """
    known, words = _other_script_words(), _WORD.findall(_folded(run))
    return all(word in known for word in words) or " ".join(words) in known


def _folded(text: str) -> str:
    return str(_VOWEL_MARKS.sub("", unicodedata.normalize("NFC", text))).casefold()


@cache
def _other_script_words() -> frozenset[str]:
    path = resources_folder() / "recovery" / "other_script_words.txt"
    lines = read_text(path, "the list of words of forms in other scripts").splitlines()
    words = (w for line in lines if not line.startswith("#") for w in line.split())
    return frozenset(_folded(w.replace("_", " ")) for w in words)
