"""How fast models read, on notes made from the bundled samples and clinical prose."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from chartveil.detection.model_choice import ModelProfile
from chartveil.detection.models.devices import Device
from chartveil.detection.models.ensemble import EnsembleDetector
from chartveil.detection.models.harmless_lines import HarmlessLines
from chartveil.detection.models.manifest import EnsembleMember
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import resources_folder
from chartveil.domain.tokenized_text import TokenizedText

NOTE_LENGTH = 2000
_PROSE = 2
"""Sentences of prose for each line of a sample: as many identifiers as notes usually hold."""


@dataclass(frozen=True, slots=True)
class BenchmarkNote:
    """A text to read. ``sentences`` counts those of its prose, and each line of a sample as one."""

    text: str
    sentence_count: int


@dataclass(frozen=True, slots=True)
class ModelSpeed:
    """How fast one member, or all together, read some notes.

    Attributes:
        name: of the member, or of the profile in which several read.
        threads: windows that ran beside each other on a CPU; 1 on other devices.
        load_seconds: seconds until it was loaded.
        notes_per_second: notes a second, of each repeat.
        sentences_per_second: sentences a second, of each repeat.
    """

    name: str
    threads: int
    load_seconds: float
    notes_per_second: tuple[float, ...]
    sentences_per_second: tuple[float, ...]


def make_benchmark_notes(count: int) -> list[BenchmarkNote]:
    """Notes of about 2 kB, no two alike: a line of a sample for every two sentences of prose.

    Raises:
        ResourceError: if what they are made from cannot be read.
    """
    samples = sorted((resources_folder() / "samples").glob("*.txt"))
    prose = resources_folder() / "bench" / "prose.txt"
    lines = [line for path in samples for line in _read(path).splitlines() if line.strip()]
    prose_sentences = [
        s.strip().rstrip(".") + "." for s in _read(prose).replace("\n", " ").split(". ") if s.strip()
    ]
    notes = []
    for number in range(count):
        parts: list[str] = []
        size, at = 0, number * 37
        while size < NOTE_LENGTH:
            sentences = [prose_sentences[(at * 5 + k) % len(prose_sentences)] for k in range(_PROSE)]
            added = [" ".join(sentences), lines[at % len(lines)]]
            parts += added
            size += sum(len(a) + 1 for a in added)
            at += 1
        notes.append(BenchmarkNote("\n".join([*parts, f"note {number}"]), (at - number * 37) * (_PROSE + 1)))
    return notes


def measure_speed(
    members: Sequence[EnsembleMember],
    *,
    device: Device,
    threads: Sequence[int],
    notes: Sequence[BenchmarkNote],
    repeat: int,
    inclusion: HarmlessLines | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[ModelSpeed]:
    """Speed of each profile, then of each member, with each number of threads.

    Nothing is remembered from one note to the next, so that each repeat is the same work.

    Args:
        members: those that are switched off take no part.
        device: where they run; threads count on a CPU only.
        threads: numbers of threads to try.
        notes: what they read.
        repeat: how often, after one round that does not count.
        inclusion: lines that need not be read.
        clock: in seconds.

    Raises:
        ResourceError: if a model is missing or altered, or none takes part.
        StageError: if one fails.
    """
    taking_part = EnsembleDetector(members, device=device).members
    several = list(dict.fromkeys(threads)) if device.is_cpu else [1]
    profiles = [ModelProfile.QUICK, ModelProfile.CASCADE, ModelProfile.CAREFUL]
    if not any(m.careful for m in taking_part):
        profiles = profiles[:1]
    groups = [(f"profile {p}", taking_part, p) for p in profiles]
    groups += [(m.name, (m,), ModelProfile.CAREFUL) for m in taking_part]
    documents = [Document(n.text, DocumentSource("bench", "text", "")) for n in notes]
    sentences = sum(n.sentence_count for n in notes)
    for name, group, profile in groups:
        for count in several:
            detector = EnsembleDetector(
                group,
                device=device,
                threads=count,
                inclusion=inclusion,
                cache_bytes=0,
                profile=profile,
            )
            began = clock()
            try:
                detector.load()
                load = clock() - began
                seconds = _timed(detector, documents, repeat, clock)
            finally:
                detector.close()
            rates = (tuple(len(notes) / s for s in seconds), tuple(sentences / s for s in seconds))
            yield ModelSpeed(name, count, load, *rates)


def _timed(
    detector: EnsembleDetector, documents: Sequence[Document], repeat: int, clock: Callable[[], float]
) -> list[float]:
    seconds = []
    for turn in range(repeat + 1):
        began = clock()
        for document in documents:
            detector.detect(TokenizedText(document))
        if turn:
            seconds.append(clock() - began)
    return seconds


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError as e:
        raise ResourceError(
            f"what notes are made from cannot be read ({e.strerror}).",
            where=str(path),
            remedy="Install Chartveil again.",
        ) from e
