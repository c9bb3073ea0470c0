"""Phrases of a case to type into a search engine: what comes up tells whether the patient can be found.

A phrase is a run of words as they stand in the output, without anything that was altered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from chartveil.case_report.model import AlteredNote, CaseReport, FactCategory, IndirectFact
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.lexicon import bundled_lexicon

_MOST_PHRASES = 12
_MOST_OF_FACTS = 8
"""The others are the rarest runs of words of the notes."""
_LONGEST = 10
"""Words of a phrase."""
_SHORTEST = 3
_BEFORE_FACT = 3
"""Words before a fact that go with it, where its run is longer than a phrase."""
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{12,120})[\"”]")
_END_OF_RUN = re.compile(r"[.!?;:](?=\s|$)|[\n|\t]|[ ]{3,}|[()\[\]\"“”]|(?<=\s)[-–—>/](?=\s)")
_WORD = re.compile(r"(?<!\w)[a-z]{5,}")
"""Abbreviations are rare in English, and no search engine knows more of them for it."""
_EDGES = " .,;:-–—\"“”'"


@dataclass(frozen=True, slots=True)
class _Run:
    """Words in a row of an output, and where they begin in it."""

    start: int
    text: str


def search_phrases(case: CaseReport) -> tuple[str, ...]:
    """Up to twelve phrases, the most telling first: what somebody said, facts that stay, rare words."""
    common = bundled_lexicon().is_common

    def rarity(phrase: str) -> int:
        return sum(not common(fold(word)) for word in _WORD.findall(phrase))

    runs = {n.note.id: list(_runs(n)) for n in case.notes}
    quotes = [
        _shortened(run.text)
        for n in case.notes
        for quoted in _QUOTED.findall(n.text)
        for run in runs[n.note.id]
        if run.text.strip() == quoted.strip()
    ]
    facts = [
        (fact.category is FactCategory.OTHER, -rarity(phrase), phrase)
        for n in case.notes
        for fact in case.facts
        if fact.note == n.note.id and fact.wording is None and (phrase := _around(fact, n, runs[fact.note]))
    ]
    found: list[str] = []
    _take(found, [*quotes, *(phrase for *_, phrase in sorted(facts, key=lambda f: f[:2]))], _MOST_OF_FACTS)
    _take(found, _rarest(runs.values(), rarity), _MOST_PHRASES)
    return tuple(found)


def _rarest(notes: Iterable[list[_Run]], rarity: Callable[[str], int]) -> list[str]:
    phrases = [_shortened(run.text) for runs in notes for run in runs]
    return sorted((p for p in phrases if len(p.split()) > _SHORTEST), key=lambda p: -rarity(p))


def _take(found: list[str], phrases: Iterable[str], most: int) -> None:
    """Adds phrases up to a number, but those whose words another one has."""
    for phrase in phrases:
        if len(found) >= most:
            return
        words = fold(phrase)
        if not any(words in fold(other) or fold(other) in words for other in found):
            found.append(phrase)


def _runs(note: AlteredNote) -> Iterator[_Run]:
    """Words in a row of an output: within a sentence, a line and a bracket, and nothing in them altered."""
    ends = [m.span() for m in _END_OF_RUN.finditer(note.text)]
    moved = 0
    for a in note.alterations:
        ends.append((a.start + moved, a.start + moved + len(a.text)))
        moved += len(a.text) - (a.end - a.start)
    at = 0
    for start, end in [*sorted(ends), (len(note.text), len(note.text))]:
        if note.text[at:start].strip(_EDGES):
            yield _Run(at, note.text[at:start])
        at = max(at, end)


def _around(fact: IndirectFact, note: AlteredNote, runs: list[_Run]) -> str:
    """The words around a fact in the output; empty where it is altered or stands alone."""
    start = fact.start + sum(len(a.text) - (a.end - a.start) for a in note.alterations if a.end <= fact.start)
    for run in runs:
        if run.start <= start < run.start + len(run.text):
            before = run.text[: start - run.start].split()
            words = run.text.split()
            first = 0 if len(words) <= _LONGEST else max(0, len(before) - _BEFORE_FACT)
            phrase = " ".join(words[first : first + _LONGEST]).strip(_EDGES)
            return phrase if len(phrase.split()) >= _SHORTEST else ""
    return ""


def _shortened(text: str) -> str:
    return " ".join(text.split()[:_LONGEST]).strip(_EDGES)
