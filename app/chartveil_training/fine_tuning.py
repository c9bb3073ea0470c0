"""Fine-tuning: examples in, a trained network out. Needs torch."""

from __future__ import annotations

import copy
import json
import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch

from chartveil.detection.models.encoder import TextEncoder
from chartveil.detection.models.gazetteer_features import GazetteerFeatures
from chartveil.lexicon.lexicon import bundled_lexicon
from chartveil_training.examples import Batch, TrainingExample, cut_examples, make_batches, mask_subwords
from chartveil_training.network import NetworkSettings, TaggingNetwork, class_set_loss
from chartveil_training.pretrained import tokenizer_file
from chartveil_training.recipes import TrainingRecipe
from chartveil_training.samples import Sample
from chartveil_training.site.job import TrainingProgress

_WARM_UP = 0.08
"""Share of the steps with a rising rate; it falls linearly to zero after."""
_WEIGHT_DECAY = 0.01
_PROGRESS_SECONDS = 20
_DRAFT_SECONDS = 600
PORTION_SUBWORDS = 300_000
"""Sub-words mixed at a time: enough for batches of like length, few enough to begin soon."""


@dataclass(frozen=True, slots=True)
class FineTuningSettings:
    """How a network is trained.

    Attributes:
        rate: highest learning rate of the encoder.
        batch: sub-words in a batch.
        seed: of the order of batches and of dropout.
        hidden: share of the sub-words that are hidden from it while it learns (``examples.mask_subwords``).
        fixed_words: whether the encoder's word and position embeddings stay as they are.
        fixed_layers: how many of the lowest layers stay as they are, with all embeddings below them.
        head_rate: highest learning rate of new embeddings and of the head.
    """

    rate: float = 2e-4
    batch: int = 2560
    seed: int = 1
    hidden: float = 0.0
    fixed_words: bool = False
    fixed_layers: int = 0
    head_rate: float = 1e-3


class _Weights:
    """A network's weights twice: in bfloat16, with which it computes, and in float32, which are learned.

    A step is smaller than what bfloat16 can add to a weight. Computing with weights that are in bfloat16
    already is twice as quick on a CPU as casting them at each use (torch's autocast): 1,500 sub-words a
    second of 12 layers of 768 on two cores with AMX, 820 before.
    """

    def __init__(self, network: TaggingNetwork, settings: FineTuningSettings) -> None:
        new = {id(p) for p in _new_parameters(network)}
        if settings.fixed_words:
            embeddings = network.encoder.embeddings
            for table in (embeddings.word_embeddings, embeddings.position_embeddings):
                table.weight.requires_grad_(False)
        if settings.fixed_layers:
            for part in _lowest_parts(network, settings.fixed_layers):
                part.requires_grad_(False)
        self._exact = {k: v.detach().clone() for k, v in network.state_dict().items()}
        named = [(k, p) for k, p in network.named_parameters() if p.requires_grad]
        are_new = [id(p) in new for _, p in named]
        self.learned = [self._exact[k].requires_grad_() for k, _ in named]
        network.to(torch.bfloat16)
        self._rounded = [p for _, p in named]
        self.groups: list[dict[str, object]] = [
            {
                "params": [p for p, is_new in zip(self.learned, are_new, strict=True) if is_new is chosen],
                "lr": rate,
            }
            for chosen, rate in ((False, settings.rate), (True, settings.head_rate))
        ]

    def take_gradients(self) -> None:
        """Moves the gradients of the rounded weights to the exact ones."""
        for exact, rounded in zip(self.learned, self._rounded, strict=True):
            exact.grad = None if rounded.grad is None else rounded.grad.float()
            rounded.grad = None

    def round(self) -> None:
        """Sets the rounded weights by the exact ones."""
        with torch.no_grad():
            torch._foreach_copy_(self._rounded, self.learned)

    def exact(self) -> dict[str, torch.Tensor]:
        """All weights in float32, by name."""
        return {k: v.detach() for k, v in self._exact.items()}


def fine_tune(
    network: TaggingNetwork,
    portions: Iterable[Sequence[TrainingExample]],
    total: int,
    encoder: TextEncoder,
    settings: FineTuningSettings,
    progress: TrainingProgress | None = None,
    device: str = "cpu",
    draft: Path | None = None,
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
        draft: folder that the network is written to now and then.

    Returns:
        Seconds it took.
    """
    torch.manual_seed(settings.seed)
    rng, draws = random.Random(settings.seed), np.random.default_rng(settings.seed)
    network.float().to(device).train()
    weights = _Weights(network, settings)
    optimizer = torch.optim.AdamW(weights.groups, weight_decay=_WEIGHT_DECAY, fused=True)
    rates = [g["lr"] for g in optimizer.param_groups]
    special = {name: encoder.special_token_id(token) for name, token in _SPECIAL.items()}
    cover = encoder.special_token_id("[MASK]")
    began, seen, mean, reported_at = time.perf_counter(), 0, 0.0, 0.0
    kept_at = began
    for portion in portions:
        for batch in make_batches(portion, rng, tokens=settings.batch, **special):
            share = min(seen / max(total, 1), 1.0)
            scale = min(share / _WARM_UP, (1 - share) / (1 - _WARM_UP), 1.0)
            for group, rate in zip(optimizer.param_groups, rates, strict=True):
                group["lr"] = rate * max(scale, 0.002)
            covered = mask_subwords(batch, settings.hidden, cover, draws)
            loss = _step(network, covered, weights, optimizer, device)
            if not math.isfinite(loss):
                raise FloatingPointError("the loss is not finite; lower the learning rate")
            seen += int((batch.targets != 0).sum())
            mean = loss if mean == 0 else 0.98 * mean + 0.02 * loss
            if progress and time.perf_counter() - reported_at > _PROGRESS_SECONDS:
                reported_at = time.perf_counter()
                progress(seen, total, mean)
            if draft is not None and time.perf_counter() - kept_at > _DRAFT_SECONDS:
                kept_at = time.perf_counter()
                network.save(draft, weights.exact())
    network.float().load_state_dict(weights.exact())
    network.eval()
    return time.perf_counter() - began


_SPECIAL = {"cls": "[CLS]", "sep": "[SEP]", "pad": "[PAD]"}


def _new_parameters(network: TaggingNetwork) -> list[torch.nn.Parameter]:
    parts = (network.shapes, network.gaps, network.known, network.head)
    return [p for part in parts for p in part.parameters()]


def _lowest_parts(network: TaggingNetwork, layers: int) -> list[torch.nn.Module]:
    """All embeddings and so many layers: what needs no gradient when these stay as they are."""
    parts = [network.shapes, network.gaps, network.known, network.encoder.embeddings]
    if network.distances is not None:
        parts.append(network.distances)  # every layer reads it, also those that stay
    return [*parts, *network.encoder.encoder.layer[:layers]]


def _step(
    network: TaggingNetwork, batch: Batch, weights: _Weights, optimizer: torch.optim.Optimizer, device: str
) -> float:
    *given, wanted = (
        torch.from_numpy(a).to(device)
        for a in (batch.ids, batch.mask, batch.shapes, batch.gaps, batch.known, batch.targets)
    )
    loss = class_set_loss(network(*given), wanted, len(network.settings.classes))
    loss.backward()
    weights.take_gradients()
    torch.nn.utils.clip_grad_norm_(weights.learned, 1.0)
    optimizer.step()
    weights.round()
    return float(loss.detach())


def take_subwords(found: Iterable[TrainingExample], total: int) -> Iterator[TrainingExample]:
    """Examples up to the one with which ``total`` sub-words are reached."""
    seen = 0
    for example in found:
        yield example
        seen += len(example)
        if seen >= total:
            return


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


# Trains a member by its recipe and writes what was learned, with its figures. Needs torch.


@dataclass(frozen=True, slots=True)
class SubwordScores:
    """Sub-words of the held-back notes, identifier or not.

    Attributes:
        recall, precision: at a threshold of .5 on the sum of all labels' probabilities.
        subwords: counted.
    """

    recall: float
    precision: float
    subwords: int


def train_member(
    recipe: TrainingRecipe,
    samples: Iterable[Sample],
    held: Sequence[Sample],
    folder: Path,
    *,
    start: Path | None = None,
    pretrained: Path | None = None,
    progress: TrainingProgress | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> SubwordScores:
    """Trains one member.

    Args:
        recipe: how.
        samples: without end, or enough for the recipe.
        held: notes to measure on.
        folder: for the weights and ``training.json``.
        start: a trained network to go on from; the pretrained encoder when not given.
        pretrained: folder of the pretrained encoder, where no package carries it.
        progress: told now and then.
        tell: told what is being done.
    """
    tokenizer = tokenizer_file(recipe.encoder, pretrained)
    encoder = TextEncoder.load(
        tokenizer,
        title_capitals=recipe.title_capitals,
        words=GazetteerFeatures(bundled_lexicon()),
    )
    settings = NetworkSettings(recipe.layers, recipe.title_capitals, encoder=recipe.encoder)
    network = TaggingNetwork.load(start) if start else TaggingNetwork.pretrained(settings, pretrained)
    if len(network.settings.layers) != len(recipe.layers):
        network = network.with_layers(settings)
    network.settings = settings
    before = copy.deepcopy(network.state_dict()) if recipe.kept else {}
    total = int(recipe.tokens * 1_000_000)
    rng = random.Random(recipe.seed)
    found = take_subwords(cut_examples(samples, encoder, rng, longest=recipe.longest), total)
    how = FineTuningSettings(
        rate=recipe.rate,
        batch=recipe.batch,
        seed=recipe.seed,
        hidden=recipe.hidden,
        fixed_words=recipe.fixed_words,
        fixed_layers=recipe.fixed_layers,
        head_rate=recipe.head_rate,
    )
    portions = in_portions(found, PORTION_SUBWORDS)
    seconds = fine_tune(network, portions, total, encoder, how, progress, draft=folder / "draft")
    network.load_state_dict(
        {k: v.lerp(before[k], recipe.kept) if k in before else v for k, v in network.state_dict().items()}
    )
    network.save(folder)
    tell(f"trained in {seconds:.0f} s; measuring on {len(held)} notes")
    figures = measure_subwords(network, held, encoder, recipe.longest)
    stored = {
        "recipe": {**asdict(recipe), "mix": dict(recipe.mix)},
        "started_from": start.name if start else recipe.encoder,
        "seconds": round(seconds),
        "held_back": asdict(figures),
    }
    (folder / "training.json").write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    return figures


def measure_subwords(
    network: TaggingNetwork, held: Sequence[Sample], encoder: TextEncoder, longest: int = 94
) -> SubwordScores:
    """Sub-word figures on notes, read in windows of at most ``longest`` sub-words."""
    probe = list(cut_examples(held, encoder, random.Random(0), longest=longest))
    hits = wanted = taken = count = 0
    for example, found in zip(probe, class_probabilities(network, probe, encoder), strict=True):
        gold = (example.targets & 1) == 0
        predicted = 1 - found[:, 0] >= 0.5
        hits += int(np.sum(gold & predicted))
        wanted += int(np.sum(gold))
        taken += int(np.sum(predicted))
        count += len(gold)
    return SubwordScores(hits / max(wanted, 1), hits / max(taken, 1), count)
