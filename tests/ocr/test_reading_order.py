"""Reading order, from lines as a faultless engine would give them."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartveil.domain.geometry import Rect
from chartveil.ocr.engine_interface import OcrLine, OcrWord
from chartveil.ocr.reading_order import rows_in_reading_order, text_of_rows
from ocr.pages_help import OTHER, PROSE, Sheet, as_lines, form, letter, results, two_columns


def text_of(sheet: Sheet, seed: int = 1) -> str:
    """The text, from lines in an order that says nothing."""
    lines = as_lines(sheet.words)
    random.Random(seed).shuffle(lines)
    return text_of_rows(rows_in_reading_order(lines))[0]


def test_letter_runs_down_the_page():
    assert " ".join(text_of(letter()).split()) == " ".join(w.text for w in letter().words)


def test_columns_are_read_one_after_the_other():
    text = " ".join(text_of(two_columns()).split())
    assert text == f"Discharge instructions for Walter Nguyen of Elm Street {PROSE} {OTHER}"


def test_columns_whose_lines_do_not_stand_level():
    sheet = Sheet(1200, 900)
    sheet.paragraph(60, 60, 500, PROSE, 26)
    sheet.paragraph(640, 73, 500, OTHER, 22)
    sheet.write(60, 800, "Both columns end above this line of the foot of the page.")
    text = " ".join(text_of(sheet).split())
    assert text == f"{PROSE} {OTHER} Both columns end above this line of the foot of the page."


def test_three_columns():
    sheet = Sheet(1500, 700)
    third = " ".join(reversed(PROSE.split()))
    for x, prose in ((40, PROSE), (540, OTHER), (1040, third)):
        sheet.paragraph(x, 60, 420, prose, 22)
    assert " ".join(text_of(sheet).split()) == f"{PROSE} {OTHER} {third}"


def test_keys_stand_before_their_values():
    lines = text_of(form()).split("\n")
    assert "Name:\tWalter Nguyen\tMRN:\t00482913" in lines
    assert "Address:\t27 Elm Street\tCity:\tSpringfield" in lines


def test_tables_are_read_by_rows():
    lines = text_of(results()).split("\n")
    assert "Creatinine\t0.9\tmg/dL\t0.6 - 1.1" in lines
    assert lines.index("Test\tResult\tUnit\tReference") < lines.index("Glucose\t98\tmg/dL\t70 - 99")


def test_rows_of_a_table_with_a_long_last_column_stay_whole():
    sheet = Sheet(1200, 600)
    for n, (day, who) in enumerate((("03/01", "Dr. Shah"), ("03/09", "Dr. Ito"), ("03/17", "Dr. Bell"))):
        y = 60 + n * 150
        sheet.write(40, y, day)
        sheet.write(200, y, who)
        sheet.paragraph(420, y, 700, "Seen on the ward, lungs clear, plan discussed with the family again.")
    lines = text_of(sheet).split("\n")
    assert sum(line.startswith(("03/01\tDr. Shah\tSeen", "03/17\tDr. Bell\tSeen")) for line in lines) == 2


def test_a_line_found_over_two_columns_is_cut():
    words = [
        OcrWord(t, Rect(x, 10, x + 80, 40), 0.9) for t, x in (("left", 10), ("side", 100), ("right", 600))
    ]
    rows = rows_in_reading_order([OcrLine(tuple(words), Rect(10, 10, 680, 40))])
    assert [[p.text for p in row] for row in rows] == [["left side", "right"]]


def test_lines_that_run_upwards_come_last_and_empty_ones_not_at_all():
    tall = OcrLine((OcrWord("Fax", Rect(5, 10, 30, 300), 0.9),), Rect(5, 10, 30, 300))
    empty = OcrLine((), Rect(50, 500, 300, 530))
    lines = [tall, empty, *as_lines(letter().words)]
    text, _ = text_of_rows(rows_in_reading_order(lines))
    assert text.endswith("\nFax")


@pytest.mark.parametrize("seed", range(4))
def test_order_of_what_comes_in_does_not_matter(seed):
    assert text_of(form(), seed) == text_of(form(), seed + 10)


WORDS = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=6)
LINES = st.lists(
    st.builds(
        lambda texts, x, y, high: _line(texts, x, y, high),
        st.lists(WORDS, max_size=4),
        st.integers(0, 900),
        st.integers(0, 900),
        st.integers(8, 60),
    ),
    max_size=12,
)


def _line(texts: list[str], x: int, y: int, high: int) -> OcrLine:
    words, at = [], float(x)
    for text in texts:
        wide = high * 0.6 * len(text)
        words.append(OcrWord(text, Rect(at, y, at + wide, y + high), 0.9))
        at += wide + high * 0.4
    return OcrLine(tuple(words), Rect(x, y, max(at, x + 1.0), y + high))


@given(LINES)
def test_every_word_stands_once_at_its_range(lines):
    text, words = text_of_rows(rows_in_reading_order(lines), start=7)
    assert [text[w.start - 7 : w.end - 7] for w in words] == [w.word.text for w in words]
    assert sorted(w.word.text for w in words) == sorted(w.text for line in lines for w in line.words)
    assert all(a.end < b.start for a, b in pairwise(words))
    assert "".join(text.split()) == "".join(w.word.text for w in words)
