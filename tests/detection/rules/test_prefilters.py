"""Prefilters save time and change nothing: what they keep out could not have matched."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.detection.rules.engine import Prefilter, Rule, RuleDetector, Veto
from chartveil.detection.rules.names import rules as names
from chartveil.detection.rules.organizations import rules as organizations
from chartveil.detection.rules.places import rules as places
from chartveil.detection.rules.prefilters.match_starts import (
    AfterWordStarts,
    DigitRunStarts,
    LeadUpStarts,
    PatternStarts,
    WordStarts,
)
from chartveil.domain.errors import StageError
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText

from .rule_cases import CASES, unmark, view_of

PREFILTERED = [
    r
    for family in (names, organizations, places)
    for r in (*family.RULES, *family.VETOES)
    if r.prefilter is not None
]
_TOGETHER = 12


def _texts() -> list[str]:
    """The texts of all tables, a dozen together, as written, in capitals, in small letters, and scanned."""
    texts = []
    for path in sorted(CASES.glob("*.jsonl")):
        lines = [x for x in path.read_text(encoding="utf-8").splitlines() if x.strip() and x[:2] != "//"]
        marked = [unmark(json.loads(line)["text"])[0] for line in lines]
        texts += ["\n".join(marked[i : i + _TOGETHER]) for i in range(0, len(marked), _TOGETHER)]
    scanned = str.maketrans("01589-", "OlSBg–")
    return [v for t in texts for v in (t, t.upper(), t.lower(), t.translate(scanned))]


VIEWS = [view_of(text) for text in _texts()]


Found = list[tuple[tuple[int, int], float | None]]


def _checked(rule: Rule | Veto, matches: Iterable[Any], view: TokenizedText) -> Found:
    if isinstance(rule, Veto):
        return [(m.span(), None) for m in matches]
    found = [(m.span(), rule.score_of(m, view)) for m in matches]
    return [(span, score) for span, score in found if score is not None]


@pytest.mark.parametrize("rule", PREFILTERED, ids=lambda r: r.id)
def test_a_prefilter_changes_nothing(rule: Rule | Veto) -> None:
    unfiltered = replace(rule, prefilter=None)
    for view in VIEWS:
        closed = isinstance(rule, Rule) and not rule.may_match(view)
        found = [] if closed else _checked(rule, rule.find(view, 5.0), view)
        assert found == _checked(rule, unfiltered.find(view, 5.0), view)


def _rule(pattern: str, prefilter: Prefilter) -> Rule:
    return Rule("TEST-RULE", Label.IDNUM, pattern, 0.9, "a rule of this test", prefilter=prefilter)


@pytest.mark.parametrize(
    ("prefilter", "text"),
    [
        (Prefilter(any_of=("mrn",)), "the chart of 12"),
        (Prefilter(shapes=("000-00",)), "12-345 or 1234"),
        (Prefilter(misread=("000-00",)), "l2-O45"),
        (Prefilter(somewhere=PatternStarts("[0-9](?=[A-Z])")), "12 A"),
        (Prefilter(starts=WordStarts(("mrn",))), "xmrn 12"),
        (Prefilter(starts=DigitRunStarts("/")), "12-3"),
    ],
)
def test_what_a_prefilter_keeps_out_is_not_compiled(prefilter: Prefilter, text: str) -> None:
    rule = _rule("(", prefilter)  # no pattern: compiling it would fail
    assert RuleDetector([rule]).detect(view_of(text)) == []


@pytest.mark.parametrize(
    ("prefilter", "text"),
    [
        (Prefilter(any_of=("mrn",)), "MRN"),
        (Prefilter(shapes=("000-00",)), "x123-45"),
        (Prefilter(misread=("000-00",)), "lO3-4B"),
        (Prefilter(any_of=("mrn",)), "\u212a"),  # the Kelvin sign counts as a letter: nothing is told quickly
        (Prefilter(shapes=("000",)), "\u0661\u0662\u0663"),
    ],
)
def test_a_prefilter_lets_through(prefilter: Prefilter, text: str) -> None:
    assert _rule("x", prefilter).may_match(view_of(text))


@pytest.mark.parametrize(
    ("maker", "text", "places"),
    [
        (PatternStarts("0(?=0)", "digits_zeroed"), "12 345", [0, 3, 4]),
        (WordStarts(("at", "alive")), "At 5, alive; flat; attic", [0, 6, 19]),
        (WordStarts(("at",), then=" 5"), "at 1 at5 attic at", [0, 5, 15]),
        (DigitRunStarts("/-"), "3/17 12-3 44", [0, 5]),
        (AfterWordStarts(("at", "on"), "[A-Z]"), "At Elm on oak, flat X", [3]),
        (AfterWordStarts(("at",), signs=("@",)), "at 5 @ 6", [3, 7]),
        (LeadUpStarts(PatternStarts("[0-9]"), back=4, start="[A-Z]"), "Ab Cd 5\nEf\nGh 6", [3, 11]),
        (LeadUpStarts(PatternStarts("[0-9]"), back=9, start="[A-Z]", lines=1), "Ab\nEf\nGh 6", [3, 6]),
        (LeadUpStarts(PatternStarts("x"), back=0, line=True), "Ab\nEf x\nGh", [3]),
        (DigitRunStarts("$/", "[0-9]{1,2}(?:/[0-9]|$)"), "3/17 3/x 44", [0, 9]),
    ],
)
def test_places(
    maker: AfterWordStarts | LeadUpStarts | DigitRunStarts | PatternStarts | WordStarts,
    text: str,
    places: list[int],
) -> None:
    assert maker.make(view_of(text)) == places


def test_a_slow_pattern_fails_the_document_at_its_places_too() -> None:
    rule = _rule(r"(?:a|aa|a[a])+b", Prefilter(starts=PatternStarts("a")))
    with pytest.raises(StageError, match="TEST-RULE"):
        RuleDetector([rule], seconds=0.05).detect(view_of("a" * 5000))


@given(st.text(max_size=60))
@settings(derandomize=True, deadline=None, max_examples=100)
def test_forms_of_a_text_have_its_length(text: str) -> None:
    view = view_of(text)
    assert len(view.lowered) == len(view.digits_zeroed) == len(view.lookalikes_zeroed) == len(text)


def test_what_is_kept_lives_with_the_view() -> None:
    maker = WordStarts(("at",))
    view = view_of("at 5")
    assert view.cached(maker) is view.cached(maker)
    assert view.cached(maker) is not view_of("at 5").cached(maker)
