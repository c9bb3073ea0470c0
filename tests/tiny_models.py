"""Tiny models for tests of the ensemble, written byte by byte: no package that makes models is needed.

A model looks each sub-word up in a table of logits (and its letter shape in another, and its neighbour to the
left, where asked), so that a test says by the word what is found.
"""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

FLOAT, INT64, BOOL = 1, 7, 9
KINDS = {np.dtype(np.float32): FLOAT, np.dtype(np.int64): INT64, np.dtype(np.bool_): BOOL}
SURE = 8.0


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def field(number: int, value: int | bytes | str) -> bytes:
    """One field of a protocol buffer: a number, or a length with bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def node(kind: str, inputs: Sequence[str], output: str, **attributes: int) -> bytes:
    head = b"".join(field(1, i) for i in inputs) + field(2, output) + field(4, kind)
    return head + b"".join(field(5, field(1, k) + field(3, v) + field(20, 2)) for k, v in attributes.items())


def tensor(name: str, values: np.ndarray) -> bytes:
    dims = b"".join(field(1, d) for d in values.shape)
    return dims + field(2, KINDS[values.dtype]) + field(8, name) + field(9, values.tobytes())


def value(name: str, kind: int, dims: Sequence[int | str]) -> bytes:
    shape = b"".join(field(1, field(1, d) if isinstance(d, int) else field(2, d)) for d in dims)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))


def model(nodes: Sequence[bytes], weights: Sequence[bytes], inputs: Sequence[bytes], output: bytes) -> bytes:
    graph = b"".join(field(1, n) for n in nodes) + field(2, "tiny")
    graph += b"".join(field(5, w) for w in weights)
    graph += b"".join(field(11, i) for i in inputs) + field(12, output)
    return field(1, 8) + field(7, graph) + field(8, field(2, 17))


def table_model(
    table: np.ndarray,
    *,
    inputs: Sequence[str] = (),
    shapes: np.ndarray | None = None,
    hide_classes: bool = False,
) -> bytes:
    """A model whose logits are ``table[input_ids]``, plus ``shapes[shape_ids]`` where given.

    Args:
        table: ``[vocabulary, classes]``.
        inputs: what it asks for besides ids and mask.
        hide_classes: whether nobody can tell from the model how many classes it has.
    """
    names = ["input_ids", "attention_mask", *inputs]
    nodes = [node("Gather", ["table", "input_ids"], "found")]
    weights = [tensor("table", table.astype(np.float32))]
    last = "found"
    if shapes is not None:
        nodes.append(node("Gather", ["shapes", "shape_ids"], "shaped"))
        nodes.append(node("Add", [last, "shaped"], "added"))
        weights.append(tensor("shapes", shapes.astype(np.float32)))
        last = "added"
    if hide_classes:
        nodes.append(node("Compress", [last, "all"], "kept", axis=2))
        weights.append(tensor("all", np.ones(table.shape[1], np.bool_)))
        last = "kept"
    nodes.append(node("Identity", [last], "logits"))
    return model(
        nodes,
        weights,
        [value(n, INT64, ["batch", "tokens"]) for n in names],
        value("logits", FLOAT, ["batch", "tokens", "classes" if hide_classes else table.shape[1]]),
    )


VOCABULARY = {
    token: i
    for i, token in enumerate(
        [
            *("[PAD]", "[UNK]", "[CLS]", "[SEP]"),
            *(c for c in string.printable if not c.isspace() and not c.isupper()),
            *(f"##{c}" for c in string.ascii_lowercase + string.digits),
            *"john smith mary jones boston general hospital seen by on at the and patient dr".split(),
            *"main street march age no acute distress visit mercy oak 12 45 2021 555".split(),
        ]
    )
}


def tokenizer() -> Tokenizer:
    """Words, signs and letters of lower-cased ASCII text, as BERT parts them."""
    made = Tokenizer(models.WordPiece(VOCABULARY, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        special_tokens=[("[CLS]", VOCABULARY["[CLS]"]), ("[SEP]", VOCABULARY["[SEP]"])],
    )
    return made


def word_table(classes: Sequence[str], words: Mapping[str, str], *, sure: float = SURE) -> np.ndarray:
    """Logits by which each named sub-word is of its class, and all others of the first.

    Args:
        classes: of the model, the first for "no identifier".
        words: class of each sub-word that is one.
        sure: logit of the class; that of the others is 0.
    """
    table = np.zeros((len(VOCABULARY), len(classes)), np.float32)
    table[:, 0] = SURE
    for word, name in words.items():
        table[VOCABULARY[word]] = 0
        table[VOCABULARY[word], classes.index(name)] = sure
    return table


def entries(
    classes: Sequence[str], words: Mapping[str, str], folder: Path, name: str = "a", **keys: object
) -> str:
    """Writes a model that finds the given sub-words; its entry in a list of models."""
    return write_member(folder, name, classes, table_model(word_table(classes, words)), **keys)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_member(folder: Path, name: str, classes: Sequence[str], data: bytes, **keys: object) -> str:
    """Writes a model and its tokenizer; the entry for a list of models, in TOML."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.onnx"
    file.write_bytes(data)
    tokens = folder / "tokenizer.json"
    if not tokens.exists():
        tokenizer().save(str(tokens))
    table = keys.pop("map", None)
    entry = {
        "name": name,
        "file": file.name,
        "sha256": digest(file),
        "tokenizer": tokens.name,
        "tokenizer_sha256": digest(tokens),
        "classes": list(classes),
        **keys,
    }
    lines = [f"{key} = {toml(value)}" for key, value in entry.items()]
    if table is not None:
        lines += ["[member.map]", *(f"{json.dumps(k)} = {json.dumps(v)}" for k, v in dict(table).items())]  # type: ignore[call-overload]
    return "\n".join(["[[member]]", *lines, ""])


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + " }"
    return json.dumps(value)
