"""Runs of models: what they are fed, what is remembered, how windows are batched."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from chartveil.detection.models.devices import Device, DeviceName, choose_device
from chartveil.detection.models.encoder import TextEncoder, TokenWindow
from chartveil.detection.models.manifest import load_members
from chartveil.detection.models.network import OnnxNetwork, WindowInput, WindowRunner
from tiny_models import VOCABULARY, entries, table_model, tokenizer, word_table, write_member

CLASSES = ["O", "PATIENT", "CITY"]
WORDS = {"john": "PATIENT", "boston": "CITY"}
ENCODER = TextEncoder(tokenizer())


@pytest.fixture(scope="module")
def cpu() -> Device:
    return choose_device("cpu")


def network(folder: Path, device: Device, text: str = "", **keys: int) -> OnnxNetwork:
    (folder / "m.toml").write_text(text or entries(CLASSES, WORDS, folder), encoding="utf-8")
    (member,) = load_members(folder / "m.toml")
    return OnnxNetwork(member, ENCODER, device, **keys)


def piece(text: str) -> WindowInput:
    encoded = ENCODER.encode(text)
    return WindowInput.of(encoded, TokenWindow(0, len(encoded), 0, len(encoded)))


def test_probabilities_are_those_of_the_sub_words_without_special_tokens(tmp_path: Path, cpu: Device) -> None:
    (given,) = network(tmp_path, cpu).run([piece("seen John in Boston")])
    assert given.shape == (5, 3)  # "in" is not in the vocabulary: two letters
    assert given.sum(axis=1) == pytest.approx(np.ones(5))
    assert given.argmax(axis=1).tolist() == [0, 1, 0, 0, 2]


def test_a_batch_gives_what_its_windows_give_alone(tmp_path: Path, cpu: Device) -> None:
    net = network(tmp_path, cpu, cache_bytes=0)
    pieces = [piece("John"), piece("seen by John on March 12, 2021"), piece("at Boston")]
    for alone, together in zip(pieces, net.run(pieces), strict=True):
        assert np.array_equal(net.run([alone])[0], together)


def test_windows_run_alone_on_a_cpu_and_in_batches_of_like_length_elsewhere(
    tmp_path: Path, cpu: Device
) -> None:
    assert network(tmp_path, cpu).batches([3, 9, 3]) == [[1], [0], [2]]
    assert network(tmp_path, cpu, batch=2).batches([3, 9, 3, 8]) == [[1, 3], [0, 2]]


def test_equal_windows_run_once_and_are_remembered_up_to_a_size(tmp_path: Path, cpu: Device) -> None:
    net = network(tmp_path, cpu)
    engine = WindowRunner(cpu, 1)
    runs: list[int] = []
    run = net.run

    def counted(pieces: list[WindowInput]) -> list[np.ndarray]:
        runs.append(len(pieces))
        return run(pieces)

    net.run = counted  # type: ignore[method-assign, assignment]
    first = engine.run([(net, [piece("John"), piece("Boston"), piece("john")]), (net, [piece("John")])])
    # "John" and "john" differ in shape.
    assert sum(runs) == 3
    again = engine.run([(net, [piece("John")])])
    assert sum(runs) == 3
    assert np.array_equal(again[0][0], first[0][0])
    small = network(tmp_path, cpu, cache_bytes=30)
    small.run([piece("John")])
    small.run([piece("Boston")])
    assert small.cached(piece("John")) is not None
    small.run([piece("john")])
    assert small.cached(piece("Boston")) is None  # not used for the longest time
    assert small.cached(piece("John")) is not None


def test_models_that_want_int32_and_positions_get_them(tmp_path: Path, cpu: Device) -> None:
    data = table_model(word_table(CLASSES, WORDS), inputs=["token_type_ids", "position_ids"])
    net = network(tmp_path, cpu, write_member(tmp_path, "a", CLASSES, data))
    assert net.run([piece("John")])[0].argmax() == 1


def test_special_tokens_are_those_of_the_tokenizer() -> None:
    assert ENCODER.special_ids_around() == ([VOCABULARY["[CLS]"]], [VOCABULARY["[SEP]"]])
    assert ENCODER.padding_id() == VOCABULARY["[PAD]"]


def test_a_model_that_does_not_load_on_a_device_says_so(tmp_path: Path) -> None:
    from chartveil.domain.errors import ResourceError

    absent = Device(DeviceName.CUDA, "CUDAExecutionProvider", "")
    with pytest.warns(UserWarning, match="CUDA"), pytest.raises(ResourceError, match="on the device cuda"):
        network(tmp_path, absent)
