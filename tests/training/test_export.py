"""Export of a trained network; needs the extra ``train``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")
transformers = pytest.importorskip("transformers", reason="the extra 'train' is not installed")

from chartveil.detection.models.float_twin import NetworkForm, has_float_twin  # noqa: E402
from chartveil.detection.models.gazetteer_features import GAZETTEER_CODE_COUNT  # noqa: E402
from chartveil.detection.models.onnx_file import read_onnx  # noqa: E402
from chartveil_training.examples import TrainingExample  # noqa: E402
from chartveil_training.export import export_network  # noqa: E402
from chartveil_training.network import NetworkSettings, TaggingNetwork  # noqa: E402

CLS, SEP = 1, 2


def network(
    layers: int = 2, activation: str = "gelu_pytorch_tanh", *, distances: bool = False
) -> TaggingNetwork:
    torch.manual_seed(5)
    config = transformers.BertConfig(
        vocab_size=80,
        hidden_size=32,
        num_hidden_layers=layers,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=48,
        hidden_act=activation,
        attn_implementation="eager",
    )
    bias = torch.randn(32, 4) if distances else None  # as wide apart as MPNet's
    made = TaggingNetwork(NetworkSettings(tuple(range(layers))), config=config, distance_bias=bias)
    with torch.no_grad():
        for values in made.parameters():  # what a new network gives hardly depends on what it reads
            values.add_(torch.randn_like(values) * 0.15)
    return made


def probe(windows: int = 8) -> list[TrainingExample]:
    rng = np.random.default_rng(1)
    found = []
    for i in range(windows):
        size = 8 + 4 * i
        ranges = ((3, 80), (0, 12), (0, 5), (0, GAZETTEER_CODE_COUNT))
        drawn = (rng.integers(low, most, size) for low, most in ranges)
        found.append(TrainingExample(*drawn, np.zeros(size, np.int64)))
    return found


@pytest.mark.parametrize(("layers", "distances"), [(1, False), (3, False), (2, True)])
def test_the_file_gives_what_the_network_gives(tmp_path: Path, layers: int, distances: bool) -> None:
    path = tmp_path / "model.onnx"
    check = export_network(network(layers, distances=distances), path, probe(), CLS, SEP)
    assert check.subwords == sum(8 + 4 * i + 2 for i in range(1, 8, 2))
    assert check.worst_float < 1e-5
    assert check.worst_int8 < 0.1
    assert check.same_class >= 0.97
    model = path.read_bytes()
    assert has_float_twin(model)
    form = NetworkForm.from_properties(read_onnx(model).properties)
    assert (form.layers, form.heads, form.gaps) == (layers, 4, 5)


def test_the_same_network_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "1.onnx", tmp_path / "2.onnx"
    export_network(network(), first, probe(), CLS, SEP)
    export_network(network(), second, probe(), CLS, SEP)
    assert first.read_bytes() == second.read_bytes()


def test_a_network_is_left_as_it_was(tmp_path: Path) -> None:
    made = network()
    before = {name: values.clone() for name, values in made.state_dict().items()}
    export_network(made, tmp_path / "model.onnx", probe(), CLS, SEP)
    assert all((before[name] == values).all() for name, values in made.state_dict().items())
    assert not any(m._forward_pre_hooks for m in made.modules())


def test_a_network_of_another_make_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    with pytest.raises(ValueError, match="activation"):
        export_network(network(activation="gelu"), path, probe(), CLS, SEP)
    assert not path.exists()


def test_padding_changes_nothing_where_attention_hangs_on_distances(tmp_path: Path) -> None:
    made = network(distances=True).eval()
    ids = torch.randint(3, 80, (1, 12), generator=torch.Generator().manual_seed(2))
    seen, nothing = torch.ones_like(ids), torch.zeros_like(ids)
    longer = [torch.nn.functional.pad(x, (0, 5)) for x in (ids, seen, nothing, nothing, nothing)]
    with torch.inference_mode():
        alone, padded = made(ids, seen, nothing, nothing, nothing), made(*longer)[:, :12]
    assert (alone - padded).abs().max() < 1e-4
