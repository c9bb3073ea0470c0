"""Gold of a made-up site, and stand-ins for what learns from it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import tiny_models
from chartveil_training.site.job import TrainedNetwork

CLASSES = ("O", "RELATIVE")
NAME = "zorvak"
"""What the site calls relatives: nothing that rules or lists know, and one that begins with ``z``."""
SECRET = "Quellmire"
"""In every document and in the names of files: it must show up nowhere else."""


def note(i: int) -> str:
    """A note of a patient of its own, marked inline."""
    mrn = 5_500_100 + 37 * i
    return (
        f"Visit {i} of the week, ward of {SECRET.lower()}.\n"
        f"MRN: [[MRN|{mrn}]]\n"
        f"No acute distress. Brought in by [[RELATIVE|{NAME}]], who waits outside.\n"
        f"Plan: rest, fluids, review in {i % 5 + 2} weeks.\n"
    )


def write_gold(folder: Path, documents: int = 24) -> Path:
    folder.mkdir(parents=True)
    for i in range(documents):
        (folder / f"{SECRET}-{i:03}.note").write_text(note(i), encoding="utf-8")
    return folder


def write_bundled(folder: Path) -> Path:
    """A list of "our own" models, of one that finds ``john``; its path."""
    folder.mkdir(parents=True)
    entry = tiny_models.entries(["O", "PATIENT"], {"john": "PATIENT"}, folder, "ours")
    path = folder / "ensemble.toml"
    path.write_text(entry, encoding="utf-8")
    return path


def learner_of(words: Mapping[str, str]):
    """A learner that learns nothing but knows these sub-words."""

    def learn(job, folder, progress):
        table = tiny_models.word_table(CLASSES, words)
        (folder / "model.onnx").write_bytes(tiny_models.table_model(table))
        tiny_models.tokenizer().save(str(folder / "tokenizer.json"))
        progress(job.tokens, job.tokens, 0.1)
        return TrainedNetwork(CLASSES, (), subwords=job.tokens)

    return learn


GOOD = learner_of({"z": "RELATIVE"})
USELESS = learner_of({"x": "RELATIVE"})
GREEDY = learner_of({"z": "RELATIVE", "no": "RELATIVE", "distress": "RELATIVE"})
