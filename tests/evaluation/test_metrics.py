"""Counts worked out by hand."""

from __future__ import annotations

import json

import pytest

from chartveil.domain.labels import Label, LabelRisk
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import word_ranges
from chartveil.evaluation.metrics import evaluate, word_parts
from chartveil.evaluation.pairing import GoldAndPrediction
from chartveil.evaluation.result import EvaluationResult, LabelMeasures, MatchMeasure

D, P, A, C = Label.DOCTOR, Label.PATIENT, Label.AGE, Label.CITY


def span(start: int, end: int, label: Label, *rules: str) -> Span:
    return Span(start, end, label, 0.9, tuple(Evidence(EvidenceKind.RULE, r) for r in rules))


def counts(m: MatchMeasure) -> tuple[int, int, int, int]:
    return m.counts.gold, m.counts.found, m.counts.predicted, m.counts.right


def row(result: EvaluationResult, name: str) -> LabelMeasures:
    return next(r for r in (*result.labels, *result.groups) if r.name == name)


#        0         1         2         3
#        0123456789012345678901234567890123456789
TEXT = "Dr. Ann Lee-Poe saw Bo, 71, in Ely today"
# words: Dr 0-2, Ann 4-7, Lee 8-11, Poe 12-15, saw 16-19, Bo 20-22, 71 24-26, in 28-30, Ely 31-34, today 35-40
GOLD = (span(4, 15, D), span(20, 22, P), span(24, 26, A), span(31, 34, C))
PREDICTED = (
    span(0, 7, D, "dr-cue"),  # Dr is wrong; Ann is right
    span(8, 10, P, "names"),  # "Le" of Lee: right, but Lee is not fully covered
    span(20, 22, D, "names"),  # Bo: found, with another label
    span(31, 40, C, "places"),  # Ely is right, today is wrong
)
RESULT = evaluate([GoldAndPrediction("n", TEXT, GOLD, PREDICTED, recovered=(span(24, 26, A),))])


def test_words_under_full_cover() -> None:
    # gold words: Ann Lee Poe | Bo | 71 | Ely = 6. Found: Ann, Bo, Ely = 3 (Lee partly, Poe and 71 not).
    # predicted words: Dr Ann | Le | Bo | Ely today = 6. Right: Ann, Le, Bo, Ely = 4.
    assert counts(RESULT.full) == (6, 3, 6, 4)
    assert RESULT.full.recall == pytest.approx(3 / 6)
    assert RESULT.full.precision == pytest.approx(4 / 6)
    assert RESULT.full.f1 == pytest.approx(2 * (1 / 2) * (2 / 3) / (1 / 2 + 2 / 3))  # = 4/7
    assert RESULT.full.f1 == pytest.approx(4 / 7)


def test_words_touched() -> None:
    assert counts(RESULT.lenient) == (6, 4, 6, 4)  # Lee too


def test_words_with_the_same_label() -> None:
    # found with its own label: Ann, Ely. Right with its own label: Ann, Ely (Le is PATIENT on a DOCTOR).
    assert counts(RESULT.full_same) == (6, 2, 6, 2)
    assert counts(RESULT.lenient_same) == (6, 2, 6, 2)


def test_spans() -> None:
    # same range: [20, 22) alone, with another label. Overlapping: Ann.., Bo, Ely of 4; all 4 predictions.
    assert counts(RESULT.exact) == (4, 1, 4, 1)
    assert counts(RESULT.exact_same) == (4, 0, 4, 0)
    assert counts(RESULT.overlap) == (4, 3, 4, 4)
    # the same with label: Ann.. by [0, 7) and Ely by [31, 40)
    assert counts(RESULT.overlap_same) == (4, 2, 4, 2)


def test_labels_and_groups() -> None:
    # DOCTOR: gold Ann Lee Poe, found Ann; predicted Dr Ann Bo, right Ann Bo (any label), Ann (same label)
    assert counts(row(RESULT, "DOCTOR").full) == (3, 1, 3, 2)
    assert counts(row(RESULT, "DOCTOR").full_same) == (3, 1, 3, 1)
    # PATIENT: gold Bo, found (as DOCTOR); predicted Le, right under any label only
    assert counts(row(RESULT, "PATIENT").full) == (1, 1, 1, 1)
    assert counts(row(RESULT, "PATIENT").full_same) == (1, 0, 1, 0)
    assert counts(row(RESULT, "AGE").full) == (1, 0, 0, 0)
    assert counts(row(RESULT, "NAME").full) == (4, 2, 4, 3)
    assert counts(row(RESULT, "LOCATION").full) == (1, 1, 2, 1)
    assert [r.name for r in RESULT.labels] == ["PATIENT", "DOCTOR", "CITY", "AGE"]
    assert [r.name for r in RESULT.groups] == ["NAME", "LOCATION", "AGE"]


def test_a_rate_without_anything_to_count_is_none() -> None:
    assert row(RESULT, "AGE").full.precision is None
    empty = evaluate([GoldAndPrediction("n", "nothing here", (), ())])
    assert (empty.full.recall, empty.full.precision, empty.full.f1) == (None, None, None)
    nothing_found = evaluate([GoldAndPrediction("n", TEXT, GOLD, (span(0, 2, D),))])
    assert (nothing_found.full.recall, nothing_found.full.precision, nothing_found.full.f1) == (0.0, 0.0, 0.0)


def test_misses_say_what_was_missed_and_whether_it_was_given_back() -> None:
    assert [
        (m.start, m.end, m.label, m.parts, m.words, m.partly_covered, m.recovered) for m in RESULT.misses
    ] == [
        (4, 15, D, ((8, 11), (12, 15)), 3, True, False),
        (24, 26, A, ((24, 26),), 1, False, True),
    ]


def test_extras_name_their_evidence() -> None:
    assert [(e.start, e.end, e.label, e.parts, e.evidence) for e in RESULT.extras] == [
        (0, 7, D, ((0, 2),), ("dr-cue",)),
        (31, 40, C, ((35, 40),), ("places",)),
    ]


def test_confusions_are_words_found_under_another_label() -> None:
    assert [(c.gold, c.predicted, c.words) for c in RESULT.confusions] == [(P, D, 1)]


def test_leaks_by_risk() -> None:
    clean = GoldAndPrediction("m", "Bo", (span(0, 2, P),), (span(0, 2, P),))
    high = GoldAndPrediction("o", "Bo", (span(0, 2, P),), ())
    leaks = evaluate([GoldAndPrediction("n", TEXT, GOLD, PREDICTED), clean, high], resamples=0).leaks
    assert (leaks.documents, leaks.leaking, leaks.leaking_high) == (3, 2, 1)
    assert [
        (r.risk, r.marks, r.missed_marks, r.words, r.missed_words, r.documents) for r in leaks.by_risk
    ] == [
        (LabelRisk.HIGH, 3, 1, 3, 1, 1),  # PATIENT: Bo in each; missed in the third
        (LabelRisk.MODERATE, 2, 1, 4, 2, 1),  # DOCTOR misses Lee and Poe; CITY is found
        (LabelRisk.LOW, 1, 1, 1, 1, 1),  # AGE
    ]
    assert leaks.share_interval is not None
    assert leaks.share_interval.low < 2 / 3 < leaks.share_interval.high


def test_labels_that_do_not_count_are_left_out_on_both_sides() -> None:
    counted = [x for x in Label if x is not A and x is not D]
    result = evaluate([GoldAndPrediction("n", TEXT, GOLD, PREDICTED)], labels=counted)
    # gold: Bo, Ely; Bo's prediction is a DOCTOR and does not count. predicted: Le (now wrong), Ely, today.
    assert counts(result.full) == (2, 1, 3, 1)
    assert result.labels_counted == tuple(counted)
    assert "AGE" not in [r.name for r in result.labels]


@pytest.mark.parametrize(
    ("gold", "predicted", "expected"),
    [
        # part of a word: "Mar" of 12Mar2020 (2..5 of the one word 0..9)
        ((2, 5), (2, 5), (1, 1, 1, 1)),
        ((2, 5), (0, 9), (1, 1, 1, 1)),  # past the mark within the word: still right
        ((2, 5), (3, 5), (1, 0, 1, 1)),  # one marked character is missing
        ((2, 5), (5, 9), (1, 0, 1, 0)),  # the other part of the word
        # a mark without a word counts as one: the blank and dash after the word
        ((9, 12), (9, 12), (1, 1, 1, 1)),
        ((9, 12), (9, 11), (1, 0, 1, 1)),
        # characters between words need not be covered: "12Mar2020 - x"
        ((0, 13), (0, 9), (2, 1, 1, 1)),
    ],
)
def test_partly_marked_words(
    gold: tuple[int, int], predicted: tuple[int, int], expected: tuple[int, int, int, int]
) -> None:
    text = "12Mar2020 - x"
    result = evaluate([GoldAndPrediction("n", text, (span(*gold, C),), (span(*predicted, C),))])
    assert counts(result.full) == expected


def test_two_predictions_together_cover_a_word() -> None:
    result = evaluate([GoldAndPrediction("n", "Okonkwo", (span(0, 7, P),), (span(0, 3, P), span(3, 7, D)))])
    assert counts(result.full) == (1, 1, 2, 2)
    assert counts(result.full_same) == (1, 0, 2, 1)  # PATIENT alone covers "Oko"
    assert counts(result.lenient_same) == (1, 1, 2, 1)


def test_blanks_and_hyphens_between_words_need_no_cover() -> None:
    result = evaluate([GoldAndPrediction("n", "Lee-Poe", (span(0, 7, P),), (span(0, 3, P), span(4, 7, P)))])
    assert counts(result.full) == (2, 2, 2, 2)
    assert counts(result.exact) == (1, 0, 2, 0)
    assert counts(result.overlap) == (1, 1, 2, 2)


def test_word_parts() -> None:
    words = word_ranges("ab cd ef")
    assert word_parts(words, span(1, 7, P)) == [(1, 2), (3, 5), (6, 7)]
    assert word_parts(words, span(2, 3, P)) == [(2, 3)]
    assert word_parts([], span(0, 2, P)) == [(0, 2)]


def test_result_as_json_is_stable_and_holds_no_text() -> None:
    pairs = [
        GoldAndPrediction("n", TEXT, GOLD, PREDICTED),
        GoldAndPrediction("m", "Bo", (span(0, 2, P),), ()),
    ]
    data = evaluate(pairs).to_dict()
    assert data == evaluate(pairs).to_dict()
    written = json.dumps(data)
    assert not any(word in written for word in ("Ann", "Poe", "Ely"))
    assert data["word"]["full"]["recall"] == 0.428571  # 3 of 7
    low, high = data["word"]["full"]["recall_interval"]
    assert 0 <= low <= data["word"]["full"]["recall"] <= high <= 1
    assert data["misses"][0]["risk"] == "moderate"
    assert data["misses"][0]["parts"] == [[8, 11], [12, 15]]


def test_no_documents_no_numbers() -> None:
    result = evaluate([])
    assert (result.documents, result.full.recall, result.leaks.share_interval) == (0, None, None)
    assert result.to_dict()["leaks"]["share_interval"] is None
