"""What the models are measured on, that the figures are of the work, and what is left out in turn."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.models.ablation import ablation_rows
from benchmarks.models.conditions import CONDITIONS, under_condition
from benchmarks.models.speed import NOTE_LENGTH, make_benchmark_notes, measure_speed
from chartveil.detection.model_choice import ModelChoice
from chartveil.detection.models.devices import choose_device
from chartveil.detection.models.ensemble import EnsembleDetector
from chartveil.detection.models.manifest import load_members
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.labels import Label
from chartveil.domain.policy import load_policy
from chartveil.formats.annotations.inline import read_inline
from tiny_models import entries


def test_the_notes_are_of_two_kilobytes_and_no_two_alike() -> None:
    notes = make_benchmark_notes(30)
    assert len({n.text for n in notes}) == 30
    assert all(NOTE_LENGTH <= len(n.text) < NOTE_LENGTH * 1.3 for n in notes)
    assert all(10 < n.sentence_count < 100 for n in notes)
    assert make_benchmark_notes(3) == notes[:3]


def test_figures_are_rates_of_each_repeat(tmp_path: Path) -> None:
    (tmp_path / "ensemble.toml").write_text(
        entries(["O", "PATIENT"], {"john": "PATIENT"}, tmp_path, "a")
        + entries(["O", "CITY"], {"boston": "CITY"}, tmp_path, "b", enabled=False),
        encoding="utf-8",
    )
    ticks = itertools.count(0, 2)
    found = list(
        measure_speed(
            load_members(tmp_path / "ensemble.toml"),
            device=choose_device("cpu"),
            threads=(1, 3, 1),
            notes=make_benchmark_notes(4),
            repeat=3,
            clock=lambda: float(next(ticks)),
        )
    )
    assert [(s.name, s.threads) for s in found] == [
        ("profile quick", 1),
        ("profile quick", 3),
        ("a", 1),
        ("a", 3),
    ]
    assert {s.notes_per_second for s in found} == {(2.0, 2.0, 2.0)}
    assert {s.load_seconds for s in found} == {2.0}
    sentences = sum(n.sentence_count for n in make_benchmark_notes(4))
    assert found[0].sentences_per_second == pytest.approx((sentences / 2,) * 3)


def test_the_ablation_leaves_out_each_stage_detector_and_model(tmp_path: Path) -> None:
    # In this note each of the two models finds what nothing else does.
    gold = [
        read_inline("[[PATIENT|John]] was in [[CITY|Boston]] where [[PATIENT|John]] fell.", "1", "1.note")
    ]
    words = {"people": {"john": "PATIENT"}, "places": {"boston": "CITY"}}
    listed = [entries(["O", *set(found.values())], found, tmp_path, name) for name, found in words.items()]
    (tmp_path / "ensemble.toml").write_text("\n".join(listed), encoding="utf-8")
    models = ModelChoice("cpu")
    networks = EnsembleDetector(load_members(tmp_path / "ensemble.toml"), device="cpu", threads=1)
    whole = build_pipeline(load_policy(), models=None)
    whole = replace(
        whole,
        detectors=(*whole.detectors, networks),
        judge=replace(whole.judge, networks=networks),
    )
    rows = {r.name: r.result.full.recall for r in ablation_rows(gold, whole, models, labels=list(Label))}
    assert list(rows) == [
        "whole",
        "rules + dictionaries",
        "without recovery",
        "without propagation",
        "without rules",
        "without dictionaries",
        "rules alone",
        "dictionaries alone",
        "ensemble alone",
        "without member people",
        "without member places",
        "member people alone",
        "member places alone",
    ]
    assert rows["ensemble alone"] == 1.0
    assert rows["member people alone"] == pytest.approx(2 / 3)
    assert rows["member places alone"] == pytest.approx(1 / 3)


CONDITION_GOLD = (
    "Seen by Dr. [[DOCTOR|Ilona Hill]] on [[DATE|03/14/2024]] for [[PATIENT|Bill Oslo]], [[AGE|58]].\n"
    "Ratio 3/14/2024. Born [[DATE|March 5, 1966]], next [[DATE|14/03/2024]].\n" * 4
)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_under_each_condition_marks_cover_what_became_of_their_text(condition: str) -> None:
    document = read_inline(CONDITION_GOLD, "a", "a.note")
    (found,) = under_condition([document], condition)
    assert (found.text == document.text) == (condition == "as written")
    assert [s.label for s in found.spans] == [s.label for s in document.spans]
    assert [found] == under_condition([document], condition)
    texts = [s.text(found.text or "") for s in found.spans[:6]]
    if condition == "capitals":
        assert texts[0] == "ILONA HILL"
    elif condition == "small letters":
        assert texts[0] == "ilona hill"
    elif condition == "day first":
        assert [t.translate(str.maketrans(".-", "//")) for t in (texts[1], texts[5])] == ["14/03/2024"] * 2
        assert texts[4].replace(".", "") == "5 March 1966"
        assert "Ratio 3/14/2024." in (found.text or "")  # no date, so it stays


def test_few_words_are_misread() -> None:
    words = "clinical text with many small letters in it " * 200
    (found,) = under_condition([read_inline(words, "a", "a.note")], "misread")
    seen = (found.text or "").split()
    assert 0.85 < sum(word in words.split()[:8] for word in seen) / len(seen) < 0.97
