"""Reads a release once, in worker processes: facts of each note, without keeping its text."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.formats.base import ReadOptions
from chartveil.release.discovery import discover_inputs
from chartveil.release.file_processor import limited
from chartveil.release.input_files import InputLoader, InputRef, read_documents
from chartveil.release.job import FileOutcome, FileTask
from chartveil.release.worker_processes import choose_processes, work_on_files
from chartveil.spot_check.layers import NoteLayer, layers_of
from chartveil.store.spot_checks.records import FramedFile, FramedNote
from chartveil.system.time_limit import LimitMoved

_IN_ONE_PROCESS = 50
"""Files that are read here: to start processes takes as long."""


@dataclass(frozen=True, slots=True)
class ReleaseText:
    """A note of a release with all that is read of it.

    Attributes:
        part: of its file.
        layers: the text first.
        document: as its format reads it.
    """

    part: str
    layers: tuple[NoteLayer, ...]
    document: Document


def read_release_file(
    ref: InputRef, place: str, options: ReadOptions, loader: InputLoader | None = None
) -> tuple[str, list[ReleaseText]]:
    """A file of a release: its SHA-256, and its notes.

    Args:
        ref: the file.
        place: of it, as people see it below the release.
        options: how it is read.
        loader: as of ``read_documents``.

    Raises:
        InputError: if it cannot be read.
    """
    file, form, documents = read_documents(ref, options, loader)
    layers = layers_of(file, form, documents, place)
    texts = [ReleaseText(d.source.part, all_of_it, d) for d, all_of_it in zip(documents, layers, strict=True)]
    return file.sha256, texts


@dataclass(frozen=True)
class ReadFile:
    """The facts of the notes in one file, numbered from 0."""

    file: FramedFile
    notes: tuple[FramedNote, ...]


@dataclass(frozen=True)
class ReadingOptions:
    """How a release is read.

    Attributes:
        key: hashes texts and patients, so that nobody without it can try a guess.
        root: what was given; places are told below it.
        patient_folders: whether the folder a file lies in names its patient, where nothing else does.
        read: how files are read.
    """

    key: bytes
    root: Path
    patient_folders: bool = False
    read: ReadOptions = field(default_factory=ReadOptions)

    def keyed(self, kind: str, text: str) -> str:
        """Keyed hash of a text, in hex."""
        return hmac.new(
            self.key, f"{kind}\0{text}".encode("utf-8", "surrogatepass"), hashlib.sha256
        ).hexdigest()

    def place(self, ref: InputRef) -> str:
        """The file below what was given, with ``/`` between folders on every system."""
        here = Path(ref.display)
        for base in (self.root, self.root.parent):
            if here.is_relative_to(base) and here != base:
                return here.relative_to(base).as_posix()
        return here.name


def content_hash(options: ReadingOptions, layers: Sequence[NoteLayer]) -> str:
    """Keyed hash of all that is read of a note but its file's name."""
    read = [(layer.name, layer.text) for layer in layers if not layer.is_place]
    return options.keyed("content", json.dumps(read))


class ReleaseReader:
    """Reads the files of a release in one process; a ``FileWorker``."""

    def __init__(self, options: ReadingOptions, time_limit_moved: LimitMoved = lambda *_: None) -> None:
        self._options = options
        self._moved = time_limit_moved
        self._loader = InputLoader(options.read.limits)

    def close(self) -> None:
        """Closes the archive that was read last."""
        self._loader.close()

    def process(self, task: FileTask) -> ReadFile | FileOutcome:
        """What a file holds; an outcome with the failure where it cannot be read."""
        return limited(task, self._options.read.limits, self._moved, self._read)

    def _read(self, task: FileTask) -> ReadFile:
        options = self._options
        place = options.place(task.ref)
        sha256, texts = read_release_file(task.ref, place, options.read, self._loader)
        notes = tuple(self._facts(number, task, place, text) for number, text in enumerate(texts))
        return ReadFile(FramedFile(task.number, task.ref.path, task.ref.member, sha256), notes)

    def _facts(self, number: int, task: FileTask, place: str, text: ReleaseText) -> FramedNote:
        document, options = text.document, self._options
        folder = place.rpartition("/")[0]
        patient = document.patient_id or (folder if options.patient_folders else "")
        return FramedNote(
            number,
            task.number,
            text.part,
            f"{place}, {text.part}" if text.part else place,
            content_hash(options, text.layers),
            options.keyed("patient", patient)[:16] if patient else "",
            len(document.text.split()),
            document.source.format,
            folder,
            document.note_type or "",
            f"{document.date:%Y-%m}" if document.date else "",
            options.keyed("wording", " ".join(document.text.split())),
        )


def read_release(
    options: ReadingOptions, each: Callable[[int], None], cancelled: Callable[[], bool]
) -> Iterator[ReadFile]:
    """Reads all files of a release, each once, in their order; memory does not grow with their number.

    Args:
        options: what is read.
        each: told how many files were read so far.
        cancelled: asked between files.

    Returns:
        Of each file its notes, numbered through the release. A file that cannot be read has none, and says
        why.

    Raises:
        Cancelled: if it was.
        InputError: if there is no file at all.
    """
    found = discover_inputs([options.root], options.read.limits)
    tasks = [FileTask(ref, number) for number, ref in enumerate(found.refs)]
    if not tasks:
        raise found.failures[0].error if found.failures else _nothing(options.root)
    notes = 0
    processes = choose_processes(len(tasks), _IN_ONE_PROCESS)
    outcomes = work_on_files(
        partial(ReleaseReader, options), tasks, processes, cancelled, apart=processes > 1
    )
    for task, outcome in zip(tasks, outcomes, strict=True):
        if isinstance(outcome, FileOutcome):
            assert outcome.failure is not None
            why = outcome.failure.message
            yield ReadFile(FramedFile(task.number, task.ref.path, task.ref.member, "", why), ())
        else:
            numbered = tuple(replace(n, number=notes + n.number) for n in outcome.notes)
            notes += len(numbered)
            yield replace(outcome, notes=numbered)
        each(task.number + 1)
    left_out = [(s.path, s.reason) for s in found.skipped]
    left_out += [(f.path, str(f.error)) for f in found.failures]
    for number, (path, why) in enumerate(left_out, len(tasks)):
        yield ReadFile(FramedFile(number, path, (), "", why), ())


def frame_facts(note: FramedNote, options: ReadingOptions) -> tuple[str, str, int, str, str, str, str]:
    """All of a note that a draw may hang on, as it may be published: no place, and of its folder a keyed
    hash, since folders are often named after patients."""
    folder = options.keyed("folder", note.folder)[:16] if note.folder else ""
    return (note.content, note.patient, note.words, note.format, folder, note.note_type, note.month)


def frame_line(number: int, facts: tuple[str, str, int, str, str, str, str]) -> bytes:
    """What the hash of a frame is made of, of one note with its number and ``frame_facts``."""
    return json.dumps([number, *facts]).encode() + b"\n"


def reload_notes(
    options: ReadingOptions, file: FramedFile, notes: Sequence[FramedNote], loader: InputLoader | None = None
) -> Iterator[tuple[FramedNote, tuple[NoteLayer, ...] | None]]:
    """Reads the notes of an imported file again, with all that is read of them.

    Returns:
        None for a note that is gone or not what it was.
    """
    ref = InputRef(file.path, file.member)
    try:
        _, texts = read_release_file(ref, options.place(ref), options.read, loader)
    except InputError:
        texts = []
    layers = {text.part: text.layers for text in texts}
    for note in notes:
        now = layers.get(note.part)
        yield note, now if now is not None and content_hash(options, now) == note.content else None


def _nothing(root: Path) -> InputError:
    return InputError(
        "holds no file that can be read.",
        where=str(root),
        remedy="Give the folder, archive or table that was released.",
    )
