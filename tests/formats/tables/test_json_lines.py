"""JSON lines: nested keys, what is left out, and bad lines."""

import json

import pytest

from chartveil.domain.errors import InputError
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.tables.json_lines import JsonlFormat
from table_files import copied, texts

FORM = JsonlFormat()
NESTED = (
    b'{"note_id": 7, "meta": {"mrn": "SECRET", "t": [1]}, "note": {"text": "first"}, "by": "SECRET"}\r\n'
    b"\r\n"
    b'{"note": {"text": "second"}, "SECRET": null, "note_id": 8}'
)


def test_nested_keys_in_their_order():
    file = SourceFile("a.jsonl", NESTED)
    options = ReadOptions(text_columns=("note.text",), patient_column="meta.mrn")
    documents = FORM.read(file, options)
    assert [(d.text, d.patient_id, d.source.part) for d in documents] == [
        ("first", "SECRET", "row:1"),
        ("second", None, "row:3"),
    ]
    gone = {"note_id": "drop", "by": "drop", "meta.mrn": "empty"}
    assert copied(file, operators=gone).data == (
        b'{"meta": {"mrn": null}, "note": {"text": "first"}}\r\n\r\n{"note": {"text": "second"}}'
    )
    assert dict(documents[0].beside) == {
        "note_id": "7",
        "meta.mrn": "SECRET",
        "by": "SECRET",
        "meta.t": "[1]",
    }


@pytest.mark.parametrize(
    "content",
    [
        b'{"text":"a b"}\n',
        b'{"text": "a b"}\n',
        b'{"text": "caf\\u00e9 au lait"}\n',
        '{"text": "café au lait"}'.encode(),
        '{"text": "one\u2028line"}\n'.encode(),
        b'{"text": "half \\ud83d pair"}\n',
    ],
)
def test_the_way_of_writing_is_kept(content):
    assert copied(SourceFile("a.jsonl", content)).data == content


def test_numbers_and_null_in_a_text_key():
    file = SourceFile("a.jsonl", b'{"text": "a"}\n{"text": null}\n{"text": 1950}\n{"text": true}\n')
    assert texts(FORM, file) == ["a", "1950", "true"]
    assert [json.loads(line)["text"] for line in copied(file).data.splitlines()] == ["a", None, 1950, True]


def test_numbers_that_json_does_not_have_are_missing_ones():
    """Programs write what is missing as NaN, and then no other reader takes the file."""
    numbers = ["NaN", "-Infinity", "1e999", "1.5"]
    data = "".join(f'{{"text": "a b", "value": {n}}}\n' for n in numbers).encode()
    lines = copied(SourceFile("a.jsonl", data)).data.splitlines()
    values = [json.loads(line, parse_constant=pytest.fail)["value"] for line in lines]
    assert values == [None, None, None, 1.5]


def test_a_text_in_a_list_is_told():
    file = SourceFile("a.jsonl", b'{"text": "a b"}\n{"text": ["SECRET"]}\n')
    (document,) = FORM.read(file, ReadOptions())
    assert document.left_out == {"list": 1}
    assert b"SECRET" not in copied(file).data


def test_a_key_that_tells_something_is_not_written():
    content = json.dumps({"Jane SECRET": {"letter": "She came to the clinic."}}).encode()
    file = SourceFile("a.jsonl", content)
    assert texts(FORM, file) == ["She came to the clinic."]
    assert json.loads(copied(file).data) == {"column 1": "She came to the clinic."}


BAD = [
    ("not JSON", b'{"text": "a"}\n{"text": SECRET}\n', r"line 2 is not valid JSON \(at character 10\)"),
    ("cut off", b'{"text": "a"}\n{"text": "SECR', r"line 2 is not valid JSON"),
    ("list", b'{"text": "a"}\n["SECRET"]\n', "line 2 is not an object"),
    ("key twice", b'{"text": "a", "text": "SECRET"}\n', "line 1 has a key twice"),
    ("fhir, last key", b'{"text": "a", "resourceType": "Patient"}\n', "holds FHIR records"),
    ("fhir within", b'{"text": "a"}\n{"n": 2, "resource": {"id": "7", "resourceType": "Patient"}}\n', "FHIR"),
    ("dicom", b'{"00100010": {"vr": "PN", "Value": [{"Alphabetic": "SECRET"}]}}\n', "holds DICOM records"),
    ("deep", b'{"a":' * 60 + b"1" + b"}" * 60, "nested deeper than 50"),
    ("very deep", b'{"a":' * 100_000, "nested deeper than 50"),
    ("long number", b'{"text": "a", "n": ' + b"9" * 5000 + b"}", "number that is too long"),
    ("no text", b'{"note_id": 1}\n', "no column looks like text"),
    ("empty", b"\n\n", "is empty"),
]


@pytest.mark.parametrize(("content", "message"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_files(content, message):
    with pytest.raises(InputError, match=message) as caught:
        FORM.read(SourceFile("bad.jsonl", content), ReadOptions())
    assert "SECRET" not in str(caught.value)


def test_half_a_character_in_a_key_or_a_text_is_no_mistake_of_ours():
    lines = [rb'{"id": "1", "note\ud83d": "Seen \udc00 on the ward.", "text\ud800": "Well."}', b""]
    file = SourceFile("a.jsonl", b"\n".join(lines))
    documents = FORM.read(file, ReadOptions(text_columns=("note\ud83d", "text\ud800")))
    assert len({d.id for d in documents}) == 2
    assert b"ud83d" not in copied(file).data
