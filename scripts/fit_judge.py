"""Fits the weights by which finds are weighed (``chartveil.resolve.judge``) on annotated notes.

    python scripts/fit_judge.py FOLDER [FOLDER ...] [--least 0.12] [--out resources/models/judge.toml]

The notes must be such that neither networks were trained nor rules mended on them: on notes they know, votes
say more than they do on others. Prints what ten-fold cross-validation over notes says of each ``least``.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chartveil.domain import Document, Source
from chartveil.paths import resources
from chartveil.pipeline import build_pipeline
from chartveil.policy import load_policy
from chartveil.resolve.judge import features, is_trusted
from chartveil.training.synthesis.library import load_library
from chartveil.words import View

_WORDS = re.compile(r"\w+")
_FOLDS = 10
_RIDGE = 3.0
_FEW = 8
"""Finds that must have a feature, for it to get a weight."""
_STEPS = (0.03, 0.05, 0.08, 0.1, 0.12, 0.15, 0.2, 0.3)


@dataclass(frozen=True, slots=True)
class _Find:
    """A find with its features, and how many of its words are identifiers and how many are none."""

    note: int
    found: dict[str, float]
    right: int
    wrong: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("notes", nargs="+", type=Path)
    parser.add_argument("--least", type=float, default=0.12)
    parser.add_argument("--out", type=Path, default=resources() / "models" / "judge.toml")
    arguments = parser.parse_args()
    finds, words = collect(arguments.notes)
    names = sorted({n for f in finds for n in f.found if sum(1 for g in finds if g.found.get(n)) >= _FEW})
    matrix = np.array([[f.found.get(n, 0.0) for n in names] for f in finds])
    right = np.array([f.right for f in finds], float)
    wrong = np.array([f.wrong for f in finds], float)
    note = np.array([f.note for f in finds])
    chances = np.zeros(len(finds))
    for fold in range(_FOLDS):
        out = note % _FOLDS == fold
        chances[out] = _chance(matrix[out], _fit(matrix[~out], right[~out], wrong[~out]))
    print(f"{len(set(note.tolist()))} notes, {len(finds)} finds, {words} words of identifiers")
    print(f"precision without: {right.sum() / (right.sum() + wrong.sum()):.4f}")
    for least in _STEPS:
        kept = chances >= least
        precision = right[kept].sum() / (right[kept].sum() + wrong[kept].sum())
        lost = right[~kept].sum() / words
        print(f"least {least:.2f}: recall lost {lost:.4f}, precision {precision:.4f}")
    weights = _fit(matrix, right, wrong)
    write(arguments.out, dict(zip(names, weights.tolist(), strict=True)), arguments.least)


def collect(folders: Sequence[Path]) -> tuple[list[_Find], int]:
    """The finds that would be weighed in notes, and how many words of identifiers the notes have."""
    pipeline = build_pipeline(load_policy("safe_harbor_plus"))
    networks = pipeline.supporter
    assert networks is not None
    # Propagation comes behind the judge.
    pipeline = replace(pipeline, judge=None, propagation=False)
    finds, words = [], 0
    samples = [s for folder in folders for s in load_library(folder)]
    for number, sample in enumerate(samples):
        view = View(Document(sample.text, Source("", "text", "0" * 64)))
        gold = [(m.start, m.end) for m in sample.marks]
        words += sum(len(_WORDS.findall(sample.text[a:b])) for a, b in gold)
        for span in pipeline.propose(view.document, view=view).spans:
            if is_trusted(span, networks):
                continue
            places = [span.start + m.start() for m in _WORDS.finditer(span.text(sample.text))]
            right = sum(any(a <= p < b for a, b in gold) for p in places)
            shares = networks.shares(view, span.start, span.end)
            found = features(view, span, shares, pipeline.is_common)
            finds.append(_Find(number, found, right, len(places) - right))
    return finds, words


def _fit(
    matrix: NDArray[np.float64], right: NDArray[np.float64], wrong: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Weights of a logistic regression with a ridge, by Newton's method; a find counts by its words."""
    weights = np.zeros(matrix.shape[1])
    total, is_right = right + wrong, (right > 0).astype(float)
    ridge = _RIDGE * np.eye(len(weights))
    for _ in range(30):
        p = _chance(matrix, weights)
        gradient = matrix.T @ (total * (p - is_right)) + ridge @ weights
        curvature = (matrix * (total * p * (1 - p))[:, None]).T @ matrix + ridge
        weights -= np.linalg.solve(curvature, gradient)
    return weights


def _chance(matrix: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    p: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(matrix @ weights, -60, 60)))
    return p


def write(path: Path, weights: dict[str, float], least: float) -> None:
    lines = [
        "# By what finds are weighed (chartveil.resolve.judge). Made by scripts/fit_judge.py: do not edit.",
        "# least: chance below which a find goes. weights: log odds for each feature.",
        f"least = {least}",
        "",
        "[weights]",
        *(f'"{name}" = {value:.3f}' for name, value in weights.items()),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
