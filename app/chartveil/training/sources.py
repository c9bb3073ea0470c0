"""Everything that training samples are made of, read from a folder of lists, corpora and clinical text."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from chartveil.training.compose import Sources
from chartveil.training.sample import Sample
from chartveil.training.synthesis.carriers import Carriers
from chartveil.training.synthesis.corpora import read_corpora
from chartveil.training.synthesis.list_filler import ListFiller
from chartveil.training.synthesis.lists import FillLists
from chartveil.training.synthesis.negatives import Negatives


def load_sources(data: Path | None, skeletons: Sequence[Sample], rng: random.Random) -> Sources:
    """The sources that are there.

    Args:
        data: folder with ``clinical``, ``lists``, ``names`` and ``ner``; None for what comes with Chartveil:
            skeletons, bundled lists, negatives.
        skeletons: annotated notes.
        rng: draws passages.
    """
    lists = FillLists.load(data)
    carrier: Callable[[random.Random], Sample] | None = None
    corpora: list[Sample] = []
    if data is not None:
        carrier = Carriers.load(data / "clinical", ListFiller(lists)).sample
        corpora = read_corpora(data / "ner", rng)
    return Sources(skeletons, lists, carrier, corpora, Negatives.load(lists).make)
