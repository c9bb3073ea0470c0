"""How fast models read, on notes made from the bundled samples and clinical prose."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from chartveil.detect.ensemble.detector import EnsembleDetector
from chartveil.detect.ensemble.devices import Device
from chartveil.detect.ensemble.inclusion import Inclusion
from chartveil.detect.ensemble.manifest import Member
from chartveil.domain import Document, Source
from chartveil.errors import ResourceError
from chartveil.paths import resources
from chartveil.words import View

ENSEMBLE = "ensemble"
NOTE_CHARS = 2000
_PROSE = 2
"""Sentences of prose for each line of a sample: as many identifiers as notes usually hold."""


@dataclass(frozen=True, slots=True)
class Note:
    """A text to read. ``sentences`` counts those of its prose, and each line of a sample as one."""

    text: str
    sentences: int


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast one member, or all together, read some notes.

    Attributes:
        name: of the member; ``ensemble`` for all.
        threads: windows that ran beside each other on a CPU; 1 on other devices.
        load: seconds until it was loaded.
        notes: notes a second, of each repeat.
        sentences: sentences a second, of each repeat.
    """

    name: str
    threads: int
    load: float
    notes: tuple[float, ...]
    sentences: tuple[float, ...]

    def to_dict(self) -> dict[str, object]:
        """Plain values, medians included."""
        return {
            "name": self.name,
            "threads": self.threads,
            "load_seconds": self.load,
            "notes_per_second": {"median": median(self.notes), "values": self.notes},
            "sentences_per_second": {"median": median(self.sentences), "values": self.sentences},
        }


def bench_notes(count: int) -> list[Note]:
    """Notes of about 2 kB, no two alike: a line of a sample for every two sentences of prose.

    Raises:
        ResourceError: if what they are made from cannot be read.
    """
    samples = sorted((resources() / "samples").glob("*.txt"))
    prose = resources() / "bench" / "prose.txt"
    lines = [line for path in samples for line in _read(path).splitlines() if line.strip()]
    said = [s.strip().rstrip(".") + "." for s in _read(prose).replace("\n", " ").split(". ") if s.strip()]
    notes = []
    for number in range(count):
        parts: list[str] = []
        size, at = 0, number * 37
        while size < NOTE_CHARS:
            sentences = [said[(at * 5 + k) % len(said)] for k in range(_PROSE)]
            added = [" ".join(sentences), lines[at % len(lines)]]
            parts += added
            size += sum(len(a) + 1 for a in added)
            at += 1
        notes.append(Note("\n".join([*parts, f"note {number}"]), (at - number * 37) * (_PROSE + 1)))
    return notes


def measure(
    members: Sequence[Member],
    *,
    device: Device,
    threads: Sequence[int],
    notes: Sequence[Note],
    repeat: int,
    inclusion: Inclusion | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[Speed]:
    """Speed of all members together, then of each, with each number of threads.

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
    groups = [(ENSEMBLE, taking_part), *((m.name, (m,)) for m in taking_part)]
    documents = [Document(n.text, Source("bench", "text", "")) for n in notes]
    sentences = sum(n.sentences for n in notes)
    for name, group in groups:
        for count in several:
            detector = EnsembleDetector(
                group,
                device=device,
                threads=count,
                inclusion=inclusion,
                cache_bytes=0,
            )
            began = clock()
            try:
                detector.load()
                load = clock() - began
                seconds = _timed(detector, documents, repeat, clock)
            finally:
                detector.close()
            rates = (tuple(len(notes) / s for s in seconds), tuple(sentences / s for s in seconds))
            yield Speed(name, count, load, *rates)


def _timed(
    detector: EnsembleDetector, documents: Sequence[Document], repeat: int, clock: Callable[[], float]
) -> list[float]:
    seconds = []
    for turn in range(repeat + 1):
        began = clock()
        for document in documents:
            detector.detect(View(document))
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
