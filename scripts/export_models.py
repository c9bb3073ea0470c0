"""Writes trained members into ``models/``: ONNX in int8, a card each, their hashes in ``ensemble.toml``.

    python scripts/export_models.py FOLDER

FOLDER holds what ``scripts/train_models.py`` wrote, a folder a member. Needs the extra ``train``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
import shutil
from pathlib import Path

from chartveil.detection.models.encoder import TextEncoder
from chartveil.detection.models.gazetteer_features import GazetteerFeatures
from chartveil.lexicon.lexicon import bundled_lexicon
from chartveil_training.examples import cut_examples
from chartveil_training.export import ExportCheck, export_network
from chartveil_training.network import TaggingNetwork
from chartveil_training.pretrained import tokenizer_file
from chartveil_training.sample_mix import split_held_back
from chartveil_training.synthesis.skeletons import load_skeletons

ROOT = Path(__file__).resolve().parent.parent
MODELS = ROOT / "models"
PROBE = 120
"""Windows of held-back notes on which a file is compared with its network."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("members", nargs="*", help="only these")
    parser.add_argument("--encoder", type=Path, help="folder of an encoder with a tokenizer of its own")
    arguments = parser.parse_args()
    listed = (MODELS / "ensemble.toml").read_text(encoding="utf-8")
    _, held = split_held_back(load_skeletons())
    words = GazetteerFeatures(bundled_lexicon())
    for folder in sorted(p for p in arguments.folder.iterdir() if (p / "network.json").exists()):
        if arguments.members and folder.name not in arguments.members:
            continue
        network = TaggingNetwork.load(folder)
        read_with = tokenizer_file(network.settings.encoder, arguments.encoder)
        own = arguments.encoder is not None and read_with.parent == arguments.encoder
        tokenizer = MODELS / (f"{folder.name}.tokenizer.json" if own else "tokenizer.json")
        shutil.copyfile(read_with, tokenizer)
        listed = _with_hash(listed, tokenizer.name, "tokenizer_sha256", _sha256(tokenizer))
        encoder = TextEncoder.load(
            tokenizer,
            title_capitals=network.settings.title_capitals,
            words=words,
        )
        training = json.loads((folder / "training.json").read_text(encoding="utf-8"))
        longest = training["recipe"].get("longest", 94)
        probe = list(cut_examples(held, encoder, random.Random(0), longest=longest))[:PROBE]
        path = MODELS / f"{folder.name}.onnx"
        check = export_network(
            network, path, probe, encoder.special_token_id("[CLS]"), encoder.special_token_id("[SEP]")
        )
        listed = _with_hash(listed, path.name, "sha256", _sha256(path))
        (MODELS / f"{folder.name}.md").write_text(card(folder.name, training, check, path), encoding="utf-8")
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB, {check}")
    (MODELS / "ensemble.toml").write_text(listed, encoding="utf-8")


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _with_hash(listed: str, file: str, key: str, sha256: str) -> str:
    """The list with the hash of a file renewed in every table that names it."""
    name = "tokenizer" if key == "tokenizer_sha256" else "file"
    tables = re.split(r"(?m)^(?=\[\[member\]\])", listed)
    return "".join(
        re.sub(rf'(?m)^{key} = "[0-9a-f]*"', f'{key} = "{sha256}"', t)
        if re.search(rf'(?m)^{name} = "{re.escape(file)}"', t)
        else t
        for t in tables
    )


def card(name: str, training: dict[str, object], check: ExportCheck, path: Path) -> str:
    """The model card of a member, from what training and export wrote down."""
    recipe, held = training["recipe"], training["held_back"]
    assert isinstance(recipe, dict)
    assert isinstance(held, dict)
    mix = ", ".join(f"{k} {v:g}" for k, v in recipe["mix"].items())
    also = f", {recipe['hidden']:.0%} of the sub-words hidden" if recipe.get("hidden") else ""
    also += f", windows of up to {recipe['longest']}" if recipe.get("longest") else ""
    if recipe.get("favoured"):
        also += f"; skeletons {', '.join(recipe['favoured'])} {recipe.get('favoured_times', 3)} times a round"
    if recipe.get("fixed_layers"):
        also += f"; the lowest {recipe['fixed_layers']} layers as they were"
    if recipe.get("kept"):
        also += f"; {recipe['kept']:.0%} of the weights' mean those it started from"
    capitals = "words in capitals made title case" if recipe["title_capitals"] else "as it is"
    return f"""# {name}

| | |
|---|---|
| encoder | {recipe.get("encoder", "all-MiniLM-L6-v2")} (Apache-2.0), layers {", ".join(map(str, recipe["layers"]))}, with embeddings of letter shape, gap and what is known of the word |
| started from | {training["started_from"]} |
| input | sub-words of the text, {capitals}; letter shapes; gaps; what the dictionaries know |
| output | class scores for each sub-word: O and the 29 labels |
| trained on | {recipe["tokens"]:g} million sub-words; shares: {mix}; {recipe["noise"]:.0%} of the texts made noisy{also} |
| data version | {training.get("data", "not recorded")} |
| settings | seed {recipe["seed"]}, rate {recipe["rate"]:g}, {recipe["batch"]} sub-words a batch, {training["seconds"]} s on 2 cores |
| held-back notes | recall {held["recall"]:.4f}, precision {held["precision"]:.4f} by sub-word, any label, threshold .5, {held["subwords"]} sub-words |
| file | {path.stat().st_size / 1e6:.1f} MB; SHA-256 {_sha256(path)} |
| int8 against float | likeliest class the same for {check.same_class:.2%} of {check.subwords} sub-words |

Meant for finding identifiers in English clinical text as one voter of several; not to be used alone, nor for other languages.
No training text is a record of a real patient, by what its sources say (`NOTICE`); the held-back notes are by the same hands
as the training notes, so that their figures flatter: `docs/figures.md` has those on notes by others.
"""


if __name__ == "__main__":
    main()
