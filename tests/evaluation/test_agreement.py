"""Agreement of two annotators by word, by hand."""

from __future__ import annotations

import pytest

from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.evaluation.agreement import agreement_as_dict, annotator_agreement
from chartveil.evaluation.pairing import GoldAndPrediction
from chartveil.review.agreement import ReaderAgreement


def test_kappa_by_hand() -> None:
    # Cohen's table 20, 5 / 10, 15 of 50: observed .7, by chance (25*30 + 25*20) / 2500 = .5, kappa .4
    yes = Label.DATE.value
    table = ReaderAgreement((((yes, yes), 20), ((yes, ""), 5), (("", yes), 10), (("", ""), 15)))
    assert table.kappa == table.kappa_labelled == pytest.approx(0.4)
    assert ReaderAgreement((((yes, ""), 1), (("", yes), 1))).kappa == pytest.approx(-1.0)


def test_agreement_by_word() -> None:
    #       0         1
    #       0123456789012345
    text = "Ann saw Bo in Ely"
    first = (Span(0, 3, Label.DOCTOR, 1.0), Span(8, 10, Label.PATIENT, 1.0), Span(14, 17, Label.CITY, 1.0))
    second = (Span(0, 3, Label.PATIENT, 1.0), Span(8, 9, Label.PATIENT, 1.0))
    # words: Ann saw Bo in Ely. First y n y n y, second y n y n n: observed 4/5,
    # by chance (3*2 + 2*3) / 25 = .48, kappa (.8 - .48) / .52
    out = annotator_agreement([GoldAndPrediction("n", text, first, second)])
    assert (out.words, out.taken_by_both, out.first_only, out.second_only) == (5, 2, 1, 0)
    assert out.kappa == pytest.approx(0.32 / 0.52)
    # by label: DOCTOR - PATIENT - CITY against PATIENT - PATIENT - -: observed 3/5 (saw, Bo, in),
    # by chance: none 2*3 + PATIENT 1*2 = 8 of 25; kappa (.6 - .32) / .68
    assert out.kappa_labelled == pytest.approx(0.28 / 0.68)
    assert agreement_as_dict(out)["kappa"] == 0.615385


def test_spans_of_one_annotator_may_overlap() -> None:
    first = (Span(0, 9, Label.IDNUM, 1.0), Span(2, 5, Label.DATE, 1.0), Span(10, 11, Label.AGE, 1.0))
    second = (Span(0, 9, Label.IDNUM, 1.0), Span(10, 11, Label.AGE, 1.0))
    assert annotator_agreement([GoldAndPrediction("n", "12Mar2020 x y", first, second)]).kappa_labelled == 1.0


def test_documents_are_added_word_by_word() -> None:
    pair = GoldAndPrediction("n", "Ann saw", (Span(0, 3, Label.DOCTOR, 1.0),), ())
    out = annotator_agreement([pair, pair])
    assert (out.words, out.first_only, out.kappa) == (4, 2, 0.0)


def test_label_of_a_word_is_the_one_that_covers_most() -> None:
    spans = (Span(0, 2, Label.DATE, 1.0), Span(2, 9, Label.IDNUM, 1.0))
    out = annotator_agreement([GoldAndPrediction("n", "12Mar2020 x", spans, (Span(0, 9, Label.IDNUM, 1.0),))])
    assert out.kappa_labelled == 1.0
