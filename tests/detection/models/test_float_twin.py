"""Twins of int8 models for GPUs: tried here on the CPU, where they are slow but the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from chartveil.detection.models.encoder import TextEncoder
from chartveil.detection.models.float_twin import has_float_twin, input_names, make_float_twin
from chartveil.detection.models.gazetteer_features import GAZETTEER_CODE_COUNT, GazetteerFeatures
from chartveil.detection.models.manifest import load_members
from chartveil.detection.models.onnx_file import read_onnx
from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import models_folder
from chartveil.lexicon.lexicon import bundled_lexicon
from chartveil_training.int8_model import int8_model, smoothed
from small_networks import feed, network, probabilities, window
from tiny_models import table_model

TEXT = (
    "DISCHARGE SUMMARY\nPatient: Vandermolen, Teofila  MRN 88-20417\nSeen on 03/14/2021 by Dr. Okonkwo-Reyes "
    "at Cedar Hollow Clinic, 12 Birchwood Lane, Ashgrove. She is a 47 year old baker with chest pain, "
    "troponin negative, Apgar and Glasgow scores noted by mistake. Her brother Aurelio may be called at "
    "(555) 014-2236. Heart rate 72, BP 120/80; Lasix 40 mg b.i.d. Follow up in May with cardiology."
)


@pytest.fixture(scope="module")
def int8() -> bytes:
    weights, form = network()
    reach = {"layer.0.wide": np.ones(32, np.float32), "layer.1.narrow": np.ones(64, np.float32)}
    reach["layer.0.wide"][3] = reach["layer.1.narrow"][[5, 6]] = 20
    return int8_model(smoothed(weights, reach), form)


def test_a_twin_gives_what_the_int8_file_gives(int8: bytes) -> None:
    twin = make_float_twin(int8)
    for i in range(8):
        given = feed(10 + 4 * i, seed=i)
        ours, other = probabilities(int8, given), probabilities(twin, given)
        assert np.abs(ours - other).max() < 2e-3
        assert (ours.argmax(-1) == other.argmax(-1)).all()


def test_windows_that_run_together_give_what_each_gives_alone(int8: bytes) -> None:
    twin, given = make_float_twin(int8), feed(31, 7, 18)
    together = probabilities(twin, given)
    for row, length in enumerate((31, 7, 18)):
        alone = probabilities(twin, window(given, row))
        assert np.abs(together[row, :length] - alone[0]).max() < 1e-4


def test_files_that_are_not_told_what_is_known_have_twins_too() -> None:
    model, given = int8_model(*network(known=False)), feed(30, known=False)
    ours, other = probabilities(model, given), probabilities(make_float_twin(model), given)
    assert np.abs(ours - other).max() < 2e-3


def test_a_twin_is_the_same_each_time(int8: bytes) -> None:
    assert make_float_twin(int8) == make_float_twin(int8)


def test_only_files_of_our_own_have_twins(int8: bytes) -> None:
    assert has_float_twin(int8)
    for other in (table_model(np.zeros((4, 2), np.float32)), make_float_twin(int8), b"", b"\xff no model"):
        assert not has_float_twin(other)
        with pytest.raises(ResourceError, match="no twin"):
            make_float_twin(other)


def test_a_file_cut_off_has_no_twin(int8: bytes) -> None:
    with pytest.raises(ResourceError, match="no twin"):
        make_float_twin(int8[: len(int8) // 2])


def shipped() -> list[Path]:
    return [path for path in sorted(models_folder().glob("*.onnx")) if has_float_twin(path.read_bytes())]


@pytest.mark.skipif(not shipped(), reason="no trained models are there")
def test_twins_of_our_models_agree_on_a_note() -> None:
    """But for the large one, whose spans are compared in ``tests/test_shipped_models.py``."""
    large = {m.file for m in load_members(models_folder() / "ensemble.toml") if m.careful}
    encoder = TextEncoder.load(models_folder() / "tokenizer.json", words=GazetteerFeatures(bundled_lexicon()))
    encoded = encoder.encode(TEXT)
    before, behind = encoder.special_ids_around()
    ends = np.zeros(1, np.int64)
    row = {
        "input_ids": np.concatenate([before, encoded.ids, behind]),
        "shape_ids": np.concatenate([ends, encoded.shapes, ends]),
        "gap_ids": np.concatenate([ends, encoded.gaps, ends]),
        "known_ids": np.concatenate([ends, encoded.gazetteer_codes, ends]),
    }
    given = {name: values[None] for name, values in row.items()}
    given["attention_mask"] = np.ones_like(given["input_ids"])
    same = []
    for path in set(shipped()) - large:
        model = path.read_bytes()
        read = {name: given[name] for name in input_names(read_onnx(model).constants)}
        ours, other = probabilities(model, read), probabilities(make_float_twin(model), read)
        assert np.abs(ours - other).mean() < 2e-3
        same.append((ours.argmax(-1) == other.argmax(-1)).mean())
    assert np.mean(same) >= 0.995


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.name)
def test_our_models_have_a_row_for_each_thing_known_of_a_word(path: Path) -> None:
    assert len(read_onnx(path.read_bytes()).constants["known.weight"]) == GAZETTEER_CODE_COUNT
