"""A trained network as an int8 ONNX file, compared with the network. Needs torch and onnxruntime."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from chartveil.detection.models.float_twin import (
    BASE_INPUTS,
    DISTANCES,
    GAZETTEER_INPUT,
    NetworkForm,
    build_float_model,
)
from chartveil.detection.models.gazetteer_features import ANSWER_COUNTS, ANSWER_STEPS, GAZETTEER_CODE_COUNT
from chartveil_training.examples import TrainingExample
from chartveil_training.int8_model import Floats, int8_model, smoothed
from chartveil_training.network import TaggingNetwork, distance_buckets

ModelInputs = dict[str, NDArray[np.int64]]

_ACTIVATION = "gelu_pytorch_tanh"
_FLOAT_ERROR = 1e-3


@dataclass(frozen=True, slots=True)
class ExportCheck:
    """How near an exported file comes to the network.

    Attributes:
        subwords: that were compared.
        worst_float: largest difference of a probability, the graph in float32.
        worst_int8: the same of the file, in int8.
        same_class: share of the sub-words with the same likeliest class, int8.
    """

    subwords: int
    worst_float: float
    worst_int8: float
    same_class: float


def export_network(
    network: TaggingNetwork, path: Path, probe: Sequence[TrainingExample], cls: int, sep: int
) -> ExportCheck:
    """Writes a network as int8 ONNX and compares it with the network itself.

    The same network and windows give the same bytes.

    Args:
        network: trained.
        path: of the ONNX file.
        probe: windows of text; by every other one the rounding is set, on the others the file is compared.
        cls, sep: ids of the special tokens.

    Raises:
        ValueError: if the network is of a make that the file cannot have, or if the graph in float32
            differs from it by more than rounding.
    """
    network.eval()
    feeds = [_model_inputs(example, cls, sep) for example in probe]
    form = _form(network)
    weights = smoothed(_weights(network), _channel_reach(network, feeds[0::2]))
    model = int8_model(weights, form)
    check = _compare(network, build_float_model(weights, form), model, feeds[1::2])
    if check.worst_float > _FLOAT_ERROR:
        raise ValueError(f"the exported graph differs from the network by {check.worst_float:.2g}")
    path.write_bytes(model)
    return check


def _form(network: TaggingNetwork) -> NetworkForm:
    config = network.encoder.config
    if config.hidden_act != _ACTIVATION:
        raise ValueError(f"the file's activation is {_ACTIVATION}, the network's {config.hidden_act}")
    layers = len(network.encoder.encoder.layer)
    return NetworkForm(layers, config.num_attention_heads, network.gaps.num_embeddings, config.layer_norm_eps)


def _weights(network: TaggingNetwork) -> dict[str, NDArray[np.float32]]:
    """The network's weights under the names, and in the order of axes, that files have them."""
    stored = {k: v.detach().cpu().float().numpy() for k, v in network.state_dict().items()}
    found: dict[str, NDArray[np.float32]] = {}

    def take_norm(name: str, module: str) -> None:
        for part in ("weight", "bias"):
            found[f"{name}.norm.{part}"] = stored[f"{module}.LayerNorm.{part}"]

    def take(name: str, *modules: str) -> None:
        found[f"{name}.weight"] = np.concatenate([stored[f"{m}.weight"].T for m in modules], axis=1)
        found[f"{name}.bias"] = np.concatenate([stored[f"{m}.bias"] for m in modules])

    embeddings = "encoder.embeddings"
    found["words.weight"] = stored[f"{embeddings}.word_embeddings.weight"]
    shapes, gaps = stored["shapes.weight"], stored["gaps.weight"]
    found["marks.weight"] = (shapes[:, None] + gaps[None, :]).reshape(-1, shapes.shape[1])
    numbers = np.arange(GAZETTEER_CODE_COUNT)
    found["known.weight"] = sum(
        (
            stored[f"known.{i}.weight"][numbers // step % size]
            for i, (step, size) in enumerate(zip(ANSWER_STEPS, ANSWER_COUNTS, strict=True))
        ),
        np.zeros((GAZETTEER_CODE_COUNT, shapes.shape[1]), np.float32),
    )
    positions = stored[f"{embeddings}.position_embeddings.weight"]
    found["positions.weight"] = positions + stored[f"{embeddings}.token_type_embeddings.weight"][0]
    if network.distances is not None:
        found[DISTANCES] = _distance_table(stored["distances.weight"], len(positions))
    take_norm("words", embeddings)
    for i in range(len(network.encoder.encoder.layer)):
        layer, name = f"encoder.encoder.layer.{i}", f"layer.{i}"
        take(f"{name}.attention", *(f"{layer}.attention.self.{part}" for part in ("query", "key", "value")))
        take(f"{name}.mixed", f"{layer}.attention.output.dense")
        take_norm(f"{name}.mixed", f"{layer}.attention.output")
        take(f"{name}.wide", f"{layer}.intermediate.dense")
        take(f"{name}.narrow", f"{layer}.output.dense")
        take_norm(f"{name}.narrow", f"{layer}.output")
    take("head", "head")
    return found


def _distance_table(buckets: NDArray[np.float32], positions: int) -> NDArray[np.float32]:
    """What attention is given by each distance, ``[heads, 2 · positions − 1]``, of ``[buckets, heads]``."""
    of_pairs = distance_buckets(positions, len(buckets)).numpy()
    rows = np.concatenate(
        [of_pairs[0, :0:-1], of_pairs[:, 0]]
    )  # from the furthest before to the furthest behind
    return np.ascontiguousarray(buckets[rows].T)


def _channel_reach(network: TaggingNetwork, feeds: Sequence[ModelInputs]) -> dict[str, Floats]:
    """How far each channel of what matrices are given reaches when the network reads windows."""
    watched = {}
    for i, layer in enumerate(network.encoder.encoder.layer):
        watched[f"layer.{i}.attention"] = layer.attention.self.query
        watched[f"layer.{i}.wide"] = layer.intermediate.dense
        watched[f"layer.{i}.narrow"] = layer.output.dense
    found = {name: np.zeros(module.in_features, np.float32) for name, module in watched.items()}

    def note(name: str, given: torch.Tensor) -> None:
        furthest = given.detach().abs().float().flatten(0, -2).amax(0).cpu().numpy()
        np.maximum(found[name], furthest, out=found[name])

    hooks = [
        module.register_forward_pre_hook(lambda _, given, name=name: note(name, given[0]))
        for name, module in watched.items()
    ]
    try:
        for feed in feeds:
            _probabilities(network, feed)
    finally:
        for hook in hooks:
            hook.remove()
    return found


def _compare(network: TaggingNetwork, plain: bytes, int8: bytes, feeds: Sequence[ModelInputs]) -> ExportCheck:
    from onnxruntime import InferenceSession

    sessions = [InferenceSession(m, providers=["CPUExecutionProvider"]) for m in (plain, int8)]
    worst, same, count = [0.0, 0.0], 0, 0
    for feed in feeds:
        expected = _probabilities(network, feed)
        got = [_softmax(session.run(None, feed)[0][0]) for session in sessions]
        worst = [max(w, float(np.abs(g - expected).max())) for w, g in zip(worst, got, strict=True)]
        likeliest = expected.argmax(-1)
        same += int((got[1].argmax(-1) == likeliest).sum())
        count += len(expected)
    return ExportCheck(count, worst[0], worst[1], same / max(count, 1))


def _probabilities(network: TaggingNetwork, feed: ModelInputs) -> NDArray[np.float32]:
    device = next(network.parameters()).device
    with torch.inference_mode():
        scores = network(
            *(torch.from_numpy(feed[name]).to(device) for name in (*BASE_INPUTS, GAZETTEER_INPUT))
        )
    return _softmax(scores[0].float().cpu().numpy())


def _softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(shares / shares.sum(-1, keepdims=True), np.float32)


def _model_inputs(example: TrainingExample, cls: int, sep: int) -> ModelInputs:
    def row(values: NDArray[np.int64], first: int = 0, last: int = 0) -> NDArray[np.int64]:
        return np.concatenate([[first], values, [last]]).astype(np.int64)[None]

    return {
        "input_ids": row(example.ids, cls, sep),
        "attention_mask": np.ones((1, len(example) + 2), dtype=np.int64),
        "shape_ids": row(example.shapes),
        "gap_ids": row(example.gaps),
        "known_ids": row(example.known),
    }
