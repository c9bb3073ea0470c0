"""Teaches a member at a site. Needs torch, transformers and onnx."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import torch
from transformers.utils import logging

from chartveil.detection.models.encoder import TextEncoder
from chartveil.detection.models.float_twin import BASE_INPUTS, GAZETTEER_INPUT
from chartveil.detection.models.gazetteer_features import GazetteerFeatures
from chartveil.detection.models.manifest import TextNormalisation
from chartveil.domain.errors import InputError, ResourceError
from chartveil.lexicon.lexicon import bundled_lexicon
from chartveil_training.examples import cut_examples
from chartveil_training.export import export_network
from chartveil_training.fine_tuning import (
    PORTION_SUBWORDS,
    FineTuningSettings,
    fine_tune,
    in_portions,
    take_subwords,
)
from chartveil_training.network import NetworkSettings, TaggingNetwork
from chartveil_training.pretrained import pretrained_encoder_folder
from chartveil_training.recipes import TrainingRecipe
from chartveil_training.sample_mix import SampleSources, load_sample_sources, mix_samples
from chartveil_training.samples import Sample
from chartveil_training.site.job import WINDOW_TOKENS, TrainedNetwork, TrainingJob, TrainingProgress
from chartveil_training.site.member_files import MODEL_FILE, TOKENIZER_FILE
from chartveil_training.site.member_network import load_member_network
from chartveil_training.synthesis.noise import add_noise
from chartveil_training.synthesis.refill.refiller import Refiller
from chartveil_training.synthesis.skeletons import load_skeletons

_MIX = {"refilled": 5.0, "recombined": 2.0, "negatives": 0.7}
"""What is made up, of the bundled notes and lists alone."""
_REFILLED = 0.5
"""Share of the site's documents with other identifiers in their places: so that the model learns how the site
writes more than who its patients are."""
_NOISY = 0.15
_RATE_ON, _RATE_NEW = 1e-4, 2e-4
"""Highest learning rate going on from a member, and from the pretrained encoder."""
_SPECIALS = 2
"""[CLS] and [SEP], which a window holds beside what is learned from."""
_PROBE = 40
"""Windows on which the file is compared with the network."""


def train_network(
    job: TrainingJob, folder: Path, progress: TrainingProgress, sources: SampleSources | None = None
) -> TrainedNetwork:
    """See :class:`chartveil_training.site.job.NetworkTrainer`.

    On a CPU the same job gives the same file.

    Args:
        job, folder, progress: as there.
        sources: of made-up notes; what comes with Chartveil when not given.

    Raises:
        InputError: if there is no such device.
        ResourceError: if the member to start from cannot be taken on, or training fails.
    """
    _silence_transformers()
    device = _device(job.device)
    torch.manual_seed(job.seed)  # a new head is drawn at random
    start = job.start
    network = load_member_network(start) if start else TaggingNetwork.pretrained(NetworkSettings(job.layers))
    tokenizer = start.tokenizer if start else pretrained_encoder_folder() / TOKENIZER_FILE
    capitals = network.settings.title_capitals
    encoder = TextEncoder.load(tokenizer, title_capitals=capitals, words=GazetteerFeatures(bundled_lexicon()))
    rng = random.Random(job.seed)
    if sources is None:
        sources = load_sample_sources(None, load_skeletons(), random.Random(job.seed))
    recipe = TrainingRecipe("site", job.layers, capitals, job.seed, job.tokens / 1e6, _MIX)
    site = _of_site(job.samples, Refiller(sources.lists), rng)
    samples = _mixed(site, mix_samples(sources, recipe), job.synthetic_share)
    window, overlap = (start.window, start.overlap) if start else (WINDOW_TOKENS, WINDOW_TOKENS // 8)
    longest = window - _SPECIALS
    windows = take_subwords(cut_examples(samples, encoder, rng, longest=longest), job.tokens)
    rate = job.rate or (_RATE_ON if start else _RATE_NEW)
    settings = FineTuningSettings(rate=rate, batch=job.batch, seed=job.seed)
    try:
        fine_tune(
            network,
            in_portions(windows, PORTION_SUBWORDS),
            job.tokens,
            encoder,
            settings,
            progress,
            device,
        )
    except FloatingPointError:
        raise _training_error("the weights grew beyond all bounds") from None
    network.to("cpu")
    probe = list(islice(cut_examples(job.samples, encoder, random.Random(0), longest=longest), _PROBE))
    special = encoder.special_token_id("[CLS]"), encoder.special_token_id("[SEP]")
    try:
        check = export_network(network, folder / MODEL_FILE, probe, *special)
    except ValueError:
        raise _training_error("the file does not compute what the network does") from None
    shutil.copyfile(tokenizer, folder / TOKENIZER_FILE)
    return TrainedNetwork(
        classes=network.settings.classes,
        inputs=(*BASE_INPUTS[2:], GAZETTEER_INPUT),
        normalise=TextNormalisation.CAPITALS if capitals else TextNormalisation.NONE,
        window=window,
        overlap=overlap,
        subwords=job.tokens,
        same_class=check.same_class,
    )


def _training_error(why: str) -> ResourceError:
    return ResourceError(
        f"the training failed: {why}.", remedy="Train with another --seed, or --from another model."
    )


def _silence_transformers() -> None:
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
            yield add_noise(made, rng) if rng.random() < _NOISY else made


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
