"""Annotation formats by example: what each file looks like, and what is said about bad ones."""

from __future__ import annotations

import pytest

from chartveil.domain.errors import InputError, OutputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Replacement, Span
from chartveil.formats.annotations.brat import read_brat, write_brat
from chartveil.formats.annotations.document import AnnotatedDocument, annotated_replacements
from chartveil.formats.annotations.i2b2 import read_i2b2, write_i2b2
from chartveil.formats.annotations.inline import read_inline
from chartveil.formats.annotations.json_lines import read_jsonl, write_jsonl
from chartveil.formats.annotations.label_names import I2B2_CATEGORY_LABELS, I2B2_TYPES, label_by_name

SHA = "0" * 64


def span(start: int, end: int, label: Label = Label.PATIENT) -> Span:
    return Span(start, end, label, 1.0)


# --- inline marks -----------------------------------------------------------------------------------


def test_inline_marks_and_offsets() -> None:
    d = read_inline("Dr. [[DOCTOR|Ann\r\nPoe]], [[AGE|71]]-year-old", "n", "n.note")
    assert d.text == "Dr. Ann\r\nPoe, 71-year-old"
    assert d.spans == (span(4, 12, Label.DOCTOR), span(14, 16, Label.AGE))


def test_inline_takes_brackets_that_are_no_marks_for_text() -> None:
    text = "matrix [[1,2],[3,4]] and [[ ]] and a|b ]"
    d = read_inline(text, "n", "n.note")
    assert (d.text, d.spans, d.remarks) == (text, (), ())
    stray = read_inline("a [[AGE|7]]]] b", "n", "n.note")
    assert stray.text == "a 7]] b"
    assert stray.remarks == ("']]' stands outside a mark and was taken for text",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\nb [[PATIENT|Zoe [[DATE|May]]]]", "line 2: a mark holds another mark"),
        ("a\nb\n[[PERSON|Zoe]]", "line 3: a mark has a label that is not known"),
        ("[[PATIENT|Zoe", "line 1: a mark has no end"),
        ("[[PATIENT|Zoe\n[[DATE|May]]", "line 1: a mark holds another mark, or has no end"),
        ("\n\n[[DATE|]]", "line 3: a mark is empty"),
        ("x [[PATIENT Zoe]]", "line 1: a mark is not written as a mark"),
        ("x [[ PATIENT|Zoe]]", "line 1: a mark is not written as a mark"),
        ("x [[|PATIENT|Zoe]]", "line 1: a mark is not written as a mark"),
    ],
)
def test_bad_inline_marks_name_the_line_and_no_text(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as e:
        read_inline(text, "n", "n.note")
    assert "Zoe" not in str(e.value)
    assert e.value.where == "n.note"


def test_inline_labels_by_other_names() -> None:
    d = read_inline("[[patient|A]] [[MEDICALRECORD|B]] [[person|C]]", "n", "n", {"PERSON": Label.RELATIVE})
    assert [s.label for s in d.spans] == [Label.PATIENT, Label.MRN, Label.RELATIVE]


# --- i2b2 -------------------------------------------------------------------------------------------


def i2b2(text: str, tags: str) -> bytes:
    return f"<?xml version='1.0'?>\n<deIdi2b2><TEXT>{text}</TEXT><TAGS>{tags}</TAGS></deIdi2b2>".encode()


def test_i2b2_looks_as_the_scheme_says() -> None:
    d = AnnotatedDocument("n", 'Mr. "A" Poe ]]> x\r\ny', (span(4, 11), span(19, 20, Label.MRN)))
    assert write_i2b2(d).decode().splitlines() == [
        '<?xml version="1.0" encoding="UTF-8" ?>',
        "<deIdi2b2>",
        '<TEXT><![CDATA[Mr. "A" Poe ]]]]><![CDATA[> x]]>&#13;<![CDATA[',
        "y]]></TEXT>",
        "<TAGS>",
        '<NAME id="P0" start="4" end="11" text="&quot;A&quot; Poe" TYPE="PATIENT" comment="" />',
        '<ID id="P1" start="19" end="20" text="y" TYPE="MEDICALRECORD" comment="" />',
        "</TAGS>",
        "</deIdi2b2>",
    ]


def test_i2b2_knows_every_label_both_ways() -> None:
    assert set(I2B2_TYPES) == set(Label)
    assert {element for element, _ in I2B2_TYPES.values()} <= set(I2B2_CATEGORY_LABELS)
    text = "".join(chr(0x61 + i % 26) for i in range(len(Label)))
    d = AnnotatedDocument("n", text, tuple(span(i, i + 1, x) for i, x in enumerate(Label)))
    assert read_i2b2(write_i2b2(d), "n", "n.xml").spans == d.spans


def test_i2b2_keeps_types_that_we_have_no_label_for() -> None:
    data = i2b2("Room 12, 7 West", '<LOCATION id="P0" start="5" end="7" text="12" TYPE="ROOM" comment=""/>')
    d = read_i2b2(data, "n", "n.xml")
    assert d.spans == (span(5, 7, Label.LOCATION_OTHER),)
    assert d.remarks == ("mark P0: type LOCATION/ROOM is not ours and counts as LOCATION_OTHER",)
    assert b'<LOCATION id="P0" start="5" end="7" text="12" TYPE="ROOM" comment="" />' in write_i2b2(d)
    aliased = read_i2b2(data, "n", "n.xml", {"room": Label.HOSPITAL})
    assert (aliased.spans[0].label, aliased.remarks) == (Label.HOSPITAL, ())


def test_i2b2_attributes_lose_line_ends_in_other_tools_and_match_all_the_same() -> None:
    # An attribute's line end reads as a blank unless it is a character reference.
    tag = '<NAME id="P0" start="0" end="7" text="Ann\nPoe" TYPE="DOCTOR" comment=""/>'
    assert read_i2b2(i2b2("Ann\nPoe came", tag), "n", "n.xml").spans == (span(0, 7, Label.DOCTOR),)


@pytest.mark.parametrize(
    ("text", "start", "remark"),
    [
        ("Line one\r\nAnn", 10, "offsets are counted with line ends as two characters"),
        ("\U0001f600 Ann", 3, "offsets are counted with UTF-16 units"),
        ("Hi Ann", 4, "offsets are counted with the byte-order mark as a character"),
        ("Line one&#13;\nAnn", 9, "offsets are counted with CRLF as one character"),
    ],
)
def test_i2b2_other_ways_to_count_are_told_by_the_text(text: str, start: int, remark: str) -> None:
    tag = f'<NAME id="P0" start="{start}" end="{start + 3}" text="Ann" TYPE="DOCTOR" comment=""/>'
    d = read_i2b2(i2b2(text, tag), "n", "n.xml")
    assert d.text is not None
    assert d.spans[0].text(d.text) == "Ann"
    assert d.remarks == (remark,)


BOMB = b'<!DOCTYPE d [<!ENTITY a "zz"><!ENTITY b "&a;&a;">]><deIdi2b2><TEXT>&b;</TEXT><TAGS/></deIdi2b2>'
OUTSIDE = b'<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/hosts">]><deIdi2b2><TEXT>&a;</TEXT><TAGS/></deIdi2b2>'


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<deIdi2b2><TEXT>Zoe", r"not well-formed XML \(line 1\)"),
        (b"<deIdi2b2><TEXT>Zoe &nbsp; x</TEXT><TAGS/></deIdi2b2>", r"not well-formed XML \(line 1\)"),
        (b"<deIdi2b2><TEXT>Zoe</TEXT></deIdi2b2>", "no TAGS element"),
        (b"<html><body/></html>", "no TEXT element"),
        (BOMB, "declares a document type"),
        (OUTSIDE, "declares a document type"),
        (b"<?xml version='1.0' encoding='klingon'?><deIdi2b2/>", "not well-formed XML"),
        (i2b2("Zoe", '<NAME id="P7" start="0" end="2" text="Zoe" TYPE="PATIENT"/>'), "mark P7 does not read"),
        (
            i2b2("Zoe", '<NAME id="P7" start="0" end="9" text="Zoe" TYPE="PATIENT"/>'),
            "P7 has offsets outside",
        ),
        (i2b2("Zoe", '<NAME id="P7" start="0" end="9" TYPE="PATIENT"/>'), "P7 has offsets outside"),
        # counted with two characters a line end it would fit, but without its text nothing tells so
        (i2b2("Zoe\nxx", '<NAME id="P7" start="5" end="7" TYPE="PATIENT"/>'), "P7 has offsets outside"),
        (i2b2("Zoe", '<NAME id="P7" start="x" end="3" TYPE="PATIENT"/>'), "P7 has no whole numbers"),
        (i2b2("Zoe", '<NAME start="0" TYPE="PATIENT"/>'), "mark number 1 has no whole numbers"),
        (
            i2b2("Zoe", '<PERSON id="P7" start="0" end="3" text="Zoe" TYPE="ZOE"/>'),
            "P7 has a category and type",
        ),
        (i2b2("Zoe", "").replace(b"<TEXT>", b'<TEXT restore="0:000C">'), "'restore' of TEXT does not fit"),
    ],
)
def test_bad_i2b2_files_name_the_mark_and_no_text(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as e:
        read_i2b2(data, "n", "n.xml")
    assert "Zoe" not in str(e.value)
    assert "ZOE" not in str(e.value)


def test_i2b2_other_encodings() -> None:
    data = '<?xml version="1.0" encoding="UTF-16"?><deIdi2b2><TEXT>é Zoe</TEXT><TAGS/></deIdi2b2>'
    assert read_i2b2(data.encode("utf-16"), "n", "n.xml").text == "é Zoe"


def test_i2b2_refuses_an_element_that_is_none_of_the_schemes() -> None:
    odd = Span(0, 1, Label.DATE, 1.0, (Evidence(EvidenceKind.REVIEWER, "i2b2-type", detail="x><y/T"),))
    with pytest.raises(OutputError, match="not of the i2b2 scheme"):
        write_i2b2(AnnotatedDocument("n", "abc", (odd,)))


# --- brat -------------------------------------------------------------------------------------------


def test_brat_looks_as_brat_writes_it() -> None:
    evidence = (Evidence(EvidenceKind.RULE, "DR-CUE"), Evidence(EvidenceKind.MODEL, "names-1"))
    d = AnnotatedDocument(
        "n", "Dr. Ann\r\n Poe, 71", (Span(4, 13, Label.DOCTOR, 0.97, evidence), span(15, 17, Label.AGE))
    )
    txt, ann = write_brat(d)
    assert txt == b"Dr. Ann\r\n Poe, 71"
    assert ann.decode() == (
        "T1\tDOCTOR 4 7;9 13\tAnn  Poe\n"
        "#1\tAnnotatorNotes T1\tscore 0.9700 DR-CUE names-1\n"
        "T2\tAGE 15 17\t71\n"
    )
    again = read_brat(txt.decode(), ann.decode(), "n", "n.ann")
    assert [(s.start, s.end, s.score) for s in again.spans] == [(4, 13, 0.97), (15, 17, 1.0)]


def test_brat_passes_over_what_marks_no_text_and_parts_what_is_in_pieces() -> None:
    ann = (
        "T1\tDOCTOR 0 3;8 11\tAnn Poe\r\n"
        "T2\tlocation-other 12 15\tBay\n"
        "R1\tWorks Arg1:T1 Arg2:T2\n"
        "A1\tNegation T1\n"
        "*\tEquiv T1 T2\n"
        "#1\tAnnotatorNotes T1\tcheck this\n\n"
    )
    d = read_brat("Ann and Poe Bay", ann, "n", "n.ann")
    assert d.spans == (
        span(0, 3, Label.DOCTOR),
        span(8, 11, Label.DOCTOR),
        span(12, 15, Label.LOCATION_OTHER),
    )


@pytest.mark.parametrize(
    ("ann", "message"),
    [
        ("T1\tDATE 0 2\tZoe", "mark T1 does not read at its offsets"),
        ("T1\tDATE 0 99\tZoe", "mark T1 has offsets outside the text"),
        ("T1\tDATE 3 3\t", "mark T1 has offsets outside the text"),
        ("\nT1\tPERSON 0 3\tZoe", "line 2: mark T1 has a label that is not known"),
        ("T1 DATE 0 3 Zoe", "line 1 is not a mark as brat writes it"),
        ("T1\tDATE 0 3\tZoe\nT1\tDATE 0 3\tZoe", "line 2: mark T1 stands twice"),
        ("Zoe was here", "line 1 is not of brat's format"),
    ],
)
def test_bad_brat_files_name_line_and_mark(ann: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as e:
        read_brat("Zoe was here", ann, "n", "n.ann")
    assert "Zoe" not in str(e.value)


def test_brat_refuses_marks_of_line_ends_alone_and_lone_surrogates() -> None:
    with pytest.raises(OutputError, match="offset 1 covers nothing but line ends"):
        write_brat(AnnotatedDocument("n", "a\n\nb", (span(1, 3),)))
    with pytest.raises(OutputError, match="offset 1 cannot be written in UTF-8"):
        write_brat(AnnotatedDocument("n", "a\ud800", ()))


# --- JSON lines -------------------------------------------------------------------------------------


def test_jsonl_is_one_object_a_document() -> None:
    d = AnnotatedDocument("n", "Zoë", (span(0, 3),))
    line = (
        f'{{"id": "n", "sha256": "{d.sha256}", "spans": '
        '[{"start": 0, "end": 3, "label": "PATIENT", "score": 1.0, "evidence": []}]}\n'
    )
    assert write_jsonl([d]) == line
    assert '"text": "Zo\\u00eb"' in write_jsonl([d], with_text=True)
    other = '{"id": "n", "text": "a\u2028b", "spans": []}\r\n\r\n'
    assert read_jsonl(other, "x")[0].text == "a\u2028b"
    lone = AnnotatedDocument("n", "a\ud800b", (span(1, 2),))
    assert read_jsonl(write_jsonl([lone], with_text=True), "x")[0].text == "a\ud800b"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "the file holds no document"),
        ('{"id": "n"}', "the file has no 'spans'"),
        ('{"id": "n", "spans": []}', "neither 'text' nor 'sha256'"),
        ('{"id": 3, "text": "Zoe", "spans": []}', "id is not text"),
        (f'{{"id": "n", "text": "Zoe", "sha256": "{SHA}", "spans": []}}', "not that of the text beside it"),
        ('{"id": "n", "text": "Zoe", "spans": [{"start": 0, "end": 9, "label": "DATE"}]}', "past its text"),
        ('{"id": "n", "text": "Zoe", "spans": []}\n{"id": "n", "text": "b", "spans": []}', "stood before"),
        ('{"id": "n", "text": "Zoe", "spans": []}\nZoe', "line 2: it is not JSON"),
    ],
)
def test_bad_jsonl_names_line_and_key(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as e:
        read_jsonl(line, "n.jsonl")
    assert "Zoe" not in str(e.value)


# --- shared -----------------------------------------------------------------------------------------


def test_deidentified_text_has_marks_where_replacements_stand() -> None:
    #       0123456789
    text = "Ann, 71, met Poe."
    out = annotated_replacements(
        "n",
        text,
        [
            Replacement(0, 3, "[PATIENT]", Label.PATIENT),
            Replacement(5, 7, "", Label.AGE),
            Replacement(13, 16, "Lu", Label.DOCTOR),
        ],
    )
    assert out.text == "[PATIENT], , met Lu."
    assert out.spans == (span(0, 9), span(17, 19, Label.DOCTOR))
    assert out.spans[1].text(out.text) == "Lu"
    assert read_i2b2(write_i2b2(out), "n", "n").text == out.text


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("date", Label.DATE),
        ("LOCATION-OTHER", Label.LOCATION_OTHER),
        ("Location other", Label.LOCATION_OTHER),
        ("MEDICALRECORD", Label.MRN),
        ("IPADDRESS", Label.IP),
        ("PERSON", None),
        ("", None),
    ],
)
def test_known_label(name: str, label: Label | None) -> None:
    assert label_by_name(name) is label


def test_annotated_document_checks_itself() -> None:
    with pytest.raises(ValueError, match="past the text of 3"):
        AnnotatedDocument("n", "abc", (span(1, 4),))
    with pytest.raises(ValueError, match="text or its hash"):
        AnnotatedDocument("n", None, ())
    unsorted = AnnotatedDocument("n", "abc", (span(2, 3), span(0, 1)))
    assert unsorted.spans == (span(0, 1), span(2, 3))
    for write in (write_i2b2, write_brat):
        with pytest.raises(ValueError, match="no text"):
            write(AnnotatedDocument("n", None, (), sha256=SHA))
