"""Imports a release and freezes its frame; reads its notes again when they are needed."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from chartveil.domain.errors import Cancelled, InputError
from chartveil.formats.base import ReadOptions
from chartveil.lexicon.lexicon import bundled_lexicon
from chartveil.release.input_files import InputLoader, InputRef, read_documents
from chartveil.service.spot_checks.audit import SpotCheckAudit
from chartveil.spot_check.check_views import (
    FrameSummary,
    OriginalsSummary,
)
from chartveil.spot_check.layers import NoteLayer
from chartveil.spot_check.originals import (
    OriginalComparison,
    compare_with_original,
    is_similar,
    match_originals,
)
from chartveil.spot_check.reading import (
    ReadingOptions,
    content_hash,
    frame_facts,
    frame_line,
    read_release,
    read_release_file,
    reload_notes,
)
from chartveil.spot_check.sampling import (
    FrameEntry,
    SamplingPlan,
    Strata,
    length_class,
)
from chartveil.store.spot_checks.records import (
    FramedFile,
    FramedNote,
)
from chartveil.store.spot_checks.store import SpotCheckStore

_COMPARED = 50
"""Notes whose text is compared with that of their originals."""
_AT_A_TIME = 500
"""Files whose notes are stored in one transaction."""
_KEPT_CHARACTERS = 20_000_000
"""Characters of notes to read that stay in memory."""


@dataclass(frozen=True, slots=True)
class BringInRequest:
    """A release to bring in.

    Attributes:
        release: a folder, an archive, a table or one note, made with any tool.
        title: of the spot-check; the release's name when empty.
        originals: what it was made from, where one has it.
        crosswalk: table of originals and copies, as ``deid --crosswalk`` writes it.
        dossiers: the site's file of patients.
        site_lists: folder with the site's own dictionaries.
        patient_folders: whether the folder a file lies in names its patient, where nothing else does.
    """

    release: Path
    title: str = ""
    originals: Path | None = None
    crosswalk: Path | None = None
    dossiers: Path | None = None
    site_lists: Path | None = None
    patient_folders: bool = False

    def as_json(self) -> str:
        """As it is stored, with absolute paths."""
        return json.dumps(
            {k: str(v.absolute()) if isinstance(v, Path) else v for k, v in asdict(self).items()}
        )

    @classmethod
    def from_json(cls, text: str) -> BringInRequest:
        """What ``as_json`` wrote."""
        facts = json.loads(text)
        paths = ("release", "originals", "crosswalk", "dossiers", "site_lists")
        return cls(**{**facts, **{k: Path(facts[k]) if facts[k] else None for k in paths}})


class FramedReleases:
    """The releases of one user's spot-checks. May be called from any thread.

    Args:
        store: of the spot-checks.
        own_key: the user's, of which the key of all hashes is made.
        audit: knows which of the releases the program wrote itself.
    """

    def __init__(self, store: SpotCheckStore, own_key: bytes, audit: SpotCheckAudit) -> None:
        self._store = store
        self._own_key = own_key
        self._audit = audit
        self._lock = threading.RLock()
        self._samples: dict[tuple[int, str], tuple[FrameEntry, ...]] = {}
        self._counted: dict[tuple[int, Strata], dict[str, tuple[int, int]]] = {}
        self._patients: dict[int, int] = {}
        self._originals: dict[str, str] = {}
        self._texts: OrderedDict[tuple[int, int], tuple[NoteLayer, ...]] = OrderedDict()

    def bring_in(
        self,
        request: BringInRequest,
        progress: Callable[[int], None] = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> int:
        """Reads a release once and freezes its frame. Takes minutes for a large one.

        Args:
            request: what is brought in.
            progress: told how many files were read so far.
            cancelled: asked between files.

        Returns:
            The new spot-check.

        Raises:
            InputError: if there is nothing to read.
            Cancelled: if it was; nothing is kept.
        """
        options = self.reading_options(request)
        id = self._store.begin(request.title or request.release.name, request.as_json())
        try:
            frame = hashlib.sha256()
            notes = 0
            files: list[FramedFile] = []
            batch: list[FramedNote] = []
            for read in read_release(options, progress, cancelled):
                files.append(read.file)
                batch += read.notes
                for note in read.notes:
                    frame.update(frame_line(note.number, frame_facts(note, options)))
                notes += len(read.notes)
                if len(files) >= _AT_A_TIME or len(batch) >= _AT_A_TIME:
                    self._store.add_to_frame(id, files, batch)
                    files, batch = [], []
            self._store.add_to_frame(id, files, batch)
            del batch
            if not notes:
                why = f" The last file {files[-1].reason}" if files else ""
                raise InputError(
                    f"holds no note that can be read.{why}",
                    where=str(request.release),
                    remedy="Give the folder, archive or table that was released.",
                )
            summary = {"own": self._own_release(id), "originals": self._match_originals(id, request)}
            self._store.freeze(id, frame.hexdigest(), json.dumps(summary))
        except BaseException:
            self._store.remove(id)
            raise
        return id

    def _own_release(self, id: int) -> str:
        """What our own record says of the release: which run wrote how many of its files."""
        by_hash = {f.sha256: InputRef(f.path, f.member).name for f in self._store.files(id) if f.sha256}
        outputs = {name: sha256 for sha256, name in by_hash.items()}
        count, runs = self._audit.written_here(outputs)
        if not runs:
            return ""
        return (
            f"{count:,} of {len(outputs):,} files stand in the record of this Chartveil, {', '.join(runs)}."
        )

    def _match_originals(self, id: int, request: BringInRequest) -> dict[str, int] | None:
        """Finds the original of each note, and looks whether some of them can be theirs."""
        if request.originals is None:
            return None
        files = [f for f in self._store.files(id) if not f.reason]
        sources = match_originals(
            files, request.release.absolute(), request.originals.absolute(), request.crosswalk
        )
        having = [n for n in self._store.notes(id) if n.file in sources]
        self._store.set_originals(
            id, ((n.number, json.dumps([sources[n.file].path, sources[n.file].member])) for n in having)
        )
        compared = unlike = 0
        for note in having[:: max(1, len(having) // _COMPARED)][:_COMPARED]:
            with suppress(InputError):
                original = self._original(id, note)
                compared += 1
                unlike += original is None or not is_similar(original, self.layers_of(id, note)[0].text)
        return {"matched": len(having), "compared": compared, "unlike": unlike}

    def _original(self, id: int, note: FramedNote) -> str | None:
        """The text of a note's original; None where it has none.

        Raises:
            InputError: if the original cannot be read.
        """
        where = self._store.original(id, note.number)
        if not where:
            return None
        path, member = json.loads(where)
        with self._lock:
            if self._originals.get("") != where:
                _, _, documents = read_documents(InputRef(path, tuple(member)), ReadOptions())
                self._originals = {"": where, **{f"part {d.source.part}": d.text for d in documents}}
            if len(self._originals) == 2:  # one document: copies may name its part otherwise
                return next(text for name, text in self._originals.items() if name)
            return self._originals.get(f"part {note.part}")

    def reading_options(self, request: BringInRequest) -> ReadingOptions:
        """How an imported release is read."""
        key = hashlib.sha256(b"spot-check\0" + self._own_key).digest()
        return ReadingOptions(key, request.release.absolute(), request.patient_folders)

    def frame(self, id: int) -> FrameSummary:
        """What the release held."""
        facts = self._store.facts(id)
        notes, patients, words, empty, repeated = self._store.totals(id)
        options = self.reading_options_of(id)
        left_out = tuple(
            (options.place(InputRef(f.path, f.member)), f.reason) for f in self._store.files(id) if f.reason
        )
        counts = {
            name: tuple(self._store.counts(id, column))
            for name, column in (("format",) * 2, ("folder",) * 2, ("type", "note_type"), ("month",) * 2)
        }
        lengths = self.totals_by_stratum(id, Strata.LENGTH)
        counts["length"] = tuple((name, n) for name, (n, _) in lengths.items())
        summary = json.loads(facts.summary)
        originals = OriginalsSummary(**summary["originals"]) if summary["originals"] else None
        return FrameSummary(
            notes, patients, words, empty, repeated, left_out, summary["own"], originals, counts
        )

    def entries(self, id: int, strata: Strata) -> tuple[FrameEntry, ...]:
        """The notes of the frame for a draw, each with its stratum."""
        with self._lock:
            if (id, strata) not in self._samples:
                self._samples = {k: v for k, v in self._samples.items() if k[0] == id}
                self._samples[id, strata] = tuple(
                    FrameEntry(n.number, "", n.patient, _stratum(n, strata), n.words)
                    for n in self._store.notes(id)
                )
            return self._samples[id, strata]

    def totals_by_stratum(self, id: int, strata: Strata) -> dict[str, tuple[int, int]]:
        """Notes and words of each stratum, by its name; counted once, since the frame is frozen."""
        with self._lock:
            if (id, strata) not in self._counted:
                self._counted[id, strata] = self._count(id, strata)
            return self._counted[id, strata]

    def patients(self, id: int) -> int:
        """Patients; a note without one is of a patient of its own."""
        with self._lock:
            if id not in self._patients:
                self._patients[id] = self._store.patients(id)
            return self._patients[id]

    def _count(self, id: int, strata: Strata) -> dict[str, tuple[int, int]]:
        if strata is not Strata.LENGTH:
            return self._store.stratum_totals(id, _COLUMN[strata])
        totals: Counter[str] = Counter()
        words: Counter[str] = Counter()
        for length, notes in self._store.counts(id, "words"):
            totals[length_class(int(length))] += notes
            words[length_class(int(length))] += int(length) * notes
        return {name: (totals[name], words[name]) for name in sorted(totals)}

    def drop_texts(self) -> None:
        """Forgets the texts that were read."""
        with self._lock:
            self._texts.clear()
            self._originals.clear()

    def reading_options_of(self, id: int) -> ReadingOptions:
        """How the release of a spot-check is read."""
        return self.reading_options(self.request(id))

    def request(self, id: int) -> BringInRequest:
        """What was brought in, or is being brought in.

        Raises:
            InputError: if there is no such spot-check.
        """
        return BringInRequest.from_json(self._store.request(id))

    def frame_facts(self, id: int) -> Iterator[tuple[FramedNote, tuple[str, str, int, str, str, str, str]]]:
        """The notes of the frame, each with what may be published of it (``reading.frame_facts``)."""
        options = self.reading_options_of(id)
        return ((note, frame_facts(note, options)) for note in self._store.notes(id))

    def strata(self, id: int) -> tuple[str, ...]:
        """The stratum of each note by the plan; empty names before there is one."""
        plan = self._store.facts(id).plan
        strata = SamplingPlan.from_text(plan).strata if plan else Strata.NONE
        return tuple(e.stratum for e in self.entries(id, strata))

    def compare_with_original(
        self, id: int, note: FramedNote, layers: Sequence[NoteLayer]
    ) -> OriginalComparison | None:
        """A note beside its original; None where it has none."""
        original = self._original(id, note)
        if original is None:
            return None
        return compare_with_original(original, layers[0].text, bundled_lexicon().is_common)

    def layers(self, id: int, number: int) -> tuple[NoteLayer, ...]:
        """All that is read of a note, by its number in the frame.

        Raises:
            InputError: as ``note``.
        """
        (note,) = self._store.notes(id, [number])
        return self.layers_of(id, note)

    def layers_of(self, id: int, note: FramedNote) -> tuple[NoteLayer, ...]:
        """All that is read of a note."""
        with self._lock:
            if (id, note.number) not in self._texts:
                self._load(id, note)
            self._texts.move_to_end((id, note.number))
            return self._texts[id, note.number]

    def _load(self, id: int, note: FramedNote) -> None:
        """Reads the file of a note, and keeps all of its notes that are to be read."""
        options = self.reading_options_of(id)
        (file,) = self._store.files(id, note.file)
        ref = InputRef(file.path, file.member)
        wanted = self._store.drawn_in_file(id, note.file) | {note.part}
        _, texts = read_release_file(ref, options.place(ref), options.read)
        by_part = {text.part: text for text in texts if text.part in wanted}
        own = by_part.get(note.part)
        if own is None or content_hash(options, own.layers) != note.content:
            raise InputError(
                "is not what it was when the release was brought in.",
                where=note.place,
                remedy="Put the release back as it was. One that was mended needs a spot-check of its own.",
            )
        for known in self._store.notes_of_file(id, note.file, by_part):
            if content_hash(options, by_part[known.part].layers) == known.content:
                self._texts[id, known.number] = by_part[known.part].layers
        kept = sum(len(layer.text) for layers in self._texts.values() for layer in layers)
        while kept > _KEPT_CHARACTERS and len(self._texts) > 1:
            dropped = next(k for k in self._texts if k != (id, note.number))
            kept -= sum(len(layer.text) for layer in self._texts.pop(dropped))

    def read_all(
        self, id: int, cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[FramedNote, tuple[NoteLayer, ...] | None]]:
        """Every note with its layers, in order; None for one that is gone or not what it was.

        Raises:
            Cancelled: if it was.
        """
        options = self.reading_options_of(id)
        with InputLoader(options.read.limits) as loader:
            for file in self._store.files(id):
                if cancelled():
                    raise Cancelled
                if not file.reason:
                    yield from reload_notes(options, file, self._store.notes_of_file(id, file.number), loader)

    def original_files(self, id: int) -> dict[int, InputRef]:
        """Where the original of each file lies that has one."""
        found = {}
        for file, where in self._store.originals_by_file(id).items():
            path, member = json.loads(where)
            found[file] = InputRef(path, tuple(member))
        return found


_COLUMN = {
    Strata.NONE: "",
    Strata.FORMAT: "format",
    Strata.FOLDER: "folder",
    Strata.TYPE: "note_type",
    Strata.MONTH: "month",
}


def _stratum(note: FramedNote, strata: Strata) -> str:
    if strata is Strata.LENGTH:
        return length_class(note.words)
    return str(getattr(note, _COLUMN[strata])) if strata is not Strata.NONE else ""
