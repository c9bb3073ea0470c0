"""Every annotation format gives back what was written: property tests over odd texts."""

from __future__ import annotations

import json
from collections.abc import Callable

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lxml import etree

from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.formats.annotations.brat import read_brat, write_brat
from chartveil.formats.annotations.document import AnnotatedDocument, annotated_proposal
from chartveil.formats.annotations.i2b2 import read_i2b2, write_i2b2
from chartveil.formats.annotations.inline import read_inline
from chartveil.formats.annotations.json_lines import read_jsonl, write_jsonl
from chartveil.formats.annotations.spans_json import (
    format_spans_json,
    read_spans_json,
    spans_json,
    table_spans_json,
)

quick = settings(derandomize=True, deadline=None, max_examples=100)

# Pieces that trouble one format or another, besides plain letters.
PIECES = st.sampled_from(
    [
        "]]>",
        "]]",
        "[[",
        "[[AGE|",
        "|",
        "\r\n",
        "\r",
        "\n",
        "\n\n",
        "\t",
        "\f",
        "\x00",
        "\x85",
        "\u2028",
        "&amp;",
        "<b>",
        "&",
        '"',
        "'",
        "é",
        "e\u0301",
        "😀",
        "\ufeff",
        "\ufffd",
        "\ufffe",
        " ",
        "  ",
        "Dr.",
        "Ann",
        "12/3",
    ]
)
TEXTS = st.lists(PIECES | st.text(st.characters(codec="utf-8"), max_size=6), max_size=25).map("".join)
LABELS = st.sampled_from(list(Label))
SCORES = st.integers(0, 10_000).map(lambda n: n / 10_000)
EVIDENCE = st.builds(
    Evidence,
    st.sampled_from(list(EvidenceKind)),
    st.text(min_size=1, max_size=8),
    st.none() | LABELS,
    st.none() | SCORES,
    st.none() | st.integers(0, 50),
    st.none() | st.integers(0, 50),
    st.text(max_size=8),
)


@st.composite
def documents(draw: st.DrawFn, scored: bool = False) -> AnnotatedDocument:
    """A text with up to five disjoint marks anywhere in it."""
    text = draw(TEXTS)
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=10)))
    spans = []
    for a, b in zip(cuts[::2], cuts[1::2], strict=False):
        score = draw(SCORES) if scored else 1.0
        evidence = tuple(draw(st.lists(EVIDENCE, max_size=2))) if scored else ()
        spans.append(Span(a, b, draw(LABELS), score, evidence))
    return AnnotatedDocument("n", text, tuple(spans))


def full(spans: tuple[Span, ...]) -> list[tuple[Span, tuple[Evidence, ...]]]:
    return [(s, s.evidence) for s in spans]


@quick
@given(documents())
def test_i2b2_gives_back_every_text(document: AnnotatedDocument) -> None:
    again = read_i2b2(write_i2b2(document), "n", "n.xml")
    assert (again.text, again.spans, again.remarks) == (document.text, document.spans, ())


@quick
@given(documents())
def test_i2b2_offsets_hold_for_any_xml_reader(document: AnnotatedDocument) -> None:
    text_node, tags = etree.fromstring(write_i2b2(document))
    text = str(text_node.xpath("string()"))
    original = document.text or ""
    assert len(text) == len(original)
    for tag, span in zip(tags, document.spans, strict=True):
        assert (tag.get("start"), tag.get("end")) == (str(span.start), str(span.end))
        assert tag.get("text") == text[span.start : span.end]
    if text_node.get("restore") is None:
        assert text == original


@quick
@given(documents(scored=True))
def test_brat_gives_back_marks_without_line_ends_at_their_rim(document: AnnotatedDocument) -> None:
    breaks = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
    text = document.text or ""
    assume(all(text[s.start] not in breaks and text[s.end - 1] not in breaks for s in document.spans))
    txt, ann = write_brat(document)
    assert txt.decode() == text
    # brat reads line by line, with all of Python's line ends.
    assert len(ann.decode().splitlines()) == ann.count(b"\n")
    again = read_brat(txt.decode(), ann.decode(), "n", "n.ann")
    pieces_apart = [s for s in document.spans if _parted_by_more_than_space(s.text(text), breaks)]
    if not pieces_apart:
        assert [(s, s.score) for s in again.spans] == [(s, s.score) for s in document.spans]


def _parted_by_more_than_space(covered: str, breaks: str) -> bool:
    return any(c in breaks and not c.isspace() for c in covered)


@quick
@given(st.lists(documents(scored=True), min_size=1, max_size=3), st.booleans())
def test_jsonl_gives_back_everything(items: list[AnnotatedDocument], with_text: bool) -> None:
    named = [AnnotatedDocument(f"n{i}", d.text, d.spans, d.spans[:1]) for i, d in enumerate(items)]
    written = write_jsonl(named, with_text=with_text)
    assert written.isascii()
    again = read_jsonl(written, "n.jsonl")
    assert [d.id for d in again] == [d.id for d in named]
    assert [d.sha256 for d in again] == [d.sha256 for d in named]
    assert [d.text for d in again] == [d.text if with_text else None for d in named]
    assert [full(d.spans) for d in again] == [full(d.spans) for d in named]
    assert [full(d.recovered) for d in again] == [full(d.recovered) for d in named]


@quick
@given(documents(scored=True))
def test_spans_json_gives_back_spans_and_never_the_text(annotated_: AnnotatedDocument) -> None:
    document = Document(annotated_.text or "", DocumentSource("x", "txt", "0" * 64))
    proposal = Proposal(document.id, annotated_.spans, annotated_.spans[:2])
    data = spans_json(annotated_proposal(document, proposal))
    written = format_spans_json(data)
    assert json.loads(written) == data
    (again,) = read_spans_json(written, "n", "n.json")
    assert full(again.spans) == full(proposal.spans)
    assert full(again.recovered) == full(proposal.recovered)
    assert (again.sha256, again.text) == (document.sha256, None)


@quick
@given(st.lists(documents(scored=True), max_size=3))
def test_spans_json_of_a_table(items: list[AnnotatedDocument]) -> None:
    rows = []
    for i, item in enumerate(items, 1):
        document = Document(item.text or "", DocumentSource("x.csv", "csv", "0" * 64, f"row:{i}"))
        proposal = Proposal(document.id, item.spans)
        rows.append((document.source.part, annotated_proposal(document, proposal)))
    written = format_spans_json(table_spans_json(rows, "0" * 64))
    again = read_spans_json(written, "x", "x.json")
    assert [d.id for d in again] == [f"x#row:{i}" for i in range(1, len(items) + 1)]
    assert [full(d.spans) for d in again] == [full(d.spans) for d in items]


@quick
@given(st.text(st.characters(codec="utf-8")))
def test_readers_fail_with_our_error_or_succeed(text: str) -> None:
    for read in (
        lambda: [read_inline(text, "n", "n")],
        lambda: [read_i2b2(text.encode(), "n", "n")],
        lambda: [read_brat("some text", text, "n", "n")],
        lambda: read_jsonl(text, "n"),
        lambda: read_spans_json(text, "n", "n"),
    ):
        assert _outcome(read) in ("documents", "a message with a remedy")


def _outcome(read: Callable[[], list[AnnotatedDocument]]) -> str:
    try:
        return "documents" if read() else "nothing"
    except InputError as e:
        return "a message with a remedy" if e.where and e.remedy else "a poor message"


def test_annotated_takes_the_proposal_of_its_document() -> None:
    document = Document("Ann came.", DocumentSource("x", "txt", "0"))
    proposal = Proposal(document.id, (Span(0, 3, Label.PATIENT, 0.9),))
    out = annotated_proposal(document, proposal, "note")
    assert (out.id, out.text, out.spans) == ("note", document.text, proposal.spans)
