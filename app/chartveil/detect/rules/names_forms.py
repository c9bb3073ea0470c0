"""Names by their form alone: ``LAST, FIRST``, an initial with a surname, initials with a legend."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import regex

from chartveil.detect.rules.names_grown import CueMatch, single_match
from chartveil.detect.rules.names_reader import (
    ALL_STOP_WORDS,
    ReadingStyle,
    end_of_credentials,
    is_stop_word,
    read_name,
    read_name_before,
)
from chartveil.domain import Label
from chartveil.words import TokenizedText

_DOCTOR, _PATIENT = Label.DOCTOR, Label.PATIENT

_LISTED = ReadingStyle(first=ALL_STOP_WORDS, comma=True, most=6)
_PLAIN = ReadingStyle(first=ALL_STOP_WORDS, most=4, run=False)
_PERSON_FOLLOWS = regex.compile(
    r"[ \t]*[(|,;/·\-–—]?[ \t]*(?:\d{1,3} ?(?:y(?:rs?|ears?)?\b|y/?o|yo|[MFmf]\b|[-/ ]?(?:year|month))|"
    r"(?:DOB|D\.O\.B|MRN?\b|MR ?#|"
    r"[MF]\b|[Mm]ale|[Ff]emale|MALE|FEMALE|[Ss]ex|SEX|AGE|ID\b)|\d{5,}|\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|"
    r"\d{2,3}[ \t])",
    regex.VERSION1,
)
_NOT_AFTER = regex.compile(
    r"(?:vitamin|hepatitis|type|grade|stage|class|group|option|part|vit|hep|influenza|plan|category|"
    r"section|item|"
    r"appendix|table|figure|level|question|unit|box|apt|suite|protein|factor|study|arm|cohort|phase|medicare|"
    r"strep|gp|bacteroides|immunoglobulin|ig|vit\.)[ .]*\Z",
    regex.VERSION1 | regex.IGNORECASE,
)
_GERMS = frozenset(
    "coli aureus diff difficile pylori fib pneumoniae influenzae albicans falciparum jirovecii".split()
)


def read_last_first(m: Any, text: str) -> Iterable[CueMatch]:
    """``BANKS, W.``, ``Birdsong, Lucius 79`` where what follows tells of a person."""
    found = read_name(text, m.end(), _LISTED)
    if found is None:
        return ()
    name = text[found[0] : found[1]]
    if "," not in name or any(
        is_stop_word(p, ALL_STOP_WORDS) for p in regex.findall(r"[\p{L}'’-]{2,}", name)
    ):
        return ()
    initial = regex.search(r", ?\p{L}[\p{L}'’-]+ \p{Lu}\.?$|, ?\p{Lu}\.$", name)
    if not initial and not _PERSON_FOLLOWS.match(text, found[1]):
        return ()
    return single_match(_PATIENT, found)


_ENDS_AFTER = regex.compile(r"[ \t]*(?:[,;:()|/\r\n\t]|$|  |[-–—] |\.(?: |\r?\n|$))", regex.VERSION1)
_SET_OFF = regex.compile(
    r"(?:[,;:(|/\[>=*&•\t]|[-–—]|  |\b(?:cc|CC|MD|RN|NP|CNS|dict|and|AND|with|WITH|from|FROM|to|TO|by|"
    r"BY)) ?\Z",
    regex.VERSION1,
)


_DOSE_AFTER = regex.compile(
    r"(?: [A-Z]{2,3})? \d+(?:\.\d+)?(?:/\d+)?[ ]?"
    r"(?:mc?g|g\b|ml|iu|½|[01½]-[01½]-[01½]|od\b|bd\b|tds\b|hs\b|qds\b)",
    regex.VERSION1 | regex.IGNORECASE,
)
"""What follows a tablet or capsule in Indian charts: ``T.Ramistar 2.5 0-0-1``."""


def read_initial_and_surname(m: Any, text: str) -> Iterable[CueMatch]:
    """``V. PRZYBYLSKI``, ``R.KUMAR``, ``Dewayne R. Hollifield``.

    In prose an initial may as well end a sentence (``on 6 L. Wells 7.5``): with a blank after it, it
    counts only where something parts it from what stands before, or after a first name.
    """
    found = read_name(text, m.start(), _PLAIN)
    if found is None or found[0] != m.start():
        return ()
    line = text.rfind("\n", 0, m.start()) + 1
    before = text[max(line, m.start() - 30) : m.start()]
    name = text[found[0] : found[1]]
    surname = name.rpartition(".")[2].strip()
    if _NOT_AFTER.search(before) or surname.lower() in _GERMS or len(surname) < 3:
        return ()
    if m[0][0] in "TC" and _DOSE_AFTER.match(text, found[1]):
        return ()
    signed = end_of_credentials(text, found[1]) > found[1]
    ends = _ENDS_AFTER.match(text, found[1]) is not None
    if " " not in m[0] or m[0].count(".") > 1 or signed:
        return single_match(_DOCTOR, found)
    if not before.strip():
        return (
            single_match(_DOCTOR, found)
            if ends and name[-1] != ":" and not text.startswith(":", found[1])
            else ()
        )
    if ends and _SET_OFF.search(before) and not text.startswith(":", found[1]):
        return single_match(_DOCTOR, found)
    forename = read_name_before(text, m.start() - 1) if before.endswith(" ") else None
    if forename is None or not ends or m[0][0] in "IVX":
        return ()
    given = text[forename[0] : forename[1]]
    if " " in given or len(given) < 3 or given.isupper() != surname.isupper():
        return ()
    return single_match(_DOCTOR, (forename[0], found[1]))


_BEFORE_LEGEND = regex.compile(r"(?<![\p{L}\d])[A-Za-z]{2,4}(?= ?\Z)", regex.VERSION1)


def read_initials_legend(m: Any, text: str) -> Iterable[CueMatch]:
    """``mk = Magda Kratochvil``: the initials and the name, when they agree."""
    short = _BEFORE_LEGEND.search(text, max(0, m.start() - 8), m.start())
    found = read_name(text, m.end(), _PLAIN) if short else None
    if found is None or short is None:
        return ()
    firsts = "".join(p[0] for p in regex.findall(r"\p{L}+", text[found[0] : found[1]])).lower()
    initials = short[0].lower()
    if len(firsts) < 2 or not (initials == firsts or initials == firsts[0] + firsts[-1]):
        return ()
    return (CueMatch({_DOCTOR: (short.span(), found)}),)


def check_cell_start(m: Any, view: TokenizedText) -> float | None:
    """Drops initials that do not stand at the start of a line or cell."""
    text, at = view.text, m.start()
    return (
        0.8
        if at == 0
        or text[at - 1] in "\n\t\r"
        or text[at - 2 : at] == "  "
        or not text[text.rfind("\n", 0, at) + 1 : at].strip()
        else None
    )
