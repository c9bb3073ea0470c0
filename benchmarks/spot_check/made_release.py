"""Releases with known leaks, made of the annotated notes that training starts from."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from faker import Faker

from chartveil.detection.pipeline import DetectionPipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label, SurrogateKind
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.replacement_offsets import ReplacementOffsets
from chartveil.domain.span import Evidence, EvidenceKind, Replacement, Span, apply_replacements
from chartveil.domain.tokenized_text import TokenizedText, fold
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import load_surrogate_lists
from chartveil_training.sample_mix import split_held_back
from chartveil_training.samples import Sample
from chartveil_training.synthesis.skeletons import load_skeletons

_UNTAUGHT = ("skeleton l", "skeleton o")
"""Series of notes that are younger than the networks (``models/careful.md``)."""


def kept_out_notes() -> list[Sample]:
    """The annotated notes of which no network learned anything."""
    notes = load_skeletons()
    _, held_back = split_held_back(notes)
    kept = {s.source for s in held_back}
    return [s for s in notes if s.source in kept or s.source.startswith(_UNTAUGHT)]


class MadeLeak(StrEnum):
    """What a tool leaves in a note."""

    EVERY = "every"
    """One identifier, wherever it stands."""
    ONCE = "once"
    """One mention of an identifier that is replaced elsewhere in the note."""
    PART = "part"
    """A word of a name of several."""
    FORM = "form"
    """One mention, written unlike the others: in capitals, or with two letters swapped."""
    MISSED = "missed"
    """An identifier that rules and lists do not find."""


class MadeTool(StrEnum):
    """What made the copies."""

    TAGS = "tags"
    OWN = "own"
    """Surrogates of this program: the hardest, since what leaks was drawn from the same lists."""
    OTHER = "other"
    """Surrogates of another library's lists: names alone, or digits and letters drawn anew."""


@dataclass(frozen=True)
class LeftIdentifier:
    """What a tool left in a note.

    Attributes:
        kind: how it was left.
        label: of the identifier.
        text: that stands in the release.
    """

    kind: MadeLeak
    label: Label
    text: str


@dataclass(frozen=True)
class MadeRelease:
    """A release on the disk.

    Attributes:
        folder: of its notes.
        leaky: names of the notes that leak, and what.
    """

    folder: Path
    leaky: dict[str, LeftIdentifier]


def make_release(
    folder: Path,
    notes: int,
    share: float,
    tool: MadeTool,
    kinds: Sequence[MadeLeak],
    seed: int = 22,
    samples: Sequence[Sample] = (),
) -> MadeRelease:
    """Writes a release and its originals below a folder.

    Each note is an annotated one whose identifiers were drawn anew, so that no two are alike. All identifiers
    are replaced but for one in the notes that leak. What the policy leaves, such as an age of 45, is no leak.

    Args:
        folder: gets ``release`` and ``originals``.
        notes: how many.
        share: of them that leak.
        tool: what stands for identifiers.
        kinds: what leaks, in turn.
        seed: of what leaks where, and of what identifiers are.
        samples: annotated notes to start from; all that training starts from where none is given.
    """
    from chartveil.detection.pipeline import build_pipeline

    rng = random.Random(seed)  # noqa: S311
    policy = load_policy()
    rules = build_pipeline(policy, models=None) if MadeLeak.MISSED in kinds else None
    skeletons = [s for s in samples or load_skeletons() if len(s.marks) > 2]
    rng.shuffle(skeletons)
    replace = _replacer(tool, seed)
    lists = load_surrogate_lists()
    (folder / "release").mkdir(parents=True)
    (folder / "originals").mkdir()
    leaky_numbers = sorted(rng.sample(range(notes), round(notes * share)))
    leaky = {}
    for number in range(notes):
        sample = skeletons[number % len(skeletons)]
        key = b"identifiers anew %3d %6d" % (seed, number)
        again = SurrogateEngine(key, policy, ReplacementMode.SURROGATE, lists)
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
        name = f"note{number:05}.txt"
        if number in leaky_numbers:
            changed = {
                (r.start, r.end)
                for r in replace(Document(text, source), gold)
                if fold(r.text) != fold(text[r.start : r.end])
            }
            going = [g for g in gold if (g.start, g.end) in changed]
            kind = kinds[leaky_numbers.index(number) % len(kinds)]
            if going:
                text, gold, leaky[name] = _leaking(text, gold, going, kind, rules, rng)
        copy = apply_replacements(text, tuple(replace(Document(text, source), gold)))
        (folder / "originals" / name).write_text(text, encoding="utf-8")
        (folder / "release" / name).write_text(copy, encoding="utf-8")
    return MadeRelease(folder / "release", leaky)


def _leaking(
    text: str,
    gold: list[Span],
    going: list[Span],
    kind: MadeLeak,
    rules: DetectionPipeline | None,
    rng: random.Random,
) -> tuple[str, list[Span], LeftIdentifier]:
    """A note's text, what its tool finds of its identifiers, and what it leaves of those that should go."""

    def left_of(span: Span, kind: MadeLeak) -> LeftIdentifier:
        return LeftIdentifier(kind, span.label, text[span.start : span.end])

    if kind is MadeLeak.MISSED and rules is not None:
        found = rules.resolve(TokenizedText(Document(text, DocumentSource("", "text", "")))).spans
        missed = [g for g in going if not any(f.start < g.end and g.start < f.end for f in found)]
        if missed:
            left = rng.choice(missed)
            return text, _without(text, gold, left), left_of(left, kind)
    if kind is MadeLeak.PART:
        names = [g for g in going if _is_name(g) and len(text[g.start : g.end].split()) > 1]
        if names:
            left = rng.choice(names)
            words = text[left.start : left.end].split()
            last = rng.random() < 0.7
            start = left.start if last else left.start + len(words[0]) + 1
            end = left.end - len(words[-1]) - 1 if last else left.end
            part = Span(start, end, left.label, 1.0, left.evidence)
            rest = [part if g is left else g for g in gold if g is not left or start < end]
            return text, rest, LeftIdentifier(kind, left.label, words[-1] if last else words[0])
    if kind in (MadeLeak.ONCE, MadeLeak.FORM):
        surfaces = [text[g.start : g.end].lower() for g in gold]
        often = [g for g in going if surfaces.count(text[g.start : g.end].lower()) > 1]
        named = [g for g in going if _is_name(g)] if kind is MadeLeak.FORM else often
        if named:
            left = rng.choice(named)
            if kind is MadeLeak.FORM:
                text = text[: left.start] + _rewritten(text[left.start : left.end], rng) + text[left.end :]
            return text, [g for g in gold if g is not left], left_of(left, kind)
    left = rng.choice(going)
    return text, _without(text, gold, left), left_of(left, MadeLeak.EVERY)


def _is_name(span: Span) -> bool:
    return span.label.group == "NAME"


def _without(text: str, gold: Sequence[Span], left: Span) -> list[Span]:
    surface = text[left.start : left.end].lower()
    return [g for g in gold if text[g.start : g.end].lower() != surface]


def _rewritten(name: str, rng: random.Random) -> str:
    """As long as before."""
    if rng.random() < 0.5 or len(name) < 4:
        return name.upper()
    at = rng.randrange(1, len(name) - 2)
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def _replacer(tool: MadeTool, seed: int) -> Callable[[Document, list[Span]], list[Replacement]]:
    policy = load_policy()
    mode = ReplacementMode.TAG if tool is MadeTool.TAGS else ReplacementMode.SURROGATE
    engine = SurrogateEngine(b"the tool's own key 1", policy, mode)
    if tool is not MadeTool.OTHER:
        return lambda document, spans: list(engine.replacements(document, spans))
    faker = Faker("en_US")
    faker.seed_instance(seed)
    rng = random.Random(seed)  # noqa: S311

    def other(document: Document, spans: list[Span]) -> list[Replacement]:
        known: dict[str, str] = {}
        dates = {(r.start, r.end): r.text for r in engine.replacements(document, spans)}
        return [
            Replacement(s.start, s.end, _other_text(document.text, s, known, dates, faker, rng), s.label)
            for s in spans
        ]

    return other


def _other_text(
    text: str,
    span: Span,
    known: dict[str, str],
    dates: dict[tuple[int, int], str],
    faker: Faker,
    rng: random.Random,
) -> str:
    surface = text[span.start : span.end]
    if span.label.info.surrogate in (SurrogateKind.DATE, SurrogateKind.AGE):
        return dates.get((span.start, span.end), surface)
    if _is_name(span) and "@" not in surface:
        words = surface.split()
        for i, word in enumerate(words):
            make = faker.last_name if i == len(words) - 1 else faker.first_name
            known.setdefault(word.lower(), make())
        return " ".join(known[w.lower()] for w in words)
    if span.label.group in ("LOCATION", "ORGANIZATION") and not any(c.isdigit() for c in surface):
        make = faker.city if span.label.group == "LOCATION" else faker.company
        return known.setdefault(surface.lower(), make())
    drawn = "".join(
        str(rng.randrange(10))
        if c.isdigit()
        else rng.choice("abcdefghijklmnopqrstuvwxyz").upper()
        if c.isupper()
        else rng.choice("abcdefghijklmnopqrstuvwxyz")
        if c.isalpha()
        else c
        for c in surface
    )
    return known.setdefault(surface.lower(), drawn)
