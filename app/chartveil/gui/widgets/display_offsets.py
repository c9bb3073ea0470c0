"""Maps a text to what the window shows of it, and offsets between both.

The window counts in UTF-16 units and parts lines at ``\n`` alone; a document counts in code points and
parts lines in eight ways. What is shown has one line break for each line end of the text, a sign for each
control character, and else the text as it is. Nothing here needs Qt.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right

LONGEST_LINE = 4000
"""Characters of a line that are laid out in one piece. A file without line ends would else hold up the window
for seconds at each change of its width."""

# Line ends as in ``domain.tokenized_text``; all else that is not shown as one unit as it stands: control
# characters, what Qt keeps for itself (U+FDD0, U+FDD1, U+FFFC) or drops (U+FEFF as a byte-order mark), halves
# of surrogate pairs, and what takes two units.
_SPECIAL = re.compile(
    "\r\n|[\n\r\u2028\u2029\x0b\x0c\x85]"
    "|[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0\ufdd1\ufeff\ufffc]"
    "|[\U00010000-\U0010ffff]"
)
_LINE_END = re.compile("\r\n|[\n\r\u2028\u2029\x0b\x0c\x85]")
_LINE_ENDS = frozenset({"\r\n", "\n", "\r", "\u2028", "\u2029", "\x0b", "\x0c", "\x85"})
_BLANK_THEN_WORD = re.compile(r"\s(?=\S)")
_PLAIN = re.compile(r"(?=\w)[\u0021-\u02af\u0370-\u0482\u048a-\u0590]")


class DisplayOffsetMap:
    """Code-point offsets of a text to positions in what is shown, and back.

    An offset is a place between characters, 0 to the length of the text; a position likewise in UTF-16 units
    of what is shown. Both ways are monotone. Every offset comes back from its position, but for the one
    between ``\\r`` and ``\\n``, which is taken for the one behind both. A position inside a character, or at
    the end of a piece of a cut line, is taken for the next offset.

    Attributes:
        display_text: what is shown.
        block_starts: offset of the first character of each block (a line, or a piece of a cut line); sorted.
    """

    def __init__(self, text: str, *, longest: int = LONGEST_LINE) -> None:
        """
        Args:
            text: of the document, with any characters.
            longest: where a line is longer, it is cut, at a blank if there is one; at least 2.
        """
        self._length = len(text)
        self._offsets = array("Q", [0])
        self._positions = array("Q", [0])
        self.block_starts = array("Q", [0])
        self._cut_blocks = array("Q")
        pieces: list[str] = []
        at = 0
        for cut in _cuts(text, longest):
            self._show(text, at, cut, pieces)
            pieces.append("\n")
            self._knot(cut, self._position_behind(cut) + 1)
            self._cut_blocks.append(len(self.block_starts))
            self.block_starts.append(cut)
            at = cut
        self._show(text, at, len(text), pieces)
        self.display_text = "".join(pieces)
        self._units = self._position_behind(len(text))

    def position(self, offset: int) -> int:
        """Position of an offset; what is outside the text is brought to its nearest end. O(log n)."""
        offset = min(max(offset, 0), self._length)
        k = bisect_right(self._offsets, offset) - 1
        return self._positions[k] + offset - self._offsets[k]

    def offset(self, position: int) -> int:
        """Offset of a position; what is outside is brought to the nearest end. O(log n)."""
        position = min(max(position, 0), self._units)
        k = bisect_right(self._positions, position) - 1
        offset = self._offsets[k] + position - self._positions[k]
        if k + 1 < len(self._offsets):
            return min(offset, self._offsets[k + 1])
        return min(offset, self._length)

    def block_at(self, offset: int) -> int:
        """Number of the block that holds an offset, from 0."""
        return bisect_right(self.block_starts, min(max(offset, 0), self._length)) - 1

    def line_number(self, block: int) -> int | None:
        """Number of the line that begins with a block, from 1; None where a cut line goes on."""
        k = bisect_left(self._cut_blocks, block)
        if k < len(self._cut_blocks) and self._cut_blocks[k] == block:
            return None
        return block - k + 1

    @property
    def line_count(self) -> int:
        """Lines of the text; an empty text has one."""
        return len(self.block_starts) - len(self._cut_blocks)

    def _position_behind(self, offset: int) -> int:
        return self._positions[-1] + offset - self._offsets[-1]

    def _knot(self, offset: int, position: int) -> None:
        """From here on positions run in step with offsets again."""
        self._offsets.append(offset)
        self._positions.append(position)

    def _show(self, text: str, start: int, end: int, pieces: list[str]) -> None:
        at = start
        for match in _SPECIAL.finditer(text, start, end):
            found = match.group()
            pieces.append(text[at : match.start()])
            at = match.end()
            if found in _LINE_ENDS:
                pieces.append("\n")
                if len(found) == 2:
                    self._knot(at, self._position_behind(match.start()) + 1)
                self.block_starts.append(at)
            elif found > "\uffff":
                pieces.append(found)
                self._knot(at, self._position_behind(match.start()) + 2)
            else:
                pieces.append(_sign(ord(found)))
        pieces.append(text[at:end])


def _sign(code: int) -> str:
    """What stands for a character that cannot be shown: its control picture, where Unicode has one."""
    if code < 0x20:
        return chr(0x2400 + code)
    return {0x7F: "\u2421", 0xFEFF: "\u2060"}.get(code, "\ufffd")


def _cuts(text: str, longest: int) -> list[int]:
    """Where lines are cut so that no piece is longer than ``longest``."""
    cuts: list[int] = []
    if len(text) <= longest:
        return cuts
    start = 0
    ends = [m.end() for m in _LINE_END.finditer(text)]
    for end in (*ends, len(text)):
        while end - start > longest:
            start = _cut(text, start, longest)
            cuts.append(start)
        start = end
    return cuts


def _cut(text: str, start: int, longest: int) -> int:
    """The last place in the second half of the piece where a word begins; else before a plain letter, so that
    no mark is parted from its letter; else where the piece is full."""
    limit = start + longest
    half = start + longest // 2 + 1
    for pattern, behind in ((_BLANK_THEN_WORD, 1), (_PLAIN, 0)):
        places = [m.start() for m in pattern.finditer(text, half - behind, limit + 1)]
        if places:
            return places[-1] + behind
    return limit - 1 if text[limit - 1] == "\r" else limit
