"""Unlikely finds go by all that speaks for them at once; what others answer for stays."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from build import document
from chartveil.domain import Evidence, EvidenceKind, Label, Span
from chartveil.errors import ResourceError
from chartveil.resolve.judge import Judge, features
from chartveil.words import View

TEXT = "Seen by Okonjo.\nStrength 4/5, PEEP 12/8 units. Weak (MRC 3).\n"
HARSH = Judge({"bias": -2.0, "votes": 1.0}, 0.5)


@dataclass
class Networks:
    """Networks that all give everything the same."""

    each: tuple[float, ...]
    ours: tuple[str, ...] = ("general",)

    def shares(self, view: View, start: int, end: int) -> tuple[float, ...]:
        return self.each

    def is_ours(self, member: str) -> bool:
        return member in self.ours


def span(text: str, label: Label, *evidence: tuple[EvidenceKind, str]) -> Span:
    start = TEXT.index(text)
    return Span(start, start + len(text), label, 0.7, tuple(Evidence(k, n, label, 0.7) for k, n in evidence))


def kept(found: Span, each: tuple[float, ...], judge: Judge = HARSH) -> bool:
    return judge.kept(View(document(TEXT)), [found], Networks(each), lambda word: False) == [found]


def test_votes_decide_where_nothing_else_has_weight():
    doctor = span("Okonjo", Label.DOCTOR, (EvidenceKind.MODEL, "general"))
    assert kept(doctor, (0.99, 0.95))
    assert not kept(doctor, (0.6, 0.5))


@pytest.mark.parametrize(
    "evidence",
    [
        (EvidenceKind.DOSSIER, "dossier"),
        (EvidenceKind.DICTIONARY, "site/providers"),
        (EvidenceKind.MODEL, "our-clinic"),
        (EvidenceKind.RESIDUAL, "leak-check"),
        (EvidenceKind.REVIEWER, "Ada"),
    ],
)
def test_what_a_site_or_a_reviewer_says_is_not_asked(evidence):
    assert kept(span("Okonjo", Label.DOCTOR, evidence), (0.0, 0.0))
    beside = span("Okonjo", Label.DOCTOR, (EvidenceKind.RULE, "NAME-BY"), evidence)
    assert kept(beside, (0.0, 0.0))


def test_features_tell_how_and_where_a_find_is_written():
    view = View(document(TEXT))
    pair = span("4/5", Label.DATE, (EvidenceKind.RULE, "DATE-MONTH-DAY"), (EvidenceKind.MODEL, "general"))
    found = features(view, pair, (0.5, 0.5), lambda word: False)
    assert {"rule", "model", "holds a digit", "label DATE", "bias"} <= set(found)
    assert found["votes"] == pytest.approx(0.0)
    assert not {"capital", "digits", "before a unit", "list"} & set(found)
    twelve = features(view, span("12/8", Label.DATE), (), lambda word: True)
    assert {"before a unit", "ordinary"} <= set(twelve)
    assert twelve["votes"] == 0.0
    seen = features(view, span("PEEP", Label.DOCTOR), (1.0, 0.0), lambda word: False)
    assert {"capital", "capitals"} <= set(seen)
    assert seen["lowest vote"] < -6


def test_a_feature_without_weight_changes_nothing():
    assert Judge({"bias": 1.0}, 0.5).chance({"bias": 1.0, "new": 1.0}) == Judge({"bias": 1.0}, 0.5).chance(
        {"bias": 1.0}
    )


def test_the_weights_that_come_with_it_hold_votes_for_the_better_witness():
    judge = Judge.load()
    view = View(document(TEXT))
    doctor = span("Okonjo", Label.DOCTOR, (EvidenceKind.MODEL, "general"))
    for low, high in (((0.5, 0.5), (0.99, 0.99)), ((0.9, 0.1), (0.9, 0.9))):
        chances = [judge.chance(features(view, doctor, s, lambda word: False)) for s in (low, high)]
        assert chances[0] < chances[1]
    assert 0.0 < judge.least < 0.5


@pytest.mark.parametrize(
    "text", ["least = 0.1\n", "least = 'x'\n[weights]\n", "[weights", "least = 0.1\nweights = 3\n"]
)
def test_damaged_weights_stop_the_run(tmp_path, text):
    path = tmp_path / "judge.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ResourceError, match="judge.toml"):
        Judge.load(path)
    with pytest.raises(ResourceError):
        Judge.load(tmp_path / "none.toml")
