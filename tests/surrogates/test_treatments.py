"""A policy's treatment of each label holds in every style of a copy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chartveil.domain.labels import Label
from chartveil.domain.policy import (
    DateMethod,
    LabelAction,
    Policy,
    ReplacementMode,
    actions_for,
    load_policy,
)
from chartveil.domain.span import apply_replacements
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import SurrogateLists

from .conftest import KEY, Run, parse
from .test_properties import SURFACES

STYLES = list(ReplacementMode)
HIDDEN = {
    ReplacementMode.SURROGATE: "a date",
    ReplacementMode.TAG: "[DATE]",
    ReplacementMode.NUMBERED: "[DATE-1]",
    ReplacementMode.MASK: "████",
}


def with_actions(policy: str = "safe_harbor_plus", **actions: LabelAction) -> Policy:
    chosen = load_policy(policy)
    return replace(chosen, actions={**chosen.actions, **{Label(k): a for k, a in actions.items()}})


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("policy", "marked", "made"),
    [
        ("safe_harbor_plus", "[[AGE|39]] years old", "39"),
        ("safe_harbor_plus", "[[AGE|93]] years old", "90+"),
        ("safe_harbor", "seen [[DATE|03/14/2019]]", "2019"),
        ("safe_harbor", "in [[DATE|2019]]", "2019"),
        ("safe_harbor", "at [[ZIP|59401]]", "594**"),
        ("safe_harbor", "at [[ZIP|82101]]", "000**"),
        ("case_report", "[[AGE|39]] years old", "35-39"),
    ],
)
def test_what_is_made_coarser_is_so_in_every_style(
    texts: Run, policy: str, marked: str, made: str, style: ReplacementMode
) -> None:
    assert texts(marked, policy=policy, mode=style) == [made]


@pytest.mark.parametrize("style", STYLES)
def test_what_cannot_be_made_coarser_is_hidden_in_the_style_of_the_copy(
    texts: Run, style: ReplacementMode
) -> None:
    assert texts("seen [[DATE|3/14]]", policy="safe_harbor", mode=style) == [HIDDEN[style]]
    (age,) = texts("aged [[AGE|qrvxx]]", mode=style)
    assert age in ("[AGE]", "[AGE-1]", "█████")


@pytest.mark.parametrize("style", STYLES)
def test_each_action_holds_in_every_style(texts: Run, lists: SurrogateLists, style: ReplacementMode) -> None:
    policy = with_actions(
        PATIENT=LabelAction.TAG,
        DOCTOR=LabelAction.SURROGATE,
        MRN=LabelAction.MASK,
        PHONE=LabelAction.REMOVE,
        DATE=LabelAction.SHIFT,
        CITY=LabelAction.GENERALIZE,
        STATE=LabelAction.GENERALIZE,
        EMAIL=LabelAction.KEEP,
    )
    made = texts(
        "[[PATIENT|Ann Lee]], Dr. [[DOCTOR|Hale]], [[MRN|004 71]], [[PHONE|(304) 867-5309]], "
        "[[EMAIL|a@b.org]], [[DATE|03/14/2019]], [[DATE|03/16/2019]], lives in "
        "[[CITY|Elko]], [[STATE|NV]]; [[CITY|Boise]]",
        policy=policy,
        mode=style,
    )
    patient, doctor, number, phone, first, second, *places = made
    assert patient == ("[PATIENT-1]" if style is ReplacementMode.NUMBERED else "[PATIENT]")
    assert fold(doctor) in lists.names
    assert (number, phone) == ("███ ██", "")
    assert first[-4:].isdigit()
    assert first != "03/14/2019"
    assert [first, second] == texts(
        "[[DATE|03/14/2019]] and [[DATE|03/16/2019]]", policy=policy, mode=ReplacementMode.SURROGATE
    )
    assert places == ["a town", "the West", "a town in the West"]


@pytest.mark.parametrize(
    ("marked", "made"),
    [
        ("of [[STATE|Ohio]]", "the Midwest"),
        ("of [[STATE|West Virginia]]", "the South"),
        ("of [[STATE|Kerala]]", "[STATE]"),
        ("in [[CITY|Springfield]]", "a town"),  # of several regions
        ("in [[CITY|Łódź]]", "a town"),
        ("in [[CITY|Cook County]]", "a county"),
    ],
)
def test_regions(texts: Run, marked: str, made: str) -> None:
    policy = with_actions(STATE=LabelAction.GENERALIZE, CITY=LabelAction.GENERALIZE)
    assert texts(marked, policy=policy) == [made]


def test_first_digits_stay_beside_a_state_that_is_hidden_and_not_beside_an_invented_one(texts: Run) -> None:
    marked = "[[CITY|Great Falls]], [[STATE|MT]] [[ZIP|59401]]"
    for style in (ReplacementMode.TAG, ReplacementMode.NUMBERED, ReplacementMode.MASK):
        assert texts(marked, mode=style)[2] == "594**"
    for action in (LabelAction.TAG, LabelAction.REMOVE, LabelAction.GENERALIZE):
        assert texts(marked, policy=with_actions(STATE=action))[2] == "594**"
    invented = {
        texts(marked, policy=with_actions(STATE=LabelAction.SURROGATE), mode=style, patient=patient)[2]
        for style in STYLES
        for patient in "abcdef"
    }
    assert len(invented) > 3


def test_a_weekday_moves_only_with_a_date_that_does(texts: Run) -> None:
    for style in STYLES:
        moved = len(texts("Tue [[DATE|14 Feb 2023]]", mode=style)) == 2
        assert moved == (style is ReplacementMode.SURROGATE)
        shifted = with_actions(DATE=LabelAction.SHIFT)
        assert len(texts("Tue [[DATE|14 Feb 2023]]", policy=shifted, mode=style)) == 2


@pytest.mark.parametrize("style", STYLES)
def test_no_treatment_lets_an_original_stay(lists: SurrogateLists, style: ReplacementMode) -> None:
    may_stay = {Label.DATE, Label.AGE, Label.ZIP}
    for label, surfaces in SURFACES.items():
        document, spans = parse("; ".join(f"[[{label}|{s}]]" for s in surfaces))
        for action in actions_for(label):
            policy = replace(with_actions(**{label: action}), dates=DateMethod.YEAR)
            made = SurrogateEngine(KEY, policy, style, lists).replacements(document, spans)
            if action is LabelAction.KEEP:
                assert made == []
                continue
            assert [(r.start, r.end) for r in made] == [(s.start, s.end) for s in spans]
            assert apply_replacements(document.text, made).count("\n") == document.text.count("\n")
            told = policy.treatment(label, style) not in (
                LabelAction.TAG,
                LabelAction.MASK,
                LabelAction.REMOVE,
            )
            for r, surface in zip(made, surfaces, strict=True):
                assert (told and label in may_stay) or fold(r.text) != fold(surface), (action, surface)
