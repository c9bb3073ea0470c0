"""The review service: worklists, decisions, sign-off. What the window calls."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from chartveil.detection.model_choice import ModelChoice, ModelProfile
from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import Policy, ReplacementMode, load_policy
from chartveil.domain.span import Evidence, EvidenceKind, Replacement, Span
from chartveil.domain.tables.column_plan import ColumnRules, UnsureColumns
from chartveil.formats.pages.ocr_cache import OCR_PAGE_CACHE
from chartveil.release.discovery import FileDiscovery, FoundInputs
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask, PageProgressCallback, ProcessingJob, ignore_page_progress
from chartveil.review.document_review import DocumentReview
from chartveil.review.model import DocumentRow, DocumentState, Reading, ReviewCounts, ReviewItem
from chartveil.service.detection import (
    DetectedFile,
    detect_files,
    review_without_text,
)
from chartveil.service.document_cache import DocumentCache, LoadedDocument
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.keys import key_id, load_key
from chartveil.store.own_key import open_own_key
from chartveil.store.worklists.records import UnseenBlock, WorklistInfo
from chartveil.store.worklists.store import WorklistStore
from chartveil.store.workspace import open_workspace
from chartveil.store.workspace_records import ReviewEvent
from chartveil.surrogates.context import scope_of_patient
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.patient_words import NO_WORDS, PatientWords, hashes_of
from chartveil.system.clock import utc_timestamp


def describe_evidence(evidence: Evidence) -> str:
    """The description of a rule, by its id; empty for evidence that needs none."""
    return _rules().get(evidence.name, "") if evidence.kind is EvidenceKind.RULE else ""


@cache
def _rules() -> dict[str, str]:
    from chartveil.detection.rules import build_rules

    return {rule.id: rule.description for rule in build_rules().rules}


class ReviewService:
    """One user's worklists, one of them open.

    Args:
        user_paths: where they lie; the folder and a key are made at first use.
        own_key: the user's, where it is open already; else it is opened, if nothing locks it.

    Raises:
        KeyFileError, StoreError: if the key or the store cannot be used, e.g. because another window has it.
    """

    def __init__(self, user_paths: UserPaths, own_key: bytes = b"") -> None:
        self.user_paths = user_paths
        self.own_key = own_key or open_own_key(user_paths)
        self.store = WorklistStore(user_paths.worklists_file, self.own_key)
        self.worklist = 0
        self.settings = WorklistSettings()
        self.policy: Policy = load_policy()
        self.key = self.own_key
        self.voters_by_label: dict[Label, int] = {}
        self.document_cache = DocumentCache()
        self._engines: dict[ReplacementMode, SurrogateEngine] = {}
        self._words: dict[str, PatientWords] = {}
        self._engines_lock = threading.Lock()

    def unrecorded_events(self) -> list[ReviewEvent]:
        """What the audit record was not told yet: signatures, their withdrawal, exports, settings. Each is
        kept in the transaction in which it happened until ``forget_events`` says that it was told."""
        return self.store.unrecorded_events(self.settings.reviewer.strip())

    def recording_work(self) -> Callable[[], list[ReviewEvent]]:
        """Work that tells the audit record what it was not told yet; may run in any thread. Its answer is for
        ``store.forget_events``; what is told twice is recorded once.

        The work raises StoreError if the record cannot be written.
        """
        return partial(_record, self.user_paths, self.own_key, self.unrecorded_events())

    def record_events(self) -> None:
        """Tells the audit record what it was not told yet, now.

        Raises:
            StoreError: if it cannot be written; it is told the next time.
        """
        self.store.forget_events(self.recording_work()())

    def close(self) -> None:
        """Closes the store; nothing can be asked afterwards."""
        self.document_cache.clear()
        self.store.close()

    # Worklists

    def worklists(self) -> list[WorklistInfo]:
        """All worklists of the user."""
        return self.store.worklists()

    def discover_files(self, inputs: Sequence[Path], settings: WorklistSettings) -> FileDiscovery:
        """Work that looks for the files of a new worklist; it may run in any thread.

        Raises:
            PolicyError, KeyFileError: if policy or key cannot be used.
        """
        self._check(settings)
        return FileDiscovery(inputs, settings.read)

    def create_worklist(
        self,
        inputs: Sequence[Path],
        settings: WorklistSettings,
        title: str = "",
        found: FoundInputs | None = None,
    ) -> list[str]:
        """Makes a worklist of files and folders, and opens it. Nothing is searched yet.

        Args:
            inputs: files and folders.
            settings: how the worklist is worked on.
            title: its name; made of the inputs when empty.
            found: what ``discover_files`` found; looked for now when None.

        Returns:
            What was passed over on purpose, one line each, for the user.

        Raises:
            InputError: if there is nothing to read.
            PolicyError, KeyFileError: if policy or key cannot be used.
        """
        self._check(settings)
        found = found or self.discover_files(inputs, settings)()
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
        models = self._models_of(settings).for_texts(len(found.refs), found.characters)
        # What reads the first files reads those that are added later, too.
        settings = replace(settings, profile=models.profile.value)
        worklist = self.store.create(title or _title(inputs), settings.to_json())
        self._add_found(worklist, found)
        self.open_worklist(worklist)
        return [f"{s.path} was left out: {s.reason}." for s in found.skipped]

    def _add_found(self, worklist: int, found: FoundInputs) -> list[int]:
        """Adds files that were found; gives the numbers of those that can be looked at. The others stand in
        the list too, with their reason."""
        added = self.store.add_files(worklist, [(r.path, r.member, r.name) for r in found.refs])
        names = [InputRef(f.path).name for f in found.failures]
        refs = [(f.path, (), name) for f, name in zip(found.failures, names, strict=True)]
        for file, failure in zip(self.store.add_files(worklist, refs), found.failures, strict=True):
            self.store.save_failure(worklist, file, "", str(failure.error))
        return added

    def add_files(self, found: FoundInputs) -> list[FileTask]:
        """Adds to the open worklist what it does not have yet of files that were found; gives those that
        wait."""
        known = {(f.path, f.member) for f in self.store.files(self.worklist)}
        refs = tuple(r for r in found.refs if (r.path, r.member) not in known)
        failures = tuple(f for f in found.failures if (f.path, ()) not in known)
        added = set(self._add_found(self.worklist, replace(found, refs=refs, failures=failures)))
        return [task for task in self.pending_files() if task.number in added]

    def find_worklist_of(self, found: FoundInputs) -> int | None:
        """The latest worklist of exactly these files, if there is one."""
        refs = sorted((r.path, r.member) for r in found.refs)
        for facts in self.store.worklists():
            if sorted((f.path, f.member) for f in self.store.files(facts.id)) == refs:
                return facts.id
        return None

    def open_worklist(self, worklist: int) -> None:
        """Opens a worklist as it was left.

        Raises:
            StoreError, PolicyError, KeyFileError: if it, its policy or its key cannot be used.
        """
        facts = next(w for w in self.store.worklists() if w.id == worklist)
        settings = WorklistSettings.from_json(facts.settings)
        self.policy, self.key = self._check(settings)
        self.worklist = worklist
        self.settings = settings
        self.document_cache.clear()
        self._forget_engines()
        self.voters_by_label = _voters(self._model_choice())
        # What was under way when the program ended has not been searched.
        stale = [r.row for r in self.rows() if r.state is DocumentState.DETECTING]
        if stale:
            self.store.set_states(worklist, stale, DocumentState.WAITING)

    def change_settings(self, settings: WorklistSettings) -> None:
        """Keeps settings that do not change what was found: the reviewer, what must be decided, and so on."""
        self.policy, self.key = self._check(settings)
        self.settings = settings
        self._forget_engines()
        self.store.set_settings(self.worklist, settings.to_json())

    def remove_worklist(self, worklist: int) -> None:
        """Forgets a worklist: all that is kept of its documents and all that was decided in it. The documents
        themselves stay, and so does the audit record, which tells that it was removed."""
        self.store.remove(worklist)
        self.document_cache.clear()
        OCR_PAGE_CACHE.clear()
        if worklist == self.worklist:
            self.worklist = 0

    def _check(self, settings: WorklistSettings) -> tuple[Policy, bytes]:
        key = load_key(settings.key_file) if settings.key_file else self.own_key
        return load_policy(settings.policy), key

    def rows(self) -> list[DocumentRow]:
        """All documents, kept in memory: asking often costs little."""
        return self.store.rows(self.worklist) if self.worklist else []

    def total_counts(self) -> ReviewCounts:
        """Sums over all documents."""
        return self.store.cached_rows(self.worklist).total_counts() if self.worklist else ReviewCounts()

    def row(self, row: int) -> DocumentRow:
        """A document as it stands now."""
        return self.store.row(self.worklist, row)

    def state_counts(self) -> dict[DocumentState, int]:
        """How many documents of the open worklist are in each state."""
        return self.store.state_counts(self.worklist)

    # Detection

    def pending_files(self, *, failed: bool = False) -> list[FileTask]:
        """Files that wait, or with ``failed`` those that failed as well."""
        wanted = {DocumentState.WAITING, DocumentState.DETECTING}
        if failed:
            wanted.add(DocumentState.FAILED)
        waiting = {r.file for r in self.rows() if r.state in wanted}
        files = self.store.files(self.worklist, waiting) if waiting else []
        return [FileTask(InputRef(f.path, f.member), f.file) for f in files]

    def mark_started(self, files: Sequence[FileTask]) -> list[DocumentRow]:
        """Marks files as being searched; gives their rows."""
        numbers = {f.number for f in files}
        rows = [r.row for r in self.rows() if r.file in numbers]
        self.store.set_states(self.worklist, rows, DocumentState.DETECTING)
        return self.store.rows(self.worklist, rows)

    def mark_halted(self) -> list[DocumentRow]:
        """Marks what was not reached as waiting again, after a pause."""
        rows = [r.row for r in self.rows() if r.state is DocumentState.DETECTING]
        if rows:
            self.store.set_states(self.worklist, rows, DocumentState.WAITING)
        return self.store.rows(self.worklist, rows) if rows else []

    def _model_choice(self) -> ModelChoice:
        """The models that read the files of the open worklist."""
        return self._models_of(self.settings).for_texts(len({r.file for r in self.rows()}), 0)

    def _models_of(self, settings: WorklistSettings) -> ModelChoice:
        own, profile = self.user_paths.models_folder, ModelProfile(settings.profile)
        return ModelChoice(settings.device, threads=1, site_models=own, profile=profile)

    def processing_job(self) -> ProcessingJob:
        """What to look for in the files of the open worklist, for a review. An export adds what to write."""
        s = self.settings
        return ProcessingJob(
            policy=self.policy,
            mode=s.mode,
            key=self.key,
            outputs=(),
            # Columns that nobody chose in the window are in no copy, where it is not known what they hold.
            read_options=replace(
                s.read, columns=ColumnRules((), UnsureColumns.EMPTY, self.user_paths.columns_folder)
            ),
            site_lists=s.site,
            patients_file=s.patients,
            models=self._model_choice(),
            for_review=True,
        )

    def detection_work(
        self, files: Sequence[FileTask], on_page: PageProgressCallback = ignore_page_progress
    ) -> Callable[[Callable[[], bool]], Iterator[DetectedFile]]:
        """Work that searches files as the open worklist wants it; may run in any thread, and while another
        worklist is open. It is given what tells whether to stop; each result is for ``record_detection``.
        ``on_page`` hears in the work's thread how far a file of pages is.

        The work raises ChartveilError if it cannot begin at all, e.g. for a model that was altered.
        """
        job, processes = self.processing_job(), self.settings.jobs
        return partial(
            detect_files, job, files, processes, self.policy.doubtful, self.voters_by_label, on_page
        )

    def record_detection(self, found: DetectedFile) -> list[DocumentRow]:
        """Keeps what became of a file; gives its rows."""
        outcome = found.outcome
        if outcome.failure is not None:
            message = outcome.failure.message
            rows = [self.store.save_failure(self.worklist, outcome.number, outcome.file_sha256, message)]
        else:
            rows = self.store.save_detected(
                self.worklist,
                outcome.number,
                outcome.file_sha256,
                outcome.format,
                found.documents,
                outcome.page_reads,
            )
        return self.store.rows(self.worklist, rows)

    # Reading and reviewing

    def loading_work(self, row: DocumentRow) -> Callable[[], LoadedDocument]:
        """Work that reads a document again; may run in any thread.

        The work raises InputError if the file is gone, or is not what was searched.
        """
        (file,) = self.store.files(self.worklist, [row.file])
        ref, options = InputRef(file.path, file.member), self.settings.read
        reads = self.store.page_ocr(self.worklist, row.file)
        return lambda: self.document_cache.load(ref, options, file.sha256, row, reads)

    def reading_of(self, row: int) -> Reading:
        """Which reading this reviewer has of a document: nobody sees another's before both have signed."""
        reading = self.store.open_reading(self.worklist, row)
        now = self.row(row)
        if reading is Reading.SECOND and self.is_first_reader(now) and not now.second_by:
            return Reading.FIRST
        return reading

    def is_first_reader(self, row: DocumentRow) -> bool:
        """Whether the reviewer that is named now signed the first reading of a document."""
        return row.signed_by.strip().casefold() == self.settings.reviewer.strip().casefold()

    def review_of(self, row: int, document: Document) -> DocumentReview:
        """The items of a document as they stand."""
        reading = self.reading_of(row)
        return DocumentReview(
            row,
            document.text,
            self.store.items(self.worklist, row, reading),
            reading=reading,
            doubtful=self.policy.doubtful,
            voters=self.voters_by_label,
            next_id=self.store.next_item(self.worklist, row, reading),
        )

    @staticmethod
    def preload_descriptions() -> None:
        """Reads what ``describe_evidence`` needs, which takes a moment. May run in any thread."""
        _rules()
        import chartveil.detection.models.ensemble  # noqa: F401 - read here so that to open a worklist is quick

    def save_bookmark(self, row: int, item: int) -> None:
        """Keeps where the reviewer is, for the next start."""
        self.store.set_bookmark(self.worklist, row, item)

    def bookmark(self) -> tuple[int, int] | None:
        """The place where the reviewer was."""
        return self.store.bookmark(self.worklist)

    @staticmethod
    def timestamp() -> str:
        """The time that is stored with decisions: UTC, ISO 8601 with seconds."""
        return utc_timestamp()

    def review_without_text(self, row: int, reading: Reading) -> DocumentReview:
        """Items of a document without its text, for counts and decisions on states."""
        items = self.store.items(self.worklist, row, reading)
        return review_without_text(
            row, self.row(row).characters, items, self.policy.doubtful, self.voters_by_label, reading
        )

    def items_with_reasons(
        self, row: int, reading: Reading
    ) -> dict[int, tuple[ReviewItem, str, tuple[str, ...]]]:
        """Each item of a document with its folded text and why it is worth a look, without reading the
        document again."""
        review = self.review_without_text(row, reading)
        surfaces = self.store.surfaces(self.worklist, row, reading)
        return {i.id: (i, surfaces[i.id], review.risk(i).reasons) for i in review.items}

    def mark_block_seen(self, block: UnseenBlock) -> None:
        """Keeps that the reviewer looked at a stretch."""
        self.store.mark_block_seen(self.worklist, block.row, block.block)

    # What it becomes

    def words_of_patient(self, patient: str | None) -> frozenset[str]:
        """The words of the texts of a patient in the open worklist; none where no patient is known."""
        if not patient:
            return frozenset()
        ours = (r.row for r in self.rows() if r.patient == patient)
        return self.store.words(self.worklist, ours)

    def replacements(
        self,
        document: Document,
        spans: Sequence[Span],
        mode: ReplacementMode | None = None,
        words: frozenset[str] = frozenset(),
    ) -> tuple[Replacement, ...]:
        """The replacements of spans; may run in any thread.

        Args:
            document, spans: what is replaced.
            mode: what stands in their place; the worklist's own when not given.
            words: as of ``words_of_patient``: no surrogate is one.

        Raises:
            StageError: if no surrogate could be made.
            StoreError: if the audit record, which knows the words of earlier runs, cannot be read.
        """
        wanted = mode or self.settings.mode
        with self._engines_lock:
            if wanted not in self._engines:
                self._engines[wanted] = SurrogateEngine(self.key, self.policy, wanted)
            engine = self._engines[wanted]
        known = self._known_words(document.patient_id, words)
        return tuple(engine.replacements(document, spans, words=known))

    def _known_words(self, patient: str | None, words: frozenset[str]) -> PatientWords:
        """What an export would know of a patient's words."""
        if not patient or not words:
            return NO_WORDS
        found = hashes_of(self.key, scope_of_patient(patient), words)
        with self._engines_lock:
            before = self._words.get(patient)
            if before is None:
                with open_workspace(self.user_paths, key=self.own_key) as workspace:
                    before = workspace.patient_words(key_id(self.key), {patient: ()}, keep=False)[patient]
                self._words[patient] = before
        return before.with_hashes(found)

    def forget_known_words(self) -> None:
        """After an export, with which the audit record knows more words of patients."""
        with self._engines_lock:
            self._words.clear()

    def _forget_engines(self) -> None:
        """After a change of key or policy: one that a thread is making with the old ones goes too."""
        with self._engines_lock:
            self._engines.clear()
            self._words.clear()


def _record(user_paths: UserPaths, own_key: bytes, events: list[ReviewEvent]) -> list[ReviewEvent]:
    with open_workspace(user_paths, key=own_key) as workspace:
        workspace.record_events(events)
    return events


def _voters(models: ModelChoice) -> dict[Label, int]:
    """How many models vote on each label, wherever they read."""
    from chartveil.detection.models.manifest import load_members
    from chartveil.domain.paths import models_folder

    votes: dict[Label, int] = {}
    for member in load_members(models_folder() / "ensemble.toml", models.site_models):
        # In a cascade the large one reads a part of a text: that it says nothing is no doubt.
        if member.enabled and (not member.careful or models.profile is ModelProfile.CAREFUL):
            for label in member.votes:
                votes[label] = votes.get(label, 0) + 1
    return votes


def _title(inputs: Sequence[Path]) -> str:
    names = [p.name or str(p) for p in inputs]
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
