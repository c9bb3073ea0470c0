"""``<name>.json`` of the mode ``spans``: what would be replaced and what was recovered, without any text.

Other programs build on this form; ``docs/spans.md`` and ``resources/schemas/spans.schema.json`` describe it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from chartveil.formats.annotations.document import AnnotatedDocument, text_sha256
from chartveil.formats.annotations.strict_json import (
    JsonNode,
    parse_strict_json,
    span_from_json,
    span_to_json,
)


def spans_json(document: AnnotatedDocument) -> dict[str, Any]:
    """The spans of a document: hash of its decoded text, spans, and what was recovered.

    Offsets are code points of the decoded text with its line ends as they are; scores have at most four
    digits after the point; keys stand in fixed order.
    """
    return {
        "sha256": document.sha256,
        "spans": [span_to_json(s) for s in document.spans],
        "recovered": [span_to_json(s) for s in document.recovered],
    }


def table_spans_json(parts: Sequence[tuple[str, AnnotatedDocument]], file_sha256: str = "") -> dict[str, Any]:
    """The same for a file of several documents, such as a table: one entry for each, with its part.

    Args:
        parts: the documents, each with the part of the file that it is.
        file_sha256: of the file; of the hashes of the documents where they are de-identified: the hash of an
            original tells a short text, such as a cell, to who tries names.

    Raises:
        ValueError: if two documents are the same part.
    """
    if len({part for part, _ in parts}) != len(parts):
        raise ValueError("two documents are the same part of the file")
    return {
        "sha256": file_sha256 or text_sha256("\n".join(d.sha256 for _, d in parts)),
        "documents": [{"part": part, **spans_json(d)} for part, d in parts],
    }


def format_spans_json(data: dict[str, Any]) -> str:
    """The JSON text: one span a line, so that two runs can be compared by eye; ends in LF, ASCII."""
    if "documents" not in data:
        return _document_text(data, "") + "\n"
    inner = ",\n".join("  " + _document_text(d, "  ") for d in data["documents"])
    return f'{{\n"sha256": {json.dumps(data["sha256"])},\n"documents": [\n{inner}\n]\n}}\n'


def _document_text(data: dict[str, Any], indent: str) -> str:
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value:
            rows = ",\n".join(f"{indent}  {json.dumps(row)}" for row in value)
            lines.append(f"{indent}{json.dumps(key)}: [\n{rows}\n{indent}]")
        else:
            lines.append(f"{indent}{json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def read_spans_json(text: str, name: str, where: str) -> list[AnnotatedDocument]:
    """The documents of such a file, each without text. A part of a table has the id ``name#part``.

    Raises:
        InputError: naming file and key; also if spans overlap or are not sorted.
    """
    node = parse_strict_json(text, where)
    if not node.has("documents"):
        return [_document(node.object(("sha256", "spans", "recovered")), name, where)]
    top = node.object(("sha256", "documents"))
    top["sha256"].sha256()
    out = []
    for item in top["documents"].items():
        parts = item.object(("part", "sha256", "spans", "recovered"))
        part = parts["part"].text()
        out.append(_document(parts, f"{name}#{part}", f"{where}, {item.path}"))
    if len({d.id for d in out}) != len(out):
        raise top["documents"].input_error("has two entries for one part")
    return out


def _document(parts: dict[str, JsonNode], name: str, where: str) -> AnnotatedDocument:
    spans = tuple(span_from_json(s) for s in parts["spans"].items())
    for i, (a, b) in enumerate(pairwise(spans)):
        if a.end > b.start:
            raise parts["spans"].input_error(f"overlap or are not sorted at entry {i + 1}")
    recovered = tuple(span_from_json(s) for s in parts["recovered"].items())
    return AnnotatedDocument(name, None, spans, recovered, parts["sha256"].sha256(), where)
