"""What the models are measured on, and that the figures are of the work and not of what is remembered."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from chartveil.detection.models.devices import choose_device
from chartveil.detection.models.manifest import load_members
from chartveil.evaluation.model_speed import NOTE_LENGTH, make_benchmark_notes, measure_speed
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
    assert [(s.name, s.threads) for s in found] == [("ensemble", 1), ("ensemble", 3), ("a", 1), ("a", 3)]
    assert {s.notes_per_second for s in found} == {(2.0, 2.0, 2.0)}
    assert {s.load_seconds for s in found} == {2.0}
    sentences = sum(n.sentence_count for n in make_benchmark_notes(4))
    assert found[0].sentences_per_second == pytest.approx((sentences / 2,) * 3)
    assert found[0].to_dict()["notes_per_second"] == {"median": 2.0, "values": (2.0, 2.0, 2.0)}
