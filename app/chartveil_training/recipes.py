"""How each of our members is trained: read from ``recipes.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from chartveil.domain.errors import ResourceError
from chartveil_training.data_files import DATA_FOLDER, REMEDY, read_toml

MIX_SOURCES = ("refilled", "recombined", "carriers", "corpora", "negatives", "contrasts")


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    """How one member is made.

    Attributes:
        name: of the member.
        layers: of the encoder, or of the member it goes on from, that are kept; one named twice in a row is
            followed by a new one.
        title_capitals: whether its texts are normalised.
        seed: of its samples and of its training.
        tokens: sub-words to train on, in millions.
        mix: share of the sub-words from each of ``MIX_SOURCES``; what is missing gets none.
        noise: share of the samples that are made noisy.
        keep: share of the slots that keep what the skeleton says.
        rate: highest learning rate.
        batch: sub-words in a batch.
        favoured: series of skeletons, the letters their names begin with, that come more often in a round:
            new ones, which a network has not seen in the trainings before.
        favoured_times: how often in a round.
        hidden: share of the sub-words that are hidden from the network while it learns
            (``examples.mask_subwords``).
        longest: most sub-words in a window that it learns from, special tokens not counted. Networks lose
            recall in windows longer than those.
        kept: share of the weights it starts from in the weights it ends with, in [0, 1): what it went on from
            had seen other notes more often, and the mean does better on strangers' (Wortsman et al. 2022,
            WiSE-FT).
        encoder: pretrained encoder that it begins from (``pretrained``), where it goes on from no member.
        fixed_words: whether the encoder's word and position embeddings stay as they are.
        fixed_layers: how many of the lowest layers stay as they are, with all embeddings below them.
        head_rate: highest learning rate of new embeddings and of the head.
        start: name of the member whose weights it goes on from; the pretrained encoder when empty.
    """

    name: str
    layers: tuple[int, ...]
    title_capitals: bool
    seed: int
    tokens: float
    mix: Mapping[str, float]
    noise: float = 0.35
    keep: float = 0.05
    rate: float = 2e-4
    batch: int = 2560
    favoured: str = ""
    favoured_times: int = 3
    hidden: float = 0.0
    longest: int = 94
    kept: float = 0.0
    encoder: str = "all-MiniLM-L6-v2"
    fixed_words: bool = False
    fixed_layers: int = 0
    head_rate: float = 1e-3
    start: str = ""


def load_recipes(path: Path | None = None) -> dict[str, TrainingRecipe]:
    """The recipes by name, in the file's order.

    Raises:
        ResourceError: if the file is missing or not as it should be.
    """
    path = path or DATA_FOLDER / "recipes.toml"
    stored = read_toml(path)
    recipes: dict[str, TrainingRecipe] = {}
    for name, table in stored.items():
        try:
            recipes[name] = _recipe(name, table)
        except (TypeError, ValueError) as e:
            raise ResourceError(f"recipe {name}: {e}.", where=str(path), remedy=REMEDY) from None
    return recipes


def _recipe(name: str, table: Mapping[str, Any]) -> TrainingRecipe:
    known = {f.name for f in fields(TrainingRecipe)} - {"name"}
    strange = sorted(set(table) - known)
    if strange:
        raise ValueError(f"{', '.join(strange)} is not known")
    mix = dict(table["mix"])
    if not mix or set(mix) - set(MIX_SOURCES) or min(mix.values()) < 0 or sum(mix.values()) <= 0:
        raise ValueError(f"mix holds shares of {', '.join(MIX_SOURCES)}")
    return TrainingRecipe(name=name, **{**table, "layers": tuple(table["layers"]), "mix": mix})
