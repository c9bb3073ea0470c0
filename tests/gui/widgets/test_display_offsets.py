"""Offsets of a text and positions in what is shown of it."""

import sys
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from build import document
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.gui.widgets.display_offsets import DisplayOffsetMap

LINE_ENDS = ["\r\n", "\r", "\n", "\u2028", "\u2029", "\x0b", "\x0c", "\x85"]
CONTROLS = ["\0", "\x1b", "\x7f", "\x9d", "\ud83d", "\udc00", "\ufdd0", "\ufffc", "\ufeff", "\u202e", "\t"]
LETTERS = ["😀", "𝒜", "e\u0301", "א", "👩\u200d⚕️", "a", " ", "word "]
ODD = st.sampled_from([*LINE_ENDS, *CONTROLS, *LETTERS])
TEXTS = st.lists(ODD | st.text(max_size=3), max_size=40).map("".join)


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@settings(max_examples=40)
@given(TEXTS, st.integers(2, 12))
def test_offsets_come_back(text: str, longest: int) -> None:
    offsets = DisplayOffsetMap(text, longest=longest)
    before = -1
    for offset in range(len(text) + 1):
        position = offsets.position(offset)
        assert position >= before
        before = position
        inside = text[offset - 1 : offset + 1] == "\r\n" and offset > 0
        assert offsets.offset(position) == offset + inside
    assert before == units(offsets.display_text)


@settings(max_examples=40)
@given(TEXTS, st.integers(2, 12))
def test_positions_are_monotone(text: str, longest: int) -> None:
    offsets = DisplayOffsetMap(text, longest=longest)
    found = [offsets.offset(p) for p in range(units(offsets.display_text) + 1)]
    assert found == sorted(found)
    assert found[0] == 0
    assert found[-1] == len(text)


@settings(max_examples=40)
@given(TEXTS, st.integers(2, 12))
def test_each_character_is_shown_at_its_position(text: str, longest: int) -> None:
    offsets = DisplayOffsetMap(text, longest=longest)
    shown = offsets.display_text.encode("utf-16-le")
    for offset, character in enumerate(text):
        position = offsets.position(offset)
        here = shown[2 * position : 2 * offsets.position(offset + 1)].decode("utf-16-le")
        if character in "\n\r\u2028\u2029\x0b\x0c\x85":
            assert here == "\n" or text[offset - 1 : offset + 1] == "\r\n"
        elif character.isprintable() and character != "\ufffc":
            assert here.removesuffix("\n") == character


@settings(max_examples=40)
@given(TEXTS)
def test_a_document_of_qt_has_the_same_positions(text: str) -> None:
    """Qt parts and counts what is shown as the map does: nothing is dropped, joined or read as a command."""
    offsets = DisplayOffsetMap(text, longest=6)
    shown = QTextDocument()
    shown.setPlainText(offsets.display_text)
    assert shown.characterCount() == units(offsets.display_text) + 1
    assert shown.blockCount() == len(offsets.block_starts)
    for number, start in enumerate(offsets.block_starts):
        assert shown.findBlockByNumber(number).position() == offsets.position(start)
    cursor = QTextCursor(shown)
    cursor.select(QTextCursor.SelectionType.Document)
    assert cursor.selectedText().replace("\u2029", "\n") == offsets.display_text


@settings(max_examples=40)
@given(TEXTS)
def test_lines_are_those_of_the_text(text: str) -> None:
    assert list(DisplayOffsetMap(text).block_starts) == TokenizedText(document(text)).line_starts


def test_ranges_outside_are_brought_to_the_ends() -> None:
    offsets = DisplayOffsetMap("ab\r\n")
    assert (offsets.position(-3), offsets.position(99)) == (0, 3)
    assert (offsets.offset(-3), offsets.offset(99)) == (0, 4)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\r\nb\rc\u2028d\u2029e\x0cf", "a\nb\nc\nd\ne\nf"),
        ("a\0b\x1bc\x7fd\x9de", "a␀b␛c␡d\ufffde"),
        ("a\ud83db\ufffcc", "a\ufffdb\ufffdc"),
        ("😀e\u0301\t", "😀e\u0301\t"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert DisplayOffsetMap(text).display_text == shown


def test_a_long_line_is_cut_at_blanks() -> None:
    offsets = DisplayOffsetMap("aaa bbb ccc ddd\nee", longest=9)
    assert offsets.display_text == "aaa bbb \nccc ddd\nee"
    assert [offsets.line_number(b) for b in range(3)] == [1, None, 2]
    assert offsets.line_count == 2
    assert [offsets.block_at(o) for o in (0, 7, 8, 15, 16, 18)] == [0, 0, 1, 1, 2, 2]


@settings(max_examples=40)
@given(st.text(st.sampled_from("ab \r\n😀"), max_size=200), st.integers(2, 9))
def test_no_piece_is_longer_than_asked(text: str, longest: int) -> None:
    starts = [*DisplayOffsetMap(text, longest=longest).block_starts, len(text)]
    assert max((b - a for a, b in pairwise(starts)), default=0) <= longest
    for start in starts[1:-1]:
        assert text[start - 1 : start + 1] != "\r\n"


def test_a_megabyte_is_looked_up_without_walking_it() -> None:
    text = "naïve 😀 words\r\n" * 70_000
    offsets = DisplayOffsetMap(text)
    started = time.process_time()
    for offset in range(0, len(text), 1009):
        offsets.offset(offsets.position(offset))
    per_lookup = (time.process_time() - started) / (len(text) / 1009) / 2
    sys.stdout.write(f"\n{len(text):,} characters: {1e6 * per_lookup:.1f} µs a lookup\n")
