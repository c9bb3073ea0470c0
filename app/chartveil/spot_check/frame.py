"""A release as it was offered: every note of it, what could not be read, and hashes that hold both fast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.formats.base import ReadOptions
from chartveil.release.discovery import discover_inputs
from chartveil.release.input_files import InputLoader, read_documents
from chartveil.spot_check.sampling import FrameEntry, Strata


@dataclass(frozen=True, slots=True)
class FrameOptions:
    """How notes are told apart.

    Attributes:
        strata: what notes are sampled by.
        patient_folders: whether the folder a file lies in names its patient, where nothing else does.
    """

    strata: Strata = Strata.NONE
    patient_folders: bool = False


@dataclass(frozen=True, slots=True)
class PlacedNote:
    """A note of the frame and where it stands.

    Attributes:
        entry: what sampling needs.
        place: file, below the folder that was given, and part of it. A person reads it too: it may leak.
    """

    entry: FrameEntry
    place: str


@dataclass(frozen=True, slots=True)
class Frame:
    """A release as it was offered.

    Attributes:
        notes: all of them, numbered from 0.
        left_out: place of a file that is no note, and why.
        repeated: how many notes have the text of an earlier one.
    """

    notes: tuple[PlacedNote, ...]
    left_out: tuple[tuple[str, str], ...]
    repeated: int

    @property
    def entries(self) -> tuple[FrameEntry, ...]:
        """What sampling needs of each note."""
        return tuple(n.entry for n in self.notes)


def read_frame(
    release: Path,
    options: FrameOptions,
    *,
    keep: Callable[[int, Document], None] | None = None,
    each: Callable[[int], None] | None = None,
) -> Frame:
    """Reads a release once, note by note.

    Args:
        release: a folder, an archive, a table or one note, of any format that Chartveil reads.
        options: how notes are told apart.
        keep: is given each note with its number, and may keep its text; the frame does not.
        each: told how many notes were read so far; may raise to end the work.

    Returns:
        The frame. Files that cannot be read are named with the reason, and the others go on.

    Raises:
        InputError: if there is no note at all.
    """
    reading = ReadOptions()
    found = discover_inputs([release], reading.limits)
    left_out = [(_below(release, s.path), s.reason) for s in found.skipped]
    left_out += [(_below(release, f.path), _reason(f.error)) for f in found.failures]
    notes: list[PlacedNote] = []
    with InputLoader(reading.limits) as loader:
        for ref in found.refs:
            place = _below(release, ref.display)
            try:
                _, _, documents = read_documents(ref, reading, loader)
            except InputError as e:
                left_out.append((place, _reason(e)))
                continue
            for document in documents:
                number = len(notes)
                if each is not None:
                    each(number)
                if keep is not None:
                    keep(number, document)
                where = f"{place}, {document.source.part}" if document.source.part else place
                notes.append(PlacedNote(_entry(number, document, place, options), where))
    if not notes:
        raise InputError(
            "holds no note that can be read.",
            where=str(release),
            remedy="Give the folder, archive or table that was released.",
        )
    texts = {n.entry.content for n in notes}
    return Frame(tuple(notes), tuple(left_out), len(notes) - len(texts))


def _reason(error: InputError) -> str:
    return f"{error.what} {error.remedy}"


def _entry(number: int, document: Document, place: str, options: FrameOptions) -> FrameEntry:
    folder = place.rpartition("/")[0]
    strata: dict[Strata, str] = {
        Strata.NONE: "",
        Strata.FORMAT: document.source.format,
        Strata.FOLDER: folder,
        Strata.TYPE: document.note_type or "",
    }
    return FrameEntry(
        number,
        document.sha256,
        document.patient_id or (folder if options.patient_folders else ""),
        strata[options.strata],
        len(document.text.split()),
    )


def _below(release: Path, path: str) -> str:
    """The path below what was given, with ``/`` between folders on every system."""
    here = Path(path)
    for base in (release, release.parent):
        if here.is_relative_to(base) and here != base:
            return here.relative_to(base).as_posix()
    return here.name


def changed_places(before: Sequence[PlacedNote], now: Frame) -> list[str]:
    """Places whose text is not what it was, or that are new or gone, in order; empty if nothing changed."""
    old = {n.place: n.entry.content for n in before}
    new = {n.place: n.entry.content for n in now.notes}
    return sorted(place for place in old.keys() | new.keys() if old.get(place) != new.get(place))
