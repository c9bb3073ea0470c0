"""The review desk: worklists, decisions, sign-off. What the window calls.

One thread owns a desk and its store; methods that say so touch no store and may run in any thread.
"""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from chartveil.domain import Document, Evidence, EvidenceKind, Label, Replacement, Span
from chartveil.errors import InputError
from chartveil.ingest import Found, InputRef
from chartveil.job import Job
from chartveil.policy import Mode, Policy, load_policy
from chartveil.review.model import Counts, DocumentRow, DocumentState, Item, Reading
from chartveil.review.session import DocumentReview
from chartveil.service.describe import describe_evidence
from chartveil.service.detection import DetectedFile, PendingFile, detect, review_job, without_text
from chartveil.service.loading import LoadedDocument, Shelf
from chartveil.service.looking import Look
from chartveil.service.places import Places
from chartveil.service.settings import DeskSettings
from chartveil.store.keys import load_key, load_or_create_key
from chartveil.store.worklists import WorklistStore
from chartveil.store.worklists_facts import OpenBlock as OpenBlock
from chartveil.store.worklists_facts import WorklistFacts
from chartveil.surrogates.engine import SurrogateEngine


@dataclass(frozen=True, slots=True)
class Begun:
    """A worklist that was made.

    Attributes:
        worklist: its id.
        files: how many it holds.
        remarks: what was passed over on purpose, one line each, for the user.
    """

    worklist: int
    files: int
    remarks: tuple[str, ...]


class Desk:
    """One user's worklists, one of them open.

    Args:
        places: where they lie; the folder and a key are made at first use.

    Raises:
        KeyFileError, StoreError: if the key or the store cannot be used, e.g. because another window has it.
    """

    def __init__(self, places: Places) -> None:
        self.places = places
        self.own_key = load_or_create_key(places.key)
        self.store = WorklistStore(places.worklists, self.own_key)
        self.worklist = 0
        self.settings = DeskSettings()
        self.policy: Policy = load_policy()
        self.key = self.own_key
        self.voters: dict[Label, int] = {}
        self.shelf = Shelf()
        self._engines: dict[Mode, SurrogateEngine] = {}
        self._engines_lock = threading.Lock()

    def close(self) -> None:
        self.shelf.clear()
        self.store.close()

    # Worklists

    def worklists(self) -> list[WorklistFacts]:
        return self.store.worklists()

    def look(self, inputs: Sequence[Path], settings: DeskSettings) -> Look:
        """Work that looks for the files of a new worklist; it may run in any thread.

        Raises:
            PolicyError, KeyFileError: if policy or key cannot be used.
        """
        self._check(settings)
        return Look(inputs, settings.read.limits)

    def begin(
        self, inputs: Sequence[Path], settings: DeskSettings, title: str = "", found: Found | None = None
    ) -> Begun:
        """Makes a worklist of files and folders, and opens it. Nothing is searched yet.

        Args:
            inputs: files and folders.
            settings: how the worklist is worked on.
            title: its name; made of the inputs when empty.
            found: what ``look`` found; looked for now when None.

        Raises:
            InputError: if there is nothing to read.
            PolicyError, KeyFileError: if policy or key cannot be used.
        """
        self._check(settings)
        found = found or self.look(inputs, settings)()
        remarks = [f"{s.path} was left out: {s.reason}." for s in found.skipped]
        if not found.refs:
            raise (
                found.failures[0].error
                if found.failures
                else InputError(
                    "there is nothing to read.",
                    where=str(inputs[0]) if inputs else "",
                    remedy="Choose files, or a folder with files.",
                )
            )
        worklist = self.store.create(title or _title(inputs), settings.dump())
        self.store.add_files(worklist, [(r.path, r.member, r.name) for r in found.refs])
        # What could not even be looked at stands in the list too, with its reason.
        names = [InputRef(f.path).name for f in found.failures]
        refs = [(f.path, (), name) for f, name in zip(found.failures, names, strict=True)]
        for file, failure in zip(self.store.add_files(worklist, refs), found.failures, strict=True):
            self.store.save_failure(worklist, file, "", str(failure.error))
        self.open(worklist)
        return Begun(worklist, len(found.refs) + len(refs), tuple(remarks))

    def of_same(self, found: Found) -> int | None:
        """The latest worklist of exactly these files, if there is one."""
        refs = sorted((r.path, r.member) for r in found.refs)
        for facts in self.store.worklists():
            if sorted((f.path, f.member) for f in self.store.files(facts.id)) == refs:
                return facts.id
        return None

    def open(self, worklist: int) -> None:
        """Opens a worklist as it was left.

        Raises:
            StoreError, PolicyError, KeyFileError: if it, its policy or its key cannot be used.
        """
        facts = next(w for w in self.store.worklists() if w.id == worklist)
        settings = DeskSettings.load(facts.settings)
        self.policy, self.key = self._check(settings)
        self.worklist = worklist
        self.settings = settings
        self.shelf.clear()
        self._forget_engines()
        self.voters = _voters(self.places.models)
        # What was under way when the program ended has not been searched.
        stale = [r.row for r in self.rows() if r.state is DocumentState.DETECTING]
        if stale:
            self.store.set_states(worklist, stale, DocumentState.WAITING)

    def change(self, settings: DeskSettings) -> None:
        """Keeps settings that do not change what was found: the reviewer, what must be decided, and so on."""
        self.policy, self.key = self._check(settings)
        self.settings = settings
        self._forget_engines()
        self.store.set_settings(self.worklist, settings.dump())

    def remove(self, worklist: int) -> None:
        """Removes a worklist and all that was decided in it. The documents themselves stay."""
        self.store.remove(worklist)
        if worklist == self.worklist:
            self.worklist = 0
            self.shelf.clear()

    def _check(self, settings: DeskSettings) -> tuple[Policy, bytes]:
        key = load_key(settings.key_file) if settings.key_file else self.own_key
        return load_policy(settings.policy), key

    def rows(self) -> list[DocumentRow]:
        """All documents, kept in memory: asking often costs little."""
        return self.store.rows(self.worklist) if self.worklist else []

    def total(self) -> Counts:
        """Sums over all documents."""
        return self.store.known(self.worklist).total() if self.worklist else Counts()

    def row(self, row: int) -> DocumentRow:
        return self.store.row(self.worklist, row)

    def states(self) -> dict[DocumentState, int]:
        """How many documents of the open worklist are how far."""
        return self.store.states(self.worklist)

    # Detection

    def pending(self, *, failed: bool = False) -> list[PendingFile]:
        """Files that wait, or with ``failed`` those that failed as well."""
        wanted = {DocumentState.WAITING, DocumentState.DETECTING}
        if failed:
            wanted.add(DocumentState.FAILED)
        waiting = {r.file for r in self.rows() if r.state in wanted}
        files = self.store.files(self.worklist, waiting) if waiting else []
        return [PendingFile(f.file, InputRef(f.path, f.member)) for f in files]

    def started(self, files: Sequence[PendingFile]) -> list[DocumentRow]:
        """Marks files as being searched; gives their rows."""
        numbers = {f.file for f in files}
        rows = [r.row for r in self.rows() if r.file in numbers]
        self.store.set_states(self.worklist, rows, DocumentState.DETECTING)
        return self.store.rows(self.worklist, rows)

    def halted(self) -> list[DocumentRow]:
        """Marks what was not reached as waiting again, after a pause."""
        rows = [r.row for r in self.rows() if r.state is DocumentState.DETECTING]
        if rows:
            self.store.set_states(self.worklist, rows, DocumentState.WAITING)
        return self.store.rows(self.worklist, rows) if rows else []

    def job(self) -> Job:
        """What to look for and to write, for workers."""
        from chartveil.detect.choice import ModelChoice

        s = self.settings
        models = ModelChoice(s.device, threads=1, site=self.places.models)
        return Job(
            out=Path(),
            token="",
            policy=self.policy,
            mode=s.mode,
            key=self.key,
            read=s.read,
            outputs=(),
            site=s.site,
            models=models,
            patients=s.patients,
        )

    def search(self, files: Sequence[PendingFile]) -> Callable[[Callable[[], bool]], Iterator[DetectedFile]]:
        """Work that searches files as the open worklist wants it; may run in any thread, and while another
        worklist is open. It is given what tells whether to stop; each result is for ``record``.

        The work raises ChartveilError if it cannot begin at all, e.g. for a model that was altered.
        """
        job = review_job(self.job())
        return partial(detect, job, files, self.settings.jobs, self.policy.doubtful, self.voters)

    def record(self, found: DetectedFile) -> list[DocumentRow]:
        """Keeps what became of a file; gives its rows."""
        outcome = found.outcome
        if outcome.failure is not None:
            message = outcome.failure.message
            rows = [self.store.save_failure(self.worklist, found.file, outcome.file_sha256, message)]
        else:
            rows = self.store.save_detected(
                self.worklist,
                found.file,
                outcome.file_sha256,
                outcome.format,
                found.documents,
                outcome.page_reads,
            )
        return self.store.rows(self.worklist, rows)

    # Reading and reviewing

    def load(self, row: DocumentRow) -> Callable[[], LoadedDocument]:
        """Work that reads a document again; may run in any thread.

        The work raises InputError if the file is gone, or is not what was searched.
        """
        (file,) = self.store.files(self.worklist, [row.file])
        ref, options = InputRef(file.path, file.member), self.settings.read
        reads = self.store.page_reads(self.worklist, row.file)
        return lambda: self.shelf.load(ref, options, file.sha256, row, reads)

    def reading(self, row: int) -> Reading:
        """Which reading this reviewer has of a document: nobody sees another's before both have signed."""
        reading = self.store.reading(self.worklist, row)
        now = self.row(row)
        if reading is Reading.SECOND and self.is_first_reader(now) and not now.second_by:
            return Reading.FIRST
        return reading

    def is_first_reader(self, row: DocumentRow) -> bool:
        return row.signed_by.strip().casefold() == self.settings.reviewer.strip().casefold()

    def review(self, row: int, document: Document, reading: Reading | None = None) -> DocumentReview:
        """The items of a document as they stand."""
        reading = reading or self.reading(row)
        return DocumentReview(
            row,
            document.text,
            self.store.items(self.worklist, row, reading),
            reading=reading,
            doubtful=self.policy.doubtful,
            voters=self.voters,
            next_id=self.store.next_item(self.worklist, row, reading),
        )

    def describe(self, evidence: Evidence) -> str:
        """What a rule or list is, in one line; empty where nothing is to be said."""
        return describe_evidence(evidence)

    @staticmethod
    def warm() -> None:
        """Reads what ``describe`` needs, which takes a moment; in any thread, so that nobody waits for it."""
        describe_evidence(Evidence(EvidenceKind.RULE, ""))
        import chartveil.detect.ensemble  # noqa: F401 - read here so that to open a worklist is quick

    def mark_place(self, row: int, item: int) -> None:
        """Keeps where the reviewer is, for the next start."""
        self.store.set_bookmark(self.worklist, row, item)

    def place(self) -> tuple[int, int] | None:
        """Where the reviewer was."""
        return self.store.bookmark(self.worklist)

    @staticmethod
    def now() -> str:
        """The time that is kept with decisions: UTC, ISO 8601 with seconds."""
        return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")

    def bare(self, row: int, reading: Reading) -> DocumentReview:
        """Items of a document without its text, for counts and decisions on states."""
        items = self.store.items(self.worklist, row, reading)
        return without_text(row, self.row(row).characters, items, self.policy.doubtful, self.voters, reading)

    def known(self, row: int, reading: Reading) -> dict[int, tuple[Item, str, tuple[str, ...]]]:
        """Each item of a document with its folded text and why it is worth a look, without reading the
        document again."""
        review = self.bare(row, reading)
        surfaces = self.store.surfaces(self.worklist, row, reading)
        return {i.id: (i, surfaces[i.id], review.risk(i).reasons) for i in review.items}

    def blocks(self, limit: int) -> list[OpenBlock]:
        """Stretches in which nothing was found, of all documents, that nobody has looked at."""
        return self.store.open_blocks(self.worklist, limit)

    def block_seen(self, block: OpenBlock) -> None:
        """Keeps that the reviewer looked at a stretch."""
        self.store.block_seen(self.worklist, block.row, block.block)

    # What it becomes

    def replacements(
        self, document: Document, spans: Sequence[Span], mode: Mode | None = None
    ) -> tuple[Replacement, ...]:
        """What takes the place of spans; may run in any thread.

        Raises:
            StageError: if no surrogate could be made.
        """
        wanted = mode or self.settings.mode
        with self._engines_lock:
            if wanted not in self._engines:
                self._engines[wanted] = SurrogateEngine(self.key, self.policy, wanted)
            engine = self._engines[wanted]
        return tuple(engine.replacements(document, spans))

    def _forget_engines(self) -> None:
        """After a change of key or policy: one that a thread is making with the old ones goes too."""
        with self._engines_lock:
            self._engines.clear()


def _voters(site_models: Path) -> dict[Label, int]:
    """How many models vote on each label."""
    from chartveil.detect.ensemble import load_manifest
    from chartveil.paths import models

    votes: dict[Label, int] = {}
    for member in load_manifest(models() / "ensemble.toml", site_models):
        for label in member.votes:
            votes[label] = votes.get(label, 0) + 1
    return votes


def _title(inputs: Sequence[Path]) -> str:
    names = [p.name or str(p) for p in inputs]
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
