"""What a new member learns from, and what is known of it afterwards: passed to and from the trainer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from chartveil.detection.models.manifest import EnsembleMember, TextNormalisation
from chartveil_training.samples import Sample

PRETRAINED_NAME = "all-MiniLM"
"""Name of the start that is no member: the encoder as it comes, which knows language and no identifiers."""

WINDOW_TOKENS = 128
"""Most tokens in the windows that a network is taught with (``chartveil_training.examples``)."""

TrainingProgress = Callable[[int, int, float], None]
"""Called with the sub-words seen, those in all, and the running loss."""


@dataclass(frozen=True, slots=True)
class TrainingJob:
    """What a member learns from, and how.

    Attributes:
        samples: the site's documents.
        synthetic_share: share of the text that is made up from the bundled notes, in [0, 1): with the site's
            alone a model forgets what it knew of all others.
        tokens: sub-words to learn from.
        seed: of all that is drawn.
        start: the member whose weights it goes on from; None for ``PRETRAINED_NAME``.
        layers: of the encoder that are kept, when it starts from ``PRETRAINED_NAME``.
        rate: highest learning rate; 0 for what suits the start.
        batch: sub-words in a batch.
        device: ``auto``, ``cpu`` or ``cuda``.
    """

    samples: tuple[Sample, ...]
    synthetic_share: float
    tokens: int
    seed: int
    start: EnsembleMember | None
    layers: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    rate: float = 0.0
    batch: int = 2560
    device: str = "auto"


@dataclass(frozen=True, slots=True)
class TrainedNetwork:
    """A model that has learned.

    Attributes:
        classes: of its output, in order.
        inputs: what it reads besides ids and mask.
        normalise: what is done to the text first.
        window: most tokens in a window.
        overlap: tokens of context at either side of a window.
        subwords: learned from.
        same_class: share of the sub-words for which the int8 file and the network agree; None where they
            were not compared.
    """

    classes: tuple[str, ...]
    inputs: tuple[str, ...]
    normalise: TextNormalisation = TextNormalisation.NONE
    window: int = WINDOW_TOKENS
    overlap: int = WINDOW_TOKENS // 8
    subwords: int = 0
    same_class: float | None = None


class NetworkTrainer(Protocol):
    """Trains a member; writes ``MODEL_FILE`` and ``TOKENIZER_FILE`` (``member_files``) into a folder."""

    def __call__(self, job: TrainingJob, folder: Path, progress: TrainingProgress) -> TrainedNetwork: ...
