"""JSON lines: one object a document, ``{"id", "text"?, "sha256", "spans": [...]}``.

The text is written only on request: offsets and hash tell a program that has the text all it needs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from chartveil.formats.annotations.document import AnnotatedDocument, text_sha256
from chartveil.formats.annotations.label_names import NO_ALIASES, LabelAliases
from chartveil.formats.annotations.strict_json import parse_strict_json, span_from_json, span_to_json


def read_jsonl(text: str, where: str, aliases: LabelAliases = NO_ALIASES) -> list[AnnotatedDocument]:
    """The documents, in the file's order. Empty lines are passed over.

    ``score`` of a span is 1 where it is left out. ``sha256`` may be left out where there is a text.

    Raises:
        InputError: naming file, line and key; also if a text does not have the hash beside it, if an id
            stands twice, or if the file holds no document.
    """
    out: list[AnnotatedDocument] = []
    seen: set[str] = set()
    # Only LF parts records: JSON escapes line ends inside text, yet may hold U+2028 as it is.
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            document = _document(line, f"{where}, line {number}", aliases)
            if document.id in seen:
                raise parse_strict_json("0", document.where).input_error("has an id that stood before")
            seen.add(document.id)
            out.append(document)
    if not out:
        raise parse_strict_json("0", where).input_error("holds no document")
    return out


def _document(line: str, where: str, aliases: LabelAliases) -> AnnotatedDocument:
    node = parse_strict_json(line, where)
    parts = node.object(("id", "spans"), ("text", "sha256", "recovered"))
    text = parts["text"].text() if "text" in parts else None
    if text is None and "sha256" not in parts:
        raise node.input_error("has neither 'text' nor 'sha256'")
    sha256 = parts["sha256"].sha256() if "sha256" in parts else ""
    if text is not None and sha256 and text_sha256(text) != sha256:
        raise parts["sha256"].input_error("is not that of the text beside it")
    spans = tuple(span_from_json(s, aliases) for s in parts["spans"].items())
    recovered = (
        tuple(span_from_json(s, aliases) for s in parts["recovered"].items()) if "recovered" in parts else ()
    )
    try:
        return AnnotatedDocument(parts["id"].text(), text, spans, recovered, sha256, where)
    except ValueError:
        raise node.input_error("has a span that reaches past its text") from None


def write_jsonl(documents: Iterable[AnnotatedDocument], *, with_text: bool = False) -> str:
    """One line a document, ASCII (other characters as JSON escapes), each ending in LF."""
    lines = []
    for document in documents:
        out: dict[str, Any] = {"id": document.id}
        if with_text and document.text is not None:
            out["text"] = document.text
        out["sha256"] = document.sha256
        out["spans"] = [span_to_json(s) for s in document.spans]
        if document.recovered:
            out["recovered"] = [span_to_json(s) for s in document.recovered]
        lines.append(json.dumps(out) + "\n")
    return "".join(lines)
