"""Two readers of one document."""

from __future__ import annotations

import pytest

from chartveil.domain.labels import Label
from chartveil.review.agreement import (
    DisagreementKind,
    ReaderAgreement,
    measure_agreement,
    resolution_items,
)
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import DecisionState
from review.review_documents import item, shown

TEXT = "Ann Smith of Troy saw Dr. Lee Bruce on Monday"  # ten words
OK, NO, BACK = DecisionState.ACCEPTED, DecisionState.REJECTED, DecisionState.RECOVERED


def reading(*marks):
    """Items of ``(text, label[, state])``."""
    return [item(n, m[0], m[1], m[2] if len(m) > 2 else OK, text=TEXT) for n, m in enumerate(marks)]


def told(first, second):
    return [
        (TEXT[d.start : d.end], d.kind, d.first and d.first.id, d.second and d.second.id)
        for d in measure_agreement(TEXT, first, second).disagreements
    ]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ([("Ann Smith", "PATIENT")], [("Ann Smith", "PATIENT")], []),
        ([("Troy", "CITY")], [], [("Troy", DisagreementKind.FIRST_ONLY, 0, None)]),
        ([("Troy", "CITY", NO)], [("Troy", "CITY")], [("Troy", DisagreementKind.SECOND_ONLY, None, 0)]),
        ([("Troy", "CITY")], [("Troy", "HOSPITAL")], [("Troy", DisagreementKind.LABEL, 0, 0)]),
        ([("Smith", "PATIENT")], [("Ann Smith", "PATIENT")], [("Ann Smith", DisagreementKind.RANGE, 0, 0)]),
        ([("Smith", "PATIENT")], [("Ann Smith", "DOCTOR")], [("Ann Smith", DisagreementKind.LABEL, 0, 0)]),
        (
            [("Ann Smith", "PATIENT")],
            [("Ann", "PATIENT"), ("Smith", "PATIENT"), ("Troy", "CITY")],
            [
                ("Ann Smith", DisagreementKind.RANGE, 0, 1),
                ("Ann Smith", DisagreementKind.RANGE, 0, 0),
                ("Troy", DisagreementKind.SECOND_ONLY, None, 2),
            ],
        ),
    ],
)
def test_what_two_readers_differ_on(first, second, expected):
    assert told(reading(*first), reading(*second)) == expected


def test_kappa_by_word():
    first = reading(("Ann Smith", "PATIENT"), ("Troy", "CITY"), ("Lee Bruce", "DOCTOR"))
    second = reading(("Ann Smith", "PATIENT"), ("Troy", "STATE"), ("Lee", "DOCTOR"))
    found = measure_agreement(TEXT, first, second)
    assert (found.words, found.taken_by_both, found.first_only, found.second_only) == (10, 4, 1, 0)
    # Observed .9; by chance .5 * .4 + .5 * .6 = .5.
    assert found.kappa == pytest.approx((0.9 - 0.5) / (1 - 0.5))
    # Observed .8; by chance .2 * .2 + 0 + .2 * .1 + .5 * .6 = .36.
    assert found.kappa_labelled == pytest.approx((0.8 - 0.36) / (1 - 0.36))
    assert measure_agreement(TEXT, first, first).kappa == 1


def test_kappa_is_not_defined_where_both_use_one_class():
    assert measure_agreement(TEXT, [], []).kappa is None
    assert ReaderAgreement().kappa is None
    assert measure_agreement("", [], []).words == 0


def test_readings_of_several_documents_add_up():
    first, second = reading(("Ann Smith", "PATIENT")), reading(("Ann", "PATIENT"))
    one, other = measure_agreement(TEXT, first, second), measure_agreement(TEXT, first, first)
    both = one + other
    assert (both.words, both.taken_by_both, both.first_only) == (20, 3, 1)
    assert sum([one, other], ReaderAgreement()) == both


def test_a_third_reading_proposes_what_the_readers_differ_on_and_leaves_nothing_behind():
    first = reading(
        ("Ann", "PATIENT"),
        ("Troy", "CITY"),
        ("Lee", "DOCTOR", NO),
        ("Bruce", "PATIENT", BACK),
        ("Monday", "DATE", NO),
    )
    second = reading(("Ann Smith", "RELATIVE"), ("Troy", "CITY"), ("Lee", "DOCTOR"), ("Bruce", "PATIENT", NO))
    review = DocumentReview(1, TEXT, resolution_items(first, second))
    assert shown(review) == [
        ("Ann Smith", "PATIENT", "proposed"),
        ("Troy", "CITY", "accepted"),
        ("Lee", "DOCTOR", "proposed"),
        ("Bruce", "PATIENT", "recovered"),
        ("Monday", "DATE", "rejected"),
    ]
    assert [i.id for i in review.items] == [0, 1, 2, 3, 4]
    covered = {o for i in (*first, *second) if i.state.taken_out for o in range(i.span.start, i.span.end)}
    assert covered == {o for s in review.spans_to_replace() for o in range(s.start, s.end)}
    assert {s.label for s in review.spans_to_replace()} == {Label.PATIENT, Label.CITY, Label.DOCTOR}
