"""On which side of its note a time lies: the words around it say, or it is open."""

import re
from pathlib import Path

import pytest

from chartveil.case_report.times.sides import Side, side_of

_CASES = [
    line.split("|")
    for line in (Path(__file__).parents[2] / "cases" / "time_sides.txt")
    .read_text(encoding="utf-8")
    .splitlines()
    if not line.startswith("#")
]
_TIME = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\b(?:Mon|Sat)\b|Easter")


@pytest.mark.parametrize(("side", "sentence"), _CASES)
def test_the_side_of_a_time(side, sentence):
    note = f"Ward round\n{sentence}\n"
    time = _TIME.search(note)
    assert side_of(note, *time.span()) is Side[side]


@pytest.mark.parametrize(
    ("note", "side"),
    [
        ("Plan: U&E on Friday", Side.FUTURE),
        ("PLAN\n1. U&E Friday", Side.FUTURE),
        ("Follow-up\nU&E on Friday", Side.FUTURE),
        ("History\nU&E on Friday", Side.PAST),
        ("Results: U&E on Friday", Side.PAST),
        ("Plan: home\n\nHistory: U&E on Friday", Side.PAST),
    ],
)
def test_the_heading_tells_where_the_sentence_does_not(note, side):
    at = note.index("Friday")
    assert side_of(note, at, at + 6) is side
