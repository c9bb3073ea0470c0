"""Processes one file from reading to checked drafts of its outputs, in a worker process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from chartveil.detection.judgement.mentions import MentionFinder
from chartveil.detection.normalised.disguised import DisguisedSearch
from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document
from chartveil.domain.errors import ChartveilError, InputError, LeakError, where_raised
from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.page_layout import Region
from chartveil.domain.policy import LabelAction, OtherLanguages
from chartveil.domain.replacement_offsets import ReplacementOffsets
from chartveil.domain.span import Replacement, Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.domain.uncovered_passage import uncovered_passages_error
from chartveil.formats.base import Format, InputLimits, ReadOptions, SourceFile
from chartveil.formats.pages.covered_regions import (
    regions_in_question,
    undecided_regions_error,
    with_covered_text,
)
from chartveil.formats.pages.ocr_cache import StoredPageReads, using_stored_reads
from chartveil.formats.source_edits import split_at_line_ends
from chartveil.formats.tables.table_format import TableFormat
from chartveil.ocr.options import UnreadPolicy
from chartveil.release.deidentified_document import (
    DeidentifiedDocument,
    leak_error,
    leaks_as_spans,
    with_leaked_spans,
)
from chartveil.release.drafts import DraftWriter
from chartveil.release.input_files import InputLoader, documents_of, load_with_format
from chartveil.release.job import (
    DocumentOutcome,
    FileCounts,
    FileFailure,
    FileOutcome,
    FileTask,
    OutputDraft,
    ProcessingJob,
    ReviewedSpans,
)
from chartveil.release.leak_check import (
    LeakCheck,
    LeakFinding,
    originals_to_find_disguised,
    unreplaced_findings,
)
from chartveil.release.patients import SEVERAL_PATIENTS, PatientFinder, several_patients
from chartveil.release.tables.copies import copy_table, reviewed_copy
from chartveil.release.tables.repeated_texts import RepeatedTexts
from chartveil.release.tables.rows import NAMES_ITS_ROW, named_beside, names_its_row
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.patient_words import NO_WORDS, PatientWords
from chartveil.system.time_limit import LimitMoved, TimeLimitExceeded, time_limit

T = TypeVar("T")
_NAMING = frozenset({LabelGroup.NAME, LabelGroup.LOCATION, LabelGroup.ORGANIZATION})
_MAY_STAY = frozenset({Label.DATE, Label.AGE, Label.ZIP})
"""Labels whose own methods may leave a text as it is: a year alone, an age under 90, a ZIP already coarse."""
_CHANGED = (
    "a surrogate of the patient's earlier copies is a name or place of this file, so another stands here; "
    "if all must agree, write the patient's files anew under another key"
)
_LEAK_ROUNDS = 3
"""How often what the leak check finds in a text is taken too before the file is given up."""
_MOST_KEPT_CHARACTERS = 2_000_000
"""Documents of one patient with more text than this are tokenized again rather than kept in memory."""


class FileProcessor:
    """Takes files through all stages. Made once in each process.

    Args:
        job: what to do.
        claim_token: of the claim on the output folder; empty where nothing is written.
        pipeline: finds the spans; built from the job when not given.
        time_limit_moved: told when the time of the file under way is over (``system.time_limit``).
    """

    def __init__(
        self,
        job: ProcessingJob,
        claim_token: str = "",
        pipeline: DetectionPipeline | None = None,
        time_limit_moved: LimitMoved = lambda *_: None,
    ) -> None:
        self.job = job
        self._time_limit_moved = time_limit_moved
        self.pipeline = pipeline or build_pipeline(
            job.policy, site=job.site_lists, patients=job.patients_file, models=job.models
        )
        self.surrogates = SurrogateEngine(job.key, job.policy, job.mode) if job.mode is not None else None
        self.leak_check = LeakCheck(
            self.pipeline.rule_spans, self.pipeline.is_common, self.pipeline.is_in_lexicon
        )
        self._patients = PatientFinder(job.read_options, self.pipeline)
        self._loader = InputLoader(job.read_options.limits, job.read_options.pages.passwords)
        self._repeated = RepeatedTexts()
        self._claim_token = claim_token
        self._is_changed = False
        self._drafts = DraftWriter(job, claim_token, self.leak_check)

    def close(self) -> None:
        """Closes the archive that was read last."""
        self._loader.close()

    def process(self, task: FileTask) -> FileOutcome:
        """The outcome for one file. Errors become a failure in it; drafts of a failed file are removed.

        A file that takes longer than one of its size may is such an error.
        """
        limits = self.job.read_options.limits
        return limited(task, limits, self._time_limit_moved, self._process_with_reads)

    def _process_with_reads(self, task: FileTask) -> FileOutcome:
        """The outcome, with what OCR read where a reviewer is to see it."""
        reviewed = (task.reviewed or {}).values()
        reads = next((r.page_reads for r in reviewed if r.page_reads), b"")
        with using_stored_reads(StoredPageReads(reads)) as pages:
            outcome = self._process(task)
            return replace(outcome, page_reads=pages.dump()) if self.job.for_review else outcome

    def _process(self, task: FileTask) -> FileOutcome:
        drafts: list[OutputDraft] = []
        sha256 = ""
        documents: list[Document] = []
        self._is_changed = False
        try:
            file, fmt = load_with_format(task.ref, self.job.read_options, self._loader)
            sha256 = file.sha256
            if task.reviewed is None and self.job.copies_only and isinstance(fmt, TableFormat):
                return copy_table(self, task, file, fmt, self._claim_token)
            documents = documents_of(file, fmt, self.job.read_options)
            documents = self._patients.with_patients(task, documents)
            if task.reviewed is None:
                done = self.deidentify(documents, task.words)
            else:
                words = self._words_of(documents, task.words)
                done = [
                    self.deidentify_reviewed(d, task.reviewed.get(d.source.part), words) for d in documents
                ]
            self._check_languages(task, done)
            remarks = _remarks(fmt, file, self.job.read_options, documents)
            left_out, withheld = documents[0].left_out, list[str]()
            if isinstance(fmt, TableFormat) and task.reviewed is None and not self.job.for_review:
                done, withheld = self._without_names_of_rows(done)
            if self.job.makes_copies and isinstance(fmt, TableFormat):
                copied = reviewed_copy(self, task, file, fmt, done, self._claim_token)
                drafts += copied.drafts
                if self.job.copies_only:
                    return copied
                remarks, left_out = copied.remarks, copied.counts.left_out
            for draft in self._drafts.write(file, fmt, done):
                drafts.append(draft)
        except BaseException as e:
            for made in drafts:
                made.draft.discard()
            if not isinstance(e, Exception):
                raise
            return failed_outcome(task, e, sha256, documents)
        outcomes = tuple(replace(self._outcome(d), left_out=left_out) for d in done)
        return FileOutcome(
            task.ref.display,
            task.number,
            sha256,
            fmt.name,
            outcomes,
            FileCounts.of_documents(outcomes),
            tuple(drafts),
            remarks=(*remarks, *withheld, *((_CHANGED,) if self._is_changed else ())),
        )

    def _outcome(self, done: DeidentifiedDocument) -> DocumentOutcome:
        """What is told of a document beyond this process; for a review also its words, where the patient is
        known."""
        outcome = done.outcome(for_review=self.job.for_review)
        if not outcome.patient or self.surrogates is None:
            return outcome
        return replace(outcome, words=self.surrogates.words_to_avoid(done.document))

    def _without_names_of_rows(
        self, done: Sequence[DeidentifiedDocument]
    ) -> tuple[list[DeidentifiedDocument], list[str]]:
        """The texts of a table that may be released, and what is told of the others. Spans alone release
        nothing."""
        held = {
            d.document.id: f"withheld: {d.document.source.part}: it {NAMES_ITS_ROW}"
            for d in done
            if not d.keeps_original and names_its_row(d, self.pipeline)
        }
        if len(held) == len(done) > 0:
            raise InputError(
                f"no text could be released: each {NAMES_ITS_ROW}.",
                where=done[0].document.source.path,
                remedy="Look at them with 'chartveil explain'.",
            )
        return [d for d in done if d.document.id not in held], list(held.values())

    def _note_change(self) -> None:
        self._is_changed = True

    def _check_languages(self, task: FileTask, done: Sequence[DeidentifiedDocument]) -> None:
        """Stops a release of what detection does not cover and nobody has read; spans alone are none.

        Raises:
            InputError: with how many passages there are in which language, if the policy wants them read.
        """
        released = self.job.mode is not None and not self.job.for_review
        unread = [p for d in done for p in d.unread_passages]
        if unread and released and self.job.policy.other_languages is OtherLanguages.BLOCK:
            raise uncovered_passages_error(unread, task.ref.display, reviewed=task.reviewed is not None)

    def _words_of(
        self, documents: Sequence[Document], known: Mapping[str, PatientWords]
    ) -> dict[str, PatientWords]:
        """By patient what is known of the words of all their texts, those of these documents among them.

        Args:
            documents: of a file.
            known: of other files.
        """
        words = dict(known)
        if self.surrogates is not None:
            for numbers in _by_patient(documents):
                patient = documents[numbers[0]].patient_id
                if patient is not None:
                    texts = [documents[n] for n in numbers]
                    words[patient] = self.surrogates.with_words_from(texts, words.get(patient, NO_WORDS))
        return words

    def deidentify(
        self, documents: Sequence[Document], words: Mapping[str, PatientWords] = MappingProxyType({})
    ) -> list[DeidentifiedDocument]:
        """Proposals and replacements for all documents of a file. Each document of a patient is searched for
        what the patient's other documents name as well.

        Args:
            documents: of the file.
            words: by patient, what is known of the words of texts in other files.

        Raises:
            LeakError: if the leak check still finds something after some rounds, but for a review.
            StageError: if a stage fails.
        """
        words = self._words_of(documents, words)
        done: dict[int, DeidentifiedDocument] = {}
        for numbers in _by_patient(documents):
            ours = [documents[n] for n in numbers]
            known = words.get(ours[0].patient_id or "", NO_WORDS)
            named = {d.id: (d, p) for text in ours for d, p in named_beside(text)}
            found = self.deidentify_together(ours, list(named.values()) or None, known)
            done |= zip(numbers, found, strict=True)
        return [done[n] for n in range(len(documents))]

    def deidentify_together(
        self,
        documents: Sequence[Document],
        known: Sequence[tuple[Document, Proposal]] | None = None,
        words: PatientWords = NO_WORDS,
    ) -> list[DeidentifiedDocument]:
        """All documents of one patient. Each is tokenized once, and asked of the detectors once.

        Args:
            documents: of one patient, or one document; where ``known`` is given, only some of the patient's:
                surrogates then do not hang on which.
            known: texts that name the patient, with their spans, such as the other cells of a table's rows.
            words: what is known of the words of all texts of the patient.

        Raises:
            LeakError, StageError: as ``deidentify``.
        """
        kept: dict[int, TokenizedText] = {}
        keep = sum(len(d.text) for d in documents) <= _MOST_KEPT_CHARACTERS
        proposals = []
        for n, document in enumerate(documents):
            view = self._view(document, is_cell=known is not None)
            proposals.append(self.pipeline.resolve(view))
            if keep:
                kept[n] = view
        naming = [*(known or ()), *zip(documents, proposals, strict=True)]
        one_patient = documents[0].patient_id is not None or bool(known)
        mentions = self.pipeline.mentions_in(naming) if one_patient and len(naming) > 1 else None
        elsewhere = self._named_by_the_patient(naming) if mentions is not None else None
        names = _names_in(documents, proposals) if known is None else ()
        done = []
        for n, (document, proposal) in enumerate(zip(documents, proposals, strict=True)):
            view = kept.pop(n) if keep else self._view(document, is_cell=known is not None)
            if mentions is not None:
                proposal = self.pipeline.resolve(view, mentions=mentions)
            done.append(self._deidentify_one(view, proposal, mentions, elsewhere, names, words))
        return done

    def _view(self, document: Document, *, is_cell: bool) -> TokenizedText:
        """A view of a document. Where the site's file of patients is looked into, finds hang on the patient
        and not on the text alone."""
        if is_cell and self.pipeline.patients is None:
            return self._repeated.view(document)
        return TokenizedText(document)

    def _named_by_the_patient(self, naming: Sequence[tuple[Document, Proposal]]) -> DisguisedSearch:
        """Finds in disguise what the documents of a patient name: a name in pieces in another row, which no
        mention is told by."""
        sought = [
            found
            for document, proposal in naming
            for found in originals_to_find_disguised(document.text, proposal.spans)
        ]
        pipeline = self.pipeline
        return DisguisedSearch(
            dict.fromkeys(sought), pipeline.is_common, is_in_lexicon=pipeline.is_in_lexicon
        )

    def _deidentify_one(
        self,
        view: TokenizedText,
        proposal: Proposal,
        mentions: MentionFinder | None,
        elsewhere: DisguisedSearch | None,
        names: Sequence[str],
        words: PatientWords,
    ) -> DeidentifiedDocument:
        """Replaces what is proposed, and takes what the leak check still finds in the text as well."""
        document = view.document
        lookup = self.pipeline.patient_of(view)
        match = lookup.match if lookup is not None else None
        passages = self.pipeline.uncovered_passages(view)
        if self.surrogates is None:
            return DeidentifiedDocument(
                document, proposal, (), keeps_original=True, patient_match=match, passages=passages
            )
        leaked: list[Span] = []
        for _ in range(_LEAK_ROUNDS):
            if leaked:
                proposal = with_leaked_spans(self.pipeline.resolve(view, leaked, mentions), leaked)
            made = self.surrogates.replacements(document, proposal.spans, names, words, self._note_change)
            regions = self._unread_regions(document)
            done, findings = self._replace_and_check(view, proposal, made, regions, elsewhere=elsewhere)
            done = replace(done, patient_match=match, passages=passages)
            if not findings:
                return done
            leaked += leaks_as_spans(findings, ReplacementOffsets(done.changes))
        if self.job.for_review:
            # The reviewer sees them as they are; the check comes again with what was decided.
            return done
        raise leak_error(done, findings)

    def deidentify_reviewed(
        self,
        document: Document,
        reviewed: ReviewedSpans | None,
        words: Mapping[str, PatientWords] = MappingProxyType({}),
    ) -> DeidentifiedDocument:
        """Replacements for what a reviewer decided; what the leak check finds then blocks the file.

        Args:
            document: the document.
            reviewed: what was decided about it.
            words: by patient, what is known of the words of all their texts.

        Raises:
            InputError: if it is not the text that was reviewed, or its pages are read in another size.
            LeakError: with the places, if what was to go, or what rules take for an identifier and no
                reviewer has rejected, would stay.
        """
        pages = document.layout.pages if document.layout is not None else ()
        if reviewed is None or reviewed.document_id != document.id or reviewed.page_sizes not in ((), pages):
            raise InputError(
                "is not what was reviewed: it has changed since.",
                where=document.source.path,
                remedy="Add it to the worklist anew and review it again.",
            )
        assert self.surrogates is not None
        proposal = Proposal(document.id, reviewed.spans)
        unread = self._unread_regions(document, ask=reviewed.regions is None)
        regions = reviewed.regions if reviewed.regions is not None else unread
        view = TokenizedText(document)
        if reviewed.written is not None:
            done, findings = self._written_and_checked(document, proposal, reviewed, regions)
        else:
            known = words.get(document.patient_id or "", NO_WORDS)
            made = self.surrogates.replacements(
                document, proposal.spans, words=known, changed=self._note_change
            )
            done, findings = self._replace_and_check(view, proposal, made, regions, reviewed.kept_ranges)
        if findings:
            raise leak_error(done, findings)
        return replace(
            done,
            regions=reviewed.regions,
            passages=self.pipeline.uncovered_passages(view),
            read_passages=reviewed.read_passages,
        )

    def _unread_regions(self, document: Document, *, ask: bool = True) -> tuple[Region, ...]:
        """Parts of a document's pages that were not read, and are covered where nobody says otherwise.

        Args:
            document: the document.
            ask: whether nobody has decided about them.

        Raises:
            InputError: if there are some, and the file is not to be released with them.
        """
        if document.layout is None:
            return ()
        regions, unread = document.layout.regions, self.job.read_options.pages.unread
        asked = regions_in_question(document.layout.pages, regions, unread)
        if asked and (ask or unread is UnreadPolicy.REFUSE) and not self.job.for_review:
            raise undecided_regions_error(asked, unread, document.source.path)
        return regions

    def _replace_and_check(
        self,
        view: TokenizedText,
        proposal: Proposal,
        made: Sequence[Replacement],
        regions: Sequence[Region],
        kept_ranges: Sequence[tuple[int, int]] = (),
        elsewhere: DisguisedSearch | None = None,
    ) -> tuple[DeidentifiedDocument, list[LeakFinding]]:
        """The document with its replacements, and what the leak check still finds in it.

        Args:
            view: of the document.
            proposal: what is taken.
            made: replacements for it.
            regions: of its pages, with which the text below them goes.
            kept_ranges: ranges that stay because a person said so.
            elsewhere: as of ``LeakCheck.check_text``.
        """
        document = view.document
        missing = unreplaced_findings(document, proposal.spans, made, self._must_change)
        if missing:
            raise leak_error(DeidentifiedDocument(document, proposal, ()), missing)
        # A line end may be a paragraph's or a cell's: it stays, whatever stands to its sides.
        replacements = tuple(split_at_line_ends(document.text, with_covered_text(document, made, regions)))
        stays = (*kept_ranges, *self.pipeline.ordinary_ranges(view, proposal))
        recovered = tuple(self.pipeline.recovered_ranges(view, proposal))
        done = DeidentifiedDocument(document, proposal, replacements, stays, recovered)
        return done, done.leaks(self.leak_check, done.output_text, elsewhere)

    def _written_and_checked(
        self, document: Document, proposal: Proposal, reviewed: ReviewedSpans, regions: Sequence[Region]
    ) -> tuple[DeidentifiedDocument, list[LeakFinding]]:
        """The document as its case has it, and what the leak check still finds in it."""
        written = with_covered_text(document, reviewed.written or (), regions)
        replacements = tuple(split_at_line_ends(document.text, written))
        kept, recovered = tuple(reviewed.kept_ranges), tuple(reviewed.recovered)
        done = DeidentifiedDocument(document, proposal, replacements, kept, recovered)
        return done, done.leaks(self.leak_check, done.output_text)

    def _must_change(self, label: Label) -> bool:
        """Whether a text of the label may never stay as it is: a date's year, a young age, 000 may."""
        if self.job.mode is None or label not in _MAY_STAY:
            return True
        return self.job.policy.treatment(label, self.job.mode) in (LabelAction.TAG, LabelAction.MASK)


def _names_in(documents: Sequence[Document], proposals: Sequence[Proposal]) -> tuple[str, ...]:
    """What names people, places and organisations in the documents of one patient, each once, sorted; none
    where there is one document."""
    if len(documents) < 2:
        return ()
    found = zip(documents, proposals, strict=True)
    return tuple(sorted({s.text(d.text) for d, p in found for s in p.spans if s.group in _NAMING}))


def _by_patient(documents: Sequence[Document]) -> list[list[int]]:
    """Numbers of the documents, those of a patient together; a document of no known patient stands alone."""
    groups: dict[str | int, list[int]] = {}
    for number, document in enumerate(documents):
        groups.setdefault(document.patient_id or number, []).append(number)
    return list(groups.values())


def _remarks(
    fmt: Format, file: SourceFile, read: ReadOptions, documents: Sequence[Document]
) -> tuple[str, ...]:
    """Which columns of a table were taken, where they were guessed; a file that is of several patients. A
    header that may be a name is told by its number."""
    if not isinstance(fmt, TableFormat):
        return (SEVERAL_PATIENTS,) if several_patients(documents) else ()
    lines = []
    for c in fmt.text_columns(file, read):
        if c.guessed and c.text:
            labels = c.head.labels
            patient, number = ("–" if i is None else labels[i] for i in (c.patient, c.id))
            told = f"text {', '.join(labels[i] for i in c.text)}, patient {patient}, id {number}"
            others = f"; left out: {', '.join(c.others)}" if c.others else ""
            lines.append(f"{c.head.part + ': ' if c.head.part else ''}columns guessed: {told}{others}")
    return tuple(lines)


def limited(
    task: FileTask, limits: InputLimits, moved: LimitMoved, work: Callable[[FileTask], T]
) -> T | FileOutcome:
    """Does work on a file within its limit of time; an outcome with the failure where it cannot be done."""
    seconds = limits.seconds
    try:
        with time_limit(limits.seconds, limits.seconds_per_page, moved) as limit:
            try:
                return work(task)
            finally:
                seconds = limit.seconds
    except TimeLimitExceeded:
        return failed_outcome(task, time_limit_error(task, seconds))
    except Exception as e:
        return failed_outcome(task, e)


def failed_outcome(
    task: FileTask, error: Exception, sha256: str = "", documents: Sequence[Document] = ()
) -> FileOutcome:
    """The outcome of a file on which an error came through.

    Args:
        task: the file.
        error: what came through.
        sha256, documents: of the file, where it was read.
    """
    path = task.ref.display
    return FileOutcome(path, task.number, sha256, failure=_failure(error, path, documents))


def time_limit_error(task: FileTask, seconds: float) -> InputError:
    """The error for a file that took too long.

    Args:
        task: the file.
        seconds: its limit.
    """
    return InputError(
        f"took longer than the {seconds:,.0f} seconds that a file of its size and pages may take.",
        where=task.ref.display,
        remedy="Split it into smaller files, or save it anew in the program that made it.",
    )


def _failure(error: Exception, path: str, documents: Sequence[Document]) -> FileFailure:
    kind = type(error).__name__
    if isinstance(error, LeakError):
        part = next((d.source.part for d in documents if d.id == error.document_id), "")
        return FileFailure(kind, f"{path}: {error}", tuple((part, a, b) for a, b in error.places))
    if isinstance(error, InputError):
        return FileFailure(kind, str(error))
    if isinstance(error, ChartveilError):
        return FileFailure(kind, f"{path}: {error}")
    if isinstance(error, MemoryError):
        return FileFailure(kind, f"{path}: needs more memory than there is. Split it into smaller files.")
    # What an unknown error says may quote text: its kind and place are told instead.
    return FileFailure(
        "Bug", f"{path}: {kind} in {where_raised(error)}. This is our mistake: nothing was written for it."
    )
