"""The network of our own members: a BERT encoder that also sees letter shapes, gaps and what is known.

The encoder is all-MiniLM-L6-v2 (Wang et al. 2020, Apache-2.0) or all-mpnet-base-v2 (Song et al. 2020,
Apache-2.0), whose vocabulary knows no case. Small embeddings of letter shape, of the gap before a sub-word,
and of what the dictionaries know of its word are added to the word embedding and start at zero, so that
training begins from the encoder as it was. Needs torch and transformers.
"""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from transformers import BertConfig, BertModel

from chartveil.detection.models.encoder import GapBefore, LetterShape
from chartveil.detection.models.gazetteer_features import ANSWER_COUNTS, ANSWER_STEPS
from chartveil_training.examples import MEMBER_CLASSES
from chartveil_training.pretrained import (
    MINILM,
    PretrainedEncoder,
    fine_tuning_config,
    load_pretrained,
    pretrained_encoder_folder,
)

DISTANCE_BUCKETS = 32
"""In how many ranges MPNet parts the distances between sub-words."""
_FURTHEST = 128
"""Sub-words further apart than this count as that far apart (Song et al. 2020; Raffel et al. 2020)."""
_HIDDEN_FROM_ATTENTION = -10_000.0
"""Added to what padding would be given."""


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """What a network is made of.

    Attributes:
        layers: which layers of the encoder are kept, from 0; one named twice in a row is followed by a new
            layer (``_new_layer``).
        title_capitals: whether its texts are normalised (``encode.title_capitals``).
        classes: of its output.
        encoder: that it began from (``pretrained``).
    """

    layers: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    title_capitals: bool = False
    classes: tuple[str, ...] = MEMBER_CLASSES
    encoder: str = MINILM


class TaggingNetwork(nn.Module):
    """Sub-words to class scores.

    Args:
        settings: what it is made of.
        encoder: the BERT encoder; built from the settings without weights when None.
        config: of the encoder when it is built here.
        distance_bias: ``[buckets, heads]``, what attention is given by the distance of two sub-words.
    """

    def __init__(
        self,
        settings: NetworkSettings,
        encoder: BertModel | None = None,
        config: BertConfig | None = None,
        distance_bias: Tensor | None = None,
    ) -> None:
        super().__init__()
        if encoder is None:
            encoder = BertModel(config or _minilm_config(len(settings.layers)), add_pooling_layer=False)
        self.settings = settings
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.shapes = nn.Embedding(len(LetterShape), width)
        self.gaps = nn.Embedding(len(GapBefore), width)
        self.known = nn.ModuleList(nn.Embedding(size, width) for size in ANSWER_COUNTS)
        for table in (self.shapes, self.gaps, *self.known):
            nn.init.zeros_(table.weight)
        self.distances = (
            None if distance_bias is None else nn.Embedding.from_pretrained(distance_bias, freeze=False)
        )
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(width, len(settings.classes))

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        shape_ids: Tensor,
        gap_ids: Tensor,
        known_ids: Tensor,
    ) -> Tensor:
        """Scores before softmax, ``[batch, tokens, classes]``, for inputs ``[batch, tokens]``."""
        words = self.encoder.embeddings.word_embeddings(input_ids)
        words = words + self.shapes(shape_ids) + self.gaps(gap_ids)
        for table, step, size in zip(self.known, ANSWER_STEPS, ANSWER_COUNTS, strict=True):
            words = words + table(known_ids // step % size)
        seen = self.encoder(
            inputs_embeds=words, attention_mask=self._attention_bias(attention_mask, words.dtype)
        ).last_hidden_state
        scores: Tensor = self.head(self.dropout(seen))
        return scores

    def _attention_bias(self, attention_mask: Tensor, kind: torch.dtype) -> Tensor:
        """What is added to attention, ``[batch, heads, tokens, tokens]``; else the mask."""
        if self.distances is None:
            return attention_mask
        tokens = attention_mask.shape[1]
        buckets = distance_buckets(tokens, self.distances.num_embeddings).to(attention_mask.device)
        bias = self.distances(buckets).permute(2, 0, 1)[None]
        hidden = (1 - attention_mask[:, None, None, :]).to(kind) * _HIDDEN_FROM_ATTENTION
        return bias.to(kind) + hidden

    def with_layers(self, settings: NetworkSettings) -> TaggingNetwork:
        """A network of this one's layers, fewer or more, with its embeddings and head.

        Args:
            settings: ``layers`` counts this network's layers.
        """
        _select_layers(self.encoder, settings.layers)
        self.settings = settings
        return self

    def save(self, folder: Path, weights: Mapping[str, Tensor] | None = None) -> None:
        """Writes weights and settings.

        Args:
            folder: made where it is not there.
            weights: to write in place of its own.
        """
        folder.mkdir(parents=True, exist_ok=True)
        found = self.state_dict() if weights is None else weights
        save_file({k: v.contiguous() for k, v in found.items()}, folder / "model.safetensors")
        settings = asdict(self.settings)
        settings |= {"encoder_name": settings["encoder"], "encoder": self.encoder.config.to_dict()}
        (folder / "network.json").write_text(json.dumps(settings, indent=1, default=str), encoding="utf-8")

    @staticmethod
    def pretrained(settings: NetworkSettings, folder: Path | None = None) -> TaggingNetwork:
        """The pretrained encoder with new embeddings and a new head.

        Args:
            settings: what it is made of.
            folder: of the encoder, where no package carries it (``pretrained.load_pretrained``).
        """
        found: PretrainedEncoder = load_pretrained(settings.encoder, folder)
        _select_layers(found.encoder, settings.layers)
        return TaggingNetwork(settings, found.encoder, distance_bias=found.distance_bias)

    @staticmethod
    def load(folder: Path) -> TaggingNetwork:
        """A network as saved."""
        stored: dict[str, Any] = json.loads((folder / "network.json").read_text(encoding="utf-8"))
        settings = NetworkSettings(
            tuple(stored["layers"]),
            stored["title_capitals"],
            tuple(stored["classes"]),
            stored.get("encoder_name", MINILM),
        )
        weights = load_file(folder / "model.safetensors")
        config = BertConfig.from_dict(stored["encoder"])
        config._attn_implementation = "eager"
        network = TaggingNetwork(settings, config=config, distance_bias=weights.get("distances.weight"))
        # Networks of before knew nothing of words: theirs stays zero.
        absent = {k: v for k, v in network.state_dict().items() if k.startswith("known.")}
        network.load_state_dict({**absent, **weights})
        return network


def _select_layers(encoder: BertModel, layers: Sequence[int]) -> None:
    stored = encoder.encoder.layer
    repeated = [i > 0 and layers[i - 1] == layer for i, layer in enumerate(layers)]
    encoder.encoder.layer = nn.ModuleList(
        [_new_layer(stored[n]) if again else stored[n] for n, again in zip(layers, repeated, strict=True)]
    )
    encoder.config.num_hidden_layers = len(layers)


def _new_layer(behind: nn.Module) -> nn.Module:
    """A layer to stand behind another, which at first hands on what it is given, nearly.

    It has the other's attention and its inner weights, but adds nothing of theirs until it has learned to:
    what leads out of them is zero (as in Wu et al. 2024, LLaMA Pro). Its norms undo themselves: they restore
    the mean and the spread that the other's norm gives to what is normal.
    """
    layer = copy.deepcopy(behind)
    norm = behind.output.LayerNorm
    assert isinstance(norm, nn.LayerNorm)
    with torch.no_grad():
        spread = (norm.weight.square().mean() + norm.bias.var()).sqrt()
        for out in (layer.attention.output, layer.output):
            for zero in (out.dense.weight, out.dense.bias):
                zero.zero_()
            out.LayerNorm.weight.fill_(spread)
            out.LayerNorm.bias.fill_(norm.bias.mean())
    return layer


def _minilm_config(layers: int) -> BertConfig:
    stored = json.loads((pretrained_encoder_folder() / "config.json").read_text(encoding="utf-8"))
    return fine_tuning_config({**stored, "num_hidden_layers": layers})


def distance_buckets(tokens: int, count: int) -> Tensor:
    """Which bucket the distance of each pair of sub-words is in, ``[tokens, tokens]``.

    Half of the buckets are for those behind, half for those before; of each half the first are for one
    distance each, the others for ranges that grow by a factor (Raffel et al. 2020, "T5", as MPNet has it).

    Args:
        tokens: in a window.
        count: of buckets.
    """
    places = torch.arange(tokens)
    behind = places[:, None] - places[None, :]  # of what attends, of what is attended to
    half = count // 2
    exact = half // 2
    far = behind.abs()
    grown = torch.log(far.clamp(min=1).float() / exact) / math.log(_FURTHEST / exact) * (half - exact)
    ranged = (exact + grown.long()).clamp(max=half - 1)
    return torch.where(behind < 0, half, 0) + torch.where(far < exact, far, ranged)


def class_set_loss(scores: Tensor, targets: Tensor, classes: int) -> Tensor:
    """Mean of −log of the weight that each sub-word's scores put within its set of classes.

    Args:
        scores: ``[batch, tokens, classes]``.
        targets: bit masks ``[batch, tokens]``; 0 where nothing is to be learned.
        classes: number of classes.
    """
    counted = targets != 0
    scores = scores[counted].float()
    bits = torch.arange(classes, device=scores.device)
    allowed = (targets[counted].unsqueeze(-1) >> bits) & 1
    inside = scores.masked_fill(allowed == 0, float("-inf"))
    return (scores.logsumexp(-1) - inside.logsumexp(-1)).mean()
