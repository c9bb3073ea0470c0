"""Runs Chartveil over made sentences and prints which kinds come out right.

    python -m benchmarks.made_sentences                               every kind, 300 sentences each
    python -m benchmarks.made_sentences --kind lost-slash --show 20   one kind, with 20 of its faults
    python -m benchmarks.made_sentences --kind lost-slash --list      its sentences with their marks, not run

A sentence is right when every identifier in it is fully covered and nothing that has to stay is.
``--reasons`` tells which recoveries, rules, lists and models the faults come from.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from benchmarks.made_sentences.kinds import KINDS
from benchmarks.made_sentences.scoring import Fault, find_faults
from benchmarks.made_sentences.sentence import SENTENCES_A_KIND, Kind, MadeSentence, make_sentences
from chartveil.detection.model_choice import ModelChoice
from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.policy import load_policy
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.evaluation.stats import proportion_interval
from chartveil.system.machine import usable_cores

_HEADER = (
    f"{'kind':18} {'sentences':>9} {'right':>6} {'share':>7}   {'95 % interval':16}"
    f" {'missed':>7} {'taken':>7}"
)
Judge: TypeAlias = Callable[[MadeSentence, Kind], list[Fault]]


def judge_with(pipeline: DetectionPipeline) -> Judge:
    """What tells the faults of a sentence when a pipeline runs on it."""

    def judge(sentence: MadeSentence, kind: Kind) -> list[Fault]:
        sha256 = hashlib.sha256(sentence.text.encode()).hexdigest()
        view = TokenizedText(Document(sentence.text, DocumentSource("made.txt", "text", sha256)))
        return find_faults(sentence, pipeline.resolve(view), pipeline.find(view), kind.goes)

    return judge


def report(kind: Kind, judge: Judge, *, count: int, show: int, reasons: bool) -> tuple[int, int]:
    """Prints a kind's line, and its faults as asked for; tells how many sentences it has and are right."""
    sentences = make_sentences(kind, count)
    faulty = [(s, found) for s in sentences if (found := judge(s, kind))]
    right = len(sentences) - len(faulty)
    span = proportion_interval(right, len(sentences))
    missed = sum(any(f.missed for f in found) for _, found in faulty)
    taken = sum(any(not f.missed for f in found) for _, found in faulty)
    print(
        f"{kind.name:18} {len(sentences):9} {right:6} {right / len(sentences):7.1%}   "
        f"{span.low:6.1%} to {span.high:6.1%} {missed:7} {taken:7}",
        flush=True,
    )
    if reasons:
        print_reasons(faulty)
    for sentence, found in faulty[:show]:
        print("      " + sentence.truth.replace("\n", " ⏎ "))
        for fault in found:
            what = "left" if fault.missed else "taken"
            print(
                f"        {what} {sentence.text[fault.start : fault.end]!r}: {'; '.join(fault.reasons[:4])}"
            )
    return len(sentences), right


def print_reasons(faulty: Sequence[tuple[MadeSentence, list[Fault]]], most: int = 8) -> None:
    """Prints how many faults have which first reason."""
    for missed in (True, False):
        counts = Counter(
            f.reasons[0] for _, found in faulty for f in found if f.missed is missed and f.reasons
        )
        for reason, n in counts.most_common(most):
            print(f"    {n:4} {'left' if missed else 'taken'}: {reason}")


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.made_sentences",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--kind", action="append", choices=list(KINDS), help="once or more; every kind if left out"
    )
    parser.add_argument("--count", type=int, default=SENTENCES_A_KIND, help="sentences a kind")
    parser.add_argument("--show", type=int, default=0, help="so many faulty sentences a kind")
    parser.add_argument("--reasons", action="store_true", help="what the faults come from")
    parser.add_argument(
        "--list", action="store_true", help="print the sentences with their marks, run nothing"
    )
    parser.add_argument("--without-models", action="store_true", help="rules and lists alone")
    options = parser.parse_args(arguments)
    kinds = [KINDS[name] for name in options.kind or KINDS]
    if options.list:
        for kind in kinds:
            for sentence in make_sentences(kind, options.count):
                print(f"{kind.name}\t" + sentence.truth.replace("\n", " ⏎ "))
        return
    models = None if options.without_models else ModelChoice(threads=usable_cores())
    judge = judge_with(build_pipeline(load_policy(), models=models))
    print(_HEADER)
    totals = [
        report(k, judge, count=options.count, show=options.show, reasons=options.reasons) for k in kinds
    ]
    if len(totals) > 1:
        sentences, right = (sum(column) for column in zip(*totals, strict=True))
        print(f"{'all':18} {sentences:9} {right:6} {right / sentences:7.1%}")


if __name__ == "__main__":
    main()
