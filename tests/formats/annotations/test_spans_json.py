"""The JSON of mode ``spans``: a form that other programs build on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.formats.annotations.document import annotated_proposal
from chartveil.formats.annotations.spans_json import (
    format_spans_json,
    read_spans_json,
    spans_json,
    table_spans_json,
)

SCHEMA = Path(__file__).parents[3] / "resources" / "schemas" / "spans.schema.json"
SHA = "0" * 64


def span(start: int, end: int, label: Label = Label.PATIENT) -> Span:
    return Span(start, end, label, 1.0)


# --- the JSON of mode spans -------------------------------------------------------------------------


def proposal() -> tuple[Document, Proposal]:
    document = Document("Dr. Ann Poe, Bruce protocol", DocumentSource("/home/poe/ann.txt", "txt", "f" * 64))
    taken = Span(
        4,
        11,
        Label.DOCTOR,
        0.123456,
        (
            Evidence(EvidenceKind.RULE, "DR-CUE", Label.DOCTOR, 0.98765, 4, 7, "cue"),
            Evidence(EvidenceKind.MERGE, "adjacent"),
        ),
    )
    back = Span(13, 27, Label.PATIENT, 1 / 3, (Evidence(EvidenceKind.RECOVERY, "eponyms"),))
    return document, Proposal(document.id, (taken,), (back,))


def test_spans_json_is_exactly_the_stable_form() -> None:
    document, p = proposal()
    assert spans_json(annotated_proposal(document, p)) == {
        "sha256": document.sha256,
        "spans": [
            {
                "start": 4,
                "end": 11,
                "label": "DOCTOR",
                "score": 0.1235,
                "evidence": [
                    {
                        "kind": "rule",
                        "name": "DR-CUE",
                        "label": "DOCTOR",
                        "score": 0.9877,
                        "start": 4,
                        "end": 7,
                        "detail": "cue",
                    },
                    {"kind": "merge", "name": "adjacent"},
                ],
            }
        ],
        "recovered": [
            {
                "start": 13,
                "end": 27,
                "label": "PATIENT",
                "score": 0.3333,
                "evidence": [{"kind": "recovery", "name": "eponyms"}],
            }
        ],
    }


def test_spans_json_keeps_key_order_and_holds_no_text() -> None:
    document, p = proposal()
    written = format_spans_json(spans_json(annotated_proposal(document, p)))
    assert written == format_spans_json(spans_json(annotated_proposal(document, p)))
    assert list(json.loads(written)) == ["sha256", "spans", "recovered"]
    assert list(json.loads(written)["spans"][0]) == ["start", "end", "label", "score", "evidence"]
    assert not any(word in written for word in ("Ann", "Poe", "poe", "protocol"))


def test_spans_json_of_a_table_names_parts_and_the_files_hash() -> None:
    document, p = proposal()
    row = Document(document.text, DocumentSource("x.csv", "csv", "f" * 64, "row:1"))
    data = table_spans_json([("row:1", annotated_proposal(row, Proposal(row.id, p.spans)))], "f" * 64)
    assert list(data) == ["sha256", "documents"]
    assert data["sha256"] == "f" * 64
    assert list(data["documents"][0]) == ["part", "sha256", "spans", "recovered"]
    assert data["documents"][0]["part"] == "row:1"
    assert data["documents"][0]["sha256"] == row.sha256
    with pytest.raises(ValueError, match="same part"):
        table_spans_json([("row:1", annotated_proposal(row, Proposal(row.id, ())))] * 2)


def test_spans_json_refuses_what_does_not_belong_to_the_document() -> None:
    document, p = proposal()
    with pytest.raises(ValueError, match="past the text"):
        annotated_proposal(document, Proposal(document.id, (span(0, 999),)))
    with pytest.raises(ValueError, match="another document"):
        annotated_proposal(document, Proposal("0" * 16, p.spans))


def test_empty_proposals_are_written_in_full() -> None:
    document, _ = proposal()
    empty = Proposal(document.id, ())
    assert format_spans_json(spans_json(annotated_proposal(document, empty))) == (
        f'{{\n"sha256": "{document.sha256}",\n"spans": [],\n"recovered": []\n}}\n'
    )
    assert json.loads(format_spans_json(table_spans_json([], SHA))) == {"sha256": SHA, "documents": []}


def check(schema: dict[str, Any], value: object, root: dict[str, Any], at: str = "$") -> list[str]:
    """What of the value breaks the schema: the keywords that our schema uses, and no others."""
    known = {"$ref", "type", "required", "additionalProperties", "properties", "items", "enum", "pattern"}
    known |= {"minimum", "maximum", "minLength", "oneOf", "description", "title", "$schema", "$id", "$defs"}
    assert set(schema) <= known, set(schema) - known
    if "$ref" in schema:
        wrong = check(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, root, at)
        return wrong + check({k: v for k, v in schema.items() if k != "$ref"}, value, root, at)
    wrong = []
    if "oneOf" in schema and sum(not check(s, value, root, at) for s in schema["oneOf"]) != 1:
        wrong.append(f"{at}: not one of")
    kinds: dict[str, type | tuple[type, ...]] = {
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
        "number": (int, float),
    }
    if "type" in schema and (not isinstance(value, kinds[schema["type"]]) or isinstance(value, bool)):
        return [f"{at}: type"]
    if "enum" in schema and value not in schema["enum"]:
        wrong.append(f"{at}: enum")
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        wrong.append(f"{at}: pattern")
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        wrong.append(f"{at}: length")
    if isinstance(value, int | float) and not schema.get("minimum", value) <= value <= schema.get(
        "maximum", value
    ):
        wrong.append(f"{at}: range")
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        wrong += [f"{at}: no {k}" for k in schema.get("required", ()) if k not in value]
        if schema.get("additionalProperties") is False:
            wrong += [f"{at}: {k}" for k in value if k not in properties]
        for k, v in value.items():
            wrong += check(properties.get(k, {}), v, root, f"{at}.{k}")
    if isinstance(value, list):
        for i, v in enumerate(value):
            wrong += check(schema.get("items", {}), v, root, f"{at}[{i}]")
    return wrong


def test_schema_holds_for_what_is_written_and_names_all_labels_and_kinds() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    document, p = proposal()
    row = Document(document.text, DocumentSource("x.csv", "csv", SHA, "row:1"))
    one = spans_json(annotated_proposal(document, p))
    assert check(schema, one, schema) == []
    assert (
        check(
            schema,
            table_spans_json([("row:1", annotated_proposal(row, Proposal(row.id, p.spans)))], SHA),
            schema,
        )
        == []
    )
    assert schema["$defs"]["label"]["enum"] == list(Label)
    assert schema["$defs"]["evidence"]["properties"]["kind"]["enum"] == list(EvidenceKind)
    assert check(schema, {**one, "text": "no"}, schema)
    assert check(schema, {**one, "sha256": "0"}, schema)
    assert check(schema, {**one, "spans": [{**one["spans"][0], "label": "NAME"}]}, schema)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sha256": "ABC"}, "sha256 is not a SHA-256"),
        ({"spans": {}}, "spans is not a list"),
        ({"spans": [{"start": 1, "end": 2}]}, r"spans\[0\] has no 'label'"),
        ({"spans": [{"start": 1, "end": 2, "label": "NOBODY"}]}, r"spans\[0\].label is not a label"),
        ({"spans": [{"start": 2, "end": 2, "label": "DATE"}]}, r"spans\[0\] ends before it begins"),
        ({"spans": [{"start": True, "end": 2, "label": "DATE"}]}, r"spans\[0\].start is not a whole number"),
        ({"spans": [{"start": -1, "end": 2, "label": "DATE"}]}, r"spans\[0\].start is not a whole number"),
        ({"spans": [{"start": 1, "end": 2, "label": "DATE", "score": 1.5}]}, "score is not a number from 0"),
        ({"spans": [{"start": 1, "end": 2, "label": "DATE", "x": 1}]}, r"spans\[0\] has 1 keys that are not"),
        (
            {"spans": [{"start": 1, "end": 3, "label": "DATE"}, {"start": 2, "end": 4, "label": "DATE"}]},
            "spans overlap or are not sorted at entry 1",
        ),
        (
            {
                "spans": [
                    {"start": 1, "end": 2, "label": "DATE", "evidence": [{"kind": "oracle", "name": "x"}]}
                ]
            },
            r"spans\[0\].evidence\[0\].kind is none of rule, ",
        ),
        ({"recovered": None}, "recovered is not a list"),
    ],
)
def test_bad_spans_files_name_the_key(change: dict[str, object], message: str) -> None:
    data = {"sha256": SHA, "spans": [], "recovered": [], **change}
    with pytest.raises(InputError, match=message) as e:
        read_spans_json(json.dumps(data), "n", "n.json")
    assert "NOBODY" not in str(e.value)
    assert "oracle" not in str(e.value)
    assert e.value.where == "n.json"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "it is not JSON: .* at line 1, column 2"),
        ("[]", "the file is not an object"),
        (f'{{"sha256": "{SHA}", "sha256": "{SHA}"}}', "a key stands twice"),
        ("[" * 100_000, "too deep or too large"),
        (f'{{"sha256": "{SHA}", "documents": [{{"part": 1}}]}}', r"documents\[0\] has no 'sha256'"),
        ('{"sha256": NaN, "spans": [], "recovered": []}', "sha256 is not a SHA-256"),
    ],
)
def test_spans_files_that_are_no_such_thing(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_spans_json(text, "n", "n.json")


def test_two_entries_for_one_part_are_refused() -> None:
    entry = {"part": "row:1", "sha256": SHA, "spans": [], "recovered": []}
    with pytest.raises(InputError, match="two entries for one part"):
        read_spans_json(json.dumps({"sha256": SHA, "documents": [entry, entry]}), "n", "n.json")
