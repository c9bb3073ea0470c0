"""The review desk: worklists, decisions, sign-off. What the window calls.

One thread owns a desk and its store; methods that say so touch no store and may run in any thread.
"""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from chartveil.domain import Document, Evidence, EvidenceKind, Label, Replacement, Span
from chartveil.errors import InputError, ReviewError
from chartveil.ingest import InputRef, discover
from chartveil.job import Job
from chartveil.policy import Mode, Policy, load_policy
from chartveil.review.model import Action, Change, Counts, DocumentRow, DocumentState, Item, Kind, Reading
from chartveil.review.session import DocumentReview, stamp
from chartveil.review.signoff import MustDecide, left_to_decide
from chartveil.service.describe import describe_evidence
from chartveil.service.detection import DetectedFile, PendingFile, detect, review_job, without_text
from chartveil.service.loading import LoadedDocument, Shelf
from chartveil.service.places import Places
from chartveil.service.settings import DeskSettings
from chartveil.store.keys import load_key, load_or_create_key
from chartveil.store.worklists import WorklistStore
from chartveil.store.worklists_facts import OpenBlock as OpenBlock
from chartveil.store.worklists_facts import WorklistFacts
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.words import fold


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


@dataclass(frozen=True, slots=True)
class Done:
    """What a decision did.

    Attributes:
        action: as it was stored; for undo the action that was undone.
        rows: documents whose figures changed, as they are now.
    """

    action: Action
    rows: tuple[DocumentRow, ...]


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
        self.store.close()

    # Worklists

    def worklists(self) -> list[WorklistFacts]:
        return self.store.worklists()

    def begin(self, inputs: Sequence[Path], settings: DeskSettings, title: str = "") -> Begun:
        """Makes a worklist of files and folders, and opens it. Nothing is searched yet.

        Raises:
            InputError: if there is nothing to read.
            PolicyError, KeyFileError: if policy or key cannot be used.
        """
        self._check(settings)
        found = discover(inputs, settings.read.limits)
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
        return Job(Path(), "", self.policy, s.mode, self.key, s.read, (), s.site, models)

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
                self.worklist, found.file, outcome.file_sha256, outcome.format, found.documents
            )
        return self.store.rows(self.worklist, rows)

    # Reading and reviewing

    def load(self, row: DocumentRow) -> Callable[[], LoadedDocument]:
        """Work that reads a document again; may run in any thread.

        The work raises InputError if the file is gone, or is not what was searched.
        """
        (file,) = self.store.files(self.worklist, [row.file])
        ref, options = InputRef(file.path, file.member), self.settings.read
        return lambda: self.shelf.load(ref, options, file.sha256, row)

    def reading(self, row: int) -> Reading:
        """Which reading this reviewer has of a document: nobody sees another's before both have signed."""
        reading = self.store.reading(self.worklist, row)
        now = self.row(row)
        if reading is Reading.SECOND and self._is_first_reader(now) and not now.second_by:
            return Reading.FIRST
        return reading

    def _is_first_reader(self, row: DocumentRow) -> bool:
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

    def mark_place(self, row: int, item: int) -> None:
        """Keeps where the reviewer is, for the next start."""
        self.store.set_bookmark(self.worklist, row, item)

    def place(self) -> tuple[int, int] | None:
        """Where the reviewer was."""
        return self.store.bookmark(self.worklist)

    # Decisions

    def decide(
        self,
        kind: Kind,
        review: DocumentReview,
        changes: Sequence[Change],
        focus: int | None = None,
    ) -> Done:
        """Stores a decision on the document under review, and makes it there.

        Raises:
            ReviewError: if the document has changed since the changes were worked out.
            StoreError: if it cannot be stored; nothing is changed then.
        """
        at = self.now()
        made = tuple(stamp(changes, self.settings.reviewer, at))
        place = (review.row, focus) if focus is not None else None
        action = Action(kind, self.settings.reviewer, at, made, place)
        review.apply(made)
        try:
            surfaces, risks = self._beside(review, made)
            counts = {(review.row, review.reading): review.counts()}
            self.store.apply(self.worklist, action, counts, surfaces, risks)
        except BaseException:
            review.apply(action.backwards())
            raise
        return Done(action, (self.row(review.row),))

    def _beside(
        self, review: DocumentReview, changes: Sequence[Change]
    ) -> tuple[dict[tuple[int, int], str], dict[tuple[int, int], float]]:
        surfaces, risks = {}, {}
        for change in changes:
            item = change.after
            if item is None:
                continue
            key = (review.row, item.id)
            risks[key] = review.risk(item).score
            before = change.before
            if before is None or (before.span.start, before.span.end) != (item.span.start, item.span.end):
                surfaces[key] = fold(item.span.text(review.text))
        return surfaces, risks

    def decide_many(
        self,
        kind: Kind,
        changes: Sequence[Change],
        counts: Mapping[tuple[int, Reading], Counts],
        review: DocumentReview | None,
    ) -> Done:
        """Stores a decision on items of several documents at once, as one action.

        Args:
            kind: what is done.
            changes: of states and labels only, so that no text is needed.
            counts: of each document and reading they change, as it is then.
            review: of the document that is open; changed too, where it is touched.
        """
        at = self.now()
        made = tuple(stamp(changes, self.settings.reviewer, at))
        action = Action(kind, self.settings.reviewer, at, made)
        surfaces: dict[tuple[int, int], str] = {}
        risks: dict[tuple[int, int], float] = {}
        if review is not None:
            review.apply(made)
            ours = [c for c in made if c.document == review.row and c.reading is review.reading]
            surfaces, risks = self._beside(review, ours)
        try:
            self.store.apply(self.worklist, action, counts, surfaces, risks)
        except BaseException:
            if review is not None:
                review.apply(action.backwards())
            raise
        return Done(action, tuple(self.store.rows(self.worklist, action.documents)))

    def begin_reading(self, kind: Kind, row: int, document: Document, changes: Sequence[Change]) -> Done:
        """Stores the items that a reading begins with, as one action."""
        at = self.now()
        action = Action(kind, self.settings.reviewer, at, tuple(changes))
        items = [c.after for c in changes if c.after is not None]
        surfaces = {(row, i.id): fold(i.span.text(document.text)) for i in items}
        review = DocumentReview(row, document.text, items, doubtful=self.policy.doubtful, voters=self.voters)
        risks = {(row, i.id): review.risk(i).score for i in items}
        self.store.apply(self.worklist, action, self._recount, surfaces, risks)
        return Done(action, (self.row(row),))

    @staticmethod
    def now() -> str:
        """The time that is kept with decisions: UTC, ISO 8601 with seconds."""
        return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")

    def _recount(self, touched: Iterable[tuple[int, Reading]]) -> dict[tuple[int, Reading], Counts]:
        return {(row, reading): self.bare(row, reading).counts() for row, reading in touched}

    def _check_own(self, touched: Iterable[tuple[int, Reading]]) -> None:
        """Stops changes of other readers' decisions."""
        for row, reading in touched:
            theirs = reading is Reading.SECOND and self._is_first_reader(self.row(row))
            if theirs or (reading is Reading.FIRST and self.store.reading(self.worklist, row) is not reading):
                raise ReviewError(
                    "the step before was another reader's.", remedy="What two readers decide stays apart."
                )

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

    def undo(self, review: DocumentReview | None) -> Done | None:
        """Undoes the last action, wherever it was; None where there is none.

        Raises:
            ReviewError: if it lies in a reading of another reader's.
        """
        action = self.store.undo(self.worklist, self._recount, self._check_own)
        if action is None:
            return None
        if review is not None:
            review.apply(action.backwards())
        return Done(action, tuple(self.store.rows(self.worklist, action.documents)))

    def redo(self, review: DocumentReview | None) -> Done | None:
        """Does again what was undone last; None where there is nothing.

        Raises:
            ReviewError: if it lies in a reading of another reader's.
        """
        action = self.store.redo(self.worklist, self._recount, self._check_own)
        if action is None:
            return None
        if review is not None:
            review.apply(action.changes)
        return Done(action, tuple(self.store.rows(self.worklist, action.documents)))

    def history(self) -> tuple[Kind | None, Kind | None]:
        """What would be undone and redone next."""
        known = self.store.history(self.worklist)
        return known.can_undo, known.can_redo

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

    # Sign-off

    def must_decide(self, review: DocumentReview | None = None) -> MustDecide:
        """What the policy or the worklist's settings want decided. What two readers see differently is always
        to be settled: in a resolution nothing else is proposed."""
        if review is not None and review.reading is Reading.RESOLVED:
            return MustDecide.ALL
        return self.settings.decides(self.policy)

    def blockers(self, review: DocumentReview) -> list[Item]:
        """What has to be decided before the document can be signed off."""
        return review.blockers(self.must_decide(review))

    def left_to_decide(self, review: DocumentReview) -> int:
        """How many ``blockers`` there are; quicker than to list them."""
        return left_to_decide(review.counts(), self.must_decide(review))

    def sign_off(self, review: DocumentReview) -> DocumentRow:
        """Signs the reading that is open.

        Raises:
            ReviewError: if nobody is named as reviewer, or something is left to decide.
        """
        if not self.settings.reviewer.strip():
            raise ReviewError(
                "nobody is named as the reviewer.", remedy="Enter your name under Settings, Review."
            )
        left = self.blockers(review)
        if left:
            n = len(left)
            raise ReviewError(
                f"{n} {'span is' if n == 1 else 'spans are'} not decided yet.",
                remedy="Go to the next undecided one and accept or reject it.",
            )
        self.store.sign(self.worklist, review.row, self.settings.reviewer, self.now(), review.reading)
        return self.row(review.row)

    def take_back_signature(self, row: int) -> DocumentRow:
        """Opens a document that was signed off for review again.

        Raises:
            ReviewError: for the first reader, while the second reads.
        """
        reading = self.reading(row)
        if reading is not self.store.reading(self.worklist, row):
            raise ReviewError(
                "a second reader has begun.", remedy="Wait for their sign-off, and settle what differs."
            )
        self.store.unsign(self.worklist, row, reading)
        return self.row(row)


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
