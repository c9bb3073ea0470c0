"""brat's standoff format: a text file, and beside it an ``.ann`` file with a line a mark.

The format is line-oriented: a mark over line ends is written in pieces, one a line of text, joined by a
blank, as brat itself writes it. Scores and reasons go into annotator notes (``#`` lines). Relations, events,
attributes and normalisations of an ``.ann`` file are passed over: they mark no text.
"""

from __future__ import annotations

import regex

from chartveil.domain.errors import InputError, OutputError
from chartveil.domain.span import Span
from chartveil.formats.annotations.document import AnnotatedDocument
from chartveil.formats.annotations.label_names import NO_ALIASES, LabelAliases, label_by_name
from chartveil.formats.annotations.offsets import StatedMark, spans_of_marks

# All that Python's own line reading, which brat uses, takes for a line end.
_BREAKS = regex.compile(r"[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
_TEXTBOUND = regex.compile(r"(T\S*)\t(\S+) (\d{1,12} \d{1,12}(?:;\d{1,12} \d{1,12})*)\t(.*)", regex.DOTALL)
_OTHER_LINES = ("R", "E", "A", "M", "N", "#", "*")
_SCORE = regex.compile(r"#\S*\tAnnotatorNotes (T\S*)\tscore ([01]\.\d{1,6})\b.*", regex.DOTALL)


def read_brat(
    text: str, ann: str, name: str, where: str, aliases: LabelAliases = NO_ALIASES
) -> AnnotatedDocument:
    """The text with the marks of its ``.ann`` file.

    Args:
        text: of the ``.txt`` file, line ends as they are, without a byte-order mark.
        ann: of the ``.ann`` file.
        name: id of the document.
        where: the ``.ann`` file, for messages.
        aliases: further names of labels.

    Raises:
        InputError: for a line that is none of brat's, a label that is not known, or a mark that does not
            read at its offsets what it states; names file, line and mark.
    """
    marks: dict[str, StatedMark] = {}
    scores: dict[str, float] = {}
    for number, raw in enumerate(ann.split("\n"), 1):
        line = raw.removesuffix("\r")
        if not line.strip():
            continue
        if line.startswith("T"):
            mark = _mark(line, number, where, aliases)
            if mark.id in marks:
                raise _fail(
                    f"line {number}: mark {mark.id} stands twice", where, "Give each mark its own id."
                )
            marks[mark.id] = mark
        elif not line.startswith(_OTHER_LINES):
            raise _fail(
                f"line {number} is not of brat's format", where, "Lines begin with T, #, R, E, A, M, N or *."
            )
        elif m := _SCORE.fullmatch(line):
            scores[m[1]] = min(1.0, float(m[2]))
    scored = [
        StatedMark(m.id, m.fragments, m.label, m.text, scores.get(m.id, m.score), m.evidence)
        for m in marks.values()
    ]
    spans, remarks = spans_of_marks(scored, text, where)
    return AnnotatedDocument(name, text, tuple(spans), where=where, remarks=remarks)


def _mark(line: str, number: int, where: str, aliases: LabelAliases) -> StatedMark:
    m = _TEXTBOUND.fullmatch(line)
    if not m:
        raise _fail(
            f"line {number} is not a mark as brat writes it",
            where,
            "Write T1, tab, label, blank, start, blank, end, tab, text.",
        )
    label = label_by_name(m[2], aliases)
    if label is None:
        raise _fail(
            f"line {number}: mark {m[1]} has a label that is not known",
            where,
            "Use our labels, or name it as an alias of one of them.",
        )
    pieces = [piece.split(" ") for piece in m[3].split(";")]
    return StatedMark(m[1], tuple((int(a), int(b)) for a, b in pieces), label, m[4])


def _fail(what: str, where: str, remedy: str) -> InputError:
    return InputError(f"{what}.", where=where, remedy=remedy)


def write_brat(document: AnnotatedDocument) -> tuple[bytes, bytes]:
    """The ``.txt`` and the ``.ann`` file, both in UTF-8. Line ends at the rim of a mark are left out of it.

    Raises:
        ValueError: if the document has no text.
        OutputError: if a mark covers line ends alone, or the text cannot be written in UTF-8.
    """
    if document.text is None:
        raise ValueError("there is no text to write")
    where = document.where or document.id
    lines = []
    for number, span in enumerate(document.spans, 1):
        pieces = _pieces(document.text, span)
        if not pieces:
            raise OutputError(
                f"the mark at offset {span.start} covers nothing but line ends.",
                where=where,
                remedy="Remove the mark, or write the document as jsonl.",
            )
        ranges = ";".join(f"{a} {b}" for a, b in pieces)
        covered = " ".join(document.text[a:b] for a, b in pieces)
        lines.append(f"T{number}\t{span.label} {ranges}\t{covered}\n")
        if span.evidence or span.score < 1.0:
            names = " ".join(dict.fromkeys(e.name for e in span.evidence))
            note = f"score {span.score:.4f} {names}".rstrip()
            lines.append(f"#{number}\tAnnotatorNotes T{number}\t{_BREAKS.sub(' ', note)}\n")
    try:
        return document.text.encode("utf-8"), "".join(lines).encode("utf-8")
    except UnicodeEncodeError as e:
        raise OutputError(
            f"the character at offset {e.start} cannot be written in UTF-8.",
            where=where,
            remedy="Write the document as jsonl or i2b2 instead.",
        ) from None


def _pieces(text: str, span: Span) -> list[tuple[int, int]]:
    out = []
    at = span.start
    for m in _BREAKS.finditer(text, span.start, span.end):
        if at < m.start():
            out.append((at, m.start()))
        at = m.end()
    if at < span.end:
        out.append((at, span.end))
    return out
