"""The encoder that a package carries in 4 bits, taken out with fewer sub-words. Needs the extra ``train``."""

import importlib.util
import struct
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from transformers import BertConfig, BertModel

from chartveil.detection.models.encoder import TextEncoder

SCRIPT = Path(__file__).parents[2] / "scripts" / "unpack_e5.py"
WIDTH, LAYERS, WIDE, PLACES = 32, 2, 64, 16
PIECES = (
    *(
        "<s>",
        "<pad>",
        "</s>",
        "<unk>",
        ",",
        ".",
        "▁",
        "▁Dr",
        "▁Mar",
        "ia",
        "▁Наташа",
        "▁rare",
        "▁saw",
        "a",
        "é",
    ),
    "<mask>",
)


@pytest.fixture(scope="module")
def unpack():
    spec = importlib.util.spec_from_file_location("unpack_e5", SCRIPT)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def packed_file(draws: np.random.Generator) -> tuple[bytes, dict[str, np.ndarray]]:
    """A file of the package's form, and the numbers that it holds."""
    shapes = {"emb.word": (len(PIECES), WIDTH)}
    plain = {"emb.pos": (PLACES, WIDTH), "emb.type": (2, WIDTH), "emb.ln.w": (WIDTH,), "emb.ln.b": (WIDTH,)}
    for i in range(LAYERS):
        for part in ("q", "k", "v", "ao"):
            shapes[f"l{i}.{part}.w"], plain[f"l{i}.{part}.b"] = (WIDTH, WIDTH), (WIDTH,)
        shapes[f"l{i}.fi.w"], plain[f"l{i}.fi.b"] = (WIDE, WIDTH), (WIDE,)
        shapes[f"l{i}.fo.w"], plain[f"l{i}.fo.b"] = (WIDTH, WIDE), (WIDTH,)
        for norm in ("aln", "oln"):
            plain[f"l{i}.{norm}.w"] = plain[f"l{i}.{norm}.b"] = (WIDTH,)
    held, parts = {}, {}
    for name, shape in shapes.items():
        nibbles = draws.integers(0, 16, (int(np.prod(shape)) // 32, 32))
        scale = draws.uniform(0.01, 0.1, len(nibbles)).astype("<f2")
        held[name] = ((nibbles - 8) * scale[:, None].astype(np.float32)).reshape(shape)
        pairs = (nibbles[:, :16] | nibbles[:, 16:] << 4).astype(np.uint8)
        parts[name] = 1, b"".join(s.tobytes() + p.tobytes() for s, p in zip(scale, pairs, strict=True))
    for name, shape in plain.items():
        held[name] = draws.normal(size=shape).astype("<f4")
        parts[name] = 0, held[name].tobytes()
    text = [p.encode() for p in PIECES]
    offsets = np.cumsum([0, *map(len, text)]).astype("<u4")
    scores = np.linspace(-1, -9, len(PIECES)).astype("<f4")
    head = b"E5S1" + struct.pack("<8i", 1, WIDTH, LAYERS, 4, WIDE, len(PIECES), PLACES, 2)
    head += struct.pack("<fi", 1e-12, 32) + struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, int(offsets[-1]))
    head += offsets.tobytes() + scores.tobytes() + b"".join(text) + struct.pack("<iI", 0, 0)
    head += struct.pack("<i", len(parts))
    begin = len(head) + sum(2 + len(name) + 21 for name in parts)
    body = b""
    for name, (kind, data) in parts.items():
        entry = struct.pack("<BIQQ", kind, held[name].size, begin + len(body), len(data))
        head += struct.pack("<H", len(name)) + name.encode() + entry
        body += data
    return head + body, held


def test_the_numbers_come_out_as_they_were_packed(unpack):
    data, held = packed_file(np.random.default_rng(5))
    packed = unpack.read_packed(data)
    assert [text for text, _ in packed.pieces] == list(PIECES)
    assert packed.config["num_hidden_layers"] == LAYERS
    for name, numbers in held.items():
        assert np.allclose(packed.tables[name], numbers.reshape(-1)), name


def test_another_file_is_refused(unpack):
    with pytest.raises(ValueError, match="not a file of this package"):
        unpack.read_packed(b"PK\3\4" + bytes(100))


def test_an_encoder_of_the_pieces_that_stay_reads_text(unpack, tmp_path):
    data, held = packed_file(np.random.default_rng(6))
    packed = unpack.read_packed(data)
    used = unpack.Counter({PIECES.index("▁Dr"): 9, PIECES.index("ia"): 4, PIECES.index("▁Mar"): 4})
    kept = unpack.choose_pieces(packed.pieces, used, 13)
    assert [PIECES[i] for i in kept] == [
        *("<s>", "<pad>", "</s>", "<unk>", ",", ".", "▁", "▁Dr", "▁Mar", "ia", "a", "é", "<mask>")
    ]
    weights = unpack.bert_weights(packed, kept)
    words = weights["embeddings.word_embeddings.weight"].numpy()
    assert np.allclose(words[-1], held["emb.word"][-1])
    config = BertConfig.from_dict(packed.config | {"vocab_size": len(kept)})
    BertModel(config, add_pooling_layer=False).load_state_dict(weights)
    unpack.tokenizer_of([packed.pieces[i] for i in kept]).save(str(tmp_path / "tokenizer.json"))
    encoder = TextEncoder.load(tmp_path / "tokenizer.json")
    text = "Dr\tMaria, rare"
    encoded = encoder.encode(text)
    ranges = zip(encoded.starts.tolist(), encoded.ends.tolist(), strict=True)
    assert [text[a:b] for a, b in ranges][:4] == ["Dr", "Mar", "ia", ","]
    assert [encoder.special_token_id(name) for name in ("[CLS]", "[PAD]", "[SEP]")] == [0, 1, 2]
    assert encoder.special_token_id("[MASK]") == len(kept) - 1
