"""The same notes in other letters, misread by a scanner, and with the dates of other countries."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import regex

from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.formats.annotations.document import AnnotatedDocument
from chartveil_training.samples import IdentifierMark, Sample, SampleEdit, apply_edits
from chartveil_training.synthesis.noise import in_capitals, in_lower_case, with_scan_errors

MISREAD_SHARE = 0.03
"""Of letters, figures and stops that a scan may misread. Figures among figures come more often."""

CONDITIONS: tuple[str, ...] = ("as written", "capitals", "small letters", "misread", "day first")


def under_condition(
    documents: Sequence[AnnotatedDocument], condition: str, seed: int = 1
) -> list[AnnotatedDocument]:
    """Annotated documents under one of ``CONDITIONS``; marks cover what became of the text they covered.

    Args:
        documents: gold with its text.
        condition: ``misread`` has letters and figures as scans misread them, ``day first`` dates of figures
            or with a month's name in the order of most countries, where they had the American one.
        seed: of what is drawn, for each document anew.

    Raises:
        KeyError: for a condition that is not known.
    """
    change = _CHANGES[condition]
    found = []
    for number, document in enumerate(documents):
        sample = change(_sample_of(document), random.Random(f"{seed} {number}"))
        spans = (Span(m.start, m.end, m.labels[0], 1.0) for m in sample.marks)
        found.append(replace(document, text=sample.text, spans=tuple(spans), sha256=""))
    return found


def _sample_of(document: AnnotatedDocument) -> Sample:
    marks = (IdentifierMark(s.start, s.end, (s.label,)) for s in document.spans)
    return Sample(document.text or "", tuple(marks))


_MONTH = r"(?P<month>\p{L}{3,9}\.?)"
_NAMED = regex.compile(_MONTH + r" (?P<day>\d{1,2})(?:st|nd|rd|th)?,? (?P<year>\d{4})")
_FIGURES = regex.compile(r"(?P<month>\d{1,2})(?P<sign>[/-])(?P<day>\d{1,2})(?P=sign)(?P<year>\d{4}|\d{2})")


def _with_day_first(sample: Sample, rng: random.Random) -> Iterator[SampleEdit]:
    named = rng.choice(("{day} {month} {year}", "{day}. {month} {year}"))
    figures = rng.choice(("{day}/{month}/{year}", "{day}.{month}.{year}", "{day}-{month}-{year}"))
    for mark in sample.marks:
        if mark.labels != (Label.DATE,):
            continue
        text = sample.text[mark.start : mark.end]
        if date := _NAMED.fullmatch(text):
            yield mark.start, mark.end, named.format(**date.groupdict())
        elif (date := _FIGURES.fullmatch(text)) and int(date["month"]) <= 12:
            yield mark.start, mark.end, figures.format(**date.groupdict())


_CHANGES: dict[str, Callable[[Sample, random.Random], Sample]] = {
    "as written": lambda sample, _: sample,
    "capitals": lambda sample, _: in_capitals(sample),
    "small letters": lambda sample, _: in_lower_case(sample),
    "misread": lambda sample, rng: apply_edits(sample, with_scan_errors(sample, rng, MISREAD_SHARE)),
    "day first": lambda sample, rng: apply_edits(sample, _with_day_first(sample, rng)),
}
