"""Finds occupations of the patient and of relatives. Many titles also stand for the people who treat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import regex

from chartveil.case_report.indirect_facts.flat_text import FlatText
from chartveil.case_report.indirect_facts.occupations import Occupations, occupations, singular_forms

_DETERMINER = r"(?:(?P<det>an?|the|his|her|their|one|two|three|four|five|several) )?"
_WORDS = regex.compile(r"[\w'.-]*\w")
_AS_TRADE = regex.compile(r"(?i) by (?:trade|profession|training|occupation)\b")


@dataclass(frozen=True, slots=True)
class _Title:
    """An occupation of the list in a flat text; ``start`` is where its determiner or ``retired`` stands."""

    start: int
    title_start: int
    end: int
    title: str


def occupation_mentions(prose: FlatText) -> Iterator[tuple[int, int]]:
    """Ranges of the flat text that tell an occupation: ``a retired glassblower``, ``A cooper by trade``.

    Raises:
        ResourceError: if the list of occupations is missing or not valid.
    """
    table = occupations()
    for t in _titles(prose, table):
        if _is_told_of_a_person(t, prose, table):
            trade = _AS_TRADE.match(prose.flat, t.end)
            yield t.start, trade.end() if trade else t.end


def without_trade(text: str) -> str:
    """An occupation without ``by trade`` behind it."""
    return str(_AS_TRADE.sub("", text))


def _titles(prose: FlatText, table: Occupations) -> Iterator[_Title]:
    """Occupations of the list, the longest at each place, from left to right."""
    flat, longest = prose.flat, _longest_titles()
    words = [m.span() for m in _WORDS.finditer(flat)]
    i = 0
    while i < len(words):
        start = words[i][0]
        first = flat[start : words[i][1]].lower()
        most = max(longest.get(form, 0) for form in singular_forms(first))
        for n in range(min(most, len(words) - i), 0, -1):
            end = words[i + n - 1][1]
            title = flat[start:end]
            if "\n" not in title and any(form in table.groups for form in singular_forms(title.lower())):
                yield _Title(_lead_start(flat, start, table), start, end, title)
                i += n - 1
                break
        i += 1


@cache
def _longest_titles() -> dict[str, int]:
    """By first word of a title, the most words that titles with it have."""
    longest: dict[str, int] = {}
    for title in occupations().groups:
        words = title.split()
        longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return longest


def _lead_start(flat: str, start: int, table: Occupations) -> int:
    """Where the phrase before a title begins: with its determiner, or with a word such as ``retired``."""
    before = flat[max(0, start - 60) : start]
    kept = rf"(?:{table.kept_words}[ -])"
    other = r"(?:(?!(?:and|or|of|the|as)\b)[\w-]+ )?"
    m = regex.search(rf"(?i)(?<![\w-]){_DETERMINER}{kept}*{other}\Z", before)
    if m is None or not m["det"]:
        m = regex.search(rf"(?i)(?<![\w-]){kept}+\Z", before)
    return start - len(m.group()) if m else start


def _is_told_of_a_person(t: _Title, prose: FlatText, table: Occupations) -> bool:
    flat = prose.flat
    before = flat[max(prose.sentence(t.title_start)[0], t.title_start - 60) : t.title_start]
    after = flat[t.end : t.end + 40]
    if table.no_trade_after.match(after) or table.no_trade_before.search(before + t.title):
        return False
    named = t.title[0].isupper() and not prose.begins_sentence(t.title_start) and not flat.isupper()
    if named and not before.rstrip().endswith(":"):
        return False
    group = table.group(t.title)
    if (group is not None and group.clinical) or not table.also_staff.isdisjoint(
        singular_forms(t.title.lower())
    ):
        return bool(table.trade_before.search(before)) or bool(table.trade_after.match(after))
    return True
