"""The int8 model of a network: its matrices rounded, and a graph with no operator too many.

On a CPU at one window a run, what surrounds the matrices costs more than they do. The graph is therefore
written by hand: query, key and value are one matrix, whose products attention takes up without turning them
(``QAttention``); biases ride on the matrices; the sums before each normalisation are part of it.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from chartveil.detect.ensemble.halves import (
    GAZETTEER_INPUT,
    INPUT_AXES,
    NamedWeights,
    NetworkForm,
    add_mark_rows,
    add_position_rows,
    input_names,
)
from chartveil.detect.ensemble.onnxfile import MICROSOFT_DOMAIN, AnyArray, OnnxWriter

_LARGEST_WEIGHT = 127
"""Largest magnitude of an int8 weight; -128 is left out, so that zero lies in the middle."""

_MATRICES = ("attention", "mixed", "wide", "narrow")


def int8_model(weights: NamedWeights, form: NetworkForm) -> bytes:
    """The model as a file; what it holds is listed in ``detect.ensemble.halves``.

    Inputs are int64 ``[batch, tokens]``; ``logits`` are float32 ``[batch, tokens, classes]``. The matrices'
    inputs are rounded by their range over the whole batch, so that a window's numbers depend on what it runs
    with: on a CPU windows run alone.

    Args:
        weights: in float32, as listed there.
        form: of the network.
    """
    return _Int8Graph(rounded_weights(weights), form).model()


def rounded_weights(weights: NamedWeights) -> dict[str, AnyArray]:
    """The weights with the matrices of the layers and the words in int8, each with its ``scale``."""
    found: dict[str, AnyArray] = {}
    for name, values in weights.items():
        part = name.removesuffix(".weight").rpartition(".")[2]
        if name == "words.weight":
            found[name], found["words.scale"] = _rounded_rows(values)
        elif name.endswith(".weight") and part in _MATRICES:
            found[name], found[name.removesuffix("weight") + "scale"] = round_matrix(values)
        else:
            found[name] = values
    return found


def round_matrix(weight: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """A matrix in int8 with a scale for each column, that every processor multiplies exactly.

    x86 processors without VNNI instructions multiply two neighbours of a column by two uint8 inputs and keep
    the sum in 16 bits, cut at 32,767 (``vpmaddubsw``; Intel SDM vol. 2; onnxruntime's AVX2 and older AVX-512
    kernels use it). With weights up to 127, one pair in fifty can pass that, and one product in a million
    did. Scales here are a little larger where they need be, so that the positive weights of a pair sum to
    128 at most, and so do the negative ones: 255 · 128 fits. On the pretrained encoder the error of rounding
    grows by 23 %; weights of 7 bits, the usual remedy, double it.

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
    def __init__(self, constants: Mapping[str, AnyArray], form: NetworkForm) -> None:
        self._constants = constants
        self._form = form
        self._to = OnnxWriter()

    def model(self) -> bytes:
        add = self._to.add_node
        mask = add("Cast", "attention_mask", to=6)
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
        words = add("Cast", add("Gather", self._constant("words.weight"), "input_ids"), to=1)
        words = add("Mul", words, add("Gather", self._constant("words.scale"), "input_ids"))
        marks = add("Gather", self._constant("marks.weight"), add_mark_rows(self._to, self._form))
        if GAZETTEER_INPUT in input_names(self._constants):
            marks = add("Add", marks, add("Gather", self._constant("known.weight"), GAZETTEER_INPUT))
        places = add_position_rows(self._to, self._constant("positions.weight"))
        return self._norm(words, add("Add", marks, places), "words")

    def _attention(self, seen: str, mask: str, name: str) -> str:
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
        calm = f"{name}.calm"
        return self._to.add_node("Mul", seen, self._constant(calm)) if calm in self._constants else seen

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
