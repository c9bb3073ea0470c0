"""Numbers, months and days as texts write them."""

from __future__ import annotations

import datetime as dt

import pytest

from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import calendar_words, is_day_month, is_year, month_numbers, read_number


@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), ("l2", 12), ("2O", 20), ("S", 5), ("x", None), ("", None), ("٣", None), ("1" * 5000, None)],
)
def test_number(text: str, value: int | None) -> None:
    assert read_number(text) == value


@pytest.mark.parametrize(
    ("word", "month"), [("may", 5), ("sept", 9), ("aout", 8), ("janner", 1), ("marz", 3), ("man", None)]
)
def test_month(word: str, month: int | None) -> None:
    assert month_numbers().get(word) == month


def test_no_word_is_two_months() -> None:
    words = calendar_words()
    for names in (*words.months.values(), *words.month_abbreviations.values()):
        assert [month_numbers()[fold(name)] for name in names] == list(range(1, 13))


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("christmas", dt.date(2024, 12, 25)),
        ("thanksgiving", dt.date(2024, 11, 28)),
        ("black friday", dt.date(2024, 11, 29)),
        ("memorial day", dt.date(2024, 5, 27)),
        ("good friday", dt.date(2024, 3, 29)),
    ],
)
def test_holiday(name: str, day: dt.date) -> None:
    assert calendar_words().holiday(name, 2024) == day


def test_calendar() -> None:
    assert is_day_month("2", "29")
    assert is_day_month("31", "12")
    assert not is_day_month("2", "30")
    assert not is_day_month("13", "13")
    assert is_year("98")
    assert is_year("2014")
    assert not is_year("2314")
    assert not is_year("201")
