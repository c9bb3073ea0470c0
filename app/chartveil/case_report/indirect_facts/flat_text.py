"""Prepares a note's text for patterns: single blanks, wrapped lines joined, sentences split."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

import regex

_CHARACTERS = {"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‑": "-"}
# A line that begins so is no continuation of the one before: a bullet, a number, a heading or field.
_OWN_LINE = regex.compile(r"[ \t]*(?:[-*•>|#]|\(?\d{1,2}[.)]\s|[\p{Lu}][\w /()'&-]{1,40}:)")
_LEAST_WRAPPED = 40
_STOP = regex.compile(
    r"""(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|vs|approx|ca|cf|e\.g|i\.e|No|Fig|Pt|pt|resp|Sgt|Lt|Col|Capt|Rev|Hon|Jr|Sr|\p{Lu}))
    (?:[.!?]+["')\]]*)[ ](?=["'(\[]?[\p{Lu}\d])""",
    regex.VERBOSE,
)


class FlatText:
    """A text for patterns, and where each of its characters stands in the note.

    Attributes:
        flat: the text with single blanks and plain quotes; a line end parts what does not belong together.
    """

    def __init__(self, text: str) -> None:
        self._at: list[int] = []
        flat: list[str] = []
        joins = _joined_line_ends(text)
        for i, character in enumerate(text):
            if character in "\r\n":
                character = " " if i in joins else "\n"
            elif character.isspace():
                character = " "
            if character in " \n" and flat and flat[-1] in " \n":
                if character == "\n" and flat[-1] == " ":
                    flat[-1], self._at[-1] = character, i
                continue
            flat.append(_CHARACTERS.get(character, character))
            self._at.append(i)
        self.flat = "".join(flat)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The range of the note's text that a range of the flat text, at least one character, stands for."""
        return self._at[start], self._at[end - 1] + 1

    def flat_range(self, start: int, end: int) -> tuple[int, int]:
        """The range of the flat text that stands for a range of the note's."""
        return bisect_right(self._at, start) - 1 if start else 0, bisect_right(self._at, end - 1)

    @cached_property
    def _starts(self) -> list[int]:
        starts = {0}
        starts.update(m.end() for m in regex.finditer(r"\n", self.flat))
        starts.update(m.end() for m in _STOP.finditer(self.flat))
        return sorted(starts)

    def sentence(self, position: int) -> tuple[int, int]:
        """The range of the sentence, or line, at a position of the flat text, without blanks at its ends."""
        i = bisect_right(self._starts, position)
        start = self._starts[i - 1]
        end = self._starts[i] if i < len(self._starts) else len(self.flat)
        while end > start and self.flat[end - 1].isspace():
            end -= 1
        return start, end

    def begins_sentence(self, position: int) -> bool:
        """Whether a sentence, line or field begins at a position of the flat text."""
        start = self.sentence(position)[0]
        return not self.flat[start:position].strip("\"'([-*•> ")


def _joined_line_ends(text: str) -> set[int]:
    """Line ends at which a line was wrapped: the next one goes on with the sentence."""
    joins: set[int] = set()
    start = 0
    for m in regex.finditer(r"\r\n|\n|\r", text):
        line, rest = text[start : m.start()], text[m.end() :][:60]
        start = m.end()
        following = rest.lstrip(" \t")
        if not line.strip() or not following or following[0] in "\r\n" or _OWN_LINE.match(rest):
            continue
        open_end = line.rstrip()[-1] not in ".:;!?"
        goes_on = following[0].islower() or (len(line) >= _LEAST_WRAPPED and open_end)
        if goes_on or (len(line) >= _LEAST_WRAPPED and not _OWN_LINE.match(line)):
            joins.update(range(m.start(), m.end()))
    return joins
