"""Builds a float32 copy of an int8 model for GPUs, on the user's machine.

GPUs have no kernels for most of what an int8 file is made of. The twin is made of plain operators, which the
runtime of every device knows, and has the weights as the file has them; there is no second file to ship.

The twin computes in float32 and rounds what the matrices are given, window by window, as the CPU does;
products of whole numbers this small are exact in float32. What remains is the rounding in between, of which a
device has its own, and which now and then tips a value over to the next step.

Only files that ``chartveil_training.export`` wrote can have a twin. They hold these constants; a matrix is
``[inputs, outputs]``, and one in int8 has its ``scale`` beside it:

==============================  =============================================================================
``words.weight``, ``.scale``    int8 embedding of the vocabulary, a scale each row
``marks.weight``                embedding of letter shape and gap, row ``shape · gaps + gap``
``known.weight``                embedding of what the dictionaries know of the word, in int8 with a scale each
                                row, or in float32; files of before lack it
``positions.weight``            embedding of positions, that of the token type added
``distances.weight``            ``[heads, 2 · positions − 1]``: what attention is given by how far a sub-word
                                stands behind the one attended to, from furthest before; not in all files
``layer.N.attention``           int8 ``.weight``, ``.scale``, and ``.bias``: query, key, value side by side
``layer.N.mixed``               the same of the projection behind attention
``layer.N.wide``, ``.narrow``   the same of the two matrices behind that
``….calm``                      what the input of a matrix is multiplied by first, where there is one
``….norm.weight``, ``.bias``    of the normalisation behind ``words``, ``mixed`` and ``narrow``
``head.weight``, ``.bias``      to classes, in float32
==============================  =============================================================================
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from chartveil.detection.models.onnx_file import AnyArray, OnnxWriter, read_onnx
from chartveil.domain.errors import ResourceError

BASE_INPUTS = ("input_ids", "attention_mask", "shape_ids", "gap_ids")
GAZETTEER_INPUT = "known_ids"
"""The fifth input, of files that have ``known.weight``."""
INPUT_AXES = ("batch", "tokens")
DISTANCES = "distances.weight"
FORM_PROPERTY = "chartveil.form"
"""Under which a file says what it is; without it, a file is none of ours."""

NamedWeights = Mapping[str, NDArray[np.float32]]

MASKED = -10_000.0
"""Added to what attention would give to padding."""
_FLOAT32 = 1  # the code of the type in ONNX files
_STEPS = 255


@dataclass(frozen=True, slots=True)
class NetworkForm:
    """The parameters of a network that its constants do not tell.

    Attributes:
        layers: how many.
        heads: of attention in each.
        gaps: kinds of gap before a sub-word.
        epsilon: added to the variance in normalisation.
    """

    layers: int
    heads: int
    gaps: int
    epsilon: float

    def to_properties(self) -> dict[str, str]:
        """The parameters as properties of a model file."""
        return {FORM_PROPERTY: json.dumps(asdict(self), sort_keys=True)}

    @staticmethod
    def from_properties(properties: Mapping[str, str]) -> NetworkForm:
        """The parameters from the properties of a model file.

        Raises:
            KeyError, TypeError, ValueError: if the file says none.
        """
        return NetworkForm(**json.loads(properties[FORM_PROPERTY]))


def make_float_twin(model: bytes) -> bytes:
    """The twin of an int8 model: the same inputs, the same float32 output.

    Windows that run together do not change each other's numbers, as they would in the int8 file.

    Args:
        model: the int8 file.

    Raises:
        ResourceError: if the file was not written by ``chartveil_training.export``.
    """
    try:
        parts = read_onnx(model)
        form = NetworkForm.from_properties(parts.properties)
        return _FloatGraph(parts.constants, form, rounding=True).model()
    except (ValueError, KeyError, TypeError) as e:
        raise ResourceError(
            "this model is not of the form that Chartveil exports, so that it has no twin for GPUs.",
            remedy="Run it as it is.",
        ) from e


def has_float_twin(model: bytes) -> bool:
    """Whether :func:`make_float_twin` takes this file, by what the file says of itself."""
    try:
        return FORM_PROPERTY in read_onnx(model).properties
    except ValueError:
        return False


def build_float_model(weights: NamedWeights, form: NetworkForm) -> bytes:
    """A network as an ONNX model that computes in float32 and rounds nothing.

    Args:
        weights: as listed above, none in int8.
        form: of the network.

    Raises:
        KeyError: if a weight is missing.
    """
    return _FloatGraph(weights, form, rounding=False).model()


class _FloatGraph:
    """Writes a network as plain operators in float32.

    Args:
        rounding: whether the inputs of int8 matrices are rounded as the CPU rounds them.
    """

    def __init__(self, constants: Mapping[str, AnyArray], form: NetworkForm, *, rounding: bool) -> None:
        self._constants = constants
        self._form = form
        self._rounding = rounding
        self._to = OnnxWriter()

    def model(self) -> bytes:
        add = self._to.add_node
        mask = add("Cast", "attention_mask", to=_FLOAT32)
        hidden = add("Mul", add("Sub", self._number("one", 1), mask), self._number("masked", MASKED))
        hidden = add("Unsqueeze", hidden, self._whole("heads.axes", [1, 2]))
        if DISTANCES in self._constants:
            hidden = add("Add", hidden, add_distance_bias(self._to, self._constants[DISTANCES]))
        state = self._embedded()
        for i in range(self._form.layers):
            layer = f"layer.{i}"
            mixed = self._attention(self._linear(state, f"{layer}.attention", mask), hidden)
            mixed = self._linear(mixed, f"{layer}.mixed", mask)
            state = self._norm(add("Add", state, mixed), f"{layer}.mixed")
            wide = add("Gelu", self._linear(state, f"{layer}.wide", mask), approximate="tanh")
            narrow = self._linear(wide, f"{layer}.narrow", mask)
            state = self._norm(add("Add", state, narrow), f"{layer}.narrow")
        scores = self._linear(state, "head", mask)
        classes = self._constants["head.weight"].shape[1]
        return self._to.to_bytes(input_names(self._constants), INPUT_AXES, (scores, "logits", classes), {})

    def _embedded(self) -> str:
        add = self._to.add_node
        words = add("Gather", self._table("words"), "input_ids")
        marks = add("Gather", self._constant("marks.weight"), add_mark_rows(self._to, self._form))
        if GAZETTEER_INPUT in input_names(self._constants):
            marks = add("Add", marks, add("Gather", self._table("known"), GAZETTEER_INPUT))
        places = add_position_rows(self._to, self._constant("positions.weight"))
        return self._norm(add("Add", words, add("Add", marks, places)), "words")

    def _table(self, name: str) -> str:
        scale = self._constants.get(f"{name}.scale", np.float32(1))
        return self._constant(f"{name}.weight", self._constants[f"{name}.weight"] * scale)

    def _attention(self, all_three: str, hidden: str) -> str:
        add = self._to.add_node
        width = self._constants["positions.weight"].shape[1]
        size = width // self._form.heads
        parts = self._to.add_node_with_outputs("Split", [all_three], 3, axis=-1, num_outputs=3)
        shape = self._whole("heads.shape", [0, 0, self._form.heads, size])
        query, key, value = (add("Reshape", part, shape) for part in parts)
        query = add("Mul", self._turned(query, (0, 2, 1, 3)), self._number("share", 1 / math.sqrt(size)))
        scores = add("MatMul", query, self._turned(key, (0, 2, 3, 1)))
        shares = add("Softmax", add("Add", scores, hidden), axis=-1)
        mixed = add("MatMul", shares, self._turned(value, (0, 2, 1, 3)))
        return add("Reshape", self._turned(mixed, (0, 2, 1, 3)), self._whole("joined.shape", [0, 0, width]))

    def _linear(self, state: str, name: str, mask: str) -> str:
        add = self._to.add_node
        weight, scale = self._constants[f"{name}.weight"], self._constants.get(f"{name}.scale")
        smooth = self._constants.get(f"{name}.calm")
        if scale is not None and self._rounding:
            if smooth is not None:
                state = add("Mul", state, self._constant(f"{name}.calm"))
            state, step = self._rounded(state, mask)
            product = add("MatMul", state, self._constant(f"{name}.weight"))
            product = add("Mul", product, add("Mul", step, self._constant(f"{name}.scale")))
        else:
            weight = weight if scale is None else weight * scale
            weight = weight if smooth is None else weight * smooth[:, None]
            product = add("MatMul", state, self._constant(f"{name}.weight", weight))
        return add("Add", product, self._constant(f"{name}.bias"))

    def _rounded(self, state: str, mask: str) -> tuple[str, str]:
        """What ``DynamicQuantizeLinear`` makes of each window by itself: whole numbers, and their step."""
        add = self._to.add_node
        # Padding counts for zero, which every range has in it.
        state = add("Mul", state, add("Unsqueeze", mask, self._whole("last.axis", [2])))
        axes = self._whole("window.axes", [1, 2])
        zero, top = self._number("zero", 0), self._number("top", _STEPS)
        least = add("Min", add("ReduceMin", state, axes), zero)
        most = add("Max", add("ReduceMax", state, axes), zero)
        step = add("Div", add("Sub", most, least), top)
        place = add("Round", add("Div", add("Sub", zero, least), step))
        steps = add("Add", add("Round", add("Div", state, step)), place)
        return add("Sub", add("Clip", steps, zero, top), place), step

    def _norm(self, state: str, name: str) -> str:
        scale, bias = (self._constant(f"{name}.norm.{part}") for part in ("weight", "bias"))
        return self._to.add_node(
            "LayerNormalization", state, scale, bias, axis=-1, epsilon=self._form.epsilon
        )

    def _turned(self, state: str, axes: tuple[int, ...]) -> str:
        return self._to.add_node("Transpose", state, perm=axes)

    def _constant(self, name: str, values: AnyArray | None = None) -> str:
        given = self._constants[name] if values is None else values
        return self._to.add_constant(name, given.astype(np.float32))

    def _number(self, name: str, value: float) -> str:
        return self._to.add_constant(name, np.array(value, np.float32))

    def _whole(self, name: str, values: list[int]) -> str:
        return self._to.add_constant(name, np.array(values, np.int64))


def input_names(constants: Mapping[str, object]) -> tuple[str, ...]:
    """The inputs of a model with these constants."""
    return (*BASE_INPUTS, GAZETTEER_INPUT) if "known.weight" in constants else BASE_INPUTS


def add_mark_rows(to: OnnxWriter, form: NetworkForm) -> str:
    """Adds the nodes that give the row of ``marks.weight`` for each sub-word."""
    gaps = to.add_constant("gaps", np.array(form.gaps, np.int64))
    return to.add_node("Add", to.add_node("Mul", "shape_ids", gaps), "gap_ids")


def add_distance_bias(to: OnnxWriter, table: AnyArray) -> str:
    """Adds the nodes that give attention its share by distance: ``[1, heads, tokens, tokens]``.

    Args:
        to: the model.
        table: as ``distances.weight``.
    """

    def whole(name: str, values: object) -> str:
        return to.add_constant(name, np.array(values, np.int64))

    tokens = to.add_node("Shape", "input_ids", start=1, end=2)
    count = to.add_node("Squeeze", tokens)
    places = to.add_node("Range", whole("distances.first", 0), count, whole("distances.step", 1))
    behind = to.add_node(
        "Sub",
        to.add_node("Unsqueeze", places, whole("distances.column", [1])),
        to.add_node("Unsqueeze", places, whole("distances.row", [0])),
    )
    columns = to.add_node("Add", behind, whole("distances.middle", table.shape[1] // 2))
    bias = to.add_node("Gather", to.add_constant(DISTANCES, table), columns, axis=1)
    return to.add_node("Unsqueeze", bias, whole("distances.batch", [0]))


def add_position_rows(to: OnnxWriter, table: str) -> str:
    """Adds the nodes that give as many rows of a table as there are tokens: ``[tokens, width]``."""
    tokens = to.add_node("Shape", "input_ids", start=1, end=2)
    return to.add_node("Slice", table, to.add_constant("from.first", np.zeros(1, np.int64)), tokens)
