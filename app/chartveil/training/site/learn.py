"""Teaches a member at a site. Needs torch, transformers and onnx."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import torch
from transformers.utils import logging

from chartveil.detect.ensemble.encode import Encoder
from chartveil.detect.ensemble.halves import INPUTS, KNOWN
from chartveil.detect.ensemble.known import KnownWords
from chartveil.detect.ensemble.manifest import Normalise
from chartveil.errors import InputError, ResourceError
from chartveil.lexicon import Lexicon
from chartveil.training.compose import Sources, compose
from chartveil.training.examples import Example, examples
from chartveil.training.export import export
from chartveil.training.fit import FitSettings, fit, portions
from chartveil.training.network import Network, NetworkSettings, base_folder
from chartveil.training.recipe import Recipe
from chartveil.training.sample import Sample
from chartveil.training.site.keep import MODEL, TOKENIZER
from chartveil.training.site.lesson import WINDOW, Learned, Lesson, Progress
from chartveil.training.site.weights import network_of
from chartveil.training.sources import load_sources
from chartveil.training.synthesis.library import load_library
from chartveil.training.synthesis.noise import noise
from chartveil.training.synthesis.refill import Refiller

_MIX = {"refilled": 5.0, "recombined": 2.0, "negatives": 0.7}
"""What is made up, of the bundled notes and lists alone."""
_REFILLED = 0.5
"""Share of the site's documents with other identifiers in their places: so that the model learns how the site
writes more than who its patients are."""
_NOISY = 0.15
_RATE_ON, _RATE_NEW = 1e-4, 2e-4
"""Highest learning rate going on from a member, and from the pretrained encoder."""
_PORTION = 300_000
_SPECIALS = 2
"""[CLS] and [SEP], which a window holds beside what is learned from."""
_PROBE = 40
"""Windows on which the file is compared with the network."""


def learn(lesson: Lesson, folder: Path, progress: Progress, sources: Sources | None = None) -> Learned:
    """See :class:`chartveil.training.site.lesson.Learner`.

    On a CPU the same lesson gives the same file.

    Args:
        lesson, folder, progress: as there.
        sources: of made-up notes; what comes with Chartveil when not given.

    Raises:
        InputError: if there is no such device.
        ResourceError: if the member to start from cannot be taken on, or training fails.
    """
    _quiet()
    device = _device(lesson.device)
    torch.manual_seed(lesson.seed)  # a new head is drawn at random
    start = lesson.start
    network = network_of(start) if start else Network.pretrained(NetworkSettings(lesson.layers))
    tokenizer = start.tokenizer if start else base_folder() / TOKENIZER
    capitals = network.settings.title_capitals
    encoder = Encoder.load(tokenizer, title_capitals=capitals, words=KnownWords(Lexicon.load()))
    rng = random.Random(lesson.seed)
    if sources is None:
        sources = load_sources(None, load_library(), random.Random(lesson.seed))
    recipe = Recipe("site", lesson.layers, capitals, lesson.seed, lesson.tokens / 1e6, _MIX)
    site = _of_site(lesson.samples, Refiller(sources.lists), rng)
    samples = _mixed(site, compose(sources, recipe), lesson.synthetic)
    window, overlap = (start.window, start.overlap) if start else (WINDOW, WINDOW // 8)
    longest = window - _SPECIALS
    windows = _until(examples(samples, encoder, rng, longest=longest), lesson.tokens)
    rate = lesson.rate or (_RATE_ON if start else _RATE_NEW)
    settings = FitSettings(rate=rate, tokens=lesson.batch, seed=lesson.seed)
    try:
        fit(network, portions(windows, _PORTION), lesson.tokens, encoder, settings, progress, device)
    except FloatingPointError:
        raise _failed("the weights grew beyond all bounds") from None
    network.to("cpu")
    probe = list(islice(examples(lesson.samples, encoder, random.Random(0), longest=longest), _PROBE))
    special = encoder.special("[CLS]"), encoder.special("[SEP]")
    try:
        check = export(network, folder / MODEL, probe, *special)
    except ValueError:
        raise _failed("the file does not compute what the network does") from None
    shutil.copyfile(tokenizer, folder / TOKENIZER)
    return Learned(
        classes=network.settings.classes,
        inputs=(*INPUTS[2:], KNOWN),
        normalise=Normalise.CAPITALS if capitals else Normalise.NONE,
        window=window,
        overlap=overlap,
        subwords=lesson.tokens,
        same_class=check.same_class,
    )


def _failed(why: str) -> ResourceError:
    return ResourceError(
        f"the training failed: {why}.", remedy="Train with another --seed, or --from another model."
    )


def _quiet() -> None:
    """Keeps transformers from telling that the encoder has a part that nobody needs here."""
    logging.set_verbosity_error()
    logging.disable_progress_bar()


def _device(name: str) -> str:
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise InputError(
            "torch finds no such device.", where=name, remedy="Use --device cpu, or mend the driver."
        )
    return "cuda" if there and name != "cpu" else "cpu"


def _of_site(samples: Sequence[Sample], refiller: Refiller, rng: random.Random) -> Iterator[Sample]:
    """The site's documents, again and again, in another order each time."""
    while True:
        for sample in rng.sample(samples, len(samples)):
            made = refiller.refill(sample, rng) if rng.random() < _REFILLED else sample
            yield noise(made, rng) if rng.random() < _NOISY else made


def _mixed(site: Iterator[Sample], made_up: Iterator[Sample], share: float) -> Iterator[Sample]:
    """Both sources, so that ``share`` of the text is made up."""
    from_site = from_made_up = 0
    while True:
        if from_made_up * (1 - share) < from_site * share:
            sample = next(made_up)
            from_made_up += len(sample.text)
        else:
            sample = next(site)
            from_site += len(sample.text)
        yield sample


def _until(found: Iterable[Example], total: int) -> Iterator[Example]:
    seen = 0
    for example in found:
        yield example
        seen += len(example)
        if seen >= total:
            return
