"""Notes that are marked rightly, through surrogates and leak check: none of them may be blocked.

    python -m benchmarks.hospital.rightly_marked                       all notes of the library
    python -m benchmarks.hospital.rightly_marked --every 9 --policy safe_harbor --mode tag

Tells of each note that is blocked which label, at which place of the copy, and why. What was not marked
counts for nothing, as detection might have found it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import ChartveilError
from chartveil.domain.labels import Label
from chartveil.domain.policy import LabelAction, ReplacementMode, load_policy
from chartveil.domain.replacement_offsets import ReplacementOffsets
from chartveil.domain.span import Span, apply_replacements
from chartveil.release.leak_check import LeakCheck, LeakFinding, unreplaced_findings
from chartveil.surrogates.engine import SurrogateEngine
from chartveil_training.samples import Sample
from chartveil_training.synthesis.skeletons import load_skeletons

_MAY_STAY = frozenset({Label.DATE, Label.AGE, Label.ZIP})
"""Labels of which a text may stay as it is, such as a year alone."""


class MarkedNotes:
    """Replaces the marks of notes and searches the copies.

    Args:
        policy: name of a policy.
        mode: of the replacements.
        key: of the surrogates, 32 bytes.
    """

    def __init__(self, policy: str, mode: ReplacementMode, key: bytes) -> None:
        self._policy, self._mode = load_policy(policy), mode
        pipeline = build_pipeline(self._policy)
        self._check = LeakCheck(lambda _: [], pipeline.is_common, pipeline.is_in_lexicon)
        self._engine = SurrogateEngine(key, self._policy, mode)

    def findings(self, note: Sample) -> list[str]:
        """What blocks a note, free of its text."""
        document = Document(note.text, DocumentSource(note.source, "text", ""))
        spans = [
            Span(mark.start, mark.end, mark.labels[0], 1.0)
            for mark in note.marks
            if self._policy.treatment(mark.labels[0], self._mode) is not LabelAction.KEEP
        ]
        try:
            made = self._engine.replacements(document, spans)
        except (ChartveilError, RecursionError) as e:
            return [type(e).__name__]
        found = unreplaced_findings(document, spans, made, lambda label: label not in _MAY_STAY)
        if not found:
            places = ReplacementOffsets(made)
            copy = apply_replacements(document.text, made)
            found = [
                f for f in self._check.check_text(document, spans, made, copy, ()) if _is_of_marks(f, places)
            ]
        return [str(f) for f in found]


def _is_of_marks(finding: LeakFinding, places: ReplacementOffsets) -> bool:
    return finding.kind != "original" or places.touches_replacement(finding.start, finding.end)


def main(argv: Sequence[str] | None = None) -> None:
    """Prints the notes that are blocked, and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="one note of so many")
    parser.add_argument("--policy", default="safe_harbor_plus")
    parser.add_argument("--mode", type=ReplacementMode, default=ReplacementMode.SURROGATE)
    parser.add_argument("--seed", type=int, default=0, help="of the key, 0 to 255")
    options = parser.parse_args(argv)
    notes = load_skeletons()[:: options.every]
    marked = MarkedNotes(options.policy, options.mode, bytes([options.seed]) * 32)
    blocked = 0
    for note in notes:
        if findings := marked.findings(note):
            blocked += 1
            print(f"{note.source}: {'; '.join(findings)}")
    print(f"{len(notes):,} notes, {blocked} blocked")


if __name__ == "__main__":
    main()
