"""Fits the weights by which the search for suspicious notes counts what it finds (``LEAK_WEIGHTS``).

    python -m benchmarks.spot_check.fit_weights --seeds 1 --notes 450

Makes releases with many leaks of kept-out notes beside their originals, reads them as the search does, and
fits a logistic curve from the evidence of each place that stands to whether it was left by the tool. Measure
the weights on other seeds: ``benchmarks.spot_check.suspects``.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import scipy.optimize
from numpy.typing import NDArray

from benchmarks.spot_check.made_release import (
    LeftIdentifier,
    MadeLeak,
    MadeTool,
    kept_out_notes,
    make_release,
)
from chartveil.detection.model_choice import ModelChoice, ModelProfile
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.spot_check.layers import NoteLayer
from chartveil.spot_check.reading import ReadingOptions
from chartveil.spot_check.suspicion import LEAK_ODDS, LEAK_WEIGHTS, SignCounts, SuspectReader, SuspectSearch

_PARTS = ("base", "own odds", "like", "word before", "survived", "part of a name", "replaced", "stands")
_RIDGE = 0.5


def places_of(
    folder: Path, leaky: dict[str, LeftIdentifier], models: ModelChoice
) -> Iterator[tuple[tuple[float, ...], bool]]:
    """The evidence of each place that stands in a made release, and whether the tool left it."""
    reader = SuspectReader(SuspectSearch(ReadingOptions(b"", folder), None, None, models=models))
    counts = SignCounts()
    copies = sorted((folder / "release").iterdir())
    for number, path in enumerate(copies):
        original = (folder / "originals" / path.name).read_text(encoding="utf-8")
        copy = Document(path.read_text(encoding="utf-8"), DocumentSource("", "text", ""))
        layers = [NoteLayer("text", copy.text)]
        beside = Document(original, DocumentSource("", "text", ""))
        counts.add(number, reader.signs_of(copy, layers, beside))
    for number, place, evidence in counts.places():
        left = leaky.get(copies[number].name)
        yield evidence, left is not None and _is_of(place.words, left.text)


def _is_of(words: tuple[str, ...], text: str) -> bool:
    view = TokenizedText(Document(text, DocumentSource("", "text", "")))
    shared = set(words) & set(view.folded_words)
    return any(len(w) > 1 for w in shared) or set(words) == set(view.folded_words)


def fitted(evidence: NDArray[np.float64], leaks: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights, the base first."""
    table = np.hstack([np.ones((len(evidence), 1)), evidence])

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        odds = table @ weights
        without_base = np.concatenate([[0.0], weights[1:]])
        slope = table.T @ (1 / (1 + np.exp(-odds)) - leaks) + 2 * _RIDGE * without_base
        return float((np.logaddexp(0, odds) - leaks * odds).sum() + _RIDGE * (without_base**2).sum()), slope

    start = np.zeros(table.shape[1])
    return np.asarray(scipy.optimize.minimize(loss, start, jac=True, method="L-BFGS-B").x)


def main() -> None:
    """Fits, and prints the weights beside those that are in use."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--notes", type=int, default=450)
    parser.add_argument("--share", type=float, default=0.2, help="of notes that leak")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--profile", default="careful", choices=[p.value for p in ModelProfile])
    asked = parser.parse_args()
    models = ModelChoice(profile=ModelProfile(asked.profile))
    found: list[tuple[tuple[float, ...], bool]] = []
    for seed in asked.seeds:
        for tool in (MadeTool.OWN, MadeTool.OTHER):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                made = make_release(
                    folder, asked.notes, asked.share, tool, list(MadeLeak), seed, kept_out_notes()
                )
                found += places_of(folder, made.leaky, models)
    leaks = np.array([leaks for _, leaks in found], np.float64)
    weights = fitted(np.array([evidence for evidence, _ in found]), leaks)
    print(f"{len(found):,} places, {int(leaks.sum())} left by the tool")
    for name, weight, used in zip(_PARTS, weights, (LEAK_ODDS, *LEAK_WEIGHTS), strict=True):
        print(f"{name:15} {weight:6.2f}   in use {used:4.1f}")


if __name__ == "__main__":
    main()
