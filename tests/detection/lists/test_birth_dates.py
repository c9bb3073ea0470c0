"""Whole dates in texts and in cells: every usual form of a day is known, and nothing else is taken for it."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartveil.detection.lists.birth_dates import (
    DATE_ORDERS,
    DAY_FIRST,
    MONTH_FIRST,
    date_orders_of_column,
    read_birth_date,
)
from chartveil.detection.lists.dossier import Dossier, PatientFacts
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon import word_lookup as scan
from chartveil.lexicon.calendar import calendar_words

FORMS = (
    "{y}-{m:02}-{d:02}",
    "{m}/{d}/{y}",
    "{m:02}/{d:02}/{s:02}",
    "{d}.{m}.{y}",
    "{d:02}-{abbr}-{y}",
    "{d}{abbr}{y}",
    "{name} {d}, {y}",
    "{NAME} {d} {y}",
    "{d} {name} {y}",
    "{d}th of {name}, {y}",
    "{abbr}. {d}, {y}",
    "{y}{m:02}{d:02}",
    "{m:02}{d:02}{y}",
    "{y}-{m:02}-{d:02}T10:15",
)
days = st.dates(dt.date(1900, 1, 1), dt.date(2049, 12, 31))


def written(form, day):
    name = calendar_words().months["en"][day.month - 1]
    return form.format(
        y=day.year, m=day.month, d=day.day, s=day.year % 100, name=name, NAME=name.upper(), abbr=name[:3]
    )


@given(days, st.sampled_from(FORMS))
def test_a_day_is_read_in_every_form(day, form):
    assert day in read_birth_date(written(form, day))


@pytest.mark.parametrize("name", ["Novernber", "N0vember", "Novemeber", "Novmber", "noviembre", "nov"])
def test_a_month_is_read_misread_misspelt_and_in_other_languages(name):
    assert read_birth_date(f"4 {name} 1951") == {dt.date(1951, 11, 4)}


@pytest.mark.parametrize("word", ["man", "ma", "number", "member", "novelty"])
def test_another_word_is_no_month(word):
    assert read_birth_date(f"4 {word} 1951") == frozenset()


@given(days, days, st.sampled_from(FORMS))
def test_the_day_of_birth_is_found_whole_and_other_days_are_not(birth, other, form):
    text = f"Born {written(form, birth)}; seen {other.isoformat()}."
    view = TokenizedText(Document(text, DocumentSource("case", "txt", "0")))
    dossier = Dossier(PatientFacts(births=frozenset({birth})), lambda word: False)
    found = dossier.find(scan.look_up_words(view, {}), view)
    assert found[0].label is Label.DATE
    assert found[0].text(text) == written(form, birth).removesuffix("T10:15")
    assert len(found) == 1 + (other == birth)


@pytest.mark.parametrize(
    "text", ["", "unknown", "3/1951", "1951", "13/13/1951", "February 30, 1951", "3 5 7"]
)
def test_what_is_no_whole_day(text):
    assert read_birth_date(text) == frozenset()


def test_figures_that_were_misread_count():
    assert read_birth_date("O3/O4/l951", (MONTH_FIRST,)) == {dt.date(1951, 3, 4)}


@pytest.mark.parametrize(
    ("cells", "order"),
    [
        (("03/04/1951", "13/04/1951"), (DAY_FIRST,)),
        (("03/04/1951", "04/13/1951"), (MONTH_FIRST,)),
        (("03/04/1951",), DATE_ORDERS),
        (("13/04/1951", "04/13/1951"), DATE_ORDERS),
        (("1951-03-04", "unknown"), DATE_ORDERS),
    ],
)
def test_a_column_tells_its_order_where_some_date_allows_no_other(cells, order):
    assert date_orders_of_column(cells) == order
