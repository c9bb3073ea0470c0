"""What a second look is worth, and that it says why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chartveil.domain.labels import Label
from chartveil.domain.policy import MustDecide
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.review.document_review import blocks_sign_off, count_blocking_items
from chartveil.review.model import DecisionState, ReviewCounts, ReviewItem
from chartveil.review.risk import count_voters, doubt_reasons, item_risk, share_of_risk_seen
from chartveil.review.unmarked_blocks import find_unmarked_blocks
from review.review_documents import DOUBT, RECOVERY, RULE, listed, vote

VOTERS = {Label.PATIENT: 3, Label.DOCTOR: 3, Label.CITY: 1, Label.AGE: 1}
PERSON = "points to one person"
FOUND, BACK = DecisionState.PROPOSED, DecisionState.RECOVERED


def span(*evidence, label="PATIENT", score=0.9):
    return Span(0, 4, Label(label), score, evidence)


THREE = tuple(vote(name, "PATIENT") for name in ("a", "b", "c"))


@pytest.mark.parametrize(
    ("risky", "state", "reasons"),
    [
        (span(RULE), FOUND, ()),
        (span(*THREE), FOUND, ()),
        (span(RULE, THREE[0]), FOUND, ()),
        (span(THREE[0]), FOUND, ("one of three models", PERSON)),
        (span(vote("a", "AGE"), label="AGE"), FOUND, ()),
        (span(vote("a", "DOCTOR"), label="DOCTOR"), FOUND, ("one of three models",)),
        (span(*THREE, vote("d", "DOCTOR")), FOUND, ("models disagree on the label", PERSON)),
        (
            span(RULE, *THREE, vote("d", "CITY")),
            FOUND,
            ("models disagree on the kind", PERSON),
        ),
        (span(RULE, label="AGE", score=0.5), FOUND, ("low score",)),
        (span(RULE, *THREE, DOUBT), FOUND, ("may be a medical term or value", PERSON)),
        (span(THREE[0], RECOVERY, DOUBT, label="CITY"), BACK, ("recovered as medical",)),
        (
            span(listed("unlisted"), DOUBT, label="ORGANIZATION"),
            FOUND,
            ("rare word, nothing else speaks for it", "may be a medical term or value"),
        ),
        (
            span(listed("unlisted"), label="ORGANIZATION", score=0.45),
            FOUND,
            ("low score", "rare word, nothing else speaks for it"),
        ),
        (
            span(Evidence(EvidenceKind.LEAK_CHECK, "leak-check", Label.DATE, 0.9), label="DATE"),
            FOUND,
            ("seen by the leak check alone",),
        ),
        (span(THREE[0], RECOVERY, label="CITY"), BACK, ("recovered as medical",)),
        (
            span(listed("surnames"), RULE, *THREE, RECOVERY, label="DOCTOR"),
            BACK,
            (
                "recovered, but also a surname",
                "recovered, but a rule found it",
                "recovered, but three models took it",
            ),
        ),
        (span(Evidence(EvidenceKind.REVIEWER, "R", Label.PATIENT), score=1.0), DecisionState.ADDED, ()),
    ],
)
def test_reasons_are_told_the_weightiest_first(risky, state, reasons):
    found = item_risk(risky, state, voters=VOTERS)
    assert found.reasons == reasons
    assert 0 <= found.score <= 1


def test_what_lists_know_of_a_text_that_was_given_back_counts():
    plain = item_risk(span(RECOVERY), BACK)
    known = item_risk(span(RECOVERY), BACK, listed="a first name")
    assert known.score > plain.score
    assert known.reasons[0] == "recovered, but also a first name"


def test_the_order_of_risks():
    def score(s, state=FOUND):
        return item_risk(s, state, voters=VOTERS).score

    assert score(span(THREE[0], score=0.2)) > score(span(THREE[0], score=0.5)) > score(span(THREE[0]))
    assert score(span(THREE[0])) > score(span(*THREE)) > 0
    assert score(span(RULE, score=0.5)) > score(span(RULE, score=0.5, label="DATE"))
    assert score(span(RULE, score=0.5, label="DATE")) > score(span(RULE, score=0.5, label="STATE"))
    assert score(span(listed("surnames"), RECOVERY), BACK) > score(span(THREE[0], RECOVERY), BACK)


@pytest.mark.parametrize("evidence", [(RULE,), (THREE[0],), (THREE[0], RECOVERY)])
def test_accepting_or_rejecting_does_not_change_the_risk(evidence):
    start = BACK if RECOVERY in evidence else FOUND
    first = item_risk(span(*evidence), start, voters=VOTERS)
    assert all(
        item_risk(span(*evidence), s, voters=VOTERS) == first
        for s in (DecisionState.ACCEPTED, DecisionState.REJECTED)
    )


def test_doubt_follows_the_policys_line():
    assert doubt_reasons(span(RULE, score=0.5)) == ("low score",)
    assert doubt_reasons(span(RULE, score=0.5), doubtful=0.5) == ()
    assert doubt_reasons(span(THREE[0])) == (), "nobody knows how many models there are"


def test_what_may_be_medical_is_doubtful_however_sure_it_is():
    sure = span(RULE, *THREE, score=1.0)
    assert doubt_reasons(sure, voters=VOTERS) == ()
    held = sure.with_evidence(DOUBT)
    assert doubt_reasons(held, voters=VOTERS) == ("may be a medical term or value",)
    assert item_risk(held, FOUND, voters=VOTERS).score > item_risk(sure, FOUND, voters=VOTERS).score


def test_models_are_counted_by_what_they_speak_for():
    assert count_voters([span(*THREE), span(THREE[0], vote("a", "CITY"), RULE)]) == {
        Label.PATIENT: 3,
        Label.CITY: 1,
    }


def test_the_share_of_risk_looked_at():
    assert share_of_risk_seen([]) == 1
    assert share_of_risk_seen([ReviewCounts(risk=3, risk_seen=1), ReviewCounts(risk=1, risk_seen=1)]) == 0.5


@pytest.mark.parametrize(
    ("must", "state", "doubtful", "held"),
    [
        (MustDecide.ALL, FOUND, False, True),
        (MustDecide.DOUBTFUL, FOUND, False, False),
        (MustDecide.DOUBTFUL, FOUND, True, True),
        (MustDecide.NONE, FOUND, True, False),
        (MustDecide.ALL, BACK, False, False),
        (MustDecide.ALL, DecisionState.REJECTED, True, False),
    ],
)
def test_what_keeps_a_document_from_sign_off(must, state, doubtful, held):
    assert blocks_sign_off(ReviewItem(0, span(RULE), state), must, doubtful=doubtful) is held


def test_how_much_is_left_to_decide():
    counts = ReviewCounts(spans=9, undecided=5, doubtful=2)
    assert [count_blocking_items(counts, m) for m in MustDecide] == [5, 2, 0]


CAPITALS = "SEEN BY THE CARDIAC TEAM AND SENT HOME\nWITH HER SISTER WHO LIVES NEARBY"


def test_blocks_in_capitals_without_any_span():
    text = f"Course was calm.\n{CAPITALS}\n\nPLAN:\nrest\n"
    (found,) = find_unmarked_blocks(text, [])
    assert text[found.start : found.end] == CAPITALS
    assert "capitals" in found.reason
    inside = text.index("SISTER")
    assert find_unmarked_blocks(text, [Span(inside, inside + 6, Label.RELATIVE, 1.0)]) == []
    assert find_unmarked_blocks("PAST MEDICAL HISTORY:\n\nSOCIAL HISTORY:\n", []) == []


def test_lines_like_a_letterhead_without_any_span():
    body = "She slept well and ate the usual.\n" * 40
    text = f"  Willow Creek Hospital\r\nNote of today\r\n\r\n{body}Sincerely, Ann Poe\r\n"
    found = find_unmarked_blocks(text, [])
    assert [text[f.start : f.end] for f in found] == ["Willow Creek Hospital", "Sincerely, Ann Poe"]
    span = Span(text.index("Ann"), len(text) - 2, Label.DOCTOR, 1.0)
    assert len(find_unmarked_blocks(text, [span])) == 1
    assert find_unmarked_blocks(f"{body}Willow Creek Hospital\n{body}", []) == [], "only at the edges"
    assert find_unmarked_blocks("", []) == []


def test_of_two_reasons_each_adds_to_the_other():
    one = item_risk(span(THREE[0]), FOUND, voters=VOTERS)
    both = item_risk(replace(span(THREE[0]), score=0.5), FOUND, voters=VOTERS)
    assert both.score > one.score
