"""Trains the members of the ensemble by ``app/chartveil_training/data/recipes.toml``.

    python scripts/train_models.py --data FOLDER --out FOLDER [MEMBER ...]

--data holds clinical/, lists/, names/ and ner/ (their sources are in NOTICE). Each member's weights and
figures go to a folder of its own; ``scripts/export_models.py`` makes the files that are shipped. Needs the
extra ``train``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import time
from itertools import islice
from pathlib import Path

from chartveil.detection.models.manifest import load_members
from chartveil.domain.paths import dictionaries_folder, models_folder
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil_training.data_files import DATA_FOLDER
from chartveil_training.fine_tuning import train_member
from chartveil_training.recipes import load_recipes
from chartveil_training.sample_mix import (
    SampleSources,
    load_sample_sources,
    mix_samples,
    split_held_back,
    with_refilled_copies,
)
from chartveil_training.samples import Sample
from chartveil_training.synthesis.quality import measure_quality, medical_words, print_quality
from chartveil_training.synthesis.skeletons import load_skeletons


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("members", nargs="*", help="names of recipes; all when none is given")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--start", metavar="FOLDER|MEMBER", help="a trained network, or a shipped member's, to go on from"
    )
    parser.add_argument(
        "--encoder",
        type=Path,
        help="folder of the encoder that a recipe begins from, where no package carries it whole",
    )
    parser.add_argument("--look", type=int, help="print so many samples and their quality; train nothing")
    parser.add_argument("--threads", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.threads:
        import torch

        torch.set_num_threads(arguments.threads)
    recipes = load_recipes()
    train, held = split_held_back(load_skeletons())
    sources = load_sample_sources(arguments.data, train, random.Random(7))
    held = with_refilled_copies(held, sources.lists)
    version = data_version(sources)
    for name in arguments.members or recipes:
        recipe = recipes[name]
        if arguments.look:
            look(list(islice(mix_samples(sources, recipe), arguments.look)))
            continue
        start = arguments.out / recipe.start if recipe.start else None
        if arguments.start:
            start = start_folder(arguments.start, arguments.out)
        began = time.monotonic()

        def say(seen: int, total: int, loss: float, name: str = name, began: float = began) -> None:
            share = seen / (time.monotonic() - began + 1e-9)
            print(
                f"{name}: {seen / 1e6:.2f} of {total / 1e6:.2f} M sub-words, loss {loss:.4f}, {share:.0f}/s",
                flush=True,
            )

        folder = arguments.out / name
        figures = train_member(
            recipe,
            mix_samples(sources, recipe),
            held,
            folder,
            start=start,
            pretrained=arguments.encoder,
            progress=say,
            tell=print,
        )
        path = folder / "training.json"
        stored = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({**stored, "data": version}, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {figures}", flush=True)


def start_folder(name: str, out: Path) -> Path:
    """The folder of weights to go on from; those of a shipped member are taken out of its int8 file."""
    shipped = {m.name: m for m in load_members(models_folder() / "ensemble.toml")}
    if name not in shipped:
        return Path(name)
    from chartveil_training.site.member_network import load_member_network

    folder = out / "shipped" / name
    load_member_network(shipped[name]).save(folder)
    return folder


def look(samples: list[Sample]) -> None:
    """Prints samples with their marks, and figures of their quality."""
    for sample in samples:
        print(f"##### {sample.source}")
        at = 0
        for mark in sample.marks:
            covered = sample.text[mark.start : mark.end]
            print(f"{sample.text[at : mark.start]}[[{'/'.join(mark.labels)}|{covered}]]", end="")
            at = mark.end
        print(sample.text[at:])
    print_quality(
        measure_quality(samples, medical_words(DictionaryFolder(dictionaries_folder())), random.Random(1)),
        sys.stdout,
    )


def data_version(sources: SampleSources) -> str:
    """What the training data were, short enough for a card."""
    files = sorted(p for p in DATA_FOLDER.rglob("*") if p.is_file())
    digest = hashlib.sha256(b"".join(p.read_bytes() for p in files)).hexdigest()[:12]
    return f"{len(sources.skeletons)} skeletons, {len(sources.corpora)} corpus passages; resources {digest}"


if __name__ == "__main__":
    main()
