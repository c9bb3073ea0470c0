"""Turns the marks of a file into spans: the text that a mark states must stand at its offsets.

Tools count differently: some count a byte-order mark, some take CRLF for one character or LF for two,
some count UTF-16 units. All are accepted, yet only where every mark of the file, counted in that one
way, reads exactly what it states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import regex

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, Span

_SPACE = regex.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class StatedMark:
    """A mark as a file states it.

    Attributes:
        id: the file's name for it, e.g. ``P3`` or ``T12``.
        fragments: ranges, in the file's way of counting; more than one where it is in pieces.
        label: what it marks.
        text: what the file says stands there, pieces joined by a blank; None where it says nothing.
        score: in [0, 1].
        evidence: reasons to keep with it.
    """

    id: str
    fragments: tuple[tuple[int, int], ...]
    label: Label
    text: str | None
    score: float = 1.0
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class _OffsetCounting:
    """One way to count characters: ``to_ours[k]`` is our offset of their offset k."""

    name: str
    to_ours: Sequence[int]

    def ranges(self, mark: StatedMark) -> list[tuple[int, int]] | None:
        """The mark's fragments in our counting; None where one is not a range of the text."""
        last = len(self.to_ours) - 1
        out = []
        for start, end in mark.fragments:
            if not 0 <= start < end <= last:
                return None
            out.append((self.to_ours[start], self.to_ours[end]))
        return out if all(a < b for a, b in out) else None


def spans_of_marks(marks: Sequence[StatedMark], text: str, where: str) -> tuple[list[Span], tuple[str, ...]]:
    """The marks as spans of the text, and a remark where the file counts otherwise than we do.

    Pieces of a mark that only white space parts become one span; others a span each.

    Raises:
        InputError: naming the file and the first mark that does not fit, never its text.
    """
    ours = _OffsetCounting("code points", range(len(text) + 1))
    wrong = _first_wrong(marks, text, ours)
    if wrong is None:
        return _spans(marks, text, ours), ()
    # Without a text to compare, any way to count would do: then only ours is taken.
    for name, build in _OTHER_COUNTINGS if all(m.text is not None for m in marks) else ():
        counting = _OffsetCounting(name, build(text))
        if _first_wrong(marks, text, counting) is None:
            return _spans(marks, text, counting), (f"offsets are counted with {name}",)
    ranges = ours.ranges(wrong)
    what = "does not read at its offsets what it states" if ranges else "has offsets outside the text"
    raise InputError(
        f"mark {wrong.id} {what}.",
        where=where,
        remedy="The text was changed after it was marked; use the text and the marks of the same version.",
    )


def _first_wrong(marks: Sequence[StatedMark], text: str, counting: _OffsetCounting) -> StatedMark | None:
    for mark in marks:
        ranges = counting.ranges(mark)
        if ranges is None:
            return mark
        if mark.text is not None and not _same(" ".join(text[a:b] for a, b in ranges), mark.text):
            return mark
    return None


def _same(a: str, b: str) -> bool:
    # XML turns line ends inside attributes into blanks, and brat writes one blank for a line end.
    return a == b or _SPACE.sub(" ", a) == _SPACE.sub(" ", b)


def _spans(marks: Sequence[StatedMark], text: str, counting: _OffsetCounting) -> list[Span]:
    out = []
    for mark in marks:
        joined: list[tuple[int, int]] = []
        for start, end in sorted(counting.ranges(mark) or ()):
            if joined and not text[joined[-1][1] : start].strip():
                joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
            else:
                joined.append((start, end))
        out += [Span(a, b, mark.label, mark.score, mark.evidence) for a, b in joined]
    return sorted(out)


def _with_mark(text: str) -> list[int]:
    return [0, *range(len(text) + 1)]


def _crlf_as_one(text: str) -> list[int]:
    return [i for i in range(len(text)) if text[i - 1 : i + 1] != "\r\n" or i == 0] + [len(text)]


def _lf_as_two(text: str) -> list[int]:
    out = []
    for i, c in enumerate(text):
        out += [i, i] if c == "\n" and text[i - 1 : i] != "\r" else [i]
    return [*out, len(text)]


def _utf16(text: str) -> list[int]:
    out = []
    for i, c in enumerate(text):
        out += [i, i] if ord(c) > 0xFFFF else [i]
    return [*out, len(text)]


_OTHER_COUNTINGS: tuple[tuple[str, Callable[[str], list[int]]], ...] = (
    ("CRLF as one character", _crlf_as_one),
    ("line ends as two characters", _lf_as_two),
    ("UTF-16 units", _utf16),
    ("the byte-order mark as a character", _with_mark),
)
