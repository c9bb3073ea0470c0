"""A small network of the make of our members, as plain numbers: no torch is needed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from chartveil.detection.models.float_twin import NetworkForm

VOCABULARY, CLASSES, SHAPES, GAPS, KNOWN, WIDTH = 120, 6, 12, 5, 9, 32

Feed = dict[str, NDArray[np.int64]]


def network(
    seed: int = 0, layers: int = 2, *, known: bool = True
) -> tuple[dict[str, NDArray[np.float32]], NetworkForm]:
    """Weights that give clear answers, and the form they belong to.

    Args:
        known: whether it is told what is known of words.
    """
    rng = np.random.default_rng(seed)

    def numbers(*shape: int, size: float = 1.0) -> NDArray[np.float32]:
        return (rng.normal(size=shape) * size).astype(np.float32)

    found = {
        "words.weight": numbers(VOCABULARY, WIDTH),
        "marks.weight": numbers(SHAPES * GAPS, WIDTH, size=0.3),
        "positions.weight": numbers(64, WIDTH, size=0.1),
        "head.weight": numbers(WIDTH, CLASSES, size=0.6),
        "head.bias": numbers(CLASSES),
    }
    norms = ["words"]
    for i in range(layers):
        matrices = {"attention": (WIDTH, 3 * WIDTH), "mixed": (WIDTH, WIDTH)}
        matrices |= {"wide": (WIDTH, 2 * WIDTH), "narrow": (2 * WIDTH, WIDTH)}
        for name, shape in matrices.items():
            found[f"layer.{i}.{name}.weight"] = numbers(*shape, size=shape[0] ** -0.5)
            found[f"layer.{i}.{name}.bias"] = numbers(shape[1], size=0.1)
        norms += [f"layer.{i}.mixed", f"layer.{i}.narrow"]
    for name in norms:
        found[f"{name}.norm.weight"] = 1 + numbers(WIDTH, size=0.1)
        found[f"{name}.norm.bias"] = numbers(WIDTH, size=0.1)
    if known:
        found["known.weight"] = numbers(KNOWN, WIDTH, size=0.3)
    return found, NetworkForm(layers, 4, GAPS, 1e-12)


def feed(*lengths: int, seed: int = 0, known: bool = True) -> Feed:
    """What a run is given for windows of these lengths, filled up to the longest."""
    rng = np.random.default_rng(seed)
    size = (len(lengths), max(lengths))
    mask = (np.arange(size[1]) < np.array(lengths)[:, None]).astype(np.int64)
    drawn = {"input_ids": VOCABULARY, "shape_ids": SHAPES, "gap_ids": GAPS}
    if known:
        drawn["known_ids"] = KNOWN
    given = {name: rng.integers(0, most, size) * mask for name, most in drawn.items()}
    return {**given, "attention_mask": mask}


def window(given: Feed, row: int) -> Feed:
    """One window of a run by itself, at its own length."""
    length = int(given["attention_mask"][row].sum())
    return {name: values[row : row + 1, :length] for name, values in given.items()}


def probabilities(model: bytes, given: Feed) -> NDArray[np.float32]:
    """What a model gives on a CPU, with onnxruntime's own options: ``[windows, tokens, classes]``."""
    from onnxruntime import InferenceSession

    (scores,) = InferenceSession(model, providers=["CPUExecutionProvider"]).run(["logits"], given)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(shares / shares.sum(-1, keepdims=True), np.float32)
