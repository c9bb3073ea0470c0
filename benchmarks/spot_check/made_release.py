"""Releases with known leaks, made of the annotated notes that training starts from."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from chartveil.detection.pipeline import DetectionPipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.replacement_offsets import ReplacementOffsets
from chartveil.domain.span import Evidence, EvidenceKind, Span, apply_replacements
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.surrogates.engine import SurrogateEngine
from chartveil_training.synthesis.skeletons import load_skeletons


@dataclass(frozen=True)
class MadeRelease:
    """A release on the disk.

    Attributes:
        folder: of its notes.
        leaky: names of the notes that leak.
    """

    folder: Path
    leaky: frozenset[str]


def make_release(
    folder: Path, notes: int, share: float, mode: ReplacementMode, missed_by: DetectionPipeline | None = None
) -> MadeRelease:
    """Writes a release and its originals below a folder.

    Each note is an annotated one whose identifiers were drawn anew, so that no two are alike. All identifiers
    are replaced but for one, and all like it, in the notes that leak.

    Args:
        folder: gets ``release`` and ``originals``.
        notes: how many.
        share: of them that leak.
        mode: what stands for identifiers.
        missed_by: a tool; what leaks is an identifier that it does not find. Any one where not given.
    """
    rng = random.Random(22)  # noqa: S311
    policy = load_policy()
    skeletons = [s for s in load_skeletons() if len(s.marks) > 2]
    rng.shuffle(skeletons)
    tool = SurrogateEngine(b"the tool's own key 1", policy, mode)
    (folder / "release").mkdir(parents=True)
    (folder / "originals").mkdir()
    leaky_numbers = set(rng.sample(range(notes), round(notes * share)))
    leaky = set()
    for number in range(notes):
        sample = skeletons[number % len(skeletons)]
        again = SurrogateEngine(b"identifiers anew %6d" % number, policy, ReplacementMode.SURROGATE)
        evidence = (Evidence(EvidenceKind.REVIEWER, "gold"),)
        marks = [
            Span(m.start, m.end, m.labels[0], 1.0, evidence)
            for m in sample.marks
            if policy.is_identifier(m.labels[0])
        ]
        source = DocumentSource("", "text", str(number))
        drawn = again.replacements(Document(sample.text, source), marks)
        text = apply_replacements(sample.text, tuple(drawn))
        ranges = ReplacementOffsets(drawn).output_ranges
        gold = [
            Span(a, b, r.label, 1.0, evidence)
            for (a, b), r in zip(ranges, drawn, strict=True)
            if b > a and text[a:b].strip() and r.label is not None
        ]
        document = Document(text, source)
        name = f"note{number:05}.txt"
        if number in leaky_numbers and gold:
            gold = _without_one(document, gold, missed_by, rng)
            leaky.add(name)
        copy = apply_replacements(text, tuple(tool.replacements(document, gold)))
        (folder / "originals" / name).write_text(text, encoding="utf-8")
        (folder / "release" / name).write_text(copy, encoding="utf-8")
    return MadeRelease(folder / "release", frozenset(leaky))


def _without_one(
    document: Document, gold: list[Span], missed_by: DetectionPipeline | None, rng: random.Random
) -> list[Span]:
    """The spans but for one identifier, wherever it stands in the note."""
    missed = gold
    if missed_by is not None:
        found = missed_by.resolve(TokenizedText(document)).spans
        missed = [g for g in gold if not any(f.start < g.end and g.start < f.end for f in found)] or gold
    text = document.text
    left = rng.choice(missed)
    surface = text[left.start : left.end].lower()
    return [g for g in gold if text[g.start : g.end].lower() != surface]
