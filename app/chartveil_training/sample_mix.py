"""Mixes samples of all sources as a recipe says. Same recipe, same data: same samples."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from chartveil_training.recipes import TrainingRecipe
from chartveil_training.samples import Sample
from chartveil_training.synthesis.carriers.notes import CarrierNotes
from chartveil_training.synthesis.corpora import read_corpora
from chartveil_training.synthesis.generators.identifiers import ListIdentifierGenerator
from chartveil_training.synthesis.generators.lists import IdentifierLists
from chartveil_training.synthesis.negatives import HardNegatives
from chartveil_training.synthesis.noise import add_noise
from chartveil_training.synthesis.recombine import recombine
from chartveil_training.synthesis.refill.refiller import Refiller


@dataclass(frozen=True)
class SampleSources:
    """What samples are made of.

    Attributes:
        skeletons: annotated notes.
        lists: what slots are refilled from.
        make_carrier: makes a sample of clinical text; None where there is none.
        corpora: sentences of open corpora; may be empty.
        make_negative: makes a sample of words that are no identifiers.
        make_contrast: makes a sample of identifiers beside what looks like them and is none.
    """

    skeletons: Sequence[Sample]
    lists: IdentifierLists
    make_carrier: Callable[[random.Random], Sample] | None
    corpora: Sequence[Sample]
    make_negative: Callable[[random.Random], Sample]
    make_contrast: Callable[[random.Random], Sample]


def mix_samples(sources: SampleSources, recipe: TrainingRecipe) -> Iterator[Sample]:
    """Samples without end, each source at its share of the text; which comes next hangs on the seed only."""
    rng = random.Random(recipe.seed)
    makers = _makers(sources, recipe)
    made = dict.fromkeys(makers, 0.0)
    while True:
        # The source that is furthest behind its share.
        name = min(makers, key=lambda n: (made[n] / recipe.mix[n], n))
        sample = makers[name](rng)
        if rng.random() < recipe.noise:
            sample = add_noise(sample, rng)
        made[name] += sample.estimated_subwords
        yield sample


def _makers(
    sources: SampleSources, recipe: TrainingRecipe
) -> Mapping[str, Callable[[random.Random], Sample]]:
    series = tuple(f"skeleton {letter}" for letter in recipe.favoured)
    favoured = [s for s in sources.skeletons if s.source.startswith(series)]
    skeletons = _ShuffledRounds([*sources.skeletons, *favoured * (recipe.favoured_times - 1)])
    refiller = Refiller(sources.lists, keep=recipe.keep)
    makers: dict[str, Callable[[random.Random], Sample]] = {
        "refilled": lambda rng: refiller.refill(skeletons.next(rng), rng),
        "recombined": lambda rng: refiller.refill(recombine(sources.skeletons, rng), rng),
        "negatives": sources.make_negative,
        "contrasts": sources.make_contrast,
    }
    if sources.make_carrier is not None:
        makers["carriers"] = sources.make_carrier
    if sources.corpora:
        corpora = _ShuffledRounds(sources.corpora)
        makers["corpora"] = corpora.next
    return {n: m for n, m in makers.items() if recipe.mix.get(n, 0) > 0}


class _ShuffledRounds:
    """Items in random order, each once a round."""

    def __init__(self, items: Sequence[Sample]) -> None:
        self._items = items
        self._order: list[int] = []

    def next(self, rng: random.Random) -> Sample:
        if not self._order:
            self._order = list(range(len(self._items)))
            rng.shuffle(self._order)
        return self._items[self._order.pop()]


_HELD_BACK_ENDING = "8"


def split_held_back(skeletons: Sequence[Sample]) -> tuple[list[Sample], list[Sample]]:
    """Skeletons to train on, and those whose number ends in 8, held back for thresholds and figures.

    By name, so that notes that come later do not move others from one side to the other.
    """
    train = [s for s in skeletons if not s.source.endswith(_HELD_BACK_ENDING)]
    held = [s for s in skeletons if s.source.endswith(_HELD_BACK_ENDING)]
    return train, held


def with_refilled_copies(skeletons: Sequence[Sample], lists: IdentifierLists, seed: int = 99) -> list[Sample]:
    """Skeletons as they are and refilled once, with a seed of its own."""
    rng, refiller = random.Random(seed), Refiller(lists)
    return [*skeletons, *(replace(refiller.refill(s, rng), source=s.source + " refilled") for s in skeletons)]


# Everything that training samples are made of, read from a folder of lists, corpora and clinical text.


def load_sample_sources(data: Path | None, skeletons: Sequence[Sample], rng: random.Random) -> SampleSources:
    """The sources that are there.

    Args:
        data: folder with ``clinical``, ``lists``, ``names`` and ``ner``; None for what comes with Chartveil:
            skeletons, bundled lists, negatives.
        skeletons: annotated notes.
        rng: draws passages.
    """
    lists = IdentifierLists.load(data)
    carrier: Callable[[random.Random], Sample] | None = None
    corpora: list[Sample] = []
    if data is not None:
        carrier = CarrierNotes.load(data / "clinical", ListIdentifierGenerator(lists)).make_sample
        corpora = read_corpora(data / "ner", rng)
    negatives = HardNegatives.load(lists)
    return SampleSources(skeletons, lists, carrier, corpora, negatives.make_sample, negatives.make_contrast)
