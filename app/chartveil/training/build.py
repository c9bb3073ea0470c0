"""Trains a member by its recipe and writes what was learned, with its figures. Needs torch."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from chartveil.detect.ensemble.encode import Encoder
from chartveil.detect.ensemble.known import KnownWords
from chartveil.lexicon import Lexicon
from chartveil.training.examples import Example, examples
from chartveil.training.fit import FitSettings, Progress, fit, portions, probabilities
from chartveil.training.network import Network, NetworkSettings, base_folder
from chartveil.training.recipe import Recipe
from chartveil.training.sample import Sample

_PORTION = 300_000
"""Sub-words mixed at a time: enough for batches of like length, little enough to begin soon."""


@dataclass(frozen=True, slots=True)
class SubwordFigures:
    """Sub-words of the held-back notes, identifier or not.

    Attributes:
        recall, precision: at a threshold of .5 on the sum of all labels' probabilities.
        subwords: counted.
    """

    recall: float
    precision: float
    subwords: int


def train_member(
    recipe: Recipe,
    samples: Iterable[Sample],
    held: Sequence[Sample],
    folder: Path,
    *,
    start: Path | None = None,
    progress: Progress | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> SubwordFigures:
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
    encoder = Encoder.load(
        base_folder() / "tokenizer.json",
        title_capitals=recipe.title_capitals,
        words=KnownWords(Lexicon.load()),
    )
    settings = NetworkSettings(recipe.layers, recipe.title_capitals)
    network = Network.load(start) if start else Network.pretrained(settings)
    if len(network.settings.layers) != len(recipe.layers):
        network = network.arranged(settings)
    network.settings = settings
    before = copy.deepcopy(network.state_dict()) if recipe.kept else {}
    total = int(recipe.tokens * 1_000_000)
    rng = random.Random(recipe.seed)
    found = _until(examples(samples, encoder, rng, longest=recipe.longest), total)
    how = FitSettings(rate=recipe.rate, tokens=recipe.batch, seed=recipe.seed, hidden=recipe.hidden)
    seconds = fit(network, portions(found, _PORTION), total, encoder, how, progress)
    network.load_state_dict(
        {k: v.lerp(before[k], recipe.kept) if k in before else v for k, v in network.state_dict().items()}
    )
    network.save(folder)
    tell(f"trained in {seconds:.0f} s; measuring on {len(held)} notes")
    figures = measure(network, held, encoder, recipe.longest)
    stored = {
        "recipe": {**asdict(recipe), "mix": dict(recipe.mix)},
        "started_from": start.name if start else "all-MiniLM-L6-v2",
        "seconds": round(seconds),
        "held_back": asdict(figures),
    }
    (folder / "training.json").write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    return figures


def _until(found: Iterable[Example], total: int) -> Iterator[Example]:
    seen = 0
    for example in found:
        yield example
        seen += len(example)
        if seen >= total:
            return


def measure(network: Network, held: Sequence[Sample], encoder: Encoder, longest: int = 94) -> SubwordFigures:
    """Sub-word figures on notes, read in windows of at most ``longest`` sub-words."""
    probe = list(examples(held, encoder, random.Random(0), longest=longest))
    hits = wanted = taken = count = 0
    for example, found in zip(probe, probabilities(network, probe, encoder), strict=True):
        gold = (example.targets & 1) == 0
        said = 1 - found[:, 0] >= 0.5
        hits += int(np.sum(gold & said))
        wanted += int(np.sum(gold))
        taken += int(np.sum(said))
        count += len(gold)
    return SubwordFigures(hits / max(wanted, 1), hits / max(taken, 1), count)
