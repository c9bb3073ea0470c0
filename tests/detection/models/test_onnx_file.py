"""ONNX files as we write and read them."""

from __future__ import annotations

import numpy as np
import pytest

from chartveil.detection.models.onnx_file import OnnxWriter, read_onnx
from tiny_models import table_model


def small() -> bytes:
    to = OnnxWriter()
    table = to.add_constant("table", np.arange(6, dtype=np.float32).reshape(3, 2))
    assert to.add_constant("table", np.zeros(1)) == table  # the first one stays
    looked_up = to.add_node("Gather", table, "ids")
    first, second = to.add_node_with_outputs("Split", [looked_up], 2, axis=-1, num_outputs=2)
    whole = to.add_constant("whole", np.array([-1, 300], np.int64))
    parts = [
        to.add_node("Cast", whole, to=1),
        to.add_node("Transpose", to.add_node("Neg", looked_up), perm=(0, 1, 2)),
    ]
    joined = to.add_node("Concat", second, first, axis=-1)
    total = to.add_node("Add", to.add_node("Add", joined, parts[0]), parts[1])
    return to.to_bytes(["ids"], ["batch", "tokens"], (total, "logits", 2), {"b": "two", "a": "ä"})


def test_a_model_runs_as_written() -> None:
    from onnxruntime import InferenceSession

    session = InferenceSession(small(), providers=["CPUExecutionProvider"])
    assert [(i.name, i.shape, i.type) for i in session.get_inputs()] == [
        ("ids", ["batch", "tokens"], "tensor(int64)")
    ]
    assert [(o.name, o.shape) for o in session.get_outputs()] == [("logits", ["batch", "tokens", 2])]
    assert session.get_modelmeta().custom_metadata_map == {"a": "ä", "b": "two"}
    (scores,) = session.run(None, {"ids": np.array([[2, 0]])})
    # Row 2 is (4, 5): turned round (5, 4), and (-1, 300) added, and (4, 5) taken off.
    assert scores.tolist() == [[[0, 299], [0, 299]]]


def test_constants_and_properties_are_read_back() -> None:
    parts = read_onnx(small())
    assert set(parts.constants) == {"table", "whole"}
    assert parts.constants["table"].tolist() == [[0, 1], [2, 3], [4, 5]]
    assert parts.constants["whole"].tolist() == [-1, 300]
    assert parts.constants["whole"].dtype == np.int64
    assert parts.properties == {"a": "ä", "b": "two"}


@pytest.mark.parametrize("kind", ["float32", "float16", "int8", "uint8", "int32", "int64"])
def test_each_type_of_constant_is_kept(kind: str) -> None:
    to = OnnxWriter()
    to.add_constant("one", np.array(3, kind))
    to.add_constant("none", np.zeros((0, 2), kind))
    found = read_onnx(to.to_bytes(["ids"], ["n"], ("ids", "out", 1), {})).constants
    assert found["one"].shape == ()
    assert found["one"] == 3
    assert found["none"].shape == (0, 2)
    assert {v.dtype.name for v in found.values()} == {kind}


def test_models_of_others_are_read() -> None:
    table = np.arange(8, dtype=np.float32).reshape(4, 2)
    parts = read_onnx(table_model(table))
    assert (parts.constants["table"] == table).all()
    assert parts.properties == {}


def test_the_same_calls_give_the_same_bytes() -> None:
    assert small() == small()


@pytest.mark.parametrize("cut", [1, 40, 200])
def test_a_file_cut_off_is_told(cut: int) -> None:
    with pytest.raises(ValueError, match="protocol buffer"):
        read_onnx(small()[:-cut])


def test_files_are_valid_onnx() -> None:
    onnx = pytest.importorskip("onnx")
    onnx.checker.check_model(onnx.load_from_string(small()), full_check=True)
