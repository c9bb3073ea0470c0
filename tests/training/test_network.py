"""The network's layers taken out and put in; needs the extra ``train``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")
transformers = pytest.importorskip("transformers", reason="the extra 'train' is not installed")

from chartveil_training.examples import TrainingExample  # noqa: E402
from chartveil_training.fine_tuning import FineTuningSettings, fine_tune  # noqa: E402
from chartveil_training.network import NetworkSettings, TaggingNetwork  # noqa: E402


def network(layers: tuple[int, ...] = (0, 1, 2)) -> TaggingNetwork:
    torch.manual_seed(3)
    config = transformers.BertConfig(
        vocab_size=60,
        hidden_size=64,
        num_hidden_layers=len(layers),
        num_attention_heads=4,
        intermediate_size=128,
        max_position_embeddings=32,
        attn_implementation="eager",
    )
    made = TaggingNetwork(NetworkSettings(layers), config=config).eval()
    with torch.no_grad():
        for values in made.parameters():
            values.add_(torch.randn_like(values) * 0.03)
    return made


def scores(made: TaggingNetwork) -> torch.Tensor:
    draws = torch.Generator().manual_seed(4)
    ids = torch.randint(3, 60, (4, 20), generator=draws)
    nothing = torch.zeros_like(ids)
    return made(ids, torch.ones_like(ids), nothing, nothing, nothing)


def test_new_layers_hand_on_what_they_are_given_until_they_learn() -> None:
    before = scores(network())
    deeper = network().with_layers(NetworkSettings((0, 0, 1, 2, 2)))
    after = scores(deeper)
    assert len(deeper.encoder.encoder.layer) == deeper.encoder.config.num_hidden_layers == 5
    assert (after - before).abs().max() < 0.1 * before.std()
    after.square().sum().backward()
    added = deeper.encoder.encoder.layer[1]
    assert added.output.dense.weight.grad.abs().max() > 0
    assert added.attention.output.dense.weight.grad.abs().max() > 0


def test_fewer_layers_are_those_that_are_named() -> None:
    whole = network()
    kept = [whole.encoder.encoder.layer[i] for i in (0, 2)]
    shorter = whole.with_layers(NetworkSettings((0, 2)))
    assert list(shorter.encoder.encoder.layer) == kept
    assert shorter.encoder.config.num_hidden_layers == 2


def test_a_deeper_network_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    deeper = network().with_layers(NetworkSettings((0, 1, 1, 2)))
    deeper.save(tmp_path)
    assert torch.equal(scores(TaggingNetwork.load(tmp_path).eval()), scores(deeper))


class _Specials:
    """As much of a tokenizer as training asks for."""

    def special_token_id(self, token: str) -> int:
        return {"[PAD]": 0, "[CLS]": 1, "[SEP]": 2, "[MASK]": 3}[token]


def test_layers_that_stay_as_they_are_learn_nothing_and_those_above_do() -> None:
    learner = network()
    before = {k: v.clone() for k, v in learner.state_dict().items()}
    ids = np.arange(4, 24, dtype=np.int64)
    nothing = np.zeros_like(ids)
    example = TrainingExample(ids, nothing, nothing, nothing, np.where(ids % 3 == 0, 2, 1))
    settings = FineTuningSettings(rate=1e-2, head_rate=1e-2, batch=64, fixed_layers=2)
    fine_tune(learner, [[example] * 20], 400, _Specials(), settings)
    changed = {k for k, v in learner.state_dict().items() if not torch.equal(v, before[k])}
    assert not [k for k in changed if k.startswith(("encoder.embeddings", "shapes", "gaps", "known"))]
    assert not [k for k in changed if ".layer.0." in k or ".layer.1." in k]
    assert any(".layer.2." in k for k in changed)
    assert "head.weight" in changed
