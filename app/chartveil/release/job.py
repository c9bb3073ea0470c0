"""What to do with the files of a run, and the outcome of each. All of it crosses process boundaries.

One job (``ProcessingJob``), one task a file (``FileTask``), one outcome a file (``FileOutcome``): the command
line, an export from the window, and detection for review all use these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from chartveil.detection.model_choice import DEFAULT_MODELS, ModelChoice, PatientMatch
from chartveil.domain.decision import Decision, RegionDecision
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import HIDDEN_WORDS, Region
from chartveil.domain.policy import DateMethod, LabelAction, Policy, ReplacementMode
from chartveil.domain.span import Replacement, Span
from chartveil.domain.uncovered_passage import UncoveredPassage
from chartveil.formats.base import ReadOptions
from chartveil.release.input_files import InputRef
from chartveil.review.unmarked_blocks import UnmarkedBlock
from chartveil.surrogates.patient_words import PatientWords
from chartveil.system.atomic_files import DraftFile
from chartveil.system.page_progress import PageProgress


class OutputFormat(StrEnum):
    """The output format of a file."""

    SAME = "same"
    """The input's own format, formatting kept."""
    TXT = "txt"
    """Plain text in UTF-8."""
    JSON = "json"
    """Spans by offset, without text (docs/spans.md)."""
    JSONL = "jsonl"
    """One line a document: text and spans."""
    I2B2 = "i2b2"
    """The XML of the i2b2-2014 corpus."""
    BRAT = "brat"
    """A ``.txt`` and an ``.ann`` file."""


RECORD_SUFFIX = ".columns.json"
"""Ending of what was done with the columns of a table; it bears the name of the copy."""


@dataclass(frozen=True)
class ProcessingJob:
    """The settings for all files of a run.

    Attributes:
        policy: what counts and what happens to it.
        mode: what stands in the place of identifiers; None to write the spans of the originals only.
        key: surrogate key.
        output_folder: where the outputs go.
        outputs: what to write for each input; empty to detect only.
        read_options: how files are read.
        site_lists: folder with the site's own dictionaries; None without.
        patients_file: the site's file of patients; None without.
        models: how the ensemble is run; None for rules and dictionaries alone.
        keep_folders: whether copies lie in folders as their files do; the names of these are made up.
        for_review: whether a reviewer decides next: what the leak check keeps finding is left to him, and
            outcomes tell what his list shows.
    """

    policy: Policy
    mode: ReplacementMode | None
    key: bytes = field(repr=False)
    output_folder: Path = Path()
    outputs: tuple[OutputFormat, ...] = (OutputFormat.SAME,)
    read_options: ReadOptions = field(default_factory=ReadOptions)
    site_lists: Path | None = None
    patients_file: Path | None = None
    models: ModelChoice | None = DEFAULT_MODELS
    keep_folders: bool = False
    for_review: bool = False

    @property
    def writes_a_case(self) -> bool:
        """Whether dates are written as intervals: the notes of each patient are then one case."""
        surrogates = self.mode is ReplacementMode.SURROGATE and not self.for_review
        return surrogates and self.policy.dates is DateMethod.INTERVAL

    @property
    def draws_surrogates(self) -> bool:
        """Whether anything invented stands in the place of a name, a place or the like."""
        mode = self.mode
        return mode is not None and any(
            self.policy.treatment(x, mode) is LabelAction.SURROGATE for x in Label
        )

    @property
    def makes_copies(self) -> bool:
        """Whether each file is to have a copy in its own format."""
        return self.mode is not None and OutputFormat.SAME in self.outputs and not self.for_review

    @property
    def copies_only(self) -> bool:
        """Whether each file is to have such a copy and nothing else."""
        return self.makes_copies and len(self.outputs) == 1


@dataclass(frozen=True, slots=True)
class ReviewedSpans:
    """The decisions about one document, which take the place of detection.

    Attributes:
        document_id: the document that was reviewed; another text is refused.
        spans: what is taken, sorted and disjoint.
        kept_ranges: ranges that stay in the text because a reviewer said so.
        regions: of its pages, that are covered; None for a document without pages.
        page_reads: what OCR read when it was searched (``formats.pages.ocr_cache``). PHI.
        page_sizes: sizes of its pages in points as they were then, on which the regions lie; a page that is
            turned otherwise now has another. Empty where they are not known.
        decisions: what reviewers decided on its spans, for the audit log.
        region_decisions: the same of parts of its pages.
        read_passages: ranges of passages that detection does not cover and a reviewer has read.
        signatures: which reading was signed, by whom and when, for the audit log.
        written: what stands in the copy where that was made with the patient's other notes, as one case;
            None for surrogates of this document alone.
        recovered: ranges that stay as medical terms, for the leak check.
    """

    document_id: str
    spans: tuple[Span, ...]
    kept_ranges: tuple[tuple[int, int], ...] = ()
    regions: tuple[Region, ...] | None = None
    page_reads: bytes = field(default=b"", repr=False)
    page_sizes: tuple[tuple[float, float], ...] = ()
    decisions: tuple[Decision, ...] = ()
    region_decisions: tuple[RegionDecision, ...] = ()
    read_passages: frozenset[tuple[int, int]] = frozenset()
    signatures: tuple[tuple[str, str, str], ...] = ()
    written: tuple[Replacement, ...] | None = field(default=None, repr=False)
    recovered: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FileTask:
    """One file of a run.

    Attributes:
        ref: the file.
        number: by which the caller knows it, e.g. in a worklist.
        reviewed: by part of the file, what was decided about its document; None to detect.
        patient_id: whose it is, where somebody said so. PHI.
        words: by patient, what is known of the words of all their texts (``release.patient_texts``). PHI.
    """

    ref: InputRef
    number: int = 0
    reviewed: Mapping[str, ReviewedSpans] | None = field(default=None, repr=False)
    patient_id: str | None = field(default=None, repr=False)
    words: Mapping[str, PatientWords] = field(default_factory=dict, repr=False)


PageProgressCallback = Callable[[FileTask, PageProgress], None]
"""Gets the progress within a file of pages."""


def ignore_page_progress(_: FileTask, __: PageProgress) -> None:
    """A callback that does nothing."""


@dataclass(frozen=True, slots=True)
class OutputDraft:
    """A checked draft and what its name is made from.

    Attributes:
        draft: the file.
        name_prefix: first word of the name: ``note`` or ``table``.
        name_parts: what the keyed part of the name is made from.
        suffix: ending with the dot.
    """

    draft: DraftFile
    name_prefix: str
    name_parts: tuple[str, ...]
    suffix: str


@dataclass(frozen=True, slots=True)
class DocumentOutcome:
    """One document's proposal, without its text.

    Attributes:
        document_id, part: which document.
        characters: length of its text.
        spans, recovered: as proposed, or as decided.
        patient, note_type: where known; for review only. PHI.
        surfaces: folded text of each span, then of each recovered one; for review only. PHI.
        words: of its text and what it tells (``surrogates.patient_words``), where its patient is known; for
            review only. PHI.
        blocks: stretches worth a look in which nothing was found; for review only.
        regions: parts of its pages that are covered, or wait for a reviewer.
        page_sizes: as of its layout, where it has one; for review only.
        patient_match: how many patients of the site's file it may be of; None where that was not asked.
        passages: in a language or script that detection does not cover.
        left_out: what of its file is in no copy, by kind (``Document.left_out``).
        hidden_words: as of its layout.
    """

    document_id: str
    part: str
    characters: int
    spans: tuple[Span, ...]
    recovered: tuple[Span, ...]
    patient: str = field(default="", repr=False)
    note_type: str = ""
    surfaces: tuple[str, ...] = field(default=(), repr=False)
    words: tuple[str, ...] = field(default=(), repr=False)
    blocks: tuple[UnmarkedBlock, ...] = ()
    page_sizes: tuple[tuple[float, float], ...] = ()
    regions: tuple[Region, ...] = ()
    patient_match: PatientMatch | None = None
    passages: tuple[UncoveredPassage, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    hidden_words: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FileFailure:
    """Why nothing was written for a file.

    Attributes:
        kind: name of the error's class.
        message: what to tell the user: names the file or document, never quotes text.
        leaked_ranges: ranges of the original where a leak was found, with the part of the file.
    """

    kind: str
    message: str
    leaked_ranges: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """An output under its name, and the SHA-256 of its bytes in hex."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class FileCounts:
    """Figures of one file.

    Attributes:
        documents: in it.
        characters: of all its documents.
        labels: spans that are taken, by label.
        recovered: spans that were recovered.
        patient_matches: documents by how many patients of the site's file each may be of; empty without one.
        passages: in a language or script that detection does not cover, by its name.
        covered: parts of pages that are covered though no text stands for them, by kind.
        left_out: what of the file is in no copy, by kind.
        pages: by number of a page, from 1, what of it is covered and how many words it hides, by kind.
    """

    documents: int = 0
    characters: int = 0
    labels: Mapping[Label, int] = field(default_factory=dict)
    recovered: int = 0
    patient_matches: Mapping[PatientMatch, int] = field(default_factory=dict)
    passages: Mapping[str, int] = field(default_factory=dict)
    covered: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    pages: Mapping[int, Mapping[str, int]] = field(default_factory=dict)

    @property
    def spans(self) -> int:
        """Spans that are taken."""
        return sum(self.labels.values())

    @classmethod
    def of_documents(cls, documents: Sequence[DocumentOutcome]) -> FileCounts:
        """The figures of a file's documents."""
        matches = (d.patient_match for d in documents)
        return cls(
            len(documents),
            sum(d.characters for d in documents),
            Counter(s.label for d in documents for s in d.spans),
            sum(len(d.recovered) for d in documents),
            Counter(match for match in matches if match is not None),
            Counter(p.name for d in documents for p in d.passages),
            Counter(str(r.kind) for d in documents for r in d.regions),
            documents[0].left_out if documents else {},
            _by_page(documents),
        )


def _by_page(documents: Sequence[DocumentOutcome]) -> dict[int, Counter[str]]:
    """What is covered on each page, and how many words it hides; of pages on which there is some."""
    pages: dict[int, Counter[str]] = {}
    for d in documents:
        for region in d.regions:
            pages.setdefault(region.page + 1, Counter())[str(region.kind)] += 1
        for number, words in enumerate(d.hidden_words, 1):
            if words:
                pages.setdefault(number, Counter())[HIDDEN_WORDS] += words
    return dict(sorted(pages.items()))


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """The outcome of one input file.

    Attributes:
        path: the file as the user knows it. It may hold PHI: for the user only.
        number: of its ``FileTask``.
        file_sha256: of its bytes; empty where it could not be read.
        format: name of its format.
        documents: what was found in them; empty when it is published, as the audit log has it then.
        counts: figures of its documents.
        drafts: to be published; empty afterwards.
        outputs: what was published.
        failure: why nothing was written, or None.
        resumed: whether an earlier run had finished it.
        remarks: what had to be guessed, e.g. a table's columns, for the user. They may hold headers of the
            file.
        page_reads: what OCR read on its pages, for review only (``formats.pages.ocr_cache``). PHI.
    """

    path: str
    number: int = 0
    file_sha256: str = ""
    format: str = ""
    documents: tuple[DocumentOutcome, ...] = ()
    counts: FileCounts = field(default_factory=FileCounts)
    drafts: tuple[OutputDraft, ...] = ()
    outputs: tuple[PublishedFile, ...] = ()
    failure: FileFailure | None = None
    resumed: bool = False
    remarks: tuple[str, ...] = ()
    page_reads: bytes = field(default=b"", repr=False)
