"""What each decision does to the items of a document."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chartveil.domain.errors import ReviewError
from chartveil.domain.labels import Label
from chartveil.domain.policy import MustDecide
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.review.document_review import DocumentReview, SpanSide, WantedItems, stamp_changes
from chartveil.review.model import (
    ActionKind,
    DecisionState,
    ItemChange,
    Reading,
    ReviewAction,
    ReviewCounts,
    ReviewItem,
)
from review.review_documents import RECOVERY, RULE, TEXT, done, item, shown, small_review, vote

MARIA, BRUCE = ("Maria Ndu", "DOCTOR", "proposed"), ("Bruce", "PATIENT", "recovered")
JOHN, WIFE = ("John  Smith", "PATIENT", "proposed"), ("wife", "RELATIVE", "rejected")
START = [MARIA, BRUCE, JOHN, WIFE]


def place(surface: str, text: str = TEXT) -> tuple[int, int]:
    return text.index(surface), text.index(surface) + len(surface)


CASES = {
    "accept": (lambda d: d.accept([0]), {0: ("Maria Ndu", "DOCTOR", "accepted")}),
    "accept what was rejected": (lambda d: d.accept([3]), {3: ("wife", "RELATIVE", "accepted")}),
    "reject": (lambda d: d.reject([2, 2]), {2: ("John  Smith", "PATIENT", "rejected")}),
    "reject what was recovered": (lambda d: d.reject([1]), {1: ("Bruce", "PATIENT", "rejected")}),
    "take back": (lambda d: d.take_recovered([0, 1]), {1: ("Bruce", "PATIENT", "accepted")}),
    "reopen": (lambda d: d.reopen([3, 0]), {3: ("wife", "RELATIVE", "proposed")}),
    "relabel accepts": (
        lambda d: d.relabel([0, 3], Label.RELATIVE),
        {0: ("Maria Ndu", "RELATIVE", "accepted"), 3: ("wife", "RELATIVE", "accepted")},
    ),
    "resize drops blanks": (
        lambda d: d.resize(0, *place(" Maria ")),
        {0: ("Maria", "DOCTOR", "accepted")},
    ),
    "resize covers what was recovered": (
        lambda d: d.resize(0, TEXT.index("Maria"), TEXT.index(" protocol")),
        {0: ("Maria Ndu, who noted the Bruce", "DOCTOR", "accepted"), 1: None},
    ),
    "resize stops at a neighbour": (
        lambda d: d.resize(0, TEXT.index("Maria"), len(TEXT)),
        {0: ("Maria Ndu, who noted the Bruce protocol. Mr.", "DOCTOR", "accepted"), 1: None},
    ),
    "resize is cut to the text": (
        lambda d: d.resize(2, TEXT.index("Smith"), 10_000),
        {2: (TEXT[TEXT.index("Smith") :], "PATIENT", "accepted"), 3: None},
    ),
    "split": (
        lambda d: d.split(2, TEXT.index("Smith")),
        {2: ("John", "PATIENT", "proposed"), 4: ("Smith", "PATIENT", "proposed")},
    ),
    "split in the blanks": (
        lambda d: d.split(2, TEXT.index("Smith") - 1),
        {2: ("John", "PATIENT", "proposed"), 4: ("Smith", "PATIENT", "proposed")},
    ),
    "join takes what lies between": (
        lambda d: d.join([2, 0]),
        {
            0: ("Maria Ndu, who noted the Bruce protocol. Mr. John  Smith", "DOCTOR", "accepted"),
            1: None,
            2: None,
        },
    ),
    "add": (
        lambda d: d.add_span(*place("Seen "), Label.CITY),
        {4: ("Seen", "CITY", "added")},
    ),
    "add on an item relabels it": (
        lambda d: d.add_span(*place("Bruce "), Label.DOCTOR),
        {1: ("Bruce", "DOCTOR", "accepted")},
    ),
    "add over a proposed item makes it the new one": (
        lambda d: d.add_span(*place("Dr. Maria Ndu"), Label.DOCTOR),
        {0: ("Dr. Maria Ndu", "DOCTOR", "added")},
    ),
    "add within an item of the label narrows it": (
        lambda d: d.add_span(*place("Ndu"), Label.DOCTOR),
        {0: ("Ndu", "DOCTOR", "added")},
    ),
    "add within an item of another label leaves the rest marked": (
        lambda d: d.add_span(*place("Ndu"), Label.CITY),
        {0: ("Maria", "DOCTOR", "proposed"), 4: ("Ndu", "CITY", "added")},
    ),
    "add in the middle of an item leaves both rests marked": (
        lambda d: d.add_span(TEXT.index("ohn"), TEXT.index("mith"), Label.CITY),
        {
            2: ("J", "PATIENT", "proposed"),
            4: ("mith", "PATIENT", "proposed"),
            5: ("ohn  S", "CITY", "added"),
        },
    ),
    "add over an edge leaves the rest marked": (
        lambda d: d.add_span(*place("Ndu, who"), Label.DOCTOR),
        {0: ("Maria", "DOCTOR", "proposed"), 4: ("Ndu, who", "DOCTOR", "added")},
    ),
    "leave what nothing marks": (
        lambda d: d.leave_range(*place("Seen ")),
        {4: ("Seen", "IDNUM", "rejected")},
    ),
    "add covers what is left in the text": (
        lambda d: d.add_span(*place("Smith's wife,"), Label.RELATIVE),
        {3: None, 4: ("Smith's wife,", "RELATIVE", "added")},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_decision_makes_of_the_items_and_that_undo_gives_them_back(name):
    decide, expected = CASES[name]
    review = small_review()
    changes = decide(review)
    assert shown(review) == START, "an operation changes nothing by itself"
    after = dict(enumerate(START)) | expected
    review.apply(changes)
    assert {i.id: (i.span.text(TEXT), i.span.label.value, i.state.value) for i in review.items} == {
        id: what for id, what in after.items() if what is not None
    }
    action = ReviewAction(ActionKind.BULK, "R", "2024-01-01T00:00:00+00:00", tuple(changes))
    review.apply(action.inverse().changes)
    assert review.items == small_review().items
    assert [i.span.evidence for i in review.items] == [i.span.evidence for i in small_review().items]
    assert review.counts() == small_review().counts()


def test_a_place_that_is_left_has_the_label_of_its_text_elsewhere():
    text = "Ann Moss came. Moss on the wall."
    review = DocumentReview(1, text, [item(0, "Moss", "DOCTOR", text=text)])
    behind = text.rindex("Moss")
    assert done(review, review.leave_range(behind, behind + 4))[1:] == [("Moss", "DOCTOR", "rejected")]
    assert (behind, behind + 4) in review.kept_ranges()
    with pytest.raises(ReviewError, match="marked already"):
        review.leave_range(behind, behind + 4)
    with pytest.raises(ReviewError, match="nothing but blanks"):
        review.leave_range(3, 4)


@pytest.mark.parametrize(
    ("rejected", "label", "contradicts"),
    [
        ("Moss", "PATIENT", True),  # the name is taken elsewhere
        ("Moss", "DOCTOR", True),
        ("Moss", "CITY", False),  # no name, and no other place of this text is taken
        ("Mo", "PATIENT", False),
        ("4471", "MRN", True),
        ("wall", "CITY", False),
    ],
)
def test_what_is_rejected_though_its_text_is_taken_elsewhere(rejected, label, contradicts):
    text = "Ann Moss, 4471, came. Moss and Mo on the wall. 4471."
    taken = [item(0, "Ann Moss", text=text), item(1, "4471", "MRN", text=text)]
    start = text.rindex(rejected + (" " if rejected == "Mo" else ""))
    span = Span(start, start + len(rejected), Label(label), 0.9, (RULE,))
    review = DocumentReview(1, text, [*taken, ReviewItem(2, span, DecisionState.REJECTED)])
    assert [i.id for i in review.items_left_though_taken()] == ([2] if contradicts else [])


@pytest.mark.parametrize(
    ("side", "direction", "by", "expected"),
    [
        (SpanSide.END, 1, "word", "Maria Ndu, who"),
        (SpanSide.END, -1, "word", "Maria"),
        (SpanSide.START, -1, "word", "Dr. Maria Ndu"),
        (SpanSide.START, 1, "word", "Ndu"),
        (SpanSide.END, 1, "character", "Maria Ndu,"),
        (SpanSide.END, -1, "character", "Maria Nd"),
        (SpanSide.START, -1, "character", ". Maria Ndu"),
        (SpanSide.START, 1, "character", "aria Ndu"),
    ],
)
def test_an_edge_moves_by_word_or_character_and_never_stands_beside_a_blank(side, direction, by, expected):
    review = small_review()
    review.apply(review.move_edge(0, side, direction, by))
    assert review.item(0).span.text(TEXT) == expected
    assert review.item(0).state is DecisionState.ACCEPTED


def test_marks_stay_with_their_letters_when_an_edge_moves():
    text = "Jose\u0301 x"
    review = DocumentReview(1, text, [ReviewItem(0, Span(0, 3, Label.PATIENT, 0.9, (RULE,)))])
    review.apply(review.move_edge(0, SpanSide.END, 1, "character"))
    assert review.item(0).span.end == 5


def test_a_far_word_is_found_whole():
    text = "Ann" + " " * 500 + "B" * 900 + " end"
    review = DocumentReview(1, text, [ReviewItem(0, Span(0, 3, Label.PATIENT, 0.9, (RULE,)))])
    review.apply(review.move_edge(0, SpanSide.END, 1))
    assert review.item(0).span.end == 1403


REFUSED = {
    "accept twice": lambda d: d.apply(d.accept([0])) or d.accept([0]),
    "reject twice": lambda d: d.reject([3]),
    "take back what is proposed": lambda d: d.take_recovered([0]),
    "reopen what is open": lambda d: d.reopen([0, 1]),
    "relabel with the same": lambda d: d.apply(d.accept([0])) or d.relabel([0], Label.DOCTOR),
    "resize to the same": lambda d: d.resize(0, *place("Maria Ndu")),
    "resize to blanks": lambda d: d.resize(2, TEXT.index("  Smith"), TEXT.index("Smith")),
    "resize backwards": lambda d: d.resize(0, 20, 10),
    "resize into the neighbour": lambda d: d.resize(0, *place("John")),
    "widen at the start": lambda d: (
        d.apply(d.add_span(0, 4, Label.CITY)) or d.move_edge(4, SpanSide.START, -1)
    ),
    "narrow to nothing": lambda d: d.move_edge(3, SpanSide.END, -1),
    "split at its start": lambda d: d.split(0, TEXT.index("Maria")),
    "split outside": lambda d: d.split(0, 0),
    "join one": lambda d: d.join([0, 0]),
    "add blanks": lambda d: d.add_span(*place("  "), Label.CITY),
    "add outside": lambda d: d.add_span(-5, 0, Label.CITY),
    "add again": lambda d: d.apply(d.add_span(0, 4, Label.CITY)) or d.add_span(0, 4, Label.CITY),
    "same note": lambda d: d.annotate(0, "  "),
    "nothing chosen": lambda d: d.accept([]),
    "no such item": lambda d: d.accept([99]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_makes_no_sense_is_refused_with_a_remedy_and_without_text(name):
    with pytest.raises(ReviewError) as error:
        REFUSED[name](small_review())
    assert error.value.remedy
    assert not any(word in str(error.value) for word in ("Maria", "Ndu", "Smith", "Bruce"))


def test_what_only_a_reviewer_saw_goes_when_he_rejects_it_and_cannot_be_reopened():
    review = small_review()
    review.apply(review.add_span(0, 4, Label.CITY))
    with pytest.raises(ReviewError, match="found"):
        review.reopen([4])
    assert done(review, review.reject([4])) == START
    assert review.add_span(0, 4, Label.CITY)[0].id == 5, "ids are not used again"


def test_what_was_given_back_returns_there_when_it_is_reopened():
    review = small_review()
    review.apply(review.take_recovered([1]))
    assert done(review, review.reopen([1])) == START


def test_items_left_in_the_text_that_overlap_what_is_taken_cannot_be_taken_too():
    review = DocumentReview(
        1, TEXT, [item(0, "Maria Ndu"), item(1, "Ndu, who", state=DecisionState.REJECTED), item(2, "Bruce")]
    )
    with pytest.raises(ReviewError, match="takes this text already"):
        review.accept([1])
    assert [c.id for c in review.accept([0, 1, 2])] == [0, 2]
    assert review.kept_ranges() == [place(", who")]
    assert review.item_at(TEXT.index("Ndu")).id == 0


def test_of_two_overlapping_ones_left_in_the_text_one_gives_way_to_the_other():
    review = DocumentReview(
        1,
        TEXT,
        [
            item(0, "Maria Ndu", state=DecisionState.REJECTED),
            item(1, "Ndu, who", state=DecisionState.RECOVERED),
        ],
    )
    assert done(review, review.accept([0, 1])) == [
        ("Maria Ndu", "PATIENT", "accepted"),
        ("who", "PATIENT", "recovered"),
    ]


def test_a_reviewers_word_is_among_the_reasons_and_stamped_with_his_name():
    review = small_review()
    moved = stamp_changes(review.resize(0, *place("Maria")), "R. Reader", "2024-02-03T04:05:06+00:00")[
        0
    ].after
    assert moved.by == "R. Reader"
    assert moved.at == "2024-02-03T04:05:06+00:00"
    first, last = moved.span.evidence
    assert (first.name, first.start, first.end) == ("DR-CUE", *place("Maria Ndu"))
    assert last == Evidence(EvidenceKind.REVIEWER, "R. Reader", Label.DOCTOR)
    accepted = stamp_changes(review.accept([2]), "R. Reader", "t")[0].after
    assert accepted.span.evidence == (RULE,), "who accepts adds no reason"


def test_a_stamp_passes_over_notes_and_what_is_undecided():
    review = small_review()
    assert stamp_changes(review.annotate(0, "ask"), "R", "t")[0].after == replace(review.item(0), note="ask")
    review.apply(stamp_changes(review.accept([0]), "R", "t"))
    reopened = stamp_changes(review.reopen([0]), "S", "u")[0].after
    assert (reopened.by, reopened.at) == ("", "")
    assert stamp_changes(review.annotate(0, "ask"), "S", "u")[0].after.by == "R"


def test_changes_of_other_documents_and_readings_are_passed_over():
    review = small_review()
    change = review.accept([0])[0]
    review.apply([replace(change, document=2), replace(change, reading=Reading.SECOND)])
    assert shown(review) == START


@pytest.mark.parametrize(
    "stale",
    [
        lambda d, c: [c, c],
        lambda d, c: [ItemChange(1, Reading.FIRST, None, d.item(0))],
        lambda d, c: [ItemChange(1, Reading.FIRST, replace(d.item(0), note="x"), None)],
        lambda d, c: [c, ItemChange(1, Reading.FIRST, None, ReviewItem(9, d.item(0).span))],
        lambda d, c: [c, ItemChange(1, Reading.FIRST, None, ReviewItem(9, Span(900, 901, Label.CITY, 1.0)))],
    ],
)
def test_changes_that_do_not_fit_are_refused_whole(stale):
    review = small_review()
    with pytest.raises(ReviewError, match="changed since"):
        review.apply(stale(review, review.accept([0])[0]))
    assert shown(review) == START


@pytest.mark.parametrize(
    "items",
    [
        [item(0, "Maria"), item(0, "Ndu")],
        [item(0, "Maria Ndu"), item(1, "Ndu, who")],
        [ReviewItem(0, Span(0, 10_000, Label.CITY, 1.0))],
    ],
)
def test_items_that_cannot_be_are_our_bug(items):
    with pytest.raises(ValueError, match="items?|id"):
        DocumentReview(1, TEXT, items)


def test_next_goes_round_and_asks_only_for_what_is_wanted():
    review = small_review()
    starts = [i.span.start for i in review.items]
    assert review.find_next(-1, WantedItems.ALL).id == 0
    assert review.find_next(starts[0], WantedItems.ALL).id == 1
    assert review.find_next(starts[3], WantedItems.ALL).id == 0
    assert review.find_next(starts[3], WantedItems.ALL, wrap=False) is None
    assert review.find_next(starts[0], WantedItems.ALL, backwards=True).id == 3
    assert review.find_next(starts[1], WantedItems.ALL, backwards=True).id == 0
    assert review.find_next(starts[2], WantedItems.DOUBTFUL).id == 2, "alone of its kind, it is its own next"
    assert review.find_next(starts[0], WantedItems.UNDECIDED).id == 2
    assert review.find_next(starts[0], WantedItems.TAKEN).id == 2
    review.apply(review.accept([2]))
    assert review.find_next(0, WantedItems.DOUBTFUL) is None


def test_at_and_touching():
    review = small_review()
    start, end = place("Bruce")
    assert [review.item_at(o) and review.item_at(o).id for o in (start - 1, start, end - 1, end)] == [
        None,
        1,
        1,
        None,
    ]
    assert [i.id for i in review.items_touching(0, len(TEXT))] == [0, 1, 2, 3]
    assert [i.id for i in review.items_touching(end - 1, end)] == [1]
    assert review.items_touching(start, start)[0].id == 1
    assert review.items_touching(end, end) == []


def test_counts_and_what_keeps_a_document_from_sign_off():
    review = small_review()
    counts = review.counts()
    assert (counts.spans, counts.undecided, counts.doubtful, counts.recovered) == (3, 2, 1, 1)
    assert 0 < counts.risk_seen < counts.risk
    assert [i.id for i in review.items_blocking_sign_off(MustDecide.ALL)] == [0, 2]
    assert [i.id for i in review.items_blocking_sign_off(MustDecide.DOUBTFUL)] == [2]
    assert review.items_blocking_sign_off(MustDecide.NONE) == []
    review.apply(review.accept([0, 2]))
    review.apply(review.reject([1]))
    assert review.items_blocking_sign_off(MustDecide.ALL) == []
    after = review.counts()
    assert after == ReviewCounts(4, 0, 0, 0, counts.risk, after.risk)
    assert [s.text(TEXT) for s in review.spans_to_replace()] == ["Maria Ndu", "John  Smith"]
    assert review.kept_ranges() == [place("Bruce"), place("wife")]


def test_places_of_the_same_text():
    text = "Ana Núñez; ANA  NUNEZ, Ana\nNu\u0301n\u0303ez's. Ana Núñeza, O'Ana Núñez, x-ana núñez"
    review = DocumentReview(
        1,
        text,
        [
            item(0, "Ana Núñez", text=text),
            item(1, "ANA  NUNEZ", "DOCTOR", DecisionState.REJECTED, text=text),
        ],
    )
    assert [i.id for i in review.items_with_same_text(review.item(1))] == [0, 1]
    found = [text[a:b] for a, b in review.unmarked_occurrences(review.item(0))]
    assert found == ["Ana\nNu\u0301n\u0303ez", "ana núñez"]


def test_signs_have_places_of_the_same_text_too():
    text = "#12 and a#12, (#12) #123"
    review = DocumentReview(1, text, [item(0, "#12", "IDNUM", text=text)])
    assert review.unmarked_occurrences(review.item(0)) == [(9, 12), (15, 18)]


def test_doubts_and_risk_are_told():
    review = DocumentReview(
        1,
        TEXT,
        [
            item(0, "Maria Ndu", "DOCTOR", DecisionState.PROPOSED, vote("general", "DOCTOR")),
            item(1, "Bruce", "PATIENT", DecisionState.RECOVERED, vote("general", "PATIENT"), RECOVERY),
        ],
        voters={Label.DOCTOR: 3},
        listed=lambda text: "a surname" if text == "Bruce" else "",
    )
    assert "one of three models" in review.risk(review.item(0)).reasons
    assert [review.is_doubtful(i) for i in review.items] == [True, False]
    assert "recovered, but also a surname" in review.risk(review.item(1)).reasons
    assert not review.is_doubtful(replace(review.item(0), state=DecisionState.ACCEPTED))
    assert review.is_doubtful(replace(review.item(0), note="another object"))
