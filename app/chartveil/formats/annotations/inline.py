"""Inline marks: ``[[LABEL|text]]`` where ``text`` is what the document itself reads.

Marks neither nest nor overlap; one may run over line ends. The scheme has no escapes, so that a text that
itself holds such a mark cannot be told from a marked one: documents are written in the other schemes.
"""

from __future__ import annotations

import regex

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.formats.annotations.document import AnnotatedDocument
from chartveil.formats.annotations.label_names import NO_ALIASES, LabelAliases, label_by_name

_OPEN = regex.compile(r"\[\[([A-Za-z][A-Za-z0-9_ -]{0,30})\|")
# "[[PATIENT Ann]]" and "[[ AGE|7]]": meant as marks, yet not readable as such.
_BROKEN = regex.compile(r"\[\[\s*\|?\s*(" + "|".join(sorted(Label)) + r")\b")


def read_inline(text: str, name: str, where: str, aliases: LabelAliases = NO_ALIASES) -> AnnotatedDocument:
    """The plain text and its marks.

    Args:
        text: with marks.
        name: id of the document.
        where: file, for messages.
        aliases: further names of labels.

    Raises:
        InputError: for a mark that nests, has no end, is empty, or whose label is not known; the message
            names file and line.
    """
    plain: list[str] = []
    spans: list[Span] = []
    length = at = 0
    remarks: tuple[str, ...] = ()
    while True:
        opening = _OPEN.search(text, at)
        outside = text[at : opening.start() if opening else len(text)]
        broken = _BROKEN.search(outside)
        if broken:
            raise _fail(text, at + broken.start(), where, "is not written as a mark")
        if "]]" in outside and outside.count("]]") > outside.count("[["):
            remarks = ("']]' stands outside a mark and was taken for text",)
        plain.append(outside)
        length += len(outside)
        if not opening:
            break
        covered, label = _mark(text, opening, where, aliases)
        plain.append(covered)
        spans.append(Span(length, length + len(covered), label, 1.0))
        length += len(covered)
        at = opening.end() + len(covered) + 2
    return AnnotatedDocument(name, "".join(plain), tuple(spans), where=where, remarks=remarks)


def _mark(text: str, opening: regex.Match[str], where: str, aliases: LabelAliases) -> tuple[str, Label]:
    label = label_by_name(opening[1], aliases)
    if label is None:
        raise _fail(text, opening.start(), where, "has a label that is not known")
    end = text.find("]]", opening.end())
    if end < 0:
        raise _fail(text, opening.start(), where, "has no end ']]'")
    covered = text[opening.end() : end]
    if _OPEN.search(covered):
        raise _fail(text, opening.start(), where, "holds another mark, or has no end of its own")
    if not covered:
        raise _fail(text, opening.start(), where, "is empty")
    return covered, label


def _fail(text: str, at: int, where: str, what: str) -> InputError:
    line = text.count("\n", 0, at) + 1
    return InputError(
        f"line {line}: a mark {what}.",
        where=where,
        remedy=f"Write marks as [[LABEL|text]], not nested; labels: {', '.join(Label)}.",
    )


def has_inline_marks(text: str) -> bool:
    """Whether anything in the text looks like an inline mark, well written or not."""
    return bool(_OPEN.search(text) or _BROKEN.search(text))
