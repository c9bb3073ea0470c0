"""Writes ONNX models, and reads their constants, without the package ``onnx``.

An ONNX file is a protocol buffer: numbered fields, each a number, a float, or a length with that many bytes.
The numbers of the fields are those of ``onnx.proto`` (ONNX 1.19, Apache-2.0). Only what our own models need
is here; a model with its constants in other files is none of ours.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MICROSOFT_DOMAIN = "com.microsoft"
"""Domain of the operators that onnxruntime adds."""

_PRODUCER = "chartveil"
_FILE_VERSION = 9
_OPERATORS = (("", 20), (MICROSOFT_DOMAIN, 1))
_CODES: Mapping[str, int] = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7, "float16": 10}
_TYPES = {code: np.dtype(name) for name, code in _CODES.items()}
_NUMBER, _BYTES, _FLOAT = 0, 2, 5  # kinds of field

AnyArray = NDArray[Any]
NodeAttribute = float | str | Sequence[int]
"""An attribute of a node: a whole number, a float, a text, or whole numbers."""


class OnnxWriter:
    """A model, put together node by node in the order in which it runs.

    The same calls give the same bytes.
    """

    def __init__(self) -> None:
        self._nodes: list[bytes] = []
        self._constants: dict[str, bytes] = {}

    def add_constant(self, name: str, values: AnyArray) -> str:
        """Adds a constant, unless one of this name was added before; gives its name."""
        if name not in self._constants:
            # Little-endian by the format, which is the order of every machine that onnxruntime runs on.
            data = np.ascontiguousarray(values).tobytes()
            dims = b"".join(_field(1, n) for n in values.shape)
            self._constants[name] = (
                dims + _field(2, _CODES[values.dtype.name]) + _field(8, name) + _field(9, data)
            )
        return name

    def add_node_with_outputs(
        self, kind: str, inputs: Sequence[str], outputs: int, domain: str = "", **attributes: NodeAttribute
    ) -> list[str]:
        """Adds a node.

        Args:
            kind: of operator.
            inputs: names of values; an empty name leaves an input out.
            outputs: how many it has.
            domain: of the operator.
            attributes: of the operator.

        Returns:
            Names of what comes out.
        """
        name = f"{len(self._nodes)}.{kind}"
        names = [name] if outputs == 1 else [f"{name}.{i}" for i in range(outputs)]
        self._nodes.append(_node(kind, inputs, names, name, domain, attributes))
        return names

    def add_node(self, kind: str, *inputs: str, domain: str = "", **attributes: NodeAttribute) -> str:
        """Adds a node with one output and gives the output's name."""
        return self.add_node_with_outputs(kind, inputs, 1, domain, **attributes)[0]

    def to_bytes(
        self,
        inputs: Sequence[str],
        axes: Sequence[str],
        result: tuple[str, str, int],
        properties: Mapping[str, str],
    ) -> bytes:
        """The model as a file.

        Args:
            inputs: names of the inputs, all int64 and of the same axes.
            axes: names of the axes that a run may choose.
            result: the value that comes out, what it is called outside, and the size of its last axis,
                which the inputs' axes precede; float32.
            properties: what the file says of itself.
        """
        value, name, last = result
        out = _node("Identity", [value], [name], name, "", {})
        graph = b"".join(_field(1, n) for n in (*self._nodes, out)) + _field(2, _PRODUCER)
        parts = [graph, *(_field(5, c) for c in self._constants.values())]
        parts += [_field(11, _value(i, _CODES["int64"], axes)) for i in inputs]
        parts.append(_field(12, _value(name, _CODES["float32"], [*axes, last])))
        operators = (
            _field(8, (_field(1, domain) if domain else b"") + _field(2, version))
            for domain, version in _OPERATORS
        )
        said = (_field(14, _field(1, key) + _field(2, text)) for key, text in sorted(properties.items()))
        head = _field(1, _FILE_VERSION) + _field(2, _PRODUCER)
        return b"".join([head, _field(7, b"".join(parts)), *operators, *said])


@dataclass(frozen=True, slots=True)
class OnnxParts:
    """The constants and properties of a model file.

    Attributes:
        constants: by name; they lie in the file's own memory and cannot be written to.
        properties: what the file says of itself.
    """

    constants: Mapping[str, AnyArray]
    properties: Mapping[str, str]


def read_onnx(model: bytes) -> OnnxParts:
    """Reads the constants and properties of a model.

    Constants of types that :class:`OnnxWriter` does not write, or not in the form in which it writes them,
    are left out.

    Raises:
        ValueError: if these bytes are no protocol buffer.
    """
    constants: dict[str, AnyArray] = {}
    properties: dict[str, str] = {}
    for number, content in _fields(memoryview(model)):
        if number == 7 and not isinstance(content, int):
            for inner, tensor in _fields(content):
                if inner == 5 and not isinstance(tensor, int):
                    constants.update(_constant(tensor))
        elif number == 14 and not isinstance(content, int):
            entry = {k: str(v, "utf-8") for k, v in _fields(content) if not isinstance(v, int)}
            properties[entry.get(1, "")] = entry.get(2, "")
    return OnnxParts(constants, properties)


def _constant(tensor: memoryview) -> dict[str, AnyArray]:
    dims: list[int] = []
    name, data, kind = "", memoryview(b""), 0
    for number, content in _fields(tensor):
        if isinstance(content, int):
            if number == 1:
                dims.append(content)
            elif number == 2:
                kind = content
        elif number == 8:
            name = str(content, "utf-8")
        elif number == 9:
            data = content
    if kind not in _TYPES:
        return {}
    values = np.frombuffer(data, _TYPES[kind])
    return {name: values.reshape(dims)} if values.size == int(np.prod(dims)) else {}


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def _field(number: int, value: int | float | bytes | str) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3 | _NUMBER) + _varint(value & 0xFFFF_FFFF_FFFF_FFFF)
    if isinstance(value, float):
        return _varint(number << 3 | _FLOAT) + struct.pack("<f", value)
    data = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | _BYTES) + _varint(len(data)) + data


def _node(
    kind: str,
    inputs: Sequence[str],
    outputs: Sequence[str],
    name: str,
    domain: str,
    attributes: Mapping[str, NodeAttribute],
) -> bytes:
    named = b"".join(_field(1, i) for i in inputs) + b"".join(_field(2, o) for o in outputs)
    made = (_attribute(key, value) for key, value in attributes.items())
    return (
        named
        + _field(3, name)
        + _field(4, kind)
        + b"".join(_field(5, a) for a in made)
        + (_field(7, domain) if domain else b"")
    )


def _attribute(name: str, value: NodeAttribute) -> bytes:
    # Each type has a field that holds the value and a code that says which it is.
    if isinstance(value, str):
        held, code = _field(4, value), 3
    elif isinstance(value, int):
        held, code = _field(3, value), 2
    elif isinstance(value, float):
        held, code = _field(2, value), 1
    else:
        held, code = b"".join(_field(8, v) for v in value), 7
    return _field(1, name) + held + _field(20, code)


def _value(name: str, code: int, dims: Sequence[int | str]) -> bytes:
    shape = b"".join(_field(1, _field(1 if isinstance(d, int) else 2, d)) for d in dims)
    return _field(1, name) + _field(2, _field(1, _field(1, code) + _field(2, shape)))


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    at = 0
    while at < len(data):
        key, at = _read_varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == _NUMBER:
            value, at = _read_varint(data, at)
            yield number, value
            continue
        if kind == _BYTES:
            length, at = _read_varint(data, at)
        elif kind in (1, _FLOAT):
            length = 8 if kind == 1 else 4
        else:
            raise ValueError("not a protocol buffer")
        if at + length > len(data):
            raise ValueError("a protocol buffer that ends too soon")
        yield number, data[at : at + length]
        at += length


def _read_varint(data: memoryview, at: int) -> tuple[int, int]:
    number = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            break
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
    raise ValueError("a protocol buffer that ends too soon")
