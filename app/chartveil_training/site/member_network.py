"""Takes a member's network back out of its int8 file, to go on training it. Needs torch and transformers.

What int8 has rounded away stays away: the network is the one that the file computes with, but for the
rounding of what flows through it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import BertConfig

from chartveil.detection.models.encoder import GapBefore, LetterShape
from chartveil.detection.models.float_twin import DISTANCES, NetworkForm
from chartveil.detection.models.gazetteer_features import ANSWER_COUNTS, ANSWER_STEPS
from chartveil.detection.models.manifest import EnsembleMember, TextNormalisation, read_verified_file
from chartveil.detection.models.onnx_file import read_onnx
from chartveil.domain.errors import ResourceError
from chartveil_training.network import DISTANCE_BUCKETS, NetworkSettings, TaggingNetwork, distance_buckets
from chartveil_training.pretrained import fine_tuning_config

Floats = NDArray[np.float32]

_EMBEDDINGS = "encoder.embeddings."
_PARTS = {"mixed": "attention.output.", "wide": "intermediate.", "narrow": "output."}
"""Matrices of a layer as a file names them, and as BERT does."""


def load_member_network(member: EnsembleMember) -> TaggingNetwork:
    """The network of one of our own members.

    Raises:
        ResourceError: if its file is missing, altered, or not one that ``chartveil_training.export`` wrote.
    """
    try:
        parts = read_onnx(read_verified_file(member, member.file, member.sha256))
        form = NetworkForm.from_properties(parts.properties)
        capitals = member.normalise is TextNormalisation.CAPITALS
        constants = _Constants(parts.constants)
        distances = constants[DISTANCES] if DISTANCES in parts.constants else None
        network = TaggingNetwork(
            NetworkSettings(tuple(range(form.layers)), capitals, member.classes),
            config=_config(constants, form),
            distance_bias=None if distances is None else torch.from_numpy(_buckets(distances)),
        )
        stored = dict(_state(constants, form))
        network.load_state_dict({k: torch.from_numpy(np.ascontiguousarray(v)) for k, v in stored.items()})
    except (KeyError, TypeError, ValueError, RuntimeError) as e:
        raise ResourceError(
            f"the weights of '{member.name}' cannot be taken out of its file ({type(e).__name__}).",
            where=str(member.file),
            remedy="Train --from another model, or --from all-MiniLM.",
        ) from e
    return network


class _Constants:
    """A file's constants as the network had them: ``detection.models.float_twin`` tells what the file has."""

    def __init__(self, constants: Mapping[str, NDArray[Any]]) -> None:
        self._constants = constants

    def __contains__(self, name: str) -> bool:
        return name in self._constants

    def __getitem__(self, name: str) -> Floats:
        values = self._constants[name].astype(np.float32)
        matrix, _, kind = name.rpartition(".")
        if kind != "weight":
            return values
        if (scale := self._constants.get(f"{matrix}.scale")) is not None:
            values = values * scale
        if (smoothing := self._constants.get(f"{matrix}.calm")) is not None:
            values = values * smoothing[:, None]  # the file multiplies the matrix's input by it
        return values


def _config(constants: _Constants, form: NetworkForm) -> BertConfig:
    words, positions = constants["words.weight"], constants["positions.weight"]
    return fine_tuning_config({
        "vocab_size": words.shape[0],
        "hidden_size": words.shape[1],
        "num_hidden_layers": form.layers,
        "num_attention_heads": form.heads,
        "intermediate_size": constants["layer.0.wide.weight"].shape[1],
        "max_position_embeddings": positions.shape[0],
        "layer_norm_eps": form.epsilon,
    })  # fmt: skip


def _buckets(distances: Floats) -> Floats:
    """What attention is given by each bucket of distances, ``[buckets, heads]``, of a file's table."""
    positions = distances.shape[1] // 2 + 1
    of_pairs = distance_buckets(positions, DISTANCE_BUCKETS).numpy()
    found = np.zeros((DISTANCE_BUCKETS, len(distances)), np.float32)
    found[of_pairs[:, 0]] = distances[:, positions - 1 :].T
    found[of_pairs[0, 1:]] = distances[:, positions - 2 :: -1].T
    return found


def _state(constants: _Constants, form: NetworkForm) -> Iterator[tuple[str, Floats]]:
    """The network's weights by their names in it."""
    width = constants["head.weight"].shape[0]
    marks = constants["marks.weight"].reshape(len(LetterShape), len(GapBefore), width)
    yield "shapes.weight", marks[:, 0]
    yield "gaps.weight", marks[0] - marks[0, 0]
    for i, (step, size) in enumerate(zip(ANSWER_STEPS, ANSWER_COUNTS, strict=True)):
        if "known.weight" in constants:
            of_all = constants["known.weight"]
            answers = of_all[np.arange(size) * step] - (of_all[0] if i else 0)
        else:
            answers = np.zeros((size, width), np.float32)
        yield f"known.{i}.weight", answers
    yield f"{_EMBEDDINGS}word_embeddings.weight", constants["words.weight"]
    yield f"{_EMBEDDINGS}position_embeddings.weight", constants["positions.weight"]
    # The file has added the one token type that there is to the positions.
    yield f"{_EMBEDDINGS}token_type_embeddings.weight", np.zeros((2, width), np.float32)
    yield from _norm(constants, "words", _EMBEDDINGS)
    for i in range(form.layers):
        ours, theirs = f"layer.{i}", f"encoder.encoder.layer.{i}."
        weight, bias = (constants[f"{ours}.attention.{part}"] for part in ("weight", "bias"))
        for j, name in enumerate(("query", "key", "value")):
            columns = slice(j * width, (j + 1) * width)
            yield f"{theirs}attention.self.{name}.weight", weight[:, columns].T
            yield f"{theirs}attention.self.{name}.bias", bias[columns]
        for part, place in _PARTS.items():
            yield f"{theirs}{place}dense.weight", constants[f"{ours}.{part}.weight"].T
            yield f"{theirs}{place}dense.bias", constants[f"{ours}.{part}.bias"]
            if part != "wide":
                yield from _norm(constants, f"{ours}.{part}", theirs + place)
    if DISTANCES in constants:
        yield "distances.weight", _buckets(constants[DISTANCES])
    yield "head.weight", constants["head.weight"].T
    yield "head.bias", constants["head.bias"]


def _norm(constants: _Constants, ours: str, theirs: str) -> Iterator[tuple[str, Floats]]:
    for part in ("weight", "bias"):
        yield f"{theirs}LayerNorm.{part}", constants[f"{ours}.norm.{part}"]
