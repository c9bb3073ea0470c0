"""Reads JSON of ours strictly, with errors that name the key and never quote a value."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import regex

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.formats.annotations.label_names import NO_ALIASES, LabelAliases, label_by_name
from chartveil.formats.json_keys import DuplicateKeyError, unique_keys

_SHA256 = regex.compile(r"[0-9a-f]{64}")
_SEE = "See docs/spans.md for what is written there."


def parse_strict_json(text: str, where: str) -> JsonNode:
    """The JSON value of the text.

    Raises:
        InputError: if it is not JSON, repeats a key, or nests too deep.
    """
    try:
        return JsonNode(json.loads(text, object_pairs_hook=unique_keys), "", where)
    except json.JSONDecodeError as e:
        raise InputError(
            f"it is not JSON: {e.msg} at line {e.lineno}, column {e.colno}.", where=where, remedy=_SEE
        ) from None
    except DuplicateKeyError:
        raise InputError("a key stands twice in one object.", where=where, remedy=_SEE) from None
    except (RecursionError, ValueError):
        raise InputError(
            "the JSON cannot be read: too deep or too large.", where=where, remedy=_SEE
        ) from None


class JsonNode:
    """A value with the way to it, for messages."""

    def __init__(self, value: Any, path: str, where: str) -> None:
        self.value = value
        self.path = path
        self.where = where

    def input_error(self, what: str) -> InputError:
        """The error for this value.

        Args:
            what: what is wrong with it, as the end of a sentence: ``is not text``.
        """
        return InputError(f"{self.path or 'the file'} {what}.", where=self.where, remedy=_SEE)

    def object(self, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, JsonNode]:
        """The members, which are all of the required and some of the optional keys and no others."""
        if not isinstance(self.value, dict):
            raise self.input_error("is not an object")
        for key in required:
            if key not in self.value:
                raise self.input_error(f"has no '{key}'")
        unknown = [key for key in self.value if key not in (*required, *optional)]
        if unknown:
            raise self.input_error(f"has {len(unknown)} keys that are not known beside {', '.join(required)}")
        dot = f"{self.path}." if self.path else ""
        return {key: JsonNode(value, dot + key, self.where) for key, value in self.value.items()}

    def items(self) -> Iterator[JsonNode]:
        """The items of a list.

        Raises:
            InputError: if it is none.
        """
        if not isinstance(self.value, list):
            raise self.input_error("is not a list")
        for i, value in enumerate(self.value):
            yield JsonNode(value, f"{self.path}[{i}]", self.where)

    def has(self, key: str) -> bool:
        """Whether it is an object with this key."""
        return isinstance(self.value, dict) and key in self.value

    def text(self) -> str:
        """The value as text.

        Raises:
            InputError: if it is none.
        """
        if not isinstance(self.value, str):
            raise self.input_error("is not text")
        return self.value

    def sha256(self) -> str:
        """The value as a hash.

        Raises:
            InputError: if it is no SHA-256 in 64 small hex digits.
        """
        if not isinstance(self.value, str) or not _SHA256.fullmatch(self.value):
            raise self.input_error("is not a SHA-256 in 64 small hex digits")
        return self.value

    def offset(self) -> int:
        """The value as an offset in code points.

        Raises:
            InputError: if it is no whole number from 0 on.
        """
        if isinstance(self.value, bool) or not isinstance(self.value, int) or self.value < 0:
            raise self.input_error("is not a whole number from 0 on")
        return self.value

    def score(self) -> float:
        """The value as a score.

        Raises:
            InputError: if it is no number in [0, 1].
        """
        if (
            isinstance(self.value, bool)
            or not isinstance(self.value, int | float)
            or not 0 <= self.value <= 1
        ):
            raise self.input_error("is not a number from 0 to 1")
        return float(self.value)

    def label(self, aliases: LabelAliases = NO_ALIASES) -> Label:
        """The value as a label.

        Args:
            aliases: further names of labels.

        Raises:
            InputError: if no label goes by that name.
        """
        label = label_by_name(self.text(), aliases)
        if label is None:
            raise self.input_error("is not a label")
        return label


def span_from_json(node: JsonNode, aliases: LabelAliases = NO_ALIASES) -> Span:
    """A span with its evidence.

    Raises:
        InputError: naming the key that is wrong.
    """
    parts = node.object(("start", "end", "label"), ("score", "evidence"))
    start, end = parts["start"].offset(), parts["end"].offset()
    if start >= end:
        raise node.input_error("ends before it begins, or is empty")
    score = parts["score"].score() if "score" in parts else 1.0
    evidence = tuple(_evidence(e) for e in parts["evidence"].items()) if "evidence" in parts else ()
    return Span(start, end, parts["label"].label(aliases), score, evidence)


def _evidence(node: JsonNode) -> Evidence:
    parts = node.object(("kind", "name"), ("label", "score", "start", "end", "detail"))
    kind = parts["kind"].text()
    if kind not in set(EvidenceKind):
        raise parts["kind"].input_error(f"is none of {', '.join(EvidenceKind)}")
    return Evidence(
        EvidenceKind(kind),
        parts["name"].text(),
        parts["label"].label() if "label" in parts else None,
        parts["score"].score() if "score" in parts else None,
        parts["start"].offset() if "start" in parts else None,
        parts["end"].offset() if "end" in parts else None,
        parts["detail"].text() if "detail" in parts else "",
    )


def span_to_json(span: Span) -> dict[str, Any]:
    """A span as JSON members, in fixed order, scores rounded to four digits; None and empty left out."""
    out: dict[str, Any] = {
        "start": span.start,
        "end": span.end,
        "label": span.label.value,
        "score": round(span.score, 4),
        "evidence": [_evidence_dict(e) for e in span.evidence],
    }
    return out


def _evidence_dict(evidence: Evidence) -> dict[str, Any]:
    out: dict[str, Any] = {"kind": evidence.kind.value, "name": evidence.name}
    if evidence.label is not None:
        out["label"] = evidence.label.value
    if evidence.score is not None:
        out["score"] = round(evidence.score, 4)
    if evidence.start is not None:
        out["start"] = evidence.start
    if evidence.end is not None:
        out["end"] = evidence.end
    if evidence.detail:
        out["detail"] = evidence.detail
    return out
