"""Counts words that are taken in clinical text without identifiers.

    python scripts/over_redaction.py --data FOLDER [--reports 881] [--show 50] [--without-models]

FOLDER holds clinical/. In the transcribed reports placeholders (``Dr. X``), ages, dates and the few real
names are marked by shape (``chartveil_training.synthesis.carriers``); doubtful sentences are left
out. Every other word that the pipeline takes is counted as wrong, also where the marking missed a true one.
The models have learned from these reports, the list of clinical words was counted on them: it flatters.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

from chartveil.detection.model_choice import ModelChoice
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.policy import load_policy
from chartveil.domain.tokenized_text import word_ranges
from chartveil.system.machine import usable_cores
from chartveil_training.synthesis.carriers.notes import CarrierNotes
from chartveil_training.synthesis.generators.identifiers import ListIdentifierGenerator
from chartveil_training.synthesis.generators.lists import IdentifierLists


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--reports", type=int, default=0, help="draw so many; all when not given")
    parser.add_argument("--show", type=int, default=50)
    parser.add_argument("--without-models", action="store_true")
    options = parser.parse_args()
    models = None if options.without_models else ModelChoice(threads=usable_cores())
    pipeline = build_pipeline(load_policy(), models=models)
    samples = list(
        CarrierNotes.load(
            options.data / "clinical", ListIdentifierGenerator(IdentifierLists.load())
        ).original_reports()
    )
    if options.reports:
        samples = random.Random(1).sample(samples, min(options.reports, len(samples)))
    words = 0
    taken: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    for number, sample in enumerate(samples):
        proposal = pipeline.propose(Document(sample.text, DocumentSource(str(number), "text", str(number))))
        marked = bytearray(len(sample.text))
        for mark in sample.marks:
            marked[mark.start : mark.end] = b"\1" * (mark.end - mark.start)
        for start, end in word_ranges(sample.text):
            if any(marked[start:end]):
                continue
            words += 1
            span = next((s for s in proposal.spans if s.start < end and start < s.end), None)
            if span is not None:
                taken[sample.text[start:end]] += 1
                labels[span.label] += 1
    count = sum(taken.values())
    share = 1000 * count / words
    print(f"{len(samples)} reports, {words} words without a mark, {count} taken: {share:.2f} in 1,000")
    print("by label: " + ", ".join(f"{label} {n}" for label, n in labels.most_common()))
    print("most frequent: " + ", ".join(f"{word} {n}" for word, n in taken.most_common(options.show)))


if __name__ == "__main__":
    main()
