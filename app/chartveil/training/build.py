"""Trains a member by its recipe and writes what was learned, with its figures. Needs torch."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from chartveil.detect.ensemble.encode import TextEncoder
from chartveil.detect.ensemble.known import GazetteerFeatures
from chartveil.lexicon.lexicon import Lexicon
from chartveil.training.examples import TrainingExample, cut_examples
from chartveil.training.fit import (
    FineTuningSettings,
    TrainingProgress,
    class_probabilities,
    fine_tune,
    in_portions,
)
from chartveil.training.network import NetworkSettings, TaggingNetwork, pretrained_encoder_folder
from chartveil.training.recipe import TrainingRecipe
from chartveil.training.sample import Sample

_PORTION_SUBWORDS = 300_000
"""Sub-words mixed at a time: enough for batches of like length, little enough to begin soon."""


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
        progress: told now and then.
        tell: told what is being done.
    """
    encoder = TextEncoder.load(
        pretrained_encoder_folder() / "tokenizer.json",
        title_capitals=recipe.title_capitals,
        words=GazetteerFeatures(Lexicon.load()),
    )
    settings = NetworkSettings(recipe.layers, recipe.title_capitals)
    network = TaggingNetwork.load(start) if start else TaggingNetwork.pretrained(settings)
    if len(network.settings.layers) != len(recipe.layers):
        network = network.with_layers(settings)
    network.settings = settings
    before = copy.deepcopy(network.state_dict()) if recipe.kept else {}
    total = int(recipe.tokens * 1_000_000)
    rng = random.Random(recipe.seed)
    found = _until(cut_examples(samples, encoder, rng, longest=recipe.longest), total)
    how = FineTuningSettings(rate=recipe.rate, batch=recipe.batch, seed=recipe.seed, hidden=recipe.hidden)
    seconds = fine_tune(network, in_portions(found, _PORTION_SUBWORDS), total, encoder, how, progress)
    network.load_state_dict(
        {k: v.lerp(before[k], recipe.kept) if k in before else v for k, v in network.state_dict().items()}
    )
    network.save(folder)
    tell(f"trained in {seconds:.0f} s; measuring on {len(held)} notes")
    figures = measure_subwords(network, held, encoder, recipe.longest)
    stored = {
        "recipe": {**asdict(recipe), "mix": dict(recipe.mix)},
        "started_from": start.name if start else "all-MiniLM-L6-v2",
        "seconds": round(seconds),
        "held_back": asdict(figures),
    }
    (folder / "training.json").write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    return figures


def _until(found: Iterable[TrainingExample], total: int) -> Iterator[TrainingExample]:
    seen = 0
    for example in found:
        yield example
        seen += len(example)
        if seen >= total:
            return


def measure_subwords(
    network: TaggingNetwork, held: Sequence[Sample], encoder: TextEncoder, longest: int = 94
) -> SubwordScores:
    """Sub-word figures on notes, read in windows of at most ``longest`` sub-words."""
    probe = list(cut_examples(held, encoder, random.Random(0), longest=longest))
    hits = wanted = taken = count = 0
    for example, found in zip(probe, class_probabilities(network, probe, encoder), strict=True):
        gold = (example.targets & 1) == 0
        said = 1 - found[:, 0] >= 0.5
        hits += int(np.sum(gold & said))
        wanted += int(np.sum(gold))
        taken += int(np.sum(said))
        count += len(gold)
    return SubwordScores(hits / max(wanted, 1), hits / max(taken, 1), count)
