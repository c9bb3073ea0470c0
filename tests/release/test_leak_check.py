import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from build import document, find, view
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.replacement_offsets import ReplacementOffsets
from chartveil.domain.span import Replacement, Span, apply_replacements
from chartveil.release.leak_check import LeakCheck, unreplaced_findings


def checker(rules=lambda view: []):
    return LeakCheck(rules=rules, is_common={"day"}.__contains__)


def replaced(text, *pairs):
    """Spans and replacements for (span, new text)."""
    pairs = sorted(pairs, key=lambda p: p[0])
    return [s for s, _ in pairs], [Replacement(s.start, s.end, new, s.label) for s, new in pairs]


def kinds(findings):
    return [(f.kind, f.label.value) for f in findings]


def test_a_clean_output_passes():
    text = "Seen by Dr. Ndu on 3/17."
    spans, made = replaced(text, (find(text, "Ndu", "DOCTOR"), "Okafor"), (find(text, "3/17", "DATE"), "4/2"))
    assert checker().check_text(document(text), spans, made, apply_replacements(text, made), ()) == []


def test_an_original_that_was_missed_elsewhere_is_found():
    text = "Dr. Winters came. Later winters left."
    spans, made = replaced(text, (find(text, "Winters", "DOCTOR"), "Okafor"))
    found = checker().check_text(document(text), spans, made, apply_replacements(text, made), ())
    assert kinds(found) == [("original", "DOCTOR")]
    assert apply_replacements(text, made)[found[0].start : found[0].end] == "winters"


def test_an_original_in_a_place_that_stays_on_purpose_is_no_leak():
    text = "Ms. Graves has Graves disease."
    spans, made = replaced(text, (find(text, "Graves", "PATIENT"), "Okafor"))
    at = text.index("Graves disease")
    found = checker().check_text(document(text), spans, made, apply_replacements(text, made), [(at, at + 14)])
    assert found == []


def test_the_month_of_a_moved_date_is_nobodys_name_that_stayed():
    text = "Sister June rang; seen august 3, 2021."
    spans, made = replaced(
        text, (find(text, "June", "RELATIVE"), "Ola"), (find(text, "august 3, 2021", "DATE"), "june 9, 2021")
    )
    assert checker().check_text(document(text), spans, made, apply_replacements(text, made), ()) == []
    # A child and her age that were taken for a date are found where the month stays.
    text = "Sister June rang; children Al 9, June 7."
    spans, made = replaced(
        text, (find(text, "June", "RELATIVE"), "Ola"), (find(text, "June 7", "DATE"), "June 16")
    )
    found = checker().check_text(document(text), spans, made, apply_replacements(text, made), ())
    assert kinds(found) == [("original", "RELATIVE")]
    # What else a date brings back is found.
    text = "Sister Ndu rang; seen august 3, 2021."
    spans, made = replaced(
        text, (find(text, "Ndu", "RELATIVE"), "Ola"), (find(text, "august 3, 2021", "DATE"), "Ndu 9, 2021")
    )
    found = checker().check_text(document(text), spans, made, apply_replacements(text, made), ())
    assert kinds(found) == [("original", "RELATIVE")]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("M. Ste-Croix", "L. Ste-Drury"),
        ("Ste-Croix", "Ste-Drury"),
        ("Aoife Nic Craith", "Una Nic Roe"),
        ("Miss Odessa", "Miss Nadine"),
        ("Prof. Craith, LCSW", "Prof. Roe, LCSW"),
    ],
)
def test_what_stays_inside_a_name_is_no_original(name, other):
    text = f"Seen with {name} today"
    spans, made = replaced(text, (find(text, name, "DOCTOR"), other))
    assert checker().check_text(document(text), spans, made, apply_replacements(text, made), ()) == []


@pytest.mark.parametrize("first", ["Nic", "Edd", "Mba"])
def test_a_first_name_that_is_a_particle_or_credential_elsewhere_is_found(first):
    text = f"Dr {first} Craith came. {first} left."
    spans, made = replaced(text, (find(text, f"{first} Craith", "DOCTOR"), "Una Roe"))
    found = checker().check_text(document(text), spans, made, apply_replacements(text, made), ())
    assert kinds(found) == [("original", "DOCTOR")]


def test_a_surrogate_that_is_an_original_is_found():
    text = "Dr. Winters and Dr. Okafor"
    spans, made = replaced(
        text, (find(text, "Winters", "DOCTOR"), "Okafor"), (find(text, "Okafor", "DOCTOR"), "Lind")
    )
    found = checker().check_text(document(text), spans, made, apply_replacements(text, made), ())
    assert kinds(found) == [("original", "DOCTOR")]


def test_a_text_that_is_not_what_was_to_be_written_is_found():
    text = "Dr. Winters"
    spans, made = replaced(text, (find(text, "Winters", "DOCTOR"), "Lind"))
    assert kinds(checker().check_text(document(text), spans, made, "Dr. Lind ", ())) == [("altered", "IDNUM")]


def test_what_rules_still_find_outside_replaced_places_is_found_unless_it_stays():
    text = "Dr. Winters, 555-0199"

    def rules(v):
        return [find(v.text, "555-0199", "PHONE", 0.9), find(v.text, "Lind", "DOCTOR", 0.9)]

    spans, made = replaced(text, (find(text, "Winters", "DOCTOR"), "Lind"))
    out = apply_replacements(text, made)
    found = checker(rules).check_text(document(text), spans, made, out, ())
    assert kinds(found) == [("rule", "PHONE")]
    at = text.index("555")
    assert checker(rules).check_text(document(text), spans, made, out, [(at, at + 8)]) == []


def test_another_part_of_the_file_that_holds_an_original_is_found():
    text = "Dr. Winters"
    spans = [find(text, "Winters", "DOCTOR")]
    found = checker().check_parts(
        [(text, spans)], ["Dr. Lind"], [("docProps/core.xml", "by A. Winters"), ("body", "Dr. Lind")]
    )
    assert [f.where for f in found] == ["docProps/core.xml"]
    assert "Winters" not in str(found[0])


@pytest.mark.parametrize("read", ["PeIlw0rth", "Pe11worth,", "(Pellvvorth)"])
def test_an_original_that_ocr_misreads_on_a_page_is_found(read):
    text = "Mr. Pellworth, MRN 00482913"
    originals = [(text, [find(text, "Pellworth", "PATIENT"), find(text, "00482913", "MRN")])]
    outputs = ["Mr. Lind, MRN 11593024"]
    pages = [("page:1/ocr", "Mr. Lind, MRN 11593024"), ("page:2/ocr", f"for {read} again")]
    assert [f.where for f in checker().check_ocr_text(originals, outputs, pages)] == ["page:2/ocr"]
    assert checker().check_parts(originals, outputs, pages) == []
    bars = [("page:1/ocr", "Pe||worth"), ("page:2/ocr", "Pe!lworth")]
    assert len(checker().check_ocr_text(originals, outputs, bars)) == 2
    digits = [("page:1/ocr", "O04B29l3")]
    assert kinds(checker().check_ocr_text(originals, outputs, digits)) == [("original", "MRN")]


def test_what_a_box_was_to_hide_and_ocr_still_reads_is_a_leak_of_a_page():
    text = "Amoxicillin daily for Pellworth; daily Thistledown"
    hidden = [(text, [(0, 17), (39, 50)])]
    (found,) = checker().check_ocr_text([], ["Pellworth daily"], [("page:2/ocr", "Th1st1edown")], hidden)
    assert (found.kind, str(found)) == ("covered", "what a box covers in page:2/ocr")
    assert checker().check_ocr_text([], ["Thistledown daily"], [("page:2/ocr", "Thistledown")], hidden) == []


def test_words_that_the_output_says_and_ordinary_ones_are_no_leak_on_a_page():
    text = "Dr. Foley Sunday placed a Foley catheter"
    originals = [(text, [find(text, "Foley Sunday", "DOCTOR")])]
    outputs = ["Dr. Lind placed a Foley catheter"]
    check = LeakCheck(rules=lambda view: [], is_common={"sunday"}.__contains__)
    assert check.check_ocr_text(originals, outputs, [("page:1/ocr", "a F0ley catheter on Sunday")]) == []


@st.composite
def edits(draw):
    text = draw(st.text("ab ", min_size=1, max_size=40))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    ranges = list(zip(cuts[::2], cuts[1::2], strict=False))
    return text, [Replacement(a, b, draw(st.text("XY", max_size=5)), "DATE") for a, b in ranges]


@given(edits())
@settings(derandomize=True, deadline=None, max_examples=200)
def test_offsets_outside_replaced_places_lead_back_to_the_same_character(case):
    text, made = case
    out = apply_replacements(text, made)
    places = ReplacementOffsets(made)
    for i, c in enumerate(out):
        inside = any(a <= i < b for a, b in places.output_ranges)
        assert places.touches_replacement(i, i + 1) == inside
        if not inside:
            assert text[places.to_original(i)] == c


@pytest.mark.parametrize("part", ["Ndu", "55"])
def test_the_view_of_a_text_gives_words_where_they_stand(part):
    v = view(f"a {part} b")
    assert (2, 2 + len(part)) in v.word_ranges


def test_each_span_needs_a_replacement_of_its_own_that_is_not_the_original():
    text = Document("Ann Lee, MRN 4471829, born 1950", DocumentSource("", "", ""))
    places = ((0, 7, Label.PATIENT), (13, 20, Label.MRN), (27, 31, Label.DATE))
    spans = [Span(start, end, label, 0.9) for start, end, label in places]
    good = [
        Replacement(0, 7, "Eve Fox", Label.PATIENT),
        Replacement(13, 20, "5582930", Label.MRN),
        Replacement(27, 31, "1950", Label.DATE),
    ]

    def found(made):
        return [
            (f.kind, f.start, f.end, f.label)
            for f in unreplaced_findings(text, spans, made, lambda label: label is not Label.DATE)
        ]

    assert found(good) == []
    assert found(good[1:]) == [("unreplaced", 0, 7, Label.PATIENT)]
    same = Replacement(0, 7, "Ann Lee", Label.PATIENT)
    assert found([same, *good[1:]]) == [("unreplaced", 0, 7, Label.PATIENT)]
    short = Replacement(0, 3, "Eve", Label.PATIENT)
    assert found([short, *good[1:]]) == [("unreplaced", 0, 7, Label.PATIENT)]
    twice = Replacement(0, 3, "Eve", Label.PATIENT)
    assert [f[0] for f in found([twice, *good])] == ["altered"]
    weekday = Replacement(22, 26, "Thursday", Label.DATE)
    assert [f[0] for f in found([*good, weekday])] == ["altered"]
    text = Document("Ann Lee, MRN 4471829, Tues 1950", DocumentSource("", "", ""))
    assert found([*good, weekday]) == []
    text = Document("Ann Lee, MRN 4471829, Tues and 1950", DocumentSource("", "", ""))
    spans[2] = Span(31, 35, Label.DATE, 0.9)
    apart = [*good[:2], Replacement(31, 35, "1950", Label.DATE), weekday]
    assert [f[0] for f in found(apart)] == ["altered"]
    assert "4471829" not in str(unreplaced_findings(text, spans, [], lambda _: True)[1])


@pytest.mark.parametrize(
    "again",
    [
        "Winter\tbrook",
        "Winter\nbrook",
        "Winter | brook",
        "W_i_n_t_e_r_b_r_o_o_k",
        "AdaWinterbrook",
        "winterbrook_ada_Winterbrook",
        "Winterbrook2",
        "W&#105;nterbrook",
        "Winter<b>brook</b>",
        "\u202ekoorbretniW\u202c",
    ],
)
def test_an_original_in_pieces_or_in_disguise_is_found(again):
    text = f"Seen by Ada Winterbrook today. Then {again} left."
    spans, made = replaced(text, (find(text, "Ada Winterbrook", "DOCTOR"), "Eva Lind"))
    found = checker().check_text(document(text), spans, made, apply_replacements(text, made), ())
    assert ("original", "DOCTOR") in kinds(found) or ("original", "USERNAME") in kinds(found)


def test_words_that_only_hold_the_letters_of_an_original_are_none():
    text = "Seen by Ann Harton today. Than her: a r to n, and char tonight."
    spans, made = replaced(text, (find(text, "Ann Harton", "DOCTOR"), "Eva Lind"))
    assert checker().check_text(document(text), spans, made, apply_replacements(text, made), ()) == []


def test_recovery_excuses_what_rules_find_and_no_original():
    text = "Ms. Graves has Graves disease, 555-0199"
    spans, made = replaced(text, (find(text, "Graves", "PATIENT"), "Lind"))
    out = apply_replacements(text, made)
    places = [(text.index("Graves d"), text.index(" disease")), (text.index("555"), len(text))]

    def rules(v):
        return [find(v.text, "555-0199", "PHONE", 0.9)]

    assert kinds(checker(rules).check_text(document(text), spans, made, out, (), places)) == [
        ("original", "PATIENT")
    ]
    assert checker(rules).check_text(document(text), spans, made, out, places) == []


@pytest.mark.parametrize(
    ("part", "found"),
    [
        ("Advice for exercise Day trips by boat are fine", []),  # a page's contents have lost the line's end
        ("Advice for exercise Day is here", ["DOCTOR"]),
        ("exercise Day trips by boat", ["DOCTOR"]),
        ("Notes of Dr Day", ["DOCTOR"]),
    ],
)
def test_a_part_may_say_what_the_checked_text_says_with_the_same_words_around(part, found):
    text = "Dr. Day came.\nAdvice for exercise\nDay trips by boat are fine"
    spans, made = replaced(text, (find(text, "Day", "DOCTOR"), "Lind"))
    output = apply_replacements(text, made)
    assert checker().check_text(document(text), spans, made, output, ()) == []
    leaks = checker().check_parts([(text, spans)], [output], [("part", part)])
    assert [f.label.value for f in leaks] == found


@pytest.mark.parametrize("again", ["83 92 01 74", "8392-0174", "8 3 9 2 0 1 7 4"])
def test_a_record_number_of_eight_figures_is_found_in_groups(again):
    text = f"MRN: 83920174. Chart {again} was pulled."
    spans, made = replaced(text, (find(text, "83920174", "MRN"), "55128830"))
    found = checker().check_text(document(text), spans, made, apply_replacements(text, made), ())
    assert ("original", "MRN") in kinds(found)


def test_what_is_left_of_a_number_in_groups_is_found():
    """A network took the first two groups; nothing in the output was the number any more."""
    text = "MRN: 83920174. Cells 83\t92\t01\t74 end."
    spans, made = replaced(
        text, (find(text, "83920174", "MRN"), "55128830"), (find(text, "83\t92", "MRN"), "11\t20")
    )
    output = apply_replacements(text, made)
    found = checker().check_text(document(text), spans, made, output, ())
    assert [output[f.start : f.end] for f in found] == ["01\t74"]
    at = text.index("01\t74")
    assert checker().check_text(document(text), spans, made, output, [(at, at + 5)]) == []
