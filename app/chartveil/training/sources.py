"""Everything that training samples are made of, read from a folder of lists, corpora and clinical text."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from chartveil.training.compose import SampleSources
from chartveil.training.sample import Sample
from chartveil.training.synthesis.carriers import CarrierNotes
from chartveil.training.synthesis.corpora import read_corpora
from chartveil.training.synthesis.list_filler import ListIdentifierGenerator
from chartveil.training.synthesis.lists import IdentifierLists
from chartveil.training.synthesis.negatives import HardNegatives


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
    return SampleSources(skeletons, lists, carrier, corpora, HardNegatives.load(lists).make_sample)
