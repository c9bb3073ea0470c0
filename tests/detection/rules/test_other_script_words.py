"""Forms in two languages: field names in another script stay, the names beside them are found."""

from __future__ import annotations

import tomllib
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from chartveil.detection.rules import build_rules
from chartveil.detection.rules.engine import RuleDetector
from chartveil.lexicon.other_script_words import names_nobody

from .rule_cases import view_of

DETECTOR = RuleDetector(
    tuple(r for r in build_rules().rules if r.id.startswith("NAME-OTHER-SCRIPT")), seconds=5
)
FORMS = tomllib.loads(
    (Path(__file__).parents[2] / "cases" / "other_script_forms.toml").read_text(encoding="utf-8")
)


def found(text: str) -> list[str]:
    return [text[s.start : s.end] for s in DETECTOR.detect(view_of(text))]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_field_names_stay_and_the_names_beside_them_are_found(form: dict[str, Any]) -> None:
    assert found(form["text"]) == form["names"]


@pytest.mark.parametrize(
    "run",
    ["नाव रमेश", "नाम राम शर्मा", "姓名 陳志明", "患者陳志明", "имя Лариса", "الاسم سمير", "שם רחל", "ชื่อสมชาย",
     "όνομα Σοφία", "வயது முருகன்", "환자 김민준", "የአባት ስም ተስፋዬ"],
)  # fmt: skip
def test_a_run_of_a_field_name_and_a_name_stays_whole(run: str) -> None:
    assert found(f"The patient is written down as {run} in the book of the clinic.") == [run]


@pytest.mark.parametrize(
    "name",
    ["عمر", "على", "شام", "مهر", "גיל", "בן", "שבת", "Κυριακή", "Παρασκευή", "Середа", "Марта", "Захар",
     "Пол", "Рік", "李", "이", "करण", "शाम", "ከተማ", "จันทร์", "ਰਾਜ", "సాక్షి", "ကလေး", "পতি"],
)  # fmt: skip
def test_words_that_are_also_names_or_places_are_found(name: str) -> None:
    assert not names_nobody(name)


def test_a_month_beside_figures_stays_a_find() -> None:
    assert found("He was seen on 12 июля 2024 and on १२ जुलाई for the same pain.") == ["июля", "जुलाई"]


@pytest.mark.parametrize(
    "word", ["ज़िला", "Дата Рождения", "ΙΑΤΡΟΣ", "الاِسْم", "שֵׁם", "রোগীর নাম", "날짜", "Երեխա"]
)
def test_unicode_forms_capitals_and_vowel_marks_do_not_matter(word: str) -> None:
    for form in ("NFC", "NFD"):
        assert names_nobody(unicodedata.normalize(form, word))
