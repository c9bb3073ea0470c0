"""Finds names and numbers by the words beside them where detection found none: a child called ``June``,
``Dr B.``, a state behind its town, the lot of a device."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from chartveil.case_report.model import CaseNote
from chartveil.case_report.patients import name_words
from chartveil.case_report.vocabulary import role_words
from chartveil.domain.labels import PERSON_LABELS, Label, LabelGroup
from chartveil.domain.resource_files import word_lists
from chartveil.domain.span import Span

_DATE_BEHIND = re.compile(r"[ ,./'’-]*\d|[ ]*[-/–]|['’]s[ ]+\d|[ ]+(?:the[ ])?\w+(?:th|st|nd|rd)\b")
_AGE_BEHIND = re.compile(r"[ ]\((?:now[ ]|aged[ ])?\d{1,2}(?:[ ]?[ymw]\w*)?[),]|,[ ](?:aged[ ])?\d{1,2},")
_STROKE_INITIALS = re.compile(r"(?<=[.!?)] )/(?P<name>[a-z]{2,3})(?=[ \t]*(?:\n|$))")
_SPEAKER = re.compile(r"^\[[^\]\n]{6,30}\][ ](?P<name>[A-Z])(?=:[ ])", re.MULTILINE)
_STATE = re.compile(r",?[ ](?P<name>[A-Z]{2,3})(?=[ ]\d{4,5}\b|[ ]{2}|[ ]*(?:\n|$)|[ ]?[,.;)])")


@dataclass(frozen=True)
class _Words:
    """Months as names, and the patterns of words beside names.

    Attributes:
        months: days and months by which people are called.
        surely_names: months by which people are called first; the others only with a title or initials.
        titled: before a name, or its initial.
        of_a_date: before a date.
        kin_before: before a name.
        does: behind somebody called May, and not behind the month or the verb.
        one_letter: a name that is one letter, with its title.
        verb_behind: behind the patient's initials.
        number: of a thing, with what it is a number of.
    """

    months: tuple[str, ...]
    surely_names: tuple[str, ...]
    titled: re.Pattern[str]
    of_a_date: re.Pattern[str]
    kin_before: re.Pattern[str]
    does: re.Pattern[str]
    one_letter: re.Pattern[str]
    verb_behind: re.Pattern[str]
    number: re.Pattern[str]


@cache
def _words() -> _Words:
    lists = word_lists("case_report/context_names.toml", "the list of words beside names of a case")
    months, initials = lists["months"], lists["initials"]

    def any_of(words: Sequence[str]) -> str:
        return f"(?:{'|'.join(words)})"

    return _Words(
        (*months["surely_names"], *months["others"]),
        months["surely_names"],
        re.compile(rf"\b{any_of(months['titles'])}\.?[ ]$|(?<![\w.])[A-Z]\.[ ]?$"),
        re.compile(
            rf"(?:\b{any_of(months['of_a_date'])}|\d(?:st|nd|rd|th)?|[-/,])[ -]*$",
            re.IGNORECASE,
        ),
        re.compile(rf"\b{any_of(months['kin'])}\b:?[ ](?:[A-Z][a-z]+[ ](?:\(\d+\)[ ])?and[ ])?$"),
        re.compile(rf"['’]s\b|[ ]{any_of(months['does'])}\b"),
        re.compile(
            rf"\b{any_of(initials['titles'])}\.?[ ](?P<name>[A-Z]\.?)(?![\w'’-])(?![ ]?\.?[A-Z][a-z])"
        ),
        re.compile(rf"[ ](?:{any_of(initials['does'])}\b)"),
        re.compile(
            rf"\b{any_of(lists['numbers']['fields'])}[ ]?(?:no\.?|number|num\.?|#|:)*[ ]?"
            r"(?P<name>(?=[A-Z0-9/-]*\d{3})[A-Z0-9][A-Z0-9/-]{4,})(?![\w/])",
            re.IGNORECASE,
        ),
    )


def with_names_from_context(note: CaseNote, notes: Sequence[CaseNote]) -> CaseNote:
    """The note with a span for each name or number that the words beside it show to be one.

    Args:
        note: of the case.
        notes: all of the case: who is called by a month in one is so in all.
    """
    called = _called_by_months(notes)
    initials = {"".join(w[0] for w in name_words(n.patient)).upper() for n in notes if n.patient}
    found = [*_found(note), *_months_as_names(note.text, called), *_patient_by_initials(note.text, initials)]
    kept = list(note.spans)
    for span in found:
        overlapping = [s for s in kept if s.overlaps(span)]
        if all(s.label is Label.DATE for s in overlapping):
            kept = [s for s in kept if s not in overlapping] + [span]
    return replace(note, spans=tuple(sorted(kept))) if found else note


def _found(note: CaseNote) -> Iterator[Span]:
    text = note.text
    for pattern, label in (
        (_words().one_letter, Label.DOCTOR),
        (_STROKE_INITIALS, Label.DOCTOR),
        (_SPEAKER, Label.RELATIVE),
        (_words().number, Label.IDNUM),
    ):
        for m in pattern.finditer(text):
            yield Span(*m.span("name"), label, 1.0)
    for body in role_words().bodies:
        for m in re.finditer(rf"\b{body}\b", text):
            yield Span(*m.span(), Label.ORGANIZATION, 1.0)
    for span in note.spans:
        state = _STATE.match(text, span.end) if span.group is LabelGroup.LOCATION else None
        if state is not None and state["name"] in role_words().region_codes:
            yield Span(*state.span("name"), Label.STATE, 1.0)


_SUBJECT_BEFORE = re.compile(r"(?:^|[.!?:][ \t]+|\n[ \t]*)$")


def _patient_by_initials(text: str, initials: set[str]) -> Iterator[Span]:
    """The patient's initials where they are somebody who does something: ``RT tearful``."""
    for letters in sorted(i for i in initials if len(i) > 1):
        for m in re.finditer(rf"\b{letters}\b", text):
            before = text[max(0, m.start() - 12) : m.start()]
            if _SUBJECT_BEFORE.search(before) and _words().verb_behind.match(text, m.end()):
                yield Span(*m.span(), Label.PATIENT, 1.0)


def _called_by_months(notes: Sequence[CaseNote]) -> frozenset[str]:
    """Months by which somebody of the case is called."""
    called = set()
    for note in notes:
        for month in ("May", *_words().surely_names):
            for m in re.finditer(rf"\b{month}\b", note.text):
                before = note.text[max(0, m.start() - 40) : m.start()]
                if _words().of_a_date.search(before) and not _words().kin_before.search(before):
                    continue
                aged = month != "May" and _AGE_BEHIND.match(note.text, m.end())
                if aged or _words().kin_before.search(before):
                    called.add(month)
        for span in note.spans:
            words = span.text(note.text).split()
            if span.label in PERSON_LABELS and len(words) > 1 and words[0] in _words().surely_names:
                called.add(words[0])
    return frozenset(called)


def _months_as_names(text: str, called: frozenset[str]) -> Iterator[Span]:
    for word in _words().months:
        for m in re.finditer(rf"\b{word}\b", text):
            before = text[max(0, m.start() - 40) : m.start()]
            if _DATE_BEHIND.match(text, m.end()) and not _AGE_BEHIND.match(text, m.end()):
                continue
            titled = _words().titled.search(before)
            is_bare = not _words().of_a_date.search(before) and (
                word in _words().surely_names or _words().does.match(text, m.end())
            )
            if titled or (word in called and (_words().kin_before.search(before) or is_bare)):
                start = m.start() - 3 * before.endswith("MD ")
                yield Span(start, m.end(), Label.DOCTOR if titled else Label.RELATIVE, 1.0)
            elif word in called and re.search(r"\b(?:you|he|she|him|her|and)[ ]and[ ]$", before):
                yield Span(m.start(), m.end(), Label.RELATIVE, 1.0)
