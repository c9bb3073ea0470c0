"""Fine-tuning: examples in, a trained network out. Needs torch."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from chartveil.detect.ensemble.encode import TextEncoder
from chartveil.training.examples import Batch, TrainingExample, make_batches, mask_subwords
from chartveil.training.network import TaggingNetwork, class_set_loss


@dataclass(frozen=True, slots=True)
class FineTuningSettings:
    """How a network is trained.

    Attributes:
        rate: highest learning rate of the encoder.
        head_rate: the same for new embeddings and the head.
        warm_up: share of the steps with a rising rate; it falls linearly to zero after.
        batch: sub-words in a batch.
        weight_decay: weight decay.
        seed: of the order of batches and of dropout.
        freeze_words: whether the word embeddings stay as they are.
        hidden: share of the sub-words that are hidden from it while it learns (``examples.mask_subwords``).
    """

    rate: float = 2e-4
    head_rate: float = 1e-3
    warm_up: float = 0.08
    batch: int = 2560
    weight_decay: float = 0.01
    seed: int = 1
    freeze_words: bool = False
    hidden: float = 0.0


TrainingProgress = Callable[[int, int, float], None]
"""Called with the sub-words seen, those in all, and the running loss."""


def fine_tune(
    network: TaggingNetwork,
    portions: Iterable[Sequence[TrainingExample]],
    total: int,
    encoder: TextEncoder,
    settings: FineTuningSettings,
    progress: TrainingProgress | None = None,
    device: str = "cpu",
) -> float:
    """Trains a network in place.

    Args:
        network: to be trained.
        portions: examples, portion by portion; each is mixed and batched by itself, so that a training set
            need not be in memory at once.
        total: sub-words in all portions, about; the learning rate ends at zero there.
        encoder: of the network's texts.
        settings: how.
        progress: told now and then.
        device: of torch.

    Returns:
        Seconds it took.
    """
    torch.manual_seed(settings.seed)
    rng, draws = random.Random(settings.seed), np.random.default_rng(settings.seed)
    words = network.encoder.embeddings.word_embeddings.weight
    words.requires_grad_(not settings.freeze_words)
    network.to(device).train()
    optimizer = torch.optim.AdamW(_groups(network, settings), weight_decay=settings.weight_decay, fused=True)
    rates = [g["lr"] for g in optimizer.param_groups]
    special = {name: encoder.special_token_id(token) for name, token in _SPECIAL.items()}
    cover = encoder.special_token_id("[MASK]")
    began, seen, mean, told = time.perf_counter(), 0, 0.0, 0.0
    for portion in portions:
        for batch in make_batches(portion, rng, tokens=settings.batch, **special):
            share = min(seen / max(total, 1), 1.0)
            scale = min(share / settings.warm_up, (1 - share) / (1 - settings.warm_up), 1.0)
            for group, rate in zip(optimizer.param_groups, rates, strict=True):
                group["lr"] = rate * max(scale, 0.002)
            loss = _step(network, mask_subwords(batch, settings.hidden, cover, draws), optimizer, device)
            if not math.isfinite(loss):
                raise FloatingPointError("the loss is not finite; lower the learning rate")
            seen += int((batch.targets != 0).sum())
            mean = loss if mean == 0 else 0.98 * mean + 0.02 * loss
            if progress and time.perf_counter() - told > 20:
                told = time.perf_counter()
                progress(seen, total, mean)
    network.eval()
    return time.perf_counter() - began


_SPECIAL = {"cls": "[CLS]", "sep": "[SEP]", "pad": "[PAD]"}


def _groups(network: TaggingNetwork, settings: FineTuningSettings) -> list[dict[str, object]]:
    encoder = [p for p in network.encoder.parameters() if p.requires_grad]
    parts = (network.shapes, network.gaps, network.known, network.head)
    new = [p for part in parts for p in part.parameters()]
    return [{"params": encoder, "lr": settings.rate}, {"params": new, "lr": settings.head_rate}]


def _step(network: TaggingNetwork, batch: Batch, optimizer: torch.optim.Optimizer, device: str) -> float:
    *given, wanted = (
        torch.from_numpy(a).to(device)
        for a in (batch.ids, batch.mask, batch.shapes, batch.gaps, batch.known, batch.targets)
    )
    with torch.autocast(device, torch.bfloat16):
        scores = network(*given)
    loss = class_set_loss(scores, wanted, len(network.settings.classes))
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    return float(loss.detach())


def in_portions(found: Iterator[TrainingExample], tokens: int) -> Iterator[list[TrainingExample]]:
    """Examples in portions of about ``tokens`` sub-words."""
    portion: list[TrainingExample] = []
    size = 0
    for example in found:
        portion.append(example)
        size += len(example)
        if size >= tokens:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def class_probabilities(
    network: TaggingNetwork, found: Sequence[TrainingExample], encoder: TextEncoder, tokens: int = 8192
) -> list[np.ndarray]:
    """Class probabilities of each example, ``[sub-words, classes]`` each, in float32 without autocast."""
    special = {name: encoder.special_token_id(token) for name, token in _SPECIAL.items()}
    out: list[np.ndarray] = []
    network.eval()
    with torch.inference_mode():
        for example in found:
            (batch,) = make_batches([example], random.Random(0), tokens=tokens, **special)
            given = (batch.ids, batch.mask, batch.shapes, batch.gaps, batch.known)
            arrays = (torch.from_numpy(a) for a in given)
            out.append(network(*arrays).softmax(-1)[0, 1 : len(example) + 1].numpy())
    return out
