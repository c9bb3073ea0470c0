"""Relabels names of people that were found as places: ``Soo-Yeon Park called``.

Surnames that are words of places (Park, Hill, Lane) mislead the networks, and a place is invented where a
person was. What goes is the same; here it becomes one name with the label of a person, where it begins with
a given name and does what only people do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial

import regex

from chartveil.detection.judgement.people_words import people_words_pattern
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.lexicon import word_flags as flags

_PLACES = frozenset({Label.CITY, Label.LOCATION_OTHER, Label.STREET})
_NAME = regex.compile(r"(\p{Lu}\p{Ll}+)(-\p{L}\p{Ll}+|[ ]\p{Lu}\p{Ll}+)?[ ](\p{Lu}\p{Ll}+)")
_BEFORE_REACH = 24


@dataclass(frozen=True)
class _Words:
    """Patterns for what stands before a title's bearer, a relative and a place, and behind a person."""

    title_before: regex.Pattern[str]
    kin_before: regex.Pattern[str]
    place_before: regex.Pattern[str]
    person_behind: regex.Pattern[str]


@cache
def _words() -> _Words:
    one_of = partial(people_words_pattern, "names")
    return _Words(
        regex.compile(rf"\b(?:(?P<staff>{one_of('staff_titles')})|{one_of('titles')})\.?[ ]\Z"),
        regex.compile(rf"(?i)\b{one_of('kin')}(?:-in-law)?,?[ ]\Z"),
        regex.compile(rf"(?i)(?:\b{one_of('place_before')}|\d)[ ]\Z"),
        regex.compile(
            rf"(?i)(?:,[ ]\d{{1,3}}\b(?!\d)|,?[ ](?:who|(?:has[ ])?{one_of('person_did')}"
            rf"|(?:is|was)[ ](?:an?[ ]\d{{1,3}}|{one_of('person_is')}))\b|['’]s[ ]{one_of('relatives')})"
        ),
    )


def people_taken_for_places(text: str, spans: Sequence[Span], flags_of: Callable[[str], int]) -> list[Span]:
    """The spans, those of places that are together a person's name made one span of a person.

    Args:
        text: the document.
        spans: disjoint, sorted, with the labels that count.
        flags_of: what a word in small letters is known as (``word_flags``).
    """
    out: list[Span] = []
    for run in _runs(text, spans):
        label = _label_of(text, run[0].start, run[-1].end, flags_of) if run[0].label in _PLACES else None
        out += [_united(run, label)] if label is not None else run
    return out


def _runs(text: str, spans: Iterable[Span]) -> list[list[Span]]:
    """Spans of places with nothing but a blank or a hyphen between them together, others alone."""
    runs: list[list[Span]] = []
    for span in spans:
        last = runs[-1][-1] if runs else None
        if (
            last is not None
            and {last.label, span.label} <= _PLACES
            and text[last.end : span.start] in (" ", "-")
        ):
            runs[-1].append(span)
        else:
            runs.append([span])
    return runs


def _label_of(text: str, start: int, end: int, flags_of: Callable[[str], int]) -> Label | None:
    """Of what kind the person is whose name stands there; None where it may be a place's."""
    name = _NAME.fullmatch(text, start, end)
    if name is None or not flags_of(name[3].lower()) & flags.SURNAME:
        return None
    if not (flags_of(name[1].lower()) & flags.FIRST_NAME_FREQUENT):
        return None
    low = max(0, start - _BEFORE_REACH)
    if title := _words().title_before.search(text, low, start):
        return Label.DOCTOR if title["staff"] else Label.PATIENT
    if _words().kin_before.search(text, low, start):
        return Label.RELATIVE
    if _words().place_before.search(text, low, start) or not _words().person_behind.match(text, end):
        return None
    return Label.PATIENT


def _united(run: Sequence[Span], label: Label) -> Span:
    """One span over some, with the evidence of all."""
    start, end = run[0].start, run[-1].end
    evidence = dict.fromkeys(e for span in run for e in span.with_range(start, end).evidence)
    return Span(start, end, label, max(span.score for span in run), tuple(evidence))
