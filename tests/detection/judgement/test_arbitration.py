"""What needs the models' agreement, and what does not."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from chartveil.detection.judgement.arbitration import RequiredAgreement, arbitrate
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText

VIEW = TokenizedText(Document("Korotkoff sounds", DocumentSource("", "text", "")))


@dataclass
class Networks:
    """Networks that agree so far on everything; the members named came with Chartveil."""

    mean: float
    ours: tuple[str, ...] = ("general",)

    def agreement(self, view: TokenizedText, start: int, end: int) -> float:
        return self.mean

    def is_bundled(self, member: str) -> bool:
        return member in self.ours


REQUIRED = RequiredAgreement(unlisted=0.5, models=dict.fromkeys(LabelGroup, 0.5))


def find(kind: EvidenceKind, name: str, score: float, label: Label = Label.PATIENT) -> Span:
    return Span(0, 9, label, score, (Evidence(kind, name, label, score),))


@pytest.mark.parametrize(
    ("span", "mean", "stays"),
    [
        (find(EvidenceKind.DICTIONARY, "unlisted", 0.35), 0.49, False),
        (find(EvidenceKind.DICTIONARY, "unlisted", 0.35), 0.5, True),
        (find(EvidenceKind.DICTIONARY, "surnames", 0.85), 0.05, False),
        (find(EvidenceKind.DICTIONARY, "surnames", 0.95), 0.0, True),
        (find(EvidenceKind.DICTIONARY, "site/patients", 0.7), 0.0, True),
        (find(EvidenceKind.DOSSIER, "dossier", 0.5), 0.0, True),
        (find(EvidenceKind.RULE, "NAME-FIELD", 0.9), 0.05, False),
        (find(EvidenceKind.RULE, "NAME-FIELD", 0.9), 0.1, True),
        (find(EvidenceKind.RULE, "NAME-CREDENTIAL", 0.95), 0.0, True),
        (find(EvidenceKind.RULE, "NAME-TYPIST", 0.8), 0.0, True),
        (find(EvidenceKind.RULE, "ORG-RUN", 0.75, Label.HOSPITAL), 0.0, False),
        (find(EvidenceKind.RULE, "ORG-RUN", 0.75, Label.HOSPITAL), 0.05, False),
        (find(EvidenceKind.RULE, "PLACE-STATE", 0.9, Label.STATE), 0.05, False),
        (find(EvidenceKind.RULE, "ORG-CHAIN", 0.85, Label.HOSPITAL), 0.0, True),
        (find(EvidenceKind.RULE, "AGE-SEX", 0.7, Label.AGE), 0.0, False),
        (find(EvidenceKind.RULE, "AGE-DECADE", 0.5, Label.AGE), 0.0, True),
        (find(EvidenceKind.RULE, "DATE-MONTH-DAY", 0.5, Label.DATE), 0.0, False),
        (find(EvidenceKind.RULE, "DATE-MONTH-DAY", 0.75, Label.DATE), 0.49, False),
        (find(EvidenceKind.RULE, "DATE-MONTH-DAY", 0.75, Label.DATE), 0.5, True),
        (find(EvidenceKind.RULE, "DATE-MONTH-DAY", 0.85, Label.DATE), 0.0, True),
        (find(EvidenceKind.RULE, "DATE-YEAR", 0.85, Label.DATE), 0.05, False),
        (find(EvidenceKind.RULE, "DATE-YEAR", 0.85, Label.DATE), 0.1, True),
        (find(EvidenceKind.RULE, "AGE-PERSON-IS", 0.9, Label.AGE), 0.05, False),
        (find(EvidenceKind.RULE, "DATE-NUMERIC", 0.6, Label.DATE), 0.0, True),
        (find(EvidenceKind.RULE, "ID-CUE", 0.8, Label.IDNUM), 0.05, False),
        (find(EvidenceKind.RULE, "ID-CUE", 0.8, Label.IDNUM), 0.1, True),
        (find(EvidenceKind.RULE, "ID-CUE", 0.95, Label.MRN), 0.0, True),
        (find(EvidenceKind.RULE, "ID-CUE", 0.8, Label.SSN), 0.0, True),
        (find(EvidenceKind.RULE, "PHONE-CUE", 0.9, Label.PHONE), 0.05, False),
        (find(EvidenceKind.RULE, "PHONE-NANP", 0.9, Label.PHONE), 0.0, True),
        (find(EvidenceKind.RULE, "NAME-INITIALS-CELL", 0.65, Label.DOCTOR), 0.0, False),
        (find(EvidenceKind.MODEL, "general", 0.99), 0.49, False),
        (find(EvidenceKind.MODEL, "general", 0.3), 0.5, True),
        (find(EvidenceKind.MODEL, "ward", 0.5), 0.0, True),
        (find(EvidenceKind.REVIEWER, "reviewer", 0.3), 0.0, True),
    ],
)
def test_who_needs_agreement(span: Span, mean: float, stays: bool) -> None:
    kept = arbitrate(VIEW, [span], Networks(mean), REQUIRED)
    assert kept == ([span] if stays else [])


def test_order_and_spans_are_kept_as_they_are() -> None:
    finds = [find(EvidenceKind.RULE, "B", 0.9), find(EvidenceKind.RULE, "A", 0.8)]
    assert arbitrate(VIEW, finds, Networks(0.1), REQUIRED) == finds


@dataclass
class Deaf(Networks):
    """Networks that give some words nothing."""

    text: str = ""
    nothing: tuple[str, ...] = ()

    def agreement(self, view: TokenizedText, start: int, end: int) -> float:
        return 0.0 if self.text[start:end] in self.nothing else self.mean


@pytest.mark.parametrize(
    ("kind", "name", "label", "left"),
    [
        (EvidenceKind.RULE, "NAME-CREDENTIAL", Label.DOCTOR, "Jo Poe"),
        (EvidenceKind.DICTIONARY, "surnames", Label.DOCTOR, "Jo Poe"),
        (EvidenceKind.DICTIONARY, "site/staff", Label.DOCTOR, "Reader Jo Poe LUCAS"),
        (EvidenceKind.RULE, "NAME-TYPIST", Label.DOCTOR, "Reader Jo Poe LUCAS"),
        (EvidenceKind.RULE, "PLACE-STREET", Label.STREET, "Reader Jo Poe LUCAS"),
        (EvidenceKind.DOSSIER, "dossier", Label.PATIENT, "Reader Jo Poe LUCAS"),
    ],
)
def test_words_at_the_ends_that_no_network_takes_are_cut_off(
    kind: EvidenceKind, name: str, label: Label, left: str
) -> None:
    text = "by Reader Jo Poe LUCAS on"
    seen = TokenizedText(Document(text, DocumentSource("", "text", "")))
    whole = Span(3, 22, label, 0.95, (Evidence(kind, name, label, 0.95),))
    networks = Deaf(0.9, text=text, nothing=("Reader", "Poe LUCAS", "LUCAS"))
    kept = arbitrate(seen, [whole], networks, REQUIRED)
    assert [s.text(text) for s in kept] == [left]


def test_a_find_in_which_no_network_takes_a_word_is_not_cut_to_nothing() -> None:
    find_ = find(EvidenceKind.RULE, "NAME-CREDENTIAL", 0.95)
    assert arbitrate(VIEW, [find_], Networks(0.0), REQUIRED) == [find_]
