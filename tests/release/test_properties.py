"""What holds for every note, through the whole engine: notes made of names, dates, codes and places.

Among the names are months (``June``, ``May``), which the surrogate of a date
could bring back. The sentences around them hold none of the names as an ordinary word: what is a name there
is a question for the detectors' own tests.
"""

import html
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import table_files
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import EvidenceKind, apply_replacements
from chartveil.domain.tokenized_text import fold
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.registry import format_named
from chartveil.release.copy_strings import copy_strings
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask, ProcessingJob
from formats.prose_files import docx, para

KEY = b"0123456789abcdef0123456789abcdef"
MAY_RECUR = {Label.DATE, Label.AGE, Label.ZIP}

FIRST = [
    "Greta",
    "Marisol",
    "Oluwaseun",
    "Dmitri",
    "Siobhan",
    "Yuki",
    "Bernadette",
    "Anh",
    "José",
    "Zoë",
    "June",
]
LAST = ["Vanderhoof", "Castellanos", "Okonkwo", "O'Shaughnessy", "Nguyen", "Fitzwilliam-Adeyemi", "Kowalczyk",
        "McAllister", "Núñez", "Lindqvist", "May"]  # fmt: skip
TOWNS = ["Duluth", "Sacramento", "Ypsilanti", "Tuscaloosa", "Schenectady"]
HOSPITALS = ["Blue Heron Medical Center", "St. Odilia's Hospital", "Kestrel Ridge Clinic"]
STREETS = ["418 Larkspur Lane", "9 W. Tamarack Ave, Apt 3B", "2207 Kettle Creek Road"]
PHONES = ["(218) 867-5309", "518-437-2291", "916.443.8870"]
DATES = ["03/17/2021", "2020-11-02", "March 4, 2019", "14 Feb 2022", "7/9/18"]
CODES = ["00427719", "4418-2207", "88-13902"]

TEMPLATES = [
    "Patient: {first} {last}    MRN: {code}",
    "Mr. {last} was seen in clinic on {date} by Dr. {last}.",
    "Name: {LAST}, {FIRST} A.   DOB: {date}",
    "His wife {first} can be reached at {phone}.",
    "Discharged to home at {street}, {town}, MN 55802.",
    "Transferred from {hospital} on {date}, accession {code}.",
    "Send results to {first} {last}, MD, fax {phone}, e-mail {mail}.",
    "Daughter {first} {last} lives in {town} and called on {date}.",
    "{first} denies chest pain; blood pressure 128/76, pulse 80, A1c 7.2.",
    "Exam: Murphy sign negative, Foley in place, Bruce protocol stopped at stage 3.",
    "Electronically signed by {first} {last}, RN, {date} 14:32",
    "The patient is a 93-year-old man; takes metformin 500 mg twice a day.",
    "cc: {LAST}, {first}; SSN 521-44-{four}; https://portal.example.org/u/{code}",
]


@st.composite
def lines(draw):
    """A line of a note with its slots filled; the same person may come again."""
    first, last = draw(st.sampled_from(FIRST)), draw(st.sampled_from(LAST))
    pick = {
        name: draw(st.sampled_from(values))
        for name, values in (
            ("town", TOWNS),
            ("hospital", HOSPITALS),
            ("street", STREETS),
            ("phone", PHONES),
            ("date", DATES),
            ("code", CODES),
        )
    }
    mail = f"{fold(first)[0]}{re.sub('[^a-z]', '', last.lower())}@northmail.example.org"
    four = f"{draw(st.integers(1000, 9999))}"
    return draw(st.sampled_from(TEMPLATES)).format(
        first=first, last=last, FIRST=first.upper(), LAST=last.upper(), mail=mail, four=four, **pick
    )


notes = st.builds(
    lambda rows, shape: shape("\n".join(rows)),
    st.lists(lines(), min_size=2, max_size=7),
    st.sampled_from(
        [str, str, str, str.upper, lambda t: t.replace("\n", "\r\n"), lambda t: t.replace(" ", "  ")]
    ),
)


@pytest.fixture(scope="module")
def pipeline():
    return build_pipeline(load_policy())


@pytest.fixture(scope="module")
def processor(pipeline, tmp_path_factory):
    """Makes a processor for a mode and a key; each one once."""
    made = {}
    out = tmp_path_factory.mktemp("out")

    def get(mode=ReplacementMode.SURROGATE, key=KEY):
        if (mode, key) not in made:
            made[mode, key] = FileProcessor(
                ProcessingJob(load_policy(), mode, key, output_folder=out), "0" * 12, pipeline
            )
        return made[mode, key]

    return get


def document(text, patient=None, part=""):
    return Document(text, DocumentSource("note.txt", "text", "0" * 64, part), patient_id=patient)


def weighty(text):
    return sum(c.isalpha() for c in text) >= 3 or sum(c.isdigit() for c in text) >= 4


def originals(text, spans):
    """Folded texts of the spans that may nowhere recur."""
    return {fold(s.text(text)).strip() for s in spans if s.label not in MAY_RECUR and weighty(s.text(text))}


def holds(text, folded_original):
    """Whether the text holds the original as whole words, in any case, however it is parted."""
    pattern = r"\s+".join(map(re.escape, folded_original.split()))
    return bool(re.search(rf"(?<![^\W_]){pattern}(?![^\W_])", fold(text)))


def leaks(text, spans, output):
    return [o for o in sorted(originals(text, spans)) if holds(output, o)]


@settings(derandomize=True, deadline=None, max_examples=25)
@given(text=notes)
def test_spans_point_at_the_text(pipeline, text):
    proposal = pipeline.propose(document(text))
    at = 0
    for span in proposal.spans:
        assert at <= span.start < span.end <= len(text)
        assert span.text(text) == span.text(text).strip(), "a span begins and ends with what it names"
        assert span.evidence, "every span has a reason"
        finders = [e for e in span.evidence if e.kind in (EvidenceKind.RULE, EvidenceKind.DICTIONARY)]
        for evidence in finders:
            if evidence.start is not None and evidence.end is not None:
                assert evidence.start < span.end
                assert span.start < evidence.end
        at = span.end


@settings(derandomize=True, deadline=None, max_examples=25)
@given(text=notes)
def test_surrogates_leave_no_original_and_nothing_else_is_touched(processor, text):
    done = processor().deidentify([document(text)])[0]
    assert not leaks(text, done.spans, done.output_text)
    rest = done.output_text
    at = 0
    for r in done.replacements:
        kept = text[at : r.start]
        assert rest.startswith(kept + r.text)
        rest = rest[len(kept) + len(r.text) :]
        at = r.end
    assert rest == text[at:]
    assert done.output_text.count("\n") == text.count("\n")
    assert done.output_text.count("\r") == text.count("\r")
    assert processor().deidentify([document(text)])[0].output_text == done.output_text
    if any(s.label in (Label.PATIENT, Label.MRN, Label.PHONE) for s in done.spans):
        assert (
            processor(key=b"another key of 32 bytes, no less").deidentify([document(text)])[0].output_text
            != done.output_text
        )


@settings(derandomize=True, deadline=None, max_examples=12)
@given(texts=st.lists(notes, min_size=2, max_size=3))
def test_documents_of_one_patient(processor, texts):
    documents = [document(t, "P7", f"row:{i}") for i, t in enumerate(texts)]
    done = processor().deidentify(documents)
    surrogates = {}
    for s in done:
        assert not leaks(s.document.text, s.spans, s.output_text)
        for span, r in zip(s.spans, s.replacements, strict=False):
            if (span.start, span.end) == (r.start, r.end) and span.label in (Label.MRN, Label.PHONE):
                original = span.text(s.document.text)
                assert surrogates.setdefault((span.label, original), r.text) == r.text


@settings(derandomize=True, deadline=None, max_examples=15)
@given(
    text=notes, mode=st.sampled_from([ReplacementMode.TAG, ReplacementMode.NUMBERED, ReplacementMode.MASK])
)
def test_tags_and_masks_leave_no_original(processor, text, mode):
    done = processor(mode).deidentify([document(text)])[0]
    assert not leaks(text, done.spans, done.output_text)
    for r in done.replacements:
        assert r.text != text[r.start : r.end]
        if mode is ReplacementMode.MASK:
            assert len(r.text) == r.end - r.start
            assert not any(c.isalnum() for c in r.text)


def _html(text):
    body = "".join(f"<p>{html.escape(line)}</p>" for line in text.split("\n"))
    return f"<html><head><title>Note</title></head><body>{body}</body></html>".encode()


def _rtf(text):
    def escaped(line):
        return "".join(c if " " <= c <= "~" and c not in "\\{}" else f"\\u{ord(c)}?" for c in line)

    body = "\\par\n".join(escaped(line) for line in text.split("\n"))
    return ("{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}\\f0 " + body + "}").encode("ascii")


def _docx(text):
    return docx("".join(para(html.escape(line.rstrip("\r"))) for line in text.split("\n")))


def _table(kind):
    def make(text):
        rows = [["n1", "P7", text], ["n2", "P7", text.split("\n")[-1]]]
        return table_files.table_file(kind, ["note_id", "patient_id", "note_text"], rows).data

    return make


MAKERS = {
    "txt": ("text", lambda text: text.encode()),
    "html": ("html", _html),
    "rtf": ("rtf", _rtf),
    "docx": ("docx", _docx),
    "csv": ("delimited", _table("delimited")),
    "xlsx": ("xlsx", _table("xlsx")),
    "jsonl": ("jsonl", _table("jsonl")),
    "parquet": ("parquet", _table("parquet")),
}


@pytest.mark.parametrize("suffix", sorted(MAKERS))
@settings(derandomize=True, deadline=None, max_examples=6)
@given(text=notes)
def test_whole_files(processor, tmp_path_factory, suffix, text):
    name, make = MAKERS[suffix]
    path = tmp_path_factory.mktemp("in") / f"note.{suffix}"
    path.write_bytes(make(text))
    outcome = processor().process(FileTask(InputRef(str(path))))
    assert outcome.failure is None, outcome.failure
    assert outcome.format == name
    draft = outcome.drafts[0]
    data = draft.draft.temporary_path.read_bytes()
    for made in outcome.drafts:
        made.draft.discard()
    form = format_named(name)
    before = form.read(SourceFile(str(path), path.read_bytes()), ReadOptions())
    out = SourceFile(str(path), data)
    after = {d.source.part: d.text for d in form.read(out, ReadOptions())}
    done = processor().deidentify(before)
    assert after == {s.document.source.part: s.output_text for s in done}
    if outcome.documents:
        assert [o.spans for o in outcome.documents] == [s.spans for s in done]
    everything = "\n".join(string.text for string in copy_strings(data, name))
    for s in done:
        assert not leaks(s.document.text, s.spans, everything)
        assert s.output_text == apply_replacements(s.document.text, s.replacements)


def test_the_makers_hold_the_note():
    """A maker that lost the text would make every test of files pass."""
    text = f"Patient: Zoë Núñez    MRN: 00427719\nSeen {json.dumps('today')}"
    for suffix, (name, make) in MAKERS.items():
        first = format_named(name).read(SourceFile(f"n.{suffix}", make(text)), ReadOptions())[0]
        assert "Zoë Núñez" in first.text, suffix
        assert "00427719" in first.text, suffix
