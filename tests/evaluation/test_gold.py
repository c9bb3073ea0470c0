"""Loading folders of annotated documents, and pairing: nothing is dropped in silence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.evaluation.gold import load_gold
from chartveil.evaluation.pairing import GoldAndPrediction, pair_documents
from chartveil.formats.annotations.brat import write_brat
from chartveil.formats.annotations.document import AnnotatedDocument, annotated_proposal, text_sha256
from chartveil.formats.annotations.i2b2 import write_i2b2
from chartveil.formats.annotations.inline import read_inline
from chartveil.formats.annotations.json_lines import write_jsonl
from chartveil.formats.annotations.spans_json import format_spans_json, spans_json
from chartveil.formats.base import InputLimits

NOTE = "Seen by Dr. [[DOCTOR|Ann Poe]]\r\non [[DATE|3/17]]."
PLAIN = read_inline(NOTE, "n1", "x")


def write(folder: Path, name: str, data: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def spans_file(text: str, spans: tuple[Span, ...]) -> str:
    document = Document(text, DocumentSource("x", "txt", "0" * 64))
    return format_spans_json(spans_json(annotated_proposal(document, Proposal(document.id, spans))))


def test_one_folder_of_every_format(tmp_path: Path) -> None:
    txt, ann = write_brat(PLAIN)
    write(tmp_path, "a.note", NOTE)
    write(tmp_path, "b.xml", write_i2b2(PLAIN))
    write(tmp_path, "deeper/c.ann", ann)
    write(tmp_path, "deeper/c.txt", txt)
    write(
        tmp_path, "d.jsonl", write_jsonl([AnnotatedDocument("d1", PLAIN.text, PLAIN.spans)], with_text=True)
    )
    write(tmp_path, "e.json", spans_file(PLAIN.text or "", PLAIN.spans))
    write(tmp_path, "e.txt", (PLAIN.text or "").encode())
    write(tmp_path, "README.md", "# [[PERSON|not a note]]")
    write(tmp_path, "annotation.conf", "[entities]")
    write(tmp_path, ".hidden/z.note", "[[BAD|x]]")
    documents = load_gold(tmp_path)
    assert [d.id for d in documents] == ["a", "b", "c", "d1", "e"]
    for d in documents:
        assert (d.text, [(s.start, s.end, s.label) for s in d.spans]) == (
            PLAIN.text,
            [(s.start, s.end, s.label) for s in PLAIN.spans],
        )


@pytest.mark.parametrize(
    ("name", "data", "format"),
    [
        ("x.note", NOTE.encode(), None),
        ("x.dat", NOTE.encode(), "inline"),
        ("x.txt", b"\xef\xbb\xbf" + NOTE.encode(), None),
        ("x.note", write_i2b2(PLAIN), "i2b2"),
    ],
)
def test_one_file(tmp_path: Path, name: str, data: bytes, format: str | None) -> None:
    (d,) = load_gold(write(tmp_path, name, data), format)
    assert (d.id, d.text, d.spans) == ("x", PLAIN.text, PLAIN.spans)


def test_text_beside_an_ann_file_leads_to_it(tmp_path: Path) -> None:
    txt, ann = write_brat(PLAIN)
    write(tmp_path, "c.ann", ann)
    (d,) = load_gold(write(tmp_path, "c.txt", txt))
    assert d.spans == PLAIN.spans


def test_text_beside_spans_counts_only_if_it_is_the_very_text(tmp_path: Path) -> None:
    write(tmp_path, "e.json", spans_file(PLAIN.text or "", PLAIN.spans))
    write(tmp_path, "e.txt", b"Seen by Dr. Lu Rey")
    (d,) = load_gold(tmp_path)
    assert (d.text, d.sha256) == (None, PLAIN.sha256)


def test_a_note_without_marks_is_taken_with_a_remark(tmp_path: Path) -> None:
    (d,) = load_gold(write(tmp_path, "x.note", "nothing here"))
    assert (d.spans, d.remarks) == ((), ("there are no marks in it",))


def test_aliases(tmp_path: Path) -> None:
    path = write(tmp_path, "x.note", "[[PERSON|Ann]]")
    assert load_gold(path, aliases={"person": Label.RELATIVE})[0].spans[0].label is Label.RELATIVE


def bad(folder: Path, what: str) -> Path:
    if what == "missing":
        return folder / "nowhere"
    if what == "empty":
        (folder / "empty").mkdir()
        return folder / "empty"
    if what == "utf8":
        return write(folder, "x.note", b"caf\xe9")
    if what == "lonely ann":
        return write(folder, "x.ann", b"T1\tDATE 0 1\tx")
    if what == "twins":
        write(folder, "a/x.note", "one")
        write(folder, "b/x.note", "two")
    if what == "unknown":
        write(folder, "x.docx", b"PK")
    return folder


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("missing", "there is no such file or folder. Check the path."),
        ("empty", "there are no annotated documents."),
        ("utf8", "it is not UTF-8 at byte 3. Save it as UTF-8."),
        ("lonely ann", "the text file that goes with it is missing. Put x.txt beside it."),
        ("twins", "another document has the same name"),
        ("unknown", "its ending '.docx' is none of an annotation format."),
    ],
)
def test_what_cannot_be_loaded_says_why(tmp_path: Path, what: str, message: str) -> None:
    path = bad(tmp_path, what)
    with pytest.raises(InputError) as e:
        load_gold(path)
    assert message in str(e.value)
    assert e.value.where


def test_limits_and_formats(tmp_path: Path) -> None:
    path = write(tmp_path, "x.note", "abc")
    with pytest.raises(InputError, match="no annotation format of this name"):
        load_gold(path, "excel")
    with pytest.raises(InputError, match="larger than 2 bytes"):
        load_gold(path, limits=InputLimits(file_bytes=2))
    with pytest.raises(InputError, match="more than 0 files"):
        load_gold(tmp_path, limits=InputLimits(members=0))


# --- pairs ------------------------------------------------------------------------------------------


def span(start: int, end: int, label: Label = Label.PATIENT) -> Span:
    return Span(start, end, label, 1.0)


def doc(name: str, text: str | None, *spans: Span, sha256: str = "") -> AnnotatedDocument:
    return AnnotatedDocument(name, text, spans, sha256=sha256, where=f"{name}.file")


def blind(name: str, text: str, *spans: Span) -> AnnotatedDocument:
    """Spans without their text, as mode ``spans`` writes them."""
    return doc(name, None, *spans, sha256=text_sha256(text))


def test_pairs_by_text_then_by_name() -> None:
    gold = [doc("b", "bbb", span(0, 1)), doc("a", "aaa"), doc("c", "same"), doc("d", "same")]
    predicted = [
        blind("x", "bbb", span(1, 2)),
        blind("d", "same"),
        blind("c", "same", span(0, 4)),
        blind("a", "aaa"),
    ]
    pairs = pair_documents(gold, predicted)
    assert [p.id for p in pairs] == ["a", "b", "c", "d"]
    assert pairs[1] == GoldAndPrediction("b", "bbb", (span(0, 1),), (span(1, 2),))
    assert pairs[2].predicted == (span(0, 4),)


@pytest.mark.parametrize(
    ("gold_text", "other", "expected"),
    [
        ("Hi\nAnn\n", "Hi\r\nAnn\r\n", (4, 7)),
        ("Hi\r\nAnn", "Hi\nAnn", (3, 6)),
        ("Hi\nAnn", "Hi\rAnn", (3, 6)),
    ],
)
def test_line_ends_alone_do_not_part_documents(gold_text: str, other: str, expected: tuple[int, int]) -> None:
    at = gold_text.index("Ann")
    (pair,) = pair_documents(
        [doc("a", gold_text, span(at, at + 3))], [blind("a", other, span(*expected, Label.DOCTOR))]
    )
    assert pair.text == other
    assert (pair.gold[0].start, pair.gold[0].end) == expected
    assert pair.gold[0].text(pair.text) == "Ann"


def test_gold_without_text_takes_it_from_the_prediction() -> None:
    (pair,) = pair_documents([blind("a", "Ann", span(0, 3))], [doc("a", "Ann")])
    assert (pair.text, pair.gold) == ("Ann", (span(0, 3),))


@pytest.mark.parametrize(
    ("gold", "predicted", "message"),
    [
        ([doc("a", "x"), doc("b", "y")], [blind("a", "x")], "1 documents have no prediction: b.file"),
        ([doc("a", "x")], [blind("a", "x"), blind("b", "y")], "1 documents have no gold document: b.file"),
        ([doc("a", "Zoe")], [blind("a", "Bo")], "gold and prediction are of different texts"),
        ([doc("a", "x"), doc("b", "x")], [blind("c", "x"), blind("d", "x")], "do not tell which belong"),
        ([doc("a", "x"), doc("a", "y")], [], "another document has the same name"),
        ([blind("a", "x")], [blind("a", "x")], "neither the gold document nor its prediction holds the text"),
        ([doc("a", "Zoe")], [blind("a", "Zoe", span(0, 9))], "a span reaches past the text"),
        ([], [blind("a", "x")], "1 documents have no gold document"),
    ],
)
def test_what_cannot_be_paired_says_why(
    gold: list[AnnotatedDocument], predicted: list[AnnotatedDocument], message: str
) -> None:
    with pytest.raises(InputError, match=message) as e:
        pair_documents(gold, predicted)
    assert "Zoe" not in str(e.value)


def test_a_long_list_of_missing_partners_is_cut() -> None:
    with pytest.raises(InputError, match=r"7 documents have no prediction: .* and 2 more") as e:
        pair_documents([doc(f"d{i}", f"t{i}") for i in range(7)], [])
    assert str(e.value).count(".file") == 5


def test_gold_folder_against_spans_of_a_run(tmp_path: Path) -> None:
    write(tmp_path, "gold/n.note", NOTE)
    write(tmp_path, "gold/README.md", "about")
    write(tmp_path, "run/n.json", spans_file(PLAIN.text or "", PLAIN.spans[:1]))
    pairs = pair_documents(load_gold(tmp_path / "gold"), load_gold(tmp_path / "run"))
    assert [(p.id, len(p.gold), len(p.predicted)) for p in pairs] == [("n", 2, 1)]


def test_rows_of_a_table_are_paired_by_their_text(tmp_path: Path) -> None:
    gold = [doc("first", "Ann came", span(0, 3)), doc("second", "Bo left")]
    data = {
        "sha256": "0" * 64,
        "documents": [
            {"part": "row:2", "sha256": text_sha256("Bo left"), "spans": [], "recovered": []},
            {"part": "row:1", "sha256": text_sha256("Ann came"), "spans": [], "recovered": []},
        ],
    }
    write(tmp_path, "t.json", json.dumps(data))
    pairs = pair_documents(gold, load_gold(tmp_path / "t.json"))
    assert [p.id for p in pairs] == ["first", "second"]


def test_a_pair_checks_itself() -> None:
    with pytest.raises(ValueError, match="past the text"):
        GoldAndPrediction("n", "abc", (), (span(2, 4),))
