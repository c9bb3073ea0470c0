"""How often words are identifiers to which the networks give so much, and the curve that mends it.

    .venv/bin/python scripts/calibrate.py NOTES [NOTES ...]            the reliability table
    .venv/bin/python scripts/calibrate.py NOTES [NOTES ...] --write    and models/calibration.toml anew

``--profile`` says which models read (quick, cascade or careful), each of which has a curve of its own.

NOTES are files or folders of annotated notes of which the networks learned nothing: of the training library
those whose number ends in 8. Every other note fits the curve, the rest checks it: the table tells of these
alone. With ``--write`` all of them fit the curve that is written (isotonic regression over bins: Zadrozny and
Elkan 2002). Before the curve the weights of the networks are fitted: by logistic regression on their log
odds, none below 0.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from chartveil.detection.judgement.calibration import Calibration
from chartveil.detection.model_choice import ModelProfile
from chartveil.detection.models.ensemble import build_ensemble
from chartveil.detection.models.voting import log_odds, pooled_probability
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.paths import models_folder
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.evaluation.gold import load_gold
from chartveil.evaluation.stats import proportion_interval

BINS = (
    *(0, 0.001, 0.003, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9),
    *(0.94, 0.97, 0.985, 0.995, 1.01),
)
ROWS = (0, 0.01, 0.03, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01)
HEAD = """\
# How likely a word is an identifier to which the networks of a profile give so much: the mean of their log
# odds by these weights, as a probability. Counted on the kept-out notes of the training library; logistic
# regression for the weights, isotonic regression over bins for the curve, a point a bin. scripts/calibrate.py
# makes it again and prints how far it holds (docs/figures.md).
"""


class Word(NamedTuple):
    """A word of a note.

    Attributes:
        given: by each network, in [0, 1].
        identifier: whether it is one.
    """

    given: NDArray[np.float32]
    identifier: bool


class Judged(NamedTuple):
    """A word and how far the networks agree on it, in [0, 1]."""

    agreement: float
    identifier: bool


class ReadNotes(NamedTuple):
    """What was read: the words of each note, and the networks in the order of what they give."""

    notes: list[list[Word]]
    networks: list[str]


def words_of(notes: Sequence[Path], profile: ModelProfile) -> ReadNotes:
    """The words of each note, by file, as the models of a profile read them."""
    ensemble = build_ensemble(threads=0, profile=profile)
    found = []
    for path in notes:
        for gold in load_gold(path):
            text = gold.text or ""
            marked = bytearray(len(text))
            for span in gold.spans:
                marked[span.start : span.end] = b"\1" * (span.end - span.start)
            view = TokenizedText(Document(text, DocumentSource(gold.id, "inline", "")))
            words, output = [], view.cached(ensemble)
            for start, end in view.word_ranges:
                given = output.identifier[:, output.range_of(start, end)].max(axis=1, initial=0.0)
                words.append(Word(given, 1 in marked[start:end]))
            found.append(words)
    names = {m.run_key: m.file.stem for m in ensemble.members if m.bundled}
    return ReadNotes(found, list(names.values()))


def fitted_weights(words: Sequence[Word]) -> NDArray[np.float64]:
    """The weight of each network with which the mean of their log odds tells identifiers best."""
    odds = log_odds(np.array([w.given for w in words]))
    sign = np.where([w.identifier for w in words], -1.0, 1.0)

    def loss(weights: NDArray[np.float64]) -> float:
        return float(np.logaddexp(0, sign * (odds @ weights)).mean())

    networks = odds.shape[1]
    found = minimize(loss, np.full(networks, 1 / networks), bounds=[(0, None)] * networks).x
    return np.round(found / found.sum(), 3)


def judged(words: Sequence[Word], weights: NDArray[np.float64]) -> list[Judged]:
    """The words with the agreement that these weights give."""
    agreement = pooled_probability(np.array([w.given for w in words]).T, weights)
    return [Judged(float(a), w.identifier) for a, w in zip(agreement, words, strict=True)]


def fitted(words: Sequence[Judged]) -> Calibration:
    """The monotone curve nearest to what was counted."""
    blocks: list[tuple[float, float, int]] = []
    for low, high in pairwise(BINS):
        inside = [w for w in words if low <= w.agreement < high]
        if not inside:
            continue
        blocks.append((
            float(np.mean([w.agreement for w in inside])),
            float(np.mean([w.identifier for w in inside])),
            len(inside),
        ))  # fmt: skip
        while len(blocks) > 1 and blocks[-2][1] > blocks[-1][1]:
            (a, p, n), (b, q, m) = blocks[-2:]
            blocks[-2:] = [((a * n + b * m) / (n + m), (p * n + q * m) / (n + m), n + m)]
    first, last = blocks[0], blocks[-1]
    points = [(0.0, first[1]), *((a, p) for a, p, _ in blocks), (1.0, last[1])]
    return Calibration(tuple(round(a, 4) for a, _ in points), tuple(round(min(1.0, p), 4) for _, p in points))


def table(curve: Calibration, words: Sequence[Judged]) -> str:
    """What the curve says against what was counted, as a Markdown table."""
    likely = [(curve.probability_of(w.agreement), w.identifier) for w in words]
    lines = ["| said | words | mean of what is said | identifiers | 95 % |", "|---|---|---|---|---|"]
    for low, high in pairwise(ROWS):
        inside = [(p, hit) for p, hit in likely if low <= p < high]
        if inside:
            hits = sum(hit for _, hit in inside)
            sure = proportion_interval(hits, len(inside))
            lines.append(
                f"| {low:.2f}–{min(high, 1):.2f} | {len(inside):,} | {np.mean([p for p, _ in inside]):.3f} "
                f"| {hits / len(inside):.3f} | {sure.low:.3f}–{sure.high:.3f} |"
            )
    off = np.mean([(p - hit) ** 2 for p, hit in likely])
    return "\n".join([*lines, "", f"Brier score {off:.4f} over {len(words):,} words."])


def main() -> None:
    """See the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("notes", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true")
    profiles = [p.value for p in ModelProfile if p is not ModelProfile.AUTO]
    parser.add_argument("--profile", choices=profiles, default=ModelProfile.QUICK.value)
    options = parser.parse_args()
    profile = ModelProfile(options.profile)
    notes, networks = words_of(options.notes, profile)
    every, fit, check = ([w for words in part for w in words] for part in (notes, notes[::2], notes[1::2]))
    weights = fitted_weights(fit)
    print(table(fitted(judged(fit, weights)), judged(check, weights)))
    if options.write:
        weights = fitted_weights(every)
        curve = fitted(judged(every, weights))
        named = dict(zip(networks, weights.tolist(), strict=True))
        _write(models_folder() / "calibration.toml", profile, replace(curve, weights=named))


def _write(path: Path, profile: ModelProfile, curve: Calibration) -> None:
    """Sets the curve of one profile; those of the others stay."""
    stored = tomllib.loads(path.read_text(encoding="utf-8"))
    stored[profile.value] = {
        "weights": dict(curve.weights),
        "agreement": list(curve.agreement),
        "probability": list(curve.probability),
    }
    tables = []
    for p in (p for p in ModelProfile if p in stored):
        of_profile = stored[p]
        weights = ", ".join(f"{name} = {weight}" for name, weight in of_profile.get("weights", {}).items())
        tables.append(
            f"\n[{p}]\nweights = {{ {weights} }}\nagreement = {of_profile['agreement']}\n"
            f"probability = {of_profile['probability']}\n"
        )
    path.write_text(HEAD + "".join(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
