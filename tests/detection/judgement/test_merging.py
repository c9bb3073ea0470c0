import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from build import find, shown
from chartveil.detection.judgement.merging import merge_spans
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span


def merged(text, *finds, threshold=0.3):
    return merge_spans(text, finds, threshold)


def by_model(text, part, label):
    span = find(text, part, label, 1.0)
    return replace(span, evidence=(Evidence(EvidenceKind.MODEL, "general", span.label, 1.0),))


def test_a_find_below_the_threshold_does_not_count():
    text = "seen 323/19 here"
    assert merged(text, find(text, "323/19", "DATE", 0.25)) == []


def test_parts_of_one_name_become_one_span_with_all_their_evidence():
    text = "by John A. Smith, MD"
    spans = merged(
        text, find(text, "John", "PATIENT", 0.5, "first"), find(text, "Smith", "DOCTOR", 0.95, "cred")
    )
    assert shown(text, spans) == [("DOCTOR", "John A. Smith")]
    assert {e.name for e in spans[0].evidence} == {"first", "cred"}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("seen by Dr. Kilgarriff. TK", ["Kilgarriff", "TK"]),
        ("seen by Dr. Tran. TK", ["Tran", "TK"]),
        ("with Ann Whitfield. Rosa called", ["Ann Whitfield", "Rosa"]),
        ("handed to TO. EW asleep", ["TO", "EW"]),
        ("seen by J. Tran", ["J. Tran"]),
        ("seen by Thos. Tran", ["Thos. Tran"]),
        ("seen by Wm. Tran", ["Wm. Tran"]),
    ],
)
def test_a_stop_that_ends_a_sentence_parts_two_names(text, parts):
    words = [w for part in parts for w in part.replace(".", "").split()]
    assert [s for _, s in shown(text, merged(text, *(find(text, w, "DOCTOR", 0.6) for w in words)))] == parts


def test_two_sure_people_side_by_side_stay_two():
    text = "Jones Smith"
    spans = merged(text, find(text, "Jones", "PATIENT", 0.95), find(text, "Smith", "DOCTOR", 0.95))
    assert shown(text, spans) == [("PATIENT", "Jones"), ("DOCTOR", "Smith")]


def test_people_on_two_lines_stay_two():
    text = "Jane Roe\nAnn Poe"
    spans = merged(text, find(text, "Jane Roe", "DOCTOR", 0.6), find(text, "Ann Poe", "DOCTOR", 0.6))
    assert len(spans) == 2


def test_a_name_ends_where_its_column_does():
    text = "Brandt\tFull"
    spans = merged(text, find(text, "Brandt", "DOCTOR", 0.6), find(text, "Full", "DOCTOR", 0.3))
    assert shown(text, spans) == [("DOCTOR", "Brandt"), ("DOCTOR", "Full")]


def test_a_whole_beats_its_parts():
    text = "at Portland Memorial Hospital today"
    spans = merged(
        text, find(text, "Portland", "CITY", 0.9), find(text, "Portland Memorial Hospital", "HOSPITAL", 0.85)
    )
    assert shown(text, spans) == [("HOSPITAL", "Portland Memorial Hospital")]
    assert {e.label for e in spans[0].evidence} == {Label.CITY, Label.HOSPITAL}


def test_what_another_group_covers_beyond_the_winner_stays_covered():
    text = "12 Oak Street Springfield"
    spans = merged(
        text, find(text, "12 Oak Street", "STREET", 0.95), find(text, "Street Springfield", "CITY", 0.5)
    )
    assert shown(text, spans) == [("STREET", "12 Oak Street"), ("CITY", "Springfield")]


def test_overlaps_of_one_group_unite_and_the_surer_label_stays():
    text = "MRN 00-123-45 x"
    spans = merged(text, find(text, "00-123", "MRN", 0.95), find(text, "123-45", "IDNUM", 0.5))
    assert shown(text, spans) == [("MRN", "00-123-45")]


def test_punctuation_of_the_find_itself_is_not_trimmed():
    text = "call (206) 555-0100 now"
    spans = merged(text, find(text, "(206) 555-0100", "PHONE"), find(text, "(206)", "FAX", 0.5))
    assert shown(text, spans) == [("PHONE", "(206) 555-0100")]


def test_places_of_one_label_join_over_a_blank_and_others_do_not():
    text = "in Los Angeles California"
    spans = merged(
        text,
        find(text, "Los", "CITY", 0.5),
        find(text, "Angeles", "CITY", 0.6),
        find(text, "California", "STATE", 0.9),
    )
    assert shown(text, spans) == [("CITY", "Los Angeles"), ("STATE", "California")]


def test_the_whole_name_of_a_state_beats_what_models_make_of_its_words():
    text = "She moved here from New Mexico."
    whole = find(text, "New Mexico", "STATE", 0.9)
    parts = [by_model(text, "New", "STATE"), by_model(text, "Mexico", "COUNTRY")]
    assert shown(text, merge_spans(text, [whole, *parts], 0.3)) == [("STATE", "New Mexico")]
    longer = by_model(text, "from New Mexico", "ORGANIZATION")
    assert shown(text, merge_spans(text, [whole, longer], 0.3)) == [("ORGANIZATION", "from New Mexico")]


def test_no_half_of_a_hyphened_name_is_left_behind():
    text = "Daughter Ann-Marie Okonkwo-Reyes, Foley-guided, Te-Whata"
    spans = merged(
        text,
        find(text, "Ann", "RELATIVE"),
        find(text, "Reyes", "RELATIVE"),
        find(text, "Foley", "DOCTOR"),
        find(text, "Te", "PATIENT"),
        find(text, "Whata", "CITY"),
    )
    assert shown(text, spans) == [
        ("RELATIVE", "Ann-Marie Okonkwo-Reyes"),
        ("DOCTOR", "Foley"),
        ("PATIENT", "Te"),
        ("CITY", "Whata"),
    ]


def test_what_kind_of_place_it_is_goes_with_its_name():
    text = "at Warnertown silos, Corrib bridge, Otter car park, Salem lodgers, Hale\nshed, Poe station"
    places = ("Warnertown", "Corrib", "Otter", "Salem", "Hale")
    named = (find(text, name, "LOCATION_OTHER") for name in places)
    spans = merged(text, *named, find(text, "Poe", "PATIENT"))
    assert [shown for _, shown in shown(text, spans)] == [
        "Warnertown silos",
        "Corrib bridge",
        "Otter car park",
        "Salem",
        "Hale",
        "Poe",
    ]


def test_an_initial_behind_a_surname_goes_with_it_where_nothing_else_can_be_meant():
    text = (
        "Clinician OYELARAN, B PT; Winters A -> 1/13. Jones, M 45; Smith, R hip. Poe, T\nOke F  60s Ames, K."
    )
    names = ("OYELARAN", "Winters", "Jones", "Smith", "Poe", "Oke", "Ames")
    spans = merged(text, *(find(text, name, "DOCTOR") for name in names))
    assert [shown for _, shown in shown(text, spans)] == [
        "OYELARAN, B",
        "Winters A",
        "Jones",
        "Smith",
        "Poe, T",
        "Oke",
        "Ames, K.",
    ]


def test_the_s_of_a_possessive_is_nothing_by_itself():
    text = "back from Arvid's farm"
    spans = merged(text, find(text, "Arvid", "RELATIVE", 0.9), find(text, "Arvid's", "ORGANIZATION", 0.4))
    assert shown(text, spans) == [("RELATIVE", "Arvid")]


labels = st.sampled_from(list(Label))
finds = st.lists(
    st.builds(
        lambda a, n, label, score: Span(a, min(a + n, 60), label, score),
        st.integers(0, 58),
        st.integers(1, 20),
        labels,
        st.integers(0, 100).map(lambda n: n / 100),
    ),
    max_size=12,
)
texts = st.text("ab C.,-\n3", min_size=60, max_size=60)


@given(texts, finds)
@settings(derandomize=True, deadline=None, max_examples=300)
def test_merged_spans_are_disjoint_sorted_and_lose_no_letter(text, found):
    spans = merge_spans(text, found, 0.3)
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))
    covered = {i for s in spans for i in range(s.start, s.end)}
    wanted = {i for s in found if s.score >= 0.3 for i in range(s.start, s.end) if text[i].isalnum()}
    assert wanted <= covered


@given(texts, finds, st.randoms(use_true_random=False))
@settings(derandomize=True, deadline=None, max_examples=100)
def test_the_order_of_the_finds_does_not_matter(text, found, random):
    ranges = [(s.start, s.end, s.label) for s in merge_spans(text, found, 0.3)]
    random.shuffle(found)
    assert ranges == [(s.start, s.end, s.label) for s in merge_spans(text, found, 0.3)]
