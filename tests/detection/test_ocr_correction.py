"""Identifiers in text that OCR misread, found in mended readings of it."""

import random
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.detection.aligned_reading import AlignedText
from chartveil.detection.ocr_correction import MENDED_DETAIL, was_read_by_ocr
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import StageError
from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.page_layout import PageLayout, PageReading, WordBox
from chartveil.domain.policy import load_policy
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText

NOTES = Path(__file__).parents[1] / "cases" / "misread.txt"
PAGE = (612.0, 792.0)
SCAN = PageLayout((PAGE,), (), (PageReading("rapidocr"),))
TEXT_LAYER = PageLayout((PAGE,), (), (PageReading(),))
MARK = re.compile(r"\[\[([A-Z_]+)\|(.*?)\]\]", re.DOTALL)


@pytest.fixture(scope="module")
def pipeline():
    return build_pipeline(load_policy(), models=None)


@pytest.fixture(scope="module")
def whole():
    """With the networks, which find most names."""
    return build_pipeline(load_policy())


def document(text, layout=SCAN):
    return Document(text, DocumentSource("scan.pdf", "pdf", "0" * 64), layout=layout)


def unmarked(marked):
    """The text of a note without its marks, and the range and label of each."""
    parts, marks, at, length = [], [], 0, 0
    for m in MARK.finditer(marked):
        before = marked[at : m.start()]
        start = length + len(before)
        marks.append((start, start + len(m[2]), Label(m[1])))
        parts += (before, m[2])
        length = start + len(m[2])
        at = m.end()
    return "".join([*parts, marked[at:]]), marks


def notes():
    return [unmarked(note) for note in NOTES.read_text(encoding="utf-8").split("\n%%\n")]


def covered(spans, text):
    marks = bytearray(len(text))
    for s in spans:
        marks[s.start : s.end] = b"\1" * (s.end - s.start)
    return marks


def holds(spans, text, start, end):
    marks = covered(spans, text)
    return all(marks[i] for i in range(start, end) if text[i].isalnum())


def mended(pipeline, text, layout=SCAN):
    reading = pipeline.readers[0].make(TokenizedText(document(text, layout)))
    return text if reading is None else reading.view.text


# ── what is mended ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("on 03/l4/2O22 and", "on 03/14/2022 and"),
        ("DOB: 1958~lI-30", "DOB: 1958-11-30"),
        ("born 3.9,1949 in", "born 3.9.1949 in"),
        ("on 06 /15/ 2022 he", "on 06/15/2022 he"),
        ("call (4l5) 5S5-0I34 today", "call (415) 555-0134 today"),
        ("call 415 -555- 0134 today", "call 415-555-0134 today"),
        ("a 6Z-year-old, 7l y/o, 8S M", "a 62-year-old, 71 y/o, 85 M"),
        ("seen by Mr 0kafor today", "seen by Mr Okafor today"),
        ("lives in Farm1ngton with", "lives in Farmington with"),
        ("NM 874Ol with", "NM 87401 with"),
        ("his rnother and", "his mother and"),
        ("reachedat home", "reached at home"),
    ],
)
def test_what_ocr_misread_is_mended(pipeline, read, meant):
    assert mended(pipeline, read) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Vitamin B12 1000 mcg daily, O2 2 L, I10, Z79.4",
        "Disc at L4-5 and S1; S1 S2 normal; vertebra T8",
        "pain 7/10, strength 5/5, BP 128/76, 2D echo",
        "metformin 500mg, 20 G needle, 5 g in 10 mL",
        "follow-\nup in the well-\nknown clinic",
        "Ann-Marie McAllister and Mr. DeAngelo",
        "read https://portal.example.org/Visit, mail j.Doe@Mail.org",
    ],
)
def test_what_is_right_stays(pipeline, text):
    assert mended(pipeline, text) == text


# ── what is found ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("marked", "group"),
    [
        ("SSN [[SSN|52I~44~88l0]] was confirmed.", LabelGroup.ID),
        ("Account [[ACCOUNT|5518-Z0087~31]] is open.", LabelGroup.ID),
        ("She was admitted [[DATE|2O23 - 11 -09]] to the ward.", LabelGroup.DATE),
        ("Call [[PHONE|757~555~O122]] then.", LabelGroup.CONTACT),
        ("Lives in Norfolk, VA [[ZIP|Z3510]]", LabelGroup.LOCATION),
    ],
)
def test_identifiers_that_the_text_itself_hides_from_rules_are_found(pipeline, marked, group):
    text, [(start, end, _)] = unmarked(marked)
    plain = replace(pipeline, readers=pipeline.readers[1:]).propose(document(text))
    assert not holds(plain.spans, text, start, end), "the text itself shows it: the case proves nothing"
    found = pipeline.propose(document(text))
    assert holds(found.spans, text, start, end)
    span = next(s for s in found.spans if s.start < end and start < s.end)
    assert span.group is group
    assert any(MENDED_DETAIL in e.detail for e in span.evidence)


@pytest.mark.parametrize(
    "marked",
    [
        "Seen [[DATE|2023-09-05]]07:59 at home",
        "Seen [[DATE|09/05/2023]]0759 at home",
        "DOB[[DATE|03/04/1961]] typed",
        "since [[DATE|1B June 2O24]] he came",
        "on [[DATE|February 6. 2023]] he came",
        "Lasix since [[DATE|Z4 May 2019]] and again.",
        "Dr.[[DOCTOR|Maria Ndu]] saw him",
        "Dr, [[DOCTOR|Maria Ndu]] saw him",
        "seen by Mr [[PATIENT|Oka-\nfor]] today",
        "Seen by Mr [[PATIENT|Ok afor]] today.",
        "lives in [[CITY|Farm1ngt0n]] with",
        "Moved to [[CITY|Sche nectady]], NY 12301 since.",
        "Patient:[[PATIENT|JohnSmith]] came",
        "mail to [[EMAIL|yprewitt @northmail.org]]",
        "MRN[[MRN|4471829]]was given",
        "seen on[[DATE|03/04/2021]]at home",
        "call[[PHONE|415-555-0134]]for",
    ],
)
def test_what_else_is_misread_the_networks_know(whole, marked):
    text, [(start, end, _)] = unmarked(marked)
    assert holds(whole.propose(document(text)).spans, text, start, end)


def misread(text, marks, share, seed):
    """The text as a bad scan gives it, and where its marks are then. Blanks are lost as well."""
    rng = random.Random(seed)
    confused = dict(zip("0158OlISBe-", ("O", "l", "S", "B", "0", "1", "l", "5", "8", "c", "~"), strict=True))
    parts, places = [], []
    length = 0
    for i, c in enumerate(text):
        places.append(length)
        figure = c.isdigit() or (c == "-" and text[i - 1 : i].isdigit())
        lost = c == " " and rng.random() < 0.03 and text[i + 1 : i + 2].strip()
        new = "" if lost else c
        if c in confused and rng.random() < share * (4 if figure else 1):
            new = confused[c]
        parts.append(new)
        length += len(new)
    places.append(length)
    return "".join(parts), [(places[a], places[b], label) for a, b, label in marks]


def test_mending_halves_what_is_missed_and_adds_next_to_nothing_else(whole):
    missed = {"plain": 0, "mended": 0}
    wrong = {"plain": 0, "mended": 0}
    found = {"plain": 0, "mended": 0}
    ways = {"plain": replace(whole, readers=whole.readers[1:]), "mended": whole}
    for n, (text, marks) in enumerate(notes()):
        bad, places = misread(text, marks, 0.2, seed=n)
        gold = covered([Span(a, b, label, 1.0) for a, b, label in places], bad)
        for way, used in ways.items():
            spans = used.propose(document(bad)).spans
            missed[way] += sum(not holds(spans, bad, a, b) for a, b, _ in places)
            letters = [i for s in spans for i in range(s.start, s.end) if bad[i].isalnum()]
            found[way] += len(letters)
            wrong[way] += sum(not gold[i] for i in letters)
    assert missed["plain"] >= 6
    assert missed["mended"] * 2 <= missed["plain"], missed
    assert wrong["mended"] / found["mended"] <= wrong["plain"] / found["plain"] + 0.01, (wrong, found)


def test_scans_that_were_read_well_lose_and_gain_nothing(whole):
    plain = replace(whole, readers=whole.readers[1:])
    for text, _ in notes():
        as_scan, as_text = whole.propose(document(text)), plain.propose(document(text))
        assert [(s.start, s.end, s.label) for s in as_scan.spans] == [
            (s.start, s.end, s.label) for s in as_text.spans
        ]


# ── what does not change ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("layout", [None, TEXT_LAYER, PageLayout((PAGE,), ())])
def test_nothing_changes_for_what_no_engine_read(pipeline, layout):
    plain = replace(pipeline, readers=pipeline.readers[1:])
    for n, (text, marks) in enumerate(notes()[:3]):
        bad, _ = misread(text, marks, 0.08, seed=n)
        doc = document(bad, layout)
        assert not was_read_by_ocr(doc)
        assert pipeline.readers[0].make(TokenizedText(doc)) is None
        assert pipeline.propose(doc) == plain.propose(doc)


def test_only_pages_that_an_engine_read_are_mended(pipeline):
    first, second = "DOB O3/O4/1961 typed\n", "DOB O5/O6/1972 scanned\n"
    text = first + second
    boxes = (
        WordBox(0, 14, 0, 10, 10, 90, 20),
        WordBox(len(first), len(first) + 14, 1, 10, 10, 90, 20),
    )
    layout = PageLayout((PAGE, PAGE), boxes, (PageReading(), PageReading("rapidocr")))
    assert mended(pipeline, text, layout) == "DOB O3/O4/1961 typed\nDOB 05/06/1972 scanned\n"
    turned = replace(layout, readings=layout.readings[::-1])
    assert mended(pipeline, text, turned) == "DOB 03/04/1961 typed\nDOB O5/O6/1972 scanned\n"


def test_a_failure_in_a_mended_reading_names_the_document(pipeline):
    class Fails:
        name = "fails"

        def detect(self, view):
            if view.document.layout is None:
                raise StageError(self.name, "it failed.", view.document.id)
            return []

    doc = document("DOB O3/04/1961")
    with pytest.raises(StageError, match=doc.id):
        replace(pipeline, detectors=(Fails(),)).propose(doc)


# ── places ───────────────────────────────────────────────────────────────────────────────────────────


@st.composite
def edited(draw):
    """A text, edits of it that do not overlap, and the text after them."""
    text = draw(st.text("ab1 -\n", min_size=1, max_size=30))
    edits, out, at = [], [], 0
    while at < len(text):
        a = draw(st.integers(at, len(text) - 1))
        b = draw(st.integers(a, min(len(text), a + 3)))
        new = draw(st.text("XY ", max_size=3))
        edits.append((a, b, new))
        out += (text[at:a], new)
        at = b if b > a else a + 1
        out.append(text[b:at])
    return text, edits, "".join(out)


@given(edited())
@settings(max_examples=150, deadline=None)
def test_characters_keep_their_places_through_edits(case):
    text, edits, after = case
    aligned = AlignedText(text)
    aligned.apply_edits(edits)
    assert aligned.text == after
    untouched = [c for c in after if c not in "XY "]
    at = 0
    for i, c in enumerate(after):
        place = aligned.original_range(i, i + 1)
        if place is None:
            continue
        start, end = place
        assert 0 <= start < end <= len(text)
        assert start >= at
        at = start
        if c not in "XY ":
            assert text[start:end] == c
    assert len(untouched) <= len(text)
    whole = aligned.original_range(0, len(after))
    assert whole is None or 0 <= whole[0] < whole[1] <= len(text)


def test_edits_of_edited_text_lead_to_the_first_text():
    aligned = AlignedText("Mr Ok af0r, DOB03/O4/61")
    aligned.apply_edits([(5, 6, ""), (15, 15, " ")])
    aligned.apply_edits([(7, 8, "o"), (18, 19, "0")])
    assert aligned.text == "Mr Okafor, DOB 03/04/61"
    assert aligned.original_range(3, 9) == (3, 10)
    assert aligned.original_range(14, 23) == (15, 23)
    assert aligned.original_range(14, 15) is None


pieces = st.lists(
    st.sampled_from(
        ["O3/l4/2O22", "Dr.", "0kafor", "Smith", " ", "\n", "-\n", "415", "~", "-", " -555- 0134", "DOB", ":",
         ",", "(", ")", "Patient", "JohnSmith", "m1lk", "ﬁ", "İ", "é́", "١٢", "|", "@", "http://", "May",
         "B12", "reachedat", "VT 0530l", ". ", "/", "7"]
    ),
    max_size=25,
)  # fmt: skip


@given(pieces.map("".join))
@settings(max_examples=60, deadline=None)
def test_any_text_gives_valid_finds_and_stays_as_it_is(pipeline, text):
    doc = document(text)
    before = doc.text
    proposal = pipeline.propose(doc)  # a Proposal holds disjoint and sorted spans only
    assert doc.text == before
    assert all(s.end <= len(text) for s in proposal.spans)
    for e in (e for s in proposal.spans for e in s.evidence if e.start is not None):
        assert 0 <= e.start < e.end <= len(text)
    plain = replace(pipeline, readers=pipeline.readers[1:]).propose(doc)
    assert all(holds(proposal.spans + proposal.recovered, text, s.start, s.end) for s in plain.spans)


def test_a_find_that_says_nothing_new_is_left_out(pipeline):
    text = "Seen o3/14/2022 by Dr.Ndu"
    reading = pipeline.readers[0].make(TokenizedText(document(text)))
    at = reading.view.text.index("03/14/2022")
    evidence = (Evidence(EvidenceKind.RULE, "DATE-NUMERIC", Label.DATE, 0.9, at, at + 10),)
    span = Span(at, at + 10, Label.DATE, 0.9, evidence)
    found = reading.spans_in_original([span], [])
    assert [(s.start, s.end, s.evidence[0].detail) for s in found] == [(5, 15, MENDED_DETAIL)]
    assert (found[0].evidence[0].start, found[0].evidence[0].end) == (5, 15)
    assert reading.spans_in_original([span], [Span(5, 15, Label.DATE, 0.4)]) == []
    assert reading.spans_in_original([span], [Span(5, 15, Label.MRN, 0.95)]) == []
    assert reading.spans_in_original([span], [Span(5, 15, Label.MRN, 0.5)]) == found
    assert reading.spans_in_original([span], [Span(7, 15, Label.DATE, 0.95)]) == found


@pytest.mark.parametrize(
    "text", ["a" * 100_000, "O0" * 50_000, "1/" * 50_000, "ab-\n" * 25_000, "(" * 100_000]
)
def test_text_without_end_or_sense_is_read_in_passing(pipeline, text):
    started = time.process_time()
    mended(pipeline, text)
    assert (
        time.process_time() - started < 5
    )  # it takes a tenth of that; what grows with the square takes hours
