"""Rounding of matrices, and the int8 model made of them."""

from __future__ import annotations

import numpy as np
import pytest

from chartveil.detection.models.float_twin import build_float_model
from chartveil_training.int8_model import int8_model, round_matrix, smoothed
from small_networks import feed, network, probabilities, window


def matrix(seed: int = 0, rows: int = 384, columns: int = 64) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return (rng.normal(size=(rows, columns)) * rng.uniform(0.01, 2, columns)).astype(np.float32)


def test_rounded_weights_are_near_and_use_each_columns_range() -> None:
    weight = matrix()
    rounded, scale = round_matrix(weight)
    assert rounded.dtype == np.int8
    assert (np.abs(rounded * scale - weight).max(axis=0) < 0.501 * scale).all()
    assert (np.abs(rounded).max(axis=0) > 64).all()  # beyond 7 bits


def test_no_pair_of_neighbours_leaves_16_bits_whatever_it_is_multiplied_by() -> None:
    for seed in range(20):
        rounded = round_matrix(matrix(seed))[0].astype(np.int64)
        for sign in (1, -1):
            same = np.maximum(sign * rounded, 0)
            assert (255 * (same[0::2] + same[1::2])).max() <= 32767


def test_a_column_of_nothing_stays_nothing() -> None:
    rounded, scale = round_matrix(np.zeros((4, 3), np.float32))
    assert not rounded.any()
    assert (scale == 1).all()


@pytest.mark.parametrize("layers", [1, 2, 4])
def test_the_int8_model_is_near_the_float_model(layers: int) -> None:
    weights, form = network(layers=layers)
    given = feed(40)
    exact, near = (
        probabilities(m, given) for m in (build_float_model(weights, form), int8_model(weights, form))
    )
    assert np.abs(exact - near).mean() < 0.01
    assert (exact.argmax(-1) == near.argmax(-1)).mean() >= 0.9


def test_padding_is_not_looked_at() -> None:
    weights, form = network()
    given = feed(30, 12)
    alone = probabilities(build_float_model(weights, form), window(given, 1))
    for model in (build_float_model(weights, form), int8_model(weights, form)):
        together = probabilities(model, given)[1:, :12]
        assert np.abs(together - alone).max() < 0.1
        assert (together.argmax(-1) == alone.argmax(-1)).mean() > 0.9


def test_evening_out_changes_nothing_but_the_rounding() -> None:
    weights, form = network(3)
    name = "layer.0.narrow"
    # One channel reaches far, as networks of this kind have it.
    weights["layer.0.wide.bias"][7] = 60
    weights["layer.0.narrow.weight"][7] *= 0.05
    given = feed(50)
    reach = np.ones(64, np.float32)
    reach[7] = 60
    calm = smoothed(weights, {name: reach})
    assert calm[f"{name}.calm"][7] == pytest.approx(3 / 60)
    assert np.delete(calm[f"{name}.calm"], 7) == pytest.approx(1)
    exact = probabilities(build_float_model(weights, form), given)
    assert np.abs(probabilities(build_float_model(calm, form), given) - exact).max() < 1e-4
    errors = [np.abs(probabilities(int8_model(w, form), given) - exact).mean() for w in (weights, calm)]
    assert errors[1] < 0.5 * errors[0]


def test_even_inputs_are_left_as_they_are() -> None:
    weights, _ = network()
    assert set(smoothed(weights, {"layer.0.wide": np.linspace(1, 4, 32, dtype=np.float32)})) == set(weights)
    assert set(smoothed(weights, {"layer.0.wide": np.zeros(32, np.float32)})) == set(weights)


def test_threads_and_options_do_not_change_the_numbers() -> None:
    import onnxruntime as ort

    weights, form = network()
    model, given = int8_model(weights, form), feed(50)
    found = []
    levels = ort.GraphOptimizationLevel
    for threads, level in (
        (1, levels.ORT_ENABLE_ALL),
        (2, levels.ORT_ENABLE_ALL),
        (1, levels.ORT_DISABLE_ALL),
    ):
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.graph_optimization_level = level
        session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        found += [session.run(None, given)[0] for _ in range(2)]
    assert all((f == found[0]).all() for f in found)
    assert model == int8_model(*network())


def test_the_model_is_valid_onnx() -> None:
    onnx = pytest.importorskip("onnx")
    weights, form = network()
    for model in (int8_model(weights, form), build_float_model(weights, form)):
        onnx.checker.check_model(onnx.load_from_string(model))
