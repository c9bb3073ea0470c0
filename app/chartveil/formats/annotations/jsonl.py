"""JSON lines: one object a document, ``{"id", "text"?, "sha256", "spans": [...]}``.

The text is written only on request: offsets and hash tell a program that has the text all it needs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from chartveil.formats.annotations._json import parse, span, span_dict
from chartveil.formats.annotations.labels import NO_ALIASES, Aliases
from chartveil.formats.annotations.model import AnnotatedDocument, text_sha256


def read_jsonl(text: str, where: str, aliases: Aliases = NO_ALIASES) -> list[AnnotatedDocument]:
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
                raise parse("0", document.where).fail("has an id that stood before")
            seen.add(document.id)
            out.append(document)
    if not out:
        raise parse("0", where).fail("holds no document")
    return out


def _document(line: str, where: str, aliases: Aliases) -> AnnotatedDocument:
    node = parse(line, where)
    parts = node.object(("id", "spans"), ("text", "sha256", "recovered"))
    text = parts["text"].text() if "text" in parts else None
    if text is None and "sha256" not in parts:
        raise node.fail("has neither 'text' nor 'sha256'")
    sha256 = parts["sha256"].sha256() if "sha256" in parts else ""
    if text is not None and sha256 and text_sha256(text) != sha256:
        raise parts["sha256"].fail("is not that of the text beside it")
    spans = tuple(span(s, aliases) for s in parts["spans"].items())
    recovered = tuple(span(s, aliases) for s in parts["recovered"].items()) if "recovered" in parts else ()
    try:
        return AnnotatedDocument(parts["id"].text(), text, spans, recovered, sha256, where)
    except ValueError:
        raise node.fail("has a span that reaches past its text") from None


def write_jsonl(documents: Iterable[AnnotatedDocument], *, with_text: bool = False) -> str:
    """One line a document, ASCII (other characters as JSON escapes), each ending in LF."""
    lines = []
    for document in documents:
        out: dict[str, Any] = {"id": document.id}
        if with_text and document.text is not None:
            out["text"] = document.text
        out["sha256"] = document.sha256
        out["spans"] = [span_dict(s) for s in document.spans]
        if document.recovered:
            out["recovered"] = [span_dict(s) for s in document.recovered]
        lines.append(json.dumps(out) + "\n")
    return "".join(lines)
