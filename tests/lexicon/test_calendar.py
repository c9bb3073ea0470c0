"""Numbers, months and days as texts write them."""

from __future__ import annotations

import pytest

from chartveil.lexicon.calendar import is_day_month, is_year, month_kind, read_number


@pytest.mark.parametrize(
    ("text", "value"), [("12", 12), ("l2", 12), ("2O", 20), ("S", 5), ("x", None), ("", None), ("٣", None)]
)
def test_number(text: str, value: int | None) -> None:
    assert read_number(text) == value


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("May", "plain"),
        ("Novernber", "misread"),
        ("0ct", "misread"),
        ("Febuary", "misread"),
        ("août", "foreign"),
        ("man", ""),
    ],
)
def test_month_kind(word: str, kind: str) -> None:
    assert month_kind(word) == kind


def test_calendar() -> None:
    assert is_day_month("2", "29")
    assert is_day_month("31", "12")
    assert not is_day_month("2", "30")
    assert not is_day_month("13", "13")
    assert is_year("98")
    assert is_year("2014")
    assert not is_year("2314")
    assert not is_year("201")
