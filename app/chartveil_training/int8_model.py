"""Evens out what matrices are given, so that rounding it to uint8 costs less.

A matrix's input is rounded by its range, in steps of a 255th. In networks of this kind a few channels reach
ten times as far as the others, most of all at ``[CLS]``, and waste the steps. Dividing such channels, and
multiplying their rows of the matrix by as much, changes nothing but the rounding (SmoothQuant, Xiao et al.
2023). The division is a node of its own, because the input goes other ways too.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from chartveil.detection.models.float_twin import (
    DISTANCES,
    GAZETTEER_INPUT,
    INPUT_AXES,
    MASKED,
    NamedWeights,
    NetworkForm,
    add_distance_bias,
    add_mark_rows,
    add_position_rows,
    input_names,
)
from chartveil.detection.models.onnx_file import MICROSOFT_DOMAIN, AnyArray, OnnxWriter

Floats = NDArray[np.float32]

_LIMIT = 3.0
"""How far a channel may reach, in medians of all channels' reach. Lower limits cost precision of the matrix,
higher ones of its input: of 2, 3 and 4 this gave the least error."""

_LEAST_EXCESS = 2.0
"""By how much the furthest channel must pass the limit for a node to be added."""


def smoothed(weights: NamedWeights, reach: Mapping[str, Floats]) -> dict[str, Floats]:
    """The weights with the inputs of matrices evened out where that pays.

    Args:
        weights: as listed in ``detection.models.float_twin``.
        reach: by name of matrix, e.g. ``layer.0.wide``: largest magnitude that each channel of its input was
            seen to have.

    Returns:
        All weights; ``NAME.calm`` is what the input of the matrix ``NAME`` is multiplied by.
    """
    found = dict(weights)
    for name, furthest in sorted(reach.items()):
        limit = _LIMIT * float(np.median(furthest))
        if limit > 0 and float(furthest.max()) > _LEAST_EXCESS * limit:
            divisor = np.maximum(furthest / limit, 1).astype(np.float32)
            found[f"{name}.calm"] = 1 / divisor
            found[f"{name}.weight"] = weights[f"{name}.weight"] * divisor[:, None]
    return found


# The int8 model of a network: its matrices rounded, and a graph with no operator too many.


_LARGEST_WEIGHT = 127
"""Largest magnitude of an int8 weight; -128 is left out, so that zero lies in the middle."""

_MATRICES = ("attention", "mixed", "wide", "narrow")


def int8_model(weights: NamedWeights, form: NetworkForm) -> bytes:
    """The model as a file; what it holds is listed in ``detection.models.float_twin``.

    Inputs are int64 ``[batch, tokens]``; ``logits`` are float32 ``[batch, tokens, classes]``. The matrices'
    inputs are rounded by their range over the whole batch, so that a window's numbers depend on what it runs
    with: on a CPU windows run alone.

    Args:
        weights: in float32, as listed there.
        form: of the network.
    """
    return _Int8Graph(rounded_weights(weights), form).model()


def rounded_weights(weights: NamedWeights) -> dict[str, AnyArray]:
    """The weights with the matrices of the layers and the large tables in int8, each with its ``scale``."""
    found: dict[str, AnyArray] = {}
    for name, values in weights.items():
        part = name.removesuffix(".weight").rpartition(".")[2]
        if name in ("words.weight", "known.weight"):
            found[name], found[name.removesuffix("weight") + "scale"] = _rounded_rows(values)
        elif name.endswith(".weight") and part in _MATRICES:
            found[name], found[name.removesuffix("weight") + "scale"] = round_matrix(values)
        else:
            found[name] = values
    return found


def round_matrix(weight: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """A matrix in int8 with a scale for each column, that every processor multiplies exactly.

    x86 processors without VNNI instructions multiply two neighbours of a column by two uint8 inputs and keep
    the sum in 16 bits, cut at 32,767 (``vpmaddubsw``; Intel SDM vol. 2; onnxruntime's AVX2 and older AVX-512
    kernels use it), which weights up to 127 can pass. Scales here are a little larger where they need be, so
    that the positive weights of a pair sum to 128 at most, and so do the negative ones: 255 · 128 fits. That
    costs less precision than weights of 7 bits, the usual remedy.

    Args:
        weight: ``[inputs, outputs]``; an even number of inputs.

    Returns:
        The matrix, and the scale of each column.
    """
    up, down = (
        (part[0::2] + part[1::2]).max(axis=0) for part in (np.maximum(weight, 0), np.maximum(-weight, 0))
    )
    # Each of a pair may be rounded up by a half: a sum of 127 before is 128 at most behind.
    largest = np.maximum(np.abs(weight).max(axis=0), np.maximum(up, down))
    scale = _scale(largest)
    return np.rint(weight / scale).astype(np.int8), scale


def _rounded_rows(table: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    scale = _scale(np.abs(table).max(axis=1, keepdims=True))
    return np.rint(table / scale).astype(np.int8), scale


def _scale(largest: NDArray[np.float32]) -> NDArray[np.float32]:
    scale = (largest / _LARGEST_WEIGHT).astype(np.float32)
    return np.where(scale > 0, scale, np.float32(1))


class _Int8Graph:
    """Writes the graph of a network whose matrices are in int8."""

    def __init__(self, constants: Mapping[str, AnyArray], form: NetworkForm) -> None:
        self._constants = constants
        self._form = form
        self._to = OnnxWriter()

    def model(self) -> bytes:
        add = self._to.add_node
        mask = add("Cast", "attention_mask", to=6)
        if DISTANCES in self._constants:
            mask = self._attention_bias()
        seen = self._embedded()
        for i in range(self._form.layers):
            layer = f"layer.{i}"
            mixed = self._linear(self._attention(seen, mask, f"{layer}.attention"), f"{layer}.mixed")
            seen = self._norm(seen, mixed, f"{layer}.mixed")
            wide = add("FastGelu", self._linear(seen, f"{layer}.wide"), domain=MICROSOFT_DOMAIN)
            seen = self._norm(seen, self._linear(wide, f"{layer}.narrow"), f"{layer}.narrow")
        scores = add("MatMul", seen, self._constant("head.weight"))
        scores = add("Add", scores, self._constant("head.bias"))
        classes = self._constants["head.weight"].shape[1]
        return self._to.to_bytes(
            input_names(self._constants), INPUT_AXES, (scores, "logits", classes), self._form.to_properties()
        )

    def _embedded(self) -> str:
        add = self._to.add_node
        words = self._rows("words", "input_ids")
        marks = add("Gather", self._constant("marks.weight"), add_mark_rows(self._to, self._form))
        if GAZETTEER_INPUT in input_names(self._constants):
            marks = add("Add", marks, self._rows("known", GAZETTEER_INPUT))
        places = add_position_rows(self._to, self._constant("positions.weight"))
        return self._norm(words, add("Add", marks, places), "words")

    def _rows(self, table: str, numbers: str) -> str:
        """The rows of an int8 table with these numbers."""
        add = self._to.add_node
        rows = add("Cast", add("Gather", self._constant(f"{table}.weight"), numbers), to=1)
        return add("Mul", rows, add("Gather", self._constant(f"{table}.scale"), numbers))

    def _attention_bias(self) -> str:
        """What is added to attention: by distance, and so much less to padding that it is given nothing."""
        add = self._to.add_node
        seen = add("Cast", "attention_mask", to=1)
        padding = add("Sub", self._to.add_constant("one", np.array(1, np.float32)), seen)
        hidden = add("Mul", padding, self._to.add_constant("masked", np.array(MASKED, np.float32)))
        hidden = add("Unsqueeze", hidden, self._to.add_constant("heads.axes", np.array([1, 2], np.int64)))
        return add("Add", hidden, add_distance_bias(self._to, self._constants[DISTANCES]))

    def _biased_attention(self, seen: str, bias: str, name: str) -> str:
        parts = self._to.add_node_with_outputs("Split", [self._linear(seen, name)], 3, axis=-1, num_outputs=3)
        return self._to.add_node(
            "MultiHeadAttention", *parts, "", "", bias, domain=MICROSOFT_DOMAIN, num_heads=self._form.heads
        )

    def _attention(self, seen: str, mask: str, name: str) -> str:
        if DISTANCES in self._constants:
            return self._biased_attention(seen, mask, name)
        short, step, zero = self._to.add_node_with_outputs(
            "DynamicQuantizeLinear", [self._smoothed(seen, name)], 3
        )
        weight, scale, bias = (self._constant(f"{name}.{part}") for part in ("weight", "scale", "bias"))
        heads = self._form.heads
        return self._to.add_node(
            "QAttention",
            short,
            weight,
            bias,
            step,
            scale,
            mask,
            zero,
            domain=MICROSOFT_DOMAIN,
            num_heads=heads,
        )

    def _linear(self, seen: str, name: str) -> str:
        weight, scale, bias = (self._constant(f"{name}.{part}") for part in ("weight", "scale", "bias"))
        seen = self._smoothed(seen, name)
        return self._to.add_node(
            "DynamicQuantizeMatMul", seen, weight, scale, "", bias, domain=MICROSOFT_DOMAIN
        )

    def _smoothed(self, seen: str, name: str) -> str:
        smoothing = f"{name}.calm"  # the name that files have it by
        if smoothing not in self._constants:
            return seen
        return self._to.add_node("Mul", seen, self._constant(smoothing))

    def _norm(self, seen: str, added: str, name: str) -> str:
        scale, bias = (self._constant(f"{name}.norm.{part}") for part in ("weight", "bias"))
        return self._to.add_node(
            "SkipLayerNormalization",
            seen,
            added,
            scale,
            bias,
            domain=MICROSOFT_DOMAIN,
            epsilon=self._form.epsilon,
        )

    def _constant(self, name: str) -> str:
        return self._to.add_constant(name, self._constants[name])
