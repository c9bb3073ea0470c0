"""Drops detected spans for which little speaks and with which the models do not agree.

Three kinds of span need the models' agreement, each when nothing else speaks for it. A span of a site's list
or of a dossier needs nobody's.

A span of our own lists alone: a name on a list may be a term (``Charles Bonnet``). It stays when the models
give it some weight, far less than they would need to take it by themselves. That a word is on no list
(``unlisted``) says less, and needs more.

A span of models alone: one vote proposes it, as in Murugadoss et al. 2021, at a low threshold. It stays when
the networks agree on average; names and places need less agreement than what rules hardly miss
(docs/decisions/0011-our-own-models.md). A model that a site added is not asked for agreement: it was added
for what ours do not know.

A span of a rule that reads words by their neighbours: a name after a field's colon, a capitalised run that
ends in ``Laboratory``, a number behind a cue. Such rules also take ``Doctor: Smoking?`` and ``knee ext
2+/5``. Two figures that may be a day need as much agreement as a date of models alone. Rules that know a form
(initials at the foot of a dictation, a name with carets, a chain of pharmacies by name, a telephone number)
say what no model sees, and their spans stay; so do those that a rule scores high.

Of spans of names, places and occupations, words at the ends to which no network gives anything are cut off.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from chartveil.detection.judgement.span_support import UNLISTED_EVIDENCE
from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText

_SURE = 0.95
"""Spans of lists alone from this score on need no support."""
_SITE = "site/"
"""How the names of a site's own lists begin, in evidence."""
_READ_BY_NEIGHBOURS = frozenset(
    (
        Label.PATIENT,
        Label.RELATIVE,
        Label.DOCTOR,
        Label.PROFESSION,
        Label.HOSPITAL,
        Label.ORGANIZATION,
        Label.STREET,
        Label.CITY,
        Label.STATE,
        Label.ZIP,
    )
)
_PAIRS = frozenset(("DATE-MONTH-DAY", "DATE-MONTH-DASH-DAY", "DATE-MONTH-YEAR"))
"""Rules for dates of two figures, which scores, doses and durations look like."""
_SURE_PAIR = 0.75
"""Such dates scored higher need no support: a cue or a time beside them speaks for them."""
_SHORT_AGES = frozenset(
    (
        "AGE-SEX",
        "AGE-SEX-FIRST",
        "AGE-COMMA",
        "AGE-BRACKET",
        "AGE-AT",
        "AGE-PERSON-IS",
        "AGE-YEARS-BARE",
        "AGE-NAME",
    )
)
"""Rules for ages that gauges, temperatures, intervals and counts look like. What other rules take for an age
stays: a bare number gives the models little to go by."""
_CUES = frozenset(("ID-CUE", "PHONE-CUE"))
"""Rules that take a number for the word before it, which may be another word of the same letters."""
_LABELS_WITH_TRIMMED_ENDS = _READ_BY_NEIGHBOURS - {Label.STREET, Label.ZIP}
"""Labels of spans whose ends are looked at again."""
_NOTHING = 0.003
"""Agreement below which a word at the end of a span is cut off."""
_KNOWS_A_FORM = frozenset(
    (
        "NAME-TYPIST",
        "NAME-TYPIST-ALIKE",
        "NAME-DICTATED",
        "NAME-INITIALS-END",
        "NAME-INITIAL-FAREWELL",
        "NAME-INITIALS-STAMP",
        "NAME-INITIALS-CLOCK",
        "NAME-LEGEND",
        "NAME-HL7",
        "NAME-DICOM",
        "ORG-CHAIN",
        "ORG-INSURER",
        "ORG-VA",
        "ORG-ABBREVIATION",
    )
)


_REQUIRED_OF_MODELS: Mapping[LabelGroup, float] = {
    LabelGroup.NAME: 0.16,
    LabelGroup.LOCATION: 0.12,
    LabelGroup.ORGANIZATION: 0.25,
    LabelGroup.DATE: 0.3,
    LabelGroup.PROFESSION: 0.4,
    LabelGroup.AGE: 0.4,
    LabelGroup.CONTACT: 0.4,
    LabelGroup.ID: 0.4,
}


@dataclass(frozen=True, slots=True)
class RequiredAgreement:
    """Agreement of the networks, in [0, 1], that spans need for which little else speaks.

    Attributes:
        weak: a span of our lists alone, or of a rule that reads by neighbours.
        unlisted: a word for which only its being on no list speaks.
        models: a span of our models alone, by group. What rules hardly miss (numbers, ages) needs more than
            names and places, of which a word that the networks half believe is one more often.
    """

    weak: float = 0.1
    unlisted: float = 0.3
    models: Mapping[LabelGroup, float] = field(default_factory=lambda: dict(_REQUIRED_OF_MODELS))


class AgreementScorer(Protocol):
    """Gives weight to any range of a text."""

    def agreement(self, view: TokenizedText, start: int, end: int) -> float:
        """How far our networks agree that something in the range is an identifier, in [0, 1]."""
        ...

    def is_bundled(self, member: str) -> bool:
        """Whether the member of this name came with Chartveil."""
        ...


def arbitrate(
    view: TokenizedText,
    spans: Iterable[Span],
    scorer: AgreementScorer,
    required: RequiredAgreement,
) -> list[Span]:
    """The spans that stay, in the order given.

    Args:
        view: the document.
        spans: of all detectors.
        scorer: the models.
        required: how much they must agree.
    """
    kept = []
    for span in spans:
        needed = _required_agreement(span, scorer, required)
        if needed <= 0 or scorer.agreement(view, span.start, span.end) >= needed:
            kept.append(_without_unsupported_ends(view, span, scorer))
    return kept


def _without_unsupported_ends(view: TokenizedText, span: Span, scorer: AgreementScorer) -> Span:
    """A span without the words at its ends of which every network is as good as certain that they are none:
    ``Reader`` of ``Reader J. Pimentel``, ``LUCAS`` of ``RN Drury, LUCAS on``."""
    if span.label not in _LABELS_WITH_TRIMMED_ENDS or not all(_may_be_cut(e, span) for e in span.evidence):
        return span
    words = view.word_ranges[
        bisect_left(view.word_ranges, (span.start, 0)) : bisect_left(view.word_ranges, (span.end, 0))
    ]
    first, last = 0, len(words) - 1
    while first < last and scorer.agreement(view, *words[first]) < _NOTHING:
        first += 1
    while first < last and scorer.agreement(view, *words[last]) < _NOTHING:
        last -= 1
    if first == 0 and last == len(words) - 1:
        return span
    start = words[first][0] if first else span.start
    end = words[last][1] if last < len(words) - 1 else span.end
    return replace(span, start=start, end=end)


def _required_agreement(span: Span, scorer: AgreementScorer, required: RequiredAgreement) -> float:
    """The agreement that a span needs; 0 for none."""
    evidence = span.evidence
    if evidence and all(e.kind is EvidenceKind.MODEL for e in evidence):
        return required.models[span.group] if all(scorer.is_bundled(e.name) for e in evidence) else 0.0
    if span.score < _SURE and evidence and all(e.kind is EvidenceKind.DICTIONARY for e in evidence):
        if any(e.name.startswith(_SITE) for e in evidence):
            return 0.0
        return required.unlisted if all(e.name == UNLISTED_EVIDENCE for e in evidence) else required.weak
    if span.score < _SURE and evidence and all(_by_neighbours(e, span) for e in evidence):
        pair = all(_is_pair(e, span) for e in evidence)
        return required.models[LabelGroup.DATE] if pair else required.weak
    return 0.0


def _by_neighbours(evidence: Evidence, span: Span) -> bool:
    """Whether a rule took the span for the words beside it."""
    if evidence.kind is not EvidenceKind.RULE or evidence.name in _KNOWS_A_FORM:
        return False
    if span.label is Label.DATE:
        return evidence.name == "DATE-YEAR" or _is_pair(evidence, span)
    if span.label is Label.AGE:
        return evidence.name in _SHORT_AGES
    if span.label is Label.SSN:
        return False  # last 4 0917: next to nothing else has such a cue, and a miss weighs most
    return evidence.name in _CUES or span.label in _READ_BY_NEIGHBOURS


def _may_be_cut(evidence: Evidence, span: Span) -> bool:
    if evidence.kind is EvidenceKind.DICTIONARY:
        return not evidence.name.startswith(_SITE)
    return _by_neighbours(evidence, span)


def _is_pair(evidence: Evidence, span: Span) -> bool:
    return evidence.name in _PAIRS and span.score <= _SURE_PAIR
